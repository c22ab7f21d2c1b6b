/* tests/embedded/board.h -- interface between the test program and its board, or the host.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

int board_main(void);
void board_say(const char *text);
/* Paints the stack below; later, how many bytes of it were used. 0 where that cannot be known. */
uint32_t board_stack(int paint);
/* Instructions, or cycles, since the last beginning, about; 0 where that cannot be known. */
uint32_t board_count(int begin);
/* For clocks that cannot count very far: once a step. */
#ifdef __AVR__
void board_tick(void);
#else
static inline void board_tick(void) {}
#endif

#endif
