/* gen/state.h -- from values to a state: positions, velocities, and whether all is well there.
 *
 * Ownership: everything lives in the scratch of one command.
 * Errors:    notes in the `diag`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_STATE_H
#define GEN_STATE_H

#include "gen/gen.h"

/* ---- numbers.c ---- */

bool gen_all_finite(const double *a, size_t n);
size_t gen_rank_of(struct mem *m, const double *a, size_t n); /* n x n, up to rounding */

/* ---- place.c ---- */

/* Numbers at a state. */
struct place {
    const struct system *sys;
    const double *p;
    double t;
    double *x;
};
void gen_eval_place(const struct place *at, const ex *e, size_t m, double *out);
/* The frame spans, the metric is positive; else an error. */
bool gen_check_place(struct diag *d, const struct place *at);
void gen_check_compatible(struct diag *d, const struct place *at); /* reactions are determined */
void gen_check_steps(struct diag *d, const struct place *at);      /* Newton's method arrives */
void gen_check_second_class(struct diag *d, const struct system *sys, const struct place *at);
/* Without a point, at least one where the metric is positive must be found. */
void gen_look_for_positive(struct diag *d, const struct system *sys, const struct start *st);

/* ---- velocities.c ---- */

/* The state behind the coordinates; `missing` gets the names of what nothing was said about. */
void gen_find_velocities(struct diag *d, const struct place *at, const struct given *given,
                         bool projects, struct mem_text *missing);
void gen_list_missing(struct mem_text *missing,
                      const char *name); /* one more, while there is room */

#endif
