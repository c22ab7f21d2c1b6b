/* tests/unit/normal_form_random.c -- normal form and simplification: value, uniqueness,
 * idempotence.
 *
 * Equal expressions have equal normal forms, in every store, and results are written as in
 * mathematics.
 */
#include "expr/exact/deep.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

enum { POINTS = 4, MOST_SHOWN = 40 };

/* An expression that has a value at some point. */
static ex draw(struct exam *t)
{
    for (;;) {
        exam_next(t);
        ex e = gen_exact(&t->gen, 1 + (int)rng_below(&t->rng, 7));
        ex_clear(t->lab.s);
        if (e && mp_compare(&t->mp, t->lab.s, &t->rng, e, e, POINTS) == MP_SAME)
            return e;
    }
}

static size_t cost(struct store *s, ex e)
{
    return ex_operations(s, &e, 1);
}

/* ---- any expression ---- */

static void check_value(struct exam *t, ex e, ex f, const char *what)
{
    REQUIRE(f && !ex_error(t->lab.s), "%s: %s: %s", what, ex_error(t->lab.s), exam_show(t, e));
    REQUIRE(mp_compare(&t->mp, t->lab.s, &t->rng, e, f, POINTS) != MP_DIFFER,
            "%s changes the value:\n%s\n%s", what, exam_show(t, e), exam_show(t, f));
}

static ex check_normal(struct exam *t, ex e, size_t *left)
{
    ex n = EX_POISON, again = EX_POISON;
    bool all = ex_normal(t->lab.s, &e, 1, &n);
    check_value(t, e, n, "the normal form");
    REQUIRE(all || n == e, "left as it is, it is another:\n%s\n%s", exam_show(t, e),
            exam_show(t, n));
    *left += !all;
    ex_normal(t->lab.s, &n, 1, &again);
    REQUIRE(again == n, "the normal form of a normal form is another:\n%s\n%s\n%s", exam_show(t, e),
            exam_show(t, n), exam_show(t, again));
    return n;
}

static ex check_simple(struct exam *t, ex e)
{
    struct store *s = t->lab.s;
    ex f = EX_POISON, again = EX_POISON;
    ex_simplify(s, &e, 1, &f);
    check_value(t, e, f, "simplifying");
    REQUIRE(cost(s, f) <= cost(s, e), "simplified it costs %zu, not %zu:\n%s\n%s", cost(s, f),
            cost(s, e), exam_show(t, e), exam_show(t, f));
    ex_simplify(s, &f, 1, &again);
    REQUIRE(again == f, "simplifying again changes it:\n%s\n%s\n%s", exam_show(t, e),
            exam_show(t, f), exam_show(t, again));
    return f;
}

/* Builds the expression from its text in a store with other contents and another order of
 * symbols. */
static void check_elsewhere(struct exam *t, ex e, ex normal, ex simple)
{
    const char *text[3] = {ex_show(t->lab.s, e, EX_TEXT), ex_show(t->lab.s, normal, EX_TEXT),
                           ex_show(t->lab.s, simple, EX_TEXT)};
    if (!text[0] || !text[1] || !text[2])
        return;
    struct lab other = lab_open();
    struct rng rng = {t->rng.state};
    for (size_t i = GEN_SYMBOLS; i-- > 0;)
        ex_sym(other.s, ex_name(t->lab.s, t->gen.sym[i]), ex_assumed(t->lab.s, t->gen.sym[i]));
    struct gen gen = gen_new(other.s, &rng);
    gen_exact(&gen, 5);
    ex_clear(other.s);
    ex f = test_read(other.s, text[0]), out[2];
    ex_normal(other.s, &f, 1, &out[0]);
    ex_simplify(other.s, &f, 1, &out[1]);
    for (int i = 0; i < 2; i++) {
        const char *there = out[i] ? ex_show(other.s, out[i], EX_TEXT) : ex_error(other.s);
        REQUIRE(there && strcmp(there, text[i + 1]) == 0, "%s is in another store\n%s and not\n%s",
                text[0], there, text[i + 1]);
    }
    lab_close(&other);
}

