/* tests/unit/interval_arithmetic.c -- proofs by ball arithmetic that expressions are not zero.
 *
 * Proved results are right, and small values are resolved.
 */
#include "expr/exact/ball.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 400, FAR = 8000 /* larger exponents count as overflow */ };

/* ---- balls contain the values ---- Symbols are anywhere in balls, also in wide ones, to test more
 * than rounding. The ball of each node must contain its value for symbols at the ends of their
 * balls and between. */

struct sample {
    struct lab lab;
    struct gen gen;
    struct rng rng;
    struct mp mp;
    struct ball ball[GEN_SYMBOLS];
    struct ex_list nodes;
    struct ball *rough;
    struct ball_range *precise;
    size_t known, seen; /* nodes */
};

static void sample_open(struct sample *a, uint64_t seed)
{
    *a = (struct sample){.lab = lab_open(), .rng = rng_new(seed)};
    a->gen = gen_new(a->lab.s, &a->rng);
    mp_open(&a->mp, BITS, MPFR_RNDN);
}

static void sample_close(struct sample *a)
{
    mp_close(&a->mp);
    lab_close(&a->lab);
}

/* Half of them are points; ends of the others are doubles, some of them integers. */
static void draw_balls(struct sample *a, bool wild)
{
    double v[GEN_SYMBOLS];
    gen_point(&a->gen, v);
    for (int i = 0; i < GEN_SYMBOLS; i++) {
        int size = wild ? (int)rng_below(&a->rng, 21) - 10 : 0;
        double rad = rng_below(&a->rng, 2) ? ldexp(1, size - (int)rng_below(&a->rng, 24)) : 0;
        double mid = ldexp(v[i], size);
        a->ball[i] = (struct ball){rng_below(&a->rng, 8) ? mid : rint(mid) + rad, rad};
    }
}

static double point_in(struct rng *r, struct ball b)
{
    static const double ends[] = {-1, 1, 0, -0.5, 0.25};
    size_t i = rng_below(r, COUNT(ends) + 3);
    return b.mid + b.rad * (i < COUNT(ends) ? ends[i] : rng_double(r, -1, 1));
}

static bool ball_holds(struct ball b, mpfr_srcptr value)
{
    if (isinf(b.rad))
        return true;
    if (isnan(b.mid) || !mpfr_number_p(value))
        return isnan(b.mid) && !mpfr_number_p(value);
    mpfr_t d;
    mpfr_init2(d, BITS + 64);
    mpfr_sub_d(d, value, b.mid, MPFR_RNDN);
    mpfr_abs(d, d, MPFR_RNDN);
    bool holds = mpfr_cmp_d(d, b.rad) <= 0;
    mpfr_clear(d);
    return holds;
}

static bool is_far(mpfr_srcptr a)
{
    return mpfr_regular_p(a) && (mpfr_get_exp(a) > FAR || mpfr_get_exp(a) < -FAR);
}

static bool range_holds(const struct ball_range *r, mpfr_srcptr value)
{
    if (mpfr_inf_p(r->lo) || is_far(r->lo) || is_far(r->hi))
        return true;
    if (mpfr_nan_p(r->lo))
        return !mpfr_number_p(value);
    return mpfr_lessequal_p(r->lo, value) && mpfr_lessequal_p(value, r->hi);
}

static void check_point(struct sample *a)
{
    struct store *s = a->lab.s;
    double v[GEN_SYMBOLS];
    for (int i = 0; i < GEN_SYMBOLS; i++)
        v[i] = point_in(&a->rng, a->ball[i]);
    mp_eval(&a->mp, s, a->nodes, a->gen.sym, v, GEN_SYMBOLS, 0, NULL);
    for (size_t i = 0; i < a->nodes.n; i++) {
        struct ball b = a->rough[i];
        const struct ball_range *r = &a->precise[i];
        mpfr_srcptr value = a->mp.at[i];
        REQUIRE(ball_holds(b, value), "%s is not within %.17g of %.17g but %.17g",
                ex_show(s, a->nodes.at[i], EX_TEXT), b.rad, b.mid, mpfr_get_d(value, MPFR_RNDN));
        REQUIRE(range_holds(r, value), "%s is not between %.17g and %.17g but %.17g",
                ex_show(s, a->nodes.at[i], EX_TEXT), mpfr_get_d(r->lo, MPFR_RNDN),
                mpfr_get_d(r->hi, MPFR_RNDN), mpfr_get_d(value, MPFR_RNDN));
        a->known += !isnan(b.mid) && !isinf(b.rad);
        a->seen++;
        if (is_far(value) || mpfr_inf_p(value))
            return;
    }
}

