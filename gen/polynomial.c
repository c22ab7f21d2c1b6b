/* gen/polynomial.c -- polynomials in atoms, with coefficients of parameters only. */
#include "gen/shorten.h"

#include <string.h>

uint32_t gen_atom(struct shortening *h, ex image)
{
    const uint32_t known = gen_look(&h->number, image);
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
    gen_note(&h->number, image, (uint32_t)h->atoms);
    return (uint32_t)h->atoms - 1;
}

/* ---- terms ---- */

struct polynomial gen_one_term(struct shortening *h, ex coefficient, const uint32_t *literal,
                               size_t n)
{
    struct monomial *at = mem_take_array(h->mem, 1, sizeof *at);
    *at = (struct monomial){coefficient, mem_take_array(h->mem, n + 1, sizeof *at->literal), n};
    if (n)
        memcpy(at->literal, literal, n * sizeof *literal);
    return (struct polynomial){at, 1, true, false};
}

/* A coefficient in a form in which equal ones are one; but what stands over a sum is left: it may
 * cancel later. */
static ex multiplied_out(struct store *s, ex e)
{
    ex product = e; /* behind a number */
    if (ex_op(s, e) == EX_mul && ex_op(s, ex_arg(s, e, ex_count_args(s, e) - 1)) == EX_mul)
        product = ex_arg(s, e, ex_count_args(s, e) - 1);
    for (size_t i = 0; ex_op(s, product) == EX_mul && i < ex_count_args(s, product); i++) {
        const ex factor = ex_arg(s, product, i);
        if (ex_op(s, factor) == EX_pow && ex_op(s, ex_arg(s, factor, 0)) == EX_add)
            return e;
    }
    return ex_expand(s, e);
}

static int compare(const struct monomial *a, const struct monomial *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (a->literal[i] != b->literal[i])
            return a->literal[i] < b->literal[i] ? -1 : 1;
    return a->n < b->n ? -1 : a->n > b->n;
}

/* Merges runs of growing length: stable, and the same everywhere. */
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

void gen_collect_terms(struct shortening *h, struct polynomial *p)
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
        if (!gen_is_null(s, m.coefficient))
            p->at[kept++] = m;
    }
    p->n = kept;
}

static struct monomial product(struct shortening *h, const struct monomial *a,
                               const struct monomial *b)
{
    struct monomial m = {ex_mul2(h->s, a->coefficient, b->coefficient),
                         mem_take_array(h->mem, a->n + b->n + 1, sizeof *m.literal), 0};
    for (size_t i = 0, j = 0; i < a->n || j < b->n;) {
        const uint32_t x = i < a->n ? a->literal[i] >> 8 : UINT32_MAX;
        const uint32_t y = j < b->n ? b->literal[j] >> 8 : UINT32_MAX;
        uint32_t power = x <= y ? a->literal[i++] & FACTORS : 0;
        power += y <= x ? b->literal[j++] & FACTORS : 0;
        m.literal[m.n++] = (x <= y ? x : y) << 8 | (power < FACTORS ? power : FACTORS);
    }
    return m;
}

bool gen_multiply(struct shortening *h, const struct polynomial *a, const struct polynomial *b,
                  struct polynomial *out)
{
    if (a->n * b->n > (size_t)4 * TERMS)
        return false;
    struct polynomial p = {mem_take_array(h->mem, a->n * b->n + 1, sizeof *p.at), 0, true, false};
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            p.at[p.n++] = product(h, &a->at[i], &b->at[j]);
    gen_collect_terms(h, &p);
    *out = p;
    return p.n <= TERMS;
}

/* ---- sin^2 + cos^2 = 1 ---- */

static size_t weight(const struct polynomial *p)
{
    size_t sum = 0;
    for (size_t i = 0; i < p->n; i++)
        sum += 2 + p->at[i].n;
    return sum;
}

