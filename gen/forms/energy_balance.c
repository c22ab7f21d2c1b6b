/* gen/forms/energy_balance.c -- balance of the energy E = <p, v> - L, and its proof.
 *
 * Along any motion E' = eta_A' zeta^A - rho_A(L) zeta^A - dL/dt, and with the reactions
 * N_alpha = eta_alpha' - <p, [zeta, f_alpha]> - rho_alpha(L) - Q_alpha this is
 *
 *   E' = Q_A zeta^A + N_alpha b^alpha - dL/dt,
 *
 * provided that G_b = eta_b' of the equations of motion makes
 *
 *   (G_b - rho_b(L) - Q_b) zeta^b + <p, [zeta, f_alpha]> b^alpha = <p, [d/dt, f_A]> zeta^A or 0,
 *
 * which is what is proved, in velocities, where nothing has to be inverted. Where there is no
 * Lagrangian, or where multipliers are part of the state, E' = grad H . (B grad H) + D vanishes
 * because B is skew.
 *
 * With R the Rayleigh function and Q other forces, E' = -2R + Q(v) + lambda . b - dL/dt; reactions
 * that vanish on virtual displacements only add their power N(v), and of two anchors
 * {H, H} = grad H . (B grad H). Where these are short their sum is held against E' directly.
 */
#include "gen/forms/form.h"
#include "gen/forms/properties.h"

enum { LONG = 2000 }; /* operations: more is not proved at a state */

/* The identity above, for the system in velocities. */
static bool find_identity(struct diag *d, struct system *v, ex *out)
{
    struct geom *g = v->geom;
    struct store *s = v->model->store;
    const size_t n = g->n, r = g->rank;
    ex *slope = sym_row(d->mem, n), *p = sym_row(d->mem, n), *term = sym_row(d->mem, n);
    if (!form_natural_momenta(d, v, p))
        return false;
    form_along_frame(d, v->mech, v, 0, n, slope);
    for (size_t A = 0; A < n; A++) {
        ex e = ex_int(s, 0);
        if (A < r) {
            const ex minus[] = {slope[A], form_force(v->mech, v, A),
                                form_on_motion_of_frame(d, v, p, A)};
            e = ex_sub(s, v->pull[A], ex_add(s, minus, 3));
        } else if (!sym_is_null(s, v->zeta[A])) {
            e = form_on_brackets(d, v, p, A);
        }
        term[A] = ex_mul2(s, e, v->zeta[A]);
    }
    *out = ex_add(s, term, n);
    return true;
}

static bool is_skew(struct proofs *p, const struct block *B, enum alg_standing *standing)
{
    for (size_t i = 0; i < B->rows; i++)
        for (size_t j = 0; j <= i; j++) {
            const ex sum = ex_add2(p->store, B->at[i * B->cols + j], B->at[j * B->cols + i]);
            *standing = alg_worse(*standing, alg_prove(p, "B is skew", sum));
        }
    return *standing != STANDS_NOT;
}

/* u' = B grad H, for H is what it is on the states, and the equations were not made from that. */
static enum alg_standing is_gradient(struct proofs *p, const struct system *sys)
{
    const size_t n = sys->states;
    enum alg_standing all = STANDS_PROVED;
    ex *flow = sym_row(ex_mem(p->store), n);
    sym_times(p->store, sys->block[RT_bivector].at, sys->block[RT_grad].at, n, n, 1, flow);
    for (size_t i = 0; i < n; i++) {
        const ex e = ex_sub(p->store, sys->block[RT_rhs].at[i], flow[i]);
        all = alg_worse(all, alg_prove(p, "the motion is B grad H", e));
    }
    return all;
}

/* ---- where the power comes from ---- */

static void add_power(struct balance *out, struct store *s, const char *name, ex value)
{
    if (value != EX_POISON && !sym_is_null(s, value) && out->powers < POWERS)
        out->power[out->powers++] = (struct power){name, value};
}

/* -dL/dt at fixed natural velocities, or dH/dt at fixed momenta */
static ex explicit_power(struct diag *d, const struct system *sys)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = sys->geom->n;
    ex *from = sym_row(d->mem, n), *to = sym_row(d->mem, n), e = EX_POISON;
    if (!sys->mech->has_lagrangian) {
        for (size_t A = 0; A < n; A++)
            from[A] = m->field[A].eta;
        e = ex_diff(s, sys->mech->H, m->time);
        ex_subst(s, &e, 1, from, sys->eta, n, &e);
        return e;
    }
    struct diag aside = {.mem = d->mem};
    const ex L = form_natural_lagrangian(&aside, sys->mech);
    if (L == EX_POISON)
        return EX_POISON;
    for (size_t B = 0; B < n; B++)
        from[B] = m->section[B].velocity;
    form_natural_velocities(sys, to);
    e = ex_neg(s, ex_diff(s, L, m->time));
    ex_subst(s, &e, 1, from, to, n, &e);
    return e;
}

