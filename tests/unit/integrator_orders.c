/* tests/unit/integrator_orders.c -- integrators: order of every row, rows, ends and failures. */
#include "support/motion.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

enum { CANARY = 77, ROOM = 500 };

static struct rt_task task_of(const struct rt_method *m, const struct rt_model *model, double end,
                              double step)
{
    return (struct rt_task){.method = m, .model = model, .span = {0, end, step}};
}

static bool can(const struct rt_method *m, const struct rt_model *model)
{
    for (unsigned b = 0; b < RT_BLOCKS; b++)
        if (m->needs >> b & 1 && !model->length[b])
            return false;
    return true;
}

static double distance(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += fabs(a[i] - b[i]);
    return sum;
}

/* ---- order ---- */

/* Single steps of the same length, which every method supports; returns the largest error. */
static double walk(const struct rt_task *task, double *x)
{
    double work[ROOM], want[3], worst = 0;
    const size_t used = rt_work(task);
    const size_t steps = (size_t)(task->span.end / task->span.step);
    ck_assert_uint_lt(used, ROOM);
    for (size_t i = used; i < ROOM; i++)
        work[i] = CANARY;
    for (size_t i = 0; i < steps; i++) {
        ck_assert_int_eq(rt_step(task, (double)i * task->span.step, task->span.step, x, work),
                         RT_OK);
        motion_driven_at((double)(i + 1) * task->span.step, want);
        worst = fmax(worst, task->model == &motion_driven ? distance(x, want, 3) : 0);
    }
    for (size_t i = used; i < ROOM; i++)
        ck_assert(work[i] == CANARY);
    return worst;
}

static double error_driven(const struct rt_method *m, double h)
{
    double x[3];
    const struct rt_task task = task_of(m, &motion_driven, 2, h);
    motion_driven_at(0, x);
    return walk(&task, x);
}

/* Against very short steps of another method. */
static double error_hunt(const struct rt_method *m, double h)
{
    double x[2] = {1.5, 0.75}, want[2] = {1.5, 0.75};
    const struct rt_task task = task_of(m, &motion_hunt, 2, h);
    const struct rt_task fine = task_of(rt_method_find("gauss3"), &motion_hunt, 2, 1.0 / 512);
    walk(&task, x);
    walk(&fine, want);
    return distance(x, want, 2);
}

/* Errors must be far above rounding, and steps short enough to see the leading term. */
static double step_for(int order)
{
    static const double h[] = {0, 512, 512, 128, 64, 32, 16, 8, 4};
    return 1 / h[order < (int)COUNT(h) ? order : (int)COUNT(h) - 1];
}

START_TEST(every_method_has_its_order)
{
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        double (*const error[])(const struct rt_method *, double) = {error_hunt, error_driven};
        for (size_t k = 0; k < (can(m, &motion_driven) ? COUNT(error) : 1); k++) {
            const double h = step_for(m->order);
            const double order = log2(error[k](m, h) / error[k](m, h / 2));
            ck_assert_msg(fabs(order - m->order) < (m->order > 4 ? 0.35 : 0.15),
                          "%s: order %.3f, claimed %d", m->name, order, m->order);
        }
    }
}
END_TEST

/* Rows sum to their node, weights to 1: finds misplaced coefficients that keep the order. */
START_TEST(rows_are_consistent)
{
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        const double *a = m->a;
        double weights = 0;
        ck_assert_ptr_eq(rt_method_find(m->name), m);
        for (int s = 0; a && s < m->stages; s++) {
            double row = 0;
            for (int j = 0; j < (rt_is_explicit(m) ? s : m->stages); j++)
                row += *a++;
            weights += m->b[s];
            ck_assert_msg(fabs(row - m->c[s]) < 1e-15, "%s: row %d", m->name, s);
        }
        ck_assert_msg(!a || fabs(weights - 1) < 1e-15, "%s: weights", m->name);
    }
    ck_assert_ptr_null(rt_method_find("rk"));
    ck_assert_ptr_null(rt_method_find("rk44"));
    ck_assert_ptr_null(rt_method_find(""));
}
END_TEST

/* ---- tolerances and rows between steps ---- */

struct follower {
    double worst;
    size_t n;
};

static int follow(void *context, double t, const double *u, const double *x)
{
    struct follower *f = context;
    double want[3];
    (void)u;
    motion_driven_at(t, want);
    f->worst = fmax(f->worst, distance(x, want, 3));
    f->n++;
    return 0;
}

