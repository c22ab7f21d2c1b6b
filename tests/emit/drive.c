/* tests/emit/drive.c -- comparison of an emitted package with the rows of a run.
 *
 * Compiled with -include NAME.h -DMODEL=NAME, -DHAS_INPUTS where the package has inputs,
 * -DHAS_START where it has an initial state, and -DEMBEDDED for that target. Reads the CSV of
 * `noslip run`, makes the same steps, and compares states and energies. The argument is the
 * tolerance, relative to the largest value so far; 0: the bits must agree.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF(name) JOIN(MODEL, name)

typedef OF(real) real;

#ifdef EMBEDDED
static int self_test(void)
{
    uint32_t first = 0;
    real work[OF(TEST_WORK)];
    return (int)OF(selftest)(work, &first);
}
#else
#define self_test OF(self_test)
#endif

static double largest = 1;

static int differs(double got, double want, double allowed)
{
    if (allowed > 0 && fabs(want) > largest)
        largest = fabs(want);
    return !(fabs(got - want) <= allowed * largest);
}

/* One row: t, states, further columns, the energy. */
static int read_row(double *t, double *x, double *energy)
{
    char line[1 << 14], *at = line, *end;
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (;; n++) {
        const double value = strtod(at, &end);
        if (end == at)
            break;
        if (n == 0)
            *t = value;
        else if (n <= OF(STATES))
            x[n - 1] = value;
        *energy = value;
        at = *end == ',' ? end + 1 : end;
    }
    return n > OF(STATES) + 1;
}

int main(int argc, char **argv)
{
    const double allowed = argc > 1 ? strtod(argv[1], NULL) : 0;
    const int most = argc > 2 ? atoi(argv[2]) : 1 << 30;
    real p[OF(PARAMETERS) + 1], u[OF(INPUTS) + 1], x[OF(STATES)], work[OF(WORK)], e = 0;
    double want[OF(STATES)], energy = 0, t = 0, next = 0;
    int rows = 0, wrong = self_test();
    OF(par) par;
    if (wrong) {
        printf("%d numbers of the self-test are wrong\n", wrong);
        return 1;
    }
    OF(default_parameters)(p);
    OF(prepare)(p, &par);
#ifdef HAS_START
    OF(initial_state)(x);
#endif
#ifdef HAS_INPUTS
    OF(default_inputs)(u);
#else
    (void)u;
#endif
    while (fgetc(stdin) != '\n' && !feof(stdin)) /* skips the names of columns */
        ;
    for (; rows < most && read_row(&next, want, &energy); rows++) {
        if (rows && OF(step)(&par, (real)t, (real)(next - t), u, x, work) != OF(OK))
            return printf("the step from t = %.17g fails\n", t), 1;
#ifndef HAS_START
        for (int i = 0; i < OF(STATES) && rows == 0; i++)
            x[i] = (real)want[i];
#endif
        t = next;
        for (int i = 0; i < OF(STATES); i++)
            if (differs((double)x[i], want[i], allowed))
                return printf("x[%d] at t = %.17g: %.17g, not %.17g\n", i, t, (double)x[i],
                              want[i]),
                       1;
        if (OF(energy)(&par, (real)t, u, x, &e) != OF(OK) ||
            differs((double)e, energy, 10 * allowed))
            return printf("energy at t = %.17g: %.17g, not %.17g\n", t, (double)e, energy), 1;
    }
    if (rows < 2)
        return printf("only %d rows\n", rows), 1;
    return 0;
}
