/* gen/figure/figure.h -- figures as values: panels of curves and bodies, in several formats.
 *
 * A figure has panels, one below the other. A panel has two axes, curves, marks at some values of
 * x, and bodies. A caller fills in arrays, and a format writes the figure:
 *
 *   struct curve path = {.x = x, .y = y, .n = n, .label = "free"};
 *   struct panel panel = {.x_label = "x [m]", .y_label = "y [m]", .equal = true,
 *                         .curve = &path, .curves = 1};
 *   struct figure figure = {.title = "Skater", .panel = &panel, .panels = 1};
 *   struct mem_text out = mem_text(m);
 *   figure_as_svg(diag, &out, &figure, 0);
 *
 * Numbers that are not finite are gaps in curves. Equal figures give equal bytes.
 *
 * Ownership: the caller owns the arrays; everything else is scratch memory.
 * Errors:    notes in the diag, by formats that need a program (PNG) and by writing.
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
    const char *label; /* in the legend; NULL: not in the legend */
    enum stroke stroke;
    size_t colour; /* 0, 1, ...; repeats after SVG_COLOURS */
    const double *x, *y;
    size_t n;
};
/* A shape in the plane of the panel, in the units of the axes. */
enum body_kind {
    BODY_LINE,  /* line through points */
    BODY_AREA,  /* filled polygon */
    BODY_SOLID, /* filled polygon in a dark colour: wheels and blades */
    BODY_ROUND, /* ellipse about one point */
    BODY_SPOT,  /* dot at one point */
};
struct body {
    enum body_kind kind;
    bool filled; /* the ellipse */
    const double *x, *y;
    size_t n;
    double major, minor, turn; /* of an ellipse: semi-axes, and the angle of the major one */
    double fade;               /* 0: opaque, 1: transparent */
    size_t colour;
};
struct axis {
    double low, high;
};
struct panel {
    const char *x_label, *y_label;
    const struct axis *least; /* ranges that the axes of x and y contain at least; or NULL */
    struct curve *curve;
    struct mark *mark;
    struct body *body;
    size_t curves, marks, bodies;
    bool equal;   /* both axes have the same scale: circles look round */
    bool strict;  /* ... even if that leaves much of the panel empty */
    bool decades; /* y is logarithmic; the range of rounding errors is marked */
    bool bare;    /* axes are not drawn */
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
    const double *p; /* parameters, then prepared values */
    double *row;     /* t, numbers of `output`, change of the energy, violation, those of `scene` */
    size_t wide, n, cap;
    size_t every, seen; /* one row in `every` is kept, */
    bool tail;          /* and the last row after them */
    bool scene;         /* rows have the numbers of `scene` */
    bool conserved;     /* the energy should be constant */
    double size;        /* scale of the energy; 0: unknown */
    struct mark *mark;  /* events */
    size_t marks;
    double *u; /* scratch buffer */
};
enum { RECORDING_DRIFT = 1 }; /* a panel for the energy and constraints, too */

/* ---- axes.c ---- */

/* Range of all contents of the panel; of their logarithms if it has decades. A value that is
 * constant up to rounding is centred. */
struct axis figure_axis_x(const struct panel *p);
struct axis figure_axis_y(const struct panel *p);
/* Formats; `columns` of figure_as_x is the width of the screen. */
enum figure_format {
#define FIGURE(word, ...) FIGURE_##word,
    FIGURE_FILES(FIGURE)
#undef FIGURE
        FIGURE_COUNT
};
/* The format by the extension of the path; unchanged for "-"; false with an error: unknown. */
bool figure_format_of(struct diag *d, const char *path, enum figure_format *out);
struct choice figure_choice(size_t i); /* by file extension */
/* Writes a file, completely or not at all, or standard output for "-". */
bool figure_write(struct diag *d, const struct figure *f, const char *path,
                  enum figure_format format);
bool figure_put_file(struct diag *d, const char *path, const struct mem_text *text);
size_t figure_screen_columns(void); /* width of the terminal of standard output, else 80 */

/* ---- recording.c ---- */

/* `machine` has the block output and, for `scene`, that block. */
struct recording *figure_recording(struct mem *m, const struct system *sys,
                                   const struct rt_model *machine, const double *p, bool scene);
/* change: of the energy, from its expected value; violation: largest constraint residual. */
void figure_recording_row(struct recording *k, double t, const double *u, const double *x,
                          double change, double violation);
void figure_recording_event(struct recording *k, double t, size_t event);
size_t figure_recording_rows(const struct recording *k);
/* Figure of the plots of the model, for one run or several; label: names of the runs, or NULL. */
struct figure *figure_of_recordings(struct mem *m, const char *title,
                                    const struct recording *const *recording,
                                    const char *const *label, size_t n, unsigned what);

/* ---- scene_view.c ---- */

/* The i-th drawing for values of the block `scene`; false: it is a trail, or not finite. */
bool figure_view_body(struct mem *m, const struct model *model, size_t i, const double *scene,
                      struct body *out);
/* Paths, and bodies at several times; both axes have the same scale. */
struct figure *figure_view_figure(struct mem *m, const char *title, const struct recording *k);

/* ---- animation.c ---- */

void figure_view_animate(struct mem_text *out, const char *title, const struct recording *k);

/* ---- png.c ---- */

/* The i-th program that is tried for PNG; NULL: the end of the list. */
const char *figure_png_converter(size_t i);

/* ---- terminal_curve.c ---- */

struct points {
    double *x, *y;
    size_t n, cap;
    size_t every, seen; /* one point in `every` is stored */
};
struct points figure_points(struct mem *m, size_t cap);
void figure_points_add(struct points *p, double x, double y);
void figure_plot(FILE *out, struct mem *m, const struct points *p, const char *x_name,
                 const char *y_name, size_t columns);

#endif
