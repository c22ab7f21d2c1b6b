/* gen/forms/servo.h -- struct servo: virtual displacements of the form `generalised`.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_SERVO_H
#define GEN_FORMS_SERVO_H

#include "gen/forms/operations.h"

/* Virtual displacements that are not the allowed velocities: they are spanned by f_c + T^alpha_c
 * f_alpha, in a frame whose complement is orthogonal to C. */
struct servo {
    struct mech *mech; /* in that frame */
    ex *T;             /* (n - rank) x rank */
    bool tilted;       /* T is not 0 */
    ex *form, *field;  /* given forms on f_A, or given fields, by rows along that frame; or NULL */
    ex *reaction;      /* n: along that frame, as functions of the state */
    ex *M;             /* rows x rows: compatible where its determinant is not 0 */
    size_t rows;
};

/* ---- virtual_displacements.c ---- */

/* The virtual displacements of the model, with their T; NULL with an error. */
struct servo *form_servo(struct diag *d, struct mech *k, struct mech *o, struct claims *claims);
bool form_is_tilted(const struct system *sys); /* for systems of this form: T is not 0 */

/* ---- servo_reactions.c ---- */

/* Members of its struct form_ops. */
bool form_servo_multipliers(struct diag *d, struct system *sys);
const char *form_servo_multiplier_title(const struct system *sys);
bool form_servo_objects(struct diag *d, struct system *sys);
size_t form_servo_geometry(struct diag *d, struct proofs *p, struct system *sys,
                           struct finding *out);
size_t form_servo_dynamics(struct diag *d, struct proofs *p, struct system *sys,
                           struct finding *out);
size_t form_servo_regular(struct diag *d, const struct system *sys, struct regular *out);
bool form_servo_powers(struct diag *d, struct system *sys, struct balance *out);
bool form_servo_balance(struct diag *d, struct proofs *p, struct system *sys, struct balance *out);

/* ---- two_anchors.c ---- */

/* {H, H} = grad H . (B grad H), the power of a bracket that is not skew. */
bool form_bracket_power(struct diag *d, struct system *sys, struct balance *out);

#endif
