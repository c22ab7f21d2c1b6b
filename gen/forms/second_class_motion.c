/* gen/forms/second_class_motion.c -- motion and velocities beside second-class constraints.
 *
 * u' = {u, H} - v_a {u, chi_a} + (0, Q), where the multipliers v keep all chi constant. The
 * velocity of this motion is dH/dp - v_a dchi_a/dp, and forces Q depend on it. Where they are
 * linear in it, so are the equations for v; else the constraints on positions must decide those v
 * that matter.
 */
#include "gen/forms/natural.h"
#include "gen/forms/second_class.h"
#include "gen/language/scope.h"

/* dH/dp_B - v_a dchi_a/dp_B along the natural basis and the frame, for multipliers v. */
static bool put_velocities(struct diag *d, struct system *out, const struct second *v, const ex *by)
{
    struct geom *g = out->geom;
    struct store *s = out->model->store;
    const size_t n = g->n, nq = g->nq;
    const ex *coframe = geom_coframe(d, g);
    ex *y = out->natural->velocity;
    if (!coframe)
        return false;
    for (size_t B = 0; B < n; B++)
        y[B] = ex_sub(s, v->grad[nq + B], sym_dot(s, &v->slope[nq + B], v->n, by, v->c));
    sym_times(s, coframe, y, n, n, 1, out->zeta);
    form_block_make(out, RT_liouville, 1, 1)[0] = sym_dot(s, out->natural->momentum, 1, y, n);
    return true;
}

/* Solves a x = b, where b is made tidy; each x is held. */
static bool solve(const struct second *v, const ex *a, ex *b, ex *x)
{
    struct store *s = v->pr.mech->geom->model->store;
    for (size_t i = 0; i < v->c; i++)
        b[i] = sym_tidy(s, b[i]);
    if (!sym_solve(s, a, v->c, b, 1, x))
        return false;
    for (size_t i = 0; i < v->c; i++)
        x[i] = ex_hold(s, x[i]);
    return true;
}

/* The forces at the velocities of `by`, as a rate of the state; 0 without forces. */
static bool find_load(struct diag *d, struct system *out, const struct second *v, const ex *by,
                      ex *load)
{
    for (size_t i = 0; i < v->n; i++)
        load[i] = ex_int(out->model->store, 0);
    return put_velocities(d, out, v, by) && form_natural_load(d, out->mech, out, &load[v->pr.nq]);
}

/* The multipliers of constraints with momenta, where the rates of those without, as many, decide
 * them: {chi_i, chi_j} x_j = dchi_i B0 grad H + d_t chi_i. Forces are not in there. False: else. */
static bool by_positions(struct diag *d, const struct second *v, ex *x)
{
    const struct model *m = v->pr.mech->geom->model;
    struct store *s = m->store;
    const size_t n = v->n, c = v->c, nq = v->pr.nq;
    size_t *with = mem_take_array(d->mem, c + 1, sizeof *with), withs = 0, bare = 0;
    ex *a = sym_row(d->mem, c * c), *b = sym_row(d->mem, c), *at = sym_row(d->mem, c);
    for (size_t i = 0; i < c; i++) {
        bool has = false;
        for (size_t k = nq; k < n; k++)
            has |= !sym_is_null(s, v->slope[i * n + k]);
        with[withs] = has ? i : with[withs];
        withs += has;
        x[i] = ex_int(s, 0);
    }
    if (2 * withs != c)
        return false;
    for (size_t i = 0, next = 0; i < c; i++) {
        if (next < withs && with[next] == i) {
            next++;
            continue;
        }
        for (size_t k = 0; k < withs; k++)
            a[bare * withs + k] = v->matrix[i * c + with[k]];
        b[bare++] = sym_tidy(s, ex_add2(s, sym_dot(s, &v->slope[i * n], 1, v->free, n),
                                        ex_diff(s, v->chi[i], m->time)));
    }
    if (!sym_solve(s, a, withs, b, 1, at))
        return false;
    for (size_t k = 0; k < withs; k++)
        x[with[k]] = ex_hold(s, at[k]);
    return true;
}

/* dchi_a (B0 grad H + (0, Q)) + d_t chi_a, with forces at the velocities of `by`. */
static bool find_right(struct diag *d, struct system *out, const struct second *v, const ex *by,
                       ex *right)
{
    struct store *s = out->model->store;
    ex *load = sym_row(d->mem, v->n);
    if (!find_load(d, out, v, by, load))
        return false;
    for (size_t i = 0; i < v->n; i++)
        load[i] = ex_add2(s, v->free[i], load[i]);
    sym_times(s, v->slope, load, v->c, v->n, 1, right);
    for (size_t a = 0; a < v->c; a++)
        right[a] = ex_add2(s, right[a], ex_diff(s, v->chi[a], out->model->time));
    return true;
}

