/* gen/projected.c -- that the motion of the projector form is what the projectors make of forces.
 *
 * Where rhs is long it is not multiplied out. With D = d_t + v, v = u + w, and names for what was
 * solved for, there is where Q = g^-1 mu^T core^-1 mu
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
#include "gen/projector.h"

static const char *const what = "what projects the forces";

static enum gen_standing prove(struct proofs *p, ex e)
{
    return gen_prove_over_names(p, what, e, NULL, 0) == STANDS_PROVED ? STANDS_PROVED
                                                                      : gen_prove(p, what, e);
}

/* a = b for n entries */
static enum gen_standing prove_equal(struct proofs *p, const ex *a, const ex *b, size_t n)
{
    enum gen_standing all = STANDS_PROVED;
    for (size_t i = 0; i < n; i++)
        all = gen_worse(all, prove(p, ex_sub(p->store, a[i], b[i])));
    return all;
}

static void add(struct store *s, ex *to, const ex *what_more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = ex_add2(s, to[i], what_more[i]);
}

/* ---- what was solved ---- */

static enum gen_standing prove_raised(struct diag *d, struct proofs *p, const struct projector *pr)
{
    const size_t n = pr->n, m = pr->m, wide = m + 1;
    ex *right = gen_row(d->mem, n * wide), *x = gen_row(d->mem, n * wide);
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
    return gen_prove_solved(p, pr->mech->geom->model, what, &q);
}

/* part, shift and x, each a column. */
static enum gen_standing prove_core(struct diag *d, struct proofs *p, const struct projected *v)
{
    const struct projector *pr = &v->pr;
    const struct geom *g = pr->mech->geom;
    const size_t n = pr->n, m = pr->size, wide = v->pulls + 2;
    ex *right = gen_row(d->mem, m * wide), *x = gen_row(d->mem, m * wide);
    ex *of_part = gen_row(d->mem, m), *of_shift = gen_row(d->mem, m), *drift = gen_row(d->mem, n);
    gen_core_dot(pr, pr->by_frame ? pr->up : pr->low, pr->by_frame ? pr->pi : pr->y, of_part);
    gen_times(p->store, g->frame, g->drift, n, n, 1, drift);
    gen_core_dot(pr, pr->low, drift, of_shift);
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
    return gen_prove_solved(p, g->model, what, &q);
}

/* ---- what is made of it ---- */

/* The core, and what the projectors make of the state and of the drift. */
static enum gen_standing prove_parts(struct diag *d, struct proofs *p, const struct projector *pr)
{
    struct store *s = p->store;
    const struct geom *g = pr->mech->geom;
    const size_t n = pr->n, m = pr->size;
    ex *core = gen_row(d->mem, m * m), *low = gen_row(d->mem, n * n), *bar = gen_row(d->mem, n);
    ex *w = gen_row(d->mem, n), *u = gen_row(d->mem, n), *drift = gen_row(d->mem, n);
    const ex *up = pr->by_frame ? pr->up : pr->rise;
    enum gen_standing all = STANDS_PROVED;
    for (size_t i = 0; i < n * m; i++)
        if (pr->up[i] != (pr->by_frame ? g->frame[i / m * n + i % m] : pr->rise[i]))
            return STANDS_OPEN;
    if (pr->by_frame)
        gen_times(s, pr->g, up, n, n, m, low);
    else
        ex_matrix_transpose(pr->mu, m, n, low);
    gen_times(s, low, pr->part, n, m, 1, bar);
    gen_times(s, up, pr->part, n, m, 1, u);
    gen_times(s, up, pr->shift, n, m, 1, w);
    gen_times(s, g->frame, g->drift, n, n, 1, drift);
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
    all = gen_worse(all, prove_equal(p, pr->low, low, n * m));
    all = gen_worse(all, prove_equal(p, pr->core, core, m * m));
    all = gen_worse(all, prove_equal(p, pr->bar, bar, n));
    all = gen_worse(all, prove_equal(p, pr->u, u, n));
    all = gen_worse(all, prove_equal(p, pr->offset, w, n));
    gen_times(s, pr->g, pr->offset, n, n, 1, w);
    return gen_worse(all, prove_equal(p, pr->carried, w, n));
}

