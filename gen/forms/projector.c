/* gen/forms/projector.c -- form `projector`: motion on E* by the projector onto allowed velocities.
 *
 * All natural momenta are states.
 *
 * With P, Q of projector_matrices.c, kinetic momenta pi = p - A, and all in B at pi = P^T pi,
 *
 *   u' = B grad H,   B = [  0     rho P ],   H = 1/2 g^-1 pi pi + V,
 *                        [ -P^T rho^T  D ]
 *
 *   D_AB = (P e_B(P^E_A) - P e_A(P^E_B)) pi_E - C^E_FG P^F_A P^G_B pi_E + F(P e_A, P e_B)
 *        - P e_A(A_B) + P e_B(A_A),   F = dA and a magnetic two-form.
 *
 * The product B grad H is computed without P and D, from X(P^T) pi along X = P g^-1 pi: where
 * Q = g^-1 mu^T G^-1 mu,
 *
 *   P^T S + X(P^T) pi = S - mu^T G^-1 (mu g^-1 S + X(mu g^-1) pi),
 *
 * which is S with the reaction of the constraints; where P = F M^-1 F^T g,
 *
 *   P^T S + X(P^T) pi = g F M^-1 F^T (S - X(g F) z) + X(g F) z,   pi = g F z.
 *
 * The offset w of affine constraints, with velocities v = u + w, dependence on t and forces K add
 * terms to the rates, since pi' = (P^T pi + g w)',
 *
 *   rho w   and   P^T (S - (g w)') + (d_t + w)(P^T) pi + (g w)' + (d_t + w)(A),
 *   S = K + F2 w - (d_t + w)(A) - C w p - C u (g w),
 *
 * and P^T (pi_E dP^E_B + dA_B) w^B, which B grad H has with the opposite sign. Terms of B grad H
 * that vanish where the constraints hold, by P dP P = 0, are left out.
 *
 * Pitanga, Rodrigues: projection methods in constrained mechanics, equations (26), (34) and (41);
 * the lower left block is -P^T, D is taken where the constraints hold, and the terms missing in
 * (18) are added.
 */
#include "gen/forms/projector.h"
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/operations.h"
#include "gen/forms/workings.h"

/* Slopes along each e_F of the sum of e[i] fixed[i], where fixed[i] are not differentiated. */
static void slopes_of_dot(const struct projector *pr, const ex *e, const ex *fixed, size_t n,
                          ex *out)
{
    const struct model *m = pr->mech->geom->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    ex *stand = sym_row(mem, n), *q = sym_row(mem, pr->nq), *dq = sym_row(mem, pr->nq);
    for (size_t i = 0; i < n; i++)
        stand[i] = ex_fresh(s, "c");
    for (size_t i = 0; i < pr->nq; i++)
        q[i] = m->coord[i].q;
    ex_gradient(s, sym_dot(s, e, 1, stand, n), q, pr->nq, dq);
    ex_subst(s, dq, pr->nq, stand, fixed, n, dq);
    for (size_t F = 0; F < pr->n; F++)
        out[F] = sym_dot(s, &pr->rho[F], pr->n, dq, pr->nq);
}

static void add(struct store *s, ex *to, const ex *what, size_t n, int sign)
{
    for (size_t i = 0; i < n; i++)
        to[i] = sign > 0 ? ex_add2(s, to[i], what[i]) : ex_sub(s, to[i], what[i]);
}

/* pi_E dP^E_B w^B along each e_F, for the offset w with P w = 0: w is `shift` along `up`, or P^T pi
 * is `part` along `low`. */
static void slopes_of_P(const struct projector *pr, ex *out)
{
    struct store *s = pr->mech->geom->model->store;
    const size_t n = pr->n, m = pr->size;
    ex *fixed = sym_row(ex_mem(s), n * m);
    for (size_t i = 0; i < n * m; i++)
        fixed[i] = pr->by_frame ? ex_mul2(s, pr->offset[i / m], pr->part[i % m])
                                : ex_neg(s, ex_mul2(s, pr->bar[i / m], pr->shift[i % m]));
    slopes_of_dot(pr, pr->by_frame ? pr->low : pr->up, fixed, n * m, out);
}

/* d_t is added if `runs` is set and the projector depends on t. */
void form_projector_rate(const struct projector *pr, const ex *X, bool runs, const ex *e, size_t m,
                         ex *out)
{
    const struct model *model = pr->mech->geom->model;
    struct store *s = model->store;
    form_along(pr, X, e, m, out);
    for (size_t i = 0; i < m && runs && pr->runs; i++)
        out[i] = ex_add2(s, out[i], ex_diff(s, e[i], model->time));
}

