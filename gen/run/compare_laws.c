/* gen/run/compare_laws.c -- the command `compare`: one model under two laws, from the same start.
 *
 * Shows when the two motions separate, and whether the laws always agree.
 *
 * The law with more initial values, the multipliers, is started first; the other one starts with
 * the velocities that the first one finds from `init`.
 */
#include "gen/forms/properties.h"
#include "gen/forms/vakonomic.h"
#include "gen/prove/prove.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = 1 << 16, /* most rows that are kept */
    LINES = 10,     /* of the table on the screen */
    SHOWN = 4,      /* most coordinates in the table */
};

struct path {
    enum lang_law law;
    struct job job;
    double *x, *p, *u;
    double *t, *q; /* rows: time, all coordinates */
    struct recording *recording;
    double energy; /* at the start */
    size_t rows;
    bool full;
};
struct comparison {
    struct job *job;
    struct path path[2];
    struct rt_task task;
    double apart; /* distance from which on the motions count as separated */
};

/* ---- which laws ---- */

static bool find_law(struct diag *d, const char *word, enum lang_law *out)
{
    struct nearest near = base_nearest(word, strlen(word));
    *out = lang_law_named(word, &near);
    if (*out != LAW_COUNT)
        return true;
    const char *mean = base_did_you_mean(d->mem, &near);
    base_fail(d, EXIT_USAGE, "there is no law '%s'", word)->help =
        mean ? mean : "nonholonomic and vakonomic can be compared";
    return false;
}

/* Has the model statements that belong to another law of motion? */
static bool has_own_law(struct diag *d, const struct model *m)
{
    const struct stated *second = NULL;
    const char *help = "only nonholonomic and vakonomic motion can be compared";
    if (lang_phase_constraints(m, &second))
        base_error(d, second[0].where, "second-class constraints have a law of their own")->help =
            help;
    else if (m->law != LAW_nonholonomic && m->law != LAW_vakonomic)
        base_fail(d, EXIT_USAGE, "the law of the model is the %s one", lang_laws[m->law].word)
            ->help = help;
    else
        return false;
    return true;
}

/* The laws of the command line; else those of the model and of its statement `compare`. */
static bool choose_laws(struct diag *d, const struct model *m, const struct options *o,
                        enum lang_law law[2])
{
    law[0] = m->law;
    law[1] = m->has_compare            ? m->compare
             : m->law == LAW_vakonomic ? LAW_nonholonomic
                                       : LAW_vakonomic;
    if (o->more == 1) {
        base_fail(d, EXIT_USAGE, "compare takes two laws, or none")->help =
            "noslip compare MODEL nonholonomic vakonomic";
        return false;
    }
    if (has_own_law(d, m))
        return false;
    for (size_t i = 0; i < o->more; i++)
        if (!find_law(d, o->word[i], &law[i]))
            return false;
    const bool fits = law[0] != law[1] && (law[0] == LAW_nonholonomic || law[0] == LAW_vakonomic) &&
                      (law[1] == LAW_nonholonomic || law[1] == LAW_vakonomic);
    if (!fits)
        base_fail(d, EXIT_USAGE, "%s and %s cannot be compared", lang_laws[law[0]].word,
                  lang_laws[law[1]].word)
            ->help = "nonholonomic and vakonomic can: laws of the same constraints";
    return fits;
}

/* ---- both systems ---- */

static bool open_path(const struct comparison *c, struct path *p)
{
    return job_program(&p->job, BLOCKS_compare | c->task.method->needs) && job_machine(&p->job);
}

