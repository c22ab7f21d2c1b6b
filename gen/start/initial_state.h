/* gen/start/initial_state.h -- positions, velocities and checks of an initial state.
 *
 * Private to start/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_START_INITIAL_STATE_H
#define GEN_START_INITIAL_STATE_H

#include "gen/language/values.h"
#include "gen/start/start.h"

/* ---- initial_state.c ---- */

/* X from coordinates and velocities in any form; `projects`: what does not fit is brought
 * to the constraints. */
void start_state(struct diag *d, const struct system *sys, const struct given *given,
                 struct start *st, enum start_missing missing_is, bool projects);

/* ---- start_check.c ---- */

void start_eval_place(const struct place *at, const ex *e, size_t m, double *out);
/* The frame spans, the metric is positive; else an error. */
bool start_check(struct diag *d, const struct place *at);
void start_check_regular(struct diag *d, const struct place *at); /* matrices of the form are */
void start_check_steps(struct diag *d, const struct place *at);   /* Newton's method arrives */
/* Without a point, at least one where the metric is positive must be found. */
void start_look_for_positive(struct diag *d, const struct system *sys, const struct start *st);

/* ---- initial_velocities.c ---- */

/* Quasi-velocities, into x after the coordinates; `missing` gets the names of unset values. */
void start_find_velocities(struct diag *d, const struct place *at, const struct given *given,
                           bool projects, struct mem_text *missing);
void start_list_missing(struct mem_text *missing,
                        const char *name); /* one more, while there is room */

#endif
