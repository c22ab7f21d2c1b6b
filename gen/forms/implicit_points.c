/* gen/forms/implicit_points.c -- points of a set that has no closed form, and functions there. */
#include "gen/base/linear.h"
#include "gen/forms/implicit.h"
#include "gen/language/values.h"

#include <math.h>
#include <string.h>

struct points {
    struct surface *on;
    struct ex_list symbol; /* states, parameters, t */
    double *value;
    ex *slope; /* of the constraints, by states */
};

static void eval(const struct points *f, const ex *e, size_t m, double *out)
{
    ex_eval(f->on->sys->model->store, e, m, f->symbol.at, f->value, f->symbol.n, out);
}

/* Is it the velocity along the field with this symbol, or along the section that is the field? */
static bool names_velocity(const struct model *m, const struct ival *v, ex z)
{
    for (size_t A = 0; A < m->fields; A++) {
        if (m->field[A].z != z)
            continue;
        if (v->of == IVAL_QUASI)
            return v->index == A;
        for (size_t B = 0; B < m->sections; B++)
            if (!sym_is_null(m->store, m->field[A].component[B]) && B != v->index)
                return false;
        return v->of == IVAL_SECTION || v->of == IVAL_VELOCITY;
    }
    return false;
}

/* Values of momenta among the states, from the velocities of init. */
static void put_momenta(const struct surface *on, double *value)
{
    const struct model *m = on->sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t nq = m->coords, r = m->rank, all = nq + r + m->params;
    ex *symbol = sym_row(mem, all);
    double *at = mem_take_array(mem, all + 1, sizeof *at);
    memset(at, 0, all * sizeof *at);
    for (size_t i = 0; i < all; i++)
        symbol[i] = i < nq       ? m->coord[i].q
                    : i < nq + r ? m->field[i - nq].z
                                 : m->param[i - nq - r].symbol;
    memcpy(&at[nq + r], &value[on->n], m->params * sizeof *at);
    for (size_t k = 0; k < m->ivals; k++)
        for (size_t i = 0; i < nq + r; i++) {
            const struct ival *v = &m->ival[k];
            if (v->of == IVAL_COORD ? i < nq && v->index == i : names_velocity(m, v, symbol[i]))
                at[i] = lang_value(m, v->value, &value[on->n]);
        }
    for (size_t i = 0; i < on->n; i++)
        for (size_t a = 0; a < r; a++)
            if (on->x[i] == m->field[a].eta) {
                ex_eval(m->store, &on->sys->eta[a], 1, symbol, at, all, &value[i]);
                value[i] = isfinite(value[i]) ? value[i] : 0;
            }
}

struct ex_list form_surface_start(const struct surface *on, double *value)
{
    const struct model *m = on->sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t n = on->n, all = n + m->params + 1;
    struct diag aside = {.mem = mem};
    ex *symbol = sym_row(mem, all);
    memset(value, 0, all * sizeof *value);
    memcpy(symbol, on->x, n * sizeof *symbol);
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, &value[n]);
    for (size_t i = 0; i < m->params; i++)
        symbol[n + i] = m->param[i].symbol;
    symbol[all - 1] = m->time;
    for (size_t k = 0; k < m->ivals; k++)
        for (size_t i = 0; i < n; i++) {
            const struct ival *v = &m->ival[k];
            if (v->of == IVAL_COORD ? on->x[i] == m->coord[v->index].q
                                    : names_velocity(m, v, on->x[i]))
                value[i] = lang_value(m, v->value, &value[n]);
        }
    value[all - 1] = 0;
    put_momenta(on, value);
    for (size_t k = 0; k < m->ivals; k++)
        for (size_t i = 0; i < n && m->ival[k].of == IVAL_MOMENTUM; i++)
            if (on->x[i] == m->field[m->ival[k].index].eta)
                value[i] = lang_value(m, m->ival[k].value, &value[n]);
    return (struct ex_list){symbol, all};
}

/* Any values near those of the start. */
static void scatter(const struct points *f, const double *start, unsigned seed)
{
    const size_t n = f->on->n;
    for (size_t i = 0; i < f->symbol.n; i++) {
        const double any = base_arbitrary(seed, i);
        const bool param = i >= n && i + 1 < f->symbol.n;
        f->value[i] = param ? start[i] * (1 + any / 4) : start[i] + (seed % 3 + 0.5) * any;
    }
}

/* Are the rows of J, which lose their lengths, far from dependent? Other points of the set may lie
 * on other components. */
static bool is_regular(struct mem *mem, double *J, size_t c, size_t n)
{
    const double part = 1e-5;
    double *a = mem_take_array(mem, c * n + 1, sizeof *a);
    double *s = mem_take_array(mem, c + c * c + 1, sizeof *s);
    for (size_t i = 0; i < c; i++) {
        double square = 0;
        for (size_t k = 0; k < n; k++)
            square += J[i * n + k] * J[i * n + k];
        if (!(square > part * part))
            return false;
        for (size_t k = 0; k < n; k++)
            a[k * c + i] = J[i * n + k] / sqrt(square);
    }
    base_singular_values(a, n, c, s, s + c);
    return s[c - 1] > part;
}

/* Newton's method with the smallest change of the states; false: no point was found. `any`: also
 * one where the constraints are dependent. */
