/* tests/embedded/host.c -- the board interface on the host. */
#include "board.h"

#include <stdio.h>

void board_say(const char *text)
{
    fputs(text, stdout);
}

uint32_t board_stack(int paint)
{
    (void)paint;
    return 0;
}

uint32_t board_count(int begin)
{
    (void)begin;
    return 0;
}

int main(void)
{
    return board_main();
}
