/* gen/forms/pole_places.c -- places where a denominator vanishes, and what becomes singular there.
 *
 * A zero of a denominator need not be a pole of the rates, as sin(x) / x shows, and what it means
 * follows from what degenerates there: the one-forms of the constraints, the fields of the frame,
 * or the metric along them. Both questions are answered in numbers at one point of the zero set.
 */
#include "gen/base/linear.h"
#include "gen/forms/poles.h"

#include <math.h>
#include <string.h>

/* ---- numbers ---- */

/* Functions of the state at points. */
struct functions {
    const struct system *sys;
    struct ex_list nodes;
    const ex *symbol;
    double *value, *at; /* of the symbols, of the nodes */
    size_t n, m, *place;
};

static struct functions functions(struct diag *d, const struct system *sys, const double *p,
                                  const ex *e, size_t m)
{
    const struct model *model = sys->model;
    struct store *s = model->store;
    const size_t n = sys->states, all = n + model->params + 1;
    ex *symbol = sym_row(d->mem, all);
    struct memo place = {.mem = d->mem};
    struct functions out = {sys, ex_reach(s, e, m), symbol, NULL, NULL, all, m, NULL};
    out.value = mem_take_array(d->mem, all, sizeof *out.value);
    out.at = mem_take_array(d->mem, out.nodes.n + 1, sizeof *out.at);
    out.place = mem_take_array(d->mem, m + 1, sizeof *out.place);
    memcpy(symbol, sys->state, n * sizeof *symbol);
    for (size_t i = 0; i < model->params; i++) {
        symbol[n + i] = model->param[i].symbol;
        out.value[n + i] = p[i];
    }
    symbol[all - 1] = model->time;
    for (size_t i = 0; i < out.nodes.n; i++)
        sym_memo_set(&place, out.nodes.at[i], (uint32_t)i);
    for (size_t k = 0; k < m; k++)
        out.place[k] = sym_memo_get(&place, e[k]);
    return out;
}

static void evaluate(const struct functions *f, const double *x, double t, double *out)
{
    memcpy(f->value, x, f->sys->states * sizeof *x);
    f->value[f->n - 1] = t;
    ex_eval_all(f->sys->model->store, f->nodes, f->symbol, f->value, f->n, f->at);
    for (size_t k = 0; k < f->m; k++)
        out[k] = f->at[f->place[k]];
}

struct place {
    struct diag *diag;
    const struct system *sys;
    const double *p;
    double small; /* singular values less than this part of the largest */
};

static void evaluate_once(const struct place *at, const struct pole_place *z, const ex *e, size_t m,
                          double *out)
{
    const struct functions f = functions(at->diag, at->sys, at->p, e, m);
    evaluate(&f, z->x, z->t, out);
}

/* ---- a zero ---- */

/* A function and its gradient. */
static struct functions with_slope(struct diag *d, const struct system *sys, const double *p, ex e)
{
    ex *all = sym_row(d->mem, sys->states + 1);
    all[0] = e;
    ex_gradient(sys->model->store, e, sys->state, sys->states, all + 1);
    return functions(d, sys, p, all, sys->states + 1);
}

/* Newton's method along the gradient, from out->x; a double zero takes many steps, most of all one
 * where two conditions are met, as a sum of squares. */
static void search(struct mem *m, const struct functions *f, int steps, struct pole_place *out)
{
    const double rounding = 1e-15, near = 1e-7;
    const size_t n = f->sys->states;
    double *g = mem_take_array(m, n + 1, sizeof *g), first = 0;
    for (int k = 0; k <= steps; k++) {
        double square = 0;
        evaluate(f, out->x, out->t, g);
        for (size_t i = 1; i <= n; i++)
            square += g[i] * g[i];
        first = k ? first : fabs(g[0]);
        out->found = fabs(g[0]) <= near * sqrt(square) || g[0] == 0;
        if (!isfinite(g[0]) || !isfinite(square) || !(square > 0) || k == steps ||
            fabs(g[0]) <= rounding * first)
            return;
        for (size_t i = 0; i < n; i++)
            out->x[i] -= g[0] / square * g[i + 1];
    }
}

