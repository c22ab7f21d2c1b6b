/* expr/random.h -- generator of pseudorandom numbers, the same in every run.
 *
 * The n-th number of SplitMix64 (Steele, Lea, Flood 2014) is a function of n alone: there is no
 * state, and numbers can be computed in any order.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_RANDOM_H
#define EX_RANDOM_H

#include <stdint.h>

static inline uint64_t ex_random(uint64_t n)
{
    uint64_t z = n * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

#endif
