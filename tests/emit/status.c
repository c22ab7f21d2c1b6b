/* tests/emit/status.c -- status codes of an embedded package for bad input.
 *
 * For tests/emit/bounded.nh: x in -2 .. 2, m > 0, singular where y = -3. The exit code is the
 * number of the first expectation that fails.
 */
#include "bounded.h"

#define EXPECT(what)                                                                               \
    do {                                                                                           \
        number++;                                                                                  \
        if (!(what))                                                                               \
            return number;                                                                         \
    } while (0)

int main(void)
{
    bounded_real p[bounded_PARAMETERS], x[bounded_STATES], work[bounded_WORK], out[bounded_STATES];
    bounded_real zero = 0;
    const bounded_real infinite = 1 / zero, none = infinite - infinite;
    bounded_real test[bounded_TEST_WORK];
    bounded_par par;
    uint32_t first = 0;
    int number = 0;
    EXPECT(bounded_selftest(test, &first) == 0);
    bounded_default_parameters(p);
    p[0] = -1;
    EXPECT(bounded_prepare(p, &par) == bounded_OUT_OF_RANGE);
    p[0] = none;
    EXPECT(bounded_prepare(p, &par) == (bounded_NOT_FINITE | bounded_OUT_OF_RANGE));
    p[0] = 1, p[1] = 0;
    EXPECT(bounded_prepare(p, &par) == bounded_SINGULAR);
    p[1] = infinite;
    EXPECT(bounded_prepare(p, &par) == bounded_NOT_FINITE);
    bounded_default_parameters(p);
    EXPECT(bounded_prepare(p, &par) == bounded_OK);
    bounded_initial_state(x);
    EXPECT(bounded_step(&par, 0, (bounded_real)0.25, 0, x, work) == bounded_OK && x[0] > 0);
    EXPECT(bounded_step(&par, 0, none, 0, x, work) == bounded_NOT_FINITE && x[0] > 0);
    EXPECT(bounded_step(&par, 0, infinite, 0, x, work) == bounded_NOT_FINITE && x[0] > 0);
    x[0] = 3;
    EXPECT(bounded_rhs(&par, 0, 0, x, out) == bounded_OUT_OF_RANGE);
    EXPECT(bounded_step(&par, 0, (bounded_real)0.25, 0, x, work) == bounded_OUT_OF_RANGE);
    EXPECT(x[0] != 3); /* a warning only */
    x[0] = 1, x[1] = -3;
    EXPECT(bounded_rhs(&par, 0, 0, x, out) == bounded_SINGULAR);
    EXPECT(bounded_step(&par, 0, (bounded_real)0.25, 0, x, work) == bounded_SINGULAR);
    EXPECT(x[0] == 1 && x[1] == -3);
    x[1] = 0, x[2] = 60000; /* an angle too large for floats: a status bit */
    EXPECT(bounded_step(&par, 0, (bounded_real)0.25, 0, x, work) ==
           (sizeof x[0] == 4 ? bounded_SINGULAR : bounded_OK));
    x[0] = 1, x[1] = none;
    EXPECT(bounded_energy(&par, 0, 0, x, out) == bounded_NOT_FINITE);
    EXPECT(bounded_project(&par, 0, 0, x, work) == bounded_NOT_FINITE && x[0] == 1);
    return 0;
}
