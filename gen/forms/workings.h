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
    /* Of momentum states, or NULL: velocities along C are a number times a handle that stands for
     * them in all that follows; and momenta as g_ab times these velocities. */
    ex *factor, *solved, *weighed;
    /* Where the motion is compared by `pull`, or by what follows from how it was found: that rhs is
     * a solution, and keeps the constraints; or NULL. */
    enum alg_standing (*prove)(struct diag *d, struct proofs *p, struct system *sys);
};
struct workings *form_workings(struct system *sys); /* made when first wanted */

#endif
