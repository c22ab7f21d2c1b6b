/* tests/unit/taylor_method.c -- the Taylor method in extreme cases of series, numbers and models.
 */
#include "gen/base/base.h"
#include "runtime/taylor.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 2000 };

START_TEST(the_order_fits_the_tolerance)
{
    static const struct {
        double tolerance;
        int order;
    } rows[] = {{1e-15, 19}, {1e-12, 15}, {1e-9, 12},  {0, 12},      {1e-6, 8},
                {1e-3, 5},   {1, 4},      {1e300, 4},  {1e-40, 32},  {1e-300, 32},
                {NAN, 12},   {-1, 12},    {1e-18, 22}, {INFINITY, 4}};
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_msg(rt_taylor_order(rows[i].tolerance) == rows[i].order, "%g: %d",
                      rows[i].tolerance, rt_taylor_order(rows[i].tolerance));
}
END_TEST

/* ---- y' = w v, v' = -w y, w = p[0] ---- */

static void turn(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    out[0] = p[0] * x[1];
    out[1] = -p[0] * x[0];
}

static const struct rt_jet turn_jets[] = {
    {.code = RT_JET_state, .high = RT_JET_ALL, .a = 0},
    {.code = RT_JET_state, .high = RT_JET_ALL, .a = 1},
    {.code = RT_JET_param},
    {.code = RT_JET_mul, .high = RT_JET_ALL, .a = 2, .b = 1},
    {.code = RT_JET_mul, .high = RT_JET_ALL, .a = 2, .b = 0},
    {.code = RT_JET_neg, .high = RT_JET_ALL, .a = 4},
};
static const uint32_t turn_rates[] = {3, 5};

/* In units of time that are much too long or too short, powers of w overflow or underflow. */
START_TEST(units_of_time_do_not_matter)
{
    static const double w[] = {1, 1e10, 1e16, 1e20, 1e40, 1e-10, 1e-16, 1e-20, 1e-40};
    for (size_t i = 0; i < COUNT(w); i++) {
        const struct rt_tape tape = {
            .states = 2, .order = 19, .n = COUNT(turn_jets), .at = turn_jets, .rate = turn_rates};
        const struct rt_model m = {.states = 2,
                                   .params = 1,
                                   .block = {[RT_rhs] = turn},
                                   .length = {[RT_rhs] = 2, [RT_jet] = 38},
                                   .tape = &tape};
        struct rt_task task = {.method = rt_method_find("taylor"),
                               .model = &m,
                               .p = &w[i],
                               .span = {0, 3 / w[i], 1 / w[i]},
                               .rel = 1e-12};
        double x[2] = {0, 1}, work[ROOM];
        struct rt_count count;
        ck_assert_uint_lt(rt_work(&task), ROOM);
        const enum rt_status got = rt_run(&task, x, work, &count);
        ck_assert_msg(got == RT_OK, "%g: %s", w[i], rt_message(got));
        ck_assert_msg(fabs(x[0] - sin(3)) < 1e-11 && fabs(x[1] - cos(3)) < 1e-11, "%g: %g, %g",
                      w[i], x[0] - sin(3), x[1] - cos(3));
        ck_assert_msg(count.steps < 300, "%g: %d steps", w[i], (int)count.steps);
    }
}
END_TEST

/* ---- events that no coefficient shows ---- */

/* y' = 1, and 2 from t = 1/2 on */
static void jump(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)u;
    (void)x;
    (void)p;
    out[0] = t < 0.5 ? 1 : 2;
}

static void jump_jet(double t, const double *u, const double *x, const double *p, double *out)
{
    jump(t, u, x, p, out);
    for (int k = 1; k < 8; k++)
        out[k] = 0;
}

