/* expr/exact/sweep.h -- merging of nodes that have the same value, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SWEEP_H
#define EX_SWEEP_H

#include "../store.h"

enum { SWEEP_DRAWN = 3 }; /* random points */

struct sweep {
    struct store *s;
    struct ex_list node;
    size_t n;
    uint32_t *first, *arg; /* operands of node i are arg[first[i]] to arg[first[i + 1]] */
    uint64_t *value;       /* SWEEP_DRAWN for each node, with a normalised sign */
    bool *minus;           /* the sign was changed for that */
    bool *divides;         /* it, or a part of it, divides by an expression that is not a number */
    uint32_t *weight;      /* operations of its subgraph; 0: not known yet */
    size_t steps;          /* made so far to weigh nodes */
    uint32_t *stamp;       /* number of the last walk that visited it */
    uint32_t *stack;
    uint32_t *stand; /* its representative */
    bool *held;      /* of a representative: one of its class is held, so all of them are */
    ex *image;
    struct ex_step *step; /* all nodes in the order of construction, or NULL: not needed */
    uint32_t *at;         /* node of a step */
    uint32_t *made_at;    /* step of a node */
    size_t made;
};

/* As ex_sweep, false where it does not apply. `lemmas`, unless NULL, gets the expressions that were
 * taken for zero: if all of them are zero, out = e. Each is about one node, with operands in their
 * final form, and so is short where e is long. */
bool sweep(struct store *s, const ex *e, size_t m, ex *out, struct ex_list *lemmas);

/* zero.c: number of terms over one common denominator, expanded, if nothing cancels. */
double expanded_terms(struct store *s, ex e);

#endif
