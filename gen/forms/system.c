/* gen/forms/system.c -- the table of formulations, and operations on any system.
 *
 * These are states, velocities and momenta as functions of the state, and rates along the flow.
 */
#include "gen/forms/form.h"

#include <string.h>

/* One row becomes one element. */
const struct form_row form_rows[] = {
#define FORM(name_, word_, law_, phase_, needs_, model_)                                           \
    {.name = word_,                                                                                \
     .law = LAW_##law_,                                                                            \
     .phase = phase_,                                                                              \
     .needs = needs_,                                                                              \
     .model = model_,                                                                              \
     .build = form_build_##name_},
    FORMS(FORM)
#undef FORM
};
const size_t form_row_count = sizeof form_rows / sizeof *form_rows;

const struct form_row *form_named(const char *name)
{
    for (size_t i = 0; i < form_row_count; i++)
        if (strcmp(form_rows[i].name, name) == 0)
            return &form_rows[i];
    return NULL;
}

const struct form_row *form_default(const struct model *m)
{
    const bool own =
        m->law != LAW_vakonomic && m->law != LAW_gradient && (m->virtuals || m->two_anchors);
    /* Velocities that were chosen where a linkage starts do not serve all along its way. */
    const bool linked = m->law == LAW_nonholonomic && m->holonomics && !m->frame_at.src &&
                        m->hamiltonian == EX_POISON;
    const char *name = m->seconds ? "projector"
                       : own      ? "generalised"
                       : linked   ? "lagrange-dirac"
                                  : lang_laws[m->law].form;
    return form_named(name);
}

const struct form_row *form_of_law(const struct model *m, enum lang_law law)
{
    struct model other = *m;
    other.law = law;
    return form_default(&other);
}

const char *form_block_name(enum rt_block_name b)
{
    static const char *const name[] = {
#define BLOCK(name_, what) [RT_##name_] = #name_,
#include "runtime/blocks.h"
#undef BLOCK
    };
    return name[b];
}

ex *form_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols)
{
    struct mem *m = ex_mem(sys->model->store);
    sys->block[b] = (struct block){sym_row(m, rows * cols), rows, cols};
    return sys->block[b].at;
}

/* ---- states ---- */

void form_states(struct diag *d, struct system *out, bool momenta)
{
    const struct model *m = out->model;
    out->states = m->coords + m->rank;
    out->state = sym_row(d->mem, out->states);
    out->state_name = mem_take_array(d->mem, out->states + 1, sizeof *out->state_name);
    for (size_t i = 0; i < m->coords; i++) {
        out->state[i] = m->coord[i].q;
        out->state_name[i] = m->coord[i].name;
    }
    for (size_t a = 0; a < m->rank; a++) {
        const struct field *f = &m->field[a];
        out->state[m->coords + a] = momenta ? f->eta : f->z;
        out->state_name[m->coords + a] = momenta ? base_text(d->mem, "eta_%s", f->name) : f->name;
    }
    out->zeta = sym_row(d->mem, m->fields);
    out->eta = sym_row(d->mem, m->fields);
}

void form_rates(const struct system *sys, const ex *e, size_t m, ex *out)
{
    struct store *s = sys->model->store;
    const size_t n = sys->states;
    ex *x = sym_row(ex_mem(s), n + 1), *dx = sym_row(ex_mem(s), n + 1);
    for (size_t i = 0; i < n; i++) {
        x[i] = sys->state[i];
        dx[i] = sys->block[RT_rhs].at[i];
    }
    x[n] = sys->model->time;
    dx[n] = ex_int(s, 1);
    ex_directional(s, e, m, x, dx, n + 1, out);
}

void form_at_state(const struct system *sys, const ex *e, size_t m, ex *out)
{
    const struct model *model = sys->model;
    ex *z = sym_row(ex_mem(model->store), model->fields);
    for (size_t A = 0; A < model->fields; A++)
        z[A] = model->field[A].z;
    ex_subst(model->store, e, m, z, sys->zeta, model->fields, out);
}

ex form_force(const struct mech *k, const struct system *sys, size_t A)
{
    struct store *s = sys->model->store;
    const size_t n = k->geom->n;
    ex sum = ex_int(s, 0);
    if (k->load)
        form_at_state(sys, &k->load[A], 1, &sum);
    if (k->two)
        sum = ex_add2(s, sum, sym_dot(s, &k->two[A * n], 1, sys->zeta, n));
    return sum;
}

