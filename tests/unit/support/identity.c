/* tests/unit/support/identity.c -- expressions for the normal form, identities, and near misses.
 *
 * An identity is built from pairs of equal expressions: earlier pairs are substituted into a row of
 * the table, which gives the next pair. So rewritings are nested in every way, and a new identity
 * is one row.
 */
#include "gen/algebra/polynomial.h"
#include "support.h"

#include <string.h>

/* ---- exams ---- */

enum { CASES_A_STORE = 200, EXAM_BITS = 512 };

struct exam exam_open(uint64_t seed)
{
    struct exam t = {.lab = lab_open(), .rng = rng_new(seed)};
    t.mark = mem_mark(t.lab.m);
    mp_open(&t.mp, EXAM_BITS, MPFR_RNDN);
    return t;
}

void exam_close(struct exam *t)
{
    mp_close(&t->mp);
    lab_close(&t->lab);
}

void exam_next(struct exam *t)
{
    mem_release(t->lab.m, t->mark);
    if (t->drawn++ % CASES_A_STORE == 0) {
        lab_close(&t->lab);
        t->lab = lab_open();
        t->mark = mem_mark(t->lab.m);
    }
    ex_clear(t->lab.s);
    t->gen = gen_new(t->lab.s, &t->rng); /* the store is new: so are its symbols */
}

const char *exam_show(struct exam *t, ex e)
{
    const char *text = e ? ex_show(t->lab.s, e, EX_TEXT) : "poison";
    return text ? text : "(too long to show)";
}

/* ---- arguments of functions ----
 * One draw in a statement, for C leaves the order of evaluation of arguments open. */

enum { X, Y, Z, P, Q, TH }; /* the symbols of struct gen */

static bool one_in(struct gen *g, size_t n)
{
    return rng_below(g->rng, n) == 0;
}

static ex gen_small(struct gen *g)
{
    static const int64_t num[] = {1, 2, 3, -1, -2, 5, 1, 1, -3, 4};
    static const int64_t den[] = {1, 1, 1, 1, 1, 2, 3};
    int64_t n = num[rng_below(g->rng, COUNT(num))];
    return ex_rat(g->s, n, den[rng_below(g->rng, COUNT(den))]);
}

static ex gen_odd(struct gen *g)
{
    return ex_int(g->s, 2 * (int64_t)rng_below(g->rng, 4) - 3);
}

static ex gen_even(struct gen *g)
{
    return ex_int(g->s, 2 * (int64_t)(1 + rng_below(g->rng, 3)));
}

/* A multiple that is too large to be expanded. */
static ex gen_large(struct gen *g)
{
    int64_t n = 13 + (int64_t)rng_below(g->rng, 40);
    return ex_rat(g->s, n, one_in(g, 2) ? 1 : 7);
}

/* A sum of one or two multiples of symbols. */
static ex gen_linear_of(struct gen *g, const int *symbols, size_t n)
{
    static const int64_t twice[] = {2, 2, 2, 2, 2, -2, 4, 1, -1, 6, 3, -4};
    ex terms[2];
    size_t count = one_in(g, 3) ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        ex c =
            one_in(g, 100) ? gen_large(g) : ex_rat(g->s, twice[rng_below(g->rng, COUNT(twice))], 2);
        terms[i] = ex_mul2(g->s, c, g->sym[symbols[rng_below(g->rng, n)]]);
    }
    return ex_add(g->s, terms, count);
}

static ex gen_angle(struct gen *g)
{
    static const int angles[] = {TH, TH, X, Y};
    static const int64_t part[] = {2, 3, 4, 6, 1, 3, 4, 12, 5};
    ex a = gen_linear_of(g, angles, COUNT(angles));
    if (!one_in(g, 8))
        return a;
    int64_t of_pi = part[rng_below(g->rng, COUNT(part))];
    return ex_add2(g->s, a, ex_mul2(g->s, ex_rat(g->s, 1, of_pi), ex_pi(g->s)));
}

