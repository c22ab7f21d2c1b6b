/* gen/state.c -- the initial state that follows from the values given.
 *
 * Velocities may be given as x', as quasi-velocities or as momenta, in any mixture: each is one
 * linear equation for the quasi-velocities of C, those of the command line first, and what is left
 * free is 0.
 */
#include "gen/gen.h"

#include <math.h>
#include <string.h>

/* row . z = value, for the k quasi-velocities of C */
struct equation {
    double *row, value;
    struct span where;
    bool option; /* from the command line: goes before what the model says */
    bool used;
};
struct equations {
    struct equation *at;
    size_t n, unknowns, options;
    double scale;
};

/* The frame at the initial point, in numbers. */
struct point {
    size_t n, rank;
    double *rho, *metric;
};

static struct point find_point(struct diag *d, const struct geom *g, const double *q,
                               const double *p)
{
    const struct model *m = g->model;
    const size_t n = g->n, x = m->coords + m->params + 1;
    struct point at = {n, g->rank, mem_take_array(d->mem, n * n, sizeof(double)),
                       mem_take_array(d->mem, n * n, sizeof(double))};
    ex *symbol = mem_take_array(d->mem, x, sizeof *symbol);
    double *value = mem_take_array(d->mem, x, sizeof *value);
    for (size_t i = 0; i < m->coords; i++) {
        symbol[i] = m->coord[i].q;
        value[i] = q[i];
    }
    for (size_t i = 0; i < m->params; i++) {
        symbol[m->coords + i] = m->param[i].symbol;
        value[m->coords + i] = p[i];
    }
    symbol[x - 1] = m->time;
    value[x - 1] = 0;
    ex_eval(m->store, g->rho, n * n, symbol, value, x, at.rho);
    ex_eval(m->store, g->metric, n * n, symbol, value, x, at.metric);
    return at;
}

static bool is_finite_at(const struct point *at)
{
    for (size_t i = 0; i < at->n * at->n; i++)
        if (!isfinite(at->rho[i]) || !isfinite(at->metric[i]))
            return false;
    return true;
}

/* Gauss elimination with the largest pivot; one that has vanished tells. */
static bool frame_spans(struct mem *m, const struct point *at)
{
    const double tiny = 1e-12;
    const size_t n = at->n;
    double *l = mem_take_array(m, n * n, sizeof *l), size = 0;
    memcpy(l, at->rho, n * n * sizeof *l);
    for (size_t i = 0; i < n * n; i++)
        size = fmax(size, fabs(l[i]));
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(l[i * n + k]) > fabs(l[best * n + k]))
                best = i;
        if (!(fabs(l[best * n + k]) > tiny * size))
            return false;
        for (size_t j = 0; j < n; j++) {
            const double swap = l[k * n + j];
            l[k * n + j] = l[best * n + j];
            l[best * n + j] = swap;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                l[i * n + j] -= l[i * n + k] / l[k * n + k] * l[k * n + j];
    }
    return true;
}

