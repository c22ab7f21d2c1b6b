/* gen/language/statement_plot.c -- statement `plot`: curves, panels, and paths with equal scales.
 */
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

/* Whether y is a word for a quantity that is measured along a run; a declared name overrides it. */
static bool is_measured(struct check *c, struct span where, enum plot_of *out)
{
    static const struct {
        const char *word;
        enum plot_of of;
    } rows[] = {{"drift", PLOT_DRIFT}, {"constraint", PLOT_CONSTRAINT}};
    const char *text = base_span_copy(c->diag->mem, where);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(text, rows[i].word) == 0 && !lang_find_name(&c->scope, text, where.len)) {
            *out = rows[i].of;
            return true;
        }
    return false;
}

/* The text as written, on one line and without comments. */
static const char *words(struct check *c, struct span where)
{
    struct mem_text out = mem_text(c->diag->mem);
    for (size_t i = where.at; i < where.at + where.len; i++) {
        const char ch = where.src->clean[i];
        if (ch != ' ' && ch != '\t' && ch != '\n' && ch != '\r')
            mem_put_char(&out, ch);
        else if (out.len && out.text[out.len - 1] != ' ')
            mem_put_char(&out, ' ');
    }
    return out.text;
}

static void add_curve(struct check *c, const struct item *it, size_t panel)
{
    struct model *m = c->model;
    struct plot out = {.panel = panel};
    out.x = lang_number_along(c, it->expr, "plot");
    out.y = is_measured(c, it->second, &out.of) ? ex_int(c->store, 0)
                                                : lang_number_along(c, it->second, "plot");
    if (out.x == EX_POISON || out.y == EX_POISON)
        return;
    out.x_name = words(c, it->expr);
    out.y_name = words(c, it->second);
    out.over_time = out.x == m->time;
    m->plot[m->plots++] = out;
}

void lang_check_plot(struct check *c, const struct statement *st)
{
    const struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const size_t panel = m->plots ? m->plot[m->plots - 1].panel + 1 : 0;
        add_curve(c, it, panel);
        for (size_t k = 0; k < it->parts; k++)
            add_curve(c, &it->part[k], panel);
    }
}

/* ---- angles ---- */

/* Statements whose expressions show which coordinates are angles. */
static bool is_geometry(enum lang_statement what)
{
    static const enum lang_statement rows[] = {
        STATEMENT_metric,     STATEMENT_potential, STATEMENT_lagrangian, STATEMENT_hamiltonian,
        STATEMENT_constraint, STATEMENT_holonomic, STATEMENT_frame,      STATEMENT_complement};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i] == what)
            return true;
    return false;
}

/* Nodes that occur outside of sines and cosines, by handle. */
static bool *outside_of_sines(struct check *c, struct ex_list nodes, const ex *root, size_t roots)
{
    struct store *s = c->store;
    ex most = 0;
    for (size_t i = 0; i < nodes.n; i++)
        most = nodes.at[i] > most ? nodes.at[i] : most;
    bool *reached = mem_take_array(c->diag->mem, (size_t)most + 1, sizeof *reached);
    memset(reached, 0, ((size_t)most + 1) * sizeof *reached);
    for (size_t i = 0; i < roots; i++)
        reached[root[i]] = true;
    for (size_t i = nodes.n; i-- > 0;) { /* users of a node come after it */
        const ex e = nodes.at[i];
        const enum ex_op op = ex_op(s, e);
        for (size_t k = 0; reached[e] && op != EX_sin && op != EX_cos && k < ex_count_args(s, e);
             k++)
            reached[ex_arg(s, e, k)] = true;
    }
    return reached;
}

/* A coordinate that occurs only inside sines and cosines is an angle. */
static void find_angles(struct check *c, bool *angle)
{
    const struct model *m = c->model;
    ex *root = sym_row(c->diag->mem, c->readings);
    size_t n = 0;
    for (size_t i = 0; i < c->readings; i++)
        if (is_geometry(c->reading[i].what) && c->reading[i].value != EX_POISON)
            root[n++] = c->reading[i].value;
    const struct ex_list nodes = ex_reach(c->store, root, n);
    const bool *outside = outside_of_sines(c, nodes, root, n);
    for (size_t k = 0; k < m->coords; k++) {
        angle[k] = false;
        for (size_t i = 0; i < nodes.n; i++)
            if (nodes.at[i] == m->coord[k].q)
                angle[k] = !outside[m->coord[k].q];
    }
}

static bool is_angle(const struct model *m, const bool *angle, ex e)
{
    for (size_t k = 0; k < m->coords; k++)
        if (m->coord[k].q == e)
            return angle[k];
    return false;
}

static bool is_same_unit(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

void lang_finish_plots(struct check *c)
{
    struct model *m = c->model;
    bool *angle = mem_take_array(c->diag->mem, m->coords + 1, sizeof *angle);
    if (!m->plots || ex_error(c->store))
        return;
    find_angles(c, angle);
    for (size_t i = 0; i < m->plots; i++) {
        struct plot *p = &m->plot[i];
        const bool places = p->of == PLOT_NUMBER && lang_sorts(c, p->x) == 0 &&
                            lang_sorts(c, p->y) == 0 && !ex_has(c->store, p->x, m->time) &&
                            !ex_has(c->store, p->y, m->time);
        p->path = places && is_same_unit(p->x_unit, p->y_unit) &&
                  is_angle(m, angle, p->x) == is_angle(m, angle, p->y);
    }
}
