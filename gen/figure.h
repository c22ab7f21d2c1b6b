/* gen/figure.h -- pictures: curves on axes, and bodies where they are, as a value that can be
 * written in several ways.
 *
 * A figure is panels one below the other. A panel has two axes, curves, marks at some values of x,
 * and bodies. Whoever makes one fills in arrays and lets a format write it:
 *
 *   struct curve path = {.x = x, .y = y, .n = n, .label = "free"};
 *   struct panel panel = {.x_label = "x [m]", .y_label = "y [m]", .equal = true,
 *                         .curve = &path, .curves = 1};
 *   struct figure figure = {.title = "Skater", .panel = &panel, .panels = 1};
 *   struct mem_text out = mem_text(m);
 *   gen_figure_svg(&out, &figure, 0);
 *
 * Numbers that are not finite are gaps in curves. The same figure gives the same bytes.
 *
 * Ownership: arrays are the caller's, and stay; all else is taken from scratch.
 * Errors:    only gen_figure_write has any, and tells them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FIGURE_H
#define GEN_FIGURE_H

#include "gen/run.h"

/* ---- what is in it ---- */

enum stroke { STROKE_SOLID, STROKE_DASHED, STROKE_DOTS };
struct curve {
    const char *label; /* in the legend; NULL: it is not in it */
    enum stroke stroke;
    size_t colour; /* 0, 1, ...: they repeat */
    const double *x, *y;
    size_t n;
};
struct mark { /* something that happened at this x */
    double x;
    const char *label; /* or NULL */
};
/* What a shape looks like on paper, in the numbers of the axes. */
enum body_kind {
    BODY_LINE,  /* through points */
    BODY_AREA,  /* between points */
    BODY_SOLID, /* the same, drawn dark: wheels and blades */
    BODY_ROUND, /* an ellipse about one point */
    BODY_SPOT,  /* a dot about one point */
};
struct body {
    enum body_kind kind;
    bool filled; /* of an ellipse */
    const double *x, *y;
    size_t n;
    double major, minor, turn; /* of an ellipse: half axes, and the angle of the major one */
    double fade;               /* 0: as it is, towards 1: pale */
    size_t colour;
};
struct axis {
    double low, high;
};
struct panel {
    const char *x_label, *y_label;
    const struct axis *least; /* of x and of y: they reach so far at least; or NULL */
    struct curve *curve;
    struct mark *mark;
    struct body *body;
    size_t curves, marks, bodies;
    bool equal;   /* both axes have one scale: circles look round */
    bool strict;  /* even where that leaves much paper empty */
    bool decades; /* y is logarithmic; where it is about rounding, that is marked */
    bool bare;    /* no axes: only what there is to see */
};
struct figure {
    const char *title; /* or NULL */
    struct panel *panel;
    size_t panels;
};

/* ---- figure.c: axes ---- */

enum { FIGURE_TICKS = 16 };
struct ticks {
    double at[FIGURE_TICKS];
    size_t n;
    int digits; /* that tell them apart */
};
#define FIGURE_FLOOR 1e-16 /* below this, what is relative to something is rounding */
/* Of all that is in the panel; of decades the logarithms. What is constant but for rounding is in
 * the middle. */
struct axis gen_axis_x(const struct panel *p);
struct axis gen_axis_y(const struct panel *p);
/* Round numbers inside of the axis, `most` at most. */
struct ticks gen_ticks(struct axis a, size_t most);
struct ticks gen_decades(struct axis a, size_t most);
/* y as it is on paper. */
double gen_figure_y(const struct panel *p, double y);
/* "v [m/s]"; unit NULL: "v". */
const char *gen_axis_label(struct mem *m, const char *name, const char *unit);

/* ---- formats ---- */

/* One row of FIGURES becomes FIGURE_x, the end of a path that chooses it, and gen_figure_x; columns
 * is how wide a screen is. */
enum gen_figure_format {
#define FIGURE(word, ...) FIGURE_##word,
    FIGURES(FIGURE)
#undef FIGURE
        FIGURE_COUNT
};
#define FIGURE(word, ...)                                                                          \
    bool gen_figure_##word(struct diag *d, struct mem_text *out, const struct figure *f,           \
                           size_t columns);
FIGURES(FIGURE)
#undef FIGURE
/* By the end of the path; false with an error where it is no format, unless it is "-". */
bool gen_figure_of(struct diag *d, const char *path, enum gen_figure_format *out);
/* Whole or not at all, to a file or "-". */
bool gen_figure_write(struct diag *d, const struct figure *f, const char *path,
                      enum gen_figure_format format);
bool gen_put_file(struct diag *d, const char *path, const struct mem_text *text);
size_t gen_screen_columns(void); /* of standard output */

/* ---- reel.c: what a run looked like ---- */

struct reel {
    const struct system *sys;
    const struct rt_model *machine;
    const double *p; /* parameters, with what is prepared */
    double *row;     /* t, numbers of `output`, change of the energy, violation, those of `scene` */
    size_t wide, n, cap;
    size_t every, seen; /* one row in `every` is kept, */
    bool tail;          /* and the last one behind them */
    bool scene;         /* has the numbers of `scene` */
    bool conserved;     /* the energy should be */
    double size;        /* of the energy; 0: not known */
    struct mark *mark;  /* events */
    size_t marks;
    double *u; /* room */
};
/* `machine` has the block output and, for `scene`, that block. */
struct reel *gen_reel(struct mem *m, const struct system *sys, const struct rt_model *machine,
                      const double *p, bool scene);
/* change: of the energy, from what it should be; violation: of constraints. */
void gen_reel_row(struct reel *k, double t, const double *u, const double *x, double change,
                  double violation);
void gen_reel_event(struct reel *k, double t, size_t event);
size_t gen_reel_rows(const struct reel *k);
/* One of them: t, and from the second number on what is in it. */
const double *gen_reel_at(const struct reel *k, size_t i);

enum { REEL_DRIFT = 1 }; /* a panel for the energy and constraints, too */
/* What the model wants plotted, of one run or of several beside each other; label: what they are
 * called, or NULL. */
struct figure *gen_reel_figure(struct mem *m, const char *title, const struct reel *const *reel,
                               const char *const *label, size_t n, unsigned what);

/* ---- view.c: bodies on paper ---- */

/* The i-th drawing at the numbers of the block `scene`; false: it is a trail, or not finite. */
bool gen_view_body(struct mem *m, const struct model *model, size_t i, const double *scene,
                   struct body *out);
/* Paths of trails, else of what the model plots as a path; `out` has room for all drawings. */
size_t gen_view_trails(struct mem *m, const struct reel *k, struct curve *out);
/* The numbers of `scene` at a time, by straight lines between rows. */
void gen_view_at(const struct reel *k, double t, double *out);
/* Paths, and bodies at several times; the panel has one scale. */
struct figure *gen_view_figure(struct mem *m, const char *title, const struct reel *k);

/* ---- animate.c: the same, moving, as SVG that any page can show as an image ---- */

void gen_view_animate(struct mem_text *out, const char *title, const struct reel *k);

/* ---- picture.c: the command `plot` ---- */

enum gen_exit gen_picture(struct job *s, const struct options *o, struct run *r);

/* figure_png.c: the i-th program that is tried for pictures of pixels; NULL: there are no more. */
const char *gen_png_converter(size_t i);

#endif
