/* gen/figure/svg.h -- SVG elements shared by still figures and animations.
 *
 * Private to figure/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FIGURE_SVG_H
#define GEN_FIGURE_SVG_H

#include "gen/figure/figure.h"

struct mark { /* something that happened at this x */
    double x;
    const char *label; /* or NULL */
};
#define FIGURE_FLOOR 1e-16 /* relative values below this are rounding errors */
enum { SVG_COLOURS = 6 };
/* A panel on paper: where its box is, in pixels from the top left, and what the box spans. */
struct paper {
    double x, y, w, h;
    struct axis across, up;
};

/* ---- axes.c ---- */

enum { FIGURE_TICKS = 16 };
struct ticks {
    double at[FIGURE_TICKS];
    size_t n;
    int digits; /* that tell them apart */
};
/* Round numbers inside of the axis, `most` at most. */
struct ticks figure_ticks(struct axis a, size_t most);
struct ticks figure_decades(struct axis a, size_t most);
/* y as drawn: its logarithm where the panel has decades. */
double figure_y(const struct panel *p, double y);
/* "v [m/s]"; unit NULL: "v". */
const char *figure_axis_label(struct mem *m, const char *name, const char *unit);

/* ---- recording.c ---- */

/* One of them: t, and from the second number on what is in it. */
const double *figure_recording_at(const struct recording *k, size_t i);

/* ---- scene_view.c ---- */

/* The numbers of `scene` at a time, by straight lines between rows. */
void figure_view_at(const struct recording *k, double t, double *out);

/* ---- terminal_curve.c ---- */

/* ---- svg.c ---- */

/* All but its y; false where one scale is wanted and cannot be had. */
bool figure_paper(const struct panel *p, struct paper *out);
double figure_paper_x(const struct paper *b, double v);
double figure_paper_y(const struct paper *b, double v);
double figure_panel_top(const struct panel *p, const struct paper *b); /* what it needs above */
double figure_panel_below(const struct panel *p);                      /* and below its box */
long figure_tenths(double v);                                          /* of a pixel */
void figure_svg_tenths(struct mem_text *out, long tenths);
void figure_svg_number(struct mem_text *out, double v);    /* to a tenth, as short as can be */
double figure_svg_wide(const char *title, double content); /* with the margin at the right */
/* Up to the background; "</svg>\n" ends it. */
void figure_svg_begin(struct mem_text *out, const char *title, double wide, double high);
double figure_svg_title(struct mem_text *out, const char *title); /* how high it is */
void figure_svg_axes(struct mem_text *out, const struct panel *p, const struct paper *b, bool same);

/* ---- svg_path.c ---- */

/* The d of a path. */
void figure_svg_path(struct mem_text *out, const struct panel *p, const struct paper *b,
                     const struct curve *c);

/* ---- svg_body.c ---- */

void figure_svg_body(struct mem_text *out, const struct paper *b, const struct body *body);

#endif
