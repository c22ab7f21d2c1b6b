/* tests/unit/events_inputs_in_methods.c -- events, resets and inputs along a run, by every method.
 */
#include "support/motion.h"
#include "support/support.h"

#include <math.h>

enum { ROOM = 600, KEPT = 64 };

struct log {
    size_t n, which[KEPT];
    double t[KEPT];
    double row; /* time of the last row */
    size_t stop;
};

static int note(void *context, size_t index, double t, const double *u, const double *x)
{
    struct log *l = context;
    (void)u;
    (void)x;
    if (l->n < KEPT) {
        l->which[l->n] = index;
        l->t[l->n] = t;
    }
    return ++l->n == l->stop;
}

static int row(void *context, double t, const double *u, const double *x)
{
    struct log *l = context;
    (void)u;
    (void)x;
    l->row = t;
    return 0;
}

static struct rt_task task_of(const struct rt_method *m, const struct rt_model *model, double end,
                              double step, struct log *l)
{
    return (struct rt_task){.method = m,
                            .model = model,
                            .span = {0, end, step},
                            .rel = 1e-13,
                            .sink = {.row = row, .event = note, .context = l}};
}

/* Methods of order 2 or more are exact for motions that are quadratic in time. */
static bool is_exact(const struct rt_method *m)
{
    return m->order > 1;
}

#define NEAR(got, want)                                                                            \
    ck_assert_msg(fabs((got) - (want)) < 1e-12, "%s: %.17g, not %.17g", m->name, got, want)

/* y = 1 - t^2 is 0 at 1, its velocity -1 at 1/2; the first comes later in a step that has both. */
START_TEST(times_are_right_and_in_order)
{
    const struct rt_event both[] = {{RT_ANY, RT_RECORD}, {RT_FALLING, RT_RECORD}};
    const double steps[] = {0.01, 0.3, 1.5};
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < COUNT(steps) && is_exact(&rt_methods[i]); k++) {
            const struct rt_method *m = &rt_methods[i];
            struct log l = {0};
            double x[2] = {1, 0}, work[ROOM], p[1] = {0};
            struct rt_count count;
            struct rt_task task = task_of(m, &motion_ball, 1.5, steps[k], &l);
            task.p = p;
            task.event = both;
            ck_assert_uint_lt(rt_work(&task), ROOM);
            ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
            ck_assert_uint_eq(l.n, 2);
            ck_assert_uint_eq(count.events, 2);
            ck_assert(l.which[0] == 1 && l.which[1] == 0);
            NEAR(l.t[0], 0.5);
            NEAR(l.t[1], 1.0);
            NEAR(x[0], -1.25);
            ck_assert(l.row == 1.5 && count.t == 1.5);
        }
}
END_TEST

START_TEST(directions_are_heeded)
{
    static const struct {
        enum rt_direction direction;
        size_t n;
    } rows[] = {{RT_ANY, 2}, {RT_FALLING, 1}, {RT_RISING, 1}};
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < COUNT(rows) && is_exact(&rt_methods[i]); k++) {
            const struct rt_method *m = &rt_methods[i];
            const struct rt_event e[] = {{rows[k].direction, RT_RECORD}, {RT_RISING, RT_RECORD}};
            struct log l = {0};
            double x[2] = {0, 2}, work[ROOM], p[1] = {0}; /* up, and back at 2 */
            struct rt_task task = task_of(m, &motion_ball, 3, 0.25, &l);
            task.p = p;
            task.event = e;
            x[0] = -0.75; /* 0 at 1/2 and 3/2 */
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
            ck_assert_uint_eq(l.n, rows[k].n);
            NEAR(l.t[0], rows[k].direction == RT_FALLING ? 1.5 : 0.5);
            NEAR(l.t[l.n - 1], rows[k].direction == RT_RISING ? 0.5 : 1.5);
        }
}
END_TEST

