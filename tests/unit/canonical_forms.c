/* tests/unit/canonical_forms.c -- canonical forms in difficult corner cases. */
#include "support/support.h"

#include <string.h>

/* Expressions with known forms, which must be the same when built again from their arguments. */
static const struct {
    const char *input, *text;
} rows[] = {
    {"sqrt(1009^3)", "1009 sqrt(1009)"},
    {"(1009^6)^(1/4)", "1009 sqrt(1009)"},
    {"2^(2/3)*2^(2/3)", "2*2^(1/3)"},
    {"(4/9)^(3/4)", "2/9 sqrt(6)"},
    {"12^(61/63)", "12^(61/63)"},
    {"sqrt(59) x sqrt(59)", "59 x"},
    {"(x y)^(1/2) z (x y)^(1/2)", "x y z"},
    {"(2 x sqrt(k m))^2", "4 k m x^2"},
    {"tan(8 pi/7)", "tan(1/7 pi)"},
    {"tan(3 pi/4) tan(pi/3)", "-sqrt(3)"},
    {"sin(x + 3 pi/2) + cos(7 pi/6)", "-1/2 sqrt(3) - cos(x)"},
    {"sin(-(b^2 - 3 a + 1))", "sin(3 a - b^2 - 1)"},
    {"cos(2 (y - x)) - cos(-2 (x - y))", "0"},
    {"abs(y - x) - abs(x - y)", "0"},
    {"exp(x) y exp(2 x) exp(-3 x)", "y"},
    {"(a sqrt(b sqrt(c d))) / (a sqrt(b sqrt(c d)))", "1"},
    {"(y sqrt(z sqrt(v w)))^4", "v w y^4 z^2"},
    {"(-1)^(10^30)", "1"},
    {"(x^2)^(1/2)", "sqrt(x^2)"},
    {"x^(2^70)", "x^1180591620717411303424"},
};

START_TEST(forms_one_knows)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex e = test_read(l.s, rows[i].input);
        const char *got = ex_show(l.s, e, EX_TEXT);
        ck_assert_msg(strcmp(got, rows[i].text) == 0, "%s is %s, not %s", rows[i].input, got,
                      rows[i].text);
        ck_assert_uint_eq(test_read(l.s, got), e);
        size_t n = ex_count_args(l.s, e);
        ex args[8];
        ck_assert_uint_le(n, COUNT(args));
        memcpy(args, ex_args(l.s, e), n * sizeof *args);
        if (n)
            ck_assert_uint_eq(ex_make(l.s, ex_op(l.s, e), args, n), e);
    }
    lab_close(&l);
}
END_TEST

START_TEST(a_sum_of_one_term_is_that_term)
{
    struct lab l = lab_open();
    ex e = test_read(l.s, "2 (x + y)"), zero = ex_int(l.s, 0);
    ck_assert_uint_eq(ex_add(l.s, &e, 1), e);
    ck_assert_uint_eq(ex_add2(l.s, e, zero), e);
    ck_assert_uint_eq(ex_add(l.s, (ex[]){zero, e, zero}, 3), e);
    lab_close(&l);
}
END_TEST

static const char *raise_nested_roots(void *context)
{
    struct store *s = context;
    ex y = ex_sym(s, "y", 0), z = ex_sym(s, "z", 0), chain = ex_sym(s, "x", 0), tree = chain;
    for (int i = 0; i < 20000; i++)
        chain = ex_sqrt(s, ex_mul2(s, i % 2 ? y : z, chain));
    for (int i = 0; i < 30; i++)
        tree = ex_mul2(s, ex_sqrt(s, ex_mul2(s, y, tree)), ex_sqrt(s, ex_mul2(s, z, tree)));
    ex big = ex_pow(s, ex_int(s, 2), ex_int(s, 20000));
    if (ex_pow(s, chain, big) || !strstr(ex_error(s), "nested"))
        return "20000 roots in each other are raised without a word";
    ex_clear(s);
    if (!ex_pow(s, tree, ex_pow(s, ex_int(s, 2), ex_int(s, 30))))
        return "30 roots in each other cannot be raised";
    return NULL;
}

/* Each level of roots uses little stack and does not double the time, and levels are limited. */
START_TEST(nested_roots)
{
    struct lab l = lab_open();
    const char *wrong = test_small_stack(raise_nested_roots, l.s);
    ck_assert_msg(!wrong, "%s", wrong);
    lab_close(&l);
}
END_TEST

