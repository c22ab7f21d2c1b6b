/* gen/run/options.c -- run options: command line, then model, then defaults. */
#include "gen/forms/properties.h"
#include "gen/run/trace.h"
#include "gen/tables/projections.h"
#include "runtime/taylor.h"

#include <math.h>
#include <string.h>

enum run_onto {
#define ONTO(word, ...) ONTO_##word,
    PROJECTIONS(ONTO)
#undef ONTO
        ONTO_COUNT
};

struct choice run_onto_choice(size_t i)
{
    static const struct choice all[] = {
#define ONTO(word, says) [ONTO_##word] = {#word, says},
        PROJECTIONS(ONTO)
#undef ONTO
            [ONTO_COUNT] = {NULL, NULL}};
    return all[i];
}

/* ---- the method ---- */

static const struct rt_method *usual_method(void)
{
    const struct rt_method *m = rt_method_find("dop853");
    return m ? m : rt_method_find("rk4");
}

bool run_choose_method(struct job *job, const struct options *o, const struct rt_method **method)
{
    const char *said = job->model->method;
    size_t i = (size_t)((said ? rt_method_find(said) : usual_method()) - rt_methods);
    if (!base_option_choose(job->diag, o, OPTION_method, "--method", code_method_choice, &i))
        return false;
    *method = &rt_methods[i];
    const char *why = code_refuse_method(job->diag, job->system, *method);
    if (why)
        base_fail(job->diag, EXIT_NO, "%s cannot integrate this: %s", (*method)->name, why)->help =
            (*method)->needs >> RT_bivector & 1 && form_why_states(job->system)
                ? "--form dirac may have one, in a frame that is chosen for the start and may "
                  "degenerate later; gauss2 and gauss3 nearly keep the energy, too"
                : NULL;
    return !why && job->diag->errors == 0;
}

/* ---- numbers ---- */

/* A numeric option: its value in the model, default, and lower bound. */
struct number {
    enum base_option option;
    const char *name;
    ex given;
    struct span where;
    double otherwise;
    bool may_be_zero;
};

static bool choose_number(struct job *job, const struct options *o, const struct number *t,
                          const double *p, double *out)
{
    struct diag *d = job->diag;
    const char *text = base_option_last(o, t->option);
    if (text && !lang_number(d, job->store, t->name, text, out))
        return false;
    if (!text)
        *out = t->given == EX_POISON ? t->otherwise : lang_value(job->model, t->given, p);
    if (*out > 0 || (t->may_be_zero && *out == 0))
        return true;
    const char *must = t->may_be_zero ? "must not be negative" : "must be a positive number";
    if (text)
        base_fail(d, EXIT_USAGE, "%s %s", t->name, must);
    else
        base_error(d, t->where, "this %s", must);
    return false;
}

bool run_choose_span(struct job *job, const struct options *o, const double *p,
                     struct rt_span *span)
{
    const struct model *m = job->model;
    const struct number end = {OPTION_end, "-t", m->end, m->end_at, 10, true};
    const struct number step = {OPTION_step, "--dt", m->step, m->step_at, 0.01, false};
    if (!choose_number(job, o, &end, p, &span->end) ||
        !choose_number(job, o, &step, p, &span->step))
        return false;
    if (span->end / span->step < 0x1p53)
        return true;
    base_fail(job->diag, EXIT_USAGE, "more than 2^53 steps");
    return false;
}

bool run_choose_tolerance(struct job *job, const struct options *o, const struct rt_method *method,
                          const double *p, double *out)
{
    const struct model *m = job->model;
    const struct number tol = {OPTION_tol, "--tol", m->tolerance, m->tolerance_at, 1e-9, false};
    struct diag *d = job->diag;
    if (!method->adaptive) {
        if (o->value[OPTION_tol].n)
            base_fail(d, EXIT_USAGE, "--tol is for adaptive methods, and %s has fixed steps",
                      method->name)
                ->help = "give its step by --dt";
        return !o->value[OPTION_tol].n;
    }
    if (!choose_number(job, o, &tol, p, out))
        return false;
    const double least = 1e-16; /* doubles have no more digits */
    if (*out >= least && *out < 1)
        return true;
    const char *must = *out < 1 ? "at least 1e-16: numbers have no more digits" : "less than 1";
    if (o->value[OPTION_tol].n)
        base_fail(d, EXIT_USAGE, "--tol must be %s", must);
    else
        base_error(d, m->tolerance_at, "this must be %s", must);
    return false;
}

/* ---- times of rows ---- */

