/* expr/matrices.h -- matrices of expressions: determinants, linear systems, ranks. Part of ex.h.
 *
 * Matrices are stored by rows. Small systems are solved in the ring of the normal form, without
 * inner fractions, in lowest terms; large ones with named intermediates (ex_hold), without
 * expanding.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_MATRICES_H
#define EX_MATRICES_H

#include "ex.h"

struct ex_pivots {
    size_t rank;
    struct ex_list vanish; /* not known to be nonzero: where one vanishes the result may not hold;
                              in scratch */
};
void ex_matrix_mul(struct store *s, const ex *a, const ex *b, size_t rows, size_t inner,
                   size_t cols, ex *out);
void ex_matrix_transpose(const ex *a, size_t rows, size_t cols, ex *out);
ex ex_det(struct store *s, const ex *a, size_t n);
/* a x = b for n x n a and n x cols b. False when a is singular: pivots->rank < n, out untouched. */
bool ex_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
              struct ex_pivots *pivots);
/* Ways to solve: in lowest terms where the system is small; the same for very small ones only,
 * without cancelling, which is always fast; or by elimination alone, which gives the shortest
 * program where no pivot can vanish. */
enum ex_way { EX_LOWEST, EX_QUICK, EX_ELIMINATE };
bool ex_solve_by(struct store *s, enum ex_way way, const ex *a, size_t n, const ex *b, size_t cols,
                 ex *out, struct ex_pivots *pivots);
bool ex_inverse(struct store *s, const ex *a, size_t n, ex *out, struct ex_pivots *pivots);
/* Steps of a solution: at[0] is [a | b] by rows, and at[k] = by[k] at[k + 1] for n x n matrices
 * by[k], up to at[steps] = [c | d]: c x = d implies a x = b. In scratch memory. */
struct ex_trail {
    size_t n, width, steps;
    ex **at, **by;
};
struct ex_trail ex_trail(struct store *s, const ex *a, size_t n, const ex *b, size_t cols);
/* The rows after one more step, of at most 2n + 1; its matrix by[k] is 1 until it is changed. */
ex *ex_trail_step(struct store *s, struct ex_trail *t, const ex *now);
/* As ex_solve_by with EX_QUICK; the last c has a single 1 in each row. */
bool ex_solve_seen(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
                   struct ex_trail *trail);
/* A point at which pivots should not vanish: expressions that vanish at x[i] = v[i] are chosen last
 * from now on. */
void ex_mind(struct store *s, const ex *x, const double *v, size_t n);
/* A basis of the x with a x = 0, one vector after the other, at most cols; returns their number. */
size_t ex_null_space(struct store *s, const ex *a, size_t rows, size_t cols, ex *out,
                     struct ex_pivots *pivots);
size_t ex_null_space_by(struct store *s, enum ex_way way, const ex *a, size_t rows, size_t cols,
                        ex *out, struct ex_pivots *pivots);
size_t ex_rank(struct store *s, const ex *a, size_t rows, size_t cols, struct ex_pivots *pivots);
/* Bounds of the rank at almost all points. `least` is proved, at a point. `most` is wrong with a
 * chance below 2^-100, and the smaller of rows and cols where nothing is known. */
struct ex_ranks {
    size_t least, most;
};
struct ex_ranks ex_ranks(struct store *s, const ex *a, size_t rows, size_t cols);
/* Growth of vector fields field[0..r), each with n components, functions of q[0..n): rank[k] is
 * the rank of all their iterated Lie brackets of length up to k + 1, at almost all points; as
 * sure as `most` above, and from below it is proved if *proved. How many ranks, up to `most`, until
 * all n are reached or nothing changes; 0: not known. */
size_t ex_bracket_ranks(struct store *s, const ex *field, size_t r, const ex *q, size_t n,
                        size_t most, size_t *rank, bool *proved);

#endif
