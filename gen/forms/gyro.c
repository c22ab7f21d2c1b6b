/* gen/forms/gyro.c -- form `gyro`: motion on C* from an affine bivector and the energy.
 *
 * The energy consists of a metric, a potential and a one-form.
 *
 * On u = (q, eta_a), with a complement that is orthogonal to C and E = 1/2 g_AB z^A z^B + V,
 *
 *   u' = B grad E + D,   B = [  0         rho_a                                     ]
 *                            [ -rho_a^T   c^d_ab eta_d + c^alpha_ab A_alpha + F_ab  ]
 *
 * where z^a = g^ab (eta_b - A_b) and F is a magnetic two-form, if one is given. D is 0 for linear
 * constraints without forces. With z^alpha = b^alpha and eta_alpha = A_alpha + g_alpha,beta b^beta,
 *
 *   D_q = rho_alpha b^alpha
 *   D_b = c^i_b,alpha eta_i b^alpha + c^alpha_bd g_alpha,beta b^beta z^d + F_b,alpha b^alpha
 *       + 1/2 rho_b(g_alpha,beta) b^alpha b^beta + rho_b(1/2 g_alpha,beta b^alpha b^beta)
 *       + rho_b(A_alpha) b^alpha + c^i_b0 eta_i + Q_b,   i over all indices.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Example 2.4; the
 * relative sign of the blocks is corrected, as is A with plus in L.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

/* c^i_bj for b in C and all j wanted, in the order b, j, i; j = n is d/dt. */
struct table {
    ex *at;
    size_t n, wide;
};

static ex c(const struct table *t, size_t i, size_t b, size_t j)
{
    return t->at[(b * t->wide + j) * t->n + i];
}

/* g_de c^e = <f_d, [f_j, f_b]> for d, e in C, since the complement is orthogonal: shorter where the
 * inverse of the frame is long. False where it is not, or where c^alpha are needed, too. */
static bool by_metric(struct diag *d, const struct mech *k, size_t b, size_t j, ex *c)
{
    struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank;
    ex *field = sym_row(d->mem, n), *low = sym_row(d->mem, n), *w = sym_row(d->mem, r);
    ex *on_C = sym_row(d->mem, r * r);
    if (!k->g0 || k->magnetic || g->affine || ex_operations(s, c, n) < SYM_BY_METRIC)
        return false;
    geom_bracket(g, b, j, field);
    sym_times(s, k->g0, field, n, n, 1, low);
    for (size_t e = 0; e < r; e++) {
        w[e] = sym_dot(s, &g->frame[e], n, low, n);
        for (size_t f = 0; f < r; f++)
            on_C[e * r + f] = k->g[e * n + f];
    }
    for (size_t i = r; i < n; i++)
        c[i] = ex_int(s, 0); /* not used */
    return sym_solve(s, on_C, r, w, 1, c);
}

/* Pairs in C, pairs with directions of the drift, and d/dt where the frame depends on t. */
static bool is_wanted(const struct geom *g, size_t b, size_t j)
{
    return j > b && (j == g->n     ? g->moving
                     : j < g->rank ? true
                                   : !sym_is_null(g->model->store, g->drift[j]));
}

static bool find_structure(struct diag *d, const struct mech *k, struct table *t)
{
    struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank;
    *t = (struct table){sym_row(d->mem, r * (n + 1) * n), n, n + 1};
    for (size_t b = 0; b < r; b++)
        for (size_t j = 0; j <= n; j++) {
            ex *at = &t->at[(b * t->wide + j) * n];
            for (size_t i = 0; i < n; i++)
                at[i] = j < b ? ex_neg(s, c(t, i, j, b)) : ex_int(s, 0);
            if (!is_wanted(g, b, j))
                continue;
            if (!geom_structure_of(d, g, b, j, at))
                return false;
            if (j < n)
                by_metric(d, k, b, j, at);
        }
    return true;
}

/* c^d_ab eta_d + c^alpha_ab A_alpha, rank x rank */
static void pair_structure(const struct mech *k, const struct table *t, ex *M)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t r = g->rank;
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++) {
            ex sum = ex_int(s, 0);
            for (size_t i = 0; i < g->n; i++)
                sum = ex_add2(s, sum, ex_mul2(s, c(t, i, a, b), i < r ? m->field[i].eta : k->A[i]));
            M[a * r + b] = sum;
        }
}

/* 1/2 g_alpha,beta b^alpha b^beta with symbols or values for b */
static ex half_square(const struct mech *k, const ex *b)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    ex sum = ex_int(s, 0);
    for (size_t A = g->rank; A < g->n; A++)
        for (size_t B = g->rank; B < g->n; B++)
            sum = ex_add2(s, sum, ex_mul3(s, k->g[A * g->n + B], b[A], b[B]));
    return ex_mul2(s, ex_rat(s, 1, 2), sum);
}

