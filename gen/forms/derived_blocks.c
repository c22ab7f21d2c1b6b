/* gen/forms/derived_blocks.c -- blocks of any system: accelerations, power, reactions, structure.
 *
 * The reaction along a field f_alpha of the complement is the rate of the momentum less the terms
 * of brackets, Lagrangian and forces,
 *
 *   N_alpha = eta_alpha' - <p, [zeta, f_alpha]> - rho_alpha(L) - Q_alpha,
 *
 * with [d/dt, f_alpha] added in a frame that moves; multipliers solve mu^k(f_alpha) lambda_k =
 * N_alpha. For a field Y with mu(Y) = b, E - <p, Y> is a moving energy when its rate vanishes.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"
#include "gen/language/values.h"

/* ---- rates ---- */

bool form_derive_accel(struct diag *d, struct system *sys)
{
    (void)d;
    form_rates(sys, sys->block[RT_rhs].at, sys->model->coords,
               form_block_make(sys, RT_accel, sys->model->coords, 1));
    return true;
}

bool form_derive_veldot(struct diag *d, struct system *sys)
{
    const size_t n = sys->block[RT_vel].rows;
    (void)d;
    form_rates(sys, sys->block[RT_vel].at, n, form_block_make(sys, RT_veldot, n, 1));
    return true;
}

bool form_derive_power(struct diag *d, struct system *sys)
{
    (void)d;
    form_rates(sys, sys->block[RT_energy].at, 1, form_block_make(sys, RT_power, 1, 1));
    return true;
}

/* ---- constraints ---- */

/* phi of the holonomic constraints, then mu(y) - b for all forms of the user; without forms, the
 * velocities along the complement of the frame. */
bool form_derive_constraint(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    const size_t k = g->n - g->rank, h = m->holonomics;
    ex *y = sym_row(d->mem, g->n);
    if (k == 0)
        return true;
    ex *out = form_block_make(sys, RT_constraint, h + k, 1);
    size_t *index = mem_take_array(d->mem, k + 1, sizeof *index);
    lang_find_holonomic(m, out, index);
    form_natural_velocities(sys, y);
    for (size_t i = 0; i < k; i++)
        out[h + i] = m->constraints ? ex_sub(s, sym_dot(s, m->constraint[i].form, 1, y, g->n),
                                             m->constraint[i].speed)
                                    : ex_sub(s, sys->zeta[g->rank + i], g->drift[g->rank + i]);
    for (size_t i = 0; i < k && !form_is_redundant(sys); i++) /* states on C satisfy them */
        if (sym_vanishes(s, out[h + i], &sys->claims))
            out[h + i] = ex_int(s, 0);
    return true;
}

/* rho_alpha(L), or -rho_alpha(H) without a Lagrangian */
static void slope_part(struct diag *d, struct system *sys, ex *slope)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t r = g->rank, n = g->n;
    if (sys->mech->has_lagrangian) {
        form_along_frame(d, sys->mech, sys, r, n - r, slope);
        return;
    }
    ex *q = sym_row(d->mem, g->nq), *dq = sym_row(d->mem, g->nq), *eta = sym_row(d->mem, n);
    for (size_t i = 0; i < g->nq; i++)
        q[i] = m->coord[i].q;
    for (size_t A = 0; A < n; A++)
        eta[A] = m->field[A].eta;
    ex_gradient(s, sys->mech->H, q, g->nq, dq);
    ex_subst(s, dq, g->nq, eta, sys->eta, n, dq);
    for (size_t alpha = r; alpha < n; alpha++)
        slope[alpha - r] = ex_neg(s, sym_dot(s, &g->rho[alpha], n, dq, g->nq));
}

