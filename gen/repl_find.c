/* gen/repl_find.c -- what a session asks of a motion: where it rests, whether it is stable, how
 * well it is kept; two laws beside each other; and a page of it all. */
#include "gen/analyze.h"
#include "gen/repl.h"
#include "gen/report.h"

#include <string.h>

/* ---- analysis ---- */

/* EXPR [= EXPR] [rising | falling], as an event of the model would have it. */
static bool read_section(struct repl *r, struct span rest, struct analysis *a)
{
    const char *text = gen_text(r->mem, "event section : %s", repl_copy(r, rest));
    const size_t before = r->diag.errors;
    struct source *src = repl_source(r, text, strlen(text));
    const struct ast *ast = gen_parse(&r->diag, src);
    struct store *s = r->gen->s.store;
    if (r->diag.errors > before || ast->n != 1)
        return false;
    const struct item *it = &ast->at[0].item[0];
    ex e = repl_read(r, it->expr);
    if (e != EX_POISON && it->second.src) {
        const ex other = repl_read(r, it->second);
        e = other == EX_POISON ? EX_POISON : ex_sub(s, e, other);
    }
    if (e == EX_POISON ||
        !gen_expect_sorts(r->gen->s.model->names, e,
                          SORT_VELOCITY | SORT_QUASI | SORT_MOMENTUM | SORT_ENERGY, it->expr,
                          "section", "a number stands here: of coordinates, velocities, momenta"))
        return false;
    a->section = e;
    a->way = it->way;
    a->section_name = gen_text(r->gen->mem, "%s", repl_copy(r, rest));
    return true;
}

static bool analyze(struct repl *r, struct span rest, enum gen_analysis which)
{
    if (!repl_need(r) || (!*gen_analyses[which].takes && !repl_empty(r, rest)))
        return false;
    struct job *s = &r->gen->s;
    struct options o = repl_run_options(r);
    const struct point_texts texts = gen_where(&o);
    struct analysis a = {.diag = s->diag,
                         .job = *s,
                         .sys = s->system,
                         .section = EX_POISON,
                         .chosen = o.value[OPTION_method].n > 0,
                         .out = r->out};
    if (*gen_analyses[which].takes && rest.len == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "%s of what?", gen_analyses[which].brief)->help =
            "for example: section sin(phi) rising";
        return false;
    }
    if (rest.len && !read_section(r, rest, &a))
        return false;
    const struct start *at = gen_start(s->diag, s->system, 0, &texts, MISSING_IS_ZERO);
    if (!at || !gen_choose_method(s, &o, &a.task.method))
        return false;
    if (!a.task.method->adaptive)
        o.value[OPTION_tol].n = 0;
    if (!gen_choose_span(s, &o, at->p, &a.task.span) ||
        !gen_choose_tolerance(s, &o, a.task.method, at->p, &a.task.rel))
        return false;
    a.p = at->p;
    a.u = at->u;
    a.x = at->x;
    a.t = at->t;
    a.task.span.start = at->t;
    a.task.span.end += at->t;
    const enum gen_exit result = gen_analyze(&a, which);
    repl_stage(r, STAGE_RUN);
    return result == EXIT_DONE || result == EXIT_INTERRUPTED;
}

bool repl_eq(struct repl *r, struct span rest)
{
    return analyze(r, rest, ANALYSIS_equilibria);
}

bool repl_lin(struct repl *r, struct span rest)
{
    return analyze(r, rest, ANALYSIS_linearize);
}

bool repl_section(struct repl *r, struct span rest)
{
    return analyze(r, rest, ANALYSIS_section);
}

bool repl_lyap(struct repl *r, struct span rest)
{
    return analyze(r, rest, ANALYSIS_lyapunov);
}

bool repl_drift(struct repl *r, struct span rest)
{
    return analyze(r, rest, ANALYSIS_drift);
}

bool repl_reverse(struct repl *r, struct span rest)
{
    return analyze(r, rest, ANALYSIS_reverse);
}

/* ---- what commands do with a model of their own ---- */

static bool compare(struct job *s, const struct options *o, const char *path)
{
    (void)path;
    const enum gen_exit result = gen_compare(s, o);
    return result == EXIT_DONE;
}

bool repl_compare(struct repl *r, struct span rest)
{
    const char *words[2] = {NULL, NULL};
    struct options o = {.command = COMMAND_compare, .word = words};
    if (!repl_need(r))
        return false;
    const char *text = repl_copy(r, rest);
    for (size_t at = 0, len; at < rest.len && o.more < 2; at += len) {
        at += strspn(text + at, " \t,");
        len = strcspn(text + at, " \t,");
        if (len)
            words[o.more++] = gen_text(r->mem, "%.*s", (int)len, text + at);
    }
    return repl_elsewhere(r, compare, &o, NULL);
}

static bool report(struct job *s, const struct options *o, const char *path)
{
    return gen_report(s, o, path) == EXIT_DONE;
}

bool repl_report(struct repl *r, struct span rest)
{
    const struct options o = {.command = COMMAND_report};
    if (!repl_need(r))
        return false;
    if (rest.len == 0) {
        gen_fail(&r->diag, EXIT_USAGE, "which file?")->help = "for example: report skater.html";
        return false;
    }
    return repl_elsewhere(r, report, &o, repl_copy(r, rest));
}
