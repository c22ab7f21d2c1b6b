/* gen/run/trajectory.c -- one run: first step to outcome, signals, warnings.
 *
 * When the run is interrupted, when the state is no longer finite, or when the method fails, the
 * rows so far are kept. Existing files stay as they are unless the new ones are complete.
 */
#include "gen/forms/properties.h"
#include "gen/run/trace.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- interruption ---- */

static volatile sig_atomic_t interrupted; /* the signal, or 0 */

static void interrupt(int sig)
{
    interrupted = sig;
}

bool run_interrupted(void)
{
    return interrupted;
}

bool run_ended(void)
{
    return interrupted == SIGTERM || interrupted == SIGHUP;
}

enum { SIGNALS = 3 };
static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Former handlers. Static like the flag: signals belong to the process. */
static struct sigaction old[SIGNALS];
static unsigned hearing;

unsigned run_hear(void)
{
    struct sigaction now = {.sa_handler = interrupt, .sa_flags = SA_RESTART}; /* writes go on */
    if (hearing)
        return hearing++;
    interrupted = 0;
    sigemptyset(&now.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &now, &old[i]);
    return hearing++;
}

void run_hear_no_more(unsigned before)
{
    for (int i = 0; i < SIGNALS && hearing && !before; i++)
        sigaction(signals[i], &old[i], NULL);
    hearing = before;
}

enum rt_status run_task(const struct rt_task *task, double *x, double *work, struct rt_count *count)
{
    const unsigned before = run_hear();
    const enum rt_status status = rt_run(task, x, work, count);
    run_hear_no_more(before);
    return status;
}

/* ---- protection of existing files ---- */

static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

bool run_is_file(struct diag *d, const char *path, const struct source *src)
{
    if (!is_same(path, src->name))
        return false;
    base_fail(d, EXIT_USAGE, "'%s' is the model itself", path);
    return true;
}

static bool would_lose(struct diag *d, const char *path, const struct run *r)
{
    if (run_is_file(d, path, r->sys->model->src))
        return true;
    for (size_t i = 0; i < r->tables.n; i++)
        if (is_same(path, r->tables.at[i].src->name)) {
            base_fail(d, EXIT_USAGE, "'%s' is read as input", path);
            return true;
        }
    return false;
}

bool run_may_write(struct diag *d, const struct run *r, const char *path)
{
    return !would_lose(d, path, r);
}

/* May the path be written, and is it none of the first n files for rows? */
static bool is_free(struct diag *d, const struct run *r, const char *path, size_t n)
{
    if (would_lose(d, path, r))
        return false;
    for (size_t k = 0; k < n; k++)
        if (strcmp(path, r->out[k]) == 0 || is_same(path, r->out[k])) {
            base_fail(d, EXIT_USAGE, "'%s' cannot be written twice", path);
            return false;
        }
    return true;
}

static bool are_files_free(struct diag *d, const struct run *r)
{
    for (size_t i = 0; i < r->outs; i++)
        if (!is_free(d, r, r->out[i], i))
            return false;
    return !r->events || is_free(d, r, r->events, r->outs);
}

/* ---- the end ---- */

/* Drift of an energy that should be constant means that the step is too large, or that the metric
 * or the frame degenerates. */
void run_warn_of_drift(struct diag *d, const struct trace *k)
{
    const double much = 1e-3;
    if (k->drift <= much * k->size || !k->run->conserved)
        return;
    base_remark(d, (struct span){.src = NULL}, "the energy should be constant and is not")->help =
        "take a smaller step; or the run meets a point where metric or frame degenerate";
}

/* Warns of an event of --until that did not happen. */
static void warn_of_missed_event(struct diag *d, const struct outcome *o)
{
    const struct model *m = o->trace->run->sys->model;
    char at[EX_DOUBLE_ROOM];
    ex_double_brief(o->count.t, 6, at);
    for (size_t i = 0; i < m->events && !o->count.halted; i++)
        if (m->event[i].where.src != m->src) {
            base_remark(d, m->event[i].where, "this did not happen before t = %s", at);
            return;
        }
}

