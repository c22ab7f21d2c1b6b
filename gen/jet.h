/* gen/jet.h -- between jet.c, which makes tapes, and unroll.c, which makes code of them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_JET_H
#define GEN_JET_H

#include "gen/gen.h"

/* The tape of a right-hand side; NULL with an error where it has no power series. */
struct rt_tape *gen_tape(struct diag *d, const struct program *p, size_t order);
/* How many instructions it would be, about. */
size_t gen_unrolled_size(const struct rt_tape *tape);
/* The same as straight-line code. */
void gen_unroll(struct mem *m, const struct rt_tape *tape, const char *name, struct routine *out);

#endif
