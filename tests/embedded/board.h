/* tests/embedded/board.h -- what a program asks of the board it runs on, or of the host.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

int board_main(void);
void board_say(const char *text);
/* Paints the stack below; later, the bytes of it that were used. 0 where that cannot be known. */
uint32_t board_stack(int paint);
/* Instructions since the last beginning, about; 0 where that cannot be known. */
uint32_t board_instructions(int begin);

#endif
