/* gen/forms/generalised.c -- form `generalised`: virtual displacements not in C, or two anchors.
 *
 * Velocities lie in C, reactions vanish on D~, of the same rank. With a complement that is
 * orthogonal to C, D~ is spanned by Pi f_c = f_c + T^alpha_c f_alpha, provided that E is the direct
 * sum of C and the orthogonal complement of D~ (virtual_displacements.c). On u = (q, eta_a)
 *
 *   u' = B grad H,   B = [  0           rho_a ]   rho^r_c = rho_c + T^alpha_c rho_alpha,
 *                        [ -(rho^r)^T   M     ]
 *
 *   M_ca = <p, [f_a, f_c]> + T^alpha_c (<p, [f_a, f_alpha]> - rho_a(A_alpha)) + F(Pi f_c, f_a),
 *
 * which is not skew: the bracket of C is [s, t] -> P [s, Pi t], with P the orthogonal projector,
 * and its anchors are rho and rho Pi. With R_A the terms of brackets, energy and forces along f_A,
 *
 *   N_alpha = eta_alpha' - R_alpha,   N_c = -T^alpha_c N_alpha,   eta_c' = R_c + N_c,
 *
 * N is the reaction, and eta_alpha = A_alpha + g_alpha,beta b^beta is a function of q and t.
 *
 * A Lagrangian that is not quadratic keeps its velocities as coordinates: W^A_d (dL/dz^A)' =
 * W^A_d R_A for displacements w_d = W^A_d f_A is solved for z'.
 *
 * On a bundle with anchors rho^l, rho^r and any bracket [s_a, s_b] = C^c_ab s_c it is, without
 * constraints, q' = rho^l_a H_a, p_b' = -rho^r_b(H) + C^c_ab p_c H_a.
 *
 * Balseiro: mechanics on algebroids; the exchanged anchors in its tables are corrected.
 */
#include "gen/forms/form.h"
#include "gen/forms/servo.h"
#include "gen/forms/workings.h"

/* Intermediate results, in a frame with an orthogonal complement. */
struct work {
    struct diag *diag;
    struct mech *mech;
    struct system *sys;
    ex *M;     /* n x n: <p, [f_j, f_A]> at A, j */
    ex *slope; /* n: rho^r_A(L) */
    ex *rate;  /* n: R_A */
};

static struct work begin(struct diag *d, struct mech *k, struct system *sys)
{
    const size_t n = k->geom->n;
    return (struct work){d, k, sys, sym_row(d->mem, n * n), sym_row(d->mem, n), sym_row(d->mem, n)};
}

/* M for the fields A < most, along all fields with a velocity. */
static bool pair_brackets(struct work *w, size_t most)
{
    struct geom *g = w->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n;
    ex *p = sym_row(w->diag->mem, n), *field = sym_row(w->diag->mem, n);
    if (!form_natural_momenta(w->diag, w->sys, p))
        return false;
    for (size_t A = 0; A < most; A++)
        for (size_t j = 0; j < n; j++) {
            const bool still = j >= g->rank && sym_is_null(s, w->sys->zeta[j]);
            const bool none = still || (A == j && geom_has_one_anchor(g));
            w->M[A * n + j] = ex_int(s, 0);
            if (none)
                continue;
            geom_bracket(g, A, j, field);
            w->M[A * n + j] = sym_tidy(s, sym_dot(s, p, 1, field, n));
        }
    return true;
}

/* R_A for A < most */
static bool find_rates(struct work *w, size_t most)
{
    const struct geom *g = w->mech->geom;
    struct store *s = g->model->store;
    ex *p = sym_row(w->diag->mem, g->n);
    if (!form_natural_momenta(w->diag, w->sys, p))
        return false;
    for (size_t A = 0; A < most; A++) {
        const ex term[] = {sym_dot(s, &w->M[A * g->n], 1, w->sys->zeta, g->n), w->slope[A],
                           form_on_motion_of_frame(w->diag, w->sys, p, A),
                           form_force(w->mech, w->sys, A)};
        w->rate[A] = ex_add(s, term, 4);
    }
    return true;
}

/* ---- virtual displacements ---- */

