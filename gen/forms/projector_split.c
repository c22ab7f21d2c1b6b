/* gen/forms/projector_split.c -- splittings of the bundle by constraints, orthogonal and oblique.
 *
 * They are objects of the projector form.
 *
 * The orthogonal one is P, Q of projector_matrices.c, with the almost product structure P - Q. An
 * oblique one has the same image ker mu and another complement: that of the user, or chosen natural
 * directions Y_i, d_z for coordinates z of a fibre. With w^i the forms that vanish
 * on ker mu and are dual to Y_i, and X_a fields of ker mu, which for a fibre are d_a - Gamma^i_a
 * d_i,
 *
 *   Q_obl = Y_i w^i,   F_ab = g(X_a, X_b),   f_ai = g(X_a, Y_i),   G^ij = g^-1(w^i, w^j),
 *   xi^i = g^-1 w^i,   U = P_obl + xi^i w^i,   Q = U Q_obl U^-1.
 *
 * Q = Q_obl, and the inverse metric is the sum of its parts on P and Q_obl, exactly where f = 0.
 *
 * Pitanga, Rodrigues: projection methods in constrained mechanics, Sections 2 and 4.2; F is made
 * symmetric, f has no factor 2, and the inverse of G^ij is not g_ij.
 */
#include "gen/forms/form.h"
#include "gen/forms/projector.h"
#include "gen/language/values.h"

#include <math.h>

struct split {
    const struct projector *pr;
    size_t r, m;
    bool fibre;        /* the complement is spanned by the natural directions `at` */
    size_t *rest, *at; /* r, m: the other natural directions, and these */
    ex *X, *Y;         /* n x r, n x m */
    ex *base, *w;      /* r x n, m x n: dual to X and Y */
    const char **name; /* n: of the natural basis */
    const char **rest_name, **at_name;
};

static struct store *store_of(const struct projector *pr)
{
    return pr->mech->geom->model->store;
}

/* ---- choice of natural directions ---- */

/* Coordinates and parameters at the start; 1/2 for coordinates without an initial value. */
static void find_start(struct diag *d, const struct projector *pr, double *q, double *p)
{
    const struct model *m = pr->mech->geom->model;
    struct diag aside = base_aside(d);
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, p);
    for (size_t i = 0; i < m->coords; i++)
        q[i] = 0.5;
    for (size_t i = 0; i < m->ivals; i++)
        if (m->ival[i].of == IVAL_COORD)
            q[m->ival[i].index] = lang_value(m, m->ival[i].value, p);
}

static void forms_at_start(struct diag *d, const struct projector *pr, double *out)
{
    const struct model *m = pr->mech->geom->model;
    const size_t n = m->coords + m->params + 1;
    double *value = mem_take_array(d->mem, n, sizeof *value);
    ex *symbol = sym_row(d->mem, n);
    find_start(d, pr, value, value + m->coords);
    for (size_t i = 0; i < m->coords; i++)
        symbol[i] = m->coord[i].q;
    for (size_t i = 0; i < m->params; i++)
        symbol[m->coords + i] = m->param[i].symbol;
    symbol[n - 1] = m->time;
    value[n - 1] = 0;
    ex_eval(m->store, pr->mu, pr->m * pr->n, symbol, value, n, out);
}

/* Constant columns are preferred: Gamma has no poles then. */
static double weight(const struct projector *pr, size_t B)
{
    const struct model *m = pr->mech->geom->model;
    bool fixed = true;
    for (size_t i = 0; i < pr->m; i++) {
        const ex e = pr->mu[i * pr->n + B];
        for (size_t k = 0; k < m->coords; k++)
            fixed &= !ex_has(m->store, e, m->coord[k].q);
        fixed &= !ex_has(m->store, e, m->time);
    }
    return fixed ? 8 : 1;
}

