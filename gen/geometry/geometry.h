/* gen/geometry/geometry.h -- struct geom: anchor, frame, structure functions, Dirac relations.
 *
 * In the conventions of the header of frame_geometry.c: [f_k, f_j] = c^i_jk f_i.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_GEOMETRY_GEOMETRY_H
#define GEN_GEOMETRY_GEOMETRY_H

#include "gen/algebra/algebra.h"
#include "gen/base/options.h"

struct structure {
    size_t i, j, k; /* [f_k, f_j] = c^i_jk f_i, j < k unless there are two anchors */
    ex value;
};
struct geom {
    const struct model *model;
    size_t nq, n, rank; /* number of coordinates, rank of E, rank of C */
    ex *frame;          /* n x n: frame[B n + A] is the component of f_A along e_B */
    ex *rho;            /* nq x n: rho[i n + A] is the component of the anchored f_A along q^i */
    ex *right;          /* the same for the right one of two anchors; with one anchor, rho */
    ex *drift;          /* along f_A: velocities are drift + z^a f_a */
    bool affine;        /* the drift is not 0 */
    bool moving;        /* the frame depends on t */
    ex *coframe;        /* see geom_coframe */
    struct ex_pivots pivots;
    struct structure *c; /* see geom_structure */
    size_t structures;
    bool structure_known;
    ex **bracket;            /* see geom_bracket; NULL: not computed yet */
    unsigned char *rigid[2]; /* whether fields do not depend on coordinates, on t */
    struct claims claims;
};

/* ---- frame_geometry.c ---- */

struct geom *geom_make(struct diag *d, const struct model *m);
/* Inverse of the frame, n x n, computed at first use; NULL with an error: it is singular. */
const ex *geom_coframe(struct diag *d, struct geom *g);
bool geom_has_one_anchor(const struct geom *g);
/* Computes the nonzero structure functions at first use, ordered by j, k, i; with two anchors for
 * all j, k. */
bool geom_structure(struct diag *d, struct geom *g);
/* [f_k, f_j] along the natural basis; k = n: [d/dt, f_j]. */
void geom_bracket(struct geom *g, size_t j, size_t k, ex *out);
/* [X, Y] of any two sections, along the natural basis. */
void geom_lie(const struct model *m, const ex *X, const ex *Y, ex *out);
/* c^i_jk for one pair, i over all n. */
bool geom_structure_of(struct diag *d, struct geom *g, size_t j, size_t k, ex *out);
/* Replaces all kinds of velocities by those of the frame, or by natural ones. */
void geom_in_frame(const struct geom *g, const ex *e, size_t m, ex *out);
bool geom_in_natural(struct diag *d, struct geom *g, const ex *e, size_t m, ex *out);
bool geom_uses_frame(const struct model *m, ex e); /* mentions quasi-velocities */

/* ---- geometry_invariants.c ---- */

/* Sizes are those of the model; all depends on coordinates, parameters and t; else a bug. */
bool geom_sound(struct diag *d, const struct geom *g);

/* ---- two_form.c ---- */

/* The magnetic two-form, n x n, on the natural basis and on the frame; NULL: the model has none. */
ex *geom_natural_two_form(const struct model *m);
ex *geom_two_form(const struct geom *g);

/* ---- dirac_relation.c ---- */

struct relation {
    const char *name; /* D_M or D_C */
    struct geom *geom;
    ex *q_rate, *eta_rate; /* of q and eta, from q, eta, a, z; EX_POISON: free */
    size_t tied;           /* number of eta' that are not free, and of z that are free */
    bool relative;         /* free z are relative to the drift */
};
struct courant {
    size_t k, l, m; /* slots: the a_i, the z that are free, the eta' that are free */
    ex value;
};
bool geom_relation(struct diag *d, struct geom *g, bool constrained, struct relation *out);
ex geom_slope_symbol(const struct model *m, size_t i); /* a_x */
ex geom_relation_pairing(const struct relation *r);    /* 0: the relation is isotropic */
size_t geom_courant(struct diag *d, const struct relation *r, struct courant **out); /* nonzero */
const char *geom_slot_name(const struct relation *r, size_t k);
bool geom_relation_eval(FILE *out, struct diag *d, const struct relation *r, const double *p,
                        const struct assignment *given, size_t n);

/* ---- growth_vector.c ---- */

enum { GROWTH_STEPS = 32 };
struct growth {
    size_t rank[GROWTH_STEPS], steps; /* of C, of C + [C, C], ... */
    size_t least;                     /* directions that are surely reached */
    bool whole; /* the last rank is final: it stays the same, or is that of E */
    enum alg_standing standing;
};
struct growth geom_growth_vector(struct diag *d, struct proofs *p, struct geom *g);

/* ---- growth_drop.c ---- */

enum { DROP_ZEROS = 3, GROWTH_DROPS = 4 };
struct growth_drop {
    ex zero[DROP_ZEROS]; /* where all of these vanish, a rank is less than it is generically */
    size_t n;
    bool sure;                        /* there are such points */
    size_t rank[GROWTH_STEPS], steps; /* the growth vector there, proved; 0: not known */
    bool starts;                      /* the initial state is there */
};
struct growth_drops {
    bool known; /* there are no others: everywhere else the growth vector is the generic one */
    struct growth_drop at[GROWTH_DROPS];
    size_t n;
};
struct growth_drops geom_growth_drops(struct diag *d, const struct geom *g, const struct growth *v);

/* ---- integrals.c ---- */

enum { INTEGRALS = 16 };
struct integrals {
    ex at[INTEGRALS]; /* functions of the coordinates that all fields of C leave constant, */
    size_t n;         /* proved and independent: first the functions of holonomic constraints, */
    size_t given;     /* of which there are so many */
    size_t wanted;    /* how many there are locally, at most INTEGRALS */
    bool searched;
};
/* Searches for `wanted` integrals of C, which is as many as the brackets of C leave directions. */
void geom_integrals(struct diag *d, struct proofs *p, const struct geom *g, size_t wanted,
                    struct integrals *out);

#endif
