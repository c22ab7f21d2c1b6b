/* gen/forms/chart.c -- states along the natural basis, and the chart where constraints hold.
 *
 * States q and all y^B, or q and all p_B, do not depend on the frame. The constraints then hold on
 * a submanifold only, which has a chart: y = F z + drift, with z^a as coordinates. Functions that
 * ask for the chart also accept systems without one.
 */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"

/* ---- questions ---- */

const ex *form_chart(const struct system *sys)
{
    return sys->natural ? sys->natural->chart : NULL;
}

bool form_is_redundant(const struct system *sys)
{
    return form_chart(sys) != NULL;
}

void form_on_chart(const struct system *sys, const ex *e, size_t m, ex *out)
{
    const struct natural *v = sys->natural;
    struct store *s = sys->model->store;
    if (!form_is_redundant(sys)) {
        for (size_t i = 0; i < m; i++)
            out[i] = e[i];
        return;
    }
    const size_t n = v->helds + sys->states;
    ex *from = sym_row(ex_mem(s), n), *to = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++) {
        const size_t k = i - v->helds;
        from[i] = i < v->helds ? v->held[i] : sys->state[k];
        to[i] = i < v->helds ? v->meant[i] : v->chart[k];
    }
    ex_subst(s, e, m, from, to, n, out);
}

size_t form_unknowns(const struct system *sys)
{
    return form_is_redundant(sys) ? sys->natural->unknowns : sys->states - sys->model->coords;
}

static bool are_states(const struct system *sys)
{
    return sys->kind == STATES_p || form_rests_in_states(sys);
}

ex form_unknown(const struct system *sys, size_t i)
{
    return form_is_redundant(sys) ? sys->natural->unknown[i]
           : are_states(sys)      ? sys->state[sys->model->coords + i]
                                  : sys->model->field[i].z;
}

const char *form_unknown_name(const struct system *sys, size_t i)
{
    return form_is_redundant(sys) ? sys->natural->unknown_name[i]
           : are_states(sys)      ? sys->state_name[sys->model->coords + i]
                                  : sys->model->field[i].name;
}

ex form_unknown_value(const struct system *sys, size_t i)
{
    const size_t rank = sys->geom->rank;
    return form_rests_in_states(sys) ? sys->state[sys->model->coords + i]
           : i < rank                ? sys->block[RT_vel].at[i]
                                     : sys->natural->multiplier[i - rank];
}

const ex *form_state_multipliers(const struct system *sys)
{
    return sys->natural ? sys->natural->multiplier : NULL;
}

struct system *form_through_chart(struct diag *d, const struct system *sys)
{
    const struct model *m = sys->model;
    const size_t n = sys->geom->n, nq = m->coords;
    struct system *out = mem_take(d->mem, sizeof *out);
    struct natural *e = mem_take(d->mem, sizeof *e);
    *out = *sys;
    *e = *sys->natural;
    out->natural = e;
    out->states = nq + e->unknowns;
    out->state = sym_row(d->mem, out->states);
    for (size_t i = 0; i < out->states; i++)
        out->state[i] = i < nq ? m->coord[i].q : e->unknown[i - nq];
    ex **const lists[] = {&out->zeta, &out->eta, &e->velocity, &e->momentum, &e->multiplier};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const ex *from = *lists[k];
        if (from)
            form_on_chart(sys, from, lists[k] == &e->multiplier ? n - m->rank : n,
                          *lists[k] = sym_row(d->mem, n));
    }
    static const enum rt_block_name blocks[] = {RT_rhs, RT_vel}; /* others stay as they are */
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        const struct block *from = &sys->block[blocks[k]];
        form_on_chart(sys, from->at, from->rows,
                      form_block_make(out, blocks[k], from->rows, from->cols));
    }
    return out;
}

/* ---- construction ---- */

struct natural *form_natural(struct diag *d, size_t n)
{
    struct natural *e = mem_take(d->mem, sizeof *e);
    *e = (struct natural){.velocity = sym_row(d->mem, n), .momentum = sym_row(d->mem, n)};
    return e;
}

