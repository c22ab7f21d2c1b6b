/* expr/exact/settle.h -- preparation of expressions for a ring, for expr/exact only.
 *
 * A settled expression has only kernels the ring knows: tan and tanh are quotients, powers with a
 * symbol in the exponent are exponentials, multiples of pi/24 are out of sin and cos, logarithms
 * and roots are split where signs allow; arguments are in normal form themselves, so that equal
 * kernels are one node. `form` brings such arguments to the form that is asked for.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SETTLE_H
#define EX_SETTLE_H

#include "../store.h"

enum form {
    FORM_FRACTION, /* expanded over expanded, in lowest terms */
    FORM_ARGUMENT, /* the same, with less patience */
    FORM_LOWEST,   /* the same, but without a singularity that was not there; not unique */
    FORM_FACTORS,  /* a product of powers */
    FORM_ZERO,     /* 0, or 1 for anything else */
    FORM_CHEAPEST, /* whatever takes the fewest operations */
};
/* Of settled expressions; out[j] is EX_POISON where there is none within the budget. */
void forms_of(struct store *s, const ex *e, size_t m, enum form form, ex *out);
/* quick: arguments are only multiplied out, which is less, but never waits for a deep call. */
void settle(struct store *s, const ex *e, size_t m, bool quick, ex *out);

#endif
