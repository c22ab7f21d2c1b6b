/* gen/session/run_plots.c -- plots of runs in a session, with frozen curves. */
#include "gen/language/scope.h"
#include "gen/session/words.h"

#include <math.h>
#include <string.h>

/* ---- pairs of expressions ---- */

struct pair {
    struct span x, y;
    const char *x_name, *y_name;
};

/* Reads `(x, y); t : energy` like the statement `plot`; returns the number of pairs, 0: error. */
static size_t pairs_of(struct session *r, const char *text, struct pair **out)
{
    const char *whole = base_text(r->mem, "plot %s", text);
    const size_t before = r->diag.errors;
    struct source *src = session_source(r, whole, strlen(whole));
    const struct ast *ast = lang_parse(&r->diag, src);
    if (r->diag.errors > before || ast->n != 1)
        return 0;
    const struct statement *st = &ast->at[0];
    struct pair *all = mem_take_array(r->mem, st->n, sizeof *all);
    for (size_t i = 0; i < st->n; i++)
        all[i] =
            (struct pair){st->item[i].expr, st->item[i].second, session_copy(r, st->item[i].expr),
                          session_copy(r, st->item[i].second)};
    *out = all;
    return st->n;
}

/* The last plot typed, else that of the model, else the first two coordinates. */
static const char *default_pairs(struct session *r)
{
    const struct model *m = r->gen->job.model;
    struct mem_text all = mem_text(r->mem);
    if (r->view)
        return r->view;
    for (size_t i = 0; i < m->plots; i++)
        mem_put_f(&all, "%s(%s, %s)", i ? "; " : "", m->plot[i].x_name, m->plot[i].y_name);
    if (m->plots)
        return all.text;
    return m->coords > 1 ? base_text(r->mem, "(%s, %s)", m->coord[0].name, m->coord[1].name)
                         : base_text(r->mem, "t : %s", r->gen->job.system->state_name[0]);
}

/* ---- curves ---- */

static bool curves_of(struct session *r, const struct pair *pair, size_t n, struct curve *out)
{
    struct check *c = r->gen->job.model->names;
    ex *e = sym_row(r->mem, 2 * n);
    for (size_t i = 0; i < 2 * n; i++) {
        const struct span where = i % 2 ? pair[i / 2].y : pair[i / 2].x;
        e[i] = session_read(r, where);
        if (e[i] == EX_POISON ||
            !lang_expect_sorts(c, e[i], SORT_VELOCITY | SORT_QUASI | SORT_MOMENTUM | SORT_ENERGY,
                               where, "plot",
                               "a number stands here: of coordinates, velocities, momenta, "
                               "energy and t"))
            return false;
    }
    const double *value = session_along(r, e, 2 * n);
    const size_t rows = r->orbit.n;
    for (size_t i = 0; i < n && value; i++)
        out[i] =
            (struct curve){.x = value + 2 * i * rows, .y = value + (2 * i + 1) * rows, .n = rows};
    return value != NULL;
}

static bool is_of(const struct frozen *f, const struct pair *p)
{
    return strcmp(f->x_name, p->x_name) == 0 && strcmp(f->y_name, p->y_name) == 0;
}

/* A plot of two coordinates is a path: its axes have equal scales. */
static bool is_path(const struct session *r, const struct pair *p)
{
    const struct scope *sc = &r->gen->job.model->names->scope;
    const struct name *x = lang_find_name(sc, p->x_name, strlen(p->x_name));
    const struct name *y = lang_find_name(sc, p->y_name, strlen(p->y_name));
    return x && y && x->of == NAME_COORD && y->of == NAME_COORD;
}

/* The curve of the run, then the frozen ones. */
static struct panel panel_of(struct session *r, const struct pair *p, struct curve now)
{
    struct panel out = {.x_label = p->x_name, .y_label = p->y_name, .equal = is_path(r, p)};
    out.curve = mem_take_array(r->mem, r->frozens + 1, sizeof *out.curve);
    out.curve[out.curves++] = now;
    for (size_t i = 0; i < r->frozens; i++) {
        const struct frozen *f = &r->frozen[i];
        if (is_of(f, p)) {
            out.curve[out.curves] = (struct curve){.label = f->name,
                                                   .stroke = STROKE_DASHED,
                                                   .colour = out.curves,
                                                   .x = f->x,
                                                   .y = f->y,
                                                   .n = f->n};
            out.curves++;
        }
    }
    if (out.curves > 1)
        out.curve[0].label = "now";
    return out;
}

