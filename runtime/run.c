/* runtime/run.c -- the driver: from the start to the end, whatever the method. */
#include "step.h"

#include <math.h>

static const double most_steps = 9007199254740992.0; /* 2^53 */

/* ---- times that are due ---- */

/* Start, every step, end; or those of a list. Times are multiples, not sums: rounding does not pile
 * up. */
struct ticks {
    const struct rt_span *span;
    const double *at; /* or NULL */
    uint64_t i, n;
};

static double due(const struct ticks *k)
{
    if (k->i >= k->n)
        return INFINITY;
    if (k->at)
        return k->at[k->i];
    return k->i + 1 == k->n ? k->span->end : k->span->start + (double)k->i * k->span->step;
}

/* How many steps lead to the end. A remainder that is only rounding does not get its own step. */
static double steps_to_end(const struct rt_span *span)
{
    const double exact = (span->end - span->start) / span->step;
    const double below = floor(exact);
    return exact - below > 1e-9 * (1 + below) ? below + 1 : below;
}

static struct ticks every_step(const struct rt_span *span)
{
    uint64_t steps = (uint64_t)steps_to_end(span);
    if (steps == 0 && span->end > span->start)
        steps = 1;
    return (struct ticks){.span = span, .n = steps + 1};
}

static enum rt_status check_span(const struct rt_task *task)
{
    const struct rt_span *span = &task->span;
    const double length = span->end - span->start;
    if (!(span->step > 0 && length >= 0 && isfinite(span->start) && isfinite(span->end)))
        return RT_STEP;
    for (size_t i = 0; i < task->ats; i++)
        if (!(task->at[i] >= (i ? task->at[i - 1] : span->start) && task->at[i] <= span->end))
            return RT_STEP;
    return length / span->step < most_steps ? RT_OK : RT_MANY;
}

/* ---- memory ---- */

unsigned rt_needs(const struct rt_task *task)
{
    return task->method->needs;
}

static enum rt_status check_needs(const struct rt_task *task)
{
    const unsigned needs = rt_needs(task) | 1U << RT_rhs;
    for (unsigned b = 0; b < RT_BLOCKS; b++)
        if (needs >> b & 1 && !rt_has(task->model, (enum rt_block_name)b))
            return RT_NEEDS;
    return RT_OK;
}

size_t rt_work(const struct rt_task *task)
{
    return 2 * task->model->states + 2 * task->model->inputs + task->method->ops->work(task);
}

static struct rt_stepper open_stepper(const struct rt_task *task, double t, const double *x,
                                      double *work)
{
    const size_t n = task->model->states, inputs = task->model->inputs;
    struct rt_stepper s = {.task = task,
                           .method = task->method,
                           .model = task->model,
                           .n = n,
                           .t = t,
                           .x = work,
                           .y = work + n,
                           .u = work + 2 * n,
                           .own = work + 2 * n + 2 * inputs,
                           .count = {.t = t}};
    for (size_t i = 0; i < n; i++)
        s.x[i] = x[i];
    for (size_t i = 0; i < 2 * inputs; i++)
        s.u[i] = i < inputs && task->u ? task->u[i] : 0;
    return s;
}

/* ---- one step ---- */

static enum rt_status begin(struct rt_stepper *s)
{
    return s->method->ops->begin ? s->method->ops->begin(s) : RT_OK;
}

static enum rt_status finish(struct rt_stepper *s)
{
    return s->method->ops->finish ? s->method->ops->finish(s) : RT_OK;
}

/* To y, which is finite. */
static enum rt_status try_step(struct rt_stepper *s, double h)
{
    s->h = h;
    s->dense_ready = 0;
    const enum rt_status status = s->method->ops->step(s);
    if (status == RT_OK && !rt_finite(s->y, s->n))
        return RT_NAN;
    return status;
}

