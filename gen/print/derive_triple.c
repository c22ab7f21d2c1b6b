/* gen/print/derive_triple.c -- part `triple` of `derive`: the maps of the Tulczyjew triple.
 *
 *   epsilon   T*E  -> TE*   (q, z; a, b) -> eta_A = b_A, q' = rho_A z^A,
 *                           eta_B' = (c^D_BE b_D + F_BE) z^E + c^D_B0 b_D + rho_B(a)
 *   Lambda^#  T*E* -> TE*   (q, eta; a, z) -> q' = rho_A z^A,
 *                           eta_B' = (c^D_BE eta_D + F_BE) z^E + c^D_B0 eta_D - rho_B(a)
 *
 * F is a magnetic two-form, and c^D_B0 are those of a frame that depends on t. On C there are
 * velocities X + z^a f_a, with the drift X, and a complement that is orthogonal to C. The maps of
 * the algebroid C are epsilon_C and Lambda_C^#, with indices of C only. Those of the motion are
 *
 *   epsilon_A T*C  -> TC*   q' = rho(X) + rho_a z^a,  eta_b' = (c^D_be b_D + F_be) z^e
 *                           + <b, [d/dt + X, f_b]> + F(f_b, X) + rho_b(a)
 *   beta_A    T*C* -> TC*   likewise
 *
 * where b_alpha = A_alpha + g_alpha,beta X^beta along the complement. L_C and H_C are functions of
 * the velocities relative to X and of their momenta, so that H_C is the energy only if X = 0.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Sections 2 and 3.
 */
#include "gen/language/scope.h"
#include "gen/print/triple.h"

#include <string.h>

static struct label rate_of(const char *name)
{
    return print_label(LABEL_rate, name, NULL, NULL);
}

static const char *momentum(const struct model *m, size_t A)
{
    return print_triple_momentum(m, A);
}

const char *print_triple_momentum(const struct model *m, size_t A)
{
    return base_text(ex_mem(m->store), "eta_%s", m->field[A].name);
}

/* A covector b on E as symbols b_A. */
static ex fibre_symbol(const struct model *m, size_t A)
{
    const char *name = base_text(ex_mem(m->store), "b_%s", m->field[A].name);
    return ex_sym(m->store, lang_unused_name(m, name), 0);
}

static bool fill_structure(struct triple *t)
{
    struct geom *g = t->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, wide = n + 1;
    t->c = sym_row(t->diag->mem, n * wide * n);
    for (size_t i = 0; i < n * wide * n; i++)
        t->c[i] = ex_int(s, 0);
    if (!geom_structure(t->diag, g))
        return false;
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        t->c[(c->j * wide + c->k) * n + c->i] = c->value;
        t->c[(c->k * wide + c->j) * n + c->i] = ex_neg(s, c->value);
    }
    for (size_t B = 0; B < n && g->moving; B++)
        if (!geom_structure_of(t->diag, g, B, n, &t->c[(B * wide + n) * n]))
            return false;
    return true;
}

/* ---- the maps ---- */

/* <b, [X, f_B]> - c^D_BE b_D X^E = -b_A rho_B(X^A) */
static ex slope_of_drift(const struct triple *t, const struct space *on, size_t B, const ex *b)
{
    const struct geom *g = t->mech->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *q = sym_row(t->diag->mem, g->nq), *along = sym_row(t->diag->mem, g->nq);
    ex *slope = sym_row(t->diag->mem, g->n);
    for (size_t i = 0; i < g->nq; i++) {
        q[i] = m->coord[i].q;
        along[i] = g->rho[i * g->n + B];
    }
    ex_directional(s, on->drift, g->n, q, along, g->nq, slope);
    return ex_neg(s, sym_dot(s, slope, 1, b, g->n));
}

/* eta_B' for velocities X + z in v, a covector b of all n, and a with its sign in epsilon. */
ex print_triple_rate(const struct triple *t, const struct space *on, size_t B, const ex *b,
                     const ex *v, const ex *a)
{
    const struct geom *g = t->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n;
    const ex *c = &t->c[B * (n + 1) * n];
    ex sum = sym_dot(s, &g->rho[B], n, a, g->nq);
    for (size_t E = 0; E < n; E++) {
        const ex two = on->two ? on->two[B * n + E] : ex_int(s, 0);
        const ex pair = ex_add2(s, sym_dot(s, &c[E * n], 1, b, n), two);
        sum = ex_add2(s, sum, ex_mul2(s, pair, v[E]));
    }
    if (on->moving)
        sum = ex_add2(s, sum, sym_dot(s, &c[n * n], 1, b, n));
    return ex_add2(s, sum, slope_of_drift(t, on, B, b));
}

