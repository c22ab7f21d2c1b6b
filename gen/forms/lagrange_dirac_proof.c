/* gen/forms/lagrange_dirac_proof.c -- proof that the lagrange-dirac form solves its equations.
 *
 * Where rhs is long it is not multiplied out. With names for intermediate solutions,
 *
 *   W X = [mu^T | R],   G_ij = mu^i X_j,   G lambda = g - mu X_k,   y' = X_k + X lambda
 *
 * give W y' = R + mu^T lambda and mu y' = g: where W is symmetric, so is mu X = X^T W X, of which
 * G has one half. For any y', W y' - R is d/dt p - T, and mu y' - g is the rate of the constraint.
 * So the constraints are kept, and d/dt p = T + mu^T lambda; mu vanishes along C.
 */
#include "gen/forms/form.h"
#include "gen/forms/lagrange_dirac.h"
#include "gen/forms/natural.h"

#include <string.h>

static const char *const what = "what the multipliers solve";

static enum alg_standing prove(struct proofs *p, ex e)
{
    return alg_prove_over_names(p, what, e, NULL, 0) == STANDS_PROVED ? STANDS_PROVED
                                                                      : alg_prove(p, what, e);
}

/* The right side is [mu^T | R], where R may be held; W is symmetric. */
static bool is_of_this_shape(struct store *s, const struct multipliers *a)
{
    const size_t n = a->n, k = a->k, wide = k + 1;
    bool good = true;
    for (size_t C = 0; C < n; C++) {
        const ex last = a->right[C * wide + k];
        for (size_t i = 0; i < k; i++)
            good &= a->right[C * wide + i] == a->mu[i * n + C];
        for (size_t B = 0; B < C; B++)
            good &= a->W[C * n + B] == a->W[B * n + C];
        good &= last == a->R[C] || last == ex_hold(s, a->R[C]);
    }
    return good;
}

static enum alg_standing prove_solutions(struct proofs *p, const struct multipliers *a)
{
    const ex *lambda = a->sys->block[RT_multiplier].at;
    const struct solution first = {a->W, a->right, a->X,
                                   a->n, a->k + 1, a->positive ? SOLVED_POSITIVE : SOLVED};
    const struct solution then = {a->G, a->load, lambda, a->k, 1, first.way};
    const struct model *m = a->sys->model;
    return alg_worse(alg_prove_solved(p, m, what, &first), alg_prove_solved(p, m, what, &then));
}

/* G, g - mu X_k and rhs are the sums of the header. */
static enum alg_standing prove_sums(struct proofs *p, const struct multipliers *a)
{
    struct store *s = p->store;
    const size_t n = a->n, k = a->k, wide = k + 1;
    const ex *rhs = &a->sys->block[RT_rhs].at[a->nq], *lambda = a->sys->block[RT_multiplier].at;
    enum alg_standing all = STANDS_PROVED;
    for (size_t i = 0; i < k; i++) {
        const ex along = sym_dot(s, &a->X[k], wide, &a->mu[i * n], n);
        all = alg_worse(all, prove(p, ex_sub(s, ex_add2(s, a->load[i], along), a->g[i])));
        for (size_t j = 0; j < k; j++) {
            const size_t low = i < j ? i : j, high = i < j ? j : i;
            const ex one = sym_dot(s, &a->X[high], wide, &a->mu[low * n], n);
            all = alg_worse(all, prove(p, ex_sub(s, a->G[i * k + j], one)));
        }
    }
    for (size_t C = 0; C < n; C++) {
        const ex known = ex_add2(s, a->X[C * wide + k], sym_dot(s, &a->X[C * wide], 1, lambda, k));
        all = alg_worse(all, prove(p, ex_sub(s, rhs[C], known)));
    }
    return all;
}

/* Rates of e[0..m) at fixed y, and their derivatives by y', m x n. */
static void rates(const struct multipliers *a, const ex *e, size_t m, ex *fixed, ex *by_rate)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    struct mem *mem = ex_mem(s);
    ex *x = sym_row(mem, a->nq + 1), *dx = sym_row(mem, a->nq + 1);
    for (size_t i = 0; i < a->nq; i++) {
        x[i] = sys->state[i];
        dx[i] = sys->block[RT_rhs].at[i];
    }
    x[a->nq] = sys->model->time;
    dx[a->nq] = ex_int(s, 1);
    ex_directional(s, e, m, x, dx, a->nq + 1, fixed);
    ex_jacobian(s, e, m, &sys->state[a->nq], a->n, by_rate);
}

