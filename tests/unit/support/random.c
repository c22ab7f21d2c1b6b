/* tests/unit/support/random.c -- reproducible random numbers and expressions. */
#include "gen/language/values.h"
#include "support.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rng rng_new(uint64_t seed)
{
    const char *wanted = getenv("NOSLIP_SEED");
    struct rng r = {wanted ? strtoull(wanted, NULL, 10) : 0};
    return (struct rng){r.state ? rng_next(&r) + seed : seed};
}

/* splitmix64 */
uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

size_t rng_below(struct rng *r, size_t n)
{
    assert(n);
    return (size_t)(rng_next(r) % n);
}

double rng_double(struct rng *r, double lo, double hi)
{
    double steps = (hi - lo) * 1048576.0;
    return lo + floor((double)(rng_next(r) >> 11) * 0x1p-53 * steps) / 1048576.0;
}

void rng_shuffle(struct rng *r, ex *e, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(r, i);
        ex t = e[i - 1];
        e[i - 1] = e[j];
        e[j] = t;
    }
}

/* ---- numbers ---- */

static void put_u64(mpz_t z, uint64_t u)
{
    mpz_import(z, 1, -1, sizeof u, 0, 0, &u);
}

/* Half of them within 2 of a power of two at the end of a machine word. */
static void rng_mpz(struct rng *r, unsigned bits, mpz_t z)
{
    static const unsigned edge[] = {0, 1, 31, 32, 52, 53, 54, 61, 62, 63, 64, 65, 127, 128};
    if (rng_below(r, 2)) {
        mpz_set_ui(z, 1);
        mpz_mul_2exp(z, z, edge[rng_below(r, COUNT(edge))]);
        size_t off = rng_below(r, 5);
        if (off < 2)
            mpz_sub_ui(z, z, 2 - off);
        else
            mpz_add_ui(z, z, off - 2);
    } else {
        unsigned wanted = 1 + (unsigned)rng_below(r, bits);
        mpz_t word;
        mpz_init(word);
        mpz_set_ui(z, 0);
        for (unsigned have = 0; have < wanted; have += 64) {
            put_u64(word, rng_next(r));
            mpz_mul_2exp(z, z, 64);
            mpz_add(z, z, word);
        }
        mpz_fdiv_r_2exp(z, z, wanted);
        mpz_clear(word);
    }
    if (rng_below(r, 2))
        mpz_neg(z, z);
}

void rng_mpq(struct rng *r, unsigned bits, mpq_t q)
{
    rng_mpz(r, bits, mpq_numref(q));
    do
        rng_mpz(r, bits, mpq_denref(q));
    while (mpz_sgn(mpq_denref(q)) == 0);
    if (rng_below(r, 3) == 0)
        mpz_set_ui(mpq_denref(q), 1);
    mpq_canonicalize(q);
}

/* ---- expressions: one draw a statement, for C leaves the order of arguments open ---- */

struct gen gen_new(struct store *s, struct rng *rng)
{
    struct gen g = {.s = s, .rng = rng};
    static const struct {
        const char *name;
        unsigned assume;
    } names[GEN_SYMBOLS] = {{"x", 0},           {"y", 0},           {"z", 0},
                            {"p", EX_POSITIVE}, {"q", EX_POSITIVE}, {"th", EX_ANGLE}};
    for (int i = 0; i < GEN_SYMBOLS; i++)
        g.sym[i] = ex_sym(s, names[i].name, names[i].assume);
    return g;
}

void gen_point(struct gen *g, double v[GEN_SYMBOLS])
{
    for (int i = 0; i < GEN_SYMBOLS; i++)
        v[i] = ex_assumed(g->s, g->sym[i]) & EX_POSITIVE ? rng_double(g->rng, 0.125, 2)
                                                         : rng_double(g->rng, -2, 2);
}

static ex gen_number(struct gen *g)
{
    static const int64_t num[] = {-3, -2, -1, 0, 1, 2, 3, 5, 10, 7, 1000003, INT64_MAX};
    static const int64_t den[] = {1, 1, 1, 1, 2, 3, 4, 10, 7, 97};
    int64_t n = num[rng_below(g->rng, rng_below(g->rng, 20) ? 10 : COUNT(num))];
    return ex_rat(g->s, n, den[rng_below(g->rng, COUNT(den))]);
}