struct pole_place form_pole_place(struct diag *d, const struct system *sys, const double *p, ex e)
{
    enum { STARTS = 6, STEPS = 40 };
    const size_t n = sys->states;
    const struct functions f = with_slope(d, sys, p, e);
    struct pole_place out = {.x = mem_take_array(d->mem, n + 1, sizeof *out.x)};
    for (unsigned k = 1; k <= STARTS && !out.found; k++) {
        for (size_t i = 0; i < n; i++)
            out.x[i] = (k % 3 + 0.5) * base_arbitrary(k, i);
        out.t = 1 + base_arbitrary(k, n);
        search(d->mem, &f, STEPS, &out);
    }
    return out;
}

struct pole_place form_pole_near(struct diag *d, const struct system *sys, const double *p, ex e,
                                 const double *x, double t, double ahead)
{
    enum { STEPS = 160 };
    const size_t n = sys->states;
    const struct functions f = with_slope(d, sys, p, e),
                           rates = functions(d, sys, p, sys->block[RT_rhs].at, n);
    struct pole_place out = {.x = mem_take_array(d->mem, n + 1, sizeof *out.x), .t = t + ahead};
    evaluate(&rates, x, t, out.x);
    for (size_t i = 0; i < n; i++)
        out.x[i] = x[i] + (isfinite(out.x[i]) ? ahead * out.x[i] : 0);
    search(d->mem, &f, STEPS, &out);
    return out;
}

/* ---- the rates near it ---- */

static double size_near(struct mem *m, const struct functions *rates, const struct pole_place *z,
                        unsigned seed, double by)
{
    const size_t n = rates->sys->states;
    double *x = mem_take_array(m, 2 * n + 1, sizeof *x), *rate = x + n, most = 0;
    for (size_t i = 0; i < n; i++)
        x[i] = z->x[i] + by * base_arbitrary(seed, i);
    evaluate(rates, x, z->t, rate);
    for (size_t i = 0; i < n; i++)
        most = isfinite(rate[i]) ? fmax(most, fabs(rate[i])) : INFINITY;
    return most;
}

bool form_is_pole(struct diag *d, const struct system *sys, const double *p,
                  const struct pole_place *z)
{
    enum { SEEDS = 12 };
    const double nearer = 1e-2, grows = 20;
    const struct functions rates = functions(d, sys, p, sys->block[RT_rhs].at, sys->states);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        const double near = pow(10, -2 - (int)(seed % 4));
        if (size_near(d->mem, &rates, z, seed, nearer * near) >=
            grows * size_near(d->mem, &rates, z, seed, near))
            return true;
    }
    return false;
}

/* ---- its meaning ---- */

/* From singular values, the largest first; `usual` is a large one. */
static bool is_degenerate(const struct place *at, const double *s, size_t n, double usual)
{
    return n && !(s[n - 1] > at->small * usual);
}

/* Are the columns of a, rows x cols, dependent, infinite or 0? They become orthogonal. */
static bool are_dependent(const struct place *at, double *a, size_t rows, size_t cols)
{
    const double large = 1e5;
    struct mem *m = at->diag->mem;
    double *s = mem_take_array(m, cols + cols * cols + 1, sizeof *s), *v = s + cols;
    for (size_t i = 0; i < rows * cols; i++)
        if (!(fabs(a[i]) < large))
            return true;
    if (cols == 0)
        return false;
    for (size_t j = 0; j < cols; j++) {
        double square = 0;
        for (size_t i = 0; i < rows; i++)
            square += a[i * cols + j] * a[i * cols + j];
        for (size_t i = 0; i < rows && square > 0; i++)
            a[i * cols + j] /= fmax(sqrt(square), 1e-3);
    }
    base_singular_values(a, rows, cols, s, v);
    return is_degenerate(at, s, cols, fmax(s[0], 1)); /* a column that is not small has 1 */
}

