/* expr/exact/rank.c -- bounds of the rank of a matrix of expressions.
 *
 * Lower bound, proved: the rank at one point, which is at most the generic rank. The point is in a
 * finite field if all kernels are independent there, else it is real: some minor is regular for all
 * values of its entries within the bounds of interval arithmetic. That holds if |1 - R A| < 1 in
 * some norm for some matrix R; the inverse of the midpoints is tried.
 *
 * Upper bound, very likely: the largest rank at several points of finite fields. With roots, these
 * points differ in the signs of square roots of squares.
 */
#include "ball.h"
#include "modular.h"
#include "residue.h"
#include "settle.h"

#include <math.h>
#include <string.h>

enum {
    POINTS = 3,      /* in a finite field */
    WITH_ROOTS = 32, /* likewise with roots, whose signs matter: one for each prime */
    SAMPLES = 12,    /* real points in doubles */
    PRECISE = 3,     /* real points in high precision */
};

/* ---- finite fields ---- */

/* Gauss elimination modulo p; destroys a. */
static size_t rank_mod(uint64_t p, uint64_t *a, size_t rows, size_t cols)
{
    size_t rank = 0;
    for (size_t c = 0; c < cols && rank < rows; c++) {
        size_t at = rank;
        while (at < rows && a[at * cols + c] == 0)
            at++;
        if (at == rows)
            continue;
        for (size_t j = 0; j < cols; j++) {
            const uint64_t swap = a[rank * cols + j];
            a[rank * cols + j] = a[at * cols + j];
            a[at * cols + j] = swap;
        }
        const uint64_t over = modular_div(p, 1, a[rank * cols + c]);
        for (size_t i = rank + 1; i < rows; i++) {
            const uint64_t f = modular_mul(p, a[i * cols + c], over);
            for (size_t j = c; j < cols && f; j++)
                a[i * cols + j] =
                    modular_sub(p, a[i * cols + j], modular_mul(p, f, a[rank * cols + j]));
        }
        rank++;
    }
    return rank;
}

/* False where the entries have no values. */
static bool bounds_mod(struct store *s, const ex *a, size_t rows, size_t cols, struct ex_ranks *r)
{
    const size_t n = rows * cols, full = r->most;
    ex *settled = mem_take_array(s->mem, n + 1, sizeof *settled);
    uint64_t *value = mem_take_array(s->mem, n + 1, sizeof *value);
    struct residue_field field = {.roots = false};
    size_t best = 0;
    settle(s, a, n, true, settled);
    for (size_t i = 0; i < n; i++)
        if (!settled[i])
            return false;
    for (unsigned k = 0; k < (field.roots ? WITH_ROOTS : POINTS) && best < full; k++) {
        if (!residue_values(s, settled, n, k + 1, value, &field))
            return false;
        const size_t rank = rank_mod(field.p, value, rows, cols);
        best = rank > best ? rank : best;
        if (field.faithful)
            r->least = best;
    }
    r->most = best;
    return true;
}

/* ---- real numbers ---- */

/* Midpoints with rows scaled to the largest entry 1. */
static void scale_rows(const struct ball *a, size_t rows, size_t cols, double *out)
{
    for (size_t i = 0; i < rows; i++) {
        double size = 0;
        for (size_t j = 0; j < cols; j++)
            size = fmax(size, fabs(a[i * cols + j].mid));
        for (size_t j = 0; j < cols; j++)
            out[i * cols + j] = size > 0 ? a[i * cols + j].mid / size : 0;
    }
}

static void swap_places(size_t *at, size_t i, size_t j)
{
    const size_t swap = at[i];
    at[i] = at[j];
    at[j] = swap;
}

