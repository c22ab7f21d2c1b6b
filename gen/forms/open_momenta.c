/* gen/forms/open_momenta.c -- momenta of the complement that (27) determines, and their rates.
 *
 * On the effective phase space F_alpha = dH/deta_alpha - b^alpha = 0, which is (27) of dirac.c. Its
 * closed forms are put into H. A momentum u that it determines only implicitly is a state, and
 *
 *   S u' = -(dF/dx x' + dF/dt),   S = dF/du,
 *
 * for the other states x. Runs project onto F = 0. Where S is singular the space has a fold, where
 * motions end; where F = 0 restricts the other states, see open_constraints.c. With
 * K = -S^-1 dF/dx the bracket B of the other states becomes (1, K) B (1, K)^T, of which all F are
 * Casimir functions.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 3.
 */
#include "gen/forms/open_momenta.h"
#include "gen/forms/form.h"
#include "gen/forms/operations.h"
#include "gen/language/values.h"

#include <string.h>

const struct open *form_open_of(const struct system *sys)
{
    return sys->own;
}

/* ---- operations ---- */

static size_t conditions(const struct system *sys, const struct stated **out)
{
    *out = form_open_of(sys)->bound;
    return form_open_of(sys)->space.opens;
}

static size_t regular(struct diag *d, const struct system *sys, struct regular *out)
{
    (void)d;
    if (form_open_of(sys)->space.opens == 0)
        return 0;
    *out = (struct regular){
        .at = form_open_of(sys)->bend,
        .n = form_open_of(sys)->space.opens,
        .singular = "the constraints do not determine the momenta of the complement",
        .where = sys->model->source_at,
        .message = "the constraints do not determine the momenta of the complement at the start",
        .help = "the effective phase space dH/deta = 0 has a fold there; start on another branch"};
    return 1;
}

/* The rate of H by the states that are not open is 0 without forces, drift and t. */
static bool balance(struct diag *d, struct proofs *p, struct system *sys, struct balance *out)
{
    struct store *s = sys->model->store;
    const size_t n = sys->states - form_open_of(sys)->space.opens;
    (void)d;
    if (!form_keeps_energy(sys))
        return true;
    const ex e = sym_dot(s, sys->block[RT_grad].at, 1, sys->block[RT_rhs].at, n);
    out->standing = alg_prove(p, "the energy on the effective phase space", e);
    out->standing =
        alg_worse(out->standing, alg_prove_claims(p, "momenta of the complement", &sys->claims));
    return true;
}

const char *form_open_none(const struct system *sys)
{
    return form_open_of(sys)->none;
}

static size_t arbitrary(const struct system *sys, const ex **out)
{
    *out = form_open_of(sys)->free;
    return form_open_of(sys)->space.frees;
}

const char *form_open_names(const struct system *sys)
{
    struct mem_text text = mem_text(ex_mem(sys->model->store));
    const struct implicit *all = form_open_of(sys)->all;
    for (size_t i = 0; all && i < all->frees; i++)
        mem_put_f(&text, "%s%s", i ? ", " : "", sys->state_name[all->free[i]]);
    for (size_t i = 0; i < form_open_of(sys)->space.frees; i++)
        mem_put_f(&text, "%s%s", i ? ", " : "",
                  ex_name(sys->model->store, form_open_of(sys)->free[i]));
    return text.text;
}

static size_t look_at_space(struct diag *d, struct proofs *p, struct system *sys,
                            struct finding *out)
{
    const struct open *o = form_open_of(sys);
    if (o->none) {
        *out = (struct finding){.name = "motion",
                                .text = base_text(d->mem, "empty dynamics: %s", o->none)};
        return 1;
    }
    const size_t n = form_friction(d, p, sys, out);
    if (o->space.frees == 0)
        return n;
    out[n] = (struct finding){
        .name = "motion",
        .text =
            base_text(d->mem, "nothing determines %s: %s of time may be any", form_open_names(sys),
                      o->space.frees == 1 ? "this function" : "these functions"),
        .standing = alg_prove_claims(p, "momenta of the complement", &sys->claims)};
    return n + 1;
}

static const struct form_ops open_ops = {
    .rests_in_states = true,
    .objects = form_friction_objects,
    .dynamics = look_at_space,
    .no_motion = form_open_none,
    .arbitrary = arbitrary,
    .bounds = conditions,
    .conditions = conditions,
    .regular = regular,
    .balance = balance,
};

/* ---- the space ---- */

