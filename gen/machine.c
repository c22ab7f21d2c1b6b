/* gen/machine.c -- the functions that programs may call, the same ones for every engine. */
#include "gen/gen.h"

#include <math.h>

/* Functions the text may call. One row of runtime/fn.h becomes two names: as C spells it, and as
 * the runtime does. The rest is exact everywhere. */
const struct jit_symbol gen_allowed[] = {{"sqrt", (jit_function *)(double (*)(double))sqrt},
                                         {"fabs", (jit_function *)(double (*)(double))fabs},
#define X(name, kind, ...)                                                                         \
    {#name, (jit_function *)rt_##name}, {"rt_" #name, (jit_function *)rt_##name},
                                         RT_FNS(X)
#undef X
};

const size_t gen_allowed_count = sizeof gen_allowed / sizeof *gen_allowed;

/* The same by operator: one row becomes its element, but for the pair, which is none. */
jit_function *const gen_functions[EX_OPS] = {[EX_sqrt] = (jit_function *)(double (*)(double))sqrt,
                                             [EX_abs] = (jit_function *)(double (*)(double))fabs,
#define ONE(name) [EX_##name] = (jit_function *)rt_##name,
#define TWO(name) ONE(name)
#define BOTH(name)
#define X(name, kind, ...) kind(name)
                                             RT_FNS(X)
#undef X
#undef ONE
#undef TWO
#undef BOTH
};

const int gen_own[EX_OPS] = {
#define ONE(name) [EX_##name] = 1 + RT_FN_##name,
#define TWO(name) ONE(name)
#define BOTH(name)
#define X(name, kind, ...) kind(name)
    RT_FNS(X)
#undef X
#undef ONE
#undef TWO
#undef BOTH
};
