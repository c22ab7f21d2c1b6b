/* tests/unit/invariants_kept_by_methods.c -- invariants kept by methods and projections: energies,
 * constraints. */
#include "support/motion.h"
#include "support/support.h"

#include <math.h>

enum { ROOM = 500, PARTS = 10 };

static struct rt_task task_of(const char *method, const struct rt_model *model, double end,
                              double step)
{
    return (struct rt_task){
        .method = rt_method_find(method), .model = model, .span = {0, end, step}};
}

/* ---- energies ---- */

struct keeper {
    double (*value)(const double *x);
    double first, worst, mean[PARTS]; /* error in each tenth of the run */
    double end;
    size_t n[PARTS];
};

static int keep(void *context, double t, const double *u, const double *x)
{
    struct keeper *k = context;
    const double now = k->value(x);
    (void)u;
    if (t == 0)
        k->first = now;
    const double off = (now - k->first) / fabs(k->first);
    const size_t part = (size_t)fmin(t / k->end * PARTS, PARTS - 1);
    k->worst = fmax(k->worst, fabs(off));
    k->mean[part] += off;
    k->n[part]++;
    return 0;
}

static double square(const double *x)
{
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

/* A million steps in long tests; the bound is for a million. */
START_TEST(structure_is_kept_without_a_trend)
{
    static const struct {
        const char *method;
        const struct rt_model *model;
        double (*value)(const double *x);
        double bound;
        size_t steps;
    } rows[] = {{"discrete", &motion_hunt, motion_hunt_energy, 1e-13, 1000000},
                {"discrete4", &motion_hunt, motion_hunt_energy, 1e-13, 50000},
                {"discrete", &motion_body, motion_body_energy, 1e-13, 50000},
                {"midpoint", &motion_body, motion_body_energy, 1e-13, 50000},
                {"gauss2", &motion_body, motion_body_energy, 1e-13, 50000},
                {"gauss3", &motion_body, motion_body_energy, 1e-13, 50000},
                {"gauss2", &motion_body, square, 1e-13, 50000}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        double x[3] = {1.5, 0.75, 0.5}, work[ROOM];
        const size_t steps = test_scaled(rows[i].steps) + 100;
        struct keeper k = {.value = rows[i].value, .end = 0.05 * (double)steps};
        struct rt_task task = task_of(rows[i].method, rows[i].model, k.end, 0.05);
        struct rt_count count;
        task.sink = (struct rt_sink){.row = keep, .context = &k};
        ck_assert_uint_lt(rt_work(&task), ROOM);
        ck_assert_int_eq(rt_run(&task, x, work, &count), RT_OK);
        const double trend =
            k.mean[PARTS - 1] / (double)k.n[PARTS - 1] - k.mean[0] / (double)k.n[0];
        ck_assert_msg(k.worst < rows[i].bound, "%s: %g", rows[i].method, k.worst);
        ck_assert_msg(fabs(trend) < 2e-14, "%s: trend %g", rows[i].method, trend);
        ck_assert_uint_gt(count.newton, count.steps);
    }
}
END_TEST

/* Methods without the correction do not keep the energy of a cubic: the test above is sharp. */
START_TEST(other_methods_lose_the_energy)
{
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        double x[2] = {1.5, 0.75}, work[ROOM];
        struct keeper k = {.value = motion_hunt_energy, .end = 20};
        struct rt_task task = task_of(m->name, &motion_hunt, k.end, 0.25);
        task.rel = 1e-6;
        task.sink = (struct rt_sink){.row = keep, .context = &k};
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        ck_assert_msg((k.worst < 1e-14) == (m->needs >> RT_bivector & 1), "%s: %g", m->name,
                      k.worst);
    }
}
END_TEST

/* At rest, and almost at rest, the state stays and no step fails. */
START_TEST(rest_is_kept)
{
    static const char *const methods[] = {"discrete", "discrete4", "midpoint", "gauss3"};
    static const double off[] = {0, 1e-15, 1e-12, 1e-8, 1e-4};
    for (size_t i = 0; i < COUNT(methods); i++)
        for (size_t k = 0; k < COUNT(off); k++) {
            double x[2] = {1 + off[k], 1}, work[ROOM];
            const struct rt_task task = task_of(methods[i], &motion_hunt, 50, 0.05);
            const enum rt_status got = rt_run(&task, x, work, NULL);
            ck_assert_msg(got == RT_OK, "%s, %g: %s", methods[i], off[k], rt_message(got));
            ck_assert_msg(hypot(x[0] - 1, x[1] - 1) < 1.1 * off[k] + 1e-14, "%s, %g: %g, %g",
                          methods[i], off[k], x[0] - 1, x[1] - 1);
        }
}
END_TEST

