/* runtime/fn_double_growth.c -- exponentials, logarithms and powers, of doubles. */
#include "fn_double.h"

/* fn scale: from_bits */
/* x 2^k for |k| < 2000, in two steps: 2^k itself may be out of range. */
static inline double rt_scale(double x, int32_t k)
{
    const int32_t first = 1023 + (k / 2);
    const int32_t second = 1023 + (k - (k / 2));
    return x * rt_from_bits((uint64_t)first << 52) * rt_from_bits((uint64_t)second << 52);
}

/* fn growth: head */
/* e^x = 2^k (hi + lo), where hi = 1 + r. */
struct rt_growth {
    double hi;
    double lo;
    int32_t k;
};

/* e^(x + more) for |x| < 2000 and small `more`. */
static inline struct rt_growth rt_growth_of(double x, double more)
{
    const double whole = 0x1.8p52; /* adding it leaves no digits after the point */
    const double k = ((x * 0x1.71547652b82fep0) + whole) - whole;
    /* log 2 in two parts: multiples of the first are exact. */
    const double near_r = x - (k * 0x1.62e42fefa38p-1);
    const double rest = more - (k * 0x1.ef35793c7673p-45);
    const double r = near_r + rest;
    const double r_lo = (near_r - r) + rest;
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double r8 = r4 * r4;
    /* (e^r - 1 - r) / r^2, |r| <= log(2) / 2, to 2^-57 of the result */
    const double low = (0x1.000000000000cp-1 + (0x1.5555555555561p-3 * r)) +
                       (r2 * (0x1.555555554fd9ap-5 + (0x1.111111110d44ap-7 * r)));
    const double high = (0x1.6c16c1863c827p-10 + (0x1.a01a01bb8ab5fp-13 * r)) +
                        (r2 * (0x1.a01994f3b8f46p-16 + (0x1.71ddde52f13c1p-19 * r)));
    const double highest = 0x1.28b1d3781f294p-22 + (0x1.af87dd0265341p-26 * r);
    struct rt_growth out;
    out.hi = 1.0 + r;
    out.lo =
        (r - (out.hi - 1.0)) + ((r_lo * out.hi) + (r2 * ((low + (r4 * high)) + (r8 * highest))));
    out.k = (int32_t)k;
    return out;
}

/* fn exp: infinity scale growth */
RT_FN double rt_exp(double x)
{
    double value = x;
    if (fabs(x) < 760.0) {
        const struct rt_growth e = rt_growth_of(x, 0.0);
        value = rt_scale(e.hi + e.lo, e.k);
    } else if (x > 0.0) {
        value = rt_infinity();
    } else if (x < 0.0) {
        value = 0.0;
    } else {
        /* NaN */
    }
    return value;
}

/* fn half_growth: from_bits growth */
/* v of (e^x + sign e^-x) / 2 = 2^(k - 1) v, for x >= 0. */
static inline double rt_half_growth(const struct rt_growth *e, double sign)
{
    double mirror = 0.0; /* e^-x in the units of v */
    if (e->k < 40) {
        const int32_t power = 1023 - (2 * e->k);
        mirror = rt_from_bits((uint64_t)power << 52) / (e->hi + e->lo);
    }
    return e->hi + (e->lo + (sign * mirror));
}

/* fn sinh: infinity scale half_growth */
RT_FN double rt_sinh(double x)
{
    const double size = fabs(x);
    double value = x;
    if (size < 1.0) {
        const double z = x * x;
        const double z2 = z * z;
        /* (sinh x / x - 1) / x^2, to 2^-58 of the result */
        const double p = ((0x1.5555555555556p-3 + (0x1.111111111102p-7 * z)) +
                          (z2 * (0x1.a01a01a036c6fp-13 + (0x1.71de3a3b68c57p-19 * z)))) +
                         (z2 * z2 *
                          ((0x1.ae646f9abd809p-26 + (0x1.6117225226db3p-33 * z)) +
                           (z2 * 0x1.b5b4a86b22e77p-41)));
        value = (size < 0x1p-27) ? x : (x + (x * z * p));
    } else if (size < 760.0) {
        const struct rt_growth e = rt_growth_of(size, 0.0);
        const double v = rt_scale(rt_half_growth(&e, -1.0), e.k - 1);
        value = (x < 0.0) ? -v : v;
    } else {
        value = x * rt_infinity();
    }
    return value;
}