/* Errors are about as large as the tolerance, at the end and between steps. */
START_TEST(tolerances_hold_at_every_row)
{
    const double tolerance[] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < COUNT(tolerance) && rt_methods[i].adaptive; k++) {
            struct follower f = {0};
            double x[3], work[ROOM];
            struct rt_count count;
            struct rt_task task = task_of(&rt_methods[i], &motion_driven, 8, 0.01);
            if (!can(task.method, task.model))
                continue;
            task.rel = tolerance[k];
            task.sink = (struct rt_sink){.row = follow, .context = &f};
            motion_driven_at(0, x);
            ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
            ck_assert_uint_eq(f.n, 801);
            ck_assert_msg(f.worst < 300 * tolerance[k] + 1e-13, "%s, %g: error %g",
                          rt_methods[i].name, tolerance[k], f.worst);
            ck_assert_uint_lt(count.rejected, count.steps);
            ck_assert_uint_lt(count.steps, 4000);
        }
}
END_TEST

/* With all steps of one length, halving them divides errors between them by 2^(order of dense). */
START_TEST(dense_output_has_its_order)
{
    const struct {
        const char *method;
        double order;
        double h;
    } rows[] = {{"dopri5", 5, 1.0 / 8}, {"dop853", 8, 1.0 / 4}, {"taylor", 8, 1.0 / 4}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            struct follower f = {0};
            double x[3], work[ROOM];
            struct rt_task task =
                task_of(rt_method_find(rows[i].method), &motion_driven, 4, 1 / 64.);
            task.rel = task.abs = 1; /* no step is rejected */
            task.first = task.largest = rows[i].h / (1 << k);
            task.sink = (struct rt_sink){.row = follow, .context = &f};
            motion_driven_at(0, x);
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
            error[k] = f.worst;
        }
        const double order = log2(error[0] / error[1]);
        ck_assert_msg(fabs(order - rows[i].order) < 0.6, "%s: dense order %.3f (%g, %g)",
                      rows[i].method, order, error[0], error[1]);
    }
}
END_TEST

/* x' = s^k for k = p[0], s' = 1, and then y' = x, z' = y: polynomials of degree up to the order
 * p[1] are exact up to rounding if weights and rows are right, those of dense output too. And s is
 * the time, at every stage. */
enum { CHAIN = 4 };

static void chain(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)u;
    REQUIRE(fabs(x[1] - t) < 5e-14, "a row that does not sum to its node: %g at %g", x[1], t);
    out[0] = out[1] = 1;
    for (int k = 0; k < (int)p[0]; k++)
        out[0] *= x[1];
    out[2] = x[0];
    out[3] = x[2];
}

static void chain_jac(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    for (int i = 0; i < CHAIN * CHAIN; i++)
        out[i] = 0;
    out[1] = p[0] > 0 ? p[0] * pow(x[1], p[0] - 1) : 0;
    out[2 * CHAIN] = out[3 * CHAIN + 2] = 1;
}

static int on_chain(void *context, double t, const double *u, const double *x)
{
    static const size_t link[] = {0, 2, 3};
    const double *p = context;
    double want = pow(t, p[0]);
    (void)u;
    for (int i = 0; i < (int)COUNT(link) && (int)p[0] + i + 1 <= (int)p[1]; i++) {
        want *= t / (p[0] + i + 1);
        ck_assert_msg(fabs(x[link[i]] - want) < 1e-14 * (1 + fabs(want)),
                      "order %g, power %g, integral %d, t = %g: off by %g", p[1], p[0], i + 1, t,
                      x[link[i]] - want);
    }
    return 0;
}

START_TEST(polynomials_are_exact)
{
    const struct rt_model m = {.states = CHAIN,
                               .params = 2,
                               .block = {[RT_rhs] = chain, [RT_jac] = chain_jac},
                               .length = {[RT_rhs] = CHAIN, [RT_jac] = CHAIN * CHAIN}};
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *method = &rt_methods[i];
        double work[ROOM], p[2];
        struct rt_task task = task_of(method, &m, 1.5, 1.0 / 32);
        task.p = p;
        task.first = task.largest = 0.5;
        task.rel = 1; /* no step is rejected */
        task.sink = (struct rt_sink){.row = on_chain, .context = p};
        for (int k = 0; k < method->order && can(method, &m); k++) {
            double x[CHAIN] = {0};
            p[0] = k;
            p[1] = method->order;
            ck_assert_uint_lt(rt_work(&task), ROOM);
            ck_assert_int_eq(rt_step(&task, 0, 1, x, work), RT_OK);
            on_chain(p, 1, NULL, x);
            for (int j = 0; j < CHAIN; j++)
                x[j] = 0;
            p[1] -= method->adaptive; /* dense output is of one order less */
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        }
    }
}
END_TEST

/* ---- ends of runs ---- */

struct seen {
    double t[16];
    size_t n, stop;
    double x[3];
};

static int see(void *context, double t, const double *u, const double *x)
{
    struct seen *s = context;
    (void)u;
    if (s->n < COUNT(s->t))
        s->t[s->n] = t;
    memcpy(s->x, x, sizeof *x);
    return ++s->n == s->stop;
}

