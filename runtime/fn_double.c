/* runtime/fn_double.c -- elementary functions of doubles; fn.h says what they promise.
 *
 * This file is also data: functions that generated code calls are copied into it. A comment
 * "fn NAME: OTHERS" begins a piece, which ends where the next one begins and needs the pieces
 * named. The lines above the first piece are not copied.
 *
 * Polynomials are minimax, from a Remez exchange in 60 digits that rounds one coefficient after the
 * other and fits the rest again. They are evaluated in pairs: the longest chain of dependent
 * operations, not their number, determines the time.
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
    (void)memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* fn from_bits: head */
static inline double rt_from_bits(uint64_t bits)
{
    double x;
    (void)memcpy(&x, &bits, sizeof x);
    return x;
}

/* fn pair: head */
/* The number hi + lo, with lo small beside hi. */
struct rt_pair {
    double hi;
    double lo;
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
/* a + b, exactly, with hi the nearest double, for about |a| >= |b|. */
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
    const double wide_a = cut * a;
    const double wide_b = cut * b;
    const double ah = wide_a - (wide_a - a);
    const double bh = wide_b - (wide_b - b);
    const double al = a - ah;
    const double bl = b - bh;
    struct rt_pair out;
    out.hi = a * b;
    out.lo = ((((ah * bh) - out.hi) + (ah * bl)) + (al * bh)) + (al * bl);
    return out;
}

/* fn quotient: product */
/* The quotient of two tidy pairs. The reciprocal does not depend on the first division. */
static inline struct rt_pair rt_pair_quotient(struct rt_pair above, struct rt_pair below)
{
    struct rt_pair out;
    out.hi = above.hi / below.hi;
    const double over = 1.0 / below.hi;
    const struct rt_pair back = rt_pair_product(out.hi, below.hi);
    out.lo = (((above.hi - back.hi) - back.lo) + (above.lo - (out.hi * below.lo))) * over;
    return out;
}

/* fn infinity: from_bits */
static inline double rt_infinity(void)
{
    return rt_from_bits(0x7ff0000000000000U);
}

/* fn angle: head */
/* The angle turns pi/2 + hi + lo, with |hi| <= pi/4 up to rounding. */
struct rt_angle {
    double hi;
    double lo;
    uint32_t turns; /* modulo 4 */
};

/* fn far: bits angle sum product */
/* For large x, which need hundreds of digits of 2/pi: x 2/pi modulo 4, in integer arithmetic.
 * |x| >= 1, or infinity or NaN, which give NaN. */
