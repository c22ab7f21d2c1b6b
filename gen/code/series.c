/* gen/code/series.c -- operations on power series, without duplicates or vanishing terms.
 *
 * Arithmetic has rows on a tape (runtime/jet.h). A function f follows from its value and from
 *
 *     D f(a, b) = f_a D a + f_b D b,     D = s d/ds,
 *
 * with the derivatives in the table of operators (expr/ops.h), which may refer to f itself: the
 * right side needs only lower coefficients of f, for D a begins at order 1. So the row of an
 * operator gives its recurrence, and its column `series` says whether the operator equals its
 * series.
 *
 * Numbers of nodes depend on the order in which a compiler evaluates arguments: no printed text and
 * no computed value may depend on them. So a b and b a are two nodes.
 */
#include "gen/code/series.h"
#include "gen/code/engine.h"

#include <string.h>

/* ---- nodes ---- */

static bool equal(const struct series_node *a, const struct series_node *b)
{
    return a->jet.code == b->jet.code && a->jet.function == b->jet.function &&
           a->jet.a == b->jet.a && a->jet.b == b->jet.b &&
           memcmp(&a->number, &b->number, sizeof a->number) == 0;
}

static size_t slot_of(const struct series_graph *g, const struct series_node *in)
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

static void grow(struct series_graph *g)
{
    const size_t cap = g->cap ? 2 * g->cap : 256;
    struct series_node *at = mem_take_array(g->mem, cap, sizeof *at);
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

struct series_graph code_series_begin(struct mem *m)
{
    struct series_graph g = {.mem = m};
    grow(&g);
    return g;
}

static uint32_t put(struct series_graph *g, struct series_node in)
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

uint16_t code_series_capped(size_t degree)
{
    return degree < RT_JET_ALL ? (uint16_t)degree : RT_JET_ALL;
}

uint32_t code_series_leaf(struct series_graph *g, enum rt_jet_code code, uint32_t index,
                          size_t degree)
{
    return put(g,
               (struct series_node){
                   .jet = {.code = (uint8_t)code, .high = code_series_capped(degree), .a = index}});
}

uint32_t code_series_number(struct series_graph *g, double value)
{
    return put(g, (struct series_node){.jet = {.code = RT_JET_number}, .number = value});
}

static uint32_t put2(struct series_graph *g, enum rt_jet_code code, uint32_t a, uint32_t b,
                     size_t low, size_t high)
{
    return put(g, (struct series_node){.jet = {.code = (uint8_t)code,
                                               .low = code_series_capped(low),
                                               .high = code_series_capped(high),
                                               .a = a,
                                               .b = b}});
}

static bool is_number(const struct series_graph *g, uint32_t a, double value)
{
    return code_series_at(g, a).code == RT_JET_number && g->at[a].number == value;
}

static bool is_constant(const struct series_graph *g, uint32_t a)
{
    return code_series_at(g, a).high == 0;
}

/* ---- arithmetic ---- */

uint32_t code_series_neg(struct series_graph *g, uint32_t a)
{
    if (code_series_at(g, a).code == RT_JET_neg)
        return code_series_at(g, a).a;
    if (code_series_at(g, a).code == RT_JET_number)
        return is_number(g, a, 0) ? a : code_series_number(g, -g->at[a].number);
    return put2(g, RT_JET_neg, a, 0, code_series_at(g, a).low, code_series_at(g, a).high);
}

uint32_t code_series_sum(struct series_graph *g, enum rt_jet_code code, uint32_t a, uint32_t b)
{
    const struct rt_jet x = code_series_at(g, a), y = code_series_at(g, b);
    if (is_number(g, b, 0))
        return a;
    if (is_number(g, a, 0))
        return code == RT_JET_add ? b : code_series_neg(g, b);
    return put2(g, code, a, b, x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high);
}

/* a without its sign, which goes to `minus`. */
static uint32_t unsigned_of(const struct series_graph *g, uint32_t a, bool *minus)
{
    if (code_series_at(g, a).code != RT_JET_neg)
        return a;
    *minus = !*minus;
    return code_series_at(g, a).a;
}

uint32_t code_series_mul(struct series_graph *g, uint32_t a, uint32_t b)
{
    bool minus = false;
    if (is_number(g, a, 0) || is_number(g, b, 1))
        return a;
    if (is_number(g, b, 0) || is_number(g, a, 1))
        return b;
    a = unsigned_of(g, a, &minus);
    b = unsigned_of(g, b, &minus);
    const struct rt_jet x = code_series_at(g, a), y = code_series_at(g, b);
    const size_t low = (size_t)x.low + y.low, high = (size_t)x.high + y.high;
    const uint32_t out =
        a == b ? put2(g, RT_JET_square, a, 0, low, high) : put2(g, RT_JET_mul, a, b, low, high);
    return minus ? code_series_neg(g, out) : out;
}

uint32_t code_series_div(struct series_graph *g, uint32_t a, uint32_t b)
{
    if (is_number(g, a, 0) || is_number(g, b, 1))
        return a;
    return put2(g, RT_JET_div, a, b, code_series_at(g, a).low,
                is_constant(g, b) ? code_series_at(g, a).high : RT_JET_ALL);
}

uint32_t code_series_sqrt(struct series_graph *g, uint32_t a)
{
    return put2(g, RT_JET_sqrt, a, 0, 0, is_constant(g, a) ? 0 : RT_JET_ALL);
}

/* D a */
static uint32_t raised(struct series_graph *g, uint32_t a)
{
    const struct rt_jet x = code_series_at(g, a);
    if (is_constant(g, a))
        return code_series_number(g, 0);
    return put2(g, RT_JET_raise, a, 0, x.low ? x.low : 1, x.high);
}

/* slope D a; a slope of 1/v costs one division only. */
static uint32_t chained(struct series_graph *g, uint32_t slope, uint32_t a)
{
    bool minus = false;
    slope = unsigned_of(g, slope, &minus);
    const struct rt_jet x = code_series_at(g, slope);
    const uint32_t d = raised(g, a);
    const bool inverse = x.code == RT_JET_div && is_number(g, x.a, 1);
    const uint32_t out = inverse ? code_series_div(g, d, x.b) : code_series_mul(g, slope, d);
    return minus ? code_series_neg(g, out) : out;
}

/* ---- functions ---- */

/* The macros of ops.h for derivatives. */
#define ZERO code_series_number(g, 0)
#define ONE code_series_number(g, 1)
#define HALF code_series_number(g, 0.5)
#define NEG(x) code_series_neg(g, x)
#define ADD(x, y) code_series_sum(g, RT_JET_add, x, y)
#define SUB(x, y) code_series_sum(g, RT_JET_sub, x, y)
#define MUL(x, y) code_series_mul(g, x, y)
#define DIV(x, y) code_series_div(g, x, y)
#define POW(x, y) code_series_pow(g, x, y)
#define SQ(x) square(g, x)
#define SQRT(x) code_series_sqrt(g, x)
#define SIN(x) code_series_call(g, EX_sin, x, 0)
#define COS(x) code_series_call(g, EX_cos, x, 0)
#define SINH(x) code_series_call(g, EX_sinh, x, 0)
#define COSH(x) code_series_call(g, EX_cosh, x, 0)
#define LOG(x) code_series_call(g, EX_log, x, 0)

static uint32_t square(struct series_graph *g, uint32_t a)
{
    return code_series_mul(g, a, a);
}

/* One row becomes two functions: its derivatives by its first and second argument. */
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, ...)           \
    static uint32_t da_##name(struct series_graph *g, uint32_t e, uint32_t a, uint32_t b)          \
    {                                                                                              \
        return ((void)g, (void)a, (void)b, (void)e, da);                                           \
    }                                                                                              \
    static uint32_t db_##name(struct series_graph *g, uint32_t e, uint32_t a, uint32_t b)          \
    {                                                                                              \
        return ((void)g, (void)a, (void)b, (void)e, db);                                           \
    }
