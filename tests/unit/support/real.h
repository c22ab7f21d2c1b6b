/* tests/unit/support/real.h -- numbers of 512 bits and their linear algebra.
 *
 * Each result is a new number in a pool, so that formulas can be written as calls in calls. Numbers
 * live until real_forget. A number without a value (NaN) makes all results from it NaN.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef REAL_H
#define REAL_H

#include "support.h"

typedef mpfr_srcptr real;

enum { REAL_BITS = 512, REAL_STEP = 64 }; /* differences are taken over 2^-REAL_STEP */

size_t real_mark(void);
/* Forgets all numbers since the mark but a[0..n), which are moved. */
void real_keep(size_t mark, real *a, size_t n);
void real_close(void); /* forgets all numbers and returns their memory */

real real_of(double v);
real real_copy(real a);
real real_add(real a, real b);
real real_sub(real a, real b);
real real_mul(real a, real b);
real real_div(real a, real b);
real real_neg(real a);
real real_shift(real a, long bits); /* a 2^bits */
/* a + b c */
real real_plus(real a, real b, real c);
bool real_has_value(real a);
/* |a - b| <= 2^-80 max(1, |a|, |b|, size) */
bool real_same(real a, real b, real size);
bool real_is_small(real a); /* |a| < 2^-80 */
double real_show(real a);

real real_dot(const real *a, size_t da, const real *b, size_t db, size_t n);
/* The transpose of a rows x cols matrix. */
void real_transpose(const real *a, size_t rows, size_t cols, real *out);
/* Solves a x = b for n unknowns, with rows of a and one right side; false: a is singular. */
bool real_solve(const real *a, const real *b, size_t n, real *x);
/* Singular values of a rows x cols matrix, largest first, by rotations of its columns. Returns how
 * many are larger than 2^-60 times the largest, or than 2^-60 if that is less than 1. */
size_t real_rank(const real *a, size_t rows, size_t cols);
/* The smallest of the min(rows, cols) singular values, divided by the largest if that is more than
 * 1. */
real real_least(const real *a, size_t rows, size_t cols);

#endif
