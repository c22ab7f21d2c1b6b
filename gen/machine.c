/* gen/machine.c -- C text to functions that the integrators call. */
#include "gen/gen.h"

#include <math.h>

/* Functions the text may call. One row of runtime/fn.h becomes two names: as C spells it, and as
 * the runtime does. The rest is exact everywhere. */
static const struct jit_symbol allowed[] = {{"sqrt", (jit_function *)(double (*)(double))sqrt},
                                            {"fabs", (jit_function *)(double (*)(double))fabs},
#define X(name, kind, ulps)                                                                        \
    {#name, (jit_function *)rt_##name}, {"rt_" #name, (jit_function *)rt_##name},
                                            RT_FNS(X)
#undef X
};

/* The same by operator: one row becomes its element, but for the pair, which is none. */
jit_function *const gen_functions[EX_OPS] = {[EX_sqrt] = (jit_function *)(double (*)(double))sqrt,
                                             [EX_abs] = (jit_function *)(double (*)(double))fabs,
#define ONE(name) [EX_##name] = (jit_function *)rt_##name,
#define TWO(name) ONE(name)
#define BOTH(name)
#define X(name, kind, ulps) kind(name)
                                             RT_FNS(X)
#undef X
#undef ONE
#undef TWO
#undef BOTH
};

bool gen_machine_open(struct diag *d, const struct program *p, const char *text,
                      struct machine *out)
{
    struct jit_symbol wanted[RT_BLOCKS + 1] = {{.name = "prepare"}};
    size_t at[RT_BLOCKS] = {0}, n = 1;
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results) {
            at[b] = n;
            wanted[n++].name = p->block[b].name;
        }
    *out = (struct machine){.model = {.states = p->states,
                                      .inputs = p->inputs,
                                      .params = p->params,
                                      .prepared = p->prepared}};
    if (!jit_open(&out->jit, text, allowed, sizeof allowed / sizeof *allowed, wanted, n)) {
        gen_fail(d, EXIT_BUG, "libtcc rejects the generated code: %s", out->jit.why);
        return false;
    }
    out->model.prepare = (rt_prepare *)wanted[0].at;
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (at[b]) {
            out->model.block[b] = (rt_block *)wanted[at[b]].at;
            out->model.length[b] = p->block[b].results;
        }
    return true;
}

void gen_machine_close(struct machine *m)
{
    jit_close(&m->jit);
}
