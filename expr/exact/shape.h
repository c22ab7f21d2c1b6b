/* expr/exact/shape.h -- alternative shapes of a fraction, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SHAPE_H
#define EX_SHAPE_H

#include "ring.h"

/* Number of operations of an expression; SIZE_MAX for poison. */
size_t shape_cost(struct store *s, ex e);
ex shape_expanded(struct ring *r, const struct quotient *q);
ex shape_factors(struct ring *r, const struct quotient *q);
/* The cheapest of several shapes. */
ex shape_cheapest(struct ring *r, const struct quotient *q);

#endif
