/* gen/analyze.c -- the table of questions, the machine that answers them, and the command. */
#include "gen/analyze.h"

#include <math.h>
#include <string.h>

#define B(name) 1U << RT_##name
const struct analysis_row gen_analyses[ANALYSIS_COUNT] = {
#define ANALYSIS(word_, brief_, blocks_, runs_, takes_, about_, example_)                          \
    [ANALYSIS_##word_] = {.word = #word_,                                                          \
                          .brief = brief_,                                                         \
                          .takes = takes_,                                                         \
                          .about = about_,                                                         \
                          .example = example_,                                                     \
                          .blocks = blocks_,                                                       \
                          .runs = runs_,                                                           \
                          .answer = gen_find_##word_},
    ANALYSES(ANALYSIS)
#undef ANALYSIS
};
#undef B

enum gen_analysis gen_analysis_find(const char *word)
{
    int i = 0;
    while (i < ANALYSIS_COUNT && strcmp(word, gen_analyses[i].word) != 0 &&
           strcmp(word, gen_analyses[i].brief) != 0)
        i++;
    return (enum gen_analysis)i;
}

/* ---- what they share ---- */

double *gen_doubles(struct analysis *a, size_t n)
{
    double *out = mem_take_array(a->diag->mem, n + 1, sizeof *out);
    memset(out, 0, (n + 1) * sizeof *out);
    return out;
}

void gen_analysis_call(const struct analysis *a, enum rt_block_name b, const double *x, double *out)
{
    rt_call(a->model, b, a->t, a->u, x, a->prepared, out);
}

bool gen_analysis_is_bound(const struct analysis *a)
{
    const struct block *b = &a->sys->block[RT_constraint];
    for (size_t i = 0; b->at && i < b->rows; i++)
        if (!gen_is_null(a->sys->model->store, b->at[i]))
            return a->model->length[RT_jacc] > 0;
    return false;
}

enum rt_status gen_analysis_run(struct analysis *a, const struct rt_task *task, double *x,
                                struct rt_count *count)
{
    double *work = mem_take_array(a->diag->mem, rt_work(task) + 1, sizeof *work);
    return rt_run(task, x, work, count);
}

enum gen_exit gen_analysis_end(struct analysis *a, enum rt_status status,
                               const struct rt_count *count)
{
    char at[EX_DOUBLE_ROOM];
    if (gen_interrupted())
        return EXIT_INTERRUPTED;
    if (status == RT_OK || (count && count->halted))
        return EXIT_DONE;
    ex_double_brief(count ? count->t : 0, 6, at);
    gen_fail(a->diag, EXIT_NO, "%s: the run ends at t = %s", rt_message(status), at);
    return EXIT_NO;
}

void gen_put_brief(FILE *out, double value, int wide, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value == 0 ? 0 : value, digits, text); /* no -0 */
    fprintf(out, "%*s", wide, text);
}

void gen_put_states(struct analysis *a, const double *x, const bool *show)
{
    const char *between = "";
    for (size_t i = 0; i < a->sys->states; i++) {
        if (show && !show[i])
            continue;
        fprintf(a->out, "%s%s = ", between, a->sys->state_name[i]);
        gen_put_brief(a->out, x[i], 0, 6);
        between = ", ";
    }
}

void gen_json_states(struct json *j, const char *key, const struct analysis *a, const double *x)
{
    gen_json_object(j, key);
    for (size_t i = 0; i < a->sys->states; i++)
        gen_json_number(j, a->sys->state_name[i], x[i]);
    gen_json_end(j);
}

/* ---- the machine ---- */

/* The same system with one event more, which is only recorded. */
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

/* A series that is too long is no mistake: other methods do without. */
static bool open_machine(struct analysis *a, unsigned blocks)
{
    struct diag *d = a->diag;
    struct job *j = &a->job;
    const struct model *m = a->sys->model;
    const double tol = a->task.rel > 0 ? a->task.rel : 1e-9;
    j->system = a->sys;
    j->jet = (struct jet_options){.order = (size_t)rt_taylor_order(tol),
                                  .optional = !(a->task.method->needs >> RT_jet & 1)};
    if (!gen_job_program(j, blocks) || !gen_job_machine(j))
        return false;
    a->has =
        j->program->block[RT_jet].results || j->program->tape ? blocks : blocks & ~(1U << RT_jet);
    a->model = &j->machine.model;
    a->prepared = gen_doubles(a, m->params + j->program->prepared);
    memcpy(a->prepared, a->p, m->params * sizeof *a->p);
    rt_prepare_model(a->model, a->prepared);
    a->task.model = a->model;
    a->task.p = a->prepared;
    a->task.u = a->u;
    a->task.event = gen_events_of(d->mem, m);
    return true;
}

/* Does anything but the state and parameters decide how it moves on? */
static bool depends_on_time(const struct analysis *a)
{
    const struct block *rhs = &a->sys->block[RT_rhs];
    for (size_t i = 0; i < rhs->rows; i++)
        if (ex_has(a->sys->model->store, rhs->at[i], a->sys->model->time))
            return true;
    return false;
}

