/* gen/forms/implicit_surface.c -- sets where constraints vanish, and zeros of functions on them.
 *
 * A constraint is solved for a symbol in which it is linear, or else quadratic: a state, then a
 * parameter. The values are put into a function before it is compared with 0, which decides it at
 * almost all points of the set. Of an irreducible quadratic constraint either root will do. A
 * product vanishes on several branches, of which the one through the initial state is followed.
 */
#include "gen/forms/effective_space.h"
#include "gen/forms/implicit.h"
#include "gen/language/values.h"

#include <math.h>
#include <string.h>

struct surface form_surface(struct diag *d, struct system *sys, const ex *x, size_t n)
{
    const size_t room = 4 * n + sys->model->params + 8;
    struct surface on = {.sys = sys, .x = x, .n = n, .claims = &sys->claims};
    on.phi = sym_row(d->mem, room);
    on.any = (struct known_values){sym_row(d->mem, room), sym_row(d->mem, room), 0};
    on.neat = (struct known_values){sym_row(d->mem, room), sym_row(d->mem, room), 0};
    on.step = mem_take_array(d->mem, room, sizeof *on.step);
    on.never = EX_POISON;
    return on;
}

/* ---- functions on the set ---- */

ex form_surface_value(const struct surface *on, ex e, bool neat)
{
    struct store *s = on->sys->model->store;
    const struct known_values *by = neat ? &on->neat : &on->any;
    const bool calm = !ex_error(s);
    ex there = e;
    if (by->n)
        ex_subst(s, &e, 1, by->from, by->to, by->n, &there);
    if (there == EX_POISON) /* a denominator vanishes on the set */
        ex_forgive(s, calm);
    return there == EX_POISON ? e : there;
}

/* Roots of functions of states, whose signs depend on the branch. */
static bool has_roots(const struct surface *on, ex e)
{
    struct store *s = on->sys->model->store;
    int64_t num = 0, den = 1;
    const struct mem_mark mark = mem_mark(ex_mem(s));
    const struct ex_list all = ex_reach(s, &e, 1);
    bool found = false;
    for (size_t i = 0; i < all.n && !found; i++)
        found = ex_op(s, all.at[i]) == EX_pow &&
                ex_is_rat(s, ex_arg(s, all.at[i], 1), &num, &den) && den > 1;
    mem_release(ex_mem(s), mark);
    return found;
}

bool form_surface_vanishes(struct surface *on, ex e)
{
    struct store *s = on->sys->model->store;
    if (ex_is_number(s, e))
        return sym_is_null(s, e);
    const ex there = form_surface_value(on, e, false);
    if (sym_vanishes(s, there, on->claims))
        return true;
    if (on->open == 0 && (on->count == 0 || !has_roots(on, there)))
        return false;
    const bool zero = form_surface_sampled(on, e);
    on->sampled |= zero;
    return zero;
}

/* ---- solution of a constraint ---- */

enum kind { LINEAR_NEAT, LINEAR, QUADRATIC, KINDS };

static ex linear_root(struct surface *on, ex e, ex v, bool neat)
{
    struct store *s = on->sys->model->store;
    const ex zero = ex_int(s, 0), slope = ex_diff(s, e, v);
    ex rest = EX_POISON;
    ex_subst(s, &e, 1, &v, &zero, 1, &rest);
    const bool sure = ex_is_nonzero(s, slope) || sym_never_zero(s, slope, NULL, NULL, 0);
    if (neat != sure || form_surface_vanishes(on, slope))
        return EX_POISON;
    return ex_neg(s, ex_div(s, rest, slope));
}

static ex quadratic_root(const struct surface *on, ex e, ex v)
{
    static const uint32_t power[] = {0, 1, 2};
    struct store *s = on->sys->model->store;
    ex c[3];
    for (int i = 0; i < 3; i++)
        c[i] = ex_coefficient(s, e, &v, &power[i], 1);
    ex D = ex_sub(s, ex_powi(s, c[1], 2), ex_mul3(s, ex_int(s, 4), c[2], c[0]));
    ex_simplify(s, &D, 1, &D);
    const ex half = ex_mul2(s, ex_rat(s, 1, 2), ex_powi(s, c[2], -1));
    return ex_mul2(s, half, ex_sub(s, ex_sqrt(s, D), c[1]));
}

static ex root_of(struct surface *on, ex e, ex v, enum kind kind)
{
    struct store *s = on->sys->model->store;
    if (!ex_has(s, e, v) || ex_degree(s, e, &v, 1) != (kind == QUADRATIC ? 2 : 1))
        return EX_POISON;
    return kind == QUADRATIC ? quadratic_root(on, e, v)
                             : linear_root(on, e, v, kind == LINEAR_NEAT);
}

