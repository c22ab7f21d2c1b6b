/* gen/session/explain.c -- words `help` and `check` of a session; meaning of model names. */
#include "gen/cli/cli.h"
#include "gen/language/scope.h"
#include "gen/print/document.h"
#include "gen/prove/prove.h"
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <string.h>

static bool explain_name(struct session *r, const char *word); /* false: unknown to the model */

static void help_word(FILE *out, const struct word_row *row)
{
    fprintf(out, "  %s\n\n%s%s%s: %s\n", row->example, row->word, *row->takes ? " " : "",
            row->takes, row->about);
}

static void help_all(FILE *out)
{
    enum { WIDE = 30 };
    const char *group = "";
    for (size_t i = 0; i < SAY_COUNT; i++) {
        const struct word_row *row = &session_words[i];
        if (strcmp(group, row->group) != 0)
            fprintf(out, "%s\n", row->group);
        group = row->group;
        const int n = fprintf(out, "  %s %s", row->word, row->takes);
        fprintf(out, "%*s%s\n", n < WIDE ? WIDE - n : 1, "", row->about);
    }
    fputs("also\n"
          "  g = 2, g += 0.1             set a parameter; nothing is derived or compiled again\n"
          "  v(0) = 1                    set an initial value: coordinate, velocity, momentum\n"
          "  potential 2 lambda x        change the model by any statement of the language\n"
          "  [v, w]  {f, g}  d(f)  L_v(f)  simplify these or any expression; _ is the last result\n"
          "  ?NAME                       explain a word or a name\n",
          out);
}

bool session_help(struct session *r, struct span rest)
{
    if (rest.len == 0) {
        help_all(r->out);
        return true;
    }
    const char *word = session_copy(r, rest);
    bool found = false;
    for (size_t i = 0; i < SAY_COUNT; i++)
        if (strcmp(word, session_words[i].word) == 0) {
            help_word(r->out, &session_words[i]);
            found = true;
        }
    if (r->gen && explain_name(r, word))
        found = true;
    found |= cli_help_statement(r->out, word, found);
    if (found || cli_help_form(r->out, word))
        return true;
    struct nearest near = base_nearest(word, strlen(word));
    for (size_t i = 0; i < SAY_COUNT; i++)
        base_offer(&near, session_words[i].word);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        base_offer(&near, lang_statements[i].keyword);
    for (size_t i = 0; r->gen && i < r->gen->job.model->names->scope.names; i++)
        base_offer(&near, r->gen->job.model->names->scope.name[i].text);
    const char *mean = base_did_you_mean(r->mem, &near);
    base_error(&r->diag, rest, "nothing is known about '%s'", word)->help =
        mean ? mean : "'help' lists the words";
    return false;
}

/* ---- names of the model ---- */

static const char *units_and_words(struct session *r, const char *unit, const char *doc)
{
    return base_text(r->mem, "%s%s%s%s%s", unit ? " [" : "", unit ? unit : "", unit ? "]" : "",
                     doc ? ", " : "", doc ? doc : "");
}

static const char *shown(struct session *r, ex e)
{
    const char *text = e == EX_POISON ? NULL : ex_show_within(r->gen->job.store, e, EX_PLAIN, 500);
    return text ? text : "...";
}

static void explain_param(struct session *r, const struct param *p)
{
    const char *said = session_fact(&r->now, FACT_PARAM, p->name);
    fprintf(r->out, "%s: %s, %s in the model%s%s%s\n", p->name, p->input ? "input" : "parameter",
            shown(r, p->value), said ? ", now " : "", said ? said : "",
            units_and_words(r, p->unit, p->doc));
}

static bool explain_name(struct session *r, const char *word)
{
    const struct model *m = r->gen->job.model;
    const struct scope *sc = &m->names->scope;
    const struct name *n = lang_find_name(sc, word, strlen(word));
    bool found = n != NULL;
    if (n && n->of == NAME_COORD)
        fprintf(r->out, "%s: coordinate%s; velocity %s' or d%s, field d_%s\n", word,
                units_and_words(r, m->coord[n->index].unit, m->coord[n->index].doc), word, word,
                word);
    else if (n && n->of == NAME_PARAM)
        explain_param(r, &m->param[n->index]);
    else if (n && n->of == NAME_FIELD)
        fprintf(r->out, "%s: quasi-velocity along d_%s = %s, in the %s; momentum eta_%s\n", word,
                word, shown(r, print_field(m, n->index)),
                n->index < m->rank ? "frame" : "complement", word);
    else if (n && n->of == NAME_SECTION)
        fprintf(r->out, "%s: velocity along the section d_%s%s; momentum p_%s\n", word, word,
                units_and_words(r, m->section[n->index].unit, m->section[n->index].doc), word);
    else if (n && n->of == NAME_LET)
        fprintf(r->out, "%s: %s %s\n", word, sc->let[n->index].output ? "output," : "stands for",
                shown(r, sc->let[n->index].value));
    for (size_t i = 0; i < m->events; i++)
        if (strcmp(m->event[i].name, word) == 0) {
            fprintf(r->out, "%s: event, where %s passes 0\n", word, shown(r, m->event[i].value));
            found = true;
        }
    for (size_t i = 0; i < m->presets; i++)
        if (strcmp(m->preset[i].name, word) == 0) {
            fprintf(r->out, "%s: a set of %zu values; 'use %s' takes them\n", word, m->preset[i].n,
                    word);
            found = true;
        }
    return found;
}

/* ---- claims ---- */

/* Checks the last claim of the model. */
static bool check_last(struct session *r)
{
    struct job *job = &r->gen->job;
    const struct model *m = job->model;
    struct proofs proofs = {.store = job->store};
    if (m->claims == 0)
        return true;
    const struct claim_item *claim = &m->claim[m->claims - 1];
    if (claim->claim == CLAIM_DRIFT) {
        fputs("  'check' measures it along a run\n", r->out);
        return true;
    }
    const struct assertion a = prove_claim(job->diag, &proofs, job->system, claim);
    fprintf(r->out, "  %s%s%s\n", a.text, a.holds ? ": " : "",
            a.holds ? alg_standing_text(a.standing) : "");
    return true;
}

static bool check_all(struct job *job, const struct options *o, const char *path)
{
    const struct rt_method *method = NULL;
    struct proofs proofs = {.store = job->store};
    struct start *start = NULL;
    (void)path;
    if (!run_check_program(job, o, job->diag, &method, &start))
        return false;
    struct screen *screen =
        prove_verdict(stdout, false, job->diag, &proofs, job->system, job->program);
    const struct verdict v =
        prove_screen_end(screen, run_check_drifts(job, o, method, start, screen));
    return v.decided && v.good;
}

bool session_check(struct session *r, struct span rest)
{
    const struct options o = {.command = COMMAND_check};
    if (!session_need(r))
        return false;
    if (rest.len && strcmp(session_copy(r, rest), "last") == 0)
        return check_last(r);
    if (!session_empty(r, rest))
        return false;
    fflush(r->out);
    return session_elsewhere(r, check_all, &o, NULL);
}
