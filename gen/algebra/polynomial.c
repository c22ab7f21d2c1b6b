/* gen/algebra/polynomial.c -- polynomials in atoms, with coefficients of parameters only. */
#include "gen/algebra/polynomial.h"

#include <string.h>

uint32_t alg_atom(struct shortening *h, ex image)
{
    const uint32_t known = sym_memo_get(&h->number, image);
    if (known)
        return known - 1;
    if (h->atoms == h->atom_cap) {
        const size_t cap = 2 * h->atom_cap + 64;
        ex *more = mem_take_array(h->mem, cap, sizeof *more);
        if (h->atoms)
            memcpy(more, h->atom, h->atoms * sizeof *more);
        h->atom = more;
        h->atom_cap = cap;
    }
    h->atom[h->atoms++] = image;
    sym_memo_set(&h->number, image, (uint32_t)h->atoms);
    return (uint32_t)h->atoms - 1;
}

/* ---- terms ---- */

struct polynomial alg_one_term(struct shortening *h, ex coefficient, const uint32_t *literal,
                               size_t n)
{
    struct monomial *at = mem_take_array(h->mem, 1, sizeof *at);
    *at = (struct monomial){coefficient, mem_take_array(h->mem, n + 1, sizeof *at->literal), n};
    if (n)
        memcpy(at->literal, literal, n * sizeof *literal);
    return (struct polynomial){at, 1, true, false};
}

/* Expands a coefficient, so that equal ones are one node; unless it has a power of a sum, which may
 * cancel later. */
static ex multiplied_out(struct store *s, ex e)
{
    ex product = e; /* without a leading number */
    if (ex_op(s, e) == EX_mul && ex_op(s, ex_arg(s, e, ex_count_args(s, e) - 1)) == EX_mul)
        product = ex_arg(s, e, ex_count_args(s, e) - 1);
    for (size_t i = 0; ex_op(s, product) == EX_mul && i < ex_count_args(s, product); i++) {
        const ex factor = ex_arg(s, product, i);
        if (ex_op(s, factor) == EX_pow && ex_op(s, ex_arg(s, factor, 0)) == EX_add)
            return e;
    }
    return ex_expand_short(s, e);
}

static int compare(const struct monomial *a, const struct monomial *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (a->literal[i] != b->literal[i])
            return a->literal[i] < b->literal[i] ? -1 : 1;
    return a->n < b->n ? -1 : a->n > b->n;
}

/* Merge sort: stable, and unlike qsort the same on every system. */
static void sort(struct monomial *at, size_t n, struct monomial *room)
{
    for (size_t run = 1; run < n; run *= 2)
        for (size_t low = 0; low + run < n; low += 2 * run) {
            const size_t middle = low + run, high = middle + run < n ? middle + run : n;
            memcpy(room, at + low, run * sizeof *at);
            for (size_t i = 0, j = middle, k = low; i < run; k++)
                at[k] = j < high && compare(&at[j], &room[i]) < 0 ? at[j++] : room[i++];
        }
}

void alg_collect_terms(struct shortening *h, struct polynomial *p)
{
    struct store *s = h->s;
    sort(p->at, p->n, mem_take_array(h->mem, p->n + 1, sizeof *p->at));
    size_t kept = 0;
    for (size_t i = 0, next; i < p->n; i = next) {
        for (next = i + 1; next < p->n && compare(&p->at[i], &p->at[next]) == 0; next++)
            ;
        struct monomial m = p->at[i];
        if (next > i + 1) {
            ex *sum = mem_take_array(h->mem, next - i, sizeof *sum);
            for (size_t k = i; k < next; k++)
                sum[k - i] = p->at[k].coefficient;
            m.coefficient = multiplied_out(s, ex_add(s, sum, next - i));
        }
        if (!sym_is_null(s, m.coefficient))
            p->at[kept++] = m;
    }
    p->n = kept;
}

/* too_long: a power exceeds the range of a literal. */
static struct monomial product(struct shortening *h, const struct monomial *a,
                               const struct monomial *b, bool *too_long)
{
    struct monomial m = {ex_mul2(h->s, a->coefficient, b->coefficient),
                         mem_take_array(h->mem, a->n + b->n + 1, sizeof *m.literal), 0};
    for (size_t i = 0, j = 0; i < a->n || j < b->n;) {
        const uint32_t x = i < a->n ? a->literal[i] >> 8 : UINT32_MAX;
        const uint32_t y = j < b->n ? b->literal[j] >> 8 : UINT32_MAX;
        uint32_t power = x <= y ? a->literal[i++] & FACTORS : 0;
        power += y <= x ? b->literal[j++] & FACTORS : 0;
        *too_long |= power > FACTORS;
        m.literal[m.n++] = (x <= y ? x : y) << 8 | (power & FACTORS);
    }
    return m;
}

bool alg_multiply(struct shortening *h, const struct polynomial *a, const struct polynomial *b,
                  struct polynomial *out)
{
    if (a->n * b->n > SYM_PRODUCT_TERMS)
        return false;
    struct polynomial p = {mem_take_array(h->mem, a->n * b->n + 1, sizeof *p.at), 0, true, false};
    bool too_long = false;
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            p.at[p.n++] = product(h, &a->at[i], &b->at[j], &too_long);
    alg_collect_terms(h, &p);
    *out = p;
    return p.n <= SYM_TERMS && !too_long;
}