static void keep_root(struct store *s, struct known_values *to, ex v, ex value)
{
    ex_subst(s, to->to, to->n, &v, &value, 1, to->to);
    to->from[to->n] = v;
    to->to[to->n++] = value;
}

/* Solves e = 0 for one of the symbols, the last ones first. */
static bool solve_for(struct surface *on, ex e, const ex *v, size_t n, bool neat)
{
    for (int kind = 0; kind < (neat ? LINEAR : KINDS); kind++)
        for (size_t i = n; i-- > 0;) {
            const ex value = root_of(on, e, v[i], (enum kind)kind);
            if (value == EX_POISON)
                continue;
            keep_root(on->sys->model->store, neat ? &on->neat : &on->any, v[i], value);
            return true;
        }
    return false;
}

/* For a state or, unless the value must be neat, for a parameter. */
static bool solve(struct surface *on, ex e, bool neat)
{
    const struct model *m = on->sys->model;
    ex *param = sym_row(ex_mem(m->store), m->params);
    for (size_t i = 0; i < m->params; i++)
        param[i] = m->param[i].symbol;
    return solve_for(on, e, on->x, on->n, neat) ||
           (!neat && solve_for(on, e, param, m->params, neat));
}

/* ---- the essential part of a constraint ---- */

static bool moves(const struct surface *on, ex e)
{
    for (size_t i = 0; i < on->n; i++)
        if (ex_has(on->sys->model->store, e, on->x[i]))
            return true;
    return false;
}

/* The size of e at the values of init, others being 0. */
static double size_at_start(const struct surface *on, ex e)
{
    const struct model *m = on->sys->model;
    double *value = mem_take_array(ex_mem(m->store), on->n + m->params + 1, sizeof *value), out = 0;
    const struct ex_list symbol = form_surface_start(on, value);
    ex_eval(m->store, &e, 1, symbol.at, value, symbol.n, &out);
    return isfinite(out) ? fabs(out) : INFINITY;
}

/* A factor that may vanish, without its power; EX_POISON: it never does. */
static ex factor_of(const struct surface *on, ex f)
{
    struct store *s = on->sys->model->store;
    int64_t num = 0, den = 1;
    if (ex_op(s, f) == EX_pow && ex_is_rat(s, ex_arg(s, f, 1), &num, &den) && num > 0)
        f = ex_arg(s, f, 0);
    if (ex_is_number(s, f) || ex_is_nonzero(s, f) || sym_never_zero(s, f, NULL, NULL, 0) ||
        ex_sign_on(s, f, NULL, NULL, 0) != 0)
        return EX_POISON;
    return moves(on, f) ? f : EX_POISON;
}

/* The factor of e through the initial state. EX_POISON: e has no zeros. */
static ex essential(struct surface *on, ex e)
{
    struct store *s = on->sys->model->store;
    ex_simplify(s, &e, 1, &e);
    e = form_numerator(s, e);
    ex_simplify(s, &e, 1, &e);
    struct stack todo = {.mem = ex_mem(s)};
    ex best = EX_POISON;
    double least = INFINITY;
    size_t factors = 0;
    sym_stack_push(&todo, e);
    while (todo.n) {
        const ex part = todo.at[--todo.n];
        for (size_t i = 0; ex_op(s, part) == EX_mul && i < ex_count_args(s, part); i++)
            sym_stack_push(&todo, ex_arg(s, part, i));
        const ex f = ex_op(s, part) == EX_mul ? EX_POISON : factor_of(on, part);
        if (f == EX_POISON)
            continue;
        const double size = size_at_start(on, f);
        factors++;
        const bool shorter = size == least && sym_is_shorter(s, &f, &best, 1);
        if (best == EX_POISON || size < least || shorter) {
            best = f;
            least = size;
        }
    }
    if (factors > 1) {
        const char *all = ex_show_within(s, e, EX_TEXT, 120);
        const char *one = ex_show_within(s, best, EX_TEXT, 120);
        on->branch = base_text(ex_mem(s), "%s%sof %s = 0 the branch %s = 0 is followed",
                               on->branch ? on->branch : "", on->branch ? "; " : "",
                               all ? all : "a product", one ? one : "through the initial state");
    }
    return best;
}

bool form_surface_add(struct surface *on, ex e, size_t step)
{
    const ex there = form_surface_value(on, e, true);
    if (form_surface_vanishes(on, e))
        return false;
    ex f = essential(on, there);
    if (f == EX_POISON) {
        ex_simplify(on->sys->model->store, (ex[]){there}, 1, &on->never);
        return false;
    }
    on->phi[on->count] = f;
    on->step[on->count++] = step;
    solve(on, form_surface_value(on, f, true), true);
    if (!solve(on, form_surface_value(on, f, false), false))
        on->open++;
    return true;
}