static bool constraints_depend(const struct place *at, const struct pole_place *z)
{
    const struct model *m = at->sys->model;
    struct mem *mem = at->diag->mem;
    const size_t n = m->sections, c = m->constraints;
    double *a = mem_take_array(mem, n * c + 1, sizeof *a);
    double *row = mem_take_array(mem, n + 1, sizeof *row);
    for (size_t k = 0; k < c; k++) {
        evaluate_once(at, z, m->constraint[k].form, n, row);
        for (size_t i = 0; i < n; i++)
            a[i * c + k] = row[i];
    }
    return are_dependent(at, a, n, c);
}

static bool frame_depends(const struct place *at, const struct pole_place *z)
{
    const struct geom *g = at->sys->geom;
    struct mem *mem = at->diag->mem;
    const size_t n = g->n, r = g->rank;
    double *all = mem_take_array(mem, n * n + 1, sizeof *all);
    double *a = mem_take_array(mem, n * n + 1, sizeof *a);
    const bool chosen = r < n && g->model->field[r].chosen;
    const size_t cols = chosen ? r : n;
    evaluate_once(at, z, g->frame, n * n, all);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < cols; j++)
            a[i * cols + j] = all[i * n + j];
    return are_dependent(at, a, n, cols);
}

/* The metric, on all velocities or on C. */
static bool mass_is_singular(const struct place *at, const struct pole_place *z, bool natural)
{
    const struct mech *k = at->sys->mech;
    struct mem *mem = at->diag->mem;
    const size_t n = at->sys->geom->n, r = natural ? n : at->sys->geom->rank;
    const ex *from = natural ? k->g0 : k->g;
    double *all = mem_take_array(mem, n * n + 1, sizeof *all);
    double *a = mem_take_array(mem, n * n + 1, sizeof *a);
    double *s = mem_take_array(mem, n + n * n + 1, sizeof *s);
    if (!from || r == 0)
        return false;
    evaluate_once(at, z, from, n * n, all);
    for (size_t i = 0; i < r; i++)
        for (size_t j = 0; j < r; j++)
            a[i * r + j] = all[i * n + j];
    if (!base_all_finite(a, r * r))
        return true;
    base_singular_values(a, r, r, s, s + n);
    return r == 1 ? fabs(s[0]) < 1e-6 : is_degenerate(at, s, r, s[0]);
}

/* A matrix that must be regular for the form: the text for its zeros; or NULL. */
static const char *matrix_is_singular(const struct place *at, const struct pole_place *z)
{
    struct regular matrix[REGULAR];
    struct diag aside = base_aside(at->diag);
    struct mem *mem = at->diag->mem;
    const size_t n = form_regular(&aside, at->sys, matrix);
    for (size_t i = 0; i < n; i++) {
        const size_t k = matrix[i].n;
        double *a = mem_take_array(mem, k * k + 1, sizeof *a);
        double *s = mem_take_array(mem, k + k * k + 1, sizeof *s);
        evaluate_once(at, z, matrix[i].at, k * k, a);
        if (!base_all_finite(a, k * k))
            continue;
        base_singular_values(a, k, k, s, s + k);
        if (k == 1 ? fabs(s[0]) < 1e-6 : is_degenerate(at, s, k, s[0]))
            return matrix[i].singular;
    }
    return NULL;
}

struct pole_report form_pole_meaning(struct diag *d, const struct system *sys, const double *p,
                                     const struct pole_place *z)
{
    const double at_zero = 1e-4, beside_it = 0.03;
    const struct place at = {d, sys, p, z->found ? at_zero : beside_it};
    const bool natural = sys->kind == STATES_p || sys->kind == STATES_y;
    const char *singular = z->found ? matrix_is_singular(&at, z) : NULL;
    if (singular)
        return (struct pole_report){singular, NULL};
    if (constraints_depend(&at, z))
        return (struct pole_report){"the constraints become dependent", NULL};
    if (!natural && frame_depends(&at, z))
        return (struct pole_report){"the chosen frame degenerates",
                                    "the motion may go on there: choose another frame, or "
                                    "--form lagrange-dirac, which needs none"};
    if (mass_is_singular(&at, z, natural))
        return (struct pole_report){natural ? "the mass matrix becomes singular"
                                            : "the mass matrix on C becomes singular",
                                    NULL};
    return (struct pole_report){"the equations of motion have a pole", NULL};
}
