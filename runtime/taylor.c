/* runtime/taylor.c -- Taylor method: steps by summation of a power series.
 *
 * The block jet gives the coefficients x_1, x_2, ... of the motion at a point. The order p fits the
 * tolerance e, p = ceil(-ln(e) / 2) + 1, and the step is as long as the last two terms allow,
 *
 *     h = min over j in {p - 1, p} of (e / |x_j|)^(1/j), less a little,
 *
 * which is known before the step is tried. Source: A. Jorba, M. Zou, A software package for the
 * numerical integration of ODEs by means of high-order Taylor methods, Experimental Mathematics 14
 * (2005), 3.1 and 3.2. At the end of the step the rates must agree with the series: the defect
 * h |f(y) - y'|, which is about p + 1 times the first omitted term, detects problems that no
 * coefficient shows, such as a singularity or a jump inside the step.
 *
 * Dense output is the series itself.
 */
#include "taylor.h"

#include "fn.h"
#include "step.h"

#include <float.h>
#include <math.h>

int rt_taylor_order(double rel)
{
    const double wanted = ceil(-rt_log(rel > 0 ? rel : RT_TAYLOR_USUAL) / 2) + 1;
    return wanted < RT_TAYLOR_LEAST  ? RT_TAYLOR_LEAST
           : wanted > RT_TAYLOR_MOST ? RT_TAYLOR_MOST
                                     : (int)wanted;
}

/* ---- scratch buffer: rates at the end, by rhs and by the series; sizes of its terms; noise of the
 * rates, and a state and rates for it; number of orders in use; coefficients; scratch space of a
 * tape ---- */

enum { RATES = 6 };

static size_t order_of(const struct rt_model *m)
{
    return m->states ? m->length[RT_jet] / m->states : 0;
}

static size_t work(const struct rt_task *task)
{
    const struct rt_model *m = task->model;
    return RATES * m->states + 1 + m->length[RT_jet] + (m->tape ? rt_tape_work(m->tape) : 0);
}

static double *used(const struct rt_stepper *s)
{
    return s->own + RATES * s->n;
}

static double *series(const struct rt_stepper *s)
{
    return s->own + RATES * s->n + 1;
}

/* ---- coefficients ---- */

/* |x_j| in units of the tolerance. */
static double size(const struct rt_stepper *s, size_t j)
{
    const double *c = series(s) + (j - 1) * s->n;
    double most = 0;
    for (size_t i = 0; i < s->n; i++) {
        const double e = fabs(c[i]) / (s->abs + s->rel * fabs(s->x[i]));
        if (!(e <= most)) /* true for NaN, which stays */
            most = e;
    }
    return most;
}

/* Number of finite orders. Powers of the rates overflow where the unit of time is much too long; at
 * a singularity already the second coefficient is not finite. */
static size_t finite_orders(const struct rt_stepper *s, size_t order)
{
    size_t j = 0;
    while (j < order && isfinite(size(s, j + 1)))
        j++;
    return j;
}

/* Computes the coefficients at x; s->flip: they are known already. */
static enum rt_status expand(struct rt_stepper *s)
{
    enum { LEAST = 3 };
    const struct rt_model *m = s->model;
    const size_t order = order_of(m);
    if (s->flip || s->n == 0)
        return RT_OK;
    const double *u = rt_inputs(s, s->t);
    s->count.jets++;
    if (m->tape)
        rt_tape_run(m->tape, s->t, u, s->x, s->task->p, series(s) + m->length[RT_jet], series(s));
    else
        rt_call(m, RT_jet, s->t, u, s->x, s->task->p, series(s));
    const size_t good = isfinite(size(s, order)) ? order : finite_orders(s, order);
    *used(s) = (double)good;
    s->flip = 1;
    return good >= (order < LEAST ? order : LEAST) ? RT_OK : RT_NAN;
}

static enum rt_status begin(struct rt_stepper *s)
{
    s->flip = 0;
    return expand(s);
}

static void move(struct rt_stepper *s)
{
    s->flip = 0;
}

/* ---- step size ---- */

/* ln(1/h), h being the longest step that x_j allows. */
static double shortness(const struct rt_stepper *s, size_t j)
{
    const double e = size(s, j);
    return e > 0 ? rt_log(e) / (double)j : -INFINITY;
}

/* The last order that is not zero. Where it is nearly zero, higher orders may be nonzero but too
 * small for doubles; else the motion is a polynomial. */
static size_t last_order(const struct rt_stepper *s, size_t order)
{
    const double tiny = 1e-280;
    size_t j = order;
    while (j > 0 && !(size(s, j) > 0))
        j--;
    for (size_t i = 0; j > 0 && i < s->n; i++)
        if (fabs(series(s)[(j - 1) * s->n + i]) > tiny)
            return order;
    return j;
}

