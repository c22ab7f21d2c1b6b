/* runtime/events.c -- event location: zero crossings of a block, and their actions.
 *
 * Every event has a side, the current sign of its number g. After a step g is evaluated at some
 * points of it; where the sign has left the side, the time is found by bracketing on the map of the
 * method itself: steps from the same start with other lengths. So the time is as accurate as the
 * steps, not only as an interpolation. Source of the bracketing: T. R. Chandrupatla, A new
 * hybrid quadratic/bisection algorithm, Advances in Engineering Software 28 (1997) 145-149.
 *
 * A step ends where the sign has just changed, and the side is then the other one: the same root is
 * not found again. After a reset g may be 0 up to rounding; then the sign of its slope is the side.
 */
#include "drive.h"

#include <float.h>
#include <math.h>

enum {
    LOOK = 4, /* points of a step at which g is evaluated */
    BISECTIONS = 120,
    HALVINGS = 52,
    CROWD = 16, /* maximum of events that follow each other at once */
    ARRAYS = 5, /* side, scale, g, fired, slack: one number for each event */
};
static const double at_once = 1e-10; /* relative to the time, or to the span */

size_t rt_event_work(const struct rt_task *task)
{
    if (!task->event)
        return 0;
    return task->model->length[RT_event] * (ARRAYS + LOOK) + task->model->length[RT_reset];
}

static double *side_of(const struct rt_drive *r)
{
    return r->watch;
}

static double *scale_of(const struct rt_drive *r)
{
    return r->watch + r->events;
}

static double *now_of(const struct rt_drive *r)
{
    return r->watch + 2 * r->events;
}

static double *fired_of(const struct rt_drive *r)
{
    return r->watch + 3 * r->events;
}

/* Tolerance for g on the wrong side; 0 once g was seen on its side. */
static double *slack_of(const struct rt_drive *r)
{
    return r->watch + 4 * r->events;
}

static double *seen_of(const struct rt_drive *r, int point)
{
    return r->watch + (ARRAYS + (size_t)point - 1) * r->events;
}

/* Zero counts as the other side. */
static int is_off(double side, double g)
{
    return side != 0 && g * side <= 0;
}

static int has_left(const struct rt_drive *r, size_t i, double g)
{
    return is_off(side_of(r)[i], g) && fabs(g) >= slack_of(r)[i];
}

static int is_wanted(const struct rt_drive *r, size_t i, double side)
{
    const enum rt_direction d = r->s.task->event[i].direction;
    return d == RT_ANY || (d == RT_RISING ? side < 0 : side > 0);
}

static double sign(double g)
{
    return (double)((g > 0) - (g < 0));
}

/* ---- sides ---- */

/* Sides and scales at x, the start of a step of about h. */
static enum rt_status find_sides(struct rt_drive *r, double h)
{
    struct rt_stepper *s = &r->s;
    double *side = side_of(r), *scale = scale_of(r), *g = now_of(r), *later = seen_of(r, 1);
    double *rate = r->spare, *x = r->spare + s->n;
    const double ahead = 1e-4 * h, rounding = DBL_EPSILON * fmax(fabs(s->t), h);
    rt_eval(s, RT_event, s->t, s->x, g);
    rt_rates(s, s->t, s->x, rate);
    for (size_t i = 0; i < s->n; i++)
        x[i] = s->x[i] + ahead * rate[i];
    rt_eval(s, RT_event, s->t + ahead, x, later);
    if (!rt_finite(g, r->events))
        return RT_NAN;
    for (size_t i = 0; i < r->events; i++) {
        const double slope = (later[i] - g[i]) / ahead;
        const double near = 256 * rounding * fabs(slope) + 8 * DBL_EPSILON * scale[i];
        const int at_zero = fabs(g[i]) <= near && slope == slope;
        side[i] = sign(at_zero ? slope : g[i]);
        slack_of(r)[i] = at_zero ? 2 * near : 0;
        scale[i] = fmax(scale[i], fabs(g[i]));
    }
    return RT_OK;
}

/* Expected length of the next step. */
static double ahead(const struct rt_drive *r)
{
    const struct rt_task *task = r->s.task;
    const double left = task->span.end - r->s.t;
    return fmin(left, task->method->adaptive && r->wanted > 0 ? r->wanted : task->span.step);
}

enum rt_status rt_arm_events(struct rt_drive *r)
{
    for (size_t i = 0; i < r->events; i++)
        scale_of(r)[i] = 0;
    return find_sides(r, ahead(r));
}

/* ---- looking into a step ---- */

