/* gen/symbolic/symbolic.h -- matrices of expressions, likely zeros, memos, graphs.
 *
 * Everything here works on arbitrary expressions, without models. Handles and arrays of them live
 * in scratch memory of the store.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_SYMBOLIC_SYMBOLIC_H
#define GEN_SYMBOLIC_SYMBOLIC_H

#include "gen/base/base.h"
#include "gen/symbolic/policy.h"

static inline bool sym_is_null(const struct store *s, ex e) /* the number 0 */
{
    int64_t i = 1;
    return ex_is_int(s, e, &i) && i == 0;
}

/* ---- likely_zeros.c ---- */

/* Expressions that were replaced by zero because they vanish at random points; to be proved. */
struct claims {
    ex *at;
    size_t n, cap;
};
void sym_note_claim(struct store *s, ex e, struct claims *claims);
/* Whether e vanishes at random points; if so, it is added to the claims. */
bool sym_vanishes(struct store *s, ex e, struct claims *claims);

/* ---- matrices.c ---- */

ex *sym_row(struct mem *m, size_t n); /* n handles, in scratch memory */
/* a b, without simplification: printed results are simplified later */
void sym_times(struct store *s, const ex *a, const ex *b, size_t rows, size_t inner, size_t cols,
               ex *out);
ex sym_tidy(struct store *s, ex e); /* applies cos^2 + sin^2 = 1 if e is short */
ex sym_dot(struct store *s, const ex *a, size_t stride, const ex *b, size_t n);
/* Whether a takes fewer operations than b. */
bool sym_is_shorter(struct store *s, const ex *a, const ex *b, size_t n);
/* Solves a x = b by the fast method. */
bool sym_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out);
/* The same for one long column: it is substituted after the solution. */
bool sym_solve_long(struct store *s, const ex *a, size_t n, const ex *b, ex *out);
/* The same for a long matrix; false where it is singular. Its pivots are not looked
 * at, so it should be one of which those on the diagonal do not vanish. */
bool sym_solve_named(struct store *s, const ex *a, size_t n, const ex *b, ex *out);
/* Symbols in place of all entries of b and, with `all`, of the long entries of a; and the names
 * (ex_hold) that they replace. */
struct stands {
    ex *a, *b, *symbol, *name;
    size_t n;
};
struct stands sym_stand_ins(struct store *s, const ex *a, size_t n, const ex *b, size_t cols,
                            bool all);

/* The next choice of k out of n places after 0, 1, ..., k - 1, in order; false after the last. */
bool sym_next_choice(size_t *at, size_t k, size_t n);

/* ---- never_zero.c ---- */

/* Proved: e vanishes for no real values of its symbols, with x[i] in span[i]. False: unknown. This
 * is faster and weaker than ex_sign_on. */
bool sym_never_zero(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n);

/* ---- memo.c ---- */

/* A number for each handle, initially 0. A hash table, because a store has many more nodes than one
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
uint32_t sym_memo_get(const struct memo *m, ex e);
void sym_memo_set(struct memo *m, ex e, uint32_t value);
void sym_stack_push(struct stack *st, ex e);
/* Pushes the operands of e that are not in `done`, the first on top. */
void sym_stack_push_args(struct store *s, struct stack *st, const struct memo *done, ex e);

/* ---- graph.c ---- */

/* Nodes of expressions, operands first. A node of ex_hold is there beside the node that it holds;
 * as an operand it counts as that one. */
struct graph {
    struct store *store;
    const ex *at;
    size_t n;
    uint32_t *place; /* position of a node, by handle; UINT32_MAX: it is not there */
    uint32_t *inner; /* of each node: its position, or that of the node that it holds */
    bool *held;
};
struct graph sym_graph(struct store *s, const ex *at, size_t n); /* `at` must stay */
void *sym_graph_array(const struct graph *g, size_t size);       /* zeros, one for each node */
uint32_t sym_graph_find(const struct graph *g, ex e); /* position; of a hold, that of its node */
uint32_t sym_graph_operand(const struct graph *g, size_t i, size_t k);
bool sym_graph_is_hold(const struct graph *g, size_t i);

/* ---- foreign_symbols.c ---- */

/* A check between stages: symbols that the expressions of a value may mention. */
struct allowed {
    struct diag *diag;
    struct store *store;
    const char *stage; /* the function that made the value */
    const char *kinds; /* of symbols: "state, parameter, input or t" */
    struct memo symbol;
};
void sym_allow(struct allowed *a, ex symbol); /* EX_POISON: nothing */
/* False, with a bug, when one of e[0..n) could not be computed or mentions another symbol. `name`
 * is their name in the message. */
bool sym_mentions_only(const struct allowed *a, const char *name, const ex *e, size_t n);

#endif
