/* gen/forms/vakonomic_velocities.c -- objects of the vakonomic form on velocities.
 *
 * They are defined on TP, P = Q x R^m, with coordinates q, lambda, y, lambda'.
 *
 * With pi_B = dL/dy^B of the extended Lagrangian, omega_L = -d(pi_B e^B) has rank 2n, and
 * E_L = E + lambda b. The constraint algorithm finds P_2 = {mu(y) = b} and stops. On it the second
 * order field is q' = rho y, y' = C, lambda' = B, where
 *
 *   g C + mu^T B = R,  mu C = -phi',   R_C = rho_C(L) + C^D_BC y^B pi_D + Q_C - pi_C',
 *
 * the last dots at fixed y and lambda. D = lambda'' makes it a field on S = {lambda' = B} in P_2.
 *
 * Martinez, Cortes, de Leon, equations (8) to (16), with their corrections.
 */
#include "gen/forms/form.h"
#include "gen/forms/vakonomic.h"

#include <string.h>

/* ---- helpers for objects on velocities and on momenta ---- */

struct object *form_vakonomic_put(const struct vakonomic *v, struct system *sys, const char *name,
                                  const char *title, const ex *e, size_t rows, size_t cols)
{
    struct mem *mem = ex_mem(v->model->store);
    struct object *o = form_object(sys, name, title, e, rows, cols);
    o->shown = sym_row(mem, rows * cols);
    memcpy(o->shown, e, rows * cols * sizeof *e);
    form_vakonomic_at(v, sys, e, rows * cols, o->at);
    return o;
}

const char *const *form_vakonomic_names(const struct vakonomic *v, bool momenta)
{
    const struct model *m = v->model;
    struct mem *mem = ex_mem(m->store);
    const size_t n = v->n, k = v->m;
    const char **name = mem_take_array(mem, 2 * (n + k) + 1, sizeof *name);
    for (size_t B = 0; B < n; B++) {
        const bool natural = lang_is_along_coordinate(m, B);
        const char *text = m->section[B].name;
        name[B] = natural ? text : base_text(mem, "d_%s", text);
        name[n + k + B] = base_text(mem, momenta ? "p_%s" : natural ? "%s'" : "%s", text);
    }
    for (size_t i = 0; i < k; i++) {
        name[n + i] = v->lambda_name[i];
        name[2 * n + k + i] = base_text(mem, momenta ? "p_%s" : "%s'", v->lambda_name[i]);
    }
    return name;
}

ex form_vakonomic_curl(const struct vakonomic *v, const ex *form, const ex *slope, size_t B,
                       size_t C)
{
    struct store *s = v->model->store;
    const size_t n = v->n;
    const ex along = ex_sub(s, slope[B * n + C], slope[C * n + B]);
    if (!v->model->bracket)
        return along;
    return ex_add2(s, along, sym_dot(s, &v->model->bracket[(B * n + C) * n], 1, form, n));
}

/* ---- the field ---- */

static ex rate_of(const struct vakonomic *v, ex e)
{
    struct store *s = v->model->store;
    ex *slope = sym_row(ex_mem(s), v->n);
    form_vakonomic_slope(v, e, slope);
    return ex_add2(s, sym_dot(s, slope, 1, v->v, v->n), ex_diff(s, e, v->model->time));
}

bool form_vakonomic_field(struct diag *d, const struct vakonomic *v, ex *C, ex *B)
{
    const struct model *m = v->model;
    struct store *s = m->store;
    const size_t n = v->n;
    ex *R = sym_row(d->mem, n), *pi = sym_row(d->mem, n), *along = sym_row(d->mem, v->m);
    const ex *Q = form_vakonomic_forces(d, v);
    ex_gradient(s, v->L, v->v, n, pi);
    form_vakonomic_slope(v, v->L, R);
    for (size_t A = 0; A < n; A++) {
        R[A] = ex_sub(s, R[A], rate_of(v, pi[A]));
        if (Q)
            R[A] = ex_add2(s, R[A], Q[A]);
        for (size_t E = 0; E < n && m->bracket; E++)
            R[A] = ex_add2(s, R[A],
                           ex_mul2(s, v->v[E], sym_dot(s, &m->bracket[(E * n + A) * n], 1, pi, n)));
    }
    for (size_t i = 0; i < v->m; i++)
        along[i] = ex_neg(s, rate_of(v, v->phi[i]));
    return form_vakonomic_solve(d, v, R, along, C, B);
}

