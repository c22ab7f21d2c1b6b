/* expr/exact/settle.h -- preparation of expressions for a ring, for expr/exact only.
 *
 * A settled expression has only kernels the ring knows: tan and tanh are quotients, powers with a
 * symbol in the exponent are exponentials, multiples of pi/24 are out of sin and cos, logarithms
 * and roots are split where signs allow; arguments are in normal form, so that equal kernels are
 * one node. `form` is the form of such arguments.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SETTLE_H
#define EX_SETTLE_H

#include "../store.h"

enum form {
    FORM_FRACTION, /* expanded over expanded, in lowest terms */
    FORM_ARGUMENT, /* the same, with a smaller budget */
    FORM_LOWEST,   /* the same, but without new singularities; not unique */
    FORM_FACTORS,  /* a product of powers */
    FORM_ZERO,     /* 0, or 1 for anything else */
    FORM_CHEAPEST, /* the form with the fewest operations */
};
/* Forms of settled expressions; out[j] is EX_POISON where the budget was exceeded. */
void forms_of(struct store *s, const ex *e, size_t m, enum form form, ex *out);
/* quick: arguments are only expanded, without deep calls. */
void settle(struct store *s, const ex *e, size_t m, bool quick, ex *out);

#endif