/* ---- projections ---- */

START_TEST(projections_bring_every_method_back)
{
    static const struct {
        const struct rt_model *model;
        unsigned onto;
    } rows[] = {{&motion_circle, RT_ONTO_CONSTRAINT},
                {&motion_circle, RT_ONTO_ENERGY},
                {&motion_circle, RT_ONTO_CONSTRAINT | RT_ONTO_ENERGY},
                {&motion_hunt, RT_ONTO_ENERGY}};
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < COUNT(rows); k++) {
            const struct rt_method *m = &rt_methods[i];
            const bool hunt = rows[k].model == &motion_hunt;
            double x[2] = {1, 0}, work[ROOM];
            if (hunt)
                x[1] = 2;
            const double first = motion_hunt_energy(x);
            struct rt_task task = task_of(m->name, rows[k].model, 2, 1.0 / 64);
            task.rel = 1e-5;
            task.onto = rows[k].onto;
            ck_assert_uint_lt(rt_work(&task), ROOM);
            const enum rt_status got = rt_run(&task, x, work, NULL);
            ck_assert_msg(got == RT_OK, "%s, %zu: %s", m->name, k, rt_message(got));
            if (hunt)
                ck_assert_msg(fabs(motion_hunt_energy(x) - first) < 2e-15, "%s: %g", m->name,
                              motion_hunt_energy(x) - first);
            else
                ck_assert_msg(fabs(hypot(x[0], x[1]) - 1) < 4e-16, "%s, %zu: %g", m->name, k,
                              hypot(x[0], x[1]) - 1);
            if (!hunt)
                ck_assert_msg(fabs(atan2(x[1], x[0]) - 2) < 2e-4, "%s, %zu: %g", m->name, k,
                              atan2(x[1], x[0]) - 2);
        }
}
END_TEST

/* c = x1^2 + p[0], which has no zeros for p[0] > 0 */
static void impossible(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    out[0] = x[0] * x[0] + p[0];
}

static void its_slope(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    out[0] = p[1] * x[0];
    out[1] = 0;
}

START_TEST(what_cannot_be_reached_is_said)
{
    static const struct {
        double p[2];
        enum rt_status status;
    } rows[] = {
        {{1, 2}, RT_DIVERGED}, {{1, 0}, RT_SINGULAR}, {{NAN, 2}, RT_NAN}, {{-0.25, 2}, RT_OK}};
    struct rt_model m = motion_circle;
    double work[ROOM];
    m.block[RT_constraint] = impossible;
    m.length[RT_constraint] = 1;
    m.block[RT_jacc] = its_slope;
    m.length[RT_jacc] = 2;
    for (size_t i = 0; i < COUNT(rows); i++) {
        double x[2] = {0.75, 0.5};
        struct rt_count count;
        struct rt_task task = task_of("rk4", &m, 0.05, 0.05);
        task.onto = RT_ONTO_CONSTRAINT;
        task.p = rows[i].p;
        const enum rt_status got = rt_run(&task, x, work, &count);
        ck_assert_msg(got == rows[i].status, "%zu: %s", i, rt_message(got));
        ck_assert(got == RT_OK ? fabs(x[0] - 0.5) < 1e-15 : x[0] == 0.75 && count.t == 0);
    }
    double x[2] = {1, 0};
    struct rt_task task = task_of("rk4", &motion_hunt, 1, 0.1);
    task.onto = RT_ONTO_CONSTRAINT;
    ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_NEEDS);
    ck_assert_int_eq(rt_step(&task, 0, 0.1, x, work), RT_NEEDS);
    task.model = &motion_driven;
    task.onto = RT_ONTO_ENERGY;
    ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_NEEDS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {structure_is_kept_without_a_trend, other_methods_lose_the_energy,
                                  rest_is_kept, projections_bring_every_method_back,
                                  what_cannot_be_reached_is_said};
    return test_run("keep", tests, COUNT(tests));
}