/* lambda'' along the field */
static void second_rates(struct diag *d, const struct vakonomic *v, const ex *C, const ex *B, ex *D)
{
    const struct model *m = v->model;
    struct store *s = m->store;
    const size_t n = v->n, nq = v->nq, all = nq + n + v->m + 1;
    ex *x = sym_row(d->mem, all), *dx = sym_row(d->mem, all);
    for (size_t i = 0; i < nq; i++) {
        x[i] = m->coord[i].q;
        dx[i] = ex_int(s, 0);
        for (size_t E = 0; E < n; E++)
            dx[i] = ex_add2(s, dx[i], ex_mul2(s, m->section[E].anchor[i], v->v[E]));
    }
    memcpy(&x[nq], v->v, n * sizeof *x);
    memcpy(&dx[nq], C, n * sizeof *x);
    memcpy(&x[nq + n], v->lambda, v->m * sizeof *x);
    memcpy(&dx[nq + n], B, v->m * sizeof *x);
    x[all - 1] = m->time;
    dx[all - 1] = ex_int(s, 1);
    ex_directional(s, B, v->m, x, dx, all, D);
}

/* Velocities that the constraints determine from the others, without denominators that may vanish;
 * they are substituted in printed objects. */
struct dependent {
    ex *from, *to;
    size_t n;
};

/* Solves the constraints for the velocities `col`: `to` in terms of all other velocities. */
static bool solve_columns(struct diag *d, const struct vakonomic *v, const size_t *col, ex *to)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m;
    ex *a = sym_row(d->mem, m * m), *right = sym_row(d->mem, m);
    for (size_t i = 0; i < m; i++) {
        right[i] = ex_neg(s, v->phi[i]);
        for (size_t j = 0; j < m; j++) {
            a[i * m + j] = v->mu[i * n + col[j]];
            right[i] = ex_add2(s, right[i], ex_mul2(s, a[i * m + j], v->v[col[j]]));
        }
    }
    const ex det = sym_tidy(s, ex_det(s, a, m));
    if (sym_is_null(s, det) || !sym_solve(s, a, m, right, 1, to))
        return false;
    ex_simplify(s, to, m, to);
    return ex_cost(s, to, m).divs == 0 || ex_is_nonzero(s, det);
}

static struct dependent find_dependent(struct diag *d, const struct vakonomic *v)
{
    enum { TRIES = 40 };
    const size_t m = v->m;
    struct dependent out = {sym_row(d->mem, m), sym_row(d->mem, m), 0};
    size_t *col = mem_take_array(d->mem, m + 1, sizeof *col), tries = 0;
    size_t *back = mem_take_array(d->mem, m + 1, sizeof *back); /* the same, counted from the end */
    for (size_t j = 0; j < m; j++)
        back[j] = j;
    if (m == 0 || v->n > SYM_SMALL_RANK)
        return out;
    do {
        for (size_t j = 0; j < m; j++)
            col[j] = v->n - 1 - back[m - 1 - j];
        if (solve_columns(d, v, col, out.to)) {
            out.n = m;
            for (size_t j = 0; j < m; j++)
                out.from[j] = v->v[col[j]];
        }
    } while (out.n == 0 && sym_next_choice(back, m, v->n) && ++tries < TRIES);
    return out;
}

static bool put_field(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    const struct model *m = v->model;
    ex *C = sym_row(d->mem, v->n), *B = sym_row(d->mem, v->m), *D = sym_row(d->mem, v->m);
    const char *const *name = form_vakonomic_names(v, false);
    if (!form_vakonomic_field(d, v, C, B))
        return false;
    second_rates(d, v, C, B, D);
    const struct dependent on_C = find_dependent(d, v);
    ex_subst(m->store, C, v->n, on_C.from, on_C.to, on_C.n, C);
    ex_subst(m->store, B, v->m, on_C.from, on_C.to, on_C.n, B);
    ex_subst(m->store, D, v->m, on_C.from, on_C.to, on_C.n, D);
    form_vakonomic_put(v, sys, "C", "field on S: accelerations, the rates of the velocities", C,
                       v->n, 1)
        ->row = &name[v->n + v->m];
    if (v->m == 0)
        return true;
    struct object *o =
        form_vakonomic_put(v, sys, "B", "field on S: rates of the multipliers", B, v->m, 1);
    o->row = &name[v->n];
    o->note = m->constraints ? "S is where the constraints hold and lambda' = B" : NULL;
    form_vakonomic_put(v, sys, "D", "field on S: second rates of the multipliers", D, v->m, 1)
        ->row = &name[v->n];
    return true;
}