/* p' = force + mu^T reaction. */
struct acting {
    ex *force, *reaction;
    struct projected *kept;
};

/* P^T S + (d_t + X)(P^T) P^T pi; adds the reactions to by->reaction unless pr->by_frame is set. */
static bool project(struct diag *d, const struct projector *pr, const ex *S, const ex *X, bool runs,
                    ex *out, const struct acting *by)
{
    struct store *s = pr->mech->geom->model->store;
    struct projected *kept = by->kept;
    const size_t n = pr->n, m = pr->size;
    ex *rate = sym_row(d->mem, n * m), *right = sym_row(d->mem, m), *more = sym_row(d->mem, n);
    ex *x = sym_row(d->mem, m);
    kept->S[kept->pulls] = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++)
        kept->S[kept->pulls][A] = S[A];
    kept->right[kept->pulls] = right;
    kept->x[kept->pulls++] = x;
    form_projector_rate(pr, X, runs, pr->by_frame ? pr->low : pr->up, n * m, rate);
    if (pr->by_frame) {
        sym_times(s, rate, pr->part, n, m, 1, more);
        for (size_t A = 0; A < n; A++)
            out[A] = ex_sub(s, S[A], more[A]);
        form_core_dot(pr, pr->up, out, right);
    } else {
        form_core_dot(pr, pr->up, S, right);
        form_core_dot(pr, rate, pr->bar, x);
        for (size_t i = 0; i < m; i++)
            right[i] = ex_neg(s, sym_tidy(s, ex_add2(s, right[i], x[i])));
        for (size_t A = 0; A < n; A++)
            more[A] = S[A];
    }
    if (!form_core_solve(pr, right, x))
        return false;
    sym_times(s, pr->low, x, n, m, 1, out);
    add(s, out, more, n, 1);
    if (!pr->by_frame)
        add(s, by->reaction, x, m, 1);
    return true;
}

/* Values of held y and of its part on the chart y = F z + drift. */
static void note_solutions(struct diag *d, const struct projector *pr, struct system *out)
{
    const struct geom *g = out->geom;
    const struct model *m = out->model;
    struct store *s = m->store;
    const size_t n = pr->n;
    ex *y = sym_row(d->mem, n), *z = sym_row(d->mem, n), *weighed = sym_row(d->mem, n);
    ex *right = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++)
        z[A] = A < g->rank ? ex_add2(s, m->field[A].z, g->drift[A]) : g->drift[A];
    sym_times(s, g->frame, z, n, n, 1, y);
    sym_times(s, pr->g, pr->y, n, n, 1, weighed);
    for (size_t B = 0; B < n; B++)
        form_note_held(out, pr->y[B], y[B], ex_sub(s, weighed[B], pr->pi[B]));
    form_core_dot(pr, pr->by_frame ? pr->up : pr->low, pr->by_frame ? pr->pi : pr->y, right);
    sym_times(s, pr->core, pr->part, pr->size, pr->size, 1, weighed);
    for (size_t i = 0; i < pr->size; i++)
        form_note_held(out, pr->part[i],
                       pr->by_frame ? ex_add2(s, m->field[i].z, pr->shift[i]) : pr->shift[i],
                       ex_sub(s, weighed[i], right[i]));
}

static void times_vector(const struct projector *pr, const ex *a, const ex *x, ex *out)
{
    sym_times(pr->mech->geom->model->store, a, x, pr->n, pr->n, 1, out);
}

/* Lower part of B grad H; `slope` is -dH along e_F. */
static bool put_pull(struct diag *d, const struct projector *pr, const ex *slope, ex *out,
                     struct acting *by)
{
    struct store *s = pr->mech->geom->model->store;
    const size_t n = pr->n;
    ex *S = sym_row(d->mem, n), *some = sym_row(d->mem, n), *p = sym_row(d->mem, n);
    ex *K = sym_row(d->mem, n * n);
    for (size_t A = 0; A < n; A++) {
        S[A] = slope[A];
        p[A] = ex_add2(s, pr->bar[A], pr->A[A]);
    }
    form_projector_rotation(pr, p, K);
    times_vector(pr, K, pr->u, some);
    add(s, S, some, n, 1);
    form_along(pr, pr->u, pr->A, n, p); /* u(A) */
    add(s, S, p, n, -1);
    if (pr->two) {
        times_vector(pr, pr->two, pr->u, some);
        add(s, S, some, n, 1);
    }
    if (!project(d, pr, S, pr->u, false, out, by))
        return false;
    add(s, out, p, n, 1);
    add(s, by->force, S, n, 1);
    add(s, by->force, p, n, 1);
    return true;
}

