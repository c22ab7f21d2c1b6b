/* gen/print/derive_dirac.c -- parts `dirac` and `triple` of `derive`: D_M, D_C, Tulczyjew triple.
 *
 * These are the Dirac structures D_M and D_C, and the maps of the triple, in coordinates.
 *
 *   epsilon   T*E  -> TE*   (q, z; a, b) -> eta_A = b_A, q' = rho_A z^A,
 *                           eta_B' = c^D_BE b_D z^E + rho_B(a)
 *   Lambda^#  T*E* -> TE*   (q, eta; a, z) -> q' = rho_A z^A, eta_B' = c^D_BE eta_D z^E - rho_B(a)
 *   epsilon_A T*C  -> TC*   the same with indices of C only, and c^alpha_ba A_alpha z^a added
 *   beta_A    T*C* -> TC*   likewise; without a one-form these are epsilon_C and Lambda_C^#
 *
 * The maps on C need a complement that is orthogonal to C.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Sections 2 and 3.
 */
#include "gen/language/scope.h"
#include "gen/print/notation.h"

#include <string.h>

static struct label rate_of(const char *name)
{
    return print_label(LABEL_rate, name, NULL, NULL);
}

static const char *momentum(const struct model *m, size_t A)
{
    return base_text(ex_mem(m->store), "eta_%s", m->field[A].name);
}

/* ---- relations ---- */

static void put_relation(struct doc_part *s, const struct relation *r)
{
    const struct model *m = r->geom->model;
    for (size_t i = 0; i < r->geom->nq; i++)
        print_doc_value(s, rate_of(m->coord[i].name), r->q_rate[i]);
    for (size_t B = 0; B < r->tied; B++)
        print_doc_value(s, rate_of(momentum(m, B)), r->eta_rate[B]);
}

static const char *names_of(const struct relation *r, const char *before, const char *after)
{
    const struct model *m = r->geom->model;
    struct mem_text text = mem_text(ex_mem(m->store));
    for (size_t A = r->tied; A < r->geom->n; A++) {
        mem_put(&text, A > r->tied ? ", " : "");
        mem_put(&text, before);
        mem_put(&text, m->field[A].name);
        mem_put(&text, after);
    }
    return text.text;
}

/* Isotropy, rank and Courant tensor of a relation. */
static void put_nature(struct diag *d, struct doc_part *s, const struct relation *r,
                       const char *affine)
{
    struct proofs proofs = {.store = r->geom->model->store};
    struct courant *t = NULL;
    const enum alg_standing isotropic = alg_prove(&proofs, "isotropy", geom_relation_pairing(r));
    if (*affine) {
        print_doc_text(s, "%s is an affine relation: %s", r->name, affine);
        return;
    }
    print_doc_text(s, "isotropic: a q' + z eta' = 0 on all of %s (%s); rank %zu, which is maximal",
                   r->name, alg_standing_text(isotropic), r->geom->nq + r->geom->n);
    const size_t n = geom_courant(d, r, &t);
    for (size_t i = 0; i < n; i++)
        print_doc_value(s,
                        print_label(LABEL_courant, geom_slot_name(r, t[i].k),
                                    geom_slot_name(r, t[i].l), geom_slot_name(r, t[i].m)),
                        t[i].value);
    print_doc_text(s,
                   n ? "%s is almost Dirac only: its Courant tensor is not 0"
                     : "%s is a Dirac structure: its Courant tensor is 0",
                   r->name);
}

/* The solution of (27): momenta of the complement on the effective phase space, and their rates. */
static void put_effective(struct diag *d, struct doc_part *s, const struct system *sys)
{
    const struct model *m = sys->model;
    const size_t r = sys->geom->rank, n = sys->geom->n;
    ex *rate = sym_row(d->mem, n - r);
    if (r == n)
        return;
    print_doc_text(s, "effective phase space: dH/d eta = %s for the momenta of the complement",
                   sys->geom->affine ? "the drift" : "0");
    for (size_t A = r; A < n; A++)
        print_doc_value(s, print_label(LABEL_known, momentum(m, A), NULL, NULL), sys->eta[A]);
    print_doc_text(s, "so that, which the relation leaves free,");
    form_rates(sys, &sys->eta[r], n - r, rate);
    for (size_t A = r; A < n; A++)
        print_doc_value(s, rate_of(momentum(m, A)), rate[A - r]);
}

