/* gen/geometry/frame_geometry.c -- anchor, drift, brackets and structure functions of a frame.
 *
 * E has the natural basis e_B with anchors and brackets; the frame f_A = F^B_A e_B consists of the
 * fields that span C, then the complement. Velocities are drift + z^a f_a. With [f_k, f_j] =
 * c^i_jk f_i (minus the order of many textbooks),
 *
 *   [f_k, f_j]^D = F^B_k F^C_j [e_B, e_C]^D + rho_k(F^D_j) - rho_j(F^D_k),
 *   c^i_jk = (F^-1)^i_D [f_k, f_j]^D.
 *
 * Of two anchors the left one is that of f_k here, the right one that of f_j, and c^i_jk need not
 * be skew. A frame may depend on t: d/dt then is one more field, number n, with [d/dt, f_j] =
 * dF_j/dt. Results that are not always needed, such as the inverse of a large frame, are computed
 * at first use.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 2.
 */
#include "gen/geometry/geometry.h"

#include <string.h>

/* Simplifies expressions of a small frame, and replaces those that vanish by 0. */
static void settle(struct geom *g, ex *e, size_t n)
{
    struct store *s = g->model->store;
    bool *zero = mem_take_array(ex_mem(s), n + 1, sizeof *zero);
    for (size_t i = 0; i < n && g->n <= SYM_SMALL_RANK; i++)
        e[i] = sym_tidy(s, e[i]);
    ex_zeros(s, e, n, zero);
    for (size_t i = 0; i < n; i++)
        if (zero[i] && !sym_is_null(s, e[i])) {
            sym_note_claim(s, e[i], &g->claims);
            e[i] = ex_int(s, 0);
        }
}

/* ---- brackets ---- */

enum { RIGID = 1, MOVES = 2 }; /* 0: not known yet */

/* Whether the components of f_A do not depend on coordinates, or with `by_time` on t. */
static bool is_rigid(const struct geom *g, size_t A, bool by_time)
{
    const struct model *m = g->model;
    for (size_t B = 0; B < g->n; B++) {
        const ex e = g->frame[B * g->n + A];
        if (ex_is_number(m->store, e))
            continue;
        if (by_time && ex_has(m->store, e, m->time))
            return false;
        for (size_t i = 0; i < g->nq && !by_time; i++)
            if (ex_has(m->store, e, m->coord[i].q))
                return false;
    }
    return true;
}

/* into[B] += sign * rho_k(F^B_j), for a minus sign with the right anchor; k = n: derivative by t */
static void add_derivative(struct geom *g, size_t j, size_t k, bool minus, ex *into)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq;
    const bool by_time = k == n;
    if (!g->rigid[by_time][j])
        g->rigid[by_time][j] = is_rigid(g, j, by_time) ? RIGID : MOVES;
    if (g->rigid[by_time][j] == RIGID)
        return;
    ex *x = sym_row(ex_mem(s), nq), *along = sym_row(ex_mem(s), nq);
    ex *f = sym_row(ex_mem(s), n), *slope = sym_row(ex_mem(s), n);
    for (size_t B = 0; B < n; B++)
        f[B] = g->frame[B * n + j];
    for (size_t i = 0; i < nq; i++) {
        x[i] = m->coord[i].q;
        along[i] = by_time ? ex_int(s, 0) : minus ? g->right[i * n + k] : g->rho[i * n + k];
    }
    const ex one = ex_int(s, 1);
    if (by_time)
        ex_directional(s, f, n, &m->time, &one, 1, slope);
    else
        ex_directional(s, f, n, x, along, nq, slope);
    for (size_t B = 0; B < n; B++)
        into[B] = minus ? ex_sub(s, into[B], slope[B]) : ex_add2(s, into[B], slope[B]);
}

/* into[D] += F^B_k F^C_j [e_B, e_C]^D */
static void add_algebra(const struct geom *g, size_t j, size_t k, ex *into)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    for (size_t B = 0; B < n && m->bracket; B++)
        for (size_t C = 0; C < n; C++) {
            const ex both = ex_mul2(s, g->frame[B * n + k], g->frame[C * n + j]);
            for (size_t D = 0; D < n && !sym_is_null(s, both); D++) {
                const ex e = m->bracket[(B * n + C) * n + D];
                if (!sym_is_null(s, e))
                    into[D] = ex_add2(s, into[D], ex_mul2(s, both, e));
            }
        }
}

