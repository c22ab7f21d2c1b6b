/* runtime/poles.c -- end of a run before a pole of the equations of motion.
 *
 * The block `pole` has functions g whose zeros are poles of the rates. No step may lead across one:
 * beyond it the state would be finite and wrong. g = 0 is crossed where the sign changes, and
 * touched where |g| falls and rises within a step: a Gram determinant, for example, is a square
 * where constraints become dependent. Steps in which g changes little are not looked into. Adaptive
 * methods rather come closer and closer, by steps that become shorter and shorter.
 */
#include "drive.h"

#include <math.h>

enum { HERE, NOW, BEFORE, INSIDE, LARGEST, ARRAYS, LOOK = 16, NARROW = 40 };
static const double fast = 2;         /* a change by this factor, in one step */
static const double touching = 1e-3;  /* the least value in a step, relative to its ends */
static const double at_pole = 1e-7;   /* the same at the end of a step */
static const double vanishing = 1e-5; /* a part of the largest value, and of the longest step */

size_t rt_pole_work(const struct rt_task *task)
{
    return ARRAYS * task->model->length[RT_pole];
}

static double *row(const struct rt_drive *r, int k)
{
    return r->poles + (size_t)k * r->s.model->length[RT_pole];
}

static int is_watched(const struct rt_drive *r)
{
    return r->s.model->length[RT_pole] > 0;
}

void rt_arm_poles(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    if (!is_watched(r))
        return;
    rt_eval(s, RT_pole, s->t, s->x, row(r, HERE));
    for (size_t i = 0; i < s->model->length[RT_pole]; i++) {
        row(r, BEFORE)[i] = row(r, HERE)[i];
        row(r, LARGEST)[i] = fabs(row(r, HERE)[i]);
    }
}

void rt_pass_poles(struct rt_drive *r)
{
    for (size_t i = 0; i < r->s.model->length[RT_pole]; i++) {
        row(r, BEFORE)[i] = row(r, HERE)[i];
        row(r, HERE)[i] = row(r, NOW)[i];
        row(r, LARGEST)[i] = fmax(row(r, LARGEST)[i], fabs(row(r, NOW)[i]));
    }
}

static enum rt_status found(struct rt_drive *r, size_t i, double part)
{
    r->s.count.pole = i + 1;
    r->s.count.pole_at = r->s.t + part * (r->to - r->s.t);
    return RT_POLE;
}

/* Does the size of g change much in this step or did it in the step before? */
static int is_fast(const struct rt_drive *r, size_t i)
{
    const double a = fabs(row(r, HERE)[i]), b = fabs(row(r, NOW)[i]);
    return fmax(fabs(row(r, BEFORE)[i]), b) > fast * a || a > fast * b;
}

/* The functions at a part of the step. */
static enum rt_status look(struct rt_drive *r, double part)
{
    struct rt_stepper *s = &r->s;
    const enum rt_status status = rt_inside(r, part * s->h, r->spare);
    if (status == RT_OK)
        rt_eval(s, RT_pole, s->t + part * s->h, r->spare, row(r, INSIDE));
    return status;
}

/* Does g_i vanish, or nearly so, between two parts of the step? A golden-section search. */
static enum rt_status narrow(struct rt_drive *r, size_t i, double from, double to)
{
    const double golden = 0.3819660112501051, a = row(r, HERE)[i], b = row(r, NOW)[i];
    const double low = touching * fmin(fabs(a), fabs(b));
    double part[2], value[2];
    for (int k = 0; k < 2; k++) {
        part[k] = k ? to - golden * (to - from) : from + golden * (to - from);
        const enum rt_status status = look(r, part[k]);
        if (status != RT_OK)
            return status;
        value[k] = row(r, INSIDE)[i] * (a > 0 ? 1 : -1);
    }
    for (int n = 0; n < NARROW; n++) {
        const int right = value[1] < value[0];
        if (!(value[right] > low))
            return found(r, i, part[right]);
        *(right ? &from : &to) = part[!right];
        part[!right] = part[right];
        value[!right] = value[right];
        part[right] = right ? to - golden * (to - from) : from + golden * (to - from);
        const enum rt_status status = look(r, part[right]);
        if (status != RT_OK)
            return status;
        value[right] = row(r, INSIDE)[i] * (a > 0 ? 1 : -1);
    }
    return RT_OK;
}