ex form_on_brackets(struct diag *d, const struct system *sys, const ex *p, size_t A)
{
    struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    ex *field = sym_row(d->mem, g->n), sum = ex_int(s, 0);
    for (size_t j = 0; j < g->n; j++) {
        if ((j == A && !sys->model->two_anchors) || sym_is_null(s, sys->zeta[j]))
            continue;
        geom_bracket(g, A, j, field);
        sum = ex_add2(s, sum, ex_mul2(s, sym_dot(s, p, 1, field, g->n), sys->zeta[j]));
    }
    return sum;
}

ex form_on_motion_of_frame(struct diag *d, const struct system *sys, const ex *p, size_t A)
{
    struct geom *g = sys->geom;
    ex *field = sym_row(d->mem, g->n);
    if (!g->moving)
        return ex_int(sys->model->store, 0);
    geom_bracket(g, A, g->n, field);
    return sym_dot(sys->model->store, p, 1, field, g->n);
}

/* Small ones are written in the frame, where most of them are shortest. */
bool form_prefers_frame(const struct mech *k)
{
    return k->L0 == EX_POISON || k->geom->n <= SYM_SMALL_RANK;
}

void form_along_frame(struct diag *d, struct mech *k, const struct system *out, size_t first,
                      size_t count, ex *slope)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *q = sym_row(d->mem, g->nq), *dq = sym_row(d->mem, g->nq);
    for (size_t i = 0; i < g->nq; i++)
        q[i] = m->coord[i].q;
    ex_gradient(s, k->K, q, g->nq, dq);
    form_at_state(out, dq, g->nq, dq);
    for (size_t b = 0; b < count; b++)
        slope[b] = sym_dot(s, &g->right[first + b], g->n, dq, g->nq);
}

/* ---- momenta as states ---- */

/* The velocities in which e is linear at most, as text; NULL: none, or not to be seen at once. */
static const char *without_inertia(struct diag *d, const struct model *m, ex e)
{
    struct store *s = m->store;
    struct mem_text out = mem_text(d->mem);
    ex *v = sym_row(d->mem, m->sections), *slope = sym_row(d->mem, m->sections);
    if (e == EX_POISON || m->general || geom_uses_frame(m, e))
        return NULL;
    for (size_t B = 0; B < m->sections; B++)
        v[B] = m->section[B].velocity;
    for (size_t B = 0; B < m->sections; B++) {
        bool linear = true;
        ex_gradient(s, ex_diff(s, e, v[B]), v, m->sections, slope);
        for (size_t C = 0; C < m->sections; C++)
            linear &= sym_is_null(s, slope[C]);
        if (linear)
            mem_put_f(&out, "%s%s%s", out.len ? ", " : "", m->section[B].name,
                      B < m->coords ? "'" : "");
    }
    return out.len ? out.text : NULL;
}

static void not_regular(struct diag *d, const struct model *m)
{
    if (ex_error(m->store)) /* it was not computed to the end */
        return;
    const bool metric = m->metric != EX_POISON;
    const char *absent = without_inertia(d, m, metric ? m->metric : m->lagrangian);
    base_error(d, m->source_at,
               metric ? "the metric is degenerate on the allowed velocities"
                      : "the Lagrangian is not regular on the allowed velocities")
        ->help = absent
                     ? base_text(d->mem, "is an inertia missing? There is no square of %s", absent)
                     : "some allowed velocity has no inertia: the Hessian is singular there, "
                       "and velocities do not follow from momenta";
}

/* 1/2 (eta_A - A_A) z^A + V */
static void put_energy(struct mech *k, struct system *out)
{
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n;
    ex *term = sym_row(ex_mem(s), n + 1);
    const ex half = ex_rat(s, 1, 2);
    for (size_t A = 0; A < n; A++)
        term[A] = ex_mul2(s, ex_sub(s, out->eta[A], k->A[A]), out->zeta[A]);
    form_block_make(out, RT_liouville, 1, 1)[0] = ex_add(s, term, n);
    for (size_t A = 0; A < n; A++)
        term[A] = ex_mul2(s, half, term[A]);
    term[n] = k->V;
    form_block_make(out, RT_energy, 1, 1)[0] = ex_add(s, term, n + 1);
}

/* Velocities are kept together: whatever follows is written in them, and what proves that they are
 * those of the momenta needs no inverse. */