/* The state of `to` with the positions and velocities of `from`. */
static bool start_from(struct diag *d, const struct path *from, struct path *to)
{
    const struct system *sys = from->job.system;
    const struct model *m = sys->model;
    const size_t nq = m->coords, n = m->sections, all = nq + n + m->params + 1;
    if (!form_more_blocks(d, from->job.system, 1U << RT_lift) ||
        !form_more_blocks(d, to->job.system, 1U << RT_drop) || !to->job.system->block[RT_drop].at) {
        base_fail(d, EXIT_NO, "the %s form does not start from velocities",
                  to->job.system->form->name);
        return false;
    }
    ex *symbol = sym_row(d->mem, all);
    double *value = mem_take_array(d->mem, all, sizeof *value);
    start_eval_at(sys, 0, from->x, from->p, sys->block[RT_lift].at, nq + n, value);
    for (size_t i = 0; i < nq; i++)
        symbol[i] = m->coord[i].q;
    for (size_t B = 0; B < n; B++)
        symbol[nq + B] = m->section[B].velocity;
    for (size_t i = 0; i < m->params; i++) {
        symbol[nq + n + i] = m->param[i].symbol;
        value[nq + n + i] = from->p[i];
    }
    symbol[all - 1] = m->time;
    value[all - 1] = 0;
    ex_eval(m->store, to->job.system->block[RT_drop].at, to->job.system->states, symbol, value, all,
            to->x);
    return true;
}

static bool start_both(struct comparison *c, const struct options *o)
{
    struct job *job = c->job;
    struct diag *d = job->diag;
    struct path *first = &c->path[c->path[1].law == LAW_vakonomic], *other = &c->path[0];
    other = first == other ? &c->path[1] : other;
    const struct point_texts texts = base_option_points(o);
    const struct start *st =
        start_find(d, first->job.system, first->job.program->prepared, &texts, MISSING_IS_ZERO);
    if (!st)
        return false;
    for (size_t k = 0; k < 2; k++) {
        struct path *p = &c->path[k];
        const size_t params = job->model->params;
        p->p = mem_take_array(d->mem, params + p->job.program->prepared + 1, sizeof *p->p);
        p->x = mem_take_array(d->mem, p->job.system->states + 1, sizeof *p->x);
        p->u = st->u;
        memcpy(p->p, st->p, params * sizeof *p->p);
        if (p == first)
            memcpy(p->x, st->x, p->job.system->states * sizeof *p->x);
        rt_prepare_model(&p->job.machine.model, p->p);
    }
    return start_from(d, first, other) && run_choose_span(job, o, st->p, &c->task.span) &&
           run_choose_tolerance(job, o, c->task.method, st->p, &c->task.rel) &&
           run_choose_most(job, o, &c->task);
}

/* ---- running ---- */

static int row(void *context, double t, const double *u, const double *x)
{
    struct path *p = context;
    double energy = NAN;
    const size_t nq = p->job.system->model->coords;
    p->full = p->rows == ROWS;
    if (p->full || run_interrupted())
        return 1;
    p->t[p->rows] = t;
    memcpy(&p->q[p->rows++ * nq], x, nq * sizeof *x);
    rt_call(&p->job.machine.model, RT_energy, t, u, x, p->p, &energy);
    if (p->rows == 1)
        p->energy = energy;
    figure_recording_row(p->recording, t, u, x, fabs(energy - p->energy), 0);
    p->recording->size = fmax(p->recording->size, fabs(energy));
    return 0;
}

static bool run_path(struct comparison *c, struct path *p)
{
    struct diag *d = c->job->diag;
    const struct model *m = p->job.system->model;
    struct rt_task task = c->task;
    struct rt_count count = {0};
    char at[EX_DOUBLE_ROOM];
    p->t = mem_take_array(d->mem, ROWS, sizeof *p->t);
    p->q = mem_take_array(d->mem, ROWS * m->coords, sizeof *p->q);
    p->recording = figure_recording(d->mem, p->job.system, &p->job.machine.model, p->p, false);
    task.model = &p->job.machine.model;
    task.p = p->p;
    task.u = p->u;
    task.sink = (struct rt_sink){.row = row, .context = p};
    double *work = mem_take_array(d->mem, rt_work(&task) + 1, sizeof *work);
    const enum rt_status status = rt_run(&task, p->x, work, &count);
    ex_double_brief(count.t, 6, at);
    if (p->full)
        base_fail(d, EXIT_NO, "more than %d rows: they are not all kept", ROWS)->help =
            "take a larger --dt";
    else if (status != RT_OK)
        base_remark(d, (struct span){.src = NULL}, "the %s motion ends at t = %s: %s%s",
                    lang_laws[p->law].word, at, rt_message(status),
                    status == RT_POLE ? form_pole_name(p->job.system, count.pole - 1) : "");
    return !p->full;
}

