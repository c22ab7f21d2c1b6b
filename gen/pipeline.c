/* gen/pipeline.c -- from the text of a model to running code, one call an arrow. */
#include "gen/gen.h"

#include <string.h>

void gen_job_hints(struct job *s, const struct point_texts *texts)
{
    struct diag aside = {.mem = s->mem};
    const struct option_text *const from[] = {texts->params, texts->inits, texts->states};
    static const char *const option[] = {"-p", "-i", "--state"};
    struct assignment *all = NULL;
    for (size_t k = 0; k < 3; k++) {
        struct assignment *more = NULL;
        size_t n = 0;
        if (from[k])
            gen_assignments(&aside, s->store, option[k], from[k], &more, &n);
        all = mem_take_array(s->mem, s->hints.n + n + 1, sizeof *all);
        if (s->hints.n)
            memcpy(all, s->hints.at, s->hints.n * sizeof *all);
        if (n)
            memcpy(all + s->hints.n, more, n * sizeof *all);
        s->hints.at = all;
        s->hints.n += n;
    }
    s->hints.sets = texts->sets;
    ex_clear(s->store);
}

/* `--input NAME=EXPR`, which needs the names of the model; files are read elsewhere. */
static bool read_inputs(struct job *s)
{
    struct diag *d = s->diag;
    struct item *all = NULL;
    size_t n = 0;
    for (size_t k = 0; s->input && k < s->input->n; k++) {
        const char *text = s->input->at[k];
        struct item *more = NULL;
        size_t count = 0;
        if (!strchr(text, '='))
            continue;
        struct source *src = gen_source_text(d->mem, "--input", text, strlen(text), EXIT_USAGE);
        if (!gen_parse_assignments(d, src, false, &more, &count))
            return false;
        struct item *both = mem_take_array(d->mem, n + count + 1, sizeof *both);
        if (n)
            memcpy(both, all, n * sizeof *both);
        memcpy(both + n, more, count * sizeof *both);
        all = both;
        n += count;
    }
    s->hints.input = all;
    s->hints.inputs = n;
    return true;
}

static bool read_until(struct job *s, const char *name, const char *text)
{
    return gen_parse_until(
        s->diag, gen_source_text(s->diag->mem, name, text, strlen(text), EXIT_USAGE), s->ast);
}

/* `--until EXPR = EXPR` is one more event of the model, and so is a section, behind them. */
static bool read_untils(struct job *s)
{
    for (size_t k = 0; s->until && k < s->until->n; k++)
        if (!read_until(s, "--until", s->until->at[k]))
            return false;
    return !s->watch || read_until(s, "section", s->watch);
}

/* What stands on the command line is plotted instead of what the model says. */
static bool read_plots(struct job *s)
{
    struct diag *d = s->diag;
    size_t n = 0;
    if (!s->plots || !s->plots->n)
        return true;
    for (size_t i = 0; i < s->ast->n; i++)
        if (s->ast->at[i].what != STATEMENT_plot)
            s->ast->at[n++] = s->ast->at[i];
    s->ast->n = n;
    for (size_t k = 0; k < s->plots->n; k++) {
        const char *text = s->plots->at[k];
        struct source *src = gen_source_text(d->mem, "PLOT", text, strlen(text), EXIT_USAGE);
        if (!gen_parse_plots(d, src, s->ast))
            return false;
    }
    return true;
}

bool gen_job_model(struct job *s, const char *path)
{
    struct diag *d = s->diag;
    return read_inputs(s) && (!path || (s->source = gen_source_read(d, path))) &&
           (s->ast = gen_parse(d, s->source)) && read_untils(s) && read_plots(s) &&
           (s->model = gen_check(d, s->store, s->ast, &s->hints));
}

bool gen_job_system(struct job *s, const struct form_row *form)
{
    struct diag *d = s->diag;
    return (s->geom = gen_geometry(d, s->model)) && (s->mech = gen_mechanics(d, s->geom)) &&
           (s->system = gen_system(d, s->mech, form));
}

/* A Lagrangian that is regular on C only moves there. */
bool gen_job_usual(struct job *s)
{
    struct diag *d = s->diag, aside = {.mem = s->mem};
    const struct form_row *form = gen_usual_form(s->model), *on_C = &gen_forms[0];
    if (form->build != gen_form_lagrange_dirac)
        return gen_job_system(s, form);
    if (!(s->geom = gen_geometry(d, s->model)) || !(s->mech = gen_mechanics(d, s->geom)))
        return false;
    s->system = gen_system(&aside, s->mech, form);
    return s->system || (s->system = gen_system(d, s->mech, on_C));
}

bool gen_job_program(struct job *s, unsigned blocks)
{
    struct diag *d = s->diag;
    const size_t order = s->order ? s->order : GEN_JET_ORDER;
    s->program = gen_lower(d, s->system, blocks);
    if (s->program && blocks >> RT_jet & 1 && !gen_add_jet(d, s->program, order, false))
        s->program = NULL;
    if (s->program && s->engine != ENGINE_interp) /* which has no use for it */
        s->text = gen_jit_text(s->program);
    return s->program != NULL;
}

bool gen_job_machine(struct job *s)
{
    return gen_machine_open(s->diag, s->program, s->text, s->engine, s->fast, &s->machine);
}
