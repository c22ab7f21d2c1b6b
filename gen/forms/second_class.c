/* gen/forms/second_class.c -- second-class constraints chi_a = 0 on phase space; Dirac bracket.
 *
 * On u = (q, p), with B0 the bracket of the dual of E, {q, p_A} = rho_A, {p_A, p_B} = -C^D_AB p_D
 * and a magnetic two-form, X_a = {., chi_a} = B0 grad chi_a, and Lambda the inverse of the matrix
 * {chi_a, chi_b},
 *
 *   {f, g}_D = {f, g} - {f, chi_a} Lambda_ab {chi_b, g},   B = B0 + X Lambda X^T,
 *   u' = B grad H + D,   D = (1 - X Lambda dchi) (0, Q) - X Lambda d_t chi,
 *
 * with forces Q. All chi are Casimir functions of it, and where the matrix is regular Jacobi's
 * identity holds. The splitting of phase space is p_TS = X Lambda dchi, onto the span S of the X_a,
 * and the rest, which is tangent to chi = const; Pi_S = -X Lambda X^T. Multipliers v of the
 * constraints are those of u' = {u, H} - v_a {u, chi_a} + (0, Q). The velocity of the motion is
 * dH/dp - v_a dchi_a/dp, also in Q.
 *
 * Pitanga, Rodrigues: projection methods in constrained mechanics, Section 3 and (17); the sign of
 * Pi_S is corrected.
 */
#include "gen/forms/second_class.h"
#include "gen/forms/natural.h"

#include <string.h>

/* ---- Hamiltonian and brackets ---- */

/* Replaces momenta of the frame by those of the natural basis. */
static void in_natural_momenta(const struct geom *g, const ex *e, size_t m, ex *out)
{
    struct store *s = g->model->store;
    const size_t n = g->n;
    ex *eta = sym_row(ex_mem(s), n), *value = sym_row(ex_mem(s), n), *p = sym_row(ex_mem(s), n);
    for (size_t A = 0; A < n; A++)
        p[A] = g->model->section[A].momentum;
    for (size_t A = 0; A < n; A++) {
        eta[A] = g->model->field[A].eta;
        value[A] = sym_dot(s, &g->frame[A], n, p, n);
    }
    ex_subst(s, e, m, eta, value, n, out);
}

/* H as a function of all natural momenta: as given, or from a metric. */
static bool find_hamiltonian(struct diag *d, struct mech *k, struct second *v)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    if (!k->has_hamiltonian && !k->quadratic) {
        base_error(d, m->source_at, "'second' needs a Hamiltonian, or a metric")->help =
            "momenta of this Lagrangian are not linear in the velocities: write the Hamiltonian";
        return false;
    }
    if (!k->has_hamiltonian) {
        if (!form_projector(d, k, &v->pr))
            return false;
        const ex twice = sym_dot(s, v->pr.pi, 1, v->pr.y, g->n);
        v->H = ex_add2(s, ex_mul2(s, ex_rat(s, 1, 2), twice), v->pr.V);
        return true;
    }
    form_projector_bundle(d, k, &v->pr);
    in_natural_momenta(g, &k->H, 1, &v->H);
    return true;
}

/* Reports a singular matrix {chi_a, chi_b}, with a combination in its null space. */
static void not_second_class(struct diag *d, const struct second *v)
{
    const struct model *m = v->pr.mech->geom->model;
    struct store *s = m->store;
    ex *null = sym_row(d->mem, v->c * v->c), sum = ex_int(s, 0);
    const size_t first = ex_null_space(s, v->matrix, v->c, v->c, null, NULL);
    for (size_t a = 0; a < v->c && first; a++)
        sum = ex_add2(s, sum, ex_mul2(s, null[a], v->chi[a]));
    ex_simplify(s, &sum, 1, &sum);
    const char *text = ex_show_within(s, sum, EX_PLAIN, 120);
    base_error(d, m->second[0].where, "these constraints are not all of second class")->help =
        base_text(d->mem,
                  "the matrix {chi_a, chi_b} has rank %zu of %zu%s%s%s%s; first-class ones need "
                  "another condition each",
                  v->c - first, v->c, v->c % 2 ? ", and an odd one always has less" : "",
                  text && first ? ": the bracket of " : "", text && first ? text : "",
                  text && first ? " with all of them vanishes" : "");
}

