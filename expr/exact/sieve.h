/* expr/exact/sieve.h -- coprimality sieve for polynomials, for expr/exact only.
 *
 * Images modulo a prime, in one variable at random values of the others: where these have no common
 * factor, the polynomials have none with that variable in it. That is much cheaper than a gcd.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_SIEVE_H
#define EX_SIEVE_H

#include "ring.h"

/* A pair of generators; in half-angle form the second (cos, cosh) is t or E. */
struct pair {
    slong odd, even;
    bool circle;
};

/* The polynomials of sin, cos and 1 in half-angle form, multiplied by the unit:
 * 2t, 1 - t^2, 1 + t^2; E^2 - 1, E^2 + 1, 2E. */
enum part { PART_ODD, PART_EVEN, PART_UNIT };
const int *sieve_part(const struct pair *p, enum part part); /* its three coefficients */

/* A polynomial at a random point: the value of each term, to be separated by the powers of one
 * variable after the other. */
struct image {
    slong length;
    uint64_t *value;
    ulong *power; /* length x n */
    slong *degree;
};

struct point {
    uint64_t *at, *over; /* values of the generators, and their inverses */
};

/* The same in every run and on every machine. Pairs satisfy their relation: a common factor of two
 * polynomials must also be a common factor of their images. */
struct point sieve_point(struct ring *r);
struct image sieve_image(struct ring *r, const poly *p, const struct point *at);
/* Is a common factor that contains this generator excluded? */
bool sieve_one(struct ring *r, const struct image *num, const struct image *den, slong v);
/* The same for a pair, of the degrees n and d in it: no common factor in half-angle form, and none
 * at t = infinity; for sinh and cosh the denominator must reach from E^0 to E^2d. Then the fraction
 * needs no half-angle form. */
bool sieve_pair(struct ring *r, const struct image *num, const struct image *den,
                const struct point *at, const struct pair *pair, slong n, slong d);

#endif
