/* gen/print/derive_phase.c -- implicit phase dynamics; the triple for any L and any H.
 *
 * With a Lagrangian the dynamics is the set of all (q, eta; q', eta') with
 *
 *   eta_A = dL/dz^A,  q' = rho_A z^A,
 *   eta_b' = (c^D_bE eta_D + F_bE) z^E + c^D_b0 eta_D + rho_b(L) + Q_b,   eta_alpha' free,
 *
 * for the velocities z = X + z^a f_a that the constraints allow: the z^a are its parameters. L need
 * not be regular. With a Hamiltonian z^A = dH/deta_A, -rho_b(H) stands for rho_b(L), and those
 * eta_alpha that dH/deta_alpha = b^alpha leaves open are its parameters.
 *
 * H = eta z - L and L = eta z - H exist where the Legendre map has an inverse.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Sections 2 and 3.
 */
#include "gen/forms/properties.h"
#include "gen/print/triple.h"

#include <string.h>

static struct label known(const char *name)
{
    return print_label(LABEL_known, name, NULL, NULL);
}

/* Symbols of all velocities along the frame, or of all momenta. */
static ex *symbols(const struct triple *t, bool momenta)
{
    const struct geom *g = t->mech->geom;
    ex *out = sym_row(t->diag->mem, g->n);
    for (size_t A = 0; A < g->n; A++)
        out[A] = momenta ? g->model->field[A].eta : g->model->field[A].z;
    return out;
}

static const char *names(const struct triple *t, size_t from, size_t to, bool momenta,
                         const char *after)
{
    const struct model *m = t->mech->geom->model;
    struct mem_text out = mem_text(t->diag->mem);
    for (size_t A = from; A < to; A++)
        mem_put_f(&out, "%s%s%s", A > from ? ", " : "",
                  momenta ? print_triple_momentum(m, A) : m->field[A].name, after);
    return out.text;
}

/* ---- Legendre transformations ---- */

/* f = L(z) or H(eta) on the first n fields: shows the gradient, its inverse, and x f' - f in terms
 * of the other side, which is returned, or EX_POISON. */
static ex put_side(struct triple *t, ex f, size_t n, bool of_H, const char *space)
{
    const struct model *m = t->mech->geom->model;
    struct store *s = m->store;
    const ex *x = symbols(t, of_H), *y = symbols(t, !of_H);
    ex *slope = sym_row(t->diag->mem, n), *W = sym_row(t->diag->mem, n * n);
    ex *off = sym_row(t->diag->mem, n), *inverse = sym_row(t->diag->mem, n);
    ex_gradient(s, f, x, n, slope);
    ex_jacobian(s, slope, n, x, n, W);
    print_doc_text(t->part, "Legendre transformation on %s", space);
    for (size_t A = 0; A < n; A++) {
        off[A] = ex_sub(s, slope[A], y[A]);
        print_doc_value(t->part, known(of_H ? m->field[A].name : print_triple_momentum(m, A)),
                        slope[A]);
    }
    const struct ex_ranks rank = ex_ranks(s, W, n, n);
    if (rank.most < n) {
        print_doc_text(t->part, "it is not invertible: its rank is %zu of %zu", rank.most, n);
        return EX_POISON;
    }
    if (!form_solved(t->diag, t->v->sys, off, x, n, inverse)) {
        print_doc_text(t->part, "no inverse was found in closed form%s",
                       rank.least == n ? "; there is one near each point with a regular Hessian"
                                       : "");
        return EX_POISON;
    }
    for (size_t A = 0; A < n; A++)
        print_doc_value(t->part, known(of_H ? print_triple_momentum(m, A) : m->field[A].name),
                        inverse[A]);
    ex_subst(s, &f, 1, x, inverse, n, &f);
    ex other = ex_sub(s, sym_dot(s, inverse, 1, y, n), f);
    ex_simplify(s, &other, 1, &other);
    print_doc_value(t->part, print_label(LABEL_symbol, of_H ? "L" : "H", NULL, NULL), other);
    return other;
}

void print_triple_any(struct triple *t, const struct space *E)
{
    const struct geom *g = t->mech->geom;
    const bool of_H = t->mech->has_hamiltonian;
    struct mech both = *t->mech;
    const ex other = put_side(t, of_H ? both.H : both.L, g->n, of_H, "E");
    print_triple_map(t, "epsilon: T*E -> TE*, of (q, z; a, b)", false, E);
    print_triple_map(t, "Lambda^#: T*E* -> TE*, of (q, eta; a, z)", true, E);
    print_triple_nature(t, E, "epsilon and Lambda^# are");
    if (other != EX_POISON) {
        *(of_H ? &both.L : &both.H) = other;
        struct triple o = *t;
        o.mech = &both;
        print_doc_text(t->part, "Lambda^#(dH) = epsilon(dL): %s",
                       alg_standing_text(print_triple_sides(&o, E, both.H)));
    }
    if (g->rank < g->n && !of_H && !g->affine)
        put_side(t, both.K, g->rank, false, "C");
}

/* ---- the dynamics ---- */

struct dynamics {
    ex *v;     /* n: velocities */
    ex *p;     /* n: momenta */
    ex *rate;  /* nq, then rank */
    ex *holds; /* n - rank, of a Hamiltonian: these vanish */
};

