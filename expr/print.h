/* expr/print.h -- pieces shared by the printer, its styles and its spelling of names.
 *
 * print.c lays expressions out, styles.c has the pieces, names.c spells symbols.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_PRINT_H
#define EX_PRINT_H

#include "store.h"

struct style {
    const char *word, *plus, *minus, *neg, *times, *dot, *over, *power;
    const char *open, *close, *comma;
    const char *call[2];   /* around the arguments of a function, or the usual parentheses */
    const char *snug[2];   /* parentheses around a single letter, or the usual ones */
    const char *frac[3];   /* before, between, after */
    const char *sup[3];    /* around base and exponent */
    const char *root[2];   /* around the argument of a square root */
    const char *bars[2];   /* around the argument of an absolute value */
    const char *called[3]; /* around the name of a function, and after it */
    const char *gap;       /* space in a product before the name of a function */
    const char *e;         /* base of the exponential where it is written as a power */
    const char *ratio;     /* call that makes a fraction of two integers */
    bool literal;          /* fractions are written as one number */
    bool holds;            /* held expressions are marked */
    enum ex_op turned;     /* operator with its two arguments exchanged; 0: none */
    size_t spell;          /* offset of the spelling in the operator's row */
    void (*name)(const char *name, struct mem_text *out);
    void (*number)(struct store *s, struct rat r, bool denominator, struct mem_text *out);
};
extern const struct style ex_styles[EX_STYLES];

void name_as_is(const char *name, struct mem_text *out);
void name_c(const char *name, struct mem_text *out);
void name_sympy(const char *name, struct mem_text *out);
void name_maxima(const char *name, struct mem_text *out);
void name_mathematica(const char *name, struct mem_text *out);
void name_latex(const char *name, struct mem_text *out);
void name_mathml(const char *name, struct mem_text *out);

#endif
