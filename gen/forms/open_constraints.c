/* gen/forms/open_constraints.c -- Hamiltonians whose effective phase space restricts states.
 *
 * (27) of dirac.c, F = dH/deta_alpha - b^alpha = 0, may be a condition like x = 0 on the states of
 * C*. Then all momenta eta_alpha are states without an equation of their own, and
 *
 *   q' = rho_A dH/deta_A,  eta_b' = c^i_bj eta_i dH/deta_j - rho_b(H) + Q_b,  0 = F
 *
 * goes through the constraint algorithm: what F = 0 implies for the states is found, and the rates
 * of eta_alpha, as far as they are determined. A momentum of the complement acts like a multiplier:
 * H = T + V + eta_c f(q) with C: dz = 0 has the motions of T - V on f = 0.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 3.
 */
#include "gen/forms/form.h"
#include "gen/forms/open_momenta.h"
#include "gen/forms/operations.h"
#include "gen/language/values.h"

#include <string.h>

/* ---- restricted states ---- */

static size_t bounds(const struct system *sys, const struct stated **out)
{
    *out = form_open_of(sys)->bound;
    return form_open_of(sys)->all->on.count;
}

static void on_surface(const struct system *sys, ex *e)
{
    *e = form_surface_value(&form_open_of(sys)->all->on, *e, false);
}

static size_t free_rates(const struct system *sys, const ex **out)
{
    *out = form_open_of(sys)->all->freedom;
    return form_open_of(sys)->all->frees;
}

static const char *asks_for(const struct system *sys)
{
    return form_open_of(sys)->all->frees ? form_open_names(sys) : NULL;
}

static bool balance_on_surface(struct diag *d, struct proofs *p, struct system *sys,
                               struct balance *out)
{
    ex rate = EX_POISON;
    (void)d;
    if (!form_keeps_energy(sys))
        return true;
    form_rates(sys, sys->block[RT_energy].at, 1, &rate);
    on_surface(sys, &rate);
    out->standing = alg_prove(p, "the energy where the constraints hold", rate);
    out->standing =
        alg_worse(out->standing, alg_prove_claims(p, "momenta of the complement", &sys->claims));
    return true;
}

static size_t regular(struct diag *d, const struct system *sys, struct regular *out)
{
    return form_implicit_regular(d, form_open_of(sys)->all, out);
}

static size_t look_at_surface(struct diag *d, struct proofs *p, struct system *sys,
                              struct finding *out)
{
    const struct open *o = form_open_of(sys);
    const struct surface *on = &o->all->on;
    const enum alg_standing open = on->sampled || on->open ? STANDS_LIKELY : STANDS_PROVED;
    size_t n = 0;
    if (o->none) {
        out[n++] = (struct finding){.name = "motion",
                                    .text = base_text(d->mem, "empty dynamics: %s", o->none)};
        return n;
    }
    out[n++] = (struct finding){
        .name = "constraint algorithm",
        .text = base_text(d->mem,
                          "dH/deta = %s restricts the states: %zu constraint%s, final manifold of "
                          "dimension %zu",
                          sys->geom->affine ? "the drift" : "0", on->count,
                          on->count == 1 ? "" : "s", sys->states - on->count),
        .standing = alg_worse(open, alg_prove_claims(p, "constraints", &sys->claims))};
    if (o->all->frees)
        out[n++] = (struct finding){
            .name = "motion",
            .text = base_text(d->mem, "nothing determines %s: %s of time may be any",
                              form_open_names(sys),
                              o->all->frees == 1 ? "this function" : "these functions"),
            .standing = open};
    if (on->branch)
        out[n++] = (struct finding){.name = "branch", .text = on->branch, .plain = true};
    return n;
}

static bool put_constraints(struct diag *d, struct system *sys)
{
    const struct open *o = form_open_of(sys);
    if (!o->none)
        form_object(sys, "constraints", "constraints on the states, which the motion keeps",
                    o->all->on.phi, o->all->on.count, 1)
            ->note = o->all->on.branch;
    return form_friction_objects(d, sys);
}