/* Directions with the largest pivots at the start, so that Gamma is not large there. */
static bool choose_fibre(struct diag *d, struct split *v)
{
    const size_t n = v->pr->n, m = v->m;
    double *a = mem_take_array(d->mem, m * n + 1, sizeof *a);
    bool *used = mem_take_array(d->mem, m + 1, sizeof *used);
    forms_at_start(d, v->pr, a);
    for (size_t i = 0; i < m * n; i++)
        a[i] *= weight(v->pr, i % n);
    for (size_t i = 0; i < m; i++)
        used[i] = false;
    for (size_t k = 0; k < m; k++) {
        size_t row = m, col = n;
        double best = 1e-9;
        for (size_t i = 0; i < m * n; i++)
            if (!used[i / n] && fabs(a[i]) > best * (1 + 1e-9)) { /* the first of equal pivots */
                best = fabs(a[i]);
                row = i / n;
                col = i % n;
            }
        if (row == m)
            return false;
        used[row] = true;
        v->at[k] = col;
        for (size_t i = 0; i < m; i++) {
            const double factor = used[i] ? 0 : a[i * n + col] / a[row * n + col];
            for (size_t B = 0; B < n && !used[i]; B++)
                a[i * n + B] = B == col ? 0 : a[i * n + B] - factor * a[row * n + B];
        }
    }
    return true;
}

/* Is the user's complement spanned by natural directions? */
static bool complement_is_fibre(struct split *v)
{
    const struct geom *g = v->pr->mech->geom;
    struct store *s = g->model->store;
    const size_t n = g->n;
    for (size_t i = 0; i < v->m; i++) {
        size_t parts = 0;
        for (size_t B = 0; B < n; B++)
            if (!sym_is_null(s, g->frame[B * n + g->rank + i])) {
                parts++;
                v->at[i] = B;
            }
        if (parts != 1)
            return false;
    }
    return true;
}

static void sort_fibre(struct split *v)
{
    for (size_t i = 0; i < v->m; i++)
        for (size_t k = i; k > 0 && v->at[k] < v->at[k - 1]; k--) {
            const size_t swap = v->at[k];
            v->at[k] = v->at[k - 1];
            v->at[k - 1] = swap;
        }
    for (size_t B = 0, k = 0, a = 0; B < v->pr->n; B++)
        if (k < v->m && v->at[k] == B)
            k++;
        else
            v->rest[a++] = B;
}

/* ---- frames ---- */

/* w^i = mu_fibre^-1 mu, X_a = d_a - Gamma^i_a d_i. */
static bool frame_of_fibre(struct diag *d, struct split *v)
{
    const struct projector *pr = v->pr;
    struct store *s = store_of(pr);
    const size_t n = pr->n, m = v->m, r = v->r;
    ex *a = sym_row(d->mem, m * m);
    for (size_t i = 0; i < m * m; i++)
        a[i] = pr->mu[i / m * n + v->at[i % m]];
    if (!sym_solve(s, a, m, pr->mu, n, v->w))
        return false;
    for (size_t i = 0; i < m; i++)
        for (size_t B = 0; B < n; B++) {
            v->Y[B * m + i] = ex_int(s, B == v->at[i]);
            v->w[i * n + B] = sym_tidy(s, v->w[i * n + B]);
        }
    for (size_t i = 0; i < m * m; i++)
        v->w[i / m * n + v->at[i % m]] = ex_int(s, i / m == i % m);
    for (size_t b = 0; b < r; b++) {
        for (size_t B = 0; B < n; B++) {
            v->X[B * r + b] = ex_int(s, B == v->rest[b]);
            v->base[b * n + B] = ex_int(s, B == v->rest[b]);
        }
        for (size_t i = 0; i < m; i++)
            v->X[v->at[i] * r + b] = ex_neg(s, v->w[i * n + v->rest[b]]);
    }
    return true;
}