static struct rt_angle rt_angle_far(double x)
{
    static const uint32_t two_over_pi[37] = {
        0xa2f9836eU, 0x4e441529U, 0xfc2757d1U, 0xf534ddc0U, 0xdb629599U, 0x3c439041U, 0xfe5163abU,
        0xdebbc561U, 0xb7246e3aU, 0x424dd2e0U, 0x06492eeaU, 0x09d1921cU, 0xfe1deb1cU, 0xb129a73eU,
        0xe88235f5U, 0x2ebb4484U, 0xe99c7026U, 0xb45f7e41U, 0x3991d639U, 0x835339f4U, 0x9c845f8bU,
        0xbdf9283bU, 0x1ff897ffU, 0xde05980fU, 0xef2f118bU, 0x5a0a6d1fU, 0x6d367ecfU, 0x27cb09b7U,
        0x4f463f66U, 0x9e5fea2dU, 0x7527bac7U, 0xebe5f17bU, 0x3d0739f7U, 0x8a5292eaU, 0x6bfb5fb1U,
        0x1f8d5d08U, 0x56033046U};
    struct rt_angle out;
    const uint64_t bits = rt_bits(x);
    const uint32_t exponent = (uint32_t)(bits >> 52) & 0x7ffU;
    /* |x| = m 2^e = (m 2^shift) 2^(32 word - 96), and m 2^shift in three words of 32 bits */
    const uint64_t m = (bits & 0xfffffffffffffU) | 0x10000000000000U;
    const uint32_t e = (exponent - 1075U) + 96U;
    const uint32_t word = e / 32U;
    const uint32_t shift = e % 32U;
    const uint64_t low = (m & 0xffffffffU) << shift;
    const uint64_t high = (m >> 32) << shift;
    const uint64_t middle = (low >> 32) + (high & 0xffffffffU);
    const uint32_t factor[3] = {(uint32_t)low, (uint32_t)middle,
                                (uint32_t)((high >> 32) + (middle >> 32))};
    /* The product modulo 2^256, lowest word first; its highest word is the integer part. */
    uint32_t product[8] = {0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U};
    for (uint32_t i = 0U; i < 8U; i++) {
        const uint32_t at =
            (word + 7U) - i; /* of the digits, from 4 words before the binary point */
        const uint64_t digits = ((at >= 4U) && (at < 41U)) ? two_over_pi[at - 4U] : 0U;
        uint64_t carry = 0U;
        for (uint32_t j = 0U; (j < 3U) && ((i + j) < 8U); j++) {
            carry += (digits * factor[j]) + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        if ((i + 3U) < 8U) {
            product[i + 3U] += (uint32_t)carry;
        }
    }
    /* Round to the nearest integer: a fraction above one half becomes negative. */
    const uint32_t flip = ((product[6] >> 31) != 0U) ? 0xffffffffU : 0U;
    out.turns = product[7] + (flip & 1U);
    double sum = 0.0;
    double rest = 0.0;
    double weight = 0x1p-32;
    for (uint32_t i = 6U; i > 0U; i--) {
        const uint32_t digits = product[i] ^ flip;
        const struct rt_pair s = rt_pair_sum(sum, (double)digits * weight);
        sum = s.hi;
        rest += s.lo;
        weight *= 0x1p-32;
    }
    const double upper = (flip != 0U) ? -1.0 : 1.0;
    const double sign = (x < 0.0) ? -upper : upper;
    const struct rt_pair p = rt_pair_product(sum, 0x1.921fb54442d18p0);
    out.hi = sign * p.hi;
    out.lo = sign * (p.lo + ((sum * 0x1.1a62633145c07p-54) + (rest * 0x1.921fb54442d18p0)));
    if (x < 0.0) {
        out.turns = 0U - out.turns;
    }
    if (exponent == 0x7ffU) {
        out.hi = x - x;
    }
    return out;
}

/* fn reduce: bits tidy far */
/* Reduction by multiples of pi/2, given in three parts; multiples of the first two are exact. */
static inline struct rt_angle rt_angle_of(double x)
{
    struct rt_angle out;
    if (fabs(x) < 0x1p17) {
        const double whole = 0x1.8p52; /* adding it leaves no digits after the point */
        const double shifted = (x * 0x1.45f306dc9c883p-1) + whole;
        const double k = shifted - whole;
        /* Where the second part is the larger one, the difference is exact. */
        const struct rt_pair r = rt_pair_tidy(x - (k * 0x1.921fb5444p0), -(k * 0x1.68c234c4cp-39));
        out.hi = r.hi;
        out.lo = r.lo - (k * 0x1.98a2e03707345p-77);
        out.turns = (uint32_t)(rt_bits(shifted) & 3U);
    } else {
        out = rt_angle_far(x);
    }
    return out;
}

/* fn trig: pair angle */
/* sin(hi + lo) and cos(hi + lo), each as a sum that is still to be rounded. The leading parts of
 * r^2 / 2 and r^3 / 6 come from `top`, so few leading digits of r that its powers are exact. */
static inline void rt_trig(const struct rt_angle *a, struct rt_pair *s, struct rt_pair *c)
{
    const double r = a->hi;
    const double z = r * r;
    const double z2 = z * z;
    const double z4 = z2 * z2;
    const double top = (r + 0x1.8p35) - 0x1.8p35; /* 17 binary digits after the point */
    const double top2 = top * top;
    const double below = r - top;
    const double both = r + top;
    const double sixth = -0x1.5555555555555p-3;
    /* (sin r - r - sixth r^3) / r^5 and (cos r - 1 + r^2 / 2) / r^4, to 2^-57 of the result */
    const double ps = ((0x1.11111111106dep-7 + (-0x1.a01a019d8b48fp-13 * z)) +
                       (z2 * (0x1.71de368fbc2c5p-19 + (-0x1.ae5f26d0ecfa7p-26 * z)))) +
                      (z4 * 0x1.5dc4fcad39117p-33);
    const double pc_low = 0x1.555555555554cp-5 + (-0x1.6c16c16c1521p-10 * z);
    const double pc_high = (0x1.a01a019cbcdb1p-16 + (-0x1.27e4f81048a1ep-22 * z)) +
                           (z2 * (0x1.1ee9ef555464dp-29 + (-0x1.8fb002b9251dap-37 * z)));
    s->hi = r;
    c->hi = 1.0 - (0.5 * top2);
    s->lo = (sixth * (top2 * top)) +
            (((sixth * (below * ((both * r) + top2))) + (a->lo * c->hi)) + ((r * z2) * ps));
    c->lo = ((z2 * pc_low) - ((0.5 * both) * (below + a->lo))) + (z4 * pc_high);
}

/* fn sincos: bits from_bits reduce trig */
/* The quadrant selects function and signs by bit operations: a branch would be mispredicted. */
RT_FN void rt_sincos(double x, double *s, double *c)
{
    if (fabs(x) < 0x1p-27) { /* keeps the sign of 0 */
        *s = x;
        *c = 1.0;
    } else {
        const struct rt_angle a = rt_angle_of(x);
        struct rt_pair sine;
        struct rt_pair cosine;
        rt_trig(&a, &sine, &cosine);
        uint64_t s_bits = rt_bits(sine.hi + sine.lo);
        uint64_t c_bits = rt_bits(cosine.hi + cosine.lo);
        const uint64_t turns = a.turns;
        const uint64_t swap = (s_bits ^ c_bits) & (0U - (turns & 1U));
        s_bits ^= swap ^ ((turns & 2U) << 62);
        c_bits ^= swap ^ (((turns + 1U) & 2U) << 62);
        *s = rt_from_bits(s_bits);
        *c = rt_from_bits(c_bits);
    }
}

/* fn sin: sincos */
RT_FN double rt_sin(double x)
{
    double s;
    double c;
    rt_sincos(x, &s, &c);
    return s;
}

/* fn cos: sincos */
RT_FN double rt_cos(double x)
{
    double s;
    double c;
    rt_sincos(x, &s, &c);
    return c;
}

/* fn tan: reduce trig tidy quotient */
RT_FN double rt_tan(double x)
{
    const struct rt_angle a = rt_angle_of(x);
    double value = x;
    if (!(fabs(x) < 0x1p-27)) {
        struct rt_pair s;
        struct rt_pair c;
        rt_trig(&a, &s, &c);
        s = rt_pair_tidy(s.hi, s.lo);
        c = rt_pair_tidy(c.hi, c.lo);
        if ((a.turns & 1U) != 0U) {
            s = rt_pair_quotient(c, s);
            value = -(s.hi + s.lo);
        } else {
            s = rt_pair_quotient(s, c);
            value = s.hi + s.lo;
        }
    }
    return value;
}

/* fn ratio: sum tidy quotient */
/* atan(a / b) for 0 <= a <= b: atan(i / 8) from a table, plus the rest of the angle. */
static inline struct rt_pair rt_atan_ratio(struct rt_pair a, struct rt_pair b)
{
    static const double high[9] = {
        0.0,
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
        0.0,
        -0x1.cd37686760c17p-59,
        0x1.8ab6e3cf7afbdp-57,
        -0x1.c63aae6f6e918p-56,
        0x1.a2b7f222f65e2p-56,
        -0x1.928df287a668fp-58,
        0x1.2419a87f2a458p-56,
        -0x1.8c34d25aadef6p-56,
        0x1.1a62633145c07p-55,
    };
    const double near_i = (8.0 * (a.hi / b.hi)) + 0.5;
    const int32_t i = (int32_t)near_i;
    const double tangent = 0.125 * (double)i;
    const struct rt_pair part = rt_pair_product(tangent, b.hi);
    struct rt_pair below = rt_pair_sum(b.hi, tangent * a.hi);
    struct rt_pair above;
    above.hi = a.hi - part.hi;
    above.lo = (a.lo - (tangent * b.lo)) - part.lo;
    below.lo += b.lo + (tangent * a.lo);
    const struct rt_pair t = rt_pair_quotient(above, below);
    const double z = t.hi * t.hi;
    const double z2 = z * z;
    /* (atan t / t - 1) / t^2, |t| <= 1/16, to 2^-62 of the result */
    const double p = (-0x1.5555555555536p-2 + (0x1.999999996242cp-3 * z)) +
                     (z2 * ((-0x1.249248269dbd3p-3 + (0x1.c718782fb2c62p-4 * z)) +
                            (z2 * -0x1.70beadd7d532cp-4)));
    struct rt_pair out = rt_pair_tidy(high[i], t.hi);
    out.lo += low[i] + (t.lo + (t.hi * z * p));
    return out;
}

/* fn corner: sum ratio */
/* The angle between the first axis and (x, y), for x, y >= 0, not both 0. */
static struct rt_pair rt_corner(struct rt_pair y, struct rt_pair x)
{
    struct rt_pair out;
    if (y.hi <= x.hi) {
        out = rt_atan_ratio(y, x);
    } else {
        const struct rt_pair rest = rt_atan_ratio(x, y);
        out = rt_pair_sum(0x1.921fb54442d18p0, -rest.hi);
        out.lo += 0x1.1a62633145c07p-54 - rest.lo;
    }
    return out;
}

/* fn leg: sum tidy product */
/* sqrt(1 - x^2) */
static inline struct rt_pair rt_leg(double x)
{
    const struct rt_pair square = rt_pair_product(x, x);
    const struct rt_pair sum = rt_pair_sum(1.0, -square.hi);
    struct rt_pair out = rt_pair_tidy(0.0, 0.0);
    if (sum.hi > 0.0) {
        const double root = sqrt(sum.hi);
        const double half_over = 0.5 / sum.hi;
        const struct rt_pair back = rt_pair_product(root, root);
        const double rest = ((sum.hi - back.hi) - back.lo) + (sum.lo - square.lo);
        out = rt_pair_tidy(root, rest * root * half_over);
    }
    return out;
}

/* fn asin: corner leg */
RT_FN double rt_asin(double x)
{
    const double size = fabs(x);
    double value = x;
    if (!(size <= 1.0)) {
        value = (x - x) / (x - x);
    } else if (size >= 0x1p-27) {
        struct rt_pair y;
        y.hi = size;
        y.lo = 0.0;
        y = rt_corner(y, rt_leg(size));
        value = (x < 0.0) ? -(y.hi + y.lo) : (y.hi + y.lo);
    } else {
        /* x itself */
    }
    return value;
}

/* fn acos: sum corner leg */
RT_FN double rt_acos(double x)
{
    struct rt_pair side;
    double value;
    side.hi = fabs(x);
    side.lo = 0.0;
    if (side.hi <= 1.0) {
        const struct rt_pair a = rt_corner(rt_leg(x), side);
        value = a.hi + a.lo;
        if (x < 0.0) {
            const struct rt_pair rest = rt_pair_sum(0x1.921fb54442d18p1, -a.hi);
            value = rest.hi + (rest.lo + (0x1.1a62633145c07p-53 - a.lo));
        }
    } else {
        value = (x - x) / (x - x);
    }
    return value;
}

/* fn atan2: bits sum corner */
/* The angle between the first axis and (x, y), for x, y >= 0, scaled so that only 0 and infinity
 * are out of range. Infinity exceeds every other length. */
static inline struct rt_pair rt_direction(double y, double x)
{
    struct rt_pair a;
    struct rt_pair b;
    struct rt_pair angle;
    a.hi = y;
    b.hi = x;
    a.lo = 0.0;
    b.lo = 0.0;
    angle.hi = 0.0;
    angle.lo = 0.0;
    if ((y + x) > 0x1.fffffffffffffp1023) {
        a.hi = (y > 0x1.fffffffffffffp1023) ? 1.0 : 0.0;
        b.hi = (x > 0x1.fffffffffffffp1023) ? 1.0 : 0.0;
    }
    if (b.hi < (a.hi * 0x1p-60)) {
        b.hi = 0.0;
    }
    if (a.hi > (b.hi * 0x1p-60)) {
        angle = rt_corner(a, b);
    }
    return angle;
}

RT_FN double rt_atan2(double y, double x)
{
    const double size = fabs(y) + fabs(x);
    const double small = (size < 0x1p-300) ? 0x1p600 : 1.0;
    const double scale = (size > 0x1p500) ? 0x1p-600 : small;
    const double up = fabs(y) * scale;
    const double along = fabs(x) * scale;
    const uint64_t minus_y = rt_bits(y) >> 63;
    const uint64_t minus_x = rt_bits(x) >> 63;
    double value;
    if ((x != x) || (y != y)) {
        value = x + y;
    } else if ((minus_x == 0U) && (up < (along * 0x1p-60))) {
        value = y / x;
    } else {
        struct rt_pair angle = rt_direction(up, along);
        if (minus_x != 0U) {
            const double rest = -angle.lo;
            angle = rt_pair_sum(0x1.921fb54442d18p1, -angle.hi);
            angle.lo += 0x1.1a62633145c07p-53 + rest;
        }
        value = (minus_y != 0U) ? -(angle.hi + angle.lo) : (angle.hi + angle.lo);
    }
    return value;
}

/* fn atan: corner */
RT_FN double rt_atan(double x)
{
    const double size = fabs(x);
    double value = x;
    if (size >= 0x1p-27) {
        struct rt_pair a;
        a.hi = 0x1.921fb54442d18p0;
        a.lo = 0x1.1a62633145c07p-54;
        if (size < 0x1p60) {
            struct rt_pair y;
            struct rt_pair one;
            y.hi = size;
            y.lo = 0.0;
            one.hi = 1.0;
            one.lo = 0.0;
            a = rt_corner(y, one);
        }
        value = (x < 0.0) ? -(a.hi + a.lo) : (a.hi + a.lo);
    }
    return value;
}

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

/* fn log_pair: bits from_bits sum tidy quotient */
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
    /* log m = 2 atanh s = 2 s + 2/3 s^3 + ..., s = (m - 1) / (m + 1) */
    struct rt_pair above;
    above.hi = m - 1.0;
    above.lo = 0.0;
    const struct rt_pair s = rt_pair_quotient(above, rt_pair_sum(m, 1.0));
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
