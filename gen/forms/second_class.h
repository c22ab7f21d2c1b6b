/* gen/forms/second_class.h -- struct second: second-class constraints of a system.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_SECOND_CLASS_H
#define GEN_FORMS_SECOND_CLASS_H

#include "gen/forms/projector.h"

struct second {
    struct projector pr; /* of the bundle; where there is no metric only nq, n, rho, two */
    size_t n, c;         /* states, constraints */
    ex H;
    ex *chi;         /* c */
    ex *slope, *X;   /* c x n: d chi; n x c: B0 d chi */
    ex *B0;          /* n x n */
    ex *matrix;      /* c x c: {chi_a, chi_b} */
    ex *grad, *free; /* n: of H; B0 grad H */
};

/* ---- second_class_motion.c ---- */

/* Blocks rhs, multiplier and liouville, and velocities; then block drift. */
bool form_second_motion(struct diag *d, struct system *out, const struct second *v);
bool form_second_drift(struct diag *d, struct system *out, const struct second *v);
bool form_second_velocities(struct diag *d, struct system *out, const struct second *v);
bool form_second_driven(const struct system *sys); /* a constraint depends on t */

#endif
