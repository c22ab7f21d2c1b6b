/* gen/code/lower.c -- lowering: blocks of expressions to straight-line code.
 *
 * Expressions are shared already, so each node is computed once; lowering decides how. Expressions
 * of parameters only go to `prepare`, also as part of a sum or product. Signs are carried beside
 * values and become subtractions. A denominator that occurs once becomes a division; one that
 * occurs more often is inverted once. Integer powers become multiplications.
 *
 * Instructions are in the order of a walk from the results down, operands in the order of their
 * structure: the order does not depend on handle numbers.
 */
#include "gen/code/lowering.h"
#include "gen/language/values.h"

#include <math.h>
#include <string.h>

struct value {
    uint32_t id;
    bool minus; /* the value is minus the result of the instruction */
};

static struct memo memo(const struct lowering *lo)
{
    return (struct memo){.mem = lo->mem};
}

/* ---- instructions ---- */

static uint32_t put2(struct lowering *lo, struct stage *g, enum code code, uint32_t a, uint32_t b)
{
    return code_instr(lo->mem, g->routine, (struct instr){.code = code, .a = a, .b = b});
}

static uint32_t put_number(struct lowering *lo, struct stage *g, double number)
{
    return code_instr(lo->mem, g->routine, (struct instr){.code = CODE_number, .number = number});
}

/* An instruction for the value with its sign. */
static uint32_t settle(struct lowering *lo, struct stage *g, struct value v)
{
    return v.minus ? put2(lo, g, CODE_neg, v.id, 0) : v.id;
}

static struct value known(const struct stage *g, ex e)
{
    const uint32_t v = sym_memo_get(&g->value, e) - 1;
    return (struct value){v >> 1, v & 1};
}

static uint32_t whole_power(struct lowering *lo, struct stage *g, uint32_t base, int64_t k)
{
    uint32_t square = base, result = 0;
    bool begun = false;
    for (; k; k >>= 1) {
        if (k & 1) {
            result = begun ? put2(lo, g, CODE_mul, result, square) : square;
            begun = true;
        }
        if (k > 1)
            square = put2(lo, g, CODE_mul, square, square);
    }
    return result;
}

/* base^(num/den), den 1 or 2, num > 0 */
static struct value positive_power(struct lowering *lo, struct stage *g, struct value base,
                                   int64_t num, int64_t den)
{
    if (den == 2) {
        const uint32_t root = put2(lo, g, CODE_sqrt, settle(lo, g, base), 0);
        return (struct value){whole_power(lo, g, root, num), false};
    }
    return (struct value){whole_power(lo, g, base.id, num), base.minus && num % 2};
}

/* A negative power; 1/base is computed once where it has several uses. */
static struct value negative_power(struct lowering *lo, struct stage *g, ex base, int64_t num,
                                   int64_t den)
{
    const uint32_t one = put_number(lo, g, 1);
    struct value b = known(g, base);
    if (den == 1 && sym_memo_get(&g->divided, base) > 1) {
        b.id = put2(lo, g, CODE_div, one, b.id);
        return positive_power(lo, g, b, -num, 1);
    }
    b = positive_power(lo, g, b, -num, den);
    b.id = put2(lo, g, CODE_div, one, b.id);
    return b;
}

static struct value lower_power(struct lowering *lo, struct stage *g, ex e)
{
    const ex base = ex_arg(lo->s, e, 0), exponent = ex_arg(lo->s, e, 1);
    int64_t num = 0, den = 1;
    const bool rational = ex_is_rat(lo->s, exponent, &num, &den);
    if (rational && den <= 2 && num <= LARGEST_POWER && num >= -LARGEST_POWER && num)
        return num > 0 ? positive_power(lo, g, known(g, base), num, den)
                       : negative_power(lo, g, base, num, den);
    const uint32_t a = settle(lo, g, known(g, base)), b = settle(lo, g, known(g, exponent));
    return (struct value){put2(lo, g, CODE_pow, a, b), false};
}

/* sin and cos of an angle that needs both: one call. */
static bool lower_pair(struct lowering *lo, struct stage *g, ex e, struct value *out)
{
    const enum ex_op op = ex_op(lo->s, e);
    if (op != EX_sin && op != EX_cos)
        return false;
    const ex angle = ex_arg(lo->s, e, 0);
    const ex other = ex_make(lo->s, op == EX_sin ? EX_cos : EX_sin, &angle, 1);
    if (!sym_memo_get(&g->parents, other))
        return false;
    const uint32_t a = settle(lo, g, known(g, angle));
    const uint32_t sine = put2(lo, g, CODE_sincos, a, 0),
                   cosine = put2(lo, g, CODE_cosine, sine, 0);
    sym_memo_set(&g->value, other, 1 + 2 * (op == EX_sin ? cosine : sine));
    *out = (struct value){op == EX_sin ? sine : cosine, false};
    return true;
}

