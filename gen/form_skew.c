/* gen/form_skew.c -- the skew form: motion on C* from a bivector and the energy.
 *
 * On u = (q, eta_a), the coordinates and the momenta of the fields that span C,
 *
 *   u' = B grad H,   B = [  0         rho_a       ]   H = 1/2 g^ab eta_a eta_b + V
 *                        [ -rho_a^T   c^d_ab eta_d ]
 *
 * with indices a, b, d over C only and g^ab the inverse of the metric on C. This needs the
 * complement to be orthogonal to C, for then eta_alpha = 0 on the constraint.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Example 2.2.
 */
#include "gen/gen.h"

static bool is_orthogonal(struct diag *d, const struct geom *g, struct claims *claims)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    bool all = true;
    for (size_t a = 0; a < g->rank; a++)
        for (size_t alpha = g->rank; alpha < g->n; alpha++) {
            const ex e = g->metric[a * g->n + alpha];
            if (gen_vanishes(s, e, claims))
                continue;
            all = false;
            const char *text = ex_show(s, e, EX_TEXT);
            gen_error(d, m->field[alpha].where, "'%s' is not orthogonal to '%s' in the metric",
                      m->field[alpha].name, m->field[a].name)
                ->help = gen_text(d->mem, "their product is %s; the skew form needs it to be 0",
                                  text ? text : "long");
        }
    return all;
}

/* H = 1/2 g^ab eta_a eta_b + V */
static bool find_energy(struct diag *d, const struct geom *g, ex *energy)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t k = g->rank;
    ex *on_C = mem_take_array(d->mem, k * k, sizeof *on_C);
    ex *inverse = mem_take_array(d->mem, k * k, sizeof *inverse);
    ex *term = mem_take_array(d->mem, k * k + 1, sizeof *term);
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++)
            on_C[a * k + b] = g->metric[a * g->n + b];
    struct ex_pivots pivots;
    if (!gen_inverse(s, on_C, k, inverse, &pivots)) {
        gen_error(d, m->metric_at, "the metric is degenerate on the span of the frame");
        return false;
    }
    const ex half = ex_rat(s, 1, 2);
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++) {
            const ex factor[] = {half, inverse[a * k + b], m->field[a].eta, m->field[b].eta};
            term[a * k + b] = ex_mul(s, factor, 4);
        }
    term[k * k] = m->potential;
    *energy = ex_add(s, term, k * k + 1);
    return true;
}

static void find_bivector(const struct geom *g, const struct system *out, ex *B)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = m->coords, n = out->states;
    for (size_t i = 0; i < n * n; i++)
        B[i] = ex_int(s, 0);
    for (size_t i = 0; i < nq; i++)
        for (size_t a = 0; a < g->rank; a++) {
            B[i * n + nq + a] = g->rho[i * g->n + a];
            B[(nq + a) * n + i] = ex_neg(s, g->rho[i * g->n + a]);
        }
    for (size_t e = 0; e < g->structures; e++) {
        const struct structure *c = &g->c[e];
        if (c->i >= g->rank || c->j >= g->rank || c->k >= g->rank)
            continue;
        const ex term = ex_mul2(s, c->value, m->field[c->i].eta);
        ex *jk = &B[(nq + c->j) * n + nq + c->k], *kj = &B[(nq + c->k) * n + nq + c->j];
        *jk = ex_add2(s, *jk, term);
        *kj = ex_sub(s, *kj, term);
    }
}

bool gen_form_skew(struct diag *d, const struct geom *g, struct system *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    if (!is_orthogonal(d, g, &out->claims))
        return false;
    const size_t nq = m->coords, k = g->rank, n = nq + k;
    out->states = n;
    out->state = mem_take_array(d->mem, n, sizeof *out->state);
    out->state_name = mem_take_array(d->mem, n, sizeof *out->state_name);
    for (size_t i = 0; i < nq; i++) {
        out->state[i] = m->coord[i].q;
        out->state_name[i] = m->coord[i].name;
    }
    for (size_t a = 0; a < k; a++) {
        out->state[nq + a] = m->field[a].eta;
        out->state_name[nq + a] = gen_text(d->mem, "eta_%s", m->field[a].name);
    }
    ex *H = gen_block_make(out, RT_energy, 1, 1);
    if (!find_energy(d, g, H))
        return false;
    ex *grad = gen_block_make(out, RT_grad, n, 1), *B = gen_block_make(out, RT_bivector, n, n);
    ex *rhs = gen_block_make(out, RT_rhs, n, 1), *vel = gen_block_make(out, RT_vel, k, 1);
    ex_gradient(s, H[0], out->state, n, grad);
    find_bivector(g, out, B);
    ex_matrix_mul(s, B, grad, n, n, 1, rhs);
    for (size_t a = 0; a < k; a++)
        vel[a] = grad[nq + a];
    return true;
}
