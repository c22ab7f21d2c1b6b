/* runtime/discrete.c -- discrete gradients: steps that keep the energy of u' = B(u) grad H.
 *
 * With m the midpoint of x and y and d = y - x, Gonzalez' discrete gradient is
 *
 *   G = grad H(m) + (H(y) - H(x) - grad H(m).d) d / |d|^2,   so that G.d = H(y) - H(x),
 *
 * and y = x + h B(m) G keeps H since B is skew. H(x) is the energy at the start of the run: a step
 * corrects the rounding errors of the step before. Differences of energies that are rounding errors
 * count as 0, else d / |d|^2 would amplify them where the motion is slow.
 *
 * Sources: O. Gonzalez, Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6
 * (1996) 449-467; for the composition of order 4, which keeps the energy since its steps do,
 * M. Suzuki, Phys. Lett. A 146 (1990) 319-323.
 */
#include "step.h"

#include <float.h>
#include <math.h>

/* Lengths of the steps: p, p, 1 - 4p, p, p with p = 1 / (4 - 4^(1/3)). */
enum { PARTS = 5 };
static const double composition[PARTS] = {0.41449077179437573714, 0.41449077179437573714,
                                          -0.65796308717750294857, 0.41449077179437573714,
                                          0.41449077179437573714};
static const double whole[1] = {1};

/* The energy; a point, the gradient, the start of a substep; two matrices; Newton's method. */
static size_t work(const struct rt_task *task)
{
    const size_t n = task->model->states;
    return 1 + 3 * n + 2 * n * n + rt_newton_room(n);
}

static double *level(const struct rt_stepper *s)
{
    return s->own;
}

static double *point(const struct rt_stepper *s)
{
    return s->own + 1;
}

static double *gradient(const struct rt_stepper *s)
{
    return point(s) + s->n;
}

static double *from(const struct rt_stepper *s)
{
    return gradient(s) + s->n;
}

static double *bivector(const struct rt_stepper *s)
{
    return from(s) + s->n;
}

static double *derivative(const struct rt_stepper *s)
{
    return bivector(s) + s->n * s->n;
}

static enum rt_status begin(struct rt_stepper *s)
{
    rt_eval(s, RT_energy, s->t, s->x, level(s));
    return rt_finite(level(s), 1) ? RT_OK : RT_NAN;
}

/* The discrete gradient of the step d from `from`; leaves the midpoint in `point`. */
static void find_gradient(struct rt_stepper *s, const double *d, double *g)
{
    const size_t n = s->n;
    const double *x = from(s);
    double *y = point(s), energy = 0, along = 0, square = 0, size = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] + d[i];
    rt_eval(s, RT_energy, s->t, y, &energy);
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] + d[i] / 2;
    rt_eval(s, RT_grad, s->t, y, g);
    for (size_t i = 0; i < n; i++) {
        along += g[i] * d[i];
        square += d[i] * d[i];
        size += fabs(g[i] * y[i]);
    }
    const double rounding = 2 * DBL_EPSILON * (fabs(energy) + size);
    double rest = energy - *level(s) - along;
    rest = rest > rounding ? rest - rounding : rest < -rounding ? rest + rounding : 0;
    if (square <= DBL_MIN)
        return;
    for (size_t i = 0; i < n; i++)
        g[i] += rest / square * d[i];
}

static void value(struct rt_stepper *s, const struct rt_equation *q, double *out)
{
    const size_t n = s->n;
    double *g = gradient(s), *B = bivector(s);
    find_gradient(s, q->z, g);
    rt_eval(s, RT_bivector, s->t, point(s), B);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += B[i * n + j] * g[j];
        out[i] = q->h * sum - q->z[i];
    }
}

/* The derivative of the midpoint rule is close enough. */
static void slope(struct rt_stepper *s, const struct rt_equation *q, double *out)
{
    const size_t n = s->n;
    double *y = point(s), *jac = derivative(s);
    for (size_t i = 0; i < n; i++)
        y[i] = from(s)[i] + q->z[i] / 2;
    rt_eval(s, RT_jac, s->t, y, jac);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[i * n + j] = (double)(i == j) - q->h / 2 * jac[i * n + j];
}

/* One substep of length h, in place on y. */
static enum rt_status substep(struct rt_stepper *s, double h)
{
    const size_t n = s->n;
    double *z = derivative(s) + n * n;
    const struct rt_equation q = {.n = n, .value = value, .slope = slope, .z = z, .h = h};
    for (size_t i = 0; i < n; i++)
        from(s)[i] = s->y[i];
    rt_rates(s, s->t, s->y, z);
    for (size_t i = 0; i < n; i++)
        z[i] *= h;
    const enum rt_status status = rt_newton(s, &q);
    for (size_t i = 0; i < n; i++)
        s->y[i] = from(s)[i] + z[i];
    return status;
}

static enum rt_status step(struct rt_stepper *s)
{
    const int parts = s->method->stages;
    const double *part = parts == 1 ? whole : composition;
    enum rt_status status = RT_OK;
    for (size_t i = 0; i < s->n; i++)
        s->y[i] = s->x[i];
    for (int k = 0; k < parts && status == RT_OK; k++)
        status = substep(s, part[k] * s->h);
    return status;
}

const struct rt_ops rt_discrete_ops = {.work = work, .begin = begin, .step = step};
