/* expr/exact/minors.h -- closed forms of small systems, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_MINORS_H
#define EX_MINORS_H

#include "../store.h"

enum { MINORS = 8 }; /* largest system with a closed form */

/* a x = b for n x n a and n x cols b, as adjugate over determinant in lowest terms. False when it
 * takes more than its budget, or the determinant is zero. */
bool minors_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *det,
                  ex *out);
bool minors_det(struct store *s, const ex *a, size_t n, ex *det);

#endif
