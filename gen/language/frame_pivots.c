/* gen/language/frame_pivots.c -- pivots of the constraint forms, nonzero at the initial point.
 *
 * Pivots are chosen numerically; the solution is exact, and so is the verdict on independence.
 */
#include "gen/language/frame_choice.h"
#include "gen/symbolic/symbolic.h"

#include <math.h>
#include <string.h>

enum { TRIES = 5 }; /* pseudorandom points, after the initial state */

/* ---- pivots ---- */

/* Quality of a pivot: 2 for a number, 1 if it is known not to vanish or has parameters only, else
 * 0. */
static int worth(struct check *c, ex e)
{
    if (ex_is_number(c->store, e))
        return 2;
    bool fixed = true;
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n && fixed; i++) {
        const char *name = ex_name(c->store, used.at[i]);
        const struct name *n = lang_find_name(&c->scope, name, strlen(name));
        fixed = n && n->of == NAME_PARAM;
    }
    return fixed || ex_is_nonzero(c->store, e);
}

static size_t best_column(struct check *c, const ex *row, const double *a, size_t n)
{
    const double near = 0.3; /* a pivot of this fraction of the largest is large enough */
    double largest = 0;
    size_t best = n;
    for (size_t j = 0; j < n; j++)
        largest = fmax(largest, fabs(a[j]));
    for (size_t j = 0; j < n; j++) {
        if (!(fabs(a[j]) >= near * largest))
            continue;
        const int more = best == n ? 1 : worth(c, row[j]) - worth(c, row[best]);
        if (more > 0 || (more == 0 && fabs(a[j]) > fabs(a[best])))
            best = j;
    }
    return best;
}

/* A column that row i can be solved for, in exact arithmetic, or n; for rows whose independence is
 * uncertain because of rounding. */
static size_t exact_column(struct check *c, const struct point *p, const ex *e, size_t i, size_t n,
                           const size_t *taken)
{
    struct store *s = c->store;
    const size_t k = i + 1;
    ex *fixed = mem_take_array(c->diag->mem, k * n + 1, sizeof *fixed);
    ex *square = mem_take_array(c->diag->mem, k * k + 1, sizeof *square);
    ex_subst(s, e, k * n, p->x, p->value, p->n, fixed);
    if (ex_ranks(s, fixed, k, n).most < k && ex_rank(s, fixed, k, n, NULL) < k)
        return n;
    for (size_t j = 0; j < n; j++) {
        for (size_t r = 0; r < k; r++)
            for (size_t col = 0; col < k; col++)
                square[r * k + col] = fixed[r * n + (col < i ? taken[col] : j)];
        if (k > SYM_SMALL_SQUARE ? ex_ranks(s, square, k, k).least == k
                                 : ex_zero(s, ex_det(s, square, k), false).answer == EX_NOT_ZERO)
            return j;
    }
    return n;
}

/* The pivot column of each row. */
static struct pivots pivots_at(struct check *c, const struct point *p, const ex *e,
                               const double *at, size_t rows, size_t n)
{
    const double tiny = 1e-9;
    struct mem *mem = c->diag->mem;
    struct pivots out = {mem_take_array(mem, rows + 1, sizeof(size_t)), rows};
    double *a = mem_take_array(mem, rows * n + 1, sizeof *a);
    memcpy(a, at, rows * n * sizeof *a);
    bool blurred = false; /* rounding is as large as the numbers */
    for (size_t i = 0; i < rows; i++) {
        double size = 0;
        for (size_t j = 0; j < n; j++)
            size = fmax(size, fabs(at[i * n + j]));
        size_t k = best_column(c, &e[i * n], &a[i * n], n);
        blurred |= k == n || !(fabs(a[i * n + k]) > tiny * fmax(size, 1e-3));
        if (blurred)
            k = exact_column(c, p, e, i, n, out.column);
        if (k == n) {
            out.bad = i;
            return out;
        }
        out.column[i] = k;
        for (size_t r = i + 1; r < rows && !blurred; r++) {
            const double f = a[r * n + k] / a[i * n + k];
            for (size_t j = 0; j < n; j++)
                a[r * n + j] -= f * a[i * n + j];
            a[r * n + k] = 0;
        }
    }
    return out;
}

size_t lang_first_dependent(struct store *s, const ex *a, size_t rows, size_t n)
{
    if (ex_ranks(s, a, rows, n).most == rows || ex_rank(s, a, rows, n, NULL) == rows)
        return rows;
    for (size_t i = 1; i < rows; i++)
        if (ex_ranks(s, a, i, n).most < i && ex_rank(s, a, i, n, NULL) < i)
            return i - 1;
    return rows - 1;
}