static struct value lower_call(struct lowering *lo, struct stage *g, ex e)
{
    struct value pair;
    if (lower_pair(lo, g, e, &pair))
        return pair;
    struct instr in = {.code = CODE_call1, .function = ex_op(lo->s, e)};
    in.a = settle(lo, g, known(g, ex_arg(lo->s, e, 0)));
    if (ex_count_args(lo->s, e) > 1) {
        in.code = CODE_call2;
        in.b = settle(lo, g, known(g, ex_arg(lo->s, e, 1)));
    }
    return (struct value){code_instr(lo->mem, g->routine, in), false};
}

static struct value lower_symbol(struct lowering *lo, struct stage *g, ex e)
{
    const uint32_t code = sym_memo_get(&lo->symbol, e);
    if (!code && !lo->failed) {
        lo->failed = true;
        base_fail(lo->diag, EXIT_MODEL, "'%s' is not part of the state of this form",
                  ex_name(lo->s, e));
    }
    const struct instr in = {.code = code ? (enum code)(code - 1) : CODE_time,
                             .a = sym_memo_get(&lo->index, e)};
    return (struct value){code_instr(lo->mem, g->routine, in), false};
}

/* ---- fixed parts ---- */

/* -c a becomes c a: the sign stays in the block, where it may become a subtraction. */
static bool strip_sign(struct lowering *lo, ex *e)
{
    if (ex_op(lo->s, *e) != EX_mul || !ex_is_number(lo->s, ex_arg(lo->s, *e, 0)) ||
        ex_number(lo->s, ex_arg(lo->s, *e, 0)) > 0)
        return false;
    *e = ex_neg(lo->s, *e);
    return true;
}

/* A constant like pi. */
static bool is_literal(struct lowering *lo, ex e)
{
    return ex_is_number(lo->s, e) || (ex_op(lo->s, e) != EX_sym && ex_count_args(lo->s, e) == 0);
}

static struct value lower_literal(struct lowering *lo, struct stage *g, ex e)
{
    double d = NAN;
    ex_eval(lo->s, &e, 1, NULL, NULL, 0, &d);
    if (!isfinite(d) && !lo->failed && !ex_error(lo->s)) { /* which code_lower reports */
        lo->failed = true;
        const char *text = ex_show(lo->s, e, EX_PLAIN);
        base_fail(lo->diag, EXIT_MODEL, "the number %.40s%s is not finite in double precision",
                  text ? text : "...", text && strlen(text) > 40 ? "..." : "");
    }
    return (struct value){put_number(lo, g, d < 0 ? -d : d), d < 0};
}

/* An expression of parameters only, in a block: one of the constants after the parameters. */
static struct value fixed_value(struct lowering *lo, struct stage *g, ex e)
{
    const bool minus = strip_sign(lo, &e);
    struct value v = {0, minus};
    if (is_literal(lo, e)) {
        v = lower_literal(lo, g, e);
        v.minus ^= minus;
    } else if (ex_op(lo->s, e) == EX_sym) {
        v.id = lower_symbol(lo, g, e).id;
    } else {
        if (!sym_memo_get(&lo->slot, e)) {
            sym_stack_push(&lo->constant, e);
            sym_memo_set(&lo->slot, e, (uint32_t)lo->constant.n);
        }
        const uint32_t index = (uint32_t)lo->program->params + sym_memo_get(&lo->slot, e) - 1;
        v.id = code_instr(lo->mem, g->routine, (struct instr){.code = CODE_param, .a = index});
    }
    return v;
}

/* ---- sums and products ---- */

/* Operands, split into fixed ones (where the stage distinguishes them) and the others. */
struct split {
    ex *fixed, *other;
    size_t fixed_n, other_n;
};

static void split_one(struct lowering *lo, const struct stage *g, struct split *sp, ex e)
{
    if (!g->all && alg_is_fixed(&lo->fixed, e))
        sp->fixed[sp->fixed_n++] = e;
    else
        sp->other[sp->other_n++] = e;
}

