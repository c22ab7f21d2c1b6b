/* gen/forms/velocity_states.c -- systems in coordinates q and velocities z^a of C. */
#include "gen/forms/form.h"
#include "gen/forms/workings.h"

void form_velocity_states(struct diag *d, struct mech *k, struct system *out)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    ex *z = sym_row(d->mem, n), *y = sym_row(d->mem, n), *p = sym_row(d->mem, n);
    form_states(d, out, false);
    for (size_t A = 0; A < n; A++) {
        z[A] = m->field[A].z;
        out->zeta[A] = A < g->rank ? ex_add2(s, z[A], g->drift[A]) : g->drift[A];
    }
    if (!form_prefers_frame(k)) {
        sym_times(s, g->frame, out->zeta, n, n, 1, y);
        form_momenta_of(k, y, p);
        for (size_t A = 0; A < n; A++)
            out->eta[A] = sym_dot(s, &g->frame[A], n, p, n);
    } else if (k->quadratic) {
        sym_times(s, k->g, out->zeta, n, n, 1, out->eta);
        for (size_t A = 0; A < n; A++)
            out->eta[A] = ex_add2(s, out->eta[A], k->A[A]);
    } else {
        ex_gradient(s, k->L, z, n, out->eta);
        form_at_state(out, out->eta, n, out->eta);
    }
    ex_gradient(s, k->K, z, g->rank, p);
    form_at_state(out, p, g->rank, p);
    if (sym_is_shorter(s, p, out->eta, g->rank))
        for (size_t a = 0; a < g->rank; a++)
            out->eta[a] = p[a];
}

void form_velocity_energy(struct mech *k, struct system *out)
{
    struct store *s = k->geom->model->store;
    if (k->quadratic) {
        form_quadratic_energy(k, out);
        return;
    }
    ex *twice = form_block_make(out, RT_liouville, 1, 1);
    ex *energy = form_block_make(out, RT_energy, 1, 1), L = EX_POISON;
    form_at_state(out, &k->L, 1, &L);
    twice[0] = sym_dot(s, out->eta, 1, out->zeta, k->geom->n);
    energy[0] = ex_sub(s, twice[0], L);
}

void form_velocity_equations(struct mech *k, const struct system *out, const ex *G, ex *rate, ex *W,
                             ex *right)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = g->nq, r = g->rank;
    ex *x = sym_row(ex_mem(s), nq + 1), *dx = sym_row(ex_mem(s), nq + 1);
    for (size_t i = 0; i < nq; i++) {
        x[i] = m->coord[i].q;
        rate[i] = dx[i] = sym_dot(s, &g->rho[i * g->n], 1, out->zeta, g->n);
    }
    x[nq] = m->time;
    dx[nq] = ex_int(s, 1);
    ex_directional(s, out->eta, r, x, dx, nq + 1, right);
    if (k->quadratic) {
        for (size_t i = 0; i < r * r; i++)
            W[i] = k->g[i / r * g->n + i % r];
    } else {
        ex_jacobian(s, out->eta, r, &out->state[nq], r, W);
    }
    for (size_t a = 0; a < r; a++) {
        right[a] = ex_sub(s, G[a], right[a]);
        for (size_t b = a + 1; b < r; b++) /* identical expressions in both halves */
            W[b * r + a] = W[a * r + b];
    }
}

bool form_by_velocities(struct diag *d, struct mech *k, struct system *out, const ex *G)
{
    const struct geom *g = k->geom;
    const size_t nq = g->nq, r = g->rank;
    ex *rhs = form_block_make(out, RT_rhs, out->states, 1), *W = sym_row(d->mem, r * r);
    ex *right = sym_row(d->mem, r);
    form_velocity_equations(k, out, G, rhs, W, right);
    if (!sym_solve(g->model->store, W, r, right, 1, &rhs[nq])) {
        form_not_regular(d, g->model);
        return false;
    }
    struct workings *w = form_workings(out);
    w->pull = sym_row(d->mem, r);
    for (size_t a = 0; a < r; a++)
        w->pull[a] = G[a];
    form_velocity_energy(k, out);
    return true;
}
