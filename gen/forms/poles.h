/* gen/forms/poles.h -- parts of the search for poles of the equations of motion.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_POLES_H
#define GEN_FORMS_POLES_H

#include "gen/forms/properties.h"

/* ---- pole_places.c ---- */

struct pole_place {
    double *x, t; /* a state and a time where the function vanishes */
    bool found;
};
struct pole_place form_pole_place(struct diag *d, const struct system *sys, const double *p, ex e);
/* The place near the state that follows after the time `ahead`. */
struct pole_place form_pole_near(struct diag *d, const struct system *sys, const double *p, ex e,
                                 const double *x, double t, double ahead);
/* Do the rates grow without bound near the place? */
bool form_is_pole(struct diag *d, const struct system *sys, const double *p,
                  const struct pole_place *at);
/* The reason of the pole: "the constraints become dependent", ... */
struct pole_report form_pole_meaning(struct diag *d, const struct system *sys, const double *p,
                                     const struct pole_place *at);

#endif
