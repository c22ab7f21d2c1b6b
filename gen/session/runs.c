/* gen/session/runs.c -- runs of a session: from the start, continued, backward.
 *
 * All states of a run are stored, so that any quantity can be plotted afterwards.
 */
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <math.h>
#include <string.h>

/* ---- stored rows ---- */

void session_drop_orbit(struct session *r)
{
    struct orbit *o = &r->orbit;
    double **const arrays[] = {&o->t, &o->x, &o->p, &o->u, &o->end};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        mem_grow(r->mem, *arrays[i], 0);
    *o = (struct orbit){.every = 1};
}

/* Makes room for `rows` rows, at most SESSION_NUMBERS numbers; add_row thins them when it is full.
 */
static void make_room(struct session *r, size_t rows)
{
    struct orbit *o = &r->orbit;
    const size_t most = SESSION_NUMBERS / (o->states + 1);
    size_t cap = rows < 64 ? 64 : rows;
    if (cap > most)
        cap = most;
    if (cap <= o->cap)
        return;
    o->t = mem_grow(r->mem, o->t, cap * sizeof *o->t);
    o->x = mem_grow(r->mem, o->x, cap * (o->states + 1) * sizeof *o->x);
    o->cap = cap;
}

static void halve(struct orbit *o)
{
    const size_t n = o->states;
    for (size_t i = 0; i < o->n / 2; i++) {
        o->t[i] = o->t[2 * i];
        memcpy(o->x + i * n, o->x + 2 * i * n, n * sizeof *o->x);
    }
    o->n /= 2;
    o->every *= 2;
}

static void add_row(struct orbit *o, double t, const double *x)
{
    if (o->seen++ % o->every != 0)
        return;
    if (o->n == o->cap) {
        halve(o);
        if ((o->seen - 1) % o->every != 0)
            return;
    }
    o->t[o->n] = t;
    memcpy(o->x + o->n * o->states, x, o->states * sizeof *x);
    o->n++;
}

/* ---- the machine ---- */

/* Makes the machine with the blocks of the method, unless the current one has them. */
static bool make_machine(struct session *r, const struct options *o, const struct rt_method *method)
{
    struct generation *g = r->gen;
    struct job *job = &g->job;
    unsigned blocks = BLOCKS_session;
    size_t order = 0;
    if (!job_moves(job) || !run_choose_order(job, o, method, &order) ||
        !run_blocks(job, method, &blocks, &g->measures))
        return false;
    if (g->has_program && (g->blocks & blocks) == blocks && (!order || g->order == order))
        return true;
    if (g->has_program)
        code_machine_close(&job->machine);
    g->has_program = false;
    job->jet.order = order;
    if (!job_program(job, blocks))
        return false;
    session_stage(r, STAGE_LOWER);
    if (!job_machine(job))
        return false;
    session_stage(r, STAGE_COMPILE);
    g->has_program = true;
    g->blocks = blocks;
    g->order = order;
    return true;
}

/* ---- a run ---- */

struct recorder { /* stores rows, and passes them on to the trace */
    struct orbit *orbit;
    struct rt_sink trace;
    double sign; /* of time */
};

/* Time of the model from that of a run, which may be backward; never -0. */
static double turned(double sign, double t)
{
    return t == 0 ? 0 : sign * t;
}

static int see_row(void *context, double t, const double *u, const double *x)
{
    struct recorder *k = context;
    if (k->trace.row(k->trace.context, t, u, x))
        return 1;
    add_row(k->orbit, turned(k->sign, t), x);
    return 0;
}

static int see_event(void *context, size_t event, double t, const double *u, const double *x)
{
    const struct recorder *k = context;
    return k->trace.event(k->trace.context, event, t, u, x);
}

static int see_step(void *context, double t)
{
    const struct recorder *k = context;
    return k->trace.step(k->trace.context, t);
}

static const struct rt_event *events_of(struct session *r)
{
    const struct model *m = r->gen->job.model;
    const char *wanted = session_fact(&r->now, FACT_SETTING, "event");
    const struct rt_event *given = form_events_of(r->gen->mem, m);
    struct rt_event *out = mem_take_array(r->gen->mem, m->events + 1, sizeof *out);
    for (size_t i = 0; given && i < m->events; i++) {
        out[i] = given[i];
        if (wanted && strcmp(m->event[i].name, wanted) == 0)
            out[i].action = RT_HALT;
    }
    return given ? out : NULL;
}

/* Whether values changed since the equations were made: the choice of pivots depends on them. */
static bool has_other_values(const struct session *r)
{
    const struct facts *a = &r->now, *b = &r->gen->made_of;
    bool other = a->n != b->n;
    for (size_t i = 0; i < a->n && !other; i++)
        other = a->at[i].of != b->at[i].of || strcmp(a->at[i].name, b->at[i].name) != 0 ||
                strcmp(a->at[i].value, b->at[i].value) != 0;
    return other;
}