START_TEST(any_expression)
{
    struct exam t = exam_open(1);
    size_t cases = test_cases(), left = 0;
    for (size_t i = 0; i < cases; i++) {
        ex e = draw(&t), n = check_normal(&t, e, &left);
        if (i % 5)
            continue; /* simplification takes ten times as long */
        ex f = check_simple(&t, e);
        if (i % 20 == 0)
            check_elsewhere(&t, e, n, f);
    }
    printf("%zu normal forms, %zu left as they are\n", cases, left);
    fflush(stdout);
    ck_assert_msg(left * 100 <= cases, "%zu of %zu are left as they are", left, cases);
    exam_close(&t);
}
END_TEST

/* Many in one call: each simplified form is that of a single call, normal forms keep the values. */
START_TEST(many_at_once)
{
    enum { MANY = 6 };
    struct exam t = exam_open(2);
    size_t cases = test_cases() / 100;
    for (size_t i = 0; i < cases; i++) {
        ex e[MANY], normal[MANY], simple[MANY], alone;
        exam_next(&t);
        for (int k = 0; k < MANY; k++) {
            do
                e[k] = gen_exact(&t.gen, 1 + (int)rng_below(&t.rng, 5));
            while (!e[k]);
            ex_clear(t.lab.s);
        }
        ex_normal(t.lab.s, e, MANY, normal);
        ex_simplify(t.lab.s, e, MANY, simple);
        for (int k = 0; k < MANY; k++) {
            check_value(&t, e[k], normal[k], "the normal form among others");
            ex_simplify(t.lab.s, &e[k], 1, &alone);
            REQUIRE(simple[k] == alone, "among others and alone:\n%s\n%s\n%s", exam_show(&t, e[k]),
                    exam_show(&t, simple[k]), exam_show(&t, alone));
        }
    }
    exam_close(&t);
}
END_TEST

/* ---- equal expressions ---- */

START_TEST(ways_of_writing)
{
    struct exam t = exam_open(3);
    size_t cases = test_scaled(10000), done = 0, other = 0;
    while (done < cases) {
        struct identity i;
        exam_next(&t);
        struct store *s = t.lab.s;
        if (!gen_identity(&t.gen, 1 + (int)rng_below(&t.rng, 4), &i) || i.left == i.right ||
            mp_compare(&t.mp, s, &t.rng, i.left, i.right, POINTS) != MP_SAME)
            continue;
        ex n[2];
        ex_normal(s, (ex[]){i.left, i.right}, 2, n);
        REQUIRE(n[0] && n[1], "poison: %s\n%s", exam_show(&t, i.left), exam_show(&t, i.right));
        done++;
        if (n[0] != n[1] && other++ < MOST_SHOWN)
            printf("two forms of one:\n  %s\n  %s\nfrom\n  %s\n  %s\n", exam_show(&t, n[0]),
                   exam_show(&t, n[1]), exam_show(&t, i.left), exam_show(&t, i.right));
    }
    exam_close(&t);
    printf("%zu expressions in two ways, %zu with two normal forms\n", done, other);
    fflush(stdout);
    ck_assert_msg(other * 100 <= done, "%zu of %zu have two normal forms", other, done);
}
END_TEST