/* dp/dy: of the momenta as written, or the Hessian of the Lagrangian if they are its gradient. */
static void find_inertia(struct diag *d, const struct multipliers *a, ex *by_rate)
{
    const ex L0 = form_natural_lagrangian(d, a->mech);
    const ex *y = &a->sys->state[a->nq];
    struct store *s = a->sys->model->store;
    const size_t n = a->n;
    ex *slope = sym_row(d->mem, n), *bend = sym_row(d->mem, n * n);
    ex_gradient(s, L0, y, n, slope);
    for (size_t C = 0; C < n; C++)
        if (slope[C] != a->sys->natural->momentum[C])
            return;
    ex_hessian(s, L0, y, n, bend);
    for (size_t i = 0; i < n * n; i++)
        by_rate[i] = a->W[i] == bend[i] ? bend[i] : by_rate[i];
}

/* d/dt p - T = W y' - R for any y', without the terms that stiffening adds to W and R. */
static enum alg_standing prove_motion(struct diag *d, struct proofs *p, const struct multipliers *a)
{
    const struct model *m = a->sys->model;
    struct store *s = p->store;
    const size_t n = a->n;
    ex *fixed = sym_row(ex_mem(s), n), *by_rate = sym_row(ex_mem(s), n * n);
    ex *W = sym_row(ex_mem(s), n * n), *R = sym_row(ex_mem(s), n);
    enum alg_standing all = STANDS_PROVED;
    rates(a, a->sys->natural->momentum, n, fixed, by_rate);
    find_inertia(d, a, by_rate);
    for (size_t C = 0; C < n; C++)
        R[C] = ex_sub(s, a->T[C], fixed[C]);
    memcpy(W, by_rate, n * n * sizeof *W);
    for (size_t i = 0; i < m->constraints && a->stiff; i++) {
        const ex *mu = &a->mu[i * n];
        for (size_t B = 0; B < n * n && m->constraint[i].position != EX_POISON; B++) {
            W[B] = ex_add2(s, W[B], ex_mul2(s, mu[B / n], mu[B % n]));
            R[B % n] = B < n ? ex_add2(s, R[B], ex_mul2(s, mu[B], a->g[i])) : R[B % n];
        }
    }
    for (size_t i = 0; i < n * n; i++)
        all = alg_worse(all, prove(p, ex_sub(s, a->W[i], W[i])));
    for (size_t C = 0; C < n; C++)
        all = alg_worse(all, prove(p, ex_sub(s, a->R[C], R[C])));
    return all;
}

/* The rate of mu(y) - b is mu y' - g for any y', and mu vanishes along C. */
static enum alg_standing prove_constraints(struct diag *d, struct proofs *p,
                                           const struct multipliers *a)
{
    const struct geom *g = a->mech->geom;
    struct store *s = p->store;
    const size_t n = a->n, k = a->k;
    ex *gap = sym_row(d->mem, k), *fixed = sym_row(d->mem, k), *b = sym_row(d->mem, k);
    ex *mu = sym_row(d->mem, k * n), *by_rate = sym_row(d->mem, k * n);
    enum alg_standing all = STANDS_PROVED;
    if (!form_constraint_forms(d, a->mech->geom, mu, b))
        return STANDS_OPEN;
    for (size_t i = 0; i < k; i++)
        gap[i] = ex_sub(s, sym_dot(s, &mu[i * n], 1, &a->sys->state[a->nq], n), b[i]);
    rates(a, gap, k, fixed, by_rate);
    for (size_t i = 0; i < k * n; i++)
        all = alg_worse(all, prove(p, ex_sub(s, by_rate[i], a->mu[i])));
    for (size_t i = 0; i < k; i++) {
        all = alg_worse(all, prove(p, ex_add2(s, fixed[i], a->g[i])));
        for (size_t c = 0; c < g->rank; c++)
            all = alg_worse(all, alg_prove(p, "no reaction acts along C",
                                           sym_dot(s, &g->frame[c], n, &mu[i * n], n)));
    }
    return all;
}

enum alg_standing form_multipliers_solve(struct diag *d, struct proofs *p, struct system *sys)
{
    const struct multipliers *a = sys->own;
    if (!is_of_this_shape(p->store, a))
        return STANDS_OPEN;
    enum alg_standing all = prove_solutions(p, a);
    all = alg_worse(all, prove_sums(p, a));
    all = alg_worse(all, prove_motion(d, p, a));
    return alg_worse(all, prove_constraints(d, p, a));
}