/* The parts of the state and of the drift are the same, where the constraints hold. */
static enum gen_standing prove_on_chart(struct diag *d, struct proofs *p, const struct system *sys,
                                        const struct projector *pr)
{
    const struct geom *g = sys->geom;
    struct store *s = p->store;
    const size_t n = pr->n;
    ex *part = gen_row(d->mem, pr->size), *drift = gen_row(d->mem, n);
    enum gen_standing all = STANDS_PROVED;
    gen_on_chart(sys, pr->part, pr->size, part);
    for (size_t i = 0; i < pr->size; i++) {
        const ex z = pr->by_frame ? sys->model->field[i].z : ex_int(s, 0);
        all = gen_worse(all, prove(p, ex_sub(s, part[i], ex_add2(s, z, pr->shift[i]))));
    }
    gen_times(s, g->frame, g->drift, n, n, 1, drift);
    for (size_t i = 0; i < pr->m; i++) {
        const ex *mu = &pr->mu[i * n];
        for (size_t a = 0; a < g->rank; a++)
            all = gen_worse(
                all, gen_prove(p, "no reaction acts along C", gen_dot(s, &g->frame[a], n, mu, n)));
        all = gen_worse(all, prove(p, ex_sub(s, gen_dot(s, mu, 1, drift, n), pr->b[i])));
    }
    return all;
}

/* S and x of all forces, D(A) + D(g w), D(up) or D(low), and what they make. */
static enum gen_standing prove_rates(struct diag *d, struct proofs *p, const struct system *sys,
                                     const struct projected *v)
{
    struct store *s = p->store;
    const struct projector *pr = &v->pr;
    const size_t n = pr->n, m = pr->size;
    const ex *rhs = sys->block[RT_rhs].at;
    ex *S = gen_row(d->mem, n), *x = gen_row(d->mem, m), *right = gen_row(d->mem, m);
    ex *slip = gen_row(d->mem, n), *some = gen_row(d->mem, n), *velocity = gen_row(d->mem, n);
    ex *turn = gen_row(d->mem, n * m), *force = gen_row(d->mem, n), *q = gen_row(d->mem, pr->nq);
    ex *want = gen_row(d->mem, m);
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
    gen_projector_rate(pr, velocity, true, pr->A, n, slip);
    gen_projector_rate(pr, velocity, true, pr->carried, n, some);
    add(s, slip, some, n);
    gen_projector_rate(pr, velocity, true, pr->by_frame ? pr->low : pr->up, n * m, turn);
    for (size_t A = 0; A < n; A++)
        force[A] = ex_add2(s, S[A], slip[A]);
    enum gen_standing all = prove_equal(p, v->force, force, n);
    gen_times(s, pr->rho, velocity, pr->nq, n, 1, q);
    all = gen_worse(all, prove_equal(p, rhs, q, pr->nq));
    gen_times(s, pr->low, x, n, m, 1, force);
    add(s, force, slip, n);
    if (pr->by_frame) {
        gen_times(s, turn, pr->part, n, m, 1, some);
        add(s, force, some, n);
        for (size_t A = 0; A < n; A++)
            some[A] = ex_sub(s, S[A], some[A]);
        gen_core_dot(pr, pr->up, some, want);
    } else {
        add(s, force, S, n);
        gen_core_dot(pr, pr->up, S, want);
        gen_core_dot(pr, turn, pr->bar, x);
        for (size_t i = 0; i < m; i++)
            want[i] = ex_neg(s, ex_add2(s, want[i], x[i]));
    }
    all = gen_worse(all, prove_equal(p, &rhs[pr->nq], force, n));
    return gen_worse(all, prove_equal(p, right, want, m));
}

enum gen_standing gen_projected(struct diag *d, struct proofs *p, struct system *sys)
{
    const struct projected *v = sys->workings;
    enum gen_standing all = prove_raised(d, p, &v->pr);
    all = gen_worse(all, prove_core(d, p, v));
    all = gen_worse(all, prove_parts(d, p, &v->pr));
    all = gen_worse(all, prove_on_chart(d, p, sys, &v->pr));
    return gen_worse(all, prove_rates(d, p, sys, v));
}