void print_derive_dirac(const struct derivation *v)
{
    struct geom *g = v->sys->geom;
    struct relation D_M, D_C;
    if (!geom_has_one_anchor(g)) {
        print_doc_text(print_doc_part(v->doc, v->name, "Dirac relations"),
                       "none: with two anchors the bracket is not skew");
        return;
    }
    if (!geom_relation(v->diag, g, false, &D_M) || !geom_relation(v->diag, g, true, &D_C))
        return;
    struct doc_part *s = print_doc_part(v->doc, v->name, "Dirac relations");
    print_doc_text(s, "D_M: a and all z are free");
    put_relation(s, &D_M);
    const char *moving = g->moving ? "the frame moves with t" : "";
    put_nature(v->diag, s, &D_M, moving);
    if (g->rank < g->n) {
        print_doc_text(s, "D_C: %s; %s free", names_of(&D_C, "", g->affine ? " = drift" : " = 0"),
                       names_of(&D_C, "eta_", "'"));
        put_relation(s, &D_C);
        put_nature(v->diag, s, &D_C, g->affine ? "the velocities it allows are drift + C" : moving);
        put_effective(v->diag, s, v->sys);
    }
    print_doc_simplify(s);
}

/* ---- Tulczyjew triple ---- */

struct triple {
    const struct derivation *v;
    struct doc_part *part;
    struct diag *diag;
    struct mech *mech; /* with an orthogonal complement */
    struct proofs *proofs;
    ex *c; /* c^i_jk at (j n + k) n + i */
};

/* A covector b on E as symbols b_A. */
static ex fibre_symbol(const struct model *m, size_t A)
{
    const char *name = base_text(ex_mem(m->store), "b_%s", m->field[A].name);
    return ex_sym(m->store, lang_unused_name(m, name), 0);
}

static void fill_structure(struct triple *t)
{
    const struct geom *g = t->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n;
    t->c = sym_row(t->diag->mem, n * n * n);
    for (size_t i = 0; i < n * n * n; i++)
        t->c[i] = ex_int(s, 0);
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        t->c[(c->j * n + c->k) * n + c->i] = c->value;
        t->c[(c->k * n + c->j) * n + c->i] = ex_neg(s, c->value);
    }
}

/* c^D_BE b_D z^E + rho_B(a), E and B among the first `size` fields; b of all n */
static ex momentum_rate(const struct triple *t, size_t B, const ex *b, const ex *z, const ex *a,
                        size_t size)
{
    const struct geom *g = t->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n;
    ex sum = sym_dot(s, &g->rho[B], n, a, g->nq);
    for (size_t E = 0; E < size; E++)
        sum = ex_add2(s, sum, ex_mul2(s, sym_dot(s, &t->c[(B * n + E) * n], 1, b, n), z[E]));
    return sum;
}

/* One of the maps. on_dual: it reads momenta, and a has the opposite sign; rest: the b_alpha. */
static void put_map(struct triple *t, const char *words, bool on_dual, size_t size, const ex *rest)
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
        z[A] = A < size ? m->field[A].z : ex_int(s, 0);
        b[A] = A >= size ? rest[A] : on_dual ? m->field[A].eta : fibre_symbol(m, A);
    }
    print_doc_text(to, "%s", words);
    for (size_t A = 0; A < size && !on_dual; A++)
        print_doc_value(to, print_label(LABEL_known, momentum(m, A), NULL, NULL), b[A]);
    for (size_t i = 0; i < g->nq; i++)
        print_doc_value(to, rate_of(m->coord[i].name), sym_dot(s, &g->rho[i * g->n], 1, z, g->n));
    for (size_t B = 0; B < size; B++)
        print_doc_value(to, rate_of(momentum(m, B)), momentum_rate(t, B, b, z, a, size));
}

/* eta = dL/dz and its inverse, on the first `size` fields, with the other velocities 0. */
static bool put_legendre(struct triple *t, const char *where, size_t size, ex *H, ex *z_of)
{
    const struct mech *k = t->mech;
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    const size_t n = k->geom->n;
    ex *g = sym_row(t->diag->mem, size * size), *right = sym_row(t->diag->mem, size);
    print_doc_text(t->part, "Legendre transformation on %s", where);
    for (size_t A = 0; A < size; A++) {
        ex sum = k->A[A];
        for (size_t B = 0; B < size; B++) {
            g[A * size + B] = k->g[A * n + B];
            sum = ex_add2(s, sum, ex_mul2(s, k->g[A * n + B], m->field[B].z));
        }
        right[A] = ex_sub(s, m->field[A].eta, k->A[A]);
        print_doc_value(t->part, print_label(LABEL_known, momentum(m, A), NULL, NULL), sum);
    }
    if (!sym_solve(s, g, size, right, 1, z_of)) {
        print_doc_text(t->part, "it is not invertible there");
        return false;
    }
    for (size_t A = 0; A < size; A++)
        print_doc_value(t->part, print_label(LABEL_known, m->field[A].name, NULL, NULL), z_of[A]);
    *H = ex_add2(s, k->V, ex_mul2(s, ex_rat(s, 1, 2), sym_dot(s, right, 1, z_of, size)));
    return true;
}

