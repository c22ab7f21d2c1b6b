/* gen/forms/projector_proof.c -- proof that the motion of the projector form solves its equations.
 *
 * Where rhs is long it is not multiplied out. With D = d_t + v, v = u + w, and names for
 * intermediate solutions, where Q = g^-1 mu^T core^-1 mu
 *
 *   g [up | y] = [mu^T | pi],   core = mu up,   bar = pi - mu^T part,   w = up shift,
 *   p' = S + mu^T x + D(A + g w),   core x = -up^T S - D(up)^T bar,
 *
 * so up^T (pi - g w)' = -D(up)^T bar: where the constraints hold, part = shift and bar = pi - g w,
 * this is D(up^T (pi - g w)) = 0, and that is the rate of mu y - b. Where P = F core^-1 F^T g
 *
 *   core = F^T low,  low = g F,   p' = low x + D(low) part + D(A + g w),
 *   core x = F^T (S - D(low) part),
 *
 * and pi = g w + low part, where the constraints hold, stays so. The momenta of C have in both the
 * rate F^T (S + D(A + g w)) + D(F)^T p, since mu F = 0.
 */
#include "gen/forms/projector.h"

static const char *const what = "what projects the forces";

static enum alg_standing prove(struct proofs *p, ex e)
{
    return alg_prove_over_names(p, what, e, NULL, 0) == STANDS_PROVED ? STANDS_PROVED
                                                                      : alg_prove(p, what, e);
}

/* a = b for n entries */
static enum alg_standing prove_equal(struct proofs *p, const ex *a, const ex *b, size_t n)
{
    enum alg_standing all = STANDS_PROVED;
    for (size_t i = 0; i < n; i++)
        all = alg_worse(all, prove(p, ex_sub(p->store, a[i], b[i])));
    return all;
}

static void add(struct store *s, ex *to, const ex *what_more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = ex_add2(s, to[i], what_more[i]);
}

/* ---- solutions ---- */

static enum alg_standing prove_raised(struct diag *d, struct proofs *p, const struct projector *pr)
{
    const size_t n = pr->n, m = pr->m, wide = m + 1;
    ex *right = sym_row(d->mem, n * wide), *x = sym_row(d->mem, n * wide);
    for (size_t B = 0; B < n; B++) {
        for (size_t i = 0; i < m; i++) {
            right[B * wide + i] = pr->mu[i * n + B];
            x[B * wide + i] = pr->rise[B * m + i];
        }
        right[B * wide + m] = pr->pi[B];
        x[B * wide + m] = pr->y[B];
        for (size_t A = 0; A < B; A++)
            if (pr->g[A * n + B] != pr->g[B * n + A])
                return STANDS_OPEN;
    }
    const struct solution q = {pr->g, right, x, n, wide, SOLVED};
    return alg_prove_solved(p, pr->mech->geom->model, what, &q);
}

/* part, shift and x solve their equations with the core. */
static enum alg_standing prove_core(struct diag *d, struct proofs *p, const struct projected *v)
{
    const struct projector *pr = &v->pr;
    const struct geom *g = pr->mech->geom;
    const size_t n = pr->n, m = pr->size, wide = v->pulls + 2;
    ex *right = sym_row(d->mem, m * wide), *x = sym_row(d->mem, m * wide);
    ex *of_part = sym_row(d->mem, m), *of_shift = sym_row(d->mem, m), *drift = sym_row(d->mem, n);
    form_core_dot(pr, pr->by_frame ? pr->up : pr->low, pr->by_frame ? pr->pi : pr->y, of_part);
    sym_times(p->store, g->frame, g->drift, n, n, 1, drift);
    form_core_dot(pr, pr->low, drift, of_shift);
    for (size_t i = 0; i < m; i++) {
        right[i * wide] = of_part[i];
        x[i * wide] = pr->part[i];
        right[i * wide + 1] = !pr->affine    ? ex_int(p->store, 0)
                              : pr->by_frame ? of_shift[i]
                                             : pr->b[i];
        x[i * wide + 1] = pr->shift[i];
        for (size_t k = 0; k < v->pulls; k++) {
            right[i * wide + 2 + k] = v->right[k][i];
            x[i * wide + 2 + k] = v->x[k][i];
        }
    }
    const struct solution q = {pr->core, right, x, m, wide, pr->way};
    return alg_prove_solved(p, g->model, what, &q);
}

/* ---- results ---- */

/* The core, and the projections of the state and of the drift. */
static enum alg_standing prove_parts(struct diag *d, struct proofs *p, const struct projector *pr)
{
    struct store *s = p->store;
    const struct geom *g = pr->mech->geom;
    const size_t n = pr->n, m = pr->size;
    ex *core = sym_row(d->mem, m * m), *low = sym_row(d->mem, n * n), *bar = sym_row(d->mem, n);
    ex *w = sym_row(d->mem, n), *u = sym_row(d->mem, n), *drift = sym_row(d->mem, n);
    const ex *up = pr->by_frame ? pr->up : pr->rise;
    enum alg_standing all = STANDS_PROVED;
    for (size_t i = 0; i < n * m; i++)
        if (pr->up[i] != (pr->by_frame ? g->frame[i / m * n + i % m] : pr->rise[i]))
            return STANDS_OPEN;
    if (pr->by_frame)
        sym_times(s, pr->g, up, n, n, m, low);
    else
        ex_matrix_transpose(pr->mu, m, n, low);
    sym_times(s, low, pr->part, n, m, 1, bar);
    sym_times(s, up, pr->part, n, m, 1, u);
    sym_times(s, up, pr->shift, n, m, 1, w);
    sym_times(s, g->frame, g->drift, n, n, 1, drift);
    for (size_t A = 0; A < n; A++) {
        bar[A] = pr->by_frame ? bar[A] : ex_sub(s, pr->pi[A], bar[A]);
        u[A] = pr->by_frame ? u[A] : ex_sub(s, pr->y[A], u[A]);
        w[A] = pr->by_frame && pr->affine ? ex_sub(s, drift[A], w[A]) : w[A];
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            ex sum = ex_int(s, 0);
            for (size_t A = 0; A < n; A++)
                sum = ex_add2(s, sum, ex_mul2(s, low[A * m + i], up[A * m + j]));
            core[i * m + j] = sum;
        }
    all = alg_worse(all, prove_equal(p, pr->low, low, n * m));
    all = alg_worse(all, prove_equal(p, pr->core, core, m * m));
    all = alg_worse(all, prove_equal(p, pr->bar, bar, n));
    all = alg_worse(all, prove_equal(p, pr->u, u, n));
    all = alg_worse(all, prove_equal(p, pr->offset, w, n));
    sym_times(s, pr->g, pr->offset, n, n, 1, w);
    return alg_worse(all, prove_equal(p, pr->carried, w, n));
}

