/* gen/forms/dirac_bergmann.c -- singular Lagrangians on phase space, by Dirac and Bergmann.
 *
 * The Legendre map eta_a = dL/dz^a of a singular Lagrangian is not onto. Velocities are eliminated
 * one after the other where that is possible in closed form; equations that are left without
 * velocities are the primary constraints phi_mu(q, eta) = 0. With the canonical Hamiltonian
 * H = eta_a z^a - L, motions are
 *
 *   u' = B (grad H + v^mu grad phi_mu),   {eta_b, eta_j} = c^i_bj eta_i + F(f_b, f_j),
 *
 * with any v^mu, as far as they keep phi = 0. This is an implicit system in which v^mu are further
 * rates (implicit_system.c): it finds secondary, tertiary .. constraints, and the v^mu. Those that
 * remain arbitrary are the gauge functions; there are as many as primary constraints of first
 * class. A combination of constraints is of first class if its brackets with all constraints
 * vanish on the final set: the null space of the matrix of brackets.
 *
 * Dirac 1950, 1964; Anderson, Bergmann 1951.
 */
#include "gen/forms/dirac_bergmann.h"
#include "gen/forms/effective_space.h"
#include "gen/forms/form.h"
#include "gen/language/scope.h"
#include "gen/language/statement_input.h"

#include <string.h>

/* Velocities, then square roots r of functions R of velocities, with r^2 - R = 0. */
struct legendre {
    struct diag *diag;
    struct store *store;
    struct system *sys;
    size_t n, all; /* velocities, unknowns */
    ex *row;       /* eta_a - dL/dz^a, r^2 - R, at the values found */
    bool *used;
    ex *z, *value; /* value: or EX_POISON */
    ex L;
};
enum { ROOTS = 4 };

/* ---- the Legendre map ---- */

/* The base of a half-integer power that contains velocities, or EX_POISON. */
static ex root_in(const struct legendre *f, ex e)
{
    struct store *s = f->store;
    int64_t num = 0, den = 1;
    const struct ex_list all = ex_reach(s, &e, 1);
    for (size_t i = 0; i < all.n; i++) {
        if (ex_op(s, all.at[i]) != EX_pow || !ex_is_rat(s, ex_arg(s, all.at[i], 1), &num, &den) ||
            den != 2)
            continue;
        const ex base = ex_arg(s, all.at[i], 0);
        for (size_t a = 0; a < f->n; a++)
            if (ex_has(s, base, f->z[a]))
                return base;
    }
    return EX_POISON;
}

/* A power of a root becomes one of its name. */
struct naming {
    struct store *store;
    ex base, name;
};

static ex with_name(void *context, const struct ex_rewriting *w, ex node)
{
    const struct naming *to = context;
    struct store *s = to->store;
    int64_t num = 0, den = 1;
    if (ex_op(s, node) != EX_pow || ex_arg(s, node, 0) != to->base ||
        !ex_is_rat(s, ex_arg(s, node, 1), &num, &den) || den != 2)
        return ex_over_images(w, node);
    return ex_powi(s, to->name, num);
}

/* Replaces roots by names, which are unknowns. */
static void name_roots(struct legendre *f)
{
    struct store *s = f->store;
    const struct model *m = f->sys->model;
    for (ex R = EX_POISON; f->all < f->n + ROOTS;) {
        for (size_t i = 0; i < f->n && (R = root_in(f, f->row[i])) == EX_POISON; i++) {
        }
        if (R == EX_POISON)
            return;
        const char *word = base_text(f->diag->mem, "root%zu", f->all - f->n + 1);
        struct naming to = {s, R, ex_sym(s, lang_unused_name(m, word), EX_POSITIVE)};
        ex_rewrite(s, f->row, f->n, (struct ex_rule){with_name, &to}, f->row);
        ex_rewrite(s, &f->L, 1, (struct ex_rule){with_name, &to}, &f->L);
        f->z[f->all] = to.name;
        f->value[f->all] = EX_POISON;
        f->row[f->all++] = ex_sub(s, ex_powi(s, to.name, 2), R);
    }
}

static void start(struct legendre *f)
{
    const struct model *m = f->sys->model;
    struct mem *mem = f->diag->mem;
    const size_t room = f->n + ROOTS;
    ex *slope = sym_row(mem, f->n);
    f->all = f->n;
    f->row = sym_row(mem, room);
    f->z = sym_row(mem, room);
    f->value = sym_row(mem, room);
    f->used = mem_take_array(mem, room, sizeof *f->used);
    memset(f->used, 0, room * sizeof *f->used);
    f->L = f->sys->mech->K;
    for (size_t a = 0; a < f->n; a++) {
        f->z[a] = m->field[a].z;
        f->value[a] = EX_POISON;
    }
    ex_gradient(f->store, f->L, f->z, f->n, slope);
    for (size_t a = 0; a < f->n; a++)
        f->row[a] = ex_sub(f->store, m->field[a].eta, slope[a]);
    name_roots(f);
}

