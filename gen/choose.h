/* gen/choose.h -- what choosing fields takes: points, pivots, null spaces, vectors without
 * denominators.
 *
 * Ownership: everything lives in the scratch of one command.
 * Errors:    told by choose.c, from what these return.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CHOOSE_H
#define GEN_CHOOSE_H

#include "gen/gen.h"

/* ---- point.c ---- */

/* Values of coordinates, parameters and t. */
struct point {
    const ex *x;
    ex *value; /* the same as v without rounding, or x itself where v is arbitrary */
    double *v;
    size_t n;
    bool given; /* all coordinates have an initial value */
};
/* Seed 0: the point in force; others are arbitrary, and the same in every run. */
struct point gen_point_of(struct check *c, uint64_t seed);
/* False when one of them is not finite there. */
bool gen_numbers_at(struct check *c, const struct point *p, const ex *a, size_t count, double *out);
/* The coordinates that some expressions depend on, as `x = 0, y = 1`. */
const char *gen_point_text(struct check *c, const struct point *p, const ex *e, size_t count);

/* ---- pivot.c ---- */

struct pivots {
    size_t *column; /* of each row */
    size_t bad;     /* the first row that depends on those before, or the number of rows */
};
/* What the rows are, for messages. */
struct rows {
    const ex *at;
    size_t rows, n;
    struct point point;
    struct pivots pivots;
    bool everywhere; /* are they dependent, whatever the parameters */
};
/* The first row that depends on those before wherever it is, or the number of rows. */
size_t gen_first_dependent(struct store *s, const ex *a, size_t rows, size_t n);
/* Pivots at the point in force, or where that is not possible at an arbitrary one; `first` is what
 * was tried first. False: nowhere are all rows independent, and first->pivots.bad is the first that
 * is not. */
bool gen_find_pivots(struct check *c, const ex *a, size_t rows, size_t n, struct rows *out,
                     struct rows *first);
size_t *gen_free_columns(struct check *c, const struct rows *r); /* no pivots, in order */
ex *gen_unit_field(struct check *c, size_t B);                   /* e_B */
/* The fields from `first` on become a basis of the null space of the rows. */
void gen_fill_null_space(struct check *c, const struct rows *r, size_t first);

/* ---- clear.c ---- */

void gen_clear_denominators(struct store *s, ex *v, size_t n); /* where that is shorter */
/* What all of them have in common goes, too. */
void gen_cancel_factors(struct store *s, ex *v, size_t n);

#endif
