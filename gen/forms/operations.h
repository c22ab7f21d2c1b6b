/* gen/forms/operations.h -- struct form_ops: the functions of one formulation.
 *
 * Private to forms/. Each formulation has one, form_ops_x in gen/forms/x.c. A member that is NULL
 * or false stands for a default, which its comment gives ("absent"). A build function may set
 * `out->ops` to another set, where the model needs a variant of the formulation.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_OPERATIONS_H
#define GEN_FORMS_OPERATIONS_H

#include "gen/forms/properties.h"

/* Suitability of a formulation for a model. */
enum form_fit {
    FIT_plain,  /* it is chosen only if it is the default of its law */
    FIT_better, /* it is preferred to the default of the law, if it can be built */
    FIT_only,   /* the model has statements that no other formulation takes */
};
struct form_ops {
    /* States, zeta, eta, and the blocks rhs and energy. Never absent. */
    bool (*build)(struct diag *d, struct mech *k, struct system *out);
    /* Absent: FIT_plain. */
    enum form_fit (*fit)(const struct model *m);
    /* False with an error where the formulation cannot use a statement of the model. Absent: it
     * cannot use a second anchor or constraints on phase space. */
    bool (*applies)(struct diag *d, const struct model *m, const struct form_row *form);
    /* The law that the system obeys. Absent: that of the row. */
    enum lang_law (*law)(const struct system *sys);

    /* Blocks and objects. Bivector: made on demand; absent: the build function made it, or there is
     * none. Objects: absent: there are none. Multipliers: absent: form_multipliers_plain; their
     * title: absent or NULL: of the constraints, or of reactions along the complement. */
    bool (*bivector)(struct diag *d, struct system *sys);
    bool (*objects)(struct diag *d, struct system *sys);
    bool (*multipliers)(struct diag *d, struct system *sys);
    const char *(*multiplier_title)(const struct system *sys);

    /* For Lagrangians that are singular on C: it is the form to use where the default of its law
     * cannot be built, and is not compared with other forms. */
    bool singular;
    /* A start solves the constraints for coordinates, too. */
    bool starts_everywhere;

    /* Properties; see questions.c. Absent: B is skew, momenta follow
     * from velocities, velocities without an initial value are 0, other forms may have this motion,
     * and the form covers all motions. */
    const char *(*not_skew)(const struct system *sys);
    bool free_momenta, rests_in_states, alone;
    /* The reason why no motion is possible, or NULL. Absent: one is. */
    const char *(*no_motion)(const struct system *sys);
    /* Symbols of momenta that are arbitrary functions of time. Absent: there are none. */
    size_t (*arbitrary)(const struct system *sys, const ex **out);
    /* The names of the inputs that would give them. Absent: their own, unless they are given. */
    const char *(*asks_for)(const struct system *sys);
    bool frameless; /* its states and their rates do not depend on the frame; absent: they do */
    bool (*resets_velocities)(const struct system *sys);
    const char *uncovered;

    /* Constraints between states that the chart does not solve, and restriction of functions to
     * them, as far as they can be solved easily. Absent: there are none. */
    size_t (*bounds)(const struct system *sys, const struct stated **out);
    /* Those of them that determine the last states, one each. Absent: there are none. */
    size_t (*conditions)(const struct system *sys, const struct stated **out);
    void (*on_surface)(const struct system *sys, ex *e);

    /* Matrices that must be regular, and statements that `check` prints: about the geometry, and
     * after the energy. Absent: there are none. */
    size_t (*regular)(struct diag *d, const struct system *sys, struct regular *out);
    size_t (*geometry)(struct diag *d, struct proofs *p, struct system *sys, struct finding *out);
    size_t (*dynamics)(struct diag *d, struct proofs *p, struct system *sys, struct finding *out);

    /* The energy, see energy_balance.c. Driven: it changes for a reason other than t in the energy,
     * forces or a drift; absent: no. Balance: the general proof; false: nothing is known; absent:
     * form_balance_plain. Powers: all of them; absent: those of forces, of t and of the reactions,
     * which are, if these are absent, form_power_of_drift. */
    bool (*driven)(const struct system *sys);
    bool (*balance)(struct diag *d, struct proofs *p, struct system *sys, struct balance *out);
    bool (*powers)(struct diag *d, struct system *sys, struct balance *out);
    bool (*reactions)(struct diag *d, struct system *sys, struct balance *out);
};
/* One row becomes one declaration. */
#define FORM(name, ...) extern const struct form_ops form_ops_##name;
FORMS(FORM)
#undef FORM

/* ---- energy_balance.c ---- */

void form_add_power(struct balance *out, struct store *s, const char *name, ex value);
/* -dL/dt at fixed natural velocities, or dH/dt at fixed momenta. */
ex form_explicit_power(struct diag *d, const struct system *sys);
bool form_power_of_drift(struct diag *d, struct system *sys, struct balance *out); /* lambda . b */
/* In velocities where there is a Lagrangian, else because B is skew. */
bool form_balance_plain(struct diag *d, struct proofs *p, struct system *sys, struct balance *out);
bool form_balance_of_bracket(struct diag *d, struct proofs *p, struct system *sys,
                             struct balance *out);
/* The motion is B grad H, if that is short. */
enum alg_standing form_is_short_gradient(struct proofs *p, const struct system *sys);

/* ---- derived_blocks.c ---- */

bool form_multipliers_plain(struct diag *d, struct system *sys);

/* ---- formulations.c ---- */

const struct form_row *form_row_of(const struct form_ops *ops);
/* False with an error where an input gives a velocity. */
bool form_has_no_velocity_inputs(struct diag *d, const struct model *m);
enum form_fit form_fit(const struct form_row *form, const struct model *m);

/* ---- friction_bracket.c ---- */

bool form_friction_objects(struct diag *d, struct system *sys);
/* Proved properties of the friction bracket, or the reason why there is none. */
size_t form_friction(struct diag *d, struct proofs *p, struct system *sys, struct finding *out);

/* ---- second_class.c ---- */

/* False with an error where the model has such constraints. */
bool form_no_second_class(struct diag *d, const struct model *m, const struct form_row *form);

/* ---- two_anchors.c ---- */

/* False with an error where the model has two. */
bool form_one_anchor(struct diag *d, const struct model *m, const struct form_row *form);
/* Leibniz' rule for the bracket of E with two anchors, read from B. */
size_t form_two_anchors(struct proofs *p, const struct system *sys, struct finding *out);

/* ---- virtual_displacements.c ---- */

/* False with an error where the model has some. */
bool form_no_virtual(struct diag *d, const struct model *m, const char *form);

#endif
