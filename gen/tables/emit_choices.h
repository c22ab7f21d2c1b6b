/* gen/tables/emit_choices.h -- style, number type and functions of emitted code.
 *
 * One row becomes STYLE_x, REAL_x or MATH_x, and a word for --style, --real or --math.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_EMIT_CHOICES_H
#define GEN_TABLES_EMIT_CHOICES_H

/* clang-format off */
#define EMIT_STYLES(STYLE) \
    STYLE(nested, "nested expressions: a value used once is written where it is used") \
    STYLE(plain,  "one statement per operation")
#define EMIT_REALS(REAL) \
    REAL(double, "double") \
    REAL(float,  "float, with functions and literals of that type")
#define EMIT_MATHS(MATH) \
    MATH(bundled, "included in the code, with the same bits on every machine") \
    MATH(libm,    "functions of math.h")
/* clang-format on */

#endif
