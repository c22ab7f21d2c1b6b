/* runtime/rk.c -- explicit Runge-Kutta steps from the rows of methods.h. */
#include "step.h"

static size_t work(const struct rt_task *task)
{
    return (size_t)task->method->stages * task->model->states;
}

/* y = x + sum_j (h weight[j]) k[j]. The sum begins with its first term, so that a sum of -0 stays
 * -0. Zero weights are skipped. */
static void combine(size_t n, const double *x, double h, const double *weight, int stages,
                    const double *k, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = -0.0;
    for (int j = 0; j < stages; j++) {
        const double w = h * weight[j];
        if (weight[j] == 0)
            continue;
        for (size_t i = 0; i < n; i++)
            y[i] += w * k[(size_t)j * n + i];
    }
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] + y[i];
}

static enum rt_status step(struct rt_stepper *s)
{
    const struct rt_method *m = s->method;
    const size_t n = s->n;
    double *k = s->own;
    const double *a = m->a;
    rt_rates(s, s->t, s->x, k);
    for (int i = 1; i < m->stages; i++) {
        combine(n, s->x, s->h, a, i, k, s->y);
        rt_rates(s, s->t + m->c[i] * s->h, s->y, k + (size_t)i * n);
        a += i;
    }
    combine(n, s->x, s->h, m->b, m->stages, k, s->y);
    return RT_OK;
}

const struct rt_ops rt_explicit_ops = {.work = work, .step = step};