/* A start at the root is no event, but the return to it is. */
START_TEST(a_start_at_zero_is_no_event)
{
    const struct rt_event e[] = {{RT_ANY, RT_RECORD}, {RT_RISING, RT_RECORD}};
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        struct log l = {0};
        double x[2] = {0, 2}, work[ROOM], p[1] = {0};
        struct rt_task task = task_of(m, &motion_ball, 3, 0.25, &l);
        task.p = p;
        task.event = e;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        ck_assert_msg(l.n == 1, "%s: %zu", m->name, l.n);
        if (is_exact(m))
            NEAR(l.t[0], 2.0);
    }
}
END_TEST

START_TEST(an_event_may_end_the_run)
{
    const struct rt_event e[] = {{RT_ANY, RT_RECORD}, {RT_ANY, RT_HALT}};
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        struct log l = {0};
        double x[2] = {1, 0}, work[ROOM], p[1] = {0};
        struct rt_count count;
        struct rt_task task = task_of(m, &motion_ball, 3, 0.4, &l);
        task.p = p;
        task.event = e;
        ck_assert_int_eq(rt_run(&task, x, work, &count), RT_STOPPED);
        ck_assert_uint_eq(count.halted, 2);
        ck_assert(l.n == 1 && l.row == count.t && l.t[0] == count.t);
        NEAR(count.t, 0.5);
        NEAR(x[1], -1.0);
        l = (struct log){.stop = 1};
        x[0] = 1;
        x[1] = 0;
        ck_assert_int_eq(rt_run(&task, x, work, &count), RT_STOPPED);
        ck_assert_uint_eq(count.halted, 0);
    }
}
END_TEST

/* Bounces with half of the velocity: at 1, 2, 2.5, ..., infinitely many before 3. */
START_TEST(a_ball_bounces)
{
    const struct rt_event e[] = {{RT_FALLING, RT_RESET}, {RT_RISING, RT_RECORD}};
    const double steps[] = {0.01, 0.7};
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < COUNT(steps) && is_exact(&rt_methods[i]); k++) {
            const struct rt_method *m = &rt_methods[i];
            struct log l = {0};
            double x[2] = {1, 0}, work[ROOM], p[1] = {0.5}, want = 1;
            struct rt_count count;
            struct rt_task task = task_of(m, &motion_ball, 2.9, steps[k], &l);
            task.p = p;
            task.event = e;
            ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
            for (size_t b = 0; b < l.n; b++) {
                NEAR(l.t[b], want);
                want += pow(0.5, (double)b);
            }
            ck_assert_uint_eq(l.n, 5); /* the next is at 2.9375 */
            l.n = 0;
            x[0] = 1;
            x[1] = 0;
            task.span.end = 10;
            const enum rt_status got = rt_run(&task, x, work, &count);
            ck_assert_msg(got == RT_ZENO, "%s: %s, %zu events, t = %g", m->name, rt_message(got),
                          l.n, count.t);
            ck_assert(fabs(count.t - 3) < 1e-8 && fabs(x[0]) < 1e-8);
        }
}
END_TEST

/* Steps of a few roundings after a bounce: the ball has not left the ground yet, nor fallen
 * again. */
START_TEST(a_bounce_is_not_seen_twice)
{
    const struct rt_event e[] = {{RT_FALLING, RT_RESET}, {RT_RISING, RT_RECORD}};
    for (size_t i = 0; i < rt_method_count; i++)
        for (int k = 0; k < 40 && is_exact(&rt_methods[i]); k++) {
            const struct rt_method *m = &rt_methods[i];
            const double eps = 0x1p-52, from = 1 - 8 * eps + k * eps;
            const double at[] = {from, from + eps, from + 3 * eps, from + 8 * eps, from + 1, 2.4};
            struct log l = {0};
            double x[2] = {1, 0}, work[ROOM], p[1] = {0.5};
            struct rt_task task = task_of(m, &motion_ball, 2.4, 0.03, &l);
            task.p = p;
            task.event = e;
            task.at = at;
            task.ats = COUNT(at);
            task.largest = 0.03;
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
            ck_assert_msg(l.n == 2, "%s, %d: %zu events", m->name, k, l.n);
            NEAR(l.t[1], 2.0);
        }
}
END_TEST