bool lang_find_pivots(struct check *c, const ex *a, size_t rows, size_t n, struct rows *out,
                      struct rows *first)
{
    double *at = mem_take_array(c->diag->mem, rows * n + 1, sizeof *at);
    *first = (struct rows){.at = NULL};
    const size_t bad = lang_first_dependent(c->store, a, rows, n);
    if (bad < rows) {
        *first = (struct rows){a, rows, n, lang_point_of(c, 1), {NULL, bad}, true};
        return false;
    }
    for (uint64_t seed = 0; seed <= TRIES; seed++) {
        *out = (struct rows){a, rows, n, lang_point_of(c, seed), {NULL, 0}, false};
        if (!lang_numbers_at(c, &out->point, a, rows * n, at))
            continue;
        out->pivots = pivots_at(c, &out->point, a, at, rows, n);
        if (!first->at)
            *first = *out;
        if (out->pivots.bad == rows)
            return true;
    }
    return false;
}

/* ---- null spaces as fields ---- */

/* Elimination with the pivots that were chosen numerically: none vanishes at that point. */
static void eliminate(struct store *s, ex *a, size_t rows, size_t n, const size_t *column)
{
    for (size_t i = 0; i < rows; i++) {
        const ex over = ex_powi(s, a[i * n + column[i]], -1);
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = j == column[i] ? ex_int(s, 1) : ex_mul2(s, a[i * n + j], over);
        for (size_t r = 0; r < rows; r++) {
            const ex f = a[r * n + column[i]];
            for (size_t j = 0; j < n && r != i && !sym_is_null(s, f); j++)
                if (!sym_is_null(s, a[i * n + j]))
                    a[r * n + j] =
                        j == column[i]
                            ? ex_int(s, 0)
                            : ex_hold(s, ex_sub(s, a[r * n + j], ex_mul2(s, f, a[i * n + j])));
        }
    }
}

/* Solves a_pivots x = -a_free, with one column of x for each free column. */
static ex *solve_rows(struct check *c, const struct rows *r, const size_t *free_column)
{
    struct store *s = c->store;
    struct mem *mem = c->diag->mem;
    const size_t k = r->rows, n = r->n, f = n - k;
    ex *A = mem_take_array(mem, k * k + 1, sizeof *A),
       *B = mem_take_array(mem, k * f + 1, sizeof *B);
    ex *x = mem_take_array(mem, k * f + 1, sizeof *x);
    double *at = mem_take_array(mem, k * f + 1, sizeof *at);
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++)
            A[i * k + j] = r->at[i * n + r->pivots.column[j]];
        for (size_t j = 0; j < f; j++)
            B[i * f + j] = ex_neg(s, r->at[i * n + free_column[j]]);
    }
    if (ex_solve_by(s, EX_QUICK, A, k, B, f, x, NULL) &&
        lang_numbers_at(c, &r->point, x, k * f, at))
        return x;
    ex *whole = mem_take_array(mem, k * n + 1, sizeof *whole);
    memcpy(whole, r->at, k * n * sizeof *whole);
    eliminate(s, whole, k, n, r->pivots.column);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < f; j++)
            x[i * f + j] = ex_neg(s, whole[i * n + free_column[j]]);
    return x;
}

size_t *lang_free_columns(struct check *c, const struct rows *r)
{
    size_t *out = mem_take_array(c->diag->mem, r->n + 1, sizeof *out), found = 0;
    for (size_t j = 0; j < r->n; j++) {
        bool pivot = false;
        for (size_t i = 0; i < r->rows; i++)
            pivot |= r->pivots.column[i] == j;
        if (!pivot)
            out[found++] = j;
    }
    return out;
}

ex *lang_unit_field(struct check *c, size_t B)
{
    ex *v = mem_take_array(c->diag->mem, c->model->sections + 1, sizeof *v);
    for (size_t i = 0; i < c->model->sections; i++)
        v[i] = ex_int(c->store, i == B);
    return v;
}

void lang_fill_null_space(struct check *c, const struct rows *r, size_t first)
{
    struct model *m = c->model;
    const size_t k = r->rows, f = r->n - k;
    const size_t *free_column = lang_free_columns(c, r);
    const ex *x = k && f ? solve_rows(c, r, free_column) : NULL;
    for (size_t j = 0; j < f && first + j < m->fields; j++) {
        ex *v = m->field[first + j].component = lang_unit_field(c, free_column[j]);
        for (size_t i = 0; i < k; i++)
            v[r->pivots.column[i]] = x[i * f + j];
        lang_clear_denominators(c->store, v, r->n);
    }
}
