/* gen/base/linear.h -- small dense matrices of numbers, stored by rows.
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

struct eigenvalue {
    double re, im;
};
/* Eigenvalues of the n x n matrix a, which is destroyed, by decreasing real part, conjugates
 * adjacent; false: the iteration did not find all. */
bool base_eigenvalues(double *a, size_t n, struct eigenvalue *out);
void base_sort_eigenvalues(struct eigenvalue *at, size_t n); /* in this order */
/* a = U s V^T for rows x cols: a becomes U s, v is V, cols x cols; s is in decreasing order. */
void base_singular_values(double *a, size_t rows, size_t cols, double *s, double *v);

/* ---- linear.c ---- */

/* Solves A x = b in place for `cols` right sides: b becomes x, a is destroyed; false: a is
 * singular. */
bool base_solve(double *a, size_t n, double *b, size_t cols);
/* The symmetric a = L L^T, in place: its lower triangle becomes L. The first row where a is not
 * positive, or n: it is. */
size_t base_cholesky(double *a, size_t n);
bool base_all_finite(const double *a, size_t n);
size_t base_rank(struct mem *m, const double *a, size_t n); /* of n x n, with a tolerance */

#endif
