/* gen/natural.c -- velocities and momenta along the natural basis; systems that have them as states.
 *
 * States q and all y^B, or q and all p_B, know nothing of the frame. The constraints then hold on a
 * part of them only, which has a chart: y = F z + drift, with z^a as coordinates.
 */
#include "gen/gen.h"

/* ---- from any state ---- */

void gen_momenta_of(struct mech *k, const ex *y, ex *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *velocity = gen_row(ex_mem(s), g->n), *other = gen_row(ex_mem(s), g->n);
    for (size_t B = 0; B < g->n; B++)
        velocity[B] = m->section[B].velocity;
    ex_gradient(s, k->L0, velocity, g->n, out);
    ex_subst(s, out, g->n, velocity, y, g->n, out);
    if (!k->g0)
        return;
    gen_times(s, k->g0, y, g->n, g->n, 1, other);
    for (size_t B = 0; B < g->n; B++)
        other[B] = ex_add2(s, other[B], k->A0[B]);
    if (gen_is_shorter(s, other, out, g->n))
        for (size_t B = 0; B < g->n; B++)
            out[B] = other[B];
}

void gen_natural_velocities(const struct system *sys, ex *out)
{
    const struct geom *g = sys->geom;
    if (!sys->natural) {
        gen_times(sys->model->store, g->frame, sys->zeta, g->n, g->n, 1, out);
        return;
    }
    for (size_t B = 0; B < g->n; B++)
        out[B] = sys->natural[B];
}

bool gen_natural_momenta(struct diag *d, const struct system *sys, ex *out)
{
    struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    for (size_t B = 0; B < g->n && sys->momentum; B++)
        out[B] = sys->momentum[B];
    if (sys->momentum)
        return true;
    if (sys->mech->L0 != EX_POISON) {
        ex *y = gen_row(d->mem, g->n);
        gen_natural_velocities(sys, y);
        gen_momenta_of(sys->mech, y, out);
        return true;
    }
    const ex *coframe = gen_coframe(d, g);
    for (size_t B = 0; B < g->n && coframe; B++)
        out[B] = gen_dot(s, &coframe[B], g->n, sys->eta, g->n);
    return coframe != NULL;
}

/* ---- as states ---- */

ex gen_add_unknown(struct system *out, const char *name)
{
    struct mem *mem = ex_mem(out->model->store);
    const size_t n = out->unknowns++;
    ex *unknown = gen_row(mem, n + 1);
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

void gen_on_chart(const struct system *sys, const ex *e, size_t m, ex *out)
{
    ex_subst(sys->model->store, e, m, sys->state, sys->chart, sys->states, out);
}

/* q, and y = F z + drift or p = dL/dy there. */
static bool put_chart(struct diag *d, struct mech *k, struct system *out, bool momenta)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *z = gen_row(d->mem, g->n), *y = gen_row(d->mem, g->n);
    out->chart = gen_row(d->mem, out->states);
    out->unknown = gen_row(d->mem, g->rank);
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
    gen_times(s, g->frame, z, g->n, g->n, 1, y);
    if (momenta && gen_natural_lagrangian(d, k) == EX_POISON)
        return false;
    if (momenta)
        gen_momenta_of(k, y, &out->chart[g->nq]);
    for (size_t B = 0; B < g->n && !momenta; B++)
        out->chart[g->nq + B] = y[B];
    return true;
}

bool gen_natural_states(struct diag *d, struct mech *k, struct system *out, bool momenta,
                        const ex *y, const ex *p)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq;
    const ex *coframe = gen_coframe(d, g);
    if (!coframe)
        return false;
    out->states = nq + n;
    out->state = gen_row(d->mem, nq + n);
    out->state_name = mem_take_array(d->mem, nq + n + 1, sizeof *out->state_name);
    out->zeta = gen_row(d->mem, n);
    out->eta = gen_row(d->mem, n);
    out->natural = gen_row(d->mem, n);
    out->momentum = gen_row(d->mem, n);
    for (size_t i = 0; i < nq; i++) {
        out->state[i] = m->coord[i].q;
        out->state_name[i] = m->coord[i].name;
    }
    for (size_t B = 0; B < n; B++) {
        const struct section *e = &m->section[B];
        const bool primed = !m->general && B < m->coords;
        out->state[nq + B] = momenta ? e->momentum : e->velocity;
        out->state_name[nq + B] = gen_text(d->mem,
                                           momenta  ? "p_%s"
                                           : primed ? "%s'"
                                                    : "%s",
                                           e->name);
        out->natural[B] = y[B];
        out->momentum[B] = p[B];
    }
    gen_times(s, coframe, y, n, n, 1, out->zeta);
    for (size_t A = 0; A < n; A++)
        out->eta[A] = gen_dot(s, &g->frame[A], n, p, n);
    return put_chart(d, k, out, momenta);
}
