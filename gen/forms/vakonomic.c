/* gen/forms/vakonomic.c -- form `vakonomic`: the constraint inside the variational principle.
 *
 * The extended Lagrangian is L + lambda^i (mu_i(y) - b_i), y the velocities along the natural
 * basis, and its momenta are p^_B = g_BC y^C + A_B + lambda^i mu_iB. They are free: (q, p^) are
 * canonical coordinates of the final constraint manifold M_2 = T*Q. There
 *
 *   D_ij lambda^j = mu_i g^-1 (p^ - A) - b_i,  D = mu g^-1 mu^T,   y = g^-1 (p^ - A - mu^T lambda),
 *   q' = rho y,   p^_C' = rho_C(L + lambda (mu(y) - b)) + C^D_BC y^B p^_D + Q_C
 *
 * (rho_C at fixed y and lambda), which is, without the forces Q, Hamilton's equation of
 * h_2 = E + lambda b, because h_2 = <p^, y> - L is critical in lambda. [e_B, e_C] = C^D_BC e_D. For
 * E = TQ, A = 0 and b = 0 this is h_2 = 1/2 p^ P g^-1 p^ + V.
 *
 * Martinez, Cortes, de Leon: The geometrical theory of constraints applied to the dynamics of
 * vakonomic mechanical systems: the vakonomic bracket, sections V to VII.
 */
#include "gen/forms/vakonomic.h"
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/operations.h"
#include "gen/language/scope.h"

#include <string.h>

/* ---- metric and forms ---- */

/* Forms of the user; if only a frame is given, those of its complement. */
static bool find_forms(struct diag *d, struct vakonomic *v)
{
    const struct model *m = v->model;
    struct geom *g = v->mech->geom;
    const ex *coframe = m->constraints || v->m == 0 ? NULL : geom_coframe(d, g);
    if (!m->constraints && v->m && !coframe)
        return false;
    v->mu = sym_row(d->mem, v->m * v->n);
    v->b = sym_row(d->mem, v->m);
    for (size_t i = 0; i < v->m; i++) {
        const ex *form = m->constraints ? m->constraint[i].form : &coframe[(g->rank + i) * v->n];
        memcpy(&v->mu[i * v->n], form, v->n * sizeof *form);
        v->b[i] = m->constraints ? m->constraint[i].speed : g->drift[g->rank + i];
    }
    return true;
}

/* g, A and V of the Lagrangian in natural velocities. */
static void find_metric(struct diag *d, struct vakonomic *v, ex L0)
{
    struct store *s = v->model->store;
    const size_t n = v->n;
    ex *zero = sym_row(d->mem, n);
    v->g = sym_row(d->mem, n * n);
    v->A = sym_row(d->mem, n);
    for (size_t B = 0; B < n; B++)
        zero[B] = ex_int(s, 0);
    ex_gradient(s, L0, v->v, n, v->A);
    ex_subst(s, v->A, n, v->v, zero, n, v->A);
    ex_subst(s, &L0, 1, v->v, zero, n, &v->V);
    v->V = ex_neg(s, v->V);
    ex_hessian(s, L0, v->v, n, v->g);
    ex_subst(s, v->g, n * n, v->v, zero, n, v->g); /* g does not depend on v, but may contain it */
    for (size_t B = 0; B < n; B++)
        for (size_t C = 0; C < B; C++)
            v->g[B * n + C] = v->g[C * n + B];
}

/* g^-1, mu g^-1 and D, where they are small. */
static void find_inverse(struct diag *d, struct vakonomic *v)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m;
    if (n > SYM_SMALL_RANK)
        return;
    ex *one = sym_row(d->mem, n * n), *inverse = sym_row(d->mem, n * n);
    for (size_t i = 0; i < n * n; i++)
        one[i] = ex_int(s, i / n == i % n);
    if (!sym_solve(s, v->g, n, one, n, inverse))
        return; /* a Lagrangian may be regular on C only */
    for (size_t B = 0; B < n; B++)
        for (size_t C = 0; C < B; C++)
            inverse[B * n + C] = inverse[C * n + B];
    for (size_t i = 0; i < n * n; i++)
        inverse[i] = sym_tidy(s, inverse[i]);
    v->gi = inverse;
    v->mgi = sym_row(d->mem, m * n);
    v->D = sym_row(d->mem, m * m);
    sym_times(s, v->mu, v->gi, m, n, n, v->mgi);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            v->D[i * m + j] = i > j ? v->D[j * m + i]
                                    : sym_tidy(s, sym_dot(s, &v->mgi[i * n], 1, &v->mu[j * n], n));
}

