/* gen/tables/laws.h -- laws of motion.
 *
 * One row becomes LAW_x and a word for `dynamics` and `compare`. The form is the default one.
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

#endif
