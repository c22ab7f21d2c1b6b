/* gen/forms/lagrange_dirac.h -- equations of the lagrange-dirac form, and their solution.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_LAGRANGE_DIRAC_H
#define GEN_FORMS_LAGRANGE_DIRAC_H

#include "gen/forms/system.h"

/* The parts of W y' = R + mu^T lambda, mu y' = g. */
struct multipliers {
    struct mech *mech;
    struct system *sys;
    ex *W, *R;       /* n x n, n */
    ex *T;           /* n: d/dt p_C without the reactions */
    ex *mu, *g;      /* k x n, k */
    ex *rate;        /* of q, then 1 for t */
    ex *right, *X;   /* n x (k + 1): W X = [mu^T | R] */
    ex *G, *load;    /* k x k, k: G lambda = load, with G = mu W^-1 mu^T */
    size_t n, nq, k; /* k: constraints */
    bool positive;   /* W is positive */
    bool stiff;      /* constraints on positions were added to W and R */
};

/* Proof that the multipliers in sys->own solve their equations and that rhs is this solution. */
enum alg_standing form_multipliers_solve(struct diag *d, struct proofs *p, struct system *sys);

#endif
