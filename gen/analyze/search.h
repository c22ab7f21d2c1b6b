/* gen/analyze/search.h -- the search for equilibria and steady motions, and its pieces.
 *
 * Private to analyze/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_ANALYZE_SEARCH_H
#define GEN_ANALYZE_SEARCH_H

#include "gen/analyze/linear.h"

struct search {
    struct analysis *a;
    const bool *free;  /* free coordinates */
    const bool *loose; /* free coordinates whose rates need not vanish: all, or none */
    bool moves;        /* all: steady motions are searched */
    bool *turns;       /* angles, modulo 2 pi */
    double *low, *high;
    size_t n, rows, bound; /* states; rows of F; constraints among these */
    double *f, *was, *J, *u, *s, *v, *step, *next, *all;
    struct ex_zeros_near exact; /* F as expressions of the states that are not free; m = 0: none */
};

/* ---- steady_states.c ---- */

/* Singular value decomposition of the derivatives of F: u = U s, v; false: not finite. Columns of
 * states that are `fixed` are 0 (NULL: none). */
bool analyze_slopes(struct search *s, const double *x, const bool *fixed);
/* Moves x to a solution by doubles; false: no convergence, or divergence to infinity. */
bool analyze_solve(struct search *s, double *x);
/* Moves x to the solution near it, to many digits; where there are n numbers `along` (else NULL),
 * only across this direction. Unknown where F cannot be computed so. */
enum ex_root analyze_confirm(struct search *s, double *x, double far, const double *along);
/* By doubles, then to many digits. Unknown: found by doubles only. */
enum ex_root analyze_solve_sure(struct search *s, double *x);
double analyze_distance(const struct search *s, const double *x, const double *y);
double analyze_length(const double *x, size_t n);
/* Smaller singular values, relative to the largest, count as 0. */
#define ANALYZE_RANK 1e-9

/* ---- families.c ---- */

/* Dimension of the family, without free coordinates. */
size_t analyze_family_at(struct search *s, const double *x);
/* Adds a solution to the list, unless it is equivalent to one of them; returns their number. */
size_t analyze_keep(struct search *s, struct family *all, size_t n, double *x, bool sure);

#endif
