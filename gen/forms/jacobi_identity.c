/* gen/forms/jacobi_identity.c -- Jacobi identity of the bracket of a system or of the bundle.
 *
 * With {u_i, u_j} = B_ij, {u_i, {u_j, u_k}} + cyc = B_il d_l B_jk + B_jl d_l B_ki + B_kl d_l B_ij.
 */
#include "gen/forms/form.h"
#include "gen/forms/properties.h"

struct jacobiators form_jacobiators(const struct system *sys)
{
    struct store *s = sys->model->store;
    const size_t n = sys->states;
    const struct jacobiators out = {sys, sys->block[RT_bivector].at, sym_row(ex_mem(s), n * n * n),
                                    n};
    ex_jacobian(s, out.B, n * n, sys->state, n, out.slope);
    return out;
}

ex form_jacobiator(const struct jacobiators *t, size_t i, size_t j, size_t k)
{
    struct store *s = t->sys->model->store;
    const size_t n = t->n, turn[3][3] = {{i, j, k}, {j, k, i}, {k, i, j}};
    ex sum = ex_int(s, 0);
    for (int c = 0; c < 3; c++)
        sum = ex_add2(
            s, sum,
            sym_dot(s, &t->B[turn[c][0] * n], 1, &t->slope[(turn[c][1] * n + turn[c][2]) * n], n));
    return sum;
}

struct jacobi form_jacobi(struct proofs *p, const struct system *sys)
{
    struct store *s = sys->model->store;
    const size_t n = sys->states;
    struct jacobi out = {.holds = true};
    const struct jacobiators t = form_jacobiators(sys);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            for (size_t k = j + 1; k < n; k++) {
                ex e = form_jacobiator(&t, i, j, k);
                if (sys->chart) /* elsewhere the bracket is only an extension */
                    form_on_chart(sys, &e, 1, &e);
                if (sym_is_null(s, e))
                    continue;
                const enum alg_standing standing = alg_prove(p, "Jacobi's identity", e);
                if (standing == STANDS_NOT)
                    return (struct jacobi){.i = i, .j = j, .k = k, .value = e};
                out.standing = alg_worse(out.standing, standing);
            }
    return out;
}

/* ---- the bundle ---- */

/* rho[X, Y] - [rho X, rho Y] along coordinate i, of basis sections */
static ex anchor_defect(const struct model *m, size_t B, size_t C, size_t i)
{
    struct store *s = m->store;
    const size_t n = m->sections, nq = m->coords;
    ex *q = sym_row(ex_mem(s), nq), slope[2], sum = ex_int(s, 0);
    for (size_t l = 0; l < nq; l++)
        q[l] = m->coord[l].q;
    ex_directional(s, &m->section[C].anchor[i], 1, q, m->section[B].anchor, nq, &slope[0]);
    ex_directional(s, &m->section[B].anchor[i], 1, q, m->section[C].anchor, nq, &slope[1]);
    for (size_t D = 0; D < n; D++)
        sum = ex_add2(s, sum,
                      ex_mul2(s, m->bracket ? m->bracket[(B * n + C) * n + D] : sum,
                              m->section[D].anchor[i]));
    return ex_sub(s, sum, ex_sub(s, slope[0], slope[1]));
}

/* [e_A, [e_B, e_C]] + cyc */
static void section_defect(const struct model *m, const size_t which[3], ex *out)
{
    struct store *s = m->store;
    const size_t n = m->sections;
    ex *unit = sym_row(ex_mem(s), 3 * n), *inner = sym_row(ex_mem(s), n);
    ex *outer = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < 3 * n; i++)
        unit[i] = ex_int(s, which[i / n] == i % n);
    for (size_t D = 0; D < n; D++)
        out[D] = ex_int(s, 0);
    for (size_t c = 0; c < 3; c++) {
        geom_lie(m, &unit[(c + 1) % 3 * n], &unit[(c + 2) % 3 * n], inner);
        geom_lie(m, &unit[c * n], inner, outer);
        for (size_t D = 0; D < n; D++)
            out[D] = ex_add2(s, out[D], outer[D]);
    }
}