/* lambda . b */
static bool power_of_drift(struct diag *d, struct system *sys, ex *out)
{
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    *out = ex_int(s, 0);
    if (!g->affine)
        return true;
    if (!form_more_blocks(d, sys, 1U << RT_multiplier) || !sys->block[RT_multiplier].at)
        return false;
    const ex *lambda = sys->block[RT_multiplier].at;
    for (size_t i = 0; i < g->n - g->rank; i++)
        *out = ex_add2(
            s, *out,
            ex_mul2(s, lambda[i], m->constraints ? m->constraint[i].speed : g->drift[g->rank + i]));
    return true;
}

/* What reactions add: of servo constraints, of moving ones; of two anchors all that B does. False
 * where that is not known. */
static bool power_of_reactions(struct diag *d, struct system *sys, struct balance *out)
{
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n, states = sys->states;
    ex part = EX_POISON, *row = sym_row(d->mem, n + states);
    if (sys->model->two_anchors && !sys->block[RT_bivector].at)
        return false;
    if (sys->model->two_anchors) {
        const ex *grad = sys->block[RT_grad].at;
        sym_times(s, sys->block[RT_bivector].at, grad, states, states, 1, row);
        add_power(out, s, "{H, H}", sym_dot(s, grad, 1, row, states));
        return !sys->geom->affine && !sys->geom->moving;
    }
    if (sys->servo && sys->servo->tilted) {
        form_reaction(sys, row);
        add_power(out, s, "N(v)", sym_dot(s, row, 1, sys->zeta, n));
        return true;
    }
    if (!power_of_drift(d, sys, &part))
        return false;
    add_power(out, s, "lambda . b", part);
    return true;
}

/* All of them, or none when one is not known. */
static bool find_powers(struct diag *d, struct system *sys, struct balance *out)
{
    const struct mech *k = sys->mech;
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n;
    ex part = ex_int(s, 0), *row = sym_row(d->mem, n);
    if (sys->loose) {
        part = form_gradient_power(d, sys);
        add_power(out, s, "2 <p, nabla_X X>", part);
        add_power(out, s, "<p, dX/dt>", ex_diff(s, sys->block[RT_energy].at[0], sys->model->time));
        return part != EX_POISON;
    }
    if (sys->chart || (!k->has_lagrangian && sys->geom->moving))
        return false;
    if (k->rayleigh != EX_POISON) {
        form_at_state(sys, &k->rayleigh, 1, &part);
        add_power(out, s, "-2R", ex_mul2(s, ex_int(s, -2), part));
    }
    if (k->pushed) {
        form_at_state(sys, k->pushed, n, row);
        add_power(out, s, "Q(v)", sym_dot(s, row, 1, sys->zeta, n));
    }
    const bool known = power_of_reactions(d, sys, out);
    part = known ? explicit_power(d, sys) : EX_POISON;
    add_power(out, s, k->has_lagrangian ? "-dL/dt" : "dH/dt", part);
    if (part == EX_POISON)
        out->powers = 0;
    return part != EX_POISON;
}

/* What E' is beyond N(v), Q(v) and -dL/dt, for velocities and accelerations that are free, where
 * N_A = eta_A' - R_A: nothing has to be solved for. EX_POISON: not known. */
static ex servo_identity(struct diag *d, const struct system *sys)
{
    struct system v = {
        .model = sys->model, .geom = sys->geom, .mech = sys->mech, .form = sys->form};
    const struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    const size_t n = g->n, nq = g->nq, r = g->rank;
    ex *p = sym_row(d->mem, n), *slope = sym_row(d->mem, n), *rate = sym_row(d->mem, n + 1);
    ex *x = sym_row(d->mem, nq + r + 1), *dx = sym_row(d->mem, nq + r + 1);
    form_velocity_states(d, v.mech, &v);
    form_velocity_energy(v.mech, &v);
    form_along_frame(d, v.mech, &v, 0, n, slope);
    const ex power = explicit_power(d, &v);
    if (!form_natural_momenta(d, &v, p) || power == EX_POISON)
        return EX_POISON;
    for (size_t i = 0; i < nq + r; i++) {
        x[i] = v.state[i];
        dx[i] = i < nq ? sym_dot(s, &g->rho[i * n], 1, v.zeta, n) : ex_fresh(s, "a");
    }
    x[nq + r] = sys->model->time;
    dx[nq + r] = ex_int(s, 1);
    v.eta[n] = v.block[RT_energy].at[0]; /* rows have room for one more */
    ex_directional(s, v.eta, n + 1, x, dx, nq + r + 1, rate);
    ex sum = ex_sub(s, rate[n], power);
    for (size_t A = 0; A < n; A++) { /* R_A without Q_A */
        const ex term[] = {form_on_brackets(d, &v, p, A), form_on_motion_of_frame(d, &v, p, A),
                           slope[A], ex_neg(s, rate[A])};
        sum = ex_add2(s, sum, ex_mul2(s, ex_add(s, term, 4), v.zeta[A]));
    }
    return sum;
}

