/* expr/exact/ball.h -- proof that an expression is not zero at a point, for expr/exact only.
 *
 * Every node gets a set that is guaranteed to contain its value: first a ball in doubles, whose
 * radius includes all rounding errors; where that is too coarse, a range between two numbers of
 * MPFR, rounded outward. The column `range` of the table of operators says how both pass through a
 * function. Where the set does not decide, the answer is open.
 *
 * Functions of the C library are assumed to be accurate to 4 units in the last place.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_BALL_H
#define EX_BALL_H

#include "../store.h"

#include <mpfr.h>

enum ball_answer {
    BALL_UNSURE,
    BALL_NOT_ZERO,
    BALL_OUTSIDE, /* it has no real value there; a division by a possible zero is unsure */
};
/* Is e zero at x[i] = v[i]? The doubles are taken as exact numbers. */
enum ball_answer ball_nonzero(struct store *s, ex e, const ex *x, const double *v, size_t n);

/* The value of a symbol at test point k: of both signs unless assumed positive, size 0.2 to 4.2, a
 * multiple of 2^-20, made of its name and k only, for a fresh symbol of its hint, of `fresh`, which
 * says how many of these come before it, and of k. From k = 8 on it is 2^8 times smaller, and at
 * every fourth point it is positive. */
double ball_sample(const struct store *s, ex symbol, size_t fresh, unsigned k);
/* Tries the points 0 to tries-1 for x[0..n) in doubles, and if `precise` a few of them again with
 * more digits. True with the point when e is proved not to be zero there. */
bool ball_witness(struct store *s, ex e, const ex *x, size_t n, unsigned tries, bool precise,
                  double *point);

/* |value - mid| <= rad. Unknown where rad is infinite; no value exists where mid is NaN. */
struct ball {
    double mid, rad;
};
/* out[j] = a ball with the values of nodes.at[j] for each x[i] in v[i]; nodes are those of
 * ex_reach. */
void ball_eval(struct store *s, struct ex_list nodes, const ex *x, const struct ball *v, size_t n,
               struct ball *out);

/* lo <= value <= hi. Unknown where both are infinite; no value exists where both are NaN. */
struct ball_range {
    mpfr_t lo, hi;
};
/* Ranges with endpoints of `bits` bits, in scratch memory; NULL: too much work. */
struct ball_range *ball_eval_precise(struct store *s, struct ex_list nodes, const ex *x,
                                     const struct ball *v, size_t n, mpfr_prec_t bits);

/* Ranges of nodes, computed again and again: open, then inside a call of deep_run set those of the
 * symbols and fill, then close. In between nothing else walks through the store. */
struct ball_sheet;
struct ball_sheet *ball_open_sheet(struct store *s, struct ex_list nodes, mpfr_prec_t bits);
struct ball_range *ball_on_sheet(const struct ball_sheet *c, ex e); /* NULL: it is not there */
void ball_fill_sheet(struct ball_sheet *c, size_t n);               /* the first n nodes */
void ball_close_sheet(struct ball_sheet *c);
/* The same with single numbers, rounded to nearest, instead of ranges: no bounds of errors. Nodes
 * that do not depend on x[0..n) get their values in the first call only. */
struct ball_sheet *ball_open_points(struct store *s, struct ex_list nodes, const ex *x, size_t n,
                                    mpfr_prec_t bits);
mpfr_ptr ball_point_on_sheet(const struct ball_sheet *c, ex e); /* NULL: it is not there */
void ball_fill_points(struct ball_sheet *c, size_t n);          /* the first n nodes */
/* A number with digits in scratch memory: it outlives a call, and MPFR does not free it. */
void ball_make_number(struct mem *m, mpfr_ptr x, int kind, mpfr_prec_t bits);

#endif
