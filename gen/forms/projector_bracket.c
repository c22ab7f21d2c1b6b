/* gen/forms/projector_bracket.c -- bracket of the projector form: rank, kernel, Jacobiator.
 *
 * B is tangent to the constraint manifold, so that it maps differentials of mu g^-1 pi to 0, and
 * those of coordinates along mu; its rank is 2 (n - m) on a tangent bundle. Where Jacobi fails,
 *
 *   J(q, p_B, p_C) = Q [P e_B, P e_C],   J(f, g, h) = {f, {g, h}} + {g, {h, f}} + {h, {f, g}}.
 *
 * Pitanga, Rodrigues: projection methods in constrained mechanics, (40) and (41), which are neither
 * invertible nor Poisson.
 */
#include "gen/forms/projector.h"
#include "gen/forms/properties.h"

/* ---- kernel ---- */

/* d(mu g^-1 pi) at points where mu g^-1 pi = 0, as a covector on the states. */
static void slope_of_constraint(struct diag *d, const struct projector *pr, size_t i, ex *out)
{
    const struct model *m = pr->mech->geom->model;
    struct store *s = m->store;
    const size_t n = pr->n, nq = pr->nq;
    ex *q = sym_row(d->mem, nq), *stand = sym_row(d->mem, n), *dA = sym_row(d->mem, nq);
    ex *row = sym_row(d->mem, n);
    for (size_t B = 0; B < n; B++) {
        row[B] = pr->rise[B * pr->m + i];
        stand[B] = ex_fresh(s, "c");
        out[nq + B] = row[B];
    }
    for (size_t k = 0; k < nq; k++)
        q[k] = m->coord[k].q;
    ex_gradient(s, sym_dot(s, row, 1, stand, n), q, nq, out);
    ex_subst(s, out, nq, stand, pr->bar, n, out);
    ex_gradient(s, sym_dot(s, pr->A, 1, stand, n), q, nq, dA);
    ex_subst(s, dA, nq, stand, row, n, dA);
    for (size_t k = 0; k < nq; k++)
        out[k] = ex_sub(s, out[k], dA[k]);
}

static void show_kernel(struct diag *d, struct system *sys, const struct projector *pr)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t all = sys->states, c = pr->m;
    const bool tangent = lang_is_tangent(m);
    const size_t rows = tangent ? 2 * c : c;
    ex *at = sym_row(d->mem, rows * all);
    for (size_t i = 0; i < c && tangent; i++)
        for (size_t k = 0; k < all; k++)
            at[(c + i) * all + k] = k < pr->nq ? pr->mu[i * pr->n + k] : ex_int(s, 0);
    for (size_t i = 0; i < c; i++)
        slope_of_constraint(d, pr, i, &at[i * all]);
    struct object *o = form_show_object(sys, "kernel", "covectors that B maps to 0", at, rows, all);
    o->col = sys->state_name;
    const struct ex_ranks rank = ex_ranks(s, sys->block[RT_bivector].at, all, all);
    o->note = rank.least == rank.most
                  ? base_text(d->mem, "the rank of B is %zu, of %zu", rank.most, all)
                  : base_text(d->mem, "the rank of B is between %zu and %zu, of %zu", rank.least,
                              rank.most, all);
}

/* ---- holonomic constraints ---- */

/* N_ij = {chi_i, chi_j} of chi = mu g^-1 pi, from their slopes along q, then p. */
static ex bracket_of(struct store *s, const ex *a, const ex *b, size_t n)
{
    return ex_sub(s, sym_dot(s, a, 1, b + n, n), sym_dot(s, a + n, 1, b, n));
}

/* Of F = 0 and its rate chi: they are of second class, and B is Dirac's bracket. With G = mu g^-1
 * mu^T the matrix is [[0, G], [-G, N]], and its inverse [[G^-1 N G^-1, -G^-1], [G^-1, 0]]. */
static bool show_level_sets(struct diag *d, struct system *sys, const struct projector *pr)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t c = pr->m, n = pr->n, two = 2 * c;
    if (m->holonomics != c || pr->affine || !lang_is_tangent(m) || !c)
        return true;
    ex *chi = sym_row(d->mem, two), *slope = sym_row(d->mem, c * 2 * n);
    ex *G = sym_row(d->mem, c * c), *N = sym_row(d->mem, c * c), *one = sym_row(d->mem, c * c);
    ex *inverse = sym_row(d->mem, c * c), *half = sym_row(d->mem, c * c);
    ex *matrix = sym_row(d->mem, two * two), *lambda = sym_row(d->mem, two * two);
    sym_times(s, pr->mu, pr->rise, c, n, c, G);
    for (size_t i = 0; i < c; i++)
        slope_of_constraint(d, pr, i, &slope[i * 2 * n]);
    for (size_t i = 0; i < c; i++) {
        chi[i] = m->constraint[i].position;
        chi[c + i] = sym_dot(s, &pr->rise[i], c, pr->pi, n);
        for (size_t j = 0; j < c; j++) {
            N[i * c + j] = bracket_of(s, &slope[i * 2 * n], &slope[j * 2 * n], n);
            one[i * c + j] = ex_int(s, i == j);
        }
    }
    if (!sym_solve(s, G, c, one, c, inverse))
        return false;
    sym_times(s, inverse, N, c, c, c, half);
    sym_times(s, half, inverse, c, c, c, one);
    for (size_t i = 0; i < c; i++)
        for (size_t j = 0; j < c; j++) {
            matrix[i * two + j] = lambda[(c + i) * two + c + j] = ex_int(s, 0);
            matrix[i * two + c + j] = G[i * c + j];
            matrix[(c + i) * two + j] = ex_neg(s, G[i * c + j]);
            matrix[(c + i) * two + c + j] = N[i * c + j];
            lambda[i * two + j] = one[i * c + j];
            lambda[i * two + c + j] = ex_neg(s, inverse[i * c + j]);
            lambda[(c + i) * two + j] = inverse[i * c + j];
        }
    form_show_object(sys, "chi", "positions and their rates", chi, two, 1)->note =
        "second-class constraints: B is their Dirac bracket where they are 0";
    form_show_object(sys, "chi_matrix", "matrix {chi_a, chi_b}", matrix, two, two);
    form_show_object(sys, "Lambda", "its inverse Lambda", lambda, two, two);
    return true;
}