/* By Cholesky's decomposition, which exists only then. */
static bool is_positive(struct mem *m, const struct point *at)
{
    const size_t n = at->n;
    double *l = mem_take_array(m, n * n, sizeof *l);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = at->metric[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    return true;
}

static void add_equation(struct mem *m, struct equations *all, const struct point *at,
                         const struct ival *v, double value, bool option)
{
    struct equation *e = &all->at[all->n++];
    *e = (struct equation){
        .row = mem_take_array(m, at->rank + 1, sizeof *e->row), .value = value, .where = v->where};
    e->option = option;
    all->options += option;
    for (size_t a = 0; a < at->rank; a++)
        e->row[a] = v->of == IVAL_QUASI      ? v->index == a
                    : v->of == IVAL_VELOCITY ? at->rho[v->index * at->n + a]
                                             : at->metric[v->index * at->n + a];
    double size = 0; /* a momentum is divided by its mass: all are compared as velocities */
    for (size_t a = 0; a < at->rank; a++)
        size = fmax(size, fabs(e->row[a]));
    for (size_t a = 0; a < at->rank && size > 0; a++)
        e->row[a] /= size;
    e->value /= size > 0 ? size : 1;
    all->scale = fmax(all->scale, fabs(e->value));
}

/* The largest coefficient that is left, among options or in the model, or NULL. */
static struct equation *find_pivot(struct equations *all, const bool *solved, bool option,
                                   size_t *col)
{
    const double tiny = 1e-12;
    struct equation *best = NULL;
    double size = tiny;
    for (size_t i = 0; i < all->n; i++)
        for (size_t a = 0; a < all->unknowns && !all->at[i].used && all->at[i].option == option;
             a++)
            if (!solved[a] && fabs(all->at[i].row[a]) > size) {
                size = fabs(all->at[i].row[a]);
                best = &all->at[i];
                *col = a;
            }
    return best;
}

static void eliminate(struct equations *all, struct equation *pivot, size_t col)
{
    for (size_t i = 0; i < all->n; i++) {
        struct equation *e = &all->at[i];
        if (e == pivot || e->row[col] == 0)
            continue;
        const double factor = e->row[col] / pivot->row[col];
        for (size_t a = 0; a < all->unknowns; a++)
            e->row[a] -= factor * pivot->row[a];
        e->row[col] = 0;
        e->value -= factor * pivot->value;
    }
    pivot->used = true;
}

/* Solves for z; what no equation reaches stays 0 and is not `solved`. */
static void solve(struct diag *d, struct equations *all, double *z, bool *solved)
{
    size_t col = 0, found = 0;
    struct equation *pivot = NULL;
    struct equation **row_of = mem_take_array(d->mem, all->unknowns + 1, sizeof *row_of);
    for (size_t a = 0; a < all->unknowns; a++) {
        z[a] = 0;
        solved[a] = false;
    }
    while ((pivot = find_pivot(all, solved, true, &col)) ||
           (pivot = find_pivot(all, solved, false, &col))) {
        eliminate(all, pivot, col);
        solved[col] = true;
        row_of[col] = pivot;
        found++;
    }
    for (size_t a = 0; a < all->unknowns && found; a++)
        if (solved[a])
            z[a] = row_of[a]->value / row_of[a]->row[a];
    for (size_t i = 0; i < all->n; i++) {
        const struct equation *e = &all->at[i];
        if (e->used || fabs(e->value) <= 1e-9 * (1 + all->scale))
            continue;
        if (!e->option && all->options) {
            gen_remark(d, e->where, "this initial value gives way to those of -i");
            continue;
        }
        char off[EX_DOUBLE_ROOM];
        ex_double_brief(fabs(e->value), 3, off);
        gen_error(d, e->where, "this initial value does not fit the others or the constraints")
            ->help = gen_text(d->mem, "it is off by %s", off);
    }
}

/* ---- the state ---- */

static void list(struct mem_text *missing, const char *name)
{
    if (missing->len)
        mem_put(missing, ", ");
    mem_put(missing, name);
}

/* Coordinates that are given; the names of the others. */
static const char *find_coords(struct diag *d, const struct model *m, const struct given *given,
                               const double *p, double *q)
{
    bool *known = mem_take_array(d->mem, m->coords + 1, sizeof *known);
    struct mem_text missing = mem_text(d->mem);
    for (size_t i = 0; i < m->coords; i++) {
        q[i] = 0;
        known[i] = false;
    }
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].of == IVAL_COORD) {
            const struct coord *c = &m->coord[given->at[i].index];
            const double value = gen_value(m, given->at[i].value, p);
            q[given->at[i].index] = value;
            known[given->at[i].index] = true;
            if ((c->low != EX_POISON && value < gen_value(m, c->low, p)) ||
                (c->high != EX_POISON && value > gen_value(m, c->high, p)))
                gen_error(d, given->at[i].where, "'%s' starts outside its range", c->name);
        }
    for (size_t i = 0; i < m->coords; i++)
        if (!known[i])
            list(&missing, m->coord[i].name);
    return missing.text;
}

void gen_state(struct diag *d, const struct system *sys, const struct given *given, const double *p,
               bool zeros, double *x)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    const size_t n = g->n, k = g->rank;
    double *q = mem_take_array(d->mem, n, sizeof *q), *z = mem_take_array(d->mem, k + 1, sizeof *z);
    bool *solved = mem_take_array(d->mem, k + 1, sizeof *solved);
    struct equations all = {.at = mem_take_array(d->mem, given->n + 1, sizeof *all.at),
                            .unknowns = k};
    struct mem_text missing = mem_text(d->mem);
    mem_put(&missing, find_coords(d, m, given, p, q));
    if (missing.len && !zeros) {
        gen_remark(d, (struct span){.src = NULL},
                   "nothing is checked at a point: init does not give %s", missing.text);
        return;
    }
    const struct point at = find_point(d, g, q, p);
    if (!is_finite_at(&at))
        gen_error(d, m->metric_at, "metric or frame are not finite at the initial point");
    else if (!frame_spans(d->mem, &at))
        gen_error(d, m->frame_at,
                  "frame and complement are linearly dependent at the initial point");
    else if (!is_positive(d->mem, &at))
        gen_error(d, m->metric_at, "the metric is not positive at the initial point")->help =
            "the kinetic energy must be positive for every velocity";
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].of != IVAL_COORD)
            add_equation(d->mem, &all, &at, &given->at[i], gen_value(m, given->at[i].value, p),
                         given->at[i].where.src != m->src);
    solve(d, &all, z, solved);
    for (size_t a = 0; a < k; a++)
        if (!solved[a])
            list(&missing, m->field[a].name);
    if (missing.len)
        gen_remark(d, (struct span){.src = NULL}, "initial values not given are 0: %s",
                   missing.text);
    for (size_t i = 0; i < n; i++)
        x[i] = q[i];
    for (size_t a = 0; a < k; a++) {
        x[n + a] = 0;
        for (size_t b = 0; b < k; b++)
            x[n + a] += at.metric[a * n + b] * z[b];
    }
}