bool form_vakonomic(struct diag *d, struct mech *k, struct vakonomic *out)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    *out = (struct vakonomic){
        .model = m, .mech = k, .nq = k->geom->nq, .n = k->geom->n, .m = k->geom->n - k->geom->rank};
    if (!k->quadratic) {
        base_error(d, m->source_at,
                   "the vakonomic form needs a Lagrangian that is quadratic in the velocities")
            ->help = "momenta are solved for velocities and multipliers at once, which must be a "
                     "linear problem";
        return false;
    }
    if (!form_no_virtual(d, m, "vakonomic"))
        return false;
    const ex L0 = form_natural_lagrangian(d, k);
    out->v = sym_row(d->mem, out->n);
    out->phat = sym_row(d->mem, out->n);
    for (size_t B = 0; B < out->n; B++) {
        out->v[B] = m->section[B].velocity;
        out->phat[B] = m->section[B].momentum;
    }
    if (L0 == EX_POISON || !find_forms(d, out))
        return false;
    find_metric(d, out, L0);
    find_inverse(d, out);
    out->lambda = sym_row(d->mem, out->m);
    out->phi = sym_row(d->mem, out->m);
    out->lambda_name = mem_take_array(d->mem, out->m + 1, sizeof *out->lambda_name);
    out->L = L0;
    for (size_t i = 0; i < out->m; i++) {
        out->lambda_name[i] = lang_unused_name(m, base_text(d->mem, "lambda%zu", i + 1));
        out->lambda[i] = ex_sym(s, out->lambda_name[i], 0);
        out->phi[i] = ex_sub(s, sym_dot(s, &out->mu[i * out->n], 1, out->v, out->n), out->b[i]);
        out->L = ex_add2(s, out->L, ex_mul2(s, out->lambda[i], out->phi[i]));
    }
    return true;
}

void form_vakonomic_at(const struct vakonomic *v, const struct system *sys, const ex *e, size_t m,
                       ex *out)
{
    struct mem *mem = ex_mem(v->model->store);
    ex *from = sym_row(mem, v->n + v->m), *to = sym_row(mem, v->n + v->m);
    memcpy(from, v->v, v->n * sizeof *from);
    memcpy(to, sys->natural->velocity, v->n * sizeof *to);
    memcpy(from + v->n, v->lambda, v->m * sizeof *from);
    memcpy(to + v->n, sys->natural->multiplier, v->m * sizeof *to);
    ex_subst(v->model->store, e, m, from, to, v->n + v->m, out);
}

void form_vakonomic_slope(const struct vakonomic *v, ex e, ex *out)
{
    const struct model *m = v->model;
    ex *q = sym_row(ex_mem(m->store), v->nq), *dq = sym_row(ex_mem(m->store), v->nq);
    for (size_t i = 0; i < v->nq; i++)
        q[i] = m->coord[i].q;
    ex_gradient(m->store, e, q, v->nq, dq);
    for (size_t B = 0; B < v->n; B++)
        out[B] = sym_dot(m->store, m->section[B].anchor, 1, dq, v->nq);
}

ex *form_vakonomic_forces(struct diag *d, const struct vakonomic *v)
{
    struct mech *k = v->mech;
    struct store *s = v->model->store;
    const size_t n = v->n;
    if (!k->load && !k->two)
        return NULL;
    const ex *coframe = geom_coframe(d, k->geom);
    if (!coframe)
        return NULL;
    ex *z = sym_row(d->mem, n), *symbol = sym_row(d->mem, n), *Q = sym_row(d->mem, n);
    ex *out = sym_row(d->mem, n);
    sym_times(s, coframe, v->v, n, n, 1, z);
    for (size_t A = 0; A < n; A++)
        symbol[A] = v->model->field[A].z;
    for (size_t A = 0; A < n; A++) {
        Q[A] = k->load ? k->load[A] : ex_int(s, 0);
        if (k->two)
            Q[A] = ex_add2(s, Q[A], sym_dot(s, &k->two[A * n], 1, symbol, n));
    }
    ex_subst(s, Q, n, symbol, z, n, Q);
    for (size_t B = 0; B < n; B++)
        out[B] = sym_dot(s, &coframe[B], n, Q, n);
    return out;
}