static void keep_solved(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    for (size_t a = 0; a < g->rank; a++)
        out->zeta[a] = ex_hold(s, out->zeta[a]);
    out->factor = sym_row(d->mem, g->rank);
    out->solved = sym_row(d->mem, g->rank);
    out->weighed = sym_row(d->mem, g->rank);
    for (size_t a = 0; a < g->rank; a++) {
        const ex z = out->zeta[a];
        const bool scaled = ex_op(s, z) == EX_mul && ex_is_number(s, ex_arg(s, z, 0));
        out->factor[a] = scaled ? ex_arg(s, z, 0) : ex_int(s, 1);
        out->solved[a] = scaled ? ex_arg(s, z, 1) : z;
        out->weighed[a] = ex_add2(s, k->A[a], sym_dot(s, &k->g[a * g->n], 1, out->zeta, g->n));
    }
}

static bool is_constant(const struct model *m, ex e)
{
    const struct ex_list used = ex_symbols(m->store, &e, 1);
    for (size_t k = 0; k < used.n; k++) {
        for (size_t i = 0; i < m->coords; i++)
            if (used.at[k] == m->coord[i].q)
                return false;
        if (used.at[k] == m->time)
            return false;
    }
    return true;
}

/* A diagonal element that never changes, of the sparsest row; n when there is none. */
static size_t next_pivot(const struct model *m, const ex *a, size_t n, const bool *used)
{
    size_t best = n, least = n + 1;
    for (size_t i = 0; i < n; i++) {
        if (used[i] || !is_constant(m, a[i * n + i]))
            continue;
        size_t others = 0;
        for (size_t j = 0; j < n; j++)
            others += !used[j] && j != i && !sym_is_null(m->store, a[i * n + j]);
        if (others < least) {
            best = i;
            least = others;
        }
    }
    return best;
}

/* Takes row p out of all others that are left. */
static void eliminate(const struct model *m, ex *a, size_t n, ex *b, size_t p, const bool *used)
{
    struct store *s = m->store;
    for (size_t i = 0; i < n; i++) {
        if (used[i] || sym_is_null(s, a[i * n + p]))
            continue;
        const ex times = ex_div(s, a[i * n + p], a[p * n + p]);
        for (size_t j = i; j < n; j++)
            if (!used[j]) {
                const ex left = ex_sub(s, a[i * n + j], ex_mul2(s, times, a[p * n + j]));
                a[i * n + j] = a[j * n + i] = alg_shortened(m, sym_tidy(s, left));
            }
        b[i] = ex_sub(s, b[i], ex_mul2(s, times, b[p]));
    }
}

/* What is left when no pivot is constant any more, all at once. */
static bool solve_rest(struct store *s, const ex *a, size_t n, const ex *b, const bool *used, ex *z)
{
    size_t *row = mem_take_array(ex_mem(s), n + 1, sizeof *row), k = 0;
    for (size_t i = 0; i < n; i++)
        if (!used[i])
            row[k++] = i;
    ex *rest = sym_row(ex_mem(s), k * k), *right = sym_row(ex_mem(s), k),
       *out = sym_row(ex_mem(s), k);
    for (size_t i = 0; i < k; i++) {
        right[i] = b[row[i]];
        for (size_t j = 0; j < k; j++)
            rest[i * k + j] = a[row[i] * n + row[j]];
    }
    const bool solved = sym_solve(s, rest, k, right, 1, out);
    for (size_t i = 0; i < k && solved; i++)
        z[row[i]] = ex_hold(s, out[i]);
    return solved;
}

/* a z = b for a positive a, whose diagonal never vanishes, whatever is eliminated: constants are
 * divided by first, which leaves little, and velocities are written in each other. a and b are used
 * up. False when a is singular. */
static bool solve_positive(const struct model *m, ex *a, size_t n, ex *b, ex *z)
{
    struct store *s = m->store;
    size_t *order = mem_take_array(ex_mem(s), n + 1, sizeof *order), steps = 0;
    bool *used = mem_take_array(ex_mem(s), n + 1, sizeof *used);
    for (size_t i = 0; i < n; i++)
        used[i] = false;
    for (size_t p; (p = next_pivot(m, a, n, used)) < n; used[p] = true) {
        if (sym_is_null(s, a[p * n + p]))
            return false;
        used[p] = true;
        eliminate(m, a, n, b, p, used);
        order[steps++] = p;
    }
    if (!solve_rest(s, a, n, b, used, z))
        return false;
    while (steps-- > 0) {
        const size_t p = order[steps];
        ex sum = b[p];
        for (size_t j = 0; j < n; j++) {
            bool before = false; /* taken out of row p already */
            for (size_t k = 0; k <= steps; k++)
                before |= order[k] == j;
            if (!before)
                sum = ex_sub(s, sum, ex_mul2(s, a[p * n + j], z[j]));
        }
        z[p] = ex_hold(s, ex_div(s, sum, a[p * n + p]));
    }
    return true;
}

