/* gen/jet.h -- power series: series.c has their operations, jet.c makes tapes of them, unroll.c
 * makes code of tapes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_JET_H
#define GEN_JET_H

#include "gen/gen.h"

/* ---- series.c ---- */

struct series_node {
    struct rt_jet jet;
    double number;
    uint32_t from; /* of a sink: its second operand, which is known last */
};
struct series_graph {
    struct mem *mem;
    struct series_node *at;
    size_t n, cap;
    uint32_t *slot; /* hash table of 1 + index: equal nodes are one */
    size_t slots;
    enum ex_op refused; /* the first function without a series; EX_none: there was none */
    uint32_t *of;       /* node of each instruction */
    uint32_t *now;      /* 1 + place of a node on the tape; 0: it has none yet */
};
static inline struct rt_jet gen_series_at(const struct series_graph *g, uint32_t i)
{
    return g->at[i].jet;
}
struct series_graph gen_series_begin(struct mem *m);
uint16_t gen_series_capped(size_t degree); /* as rt_jet.high has it */
uint32_t gen_series_leaf(struct series_graph *g, enum rt_jet_code code, uint32_t index,
                         size_t degree);
uint32_t gen_series_number(struct series_graph *g, double value);
uint32_t gen_series_neg(struct series_graph *g, uint32_t a);
/* RT_JET_add or RT_JET_sub */
uint32_t gen_series_sum(struct series_graph *g, enum rt_jet_code code, uint32_t a, uint32_t b);
uint32_t gen_series_mul(struct series_graph *g, uint32_t a, uint32_t b);
uint32_t gen_series_div(struct series_graph *g, uint32_t a, uint32_t b);
uint32_t gen_series_sqrt(struct series_graph *g, uint32_t a);
uint32_t gen_series_pow(struct series_graph *g, uint32_t a, uint32_t b);
/* Any other operator; one that is not its series is noted in g->refused. */
uint32_t gen_series_call(struct series_graph *g, enum ex_op op, uint32_t a, uint32_t b);
const char *gen_series_word(enum ex_op op); /* how a model spells it */

/* ---- jet.c, unroll.c ---- */

/* The tape of a right-hand side; NULL with an error where it has no power series. */
struct rt_tape *gen_tape(struct diag *d, const struct program *p, size_t order);
/* How many instructions it would be, about. */
size_t gen_unrolled_size(const struct rt_tape *tape);
/* The same as straight-line code. */
void gen_unroll(struct mem *m, const struct rt_tape *tape, const char *name, struct routine *out);

#endif