void form_open_states(struct diag *d, struct system *out, const struct effective *e)
{
    const struct model *m = out->model;
    const size_t n = out->states, all = n + e->opens;
    ex *state = sym_row(d->mem, all);
    const char **name = mem_take_array(d->mem, all + 1, sizeof *name);
    memcpy(state, out->state, n * sizeof *state);
    memcpy(name, out->state_name, n * sizeof *name);
    for (size_t i = 0; i < e->opens; i++) {
        const struct field *f = &m->field[m->rank + e->open[i]];
        state[n + i] = f->eta;
        name[n + i] = base_text(d->mem, "eta_%s", f->name);
    }
    out->state = state;
    out->state_name = name;
    out->states = all;
}

static void keep(struct diag *d, struct system *out, const struct effective *e)
{
    struct store *s = out->model->store;
    struct open *o = mem_take(d->mem, sizeof *o);
    *o = (struct open){.space = *e};
    o->bound = mem_take_array(d->mem, e->opens + 1, sizeof *o->bound);
    o->bend = sym_row(d->mem, e->opens * e->opens);
    for (size_t i = 0; i < e->opens; i++) {
        ex_simplify(s, &e->condition[i], 1, &e->condition[i]);
        o->bound[i] = (struct stated){e->condition[i], out->model->source_at};
    }
    ex_jacobian(s, e->condition, e->opens, &out->state[out->states - e->opens], e->opens, o->bend);
    const char *shown = e->never != EX_POISON ? ex_show_within(s, e->never, EX_PLAIN, 120) : NULL;
    o->free = sym_row(d->mem, e->frees);
    for (size_t i = 0; i < e->frees; i++)
        o->free[i] = out->model->field[out->model->rank + e->free[i]].eta;
    if (e->never != EX_POISON)
        o->none = base_text(d->mem, "dH/deta = %s for the momenta of the complement reads %s = 0",
                            out->geom->affine ? "the drift" : "0",
                            shown ? shown : "an expression that never vanishes");
    out->own = o;
    out->ops = &open_ops;
}

/* Inputs with the name of a momentum must give one that is free. */
static bool inputs_are_free(struct diag *d, const struct model *m, const struct effective *e)
{
    for (size_t i = 0; i < m->params; i++)
        for (size_t A = 0; A < m->fields; A++) {
            bool free = false;
            for (size_t k = 0; k < e->frees && A >= m->rank; k++)
                free |= e->free[k] == A - m->rank;
            if (m->param[i].symbol != m->field[A].eta || free)
                continue;
            base_error(d, m->param[i].where, "'%s' cannot be an input", m->param[i].name)->help =
                A < m->rank ? "this momentum is a state: give its initial value"
                            : "the constraints and the Hamiltonian determine this momentum";
            return false;
        }
    return true;
}

bool form_effective_momenta(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, r = g->rank, left = n - r;
    ex *eta = sym_row(d->mem, n), *slope = sym_row(d->mem, n), *F = sym_row(d->mem, left);
    for (size_t A = 0; A < n; A++)
        eta[A] = out->eta[A] = m->field[A].eta;
    ex_gradient(s, k->H, eta, n, slope);
    for (size_t i = 0; i < left; i++)
        F[i] = ex_sub(s, slope[r + i], g->drift[r + i]);
    struct effective e = form_effective_space(d, out, F, &eta[r], left);
    const bool restricted = e.bound != EX_POISON && e.never == EX_POISON;
    if (!restricted && !inputs_are_free(d, m, &e))
        return false;
    if (restricted)
        form_open_restrict(d, out, F, &e);
    for (size_t i = 0; i < e.frees; i++)
        e.eta[e.free[i]] = lang_driven_value(m, e.eta[e.free[i]]);
    for (size_t i = 0; i < left; i++)
        out->eta[r + i] = e.eta[i];
    ex_subst(s, slope, n, &eta[r], e.eta, left, out->zeta);
    for (size_t i = 0; i < left; i++)
        out->zeta[r + i] = g->drift[r + i]; /* by (27) */
    if (!restricted && (e.opens || e.frees || e.never != EX_POISON)) {
        form_open_states(d, out, &e);
        keep(d, out, &e);
    }
    return true;
}

/* ---- rates of the open momenta ---- */

/* mu(y) - b of the constraints of the user, or along the complement. */
static void put_constraint(struct diag *d, struct system *out, const struct effective *e)
{
    const struct model *m = out->model;
    const struct geom *g = out->geom;
    struct store *s = m->store;
    const size_t k = g->n - g->rank, h = m->holonomics;
    ex *block = form_block_make(out, RT_constraint, h + k, 1), *off = sym_row(d->mem, k);
    size_t *index = mem_take_array(d->mem, k + 1, sizeof *index);
    lang_find_holonomic(m, block, index);
    for (size_t i = 0, next = 0; i < k; i++)
        off[i] = e->holds[i] ? ex_int(s, 0) : e->condition[next++];
    for (size_t i = 0; i < k; i++) {
        ex sum = m->constraints ? ex_int(s, 0) : off[i];
        for (size_t j = 0; j < k && m->constraints; j++) {
            const ex mu =
                sym_dot(s, m->constraint[i].form, 1, m->field[g->rank + j].component, g->n);
            sum = ex_add2(s, sum, ex_mul2(s, mu, off[j]));
        }
        block[h + i] = sum;
    }
}