static struct split split(struct lowering *lo, const struct stage *g, ex e)
{
    const size_t n = ex_count_args(lo->s, e);
    const bool product = ex_op(lo->s, e) == EX_mul;
    size_t room = n;
    for (size_t i = 0; i < n; i++)
        room += ex_count_args(lo->s, ex_arg(lo->s, e, i));
    struct split sp = {mem_take_array(lo->mem, room, sizeof(ex)),
                       mem_take_array(lo->mem, room, sizeof(ex)), 0, 0};
    for (size_t i = 0; i < n; i++) {
        const ex arg = ex_arg(lo->s, e, i);
        /* 2 (a b), where a b has no other use: one product */
        if (product && ex_op(lo->s, arg) == EX_mul && sym_memo_get(&g->parents, arg) <= 1)
            for (size_t k = 0; k < ex_count_args(lo->s, arg); k++)
                split_one(lo, g, &sp, ex_arg(lo->s, arg, k));
        else
            split_one(lo, g, &sp, arg);
    }
    return sp;
}

static struct value lower_sum(struct lowering *lo, struct stage *g, ex e)
{
    const struct split sp = split(lo, g, e);
    const size_t n = sp.other_n + (sp.fixed_n > 0);
    struct value *term = mem_take_array(lo->mem, n, sizeof *term);
    for (size_t i = 0; i < sp.other_n; i++)
        term[i] = known(g, sp.other[i]);
    if (sp.fixed_n)
        term[n - 1] = fixed_value(lo, g, ex_add(lo->s, sp.fixed, sp.fixed_n));
    size_t first = 0;
    while (first < n && term[first].minus)
        first++;
    const bool minus = first == n; /* all terms are negative: the sum is subtracted as a whole */
    if (minus)
        first = 0;
    uint32_t sum = term[first].id;
    for (size_t i = 0; i < n; i++)
        if (i != first)
            sum = put2(lo, g, term[i].minus && !minus ? CODE_sub : CODE_add, sum, term[i].id);
    return (struct value){sum, minus};
}

struct fraction {
    uint32_t above, below;
    bool has_above, has_below, minus;
};

static void multiply(struct lowering *lo, struct stage *g, struct fraction *f, struct value v,
                     bool below)
{
    uint32_t *into = below ? &f->below : &f->above;
    bool *has = below ? &f->has_below : &f->has_above;
    *into = *has ? put2(lo, g, CODE_mul, *into, v.id) : v.id;
    *has = true;
    f->minus ^= v.minus;
}

static struct value lower_product(struct lowering *lo, struct stage *g, ex e)
{
    const struct split sp = split(lo, g, e);
    struct fraction f = {0};
    if (sp.fixed_n) {
        const struct value v = fixed_value(lo, g, ex_mul(lo->s, sp.fixed, sp.fixed_n));
        const struct instr *in = &g->routine->instr[v.id];
        if (in->code == CODE_number && in->number == 1)
            f.minus = v.minus;
        else
            multiply(lo, g, &f, v, false);
    }
    for (size_t i = 0; i < sp.other_n; i++) {
        ex base = EX_POISON;
        int64_t num = 0, den = 1;
        const ex factor = sp.other[i];
        if (code_is_divisor(lo, factor, &base, &num, &den) &&
            sym_memo_get(&g->divided, base) <= 1) {
            multiply(lo, g, &f, positive_power(lo, g, known(g, base), -num, den), true);
        } else if (ex_is_number(lo->s, factor)) {
            const double d = ex_number(lo->s, factor);
            f.minus ^= d < 0;
            if (d != 1 && d != -1)
                multiply(lo, g, &f, (struct value){known(g, factor).id, false}, false);
        } else {
            multiply(lo, g, &f, known(g, factor), false);
        }
    }
    if (!f.has_above)
        f.above = put_number(lo, g, 1);
    if (f.has_below)
        f.above = put2(lo, g, CODE_div, f.above, f.below);
    return (struct value){f.above, f.minus};
}

/* ---- nodes ---- */

static struct value lower_node(struct lowering *lo, struct stage *g, ex e)
{
    if (is_literal(lo, e))
        return lower_literal(lo, g, e);
    if (!g->all && alg_is_fixed(&lo->fixed, e))
        return fixed_value(lo, g, e);
    /* An operator without a case below is a function. */
    const enum ex_op op = ex_op(lo->s, e);
    if (op == EX_sym)
        return lower_symbol(lo, g, e);
    if (op == EX_add)
        return lower_sum(lo, g, e);
    if (op == EX_mul)
        return lower_product(lo, g, e);
    if (op == EX_pow)
        return lower_power(lo, g, e);
    if (op == EX_hold)
        return known(g, ex_arg(lo->s, e, 0));
    return lower_call(lo, g, e);
}