/* g_ab z^b = eta_a - A_a - g_a,alpha b^alpha */
bool form_momentum_states(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, r = g->rank;
    ex *on_C = sym_row(d->mem, r * r), *right = sym_row(d->mem, r);
    for (size_t alpha = r; alpha < n; alpha++)
        out->zeta[alpha] = g->drift[alpha];
    for (size_t a = 0; a < r; a++) {
        out->eta[a] = m->field[a].eta;
        for (size_t b = 0; b < r; b++)
            on_C[a * r + b] = k->g[a * n + b];
        const ex cross = sym_dot(s, &k->g[a * n + r], 1, &g->drift[r], n - r);
        right[a] = ex_sub(s, ex_sub(s, out->eta[a], k->A[a]), cross);
    }
    if (!(m->metric != EX_POISON ? solve_positive(m, on_C, r, right, out->zeta)
                                 : sym_solve(s, on_C, r, right, 1, out->zeta))) {
        not_regular(d, m);
        return false;
    }
    keep_solved(d, k, out);
    for (size_t alpha = r; alpha < n; alpha++)
        out->eta[alpha] = ex_add2(s, k->A[alpha], sym_dot(s, &k->g[alpha * n], 1, out->zeta, n));
    put_energy(k, out);
    return true;
}

void form_in_given_frame(const struct mech *k, const struct mech *o, struct system *out)
{
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n;
    if (o == k)
        return;
    if (k->geom->affine)
        out->solved = NULL; /* those are velocities along another frame */
    ex *z = sym_row(ex_mem(s), n);
    sym_times(s, o->to_given, out->zeta, n, n, 1, z);
    out->zeta = z;
    sym_times(s, k->g, z, n, n, 1, out->eta);
    for (size_t A = 0; A < n; A++)
        out->eta[A] = ex_add2(s, out->eta[A], k->A[A]);
}

/* ---- velocities as states ---- */

void form_velocity_states(struct diag *d, struct mech *k, struct system *out)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    ex *z = sym_row(d->mem, n), *y = sym_row(d->mem, n), *p = sym_row(d->mem, n);
    form_states(d, out, false);
    for (size_t A = 0; A < n; A++) {
        z[A] = m->field[A].z;
        out->zeta[A] = A < g->rank ? ex_add2(s, z[A], g->drift[A]) : g->drift[A];
    }
    if (!form_prefers_frame(k)) {
        sym_times(s, g->frame, out->zeta, n, n, 1, y);
        form_momenta_of(k, y, p);
        for (size_t A = 0; A < n; A++)
            out->eta[A] = sym_dot(s, &g->frame[A], n, p, n);
    } else if (k->quadratic) {
        sym_times(s, k->g, out->zeta, n, n, 1, out->eta);
        for (size_t A = 0; A < n; A++)
            out->eta[A] = ex_add2(s, out->eta[A], k->A[A]);
    } else {
        ex_gradient(s, k->L, z, n, out->eta);
        form_at_state(out, out->eta, n, out->eta);
    }
    ex_gradient(s, k->K, z, g->rank, p);
    form_at_state(out, p, g->rank, p);
    if (sym_is_shorter(s, p, out->eta, g->rank))
        for (size_t a = 0; a < g->rank; a++)
            out->eta[a] = p[a];
}

void form_velocity_energy(struct mech *k, struct system *out)
{
    struct store *s = k->geom->model->store;
    if (k->quadratic) {
        put_energy(k, out);
        return;
    }
    ex *twice = form_block_make(out, RT_liouville, 1, 1);
    ex *energy = form_block_make(out, RT_energy, 1, 1), L = EX_POISON;
    form_at_state(out, &k->L, 1, &L);
    twice[0] = sym_dot(s, out->eta, 1, out->zeta, k->geom->n);
    energy[0] = ex_sub(s, twice[0], L);
}

