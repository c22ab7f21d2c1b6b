/* tests/unit/support/dense.h -- small dense matrices, for tests that multiply printed matrices.
 *
 * Errors: as in support.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DENSE_H
#define DENSE_H

#include "support.h"

#include <math.h>

enum { DENSE = 10 };

struct matrix {
    size_t rows, cols;
    double at[DENSE][DENSE];
};

static inline struct matrix matrix(const struct jnode *list)
{
    struct matrix a = {.rows = list->n};
    for (size_t i = 0; i < a.rows; i++) {
        const struct jnode *row = json_at(list, i);
        a.cols = row->kind == JSON_LIST ? row->n : 1;
        for (size_t j = 0; j < a.cols; j++)
            a.at[i][j] = json_number(row->kind == JSON_LIST ? json_at(row, j) : row, "an entry");
    }
    return a;
}

static inline struct matrix times(struct matrix a, struct matrix b)
{
    struct matrix c = {.rows = a.rows, .cols = b.cols};
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < b.cols; j++)
            for (size_t k = 0; k < a.cols; k++)
                c.at[i][j] += a.at[i][k] * b.at[k][j];
    return c;
}

static inline struct matrix across(struct matrix a)
{
    struct matrix c = {.rows = a.cols, .cols = a.rows};
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++)
            c.at[j][i] = a.at[i][j];
    return c;
}

static inline struct matrix plus(struct matrix a, double factor, struct matrix b)
{
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++)
            a.at[i][j] += factor * b.at[i][j];
    return a;
}

static inline struct matrix diagonal(const double *at, size_t n)
{
    struct matrix c = {.rows = n, .cols = n};
    for (size_t i = 0; i < n; i++)
        c.at[i][i] = at[i];
    return c;
}

static inline double size_of(struct matrix a)
{
    double most = 0;
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++)
            most = fmax(most, fabs(a.at[i][j]));
    return most;
}

/* Equal up to rounding; and clearly different. */
static inline void same(const char *what, struct matrix a, struct matrix b)
{
    REQUIRE(size_of(plus(a, -1, b)) < 1e-12 * (1 + size_of(a)), "not so: %s", what);
}

static inline void differ(const char *what, struct matrix a, struct matrix b)
{
    REQUIRE(size_of(plus(a, -1, b)) > 1e-4, "as misprinted: %s", what);
}

/* An object of the output of `eval`. */
static inline struct matrix object(const struct jnode *got, const char *name)
{
    return matrix(json_need(json_need(got, "objects"), name));
}

#endif
