/* gen/matrix.c -- exact inverses of small matrices.
 *
 * Rows are eliminated with pivots that cannot vanish (numbers first, then what is known not to be
 * zero, the sparsest first), so that nothing is divided by what may be zero. What is left falls
 * apart into blocks without common rows or columns; each is inverted as adjugate over determinant,
 * which needs no division inside and leaves one denominator.
 */
#include "gen/gen.h"

#include <string.h>

enum { BLOCK = 8 }; /* largest block that is inverted by minors */

/* ---- entries ---- */

ex gen_dot(struct store *s, const ex *a, size_t a_step, const ex *b, size_t b_step, size_t n)
{
    const struct mem_mark mark = mem_mark(ex_mem(s));
    ex *term = mem_take_array(ex_mem(s), n + 1, sizeof *term);
    size_t terms = 0;
    for (size_t k = 0; k < n; k++)
        if (!gen_is_null(s, a[k * a_step]) && !gen_is_null(s, b[k * b_step]))
            term[terms++] = ex_mul2(s, a[k * a_step], b[k * b_step]);
    const ex sum = ex_circle(s, ex_add(s, term, terms));
    mem_release(ex_mem(s), mark);
    return sum;
}

/* ---- elimination ---- */

static const size_t FREE = SIZE_MAX; /* a column without a pivot */

struct work {
    struct store *s;
    size_t n;
    ex *a, *b;      /* [a | b], b starts as the identity */
    size_t *row_of; /* of a column: the row of its pivot */
    bool *used;     /* rows */
};

/* 0: cannot serve as a pivot; the greater the better. */
static int quality(struct store *s, ex e)
{
    if (gen_is_null(s, e))
        return 0;
    return ex_is_number(s, e) ? 2 : ex_is_nonzero(s, e) ? 1 : 0;
}

static size_t fill(const struct work *w, size_t r, size_t c)
{
    size_t in_row = 0, in_col = 0;
    for (size_t i = 0; i < w->n; i++) {
        in_row += !gen_is_null(w->s, w->a[r * w->n + i]);
        in_col += !gen_is_null(w->s, w->a[i * w->n + c]);
    }
    return (in_row - 1) * (in_col - 1);
}

static bool find_pivot(const struct work *w, size_t *row, size_t *col)
{
    int best = 0;
    size_t cost = 0;
    for (size_t r = 0; r < w->n; r++)
        for (size_t c = 0; c < w->n && !w->used[r]; c++) {
            const int q = w->row_of[c] == FREE ? quality(w->s, w->a[r * w->n + c]) : 0;
            if (q == 0 || q < best)
                continue;
            const size_t f = fill(w, r, c);
            if (q > best || f < cost) {
                best = q;
                cost = f;
                *row = r;
                *col = c;
            }
        }
    return best > 0;
}

/* row += factor * other, in one of the halves */
static void add_row(const struct work *w, ex *half, size_t row, ex factor, size_t other)
{
    for (size_t j = 0; j < w->n; j++) {
        const ex e = half[other * w->n + j];
        ex *out = &half[row * w->n + j];
        if (!gen_is_null(w->s, e))
            *out = ex_circle(w->s, ex_add2(w->s, *out, ex_mul2(w->s, factor, e)));
    }
}

static void scale_row(const struct work *w, ex *half, size_t row, ex factor)
{
    for (size_t j = 0; j < w->n; j++) {
        ex *out = &half[row * w->n + j];
        if (!gen_is_null(w->s, *out))
            *out = ex_circle(w->s, ex_mul2(w->s, factor, *out));
    }
}

static void eliminate(struct work *w, size_t row, size_t col)
{
    const ex over = ex_powi(w->s, w->a[row * w->n + col], -1);
    scale_row(w, w->a, row, over);
    scale_row(w, w->b, row, over);
    for (size_t i = 0; i < w->n; i++) {
        const ex e = w->a[i * w->n + col];
        if (i == row || gen_is_null(w->s, e))
            continue;
        const ex factor = ex_neg(w->s, e);
        add_row(w, w->a, i, factor, row);
        add_row(w, w->b, i, factor, row);
        w->a[i * w->n + col] = ex_int(w->s, 0); /* also where simplifying did not see it */
    }
    w->used[row] = true;
    w->row_of[col] = row;
}

/* ---- blocks ---- */

struct part {
    size_t row[BLOCK], col[BLOCK];
    size_t rows, cols;
    bool large;
};

static void put(size_t *list, size_t *n, bool *large, size_t value)
{
    for (size_t i = 0; i < *n; i++)
        if (list[i] == value)
            return;
    if (*n == BLOCK)
        *large = true;
    else
        list[(*n)++] = value;
}

