/* gen/code/program_invariants.c -- consistency checks of programs and machines between stages. */
#include "gen/code/engine.h"

/* One row becomes one element. */
static const struct {
    const char *name;
    size_t operands;
} codes[] = {
#define CODE(name_, ops, ...) [CODE_##name_] = {#name_, ops},
    INSTRUCTIONS(CODE)
#undef CODE
};

/* Sizes of the arrays that instructions read by index. */
struct sources {
    size_t states, inputs, params;
    bool timed;
};

/* Message about an index out of range in an instruction that reads; NULL: it is in range. */
static const char *fault_of_index(const struct instr *in, const struct sources *from)
{
    switch (in->code) {
    case CODE_time:
        return from->timed ? NULL : "reads t, which is not known there";
    case CODE_state:
        return in->a < from->states ? NULL : "reads a state that does not exist";
    case CODE_input:
        return in->a < from->inputs ? NULL : "reads an input that does not exist";
    case CODE_param:
        return in->a < from->params ? NULL : "reads a parameter that does not exist";
    default:
        return NULL;
    }
}

/* A cosine must directly follow its sincos. */
static const char *fault_of_pair(const struct routine *r, size_t i)
{
    const struct instr *in = &r->instr[i];
    if (in->code == CODE_cosine && !(i && in->a == i - 1 && in[-1].code == CODE_sincos))
        return "is a cosine that does not follow its sincos";
    if (in->code == CODE_sincos && !(i + 1 < r->n && in[1].code == CODE_cosine))
        return "is a sincos without its cosine";
    return NULL;
}

static const char *fault_of_instr(const struct routine *r, size_t i, const struct sources *from)
{
    const struct instr *in = &r->instr[i];
    if (in->code == CODE_call1 || in->code == CODE_call2)
        return in->function < EX_OPS && code_functions[in->function]
                   ? NULL
                   : "calls a function that generated code does not have";
    const char *fault = fault_of_index(in, from);
    return fault ? fault : fault_of_pair(r, i);
}

static bool operands_hold(struct diag *d, const struct routine *r, size_t i, const char *stage)
{
    const struct instr *in = &r->instr[i];
    const uint32_t operand[] = {in->a, in->b};
    if ((size_t)in->code >= sizeof codes / sizeof *codes) {
        base_bug(d, stage, "instruction %zu of %s is none", i, r->name);
        return false;
    }
    for (size_t k = 0; k < 2 && k < codes[in->code].operands; k++)
        if (operand[k] >= i) {
            base_bug(d, stage, "instruction %zu of %s (%s) uses instruction %zu, which comes later",
                     i, r->name, codes[in->code].name, (size_t)operand[k]);
            return false;
        }
    return true;
}

static bool results_hold(struct diag *d, const struct routine *r, const char *stage)
{
    for (size_t i = 0; i < r->results; i++)
        if (r->result[i] >= r->n || r->ready[i] <= r->result[i] || r->ready[i] > r->n ||
            (i && r->ready[i] < r->ready[i - 1])) {
            base_bug(d, stage, "result %zu of %s is instruction %zu of %zu, ready after %zu", i,
                     r->name, (size_t)r->result[i], r->n, r->ready[i]);
            return false;
        }
    return true;
}

static bool routine_holds(struct diag *d, const struct routine *r, const struct sources *from,
                          const char *stage)
{
    for (size_t i = 0; i < r->n; i++) {
        if (!operands_hold(d, r, i, stage))
            return false;
        const char *fault = fault_of_instr(r, i, from);
        if (fault) {
            base_bug(d, stage, "instruction %zu of %s (%s) %s", i, r->name,
                     codes[r->instr[i].code].name, fault);
            return false;
        }
    }
    return results_hold(d, r, stage);
}

static bool prepare_holds(struct diag *d, const struct program *p, const char *stage)
{
    const struct sources from = {.params = p->params};
    if (p->prepare.results != p->prepared) {
        base_bug(d, stage, "prepare has %zu results, and blocks read %zu", p->prepare.results,
                 p->prepared);
        return false;
    }
    return routine_holds(d, &p->prepare, &from, stage);
}

