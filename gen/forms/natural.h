/* gen/forms/natural.h -- struct natural: states along the natural basis, and their chart.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_NATURAL_H
#define GEN_FORMS_NATURAL_H

#include "gen/forms/system.h"

/* Part of a system whose states are natural velocities or momenta. */
struct natural {
    ex *velocity, *momentum; /* n each: natural velocities and momenta from the state */
    /* The state where the constraints hold, as a function of q and the unknowns, which are the z^a
     * of C and perhaps more; NULL: no state violates a constraint. */
    ex *chart, *unknown;
    const char **unknown_name;
    size_t unknowns;
    ex *multiplier; /* multipliers that are unknowns, from the state; NULL: none are */
    /* Held solutions of linear equations (ex_hold), their values on the chart, and the residuals of
     * their equations, which vanish for the solutions and for the values on the chart. */
    ex *held, *meant, *solves;
    size_t helds;
};

/* ---- chart.c ---- */

struct natural *form_natural(struct diag *d, size_t n); /* with space for velocity and momentum */
/* Adds an unknown to the chart; returns its symbol. */
ex form_add_unknown(struct system *out, const char *name);
/* Records the value of a held name on the chart, and the equation that it solves. */
void form_note_held(struct system *out, ex name, ex meant, ex solves);

#endif
