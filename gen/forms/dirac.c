/* gen/forms/dirac.c -- form `dirac`: motion from the Dirac relation of C, with any complement.
 *
 * The relation D_C ties (q, eta; a, z) to (q', eta'): z^alpha = b^alpha (0 unless affine),
 * q' = rho_A z^A, eta_b' = c^i_bj eta_i z^j - rho_b(a), and leaves eta_alpha' free. With a = dH/dq
 * and z = dH/deta this is
 *
 *   dH/deta_alpha = b^alpha                              effective phase space      (27)
 *   q'     = rho_A dH/deta_A                                                        (28)
 *   eta_b' = c^i_bj eta_i dH/deta_j - rho_b(H) + Q_b                                (29)
 *
 * c^i_bj eta_i is the natural momentum on the bracket [f_j, f_b], so that no inverse is needed
 * where there is a Lagrangian; there -rho_b(H) at fixed eta is rho_b(L) at fixed z. (27) is solved
 * for eta_alpha by effective_space.c; those without a closed form are states, see open_momenta.c. A
 * Lagrangian that is not quadratic keeps its velocities as coordinates. In a frame that depends on
 * t, j runs over d/dt too.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 3.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

/* Much cancels between the momenta. An equality found at random points becomes a claim. */
static ex shortened(const struct model *m, ex e, struct claims *claims)
{
    struct store *s = m->store;
    ex brief = EX_POISON, tidy = sym_tidy(s, e);
    const size_t all = ex_operations(s, &tidy, 1);
    if (all < SYM_SWEEP || all > SYM_AT_STATE)
        return tidy;
    ex_sweep(s, &e, 1, &brief);
    brief = alg_shortened(m, brief);
    if (3 * ex_operations(s, &brief, 1) >= 2 * all)
        return tidy; /* little is gained, and tidy shares more nodes with other expressions */
    sym_note_claim(s, ex_sub(s, brief, e), claims);
    return brief;
}

/* M_bj = c^i_bj eta_i for b in C and all j, the last for d/dt; unused entries are 0. */
static bool pair_brackets(struct diag *d, struct mech *k, struct system *out, ex *M)
{
    struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, wide = n + 1;
    ex *p = sym_row(d->mem, n), *field = sym_row(d->mem, n);
    if (!form_natural_momenta(d, out, p))
        return false;
    for (size_t i = 0; i < r * wide; i++)
        M[i] = ex_int(s, 0);
    for (size_t b = 0; b < r; b++)
        for (size_t j = b + 1; j < wide; j++) {
            if (j == n ? !g->moving : j >= r && sym_is_null(s, out->zeta[j]))
                continue;
            geom_bracket(g, b, j, field);
            M[b * wide + j] = shortened(g->model, sym_dot(s, p, 1, field, n), &out->claims);
            if (j < r)
                M[j * wide + b] = ex_neg(s, M[b * wide + j]);
        }
    return true;
}

/* (29) without -rho_b(H). */
static void pull(const struct mech *k, const struct system *out, const ex *M, ex *G)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t wide = g->n + 1;
    for (size_t b = 0; b < g->rank; b++) {
        const ex term[] = {sym_dot(s, &M[b * wide], 1, out->zeta, g->n), M[b * wide + g->n],
                           form_force(k, out, b)};
        G[b] = ex_add(s, term, 3);
    }
}

/* Momenta as states: (28), (29) with -rho_b(H) in `slope`. */
static bool by_momenta(struct diag *d, struct mech *k, struct system *out, const ex *slope)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t nq = g->nq, r = g->rank, n = out->states;
    ex *M = sym_row(d->mem, r * (g->n + 1)), *G = sym_row(d->mem, r);
    if (!pair_brackets(d, k, out, M))
        return false;
    pull(k, out, M, G);
    ex *rhs = form_block_make(out, RT_rhs, n, 1), *grad = form_block_make(out, RT_grad, n, 1);
    for (size_t i = 0; i < nq; i++)
        rhs[i] = sym_dot(s, &g->rho[i * g->n], 1, out->zeta, g->n);
    for (size_t b = 0; b < r; b++)
        rhs[nq + b] = sym_tidy(s, ex_add2(s, G[b], slope[b]));
    ex_gradient(s, out->block[RT_energy].at[0], out->state, n, grad);
    form_put_bivector(k, out, M, g->n + 1);
    if (n == nq + r && (g->affine || g->moving || k->load))
        form_find_drift_block(out);
    return true;
}