static void find_bracket(struct geom *g, size_t j, size_t k, ex *out)
{
    struct store *s = g->model->store;
    for (size_t D = 0; D < g->n; D++)
        out[D] = ex_int(s, 0);
    add_derivative(g, j, k, false, out);
    if (k < g->n) {
        add_derivative(g, k, j, true, out);
        add_algebra(g, j, k, out);
    }
    if (g->n <= SYM_SMALL_RANK) /* of large ones zeros are sought together, where they matter */
        settle(g, out, g->n);
}

/* Each bracket is computed once; if they are skew, for j < k only. */
void geom_bracket(struct geom *g, size_t j, size_t k, ex *out)
{
    struct store *s = g->model->store;
    const bool turned = j > k && !g->model->two_anchors;
    ex **known = &g->bracket[turned ? k * (g->n + 1) + j : j * (g->n + 1) + k];
    if (!*known) {
        *known = sym_row(ex_mem(s), g->n);
        find_bracket(g, turned ? k : j, turned ? j : k, *known);
    }
    for (size_t D = 0; D < g->n; D++)
        out[D] = turned ? ex_neg(s, (*known)[D]) : (*known)[D];
}

void geom_lie(const struct model *m, const ex *X, const ex *Y, ex *out)
{
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = m->sections, nq = m->coords;
    const ex *field[2] = {X, Y};
    ex *q = sym_row(mem, nq), *along = sym_row(mem, nq), *slope[2];
    for (size_t i = 0; i < nq; i++)
        q[i] = m->coord[i].q;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < nq; i++) {
            along[i] = ex_int(s, 0);
            for (size_t B = 0; B < n; B++) {
                const struct section *e = &m->section[B];
                const ex *anchor = side == 1 && m->two_anchors ? e->right : e->anchor;
                along[i] = ex_add2(s, along[i], ex_mul2(s, anchor[i], field[side][B]));
            }
        }
        slope[side] = sym_row(mem, n);
        ex_directional(s, field[1 - side], n, q, along, nq, slope[side]);
    }
    for (size_t D = 0; D < n; D++)
        out[D] = ex_sub(s, slope[0][D], slope[1][D]);
    for (size_t i = 0; m->bracket && i < n * n; i++) {
        const ex both = ex_mul2(s, X[i / n], Y[i % n]);
        for (size_t D = 0; D < n && !sym_is_null(s, both); D++)
            out[D] = ex_add2(s, out[D], ex_mul2(s, both, m->bracket[i * n + D]));
    }
}

/* ---- structure functions ---- */

const ex *geom_coframe(struct diag *d, struct geom *g)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    if (g->coframe)
        return g->coframe;
    ex *one = sym_row(d->mem, n * n), *out = sym_row(d->mem, n * n);
    for (size_t i = 0; i < n * n; i++)
        one[i] = ex_int(s, i % (n + 1) == 0);
    const bool inverted = ex_solve_by(s, EX_QUICK, g->frame, n, one, n, out, &g->pivots);
    if (base_poisoned(d, s, m->frame_at, "the frame cannot be inverted"))
        return NULL;
    if (!inverted) {
        base_error(d, m->frame_at, "the fields of frame and complement are linearly dependent")
            ->help = "they must span all velocities; none may be a combination of the others";
        return NULL;
    }
    return g->coframe = out;
}

bool geom_structure_of(struct diag *d, struct geom *g, size_t j, size_t k, ex *out)
{
    struct store *s = g->model->store;
    ex *field = sym_row(d->mem, g->n);
    const ex *coframe = geom_coframe(d, g);
    if (!coframe)
        return false;
    geom_bracket(g, j, k, field);
    bool commute = true; /* most do in a large frame */
    for (size_t B = 0; B < g->n; B++) {
        commute &= sym_is_null(s, field[B]);
        out[B] = ex_int(s, 0);
    }
    if (commute)
        return true;
    sym_times(s, coframe, field, g->n, g->n, 1, out);
    if (g->n <= SYM_SMALL_RANK)
        settle(g, out, g->n);
    return true;
}

