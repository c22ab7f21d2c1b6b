/* gen/algebra/horner.c -- Horner's rule for many variables: most frequent common factors first.
 *
 * Sums that are equal up to a common coefficient become the same node.
 */
#include "gen/algebra/polynomial.h"

#include <string.h>

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

/* The atom that most terms contain, and their number; 0: no atom is in two terms. */
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

/* The lowest power of the atom in the terms that contain it. */
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

bool alg_ratio(struct store *s, ex a, ex b, ex *out)
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

/* A coefficient that divides all others, or 1; the coefficients become the quotients. */
static ex common_coefficient(struct shortening *h, ex *coefficient, size_t n)
{
    struct store *s = h->s;
    ex *times = mem_take_array(h->mem, n + 1, sizeof *times);
    for (size_t k = 0; k < n; k++) {
        bool all = true;
        for (size_t i = 0; i < n && all; i++)
            all = alg_ratio(s, coefficient[i], coefficient[k], &times[i]);
        if (all) {
            const ex common = coefficient[k];
            memcpy(coefficient, times, n * sizeof *times);
            return common;
        }
    }
    return ex_int(s, 1);
}

/* Factors out a common coefficient, so that sums become equal nodes. */
static ex sum_of(struct shortening *h, ex *coefficient, ex *rest, size_t n)
{
    enum { MANY = 12 }; /* limit, because all pairs are tried */
    struct store *s = h->s;
    const ex common = n > 1 && n <= MANY ? common_coefficient(h, coefficient, n) : ex_int(s, 1);
    ex *term = mem_take_array(h->mem, n + 1, sizeof *term);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_mul2(s, coefficient[i], rest[i]);
    return ex_mul2(s, common, ex_add(s, term, n));
}

ex alg_split_fixed(struct shortening *h, ex e, ex *coefficient)
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
            if (alg_is_fixed(h->fixed, f))
                fixed[nf++] = f;
            else
                other[no++] = f;
        }
    }
    *coefficient = ex_mul(s, fixed, nf);
    return ex_mul(s, other, no);
}

/* A sum under construction: finished parts, remaining terms, and the factor of the terms that the
 * next level processes. */
struct level {
    struct monomial *m;
    size_t n;
    ex *coefficient, *part;
    size_t parts;
    uint32_t literal;
};

static struct level open_level(struct shortening *h, struct monomial *m, size_t n)
{
    return (struct level){.m = m,
                          .n = n,
                          .coefficient = mem_take_array(h->mem, n + 1, sizeof(ex)),
                          .part = mem_take_array(h->mem, n + 1, sizeof(ex))};
}

/* Finishes terms without a common atom. */
static void put_terms(struct shortening *h, struct level *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct monomial bare = l->m[i];
        bare.coefficient = ex_int(h->s, 1);
        l->coefficient[l->parts] = l->m[i].coefficient;
        l->part[l->parts++] = term_of(h, &bare);
    }
    l->n = 0;
}

/* Moves the terms with the atom, divided by its lowest power, to a new level. */
static struct level split_level(struct shortening *h, struct level *l, uint32_t atom)
{
    struct monomial *in = mem_take_array(h->mem, l->n, sizeof *in);
    struct monomial *out = mem_take_array(h->mem, l->n, sizeof *out);
    const uint32_t power = lowest_power(l->m, l->n, atom);
    size_t ins = 0, outs = 0;
    for (size_t i = 0; i < l->n; i++)
        if (without(h, &l->m[i], atom, power, &in[ins]))
            ins++;
        else
            out[outs++] = l->m[i];
    l->literal = atom << 8 | power;
    l->m = out;
    l->n = outs;
    return open_level(h, in, ins);
}

/* Number of factors of the longest term: a bound on the nesting of parentheses. */
static size_t deepest(const struct polynomial *p)
{
    size_t most = 0;
    for (size_t i = 0; i < p->n; i++) {
        size_t factors = 0;
        for (size_t k = 0; k < p->at[i].n; k++)
            factors += p->at[i].literal[k] & FACTORS;
        most = factors > most ? factors : most;
    }
    return most;
}

ex alg_horner(struct shortening *h, const struct polynomial *p)
{
    struct level *stack = mem_take_array(h->mem, deepest(p) + 2, sizeof *stack);
    size_t depth = 0;
    ex value = ex_int(h->s, 0);
    stack[depth++] = open_level(h, p->at, p->n);
    while (depth) {
        struct level *l = &stack[depth - 1];
        uint32_t atom = 0;
        if (l->n && most_frequent(h, l->m, l->n, &atom)) {
            stack[depth] = split_level(h, l, atom);
            depth++;
            continue;
        }
        put_terms(h, l);
        value = sum_of(h, l->coefficient, l->part, l->parts);
        if (--depth) {
            struct level *below = &stack[depth - 1];
            const ex inner = alg_split_fixed(h, value, &below->coefficient[below->parts]);
            below->part[below->parts++] = ex_mul2(h->s, power_of(h, below->literal), inner);
        }
    }
    return value;
}
