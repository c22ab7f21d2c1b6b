/* gen/tables/signs.h -- signs between the sides of a relation.
 *
 * One row becomes SIGN_x and its spellings; %1 and %2 are the sides in a program.
 *
 *   name      text    LaTeX    MathML      SymPy                          Maxima     Mathematica  C
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_SIGNS_H
#define GEN_TABLES_SIGNS_H

/* clang-format off */
#define SIGNS(SIGN) \
    SIGN(equal,   "=",  "=",     "=",        "Eq(%1, %2, evaluate=False)", "%1 = %2", "%1 == %2",  "(%1) - (%2)") \
    SIGN(unequal, "!=", "\\neq", "&#x2260;", "Ne(%1, %2, evaluate=False)", "%1 # %2", "%1 != %2",  "%1 != %2") \
    SIGN(less,    "<",  "<",     "&lt;",     "Lt(%1, %2, evaluate=False)", "%1 < %2", "%1 < %2",   "%1 < %2") \
    SIGN(more,    ">",  ">",     "&gt;",     "Gt(%1, %2, evaluate=False)", "%1 > %2", "%1 > %2",   "%1 > %2")
/* clang-format on */

#endif