/* Blocks of all methods that can be used. */
static unsigned needs_of_all(struct analysis *a)
{
    struct diag aside = {.mem = a->diag->mem};
    unsigned blocks = 0;
    for (size_t i = 0; i < rt_method_count; i++)
        if (!gen_refuse_method(&aside, a->sys, &rt_methods[i]))
            blocks |= rt_methods[i].needs;
    return blocks;
}

enum gen_exit gen_analyze(struct analysis *a, enum gen_analysis which)
{
    const struct analysis_row *row = &gen_analyses[which];
    unsigned blocks = row->blocks | 1U << RT_rhs;
    if (which == ANALYSIS_section && !add_section(a))
        return gen_diag_exit(a->diag);
    if (row->runs)
        blocks |= a->task.method->needs | 1U << RT_event | 1U << RT_reset;
    if (which == ANALYSIS_drift && !a->chosen)
        blocks |= needs_of_all(a);
    if (!open_machine(a, blocks))
        return gen_diag_exit(a->diag);
    if (!row->runs && depends_on_time(a)) {
        char at[EX_DOUBLE_ROOM];
        ex_double_brief(a->t, 6, at);
        gen_remark(a->diag, (struct span){.src = NULL},
                   "the motion depends on the time, and what is said here is about t = %s only",
                   at);
    }
    const enum gen_exit result = row->answer(a);
    gen_machine_close(&a->job.machine);
    return result;
}

/* ---- the command ---- */

static const char *analysis_word(size_t i)
{
    return gen_analyses[i].word;
}

bool gen_analysis_asked(struct job *s, const struct options *o, enum gen_analysis *which)
{
    struct diag *d = s->diag;
    unsigned bits = 0;
    if (o->more == 0) {
        gen_fail(d, EXIT_USAGE, "'analyze' needs to know what is asked")->help =
            gen_text(d->mem, "for example %s", gen_analyses[0].example);
        return false;
    }
    *which = gen_analysis_find(o->word[0]);
    if (*which == ANALYSIS_COUNT) /* which says what there is */
        return gen_words(d, "analyze", o->word[0], analysis_word, ANALYSIS_COUNT, &bits) && false;
    const struct analysis_row *row = &gen_analyses[*which];
    if (*which == ANALYSIS_section && o->more < 2) {
        gen_fail(d, EXIT_USAGE, "'section' needs to know what vanishes on it")->help =
            gen_text(d->mem, "for example %s", row->example);
        return false;
    }
    if (!*row->takes && o->more > 1) {
        gen_fail(d, EXIT_USAGE, "'%s' takes nothing more, not '%s'", row->word, o->word[1]);
        return false;
    }
    s->watch = o->more > 1 ? o->word[1] : NULL;
    s->hints.drives |= row->runs;
    return true;
}

/* Rows are those of sections, and never take the place of the model. */
static bool may_write(struct analysis *a, enum gen_analysis which)
{
    if (a->rows && which != ANALYSIS_section) {
        gen_fail(a->diag, EXIT_USAGE, "-o is for rows of a section; '%s' has none",
                 gen_analyses[which].word);
        return false;
    }
    if (a->rows && a->json && strcmp(a->rows, "-") == 0) {
        gen_fail(a->diag, EXIT_USAGE, "--json and rows cannot both go to standard output")->help =
            "name a file for the rows: -o rows.csv";
        return false;
    }
    return !a->rows || !gen_is_file(a->diag, a->rows, a->sys->model->src);
}

/* The last event is the section: it was read with the model. */
static void take_section(struct job *s, struct analysis *a)
{
    const struct event *ev = &s->model->event[--s->model->events];
    a->section = ev->value;
    a->way = ev->way;
    a->section_name = s->watch;
}

enum gen_exit gen_analyze_command(struct job *s, const struct options *o)
{
    struct diag *d = s->diag;
    const struct point_texts texts = gen_where(o);
    enum gen_analysis which = ANALYSIS_COUNT;
    struct analysis a = {.diag = d,
                         .job = *s,
                         .sys = s->system,
                         .section = EX_POISON,
                         .chosen = o->value[OPTION_method].n > 0,
                         .rows = gen_last(o, OPTION_out),
                         .out = stdout,
                         .json = o->value[OPTION_json].n > 0};
    if (!gen_analysis_asked(s, o, &which) || !may_write(&a, which))
        return gen_diag_exit(d);
    if (s->watch)
        take_section(s, &a);
    const struct start *at = gen_start(d, s->system, 0, &texts, MISSING_IS_ZERO);
    if (!at || !gen_choose_method(s, o, &a.task.method) ||
        !gen_choose_span(s, o, at->p, &a.task.span) ||
        !gen_choose_tolerance(s, o, a.task.method, at->p, &a.task.rel))
        return gen_diag_exit(d);
    a.p = at->p;
    a.u = at->u;
    a.x = at->x;
    a.t = at->t;
    a.task.span.start = at->t;
    return gen_analyze(&a, which);
}
