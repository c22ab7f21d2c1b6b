/* gen/memo.h -- numbers by expression, and lists of expressions.
 *
 * A pass over a DAG visits a node once: what it found is in a memo, what is left to do on a stack.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_MEMO_H
#define GEN_MEMO_H

#include "expr/ex.h"

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

uint32_t gen_look(const struct memo *m, ex e);
void gen_note(struct memo *m, ex e, uint32_t value);
void gen_push(struct stack *st, ex e);
/* The operands of e that are not in `done`, the first on top. */
void gen_push_args(struct store *s, struct stack *st, const struct memo *done, ex e);

#endif