static bool frame_of_user(struct diag *d, struct split *v)
{
    struct geom *g = v->pr->mech->geom;
    const size_t n = g->n, r = v->r, m = v->m;
    const ex *coframe = geom_coframe(d, g);
    if (!coframe)
        return false;
    for (size_t B = 0; B < n; B++) {
        for (size_t b = 0; b < r; b++) {
            v->X[B * r + b] = g->frame[B * n + b];
            v->base[b * n + B] = coframe[b * n + B];
        }
        for (size_t i = 0; i < m; i++) {
            v->Y[B * m + i] = g->frame[B * n + r + i];
            v->w[i * n + B] = coframe[(r + i) * n + B];
        }
    }
    return true;
}

static bool find_split(struct diag *d, const struct projector *pr, struct split *out)
{
    const struct model *m = pr->mech->geom->model;
    const size_t n = pr->n, c = pr->m, r = n - c;
    *out = (struct split){.pr = pr, .r = r, .m = c};
    out->rest = mem_take_array(d->mem, n + 1, sizeof *out->rest);
    out->at = mem_take_array(d->mem, n + 1, sizeof *out->at);
    out->X = sym_row(d->mem, n * r);
    out->Y = sym_row(d->mem, n * c);
    out->base = sym_row(d->mem, r * n);
    out->w = sym_row(d->mem, c * n);
    out->name = mem_take_array(d->mem, n + 1, sizeof *out->name);
    out->rest_name = mem_take_array(d->mem, n + 1, sizeof *out->name);
    out->at_name = mem_take_array(d->mem, n + 1, sizeof *out->name);
    for (size_t B = 0; B < n; B++)
        out->name[B] = m->section[B].name;
    const bool given = c > 0 && !m->field[r].chosen;
    out->fibre = given ? complement_is_fibre(out) : choose_fibre(d, out);
    if (out->fibre)
        sort_fibre(out);
    for (size_t b = 0; b < r; b++)
        out->rest_name[b] = out->fibre ? out->name[out->rest[b]] : m->field[b].name;
    for (size_t i = 0; i < c; i++)
        out->at_name[i] = out->fibre ? out->name[out->at[i]] : m->field[r + i].name;
    return out->fibre ? frame_of_fibre(d, out) : given && frame_of_user(d, out);
}

/* ---- objects ---- */

struct object *form_show_object(struct system *sys, const char *name, const char *title, ex *at,
                                size_t rows, size_t cols)
{
    struct store *s = sys->model->store;
    const bool few = sys->geom->n <= SYM_SMALL_RANK;
    const size_t n = rows * cols;
    bool *zero = mem_take_array(ex_mem(s), n + 1, sizeof *zero);
    ex_zeros(s, at, n, zero);
    for (size_t i = 0; i < n; i++) {
        if (zero[i] && !sym_is_null(s, at[i])) {
            sym_note_claim(s, at[i], &sys->claims);
            at[i] = ex_int(s, 0);
        } else if (few && ex_operations(s, &at[i], 1) <= SYM_SHOWN_ENTRY) {
            ex_release(s, &at[i], 1, &at[i]);
            ex_simplify(s, &at[i], 1, &at[i]);
        }
    }
    return form_object(sys, name, title, at, rows, cols);
}

static void name_object(struct object *o, const char *const *row, const char *const *col)
{
    o->row = row;
    o->col = col;
}

/* a^T b for n x rows, n x cols */
static void inner(struct store *s, const ex *a, const ex *b, size_t n, size_t rows, size_t cols,
                  ex *out)
{
    ex *across = sym_row(ex_mem(s), n * rows);
    ex_matrix_transpose(a, n, rows, across);
    sym_times(s, across, b, rows, n, cols, out);
}

static void show_orthogonal(struct diag *d, struct system *sys, const struct split *v)
{
    const struct projector *pr = v->pr;
    struct store *s = store_of(pr);
    const size_t n = pr->n;
    ex *product = sym_row(d->mem, n * n);
    for (size_t i = 0; i < n * n; i++)
        product[i] = ex_sub(s, pr->P[i], pr->Q[i]);
    struct object *o =
        form_show_object(sys, "P", "projector P onto the allowed velocities", pr->P, n, n);
    name_object(o, v->name, v->name);
    o->note = "orthogonal: the inverse metric is the sum of its parts on P and Q";
    name_object(form_show_object(sys, "Q", "projector Q = 1 - P along them", pr->Q, n, n), v->name,
                v->name);
    name_object(form_show_object(sys, "product", "almost product structure P - Q", product, n, n),
                v->name, v->name);
}