/* ---- Hamiltonians ---- */

static bool by_hamiltonian(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, r = g->rank, nq = g->nq;
    ex *eta = sym_row(d->mem, n), *q = sym_row(d->mem, nq), *dq = sym_row(d->mem, nq);
    ex *slope = sym_row(d->mem, r);
    form_states(d, out, true);
    if (!form_effective_momenta(d, k, out))
        return false;
    for (size_t A = 0; A < n; A++)
        eta[A] = m->field[A].eta;
    for (size_t i = 0; i < nq; i++)
        q[i] = m->coord[i].q;
    ex *energy = form_block_make(out, RT_energy, 1, 1);
    ex *twice = form_block_make(out, RT_liouville, 1, 1);
    ex_subst(s, &k->H, 1, eta, out->eta, n, energy);
    twice[0] = sym_dot(s, out->eta, 1, out->zeta, n);
    ex_gradient(s, k->H, q, nq, dq); /* at fixed momenta, all of them */
    ex_subst(s, dq, nq, eta, out->eta, n, dq);
    for (size_t b = 0; b < r; b++)
        slope[b] = ex_neg(s, sym_dot(s, &g->rho[b], n, dq, nq));
    return by_momenta(d, k, out, slope) && form_open_motion(d, k, out);
}

/* ---- the geometry alone ---- */

static const char *nothing_moves(const struct system *sys)
{
    (void)sys;
    return "there is no 'metric', 'lagrangian' or 'hamiltonian'";
}

/* The bracket of C* contains the momenta of the complement, whatever they are. */
static size_t any_momenta(const struct system *sys, const ex **out)
{
    *out = &sys->eta[sys->geom->rank];
    return sys->geom->n - sys->geom->rank;
}

static size_t say_nothing_moves(struct diag *d, struct proofs *p, struct system *sys,
                                struct finding *out)
{
    (void)p;
    *out = (struct finding){.name = "motion",
                            .text = base_text(d->mem, "no motion: %s", nothing_moves(sys)),
                            .plain = true};
    return 1;
}

static const struct form_ops geometry_alone = {
    .rests_in_states = true,
    .no_motion = nothing_moves,
    .arbitrary = any_momenta,
    .dynamics = say_nothing_moves,
};

static bool without_energy(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    const ex zero = ex_int(g->model->store, 0);
    ex *M = sym_row(d->mem, g->rank * (g->n + 1));
    form_states(d, out, true);
    out->ops = &geometry_alone;
    ex *rhs = form_block_make(out, RT_rhs, out->states, 1);
    ex *grad = form_block_make(out, RT_grad, out->states, 1);
    form_block_make(out, RT_energy, 1, 1)[0] = zero;
    form_block_make(out, RT_liouville, 1, 1)[0] = zero;
    for (size_t i = 0; i < out->states; i++)
        rhs[i] = grad[i] = zero;
    for (size_t A = 0; A < g->n; A++) {
        out->zeta[A] = zero;
        out->eta[A] = g->model->field[A].eta;
    }
    if (!pair_brackets(d, k, out, M))
        return false;
    form_put_bivector(k, out, M, g->n + 1);
    return true;
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    struct store *s = k->geom->model->store;
    const size_t r = k->geom->rank;
    ex *slope = sym_row(d->mem, r), *G = sym_row(d->mem, r);
    if (k->has_hamiltonian)
        return by_hamiltonian(d, k, out);
    if (!k->has_lagrangian)
        return without_energy(d, k, out);
    if (k->quadratic) {
        form_states(d, out, true);
        if (!form_momentum_states(d, k, out))
            return false;
        form_along_frame(d, k, out, 0, r, slope);
        return by_momenta(d, k, out, slope);
    }
    ex *M = sym_row(d->mem, r * (k->geom->n + 1));
    form_velocity_states(d, k, out);
    if (!pair_brackets(d, k, out, M))
        return false;
    pull(k, out, M, G);
    form_along_frame(d, k, out, 0, r, slope);
    for (size_t b = 0; b < r; b++)
        G[b] = ex_add2(s, G[b], slope[b]);
    return form_by_velocities(d, k, out, G);
}

const struct form_ops form_ops_dirac = {
    .build = build,
    .objects = form_friction_objects,
    .dynamics = form_friction,
};
