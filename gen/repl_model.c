/* gen/repl_model.c -- the model of a session: where its text comes from and goes, and what is made
 * of it.
 *
 * A generation is made of a text, a form and inputs, in memory of its own. It takes the place of
 * the one before when it is whole, so that a mistake costs nothing.
 */
#define _DEFAULT_SOURCE
#include "gen/repl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- generations ---- */

static void close_generation(struct repl *r, struct generation *g)
{
    if (!g->mem)
        return;
    gen_machine_close(&g->s.machine);
    repl_facts_free(r, &g->made_of);
    mem_free(g->mem);
    *g = (struct generation){.mem = NULL};
}

void repl_retire(struct repl *r, bool all)
{
    for (size_t i = 0; i < REPL_SLOTS; i++)
        if (r->slot[i].mem && (all || r->slot[i].retired))
            close_generation(r, &r->slot[i]);
    if (all)
        r->gen = NULL;
}

struct making {
    struct generation *g;
    const struct facts *facts;
};

static bool make(struct repl *r, const void *how)
{
    const struct making *k = how;
    struct generation *g = k->g;
    const struct facts *f = k->facts;
    struct job *s = &g->s;
    struct ex_limits limits = ex_limits();
    limits.seconds = GEN_SECONDS;
    limits.stops = gen_interrupted;
    *s = (struct job){.mem = g->mem, .diag = gen_diag(g->mem), .engine = ENGINE_tcc};
    s->store = ex_store_new(g->mem, limits);
    struct options *o = mem_take(g->mem, sizeof *o);
    *o = repl_options(r, g->mem, f);
    s->until = &o->value[OPTION_until];
    s->source = gen_source_text(g->mem, f->path ? gen_text(g->mem, "%s", f->path) : "session",
                                f->text, strlen(f->text), EXIT_MODEL);
    if (!gen_job_read(s, o))
        return false;
    repl_stage(r, STAGE_READ);
    if (!gen_job_form(s, o, "form"))
        return false;
    g->conserved = gen_keeps_energy(s->system);
    s->model->names->also = &repl_reader;
    repl_stage(r, STAGE_DERIVE);
    return true;
}

static struct generation *new_slot(struct repl *r)
{
    struct generation *g = NULL;
    for (size_t i = 0; i < REPL_SLOTS && !g; i++)
        if (!r->slot[i].mem)
            g = &r->slot[i];
    if (g && (g->mem = mem_new(r->room)))
        return g;
    gen_fail(&r->diag, EXIT_SYSTEM, "out of memory");
    return NULL;
}

struct errand {
    struct making making;
    bool (*work)(struct job *s, const struct options *o, const char *path);
    const struct options *o;
    const char *path;
};

static bool run_errand(struct repl *r, const void *how)
{
    const struct errand *e = how;
    struct job *s = &e->making.g->s;
    struct options o = *e->o;
    if (!make(r, &e->making))
        return false;
    for (int i = 0; i < OPTION_COUNT; i++)
        o.value[i].at = mem_take_array(s->mem, 1, sizeof(char *));
    return e->work(s, &o, e->path);
}

bool repl_elsewhere(struct repl *r,
                    bool (*work)(struct job *s, const struct options *o, const char *path),
                    const struct options *o, const char *path)
{
    const char *form = repl_fact(&r->now, FACT_SETTING, "form"), *text = repl_settled(r);
    struct facts f = {.text = repl_keep(r, text, strlen(text))};
    if (r->now.path)
        f.path = repl_keep(r, r->now.path, strlen(r->now.path));
    struct generation *g = new_slot(r);
    const struct errand how = {{g, &f}, work, o, path};
    bool good = false;
    if (!g)
        return false;
    if (form)
        repl_facts_set(r, &f, FACT_SETTING, "form", form, false);
    if (repl_guard(r, g->mem, run_errand, &how, &good))
        gen_diag_print(g->s.diag, r->out, r->colours);
    repl_facts_free(r, &f);
    close_generation(r, g);
    return good;
}