/* With few bits every rounding matters. */
static void check_sets(struct sample *a, ex e, int points)
{
    static const mpfr_prec_t bits[] = {2, 5, 12, 53, 200};
    struct store *s = a->lab.s;
    a->nodes = ex_reach(s, &e, 1);
    a->rough = mem_take_array(a->lab.m, a->nodes.n, sizeof *a->rough);
    ball_eval(s, a->nodes, a->gen.sym, a->ball, GEN_SYMBOLS, a->rough);
    a->precise = ball_eval_precise(s, a->nodes, a->gen.sym, a->ball, GEN_SYMBOLS,
                                   bits[rng_below(&a->rng, COUNT(bits))]);
    REQUIRE(a->precise, "no ranges");
    for (int i = 0; i < points; i++)
        check_point(a);
}

START_TEST(sets_hold_the_values_of_random_expressions)
{
    struct sample a;
    size_t cases = test_scaled(20000), known = 0, seen = 0;
    for (size_t i = 0; i < cases;) {
        sample_open(&a, i + 1);
        for (int k = 0; k < 100; k++, i++) {
            struct mem_mark mark = mem_mark(a.lab.m);
            ex e = gen_any(&a.gen, 1 + (int)rng_below(&a.rng, 12));
            ex_clear(a.lab.s);
            draw_balls(&a, false);
            if (e)
                check_sets(&a, e, 4);
            mem_release(a.lab.m, mark);
        }
        known += a.known;
        seen += a.seen;
        sample_close(&a);
    }
    printf("%zu of %zu nodes are known\n", known, seen);
    ck_assert_uint_gt(known, seen / 5 * 4);
}
END_TEST

/* Every operator of the table by itself, with arguments of any size and width. */
START_TEST(sets_hold_the_values_of_every_operator)
{
    struct sample a;
    size_t cases = test_scaled(4000);
    for (enum ex_op op = EX_sym + 1; op < EX_OPS; op++) {
        const struct ex_row *row = &ex_row[op];
        sample_open(&a, op);
        size_t n = row->kind == FOLD ? 3 : row->args;
        for (size_t i = 0; i < cases; i++) {
            struct mem_mark mark = mem_mark(a.lab.m);
            ex args[3];
            for (int j = 0; j < 3; j++)
                args[j] = a.gen.sym[rng_below(&a.rng, GEN_SYMBOLS)];
            if (op == EX_pow && rng_below(&a.rng, 2))
                args[1] = ex_rat(a.lab.s, (int64_t)rng_below(&a.rng, 13) - 6,
                                 1 + (int64_t)rng_below(&a.rng, 3));
            draw_balls(&a, true);
            check_sets(&a, ex_make(a.lab.s, op, args, n), 8);
            mem_release(a.lab.m, mark);
        }
        if (a.known < 3 * cases)
            printf("%s is rarely known\n", row->text);
        sample_close(&a);
    }
}
END_TEST

/* ---- answers ---- */

enum { TRIES = 24 };

static enum ball_answer answer_at_sample(struct store *s, ex e, unsigned k)
{
    struct ex_list x = ex_symbols(s, &e, 1);
    double *v = mem_take_array(s->mem, x.n, sizeof *v);
    for (size_t i = 0; i < x.n; i++)
        v[i] = ball_sample(s, x.at[i], 0, k);
    return ball_nonzero(s, e, x.at, v, x.n);
}

static bool has_witness(struct store *s, ex e, bool precise)
{
    struct ex_list x = ex_symbols(s, &e, 1);
    double *v = mem_take_array(s->mem, x.n, sizeof *v);
    bool found = ball_witness(s, e, x.at, x.n, TRIES, precise, v);
    REQUIRE(!found || ball_nonzero(s, e, x.at, v, x.n) == BALL_NOT_ZERO, "%s: a bad witness",
            ex_show(s, e, EX_TEXT));
    return found;
}

