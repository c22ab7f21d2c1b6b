/* gen/prove/singular_set.c -- singular set: degenerate frame, Hessian on C, or constraints.
 *
 * Determinants are split into factors. A factor is left out if it is proved not to vanish, with the
 * parameters of the model, or if it keeps its sign and its distance from 0 at many points: that is
 * no proof, and the result says so. The mass matrix on C is the Hessian of L along C. With a
 * Hamiltonian that has no Lagrangian, (27) of dirac.c determines eta_alpha where the Hessian of H
 * in them is regular. Denominators, roots and logarithms of the model are examined like
 * determinants.
 */
#include "gen/language/values.h"
#include "gen/prove/sampled_zeros.h"
#include "gen/start/start.h"

#include <math.h>
#include <string.h>

struct search {
    struct diag *diag;
    const struct system *sys;
    const double *p;
    struct singular *found;
    ex *symbol; /* parameters, and their values */
    struct ex_span *span;
    const ex *real; /* data of the model that must have values */
    size_t reals;
    bool data; /* poles of determinants are singular places, but not those of what is written */
};

/* -e, for a sum term by term: a sum of squares may appear with the opposite sign. */
static ex opposite(struct store *s, ex e)
{
    const size_t n = ex_op(s, e) == EX_add ? ex_count_args(s, e) : 0;
    ex *term = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_neg(s, ex_arg(s, e, i));
    return n ? ex_add(s, term, n) : ex_neg(s, e);
}

/* Is e proved to have one sign everywhere, with the parameters of the model? */
static int sign_of(const struct search *f, ex e)
{
    const struct model *m = f->sys->model;
    if (ex_is_positive(m->store, e))
        return 1;
    return ex_sign_on(m->store, e, f->symbol, f->span, m->params);
}

/* A function of parameters that is not 0 with those of the model, though that is not proved. */
static bool is_fixed(const struct search *f, ex e)
{
    const double tiny = 1e-9;
    double *x = mem_take_array(f->diag->mem, f->sys->states + 1, sizeof *x), value = 0;
    if (prove_moves(f->sys, e))
        return false;
    for (size_t i = 0; i < f->sys->states; i++)
        x[i] = 0;
    start_eval_at(f->sys, 0, x, f->p, &e, 1, &value);
    return fabs(value) > tiny;
}

static void add_factor(struct search *f, ex e, const char *what)
{
    struct store *s = f->sys->model->store;
    struct singular *out = f->found;
    if (ex_is_nonzero(s, e) || ex_is_nonzero(s, opposite(s, e)) || sign_of(f, e) != 0)
        return;
    const struct sampled at = {f->diag, f->sys, f->p, f->real, f->data ? 0 : f->reals};
    const bool moves = prove_moves(f->sys, e), seen = !moves || prove_vanishes(&at, e);
    if (is_fixed(f, e) || (!seen && prove_stays_away(&at, e))) {
        out->sampled = true;
        return;
    }
    for (size_t i = 0; i < out->n; i++)
        if ((out->factor[i] == e || out->factor[i] == opposite(s, e)) &&
            (f->data || strcmp(out->what[i], what) == 0))
            return;
    if (out->n == SINGULAR_MOST) {
        out->sampled = true;
        return;
    }
    out->factor[out->n] = e;
    out->seen[out->n] = seen;
    out->what[out->n++] = what;
}

/* Is e a product, or a power with a number as its exponent? The sign of that, then, is known. */
static bool is_split(const struct store *s, ex e, bool *pole)
{
    int64_t num = 1, den = 1;
    *pole = false;
    if (ex_op(s, e) != EX_pow)
        return ex_op(s, e) == EX_mul;
    if (!ex_is_rat(s, ex_arg(s, e, 1), &num, &den))
        return false;
    *pole = num < 0;
    return true;
}

/* The exponent of a power of `base` among the factors of e; 0: there is none. */
static int64_t exponent_in(const struct store *s, ex e, ex base)
{
    const bool product = ex_op(s, e) == EX_mul;
    const size_t n = product ? ex_count_args(s, e) : 1;
    for (size_t i = 0; i < n; i++) {
        const ex at = product ? ex_arg(s, e, i) : e;
        int64_t k = 1;
        if (at == base || (ex_op(s, at) == EX_pow && ex_arg(s, at, 0) == base &&
                           ex_is_int(s, ex_arg(s, at, 1), &k)))
            return k;
    }
    return 0;
}

