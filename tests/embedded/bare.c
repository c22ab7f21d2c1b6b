/* tests/embedded/bare.c -- code shared by boards without an operating system.
 *
 * The stack, from stack_low of the linker script upward, is filled with a pattern, to measure later
 * how much of it was used. Compilers insert calls of the functions at the end.
 */
#include "board.h"

#include <stddef.h>

extern unsigned char stack_low[];

/* The function itself uses less than OWN bytes, which are counted as used by a step. */
uint32_t board_stack(int paint)
{
    enum { OWN = 32, MARGIN = 16 };
    const unsigned char pattern = 0xa5;
    volatile unsigned char here = 0, *at = stack_low, *const end = &here - MARGIN;
    if (paint) {
        for (; at < end; at++)
            *at = pattern;
        return 0;
    }
    while (at < end && *at == pattern)
        at++;
    return (uint32_t)(&here - at) + OWN;
}

#ifndef __AVR__ /* it has a library */
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);

void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = (char)value;
    return to;
}
#endif