/* Operands first, without recursion: a model may nest expressions to any depth. */
static struct value lower(struct lowering *lo, struct stage *g, ex root)
{
    struct stack st = {.mem = lo->mem};
    sym_stack_push(&st, root);
    while (st.n) {
        const ex e = st.at[st.n - 1];
        const size_t before = st.n;
        if (sym_memo_get(&g->value, e)) {
            st.n--;
            continue;
        }
        if (g->all || !alg_is_fixed(&lo->fixed, e))
            sym_stack_push_args(lo->s, &st, &g->value, e);
        if (st.n > before)
            continue;
        const struct value v = lower_node(lo, g, e);
        sym_memo_set(&g->value, e, 1 + 2 * v.id + v.minus);
        st.n--;
    }
    return known(g, root);
}

/* ---- systems ---- */

static void name_symbols(struct lowering *lo, const struct system *sys)
{
    const struct model *m = sys->model;
    for (size_t i = 0; i < sys->states; i++) {
        sym_memo_set(&lo->symbol, sys->state[i], 1 + CODE_state);
        sym_memo_set(&lo->index, sys->state[i], (uint32_t)i);
    }
    for (size_t B = 0; B < m->sections; B++) { /* `drop` reads velocities in place of states */
        sym_memo_set(&lo->symbol, m->section[B].velocity, 1 + CODE_state);
        sym_memo_set(&lo->index, m->section[B].velocity, (uint32_t)(m->coords + B));
    }
    for (size_t i = 0, inputs = 0; i < m->params; i++) {
        const bool input = m->param[i].input;
        sym_memo_set(&lo->symbol, m->param[i].symbol, 1 + (input ? CODE_input : CODE_param));
        sym_memo_set(&lo->index, m->param[i].symbol, (uint32_t)(input ? inputs++ : i));
    }
    sym_memo_set(&lo->symbol, m->time, 1 + CODE_time);
}

static void lower_as(struct lowering *lo, const ex *e, size_t n, const char *name,
                     struct routine *out)
{
    code_routine_make(lo->mem, out, name, n);
    struct stage g = {.routine = out, .value = memo(lo), .parents = memo(lo), .divided = memo(lo)};
    code_count_uses(lo, &g, e, n);
    for (size_t i = 0; i < n; i++) {
        out->result[i] = settle(lo, &g, lower(lo, &g, e[i]));
        out->ready[i] = out->n;
    }
    code_routine_tidy(lo->mem, out);
}

/* Estimated time in nanoseconds, to choose between two versions of a routine. */
static size_t weight_of(const struct routine *r)
{
    const struct tally t = code_tally(r);
    return 2 * t.adds + 2 * t.muls + 8 * t.divs + 20 * t.pairs + 20 * t.calls;
}

/* Lowers also with common pairs of operands computed once, and keeps the faster version. */
static void lower_paired(struct lowering *lo, const ex *e, size_t n, const char *name,
                         struct routine *out)
{
    struct routine r;
    ex *paired = mem_take_array(lo->mem, n + 1, sizeof *paired);
    lower_as(lo, e, n, name, out);
    code_pair_operands(lo, false, e, n, paired);
    code_pair_operands(lo, true, paired, n, paired);
    lower_as(lo, paired, n, name, &r);
    if (weight_of(&r) < weight_of(out))
        *out = r;
}

/* For blocks that are called rarely: expressions as they are, or without named intermediates. */
static void lower_once(struct lowering *lo, const ex *e, size_t n, const char *name, bool is_short,
                       struct routine *out)
{
    struct routine r;
    ex *free = mem_take_array(lo->mem, n + 1, sizeof *free);
    lower_as(lo, e, n, name, out);
    if (!is_short)
        return;
    ex_release(lo->s, e, n, free);
    lower_as(lo, free, n, name, &r);
    if (weight_of(&r) < weight_of(out))
        *out = r;
}

/* The best of several versions of a block. Blocks are lowered independently, so that the bits of
 * one do not depend on the presence of others. */
