/* tests/embedded/riscv.c -- start-up code for a RISC-V, with output by semihosting. */
#include "board.h"

void start(void);
void begin(void);

static unsigned long call_host(unsigned long what, const void *with)
{
    register unsigned long a0 __asm__("a0") = what;
    register const void *a1 __asm__("a1") = with;
    /* a semihosting call: three uncompressed instructions in a row */
    __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                     "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
}

void board_say(const char *text)
{
    (void)call_host(4, text);
}

uint32_t board_count(int begin)
{
    unsigned long now;
    if (begin)
        __asm__ volatile("csrw minstret, zero");
    __asm__ volatile("csrr %0, minstret" : "=r"(now));
    return (uint32_t)now;
}

void begin(void)
{
    const unsigned long end[2] = {0x20026, (unsigned long)board_main()}; /* normal exit */
    (void)call_host(0x20, end);
    for (;;) {
    }
}

/* Switches the floating-point unit on, and sets the stack pointer. */
__attribute__((naked, section(".vectors"))) void start(void)
{
    __asm__ volatile("li t0, 0x6000\n\tcsrs mstatus, t0\n\tla sp, stack_top\n\tj begin");
}