/* ---- momenta solved for velocities and multipliers ---- */

static bool by_inverse(struct diag *d, const struct vakonomic *v, const ex *p, const ex *b, ex *y,
                       ex *lambda)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m;
    ex *left = sym_row(d->mem, n), *right = sym_row(d->mem, m);
    for (size_t i = 0; i < m; i++)
        right[i] = ex_sub(s, sym_dot(s, &v->mgi[i * n], 1, p, n), b[i]);
    if (!sym_solve(s, v->D, m, right, 1, lambda))
        return false;
    for (size_t i = 0; i < m; i++)
        lambda[i] = ex_hold(s, lambda[i]);
    for (size_t B = 0; B < n; B++)
        left[B] = ex_sub(s, p[B], sym_dot(s, &v->mu[B], n, lambda, m));
    sym_times(s, v->gi, left, n, n, 1, y);
    return true;
}

/* [[g, mu^T], [mu, 0]], which is regular where g is on C and the constraints are independent. */
static ex *bordered(struct diag *d, const struct vakonomic *v)
{
    const size_t n = v->n, all = n + v->m;
    ex *a = sym_row(d->mem, all * all);
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < all; j++)
            a[i * all + j] = i < n && j < n ? v->g[i * n + j]
                             : i < n        ? v->mu[(j - n) * n + i]
                             : j < n        ? v->mu[(i - n) * n + j]
                                            : ex_int(v->model->store, 0);
    return a;
}

static bool at_once(struct diag *d, const struct vakonomic *v, const ex *p, const ex *b, ex *y,
                    ex *lambda)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, all = n + m;
    ex *a = bordered(d, v), *right = sym_row(d->mem, all), *x = sym_row(d->mem, all);
    for (size_t i = 0; i < all; i++)
        right[i] = i < n ? p[i] : b[i - n];
    if (!sym_solve(s, a, all, right, 1, x))
        return false;
    for (size_t i = 0; i < all; i++)
        *(i < n ? &y[i] : &lambda[i - n]) = ex_hold(s, x[i]);
    return true;
}

bool form_vakonomic_solve(struct diag *d, const struct vakonomic *v, const ex *p, const ex *b,
                          ex *y, ex *lambda)
{
    return v->gi ? by_inverse(d, v, p, b, y, lambda) : at_once(d, v, p, b, y, lambda);
}

/* ---- the system ---- */

/* E = 1/2 (<p^ - A, y> - lambda b) + V */
static void put_energy(const struct vakonomic *v, struct system *out)
{
    struct store *s = v->model->store;
    ex *pi = sym_row(ex_mem(s), v->n);
    for (size_t B = 0; B < v->n; B++)
        pi[B] = ex_sub(s, v->phat[B], v->A[B]);
    const ex twice = ex_sub(s, sym_dot(s, pi, 1, out->natural->velocity, v->n),
                            sym_dot(s, out->natural->multiplier, 1, v->b, v->m));
    form_block_make(out, RT_liouville, 1, 1)[0] = twice;
    form_block_make(out, RT_energy, 1, 1)[0] = ex_add2(s, ex_mul2(s, ex_rat(s, 1, 2), twice), v->V);
}

/* {q, p^_C} = rho_C, {p^_C, p^_B} = C^D_BC p^_D + F(e_C, e_B); `two` is F, or NULL */
static void put_bivector(const struct vakonomic *v, struct system *out, const ex *two)
{
    const struct model *m = v->model;
    struct store *s = m->store;
    const size_t n = v->n, nq = v->nq, all = nq + n;
    ex *B = form_block_make(out, RT_bivector, all, all);
    for (size_t i = 0; i < all * all; i++)
        B[i] = ex_int(s, 0);
    for (size_t a = 0; a < n; a++) {
        for (size_t i = 0; i < nq; i++) {
            B[i * all + nq + a] = m->section[a].anchor[i];
            B[(nq + a) * all + i] = ex_neg(s, m->section[a].anchor[i]);
        }
        for (size_t b = 0; b < n; b++) {
            ex sum = two ? two[a * n + b] : ex_int(s, 0);
            if (m->bracket)
                sum = ex_add2(s, sum, sym_dot(s, &m->bracket[(b * n + a) * n], 1, v->phat, n));
            B[(nq + a) * all + nq + b] = sum;
        }
    }
}

