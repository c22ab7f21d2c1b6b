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
 * which is proved in velocities, where no inverse is needed. Where there is no Lagrangian, or where
 * multipliers are part of the state, E' = grad H . (B grad H) vanishes because B is skew.
 *
 * With R the Rayleigh function and Q other forces, E' = -2R + Q(v) + lambda . b - dL/dt. Reactions
 * that vanish on virtual displacements only add their power N(v), and two anchors add
 * {H, H} = grad H . (B grad H); the formulation gives these terms. Where the terms are short, their
 * sum is compared with E' directly.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"
#include "gen/forms/workings.h"

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
            e = ex_sub(s, v->workings->pull[A], ex_add(s, minus, 3));
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

/* u' = B grad H, with H as a function of the states; the equations of motion were found without
 * this product. */
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

/* ---- powers ---- */

void form_add_power(struct balance *out, struct store *s, const char *name, ex value)
{
    if (value != EX_POISON && !sym_is_null(s, value) && out->powers < POWERS)
        out->power[out->powers++] = (struct power){name, value};
}

ex form_explicit_power(struct diag *d, const struct system *sys)
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
    struct diag aside = base_aside(d);
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

bool form_power_of_drift(struct diag *d, struct system *sys, struct balance *out)
{
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    ex sum = ex_int(s, 0);
    if (!g->affine)
        return true;
    if (!form_more_blocks(d, sys, 1U << RT_multiplier) || !sys->block[RT_multiplier].at)
        return false;
    const ex *lambda = sys->block[RT_multiplier].at;
    for (size_t i = 0; i < g->n - g->rank; i++)
        sum = ex_add2(
            s, sum,
            ex_mul2(s, lambda[i], m->constraints ? m->constraint[i].speed : g->drift[g->rank + i]));
    form_add_power(out, s, "lambda . b", sum);
    return true;
}

/* The power of the reactions. False: not known. */
static bool power_of_reactions(struct diag *d, struct system *sys, struct balance *out)
{
    return (sys->ops->reactions ? sys->ops->reactions : form_power_of_drift)(d, sys, out);
}

/* All powers, or none when one is not known. */
static bool find_powers(struct diag *d, struct system *sys, struct balance *out)
{
    const struct mech *k = sys->mech;
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n;
    ex part = ex_int(s, 0), *row = sym_row(d->mem, n);
    if (sys->ops->powers)
        return sys->ops->powers(d, sys, out);
    if (form_is_redundant(sys) || (!k->has_lagrangian && sys->geom->moving))
        return false;
    if (k->rayleigh != EX_POISON) {
        form_at_state(sys, &k->rayleigh, 1, &part);
        form_add_power(out, s, "-2R", ex_mul2(s, ex_int(s, -2), part));
    }
    if (k->pushed) {
        form_at_state(sys, k->pushed, n, row);
        form_add_power(out, s, "Q(v)", sym_dot(s, row, 1, sys->zeta, n));
    }
    const bool known = power_of_reactions(d, sys, out);
    part = known ? form_explicit_power(d, sys) : EX_POISON;
    form_add_power(out, s, k->has_lagrangian ? "-dL/dt" : "dH/dt", part);
    if (part == EX_POISON)
        out->powers = 0;
    return part != EX_POISON;
}

/* The sum of the powers is the rate. Long ones are left to the identity in velocities, where it
 * applies. */
static void prove_powers(struct proofs *p, const struct system *sys, struct balance *out)
{
    struct store *s = sys->model->store;
    ex sum = ex_neg(s, out->rate);
    for (size_t i = 0; i < out->powers; i++)
        sum = ex_add2(s, sum, out->power[i].value);
    form_where_constraints_hold(sys, &sum);
    if ((!out->by_powers && ex_operations(s, &sum, 1) > SYM_AT_STATE))
        return;
    out->standing = alg_worse(out->standing, alg_prove(p, "the power of forces", sum));
}

bool form_keeps_energy(const struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    struct store *s = m->store;
    if (g->affine || k->load || form_not_skew(sys) || (sys->ops->driven && sys->ops->driven(sys)))
        return false;
    if (k->has_lagrangian && k->L0 != EX_POISON)
        return !ex_has(s, k->L0, m->time);
    if (k->has_lagrangian)
        return !g->moving && !ex_has(s, k->L, m->time);
    return !ex_has(s, m->hamiltonian, m->time);
}

/* The balance by the identity of the header, in velocities. */
static bool balance_in_velocities(struct diag *d, struct proofs *p, struct system *sys,
                                  struct balance *out)
{
    struct diag aside = base_aside(d);
    struct system *v = form_velocity_system(&aside, sys->mech);
    ex identity = EX_POISON;
    if (!v || !find_identity(d, v, &identity)) {
        out->standing = STANDS_OPEN;
        return false;
    }
    out->standing = alg_prove(p, "the energy balance", identity);
    out->standing =
        alg_worse(out->standing, alg_prove_claims(p, "the Lagrangian on C", &sys->mech->claims));
    return true;
}

bool form_balance_of_bracket(struct diag *d, struct proofs *p, struct system *sys,
                             struct balance *out)
{
    if (!form_more_blocks(d, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at ||
        !is_skew(p, &sys->block[RT_bivector], &out->standing)) {
        out->standing = STANDS_OPEN;
    } else if (!sys->block[RT_drift].at) {
        out->standing = alg_worse(out->standing, is_gradient(p, sys));
        out->standing =
            alg_worse(out->standing, alg_prove_claims(p, "momenta of velocities", &sys->claims));
    }
    return true;
}

bool form_balance_plain(struct diag *d, struct proofs *p, struct system *sys, struct balance *out)
{
    return (sys->mech->has_lagrangian ? balance_in_velocities : form_balance_of_bracket)(d, p, sys,
                                                                                         out);
}

enum alg_standing form_is_short_gradient(struct proofs *p, const struct system *sys)
{
    const bool is_long = ex_operations(p->store, sys->block[RT_rhs].at, sys->states) > SYM_AT_STATE;
    return sys->block[RT_bivector].at && !sys->block[RT_drift].at && !is_long ? is_gradient(p, sys)
                                                                              : STANDS_PROVED;
}

struct balance form_balance(struct diag *d, struct proofs *p, struct system *sys)
{
    struct store *s = sys->model->store;
    struct balance out = {.rate = ex_int(s, 0), .moving = EX_POISON};
    if (!(sys->ops->balance ? sys->ops->balance : form_balance_plain)(d, p, sys, &out))
        return out;
    out.conserved = form_keeps_energy(sys);
    if (out.conserved || !form_more_blocks(d, sys, 1U << RT_power | 1U << RT_moving))
        return out;
    out.rate = sys->block[RT_power].at[0];
    out.moving = sys->block[RT_moving].at ? sys->block[RT_moving].at[0] : EX_POISON;
    const struct mem_mark mark = mem_mark(d->mem);
    out.conserved = sym_is_null(s, out.rate) || ex_zero(s, out.rate, false).answer == EX_ZERO;
    mem_release(d->mem, mark);
    if (out.conserved)
        out.standing = alg_worse(out.standing, alg_prove(p, "the rate of the energy", out.rate));
    if (find_powers(d, sys, &out))
        prove_powers(p, sys, &out);
    return out;
}