/* rho_b of three functions: 1/2 g bb and A b at fixed b, and 1/2 g bb with variable b. */
static ex slope_of_drift(struct diag *d, const struct mech *k, const ex *zeta, size_t b)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *q = sym_row(d->mem, g->nq), *along = sym_row(d->mem, g->nq), *z = sym_row(d->mem, g->n);
    for (size_t i = 0; i < g->nq; i++) {
        q[i] = m->coord[i].q;
        along[i] = g->rho[i * g->n + b];
    }
    for (size_t A = 0; A < g->n; A++)
        z[A] = m->field[A].z;
    ex e[2] = {half_square(k, z), half_square(k, zeta)}, slope[2];
    for (size_t A = g->rank; A < g->n; A++)
        e[0] = ex_add2(s, e[0], ex_mul2(s, k->A[A], z[A]));
    ex_directional(s, e, 2, q, along, g->nq, slope);
    ex_subst(s, slope, 1, z, zeta, g->n, slope);
    return ex_add2(s, slope[0], slope[1]);
}

static void put_drift(struct diag *d, struct mech *k, const struct table *t, struct system *out)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t nq = g->nq, r = g->rank, n = g->n;
    ex *D = form_block_make(out, RT_drift, out->states, 1);
    for (size_t i = 0; i < nq; i++)
        D[i] = sym_dot(s, &g->rho[i * n + r], 1, &out->zeta[r], n - r);
    for (size_t b = 0; b < r; b++) {
        ex sum = form_force(k, out, b);
        for (size_t e = 0; e < r && k->two; e++) /* F_be is part of B */
            sum = ex_sub(s, sum, ex_mul2(s, k->two[b * n + e], out->zeta[e]));
        for (size_t i = 0; i < n; i++) {
            for (size_t alpha = r; alpha < n; alpha++)
                sum = ex_add2(s, sum, ex_mul3(s, c(t, i, b, alpha), out->eta[i], out->zeta[alpha]));
            sum = ex_add2(s, sum, ex_mul2(s, c(t, i, b, n), out->eta[i]));
            for (size_t e = 0; e < r && i >= r && g->affine; e++)
                sum = ex_add2(
                    s, sum,
                    ex_mul3(s, c(t, i, b, e), ex_sub(s, out->eta[i], k->A[i]), out->zeta[e]));
        }
        if (g->affine)
            sum = ex_add2(s, sum, slope_of_drift(d, k, out->zeta, b));
        D[nq + b] = sum;
    }
}

/* The slopes of the energy at fixed eta are minus those at fixed z of its Lagrangian
 * 1/2 g_ab z^a z^b + A_a z^a - V - 1/2 g_alpha,beta b^alpha b^beta: no inverse has to be
 * differentiated. */
void form_energy_gradient(struct diag *d, const struct mech *k, const struct system *out, ex *grad)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = g->nq, r = g->rank, n = g->n;
    ex L = k->K;
    if (g->affine) {
        ex *z = sym_row(d->mem, r), *gz = sym_row(d->mem, r);
        for (size_t a = 0; a < r; a++)
            z[a] = m->field[a].z;
        for (size_t a = 0; a < r; a++)
            gz[a] = sym_dot(s, &k->g[a * n], 1, z, r);
        const ex term[] = {ex_mul2(s, ex_rat(s, 1, 2), sym_dot(s, gz, 1, z, r)),
                           sym_dot(s, k->A, 1, z, r), ex_neg(s, k->V),
                           ex_neg(s, half_square(k, out->zeta))};
        L = ex_add(s, term, 4);
    }
    ex_gradient(s, L, out->state, nq, grad);
    form_at_state(out, grad, nq, grad);
    for (size_t i = 0; i < nq; i++)
        grad[i] = ex_neg(s, grad[i]);
    for (size_t a = 0; a < r; a++)
        grad[nq + a] = out->zeta[a];
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    struct table t;
    if (!k->quadratic) {
        base_error(d, m->source_at, "the %s form needs kinetic energy of a metric", out->form->name)
            ->help = "for what is not quadratic in the velocities there are: dirac, lagrangian, "
                     "lagrange-dirac";
        return false;
    }
    struct mech *o = form_orthogonal(d, k, &out->claims);
    if (!o || !find_structure(d, o, &t))
        return false;
    form_states(d, out, true);
    if (!form_momentum_states(d, o, out))
        return false;
    const size_t n = out->states;
    ex *grad = form_block_make(out, RT_grad, n, 1);
    ex *M = sym_row(d->mem, o->geom->rank * o->geom->rank);
    ex *rhs = form_block_make(out, RT_rhs, n, 1);
    form_energy_gradient(d, o, out, grad);
    pair_structure(o, &t, M);
    form_put_bivector(o, out, M, o->geom->rank);
    sym_times(s, out->block[RT_bivector].at, grad, n, n, 1, rhs);
    if (o->geom->affine || o->geom->moving || o->load) {
        put_drift(d, o, &t, out);
        for (size_t i = 0; i < n; i++)
            rhs[i] = ex_add2(s, rhs[i], out->block[RT_drift].at[i]);
    }
    form_in_given_frame(k, o, out);
    return true;
}

const struct form_ops form_ops_gyro = {
    .build = build,
    .objects = form_friction_objects,
    .dynamics = form_friction,
};
