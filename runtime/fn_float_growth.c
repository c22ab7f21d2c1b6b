/* runtime/fn_float_growth.c -- exponentials, logarithms and powers, of floats. */
#include "fn_float.h"

/* fn scale: from_bits */
/* x 2^k for |k| < 250, in two steps: 2^k itself may be out of range. */
static inline float rt_scalef(float x, int32_t k)
{
    const int32_t first = 127 + (k / 2);
    const int32_t second = 127 + (k - (k / 2));
    return x * rt_from_bitsf((uint32_t)first << 23) * rt_from_bitsf((uint32_t)second << 23);
}

/* fn growth: head */
/* e^x = 2^k (hi + lo), where hi = 1 + r. */
struct rt_growthf {
    float hi;
    float lo;
    int32_t k;
};

/* e^(x + more) for |x| < 150 and small `more`. */
static inline struct rt_growthf rt_growth_off(float x, float more)
{
    const float whole = 0x1.8p23f; /* adding it leaves no digits after the point */
    const float k = ((x * 0x1.715476p0f) + whole) - whole;
    /* log 2 in two parts: multiples of the first are exact. */
    const float near_r = x - (k * 0x1.62e4p-1f);
    const float rest = more - (k * 0x1.7f7d1cp-20f);
    const float r = near_r + rest;
    const float r_lo = (near_r - r) + rest;
    const float r2 = r * r;
    /* (e^r - 1 - r) / r^2, |r| <= log(2) / 2, to 2^-29 of the result */
    const float p =
        ((0x1p-1f + (0x1.555556p-3f * r)) + (r2 * (0x1.55547ep-5f + (0x1.11107ap-7f * r)))) +
        (r2 * r2 * (0x1.6d996ep-10f + (0x1.a1bacap-13f * r)));
    struct rt_growthf out;
    out.hi = 1.0f + r;
    out.lo = (r - (out.hi - 1.0f)) + ((r_lo * out.hi) + (r2 * p));
    out.k = (int32_t)k;
    return out;
}

/* fn exp: infinity scale growth */
RT_FN float rt_expf(float x)
{
    float value = x;
    if (fabsf(x) < 110.0f) {
        const struct rt_growthf e = rt_growth_off(x, 0.0f);
        value = rt_scalef(e.hi + e.lo, e.k);
    } else if (x > 0.0f) {
        value = rt_infinityf();
    } else if (x < 0.0f) {
        value = 0.0f;
    } else {
        /* NaN */
    }
    return value;
}

/* fn half_growth: from_bits growth */
/* v of (e^x + sign e^-x) / 2 = 2^(k - 1) v, for x >= 0. */
static inline float rt_half_growthf(const struct rt_growthf *e, float sign)
{
    float mirror = 0.0f; /* e^-x in the units of v */
    if (e->k < 20) {
        const int32_t power = 127 - (2 * e->k);
        mirror = rt_from_bitsf((uint32_t)power << 23) / (e->hi + e->lo);
    }
    return e->hi + (e->lo + (sign * mirror));
}

/* fn sinh: infinity scale half_growth */
RT_FN float rt_sinhf(float x)
{
    const float size = fabsf(x);
    float value = x;
    if (size < 1.0f) {
        const float z = x * x;
        const float z2 = z * z;
        /* (sinh x / x - 1) / x^2, to 2^-31 of the result */
        const float p = (0x1.555556p-3f + (0x1.1110e2p-7f * z)) +
                        (z2 * (0x1.a02156p-13f + (0x1.75a6f2p-19f * z)));
        value = (size < 0x1p-13f) ? x : (x + (x * z * p));
    } else if (size < 110.0f) {
        const struct rt_growthf e = rt_growth_off(size, 0.0f);
        const float v = rt_scalef(rt_half_growthf(&e, -1.0f), e.k - 1);
        value = (x < 0.0f) ? -v : v;
    } else {
        value = x * rt_infinityf();
    }
    return value;
}