/* rho^r_A(L) at fixed velocities; K is L along other velocities where constraints are affine. */
static void find_slopes(struct work *w)
{
    const struct geom *g = w->mech->geom;
    const struct model *m = g->model;
    ex *q = sym_row(w->diag->mem, g->nq), *dq = sym_row(w->diag->mem, g->nq);
    for (size_t i = 0; i < g->nq; i++)
        q[i] = m->coord[i].q;
    ex_gradient(m->store, g->affine ? w->mech->L : w->mech->K, q, g->nq, dq);
    form_at_state(w->sys, dq, g->nq, dq);
    for (size_t A = 0; A < g->n; A++)
        w->slope[A] = sym_dot(m->store, &g->right[A], g->n, dq, g->nq);
}

/* eta_alpha = A_alpha + g_alpha,beta b^beta, and its rate. */
static void find_momenta_across(struct work *w, ex *rate)
{
    const struct geom *g = w->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, nq = g->nq;
    ex *x = sym_row(w->diag->mem, nq + 1), *dx = sym_row(w->diag->mem, nq + 1);
    for (size_t alpha = r; alpha < n; alpha++)
        w->sys->eta[alpha] = ex_add2(
            s, w->mech->A[alpha], sym_dot(s, &w->mech->g[alpha * n + r], 1, &g->drift[r], n - r));
    for (size_t i = 0; i < nq; i++) {
        x[i] = g->model->coord[i].q;
        dx[i] = sym_dot(s, &g->rho[i * n], 1, w->sys->zeta, n);
    }
    x[nq] = g->model->time;
    dx[nq] = ex_int(s, 1);
    ex_directional(s, &w->sys->eta[r], n - r, x, dx, nq + 1, rate);
}

/* N along all fields. */
static void find_reaction(struct work *w, const ex *across, struct servo *v)
{
    const struct geom *g = w->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank;
    v->reaction = sym_row(w->diag->mem, n);
    for (size_t alpha = r; alpha < n; alpha++)
        v->reaction[alpha] = sym_tidy(s, ex_sub(s, across[alpha - r], w->rate[alpha]));
    for (size_t c = 0; c < r; c++)
        v->reaction[c] = ex_neg(s, sym_dot(s, &v->T[c], r, &v->reaction[r], n - r));
}

/* rho_a(eta_alpha) for all a of C */
static void along_C(struct work *w, size_t alpha, ex *out)
{
    const struct geom *g = w->mech->geom;
    struct store *s = g->model->store;
    ex *q = sym_row(w->diag->mem, g->nq), *dq = sym_row(w->diag->mem, g->nq);
    for (size_t i = 0; i < g->nq; i++)
        q[i] = g->model->coord[i].q;
    ex_gradient(s, w->sys->eta[alpha], q, g->nq, dq);
    for (size_t a = 0; a < g->rank; a++)
        out[a] = sym_dot(s, &g->rho[a], g->n, dq, g->nq);
}

/* M_ca and rho^r_c of the header */
static void put_tensor(struct work *w, const struct servo *v)
{
    const struct mech *k = w->mech;
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, nq = g->nq;
    ex *right = sym_row(w->diag->mem, nq * r), *M = sym_row(w->diag->mem, r * r);
    ex *slope = sym_row(w->diag->mem, r);
    for (size_t i = 0; i < nq * r; i++)
        right[i] = g->right[i / r * n + i % r];
    for (size_t i = 0; i < r * r; i++) {
        const size_t c = i / r, a = i % r;
        M[i] = ex_add2(s, w->M[c * n + a], k->two ? k->two[c * n + a] : ex_int(s, 0));
    }
    for (size_t alpha = r; alpha < n && v->tilted; alpha++) {
        along_C(w, alpha, slope);
        for (size_t c = 0; c < r; c++) {
            const ex T = v->T[(alpha - r) * r + c];
            for (size_t i = 0; i < nq; i++)
                right[i * r + c] =
                    ex_add2(s, right[i * r + c], ex_mul2(s, T, g->right[i * n + alpha]));
            for (size_t a = 0; a < r; a++) {
                const ex two = k->two ? k->two[alpha * n + a] : ex_int(s, 0);
                const ex term[] = {w->M[alpha * n + a], two, ex_neg(s, slope[a])};
                M[c * r + a] = ex_add2(s, M[c * r + a], ex_mul2(s, T, ex_add(s, term, 3)));
            }
        }
    }
    for (size_t i = 0; i < nq * r; i++)
        right[i] = sym_tidy(s, right[i]);
    for (size_t i = 0; i < r * r; i++)
        M[i] = sym_tidy(s, M[i]);
    form_put_tensor(k, w->sys, right, r, M);
}

