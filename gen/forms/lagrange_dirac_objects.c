/* gen/forms/lagrange_dirac_objects.c -- objects of a Lagrangian Dirac system: Omega_L, X_L, D_L.
 *
 * Omega_L is the two-form of the Lagrangian, D_L the Dirac structure that the constraints make of
 * it; claims about them are proved.
 *
 * On TQ, with p = L_v, K_ij = dp_i/dq^j and W = L_vv,
 *
 *   Omega_L = dq^i /\ dp_i,   i_X Omega_L = [[K^T - K, -W], [W, 0]] X,   E_L = p v - L,
 *   X_L: i_X Omega_L = dE_L, hence q' = v: it is of second order,
 *   D_L = {(w, alpha): mu(w_q) = 0, alpha - i_w Omega_L in span (mu, 0)},   of dimension 2 n.
 *
 * D_L is isotropic since Omega_L is skew and mu vanishes on C; it is the pull-back of D_C on T*Q by
 * the Legendre map p = L_v; and it is closed under Courant's bracket where C is integrable. The
 * motion is (u', dE_L) in D_L(u). On a bundle E the q-directions are sections e_B, dp along e_B is
 * rho_B(p), and C^D_BC p_D comes beside K^T - K; a magnetic two-form does, too.
 *
 * Yoshimura: Lagrangian Dirac structures on TQ. The v-part of X_L is v', as in i_X Omega_L.
 */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/properties.h"

struct geometry {
    struct diag *diag;
    struct system *sys;
    struct proofs proofs;
    size_t n, k;        /* rank of E, number of constraints */
    const ex *y, *p;    /* natural velocities and momenta */
    ex *W, *K;          /* n x n; K[C n + B] = rho_B(p_C) */
    ex *F;              /* n x n: the magnetic two-form, or NULL */
    ex *mu, *b;         /* k x n, k */
    ex *omega, *dE, *X; /* 2n x 2n, 2n, 2n */
    ex *basis;          /* 4n x 2n, one element in each column */
    const char **slot;  /* 4n: names of the directions, then of the covectors */
};

/* rho_B(e[j]) at fixed velocities, out[j n + B] */
static void along_basis(const struct geometry *o, const ex *e, size_t m, ex *out)
{
    const struct model *model = o->sys->model;
    struct store *s = model->store;
    const size_t nq = model->coords;
    ex *q = sym_row(o->diag->mem, nq), *slope = sym_row(o->diag->mem, m * nq);
    for (size_t i = 0; i < nq; i++)
        q[i] = model->coord[i].q;
    ex_jacobian(s, e, m, q, nq, slope);
    for (size_t j = 0; j < m; j++)
        for (size_t B = 0; B < o->n; B++)
            out[j * o->n + B] = sym_dot(s, model->section[B].anchor, 1, &slope[j * nq], nq);
}

static void find_names(struct geometry *o)
{
    const struct model *m = o->sys->model;
    struct mem *mem = o->diag->mem;
    o->slot = mem_take_array(mem, 4 * o->n + 1, sizeof *o->slot);
    for (size_t B = 0; B < o->n; B++) {
        const char *name = m->section[B].name;
        o->slot[B] = name;
        o->slot[o->n + B] = base_text(mem, "%s'", name);
        o->slot[2 * o->n + B] = base_text(mem, "a_%s", name);
        o->slot[3 * o->n + B] = base_text(mem, "a_%s'", name);
    }
}

/* ---- the two-form ---- */

/* K^T - K + N + F, with N_CB = C^D_BC p_D */
static ex corner(const struct geometry *o, size_t C, size_t B, bool with_field)
{
    const struct model *m = o->sys->model;
    struct store *s = m->store;
    const size_t n = o->n;
    ex e = ex_sub(s, o->K[B * n + C], o->K[C * n + B]);
    if (m->bracket)
        e = ex_add2(s, e, sym_dot(s, &m->bracket[(B * n + C) * n], 1, o->p, n));
    return o->F && with_field ? ex_add2(s, e, o->F[C * n + B]) : e;
}

static void find_two_form(struct geometry *o)
{
    struct store *s = o->sys->model->store;
    const size_t n = o->n, wide = 2 * n;
    o->omega = sym_row(o->diag->mem, wide * wide);
    for (size_t C = 0; C < n; C++)
        for (size_t B = 0; B < n; B++) {
            o->omega[C * wide + B] = corner(o, C, B, true);
            o->omega[C * wide + n + B] = ex_neg(s, o->W[C * n + B]);
            o->omega[(n + C) * wide + B] = o->W[C * n + B];
            o->omega[(n + C) * wide + n + B] = ex_int(s, 0);
        }
}

