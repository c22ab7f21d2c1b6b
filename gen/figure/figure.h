/* gen/figure/figure.h -- figures as values: panels of curves and bodies, in several formats.
 *
 * A figure is panels one below the other. A panel has two axes, curves, marks at some values of x,
 * and bodies. A caller fills in arrays and lets a format write it:
 *
 *   struct curve path = {.x = x, .y = y, .n = n, .label = "free"};
 *   struct panel panel = {.x_label = "x [m]", .y_label = "y [m]", .equal = true,
 *                         .curve = &path, .curves = 1};
 *   struct figure figure = {.title = "Skater", .panel = &panel, .panels = 1};
 *   struct mem_text out = mem_text(m);
 *   figure_as_svg(diag, &out, &figure, 0);
 *
 * Numbers that are not finite are gaps in curves. The same figure gives the same bytes.
 *
 * Ownership: arrays are the caller's, and stay; all else is taken from scratch.
 * Errors:    only figure_write has any, and tells them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FIGURE_FIGURE_H
#define GEN_FIGURE_FIGURE_H

#include "gen/forms/system.h"
#include "gen/tables/figure_files.h"

struct mark;

enum stroke { STROKE_SOLID, STROKE_DASHED, STROKE_DOTS };
struct curve {
    const char *label; /* in the legend; NULL: it is not in it */
    enum stroke stroke;
    size_t colour; /* 0, 1, ...: they repeat */
    const double *x, *y;
    size_t n;
};
/* A shape on paper, in the units of the axes. */
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
    bool bare;    /* no axes, only the contents */
};
struct figure {
    const char *title; /* or NULL */
    struct panel *panel;
    size_t panels;
};
#define FIGURE(word, ...)                                                                          \
    bool figure_as_##word(struct diag *d, struct mem_text *out, const struct figure *f,            \
                          size_t columns);
FIGURE_FILES(FIGURE)
#undef FIGURE
struct recording {
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
enum { RECORDING_DRIFT = 1 }; /* a panel for the energy and constraints, too */

/* ---- axes.c ---- */

/* Range of all contents of the panel, of logarithms where it has decades. A constant, up to
 * rounding, is centred. */
struct axis figure_axis_x(const struct panel *p);
struct axis figure_axis_y(const struct panel *p);
/* One row of FIGURE_FILES becomes FIGURE_x, the end of a path that chooses it, and figure_as_x;
 * columns is how wide a screen is. */
enum figure_format {
#define FIGURE(word, ...) FIGURE_##word,
    FIGURE_FILES(FIGURE)
#undef FIGURE
        FIGURE_COUNT
};
/* By the end of the path; false with an error where it is no format, unless it is "-". */
bool figure_format_of(struct diag *d, const char *path, enum figure_format *out);
struct choice figure_choice(size_t i); /* by file extension */
/* Whole or not at all, to a file or "-". */
bool figure_write(struct diag *d, const struct figure *f, const char *path,
                  enum figure_format format);
bool figure_put_file(struct diag *d, const char *path, const struct mem_text *text);
size_t figure_screen_columns(void); /* of standard output */

/* ---- recording.c ---- */

/* `machine` has the block output and, for `scene`, that block. */
struct recording *figure_recording(struct mem *m, const struct system *sys,
                                   const struct rt_model *machine, const double *p, bool scene);
/* change: of the energy, against its expected value; violation: of constraints. */
void figure_recording_row(struct recording *k, double t, const double *u, const double *x,
                          double change, double violation);
void figure_recording_event(struct recording *k, double t, size_t event);
size_t figure_recording_rows(const struct recording *k);
/* Figure of the plots of the model, for one run or several; label: names of the runs, or NULL. */
struct figure *figure_of_recordings(struct mem *m, const char *title,
                                    const struct recording *const *recording,
                                    const char *const *label, size_t n, unsigned what);

/* ---- scene_view.c ---- */

/* The i-th drawing at the numbers of the block `scene`; false: it is a trail, or not finite. */
bool figure_view_body(struct mem *m, const struct model *model, size_t i, const double *scene,
                      struct body *out);
/* Paths, and bodies at several times; the panel has one scale. */
struct figure *figure_view_figure(struct mem *m, const char *title, const struct recording *k);

/* ---- animation.c ---- */

void figure_view_animate(struct mem_text *out, const char *title, const struct recording *k);

/* ---- png.c ---- */

/* The i-th program that is tried for pictures of pixels; NULL: there are no more. */
const char *figure_png_converter(size_t i);

/* ---- terminal_curve.c ---- */

struct points {
    double *x, *y;
    size_t n, cap;
    size_t every, seen; /* one point in `every` is kept */
};
struct points figure_points(struct mem *m, size_t cap);
void figure_points_add(struct points *p, double x, double y);
void figure_plot(FILE *out, struct mem *m, const struct points *p, const char *x_name,
                 const char *y_name, size_t columns);

#endif
