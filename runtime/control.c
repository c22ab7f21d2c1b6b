/* runtime/control.c -- step size control of adaptive methods.
 *
 * With the error e of a step in units of the tolerance and e0 that of the step before, the next
 * one is longer by 0.9 e^(-0.8/k) e0^(0.4/k), k being the order: proportional-integral control,
 * which avoids the sawtooth of rejected steps. Source: E. Hairer, S. P. Norsett, G. Wanner, Solving
 * Ordinary Differential Equations I, 2nd edition, section II.4, also for the first step.
 *
 * Logarithms and powers are of low precision but use + - * / only: steps, and so trajectories, do
 * not depend on a library. (fmin and fmax would be function calls.)
 */
#include "drive.h"

#include <math.h>
#include <string.h>

/* ---- logarithms ---- */

/* Logarithm to base 2 of a positive normal number, within 0.01: its exponent, and a parabola. */
static double log_2(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const double e = (double)((int)(bits >> 52) - 1023);
    bits = (bits & 0xFFFFFFFFFFFFFU) | 0x3FF0000000000000U;
    memcpy(&x, &bits, sizeof x); /* from 1 to 2 */
    return e + ((2 - (1.0 / 3) * x) * x - 5.0 / 3);
}

/* 2^x for |x| < 1000, to 3 digits. */
static double exp_2(double x)
{
    const int64_t whole = (int64_t)(x + 1024.5) - 1024; /* the nearest */
    const double z = x - (double)whole;
    const uint64_t bits = (uint64_t)(whole + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale * (1 + z * (0.693147 + z * (0.240227 + z * 0.0555)));
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

/* ---- from one step to the next ---- */

static const double safety = 0.9;
enum { SHORTEN = 5, LENGTHEN = 8 }; /* largest factors between two steps */
static const double smallest_error = 1e-10, largest_error = 1e10;

static double log_error(double error)
{
    return log_2(least(largest(error, smallest_error), largest_error));
}

static double factor(const struct rt_drive *r, double log)
{
    const double f = safety * exp_2((0.4 * r->before - 0.8 * log) * r->power);
    return least(largest(f, 1.0 / SHORTEN), LENGTHEN);
}

static double factor_refused(const struct rt_drive *r, double log)
{
    return largest(safety * exp_2(-log * r->power), 1.0 / SHORTEN);
}

/* ---- the first step ---- */

static double size(const struct rt_stepper *s, const double *v, const double *minus)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++) {
        const double e = (v[i] - (minus ? minus[i] : 0)) / (s->abs + s->rel * fabs(s->x[i]));
        sum += e * e;
    }
    return sqrt(sum / (double)s->n);
}

/* h such that h^k |second derivative or slope| is a hundredth, after an Euler step. */
enum rt_status rt_first_step(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    const struct rt_task *task = s->task;
    const double length = task->span.end - s->t;
    double *f0 = r->spare, *f1 = r->spare + s->n;
    r->before = 0;
    r->starting = 1;
    r->wanted = least(task->first > 0 ? task->first : length, length);
    if (task->first > 0 || s->n == 0)
        return RT_OK;
    rt_rates(s, s->t, s->x, f0);
    const double d0 = size(s, s->x, NULL), d1 = size(s, f0, NULL);
    double h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
    h = least(h, length);
    for (size_t i = 0; i < s->n; i++)
        s->y[i] = s->x[i] + h * f0[i];
    rt_rates(s, s->t + h, s->y, f1);
    const double d2 = size(s, f1, f0) / h, d = largest(d1, d2);
    const double k = (double)s->method->order;
    const double by_slope =
        d <= 1e-15 ? largest(1e-6, h * 1e-3) : exp_2(log_2(largest(0.01 / d, 1e-300)) / k);
    const double chosen = least(least(100 * h, by_slope), length);
    r->wanted = chosen > 0 ? chosen : h; /* `chosen` may be NaN */
    return rt_finite(f0, s->n) ? RT_OK : RT_NAN;
}

/* ---- one step ---- */

/* The rest of the span in one step where that fits, or in two equal ones. */
static double fit(const struct rt_drive *r, double target)
{
    const double left = target - r->s.t, most = r->s.task->largest;
    double h = most > 0 ? least(r->wanted, most) : r->wanted;
    if (h * 1.01 >= left)
        return left;
    return 2 * h > left ? left / 2 : h;
}

/* Logarithm of an error far below the usual 0.1. Smaller errors mean that the first step was too
 * short: they are no trend, and do not limit the next step. */
static const double settled = -8;

static void accept(struct rt_drive *r, double h, int refused)
{
    const struct rt_stepper *s = &r->s;
    if (s->error <= 0) { /* not known */
        r->wanted = largest(r->wanted, refused ? h : h * LENGTHEN);
        return;
    }
    const double log = log_error(s->error), f = factor(r, log);
    const double next = h * (refused ? least(f, 1) : f);
    /* The error of a step that the target cut short says little. */
    r->wanted = h < r->wanted && !refused ? largest(next, r->wanted) : next;
    r->starting = r->starting && log < settled;
    r->before = r->starting ? 0 : largest(log, log_error(1e-4));
}

enum rt_status rt_adaptive_step(struct rt_drive *r, double target)
{
    struct rt_stepper *s = &r->s;
    enum rt_status status = RT_OK;
    if (s->method->ops->propose)
        status = s->method->ops->propose(s, &r->wanted);
    if (status != RT_OK)
        return status;
    for (int refused = 0;; refused = 1) {
        const double h = fit(r, target);
        const int whole = h >= target - s->t;
        if (!whole && !(s->t + 0.1 * h > s->t))
            return status == RT_NAN ? RT_NAN : RT_UNDERFLOW;
        r->to = whole ? target : s->t + h;
        status = rt_try(r, h);
        if (status == RT_OK && s->error <= 1)
            status = rt_finish(r);
        if (status == RT_OK && s->error <= 1) {
            accept(r, h, refused);
            return RT_OK;
        }
        if (status != RT_OK && status != RT_NAN)
            return status;
        s->count.rejected++;
        r->wanted = h * (status == RT_OK ? factor_refused(r, log_error(s->error)) : 1.0 / SHORTEN);
    }
}