static struct lab open_with_positive(void)
{
    struct lab l = lab_open();
    ex_sym(l.s, "p", EX_POSITIVE);
    ex_sym(l.s, "q", EX_POSITIVE);
    return l;
}

static const char *const zeros[] = {
    "0",
    "sin(x)^2 + cos(x)^2 - 1",
    "(x + 1)^2 - x^2 - 2 x - 1",
    "hold(x + 10^30) - x - 10^30",
    "sqrt(x^2) - abs(x)",
    "(p^2 + 2 p + 1)^(1/6) - (p + 1)^(1/3)",
    "(hold(exp(x) + 1) - 1) (hold(exp(-x) + 1) - 1) - 1",
    "sqrt(5 + 2 sqrt(6)) - sqrt(2) - sqrt(3)",
    "(7 + 5 sqrt(2))^(1/3) - 1 - sqrt(2)",
    "tan(x) - sin(x)/cos(x)",
    "tan(x + y) - (tan(x) + tan(y))/(1 - tan(x) tan(y))",
    "4 atan(1/5) - atan(1/239) - pi/4",
    "atan(p) + atan(1/p) - pi/2",
    "asin(x/5) + acos(x/5) - pi/2",
    "sin(acos(x/5)) - sqrt(1 - x^2/25)",
    "atan2(p, q) - atan(p/q)",
    "cosh(x)^2 - sinh(x)^2 - 1",
    "tanh(x) - sinh(x)/cosh(x)",
    "log(p) + log(q) - log(p q)",
    "p^y - exp(y log(p))",
    "p^(y + x) - (hold(p^y + 1) - 1) (hold(p^x + 1) - 1)",
    "abs(x y) - abs(x) abs(y)",
};

START_TEST(zero_is_never_proved_nonzero)
{
    struct lab l = open_with_positive();
    for (size_t i = 0; i < COUNT(zeros); i++) {
        struct mem_mark mark = mem_mark(l.m);
        ex e = test_read(l.s, zeros[i]);
        ck_assert_msg(i == 0 || e != ex_int(l.s, 0), "%s is seen to be zero", zeros[i]);
        for (unsigned k = 0; k < TRIES; k++)
            REQUIRE(answer_at_sample(l.s, e, k) != BALL_NOT_ZERO, "%s is zero", zeros[i]);
        ck_assert_msg(!has_witness(l.s, e, true), "%s is zero", zeros[i]);
        mem_release(l.m, mark);
    }
    lab_close(&l);
}
END_TEST

START_TEST(zero_by_chance_is_never_proved_nonzero)
{
    struct sample a;
    size_t cases = test_scaled(2000);
    for (size_t i = 0; i < cases;) {
        sample_open(&a, i + 3);
        struct store *s = a.lab.s;
        for (int k = 0; k < 50; k++, i++) {
            struct mem_mark mark = mem_mark(a.lab.m);
            ex f = gen_any(&a.gen, 4), g = gen_any(&a.gen, 4), h = gen_polynomial(&a.gen, 4);
            ex_clear(s);
            ex one = ex_hold(s, ex_expand(s, ex_mul2(s, f, ex_add2(s, g, h))));
            ex e = ex_sub(s, one, ex_mul2(s, f, ex_add2(s, ex_hold(s, g), ex_hold(s, h))));
            ex_clear(s);
            REQUIRE(!e || !has_witness(s, e, rng_below(&a.rng, 8) == 0), "this is zero: %s",
                    ex_show(s, e, EX_TEXT));
            mem_release(a.lab.m, mark);
        }
        sample_close(&a);
    }
}
END_TEST

