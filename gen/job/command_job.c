/* gen/job/command_job.c -- job of a command line: values and expressions that are read with the
 * model, form, engine.
 */
#include "gen/job/job.h"

#include <string.h>

/* ---- values and expressions that are read with the model ---- */

static void read_hints(struct job *job, const struct point_texts *texts)
{
    struct diag aside = {.mem = job->mem};
    const struct option_text *const from[] = {texts->params, texts->inits, texts->states};
    static const char *const option[] = {"-p", "-i", "--state"};
    struct assignment *all = NULL;
    for (size_t k = 0; k < 3; k++) {
        struct assignment *more = NULL;
        size_t n = 0;
        if (from[k])
            lang_assignments(&aside, job->store, option[k], from[k], &more, &n);
        all = mem_take_array(job->mem, job->hints.n + n + 1, sizeof *all);
        if (job->hints.n)
            memcpy(all, job->hints.at, job->hints.n * sizeof *all);
        if (n)
            memcpy(all + job->hints.n, more, n * sizeof *all);
        job->hints.at = all;
        job->hints.n += n;
    }
    job->hints.sets = texts->sets;
    ex_clear(job->store);
}

/* `--input NAME=EXPR`, which needs the names of the model; run/input_tables.c reads files. */
bool job_inputs(struct job *job)
{
    struct diag *d = job->diag;
    struct item *all = NULL;
    size_t n = 0;
    for (size_t k = 0; job->input && k < job->input->n; k++) {
        const char *text = job->input->at[k];
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
    job->hints.input = all;
    job->hints.inputs = n;
    return true;
}

static bool read_until(struct job *job, const char *name, const char *text)
{
    return lang_parse_until(job->diag,
                            base_source_text(job->diag->mem, name, text, strlen(text), EXIT_USAGE),
                            job->ast);
}

/* Adds `--until EXPR = EXPR` to the events of the model, then the expression of a Poincare section.
 */
static bool read_untils(struct job *job)
{
    for (size_t k = 0; job->until && k < job->until->n; k++)
        if (!read_until(job, "--until", job->until->at[k]))
            return false;
    return !job->watch || read_until(job, "section", job->watch);
}

/* Plots of the command line replace those of the model. */
static bool read_plots(struct job *job)
{
    struct diag *d = job->diag;
    size_t n = 0;
    if (!job->plots || !job->plots->n)
        return true;
    for (size_t i = 0; i < job->ast->n; i++)
        if (job->ast->at[i].what != STATEMENT_plot)
            job->ast->at[n++] = job->ast->at[i];
    job->ast->n = n;
    for (size_t k = 0; k < job->plots->n; k++) {
        const char *text = job->plots->at[k];
        struct source *src = base_source_text(d->mem, "PLOT", text, strlen(text), EXIT_USAGE);
        if (!lang_parse_plots(d, src, job->ast))
            return false;
    }
    return true;
}

bool job_additions(struct job *job)
{
    return read_untils(job) && read_plots(job);
}

bool job_read(struct job *job, const struct options *o)
{
    const struct point_texts texts = base_option_points(o);
    const char *basis = base_option_last(o, OPTION_basis);
    job->input = &o->value[OPTION_input];
    job->hints.drives |= o->command == COMMAND_run || o->command == COMMAND_sweep ||
                         o->command == COMMAND_plot || o->command == COMMAND_eval ||
                         o->command == COMMAND_check || o->command == COMMAND_report ||
                         o->command == COMMAND_compare;
    read_hints(job, &texts);
    return job_model(job, o->argument) && (!basis || lang_use_basis(job->diag, job->model, basis));
}

/* ---- choices ---- */

/* Commands that show or verify equations at places; the others follow a motion. */
static bool stays(enum base_command command)
{
    return command == COMMAND_derive || command == COMMAND_check || command == COMMAND_eval;
}

bool job_moves(struct job *job)
{
    const char *none = form_no_motion(job->system), *free = form_missing_inputs(job->system);
    if (!none && !free)
        return true;
    if (none)
        base_fail(job->diag, EXIT_NO, "no motion is possible: %s", none);
    else
        base_fail(job->diag, EXIT_NO, "nothing determines %s as a function of time", free)->help =
            base_text(job->diag->mem,
                      "give it in the model by an input, for example: input %.*s = "
                      "sin(t)",
                      (int)strcspn(free, ","), free);
    return false;
}

/* Other commands need a motion; a session asks for it when it is needed. */
static bool moves(struct job *job, enum base_command command)
{
    return command == COMMAND_derive || command == COMMAND_check || command == COMMAND_repl ||
           job_moves(job);
}

bool job_form(struct job *job, const struct options *o, const char *name)
{
    size_t i = 0;
    if (!o->value[OPTION_form].n)
        return (stays(o->command) ? job_default_system(job) : job_system_to_run(job)) &&
               moves(job, o->command);
    return base_option_choose(job->diag, o, OPTION_form, name, form_choice, &i) &&
           job_system(job, &form_rows[i]) && form_keeps_law(job->diag, job->system) &&
           moves(job, o->command);
}

/* Commands that say what is proved. */
static bool proves(enum base_command command)
{
    return command == COMMAND_derive || command == COMMAND_check || command == COMMAND_report;
}

bool job_derive(struct job *job, const struct options *o)
{
    if (proves(o->command) && !ex_has_flint())
        base_remark(job->diag, (struct span){.src = NULL},
                    "FLINT cannot be loaded, so that some proofs are missing")
            ->help = "what it would prove is very likely only; install libflint, see noslip doctor";
    return job_read(job, o) && job_form(job, o, "--form");
}

bool job_engine(struct job *job, const struct options *o, enum code_engine usual)
{
    size_t i = usual;
    if (!base_option_choose(job->diag, o, OPTION_engine, "--engine", code_engine_choice, &i))
        return false;
    job->engine = (enum code_engine)i;
    job->fast = o->value[OPTION_fast].n > 0;
    if (job->fast && !o->value[OPTION_engine].n)
        job->engine = ENGINE_cc;
    if (job->fast && job->engine != ENGINE_cc) {
        base_fail(job->diag, EXIT_USAGE, "--fast is for --engine cc only");
        return false;
    }
    return true;
}

bool job_has_tables(struct job *job, const struct options *o)
{
    const struct option_text *texts = &o->value[OPTION_input];
    for (size_t i = 0; i < texts->n; i++)
        if (!strchr(texts->at[i], '=')) {
            base_fail(job->diag, EXIT_USAGE, "--input takes NAME=EXPR here; files are for 'run'");
            return true;
        }
    return false;
}