bool repl_make(struct repl *r, const struct facts *f)
{
    bool whole = false;
    struct generation *g = new_slot(r);
    const struct making how = {.g = g, .facts = f};
    if (!g)
        return false;
    const bool kept = repl_guard(r, g->mem, make, &how, &whole);
    const struct note *note = kept && !whole ? g->s.diag->first : NULL;
    if (note && r->mutes)
        r->why = gen_text(r->mem, "%s", note->message);
    else if (note)
        gen_diag_print(g->s.diag, r->out, r->colours);
    if (!kept || !whole) {
        r->failed |= !r->mutes;
        close_generation(r, g);
        return false;
    }
    g->whole = true;
    g->made_of = repl_facts_copy(r, f);
    if (r->gen)
        r->gen->retired = true;
    r->gen = g;
    repl_drop_orbit(r);
    return true;
}

bool repl_need(struct repl *r)
{
    if (r->gen)
        return true;
    if (!r->now.text)
        gen_fail(&r->diag, EXIT_USAGE, "there is no model yet")->help =
            "load models/skater_slope.nh, or type its statements: coords x, y";
    else
        gen_fail(&r->diag, EXIT_MODEL, "the model is not whole yet")->help =
            "type what is missing, or 'show' what is there";
    return false;
}

/* ---- changes ---- */

void repl_note_change(struct repl *r)
{
    struct facts copy = repl_facts_copy(r, &r->now);
    if (r->undos == REPL_UNDO) {
        repl_facts_free(r, &r->before[0]);
        memmove(r->before, r->before + 1, (REPL_UNDO - 1) * sizeof *r->before);
        r->undos--;
    }
    r->before = mem_grow(r->mem, r->before, (r->undos + 1) * sizeof *r->before);
    r->before[r->undos++] = copy;
}

static void become(struct repl *r, struct facts *f)
{
    repl_note_change(r);
    repl_facts_free(r, &r->now);
    r->now = *f;
    *f = (struct facts){.text = NULL};
}

bool repl_try(struct repl *r, struct facts *f)
{
    if (repl_make(r, f)) {
        become(r, f);
        return true;
    }
    repl_facts_free(r, f);
    return false;
}

/* Values of names that the model no longer has would be mistakes from now on. */
static void drop_values_of(struct repl *r, struct facts *f, const char *statement)
{
    const struct source *src = repl_source(r, statement, strlen(statement));
    struct diag deaf = {.mem = r->mem};
    const struct ast *ast = gen_parse(&deaf, (struct source *)src);
    for (size_t k = 0; k < ast->n; k++)
        for (size_t i = 0; i < ast->at[k].n; i++) {
            const struct item *it = &ast->at[k].item[i];
            const enum gen_statement what = ast->at[k].what;
            if (!it->name.src)
                continue;
            const char *name = repl_copy(r, it->name);
            if (what == STATEMENT_param || what == STATEMENT_input) {
                repl_facts_drop(r, f, FACT_PARAM, name);
                repl_facts_drop(r, f, FACT_INPUT, name);
            } else if (what == STATEMENT_init) {
                repl_facts_drop(r, f, FACT_INIT, name);
                repl_facts_drop(r, f, FACT_STATE, NULL);
            } else if (what == STATEMENT_run) {
                repl_facts_drop(r, f, FACT_SETTING, name);
            } else if (what == STATEMENT_dynamics) {
                repl_facts_drop(r, f, FACT_SETTING, "form");
                repl_facts_drop(r, f, FACT_STATE, NULL); /* momenta mean something else */
            }
        }
}

/* A claim that was typed is wanted to know about: the next command tells. */
static bool answer_claim(struct repl *r, struct span text)
{
    const size_t len = strlen("check");
    if (text.len > len && memcmp(text.src->text + text.at, "check", len) == 0)
        r->next = repl_keep(r, ":check last", strlen(":check last"));
    return true;
}

