/* gen/tables/laws.h -- laws of motion.
 *
 * One row becomes LAW_x, a row of lang_laws and a word for `dynamics` and `compare`. `form` is its
 * default form.
 *
 *   name           form
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_LAWS_H
#define GEN_TABLES_LAWS_H

/* clang-format off */
#define LAWS(LAW) \
    LAW(nonholonomic,  "dirac") \
    LAW(vakonomic,     "vakonomic") \
    LAW(gradient,      "gradient") \
    LAW(unconstrained, "dirac")
/* clang-format on */

/* Their words, as help shows them: a | b | c. */
#define LAW_WORDS (&("" LAWS(LAW_BEHIND_BAR))[3])
#define LAW_BEHIND_BAR(name, ...) " | " #name

#endif
