/* gen/jet.c -- a right-hand side as a tape of operations on power series.
 *
 * Arithmetic has rows on a tape (runtime/jet.h). A function f follows from its value and from
 *
 *     D f(a, b) = f_a D a + f_b D b,     D = s d/ds,
 *
 * with the derivatives in the table of operators (expr/ops.h), which may refer to f itself: the
 * right side needs only lower coefficients of f, for D a begins at order 1. So an operator brings
 * its recurrence along, and says itself whether its series stands for it (column `series`).
 *
 * What is known to vanish is not computed: constants end at order 0, t and inputs at 1, and states
 * whose rates are polynomials in these end too.
 */
#include "gen/jet.h"

#include <assert.h>
#include <string.h>

struct node {
    struct rt_jet jet;
    double number;
    uint32_t from; /* of a sink: its second operand, which is known last */
};

struct graph {
    struct mem *mem;
    struct node *at;
    size_t n, cap;
    uint32_t *slot; /* hash table of 1 + index: equal nodes are one */
    size_t slots;
    enum ex_op refused; /* the first function without a series; EX_none: there was none */
    uint32_t *of;       /* node of each instruction */
    uint32_t *now;      /* 1 + place of a node on the tape; 0: it has none yet */
};

/* ---- nodes ---- */

static bool equal(const struct node *a, const struct node *b)
{
    return a->jet.code == b->jet.code && a->jet.function == b->jet.function &&
           a->jet.a == b->jet.a && a->jet.b == b->jet.b &&
           memcmp(&a->number, &b->number, sizeof a->number) == 0;
}

static size_t slot_of(const struct graph *g, const struct node *in)
{
    uint64_t number = 0;
    memcpy(&number, &in->number, sizeof number);
    uint64_t h = ((uint64_t)in->jet.code << 8 | in->jet.function) * 0x9E3779B97F4A7C15U;
    h = (h ^ in->jet.a) * 0xBF58476D1CE4E5B9U;
    h = (h ^ in->jet.b ^ number ^ number >> 32) * 0x94D049BB133111EBU;
    size_t k = (size_t)(h ^ h >> 32) & (g->slots - 1);
    while (g->slot[k] && !equal(&g->at[g->slot[k] - 1], in))
        k = (k + 1) & (g->slots - 1);
    return k;
}

static void grow(struct graph *g)
{
    const size_t cap = g->cap ? 2 * g->cap : 256;
    struct node *at = mem_take_array(g->mem, cap, sizeof *at);
    if (g->n)
        memcpy(at, g->at, g->n * sizeof *at);
    g->at = at;
    g->cap = cap;
    g->slots = 2 * cap;
    g->slot = mem_take_array(g->mem, g->slots, sizeof *g->slot);
    memset(g->slot, 0, g->slots * sizeof *g->slot);
    for (size_t i = 0; i < g->n; i++)
        g->slot[slot_of(g, &at[i])] = (uint32_t)i + 1;
}

static uint32_t put(struct graph *g, struct node in)
{
    if (g->n == g->cap)
        grow(g);
    const size_t slot = slot_of(g, &in);
    if (!g->slot[slot]) {
        g->at[g->n] = in;
        g->slot[slot] = (uint32_t)++g->n;
    }
    return g->slot[slot] - 1;
}

static uint16_t capped(size_t degree)
{
    return degree < RT_JET_ALL ? (uint16_t)degree : RT_JET_ALL;
}

static uint32_t leaf(struct graph *g, enum rt_jet_code code, uint32_t index, size_t degree)
{
    return put(g,
               (struct node){.jet = {.code = (uint8_t)code, .high = capped(degree), .a = index}});
}

static uint32_t number(struct graph *g, double value)
{
    return put(g, (struct node){.jet = {.code = RT_JET_number}, .number = value});
}

static uint32_t put2(struct graph *g, enum rt_jet_code code, uint32_t a, uint32_t b, size_t low,
                     size_t high)
{
    return put(
        g,
        (struct node){
            .jet = {
                .code = (uint8_t)code, .low = capped(low), .high = capped(high), .a = a, .b = b}});
}

static struct rt_jet jet(const struct graph *g, uint32_t a)
{
    return g->at[a].jet;
}

static bool is_number(const struct graph *g, uint32_t a, double value)
{
    return jet(g, a).code == RT_JET_number && g->at[a].number == value;
}

static bool is_constant(const struct graph *g, uint32_t a)
{
    return jet(g, a).high == 0;
}

/* ---- arithmetic ---- */

static uint32_t neg(struct graph *g, uint32_t a)
{
    if (jet(g, a).code == RT_JET_neg)
        return jet(g, a).a;
    if (jet(g, a).code == RT_JET_number)
        return is_number(g, a, 0) ? a : number(g, -g->at[a].number);
    return put2(g, RT_JET_neg, a, 0, jet(g, a).low, jet(g, a).high);
}

