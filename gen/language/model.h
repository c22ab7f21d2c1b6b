/* gen/language/model.h -- struct model: the system as the user described it.
 *
 * Names are resolved and kinds checked. A model is read by all later rooms and changed by none, but
 * for the choice of another basis of the constraints.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_MODEL_H
#define GEN_LANGUAGE_MODEL_H

#include "gen/language/ast.h"
#include "gen/tables/laws.h"
#include "gen/tables/shapes.h"

struct check;

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
    bool driven;            /* its value depends on t and stands in its place */
    const char *unit, *doc; /* or NULL */
    struct span where;
};
/* One of the natural basis e_B of the bundle E: the d_x, then the elements of an algebra; or
 * sections of the user instead of the d_x. */
struct section {
    const char *name;
    ex velocity, section, momentum; /* x', d_x, p_x, or w, d_w, p_w */
    ex second;                      /* velocity of the second argument of a two-form */
    ex *anchor;                     /* along the coordinates */
    ex *right;                      /* of two anchors the second, or NULL */
    const char *unit, *doc;         /* or NULL */
    struct span where;
};
struct field {
    const char *name;
    ex z, eta, section; /* quasi-velocity v, momentum eta_v, the field itself d_v */
    ex *component;      /* along the sections */
    struct span where;
    bool chosen; /* not by the user */
};
struct constraint {
    ex *form;    /* components of the one-form, by section; NULL after a mistake */
    ex speed;    /* the one-form has this value: 0, but where the constraint is affine */
    ex position; /* of a holonomic constraint what vanishes, else EX_POISON */
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
    bool guess;  /* `~`: where a search starts */
    bool chosen; /* by --set: goes before `init` */
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
    const char *x_unit, *y_unit; /* or NULL: not known, or a plain number */
    size_t panel;                /* with others */
    bool over_time;              /* x is t */
    bool path;                   /* x and y are of one sort, so that one scale fits them */
};
/* A function, form or field of a list that is kept as it is. */
struct stated {
    ex value;
    struct span where;
};
struct claim_item { /* to be verified */
    enum claim claim;
    ex a, b; /* b: the other side, or the bound of a drift */
    struct span where;
};
struct output { /* a further column */
    const char *name;
    ex value;
    struct span where;
};
struct event { /* where `value` passes 0 */
    const char *name;
    ex value;
    enum event_way way;
    enum event_act act;
    struct ival *reset; /* values after the event, in terms of those before */
    size_t resets;
    struct span where;
};
struct setting { /* of a parameter, or an initial value */
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
/* One row becomes SHAPE_x. */
enum lang_shape {
#define SHAPE(word, ...) SHAPE_##word,
    SHAPES(SHAPE)
#undef SHAPE
        SHAPE_COUNT
};
/* What is drawn of a state. Its numbers stand in the block `scene` from `at` on: points by points,
 * then the plain ones. */
struct drawing {
    enum lang_shape shape;
    size_t points, dims, numbers; /* dims: 2, or 3 */
    size_t at, n;                 /* n = points dims + numbers */
    bool fixed;                   /* it never moves */
    ex *value;
    struct span where;
};
struct other_basis { /* other one-forms of the same constraints */
    const char *name;
    ex *form; /* n x sections */
    size_t n;
    ex *change; /* n x n: the forms are so many times the constraints */
    struct span where;
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
    struct drawing *drawing; /* see block_scene.c */
    struct other_basis *basis;
    bool comparing; /* with another law, from the same start: not all of `init` is about both */
    const struct other_basis *in_basis; /* whose forms the constraints are now, or NULL */
    struct stated *virtual, *second;
    size_t claims, outputs, events, presets, drawings, bases, virtuals, seconds;
    size_t holonomics; /* of the constraints */
    size_t scene;      /* numbers of all drawings */
    bool in_space;     /* something is drawn in space: all is seen from above and aside */
    size_t coords, params, sections, fields, constraints, loads, ivals, plots;
    size_t rank;  /* of C */
    ex *bracket;  /* [e_B, e_C] = bracket[(B n + C) n + D] e_D, or NULL: all 0 */
    bool general; /* E has sections of the user instead of the d_x */
    bool two_anchors;
    bool virtual_fields; /* they span the virtual displacements; else forms that vanish there */
    ex time, dt, energy; /* symbols */
    /* As written: in velocities of all sorts; EX_POISON: not given. */
    ex metric, potential, magnetic, lagrangian, hamiltonian, dissipation, force;
    ex two_form; /* magnetic, in velocities and second velocities */
    ex drift;    /* a field, along the natural basis */
    ex gradient; /* the field of a gradient extension, along the natural basis */
    enum lang_law law;
    bool has_compare; /* there is another law to compare with */
    enum lang_law compare;
    struct span metric_at, frame_at, source_at; /* source: of what the motion comes from */
    struct span anchors_at;                     /* the first right anchor */
    ex end, step, tolerance;                    /* or EX_POISON */
    const char *method;
    struct span end_at, step_at, tolerance_at, method_at;
    struct check *names; /* what names mean, for expressions that are read later */
};

struct shape_row {
    const char *word, *like, *says;
    size_t least, most, numbers; /* points, and what stands behind them */
    bool plane, space;           /* may points have two numbers, three? */
};
extern const struct shape_row lang_shapes[SHAPE_COUNT];

/* ---- laws.c ---- */

struct law_row {
    const char *word, *form; /* form: the default one */
};
extern const struct law_row lang_laws[LAW_COUNT];
/* LAW_COUNT: there is none of the word. Then `near` has been offered all. */
enum lang_law lang_law_named(const char *word, struct nearest *near);
const char *lang_law_list(struct mem *m); /* all words: a, b, c */

#endif