/* A power that all terms of a sum have in common; EX_POISON: none. */
static ex common_factor(const struct store *s, ex e, int64_t *exponent)
{
    const ex first = ex_op(s, e) == EX_add ? ex_arg(s, e, 0) : EX_POISON;
    const bool product = first && ex_op(s, first) == EX_mul;
    for (size_t i = 0; first && i < (product ? ex_count_args(s, first) : 1); i++) {
        ex base = product ? ex_arg(s, first, i) : first;
        base = ex_op(s, base) == EX_pow ? ex_arg(s, base, 0) : base;
        *exponent = exponent_in(s, first, base);
        for (size_t j = 1; j < ex_count_args(s, e) && *exponent > 0; j++) {
            const int64_t k = exponent_in(s, ex_arg(s, e, j), base);
            *exponent = k < *exponent ? k : *exponent;
        }
        if (*exponent > 0 && !ex_is_number(s, base))
            return base;
    }
    return EX_POISON;
}

/* A sum as a product, where all terms have factors in common; else e. */
static ex without_common(const struct search *f, ex e)
{
    struct store *s = f->sys->model->store;
    ex product = ex_int(s, 1);
    int64_t exponent = 0;
    for (ex base = common_factor(s, e, &exponent); base != EX_POISON;
         base = common_factor(s, e, &exponent)) {
        const size_t n = ex_count_args(s, e);
        ex *term = sym_row(f->diag->mem, n);
        for (size_t j = 0; j < n; j++)
            term[j] = ex_mul2(s, ex_arg(s, e, j), ex_powi(s, base, -exponent));
        product = ex_mul2(s, product, ex_powi(s, base, exponent));
        e = ex_add(s, term, n);
    }
    return ex_mul2(s, product, e);
}

/* The factors of a product, also of nested products and powers. */
static void split(const struct search *f, ex e, ex *out, size_t *n, size_t most)
{
    const struct store *s = f->sys->model->store;
    for (out[(*n)++] = e; *n < most;) {
        size_t at = 0;
        bool pole = false;
        while (at < *n && !is_split(s, out[at], &pole))
            at++;
        if (at == *n)
            return;
        const ex product = out[at];
        const size_t parts = ex_op(s, product) == EX_mul ? ex_count_args(s, product) : 1;
        out[at] = out[--*n];
        for (size_t i = 0; i < parts && *n < most && !(pole && f->data); i++)
            out[(*n)++] = ex_arg(s, product, i);
    }
}

static void add_factors(struct search *f, ex e, const char *what)
{
    enum { MOST = 64 };
    struct store *s = f->sys->model->store;
    ex part[MOST + 1], finer[MOST + 1];
    size_t n = 0;
    split(f, e, part, &n, MOST);
    for (size_t i = 0; i < n; i++) {
        size_t m = 0;
        ex again = part[i];
        if (ex_operations(s, &again, 1) <= SYM_DETERMINANT)
            ex_simplify(s, &again, 1, &again);
        again = without_common(f, again);
        split(f, again, finer, &m, MOST);
        for (size_t j = 0; j < m; j++)
            add_factor(f, finer[j], what);
    }
}

/* Many mass matrices are diagonal: then the elements are the factors of the determinant. */
static bool is_diagonal(struct store *s, const ex *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (i != j && !sym_is_null(s, a[i * n + j]))
                return false;
    return true;
}

static void look_at(struct search *f, const ex *a, size_t n, const char *what)
{
    struct store *s = f->sys->model->store;
    if (n == 0)
        return;
    if (is_diagonal(s, a, n)) {
        for (size_t i = 0; i < n; i++)
            add_factors(f, a[i * n + i], what);
        return;
    }
    if (n > SYM_SMALL_RANK ||
        ex_operations(s, a, n * n) > (n > 3 ? SYM_SIMPLIFY / 4 : SYM_SIMPLIFY)) {
        f->found->partly = true;
        return;
    }
    ex det = ex_det(s, a, n);
    if (ex_operations(s, &det, 1) > SYM_DETERMINANT) {
        f->found->partly = true;
        return;
    }
    ex_simplify(s, &det, 1, &det);
    add_factors(f, det, what);
}

static const ex *gram_of_fields(struct diag *d, const struct geom *g)
{
    struct store *s = g->model->store;
    const size_t r = g->rank;
    ex *gram = sym_row(d->mem, r * r);
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            gram[a * r + b] =
                sym_dot(s, g->model->field[a].component, 1, g->model->field[b].component, g->n);
    return gram;
}

static void look_at_constraints(struct search *f)
{
    const struct model *m = f->sys->model;
    const size_t n = m->sections, c = m->constraints;
    ex *gram = sym_row(f->diag->mem, c * c);
    for (size_t i = 0; i < c; i++)
        for (size_t j = 0; j < c; j++)
            gram[i * c + j] = sym_dot(m->store, m->constraint[i].form, 1, m->constraint[j].form, n);
    look_at(f, gram, c, "the constraints are dependent");
    struct diag aside = base_aside(f->diag);
    struct regular matrix[REGULAR];
    const size_t k = form_regular(&aside, f->sys, matrix);
    for (size_t i = 0; i < k; i++)
        look_at(f, matrix[i].at, matrix[i].n, matrix[i].singular);
}