bool form_natural_load(struct diag *d, const struct mech *k, const struct system *sys, ex *out)
{
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n;
    ex *load = sym_row(d->mem, n);
    const ex *coframe = k->load ? geom_coframe(d, k->geom) : NULL;
    for (size_t B = 0; B < n; B++)
        out[B] = ex_int(s, 0);
    if (!k->load)
        return true;
    if (!coframe)
        return false;
    form_at_state(sys, k->load, n, load);
    for (size_t B = 0; B < n; B++)
        out[B] = sym_dot(s, &coframe[B], n, load, n);
    return true;
}

/* The drift of the momenta: their rates less B grad H, but for add_opposite. */
static bool put_beside(struct diag *d, const struct projector *pr, const ex *load, ex *out,
                       struct acting *by)
{
    const struct model *m = pr->mech->geom->model;
    struct store *s = m->store;
    const size_t n = pr->n;
    const ex *w = pr->offset;
    ex *S = sym_row(d->mem, n), *some = sym_row(d->mem, n), *p = sym_row(d->mem, n);
    ex *K = sym_row(d->mem, n * n), *v = sym_row(d->mem, n), *slip = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++) {
        S[A] = load[A];
        p[A] = m->section[A].momentum;
        v[A] = ex_add2(s, pr->u[A], w[A]);
    }
    form_projector_rotation(pr, p, K);
    times_vector(pr, K, w, some);
    add(s, S, some, n, 1);
    form_projector_rotation(pr, pr->carried, K);
    times_vector(pr, K, pr->u, some);
    add(s, S, some, n, 1);
    if (pr->two) {
        times_vector(pr, pr->two, w, some);
        add(s, S, some, n, 1);
    }
    form_projector_rate(pr, w, true, pr->A, n, slip);
    add(s, S, slip, n, -1);
    add(s, by->force, S, n, 1);
    add(s, by->force, slip, n, 1);
    form_projector_rate(pr, v, true, pr->carried, n, some);
    add(s, S, some, n, -1);
    if (!project(d, pr, S, w, true, out, by))
        return false;
    add(s, out, some, n, 1);
    add(s, out, slip, n, 1);
    return true;
}

/* P^T (pi_E dP^E_B + dA_B) w^B, which B grad H has with the opposite sign. */
static bool add_opposite(struct diag *d, const struct projector *pr, ex *out)
{
    struct store *s = pr->mech->geom->model->store;
    const size_t n = pr->n;
    ex *S = sym_row(d->mem, n), *some = sym_row(d->mem, n), *right = sym_row(d->mem, n);
    ex *x = sym_row(d->mem, n);
    if (!pr->affine)
        return true;
    slopes_of_P(pr, S);
    slopes_of_dot(pr, pr->A, pr->offset, n, some);
    add(s, S, some, n, 1);
    form_core_dot(pr, pr->up, S, right);
    if (!form_core_solve(pr, right, x))
        return false;
    sym_times(s, pr->low, x, n, pr->size, 1, some);
    add(s, out, some, n, pr->by_frame ? 1 : -1);
    if (!pr->by_frame)
        add(s, out, S, n, 1);
    return true;
}

/* H = 1/2 pi y + V; its slopes at fixed p are minus those of L at fixed y. */
static bool put_energy(struct diag *d, const struct projector *pr, struct system *out)
{
    const struct model *m = out->model;
    struct store *s = m->store;
    const size_t n = pr->n;
    ex *y = sym_row(d->mem, n), L = form_natural_lagrangian(d, pr->mech);
    ex *grad = form_block_make(out, RT_grad, out->states, 1);
    const ex twice = sym_dot(s, pr->pi, 1, pr->y, n);
    if (L == EX_POISON)
        return false;
    form_block_make(out, RT_liouville, 1, 1)[0] = twice;
    form_block_make(out, RT_energy, 1, 1)[0] =
        ex_add2(s, ex_mul2(s, ex_rat(s, 1, 2), twice), pr->V);
    for (size_t B = 0; B < n; B++)
        y[B] = m->section[B].velocity;
    ex_gradient(s, L, out->state, pr->nq, grad);
    ex_subst(s, grad, pr->nq, y, pr->y, n, grad);
    for (size_t i = 0; i < pr->nq; i++)
        grad[i] = ex_neg(s, grad[i]);
    for (size_t B = 0; B < n; B++)
        grad[pr->nq + B] = pr->y[B];
    return true;
}

