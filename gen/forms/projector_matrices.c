/* gen/forms/projector_matrices.c -- orthogonal projectors P, Q of a metric and constraint forms.
 *
 *   Q = g^-1 mu^T (mu g^-1 mu^T)^-1 mu,   P = 1 - Q
 *
 * act on vectors: P projects orthogonally onto the kernel of mu. Their transposes act on covectors.
 * With affine constraints mu(v) = b velocities are v = P v + g^-1 mu^T (mu g^-1 mu^T)^-1 b. Where
 * only a frame is given, the forms are those of the coframe that vanish on it. Where the rank of C
 * is less than m, P = F (F^T g F)^-1 F^T g with its fields F. Both are up core^-1 low^T.
 *
 * Pitanga, Rodrigues: projection methods in constrained mechanics, Sections 2 and 4.
 */
#include "gen/forms/projector.h"

/* ---- metric and forms ---- */

static bool find_forms(struct diag *d, struct projector *pr)
{
    struct geom *g = pr->mech->geom;
    const struct model *m = g->model;
    const ex *coframe = m->constraints ? NULL : geom_coframe(d, g);
    if (!m->constraints && !coframe)
        return false;
    for (size_t i = 0; i < pr->m; i++) {
        for (size_t B = 0; B < pr->n; B++)
            pr->mu[i * pr->n + B] =
                coframe ? coframe[(g->rank + i) * pr->n + B] : m->constraint[i].form[B];
        pr->b[i] = coframe ? g->drift[g->rank + i] : m->constraint[i].speed;
        pr->affine |= !sym_is_null(m->store, pr->b[i]);
    }
    return true;
}

/* g, A and V of the Lagrangian in natural velocities. */
static bool find_metric(struct diag *d, struct projector *pr)
{
    struct mech *k = pr->mech;
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    const size_t n = pr->n;
    pr->V = k->V;
    pr->g = k->g0;
    pr->A = k->A0;
    if (pr->g)
        return true;
    const ex L = form_natural_lagrangian(d, k);
    ex *y = sym_row(d->mem, n), *rest = sym_row(d->mem, n);
    pr->g = sym_row(d->mem, n * n);
    pr->A = sym_row(d->mem, n);
    for (size_t B = 0; B < n; B++) {
        y[B] = m->section[B].velocity;
        rest[B] = ex_int(s, 0);
    }
    if (L == EX_POISON)
        return false;
    ex_hessian(s, L, y, n, pr->g);
    ex_gradient(s, L, y, n, pr->A);
    ex_subst(s, pr->A, n, y, rest, n, pr->A);
    for (size_t A = 0; A < n; A++)
        for (size_t B = A + 1; B < n; B++) /* identical expressions in both halves */
            pr->g[B * n + A] = pr->g[A * n + B];
    return true;
}

static void find_two_form(struct diag *d, struct projector *pr)
{
    const struct model *m = pr->mech->geom->model;
    const size_t n = pr->n;
    ex *first = sym_row(d->mem, n), *second = sym_row(d->mem, n), *row = sym_row(d->mem, n);
    if (m->two_form == EX_POISON)
        return;
    for (size_t B = 0; B < n; B++) {
        first[B] = m->section[B].velocity;
        second[B] = m->section[B].second;
    }
    pr->two = sym_row(d->mem, n * n);
    ex_gradient(m->store, m->two_form, first, n, row);
    ex_jacobian(m->store, row, n, second, n, pr->two);
}

/* g^-1 mu^T and g^-1 pi, from one solution. */
static bool raise_forms(struct diag *d, struct projector *pr)
{
    const struct model *model = pr->mech->geom->model;
    struct store *s = model->store;
    const size_t n = pr->n, m = pr->m;
    ex *right = sym_row(d->mem, n * (m + 1)), *x = sym_row(d->mem, n * (m + 1));
    for (size_t B = 0; B < n; B++) {
        pr->pi[B] = ex_sub(s, model->section[B].momentum, pr->A[B]);
        for (size_t i = 0; i < m; i++)
            right[B * (m + 1) + i] = pr->mu[i * n + B];
        right[B * (m + 1) + m] = pr->pi[B];
    }
    if (!sym_solve(s, pr->g, n, right, m + 1, x)) {
        if (!ex_error(s))
            base_error(d, model->source_at, "the projector form needs a metric that is regular")
                ->help = "momenta of all velocities are its states, also of those that the "
                         "constraints exclude: the others need inertia on C only";
        return false;
    }
    for (size_t B = 0; B < n; B++) {
        for (size_t i = 0; i < m; i++)
            pr->rise[B * m + i] = x[B * (m + 1) + i];
        pr->y[B] = ex_hold(s, x[B * (m + 1) + m]);
    }
    return true;
}