/* Whether Lambda^#(dH) = epsilon(dL) at eta = dL/dz. */
static enum alg_standing compare_sides(struct triple *t, ex H, size_t size, const ex *rest)
{
    const struct mech *k = t->mech;
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct mem *mem = t->diag->mem;
    const size_t n = g->n, nq = g->nq;
    ex *x = sym_row(mem, nq + n), *dH = sym_row(mem, nq + n), *dL = sym_row(mem, nq + n);
    ex *eta = sym_row(mem, n), *z = sym_row(mem, n), *zero = sym_row(mem, n);
    enum alg_standing all = STANDS_PROVED;
    ex L = k->L;
    for (size_t A = 0; A < n; A++) {
        eta[A] = m->field[A].eta;
        z[A] = m->field[A].z;
        zero[A] = ex_int(s, 0);
    }
    ex_subst(s, &L, 1, &z[size], zero, n - size, &L); /* L on C */
    for (size_t i = 0; i < nq; i++)
        x[i] = m->coord[i].q;
    memcpy(&x[nq], eta, n * sizeof *x);
    ex_gradient(s, H, x, nq + n, dH);
    memcpy(&x[nq], z, n * sizeof *x);
    ex_gradient(s, L, x, nq + n, dL);
    for (size_t A = size; A < n; A++)
        dL[nq + A] = rest[A];
    ex_subst(s, dH, nq + n, eta, &dL[nq], size, dH);
    for (size_t i = 0; i < nq; i++) {
        const ex difference = ex_sub(s, sym_dot(s, &g->rho[i * n], 1, &dH[nq], size),
                                     sym_dot(s, &g->rho[i * n], 1, z, size));
        all = alg_worse(all, alg_prove(t->proofs, "both sides of the triple", difference));
        dH[i] = ex_neg(s, dH[i]);
    }
    for (size_t B = 0; B < size; B++) {
        const ex left = momentum_rate(t, B, &dL[nq], &dH[nq], dH, size);
        const ex right = momentum_rate(t, B, &dL[nq], z, dL, size);
        all = alg_worse(all,
                        alg_prove(t->proofs, "both sides of the triple", ex_sub(s, left, right)));
    }
    return all;
}

void print_derive_triple(const struct derivation *v)
{
    const struct system *sys = v->sys;
    struct store *s = sys->model->store;
    struct claims claims = {.n = 0};
    struct proofs proofs = {.store = s};
    struct triple t = {
        v, print_doc_part(v->doc, v->name, "Tulczyjew triple"), v->diag, sys->mech, &proofs, NULL};
    if (!geom_has_one_anchor(sys->geom) || form_has_free_momenta(sys)) {
        print_doc_text(t.part, "none: its maps are those of one anchor and a skew bracket");
        return;
    }
    if (!sys->mech->quadratic) {
        print_doc_text(t.part, "only for a Lagrangian that is quadratic in the velocities");
        return;
    }
    t.mech = form_orthogonal(v->diag, sys->mech, &claims);
    if (!t.mech || !geom_structure(v->diag, t.mech->geom))
        return;
    if (t.mech != sys->mech)
        print_doc_text(t.part, "in the frame whose complement is made orthogonal to C");
    fill_structure(&t);
    const size_t n = sys->geom->n, r = sys->geom->rank;
    const bool magnetic = t.mech->magnetic, constrained = r < n;
    ex *z = sym_row(v->diag->mem, n), *zero = sym_row(v->diag->mem, n), H = EX_POISON;
    for (size_t A = 0; A < n; A++)
        zero[A] = ex_int(s, 0);
    const bool whole = put_legendre(&t, "E", n, &H, z);
    put_map(&t, "epsilon: T*E -> TE*, of (q, z; a, b)", false, n, zero);
    put_map(&t, "Lambda^#: T*E* -> TE*, of (q, eta; a, z)", true, n, zero);
    if (whole)
        print_doc_text(t.part, "Lambda^#(dH) = epsilon(dL): %s",
                       alg_standing_text(compare_sides(&t, H, n, zero)));
    if (constrained && !sys->geom->affine) {
        const bool on_C = put_legendre(&t, "C", r, &H, z);
        put_map(&t, "epsilon_C: T*C -> TC*, of (q, z; a, b)", false, r, zero);
        if (magnetic)
            put_map(&t, "epsilon_A: T*C -> TC*, of (q, z; a, b)", false, r, t.mech->A);
        put_map(&t,
                magnetic ? "beta_A: T*C* -> TC*, of (q, eta; a, z)"
                         : "Lambda_C^#: T*C* -> TC*, of (q, eta; a, z)",
                true, r, t.mech->A);
        if (on_C)
            print_doc_text(t.part, "%s(dH_C) = %s(dL_C): %s", magnetic ? "beta_A" : "Lambda_C^#",
                           magnetic ? "epsilon_A" : "epsilon_C",
                           alg_standing_text(compare_sides(&t, H, r, t.mech->A)));
        print_doc_text(t.part, "Lambda_C is linear in the momenta%s",
                       magnetic ? "; Lambda_A is affine: c^alpha_ab A_alpha does not depend on them"
                                : "");
    }
    print_doc_simplify(t.part);
}
