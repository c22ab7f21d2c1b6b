/* gen/code/interp.c -- interpreter of programs, instruction by instruction.
 *
 * Slower than compiled code, but it needs no compiler. It calls the same functions as compiled
 * code, so results have the same bits.
 */
#include "gen/code/engine.h"

typedef double function1(double);
typedef double function2(double, double);

void code_interp(const struct routine *r, double t, const double *u, const double *x,
                 const double *p, double *value, double *out)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        double *to = &value[i];
        switch (in->code) {
        case CODE_number:
            *to = in->number;
            break;
        case CODE_time:
            *to = t;
            break;
        case CODE_input:
            *to = u[in->a];
            break;
        case CODE_state:
            *to = x[in->a];
            break;
        case CODE_param:
            *to = p[in->a];
            break;
        case CODE_add:
            *to = value[in->a] + value[in->b];
            break;
        case CODE_sub:
            *to = value[in->a] - value[in->b];
            break;
        case CODE_mul:
            *to = value[in->a] * value[in->b];
            break;
        case CODE_div:
            *to = value[in->a] / value[in->b];
            break;
        case CODE_neg:
            *to = -value[in->a];
            break;
        case CODE_sincos:
            rt_sincos(value[in->a], to, to + 1); /* the next instruction is the cosine */
            break;
        case CODE_cosine:
            break;
        case CODE_sqrt:
            *to = ((function1 *)code_functions[EX_sqrt])(value[in->a]);
            break;
        case CODE_pow:
            *to = ((function2 *)code_functions[EX_pow])(value[in->a], value[in->b]);
            break;
        case CODE_call1:
            *to = ((function1 *)code_functions[in->function])(value[in->a]);
            break;
        case CODE_call2:
            *to = ((function2 *)code_functions[in->function])(value[in->a], value[in->b]);
            break;
        }
    }
    for (size_t i = 0; i < r->results; i++)
        out[i] = value[r->result[i]];
}