bool geom_structure(struct diag *d, struct geom *g)
{
    struct store *s = g->model->store;
    const bool all = g->model->two_anchors; /* else c^i_jk = -c^i_kj */
    const size_t n = g->n, pairs = all ? n * n : n * (n - 1) / 2;
    ex *along = sym_row(d->mem, pairs * n), *at = along;
    if (g->structure_known)
        return true;
    for (size_t j = 0; j < n; j++)
        for (size_t k = all ? 0 : j + 1; k < n; k++, at += n)
            if (!geom_structure_of(d, g, j, k, at))
                return false;
    if (n > SYM_SMALL_RANK)
        settle(g, along, pairs * n);
    g->c = mem_take_array(d->mem, pairs * n + 1, sizeof *g->c);
    at = along;
    for (size_t j = 0; j < n; j++)
        for (size_t k = all ? 0 : j + 1; k < n; k++, at += n)
            for (size_t i = 0; i < n; i++)
                if (!sym_is_null(s, at[i]))
                    g->c[g->structures++] = (struct structure){i, j, k, at[i]};
    g->structure_known = true;
    return true;
}

/* ---- change of velocities ---- */

bool geom_uses_frame(const struct model *m, ex e)
{
    const struct ex_list used = ex_symbols(m->store, &e, 1);
    for (size_t i = 0; i < used.n; i++)
        for (size_t A = 0; A < m->fields; A++)
            if (used.at[i] == m->field[A].z)
                return true;
    return false;
}

void geom_in_frame(const struct geom *g, const ex *e, size_t m, ex *out)
{
    const struct model *model = g->model;
    struct store *s = model->store;
    struct mem *mem = ex_mem(s);
    const size_t n = g->n;
    ex *from = sym_row(mem, n + g->nq), *to = sym_row(mem, n + g->nq), *z = sym_row(mem, n);
    size_t k = 0;
    for (size_t A = 0; A < n; A++)
        z[A] = model->field[A].z;
    for (size_t B = 0; B < n; B++, k++) {
        from[k] = model->section[B].velocity;
        to[k] = sym_dot(s, &g->frame[B * n], 1, z, n);
    }
    for (size_t i = 0; i < g->nq && model->general; i++, k++) {
        from[k] = model->coord[i].velocity;
        to[k] = sym_dot(s, &g->rho[i * n], 1, z, n);
    }
    ex_subst(s, e, m, from, to, k, out);
}

bool geom_in_natural(struct diag *d, struct geom *g, const ex *e, size_t m, ex *out)
{
    const struct model *model = g->model;
    struct store *s = model->store;
    const size_t n = g->n;
    ex *from = sym_row(d->mem, n + g->nq), *to = sym_row(d->mem, n + g->nq);
    ex *y = sym_row(d->mem, n), *anchor = sym_row(d->mem, n);
    size_t k = 0;
    bool frame = false;
    for (size_t i = 0; i < m; i++)
        frame |= geom_uses_frame(model, e[i]);
    const ex *coframe = frame ? geom_coframe(d, g) : NULL;
    if (frame && !coframe)
        return false;
    for (size_t B = 0; B < n; B++)
        y[B] = model->section[B].velocity;
    for (size_t A = 0; A < n && frame; A++, k++) {
        from[k] = model->field[A].z;
        to[k] = sym_dot(s, &coframe[A * n], 1, y, n);
    }
    for (size_t i = 0; i < g->nq && model->general; i++, k++) {
        for (size_t B = 0; B < n; B++)
            anchor[B] = model->section[B].anchor[i];
        from[k] = model->coord[i].velocity;
        to[k] = sym_dot(s, anchor, 1, y, n);
    }
    ex_subst(s, e, m, from, to, k, out);
    return true;
}

/* ---- construction ---- */

bool geom_has_one_anchor(const struct geom *g)
{
    return !g->model->two_anchors;
}

static void find_anchor(const struct geom *g, bool right, ex *rho)
{
    const struct model *m = g->model;
    ex *anchor = sym_row(ex_mem(m->store), g->n), *f = sym_row(ex_mem(m->store), g->n);
    for (size_t i = 0; i < g->nq; i++) {
        for (size_t B = 0; B < g->n; B++)
            anchor[B] = right ? m->section[B].right[i] : m->section[B].anchor[i];
        for (size_t A = 0; A < g->n; A++) {
            for (size_t B = 0; B < g->n; B++)
                f[B] = g->frame[B * g->n + A];
            rho[i * g->n + A] = sym_dot(m->store, anchor, 1, f, g->n);
        }
    }
}

