/* gen/lower.h -- between lower.c, which makes instructions, and uses.c, which looks ahead.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LOWER_H
#define GEN_LOWER_H

#include "gen/fixed.h"

enum { LARGEST_POWER = 64 }; /* above, powers are left to the C library */

/* Where code is being put: a block, or `prepare`. */
struct stage {
    struct routine *routine;
    struct memo value;   /* 1 + 2 id + minus */
    struct memo parents; /* how many nodes use a node */
    struct memo divided; /* how many nodes divide by a node */
    bool all;            /* what is fixed is computed here too */
};

struct lowering {
    struct diag *diag;
    struct store *s;
    struct mem *mem;
    struct program *program;
    struct memo symbol; /* 1 + code, */
    struct memo index;  /* and index */
    struct fixed fixed; /* what depends on parameters only */
    struct memo slot;   /* 1 + place among the prepared constants */
    struct stage prepare;
    struct stack constant; /* the expression in each slot */
    bool failed;
};

/* e = base^(num/den), negative and simple enough to be a division */
bool gen_is_divisor(const struct lowering *lo, ex e, ex *base, int64_t *num, int64_t *den);
void gen_count_uses(struct lowering *lo, struct stage *g, const ex *root, size_t n);

/* angles.c */
void gen_reuse_angles(struct lowering *lo, const ex *e, size_t n, ex *out);
/* pairs.c: of all products, or all sums */
void gen_pair(struct lowering *lo, bool sums, const ex *e, size_t n, ex *out);

#endif
