/* gen/prove/sampled_zeros.h -- zeros of functions of the state, sought in doubles. Private to
 * gen/prove/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PROVE_SAMPLED_ZEROS_H
#define PROVE_SAMPLED_ZEROS_H

#include "gen/prove/prove.h"

struct sampled {
    struct diag *diag;
    const struct system *sys;
    const double *p; /* parameters */
    const ex *real;  /* functions that have values near any state there is */
    size_t reals;
};
/* Does e depend on the state or the time? */
bool prove_moves(const struct system *sys, ex e);
/* At all sample points e has one sign, its terms do not cancel, and one of them is constant or the
 * sum is not small. The points are the same in every run. */
bool prove_stays_away(const struct sampled *f, ex e);
/* Was a state found at which e vanishes? It is near one with a real value of all functions. */
bool prove_vanishes(const struct sampled *f, ex e);

#endif