/* ---- screen and figure ---- */

static void put_number(double value, int wide)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value, 5, text);
    printf("%*s", wide, text);
}

static double distance(const struct comparison *c, size_t i)
{
    const size_t nq = c->job->model->coords;
    double sum = 0;
    for (size_t j = 0; j < nq; j++)
        sum = hypot(sum, c->path[0].q[i * nq + j] - c->path[1].q[i * nq + j]);
    return sum;
}

static void put_table(const struct comparison *c, size_t rows)
{
    enum { WIDE = 11 };
    const struct model *m = c->job->model;
    const size_t shown = m->coords < SHOWN ? m->coords : SHOWN;
    const size_t step = rows > LINES ? (rows - 1) / LINES : 1;
    printf("%*s", WIDE, "");
    for (size_t k = 0; k < 2; k++)
        printf("%*s", (int)(WIDE * shown), lang_laws[c->path[k].law].word);
    printf("\n%*s", WIDE, "t");
    for (size_t k = 0; k < 2 * shown; k++)
        printf("%*s", WIDE, m->coord[k % shown].name);
    printf("%*s\n", WIDE, "distance");
    for (size_t i = 0; i < rows; i += step) {
        put_number(c->path[0].t[i], WIDE);
        for (size_t k = 0; k < 2; k++)
            for (size_t j = 0; j < shown; j++)
                put_number(c->path[k].q[i * m->coords + j], WIDE);
        put_number(distance(c, i), WIDE);
        putchar('\n');
    }
}

static void put_place(const struct comparison *c, size_t k, size_t i)
{
    const struct model *m = c->job->model;
    printf("    %s:", lang_laws[c->path[k].law].word);
    for (size_t j = 0; j < m->coords; j++) {
        printf("%s%s =", j ? ", " : " ", m->coord[j].name);
        putchar(' ');
        put_number(c->path[k].q[i * m->coords + j], 0);
    }
    putchar('\n');
}

static void put_parting(const struct comparison *c, size_t rows)
{
    double most = 0;
    for (size_t i = 0; i < rows; i++) {
        most = fmax(most, distance(c, i));
        if (!(distance(c, i) > c->apart))
            continue;
        fputs("  they part at t = ", stdout);
        put_number(c->path[0].t[i], 0);
        fputs(", where they are ", stdout);
        put_number(distance(c, i), 0);
        fputs(" from each other\n", stdout);
        put_place(c, 0, i);
        put_place(c, 1, i);
        return;
    }
    fputs("  they stay together: never more than ", stdout);
    put_number(most, 0);
    fputs(" from each other\n", stdout);
}

static void put_findings(struct comparison *c)
{
    struct proofs proofs = {.store = c->job->store};
    struct finding found[FINDINGS];
    const size_t n = form_vakonomic_findings(c->job->diag, &proofs, c->job->mech, NULL, found);
    for (size_t i = 0; i < n; i++)
        printf("  %s%s%s\n", found[i].text, found[i].plain ? "" : "   ",
               found[i].plain ? "" : alg_standing_text(found[i].standing));
}