/* A model that is being typed may not be whole for a while; one that was used must not break. */
bool repl_statement(struct repl *r, struct span text)
{
    const char *all = repl_merged(r, r->now.text ? r->now.text : "", text);
    if (!all)
        return false;
    struct facts f = repl_facts_copy(r, &r->now);
    drop_values_of(r, &f, repl_copy(r, text));
    repl_forget(r, f.text);
    f.text = repl_keep(r, all, strlen(all));
    f.edited = true;
    r->drafts |= !r->now.text;
    if (r->gen && !r->drafts)
        return repl_try(r, &f) && answer_claim(r, text);
    r->mutes = true;
    r->why = NULL;
    const bool made = repl_make(r, &f);
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

bool repl_undo(struct repl *r, struct span rest)
{
    if (!repl_empty(r, rest))
        return false;
    if (r->undos == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "there is nothing to take back");
        return false;
    }
    struct facts *f = &r->before[r->undos - 1];
    const bool same = r->gen && f->text && r->now.text && strcmp(f->text, r->now.text) == 0;
    r->mutes = true;
    if (!same && !(f->text && repl_make(r, f)) && r->gen) {
        r->gen->retired = true; /* it was not whole then */
        r->gen = NULL;
    }
    r->mutes = false;
    repl_facts_free(r, &r->now);
    r->now = *f;
    r->undos--;
    return true;
}

bool repl_drop(struct repl *r, struct span rest)
{
    if (!repl_need(r))
        return false;
    if (rest.len == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "drop what?")->help = "a name, or a keyword: drop plot";
        return false;
    }
    const char *text = repl_without(r, r->now.text, rest);
    if (!text)
        return false;
    struct facts f = repl_facts_copy(r, &r->now);
    const char *name = repl_copy(r, rest);
    repl_facts_drop(r, &f, FACT_PARAM, name);
    repl_facts_drop(r, &f, FACT_INIT, name);
    repl_facts_drop(r, &f, FACT_INPUT, name);
    repl_facts_drop(r, &f, FACT_SET, name);
    if (strcmp(name, "plot") == 0) {
        repl_forget(r, r->view);
        r->view = NULL;
    }
    repl_forget(r, f.text);
    f.text = repl_keep(r, text, strlen(text));
    f.edited = true;
    return repl_try(r, &f);
}

/* ---- files ---- */

static void stamp(const char *path, long long out[2])
{
    struct stat st;
    out[0] = out[1] = 0;
    if (!path || stat(path, &st) != 0)
        return;
    out[0] = (long long)st.st_mtim.tv_sec * 1000000000LL + st.st_mtim.tv_nsec;
    out[1] = (long long)st.st_size;
}

bool repl_read_file(struct repl *r, const char *path, bool keeps)
{
    long long when[2];
    stamp(path, when);
    if (strcmp(path, "-") == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "a session reads commands from there, not a model");
        return false;
    }
    const struct source *src = gen_source_read(&r->diag, path);
    if (!src)
        return false;
    struct facts f = keeps ? repl_facts_copy(r, &r->now) : (struct facts){.text = NULL};
    repl_forget(r, f.text);
    repl_forget(r, f.path);
    f.text = repl_keep(r, src->text, src->len);
    f.path = repl_keep(r, path, strlen(path));
    f.edited = false;
    memcpy(r->stamp, when, sizeof when);
    r->told_of_file = r->drafts = false;
    return repl_try(r, &f);
}

static void put_title(struct repl *r)
{
    if (r->gen)
        fprintf(r->out, "%s   %s form\n", r->gen->s.model->title, r->gen->s.system->form->name);
}

bool repl_load(struct repl *r, struct span rest)
{
    if (rest.len == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "load which file?")->help =
            "for example: load models/skater_slope.nh";
        return false;
    }
    if (!repl_read_file(r, repl_copy(r, rest), false))
        return false;
    put_title(r);
    return true;
}

bool repl_reload(struct repl *r, struct span rest)
{
    if (!repl_empty(r, rest))
        return false;
    if (!r->now.path) {
        gen_fail(&r->diag, EXIT_USAGE, "this model comes from no file")->help = "load FILE";
        return false;
    }
    if (!repl_read_file(r, gen_text(r->mem, "%s", r->now.path), true))
        return false;
    put_title(r);
    return true;
}

