/* gen/emit/op_counts.c -- operation counts of each function, by the variables they depend on.
 *
 * Values of parameters only are prepared once; values of time only are the same for many states,
 * values of coordinates for many velocities: the stages show which values could be reused.
 */
#include "gen/emit/target.h"

#include <string.h>

enum stage { STAGE_PARAMETERS, STAGE_TIME, STAGE_COORDINATES, STAGE_STATE, STAGES };
static const char *const stage_name[STAGES] = {
    [STAGE_PARAMETERS] = "parameters",
    [STAGE_TIME] = "time",
    [STAGE_COORDINATES] = "coordinates",
    [STAGE_STATE] = "state",
};

/* Latest stage of the operands of an instruction. */
static enum stage stage_of(const struct instr *in, const enum stage *before, size_t coords)
{
    enum stage s = in->code == CODE_time    ? STAGE_TIME
                   : in->code == CODE_input ? STAGE_STATE
                   : in->code == CODE_state ? in->a < coords ? STAGE_COORDINATES : STAGE_STATE
                                            : STAGE_PARAMETERS;
    if (code_operands(in->code) > 0 && before[in->a] > s)
        s = before[in->a];
    if (code_operands(in->code) > 1 && before[in->b] > s)
        s = before[in->b];
    return s;
}

static bool is_nothing(const struct tally *t)
{
    return t->adds + t->muls + t->divs + t->pairs + t->calls == 0;
}

static void put_row(FILE *out, const char *name, const char *stage, const struct tally *t)
{
    fprintf(out, "%-12s%-14s%8lu%12lu%8lu%8lu%8lu\n", name, stage, (unsigned long)t->adds,
            (unsigned long)t->muls, (unsigned long)t->divs, (unsigned long)t->pairs,
            (unsigned long)t->calls);
}

static void put_routine(FILE *out, struct mem *m, const struct routine *r, size_t coords)
{
    enum stage *stage = mem_take_array(m, r->n + 1, sizeof *stage);
    struct instr *some = mem_take_array(m, r->n + 1, sizeof *some);
    const struct tally all = code_tally(r);
    for (size_t i = 0; i < r->n; i++)
        stage[i] = stage_of(&r->instr[i], stage, coords);
    put_row(out, r->name, "all", &all);
    for (enum stage s = STAGE_PARAMETERS; s < STAGES; s++) {
        struct routine part = {.instr = some};
        for (size_t i = 0; i < r->n; i++)
            if (stage[i] == s)
                some[part.n++] = r->instr[i];
        const struct tally t = code_tally(&part);
        if (!is_nothing(&t))
            put_row(out, "", stage_name[s], &t);
    }
}

void emit_put_stats(FILE *out, const struct package *k)
{
    const struct program *p = k->program;
    fprintf(out, "%-12s%-14s%8s%12s%8s%8s%8s\n", "function", "depends on", "adds", "multiplies",
            "divides", "sincos", "calls");
    put_routine(out, k->mem, &p->prepare, k->sys->model->coords);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            put_routine(out, k->mem, &p->block[b], k->sys->model->coords);
}