#include "expr/ops.h"
#undef OP

enum series { KINKED, SMOOTH };
static const struct {
    uint32_t (*da)(struct series_graph *g, uint32_t e, uint32_t a, uint32_t b);
    uint32_t (*db)(struct series_graph *g, uint32_t e, uint32_t a, uint32_t b);
    const char *word;
    int args;
    enum series series;
} ops[EX_OPS] = {
#define OP(name, text, kind, args_, bind, sym, at0, undo, canon, value, mod, da, db, series_, ...) \
    [EX_##name] = {da_##name, db_##name, text, args_, series_},
#include "expr/ops.h"
#undef OP
};

/* A series that begins with a value; `define` adds its recurrence. False in `open`: it existed
 * before. */
static uint32_t declare(struct series_graph *g, enum ex_op op, uint32_t a, uint32_t b, bool *open)
{
    const bool two = ops[op].args > 1, fixed = is_constant(g, a) && (!two || is_constant(g, b));
    *open = false;
    if (ops[op].series != SMOOTH || !code_own_functions[op]) {
        g->refused = g->refused == EX_none ? op : g->refused;
        return a;
    }
    const uint32_t value =
        put(g, (struct series_node){.jet = {.code = two ? RT_JET_value2 : RT_JET_value1,
                                            .function = (uint8_t)(code_own_functions[op] - 1),
                                            .a = a,
                                            .b = two ? b : 0}});
    if (fixed)
        return value;
    const size_t before = g->n;
    const uint32_t out = put2(g, RT_JET_sink, value, 0, 0, RT_JET_ALL);
    *open = g->n > before;
    return out;
}

static void define(struct series_graph *g, uint32_t sink, uint32_t from)
{
    g->at[sink].from = from;
}

uint32_t code_series_call(struct series_graph *g, enum ex_op op, uint32_t a, uint32_t b)
{
    bool open = false;
    const uint32_t e = declare(g, op, a, b, &open);
    if (!open)
        return e;
    uint32_t d = code_series_number(g, 0);
    if (!is_constant(g, a))
        d = chained(g, ops[op].da(g, e, a, b), a);
    if (ops[op].args > 1 && !is_constant(g, b))
        d = code_series_sum(g, RT_JET_add, d, chained(g, ops[op].db(g, e, a, b), b));
    define(g, e, d);
    return e;
}

static uint32_t whole_power(struct series_graph *g, uint32_t base, uint32_t k)
{
    uint32_t result = code_series_number(g, 1);
    for (; k; k >>= 1) {
        if (k & 1)
            result = code_series_mul(g, result, base);
        if (k > 1)
            base = code_series_mul(g, base, base);
    }
    return result;
}

/* Integer and half-integer powers are products, which exist at 0 too. Else, with w = a^b,
 * D w = b w D a / a for a constant b, and D w = w D (b log a). */
uint32_t code_series_pow(struct series_graph *g, uint32_t a, uint32_t b)
{
    const double most = 1 << 20,
                 k = code_series_at(g, b).code == RT_JET_number ? g->at[b].number : 0;
    const double size = k < 0 ? -k : k;
    if (k != 0 && 2 * size < most && (double)(uint32_t)(2 * size) == 2 * size) {
        const uint32_t twice = (uint32_t)(2 * size);
        const uint32_t w = twice % 2 ? whole_power(g, code_series_sqrt(g, a), twice)
                                     : whole_power(g, a, twice / 2);
        return k < 0 ? code_series_div(g, code_series_number(g, 1), w) : w;
    }
    bool open = false;
    const uint32_t w = declare(g, EX_pow, a, b, &open);
    if (open && is_constant(g, b))
        define(g, w,
               code_series_div(g, code_series_mul(g, b, code_series_mul(g, w, raised(g, a))), a));
    else if (open)
        define(g, w,
               code_series_mul(
                   g, w, raised(g, code_series_mul(g, b, code_series_call(g, EX_log, a, 0)))));
    return w;
}

const char *code_series_word(enum ex_op op)
{
    return ops[op].word;
}
