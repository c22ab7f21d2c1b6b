/* expr/exact/residue.h -- expressions at random points of a finite field, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_RESIDUE_H
#define EX_RESIDUE_H

#include "../store.h"

enum residue { RESIDUE_NONE, RESIDUE_ZERO, RESIDUE_NOT_ZERO };
/* Is the settled expression e zero at random points modulo EX_PRIME, with angles at random values
 * of tan of their half? NONE: it cannot be evaluated there. For ZERO, e is another rational
 * function all the same with a chance below 2^doubt. */
enum residue residue_of(struct store *s, ex e, double *doubt);

/* All of the settled e[0..m) at one random point, which `seed` picks. False when one has no value
 * there. *roots: there are some, and a zero may be due to the signs that they were given; where
 * that is NULL, nothing with roots has a value. */
bool residue_values(struct store *s, const ex *e, size_t m, uint64_t seed, uint64_t *out,
                    bool *roots);

#endif
