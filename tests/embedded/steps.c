/* tests/embedded/steps.c -- test program for boards: steps of a package, same output everywhere.
 *
 * Compiled with -include NAME.h -DMODEL=NAME -DSTEPS=n, -DHAS_INPUTS and -DHAS_START where the
 * package has these, -DNO_TEST where there is no space for its self-test. Prints the result of the
 * self-test, and the bits of the states at the end; where the board can measure them, bytes of
 * stack that a step used, and its instructions or cycles.
 */
#include "board.h"

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF(name) JOIN(MODEL, name)

typedef OF(real) real;

static void say_number(const char *before, uint32_t n)
{
    char text[12], *at = text + sizeof text;
    *--at = 0;
    *--at = '\n';
    do {
        *--at = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    board_say(before);
    board_say(at);
}

static void say_bits(real value)
{
    union {
        real value;
        unsigned char byte[sizeof(real)];
    } pun;
    char text[2 * sizeof(real) + 2], *at = text;
    pun.value = value;
    for (unsigned i = sizeof(real); i-- > 0;) { /* all these machines are little-endian */
        *at++ = "0123456789abcdef"[pun.byte[i] >> 4];
        *at++ = "0123456789abcdef"[pun.byte[i] & 15];
    }
    *at++ = '\n';
    *at = 0;
    board_say(text);
}

/* With little memory, large buffers are static, so that the linker checks their size. */
#ifdef __AVR__
#define LARGE static
#else
#define LARGE
#endif

#ifdef NO_TEST
enum { WORK = OF(WORK) };
#else
enum { WORK = OF(TEST_WORK) };
/* Not inlined: its use of the stack is not counted. */
static __attribute__((noinline)) void say_test(real *work)
{
    uint32_t first = 0;
    say_number("wrong ", OF(selftest)(work, &first));
}
#endif

int board_main(void)
{
    LARGE real p[OF(PARAMETERS) + 1], u[OF(INPUTS) + 1], x[OF(STATES)], work[WORK];
    const real h = (real)0x1p-10f;
    uint32_t status = 0, stack = 0;
    OF(par) par;
#ifndef NO_TEST
    say_test(work);
#endif
    OF(default_parameters)(p);
    u[0] = 0;
#ifdef HAS_INPUTS
    OF(default_inputs)(u);
#endif
    for (int i = 0; i < OF(STATES); i++)
        x[i] = (real)0.25f + (real)0.125f * (real)i;
#ifdef HAS_START
    OF(initial_state)(x);
#endif
    status = OF(prepare)(p, &par);
    (void)board_stack(1);
    (void)board_count(1);
    for (uint32_t i = 0; i < STEPS; i++) {
        status |= OF(step)(&par, (real)i * h, h, u, x, work);
        board_tick();
    }
    const uint32_t count = board_count(0) / STEPS;
    stack = board_stack(0);
    say_number("status ", status);
    for (int i = 0; i < OF(STATES); i++)
        say_bits(x[i]);
    if (stack)
        say_number("stack ", stack);
    if (count && STEPS < 10000) /* with more the counter overflows */
        say_number("count ", count);
    return 0;
}