/* W_ab z^b' = G_a - d/dt eta_a at fixed z */
bool form_by_velocities(struct diag *d, struct mech *k, struct system *out, const ex *G)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = g->nq, r = g->rank;
    ex *rhs = form_block_make(out, RT_rhs, out->states, 1), *W = sym_row(d->mem, r * r);
    ex *x = sym_row(d->mem, nq + 1), *dx = sym_row(d->mem, nq + 1), *right = sym_row(d->mem, r);
    for (size_t i = 0; i < nq; i++) {
        x[i] = m->coord[i].q;
        rhs[i] = dx[i] = sym_dot(s, &g->rho[i * g->n], 1, out->zeta, g->n);
    }
    x[nq] = m->time;
    dx[nq] = ex_int(s, 1);
    ex_directional(s, out->eta, r, x, dx, nq + 1, right);
    if (k->quadratic) {
        for (size_t i = 0; i < r * r; i++)
            W[i] = k->g[i / r * g->n + i % r];
    } else {
        ex_jacobian(s, out->eta, r, &out->state[nq], r, W);
    }
    for (size_t a = 0; a < r; a++) {
        right[a] = ex_sub(s, G[a], right[a]);
        for (size_t b = a + 1; b < r; b++) /* both halves may be written differently */
            W[b * r + a] = W[a * r + b];
    }
    if (!sym_solve(s, W, r, right, 1, &rhs[nq])) {
        not_regular(d, m);
        return false;
    }
    out->pull = sym_row(d->mem, r);
    for (size_t a = 0; a < r; a++)
        out->pull[a] = G[a];
    form_velocity_energy(k, out);
    return true;
}

/* ---- B, and what stands beside it ---- */

void form_put_bivector(const struct mech *k, struct system *out, const ex *M, size_t wide)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t nq = g->nq, r = g->rank, n = out->states;
    ex *B = form_block_make(out, RT_bivector, n, n);
    for (size_t i = 0; i < n * n; i++)
        B[i] = ex_int(s, 0);
    for (size_t a = 0; a < r; a++) {
        for (size_t i = 0; i < nq; i++) {
            B[i * n + nq + a] = g->rho[i * g->n + a];
            B[(nq + a) * n + i] = ex_neg(s, g->rho[i * g->n + a]);
        }
        for (size_t b = 0; b < r; b++) {
            const ex two = k->two ? k->two[a * g->n + b] : ex_int(s, 0);
            B[(nq + a) * n + nq + b] = ex_add2(s, M[a * wide + b], two);
        }
    }
}

void form_put_tensor(const struct mech *k, struct system *out, const ex *right, const ex *M)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t nq = g->nq, r = g->rank, n = out->states;
    ex *B = form_block_make(out, RT_bivector, n, n);
    for (size_t i = 0; i < n * n; i++)
        B[i] = ex_int(s, 0);
    for (size_t a = 0; a < r; a++) {
        for (size_t i = 0; i < nq; i++) {
            B[i * n + nq + a] = g->rho[i * g->n + a];
            B[(nq + a) * n + i] = ex_neg(s, right[i * r + a]);
        }
        for (size_t b = 0; b < r; b++)
            B[(nq + a) * n + nq + b] = M[a * r + b];
    }
}

void form_find_drift_block(struct system *out)
{
    struct store *s = out->model->store;
    const size_t n = out->states;
    ex *D = form_block_make(out, RT_drift, n, 1);
    sym_times(s, out->block[RT_bivector].at, out->block[RT_grad].at, n, n, 1, D);
    for (size_t i = 0; i < n; i++)
        D[i] = ex_sub(s, out->block[RT_rhs].at[i], D[i]);
}

/* ---- what every system has ---- */

/* Velocities z^a, those along the complement, and those of sections that are no coordinate's. */
static void put_velocities(struct system *sys)
{
    const struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    const size_t others = form_velocity_count(sys) - g->n;
    ex *y = sym_row(ex_mem(s), g->n);
    ex *vel = form_block_make(sys, RT_vel, g->n + others, 1);
    for (size_t A = 0; A < g->n; A++)
        vel[A] = A < g->rank ? ex_sub(s, sys->zeta[A], g->drift[A]) : sys->zeta[A];
    form_natural_velocities(sys, y);
    for (size_t i = 0; i < others; i++)
        vel[g->n + i] = y[g->n - others + i];
}

size_t form_velocity_count(const struct system *sys)
{
    const struct model *m = sys->model;
    return m->general ? 2 * m->sections : 2 * m->sections - m->coords;
}

const char *form_velocity_name(const struct system *sys, size_t i)
{
    const struct model *m = sys->model;
    return i < m->fields ? m->field[i].name
                         : m->section[i - m->fields + (m->general ? 0 : m->coords)].name;
}

