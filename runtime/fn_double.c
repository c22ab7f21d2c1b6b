/* runtime/fn_double.c -- elementary functions of doubles; fn.h says what they promise.
 *
 * This file is also data: generated code brings along the functions that it calls. A line
 * "fn NAME: OTHERS" in a comment begins a section, which ends where the next one begins and needs
 * the sections named. What stands above the first section stays here.
 *
 * Polynomials are minimax, from a Remez exchange in 60 digits that rounds one coefficient after the
 * other and fits the rest anew. They are evaluated in pairs: the chain of operations that wait for
 * each other, not their number, takes the time.
 */
#include "fn.h"

#define RT_FN

/* fn head: */
#include <math.h>
#include <stdint.h>
#include <string.h>

/* fn bits: head */
static inline uint64_t rt_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* fn from_bits: head */
static inline double rt_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* fn pair: head */
/* A number as a sum: lo is small beside hi. */
struct rt_pair {
    double hi, lo;
};

/* fn sum: pair */
/* a + b, exactly. */
static inline struct rt_pair rt_pair_sum(double a, double b)
{
    struct rt_pair out;
    out.hi = a + b;
    const double part = out.hi - a;
    out.lo = (a - (out.hi - part)) + (b - part);
    return out;
}

/* fn tidy: pair */
/* The same number, with hi the nearest to it, for |a| >= |b| or so. */
static inline struct rt_pair rt_pair_tidy(double a, double b)
{
    struct rt_pair out;
    out.hi = a + b;
    out.lo = (a - out.hi) + b;
    return out;
}

/* fn product: pair */
/* a b, exactly unless it is very large or very small: each factor is cut into halves of 26 bits. */
static inline struct rt_pair rt_pair_product(double a, double b)
{
    const double cut = 0x1.000002p27; /* 2^27 + 1 */
    const double wide_a = cut * a, wide_b = cut * b;
    const double ah = wide_a - (wide_a - a), al = a - ah;
    const double bh = wide_b - (wide_b - b), bl = b - bh;
    struct rt_pair out;
    out.hi = a * b;
    out.lo = ((ah * bh - out.hi) + ah * bl + al * bh) + al * bl;
    return out;
}

/* fn quotient: product */
/* The quotient of two tidy pairs. The reciprocal does not wait for the first division. */
static inline struct rt_pair rt_pair_quotient(struct rt_pair above, struct rt_pair below)
{
    struct rt_pair out;
    out.hi = above.hi / below.hi;
    const double over = 1 / below.hi;
    const struct rt_pair back = rt_pair_product(out.hi, below.hi);
    out.lo = (((above.hi - back.hi) - back.lo) + (above.lo - out.hi * below.lo)) * over;
    return out;
}

/* fn angle: head */
/* An angle as quarters of a turn and a rest: turns pi/2 + hi + lo, |hi| <= pi/4 and a bit. */
struct rt_angle {
    double hi, lo;
    uint32_t turns; /* modulo 4 */
};

/* fn far: bits angle sum product */
/* Where x has so few digits after the point that 2/pi must be known to hundreds of them: x 2/pi by
 * integers, without the multiples of 4 in it. |x| >= 1, or infinity or NaN, which give NaN. */