/* An elastic ball bounces for ever, for every direction of the event. */
START_TEST(a_ball_that_loses_nothing_bounces_on)
{
    const struct rt_event falling[] = {{RT_FALLING, RT_RESET}, {RT_RISING, RT_RECORD}};
    const struct rt_event any[] = {{RT_ANY, RT_RESET}, {RT_RISING, RT_RECORD}};
    const struct rt_event *const kinds[] = {falling, any};
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < COUNT(kinds) && is_exact(&rt_methods[i]); k++) {
            const struct rt_method *m = &rt_methods[i];
            struct log l = {0};
            double x[2] = {1, 0}, work[ROOM], p[1] = {1};
            struct rt_task task = task_of(m, &motion_ball, 41, 0.3, &l);
            task.p = p;
            task.event = kinds[k];
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
            size_t bounces = 0;
            for (size_t b = 0; b < l.n; b++)
                if (l.which[b] == 0)
                    ck_assert_msg(fabs(l.t[b] - (double)(2 * bounces++ + 1)) < 1e-10, "%s: %.17g",
                                  m->name, l.t[b]);
            ck_assert_msg(bounces >= 20, "%s: %zu", m->name, bounces);
        }
}
END_TEST

/* ---- the circle ---- */

/* y crosses p[0], which is near its maximum, twice; the second and third events are equal. */
static void twice(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    out[0] = x[1] - p[0];
    out[1] = p[0] - x[1];
    out[2] = x[0];
}

static struct rt_model circle(void)
{
    struct rt_model m = motion_circle;
    m.block[RT_event] = twice;
    m.length[RT_event] = 3;
    return m;
}

START_TEST(two_roots_in_a_step_are_not_missed)
{
    const struct rt_model model = circle();
    const struct rt_event e[] = {{RT_ANY, RT_RECORD}, {RT_FALLING, RT_RECORD}, {RT_ANY, RT_RECORD}};
    static const struct {
        const char *method;
        double step, largest;
    } rows[] = {{"dop853", 1, 0.3}, {"dopri5", 1, 0.3}, {"gauss3", 0.01, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct rt_method *m = rt_method_find(rows[i].method);
        struct log l = {0};
        double x[2] = {1, 0}, work[ROOM], p[1] = {0.999};
        const double first = asin(p[0]);
        struct rt_task task = task_of(m, &model, 2, rows[i].step, &l);
        task.p = p;
        task.event = e;
        task.rel = 1e-14;
        task.largest = rows[i].largest;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        ck_assert_msg(l.n == 4, "%s: %zu", m->name, l.n);
        /* two simultaneous events, then the top, then the way down */
        ck_assert(l.which[0] == 0 && l.which[1] == 1 && l.which[2] == 2 && l.which[3] == 0);
        ck_assert(l.t[0] == l.t[1]);
        NEAR(l.t[0], first);
        NEAR(l.t[2], acos(-1) / 2);
        NEAR(l.t[3], acos(-1) - first);
    }
}
END_TEST

static void nowhere(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)u;
    (void)x;
    (void)p;
    out[0] = t < 0.5 ? 1 : NAN;
}

static void to_nowhere(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)x;
    (void)p;
    out[0] = out[1] = out[2] = out[3] = INFINITY;
}

