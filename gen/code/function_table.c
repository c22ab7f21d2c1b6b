/* gen/code/function_table.c -- elementary functions callable from programs, for every engine. */
#include "gen/code/engine.h"

#include <math.h>

/* Functions that a text may call. One row of runtime/fn.h becomes two names, that of C and that of
 * the runtime. The others are exact on every machine. */
const struct jit_symbol code_allowed[] = {{"sqrt", (jit_function *)(double (*)(double))sqrt},
                                          {"fabs", (jit_function *)(double (*)(double))fabs},
#define X(name, kind, ...)                                                                         \
    {#name, (jit_function *)rt_##name}, {"rt_" #name, (jit_function *)rt_##name},
                                          RT_FNS(X)
#undef X
};

const size_t code_allowed_count = sizeof code_allowed / sizeof *code_allowed;

const char *const code_function_names[RT_FN_COUNT] = {
#define X(name, kind, ...) [RT_FN_##name] = #name,
    RT_FNS(X)
#undef X
};

/* ---- the same functions by operator ---- */

#define X(name, kind, ...) kind(name)
#define TWO(name) ONE(name)
#define BOTH(name) /* sincos is not an operator */

jit_function *const code_functions[EX_OPS] = {[EX_sqrt] = (jit_function *)(double (*)(double))sqrt,
                                              [EX_abs] = (jit_function *)(double (*)(double))fabs,
#define ONE(name) [EX_##name] = (jit_function *)rt_##name,
                                              RT_FNS(X)
#undef ONE
};

const int code_own_functions[EX_OPS] = {
#define ONE(name) [EX_##name] = 1 + RT_FN_##name,
    RT_FNS(X)
#undef ONE
};
