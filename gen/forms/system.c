/* gen/forms/system.c -- states, velocities and momenta of a system, and rates along its flow.
 */
#include "gen/forms/form.h"
#include "gen/forms/workings.h"

/* ---- states ---- */

void form_states(struct diag *d, struct system *out, bool momenta)
{
    const struct model *m = out->model;
    out->kind = momenta ? STATES_eta : STATES_z;
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
        if ((j == A && geom_has_one_anchor(g)) || sym_is_null(s, sys->zeta[j]))
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

/* Small systems always use the frame, where most of them are shortest. */
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

const char *form_without_inertia(struct diag *d, const struct model *m)
{
    const ex e = m->metric != EX_POISON ? m->metric : m->lagrangian;
    struct store *s = m->store;
    struct mem_text out = mem_text(d->mem);
    ex *v = sym_row(d->mem, m->sections), *slope = sym_row(d->mem, m->sections);
    if (e == EX_POISON || lang_has_own_sections(m) || geom_uses_frame(m, e))
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

void form_not_regular(struct diag *d, const struct model *m)
{
    if (ex_error(m->store)) /* a limit of the store was reached */
        return;
    const bool metric = m->metric != EX_POISON;
    const char *absent = form_without_inertia(d, m);
    base_error(d, m->source_at,
               metric ? "the metric is degenerate on the allowed velocities"
                      : "the Lagrangian is not regular on the allowed velocities")
        ->help = absent
                     ? base_text(d->mem, "is an inertia missing? There is no square of %s", absent)
                     : "some allowed velocity has no inertia: the Hessian is singular there, "
                       "and velocities do not follow from momenta";
}

void form_quadratic_energy(struct mech *k, struct system *out)
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

/* Holds the velocities, so that later expressions are written in them; the proof that they are
 * those of the momenta then needs no inverse. */
static void keep_solved(struct diag *d, struct mech *k, struct system *out)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    for (size_t a = 0; a < g->rank; a++)
        out->zeta[a] = ex_hold(s, out->zeta[a]);
    struct workings *w = form_workings(out);
    w->factor = sym_row(d->mem, g->rank);
    w->solved = sym_row(d->mem, g->rank);
    w->weighed = sym_row(d->mem, g->rank);
    for (size_t a = 0; a < g->rank; a++) {
        const ex z = out->zeta[a];
        const bool scaled = ex_op(s, z) == EX_mul && ex_is_number(s, ex_arg(s, z, 0));
        w->factor[a] = scaled ? ex_arg(s, z, 0) : ex_int(s, 1);
        w->solved[a] = scaled ? ex_arg(s, z, 1) : z;
        w->weighed[a] = ex_add2(s, k->A[a], sym_dot(s, &k->g[a * g->n], 1, out->zeta, g->n));
    }
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
    if (!(m->metric != EX_POISON ? alg_solve_in_names(m, on_C, r, right, out->zeta)
                                 : sym_solve(s, on_C, r, right, 1, out->zeta))) {
        form_not_regular(d, m);
        return false;
    }
    keep_solved(d, k, out);
    for (size_t alpha = r; alpha < n; alpha++)
        out->eta[alpha] = ex_add2(s, k->A[alpha], sym_dot(s, &k->g[alpha * n], 1, out->zeta, n));
    form_quadratic_energy(k, out);
    return true;
}

void form_in_given_frame(const struct mech *k, const struct mech *o, struct system *out)
{
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n;
    if (o == k)
        return;
    out->bivector_note = "with the complement made orthogonal to C, which this form needs";
    if (k->geom->affine)
        form_workings(out)->solved = NULL; /* these are velocities along another frame */
    ex *z = sym_row(ex_mem(s), n);
    sym_times(s, o->to_given, out->zeta, n, n, 1, z);
    out->zeta = z;
    sym_times(s, k->g, z, n, n, 1, out->eta);
    for (size_t A = 0; A < n; A++)
        out->eta[A] = ex_add2(s, out->eta[A], k->A[A]);
}

/* ---- blocks of every system ---- */

/* Velocities z^a, those along the complement, and those of sections that are not d_x. */
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
    return 2 * m->sections - lang_first_section(m);
}

const char *form_velocity_name(const struct system *sys, size_t i)
{
    const struct model *m = sys->model;
    return i < m->fields ? m->field[i].name
                         : m->section[i - m->fields + lang_first_section(m)].name;
}

/* Velocities, quasi-velocities and the energy in expressions of the user, by the state. */
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
    for (size_t i = 0; i < nq && lang_has_own_sections(model); i++, k++) {
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

void form_put_always(struct system *sys)
{
    put_velocities(sys);
    if (sys->model->plots)
        put_output(sys);
    if (sys->model->outputs)
        put_columns(sys);
}