START_TEST(what_is_no_number_is_an_error)
{
    struct rt_model bad = motion_circle, worse = motion_ball;
    const struct rt_event e[] = {{RT_ANY, RT_RECORD}};
    const struct rt_event resets[] = {{RT_ANY, RT_RESET}, {RT_ANY, RT_RESET}};
    bad.block[RT_event] = nowhere;
    bad.length[RT_event] = 1;
    worse.block[RT_reset] = to_nowhere;
    struct log l = {0};
    double x[2] = {1, 0}, work[ROOM], p[1] = {0};
    struct rt_count count;
    struct rt_task task = task_of(rt_method_find("rk4"), &bad, 2, 0.1, &l);
    task.event = e;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_NAN);
    ck_assert(count.t < 0.5 && rt_message(RT_NAN) && isfinite(x[0]));
    task = task_of(rt_method_find("rk4"), &worse, 2, 0.1, &l);
    task.p = p;
    task.event = resets;
    x[0] = 1;
    x[1] = 0;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_NAN);
    ck_assert(fabs(count.t - 0.5) < 1e-12 && fabs(x[1] + 1) < 1e-12);
    worse.length[RT_reset] = 0;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_NEEDS);
    worse.length[RT_event] = 0;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_NEEDS);
}
END_TEST

/* ---- inputs ---- */

/* x' = u[0], y' = u[0] y + u's rate: u is 2t up to 0.3, 5 - t up to 0.7, and then 1. */
static void driven(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)x;
    (void)p;
    out[0] = u[0];
    out[1] = u[1];
}

static void zero4(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)x;
    (void)p;
    out[0] = out[1] = out[2] = out[3] = 0;
}

struct table {
    size_t asked;
    bool breaks;
};

static void input(void *context, double from, double t, double *u)
{
    struct table *b = context;
    const double at = b->breaks ? from : t;
    b->asked++;
    u[0] = at < 0.3 ? 2 * t : at < 0.7 ? 5 - t : 1;
    u[1] = at < 0.3 ? 2 : at < 0.7 ? -1 : 0;
}

static double next(void *context, double t)
{
    const struct table *b = context;
    return !b->breaks ? INFINITY : t < 0.3 ? 0.3 : t < 0.7 ? 0.7 : INFINITY;
}

START_TEST(steps_end_where_inputs_break)
{
    const struct rt_model model = {.states = 2,
                                   .inputs = 1,
                                   .block = {[RT_rhs] = driven, [RT_jac] = zero4},
                                   .length = {[RT_rhs] = 2, [RT_jac] = 4}};
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        if (!is_exact(m) || m->needs & ~(1U << RT_jac))
            continue;
        for (int breaks = 0; breaks < 2; breaks++) {
            struct table b = {.breaks = breaks};
            const struct rt_input in = {input, next, &b};
            struct log l = {0};
            double x[2] = {0, 0}, work[ROOM];
            struct rt_task task = task_of(m, &model, 1, 0.11, &l);
            task.rel = 1e-3;
            task.input = &in;
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
            ck_assert(b.asked > 0);
            const double want = 0.09 + (5 * 0.4 - (0.49 - 0.09) / 2) + 0.3;
            if (breaks) {
                ck_assert_msg(fabs(x[0] - want) < 1e-14, "%s: %.17g", m->name, x[0]);
                ck_assert_msg(fabs(x[1] - (0.6 - 0.4)) < 1e-14, "%s: %.17g", m->name, x[1]);
            } else {
                ck_assert_msg(fabs(x[0] - want) > 1e-9, "%s sees no break", m->name);
            }
        }
        double x[2] = {0, 0}, work[ROOM];
        const double u[1] = {3};
        struct log l = {0};
        struct rt_task task = task_of(m, &model, 1, 0.11, &l);
        task.u = u;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        NEAR(x[0], 3.0);
        ck_assert(x[1] == 0); /* the rate of a constant is 0 */
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {times_are_right_and_in_order,
                                  directions_are_heeded,
                                  a_start_at_zero_is_no_event,
                                  an_event_may_end_the_run,
                                  a_ball_bounces,
                                  a_bounce_is_not_seen_twice,
                                  a_ball_that_loses_nothing_bounces_on,
                                  two_roots_in_a_step_are_not_missed,
                                  what_is_no_number_is_an_error,
                                  steps_end_where_inputs_break};
    return test_run("event", tests, COUNT(tests));
}
