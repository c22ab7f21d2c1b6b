/* gen/start/start_check.c -- checks at the initial state: frame, metric, reactions.
 *
 * The frame is a basis, the metric is positive on C, and reactions are determined.
 */
#include "gen/base/linear.h"
#include "gen/language/statement_basis.h"
#include "gen/start/initial_state.h"

#include <math.h>
#include <string.h>

void start_eval_at(const struct system *sys, double t, const double *x, const double *p,
                   const ex *e, size_t m, double *out)
{
    const struct model *model = sys->model;
    struct mem *mem = ex_mem(model->store);
    const struct mem_mark mark = mem_mark(mem);
    const size_t n = sys->states + model->params + 1;
    ex *symbol = sym_row(mem, n);
    double *value = mem_take_array(mem, n, sizeof *value);
    for (size_t i = 0; i < sys->states; i++) {
        symbol[i] = sys->state[i];
        value[i] = x[i];
    }
    for (size_t i = 0; i < model->params; i++) {
        symbol[sys->states + i] = model->param[i].symbol;
        value[sys->states + i] = p[i];
    }
    symbol[n - 1] = model->time;
    value[n - 1] = t;
    ex_eval(model->store, e, m, symbol, value, n, out);
    mem_release(mem, mark);
}

void start_eval_place(const struct place *at, const ex *e, size_t m, double *out)
{
    start_eval_at(at->sys, at->t, at->x, at->p, e, m, out);
}

/* The first row where it is not, or n; a stays as it is. */
static size_t not_positive(struct mem *m, const double *a, size_t n)
{
    double *l = mem_take_array(m, n * n + 1, sizeof *l);
    memcpy(l, a, n * n * sizeof *l);
    return base_cholesky(l, n);
}

/* A metric may be degenerate if it is positive on C, and nowhere negative. */
static bool is_positive_on_C(struct mem *m, const struct place *at, const double *a)
{
    const double tiny = 1e-12;
    const struct mech *k = at->sys->mech;
    const size_t n = k->geom->n, r = k->geom->rank;
    double *on = mem_take_array(m, n * n + 1, sizeof *on), *some = NULL, size = 0;
    ex *part = sym_row(m, r * r);
    for (size_t i = 0; i < n; i++)
        size += fabs(a[i * n + i]);
    for (size_t i = 0; i < n * n; i++)
        on[i] = a[i] + (i / n == i % n ? tiny * size : 0);
    if (r == n || base_cholesky(on, n) < n)
        return false;
    some = mem_take_array(m, r * r + 1, sizeof *some);
    for (size_t i = 0; i < r * r; i++)
        part[i] = k->g[i / r * n + i % r];
    start_eval_place(at, part, r * r, some);
    return base_all_finite(some, r * r) && base_rank(m, some, r) == r &&
           base_cholesky(some, r) == r;
}

static void put_number(struct mem_text *out, double value)
{
    char number[EX_DOUBLE_ROOM];
    ex_double_brief(value, 6, number);
    mem_put(out, number);
}

/* Velocities for which the metric is not positive: 1 along e_bad, and along those before it the
 * values that minimise it. */
static const char *witness(struct diag *d, const struct model *m, const double *a, size_t bad,
                           bool natural)
{
    const size_t n = m->sections;
    double *above = mem_take_array(d->mem, bad * bad + 1, sizeof *above);
    double *v = mem_take_array(d->mem, bad + 1, sizeof *v), value = a[bad * n + bad];
    for (size_t i = 0; i < bad; i++) {
        v[i] = -a[i * n + bad];
        for (size_t j = 0; j < bad; j++)
            above[i * bad + j] = a[i * n + j];
    }
    base_solve(above, bad, v, 1);
    for (size_t i = 0; i < bad; i++)
        value += v[i] * a[i * n + bad];
    v[bad] = 1;
    struct mem_text out = mem_text(d->mem);
    mem_put(&out, "it must be positive for every velocity, and is ");
    put_number(&out, value);
    for (size_t i = 0, k = 0; i <= bad; i++) {
        if (v[i] == 0)
            continue;
        mem_put(&out, k++ ? ", " : " for ");
        mem_put(&out, natural ? m->section[i].name : m->field[i].name);
        mem_put(&out, natural && lang_is_along_coordinate(m, i) ? "' = " : " = ");
        put_number(&out, v[i]);
    }
    return out.text;
}

/* ---- bases ---- */

/* "x = 0, y = 1": the coordinates that occur in e, and t. */
static const char *point_text(struct diag *d, const struct place *at, const ex *e, size_t n)
{
    const struct model *m = at->sys->model;
    struct mem_text out = mem_text(d->mem);
    for (size_t i = 0; i <= m->coords; i++) {
        const ex symbol = i < m->coords ? m->coord[i].q : m->time;
        bool occurs = false;
        for (size_t k = 0; k < n && !occurs; k++)
            occurs = ex_has(m->store, e[k], symbol);
        if (!occurs)
            continue;
        mem_put_f(&out, "%s%s = ", out.len ? ", " : "", i < m->coords ? m->coord[i].name : "t");
        put_number(&out, i < m->coords ? at->x[i] : at->t);
    }
    return out.len ? out.text : "these values of the parameters";
}

/* The first of the n columns of a that is not independent of those before it, or n; `zero`: it
 * vanishes. */
