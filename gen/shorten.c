/* gen/shorten.c -- expressions written anew so that they take fewer operations.
 *
 * Where a node is a polynomial in others (atoms: states, functions, quotients, what is held) it is
 * multiplied out, so that what cancels is gone; terms that differ only in parameters become one,
 * whose coefficient is computed once; sin^2 + cos^2 is 1 where that leaves fewer terms. Then common
 * factors are put before parentheses again, the most frequent first, which is Horner's rule for
 * many variables. Sums that are equal up to sign or a common coefficient become the same node.
 *
 * Multiplying out may lose more than it gains: the caller compares.
 */
#include "gen/lower.h"

#include <string.h>

enum {
    TERMS = 120,   /* of a polynomial; a longer one stays an atom */
    FACTORS = 255, /* power of an atom */
};

/* coefficient * product of atom^power, atoms in ascending order */
struct monomial {
    ex coefficient;    /* fixed */
    uint32_t *literal; /* atom << 8 | power */
    size_t n;
};
struct polynomial {
    struct monomial *at;
    size_t n;
    bool known, atom; /* atom: it stands for itself */
};

struct shortening {
    struct lowering *lo;
    struct store *s;
    struct mem *mem;
    enum gen_shorten how;
    struct memo place; /* 1 + index into poly, by node */
    struct polynomial *poly;
    size_t polys, poly_cap;
    struct memo image;  /* the node written anew */
    struct memo number; /* 1 + number of an atom, by its image */
    ex *atom;           /* images */
    size_t atoms, atom_cap;
    struct memo velocity; /* of a symbol: what is held as a parameter times it, */
    struct memo inverse;  /* and what to multiply that by */
    struct memo shared;   /* sums that more than one node uses: atoms, when asked for */
};

/* ---- atoms ---- */

static uint32_t atom_of(struct shortening *h, ex image)
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

static struct polynomial *poly_at(struct shortening *h, ex e)
{
    const uint32_t known = gen_look(&h->place, e);
    if (known)
        return &h->poly[known - 1];
    if (h->polys == h->poly_cap) {
        const size_t cap = 2 * h->poly_cap + 64;
        struct polynomial *more = mem_take_array(h->mem, cap, sizeof *more);
        if (h->polys)
            memcpy(more, h->poly, h->polys * sizeof *more);
        h->poly = more;
        h->poly_cap = cap;
    }
    h->poly[h->polys] = (struct polynomial){.n = 0};
    gen_note(&h->place, e, (uint32_t)++h->polys);
    return &h->poly[h->polys - 1];
}

/* ---- polynomials ---- */

