/* runtime/fn_float.c -- elementary functions of floats; fn.h says what they promise.
 *
 * No float occurs: small machines have no hardware for them. How the file is cut into sections,
 * and where polynomials come from, is said in fn_double.c; the ideas are the same.
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
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* fn from_bits: head */
static inline float rt_from_bitsf(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* fn pair: head */
/* A number as a sum: lo is small beside hi. */
struct rt_pairf {
    float hi, lo;
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
/* The same number, with hi the nearest to it, for |a| >= |b| or so. */
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
    const float wide_a = cut * a, wide_b = cut * b;
    const float ah = wide_a - (wide_a - a), al = a - ah;
    const float bh = wide_b - (wide_b - b), bl = b - bh;
    struct rt_pairf out;
    out.hi = a * b;
    out.lo = ((ah * bh - out.hi) + ah * bl + al * bh) + al * bl;
    return out;
}

/* fn quotient: product */
/* The quotient of two tidy pairs. The reciprocal does not wait for the first division. */
static inline struct rt_pairf rt_pair_quotientf(struct rt_pairf above, struct rt_pairf below)
{
    struct rt_pairf out;
    out.hi = above.hi / below.hi;
    const float over = 1 / below.hi;
    const struct rt_pairf back = rt_pair_productf(out.hi, below.hi);
    out.lo = (((above.hi - back.hi) - back.lo) + (above.lo - out.hi * below.lo)) * over;
    return out;
}

/* fn angle: head */
/* An angle as quarters of a turn and a rest: turns pi/2 + hi + lo, |hi| <= pi/4 and a bit. */
struct rt_anglef {
    float hi, lo;
    uint32_t turns; /* modulo 4 */
};

/* fn far: bits angle sum product */
/* Where x has so few digits after the point that many are needed of 2/pi: x 2/pi by integers,
 * without the multiples of 4 in it. |x| >= 1, or infinity or NaN, which give NaN. */
static struct rt_anglef rt_angle_farf(float x)
{
    static const uint32_t two_over_pi[7] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
                                            0xdb629599, 0x3c439041, 0xfe5163ab};
    struct rt_anglef out = {x - x, 0, 0};
    const uint32_t bits = rt_bitsf(x);
    const uint32_t exponent = (bits >> 23) & 0xff;
    if (exponent == 0xff)
        return out;
    /* |x| = m 2^e = (m 2^shift) 2^(32 word - 96), and m 2^shift in two words of 32 bits */
    const uint32_t e = exponent - 150 + 96, word = e / 32, shift = e % 32;
    const uint64_t m = (uint64_t)((bits & 0x7fffff) | 0x800000) << shift;
    const uint32_t factor[2] = {(uint32_t)m, (uint32_t)(m >> 32)};
    /* The product modulo 2^160, lowest word first; its highest word stands before the point. */
    uint32_t product[5] = {0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < 5; i++) {
        const uint32_t at = word + 4 - i; /* of the digits, counted from 4 words before the point */
        const uint64_t digits = at >= 4 && at - 4 < 7 ? two_over_pi[at - 4] : 0;
        uint64_t carry = 0;
        for (uint32_t j = 0; j < 2 && i + j < 5; j++) {
            carry += digits * factor[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        if (i + 2 < 5)
            product[i + 2] += (uint32_t)carry;
    }
    /* To the nearest whole number: a fraction over one half becomes negative. */
    const uint32_t flip = product[3] >> 31 ? 0xffffffff : 0;
    out.turns = product[4] + (flip & 1);
    float sum = 0, rest = 0, weight = 0x1p-16f;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t half = (product[3 - i / 2] ^ flip) >> (i % 2 ? 0 : 16) & 0xffff;
        const struct rt_pairf s = rt_pair_sumf(sum, (float)half * weight);
        sum = s.hi;
        rest += s.lo;
        weight *= 0x1p-16f;
    }
    const float sign = (flip != 0) != (x < 0) ? -1 : 1;
    const struct rt_pairf p = rt_pair_productf(sum, 0x1.921fb6p0f);
    out.hi = sign * p.hi;
    out.lo = sign * (p.lo + (sum * -0x1.777a5cp-25f + rest * 0x1.921fb6p0f));
    if (x < 0)
        out.turns = 0 - out.turns;
    return out;
}

/* fn reduce: bits sum far */
/* pi/2 in three parts: multiples of the first two are exact. */
static inline struct rt_anglef rt_angle_off(float x)
{
    if (!(fabsf(x) < 400))
        return rt_angle_farf(x);
    const float whole = 0x1.8p23f; /* adding it leaves no digits after the point */
    const float shifted = x * 0x1.45f306p-1f + whole;
    const float k = shifted - whole;
    const struct rt_pairf r = rt_pair_sumf(x - k * 0x1.922p0f, k * 0x1.2aeep-18f);
    struct rt_anglef out;
    out.hi = r.hi;
    out.lo = r.lo + k * 0x1.e973dcp-35f;
    out.turns = rt_bitsf(shifted);
    return out;
}

/* fn trig: pair angle */
/* sin(hi + lo) and cos(hi + lo), each as a sum whose last rounding is left to do. What is large in
 * r^2 / 2 and r^3 / 6 comes from `top`, so few digits of r that its powers are exact. */
static inline void rt_trigf(const struct rt_anglef *a, struct rt_pairf *s, struct rt_pairf *c)
{
    const float r = a->hi, z = r * r, z2 = z * z;
    const float top = (r + 0x1.8p15f) - 0x1.8p15f, top2 = top * top; /* 8 digits after the point */
    const float below = r - top, both = r + top;
    const float sixth = -0x1.555556p-3f;
    /* (sin r - r - sixth r^3) / r^5 and (cos r - 1 + r^2 / 2) / r^4, to 2^-32 of the result */
    const float ps = (0x1.111176p-7f + -0x1.a05ba8p-13f * z) + z2 * 0x1.7ccf1ep-19f;
    const float pc = (0x1.55554ap-5f + -0x1.6c0c1ap-10f * z) + z2 * 0x1.99e0f4p-16f;
    s->hi = r;
    c->hi = 1 - 0.5f * top2;
    s->lo = sixth * (top2 * top) +
            ((sixth * (below * (both * r + top2)) + a->lo * c->hi) + (r * z2) * ps);
    c->lo = z2 * pc - (0.5f * both) * (below + a->lo);
}

/* fn sincos: bits from_bits reduce trig */
/* The quarter decides which is which, and the signs, by bits: a branch on it nobody can predict. */
RT_FN void rt_sincosf(float x, float *s, float *c)
{
    if (fabsf(x) < 0x1p-13f) { /* and the sign of 0 stays */
        *s = x;
        *c = 1;
        return;
    }
    const struct rt_anglef a = rt_angle_off(x);
    struct rt_pairf sine, cosine;
    rt_trigf(&a, &sine, &cosine);
    const float s_value = sine.hi + sine.lo, c_value = cosine.hi + cosine.lo;
    uint32_t s_bits = rt_bitsf(s_value), c_bits = rt_bitsf(c_value);
    const uint32_t swap = (s_bits ^ c_bits) & (0 - (a.turns & 1));
    s_bits ^= swap ^ (a.turns & 2) << 30;
    c_bits ^= swap ^ ((a.turns + 1) & 2) << 30;
    *s = rt_from_bitsf(s_bits);
    *c = rt_from_bitsf(c_bits);
}

/* fn sin: sincos */
RT_FN float rt_sinf(float x)
{
    float s, c;
    rt_sincosf(x, &s, &c);
    return s;
}

/* fn cos: sincos */
RT_FN float rt_cosf(float x)
{
    float s, c;
    rt_sincosf(x, &s, &c);
    return c;
}

/* fn tan: reduce trig tidy quotient */
RT_FN float rt_tanf(float x)
{
    if (fabsf(x) < 0x1p-13f)
        return x;
    const struct rt_anglef a = rt_angle_off(x);
    struct rt_pairf s, c;
    rt_trigf(&a, &s, &c);
    s = rt_pair_tidyf(s.hi, s.lo);
    c = rt_pair_tidyf(c.hi, c.lo);
    const struct rt_pairf q = a.turns & 1 ? rt_pair_quotientf(c, s) : rt_pair_quotientf(s, c);
    return a.turns & 1 ? -(q.hi + q.lo) : q.hi + q.lo;
}

/* fn ratio: sum tidy quotient */
/* atan(a / b) for 0 <= a <= b: atan(i / 8) from a table, and the rest of the angle. */
static inline struct rt_pairf rt_atan_ratiof(struct rt_pairf a, struct rt_pairf b)
{
    static const float high[9] = {0,
                                  0x1.fd5baap-4f,
                                  0x1.f5b760p-3f,
                                  0x1.6f6194p-2f,
                                  0x1.dac670p-2f,
                                  0x1.1e00bap-1f,
                                  0x1.4978fap-1f,
                                  0x1.700a7cp-1f,
                                  0x1.921fb6p-1f};
    static const float low[9] = {0,
                                 -0x1.54f424p-30f,
                                 -0x1.b4dfc8p-29f,
                                 0x1.e4def0p-30f,
                                 0x1.586ed4p-28f,
                                 0x1.7bdfd6p-26f,
                                 0x1.934f70p-28f,
                                 0x1.5e118cp-27f,
                                 -0x1.777a5cp-26f};
    const int i = (int)(8 * (a.hi / b.hi) + 0.5f);
    const float tangent = 0.125f * (float)i;
    const struct rt_pairf part = rt_pair_productf(tangent, b.hi);
    struct rt_pairf above, below = rt_pair_sumf(b.hi, tangent * a.hi);
    above.hi = a.hi - part.hi;
    above.lo = (a.lo - tangent * b.lo) - part.lo;
    below.lo += b.lo + tangent * a.lo;
    const struct rt_pairf t = rt_pair_quotientf(above, below);
    const float z = t.hi * t.hi;
    /* (atan t / t - 1) / t^2, |t| <= 1/16, to 2^-31 of the result */
    const float p = -0x1.555516p-2f + 0x1.9801acp-3f * z;
    struct rt_pairf out = rt_pair_tidyf(high[i], t.hi);
    out.lo += low[i] + (t.lo + t.hi * z * p);
    return out;
}

/* fn corner: sum ratio */
/* The angle from 0 to pi/2 between the first axis and (x, y), for x, y >= 0, not both 0. */
static struct rt_pairf rt_cornerf(struct rt_pairf y, struct rt_pairf x)
{
    if (y.hi <= x.hi)
        return rt_atan_ratiof(y, x);
    const struct rt_pairf rest = rt_atan_ratiof(x, y);
    struct rt_pairf out = rt_pair_sumf(0x1.921fb6p0f, -rest.hi);
    out.lo += -0x1.777a5cp-25f - rest.lo;
    return out;
}

/* fn leg: sum tidy product */
/* sqrtf(1 - x^2) */
static inline struct rt_pairf rt_legf(float x)
{
    const struct rt_pairf square = rt_pair_productf(x, x);
    const struct rt_pairf sum = rt_pair_sumf(1, -square.hi);
    if (sum.hi <= 0)
        return rt_pair_tidyf(0, 0);
    const float root = sqrtf(sum.hi), half_over = 0.5f / sum.hi;
    const struct rt_pairf back = rt_pair_productf(root, root);
    const float rest = ((sum.hi - back.hi) - back.lo) + (sum.lo - square.lo);
    return rt_pair_tidyf(root, rest * root * half_over);
}

/* fn asin: corner leg */
RT_FN float rt_asinf(float x)
{
    const float size = fabsf(x);
    if (size < 0x1p-13f)
        return x;
    if (!(size <= 1))
        return (x - x) / (x - x);
    struct rt_pairf y;
    y.hi = size;
    y.lo = 0;
    const struct rt_pairf a = rt_cornerf(y, rt_legf(size));
    return x < 0 ? -(a.hi + a.lo) : a.hi + a.lo;
}

/* fn acos: sum corner leg */
RT_FN float rt_acosf(float x)
{
    struct rt_pairf side;
    side.hi = fabsf(x);
    side.lo = 0;
    if (!(side.hi <= 1))
        return (x - x) / (x - x);
    const struct rt_pairf a = rt_cornerf(rt_legf(x), side);
    if (x >= 0)
        return a.hi + a.lo;
    const struct rt_pairf rest = rt_pair_sumf(0x1.921fb6p1f, -a.hi);
    return rest.hi + (rest.lo + (-0x1.777a5cp-24f - a.lo));
}

/* fn atan2: sum corner */
RT_FN float rt_atan2f(float y, float x)
{
    if (isnan(x) || isnan(y))
        return x + y;
    struct rt_pairf a, b, angle;
    a.hi = fabsf(y);
    b.hi = fabsf(x);
    a.lo = b.lo = 0;
    if (isinf(y)) { /* only the direction counts */
        a.hi = 1;
        b.hi = isinf(x) ? 1 : 0;
    } else if (isinf(x)) {
        a.hi = 0;
        b.hi = 1;
    }
    const float scale = a.hi + b.hi > 0x1p60f ? 0x1p-70f : a.hi + b.hi < 0x1p-40f ? 0x1p70f : 1;
    a.hi *= scale;
    b.hi *= scale;
    if (a.hi < b.hi * 0x1p-30f) {
        if (!signbit(x))
            return y / x;
        a.hi = 0;
    } else if (b.hi < a.hi * 0x1p-30f) {
        b.hi = 0;
    }
    if (a.hi == 0) {
        angle.hi = angle.lo = 0;
    } else {
        angle = rt_cornerf(a, b);
    }
    if (signbit(x)) {
        const float rest = -angle.lo;
        angle = rt_pair_sumf(0x1.921fb6p1f, -angle.hi);
        angle.lo += -0x1.777a5cp-24f + rest;
    }
    return signbit(y) ? -(angle.hi + angle.lo) : angle.hi + angle.lo;
}

/* fn atan: corner */
RT_FN float rt_atanf(float x)
{
    if (isnan(x) || fabsf(x) < 0x1p-13f)
        return x;
    struct rt_pairf y, one, a;
    y.hi = fabsf(x);
    one.hi = 1;
    y.lo = one.lo = 0;
    a.hi = 0x1.921fb6p0f;
    a.lo = -0x1.777a5cp-25f;
    if (y.hi < 0x1p30f)
        a = rt_cornerf(y, one);
    return x < 0 ? -(a.hi + a.lo) : a.hi + a.lo;
}

/* fn scale: from_bits */
/* x 2^k for |k| < 250, in two steps: 2^k itself may be out of range. */
static inline float rt_scalef(float x, int k)
{
    const int half = k / 2;
    const float first = rt_from_bitsf((uint32_t)(127 + half) << 23);
    const float second = rt_from_bitsf((uint32_t)(127 + k - half) << 23);
    return x * first * second;
}

/* fn growth: head */
/* e^x = 2^k (hi + lo), where hi is 1 + r. */
struct rt_growthf {
    float hi, lo;
    int k;
};

/* e^(x + more) for |x| < 150 and small `more`. */
static inline struct rt_growthf rt_growth_off(float x, float more)
{
    const float whole = 0x1.8p23f; /* adding it leaves no digits after the point */
    const float k = (x * 0x1.715476p0f + whole) - whole;
    /* log 2 in two parts: multiples of the first are exact. */
    const float near_r = x - k * 0x1.62e4p-1f, rest = more - k * 0x1.7f7d1cp-20f;
    const float r = near_r + rest, r_lo = (near_r - r) + rest;
    const float r2 = r * r;
    /* (e^r - 1 - r) / r^2, |r| <= log(2) / 2, to 2^-29 of the result */
    const float p = ((0x1p-1f + 0x1.555556p-3f * r) + r2 * (0x1.55547ep-5f + 0x1.11107ap-7f * r)) +
                    r2 * r2 * (0x1.6d996ep-10f + 0x1.a1bacap-13f * r);
    struct rt_growthf out;
    out.hi = 1 + r;
    out.lo = (r - (out.hi - 1)) + (r_lo * out.hi + r2 * p);
    out.k = (int)k;
    return out;
}

/* fn exp: scale growth */
RT_FN float rt_expf(float x)
{
    if (!(fabsf(x) < 110))
        return isnan(x) ? x : x > 0 ? INFINITY : 0;
    const struct rt_growthf e = rt_growth_off(x, 0);
    return rt_scalef(e.hi + e.lo, e.k);
}

/* fn half_growth: from_bits growth */
/* (e^x + sign e^-x) / 2 = 2^(k - 1) v for x >= 0; v comes back. */
static inline float rt_half_growthf(const struct rt_growthf *e, float sign)
{
    float mirror = 0; /* e^-x in the units of v */
    if (e->k < 20) {
        mirror = rt_from_bitsf((uint32_t)(127 - 2 * e->k) << 23) / (e->hi + e->lo);
    }
    return e->hi + (e->lo + sign * mirror);
}

/* fn sinh: scale half_growth */
RT_FN float rt_sinhf(float x)
{
    const float size = fabsf(x);
    if (size < 1) {
        const float z = x * x, z2 = z * z;
        /* (sinh x / x - 1) / x^2, to 2^-31 of the result */
        const float p =
            (0x1.555556p-3f + 0x1.1110e2p-7f * z) + z2 * (0x1.a02156p-13f + 0x1.75a6f2p-19f * z);
        return size < 0x1p-13f ? x : x + x * z * p;
    }
    if (!(size < 110))
        return x * INFINITY;
    const struct rt_growthf e = rt_growth_off(size, 0);
    const float v = rt_scalef(rt_half_growthf(&e, -1), e.k - 1);
    return x < 0 ? -v : v;
}

/* fn cosh: scale half_growth */
RT_FN float rt_coshf(float x)
{
    const float size = fabsf(x);
    if (!(size < 110))
        return size * INFINITY;
    const struct rt_growthf e = rt_growth_off(size, 0);
    return rt_scalef(rt_half_growthf(&e, 1), e.k - 1);
}

/* fn tanh: sum tidy quotient scale growth */
RT_FN float rt_tanhf(float x)
{
    const float size = fabsf(x);
    if (size < 0.5f) {
        const float z = x * x, z2 = z * z;
        /* (tanh x / x - 1) / x^2, to 2^-31 of the result */
        const float p =
            ((-0x1.555552p-2f + 0x1.110f62p-3f * z) + z2 * (-0x1.b9959ap-5f + 0x1.5d5142p-6f * z)) +
            z2 * z2 * -0x1.b5f2d4p-8f;
        return size < 0x1p-13f ? x : x + x * z * p;
    }
    if (isnan(x))
        return x;
    float v = 1;
    if (size < 10) { /* 1 - 2 / (e^2x + 1) */
        const struct rt_growthf e = rt_growth_off(2 * size, 0);
        const struct rt_pairf below = rt_pair_sumf(rt_scalef(e.hi, e.k), 1);
        struct rt_pairf two;
        two.hi = 2;
        two.lo = 0;
        const struct rt_pairf part =
            rt_pair_quotientf(two, rt_pair_tidyf(below.hi, below.lo + rt_scalef(e.lo, e.k)));
        const struct rt_pairf rest = rt_pair_tidyf(1, -part.hi);
        v = rest.hi + (rest.lo - part.lo);
    }
    return x < 0 ? -v : v;
}

/* fn log_pair: bits from_bits sum tidy quotient */
/* log x for finite x > 0. */
static inline struct rt_pairf rt_log_pairf(float x)
{
    int e = -127;
    uint32_t bits;
    if (x < 0x1p-126f) {
        x *= 0x1p25f;
        e -= 25;
    }
    bits = rt_bitsf(x);
    e += (int)(bits >> 23);
    bits = (bits & 0x7fffff) | 0x3f800000;
    float m = rt_from_bitsf(bits);
    if (m > 0x1.6a09e6p0f) { /* sqrt 2 */
        m *= 0.5f;
        e++;
    }
    const float k = (float)e;
    /* log m = 2 atanh s = 2 s + 2/3 s^3 + ..., s = (m - 1) / (m + 1) */
    struct rt_pairf above;
    above.hi = m - 1;
    above.lo = 0;
    const struct rt_pairf s = rt_pair_quotientf(above, rt_pair_sumf(m, 1));
    struct rt_pairf z = rt_pair_productf(s.hi, s.hi);
    z.lo += 2 * s.hi * s.lo;
    struct rt_pairf cube = rt_pair_productf(s.hi, z.hi);
    cube.lo += s.hi * z.lo + s.lo * z.hi;
    struct rt_pairf third = rt_pair_productf(cube.hi, 0x1.555556p-1f);
    third.lo += cube.hi * -0x1.555556p-26f + cube.lo * 0x1.555556p-1f;
    /* the rest, over s^5; |s| < 0.172, to 2^-35 of the result */
    const float u = z.hi;
    const float p = (0x1.999a02p-2f + 0x1.2451a2p-2f * u) + u * u * 0x1.dfcd46p-3f;
    /* log 2 in two parts: multiples of the first are exact. */
    const struct rt_pairf sum = rt_pair_sumf(k * 0x1.62e4p-1f, 2 * s.hi);
    const struct rt_pairf more = rt_pair_sumf(sum.hi, third.hi);
    const float rest =
        ((sum.lo + more.lo) + (third.lo + 2 * s.lo)) + (cube.hi * u * p + k * 0x1.7f7d1cp-20f);
    return rt_pair_tidyf(more.hi, rest);
}

/* fn log: log_pair */
RT_FN float rt_logf(float x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : (x - x) / (x - x);
    if (isinf(x))
        return x;
    return rt_log_pairf(x).hi;
}

/* fn pow: product log_pair scale growth */
/* 0: not a whole number, 1: odd, 2: even. */
static inline int rt_parityf(float y)
{
    const float size = fabsf(y);
    if (size >= 0x1p24f)
        return 2;
    const int32_t whole = (int32_t)size;
    if ((float)whole != size)
        return 0;
    return whole % 2 ? 1 : 2;
}

RT_FN float rt_powf(float x, float y)
{
    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return x + y;
    const float size = fabsf(x);
    const int parity = rt_parityf(y);
    const float sign = signbit(x) && parity == 1 ? -1 : 1;
    if (isinf(y))
        return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
    if (size == 0 || isinf(x))
        return sign * ((size == 0) == (y > 0) ? 0 : INFINITY);
    if (x < 0 && parity == 0)
        return (x - x) / (x - x);
    const struct rt_pairf log_x = rt_log_pairf(size);
    /* A larger exponent gives no other result. */
    const float power = y > 0x1p40f ? 0x1p40f : y < -0x1p40f ? -0x1p40f : y;
    struct rt_pairf p = rt_pair_productf(power, log_x.hi);
    p.lo += power * log_x.lo;
    if (!(fabsf(p.hi) < 110))
        return sign * (p.hi > 0 ? INFINITY : 0);
    const struct rt_growthf e = rt_growth_off(p.hi, p.lo);
    return sign * rt_scalef(e.hi + e.lo, e.k);
}
