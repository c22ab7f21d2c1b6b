/* runtime/run.c -- driver of a run, for any method. */
#include "drive.h"

#include <math.h>

static const double most_steps = 9007199254740992.0; /* 2^53 */

/* ---- times that are due ---- */

/* Times are multiples, not sums: rounding errors do not accumulate. */
static double due(const struct rt_ticks *k)
{
    if (k->i >= k->n)
        return INFINITY;
    if (k->at)
        return k->at[k->i];
    return k->i + 1 == k->n ? k->span->end : k->span->start + (double)k->i * k->span->step;
}

/* Number of steps to the end. A remainder of the size of rounding errors gets no step. */
static double steps_to_end(const struct rt_span *span)
{
    const double exact = (span->end - span->start) / span->step;
    const double below = floor(exact);
    return exact - below > 1e-9 * (1 + below) ? below + 1 : below;
}

static struct rt_ticks every_step(const struct rt_span *span)
{
    uint64_t steps = (uint64_t)steps_to_end(span);
    if (steps == 0 && span->end > span->start)
        steps = 1;
    return (struct rt_ticks){.span = span, .n = steps + 1};
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

/* ---- needs of a task ---- */

static int resets(const struct rt_task *task)
{
    for (size_t i = 0; task->event && i < task->model->length[RT_event]; i++)
        if (task->event[i].action == RT_RESET)
            return 1;
    return 0;
}

unsigned rt_needs(const struct rt_task *task)
{
    unsigned needs = task->method->needs;
    if (task->onto & RT_ONTO_CONSTRAINT)
        needs |= 1U << RT_constraint | 1U << RT_jacc;
    if (task->onto & RT_ONTO_ENERGY)
        needs |= 1U << RT_energy | 1U << RT_grad;
    if (task->event)
        needs |= 1U << RT_event;
    if (resets(task))
        needs |= 1U << RT_reset;
    return needs;
}

static enum rt_status check_needs(const struct rt_task *task)
{
    const unsigned needs = rt_needs(task) | 1U << RT_rhs;
    for (unsigned b = 0; b < RT_BLOCKS; b++)
        if (needs >> b & 1 && !rt_has(task->model, (enum rt_block_name)b))
            return RT_NEEDS;
    const size_t *length = task->model->length, n = task->model->states;
    if (needs >> RT_jacc & 1 && length[RT_jacc] != n * length[RT_constraint])
        return RT_NEEDS;
    return needs >> RT_reset & 1 && length[RT_reset] != n * length[RT_event] ? RT_NEEDS : RT_OK;
}

size_t rt_work(const struct rt_task *task)
{
    return (2 + RT_SPARE) * task->model->states + 2 * task->model->inputs +
           task->method->ops->work(task) + rt_project_work(task) + rt_event_work(task) +
           rt_pole_work(task);
}

static struct rt_drive open_drive(const struct rt_task *task, double t, const double *x,
                                  double *work)
{
    const size_t n = task->model->states, inputs = task->model->inputs;
    struct rt_drive r = {.s = {.task = task,
                               .method = task->method,
                               .model = task->model,
                               .n = n,
                               .rel = task->rel > 0 ? task->rel : 1e-9,
                               .t = t,
                               .x = work,
                               .y = work + n},
                         .last_event = t,
                         .shown = -INFINITY};
    r.power = 1 / (double)task->method->order;
    r.s.abs = task->abs > 0 ? task->abs : r.s.rel;
    r.most = task->most ? task->most : (uint64_t)most_steps;
    r.events = task->event ? task->model->length[RT_event] : 0;
    r.spare = work + 2 * n;
    r.s.u = r.spare + RT_SPARE * n;
    r.projector = r.s.u + 2 * inputs;
    r.watch = r.projector + rt_project_work(task);
    r.poles = r.watch + rt_event_work(task);
    r.s.own = r.poles + rt_pole_work(task);
    for (size_t i = 0; i < n; i++)
        r.s.x[i] = x[i];
    for (size_t i = 0; i < 2 * inputs; i++)
        r.s.u[i] = i < inputs && task->u ? task->u[i] : 0;
    return r;
}

/* ---- one step ---- */

enum rt_status rt_begin(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    if (s->task->onto & RT_ONTO_ENERGY)
        rt_eval(s, RT_energy, s->t, s->x, &r->level);
    rt_arm_poles(r);
    return s->method->ops->begin ? s->method->ops->begin(s) : RT_OK;
}

enum rt_status rt_finish(struct rt_drive *r)
{
    return r->s.method->ops->finish ? r->s.method->ops->finish(&r->s) : RT_OK;
}

enum rt_status rt_try(struct rt_drive *r, double h)
{
    struct rt_stepper *s = &r->s;
    if (r->tried++ >= r->most)
        return RT_MANY;
    s->h = h;
    s->dense_ready = 0;
    s->moved = 0;
    const enum rt_status status = s->method->ops->step(s);
    if (status != RT_OK)
        return status;
    if (!rt_finite(s->y, s->n) || !isfinite(s->error))
        return RT_NAN;
    return s->task->onto ? rt_project(r, s->t + s->h, s->y, &s->moved) : RT_OK;
}

enum rt_status rt_step(const struct rt_task *task, double t, double h, double *x, double *work)
{
    enum rt_status status = check_needs(task);
    if (status != RT_OK)
        return status;
    struct rt_drive r = open_drive(task, t, x, work);
    status = rt_begin(&r);
    if (status == RT_OK && r.s.method->ops->propose)
        status = r.s.method->ops->propose(&r.s, &r.wanted);
    r.to = t + h;
    if (status == RT_OK)
        status = rt_try(&r, h);
    if (status == RT_OK)
        status = rt_check_poles(&r);
    for (size_t i = 0; status == RT_OK && i < r.s.n; i++)
        x[i] = r.s.y[i];
    return status;
}

/* ---- rows ---- */

static enum rt_status put_row(struct rt_drive *r, double t, const double *x)
{
    const struct rt_sink *sink = &r->s.task->sink;
    r->shown = t;
    return sink->row && sink->row(sink->context, t, rt_inputs(&r->s, t), x) ? RT_STOPPED : RT_OK;
}

/* The run ends between two steps. */
static void stop_at(struct rt_drive *r, double t, const double *x)
{
    for (size_t i = 0; i < r->s.n; i++)
        r->s.x[i] = x[i];
    r->s.t = t;
}

/* Writes the rows that are due before the end of the step. */
static enum rt_status put_rows_inside(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    enum rt_status status = RT_OK;
    int moved = 0;
    for (; status == RT_OK && due(&r->rows) < r->to; r->rows.i++) {
        const double t = due(&r->rows);
        status = s->method->ops->dense(s, t - s->t, r->spare);
        if (status == RT_OK && !rt_finite(r->spare, s->n))
            status = RT_NAN;
        if (status == RT_OK && s->task->onto)
            status = rt_project(r, t, r->spare, &moved);
        if (status != RT_OK)
            return status;
        status = put_row(r, t, r->spare);
        if (status == RT_STOPPED)
            stop_at(r, t, r->spare);
    }
    return status;
}

/* Writes the rows that are due at x. */
static enum rt_status put_rows_here(struct rt_drive *r)
{
    enum rt_status status = RT_OK;
    for (; status == RT_OK && due(&r->rows) <= r->s.t; r->rows.i++)
        status = put_row(r, r->s.t, r->s.x);
    return status;
}

/* ---- the run ---- */

static double next_break(const struct rt_drive *r)
{
    const struct rt_input *in = r->s.task->input;
    const double at = in && in->next ? in->next(in->context, r->s.t) : INFINITY;
    return at > r->s.t ? at : INFINITY;
}

static enum rt_status step_fixed(struct rt_drive *r)
{
    r->to = fmin(due(&r->grid), fmin(due(&r->rows), r->brk));
    const enum rt_status status = rt_try(r, r->to - r->s.t);
    return status == RT_OK ? rt_finish(r) : status;
}

/* Steps that are much shorter than those before, and that cannot reach the end. */
static enum rt_status check_pace(struct rt_drive *r)
{
    enum { PATIENCE = 10000 };
    const double much = 1e-6, h = r->s.h, left = r->s.task->span.end - r->s.t;
    r->longest = fmax(r->longest, h);
    if (!r->s.method->adaptive || h >= much * r->longest ||
        h * (double)(r->most - r->tried) >= left)
        r->crawling = 0;
    else
        r->crawling++;
    return r->crawling > PATIENCE ? RT_CRAWL : RT_OK;
}

static enum rt_status make_step(struct rt_drive *r)
{
    const struct rt_task *task = r->s.task;
    enum rt_status status =
        task->method->adaptive ? rt_adaptive_step(r, fmin(task->span.end, r->brk)) : step_fixed(r);
    if (status == RT_OK && r->events)
        status = rt_find_event(r);
    if (status == RT_OK)
        status = rt_check_poles(r);
    if (status == RT_OK)
        status = check_pace(r);
    if (status == RT_OK || status == RT_POLE)
        return status;
    return status == RT_STOPPED || status == RT_MANY ? status : rt_blame_poles(r, status);
}

/* y becomes x. */
static enum rt_status advance(struct rt_drive *r)
{
    struct rt_stepper *s = &r->s;
    double *const y = s->y;
    s->y = s->x;
    s->x = y;
    s->t = r->to;
    rt_pass_poles(r);
    s->count.steps++;
    while (due(&r->grid) <= s->t)
        r->grid.i++;
    if (s->method->ops->move)
        s->method->ops->move(s);
    return put_rows_here(r);
}

/* Actions of events; a new start of the method at a break of the inputs. */
static enum rt_status turn(struct rt_drive *r)
{
    enum rt_status status = r->fired ? rt_fire_events(r) : RT_OK;
    if (r->s.count.halted && !(r->shown >= r->s.t))
        put_row(r, r->s.t, r->s.x);
    if (status != RT_OK || r->s.t < r->brk)
        return status;
    r->brk = next_break(r);
    return r->s.t < r->s.task->span.end ? rt_begin(r) : RT_OK;
}

static enum rt_status start(struct rt_drive *r)
{
    enum rt_status status = put_rows_here(r);
    if (status != RT_OK || r->s.t >= r->s.task->span.end)
        return status;
    status = rt_begin(r);
    if (status == RT_OK && r->s.method->adaptive && !r->s.method->ops->propose)
        status = rt_first_step(r);
    return status == RT_OK && r->events ? rt_arm_events(r) : status;
}

static enum rt_status go(struct rt_drive *r)
{
    enum rt_status status = start(r);
    while (status == RT_OK && r->s.t < r->s.task->span.end) {
        const struct rt_sink *sink = &r->s.task->sink;
        if (sink->step && sink->step(sink->context, r->s.t))
            return RT_STOPPED;
        status = make_step(r);
        if (status == RT_OK)
            status = put_rows_inside(r);
        if (status == RT_OK)
            status = advance(r);
        if (status == RT_OK)
            status = turn(r);
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
    struct rt_drive r = open_drive(task, task->span.start, x, work);
    r.grid = every_step(&task->span);
    r.rows = r.grid;
    r.grid.i = 1;
    if (task->at) {
        r.rows.at = task->at;
        r.rows.n = task->ats;
    }
    if (!task->sink.row && task->method->adaptive) /* rows would go unused */
        r.rows.n = 0;
    r.brk = next_break(&r);
    status = rt_finite(x, r.s.n) ? go(&r) : RT_NAN;
    for (size_t i = 0; i < r.s.n; i++)
        x[i] = r.s.x[i];
    r.s.count.t = r.s.t;
    if (count)
        *count = r.s.count;
    return status;
}
