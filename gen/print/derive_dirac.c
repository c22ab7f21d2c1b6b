/* gen/print/derive_dirac.c -- part `dirac` of `derive`: the Dirac relations D_M and D_C.
 *
 * The motion is compared with the element of D_C at a = dH/dq, z = dH/deta, to which forces are
 * added.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 3.
 */
#include "gen/print/notation.h"

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

/* Does e contain a function of time that is not given? */
static bool is_missing(const struct system *sys, ex e)
{
    const ex *free = NULL;
    const size_t n = form_missing_inputs(sys) ? form_arbitrary(sys, &free) : 0;
    for (size_t i = 0; i < n; i++)
        if (ex_has(sys->model->store, e, free[i]))
            return true;
    return false;
}

/* The solution of (27): momenta of the complement on the effective phase space, and their rates. */
static void put_effective(struct diag *d, struct doc_part *s, const struct system *sys)
{
    const struct model *m = sys->model;
    const size_t r = sys->geom->rank, n = sys->geom->n;
    ex *rate = sym_row(d->mem, n - r);
    if (r == n || !lang_has_energy(m))
        return;
    print_doc_text(s, "effective phase space: dH/d eta = %s for the momenta of the complement",
                   sys->geom->affine ? "the drift" : "0");
    if (form_no_motion(sys)) {
        print_doc_text(s, "it is empty: %s", form_no_motion(sys));
        return;
    }
    const char *missing = form_missing_inputs(sys);
    if (missing)
        print_doc_text(s, "nothing determines %s", missing);
    for (size_t A = r; A < n; A++)
        if (sys->eta[A] != m->field[A].eta)
            print_doc_value(s, print_label(LABEL_known, momentum(m, A), NULL, NULL), sys->eta[A]);
    print_conditions(s, sys);
    if (!missing)
        print_doc_text(s, "so that, which the relation leaves free,");
    form_rates(sys, &sys->eta[r], n - r, rate);
    for (size_t A = r; A < n; A++)
        if (!is_missing(sys, sys->eta[A]))
            print_doc_value(s, rate_of(momentum(m, A)), rate[A - r]);
}

/* dH/dq at fixed momenta as a function of the state: -dL/dq at fixed velocities. */
static void find_slope(const struct system *sys, ex *a)
{
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = sys->geom->n, nq = sys->geom->nq;
    ex *q = sym_row(ex_mem(s), nq), *fibre = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < nq; i++)
        q[i] = m->coord[i].q;
    for (size_t A = 0; A < n; A++)
        fibre[A] = k->has_hamiltonian ? m->field[A].eta : m->field[A].z;
    ex_gradient(s, k->has_hamiltonian ? k->H : k->L, q, nq, a);
    ex_subst(s, a, nq, fibre, k->has_hamiltonian ? sys->eta : sys->zeta, n, a);
    for (size_t i = 0; i < nq && !k->has_hamiltonian; i++)
        a[i] = ex_neg(s, a[i]);
}

/* Rates of the motion minus those of the element of r at dH: nq + tied, functions of the state. */
static void subtract_element(const struct system *sys, const struct relation *r, ex *out)
{
    const struct geom *g = r->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = g->nq, n = g->n, all = nq + 2 * n;
    ex *from = sym_row(ex_mem(s), all), *to = sym_row(ex_mem(s), all);
    ex *force = sym_row(ex_mem(s), n), *rate = sym_row(ex_mem(s), n);
    find_slope(sys, to);
    for (size_t i = 0; i < nq; i++) {
        from[i] = geom_slope_symbol(m, i);
        out[i] = r->q_rate[i];
    }
    for (size_t A = 0; A < n; A++) {
        from[nq + A] = m->field[A].eta;
        to[nq + A] = sys->eta[A];
        from[nq + n + A] = m->field[A].z;
        to[nq + n + A] = r->relative ? ex_sub(s, sys->zeta[A], g->drift[A]) : sys->zeta[A];
    }
    for (size_t B = 0; B < r->tied; B++)
        out[nq + B] = r->eta_rate[B];
    ex_subst(s, out, nq + r->tied, from, to, all, out);
    if (sys->mech->load)
        ex_subst(s, sys->mech->load, n, &from[nq + n], sys->zeta, n, force);
    form_rates(sys, sys->eta, r->tied, rate);
    for (size_t i = 0; i < nq; i++)
        out[i] = ex_sub(s, sys->block[RT_rhs].at[i], out[i]);
    for (size_t B = 0; B < r->tied; B++) {
        out[nq + B] = ex_sub(s, rate[B], out[nq + B]);
        out[nq + B] = sys->mech->load ? ex_sub(s, out[nq + B], force[B]) : out[nq + B];
    }
    form_on_chart(sys, out, nq + r->tied, out);
}

/* Whether the motion is the element of r at dH. */
static void put_motion(struct doc_part *to, const struct system *sys, const struct relation *r)
{
    struct store *s = sys->model->store;
    struct proofs proofs = {.store = s};
    const size_t n = r->geom->nq + r->tied;
    if (form_no_motion(sys))
        return;
    ex *difference = sym_row(ex_mem(s), n);
    enum alg_standing all = STANDS_PROVED;
    subtract_element(sys, r, difference);
    for (size_t i = 0; i < n; i++)
        all = alg_worse(all, alg_prove(&proofs, "the motion is in the relation", difference[i]));
    print_doc_text(to, "the motion is the element of %s at a = dH/dq, z = dH/d eta%s (%s)", r->name,
                   sys->mech->load ? ", plus the forces" : "", alg_standing_text(all));
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
    const bool law = form_is_nonholonomic(v->sys);
    if (!law)
        print_doc_text(s, "no D_C: that is a relation of nonholonomic motion, and this model has "
                          "another law");
    if (law && g->rank == g->n)
        put_motion(s, v->sys, &D_M);
    if (law && g->rank < g->n) {
        print_doc_text(s, "D_C: %s; %s free", names_of(&D_C, "", g->affine ? " = drift" : " = 0"),
                       names_of(&D_C, "eta_", "'"));
        put_relation(s, &D_C);
        put_nature(v->diag, s, &D_C, g->affine ? "the velocities it allows are drift + C" : moving);
        put_motion(s, v->sys, &D_C);
        put_effective(v->diag, s, v->sys);
    }
    print_doc_simplify(s);
}
