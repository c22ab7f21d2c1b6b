/* gen/start/initial_state.c -- consistent initial state from the values given.
 *
 * Positions first, then velocities. If the states of a form may violate the constraints, the state
 * is found in a chart, whose unknowns are the quasi-velocities and, for some forms, more.
 */
#include "gen/start/initial_state.h"
#include "gen/base/linear.h"

#include <math.h>
#include <string.h>

/* Whether a holonomic constraint contains the coordinate. */
static bool is_bound(const struct model *m, size_t i)
{
    for (size_t k = 0; k < m->constraints; k++)
        if (m->constraint[k].position != EX_POISON &&
            ex_has(m->store, m->constraint[k].position, m->coord[i].q))
            return true;
    return false;
}

/* Sets the given coordinates; returns the names of the others, except those that constraints
 * determine. */
static const char *find_coords(struct diag *d, const struct model *m, const struct given *given,
                               const double *p, double *q)
{
    bool *known = mem_take_array(d->mem, m->coords + 1, sizeof *known);
    struct mem_text missing = mem_text(d->mem);
    for (size_t i = 0; i < m->coords; i++) {
        q[i] = 0;
        known[i] = false;
    }
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].of == IVAL_COORD) {
            const struct coord *c = &m->coord[given->at[i].index];
            const double value = lang_value(m, given->at[i].value, p);
            q[given->at[i].index] = value;
            known[given->at[i].index] = true;
            if ((c->low != EX_POISON && value < lang_value(m, c->low, p)) ||
                (c->high != EX_POISON && value > lang_value(m, c->high, p)))
                base_error(d, given->at[i].where, "'%s' starts outside its range", c->name);
        }
    for (size_t i = 0; i < m->coords; i++)
        if (!known[i] && !is_bound(m, i))
            start_list_missing(&missing, m->coord[i].name);
    return missing.text;
}

static void find_state(struct diag *d, const struct system *sys, const struct given *given,
                       struct start *st, enum start_missing missing_is, bool projects)
{
    const struct model *m = sys->model;
    const struct place at = {sys, st->p, st->t, st->x};
    const size_t before = d->errors;
    struct mem_text missing = mem_text(d->mem);
    mem_put(&missing, find_coords(d, m, given, st->p, st->x));
    if (missing.len && missing_is == MISSING_SKIPS) {
        base_remark(d, (struct span){.src = NULL},
                    "nothing is checked at a point: init does not give %s", missing.text);
        start_look_for_positive(d, sys, st);
        return;
    }
    if (d->errors > before ||
        (m->holonomics && !lang_find_position(d, m, given, st->p, st->t, projects, st->x)) ||
        !start_check(d, &at))
        return;
    start_choose_branch(d, &at, given);
    start_find_velocities(d, &at, given, projects, &missing);
    if (d->errors == before && !form_is_redundant(sys)) /* else x is in the chart */
        start_check_regular(d, &at);
    if (missing.len && d->errors == before)
        base_remark(d, (struct span){.src = NULL}, "initial values not given are 0: %s",
                    missing.text);
}

/* Projects onto chi = 0, the constraints that the chart does not solve: Newton steps along the
 * gradients of chi, which end near the nearest point. */
static void project_bounds(struct diag *d, const struct system *sys, const struct place *at)
{
    enum { STEPS = 50 };
    const struct stated *bound = NULL;
    const size_t n = sys->states, c = form_bounds(sys, &bound);
    ex *slope = sym_row(d->mem, c * n), *chi = sym_row(d->mem, c);
    double *J = mem_take_array(d->mem, c * n + 1, sizeof *J), change = INFINITY;
    double *gram = mem_take_array(d->mem, c * c + 1, sizeof *gram);
    double *x = mem_take_array(d->mem, c + 1, sizeof *x);
    for (size_t i = 0; i < c; i++)
        chi[i] = bound[i].value;
    ex_jacobian(sys->model->store, chi, c, sys->state, n, slope);
    for (int step = 0; step < STEPS && c && change > 1e-14; step++) {
        start_eval_place(at, slope, c * n, J);
        start_eval_place(at, chi, c, x);
        for (size_t i = 0; i < c * c; i++) {
            gram[i] = 0;
            for (size_t k = 0; k < n; k++)
                gram[i] += J[i / c * n + k] * J[i % c * n + k];
        }
        if (!base_all_finite(gram, c * c) || !base_solve(gram, c, x, 1))
            break;
        change = 0;
        for (size_t i = 0; i < c * n; i++) {
            at->x[i % n] -= J[i] * x[i / n];
            change = fmax(change, fabs(J[i] * x[i / n]) / (1 + fabs(at->x[i % n])));
        }
    }
    if (c && !(change <= 1e-9))
        base_error(d, bound[0].where, "no point was found where these are 0")->help =
            "Newton's method does not arrive; start nearer";
}

void start_state(struct diag *d, const struct system *sys, const struct given *given,
                 struct start *st, enum start_missing missing_is, bool projects)
{
    if (!form_is_redundant(sys)) {
        find_state(d, sys, given, st, missing_is, projects);
        return;
    }
    const struct system *chart = form_through_chart(d, sys);
    const size_t before = d->errors;
    size_t coords = 0;
    struct start at = *st;
    at.x = mem_take_array(d->mem, chart->states + 1, sizeof *at.x);
    for (size_t i = 0; i < chart->states; i++)
        at.x[i] = 0;
    find_state(d, chart, given, &at, missing_is, projects);
    start_eval_at(chart, st->t, at.x, st->p, form_chart(sys), sys->states, st->x);
    const struct place here = {sys, st->p, st->t, st->x};
    if (projects)
        project_bounds(d, sys, &here);
    for (size_t i = 0; i < given->n; i++)
        coords += given->at[i].of == IVAL_COORD;
    if (d->errors == before && (coords == sys->model->coords || missing_is == MISSING_IS_ZERO))
        start_check_regular(d, &here);
}
