/* gen/forms/virtual_displacements.c -- virtual displacements D~ other than the velocities in C.
 *
 * Reactions vanish on D~, so they may do work on the motion: a servo mechanism does that. D~ is
 * given by one-forms nu^k that vanish on it, or by fields w_d that span it, and has the rank of C.
 * In a frame whose complement f_alpha is orthogonal to C it is spanned by f_c + T^alpha_c f_alpha,
 *
 *   nu^k(f_alpha) T^alpha_c = -nu^k(f_c),   or   W^c_d T^alpha_c = W^alpha_d where w_d = W^A_d f_A,
 *
 * which has one solution where E is the direct sum of C and the orthogonal complement of D~: where
 * nu^k(f_alpha) is invertible, or M_da = G(w_d, f_a) is.
 *
 * Balseiro: mechanics on algebroids, generalised nonholonomic systems.
 */
#include "gen/forms/form.h"
#include "gen/forms/servo.h"

/* ---- statements of the user ---- */

/* nu^k(f_A), by rows */
static ex *forms_on_frame(const struct mech *k, const struct mech *o)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, rows = m->virtuals;
    ex *out = sym_row(ex_mem(s), rows * n), *z = sym_row(ex_mem(s), n);
    for (size_t A = 0; A < n; A++)
        z[A] = m->field[A].z;
    for (size_t i = 0; i < rows; i++) {
        ex e = m->virtual[i].value;
        geom_in_frame(g, &e, 1, &e);
        ex_gradient(s, e, z, n, &out[i * n]);
    }
    if (o != k)
        sym_times(s, out, o->to_given, rows, n, n, out);
    for (size_t i = 0; i < rows * n; i++)
        out[i] = sym_tidy(s, out[i]);
    return out;
}

/* W^A_d, by rows d */
static ex *fields_in_frame(struct diag *d, const struct mech *o)
{
    struct geom *g = o->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, rows = m->virtuals;
    const ex *coframe = geom_coframe(d, g);
    ex *out = sym_row(d->mem, rows * n), *y = sym_row(d->mem, n), *along = sym_row(d->mem, n);
    if (!coframe)
        return NULL;
    for (size_t B = 0; B < n; B++)
        along[B] = m->section[B].section;
    for (size_t i = 0; i < rows; i++) {
        ex_gradient(s, m->virtual[i].value, along, n, y);
        sym_times(s, coframe, y, n, n, 1, &out[i * n]);
        for (size_t A = 0; A < n; A++)
            out[i * n + A] = sym_tidy(s, out[i * n + A]);
    }
    return out;
}

static bool solve_forms(const struct geom *g, const struct servo *v)
{
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, k = n - r;
    ex *a = sym_row(ex_mem(s), k * k), *b = sym_row(ex_mem(s), k * r);
    for (size_t i = 0; i < k; i++)
        for (size_t A = 0; A < n; A++)
            if (A < r)
                b[i * r + A] = ex_neg(s, v->form[i * n + A]);
            else
                a[i * k + A - r] = v->form[i * n + A];
    return sym_solve(s, a, k, b, r, v->T);
}

static bool solve_fields(const struct geom *g, const struct servo *v)
{
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, k = n - r;
    ex *a = sym_row(ex_mem(s), r * r), *b = sym_row(ex_mem(s), k * r);
    ex *x = sym_row(ex_mem(s), k * r);
    for (size_t i = 0; i < r; i++)
        for (size_t A = 0; A < n; A++)
            if (A < r)
                a[i * r + A] = v->field[i * n + A];
            else
                b[i * k + A - r] = v->field[i * n + A];
    if (!sym_solve(s, a, r, b, k, x))
        return false;
    ex_matrix_transpose(x, r, k, v->T);
    return true;
}

static void not_compatible(struct diag *d, const struct model *m)
{
    base_error(d, m->virtual[0].where,
               "virtual displacements do not go with the allowed velocities anywhere")
        ->help = "what is orthogonal to the virtual displacements and the allowed velocities must "
                 "span all velocities together: else the reactions are not determined";
}

/* G(w_d, f_a), or nu^k(f_alpha) */
static void find_compatibility(struct diag *d, struct servo *v)
{
    const struct geom *g = v->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, k = n - r;
    v->rows = v->field ? r : k;
    v->M = sym_row(d->mem, v->rows * v->rows);
    for (size_t i = 0; i < r * r && v->field && v->mech->g; i++)
        v->M[i] = sym_tidy(s, sym_dot(s, &v->field[i / r * n], 1, &v->mech->g[i % r * n], r));
    for (size_t i = 0; i < k * k && !v->field; i++)
        v->M[i] = v->form[i / k * n + r + i % k];
}

struct servo *form_servo(struct diag *d, struct mech *k, struct mech *o, struct claims *claims)
{
    const struct geom *g = o->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t entries = (g->n - g->rank) * g->rank;
    struct servo *v = mem_take(d->mem, sizeof *v);
    *v = (struct servo){.mech = o, .T = sym_row(d->mem, entries)};
    for (size_t i = 0; i < entries; i++)
        v->T[i] = ex_int(s, 0);
    if (m->virtuals == 0)
        return v;
    if (m->virtual_fields ? !(v->field = fields_in_frame(d, o)) : !(v->form = forms_on_frame(k, o)))
        return NULL;
    if (v->field ? !solve_fields(g, v) : !solve_forms(g, v)) {
        if (!ex_error(s))
            not_compatible(d, m);
        return NULL;
    }
    for (size_t i = 0; i < entries; i++) {
        if (sym_vanishes(s, v->T[i], claims))
            v->T[i] = ex_int(s, 0);
        else
            v->T[i] = sym_tidy(s, v->T[i]);
        v->tilted |= !sym_is_null(s, v->T[i]);
    }
    find_compatibility(d, v);
    return v;
}

bool form_is_tilted(const struct system *sys)
{
    const struct servo *v = sys->own;
    return v && v->tilted;
}

bool form_no_virtual(struct diag *d, const struct model *m, const char *form)
{
    if (!m->virtuals)
        return true;
    base_error(d, m->virtual[0].where, "virtual displacements have no place in the %s form", form)
        ->help = "its variations are of curves that obey the constraints";
    return false;
}