bool form_multipliers_plain(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    struct geom *g = sys->geom;
    struct store *s = m->store;
    const size_t r = g->rank, n = g->n, k = n - r;
    ex *p = sym_row(d->mem, n), *N = sym_row(d->mem, k), *slope = sym_row(d->mem, k);
    ex *a = sym_row(d->mem, k * k), *f = sym_row(d->mem, n);
    if (k == 0)
        return true;
    if (!form_natural_momenta(d, sys, p))
        return false;
    slope_part(d, sys, slope);
    form_rates(sys, &sys->eta[r], k, N);
    for (size_t i = 0; i < k; i++) {
        const ex minus[] = {form_on_brackets(d, sys, p, r + i),
                            form_on_motion_of_frame(d, sys, p, r + i), slope[i],
                            form_force(sys->mech, sys, r + i)};
        N[i] = ex_sub(s, N[i], ex_add(s, minus, 4));
        for (size_t B = 0; B < n; B++)
            f[B] = g->frame[B * n + r + i];
        for (size_t c = 0; c < k; c++)
            a[i * k + c] =
                m->constraints ? sym_dot(s, m->constraint[c].form, 1, f, n) : ex_int(s, i == c);
    }
    ex *lambda = form_block_make(sys, RT_multiplier, k, 1);
    return n > SYM_SMALL_RANK ? sym_solve_long(s, a, k, N, lambda)
                              : sym_solve(s, a, k, N, 1, lambda);
}

bool form_derive_multiplier(struct diag *d, struct system *sys)
{
    return (sys->ops->multipliers ? sys->ops->multipliers : form_multipliers_plain)(d, sys);
}

/* ---- structure functions ---- */

bool form_derive_bivector(struct diag *d, struct system *sys)
{
    return !sys->ops->bivector || sys->ops->bivector(d, sys);
}

bool form_derive_structure(struct diag *d, struct system *sys)
{
    struct geom *g = sys->geom;
    if (!geom_structure(d, g))
        return false;
    ex *out = form_block_make(sys, RT_structure, g->structures, 1);
    for (size_t i = 0; i < g->structures; i++)
        out[i] = g->c[i].value;
    if (g->structures == 0)
        sys->block[RT_structure].at = NULL;
    return true;
}

/* ---- moving energies ---- */

ex form_try_moving(struct system *sys, ex along)
{
    struct store *s = sys->model->store;
    const ex e = ex_sub(s, sys->block[RT_energy].at[0], along);
    ex rate = EX_POISON;
    form_rates(sys, &e, 1, &rate);
    form_on_chart(sys, &rate, 1, &rate); /* on the constraints */
    if (ex_operations(s, &rate, 1) > SYM_MOVING)
        return EX_POISON;
    return sym_vanishes(s, rate, &sys->claims) ? e : EX_POISON;
}

/* Y along the k natural directions `col`, with mu(Y) = b. */
static ex try_columns(struct diag *d, struct system *sys, const ex *p, const size_t *col, size_t k,
                      ex *Y)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    ex *a = sym_row(d->mem, k * k), *b = sym_row(d->mem, k), *y = sym_row(d->mem, k);
    for (size_t i = 0; i < k; i++) {
        b[i] = m->constraint[i].speed;
        for (size_t j = 0; j < k; j++)
            a[i * k + j] = m->constraint[i].form[col[j]];
    }
    if (!sym_solve(s, a, k, b, 1, y))
        return EX_POISON;
    for (size_t B = 0; B < m->sections; B++)
        Y[B] = ex_int(s, 0);
    for (size_t j = 0; j < k; j++)
        Y[col[j]] = y[j];
    return form_try_moving(sys, sym_dot(s, p, 1, Y, m->sections));
}

bool form_derive_moving(struct diag *d, struct system *sys)
{
    enum { COLUMNS = 3, TRIES = 64 };
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    size_t col[COLUMNS], tries = 0;
    for (size_t j = 0; j < COLUMNS; j++)
        col[j] = j;
    ex *p = sym_row(d->mem, g->n), *Y = sym_row(ex_mem(s), g->n);
    if (!g->affine || !form_natural_momenta(d, sys, p))
        return true;
    sym_times(s, g->frame, g->drift, g->n, g->n, 1, Y);
    ex found = form_try_moving(sys, sym_dot(s, sys->eta, 1, g->drift, g->n));
    const bool few = m->constraints && m->constraints <= COLUMNS;
    while (few && found == EX_POISON && tries++ < TRIES) {
        found = try_columns(d, sys, p, col, m->constraints, Y);
        if (!sym_next_choice(col, m->constraints, g->n))
            break;
    }
    if (found == EX_POISON)
        found = form_symmetric_moving_energy(d, sys, p, Y);
    if (found == EX_POISON)
        return true;
    form_block_make(sys, RT_moving, 1, 1)[0] = found;
    sys->moves_along = Y;
    return true;
}

/* ---- derivatives, and conversion of states ---- */

