/* gen/forms/jacobi_identity.c -- Jacobi identity of the bracket of a system or of the bundle.
 *
 * With {u_i, u_j} = B_ij, {u_i, {u_j, u_k}} + cyc = B_il d_l B_jk + B_jl d_l B_ki + B_kl d_l B_ij.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

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
                form_on_chart(sys, &e, 1, &e); /* off the chart B is only an extension */
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

size_t form_bundle(struct proofs *p, const struct system *sys, struct finding *out)
{
    const struct model *m = sys->model;
    if (!lang_has_own_sections(m))
        return 0;
    if (!geom_has_one_anchor(sys->geom))
        return form_two_anchors(p, sys, out);
    enum alg_standing standing = STANDS_PROVED;
    const char *fails = form_jacobi_of_bundle(p, m, &standing);
    *out = (struct finding){
        .name = "bundle",
        .text = fails ? base_text(ex_mem(m->store), "E is a skew algebroid: %s", fails)
                      : "E is a Lie algebroid: Jacobi's identity holds for its sections",
        .standing = fails ? STANDS_PROVED : standing};
    return 1;
}