/* Rows and columns that hang together with `row` among those not eliminated. */
static struct part connected(const struct work *w, size_t row)
{
    struct part p = {.row = {row}, .rows = 1};
    size_t before = 0;
    while (before != p.rows + p.cols && !p.large) {
        before = p.rows + p.cols;
        for (size_t i = 0; i < w->n; i++)
            for (size_t j = 0; j < w->n && !w->used[i]; j++) {
                if (w->row_of[j] != FREE || gen_is_null(w->s, w->a[i * w->n + j]))
                    continue;
                bool mine = false;
                for (size_t k = 0; k < p.rows; k++)
                    mine |= p.row[k] == i;
                for (size_t k = 0; k < p.cols; k++)
                    mine |= p.col[k] == j;
                if (mine) {
                    put(p.row, &p.rows, &p.large, i);
                    put(p.col, &p.cols, &p.large, j);
                }
            }
    }
    return p;
}

/* minor[mask]: determinant with the columns of mask and as many rows, leaving one out. */
static void minors(const struct work *w, const struct part *p, size_t without, ex *minor)
{
    const size_t n = p->rows;
    minor[0] = ex_int(w->s, 1);
    for (size_t mask = 1; mask < (size_t)1 << n; mask++) {
        size_t row = 0;
        for (size_t j = 0; j < n; j++)
            row += mask >> j & 1;
        row -= 1;
        row += row >= without;
        if (row >= n) {
            minor[mask] = EX_POISON;
            continue;
        }
        ex term[BLOCK];
        size_t terms = 0;
        bool minus = false; /* the last column of a mask has the sign + */
        for (size_t j = n; j-- > 0;) {
            if (!(mask >> j & 1))
                continue;
            const ex e = ex_mul2(w->s, w->a[p->row[row] * w->n + p->col[j]],
                                 minor[mask & ~((size_t)1 << j)]);
            term[terms++] = minus ? ex_neg(w->s, e) : e;
            minus = !minus;
        }
        minor[mask] = ex_circle(w->s, ex_add(w->s, term, terms));
    }
}

/* Multiplies the rows of b by the inverse of the block and clears its columns elsewhere. */
static bool solve_block(struct work *w, const struct part *p)
{
    const size_t n = p->rows, all = ((size_t)1 << n) - 1;
    struct mem *m = ex_mem(w->s);
    ex *minor = mem_take_array(m, all + 1, sizeof *minor);
    ex *adjugate = mem_take_array(m, n * n, sizeof *adjugate);
    ex *fresh = mem_take_array(m, n * w->n, sizeof *fresh);
    bool proved = false;
    minors(w, p, n, minor);
    const ex det = minor[all];
    if (gen_is_zero(w->s, det, &proved))
        return false;
    const ex over = ex_powi(w->s, det, -1);
    for (size_t i = 0; i < n; i++) {
        minors(w, p, i, minor);
        for (size_t j = 0; j < n; j++) {
            const ex e = minor[all & ~((size_t)1 << j)];
            adjugate[j * n + i] = (i + j) % 2 ? ex_neg(w->s, e) : e;
        }
    }
    for (size_t j = 0; j < n; j++)
        for (size_t c = 0; c < w->n; c++) {
            ex column[BLOCK];
            for (size_t i = 0; i < n; i++)
                column[i] = w->b[p->row[i] * w->n + c];
            fresh[j * w->n + c] =
                ex_mul2(w->s, gen_dot(w->s, &adjugate[j * n], 1, column, 1, n), over);
        }
    for (size_t j = 0; j < n; j++) {
        memcpy(&w->b[p->row[j] * w->n], &fresh[j * w->n], w->n * sizeof *fresh);
        w->used[p->row[j]] = true;
        w->row_of[p->col[j]] = p->row[j];
    }
    for (size_t r = 0; r < w->n; r++)
        for (size_t j = 0; j < n; j++) {
            const ex e = w->a[r * w->n + p->col[j]];
            bool own = false;
            for (size_t i = 0; i < n; i++)
                own |= p->row[i] == r;
            if (!own && !gen_is_null(w->s, e))
                add_row(w, w->b, r, ex_neg(w->s, e), p->row[j]);
        }
    return true;
}

bool gen_inverse(struct store *s, const ex *m, size_t n, ex *out, bool *singular)
{
    struct mem *mem = ex_mem(s);
    struct work w = {.s = s,
                     .n = n,
                     .a = mem_take_array(mem, n * n, sizeof *w.a),
                     .b = mem_take_array(mem, n * n, sizeof *w.b),
                     .row_of = mem_take_array(mem, n, sizeof *w.row_of),
                     .used = mem_take_array(mem, n, sizeof *w.used)};
    memcpy(w.a, m, n * n * sizeof *m);
    for (size_t i = 0; i < n; i++) {
        w.row_of[i] = FREE;
        w.used[i] = false;
        for (size_t j = 0; j < n; j++)
            w.b[i * n + j] = ex_int(s, i == j);
    }
    size_t row = 0, col = 0;
    while (find_pivot(&w, &row, &col))
        eliminate(&w, row, col);
    for (row = 0; row < n; row++) {
        if (w.used[row])
            continue;
        const struct part p = connected(&w, row);
        *singular = !p.large;
        if (p.large || p.rows != p.cols || !solve_block(&w, &p))
            return false;
    }
    for (col = 0; col < n; col++)
        memcpy(&out[col * n], &w.b[w.row_of[col] * n], n * sizeof *out);
    return true;
}
