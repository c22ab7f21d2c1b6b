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

/* The state from given coordinates, velocities and momenta; `projects`: project values that violate
 * the constraints onto them. */
void start_state(struct diag *d, const struct system *sys, const struct given *given,
                 struct start *st, enum start_missing missing_is, bool projects);

/* ---- start_check.c ---- */

void start_eval_place(const struct place *at, const ex *e, size_t m, double *out);
/* Whether the frame is a basis and the metric positive; else an error. */
bool start_check(struct diag *d, const struct place *at);
void start_check_regular(struct diag *d, const struct place *at); /* matrices are regular */
/* Without an initial state: there must be a sample point where the metric is positive. */
void start_look_for_positive(struct diag *d, const struct system *sys, const struct start *st);

/* ---- branches.c ---- */

/* Puts first values of momenta that conditions determine, and lists the other solutions. */
void start_choose_branch(struct diag *d, const struct place *at, const struct given *given);

/* ---- initial_velocities.c ---- */

/* Quasi-velocities, into x after the coordinates; `missing` gets the names of unset values. */
void start_find_velocities(struct diag *d, const struct place *at, const struct given *given,
                           bool projects, struct mem_text *missing);
void start_list_missing(struct mem_text *missing,
                        const char *name); /* appends a name, up to a limit */

#endif