/* {q, p_A} = rho_A, {p_A, p_B} = -C^D_AB p_D + F_AB */
static void find_poisson(struct diag *d, const struct system *sys, struct second *v)
{
    const struct projector *pr = &v->pr;
    struct store *s = sys->model->store;
    const size_t n = v->n, nq = pr->nq;
    ex *K = sym_row(d->mem, pr->n * pr->n);
    form_projector_rotation(pr, &sys->state[nq], K);
    for (size_t i = 0; i < n * n; i++)
        v->B0[i] = ex_int(s, 0);
    for (size_t A = 0; A < pr->n; A++) {
        for (size_t i = 0; i < nq; i++) {
            v->B0[i * n + nq + A] = pr->rho[i * pr->n + A];
            v->B0[(nq + A) * n + i] = ex_neg(s, pr->rho[i * pr->n + A]);
        }
        for (size_t B = 0; B < pr->n; B++) {
            const ex two = pr->two ? pr->two[A * pr->n + B] : ex_int(s, 0);
            v->B0[(nq + A) * n + nq + B] = ex_add2(s, K[A * pr->n + B], two);
        }
    }
}

static void find_brackets(struct diag *d, const struct system *sys, struct second *v)
{
    struct store *s = sys->model->store;
    const size_t n = v->n, c = v->c;
    ex *across = sym_row(d->mem, n * c);
    find_poisson(d, sys, v);
    ex_gradient(s, v->H, sys->state, n, v->grad);
    sym_times(s, v->B0, v->grad, n, n, 1, v->free);
    ex_jacobian(s, v->chi, c, sys->state, n, v->slope);
    ex_matrix_transpose(v->slope, c, n, across);
    sym_times(s, v->B0, across, n, n, c, v->X);
    sym_times(s, v->slope, v->X, c, n, c, v->matrix);
    for (size_t a = 0; a < c; a++)
        for (size_t b = 0; b < c; b++) /* skew term by term */
            v->matrix[a * c + b] = a == b  ? ex_int(s, 0)
                                   : a < b ? sym_tidy(s, v->matrix[a * c + b])
                                           : ex_neg(s, v->matrix[b * c + a]);
}

static bool find_second(struct diag *d, struct mech *k, const struct system *sys, struct second *v)
{
    const struct model *m = k->geom->model;
    const size_t n = sys->states, c = m->seconds;
    *v = (struct second){.n = n, .c = c};
    v->chi = sym_row(d->mem, c);
    v->slope = sym_row(d->mem, c * n);
    v->X = sym_row(d->mem, n * c);
    v->B0 = sym_row(d->mem, n * n);
    v->matrix = sym_row(d->mem, c * c);
    v->grad = sym_row(d->mem, n);
    v->free = sym_row(d->mem, n);
    if (!find_hamiltonian(d, k, v))
        return false;
    for (size_t a = 0; a < c; a++)
        v->chi[a] = m->second[a].value;
    in_natural_momenta(k->geom, v->chi, c, v->chi);
    find_brackets(d, sys, v);
    if (!ex_error(m->store) && ex_ranks(m->store, v->matrix, c, c).most < c &&
        ex_rank(m->store, v->matrix, c, c, NULL) < c) {
        not_second_class(d, v);
        return false;
    }
    return true;
}

/* ---- the system ---- */

static void put_states(struct diag *d, struct system *out, const struct geom *g)
{
    const struct model *m = g->model;
    const size_t nq = g->nq, n = g->n;
    out->kind = STATES_p;
    out->states = nq + n;
    out->state = sym_row(d->mem, nq + n);
    out->state_name = mem_take_array(d->mem, nq + n + 1, sizeof *out->state_name);
    for (size_t i = 0; i < nq + n; i++) {
        out->state[i] = i < nq ? m->coord[i].q : m->section[i - nq].momentum;
        out->state_name[i] =
            i < nq ? m->coord[i].name : base_text(d->mem, "p_%s", m->section[i - nq].name);
    }
    out->natural = form_natural(d, n);
    out->natural->chart = out->state;
    out->natural->unknown = &out->state[nq];
    out->natural->unknown_name = &out->state_name[nq];
    out->natural->unknowns = n;
}

