/* gen/language/frame_choice.c -- default frame for constraints; default complement to a frame.
 *
 * C is the null space of the matrix mu of the constraint forms. The pivots, that is the velocities
 * that are solved for, are chosen numerically at the initial state, so that none vanishes there;
 * the solution is exact, and so is the verdict on independence. The complement is chosen orthogonal
 * to C: the fields g^-1 mu, or where there are no forms the null space of F^T g, with the fields of
 * C as columns of F. Such vectors have denominators; these are cleared, so (-tan(phi), 1) becomes
 * (-sin(phi), cos(phi)), which has no singularity. In many dimensions, or without a metric, fields
 * of the natural basis complete the frame instead.
 */
#include "gen/language/frame_choice.h"
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <math.h>
#include <string.h>

/* ---- the constraints ---- */

static const ex *forms_of(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    ex *mu = mem_take_array(c->diag->mem, m->constraints * n + 1, sizeof *mu);
    for (size_t k = 0; k < m->constraints; k++)
        memcpy(&mu[k * n], m->constraint[k].form, n * sizeof *mu);
    return mu;
}

/* Whether the form with its right side is independent of those before, although the form alone is
 * not: everywhere, or else at the point that was tried. */
static bool contradicts(struct check *c, const struct rows *first)
{
    const struct model *m = c->model;
    const struct point *p = &first->point;
    const size_t n = m->sections, wide = n + 1, bad = first->pivots.bad;
    ex *with = sym_row(c->diag->mem, (bad + 1) * wide);
    for (size_t k = 0; k <= bad; k++) {
        memcpy(&with[k * wide], m->constraint[k].form, n * sizeof *with);
        with[k * wide + n] = m->constraint[k].speed;
    }
    if (!first->everywhere)
        ex_subst(c->store, with, (bad + 1) * wide, p->x, p->value, p->n, with);
    return ex_ranks(c->store, with, bad + 1, wide).least > bad;
}

/* Are the forms dependent at all positions, with the parameters of the point? */
static bool due_to_parameters(struct check *c, const struct point *p, const ex *mu)
{
    const struct model *m = c->model;
    const size_t all = m->constraints * m->sections;
    ex *fixed = sym_row(c->diag->mem, all);
    ex_subst(c->store, mu, all, &p->x[m->coords], &p->value[m->coords], m->params, fixed);
    return lang_first_dependent(c->store, fixed, m->constraints, m->sections) < m->constraints;
}

/* Whether the constraints are independent, generically and at the initial state; else an error. */
static bool check_forms(struct check *c, struct rows *out)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    struct rows first = {.at = NULL};
    const ex *mu = forms_of(c);
    const bool independent = lang_find_pivots(c, mu, m->constraints, n, out, &first);
    if (independent && (!first.point.given || first.pivots.bad == m->constraints))
        return true;
    if (!first.at) {
        base_error(c->diag, m->constraint[0].where, "the constraints have no values")->help =
            "something in them is not a number wherever it was tried; look at the values of "
            "parameters, or give init a point where they are";
        return false;
    }
    const struct constraint *bad = &m->constraint[first.pivots.bad];
    if (!independent && contradicts(c, &first)) {
        struct note *note =
            base_error(c->diag, bad->where, "the constraints contradict each other");
        note->label = first.pivots.bad
                          ? "its left side follows from those before, its right side does not"
                          : "its left side vanishes, its right side does not";
        note->help = "no velocity satisfies all of them; one of the right sides is wrong";
    } else if (!independent) {
        struct note *note = base_error(c->diag, bad->where, "the constraints are not independent");
        note->label = first.pivots.bad ? "follows from those before" : "vanishes";
        note->help = !first.everywhere  ? "so it is with the values that the parameters have"
                     : first.pivots.bad ? "it follows from the others everywhere; leave it out"
                                        : "it is 0 = 0 everywhere; leave it out";
    } else {
        struct note *note = base_error(c->diag, bad->where,
                                       "the constraints are not independent where the run starts");
        note->label = first.pivots.bad ? "follows from those before" : "vanishes";
        note->help = due_to_parameters(c, &first.point, mu)
                         ? "so it is with the values that the parameters have"
                         : base_text(c->diag->mem, "at %s; start at another point",
                                     lang_point_text(c, &first.point, mu, m->constraints * n));
    }
    return false;
}

