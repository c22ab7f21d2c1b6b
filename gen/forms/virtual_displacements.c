/* gen/forms/virtual_displacements.c -- virtual displacements D~ other than the velocities in C.
 *
 * Reactions vanish on D~, so they may do work on the motion: a servo mechanism does that. D~ is
 * given by one-forms nu^k that vanish on it, or by fields w_d that span it, and has the rank of C.
 * In a frame whose complement f_alpha is orthogonal to C it is spanned by f_c + T^alpha_c f_alpha,
 *
 *   nu^k(f_alpha) T^alpha_c = -nu^k(f_c),   or   W^c_d T^alpha_c = W^alpha_d where w_d = W^A_d f_A,
 *
 * which has one solution where E is the sum of C and of what is orthogonal to D~: where
 * nu^k(f_alpha) is invertible, or M_da = G(w_d, f_a) is.
 *
 * Balseiro: mechanics on algebroids, generalised nonholonomic systems.
 */
#include "gen/forms/form.h"

/* ---- what the user says ---- */

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

/* ---- reactions ---- */

/* f_alpha = f~_alpha - f_a P^a_alpha */
void form_reaction(const struct system *sys, ex *out)
{
    const struct servo *v = sys->servo;
    const struct geom *g = sys->geom;
    struct store *s = g->model->store;
    const ex *P = v->mech->to_given;
    for (size_t A = 0; A < g->n; A++) {
        out[A] = v->reaction[A];
        for (size_t a = 0; a < g->rank && A >= g->rank && P; a++)
            out[A] = ex_sub(s, out[A], ex_mul2(s, v->reaction[a], P[a * g->n + A]));
    }
}

bool form_servo_multipliers(struct diag *d, struct system *sys)
{
    const struct servo *v = sys->servo;
    const struct geom *g = sys->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, k = n - r;
    ex *a = sym_row(d->mem, k * k);
    if (!v->form)
        return true;
    for (size_t i = 0; i < k * k; i++) /* nu^k(f_alpha) lambda_k = N_alpha */
        a[i] = v->form[i % k * n + r + i / k];
    ex *lambda = form_block_make(sys, RT_multiplier, k, 1);
    return n > SYM_SMALL_RANK ? sym_solve_long(s, a, k, &v->reaction[r], lambda)
                              : sym_solve(s, a, k, &v->reaction[r], 1, lambda);
}

/* ---- objects ---- */

static const char **names_of_fields(const struct model *m, size_t n)
{
    const char **out = mem_take_array(ex_mem(m->store), n + 1, sizeof *out);
    for (size_t A = 0; A < n; A++)
        out[A] = m->field[A].name;
    return out;
}

static const char **names_of_coords(const struct model *m)
{
    const char **out = mem_take_array(ex_mem(m->store), m->coords + 1, sizeof *out);
    for (size_t i = 0; i < m->coords; i++)
        out[i] = m->coord[i].name;
    return out;
}

static void show_anchors(struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t nq = g->nq, r = g->rank, n = sys->states;
    ex *left = sym_row(ex_mem(s), nq * r), *right = sym_row(ex_mem(s), nq * r);
    for (size_t i = 0; i < nq * r; i++) {
        const size_t q = i / r, a = i % r;
        left[i] = sys->block[RT_bivector].at[q * n + nq + a];
        right[i] = ex_neg(s, sys->block[RT_bivector].at[(nq + a) * n + q]);
    }
    static const char *const title[] = {"left anchor, q' = rho_l z",
                                        "right anchor, of forces on momenta"};
    for (int side = 0; side < 2; side++) {
        struct object *o =
            form_object(sys, side ? "rho_r" : "rho_l", title[side], side ? right : left, nq, r);
        o->row = names_of_coords(m);
        o->col = names_of_fields(m, r);
    }
}