/* Multipliers x with {chi_a, chi_b} x_b = right side of above: forces may depend on them. */
static bool find_multipliers(struct diag *d, struct system *out, const struct second *v, ex *x)
{
    const struct model *m = out->model;
    struct store *s = m->store;
    const size_t c = v->c;
    ex *right = sym_row(d->mem, c), *J = sym_row(d->mem, c * c), *M = sym_row(d->mem, c * c);
    ex *name = sym_row(d->mem, c), *zero = sym_row(d->mem, c);
    bool bent = false;
    for (size_t a = 0; a < c; a++) {
        name[a] = ex_fresh(s, "multiplier");
        zero[a] = ex_int(s, 0);
    }
    if (!find_right(d, out, v, name, right))
        return false;
    ex_jacobian(s, right, c, name, c, J);
    for (size_t i = 0; i < c * c; i++) {
        M[i] = ex_sub(s, v->matrix[i], J[i]);
        bent |= ex_degree(s, J[i], name, c) != 0;
    }
    if (!bent) {
        ex_subst(s, right, c, name, zero, c, right);
        return solve(v, M, right, x);
    }
    if (by_positions(d, v, zero))
        return find_right(d, out, v, zero, right) && solve(v, v->matrix, right, x);
    base_error(d, m->second[0].where, "a force is not linear in the velocities")->help =
        "these constraints and the force determine the velocities together";
    return false;
}

/* u' = B0 grad H + (0, Q) - X x. */
bool form_second_motion(struct diag *d, struct system *out, const struct second *v)
{
    struct store *s = out->model->store;
    const size_t n = v->n, c = v->c;
    ex *x = form_block_make(out, RT_multiplier, c, 1), *rhs = form_block_make(out, RT_rhs, n, 1);
    ex *load = sym_row(d->mem, n), *push = sym_row(d->mem, n);
    if (!find_multipliers(d, out, v, x) || !find_load(d, out, v, x, load))
        return false;
    sym_times(s, v->X, x, n, c, 1, push);
    for (size_t i = 0; i < n; i++)
        rhs[i] = ex_sub(s, ex_add2(s, v->free[i], load[i]), push[i]);
    return true;
}

/* dH/dp where it is the velocity of the motion on all states that obey the constraints, as it is
 * for constraints on positions and their rates: as a function of all momenta it has an inverse. */
bool form_second_velocities(struct diag *d, struct system *out, const struct second *v)
{
    struct store *s = out->model->store;
    ex *zero = sym_row(d->mem, v->c);
    for (size_t a = 0; a < v->c; a++)
        zero[a] = ex_int(s, 0);
    for (size_t B = v->pr.nq; B < v->n; B++) {
        ex e = sym_dot(s, &v->slope[B], v->n, out->block[RT_multiplier].at, v->c);
        ex_release(s, &e, 1, &e);
        form_on_surface(out, &e);
        if (!sym_vanishes(s, e, &out->claims))
            return true;
    }
    return put_velocities(d, out, v, zero);
}

/* D: what forces, and constraints that depend on t, add to B grad H. */
bool form_second_drift(struct diag *d, struct system *out, const struct second *v)
{
    struct store *s = out->model->store;
    const size_t n = v->n, c = v->c;
    ex *right = sym_row(d->mem, c), *x = sym_row(d->mem, c), *push = sym_row(d->mem, n);
    if (!form_second_driven(out) && !out->mech->load)
        return true;
    sym_times(s, v->slope, v->free, c, n, 1, right);
    if (!solve(v, v->matrix, right, x))
        return false;
    ex *D = form_block_make(out, RT_drift, n, 1);
    sym_times(s, v->X, x, n, c, 1, push);
    for (size_t i = 0; i < n; i++)
        D[i] = ex_add2(s, ex_sub(s, out->block[RT_rhs].at[i], v->free[i]), push[i]);
    return true;
}

bool form_second_driven(const struct system *sys)
{
    const struct model *m = sys->model;
    for (size_t i = 0; i < m->seconds; i++)
        if (ex_has(m->store, m->second[i].value, m->time))
            return true;
    return false;
}
