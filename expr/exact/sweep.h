/* expr/exact/sweep.h -- nodes of the same value made one, for expr/exact only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SWEEP_H
#define EX_SWEEP_H

#include "../store.h"

/* As ex_sweep, false where it cannot be done. `lemmas`, unless NULL, gets in scratch what was taken
 * for zero: where all of these are, out is e. Each is about one node, over others that are in their
 * final form already, and so is short where e is long. */
bool sweep(struct store *s, const ex *e, size_t m, ex *out, struct ex_list *lemmas);

/* zero.c: terms, if all is brought to one denominator and multiplied out, and nothing cancels. */
double expanded_terms(struct store *s, ex e);

#endif
