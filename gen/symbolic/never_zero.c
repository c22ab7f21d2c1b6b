/* gen/symbolic/never_zero.c -- proof that an expression vanishes for no real values of its symbols.
 *
 * An interval around all its values is found from those of its parts: sines are between -1 and 1,
 * even powers not negative. This is tried on the expression as it is, then with the squares of all
 * sines in terms of cosines, and the other way round, where sums such as cos^2 + sin^2 + x^2 become
 * 1 + x^2. False means unknown.
 */
#include "gen/symbolic/symbolic.h"

#include <math.h>

/* All values: between lo and hi, and not 0 if `nonzero`. */
struct values {
    double lo, hi;
    bool nonzero;
};

static const struct values anything = {-INFINITY, INFINITY, false};

static struct values outward(double lo, double hi)
{
    return (struct values){isfinite(lo) && lo != 0 ? nextafter(lo, -INFINITY) : lo,
                           isfinite(hi) && hi != 0 ? nextafter(hi, INFINITY) : hi, false};
}

static struct values sum(struct values a, struct values b)
{
    struct values out = outward(a.lo + b.lo, a.hi + b.hi);
    const bool above = a.lo >= 0 && b.lo >= 0, below = a.hi <= 0 && b.hi <= 0;
    out.nonzero = (above || below) && (a.nonzero || b.nonzero);
    return out;
}

static double times(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static struct values product(struct values a, struct values b)
{
    const double corner[] = {times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo),
                             times(a.hi, b.hi)};
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < sizeof corner / sizeof *corner; i++) {
        lo = fmin(lo, corner[i]);
        hi = fmax(hi, corner[i]);
    }
    struct values out = outward(lo, hi);
    out.nonzero = a.nonzero && b.nonzero;
    return out;
}

static struct values inverse(struct values a)
{
    struct values out = anything;
    if (a.lo > 0 || (a.lo == 0 && a.nonzero))
        out = outward(1 / a.hi, a.lo > 0 ? 1 / a.lo : INFINITY);
    else if (a.hi < 0 || (a.hi == 0 && a.nonzero))
        out = outward(a.hi < 0 ? 1 / a.hi : -INFINITY, 1 / a.lo);
    out.nonzero = true; /* where it has a value */
    return out;
}

/* a^k for an integer k > 0. */
static struct values whole_power(struct values a, int64_t k)
{
    struct values out = {pow(a.lo, (double)k), pow(a.hi, (double)k), a.nonzero};
    if (k % 2 == 0) {
        const bool around = a.lo < 0 && a.hi > 0;
        const double least = around ? 0 : fmin(out.lo, out.hi), most = fmax(out.lo, out.hi);
        out.lo = least;
        out.hi = most;
    }
    const struct values wide = outward(out.lo, out.hi);
    return (struct values){wide.lo, wide.hi, a.nonzero};
}

static struct values power(const struct store *s, struct values a, ex exponent)
{
    int64_t num = 0, den = 1;
    struct values out = {0, INFINITY, a.nonzero}; /* a root has no other values */
    if (!ex_is_rat(s, exponent, &num, &den))
        return anything;
    if (den == 1 && num != 0)
        out = whole_power(a, num < 0 ? -num : num);
    else if (a.lo > 0 && isfinite(a.hi))
        out = outward(pow(a.lo, fabs((double)num) / (double)den) * (1 - 1e-12),
                      pow(a.hi, fabs((double)num) / (double)den) * (1 + 1e-12));
    return num < 0 ? inverse(out) : out;
}

/* Symbols whose values are known to be in intervals. */
struct known {
    const ex *x;
    const struct ex_span *span;
    size_t n;
};

static struct values of_symbol(const struct known *k, ex e)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->x[i] == e)
            return (struct values){k->span[i].low, k->span[i].high, false};
    return anything;
}

