/* runtime/fn_double.h -- shared parts of the elementary functions of doubles.
 *
 * This file, fn_double_circle.c and fn_double_growth.c are also data: functions that generated code
 * calls are copied into it. A comment "fn NAME: OTHERS" begins a piece, which ends where the next
 * one begins or the file ends, and needs the pieces named, all of them above it or in a file before
 * it. The lines above the first piece of a file are not copied.
 *
 * Polynomials are minimax, from a Remez exchange in 60 digits that rounds one coefficient after the
 * other and fits the rest again. They are evaluated in pairs: the longest chain of dependent
 * operations, not their number, determines the time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_FN_DOUBLE_H
#define RT_FN_DOUBLE_H

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

/* fn end: */
#endif
