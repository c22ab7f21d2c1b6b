/* gen/algebra/ldl.c -- LDL^T solution of a x = b for symmetric positive a, as straight-line code.
 *
 * The result is valid wherever a is positive.
 *
 * The factorisation is a = L D L^T with pivots from the diagonal only: none of them can vanish,
 * whatever was eliminated before. Constants are divided by first, then the sparsest rows, which
 * leaves little. Two ways to write it:
 *
 *   alg_solve_positive   takes every pivot; of large matrices every element is a named
 *                        intermediate, and nothing is expanded.
 *   alg_solve_in_names   takes constant pivots only and solves the rest at once; the unknowns are
 *                        names, written in each other.
 */
#include "gen/algebra/algebra.h"
#include "gen/base/linear.h"
#include "gen/language/values.h"

#include <string.h>

struct work {
    const struct model *m;
    bool in_names;
    ex *a, *b; /* n x n, n x cols: used up */
    size_t n, cols;
    size_t *order; /* of elimination */
    bool *used;
    size_t steps;           /* of it: so many are done */
    struct ex_trail *trail; /* NULL: not needed */
};

static bool is_constant(const struct model *m, ex e)
{
    const struct ex_list used = ex_symbols(m->store, &e, 1);
    size_t params = 0;
    for (size_t k = 0; k < used.n; k++)
        for (size_t i = 0; i < m->params; i++)
            params += used.at[k] == m->param[i].symbol;
    return params == used.n;
}

/* Constants before others, then rows with few others, then the first; n: there is none. */
static size_t next_pivot(const struct work *w)
{
    struct store *s = w->m->store;
    size_t best = w->n, least = 0;
    for (size_t i = 0; i < w->n; i++) {
        const bool constant = !w->used[i] && is_constant(w->m, w->a[i * w->n + i]);
        if (w->used[i] || (w->in_names && !constant))
            continue;
        size_t weight = constant ? 0 : w->n;
        for (size_t j = 0; j < w->n; j++)
            weight += !w->used[j] && j != i && !sym_is_null(s, w->a[i * w->n + j]);
        if (best == w->n || weight < least) {
            best = i;
            least = weight;
        }
    }
    return best;
}

/* Parts of the work: elements of a; factors of rows and elements of b; unknowns. */
enum part { MATRIX, RIGHT, UNKNOWN };

/* Simplifies an entry of a small system, or names it. */
static ex settled(const struct work *w, enum part part, ex e)
{
    struct store *s = w->m->store;
    if (!w->in_names)
        return w->n <= SYM_SMALL_RANK ? sym_tidy(s, e) : ex_hold(s, e);
    return part == MATRIX    ? alg_shortened(w->m, sym_tidy(s, e))
           : part == UNKNOWN ? ex_hold(s, e)
                             : e;
}

/* a - f times */
static ex less(const struct work *w, enum part part, ex a, ex f, ex times)
{
    struct store *s = w->m->store;
    return sym_is_null(s, times) ? a : settled(w, part, ex_sub(s, a, ex_mul2(s, f, times)));
}

/* The rows as they are now, with zeros where `a` is not looked at any more. */
static ex *begin_step(const struct work *w)
{
    struct store *s = w->m->store;
    const size_t n = w->n, width = n + w->cols;
    ex *now = sym_row(ex_mem(s), n * width);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < width; j++)
            now[i * width + j] = j < n ? w->a[i * n + j] : w->b[i * w->cols + j - n];
        for (size_t k = 0; k < w->steps && w->order[k] != i; k++)
            now[i * width + w->order[k]] = ex_int(s, 0);
    }
    return ex_trail_step(s, w->trail, now);
}

/* Eliminates the unknown of row p from all remaining rows. */
static void eliminate(struct work *w, size_t p)
{
    struct store *s = w->m->store;
    const size_t n = w->n;
    ex *factor = sym_row(ex_mem(s), n);
    w->order[w->steps++] = p;
    w->used[p] = true;
    for (size_t i = 0; i < n; i++)
        factor[i] = ex_int(s, i == p);
    for (size_t i = 0; i < n; i++) {
        if (w->used[i] || sym_is_null(s, w->a[i * n + p]))
            continue;
        const ex f = factor[i] = settled(w, RIGHT, ex_div(s, w->a[i * n + p], w->a[p * n + p]));
        for (size_t j = i; j < n; j++)
            if (!w->used[j])
                w->a[i * n + j] = w->a[j * n + i] =
                    less(w, MATRIX, w->a[i * n + j], f, w->a[p * n + j]);
        for (size_t c = 0; c < w->cols; c++)
            w->b[i * w->cols + c] = less(w, RIGHT, w->b[i * w->cols + c], f, w->b[p * w->cols + c]);
    }
    ex *by = w->trail ? begin_step(w) : NULL;
    for (size_t i = 0; i < n && by; i++)
        by[i * n + p] = factor[i];
}

