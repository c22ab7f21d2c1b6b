/* gen/forms/vakonomic.h -- quantities of the vakonomic form, shared by its files.
 *
 * vakonomic.c makes the system; vakonomic_velocities.c and vakonomic_momenta.c make its objects,
 * constraint_algorithm.c is the algorithm of Gotay and Nester, and vakonomic_relation.c makes the
 * statements of `check`.
 *
 * Everything is along the natural basis e_B of E: velocities y^B, anchor rho, brackets
 * [e_B, e_C] = C^D_BC e_D. The constraints are mu_i(y) = b_i.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_VAKONOMIC_H
#define GEN_FORMS_VAKONOMIC_H

#include "gen/forms/properties.h"

struct vakonomic {
    const struct model *model;
    struct mech *mech;
    size_t nq, n, m;  /* coordinates, rank of E, constraints */
    ex *mu, *b;       /* m x n, m */
    ex *g, *A, V;     /* n x n, n: L = 1/2 g y y + A y - V */
    ex *v, *lambda;   /* symbols: natural velocities, multipliers */
    ex *phat;         /* symbols: natural momenta */
    ex L;             /* the extended Lagrangian L + lambda^i (mu_i(y) - b_i) */
    ex *phi;          /* m: mu_i(y) - b_i */
    ex *gi, *mgi, *D; /* n x n: g^-1; m x n: mu g^-1; m x m: mu g^-1 mu^T; NULL: too large */
    const char **lambda_name;
};

/* ---- vakonomic.c ---- */

/* h_2 = E + lambda b: the Hamiltonian of the motion where no forces act. */
ex form_vakonomic_h2(const struct vakonomic *v, const struct system *sys);
bool form_vakonomic_pushed(const struct vakonomic *v); /* forces act that h_2 does not contain */
/* Forces along the natural basis, from q, y: loads and the magnetic two-form; NULL: none. */
ex *form_vakonomic_forces(struct diag *d, const struct vakonomic *v);
/* [[g, mu^T], [mu, 0]] (y, lambda) = (p, b); false when that is singular. */
bool form_vakonomic_solve(struct diag *d, const struct vakonomic *v, const ex *p, const ex *b,
                          ex *y, ex *lambda);
/* The magnetic two-form along the natural basis, n x n, or NULL. */
ex *form_vakonomic_two_form(struct diag *d, const struct vakonomic *v);

/* ---- vakonomic_relation.c ---- */

/* Statements: whether the field on S is that of the system, if there is one; accelerations at
 * lambda = 0; and whether nonholonomic motions are vakonomic. Returns their number. */
size_t form_vakonomic_findings(struct diag *d, struct proofs *p, struct mech *k,
                               const struct system *sys, struct finding *out);

/* ---- vakonomic_velocities.c ---- */

/* -d(a)(e_B, e_C) of a one-form a along e_B: rho_C(a_B) - rho_B(a_C) + C^D_BC a_D. */
ex form_vakonomic_curl(const struct vakonomic *v, const ex *form, const ex *slope, size_t B,
                       size_t C);
/* An object in terms of q, y, lambda, or of q, p^, lambda. */
struct object *form_vakonomic_put(const struct vakonomic *v, struct system *sys, const char *name,
                                  const char *title, const ex *e, size_t rows, size_t cols);
/* Names of the directions of q, lambda, then y or p^, then of the rates or momenta of lambda. */
const char *const *form_vakonomic_names(const struct vakonomic *v, bool momenta);
bool form_vakonomic_on_velocities(struct diag *d, const struct vakonomic *v, struct system *sys);

/* ---- vakonomic_momenta.c ---- */

bool form_vakonomic_on_momenta(struct diag *d, const struct vakonomic *v, struct system *sys);

/* ---- constraint_algorithm.c ---- */

/* A presymplectic form and a function E, along a basis of `size` directions. */
struct presymplectic {
    size_t size;
    const ex *form;  /* size x size: omega(e_i, e_j) */
    const ex *slope; /* size: dE(e_i) */
};
/* Constraints found so far, and the set where they vanish. */
struct gotay {
    size_t found;  /* constraints */
    const ex *d;   /* found x size: their differentials */
    size_t kernel; /* dimension of TP^perp for this set P */
    ex *perp;      /* kernel x size */
    ex *value;     /* kernel: dE of these, which must vanish */
};
/* One step: the vectors Y with omega(Y, Z) = 0 for all Z tangent to the constraints, and dE(Y); all
 * at points where `from` equals `to`. */
bool form_gotay_step(struct diag *d, struct store *s, const struct presymplectic *p,
                     const struct ex_list *from, const ex *to, struct gotay *step);
/* Moves those of `value` that are not 0 everywhere to the front; returns their number. */
size_t form_gotay_fresh(struct store *s, ex *value, size_t n, struct claims *claims);

#endif