static ex gen_exponent(struct gen *g)
{
    static const int any[] = {X, Y, Z, P};
    return gen_linear_of(g, any, COUNT(any));
}

/* An expression that is known to be positive. */
static ex gen_positive(struct gen *g)
{
    struct store *s = g->s;
    ex p = g->sym[P + rng_below(g->rng, 2)], v = g->sym[rng_below(g->rng, 3)];
    switch (rng_below(g->rng, 8)) {
    case 0:
        return ex_int(s, 2 + (int64_t)rng_below(g->rng, 5));
    case 1:
        return ex_add2(s, g->sym[P], g->sym[Q]);
    case 2:
        return ex_add2(s, p, ex_int(s, 1 + (int64_t)rng_below(g->rng, 3)));
    case 3:
        return ex_add2(s, ex_int(s, 1), ex_powi(s, v, 2));
    case 4:
        return ex_mul2(s, ex_int(s, 2 + (int64_t)rng_below(g->rng, 3)), p);
    default:
        return p;
    }
}

/* An expression between -1 and 1. */
static ex gen_within(struct gen *g)
{
    ex a = gen_angle(g);
    return ex_mul2(g->s, ex_rat(g->s, 3, 4), one_in(g, 2) ? ex_sin(g->s, a) : ex_cos(g->s, a));
}

/* An expression of either sign: rules for positive numbers, if used here, give wrong values. */
static ex gen_trap(struct gen *g)
{
    struct store *s = g->s;
    ex v = g->sym[rng_below(g->rng, 3)], w = g->sym[rng_below(g->rng, 3)], a = gen_angle(g);
    switch (rng_below(g->rng, 6)) {
    case 0:
        return ex_powi(s, v, 2);
    case 1:
        return ex_mul2(s, v, w);
    case 2:
        return ex_sub(s, ex_int(s, 1), ex_powi(s, ex_sin(s, a), 2));
    case 3:
        return ex_mul2(s, ex_powi(s, v, 2), g->sym[P]);
    case 4:
        return ex_div(s, v, w);
    default:
        return v;
    }
}

/* ---- kernels ---- */

static const struct {
    size_t chance;
    enum ex_op op;
    ex (*argument)(struct gen *g);
} kernels[] = {{12, EX_sin, gen_angle},    {12, EX_cos, gen_angle},    {3, EX_tan, gen_angle},
               {4, EX_sqrt, gen_positive}, {2, EX_sqrt, gen_trap},     {4, EX_exp, gen_exponent},
               {2, EX_log, gen_positive},  {1, EX_log, gen_trap},      {2, EX_sinh, gen_exponent},
               {2, EX_cosh, gen_exponent}, {1, EX_tanh, gen_exponent}, {1, EX_abs, gen_trap},
               {1, EX_asin, gen_within},   {1, EX_atan, gen_trap},     {1, EX_acos, gen_within}};

static ex gen_kernel(struct gen *g)
{
    size_t all = 0, i = 0;
    for (size_t k = 0; k < COUNT(kernels); k++)
        all += kernels[k].chance;
    size_t chance = rng_below(g->rng, all);
    for (; chance >= kernels[i].chance; i++)
        chance -= kernels[i].chance;
    ex args[2] = {kernels[i].argument(g), EX_POISON};
    if (one_in(g, 60)) {
        args[1] = gen_trap(g);
        return ex_make(g->s, EX_atan2, args, 2);
    }
    return ex_make(g->s, kernels[i].op, args, 1);
}

static ex gen_atom(struct gen *g)
{
    size_t kind = rng_below(g->rng, 8);
    if (kind == 0)
        return gen_small(g);
    return kind < 4 ? g->sym[rng_below(g->rng, GEN_SYMBOLS)] : gen_kernel(g);
}

/* ---- expressions ---- */

enum { MOST = 32 };

/* Mostly the newest, so that most are used, or a new atom. */
static ex pick(struct gen *g, const ex *pool, size_t n)
{
    if (n == 0 || one_in(g, 2))
        return gen_atom(g);
    return pool[n - 1 - rng_below(g->rng, n < 3 ? n : 3)];
}