/* Loads at the velocities v. */
static void add_forces(const struct triple *t, const ex *v, ex *rate)
{
    const struct geom *g = t->mech->geom;
    struct store *s = g->model->store;
    ex *force = sym_row(t->diag->mem, g->n);
    if (!t->mech->load)
        return;
    ex_subst(s, t->mech->load, g->n, symbols(t, false), v, g->n, force);
    for (size_t b = 0; b < g->rank; b++)
        rate[b] = ex_add2(s, rate[b], force[b]);
}

static struct dynamics find_dynamics(const struct triple *t, const struct space *E)
{
    const struct mech *k = t->mech;
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, nq = g->nq;
    const bool of_H = k->has_hamiltonian;
    const ex *x = symbols(t, of_H);
    struct dynamics D = {symbols(t, of_H), symbols(t, true), sym_row(t->diag->mem, nq + r),
                         sym_row(t->diag->mem, n - r)};
    ex *slope = sym_row(t->diag->mem, n), *q = sym_row(t->diag->mem, nq);
    ex *a = sym_row(t->diag->mem, nq);
    for (size_t i = 0; i < nq; i++)
        q[i] = g->model->coord[i].q;
    ex_gradient(s, of_H ? k->H : k->L, x, n, slope);
    ex_gradient(s, of_H ? k->H : k->L, q, nq, a);
    for (size_t A = 0; A < n; A++) {
        const ex rest = A < r ? ex_int(s, 0) : g->drift[A];
        if (of_H && A >= r)
            D.holds[A - r] = ex_sub(s, slope[A], g->drift[A]);
        D.v[A] = A >= r ? rest : of_H ? slope[A] : ex_add2(s, x[A], g->drift[A]);
    }
    if (!of_H) {
        ex_subst(s, slope, n, x, D.v, n, D.p);
        ex_subst(s, a, nq, x, D.v, n, a);
    }
    for (size_t i = 0; i < nq; i++) {
        a[i] = of_H ? ex_neg(s, a[i]) : a[i];
        D.rate[i] = sym_dot(s, &g->rho[i * n], 1, D.v, n);
    }
    for (size_t b = 0; b < r; b++)
        D.rate[nq + b] = print_triple_rate(t, E, b, D.p, D.v, a);
    add_forces(t, D.v, &D.rate[nq]);
    return D;
}

/* Whether the motion of the system satisfies the equations. */
static enum alg_standing compare(const struct triple *t, const struct dynamics *D)
{
    const struct system *sys = t->v->sys;
    const struct geom *g = t->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, nq = g->nq, all = nq + r + n;
    const bool of_H = t->mech->has_hamiltonian;
    ex *off = sym_row(t->diag->mem, all), *at = sym_row(t->diag->mem, n);
    enum alg_standing stands = STANDS_PROVED;
    memcpy(off, D->rate, (nq + r) * sizeof *off);
    memcpy(&off[nq + r], D->p, n * sizeof *off);
    for (size_t A = 0; A < n; A++)
        at[A] = of_H ? sys->eta[A] : A < r ? ex_sub(s, sys->zeta[A], g->drift[A]) : sys->zeta[A];
    ex_subst(s, off, all, symbols(t, of_H), at, n, off);
    form_rates(sys, sys->eta, r, at);
    for (size_t i = 0; i < all; i++) {
        const ex is = i < nq       ? sys->block[RT_rhs].at[i]
                      : i < nq + r ? at[i - nq]
                                   : sys->eta[i - nq - r];
        off[i] = ex_sub(s, off[i], is);
    }
    const struct stated *bound = NULL;
    const bool bounds = form_bounds(sys, &bound) > 0;
    for (size_t i = 0; i < all; i++) {
        form_where_constraints_hold(sys, &off[i]);
        stands = alg_worse(stands, alg_prove(t->proofs, "the phase dynamics", off[i]));
    }
    return bounds && stands == STANDS_NOT ? STANDS_OPEN : stands; /* not all can be solved */
}

void print_triple_dynamics(struct triple *t, const struct space *E)
{
    const struct system *sys = t->v->sys;
    const struct geom *g = t->mech->geom;
    const struct model *m = g->model;
    const size_t n = g->n, r = g->rank;
    const bool of_H = t->mech->has_hamiltonian;
    const struct dynamics D = find_dynamics(t, E);
    if (of_H)
        print_doc_text(
            t->part, "phase dynamics, of (q, eta; q', eta')%s",
            r < n ? base_text(t->diag->mem, ", with all %s for which", names(t, r, n, true, ""))
                  : "");
    else
        print_doc_text(t->part,
                       "implicit phase dynamics, of (q, eta; q', eta'), with the "
                       "parameters %s",
                       names(t, 0, r, false, ""));
    for (size_t i = 0; i < n - r && of_H; i++)
        print_doc_value(t->part,
                        print_label(LABEL_zero, print_triple_momentum(m, r + i), NULL, NULL),
                        D.holds[i]);
    for (size_t A = 0; A < n && !of_H; A++)
        print_doc_value(t->part, known(print_triple_momentum(m, A)), D.p[A]);
    for (size_t i = 0; i < g->nq + r; i++)
        print_doc_value(
            t->part,
            print_label(LABEL_rate,
                        i < g->nq ? m->coord[i].name : print_triple_momentum(m, i - g->nq), NULL,
                        NULL),
            D.rate[i]);
    if (r < n)
        print_doc_text(t->part, "%s free", names(t, r, n, true, "'"));
    if (!form_no_motion(sys))
        print_doc_text(t->part, "the motion satisfies it: %s", alg_standing_text(compare(t, &D)));
}
