/* gen/forms/moving_energy.c -- moving energies E - <p, Y> of drifts that are symmetries.
 *
 * The drift of affine constraints mu(v) = b is defined up to C. Among the sections
 *
 *   Y = c^i X_i,   c^i constant,   X_i = e_B and q^j e_B,
 *
 * this file looks for one with mu(Y) = b whose complete lift preserves L. With forces Q,
 *
 *   (E - <p, Y>)' = Q(v) - dL/dt - Y^c(L) - Q(Y),   Y^c(L) = rho(Y)(L) + <p, [v, Y]>,
 *
 * because the reactions have the same power on v and on Y. All conditions are linear in c. Rows of
 * them at points, in numbers, give a solution with many zeros; its other c follow exactly from rows
 * at points where the coordinates are small numbers and parameters stay symbols. The result is only
 * a candidate: form_try_moving decides.
 */
#include "gen/base/linear.h"
#include "gen/forms/form.h"

#include <math.h>
#include <string.h>

enum { MOST = 72, TRIALS = 40 };

/* Conditions on c, as functions of q, z^a, t: `rows` rows of `n` coefficients and a right side. */
struct conditions {
    const struct system *sys;
    struct mem *mem;
    ex *at, *symbol; /* symbols: q, z^a, t, then parameters */
    size_t rows, n, points, symbols;
};

static size_t width(const struct conditions *k)
{
    return k->n + 1;
}

/* Coefficients of e_B in a row give those of q^j e_B. */
static void put_multiples(struct conditions *k, ex *row)
{
    const struct model *m = k->sys->model;
    const size_t n = m->sections;
    for (size_t i = n; i < k->n; i++)
        row[i] = ex_mul2(m->store, m->coord[i / n - 1].q, row[i % n]);
}

/* mu(Y) = b */
static bool put_constraints(struct diag *d, struct conditions *k)
{
    struct geom *g = k->sys->geom;
    const size_t n = g->n, c = n - g->rank;
    ex *mu = sym_row(d->mem, c * n), *b = sym_row(d->mem, c);
    if (!form_constraint_forms(d, g, mu, b))
        return false;
    for (size_t i = 0; i < c; i++) {
        ex *row = &k->at[k->rows++ * width(k)];
        memcpy(row, &mu[i * n], n * sizeof *row);
        put_multiples(k, row);
        row[k->n] = b[i];
    }
    return true;
}

/* rho_B(f) for natural e_B. */
static ex slope_along(const struct model *m, size_t B, ex f)
{
    ex sum = ex_int(m->store, 0);
    for (size_t i = 0; i < m->coords; i++)
        sum = ex_add2(
            m->store, sum,
            ex_mul2(m->store, m->section[B].anchor[i], ex_diff(m->store, f, m->coord[i].q)));
    return sum;
}

/* Y^c(L) + Q(Y) = Q(v) - dL/dt at all velocities v that are allowed. */
static bool put_symmetry(struct diag *d, struct conditions *k)
{
    const struct system *sys = k->sys;
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    const size_t n = g->n;
    struct diag aside = base_aside(d);
    ex *y = sym_row(d->mem, n), *to = sym_row(d->mem, n), *p = sym_row(d->mem, n),
       *Q = sym_row(d->mem, n), *row = &k->at[k->rows * width(k)];
    const ex L = sys->mech->has_lagrangian ? form_natural_lagrangian(&aside, sys->mech) : EX_POISON;
    if (L == EX_POISON || !form_natural_forces(&aside, sys->mech, Q))
        return false;
    for (size_t B = 0; B < n; B++)
        y[B] = m->section[B].velocity;
    ex_gradient(s, L, y, n, p);
    for (size_t B = 0; B < n; B++) {
        row[B] = ex_add2(s, slope_along(m, B, L), Q[B]);
        for (size_t i = 0; m->bracket && i < n * n; i++)
            row[B] = ex_add2(
                s, row[B], ex_mul3(s, p[i % n], y[i / n], m->bracket[(i / n * n + B) * n + i % n]));
    }
    put_multiples(k, row);
    for (size_t j = 0; (j + 1) * n < k->n; j++) {
        ex rate = ex_int(s, 0);
        for (size_t B = 0; B < n; B++)
            rate = ex_add2(s, rate, ex_mul2(s, y[B], m->section[B].anchor[j]));
        for (size_t B = 0; B < n; B++) {
            ex *at = &row[(j + 1) * n + B];
            *at = ex_add2(s, *at, ex_mul2(s, rate, p[B]));
        }
    }
    row[k->n] = ex_sub(s, sym_dot(s, Q, 1, y, n), ex_diff(s, L, m->time));
    for (size_t B = 0; B < n; B++) {
        to[B] = ex_int(s, 0);
        for (size_t A = 0; A < n; A++) {
            const ex z = A < g->rank ? ex_add2(s, g->drift[A], m->field[A].z) : g->drift[A];
            to[B] = ex_add2(s, to[B], ex_mul2(s, g->frame[B * n + A], z));
        }
    }
    ex_subst(s, row, width(k), y, to, n, row);
    k->rows++;
    return true;
}