START_TEST(the_last_row_is_at_the_end)
{
    static const struct {
        double end, step;
        size_t rows;
    } rows[] = {{1, 0.25, 5}, {1, 0.3, 5},  {0.3, 0.1, 4}, {0.7, 0.1, 8},
                {0, 0.1, 1},  {0.05, 1, 2}, {1e-12, 1, 2}, {1 + 1e-15, 0.5, 3}};
    for (size_t m = 0; m < rt_method_count; m++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            struct seen s = {.n = 0};
            double x[2] = {1.5, 0.75}, work[ROOM];
            struct rt_task task = task_of(&rt_methods[m], &motion_hunt, rows[i].end, rows[i].step);
            task.sink = (struct rt_sink){.row = see, .context = &s};
            ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
            ck_assert_uint_eq(s.n, rows[i].rows);
            ck_assert(s.t[s.n - 1] == rows[i].end);
            ck_assert(s.t[0] == 0);
            for (size_t k = 1; k + 1 < s.n; k++)
                ck_assert(s.t[k] == (double)k * rows[i].step);
        }
}
END_TEST

/* Rows at given times, by every method: steps are cut, or there is dense output. */
START_TEST(rows_come_at_given_times)
{
    static const double at[] = {0, 0.1, 0.37, 0.37, 1.25, 2};
    for (size_t m = 0; m < rt_method_count; m++) {
        struct seen s = {.n = 0};
        double x[2] = {1.5, 0.75}, want[2] = {1.5, 0.75}, work[ROOM];
        struct rt_task task = task_of(&rt_methods[m], &motion_hunt, 2, 0.001);
        ck_assert_int_eq(rt_run(&task, want, work, NULL), RT_OK);
        task.sink = (struct rt_sink){.row = see, .context = &s};
        task.at = at;
        task.ats = COUNT(at);
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        ck_assert_uint_eq(s.n, COUNT(at));
        ck_assert_mem_eq(s.t, at, sizeof at);
        ck_assert_msg(distance(x, want, 2) < (task.method->order == 1 ? 1e-5 : 1e-8), "%s",
                      task.method->name);
        task.ats = COUNT(at) - 3;
        task.at = at + 2;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        ck_assert(s.t[COUNT(at)] == 0.37);
    }
    const double wrong[][2] = {{1, 0.5}, {-1, 1}, {1, 3}, {NAN, 1}};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        double x[2] = {1, 1}, work[ROOM];
        struct rt_task task = task_of(rt_method_find("rk4"), &motion_hunt, 2, 0.1);
        task.at = wrong[i];
        task.ats = 2;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_STEP);
    }
}
END_TEST

START_TEST(a_run_stops_on_request)
{
    for (size_t m = 0; m < rt_method_count; m++) {
        struct seen s = {.stop = 3};
        double x[2] = {1.5, 0.75}, work[ROOM];
        struct rt_task task = task_of(&rt_methods[m], &motion_hunt, 1, 0.1);
        task.sink = (struct rt_sink){.row = see, .context = &s};
        struct rt_count count;
        ck_assert_int_eq(rt_run(&task, x, work, &count), RT_STOPPED);
        ck_assert(count.t == 0.2);
        ck_assert(x[0] == s.x[0]);
        ck_assert(task.method->adaptive || count.steps == 2);
        if (rt_is_explicit(task.method))
            ck_assert_uint_eq(count.calls, 2 * (uint64_t)task.method->stages);
    }
}
END_TEST

/* ---- statuses ---- */

/* y' = y^2 from 1 blows up at t = 1. */
static void blow_up(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)p;
    out[0] = x[0] * x[0];
}

static void blow_up_jac(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)p;
    out[0] = 2 * x[0];
}

static const struct rt_jet blow_up_jets[] = {{.code = RT_JET_state, .high = RT_JET_ALL},
                                             {.code = RT_JET_square, .high = RT_JET_ALL}};
static const uint32_t second_jet[] = {1};
static const struct rt_tape blow_up_tape = {
    .states = 1, .order = 12, .n = 2, .at = blow_up_jets, .rate = second_jet};