static size_t operations(struct store *s, const ex *e, size_t n)
{
    const struct ex_cost cost = ex_cost(s, e, n);
    return cost.adds + cost.muls + cost.divs;
}

/* Their sum is the rate. What is long is left to the identity in velocities, where there is one. */
static void prove_powers(struct proofs *p, const struct system *sys, struct balance *out)
{
    struct store *s = sys->model->store;
    ex sum = ex_neg(s, out->rate);
    for (size_t i = 0; i < out->powers; i++)
        sum = ex_add2(s, sum, out->power[i].value);
    const bool only = sys->lopsided && (sys->loose || sys->model->two_anchors);
    if (sys->by_newton || (!only && operations(s, &sum, 1) > LONG))
        return;
    out->standing = alg_worse(out->standing, alg_prove(p, "the power of forces", sum));
}

bool form_keeps_energy(const struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    struct store *s = m->store;
    if (g->affine || k->load || sys->lopsided ||
        (sys->lambda && g->moving)) /* these do work in lambda mu(y) */
        return false;
    for (size_t i = 0; i < m->seconds; i++)
        if (ex_has(s, m->second[i].value, m->time))
            return false;
    if (k->has_lagrangian && k->L0 != EX_POISON)
        return !ex_has(s, k->L0, m->time);
    if (k->has_lagrangian)
        return !g->moving && !ex_has(s, k->L, m->time);
    return !ex_has(s, m->hamiltonian, m->time);
}

/* The motion is B grad H, where that is short; and reactions that do work change the energy. */
static enum alg_standing lopsided_balance(struct diag *d, struct proofs *p,
                                          const struct system *sys)
{
    enum alg_standing all = STANDS_PROVED;
    const struct block *B = &sys->block[RT_bivector];
    const ex *rhs = sys->block[RT_rhs].at;
    if (B->at && !sys->block[RT_drift].at && operations(p->store, rhs, sys->states) <= LONG)
        all = is_gradient(p, sys);
    if (!sys->servo || !sys->servo->tilted || sys->model->two_anchors)
        return all;
    const ex identity = servo_identity(d, sys);
    if (identity == EX_POISON)
        return STANDS_OPEN;
    all = alg_worse(all, alg_prove(p, "the energy balance", identity));
    return alg_worse(all, alg_prove_claims(p, "the Lagrangian on C", &sys->mech->claims));
}

struct balance form_balance(struct diag *d, struct proofs *p, struct system *sys)
{
    struct store *s = sys->model->store;
    struct balance out = {.rate = ex_int(s, 0), .moving = EX_POISON};
    struct mech *k = sys->mech;
    if (sys->lopsided) {
        out.standing = lopsided_balance(d, p, sys);
    } else if (k->has_lagrangian && !sys->lambda && !sys->model->seconds) {
        struct diag aside = {.mem = d->mem};
        struct system *v = form_system(&aside, k, form_named("lagrangian"));
        ex identity = EX_POISON;
        if (!v || !find_identity(d, v, &identity)) {
            out.standing = STANDS_OPEN;
            return out;
        }
        out.standing = alg_prove(p, "the energy balance", identity);
        out.standing =
            alg_worse(out.standing, alg_prove_claims(p, "the Lagrangian on C", &k->claims));
    } else if (!form_more_blocks(d, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at ||
               !is_skew(p, &sys->block[RT_bivector], &out.standing)) {
        out.standing = STANDS_OPEN;
    } else if (!sys->by_newton && !sys->block[RT_drift].at) {
        out.standing = alg_worse(out.standing, is_gradient(p, sys));
        out.standing =
            alg_worse(out.standing, alg_prove_claims(p, "momenta of velocities", &sys->claims));
    }
    out.conserved = form_keeps_energy(sys);
    if (out.conserved || !form_more_blocks(d, sys, 1U << RT_power | 1U << RT_moving))
        return out;
    out.rate = sys->block[RT_power].at[0];
    out.moving = sys->block[RT_moving].at ? sys->block[RT_moving].at[0] : EX_POISON;
    const struct mem_mark mark = mem_mark(d->mem);
    out.conserved = sym_is_null(s, out.rate) ||
                    (!sys->by_newton && ex_zero(s, out.rate, false).answer == EX_ZERO);
    mem_release(d->mem, mark);
    if (out.conserved)
        out.standing = alg_worse(out.standing, alg_prove(p, "the rate of the energy", out.rate));
    if (find_powers(d, sys, &out))
        prove_powers(p, sys, &out);
    return out;
}
