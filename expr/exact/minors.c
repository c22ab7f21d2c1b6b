/* expr/exact/minors.c -- small systems in the ring of the normal form.
 *
 * Rows are cleared of denominators, minors are built row by row from smaller ones, without
 * divisions, and there is one denominator, the determinant; common factors with a numerator are
 * cancelled at the end.
 */
#include "minors.h"

#include "settle.h"
#include "shape.h"

#include <string.h>

struct system {
    struct store *s;
    const ex *e; /* settled: n x n of a, then n x cols of b */
    size_t n, cols;
    ex *det, *out;
    bool singular;
};

struct minors {
    struct ring *r;
    size_t n;
    poly *a;            /* n x n, without denominators */
    poly *minor;        /* by the set of columns */
    struct frac *scale; /* by row: its factor */
};

/* Row i of a times its common denominator. */
static void clear_row(struct minors *m, size_t i, const struct frac *a)
{
    struct ring *r = m->r;
    const struct frac **row = mem_take_array(r->s->mem, m->n, sizeof *row);
    struct frac *scale = &m->scale[i], common, t;
    for (size_t j = 0; j < m->n; j++)
        row[j] = &a[i * m->n + j];
    frac_common(r, &common, row, m->n);
    frac_power(r, scale, &common, -1);
    for (size_t j = 0; j < m->n; j++) {
        frac_bring(r, &t, row[j], &common);
        m->a[i * m->n + j] = t.num;
    }
}

/* Ends the call when a determinant has too many terms. */
static void stop_if_large(const struct minors *m)
{
    double terms = 1;
    for (size_t i = 0; i < m->n; i++) {
        double in_row = 0;
        for (size_t j = 0; j < m->n; j++)
            in_row += (double)m->a[i * m->n + j].length;
        terms *= in_row;
    }
    if (terms > 1e6)
        deep_give_up();
}

/* Determinants of the first rows, `without` left out, with each set of columns. */
static void build(struct minors *m, size_t without)
{
    struct ring *r = m->r;
    const size_t n = m->n;
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        poly *out = &m->minor[set];
        size_t row = (size_t)__builtin_popcountll(set);
        poly_new(r, out);
        if (row == 0) {
            fmpz_mpoly_one(out, r->ctx);
            continue;
        }
        row -= 1;
        row += row >= without;
        if (row >= n)
            continue;
        bool minus = false; /* the last column of a set has the sign + */
        for (size_t j = n; j-- > 0;) {
            if (!(set >> j & 1))
                continue;
            poly t;
            poly_copy(r, &t, &m->a[row * n + j]);
            poly_times(r, &t, &m->minor[set & ~((size_t)1 << j)]);
            if (minus)
                fmpz_mpoly_sub(out, out, &t, r->ctx);
            else
                fmpz_mpoly_add(out, out, &t, r->ctx);
            poly_drop(r, &t);
            minus = !minus;
        }
        poly_reduce(r, out);
    }
}

static void forget(struct minors *m)
{
    for (size_t set = 0; set < (size_t)1 << m->n; set++)
        poly_drop(m->r, &m->minor[set]);
}

static ex closed(struct ring *r, const struct frac *f)
{
    struct quotient q;
    cancel(r, f, false, &q);
    return shape_expanded(r, &q);
}

/* x = adjugate (scaled b) / det */
static void solve(struct minors *m, const struct system *y, const struct frac *b,
                  const struct frac *over)
{
    struct ring *r = m->r;
    const size_t n = m->n, all = ((size_t)1 << n) - 1;
    struct frac *adjugate = mem_take_array(r->s->mem, n * n, sizeof *adjugate);
    for (size_t i = 0; i < n; i++) {
        build(m, i);
        for (size_t j = 0; j < n; j++) {
            struct frac *f = &adjugate[j * n + i], t;
            poly *minor = &m->minor[all & ~((size_t)1 << j)];
            if ((i + j) % 2)
                fmpz_mpoly_neg(minor, minor, r->ctx);
            frac_int(r, &t, 1);
            fmpz_mpoly_set(&t.num, minor, r->ctx);
            frac_mul(r, f, &t, &m->scale[i]);
        }
        forget(m);
    }
    struct frac *term = mem_take_array(r->s->mem, n, sizeof *term), sum, x;
    const struct frac **at = mem_take_array(r->s->mem, n, sizeof *at);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < y->cols; c++) {
            for (size_t k = 0; k < n; k++) {
                frac_mul(r, &term[k], &adjugate[i * n + k], &b[k * y->cols + c]);
                at[k] = &term[k];
            }
            frac_sum(r, &sum, at, n);
            frac_mul(r, &x, &sum, over);
            y->out[i * y->cols + c] = x.bad ? EX_POISON : closed(r, &x);
        }
}

static void work(void *context)
{
    struct system *y = context;
    const size_t n = y->n, entries = n * n + n * y->cols;
    struct frac *f = mem_take_array(y->s->mem, entries + 1, sizeof *f), det, t, over;
    struct ring *r = ring_for(y->s, y->e, entries, true, f);
    struct minors m = {.r = r, .n = n};
    for (size_t i = 0; i < entries; i++)
        if (f[i].bad)
            deep_give_up();
    m.a = mem_take_array(y->s->mem, n * n + 1, sizeof *m.a);
    m.minor = mem_take_array(y->s->mem, (size_t)1 << n, sizeof *m.minor);
    m.scale = mem_take_array(y->s->mem, n + 1, sizeof *m.scale);
    for (size_t i = 0; i < n; i++)
        clear_row(&m, i, f);
    stop_if_large(&m);
    build(&m, n);
    frac_int(r, &det, 1);
    fmpz_mpoly_set(&det.num, &m.minor[((size_t)1 << n) - 1], r->ctx);
    frac_reduce(r, &det);
    forget(&m);
    y->singular = fmpz_mpoly_is_zero(&det.num, r->ctx);
    if (y->singular) {
        *y->det = y->s->zero;
        return;
    }
    if (y->cols) {
        frac_power(r, &over, &det, -1);
        solve(&m, y, f + n * n, &over);
    }
    for (size_t i = 0; i < n; i++) { /* the determinant without the factors of rows */
        frac_power(r, &over, &m.scale[i], -1);
        frac_mul(r, &t, &det, &over);
        det = t;
    }
    *y->det = det.bad ? EX_POISON : closed(r, &det);
}

static bool run(struct system *y)
{
    struct store *s = y->s;
    struct mem_mark mark = mem_mark(s->mem);
    const size_t entries = y->n * y->n + y->n * y->cols;
    ex *settled = mem_take_array(s->mem, entries + 1, sizeof *settled);
    settle(s, y->e, entries, false, settled);
    y->e = settled;
    const bool done = !any_poison(settled, entries) && deep_attempt(s, work, y, DEEP_SECOND);
    mem_release(s->mem, mark);
    return done && *y->det && !any_poison(y->out, y->singular ? 0 : y->n * y->cols);
}

bool minors_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *det,
                  ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex *both = mem_take_array(s->mem, n * (n + cols) + 1, sizeof *both);
    memcpy(both, a, n * n * sizeof *a);
    memcpy(both + n * n, b, n * cols * sizeof *b);
    *det = EX_POISON;
    struct system y = {.s = s, .e = both, .n = n, .cols = cols, .det = det, .out = out};
    const bool done = run(&y) && !y.singular;
    mem_release(s->mem, mark);
    return done;
}

bool minors_det(struct store *s, const ex *a, size_t n, ex *det)
{
    *det = EX_POISON;
    struct system y = {.s = s, .e = a, .n = n, .det = det};
    return run(&y);
}