ex gen_exact(struct gen *g, int operators)
{
    static const enum ex_op ops[] = {EX_add, EX_add, EX_sub, EX_sub, EX_mul, EX_mul,
                                     EX_mul, EX_div, EX_div, EX_pow, EX_hold};
    static const int64_t powers[] = {2, 2, 3, -1, -2};
    ex pool[MOST];
    size_t n = 0;
    for (; n < (size_t)operators && n < MOST; n++) {
        enum ex_op op = ops[rng_below(g->rng, COUNT(ops))];
        ex args[2] = {pick(g, pool, n), EX_POISON};
        args[1] = pick(g, pool, n);
        if (n && op != EX_hold)
            args[rng_below(g->rng, 2)] = pool[n - 1];
        if (op == EX_pow)
            args[1] = ex_int(g->s, powers[rng_below(g->rng, COUNT(powers))]);
        pool[n] = ex_make(g->s, op, args, op == EX_hold ? 1 : 2);
        if (!pool[n])
            return EX_POISON;
    }
    return n ? pool[n - 1] : gen_atom(g);
}

/* ---- identities ---- */

/* The names in the table below, and their replacements; NULL: an earlier pair. */
static const struct {
    const char *name;
    unsigned assume;
    ex (*fill)(struct gen *g);
} holes[] = {{"A", 0, gen_angle},
             {"B", 0, gen_angle},
             {"K", 0, gen_exponent},
             {"L", 0, gen_exponent},
             {"P", EX_POSITIVE, gen_positive},
             {"Q", EX_POSITIVE, gen_positive},
             {"I", EX_NONZERO, gen_odd},
             {"J", EX_POSITIVE, gen_even},
             {"R", 0, NULL},
             {"S", 0, NULL},
             {"T", 0, NULL}};

