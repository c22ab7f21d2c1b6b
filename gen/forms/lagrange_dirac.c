/* gen/forms/lagrange_dirac.c -- form `lagrange-dirac`: motion on TQ with multipliers.
 *
 * All natural velocities are states.
 *
 * With p_C = dL/dy^C, W_CB = d^2 L/dy^C dy^B and [e_B, e_C] = C^D_BC e_D, Lagrange and d'Alembert
 * say
 *
 *   d/dt p_C = rho_C(L) + C^D_BC y^B p_D + Q_C + mu^k_C lambda_k,    mu^k(y) = b^k.
 *
 * For a regular L this and the rate of the constraint, mu y' = g = b' - mu' y, are
 *
 *   W y' = R + mu^T lambda,   (mu W^-1 mu^T) lambda = g - mu W^-1 R,
 *
 * with R_C the terms of d/dt p_C at fixed velocities. On TQ this is (u', dE_L) in D_L(u) where
 * the constraints hold; they are kept then. L need not be quadratic, and the metric, where there is
 * one, makes both matrices positive: they are factorised with pivots that never vanish. Position
 * constraints phi(q, t) = 0 enter by their differential.
 *
 * Yoshimura: Lagrangian Dirac structures on TQ, equations (7) and (10); det(mu W^-1 mu^T) != 0 is
 * needed besides a regular L.
 */
#include "gen/forms/lagrange_dirac.h"
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/operations.h"
#include "gen/forms/workings.h"

/* ---- equations ---- */

/* Rates of e[0..m) along the motion, at fixed velocities. */
static void at_fixed_velocities(const struct multipliers *a, const ex *e, size_t m, ex *out)
{
    const struct model *model = a->sys->model;
    ex *x = sym_row(ex_mem(model->store), a->nq + 1);
    for (size_t i = 0; i < a->nq; i++)
        x[i] = model->coord[i].q;
    x[a->nq] = model->time;
    ex_directional(model->store, e, m, x, a->rate, a->nq + 1, out);
}

/* rho_C(L) + C^D_BC y^B p_D + Q_C - (d/dt p_C at fixed y) */
static bool find_right_side(struct diag *d, struct multipliers *a, ex L0)
{
    const struct model *m = a->sys->model;
    struct store *s = m->store;
    const size_t n = a->n;
    ex *slope = sym_row(d->mem, a->nq), *q = sym_row(d->mem, a->nq), *Q = sym_row(d->mem, n);
    ex *R = a->R = sym_row(d->mem, n), *T = a->T = sym_row(d->mem, n);
    for (size_t i = 0; i < a->nq; i++)
        q[i] = m->coord[i].q;
    ex_gradient(s, L0, q, a->nq, slope);
    at_fixed_velocities(a, a->sys->natural->momentum, n, R);
    if (!form_natural_forces(d, a->mech, Q))
        return false;
    for (size_t C = 0; C < n; C++) {
        const ex pulled = sym_dot(s, m->section[C].anchor, 1, slope, a->nq);
        T[C] = ex_add2(s, pulled, Q[C]);
    }
    for (size_t i = 0; m->bracket && i < n * n; i++) {
        const ex along = sym_dot(s, &m->bracket[i * n], 1, a->sys->natural->momentum, n);
        T[i % n] = ex_add2(s, T[i % n], ex_mul2(s, along, a->sys->natural->velocity[i / n]));
    }
    for (size_t C = 0; C < n; C++)
        R[C] = ex_sub(s, T[C], R[C]);
    return true;
}

/* g = b' - mu' y */
static bool find_constraints(struct diag *d, struct multipliers *a)
{
    struct store *s = a->sys->model->store;
    const size_t n = a->n, k = a->k;
    ex *b = sym_row(d->mem, k), *rate = sym_row(d->mem, k * n);
    a->mu = sym_row(d->mem, k * n);
    a->g = sym_row(d->mem, k);
    if (!form_constraint_forms(d, a->mech->geom, a->mu, b))
        return false;
    at_fixed_velocities(a, a->mu, k * n, rate);
    at_fixed_velocities(a, b, k, a->g);
    for (size_t i = 0; i < k; i++)
        a->g[i] = ex_sub(s, a->g[i], sym_dot(s, &rate[i * n], 1, a->sys->natural->velocity, n));
    return true;
}

/* ---- solving ---- */