/* X + z, of all n, for the z of the space. */
static ex *whole_velocity(const struct triple *t, const struct space *on, const ex *z)
{
    struct store *s = t->mech->geom->model->store;
    ex *v = sym_row(t->diag->mem, t->mech->geom->n);
    for (size_t A = 0; A < t->mech->geom->n; A++)
        v[A] = A < on->size ? ex_add2(s, z[A], on->drift[A]) : on->drift[A];
    return v;
}

/* One of the maps. on_dual: it reads momenta, and a has the opposite sign. */
void print_triple_map(struct triple *t, const char *words, bool on_dual, const struct space *on)
{
    const struct geom *g = t->mech->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct doc_part *to = t->part;
    ex *a = sym_row(t->diag->mem, g->nq), *z = sym_row(t->diag->mem, g->n);
    ex *b = sym_row(t->diag->mem, g->n);
    for (size_t i = 0; i < g->nq; i++)
        a[i] = on_dual ? ex_neg(s, geom_slope_symbol(m, i)) : geom_slope_symbol(m, i);
    for (size_t A = 0; A < g->n; A++) {
        z[A] = m->field[A].z;
        b[A] = A >= on->size ? on->rest[A] : on_dual ? m->field[A].eta : fibre_symbol(m, A);
    }
    const ex *v = whole_velocity(t, on, z);
    print_doc_text(to, "%s", words);
    for (size_t A = 0; A < on->size && !on_dual; A++)
        print_doc_value(to, print_label(LABEL_known, momentum(m, A), NULL, NULL), b[A]);
    for (size_t i = 0; i < g->nq; i++)
        print_doc_value(to, rate_of(m->coord[i].name), sym_dot(s, &g->rho[i * g->n], 1, v, g->n));
    for (size_t B = 0; B < on->size; B++)
        print_doc_value(to, rate_of(momentum(m, B)), print_triple_rate(t, on, B, b, v, a));
}

/* ---- Legendre transformations ---- */

/* V - A(X) - g(X, X)/2: minus the Lagrangian at z = 0. */
static ex rest_energy(const struct triple *t, const struct space *on)
{
    const struct mech *k = t->mech;
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n;
    ex *gX = sym_row(t->diag->mem, n);
    sym_times(s, k->g, on->drift, n, n, 1, gX);
    const ex term[] = {k->V, ex_neg(s, sym_dot(s, k->A, 1, on->drift, n)),
                       ex_mul2(s, ex_rat(s, -1, 2), sym_dot(s, gX, 1, on->drift, n))};
    return ex_add(s, term, 3);
}

/* eta = dL/dz and its inverse on the space; H is eta z - L. */
static bool put_legendre(struct triple *t, const struct space *on, ex *H)
{
    const struct mech *k = t->mech;
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    const size_t n = k->geom->n, size = on->size;
    ex *g = sym_row(t->diag->mem, size * size), *right = sym_row(t->diag->mem, size);
    ex *z = sym_row(t->diag->mem, size);
    print_doc_text(t->part, "Legendre transformation on %s", on->name);
    for (size_t A = 0; A < size; A++) {
        const ex still = ex_add2(s, k->A[A], sym_dot(s, &k->g[A * n], 1, on->drift, n));
        ex sum = still;
        for (size_t B = 0; B < size; B++) {
            g[A * size + B] = k->g[A * n + B];
            sum = ex_add2(s, sum, ex_mul2(s, k->g[A * n + B], m->field[B].z));
        }
        right[A] = ex_sub(s, m->field[A].eta, still);
        print_doc_value(t->part, print_label(LABEL_known, momentum(m, A), NULL, NULL), sum);
    }
    if (!sym_solve(s, g, size, right, 1, z)) {
        print_doc_text(t->part, "it is not invertible there");
        return false;
    }
    for (size_t A = 0; A < size; A++)
        print_doc_value(t->part, print_label(LABEL_known, m->field[A].name, NULL, NULL), z[A]);
    *H = ex_add2(s, rest_energy(t, on), ex_mul2(s, ex_rat(s, 1, 2), sym_dot(s, right, 1, z, size)));
    return true;
}