static uint32_t sum(struct graph *g, enum rt_jet_code code, uint32_t a, uint32_t b)
{
    const struct rt_jet x = jet(g, a), y = jet(g, b);
    if (is_number(g, b, 0))
        return a;
    if (is_number(g, a, 0))
        return code == RT_JET_add ? b : neg(g, b);
    return put2(g, code, a, b, x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high);
}

static uint32_t mul(struct graph *g, uint32_t a, uint32_t b)
{
    const struct rt_jet x = jet(g, a), y = jet(g, b);
    if (is_number(g, a, 0) || is_number(g, b, 1))
        return a;
    if (is_number(g, b, 0) || is_number(g, a, 1))
        return b;
    if (x.code == RT_JET_neg)
        return neg(g, mul(g, x.a, b));
    if (y.code == RT_JET_neg)
        return neg(g, mul(g, a, y.a));
    const size_t low = (size_t)x.low + y.low, high = (size_t)x.high + y.high;
    if (a == b)
        return put2(g, RT_JET_square, a, 0, low, high);
    return put2(g, RT_JET_mul, a < b ? a : b, a < b ? b : a, low, high);
}

static uint32_t quotient(struct graph *g, uint32_t a, uint32_t b)
{
    if (is_number(g, a, 0) || is_number(g, b, 1))
        return a;
    return put2(g, RT_JET_div, a, b, jet(g, a).low,
                is_constant(g, b) ? jet(g, a).high : RT_JET_ALL);
}

static uint32_t root(struct graph *g, uint32_t a)
{
    return put2(g, RT_JET_sqrt, a, 0, 0, is_constant(g, a) ? 0 : RT_JET_ALL);
}

/* D a */
static uint32_t raised(struct graph *g, uint32_t a)
{
    const struct rt_jet x = jet(g, a);
    if (is_constant(g, a))
        return number(g, 0);
    return put2(g, RT_JET_raise, a, 0, x.low ? x.low : 1, x.high);
}

/* slope D a; with a slope of 1/v one division does. */
static uint32_t chained(struct graph *g, uint32_t slope, uint32_t a)
{
    const struct rt_jet x = jet(g, slope);
    const uint32_t d = raised(g, a);
    if (x.code == RT_JET_neg)
        return neg(g, chained(g, x.a, a));
    if (x.code == RT_JET_div && is_number(g, x.a, 1))
        return quotient(g, d, x.b);
    return mul(g, slope, d);
}

/* ---- functions ---- */

static uint32_t call(struct graph *g, enum ex_op op, uint32_t a, uint32_t b);
static uint32_t power(struct graph *g, uint32_t a, uint32_t b);

/* The words in which ops.h writes derivatives. */
#define ZERO number(g, 0)
#define ONE number(g, 1)
#define HALF number(g, 0.5)
#define NEG(x) neg(g, x)
#define ADD(x, y) sum(g, RT_JET_add, x, y)
#define SUB(x, y) sum(g, RT_JET_sub, x, y)
#define MUL(x, y) mul(g, x, y)
#define DIV(x, y) quotient(g, x, y)
#define POW(x, y) power(g, x, y)
#define SQ(x) square(g, x)
#define SQRT(x) root(g, x)
#define SIN(x) call(g, EX_sin, x, 0)
#define COS(x) call(g, EX_cos, x, 0)
#define SINH(x) call(g, EX_sinh, x, 0)
#define COSH(x) call(g, EX_cosh, x, 0)
#define LOG(x) call(g, EX_log, x, 0)

static uint32_t square(struct graph *g, uint32_t a)
{
    return mul(g, a, a);
}

/* One row becomes two functions: its derivatives by its first and second argument. */
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, ...)           \
    static uint32_t da_##name(struct graph *g, uint32_t e, uint32_t a, uint32_t b)                 \
    {                                                                                              \
        return ((void)g, (void)a, (void)b, (void)e, da);                                           \
    }                                                                                              \
    static uint32_t db_##name(struct graph *g, uint32_t e, uint32_t a, uint32_t b)                 \
    {                                                                                              \
        return ((void)g, (void)a, (void)b, (void)e, db);                                           \
    }
#include "expr/ops.h"
#undef OP