static bool put_motion(struct work *w, struct servo *v)
{
    const struct geom *g = w->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, nq = g->nq, most = v->tilted ? n : r;
    struct system *out = w->sys;
    ex *across = sym_row(w->diag->mem, n - r);
    find_momenta_across(w, across);
    find_slopes(w);
    if (!pair_brackets(w, most) || !find_rates(w, most))
        return false;
    if (v->tilted)
        find_reaction(w, across, v);
    ex *rhs = form_block_make(out, RT_rhs, nq + r, 1);
    for (size_t i = 0; i < nq; i++)
        rhs[i] = sym_dot(s, &g->rho[i * n], 1, out->zeta, n);
    for (size_t c = 0; c < r; c++)
        rhs[nq + c] = sym_tidy(s, v->tilted ? ex_add2(s, w->rate[c], v->reaction[c]) : w->rate[c]);
    form_energy_gradient(w->diag, w->mech, out, form_block_make(out, RT_grad, nq + r, 1));
    put_tensor(w, v);
    if (g->affine || g->moving || w->mech->load)
        form_find_drift_block(out);
    return true;
}

/* ---- any Hamiltonian, without constraints ---- */

static bool by_hamiltonian(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq;
    struct work w = begin(d, k, out);
    form_states(d, out, true);
    ex *grad = form_block_make(out, RT_grad, nq + n, 1);
    ex *rhs = form_block_make(out, RT_rhs, nq + n, 1), *M = sym_row(d->mem, n * n);
    ex_gradient(s, k->H, out->state, nq + n, grad);
    for (size_t A = 0; A < n; A++) {
        out->eta[A] = m->field[A].eta;
        out->zeta[A] = grad[nq + A];
        w.slope[A] = ex_neg(s, sym_dot(s, &g->right[A], n, grad, nq));
    }
    form_block_make(out, RT_energy, 1, 1)[0] = k->H;
    form_block_make(out, RT_liouville, 1, 1)[0] = sym_dot(s, out->eta, 1, out->zeta, n);
    if (!pair_brackets(&w, n) || !find_rates(&w, n))
        return false;
    for (size_t i = 0; i < nq; i++)
        rhs[i] = sym_dot(s, &g->rho[i * n], 1, out->zeta, n);
    for (size_t b = 0; b < n; b++)
        rhs[nq + b] = sym_tidy(s, w.rate[b]);
    for (size_t i = 0; i < n * n; i++)
        M[i] = ex_add2(s, w.M[i], k->two ? k->two[i] : ex_int(s, 0));
    form_put_tensor(k, out, g->right, g->rank, M);
    if (g->moving || k->load)
        form_find_drift_block(out);
    return true;
}

/* Solves in a frame with an orthogonal complement, and converts the result to the given frame. */
static bool by_metric(struct diag *d, struct mech *k, struct system *out)
{
    struct mech *o = form_orthogonal(d, k, &out->claims);
    struct servo *v = o ? form_servo(d, k, o, &out->claims) : NULL;
    if (!v)
        return false;
    const struct system outer = *out;
    out->model = o->geom->model;
    out->geom = o->geom;
    out->mech = o;
    form_states(d, out, true);
    struct work w = begin(d, o, out);
    const bool good = form_momentum_states(d, o, out) && put_motion(&w, v);
    out->model = outer.model;
    out->geom = outer.geom;
    out->mech = outer.mech;
    if (!good)
        return false;
    out->own = outer.model->virtuals || !geom_has_one_anchor(k->geom) ? v : NULL;
    form_in_given_frame(k, o, out);
    return true;
}

/* ---- any Lagrangian, in velocities ---- */

/* Rows of the virtual displacements along the frame of the user. */
static ex *displacements(struct diag *d, const struct geom *g, const struct servo *v)
{
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank;
    ex *W = sym_row(d->mem, r * n);
    for (size_t i = 0; i < r * n; i++) {
        const size_t c = i / n, A = i % n;
        W[i] = v->field ? v->field[i] : A < r ? ex_int(s, A == c) : v->T[(A - r) * r + c];
    }
    return W;
}

