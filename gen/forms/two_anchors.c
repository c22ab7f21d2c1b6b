/* gen/forms/two_anchors.c -- bundles with two anchors: Leibniz' rule, power of their bracket. */
#include "gen/forms/form.h"
#include "gen/forms/servo.h"

bool form_one_anchor(struct diag *d, const struct model *m, const struct form_row *form)
{
    if (!m->two_anchors)
        return true;
    base_error(d, m->anchors_at, "the %s form has no place for a second anchor", form->name)->help =
        "models with two anchors need the generalised form: --form generalised";
    return false;
}

bool form_bracket_power(struct diag *d, struct system *sys, struct balance *out)
{
    struct store *s = sys->model->store;
    const size_t n = sys->states;
    ex *row = sym_row(d->mem, n);
    if (!sys->block[RT_bivector].at)
        return false;
    const ex *grad = sys->block[RT_grad].at;
    sym_times(s, sys->block[RT_bivector].at, grad, n, n, 1, row);
    form_add_power(out, s, "{H, H}", sym_dot(s, grad, 1, row, n));
    return !sys->geom->affine && !sys->geom->moving;
}

/* ---- Leibniz' rule ---- */

/* A function with arbitrary value and slopes: a0 + a_i q^i. */
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
    const struct servo *v = sys->own;
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

/* Difference of [f s_a, g s_b] from the tables of the model, as a function on the dual, and the
 * bracket {g eta_b, f eta_a}, computed from the entries of B only. With virtual displacements, s_b
 * is one of them. */
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

/* NULL, or the case of the rule that is false. */
static const char *leibniz(struct proofs *p, const struct system *sys, enum alg_standing *standing)
{
    const struct model *m = sys->model;
    *standing = STANDS_PROVED;
    for (size_t i = 0; i < m->rank * m->rank && sys->block[RT_bivector].at; i++) {
        const ex e = leibniz_defect(sys, i / m->rank, i % m->rank);
        const enum alg_standing is =
            e == EX_POISON ? STANDS_OPEN : alg_prove(p, "Leibniz' rule", e);
        *standing = alg_worse(*standing, is);
        if (is == STANDS_NOT)
            return base_text(ex_mem(m->store), "[f %s, g %s] is what B says",
                             m->field[i / m->rank].name, m->field[i % m->rank].name);
    }
    return NULL;
}

size_t form_two_anchors(struct proofs *p, const struct system *sys, struct finding *out)
{
    const struct model *m = sys->model;
    *out = (struct finding){.name = "bundle", .text = "E is an algebroid with two anchors"};
    out->plain = sys->mech->magnetic && m->rank < m->sections; /* B has terms without eta */
    if (out->plain)
        return 1;
    const char *wrong = leibniz(p, sys, &out->standing);
    out->text = wrong ? base_text(ex_mem(m->store), "Leibniz' rule: %s", wrong)
                      : "E is an algebroid with two anchors: Leibniz' rule holds for its bracket";
    return 1;
}