ex *form_vakonomic_two_form(struct diag *d, const struct vakonomic *v)
{
    struct store *s = v->model->store;
    const size_t n = v->n;
    const ex *coframe = v->mech->two ? geom_coframe(d, v->mech->geom) : NULL;
    if (!coframe)
        return NULL;
    ex *half = sym_row(d->mem, n * n), *across = sym_row(d->mem, n * n),
       *out = sym_row(d->mem, n * n);
    ex_matrix_transpose(coframe, n, n, across);
    sym_times(s, v->mech->two, coframe, n, n, n, half);
    sym_times(s, across, half, n, n, n, out);
    return out;
}

static bool put_rates(struct diag *d, const struct vakonomic *v, struct system *out)
{
    const struct model *m = v->model;
    struct store *s = m->store;
    const size_t n = v->n, nq = v->nq;
    ex *rhs = form_block_make(out, RT_rhs, nq + n, 1), *force = sym_row(d->mem, n);
    const ex *Q = form_vakonomic_forces(d, v);
    form_vakonomic_slope(v, v->L, force);
    for (size_t C = 0; C < n && Q; C++)
        force[C] = ex_add2(s, force[C], Q[C]);
    form_vakonomic_at(v, out, force, n, force);
    for (size_t i = 0; i < nq; i++) {
        rhs[i] = ex_int(s, 0);
        for (size_t B = 0; B < n; B++)
            rhs[i] =
                ex_add2(s, rhs[i], ex_mul2(s, m->section[B].anchor[i], out->natural->velocity[B]));
    }
    for (size_t C = 0; C < n; C++) {
        rhs[nq + C] = force[C];
        for (size_t B = 0; B < n && m->bracket; B++) {
            const ex on = sym_dot(s, &m->bracket[(B * n + C) * n], 1, v->phat, n);
            rhs[nq + C] = ex_add2(s, rhs[nq + C], ex_mul2(s, out->natural->velocity[B], on));
        }
    }
    return Q || (!v->mech->load && !v->mech->two);
}

/* Adds an unknown for each multiplier: p^ = g y + A + mu^T lambda on the chart. */
static void put_multipliers(const struct vakonomic *v, struct system *out, const ex *lambda)
{
    struct store *s = v->model->store;
    out->natural->multiplier = sym_row(ex_mem(s), v->m);
    ex *block = v->m ? form_block_make(out, RT_multiplier, v->m, 1) : NULL;
    for (size_t i = 0; i < v->m; i++) {
        const ex symbol = form_add_unknown(out, v->lambda_name[i]);
        out->natural->multiplier[i] = block[i] = lambda[i];
        for (size_t B = 0; B < v->n; B++)
            out->natural->chart[v->nq + B] =
                ex_add2(s, out->natural->chart[v->nq + B], ex_mul2(s, symbol, v->mu[i * v->n + B]));
    }
}

ex form_vakonomic_h2(const struct vakonomic *v, const struct system *sys)
{
    return ex_add2(v->model->store, sys->block[RT_energy].at[0],
                   sym_dot(v->model->store, sys->natural->multiplier, 1, v->b, v->m));
}

bool form_vakonomic_pushed(const struct vakonomic *v)
{
    const ex *load = v->mech->load;
    for (size_t A = 0; A < v->n && load; A++)
        if (ex_zero(v->model->store, load[A], false).answer != EX_ZERO)
            return true;
    return false;
}

/* Without forces h_2 generates the motion, and is conserved where it does not depend on t. */
static void put_moving(const struct vakonomic *v, struct system *out)
{
    struct store *s = v->model->store;
    const ex h2 = form_vakonomic_h2(v, out);
    ex rate = EX_POISON;
    if (ex_has(s, v->L, v->model->time) || v->mech->load)
        return;
    form_rates(out, &h2, 1, &rate);
    if (sym_vanishes(s, rate, &out->claims))
        form_block_make(out, RT_moving, 1, 1)[0] = h2;
}

