/* tests/unit/taylor_coefficients.c -- Taylor coefficients along a motion against exact derivatives.
 *
 * The independent method: the exact derivative of a function of the state along the flow,
 *
 *     D e = sum e_x f + e_t + e_u u',
 *
 * repeated for each order, and evaluated with 200 bits, without recurrences, tapes or programs.
 */
#include "gen/code/series.h"
#include "gen/job/job.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- exact derivatives along the flow ---- */

struct flow {
    struct lab *lab;
    const struct system *sys;
    ex *symbol, *rate; /* states, time, inputs */
    size_t n;
    ex *known; /* these and all other symbols that have values */
    double *value;
    size_t knowns;
};

/* Rates of inputs are symbols after them. */
static struct flow flow_of(struct lab *l, const struct system *sys)
{
    const struct model *m = sys->model;
    struct flow f = {.lab = l, .sys = sys};
    const size_t most = sys->states + 2 * m->params + 1;
    f.symbol = sym_row(l->m, most);
    f.rate = sym_row(l->m, most);
    f.known = sym_row(l->m, most);
    f.value = mem_take_array(l->m, most, sizeof *f.value);
    for (size_t i = 0; i < sys->states; i++, f.n++) {
        f.symbol[f.n] = sys->state[i];
        f.rate[f.n] = sys->block[RT_rhs].at[i];
    }
    f.symbol[f.n] = m->time;
    f.rate[f.n++] = ex_int(l->s, 1);
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].input) {
            f.symbol[f.n] = m->param[i].symbol;
            f.rate[f.n++] = ex_sym(l->s, base_text(l->m, "slope_of_%zu", i), 0);
        }
    memcpy(f.known, f.symbol, f.n * sizeof *f.known);
    f.knowns = f.n;
    for (size_t i = sys->states + 1; i < f.n; i++)
        f.known[f.knowns++] = f.rate[i];
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input)
            f.known[f.knowns++] = m->param[i].symbol;
    return f;
}

/* A point as argument of programs: t, u followed by its rates, x, p. */
struct point {
    double t, *u, *x, *p;
};

static struct point point_of(const struct flow *f, const struct program *p)
{
    const struct model *m = f->sys->model;
    struct mem *mem = f->lab->m;
    const size_t n = f->sys->states, inputs = p->inputs;
    struct point at = {.t = f->value[n]};
    at.u = mem_take_array(mem, 2 * inputs + 1, sizeof *at.u);
    at.x = mem_take_array(mem, n + 1, sizeof *at.x);
    at.p = mem_take_array(mem, p->params + p->prepared + 1, sizeof *at.p);
    memcpy(at.x, f->value, n * sizeof *at.x);
    memcpy(at.u, f->value + n + 1, 2 * inputs * sizeof *at.u);
    for (size_t i = 0, k = n + 1 + 2 * inputs; i < m->params; i++)
        at.p[i] = m->param[i].input ? 0 : f->value[k++];
    double *value = mem_take_array(mem, p->prepare.n + 1, sizeof *value);
    code_interp(&p->prepare, 0, NULL, NULL, at.p, value, at.p + p->params);
    return at;
}

static void run_routine(struct mem *m, const struct routine *r, const struct point *at, double *out)
{
    double *value = mem_take_array(m, r->n + 1, sizeof *value);
    code_interp(r, at->t, at->u, at->x, at->p, value, out);
}

/* Coefficients by tape and by code, which must have the same bits; the first are the rates. */
static double *both_ways(struct mem *m, const struct program *p, const struct rt_tape *tape,
                         const struct point *at, const char *where)
{
    const size_t n = p->states * tape->order;
    double *out = mem_take_array(m, n + 1, sizeof *out), *other = NULL;
    double *work = mem_take_array(m, rt_tape_work(tape) + 1, sizeof *work);
    struct routine r;
    rt_tape_run(tape, at->t, at->u, at->x, at->p, work, out);
    code_unroll(m, tape, "jet", &r);
    ck_assert_uint_eq(r.results, n);
    other = mem_take_array(m, n + 1, sizeof *other);
    run_routine(m, &r, at, other);
    for (size_t i = 0; i < n; i++)
        REQUIRE((isnan(out[i]) && isnan(other[i])) || memcmp(&out[i], &other[i], sizeof *out) == 0,
                "%s, order %zu, state %zu: tape %a, unrolled %a", where, 1 + i / p->states,
                i % p->states, out[i], other[i]);
    run_routine(m, &p->block[RT_rhs], at, other);
    for (size_t i = 0; i < p->states; i++)
        REQUIRE(memcmp(&out[i], &other[i], sizeof *out) == 0, "%s: rate %zu is %a, not %a", where,
                i, out[i], other[i]);
    return out;
}

