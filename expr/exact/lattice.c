/* expr/exact/lattice.c -- a basis of the lattice that a list of arguments spans. */
#include "lattice.h"

#include <stdlib.h>
#include <string.h>

enum {
    ATOMS = 64,  /* most different terms in all arguments */
    ARGS = 512,  /* most arguments */
    TURNS = 64,  /* largest multiple, the degree of its polynomial */
    SHARES = 64, /* largest sum of multiples in one argument */
};

struct spans {
    struct store *s;
    size_t n, atoms;
    const ex *arg;
    ex *atom;
    int64_t *lcm;  /* of the denominators an atom has */
    int64_t *v;    /* n x atoms: multiples of atom / lcm */
    size_t *order; /* arguments, simplest first */
    bool *apart;   /* a separate basis element */
};

static size_t distinct(struct store *s, ex *e, size_t n)
{
    size_t k = 0;
    ex_sort(s, e, n);
    for (size_t i = 0; i < n; i++)
        if (k == 0 || e[k - 1] != e[i])
            e[k++] = e[i];
    return k;
}

static size_t find(const struct store *s, const ex *e, size_t n, ex x)
{
    size_t lo = 0;
    while (n > 0) {
        size_t half = n / 2;
        if (e[lo + half] != x && ex_cmp(s, e[lo + half], x) < 0) {
            lo += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return lo;
}

size_t lattice_find(const struct store *s, const struct lattice *l, ex arg)
{
    return find(s, l->arg, l->args, arg);
}

/* ---- arguments as vectors ---- */

static bool find_atoms(struct spans *p)
{
    struct store *s = p->s;
    size_t total = 0;
    for (size_t i = 0; i < p->n; i++)
        total += terms_of(s, p->arg[i]);
    p->atom = mem_take_array(s->mem, total + 1, sizeof *p->atom);
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < terms_of(s, p->arg[i]); k++) {
            struct rat c;
            p->atom[p->atoms++] = ex_split(s, term_at(s, p->arg[i], k), &c);
        }
    p->atoms = distinct(s, p->atom, p->atoms);
    return p->atoms <= ATOMS;
}

static bool lcm_with(int64_t *lcm, int64_t d)
{
    int64_t a = *lcm, b = d;
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return !__builtin_mul_overflow(*lcm / a, d, lcm);
}

/* Coefficients as multiples of the smallest unit of each atom. */
static bool to_vectors(struct spans *p)
{
    struct store *s = p->s;
    p->lcm = mem_take_array(s->mem, p->atoms + 1, sizeof *p->lcm);
    p->v = mem_take_array(s->mem, p->n * p->atoms + 1, sizeof *p->v);
    memset(p->v, 0, p->n * p->atoms * sizeof *p->v);
    for (size_t j = 0; j < p->atoms; j++)
        p->lcm[j] = 1;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < p->n; i++)
            for (size_t k = 0; k < terms_of(s, p->arg[i]); k++) {
                struct rat c;
                size_t j = find(s, p->atom, p->atoms, ex_split(s, term_at(s, p->arg[i], k), &c));
                if (c.d == 0 || (pass == 0 && !lcm_with(&p->lcm[j], c.d)))
                    return false;
                if (pass == 1 &&
                    __builtin_mul_overflow(c.n, p->lcm[j] / c.d, &p->v[i * p->atoms + j]))
                    return false;
            }
    return true;
}

static uint64_t length(const struct spans *p, size_t i)
{
    uint64_t sum = 0;
    for (size_t j = 0; j < p->atoms; j++) {
        int64_t c = p->v[i * p->atoms + j];
        uint64_t size = c < 0 ? 0 - (uint64_t)c : (uint64_t)c;
        sum = size > UINT64_MAX - sum ? UINT64_MAX : sum + size;
    }
    return sum;
}

/* By length, then by structure. There are few: insertion sort. */
static void order_by_length(struct spans *p)
{
    p->order = mem_take_array(p->s->mem, p->n + 1, sizeof *p->order);
    for (size_t i = 0; i < p->n; i++) {
        size_t k = i;
        for (; k > 0 && length(p, p->order[k - 1]) > length(p, i); k--)
            p->order[k] = p->order[k - 1];
        p->order[k] = i;
    }
}

/* ---- a basis made of arguments ---- */

/* Echelon rows, each a known combination of the basis. */
struct echelon {
    size_t rank, width; /* width: atoms, then the combination */
    struct rat *row;
    size_t *pivot;
};

static const struct rat NOTHING = {0, 1};

