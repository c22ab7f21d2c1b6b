/* runtime/fn_float_circle.c -- sines, tangents and their inverses, of floats. */
#include "fn_float.h"

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