static void put_momenta(struct diag *d, struct system *out, const struct second *v)
{
    const struct geom *g = out->geom;
    const size_t n = g->n;
    ex *p = out->natural->momentum;
    out->zeta = sym_row(d->mem, n);
    out->eta = sym_row(d->mem, n);
    for (size_t B = 0; B < n; B++)
        p[B] = out->state[g->nq + B];
    for (size_t A = 0; A < n; A++)
        out->eta[A] = sym_dot(out->model->store, &g->frame[A], n, p, n);
    form_block_make(out, RT_energy, 1, 1)[0] = v->H;
    memcpy(form_block_make(out, RT_grad, v->n, 1), v->grad, v->n * sizeof(ex));
    memcpy(form_block_make(out, RT_constraint, v->c, 1), v->chi, v->c * sizeof(ex));
}

/* X Lambda, n x c, and X Lambda X^T */
static bool find_parts(struct diag *d, const struct second *v, ex *lambda, ex *half, ex *S)
{
    struct store *s = v->pr.mech->geom->model->store;
    const size_t n = v->n, c = v->c;
    ex *one = sym_row(d->mem, c * c), *across = sym_row(d->mem, n * c);
    for (size_t i = 0; i < c * c; i++)
        one[i] = ex_int(s, i / c == i % c);
    if (!sym_solve(s, v->matrix, c, one, c, lambda))
        return false;
    ex_matrix_transpose(v->X, n, c, across);
    sym_times(s, v->X, lambda, n, c, c, half);
    sym_times(s, half, across, n, c, n, S);
    return true;
}

static bool put_bivector(struct diag *d, struct system *out)
{
    struct store *s = out->model->store;
    struct second v;
    if (!find_second(d, out->mech, out, &v))
        return false;
    const size_t n = v.n, c = v.c;
    ex *lambda = sym_row(d->mem, c * c), *half = sym_row(d->mem, n * c);
    ex *S = sym_row(d->mem, n * n), *B = form_block_make(out, RT_bivector, n, n);
    if (!find_parts(d, &v, lambda, half, S))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            const ex e = sym_tidy(s, ex_add2(s, v.B0[i * n + j], S[i * n + j]));
            const bool zero = i == j || sym_vanishes(s, e, &out->claims);
            B[i * n + j] = zero ? ex_int(s, 0) : e;
            B[j * n + i] = zero ? ex_int(s, 0) : ex_neg(s, e);
        }
    return true;
}

static bool show_objects(struct diag *d, struct system *sys)
{
    struct store *s = sys->model->store;
    struct second v;
    if (!find_second(d, sys->mech, sys, &v))
        return false;
    const size_t n = v.n, c = v.c;
    ex *lambda = sym_row(d->mem, c * c), *half = sym_row(d->mem, n * c);
    ex *S = sym_row(d->mem, n * n), *onto = sym_row(d->mem, n * n);
    if (!find_parts(d, &v, lambda, half, S))
        return false;
    sym_times(s, half, v.slope, n, c, n, onto);
    for (size_t i = 0; i < n * n; i++)
        S[i] = ex_neg(s, S[i]);
    const struct {
        const char *name, *title;
        ex *at;
        size_t rows, cols;
    } all[] = {
        {"chi", "second-class constraints", v.chi, c, 1},
        {"chi_matrix", "matrix {chi_a, chi_b}", v.matrix, c, c},
        {"Lambda", "its inverse Lambda", lambda, c, c},
        {"X", "Hamiltonian fields X_a = {., chi_a}, by columns", v.X, n, c},
        {"p_TS", "projector onto the span S of the X_a", onto, n, n},
        {"Pi_S", "part of the bracket along S; the rest is Dirac's", S, n, n},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct object *o =
            form_show_object(sys, all[i].name, all[i].title, all[i].at, all[i].rows, all[i].cols);
        o->row = all[i].rows == n ? sys->state_name : NULL;
        o->col = all[i].cols == n ? sys->state_name : NULL;
    }
    return true;
}

/* ---- operations ---- */

static size_t bounds(const struct system *sys, const struct stated **out)
{
    *out = sys->own;
    return sys->model->seconds;
}