START_TEST(a_state_that_blows_up_stays_at_the_last_good_step)
{
    const struct rt_model m = {.states = 1,
                               .block = {[RT_rhs] = blow_up, [RT_jac] = blow_up_jac},
                               .length = {[RT_rhs] = 1, [RT_jac] = 1, [RT_jet] = 12},
                               .tape = &blow_up_tape};
    for (size_t i = 0; i < rt_method_count; i++) {
        struct seen s = {.n = 0};
        double x[1] = {1}, work[ROOM];
        struct rt_task task = task_of(&rt_methods[i], &m, 100, 0.125);
        task.sink = (struct rt_sink){.row = see, .context = &s};
        struct rt_count count;
        if (!can(task.method, &m))
            continue;
        const enum rt_status got = rt_run(&task, x, work, &count);
        /* an implicit step no longer has a solution, an adaptive one becomes too short */
        ck_assert_msg(got == (rt_is_explicit(task.method) ? RT_NAN
                              : task.method->adaptive     ? RT_UNDERFLOW
                                                          : RT_DIVERGED),
                      "%s: %s", task.method->name, rt_message(got));
        ck_assert(isfinite(x[0]) && x[0] > 1);
        ck_assert(task.method->adaptive || s.n == count.steps + 1);
        ck_assert(count.t < 100);
        ck_assert(!task.method->adaptive || fabs(count.t - 1) < 1e-6);
    }
}
END_TEST

/* y' = sqrt(1 - t), which ends at 1. */
static void to_a_wall(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)u;
    (void)x;
    (void)p;
    out[0] = sqrt(1 - t);
}

/* sqrt(1 - t), and NaN from t = 1 on */
static const struct rt_jet wall_jets[] = {
    {.code = RT_JET_number},
    {.code = RT_JET_time, .high = 1},
    {.code = RT_JET_sub, .high = 1, .a = 0, .b = 1},
    {.code = RT_JET_sqrt, .high = RT_JET_ALL, .a = 2},
};
static const double wall_numbers[] = {1};
static const uint32_t wall_rates[] = {3};
static const struct rt_tape wall_tape = {
    .states = 1, .order = 12, .n = 4, .at = wall_jets, .number = wall_numbers, .rate = wall_rates};

/* y' = y: 1 - h/2 is singular for h = 2 */
static void grow(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)p;
    out[0] = x[0];
}

static void one(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    (void)x;
    (void)p;
    out[0] = 1;
}

START_TEST(every_failure_has_its_status)
{
    const struct rt_model wall = {.states = 1,
                                  .block = {[RT_rhs] = to_a_wall},
                                  .length = {[RT_rhs] = 1, [RT_jet] = 12},
                                  .tape = &wall_tape};
    const struct rt_model growing = {.states = 1,
                                     .block = {[RT_rhs] = grow, [RT_jac] = one},
                                     .length = {[RT_rhs] = 1, [RT_jac] = 1}};
    const struct {
        const char *method;
        const struct rt_model *model;
        double step;
        uint64_t most;
        enum rt_status status;
        double t;
    } rows[] = {
        {"dop853", &wall, 0.1, 0, RT_NAN, 1},      {"dopri5", &wall, 0.1, 0, RT_NAN, 1},
        {"taylor", &wall, 0.1, 0, RT_NAN, 1},      {"taylor", &growing, 0.1, 0, RT_NEEDS, 0},
        {"rk4", &wall, 0.25, 0, RT_NAN, 1},        {"midpoint", &growing, 2, 0, RT_SINGULAR, 0},
        {"rk4", &growing, 0.25, 3, RT_MANY, 0.75}, {"dop853", &growing, 3, 1, RT_MANY, -1},
        {"midpoint", &wall, 0.1, 0, RT_NEEDS, 0},  {"discrete", &growing, 0.1, 0, RT_NEEDS, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        double x[1] = {1}, work[ROOM];
        struct rt_count count;
        struct rt_task task =
            task_of(rt_method_find(rows[i].method), rows[i].model, 4, rows[i].step);
        task.most = rows[i].most;
        const enum rt_status got = rt_run(&task, x, work, &count);
        ck_assert_msg(got == rows[i].status, "%zu, %s: %s", i, rows[i].method, rt_message(got));
        ck_assert_msg(rows[i].t < 0 || fabs(count.t - rows[i].t) < 1e-6, "%zu: t = %g", i, count.t);
        ck_assert(isfinite(x[0]));
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
        double x[2] = {1.5, 1}, work[ROOM];
        struct rt_task task = task_of(rt_method_find("rk4"), &motion_hunt, 1, 1);
        task.span = rows[i].span;
        ck_assert_int_eq(rt_run(&task, x, work, NULL), rows[i].status);
    }
    double x[2] = {0, nan}, work[ROOM];
    const struct rt_task task = task_of(rt_method_find("rk4"), &motion_hunt, 1, 0.1);
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
                                  tolerances_hold_at_every_row,
                                  dense_output_has_its_order,
                                  polynomials_are_exact,
                                  the_last_row_is_at_the_end,
                                  rows_come_at_given_times,
                                  a_run_stops_on_request,
                                  a_state_that_blows_up_stays_at_the_last_good_step,
                                  every_failure_has_its_status,
                                  wrong_spans_are_refused,
                                  every_status_has_words};
    return test_run("rk", tests, COUNT(tests));
}