/* ---- Jacobi ---- */

/* J(q, p_B, p_C) = Q [P e_B, P e_C] along the coordinates: shorter than computed from B. */
static void find_curvature(struct diag *d, const struct projector *pr, size_t B, size_t C, ex *out)
{
    const struct model *m = pr->mech->geom->model;
    struct store *s = m->store;
    const size_t n = pr->n;
    ex *X = sym_row(d->mem, n), *Y = sym_row(d->mem, n), *Z = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++) {
        X[A] = pr->P[A * n + B];
        Y[A] = pr->P[A * n + C];
    }
    geom_lie(m, X, Y, Z);
    sym_times(s, pr->Q, Z, n, n, 1, X);
    sym_times(s, pr->rho, X, pr->nq, n, 1, out);
}

/* All of J(q, p, p) by q and pairs of p, and J(p, p, p) by triples. */
static void show_jacobiator(struct diag *d, struct system *sys, const struct projector *pr)
{
    const size_t n = pr->n, nq = pr->nq, pairs = n * (n - 1) / 2;
    const size_t triples = n * (n - 1) * (n - 2) / 6;
    ex *qpp = sym_row(d->mem, nq * pairs), *ppp = sym_row(d->mem, triples);
    const char **pair = mem_take_array(d->mem, pairs + 1, sizeof *pair);
    const char **triple = mem_take_array(d->mem, triples + 1, sizeof *triple);
    const char *const *name = &sys->state_name[nq];
    const struct jacobiators J = form_jacobiators(sys);
    ex *part = sym_row(d->mem, nq);
    size_t at = 0, three = 0;
    for (size_t B = 0; B < n; B++)
        for (size_t C = B + 1; C < n; C++, at++) {
            pair[at] = base_text(d->mem, "%s,%s", name[B], name[C]);
            find_curvature(d, pr, B, C, part);
            for (size_t i = 0; i < nq; i++)
                qpp[i * pairs + at] = lang_has_own_sections(sys->model)
                                          ? form_jacobiator(&J, i, nq + B, nq + C)
                                          : part[i];
            for (size_t D = C + 1; D < n; D++, three++) {
                triple[three] = base_text(d->mem, "%s,%s,%s", name[B], name[C], name[D]);
                ppp[three] = form_jacobiator(&J, nq + B, nq + C, nq + D);
            }
        }
    struct object *o =
        form_show_object(sys, "J_qpp", "Jacobiator {q, {p, p}} + cyc", qpp, nq, pairs);
    o->row = sys->state_name;
    o->col = pair;
    if (!triples)
        return;
    o = form_show_object(sys, "J_ppp", "Jacobiator {p, {p, p}} + cyc", ppp, triples, 1);
    o->row = triple;
}

/* ---- velocities ---- */

/* Brackets of q and the velocities along the fields of C. */
static void show_velocities(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    const size_t nq = g->nq, r = g->rank, all = sys->states, k = nq + r;
    ex *f = sym_row(d->mem, k), *slope = sym_row(d->mem, k * all), *half = sym_row(d->mem, all * k);
    ex *across = sym_row(d->mem, all * k), *out = sym_row(d->mem, k * k);
    const char **name = mem_take_array(d->mem, k + 1, sizeof *name);
    for (size_t i = 0; i < k; i++) {
        f[i] = i < nq ? m->coord[i].q : sys->block[RT_vel].at[i - nq];
        name[i] = i < nq ? m->coord[i].name : m->field[i - nq].name;
    }
    ex_jacobian(s, f, k, sys->state, all, slope);
    ex_matrix_transpose(slope, k, all, across);
    sym_times(s, sys->block[RT_bivector].at, across, all, all, k, half);
    sym_times(s, slope, half, k, all, k, out);
    struct object *o =
        form_show_object(sys, "bracket", "bracket of coordinates and velocities", out, k, k);
    o->row = o->col = name;
}

bool form_projector_objects(struct diag *d, struct system *sys)
{
    struct projector pr;
    if (!form_projector(d, sys->mech, &pr) || !form_projector_matrices(d, &pr) ||
        !form_show_splits(d, sys, &pr) || !form_more_blocks(d, sys, 1U << RT_bivector))
        return false;
    if (pr.m)
        show_kernel(d, sys, &pr);
    if (pr.n > SYM_SMALL_RANK) /* too long to read */
        return true;
    if (!show_level_sets(d, sys, &pr))
        return false;
    if (pr.m)
        show_jacobiator(d, sys, &pr);
    show_velocities(d, sys);
    return true;
}