static enum rt_status propose(struct rt_stepper *s, double *h)
{
    const enum rt_status status = expand(s);
    size_t p = (size_t)*used(s);
    if (status != RT_OK || s->n == 0)
        return status;
    if (!(size(s, p) > 0 || (p > 1 && size(s, p - 1) > 0)))
        p = last_order(s, p);
    if (p == 0)
        *h = INFINITY;
    else if (p == 1)
        *h = rt_exp(-shortness(s, 1));
    else
        *h = rt_exp(-fmax(shortness(s, p), shortness(s, p - 1))) / (1 + 0.7 / (double)(p - 1));
    return RT_OK;
}

/* ---- the step ---- */

/* out = x + tau x_1 + tau^2 x_2 + ... */
static void sum(const struct rt_stepper *s, double tau, double *out)
{
    const size_t n = s->n;
    for (size_t i = 0; i < n; i++)
        out[i] = 0;
    for (size_t j = (size_t)*used(s); j > 0; j--) {
        const double *c = series(s) + (j - 1) * n;
        for (size_t i = 0; i < n; i++)
            out[i] = (c[i] + out[i]) * tau;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = s->x[i] + out[i];
}

/* h y' by the series, and the sum of the sizes of its terms. */
static void find_slopes(const struct rt_stepper *s, double *slope, double *terms)
{
    const size_t n = s->n;
    const double h = s->h, length = fabs(h);
    for (size_t i = 0; i < n; i++)
        slope[i] = terms[i] = 0;
    for (size_t j = (size_t)*used(s); j > 0; j--) {
        const double *c = series(s) + (j - 1) * n;
        for (size_t i = 0; i < n; i++) {
            const double term = (double)j * c[i];
            slope[i] = (slope[i] + term) * h;
            terms[i] = (terms[i] + fabs(term)) * length;
        }
    }
}

/* Changes of the rates when the end of the step is rounded otherwise: all numbers up or down by one
 * part in 2^52. Any two have different signs in one of the patterns, so that they do not cancel in
 * all. They are large where an angle or the time is long, or where a rate is the difference of
 * large states. */
static void find_noise(struct rt_stepper *s, const double *rate, double *noise)
{
    const size_t n = s->n;
    double *moved = noise + n, *other = moved + n;
    for (size_t i = 0; i < n; i++)
        noise[i] = 0;
    for (size_t pattern = 0; pattern == 0 || n >> pattern; pattern++) {
        for (size_t i = 0; i < n; i++)
            moved[i] = s->y[i] * (1 + ((i >> pattern & 1) ? -DBL_EPSILON : DBL_EPSILON));
        rt_rates(s, (s->t + s->h) * (1 + DBL_EPSILON), moved, other);
        for (size_t i = 0; i < n; i++)
            noise[i] += fabs(other[i] - rate[i]);
    }
}

enum { ROUNDINGS = 32 };

/* The defect in units of the tolerance and of rounding errors; noise: of the rates, or NULL. */
static double measured(const struct rt_stepper *s, const double *noise)
{
    const size_t n = s->n;
    const double terms_left = *used(s) + 1;
    const double *rate = s->own, *slope = rate + n, *terms = slope + n;
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        const double x = fabs(s->x[i]), y = fabs(s->y[i]);
        const double tolerance = terms_left * (s->abs + s->rel * fmax(x, y));
        const double rounding =
            ROUNDINGS * (DBL_EPSILON * (x + y + terms[i]) + (noise ? fabs(s->h) * noise[i] : 0));
        const double e = fabs(s->h * rate[i] - slope[i]) / (tolerance + rounding);
        if (!(e <= most)) /* true for NaN, which stays */
            most = e;
    }
    return most;
}

/* The noise is found only where it decides: a shorter step would not make it less. */
static double defect(struct rt_stepper *s)
{
    double *rate = s->own, *slope = rate + s->n, *terms = slope + s->n, *noise = terms + s->n;
    find_slopes(s, slope, terms);
    rt_rates(s, s->t + s->h, s->y, rate);
    const double e = measured(s, NULL);
    if (!(e > 1) || !isfinite(e))
        return e;
    find_noise(s, rate, noise);
    return measured(s, noise);
}

static enum rt_status step(struct rt_stepper *s)
{
    const enum rt_status status = expand(s);
    if (status != RT_OK)
        return status;
    sum(s, s->h, s->y);
    s->error = defect(s);
    return isfinite(s->error) ? RT_OK : RT_NAN;
}

static enum rt_status dense(struct rt_stepper *s, double tau, double *out)
{
    sum(s, tau, out);
    return RT_OK;
}

const struct rt_ops rt_taylor_ops = {
    .work = work, .begin = begin, .propose = propose, .step = step, .dense = dense, .move = move};