/* ---- core: the matrix to be inverted, of the forms or of the fields of C ---- */

/* Its size is the number of constraints, or the rank of C if that is less. */
static void find_core(struct diag *d, struct projector *pr)
{
    const struct geom *g = pr->mech->geom;
    struct store *s = g->model->store;
    const size_t n = pr->n, m = pr->m, r = g->rank;
    pr->by_frame = r < m;
    pr->size = pr->by_frame ? r : m;
    pr->core = sym_row(d->mem, pr->size * pr->size);
    pr->low = sym_row(d->mem, n * pr->size);
    pr->up = sym_row(d->mem, n * pr->size);
    if (pr->by_frame) {
        for (size_t i = 0; i < n * r; i++)
            pr->up[i] = g->frame[i / r * n + i % r];
        for (size_t i = 0; i < r * r; i++)
            pr->core[i] = pr->mech->g[i / r * n + i % r];
        sym_times(s, pr->g, pr->up, n, n, r, pr->low);
        return;
    }
    for (size_t i = 0; i < n * m; i++)
        pr->up[i] = pr->rise[i];
    ex_matrix_transpose(pr->mu, m, n, pr->low);
    sym_times(s, pr->mu, pr->rise, m, n, m, pr->core);
    for (size_t i = 0; i < m * m; i++)
        pr->core[i] = sym_tidy(s, pr->core[i]);
}

/* A small core with long entries is solved in closed form over held entries. */
static void find_way(struct projector *pr)
{
    struct store *s = pr->mech->geom->model->store;
    const bool named = ex_operations(s, pr->core, pr->size * pr->size) > SYM_NAMED_CORE;
    pr->way = pr->n > SYM_SMALL_RANK ? SOLVED_LONG : named ? SOLVED_NAMED : SOLVED;
}

bool form_core_solve(const struct projector *pr, const ex *b, ex *out)
{
    struct store *s = pr->mech->geom->model->store;
    const bool solved = pr->way == SOLVED_LONG    ? sym_solve_long(s, pr->core, pr->size, b, out)
                        : pr->way == SOLVED_NAMED ? sym_solve_named(s, pr->core, pr->size, b, out)
                                                  : sym_solve(s, pr->core, pr->size, b, 1, out);
    if (!solved)
        return false;
    for (size_t i = 0; i < pr->size; i++)
        out[i] = ex_hold(s, out[i]);
    return true;
}

void form_core_dot(const struct projector *pr, const ex *a, const ex *x, ex *out)
{
    for (size_t i = 0; i < pr->size; i++)
        out[i] = sym_dot(pr->mech->geom->model->store, &a[i], pr->size, x, pr->n);
}

/* P x from the part of x along `up` or `low`: the part of P x if these are of the frame, else that
 * of Q x. */
static void allowed_part(const struct projector *pr, const ex *a, const ex *part, const ex *x,
                         ex *out)
{
    struct store *s = pr->mech->geom->model->store;
    sym_times(s, a, part, pr->n, pr->size, 1, out);
    for (size_t A = 0; A < pr->n; A++) {
        out[A] = pr->by_frame ? out[A] : ex_sub(s, x[A], out[A]);
        out[A] = pr->n > SYM_SMALL_RANK ? ex_hold(s, out[A]) : sym_tidy(s, out[A]);
    }
}

