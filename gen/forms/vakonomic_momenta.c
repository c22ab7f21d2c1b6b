/* gen/forms/vakonomic_momenta.c -- objects of the vakonomic form on momenta.
 *
 * They are defined on T*P, P = Q x R^m, with coordinates q, lambda, p^, p_lambda.
 *
 * M_1 = {p_lambda = 0} is the image of the Legendre map, with h_1 = 1/2 g^-1 (pi, pi) + V +
 * lambda b, pi = p^ - A - mu^T lambda here. The constraint algorithm finds M_2 = {chi = 0}, chi =
 * mu g^-1 pi - b, and stops. The constraints (p_lambda, chi) are of second class,
 *
 *   C_ab = [[0, D], [-D, N]],   D = mu g^-1 mu^T,   N_ij = {chi_i, chi_j},
 *
 * and give the Dirac bracket; its part in (q, p^) is canonical. The vakonomic bracket of
 * functions of (q, pi) is that of their pull-backs by pi = p^ - mu^T lambda(q, p^):
 *
 *   {q, q} = 0,  {q, pi} = P,  {pi_A, pi_B} = (P^C_B d_C P^E_A - P^C_A d_C P^E_B) p^_E.
 *
 * The third term of the paper's (18) is not there: it depends on how functions are extended.
 *
 * Martinez, Cortes, de Leon, sections VI and VII, with their corrections.
 */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/vakonomic.h"

#include <string.h>

/* Coordinates of T*P: their number, and the first index of each kind. */
struct places {
    size_t lambda, p, plambda, all;
};

static struct places places_of(const struct vakonomic *v)
{
    const size_t nq = v->nq;
    return (struct places){nq, nq + v->m, nq + v->m + v->n, nq + 2 * v->m + v->n};
}

static ex *zeros(struct diag *d, struct store *s, size_t n)
{
    ex *out = sym_row(d->mem, n);
    for (size_t i = 0; i < n; i++)
        out[i] = ex_int(s, 0);
    return out;
}

/* Poisson bracket of T*P: that of the state, and {lambda, p_lambda} = 1 */
static ex *poisson(struct diag *d, const struct vakonomic *v, const struct system *sys)
{
    struct store *s = v->model->store;
    const struct places at = places_of(v);
    const size_t Z = at.all, n = v->nq + v->n;
    const ex *B = sys->block[RT_bivector].at;
    ex *J = zeros(d, s, Z * Z);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            J[(i < v->nq ? i : i + v->m) * Z + (j < v->nq ? j : j + v->m)] = B[i * n + j];
    for (size_t i = 0; i < v->m; i++) {
        J[(at.lambda + i) * Z + at.plambda + i] = ex_int(s, 1);
        J[(at.plambda + i) * Z + at.lambda + i] = ex_int(s, -1);
    }
    return J;
}

static const char *const *coordinate_names(const struct vakonomic *v)
{
    struct mem *mem = ex_mem(v->model->store);
    const char *const *natural = form_vakonomic_names(v, true);
    const struct places at = places_of(v);
    const char **name = mem_take_array(mem, at.all + 1, sizeof *name);
    for (size_t i = 0; i < v->nq; i++)
        name[i] = v->model->coord[i].name;
    memcpy(name + at.lambda, natural + v->n, (v->n + 2 * v->m) * sizeof *name);
    return name;
}

/* pi = p^ - A - mu^T lambda, with lambda as a symbol */
static ex *free_momenta(struct diag *d, const struct vakonomic *v)
{
    struct store *s = v->model->store;
    ex *pi = sym_row(d->mem, v->n);
    for (size_t B = 0; B < v->n; B++)
        pi[B] =
            ex_sub(s, ex_sub(s, v->phat[B], v->A[B]), sym_dot(s, &v->mu[B], v->n, v->lambda, v->m));
    return pi;
}

static ex *find_chi(struct diag *d, const struct vakonomic *v)
{
    struct store *s = v->model->store;
    ex *chi = sym_row(d->mem, v->m);
    const ex *pi = free_momenta(d, v);
    for (size_t i = 0; i < v->m; i++)
        chi[i] = ex_sub(s, sym_dot(s, &v->mgi[i * v->n], 1, pi, v->n), v->b[i]);
    return chi;
}

static ex find_h1(struct diag *d, const struct vakonomic *v)
{
    struct store *s = v->model->store;
    const ex *pi = free_momenta(d, v);
    ex *y = sym_row(d->mem, v->n);
    sym_times(s, v->gi, pi, v->n, v->n, 1, y);
    const ex T = ex_mul2(s, ex_rat(s, 1, 2), sym_dot(s, pi, 1, y, v->n));
    return ex_add2(s, ex_add2(s, T, v->V), sym_dot(s, v->lambda, 1, v->b, v->m));
}

