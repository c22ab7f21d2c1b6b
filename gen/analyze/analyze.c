/* gen/analyze/analyze.c -- the command `analyze`, its table of questions, and shared helpers. */
#include "gen/analyze/linear.h"
#include "gen/forms/properties.h"
#include "gen/run/run.h"
#include "runtime/taylor.h"

#include <math.h>
#include <string.h>

#define B(name) 1U << RT_##name
const struct analysis_row analyze_rows[ANALYSIS_COUNT] = {
#define ANALYSIS(word_, brief_, blocks_, runs_, takes_, about_, example_, session_)                \
    [ANALYSIS_##word_] = {.word = #word_,                                                          \
                          .brief = #brief_,                                                        \
                          .takes = takes_,                                                         \
                          .about = about_,                                                         \
                          .example = example_,                                                     \
                          .in_session = session_,                                                  \
                          .blocks = blocks_,                                                       \
                          .runs = runs_,                                                           \
                          .answer = analyze_##word_},
    ANALYSES(ANALYSIS)
#undef ANALYSIS
};
#undef B

enum analyze_analysis analyze_find(const char *word)
{
    int i = 0;
    while (i < ANALYSIS_COUNT && strcmp(word, analyze_rows[i].word) != 0 &&
           strcmp(word, analyze_rows[i].brief) != 0)
        i++;
    return (enum analyze_analysis)i;
}

/* ---- shared helpers ---- */

double *analyze_doubles(struct analysis *a, size_t n)
{
    double *out = mem_take_array(a->diag->mem, n + 1, sizeof *out);
    memset(out, 0, (n + 1) * sizeof *out);
    return out;
}

void analyze_call(const struct analysis *a, enum rt_block_name b, const double *x, double *out)
{
    rt_call(a->model, b, a->t, a->u, x, a->prepared, out);
}

bool analyze_is_bound(const struct analysis *a)
{
    const struct block *b = &a->sys->block[RT_constraint];
    for (size_t i = 0; b->at && i < b->rows; i++)
        if (!sym_is_null(a->sys->model->store, b->at[i]))
            return a->model->length[RT_jacc] > 0;
    return false;
}

enum rt_status analyze_run(struct analysis *a, const struct rt_task *task, double *x,
                           struct rt_count *count)
{
    double *work = mem_take_array(a->diag->mem, rt_work(task) + 1, sizeof *work);
    return rt_run(task, x, work, count);
}

enum base_exit analyze_end(struct analysis *a, enum rt_status status, const struct rt_count *count)
{
    char at[EX_DOUBLE_ROOM];
    if (run_interrupted())
        return EXIT_INTERRUPTED;
    if (status == RT_OK || (count && count->halted))
        return EXIT_DONE;
    ex_double_brief(count ? count->t : 0, 6, at);
    const char *why = status == RT_POLE && count ? form_pole_name(a->sys, count->pole - 1) : NULL;
    base_fail(a->diag, EXIT_NO, "%s%s: the run ends at t = %s", rt_message(status), why ? why : "",
              at);
    return EXIT_NO;
}

void analyze_put_brief(FILE *out, double value, int wide, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value == 0 ? 0 : value, digits, text); /* no -0 */
    fprintf(out, "%*s", wide, text);
}

void analyze_put_states(struct analysis *a, const double *x, const bool *show)
{
    const char *between = "";
    for (size_t i = 0; i < a->sys->states; i++) {
        if (show && !show[i])
            continue;
        fprintf(a->out, "%s%s = ", between, a->sys->state_name[i]);
        analyze_put_brief(a->out, x[i], 0, 6);
        between = ", ";
    }
}

void analyze_json_states(struct json *j, const char *key, const struct analysis *a, const double *x)
{
    base_json_object(j, key);
    for (size_t i = 0; i < a->sys->states; i++)
        base_json_number(j, a->sys->state_name[i], x[i]);
    base_json_end(j);
}

/* ---- the machine ---- */