/* ---- the complement ---- */

/* The metric in natural components; false: there is none, or it is in quasi-velocities. */
static bool natural_metric(struct check *c, ex *g)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    const size_t n = m->sections;
    ex *velocity = mem_take_array(c->diag->mem, n + 1, sizeof *velocity);
    const bool lagrangian = m->lagrangian != EX_POISON;
    if (!lagrangian && m->metric == EX_POISON)
        return false;
    const ex e = lang_anchored(m, lagrangian ? m->lagrangian : m->metric);
    for (size_t B = 0; B < n; B++)
        velocity[B] = m->section[B].velocity;
    if ((lang_sorts(c, e) & SORT_QUASI) || ex_degree(s, e, velocity, n) != 2)
        return false;
    ex_hessian(s, e, velocity, n, g);
    const ex half = ex_rat(s, 1, 2);
    for (size_t i = 0; i < n * n && !lagrangian; i++)
        g[i] = ex_mul2(s, half, g[i]);
    return true;
}

/* The fields g^-1 mu, independent where the forms are. False: g is degenerate. */
static bool raise_forms(struct check *c, const ex *g)
{
    struct model *m = c->model;
    const size_t n = m->sections, k = m->constraints;
    ex *mu = mem_take_array(c->diag->mem, n * k + 1, sizeof *mu);
    ex *raised = mem_take_array(c->diag->mem, n * k + 1, sizeof *raised);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            mu[i * k + j] = m->constraint[j].form[i];
    if (!ex_solve_by(c->store, EX_QUICK, g, n, mu, k, raised, NULL))
        return false;
    for (size_t j = 0; j < k; j++) {
        ex *v = mem_take_array(c->diag->mem, n + 1, sizeof *v);
        for (size_t i = 0; i < n; i++)
            v[i] = raised[i * k + j];
        lang_clear_denominators(c->store, v, n);
        m->field[m->rank + j].component = v;
    }
    return true;
}

static ex *frame_rows(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    ex *F = mem_take_array(c->diag->mem, m->rank * n + 1, sizeof *F);
    for (size_t a = 0; a < m->rank; a++)
        memcpy(&F[a * n], m->field[a].component, n * sizeof *F);
    return F;
}

/* Completes the frame by fields of the natural basis. */
static void choose_natural(struct check *c)
{
    struct model *m = c->model;
    struct rows r, first;
    if (!lang_find_pivots(c, frame_rows(c), m->rank, m->sections, &r, &first)) {
        const size_t bad = first.at ? first.pivots.bad : 0;
        struct note *n = base_error(c->diag, m->field[bad].where, "the fields of the frame %s",
                                    first.at ? "are linearly dependent" : "have no values");
        n->label = first.at && bad ? "a combination of those before" : NULL;
        n->help = first.at ? "they must span the allowed velocities, and none may be a combination "
                             "of the others"
                           : "something in them is not a number wherever it was tried";
        return;
    }
    const size_t *free_column = lang_free_columns(c, &r);
    for (size_t j = 0; m->rank + j < m->fields; j++)
        m->field[m->rank + j].component = lang_unit_field(c, free_column[j]);
}

static bool is_diagonal(struct store *s, const ex *g, size_t n)
{
    for (size_t i = 0; i < n * n; i++)
        if (i / n != i % n && !sym_is_null(s, g[i]))
            return false;
    return true;
}

/* Subtracts from the fields of the complement their orthogonal projections onto C, f_alpha -
 * f_a g^ab g(f_b, f_alpha). Only g on C is inverted, which is regular where g is positive. */