/* ---- the constraint algorithm ---- */

/* omega along q, lambda, p^; `shift` is the term lambda^i mu_i of the momenta, or NULL */
static ex *canonical_form(struct diag *d, const struct vakonomic *v, const ex *shift)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, N = 2 * n + m;
    const ex *two = form_vakonomic_two_form(d, v);
    ex *W = zeros(d, s, N * N), *slope = zeros(d, s, n * n);
    for (size_t B = 0; B < n && shift; B++)
        form_vakonomic_slope(v, shift[B], &slope[B * n]);
    for (size_t B = 0; B < n; B++) {
        W[B * N + n + m + B] = ex_int(s, 1);
        W[(n + m + B) * N + B] = ex_int(s, -1);
        for (size_t C = 0; C < n; C++) {
            W[B * N + C] = form_vakonomic_curl(v, v->phat, slope, B, C);
            if (two)
                W[B * N + C] = ex_sub(s, W[B * N + C], two[B * n + C]);
        }
        for (size_t i = 0; i < m && shift; i++) {
            W[B * N + n + i] = v->mu[i * n + B];
            W[(n + i) * N + B] = ex_neg(s, v->mu[i * n + B]);
        }
    }
    return W;
}

/* de along q, lambda, p^. */
static void differential(const struct vakonomic *v, ex e, ex *out)
{
    struct store *s = v->model->store;
    form_vakonomic_slope(v, e, out);
    ex_gradient(s, e, v->lambda, v->m, out + v->n);
    ex_gradient(s, e, v->phat, v->n, out + v->n + v->m);
}

static bool run_algorithm(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, N = 2 * n + m;
    ex *dh = sym_row(d->mem, N), *dchi = sym_row(d->mem, N * N);
    const struct presymplectic p = {N, canonical_form(d, v, NULL), dh};
    const struct ex_list nothing = {NULL, 0}, multipliers = {v->lambda, m};
    struct gotay first = {0};
    differential(v, find_h1(d, v), dh);
    if (!form_gotay_step(d, s, &p, &nothing, NULL, &first))
        return false;
    const size_t found = form_gotay_fresh(s, first.value, first.kernel, &sys->claims);
    struct object *o = form_vakonomic_put(
        v, sys, "dh_M1", "constraint algorithm on T*P, first step", first.value, found, 1);
    o->note = base_text(d->mem,
                        "M_1 = {p_lambda = 0} has dimension %zu; omega_1 has rank %zu; dh_1 on its "
                        "kernel gives %zu that must vanish: M_2",
                        v->nq + n + m, N - first.kernel, found);
    for (size_t k = 0; k < found; k++)
        differential(v, first.value[k], &dchi[k * N]);
    struct gotay second = {.found = found, .d = dchi};
    if (!form_gotay_step(d, s, &p, &multipliers, sys->natural->multiplier, &second))
        return false;
    const size_t fresh = form_gotay_fresh(s, second.value, second.kernel, &sys->claims);
    o = form_vakonomic_put(v, sys, "dh_M2", "constraint algorithm on T*P, second step",
                           second.value, fresh, 1);
    o->note = fresh ? base_text(d->mem, "%zu more must vanish on M_2", fresh)
                    : base_text(d->mem,
                                "M_2 = {p_lambda = 0, chi = 0} has dimension %zu; dh_1 vanishes on "
                                "all %zu directions of TM_2^perp: the algorithm stops, (q, p^) are "
                                "coordinates of M_2 = T*Q",
                                v->nq + n + m - found, second.kernel);
    return true;
}

/* ---- second-class constraints ---- */

/* a b^T */
static void times_across(struct diag *d, struct store *s, const ex *a, const ex *b, size_t rows,
                         size_t inner, size_t cols, ex *out)
{
    ex *across = sym_row(d->mem, inner * cols);
    ex_matrix_transpose(b, cols, inner, across);
    sym_times(s, a, across, rows, inner, cols, out);
}

