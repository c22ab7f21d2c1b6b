/* gen/start/start.h -- struct start: a consistent initial state, with parameters and inputs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_START_START_H
#define GEN_START_START_H

#include "gen/forms/system.h"

/* A state with parameters and time. */
struct place {
    const struct system *sys;
    const double *p;
    double t;
    double *x;
};

/* ---- initial_values.c ---- */

struct start {
    double *p; /* parameters, with room for `prepared` more */
    double *u; /* inputs; their initial values are among the parameters */
    double *x; /* states */
    double t;
};
enum start_missing {
    MISSING_SKIPS, /* if a coordinate is missing, checks at the initial state are skipped */
    MISSING_IS_ZERO
};
struct start *start_find(struct diag *d, const struct system *sys, size_t prepared,
                         const struct point_texts *texts, enum start_missing missing_is);

/* ---- start_check.c ---- */

void start_eval_at(const struct system *sys, double t, const double *x, const double *p,
                   const ex *e, size_t m, double *out);

#endif