/* Adds the Poincare section to the events of the system; it is only recorded. */
static bool add_section(struct analysis *a)
{
    struct diag *d = a->diag;
    const struct model *m = a->sys->model;
    struct model *with = mem_take(d->mem, sizeof *with);
    struct system *sys = mem_take(d->mem, sizeof *sys);
    *with = *m;
    *sys = *a->sys;
    with->event = mem_take_array(d->mem, m->events + 1, sizeof *with->event);
    if (m->events)
        memcpy(with->event, m->event, m->events * sizeof *with->event);
    with->event[with->events++] = (struct event){
        .name = a->section_name, .value = a->section, .way = a->way, .act = ACT_record};
    sys->model = with;
    sys->block[RT_event].at = sys->block[RT_reset].at = NULL;
    a->sys = sys;
    return true;
}

/* A Taylor series that is too long is left out: other methods need none. */
static bool open_machine(struct analysis *a, unsigned blocks)
{
    struct diag *d = a->diag;
    struct job *job = &a->job;
    const struct model *m = a->sys->model;
    const double tol = a->task.rel > 0 ? a->task.rel : 1e-9;
    job->system = a->sys;
    job->jet = (struct jet_options){.order = (size_t)rt_taylor_order(tol),
                                    .optional = !(a->task.method->needs >> RT_jet & 1)};
    if (!job_program(job, blocks | 1U << RT_pole) || !job_machine(job))
        return false;
    a->has = job->program->block[RT_jet].results || job->program->tape ? blocks
                                                                       : blocks & ~(1U << RT_jet);
    a->model = &job->machine.model;
    a->prepared = analyze_doubles(a, m->params + job->program->prepared);
    memcpy(a->prepared, a->p, m->params * sizeof *a->p);
    rt_prepare_model(a->model, a->prepared);
    a->task.model = a->model;
    a->task.p = a->prepared;
    a->task.u = a->u;
    a->task.event = form_events_of(d->mem, m);
    return true;
}

/* Is the value of a parameter an expression of t? */
static bool varies(const struct model *m, size_t i)
{
    return m->param[i].value != EX_POISON && ex_has(m->store, m->param[i].value, m->time);
}

/* Does the motion depend on time or on varying inputs? */
static bool depends_on_time(const struct analysis *a)
{
    const struct model *m = a->sys->model;
    const struct block *rhs = &a->sys->block[RT_rhs];
    for (size_t i = 0; i < rhs->rows; i++)
        for (size_t k = 0; k <= m->params; k++)
            if ((k == m->params || (m->param[k].input && varies(m, k))) &&
                ex_has(m->store, rhs->at[i], k < m->params ? m->param[k].symbol : m->time))
                return true;
    return false;
}

/* Blocks that the applicable methods need, as bits. */
static unsigned needs_of_all(struct analysis *a)
{
    struct diag aside = base_aside(a->diag);
    unsigned blocks = 0;
    for (size_t i = 0; i < rt_method_count; i++)
        if (!code_refuse_method(&aside, a->sys, &rt_methods[i]))
            blocks |= rt_methods[i].needs;
    return blocks;
}

enum base_exit analyze_answer(struct analysis *a, enum analyze_analysis which)
{
    const struct analysis_row *row = &analyze_rows[which];
    unsigned blocks = row->blocks | 1U << RT_rhs;
    if (which == ANALYSIS_section && !add_section(a))
        return base_diag_exit(a->diag);
    if (row->runs)
        blocks |= a->task.method->needs | 1U << RT_event | 1U << RT_reset;
    if (which == ANALYSIS_drift && !a->chosen)
        blocks |= needs_of_all(a);
    if (!open_machine(a, blocks))
        return base_diag_exit(a->diag);
    if (!row->runs && depends_on_time(a)) {
        char at[EX_DOUBLE_ROOM];
        ex_double_brief(a->t, 6, at);
        base_remark(a->diag, (struct span){.src = NULL},
                    "the motion depends on the time, and what is said here is about t = %s only",
                    at);
    }
    const enum base_exit result = row->answer(a);
    code_machine_close(&a->job.machine);
    return result;
}

/* ---- the command ---- */

struct choice analyze_choice(size_t i)
{
    return i < ANALYSIS_COUNT ? (struct choice){analyze_rows[i].word, analyze_rows[i].about}
                              : (struct choice){NULL, NULL};
}