/* Cubic Hermite interpolation, for methods without dense output. */
static void cubic(struct rt_drive *r, double tau, double *out)
{
    struct rt_stepper *s = &r->s;
    double *f0 = r->spare + s->n, *f1 = f0 + s->n;
    if (!s->dense_ready) {
        rt_rates(s, s->t, s->x, f0);
        rt_rates(s, s->t + s->h, s->y, f1);
        s->dense_ready = 1;
    }
    const double a = tau / s->h, b = 1 - a;
    for (size_t i = 0; i < s->n; i++) {
        const double way = s->y[i] - s->x[i];
        out[i] = b * s->x[i] + a * s->y[i] +
                 a * b * (b * (s->h * f0[i] - way) - a * (s->h * f1[i] - way));
    }
}

enum rt_status rt_inside(struct rt_drive *r, double tau, double *out)
{
    if (r->s.method->ops->dense)
        return r->s.method->ops->dense(&r->s, tau, out);
    cubic(r, tau, out);
    return RT_OK;
}

static enum rt_status sample_step(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    for (int k = 1; k <= LOOK; k++) {
        const double tau = k == LOOK ? s->h : s->h * k / LOOK;
        const double *x = k == LOOK ? s->y : r->spare;
        const enum rt_status status = k < LOOK ? rt_inside(r, tau, r->spare) : RT_OK;
        if (status != RT_OK)
            return status;
        rt_eval(s, RT_event, s->t + tau, x, seen_of(r, k));
        if (!rt_finite(seen_of(r, k), r->events))
            return RT_NAN;
    }
    return RT_OK;
}

/* ---- the time of an event ---- */

/* Values of all events after a step of length tau. */
static enum rt_status probe(struct rt_drive *r, double tau)
{
    const enum rt_status status = rt_try(r, tau);
    r->probed = 1;
    if (status != RT_OK)
        return status;
    rt_eval(&r->s, RT_event, r->s.t + tau, r->s.y, now_of(r));
    return rt_finite(now_of(r), r->events) ? RT_OK : RT_NAN;
}

/* Bracket of a sign change between a and b. */
struct bracket {
    double a, fa, b, fb; /* b is the newest point of the search; the sign at a is the other one */
    double c, fc;        /* the point before */
};

/* The next point to try, as a fraction of the way from b to a. */
static double next_part(const struct bracket *k)
{
    const double xi = (k->a - k->b) / (k->c - k->b), phi = (k->fa - k->fb) / (k->fc - k->fb);
    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi))
        return 0.5;
    return k->fa / (k->fb - k->fa) * k->fc / (k->fb - k->fc) +
           (k->c - k->a) / (k->b - k->a) * k->fa / (k->fc - k->fa) * k->fb / (k->fc - k->fb);
}

/* Time just after event i, by bracketing. */
static enum rt_status bisect(struct rt_drive *r, size_t i, struct bracket k, double *out)
{
    const double side = side_of(r)[i];
    double right = k.b, part = k.fa / (k.fa - k.fb);
    /* b is the earlier end: then the first guess is the zero of the secant */
    k = (struct bracket){.a = k.b, .fa = k.fb, .b = k.a, .fb = k.fa};
    for (int n = 0; n < BISECTIONS; n++) {
        const double room = 2 * DBL_EPSILON * fmax(fabs(r->s.t), right);
        const double width = fabs(k.a - k.b);
        if (width <= room)
            break;
        part = fmin(fmax(part, room / 2 / width), 1 - room / 2 / width);
        const double tau = k.b + part * (k.a - k.b);
        const enum rt_status status = probe(r, tau);
        if (status != RT_OK)
            return status;
        const double f = now_of(r)[i];
        if (is_off(side, f))
            right = tau;
        if (f == 0)
            break;
        if ((f > 0) == (k.fb > 0)) {
            k.c = k.b;
            k.fc = k.fb;
        } else {
            k.c = k.a;
            k.fc = k.fa;
            k.a = k.b;
            k.fa = k.fb;
        }
        k.b = tau;
        k.fb = f;
        part = next_part(&k);
    }
    *out = right;
    return RT_OK;
}

/* A point before b where event i has not happened yet: after a reset g may be 0 at the start. */
static enum rt_status find_before(struct rt_drive *r, size_t i, double from, struct bracket *k)
{
    const double side = side_of(r)[i];
    k->a = from;
    for (int n = 0; n < HALVINGS; n++) {
        const enum rt_status status = probe(r, k->a);
        if (status != RT_OK)
            return status;
        k->fa = now_of(r)[i];
        if (!is_off(side, k->fa))
            return RT_OK;
        k->a /= 2;
    }
    k->a = 0;
    k->fa = 0;
    return RT_OK;
}

/* Shortens the step to `*to`, or to the event i between two points of it. */
static enum rt_status shorten(struct rt_drive *r, size_t i, int point, double h, double *to,
                              int *found)
{
    struct bracket k = {.b = *to};
    enum rt_status status = probe(r, *to);
    k.fb = now_of(r)[i];
    if (status != RT_OK || !has_left(r, i, k.fb))
        return status;
    *found = 1;
    slack_of(r)[i] = 0;
    status = find_before(r, i, point > 1 ? fmin(h * (point - 1) / LOOK, *to / 2) : *to / 2, &k);
    if (status != RT_OK)
        return status;
    if (k.a > 0)
        return bisect(r, i, k, to);
    *to = fmin(*to, 4 * DBL_EPSILON * fmax(fabs(r->s.t), *to)); /* at the start of the step */
    return RT_OK;
}

