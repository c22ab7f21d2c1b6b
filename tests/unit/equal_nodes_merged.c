/* tests/unit/equal_nodes_merged.c -- merging of nodes of the same value: same results, fewer nodes.
 */
#include "support/support.h"

#include <math.h>
#include <string.h>

static ex read_text(struct store *s, const char *text)
{
    struct ex_mistake why;
    const ex e = ex_read(s, text, strlen(text), NULL, &why);
    ck_assert_msg(e != EX_POISON, "%s", text);
    return e;
}

static const struct {
    const char *text, *becomes;
} rows[] = {
    {"x cos(a)^2 + x sin(a)^2", "x"},
    {"sin(a)^2 + cos(a)^2 - 3/4", "1/4"},
    {"(x + y) (x - y) - x^2 + y^2", "0"},
    {"exp(x) exp(-x) + y", "1 + y"},
    {"cos(a - b) - cos(a) cos(b) - sin(a) sin(b) + hold(x + y) z", "z hold(x + y)"},
    {"sin(u (cos(a)^2 + sin(a)^2))", "sin(u)"},
    /* of two forms of the same value, or of its negative, one is enough */
    {"exp((x + y)^2) + cos(x^2 + 2 x y + y^2)", "exp((x + y)^2) + cos((x + y)^2)"},
    {"exp(x y - x) tanh((1 - y) x)", "-exp(x y - x) tanh(x y - x)"},
    /* a form with a division does not replace one without */
    {"exp(x y/(y + y x) + x/(x + 1)) + sin(2 x)", "exp(2 x/(x + 1)) + sin(2 x)"},
    /* roots: left as they are */
    {"sqrt(x^2 + 2 x + 1) - x - 1", "sqrt(x^2 + 2 x + 1) - x - 1"},
};

static bool is_same(struct store *s, ex a, ex b)
{
    return a == b || ex_zero(s, ex_sub(s, a, b), true).answer == EX_ZERO;
}

START_TEST(known_ones)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const ex e = read_text(l.s, rows[i].text), want = read_text(l.s, rows[i].becomes);
        ex out = EX_POISON;
        ex_sweep(l.s, &e, 1, &out);
        const struct ex_cost have = ex_cost(l.s, &out, 1), most = ex_cost(l.s, &want, 1);
        ck_assert_msg(is_same(l.s, e, out) || ex_op(l.s, out) == EX_add, "%s", rows[i].text);
        ck_assert_msg(have.adds + have.muls + have.divs + have.calls <=
                          most.adds + most.muls + most.divs + most.calls,
                      "%s becomes %s, not %s", rows[i].text, ex_show(l.s, out, EX_TEXT),
                      rows[i].becomes);
    }
    lab_close(&l);
}
END_TEST

/* Sums of products of earlier expressions, many of them equal in different forms. */
static ex draw(struct store *s, struct rng *r, const ex *made, size_t n)
{
    const ex a = made[rng_below(r, n)], b = made[rng_below(r, n)];
    switch (rng_below(r, 8)) {
    case 0:
        return ex_add2(s, ex_mul2(s, a, ex_powi(s, ex_sin(s, b), 2)),
                       ex_mul2(s, a, ex_powi(s, ex_cos(s, b), 2)));
    case 1:
        return ex_sin(s, ex_add2(s, a, b));
    case 2:
        return ex_add2(s, ex_mul2(s, ex_sin(s, a), ex_cos(s, b)),
                       ex_mul2(s, ex_cos(s, a), ex_sin(s, b)));
    case 3:
        return ex_div(s, a, ex_add2(s, ex_int(s, 3), ex_powi(s, b, 2)));
    case 4:
        return ex_hold(s, ex_expand(s, ex_mul2(s, a, ex_add2(s, a, b))));
    case 5:
        return ex_mul2(s, a, ex_sub(s, a, b));
    default:
        return ex_add2(s, a, ex_mul2(s, ex_rat(s, 2, 3), b));
    }
}

START_TEST(values_stay)
{
    enum { ROOTS = 4, MADE = 12 };
    struct rng rng = rng_new(77);
    size_t fewer = 0, cases = test_scaled(2000);
    for (size_t k = 0; k < cases; k++) {
        struct lab l = lab_open();
        const ex x[] = {ex_sym(l.s, "x", 0), ex_sym(l.s, "y", 0), ex_sym(l.s, "z", 0)};
        const double v[] = {rng_double(&rng, 0.2, 1), rng_double(&rng, -1, 1),
                            rng_double(&rng, 0.2, 1)};
        ex e[ROOTS], out[ROOTS];
        double before[ROOTS], after[ROOTS];
        ex made[MADE] = {x[0], x[1], x[2]};
        for (size_t i = 3; i < MADE; i++)
            made[i] = draw(l.s, &rng, made, i);
        memcpy(e, &made[MADE - ROOTS], sizeof e);
        ex_sweep(l.s, e, ROOTS, out);
        ck_assert_ptr_null(ex_error(l.s));
        ex_eval(l.s, e, ROOTS, x, v, 3, before);
        ex_eval(l.s, out, ROOTS, x, v, 3, after);
        for (size_t i = 0; i < ROOTS; i++)
            ck_assert_msg(fabs(before[i] - after[i]) <= 1e-9 * (1 + fabs(before[i])),
                          "%s becomes %s", ex_show(l.s, e[i], EX_TEXT),
                          ex_show(l.s, out[i], EX_TEXT));
        const struct ex_cost a = ex_cost(l.s, e, ROOTS), b = ex_cost(l.s, out, ROOTS);
        fewer += a.adds + a.muls + a.divs + a.calls > b.adds + b.muls + b.divs + b.calls;
        lab_close(&l);
    }
    ck_assert_msg(fewer > cases / 4, "only %zu of %zu were shortened", fewer, cases);
}
END_TEST

/* A chain of rotations that is the identity: too long for one normal form, but provable in steps.
 */
START_TEST(long_zeros_are_proved)
{
    enum { LINKS = 14 };
    struct lab l = lab_open();
    struct store *s = l.s;
    ex u = ex_sym(s, "u", 0), v = ex_sym(s, "v", 0);
    const ex start = u;
    ex angle[LINKS];
    for (int way = 0; way < 2; way++)
        for (int i = 0; i < LINKS; i++) {
            char name[8] = {'a', (char)('a' + (way ? LINKS - 1 - i : i))};
            angle[i] = ex_sym(s, name, 0);
            const ex c = ex_cos(s, angle[i]), w = ex_sin(s, angle[i]);
            const ex turn = way ? ex_neg(s, w) : w;
            const ex next = ex_sub(s, ex_mul2(s, c, u), ex_mul2(s, turn, v));
            v = ex_add2(s, ex_mul2(s, turn, u), ex_mul2(s, c, v));
            u = next;
        }
    const struct ex_verdict verdict = ex_zero(s, ex_sub(s, u, start), true);
    ck_assert(verdict.answer == EX_ZERO && verdict.proved);
    const struct ex_verdict wrong =
        ex_zero(s, ex_sub(s, u, ex_mul2(s, start, ex_rat(s, 1000001, 1000000))), true);
    ck_assert(wrong.answer == EX_NOT_ZERO);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {known_ones, values_stay, long_zeros_are_proved};
    return test_run("sweep", tests, COUNT(tests));
}
