/* runtime/fn_double_circle.c -- sines, tangents and their inverses, of doubles. */
#include "fn_double.h"

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