/* [f_a, f_A] along C, times what the displacements c have of f_A: 1 or T^A_c. */
static void add_brackets(const struct system *sys, size_t A, size_t a, const ex *c, ex *table)
{
    struct store *s = sys->model->store;
    const size_t r = sys->geom->rank;
    for (size_t low = 0; low < r; low++) {
        const ex times = A < r ? ex_int(s, A == low) : sys->servo->T[(A - r) * r + low];
        for (size_t up = 0; up < r && !sym_is_null(s, times); up++) {
            ex *at = &table[(up * r + a) * r + low];
            *at = ex_add2(s, *at, ex_mul2(s, times, c[up]));
        }
    }
}

/* C^d_ac of [s_a, s_c] = C^d_ac s_d on C: c^d_ca + T^alpha_c c^d_alpha,a; one matrix for each d. */
static bool show_bracket(struct diag *d, struct system *sys)
{
    struct geom *g = sys->servo ? sys->servo->mech->geom : sys->geom;
    struct store *s = sys->model->store;
    const size_t n = g->n, r = g->rank;
    ex *c = sym_row(d->mem, n), *table = sym_row(d->mem, r * r * r);
    for (size_t i = 0; i < r * r * r; i++)
        table[i] = ex_int(s, 0);
    for (size_t A = 0; A < (sys->servo ? n : r); A++)
        for (size_t a = 0; a < r; a++) {
            if (A == a && !sys->model->two_anchors)
                continue;
            if (!geom_structure_of(d, g, A, a, c))
                return false;
            add_brackets(sys, A, a, c, table);
        }
    for (size_t up = 0; up < r; up++) {
        struct object *o =
            form_object(sys, base_text(d->mem, "C_%s", sys->model->field[up].name),
                        base_text(d->mem, "bracket on C, along %s: [s_a, s_b] = C^c_ab s_c",
                                  sys->model->field[up].name),
                        &table[up * r * r], r, r);
        o->row = o->col = names_of_fields(sys->model, r);
    }
    return true;
}

static void show_compatible(struct system *sys)
{
    const struct servo *v = sys->servo;
    ex det = ex_det(sys->model->store, v->M, v->rows);
    form_object(sys, "M",
                sys->pull  ? "compatibility, M_da: Hessian of L on w_d, f_a"
                : v->field ? "compatibility, M_da = G(w_d, f_a)"
                           : "compatibility, M_k,alpha: virtual forms on what is orthogonal to C",
                v->M, v->rows, v->rows)
        ->note = "C and what is orthogonal to the virtual displacements span E where det M != 0";
    form_object(sys, "det_M", "its determinant", &det, 1, 1);
}

static void show_reaction(struct diag *d, struct system *sys)
{
    const size_t n = sys->geom->n;
    ex *N = sym_row(d->mem, n);
    form_reaction(sys, N);
    ex power = sym_dot(sys->model->store, N, 1, sys->zeta, n);
    struct object *o =
        form_object(sys, "N", "control reaction, along frame and complement", N, n, 1);
    o->row = names_of_fields(sys->model, n);
    o->note = "it vanishes on virtual displacements, not on the motion";
    form_object(sys, "power", "power of the control reaction", &power, 1, 1);
}

bool form_servo_objects(struct diag *d, struct system *sys)
{
    if (sys->block[RT_bivector].at) {
        show_anchors(sys);
        if (!show_bracket(d, sys))
            return false;
    }
    if (!sys->servo || !sys->model->virtuals)
        return true;
    struct object *o = form_object(sys, "T", "virtual displacements f_c + T^alpha_c f_alpha",
                                   sys->servo->T, sys->geom->n - sys->geom->rank, sys->geom->rank);
    const char **names = names_of_fields(sys->model, sys->geom->n);
    o->row = names + sys->geom->rank;
    o->col = names;
    if (sys->orthogonalised)
        o->note = "with the complement made orthogonal to C";
    show_compatible(sys);
    show_reaction(d, sys);
    return true;
}