/* mu^k(f_alpha) b^alpha = speed^k */
static bool drift_of_constraints(struct diag *d, struct geom *g)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, k = n - g->rank;
    ex *a = sym_row(d->mem, k * k), *b = sym_row(d->mem, k), *f = sym_row(d->mem, n);
    for (size_t c = 0; c < k; c++) {
        b[c] = m->constraint[c].speed;
        for (size_t alpha = 0; alpha < k; alpha++) {
            for (size_t B = 0; B < n; B++)
                f[B] = g->frame[B * n + g->rank + alpha];
            a[c * k + alpha] = sym_dot(s, m->constraint[c].form, 1, f, n);
        }
    }
    if (sym_solve(s, a, k, b, 1, &g->drift[g->rank]))
        return true;
    base_error(d, m->frame_at, "the complement does not leave the constraints")->help =
        "the fields of the complement must be independent of those that the constraints allow";
    return false;
}

/* The components of the declared drift field along the frame. */
static bool drift_of_field(struct diag *d, struct geom *g)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *y = sym_row(d->mem, g->n), *section = sym_row(d->mem, g->n);
    const ex *coframe = geom_coframe(d, g);
    if (!coframe)
        return false;
    for (size_t B = 0; B < g->n; B++)
        section[B] = m->section[B].section;
    ex_gradient(s, m->drift, section, g->n, y);
    sym_times(s, coframe, y, g->n, g->n, 1, g->drift);
    settle(g, g->drift, g->n);
    return true;
}

static bool find_drift(struct diag *d, struct geom *g)
{
    const struct model *m = g->model;
    bool some = m->drift != EX_POISON;
    for (size_t A = 0; A < g->n; A++)
        g->drift[A] = ex_int(m->store, 0);
    for (size_t k = 0; k < m->constraints; k++)
        some |= !sym_is_null(m->store, m->constraint[k].speed);
    if (!some)
        return true;
    if (!(m->drift != EX_POISON ? drift_of_field(d, g) : drift_of_constraints(d, g)))
        return false;
    for (size_t A = 0; A < g->n; A++)
        g->affine |= !sym_is_null(m->store, g->drift[A]);
    return true;
}

static bool is_given(const struct model *m)
{
    for (size_t A = 0; A < m->fields; A++)
        if (!m->field[A].chosen)
            return true;
    return false;
}

struct geom *geom_make(struct diag *d, const struct model *m)
{
    struct store *s = m->store;
    const size_t n = m->sections, nq = m->coords;
    struct geom *g = mem_take(d->mem, sizeof *g);
    *g = (struct geom){
        .model = m,
        .nq = nq,
        .n = n,
        .rank = m->rank,
        .frame = sym_row(d->mem, n * n),
        .rho = sym_row(d->mem, nq * n),
        .drift = sym_row(d->mem, n),
        .rigid = {mem_take_array(d->mem, n + 1, 1), mem_take_array(d->mem, n + 1, 1)}};
    g->bracket = mem_take_array(d->mem, n * (n + 1) + 1, sizeof(ex *));
    for (size_t i = 0; i < n * (n + 1); i++)
        g->bracket[i] = NULL;
    for (size_t A = 0; A < n; A++) {
        g->rigid[0][A] = g->rigid[1][A] = 0;
        for (size_t B = 0; B < n; B++)
            g->frame[B * n + A] = m->field[A].component[B];
    }
    for (size_t i = 0; i < n * n; i++)
        g->moving |= ex_has(s, g->frame[i], m->time);
    find_anchor(g, false, g->rho);
    g->right = m->two_anchors ? sym_row(d->mem, nq * n) : g->rho;
    if (m->two_anchors)
        find_anchor(g, true, g->right);
    if (is_given(m) && !geom_coframe(d, g)) /* chosen fields are independent already */
        return NULL;
    if (!find_drift(d, g))
        return NULL;
    if (base_poisoned(d, s, m->frame_at, "the geometry cannot be computed"))
        return NULL;
    return geom_sound(d, g) ? g : NULL;
}
