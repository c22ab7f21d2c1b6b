/* gen/run/drift_claims.c -- claims about drift, measured along the run that the model describes. */
#include "gen/run/trace.h"

#include <math.h>
#include <string.h>

struct watch {
    const struct system *sys;
    const double *p;
    ex e;
    bool begun;
    double first, most;
};

static int measure(void *context, double t, const double *u, const double *x)
{
    (void)u;
    struct watch *w = context;
    double value = NAN;
    start_eval_at(w->sys, t, x, w->p, &w->e, 1, &value);
    if (!w->begun)
        w->first = value;
    w->begun = true;
    w->most = fmax(w->most, fabs(value - w->first));
    if (isnan(value))
        w->most = INFINITY;
    return isnan(value);
}

/* `claim drift < ...`, measured along a run. */
static struct assertion claim_drift(struct diag *d, const struct system *sys,
                                    const struct claim_item *claim, const struct rt_task *asked,
                                    const double *start)
{
    const size_t n = sys->states;
    double *x = mem_take_array(d->mem, n + 1, sizeof *x);
    struct watch w = {.sys = sys, .p = asked->p, .e = claim->a};
    struct rt_task task = *asked;
    struct rt_count count = {0};
    char text[EX_DOUBLE_ROOM], at[EX_DOUBLE_ROOM];
    task.sink = (struct rt_sink){.row = measure, .context = &w};
    double *work = mem_take_array(d->mem, rt_work(&task) + 1, sizeof *work);
    memcpy(x, start, n * sizeof *x);
    form_at_state_all(sys, &w.e, 1, &w.e);
    const enum rt_status status = rt_run(&task, x, work, &count);
    const bool ends = status == RT_OK || count.halted;
    const bool below = w.most < lang_value(sys->model, claim->b, asked->p);
    ex_double_brief(w.most, 3, text);
    ex_double_brief(count.t, 6, at);
    return (struct assertion){
        .text = base_text(d->mem, "%s: %s%s%s", base_span_shown(d->mem, claim->where), text,
                          ends ? "" : ", and the run fails at t = ", ends ? "" : at),
        .holds = ends && below,
        .standing = below && !ends ? STANDS_OPEN : STANDS_NOT};
}

static bool claims_drift(const struct model *m)
{
    for (size_t i = 0; i < m->claims; i++)
        if (m->claim[i].claim == CLAIM_DRIFT)
            return true;
    return false;
}

bool run_check_program(struct job *job, const struct options *o, struct diag *aside,
                       const struct rt_method **method, struct start **start)
{
    const struct point_texts texts = base_option_points(o);
    *method = NULL;
    if (form_missing_inputs(job->system)) /* it has equations, but no values */
        return true;
    if ((claims_drift(job->model) && !run_choose_method(job, o, method)) ||
        !job_program(job, BLOCKS_run | (*method ? (*method)->needs : 0)))
        return false;
    *start = start_find(aside, job->system, job->program->prepared, &texts, MISSING_SKIPS);
    return *start != NULL;
}

/* The job and its start in the form of runs, where that is not the form of the proofs. */
static bool use_form_of_runs(struct job *job, const struct options *o,
                             const struct rt_method **method, struct start **start)
{
    const struct system *proved = job->system;
    const struct point_texts texts = base_option_points(o);
    if (o->value[OPTION_form].n)
        return true;
    if (!job_system_to_run(job))
        return false;
    if (job->system == proved)
        return true;
    return run_choose_method(job, o, method) && job_program(job, BLOCKS_run | (*method)->needs) &&
           (*start = start_find(job->diag, job->system, job->program->prepared, &texts,
                                MISSING_IS_ZERO));
}

struct verdict run_check_drifts(const struct job *proved, const struct options *o,
                                const struct rt_method *method, struct start *start,
                                struct screen *screen)
{
    struct job copy = *proved, *job = &copy;
    const struct model *m = job->model;
    struct verdict all = {.decided = true, .good = true};
    if (!claims_drift(m))
        return all;
    if (!start)
        return (struct verdict){.decided = false, .good = true};
    if (!use_form_of_runs(job, o, &method, &start))
        return (struct verdict){.decided = true};
    struct rt_task task = {.method = method, .p = start->p, .u = start->u};
    if (!run_choose_span(job, o, start->p, &task.span) ||
        !run_choose_tolerance(job, o, method, start->p, &task.rel) ||
        !run_choose_most(job, o, &task) || !job_machine(job))
        return (struct verdict){.decided = true};
    rt_prepare_model(&job->machine.model, start->p);
    task.model = &job->machine.model;
    task.event = form_events_of(job->mem, m);
    for (size_t i = 0; i < m->claims; i++) {
        if (m->claim[i].claim != CLAIM_DRIFT)
            continue;
        const struct assertion a =
            claim_drift(job->diag, job->system, &m->claim[i], &task, start->x);
        prove_screen_say(screen, "claim", base_text(job->mem, "claimed: %s", a.text),
                         a.holds ? "measured" : alg_standing_text(a.standing));
        all.decided &= a.holds || a.standing != STANDS_OPEN;
        all.good &= a.holds || a.standing == STANDS_OPEN;
    }
    code_machine_close(&job->machine);
    return all;
}