/* ---- comparisons ---- */

/* dL on the space: nq slopes, then dL/dz and the momenta along the complement. */
static ex *slopes_of_lagrangian(const struct triple *t, const struct space *on)
{
    const struct geom *g = t->mech->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq;
    ex *x = sym_row(t->diag->mem, nq + n), *dL = sym_row(t->diag->mem, nq + n);
    ex L = t->mech->L;
    for (size_t i = 0; i < nq + n; i++)
        x[i] = i < nq ? m->coord[i].q : m->field[i - nq].z;
    ex_subst(s, &L, 1, &x[nq], whole_velocity(t, on, &x[nq]), n, &L);
    ex_gradient(s, L, x, nq + on->size, dL);
    for (size_t A = on->size; A < n; A++)
        dL[nq + A] = on->rest[A];
    return dL;
}

/* Whether Lambda^#(dH) = epsilon(dL) at eta = dL/dz, on the space. */
enum alg_standing print_triple_sides(struct triple *t, const struct space *on, ex H)
{
    const struct geom *g = t->mech->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq, size = on->size;
    ex *x = sym_row(t->diag->mem, nq + n), *dH = sym_row(t->diag->mem, nq + n);
    ex *z = sym_row(t->diag->mem, n);
    const ex *dL = slopes_of_lagrangian(t, on);
    enum alg_standing all = STANDS_PROVED;
    for (size_t i = 0; i < nq + n; i++)
        x[i] = i < nq ? m->coord[i].q : m->field[i - nq].eta;
    for (size_t A = 0; A < n; A++)
        z[A] = m->field[A].z;
    ex_gradient(s, H, x, nq + n, dH);
    ex_subst(s, dH, nq + n, &x[nq], &dL[nq], size, dH);
    for (size_t A = 0; A < size; A++)
        all = alg_worse(
            all, alg_prove(t->proofs, "both sides of the triple", ex_sub(s, dH[nq + A], z[A])));
    for (size_t i = 0; i < nq; i++)
        dH[i] = ex_neg(s, dH[i]);
    const ex *v = whole_velocity(t, on, z), *of_H = whole_velocity(t, on, &dH[nq]);
    for (size_t B = 0; B < size; B++) {
        const ex left = print_triple_rate(t, on, B, &dL[nq], of_H, dH);
        const ex right = print_triple_rate(t, on, B, &dL[nq], v, dL);
        all = alg_worse(all,
                        alg_prove(t->proofs, "both sides of the triple", ex_sub(s, left, right)));
    }
    return all;
}

/* Whether epsilon(dL), plus the forces, is the motion of the system. */
static enum alg_standing compare_motion(struct triple *t, const struct space *on)
{
    const struct system *sys = t->v->sys;
    const struct geom *g = t->mech->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq, size = on->size;
    ex *z = sym_row(t->diag->mem, n), *at = sym_row(t->diag->mem, n);
    ex *rate = sym_row(t->diag->mem, nq + n), *force = sym_row(t->diag->mem, n);
    const ex *dL = slopes_of_lagrangian(t, on);
    enum alg_standing all = STANDS_PROVED;
    for (size_t A = 0; A < n; A++) {
        z[A] = m->field[A].z;
        at[A] = sys->zeta[A];
        if (on->relative) /* the frame of C is the same as in t->mech */
            at[A] = ex_sub(s, at[A], sys->geom->drift[A]);
    }
    const ex *v = whole_velocity(t, on, z);
    for (size_t i = 0; i < nq; i++)
        rate[i] = sym_dot(s, &g->rho[i * n], 1, v, n);
    for (size_t B = 0; B < size; B++)
        rate[nq + B] = print_triple_rate(t, on, B, &dL[nq], v, dL);
    ex_subst(s, rate, nq + size, z, at, size, rate);
    if (sys->mech->load)
        ex_subst(s, sys->mech->load, n, z, sys->zeta, n, force);
    form_rates(sys, sys->eta, size, at);
    for (size_t i = 0; i < nq; i++)
        rate[i] = ex_sub(s, sys->block[RT_rhs].at[i], rate[i]);
    for (size_t B = 0; B < size; B++) {
        rate[nq + B] = ex_sub(s, at[B], rate[nq + B]);
        rate[nq + B] = sys->mech->load ? ex_sub(s, rate[nq + B], force[B]) : rate[nq + B];
    }
    form_on_chart(sys, rate, nq + size, rate);
    for (size_t i = 0; i < nq + size; i++)
        all = alg_worse(all, alg_prove(t->proofs, "the triple and the motion", rate[i]));
    return all;
}