static size_t dependent_column(struct mem *m, const double *a, size_t n, bool *zero)
{
    double *first = mem_take_array(m, n * n + 1, sizeof *first);
    memset(first, 0, n * n * sizeof *first);
    for (size_t k = 0; k < n; k++) {
        *zero = true;
        for (size_t i = 0; i < n; i++) {
            first[i * n + k] = a[i * n + k];
            *zero &= a[i * n + k] == 0;
        }
        if (base_rank(m, first, n) <= k)
            return k;
    }
    return n;
}

static bool check_frame(struct diag *d, const struct place *at)
{
    const struct geom *g = at->sys->geom;
    const struct model *m = g->model;
    const size_t n = g->n;
    double *a = mem_take_array(d->mem, n * n + 1, sizeof *a);
    bool zero = false;
    start_eval_place(at, g->frame, n * n, a);
    if (!base_all_finite(a, n * n)) {
        base_error(d, m->frame_at, "frame and complement are not finite at the initial point")
            ->help = base_text(d->mem, "at %s; start at another point, or choose other fields",
                               point_text(d, at, g->frame, n * n));
        return false;
    }
    const size_t bad = dependent_column(d->mem, a, n, &zero);
    if (bad == n)
        return true;
    struct note *note =
        base_error(d, m->field[bad].where, "the fields of %s are dependent at the initial point",
                   bad < g->rank ? "the frame" : "frame and complement");
    note->label =
        zero ? base_text(d->mem, "%s vanishes", m->field[bad].name)
             : base_text(d->mem, "%s is a combination of those before", m->field[bad].name);
    note->help = base_text(d->mem, "at %s; start at another point, or choose other fields",
                           point_text(d, at, g->frame, n * n));
    return false;
}

/* The forms of the statement `basis` that was chosen. */
static bool check_basis(struct diag *d, const struct place *at)
{
    const struct model *m = at->sys->model;
    const struct other_basis *b = m->in_basis;
    if (!b)
        return true;
    const size_t k = b->n;
    double *a = mem_take_array(d->mem, k * k + 1, sizeof *a);
    start_eval_place(at, b->change, k * k, a);
    if (base_all_finite(a, k * k) && base_rank(d->mem, a, k) == k)
        return true;
    base_error(d, b->where, "the forms of the basis %s are dependent at the initial point", b->name)
        ->help =
        base_text(d->mem,
                  "at %s%s; start at another point, or without --basis, with the forms of "
                  "the constraints",
                  point_text(d, at, b->change, k * k), k == 1 ? ", where it vanishes" : "");
    return false;
}

bool start_check(struct diag *d, const struct place *at)
{
    const struct geom *g = at->sys->geom;
    const struct mech *k = at->sys->mech;
    const struct model *m = g->model;
    const size_t n = g->n;
    double *a = mem_take_array(d->mem, n * n + 1, sizeof *a);
    if (!check_frame(d, at) || !check_basis(d, at))
        return false;
    if (!k->quadratic || m->metric == EX_POISON || form_is_singular(at->sys))
        return true;
    start_eval_place(at, k->g0 ? k->g0 : k->g, n * n, a);
    const size_t bad = not_positive(d->mem, a, n);
    if (!base_all_finite(a, n * n)) {
        base_error(d, m->source_at, "the metric is not finite at the initial point");
        return false;
    }
    if (bad < n && !is_positive_on_C(d->mem, at, a)) {
        base_error(d, m->source_at, "the metric is not positive at the initial point")->help =
            witness(d, m, a, bad, k->g0 != NULL);
        return false;
    }
    return true;
}

/* Matrices of the form that must be regular, for example to determine the reactions. */
void start_check_regular(struct diag *d, const struct place *at)
{
    struct regular matrix[REGULAR];
    const size_t k = form_regular(d, at->sys, matrix);
    for (size_t i = 0; i < k; i++) {
        const size_t n = matrix[i].n;
        double *a = mem_take_array(d->mem, n * n + 1, sizeof *a);
        start_eval_place(at, matrix[i].at, n * n, a);
        if (!base_all_finite(a, n * n) || base_rank(d->mem, a, n) < n)
            base_error(d, matrix[i].where, "%s", matrix[i].message)->help = matrix[i].help;
    }
}

void start_look_for_positive(struct diag *d, const struct system *sys, const struct start *st)
{
    enum { TRIES = 6 };
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    const size_t n = sys->geom->n;
    double *a = mem_take_array(d->mem, n * n + 1, sizeof *a);
    double *x = mem_take_array(d->mem, sys->states + 1, sizeof *x);
    const struct place at = {sys, st->p, 0, x};
    size_t bad = n;
    if (!k->quadratic || m->metric == EX_POISON || form_is_singular(sys))
        return;
    for (unsigned try = 0; try < TRIES; try++) {
        for (size_t i = 0; i < sys->states; i++)
            x[i] = base_sample(try + 1, i);
        start_eval_place(&at, k->g0 ? k->g0 : k->g, n * n, a);
        if (!base_all_finite(a, n * n) || (bad = not_positive(d->mem, a, n)) == n ||
            is_positive_on_C(d->mem, &at, a))
            return;
    }
    base_error(d, m->source_at, "the metric is not positive wherever it was tried")->help =
        witness(d, m, a, bad, k->g0 != NULL);
}
