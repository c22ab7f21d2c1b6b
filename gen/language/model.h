/* gen/language/model.h -- struct model: the system as the user described it.
 *
 * Names are resolved and kinds checked. Later rooms read a model and do not change it, except for
 * the choice of another basis of the constraints (lang_use_basis).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_MODEL_H
#define GEN_LANGUAGE_MODEL_H

#include "gen/language/ast.h"
#include "gen/tables/laws.h"
#include "gen/tables/shapes.h"

struct check;
struct other_basis;

struct coord {
    const char *name;
    ex q, velocity, section, momentum; /* x, x', d_x, p_x */
    ex second;                         /* x'', velocity of the second argument of a two-form */
    ex low, high;                      /* or EX_POISON */
    const char *unit, *doc;            /* or NULL */
    struct span where;
};
struct param {
    const char *name;
    ex symbol, value, low, high;
    unsigned assume;
    bool input;             /* may change during a run */
    bool driven;            /* its value depends on t and is substituted for the symbol */
    const char *unit, *doc; /* or NULL */
    struct span where;
};
/* A section of the natural basis e_B of the bundle E: the d_x, then the elements of an algebra; or
 * those of the statement `sections` instead of the d_x. */
struct section {
    const char *name;
    ex velocity, section, momentum; /* x', d_x, p_x, or w, d_w, p_w */
    ex second;                      /* velocity of the second argument of a two-form */
    ex *anchor;                     /* components along the coordinates */
    ex *right;                      /* the right one of two anchors, or NULL */
    const char *unit, *doc;         /* or NULL */
    struct span where;
};
struct field {
    const char *name;
    ex z, eta, section; /* quasi-velocity v, momentum eta_v, the field itself d_v */
    ex *component;      /* along the sections */
    struct span where;
    bool chosen; /* by the program, not by the user */
};
struct constraint {
    ex *form; /* components of the one-form along the sections; NULL after an error */
    ex speed; /* value of the one-form on allowed velocities: 0 unless the constraint is affine */
    ex position; /* of a holonomic constraint the function that vanishes, else EX_POISON */
    struct span where;
};
/* A force along one natural or frame velocity. */
struct load {
    bool frame;
    size_t index;
    ex value; /* in q, velocities, t */
    struct span where;
};
enum ival_of {
    IVAL_COORD,     /* x */
    IVAL_VELOCITY,  /* x' */
    IVAL_SECTION,   /* w of an algebra or of sections */
    IVAL_QUASI,     /* v of the frame */
    IVAL_MOMENTUM,  /* eta_v */
    IVAL_NATURAL,   /* p_x */
    IVAL_MULTIPLIER /* lambda1 */
};
struct ival {
    enum ival_of of;
    size_t index; /* of the coordinate, section, field or constraint */
    ex value;
    bool guess;  /* `~`: a first guess */
    bool chosen; /* by --set: overrides `init` */
    struct span where;
};
enum plot_of {
    PLOT_NUMBER,
    PLOT_DRIFT,      /* y is the drift of the energy, relative to its size */
    PLOT_CONSTRAINT, /* y is the largest violation of a constraint */
};
struct plot { /* a curve */
    ex x, y;
    enum plot_of of;
    const char *x_name, *y_name;
    const char *x_unit, *y_unit; /* NULL: unknown, or dimensionless */
    size_t panel;                /* curves of the same panel are drawn together */
    bool over_time;              /* x is t */
    bool path;                   /* x and y are of one kind: the axes have equal scales */
};
/* A function, form or field, as written. */
struct stated {
    ex value;
    struct span where;
};
struct claim_item { /* a claim to verify */
    enum claim claim;
    ex a, b; /* b: the right side, or the bound of a drift */
    struct span where;
};
struct output { /* a further column */
    const char *name;
    ex value;
    struct span where;
};
struct event { /* `value` crosses 0 */
    const char *name;
    ex value;
    enum event_way way;
    enum event_act act;
    struct ival *reset; /* values after the event, in terms of those before */
    size_t resets;
    struct span where;
};
struct setting { /* value of a parameter, or an initial value */
    bool param;
    size_t index; /* of the parameter */
    struct ival ival;
    ex value;
};
struct preset { /* a named set of values */
    const char *name;
    struct setting *at;
    size_t n;
    struct span where;
};
enum lang_shape {
#define SHAPE(word, ...) SHAPE_##word,
    SHAPES(SHAPE)
#undef SHAPE
        SHAPE_COUNT
};
/* A shape that depends on the state. Its numbers are in the block `scene` from index `at` on: the
 * coordinates of its points, then the others. */
