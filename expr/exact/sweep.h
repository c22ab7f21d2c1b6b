/* expr/exact/sweep.h -- merging of nodes that have the same value, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SWEEP_H
#define EX_SWEEP_H

#include "../store.h"

enum { SWEEP_DRAWN = 3 }; /* points */

struct sweep {
    struct store *s;
    struct ex_list node;
    size_t n;
    uint32_t *first, *arg; /* operands of node i are arg[first[i]] to arg[first[i + 1]] */
    uint64_t *value;       /* SWEEP_DRAWN a node, brought to one of two signs */
    bool *minus;           /* the sign was changed for that */
    bool *divides;         /* it, or something in it, divides by what is no number */
    uint32_t *weight;      /* operations of all that it needs; 0: not known yet */
    size_t steps;          /* made so far to weigh nodes */
    uint32_t *stamp;       /* of the last walk that came by */
    uint32_t *stack;
    uint32_t *stand; /* which node stands for it */
    bool *held;      /* of who stands for others: one of them is held, so all of them are */
    ex *image;
    struct ex_step
        *step;         /* all nodes in the order in which they were built, or NULL: nobody asks */
    uint32_t *at;      /* which node a step is about */
    uint32_t *made_at; /* the step of a node */
    size_t made;
};

/* As ex_sweep, false where it cannot be done. `lemmas`, unless NULL, gets in scratch what was taken
 * for zero: where all of these are, out is e. Each is about one node, over others that are in their
 * final form already, and so is short where e is long. */
bool sweep(struct store *s, const ex *e, size_t m, ex *out, struct ex_list *lemmas);

/* zero.c: terms, if all is brought to one denominator and multiplied out, and nothing cancels. */
double expanded_terms(struct store *s, ex e);

#endif
