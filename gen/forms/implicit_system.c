/* gen/forms/implicit_system.c -- the constraint algorithm for E x' = F.
 *
 * Rows of (E | F) are combined until each has a pivot or no unknown rate left: then 0 = F is a
 * constraint phi = 0. Motions keep it,
 *
 *   dphi/dx x' = -dphi/dt,
 *
 * which is one more row. Ranks are those on the set where all constraints hold: entries that vanish
 * there count as 0, so that every step starts again from the first rows. It ends when no constraint
 * is new. Then all motions in the set are solutions; rates without a pivot are arbitrary functions
 * of time. Each constraint lowers the dimension, so that there are finitely many steps.
 *
 * Gotay, Nester, Hinds 1978; Dirac 1964; in this form for implicit differential equations
 * Mendella, Marmo, Tulczyjew 1995.
 */
#include "gen/forms/implicit.h"

#include <string.h>

struct work {
    struct implicit *p;
    struct store *store;
    size_t rows, wide;
    ex *a;         /* rows x (n + 1) */
    size_t *pivot; /* column of the pivot of a row; n: none */
    bool *taken;   /* columns */
};

/* ---- rows ---- */

/* e, simplified unless that takes long; by the constraints, where that is shorter. */
static ex shortest(const struct implicit *p, ex e, size_t most)
{
    struct store *s = p->on.sys->model->store;
    ex other = form_surface_value(&p->on, e, true);
    if (ex_operations(s, &e, 1) <= most)
        ex_simplify(s, &e, 1, &e);
    if (other != e && ex_operations(s, &other, 1) <= most)
        ex_simplify(s, &other, 1, &other);
    return sym_is_shorter(s, &other, &e, 1) ? other : e;
}

/* An entry, or 0 where it vanishes on the set. */
static ex clean(const struct work *w, ex e)
{
    enum { HELD = 400 };
    struct store *s = w->store;
    if (ex_is_number(s, e))
        return e;
    e = shortest(w->p, e, SYM_BY_METRIC);
    if (ex_operations(s, &e, 1) > HELD)
        e = ex_hold(s, e);
    return form_surface_vanishes(&w->p->on, e) ? ex_int(s, 0) : e;
}

/* The equations, then the rates of all constraints. */
static void start(struct work *w)
{
    const struct implicit *p = w->p;
    const struct surface *on = &p->on;
    const size_t n = p->n, wide = n + 1;
    struct mem *mem = ex_mem(on->sys->model->store);
    w->rows = p->rows + on->count;
    w->wide = wide;
    w->a = sym_row(mem, w->rows * wide);
    w->pivot = mem_take_array(mem, w->rows + 1, sizeof *w->pivot);
    w->taken = mem_take_array(mem, n + 1, sizeof *w->taken);
    memset(w->taken, 0, (n + 1) * sizeof *w->taken);
    for (size_t i = 0; i < w->rows; i++) {
        ex *row = &w->a[i * wide];
        w->pivot[i] = n;
        if (i < p->rows) {
            memcpy(row, &p->E[i * n], n * sizeof *row);
            row[n] = p->F[i];
        } else {
            const ex phi = on->phi[i - p->rows];
            ex_gradient(w->store, phi, p->x, n, row);
            row[n] = ex_neg(w->store, ex_diff(w->store, phi, on->sys->model->time));
        }
        for (size_t j = 0; j < n; j++)
            row[j] = clean(w, row[j]);
    }
}

/* How good an entry is as a pivot: less is better. */
static int badness(struct store *s, ex e)
{
    return ex_is_number(s, e)                    ? 0
           : ex_is_nonzero(s, e)                 ? 1
           : sym_never_zero(s, e, NULL, NULL, 0) ? 2
                                                 : 3;
}

static bool find_pivot(const struct work *w, size_t *row, size_t *col)
{
    int least = 4;
    size_t cost = 0;
    for (size_t i = 0; i < w->rows && least > 0; i++)
        for (size_t j = 0; j < w->p->n && w->pivot[i] == w->p->n && least > 0; j++) {
            const ex e = w->a[i * w->wide + j];
            if (w->taken[j] || sym_is_null(w->store, e))
                continue;
            const int bad = badness(w->store, e);
            const size_t length = ex_operations(w->store, &e, 1);
            if (bad < least || (bad == least && length < cost)) {
                least = bad;
                cost = length;
                *row = i;
                *col = j;
            }
        }
    return least < 4;
}

