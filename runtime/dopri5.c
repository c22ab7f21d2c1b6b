/* runtime/dopri5.c -- Dormand and Prince, order 5 with an error of order 4, adaptive.
 *
 * Six stages give y; the slope at y is the seventh, and the first of the next step. Dense output
 * has order 4 and costs no further stage. Source: E. Hairer, S. P. Norsett, G. Wanner, Solving
 * Ordinary Differential Equations I, 2nd edition, sections II.5 and II.6.
 */
#include "step.h"

#include <math.h>

enum { SLOPES = 7, PARTS = 4 };

/* clang-format off */
#define SUM_2 (1.0 / 5 * k1[i])
#define SUM_3 (3.0 / 40 * k1[i] + 9.0 / 40 * k2[i])
#define SUM_4 (44.0 / 45 * k1[i] - 56.0 / 15 * k2[i] + 32.0 / 9 * k3[i])
#define SUM_5 (19372.0 / 6561 * k1[i] - 25360.0 / 2187 * k2[i] + 64448.0 / 6561 * k3[i] \
               - 212.0 / 729 * k4[i])
#define SUM_6 (9017.0 / 3168 * k1[i] - 355.0 / 33 * k2[i] + 46732.0 / 5247 * k3[i] \
               + 49.0 / 176 * k4[i] - 5103.0 / 18656 * k5[i])
#define SUM_7 (35.0 / 384 * k1[i] + 500.0 / 1113 * k3[i] + 125.0 / 192 * k4[i] \
               - 2187.0 / 6784 * k5[i] + 11.0 / 84 * k6[i])
#define ERROR (71.0 / 57600 * k1[i] - 71.0 / 16695 * k3[i] + 71.0 / 1920 * k4[i] \
               - 17253.0 / 339200 * k5[i] + 22.0 / 525 * k6[i] - 1.0 / 40 * k7[i])
#define DENSE (-12715105075.0 / 11282082432 * k1[i] + 87487479700.0 / 32700410799 * k3[i] \
               - 10690763975.0 / 1880347072 * k4[i] + 701980252875.0 / 199316789632 * k5[i] \
               - 1453857185.0 / 822651844 * k6[i] + 69997945.0 / 29380423 * k7[i])
/* clang-format on */

static size_t work(const struct rt_task *task)
{
    return (SLOPES + PARTS) * task->model->states;
}

/* Slopes of stages 2 to 6; that of stage 7 is the last slope. */
static double *slope(const struct rt_stepper *s, int stage)
{
    return s->own + (size_t)stage * s->n;
}

#define STAGE(stage, node)                                                                         \
    for (size_t i = 0; i < n; i++)                                                                 \
        y[i] = x[i] + h * SUM_##stage;                                                             \
    rt_rates(s, s->t + (node)*h, y, k##stage)

static enum rt_status step(struct rt_stepper *s)
{
    const size_t n = s->n;
    const double h = s->h;
    const double *restrict x = s->x;
    double *restrict y = s->y;
    const double *k1 = rt_first_slope(s);
    double *k2 = slope(s, 2), *k3 = slope(s, 3), *k4 = slope(s, 4), *k5 = slope(s, 5);
    double *k6 = slope(s, 6), *k7 = rt_last_slope(s);
    STAGE(2, 1.0 / 5);
    STAGE(3, 3.0 / 10);
    STAGE(4, 4.0 / 5);
    STAGE(5, 8.0 / 9);
    STAGE(6, 1);
    STAGE(7, 1);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        const double e = ERROR / (s->abs + s->rel * rt_larger(x[i], y[i]));
        sum += e * e;
    }
    s->error = fabs(h) * sqrt(sum / (double)n);
    return RT_OK;
}

static enum rt_status finish(struct rt_stepper *s)
{
    if (s->moved)
        rt_rates(s, s->t + s->h, s->y, rt_last_slope(s));
    return rt_finite(rt_last_slope(s), s->n) ? RT_OK : RT_NAN;
}

static enum rt_status dense(struct rt_stepper *s, double tau, double *out)
{
    const size_t n = s->n;
    const double a = tau / s->h, b = 1 - a, h = s->h;
    double *part = slope(s, SLOPES);
    const double *k1 = rt_first_slope(s), *k7 = rt_last_slope(s);
    const double *k3 = slope(s, 3), *k4 = slope(s, 4), *k5 = slope(s, 5), *k6 = slope(s, 6);
    for (size_t i = 0; i < n && !s->dense_ready; i++) {
        part[i] = s->y[i] - s->x[i];
        part[n + i] = h * k1[i] - part[i];
        part[2 * n + i] = part[i] - h * k7[i] - part[n + i];
        part[3 * n + i] = h * DENSE;
    }
    s->dense_ready = 1;
    for (size_t i = 0; i < n; i++)
        out[i] = s->x[i] +
                 a * (part[i] + b * (part[n + i] + a * (part[2 * n + i] + b * part[3 * n + i])));
    return RT_OK;
}

const struct rt_ops rt_dopri5_ops = {.work = work,
                                     .begin = rt_begin_slope,
                                     .step = step,
                                     .finish = finish,
                                     .dense = dense,
                                     .move = rt_flip};
