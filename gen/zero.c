/* gen/zero.c -- is an expression zero?
 *
 * Yes, when clearing denominators and removing sin^2 + cos^2 = 1 leaves nothing: that is a proof,
 * wherever the denominators do not vanish. Otherwise numbers decide: an expression that is far
 * smaller than its terms at every point tried is taken for zero, and said not to be proved.
 */
#include "gen/gen.h"

#include <math.h>

/* ---- by form ---- */

/* A factor base^-k of a term, k a whole number. */
static bool is_divisor(struct store *s, ex e, ex *base, int64_t *k)
{
    if (ex_op(s, e) != EX_pow || !ex_is_int(s, ex_arg(s, e, 1), k) || *k >= 0)
        return false;
    *base = ex_arg(s, e, 0);
    *k = -*k;
    return true;
}

/* First divisor among the factors of a term; c (a b) is looked into. */
static bool divisor_of(struct store *s, ex term, ex *base, int64_t *k)
{
    if (is_divisor(s, term, base, k))
        return true;
    if (ex_op(s, term) != EX_mul)
        return false;
    for (size_t i = 0; i < ex_count_args(s, term); i++) {
        const ex f = ex_arg(s, term, i);
        if (is_divisor(s, f, base, k))
            return true;
        for (size_t j = 0; ex_op(s, f) == EX_mul && j < ex_count_args(s, f); j++)
            if (is_divisor(s, ex_arg(s, f, j), base, k))
                return true;
    }
    return false;
}

static bool find_divisor(struct store *s, ex e, ex *base, int64_t *k)
{
    if (ex_op(s, e) != EX_add)
        return divisor_of(s, e, base, k);
    for (size_t i = 0; i < ex_count_args(s, e); i++)
        if (divisor_of(s, ex_arg(s, e, i), base, k))
            return true;
    return false;
}

/* Each term times base^k before expanding: so the powers cancel even when base is a sum. */
static ex times_power(struct store *s, ex e, ex base, int64_t k)
{
    const ex power = ex_powi(s, base, k);
    if (ex_op(s, e) != EX_add)
        return ex_mul2(s, e, power);
    const size_t n = ex_count_args(s, e);
    ex *term = mem_take_array(ex_mem(s), n, sizeof *term);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_mul2(s, ex_arg(s, e, i), power);
    return ex_add(s, term, n);
}

static bool is_zero_by_form(struct store *s, ex e)
{
    enum { DENOMINATORS = 32, TERMS = 2000 };
    e = ex_circle(s, e);
    for (int i = 0; i < DENOMINATORS && !gen_is_null(s, e); i++) {
        ex base = EX_POISON;
        int64_t k = 0;
        if (!find_divisor(s, e, &base, &k) || ex_count_args(s, e) > TERMS)
            return false;
        e = ex_circle(s, times_power(s, e, base, k));
    }
    return gen_is_null(s, e);
}

/* ---- by numbers ---- */

/* A value for the k-th symbol: of size 0.2 to 4.2, so that angles go around, and of both signs
 * unless it is assumed to be positive. */
static double sample(size_t k, unsigned attempt, bool positive)
{
    uint64_t h = (k + 1) * 0x9E3779B97F4A7C15U + (attempt + 1) * 0xD1B54A32D192ED03U;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9U;
    h ^= h >> 32;
    const double size = 0.2 + 4 * (double)(h >> 11) / 9007199254740992.0;
    return positive || h & 1 ? size : -size;
}

struct trial {
    struct store *s;
    struct ex_list x;
    double *v;
};

/* |e| as a part of the sum of its terms' sizes; NaN where it has no value. */
static double size_of_sum(const struct trial *t, ex e)
{
    const bool sum = ex_op(t->s, e) == EX_add;
    const size_t n = sum ? ex_count_args(t->s, e) : 1;
    ex *term = mem_take_array(ex_mem(t->s), n, sizeof *term);
    double *value = mem_take_array(ex_mem(t->s), n, sizeof *value);
    for (size_t i = 0; i < n; i++)
        term[i] = sum ? ex_arg(t->s, e, i) : e;
    ex_eval(t->s, term, n, t->x.at, t->v, t->x.n, value);
    double total = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        total += value[i];
        size += fabs(value[i]);
    }
    return size > 0 ? fabs(total) / size : size;
}

/* A product is as small as its smallest factor; a factor base^k, k > 0, as its base. */
static double size_of_factor(const struct trial *t, ex f)
{
    int64_t k = 0;
    if (ex_op(t->s, f) == EX_pow && ex_is_int(t->s, ex_arg(t->s, f, 1), &k) && k > 0)
        f = ex_arg(t->s, f, 0);
    return size_of_sum(t, f);
}

/* NaN of any factor is kept: then the point tells nothing. */
static double smaller(double a, double b)
{
    return isnan(a) || b >= a ? a : b;
}

static double relative_size(const struct trial *t, ex e)
{
    double size = 1;
    if (ex_op(t->s, e) != EX_mul)
        return size_of_factor(t, e);
    for (size_t i = 0; i < ex_count_args(t->s, e); i++) {
        const ex f = ex_arg(t->s, e, i);
        if (ex_op(t->s, f) != EX_mul)
            size = smaller(size, size_of_factor(t, f));
        for (size_t j = 0; ex_op(t->s, f) == EX_mul && j < ex_count_args(t->s, f); j++)
            size = smaller(size, size_of_factor(t, ex_arg(t->s, f, j)));
    }
    return size;
}

static bool is_zero_by_numbers(struct store *s, ex e)
{
    enum { TRIES = 32, ENOUGH = 3 };
    const double small = 1e-10;
    struct trial t = {.s = s, .x = ex_symbols(s, &e, 1)};
    t.v = mem_take_array(ex_mem(s), t.x.n + 1, sizeof *t.v);
    int seen = 0;
    for (unsigned k = 0; k < TRIES; k++) {
        for (size_t i = 0; i < t.x.n; i++)
            t.v[i] = sample(i, k, ex_assumed(s, t.x.at[i]) & EX_POSITIVE);
        const double size = relative_size(&t, e);
        if (size > small)
            return false;
        seen += !isnan(size);
    }
    return seen >= ENOUGH;
}

bool gen_is_null(const struct store *s, ex e)
{
    int64_t i = 1;
    return ex_is_int(s, e, &i) && i == 0;
}

bool gen_is_zero(struct store *s, ex e, bool *proved)
{
    *proved = true;
    if (e == EX_POISON || ex_is_number(s, e))
        return gen_is_null(s, e);
    const struct mem_mark mark = mem_mark(ex_mem(s));
    bool zero = is_zero_by_numbers(s, e);
    if (zero)
        *proved = is_zero_by_form(s, e);
    mem_release(ex_mem(s), mark);
    return zero;
}
