/* expr/exact/residue.h -- expressions at random points of a finite field, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_RESIDUE_H
#define EX_RESIDUE_H

#include "../store.h"

enum residue { RESIDUE_NONE, RESIDUE_ZERO, RESIDUE_NOT_ZERO };
/* Is the settled expression e zero at random points of a finite field, with random values of tan of
 * half angles? NONE: it cannot be evaluated there. For ZERO, the probability that e is not zero is
 * below 2^doubt. */
enum residue residue_of(struct store *s, ex e, double *doubt);

/* The field and point of a set of values. */
struct residue_field {
    uint64_t p;    /* the prime */
    bool roots;    /* or multiples of pi: a value may be due to the signs that roots have there */
    bool faithful; /* a value that is not zero proves that the expression is not zero */
};
/* All of the settled e[0..m) at the random point of `seed`. False: one has no value there. Where
 * `field` is NULL, the prime is EX_PRIME, and expressions with roots have no value. */
bool residue_values(struct store *s, const ex *e, size_t m, uint64_t seed, uint64_t *out,
                    struct residue_field *field);

#endif
