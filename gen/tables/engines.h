/* gen/tables/engines.h -- engines that evaluate programs.
 *
 * One row becomes ENGINE_x, a word for --engine, its help and title, and open_x of
 * gen/code/engine.c. All engines give bit-identical results.
 *
 *   word     title          help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_ENGINES_H
#define GEN_TABLES_ENGINES_H

/* clang-format off */
#define ENGINES(ENGINE) \
    ENGINE(tcc,    "libtcc",      "compiler in memory, starts in a fraction of a millisecond") \
    ENGINE(interp, "interpreter", "interpreter, starts at once, runs slowly") \
    ENGINE(cc,     "cc",          "C compiler of the system, or the one that CC names, for long runs")
/* clang-format on */

#endif