/* fn cosh: infinity scale half_growth */
RT_FN double rt_cosh(double x)
{
    const double size = fabs(x);
    double value = size * rt_infinity();
    if (size < 760.0) {
        const struct rt_growth e = rt_growth_of(size, 0.0);
        value = rt_scale(rt_half_growth(&e, 1.0), e.k - 1);
    }
    return value;
}

/* fn tanh: sum tidy quotient scale growth */
RT_FN double rt_tanh(double x)
{
    const double size = fabs(x);
    double value = x;
    if (size < 0.5) {
        const double z = x * x;
        const double z2 = z * z;
        const double z4 = z2 * z2;
        /* (tanh x / x - 1) / x^2, to 2^-57 of the result */
        const double p = ((-0x1.5555555555538p-2 + (0x1.111111110e3fcp-3 * z)) +
                          (z2 * (-0x1.ba1ba1b71c3e2p-5 + (0x1.664f47b87d3a3p-6 * z)))) +
                         (z4 * (((-0x1.226e16aeab856p-7 + (0x1.d6ce09d4820cfp-9 * z)) +
                                 (z2 * (-0x1.7d49e1cd595b8p-10 + (0x1.31d69d813b889p-11 * z)))) +
                                (z4 * (-0x1.c8fb3c5462494p-13 + (0x1.dcf96f75c499ap-15 * z)))));
        value = (size < 0x1p-27) ? x : (x + (x * z * p));
    } else if (size >= 0.5) {
        double v = 1.0;
        if (size < 20.0) { /* 1 - 2 / (e^2x + 1) */
            const struct rt_growth e = rt_growth_of(2.0 * size, 0.0);
            const struct rt_pair below = rt_pair_sum(rt_scale(e.hi, e.k), 1.0);
            struct rt_pair two;
            two.hi = 2.0;
            two.lo = 0.0;
            const struct rt_pair part =
                rt_pair_quotient(two, rt_pair_tidy(below.hi, below.lo + rt_scale(e.lo, e.k)));
            const struct rt_pair rest = rt_pair_tidy(1.0, -part.hi);
            v = rest.hi + (rest.lo - part.lo);
        }
        value = (x < 0.0) ? -v : v;
    } else {
        /* NaN */
    }
    return value;
}

/* fn log_series: sum tidy quotient */
/* k log 2 + 2 atanh s = k log 2 + 2 s + 2/3 s^3 + ..., for whole k. */
static inline struct rt_pair rt_log_series(struct rt_pair s, double k)
{
    struct rt_pair z = rt_pair_product(s.hi, s.hi);
    z.lo += 2.0 * s.hi * s.lo;
    struct rt_pair cube = rt_pair_product(s.hi, z.hi);
    cube.lo += (s.hi * z.lo) + (s.lo * z.hi);
    struct rt_pair third = rt_pair_product(cube.hi, 0x1.5555555555555p-1);
    third.lo += (cube.hi * 0x1.5555555555555p-55) + (cube.lo * 0x1.5555555555555p-1);
    /* the rest, over s^5; |s| < 0.172, to 2^-72 of the result */
    const double u = z.hi;
    const double u2 = u * u;
    const double p = ((0x1.9999999999995p-2 + (0x1.2492492493192p-2 * u)) +
                      (u2 * (0x1.c71c71c5573dep-3 + (0x1.745d1845efe8fp-3 * u)))) +
                     (u2 * u2 *
                      ((0x1.3b135d82f046p-3 + (0x1.11217cb3702bp-3 * u)) +
                       (u2 * (0x1.de1404933334dp-4 + (0x1.ec159deaabbcdp-4 * u)))));
    /* log 2 in two parts: multiples of the first are exact. */
    const struct rt_pair sum = rt_pair_sum(k * 0x1.62e42fefa38p-1, 2.0 * s.hi);
    const struct rt_pair more = rt_pair_sum(sum.hi, third.hi);
    const double rest = ((sum.lo + more.lo) + (third.lo + (2.0 * s.lo))) +
                        ((cube.hi * u * p) + (k * 0x1.ef35793c7673p-45));
    return rt_pair_tidy(more.hi, rest);
}

