/* gen/symbolic/graph.c -- nodes of expressions by position, seen through the names of ex_hold. */
#include "gen/symbolic/symbolic.h"

#include <string.h>

void *sym_graph_array(const struct graph *g, size_t size)
{
    void *array = mem_take_array(ex_mem(g->store), g->n + 1, size);
    memset(array, 0, (g->n + 1) * size);
    return array;
}

struct graph sym_graph(struct store *s, const ex *at, size_t n)
{
    const size_t handles = ex_size(s).nodes + 1;
    struct graph g = {.store = s, .at = at, .n = n};
    g.place = mem_take_array(ex_mem(s), handles, sizeof *g.place);
    memset(g.place, 0xFF, handles * sizeof *g.place);
    g.inner = sym_graph_array(&g, sizeof *g.inner);
    g.held = sym_graph_array(&g, sizeof *g.held);
    for (size_t i = 0; i < n; i++) {
        const bool hold = sym_graph_is_hold(&g, i);
        g.place[at[i]] = (uint32_t)i;
        g.inner[i] = hold ? sym_graph_operand(&g, i, 0) : (uint32_t)i;
        g.held[g.inner[i]] |= hold;
    }
    return g;
}

uint32_t sym_graph_find(const struct graph *g, ex e)
{
    return g->inner[g->place[e]];
}

uint32_t sym_graph_operand(const struct graph *g, size_t i, size_t k)
{
    return sym_graph_find(g, ex_arg(g->store, g->at[i], k));
}

bool sym_graph_is_hold(const struct graph *g, size_t i)
{
    return ex_op(g->store, g->at[i]) == EX_hold;
}