START_TEST(a_variable_may_be_any_expression)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    ex e = test_read(s, "sin(x)^2 + x sin(x)"), x = ex_sym(s, "x", 0), sine = ex_sin(s, x);
    ex v[2] = {sine, x}, forward[2], reverse[2], twice[2] = {x, x}, ab[2], sum;
    ex_gradient(s, e, v, 2, reverse);
    forward[0] = test_read(s, "2 sin(x) + x");
    forward[1] = sine;
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(reverse[i], forward[i]);
        ex one = ex_int(s, 1), zero = ex_int(s, 0), dx[2] = {i ? zero : one, i ? one : zero}, d;
        ex_directional(s, &e, 1, v, dx, 2, &d);
        ck_assert_uint_eq(d, forward[i]);
    }
    ex three[3] = {e, x, sine}, jacobian[6], hessian[4];
    ex_jacobian(s, three, 3, v, 2, jacobian);
    ck_assert_uint_eq(jacobian[0], forward[0]);
    ck_assert_uint_eq(jacobian[1], forward[1]);
    ex_hessian(s, e, v, 2, hessian);
    ck_assert_uint_eq(hessian[3], ex_int(s, 0));
    ab[0] = ex_sym(s, "a", 0);
    ab[1] = ex_sym(s, "b", 0);
    ex square = ex_powi(s, x, 2);
    ex_directional(s, &square, 1, twice, ab, 2, &sum);
    ck_assert_uint_eq(sum, test_read(s, "2 x (a + b)"));
    lab_close(&l);
}
END_TEST

/* d/dx of prod (x + i)/i is that product times the sum of 1/(x + i). */
START_TEST(a_long_product_has_a_short_derivative)
{
    enum { FACTORS = 1000 };
    struct lab l = lab_open();
    struct store *s = l.s;
    ex factor[FACTORS], x = ex_sym(s, "x", 0), d[2];
    double at = 0.5, product = 1, sum = 0, got[2];
    for (int i = 0; i < FACTORS; i++) {
        factor[i] = ex_add2(s, ex_div(s, x, ex_int(s, i + 1)), ex_int(s, 1));
        product *= at / (i + 1) + 1;
        sum += 1 / (at + i + 1);
    }
    ex e = ex_mul(s, factor, FACTORS);
    size_t before = ex_size(s).operands;
    d[0] = ex_diff(s, e, x);
    ex_gradient(s, e, &x, 1, &d[1]);
    ck_assert_uint_lt(ex_size(s).operands - before, 50 * FACTORS);
    ex_eval(s, d, 2, &x, &at, 1, got);
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq_tol(got[i], product * sum, 1e-11 * product * sum);
    lab_close(&l);
}
END_TEST

START_TEST(names_can_be_read_back)
{
    static const char *const bad[] = {"",   "pi",  "sin", "x y",  "x+y", "2x",  "(",
                                      "-x", "x'y", "'",   "a\nb", "<",   "\xff"};
    static const char *const good[] = {"x", "x'", "_", "x_1''", "\xce\xb8", "eta_v", "E", "pi2"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!ex_sym(l.s, bad[i], 0), "'%s' is taken for a name", bad[i]);
        ck_assert_ptr_nonnull(ex_error(l.s));
        ex_clear(l.s);
    }
    for (size_t i = 0; i < COUNT(good); i++)
        ck_assert_uint_eq(ex_sym(l.s, good[i], 0), test_read(l.s, good[i]));
    lab_close(&l);
}
END_TEST

START_TEST(an_old_error_is_not_a_new_one)
{
    struct lab l = lab_open();
    struct ex_mistake why;
    ck_assert_uint_eq(ex_div(l.s, ex_int(l.s, 1), ex_int(l.s, 0)), EX_POISON);
    ck_assert_uint_eq(ex_read(l.s, "log(-1)", 7, NULL, &why), EX_POISON);
    ck_assert_ptr_nonnull(strstr(why.message, "log"));
    ck_assert_str_eq(ex_error(l.s), "division by zero");
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {forms_one_knows,
                                  a_sum_of_one_term_is_that_term,
                                  nested_roots,
                                  a_variable_may_be_any_expression,
                                  a_long_product_has_a_short_derivative,
                                  names_can_be_read_back,
                                  an_old_error_is_not_a_new_one};
    return test_run("canon", tests, COUNT(tests));
}
