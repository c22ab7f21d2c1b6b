/* gen/machine.c -- the functions that programs may call, the same ones for every engine. */
#include "gen/gen.h"

#include <math.h>

/* Functions the text may call: one row of the operator table that is spelled in C becomes a
 * function of one or two numbers. */
#define LEAF(name, args, value)
#define FOLD(name, args, value)
#define PAIR(name, args, value)
#define SUGAR(name, args, value)
#define CONST(name, args, value)
#define CALL(name, args, value) CALL_##args(name, value)
#define CALL_1(name, value)                                                                        \
    static double call_##name(double a)                                                            \
    {                                                                                              \
        return value;                                                                              \
    }
#define CALL_2(name, value)                                                                        \
    static double call_##name(double a, double b)                                                  \
    {                                                                                              \
        return value;                                                                              \
    }
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, ...) kind(name, args, value)
#include "expr/ops.h"
#undef OP
#undef CALL
#define CALL(name, args, c) {c, (jit_function *)call_##name},

void gen_sincos(double a, double *sine, double *cosine)
{
    *sine = sin(a);
    *cosine = cos(a);
}

static double call_sqrt(double a)
{
    return sqrt(a);
}

static double call_pow(double a, double b)
{
    return pow(a, b);
}

#undef LEAF
#undef FOLD
#undef PAIR
#undef SUGAR
#undef CONST
const struct jit_symbol gen_allowed[] = {
    {"sqrt", (jit_function *)call_sqrt},
    {"pow", (jit_function *)call_pow},
    {"sincos", (jit_function *)gen_sincos},
#define LEAF(name, args, c)
#define FOLD(name, args, c)
#define PAIR(name, args, c)
#define SUGAR(name, args, c)
#define CONST(name, args, c)
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, c, ...)        \
    kind(name, args, c)
#include "expr/ops.h"
#undef OP
#undef CALL
};

const size_t gen_allowed_count = sizeof gen_allowed / sizeof *gen_allowed;

/* The same by operator: one row becomes its element. */
jit_function *const gen_functions[EX_OPS] = {
    [EX_sqrt] = (jit_function *)call_sqrt,
    [EX_pow] = (jit_function *)call_pow,
#define CALL(name, args, c) [EX_##name] = (jit_function *)call_##name,
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, c, ...)        \
    kind(name, args, c)
#include "expr/ops.h"
#undef OP
};