static bool orthogonalise(struct check *c, const ex *g)
{
    struct model *m = c->model;
    struct store *s = c->store;
    struct mem *mem = c->diag->mem;
    const size_t n = m->sections, r = m->rank, k = n - r;
    const ex *F = frame_rows(c);
    ex *lowered = sym_row(mem, r * n), *on_C = sym_row(mem, r * r), *b = sym_row(mem, r * k);
    ex *T = sym_row(mem, r * k);
    sym_times(s, F, g, r, n, n, lowered);
    for (size_t i = 0; i < r; i++) {
        for (size_t j = 0; j < r; j++)
            on_C[i * r + j] = i > j ? on_C[j * r + i]
                                    : ex_circle(s, sym_dot(s, &lowered[i * n], 1, &F[j * n], n));
        for (size_t j = 0; j < k; j++)
            b[i * k + j] =
                ex_circle(s, sym_dot(s, &lowered[i * n], 1, m->field[r + j].component, n));
    }
    if (!sym_solve(s, on_C, r, b, k, T))
        return false;
    for (size_t j = 0; j < k; j++) {
        ex *v = m->field[r + j].component;
        for (size_t B = 0; B < n; B++)
            for (size_t a = 0; a < r; a++)
                v[B] = ex_sub(s, v[B], ex_mul2(s, F[a * n + B], T[a * k + j]));
        lang_clear_denominators(s, v, n);
        lang_cancel_factors(s, v, n);
    }
    return true;
}

/* Uses the components of the forms as components of fields: no combination of these is in C. */
static void take_forms(struct check *c)
{
    struct model *m = c->model;
    const size_t n = m->sections;
    for (size_t k = 0; k < m->constraints; k++) {
        ex *v = m->field[m->rank + k].component = sym_row(c->diag->mem, n);
        memcpy(v, m->constraint[k].form, n * sizeof *v);
    }
}

/* Is the complement chosen orthogonal to C, by the metric g? */
static bool has_orthogonal(struct check *c, ex *g)
{
    return c->model->sections <= SYM_SMALL_RANK && natural_metric(c, g);
}

/* ---- the choice ---- */

/* Does the motion depend on a complement that is not orthogonal to C? Momenta along it are solved
 * for where there is only a Hamiltonian; a drift is along it where constraints are affine. */
static bool uses_complement(struct check *c)
{
    const struct model *m = c->model;
    bool affine = false;
    for (size_t k = 0; k < m->constraints; k++)
        affine |= !sym_is_null(c->store, m->constraint[k].speed);
    return m->hamiltonian != EX_POISON ||
           (affine && !has_orthogonal(c, sym_row(c->diag->mem, m->sections * m->sections)));
}

static void choose_frame(struct check *c)
{
    struct model *m = c->model;
    struct rows r = {.n = m->sections};
    if (m->constraints && !check_forms(c, &r))
        return;
    lang_fill_null_space(c, &r, 0);
    m->has_poles = m->constraints && !lang_make_regular(c, &r, uses_complement(c));
}

/* Are all fields independent? A complement orthogonal to C needs a regular metric on C. */
static bool spans(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    ex *F = mem_take_array(c->diag->mem, n * n + 1, sizeof *F);
    for (size_t A = 0; A < n; A++)
        memcpy(&F[A * n], m->field[A].component, n * sizeof *F);
    return lang_first_dependent(c->store, F, n, n) == n;
}

/* Chooses the complement, orthogonal to C if there is a suitable metric. */
static void choose_complement(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections, before = c->diag->errors;
    ex *g = sym_row(c->diag->mem, n * n);
    const bool metric = has_orthogonal(c, g), chosen = m->constraints && m->field[0].chosen;
    if (!metric && chosen && !m->has_poles && uses_complement(c))
        return; /* the search for the frame completed it */
    if (metric && m->constraints && is_diagonal(c->store, g, n) && raise_forms(c, g) && spans(c))
        return;
    if (metric && m->constraints)
        take_forms(c);
    else
        choose_natural(c);
    if (metric && c->diag->errors == before && !orthogonalise(c, g))
        choose_natural(c);
}

/* ---- declared fields ---- */