/* W^A_d (dL/dz^A)' = W^A_d R_A, solved for z'; and N_A = (dL/dz^A)' - R_A. */
static bool solve_rates(struct work *w, struct servo *v)
{
    const struct geom *g = w->mech->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct system *out = w->sys;
    const size_t n = g->n, r = g->rank, nq = g->nq;
    ex *x = sym_row(w->diag->mem, nq + 1), *dx = sym_row(w->diag->mem, nq + 1);
    ex *still = sym_row(w->diag->mem, n), *bend = sym_row(w->diag->mem, n * r);
    ex *right = sym_row(w->diag->mem, r), *rhs = form_block_make(out, RT_rhs, nq + r, 1);
    const ex *W = displacements(w->diag, g, v);
    for (size_t i = 0; i < nq; i++) {
        x[i] = m->coord[i].q;
        rhs[i] = dx[i] = sym_dot(s, &g->rho[i * n], 1, out->zeta, n);
    }
    x[nq] = m->time;
    dx[nq] = ex_int(s, 1);
    ex_directional(s, out->eta, n, x, dx, nq + 1, still);
    ex_jacobian(s, out->eta, n, &out->state[nq], r, bend);
    v->M = sym_row(w->diag->mem, r * r);
    v->rows = r;
    sym_times(s, W, bend, r, n, r, v->M);
    for (size_t A = 0; A < n; A++)
        still[A] = ex_sub(s, w->rate[A], still[A]);
    sym_times(s, W, still, r, n, 1, right);
    if (!sym_solve(s, v->M, r, right, 1, &rhs[nq])) {
        base_error(w->diag, m->source_at,
                   "accelerations do not follow from the virtual displacements")
            ->help = "the Hessian of the Lagrangian on virtual displacements and allowed "
                     "velocities is singular";
        return false;
    }
    v->reaction = sym_row(w->diag->mem, n);
    sym_times(s, bend, &rhs[nq], n, r, 1, v->reaction);
    for (size_t A = 0; A < n; A++)
        v->reaction[A] = ex_sub(s, v->reaction[A], still[A]);
    return true;
}

static bool by_lagrangian(struct diag *d, struct mech *k, struct system *out)
{
    struct store *s = k->geom->model->store;
    const size_t r = k->geom->rank, n = k->geom->n;
    struct servo *v = form_servo(d, k, k, &out->claims);
    if (!v)
        return false;
    form_velocity_states(d, k, out);
    struct work w = begin(d, k, out);
    form_along_frame(d, k, out, 0, n, w.slope);
    if (!pair_brackets(&w, n) || !find_rates(&w, n) || !solve_rates(&w, v))
        return false;
    struct workings *found = form_workings(out);
    found->pull = sym_row(d->mem, r);
    for (size_t a = 0; a < r; a++)
        found->pull[a] = ex_add2(s, w.rate[a], v->tilted ? v->reaction[a] : ex_int(s, 0));
    form_velocity_energy(k, out);
    out->own = k->geom->model->virtuals ? v : NULL;
    return true;
}

/* ---- operations ---- */

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    if (k->has_hamiltonian && g->rank == g->n)
        return by_hamiltonian(d, k, out);
    if (k->has_lagrangian)
        return k->quadratic ? by_metric(d, k, out) : by_lagrangian(d, k, out);
    base_error(d, g->model->source_at, "the generalised form needs a Lagrangian")->help =
        "with constraints, a Hamiltonian must be quadratic in the momenta, with a regular Hessian";
    return false;
}

static enum form_fit fit(const struct model *m)
{
    const bool law = m->law != LAW_vakonomic && m->law != LAW_gradient;
    return law && (m->virtuals || m->two_anchors) ? FIT_only : FIT_plain;
}

static const char *not_skew(const struct system *sys)
{
    return form_is_tilted(sys) || !geom_has_one_anchor(sys->geom) ? "not skew" : NULL;
}

/* d'Alembert's law where virtual displacements are the allowed velocities, stated or not. */
static enum lang_law law(const struct system *sys)
{
    const bool stated = sys->model->virtuals || sys->model->two_anchors;
    return !stated || (sys->own && !not_skew(sys)) ? LAW_nonholonomic : sys->form->law;
}

/* False with virtual displacements or two anchors. */
static bool resets_velocities(const struct system *sys)
{
    return !sys->own;
}

const struct form_ops form_ops_generalised = {
    .build = build,
    .fit = fit,
    .applies = form_no_second_class,
    .law = law,
    .not_skew = not_skew,
    .resets_velocities = resets_velocities,
    .objects = form_servo_objects,
    .multipliers = form_servo_multipliers,
    .multiplier_title = form_servo_multiplier_title,
    .regular = form_servo_regular,
    .geometry = form_servo_geometry,
    .dynamics = form_servo_dynamics,
    .reactions = form_servo_powers,
    .balance = form_servo_balance,
};
