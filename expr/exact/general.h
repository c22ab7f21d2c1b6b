/* expr/exact/general.h -- parts of a lemma of a sweep that may be arbitrary, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_GENERAL_H
#define EX_GENERAL_H

#include "sweep.h"

/* Arrays in scratch memory, by the number of a step. */
struct general {
    struct sweep *w;
    uint64_t *value; /* of a node; `free` ones have random values */
    bool *needed;    /* the lemma contains it */
    bool *free;
    ex *image;
    ex *symbol;   /* replaces the node where it is free; EX_POISON until one is needed */
    size_t steps; /* remaining budget */
};
struct general general_begin(struct sweep *w);
/* Nodes such that step k holds for all their values; in scratch memory. */
struct ex_list general_parts(struct general *g, size_t k);
/* The expression that step k claims to be zero, with a symbol for each of them; or `lemma`. */
ex general_lemma(struct general *g, size_t k, ex lemma);

#endif
