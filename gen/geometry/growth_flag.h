/* gen/geometry/growth_flag.h -- the flag of C: brackets of up to k fields. Private to geometry/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_GEOMETRY_GROWTH_FLAG_H
#define GEN_GEOMETRY_GROWTH_FLAG_H

#include "gen/geometry/geometry.h"

enum {
    FIELDS = 40, /* most fields */
    FURTHER = 4, /* brackets of so many more fields on a set */
    MINORS = 60  /* most minors */
};

struct flag {
    struct diag *diag;
    struct store *s;
    const struct geom *geom;
    ex *at;                                     /* fields by rows */
    size_t n, wide, rank;                       /* number of fields, of components, rank of C */
    size_t end[GROWTH_STEPS + FURTHER], levels; /* those of C_k are the first end[k - 1] */
    ex *param;
    struct ex_span *span;
};

/* A matrix, during elimination. */
struct table {
    ex *at;
    size_t rows, cols, pivots;
};
/* Where all of them vanish. */
struct zeros {
    ex at[MINORS];
    size_t n;
    bool never; /* one of them never does */
};

/* Simplifies; false: an expression is too long. */
bool geom_flag_shorten(const struct flag *f, ex *a, size_t n);
bool geom_flag_add_level(struct flag *f); /* the brackets of one field more; false: too many */
/* Do all have values and derivatives everywhere? That is proved, for the values of parameters. */
bool geom_flag_is_smooth(const struct flag *f, const ex *e, size_t n);
struct table geom_flag_table(const struct flag *f, size_t rows); /* of the first fields */
/* Eliminates with entries that never vanish; false: an entry became too long. */
bool geom_flag_eliminate(const struct flag *f, struct table *t);
/* Where the rank of the first fields is not the generic one; false: unknown. */
bool geom_flag_zeros(const struct flag *f, size_t fields, size_t rank, struct zeros *z);

#endif