static void eliminate_by(struct work *w, size_t row, size_t col)
{
    struct store *s = w->store;
    const size_t wide = w->wide;
    ex *by = &w->a[row * wide];
    const ex pivot = by[col];
    w->pivot[row] = col;
    w->taken[col] = true;
    for (size_t j = 0; j < wide; j++)
        if (j != col && !sym_is_null(s, by[j]))
            by[j] = j < w->p->n ? clean(w, ex_div(s, by[j], pivot)) : ex_div(s, by[j], pivot);
    by[col] = ex_int(s, 1);
    for (size_t i = 0; i < w->rows; i++) {
        const ex factor = w->a[i * wide + col];
        if (i == row || sym_is_null(s, factor))
            continue;
        for (size_t j = 0; j < wide; j++) {
            const ex less = ex_mul2(s, factor, by[j]);
            if (!sym_is_null(s, less))
                w->a[i * wide + j] = clean(w, ex_sub(s, w->a[i * wide + j], less));
        }
        w->a[i * wide + col] = ex_int(s, 0);
    }
    if (badness(s, pivot) > 2)
        sym_stack_push(&w->p->pivot, pivot);
}

/* ---- steps ---- */

/* Adds the constraints that are left; returns their number. */
static size_t add_constraints(struct work *w, size_t step)
{
    struct implicit *p = w->p;
    size_t fresh = 0;
    for (size_t i = 0; i < w->rows && p->on.never == EX_POISON; i++)
        if (w->pivot[i] == p->n && !sym_is_null(w->store, w->a[i * w->wide + p->n]))
            fresh += form_surface_add(&p->on, w->a[i * w->wide + p->n], step);
    return fresh;
}

/* Is x_j' the only rate in row j, with the coefficient 1? */
static bool is_known(const struct work *w, size_t j)
{
    for (size_t k = 0; k < w->p->n; k++)
        if (j >= w->p->rows || w->p->E[j * w->p->n + k] != ex_int(w->store, j == k))
            return false;
    return true;
}

/* Moves the rates that are free, or known, to the right sides; returns the columns left. */
static size_t move_right(struct work *w, size_t *col)
{
    const struct implicit *p = w->p;
    const size_t n = p->n, wide = w->wide;
    size_t cols = 0;
    for (size_t j = 0; j < n; j++) {
        const bool free = !w->taken[j], known = !free && is_known(w, j);
        if (!free && !known)
            col[cols++] = j;
        for (size_t i = 0; i < w->rows && (free || known); i++)
            if (!(known && i == j))
                w->a[i * wide + n] = ex_sub(w->store, w->a[i * wide + n],
                                            ex_mul2(w->store, w->a[i * wide + j], p->rate[j]));
    }
    return cols;
}

/* Where rates are free, the sum of the squares of all minors takes the place of S^T S, whose choice
 * of columns is not that of the motion: it vanishes where the rank drops, and nowhere else. */
static void sum_minors(struct diag *d, struct work *w, size_t cols)
{
    enum { MOST = 200 };
    struct implicit *p = w->p;
    struct store *s = w->store;
    const size_t n = p->n, rows = w->rows;
    size_t *unknown = mem_take_array(d->mem, n + 1, sizeof *unknown), unknowns = 0, tries = 0;
    size_t *at = mem_take_array(d->mem, cols + 1, sizeof *at);
    ex *S = sym_row(d->mem, rows * cols), *across = sym_row(d->mem, rows * cols);
    ex *gram = sym_row(d->mem, cols * cols + 1), sum = ex_int(s, 0);
    for (size_t j = 0; j < n; j++)
        if (!is_known(w, j))
            unknown[unknowns++] = j;
    for (size_t a = 0; a < cols; a++)
        at[a] = a;
    do {
        for (size_t i = 0; i < rows * cols; i++)
            S[i] = w->a[i / cols * w->wide + unknown[at[i % cols]]];
        ex_matrix_transpose(S, rows, cols, across);
        sym_times(s, across, S, cols, rows, cols, gram);
        sum = ex_add2(s, sum, ex_det(s, gram, cols));
        if (++tries > MOST)
            return;
    } while (sym_next_choice(at, cols, unknowns));
    *gram = shortest(p, sum, SYM_SIMPLIFY);
    p->gram = gram;
    p->grams = 1;
}

/* The rates that are not free solve all rows at once: S^T S x' = S^T R, where S^T S is positive
 * unless the rank of the rows S drops. No pivot vanishes that need not. */
