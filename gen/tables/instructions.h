/* gen/tables/instructions.h -- instructions of a program.
 *
 * One row becomes CODE_x and its spelling: %1 and %2 are operands, %i the index, %n the number, %f
 * the function. `bind` is the precedence of the result; an operand with a precedence below `left`
 * or `right` is put in parentheses; `ops` is the number of operands. Rows from sqrt on are calls; a
 * sincos and its cosine are one statement.
 *
 *   name    ops  C            bind left right
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_INSTRUCTIONS_H
#define GEN_TABLES_INSTRUCTIONS_H

/* clang-format off */
#define INSTRUCTIONS(CODE) \
    CODE(number, 0, "%n",          9, 0, 0) \
    CODE(time,   0, "t",           9, 0, 0) \
    CODE(input,  0, "u[%i]",       9, 0, 0) \
    CODE(state,  0, "x[%i]",       9, 0, 0) \
    CODE(param,  0, "p[%i]",       9, 0, 0) \
    CODE(add,    2, "%1 + %2",     1, 1, 2) \
    CODE(sub,    2, "%1 - %2",     1, 1, 2) \
    CODE(mul,    2, "%1 * %2",     2, 2, 3) \
    CODE(div,    2, "%1 / %2",     2, 2, 3) \
    CODE(neg,    1, "-%1",         3, 4, 0) \
    CODE(cosine, 1, "",            9, 0, 0) \
    CODE(sqrt,   1, "%f(%1)",      9, 0, 0) \
    CODE(sincos, 1, "",            9, 0, 0) \
    CODE(pow,    2, "%f(%1, %2)",  9, 0, 0) \
    CODE(call1,  1, "%f(%1)",      9, 0, 0) \
    CODE(call2,  2, "%f(%1, %2)",  9, 0, 0)
/* clang-format on */

#endif
