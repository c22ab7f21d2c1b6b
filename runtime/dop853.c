/* runtime/dop853.c -- Dormand and Prince, order 8 with errors of orders 5 and 3, adaptive.
 *
 * Twelve stages give y. With the errors e5 and e3 of two embedded methods of lower order, in units
 * of the tolerance, the error of a step is h |e5|^2 / sqrt(|e5|^2 + |e3|^2 / 100). The slope at
 * y is the first stage of the next step. Dense output of order 7 takes three more stages, which are
 * computed only for steps that need it. Source: see dop853.h.
 */
#include "step.h"

#include <math.h>

#include "dop853.h"

enum { STAGES = 12, SLOPES = 16, PARTS = 7 };

/* Slopes: first and last, exchanged with every step, and those of stages 2 to 12, 14 to 16; then
 * the coefficients of the dense output. */
static size_t work(const struct rt_task *task)
{
    return (SLOPES + PARTS) * task->model->states;
}

/* Slope of a stage from 2 on; stage 13 is the last slope. */
static double *slope(const struct rt_stepper *s, int stage)
{
    return s->own + (size_t)(stage > 13 ? stage - 1 : stage) * s->n;
}

/* The newest slope enters last, with one product and one sum: the rest need not wait for it. */
#define STAGE(stage, before, node)                                                                 \
    for (size_t i = 0; i < n; i++)                                                                 \
        y[i] = (x[i] + h * SUM_##stage) + (h * (LAST_##stage)) * k##before[i];                     \
    if (rhs)                                                                                       \
        rhs(t + (node)*h, u, y, p, k##stage);                                                      \
    else                                                                                           \
        rt_eval(s, RT_rhs, t + (node)*h, y, k##stage)

#define FURTHER(stage, node)                                                                       \
    for (size_t i = 0; i < n; i++)                                                                 \
        y[i] = x[i] + h * SUM_##stage;                                                             \
    rt_rates(s, s->t + (node)*h, y, k##stage)

static double measure(const struct rt_stepper *s, double e5, double e3)
{
    const double both = e5 + 0.01 * e3;
    return both > 0 ? fabs(s->h) * e5 / sqrt(both * (double)s->n) : 0;
}

static enum rt_status step(struct rt_stepper *s)
{
    const size_t n = s->n;
    const double h = s->h, t = s->t, rel = s->rel, abs = s->abs;
    const double *u = s->u, *p = s->task->p;
    rt_block *const rhs = s->model->interpreter || s->task->input ? NULL : s->model->block[RT_rhs];
    const double *restrict x = s->x;
    double *restrict y = s->y;
    const double *k1 = rt_first_slope(s);
    double *k2 = slope(s, 2), *k3 = slope(s, 3), *k4 = slope(s, 4), *k5 = slope(s, 5);
    double *k6 = slope(s, 6), *k7 = slope(s, 7), *k8 = slope(s, 8), *k9 = slope(s, 9);
    double *k10 = slope(s, 10), *k11 = slope(s, 11), *k12 = slope(s, 12);
    STAGE(2, 1, 0.526001519587677318785587544488e-01);
    STAGE(3, 2, 0.789002279381515978178381316732e-01);
    STAGE(4, 3, 0.118350341907227396726757197510);
    STAGE(5, 4, 0.281649658092772603273242802490);
    STAGE(6, 5, 1.0 / 3);
    STAGE(7, 6, 0.25);
    STAGE(8, 7, 4.0 / 13);
    STAGE(9, 8, 127.0 / 195);
    STAGE(10, 9, 0.6);
    STAGE(11, 10, 6.0 / 7);
    STAGE(12, 11, 1);
    s->count.calls += STAGES - 1;
    double e5 = 0, e3 = 0;
    for (size_t i = 0; i < n; i++) {
        const double sum = SUM_Y;
        y[i] = x[i] + h * sum;
        const double within = 1 / (abs + rel * rt_larger(x[i], y[i]));
        const double five = ERROR_5 * within, three = ERROR_3(sum) * within;
        e5 += five * five;
        e3 += three * three;
    }
    s->error = measure(s, e5, e3);
    return RT_OK;
}

static enum rt_status finish(struct rt_stepper *s)
{
    rt_rates(s, s->t + s->h, s->y, rt_last_slope(s));
    return rt_finite(rt_last_slope(s), s->n) ? RT_OK : RT_NAN;
}

/* Three more stages, and from all of them the coefficients of the polynomial. */
static void prepare_dense(struct rt_stepper *s)
{
    const size_t n = s->n;
    const double h = s->h;
    const double *x = s->x;
    double *part = slope(s, SLOPES + 1),
           *y = part; /* the point of a stage uses the space of the coefficients */
    const double *k1 = rt_first_slope(s), *k13 = rt_last_slope(s);
    const double *k6 = slope(s, 6), *k7 = slope(s, 7), *k8 = slope(s, 8), *k9 = slope(s, 9);
    const double *k10 = slope(s, 10), *k11 = slope(s, 11), *k12 = slope(s, 12);
    double *k14 = slope(s, 14), *k15 = slope(s, 15), *k16 = slope(s, 16);
    FURTHER(14, 0.1);
    FURTHER(15, 0.2);
    FURTHER(16, 7.0 / 9);
    for (size_t i = 0; i < n; i++) {
        const double way = s->y[i] - x[i], bent = h * k1[i] - way;
        part[i] = way;
        part[n + i] = bent;
        part[2 * n + i] = way - h * k13[i] - bent;
        part[3 * n + i] = h * DENSE_4;
        part[4 * n + i] = h * DENSE_5;
        part[5 * n + i] = h * DENSE_6;
        part[6 * n + i] = h * DENSE_7;
    }
    s->dense_ready = 1;
}

static enum rt_status dense(struct rt_stepper *s, double tau, double *out)
{
    const size_t n = s->n;
    const double a = tau / s->h, b = 1 - a;
    if (!s->dense_ready)
        prepare_dense(s);
    const double *r = slope(s, SLOPES + 1);
    for (size_t i = 0; i < n; i++) {
        const double inner =
            r[3 * n + i] + a * (r[4 * n + i] + b * (r[5 * n + i] + a * r[6 * n + i]));
        out[i] = s->x[i] + a * (r[i] + b * (r[n + i] + a * (r[2 * n + i] + b * inner)));
    }
    return RT_OK;
}

const struct rt_ops rt_dop853_ops = {.work = work,
                                     .begin = rt_begin_slope,
                                     .step = step,
                                     .finish = finish,
                                     .dense = dense,
                                     .move = rt_flip};
