/* gen/forms/presymplectic.h -- struct presymplectic_motion: data of the presymplectic form.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_PRESYMPLECTIC_H
#define GEN_FORMS_PRESYMPLECTIC_H

#include "gen/forms/dirac_bergmann.h"

struct presymplectic_motion {
    struct implicit all;
    size_t given;           /* constraints on positions, which are the first of all.on */
    struct stated *bound;   /* all of them */
    size_t dimension;       /* of the final manifold */
    struct bergmann *phase; /* see form_bergmann */
    const char *none;       /* why there is no motion, or NULL */
};
const struct presymplectic_motion *form_presymplectic(const struct system *sys);

/* ---- presymplectic_objects.c ---- */

bool form_presymplectic_objects(struct diag *d, struct system *sys);

#endif
