/* tests/unit/lowering_keeps_values.c -- lowering: the same values before and after.
 *
 * Sums, products and powers with many common parts, angles that are sums of others, parameters, and
 * held values: expressions to which every pass applies.
 */
#include "gen/code/program.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

enum { STATES = 4, PARAMS = 3, OUT = 4, MADE = 40 };

struct maker {
    struct store *s;
    struct rng *r;
    ex x[STATES], p[PARAMS];
    ex made[MADE];
    size_t n;
};

static ex pick(struct maker *g)
{
    const size_t k = rng_below(g->r, 10);
    if (k < 4 && g->n)
        return g->made[rng_below(g->r, g->n)];
    return k < 8 ? g->x[rng_below(g->r, STATES)] : g->p[rng_below(g->r, PARAMS)];
}

static ex angle(struct maker *g)
{
    struct store *s = g->s;
    const ex a = g->x[rng_below(g->r, 2)], b = g->x[rng_below(g->r, 2)];
    const ex k = ex_int(s, (int64_t)rng_below(g->r, 3) + 1);
    return rng_below(g->r, 2) ? ex_add2(s, a, ex_mul2(s, k, b)) : ex_sub(s, a, ex_mul2(s, k, b));
}

static ex make(struct maker *g)
{
    struct store *s = g->s;
    const ex a = pick(g), b = pick(g), c = pick(g);
    switch (rng_below(g->r, 9)) {
    case 0:
        return ex_sin(s, angle(g));
    case 1:
        return ex_cos(s, angle(g));
    case 2:
        return ex_powi(s, a, 2 + (int64_t)rng_below(g->r, 3));
    case 3:
        return ex_hold(s, ex_add2(s, ex_mul2(s, a, b), c));
    case 4:
        return ex_hold(s, ex_div(s, g->x[3], g->p[1])); /* a velocity */
    case 5:
        return ex_div(s, a, ex_add2(s, ex_int(s, 3), ex_powi(s, b, 2)));
    case 6:
        return ex_sub(s, ex_mul2(s, a, b), ex_mul2(s, a, c));
    default:
        return ex_mul3(s, ex_rat(s, 1, 2), a, ex_add2(s, b, c));
    }
}

/* Values of expressions; false: one is so large that rounding would hide errors. */
static bool are_tame(struct maker *g, const ex *e, const double *v, double *out)
{
    ex symbol[STATES + PARAMS];
    memcpy(symbol, g->x, sizeof g->x);
    memcpy(symbol + STATES, g->p, sizeof g->p);
    const struct ex_list node = ex_reach(g->s, e, OUT);
    double *all = mem_take_array(ex_mem(g->s), node.n + 1, sizeof *all);
    ex_eval_all(g->s, node, symbol, v, STATES + PARAMS, all);
    for (size_t i = 0; i < node.n; i++)
        if (!(fabs(all[i]) < 1e4))
            return false;
    ex_eval(g->s, e, OUT, symbol, v, STATES + PARAMS, out);
    return true;
}

START_TEST(programs_compute_what_expressions_say)
{
    struct rng rng = rng_new(21);
    size_t compared = 0, saved = 0, cases = test_scaled(4000);
    for (size_t k = 0; k < cases; k++) {
        struct lab l = lab_open();
        struct maker g = {.s = l.s, .r = &rng};
        struct diag d = {.mem = l.m};
        struct param param[PARAMS];
        static const char *const name[] = {"a", "b", "x", "y", "p", "q", "m"};
        memset(param, 0, sizeof param);
        for (size_t i = 0; i < STATES; i++)
            g.x[i] = ex_sym(l.s, name[i], 0);
        for (size_t i = 0; i < PARAMS; i++)
            param[i].symbol = g.p[i] = ex_sym(l.s, name[STATES + i], 0);
        for (; g.n < MADE; g.n++)
            g.made[g.n] = make(&g);
        ex e[OUT];
        for (size_t i = 0; i < OUT; i++)
            e[i] = g.made[MADE - 1 - i];
        ck_assert_msg(!ex_error(l.s), "%s", ex_error(l.s));
        const struct model model = {
            .store = l.s, .param = param, .params = PARAMS, .time = ex_sym(l.s, "t", 0)};
        const struct system sys = {
            .model = &model, .state = g.x, .states = STATES, .block = {[RT_rhs] = {e, OUT, 1}}};
        const struct program *p = code_lower(&d, &sys, 1U << RT_rhs);
        ck_assert_msg(p != NULL, "%s", d.first ? d.first->message : "no program");
        const struct routine *r = &p->block[RT_rhs];
        double v[STATES + PARAMS + 1], want[OUT], got[OUT];
        for (size_t i = 0; i < STATES + PARAMS; i++)
            v[i] = rng_double(&rng, 0.25, 1.25);
        if (are_tame(&g, e, v, want)) {
            double *all = mem_take_array(l.m, PARAMS + p->prepared + 1, sizeof *all);
            double *value = mem_take_array(l.m, r->n + p->prepare.n + 1, sizeof *value);
            memcpy(all, v + STATES, PARAMS * sizeof *all);
            code_interp(&p->prepare, 0, NULL, NULL, all, value, all + PARAMS);
            code_interp(r, 0, NULL, v, all, value, got);
            for (size_t i = 0; i < OUT; i++)
                ck_assert_msg(fabs(got[i] - want[i]) <= 1e-8 * (1 + fabs(want[i])),
                              "case %zu: %a, not %a: %s", k, got[i], want[i],
                              ex_show(l.s, e[i], EX_TEXT));
            compared++;
        }
        const struct tally t = code_tally(r);
        const struct ex_cost c = ex_cost(l.s, e, OUT);
        saved += t.adds + t.muls < c.adds + c.muls;
        lab_close(&l);
    }
    ck_assert_uint_gt(compared, cases / 2);
    ck_assert_uint_gt(saved, cases / 4);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {programs_compute_what_expressions_say};
    return test_run("lower", tests, COUNT(tests));
}