/* Brings the largest entry of the rows and columns from k on to place k. */
static double bring_pivot(const double *a, size_t rows, size_t cols, size_t k, size_t *row,
                          size_t *col)
{
    size_t r = k, c = k;
    for (size_t i = k; i < rows; i++)
        for (size_t j = k; j < cols; j++)
            if (fabs(a[row[i] * cols + col[j]]) > fabs(a[row[r] * cols + col[c]])) {
                r = i;
                c = j;
            }
    swap_places(row, k, r);
    swap_places(col, k, c);
    return a[row[k] * cols + col[k]];
}

/* Rows and columns of a minor that is regular numerically, in the order of elimination; returns its
 * size. */
static size_t find_minor(const struct ball *a, size_t rows, size_t cols, double *work, size_t *row,
                         size_t *col)
{
    const double tiny = 1e-10;
    const size_t most = rows < cols ? rows : cols;
    scale_rows(a, rows, cols, work);
    for (size_t i = 0; i < rows; i++)
        row[i] = i;
    for (size_t j = 0; j < cols; j++)
        col[j] = j;
    for (size_t k = 0; k < most; k++) {
        const double pivot = bring_pivot(work, rows, cols, k, row, col);
        if (!(fabs(pivot) > tiny))
            return k;
        for (size_t i = k + 1; i < rows; i++) {
            const double f = work[row[i] * cols + col[k]] / pivot;
            for (size_t j = k; j < cols; j++)
                work[row[i] * cols + col[j]] -= f * work[row[k] * cols + col[j]];
        }
    }
    return most;
}

/* out = an approximate inverse of the n x n matrix a; destroys a. */
static bool invert(double *a, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[i * n + j] = i == j;
    for (size_t k = 0; k < n; k++) {
        size_t r = k;
        for (size_t i = k; i < n; i++)
            r = fabs(a[i * n + k]) > fabs(a[r * n + k]) ? i : r;
        const double pivot = a[r * n + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot))
            return false;
        for (size_t j = 0; j < n; j++) {
            const double x = a[r * n + j] / pivot, y = out[r * n + j] / pivot;
            a[r * n + j] = a[k * n + j];
            out[r * n + j] = out[k * n + j];
            a[k * n + j] = x;
            out[k * n + j] = y;
        }
        for (size_t i = 0; i < n; i++) {
            const double f = i == k ? 0 : a[i * n + k];
            for (size_t j = 0; j < n && f != 0; j++) {
                a[i * n + j] -= f * a[k * n + j];
                out[i * n + j] -= f * out[k * n + j];
            }
        }
    }
    return true;
}

/* Is the minor proved regular: |1 - R A| < 1 in the row sum norm, including rounding errors? */
static bool is_regular(const struct ball *a, size_t cols, const size_t *row, const size_t *col,
                       size_t n, double *work, double *R)
{
    const double rounding = 0x1p-50; /* relative error of a product and its sum, with a margin */
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            work[i * n + j] = a[row[i] * cols + col[j]].mid;
    if (!invert(work, n, R))
        return false;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) {
            double mid = i == j, error = 0x1p-1000;
            for (size_t k = 0; k < n; k++) {
                const struct ball x = a[row[k] * cols + col[j]];
                const double product = R[i * n + k] * x.mid;
                mid -= product;
                error += fabs(R[i * n + k]) * x.rad +
                         (fabs(product) + fabs(mid)) * rounding * (double)(n + 1);
            }
            sum += (fabs(mid) + error) * (1 + rounding);
        }
        if (!(sum * (1 + rounding * (double)n) < 1))
            return false;
    }
    return true;
}

struct minors { /* scratch for one matrix */
    struct ball *value;
    double *work, *inverse;
    size_t *row, *col;
};

static size_t proved_rank(const struct minors *m, size_t rows, size_t cols)
{
    for (size_t i = 0; i < rows * cols; i++)
        if (!isfinite(m->value[i].mid) || !isfinite(m->value[i].rad))
            return 0;
    size_t n = find_minor(m->value, rows, cols, m->work, m->row, m->col);
    while (n > 0 && !is_regular(m->value, cols, m->row, m->col, n, m->work, m->inverse))
        n--;
    return n;
}

