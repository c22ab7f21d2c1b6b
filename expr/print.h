/* expr/print.h -- between print.c, which lays expressions out, and names.c, which spells symbols.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_PRINT_H
#define EX_PRINT_H

#include "store.h"

void name_as_is(const char *name, struct mem_text *out);
void name_c(const char *name, struct mem_text *out);
void name_sympy(const char *name, struct mem_text *out);
void name_latex(const char *name, struct mem_text *out);
void name_mathml(const char *name, struct mem_text *out);

#endif
