/* gen/code/series_tape.c -- right-hand side as a tape of operations on power series.
 *
 * Instructions become series (series.c), in an order in which coefficient k of each can be
 * computed: after the series whose coefficient k it needs. Coefficients that are known to be 0 are
 * not computed: constants end at order 0, t and inputs at 1, and so do states whose rates are
 * polynomials in these, at a higher order.
 */
#include "gen/code/series.h"

#include <assert.h>
#include <string.h>

/* ---- instructions ---- */

static const int operands[] = {
#define CODE(name, ops, ...) [CODE_##name] = ops,
    INSTRUCTIONS(CODE)
#undef CODE
};

/* Degree of each instruction as a polynomial in s, from the degrees of the states. */
static void find_degrees(const struct routine *r, const size_t *state, size_t *degree)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        const size_t a = operands[in->code] > 0 ? degree[in->a] : 0;
        const size_t b = operands[in->code] > 1 ? degree[in->b] : 0;
        switch (in->code) {
        case CODE_number:
        case CODE_param:
            degree[i] = 0;
            break;
        case CODE_time:
        case CODE_input:
            degree[i] = 1;
            break;
        case CODE_state:
            degree[i] = state[in->a];
            break;
        case CODE_add:
        case CODE_sub:
        case CODE_neg:
            degree[i] = a > b ? a : b;
            break;
        case CODE_mul:
            degree[i] = a + b;
            break;
        case CODE_div:
            degree[i] = b ? RT_JET_ALL : a;
            break;
        default:
            degree[i] = a || b ? RT_JET_ALL : 0;
        }
        degree[i] = code_series_capped(degree[i]);
    }
}

/* Degrees of the states: one more than those of their rates. A degree that still grows after as
 * many rounds as there are states is infinite: the state depends on itself. */
static const size_t *find_state_degrees(struct mem *m, const struct routine *r, size_t states)
{
    size_t *degree = mem_take_array(m, r->n + 1, sizeof *degree);
    size_t *state = mem_take_array(m, states + 1, sizeof *state);
    bool moved = true;
    memset(state, 0, (states + 1) * sizeof *state);
    for (size_t round = 0; moved; round++) {
        moved = false;
        find_degrees(r, state, degree);
        for (size_t i = 0; i < states; i++) {
            const struct instr *rate = &r->instr[r->result[i]];
            const bool zero = rate->code == CODE_number && rate->number == 0;
            const size_t now = zero ? 0 : code_series_capped(degree[r->result[i]] + 1);
            if (now > state[i]) {
                state[i] = round > states ? RT_JET_ALL : now;
                moved = true;
            }
        }
    }
    return state;
}

static uint32_t translate(struct series_graph *g, const struct routine *r, const struct instr *in,
                          const size_t *degree)
{
    const uint32_t a = operands[in->code] > 0 ? g->of[in->a] : 0;
    const uint32_t b = operands[in->code] > 1 ? g->of[in->b] : 0;
    switch (in->code) {
    case CODE_number:
        return code_series_number(g, in->number);
    case CODE_param:
        return code_series_leaf(g, RT_JET_param, in->a, 0);
    case CODE_time:
        return code_series_leaf(g, RT_JET_time, 0, 1);
    case CODE_input:
        return code_series_leaf(g, RT_JET_input, in->a, 1);
    case CODE_state:
        return code_series_leaf(g, RT_JET_state, in->a, degree[in->a]);
    case CODE_add:
        return code_series_sum(g, RT_JET_add, a, b);
    case CODE_sub:
        return code_series_sum(g, RT_JET_sub, a, b);
    case CODE_mul:
        return code_series_mul(g, a, b);
    case CODE_div:
        return code_series_div(g, a, b);
    case CODE_neg:
        return code_series_neg(g, a);
    case CODE_sqrt:
        return code_series_sqrt(g, a);
    case CODE_pow:
        return code_series_pow(g, a, b);
    case CODE_sincos:
        return code_series_call(g, EX_sin, a, 0);
    case CODE_cosine: /* of the operand of its sincos */
        return code_series_call(g, EX_cos, g->of[r->instr[in->a].a], 0);
    case CODE_call1:
    case CODE_call2:
        return code_series_call(g, in->function, a, b);
    }
    return 0;
}

/* ---- tapes ---- */

static const unsigned char arity[RT_JET_CODES] = {
#define X(name, operands) [RT_JET_##name] = operands,
    RT_JETS(X)
#undef X
};

static struct rt_jet whole(const struct series_graph *g, uint32_t i)
{
    struct rt_jet out = code_series_at(g, i);
    if (out.code == RT_JET_sink)
        out.b = g->at[i].from;
    return out;
}

/* Is coefficient k of an operand needed for coefficient k of a node? Of a factor of a product only
 * where the other factor begins at order 0. */
