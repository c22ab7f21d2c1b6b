/* gen/balance.c -- what becomes of the energy E = <p, v> - L.
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
 * Lagrangian E' = grad H . (B grad H) + D vanishes because B is skew.
 */
#include "gen/gen.h"

/* The identity above, for the system in velocities. */
static bool find_identity(struct diag *d, struct system *v, ex *out)
{
    struct geom *g = v->geom;
    struct store *s = v->model->store;
    const size_t n = g->n, r = g->rank;
    ex *slope = gen_row(d->mem, n), *p = gen_row(d->mem, n), *term = gen_row(d->mem, n);
    if (!gen_natural_momenta(d, v, p))
        return false;
    gen_along_frame(d, v->mech, v, 0, n, slope);
    for (size_t A = 0; A < n; A++) {
        ex e = ex_int(s, 0);
        if (A < r) {
            const ex minus[] = {slope[A], gen_force(v->mech, v, A),
                                gen_on_motion_of_frame(d, v, p, A)};
            e = ex_sub(s, v->pull[A], ex_add(s, minus, 3));
        } else if (!gen_is_null(s, v->zeta[A])) {
            e = gen_on_brackets(d, v, p, A);
        }
        term[A] = ex_mul2(s, e, v->zeta[A]);
    }
    *out = ex_add(s, term, n);
    return true;
}

static bool is_skew(struct proofs *p, const struct block *B, enum gen_standing *standing)
{
    for (size_t i = 0; i < B->rows; i++)
        for (size_t j = 0; j <= i; j++) {
            const ex sum = ex_add2(p->store, B->at[i * B->cols + j], B->at[j * B->cols + i]);
            *standing = gen_worse(*standing, gen_prove(p, "B is skew", sum));
        }
    return *standing != STANDS_NOT;
}

/* u' = B grad H, for H is what it is on the states, and the equations were not made from that. */
static enum gen_standing is_gradient(struct proofs *p, const struct system *sys)
{
    const size_t n = sys->states;
    enum gen_standing all = STANDS_PROVED;
    ex *flow = gen_row(ex_mem(p->store), n);
    gen_times(p->store, sys->block[RT_bivector].at, sys->block[RT_grad].at, n, n, 1, flow);
    for (size_t i = 0; i < n; i++) {
        const ex e = ex_sub(p->store, sys->block[RT_rhs].at[i], flow[i]);
        all = gen_worse(all, gen_prove(p, "the motion is B grad H", e));
    }
    return all;
}

bool gen_keeps_energy(const struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    struct store *s = m->store;
    if (g->affine || k->load)
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

struct balance gen_balance(struct diag *d, struct proofs *p, struct system *sys)
{
    struct store *s = sys->model->store;
    struct balance out = {.rate = ex_int(s, 0), .moving = EX_POISON};
    struct mech *k = sys->mech;
    if (k->has_lagrangian && !sys->model->seconds) {
        struct diag aside = {.mem = d->mem};
        const struct form_row row = {.name = "lagrangian", .build = gen_form_lagrangian};
        struct system *v = gen_system(&aside, k, &row);
        ex identity = EX_POISON;
        if (!v || !find_identity(d, v, &identity)) {
            out.standing = STANDS_OPEN;
            return out;
        }
        out.standing = gen_prove(p, "the energy balance", identity);
        out.standing =
            gen_worse(out.standing, gen_prove_claims(p, "the Lagrangian on C", &k->claims));
    } else if (!gen_more_blocks(d, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at ||
               !is_skew(p, &sys->block[RT_bivector], &out.standing)) {
        out.standing = STANDS_OPEN;
    } else if (!sys->by_newton && !sys->block[RT_drift].at) {
        out.standing = gen_worse(out.standing, is_gradient(p, sys));
    }
    out.conserved = gen_keeps_energy(sys);
    if (out.conserved || !gen_more_blocks(d, sys, 1U << RT_power | 1U << RT_moving))
        return out;
    out.rate = sys->block[RT_power].at[0];
    out.moving = sys->block[RT_moving].at ? sys->block[RT_moving].at[0] : EX_POISON;
    const struct mem_mark mark = mem_mark(d->mem);
    out.conserved = gen_is_null(s, out.rate) ||
                    (!sys->by_newton && ex_zero(s, out.rate, false).answer == EX_ZERO);
    mem_release(d->mem, mark);
    if (out.conserved)
        out.standing = gen_worse(out.standing, gen_prove(p, "the rate of the energy", out.rate));
    return out;
}
