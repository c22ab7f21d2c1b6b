/* gen/tables/notations.h -- notations of documents.
 *
 * One row becomes PAGE_x, a word for --as, and the prototype of print_write_x, which is in one of
 * the files gen/print/doc_*.c.
 *
 *   word         style of expressions
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_NOTATIONS_H
#define GEN_TABLES_NOTATIONS_H

/* clang-format off */
#define NOTATIONS(PAGE) \
    PAGE(text,        PLAIN) \
    PAGE(latex,       LATEX) \
    PAGE(mathml,      MATHML) \
    PAGE(json,        PLAIN) \
    PAGE(sympy,       SYMPY) \
    PAGE(maxima,      MAXIMA) \
    PAGE(mathematica, MATHEMATICA) \
    PAGE(c,           C)
/* clang-format on */

#endif
