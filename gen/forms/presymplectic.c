/* gen/forms/presymplectic.c -- form `presymplectic`: Lagrangians that are singular on C.
 *
 * On C, with coordinates q and velocities z^a, Lagrange and d'Alembert say
 *
 *   q' = rho_a z^a + drift,   W_ab z^b' = f_a,   W = d^2 L/dz^a dz^b on C,
 *
 * see lagrangian.c. Where W is singular, not all velocities are determined, and combinations of the
 * equations without z' are constraints. The constraint algorithm (implicit_system.c) finds the
 * final manifold: the largest set in C to which motions are tangent. Its solutions are those of
 * Lagrange's equations, second-order equations from the beginning. States (q, z) are redundant;
 * runs project onto the manifold. A velocity that nothing determines may be given by an input,
 * which is one more constraint from the start, so that what it contradicts is found, too.
 *
 * Gotay, Nester 1979 (presymplectic Lagrangian systems I, II).
 */
#include "gen/forms/presymplectic.h"
#include "gen/forms/form.h"
#include "gen/forms/operations.h"
#include "gen/language/statement_input.h"
#include "gen/language/values.h"

#include <string.h>

const struct presymplectic_motion *form_presymplectic(const struct system *sys)
{
    return sys->own;
}

/* ---- operations ---- */

static size_t bounds(const struct system *sys, const struct stated **out)
{
    *out = form_presymplectic(sys)->bound;
    return form_presymplectic(sys)->all.on.count;
}

static void on_surface(const struct system *sys, ex *e)
{
    *e = form_surface_value(&form_presymplectic(sys)->all.on, *e, false);
}

static const char *no_motion(const struct system *sys)
{
    return form_presymplectic(sys)->none;
}

static size_t arbitrary(const struct system *sys, const ex **out)
{
    *out = form_presymplectic(sys)->all.freedom;
    return form_presymplectic(sys)->all.frees;
}

/* Are the free velocities functions of these natural velocities? */
static bool determine(const struct system *sys, const struct implicit *all, const size_t *natural,
                      size_t n)
{
    const struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    ex *a = sym_row(ex_mem(s), n * n);
    for (size_t i = 0; i < n * n; i++)
        a[i] = g->frame[natural[i / n] * g->n + all->free[i % n] - g->nq];
    return ex_ranks(s, a, n, n).least == n;
}