/* With pivots that never vanish, where the matrix is positive. */
static bool solve(const struct multipliers *a, const ex *matrix, size_t n, const ex *b, size_t cols,
                  ex *out)
{
    const struct model *m = a->sys->model;
    return a->positive ? alg_solve_positive(m, matrix, n, b, cols, out, NULL)
                       : sym_solve(m->store, matrix, n, b, cols, out);
}

/* W y' = R + mu^T lambda with mu^T mu y' = mu^T g added for the constraints on positions: as if
 * 1/2 (dphi/dt)^2 were in the Lagrangian, which changes no motion with phi = 0. A Lagrangian
 * without inertia across these constraints becomes regular. */
static void stiffen(const struct multipliers *a, ex *W, ex *R)
{
    const struct model *m = a->sys->model;
    struct store *s = m->store;
    const size_t n = a->n;
    for (size_t i = 0; i < m->constraints; i++) {
        const ex *mu = &a->mu[i * n];
        for (size_t B = 0; B < n * n && m->constraint[i].position != EX_POISON; B++) {
            W[B] = ex_add2(s, W[B], ex_mul2(s, mu[B / n], mu[B % n]));
            if (B < n)
                R[B] = ex_add2(s, R[B], ex_mul2(s, mu[B], a->g[i]));
        }
    }
}

static bool not_regular(struct diag *d, const struct multipliers *a)
{
    const struct model *m = a->sys->model;
    if (!ex_error(m->store)) /* else a limit of the store was reached */
        base_error(d, m->source_at, "the %s is not regular",
                   m->metric != EX_POISON ? "metric" : "Lagrangian")
            ->help = "this form needs an inertia for all velocities, also for those that the "
                     "constraints exclude; the forms on C do not";
    return false;
}

static bool not_solvable(struct diag *d, const struct multipliers *a)
{
    const struct model *m = a->sys->model;
    if (!ex_error(m->store))
        base_error(d, m->source_at, "the multipliers are not determined")->help =
            "mu W^-1 mu^T is singular, with mu the constraints and W the Hessian of the "
            "Lagrangian, which is regular but of no sign";
    return false;
}

/* Is W positive? If it is singular, is it after stiffening? */
static void look_at_inertia(struct multipliers *a)
{
    const struct model *m = a->sys->model;
    const bool quadratic = a->mech->quadratic;
    a->positive = m->metric != EX_POISON || (quadratic && alg_looks_positive(m, a->W, a->n));
    if (a->positive || !m->holonomics || ex_ranks(m->store, a->W, a->n, a->n).most == a->n)
        return;
    stiffen(a, a->W, a->R);
    a->stiff = true;
    a->positive = quadratic && alg_looks_positive(m, a->W, a->n);
}

/* y' and lambda. */
static bool solve_motion(struct diag *d, struct multipliers *a, ex *rate, ex *lambda)
{
    struct store *s = a->sys->model->store;
    const size_t n = a->n, k = a->k, wide = k + 1;
    ex *b = a->right = sym_row(d->mem, n * wide), *X = a->X = sym_row(d->mem, n * wide);
    ex *G = a->G = sym_row(d->mem, k * k), *load = a->load = sym_row(d->mem, k);
    ex *MX = sym_row(d->mem, k * wide);
    for (size_t C = 0; C < n; C++) {
        for (size_t i = 0; i < k; i++)
            b[C * wide + i] = a->mu[i * n + C];
        b[C * wide + k] = n > SYM_SMALL_RANK ? ex_hold(s, a->R[C]) : a->R[C];
    }
    if (!solve(a, a->W, n, b, wide, X))
        return not_regular(d, a);
    sym_times(s, a->mu, X, k, n, wide, MX);
    for (size_t i = 0; i < k; i++) {
        load[i] = ex_sub(s, a->g[i], MX[i * wide + k]);
        for (size_t j = 0; j < k; j++) /* identical expressions in both halves */
            G[i * k + j] = MX[i <= j ? i * wide + j : j * wide + i];
    }
    for (size_t i = 0; i < k * k && n <= SYM_SMALL_RANK; i++)
        G[i] = sym_tidy(s, G[i]);
    if (!solve(a, G, k, load, 1, lambda))
        return not_solvable(d, a);
    for (size_t i = 0; i < k; i++)
        lambda[i] = ex_hold(s, lambda[i]);
    for (size_t C = 0; C < n; C++)
        rate[C] = ex_add2(s, X[C * wide + k], sym_dot(s, &X[C * wide], 1, lambda, k));
    return true;
}

static bool is_long(struct store *s, const ex *e, size_t n)
{
    return ex_operations(s, e, n) > SYM_BY_MULTIPLIERS;
}

