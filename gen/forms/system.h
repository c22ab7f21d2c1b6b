/* gen/forms/system.h -- struct system: symbols and named blocks of expressions.
 *
 * A formulation makes blocks; integrators evaluate blocks, and targets print blocks. Code that uses
 * only blocks works with every formulation.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_SYSTEM_H
#define GEN_FORMS_SYSTEM_H

#include "gen/forms/mechanics.h"
#include "gen/tables/forms.h"

struct form_ops;
struct form_row;
struct natural;
struct system;
struct vakonomic;
struct workings;

struct block {
    ex *at; /* NULL: absent */
    size_t rows, cols;
};
/* A named result of a formulation, besides its blocks. */
struct object {
    const char *name;  /* P, Q, Omega_L: letters, digits, _ */
    const char *title; /* as a heading */
    const char *note;  /* one sentence per line, or NULL */
    /* Computes the note, with its proofs, on demand; or NULL. */
    const char *(*verdict)(struct diag *d, struct system *sys);
    ex *at;            /* by rows, functions of the state; 0 rows: only the note */
    ex *shown;         /* the same in the user's symbols; NULL: `at` itself */
    bool skew;         /* the matrix is skew: only the part above the diagonal is printed */
    size_t rows, cols; /* cols 1: a list */
    const char *const *row, *const *col; /* names of their indices, or NULL: 1, 2, ... */
    struct object *next;
};
/* Coordinates of the fibre in the state, behind q. */
enum form_states {
    STATES_eta, /* momenta eta_a of C */
    STATES_z,   /* velocities z^a of C */
    STATES_p,   /* all natural momenta p_B */
    STATES_y,   /* all natural velocities y^B */
};
struct system {
    const struct model *model;
    struct geom *geom; /* in the frame of the user */
    struct mech *mech;
    const struct form_row *form;
    const struct form_ops *ops; /* of the form, see questions.c */
    const void *own;            /* private data of the form */
    enum form_states kind;
    ex *state;
    const char **state_name;
    size_t states;
    /* n each: velocities and momenta along the frame, from the state */
    ex *zeta, *eta;
    struct natural *natural;   /* of states along the natural basis, else NULL */
    struct workings *workings; /* steps to the motion, for proofs; or NULL */
    struct block block[RT_BLOCKS];
    unsigned checked;          /* bits of blocks, see form_system_sound */
    const char *bivector_note; /* a sentence that is printed with B, or NULL */
    struct object *object;     /* see form_objects */
    struct claims claims;      /* besides those of the geometry; first those of the formulation, */
    size_t form_claims;        /* their number; then those of blocks that were made later */
    const ex *moves_along;     /* Y of the block moving, E - <p, Y>, along the natural basis */
    /* Residuals that must vanish for a reset to satisfy the constraints, unless trivial. */
    struct residue {
        size_t event;
        ex value;
        struct span where;
    } * residue;
    size_t residues;
};
struct form_row {
    const char *name, *phase, *needs;
    const char *model; /* its example in models/ */
    enum lang_law law; /* forms of one law have one motion */
    const struct form_ops *ops;
};

/* ---- formulations.c ---- */

extern const struct form_row form_rows[];
extern const size_t form_row_count;
struct choice form_choice(size_t i);
const struct form_row *form_named(const char *name); /* NULL: there is none */
/* Built on the first request and kept: later requests for the form return the same system, with the
 * blocks that it has by then. NULL with errors when the form does not apply. These are kept, too,
 * unless a limit of the store caused them. */
struct system *form_system(struct diag *d, struct mech *k, const struct form_row *form);
const struct form_row *form_default(const struct model *m);
/* Likewise; the default of the law where a better one cannot be built. */
const struct form_row *form_default_built(struct diag *d, struct mech *k);
/* For motions under a law; if it can be built, one without a frame where that may have poles. */
const struct form_row *form_to_run(struct diag *d, struct mech *k, enum lang_law law);
/* False with an error: the form has another law than the default form of the model. */
bool form_keeps_law(struct diag *d, const struct system *sys);

/* ---- system_invariants.c ---- */

/* Checks that new blocks have their declared shape and are functions of the state; else reports a
 * bug of the stage that made them. */
bool form_system_sound(struct diag *d, struct system *sys, const char *stage);

/* ---- questions.c ---- */

const char *form_not_skew(const struct system *sys);   /* NULL, or a word for its symmetry */
bool form_is_singular(const struct system *sys);       /* the Lagrangian is singular on C */
bool form_starts_everywhere(const struct system *sys); /* a start solves for coordinates, too */
/* Momenta do not follow from velocities, because a field determines the velocities. */
bool form_has_free_momenta(const struct system *sys);
/* States without an initial value are 0; else velocities without an initial value are. */
bool form_rests_in_states(const struct system *sys);
/* The reason why no motion is possible, or NULL; then the rates are 0 and mean nothing. */
const char *form_no_motion(const struct system *sys);
/* Momenta that nothing determines, and the names of those that no input gives, or NULL. */
size_t form_arbitrary(const struct system *sys, const ex **out);
const char *form_missing_inputs(const struct system *sys);
bool form_resets_velocities(const struct system *sys); /* of C */
const char *form_why_states(const struct system *sys); /* that belong to no frame; or NULL */
bool form_is_alone(const struct system *sys);          /* no other form has this motion */
const char *form_uncovered(const struct system *sys);  /* motions that it leaves out, or NULL */
enum lang_law form_law(const struct system *sys);      /* that the system obeys */
/* Does the form obey this law, for the model? */
bool form_follows(struct diag *d, struct mech *k, const struct form_row *form, enum lang_law law);
/* The motion is that of d'Alembert's principle, on which D_C and the triple are built. */
bool form_is_nonholonomic(const struct system *sys);
/* Title of the block multiplier, and names of its rows. */
const char *form_multiplier_title(const struct system *sys);
const char *form_multiplier_name(const struct system *sys, size_t i);
/* Constraints between states that the chart does not solve; their number. */
size_t form_bounds(const struct system *sys, const struct stated **out);
/* Those of them that determine the last states, as many, perhaps in several ways. */
size_t form_conditions(const struct system *sys, const struct stated **out);
/* Restricts a function of the state to the constraints, as far as these can be solved easily. */
void form_where_constraints_hold(const struct system *sys, ex *e);
/* A matrix of functions of the state that must be regular. */
struct regular {
    const ex *at;
    size_t n;
    const char *singular;       /* text for points where it is singular */
    struct span where;          /* in the model */
    const char *message, *help; /* error for a start where it is singular */
};
enum { REGULAR = 2 };
/* Such matrices, besides those of frame and metric; returns their number. */
size_t form_regular(struct diag *d, const struct system *sys, struct regular *out);