/* Reduces v by the rows; false: numbers grow too large. */
static bool reduce(struct store *s, const struct echelon *e, struct rat *v)
{
    for (size_t r = 0; r < e->rank; r++) {
        const struct rat *row = &e->row[r * e->width];
        struct rat f = v[e->pivot[r]];
        if (rat_is(f, 0))
            continue;
        f = rat_neg(s, rat_mul(s, f, rat_inv(s, row[e->pivot[r]])));
        for (size_t j = 0; j < e->width; j++) {
            if (rat_is(row[j], 0))
                continue;
            v[j] = rat_add(s, v[j], rat_mul(s, f, row[j]));
            if (v[j].d == 0)
                return false;
        }
    }
    return true;
}

/* Is the combination that gives v usable: with small integers? */
static bool usable(const struct rat *c, size_t rank, int64_t *via, bool *broken)
{
    int64_t shares = 0;
    for (size_t j = 0; j < rank; j++) {
        *broken |= c[j].d != 1;
        if (c[j].d != 1 || c[j].n > TURNS || c[j].n < -TURNS)
            return false;
        via[j] = -c[j].n;
        shares += c[j].n < 0 ? -c[j].n : c[j].n;
    }
    return shares <= SHARES;
}

/* Adds arguments to the basis, simplest first, unless they are combinations of it. False: a
 * combination is fractional, or too large. */
static bool pick_basis(struct spans *p, struct lattice *l, size_t *chosen)
{
    struct store *s = p->s;
    struct echelon e = {.width = p->atoms + p->n};
    e.row = mem_take_array(s->mem, (p->n + 1) * e.width, sizeof *e.row);
    e.pivot = mem_take_array(s->mem, p->n + 1, sizeof *e.pivot);
    bool broken = false;
    l->rank = 0;
    memset(l->via, 0, p->n * p->n * sizeof *l->via);
    for (size_t k = 0; k < p->n; k++) {
        const size_t i = p->order[k];
        struct rat *v = &e.row[e.rank * e.width];
        for (size_t j = 0; j < e.width; j++)
            v[j] = j < p->atoms ? (struct rat){p->v[i * p->atoms + j], 1} : NOTHING;
        if (!reduce(s, &e, v))
            return false;
        size_t pivot = 0;
        while (pivot < p->atoms && rat_is(v[pivot], 0))
            pivot++;
        if (!p->apart[i] && pivot == p->atoms) {
            if (usable(v + p->atoms, l->rank, &l->via[i * p->n], &broken))
                continue;
            if (broken)
                return false;
            p->apart[i] = true;
            memset(&l->via[i * p->n], 0, p->n * sizeof *l->via);
        }
        l->via[i * p->n + l->rank] = 1;
        chosen[l->rank] = i;
        if (pivot < p->atoms) {
            v[p->atoms + l->rank] = (struct rat){1, 1};
            e.pivot[e.rank++] = pivot;
        }
        l->rank++;
    }
    return true;
}

/* ---- a basis of their own ---- */

static bool subtract_row(int64_t *a, const int64_t *b, int64_t times, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        int64_t t;
        if (__builtin_mul_overflow(times, b[j], &t) || __builtin_sub_overflow(a[j], t, &a[j]))
            return false;
    }
    return true;
}

/* Euclid on column j of rows from..n: one row keeps the common divisor, the others get 0. */
static bool clear_column(int64_t *h, size_t n, size_t width, size_t from, size_t j)
{
    for (;;) {
        size_t best = n, left = 0;
        for (size_t i = from; i < n; i++) {
            if (h[i * width + j] == 0)
                continue;
            left++;
            if (best == n || llabs(h[i * width + j]) < llabs(h[best * width + j]))
                best = i;
        }
        if (left == 0)
            return false;
        for (size_t k = 0; k < width && best != from; k++) {
            int64_t t = h[from * width + k];
            h[from * width + k] = h[best * width + k];
            h[best * width + k] = t;
        }
        if (left == 1)
            return true;
        for (size_t i = from + 1; i < n; i++)
            if (h[i * width + j] && !subtract_row(&h[i * width], &h[from * width],
                                                  h[i * width + j] / h[from * width + j], width))
                return false;
    }
}

/* Coordinates of v in the echelon rows h; false: they are too large, or h is not a basis because
 * its numbers were too large. */
static bool coordinates(const int64_t *h, const size_t *pivot, size_t rank, size_t width,
                        int64_t *v, int64_t *via)
{
    int64_t shares = 0;
    for (size_t r = 0; r < rank; r++) {
        via[r] = v[pivot[r]] / h[r * width + pivot[r]];
        if (via[r] > TURNS || via[r] < -TURNS || !subtract_row(v, &h[r * width], via[r], width))
            return false;
        shares += llabs(via[r]);
    }
    for (size_t j = 0; j < width; j++)
        if (v[j])
            return false;
    return shares <= SHARES;
}

