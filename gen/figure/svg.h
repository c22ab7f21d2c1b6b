/* gen/figure/svg.h -- SVG elements shared by still figures and animations.
 *
 * Private to figure/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FIGURE_SVG_H
#define GEN_FIGURE_SVG_H

#include "gen/figure/figure.h"

struct mark { /* vertical line, such as an event */
    double x;
    const char *label; /* or NULL */
};
#define FIGURE_FLOOR 1e-16 /* relative values below this are rounding errors */
enum { SVG_COLOURS = 6 };
/* Position of a panel on the page: its box in pixels from the top left, and the ranges of its
 * axes. */
struct paper {
    double x, y, w, h;
    struct axis across, up;
};

/* ---- axes.c ---- */

enum { FIGURE_TICKS = 16 };
struct ticks {
    double at[FIGURE_TICKS];
    size_t n;
    int digits; /* significant digits that distinguish them */
};
/* Round numbers inside the range of the axis, at most `most`. */
struct ticks figure_ticks(struct axis a, size_t most);
struct ticks figure_decades(struct axis a, size_t most);
/* y as drawn: its logarithm if the panel has decades. */
double figure_y(const struct panel *p, double y);
/* "v [m/s]"; unit NULL: "v". */
const char *figure_axis_label(struct mem *m, const char *name, const char *unit);

/* ---- recording.c ---- */

/* Row i of the recording: t, then its values. */
const double *figure_recording_at(const struct recording *k, size_t i);

/* ---- scene_view.c ---- */

/* The numbers of `scene` at a time, by linear interpolation between rows. */
void figure_view_at(const struct recording *k, double t, double *out);

/* ---- svg.c ---- */

/* Fills in everything but y; false: equal scales are wanted but do not fit. */
bool figure_paper(const struct panel *p, struct paper *out);
double figure_paper_x(const struct paper *b, double v);
double figure_paper_y(const struct paper *b, double v);
double figure_panel_top(const struct panel *p, const struct paper *b); /* height above its box */
double figure_panel_below(const struct panel *p);                      /* height below its box */
long figure_tenths(double v);                                          /* in tenths of a pixel */
void figure_svg_tenths(struct mem_text *out, long tenths);
void figure_svg_number(struct mem_text *out, double v);    /* rounded to a tenth */
double figure_svg_wide(const char *title, double content); /* width with the right margin */
/* Everything up to the background; the caller ends the file with "</svg>\n". */
void figure_svg_begin(struct mem_text *out, const char *title, double wide, double high);
double figure_svg_title(struct mem_text *out, const char *title); /* returns its height */
void figure_svg_axes(struct mem_text *out, const struct panel *p, const struct paper *b, bool same);

/* ---- svg_path.c ---- */

/* The attribute d of a path. */
void figure_svg_path(struct mem_text *out, const struct panel *p, const struct paper *b,
                     const struct curve *c);

/* ---- svg_body.c ---- */

void figure_svg_body(struct mem_text *out, const struct paper *b, const struct body *body);

#endif
