/* gen/tables/figure_files.h -- formats of figures.
 *
 * One row becomes FIGURE_x, the extension of a path that chooses it, and figure_as_x, in a file of
 * its own in gen/figure.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_FIGURE_FILES_H
#define GEN_TABLES_FIGURE_FILES_H

/* clang-format off */
#define FIGURE_FILES(FIGURE) \
    FIGURE(txt, "braille characters, for a terminal") \
    FIGURE(svg, "vector graphics, for light and dark pages") \
    FIGURE(png, "needs a converter: rsvg-convert, inkscape, magick or chromium")
/* clang-format on */

#endif
