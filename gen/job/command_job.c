/* gen/job/command_job.c -- a job from a command line: values and expressions read with the model,
 * form, engine.
 */
#include "gen/job/job.h"

#include <string.h>

/* ---- what is read with the model ---- */

static void read_hints(struct job *j, const struct point_texts *texts)
{
    struct diag aside = {.mem = j->mem};
    const struct option_text *const from[] = {texts->params, texts->inits, texts->states};
    static const char *const option[] = {"-p", "-i", "--state"};
    struct assignment *all = NULL;
    for (size_t k = 0; k < 3; k++) {
        struct assignment *more = NULL;
        size_t n = 0;
        if (from[k])
            lang_assignments(&aside, j->store, option[k], from[k], &more, &n);
        all = mem_take_array(j->mem, j->hints.n + n + 1, sizeof *all);
        if (j->hints.n)
            memcpy(all, j->hints.at, j->hints.n * sizeof *all);
        if (n)
            memcpy(all + j->hints.n, more, n * sizeof *all);
        j->hints.at = all;
        j->hints.n += n;
    }
    j->hints.sets = texts->sets;
    ex_clear(j->store);
}

/* `--input NAME=EXPR`, which needs the names of the model; files are read elsewhere. */
bool job_inputs(struct job *j)
{
    struct diag *d = j->diag;
    struct item *all = NULL;
    size_t n = 0;
    for (size_t k = 0; j->input && k < j->input->n; k++) {
        const char *text = j->input->at[k];
        struct item *more = NULL;
        size_t count = 0;
        if (!strchr(text, '='))
            continue;
        struct source *src = base_source_text(d->mem, "--input", text, strlen(text), EXIT_USAGE);
        if (!lang_parse_assignments(d, src, false, &more, &count))
            return false;
        struct item *both = mem_take_array(d->mem, n + count + 1, sizeof *both);
        if (n)
            memcpy(both, all, n * sizeof *both);
        memcpy(both + n, more, count * sizeof *both);
        all = both;
        n += count;
    }
    j->hints.input = all;
    j->hints.inputs = n;
    return true;
}

static bool read_until(struct job *j, const char *name, const char *text)
{
    return lang_parse_until(
        j->diag, base_source_text(j->diag->mem, name, text, strlen(text), EXIT_USAGE), j->ast);
}

/* `--until EXPR = EXPR` is one more event of the model, and so is a section, behind them. */
static bool read_untils(struct job *j)
{
    for (size_t k = 0; j->until && k < j->until->n; k++)
        if (!read_until(j, "--until", j->until->at[k]))
            return false;
    return !j->watch || read_until(j, "section", j->watch);
}

/* What stands on the command line is plotted instead of what the model says. */
static bool read_plots(struct job *j)
{
    struct diag *d = j->diag;
    size_t n = 0;
    if (!j->plots || !j->plots->n)
        return true;
    for (size_t i = 0; i < j->ast->n; i++)
        if (j->ast->at[i].what != STATEMENT_plot)
            j->ast->at[n++] = j->ast->at[i];
    j->ast->n = n;
    for (size_t k = 0; k < j->plots->n; k++) {
        const char *text = j->plots->at[k];
        struct source *src = base_source_text(d->mem, "PLOT", text, strlen(text), EXIT_USAGE);
        if (!lang_parse_plots(d, src, j->ast))
            return false;
    }
    return true;
}

bool job_additions(struct job *j)
{
    return read_untils(j) && read_plots(j);
}

bool job_read(struct job *j, const struct options *o)
{
    const struct point_texts texts = base_option_points(o);
    const char *basis = base_option_last(o, OPTION_basis);
    j->input = &o->value[OPTION_input];
    j->hints.drives |= o->command == COMMAND_run || o->command == COMMAND_sweep ||
                       o->command == COMMAND_plot || o->command == COMMAND_eval ||
                       o->command == COMMAND_check || o->command == COMMAND_report;
    read_hints(j, &texts);
    return job_model(j, o->argument) && (!basis || lang_use_basis(j->diag, j->model, basis));
}

/* ---- choices ---- */

static const char *form_word(size_t i)
{
    return form_rows[i].name;
}

static const char *engine_word(size_t i)
{
    return code_engines[i].word;
}

bool job_form(struct job *j, const struct options *o, const char *name)
{
    size_t i = 0;
    if (!o->value[OPTION_form].n)
        return job_default_system(j);
    return base_option_choose(j->diag, o, OPTION_form, name, form_word, form_row_count, &i) &&
           job_system(j, &form_rows[i]);
}

bool job_derive(struct job *j, const struct options *o)
{
    return job_read(j, o) && job_form(j, o, "--form");
}

bool job_engine(struct job *j, const struct options *o, enum code_engine usual)
{
    size_t i = usual;
    if (!base_option_choose(j->diag, o, OPTION_engine, "--engine", engine_word, ENGINE_COUNT, &i))
        return false;
    j->engine = (enum code_engine)i;
    j->fast = o->value[OPTION_fast].n > 0;
    if (j->fast && !o->value[OPTION_engine].n)
        j->engine = ENGINE_cc;
    if (j->fast && j->engine != ENGINE_cc) {
        base_fail(j->diag, EXIT_USAGE, "--fast is for --engine cc only");
        return false;
    }
    return true;
}
