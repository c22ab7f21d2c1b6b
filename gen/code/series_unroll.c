/* gen/code/series_unroll.c -- tape of power series as straight-line code, without loops.
 *
 * Every coefficient is an instruction. The arithmetic and its order are those of runtime/jet.c, so
 * the bits are the same; coefficients that are known to be 0 have no instruction.
 */
#include "gen/code/engine.h"
#include "gen/code/series.h"

struct unrolling {
    struct mem *mem;
    const struct rt_tape *tape;
    struct routine *to;
    uint32_t *at; /* instruction of coefficient k of series i: at[i order + k] */
    uint32_t *x;  /* instruction of coefficient k + 1 of state i: x[k states + i] */
    size_t k;
};

static uint32_t put(struct unrolling *u, enum code code, uint32_t a, uint32_t b)
{
    return code_instr(u->mem, u->to, (struct instr){.code = code, .a = a, .b = b});
}

static uint32_t put_number(struct unrolling *u, double number)
{
    return code_instr(u->mem, u->to, (struct instr){.code = CODE_number, .number = number});
}

static uint32_t of(const struct unrolling *u, uint32_t i, size_t k)
{
    return u->at[i * u->tape->order + k];
}

static bool reaches(const struct unrolling *u, uint32_t i)
{
    return u->k >= u->tape->at[i].low && u->k <= u->tape->at[i].high;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- sums ---- */

/* Sum of a_j b_(k-j) for j = first .. last, at least one. */
static uint32_t convolve(struct unrolling *u, uint32_t a, uint32_t b, size_t first, size_t last)
{
    uint32_t sum = put(u, CODE_mul, of(u, a, first), of(u, b, u->k - first));
    for (size_t j = first + 1; j <= last; j++)
        sum = put(u, CODE_add, sum, put(u, CODE_mul, of(u, a, j), of(u, b, u->k - j)));
    return sum;
}

/* Sum of a_j a_(k-j) for j = first .. k - first, each pair computed once; at least one. */
static uint32_t convolve_self(struct unrolling *u, uint32_t a, size_t first)
{
    const size_t k = u->k, pairs = (k + 1) / 2;
    uint32_t sum = 0, middle = 0;
    if (first < pairs) {
        sum = convolve(u, a, a, first, pairs - 1);
        sum = put(u, CODE_add, sum, sum);
    }
    if (k % 2)
        return sum;
    middle = put(u, CODE_mul, of(u, a, k / 2), of(u, a, k / 2));
    return first < pairs ? put(u, CODE_add, sum, middle) : middle;
}

/* ---- one coefficient ---- */

static uint32_t leaf(struct unrolling *u, const struct rt_jet *in)
{
    static const enum code codes[] = {[RT_JET_param] = CODE_param, [RT_JET_state] = CODE_state};
    if (in->code == RT_JET_number)
        return put_number(u, u->tape->number[in->a]);
    if (in->code == RT_JET_time)
        return u->k ? put_number(u, 1) : put(u, CODE_time, 0, 0);
    if (in->code == RT_JET_input)
        return put(u, CODE_input, (uint32_t)(u->k ? u->tape->inputs : 0) + in->a, 0);
    return u->k ? u->x[(u->k - 1) * u->tape->states + in->a] : put(u, codes[in->code], in->a, 0);
}

static uint32_t sum(struct unrolling *u, const struct rt_jet *in)
{
    const bool minus = in->code == RT_JET_sub;
    if (!reaches(u, in->b))
        return of(u, in->a, u->k);
    const uint32_t b = of(u, in->b, u->k);
    if (!reaches(u, in->a))
        return minus ? put(u, CODE_neg, b, 0) : b;
    return put(u, minus ? CODE_sub : CODE_add, of(u, in->a, u->k), b);
}

static uint32_t product(struct unrolling *u, const struct rt_jet *in)
{
    const struct rt_jet *a = &u->tape->at[in->a], *b = &u->tape->at[in->b];
    const size_t first = larger(a->low, u->k > b->high ? u->k - b->high : 0);
    return convolve(u, in->a, in->b, first, smaller(a->high, u->k - b->low));
}

static uint32_t square(struct unrolling *u, const struct rt_jet *in)
{
    const struct rt_jet *a = &u->tape->at[in->a];
    return convolve_self(u, in->a, larger(a->low, u->k > a->high ? u->k - a->high : 0));
}

/* a_k - sum, where a_k may be known to be 0 */
static uint32_t less(struct unrolling *u, uint32_t a, uint32_t sum)
{
    return reaches(u, a) ? put(u, CODE_sub, of(u, a, u->k), sum) : put(u, CODE_neg, sum, 0);
}

static uint32_t quotient(struct unrolling *u, const struct rt_jet *in, uint32_t own)
{
    const size_t last = smaller(u->tape->at[in->b].high, u->k - in->low);
    const uint32_t above =
        last ? less(u, in->a, convolve(u, in->b, own, 1, last)) : of(u, in->a, u->k);
    return put(u, CODE_div, above, of(u, in->b, 0));
}

static uint32_t root(struct unrolling *u, const struct rt_jet *in, uint32_t own)
{
    if (u->k == 0)
        return put(u, CODE_sqrt, of(u, in->a, 0), 0);
    const uint32_t twice = put(u, CODE_add, of(u, own, 0), of(u, own, 0));
    const uint32_t above = u->k == 1 ? of(u, in->a, 1) : less(u, in->a, convolve_self(u, own, 1));
    return put(u, CODE_div, above, twice);
}

static enum ex_op operator_of(uint8_t function)
{
    int op = 0;
    while (code_own_functions[op] != function + 1)
        op++;
    return (enum ex_op)op;
}

/* Sines and cosines come in pairs; an unused half is dropped later. */
static uint32_t value(struct unrolling *u, const struct rt_jet *in)
{
    const enum ex_op op = operator_of(in->function);
    const uint32_t a = of(u, in->a, 0);
    if (op == EX_sin || op == EX_cos) {
        const uint32_t sine = put(u, CODE_sincos, a, 0), cosine = put(u, CODE_cosine, sine, 0);
        return op == EX_sin ? sine : cosine;
    }
    if (op == EX_pow)
        return put(u, CODE_pow, a, of(u, in->b, 0));
    struct instr call = {.code = CODE_call1, .function = op, .a = a};
    if (in->code == RT_JET_value2) {
        call.code = CODE_call2;
        call.b = of(u, in->b, 0);
    }
    return code_instr(u->mem, u->to, call);
}

static uint32_t raised(struct unrolling *u, const struct rt_jet *in)
{
    const uint32_t a = of(u, in->a, u->k);
    return u->k == 1 ? a : put(u, CODE_mul, put_number(u, (double)u->k), a);
}

static uint32_t over(struct unrolling *u, uint32_t a, size_t k)
{
    return k == 1 ? a : put(u, CODE_div, a, put_number(u, (double)k));
}

static uint32_t sunk(struct unrolling *u, const struct rt_jet *in)
{
    if (u->k == 0)
        return of(u, in->a, 0);
    return reaches(u, in->b) ? over(u, of(u, in->b, u->k), u->k) : put_number(u, 0);
}

static uint32_t coefficient(struct unrolling *u, const struct rt_jet *in, uint32_t own)
{
    switch (in->code) {
    case RT_JET_add:
    case RT_JET_sub:
        return sum(u, in);
    case RT_JET_neg:
        return put(u, CODE_neg, of(u, in->a, u->k), 0);
    case RT_JET_mul:
        return product(u, in);
    case RT_JET_square:
        return square(u, in);
    case RT_JET_div:
        return quotient(u, in, own);
    case RT_JET_sqrt:
        return root(u, in, own);
    case RT_JET_raise:
        return raised(u, in);
    case RT_JET_value1:
    case RT_JET_value2:
        return value(u, in);
    case RT_JET_sink:
        return sunk(u, in);
    default:
        return leaf(u, in);
    }
}

/* ---- all of them ---- */

void code_unroll(struct mem *m, const struct rt_tape *tape, const char *name, struct routine *out)
{
    const size_t n = tape->states, results = n * tape->order;
    struct unrolling u = {.mem = m, .tape = tape, .to = out};
    code_routine_make(m, out, name, results);
    u.at = mem_take_array(m, tape->n * tape->order + 1, sizeof *u.at);
    u.x = out->result;
    for (; u.k < tape->order; u.k++) {
        for (uint32_t i = 0; i < tape->n; i++)
            if (reaches(&u, i))
                u.at[i * tape->order + u.k] = coefficient(&u, &tape->at[i], i);
        for (size_t i = 0; i < n; i++) {
            const uint32_t rate = tape->rate[i];
            u.x[u.k * n + i] =
                reaches(&u, rate) ? over(&u, of(&u, rate, u.k), u.k + 1) : put_number(&u, 0);
            out->ready[u.k * n + i] = out->n;
        }
    }
    code_routine_tidy(m, out);
}

/* Number of products in coefficient k. */
static size_t count_terms(const struct rt_tape *tape, const struct rt_jet *in, size_t k)
{
    switch (in->code) {
    case RT_JET_mul:
        return 1 + smaller(k - in->low, smaller(tape->at[in->a].high, tape->at[in->b].high));
    case RT_JET_div:
        return smaller(k - in->low, tape->at[in->b].high);
    case RT_JET_square:
        return 1 + smaller(k, tape->at[in->a].high) / 2;
    case RT_JET_sqrt:
        return k / 2;
    default:
        return 0;
    }
}

size_t code_unrolled_size(const struct rt_tape *tape)
{
    size_t size = tape->states * tape->order;
    for (size_t i = 0; i < tape->n; i++)
        for (size_t k = tape->at[i].low; k <= tape->at[i].high && k < tape->order; k++)
            size += 1 + 2 * count_terms(tape, &tape->at[i], k);
    return size;
}