/* ---- omega_L, and the algorithm ---- */

/* omega(e_i, e_j) along q, lambda, y, lambda' */
static ex *find_form(struct diag *d, const struct vakonomic *v)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, N = 2 * (n + m);
    ex *W = sym_row(d->mem, N * N), *pi = sym_row(d->mem, n), *slope = sym_row(d->mem, n * n);
    const ex *two = form_vakonomic_two_form(d, v);
    ex_gradient(s, v->L, v->v, n, pi);
    for (size_t B = 0; B < n; B++)
        form_vakonomic_slope(v, pi[B], &slope[B * n]);
    for (size_t i = 0; i < N * N; i++)
        W[i] = ex_int(s, 0);
    for (size_t B = 0; B < n; B++) {
        for (size_t C = 0; C < n; C++) {
            W[B * N + C] = form_vakonomic_curl(v, pi, slope, B, C);
            if (two)
                W[B * N + C] = ex_sub(s, W[B * N + C], two[B * n + C]);
            W[B * N + n + m + C] = v->g[B * n + C];
            W[(n + m + C) * N + B] = ex_neg(s, v->g[B * n + C]);
        }
        for (size_t i = 0; i < m; i++) {
            W[B * N + n + i] = v->mu[i * n + B];
            W[(n + i) * N + B] = ex_neg(s, v->mu[i * n + B]);
        }
    }
    return W;
}

/* de along q, lambda, y, lambda'. */
static void differential(const struct vakonomic *v, ex e, ex *out)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m;
    form_vakonomic_slope(v, e, out);
    ex_gradient(s, e, v->lambda, m, out + n);
    ex_gradient(s, e, v->v, n, out + n + m);
    for (size_t i = 0; i < m; i++)
        out[2 * n + m + i] = ex_int(s, 0);
}

/* E_L = <pi, y> - L of the extended Lagrangian, which is E + lambda b */
static ex extended_energy(struct diag *d, const struct vakonomic *v)
{
    struct store *s = v->model->store;
    ex *pi = sym_row(d->mem, v->n);
    ex_gradient(s, v->L, v->v, v->n, pi);
    return ex_sub(s, sym_dot(s, pi, 1, v->v, v->n), v->L);
}

/* Velocities that satisfy the constraints, from z^a. */
static void allowed_velocities(const struct vakonomic *v, ex *y)
{
    const struct geom *g = v->mech->geom;
    struct store *s = v->model->store;
    ex *z = sym_row(ex_mem(s), g->n);
    for (size_t A = 0; A < g->n; A++)
        z[A] = A < g->rank ? ex_add2(s, v->model->field[A].z, g->drift[A]) : g->drift[A];
    sym_times(s, g->frame, z, g->n, g->n, 1, y);
}

/* Replaces the basis of the kernel by d/dlambda^i - g^-1 mu_i d/dy and d/dlambda^i', if these are
 * in the kernel and as many. */
static void as_written(struct diag *d, const struct vakonomic *v, const struct presymplectic *p,
                       struct gotay *step, struct claims *claims)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, N = p->size;
    ex *perp = sym_row(d->mem, 2 * m * N), *seen = sym_row(d->mem, 2 * m * N);
    if (!v->gi || step->kernel != 2 * m)
        return;
    for (size_t i = 0; i < 2 * m * N; i++)
        perp[i] = ex_int(s, 0);
    for (size_t i = 0; i < m; i++) {
        perp[i * N + n + i] = perp[(m + i) * N + 2 * n + m + i] = ex_int(s, 1);
        for (size_t B = 0; B < n; B++)
            perp[i * N + n + m + B] = ex_neg(s, sym_tidy(s, v->mgi[i * n + B]));
    }
    sym_times(s, perp, p->form, 2 * m, N, N, seen);
    for (size_t i = 0; i < 2 * m * N; i++)
        if (!sym_vanishes(s, seen[i], claims))
            return;
    step->perp = perp;
    for (size_t i = 0; i < 2 * m; i++)
        step->value[i] = i < m ? ex_neg(s, v->phi[i]) : ex_int(s, 0);
    for (size_t i = 0; i < m; i++)
        sym_note_claim(s, ex_sub(s, sym_dot(s, p->slope, 1, &perp[i * N], N), step->value[i]),
                       claims);
}

