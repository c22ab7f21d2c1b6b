/* gen/language/frame_choice.h -- points, pivots and null spaces for a default frame.
 *
 * Private to language/. frame_choice.c reports the errors.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_FRAME_CHOICE_H
#define GEN_LANGUAGE_FRAME_CHOICE_H

#include "gen/language/scope.h"

/* Values of coordinates, parameters and t. */
struct point {
    const ex *x;
    ex *value; /* v without rounding, or x itself where v is pseudorandom */
    double *v;
    size_t n;
    bool given; /* all coordinates have an initial value */
};

/* ---- frame_point.c ---- */

/* Seed 0: the initial state and current parameters; other seeds: pseudorandom points. */
struct point lang_point_of(struct check *c, uint64_t seed);
/* False: one of the values is not finite. */
bool lang_numbers_at(struct check *c, const struct point *p, const ex *a, size_t count,
                     double *out);
/* The coordinates that some expressions depend on, as `x = 0, y = 1`. */
const char *lang_point_text(struct check *c, const struct point *p, const ex *e, size_t count);

/* ---- frame_pivots.c ---- */

struct pivots {
    size_t *column; /* of each row */
    size_t bad;     /* the first row that depends on those before, or the number of rows */
};
/* A matrix of rows x n, and its pivots at a point. */
struct rows {
    const ex *at;
    size_t rows, n;
    struct point point;
    struct pivots pivots;
    bool everywhere; /* the rows are dependent at all points, for all parameters */
};
/* The first row that depends on those before at all points, or the number of rows. */
size_t lang_first_dependent(struct store *s, const ex *a, size_t rows, size_t n);
/* Pivots at the initial state, or if there are none at a pseudorandom point; `first` is the result
 * of the first attempt. False: the rows are dependent at all points tried, and first->pivots.bad
 * is the first dependent one. */
bool lang_find_pivots(struct check *c, const ex *a, size_t rows, size_t n, struct rows *out,
                      struct rows *first);
size_t *lang_free_columns(struct check *c, const struct rows *r); /* without a pivot, in order */
ex *lang_unit_field(struct check *c, size_t B);                   /* e_B */
/* Fills the fields from index `first` on with a basis of the null space of the rows. */
void lang_fill_null_space(struct check *c, const struct rows *r, size_t first);

/* ---- frame_regular.c ---- */

/* Whether the fields of C, a null space of the rows, are proved to be independent everywhere; if
 * not, others are sought. With `completes` the fields behind them must complete them to a basis
 * everywhere. */
bool lang_make_regular(struct check *c, const struct rows *r, bool completes);

/* ---- frame_denominators.c ---- */

void lang_clear_denominators(struct store *s, ex *v, size_t n); /* if that is shorter */
/* Also cancels common factors of all components. */
void lang_cancel_factors(struct store *s, ex *v, size_t n);

#endif