/* Whether the fields of the frame, and of a declared complement, are independent; else an error. */
static bool check_fields(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections,
                 given = m->fields && m->field[m->fields - 1].chosen ? m->rank : m->fields;
    ex *F = mem_take_array(c->diag->mem, given * n + 1, sizeof *F);
    for (size_t A = 0; A < given; A++)
        memcpy(&F[A * n], m->field[A].component, n * sizeof *F);
    const size_t bad = lang_first_dependent(c->store, F, given, n);
    if (bad == given)
        return true;
    struct note *note =
        base_error(c->diag, m->field[bad].where, "the fields of %s are linearly dependent",
                   bad < m->rank ? "the frame" : "frame and complement");
    note->label = bad ? "a combination of those before" : "vanishes";
    note->help = given == n ? "together they must span all velocities, everywhere but at single "
                              "points"
                            : "they must span the velocities that are allowed, without a surplus";
    return false;
}

/* Whether a field satisfies all constraints; reports the first that it violates. */
static bool check_residual(struct check *c, const struct field *f)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    for (size_t k = 0; k < m->constraints; k++) {
        ex residual = EX_POISON;
        sym_times(s, m->constraint[k].form, f->component, 1, m->sections, 1, &residual);
        if (ex_zero(s, residual, false).answer != EX_NOT_ZERO)
            continue;
        const char *text = ex_show(s, residual, EX_PLAIN);
        base_error(c->diag, f->where, "'%s' violates a constraint", f->name)->help =
            base_text(c->diag->mem, "%s gives %s on it, not 0",
                      base_span_copy(c->diag->mem, m->constraint[k].where), text ? text : "...");
        return false;
    }
    return true;
}

static void check_frame(struct check *c)
{
    const struct model *m = c->model;
    struct rows r;
    bool good = true;
    if (m->constraints && !check_forms(c, &r))
        return;
    for (size_t a = 0; a < m->rank; a++)
        good &= check_residual(c, &m->field[a]);
    if (!good)
        return;
    if (m->constraints && m->rank + m->constraints != m->sections)
        base_error(c->diag, m->frame_at,
                   "%zu field%s in the frame, but %zu constraint%s leave%s room for %zu", m->rank,
                   m->rank == 1 ? "" : "s", m->constraints, m->constraints == 1 ? "" : "s",
                   m->constraints == 1 ? "s" : "", m->sections - m->constraints)
            ->help =
            "the frame spans all that the constraints allow; without a frame one is chosen";
    else
        check_fields(c);
}

/* An expression in quasi-velocities defines a function of all velocities only together with the
 * complement; true, with an error: it must be declared. */
static bool needs_complement(struct check *c)
{
    const struct model *m = c->model;
    const ex written[] = {m->metric, m->lagrangian, m->magnetic};
    static const char *const name[] = {"metric", "lagrangian", "magnetic"};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        if (written[i] == EX_POISON || !(lang_sorts(c, written[i]) & SORT_QUASI))
            continue;
        base_error(c->diag, m->source_at, "the complement has to be given for this %s", name[i])
            ->help = "it is written in quasi-velocities, and these are components along frame and "
                     "complement together; or write it in dx, dy, ...";
        return true;
    }
    return false;
}

void lang_choose_fields(struct check *c)
{
    struct model *m = c->model;
    const size_t before = c->diag->errors;
    if (m->constraints > m->sections) {
        base_error(c->diag, m->constraint[m->sections].where, "more constraints than %s",
                   m->sections == m->coords ? "coordinates" : "sections")
            ->help = "each takes one velocity away, and none is left; leave out what follows from "
                     "others";
        return;
    }
    for (size_t k = 0; k < m->constraints; k++)
        if (!m->constraint[k].form)
            return; /* had an error */
    const struct point here = lang_point_of(c, 0);
    ex_mind(c->store, here.x, here.v, here.n);
    if (m->fields && m->field[0].chosen)
        choose_frame(c);
    else
        check_frame(c);
    if (c->diag->errors > before)
        return;
    if (m->constraints && m->constraints == m->sections)
        base_remark(c->diag, m->constraint[m->constraints - 1].where,
                    "the constraints leave no velocity free, so nothing moves");
    if (m->fields > m->rank && m->field[m->rank].chosen && !needs_complement(c))
        choose_complement(c);
}
