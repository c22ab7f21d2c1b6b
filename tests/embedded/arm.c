/* tests/embedded/arm.c -- start-up code for a Cortex-M, with output by semihosting.
 *
 * In QEMU with -icount shift=0 an instruction takes 1 ns, and the clock of these boards has 25 MHz:
 * the SysTick decreases by one every 40 instructions.
 */
#include "board.h"

extern uint32_t stack_top[];

void start(void);

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*entry)(void);
} vectors = {stack_top, start};

static uint32_t call_host(uint32_t what, const void *with)
{
    register uint32_t r0 __asm__("r0") = what;
    register const void *r1 __asm__("r1") = with;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void board_say(const char *text)
{
    (void)call_host(4, text);
}

uint32_t board_count(int begin)
{
    volatile uint32_t *const tick = (volatile uint32_t *)0xe000e010;
    const uint32_t most = 0xffffff;
    if (begin) {
        tick[1] = most; /* reload value */
        tick[2] = 0;
        tick[0] = 5; /* on, with the clock of the processor core */
    }
    return 40 * (most - tick[2]);
}

void start(void)
{
    *(volatile uint32_t *)0xe000ed88 |= 0xfU << 20; /* CPACR: switches the floating-point unit on */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    const uint32_t end[2] = {0x20026, (uint32_t)board_main()}; /* normal exit */
    (void)call_host(0x20, end);
    for (;;) {
    }
}
