/* gen/start/initial_state.c -- consistent initial state from the values given.
 *
 * Positions first, then velocities. If the states of a form may violate the constraints, the state
 * is found in a chart, whose unknowns are the quasi-velocities and, for some forms, more.
 */
#include "gen/start/initial_state.h"
#include "gen/base/linear.h"

#include <math.h>
#include <string.h>

/* Whether a constraint between states contains the coordinate. */
static bool is_bound(const struct system *sys, size_t i)
{
    const struct model *m = sys->model;
    const struct stated *bound = NULL;
    const size_t bounds = form_starts_everywhere(sys) ? form_bounds(sys, &bound) : 0;
    for (size_t k = 0; k < bounds; k++)
        if (ex_has(m->store, bound[k].value, m->coord[i].q))
            return true;
    for (size_t k = 0; k < m->constraints; k++)
        if (m->constraint[k].position != EX_POISON &&
            ex_has(m->store, m->constraint[k].position, m->coord[i].q))
            return true;
    return false;
}

/* Sets the given coordinates; returns the names of the others, except those that constraints
 * determine. */
static const char *find_coords(struct diag *d, const struct system *sys, const struct given *given,
                               const double *p, double *q)
{
    const struct model *m = sys->model;
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
    bool any = m->holonomics && !form_starts_everywhere(sys);
    for (size_t i = 0; i < m->coords; i++)
        any |= known[i];
    for (size_t i = 0; i < m->coords; i++)
        if (!known[i] && !(any && is_bound(sys, i)))
            start_list_missing(&missing, m->coord[i].name);
    return missing.text;
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

/* Solves the constraints for all states that are not given. Newton's method starts from 0, and then
 * from other values of these. */
static void find_everywhere(struct diag *d, const struct place *at, const struct given *given,
                            struct mem_text *missing)
{
    enum { TRIES = 12 };
    const struct system *sys = at->sys;
    const size_t n = sys->states, len = missing->len;
    double *x = mem_take_array(d->mem, n + 1, sizeof *x);
    bool *known = mem_take_array(d->mem, n + 1, sizeof *known);
    memset(known, 0, n * sizeof *known);
    memcpy(x, at->x, n * sizeof *x);
    for (size_t k = 0; k < given->n; k++)
        if (given->at[k].of == IVAL_COORD)
            known[given->at[k].index] = true;
    for (unsigned k = 0; k < TRIES; k++) {
        struct diag aside = base_aside(d);
        for (size_t i = 0; i < n; i++)
            at->x[i] = x[i] + (known[i] || k == 0 ? 0 : base_arbitrary(k, i));
        start_find_velocities(&aside, at, given, false, missing);
        if (aside.errors == 0) {
            base_tell_again(d, aside.first);
            return;
        }
        missing->len = len;
    }
    memcpy(at->x, x, n * sizeof *x);
    start_find_velocities(d, at, given, false, missing);
}

static void find_state(struct diag *d, const struct system *sys, const struct given *given,
                       struct start *st, enum start_missing missing_is, bool projects)
{
    const struct model *m = sys->model;
    const struct place at = {sys, st->p, st->t, st->x};
    const size_t before = d->errors;
    struct mem_text missing = mem_text(d->mem);
    mem_put(&missing, find_coords(d, sys, given, st->p, st->x));
    if (missing.len && missing_is == MISSING_SKIPS) {
        base_remark(d, (struct span){.src = NULL},
                    "nothing is checked at a point: init does not give %s", missing.text);
        start_look_for_positive(d, sys, st);
        return;
    }
    const bool everywhere = form_starts_everywhere(sys);
    if (d->errors > before || (m->holonomics && !everywhere &&
                               !lang_find_position(d, m, given, st->p, st->t, projects, st->x)))
        return;
    if (everywhere) {
        missing = mem_text(d->mem); /* coordinates are among its unknowns */
        if (projects)
            start_find_velocities(d, &at, given, true, &missing);
        else
            find_everywhere(d, &at, given, &missing);
    }
    if (d->errors > before || !start_check(d, &at))
        return;
    start_choose_branch(d, &at, given);
    if (!everywhere) {
        start_find_velocities(d, &at, given, projects, &missing);
    }
    if (projects && everywhere)
        project_bounds(d, sys, &at);
    if (d->errors == before && !form_is_redundant(sys)) /* else x is in the chart */
        start_check_regular(d, &at);
    if (missing.len && d->errors == before)
        base_remark(d, (struct span){.src = NULL}, "initial values not given are 0: %s",
                    missing.text);
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