ex form_add_unknown(struct system *out, const char *name)
{
    struct natural *e = out->natural;
    struct mem *mem = ex_mem(out->model->store);
    const size_t n = e->unknowns++;
    ex *unknown = sym_row(mem, n + 1);
    const char **names = mem_take_array(mem, n + 1, sizeof *names);
    for (size_t i = 0; i < n; i++) {
        unknown[i] = e->unknown[i];
        names[i] = e->unknown_name[i];
    }
    names[n] = name;
    unknown[n] = ex_sym(out->model->store, name, 0);
    e->unknown = unknown;
    e->unknown_name = names;
    return unknown[n];
}

void form_note_held(struct system *out, ex name, ex meant, ex solves)
{
    enum { STEP = 64 };
    struct natural *e = out->natural;
    struct store *s = out->model->store;
    if (ex_op(s, name) == EX_mul && ex_is_number(s, ex_arg(s, name, 0)) &&
        ex_count_args(s, name) == 2) { /* a number stays outside the name */
        meant = ex_div(s, meant, ex_arg(s, name, 0));
        name = ex_arg(s, name, 1);
    }
    if (ex_op(s, name) != EX_hold) /* too short for a name */
        return;
    ex **const lists[] = {&e->held, &e->meant, &e->solves};
    const ex value[] = {name, meant, solves};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const ex *before = *lists[k];
        if (e->helds % STEP == 0) {
            *lists[k] = sym_row(ex_mem(s), e->helds + STEP);
            for (size_t i = 0; i < e->helds; i++)
                (*lists[k])[i] = before[i];
        }
        (*lists[k])[e->helds] = value[k];
    }
    e->helds++;
}

/* The chart: q, and y = F z + drift, or p = dL/dy at this y. */
static bool put_chart(struct diag *d, struct mech *k, struct system *out, bool momenta)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct natural *e = out->natural;
    ex *z = sym_row(d->mem, g->n), *y = sym_row(d->mem, g->n);
    e->chart = sym_row(d->mem, out->states);
    e->unknown = sym_row(d->mem, g->rank);
    e->unknown_name = mem_take_array(d->mem, g->rank + 1, sizeof *e->unknown_name);
    e->unknowns = g->rank;
    for (size_t A = 0; A < g->n; A++) {
        z[A] = A < g->rank ? ex_add2(s, m->field[A].z, g->drift[A]) : g->drift[A];
        if (A < g->rank) {
            e->unknown[A] = m->field[A].z;
            e->unknown_name[A] = m->field[A].name;
        }
    }
    for (size_t i = 0; i < g->nq; i++)
        e->chart[i] = m->coord[i].q;
    sym_times(s, g->frame, z, g->n, g->n, 1, y);
    if (momenta && form_natural_lagrangian(d, k) == EX_POISON)
        return false;
    if (momenta)
        form_momenta_of(k, y, &e->chart[g->nq]);
    for (size_t B = 0; B < g->n && !momenta; B++)
        e->chart[g->nq + B] = y[B];
    return true;
}

bool form_natural_states(struct diag *d, struct mech *k, struct system *out, bool momenta,
                         const ex *y, const ex *p)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq;
    const ex *coframe = geom_coframe(d, g);
    if (!coframe)
        return false;
    out->kind = momenta ? STATES_p : STATES_y;
    out->states = nq + n;
    out->state = sym_row(d->mem, nq + n);
    out->state_name = mem_take_array(d->mem, nq + n + 1, sizeof *out->state_name);
    out->zeta = sym_row(d->mem, n);
    out->eta = sym_row(d->mem, n);
    out->natural = form_natural(d, n);
    for (size_t i = 0; i < nq; i++) {
        out->state[i] = m->coord[i].q;
        out->state_name[i] = m->coord[i].name;
    }
    for (size_t B = 0; B < n; B++) {
        const struct section *f = &m->section[B];
        const bool primed = lang_is_along_coordinate(m, B);
        out->state[nq + B] = momenta ? f->momentum : f->velocity;
        out->state_name[nq + B] = base_text(d->mem,
                                            momenta  ? "p_%s"
                                            : primed ? "%s'"
                                                     : "%s",
                                            f->name);
        out->natural->velocity[B] = y[B];
        out->natural->momentum[B] = p[B];
    }
    sym_times(s, coframe, y, n, n, 1, out->zeta);
    for (size_t A = 0; A < n; A++)
        out->eta[A] = sym_dot(s, &g->frame[A], n, p, n);
    return put_chart(d, k, out, momenta);
}
