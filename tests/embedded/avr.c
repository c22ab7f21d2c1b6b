/* tests/embedded/avr.c -- board support for an ATmega1284P, with output by its serial port.
 *
 * avr-libc starts it and copies constants to memory, since code cannot read them from flash like
 * other data. A timer counts units of 1024 cycles.
 */
#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

void board_say(const char *text)
{
    UCSR0B = 1 << TXEN0;
    for (; *text; text++) {
        while (!(UCSR0A & (1 << UDRE0))) {
        }
        UDR0 = (uint8_t)*text;
    }
}

static uint32_t cycles;
static uint16_t last;

void board_tick(void)
{
    const uint16_t now = TCNT1;
    cycles += (uint16_t)(now - last) * 1024UL;
    last = now;
}

uint32_t board_count(int begin)
{
    TCCR1B = (1 << CS12) | (1 << CS10);
    board_tick();
    if (begin)
        cycles = 0;
    return cycles;
}

/* Sleeping with interrupts off ends the simulator. */
int main(void)
{
    (void)board_main();
    cli();
    sleep_cpu();
    for (;;) {
        sleep_enable();
        sleep_cpu();
    }
}
