/* gen/forms/mechanics.h -- struct mech: energies and forces in the frame.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_MECHANICS_H
#define GEN_FORMS_MECHANICS_H

#include "gen/geometry/geometry.h"

struct kept;

/* In the frame, with z^A for all n velocities and eta_A for all n momenta. */
struct mech {
    struct geom *geom;
    bool has_lagrangian, has_hamiltonian; /* neither: there is only the geometry */
    bool quadratic;                       /* L = 1/2 g_AB z^A z^B + A_A z^A - V */
    bool magnetic;                        /* A is not 0 */
    ex *g, *A, V;                         /* n x n, n */
    ex *g0, *A0;          /* the same in the natural basis, NULL: written in quasi-velocities */
    ex L;                 /* in q, z, t */
    ex K;                 /* L on C: in q, z^a, t, and those z^alpha that the drift has */
    ex L0;                /* in q, natural velocities, t; EX_POISON: see form_natural_lagrangian */
    ex H;                 /* in q, eta, t, as given */
    ex *load;             /* n: forces along f_A, in q, z, t; NULL: none */
    ex *pushed;           /* likewise, without those of the Rayleigh function */
    ex rayleigh;          /* in q, z, t; EX_POISON: none */
    ex *two;              /* n x n: the magnetic field on f_A, f_B; NULL: none */
    struct claims claims; /* K is L on C */
    ex *to_given;         /* n x n: f_A = (given f_B) P^B_A; NULL: this is the given frame */
    struct kept *kept;    /* its systems, one for each form; see form_system */
};
struct mech *form_mechanics(struct diag *d, struct geom *g);
ex form_natural_lagrangian(struct diag *d, struct mech *k); /* in q, natural velocities, t */
/* The same mechanics in a frame whose complement is orthogonal to C; k itself if its frame is. */
struct mech *form_orthogonal(struct diag *d, struct mech *k, struct claims *claims);

/* ---- system_invariants.c ---- */

/* Metric, energies and forces contain only the symbols of their comments; else it reports a bug. */
bool form_mechanics_sound(struct diag *d, const struct mech *k);

#endif