/* Searches the events that have left their side between two points, in a direction of interest. */
static enum rt_status search(struct rt_drive *r, int point, double h, double *to, int *found)
{
    double *side = side_of(r);
    const double *g = seen_of(r, point);
    enum rt_status status = RT_OK;
    for (size_t i = 0; i < r->events && status == RT_OK; i++)
        if (has_left(r, i, g[i]) && is_wanted(r, i, side[i]))
            status = shorten(r, i, point, h, to, found);
    if (*found)
        return status;
    for (size_t i = 0; i < r->events; i++) {
        const int turned = has_left(r, i, g[i]) && !is_wanted(r, i, side[i]);
        if (g[i] != 0 && (side[i] == 0 || turned))
            side[i] = sign(g[i]);
        if (g[i] * side[i] > 0)
            slack_of(r)[i] = 0;
    }
    return status;
}

/* Marks the events that have happened at the end of the step. */
static void mark(struct rt_drive *r, int found)
{
    double *side = side_of(r), *fired = fired_of(r), *scale = scale_of(r);
    const double *g = now_of(r);
    for (size_t i = 0; i < r->events; i++) {
        const int left = has_left(r, i, g[i]);
        fired[i] = found && left && is_wanted(r, i, side[i]);
        if (left || side[i] == 0)
            side[i] = left ? -side[i] : sign(g[i]);
        if (left || g[i] * side[i] > 0)
            slack_of(r)[i] = 0;
        scale[i] = fmax(scale[i], fabs(g[i]));
    }
}

enum rt_status rt_find_event(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    const double h = s->h;
    double to = h;
    int found = 0;
    r->probed = 0;
    enum rt_status status = sample_step(r);
    for (int k = 1; k <= LOOK && status == RT_OK && !found; k++) {
        to = k == LOOK ? h : h * k / LOOK;
        status = search(r, k, h, &to, &found);
    }
    if (status != RT_OK)
        return status;
    r->fired = found;
    if (!found)
        to = h;
    else if (to < h)
        r->to = s->t + to;
    if (!r->probed) { /* no step was repeated: y is the end of the whole step */
        for (size_t i = 0; i < r->events; i++)
            now_of(r)[i] = seen_of(r, LOOK)[i];
        mark(r, 0);
        return RT_OK;
    }
    status = probe(r, to);
    if (status != RT_OK)
        return status;
    mark(r, found);
    return rt_finish(r);
}

/* ---- actions ---- */

static enum rt_status reset(struct rt_drive *r, size_t i)
{
    struct rt_stepper *s = &r->s;
    double *all = r->watch + (ARRAYS + LOOK) * r->events;
    rt_eval(s, RT_reset, s->t, s->x, all);
    for (size_t a = 0; a < s->n; a++)
        if (!isfinite(all[i * s->n + a]))
            return RT_NAN;
    for (size_t a = 0; a < s->n; a++)
        s->x[a] = all[i * s->n + a];
    return RT_OK;
}

static enum rt_status restart(struct rt_drive *r)
{
    enum rt_status status = rt_begin(r);
    if (status == RT_OK && r->s.method->adaptive && !r->s.method->ops->propose)
        status = rt_first_step(r);
    return status == RT_OK ? find_sides(r, ahead(r)) : status;
}

/* Too many events in too short a time: a Zeno point. */
static int is_crowded(struct rt_drive *r)
{
    const struct rt_span *span = &r->s.task->span;
    const double t = r->s.t, gap = t - r->last_event;
    r->crowded = gap <= at_once * fmax(fabs(t), span->end - span->start) ? r->crowded + 1 : 0;
    r->last_event = t;
    return r->crowded >= CROWD;
}

enum rt_status rt_fire_events(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    const struct rt_sink *sink = &s->task->sink;
    enum rt_status status = RT_OK;
    int was_reset = 0;
    for (size_t i = 0; i < r->events && status == RT_OK; i++) {
        if (fired_of(r)[i] == 0)
            continue;
        const enum rt_action action = s->task->event[i].action;
        s->count.events++;
        if (sink->event && sink->event(sink->context, i, s->t, rt_inputs(s, s->t), s->x))
            return RT_STOPPED;
        if (action == RT_HALT) {
            s->count.halted = i + 1;
            return RT_STOPPED;
        }
        if (action == RT_RESET)
            status = reset(r, i);
        was_reset |= action == RT_RESET;
    }
    r->fired = 0;
    if (status == RT_OK && is_crowded(r))
        return RT_ZENO;
    return status == RT_OK && was_reset && s->t < s->task->span.end ? restart(r) : status;
}
