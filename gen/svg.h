/* gen/svg.h -- pieces of pictures for pages, which still and moving ones share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_SVG_H
#define GEN_SVG_H

#include "gen/figure.h"

enum { SVG_COLOURS = 6 };

/* A panel on paper: where its box is, in pixels from the top left, and what the box spans. */
struct paper {
    double x, y, w, h;
    struct axis across, up;
};
/* All but its y; false where one scale is wanted and cannot be had. */
bool gen_paper(const struct panel *p, struct paper *out);
double gen_paper_x(const struct paper *b, double v);
double gen_paper_y(const struct paper *b, double v);
double gen_panel_top(const struct panel *p, const struct paper *b); /* what it needs above */
double gen_panel_below(const struct panel *p);                      /* and below its box */

long gen_tenths(double v); /* of a pixel */
void gen_svg_tenths(struct mem_text *out, long tenths);
void gen_svg_number(struct mem_text *out, double v);       /* to a tenth, as short as can be */
void gen_svg_text(struct mem_text *out, const char *text); /* so that it is text */
double gen_svg_wide(const char *title, double content);    /* with the margin at the right */
/* Up to the background; "</svg>\n" ends it. */
void gen_svg_begin(struct mem_text *out, const char *title, double wide, double high);
double gen_svg_title(struct mem_text *out, const char *title); /* how high it is */
void gen_svg_axes(struct mem_text *out, const struct panel *p, const struct paper *b, bool same);
/* The d of a path. */
void gen_svg_path(struct mem_text *out, const struct panel *p, const struct paper *b,
                  const struct curve *c);
void gen_svg_body(struct mem_text *out, const struct paper *b, const struct body *body);

#endif