/* The numerator without factors that never vanish. */
static ex stripped(struct store *s, ex e)
{
    struct stack todo = {.mem = ex_mem(s)};
    ex_simplify(s, &e, 1, &e);
    e = form_numerator(s, e);
    ex_simplify(s, &e, 1, &e);
    ex product = ex_int(s, 1);
    sym_stack_push(&todo, e);
    while (todo.n) {
        const ex part = todo.at[--todo.n];
        if (ex_op(s, part) == EX_mul)
            for (size_t i = 0; i < ex_count_args(s, part); i++)
                sym_stack_push(&todo, ex_arg(s, part, i));
        else if (!ex_is_nonzero(s, part))
            product = ex_mul2(s, product, part);
    }
    return product;
}

static void put_value(struct legendre *f, size_t j, ex value)
{
    struct store *s = f->store;
    f->value[j] = value;
    for (size_t i = 0; i < f->all; i++) {
        if (i != j && f->value[i] != EX_POISON)
            ex_subst(s, &f->value[i], 1, &f->z[j], &value, 1, &f->value[i]);
        if (!ex_has(s, f->row[i], f->z[j]))
            continue;
        ex_subst(s, &f->row[i], 1, &f->z[j], &value, 1, &f->row[i]);
        f->row[i] = stripped(s, f->row[i]);
    }
}

static bool solve_one(struct legendre *f, size_t i)
{
    bool never = false;
    for (size_t j = 0; j < f->all; j++) {
        if (f->value[j] != EX_POISON || !ex_has(f->store, f->row[i], f->z[j]))
            continue;
        const ex value = form_closed_root(f->diag, f->store, f->row[i], f->z[j], &never);
        if (value == EX_POISON)
            continue;
        put_value(f, j, value);
        f->used[i] = true;
        return true;
    }
    return false;
}

static bool has_velocity(const struct legendre *f, ex e)
{
    for (size_t j = 0; j < f->all; j++)
        if (ex_has(f->store, e, f->z[j]))
            return true;
    return false;
}

/* Solves as many rows as possible; false: a row remains that contains velocities. */
static bool eliminate(struct legendre *f)
{
    bool goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < f->all; i++)
            goes_on |= !f->used[i] && solve_one(f, i);
    }
    for (size_t i = 0; i < f->all; i++)
        if (!f->used[i] && has_velocity(f, f->row[i]))
            return false;
    return true;
}

/* eta_a z^a - L; velocities that are left drop out on the primary constraints. */
static ex hamiltonian(const struct legendre *f)
{
    struct store *s = f->store;
    const struct model *m = f->sys->model;
    ex H = ex_neg(s, f->L), out = EX_POISON;
    for (size_t a = 0; a < f->n; a++)
        H = ex_add2(s, H, ex_mul2(s, m->field[a].eta, f->z[a]));
    for (size_t a = 0; a < f->all; a++)
        if (f->value[a] != EX_POISON)
            ex_subst(s, &H, 1, &f->z[a], &f->value[a], 1, &H);
    ex_simplify(s, &H, 1, &H);
    for (int at = 0; at < 2 && out == EX_POISON; at++) {
        const bool calm = !ex_error(s);
        ex *number = sym_row(f->diag->mem, f->all);
        for (size_t a = 0; a < f->all; a++)
            number[a] = ex_int(s, at);
        ex_subst(s, &H, 1, f->z, number, f->all, &out);
        if (out == EX_POISON)
            ex_forgive(s, calm);
    }
    if (out != EX_POISON)
        ex_simplify(s, &out, 1, &out);
    return out;
}

/* ---- brackets ---- */

/* B of q, eta, N x N. */
static bool find_bracket(struct diag *d, struct system *sys, size_t N, ex *B)
{
    struct geom *g = sys->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = g->nq, n = g->n;
    const ex *coframe = geom_coframe(d, g);
    ex *p = sym_row(d->mem, n), *field = sym_row(d->mem, n);
    for (size_t C = 0; C < n && coframe; C++) {
        p[C] = ex_int(s, 0);
        for (size_t A = 0; A < n; A++)
            p[C] = ex_add2(s, p[C], ex_mul2(s, coframe[A * n + C], m->field[A].eta));
    }
    for (size_t i = 0; i < N * N; i++)
        B[i] = ex_int(s, 0);
    for (size_t a = 0; a < n && coframe; a++) {
        for (size_t i = 0; i < nq; i++) {
            B[i * N + nq + a] = g->rho[i * n + a];
            B[(nq + a) * N + i] = ex_neg(s, g->rho[i * n + a]);
        }
        for (size_t b = 0; b < n; b++) {
            if (a == b)
                continue;
            geom_bracket(g, a, b, field);
            B[(nq + a) * N + nq + b] = sym_dot(s, p, 1, field, n);
            if (sys->mech->two)
                B[(nq + a) * N + nq + b] =
                    ex_add2(s, B[(nq + a) * N + nq + b], sys->mech->two[a * n + b]);
        }
    }
    return coframe != NULL;
}