/* Second derivatives of e by x[0..n), as functions of the state. */
static const ex *hessian(const struct search *f, ex e, const ex *x, size_t n)
{
    struct store *s = f->sys->model->store;
    ex *slope = sym_row(f->diag->mem, n), *out = sym_row(f->diag->mem, n * n);
    ex_gradient(s, e, x, n, slope);
    ex_jacobian(s, slope, n, x, n, out);
    return out;
}

/* Hessian of a Lagrangian that is not quadratic: along C, or along all natural velocities. */
static void look_at_lagrangian(struct search *f)
{
    const struct system *sys = f->sys;
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    const bool all = sys->kind == STATES_p || sys->kind == STATES_y;
    const size_t n = all ? g->n : g->rank;
    ex *x = sym_row(f->diag->mem, n), *at = sym_row(f->diag->mem, n * n);
    if (!sys->mech->has_lagrangian || sys->mech->quadratic || form_is_singular(sys))
        return;
    struct diag aside = base_aside(f->diag);
    const ex L = all ? form_natural_lagrangian(&aside, sys->mech) : sys->mech->L;
    if (L == EX_POISON) {
        f->found->partly = true;
        return;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = all ? m->section[i].velocity : m->field[i].z;
    form_at_state_all(sys, hessian(f, L, x, n), n * n, at);
    look_at(f, at, n, all ? "the Hessian of L is singular" : "the Hessian of L on C is singular");
}

/* Hessian of H in the momenta that (27) determines, where it holds. */
static void look_at_hamiltonian(struct search *f)
{
    const struct system *sys = f->sys;
    const struct geom *g = sys->geom;
    const size_t r = g->rank, left = g->n - r;
    ex *x = sym_row(f->diag->mem, left), *at = sym_row(f->diag->mem, left * left);
    const ex *free = NULL;
    if (!sys->mech->has_hamiltonian || sys->mech->has_lagrangian || left == 0 ||
        form_is_singular(sys) ||
        form_arbitrary(sys, &free)) /* then it is singular everywhere, which is said elsewhere */
        return;
    for (size_t i = 0; i < left; i++)
        x[i] = sys->model->field[r + i].eta;
    ex_subst(sys->model->store, hessian(f, sys->mech->H, x, left), left * left, x, &sys->eta[r],
             left, at);
    look_at(f, at, left, "the constraints do not determine the momenta of the complement");
}

/* Adds the zeros of a denominator, or of the argument of a root, at the state. */
static void add_pole(struct search *f, ex e, const char *what)
{
    const struct model *m = f->sys->model;
    const size_t n = m->sections;
    ex *y = sym_row(f->diag->mem, n), *to = sym_row(f->diag->mem, n);
    for (size_t i = 0; i < n; i++)
        y[i] = m->section[i].velocity;
    if (ex_is_nonzero(m->store, e))
        return;
    if (!f->sys->mech->has_hamiltonian) {
        form_natural_velocities(f->sys, to);
        ex_subst(m->store, &e, 1, y, to, n, &e);
        form_at_state_all(f->sys, &e, 1, &e);
    }
    add_factors(f, e, what);
}

/* Zeros of the argument of a root or logarithm, which is not proved to be positive. */
static void add_edge(struct search *f, ex e, const char *what)
{
    if (sign_of(f, e) == 1)
        return;
    f->found->sampled = true; /* it may be negative */
    add_pole(f, e, what);
}

/* A place where node e has no value or no derivative. */
static void look_for_pole(struct search *f, ex e)
{
    struct store *s = f->sys->model->store;
    int64_t k = 0;
    switch (ex_op(s, e)) {
    case EX_tan:
        add_pole(f, ex_cos(s, ex_arg(s, e, 0)), "a tangent in the model has a pole");
        break;
    case EX_log:
        add_edge(f, ex_arg(s, e, 0), "the argument of a logarithm in the model vanishes");
        break;
    case EX_abs:
        if (sign_of(f, ex_arg(s, e, 0)) == 0)
            add_pole(f, ex_arg(s, e, 0), "an absolute value in the model has no derivative");
        break;
    case EX_pow:
        if (!ex_is_int(s, ex_arg(s, e, 1), &k))
            add_edge(f, ex_arg(s, e, 0), "the argument of a root in the model vanishes");
        else if (k < 0)
            add_pole(f, ex_arg(s, e, 0), "a denominator of the model vanishes");
        break;
    case EX_asin:
    case EX_acos:
    case EX_atan2:
    case EX_acosh:
    case EX_atanh:
        f->found->sampled = true;
        break;
    default:
        break;
    }
}

static void look_for_poles(struct search *f, ex e)
{
    if (e == EX_POISON)
        return;
    const struct ex_list all = ex_reach(f->sys->model->store, &e, 1);
    for (size_t i = 0; i < all.n; i++)
        look_for_pole(f, all.at[i]);
}

/* The data of the model, as written. */
static void look_at_data(struct search *f)
{
    const struct model *m = f->sys->model;
    const ex written[] = {m->metric,      m->potential, m->magnetic, m->lagrangian, m->hamiltonian,
                          m->dissipation, m->force,     m->two_form, m->drift,      m->gradient};
    f->data = true;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        look_for_poles(f, written[i]);
    for (size_t i = 0; i < m->constraints; i++) {
        look_for_poles(f, m->constraint[i].speed);
        for (size_t B = 0; B < m->sections; B++)
            look_for_poles(f, m->constraint[i].form[B]);
    }
    for (size_t A = 0; A < m->fields; A++)
        for (size_t B = 0; B < m->sections && !m->field[A].chosen; B++)
            look_for_poles(f, m->field[A].component[B]);
    for (size_t B = 0; B < m->sections; B++)
        for (size_t i = 0; i < m->coords; i++) {
            look_for_poles(f, m->section[B].anchor[i]);
            if (m->section[B].right)
                look_for_poles(f, m->section[B].right[i]);
        }
    for (size_t i = 0; m->bracket && i < m->sections * m->sections * m->sections; i++)
        look_for_poles(f, m->bracket[i]);
    for (size_t i = 0; i < m->loads; i++)
        look_for_poles(f, m->load[i].value);
    struct diag aside = base_aside(f->diag);
    struct regular matrix[REGULAR]; /* of what the form adds */
    const size_t k = form_regular(&aside, f->sys, matrix);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < matrix[i].n * matrix[i].n; j++)
            look_for_poles(f, matrix[i].at[j]);
}