static ex combination(struct spans *p, const int64_t *row)
{
    struct store *s = p->s;
    ex *term = mem_take_array(s->mem, p->atoms + 1, sizeof *term);
    size_t n = 0;
    for (size_t j = 0; j < p->atoms; j++)
        if (row[j])
            term[n++] = ex_scale(s, rat_make(s, row[j], p->lcm[j]), p->atom[j]);
    return ex_add(s, term, n);
}

static bool make_basis(struct spans *p, struct lattice *l)
{
    struct store *s = p->s;
    const size_t width = p->atoms;
    int64_t *h = mem_take_array(s->mem, p->n * width + 1, sizeof *h);
    int64_t *v = mem_take_array(s->mem, width + 1, sizeof *v);
    size_t *pivot = mem_take_array(s->mem, width + 1, sizeof *pivot);
    memcpy(h, p->v, p->n * width * sizeof *h);
    l->rank = 0;
    for (size_t j = 0; j < width && l->rank < p->n; j++)
        if (clear_column(h, p->n, width, l->rank, j))
            pivot[l->rank++] = j;
    for (size_t r = 0; r < l->rank; r++)
        l->basis[r] = combination(p, &h[r * width]);
    memset(l->via, 0, p->n * p->n * sizeof *l->via);
    for (size_t i = 0; i < p->n; i++) {
        memcpy(v, &p->v[i * width], width * sizeof *v);
        if (!coordinates(h, pivot, l->rank, width, v, &l->via[i * p->n]))
            return false;
    }
    return true;
}

/* ---- together ---- */

/* Treats all arguments as independent. */
static void keep_apart(struct spans *p, struct lattice *l)
{
    l->rank = p->n;
    memset(l->via, 0, p->n * p->n * sizeof *l->via);
    for (size_t i = 0; i < p->n; i++) {
        l->basis[i] = p->arg[i];
        l->via[i * p->n + i] = 1;
    }
}

static void find_basis(struct spans *p, struct lattice *l)
{
    size_t *chosen = mem_take_array(p->s->mem, p->n + 1, sizeof *chosen);
    if (!find_atoms(p) || !to_vectors(p)) {
        keep_apart(p, l);
        return;
    }
    order_by_length(p);
    if (pick_basis(p, l, chosen)) {
        for (size_t r = 0; r < l->rank; r++)
            l->basis[r] = p->arg[chosen[r]];
    } else if (!make_basis(p, l)) {
        keep_apart(p, l);
    }
}

/* Changes signs so that sin of a basis element has no minus. Rows have length n. */
static void set_upright(struct store *s, struct lattice *l, size_t n)
{
    for (size_t j = 0; j < l->rank; j++) {
        bool minus = false;
        l->basis[j] = ex_upright(s, l->basis[j], &minus);
        for (size_t i = 0; i < n && minus; i++)
            l->via[i * n + j] = -l->via[i * n + j];
    }
}

/* The order in which a basis was found depends on all arguments; the final order does not. */
static void order_basis(struct store *s, struct lattice *l, size_t n)
{
    for (size_t k = 1; k < l->rank; k++)
        for (size_t j = k; j > 0 && ex_cmp(s, l->basis[j - 1], l->basis[j]) > 0; j--) {
            const ex t = l->basis[j];
            l->basis[j] = l->basis[j - 1];
            l->basis[j - 1] = t;
            for (size_t i = 0; i < n; i++) {
                int64_t *row = &l->via[i * n], v = row[j];
                row[j] = row[j - 1];
                row[j - 1] = v;
            }
        }
}

struct lattice lattice_of(struct store *s, const ex *args, size_t n)
{
    struct lattice l = {.arg = mem_take_array(s->mem, n + 1, sizeof *l.arg)};
    memcpy(l.arg, args, n * sizeof *args);
    l.args = n = distinct(s, l.arg, n);
    if (n > ARGS) {
        l.too_many = true;
        return l;
    }
    l.basis = mem_take_array(s->mem, n + 1, sizeof *l.basis);
    l.via = mem_take_array(s->mem, n * n + 1, sizeof *l.via);
    struct spans p = {.s = s, .n = n, .arg = l.arg};
    p.apart = mem_take_array(s->mem, n + 1, sizeof *p.apart);
    memset(p.apart, 0, n * sizeof *p.apart);
    find_basis(&p, &l);
    set_upright(s, &l, n);
    order_basis(s, &l, n);
    for (size_t i = 1; i < n; i++) /* rows had length n while the rank was unknown */
        memmove(&l.via[i * l.rank], &l.via[i * n], l.rank * sizeof *l.via);
    return l;
}