/* Each series is a polynomial and allows steps of any length. */
START_TEST(a_jump_is_noticed)
{
    const struct rt_model m = {.states = 1,
                               .block = {[RT_rhs] = jump, [RT_jet] = jump_jet},
                               .length = {[RT_rhs] = 1, [RT_jet] = 8}};
    struct rt_task task = {
        .method = rt_method_find("taylor"), .model = &m, .span = {0, 1, 1}, .rel = 1e-9};
    double x[1] = {0}, work[ROOM];
    struct rt_count count;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
    ck_assert_msg(fabs(x[0] - 1.5) < 1e-7, "%.17g", x[0]);
    ck_assert(count.rejected > 0 && count.steps < 60);
    task.span.end = 0.25;
    x[0] = 0;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
    ck_assert(count.steps == 1 && count.jets == 1 && x[0] == 0.25);
}
END_TEST

/* ---- a rate that is the difference of large states: x' = p - a, p' = -x, a' = 0 ---- */

enum { GAUGED_ORDER = 19 };

static void gauged(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)p;
    out[0] = x[1] - x[2];
    out[1] = -x[0];
    out[2] = 0;
}

static void gauged_jet(double t, const double *u, const double *x, const double *p, double *out)
{
    gauged(t, u, x, p, out);
    for (int k = 1; k < GAUGED_ORDER; k++)
        gauged(t, u, out + 3 * (k - 1), p, out + 3 * k);
    double factor = 1;
    for (int k = 1; k < GAUGED_ORDER; k++) {
        factor /= k + 1;
        for (int i = 0; i < 3; i++)
            out[3 * k + i] *= factor;
    }
}

/* Rounding of the states limits the rate: shorter steps would not make it better. */
START_TEST(rounding_of_states_is_allowed_for)
{
    const struct rt_model m = {.states = 3,
                               .block = {[RT_rhs] = gauged, [RT_jet] = gauged_jet},
                               .length = {[RT_rhs] = 3, [RT_jet] = 3 * GAUGED_ORDER}};
    for (int k = 0; k < 7; k++) {
        const double a = pow(10, k);
        struct rt_task task = {
            .method = rt_method_find("taylor"), .model = &m, .span = {0, 100, 100}, .rel = 1e-15};
        double x[3] = {0, a + 1, a}, work[ROOM];
        struct rt_count count;
        ck_assert_uint_lt(rt_work(&task), ROOM);
        ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
        ck_assert_msg(50 * count.rejected <= count.steps, "%g: %lu steps, %lu refused", a,
                      (unsigned long)count.steps, (unsigned long)count.rejected);
        ck_assert_msg(fabs(x[0] - sin(100)) < 1e-13 * (1 + a), "%g: %g", a, x[0] - sin(100));
    }
}
END_TEST

/* ---- inputs: y' = u y, u = t up to 1, then 2 - t ---- */

static void driven(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)p;
    out[0] = u[0] * x[0];
}

static void hat(void *context, double from, double t, double *u)
{
    (void)context;
    u[0] = from < 1 ? t : 2 - t;
    u[1] = from < 1 ? 1 : -1;
}

static double hat_break(void *context, double t)
{
    (void)context;
    return t < 1 ? 1 : INFINITY;
}

START_TEST(rates_of_inputs_are_used)
{
    static const struct rt_jet jets[] = {{.code = RT_JET_state, .high = RT_JET_ALL},
                                         {.code = RT_JET_input, .high = 1},
                                         {.code = RT_JET_mul, .high = RT_JET_ALL, .a = 1, .b = 0}};
    static const uint32_t rates[] = {2};
    const struct rt_tape tape = {
        .states = 1, .inputs = 1, .order = 15, .n = COUNT(jets), .at = jets, .rate = rates};
    const struct rt_model m = {.states = 1,
                               .inputs = 1,
                               .block = {[RT_rhs] = driven},
                               .length = {[RT_rhs] = 1, [RT_jet] = 15},
                               .tape = &tape};
    const struct rt_input input = {.at = hat, .next = hat_break};
    const struct rt_task task = {.method = rt_method_find("taylor"),
                                 .model = &m,
                                 .span = {0, 2, 0.1},
                                 .input = &input,
                                 .rel = 1e-13};
    double x[1] = {1}, work[ROOM];
    struct rt_count count;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
    ck_assert_msg(fabs(x[0] - exp(1)) < 1e-12, "%g", x[0] - exp(1));
    ck_assert_uint_lt(count.steps, 12);
    ck_assert_uint_eq(count.rejected, 0);
}
END_TEST