enum rt_status rt_step(const struct rt_task *task, double t, double h, double *x, double *work)
{
    enum rt_status status = check_needs(task);
    if (status != RT_OK)
        return status;
    struct rt_stepper s = open_stepper(task, t, x, work);
    status = begin(&s);
    if (status == RT_OK)
        status = try_step(&s, h);
    for (size_t i = 0; status == RT_OK && i < s.n; i++)
        x[i] = s.y[i];
    return status;
}

/* ---- the run ---- */

struct run {
    struct rt_stepper s;
    struct ticks rows, grid;
    double brk;    /* the next break of the inputs */
    double target; /* where the step ends at the latest, */
    double to;     /* and where it ended */
    uint64_t tried;
};

static double next_break(const struct run *r)
{
    const struct rt_input *in = r->s.task->input;
    const double at = in && in->next ? in->next(in->context, r->s.t) : INFINITY;
    return at > r->s.t ? at : INFINITY;
}

static enum rt_status put_row(struct run *r, double t, const double *x)
{
    const struct rt_sink *sink = &r->s.task->sink;
    return sink->row && sink->row(sink->context, t, rt_inputs(&r->s, t), x) ? RT_STOPPED : RT_OK;
}

/* All rows up to where x is. */
static enum rt_status put_rows(struct run *r, double t, const double *x)
{
    enum rt_status status = RT_OK;
    for (; status == RT_OK && due(&r->rows) <= t; r->rows.i++)
        status = put_row(r, t, x);
    return status;
}

static double soonest(double a, double b)
{
    return a < b ? a : b;
}

static enum rt_status step_fixed(struct run *r)
{
    r->target = soonest(due(&r->grid), soonest(due(&r->rows), r->brk));
    r->to = r->target;
    r->tried++;
    enum rt_status status = try_step(&r->s, r->to - r->s.t);
    return status == RT_OK ? finish(&r->s) : status;
}

/* y becomes x. */
static enum rt_status advance(struct run *r)
{
    struct rt_stepper *s = &r->s;
    double *const y = s->y;
    s->y = s->x;
    s->x = y;
    s->t = r->to;
    s->count.steps++;
    while (due(&r->grid) <= s->t)
        r->grid.i++;
    if (s->method->ops->move)
        s->method->ops->move(s);
    if (s->t < r->brk)
        return RT_OK;
    r->brk = next_break(r);
    return begin(s);
}

static enum rt_status go(struct run *r)
{
    const struct rt_task *task = r->s.task;
    const uint64_t most = task->most ? task->most : (uint64_t)most_steps;
    enum rt_status status = put_rows(r, r->s.t, r->s.x);
    if (status == RT_OK && r->s.t < task->span.end)
        status = begin(&r->s);
    while (status == RT_OK && r->s.t < task->span.end) {
        if (r->tried >= most)
            return RT_MANY;
        status = step_fixed(r);
        if (status != RT_OK)
            return status;
        status = advance(r);
        if (status == RT_OK)
            status = put_rows(r, r->s.t, r->s.x);
    }
    return status;
}

enum rt_status rt_run(const struct rt_task *task, double *x, double *work, struct rt_count *count)
{
    enum rt_status status = check_span(task);
    if (status == RT_OK)
        status = check_needs(task);
    if (count)
        *count = (struct rt_count){.t = task->span.start};
    if (status != RT_OK)
        return status;
    struct run r = {.s = open_stepper(task, task->span.start, x, work),
                    .rows = every_step(&task->span),
                    .grid = every_step(&task->span)};
    if (task->at) {
        r.rows.at = task->at;
        r.rows.n = task->ats;
    }
    r.grid.i = 1;
    r.brk = next_break(&r);
    status = rt_finite(x, r.s.n) ? go(&r) : RT_NAN;
    for (size_t i = 0; i < r.s.n; i++)
        x[i] = r.s.x[i];
    r.s.count.t = r.s.t;
    if (count)
        *count = r.s.count;
    return status;
}