/* fn cosh: infinity scale half_growth */
RT_FN float rt_coshf(float x)
{
    const float size = fabsf(x);
    float value = size * rt_infinityf();
    if (size < 110.0f) {
        const struct rt_growthf e = rt_growth_off(size, 0.0f);
        value = rt_scalef(rt_half_growthf(&e, 1.0f), e.k - 1);
    }
    return value;
}

/* fn tanh: sum tidy quotient scale growth */
RT_FN float rt_tanhf(float x)
{
    const float size = fabsf(x);
    float value = x;
    if (size < 0.5f) {
        const float z = x * x;
        const float z2 = z * z;
        /* (tanh x / x - 1) / x^2, to 2^-31 of the result */
        const float p = ((-0x1.555552p-2f + (0x1.110f62p-3f * z)) +
                         (z2 * (-0x1.b9959ap-5f + (0x1.5d5142p-6f * z)))) +
                        (z2 * z2 * -0x1.b5f2d4p-8f);
        value = (size < 0x1p-13f) ? x : (x + (x * z * p));
    } else if (size >= 0.5f) {
        float v = 1.0f;
        if (size < 10.0f) { /* 1 - 2 / (e^2x + 1) */
            const struct rt_growthf e = rt_growth_off(2.0f * size, 0.0f);
            const struct rt_pairf below = rt_pair_sumf(rt_scalef(e.hi, e.k), 1.0f);
            struct rt_pairf two;
            two.hi = 2.0f;
            two.lo = 0.0f;
            const struct rt_pairf part =
                rt_pair_quotientf(two, rt_pair_tidyf(below.hi, below.lo + rt_scalef(e.lo, e.k)));
            const struct rt_pairf rest = rt_pair_tidyf(1.0f, -part.hi);
            v = rest.hi + (rest.lo - part.lo);
        }
        value = (x < 0.0f) ? -v : v;
    } else {
        /* NaN */
    }
    return value;
}

/* fn log_series: sum tidy quotient */
/* k log 2 + 2 atanh s = k log 2 + 2 s + 2/3 s^3 + ..., for whole k. */
static inline struct rt_pairf rt_log_seriesf(struct rt_pairf s, float k)
{
    struct rt_pairf z = rt_pair_productf(s.hi, s.hi);
    z.lo += 2.0f * s.hi * s.lo;
    struct rt_pairf cube = rt_pair_productf(s.hi, z.hi);
    cube.lo += (s.hi * z.lo) + (s.lo * z.hi);
    struct rt_pairf third = rt_pair_productf(cube.hi, 0x1.555556p-1f);
    third.lo += (cube.hi * -0x1.555556p-26f) + (cube.lo * 0x1.555556p-1f);
    /* the rest, over s^5; |s| < 0.172, to 2^-35 of the result */
    const float u = z.hi;
    const float p = (0x1.999a02p-2f + (0x1.2451a2p-2f * u)) + (u * u * 0x1.dfcd46p-3f);
    /* log 2 in two parts: multiples of the first are exact. */
    const struct rt_pairf sum = rt_pair_sumf(k * 0x1.62e4p-1f, 2.0f * s.hi);
    const struct rt_pairf more = rt_pair_sumf(sum.hi, third.hi);
    const float rest = ((sum.lo + more.lo) + (third.lo + (2.0f * s.lo))) +
                       ((cube.hi * u * p) + (k * 0x1.7f7d1cp-20f));
    return rt_pair_tidyf(more.hi, rest);
}

/* fn log_pair: bits from_bits log_series */
/* log x for finite x > 0. */
static inline struct rt_pairf rt_log_pairf(float x)
{
    float usual = x;
    int32_t e = -127;
    if (x < 0x1p-126f) {
        usual *= 0x1p25f;
        e = -152;
    }
    const uint32_t bits = rt_bitsf(usual);
    e += (int32_t)(bits >> 23);
    float m = rt_from_bitsf((bits & 0x7fffffU) | 0x3f800000U);
    if (m > 0x1.6a09e6p0f) { /* sqrt 2 */
        m *= 0.5f;
        e++;
    }
    const float k = (float)e;
    /* log m = 2 atanh((m - 1) / (m + 1)) */
    struct rt_pairf above;
    above.hi = m - 1.0f;
    above.lo = 0.0f;
    return rt_log_seriesf(rt_pair_quotientf(above, rt_pair_sumf(m, 1.0f)), k);
}

