/* tests/unit/support/fn_sum.h -- checksum over the bits of many results of all functions.
 *
 * Needs the functions of runtime/fn.h and its table RT_FNS: a test links them, a program that the
 * test compiles includes their text. C99 that is also valid C++.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef FN_SUM_H
#define FN_SUM_H

#include <stdint.h>
#include <string.h>

static uint64_t fn_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static uint64_t fn_mix(uint64_t sum, uint64_t bits)
{
    sum = (sum ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ (sum >> 29);
}

/* All NaN count as one: their bits are not specified. */
static uint64_t fn_mix_double(uint64_t sum, double value)
{
    uint64_t bits = 1;
    if (value == value) // NOLINT(misc-redundant-expression)
        memcpy(&bits, &value, sizeof bits);
    return fn_mix(sum, bits);
}

static uint64_t fn_mix_float(uint64_t sum, float value)
{
    uint32_t bits = 1;
    if (value == value) // NOLINT(misc-redundant-expression)
        memcpy(&bits, &value, sizeof bits);
    return fn_mix(sum, bits);
}

struct fn_point {
    double x;
    float f;
};

/* Random bits, or a number of moderate size. */
static struct fn_point fn_draw(uint64_t *state)
{
    struct fn_point out;
    const uint64_t kind = fn_next(state) >> 61, bits = fn_next(state);
    const uint32_t half = (uint32_t)(bits >> 32);
    const double wide = kind < 4 ? 50 : kind < 6 ? 1 : 800;
    memcpy(&out.x, &bits, sizeof out.x);
    memcpy(&out.f, &half, sizeof out.f);
    if (kind == 0)
        return out;
    out.x = wide * ((double)(int32_t)half * 0x1p-31 + (double)(uint32_t)bits * 0x1p-63);
    out.f = (float)out.x;
    return out;
}

#define FN_SUM_BOTH(name)                                                                          \
    rt_##name(a.x, &s, &c);                                                                        \
    rt_##name##f(a.f, &sf, &cf);                                                                   \
    sum = fn_mix_double(fn_mix_double(sum, s), c);                                                 \
    sum = fn_mix_float(fn_mix_float(sum, sf), cf);
#define FN_SUM_ONE(name)                                                                           \
    sum = fn_mix_double(sum, rt_##name(a.x));                                                      \
    sum = fn_mix_float(sum, rt_##name##f(a.f));
#define FN_SUM_TWO(name)                                                                           \
    sum = fn_mix_double(sum, rt_##name(a.x, b.x));                                                 \
    sum = fn_mix_float(sum, rt_##name##f(a.f, b.f));

enum { FN_SUM_POINTS = 40000 }; /* about a million results */

static uint64_t fn_sum(void)
{
    uint64_t sum = 0, state = 1;
    double s, c;
    float sf, cf;
    for (int i = 0; i < FN_SUM_POINTS; i++) {
        const struct fn_point a = fn_draw(&state), b = fn_draw(&state);
#define X(name, kind, ...) FN_SUM_##kind(name)
        RT_FNS(X)
#undef X
    }
    return sum;
}

#endif
