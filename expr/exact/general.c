/* expr/exact/general.c -- generalization of a lemma, which makes it short.
 *
 * The equality of two nodes seldom depends on all their subexpressions: an inverse matrix may be
 * any matrix, if the same one occurs on both sides. So a node in a lemma is replaced by a random
 * number; if the lemma still holds, it very likely holds for all values of the node, and a symbol
 * may replace it. Nodes are tried from the top, so that large ones are replaced first. The lemma is
 * then proved with these symbols, and so for the nodes that they replace.
 */
#include "general.h"

#include "../random.h"

#include <string.h>

enum {
    SMALL = 24,     /* most nodes of a lemma that needs no generalization */
    STEPS = 1 << 24 /* of all trials together */
};

struct general general_begin(struct sweep *w)
{
    struct mem *m = w->s->mem;
    ex *symbol = mem_take_array(m, w->made + 1, sizeof *symbol);
    memset(symbol, 0, (w->made + 1) * sizeof *symbol);
    return (struct general){.w = w,
                            .value = mem_take_array(m, w->made + 1, sizeof(uint64_t)),
                            .needed = mem_take_array(m, w->made + 1, sizeof(bool)),
                            .free = mem_take_array(m, w->made + 1, sizeof(bool)),
                            .image = mem_take_array(m, w->made + 1, sizeof(ex)),
                            .symbol = symbol,
                            .steps = STEPS};
}

/* ---- the lemma as a graph: nodes for which another one stands have no operands ---- */

static enum ex_op op_at(const struct general *g, size_t k)
{
    return op_of(g->w->s, g->w->step[k].node);
}

static bool has_parts(const struct general *g, size_t k)
{
    int64_t i;
    const enum ex_op op = op_at(g, k);
    return op == EX_add || op == EX_mul || op == EX_hold ||
           (op == EX_pow && ex_is_int(g->w->s, words_at(g->w->s, g->w->step[k].node)[1], &i));
}

static bool is_number(const struct general *g, ex e)
{
    return op_of(g->w->s, e) == EX_num;
}

/* The step of the representative of step k; k itself where there is none, or it is a number. */
static size_t stand_of(const struct general *g, size_t k)
{
    const struct sweep *w = g->w;
    return !w->step[k].same || is_number(g, w->step[k].same) ? k : w->made_at[w->stand[w->at[k]]];
}

static size_t part_of(const struct general *g, size_t k, uint32_t i)
{
    return g->w->made_at[g->w->arg[g->w->first[g->w->at[k]] + i]];
}

static uint32_t count_parts(const struct general *g, size_t k)
{
    const uint32_t at = g->w->at[k];
    return has_parts(g, k) ? g->w->first[at + 1] - g->w->first[at] : 0;
}

/* Marks the nodes of the lemma of step `top`; returns their number. */
static size_t mark_needed(struct general *g, size_t top)
{
    size_t n = 0;
    memset(g->needed, 0, (top + 1) * sizeof *g->needed);
    g->needed[top] = g->needed[stand_of(g, top)] = true;
    for (size_t k = top + 1; k-- > 0;) {
        if (!g->needed[k])
            continue;
        n++;
        if (k != top && g->w->step[k].same) {
            g->needed[stand_of(g, k)] = true;
            continue;
        }
        for (uint32_t i = 0; i < count_parts(g, k) && !g->free[k]; i++)
            g->needed[part_of(g, k, i)] = true;
    }
    return n;
}

/* ---- values ---- */

static uint64_t drawn(const struct general *g, size_t k)
{
    const uint32_t at = g->w->at[k];
    const uint64_t v = g->w->value[SWEEP_DRAWN * (size_t)at];
    return g->w->minus[at] ? ex_row_mod(EX_sub, 0, v) : v;
}

static uint64_t any_value(size_t k)
{
    return ex_random(k + 1) % EX_PRIME;
}

