/* gen/forms/system.h -- struct system: symbols and named blocks of expressions.
 *
 * A formulation gives blocks; an integrator needs blocks, a target prints blocks. Whatever needs
 * only blocks works with every formulation.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_SYSTEM_H
#define GEN_FORMS_SYSTEM_H

#include "gen/forms/mechanics.h"
#include "gen/tables/forms.h"

struct form_row;
struct system;
struct vakonomic;

struct block {
    ex *at; /* NULL: absent */
    size_t rows, cols;
};
/* A named result of a formulation, besides its blocks. */
struct object {
    const char *name;  /* P, Q, Omega_L: letters, digits, _ */
    const char *title; /* as a heading */
    const char *note;  /* a sentence a line, or NULL */
    /* Computes the note, with its proofs, on demand; or NULL. */
    const char *(*verdict)(struct diag *d, struct system *sys);
    ex *at;            /* by rows, functions of the state; 0 rows: only the note */
    ex *shown;         /* the same in the user's symbols; NULL: `at` itself */
    bool skew;         /* the matrix is skew: only the part above the diagonal is printed */
    size_t rows, cols; /* cols 1: a list */
    const char *const *row, *const *col; /* names of their indices, or NULL: 1, 2, ... */
    struct object *next;
};
/* Virtual displacements that are not the allowed velocities: they are spanned by f_c + T^alpha_c
 * f_alpha, in a frame whose complement is orthogonal to C. */
struct servo {
    struct mech *mech; /* in that frame */
    ex *T;             /* (n - rank) x rank */
    bool tilted;       /* T is not 0 */
    ex *form, *field;  /* as given, by rows along that frame: forms on f_A, or fields; NULL */
    ex *reaction;      /* n: along that frame, by the state */
    ex *M;             /* rows x rows: compatible where its determinant is not 0 */
    size_t rows;
};
struct system {
    const struct model *model;
    struct geom *geom; /* in the frame of the user */
    struct mech *mech;
    const struct form_row *form;
    ex *state;
    const char **state_name;
    size_t states;
    /* n each: velocities and momenta along the frame, from the state */
    ex *zeta, *eta;
    /* Of states in natural velocities or momenta, else NULL: natural velocities and momenta from
     * the state; and the state where the constraints hold, as a function of q and the unknowns,
     * which are the z^a of C and perhaps more. */
    ex *natural, *momentum, *chart, *unknown;
    const char **unknown_name;
    size_t unknowns;
    /* Names (ex_hold) of what was solved for, what they are on the chart, and what vanishes because
     * they solve it: as they are, and as they are on the chart. */
    ex *held, *meant, *solves;
    size_t helds;
    ex *lambda; /* multipliers that are functions of the state, or NULL */
    ex *pull;   /* of velocity states: rates of the momenta of C; NULL: they follow from rhs */
    /* Where the motion is compared by `pull`, or by what follows from how it was found: that rhs is
     * a solution, and keeps the constraints; or NULL. */
    enum alg_standing (*prove_workings)(struct diag *d, struct proofs *p, struct system *sys);
    const void *workings;
    /* Of momentum states, or NULL: velocities along C are a number times a handle that stands for
     * them in all that follows; and momenta as g_ab times these velocities. */
    ex *factor, *solved, *weighed;
    struct block block[RT_BLOCKS];
    /* Makes the block bivector on demand; or NULL. */
    bool (*bivector)(struct diag *d, struct system *sys);
    struct object *object;                               /* see form_objects */
    bool (*objects)(struct diag *d, struct system *sys); /* finds them, or NULL: there are none */
    struct claims claims; /* of the formulation, besides those of the geometry, */
    size_t form_claims;   /* which are so many; those behind them are of blocks made later */
    /* Residuals that must vanish for a reset to satisfy the constraints, unless trivial. */
    struct residue {
        size_t event;
        ex value;
        struct span where;
    } * residue;
    size_t residues;
    struct servo *servo; /* or NULL */
    bool lopsided;       /* B is not skew */
    bool loose;          /* momenta do not follow from velocities, which a field gives */
    bool orthogonalised; /* it needed another complement than the given one */
    bool by_newton;      /* momenta are found by steps: nothing about them is an identity */
};
struct form_row {
    const char *name, *phase, *needs;
    const char *model; /* of models/, that it is shown with */
    enum lang_law law; /* forms of one law have one motion */
    bool (*build)(struct diag *d, struct mech *k, struct system *out);
};
/* One row becomes one prototype. */
#define FORM(name, ...) bool form_build_##name(struct diag *d, struct mech *k, struct system *out);
FORMS(FORM)
#undef FORM

/* ---- system.c ---- */

extern const struct form_row form_rows[];
extern const size_t form_row_count;
const struct form_row *form_named(const char *name); /* NULL: there is none */
/* Built on the first request and kept: later requests for the form return the same system, with the
 * blocks that it has by then. NULL with errors when the form does not apply. These are kept, too,
 * unless a limit of the store caused them. */
struct system *form_system(struct diag *d, struct mech *k, const struct form_row *form);
const char *form_block_name(enum rt_block_name b);
ex *form_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols);
const struct form_row *form_default(const struct model *m);
const struct form_row *form_of_law(const struct model *m, enum lang_law law);
/* Along the flow: rates of e[0..m), which are functions of the state. */
void form_rates(const struct system *sys, const ex *e, size_t m, ex *out);
/* Block vel: along the frame, then along sections that are no d_x. */
size_t form_velocity_count(const struct system *sys);
const char *form_velocity_name(const struct system *sys, size_t i);
/* Velocities of all sorts, momenta and energy become functions of the state. */
void form_at_state_all(const struct system *sys, const ex *e, size_t m, ex *out);

/* ---- block_event.c ---- */

/* block_event.c, block_reset.c: their blocks, and what the driver is told; NULL: there are none. */
const struct rt_event *form_events_of(struct mem *mem, const struct model *m);

/* ---- block_given.c ---- */

/* What a run starts from. A function of the state, and what it is to be: as the model
 * says, then what is 0 unless that decides it (rest). */
struct given_row {
    const char *name;
    ex is, value;
    const struct coord *coord; /* that it is, or NULL */
    bool guess, rest;
};
size_t form_given_rows(struct diag *d, const struct system *sys, struct given_row **out);
/* What a value of `init` is about, as a function of the state; false, with an error,
 * when there is no such thing. Not of coordinates. */
bool form_quantity(struct diag *d, const struct system *sys, const struct ival *v, ex *out);

/* ---- derived_blocks.c ---- */

/* Those that follow from rhs, zeta and eta; `wanted` are bits. */
bool form_more_blocks(struct diag *d, struct system *sys, unsigned wanted);

/* ---- friction_bracket.c ---- */

bool form_friction_objects(struct diag *d, struct system *sys);

/* ---- objects.c ---- */

bool form_objects(struct diag *d, struct system *sys); /* when first wanted */

/* ---- second_class.c ---- */

/* {chi_a, chi_b} as functions of the state of the projector form; NULL: they cannot be found. */
const ex *form_second_matrix(struct diag *d, const struct system *sys);
/* e where they are 0, as far as that is easily said. */
void form_on_surface(const struct system *sys, ex *e);

/* ---- natural_basis.c ---- */

void form_natural_velocities(const struct system *sys, ex *out); /* n, from the state */
/* dL/dy at the natural velocities y: g y + A where that is shorter than what L is made of. */
void form_momenta_of(struct mech *k, const ex *y, ex *out);
/* Functions of the state where the constraints hold, as functions of q and the unknowns. */
void form_on_chart(const struct system *sys, const ex *e, size_t m, ex *out);

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