static const char *last_words(struct diag *d, size_t fresh, size_t kernel, const char *part)
{
    return fresh
               ? base_text(d->mem, "and %zu more must vanish there", fresh)
               : base_text(d->mem,
                           "dE vanishes on all %zu directions of T%s^perp: the algorithm stops at "
                           "%s",
                           kernel, part, part);
}

static bool run_algorithm(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    struct store *s = v->model->store;
    const size_t n = v->n, m = v->m, N = 2 * (n + m);
    const char *const *name = form_vakonomic_names(v, false);
    ex *W = find_form(d, v), *dE = sym_row(d->mem, N), *dphi = sym_row(d->mem, N * N);
    ex *y = sym_row(d->mem, n);
    const struct presymplectic p = {N, W, dE};
    const struct ex_list nothing = {NULL, 0}, velocities = {v->v, n};
    struct gotay first = {0}, second = {0};
    differential(v, extended_energy(d, v), dE);
    if (!form_gotay_step(d, s, &p, &nothing, NULL, &first))
        return false;
    as_written(d, v, &p, &first, &sys->claims);
    struct object *o = form_vakonomic_put(v, sys, "omega_L", "presymplectic form on TP", W, N, N);
    o->row = o->col = name;
    o->skew = true;
    o->note = base_text(d->mem, "rank %zu of %zu", N - first.kernel, N);
    if (first.kernel) {
        o = form_vakonomic_put(v, sys, "kernel", "kernel of omega_L, by rows", first.perp,
                               first.kernel, N);
        o->col = name;
    }
    const size_t found = form_gotay_fresh(s, first.value, first.kernel, &sys->claims);
    o = form_vakonomic_put(v, sys, "dE_P1", "constraint algorithm on TP, first step", first.value,
                           found, 1);
    o->note =
        first.kernel
            ? base_text(d->mem,
                        "P_1 = TP has dimension %zu; dE on the %zu directions of the kernel gives "
                        "%zu that must vanish: P_2",
                        v->nq + N - n, first.kernel, found)
            : "omega_L is symplectic on P_1 = TP: nothing must vanish";
    if (found == 0)
        return true;
    allowed_velocities(v, y);
    ex *there = sym_row(d->mem, found);
    ex_subst(s, first.value, found, v->v, y, n, there);
    const bool is_C = found == m && form_gotay_fresh(s, there, found, &sys->claims) == 0;
    for (size_t k = 0; k < found; k++) /* the same set has the same tangent vectors */
        differential(v, is_C ? v->phi[k] : first.value[k], &dphi[k * N]);
    second = (struct gotay){.found = found, .d = dphi};
    if (!form_gotay_step(d, s, &p, &velocities, y, &second))
        return false;
    const size_t fresh = form_gotay_fresh(s, second.value, second.kernel, &sys->claims);
    o = form_vakonomic_put(v, sys, "dE_P2", "constraint algorithm on TP, second step", second.value,
                           fresh, 1);
    o->note = base_text(d->mem, "P_2 has dimension %zu%s; %s%s", v->nq + N - n - found,
                        is_C ? ", velocities are those of C" : "",
                        last_words(d, fresh, second.kernel, "P_2"), fresh ? "" : " = P_3");
    return true;
}

bool form_vakonomic_on_velocities(struct diag *d, const struct vakonomic *v, struct system *sys)
{
    form_vakonomic_put(v, sys, "L_ext", "extended Lagrangian on TP, P = Q x R^m", &v->L, 1, 1);
    return run_algorithm(d, v, sys) && put_field(d, v, sys);
}
