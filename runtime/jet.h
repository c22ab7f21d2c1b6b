/* runtime/jet.h -- power series along a motion, computed from a tape.
 *
 * A tape is a right-hand side written as operations on power series a = a_0 + a_1 s + a_2 s^2 + ...
 * in s, the time since the point of expansion. It is run order by order: coefficient k of every
 * series follows from coefficients up to k of its operands, and coefficients f_k of the rates give
 * those of the states,
 *
 *     x_(k+1) = f_k / (k + 1).
 *
 * A function is determined by its value at the point and by its derivative: with the operator
 * D = s d/ds, which multiplies coefficient k by k, D f(a) = f'(a) D a. So no function has a row of
 * its own below: `value` is its value at the point, `raise` is D, and `sink` is the inverse of D.
 * (Jorba, Zou, A software package for the numerical integration of ODEs by means of high-order
 * Taylor methods, 2005; the operator is as in Griewank, Walther, Evaluating Derivatives, 13.2.)
 *
 * Straight-line code made from the same tape (gen/code/series_unroll.c) does the same arithmetic in
 * the same order: the bits are the same.
 *
 * Ownership: the caller owns all memory; rt_tape_work says how much.
 * Needs:     fn.h, libm, C99.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_JET_H
#define RT_JET_H

#include <stddef.h>
#include <stdint.h>

/* One row becomes RT_JET_x. Operands a, b are earlier series of the tape; where only lower
 * coefficients are read they may be later ones. `operands` is their number.
 *
 *   name     operands  coefficient k, which is 0 for k outside of low .. high */
/* clang-format off */
#define RT_JETS(X)                                                              \
    X(number,   0) /* a constant of the tape */                                 \
    X(param,    0) /* a parameter, or a constant made from them */              \
    X(time,     0) /* t, then 1 */                                              \
    X(input,    0) /* u[a], then its slope u[inputs + a] */                     \
    X(state,    0) /* x[a], then coefficients from its rate */                  \
    X(add,      2) /* a_k + b_k */                                              \
    X(sub,      2) /* a_k - b_k */                                              \
    X(neg,      1) /* -a_k */                                                   \
    X(mul,      2) /* sum a_j b_(k-j) */                                        \
    X(square,   1) /* 2 sum a_j a_(k-j), j < k-j, and a_(k/2)^2 */              \
    X(div,      2) /* (a_k - sum b_j w_(k-j), j > 0) / b_0 */                   \
    X(sqrt,     1) /* sqrt(a_0), (a_k - sum w_j w_(k-j), 0 < j < k) / (2 w_0) */ \
    X(raise,    1) /* k a_k */                                                  \
    X(value1,   1) /* a function of a_0 */                                      \
    X(value2,   2) /* a function of a_0 and b_0 */                              \
    X(sink,     2) /* a_0, then b_k / k */
/* clang-format on */

enum rt_jet_code {
#define X(name, operands) RT_JET_##name,
    RT_JETS(X)
#undef X
        RT_JET_CODES
};

enum { RT_JET_ALL = 0xffff }; /* `high` of a series that does not end */

struct rt_jet {
    uint8_t code;       /* enum rt_jet_code */
    uint8_t function;   /* of a value: enum rt_fn */
    uint16_t low, high; /* coefficients outside are 0 */
    uint32_t a, b;      /* operands; of a leaf, a is an index */
};

struct rt_tape {
    size_t states, inputs;
    size_t order; /* coefficients 1 .. order of the states are computed */
    size_t n;
    const struct rt_jet *at;
    const double *number; /* constants */
    const uint32_t *rate; /* series of the rate of each state */
};

size_t rt_tape_work(const struct rt_tape *tape); /* doubles */
/* out[(k - 1) states + i] is coefficient k of state i, k = 1 .. order. */
void rt_tape_run(const struct rt_tape *tape, double t, const double *u, const double *x,
                 const double *p, double *work, double *out);

#endif