/* Coefficients of all orders against exact derivatives. */
static void compare(struct flow *f, struct program *p, size_t orders, size_t order,
                    const char *where)
{
    struct mem *m = f->lab->m;
    struct store *s = f->lab->s;
    struct diag d = {.mem = m};
    const size_t n = f->sys->states;
    const struct rt_tape *tape = code_tape(&d, p, order);
    ck_assert_msg(tape != NULL, "%s: %s", where, d.first ? d.first->message : "no tape");
    const struct point at = point_of(f, p);
    const double *got = both_ways(m, p, tape, &at, where);
    ex *e = sym_row(m, n);
    struct mp mp;
    mp_open(&mp, 200, MPFR_RNDN);
    memcpy(e, f->sys->block[RT_rhs].at, n * sizeof *e);
    double factor = 1;
    for (size_t k = 1; k <= orders; k++) {
        factor *= (double)k;
        mp_eval(&mp, s, ex_reach(s, e, n), f->known, f->value, f->knowns, SIZE_MAX, NULL);
        double largest = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(mpfr_get_d(mp_of(&mp, e[i]), MPFR_RNDN) / factor));
        for (size_t i = 0; i < n; i++) {
            const double want = mpfr_get_d(mp_of(&mp, e[i]), MPFR_RNDN) / factor;
            REQUIRE(fabs(got[(k - 1) * n + i] - want) <= 1e-12 * (1 + largest),
                    "%s, order %zu, state %zu: %.17g, not %.17g", where, k, i, got[(k - 1) * n + i],
                    want);
        }
        if (k < orders)
            ex_directional(s, e, n, f->symbol, f->rate, f->n, e);
        ck_assert_msg(!ex_error(s), "%s: %s", where, ex_error(s));
    }
    mp_close(&mp);
}

/* ---- every operator ---- */

static const char *const op_names[] = {
#define OP(name, ...) #name,
#include "expr/ops.h"
#undef OP
};

enum series { KINKED, SMOOTH };
static const enum series op_series[] = {
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, ...)   \
    series,
#include "expr/ops.h"
#undef OP
};

enum { STATES = 3, PARAMS = 2, ORDERS = 7 };

/* a' and b' are arbitrary; w' = f(a, b) and further terms. */
static void check_operator(enum ex_op op, bool fixed_a, bool fixed_b)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    struct diag d = {.mem = l.m};
    const struct ex_row *row = &ex_row[op];
    const size_t args = row->args ? (size_t)row->args : 2;
    struct param param[PARAMS];
    memset(param, 0, sizeof param);
    const ex a = ex_sym(s, "a", 0), b = ex_sym(s, "b", 0), w = ex_sym(s, "w", 0);
    const ex t = ex_sym(s, "t", 0), u = ex_sym(s, "u", 0), p = ex_sym(s, "p", 0);
    param[0].symbol = u;
    param[0].input = true;
    param[1].symbol = p;
    ex x[STATES] = {a, b, w};
    const ex of[2] = {fixed_a ? p : a, fixed_b ? p : b};
    const ex f = ex_make(s, op, of, args);
    ex rhs[STATES];
    rhs[0] = ex_add2(s, ex_mul3(s, t, b, ex_rat(s, 1, 7)), ex_mul3(s, u, a, ex_rat(s, 1, 5)));
    rhs[1] = ex_sub(s, ex_mul2(s, p, a), ex_mul3(s, ex_rat(s, 1, 9), b, w));
    rhs[2] = ex_add2(s, f, ex_mul3(s, ex_rat(s, 1, 11), f, b));
    ck_assert_msg(!ex_error(s), "%s", ex_error(s));
    const struct model model = {.store = s, .param = param, .params = PARAMS, .time = t};
    const struct system sys = {
        .model = &model, .state = x, .states = STATES, .block = {[RT_rhs] = {rhs, STATES, 1}}};
    struct program *program = code_lower(&d, &sys, 1U << RT_rhs);
    ck_assert_ptr_nonnull(program);
    struct flow flow = flow_of(&l, &sys);
    /* a, b, w, t, u, u', p */
    const double point[] = {row->point[0],
                            row->point[1],
                            0.4,
                            0.3,
                            0.9,
                            -0.35,
                            fixed_a   ? row->point[0]
                            : fixed_b ? row->point[1]
                                      : 0.6};
    memcpy(flow.value, point, sizeof point);
    ck_assert_uint_eq(flow.knowns, COUNT(point));
    if (op_series[op] == SMOOTH) {
        compare(&flow, program, ORDERS, 24, op_names[op]);
    } else {
        ck_assert_ptr_null(code_tape(&d, program, ORDERS));
        ck_assert_ptr_nonnull(strstr(d.first->message, row->text));
    }
    lab_close(&l);
}

START_TEST(operators_have_the_series_that_their_derivatives_say)
{
    size_t seen = 0;
    for (int op = 0; op < EX_OPS; op++) {
        if (ex_row[op].args == 0 && ex_row[op].kind != FOLD)
            continue;
        check_operator((enum ex_op)op, false, false);
        if (ex_row[op].args != 1) {
            check_operator((enum ex_op)op, true, false);
            check_operator((enum ex_op)op, false, true);
        }
        seen++;
    }
    ck_assert_uint_gt(seen, 20);
}
END_TEST

/* ---- every model ---- */

static void check_model(const char *path)
{
    struct lab l = lab_open();
    struct job job = {.mem = l.m, .store = l.s, .diag = base_diag(l.m)};
    struct rng rng = {5};
    ck_assert_msg(job_model(&job, path) && job_default_system(&job) &&
                      (job.program = code_lower(job.diag, job.system, 1U << RT_rhs)),
                  "%s: %s", path, job.diag->first ? job.diag->first->message : "?");
    struct flow flow = flow_of(&l, job.system);
    for (size_t i = 0; i < flow.knowns; i++)
        flow.value[i] = rng_double(&rng, 0.5, 1.25);
    const size_t size = job.program->block[RT_rhs].n;
    compare(&flow, job.program, size < 60 ? 6 : size < 300 ? 4 : 3, size < 300 ? 20 : 6, path);
    lab_close(&l);
}

START_TEST(models_have_the_series_of_their_equations)
{
    ck_assert_uint_gt(each_model(check_model, test_whole() ? 1 : 4), 20);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {operators_have_the_series_that_their_derivatives_say,
                                  models_have_the_series_of_their_equations};
    return test_run("jet", tests, COUNT(tests));
}
