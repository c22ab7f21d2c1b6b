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

/* ---- every operator has its function ---- */

/* Operators as bits: those of RT_FNS with one argument, with two, and those that need none of it:
 * sizes are exact in any C, and a held value is itself. */
#define BIT(name) (UINT64_C(1) << EX_##name)
#define ONE_TAKES_1(name) BIT(name)
#define ONE_TAKES_2(name) 0
#define TWO_TAKES_1(name) 0
#define TWO_TAKES_2(name) BIT(name)
#define BOTH_TAKES_1(name) 0
#define BOTH_TAKES_2(name) 0
#define X1(name, kind, ...) | kind##_TAKES_1(name)
#define X2(name, kind, ...) | kind##_TAKES_2(name)
#define HAVE_1 (BIT(abs) | BIT(hold) RT_FNS(X1))
#define HAVE_2 (UINT64_C(0) RT_FNS(X2))

#define LEAF(name, args)
#define FOLD(name, args)
#define SUGAR(name, args)
#define CONST(name, args)
#define PAIR(name, args) CALL(name, args)
#define CALL(name, args)                                                                           \
    _Static_assert(HAVE_##args >> EX_##name & 1,                                                   \
                   "expr/ops.h has the operator " #name                                            \
                   ", and no function computes it: add the row " #name                             \
                   " with as many arguments to RT_FNS of runtime/fn.h, and write rt_" #name        \
                   " and rt_" #name "f, each in a section 'fn " #name ":', in runtime/fn_*.c");
#define OP(name, text, kind, args, ...) kind(name, args)
#include "expr/ops.h"
#undef OP

_Static_assert(EX_OPS <= 64, "operators are bits here");