static void put_motion(struct triple *t, const struct space *on, const char *epsilon)
{
    print_doc_text(t->part, "%s%s is the motion: %s", epsilon,
                   t->v->sys->mech->load ? " plus the forces" : "",
                   alg_standing_text(compare_motion(t, on)));
}

/* ---- the part ---- */

/* Sentences about terms that are not linear in (a, z), or not in the momenta. */
void print_triple_nature(struct triple *t, const struct space *on, const char *maps)
{
    if (on->two)
        print_doc_text(t->part, "they have the magnetic two-form; momenta are kinetic momenta");
    if (on->moving)
        print_doc_text(t->part, "%s affine: the frame moves with t", maps);
}

static void put_on_E(struct triple *t, const struct space *on)
{
    ex H = EX_POISON;
    const bool whole = put_legendre(t, on, &H);
    print_triple_map(t, "epsilon: T*E -> TE*, of (q, z; a, b)", false, on);
    print_triple_map(t, "Lambda^#: T*E* -> TE*, of (q, eta; a, z)", true, on);
    print_triple_nature(t, on, "epsilon and Lambda^# are");
    if (whole)
        print_doc_text(t->part, "Lambda^#(dH) = epsilon(dL): %s",
                       alg_standing_text(print_triple_sides(t, on, H)));
    if (on->size == t->v->sys->geom->rank)
        put_motion(t, on, "epsilon(dL)");
}

static void put_on_C(struct triple *t, const struct space *plain, const struct space *on)
{
    const bool more = t->mech->magnetic || on->two || on->moving || t->mech->geom->affine;
    const char *epsilon = more ? "epsilon_A(dL_C)" : "epsilon_C(dL_C)";
    ex H = EX_POISON;
    const bool whole = put_legendre(t, on, &H);
    print_triple_map(t, "epsilon_C: T*C -> TC*, of (q, z; a, b)", false, plain);
    if (more)
        print_triple_map(t, "epsilon_A: T*C -> TC*, of (q, z; a, b)", false, on);
    print_triple_map(t,
                     more ? "beta_A: T*C* -> TC*, of (q, eta; a, z)"
                          : "Lambda_C^#: T*C* -> TC*, of (q, eta; a, z)",
                     true, on);
    print_triple_nature(t, on, "epsilon_A and beta_A are");
    if (t->mech->geom->affine)
        print_doc_text(t->part, "epsilon_A and beta_A are affine: velocities are drift + z; "
                                "H_C = eta z - L_C is not the energy");
    if (whole)
        print_doc_text(t->part, "%s(dH_C) = %s: %s", more ? "beta_A" : "Lambda_C^#", epsilon,
                       alg_standing_text(print_triple_sides(t, on, H)));
    put_motion(t, on, epsilon);
    const char *fixed = t->mech->geom->affine ? "c^alpha_ab eta_alpha"
                        : t->mech->magnetic   ? "c^alpha_ab A_alpha"
                                              : "";
    const char *both = base_text(t->diag->mem, "%s%s%s", fixed, on->two && *fixed ? " + " : "",
                                 on->two ? "F_ab" : "");
    print_doc_text(
        t->part, "Lambda_C is linear in the momenta%s",
        *both ? base_text(t->diag->mem, "; Lambda_A is affine: %s does not depend on them", both)
              : "");
}

/* A_alpha + g_alpha,beta X^beta: the momenta along the complement. */
static ex *momenta_of_drift(const struct triple *t)
{
    const struct mech *k = t->mech;
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n, r = k->geom->rank;
    ex *rest = sym_row(t->diag->mem, n);
    for (size_t A = 0; A < n; A++)
        rest[A] = ex_add2(s, k->A[A], sym_dot(s, &k->g[A * n + r], 1, &k->geom->drift[r], n - r));
    return rest;
}

