/* gen/multipliers.h -- motion with multipliers, as the lagrange-dirac form solves it.
 *
 * Ownership, errors, needs: as in gen.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_MULTIPLIERS_H
#define GEN_MULTIPLIERS_H

#include "gen/gen.h"

/* The parts of W y' = R + mu^T lambda, mu y' = g. */
struct multipliers {
    struct mech *mech;
    struct system *sys;
    ex *W, *R;       /* n x n, n */
    ex *T;           /* n: what d/dt p_C is without the reactions */
    ex *mu, *g;      /* k x n, k */
    ex *rate;        /* of q, then 1 for t */
    ex *right, *X;   /* n x (k + 1): W X = [mu^T | R] */
    ex *G, *load;    /* k x k, k: G lambda = load, with G = mu W^-1 mu^T */
    size_t n, nq, k; /* k: constraints */
    bool positive;   /* W is */
    bool stiff;      /* constraints on positions were added to W and R */
};
/* sys->workings solve what they are to solve, and rhs is that: no matter how it was found. */
enum gen_standing gen_multipliers_solve(struct diag *d, struct proofs *p, struct system *sys);

#endif