/* Not zero, but not decidable with doubles. */
static const char *const tiny[] = {
    "sin(x)^2 + cos(x)^2 - 1 + x/10^40",
    "(x + 1)^2 - x^2 - 2 x - 1 + y/10^20",
    "hold(x + 10^30) - x - 10^30 - 1/10^30",
    "sin(hold(x + 10^30)) - sin(hold(x + 1 + 10^30))",
    "exp(x/10^50) - 1",
    "cos(x/10^100) - 1",
    "cosh(x/10^30) - 1",
    "sqrt(5 + 2 sqrt(6)) - sqrt(2) - sqrt(3) + 1/10^500",
    "exp(pi sqrt(163)) - 262537412640768744",
    "4 atan(1/5) - atan(1/239) - pi/4 - 1/10^100",
    "tan(x) - sin(x)/cos(x) + 1/10^30",
    "asin(x/5) + acos(x/5) - pi/2 + 1/10^30",
    "atan2(p, q) - atan(p/q) + 1/10^30",
    "tanh(x) - sinh(x)/cosh(x) + 1/10^30",
    "log(p) + log(q) - log(p q) + 1/10^30",
    "p^y - exp(y log(p)) + 1/10^30",
    "abs(x y) - abs(x) abs(y) + 1/10^30",
    "x/10^400",
    "x 10^400",
    "exp(exp(20)) - 1",
    "sin(10^100)",
    "(p^2 + 2 p + 1)^(1/6) - (p + 1)^(1/3) + 1/10^30",
    "log(10^30 + 1) - log(10^30)",
    "(1 + p/10^22)^(10^21) - exp(p/10)",
    "sqrt(hold(x^2 - 2 x) - x^2 + 2 x) + 1/10^600",
};

START_TEST(small_differences_are_proved)
{
    struct lab l = open_with_positive();
    for (size_t i = 0; i < COUNT(tiny); i++) {
        ex e = test_read(l.s, tiny[i]);
        ck_assert_msg(!ex_is_number(l.s, e), "%s is seen to be a number", tiny[i]);
        ck_assert_msg(!has_witness(l.s, e, false), "%s: doubles cannot know", tiny[i]);
        ck_assert_msg(has_witness(l.s, e, true), "%s is not zero", tiny[i]);
    }
    lab_close(&l);
}
END_TEST

START_TEST(answers_one_knows)
{
    static const struct {
        const char *text;
        double x, y;
        enum ball_answer answer;
    } known[] = {
        {"x", 1, 0, BALL_NOT_ZERO},
        {"x", 0, 0, BALL_UNSURE},
        {"x", -0x1p-1074, 0, BALL_NOT_ZERO},
        {"x", NAN, 0, BALL_OUTSIDE},
        {"x", INFINITY, 0, BALL_UNSURE},
        {"x + unheard", 1, 0, BALL_OUTSIDE},
        {"1/3", 0, 0, BALL_NOT_ZERO},
        {"pi", 0, 0, BALL_NOT_ZERO},
        {"log(x)", -1, 0, BALL_OUTSIDE},
        {"log(x)", 1, 0, BALL_UNSURE},
        {"log(x)", 0, 0, BALL_OUTSIDE},
        {"log(x)", 0.5, 0, BALL_NOT_ZERO},
        {"y + log(-x^2)", 1, 1, BALL_OUTSIDE},
        {"0.5 + sqrt(x)", -1, 0, BALL_OUTSIDE},
        {"0.5 + sqrt(x)", 0, 0, BALL_NOT_ZERO},
        {"x^(3/2)", -1, 0, BALL_OUTSIDE},
        {"x^(1/3)", -8, 0, BALL_OUTSIDE},
        {"x^(1/3) + 1", 0, 0, BALL_NOT_ZERO},
        {"x^(-1/3)", 0, 0, BALL_UNSURE},
        {"x^3", -8, 0, BALL_NOT_ZERO},
        {"x^(-3)", -8, 0, BALL_NOT_ZERO},
        {"x^(-3)", 0, 0, BALL_UNSURE},
        {"x^y", -2, 3, BALL_NOT_ZERO},
        {"x^y - 1", -2, 0, BALL_UNSURE},
        {"x^y", 0, 0, BALL_UNSURE},
        {"x^y", -2, 0.5, BALL_OUTSIDE},
        {"x^y", -2, 0.25, BALL_OUTSIDE},
        {"x^hold(y + 1/3)", -2, 1, BALL_OUTSIDE},
        {"x^y + 9", -2, 3, BALL_NOT_ZERO},
        {"x^y + 8", -2, 3, BALL_UNSURE},
        {"asin(x)", 2, 0, BALL_OUTSIDE},
        {"asin(x)", -1, 0, BALL_NOT_ZERO},
        {"acos(x)", -1.0000001, 0, BALL_OUTSIDE},
        {"acos(x)", 1, 0, BALL_UNSURE},
        {"asin(sin(x)^2 + cos(x)^2 + 1/10^40)", 1, 0, BALL_OUTSIDE},
        {"log(1 - sin(x)^2 - cos(x)^2 - 1/10^40)", 1, 0, BALL_OUTSIDE},
        {"asin(sin(x)^2 + cos(x)^2)", 1, 0, BALL_UNSURE},
        {"1/(x - 1)", 1, 0, BALL_UNSURE},
        {"1/(sin(x)^2 + cos(x)^2 - 1)", 1, 0, BALL_UNSURE},
        {"1/(sin(x)^2 + cos(x)^2 - 1 + 1/10^40)", 1, 0, BALL_NOT_ZERO},
        {"tan(x)", 1.5707963267948966, 0, BALL_NOT_ZERO},
        {"atan2(y, x)", -1, 0, BALL_UNSURE},
        {"atan2(y, x)", 1, 0, BALL_UNSURE},
        {"atan2(y, x)", -1, -0x1p-70, BALL_NOT_ZERO},
        {"atan2(y, x)", 0, 0, BALL_UNSURE},
        {"abs(x)", -0x1p-1000, 0, BALL_NOT_ZERO},
        {"exp(exp(exp(x)))", 20, 0, BALL_UNSURE},
        {"exp(-exp(x))", 10, 0, BALL_NOT_ZERO},
    };
    struct lab l = lab_open();
    ex x[2] = {ex_sym(l.s, "x", 0), ex_sym(l.s, "y", 0)};
    for (size_t i = 0; i < COUNT(known); i++) {
        double v[2] = {known[i].x, known[i].y};
        enum ball_answer got = ball_nonzero(l.s, test_read(l.s, known[i].text), x, v, 2);
        ck_assert_msg(got == known[i].answer, "%s at %g, %g: answer %d", known[i].text, v[0], v[1],
                      (int)got);
    }
    ck_assert_int_eq(ball_nonzero(l.s, EX_POISON, x, (double[]){1, 1}, 2), BALL_OUTSIDE);
    lab_close(&l);
}
END_TEST