static bool solve_all(struct diag *d, struct work *w)
{
    struct implicit *p = w->p;
    struct store *s = w->store;
    const size_t rows = w->rows, wide = w->wide;
    size_t *col = mem_take_array(d->mem, p->n + 1, sizeof *col);
    const size_t cols = move_right(w, col);
    ex *S = sym_row(d->mem, rows * cols), *across = sym_row(d->mem, rows * cols);
    ex *R = sym_row(d->mem, rows), *b = sym_row(d->mem, cols), *x = sym_row(d->mem, cols);
    p->gram = sym_row(d->mem, cols * cols);
    p->grams = cols;
    for (size_t i = 0; i < rows; i++) {
        R[i] = w->a[i * wide + p->n];
        for (size_t a = 0; a < cols; a++)
            S[i * cols + a] = w->a[i * wide + col[a]];
    }
    ex_matrix_transpose(S, rows, cols, across);
    sym_times(s, across, S, cols, rows, cols, p->gram);
    sym_times(s, across, R, cols, rows, 1, b);
    for (size_t a = 0; a < cols; a++) /* identical expressions in both halves */
        for (size_t c = a + 1; c < cols; c++)
            p->gram[c * cols + a] = p->gram[a * cols + c];
    if (!alg_solve_positive(p->on.sys->model, p->gram, cols, b, 1, x, NULL))
        return false;
    for (size_t a = 0; a < cols; a++)
        p->rate[col[a]] = x[a];
    if (p->frees && cols)
        sum_minors(d, w, cols);
    return true;
}

/* The rows as they were; it remains known which columns have a pivot. */
static void refresh(struct work *w)
{
    const bool *taken = w->taken;
    start(w);
    memcpy(w->taken, taken, w->p->n * sizeof *taken);
}

/* Does a pivot vanish where the rank does not drop? */
static bool may_avoid(struct diag *d, struct work *w)
{
    struct implicit *p = w->p;
    const size_t n = p->n;
    ex *S = sym_row(d->mem, w->rows * n);
    if (p->pivot.n == 0)
        return false;
    refresh(w);
    for (size_t i = 0; i < w->rows * n; i++)
        S[i] = w->a[i / n * w->wide + i % n];
    for (size_t k = 0; k < p->pivot.n; k++)
        if (form_surface_has_rank(&p->on, p->pivot.at[k], S, w->rows, n - p->frees))
            return true;
    return false;
}

static void read_rates(struct diag *d, struct work *w)
{
    struct implicit *p = w->p;
    struct store *s = w->store;
    const size_t n = p->n;
    p->rate = sym_row(d->mem, n);
    p->free = mem_take_array(d->mem, n + 1, sizeof *p->free);
    p->freedom = sym_row(d->mem, n);
    for (size_t j = 0; j < n; j++)
        if (!w->taken[j]) {
            p->free[p->frees] = j;
            p->rate[j] = p->freedom[p->frees++] =
                ex_sym(s, base_text(d->mem, "%s'", ex_name(s, p->x[j])), 0);
        }
    for (size_t i = 0; i < w->rows; i++) {
        if (w->pivot[i] == n)
            continue;
        const ex *row = &w->a[i * w->wide];
        ex rate = row[n];
        for (size_t k = 0; k < p->frees; k++)
            rate = ex_sub(s, rate, ex_mul2(s, row[p->free[k]], p->freedom[k]));
        p->rate[w->pivot[i]] = shortest(p, rate, SYM_SIMPLIFY);
    }
}

bool form_implicit_solve(struct diag *d, struct implicit *p)
{
    struct work w = {.p = p, .store = p->on.sys->model->store};
    size_t row = 0, col = 0;
    for (size_t step = 1; p->on.never == EX_POISON; step++) {
        p->pivot = (struct stack){.mem = d->mem};
        start(&w);
        while (find_pivot(&w, &row, &col))
            eliminate_by(&w, row, col);
        if (ex_error(w.store))
            return false;
        if (add_constraints(&w, step) == 0)
            break;
        p->steps = step;
        if (p->on.count > p->n) { /* more than can be independent */
            base_error(d, p->on.sys->model->source_at, "the constraint algorithm finds no end")
                ->help =
                "there are more constraints than states: some have poles where others hold";
            return false;
        }
    }
    if (p->on.never == EX_POISON)
        read_rates(d, &w);
    if (p->on.never == EX_POISON && may_avoid(d, &w) && !solve_all(d, &w))
        return false;
    return !ex_error(w.store);
}

size_t form_implicit_regular(struct diag *d, const struct implicit *p, struct regular *out)
{
    const struct model *m = p->on.sys->model;
    ex *product = sym_row(d->mem, 1);
    if (p->pivot.n == 0)
        return 0;
    *product = ex_mul(m->store, p->pivot.at, p->pivot.n);
    *out = (struct regular){.at = p->gram ? p->gram : product,
                            .n = p->gram ? p->grams : 1,
                            .singular = "the constraint algorithm has another result",
                            .where = m->source_at,
                            .message = "the constraint algorithm has another result at the start",
                            .help = "ranks drop there: start at another point"};
    return 1;
}