static void find_field(struct geometry *o)
{
    const struct model *m = o->sys->model;
    struct mem *mem = o->diag->mem;
    const size_t n = o->n;
    if (m->two_form == EX_POISON)
        return;
    ex *first = sym_row(mem, n), *second = sym_row(mem, n), *row = sym_row(mem, n);
    for (size_t B = 0; B < n; B++) {
        first[B] = m->section[B].velocity;
        second[B] = m->section[B].second;
    }
    o->F = sym_row(mem, n * n);
    ex_gradient(m->store, m->two_form, first, n, row);
    ex_jacobian(m->store, row, n, second, n, o->F);
}

/* dE = (y rho(p) - rho(L), W y), and X = (y, v') with W v' = (K^T - K + N + F) y - dE_q, or no X
 * where only the constraints on positions make W regular. */
static void find_energy(struct geometry *o)
{
    struct store *s = o->sys->model->store;
    const struct mech *k = o->sys->mech;
    const size_t n = o->n;
    ex *slope = sym_row(o->diag->mem, n), *right = sym_row(o->diag->mem, n);
    o->dE = sym_row(o->diag->mem, 2 * n);
    o->X = sym_row(o->diag->mem, 2 * n);
    along_basis(o, &k->L0, 1, slope);
    sym_times(s, o->W, o->y, n, n, 1, &o->dE[n]);
    for (size_t C = 0; C < n; C++) {
        o->X[C] = o->y[C];
        o->dE[C] = ex_sub(s, sym_dot(s, &o->K[C], n, o->y, n), slope[C]);
        right[C] = ex_sub(s, sym_dot(s, &o->omega[C * 2 * n], 1, o->y, n), o->dE[C]);
    }
    const bool solved = o->sys->model->metric != EX_POISON
                            ? alg_solve_positive(o->sys->model, o->W, n, right, 1, &o->X[n], NULL)
                            : sym_solve(s, o->W, n, right, 1, &o->X[n]);
    o->X = solved ? o->X : NULL;
}

/* ---- the Dirac structure ---- */

/* (f_a, 0; Omega (f_a, 0)), (0, e_B; Omega (0, e_B)), (0, 0; mu_i, 0), as columns. */
static void find_basis(struct geometry *o)
{
    const struct geom *g = o->sys->geom;
    struct store *s = o->sys->model->store;
    const size_t n = o->n, wide = 2 * n, r = g->rank;
    ex *w = sym_row(o->diag->mem, wide), *image = sym_row(o->diag->mem, wide);
    o->basis = sym_row(o->diag->mem, 4 * n * wide);
    for (size_t col = 0; col < wide; col++) {
        for (size_t i = 0; i < wide; i++)
            w[i] = ex_int(s, col >= r && col < r + n && i == n + col - r);
        for (size_t B = 0; B < n && col < r; B++)
            w[B] = g->frame[B * n + col];
        sym_times(s, o->omega, w, wide, wide, 1, image);
        for (size_t B = 0; B < n && col >= r + n; B++)
            image[B] = o->mu[(col - r - n) * n + B];
        for (size_t i = 0; i < wide; i++) {
            o->basis[i * wide + col] = w[i];
            o->basis[(wide + i) * wide + col] = image[i];
        }
    }
}

/* <alpha_i, w_j> + <alpha_j, w_i> = 0: Omega is skew, and mu vanishes on the frame. */
static enum alg_standing is_isotropic(struct geometry *o)
{
    const struct geom *g = o->sys->geom;
    struct store *s = o->sys->model->store;
    const size_t n = o->n, wide = 2 * n;
    enum alg_standing all = STANDS_PROVED;
    for (size_t i = 0; i < wide; i++)
        for (size_t j = 0; j <= i; j++) {
            const ex sum = ex_add2(s, o->omega[i * wide + j], o->omega[j * wide + i]);
            all = alg_worse(all, alg_prove(&o->proofs, "Omega_L is skew", sum));
        }
    for (size_t i = 0; i < o->k; i++)
        for (size_t a = 0; a < g->rank; a++) {
            const ex on = sym_dot(s, &g->frame[a], n, &o->mu[i * n], n);
            all = alg_worse(all, alg_prove(&o->proofs, "constraints vanish on C", on));
        }
    return all;
}

/* Elements over w = (f_a z^a, v') go to those of D_C: with eta_A = f_A p and the covector
 * alpha = (a + z^A d eta_A, z^A deta_A/dv), eta_b' = c^i_bd eta_i z^d - rho_b(a). */
