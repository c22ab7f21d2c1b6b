/* gen/code/routine.c -- routines: straight-line code without duplicate instructions. */
#include "gen/code/program.h"

#include <math.h>
#include <string.h>

static const int operands[] = {
#define CODE(name, ops, ...) [CODE_##name] = ops,
    INSTRUCTIONS(CODE)
#undef CODE
};

void code_routine_make(struct mem *m, struct routine *r, const char *name, size_t results)
{
    static const size_t START = 64; /* instructions */
    *r = (struct routine){.name = name,
                          .instr = mem_take_array(m, START, sizeof *r->instr),
                          .cap = START,
                          .slot = mem_take_array(m, 2 * START, sizeof *r->slot),
                          .slots = 2 * START,
                          .result = mem_take_array(m, results + 1, sizeof *r->result),
                          .ready = mem_take_array(m, results + 1, sizeof *r->ready),
                          .results = results};
    memset(r->slot, 0, r->slots * sizeof *r->slot);
}

static bool equal(const struct instr *a, const struct instr *b)
{
    return a->code == b->code && a->function == b->function && a->a == b->a && a->b == b->b &&
           memcmp(&a->number, &b->number, sizeof a->number) == 0;
}

static size_t slot_of(const struct routine *r, const struct instr *in)
{
    uint64_t number = 0;
    memcpy(&number, &in->number, sizeof number);
    uint64_t h = ((uint64_t)in->code << 8 | (uint64_t)in->function) * 0x9E3779B97F4A7C15U;
    h = (h ^ in->a) * 0xBF58476D1CE4E5B9U;
    h ^= in->b ^ number ^ number >> 32; /* small integers differ in their upper bits only */
    h *= 0x94D049BB133111EBU;
    size_t k = (size_t)(h ^ h >> 32) & (r->slots - 1);
    while (r->slot[k] && !equal(&r->instr[r->slot[k] - 1], in))
        k = (k + 1) & (r->slots - 1);
    return k;
}

static void grow(struct mem *m, struct routine *r)
{
    struct instr *instr = mem_take_array(m, 2 * r->cap, sizeof *instr);
    memcpy(instr, r->instr, r->n * sizeof *instr);
    r->instr = instr;
    r->cap *= 2;
    r->slots *= 2;
    r->slot = mem_take_array(m, r->slots, sizeof *r->slot);
    memset(r->slot, 0, r->slots * sizeof *r->slot);
    for (size_t i = 0; i < r->n; i++)
        r->slot[slot_of(r, &r->instr[i])] = (uint32_t)i + 1;
}

/* Folds arithmetic of literals here, in double, since compilers fold differently. */
static bool fold(const struct routine *r, struct instr *in)
{
    if (operands[in->code] == 0 || in->code >= CODE_sqrt)
        return false;
    const struct instr *a = &r->instr[in->a], *b = &r->instr[in->b];
    if (a->code != CODE_number || (operands[in->code] == 2 && b->code != CODE_number))
        return false;
    const double x = a->number, y = operands[in->code] == 2 ? b->number : 0;
    const double value = in->code == CODE_add   ? x + y
                         : in->code == CODE_sub ? x - y
                         : in->code == CODE_mul ? x * y
                         : in->code == CODE_div ? x / y
                                                : -x;
    if (!isfinite(value)) /* not folded: there is no literal for it */
        return false;
    *in = (struct instr){.code = CODE_number, .number = value};
    return true;
}

uint32_t code_instr(struct mem *m, struct routine *r, struct instr in)
{
    fold(r, &in);
    if ((in.code == CODE_add || in.code == CODE_mul) && in.a > in.b) {
        const uint32_t a = in.a; /* the earlier operand first: a b and b a are one instruction */
        in.a = in.b;
        in.b = a;
    }
    if (r->n == r->cap)
        grow(m, r);
    const size_t slot = slot_of(r, &in);
    if (!r->slot[slot]) {
        r->instr[r->n] = in;
        r->slot[slot] = (uint32_t)++r->n;
    }
    return r->slot[slot] - 1;
}

struct tally code_tally(const struct routine *r)
{
    struct tally t = {0};
    for (size_t i = 0; i < r->n; i++) {
        const enum code c = r->instr[i].code;
        t.adds += c == CODE_add || c == CODE_sub;
        t.muls += c == CODE_mul;
        t.divs += c == CODE_div;
        t.pairs += c == CODE_sincos;
        t.calls += c >= CODE_sqrt && c != CODE_sincos;
    }
    return t;
}

/* ---- tidying, when all results are known ---- */

/* A pair of which one half is used becomes one call. */
static void part_pairs(struct mem *m, struct routine *r, const bool *live)
{
    bool *sine = mem_take_array(m, r->n + 1, sizeof *sine); /* used beside the cosine */
    memset(sine, 0, r->n + 1);
    for (size_t i = 0; i < r->results; i++)
        sine[r->result[i]] = true;
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        if (live[i] && operands[in->code] > 0 && in->code != CODE_cosine)
            sine[in->a] = true;
        if (live[i] && operands[in->code] > 1)
            sine[in->b] = true;
    }
    for (size_t i = 0; i + 1 < r->n; i++) {
        struct instr *in = &r->instr[i];
        if (in->code != CODE_sincos || !live[i])
            continue;
        if (!live[i + 1])
            *in = (struct instr){.code = CODE_call1, .function = EX_sin, .a = in->a};
        else if (!sine[i])
            in[1] = (struct instr){.code = CODE_call1, .function = EX_cos, .a = in->a};
    }
}