/* ---- system.c ---- */

/* Rates along the flow of e[0..m), which are functions of the state. */
void form_rates(const struct system *sys, const ex *e, size_t m, ex *out);
/* Rows of block vel: velocities along the frame, then along sections that are not d_x. */
size_t form_velocity_count(const struct system *sys);
const char *form_velocity_name(const struct system *sys, size_t i);
/* Velocities of all sorts, momenta and energy become functions of the state. */
void form_at_state_all(const struct system *sys, const ex *e, size_t m, ex *out);

/* ---- blocks.c ---- */

const char *form_block_name(enum rt_block_name b);
struct choice form_block_choice(size_t i); /* name and contents of block i */
ex *form_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols);
/* The shape that the table of blocks declares, for this system. False: rows, columns or both are
 * FORM_OPEN, because the table does not fix them. */
#define FORM_OPEN ((size_t)-1)
bool form_block_shape(const struct system *sys, enum rt_block_name b, size_t *rows, size_t *cols);
/* Makes the missing `derived` blocks among `wanted`, which are bits of blocks. */
bool form_more_blocks(struct diag *d, struct system *sys, unsigned wanted);

/* ---- block_event.c ---- */

/* Events for the driver; NULL: there are none. */
const struct rt_event *form_events_of(struct mem *mem, const struct model *m);

/* ---- block_given.c ---- */

/* An initial condition: a function of the state and its value. Those of the model come first; the
 * others (rest) are 0 unless the first determine them. */
struct given_row {
    const char *name;
    ex is, value;
    const struct coord *coord; /* if the function is a coordinate, else NULL */
    bool guess, rest;
};
size_t form_given_rows(struct diag *d, const struct system *sys, struct given_row **out);
/* The quantity of a value of `init` as a function of the state; false, with an error, when the
 * system does not have it. Not for coordinates. */
bool form_quantity(struct diag *d, const struct system *sys, const struct ival *v, ex *out);

/* ---- objects.c ---- */

bool form_objects(struct diag *d, struct system *sys); /* made on the first request */

/* ---- natural_basis.c ---- */

void form_natural_velocities(const struct system *sys, ex *out); /* n, from the state */
/* dL/dy at the natural velocities y: g y + A where that is shorter than from L. */
void form_momenta_of(struct mech *k, const ex *y, ex *out);

/* ---- chart.c ---- */

/* May states violate the constraints? */
bool form_is_redundant(const struct system *sys);
/* The state where the constraints hold, from q and the unknowns; NULL: no state violates them. */
const ex *form_chart(const struct system *sys);
/* Functions of the state on the chart, in terms of q and the unknowns; unchanged without one. */
void form_on_chart(const struct system *sys, const ex *e, size_t m, ex *out);
/* The system with the unknowns as states; only the parts that a start needs are converted. */
struct system *form_through_chart(struct diag *d, const struct system *sys);
/* Unknowns of a start besides q: those of the chart, else states. Their number, symbols, names, and
 * values from the state. */
size_t form_unknowns(const struct system *sys);
ex form_unknown(const struct system *sys, size_t i);
const char *form_unknown_name(const struct system *sys, size_t i);
ex form_unknown_value(const struct system *sys, size_t i);
/* Multipliers that are unknowns, from the state; NULL: they follow from the motion. */
const ex *form_state_multipliers(const struct system *sys);

/* ---- compared_motion.c ---- */

/* Rates of q, then of eta_b, then the energy: nq + rank + 1 functions of the state, or of q and the
 * unknowns of the chart. */
void form_compared(const struct system *sys, ex *out);
/* Substitutes eta_b = dL/dz^b at the velocities of `v`, whose states are z, in n such functions.
 * Held velocities of momentum states become z first; the proof is that their equations then give
 * `v->eta` again. */
enum alg_standing form_compared_in_velocities(struct proofs *p, const struct system *sys,
                                              const struct system *v, ex *e, size_t n);
/* The motion solves the equations that it was found from, and keeps the constraints. */
enum alg_standing form_prove_workings(struct diag *d, struct proofs *p, struct system *sys);

/* ---- vakonomic.c ---- */

/* False with an error when the form does not apply. */
bool form_vakonomic(struct diag *d, struct mech *k, struct vakonomic *out);
/* Functions of q, y, lambda become functions of the state. */
void form_vakonomic_at(const struct vakonomic *v, const struct system *sys, const ex *e, size_t m,
                       ex *out);
/* rho_B(e) for all B */
void form_vakonomic_slope(const struct vakonomic *v, ex e, ex *out);

/* ---- vakonomic_velocities.c ---- */

/* y' and lambda' from q, y, lambda where the constraints hold. */
bool form_vakonomic_field(struct diag *d, const struct vakonomic *v, ex *C, ex *B);

#endif