/* Both laws, on the same axes. */
static struct figure *picture(const struct comparison *c, const char *title)
{
    const struct recording *const both[] = {c->path[0].recording, c->path[1].recording};
    const char *const names[] = {lang_laws[c->path[0].law].word, lang_laws[c->path[1].law].word};
    return figure_of_recordings(c->job->mem, title, both, names, 2, 0);
}

static void put_all(struct comparison *c, bool draws)
{
    const struct model *m = c->job->model;
    const struct path *p = c->path;
    const size_t rows = p[0].rows < p[1].rows ? p[0].rows : p[1].rows;
    printf("%s   %s and %s, %s\n", m->title, lang_laws[p[0].law].word, lang_laws[p[1].law].word,
           c->task.method->name);
    if (m->plots && draws) {
        struct mem_text text = mem_text(c->job->mem);
        struct figure *f = picture(c, NULL);
        f->panels = 1; /* the screen shows the first one only */
        figure_as_txt(c->job->diag, &text, f, figure_screen_columns());
        fputs(text.text, stdout);
    }
    put_table(c, rows);
    put_parting(c, rows);
    put_findings(c);
}

/* Writes the figure to a file, beside the text; or to standard output, instead of the text. */
static bool show(struct comparison *c, const char *path)
{
    struct diag *d = c->job->diag;
    enum figure_format format = FIGURE_svg;
    if (!path || strcmp(path, "-") != 0)
        put_all(c, !path);
    if (!path)
        return true;
    if (!c->job->model->plots) {
        base_fail(d, EXIT_USAGE, "the model does not say what to plot")->help =
            "add it to the model, like this: plot (x, y)";
        return false;
    }
    return figure_format_of(d, path, &format) &&
           figure_write(d, picture(c, c->job->model->title), path, format);
}

static bool choose_apart(struct comparison *c, const struct options *o)
{
    const char *text = base_option_last(o, OPTION_apart);
    c->apart = 1e-3;
    if (text && !lang_number(c->job->diag, c->job->store, "--apart", text, &c->apart))
        return false;
    if (c->apart > 0)
        return true;
    base_fail(c->job->diag, EXIT_USAGE, "--apart must be a positive number");
    return false;
}

enum base_exit run_compare(struct job *job, const struct options *o)
{
    struct comparison c = {.job = job};
    struct diag *d = job->diag;
    const char *path = base_option_last(o, OPTION_out);
    enum figure_format format = FIGURE_svg;
    enum lang_law law[2];
    if (!choose_apart(&c, o) || !choose_laws(d, job->model, o, law) ||
        (path && (!figure_format_of(d, path, &format) || run_is_file(d, path, job->source))))
        return base_diag_exit(d);
    job->model->comparing = true;
    if (!job_system_of_law(job, law[0]))
        return base_diag_exit(d);
    c.path[0] = (struct path){.law = law[0], .job = *job};
    c.path[1].law = law[1];
    if (!job_beside(job, form_to_run(d, job->mech, law[1]), &c.path[1].job) ||
        !run_choose_method(job, o, &c.task.method))
        return base_diag_exit(d);
    if (c.task.method->needs >> RT_jet & 1) {
        base_fail(d, EXIT_NO, "compare does not take %s", c.task.method->name)->help =
            "any other method will do: --method dop853";
        return base_diag_exit(d);
    }
    if (!open_path(&c, &c.path[0]))
        return base_diag_exit(d);
    bool good = open_path(&c, &c.path[1]);
    if (good) {
        good = start_both(&c, o) && run_path(&c, &c.path[0]) && run_path(&c, &c.path[1]);
        good = good && show(&c, path);
        code_machine_close(&c.path[1].job.machine);
    }
    code_machine_close(&c.path[0].job.machine);
    return good ? EXIT_DONE : base_diag_exit(d);
}

enum base_exit run_command_compare(struct job *job, const struct options *o)
{
    return job_engine(job, o, ENGINE_tcc) && job_read(job, o) ? run_compare(job, o)
                                                              : base_diag_exit(job->diag);
}