/* Blocks of the metric in the frame X, Y and of its inverse in the dual one. */
static bool show_blocks(struct diag *d, struct system *sys, const struct split *v)
{
    const struct projector *pr = v->pr;
    struct store *s = store_of(pr);
    struct mem *mem = d->mem;
    const size_t n = pr->n, r = v->r, m = v->m;
    ex *gX = sym_row(mem, n * r), *gY = sym_row(mem, n * m), *dual = sym_row(mem, n * n);
    ex *raised = sym_row(mem, n * n), *F = sym_row(mem, r * r), *f = sym_row(mem, r * m);
    ex *all = sym_row(mem, n * n),
       *up[3] = {sym_row(mem, r * r), sym_row(mem, r * m), sym_row(mem, m * m)};
    ex *one = sym_row(mem, m * m), *low = sym_row(mem, m * m), *xi = sym_row(mem, n * m);
    sym_times(s, pr->g, v->X, n, n, r, gX);
    sym_times(s, pr->g, v->Y, n, n, m, gY);
    inner(s, v->X, gX, n, r, r, F);
    inner(s, v->X, gY, n, r, m, f);
    for (size_t i = 0; i < n * n; i++)
        dual[i] = i % n < r ? v->base[i % n * n + i / n] : v->w[(i % n - r) * n + i / n];
    if (!sym_solve(s, pr->g, n, dual, n, raised))
        return false;
    inner(s, dual, raised, n, n, n, all);
    for (size_t i = 0; i < n * n; i++) {
        const size_t a = i / n, b = i % n;
        if (a < r && b < r)
            up[0][a * r + b] = all[i];
        else if (a < r)
            up[1][a * m + b - r] = all[i];
        else if (b >= r)
            up[2][(a - r) * m + b - r] = all[i];
        if (b >= r)
            xi[a * m + b - r] = raised[i];
    }
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < m; k++)
            one[i * m + k] = ex_int(s, i == k);
    if (!sym_solve(s, up[2], m, one, m, low))
        return false;
    const char *const *rest = v->rest_name, *const *at = v->at_name;
    name_object(form_show_object(sys, "F", "metric on ker mu, g(X_a, X_b)", F, r, r), rest, rest);
    name_object(form_show_object(sys, "f", "metric across, g(X_a, Y_i)", f, r, m), rest, at);
    name_object(form_show_object(sys, "G_base", "inverse metric in the dual frame, first block",
                                 up[0], r, r),
                rest, rest);
    name_object(form_show_object(sys, "G_mixed", "inverse metric, mixed block", up[1], r, m), rest,
                at);
    name_object(form_show_object(sys, "G_up", "inverse metric on the forms w^i", up[2], m, m), at,
                at);
    name_object(
        form_show_object(sys, "G_low", "inverse of G_up, which is not g(Y_i, Y_j)", low, m, m), at,
        at);
    name_object(form_show_object(sys, "xi", "fields xi^i = g^-1 w^i", xi, n, m), v->name, at);
    return true;
}

/* Are all e[0..n) 0? */
static bool all_vanish(struct store *s, const ex *e, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!sym_is_null(s, e[i]) && ex_zero(s, e[i], false).answer != EX_ZERO)
            return false;
    return true;
}

