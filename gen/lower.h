/* gen/lower.h -- between lower.c, which makes instructions, and uses.c, which looks ahead.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LOWER_H
#define GEN_LOWER_H

#include "gen/gen.h"

enum { LARGEST_POWER = 64 }; /* above, powers are left to the C library */

/* A number for each handle, 0 to begin with. A hash table: a store has many more nodes than one
 * block. */
struct memo {
    struct mem *mem;
    struct {
        ex key; /* EX_POISON: free */
        uint32_t value;
    } * slot;
    size_t n, slots; /* slots: a power of two */
};

/* A list of handles that grows. */
struct stack {
    struct mem *mem;
    ex *at;
    size_t n, cap;
};

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
    const struct model *model;
    struct memo symbol; /* 1 + code, */
    struct memo index;  /* and index */
    struct memo fixed;  /* 1: depends on parameters only, 2: not */
    struct memo slot;   /* 1 + place among the prepared constants */
    struct stage prepare;
    struct stack constant; /* the expression in each slot */
    bool failed;
};

uint32_t gen_look(const struct memo *m, ex e);
void gen_note(struct memo *m, ex e, uint32_t value);
void gen_push(struct stack *st, ex e);
/* The operands of e that are not in `done`, the first on top. */
void gen_push_args(const struct lowering *lo, struct stack *st, const struct memo *done, ex e);
bool gen_is_fixed(struct lowering *lo, ex root);
/* e = base^(num/den), negative and simple enough to be a division */
bool gen_is_divisor(const struct lowering *lo, ex e, ex *base, int64_t *num, int64_t *den);
void gen_count_uses(struct lowering *lo, struct stage *g, const ex *root, size_t n);

/* shorten.c: ways to write expressions, from near to what they are to far. BETWEEN leaves sums that
 * are used more than once as they are. THROUGH does not, and writes a momentum as mass times what
 * is held as its velocity. RELEASED does not even leave what is held. */
enum gen_shorten { SHORTEN_NOT, SHORTEN_BETWEEN, SHORTEN_THROUGH, SHORTEN_RELEASED, SHORTEN_WAYS };
void gen_shorten(struct lowering *lo, enum gen_shorten how, const ex *e, size_t n, ex *out);
/* angles.c */
void gen_reuse_angles(struct lowering *lo, const ex *e, size_t n, ex *out);
/* pairs.c: of all products, or all sums */
void gen_pair(struct lowering *lo, bool sums, const ex *e, size_t n, ex *out);

#endif