const char *form_jacobi_of_bundle(struct proofs *p, const struct model *m,
                                  enum alg_standing *standing)
{
    struct store *s = m->store;
    const size_t n = m->sections;
    ex *defect = sym_row(ex_mem(s), n);
    *standing = STANDS_PROVED;
    for (size_t B = 0; B < n; B++)
        for (size_t C = B + 1; C < n; C++)
            for (size_t i = 0; i < m->coords; i++) {
                const enum alg_standing is =
                    alg_prove(p, "the anchor maps brackets to brackets", anchor_defect(m, B, C, i));
                if (is == STANDS_NOT)
                    return base_text(ex_mem(s), "the anchor does not map [%s, %s] to the bracket",
                                     m->section[B].name, m->section[C].name);
                *standing = alg_worse(*standing, is);
            }
    for (size_t A = 0; A < n; A++)
        for (size_t B = A + 1; B < n; B++)
            for (size_t C = B + 1; C < n; C++) {
                section_defect(m, (size_t[3]){A, B, C}, defect);
                for (size_t D = 0; D < n; D++) {
                    const enum alg_standing is = alg_prove(p, "Jacobi of sections", defect[D]);
                    if (is == STANDS_NOT)
                        return base_text(ex_mem(s), "[%s, [%s, %s]] + cyc is not 0",
                                         m->section[A].name, m->section[B].name,
                                         m->section[C].name);
                    *standing = alg_worse(*standing, is);
                }
            }
    return NULL;
}

/* ---- two anchors ---- */

/* A function with any value and any slopes: a0 + a_i q^i. */
static ex any_function(const struct model *m, const char *letter, ex *slope)
{
    struct store *s = m->store;
    ex *value = sym_row(ex_mem(s), m->coords + 1);
    value[m->coords] = ex_fresh(s, letter);
    for (size_t i = 0; i < m->coords; i++) {
        slope[i] = ex_fresh(s, letter);
        value[i] = ex_mul2(s, slope[i], m->coord[i].q);
    }
    return ex_add(s, value, m->coords + 1);
}

/* f_b, or the virtual displacement that belongs to it. */
static void displacement(const struct system *sys, size_t b, ex *out)
{
    const struct servo *v = sys->servo;
    const struct geom *g = v ? v->mech->geom : sys->geom;
    struct store *s = sys->model->store;
    for (size_t B = 0; B < g->n; B++) {
        out[B] = g->frame[B * g->n + b];
        for (size_t alpha = g->rank; v && alpha < g->n; alpha++)
            out[B] = ex_add2(
                s, out[B],
                ex_mul2(s, v->T[(alpha - g->rank) * g->rank + b], g->frame[B * g->n + alpha]));
    }
}

/* [f s_a, g s_b] from the tables of the model, as a function on the dual, against the bracket
 * {g eta_b, f eta_a} of B, which knows nothing of them but its own entries. Where there are virtual
 * displacements, s_b is one of them. */
static ex leibniz_defect(const struct system *sys, size_t a, size_t b)
{
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = g->n, nq = g->nq, all = sys->states;
    ex *slope[2] = {sym_row(mem, nq), sym_row(mem, nq)}, *X = sym_row(mem, n), *Y = sym_row(mem, n);
    ex *left = sym_row(mem, all), *right = sym_row(mem, all), *flow = sym_row(mem, all);
    ex *both = sym_row(mem, n), *p = sym_row(mem, n);
    struct diag aside = {.mem = mem};
    const ex f = any_function(m, "f", slope[0]), h = any_function(m, "g", slope[1]);
    const ex *eta = &sys->state[nq];
    for (size_t i = 0; i < all; i++) {
        left[i] = i < nq ? ex_mul2(s, slope[1][i], eta[b]) : ex_int(s, 0);
        right[i] = i < nq ? ex_mul2(s, slope[0][i], eta[a]) : ex_int(s, 0);
    }
    left[nq + b] = h;
    right[nq + a] = f;
    displacement(sys, b, Y);
    for (size_t B = 0; B < n; B++) {
        X[B] = ex_mul2(s, f, g->frame[B * n + a]);
        Y[B] = ex_mul2(s, h, Y[B]);
    }
    geom_lie(m, X, Y, both);
    if (!form_natural_momenta(&aside, sys, p))
        return EX_POISON;
    sym_times(s, sys->block[RT_bivector].at, right, all, all, 1, flow);
    return ex_sub(s, sym_dot(s, p, 1, both, n), sym_dot(s, left, 1, flow, all));
}

const char *form_leibniz(struct proofs *p, const struct system *sys, enum alg_standing *standing)
{
    const struct model *m = sys->model;
    *standing = STANDS_PROVED;
    for (size_t i = 0; i < m->rank * m->rank && sys->block[RT_bivector].at; i++) {
        const ex e = leibniz_defect(sys, i / m->rank, i % m->rank);
        const enum alg_standing is =
            e == EX_POISON ? STANDS_OPEN : alg_prove(p, "Leibniz' rule", e);
        *standing = alg_worse(*standing, is);
        if (is == STANDS_NOT)
            return base_text(ex_mem(m->store), "[f %s, g %s] is not what B says",
                             m->field[i / m->rank].name, m->field[i % m->rank].name);
    }
    return NULL;
}
