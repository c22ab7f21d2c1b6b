/* tests/embedded/board.h -- interface between the test program and its board, or the host.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

int board_main(void);
void board_say(const char *text);
/* Fills the stack below with a pattern; later, the number of bytes that were used; 0: unknown. */
uint32_t board_stack(int paint);
/* Instructions, or cycles, since the last call with `begin`, about; 0: unknown. */
uint32_t board_count(int begin);
/* Called once a step, for clocks that overflow soon. */
#ifdef __AVR__
void board_tick(void);
#else
static inline void board_tick(void) {}
#endif

#endif