/* Solves the rest at once, when no pivot is left. */
static bool solve_rest(const struct work *w, ex *x)
{
    struct store *s = w->m->store;
    const size_t n = w->n, k = n - w->steps, cols = w->cols;
    size_t *row = w->order + w->steps;
    ex *a = sym_row(ex_mem(s), k * k), *b = sym_row(ex_mem(s), k * cols);
    ex *y = sym_row(ex_mem(s), k * cols);
    for (size_t i = 0, at = 0; i < n; i++)
        if (!w->used[i])
            row[at++] = i;
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++)
            a[i * k + j] = w->a[row[i] * n + row[j]];
        memcpy(&b[i * cols], &w->b[row[i] * cols], cols * sizeof *b);
    }
    if (!sym_solve(s, a, k, b, cols, y))
        return false;
    for (size_t i = 0; i < k * cols; i++)
        x[row[i / cols] * cols + i % cols] = settled(w, UNKNOWN, y[i]);
    return true;
}

/* Back substitution: unknowns after p in the order are known. */
static void substitute(const struct work *w, ex *x)
{
    struct store *s = w->m->store;
    for (size_t step = w->steps; step-- > 0;) {
        const size_t p = w->order[step];
        for (size_t c = 0; c < w->cols; c++) {
            ex sum = w->b[p * w->cols + c];
            for (size_t k = step + 1; k < w->n; k++) {
                const ex along = w->a[p * w->n + w->order[k]];
                sum = ex_sub(s, sum, ex_mul2(s, along, x[w->order[k] * w->cols + c]));
            }
            x[p * w->cols + c] = settled(w, UNKNOWN, ex_div(s, sum, w->a[p * w->n + p]));
        }
    }
}

static bool solve(const struct model *m, bool in_names, const ex *a, size_t n, const ex *b,
                  size_t cols, ex *out, struct ex_trail *trail)
{
    struct mem *mem = ex_mem(m->store);
    struct work w = {.m = m,
                     .in_names = in_names,
                     .a = sym_row(mem, n * n),
                     .b = sym_row(mem, n * cols),
                     .n = n,
                     .cols = cols,
                     .order = mem_take_array(mem, n + 1, sizeof(size_t)),
                     .used = mem_take_array(mem, n + 1, sizeof(bool)),
                     .trail = trail};
    memcpy(w.a, a, n * n * sizeof *a);
    memcpy(w.b, b, n * cols * sizeof *b);
    memset(w.used, 0, n * sizeof *w.used);
    for (size_t p; (p = next_pivot(&w)) < n;) {
        if (ex_zero(m->store, w.a[p * n + p], false).answer == EX_ZERO)
            return false;
        eliminate(&w, p);
    }
    if (w.steps < n && !solve_rest(&w, out))
        return false;
    substitute(&w, out);
    return true;
}

bool alg_solve_positive(const struct model *m, const ex *a, size_t n, const ex *b, size_t cols,
                        ex *out, struct ex_trail *trail)
{
    if (trail)
        *trail = ex_trail(m->store, a, n, b, cols);
    return solve(m, false, a, n, b, cols, out, trail);
}

bool alg_solve_in_names(const struct model *m, const ex *a, size_t n, const ex *b, ex *out)
{
    return solve(m, true, a, n, b, 1, out, NULL);
}

/* ---- positivity ---- */

bool alg_looks_positive(const struct model *m, const ex *a, size_t n)
{
    enum { POINTS = 4 };
    struct mem *mem = ex_mem(m->store);
    const struct mem_mark mark = mem_mark(mem);
    struct diag aside = {.mem = mem};
    const size_t all = m->coords + m->params;
    ex *symbol = sym_row(mem, all);
    double *value = mem_take_array(mem, all + 1, sizeof *value);
    double *at = mem_take_array(mem, n * n + 1, sizeof *at);
    bool positive = true;
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, value + m->coords);
    for (size_t i = 0; i < all; i++)
        symbol[i] = i < m->coords ? m->coord[i].q : m->param[i - m->coords].symbol;
    for (unsigned point = 1; point <= POINTS && positive; point++) {
        for (size_t i = 0; i < m->coords; i++)
            value[i] = base_sample(point, i);
        ex_eval(m->store, a, n * n, symbol, value, all, at);
        positive = base_cholesky(at, n) == n; /* false where it depends on anything else */
    }
    mem_release(mem, mark);
    return positive;
}