/* Help line for a failed run. */
static const char *advice(enum rt_status status)
{
    switch (status) {
    case RT_NAN:
        return "a smaller step may help, or the model has a singularity there";
    case RT_UNDERFLOW:
        return "the model has a singularity there, or the tolerance is beyond what doubles can do";
    case RT_SINGULAR:
    case RT_DIVERGED:
        return "a smaller step may help, or another method";
    case RT_CRAWL:
        return "the motion ends here, or it is stiff; --steps allows more";
    case RT_ZENO:
        return "a ball that bounces for ever? stop it below some speed by another event";
    case RT_OK:
    case RT_STOPPED:
    case RT_STEP:
    case RT_MANY:
    case RT_POLE:
    case RT_NEEDS:
        break;
    }
    return NULL;
}

static enum base_exit fail(struct diag *d, struct outcome *o, const char *message, const char *help)
{
    char at[EX_DOUBLE_ROOM];
    ex_double_brief(o->count.t, 6, at);
    o->status = "failed";
    o->message = message;
    base_fail(d, EXIT_NO, "%s: the run ends at t = %s", message, at)->help = help;
    return EXIT_NO;
}

/* `the constraints become dependent (t = 0.4146)`; with `or nearly so` where steps are too long. */
static enum base_exit meet_pole(struct diag *d, struct outcome *o)
{
    const struct run *r = o->trace->run;
    const struct rt_count *c = &o->count;
    char at[EX_DOUBLE_ROOM];
    ex_double_brief(c->pole_at, 6, at);
    const struct pole_report pole =
        form_pole_report(d, r->sys, c->pole - 1, r->start->p, r->start->x, c->t, c->pole_at - c->t);
    return fail(
        d, o,
        base_text(d->mem, "%s%s (t = %s)", pole.words, c->pole_near ? ", or nearly so" : "", at),
        pole.help || !c->pole_near ? pole.help
                                   : "with a shorter --dt the run comes closer or goes on; "
                                     "so it does with an adaptive method");
}

static enum base_exit violate(struct diag *d, struct outcome *o)
{
    const struct trace *k = o->trace;
    const char *name = k->run->sys->model->event[k->violated->event].name;
    char off[EX_DOUBLE_ROOM], at[EX_DOUBLE_ROOM];
    ex_double_brief(k->violation, 3, off);
    ex_double_brief(o->count.t, 6, at);
    o->status = "failed";
    o->message =
        base_text(d->mem, "the reset of '%s' violates a constraint by %s at t = %s", name, off, at);
    base_error(d, k->violated->where, "%s", o->message)->help =
        "name quasi-velocities of the frame instead: these can have any value";
    d->last->fault = EXIT_NO;
    return EXIT_NO;
}

enum base_exit run_judge(struct diag *d, struct outcome *o, enum rt_status status)
{
    const struct trace *k = o->trace;
    const struct model *m = k->run->sys->model;
    char at[EX_DOUBLE_ROOM];
    ex_double_brief(o->count.t, 6, at);
    if (k->lost)
        return fail(d, o, "the energy is not a finite number", NULL);
    if (k->violated)
        return violate(d, o);
    if (run_interrupted()) {
        o->status = "interrupted";
        o->message = base_text(d->mem, "interrupted at t = %s; the rows so far are kept", at);
        base_remark(d, (struct span){.src = NULL}, "%s", o->message);
        return EXIT_INTERRUPTED;
    }
    if (status == RT_POLE && o->count.pole)
        return meet_pole(d, o);
    if (status == RT_MANY)
        return fail(d, o, run_step_limit_message(d->mem, o), run_step_limit_help(d->mem, o));
    if (status == RT_CRAWL && run_held_up(o))
        return fail(d, o, "events repeat without end", run_step_limit_help(d->mem, o));
    if (status != RT_OK && !o->count.halted)
        return fail(d, o, rt_message(status), advice(status));
    warn_of_missed_event(d, o);
    o->status = o->count.halted ? "event" : "done";
    o->message = o->count.halted ? m->event[o->count.halted - 1].name : NULL;
    return EXIT_DONE;
}