struct drawing {
    enum lang_shape shape;
    size_t points, dims, numbers; /* dims: 2, or 3 */
    size_t at, n;                 /* n = points dims + numbers */
    bool fixed;                   /* it does not depend on the state or t */
    ex *value;
    struct span where;
};
/* Results of a statement that has no member of struct model. Its own header has their type, and a
 * function that finds them: lang_bases in gen/language/statement_basis.h. */
struct results {
    void *at;
    size_t n;
};
/* One row becomes LAW_x. A formulation may have one more: virtual displacements that are not the
 * allowed velocities, which a model states with `virtual` and not with `dynamics`. */
enum lang_law {
#define LAW(name, ...) LAW_##name,
    LAWS(LAW)
#undef LAW
        LAW_COUNT,
    LAW_servo = LAW_COUNT
};
struct model {
    struct store *store;
    const struct source *src;
    const char *title;
    struct coord *coord;
    struct param *param;
    struct section *section;
    struct field *field; /* first those of the frame, then those of the complement */
    struct constraint *constraint;
    struct load *load;
    struct ival *ival;
    struct plot *plot;
    struct claim_item *claim;
    struct output *output;
    struct event *event;
    struct preset *preset;
    struct drawing *drawing;              /* see block_scene.c */
    struct results kept[STATEMENT_COUNT]; /* see lang_keep */
    bool comparing; /* for `compare`: some values of `init` concern only one of the two laws */
    const struct other_basis *in_basis; /* basis in use for the constraints, or NULL */
    struct stated *virtual, *second;
    size_t claims, outputs, events, presets, drawings, virtuals, seconds;
    size_t holonomics; /* number of holonomic constraints */
    size_t scene;      /* numbers of all drawings */
    bool in_space;     /* a drawing has points in space: all are drawn in perspective */
    size_t coords, params, sections, fields, constraints, loads, ivals, plots;
    size_t rank;    /* of C */
    bool has_poles; /* the frame was chosen, and is not proved to be independent everywhere */
    ex *bracket;    /* [e_B, e_C] = bracket[(B n + C) n + D] e_D, or NULL: all 0 */
    bool general;   /* E has declared sections instead of the d_x */
    bool two_anchors;
    bool virtual_fields; /* `virtual` has fields that span the virtual displacements; else forms
                          * that annihilate them */
    ex time, dt, energy; /* symbols */
    /* As written, in all kinds of velocities; EX_POISON: not given. */
    ex metric, potential, magnetic, lagrangian, hamiltonian, dissipation, force;
    ex two_form; /* magnetic, in velocities and second velocities */
    ex drift;    /* a field, along the natural basis */
    ex gradient; /* the field of a gradient extension, along the natural basis */
    enum lang_law law;
    bool has_compare; /* the model has a statement `compare` */
    enum lang_law compare;
    struct span metric_at, frame_at, source_at; /* source: metric, lagrangian or hamiltonian */
    struct span magnetic_at;
    struct span anchors_at;    /* the first right anchor */
    ex end, step, tolerance;   /* or EX_POISON */
    const char *method, *form; /* of runs, or NULL */
    struct span end_at, step_at, tolerance_at, method_at, form_at;
    struct check *names; /* the scope, for expressions that are read later */
};

struct shape_row {
    const char *word, *like, *says;
    size_t least, most, numbers; /* number of points, and of the numbers after them */
    bool plane, space;           /* points may have two coordinates, three */
};
extern const struct shape_row lang_shapes[SHAPE_COUNT];

/* ---- sections.c ---- */

bool lang_has_own_sections(const struct model *m); /* E has declared sections instead of the d_x */
bool lang_has_energy(const struct model *m);       /* a metric, a Lagrangian or a Hamiltonian */
bool lang_is_tangent(const struct model *m);       /* E = TQ, the d_x are its only sections */
/* The sections that are no d_x begin here. */
size_t lang_first_section(const struct model *m);
bool lang_is_along_coordinate(const struct model *m, size_t B); /* section B is a d_x */
/* Constraints on coordinates and momenta; returns their number. */
size_t lang_phase_constraints(const struct model *m, const struct stated **out);

/* ---- laws.c ---- */

struct law_row {
    const char *word, *form; /* form: the default one */
};
extern const struct law_row lang_laws[LAW_COUNT];
/* LAW_COUNT: there is none of the word. Then `near` has been offered all. */
enum lang_law lang_law_named(const char *word, struct nearest *near);
const char *lang_law_list(struct mem *m); /* all words: a, b, c */

#endif
