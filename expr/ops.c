/* expr/ops.c -- the operator table as data. */
#include "store.h"

#include <math.h>

#define INF INFINITY

/* One row becomes one element at its own constant. */
const struct ex_row ex_row[EX_OPS] = {
#define OP(name, text_, kind_, args_, bind_, parity_, at0_, undo_, canon, value, mod, da, db,      \
           series, range, c_, tex_, mathml_, sympy_, maxima_, mathematica_, lo_, hi_, pa, pb)      \
    [EX_##name] = {.text = text_,                                                                  \
                   .kind = kind_,                                                                  \
                   .args = args_,                                                                  \
                   .bind = bind_,                                                                  \
                   .parity = parity_,                                                              \
                   .at0 = at0_,                                                                    \
                   .undo = EX_##undo_,                                                             \
                   .c = c_,                                                                        \
                   .tex = tex_,                                                                    \
                   .mathml = mathml_,                                                              \
                   .sympy = sympy_,                                                                \
                   .maxima = maxima_,                                                              \
                   .mathematica = mathematica_,                                                    \
                   .lo = lo_,                                                                      \
                   .hi = hi_,                                                                      \
                   .point = {pa, pb}},
#include "ops.h"
#undef OP
};