/* a^2 becomes 1 - b^2 everywhere. */
static bool replace_square(struct shortening *h, const struct polynomial *p, uint32_t a, uint32_t b,
                           struct polynomial *out)
{
    struct store *s = h->s;
    const uint32_t square = b << 8 | 2;
    struct monomial part[2] = {{ex_int(s, 1), (uint32_t *)&square, 0},
                               {ex_int(s, -1), (uint32_t *)&square, 1}};
    struct polynomial r = {mem_take_array(h->mem, 4 * p->n + 1, sizeof *r.at), 0, true, false};
    bool some = false;
    for (size_t i = 0; i < p->n; i++) {
        struct monomial m = {p->at[i].coefficient,
                             mem_take_array(h->mem, p->at[i].n + 1, sizeof *m.literal), 0};
        uint32_t power = 0;
        for (size_t k = 0; k < p->at[i].n; k++)
            if (p->at[i].literal[k] >> 8 == a)
                power = p->at[i].literal[k] & FACTORS;
            else
                m.literal[m.n++] = p->at[i].literal[k];
        if (power < 2) {
            r.at[r.n++] = p->at[i];
            continue;
        }
        some = true;
        const uint32_t rest = a << 8 | (power - 2);
        const struct monomial left = {ex_int(s, 1), (uint32_t *)&rest, 1};
        if (power > 2)
            m = product(h, &m, &left);
        for (int k = 0; k < 2; k++)
            r.at[r.n++] = product(h, &m, &part[k]);
    }
    if (some)
        gen_collect_terms(h, &r);
    *out = r;
    return some;
}

/* The number of the sine that belongs to a cosine, or false. */
static bool has_sine(struct shortening *h, uint32_t cosine, uint32_t *sine)
{
    struct store *s = h->s;
    if (ex_op(s, h->atom[cosine]) != EX_cos)
        return false;
    const ex angle = ex_arg(s, h->atom[cosine], 0);
    const uint32_t known = gen_look(&h->number, ex_make(s, EX_sin, &angle, 1));
    *sine = known - 1;
    return known > 0;
}

static bool has_square(const struct polynomial *p, uint32_t atom)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->at[i].n && p->at[i].literal[k] >> 8 <= atom; k++)
            if (p->at[i].literal[k] >> 8 == atom && (p->at[i].literal[k] & FACTORS) > 1)
                return true;
    return false;
}

static bool replace_squares(struct shortening *h, struct polynomial *p, uint32_t from, uint32_t to)
{
    struct polynomial next;
    if (!has_square(p, from))
        return true;
    while (replace_square(h, p, from, to, &next)) {
        if (next.n > TERMS)
            return false;
        *p = next;
    }
    return true;
}

/* One angle after the other, as long as that helps. */
static struct polynomial reduced(struct shortening *h, struct polynomial p)
{
    uint32_t sine = 0;
    for (uint32_t a = 0; a < h->atoms && p.n > 1; a++) {
        if (!has_sine(h, a, &sine))
            continue;
        struct polynomial best = p;
        for (int way = 0; way < 2; way++) {
            struct polynomial now = p;
            if (replace_squares(h, &now, way ? a : sine, way ? sine : a) &&
                weight(&now) < weight(&best))
                best = now;
        }
        p = best;
    }
    return p;
}

static bool has_squares(const struct shortening *h, const struct polynomial *p)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->at[i].n; k++) {
            const enum ex_op op = ex_op(h->s, h->atom[p->at[i].literal[k] >> 8]);
            if ((op == EX_sin || op == EX_cos) && (p->at[i].literal[k] & FACTORS) > 1)
                return true;
        }
    return false;
}

/* All squares of sines, or of cosines; false when it gets too long. */
static bool replace_all(struct shortening *h, struct polynomial *p, bool cosines)
{
    uint32_t sine = 0;
    for (uint32_t a = 0; a < h->atoms; a++)
        if (has_sine(h, a, &sine) && !replace_squares(h, p, cosines ? a : sine, cosines ? sine : a))
            return false;
    return true;
}

/* From the polynomial as it is, and from where all squares of sines, or of cosines, are gone: what
 * cancels may need more than one angle. */
void gen_reduce_circles(struct shortening *h, struct polynomial *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->at[i].coefficient = multiplied_out(h->s, p->at[i].coefficient);
    if (p->n < 2 || !has_squares(h, p))
        return;
    struct polynomial best = reduced(h, *p);
    for (int way = 0; way < 2 && p->n > 2; way++) {
        struct polynomial now = *p;
        if (!replace_all(h, &now, way))
            continue;
        now = reduced(h, now);
        if (weight(&now) < weight(&best))
            best = now;
    }
    *p = best;
}