/* From the values of its operands; false at a pole. */
static bool compute(struct general *g, size_t k, uint64_t *out)
{
    const enum ex_op op = op_at(g, k);
    int64_t power = 1;
    *out = g->value[part_of(g, k, 0)];
    if (op == EX_pow) {
        ex_is_int(g->w->s, words_at(g->w->s, g->w->step[k].node)[1], &power);
        const uint64_t base = power < 0 ? ex_row_mod(EX_div, 1, *out) : *out;
        const bool good = power >= 0 || *out != 0;
        *out = good ? ex_mod_power(base, (uint64_t)(power < 0 ? -power : power)) : 0;
        return good;
    }
    for (uint32_t i = 1; i < count_parts(g, k); i++)
        *out = ex_row_mod(op, *out, g->value[part_of(g, k, i)]);
    return true;
}

static uint64_t stand_value(const struct general *g, size_t k)
{
    if (stand_of(g, k) == k)
        return drawn(g, k);
    const uint64_t v = g->value[stand_of(g, k)];
    return g->w->step[k].minus ? ex_row_mod(EX_sub, 0, v) : v;
}

/* Does the lemma of step `top` hold with the nodes that are free now? */
static bool holds(struct general *g, size_t top)
{
    uint64_t own = 0;
    for (size_t k = 0; k < top; k++) {
        if (!g->needed[k])
            continue;
        if (g->free[k])
            g->value[k] = any_value(k);
        else if (g->w->step[k].same)
            g->value[k] = stand_value(g, k);
        else if (!has_parts(g, k))
            g->value[k] = drawn(g, k);
        else if (!compute(g, k, &g->value[k]))
            return false;
    }
    return compute(g, top, &own) && own == stand_value(g, top);
}

/* ---- free nodes ---- */

static void find_free(struct general *g, size_t top)
{
    memset(g->free, 0, (top + 1) * sizeof *g->free);
    size_t size = has_parts(g, top) ? mark_needed(g, top) : 0;
    if (size <= SMALL || !holds(g, top))
        return;
    for (size_t k = top; k-- > 0 && g->steps > top;) {
        if (!g->needed[k] || g->w->step[k].same || !has_parts(g, k))
            continue;
        g->free[k] = true;
        g->steps -= top;
        if (holds(g, top))
            mark_needed(g, top);
        else
            g->free[k] = false;
    }
}

struct ex_list general_parts(struct general *g, size_t k)
{
    size_t n = 0;
    find_free(g, k);
    for (size_t i = 0; i < k; i++)
        n += g->free[i] && g->needed[i];
    ex *part = mem_take_array(g->w->s->mem, n + 1, sizeof *part);
    n = 0;
    for (size_t i = 0; i < k; i++)
        if (g->free[i] && g->needed[i])
            part[n++] = g->w->step[i].node;
    return (struct ex_list){part, n};
}

/* ---- the lemma with symbols ---- */

/* The symbol of a node, the same in all lemmas, which then share their nodes. */
static ex symbol_for(struct general *g, size_t k)
{
    if (!g->symbol[k])
        g->symbol[k] = ex_fresh(g->w->s, "any");
    return g->symbol[k];
}

static ex over_symbols(struct general *g, size_t k)
{
    struct store *s = g->w->s;
    const size_t n = count_parts(g, k);
    ex *part = mem_take_array(s->mem, n + 1, sizeof *part);
    for (uint32_t i = 0; i < n; i++)
        part[i] = g->image[part_of(g, k, i)];
    return n ? ex_make(s, op_at(g, k), part, n) : g->w->step[k].node;
}

static ex same_over_symbols(struct general *g, size_t k)
{
    const struct ex_step *step = &g->w->step[k];
    const ex e = is_number(g, step->same) ? step->same : g->image[stand_of(g, k)];
    return step->minus ? ex_neg(g->w->s, e) : e;
}

ex general_lemma(struct general *g, size_t k, ex lemma)
{
    if (general_parts(g, k).n == 0)
        return lemma;
    for (size_t i = 0; i < k; i++)
        if (g->needed[i])
            g->image[i] = g->free[i]           ? symbol_for(g, i)
                          : g->w->step[i].same ? same_over_symbols(g, i)
                                               : over_symbols(g, i);
    return ex_sub(g->w->s, over_symbols(g, k), same_over_symbols(g, k));
}