/* ---- sin^2 + cos^2 = 1 ----
 * Only for equal coefficients: a sin^2 + b cos^2 = b + (a - b) sin^2 is shorter, but a - b may lose
 * digits. */

/* The number of the sine that belongs to a cosine, or false. */
static bool has_sine(struct shortening *h, uint32_t cosine, uint32_t *sine)
{
    struct store *s = h->s;
    if (ex_op(s, h->atom[cosine]) != EX_cos)
        return false;
    const ex angle = ex_arg(s, h->atom[cosine], 0);
    const uint32_t known = sym_memo_get(&h->number, ex_make(s, EX_sin, &angle, 1));
    *sine = known - 1;
    return known > 0;
}

static uint32_t power_in(const struct monomial *m, uint32_t atom)
{
    for (size_t k = 0; k < m->n; k++)
        if (m->literal[k] >> 8 == atom)
            return m->literal[k] & FACTORS;
    return 0;
}

/* Whether two monomials are equal up to the powers of two atoms. */
static bool are_alike(const struct monomial *a, const struct monomial *b, uint32_t x, uint32_t y)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a->n && (a->literal[i] >> 8 == x || a->literal[i] >> 8 == y))
            i++;
        while (j < b->n && (b->literal[j] >> 8 == x || b->literal[j] >> 8 == y))
            j++;
        if (i == a->n || j == b->n)
            return i == a->n && j == b->n;
        if (a->literal[i++] != b->literal[j++])
            return false;
    }
}

/* m with another power of an atom, at most FACTORS. */
static struct monomial with_power(struct shortening *h, const struct monomial *m, uint32_t atom,
                                  uint32_t power)
{
    struct monomial r = {m->coefficient, mem_take_array(h->mem, m->n + 2, sizeof *r.literal), 0};
    bool put = power == 0;
    for (size_t k = 0; k < m->n; k++) {
        if (!put && m->literal[k] >> 8 >= atom) {
            r.literal[r.n++] = atom << 8 | power;
            put = true;
        }
        if (m->literal[k] >> 8 != atom)
            r.literal[r.n++] = m->literal[k];
    }
    if (!put)
        r.literal[r.n++] = atom << 8 | power;
    return r;
}

/* Replaces two terms by one, in *a: X s^2 + X c^2 = X, X - X c^2 = X s^2, X - X s^2 = X c^2. */
static bool unite(struct shortening *h, struct monomial *a, const struct monomial *b, uint32_t c,
                  uint32_t s)
{
    if (!are_alike(a, b, c, s))
        return false;
    const uint32_t ac = power_in(a, c), as = power_in(a, s), bc = power_in(b, c),
                   bs = power_in(b, s);
    const bool same = a->coefficient == b->coefficient;
    const bool opposite = !same && a->coefficient == ex_neg(h->s, b->coefficient);
    if (same && ac == bc + 2 && bs == as + 2)
        *a = with_power(h, a, c, bc);
    else if (same && bc == ac + 2 && as == bs + 2)
        *a = with_power(h, a, s, bs);
    else if (opposite && bc == ac + 2 && as == bs && as + 2 <= FACTORS)
        *a = with_power(h, a, s, as + 2);
    else if (opposite && ac == bc + 2 && as == bs && as + 2 <= FACTORS)
        *a = with_power(h, b, s, as + 2);
    else if (opposite && bs == as + 2 && ac == bc && ac + 2 <= FACTORS)
        *a = with_power(h, a, c, ac + 2);
    else if (opposite && as == bs + 2 && ac == bc && ac + 2 <= FACTORS)
        *a = with_power(h, b, c, ac + 2);
    else
        return false;
    return true;
}

static bool unite_all(struct shortening *h, struct polynomial *p, uint32_t c, uint32_t s)
{
    bool some = false;
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i + 1; j < p->n; j++)
            if (unite(h, &p->at[i], &p->at[j], c, s)) {
                p->at[j] = p->at[--p->n];
                some = true;
                j = i; /* the new term may combine with others */
            }
    return some;
}

/* Splits terms whose coefficients are sums. */
static void spread(struct shortening *h, struct polynomial *p)
{
    struct store *s = h->s;
    size_t room = 0;
    for (size_t i = 0; i < p->n; i++) {
        p->at[i].coefficient = multiplied_out(s, p->at[i].coefficient);
        room += 1 + ex_count_args(s, p->at[i].coefficient);
    }
    struct monomial *at = mem_take_array(h->mem, room + 1, sizeof *at);
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const ex c = p->at[i].coefficient;
        const size_t parts = ex_op(s, c) == EX_add ? ex_count_args(s, c) : 1;
        for (size_t k = 0; k < parts; k++) {
            at[n] = p->at[i];
            at[n++].coefficient = ex_op(s, c) == EX_add ? ex_arg(s, c, k) : c;
        }
    }
    p->at = at;
    p->n = n;
}

void alg_reduce_circles(struct shortening *h, struct polynomial *p)
{
    uint32_t sine = 0;
    spread(h, p);
    for (bool some = p->n <= SYM_PRODUCT_TERMS; some;) {
        some = false;
        for (uint32_t a = 0; a < h->atoms; a++)
            if (has_sine(h, a, &sine))
                some |= unite_all(h, p, a, sine);
    }
    alg_collect_terms(h, p);
}