static void lower_block(struct lowering *lo, const struct block *b, const char *name, bool hot,
                        struct routine *out)
{
    /* operations: for longer blocks fewer versions are tried */
    static const size_t most[] = {SYM_VERSIONS, SYM_VERSIONS, SYM_THROUGH, SYM_RELEASED};
    const size_t n = b->rows * b->cols;
    const size_t cost = ex_operations(lo->s, b->at, n);
    if (!hot || cost > most[SHORTEN_NOT]) {
        lower_once(lo, b->at, n, name, cost <= most[SHORTEN_RELEASED], out);
        return;
    }
    ex *all = mem_take_array(lo->mem, n + 1, sizeof *all);
    code_reuse_angles(lo, b->at, n, all);
    ex_sweep(lo->s, all, n, all);
    lower_paired(lo, all, n, name, out);
    for (int how = SHORTEN_NOT + 1; how < SHORTEN_WAYS && cost <= most[how]; how++) {
        struct routine r;
        ex *e = mem_take_array(lo->mem, n + 1, sizeof *e);
        alg_shorten(&lo->fixed, (enum alg_shorten)how, all, n, e);
        lower_paired(lo, e, n, name, &r);
        if (weight_of(&r) < weight_of(out))
            *out = r;
    }
}

/* Numbers the prepared constants that a block still uses in the order of their first use. */
static void number_constants(struct lowering *lo)
{
    struct program *p = lo->program;
    const size_t n = lo->constant.n;
    uint32_t *now = mem_take_array(lo->mem, n + 1, sizeof *now);
    ex *kept = mem_take_array(lo->mem, n + 1, sizeof *kept);
    memset(now, 0, (n + 1) * sizeof *now);
    for (size_t b = 0; b < RT_BLOCKS; b++)
        for (size_t i = 0; i < p->block[b].n; i++) {
            struct instr *in = &p->block[b].instr[i];
            if (in->code != CODE_param || in->a < p->params)
                continue;
            uint32_t *to = &now[in->a - p->params];
            if (!*to) {
                kept[p->prepared++] = lo->constant.at[in->a - p->params];
                *to = (uint32_t)p->prepared;
            }
            in->a = (uint32_t)p->params + *to - 1;
        }
    lo->constant = (struct stack){.mem = lo->mem, .at = kept, .n = p->prepared};
}

static void finish_prepare(struct lowering *lo)
{
    struct program *p = lo->program;
    struct routine *r = &p->prepare;
    r->results = p->prepared;
    r->result = mem_take_array(lo->mem, p->prepared + 1, sizeof *r->result);
    r->ready = mem_take_array(lo->mem, p->prepared + 1, sizeof *r->ready);
    code_count_uses(lo, &lo->prepare, lo->constant.at, p->prepared);
    for (size_t i = 0; i < p->prepared; i++) {
        const struct value v = lower(lo, &lo->prepare, lo->constant.at[i]);
        r->result[i] = settle(lo, &lo->prepare, v);
        r->ready[i] = r->n;
    }
    code_routine_tidy(lo->mem, r);
}

struct program *code_lower(struct diag *d, const struct system *sys, unsigned blocks)
{
    struct store *s = sys->model->store;
    struct program *p = mem_take(d->mem, sizeof *p);
    *p = (struct program){.mem = d->mem,
                          .states = sys->states,
                          .inputs = lang_find_inputs(sys->model, NULL, NULL),
                          .params = sys->model->params};
    struct lowering lo = {.diag = d,
                          .s = s,
                          .mem = d->mem,
                          .program = p,
                          .fixed = alg_fixed_parts(sys->model, d->mem)};
    lo.symbol = lo.index = lo.slot = memo(&lo);
    lo.constant.mem = d->mem;
    code_routine_make(d->mem, &p->prepare, "prepare", 0);
    lo.prepare = (struct stage){.routine = &p->prepare,
                                .value = memo(&lo),
                                .parents = memo(&lo),
                                .divided = memo(&lo),
                                .all = true};
    name_symbols(&lo, sys);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (sys->block[b].at && blocks >> b & 1)
            lower_block(&lo, &sys->block[b], form_block_name((enum rt_block_name)b), b == RT_rhs,
                        &p->block[b]);
    number_constants(&lo);
    finish_prepare(&lo);
    if (base_poisoned(d, s, (struct span){.src = sys->model->src}, "no code can be made") ||
        lo.failed)
        return NULL;
    return code_program_sound(d, p, sys, blocks) ? p : NULL;
}