/* Gradients of (p_lambda, chi) by the coordinates of T*P. */
static ex *constraint_gradients(struct diag *d, const struct vakonomic *v, const ex *chi)
{
    struct store *s = v->model->store;
    const struct places at = places_of(v);
    const size_t m = v->m;
    ex *G = zeros(d, s, 2 * m * at.all), *x = sym_row(d->mem, at.plambda);
    for (size_t i = 0; i < v->nq; i++)
        x[i] = v->model->coord[i].q;
    memcpy(x + at.lambda, v->lambda, m * sizeof *x);
    memcpy(x + at.p, v->phat, v->n * sizeof *x);
    for (size_t i = 0; i < m; i++) {
        G[i * at.all + at.plambda + i] = ex_int(s, 1);
        ex_gradient(s, chi[i], x, at.plambda, &G[(m + i) * at.all]);
    }
    return G;
}

static const char *const *constraint_names(const struct vakonomic *v)
{
    struct mem *mem = ex_mem(v->model->store);
    const char **name = mem_take_array(mem, 2 * v->m + 1, sizeof *name);
    for (size_t i = 0; i < v->m; i++) {
        name[i] = base_text(mem, "p_%s", v->lambda_name[i]);
        name[v->m + i] = base_text(mem, "chi%zu", i + 1);
    }
    return name;
}

static bool put_second_class(struct diag *d, const struct vakonomic *v, struct system *sys,
                             const ex *chi)
{
    struct store *s = v->model->store;
    const struct places at = places_of(v);
    const size_t m = v->m, k = 2 * m, Z = at.all;
    const ex *J = poisson(d, v, sys), *G = constraint_gradients(d, v, chi);
    ex *GJ = sym_row(d->mem, k * Z), *JG = sym_row(d->mem, Z * k), *C = sym_row(d->mem, k * k);
    ex *one = zeros(d, s, k * k), *inverse = sym_row(d->mem, k * k);
    ex *half = sym_row(d->mem, k * Z), *dirac = sym_row(d->mem, Z * Z);
    sym_times(s, G, J, k, Z, Z, GJ);
    times_across(d, s, J, G, Z, Z, k, JG);
    times_across(d, s, GJ, G, k, Z, k, C);
    for (size_t i = 0; i < k; i++)
        one[i * k + i] = ex_int(s, 1);
    struct object *o = form_vakonomic_put(v, sys, "C_ab", "brackets of the constraints", C, k, k);
    const struct ex_ranks rank = ex_ranks(s, o->at, k, k);
    o->row = o->col = constraint_names(v);
    o->skew = true;
    o->note = rank.least == rank.most
                  ? base_text(d->mem,
                              "rank %zu: %zu of the constraints p_lambda, chi are of second class, "
                              "%zu of first class",
                              rank.most, rank.most, k - rank.most)
                  : base_text(d->mem,
                              "rank between %zu and %zu: which constraints p_lambda, chi are of "
                              "second class is not known",
                              rank.least, rank.most);
    ex *N = sym_row(d->mem, m * m);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            N[i * m + j] = C[(m + i) * k + m + j];
    form_vakonomic_put(v, sys, "N", "N_ij = {chi_i, chi_j}", N, m, m)->skew = m > 1;
    if (!sym_solve(s, C, k, one, k, inverse))
        return false;
    o = form_vakonomic_put(v, sys, "C_inv", "the inverse of C_ab", inverse, k, k);
    o->row = o->col = constraint_names(v);
    o->skew = true;
    sym_times(s, inverse, GJ, k, k, Z, half);
    sym_times(s, JG, half, Z, k, Z, dirac);
    for (size_t i = 0; i < Z * Z; i++) {
        dirac[i] = ex_sub(s, J[i], dirac[i]);
        if (sym_vanishes(s, dirac[i], &sys->claims))
            dirac[i] = ex_int(s, 0);
    }
    o = form_vakonomic_put(v, sys, "dirac", "Dirac bracket on T*P", dirac, Z, Z);
    o->row = o->col = coordinate_names(v);
    o->skew = true;
    o->note = "at points of M_2";
    return true;
}

/* ---- the vakonomic bracket ---- */

static const char *const *section_names(const struct vakonomic *v)
{
    const char **name = mem_take_array(ex_mem(v->model->store), v->n + 1, sizeof *name);
    for (size_t B = 0; B < v->n; B++)
        name[B] = v->model->section[B].name;
    return name;
}