/* Natural velocities where they determine the free ones, else quasi-velocities. */
static const char *asks_for(const struct system *sys)
{
    const struct implicit *all = &form_presymplectic(sys)->all;
    const struct model *m = sys->model;
    const size_t n = all->frees;
    struct mem *mem = ex_mem(m->store);
    struct mem_text names = mem_text(mem);
    size_t *at = mem_take_array(mem, n + 1, sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = i;
    bool found = n > 0 && m->field[all->free[0] - m->coords].chosen;
    while (found && !determine(sys, all, at, n))
        found = sym_next_choice(at, n, m->sections);
    for (size_t i = 0; i < n; i++)
        mem_put_f(&names, "%s%s%s", i ? ", " : "",
                  found ? m->section[at[i]].name : sys->state_name[all->free[i]],
                  found && lang_is_along_coordinate(m, at[i]) ? "'" : "");
    return n ? names.text : NULL;
}

static size_t regular(struct diag *d, const struct system *sys, struct regular *out)
{
    return form_implicit_regular(d, &form_presymplectic(sys)->all, out);
}

/* The rate on the final manifold. */
static bool balance(struct diag *d, struct proofs *p, struct system *sys, struct balance *out)
{
    (void)d;
    if (!form_keeps_energy(sys))
        return true;
    ex rate = EX_POISON;
    form_rates(sys, sys->block[RT_energy].at, 1, &rate);
    rate = form_surface_value(&form_presymplectic(sys)->all.on, rate, false);
    out->standing = alg_prove(p, "the energy on the final manifold", rate);
    out->standing =
        alg_worse(out->standing, alg_prove_claims(p, "the final manifold", &sys->claims));
    return true;
}

/* Constraints on phase space, and whether there are as many gauge functions. */
static size_t look_at_phase_space(struct diag *d, struct proofs *p, struct system *sys,
                                  struct finding *out)
{
    const struct presymplectic_motion *o = form_presymplectic(sys);
    struct bergmann *b = o->phase;
    form_bergmann(d, sys, b);
    if (b->why || b->all.on.never != EX_POISON)
        return 0;
    const size_t c = b->all.on.count, left = sys->states - c;
    const bool branches = b->all.on.branch || o->all.on.branch; /* perhaps not the same ones */
    const bool same = b->all.frees == o->all.frees && left + b->all.frees == o->dimension;
    enum alg_standing standing = alg_prove_claims(p, "phase space", &sys->claims);
    standing = alg_worse(standing, b->sure ? STANDS_PROVED : STANDS_LIKELY);
    *out = (struct finding){
        .name = "phase space",
        .text =
            base_text(d->mem,
                      "on phase space: %zu primary and %zu further constraints, %zu of first and "
                      "%zu of second class; %zu gauge function%s%s",
                      b->primary, c - b->primary, c - b->second, b->second, b->all.frees,
                      b->all.frees == 1 ? "" : "s",
                      branches ? ""
                      : same   ? ", as above"
                               : ", not as above"),
        .standing = same || branches ? standing : STANDS_NOT};
    return 1;
}

static const char *text_of_gauge(struct diag *d, const struct system *sys)
{
    const bool one = form_presymplectic(sys)->all.frees == 1;
    const char *absent = form_without_inertia(d, sys->model);
    return base_text(d->mem, "nothing determines %s: %s of time may be any%s%s", asks_for(sys),
                     one ? "this function" : "these functions",
                     absent ? "; there is no square of " : "", absent ? absent : "");
}

static size_t look_at_steps(struct diag *d, struct proofs *p, struct system *sys,
                            struct finding *out)
{
    const struct presymplectic_motion *o = form_presymplectic(sys);
    const enum alg_standing open =
        o->all.on.sampled || o->all.on.open ? STANDS_LIKELY : STANDS_PROVED;
    const size_t found = o->all.on.count - o->given;
    size_t n = 0;
    if (o->none) {
        out[n++] = (struct finding){.name = "motion",
                                    .text = base_text(d->mem, "empty dynamics: %s", o->none)};
        return n;
    }
    out[n++] = (struct finding){
        .name = "constraint algorithm",
        .text = base_text(d->mem,
                          "singular Lagrangian: %zu constraint%s in %zu step%s, final manifold of "
                          "dimension %zu",
                          found, found == 1 ? "" : "s", o->all.steps, o->all.steps == 1 ? "" : "s",
                          o->dimension),
        .standing = alg_worse(open, alg_prove_claims(p, "the final manifold", &sys->claims))};
    if (o->all.frees)
        out[n++] = (struct finding){.name = "motion",
                                    .text = text_of_gauge(d, sys),
                                    .standing = alg_worse(open, STANDS_PROVED)};
    n += look_at_phase_space(d, p, sys, &out[n]);
    if (o->all.on.branch)
        out[n++] = (struct finding){.name = "branch", .text = o->all.on.branch, .plain = true};
    return n;
}

static const struct form_ops ops = {
    .singular = true,
    .alone = true,
    .starts_everywhere = true,
    .objects = form_presymplectic_objects,
    .dynamics = look_at_steps,
    .no_motion = no_motion,
    .arbitrary = arbitrary,
    .asks_for = asks_for,
    .bounds = bounds,
    .on_surface = on_surface,
    .regular = regular,
    .balance = balance,
};

/* ---- given constraints ---- */

/* Constraints on positions, then velocities that are inputs. */
static void give(struct diag *d, struct mech *k, struct system *out, struct presymplectic_motion *o)
{
    struct surface *on = &o->all.on;
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    const size_t n = k->geom->n;
    ex *phi = sym_row(d->mem, m->constraints), *y = sym_row(d->mem, n);
    size_t *index = mem_take_array(d->mem, m->constraints + 1, sizeof *index);
    const size_t h = lang_find_holonomic(m, phi, index);
    for (size_t i = 0; i < h; i++)
        form_surface_add(on, phi[i], 0);
    o->given = on->count;
    struct velocity_input *given = NULL;
    const size_t inputs = lang_velocity_inputs(m, &given);
    for (size_t i = 0; i < inputs; i++) {
        const struct ival *v = &given[i].velocity;
        ex is = EX_POISON;
        form_natural_velocities(out, y);
        if (v->of == IVAL_VELOCITY)
            is = sym_dot(s, &k->geom->rho[v->index * n], 1, out->zeta, n);
        else if (v->of == IVAL_SECTION)
            is = y[v->index];
        else
            is = v->index < m->rank ? m->field[v->index].z : out->zeta[v->index];
        form_surface_add(on, ex_sub(s, is, v->value), 0);
    }
}

/* ---- the system ---- */

static bool find_equations(struct diag *d, struct mech *k, struct system *out, struct implicit *p,
                           bool *regular)
{
    struct store *s = k->geom->model->store;
    const size_t nq = k->geom->nq, r = k->geom->rank, n = nq + r;
    ex *G = sym_row(d->mem, r), *W = sym_row(d->mem, r * r);
    *p = (struct implicit){.n = n, .rows = n, .x = out->state};
    p->E = sym_row(d->mem, n * n);
    p->F = sym_row(d->mem, n);
    if (!form_lagrangian_pull(d, k, out, G))
        return false;
    form_velocity_equations(k, out, G, p->F, W, &p->F[nq]);
    for (size_t i = 0; i < n * n; i++) {
        const size_t row = i / n, col = i % n;
        p->E[i] = row >= nq && col >= nq ? W[(row - nq) * r + col - nq] : ex_int(s, row == col);
    }
    *regular = ex_ranks(s, W, r, r).most == r;
    p->on = form_surface(d, out, out->state, n);
    return true;
}

static void put_blocks(struct diag *d, struct system *out, struct presymplectic_motion *o)
{
    const struct model *m = out->model;
    struct store *s = m->store;
    const size_t n = out->states, k = out->geom->n - m->rank, h = m->holonomics;
    const struct surface *on = &o->all.on;
    ex *rhs = form_block_make(out, RT_rhs, n, 1), *phi = sym_row(d->mem, h + on->count);
    size_t *index = mem_take_array(d->mem, h + 1, sizeof *index);
    for (size_t i = 0; i < n; i++)
        rhs[i] = o->none ? ex_int(s, 0) : o->all.rate[i];
    ex *c = form_block_make(out, RT_constraint, h + k + on->count - o->given, 1);
    lang_find_holonomic(m, phi, index);
    for (size_t i = 0; i < h + k; i++)
        c[i] = i < h ? phi[i] : ex_int(s, 0);
    for (size_t i = o->given; i < on->count; i++)
        c[h + k + i - o->given] = on->phi[i];
}

static void put_power(struct system *out, const struct surface *on)
{
    ex *power = form_block_make(out, RT_power, 1, 1);
    form_rates(out, out->block[RT_energy].at, 1, power);
    *power = form_surface_value(on, *power, true);
    if (ex_operations(out->model->store, power, 1) <= SYM_SIMPLIFY)
        ex_simplify(out->model->store, power, 1, power);
}

static const char *text_of_never(struct diag *d, struct store *s, ex e)
{
    const char *text = ex_show_within(s, e, EX_TEXT, 120);
    return base_text(d->mem, "the equations of motion require %s = 0",
                     text ? text : "a function to vanish that never does");
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    struct presymplectic_motion *o = mem_take(d->mem, sizeof *o);
    *o = (struct presymplectic_motion){.given = 0};
    if (!k->has_lagrangian) {
        base_error(d, m->source_at, "the presymplectic form needs a Lagrangian");
        return false;
    }
    bool is_regular = false;
    form_velocity_states(d, k, out);
    if (!find_equations(d, k, out, &o->all, &is_regular))
        return false;
    if (is_regular) { /* the algorithm has nothing to do */
        out->ops = &form_ops_lagrangian;
        return form_has_no_velocity_inputs(d, m) && form_ops_lagrangian.build(d, k, out);
    }
    out->own = o;
    o->phase = mem_take(d->mem, sizeof *o->phase);
    *o->phase = (struct bergmann){.known = false};
    out->ops = &ops;
    give(d, k, out, o);
    if (!form_implicit_solve(d, &o->all))
        return false;
    if (o->all.on.never != EX_POISON)
        o->none = text_of_never(d, s, o->all.on.never);
    o->dimension = out->states - o->all.on.count;
    o->bound = mem_take_array(d->mem, o->all.on.count + 1, sizeof *o->bound);
    for (size_t i = 0; i < o->all.on.count; i++)
        o->bound[i] =
            (struct stated){o->all.on.phi[i], i < o->given ? m->constraint[0].where : m->source_at};
    put_blocks(d, out, o);
    form_velocity_energy(k, out);
    put_power(out, &o->all.on);
    return true;
}

const struct form_ops form_ops_presymplectic = {
    .build = build,
    .singular = true,
};