/* MPFR is not used for expressions without a value. */
START_TEST(doubles_know_the_domains)
{
    static const char *const rows[] = {
        "log(x)",      "sqrt(x)",           "x^(-1/2) + y",
        "x^(1/3)",     "x^(1/7 + y)",       "asin(x)",
        "acos(x - y)", "3 y + cos(log(x))", "hold(x^(1/4) y + 1) - y",
        "unheard"};
    struct lab l = lab_open();
    ex x[2] = {ex_sym(l.s, "x", 0), ex_sym(l.s, "y", 0)};
    struct ball v[2] = {{-2, 0.25}, {0.5, 0.25}}, out[16];
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = test_read(l.s, rows[i]);
        struct ex_list nodes = ex_reach(l.s, &e, 1);
        ck_assert_uint_le(nodes.n, COUNT(out));
        ball_eval(l.s, nodes, x, v, 2, out);
        ck_assert_msg(isnan(out[nodes.n - 1].mid), "%s may have a value", rows[i]);
    }
    lab_close(&l);
}
END_TEST

/* ---- points ---- */

START_TEST(samples_come_from_names)
{
    struct lab l = lab_open(), other = lab_open();
    ex p = ex_sym(l.s, "p", EX_POSITIVE), x = ex_sym(l.s, "x", 0);
    ex_sym(other.s, "y", 0);
    ex same = ex_sym(other.s, "x", 0);
    int negative = 0, large = 0;
    for (unsigned k = 0; k < 1000; k++) {
        double v = ball_sample(l.s, x, 0, k), size = k < 8 ? fabs(v) : ldexp(fabs(v), 8);
        ck_assert(size >= 0.2 && size <= 4.2 && ldexp(size, 20) == rint(ldexp(size, 20)));
        ck_assert(v == ball_sample(other.s, same, 0, k));
        ck_assert(v != ball_sample(l.s, x, 0, k + 1) && fabs(v) != ball_sample(l.s, p, 0, k));
        ck_assert(ball_sample(l.s, p, 0, k) > 0);
        negative += v < 0;
        large += size > 2.2;
    }
    ck_assert(negative > 325 && negative < 425 && large > 450 && large < 550);
    ck_assert(ball_sample(l.s, x, 0, 0) == -0x1.3b78cp-2); /* on every machine */
    ck_assert(ball_sample(l.s, ex_sym(l.s, "theta_1", 0), 0, 5) == 0x1.0befp-1);
    lab_close(&l);
    lab_close(&other);
}
END_TEST