static struct polynomial one_term(struct shortening *h, ex coefficient, const uint32_t *literal,
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
    if (ex_op(s, e) == EX_mul)
        for (size_t i = 0; i < ex_count_args(s, e); i++) {
            const ex factor = ex_arg(s, e, i);
            if (ex_op(s, factor) == EX_mul)
                return multiplied_out(s, factor) == factor ? e : ex_expand(s, e);
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

/* Merge sort: stable, and the same everywhere. */
static void sort(struct monomial *at, size_t n, struct monomial *room)
{
    if (n < 2)
        return;
    const size_t half = n / 2;
    sort(at, half, room);
    sort(at + half, n - half, room);
    memcpy(room, at, half * sizeof *at);
    for (size_t i = 0, j = half, k = 0; i < half; k++)
        at[k] = j < n && compare(&at[j], &room[i]) < 0 ? at[j++] : room[i++];
}

/* Like terms become one; those that cancel are gone. */
static void collect(struct shortening *h, struct polynomial *p)
{
    struct store *s = h->s;
    sort(p->at, p->n, mem_take_array(h->mem, p->n / 2 + 1, sizeof *p->at));
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

/* False: too long. */
static bool multiply(struct shortening *h, const struct polynomial *a, const struct polynomial *b,
                     struct polynomial *out)
{
    if (a->n * b->n > 4 * TERMS)
        return false;
    struct polynomial p = {mem_take_array(h->mem, a->n * b->n + 1, sizeof *p.at), 0, true, false};
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            p.at[p.n++] = product(h, &a->at[i], &b->at[j]);
    collect(h, &p);
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
    struct monomial part[2] = {{ex_int(s, 1), NULL, 0}, {ex_int(s, -1), (uint32_t *)&square, 1}};
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
        collect(h, &r);
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

/* From the polynomial as it is, and from where all squares of sines, or of cosines, are gone: what
 * cancels may need more than one angle. */
static void reduce_circles(struct shortening *h, struct polynomial *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->at[i].coefficient = multiplied_out(h->s, p->at[i].coefficient);
    bool squares = false;
    for (size_t i = 0; i < p->n && p->n > 1; i++)
        for (size_t k = 0; k < p->at[i].n; k++) {
            const enum ex_op op = ex_op(h->s, h->atom[p->at[i].literal[k] >> 8]);
            squares |= (op == EX_sin || op == EX_cos) && (p->at[i].literal[k] & FACTORS) > 1;
        }
    if (!squares)
        return;
    struct polynomial best = reduced(h, *p);
    for (int way = 0; way < 2 && p->n > 2; way++) {
        struct polynomial now = *p;
        uint32_t sine = 0;
        bool good = true;
        for (uint32_t a = 0; a < h->atoms && good; a++)
            if (has_sine(h, a, &sine))
                good = replace_squares(h, &now, way ? a : sine, way ? sine : a);
        if (good)
            now = reduced(h, now);
        if (good && weight(&now) < weight(&best))
            best = now;
    }
    *p = best;
}

/* ---- common factors before parentheses ---- */

static ex power_of(struct shortening *h, uint32_t literal)
{
    return ex_powi(h->s, h->atom[literal >> 8], literal & FACTORS);
}

static ex term_of(struct shortening *h, const struct monomial *m)
{
    ex *factor = mem_take_array(h->mem, m->n + 1, sizeof *factor);
    for (size_t i = 0; i < m->n; i++)
        factor[i] = power_of(h, m->literal[i]);
    factor[m->n] = m->coefficient;
    return ex_mul(h->s, factor, m->n + 1);
}

/* The atom that most terms have, and how many; 0 when none is in two. */
static size_t most_frequent(struct shortening *h, const struct monomial *m, size_t n,
                            uint32_t *atom)
{
    uint32_t *count = mem_take_array(h->mem, h->atoms + 1, sizeof *count);
    size_t best = 1;
    memset(count, 0, (h->atoms + 1) * sizeof *count);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m[i].n; k++)
            count[m[i].literal[k] >> 8]++;
    for (uint32_t a = 0; a < h->atoms; a++)
        if (count[a] > best) {
            best = count[a];
            *atom = a;
        }
    return best > 1 ? best : 0;
}

/* The lowest power of the atom in terms that have it. */
static uint32_t lowest_power(const struct monomial *m, size_t n, uint32_t atom)
{
    uint32_t low = FACTORS;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m[i].n; k++)
            if (m[i].literal[k] >> 8 == atom && (m[i].literal[k] & FACTORS) < low)
                low = m[i].literal[k] & FACTORS;
    return low;
}

static bool without(struct shortening *h, const struct monomial *m, uint32_t atom, uint32_t power,
                    struct monomial *out)
{
    bool has = false;
    *out =
        (struct monomial){m->coefficient, mem_take_array(h->mem, m->n + 1, sizeof *m->literal), 0};
    for (size_t k = 0; k < m->n; k++) {
        uint32_t literal = m->literal[k];
        if (literal >> 8 == atom) {
            has = true;
            literal -= power;
            if (!(literal & FACTORS))
                continue;
        }
        out->literal[out->n++] = literal;
    }
    return has;
}

/* a / b, where that divides by nothing: parameters may be 0. */
static bool ratio(struct store *s, ex a, ex b, ex *out)
{
    *out = ex_div(s, a, b);
    const struct ex_list node = ex_reach(s, out, 1);
    for (size_t i = 0; i < node.n; i++) {
        int64_t num = 0, den = 1;
        if (ex_op(s, node.at[i]) == EX_pow &&
            !(ex_is_rat(s, ex_arg(s, node.at[i], 1), &num, &den) && num > 0))
            return false;
    }
    return true;
}

/* One of the coefficients that all others are multiples of, which then become these. */
static ex common_coefficient(struct shortening *h, ex *coefficient, size_t n)
{
    struct store *s = h->s;
    ex *times = mem_take_array(h->mem, n + 1, sizeof *times);
    for (size_t k = 0; k < n; k++) {
        bool all = true;
        for (size_t i = 0; i < n && all; i++)
            all = ratio(s, coefficient[i], coefficient[k], &times[i]);
        if (all) {
            const ex common = coefficient[k];
            memcpy(coefficient, times, n * sizeof *times);
            return common;
        }
    }
    return ex_int(s, 1);
}

/* A coefficient that all have goes before the sum, so that sums become equal. */
static ex sum_of(struct shortening *h, ex *coefficient, ex *rest, size_t n)
{
    enum { MANY = 12 }; /* every one is tried against every other */
    struct store *s = h->s;
    const ex common = n > 1 && n <= MANY ? common_coefficient(h, coefficient, n) : ex_int(s, 1);
    ex *term = mem_take_array(h->mem, n + 1, sizeof *term);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_mul2(s, coefficient[i], rest[i]);
    return ex_mul2(s, common, ex_add(s, term, n));
}

/* Coefficient and rest, so that c * rest is e. */
static ex split_fixed(struct shortening *h, ex e, ex *coefficient)
{
    struct store *s = h->s;
    ex *fixed = NULL, *other = NULL;
    size_t nf = 0, no = 0;
    if (ex_op(s, e) != EX_mul) {
        *coefficient = ex_int(s, 1);
        return e;
    }
    const size_t room =
        2 * ex_count_args(s, e) + ex_count_args(s, ex_arg(s, e, ex_count_args(s, e) - 1));
    fixed = mem_take_array(h->mem, room + 1, sizeof *fixed);
    other = mem_take_array(h->mem, room + 1, sizeof *other);
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        const ex arg = ex_arg(s, e, i);
        const bool nested = ex_op(s, arg) == EX_mul; /* number * rest */
        for (size_t k = 0; k < (nested ? ex_count_args(s, arg) : 1); k++) {
            const ex f = nested ? ex_arg(s, arg, k) : arg;
            if (gen_is_fixed(h->lo, f))
                fixed[nf++] = f;
            else
                other[no++] = f;
        }
    }
    *coefficient = ex_mul(s, fixed, nf);
    return ex_mul(s, other, no);
}

/* Without recursion on the rest, which may be as long as the polynomial; parentheses nest at most
 * as deep as terms have factors. */
static ex horner(struct shortening *h, const struct monomial *m, size_t n)
{
    struct store *s = h->s;
    ex *coefficient = mem_take_array(h->mem, n + 1, sizeof *coefficient);
    ex *part = mem_take_array(h->mem, n + 1, sizeof *part);
    size_t parts = 0;
    while (n) {
        uint32_t atom = 0;
        struct monomial *in = mem_take_array(h->mem, n, sizeof *in);
        struct monomial *out = mem_take_array(h->mem, n, sizeof *out);
        size_t ins = 0, outs = 0;
        if (!most_frequent(h, m, n, &atom)) {
            for (size_t i = 0; i < n; i++) {
                struct monomial bare = m[i];
                bare.coefficient = ex_int(s, 1);
                coefficient[parts] = m[i].coefficient;
                part[parts++] = term_of(h, &bare);
            }
            break;
        }
        const uint32_t power = lowest_power(m, n, atom);
        for (size_t i = 0; i < n; i++)
            if (without(h, &m[i], atom, power, &in[ins]))
                ins++;
            else
                out[outs++] = m[i];
        const ex inner = split_fixed(h, horner(h, in, ins), &coefficient[parts]);
        part[parts++] = ex_mul2(s, power_of(h, atom << 8 | power), inner);
        m = out;
        n = outs;
    }
    return sum_of(h, coefficient, part, parts);
}

/* ---- nodes ---- */

static bool is_whole_power(struct store *s, ex e, int64_t *k)
{
    return ex_op(s, e) == EX_pow && ex_is_int(s, ex_arg(s, e, 1), k) && *k > 0 && *k <= 16;
}

/* Held, though it is but a parameter times something. */
static bool is_trivial(struct shortening *h, ex e)
{
    if (ex_op(h->s, e) != EX_hold)
        return false;
    if (h->how == SHORTEN_RELEASED)
        return true;
    if (h->how == SHORTEN_THROUGH)
        return false;
    const struct polynomial *p = poly_at(h, ex_arg(h->s, e, 0));
    return p->n == 1 && p->at[0].n == 1 && (p->at[0].literal[0] & FACTORS) == 1;
}

/* Is it taken apart, or does it stand for itself? */
static bool is_open(struct shortening *h, ex e)
{
    int64_t k;
    const enum ex_op op = ex_op(h->s, e);
    if (op == EX_add && h->how == SHORTEN_BETWEEN && gen_look(&h->shared, e) > 1)
        return false;
    return op == EX_add || op == EX_mul || is_whole_power(h->s, e, &k) || is_trivial(h, e);
}

static ex find_image(struct shortening *h, ex e);

static struct polynomial as_atom(struct shortening *h, ex image)
{
    const uint32_t literal = atom_of(h, image) << 8 | 1;
    return one_term(h, ex_int(h->s, 1), &literal, 1);
}

/* The polynomial of an operand of e, as e sees it. */
static struct polynomial operand(struct shortening *h, ex e, ex arg)
{
    const ex held = gen_look(&h->velocity, arg);
    if (!held || ex_arg(h->s, held, 0) == e)
        return *poly_at(h, arg);
    struct polynomial p = as_atom(h, find_image(h, held));
    p.at[0].coefficient = gen_look(&h->inverse, arg);
    return p;
}

/* hold(c x) with a fixed c by whose inverse one may multiply: x is that times what is held. */
static void find_velocities(struct shortening *h, struct ex_list node)
{
    struct store *s = h->s;
    for (size_t i = 0; i < node.n && h->how == SHORTEN_THROUGH; i++) {
        if (ex_op(s, node.at[i]) != EX_hold)
            continue;
        ex coefficient, inverse;
        const ex x = split_fixed(h, ex_arg(s, node.at[i], 0), &coefficient);
        if (ex_op(s, x) == EX_sym && ratio(s, ex_int(s, 1), coefficient, &inverse)) {
            gen_note(&h->velocity, x, node.at[i]);
            gen_note(&h->inverse, x, inverse);
        }
    }
}

/* The polynomial of an open node, from those of its operands, which are known. */
static bool expand(struct shortening *h, ex e, struct polynomial *out)
{
    struct store *s = h->s;
    const enum ex_op op = ex_op(s, e);
    const size_t n = ex_count_args(s, e);
    int64_t k = 0;
    if (is_whole_power(s, e, &k)) {
        struct polynomial base = operand(h, e, ex_arg(s, e, 0)), p = base;
        for (int64_t i = 1; i < k; i++)
            if (!multiply(h, &p, &base, &p))
                return false;
        *out = p;
        return true;
    }
    if (op == EX_hold) {
        *out = *poly_at(h, ex_arg(s, e, 0));
        return true;
    }
    if (op == EX_add) {
        struct polynomial p = {NULL, 0, true, false};
        for (size_t i = 0; i < n; i++)
            p.n += operand(h, e, ex_arg(s, e, i)).n;
        if (p.n > 4 * TERMS)
            return false;
        p.at = mem_take_array(h->mem, p.n + 1, sizeof *p.at);
        p.n = 0;
        for (size_t i = 0; i < n; i++) {
            const struct polynomial a = operand(h, e, ex_arg(s, e, i));
            memcpy(p.at + p.n, a.at, a.n * sizeof *a.at);
            p.n += a.n;
        }
        collect(h, &p);
        *out = p;
        return p.n <= TERMS;
    }
    struct polynomial p = one_term(h, ex_int(s, 1), NULL, 0);
    for (size_t i = 0; i < n; i++) {
        const struct polynomial factor = operand(h, e, ex_arg(s, e, i));
        if (!multiply(h, &p, &factor, &p))
            return false;
    }
    *out = p;
    return true;
}

static ex rebuilt(struct shortening *h, ex e)
{
    struct store *s = h->s;
    const size_t n = ex_count_args(s, e);
    ex *args = mem_take_array(h->mem, n + 1, sizeof *args);
    for (size_t i = 0; i < n; i++)
        args[i] = gen_look(&h->image, ex_arg(s, e, i));
    return n ? ex_make(s, ex_op(s, e), args, n) : e;
}

/* What a node becomes where it is not taken apart: the polynomial with parentheses, or the node over
 * its operands' images. */
static ex find_image(struct shortening *h, ex e)
{
    const ex known = gen_look(&h->image, e);
    if (known)
        return known;
    ex image;
    struct polynomial *p = gen_look(&h->place, e) ? poly_at(h, e) : NULL;
    if (gen_is_fixed(h->lo, e)) {
        image = e;
    } else if (p && p->known && !p->atom) {
        struct polynomial reduced = *p;
        reduce_circles(h, &reduced);
        image = reduced.n ? horner(h, reduced.at, reduced.n) : ex_int(h->s, 0);
    } else {
        for (size_t i = 0; i < ex_count_args(h->s, e); i++)
            find_image(h, ex_arg(h->s, e, i)); /* of which all that is deep is known already */
        image = rebuilt(h, e);
    }
    gen_note(&h->image, e, image);
    return image;
}

/* Operands are done. */
static void visit(struct shortening *h, ex e)
{
    struct polynomial p = {.n = 0};
    if (gen_is_fixed(h->lo, e)) {
        p = one_term(h, e, NULL, 0);
        gen_note(&h->image, e, e);
    } else if (is_open(h, e) && expand(h, e, &p)) {
        p.known = true;
    } else {
        for (size_t i = 0; i < ex_count_args(h->s, e); i++)
            find_image(h, ex_arg(h->s, e, i));
        bool sum = ex_op(h->s, e) == EX_add && h->how == SHORTEN_BETWEEN;
        if (sum && expand(h, e, &p)) { /* shared: written once, in its own best way */
            *poly_at(h, e) = p;
            const ex image = find_image(h, e);
            p = as_atom(h, image);
        } else {
            const ex image = rebuilt(h, e);
            gen_note(&h->image, e, image);
            p = as_atom(h, image);
        }
        p.atom = true;
    }
    p.known = true;
    *poly_at(h, e) = p;
}

void gen_shorten(struct lowering *lo, enum gen_shorten how, const ex *e, size_t n, ex *out)
{
    struct shortening h = {.lo = lo, .s = lo->s, .mem = lo->mem, .how = how};
    h.place = h.image = h.number = h.shared = h.velocity = h.inverse =
        (struct memo){.mem = lo->mem};
    const struct ex_list node = ex_reach(lo->s, e, n);
    for (size_t i = 0; i < node.n; i++)
        for (size_t k = 0; k < ex_count_args(lo->s, node.at[i]); k++) {
            const ex arg = ex_arg(lo->s, node.at[i], k);
            gen_note(&h.shared, arg, gen_look(&h.shared, arg) + 1);
        }
    find_velocities(&h, node);
    for (size_t i = 0; i < node.n; i++)
        visit(&h, node.at[i]);
    for (size_t j = 0; j < n; j++)
        out[j] = find_image(&h, e[j]);
}

ex gen_shortened(const struct model *m, ex e)
{
    enum { SHORT = 20, LONG = 600 }; /* operations */
    struct lowering lo = {.s = m->store, .mem = ex_mem(m->store)};
    lo.symbol = lo.fixed = (struct memo){.mem = lo.mem};
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input)
            gen_note(&lo.symbol, m->param[i].symbol, 1 + CODE_param);
    const struct ex_cost c = ex_cost(m->store, &e, 1);
    ex best = e;
    const bool wanted = c.adds + c.muls >= SHORT && c.adds + c.muls <= LONG;
    for (int how = SHORTEN_BETWEEN; how <= SHORTEN_THROUGH && wanted; how++) {
        ex now = EX_POISON;
        gen_shorten(&lo, (enum gen_shorten)how, &e, 1, &now);
        if (gen_is_shorter(m->store, &now, &best, 1))
            best = now;
    }
    return best;
}