static void list_symbols(struct conditions *k)
{
    const struct model *m = k->sys->model;
    const size_t r = k->sys->geom->rank;
    k->symbol = sym_row(k->mem, m->coords + r + 1 + m->params);
    for (size_t i = 0; i < m->coords; i++)
        k->symbol[k->points++] = m->coord[i].q;
    for (size_t a = 0; a < r; a++)
        k->symbol[k->points++] = m->field[a].z;
    k->symbol[k->points++] = m->time;
    k->symbols = k->points;
    for (size_t i = 0; i < m->params; i++)
        k->symbol[k->symbols++] = m->param[i].symbol;
}

/* ---- in numbers ---- */

/* Appends the rows at a point whose numbers begin with `v`; rows without a value are left out. */
static size_t add_rows(const struct conditions *k, const double *v, double *a, size_t rows)
{
    const size_t w = width(k);
    double *at = mem_take_array(k->mem, k->rows * w, sizeof *at);
    ex_eval(k->sys->model->store, k->at, k->rows * w, k->symbol, v, k->symbols, at);
    for (size_t i = 0; i < k->rows; i++)
        if (base_all_finite(&at[i * w], w))
            memcpy(&a[rows++ * w], &at[i * w], w * sizeof *a);
    return rows;
}

/* Eliminates column j by the largest entry from row `from` on; false: all are 0. */
static bool eliminate(double *a, size_t rows, size_t w, size_t from, size_t j)
{
    size_t best = from;
    for (size_t i = from; i < rows; i++)
        if (fabs(a[i * w + j]) > fabs(a[best * w + j]))
            best = i;
    if (from >= rows || fabs(a[best * w + j]) < 1e-9)
        return false;
    for (size_t l = 0; l < w; l++) {
        const double swapped = a[from * w + l];
        a[from * w + l] = a[best * w + l];
        a[best * w + l] = swapped;
    }
    for (size_t i = 0; i < rows; i++) {
        const double f = a[i * w + j] / a[from * w + j];
        for (size_t l = 0; l < w && i != from; l++)
            a[i * w + l] -= f * a[from * w + l];
    }
    return true;
}

/* A solution of the conditions in numbers, with many zeros: the places of the others. False: there
 * is none. */
static bool find_places(const struct conditions *k, size_t *place, size_t *n)
{
    const size_t w = width(k), points = 2 * k->n / k->rows + k->n + 2;
    double *a = mem_take_array(k->mem, points * k->rows * w, sizeof *a);
    double *v = mem_take_array(k->mem, k->symbols + 1, sizeof *v);
    size_t rows = 0, pivots = 0, pivot[MOST];
    for (size_t i = 0; i < points; i++) {
        for (size_t j = 0; j < k->symbols; j++)
            v[j] = base_sample(j < k->points ? i + 1 : 0, j);
        rows = add_rows(k, v, a, rows);
    }
    for (size_t j = 0; j < k->n; j++)
        if (eliminate(a, rows, w, pivots, j))
            pivot[pivots++] = j;
    for (size_t i = pivots; i < rows; i++)
        if (fabs(a[i * w + k->n]) > 1e-8)
            return false;
    *n = 0;
    for (size_t i = 0; i < pivots; i++)
        if (fabs(a[i * w + k->n] / a[i * w + pivot[i]]) > 1e-7)
            place[(*n)++] = pivot[i];
    return *n > 0 && rows > k->n;
}

