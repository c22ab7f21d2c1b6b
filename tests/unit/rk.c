/* tests/unit/rk.c -- integrators: every row of methods.h has the order it claims. */
#include "runtime/rt.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

/* y1' = y2, y2' = -y1 + cos(2 t) / 2, y3' = y3 y1: oscillation, time and a product. */
static void oscillator(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)u;
    out[0] = x[1];
    out[1] = -p[0] * x[0] + cos(2 * t) / 2;
    out[2] = x[2] * x[0];
}

/* y1 = sin t + (cos t - cos 2t)/6 */
static double exact_position(double t)
{
    return sin(t) + (cos(t) - cos(2 * t)) / 6;
}

/* y1' of the above, and y3 = exp(integral of y1) */
static void exact(double t, double *x)
{
    x[0] = exact_position(t);
    x[1] = cos(t) + (2 * sin(2 * t) - sin(t)) / 6;
    x[2] = exp(1 - cos(t) + (sin(t) - sin(2 * t) / 2) / 6);
}

static const struct rt_model model = {.states = 3, .params = 1, .block = {[RT_rhs] = oscillator}};

enum { CANARY = 77, ROOM = 400 };

static const double unit[1] = {1};

static struct rt_task task_of(const struct rt_method *m, double end, double step)
{
    return (struct rt_task){.method = m, .model = &model, .p = unit, .span = {0, end, step}};
}

static double error_at_end(const struct rt_method *m, double step)
{
    double x[3], want[3], work[ROOM];
    const struct rt_task task = task_of(m, 2, step);
    const size_t used = rt_work(&task);
    struct rt_count count;
    ck_assert_uint_lt(used, ROOM);
    exact(0, x);
    for (size_t i = used; i < ROOM; i++)
        work[i] = CANARY;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
    for (size_t i = used; i < ROOM; i++)
        ck_assert(work[i] == CANARY);
    ck_assert(count.t == 2);
    exact(2, want);
    return fabs(x[0] - want[0]) + fabs(x[1] - want[1]) + fabs(x[2] - want[2]);
}

START_TEST(every_method_has_its_order)
{
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        const double h = m->order > 2 ? 1.0 / 64 : 1.0 / 512;
        const double order = log2(error_at_end(m, h) / error_at_end(m, h / 2));
        ck_assert_msg(fabs(order - m->order) < 0.1, "%s: order %.3f, claimed %d", m->name, order,
                      m->order);
    }
}
END_TEST

/* Rows sum to their node, weights to 1: a misplaced coefficient shows even where order does not. */
START_TEST(rows_are_consistent)
{
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        const double *a = m->a;
        double weights = 0;
        for (int s = 0; s < m->stages; s++) {
            double row = 0;
            for (int j = 0; j < s; j++)
                row += *a++;
            weights += m->b[s];
            ck_assert_msg(fabs(row - m->c[s]) < 1e-15, "%s: row %d", m->name, s);
        }
        ck_assert_msg(fabs(weights - 1) < 1e-15, "%s: weights", m->name);
        ck_assert_ptr_eq(rt_method_find(m->name), m);
    }
    ck_assert_ptr_null(rt_method_find("rk"));
    ck_assert_ptr_null(rt_method_find("rk44"));
    ck_assert_ptr_null(rt_method_find(""));
}
END_TEST

/* ---- where a run ends ---- */

struct seen {
    double t[16];
    size_t n, stop;
};

static int see(void *context, double t, const double *u, const double *x)
{
    (void)u;
    struct seen *s = context;
    (void)x;
    if (s->n < COUNT(s->t))
        s->t[s->n] = t;
    return ++s->n == s->stop;
}

START_TEST(the_last_row_is_at_the_end)
{
    static const struct {
        double end, step;
        size_t rows;
    } rows[] = {{1, 0.25, 5}, {1, 0.3, 5},  {0.3, 0.1, 4}, {0.7, 0.1, 8},
                {0, 0.1, 1},  {0.05, 1, 2}, {1e-12, 1, 2}, {1 + 1e-15, 0.5, 3}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct seen s = {.n = 0};
        double x[3] = {0, 1, 1}, work[ROOM];
        struct rt_task task = task_of(rt_method_find("rk4"), rows[i].end, rows[i].step);
        task.sink = (struct rt_sink){.row = see, .context = &s};
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        ck_assert_uint_eq(s.n, rows[i].rows);
        ck_assert(s.t[s.n - 1] == rows[i].end);
        ck_assert(s.t[0] == 0);
    }
}
END_TEST

START_TEST(a_run_stops_on_request)
{
    struct seen s = {.stop = 3};
    double x[3] = {0, 1, 1}, work[ROOM];
    struct rt_task task = task_of(rt_method_find("rk4"), 1, 0.1);
    task.sink = (struct rt_sink){.row = see, .context = &s};
    struct rt_count count;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_STOPPED);
    ck_assert_uint_eq(count.steps, 2);
    ck_assert_uint_eq(count.calls, 8);
    ck_assert(count.t == 0.2);
}
END_TEST

/* y' = y^2 from 1 blows up at t = 1. */
static void blow_up(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)p;
    out[0] = x[0] * x[0];
}

START_TEST(a_state_that_blows_up_stays_at_the_last_good_step)
{
    const struct rt_model m = {.states = 1, .block = {[RT_rhs] = blow_up}};
    for (size_t i = 0; i < rt_method_count; i++) {
        struct seen s = {.n = 0};
        double x[1] = {1}, work[ROOM];
        struct rt_task task = task_of(&rt_methods[i], 100, 0.125);
        task.model = &m;
        task.sink = (struct rt_sink){.row = see, .context = &s};
        struct rt_count count;
        ck_assert_int_eq(rt_run(&task, x, work, &count), RT_NAN);
        ck_assert(isfinite(x[0]) && x[0] > 1);
        ck_assert_uint_eq(s.n, count.steps + 1);
        ck_assert(count.t < 100);
    }
}
END_TEST

START_TEST(wrong_spans_are_refused)
{
    const double nan = NAN, inf = INFINITY;
    const struct {
        struct rt_span span;
        enum rt_status status;
    } rows[] = {{{0, 1, 0}, RT_STEP},   {{0, 1, -1}, RT_STEP},     {{0, -1, 0.1}, RT_STEP},
                {{0, 1, nan}, RT_STEP}, {{0, nan, 1}, RT_STEP},    {{nan, 1, 1}, RT_STEP},
                {{0, inf, 1}, RT_STEP}, {{0, 1, 1e-300}, RT_MANY}, {{0, 1, inf}, RT_OK}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        double x[3] = {0, 1, 1}, work[ROOM];
        struct rt_task task = task_of(rt_method_find("rk4"), 1, 1);
        task.span = rows[i].span;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), rows[i].status);
    }
    double x[3] = {0, nan, 1}, work[ROOM];
    const struct rt_task task = task_of(rt_method_find("rk4"), 1, 0.1);
    struct rt_count count;
    ck_assert_int_eq(rt_run(&task, x, work, &count), RT_NAN);
    ck_assert_uint_eq(count.calls, 0);
}
END_TEST

START_TEST(every_status_has_words)
{
#define X(name, message) ck_assert_str_eq(rt_message(RT_##name), message);
    RT_STATUS(X)
#undef X
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_method_has_its_order,
                                  rows_are_consistent,
                                  the_last_row_is_at_the_end,
                                  a_run_stops_on_request,
                                  a_state_that_blows_up_stays_at_the_last_good_step,
                                  wrong_spans_are_refused,
                                  every_status_has_words};
    return test_run("rk", tests, COUNT(tests));
}