/* fn log_pair: bits from_bits log_series */
/* log x for finite x > 0. */
static inline struct rt_pair rt_log_pair(double x)
{
    double usual = x;
    int32_t e = -1023;
    if (x < 0x1p-1022) {
        usual *= 0x1p54;
        e = -1077;
    }
    const uint64_t bits = rt_bits(usual);
    e += (int32_t)(bits >> 52);
    double m = rt_from_bits((bits & 0xfffffffffffffU) | 0x3ff0000000000000U);
    if (m > 0x1.6a09e667f3bcdp0) { /* sqrt 2 */
        m *= 0.5;
        e++;
    }
    const double k = (double)e;
    /* log m = 2 atanh((m - 1) / (m + 1)) */
    struct rt_pair above;
    above.hi = m - 1.0;
    above.lo = 0.0;
    return rt_log_series(rt_pair_quotient(above, rt_pair_sum(m, 1.0)), k);
}

/* fn log: infinity log_pair */
RT_FN double rt_log(double x)
{
    double value = x;
    if (!(x > 0.0)) {
        value = (x == 0.0) ? -rt_infinity() : ((x - x) / (x - x));
    } else if (x <= 0x1.fffffffffffffp1023) {
        value = rt_log_pair(x).hi;
    } else {
        /* infinity */
    }
    return value;
}

/* fn pow: infinity product log_pair scale growth */
/* 0: not an integer, 1: odd, 2: even. */
static inline int32_t rt_parity(double y)
{
    const double size = fabs(y);
    int32_t parity = 2;
    if (size < 0x1p53) {
        const int64_t whole = (int64_t)size;
        if (!((double)whole == size)) {
            parity = 0;
        } else if ((whole % 2) != 0) {
            parity = 1;
        } else {
            /* even */
        }
    }
    return parity;
}

/* x^y for finite x > 0 and any y. */
static inline double rt_power(double x, double y)
{
    const struct rt_pair log_x = rt_log_pair(x);
    /* Larger exponents give the same result. */
    const double wide = 0x1p64;
    const double most = (y > wide) ? wide : y;
    const double power = (most < -wide) ? -wide : most;
    struct rt_pair p = rt_pair_product(power, log_x.hi);
    p.lo += power * log_x.lo;
    double value = (p.hi > 0.0) ? rt_infinity() : 0.0;
    if (fabs(p.hi) < 760.0) {
        const struct rt_growth e = rt_growth_of(p.hi, p.lo);
        value = rt_scale(e.hi + e.lo, e.k);
    }
    return value;
}

RT_FN double rt_pow(double x, double y)
{
    const double size = fabs(x);
    const int32_t parity = rt_parity(y);
    const double sign = (((rt_bits(x) >> 63) != 0U) && (parity == 1)) ? -1.0 : 1.0;
    double value;
    if ((y == 0.0) || (x == 1.0)) {
        value = 1.0;
    } else if ((x != x) || (y != y)) {
        value = x + y;
    } else if ((size == 1.0) && (parity != 0)) {
        value = sign;
    } else if ((size == 0.0) || (size > 0x1.fffffffffffffp1023)) {
        value = sign * (((size == 0.0) == (y > 0.0)) ? 0.0 : rt_infinity());
    } else if ((x < 0.0) && (parity == 0)) {
        value = (x - x) / (x - x);
    } else {
        value = sign * rt_power(size, y);
    }
    return value;
}

/* fn log_more: bits from_bits log_series */
/* log(1 + w) for a tidy w > 0 that is not huge. */
static inline struct rt_pair rt_log_more(struct rt_pair w)
{
    const uint64_t bits = rt_bits(1.0 + w.hi);
    int32_t e = (int32_t)(bits >> 52) - 1023;
    if ((bits & 0xfffffffffffffU) > 0x6a09e667f3bcdU) { /* sqrt 2 */
        e++;
    }
    const int32_t power = 1023 - e;
    const double scale = rt_from_bits((uint64_t)power << 52);
    /* (m - 1) / (m + 1), m = (1 + w) / 2^e */
    const struct rt_pair above = rt_pair_sum(scale - 1.0, w.hi * scale);
    const struct rt_pair below = rt_pair_sum(scale + 1.0, w.hi * scale);
    const double rest = w.lo * scale;
    return rt_log_series(rt_pair_quotient(rt_pair_tidy(above.hi, above.lo + rest),
                                          rt_pair_tidy(below.hi, below.lo + rest)),
                         (double)e);
}