/* clang-format off */
static const char *const rows[][2] = {
    /* angles */
    {"sin(A + B)",                "sin(A) cos(B) + cos(A) sin(B)"},
    {"sin(A - B)",                "sin(A) cos(B) - cos(A) sin(B)"},
    {"cos(A + B)",                "cos(A) cos(B) - sin(A) sin(B)"},
    {"cos(A - B)",                "cos(A) cos(B) + sin(A) sin(B)"},
    {"sin(2 A)",                  "2 sin(A) cos(A)"},
    {"cos(2 A)",                  "cos(A)^2 - sin(A)^2"},
    {"cos(2 A)",                  "1 - 2 sin(A)^2"},
    {"cos(2 A)",                  "(1 - tan(A)^2) / (1 + tan(A)^2)"},
    {"sin(3 A)",                  "3 sin(A) - 4 sin(A)^3"},
    {"cos(3 A)",                  "4 cos(A)^3 - 3 cos(A)"},
    {"cos(A/2)^2",                "(1 + cos(A)) / 2"},
    {"sin(A/2)^2",                "(1 - cos(A)) / 2"},
    {"tan(A/2)",                  "sin(A) / (1 + cos(A))"},
    {"tan(A/2)",                  "(1 - cos(A)) / sin(A)"},
    {"(1 - cos(A)) / sin(A)",     "sin(A) / (1 + cos(A))"},
    {"(1 - sin(A)) / cos(A)",     "cos(A) / (1 + sin(A))"},
    {"tan(A)",                    "sin(A) / cos(A)"},
    {"1 + tan(A)^2",              "1 / cos(A)^2"},
    {"tan(A + B)",                "(tan(A) + tan(B)) / (1 - tan(A) tan(B))"},
    {"sin(A) cos(B)",             "(sin(A + B) + sin(A - B)) / 2"},
    {"sin(A) sin(B)",             "(cos(A - B) - cos(A + B)) / 2"},
    {"sin(A) + sin(B)",           "2 sin((A + B)/2) cos((A - B)/2)"},
    {"sin(A + pi/3)",             "sin(A)/2 + sqrt(3)/2 cos(A)"},
    {"cos(A - pi/4)",             "(cos(A) + sin(A)) / sqrt(2)"},
    {"sin(A)^4 - cos(A)^4",       "-cos(2 A)"},
    {"R",                         "R (sin(A)^2 + cos(A)^2)"},
    {"R + S",                     "R sin(A)^2 + S + R cos(A)^2"},
    /* fractions */
    {"(R S) / (T S)",             "R / T"},
    {"R (P + S) / (S + P)",       "R"},
    {"R / S + T / S",             "(R + T) / S"},
    {"1 / (1/R + 1/S)",           "R S / (R + S)"},
    {"1 / ((R + I) (R + J))",     "(1/(R + I) - 1/(R + J)) / (J - I)"},
    {"R / (R + I)",               "1 - I/(R + I)"},
    {"R / (S / T)",               "R T / S"},
    {"1 + 1/(1 + 1/R)",           "(2 R + 1) / (R + 1)"},
    {"(R + S) / (R S)",           "1/R + 1/S"},
    {"(R^2 - S^2) / (R - S)",     "R + S"},
    {"(R^3 - S^3) / (R - S)",     "R^2 + R S + S^2"},
    /* polynomials */
    {"(R + S)^2",                 "R^2 + 2 R S + S^2"},
    {"(R + S) (R - S)",           "R^2 - S^2"},
    {"R (S + T)",                 "R S + R T"},
    {"(R + I)^3",                 "R^3 + 3 I R^2 + 3 I^2 R + I^3"},
    {"hold(R + S) T",             "R T + hold(S T)"},
    /* roots */
    {"1 / (sqrt(1 + R^2) + R)",   "sqrt(1 + R^2) - R"},
    {"(sqrt(1 + R^2) + S)^2",     "1 + R^2 + 2 S sqrt(1 + R^2) + S^2"},
    {"R / sqrt(1 + S^2)",         "R sqrt(1 + S^2) / (1 + S^2)"},
    {"sqrt(P) sqrt(Q)",           "sqrt(P Q)"},
    {"sqrt(P / Q)",               "sqrt(P Q) / Q"},
    {"sqrt(P^3) sqrt(Q)",         "P sqrt(P Q)"},
    {"1 / (sqrt(P) + sqrt(Q))",   "(sqrt(P) - sqrt(Q)) / (P - Q)"},
    {"(sqrt(P) + sqrt(Q))^2",     "P + Q + 2 sqrt(P Q)"},
    {"P^(3/2) / Q^(1/2)",         "P sqrt(P) sqrt(Q) / Q"},
    {"P^(1/3) P^(1/6)",           "sqrt(P)"},
    {"1 / (R + sqrt(2))",         "(R - sqrt(2)) / (R^2 - 2)"},
    {"R sqrt(6)",                 "sqrt(2) R sqrt(3)"},
    /* exponentials and logarithms */
    {"exp(K + L)",                "exp(K) exp(L)"},
    {"exp(2 K)",                  "exp(K)^2"},
    {"exp(-K)",                   "1 / exp(K)"},
    {"exp(K + log(P))",           "P exp(K)"},
    {"exp(2 log(P) - K)",         "P^2 / exp(K)"},
    {"cosh(K)^2",                 "1 + sinh(K)^2"},
    {"exp(K)",                    "cosh(K) + sinh(K)"},
    {"sinh(K)",                   "(exp(K) - exp(-K)) / 2"},
    {"sinh(K + L)",               "sinh(K) cosh(L) + cosh(K) sinh(L)"},
    {"cosh(2 K)",                 "2 cosh(K)^2 - 1"},
    {"tanh(K)",                   "sinh(K) / cosh(K)"},
    {"tanh(K + L)",               "(tanh(K) + tanh(L)) / (1 + tanh(K) tanh(L))"},
    {"1 - tanh(K)^2",             "1 / cosh(K)^2"},
    {"tanh(K/2)",                 "(exp(K) - 1) / (exp(K) + 1)"},
    {"log(P Q)",                  "log(P) + log(Q)"},
    {"log(P / Q)",                "log(P) - log(Q)"},
    {"log(P^2 Q)",                "2 log(P) + log(Q)"},
    {"log(sqrt(P))",              "log(P) / 2"},
    /* no rewriting, only operations around pairs */
    {"R + S", "R + S"}, {"R - S", "R - S"}, {"R S", "R S"}, {"R / S", "R / S"}, {"R^2", "R^2"},
    {"R + S", "R + S"}, {"I R", "I R"}, {"R S + T", "R S + T"},
};
/* clang-format on */

