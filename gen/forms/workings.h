/* gen/forms/workings.h -- struct workings: the steps to the motion, for comparisons and proofs.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_WORKINGS_H
#define GEN_FORMS_WORKINGS_H

#include "gen/forms/system.h"

struct workings {
    ex *pull; /* rates of the momenta of C, before velocities are solved for; NULL: see rhs */
    /* For momentum states, else NULL: velocities along C are factor times the held expression
     * `solved`, in which all later expressions are written; `weighed` are the momenta g z + A of
     * these velocities. */
    ex *factor, *solved, *weighed;
    /* Proof that rhs solves its equations and keeps the constraints, for motions that are compared
     * by `pull` or have a shorter proof by the steps of their derivation; or NULL. */
    enum alg_standing (*prove)(struct diag *d, struct proofs *p, struct system *sys);
};
struct workings *form_workings(struct system *sys); /* made on the first request */

#endif