enum series { KINKED, SMOOTH };
static const struct {
    uint32_t (*da)(struct graph *g, uint32_t e, uint32_t a, uint32_t b);
    uint32_t (*db)(struct graph *g, uint32_t e, uint32_t a, uint32_t b);
    const char *word;
    int args;
    enum series series;
} ops[EX_OPS] = {
#define OP(name, text, kind, args_, bind, sym, at0, undo, canon, value, mod, da, db, series_, ...) \
    [EX_##name] = {da_##name, db_##name, text, args_, series_},
#include "expr/ops.h"
#undef OP
};

/* A series that begins with a value; what it goes on with is filled in by `define`. False in
 * `open`: it was there before. */
static uint32_t declare(struct graph *g, enum ex_op op, uint32_t a, uint32_t b, bool *open)
{
    const bool two = ops[op].args > 1, fixed = is_constant(g, a) && (!two || is_constant(g, b));
    *open = false;
    if (ops[op].series != SMOOTH || !gen_own[op]) {
        g->refused = g->refused == EX_none ? op : g->refused;
        return a;
    }
    const uint32_t value = put(g, (struct node){.jet = {.code = two ? RT_JET_value2 : RT_JET_value1,
                                                        .function = (uint8_t)(gen_own[op] - 1),
                                                        .a = a,
                                                        .b = two ? b : 0}});
    if (fixed)
        return value;
    const size_t before = g->n;
    const uint32_t out = put2(g, RT_JET_sink, value, 0, 0, RT_JET_ALL);
    *open = g->n > before;
    return out;
}

static void define(struct graph *g, uint32_t sink, uint32_t from)
{
    g->at[sink].from = from;
}

static uint32_t call(struct graph *g, enum ex_op op, uint32_t a, uint32_t b)
{
    bool open = false;
    const uint32_t e = declare(g, op, a, b, &open);
    if (!open)
        return e;
    uint32_t d = number(g, 0);
    if (!is_constant(g, a))
        d = chained(g, ops[op].da(g, e, a, b), a);
    if (ops[op].args > 1 && !is_constant(g, b))
        d = sum(g, RT_JET_add, d, chained(g, ops[op].db(g, e, a, b), b));
    define(g, e, d);
    return e;
}

static uint32_t whole_power(struct graph *g, uint32_t base, uint32_t k)
{
    uint32_t result = number(g, 1);
    for (; k; k >>= 1) {
        if (k & 1)
            result = mul(g, result, base);
        if (k > 1)
            base = mul(g, base, base);
    }
    return result;
}

/* Whole and half powers are products, which exist at 0 too. Else, with w = a^b,
 * D w = b w D a / a for a constant b, and D w = w D (b log a). */
static uint32_t power(struct graph *g, uint32_t a, uint32_t b)
{
    const double most = 1 << 20, k = jet(g, b).code == RT_JET_number ? g->at[b].number : 0;
    const double size = k < 0 ? -k : k;
    if (k != 0 && 2 * size < most && (double)(uint32_t)(2 * size) == 2 * size) {
        const uint32_t twice = (uint32_t)(2 * size);
        const uint32_t w =
            twice % 2 ? whole_power(g, root(g, a), twice) : whole_power(g, a, twice / 2);
        return k < 0 ? quotient(g, number(g, 1), w) : w;
    }
    bool open = false;
    const uint32_t w = declare(g, EX_pow, a, b, &open);
    if (open && is_constant(g, b))
        define(g, w, quotient(g, mul(g, b, mul(g, w, raised(g, a))), a));
    else if (open)
        define(g, w, mul(g, w, raised(g, mul(g, b, call(g, EX_log, a, 0)))));
    return w;
}

/* ---- instructions ---- */

static const int operands[] = {
#define CODE(name, ops, ...) [CODE_##name] = ops,
    CODES(CODE)
#undef CODE
};

/* As a polynomial in s the degree of each instruction, from those of the states. */
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
        degree[i] = capped(degree[i]);
    }
}

/* Degrees of the states: one more than those of their rates. What still grows after as many rounds
 * as there are states depends on itself and never ends. */
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
            const size_t now = zero ? 0 : capped(degree[r->result[i]] + 1);
            if (now > state[i]) {
                state[i] = round > states ? RT_JET_ALL : now;
                moved = true;
            }
        }
    }
    return state;
}

static uint32_t translate(struct graph *g, const struct routine *r, const struct instr *in,
                          const size_t *degree)
{
    const uint32_t a = operands[in->code] > 0 ? g->of[in->a] : 0;
    const uint32_t b = operands[in->code] > 1 ? g->of[in->b] : 0;
    switch (in->code) {
    case CODE_number:
        return number(g, in->number);
    case CODE_param:
        return leaf(g, RT_JET_param, in->a, 0);
    case CODE_time:
        return leaf(g, RT_JET_time, 0, 1);
    case CODE_input:
        return leaf(g, RT_JET_input, in->a, 1);
    case CODE_state:
        return leaf(g, RT_JET_state, in->a, degree[in->a]);
    case CODE_add:
        return sum(g, RT_JET_add, a, b);
    case CODE_sub:
        return sum(g, RT_JET_sub, a, b);
    case CODE_mul:
        return mul(g, a, b);
    case CODE_div:
        return quotient(g, a, b);
    case CODE_neg:
        return neg(g, a);
    case CODE_sqrt:
        return root(g, a);
    case CODE_pow:
        return power(g, a, b);
    case CODE_sincos:
        return call(g, EX_sin, a, 0);
    case CODE_cosine: /* of what its sincos is the sine of */
        return call(g, EX_cos, g->of[r->instr[in->a].a], 0);
    case CODE_call1:
    case CODE_call2:
        return call(g, in->function, a, b);
    }
    return 0;
}

