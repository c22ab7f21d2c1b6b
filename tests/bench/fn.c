/* tests/bench/fn.c -- time of the elementary functions, compared with the C library.
 *
 * Every argument depends on the last result, as in an integrator, so that latency is measured; the
 * latency of an empty function is subtracted. Arguments are random, so that branch prediction is no
 * better than in a real program.
 */
#define _GNU_SOURCE /* sincos */
#include "runtime/fn.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ARGUMENTS = 1024, CALLS = 8192, ROUNDS = 200 };

/* One call with all arguments made from x, for functions of any signature. */
typedef double call(double x);
typedef float call_f(float x);

#define ONE(fn)                                                                                    \
    static double ours_##fn(double x)                                                              \
    {                                                                                              \
        return rt_##fn(x);                                                                         \
    }                                                                                              \
    static float ours_f_##fn(float x)                                                              \
    {                                                                                              \
        return rt_##fn##f(x);                                                                      \
    }                                                                                              \
    static double libs_##fn(double x)                                                              \
    {                                                                                              \
        return fn(x);                                                                              \
    }                                                                                              \
    static float libs_f_##fn(float x)                                                              \
    {                                                                                              \
        return fn##f(x);                                                                           \
    }
#define TWO(fn)                                                                                    \
    static double ours_##fn(double x)                                                              \
    {                                                                                              \
        return rt_##fn(x, 1.25);                                                                   \
    }                                                                                              \
    static float ours_f_##fn(float x)                                                              \
    {                                                                                              \
        return rt_##fn##f(x, 1.25F);                                                               \
    }                                                                                              \
    static double libs_##fn(double x)                                                              \
    {                                                                                              \
        return fn(x, 1.25);                                                                        \
    }                                                                                              \
    static float libs_f_##fn(float x)                                                              \
    {                                                                                              \
        return fn##f(x, 1.25F);                                                                    \
    }
#define BOTH(fn)                                                                                   \
    static double ours_##fn(double x)                                                              \
    {                                                                                              \
        double s, c;                                                                               \
        rt_##fn(x, &s, &c);                                                                        \
        return s + c;                                                                              \
    }                                                                                              \
    static float ours_f_##fn(float x)                                                              \
    {                                                                                              \
        float s, c;                                                                                \
        rt_##fn##f(x, &s, &c);                                                                     \
        return s + c;                                                                              \
    }                                                                                              \
    static double libs_##fn(double x)                                                              \
    {                                                                                              \
        double s, c;                                                                               \
        fn(x, &s, &c);                                                                             \
        return s + c;                                                                              \
    }                                                                                              \
    static float libs_f_##fn(float x)                                                              \
    {                                                                                              \
        float s, c;                                                                                \
        fn##f(x, &s, &c);                                                                          \
        return s + c;                                                                              \
    }
#define X(name, kind, ...) kind(name)
RT_FNS(X)
#undef X

static double nothing(double x)
{
    return x;
}

static float nothing_f(float x)
{
    return x;
}

static double libs_two_calls(double x)
{
    double (*volatile s)(double) = sin, (*volatile c)(double) =
                                            cos; /* volatile: compilers would join the two calls */
    return s(x) + c(x);
}

static float libs_f_two_calls(float x)
{
    float (*volatile s)(float) = sinf, (*volatile c)(float) = cosf;
    return s(x) + c(x);
}

struct row {
    const char *name;
    call *f[2]; /* ours, the library's */
    call_f *g[2];
    double best[4];
};

static double nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double time_of(call *f, const double *x)
{
    double y = 0;
    const double start = nanoseconds();
    for (int i = 0; i < CALLS; i++)
        y = f(x[i % ARGUMENTS] + 0 * y);
    const double end = nanoseconds();
    return y == y ? (end - start) / CALLS : NAN; // NOLINT(misc-redundant-expression)
}

static double time_of_f(call_f *f, const float *x)
{
    float y = 0;
    const double start = nanoseconds();
    for (int i = 0; i < CALLS; i++)
        y = f(x[i % ARGUMENTS] + 0 * y);
    const double end = nanoseconds();
    return y == y ? (end - start) / CALLS : NAN; // NOLINT(misc-redundant-expression)
}

struct arguments {
    double wide[ARGUMENTS], narrow[ARGUMENTS];
    float wide_f[ARGUMENTS], narrow_f[ARGUMENTS];
};

static void draw(struct arguments *out)
{
    unsigned long state = 1;
    for (int i = 0; i < ARGUMENTS; i++) {
        state = (state * 1103515245 + 12345) & 0x7fffffff;
        out->narrow[i] = (double)state * 0x1p-31;
        out->wide[i] = 100 * out->narrow[i] - 50;
        out->wide_f[i] = (float)out->wide[i];
        out->narrow_f[i] = (float)out->narrow[i];
    }
}

static void measure(struct row *r, const struct arguments *a)
{
    /* arguments from 0 to 1 for inverse functions, logarithms and powers */
    const bool narrow = r->name[0] && strchr("alp", r->name[0]);
    for (int k = 0; k < 4; k++) {
        const double t = k < 2 ? time_of(r->f[k], narrow ? a->narrow : a->wide)
                               : time_of_f(r->g[k - 2], narrow ? a->narrow_f : a->wide_f);
        if (r->best[k] == 0 || t < r->best[k])
            r->best[k] = t;
    }
}

int main(void)
{
    struct row rows[] = {
        {"", {nothing, nothing}, {nothing_f, nothing_f}, {0}},
#define X(name, kind, ...) {#name, {ours_##name, libs_##name}, {ours_f_##name, libs_f_##name}, {0}},
        RT_FNS(X)
#undef X
            {"sin + cos", {ours_sincos, libs_two_calls}, {ours_f_sincos, libs_f_two_calls}, {0}},
    };
    enum { N = sizeof rows / sizeof *rows };
    struct arguments arguments;
    draw(&arguments);
    for (int i = 0; i < ROUNDS * N; i++) /* in turn, since the load of the machine varies */
        measure(&rows[i % N], &arguments);
    puts("ns a call     ours  C library    float  C library");
    for (int i = 1; i < N; i++) {
        printf("%-10s", rows[i].name);
        for (int k = 0; k < 4; k++)
            printf("%s%7.1f",
                   k == 2  ? "   "
                   : k % 2 ? "    "
                           : " ",
                   rows[i].best[k] - rows[0].best[k]);
        puts("");
    }
    return 0;
}
