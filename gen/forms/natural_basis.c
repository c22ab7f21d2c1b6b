/* gen/forms/natural_basis.c -- velocities, momenta and forces along the natural basis.
 *
 * Also systems that have them as states.
 *
 * States q and all y^B, or q and all p_B, know nothing of the frame. The constraints then hold on a
 * part of them only, which has a chart: y = F z + drift, with z^a as coordinates.
 */
#include "gen/forms/form.h"

/* ---- from any state ---- */

void form_momenta_of(struct mech *k, const ex *y, ex *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *velocity = sym_row(ex_mem(s), g->n), *other = sym_row(ex_mem(s), g->n);
    for (size_t B = 0; B < g->n; B++)
        velocity[B] = m->section[B].velocity;
    ex_gradient(s, k->L0, velocity, g->n, out);
    ex_subst(s, out, g->n, velocity, y, g->n, out);
    if (!k->g0)
        return;
    sym_times(s, k->g0, y, g->n, g->n, 1, other);
    for (size_t B = 0; B < g->n; B++)
        other[B] = ex_add2(s, other[B], k->A0[B]);
    if (sym_is_shorter(s, other, out, g->n))
        for (size_t B = 0; B < g->n; B++)
            out[B] = other[B];
}

void form_natural_hessian(const struct mech *k, const struct system *sys, ex *W)
{
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n;
    if (k->quadratic && k->g0)
        for (size_t i = 0; i < n * n; i++)
            W[i] = k->g0[i];
    else
        ex_jacobian(s, sys->momentum, n, &sys->state[sys->geom->nq], n, W);
    for (size_t B = 0; B < n; B++) /* both halves may be written differently */
        for (size_t C = B + 1; C < n; C++)
            W[C * n + B] = W[B * n + C];
}

bool form_constraint_forms(struct diag *d, struct geom *g, ex *mu, ex *b)
{
    const struct model *m = g->model;
    const ex *coframe = m->constraints ? NULL : geom_coframe(d, g);
    for (size_t i = 0; i < g->n - g->rank; i++) {
        if (!m->constraints && !coframe)
            return false;
        const ex *form = m->constraints ? m->constraint[i].form : &coframe[(g->rank + i) * g->n];
        b[i] = m->constraints ? m->constraint[i].speed : g->drift[g->rank + i];
        for (size_t B = 0; B < g->n; B++)
            mu[i * g->n + B] = form[B];
    }
    return true;
}

void form_natural_velocities(const struct system *sys, ex *out)
{
    const struct geom *g = sys->geom;
    if (!sys->natural) {
        sym_times(sys->model->store, g->frame, sys->zeta, g->n, g->n, 1, out);
        return;
    }
    for (size_t B = 0; B < g->n; B++)
        out[B] = sys->natural[B];
}

bool form_natural_momenta(struct diag *d, const struct system *sys, ex *out)
{
    struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    for (size_t B = 0; B < g->n && sys->momentum; B++)
        out[B] = sys->momentum[B];
    if (sys->momentum)
        return true;
    if (sys->mech->L0 != EX_POISON) {
        ex *y = sym_row(d->mem, g->n);
        form_natural_velocities(sys, y);
        form_momenta_of(sys->mech, y, out);
        return true;
    }
    const ex *coframe = geom_coframe(d, g);
    for (size_t B = 0; B < g->n && coframe; B++)
        out[B] = sym_dot(s, &coframe[B], g->n, sys->eta, g->n);
    return coframe != NULL;
}

/* ---- forces ---- */

/* out += what a force along one natural or frame velocity, or a one-form, is. */
static bool add_given_forces(struct diag *d, struct geom *g, const ex *y, ex *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *slope = sym_row(d->mem, g->n), e = m->force;
    if (e != EX_POISON && !geom_in_natural(d, g, &e, 1, &e))
        return false;
    if (e != EX_POISON) {
        ex_gradient(s, e, y, g->n, slope);
        for (size_t B = 0; B < g->n; B++)
            out[B] = ex_add2(s, out[B], slope[B]);
    }
    for (size_t i = 0; i < m->loads; i++) {
        const size_t at = m->load[i].index;
        const ex *coframe = m->load[i].frame ? geom_coframe(d, g) : NULL;
        e = m->load[i].value;
        if ((m->load[i].frame && !coframe) || !geom_in_natural(d, g, &e, 1, &e))
            return false;
        if (!m->load[i].frame)
            out[at] = ex_add2(s, out[at], e);
        for (size_t B = 0; B < g->n && coframe; B++)
            out[B] = ex_add2(s, out[B], ex_mul2(s, coframe[at * g->n + B], e));
    }
    return true;
}

bool form_natural_forces(struct diag *d, struct mech *k, ex *out)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    ex *y = sym_row(d->mem, n), *other = sym_row(d->mem, n), *slope = sym_row(d->mem, n);
    for (size_t B = 0; B < n; B++) {
        y[B] = m->section[B].velocity;
        other[B] = m->section[B].second;
        out[B] = ex_int(s, 0);
    }
    if (!add_given_forces(d, g, y, out))
        return false;
    if (m->dissipation != EX_POISON) { /* -dR/dy */
        ex R = EX_POISON;
        if (!geom_in_natural(d, g, &m->dissipation, 1, &R))
            return false;
        ex_gradient(s, R, y, n, slope);
        for (size_t B = 0; B < n; B++)
            out[B] = ex_sub(s, out[B], slope[B]);
    }
    if (m->two_form != EX_POISON) { /* F(e_B, y) */
        ex_gradient(s, m->two_form, y, n, slope);
        ex_subst(s, slope, n, other, y, n, slope);
        for (size_t B = 0; B < n; B++)
            out[B] = ex_add2(s, out[B], slope[B]);
    }
    return true;
}