/* Searches for places inside the step where g_i is least. */
static enum rt_status look_inside(struct rt_drive *r, size_t i)
{
    const double side = row(r, HERE)[i] > 0 ? 1 : -1;
    double least = fmin(fabs(row(r, HERE)[i]), fabs(row(r, NOW)[i]));
    int best = 0;
    for (int k = 1; k < LOOK; k++) {
        const enum rt_status status = look(r, (double)k / LOOK);
        if (status != RT_OK)
            return status;
        const double g = row(r, INSIDE)[i] * side;
        if (!(g >= least)) {
            least = g;
            best = k;
        }
    }
    if (best == 0 && fabs(row(r, NOW)[i]) < fabs(row(r, HERE)[i]))
        best = LOOK;
    return narrow(r, i, fmax(best - 1.0, 0) / LOOK, fmin(best + 1.0, LOOK) / LOOK);
}

/* Time from x to the zeros of the functions, by their slopes along the motion, in row NOW. */
static void find_times(struct rt_drive *r, double h)
{
    struct rt_stepper *s = &r->s;
    const double ahead = fmax(1e-3 * h, 1e-11 * fmax(1, fabs(s->t)));
    double *x = r->spare, *rate = r->spare + s->n, *now = row(r, NOW);
    rt_rates(s, s->t, s->x, rate);
    for (size_t i = 0; i < s->n; i++)
        x[i] = s->x[i] + ahead * rate[i];
    rt_eval(s, RT_pole, s->t, x, now);
    for (size_t i = 0; i < s->model->length[RT_pole]; i++)
        now[i] = row(r, HERE)[i] * ahead / (row(r, HERE)[i] - now[i]);
}

/* RT_POLE where a function vanishes within the time `near`, else the given status. */
static enum rt_status expect(struct rt_drive *r, double near, enum rt_status status)
{
    find_times(r, r->s.h);
    for (size_t i = 0; i < r->s.model->length[RT_pole]; i++) {
        const double left = row(r, NOW)[i];
        if (left >= 0 && left <= near) {
            r->to = r->s.t + left;
            r->s.count.pole_near = !r->s.method->adaptive;
            return found(r, i, 1);
        }
    }
    return status;
}

enum rt_status rt_blame_poles(struct rt_drive *r, enum rt_status status)
{
    const double h = r->s.h, much = 0.1; /* of the steps before they became short */
    if (!is_watched(r) || !(h > 0))
        return status;
    const double near =
        status == RT_CRAWL ? much * r->longest : 4 * fmax(h, 1e-7 * fmax(1, fabs(r->s.t)));
    return expect(r, near, status);
}

/* Has function i come down, together with the steps? */
static int is_vanishing(const struct rt_drive *r, size_t i)
{
    return r->s.h < vanishing * r->longest && fabs(row(r, NOW)[i]) < vanishing * row(r, LARGEST)[i];
}

enum rt_status rt_check_poles(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    enum rt_status status = RT_OK;
    int changes = 0;
    if (!is_watched(r))
        return RT_OK;
    rt_eval(s, RT_pole, r->to, s->y, row(r, NOW));
    for (size_t i = 0; i < s->model->length[RT_pole] && status == RT_OK; i++) {
        const double a = row(r, HERE)[i], b = row(r, NOW)[i];
        if (!((a > 0 && b > 0) || (a < 0 && b < 0)))
            return found(r, i, isfinite(a) && isfinite(b) ? fabs(a) / (fabs(a) + fabs(b)) : 0.5);
        if (fabs(b) < at_pole * fabs(a) || is_vanishing(r, i))
            return found(r, i, 1);
        if (fabs(a) < at_pole * fmin(fabs(row(r, BEFORE)[i]), fabs(b)))
            return found(r, i, 0);
        if (is_fast(r, i))
            status = look_inside(r, i);
        changes |= is_fast(r, i);
    }
    if (status == RT_OK && changes && !s->method->adaptive) { /* it may step over infinity */
        status = expect(r, 4 * s->h, RT_OK);
        rt_eval(s, RT_pole, r->to, s->y, row(r, NOW));
    }
    return status;
}
