/* gen/forms/open_momenta.h -- struct open: momenta of the complement without a closed form.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_OPEN_MOMENTA_H
#define GEN_FORMS_OPEN_MOMENTA_H

#include "gen/forms/effective_space.h"
#include "gen/forms/implicit.h"

/* Private data of the system. */
struct open {
    struct effective space;
    struct stated *bound; /* conditions, one for each open momentum */
    ex *bend;             /* S */
    ex *free;             /* symbols of the free momenta */
    const char *none;     /* why there is no motion, or NULL */
    struct implicit *all; /* result of the constraint algorithm, or NULL */
};

/* ---- open_momenta.c ---- */

const struct open *form_open_of(const struct system *sys);
const char *form_open_none(const struct system *sys);  /* why there is no motion, or NULL */
const char *form_open_names(const struct system *sys); /* of momenta that nothing determines */
/* The open momenta become states. */
void form_open_states(struct diag *d, struct system *out, const struct effective *e);

/* ---- open_constraints.c ---- */

/* The momenta of the complement become states, whatever the conditions F on them are, but for those
 * that inputs give. */
void form_open_restrict(struct diag *d, struct system *out, const ex *F, struct effective *e);
/* Constraints and rates by the constraint algorithm. */
bool form_open_restricted(struct diag *d, struct system *out);

#endif