/* Makes the equations again for the current values, then repeats the command. */
static bool again(struct session *r, const char *command)
{
    if (r->retried || !has_other_values(r))
        return false;
    r->gen->job.diag = base_diag(r->gen->mem);
    if (!session_make(r, &r->now))
        return false;
    r->retried = true;
    r->next = session_keep(r, command, strlen(command));
    return true;
}

enum way { FROM_START, FROM_END, BACK };

/* The initial state of a run; one that continues begins at the end of the last run. */
static struct start *start_of(struct session *r, const struct options *o, enum way way)
{
    struct job *job = &r->gen->job;
    const struct orbit *b = &r->orbit;
    const struct point_texts texts = base_option_points(o);
    if (way != FROM_END)
        return start_find(job->diag, job->system, job->program->prepared, &texts, MISSING_IS_ZERO);
    struct start *st = mem_take(job->mem, sizeof *st);
    const size_t room = b->params + job->program->prepared + 1;
    st->p = mem_take_array(job->mem, room, sizeof *st->p);
    st->u = mem_take_array(job->mem, b->inputs + 1, sizeof *st->u);
    st->x = mem_take_array(job->mem, b->states + 1, sizeof *st->x);
    lang_find_params_at(job->diag, job->model, &texts, b->start[1], st->p);
    lang_find_inputs(job->model, st->p, st->u);
    memcpy(st->x, b->end, b->states * sizeof *st->x);
    st->t = b->start[1];
    return job->diag->errors ? NULL : st;
}

static double *grown_copy(struct session *r, double *old, const double *from, size_t n)
{
    double *out = mem_grow(r->mem, old, (n + 1) * sizeof *out);
    memcpy(out, from, n * sizeof *out);
    return out;
}

static void begin_orbit(struct session *r, const struct run *run, enum way way, double rows)
{
    struct orbit *o = &r->orbit;
    const struct system *sys = run->sys;
    if (way != FROM_END)
        session_drop_orbit(r);
    else if (memcmp(o->p, run->start->p, o->params * sizeof *o->p) != 0)
        o->n = o->seen = 0; /* other parameters: one curve must not mix them */
    o->p = grown_copy(r, o->p, run->start->p, sys->model->params);
    o->u = grown_copy(r, o->u, run->start->u, run->machine->inputs);
    o->states = sys->states;
    o->params = sys->model->params;
    o->inputs = run->machine->inputs;
    if (way != FROM_END)
        o->start[0] = run->start->t;
    o->backwards = way == FROM_END ? o->backwards : way == BACK;
    make_room(r, o->n + (rows < SESSION_NUMBERS ? (size_t)rows : SESSION_NUMBERS) + 8);
}

static void put_end(struct session *r, const struct run *run, struct outcome *out, bool quiet)
{
    const struct model *m = run->sys->model;
    if (quiet)
        return;
    out->ms = -1;
    run_put_summary(r->out, out);
    if (out->count.halted)
        fprintf(r->out, "  stopped by '%s'\n", m->event[out->count.halted - 1].name);
}

struct options session_run_options(struct session *r)
{
    struct options o = session_options(r, r->gen->mem, &r->now);
    struct option_text *states = &o.value[OPTION_state];
    const char *from = session_fact(&r->now, FACT_SETTING, "start");
    if (from)
        states->at[states->n++] = base_text(r->gen->mem, "t = %s", from);
    return o;
}

