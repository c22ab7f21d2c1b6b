/* gen/forms/properties.h -- properties of a system: Jacobi identity, poles, energy, friction.
 *
 * Each function answers one question and says whether the answer is proved, likely or open.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_PROPERTIES_H
#define GEN_FORMS_PROPERTIES_H

#include "gen/forms/system.h"

/* A statement that `check` prints. */
struct finding {
    const char *name; /* of its line */
    const char *text;
    ex value;         /* printed between text and rest; EX_POISON: none */
    const char *rest; /* or NULL */
    bool plain;       /* printed without a standing */
    bool open;        /* the text itself says that nothing is decided */
    enum alg_standing standing;
};
enum { FINDINGS = 4 };
/* Statements of the formulation about the geometry, and about the motion; return their number. */
size_t form_geometry(struct diag *d, struct proofs *p, struct system *sys, struct finding *out);
size_t form_dynamics(struct diag *d, struct proofs *p, struct system *sys, struct finding *out);

/* ---- jacobi_identity.c ---- */

struct jacobi {
    bool holds;
    size_t i, j, k; /* a triple of states that fails */
    ex value;       /* {i, {j, k}} + {j, {k, i}} + {k, {i, j}} */
    enum alg_standing standing;
};
struct jacobi form_jacobi(struct proofs *p, const struct system *sys);
struct jacobiators { /* of the bracket B of a system */
    const struct system *sys;
    const ex *B;
    ex *slope; /* d_l B_ij at (i n + j) n + l */
    size_t n;
};
struct jacobiators form_jacobiators(const struct system *sys);
ex form_jacobiator(const struct jacobiators *t, size_t i, size_t j, size_t k);
/* Jacobi identity of the bracket and anchors of E itself: NULL, or the name of the identity that
 * fails. */
const char *form_jacobi_of_bundle(struct proofs *p, const struct model *m,
                                  enum alg_standing *standing);
/* Statements about the bundle E that the model declares; returns their number. */
size_t form_bundle(struct proofs *p, const struct system *sys, struct finding *out);

/* ---- poles.c ---- */

struct pole_report {
    const char *words, *help; /* help: or NULL */
};
/* " at cos(th) = 0" for row i of the block `pole`; empty where it is long. */
const char *form_pole_name(const struct system *sys, size_t i);
/* The event that a zero of row i of the block `pole` is, a time `ahead` from the state: "the chosen
 * frame degenerates at cos(th) = 0". */
struct pole_report form_pole_report(struct diag *d, const struct system *sys, size_t i,
                                    const double *p, const double *x, double t, double ahead);

/* ---- effective_space.c ---- */

/* The only x for which condition[i](x) = 0, in closed form; false: none was found. What is zero
 * only at random points becomes a claim of the system. */
bool form_solved(struct diag *d, struct system *sys, const ex *condition, const ex *x, size_t n,
                 ex *out);

/* ---- energy_balance.c ---- */

enum { POWERS = 5 };
struct balance {
    bool conserved;
    ex rate;   /* of the energy, as a function of the state of `sys` */
    ex moving; /* a moving energy E - <p, Y>, or EX_POISON */
    struct power {
        const char *name; /* "-2R" */
        ex value;
    } power[POWERS]; /* terms of the rate; none: not known separately */
    size_t powers;
    bool by_powers; /* only the sum of the powers proves the rate */
    enum alg_standing standing;
};
bool form_keeps_energy(const struct system *sys); /* no force, no drift, no dependence on t */
struct balance form_balance(struct diag *d, struct proofs *p, struct system *sys);

#endif
