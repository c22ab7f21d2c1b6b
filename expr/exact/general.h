/* expr/exact/general.h -- parts of a lemma of a sweep that may be arbitrary, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_GENERAL_H
#define EX_GENERAL_H

#include "sweep.h"

/* All in scratch, by the number of a step. */
struct general {
    struct sweep *w;
    uint64_t *value; /* of a node, where `free` ones have a value of their own */
    bool *needed;    /* the lemma is about it, or about something that stands on it */
    bool *free;
    ex *image;
    ex *symbol;   /* that stands for it where it is free; EX_POISON until one is needed */
    size_t steps; /* still allowed */
};
struct general general_begin(struct sweep *w);
/* Nodes such that what step k says is so whatever they are; in scratch. */
struct ex_list general_parts(struct general *g, size_t k);
/* What step k says to be zero, with a symbol for each of them; `lemma`, where there are none. */
ex general_lemma(struct general *g, size_t k, ex lemma);

#endif