static bool choose_times(struct job *job, const struct options *o, struct run *r)
{
    struct diag *d = job->diag;
    const struct option_text *texts = &o->value[OPTION_at];
    struct word_walk w = {0, 0};
    const char *word = NULL;
    size_t len = 0, room = 1, n = 0;
    if (!texts->n)
        return true;
    while (lang_next_word(texts, &w, &word, &len))
        room++;
    double *at = mem_take_array(d->mem, room, sizeof *at);
    w = (struct word_walk){0, 0};
    while (lang_next_word(texts, &w, &word, &len)) {
        const char *text = base_text(d->mem, "%.*s", (int)len, word);
        if (!lang_number(d, job->store, "--at", text, &at[n]))
            return false;
        if (!(at[n] >= (n ? at[n - 1] : 0)) || (n && at[n] == at[n - 1])) {
            base_fail(d, EXIT_USAGE,
                      n ? "--at takes times in increasing order, and '%s' comes late"
                        : "--at takes no time before 0: '%s'",
                      text);
            return false;
        }
        n++;
    }
    if (!o->value[OPTION_end].n) /* the end is that of the last --at */
        r->task.span.end = at[n - 1];
    if (at[n - 1] > r->task.span.end) {
        base_fail(d, EXIT_USAGE, "--at asks for rows after the end of the run");
        return false;
    }
    r->task.at = at;
    r->task.ats = n;
    return true;
}

/* ---- files ---- */

static bool choose_files(struct job *job, const struct options *o, struct run *r)
{
    struct diag *d = job->diag;
    const struct option_text *texts = &o->value[OPTION_out];
    struct word_walk w = {0, 0};
    const char *word = NULL;
    size_t len = 0, room = 1;
    bool prints = false;
    while (lang_next_word(texts, &w, &word, &len))
        room++;
    r->out = mem_take_array(d->mem, room, sizeof *r->out);
    if (o->command == COMMAND_plot) /* there -o is the figure */
        return true;
    w = (struct word_walk){0, 0};
    while (lang_next_word(texts, &w, &word, &len)) {
        if (len == 0) {
            base_fail(d, EXIT_USAGE, "-o names no file")->help = "commas stand between files";
            return false;
        }
        r->out[r->outs] = base_text(d->mem, "%.*s", (int)len, word);
        prints |= strcmp(r->out[r->outs++], "-") == 0;
    }
    r->events = base_option_last(o, OPTION_events);
    r->json = o->value[OPTION_json].n > 0;
    r->quiet = o->value[OPTION_quiet].n > 0;
    prints |= r->events && strcmp(r->events, "-") == 0;
    if (prints && r->json)
        base_fail(d, EXIT_USAGE, "--json and rows cannot both go to standard output")->help =
            "name a file for the rows: -o rows.csv";
    return !prints || !r->json;
}

/* ---- projection ---- */

static bool choose_onto(struct job *job, const struct options *o, unsigned *out)
{
    struct word_walk w = {0, 0};
    const struct option_text *texts = &o->value[OPTION_onto];
    *out = 0;
    for (; w.text < texts->n; w.text++) {
        unsigned bits = 0;
        if (!base_option_words(job->diag, "--project", texts->at[w.text], run_onto_choice, &bits))
            return false;
        *out |= bits;
    }
    return true;
}

/* Are there constraints between the coordinates, or on phase space, from which the motion drifts
 * away? A discrete gradient keeps the energy, which a projection would change. */
static bool is_kept(const struct run *r)
{
    const struct stated *bounds = NULL;
    const struct system *sys = r->sys;
    return r->measures && (sys->model->holonomics || form_bounds(sys, &bounds)) &&
           form_law(sys) == LAW_nonholonomic && !(r->task.method->needs >> RT_bivector & 1);
}

/* Sets the projections of the task; false after an error. */
static bool project(struct job *job, unsigned onto, struct run *r)
{
    const struct system *sys = job->system;
    struct diag *d = job->diag;
    if (onto >> ONTO_constraints & 1) {
        if (sys->geom->n == sys->geom->rank && !r->measures)
            base_fail(d, EXIT_NO, "--project constraints: the model has none");
        if (r->measures)
            r->task.onto |= RT_ONTO_CONSTRAINT;
    }
    if (onto >> ONTO_energy & 1) {
        if (!r->conserved)
            base_fail(d, EXIT_NO, "--project energy: the energy of this model is not constant");
        r->task.onto |= RT_ONTO_ENERGY;
    }
    if (onto >> ONTO_none & 1 && onto & (1U << ONTO_constraints | 1U << ONTO_energy))
        base_fail(d, EXIT_USAGE, "--project none excludes the others");
    if (!(onto >> ONTO_none & 1) && is_kept(r))
        r->task.onto |= RT_ONTO_CONSTRAINT;
    return d->errors == 0;
}

