/* runtime/gauss.c -- implicit Runge-Kutta steps from the GAUSS rows of methods.h.
 *
 * With Y_i = x + z_i the stages solve z_i = h sum_j a_ij f(Y_j), by Newton's method with the matrix
 * 1 - h (a x df/dx). Then y = x + h sum_j b_j f(Y_j); the rounding error of this sum is carried
 * into the next step, so that quadratic invariants, which these methods keep, do not drift. Source:
 * E. Hairer, Ch. Lubich, G. Wanner, Geometric Numerical Integration, 2nd edition, chapters IV and
 * VIII.
 */
#include "step.h"

#include <math.h>

static size_t unknowns(const struct rt_task *task)
{
    return (size_t)task->method->stages * task->model->states;
}

/* Slopes of the stages, a point, derivatives, two carries; scratch space of Newton's method. */
static size_t work(const struct rt_task *task)
{
    const size_t n = task->model->states, m = unknowns(task);
    return m + n + n * n + 2 * n + rt_newton_room(m);
}

static double *slopes(const struct rt_stepper *s)
{
    return s->own;
}

static double *point(const struct rt_stepper *s)
{
    return s->own + unknowns(s->task);
}

static double *derivative(const struct rt_stepper *s)
{
    return point(s) + s->n;
}

/* Carry of the step before, or of the next one. */
static double *carry(const struct rt_stepper *s, int next)
{
    return derivative(s) + s->n * s->n + (s->flip != next ? s->n : 0);
}

static enum rt_status begin(struct rt_stepper *s)
{
    for (size_t i = 0; i < s->n; i++)
        carry(s, 0)[i] = 0;
    return RT_OK;
}

static void value(struct rt_stepper *s, const struct rt_equation *q, double *out)
{
    const struct rt_method *m = s->method;
    const size_t n = s->n, stages = (size_t)m->stages;
    double *f = slopes(s), *y = point(s);
    for (size_t j = 0; j < stages; j++) {
        for (size_t i = 0; i < n; i++)
            y[i] = s->x[i] + q->z[j * n + i];
        rt_rates(s, s->t + m->c[j] * s->h, y, f + j * n);
    }
    for (size_t k = 0; k < stages; k++)
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t j = 0; j < stages; j++)
                sum += m->a[k * stages + j] * f[j * n + i];
            out[k * n + i] = s->h * sum - q->z[k * n + i];
        }
}

/* The matrix of Newton's method, with derivatives at the mean of the stages. */
static void slope(struct rt_stepper *s, const struct rt_equation *q, double *out)
{
    const struct rt_method *m = s->method;
    const size_t n = s->n, stages = (size_t)m->stages, all = q->n;
    double *jac = derivative(s), *y = point(s);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < stages; j++)
            sum += m->b[j] * q->z[j * n + i];
        y[i] = s->x[i] + sum;
    }
    rt_eval(s, RT_jac, s->t + s->h / 2, y, jac);
    for (size_t k = 0; k < stages; k++)
        for (size_t j = 0; j < stages; j++) {
            const double w = s->h * m->a[k * stages + j];
            for (size_t i = 0; i < n; i++)
                for (size_t l = 0; l < n; l++)
                    out[(k * n + i) * all + j * n + l] =
                        (double)(k == j && i == l) - w * jac[i * n + l];
        }
}

static enum rt_status step(struct rt_stepper *s)
{
    const struct rt_method *m = s->method;
    const size_t n = s->n, all = unknowns(s->task);
    double *z = s->own + all + n + n * n + 2 * n;
    const struct rt_equation q = {.n = all, .value = value, .slope = slope, .z = z, .h = s->h};
    double *f = slopes(s);
    const double *from = carry(s, 0);
    double *to = carry(s, 1);
    rt_rates(s, s->t, s->x, f);
    for (size_t j = 0; j < (size_t)m->stages; j++)
        for (size_t i = 0; i < n; i++)
            z[j * n + i] = m->c[j] * s->h * f[i];
    const enum rt_status status = rt_newton(s, &q);
    if (status != RT_OK)
        return status;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < (size_t)m->stages; j++)
            sum += m->b[j] * f[j * n + i];
        const double way = s->h * sum + from[i];
        s->y[i] = s->x[i] + way;
        to[i] = way - (s->y[i] - s->x[i]);
    }
    return RT_OK;
}

static enum rt_status finish(struct rt_stepper *s)
{
    for (size_t i = 0; i < s->n && s->moved; i++)
        carry(s, 1)[i] = 0;
    return RT_OK;
}

const struct rt_ops rt_gauss_ops = {
    .work = work, .begin = begin, .step = step, .finish = finish, .move = rt_flip};