/* Reads the question on the command line; its EXPR is read later, with the model. False after an
 * error. */
static bool read_question(struct job *job, const struct options *o, enum analyze_analysis *which)
{
    struct diag *d = job->diag;
    unsigned bits = 0;
    if (o->more == 0) {
        base_fail(d, EXIT_USAGE, "'analyze' needs to know what is asked")->help =
            base_text(d->mem, "for example %s", analyze_rows[0].example);
        return false;
    }
    *which = analyze_find(o->word[0]);
    if (*which == ANALYSIS_COUNT) /* the error lists the analyses */
        return base_option_words(d, "analyze", o->word[0], analyze_choice, &bits) && false;
    const struct analysis_row *row = &analyze_rows[*which];
    if (*which == ANALYSIS_section && o->more < 2) {
        base_fail(d, EXIT_USAGE, "'section' needs to know what vanishes on it")->help =
            base_text(d->mem, "for example %s", row->example);
        return false;
    }
    if (!*row->takes && o->more > 1) {
        base_fail(d, EXIT_USAGE, "'%s' takes nothing more, not '%s'", row->word, o->word[1]);
        return false;
    }
    job->watch = o->more > 1 ? o->word[1] : NULL;
    job->hints.drives |= row->runs;
    return true;
}

/* Only sections have rows, and a file of rows must not overwrite the model. */
static bool may_write(struct analysis *a, enum analyze_analysis which)
{
    if (a->rows && which != ANALYSIS_section) {
        base_fail(a->diag, EXIT_USAGE, "-o is for rows of a section; '%s' has none",
                  analyze_rows[which].word);
        return false;
    }
    if (a->rows && a->json && strcmp(a->rows, "-") == 0) {
        base_fail(a->diag, EXIT_USAGE, "--json and rows cannot both go to standard output")->help =
            "name a file for the rows: -o rows.csv";
        return false;
    }
    return !a->rows || !run_is_file(a->diag, a->rows, a->sys->model->src);
}

/* Takes the section, which was read as the last event of the model. */
static void take_section(struct job *job, struct analysis *a)
{
    const struct event *ev = &job->model->event[--job->model->events];
    a->section = ev->value;
    a->way = ev->way;
    a->section_name = job->watch;
}

/* The job has its system. */
static enum base_exit answer_question(struct job *job, const struct options *o)
{
    struct diag *d = job->diag;
    const struct point_texts texts = base_option_points(o);
    enum analyze_analysis which = ANALYSIS_COUNT;
    struct analysis a = {.diag = d,
                         .job = *job,
                         .sys = job->system,
                         .section = EX_POISON,
                         .chosen = o->value[OPTION_method].n > 0,
                         .rows = base_option_last(o, OPTION_out),
                         .out = stdout,
                         .json = o->value[OPTION_json].n > 0};
    if (!read_question(job, o, &which) || !may_write(&a, which))
        return base_diag_exit(d);
    if (job->watch)
        take_section(job, &a);
    const struct start *at = start_find(d, job->system, 0, &texts, MISSING_IS_ZERO);
    if (!at || !run_choose_method(job, o, &a.task.method) ||
        !run_choose_span(job, o, at->p, &a.task.span) ||
        !run_choose_tolerance(job, o, a.task.method, at->p, &a.task.rel) ||
        !run_choose_most(job, o, &a.task))
        return base_diag_exit(d);
    a.p = at->p;
    a.u = at->u;
    a.x = at->x;
    a.t = at->t;
    a.task.span.start = at->t;
    return analyze_answer(&a, which);
}

/* Reads the question first: its expressions are read with the model. */
enum base_exit analyze_command_analyze(struct job *job, const struct options *o)
{
    enum analyze_analysis which = ANALYSIS_COUNT;
    if (job_has_tables(job, o))
        return EXIT_USAGE;
    return read_question(job, o, &which) && job_engine(job, o, ENGINE_tcc) && job_derive(job, o)
               ? answer_question(job, o)
               : base_diag_exit(job->diag);
}