/* ---- tapes ---- */

static const unsigned char arity[RT_JET_CODES] = {
#define X(name, operands) [RT_JET_##name] = operands,
    RT_JETS(X)
#undef X
};

static struct rt_jet whole(const struct graph *g, uint32_t i)
{
    struct rt_jet out = jet(g, i);
    if (out.code == RT_JET_sink)
        out.b = g->at[i].from;
    return out;
}

/* Must coefficient k of an operand be there before coefficient k of a node? Of the factors of a
 * product only where the other does not begin later. */
static bool is_waited_for(const struct graph *g, const struct rt_jet *in, bool second)
{
    if (arity[in->code] < (second ? 2 : 1))
        return false;
    return in->code != RT_JET_mul || jet(g, second ? in->a : in->b).low == 0;
}

static bool *find_needed(const struct graph *g, const uint32_t *rate, size_t states)
{
    bool *needed = mem_take_array(g->mem, g->n + 1, sizeof *needed);
    uint32_t *stack = mem_take_array(g->mem, 2 * g->n + states + 1, sizeof *stack);
    size_t top = 0;
    memset(needed, 0, g->n + 1);
    for (size_t i = 0; i < states; i++)
        stack[top++] = rate[i];
    while (top) {
        const uint32_t i = stack[--top];
        const struct rt_jet in = whole(g, i);
        if (needed[i])
            continue;
        needed[i] = true;
        if (arity[in.code] > 0)
            stack[top++] = in.a;
        if (arity[in.code] > 1)
            stack[top++] = in.b;
    }
    return needed;
}

/* Puts node i on the tape, after what it waits for. */
static void place(struct graph *g, uint32_t i, uint32_t *order, size_t *n, uint32_t *stack)
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

/* The nodes that are needed, in an order in which they can be computed. */
static void put_in_order(struct graph *g, const uint32_t *rate, struct rt_tape *out)
{
    const bool *needed = find_needed(g, rate, out->states);
    uint32_t *order = mem_take_array(g->mem, g->n + 1, sizeof *order);
    uint32_t *stack = mem_take_array(g->mem, g->n + 1, sizeof *stack);
    uint32_t *rates = mem_take_array(g->mem, out->states + 1, sizeof *rates);
    struct rt_jet *at = mem_take_array(g->mem, g->n + 1, sizeof *at);
    double *constant = mem_take_array(g->mem, g->n + 1, sizeof *constant);
    g->now = mem_take_array(g->mem, g->n + 1, sizeof *g->now);
    memset(g->now, 0, (g->n + 1) * sizeof *g->now);
    for (uint32_t i = 0; i < g->n; i++)
        if (needed[i])
            place(g, i, order, &out->n, stack);
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

struct rt_tape *gen_tape(struct diag *d, const struct program *p, size_t order)
{
    const struct routine *r = &p->block[RT_rhs];
    const size_t *degree = find_state_degrees(p->mem, r, p->states);
    struct graph g = {.mem = p->mem, .of = mem_take_array(p->mem, r->n + 1, sizeof *g.of)};
    for (size_t i = 0; i < r->n; i++)
        g.of[i] = translate(&g, r, &r->instr[i], degree);
    if (g.refused != EX_none) {
        gen_fail(d, EXIT_NO, "the motion has %s(...), which is not its Taylor series everywhere",
                 ops[g.refused].word)
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

bool gen_add_jet(struct diag *d, struct program *p, size_t order, bool straight)
{
    const size_t most = straight ? GEN_JET_PRINTED : GEN_JET_UNROLLED;
    struct rt_tape *tape = gen_tape(d, p, order);
    if (!tape)
        return false;
    if (gen_unrolled_size(tape) <= most) {
        gen_unroll(p->mem, tape, gen_block_name(RT_jet), &p->block[RT_jet]);
        return true;
    }
    if (straight) {
        gen_fail(d, EXIT_NO, "the block jet would be more than %d operations", (int)most)->help =
            "ask for fewer orders";
        return false;
    }
    p->tape = tape;
    return true;
}