/* Entries at sample point k, in doubles or with `bits` bits; unknown ones are not finite. */
static void entries_at(struct store *s, const ex *a, size_t n, struct ex_list x, unsigned k,
                       mpfr_prec_t bits, struct ball *out)
{
    const struct mem_mark mark = mem_mark(s->mem);
    const struct ex_list nodes = ex_reach(s, a, n);
    struct ball *v = mem_take_array(s->mem, x.n + 1, sizeof *v);
    struct ball *at = mem_take_array(s->mem, nodes.n + 1, sizeof *at);
    size_t fresh = 0;
    for (size_t i = 0; i < x.n; i++) {
        v[i] = (struct ball){ball_sample(s, x.at[i], fresh, k), 0};
        fresh += ex_is_fresh(s, x.at[i]);
    }
    if (bits == 0) {
        ball_eval(s, nodes, x.at, v, x.n, at);
    } else {
        const struct ball_range *r = ball_eval_precise(s, nodes, x.at, v, x.n, bits);
        for (size_t i = 0; i < nodes.n; i++) {
            at[i] = (struct ball){NAN, 0};
            if (!r || mpfr_nan_p(r[i].lo))
                continue;
            const double lo = mpfr_get_d(r[i].lo, MPFR_RNDD), hi = mpfr_get_d(r[i].hi, MPFR_RNDU);
            at[i].mid = lo + (hi - lo) / 2;
            at[i].rad = fmax(hi - at[i].mid, at[i].mid - lo) * (1 + 0x1p-50);
        }
    }
    const struct walk w = walk_begin(s, a, n);
    for (size_t i = 0; i < n; i++)
        out[i] = at[place_of(&w, a[i])];
    walk_end(s);
    mem_release(s->mem, mark);
}

/* The largest rank proved at a sample point, up to `wanted`. */
static size_t least_real(struct store *s, const ex *a, size_t rows, size_t cols, size_t wanted)
{
    static const mpfr_prec_t bits[] = {128, 512};
    const size_t n = rows * cols, side = rows < cols ? rows : cols;
    const struct ex_list x = ex_symbols(s, a, n);
    const struct minors m = {
        .value = mem_take_array(s->mem, n + 1, sizeof *m.value),
        .work = mem_take_array(s->mem, n + 1, sizeof *m.work),
        .inverse = mem_take_array(s->mem, side * side + 1, sizeof *m.inverse),
        .row = mem_take_array(s->mem, rows + 1, sizeof *m.row),
        .col = mem_take_array(s->mem, cols + 1, sizeof *m.col),
    };
    size_t best = 0;
    for (unsigned k = 0; k < SAMPLES + 2 * PRECISE && best < wanted; k++) {
        const unsigned sharp = k < SAMPLES ? 0 : 1 + (k - SAMPLES) / PRECISE;
        entries_at(s, a, n, x, sharp ? (k - SAMPLES) % PRECISE : k, sharp ? bits[sharp - 1] : 0,
                   m.value);
        const size_t rank = proved_rank(&m, rows, cols);
        best = rank > best ? rank : best;
    }
    return best;
}

struct ex_ranks ex_ranks(struct store *s, const ex *a, size_t rows, size_t cols)
{
    const size_t full = rows < cols ? rows : cols;
    struct ex_ranks r = {0, full};
    const bool calm = s->error[0] == 0;
    const struct mem_mark mark = mem_mark(s->mem);
    bool poison = false;
    for (size_t i = 0; i < rows * cols; i++)
        poison |= a[i] == EX_POISON;
    if (!poison && full > 0) {
        if (!bounds_mod(s, a, rows, cols, &r))
            r.most = full;
        if (r.least < r.most) {
            const size_t least = least_real(s, a, rows, cols, r.most);
            r.least = least > r.least ? least : r.least;
        }
    }
    ex_forgive(s, calm);
    mem_release(s->mem, mark);
    return r;
}