/* ---- all together ---- */

/* Is the violation of constraints measured? Not where the form satisfies them identically. */
static bool is_measured(const struct system *sys)
{
    const struct block *b = &sys->block[RT_constraint];
    for (size_t i = 0; b->at && i < b->rows; i++)
        if (!sym_is_null(sys->model->store, b->at[i]))
            return true;
    return false;
}

bool run_blocks(struct job *job, const struct rt_method *method, unsigned *blocks, bool *measures)
{
    const unsigned known = 1U << RT_event | 1U << RT_reset | 1U << RT_constraint;
    if (!form_more_blocks(job->diag, job->system, known))
        return false;
    *measures = is_measured(job->system);
    *blocks |= method->needs | (*measures ? 1U << RT_constraint : 0);
    return true;
}

static bool make_program(struct job *job, struct run *r, unsigned onto)
{
    struct diag *d = job->diag;
    struct system *sys = job->system;
    r->sys = sys;
    unsigned blocks = BLOCKS_run | (job->shows ? 1U << RT_scene : 0);
    if (!run_blocks(job, r->task.method, &blocks, &r->measures))
        return false;
    r->conserved = form_keeps_energy(sys) && r->tables.n == 0;
    if (!project(job, onto, r))
        return false;
    if (r->task.onto & RT_ONTO_CONSTRAINT)
        blocks |= 1U << RT_jacc;
    if (r->task.onto & RT_ONTO_ENERGY)
        blocks |= 1U << RT_grad;
    return form_more_blocks(d, sys, blocks & (1U << RT_jacc | 1U << RT_grad | 1U << RT_scene)) &&
           job_program(job, blocks);
}

/* Inputs that change by a table. */
static bool use_tables(struct job *job, struct run *r)
{
    if (!r->tables.n)
        return true;
    if (!run_tables_fit(job->diag, job->model, &job->hints, &r->tables, &r->task.span))
        return false;
    if (r->task.method->needs >> RT_bivector & 1) {
        base_fail(job->diag, EXIT_NO, "%s cannot integrate this: inputs change with time",
                  r->task.method->name);
        return false;
    }
    struct rt_input *input = mem_take(job->mem, sizeof *input);
    r->tables.u = r->start->u;
    r->tables.inputs = job->machine.model.inputs;
    *input = run_tables_input(&r->tables);
    r->task.input = input;
    return true;
}

/* The order of a Taylor series follows from the tolerance, which is therefore read before code is
 * generated; errors in parameters are reported when all are read. */
bool run_choose_order(struct job *job, const struct options *o, const struct rt_method *method,
                      size_t *order)
{
    struct diag aside = base_aside(job->diag);
    double *p = mem_take_array(job->mem, job->model->params + 1, sizeof *p), tol = 0;
    if (!(method->needs >> RT_jet & 1))
        return true;
    lang_find_params(&aside, job->model, &o->value[OPTION_param], p);
    if (!run_choose_tolerance(job, o, method, p, &tol))
        return false;
    *order = (size_t)rt_taylor_order(tol);
    return true;
}

bool run_options(struct job *job, const struct options *o, struct run *out)
{
    struct diag *d = job->diag;
    struct rt_task *task = &out->task;
    unsigned onto = 0;
    out->job = job;
    if (!choose_onto(job, o, &onto) || !choose_files(job, o, out) ||
        !run_choose_method(job, o, &task->method) ||
        !run_choose_order(job, o, task->method, &job->jet.order) || !make_program(job, out, onto))
        return false;
    struct point_texts texts = base_option_points(o);
    texts.projects = onto >> ONTO_start & 1;
    out->sys = job->system;
    out->start = start_find(d, job->system, job->program->prepared, &texts, MISSING_IS_ZERO);
    if (!out->start || !run_choose_span(job, o, out->start->p, &task->span) ||
        !run_choose_tolerance(job, o, task->method, out->start->p, &task->rel) ||
        !choose_times(job, o, out) || !run_choose_most(job, o, task) || !job_machine(job))
        return false;
    task->model = out->machine = &job->machine.model;
    task->p = out->start->p;
    task->u = out->start->u;
    out->engine = code_engines[job->machine.engine].title;
    rt_prepare_model(&job->machine.model, out->start->p);
    if (use_tables(job, out))
        return true;
    code_machine_close(&job->machine);
    return false;
}
