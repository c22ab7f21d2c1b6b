/* expr/exact/modular.h -- modular arithmetic with roots and angles, for expr/exact only.
 *
 * Expressions without roots are evaluated modulo EX_PRIME = 2^61 - 1, where reduction is cheapest.
 * The others use primes p = k L - 1, where L is twice the least common multiple of 1 .. 40. There
 *
 *   - every number has exactly one q-th root for odd q up to 40, as in the real numbers;
 *   - of a and -a exactly one is a square, and of the two square roots of a square exactly one is a
 *     square itself. "Square" plays the part of "positive": the root that is a square is taken, so
 *     sqrt(a b) = sqrt(a) sqrt(b) for squares a and b, and equal radicands have equal roots however
 *     they are written;
 *   - all prime numbers below 40 are squares: sqrt(2), sqrt(3), ... exist;
 *   - cos(r pi) and sin(r pi) exist for denominators of r up to 40.
 *
 * The signs of other constants, such as 1 + sqrt(2), differ from prime to prime: several are used.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_MODULAR_H
#define EX_MODULAR_H

#include "../store.h"

enum { MODULAR_PRIMES = 32 };
uint64_t modular_prime(unsigned i); /* number i, modulo the count of primes */

static inline uint64_t modular_add(uint64_t p, uint64_t a, uint64_t b)
{
    const uint64_t r = a + b;
    return r >= p ? r - p : r;
}

static inline uint64_t modular_sub(uint64_t p, uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + p - b;
}

static inline uint64_t modular_mul(uint64_t p, uint64_t a, uint64_t b)
{
    __extension__ const unsigned __int128 ab = (unsigned __int128)a * b;
    return p == EX_PRIME ? modular_add(p, (uint64_t)(ab & EX_PRIME), (uint64_t)(ab >> 61))
                         : (uint64_t)(ab % p);
}

uint64_t modular_power(uint64_t p, uint64_t a, uint64_t k);
uint64_t modular_div(uint64_t p, uint64_t a, uint64_t b);        /* EX_NO_RESIDUE for b = 0 */
uint64_t modular_whole_power(uint64_t p, uint64_t a, int64_t k); /* likewise for 0^-1 */
bool modular_is_square(uint64_t p, uint64_t a);
/* The one of a and -a that is a square. */
uint64_t modular_size(uint64_t p, uint64_t a);
/* The q-th root of a, for even q the one that is a square; false: there is none. */
bool modular_root(uint64_t p, uint64_t a, int64_t q, uint64_t *root);

/* cos and sin of one angle. */
struct modular_turn {
    uint64_t c, s;
};
struct modular_turn modular_turn_by(uint64_t p, struct modular_turn a, struct modular_turn b);
struct modular_turn modular_turn_times(uint64_t p, struct modular_turn a, int64_t k);
/* The angle 2 pi / n, in agreement with the square roots of the primes in n; false: it does not
 * exist. */
bool modular_unit_turn(uint64_t p, uint64_t n, struct modular_turn *out);

#endif