START_TEST(normal_forms_one_knows)
{
    static const char *const rows[][2] = {{"(x^2 - 1)/(x - 1)", "x + 1"},
                                          {"1/x + 1/y", "(x + y)/(x y)"},
                                          {"(x + 1)^2", "x^2 + 2 x + 1"},
                                          {"sin(x)^2 + cos(x)^2", "1"},
                                          {"1/(1/x + 1/y)", "x y/(x + y)"},
                                          {"hold(x + y) z", "x z + y z"},
                                          {"sqrt(1 + y^2)^2 - 1", "y^2"},
                                          {"exp(x) exp(y)", "exp(x + y)"},
                                          {"1/(1 + sqrt(2))", "sqrt(2) - 1"},
                                          {"(x^2 - 2)/(x - sqrt(2))", "x + sqrt(2)"},
                                          {"abs(x) + asin(y) - asin(y)", "abs(x)"},
                                          {"x", "x"},
                                          {"2/3", "2/3"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = test_read(l.s, rows[i][0]), n;
        ck_assert(ex_normal(l.s, &e, 1, &n));
        ck_assert_msg(n == test_read(l.s, rows[i][1]), "%s has the normal form %s", rows[i][0],
                      ex_show(l.s, n, EX_TEXT));
    }
    lab_close(&l);
}
END_TEST

/* At the limits, and beyond, where an expression stays as it is: fast, and never wrong. */
START_TEST(at_the_limits)
{
    static const char *const rows[] = {"(x + y + z + a + b + c + d)^200",
                                       "1/(sin(x)^2 + cos(x)^2 - 1)",
                                       "sin(1000003 x)/cos(x/1000003)",
                                       "sin(x) + sin(y) + cos(17 x + 16 y)",
                                       "sin(x) + cos(y) cos(40 x)",
                                       "cos(x + y/2) + 1/(sin(4 y) sin(3/2 x + y))",
                                       "exp(-x) (exp(y) + z)^20 + exp(y)",
                                       "exp(33 x - 40 y) + exp(x) + exp(y)",
                                       "x^1000000 - 1",
                                       "(x^1000003 - 1)/(x - 1)",
                                       "exp(x/1000003) - exp(1000003 x)",
                                       "2^(1/1000003) + x",
                                       "p^(1/30) + p^(1/7) + p^(1/11)",
                                       "(a + b + c + d + e)^20/(a - b + c - d + e)^20"};
    const uint64_t MOST_WORK = 20 * (uint64_t)DEEP_SECOND;
    struct exam t = exam_open(4);
    for (size_t i = 0; i < COUNT(rows); i++) {
        exam_next(&t);
        struct store *s = t.lab.s;
        const uint64_t begun = s->work;
        ex e = test_read(s, rows[i]), out[2];
        s->deep_left = MOST_WORK;
        bool all = ex_normal(s, &e, 1, &out[0]);
        const uint64_t deep = MOST_WORK - s->deep_left;
        ex_simplify(s, &e, 1, &out[1]);
        ck_assert_msg(all || out[0] == e, "%s", rows[i]);
        printf("%s: %llu and %llu words of work\n", rows[i], (unsigned long long)deep,
               (unsigned long long)(s->work - begun));
        ck_assert_msg(deep < MOST_WORK / 2 && s->work - begun < MOST_WORK, "%s: too much work",
                      rows[i]);
        check_value(&t, e, out[0], "the normal form");
        check_value(&t, e, out[1], "simplifying");
    }
    exam_close(&t);
}
END_TEST

/* ---- written as in mathematics ---- */

/* clang-format off */
static const struct {
    const char *input, *positive, *wanted; /* or any other form of the same cost */
} simple[] = {
    {"x + y",                                         "",    "x + y"},
    {"(x^2 - 1)/(x - 1)",                             "",    "x + 1"},
    {"(x^3 - 1)/(x - 1)",                             "",    "x^2 + x + 1"},
    {"(x^2 - 2 x + 1)/(x - 1)",                       "",    "x - 1"},
    {"(x^4 - y^4)/(x^2 + y^2)",                       "",    "x^2 - y^2"},
    {"(a x^2 + b x^2)/(a + b)",                       "",    "x^2"},
    {"m g x + m a x",                                 "",    "m x (a + g)"},
    {"a x + a y + a z",                               "",    "a (x + y + z)"},
    {"a b + a c + b d + c d",                         "",    "(a + d) (b + c)"},
    {"(a x + b y)/(x y)",                             "",    "a/y + b/x"},
    {"x/y + z/y",                                     "",    "(x + z)/y"},
    {"(x y + x z)/x",                                 "",    "y + z"},
    {"(a + b)/c + (a - b)/c",                         "",    "2 a/c"},
    {"1/(1/x + 1/y)",                                 "",    "x y/(x + y)"},
    {"1/(x + 1) - 1/(x - 1)",                         "",    "-2/(x^2 - 1)"},
    {"x^2 + 2 x y + y^2",                             "",    "(x + y)^2"},
    {"x^3 + 3 x^2 + 3 x + 1",                         "",    "(x + 1)^3"},
    {"(x + 1)^2 - x^2 - 2 x",                         "",    "1"},
    {"(x + y)^3 - x^3 - y^3",                         "",    "3 x y (x + y)"},
    {"(x + y) (x - y) + y^2",                         "",    "x^2"},
    {"hold(x + y) - x",                               "",    "y"},
    {"m l^2 w^2/2 + m l^2 v^2/2",                     "",    "m l^2 (v^2 + w^2)/2"},
    {"sin(x)^2 + cos(x)^2",                           "",    "1"},
    {"1 - cos(x)^2",                                  "",    "sin(x)^2"},
    {"1 - sin(x)^2",                                  "",    "cos(x)^2"},
    {"x - x cos(y)^2",                                "",    "x sin(y)^2"},
    {"sin(x)^3 + sin(x) cos(x)^2",                    "",    "sin(x)"},
    {"sin(x)^4 + 2 sin(x)^2 cos(x)^2 + cos(x)^4",     "",    "1"},
    {"sin(x)^4 - cos(x)^4",                           "",    "-cos(2 x)"},
    {"m (sin(a) x)^2 + m (cos(a) x)^2",               "",    "m x^2"},
    {"(cos(a) x + sin(a) y)^2 + (cos(a) y - sin(a) x)^2", "", "x^2 + y^2"},
    {"sin(x) cos(y) + cos(x) sin(y)",                 "",    "sin(x + y)"},
    {"cos(x) cos(y) - sin(x) sin(y)",                 "",    "cos(x + y)"},
    {"m l cos(a) cos(b) + m l sin(a) sin(b)",         "",    "m l cos(a - b)"},
    {"sin(x - y) cos(y) + cos(x - y) sin(y)",         "",    "sin(x)"},
    {"2 sin(x) cos(x)",                               "",    "sin(2 x)"},
    {"cos(x)^2 - sin(x)^2",                           "",    "cos(2 x)"},
    {"2 cos(x)^2 - 1",                                "",    "cos(2 x)"},
    {"cos(x/2)^2 - sin(x/2)^2",                       "",    "cos(x)"},
    {"tan(x) cos(x)",                                 "",    "sin(x)"},
    {"sin(x)/cos(x)",                                 "",    "tan(x)"},
    {"(1 - cos(x)^2)/sin(x)",                         "",    "sin(x)"},
    {"sin(x)^2/(1 - cos(x))",                         "",    "1 + cos(x)"},
    {"2 tan(x/2)/(1 + tan(x/2)^2)",                   "",    "sin(x)"},
    {"(1 - tan(x/2)^2)/(1 + tan(x/2)^2)",             "",    "cos(x)"},
    {"sqrt(x) sqrt(y)",                               "x y", "sqrt(x y)"},
    {"sqrt(1 + y^2)^3/(1 + y^2)",                     "",    "sqrt(1 + y^2)"},
    {"(sqrt(1 + y^2) + y) (sqrt(1 + y^2) - y)",       "",    "1"},
    {"cosh(x)^2 - sinh(x)^2",                         "",    "1"},
    {"cosh(x) + sinh(x)",                             "",    "exp(x)"},
    {"(exp(x) - exp(-x))/2",                          "",    "sinh(x)"},
    {"tanh(x) cosh(x)",                               "",    "sinh(x)"},
    {"(exp(2 x) - 1)/(exp(x) - 1)",                   "",    "exp(x) + 1"},
    {"log(x) + log(y)",                               "x y", "log(x y)"},
    {"exp(2 log(x))",                                 "x",   "x^2"},
    {"abs(x)/abs(x) + asin(y) - asin(y)",             "",    "1"},
};
/* clang-format on */

START_TEST(as_one_would_write_it)
{
    size_t dear = 0;
    struct rng rng = rng_new(4);
    struct mp mp;
    mp_open(&mp, 512, MPFR_RNDN);
    for (size_t i = 0; i < COUNT(simple); i++) {
        struct lab l = lab_open();
        for (const char *name = simple[i].positive; *name; name += name[1] ? 2 : 1)
            ex_sym_n(l.s, name, 1, EX_POSITIVE);
        ex e = test_read(l.s, simple[i].input), wanted = test_read(l.s, simple[i].wanted), f;
        ck_assert_msg(mp_compare(&mp, l.s, &rng, e, wanted, 20) == MP_SAME, "a wrong row: %s",
                      simple[i].input);
        ex_simplify(l.s, &e, 1, &f);
        ck_assert_msg(f && mp_compare(&mp, l.s, &rng, e, f, 20) == MP_SAME, "%s", simple[i].input);
        if (cost(l.s, f) > cost(l.s, wanted)) {
            printf("%s becomes %s, not %s\n", simple[i].input, ex_show(l.s, f, EX_TEXT),
                   simple[i].wanted);
            dear++;
        }
        lab_close(&l);
    }
    mp_close(&mp);
    fflush(stdout);
    ck_assert_msg(dear == 0, "%zu of %zu could be simpler", dear, COUNT(simple));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {normal_forms_one_knows, as_one_would_write_it, at_the_limits,
                                  ways_of_writing,        many_at_once,          any_expression};
    return test_run("normal", tests, COUNT(tests));
}