static struct rt_angle rt_angle_far(double x)
{
    static const uint32_t two_over_pi[37] = {
        0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
        0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
        0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b,
        0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
        0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,
        0x1f8d5d08, 0x56033046};
    struct rt_angle out = {x - x, 0, 0};
    const uint64_t bits = rt_bits(x);
    const uint32_t exponent = (uint32_t)(bits >> 52) & 0x7ff;
    if (exponent == 0x7ff)
        return out;
    /* |x| = m 2^e = (m 2^shift) 2^(32 word - 96), and m 2^shift in three words of 32 bits */
    const uint64_t m = (bits & 0xfffffffffffff) | 0x10000000000000;
    const uint32_t e = exponent - 1075 + 96, word = e / 32, shift = e % 32;
    const uint64_t low = (m & 0xffffffff) << shift, high = (m >> 32) << shift;
    const uint64_t middle = (low >> 32) + (high & 0xffffffff);
    const uint32_t factor[3] = {(uint32_t)low, (uint32_t)middle,
                                (uint32_t)((high >> 32) + (middle >> 32))};
    /* The product modulo 2^256, lowest word first; its highest word stands before the point. */
    uint32_t product[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t at = word + 7 - i; /* of the digits, counted from 4 words before the point */
        const uint64_t digits = at >= 4 && at - 4 < 37 ? two_over_pi[at - 4] : 0;
        uint64_t carry = 0;
        for (uint32_t j = 0; j < 3 && i + j < 8; j++) {
            carry += digits * factor[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        if (i + 3 < 8)
            product[i + 3] += (uint32_t)carry;
    }
    /* To the nearest whole number: a fraction over one half becomes negative. */
    const uint32_t flip = product[6] >> 31 ? 0xffffffff : 0;
    out.turns = product[7] + (flip & 1);
    double sum = 0, rest = 0, weight = 0x1p-32;
    for (uint32_t i = 7; i-- > 1;) {
        const struct rt_pair s = rt_pair_sum(sum, (double)(product[i] ^ flip) * weight);
        sum = s.hi;
        rest += s.lo;
        weight *= 0x1p-32;
    }
    const double sign = (flip != 0) != (x < 0) ? -1 : 1;
    const struct rt_pair p = rt_pair_product(sum, 0x1.921fb54442d18p0);
    out.hi = sign * p.hi;
    out.lo = sign * (p.lo + (sum * 0x1.1a62633145c07p-54 + rest * 0x1.921fb54442d18p0));
    if (x < 0)
        out.turns = 0 - out.turns;
    return out;
}

/* fn reduce: bits tidy far */
/* pi/2 in three parts: multiples of the first two are exact. */
static inline struct rt_angle rt_angle_of(double x)
{
    if (!(fabs(x) < 0x1p17))
        return rt_angle_far(x);
    const double whole = 0x1.8p52; /* adding it leaves no digits after the point */
    const double shifted = x * 0x1.45f306dc9c883p-1 + whole;
    const double k = shifted - whole;
    /* Where the second part is the larger one, the difference is exact. */
    const struct rt_pair r = rt_pair_tidy(x - k * 0x1.921fb5444p0, -(k * 0x1.68c234c4cp-39));
    struct rt_angle out;
    out.hi = r.hi;
    out.lo = r.lo - k * 0x1.98a2e03707345p-77;
    out.turns = (uint32_t)rt_bits(shifted);
    return out;
}

/* fn trig: pair angle */
/* sin(hi + lo) and cos(hi + lo), each as a sum whose last rounding is left to do. What is large in
 * r^2 / 2 and r^3 / 6 comes from `top`, so few digits of r that its powers are exact. */
static inline void rt_trig(const struct rt_angle *a, struct rt_pair *s, struct rt_pair *c)
{
    const double r = a->hi, z = r * r, z2 = z * z, z4 = z2 * z2;
    const double top = (r + 0x1.8p35) - 0x1.8p35, top2 = top * top; /* 17 digits after the point */
    const double below = r - top, both = r + top;
    const double sixth = -0x1.5555555555555p-3;
    /* (sin r - r - sixth r^3) / r^5 and (cos r - 1 + r^2 / 2) / r^4, to 2^-57 of the result */
    const double ps = ((0x1.11111111106dep-7 + -0x1.a01a019d8b48fp-13 * z) +
                       z2 * (0x1.71de368fbc2c5p-19 + -0x1.ae5f26d0ecfa7p-26 * z)) +
                      z4 * 0x1.5dc4fcad39117p-33;
    const double pc_low = 0x1.555555555554cp-5 + -0x1.6c16c16c1521p-10 * z;
    const double pc_high = (0x1.a01a019cbcdb1p-16 + -0x1.27e4f81048a1ep-22 * z) +
                           z2 * (0x1.1ee9ef555464dp-29 + -0x1.8fb002b9251dap-37 * z);
    s->hi = r;
    c->hi = 1 - 0.5 * top2;
    s->lo = sixth * (top2 * top) +
            ((sixth * (below * (both * r + top2)) + a->lo * c->hi) + (r * z2) * ps);
    c->lo = (z2 * pc_low - (0.5 * both) * (below + a->lo)) + z4 * pc_high;
}

/* fn sincos: bits from_bits reduce trig */
/* The quarter decides which is which, and the signs, by bits: a branch on it nobody can predict. */
RT_FN void rt_sincos(double x, double *s, double *c)
{
    if (fabs(x) < 0x1p-27) { /* and the sign of 0 stays */
        *s = x;
        *c = 1;
        return;
    }
    const struct rt_angle a = rt_angle_of(x);
    struct rt_pair sine, cosine;
    rt_trig(&a, &sine, &cosine);
    const double s_value = sine.hi + sine.lo, c_value = cosine.hi + cosine.lo;
    uint64_t s_bits = rt_bits(s_value), c_bits = rt_bits(c_value);
    const uint64_t swap = (s_bits ^ c_bits) & (0 - (uint64_t)(a.turns & 1));
    s_bits ^= swap ^ (uint64_t)(a.turns & 2) << 62;
    c_bits ^= swap ^ (uint64_t)((a.turns + 1) & 2) << 62;
    *s = rt_from_bits(s_bits);
    *c = rt_from_bits(c_bits);
}

/* fn sin: sincos */
RT_FN double rt_sin(double x)
{
    double s, c;
    rt_sincos(x, &s, &c);
    return s;
}

/* fn cos: sincos */
RT_FN double rt_cos(double x)
{
    double s, c;
    rt_sincos(x, &s, &c);
    return c;
}

/* fn tan: reduce trig tidy quotient */
RT_FN double rt_tan(double x)
{
    if (fabs(x) < 0x1p-27)
        return x;
    const struct rt_angle a = rt_angle_of(x);
    struct rt_pair s, c;
    rt_trig(&a, &s, &c);
    s = rt_pair_tidy(s.hi, s.lo);
    c = rt_pair_tidy(c.hi, c.lo);
    const struct rt_pair q = a.turns & 1 ? rt_pair_quotient(c, s) : rt_pair_quotient(s, c);
    return a.turns & 1 ? -(q.hi + q.lo) : q.hi + q.lo;
}

/* fn ratio: sum tidy quotient */
/* atan(a / b) for 0 <= a <= b: atan(i / 8) from a table, and the rest of the angle. */
static inline struct rt_pair rt_atan_ratio(struct rt_pair a, struct rt_pair b)
{
    static const double high[9] = {
        0,
        0x1.fd5ba9aac2f6ep-4,
        0x1.f5b75f92c80ddp-3,
        0x1.6f61941e4def1p-2,
        0x1.dac670561bb4fp-2,
        0x1.1e00babdefeb4p-1,
        0x1.4978fa3269ee1p-1,
        0x1.700a7c5784634p-1,
        0x1.921fb54442d18p-1,
    };
    static const double low[9] = {
        0,
        -0x1.cd37686760c17p-59,
        0x1.8ab6e3cf7afbdp-57,
        -0x1.c63aae6f6e918p-56,
        0x1.a2b7f222f65e2p-56,
        -0x1.928df287a668fp-58,
        0x1.2419a87f2a458p-56,
        -0x1.8c34d25aadef6p-56,
        0x1.1a62633145c07p-55,
    };
    const int i = (int)(8 * (a.hi / b.hi) + 0.5);
    const double tangent = 0.125 * i;
    const struct rt_pair part = rt_pair_product(tangent, b.hi);
    struct rt_pair above, below = rt_pair_sum(b.hi, tangent * a.hi);
    above.hi = a.hi - part.hi;
    above.lo = (a.lo - tangent * b.lo) - part.lo;
    below.lo += b.lo + tangent * a.lo;
    const struct rt_pair t = rt_pair_quotient(above, below);
    const double z = t.hi * t.hi, z2 = z * z;
    /* (atan t / t - 1) / t^2, |t| <= 1/16, to 2^-62 of the result */
    const double p =
        (-0x1.5555555555536p-2 + 0x1.999999996242cp-3 * z) +
        z2 * ((-0x1.249248269dbd3p-3 + 0x1.c718782fb2c62p-4 * z) + z2 * -0x1.70beadd7d532cp-4);
    struct rt_pair out = rt_pair_tidy(high[i], t.hi);
    out.lo += low[i] + (t.lo + t.hi * z * p);
    return out;
}

/* fn corner: sum ratio */
/* The angle from 0 to pi/2 between the first axis and (x, y), for x, y >= 0, not both 0. */
static struct rt_pair rt_corner(struct rt_pair y, struct rt_pair x)
{
    if (y.hi <= x.hi)
        return rt_atan_ratio(y, x);
    const struct rt_pair rest = rt_atan_ratio(x, y);
    struct rt_pair out = rt_pair_sum(0x1.921fb54442d18p0, -rest.hi);
    out.lo += 0x1.1a62633145c07p-54 - rest.lo;
    return out;
}

/* fn leg: sum tidy product */
/* sqrt(1 - x^2) */
static inline struct rt_pair rt_leg(double x)
{
    const struct rt_pair square = rt_pair_product(x, x);
    const struct rt_pair sum = rt_pair_sum(1, -square.hi);
    if (sum.hi <= 0)
        return rt_pair_tidy(0, 0);
    const double root = sqrt(sum.hi), half_over = 0.5 / sum.hi;
    const struct rt_pair back = rt_pair_product(root, root);
    const double rest = ((sum.hi - back.hi) - back.lo) + (sum.lo - square.lo);
    return rt_pair_tidy(root, rest * root * half_over);
}

/* fn asin: corner leg */
RT_FN double rt_asin(double x)
{
    const double size = fabs(x);
    if (size < 0x1p-27)
        return x;
    if (!(size <= 1))
        return (x - x) / (x - x);
    struct rt_pair y;
    y.hi = size;
    y.lo = 0;
    const struct rt_pair a = rt_corner(y, rt_leg(size));
    return x < 0 ? -(a.hi + a.lo) : a.hi + a.lo;
}

/* fn acos: sum corner leg */
RT_FN double rt_acos(double x)
{
    struct rt_pair side;
    side.hi = fabs(x);
    side.lo = 0;
    if (!(side.hi <= 1))
        return (x - x) / (x - x);
    const struct rt_pair a = rt_corner(rt_leg(x), side);
    if (x >= 0)
        return a.hi + a.lo;
    const struct rt_pair rest = rt_pair_sum(0x1.921fb54442d18p1, -a.hi);
    return rest.hi + (rest.lo + (0x1.1a62633145c07p-53 - a.lo));
}

/* fn atan2: sum corner */
RT_FN double rt_atan2(double y, double x)
{
    if (isnan(x) || isnan(y))
        return x + y;
    struct rt_pair a, b, angle;
    a.hi = fabs(y);
    b.hi = fabs(x);
    a.lo = b.lo = 0;
    if (isinf(y)) { /* only the direction counts */
        a.hi = 1;
        b.hi = isinf(x) ? 1 : 0;
    } else if (isinf(x)) {
        a.hi = 0;
        b.hi = 1;
    }
    const double scale = a.hi + b.hi > 0x1p500 ? 0x1p-600 : a.hi + b.hi < 0x1p-300 ? 0x1p600 : 1;
    a.hi *= scale;
    b.hi *= scale;
    if (a.hi < b.hi * 0x1p-60) {
        if (!signbit(x))
            return y / x;
        a.hi = 0;
    } else if (b.hi < a.hi * 0x1p-60) {
        b.hi = 0;
    }
    if (a.hi == 0) {
        angle.hi = angle.lo = 0;
    } else {
        angle = rt_corner(a, b);
    }
    if (signbit(x)) {
        const double rest = -angle.lo;
        angle = rt_pair_sum(0x1.921fb54442d18p1, -angle.hi);
        angle.lo += 0x1.1a62633145c07p-53 + rest;
    }
    return signbit(y) ? -(angle.hi + angle.lo) : angle.hi + angle.lo;
}

/* fn atan: corner */
RT_FN double rt_atan(double x)
{
    if (isnan(x) || fabs(x) < 0x1p-27)
        return x;
    struct rt_pair y, one, a;
    y.hi = fabs(x);
    one.hi = 1;
    y.lo = one.lo = 0;
    a.hi = 0x1.921fb54442d18p0;
    a.lo = 0x1.1a62633145c07p-54;
    if (y.hi < 0x1p60)
        a = rt_corner(y, one);
    return x < 0 ? -(a.hi + a.lo) : a.hi + a.lo;
}

/* fn scale: from_bits */
/* x 2^k for |k| < 2000, in two steps: 2^k itself may be out of range. */
static inline double rt_scale(double x, int k)
{
    const int half = k / 2;
    const double first = rt_from_bits((uint64_t)(1023 + half) << 52);
    const double second = rt_from_bits((uint64_t)(1023 + k - half) << 52);
    return x * first * second;
}

/* fn growth: head */
/* e^x = 2^k (hi + lo), where hi is 1 + r. */
struct rt_growth {
    double hi, lo;
    int k;
};

/* e^(x + more) for |x| < 2000 and small `more`. */
static inline struct rt_growth rt_growth_of(double x, double more)
{
    const double whole = 0x1.8p52; /* adding it leaves no digits after the point */
    const double k = (x * 0x1.71547652b82fep0 + whole) - whole;
    /* log 2 in two parts: multiples of the first are exact. */
    const double near_r = x - k * 0x1.62e42fefa38p-1, rest = more - k * 0x1.ef35793c7673p-45;
    const double r = near_r + rest, r_lo = (near_r - r) + rest;
    const double r2 = r * r, r4 = r2 * r2, r8 = r4 * r4;
    /* (e^r - 1 - r) / r^2, |r| <= log(2) / 2, to 2^-57 of the result */
    const double low = (0x1.000000000000cp-1 + 0x1.5555555555561p-3 * r) +
                       r2 * (0x1.555555554fd9ap-5 + 0x1.111111110d44ap-7 * r);
    const double high = (0x1.6c16c1863c827p-10 + 0x1.a01a01bb8ab5fp-13 * r) +
                        r2 * (0x1.a01994f3b8f46p-16 + 0x1.71ddde52f13c1p-19 * r);
    const double highest = 0x1.28b1d3781f294p-22 + 0x1.af87dd0265341p-26 * r;
    struct rt_growth out;
    out.hi = 1 + r;
    out.lo = (r - (out.hi - 1)) + (r_lo * out.hi + r2 * ((low + r4 * high) + r8 * highest));
    out.k = (int)k;
    return out;
}

/* fn exp: scale growth */
RT_FN double rt_exp(double x)
{
    if (!(fabs(x) < 760))
        return isnan(x) ? x : x > 0 ? HUGE_VAL : 0;
    const struct rt_growth e = rt_growth_of(x, 0);
    return rt_scale(e.hi + e.lo, e.k);
}

/* fn half_growth: from_bits growth */
/* (e^x + sign e^-x) / 2 = 2^(k - 1) v for x >= 0; v comes back. */
static inline double rt_half_growth(const struct rt_growth *e, double sign)
{
    double mirror = 0; /* e^-x in the units of v */
    if (e->k < 40) {
        mirror = rt_from_bits((uint64_t)(1023 - 2 * e->k) << 52) / (e->hi + e->lo);
    }
    return e->hi + (e->lo + sign * mirror);
}

/* fn sinh: scale half_growth */
RT_FN double rt_sinh(double x)
{
    const double size = fabs(x);
    if (size < 1) {
        const double z = x * x, z2 = z * z;
        /* (sinh x / x - 1) / x^2, to 2^-58 of the result */
        const double p =
            ((0x1.5555555555556p-3 + 0x1.111111111102p-7 * z) +
             z2 * (0x1.a01a01a036c6fp-13 + 0x1.71de3a3b68c57p-19 * z)) +
            z2 * z2 *
                ((0x1.ae646f9abd809p-26 + 0x1.6117225226db3p-33 * z) + z2 * 0x1.b5b4a86b22e77p-41);
        return size < 0x1p-27 ? x : x + x * z * p;
    }
    if (!(size < 760))
        return x * HUGE_VAL;
    const struct rt_growth e = rt_growth_of(size, 0);
    const double v = rt_scale(rt_half_growth(&e, -1), e.k - 1);
    return x < 0 ? -v : v;
}

/* fn cosh: scale half_growth */
RT_FN double rt_cosh(double x)
{
    const double size = fabs(x);
    if (!(size < 760))
        return size * HUGE_VAL;
    const struct rt_growth e = rt_growth_of(size, 0);
    return rt_scale(rt_half_growth(&e, 1), e.k - 1);
}

/* fn tanh: sum tidy quotient scale growth */
RT_FN double rt_tanh(double x)
{
    const double size = fabs(x);
    if (size < 0.5) {
        const double z = x * x, z2 = z * z, z4 = z2 * z2;
        /* (tanh x / x - 1) / x^2, to 2^-57 of the result */
        const double p = ((-0x1.5555555555538p-2 + 0x1.111111110e3fcp-3 * z) +
                          z2 * (-0x1.ba1ba1b71c3e2p-5 + 0x1.664f47b87d3a3p-6 * z)) +
                         z4 * (((-0x1.226e16aeab856p-7 + 0x1.d6ce09d4820cfp-9 * z) +
                                z2 * (-0x1.7d49e1cd595b8p-10 + 0x1.31d69d813b889p-11 * z)) +
                               z4 * (-0x1.c8fb3c5462494p-13 + 0x1.dcf96f75c499ap-15 * z));
        return size < 0x1p-27 ? x : x + x * z * p;
    }
    if (isnan(x))
        return x;
    double v = 1;
    if (size < 20) { /* 1 - 2 / (e^2x + 1) */
        const struct rt_growth e = rt_growth_of(2 * size, 0);
        const struct rt_pair below = rt_pair_sum(rt_scale(e.hi, e.k), 1);
        struct rt_pair two;
        two.hi = 2;
        two.lo = 0;
        const struct rt_pair part =
            rt_pair_quotient(two, rt_pair_tidy(below.hi, below.lo + rt_scale(e.lo, e.k)));
        const struct rt_pair rest = rt_pair_tidy(1, -part.hi);
        v = rest.hi + (rest.lo - part.lo);
    }
    return x < 0 ? -v : v;
}

/* fn log_pair: bits from_bits sum tidy quotient */
/* log x for finite x > 0. */
static inline struct rt_pair rt_log_pair(double x)
{
    int e = -1023;
    uint64_t bits;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        e -= 54;
    }
    bits = rt_bits(x);
    e += (int)(bits >> 52);
    bits = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
    double m = rt_from_bits(bits);
    if (m > 0x1.6a09e667f3bcdp0) { /* sqrt 2 */
        m *= 0.5;
        e++;
    }
    const double k = e;
    /* log m = 2 atanh s = 2 s + 2/3 s^3 + ..., s = (m - 1) / (m + 1) */
    struct rt_pair above;
    above.hi = m - 1;
    above.lo = 0;
    const struct rt_pair s = rt_pair_quotient(above, rt_pair_sum(m, 1));
    struct rt_pair z = rt_pair_product(s.hi, s.hi);
    z.lo += 2 * s.hi * s.lo;
    struct rt_pair cube = rt_pair_product(s.hi, z.hi);
    cube.lo += s.hi * z.lo + s.lo * z.hi;
    struct rt_pair third = rt_pair_product(cube.hi, 0x1.5555555555555p-1);
    third.lo += cube.hi * 0x1.5555555555555p-55 + cube.lo * 0x1.5555555555555p-1;
    /* the rest, over s^5; |s| < 0.172, to 2^-72 of the result */
    const double u = z.hi, u2 = u * u;
    const double p = ((0x1.9999999999995p-2 + 0x1.2492492493192p-2 * u) +
                      u2 * (0x1.c71c71c5573dep-3 + 0x1.745d1845efe8fp-3 * u)) +
                     u2 * u2 *
                         ((0x1.3b135d82f046p-3 + 0x1.11217cb3702bp-3 * u) +
                          u2 * (0x1.de1404933334dp-4 + 0x1.ec159deaabbcdp-4 * u));
    /* log 2 in two parts: multiples of the first are exact. */
    const struct rt_pair sum = rt_pair_sum(k * 0x1.62e42fefa38p-1, 2 * s.hi);
    const struct rt_pair more = rt_pair_sum(sum.hi, third.hi);
    const double rest =
        ((sum.lo + more.lo) + (third.lo + 2 * s.lo)) + (cube.hi * u * p + k * 0x1.ef35793c7673p-45);
    return rt_pair_tidy(more.hi, rest);
}

/* fn log: log_pair */
RT_FN double rt_log(double x)
{
    if (!(x > 0))
        return x == 0 ? -HUGE_VAL : (x - x) / (x - x);
    if (isinf(x))
        return x;
    return rt_log_pair(x).hi;
}

/* fn pow: product log_pair scale growth */
/* 0: not a whole number, 1: odd, 2: even. */
static inline int rt_parity(double y)
{
    const double size = fabs(y);
    if (size >= 0x1p53)
        return 2;
    const int64_t whole = (int64_t)size;
    if ((double)whole != size)
        return 0;
    return whole % 2 ? 1 : 2;
}

RT_FN double rt_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return x + y;
    const double size = fabs(x);
    const int parity = rt_parity(y);
    const double sign = signbit(x) && parity == 1 ? -1 : 1;
    if (isinf(y))
        return size == 1 ? 1 : (size > 1) == (y > 0) ? HUGE_VAL : 0;
    if (size == 0 || isinf(x))
        return sign * ((size == 0) == (y > 0) ? 0 : HUGE_VAL);
    if (x < 0 && parity == 0)
        return (x - x) / (x - x);
    const struct rt_pair log_x = rt_log_pair(size);
    /* A larger exponent gives no other result. */
    const double power = y > 0x1p64 ? 0x1p64 : y < -0x1p64 ? -0x1p64 : y;
    struct rt_pair p = rt_pair_product(power, log_x.hi);
    p.lo += power * log_x.lo;
    if (!(fabs(p.hi) < 760))
        return sign * (p.hi > 0 ? HUGE_VAL : 0);
    const struct rt_growth e = rt_growth_of(p.hi, p.lo);
    return sign * rt_scale(e.hi + e.lo, e.k);
}