static bool put_bivector(struct diag *d, struct system *out)
{
    struct store *s = out->model->store;
    struct projector pr;
    if (!form_projector(d, out->mech, &pr) || !form_projector_matrices(d, &pr))
        return false;
    const size_t n = pr.n, nq = pr.nq, all = out->states;
    ex *B = form_block_make(out, RT_bivector, all, all), *D = sym_row(d->mem, n * n);
    ex *up = sym_row(d->mem, nq * n);
    sym_times(s, pr.rho, pr.P, nq, n, n, up);
    form_projector_pairs(d, &pr, D);
    for (size_t i = 0; i < all * all; i++)
        B[i] = ex_int(s, 0);
    for (size_t A = 0; A < n; A++) {
        for (size_t i = 0; i < nq; i++) {
            B[i * all + nq + A] = up[i * n + A];
            B[(nq + A) * all + i] = ex_neg(s, up[i * n + A]);
        }
        for (size_t C = 0; C < n; C++) {
            const bool zero = n <= SYM_SMALL_RANK && sym_vanishes(s, D[A * n + C], &out->claims);
            B[(nq + A) * all + nq + C] = zero ? ex_int(s, 0) : D[A * n + C];
        }
    }
    return true;
}

/* Large systems are compared by p'(f_b) without the reactions, which vanish on f_b; a separate
 * proof shows that the reactions keep the constraints. */
static void compare_before_reactions(struct diag *d, const struct projector *pr,
                                     const struct acting *by, struct system *out)
{
    const struct geom *g = out->geom;
    struct store *s = out->model->store;
    const size_t n = pr->n;
    ex *rate = sym_row(d->mem, n * n), *v = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++)
        v[A] = ex_add2(s, pr->u[A], pr->offset[A]);
    form_along(pr, v, g->frame, n * n, rate);
    for (size_t i = 0; i < n * n && g->moving; i++)
        rate[i] = ex_add2(s, rate[i], ex_diff(s, g->frame[i], out->model->time));
    struct workings *w = form_workings(out);
    w->pull = sym_row(d->mem, g->rank);
    for (size_t b = 0; b < g->rank; b++)
        w->pull[b] = ex_add2(s, sym_dot(s, &g->frame[b], n, by->force, n),
                             sym_dot(s, &rate[b], n, out->natural->momentum, n));
}

static bool is_long(struct store *s, const ex *e, size_t n)
{
    return ex_operations(s, e, n) > SYM_BY_PROJECTOR;
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    struct projector pr;
    if (form_second_class_fit(m) != FIT_plain)
        return form_build_second(d, k, out);
    if (!form_projector(d, k, &pr))
        return false;
    const size_t n = pr.n, nq = pr.nq;
    ex *p = sym_row(d->mem, n), *slope = sym_row(d->mem, n), *load = sym_row(d->mem, n);
    struct projected *kept = mem_take(d->mem, sizeof *kept);
    struct acting by = {sym_row(d->mem, n), sym_row(d->mem, pr.m), kept};
    *kept = (struct projected){.pr = pr, .force = by.force};
    for (size_t B = 0; B < n; B++) {
        p[B] = m->section[B].momentum;
        by.force[B] = ex_int(s, 0);
    }
    for (size_t i = 0; i < pr.m; i++)
        by.reaction[i] = ex_int(s, 0);
    if (!form_natural_states(d, k, out, true, pr.y, p) || !put_energy(d, &pr, out) ||
        !form_natural_load(d, k, out, load))
        return false;
    const ex *grad = out->block[RT_grad].at;
    ex *rhs = form_block_make(out, RT_rhs, out->states, 1);
    for (size_t B = 0; B < n; B++)
        slope[B] = ex_neg(s, sym_dot(s, &pr.rho[B], n, grad, nq));
    sym_times(s, pr.rho, pr.u, nq, n, 1, rhs);
    if (!put_pull(d, &pr, slope, &rhs[nq], &by))
        return false;
    if (pr.affine || pr.runs || k->load) {
        ex *D = form_block_make(out, RT_drift, out->states, 1);
        sym_times(s, pr.rho, pr.offset, nq, n, 1, D);
        if (!put_beside(d, &pr, load, &D[nq], &by))
            return false;
        add(s, rhs, D, out->states, 1);
        if (!add_opposite(d, &pr, &D[nq]))
            return false;
    }
    if (pr.m && !pr.by_frame) {
        ex *lambda = form_block_make(out, RT_multiplier, pr.m, 1);
        for (size_t i = 0; i < pr.m; i++)
            lambda[i] = by.reaction[i];
    }
    note_solutions(d, &pr, out);
    if (n > SYM_SMALL_RANK)
        compare_before_reactions(d, &pr, &by, out);
    if (n > SYM_SMALL_RANK || is_long(s, rhs, out->states)) {
        out->own = kept;
        form_workings(out)->prove = form_projected;
    }
    return true;
}

const struct form_ops form_ops_projector = {
    .build = build,
    .fit = form_second_class_fit,
    .applies = form_one_anchor,
    .bivector = put_bivector,
    .objects = form_projector_objects,
};