/* The gradient of the energy, unless the form has put it. */
bool form_derive_grad(struct diag *d, struct system *sys)
{
    (void)d;
    if (!sys->block[RT_grad].at)
        ex_gradient(sys->model->store, sys->block[RT_energy].at[0], sys->state, sys->states,
                    form_block_make(sys, RT_grad, sys->states, 1));
    return true;
}

bool form_derive_jac(struct diag *d, struct system *sys)
{
    const size_t n = sys->states;
    (void)d;
    ex_jacobian(sys->model->store, sys->block[RT_rhs].at, n, sys->state, n,
                form_block_make(sys, RT_jac, n, n));
    return true;
}

/* The Jacobian of the constraints; none without constraints. */
bool form_derive_jacc(struct diag *d, struct system *sys)
{
    const struct block *c = &sys->block[RT_constraint];
    const size_t n = sys->states;
    if (!c->at && !form_derive_constraint(d, sys))
        return false;
    if (c->at)
        ex_jacobian(sys->model->store, c->at, c->rows, sys->state, n,
                    form_block_make(sys, RT_jacc, c->rows, n));
    return true;
}

static bool put_slopes(struct diag *d, struct system *sys, enum rt_block_name block, bool inputs)
{
    const struct model *m = sys->model;
    ex *p = sym_row(d->mem, m->params);
    size_t n = 0;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].input == inputs)
            p[n++] = m->param[i].symbol;
    if (n)
        ex_jacobian(m->store, sys->block[RT_rhs].at, sys->states, p, n,
                    form_block_make(sys, block, sys->states, n));
    return true;
}

bool form_derive_jacp(struct diag *d, struct system *sys)
{
    return put_slopes(d, sys, RT_jacp, false);
}

bool form_derive_jacu(struct diag *d, struct system *sys)
{
    return put_slopes(d, sys, RT_jacu, true);
}

bool form_derive_lift(struct diag *d, struct system *sys)
{
    const struct geom *g = sys->geom;
    ex *out = form_block_make(sys, RT_lift, g->nq + g->n, 1);
    (void)d;
    for (size_t i = 0; i < g->nq; i++)
        out[i] = sys->model->coord[i].q;
    form_natural_velocities(sys, out + g->nq);
    return true;
}

/* y itself, or p = dL/dy; absent where the state contains multipliers, which velocities do not
 * determine, or where velocities contain multipliers, as second-class constraints have them. */
static bool put_natural_drop(struct diag *d, struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    ex *y = sym_row(d->mem, g->n);
    if (form_state_multipliers(sys) || form_rests_in_states(sys) ||
        form_natural_lagrangian(d, sys->mech) == EX_POISON)
        return true;
    ex *out = form_block_make(sys, RT_drop, sys->states, 1);
    for (size_t i = 0; i < g->nq; i++)
        out[i] = m->coord[i].q;
    for (size_t B = 0; B < g->n; B++)
        out[g->nq + B] = y[B] = m->section[B].velocity;
    if (sys->kind == STATES_p)
        form_momenta_of(sys->mech, y, out + g->nq);
    return true;
}

/* z = F^-1 y, and eta = dL/dz at this z. */
bool form_derive_drop(struct diag *d, struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = g->n, r = g->rank;
    ex *y = sym_row(d->mem, n), *z = sym_row(d->mem, n), *at = sym_row(d->mem, n);
    const bool momenta = sys->kind == STATES_eta;
    if (form_has_free_momenta(sys))
        return true;
    if (form_is_redundant(sys))
        return put_natural_drop(d, sys);
    const ex *coframe = sys->mech->has_lagrangian ? geom_coframe(d, sys->geom) : NULL;
    if (!coframe)
        return !sys->mech->has_lagrangian;
    ex *out = form_block_make(sys, RT_drop, sys->states, 1);
    for (size_t B = 0; B < n; B++) {
        y[B] = m->section[B].velocity;
        z[B] = m->field[B].z;
    }
    sym_times(s, coframe, y, n, n, 1, at);
    for (size_t i = 0; i < g->nq; i++)
        out[i] = m->coord[i].q;
    if (momenta) {
        ex_gradient(s, sys->mech->L, z, r, out + g->nq);
        ex_subst(s, out + g->nq, r, z, at, n, out + g->nq);
    } else {
        for (size_t a = 0; a < r; a++)
            out[g->nq + a] = ex_sub(s, at[a], g->drift[a]);
    }
    return true;
}
