/* gen/forms/dirac_bergmann.h -- struct bergmann: a singular Lagrangian on phase space.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_DIRAC_BERGMANN_H
#define GEN_FORMS_DIRAC_BERGMANN_H

#include "gen/forms/implicit.h"

struct bergmann {
    bool known;
    const char *why;     /* there is no result; or NULL */
    ex H;                /* canonical Hamiltonian */
    size_t primary;      /* constraints */
    struct implicit all; /* states q, eta, then multipliers of the primary constraints */
    ex *matrix;          /* brackets of all constraints on the final set */
    ex *first;           /* coefficients of first-class combinations, by rows */
    size_t second;       /* number of second-class constraints; others are of first class */
    bool sure;           /* of the rank of the matrix */
};

/* ---- dirac_bergmann.c ---- */

void form_bergmann(struct diag *d, struct system *sys, struct bergmann *out); /* once */

#endif
