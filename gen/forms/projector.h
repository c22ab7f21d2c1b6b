/* gen/forms/projector.h -- projectors along the natural basis, for the projector form.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_PROJECTOR_H
#define GEN_FORMS_PROJECTOR_H

#include "gen/forms/operations.h"

/* mu(v) = b: m one-forms on a bundle of rank n; kinetic momenta pi = p - A = g v. */
struct projector {
    struct mech *mech;
    size_t nq, n, m;
    ex *rho;              /* nq x n: anchors of the natural basis */
    ex *mu, *b;           /* m x n, m */
    ex *g, *A, V;         /* n x n, n */
    ex *two;              /* n x n: the given magnetic two-form, or NULL */
    ex *rise;             /* n x m: g^-1 mu^T */
    bool by_frame;        /* up core^-1 low^T is P, else it is Q */
    size_t size;          /* of the core */
    ex *core, *up, *low;  /* size x size, n x size, n x size */
    enum solved way;      /* method to solve with the core */
    ex *pi, *y;           /* n: p - A, g^-1 pi */
    ex *part, *u, *bar;   /* P y or Q y along `up`; n: P y, P^T pi */
    ex *shift;            /* likewise of the drift */
    ex *offset, *carried; /* n: the drift that is orthogonal to C, w; g w */
    bool affine, runs;    /* there is a drift; core factors, drift or A depend on t */
    ex *P, *Q;            /* n x n, on vectors; set by form_projector_matrices */
};
enum { PULLS = 2 };
struct projected {
    struct projector pr;
    ex *force; /* n: p' without the reactions */
    /* core x = right, for forces S: those in B grad H, and those of the drift */
    ex *S[PULLS], *right[PULLS], *x[PULLS];
    size_t pulls;
};

/* ---- projector_matrices.c ---- */

/* False with an error where there is no metric, or it is degenerate. */
bool form_projector(struct diag *d, struct mech *k, struct projector *out);
/* Sets nq, n, rho and two only. */
void form_projector_bundle(struct diag *d, struct mech *k, struct projector *out);
bool form_projector_matrices(struct diag *d, struct projector *pr);
/* Solves core x = b; each x is held. */
bool form_core_solve(const struct projector *pr, const ex *b, ex *out);
/* a^T x for an n x size matrix. */
void form_core_dot(const struct projector *pr, const ex *a, const ex *x, ex *out);
/* -C^D_AB p_D, n x n: {p_A, p_B} on the dual of the bundle. */
void form_projector_rotation(const struct projector *pr, const ex *p, ex *K);
/* {p_A, p_B} at p = A + P^T pi, n x n. */
void form_projector_pairs(struct diag *d, const struct projector *pr, ex *D);
/* X(e) for vectors X along the natural basis: rates of e[0..m) along its anchor. */
void form_along(const struct projector *pr, const ex *X, const ex *e, size_t m, ex *out);

/* ---- projector.c ---- */

/* (d_t + X)(e); without d_t unless `runs` and pr->runs are set. */
void form_projector_rate(const struct projector *pr, const ex *X, bool runs, const ex *e, size_t m,
                         ex *out);
/* Forces along the natural basis, at the state. */
bool form_natural_load(struct diag *d, const struct mech *k, const struct system *sys, ex *out);

/* ---- projector_bracket.c ---- */

bool form_projector_objects(struct diag *d, struct system *sys);

/* ---- projector_proof.c ---- */

/* Proof that the solutions in sys->own solve their equations and that rhs follows from them. */
enum alg_standing form_projected(struct diag *d, struct proofs *p, struct system *sys);

/* ---- projector_split.c ---- */

/* Projectors and metrics of the splittings. */
bool form_show_splits(struct diag *d, struct system *sys, const struct projector *pr);
/* An object. Entries that vanish at random points become 0, with a claim; short ones are
 * simplified. */
struct object *form_show_object(struct system *sys, const char *name, const char *title, ex *at,
                                size_t rows, size_t cols);

/* ---- constraint_surface.c ---- */

/* Restricts e to where the block constraint is 0, as far as that can be solved easily. */
void form_on_surface(const struct system *sys, ex *e);

/* ---- second_class.c ---- */

/* Builds the variant of the form for constraints on phase space. */
bool form_build_second(struct diag *d, struct mech *k, struct system *out);
enum form_fit form_second_class_fit(const struct model *m);

#endif