static struct figure *figure_of(struct session *r, const char *text)
{
    struct pair *pair = NULL;
    const size_t n = pairs_of(r, text, &pair);
    if (!n || !session_run_now(r, true))
        return NULL;
    struct figure *f = mem_take(r->mem, sizeof *f);
    struct curve *curve = mem_take_array(r->mem, n, sizeof *curve);
    if (!curves_of(r, pair, n, curve))
        return NULL;
    *f = (struct figure){.panel = mem_take_array(r->mem, n, sizeof *f->panel), .panels = n};
    for (size_t i = 0; i < n; i++)
        f->panel[i] = panel_of(r, &pair[i], curve[i]);
    return f;
}

static size_t columns_of(const struct session *r)
{
    return r->interactive ? figure_screen_columns() : 80;
}

bool session_put_figure(struct session *r, const struct figure *f)
{
    struct mem_text text = mem_text(r->mem);
    if (!f || !figure_as_txt(&r->diag, &text, f, columns_of(r)))
        return false;
    fputs(text.text, r->out);
    return true;
}

bool session_plot(struct session *r, struct span rest)
{
    if (!session_need(r))
        return false;
    const char *text = rest.len ? session_copy(r, rest) : default_pairs(r);
    const struct figure *f = figure_of(r, text);
    if (!f)
        return false;
    if (rest.len) {
        char *view = session_keep(r, text, strlen(text));
        session_forget(r, r->view);
        r->view = view;
    }
    return session_put_figure(r, f);
}

bool session_svg(struct session *r, struct span rest)
{
    enum figure_format format = FIGURE_svg;
    if (!session_need(r))
        return false;
    if (rest.len == 0) {
        base_fail(&r->diag, EXIT_USAGE, "which file?")->help = "for example: svg path.svg";
        return false;
    }
    const char *path = session_copy(r, rest);
    struct figure *f = figure_of(r, default_pairs(r));
    if (!f || !figure_format_of(&r->diag, path, &format))
        return false;
    f->title = r->gen->job.model->title;
    return figure_write(&r->diag, f, path, format);
}

/* ---- frozen curves ---- */

static double *kept(struct session *r, const double *from, size_t n)
{
    double *out = mem_grow(r->mem, NULL, (n + 1) * sizeof *out);
    memcpy(out, from, n * sizeof *out);
    return out;
}

bool session_freeze(struct session *r, struct span rest)
{
    struct pair *pair = NULL;
    if (!session_run_now(r, true))
        return false;
    if (r->freezes == SESSION_FROZEN) {
        base_fail(&r->diag, EXIT_NO, "%d runs are frozen already", SESSION_FROZEN)->help =
            "'thaw' lets them go";
        return false;
    }
    const size_t n = pairs_of(r, default_pairs(r), &pair);
    struct curve *curve = mem_take_array(r->mem, n + 1, sizeof *curve);
    if (!n || !curves_of(r, pair, n, curve))
        return false;
    const char *name =
        rest.len ? session_copy(r, rest) : base_text(r->mem, "run %zu", r->freezes + 1);
    r->frozen = mem_grow(r->mem, r->frozen, (r->frozens + n) * sizeof *r->frozen);
    for (size_t i = 0; i < n; i++) {
        struct frozen f = {.n = curve[i].n};
        f.x_name = session_keep(r, pair[i].x_name, strlen(pair[i].x_name));
        f.y_name = session_keep(r, pair[i].y_name, strlen(pair[i].y_name));
        f.name = session_keep(r, name, strlen(name));
        f.x = kept(r, curve[i].x, f.n);
        f.y = kept(r, curve[i].y, f.n);
        r->frozen[r->frozens + i] = f;
    }
    r->frozens += n; /* all or none of them */
    r->freezes++;
    return true;
}

bool session_thaw(struct session *r, struct span rest)
{
    if (!session_empty(r, rest))
        return false;
    for (size_t i = 0; i < r->frozens; i++) {
        struct frozen *f = &r->frozen[i];
        session_forget(r, f->x_name);
        session_forget(r, f->y_name);
        session_forget(r, f->name);
        mem_grow(r->mem, f->x, 0);
        mem_grow(r->mem, f->y, 0);
    }
    r->frozens = r->freezes = 0;
    return true;
}