static bool approach(const struct points *f, bool any)
{
    enum { STEPS = 40 };
    const double near = 1e-13;
    const size_t c = f->on->count, n = f->on->n;
    struct mem *mem = ex_mem(f->on->sys->model->store);
    double *J = mem_take_array(mem, c * n + 1, sizeof *J);
    double *gram = mem_take_array(mem, c * c + 1, sizeof *gram);
    double *x = mem_take_array(mem, c + 1, sizeof *x), size = INFINITY;
    for (int step = 0; step < STEPS; step++) {
        size = 0;
        eval(f, f->on->phi, c, x);
        eval(f, f->slope, c * n, J);
        if (!base_all_finite(x, c) || !base_all_finite(J, c * n))
            return false;
        for (size_t i = 0; i < c; i++)
            size = fmax(size, fabs(x[i]));
        if (size <= near)
            break;
        for (size_t i = 0; i < c * c; i++) {
            gram[i] = 0;
            for (size_t k = 0; k < n; k++)
                gram[i] += J[i / c * n + k] * J[i % c * n + k];
        }
        if (!base_solve(gram, c, x, 1))
            return false;
        for (size_t i = 0; i < c * n; i++)
            f->value[i % n] -= J[i] * x[i / n];
    }
    return size <= near && (any || is_regular(mem, J, c, n));
}

/* Keeps some points of the set, where all constraints hold. */
static void find_points(struct surface *on, bool any)
{
    enum { GOOD = 5, TRIES = 80 };
    const struct model *m = on->sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t n = on->n, all = n + m->params + 1;
    double *start = mem_take_array(mem, all, sizeof *start);
    struct points f = {.on = on, .value = mem_take_array(mem, all, sizeof *f.value)};
    if (on->points && on->on_all == on->count)
        return;
    f.symbol = form_surface_start(on, start);
    f.slope = sym_row(mem, on->count * n);
    ex_jacobian(m->store, on->phi, on->count, on->x, n, f.slope);
    on->point = mem_take_array(mem, GOOD * all, sizeof *on->point);
    on->points = 0;
    on->on_all = on->count;
    for (unsigned k = 1; k <= TRIES && on->points < GOOD; k++) {
        scatter(&f, start, k);
        if (approach(&f, any))
            memcpy(&on->point[all * on->points++], f.value, all * sizeof *f.value);
    }
}

/* |e| compared with its derivatives; -1: it has no value. */
static int is_small(const struct points *f, const ex *slope)
{
    const double part = 1e-9;
    const size_t n = f->on->n;
    double *value = mem_take_array(ex_mem(f->on->sys->model->store), n + 2, sizeof *value);
    double scale = 1;
    eval(f, slope, n + 1, value);
    for (size_t i = 0; i < n; i++)
        scale += fabs(value[i]) * (1 + fabs(f->value[i]));
    return !isfinite(value[n]) || !isfinite(scale) ? -1 : fabs(value[n]) <= part * scale;
}

bool form_surface_sampled(struct surface *on, ex e)
{
    const struct model *m = on->sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t n = on->n, all = n + m->params + 1;
    ex *slope = sym_row(mem, n + 1);
    struct points f = {.on = on, .value = mem_take_array(mem, all, sizeof *f.value)};
    find_points(on, false);
    f.symbol = form_surface_start(on, f.value);
    slope[n] = e;
    ex_gradient(m->store, e, on->x, n, slope);
    size_t good = 0;
    for (size_t k = 0; k < on->points; k++) {
        memcpy(f.value, &on->point[k * all], all * sizeof *f.value);
        const int small = is_small(&f, slope);
        if (small == 0)
            return false;
        good += small > 0;
    }
    return good > 0;
}

/* The rank of numbers by rows. */
static size_t rank_of(struct mem *mem, const double *a, size_t rows, size_t cols)
{
    const double part = 1e-7;
    const size_t tall = rows > cols ? rows : cols;
    double *u = mem_take_array(mem, tall * cols + 1, sizeof *u);
    double *s = mem_take_array(mem, cols + cols * cols + 1, sizeof *s);
    size_t rank = 0;
    memset(u, 0, tall * cols * sizeof *u);
    memcpy(u, a, rows * cols * sizeof *u);
    if (!base_all_finite(u, rows * cols))
        return 0;
    base_singular_values(u, tall, cols, s, s + cols);
    while (rank < cols && s[rank] > part * s[0] && s[rank] > 0)
        rank++;
    return rank;
}

bool form_surface_has_rank(const struct surface *on, ex zero, const ex *S, size_t rows, size_t rank)
{
    const struct model *m = on->sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t n = on->n, all = n + m->params + 1;
    struct surface there = *on;
    there.phi = sym_row(mem, on->count + 1);
    memcpy(there.phi, on->phi, on->count * sizeof *there.phi);
    there.phi[there.count++] = zero;
    there.points = 0;
    find_points(&there, true);
    struct points f = {.on = &there, .value = mem_take_array(mem, all, sizeof *f.value)};
    double *a = mem_take_array(mem, rows * n + 1, sizeof *a);
    f.symbol = form_surface_start(on, f.value);
    for (size_t k = 0; k < there.points; k++) {
        memcpy(f.value, &there.point[k * all], all * sizeof *f.value);
        eval(&f, S, rows * n, a);
        if (rank_of(mem, a, rows, n) >= rank)
            return true;
    }
    return false;
}