/* `drop` reads coordinates and natural velocities instead of states. */
static bool block_holds(struct diag *d, const struct program *p, const struct system *sys,
                        enum rt_block_name b, const char *stage)
{
    const struct routine *r = &p->block[b];
    const struct block *of = &sys->block[b];
    const struct model *m = sys->model;
    const struct sources from = {.states = b == RT_drop ? m->coords + m->sections : p->states,
                                 .inputs = p->inputs,
                                 .params = p->params + p->prepared,
                                 .timed = true};
    if (r->results != of->rows * of->cols) {
        base_bug(d, stage, "%s has %zu results, and its block is %zu x %zu", r->name, r->results,
                 of->rows, of->cols);
        return false;
    }
    return routine_holds(d, r, &from, stage);
}

bool code_program_sound(struct diag *d, const struct program *p, const struct system *sys,
                        unsigned blocks)
{
    static const char stage[] = "code_lower";
    bool good = base_canonical(d, sys->model->store, stage) && prepare_holds(d, p, stage);
    for (int b = 0; b < RT_BLOCKS && good; b++)
        if (sys->block[b].at && blocks >> b & 1)
            good = block_holds(d, p, sys, (enum rt_block_name)b, stage);
    return good;
}

/* ---- Taylor coefficients ---- */

/* A series may read lower coefficients of a later series. */
static bool tape_holds(struct diag *d, const struct rt_tape *tape, const char *stage)
{
    static const unsigned char operands[RT_JET_CODES] = {
#define X(name, ops) [RT_JET_##name] = ops,
        RT_JETS(X)
#undef X
    };
    size_t wrong = tape->n;
    for (size_t i = 0; i < tape->n; i++) {
        const struct rt_jet *in = &tape->at[i];
        if (in->code >= RT_JET_CODES || (operands[in->code] > 0 && in->a >= tape->n) ||
            (operands[in->code] > 1 && in->b >= tape->n))
            wrong = i;
    }
    if (wrong < tape->n)
        base_bug(d, stage, "series %zu of the tape uses one that does not exist", wrong);
    for (size_t i = 0; i < tape->states; i++)
        if (tape->rate[i] >= tape->n) {
            base_bug(d, stage, "the rate of state %zu is no series of the tape", i + 1);
            return false;
        }
    return wrong == tape->n;
}

bool code_jet_sound(struct diag *d, const struct program *p, size_t order)
{
    static const char stage[] = "code_add_jet";
    const struct routine *r = &p->block[RT_jet];
    const struct sources from = {.states = p->states,
                                 .inputs = 2 * p->inputs, /* with their rates */
                                 .params = p->params + p->prepared,
                                 .timed = true};
    if (p->tape)
        return tape_holds(d, p->tape, stage);
    if (r->results != order * p->states) {
        base_bug(d, stage, "jet has %zu results: %zu orders of %zu states are declared", r->results,
                 order, p->states);
        return false;
    }
    return routine_holds(d, r, &from, stage);
}

/* ---- machines ---- */

bool code_machine_sound(struct diag *d, const struct program *p, const struct machine *m)
{
    static const char stage[] = "code_machine_open";
    const struct rt_model *rt = &m->model;
    if (rt->states != p->states || rt->inputs != p->inputs || rt->params != p->params ||
        rt->prepared != p->prepared) {
        base_bug(d, stage,
                 "the machine has %zu states, %zu inputs, %zu parameters and %zu constants, the "
                 "program %zu, %zu, %zu and %zu",
                 rt->states, rt->inputs, rt->params, rt->prepared, p->states, p->inputs, p->params,
                 p->prepared);
        return false;
    }
    for (int b = 0; b < RT_BLOCKS; b++) {
        const size_t results = p->block[b].results;
        if (!results)
            continue;
        if (rt->length[b] != results)
            base_bug(d, stage, "block %s has %zu results in the machine, %zu in the program",
                     p->block[b].name, rt->length[b], results);
        else if (!rt->block[b] && !rt->interpreter)
            base_bug(d, stage, "block %s has no function", p->block[b].name);
        else
            continue;
        return false;
    }
    return true;
}
