/* gen/base/samples.c -- sample points: pseudorandom numbers, functions of seed and index only. */
#include "expr/random.h"
#include "gen/base/base.h"

/* Uniform between 0 and 1. */
static double unit(uint64_t seed, uint64_t index)
{
    return (double)(ex_random(seed * 1000003 + index + 1) >> 11) * 0x1p-53;
}

double base_arbitrary(uint64_t seed, uint64_t index)
{
    return 2 * unit(seed, index) - 1;
}

double base_sample(uint64_t seed, uint64_t index)
{
    return 0.2 + 1.2 * unit(seed, index);
}
