/* gen/forms/lagrangian.c -- form `lagrangian`: motion on C in coordinates and velocities.
 *
 * With y = F z + drift the natural velocities, p_B = dL/dy^B, and [e_B, e_C] = C^D_BC e_D,
 *
 *   d/dt (p_B F^B_b) = F^C_b (rho_C(L) + C^D_BC y^B p_D) + p_B dF^B_b/dt + Q_b,
 *
 * which is equation (17) of the paper, d/dt dL/dz^b = c^i_bd z^d dL/dz^i + rho_b(L), before the
 * brackets of the frame are gathered in c. Neither c nor the inverse of the frame is needed; the
 * Hessian of L on C has to be regular. L is differentiated at free velocities; the constraint is
 * substituted afterwards.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, equation (17).
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

/* Gradient of L in natural velocities, at the state: by velocities, then by coordinates. */
static void gradients(struct diag *d, const struct mech *k, ex L0, const ex *y, ex *slope)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    ex *x = sym_row(d->mem, g->n + g->nq);
    for (size_t B = 0; B < g->n; B++)
        x[B] = m->section[B].velocity;
    for (size_t i = 0; i < g->nq; i++)
        x[g->n + i] = m->coord[i].q;
    ex_gradient(m->store, L0, x, g->n + g->nq, slope);
    ex_subst(m->store, slope, g->n + g->nq, x, y, g->n, slope);
}

/* rho_C(L) + C^D_BC y^B p_D, for each C */
static void natural_forces(const struct geom *g, const ex *y, const ex *slope, ex *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    for (size_t C = 0; C < n; C++) {
        out[C] = sym_dot(s, m->section[C].anchor, 1, &slope[n], g->nq);
        for (size_t B = 0; B < n && m->bracket; B++)
            for (size_t D = 0; D < n; D++) {
                const ex c = m->bracket[(B * n + C) * n + D];
                if (!sym_is_null(s, c))
                    out[C] = ex_add2(s, out[C], ex_mul3(s, c, y[B], slope[D]));
            }
    }
}

bool form_lagrangian_pull(struct diag *d, struct mech *k, struct system *out, ex *G)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq, r = g->rank;
    const ex L0 = form_natural_lagrangian(d, k);
    if (L0 == EX_POISON)
        return false;
    ex *y = sym_row(d->mem, n), *slope = sym_row(d->mem, n + nq), *force = sym_row(d->mem, n);
    ex *x = sym_row(d->mem, nq + 1), *dx = sym_row(d->mem, nq + 1);
    ex *rate = sym_row(d->mem, n * n);
    sym_times(s, g->frame, out->zeta, n, n, 1, y);
    gradients(d, k, L0, y, slope);
    natural_forces(g, y, slope, force);
    for (size_t i = 0; i < nq; i++) {
        x[i] = m->coord[i].q;
        dx[i] = sym_dot(s, &g->rho[i * n], 1, out->zeta, n);
    }
    x[nq] = m->time;
    dx[nq] = ex_int(s, 1);
    ex_directional(s, g->frame, n * n, x, dx, nq + 1, rate);
    for (size_t b = 0; b < r; b++) {
        const ex term[] = {sym_dot(s, &g->frame[b], n, force, n), sym_dot(s, &rate[b], n, slope, n),
                           form_force(k, out, b)};
        G[b] = ex_add(s, term, 3);
    }
    return true;
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    ex *G = sym_row(d->mem, k->geom->rank);
    if (!k->has_lagrangian) {
        base_error(d, k->geom->model->source_at, "the lagrangian form needs a Lagrangian")->help =
            "this Hamiltonian is not quadratic in the momenta, or its Hessian is singular";
        return false;
    }
    form_velocity_states(d, k, out);
    return form_lagrangian_pull(d, k, out, G) && form_by_velocities(d, k, out, G);
}

struct system *form_velocity_system(struct diag *d, struct mech *k)
{
    return form_system(d, k, form_row_of(&form_ops_lagrangian));
}

const struct form_ops form_ops_lagrangian = {
    .build = build,
};
