/* gen/code/series.h -- power series: operations, tapes, and code made of tapes.
 *
 * Private to code/.
 *
 * series.c has the operations, series_tape.c makes tapes, series_unroll.c makes code from tapes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CODE_SERIES_H
#define GEN_CODE_SERIES_H

#include "gen/code/program.h"

struct series_node {
    struct rt_jet jet;
    double number;
    uint32_t from; /* of a sink: its second operand, which is set last */
};
struct series_graph {
    struct mem *mem;
    struct series_node *at;
    size_t n, cap;
    uint32_t *slot; /* hash table of 1 + index: equal nodes are one */
    size_t slots;
    enum ex_op refused; /* the first function without a series; EX_none: none */
    uint32_t *of;       /* node of each instruction */
    uint32_t *now;      /* 1 + place of a node on the tape; 0: not placed */
};
static inline struct rt_jet code_series_at(const struct series_graph *g, uint32_t i)
{
    return g->at[i].jet;
}

/* ---- series.c ---- */

struct series_graph code_series_begin(struct mem *m);
uint16_t code_series_capped(size_t degree); /* a degree as rt_jet.high */
uint32_t code_series_leaf(struct series_graph *g, enum rt_jet_code code, uint32_t index,
                          size_t degree);
uint32_t code_series_number(struct series_graph *g, double value);
uint32_t code_series_neg(struct series_graph *g, uint32_t a);
/* RT_JET_add or RT_JET_sub */
uint32_t code_series_sum(struct series_graph *g, enum rt_jet_code code, uint32_t a, uint32_t b);
uint32_t code_series_mul(struct series_graph *g, uint32_t a, uint32_t b);
uint32_t code_series_div(struct series_graph *g, uint32_t a, uint32_t b);
uint32_t code_series_sqrt(struct series_graph *g, uint32_t a);
uint32_t code_series_pow(struct series_graph *g, uint32_t a, uint32_t b);
/* Any other operator; one that does not equal its series is noted in g->refused. */
uint32_t code_series_call(struct series_graph *g, enum ex_op op, uint32_t a, uint32_t b);
const char *code_series_word(enum ex_op op); /* its name in a model */

/* ---- series_tape.c ---- */

/* The tape of a right-hand side; NULL with an error where it has no power series. */
struct rt_tape *code_tape(struct diag *d, const struct program *p, size_t order);

/* ---- series_unroll.c ---- */

/* Estimated number of instructions. */
size_t code_unrolled_size(const struct rt_tape *tape);
/* The tape as straight-line code. */
void code_unroll(struct mem *m, const struct rt_tape *tape, const char *name, struct routine *out);

#endif