static enum alg_standing is_pulled_back(struct geometry *o)
{
    struct geom *g = o->sys->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct mem *mem = o->diag->mem;
    const size_t n = o->n, r = g->rank;
    enum alg_standing all = STANDS_PROVED;
    ex *z = sym_row(mem, n), *w = sym_row(mem, n), *bend = sym_row(mem, n);
    ex *alpha = sym_row(mem, n), *slope = sym_row(mem, n * n), *field = sym_row(mem, n);
    for (size_t A = 0; A < n; A++) {
        z[A] = A < r ? m->field[A].z : ex_int(s, 0);
        bend[A] = m->section[A].second; /* symbol of v' */
    }
    sym_times(s, g->frame, z, n, n, 1, w);
    along_basis(o, o->sys->eta, n, slope);
    for (size_t C = 0; C < n; C++) {
        alpha[C] = ex_neg(s, sym_dot(s, &o->W[C * n], 1, bend, n));
        for (size_t B = 0; B < n; B++)
            alpha[C] = ex_add2(s, alpha[C], ex_mul2(s, corner(o, C, B, false), w[B]));
        alpha[C] = ex_sub(s, alpha[C], sym_dot(s, &slope[C], n, z, n));
    }
    for (size_t b = 0; b < r; b++) {
        ex rate = sym_dot(s, &slope[b * n], 1, w, n), by_bend = ex_int(s, 0);
        for (size_t B = 0; B < n; B++)
            by_bend = ex_add2(
                s, by_bend, ex_mul2(s, g->frame[B * n + b], sym_dot(s, &o->W[B * n], 1, bend, n)));
        ex want = ex_neg(s, sym_dot(s, &g->frame[b], n, alpha, n));
        for (size_t a = 0; a < r; a++) {
            if (a == b)
                continue;
            geom_bracket(g, b, a, field);
            want = ex_add2(s, want, ex_mul2(s, z[a], sym_dot(s, o->p, 1, field, n)));
        }
        rate = ex_sub(s, ex_add2(s, rate, by_bend), want);
        all = alg_worse(all, alg_prove(&o->proofs, "D_L is the pull-back of D_C", rate));
    }
    return all;
}

/* Omega_L u' - dE_L + mu^T lambda = 0, without forces. */
static enum alg_standing is_motion(struct geometry *o)
{
    struct store *s = o->sys->model->store;
    const size_t n = o->n, nq = o->sys->geom->nq;
    const struct block *lambda = &o->sys->block[RT_multiplier];
    const ex *rate = &o->sys->block[RT_rhs].at[nq];
    enum alg_standing all = STANDS_PROVED;
    for (size_t C = 0; C < n; C++) {
        const ex *row = &o->omega[C * 2 * n];
        const ex term[] = {sym_dot(s, row, 1, o->y, n), sym_dot(s, row + n, 1, rate, n),
                           lambda->at ? sym_dot(s, &o->mu[C], n, lambda->at, o->k) : ex_int(s, 0),
                           ex_neg(s, o->dE[C])};
        all = alg_worse(all, alg_prove(&o->proofs, "the motion is in D_L", ex_add(s, term, 4)));
    }
    return all;
}

/* ---- notes ---- */

static const char *closed_text(struct geometry *o)
{
    struct geom *g = o->sys->geom;
    struct mem_text text = mem_text(o->diag->mem);
    enum alg_standing standing = STANDS_PROVED;
    if (form_jacobi_of_bundle(&o->proofs, g->model, &standing))
        return "there is no Courant bracket, since that of E has no Jacobi identity";
    if (o->F && g->n > 2)
        return "closed under Courant's bracket where C is integrable and the two-form closed";
    if (g->rank == g->n)
        return "the graph of Omega_L, closed under Courant's bracket";
    const struct growth v = geom_growth_vector(o->diag, &o->proofs, g);
    if (!v.whole && v.least == g->rank)
        return "closed under Courant's bracket if C is integrable, which is not known";
    mem_put_f(&text, "%sclosed under Courant's bracket, C being %sintegrable with growth vector (",
              v.least == g->rank ? "" : "not ", v.least == g->rank ? "" : "not ");
    for (size_t i = 0; i < v.steps; i++)
        mem_put_f(&text, "%s%zu", i ? ", " : "", v.rank[i]);
    mem_put_f(&text, "%s): %s", v.whole ? "" : ", ...", alg_standing_text(v.standing));
    return text.text;
}

static const char *motion_text(struct geometry *o)
{
    const struct system *sys = o->sys;
    if (!form_keeps_energy(sys))
        return "forces, a drift or the time stand beside (u', dE_L) in D_L(u)";
    return o->n > SYM_SMALL_RANK ? "the motion is (u', dE_L) in D_L(u)"
                                 : base_text(o->diag->mem, "the motion is (u', dE_L) in D_L(u): %s",
                                             alg_standing_text(is_motion(o)));
}