void repl_check_file(struct repl *r)
{
    long long when[2];
    if (!r->now.path || r->told_of_file)
        return;
    stamp(r->now.path, when);
    if (when[0] == 0 || (when[0] == r->stamp[0] && when[1] == r->stamp[1]))
        return;
    if (r->now.edited) {
        fprintf(r->out, "  %s has changed; 'reload' reads it, and what was typed goes\n",
                r->now.path);
        r->told_of_file = true;
        return;
    }
    memcpy(r->stamp, when, sizeof when);
    if (repl_read_file(r, gen_text(r->mem, "%s", r->now.path), true))
        fprintf(r->out, "  %s has changed and is read again\n", r->now.path);
    else
        fputs("  its file has changed: the model stays as it was\n", r->out);
}

bool repl_show(struct repl *r, struct span rest)
{
    if (rest.len)
        return repl_help(r, rest);
    if (!r->now.text) {
        repl_need(r);
        return false;
    }
    fputs(r->now.text, r->out);
    if (*r->now.text && r->now.text[strlen(r->now.text) - 1] != '\n')
        fputc('\n', r->out);
    repl_show_values(r);
    return true;
}

static bool is_written(const struct repl *r, const char *path)
{
    for (size_t i = 0; i < r->writtens; i++)
        if (strcmp(path, r->written[i]) == 0)
            return true;
    return false;
}

/* Would something be lost that this session did not write, and that is not this text? */
static bool is_taken(struct repl *r, const char *path, const char *text)
{
    const size_t len = strlen(text);
    struct stat st;
    if (is_written(r, path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return false;
    FILE *f = (size_t)st.st_size == len ? fopen(path, "r") : NULL;
    char *old = f ? mem_take(r->mem, len + 1) : NULL;
    const bool same = f && fread(old, 1, len, f) == len && memcmp(old, text, len) == 0;
    if (f)
        fclose(f);
    if (!same)
        gen_fail(&r->diag, EXIT_USAGE, "'%s' is there already", path)->help =
            "take another name, or remove it first";
    return !same;
}

static bool write_text(struct repl *r, const char *path, const char *text)
{
    struct outfile f;
    if (!gen_outfile_open(r->mem, &f, path, false)) {
        gen_fail(&r->diag, EXIT_SYSTEM, "cannot write '%s': %s", path, gen_outfile_fault(&f));
        return false;
    }
    gen_outfile_text(&f, text);
    if (gen_outfile_finish(&f) && gen_outfile_keep(&f)) {
        r->written = mem_grow(r->mem, r->written, (r->writtens + 1) * sizeof *r->written);
        r->written[r->writtens++] = repl_keep(r, path, strlen(path));
        return true;
    }
    gen_outfile_drop(&f);
    gen_fail(&r->diag, EXIT_SYSTEM, "cannot write '%s': %s", path, gen_outfile_fault(&f));
    return false;
}

bool repl_save(struct repl *r, struct span rest)
{
    if (!repl_need(r))
        return false;
    if (rest.len == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "save to which file?")->help = "for example: save steep.nh";
        return false;
    }
    const char *path = repl_copy(r, rest), *text = repl_settled(r);
    const bool own = r->now.path && strcmp(path, r->now.path) == 0; /* its own file may change */
    if ((!own && is_taken(r, path, text)) || !write_text(r, path, text))
        return false;
    if (own)
        stamp(path, r->stamp);
    if (repl_fact(&r->now, FACT_SETTING, "form"))
        fputs("  the form is no part of a model: say it again where that is loaded\n", r->out);
    if (repl_fact(&r->now, FACT_SETTING, "start"))
        fputs("  a run of it starts at t = 0\n", r->out);
    return true;
}

bool repl_history(struct repl *r, struct span rest)
{
    struct mem_text all = mem_text(r->mem);
    for (size_t i = 0; i < r->saids; i++)
        mem_put_f(&all, "%s\n", r->said[i]);
    const char *path = rest.len ? repl_copy(r, rest) : NULL;
    const struct source model = {.name = r->now.path ? r->now.path : ""};
    if (path)
        return !gen_is_file(&r->diag, path, &model) && !is_taken(r, path, all.text) &&
               write_text(r, path, all.text);
    fputs(all.text, r->out);
    return true;
}

/* ---- an editor ---- */

/* The editor of the user, on a copy; NULL: nothing was changed, or it did not end well. */
static const char *edited_copy(struct repl *r, const char *text)
{
    const char *named = getenv("EDITOR"), *home = getenv("TMPDIR");
    const char *editor = named && *named ? named : "vi";
    char *path = mem_take(r->mem, 4096);
    snprintf(path, 4096, "%s/noslip-XXXXXX.nh", home && *home ? home : "/tmp");
    const int fd = mkstemps(path, 3);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) {
        gen_fail(&r->diag, EXIT_SYSTEM, "cannot write '%s': %s", path, strerror(errno));
        return NULL;
    }
    fputs(text, f);
    fclose(f);
    const char *command = gen_text(r->mem, "%s '%s'", editor, path);
    const int status = system(command); /* NOLINT(cert-env33-c): EDITOR may have arguments */
    const struct source *src = NULL;
    if (status != 0)
        gen_fail(&r->diag, EXIT_SYSTEM, "'%s' did not end well", editor)->help =
            "the environment variable EDITOR names another";
    else
        src = gen_source_read(&r->diag, path);
    unlink(path);
    return src ? src->text : NULL;
}