/* Components of fields and constraints: where one of them is not real, there is no state. */
static void find_reals(struct search *f)
{
    const struct model *m = f->sys->model;
    ex *real = sym_row(f->diag->mem, (m->fields + m->constraints) * m->sections);
    for (size_t A = 0; A < m->fields; A++)
        for (size_t B = 0; B < m->sections && !m->field[A].chosen; B++)
            real[f->reals++] = m->field[A].component[B];
    for (size_t i = 0; i < m->constraints; i++)
        for (size_t B = 0; B < m->sections; B++)
            real[f->reals++] = m->constraint[i].form[B];
    f->real = real;
}

struct singular prove_singular_set(struct diag *d, const struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    const size_t n = g->n, r = g->rank;
    struct singular out = {.n = 0};
    double *p = mem_take_array(d->mem, m->params + 1, sizeof *p);
    struct diag aside = base_aside(d);
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, p);
    struct search f = {.diag = d, .sys = sys, .p = p, .found = &out};
    f.symbol = sym_row(d->mem, m->params);
    f.span = mem_take_array(d->mem, m->params + 1, sizeof *f.span);
    lang_parameter_spans(d, m, f.symbol, f.span);
    find_reals(&f);
    const bool chosen = r < n && m->field[r].chosen;
    if (sys->kind == STATES_p || sys->kind == STATES_y) { /* the frame has no part in the motion */
        if (k->g0 && ex_ranks(m->store, k->g0, n, n).most == n)
            look_at(&f, k->g0, n, "the mass matrix is singular");
        else if (!k->g0 && k->has_lagrangian && !k->quadratic)
            look_at_lagrangian(&f);
        else if (!k->g0 && n <= SYM_SMALL_RANK) /* the metric is written in it */
            look_at(&f, g->frame, n, "the fields of the frame are dependent");
        else if (!k->g0) /* a metric that is degenerate everywhere: see form_regular */
            out.partly = true;
        look_at_constraints(&f);
        look_at_data(&f);
        return out;
    }
    if (chosen && r <= SYM_SMALL_RANK) /* such a complement is as good as the fields of C */
        look_at(&f, gram_of_fields(d, g), r, "the fields of the frame are dependent");
    else if (n <= SYM_SMALL_RANK)
        look_at(&f, g->frame, n, "the fields of the frame are dependent");
    else if (chosen)
        out.partly = true;
    for (size_t i = 0; !chosen && n > SYM_SMALL_RANK && i < g->pivots.vanish.n; i++)
        add_factors(&f, g->pivots.vanish.at[i], "the fields of the frame may be dependent");
    ex *on_C = sym_row(d->mem, r * r);
    for (size_t i = 0; k->g && i < r * r; i++)
        on_C[i] = k->g[i / r * n + i % r];
    if (k->g && !form_is_singular(sys))
        look_at(&f, on_C, r, "the mass matrix on C is singular");
    look_at_lagrangian(&f);
    look_at_hamiltonian(&f);
    look_at_constraints(&f);
    look_at_data(&f);
    return out;
}