/* From the values of the operands. */
static struct values over(struct store *s, const struct memo *place, const struct values *at, ex e)
{
    const size_t n = ex_count_args(s, e);
    struct values out = n ? at[sym_memo_get(place, ex_arg(s, e, 0)) - 1] : anything;
    const enum ex_op op = ex_op(s, e);
    switch (op) {
    case EX_num:
        return outward(ex_number(s, e), ex_number(s, e));
    case EX_add:
    case EX_mul:
        for (size_t i = 1; i < n; i++) {
            const struct values b = at[sym_memo_get(place, ex_arg(s, e, i)) - 1];
            out = op == EX_add ? sum(out, b) : product(out, b);
        }
        return out;
    case EX_pow:
        return power(s, out, ex_arg(s, e, 1));
    case EX_sin:
    case EX_cos:
    case EX_tanh:
        return (struct values){-1, 1, false};
    case EX_exp:
        return (struct values){0, INFINITY, true};
    case EX_cosh:
        return (struct values){1, INFINITY, true};
    case EX_abs:
        return (struct values){0, INFINITY, out.nonzero};
    case EX_hold:
        return out;
    default:
        return anything;
    }
}

static bool avoids_zero(struct store *s, ex e, const struct known *k)
{
    const struct ex_list nodes = ex_reach(s, &e, 1);
    struct memo place = {.mem = ex_mem(s)};
    struct values *at = mem_take_array(ex_mem(s), nodes.n + 1, sizeof *at);
    for (size_t i = 0; i < nodes.n; i++) {
        const bool symbol = ex_op(s, nodes.at[i]) == EX_sym;
        struct values v = symbol ? of_symbol(k, nodes.at[i]) : over(s, &place, at, nodes.at[i]);
        v.nonzero |= ex_is_nonzero(s, nodes.at[i]) || v.lo > 0 || v.hi < 0;
        if (ex_is_positive(s, nodes.at[i]))
            v.lo = fmax(v.lo, 0);
        at[i] = v;
        sym_memo_set(&place, nodes.at[i], (uint32_t)i + 1);
    }
    return nodes.n > 0 && at[nodes.n - 1].nonzero;
}

struct squares {
    struct store *store;
    enum ex_op from; /* EX_sin: its squares are replaced; else those of EX_cos */
};

/* sin(a)^2 = 1 - cos(a)^2, or the other way round. */
static ex without_square(void *context, const struct ex_rewriting *r, ex node)
{
    const struct squares *q = context;
    struct store *s = q->store;
    int64_t k = 0;
    if (ex_op(s, node) != EX_pow || ex_op(s, ex_arg(s, node, 0)) != q->from ||
        !ex_is_int(s, ex_arg(s, node, 1), &k) || k < 2)
        return ex_over_images(r, node);
    const ex wave = ex_arg(s, node, 0), angle = ex_arg(s, wave, 0);
    const ex other = q->from == EX_sin ? ex_cos(s, angle) : ex_sin(s, angle);
    const ex square = ex_sub(s, ex_int(s, 1), ex_powi(s, other, 2));
    return ex_mul2(s, ex_powi(s, square, k / 2), k % 2 ? wave : ex_int(s, 1));
}

bool sym_never_zero(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n)
{
    static const enum ex_op waves[] = {EX_sin, EX_cos};
    const struct known known = {x, span, n};
    if (e == EX_POISON)
        return false;
    if (ex_is_nonzero(s, e) || avoids_zero(s, e, &known))
        return true;
    if (ex_operations(s, &e, 1) > SYM_NEVER_ZERO)
        return false;
    for (size_t i = 0; i < sizeof waves / sizeof *waves; i++) {
        struct squares q = {s, waves[i]};
        ex other = ex_expand_short(s, e);
        ex_rewrite(s, &other, 1, (struct ex_rule){without_square, &q}, &other);
        other = other == EX_POISON ? other : ex_expand_short(s, other);
        if (other != EX_POISON && avoids_zero(s, other, &known))
            return true;
    }
    return false;
}