/* Rates of the momenta of C, on which no reaction acts: F_b mu = 0. Long motions are compared by
 * these rates; a separate proof shows that rhs solves the equations. */
static void put_pull(struct diag *d, const struct multipliers *a)
{
    const struct geom *g = a->mech->geom;
    struct store *s = a->sys->model->store;
    const size_t n = a->n;
    ex *turn = sym_row(d->mem, n * n);
    at_fixed_velocities(a, g->frame, n * n, turn);
    struct workings *w = form_workings(a->sys);
    w->pull = sym_row(d->mem, g->rank);
    for (size_t b = 0; b < g->rank; b++)
        w->pull[b] = ex_add2(s, sym_dot(s, &g->frame[b], n, a->T, n),
                             sym_dot(s, &turn[b], n, a->sys->natural->momentum, n));
    struct multipliers *kept = mem_take(d->mem, sizeof *kept);
    *kept = *a;
    a->sys->own = kept;
    w->prove = form_multipliers_solve;
}

/* ---- the system ---- */

/* E = y p - L, and y p, without the part of the one-form A where that is known. */
static void put_energy(const struct multipliers *a, ex L0)
{
    const struct mech *k = a->mech;
    struct store *s = a->sys->model->store;
    ex *twice = form_block_make(a->sys, RT_liouville, 1, 1);
    ex *energy = form_block_make(a->sys, RT_energy, 1, 1);
    const ex *y = a->sys->natural->velocity, half = ex_rat(s, 1, 2);
    if (k->quadratic && k->A0) {
        twice[0] = ex_sub(s, sym_dot(s, a->sys->natural->momentum, 1, y, a->n),
                          sym_dot(s, k->A0, 1, y, a->n));
        energy[0] = ex_add2(s, ex_mul2(s, half, twice[0]), k->V);
        return;
    }
    twice[0] = sym_dot(s, a->sys->natural->momentum, 1, y, a->n);
    energy[0] = ex_sub(s, twice[0], L0);
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct multipliers a = {.mech = k, .sys = out, .n = g->n, .nq = g->nq, .k = g->n - g->rank};
    if (!k->has_lagrangian) {
        base_error(d, m->source_at, "the lagrange-dirac form needs a Lagrangian")->help =
            "this Hamiltonian is not quadratic in the momenta, or its Hessian is singular";
        return false;
    }
    const ex L0 = form_natural_lagrangian(d, k);
    ex *y = sym_row(d->mem, a.n), *p = sym_row(d->mem, a.n);
    for (size_t B = 0; B < a.n; B++)
        y[B] = m->section[B].velocity;
    if (L0 == EX_POISON)
        return false;
    form_momenta_of(k, y, p);
    if (!form_natural_states(d, k, out, false, y, p))
        return false;
    ex *rhs = form_block_make(out, RT_rhs, out->states, 1), *anchor = sym_row(d->mem, a.n);
    a.rate = sym_row(d->mem, a.nq + 1);
    for (size_t i = 0; i < a.nq; i++) {
        for (size_t B = 0; B < a.n; B++)
            anchor[B] = m->section[B].anchor[i];
        rhs[i] = a.rate[i] = sym_dot(s, anchor, 1, y, a.n);
    }
    a.rate[a.nq] = ex_int(s, 1);
    a.W = sym_row(d->mem, a.n * a.n);
    form_natural_hessian(k, out, a.W);
    if (!find_right_side(d, &a, L0) || !find_constraints(d, &a))
        return false;
    look_at_inertia(&a);
    ex *lambda = a.k ? form_block_make(out, RT_multiplier, a.k, 1) : sym_row(d->mem, 0);
    if (!solve_motion(d, &a, &rhs[a.nq], lambda))
        return false;
    put_energy(&a, L0);
    ex_gradient(s, out->block[RT_energy].at[0], out->state, out->states,
                form_block_make(out, RT_grad, out->states, 1));
    if (!k->quadratic || is_long(s, rhs, out->states))
        put_pull(d, &a);
    return true;
}

/* A linkage without a given frame: quasi-velocities that are chosen at the start may become
 * singular along the motion, natural velocities do not. */
static enum form_fit fit(const struct model *m)
{
    const bool linked = m->law == LAW_nonholonomic && m->holonomics && !m->frame_at.src &&
                        m->hamiltonian == EX_POISON;
    return linked ? FIT_better : FIT_plain;
}

const struct form_ops form_ops_lagrange_dirac = {
    .build = build,
    .fit = fit,
    .frameless = true,
    .objects = form_lagrangian_dirac,
};