static void mark(const struct routine *r, bool *live)
{
    memset(live, 0, r->n + 1);
    for (size_t i = 0; i < r->results; i++)
        live[r->result[i]] = true;
    for (size_t i = r->n; i-- > 0;) {
        const struct instr *in = &r->instr[i];
        if (!live[i])
            continue;
        if (operands[in->code] > 0)
            live[in->a] = true;
        if (operands[in->code] > 1)
            live[in->b] = true;
    }
}

/* ---- order ---- */

/* Critical path: estimated cycles from an instruction to the last one that depends on it. */
static uint32_t *find_heights(struct mem *m, const struct routine *r)
{
    enum { ARITHMETIC = 4, DIVISION = 14, CALL = 60 };
    uint32_t *height = mem_take_array(m, r->n + 1, sizeof *height);
    memset(height, 0, (r->n + 1) * sizeof *height);
    for (size_t i = r->n; i-- > 0;) {
        const struct instr *in = &r->instr[i];
        const int ops = operands[in->code];
        const uint32_t own = in->code >= CODE_sqrt     ? CALL
                             : in->code == CODE_div    ? DIVISION
                             : in->code == CODE_cosine ? 0
                             : ops                     ? ARITHMETIC
                                                       : 0;
        height[i] += own;
        if (ops > 0 && height[in->a] < height[i])
            height[in->a] = height[i];
        if (ops > 1 && height[in->b] < height[i])
            height[in->b] = height[i];
    }
    return height;
}

/* Appends instruction i after its operands, where they are not there yet. */
static void put_after(const struct routine *r, uint32_t i, uint32_t *now, struct instr *to,
                      size_t *n, uint32_t *stack)
{
    size_t top = 0;
    stack[top++] = i;
    while (top) {
        const uint32_t at = stack[top - 1];
        const struct instr *in = &r->instr[at];
        const int ops = operands[in->code];
        if (now[at]) {
            top--;
        } else if (ops > 0 && !now[in->a]) {
            stack[top++] = in->a;
        } else if (ops > 1 && !now[in->b]) {
            stack[top++] = in->b;
        } else {
            top--;
            for (uint32_t k = at; k <= at + (in->code == CODE_sincos); k++) {
                to[*n] = r->instr[k]; /* a cosine stays directly after its sincos */
                now[k] = (uint32_t)++ * n;
            }
        }
    }
}

/* Calls come first, in order of decreasing critical path: a processor overlaps several calls, but
 * takes them in program order. Other instructions keep their order. */
static void schedule(struct mem *m, struct routine *r)
{
    const uint32_t *height = find_heights(m, r);
    uint32_t *call = mem_take_array(m, r->n + 1, sizeof *call), *now = NULL, *stack = NULL;
    size_t calls = 0, n = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->instr[i].code < CODE_sqrt)
            continue;
        size_t k = calls++;
        for (; k > 0 && height[call[k - 1]] < height[i]; k--)
            call[k] = call[k - 1];
        call[k] = i;
    }
    if (calls < 2)
        return;
    struct instr *to = mem_take_array(m, r->cap, sizeof *to);
    now = mem_take_array(m, r->n + 1, sizeof *now);
    stack = mem_take_array(m, r->n + 1, sizeof *stack);
    memset(now, 0, (r->n + 1) * sizeof *now);
    for (size_t k = 0; k < calls; k++)
        put_after(r, call[k], now, to, &n, stack);
    for (uint32_t i = 0; i < r->n; i++)
        put_after(r, i, now, to, &n, stack);
    for (size_t i = 0; i < n; i++) {
        if (operands[to[i].code] > 0)
            to[i].a = now[to[i].a] - 1;
        if (operands[to[i].code] > 1)
            to[i].b = now[to[i].b] - 1;
    }
    r->instr = to;
    size_t ready = 0;
    for (size_t i = 0; i < r->results; i++) {
        r->result[i] = now[r->result[i]] - 1;
        ready = r->result[i] + 1 > ready ? r->result[i] + 1 : ready;
        r->ready[i] = ready;
    }
}

void code_routine_tidy(struct mem *m, struct routine *r)
{
    bool *live = mem_take_array(m, r->n + 1, sizeof *live);
    uint32_t *now = mem_take_array(m, r->n + 1, sizeof *now);
    size_t kept = 0;
    mark(r, live);
    part_pairs(m, r, live);
    mark(r, live);
    for (size_t i = 0; i < r->n; i++) {
        now[i] = (uint32_t)kept;
        if (!live[i])
            continue;
        struct instr in = r->instr[i];
        if (operands[in.code] > 0)
            in.a = now[in.a];
        if (operands[in.code] > 1)
            in.b = now[in.b];
        r->instr[kept++] = in;
    }
    now[r->n] = (uint32_t)kept;
    for (size_t i = 0; i < r->results; i++) {
        r->result[i] = now[r->result[i]];
        r->ready[i] = now[r->ready[i]];
    }
    r->n = kept;
    schedule(m, r);
}