static const struct form_ops restricted_ops = {
    .objects = put_constraints,
    .singular = true,
    .rests_in_states = true,
    .starts_everywhere = true,
    .alone = true,
    .dynamics = look_at_surface,
    .no_motion = form_open_none,
    .arbitrary = free_rates,
    .asks_for = asks_for,
    .bounds = bounds,
    .on_surface = on_surface,
    .regular = regular,
    .balance = balance_on_surface,
};

/* ---- the system ---- */

static bool is_input(const struct model *m, ex symbol)
{
    bool found = false;
    for (size_t i = 0; i < m->params; i++)
        found |= m->param[i].symbol == symbol;
    return found;
}

/* The momenta of the complement become states, whatever the conditions F on them are, but for those
 * that inputs give. */
void form_open_restrict(struct diag *d, struct system *out, const ex *F, struct effective *e)
{
    const struct model *m = out->model;
    struct store *s = m->store;
    struct open *o = mem_take(d->mem, sizeof *o);
    ex *eta = sym_row(d->mem, e->n);
    e->opens = e->frees = 0;
    for (size_t i = 0; i < e->n; i++) {
        eta[i] = m->field[m->rank + i].eta;
        e->eta[i] = lang_driven_value(m, eta[i]);
        e->holds[i] = false;
        if (!is_input(m, eta[i]))
            e->open[e->opens++] = i;
    }
    ex_subst(s, F, e->n, eta, e->eta, e->n, e->condition);
    form_open_states(d, out, e);
    *o = (struct open){.space = *e, .all = mem_take(d->mem, sizeof *o->all)};
    *o->all = (struct implicit){.n = out->states, .rows = out->states - e->opens, .x = out->state};
    o->all->E = sym_row(d->mem, o->all->rows * out->states);
    o->all->F = sym_row(d->mem, o->all->rows);
    for (size_t i = 0; i < o->all->rows * out->states; i++)
        o->all->E[i] = ex_int(s, i / out->states == i % out->states);
    out->own = o;
    out->ops = &restricted_ops;
}

bool form_open_restricted(struct diag *d, struct system *out)
{
    struct open *o = mem_take(d->mem, sizeof *o);
    struct store *s = out->model->store;
    const size_t n = out->states, h = out->model->holonomics;
    *o = *form_open_of(out);
    struct implicit *all = o->all;
    ex *rhs = out->block[RT_rhs].at;
    out->own = o;
    memcpy(all->F, rhs, all->rows * sizeof *rhs);
    all->on = form_surface(d, out, out->state, n);
    for (size_t i = 0; i < o->space.n; i++)
        form_surface_add(&all->on, o->space.condition[i], 0);
    if (!form_implicit_solve(d, all))
        return false;
    if (all->on.never != EX_POISON) {
        const char *text = ex_show_within(s, all->on.never, EX_TEXT, 120);
        o->none = base_text(d->mem, "the equations require %s = 0",
                            text ? text : "a function to vanish that never does");
    }
    for (size_t i = 0; i < n; i++)
        rhs[i] = o->none ? ex_int(s, 0) : all->rate[i];
    o->bound = mem_take_array(d->mem, all->on.count + 1, sizeof *o->bound);
    ex *c = form_block_make(out, RT_constraint, h + all->on.count, 1);
    size_t *index = mem_take_array(d->mem, h + 1, sizeof *index);
    lang_find_holonomic(out->model, c, index);
    for (size_t i = 0; i < all->on.count; i++) {
        c[h + i] = all->on.phi[i];
        o->bound[i] = (struct stated){all->on.phi[i], out->model->source_at};
    }
    out->block[RT_bivector].at = NULL;
    ex *power = form_block_make(out, RT_power, 1, 1);
    form_rates(out, out->block[RT_energy].at, 1, power);
    on_surface(out, power);
    return true;
}