/* The part of the drift that is orthogonal to C. */
static bool find_offset(struct diag *d, struct projector *pr)
{
    const struct geom *g = pr->mech->geom;
    struct store *s = g->model->store;
    const size_t n = pr->n;
    ex *right = sym_row(d->mem, pr->size), *drift = sym_row(d->mem, n);
    for (size_t i = 0; i < pr->size; i++)
        pr->shift[i] = ex_int(s, 0);
    for (size_t A = 0; A < n; A++)
        pr->offset[A] = ex_int(s, 0);
    if (pr->affine) {
        sym_times(s, g->frame, g->drift, n, n, 1, drift);
        form_core_dot(pr, pr->low, drift, right);
        if (!form_core_solve(pr, pr->by_frame ? right : pr->b, pr->shift))
            return false;
        sym_times(s, pr->up, pr->shift, n, pr->size, 1, pr->offset);
    }
    for (size_t A = 0; A < n && pr->affine; A++) {
        ex *w = &pr->offset[A];
        *w = pr->by_frame ? ex_sub(s, drift[A], *w) : *w;
        *w = n > SYM_SMALL_RANK ? ex_hold(s, *w) : sym_tidy(s, *w);
    }
    sym_times(s, pr->g, pr->offset, n, n, 1, pr->carried);
    return true;
}

static bool project_state(struct diag *d, struct projector *pr)
{
    ex *right = sym_row(d->mem, pr->size);
    form_core_dot(pr, pr->by_frame ? pr->up : pr->low, pr->by_frame ? pr->pi : pr->y, right);
    if (!form_core_solve(pr, right, pr->part) || !find_offset(d, pr))
        return false;
    allowed_part(pr, pr->up, pr->part, pr->y, pr->u);
    allowed_part(pr, pr->low, pr->part, pr->pi, pr->bar);
    return true;
}

bool form_projector_matrices(struct diag *d, struct projector *pr)
{
    struct store *s = pr->mech->geom->model->store;
    const size_t n = pr->n, m = pr->size;
    ex *right = sym_row(d->mem, m * n), *x = sym_row(d->mem, m * n), *all = sym_row(d->mem, n * n);
    ex_matrix_transpose(pr->low, n, m, right);
    if (!sym_solve(s, pr->core, m, right, n, x))
        return false;
    sym_times(s, pr->up, x, n, m, n, all);
    ex *here = pr->by_frame ? pr->P : pr->Q, *there = pr->by_frame ? pr->Q : pr->P;
    for (size_t i = 0; i < n * n; i++) {
        here[i] = sym_tidy(s, all[i]);
        there[i] = sym_tidy(s, ex_sub(s, ex_int(s, i / n == i % n), here[i]));
    }
    for (size_t i = 0; i < n * n && n > SYM_SMALL_RANK; i++)
        pr->P[i] = ex_hold(s, pr->P[i]);
    return true;
}

static bool depends_on_time(const struct projector *pr)
{
    const struct model *m = pr->mech->geom->model;
    for (size_t i = 0; i < pr->n * pr->size; i++)
        if (ex_has(m->store, pr->up[i], m->time) || ex_has(m->store, pr->low[i], m->time))
            return true;
    for (size_t A = 0; A < pr->n; A++)
        if (ex_has(m->store, pr->offset[A], m->time) || ex_has(m->store, pr->A[A], m->time))
            return true;
    return false;
}

void form_projector_bundle(struct diag *d, struct mech *k, struct projector *out)
{
    const struct geom *g = k->geom;
    const size_t n = g->n;
    *out = (struct projector){.mech = k, .nq = g->nq, .n = n, .m = n - g->rank};
    out->rho = sym_row(d->mem, g->nq * n);
    for (size_t i = 0; i < g->nq; i++)
        for (size_t B = 0; B < n; B++)
            out->rho[i * n + B] = g->model->section[B].anchor[i];
    find_two_form(d, out);
}

bool form_projector(struct diag *d, struct mech *k, struct projector *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    const size_t n = g->n, c = n - g->rank;
    form_projector_bundle(d, k, out);
    if (!k->quadratic) {
        base_error(d, m->source_at, "the projector form needs kinetic energy of a metric")->help =
            "for what is not quadratic in the velocities there are: dirac, lagrangian, "
            "lagrange-dirac";
        return false;
    }
    ex **const rows[] = {&out->P,      &out->Q,       &out->rise, &out->pi, &out->y,
                         &out->bar,    &out->u,       &out->b,    &out->mu, &out->part,
                         &out->offset, &out->carried, &out->shift};
    const size_t room[] = {n * n, n * n, n * c, n, n, n, n, c, c * n, n, n, n, n};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = sym_row(d->mem, room[i]);
    if (!find_forms(d, out) || !find_metric(d, out))
        return false;
    if (!raise_forms(d, out))
        return false;
    find_core(d, out);
    find_way(out);
    if (!project_state(d, out)) {
        if (!ex_error(m->store))
            base_error(d, m->source_at, "the metric is degenerate across the constraints");
        return false;
    }
    out->runs = depends_on_time(out);
    return true;
}