/* ---- as states ---- */

ex form_add_unknown(struct system *out, const char *name)
{
    struct mem *mem = ex_mem(out->model->store);
    const size_t n = out->unknowns++;
    ex *unknown = sym_row(mem, n + 1);
    const char **names = mem_take_array(mem, n + 1, sizeof *names);
    for (size_t i = 0; i < n; i++) {
        unknown[i] = out->unknown[i];
        names[i] = out->unknown_name[i];
    }
    names[n] = name;
    unknown[n] = ex_sym(out->model->store, name, 0);
    out->unknown = unknown;
    out->unknown_name = names;
    return unknown[n];
}

void form_note_held(struct system *out, ex name, ex meant, ex solves)
{
    enum { STEP = 64 };
    struct store *s = out->model->store;
    if (ex_op(s, name) == EX_mul && ex_is_number(s, ex_arg(s, name, 0)) &&
        ex_count_args(s, name) == 2) { /* numbers stay outside */
        meant = ex_div(s, meant, ex_arg(s, name, 0));
        name = ex_arg(s, name, 1);
    }
    if (ex_op(s, name) != EX_hold) /* too short for a name */
        return;
    ex **const lists[] = {&out->held, &out->meant, &out->solves};
    const ex value[] = {name, meant, solves};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const ex *before = *lists[k];
        if (out->helds % STEP == 0) {
            *lists[k] = sym_row(ex_mem(s), out->helds + STEP);
            for (size_t i = 0; i < out->helds; i++)
                (*lists[k])[i] = before[i];
        }
        (*lists[k])[out->helds] = value[k];
    }
    out->helds++;
}

void form_on_chart(const struct system *sys, const ex *e, size_t m, ex *out)
{
    struct store *s = sys->model->store;
    const size_t n = sys->helds + sys->states;
    ex *from = sym_row(ex_mem(s), n), *to = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++) {
        const size_t k = i - sys->helds;
        from[i] = i < sys->helds ? sys->held[i] : sys->state[k];
        to[i] = i < sys->helds ? sys->meant[i] : sys->chart[k];
    }
    ex_subst(s, e, m, from, to, n, out);
}

/* q, and y = F z + drift or p = dL/dy there. */
static bool put_chart(struct diag *d, struct mech *k, struct system *out, bool momenta)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *z = sym_row(d->mem, g->n), *y = sym_row(d->mem, g->n);
    out->chart = sym_row(d->mem, out->states);
    out->unknown = sym_row(d->mem, g->rank);
    out->unknown_name = mem_take_array(d->mem, g->rank + 1, sizeof *out->unknown_name);
    out->unknowns = g->rank;
    for (size_t A = 0; A < g->n; A++) {
        z[A] = A < g->rank ? ex_add2(s, m->field[A].z, g->drift[A]) : g->drift[A];
        if (A < g->rank) {
            out->unknown[A] = m->field[A].z;
            out->unknown_name[A] = m->field[A].name;
        }
    }
    for (size_t i = 0; i < g->nq; i++)
        out->chart[i] = m->coord[i].q;
    sym_times(s, g->frame, z, g->n, g->n, 1, y);
    if (momenta && form_natural_lagrangian(d, k) == EX_POISON)
        return false;
    if (momenta)
        form_momenta_of(k, y, &out->chart[g->nq]);
    for (size_t B = 0; B < g->n && !momenta; B++)
        out->chart[g->nq + B] = y[B];
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
    out->states = nq + n;
    out->state = sym_row(d->mem, nq + n);
    out->state_name = mem_take_array(d->mem, nq + n + 1, sizeof *out->state_name);
    out->zeta = sym_row(d->mem, n);
    out->eta = sym_row(d->mem, n);
    out->natural = sym_row(d->mem, n);
    out->momentum = sym_row(d->mem, n);
    for (size_t i = 0; i < nq; i++) {
        out->state[i] = m->coord[i].q;
        out->state_name[i] = m->coord[i].name;
    }
    for (size_t B = 0; B < n; B++) {
        const struct section *e = &m->section[B];
        const bool primed = !m->general && B < m->coords;
        out->state[nq + B] = momenta ? e->momentum : e->velocity;
        out->state_name[nq + B] = base_text(d->mem,
                                            momenta  ? "p_%s"
                                            : primed ? "%s'"
                                                     : "%s",
                                            e->name);
        out->natural[B] = y[B];
        out->momentum[B] = p[B];
    }
    sym_times(s, coframe, y, n, n, 1, out->zeta);
    for (size_t A = 0; A < n; A++)
        out->eta[A] = sym_dot(s, &g->frame[A], n, p, n);
    return put_chart(d, k, out, momenta);
}
