/* tests/unit/support/quad.h -- motions with constraints, by multipliers, in 113 bits.
 *
 * A system is a table of short terms; its mass matrix, forces and constraints follow from it with
 * derivatives in closed form, accelerations from M a = f + mu^T lambda, mu a = s, and motions by
 * extrapolation. It knows no frames, momenta or expressions, and shares no code with the program.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef QUAD_H
#define QUAD_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;
#else
typedef long double quad;
#endif

enum { QUAD_MOST = 7, QUAD_TERMS = 3, QUAD_STATE = 2 * QUAD_MOST };

/* c f(q_i) g(q_j); variable n is the time. */
enum quad_kind { QUAD_ONE, QUAD_SIN, QUAD_COS, QUAD_SIN2, QUAD_COS2, QUAD_ID, QUAD_SQUARE, KINDS };
struct quad_factor {
    enum quad_kind kind;
    size_t variable;
};
struct quad_term {
    double c;
    struct quad_factor factor[2];
};
struct quad_function {
    size_t terms;
    struct quad_term term[QUAD_TERMS];
};

/* L = 1/2 g(v, v) + a(v) - V, constraints mu v = b, with b a function of t, too. */
struct quad_system {
    size_t n, m;
    struct quad_function g[QUAD_MOST][QUAD_MOST], a[QUAD_MOST], V;
    struct quad_function mu[QUAD_MOST][QUAD_MOST], b[QUAD_MOST];
};

/* A state: q, then v. */
bool quad_rates(const struct quad_system *s, quad t, const quad *y, quad *rate);
/* det(mu mu^T): 0 where the constraints are dependent. */
quad quad_independence(const struct quad_system *s, quad t, const quad *y);
/* Velocities that are not free, from those that are; false: the constraints do not give them. */
bool quad_complete(const struct quad_system *s, quad t, quad *y, bool *is_free);
/* The first time when the independence is less than `small`, or infinite. */
struct quad_watch {
    double small, when;
};
/* By extrapolation, with the error `tol` in each step, from *t, which becomes what was reached.
 * False: steps became too short, or too many. */
bool quad_run(const struct quad_system *s, quad *t, quad to, quad *y, quad tol,
              struct quad_watch *watch);
/* By the classical method of order 4. */
bool quad_run_rk4(const struct quad_system *s, quad to, size_t steps, quad *y);

#endif
