/* runtime/methods.h -- explicit Runge-Kutta methods as rows. No include guard: it is included
 * with METHOD and LIST defined.
 *
 * One row becomes one element of rt_methods, its word on the command line, and the test that
 * measures its order. a holds what lies below the diagonal, row by row.
 *
 *   name, about, order, stages, a, b, c
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
METHOD(euler, "explicit Euler", 1, 1,
       LIST(0),
       LIST(1),
       LIST(0))
METHOD(heun, "Heun's trapezoidal rule", 2, 2,
       LIST(1),
       LIST(1.0 / 2, 1.0 / 2),
       LIST(0, 1))
METHOD(rk4, "the classical method of Runge and Kutta", 4, 4,
       LIST(1.0 / 2,
            0, 1.0 / 2,
            0, 0, 1),
       LIST(1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6),
       LIST(0, 1.0 / 2, 1.0 / 2, 1))
METHOD(rk38, "Kutta's 3/8 rule", 4, 4,
       LIST( 1.0 / 3,
            -1.0 / 3,  1,
             1,       -1, 1),
       LIST(1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8),
       LIST(0, 1.0 / 3, 2.0 / 3, 1))
/* clang-format on */