enum { MOST_PAIRS = 16 };

struct pairs {
    ex at[MOST_PAIRS][2];
    size_t n;
};

static void fill(struct gen *g, const struct pairs *made, size_t hole, ex pair[2])
{
    if (holes[hole].fill) {
        pair[0] = pair[1] = holes[hole].fill(g);
    } else if (made->n && !one_in(g, 3)) {
        size_t back = rng_below(g->rng, made->n < 2 ? made->n : 2);
        memcpy(pair, made->at[made->n - 1 - back], sizeof made->at[0]);
    } else {
        pair[0] = pair[1] = gen_atom(g);
    }
}

/* Reads both sides of a row and substitutes; poison where the result has no value. */
static void rewrite(struct gen *g, const char *const row[2], struct pairs *made)
{
    ex from[COUNT(holes)], to[2][COUNT(holes)], *next = made->at[made->n];
    for (size_t i = 0; i < COUNT(holes); i++) {
        ex pair[2];
        from[i] = ex_sym(g->s, holes[i].name, holes[i].assume);
        fill(g, made, i, pair);
        to[0][i] = pair[0];
        to[1][i] = pair[1];
    }
    for (int side = 0; side < 2; side++) {
        ex e = test_read(g->s, row[side]);
        ex_subst(g->s, &e, 1, from, to[side], COUNT(holes), &next[side]);
    }
    made->n++;
}

bool gen_identity(struct gen *g, int rewritings, struct identity *out)
{
    struct pairs made = {.n = 0};
    for (int i = 0; i < rewritings && i < MOST_PAIRS; i++) {
        const char *const *row = rows[rng_below(g->rng, COUNT(rows))];
        rewrite(g, row, &made);
        const ex *pair = made.at[made.n - 1];
        if (!pair[0] || !pair[1])
            return false;
        int turn = one_in(g, 2);
        *out = (struct identity){pair[turn], pair[!turn], row[0]};
    }
    return made.n > 0;
}

/* ---- near misses ---- */

static ex tiny(struct gen *g, ex e)
{
    ex ten = ex_int(g->s, 10), size = ex_int(g->s, one_in(g, 2) ? -20 : -40);
    return ex_add2(g->s, e, ex_mul2(g->s, ex_pow(g->s, ten, size), gen_atom(g)));
}

static ex changed(struct gen *g, ex e)
{
    struct store *s = g->s;
    enum ex_op op = ex_op(s, e);
    ex a = ex_count_args(s, e) ? ex_arg(s, e, 0) : EX_POISON;
    if (op == EX_num)
        return ex_add2(s, e, ex_rat(s, 1, one_in(g, 3) ? 1000003 : one_in(g, 2) ? 7 : 1));
    if (op == EX_sin || op == EX_cos)
        return op == EX_sin ? ex_cos(s, a) : ex_sin(s, a);
    if (op == EX_sinh || op == EX_cosh)
        return ex_make(s, op == EX_sinh ? EX_cosh : EX_sinh, &a, 1);
    if (op == EX_pow && one_in(g, 2))
        return ex_mul2(s, e, a);
    return one_in(g, 2) ? ex_neg(s, e) : tiny(g, e);
}

ex gen_spoiled(struct gen *g, ex e)
{
    if (one_in(g, 4))
        return tiny(g, e);
    struct ex_list all = ex_reach(g->s, &e, 1);
    ex from = all.at[rng_below(g->rng, all.n)], to = changed(g, from), out;
    if (!to)
        return EX_POISON;
    ex_subst(g->s, &e, 1, &from, &to, 1, &out);
    return out;
}
