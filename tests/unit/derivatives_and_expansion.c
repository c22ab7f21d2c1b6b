/* tests/unit/derivatives_and_expansion.c -- derivatives, substitution, expansion, polynomials, by
 * two methods. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 256, AGREE = 120 };

/* A random expression and a point where it is defined and moderate. */
struct sample {
    struct lab lab;
    struct gen gen;
    struct rng rng;
    struct mp mp;
    double v[GEN_SYMBOLS];
};

static void sample_open(struct sample *a, uint64_t seed)
{
    a->lab = lab_open();
    a->rng = rng_new(seed);
    a->gen = gen_new(a->lab.s, &a->rng);
    mp_open(&a->mp, BITS, MPFR_RNDN);
}

static void sample_close(struct sample *a)
{
    mp_close(&a->mp);
    lab_close(&a->lab);
}

static void eval_all(struct sample *a, const ex *e, size_t n)
{
    mp_eval(&a->mp, a->lab.s, ex_reach(a->lab.s, e, n), a->gen.sym, a->v, GEN_SYMBOLS, 0, NULL);
}

static ex draw(struct sample *a, int operators)
{
    for (;;) {
        struct mem_mark mark = mem_mark(a->lab.m);
        ex e = gen_any(&a->gen, operators);
        ex_clear(a->lab.s);
        gen_point(&a->gen, a->v);
        if (e) {
            eval_all(a, &e, 1);
            if (mp_moderate(&a->mp, a->lab.s))
                return e;
        }
        mem_release(a->lab.m, mark);
    }
}

static void same_value(struct sample *a, ex e, ex f, const char *what)
{
    struct store *s = a->lab.s;
    REQUIRE(e && f, "%s: poison: %s", what, ex_error(s) ? ex_error(s) : "?");
    eval_all(a, (ex[]){e, f}, 2);
    REQUIRE(mp_near(mp_of(&a->mp, e), mp_of(&a->mp, f), AGREE), "%s:\n%s\n%s", what,
            ex_show(s, e, EX_TEXT), ex_show(s, f, EX_TEXT));
}

/* ---- derivatives ---- */

START_TEST(three_roads_to_a_derivative)
{
    struct sample a;
    size_t cases = test_scaled(10000);
    for (size_t i = 0; i < cases;) {
        sample_open(&a, i + 1);
        struct store *s = a.lab.s;
        for (int k = 0; k < 100; k++, i++) {
            struct mem_mark mark = mem_mark(a.lab.m);
            ex e = draw(&a, 3 + (int)rng_below(&a.rng, 8)), g[GEN_SYMBOLS], dx[GEN_SYMBOLS], d;
            ex terms[GEN_SYMBOLS];
            ex_gradient(s, e, a.gen.sym, GEN_SYMBOLS, g);
            for (int j = 0; j < GEN_SYMBOLS; j++) {
                same_value(&a, g[j], ex_diff(s, e, a.gen.sym[j]), "gradient and derivative");
                dx[j] = ex_rat(s, (int64_t)rng_below(&a.rng, 7) - 3, 2);
                terms[j] = ex_mul2(s, g[j], dx[j]);
            }
            ex_directional(s, &e, 1, a.gen.sym, dx, GEN_SYMBOLS, &d);
            same_value(&a, d, ex_add(s, terms, GEN_SYMBOLS), "direction and gradient");
            mem_release(a.lab.m, mark);
        }
        sample_close(&a);
    }
}
END_TEST

START_TEST(jacobian_and_hessian)
{
    struct sample a;
    size_t cases = test_scaled(2000);
    for (size_t i = 0; i < cases;) {
        sample_open(&a, i + 2);
        struct store *s = a.lab.s;
        for (int k = 0; k < 50; k++, i++) {
            struct mem_mark mark = mem_mark(a.lab.m);
            ex e[3] = {draw(&a, 4), a.gen.sym[1], EX_POISON}, out[9];
            e[2] = ex_mul2(s, e[0], e[1]);
            size_t m = 1 + rng_below(&a.rng, 3), n = 1 + rng_below(&a.rng, 3);
            ex_jacobian(s, e, m, a.gen.sym, n, out);
            for (size_t j = 0; j < m; j++)
                for (size_t l = 0; l < n; l++)
                    same_value(&a, out[j * n + l], ex_diff(s, e[j], a.gen.sym[l]), "jacobian");
            ex_hessian(s, e[0], a.gen.sym, n, out);
            for (size_t j = 0; j < n; j++)
                for (size_t l = 0; l < n; l++) {
                    ex d = ex_diff(s, ex_diff(s, e[0], a.gen.sym[j]), a.gen.sym[l]);
                    same_value(&a, out[j * n + l], d, "second derivative");
                    same_value(&a, out[j * n + l], out[l * n + j], "symmetry");
                }
            mem_release(a.lab.m, mark);
        }
        sample_close(&a);
    }
}
END_TEST