/* The maps of C where there is no metric: along any complement, for any momenta along it. */
static void put_geometry(struct triple *t, const struct space *E)
{
    const struct geom *g = t->mech->geom;
    struct space plain = *E, C = *E;
    ex *rest = sym_row(t->diag->mem, g->n);
    print_triple_map(t, "epsilon: T*E -> TE*, of (q, z; a, b)", false, E);
    print_triple_map(t, "Lambda^#: T*E* -> TE*, of (q, eta; a, z)", true, E);
    print_triple_nature(t, E, "epsilon and Lambda^# are");
    if (g->rank == g->n)
        return;
    for (size_t A = 0; A < g->n; A++)
        rest[A] = g->model->field[A].eta;
    plain.size = C.size = g->rank;
    plain.two = NULL;
    plain.moving = false;
    C.rest = rest;
    C.drift = g->drift;
    print_doc_text(t->part,
                   "on C, along the complement; in epsilon_A and beta_A, the momenta along "
                   "it are those of the Lagrangian or Hamiltonian");
    print_triple_map(t, "epsilon_C: T*C -> TC*, of (q, z; a, b)", false, &plain);
    print_triple_map(t, "epsilon_A: T*C -> TC*, of (q, z; a, b)", false, &C);
    print_triple_map(t, "beta_A: T*C* -> TC*, of (q, eta; a, z)", true, &C);
    print_triple_nature(t, &C, "epsilon_A and beta_A are");
}

static bool is_regular_on_C(const struct mech *k)
{
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n, r = k->geom->rank;
    ex *on_C = sym_row(ex_mem(s), r * r);
    for (size_t i = 0; i < r * r && k->quadratic; i++)
        on_C[i] = k->g[i / r * n + i % r];
    return k->quadratic && ex_ranks(s, on_C, r, r).most == r;
}

/* The maps and Legendre transformations of a Lagrangian that is quadratic and regular on C. */
static void put_quadratic(struct triple *t, const struct space *E)
{
    const struct system *sys = t->v->sys;
    struct store *s = sys->model->store;
    struct claims claims = {.n = 0};
    struct triple o = *t;
    o.mech = form_orthogonal(t->diag, sys->mech, &claims);
    if (!o.mech || (o.mech != sys->mech && !fill_structure(&o)))
        return;
    if (o.mech != sys->mech)
        print_doc_text(o.part, "in the frame whose complement is made orthogonal to C");
    const struct geom *g = o.mech->geom;
    ex *zero = sym_row(t->diag->mem, g->n);
    for (size_t A = 0; A < g->n; A++)
        zero[A] = ex_int(s, 0);
    const struct space whole = {"E", g->n, zero, zero, o.mech->two, E->moving, false};
    const struct space plain = {"C", g->rank, zero, zero, NULL, false, false};
    const struct space C = {"C",         g->rank,   g->drift, momenta_of_drift(&o),
                            o.mech->two, g->moving, true};
    put_on_E(&o, &whole);
    if (g->rank < g->n)
        put_on_C(&o, &plain, &C);
}

void print_derive_triple(const struct derivation *v)
{
    const struct system *sys = v->sys;
    const struct geom *g = sys->geom;
    struct proofs proofs = {.store = sys->model->store};
    struct triple t = {
        v, print_doc_part(v->doc, v->name, "Tulczyjew triple"), v->diag, sys->mech, &proofs, NULL};
    if (!geom_has_one_anchor(g) || form_has_free_momenta(sys)) {
        print_doc_text(t.part, "none: its maps are those of one anchor and a skew bracket");
        return;
    }
    if (!form_is_nonholonomic(sys)) {
        print_doc_text(t.part, "none: its maps are those of nonholonomic motion, and this model "
                               "has another law");
        return;
    }
    ex *zero = sym_row(v->diag->mem, g->n);
    for (size_t A = 0; A < g->n; A++)
        zero[A] = ex_int(sys->model->store, 0);
    const struct space E = {"E", g->n, zero, zero, sys->mech->two, g->moving, false};
    if (!fill_structure(&t))
        return;
    if (!lang_has_energy(sys->model)) {
        put_geometry(&t, &E);
    } else {
        if (is_regular_on_C(sys->mech))
            put_quadratic(&t, &E);
        else
            print_triple_any(&t, &E);
        print_triple_dynamics(&t, &E);
    }
    print_doc_simplify(t.part);
}