START_TEST(witnesses)
{
    struct lab l = lab_open();
    static const char *const rows[] = {"x - y",         "x^2 + 1",           "5",
                                       "log(x)",        "asin(x) + acos(y)", "sqrt(x y z) - 1",
                                       "pi - 355/113",  "x^y - y^x",         "tan(x) - x",
                                       "1/(x - y) + z", "abs(x) - x"};
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_msg(has_witness(l.s, test_read(l.s, rows[i]), false), "%s", rows[i]);
    ck_assert(!has_witness(l.s, test_read(l.s, "log(-1 - x^2)"), true));
    lab_close(&l);
}
END_TEST

/* ---- size and memory ---- */

START_TEST(large_things)
{
#ifdef EX_HOSTILE
    enum { LINKS = 2000 }; /* in the hostile variant every insertion copies the store */
#else
    enum { LINKS = 50000 };
#endif
    struct lab l = lab_open();
    ex x = ex_sym(l.s, "x", 0), e = x;
    for (int i = 1; i <= LINKS; i++)
        e = ex_sin(l.s, ex_add2(l.s, e, ex_rat(l.s, 1, i)));
    ck_assert(has_witness(l.s, e, false));
    ex zero = ex_sub(l.s, ex_hold(l.s, ex_mul2(l.s, e, x)), ex_mul2(l.s, e, ex_hold(l.s, x)));
    double start = test_clock();
    ck_assert_int_eq(ball_nonzero(l.s, zero, &x, (double[]){1.5}, 1), BALL_UNSURE);
    printf("%.2f s for a zero of %zu nodes\n", test_clock() - start, ex_reach(l.s, &zero, 1).n);
    struct ball v = {1.5, 0};
    ck_assert_ptr_null(ball_eval_precise(l.s, ex_reach(l.s, &e, 1), &x, &v, 1, 1 << 20));
    lab_close(&l);
}
END_TEST

/* False: memory ran out. */
static bool prove(struct mem *m, struct store *s)
{
    if (MEM_TRY(m)) {
        ex e = test_read(s, "sin(x)^2 + cos(x)^2 - 1 + pi exp(y) 12345678901234567890123/10^340");
        REQUIRE(has_witness(s, e, true), "no witness");
        mem_calm(m);
        return true;
    }
    mem_calm(m);
    return false;
}

START_TEST(memory_runs_out_at_any_time)
{
    struct mem *m = mem_new(0);
    struct store *s = ex_store_new(m, ex_limits());
    ck_assert(prove(m, s));
    size_t used = mem_used(m), failures = 0;
    for (uint64_t nth = 1;; nth++) {
        if (!test_turn(nth))
            continue;
        mem_fail_at(m, nth);
        bool passed = prove(m, s);
        mem_fail_at(m, 0);
        if (passed)
            break;
        failures++;
        REQUIRE(prove(m, s), "after failure %lu", (unsigned long)nth);
        REQUIRE(mem_used(m) <= used, "after failure %lu more is held", (unsigned long)nth);
    }
    ck_assert_uint_gt(failures, 10);
    ex_store_free(s);
    mem_free(m);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sets_hold_the_values_of_random_expressions,
                                  sets_hold_the_values_of_every_operator,
                                  zero_is_never_proved_nonzero,
                                  zero_by_chance_is_never_proved_nonzero,
                                  small_differences_are_proved,
                                  answers_one_knows,
                                  doubles_know_the_domains,
                                  samples_come_from_names,
                                  witnesses,
                                  large_things,
                                  memory_runs_out_at_any_time};
    return test_run("ball", tests, COUNT(tests));
}