static size_t regular(struct diag *d, const struct system *sys, struct regular *out)
{
    struct second v;
    if (!find_second(d, sys->mech, sys, &v))
        return 0;
    *out = (struct regular){
        .at = v.matrix,
        .n = v.c,
        .singular = "the matrix {chi_a, chi_b} is singular",
        .where = sys->model->second[0].where,
        .message = "these constraints are not of second class where the run starts",
        .help = "the matrix {chi_a, chi_b} is singular there; start at another point"};
    return 1;
}

/* Each constraint is a Casimir function of the bracket. */
static size_t look_at_bracket(struct diag *d, struct proofs *p, struct system *sys,
                              struct finding *out)
{
    enum { DETERMINANT = 4 };
    struct store *s = sys->model->store;
    const size_t c = sys->model->seconds, n = sys->states;
    struct second v;
    ex *slope = sym_row(d->mem, n), *flow = sym_row(d->mem, n);
    if (!form_more_blocks(d, sys, 1U << RT_bivector))
        return 0;
    *out = (struct finding){
        .name = "second",
        .text = base_text(d->mem,
                          "%zu second-class constraints: Casimir functions of Dirac's bracket", c)};
    for (size_t a = 0; a < c; a++) {
        ex_gradient(s, sys->block[RT_constraint].at[a], sys->state, n, slope);
        sym_times(s, sys->block[RT_bivector].at, slope, n, n, 1, flow);
        for (size_t i = 0; i < n; i++)
            out->standing = alg_worse(out->standing, alg_prove(p, "Casimir functions", flow[i]));
    }
    const bool known = find_second(d, sys->mech, sys, &v);
    out->standing =
        alg_worse(out->standing, alg_prove_claims(p, "what vanishes in B", &sys->claims));
    if (!known || c > DETERMINANT)
        return 1;
    out[1] = (struct finding){.name = "second",
                              .text = "det {chi_a, chi_b} = ",
                              .value = ex_det(s, v.matrix, c),
                              .plain = true};
    return 2;
}

static const char *multiplier_title(const struct system *sys)
{
    (void)sys;
    return "multipliers of the constraints, in the order of the model";
}

static const struct form_ops ops = {
    .bivector = put_bivector,
    .objects = show_objects,
    .multiplier_title = multiplier_title,
    .rests_in_states = true,
    .alone = true,
    .bounds = bounds,
    .on_surface = form_on_surface,
    .regular = regular,
    .geometry = look_at_bracket,
    .driven = form_second_driven,
    .balance = form_balance_of_bracket,
};

bool form_build_second(struct diag *d, struct mech *k, struct system *out)
{
    const struct model *m = k->geom->model;
    struct second v;
    if (m->law == LAW_vakonomic || m->law == LAW_gradient) {
        base_error(d, m->second[0].where, "'second' has no place in 'dynamics %s'",
                   lang_laws[m->law].word)
            ->help = "second-class constraints have a law of their own, by Dirac's bracket";
        return false;
    }
    if (k->geom->rank < k->geom->n || k->geom->affine) {
        base_error(d, m->second[0].where, "'second' cannot stand beside constraints on velocities")
            ->help =
            "they have different laws of motion, Dirac's bracket and d'Alembert's principle";
        return false;
    }
    put_states(d, out, k->geom);
    if (!find_second(d, k, out, &v))
        return false;
    put_momenta(d, out, &v);
    if (!form_second_motion(d, out, &v) || !form_second_drift(d, out, &v))
        return false;
    struct stated *bound = mem_take_array(d->mem, v.c + 1, sizeof *bound);
    for (size_t a = 0; a < v.c; a++)
        bound[a] = (struct stated){v.chi[a], m->second[a].where};
    out->own = bound;
    out->ops = &ops;
    return form_second_velocities(d, out, &v);
}

enum form_fit form_second_class_fit(const struct model *m)
{
    return m->seconds ? FIT_only : FIT_plain;
}

bool form_no_second_class(struct diag *d, const struct model *m, const struct form_row *form)
{
    if (!m->seconds)
        return true;
    base_error(d, m->second[0].where, "second-class constraints have no place in the %s form",
               form->name)
        ->help = "they need the projector form: --form projector";
    return false;
}
