/* gen/session/session_model.c -- the model of a session: its making, changes, law and form.
 *
 * A generation is made from a text, a form and inputs, in separate memory. It replaces the current
 * one when it is complete, so that an error changes nothing.
 */
#include "gen/forms/properties.h"
#include "gen/language/scope.h"
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- generations ---- */

static void close_generation(struct session *r, struct generation *g)
{
    if (!g->mem)
        return;
    code_machine_close(&g->job.machine);
    session_facts_free(r, &g->made_of);
    mem_free(g->mem);
    *g = (struct generation){.mem = NULL};
}

void session_retire(struct session *r, bool all)
{
    for (size_t i = 0; i < SESSION_SLOTS; i++)
        if (r->slot[i].mem && (all || r->slot[i].retired))
            close_generation(r, &r->slot[i]);
    if (all)
        r->gen = NULL;
}

struct making {
    struct generation *g;
    const struct facts *facts;
    bool undriven; /* inputs that depend on t stay inputs */
};

static bool make(struct session *r, const void *how)
{
    const struct making *k = how;
    struct generation *g = k->g;
    const struct facts *f = k->facts;
    struct job *job = &g->job;
    struct ex_limits limits = r->limits;
    limits.stops = run_interrupted;
    *job = (struct job){.mem = g->mem, .diag = base_diag(g->mem), .engine = ENGINE_tcc};
    job->store = ex_store_new(g->mem, limits);
    struct options *o = mem_take(g->mem, sizeof *o);
    *o = session_options(r, g->mem, f);
    if (k->undriven)
        o->command = COMMAND_analyze;
    job->until = &o->value[OPTION_until];
    job->source = base_source_text(g->mem, f->path ? base_text(g->mem, "%s", f->path) : "session",
                                   f->text, strlen(f->text), EXIT_MODEL);
    if (!job_read(job, o))
        return false;
    session_stage(r, STAGE_READ);
    o->command = COMMAND_repl; /* a model without a motion can be examined */
    if (!job_form(job, o, "form"))
        return false;
    g->conserved = form_keeps_energy(job->system);
    job->model->names->also = &session_reader;
    session_stage(r, STAGE_DERIVE);
    return true;
}

static struct generation *new_slot(struct session *r)
{
    struct generation *g = NULL;
    for (size_t i = 0; i < SESSION_SLOTS && !g; i++)
        if (!r->slot[i].mem)
            g = &r->slot[i];
    if (g && (g->mem = mem_new(r->limits.memory)))
        return g;
    base_fail(&r->diag, EXIT_SYSTEM, "out of memory");
    return NULL;
}

struct errand {
    struct making making;
    bool (*work)(struct job *job, const struct options *o, const char *path);
    const struct options *o;
    const char *path;
};

static bool run_errand(struct session *r, const void *how)
{
    const struct errand *e = how;
    struct job *job = &e->making.g->job;
    struct options o = *e->o;
    if (!make(r, &e->making))
        return false;
    for (int i = 0; i < OPTION_COUNT; i++)
        o.value[i].at = mem_take_array(job->mem, 1, sizeof(char *));
    return e->work(job, &o, e->path);
}

bool session_elsewhere(struct session *r,
                       bool (*work)(struct job *job, const struct options *o, const char *path),
                       const struct options *o, const char *path)
{
    const char *form = session_fact(&r->now, FACT_SETTING, "form"), *text = session_settled(r);
    struct facts f = {.text = session_keep(r, text, strlen(text))};
    if (r->now.path)
        f.path = session_keep(r, r->now.path, strlen(r->now.path));
    struct generation *g = new_slot(r);
    const struct errand how = {{.g = g, .facts = &f}, work, o, path};
    bool good = false;
    if (!g)
        return false;
    if (form)
        session_facts_set(r, &f, FACT_SETTING, "form", form, false);
    if (session_guard(r, g->mem, run_errand, &how, &good))
        base_diag_print(g->job.diag, r->out, r->colours);
    session_facts_free(r, &f);
    close_generation(r, g);
    return good;
}

struct visit {
    struct making making;
    bool (*work)(struct session *r, const void *how);
    const void *how;
};

static bool pay_visit(struct session *r, const void *how)
{
    const struct visit *v = how;
    if (!make(r, &v->making))
        return false;
    r->gen = v->making.g;
    return v->work(r, v->how);
}