/* The parts of the state and of the drift are the same, where the constraints hold. */
static enum alg_standing prove_on_chart(struct diag *d, struct proofs *p, const struct system *sys,
                                        const struct projector *pr)
{
    const struct geom *g = sys->geom;
    struct store *s = p->store;
    const size_t n = pr->n;
    ex *part = sym_row(d->mem, pr->size), *drift = sym_row(d->mem, n);
    enum alg_standing all = STANDS_PROVED;
    form_on_chart(sys, pr->part, pr->size, part);
    for (size_t i = 0; i < pr->size; i++) {
        const ex z = pr->by_frame ? sys->model->field[i].z : ex_int(s, 0);
        all = alg_worse(all, prove(p, ex_sub(s, part[i], ex_add2(s, z, pr->shift[i]))));
    }
    sym_times(s, g->frame, g->drift, n, n, 1, drift);
    for (size_t i = 0; i < pr->m; i++) {
        const ex *mu = &pr->mu[i * n];
        for (size_t a = 0; a < g->rank; a++)
            all = alg_worse(
                all, alg_prove(p, "no reaction acts along C", sym_dot(s, &g->frame[a], n, mu, n)));
        all = alg_worse(all, prove(p, ex_sub(s, sym_dot(s, mu, 1, drift, n), pr->b[i])));
    }
    return all;
}

/* p' from S and x of all forces, D(A) + D(g w), and D(up) or D(low). */
static enum alg_standing prove_rates(struct diag *d, struct proofs *p, const struct system *sys,
                                     const struct projected *v)
{
    struct store *s = p->store;
    const struct projector *pr = &v->pr;
    const size_t n = pr->n, m = pr->size;
    const ex *rhs = sys->block[RT_rhs].at;
    ex *S = sym_row(d->mem, n), *x = sym_row(d->mem, m), *right = sym_row(d->mem, m);
    ex *slip = sym_row(d->mem, n), *some = sym_row(d->mem, n), *velocity = sym_row(d->mem, n);
    ex *turn = sym_row(d->mem, n * m), *force = sym_row(d->mem, n), *q = sym_row(d->mem, pr->nq);
    ex *want = sym_row(d->mem, m);
    for (size_t A = 0; A < n; A++) {
        velocity[A] = ex_add2(s, pr->u[A], pr->offset[A]);
        S[A] = v->S[0][A];
    }
    for (size_t i = 0; i < m; i++) {
        x[i] = v->x[0][i];
        right[i] = v->right[0][i];
    }
    for (size_t k = 1; k < v->pulls; k++) {
        add(s, S, v->S[k], n);
        add(s, x, v->x[k], m);
        add(s, right, v->right[k], m);
    }
    form_projector_rate(pr, velocity, true, pr->A, n, slip);
    form_projector_rate(pr, velocity, true, pr->carried, n, some);
    add(s, slip, some, n);
    form_projector_rate(pr, velocity, true, pr->by_frame ? pr->low : pr->up, n * m, turn);
    for (size_t A = 0; A < n; A++)
        force[A] = ex_add2(s, S[A], slip[A]);
    enum alg_standing all = prove_equal(p, v->force, force, n);
    sym_times(s, pr->rho, velocity, pr->nq, n, 1, q);
    all = alg_worse(all, prove_equal(p, rhs, q, pr->nq));
    sym_times(s, pr->low, x, n, m, 1, force);
    add(s, force, slip, n);
    if (pr->by_frame) {
        sym_times(s, turn, pr->part, n, m, 1, some);
        add(s, force, some, n);
        for (size_t A = 0; A < n; A++)
            some[A] = ex_sub(s, S[A], some[A]);
        form_core_dot(pr, pr->up, some, want);
    } else {
        add(s, force, S, n);
        form_core_dot(pr, pr->up, S, want);
        form_core_dot(pr, turn, pr->bar, x);
        for (size_t i = 0; i < m; i++)
            want[i] = ex_neg(s, ex_add2(s, want[i], x[i]));
    }
    all = alg_worse(all, prove_equal(p, &rhs[pr->nq], force, n));
    return alg_worse(all, prove_equal(p, right, want, m));
}

enum alg_standing form_projected(struct diag *d, struct proofs *p, struct system *sys)
{
    const struct projected *v = sys->own;
    enum alg_standing all = prove_raised(d, p, &v->pr);
    all = alg_worse(all, prove_core(d, p, v));
    all = alg_worse(all, prove_parts(d, p, &v->pr));
    all = alg_worse(all, prove_on_chart(d, p, sys, &v->pr));
    return alg_worse(all, prove_rates(d, p, sys, v));
}