/* The rate of the energy where (27) holds. */
static void put_power(struct system *out, const struct effective *e)
{
    const struct geom *g = out->geom;
    struct store *s = out->model->store;
    const size_t n = out->states - e->opens;
    const ex *grad = out->block[RT_grad].at, *rhs = out->block[RT_rhs].at;
    ex sum = ex_add2(s, sym_dot(s, grad, 1, rhs, n),
                     ex_diff(s, out->block[RT_energy].at[0], out->model->time));
    for (size_t i = 0; i < e->opens; i++)
        sum = ex_add2(s, sum, ex_mul2(s, g->drift[g->rank + e->open[i]], rhs[n + i]));
    form_block_make(out, RT_power, 1, 1)[0] = sum;
}

/* B becomes (1, K) B (1, K)^T, for K with n columns. */
static void extend_bivector(struct diag *d, struct system *out, const ex *K, size_t opens)
{
    struct store *s = out->model->store;
    const size_t all = out->states, n = all - opens;
    ex *T = sym_row(d->mem, all * n), *back = sym_row(d->mem, all * n);
    ex *half = sym_row(d->mem, all * n), *inner = sym_row(d->mem, n * n);
    ex *B = out->block[RT_bivector].at;
    for (size_t i = 0; i < n * n; i++)
        inner[i] = B[i / n * all + i % n];
    for (size_t i = 0; i < all * n; i++)
        T[i] = i < n * n ? ex_int(s, i / n == i % n) : K[i - n * n];
    ex_matrix_transpose(T, all, n, back);
    sym_times(s, T, inner, all, n, n, half);
    sym_times(s, half, back, all, n, all, B);
    for (size_t i = 0; i < all; i++)
        for (size_t j = i; j < all; j++) { /* skew term by term */
            B[i * all + j] = i == j ? ex_int(s, 0) : sym_tidy(s, B[i * all + j]);
            B[j * all + i] = ex_neg(s, B[i * all + j]);
        }
}

static const struct form_ops by_states = {
    .rests_in_states = true,
    .objects = form_friction_objects,
    .dynamics = form_friction,
};

/* Where velocities along C do not determine the momenta of C, momenta without an initial value are
 * 0. */
static void choose_rest(struct diag *d, const struct mech *k, struct system *out)
{
    const struct model *m = out->model;
    const size_t r = m->rank;
    ex *slope = sym_row(d->mem, r * r);
    ex_jacobian(m->store, out->zeta, r, &out->state[m->coords], r, slope);
    if (!k->has_lagrangian && !ex_error(m->store) && ex_ranks(m->store, slope, r, r).most < r)
        out->ops = &by_states;
}

bool form_open_motion(struct diag *d, struct mech *k, struct system *out)
{
    if (!out->own) {
        choose_rest(d, k, out);
        return true;
    }
    const struct open *o = form_open_of(out);
    const struct effective *e = &o->space;
    struct store *s = out->model->store;
    if (o->all)
        return form_open_restricted(d, out);
    const size_t opens = e->opens, n = out->states - opens;
    ex *rhs = out->block[RT_rhs].at, *right = sym_row(d->mem, opens * (n + 1));
    ex *slope = sym_row(d->mem, opens * n), *x = sym_row(d->mem, opens * (n + 1));
    for (size_t i = 0; i < (o->none ? out->states : opens); i++)
        rhs[o->none ? i : n + i] = ex_int(s, 0);
    if (o->none)
        return true;
    form_rates(out, e->condition, opens, x);
    ex_jacobian(s, e->condition, opens, out->state, n, slope);
    for (size_t i = 0; i < opens; i++) {
        right[i * (n + 1)] = ex_neg(s, x[i]);
        for (size_t j = 0; j < n; j++)
            right[i * (n + 1) + 1 + j] = ex_neg(s, slope[i * n + j]);
    }
    if (opens && !sym_solve(s, o->bend, opens, right, n + 1, x)) {
        base_error(d, out->model->source_at,
                   "the Hamiltonian is not regular in the constrained directions");
        return false;
    }
    for (size_t i = 0; i < opens; i++) {
        rhs[n + i] = x[i * (n + 1)];
        for (size_t j = 0; j < n; j++)
            slope[i * n + j] = x[i * (n + 1) + 1 + j];
    }
    extend_bivector(d, out, slope, opens);
    put_constraint(d, out, e);
    put_power(out, e);
    if (k->geom->affine || k->geom->moving || k->load)
        form_find_drift_block(out);
    return true;
}