/* fn log_twice: log_pair */
/* log 2x for finite x > 0. */
static inline struct rt_pair rt_log_twice(double x)
{
    const struct rt_pair log_x = rt_log_pair(x);
    struct rt_pair out = rt_pair_sum(log_x.hi, 0x1.62e42fefa39efp-1);
    out.lo += log_x.lo + 0x1.abc9e3b39803fp-56;
    return out;
}

/* fn root: tidy product */
/* The root of a tidy pair over 0. */
static inline struct rt_pair rt_pair_root(struct rt_pair x)
{
    const double root = sqrt(x.hi);
    const struct rt_pair back = rt_pair_product(root, root);
    const double rest = ((x.hi - back.hi) - back.lo) + x.lo;
    return rt_pair_tidy(root, rest * (0.5 / root));
}

/* fn asinh: root log_more log_twice */
RT_FN double rt_asinh(double x)
{
    const double size = fabs(x);
    double value = x;
    if ((size >= 0x1p-27) && (size <= 0x1.fffffffffffffp1023)) {
        struct rt_pair y;
        if (size < 0x1p30) { /* log(1 + w), w = x + x^2 / (1 + sqrt(1 + x^2)) */
            const struct rt_pair square = rt_pair_product(size, size);
            const struct rt_pair sum = rt_pair_sum(1.0, square.hi);
            const struct rt_pair root = rt_pair_root(rt_pair_tidy(sum.hi, sum.lo + square.lo));
            const struct rt_pair below = rt_pair_sum(1.0, root.hi);
            const struct rt_pair part =
                rt_pair_quotient(square, rt_pair_tidy(below.hi, below.lo + root.lo));
            const struct rt_pair w = rt_pair_sum(size, part.hi);
            y = rt_log_more(rt_pair_tidy(w.hi, w.lo + part.lo));
        } else {
            y = rt_log_twice(size);
        }
        value = (x < 0.0) ? -(y.hi + y.lo) : (y.hi + y.lo);
    }
    return value;
}

/* fn acosh: root log_more log_twice */
RT_FN double rt_acosh(double x)
{
    double value = x;
    if (!(x >= 1.0)) {
        value = (x - x) / (x - x);
    } else if (x < 0x1p30) { /* log(1 + w), w = y + sqrt(y^2 + 2 y), y = x - 1 */
        const double y = x - 1.0;
        value = 0.0;
        if (y > 0.0) {
            const struct rt_pair square = rt_pair_product(y, y);
            const struct rt_pair sum = rt_pair_sum(2.0 * y, square.hi);
            const struct rt_pair root = rt_pair_root(rt_pair_tidy(sum.hi, sum.lo + square.lo));
            const struct rt_pair w = rt_pair_sum(root.hi, y);
            const struct rt_pair log_w = rt_log_more(rt_pair_tidy(w.hi, w.lo + root.lo));
            value = log_w.hi + log_w.lo;
        }
    } else if (x <= 0x1.fffffffffffffp1023) {
        const struct rt_pair log_x = rt_log_twice(x);
        value = log_x.hi + log_x.lo;
    } else {
        /* infinity */
    }
    return value;
}

/* fn atanh: infinity log_more */
RT_FN double rt_atanh(double x)
{
    const double size = fabs(x);
    double value = x;
    if (!(size < 1.0)) {
        value = (size > 1.0) ? ((x - x) / (x - x)) : (x * rt_infinity());
    } else if (size >= 0x1p-27) { /* half of log(1 + w), w = 2 x / (1 - x) */
        struct rt_pair twice;
        twice.hi = 2.0 * size;
        twice.lo = 0.0;
        const struct rt_pair w = rt_pair_quotient(twice, rt_pair_sum(1.0, -size));
        const struct rt_pair log_w = rt_log_more(rt_pair_tidy(w.hi, w.lo));
        value = 0.5 * (log_w.hi + log_w.lo);
        value = (x < 0.0) ? -value : value;
    } else {
        /* x itself */
    }
    return value;
}
