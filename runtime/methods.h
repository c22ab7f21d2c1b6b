/* runtime/methods.h -- the methods, one row each. No include guard: it is included with EXPLICIT,
 * METHOD and LIST defined.
 *
 * One row becomes one element of rt_methods, its word on the command line, and the test that
 * measures its order. EXPLICIT rows are explicit methods of Runge and Kutta with fixed steps, and
 * need no more than their numbers; a holds what lies below the diagonal, row by row. The others
 * have a file: `ops` is the name of its functions, and `needs` says which blocks beside rhs.
 *
 *   EXPLICIT(name, about, order, stages, a, b, c)
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
EXPLICIT(rk4, "the classical method of Runge and Kutta", 4, 4,
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
/* clang-format on */