/* B grad e */
static void field_of(struct store *s, const ex *B, ex e, const ex *u, size_t N, ex *out)
{
    ex *slope = sym_row(ex_mem(s), N);
    ex_gradient(s, e, u, N, slope);
    sym_times(s, B, slope, N, N, 1, out);
}

static void put_equations(struct diag *d, struct bergmann *o, const struct legendre *f, const ex *u,
                          const ex *B, size_t N, const ex *phi)
{
    struct store *s = f->store;
    struct implicit *p = &o->all;
    const size_t n = N + o->primary;
    ex *x = sym_row(d->mem, n), *push = sym_row(d->mem, N);
    *p = (struct implicit){.n = n, .rows = N, .x = x};
    p->E = sym_row(d->mem, N * n);
    p->F = sym_row(d->mem, N);
    for (size_t i = 0; i < n; i++)
        x[i] =
            i < N ? u[i]
                  : ex_sym(s, lang_unused_name(f->sys->model, base_text(d->mem, "v%zu", i - N + 1)),
                           0);
    for (size_t i = 0; i < N * n; i++)
        p->E[i] = ex_int(s, i / n == i % n);
    field_of(s, B, o->H, u, N, p->F);
    for (size_t k = 0; k < o->primary; k++) {
        field_of(s, B, phi[k], u, N, push);
        for (size_t i = 0; i < N; i++)
            p->E[i * n + N + k] = ex_neg(s, push[i]);
    }
    p->on = form_surface(d, f->sys, x, n);
    for (size_t k = 0; k < o->primary; k++)
        form_surface_add(&p->on, phi[k], 0);
}

/* The matrix of brackets, its rank and null space on the final set. */
static void classify(struct diag *d, struct bergmann *o, struct store *s, const ex *u, const ex *B,
                     size_t N)
{
    const struct surface *on = &o->all.on;
    const size_t c = on->count;
    ex *there = sym_row(d->mem, c * c), *slope = sym_row(d->mem, N), *flow = sym_row(d->mem, N);
    o->matrix = sym_row(d->mem, c * c);
    o->first = sym_row(d->mem, c * c);
    for (size_t b = 0; b < c; b++) {
        field_of(s, B, on->phi[b], u, N, flow);
        for (size_t a = 0; a < c; a++) {
            ex_gradient(s, on->phi[a], u, N, slope);
            there[a * c + b] = form_surface_value(on, sym_dot(s, slope, 1, flow, N), false);
            o->matrix[a * c + b] = form_surface_value(on, sym_dot(s, slope, 1, flow, N), true);
        }
    }
    ex_simplify(s, o->matrix, c * c, o->matrix);
    const struct ex_ranks r = ex_ranks(s, there, c, c);
    o->sure = r.least == r.most && on->open == 0 && !on->sampled;
    o->second = r.most;
    if (ex_null_space(s, there, c, c, o->first, NULL) != c - o->second)
        o->sure = false;
}

/* ---- all together ---- */

/* The reason why phase space is not E*, or NULL. */
static const char *without_phase_space(const struct system *sys)
{
    struct velocity_input *given = NULL;
    return sys->geom->rank < sys->geom->n             ? "there are constraints on velocities"
           : sys->geom->affine || sys->geom->moving   ? "the frame or the constraints move"
           : sys->mech->load                          ? "there are forces"
           : !geom_has_one_anchor(sys->geom)          ? "there are two anchors"
           : lang_velocity_inputs(sys->model, &given) ? "an input fixes the gauge"
                                                      : NULL;
}

void form_bergmann(struct diag *d, struct system *sys, struct bergmann *out)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = sys->geom->n, N = m->coords + n;
    struct legendre f = {.diag = d, .store = s, .sys = sys, .n = n};
    if (out->known)
        return;
    *out = (struct bergmann){.known = true, .why = without_phase_space(sys)};
    if (out->why)
        return;
    start(&f);
    out->why = "velocities cannot be eliminated from dL/dz in closed form";
    if (!eliminate(&f) || (out->H = hamiltonian(&f)) == EX_POISON)
        return;
    ex *phi = sym_row(d->mem, n), *u = sym_row(d->mem, N), *B = sym_row(d->mem, N * N);
    for (size_t i = 0; i < f.all && out->primary < n; i++)
        if (!f.used[i] && !sym_vanishes(s, f.row[i], &sys->claims))
            phi[out->primary++] = f.row[i];
    for (size_t i = 0; i < N; i++)
        u[i] = i < m->coords ? m->coord[i].q : m->field[i - m->coords].eta;
    if (!find_bracket(d, sys, N, B))
        return;
    put_equations(d, out, &f, u, B, N, phi);
    struct diag aside = base_aside(d);
    out->why = "the constraint algorithm finds no end";
    if (!form_implicit_solve(&aside, &out->all))
        return;
    out->why = NULL;
    if (out->all.on.never == EX_POISON)
        classify(d, out, s, u, B, N);
}