/* ---- derivatives ---- */

void form_along(const struct projector *pr, const ex *X, const ex *e, size_t m, ex *out)
{
    const struct model *model = pr->mech->geom->model;
    struct store *s = model->store;
    ex *q = sym_row(ex_mem(s), pr->nq), *dq = sym_row(ex_mem(s), pr->nq);
    for (size_t i = 0; i < pr->nq; i++) {
        q[i] = model->coord[i].q;
        dq[i] = sym_dot(s, &pr->rho[i * pr->n], 1, X, pr->n);
    }
    ex_directional(s, e, m, q, dq, pr->nq, out);
}

/* C^D_AB of [e_A, e_B]; 0 for coordinate fields. */
static ex structure(const struct projector *pr, size_t A, size_t B, size_t D)
{
    const struct model *m = pr->mech->geom->model;
    return m->bracket ? m->bracket[(A * pr->n + B) * pr->n + D] : ex_int(m->store, 0);
}

void form_projector_rotation(const struct projector *pr, const ex *p, ex *K)
{
    struct store *s = pr->mech->geom->model->store;
    const size_t n = pr->n;
    for (size_t A = 0; A < n; A++)
        for (size_t B = 0; B < n; B++) {
            ex sum = ex_int(s, 0);
            for (size_t D = 0; D < n; D++)
                sum = ex_sub(s, sum, ex_mul2(s, structure(pr, A, B, D), p[D]));
            K[A * n + B] = sum;
        }
}

/* {p_A, p_B} = D_AB + F(P e_A, P e_B) - P e_A(A_B) + P e_B(A_A), where D is minus pi on the bracket
 * of P e_A and P e_B, and F = dA, to which a given two-form is added. All terms without derivatives
 * of P are one matrix between P^T and P. */
void form_projector_pairs(struct diag *d, const struct projector *pr, ex *D)
{
    struct store *s = pr->mech->geom->model->store;
    const size_t n = pr->n, size = n * n + n;
    ex *slope = sym_row(d->mem, n * size), *all = sym_row(d->mem, size), *X = sym_row(d->mem, n);
    ex *K = sym_row(d->mem, n * n), *half = sym_row(d->mem, n * n), *p = sym_row(d->mem, n);
    ex *across = sym_row(d->mem, n * n), *dA = sym_row(d->mem, n * n);
    for (size_t i = 0; i < size; i++)
        all[i] = i < n * n ? pr->P[i] : pr->A[i - n * n];
    for (size_t A = 0; A < n; A++) {
        for (size_t B = 0; B < n; B++)
            X[B] = pr->P[B * n + A];
        form_along(pr, X, all, size, &slope[A * size]); /* P e_A of P and of A */
        for (size_t B = 0; B < n; B++)
            X[B] = ex_int(s, A == B);
        form_along(pr, X, pr->A, n, &dA[A * n]);
        p[A] = ex_add2(s, pr->bar[A], pr->A[A]);
    }
    form_projector_rotation(pr, p, K);
    for (size_t A = 0; A < n; A++)
        for (size_t B = 0; B < n; B++) {
            const ex term[] = {K[A * n + B], dA[A * n + B], ex_neg(s, dA[B * n + A]),
                               pr->two ? pr->two[A * n + B] : ex_int(s, 0)};
            half[A * n + B] = ex_add(s, term, 4);
        }
    sym_times(s, half, pr->P, n, n, n, K);
    ex_matrix_transpose(pr->P, n, n, across);
    sym_times(s, across, K, n, n, n, half);
    for (size_t A = 0; A < n; A++)
        for (size_t B = 0; B < n; B++) {
            const ex *a = &slope[A * size], *b = &slope[B * size];
            const ex term[] = {sym_dot(s, &b[A], n, pr->bar, n),
                               ex_neg(s, sym_dot(s, &a[B], n, pr->bar, n)), half[A * n + B],
                               ex_neg(s, a[n * n + B]), b[n * n + A]};
            D[A * n + B] = A == B  ? ex_int(s, 0)
                           : A < B ? sym_tidy(s, ex_add(s, term, 5))
                                   : ex_neg(s, D[B * n + A]);
        }
}
