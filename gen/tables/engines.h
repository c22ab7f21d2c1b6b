/* gen/tables/engines.h -- engines that compute.
 *
 * One row becomes ENGINE_x, a word for --engine, its help and title, and open_x of
 * gen/code/engine.c. All give the same results to the bit.
 *
 *   word     title          help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_ENGINES_H
#define GEN_TABLES_ENGINES_H

/* clang-format off */
#define ENGINES(ENGINE) \
    ENGINE(tcc,    "libtcc",      "compiles in memory, in a fraction of a millisecond") \
    ENGINE(interp, "interpreter", "no compiler: starts at once, runs slowly") \
    ENGINE(cc,     "cc",          "the C compiler of the system, or the one that CC names: for long runs")
/* clang-format on */

#endif
