/* gen/vakonomic.h -- between form_vakonomic.c, which makes the motion, and the files that show what
 * it is made of: vakonomic.c on velocities, vakonomic_dual.c on momenta, gotay.c for the constraint
 * algorithm, vakonomic_verdict.c for what `check` says.
 *
 * Everything is along the natural basis e_B of E: velocities y^B, anchor rho, brackets
 * [e_B, e_C] = C^D_BC e_D. The constraints are mu_i(y) = b_i.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_VAKONOMIC_H
#define GEN_VAKONOMIC_H

#include "gen/gen.h"

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
/* False with an error when the form does not apply. */
bool gen_vakonomic(struct diag *d, struct mech *k, struct vakonomic *out);
/* Functions of q, y, lambda become functions of the state. */
void gen_vakonomic_at(const struct vakonomic *v, const struct system *sys, const ex *e, size_t m,
                      ex *out);
/* Forces along the natural basis, from q, y: loads and the magnetic two-form; NULL: none. */
ex *gen_vakonomic_forces(struct diag *d, const struct vakonomic *v);
/* rho_B(e) for all B */
void gen_vakonomic_slope(const struct vakonomic *v, ex e, ex *out);

#endif