static void put_bracket(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    struct store *s = v->model->store;
    const size_t n = v->n, nq = v->nq, all = nq + n;
    ex *u = sym_row(d->mem, all), *T = sym_row(d->mem, all * all),
       *half = sym_row(d->mem, all * all);
    ex *table = sym_row(d->mem, all * all);
    const char **name = mem_take_array(d->mem, all + 1, sizeof *name);
    for (size_t i = 0; i < nq; i++)
        u[i] = v->model->coord[i].q;
    for (size_t B = 0; B < n; B++)
        u[nq + B] = ex_sub(s, v->phat[B], sym_dot(s, &v->mu[B], n, sys->natural->multiplier, v->m));
    form_object(sys, "pi", "momenta pi = p^ - mu^T lambda, which are those of the velocities",
                &u[nq], n, 1)
        ->row = section_names(v);
    ex_jacobian(s, u, all, sys->state, all, T);
    sym_times(s, T, sys->block[RT_bivector].at, all, all, all, half);
    times_across(d, s, half, T, all, all, all, table);
    for (size_t i = 0; i < all * all; i++)
        if (sym_vanishes(s, table[i], &sys->claims))
            table[i] = ex_int(s, 0);
    for (size_t i = 0; i < all; i++)
        name[i] = i < nq ? v->model->coord[i].name
                         : base_text(d->mem, "pi_%s", v->model->section[i - nq].name);
    struct object *o = form_object(sys, "vakonomic",
                                   "vakonomic bracket of q and pi, the momenta of the velocities",
                                   table, all, all);
    o->row = o->col = name;
    o->skew = true;
    o->note = "functions of (q, p^): it takes functions on the constraint to functions on T*Q";
}

/* The bracket of q, lambda and p^ on M_2, as functions of (q, p^): all constraints are of second
 * class. It needs no inverse of the metric. */
static void put_bracket_on_M2(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    struct store *s = v->model->store;
    const size_t nq = v->nq, all = nq + v->n, N = all + v->m;
    ex *u = sym_row(d->mem, N), *T = sym_row(d->mem, N * all), *half = sym_row(d->mem, N * all);
    ex *table = sym_row(d->mem, N * N);
    const char **name = mem_take_array(d->mem, N + 1, sizeof *name);
    for (size_t i = 0; i < N; i++) {
        const size_t k = i < nq + v->m ? i - nq : i - v->m;
        u[i] = i < nq ? sys->state[i] : i < nq + v->m ? sys->natural->multiplier[k] : sys->state[k];
        name[i] = i < nq + v->m && i >= nq ? v->lambda_name[k] : sys->state_name[i < nq ? i : k];
    }
    ex_jacobian(s, u, N, sys->state, all, T);
    sym_times(s, T, sys->block[RT_bivector].at, N, all, all, half);
    times_across(d, s, half, T, N, all, N, table);
    for (size_t i = 0; i < N * N; i++)
        if (sym_vanishes(s, table[i], &sys->claims))
            table[i] = ex_int(s, 0);
    struct object *o = form_object(sys, "dirac", "Dirac bracket on T*P", table, N, N);
    o->row = o->col = name;
    o->skew = true;
    o->note = "at points of M_2 = T*Q, as functions of (q, p^)";
}

/* ---- symplectic maps ---- */

/* The form of T*Q along q, p^ from that along q, lambda, p^ by lambda(q, p^): the pull-back of the
 * form `W` by the map whose derivative is T. */
static bool is_pulled_back(struct diag *d, const struct vakonomic *v, struct system *sys,
                           const ex *W, const ex *T, size_t N)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m;
    ex *half = sym_row(d->mem, N * 2 * n), *back = sym_row(d->mem, 4 * n * n);
    ex *across = sym_row(d->mem, N * 2 * n);
    const ex *want = canonical_form(d, v, NULL);
    ex_matrix_transpose(T, N, 2 * n, across);
    sym_times(s, W, T, N, N, 2 * n, half);
    sym_times(s, across, half, 2 * n, N, 2 * n, back);
    for (size_t i = 0; i < 2 * n; i++)
        for (size_t j = 0; j < 2 * n; j++) {
            const size_t row = i < n ? i : i + m, col = j < n ? j : j + m;
            const ex e = ex_sub(s, back[i * 2 * n + j], want[row * (2 * n + m) + col]);
            if (!sym_vanishes(s, e, &sys->claims))
                return false;
        }
    return true;
}

/* Column j of T: derivative of e along the j-th of the directions q, p^. */
static void put_slopes(const struct vakonomic *v, const ex *e, size_t m, ex *T)
{
    struct store *s = v->model->store;
    for (size_t i = 0; i < m; i++) {
        form_vakonomic_slope(v, e[i], &T[i * 2 * v->n]);
        ex_gradient(s, e[i], v->phat, v->n, &T[i * 2 * v->n + v->n]);
    }
}

