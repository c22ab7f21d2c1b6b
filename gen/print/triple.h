/* gen/print/triple.h -- struct triple: the maps of the Tulczyjew triple, and what is made of them.
 *
 * Private to print/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_PRINT_TRIPLE_H
#define GEN_PRINT_TRIPLE_H

#include "gen/print/notation.h"

struct triple {
    const struct derivation *v;
    struct doc_part *part;
    struct diag *diag;
    struct mech *mech; /* for maps on C, with an orthogonal complement */
    struct proofs *proofs;
    ex *c; /* c^i_jk at (j (n + 1) + k) n + i; k = n: d/dt */
};
/* E, C, or C with the terms of magnetic fields, drift and time. */
struct space {
    const char *name;
    size_t size;
    const ex *drift, *rest; /* n: drift, and momenta along the complement */
    const ex *two;          /* n x n, or NULL */
    bool moving;
    bool relative; /* velocities are relative to the drift */
};

/* ---- derive_triple.c ---- */

const char *print_triple_momentum(const struct model *m, size_t A); /* eta_v */
/* eta_B' for velocities X + z in v, a covector b of all n, and a with its sign in epsilon. */
ex print_triple_rate(const struct triple *t, const struct space *on, size_t B, const ex *b,
                     const ex *v, const ex *a);
/* One of the maps. on_dual: it reads momenta, and a has the opposite sign. */
void print_triple_map(struct triple *t, const char *words, bool on_dual, const struct space *on);
/* Sentences about terms that are not linear in (a, z), or not in the momenta. */
void print_triple_nature(struct triple *t, const struct space *on, const char *maps);
/* Whether Lambda^#(dH) = epsilon(dL) at eta = dL/dz, on the space. */
enum alg_standing print_triple_sides(struct triple *t, const struct space *on, ex H);

/* ---- derive_phase.c ---- */

/* Maps and Legendre transformations of any Lagrangian or Hamiltonian. */
void print_triple_any(struct triple *t, const struct space *E);
/* The implicit phase dynamics, and whether the motion solves it. */
void print_triple_dynamics(struct triple *t, const struct space *E);

#endif
