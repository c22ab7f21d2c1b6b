/* expr/exact/lattice.h -- lattice basis for arguments of sin, cos and exp, for expr/exact only.
 *
 * sin(x + y), cos(x / 2) and sin(3 y) are polynomials in the sines and cosines of x / 2 and y. The
 * arguments of all calls span a lattice; a basis of it, if possible made of arguments that occur,
 * keeps the polynomials small and the result in the given functions.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_LATTICE_H
#define EX_LATTICE_H

#include "../store.h"

struct lattice {
    size_t args, rank;
    ex *arg;       /* distinct, in structural order */
    ex *basis;     /* independent over the integers */
    int64_t *via;  /* args x rank: arg[i] = sum of via[i * rank + j] basis[j] */
    bool too_many; /* too many arguments: there is no basis */
};
/* Lattice of expanded arguments; duplicates are allowed. In scratch memory. */
struct lattice lattice_of(struct store *s, const ex *args, size_t n);
/* Row of `via` of an argument. */
size_t lattice_find(const struct store *s, const struct lattice *l, ex arg);

#endif
