/* tests/embedded/bare.c -- what boards without an operating system share.
 *
 * The stack, from stack_low to stack_top of the linker script, is painted, and later seen how far
 * it was used. Compilers call the functions at the end on their own.
 */
#include "board.h"

#include <stddef.h>

extern uint32_t stack_low[], stack_top[];

uint32_t board_stack(int paint)
{
    const uint32_t pattern = 0xa5c3965aU;
    uint32_t *at = stack_low, *here = (uint32_t *)__builtin_frame_address(0) - 64;
    if (paint) {
        for (; at < here; at++)
            *(volatile uint32_t *)at = pattern;
        return 0;
    }
    while (at < here && *at == pattern)
        at++;
    return (uint32_t)((char *)stack_top - (char *)at);
}

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
