/* gen/run/step_limit.c -- limit of the steps of a run, and why a run reached it.
 *
 * The limit counts steps, not time: the same run ends at the same place on every machine. A run
 * that reaches it is stiff, or it is busy with events, or it is long. It is stiff where stability
 * limits the steps of an explicit method: h |lambda| is then about the radius of the region of
 * stability, lambda being the fastest rate of the motion. Iterating the derivative of the rates
 * along a vector finds lambda. Source: E. Hairer, G. Wanner, Solving Ordinary Differential
 * Equations II, 2nd edition, section IV.2.
 */
#include "gen/run/trace.h"

#include <math.h>

enum { LIMIT = 10000000, ITERATIONS = 30 };

bool run_choose_most(struct job *job, const struct options *o, struct rt_task *task)
{
    const char *text = base_option_last(o, OPTION_steps);
    double most = LIMIT;
    if (text && !lang_number(job->diag, job->store, "--steps", text, &most))
        return false;
    if (!(most >= 1 && most < 0x1p53)) {
        base_fail(job->diag, EXIT_USAGE, "--steps must be a number from 1 to 2^53");
        return false;
    }
    if (!task->method->adaptive)
        most += ceil((task->span.end - task->span.start) / task->span.step) + (double)task->ats;
    task->most = (uint64_t)most;
    return true;
}

static double length(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* Absolute value of the fastest rate at the state, about. */
static double fastest_rate(struct mem *m, const struct run *r, double t)
{
    const struct rt_model *model = r->machine;
    const size_t n = model->states;
    double *work = mem_take_array(m, 4 * n + 2 * model->inputs + 1, sizeof *work);
    double *v = work, *x = v + n, *f = x + n, *g = f + n, *u = g + n, rate = 0;
    const double *at = r->start->x, size = length(at, n);
    for (size_t i = 0; i < model->inputs; i++)
        u[i] = r->start->u[i];
    if (r->task.input)
        r->task.input->at(r->task.input->context, t, t, u);
    for (size_t i = 0; i < n; i++)
        v[i] = 1 + 0.1 * (double)(i % 7);
    rt_call(model, RT_rhs, t, u, at, r->start->p, f);
    for (int k = 0; k < ITERATIONS; k++) {
        const double by = 1e-7 * (1 + size) / length(v, n);
        for (size_t i = 0; i < n; i++)
            x[i] = at[i] + by * v[i];
        rt_call(model, RT_rhs, t, u, x, r->start->p, g);
        for (size_t i = 0; i < n; i++)
            g[i] = (g[i] - f[i]) / by;
        rate = length(g, n) / length(v, n);
        if (!(rate > 0 && isfinite(rate)))
            return 0;
        for (size_t i = 0; i < n; i++)
            v[i] = g[i] / rate;
    }
    return rate;
}

static const char *number(struct mem *m, double value, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value, digits, text);
    return base_text(m, "%s", text);
}

const char *run_step_limit_message(struct mem *m, const struct outcome *o)
{
    return base_text(m, "more than %llu steps", (unsigned long long)o->trace->run->task.most);
}

bool run_held_up(const struct outcome *o)
{
    return o->count.events > o->count.steps / 4;
}

const char *run_step_limit_help(struct mem *m, const struct outcome *o)
{
    const struct run *r = o->trace->run;
    const struct rt_count *c = &o->count;
    const double h = fabs(c->t - r->task.span.start) / (double)(c->steps + 1);
    if (run_held_up(o))
        return base_text(m,
                         "there were %llu events: does a reset lead to a place where its event "
                         "happens again at once? --steps allows more",
                         (unsigned long long)c->events);
    const double rate = r->task.method->adaptive ? fastest_rate(m, r, c->t) : 0;
    const char *step = number(m, h, 3);
    if (h * rate > 0.5)
        return base_text(m,
                         "the motion is stiff: its fastest rate is about %s, and %s needs steps of "
                         "%s; an implicit method can take longer ones: --method gauss3 --dt STEP",
                         number(m, rate, 2), r->task.method->name, step);
    return base_text(m, "the average step is %s; --steps allows more", step);
}