bool repl_edit(struct repl *r, struct span rest)
{
    if (!repl_empty(r, rest))
        return false;
    if (!r->now.text) {
        repl_need(r);
        return false;
    }
    const char *text = edited_copy(r, r->now.text);
    if (!text)
        return false;
    if (strcmp(text, r->now.text) == 0) {
        fputs("  nothing was changed\n", r->out);
        return true;
    }
    struct facts f = repl_facts_copy(r, &r->now);
    repl_forget(r, f.text);
    f.text = repl_keep(r, text, strlen(text));
    f.edited = true;
    return repl_try(r, &f);
}

/* ---- laws and forms ---- */

bool repl_law(struct repl *r, struct span rest)
{
    static const char *const laws[] = {
#define LAW(name, usual) #name,
        LAWS(LAW)
#undef LAW
    };
    if (!repl_need(r))
        return false;
    if (rest.len == 0) {
        fprintf(r->out, "  %s\n", laws[r->gen->s.model->law]);
        return true;
    }
    const char *word = repl_copy(r, rest);
    struct nearest near = gen_nearest(word, strlen(word));
    for (size_t i = 0; i < LAW_COUNT; i++) {
        gen_offer(&near, laws[i]);
        if (strcmp(word, laws[i]) != 0)
            continue;
        const struct source *src =
            gen_source_text(r->mem, "law", gen_text(r->mem, "dynamics %s", word),
                            strlen(word) + strlen("dynamics "), EXIT_USAGE);
        if (!repl_statement(r, (struct span){src, 0, src->len}))
            return false;
        put_title(r);
        return true;
    }
    const char *mean = gen_did_you_mean(r->mem, &near);
    gen_error(&r->diag, rest, "there is no law '%s'", word)->help =
        mean ? mean : "nonholonomic, vakonomic, gradient, unconstrained";
    return false;
}

bool repl_form(struct repl *r, struct span rest)
{
    if (!repl_need(r))
        return false;
    struct facts f = repl_facts_copy(r, &r->now);
    const char *word = repl_copy(r, rest);
    if (rest.len)
        repl_facts_set(r, &f, FACT_SETTING, "form", word, false);
    else
        repl_facts_drop(r, &f, FACT_SETTING, "form");
    for (size_t i = 0; i < gen_form_count; i++) /* momenta of another law are others */
        if (strcmp(gen_forms[i].name, word) == 0 &&
            strcmp(gen_forms[i].law, r->gen->s.system->form->law) != 0)
            repl_facts_drop(r, &f, FACT_STATE, NULL);
    if (!repl_try(r, &f))
        return false;
    put_title(r);
    return true;
}