static ex gen_leaf(struct gen *g)
{
    if (rng_below(g->rng, 4) == 0)
        return rng_below(g->rng, 8) ? gen_number(g) : ex_pi(g->s);
    return g->sym[rng_below(g->rng, GEN_SYMBOLS)];
}

static ex gen_exponent(struct gen *g)
{
    static const int64_t num[] = {-3, -2, -1, 1, 2, 3, 4, 5};
    static const int64_t den[] = {1, 1, 1, 2, 2, 3};
    int64_t n = num[rng_below(g->rng, COUNT(num))];
    return ex_rat(g->s, n, den[rng_below(g->rng, COUNT(den))]);
}

/* An argument, mostly inside the domain of the function in the table. */
static ex gen_inside(struct gen *g, const struct ex_row *row, ex a)
{
    struct store *s = g->s;
    if (rng_below(g->rng, 8) == 0)
        return a;
    if (isfinite(row->lo) && isfinite(row->hi)) {
        ex width = ex_rat(s, (int64_t)(row->hi * 8), 10);
        return ex_mul2(s, width, rng_below(g->rng, 2) ? ex_sin(s, a) : ex_cos(s, a));
    }
    if (isfinite(row->lo))
        return rng_below(g->rng, 6) == 0
                   ? g->sym[3 + rng_below(g->rng, 2)]
                   : ex_add2(s, ex_rat(s, 1, (int64_t)(1 + rng_below(g->rng, 4))),
                             ex_powi(s, a, 2));
    return a;
}

/* Operands are earlier expressions, so that subexpressions are shared. */
static ex pick(struct gen *g, const ex *pool, size_t n)
{
    if (n == 0 || rng_below(g->rng, 3) == 0)
        return gen_leaf(g);
    return pool[n - 1 - rng_below(g->rng, n < 3 ? n : 3)];
}

static enum ex_op gen_operator(struct gen *g)
{
    for (;;) {
        enum ex_op op = (enum ex_op)(1 + rng_below(g->rng, EX_OPS - 1));
        if (rng_below(g->rng, 3) == 0)
            op = rng_below(g->rng, 2) ? EX_add : EX_mul;
        if (ex_row[op].kind != LEAF && ex_row[op].kind != CONST)
            return op;
    }
}

static ex gen_apply(struct gen *g, enum ex_op op, const ex *pool, size_t n)
{
    ex args[4] = {0};
    const struct ex_row *row = &ex_row[op];
    size_t count = row->kind == FOLD ? 2 + rng_below(g->rng, 3) : row->args;
    for (size_t i = 0; i < count; i++)
        args[i] = pick(g, pool, n);
    if (n && rng_below(g->rng, 8))
        args[rng_below(g->rng, count)] = pool[n - 1]; /* so that most of the pool is used */
    if (op == EX_pow && rng_below(g->rng, 3)) {
        args[0] = n ? pool[n - 1] : args[0];
        args[1] = gen_exponent(g);
        return ex_make(g->s, op, args, count);
    }
    if (row->kind != FOLD)
        args[0] = gen_inside(g, row, args[0]);
    return ex_make(g->s, op, args, count);
}

enum { MOST_OPERATORS = 64 };

ex gen_any(struct gen *g, int operators)
{
    ex pool[MOST_OPERATORS];
    size_t n = 0;
    for (; n < (size_t)operators && n < MOST_OPERATORS; n++) {
        pool[n] = gen_apply(g, gen_operator(g), pool, n);
        if (pool[n] == EX_POISON)
            return EX_POISON;
    }
    return n ? pool[n - 1] : gen_leaf(g);
}

ex gen_polynomial(struct gen *g, int operators)
{
    static const enum ex_op ops[] = {EX_add, EX_add, EX_sub, EX_mul, EX_neg, EX_pow, EX_hold};
    ex pool[MOST_OPERATORS], args[2];
    size_t n = 0;
    for (; n < (size_t)operators && n < MOST_OPERATORS; n++) {
        enum ex_op op = ops[rng_below(g->rng, COUNT(ops))];
        for (int i = 0; i < 2; i++)
            do
                args[i] = pick(g, pool, n);
            while (args[i] == ex_pi(g->s));
        if (op == EX_pow)
            args[1] = ex_int(g->s, (int64_t)rng_below(g->rng, 4));
        pool[n] = ex_make(g->s, op, args, ex_row[op].args ? ex_row[op].args : 2);
    }
    return n ? pool[n - 1] : gen_leaf(g);
}