static bool is_waited_for(const struct series_graph *g, const struct rt_jet *in, bool second)
{
    if (arity[in->code] < (second ? 2 : 1))
        return false;
    return in->code != RT_JET_mul || code_series_at(g, second ? in->a : in->b).low == 0;
}

/* Puts node i on the tape, after the nodes it waits for. */
static void place(struct series_graph *g, uint32_t i, uint32_t *order, size_t *n, uint32_t *stack)
{
    size_t top = 0;
    stack[top++] = i;
    while (top) {
        const uint32_t at = stack[top - 1];
        const struct rt_jet in = whole(g, at);
        assert(top <= g->n);
        if (g->now[at]) {
            top--;
        } else if (is_waited_for(g, &in, false) && !g->now[in.a]) {
            stack[top++] = in.a;
        } else if (is_waited_for(g, &in, true) && !g->now[in.b]) {
            stack[top++] = in.b;
        } else {
            order[(*n)++] = at;
            g->now[at] = (uint32_t)*n;
            top--;
        }
    }
}

/* Places all nodes that the rates need. Nodes that no other waits for come last. */
static size_t place_all(struct series_graph *g, const uint32_t *rate, size_t states,
                        uint32_t *order)
{
    uint32_t *stack = mem_take_array(g->mem, g->n + 1, sizeof *stack);
    size_t n = 0;
    for (size_t i = 0; i < states; i++)
        place(g, rate[i], order, &n, stack);
    for (size_t i = 0; i < n; i++) {
        const struct rt_jet in = whole(g, order[i]);
        if (arity[in.code] > 0)
            place(g, in.a, order, &n, stack);
        if (arity[in.code] > 1)
            place(g, in.b, order, &n, stack);
    }
    return n;
}

static void put_in_order(struct series_graph *g, const uint32_t *rate, struct rt_tape *out)
{
    uint32_t *order = mem_take_array(g->mem, g->n + 1, sizeof *order);
    uint32_t *rates = mem_take_array(g->mem, out->states + 1, sizeof *rates);
    struct rt_jet *at = mem_take_array(g->mem, g->n + 1, sizeof *at);
    double *constant = mem_take_array(g->mem, g->n + 1, sizeof *constant);
    g->now = mem_take_array(g->mem, g->n + 1, sizeof *g->now);
    memset(g->now, 0, (g->n + 1) * sizeof *g->now);
    out->n = place_all(g, rate, out->states, order);
    for (size_t i = 0, numbers = 0; i < out->n; i++) {
        at[i] = whole(g, order[i]);
        if (arity[at[i].code] > 0)
            at[i].a = g->now[at[i].a] - 1;
        if (arity[at[i].code] > 1)
            at[i].b = g->now[at[i].b] - 1;
        if (at[i].code == RT_JET_number) {
            at[i].a = (uint32_t)numbers;
            constant[numbers++] = g->at[order[i]].number;
        }
    }
    for (size_t i = 0; i < out->states; i++)
        rates[i] = g->now[rate[i]] - 1;
    out->at = at;
    out->number = constant;
    out->rate = rates;
}

struct rt_tape *code_tape(struct diag *d, const struct program *p, size_t order)
{
    const struct routine *r = &p->block[RT_rhs];
    const size_t *degree = find_state_degrees(p->mem, r, p->states);
    struct series_graph g = code_series_begin(p->mem);
    g.of = mem_take_array(p->mem, r->n + 1, sizeof *g.of);
    for (size_t i = 0; i < r->n; i++)
        g.of[i] = translate(&g, r, &r->instr[i], degree);
    if (g.refused != EX_none) {
        base_fail(d, EXIT_NO, "the motion has %s(...), which is not its Taylor series everywhere",
                  code_series_word(g.refused))
            ->help = "the method taylor and the block jet need the series; dop853 does not";
        return NULL;
    }
    uint32_t *rate = mem_take_array(p->mem, p->states + 1, sizeof *rate);
    for (size_t i = 0; i < p->states; i++)
        rate[i] = g.of[r->result[i]];
    struct rt_tape *out = mem_take(p->mem, sizeof *out);
    *out = (struct rt_tape){.states = p->states, .inputs = p->inputs, .order = order};
    put_in_order(&g, rate, out);
    return out;
}

bool code_add_jet(struct diag *d, struct program *p, size_t order, bool straight)
{
    const size_t most = straight ? CODE_JET_PRINTED : CODE_JET_UNROLLED;
    struct rt_tape *tape = code_tape(d, p, order);
    if (!tape)
        return false;
    if (code_unrolled_size(tape) <= most) {
        code_unroll(p->mem, tape, form_block_name(RT_jet), &p->block[RT_jet]);
        return code_jet_sound(d, p, order);
    }
    if (straight) {
        base_fail(d, EXIT_NO, "the block jet would be more than %d operations", (int)most)->help =
            "ask for fewer orders";
        return false;
    }
    p->tape = tape;
    return code_jet_sound(d, p, order);
}