/* Velocities, quasi-velocities and the energy in what the user wants to see, by the state. */
void form_at_state_all(const struct system *sys, const ex *e, size_t m, ex *out)
{
    const struct model *model = sys->model;
    struct store *s = model->store;
    const size_t n = model->fields, nq = model->coords;
    ex *from = sym_row(ex_mem(s), 4 * n + nq + 1), *to = sym_row(ex_mem(s), 4 * n + nq + 1);
    ex *p = sym_row(ex_mem(s), n);
    size_t k = 0;
    struct diag aside = {.mem = ex_mem(s)};
    form_natural_velocities(sys, &to[k]);
    const bool has_momenta = form_natural_momenta(&aside, sys, p);
    for (size_t B = 0; B < n; B++, k++)
        from[k] = model->section[B].velocity;
    for (size_t B = 0; B < n && has_momenta; B++, k++) {
        from[k] = model->section[B].momentum;
        to[k] = p[B];
    }
    for (size_t i = 0; i < nq && model->general; i++, k++) {
        from[k] = model->coord[i].velocity;
        to[k] = sys->block[RT_rhs].at[i];
    }
    for (size_t A = 0; A < n; A++, k++) {
        from[k] = model->field[A].z;
        to[k] = sys->block[RT_vel].at[A];
    }
    for (size_t A = 0; A < n; A++, k++) {
        from[k] = model->field[A].eta;
        to[k] = sys->eta[A];
    }
    from[k] = model->energy;
    to[k++] = sys->block[RT_energy].at[0];
    ex_subst(s, e, m, from, to, k, out);
}

static void put_output(struct system *sys)
{
    const struct model *m = sys->model;
    ex *out = form_block_make(sys, RT_output, m->plots, 2);
    for (size_t i = 0; i < m->plots; i++) {
        out[2 * i] = m->plot[i].x;
        out[2 * i + 1] = m->plot[i].y;
    }
    form_at_state_all(sys, out, 2 * m->plots, out);
}

static void put_columns(struct system *sys)
{
    const struct model *m = sys->model;
    ex *out = form_block_make(sys, RT_column, m->outputs, 1);
    for (size_t i = 0; i < m->outputs; i++)
        out[i] = m->output[i].value;
    form_at_state_all(sys, out, m->outputs, out);
}

/* Laws of one anchor do not know what to do with another; constraints on phase space have a form of
 * their own. */
static bool applies(struct diag *d, const struct model *m, const struct form_row *form)
{
    if (m->seconds && form->build != form_build_projector) {
        base_error(d, m->second[0].where, "the %s form has no constraints on phase space",
                   form->name)
            ->help = "second-class constraints need the projector form";
        return false;
    }
    if (!m->two_anchors || form->law == LAW_servo)
        return true;
    base_error(d, m->anchors_at, "the %s form has no place for a second anchor", form->name)->help =
        "the generalised form has; without what stands behind | there is one anchor";
    return false;
}

/* A system that was built, or why there is none. */
struct kept {
    const struct form_row *form;
    struct system *sys; /* or NULL */
    const struct note *why;
    struct kept *next;
};

static struct system *build(struct diag *d, struct mech *k, const struct form_row *form)
{
    const struct model *m = k->geom->model;
    struct system *sys = mem_take(d->mem, sizeof *sys);
    *sys = (struct system){.model = m, .geom = k->geom, .mech = k, .form = form};
    if (!applies(d, m, form) || !form->build(d, k, sys))
        return NULL;
    put_velocities(sys);
    if (m->plots)
        put_output(sys);
    if (m->outputs)
        put_columns(sys);
    sys->form_claims = sys->claims.n;
    return sys;
}

struct system *form_system(struct diag *d, struct mech *k, const struct form_row *form)
{
    struct store *s = k->geom->model->store;
    const struct span whole = {.src = k->geom->model->src};
    const char *doing = base_text(d->mem, "the %s form cannot be computed", form->name);
    struct kept *kept = k->kept;
    while (kept && kept->form != form)
        kept = kept->next;
    if (!kept) {
        struct diag aside = {.mem = ex_mem(s)};
        struct system *sys = build(&aside, k, form);
        kept = mem_take(ex_mem(s), sizeof *kept);
        *kept = (struct kept){form, sys, aside.first, k->kept};
        if (!ex_error(s)) /* else there may be time for it later */
            k->kept = kept;
    }
    base_tell_again(d, kept->why);
    return base_poisoned(d, s, whole, doing) ? NULL : kept->sys;
}
