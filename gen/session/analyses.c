/* gen/session/analyses.c -- words of a session for analyses, `compare` and `report`. */
#include "gen/analyze/analyze.h"
#include "gen/language/scope.h"
#include "gen/report/report.h"
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <string.h>

/* ---- analyses ---- */

/* Reads EXPR [= EXPR] [rising | falling] like an event of a model. */
static bool read_section(struct session *r, struct span rest, struct analysis *a)
{
    const char *text = base_text(r->mem, "event section : %s", session_copy(r, rest));
    const size_t before = r->diag.errors;
    struct source *src = session_source(r, text, strlen(text));
    const struct ast *ast = lang_parse(&r->diag, src);
    struct store *s = r->gen->job.store;
    if (r->diag.errors > before || ast->n != 1)
        return false;
    const struct item *it = &ast->at[0].item[0];
    ex e = session_read(r, it->expr);
    if (e != EX_POISON && it->second.src) {
        const ex other = session_read(r, it->second);
        e = other == EX_POISON ? EX_POISON : ex_sub(s, e, other);
    }
    if (e == EX_POISON ||
        !lang_expect_sorts(r->gen->job.model->names, e,
                           SORT_VELOCITY | SORT_QUASI | SORT_MOMENTUM | SORT_ENERGY, it->expr,
                           "section", "a number stands here: of coordinates, velocities, momenta"))
        return false;
    a->section = e;
    a->way = it->way;
    a->section_name = base_text(r->gen->mem, "%s", session_copy(r, rest));
    return true;
}

struct question {
    struct span rest;
    enum analyze_analysis which;
};

static bool answer(struct session *r, const void *how)
{
    const struct span rest = ((const struct question *)how)->rest;
    const enum analyze_analysis which = ((const struct question *)how)->which;
    struct job *job = &r->gen->job;
    struct options o = session_run_options(r);
    const struct point_texts texts = base_option_points(&o);
    struct analysis a = {.diag = job->diag,
                         .job = *job,
                         .sys = job->system,
                         .section = EX_POISON,
                         .chosen = o.value[OPTION_method].n > 0,
                         .out = r->out};
    if (*analyze_rows[which].takes && rest.len == 0) {
        base_fail(&r->diag, EXIT_USAGE, "%s of what?", analyze_rows[which].brief)->help =
            base_text(r->mem, "for example: %s", analyze_rows[which].in_session);
        return false;
    }
    if (rest.len && !read_section(r, rest, &a))
        return false;
    const struct start *at =
        job_moves(job) ? start_find(job->diag, job->system, 0, &texts, MISSING_IS_ZERO) : NULL;
    if (!at || !run_choose_method(job, &o, &a.task.method))
        return false;
    if (!a.task.method->adaptive)
        o.value[OPTION_tol].n = 0;
    if (!run_choose_span(job, &o, at->p, &a.task.span) ||
        !run_choose_tolerance(job, &o, a.task.method, at->p, &a.task.rel) ||
        !run_choose_most(job, &o, &a.task))
        return false;
    a.p = at->p;
    a.u = at->u;
    a.x = at->x;
    a.t = at->t;
    a.task.span.start = at->t;
    a.task.span.end += at->t;
    const enum base_exit result = analyze_answer(&a, which);
    session_stage(r, STAGE_RUN);
    return result == EXIT_DONE || result == EXIT_INTERRUPTED;
}

/* Inputs that a run substitutes are inputs for what does not run: B has their columns. */
static bool analyze(struct session *r, struct span rest, enum analyze_analysis which)
{
    const struct question q = {rest, which};
    if (!session_need(r) || (!*analyze_rows[which].takes && !session_empty(r, rest)))
        return false;
    const struct model *m = r->gen->job.model;
    for (size_t i = 0; i < m->params && !analyze_rows[which].runs; i++)
        if (m->param[i].driven)
            return session_with_inputs(r, answer, &q);
    return answer(r, &q);
}

/* One row becomes the function of its word. */
#define ANALYSIS(word, brief, ...)                                                                 \
    bool session_##brief(struct session *r, struct span rest)                                      \
    {                                                                                              \
        return analyze(r, rest, ANALYSIS_##word);                                                  \
    }
ANALYSES(ANALYSIS)
#undef ANALYSIS

/* ---- commands that work on a copy of the model ---- */

static bool compare(struct job *job, const struct options *o, const char *path)
{
    (void)path;
    const enum base_exit result = run_compare(job, o);
    return result == EXIT_DONE;
}

bool session_compare(struct session *r, struct span rest)
{
    const char *words[2] = {NULL, NULL};
    struct options o = {.command = COMMAND_compare, .word = words};
    if (!session_need(r))
        return false;
    const char *text = session_copy(r, rest);
    for (size_t at = 0, len; at < rest.len && o.more < 2; at += len) {
        at += strspn(text + at, " \t,");
        len = strcspn(text + at, " \t,");
        if (len)
            words[o.more++] = base_text(r->mem, "%.*s", (int)len, text + at);
    }
    return session_elsewhere(r, compare, &o, NULL);
}

static bool report(struct job *job, const struct options *o, const char *path)
{
    return report_write(job, o, path) == EXIT_DONE;
}

bool session_report(struct session *r, struct span rest)
{
    const struct options o = {.command = COMMAND_report};
    if (!session_need(r))
        return false;
    if (rest.len == 0) {
        base_fail(&r->diag, EXIT_USAGE, "which file?")->help = "for example: report skater.html";
        return false;
    }
    return session_elsewhere(r, report, &o, session_copy(r, rest));
}
