/* runtime/methods.h -- the methods, one row each. No include guard: it is included with EXPLICIT,
 * GAUSS, METHOD and LIST defined.
 *
 * One row becomes one element of rt_methods, its word on the command line, and the test that
 * measures its order. EXPLICIT rows are explicit Runge-Kutta methods with fixed steps, and need no
 * more than their coefficients; a has the entries below the diagonal, row by row. GAUSS rows are
 * implicit Runge-Kutta methods, with all entries of a. METHOD rows have a file: `ops` is its
 * struct rt_ops, `needs` the blocks that they need beside rhs, as bits.
 *
 *   EXPLICIT(name, about, order, stages, a, b, c)
 *   GAUSS(name, about, order, stages, a, b, c)
 *   METHOD(name, about, order, stages, adaptive, needs, ops)
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
EXPLICIT(euler, "explicit Euler", 1, 1,
       LIST(0),
       LIST(1),
       LIST(0))
EXPLICIT(heun, "Heun's trapezoidal rule", 2, 2,
       LIST(1),
       LIST(1.0 / 2, 1.0 / 2),
       LIST(0, 1))
EXPLICIT(rk4, "the classical Runge-Kutta method", 4, 4,
       LIST(1.0 / 2,
            0, 1.0 / 2,
            0, 0, 1),
       LIST(1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6),
       LIST(0, 1.0 / 2, 1.0 / 2, 1))
EXPLICIT(rk38, "Kutta's 3/8 rule", 4, 4,
       LIST( 1.0 / 3,
            -1.0 / 3,  1,
             1,       -1, 1),
       LIST(1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8),
       LIST(0, 1.0 / 3, 2.0 / 3, 1))
GAUSS(midpoint, "the implicit midpoint rule", 2, 1,
       LIST(1.0 / 2),
       LIST(1),
       LIST(1.0 / 2))
GAUSS(gauss2, "Gauss-Legendre with two stages, implicit", 4, 2,
       LIST(1.0 / 4,                1.0 / 4 - ROOT_3 / 6,
            1.0 / 4 + ROOT_3 / 6,   1.0 / 4),
       LIST(1.0 / 2, 1.0 / 2),
       LIST(1.0 / 2 - ROOT_3 / 6, 1.0 / 2 + ROOT_3 / 6))
GAUSS(gauss3, "Gauss-Legendre with three stages, implicit", 6, 3,
       LIST(5.0 / 36,                2.0 / 9 - ROOT_15 / 15, 5.0 / 36 - ROOT_15 / 30,
            5.0 / 36 + ROOT_15 / 24, 2.0 / 9,                5.0 / 36 - ROOT_15 / 24,
            5.0 / 36 + ROOT_15 / 30, 2.0 / 9 + ROOT_15 / 15, 5.0 / 36),
       LIST(5.0 / 18, 4.0 / 9, 5.0 / 18),
       LIST(1.0 / 2 - ROOT_15 / 10, 1.0 / 2, 1.0 / 2 + ROOT_15 / 10))
METHOD(discrete, "Gonzalez' discrete gradient: keeps the energy", 2, 1, 0,
       RT_DISCRETE_NEEDS, rt_discrete_ops)
METHOD(discrete4, "five composed steps of `discrete`: keeps the energy", 4, 5, 0,
       RT_DISCRETE_NEEDS, rt_discrete_ops)
METHOD(dopri5, "Dormand and Prince 5(4), adaptive", 5, 7, 1, 0, rt_dopri5_ops)
METHOD(dop853, "Dormand and Prince 8(5,3), adaptive", 8, 12, 1, 0, rt_dop853_ops)
METHOD(taylor, "Taylor series, order chosen from the tolerance, adaptive", RT_TAYLOR_ORDER, 0, 1,
       1U << RT_jet, rt_taylor_ops)
/* clang-format on */
