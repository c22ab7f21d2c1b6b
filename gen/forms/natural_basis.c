/* gen/forms/natural_basis.c -- velocities, momenta and forces along the natural basis. */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"

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
        ex_jacobian(s, sys->natural->momentum, n, &sys->state[sys->geom->nq], n, W);
    for (size_t B = 0; B < n; B++) /* identical expressions in both halves */
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
        out[B] = sys->natural->velocity[B];
}

bool form_natural_momenta(struct diag *d, const struct system *sys, ex *out)
{
    struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    for (size_t B = 0; B < g->n && sys->natural; B++)
        out[B] = sys->natural->momentum[B];
    if (sys->natural)
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

/* Adds forces along a natural or frame velocity, and the force one-form, to out. */
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