/* ---- models ---- */

/* Rows of a run, as they are written. */
static const char *run_by(struct lab *l, const char *path, const char *method, const char *tol,
                          const char *engine)
{
    const char *const arguments[] = {"run", path, "--method", method, "--tol",
                                     tol,   "-t", "3",        "--dt", "0.125",
                                     "-o",  "-",  "--engine", engine, NULL};
    const struct told told = tool_run(l->m, NULL, arguments);
    ck_assert_msg(told.code == EXIT_DONE, "%s: %s", path, told.err);
    return told.out;
}

/* As code, or as a tape where that is too long; every engine gives the same bits. */
START_TEST(engines_and_methods_agree)
{
    static const char *const paths[] = {"models/sleigh.nh", "models/snakeboard.nh",
                                        "models/trailer10.nh", "models/rolling_disk.nh"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct lab l = lab_open();
        const char *rows = run_by(&l, paths[i], "taylor", "1e-14", "tcc");
        ck_assert_str_eq(rows, run_by(&l, paths[i], "taylor", "1e-14", "interp"));
        if (test_whole() && i < 2)
            ck_assert_str_eq(rows, run_by(&l, paths[i], "taylor", "1e-14", "cc"));
        const char *other = run_by(&l, paths[i], "dop853", "1e-13", "tcc");
        const char *a = strchr(rows, '\n') + 1, *b = strchr(other, '\n') + 1;
        size_t numbers = 0;
        while (*a && *b) {
            double x = 0, y = 1;
            const size_t m = strcspn(a, ",\n"), n = strcspn(b, ",\n");
            ck_assert(json_double(a, m, &x) && json_double(b, n, &y));
            ck_assert_msg(fabs(x - y) <= 1e-11 * (1 + fabs(y)), "%s: %.17g, %.17g", paths[i], x, y);
            a += m + 1;
            b += n + 1;
            numbers++;
        }
        ck_assert(*a == *b && numbers > 100);
        lab_close(&l);
    }
}
END_TEST

static const char kinked[] = "coords x\n"
                             "metric dx^2\n"
                             "force x = -abs(x') x'\n"
                             "frame v = d_x\n"
                             "init x = 1, v = 1\n";

START_TEST(what_has_no_series_is_refused)
{
    struct lab l = lab_open();
    const char *const run[] = {"run", "-", "--method", "taylor", "-o", "-", NULL};
    const char *const emit[] = {"emit", "-", "--blocks", "jet", NULL};
    const char *const all[] = {"emit", "-", "--blocks", "all", NULL};
    const struct told told[] = {tool_run(l.m, kinked, run), tool_run(l.m, kinked, emit)};
    for (size_t i = 0; i < COUNT(told); i++) {
        ck_assert_int_eq(told[i].code, EXIT_NO);
        ck_assert_ptr_nonnull(strstr(told[i].err, "the motion has abs(...)"));
        ck_assert_str_eq(told[i].out, "");
    }
    const struct told rest = tool_run(l.m, kinked, all);
    ck_assert_msg(rest.code == EXIT_DONE, "%s", rest.err);
    ck_assert_ptr_null(strstr(rest.out, "LENGTH_jet"));
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_order_fits_the_tolerance,      units_of_time_do_not_matter, a_jump_is_noticed,
        rounding_of_states_is_allowed_for, rates_of_inputs_are_used,    engines_and_methods_agree,
        what_has_no_series_is_refused};
    return test_run("taylor", tests, COUNT(tests));
}