/* ---- objects ---- */

static bool find_parts(struct diag *d, struct system *sys, struct geometry *o)
{
    struct mem *mem = d->mem;
    const size_t n = sys->geom->n;
    *o = (struct geometry){.diag = d,
                           .sys = sys,
                           .proofs = {.store = sys->model->store},
                           .n = n,
                           .k = n - sys->geom->rank};
    o->y = sys->natural->velocity;
    o->p = sys->natural->momentum;
    o->W = sym_row(mem, n * n);
    o->K = sym_row(mem, n * n);
    o->mu = sym_row(mem, o->k * n);
    o->b = sym_row(mem, o->k);
    form_natural_hessian(sys->mech, sys, o->W);
    along_basis(o, o->p, n, o->K);
    if (!form_constraint_forms(o->diag, sys->geom, o->mu, o->b))
        return false;
    find_names(o);
    find_field(o);
    find_two_form(o);
    find_basis(o);
    find_energy(o);
    return true;
}

static const char *structure_text(struct diag *d, struct system *sys)
{
    struct geometry o;
    if (!find_parts(d, sys, &o))
        return NULL;
    const char *isotropic = alg_standing_text(is_isotropic(&o));
    const char *pulled = alg_standing_text(is_pulled_back(&o));
    const char *closed = closed_text(&o);
    return base_text(d->mem,
                     "columns are a basis, vectors above and covectors a below: dimension %zu\n"
                     "isotropic: %s\nthe pull-back of D_C by the Legendre map%s: %s\n%s\n%s",
                     2 * o.n, isotropic, o.F ? ", and the magnetic two-form" : "", pulled, closed,
                     motion_text(&o));
}

/* mu' y - b' = -mu v' */
static void find_bend(const struct geometry *o, ex *out)
{
    struct store *s = o->sys->model->store;
    ex *off = sym_row(o->diag->mem, o->k);
    for (size_t i = 0; i < o->k; i++)
        off[i] = ex_sub(s, sym_dot(s, &o->mu[i * o->n], 1, o->y, o->n), o->b[i]);
    const struct system *sys = o->sys;
    ex *x = sym_row(o->diag->mem, sys->geom->nq + 1),
       *dx = sym_row(o->diag->mem, sys->geom->nq + 1);
    for (size_t i = 0; i < sys->geom->nq; i++) {
        x[i] = sys->state[i];
        dx[i] = sys->block[RT_rhs].at[i];
    }
    x[sys->geom->nq] = sys->model->time;
    dx[sys->geom->nq] = ex_int(s, 1);
    ex_directional(s, off, o->k, x, dx, sys->geom->nq + 1, out);
}

bool form_lagrangian_dirac(struct diag *d, struct system *sys)
{
    const size_t n = sys->geom->n, k = n - sys->geom->rank;
    struct geometry o;
    if (!find_parts(d, sys, &o))
        return false;
    const char *const *q = o.slot, *const *v = o.slot;
    form_object(sys, "p", "momenta dL/dv", o.p, n, 1)->row = q;
    struct object *W = form_object(sys, "W", "Hessian of L in the velocities", o.W, n, n);
    W->row = W->col = q;
    if (k) {
        ex *bend = sym_row(d->mem, k);
        find_bend(&o, bend);
        form_object(sys, "mu", "constraint forms", o.mu, k, n)->col = q;
        form_object(sys, "gamma", "rates of the constraints at fixed velocities", bend, k, 1);
    }
    struct object *omega = form_object(
        sys, "Omega_L", "two-form of the Lagrangian, X -> i_X Omega_L", o.omega, 2 * n, 2 * n);
    omega->row = omega->col = v;
    form_object(sys, "E_L", "energy of the Lagrangian", sys->block[RT_energy].at, 1, 1);
    form_object(sys, "dE", "its differential", o.dE, 2 * n, 1)->row = v;
    struct object *X = form_object(sys, "X_L", "the field with i_X Omega_L = dE_L",
                                   o.X ? o.X : o.dE, o.X ? 2 * n : 0, 1);
    X->row = v;
    X->note = o.X ? "of second order: its part along q is v; this is the motion without "
                    "constraints, forces and changes with time"
                  : "there is none: the Lagrangian is not regular but for its constraints";
    struct object *D = form_object(sys, "D_L", "Lagrangian Dirac structure", o.basis, 4 * n, 2 * n);
    D->row = o.slot;
    D->verdict = structure_text;
    return true;
}