/* delta: Mbar x R^m -> M_2, (q, p, lambda) -> p + mu^T lambda. */
static void put_delta(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    struct store *s = v->model->store;
    const size_t n = v->n, N = 2 * n + v->m;
    ex *shift = sym_row(d->mem, n), *T = zeros(d, s, N * 2 * n), *W = sym_row(d->mem, N * N);
    for (size_t B = 0; B < n; B++)
        shift[B] = sym_dot(s, &v->mu[B], n, v->lambda, v->m);
    const ex *form = canonical_form(d, v, shift);
    struct object *o =
        form_vakonomic_put(v, sys, "delta_omega_2",
                           "omega_2 on Mbar x R^m: omega_Q - d(lambda^i mu_i) /\\ dq", form, N, N);
    memcpy(W, o->at, N * N * sizeof *W);
    o->row = o->col = form_vakonomic_names(v, true);
    o->skew = true;
    for (size_t B = 0; B < n; B++)
        T[B * 2 * n + B] = ex_int(s, 1);
    put_slopes(v, sys->natural->multiplier, v->m, &T[n * 2 * n]);
    ex *p = sym_row(d->mem, n);
    for (size_t B = 0; B < n; B++)
        p[B] = ex_sub(s, v->phat[B], sym_dot(s, &v->mu[B], n, sys->natural->multiplier, v->m));
    put_slopes(v, p, n, &T[(n + v->m) * 2 * n]);
    o->note = is_pulled_back(d, v, sys, W, T, N) ? "in p^ = p + mu^T lambda it is dq /\\ dp^"
                                                 : "it is not dq /\\ dp^ in p^ = p + mu^T lambda";
}

/* The map (q, p^) -> S. */
static bool put_map(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, N = 2 * (n + m);
    ex *to = sym_row(d->mem, n + 2 * m), *C = sym_row(d->mem, n), *T = zeros(d, s, N * 2 * n);
    ex *B = sym_row(d->mem, m);
    const struct object *form = sys->object;
    while (form && strcmp(form->name, "omega_L") != 0)
        form = form->next;
    if (!form || !form_vakonomic_field(d, v, C, B))
        return false;
    memcpy(to, sys->natural->multiplier, m * sizeof *to);
    memcpy(to + m, sys->natural->velocity, n * sizeof *to);
    form_vakonomic_at(v, sys, B, m, to + m + n);
    for (size_t A = 0; A < n; A++)
        T[A * 2 * n + A] = ex_int(s, 1);
    put_slopes(v, to, n + m, &T[n * 2 * n]); /* lambda' is in the kernel of omega_L */
    const bool symplectic = is_pulled_back(d, v, sys, form->at, T, N);
    struct object *o = form_object(sys, "S", "the map from (q, p^) onto S", to, n + 2 * m, 1);
    o->row = form_vakonomic_names(v, false) + n;
    o->note =
        symplectic ? "it is symplectic: omega_L comes back as dq /\\ dp^" : "it is not symplectic";
    return true;
}

bool form_vakonomic_on_momenta(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    const ex h2 = form_vakonomic_h2(v, sys);
    const bool forces = form_vakonomic_pushed(v);
    form_object(sys, "h_2",
                forces ? "the Hamiltonian on T*Q of the motion without its forces"
                       : "the Hamiltonian of the motion on T*Q",
                &h2, 1, 1)
        ->note = forces ? "forces and dissipation are not in h_2: they act beside it" : NULL;
    if (v->m == 0)
        return true;
    if (!v->gi) {
        form_object(sys, "matrices", "brackets of constraints", NULL, 0, 1)->note =
            v->n > SYM_SMALL_RANK
                ? "not shown for so many velocities"
                : "not shown: the metric has no inverse, which the Dirac bracket does not need";
        if (v->n > SYM_SMALL_RANK)
            return true;
        put_bracket_on_M2(d, v, sys);
        put_bracket(d, v, sys);
        put_delta(d, v, sys);
        return put_map(d, v, sys);
    }
    const ex h1 = find_h1(d, v), *chi = find_chi(d, v);
    form_vakonomic_put(v, sys, "h_1", "the Hamiltonian on M_1", &h1, 1, 1);
    form_vakonomic_put(v, sys, "chi", "secondary constraints", chi, v->m, 1);
    form_vakonomic_put(v, sys, "D_ij", "D_ij = mu_i g^-1 mu_j", v->D, v->m, v->m);
    if (!run_algorithm(d, v, sys) || !put_second_class(d, v, sys, chi))
        return false;
    put_bracket(d, v, sys);
    put_delta(d, v, sys);
    return put_map(d, v, sys);
}