bool session_with_inputs(struct session *r, bool (*work)(struct session *r, const void *how),
                         const void *how)
{
    struct generation *g = new_slot(r), *was = r->gen;
    const struct visit visit = {{.g = g, .facts = &r->now, .undriven = true}, work, how};
    bool good = false;
    if (!g)
        return false;
    if (session_guard(r, g->mem, pay_visit, &visit, &good))
        base_diag_print(g->job.diag, r->out, r->colours);
    r->gen = was;
    close_generation(r, g);
    return good;
}

bool session_make(struct session *r, const struct facts *f)
{
    bool whole = false;
    struct generation *g = new_slot(r);
    const struct making how = {.g = g, .facts = f};
    if (!g)
        return false;
    const bool kept = session_guard(r, g->mem, make, &how, &whole);
    const struct note *note = kept && !whole ? g->job.diag->first : NULL;
    if (note && r->mutes)
        r->why = base_text(r->mem, "%s", note->message);
    else if (note)
        base_diag_print(g->job.diag, r->out, r->colours);
    if (!kept || !whole) {
        r->failed |= !r->mutes;
        close_generation(r, g);
        return false;
    }
    g->whole = true;
    g->made_of = session_facts_copy(r, f);
    if (r->gen)
        r->gen->retired = true;
    r->gen = g;
    session_drop_orbit(r);
    return true;
}

bool session_need(struct session *r)
{
    if (r->gen)
        return true;
    if (!r->now.text)
        base_fail(&r->diag, EXIT_USAGE, "there is no model yet")->help =
            "load models/skater_slope.nh, or type its statements: coords x, y";
    else
        base_fail(&r->diag, EXIT_MODEL, "the model is not whole yet")->help =
            "type what is missing, or 'show' what is there";
    return false;
}

/* ---- changes ---- */

void session_note_change(struct session *r)
{
    struct facts copy = session_facts_copy(r, &r->now);
    if (r->undos == SESSION_UNDO) {
        session_facts_free(r, &r->before[0]);
        memmove(r->before, r->before + 1, (SESSION_UNDO - 1) * sizeof *r->before);
        r->undos--;
    }
    r->before = mem_grow(r->mem, r->before, (r->undos + 1) * sizeof *r->before);
    r->before[r->undos++] = copy;
}

static void become(struct session *r, struct facts *f)
{
    session_note_change(r);
    session_facts_free(r, &r->now);
    r->now = *f;
    *f = (struct facts){.text = NULL};
}

bool session_try(struct session *r, struct facts *f)
{
    if (session_make(r, f)) {
        become(r, f);
        return true;
    }
    session_facts_free(r, f);
    return false;
}

/* Drops changed values of the names that a statement defines: its own values apply now. */
static void drop_values_of(struct session *r, struct facts *f, const char *statement)
{
    const struct source *src = session_source(r, statement, strlen(statement));
    struct diag unused = {.mem = r->mem};
    const struct ast *ast = lang_parse(&unused, (struct source *)src);
    for (size_t k = 0; k < ast->n; k++)
        for (size_t i = 0; i < ast->at[k].n; i++) {
            const struct item *it = &ast->at[k].item[i];
            const enum lang_statement what = ast->at[k].what;
            if (!it->name.src)
                continue;
            const char *name = session_copy(r, it->name);
            if (what == STATEMENT_param || what == STATEMENT_input) {
                session_facts_drop(r, f, FACT_PARAM, name);
                session_facts_drop(r, f, FACT_INPUT, name);
            } else if (what == STATEMENT_init) {
                session_facts_drop(r, f, FACT_INIT, name);
                session_facts_drop(r, f, FACT_STATE, NULL);
            } else if (what == STATEMENT_run) {
                session_facts_drop(r, f, FACT_SETTING, name);
            } else if (what == STATEMENT_dynamics) {
                session_facts_drop(r, f, FACT_SETTING, "form");
                session_facts_drop(r, f, FACT_STATE, NULL); /* momenta depend on the law */
            }
        }
}

/* A typed claim is checked by the next command. */
static bool answer_claim(struct session *r, struct span text)
{
    const size_t len = strlen("check");
    if (text.len > len && memcmp(text.src->text + text.at, "check", len) == 0)
        r->next = session_keep(r, ":check last", strlen(":check last"));
    return true;
}