/* fn log: infinity log_pair */
RT_FN float rt_logf(float x)
{
    float value = x;
    if (!(x > 0.0f)) {
        value = (x == 0.0f) ? -rt_infinityf() : ((x - x) / (x - x));
    } else if (x <= 0x1.fffffep127f) {
        value = rt_log_pairf(x).hi;
    } else {
        /* infinity */
    }
    return value;
}

/* fn pow: infinity product log_pair scale growth */
/* 0: not an integer, 1: odd, 2: even. */
static inline int32_t rt_parityf(float y)
{
    const float size = fabsf(y);
    int32_t parity = 2;
    if (size < 0x1p24f) {
        const int32_t whole = (int32_t)size;
        if (!((float)whole == size)) {
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
static inline float rt_powerf(float x, float y)
{
    const struct rt_pairf log_x = rt_log_pairf(x);
    /* Larger exponents give the same result. */
    const float wide = 0x1p40f;
    const float most = (y > wide) ? wide : y;
    const float power = (most < -wide) ? -wide : most;
    struct rt_pairf p = rt_pair_productf(power, log_x.hi);
    p.lo += power * log_x.lo;
    float value = (p.hi > 0.0f) ? rt_infinityf() : 0.0f;
    if (fabsf(p.hi) < 110.0f) {
        const struct rt_growthf e = rt_growth_off(p.hi, p.lo);
        value = rt_scalef(e.hi + e.lo, e.k);
    }
    return value;
}

RT_FN float rt_powf(float x, float y)
{
    const float size = fabsf(x);
    const int32_t parity = rt_parityf(y);
    const float sign = (((rt_bitsf(x) >> 31) != 0U) && (parity == 1)) ? -1.0f : 1.0f;
    float value;
    if ((y == 0.0f) || (x == 1.0f)) {
        value = 1.0f;
    } else if ((x != x) || (y != y)) {
        value = x + y;
    } else if ((size == 1.0f) && (parity != 0)) {
        value = sign;
    } else if ((size == 0.0f) || (size > 0x1.fffffep127f)) {
        value = sign * (((size == 0.0f) == (y > 0.0f)) ? 0.0f : rt_infinityf());
    } else if ((x < 0.0f) && (parity == 0)) {
        value = (x - x) / (x - x);
    } else {
        value = sign * rt_powerf(size, y);
    }
    return value;
}

/* fn log_more: bits from_bits log_series */
/* log(1 + w) for a tidy w > 0 that is not huge. */
static inline struct rt_pairf rt_log_moref(struct rt_pairf w)
{
    const uint32_t bits = rt_bitsf(1.0f + w.hi);
    int32_t e = (int32_t)(bits >> 23) - 127;
    if ((bits & 0x7fffffU) > 0x3504f3U) { /* sqrt 2 */
        e++;
    }
    const int32_t power = 127 - e;
    const float scale = rt_from_bitsf((uint32_t)power << 23);
    /* (m - 1) / (m + 1), m = (1 + w) / 2^e */
    const struct rt_pairf above = rt_pair_sumf(scale - 1.0f, w.hi * scale);
    const struct rt_pairf below = rt_pair_sumf(scale + 1.0f, w.hi * scale);
    const float rest = w.lo * scale;
    return rt_log_seriesf(rt_pair_quotientf(rt_pair_tidyf(above.hi, above.lo + rest),
                                            rt_pair_tidyf(below.hi, below.lo + rest)),
                          (float)e);
}

/* fn log_twice: log_pair */
/* log 2x for finite x > 0. */
static inline struct rt_pairf rt_log_twicef(float x)
{
    const struct rt_pairf log_x = rt_log_pairf(x);
    struct rt_pairf out = rt_pair_sumf(log_x.hi, 0x1.62e43p-1f);
    out.lo += log_x.lo + -0x1.05c61p-29f;
    return out;
}

/* fn root: tidy product */
/* The root of a tidy pair over 0. */
static inline struct rt_pairf rt_pair_rootf(struct rt_pairf x)
{
    const float root = sqrtf(x.hi);
    const struct rt_pairf back = rt_pair_productf(root, root);
    const float rest = ((x.hi - back.hi) - back.lo) + x.lo;
    return rt_pair_tidyf(root, rest * (0.5f / root));
}

/* fn asinh: root log_more log_twice */
RT_FN float rt_asinhf(float x)
{
    const float size = fabsf(x);
    float value = x;
    if ((size >= 0x1p-13f) && (size <= 0x1.fffffep127f)) {
        struct rt_pairf y;
        if (size < 0x1p14f) { /* log(1 + w), w = x + x^2 / (1 + sqrt(1 + x^2)) */
            const struct rt_pairf square = rt_pair_productf(size, size);
            const struct rt_pairf sum = rt_pair_sumf(1.0f, square.hi);
            const struct rt_pairf root = rt_pair_rootf(rt_pair_tidyf(sum.hi, sum.lo + square.lo));
            const struct rt_pairf below = rt_pair_sumf(1.0f, root.hi);
            const struct rt_pairf part =
                rt_pair_quotientf(square, rt_pair_tidyf(below.hi, below.lo + root.lo));
            const struct rt_pairf w = rt_pair_sumf(size, part.hi);
            y = rt_log_moref(rt_pair_tidyf(w.hi, w.lo + part.lo));
        } else {
            y = rt_log_twicef(size);
        }
        value = (x < 0.0f) ? -(y.hi + y.lo) : (y.hi + y.lo);
    }
    return value;
}

/* fn acosh: root log_more log_twice */
RT_FN float rt_acoshf(float x)
{
    float value = x;
    if (!(x >= 1.0f)) {
        value = (x - x) / (x - x);
    } else if (x < 0x1p14f) { /* log(1 + w), w = y + sqrt(y^2 + 2 y), y = x - 1 */
        const float y = x - 1.0f;
        value = 0.0f;
        if (y > 0.0f) {
            const struct rt_pairf square = rt_pair_productf(y, y);
            const struct rt_pairf sum = rt_pair_sumf(2.0f * y, square.hi);
            const struct rt_pairf root = rt_pair_rootf(rt_pair_tidyf(sum.hi, sum.lo + square.lo));
            const struct rt_pairf w = rt_pair_sumf(root.hi, y);
            const struct rt_pairf log_w = rt_log_moref(rt_pair_tidyf(w.hi, w.lo + root.lo));
            value = log_w.hi + log_w.lo;
        }
    } else if (x <= 0x1.fffffep127f) {
        const struct rt_pairf log_x = rt_log_twicef(x);
        value = log_x.hi + log_x.lo;
    } else {
        /* infinity */
    }
    return value;
}

/* fn atanh: infinity log_more */
RT_FN float rt_atanhf(float x)
{
    const float size = fabsf(x);
    float value = x;
    if (!(size < 1.0f)) {
        value = (size > 1.0f) ? ((x - x) / (x - x)) : (x * rt_infinityf());
    } else if (size >= 0x1p-13f) { /* half of log(1 + w), w = 2 x / (1 - x) */
        struct rt_pairf twice;
        twice.hi = 2.0f * size;
        twice.lo = 0.0f;
        const struct rt_pairf w = rt_pair_quotientf(twice, rt_pair_sumf(1.0f, -size));
        const struct rt_pairf log_w = rt_log_moref(rt_pair_tidyf(w.hi, w.lo));
        value = 0.5f * (log_w.hi + log_w.lo);
        value = (x < 0.0f) ? -value : value;
    } else {
        /* x itself */
    }
    return value;
}