/* Without differentiating solutions: dh_2/dp^ = y and rho_C(h_2) = -rho_C(L + lambda phi), since
 * h_2 is critical in y and lambda. */
static void put_gradient(const struct vakonomic *v, struct system *out)
{
    struct store *s = v->model->store;
    const size_t n = v->n, nq = v->nq;
    ex *grad = form_block_make(out, RT_grad, nq + n, 1), *q = sym_row(ex_mem(s), nq);
    if (v->gi || v->mech->geom->affine) {
        ex_gradient(s, out->block[RT_energy].at[0], out->state, out->states, grad);
        return;
    }
    for (size_t i = 0; i < nq; i++)
        q[i] = v->model->coord[i].q;
    ex_gradient(s, v->L, q, nq, grad);
    form_vakonomic_at(v, out, grad, nq, grad);
    for (size_t i = 0; i < nq; i++)
        grad[i] = ex_neg(s, grad[i]);
    for (size_t B = 0; B < n; B++) {
        const ex shift = sym_dot(s, &v->mu[B], n, out->natural->multiplier, v->m);
        const ex mass = sym_dot(s, &v->g[B * n], 1, out->natural->velocity, n);
        const ex p = ex_add2(s, ex_add2(s, mass, v->A[B]), shift);
        sym_note_claim(s, ex_sub(s, p, v->phat[B]), &out->claims);
        grad[nq + B] = out->natural->velocity[B];
    }
}

static bool find_objects(struct diag *d, struct system *sys)
{
    struct vakonomic v;
    if (sys->model->constraints)
        form_put_bases(sys);
    return form_vakonomic(d, sys->mech, &v) && form_vakonomic_on_velocities(d, &v, sys) &&
           form_vakonomic_on_momenta(d, &v, sys);
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    struct vakonomic v;
    if (!form_vakonomic(d, k, &v))
        return false;
    struct store *s = v.model->store;
    ex *y = sym_row(d->mem, v.n), *lambda = sym_row(d->mem, v.m), *pi = sym_row(d->mem, v.n);
    for (size_t B = 0; B < v.n; B++)
        pi[B] = ex_sub(s, v.phat[B], v.A[B]);
    if (!form_vakonomic_solve(d, &v, pi, v.b, y, lambda)) {
        base_error(d, v.model->source_at, "momenta do not determine velocities and multipliers")
            ->help = "the Lagrangian must be regular on the allowed velocities, and the "
                     "constraints independent";
        return false;
    }
    if (!form_natural_states(d, k, out, true, y, v.phat))
        return false;
    put_multipliers(&v, out, lambda);
    put_energy(&v, out);
    put_bivector(&v, out, form_vakonomic_two_form(d, &v));
    if (!put_rates(d, &v, out))
        return false;
    put_gradient(&v, out);
    if (k->geom->affine)
        put_moving(&v, out);
    if (k->geom->affine || k->load)
        form_find_drift_block(out);
    return true;
}

static size_t find_relation(struct diag *d, struct proofs *p, struct system *sys,
                            struct finding *out)
{
    return form_vakonomic_findings(d, p, sys->mech, sys, out);
}

/* A metric that is degenerate everywhere: what must be regular is its part on C. */
static size_t regular(struct diag *d, const struct system *sys, struct regular *out)
{
    struct vakonomic v;
    if (!form_vakonomic(d, sys->mech, &v) || v.m == 0 ||
        ex_ranks(v.model->store, v.g, v.n, v.n).most == v.n)
        return 0;
    *out = (struct regular){
        .at = bordered(d, &v),
        .n = v.n + v.m,
        .singular = "the mass matrix on C is singular",
        .where = v.model->source_at,
        .message = "the mass matrix on the allowed velocities is singular at the start",
        .help = "momenta do not determine velocities and multipliers there: start elsewhere"};
    return 1;
}

/* Constraints that depend on t do work in lambda mu(y). */
static bool is_driven(const struct system *sys)
{
    return sys->geom->moving;
}

const struct form_ops form_ops_vakonomic = {
    .build = build,
    .objects = find_objects,
    .dynamics = find_relation,
    .regular = regular,
    .driven = is_driven,
    .balance = form_balance_of_bracket,
    .uncovered = "abnormal extremals are not covered",
};
