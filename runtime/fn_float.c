/* runtime/fn_float.c -- elementary functions of floats; fn.h says what they promise.
 *
 * They use no doubles, for which small machines have no hardware. fn_double.c explains the pieces
 * of the file and the origin of the polynomials; the methods are the same.
 */
#include "fn.h"

#define RT_FN

/* fn head: */
#include <math.h>
#include <stdint.h>
#include <string.h>

/* fn bits: head */
static inline uint32_t rt_bitsf(float x)
{
    uint32_t bits;
    (void)memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* fn from_bits: head */
static inline float rt_from_bitsf(uint32_t bits)
{
    float x;
    (void)memcpy(&x, &bits, sizeof x);
    return x;
}

/* fn pair: head */
/* The number hi + lo, with lo small beside hi. */
struct rt_pairf {
    float hi;
    float lo;
};

/* fn sum: pair */
/* a + b, exactly. */
static inline struct rt_pairf rt_pair_sumf(float a, float b)
{
    struct rt_pairf out;
    out.hi = a + b;
    const float part = out.hi - a;
    out.lo = (a - (out.hi - part)) + (b - part);
    return out;
}

/* fn tidy: pair */
/* a + b, exactly, with hi the nearest float, for about |a| >= |b|. */
static inline struct rt_pairf rt_pair_tidyf(float a, float b)
{
    struct rt_pairf out;
    out.hi = a + b;
    out.lo = (a - out.hi) + b;
    return out;
}

/* fn product: pair */
/* a b, exactly unless it is very large or very small: each factor is cut into halves of 12 bits. */
static inline struct rt_pairf rt_pair_productf(float a, float b)
{
    const float cut = 0x1.001p12f; /* 2^12 + 1 */
    const float wide_a = cut * a;
    const float wide_b = cut * b;
    const float ah = wide_a - (wide_a - a);
    const float bh = wide_b - (wide_b - b);
    const float al = a - ah;
    const float bl = b - bh;
    struct rt_pairf out;
    out.hi = a * b;
    out.lo = ((((ah * bh) - out.hi) + (ah * bl)) + (al * bh)) + (al * bl);
    return out;
}

/* fn quotient: product */
/* The quotient of two tidy pairs. The reciprocal does not depend on the first division. */
static inline struct rt_pairf rt_pair_quotientf(struct rt_pairf above, struct rt_pairf below)
{
    struct rt_pairf out;
    out.hi = above.hi / below.hi;
    const float over = 1.0f / below.hi;
    const struct rt_pairf back = rt_pair_productf(out.hi, below.hi);
    out.lo = (((above.hi - back.hi) - back.lo) + (above.lo - (out.hi * below.lo))) * over;
    return out;
}

/* fn infinity: from_bits */
static inline float rt_infinityf(void)
{
    return rt_from_bitsf(0x7f800000U);
}

/* fn angle: head */
/* The angle turns pi/2 + hi - lo, with |hi| <= pi/4 up to rounding. */
struct rt_anglef {
    float hi;
    float lo;
    uint32_t turns; /* modulo 4 */
};

/* fn reduce: bits angle */
/* Reduction by multiples of pi/2, given in four parts: multiples of the first two are exact, of the
 * third as long as |x| < 3000. Beyond 2^15 pi/2 neighbouring floats are 2^-8 apart or more, too far
 * for a meaningful sine: the result is NaN. */
static inline struct rt_anglef rt_angle_off(float x)
{
    const float whole = 0x1.81p23f; /* adding it leaves no digits after the point */
    const float shifted = (x * 0x1.45f306p-1f) + whole;
    const float k = shifted - whole;
    const float near_r = (x - (k * 0x1.92p0f)) - (k * 0x1.fbp-12f);
    const float part = k * 0x1.511p-22f;
    struct rt_anglef out;
    out.turns = rt_bitsf(shifted);
    out.hi = near_r - part;
    out.lo = (k * 0x1.68c234p-39f) - ((near_r - out.hi) - part);
    if ((out.turns >> 16) != 0x4b40U) {
        out.hi = (x - x) / (x - x);
    }
    return out;
}

/* fn sincos: reduce */
/* The order of signs keeps -0. */
RT_FN void rt_sincosf(float x, float *s, float *c)
{
    const struct rt_anglef a = rt_angle_off(x);
    const float z = a.hi * a.hi;
    const float half = 0.5f * z;
    const float one = 1.0f - half;
    /* (1 - sin r / r) / r^2 and (cos r - 1 + r^2 / 2) / r^4, to 2^-27 and 2^-32 of the result */
    const float ps = 0x1.555546p-3f + (z * (-0x1.110778p-7f + (z * 0x1.9953fap-13f)));
    const float pc = 0x1.55554ap-5f + (z * (-0x1.6c0c28p-10f + (z * 0x1.99e80cp-16f)));
    float sine = a.hi - (a.lo + ((a.hi * z) * ps));
    float cosine = one + (((1.0f - one) - half) + (((z * z) * pc) + (a.hi * a.lo)));
    if ((a.turns & 1U) != 0U) {
        const float old = sine;
        sine = cosine;
        cosine = -old;
    }
    if ((a.turns & 2U) != 0U) {
        sine = -sine;
        cosine = -cosine;
    }
    *s = sine;
    *c = cosine;
}

/* fn sin: sincos */
RT_FN float rt_sinf(float x)
{
    float s;
    float c;
    rt_sincosf(x, &s, &c);
    return s;
}

/* fn cos: sincos */
RT_FN float rt_cosf(float x)
{
    float s;
    float c;
    rt_sincosf(x, &s, &c);
    return c;
}

/* fn trig: pair angle */
/* sin(hi - lo) and cos(hi - lo), each as a sum that is still to be rounded. The leading parts of
 * r^2 / 2 and r^3 / 6 come from `top`, so few leading digits of r that its powers are exact. */
static inline void rt_trigf(const struct rt_anglef *a, struct rt_pairf *s, struct rt_pairf *c)
{
    const float r = a->hi;
    const float z = r * r;
    const float z2 = z * z;
    const float top = (r + 0x1.8p15f) - 0x1.8p15f; /* 8 binary digits after the point */
    const float top2 = top * top;
    const float below = r - top;
    const float both = r + top;
    const float sixth = -0x1.555556p-3f;
    /* (sin r - r - sixth r^3) / r^5 and (cos r - 1 + r^2 / 2) / r^4, to 2^-32 of the result */
    const float ps = (0x1.111176p-7f + (-0x1.a05ba8p-13f * z)) + (z2 * 0x1.7ccf1ep-19f);
    const float pc = (0x1.55554ap-5f + (-0x1.6c0c1ap-10f * z)) + (z2 * 0x1.99e0f4p-16f);
    s->hi = r;
    c->hi = 1.0f - (0.5f * top2);
    s->lo = (sixth * (top2 * top)) +
            (((sixth * (below * ((both * r) + top2))) - (a->lo * c->hi)) + ((r * z2) * ps));
    c->lo = (z2 * pc) - ((0.5f * both) * (below - a->lo));
}

/* fn tan: reduce trig tidy quotient */
RT_FN float rt_tanf(float x)
{
    const struct rt_anglef a = rt_angle_off(x);
    float value = x;
    if (!(fabsf(x) < 0x1p-13f)) {
        struct rt_pairf s;
        struct rt_pairf c;
        rt_trigf(&a, &s, &c);
        s = rt_pair_tidyf(s.hi, s.lo);
        c = rt_pair_tidyf(c.hi, c.lo);
        if ((a.turns & 1U) != 0U) {
            s = rt_pair_quotientf(c, s);
            value = -(s.hi + s.lo);
        } else {
            s = rt_pair_quotientf(s, c);
            value = s.hi + s.lo;
        }
    }
    return value;
}

/* fn ratio: sum tidy quotient */
/* atan(a / b) for 0 <= a <= b: atan(i / 8) from a table, plus the rest of the angle. */
static inline struct rt_pairf rt_atan_ratiof(struct rt_pairf a, struct rt_pairf b)
{
    static const float high[9] = {0.0f,           0x1.fd5baap-4f, 0x1.f5b760p-3f,
                                  0x1.6f6194p-2f, 0x1.dac670p-2f, 0x1.1e00bap-1f,
                                  0x1.4978fap-1f, 0x1.700a7cp-1f, 0x1.921fb6p-1f};
    static const float low[9] = {0.0f,
                                 -0x1.54f424p-30f,
                                 -0x1.b4dfc8p-29f,
                                 0x1.e4def0p-30f,
                                 0x1.586ed4p-28f,
                                 0x1.7bdfd6p-26f,
                                 0x1.934f70p-28f,
                                 0x1.5e118cp-27f,
                                 -0x1.777a5cp-26f};
    const float near_i = (8.0f * (a.hi / b.hi)) + 0.5f;
    const int32_t i = (int32_t)near_i;
    const float tangent = 0.125f * (float)i;
    const struct rt_pairf part = rt_pair_productf(tangent, b.hi);
    struct rt_pairf below = rt_pair_sumf(b.hi, tangent * a.hi);
    struct rt_pairf above;
    above.hi = a.hi - part.hi;
    above.lo = (a.lo - (tangent * b.lo)) - part.lo;
    below.lo += b.lo + (tangent * a.lo);
    const struct rt_pairf t = rt_pair_quotientf(above, below);
    const float z = t.hi * t.hi;
    /* (atan t / t - 1) / t^2, |t| <= 1/16, to 2^-31 of the result */
    const float p = -0x1.555516p-2f + (0x1.9801acp-3f * z);
    struct rt_pairf out = rt_pair_tidyf(high[i], t.hi);
    out.lo += low[i] + (t.lo + (t.hi * z * p));
    return out;
}

/* fn corner: sum ratio */
/* The angle between the first axis and (x, y), for x, y >= 0, not both 0. */
static struct rt_pairf rt_cornerf(struct rt_pairf y, struct rt_pairf x)
{
    struct rt_pairf out;
    if (y.hi <= x.hi) {
        out = rt_atan_ratiof(y, x);
    } else {
        const struct rt_pairf rest = rt_atan_ratiof(x, y);
        out = rt_pair_sumf(0x1.921fb6p0f, -rest.hi);
        out.lo += -0x1.777a5cp-25f - rest.lo;
    }
    return out;
}

/* fn leg: sum tidy product */
/* sqrtf(1 - x^2) */
static inline struct rt_pairf rt_legf(float x)
{
    const struct rt_pairf square = rt_pair_productf(x, x);
    const struct rt_pairf sum = rt_pair_sumf(1.0f, -square.hi);
    struct rt_pairf out = rt_pair_tidyf(0.0f, 0.0f);
    if (sum.hi > 0.0f) {
        const float root = sqrtf(sum.hi);
        const float half_over = 0.5f / sum.hi;
        const struct rt_pairf back = rt_pair_productf(root, root);
        const float rest = ((sum.hi - back.hi) - back.lo) + (sum.lo - square.lo);
        out = rt_pair_tidyf(root, rest * root * half_over);
    }
    return out;
}

/* fn asin: corner leg */
RT_FN float rt_asinf(float x)
{
    const float size = fabsf(x);
    float value = x;
    if (!(size <= 1.0f)) {
        value = (x - x) / (x - x);
    } else if (size >= 0x1p-13f) {
        struct rt_pairf y;
        y.hi = size;
        y.lo = 0.0f;
        y = rt_cornerf(y, rt_legf(size));
        value = (x < 0.0f) ? -(y.hi + y.lo) : (y.hi + y.lo);
    } else {
        /* x itself */
    }
    return value;
}

/* fn acos: sum corner leg */
RT_FN float rt_acosf(float x)
{
    struct rt_pairf side;
    float value;
    side.hi = fabsf(x);
    side.lo = 0.0f;
    if (side.hi <= 1.0f) {
        const struct rt_pairf a = rt_cornerf(rt_legf(x), side);
        value = a.hi + a.lo;
        if (x < 0.0f) {
            const struct rt_pairf rest = rt_pair_sumf(0x1.921fb6p1f, -a.hi);
            value = rest.hi + (rest.lo + (-0x1.777a5cp-24f - a.lo));
        }
    } else {
        value = (x - x) / (x - x);
    }
    return value;
}

/* fn atan2: bits sum corner */
/* The angle between the first axis and (x, y), for x, y >= 0, scaled so that only 0 and infinity
 * are out of range. Infinity exceeds every other length. */
static inline struct rt_pairf rt_directionf(float y, float x)
{
    struct rt_pairf a;
    struct rt_pairf b;
    struct rt_pairf angle;
    a.hi = y;
    b.hi = x;
    a.lo = 0.0f;
    b.lo = 0.0f;
    angle.hi = 0.0f;
    angle.lo = 0.0f;
    if ((y + x) > 0x1.fffffep127f) {
        a.hi = (y > 0x1.fffffep127f) ? 1.0f : 0.0f;
        b.hi = (x > 0x1.fffffep127f) ? 1.0f : 0.0f;
    }
    if (b.hi < (a.hi * 0x1p-30f)) {
        b.hi = 0.0f;
    }
    if (a.hi > (b.hi * 0x1p-30f)) {
        angle = rt_cornerf(a, b);
    }
    return angle;
}

RT_FN float rt_atan2f(float y, float x)
{
    const float size = fabsf(y) + fabsf(x);
    const float small = (size < 0x1p-40f) ? 0x1p70f : 1.0f;
    const float scale = (size > 0x1p60f) ? 0x1p-70f : small;
    const float up = fabsf(y) * scale;
    const float along = fabsf(x) * scale;
    const uint32_t minus_y = rt_bitsf(y) >> 31;
    const uint32_t minus_x = rt_bitsf(x) >> 31;
    float value;
    if ((x != x) || (y != y)) {
        value = x + y;
    } else if ((minus_x == 0U) && (up < (along * 0x1p-30f))) {
        value = y / x;
    } else {
        struct rt_pairf angle = rt_directionf(up, along);
        if (minus_x != 0U) {
            const float rest = -angle.lo;
            angle = rt_pair_sumf(0x1.921fb6p1f, -angle.hi);
            angle.lo += -0x1.777a5cp-24f + rest;
        }
        value = (minus_y != 0U) ? -(angle.hi + angle.lo) : (angle.hi + angle.lo);
    }
    return value;
}

/* fn atan: corner */
RT_FN float rt_atanf(float x)
{
    const float size = fabsf(x);
    float value = x;
    if (size >= 0x1p-13f) {
        struct rt_pairf a;
        a.hi = 0x1.921fb6p0f;
        a.lo = -0x1.777a5cp-25f;
        if (size < 0x1p30f) {
            struct rt_pairf y;
            struct rt_pairf one;
            y.hi = size;
            y.lo = 0.0f;
            one.hi = 1.0f;
            one.lo = 0.0f;
            a = rt_cornerf(y, one);
        }
        value = (x < 0.0f) ? -(a.hi + a.lo) : (a.hi + a.lo);
    }
    return value;
}

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

/* fn log_pair: bits from_bits sum tidy quotient */
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
    /* log m = 2 atanh s = 2 s + 2/3 s^3 + ..., s = (m - 1) / (m + 1) */
    struct rt_pairf above;
    above.hi = m - 1.0f;
    above.lo = 0.0f;
    const struct rt_pairf s = rt_pair_quotientf(above, rt_pair_sumf(m, 1.0f));
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