START_TEST(derivatives_one_knows)
{
    static const char *const rows[][2] = {{"x", "1"},
                                          {"y", "0"},
                                          {"x^3", "3 x^2"},
                                          {"sin(x)", "cos(x)"},
                                          {"cos(2 x)", "-2 sin(2 x)"},
                                          {"x y z", "y z"},
                                          {"exp(x y)", "y exp(x y)"},
                                          {"1/x", "-1/x^2"},
                                          {"log(x)", "1/x"},
                                          {"sqrt(x)", "1/2/sqrt(x)"},
                                          {"x^y", "y x^(y - 1)"},
                                          {"2^x", "2^x log(2)"},
                                          {"tan(x)", "1 + tan(x)^2"},
                                          {"a x^2 + b x + c", "2 a x + b"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex d = ex_diff(l.s, test_read(l.s, rows[i][0]), ex_sym(l.s, "x", 0));
        ck_assert_msg(d == test_read(l.s, rows[i][1]), "derivative of %s: %s", rows[i][0],
                      ex_show(l.s, d, EX_TEXT));
    }
    lab_close(&l);
}
END_TEST

/* ---- substitution ---- */

START_TEST(substitution_is_simultaneous)
{
    static const struct {
        const char *e, *from[2], *to[2], *result;
    } rows[] = {{"x - y", {"x", "y"}, {"y", "x"}, "y - x"},
                {"x^2 + y", {"x", "y"}, {"x + y", "x"}, "(x + y)^2 + x"},
                {"sin(x) + x", {"sin(x)", "x"}, {"s", "t"}, "s + t"},
                {"sin(x)^2 + cos(x)", {"sin(x)", "cos(x)"}, {"s", "c"}, "s^2 + c"},
                {"f (x + y)", {"x + y", "f"}, {"z", "x"}, "x z"},
                {"x + y", {"z", "w"}, {"1", "2"}, "x + y"},
                {"x y", {"x", "y"}, {"0", "5"}, "0"},
                {"x - y", {"x", "y"}, {"a", "a"}, "0"},
                {"hold(x + y) z", {"x", "y"}, {"1", "2"}, "3 z"},
                {"sqrt(x)", {"x", "y"}, {"4", "y"}, "2"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex from[2], to[2], e = test_read(l.s, rows[i].e), r;
        for (int k = 0; k < 2; k++) {
            from[k] = test_read(l.s, rows[i].from[k]);
            to[k] = test_read(l.s, rows[i].to[k]);
        }
        ex_subst(l.s, &e, 1, from, to, 2, &r);
        ck_assert_msg(r == test_read(l.s, rows[i].result), "%s became %s", rows[i].e,
                      r ? ex_show(l.s, r, EX_TEXT) : ex_error(l.s));
    }
    ex e = test_read(l.s, "1/x"), x = test_read(l.s, "x"), zero = ex_int(l.s, 0), r;
    ex_subst(l.s, &e, 1, &x, &zero, 1, &r);
    ck_assert(r == EX_POISON && ex_error(l.s));
    lab_close(&l);
}
END_TEST

/* Swapping twice is the identity; the value of the result equals the old one at the new point. */
START_TEST(substitution_moves_the_point)
{
    struct sample a;
    sample_open(&a, 3);
    struct store *s = a.lab.s;
    size_t cases = test_scaled(3000);
    for (size_t i = 0; i < cases; i++) {
        struct mem_mark mark = mem_mark(a.lab.m);
        ex *x = a.gen.sym, e = draw(&a, 6), swapped, back, numbers[GEN_SYMBOLS], n;
        ex_subst(s, &e, 1, NULL, NULL, 0, &back);
        REQUIRE(back == e, "nothing was substituted and it changed");
        ex_subst(s, &e, 1, (ex[]){x[0], x[1], x[2]}, (ex[]){x[1], x[2], x[0]}, 3, &swapped);
        if (swapped) {
            ex_subst(s, &swapped, 1, (ex[]){x[1], x[2], x[0]}, (ex[]){x[0], x[1], x[2]}, 3, &back);
            REQUIRE(back == e, "turned and turned back: %s is now %s", ex_show(s, e, EX_TEXT),
                    back ? ex_show(s, back, EX_TEXT) : "poison");
        }
        ex_clear(s);
        for (int k = 0; k < GEN_SYMBOLS; k++)
            numbers[k] = ex_rat(s, (int64_t)ldexp(a.v[k], 20), 1 << 20);
        ex_subst(s, &e, 1, x, numbers, GEN_SYMBOLS, &n);
        if (n)
            same_value(&a, e, n, "the value in place of the symbol");
        ex_clear(s);
        mem_release(a.lab.m, mark);
    }
    sample_close(&a);
}
END_TEST

/* ---- expansion ---- */

static bool is_multiplied_out(struct store *s, ex e)
{
    struct ex_list all = ex_reach(s, &e, 1);
    for (size_t i = 0; i < all.n; i++) {
        ex n = all.at[i];
        int64_t k;
        bool power = ex_op(s, n) == EX_pow && ex_is_int(s, ex_arg(s, n, 1), &k) && k > 0;
        for (size_t j = 0; j < (power ? 1 : ex_op(s, n) == EX_mul ? ex_count_args(s, n) : 0); j++)
            if (ex_op(s, ex_arg(s, n, j)) == EX_add)
                return false;
        if (ex_op(s, n) == EX_hold)
            return false;
    }
    return true;
}

static void check_expand(struct sample *a, ex e)
{
    struct store *s = a->lab.s;
    ex f = ex_expand(s, e);
    if (!f) { /* too many terms: an allowed result */
        REQUIRE(ex_error(s) != NULL, "poison without a reason");
        ex_clear(s);
        return;
    }
    same_value(a, e, f, "expanded");
    REQUIRE(ex_expand(s, f) == f, "expanding again changes %s", ex_show(s, f, EX_TEXT));
    REQUIRE(is_multiplied_out(s, f), "a product of sums is left in %s", ex_show(s, f, EX_TEXT));
}

START_TEST(expansion_keeps_the_value)
{
    struct sample a;
    size_t cases = test_scaled(4000);
    for (size_t i = 0; i < cases;) {
        sample_open(&a, i + 4);
        for (int k = 0; k < 50; k++, i++) {
            struct mem_mark mark = mem_mark(a.lab.m);
            check_expand(&a, draw(&a, 6));
            gen_point(&a.gen, a.v);
            check_expand(&a, gen_polynomial(&a.gen, 6));
            mem_release(a.lab.m, mark);
        }
        sample_close(&a);
    }
}
END_TEST

START_TEST(expansions_one_knows)
{
    static const char *const rows[][2] = {{"(x + 1)^2 - x^2 - 2 x", "1"},
                                          {"(x + y) (x - y)", "x^2 - y^2"},
                                          {"(a + b)^3", "a^3 + 3 a^2 b + 3 a b^2 + b^3"},
                                          {"2 (x + y)", "2 x + 2 y"},
                                          {"sin((x + 1) y)", "sin(x y + y)"},
                                          {"hold(x + y) - x", "y"},
                                          {"(x + 1)^2 / (x + 1)", "x + 1"},
                                          {"x (1 + 1/x)", "x + 1"},
                                          {"(sqrt(x) + 1) (sqrt(x) - 1)", "x - 1"},
                                          {"sqrt(x + 1) (sqrt(x + 1) + 1) - x", "1 + sqrt(x + 1)"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = ex_expand(l.s, test_read(l.s, rows[i][0]));
        ck_assert_msg(e == test_read(l.s, rows[i][1]), "%s expands to %s", rows[i][0],
                      ex_show(l.s, e, EX_TEXT));
    }
    lab_close(&l);
}
END_TEST

START_TEST(the_circle)
{
    static const char *const rows[][2] = {{"sin(x)^2 + cos(x)^2", "1"},
                                          {"m sin(x)^2 + m cos(x)^2", "m"},
                                          {"(sin(x) + cos(x))^2 - 2 sin(x) cos(x)", "1"},
                                          {"sin(x)^2 + cos(y)^2", "sin(x)^2 + cos(y)^2"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = ex_circle(l.s, test_read(l.s, rows[i][0]));
        ck_assert_msg(e == test_read(l.s, rows[i][1]), "%s becomes %s", rows[i][0],
                      ex_show(l.s, e, EX_TEXT));
    }
    lab_close(&l);
    struct sample a;
    sample_open(&a, 5);
    for (size_t i = 0; i < test_scaled(2000); i++) {
        struct mem_mark mark = mem_mark(a.lab.m);
        ex e = draw(&a, 6), c = ex_circle(a.lab.s, e);
        if (c)
            same_value(&a, e, c, "after the circle");
        ex_clear(a.lab.s);
        mem_release(a.lab.m, mark);
    }
    sample_close(&a);
}
END_TEST

/* ---- polynomials ---- */

START_TEST(polynomials_one_knows)
{
    static const struct {
        const char *e;
        uint32_t kx, ky;
        const char *coefficient;
        int degree;
    } rows[] = {{"(x + 1)^2 - x^2 - 2 x", 0, 0, "1", 0},
                {"(x + 1)^2 - x^2 - 2 x", 1, 0, "0", 0},
                {"(x + y)^5", 2, 3, "10", 5},
                {"a x^2 + b x + c", 1, 0, "b", 2},
                {"(a x + b y)^2", 1, 1, "2 a b", 2},
                {"x y sin(a) + x / a", 1, 0, "1/a", 2},
                {"hold(x + y)^2 - 2 x y", 1, 1, "0", 2},
                {"sin(a)^2", 0, 0, "sin(a)^2", 0},
                {"0", 0, 0, "0", 0},
                {"x^100 - x^100 + y", 0, 1, "1", 1}};
    struct lab l = lab_open();
    ex xy[2] = {ex_sym(l.s, "x", 0), ex_sym(l.s, "y", 0)};
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = test_read(l.s, rows[i].e);
        uint32_t k[2] = {rows[i].kx, rows[i].ky};
        ex c = ex_coefficient(l.s, e, xy, k, 2);
        ck_assert_msg(c == test_read(l.s, rows[i].coefficient),
                      "coefficient of x^%u y^%u in %s: %s", k[0], k[1], rows[i].e,
                      ex_show(l.s, c, EX_TEXT));
        ck_assert_msg(ex_degree(l.s, e, xy, 2) == rows[i].degree, "degree of %s", rows[i].e);
        ck_assert_ptr_null(ex_error(l.s));
    }
    lab_close(&l);
}
END_TEST

START_TEST(what_is_no_polynomial_says_so)
{
    static const char *const rows[] = {"sin(x)",      "1/x",        "x^(1/2)", "x^y",
                                       "exp(x)",      "2^x",        "abs(x)",  "x + tan(x)",
                                       "y/(1 + x)^2", "atan2(1, x)"};
    struct lab l = lab_open();
    ex x = ex_sym(l.s, "x", 0), z = ex_sym(l.s, "z", 0);
    uint32_t k = 1;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = test_read(l.s, rows[i]);
        ck_assert_msg(ex_degree(l.s, e, &x, 1) == -1, "%s is no polynomial in x", rows[i]);
        ck_assert_ptr_null(ex_error(l.s)); /* a query sets no error */
        ck_assert_int_eq((int)ex_degree(l.s, e, &z, 1), 0);
        ck_assert(ex_collect(l.s, e, &x, 1) == EX_POISON);
        ck_assert_ptr_nonnull(strstr(ex_error(l.s), "polynomial"));
        ex_clear(l.s);
        ck_assert(ex_coefficient(l.s, e, &x, &k, 1) == EX_POISON);
        ck_assert_ptr_nonnull(ex_error(l.s));
        ex_clear(l.s);
        ck_assert(ex_collect(l.s, e, &z, 1) == e);
    }
    lab_close(&l);
}
END_TEST

/* The sum of coefficient * monomial over all monomials of the degree is the polynomial. */
START_TEST(coefficients_make_the_polynomial_again)
{
    struct sample a;
    sample_open(&a, 6);
    struct store *s = a.lab.s;
    size_t done = 0, cases = test_scaled(1000);
    while (done < cases) {
        struct mem_mark mark = mem_mark(a.lab.m);
        ex *x = a.gen.sym, e = gen_polynomial(&a.gen, 5), terms[200];
        gen_point(&a.gen, a.v);
        int64_t degree = ex_degree(s, e, x, 2);
        REQUIRE(degree >= 0 && !ex_error(s), "the degree of %s", ex_show(s, e, EX_TEXT));
        size_t n = 0;
        for (uint32_t i = 0; degree <= 12 && i <= degree; i++)
            for (uint32_t k = 0; i + k <= degree; k++) {
                ex c = ex_coefficient(s, e, x, (uint32_t[]){i, k}, 2);
                REQUIRE(!ex_has(s, c, x[0]) && !ex_has(s, c, x[1]), "a coefficient depends on x");
                terms[n++] = ex_mul3(s, c, ex_powi(s, x[0], i), ex_powi(s, x[1], k));
            }
        if (n) {
            same_value(&a, e, ex_add(s, terms, n), "coefficients and polynomial");
            same_value(&a, e, ex_collect(s, e, x, 2), "collected");
            REQUIRE(ex_collect(s, ex_collect(s, e, x, 2), x, 2) == ex_collect(s, e, x, 2),
                    "collecting again changes %s", ex_show(s, e, EX_TEXT));
            done++;
        }
        mem_release(a.lab.m, mark);
    }
    sample_close(&a);
}
END_TEST

/* ---- sharing ---- */

START_TEST(ten_to_the_thirty_paths)
{
    struct ex_limits limits = ex_limits();
    limits.text = (size_t)1 << 20;
    struct lab l = lab_open_with(limits);
    struct store *s = l.s;
    double v = 0.5, out[3];
    ex x = ex_sym(s, "x", 0), y = ex_sym(s, "y", 0), e = x, g, r;
    for (int i = 0; i < 200; i++) {
        ex f = ex_add2(s, ex_int(s, 1), e);
        e = ex_sin(s, ex_mul2(s, e, ex_sqrt(s, f)));
    }
    ex d = ex_diff(s, e, x);
    ex_gradient(s, e, &x, 1, &g);
    ex_eval(s, (ex[]){e, d, g}, 3, &x, &v, 1, out);
    ck_assert(isfinite(out[0]) && fabs(out[1] - out[2]) <= 1e-9 * fabs(out[1]));
    ex_subst(s, &d, 1, &x, &y, 1, &r);
    ck_assert(r && r != d && ex_has(s, r, y) && !ex_has(s, r, x));
    ck_assert(ex_expand(s, e) != EX_POISON && ex_circle(s, e) != EX_POISON);
    ck_assert(ex_degree(s, e, &x, 1) == -1);
    ck_assert(ex_cost(s, &d, 1).calls < 2000);
    for (enum ex_style style = 0; style < EX_STYLES; style++) {
        ck_assert_ptr_null(ex_show(s, d, style)); /* its text would be far too long */
        ck_assert_ptr_nonnull(ex_error(s));
        ex_clear(s);
    }
    printf("%llu words of work\n", (unsigned long long)s->work);
    ck_assert_uint_lt(s->work, 1000000);
    lab_close(&l);
}
END_TEST

START_TEST(what_it_costs)
{
    static const struct {
        const char *e;
        size_t adds, muls, divs, calls;
    } rows[] = {{"x", 0, 0, 0, 0},
                {"x y + z", 1, 1, 0, 0},
                {"x - y", 1, 0, 0, 0},
                {"x^8", 0, 3, 0, 0},
                {"x / y", 0, 0, 1, 0},
                {"1 / (x y)", 0, 1, 1, 0},
                {"sin(x) cos(x)", 0, 1, 0, 2},
                {"sqrt(x)", 0, 0, 0, 1},
                {"hold(x + y)^2", 1, 1, 0, 0},
                {"sin(x + y) + cos(x + y)", 2, 0, 0, 2}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = test_read(l.s, rows[i].e);
        struct ex_cost c = ex_cost(l.s, &e, 1);
        ck_assert_uint_eq(ex_operations(l.s, &e, 1), c.adds + c.muls + c.divs + c.calls);
        ck_assert_msg(c.adds == rows[i].adds && c.muls == rows[i].muls && c.divs == rows[i].divs &&
                          c.calls == rows[i].calls,
                      "%s costs %zu + %zu * %zu / %zu calls", rows[i].e, c.adds, c.muls, c.divs,
                      c.calls);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {three_roads_to_a_derivative,
                                  jacobian_and_hessian,
                                  derivatives_one_knows,
                                  substitution_is_simultaneous,
                                  substitution_moves_the_point,
                                  expansion_keeps_the_value,
                                  expansions_one_knows,
                                  the_circle,
                                  polynomials_one_knows,
                                  what_is_no_polynomial_says_so,
                                  coefficients_make_the_polynomial_again,
                                  ten_to_the_thirty_paths,
                                  what_it_costs};
    return test_run("calculus", tests, COUNT(tests));
}