static bool show_oblique(struct diag *d, struct system *sys, const struct split *v)
{
    const struct projector *pr = v->pr;
    struct store *s = store_of(pr);
    const size_t n = pr->n, m = v->m, r = v->r;
    ex *Q = sym_row(d->mem, n * n), *P = sym_row(d->mem, n * n), *U = sym_row(d->mem, n * n);
    ex *Gamma = sym_row(d->mem, m * r), *gap = sym_row(d->mem, n * n);
    sym_times(s, v->Y, v->w, n, m, n, Q);
    for (size_t i = 0; i < n * n; i++) {
        P[i] = ex_sub(s, ex_int(s, i / n == i % n), Q[i]);
        gap[i] = ex_sub(s, Q[i], pr->Q[i]);
    }
    for (size_t i = 0; i < m * r && v->fibre; i++)
        Gamma[i] = v->w[i / r * n + v->rest[i % r]];
    struct object *o =
        form_show_object(sys, "P_obl", "oblique projector onto the allowed velocities", P, n, n);
    name_object(o, v->name, v->name);
    struct mem_text along = mem_text(d->mem);
    for (size_t i = 0; i < m; i++)
        mem_put_f(&along, "%s%s", i ? ", " : "", v->at_name[i]);
    o->note = base_text(d->mem, "along %s %s: %s", v->fibre ? "the fibre of" : "the complement",
                        along.text,
                        all_vanish(s, gap, n * n)
                            ? "orthogonal, the same as P"
                            : "not orthogonal, parts of the inverse metric do not add up to it");
    name_object(form_show_object(sys, "Q_obl", "oblique projector along them", Q, n, n), v->name,
                v->name);
    if (v->fibre)
        name_object(
            form_show_object(sys, "Gamma", "connection, w^i = dz^i + Gamma^i_a dz^a", Gamma, m, r),
            v->at_name, v->rest_name);
    if (!show_blocks(d, sys, v))
        return false;
    ex *raised = sym_row(d->mem, n * m), *forms = sym_row(d->mem, n * m);
    ex_matrix_transpose(v->w, m, n, forms);
    if (!sym_solve(s, pr->g, n, forms, m, raised))
        return false;
    sym_times(s, raised, v->w, n, m, n, U);
    for (size_t i = 0; i < n * n; i++)
        U[i] = ex_add2(s, U[i], P[i]);
    name_object(form_show_object(sys, "U", "from oblique to orthogonal, Q = U Q_obl U^-1", U, n, n),
                v->name, v->name);
    return true;
}

/* H where the constraints hold, in the momenta of the other directions. */
static void show_restricted(struct diag *d, struct system *sys, const struct split *v)
{
    const struct projector *pr = v->pr;
    const struct model *model = sys->model;
    struct store *s = model->store;
    const size_t m = v->m, r = v->r;
    ex *a = sym_row(d->mem, m * m), *b = sym_row(d->mem, m), *p = sym_row(d->mem, m);
    ex *x = sym_row(d->mem, m), H = sys->block[RT_energy].at[0];
    if (!v->fibre)
        return;
    for (size_t i = 0; i < m; i++) {
        p[i] = model->section[v->at[i]].momentum;
        b[i] = pr->b[i];
        for (size_t k = 0; k < m; k++)
            a[i * m + k] = pr->rise[v->at[k] * m + i];
        for (size_t k = 0; k < r; k++)
            b[i] = ex_sub(s, b[i], ex_mul2(s, pr->rise[v->rest[k] * m + i], pr->pi[v->rest[k]]));
    }
    if (!sym_solve(s, a, m, b, 1, x))
        return;
    for (size_t i = 0; i < m; i++)
        x[i] = ex_add2(s, x[i], pr->A[v->at[i]]);
    ex_release(s, &H, 1, &H);
    ex_subst(s, &H, 1, p, x, m, &H);
    struct object *o =
        form_show_object(sys, "H_restricted", "energy where the constraints hold", &H, 1, 1);
    o->note = "in momenta of the natural directions that are not of the fibre";
}

bool form_show_splits(struct diag *d, struct system *sys, const struct projector *pr)
{
    struct split v;
    if (pr->m == 0)
        return true;
    const bool found = find_split(d, pr, &v);
    show_orthogonal(d, sys, &v);
    if (!found)
        return true;
    if (!show_oblique(d, sys, &v))
        return false;
    show_restricted(d, sys, &v);
    return true;
}