/* ---- exactly ---- */

/* A point of small numbers; multiples of pi/2 for the first trials, where sines are 0 or 1. */
static void choose_point(const struct conditions *k, size_t trial, ex *to, double *v)
{
    struct store *s = k->sys->model->store;
    const double pi = 3.14159265358979323846;
    for (size_t j = 0; j < k->symbols; j++) {
        const int64_t i = (int64_t)(base_sample(trial + 100, j) * 1e6) % 4;
        const bool turn = trial < TRIALS / 2 && (trial >> j % 3 & 1) != 0;
        v[j] = j >= k->points ? base_sample(0, j) : turn ? (double)i * pi / 2 : (double)i + 1;
        to[j] = turn ? ex_mul2(s, ex_rat(s, i, 2), ex_pi(s)) : ex_int(s, i + 1);
    }
}

/* The c at the places, from independent rows at small numbers. */
static bool solve_places(const struct conditions *k, const size_t *place, size_t n, ex *c)
{
    struct store *s = k->sys->model->store;
    const size_t w = width(k);
    ex *A = sym_row(k->mem, n * n), *b = sym_row(k->mem, n), *to = sym_row(k->mem, k->symbols + 1),
       *row = sym_row(k->mem, w);
    double *v = mem_take_array(k->mem, k->symbols + 1, sizeof *v);
    double *all = mem_take_array(k->mem, k->rows * w, sizeof *all);
    double *kept = mem_take_array(k->mem, (n + 1) * n, sizeof *kept);
    double *test = mem_take_array(k->mem, (n + 1) * n, sizeof *test);
    size_t found = 0;
    for (size_t trial = 0; trial < TRIALS * k->rows && found < n; trial++) {
        const ex *from = &k->at[trial % k->rows * w];
        size_t rank = 0;
        choose_point(k, trial / k->rows, to, v);
        ex_eval(s, from, w, k->symbol, v, k->symbols, all);
        for (size_t j = 0; j < n; j++)
            kept[found * n + j] = all[place[j]];
        if (!base_all_finite(all, w))
            continue;
        memcpy(test, kept, (found + 1) * n * sizeof *test);
        for (size_t j = 0; j < n; j++)
            rank += eliminate(test, found + 1, n, rank, j);
        if (rank <= found)
            continue;
        ex_subst(s, from, w, k->symbol, to, k->points, row);
        for (size_t j = 0; j < n; j++)
            A[found * n + j] = row[place[j]];
        b[found++] = row[k->n];
    }
    if (found < n || !sym_solve(s, A, n, b, 1, c))
        return false;
    ex_simplify(s, c, n, c);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k->points; j++)
            if (c[i] == EX_POISON || ex_has(s, c[i], k->symbol[j]))
                return false;
    return true;
}

ex form_symmetric_moving_energy(struct diag *d, struct system *sys, const ex *p, ex *Y)
{
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    struct conditions k = {.sys = sys, .mem = d->mem, .n = (m->coords + 1) * g->n};
    size_t place[MOST], n = 0;
    ex c[MOST];
    if (k.n > MOST)
        k.n = g->n;
    const size_t wide = g->n;
    if (k.n > MOST || !geom_has_one_anchor(g) || g->rank == wide)
        return EX_POISON;
    k.at = sym_row(d->mem, (g->n - g->rank + 1) * width(&k));
    list_symbols(&k);
    if (!put_constraints(d, &k))
        return EX_POISON;
    put_symmetry(d, &k);
    if (!find_places(&k, place, &n) || !solve_places(&k, place, n, c))
        return EX_POISON;
    for (size_t B = 0; B < g->n; B++)
        Y[B] = ex_int(s, 0);
    for (size_t i = 0; i < n; i++) {
        size_t B = place[i], j = 0;
        for (; B >= wide; B -= wide)
            j++;
        const ex one = j ? ex_mul2(s, m->coord[j - 1].q, c[i]) : c[i];
        Y[B] = ex_add2(s, Y[B], one);
    }
    return form_try_moving(sys, sym_dot(s, p, 1, Y, g->n));
}
