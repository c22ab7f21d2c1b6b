/* runtime/fn_float.h -- shared parts of the elementary functions of floats.
 *
 * They use no doubles, for which small machines have no hardware. fn_double.h explains the pieces
 * of the file and the origin of the polynomials; the methods are the same.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_FN_FLOAT_H
#define RT_FN_FLOAT_H

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

/* fn end: */
#endif
