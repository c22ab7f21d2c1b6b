/* gen/language/statement_basis.h -- results of the statement `basis`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_STATEMENT_BASIS_H
#define GEN_LANGUAGE_STATEMENT_BASIS_H

#include "gen/language/model.h"

struct other_basis { /* other one-forms of the same constraints */
    const char *name;
    ex *form; /* n x sections */
    size_t n;
    ex *change; /* n x n: the forms are this matrix times those of the constraints */
    struct span where;
};
size_t lang_bases(const struct model *m, struct other_basis **out); /* how many */

#endif