/* ---- the run ---- */

static void put_picture(FILE *out, struct diag *d, const struct recording *recording)
{
    struct mem_text text = mem_text(d->mem);
    struct figure *f = figure_of_recordings(d->mem, NULL, &recording, NULL, 1, 0);
    f->panels = 1; /* more would not fit on the screen; `plot` shows all */
    figure_as_txt(d, &text, f, figure_screen_columns());
    fputs(text.text, out);
}

static void print_outcome(FILE *out, struct diag *d, const struct outcome *o)
{
    const struct trace *k = o->trace;
    if (k->run->json)
        run_put_json(stdout, o);
    if (k->run->json || k->run->quiet)
        return;
    run_put_title(out, k->run);
    if (k->recording)
        put_picture(out, d, k->recording);
    run_put_summary(out, o);
}

static bool is_printed(const struct run *r)
{
    for (size_t i = 0; i < r->outs; i++)
        if (strcmp(r->out[i], "-") == 0)
            return true;
    return r->events && strcmp(r->events, "-") == 0;
}

static enum base_exit cannot_write(struct diag *d, const struct outfile *f)
{
    if (f->error != EPIPE) /* after EPIPE there is no reader */
        base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", f->path, base_outfile_fault(f));
    return EXIT_SYSTEM;
}

/* The run with its trace, outcome and signals. */
static enum rt_status go(struct diag *d, struct run *r, struct trace *trace, struct outcome *o)
{
    r->task.event = form_events_of(d->mem, r->sys->model);
    r->task.sink = run_trace_sink(trace);
    double *work = mem_take_array(d->mem, rt_work(&r->task) + 1, sizeof *work);
    r->ready = base_clock() - r->begun;
    const enum rt_status status = run_task(&r->task, r->start->x, work, &o->count);
    base_progress_end(&trace->progress);
    return status;
}

enum base_exit run_trajectory(struct diag *d, struct run *r)
{
    const struct model *m = r->sys->model;
    const bool prints = is_printed(r);
    const bool screen = isatty(STDOUT_FILENO) && !prints && !r->json;
    struct trace trace;
    if (!are_files_free(d, r))
        return EXIT_USAGE;
    if (!run_trace_open(d, r, screen && m->plots && !r->quiet, !screen && !r->json, &trace)) {
        run_trace_drop(&trace);
        return EXIT_SYSTEM;
    }
    struct outcome o = {.trace = &trace};
    const enum rt_status status = go(d, r, &trace, &o);
    const bool written = trace.rows > 0 && run_trace_keep(&trace);
    if (run_trace_fault(&trace))
        return cannot_write(d, run_trace_fault(&trace));
    if (!written)
        run_trace_drop(&trace);
    const enum base_exit result = run_judge(d, &o, status);
    o.ms = base_clock() - r->begun;
    if (!written)
        return result;
    print_outcome(screen ? stdout : stderr, d, &o);
    run_warn_of_drift(d, &trace);
    return result;
}

enum base_exit run_recording(struct diag *d, struct run *r, struct recording *recording)
{
    struct trace trace;
    struct outcome o = {.trace = &trace};
    if (!run_trace_open(d, r, false, false, &trace))
        return EXIT_SYSTEM;
    trace.recording = recording;
    const enum rt_status status = go(d, r, &trace, &o);
    const enum base_exit result = run_judge(d, &o, status);
    recording->size = trace.size;
    recording->conserved = r->conserved;
    if (trace.rows > 0)
        run_warn_of_drift(d, &trace);
    return result;
}