/* A model that is being typed may be incomplete; after its first use it must stay complete. */
bool session_statement(struct session *r, struct span text)
{
    const char *all = session_merged(r, r->now.text ? r->now.text : "", text);
    if (!all)
        return false;
    struct facts f = session_facts_copy(r, &r->now);
    drop_values_of(r, &f, session_copy(r, text));
    session_forget(r, f.text);
    f.text = session_keep(r, all, strlen(all));
    f.edited = true;
    r->drafts |= !r->now.text;
    if (r->gen && !r->drafts)
        return session_try(r, &f) && answer_claim(r, text);
    r->mutes = true;
    r->why = NULL;
    const bool made = session_make(r, &f);
    r->mutes = false;
    become(r, &f);
    if (!made && r->gen) {
        r->gen->retired = true;
        r->gen = NULL;
    }
    if (!made)
        fprintf(r->out, "  not whole yet%s%s\n", r->why ? ": " : "", r->why ? r->why : "");
    return true;
}

bool session_undo(struct session *r, struct span rest)
{
    if (!session_empty(r, rest))
        return false;
    if (r->undos == 0) {
        base_fail(&r->diag, EXIT_USAGE, "there is nothing to take back");
        return false;
    }
    struct facts *f = &r->before[r->undos - 1];
    const bool same = r->gen && f->text && r->now.text && strcmp(f->text, r->now.text) == 0;
    r->mutes = true;
    if (!same && !(f->text && session_make(r, f)) && r->gen) {
        r->gen->retired = true; /* the model was incomplete at that time */
        r->gen = NULL;
    }
    r->mutes = false;
    session_facts_free(r, &r->now);
    r->now = *f;
    r->undos--;
    return true;
}

bool session_drop(struct session *r, struct span rest)
{
    if (!session_need(r))
        return false;
    if (rest.len == 0) {
        base_fail(&r->diag, EXIT_USAGE, "drop what?")->help = "a name, or a keyword: drop plot";
        return false;
    }
    const char *text = session_without(r, r->now.text, rest);
    if (!text)
        return false;
    struct facts f = session_facts_copy(r, &r->now);
    const char *name = session_copy(r, rest);
    session_facts_drop(r, &f, FACT_PARAM, name);
    session_facts_drop(r, &f, FACT_INIT, name);
    session_facts_drop(r, &f, FACT_INPUT, name);
    session_facts_drop(r, &f, FACT_SET, name);
    if (strcmp(name, "plot") == 0) {
        session_forget(r, r->view);
        r->view = NULL;
    }
    session_forget(r, f.text);
    f.text = session_keep(r, text, strlen(text));
    f.edited = true;
    return session_try(r, &f);
}

/* ---- laws and forms ---- */

void session_title(struct session *r)
{
    if (r->gen)
        fprintf(r->out, "%s   %s form\n", r->gen->job.model->title, r->gen->job.system->form->name);
}

bool session_law(struct session *r, struct span rest)
{
    if (!session_need(r))
        return false;
    if (rest.len == 0) {
        fprintf(r->out, "  %s\n", lang_laws[r->gen->job.model->law].word);
        return true;
    }
    const char *word = session_copy(r, rest);
    struct nearest near = base_nearest(word, strlen(word));
    if (lang_law_named(word, &near) == LAW_COUNT) {
        const char *mean = base_did_you_mean(r->mem, &near);
        base_error(&r->diag, rest, "there is no law '%s'", word)->help =
            mean ? mean : lang_law_list(r->mem);
        return false;
    }
    const struct source *src =
        base_source_text(r->mem, "law", base_text(r->mem, "dynamics %s", word),
                         strlen(word) + strlen("dynamics "), EXIT_USAGE);
    if (!session_statement(r, (struct span){src, 0, src->len}))
        return false;
    session_title(r);
    return true;
}

bool session_form(struct session *r, struct span rest)
{
    if (!session_need(r))
        return false;
    struct facts f = session_facts_copy(r, &r->now);
    const char *word = session_copy(r, rest);
    if (rest.len)
        session_facts_set(r, &f, FACT_SETTING, "form", word, false);
    else
        session_facts_drop(r, &f, FACT_SETTING, "form");
    const struct form_row *form = form_named(word);
    if (form && form->law != r->gen->job.system->form->law) /* momenta depend on the law */
        session_facts_drop(r, &f, FACT_STATE, NULL);
    if (!session_try(r, &f))
        return false;
    session_title(r);
    return true;
}
