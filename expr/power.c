/* expr/power.c -- canonical powers, of numbers and of other expressions.
 *
 * x^k with a fractional k is real for x >= 0 only, as in C; so roots are split and joined only
 * where that holds, and sqrt(x^2) is x only for an x known to be positive.
 */
#include "store.h"

static const struct rat ONE = {1, 1};

static ex whole_power(struct store *s, struct rat base, struct rat k)
{
    if (k.d == 1)
        return rat_ex(s, rat_pow(s, base, k.n));
    if (rat_is(base, 1) || (rat_is(base, 0) && rat_sign(s, k) > 0))
        return rat_ex(s, base);
    if (rat_is(base, -1))
        return rat_is_int(s, rat_mul(s, k, (struct rat){1, 2})) ? s->one : s->minus_one;
    if (rat_is(base, 0))
        return ex_fail(s, "division by zero");
    return ex_fail(s, "a number is longer than the limit of %lu digits",
                   (unsigned long)s->limits.digits);
}

static ex number_power(struct store *s, struct rat base, struct rat k)
{
    if (rat_is_int(s, k))
        return whole_power(s, base, k);
    int sign = rat_sign(s, base);
    if (sign == 0 && rat_sign(s, k) < 0)
        return ex_fail(s, "division by zero");
    if (sign == 0)
        return s->zero;
    if (sign < 0)
        return ex_fail(s, "a negative number to a broken power is not real");
    if (k.d == 0) /* a fractional exponent of hundreds of digits stays as it is */
        return ex_node(s, EX_pow, (ex[]){rat_ex(s, base), rat_ex(s, k)}, 2);
    int64_t whole = k.n / k.d - (k.n % k.d < 0), over = k.n % k.d;
    struct rat out, rest, left;
    rat_root(s, base, (struct rat){over < 0 ? over + k.d : over, k.d}, &out, &rest, &left);
    out = rat_mul(s, out, rat_pow(s, base, whole));
    if (rat_is(rest, 1))
        return rat_ex(s, out);
    ex pair[2] = {rat_ex(s, rest), rat_ex(s, left)};
    return any_poison(pair, 2) ? EX_POISON : ex_scale(s, out, ex_node(s, EX_pow, pair, 2));
}

/* (a b ...)^k: every factor for an integer k, else those known to be positive. */
static ex split_power_of_product(struct store *s, ex base, ex k, bool whole)
{
    struct rat c;
    ex rest = ex_split(s, base, &c), alone = rest;
    struct mem_mark mark = mem_mark(s->mem);
    bool product = op_of(s, rest) == EX_mul;
    size_t n = product ? node_at(s, rest)->n : 1, taken = 0, kept = 0;
    ex *out = mem_take_array(s->mem, n + 2, sizeof *out);
    ex *keep = mem_take_array(s->mem, n + 1, sizeof *keep);
    for (size_t i = 0; i < n; i++) {
        ex f = product ? words_at(s, rest)[i] : alone;
        if (whole || ex_is_positive(s, f))
            out[taken++] = ex_pow(s, f, k);
        else
            keep[kept++] = f;
    }
    if (rat_sign(s, c) < 0 && !whole) {
        keep[kept++] = s->minus_one;
        c = rat_neg(s, c);
    }
    ex number = ex_pow(s, rat_ex(s, c), k), e;
    if (taken == 0 && rat_is(c, 1)) {
        e = ex_node(s, EX_pow, (ex[]){base, k}, 2);
    } else {
        out[taken++] = number;
        if (kept)
            out[taken++] = ex_pow(s, ex_mul(s, keep, kept), k);
        e = ex_mul(s, out, taken);
    }
    mem_release(s->mem, mark);
    return e;
}

/* For nested roots of products, the power of one level needs that of the next. Each level uses
 * stack, so there is a limit; results are remembered, since the work would double at each level. */
static ex power_of_product(struct store *s, ex base, ex k, bool whole)
{
    enum { DEEPEST = 32 };
    struct raised *r = &s->raised[(base * 31u + k) % COUNT_RAISED];
    if (r->base == base && r->k == k)
        return r->power;
    ex_settle(s);
    if (s->nesting == DEEPEST)
        return ex_fail(s, "roots of products are nested deeper than %d", DEEPEST);
    s->nesting++;
    ex power = split_power_of_product(s, base, k, whole);
    s->nesting--;
    if (power)
        *r = (struct raised){base, k, power};
    return power;
}

/* (b^x)^k = b^(x k): k an integer, or b positive, or b^x a root, which needs b >= 0. */
static bool powers_join(const struct store *s, ex power, bool whole)
{
    ex exponent, base = ex_split_power(s, power, &exponent);
    return whole || ex_is_positive(s, base) ||
           (ex_is_number(s, exponent) && !rat_is_int(s, rat_of(s, exponent)));
}

bool canon_pow(struct store *s, ex a, ex b, ex *out)
{
    bool number = op_of(s, b) == EX_num;
    struct rat k = number ? rat_of(s, b) : ONE;
    bool whole = number && rat_is_int(s, k);
    enum ex_op op = op_of(s, a);
    if (number && (rat_is(k, 0) || rat_is(k, 1)))
        *out = rat_is(k, 0) ? s->one : a;
    else if (a == s->one)
        *out = s->one;
    else if (a == s->zero && ex_is_positive(s, b))
        *out = s->zero;
    else if (op == EX_num && number)
        *out = number_power(s, rat_of(s, a), k);
    else if (op == EX_exp)
        *out = ex_make(s, EX_exp, (ex[]){ex_mul2(s, first_arg(s, a), b)}, 1);
    else if (op == EX_pow && powers_join(s, a, whole))
        *out = ex_pow(s, first_arg(s, a), ex_mul2(s, words_at(s, a)[1], b));
    else if (op == EX_mul && number)
        *out = power_of_product(s, a, b, whole);
    else if (op == EX_abs && whole && k.d == 1 && k.n % 2 == 0)
        *out = ex_pow(s, first_arg(s, a), b);
    else
        return false;
    return true;
}

ex ex_pow(struct store *s, ex base, ex exponent)
{
    return ex_make(s, EX_pow, (ex[]){base, exponent}, 2);
}

ex ex_powi(struct store *s, ex base, int64_t exponent)
{
    return ex_pow(s, base, ex_int(s, exponent));
}

ex ex_sqrt(struct store *s, ex a)
{
    return ex_pow(s, a, s->half);
}
