/* gen/base/linear.h -- small dense matrices of numbers, by rows.
 *
 * Solution of linear systems, rank, eigenvalues, singular values. The caller owns all memory.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_BASE_LINEAR_H
#define GEN_BASE_LINEAR_H

#include "expr/ex.h"

enum { BASE_EIGEN_MOST = 1024 }; /* rows and columns */

/* ---- eigen.c ---- */

/* A number between -1 and 1 that looks random, the same one in every run. */
double base_arbitrary(uint64_t seed, uint64_t index);
struct eigenvalue {
    double re, im;
};
/* Of a, n x n, which is used up, by falling real part, pairs together; false: some were not found.
 */
bool base_eigenvalues(double *a, size_t n, struct eigenvalue *out);
void base_sort_eigenvalues(struct eigenvalue *at, size_t n); /* in this order */
/* a = U s V^T for rows x cols: a becomes U s, column by column, v is V, cols x cols; s falls. */
void base_singular_values(double *a, size_t rows, size_t cols, double *s, double *v);

/* ---- linear.c ---- */

/* A x = b, in place: b becomes x, a is used up; false when a is singular */
bool base_solve(double *a, size_t n, double *b, size_t cols);
bool base_all_finite(const double *a, size_t n);
size_t base_rank(struct mem *m, const double *a, size_t n); /* n x n, up to rounding */

#endif
