/* expr/zeros.h -- zeros of functions near a point, to many digits; proof of none. Part of ex.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_ZEROS_H
#define EX_ZEROS_H

#include "ex.h"

/* Zeros of e[0..m), functions of x[0..n) with the derivatives slope[0..m*n) by rows, where y[i] =
 * value[i] for all other symbols. */
struct ex_zeros_near {
    const ex *e, *slope, *x, *y;
    const double *value;
    size_t m, n, known;
    double far;          /* from the first point v; zeros farther away do not count */
    const double *along; /* NULL, or n numbers: only zeros with along . (x - v) = 0 count */
};
enum ex_root {
    EX_ROOT_NONE,    /* Newton's method with many digits leads to none */
    EX_ROOT_FOUND,   /* |e| is below 1e-30 of its slope, and the error of v below 1e-11 */
    EX_ROOT_UNKNOWN, /* too much work */
};
/* Moves v[0..n) to a zero near it, of any multiplicity, isolated or not. */
enum ex_root ex_root(struct store *s, const struct ex_zeros_near *of, double *v);

/* The sign of e, 1 or -1, proved, where x[i] is in span[i] and all other symbols are any real
 * numbers (positive ones where that is assumed): e has a value and no zero there. 0: unknown. */
struct ex_span {
    double low, high;
};
int ex_sign_on(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n);
/* Is x in e only in sines and cosines of k x + others, for integers k? Then 2 pi is a period. */
bool ex_has_period(struct store *s, ex e, ex x);

#endif
