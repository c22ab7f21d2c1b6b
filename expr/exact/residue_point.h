/* expr/exact/residue_point.h -- kernels at a point of a finite field, for residue.c only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_RESIDUE_POINT_H
#define EX_RESIDUE_POINT_H

#include "kernels.h"

/* The argument of a sine: a combination of drawn angles, and times 2 pi / order. */
struct angle {
    size_t row; /* of the lattice; NO_ROW: none */
    int64_t times;
};
#define NO_ROW SIZE_MAX

struct field {
    struct store *s;
    struct kernels k;
    uint64_t p;
    unsigned draws;        /* so far; with roots each one has another prime */
    struct lattice circle; /* of the arguments of sines without their multiples of pi */
    struct angle *angle;   /* one for each argument in k.circle */
    uint64_t order;        /* 1: no multiples of pi */
    bool special;          /* there are roots or multiples of pi: other primes than EX_PRIME */
    uint64_t drawn;        /* random numbers used so far */
    uint64_t *free, *root, *turn, *hyper; /* values; pairs for arguments: cos and sin */
    bool *root_known;
    uint64_t *at;
};

/* Begins a walk, which the caller ends; f.k.too_many: there are no values. */
struct field residue_field_of(struct store *s, const ex *e, size_t m);
/* Draws a point; false where a node has no value there. */
bool residue_point(struct field *f);

#endif
