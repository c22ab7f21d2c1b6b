/* gen/code/lowering.h -- the state of lowering, shared by its passes.
 *
 * Private to code/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CODE_LOWERING_H
#define GEN_CODE_LOWERING_H

#include "gen/code/program.h"

enum { LARGEST_POWER = 64 }; /* higher powers are calls of pow */
/* The routine that code goes to: a block, or `prepare`. */
struct stage {
    struct routine *routine;
    struct memo value;   /* 1 + 2 id + minus */
    struct memo parents; /* number of nodes that use a node */
    struct memo divided; /* number of nodes that divide by a node */
    bool all;            /* parameter-only expressions are computed here, too */
};
struct lowering {
    struct diag *diag;
    struct store *s;
    struct mem *mem;
    struct program *program;
    struct memo symbol; /* 1 + code, */
    struct memo index;  /* and index */
    struct fixed fixed; /* expressions of parameters only */
    struct memo slot;   /* 1 + place among the prepared constants */
    struct stage prepare;
    struct stack constant; /* the expression in each slot */
    bool failed;
};

/* ---- use_counts.c ---- */

/* Is e = base^(num/den) with a negative exponent that is simple enough for a division? */
bool code_is_divisor(const struct lowering *lo, ex e, ex *base, int64_t *num, int64_t *den);
void code_count_uses(struct lowering *lo, struct stage *g, const ex *root, size_t n);

/* ---- lower_angles.c ---- */

/* lower_angles.c */
void code_reuse_angles(struct lowering *lo, const ex *e, size_t n, ex *out);

/* ---- lower_pairs.c ---- */

/* Common pairs of operands of all products, or of all sums. */
void code_pair_operands(struct lowering *lo, bool sums, const ex *e, size_t n, ex *out);

#endif