static bool run(struct session *r, enum way way, bool quiet)
{
    struct generation *g = r->gen;
    struct job *job = &g->job;
    struct options o = session_run_options(r);
    struct run run = {.job = job, .sys = job->system, .conserved = g->conserved};
    struct trace trace;
    if (!run_choose_method(job, &o, &run.task.method))
        return false;
    if (!run.task.method->adaptive) /* the tolerance is kept for an adaptive one */
        o.value[OPTION_tol].n = 0;
    if (!make_machine(r, &o, run.task.method))
        return false;
    if (!(run.start = start_of(r, &o, way)))
        return again(r, way == BACK ? "back" : "go");
    if (!run_choose_span(job, &o, run.start->p, &run.task.span) ||
        !run_choose_tolerance(job, &o, run.task.method, run.start->p, &run.task.rel) ||
        !run_choose_most(job, &o, &run.task))
        return false;
    const double length = run.task.span.end;
    const bool back = way == BACK || (way == FROM_END && r->orbit.backwards);
    const double sign = back ? -1 : 1;
    if (back && !run_can_go_back(&job->machine.model, run.task.method)) {
        base_fail(job->diag, EXIT_NO, "%s cannot go back here", run.task.method->name)->help =
            "method dop853 can";
        return false;
    }
    rt_prepare_model(&job->machine.model, run.start->p);
    struct backward reversed;
    run_backward(&reversed, &job->machine.model, 0);
    run.machine = back ? &reversed.model : &job->machine.model;
    run.task.model = run.machine;
    run.task.p = run.start->p;
    run.task.u = run.start->u;
    run.task.span.start = turned(sign, run.start->t);
    run.task.span.end = run.task.span.start + length;
    run.task.event = back ? NULL : events_of(r);
    run.measures = g->measures;
    run.engine = code_engines[job->machine.engine].title;
    if (!run_trace_open(job->diag, &run, false, false, &trace))
        return false;
    begin_orbit(r, &run, way, length / run.task.span.step);
    struct recorder k = {&r->orbit, run_trace_sink(&trace), sign};
    run.task.sink =
        (struct rt_sink){.row = see_row, .event = see_event, .step = see_step, .context = &k};
    struct outcome out = {.trace = &trace};
    double *work = mem_take_array(g->mem, rt_work(&run.task) + 1, sizeof *work);
    const enum rt_status status = run_task(&run.task, run.start->x, work, &out.count);
    base_progress_end(&trace.progress);
    session_stage(r, STAGE_RUN);
    if (trace.rows < 2 && status != RT_OK && way == FROM_START && !out.count.halted &&
        again(r, "go"))
        return true;
    out.count.t = turned(sign, out.count.t);
    out.count.pole_at = turned(sign, out.count.pole_at);
    const enum base_exit result = run_judge(job->diag, &out, status);
    r->orbit.there = trace.rows > 0;
    r->orbit.start[1] = out.count.t;
    r->orbit.end = grown_copy(r, r->orbit.end, run.start->x, r->orbit.states);
    run.machine = &job->machine.model; /* the summary uses the time of the model */
    if (r->orbit.there)
        put_end(r, &run, &out, quiet);
    run_warn_of_drift(job->diag, &trace);
    return result == EXIT_DONE || result == EXIT_INTERRUPTED;
}

bool session_go(struct session *r, struct span rest)
{
    const bool good = session_empty(r, rest) && session_need(r) && run(r, FROM_START, false);
    if (!r->next)
        r->retried = false;
    return good;
}

bool session_last(struct session *r, struct span rest)
{
    if (!session_empty(r, rest) || !session_need(r))
        return false;
    return run(r, r->orbit.there ? FROM_END : FROM_START, false);
}

bool session_back(struct session *r, struct span rest)
{
    return session_empty(r, rest) && session_need(r) && run(r, BACK, false);
}

bool session_run_now(struct session *r, bool quiet)
{
    return session_need(r) && (r->orbit.there || run(r, FROM_START, quiet)) && r->orbit.there;
}

/* Gives the whole state: initial values of the model are ignored from now on. */
bool session_shift(struct session *r, struct span rest)
{
    char text[EX_DOUBLE_ROOM];
    if (!session_empty(r, rest) || !session_run_now(r, true))
        return false;
    const struct orbit *o = &r->orbit;
    const struct system *sys = r->gen->job.system;
    session_note_change(r);
    session_facts_drop(r, &r->now, FACT_INIT, NULL);
    session_facts_drop(r, &r->now, FACT_STATE, NULL);
    for (size_t i = 0; i < sys->states; i++) {
        ex_double_show(o->end[i], text);
        session_facts_set(r, &r->now, FACT_STATE, sys->state_name[i], text, false);
    }
    ex_double_show(o->start[1], text);
    session_facts_set(r, &r->now, FACT_SETTING, "start", text, false);
    return true;
}

/* ---- expressions along a run ---- */

double *session_along(struct session *r, const ex *e, size_t m)
{
    struct job *job = &r->gen->job;
    const struct orbit *o = &r->orbit;
    struct job only = *job; /* with one block, interpreted: compiling does not pay */
    only.system = mem_take(job->mem, sizeof *only.system);
    only.engine = ENGINE_interp;
    *only.system = *job->system;
    memset(only.system->block, 0, sizeof only.system->block);
    ex *at = sym_row(job->mem, m);
    form_at_state_all(job->system, e, m, at);
    only.system->block[RT_column] = (struct block){at, m, 1};
    if (!job_program(&only, 1U << RT_column) || !job_machine(&only))
        return NULL;
    double *p = mem_take_array(job->mem, o->params + only.program->prepared + 1, sizeof *p);
    double *row = mem_take_array(job->mem, m + 1, sizeof *row);
    double *out = mem_take_array(r->mem, m * (o->n + 1), sizeof *out);
    memcpy(p, o->p, o->params * sizeof *p);
    rt_prepare_model(&only.machine.model, p);
    for (size_t i = 0; i < o->n; i++) {
        rt_call(&only.machine.model, RT_column, o->t[i], o->u, o->x + i * o->states, p, row);
        for (size_t k = 0; k < m; k++)
            out[k * o->n + i] = row[k];
    }
    code_machine_close(&only.machine);
    return out;
}
