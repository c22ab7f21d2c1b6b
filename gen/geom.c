/* gen/geom.c -- the geometry of a frame: anchor, structure functions, metric.
 *
 * The frame f_1 .. f_n consists of the fields that span C, then the complement. Velocities are
 * q' = rho_A z^A. With [f_k, f_j] = c^i_jk f_i (minus the order of many textbooks),
 *
 *   c^i_jk = (d_l rho^n_j rho^l_k - d_l rho^n_k rho^l_j) (rho^-1)^i_n
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 2.
 */
#include "gen/gen.h"

#include <string.h>

/* Derivatives of the components of a field that are not zero. */
struct slope {
    size_t n, l; /* of component n by coordinate l */
    ex value;
};
struct slopes {
    struct slope *at;
    size_t count;
};

static struct slopes slopes_of(const struct model *m, const ex *component)
{
    struct store *s = m->store;
    const size_t n = m->coords;
    ex *q = mem_take_array(ex_mem(s), n, sizeof *q);
    ex *d = mem_take_array(ex_mem(s), n * n, sizeof *d);
    struct slopes out = {mem_take_array(ex_mem(s), n * n, sizeof *out.at), 0};
    for (size_t l = 0; l < n; l++)
        q[l] = m->coord[l].q;
    ex_jacobian(s, component, n, q, n, d);
    for (size_t i = 0; i < n * n; i++)
        if (!gen_is_null(s, d[i]))
            out.at[out.count++] = (struct slope){i / n, i % n, d[i]};
    return out;
}

/* along the field: into[n] += sign * d_l component^n * along^l */
static void add_derivative(struct store *s, const struct slopes *slope, const ex *along, bool minus,
                           ex *into)
{
    for (size_t i = 0; i < slope->count; i++) {
        const struct slope *d = &slope->at[i];
        if (gen_is_null(s, along[d->l]))
            continue;
        const ex e = ex_mul2(s, d->value, along[d->l]);
        into[d->n] = minus ? ex_sub(s, into[d->n], e) : ex_add2(s, into[d->n], e);
    }
}

static void claim(struct store *s, ex e, struct claims *c)
{
    if (c->n == c->cap) {
        ex *more = mem_take_array(ex_mem(s), c->cap * 2 + 8, sizeof *more);
        if (c->n)
            memcpy(more, c->at, c->n * sizeof *more);
        c->at = more;
        c->cap = c->cap * 2 + 8;
    }
    c->at[c->n++] = e;
}

bool gen_vanishes(struct store *s, ex e, struct claims *claims)
{
    if (gen_is_null(s, e))
        return true;
    const struct mem_mark mark = mem_mark(ex_mem(s));
    const enum ex_answer answer = ex_zero(s, e, false).answer;
    mem_release(ex_mem(s), mark);
    if (answer == EX_ZERO)
        claim(s, e, claims);
    return answer == EX_ZERO;
}

/* Simplified, and 0 when it vanishes. */
static ex settled(struct geom *g, ex e)
{
    struct store *s = g->model->store;
    e = ex_circle(s, e);
    return gen_vanishes(s, e, &g->claims) ? ex_int(s, 0) : e;
}

/* [f_k, f_j] in coordinates; false when it vanishes. */
static bool bracket(struct geom *g, const struct slopes *slope, size_t j, size_t k, ex *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    bool some = false;
    for (size_t i = 0; i < m->coords; i++)
        out[i] = ex_int(s, 0);
    add_derivative(s, &slope[j], m->field[k].component, false, out);
    add_derivative(s, &slope[k], m->field[j].component, true, out);
    for (size_t i = 0; i < m->coords; i++) {
        out[i] = settled(g, out[i]);
        some |= !gen_is_null(s, out[i]);
    }
    return some;
}

static void find_structure(struct geom *g)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = g->n;
    struct slopes *slope = mem_take_array(mem, n, sizeof *slope);
    ex *field = mem_take_array(mem, n, sizeof *field), *along;
    along = mem_take_array(mem, n, sizeof *along);
    struct mem_text found = mem_text(mem);
    for (size_t A = 0; A < n; A++)
        slope[A] = slopes_of(m, m->field[A].component);
    for (size_t j = 0; j < n; j++)
        for (size_t k = j + 1; k < n; k++) {
            if (!bracket(g, slope, j, k, field))
                continue;
            ex_matrix_mul(s, g->inverse, field, n, n, 1, along);
            for (size_t i = 0; i < n; i++) {
                const struct structure c = {i, j, k, settled(g, along[i])};
                if (!gen_is_null(s, c.value))
                    mem_put_n(&found, (const char *)&c, sizeof c);
            }
        }
    g->structures = found.len / sizeof *g->c;
    g->c = mem_take_array(mem, g->structures + 1, sizeof *g->c);
    memcpy(g->c, found.text, found.len);
}

/* The model's form in velocities and quasi-velocities, both written in z: q' = rho z, z = z. */
static void find_metric(struct geom *g)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, both = m->coords + n;
    ex *to = mem_take_array(ex_mem(s), both * n, sizeof *to);
    ex *half = mem_take_array(ex_mem(s), both * n, sizeof *half);
    ex *across = mem_take_array(ex_mem(s), both * n, sizeof *across);
    memcpy(to, g->rho, n * n * sizeof *to);
    for (size_t A = 0; A < n; A++)
        for (size_t B = 0; B < n; B++)
            to[(n + A) * n + B] = ex_int(s, A == B);
    ex_matrix_transpose(to, both, n, across);
    ex_matrix_mul(s, m->metric, to, both, both, n, half);
    ex_matrix_mul(s, across, half, n, both, n, g->metric);
    for (size_t A = 0; A < n; A++) /* both halves may be written differently */
        for (size_t B = A + 1; B < n; B++)
            g->metric[B * n + A] = g->metric[A * n + B];
}

bool gen_inverse(struct store *s, const ex *a, size_t n, ex *out, struct ex_pivots *pivots)
{
    ex *one = mem_take_array(ex_mem(s), n * n, sizeof *one);
    for (size_t i = 0; i < n * n; i++)
        one[i] = ex_int(s, i / n == i % n);
    return ex_solve_by(s, EX_QUICK, a, n, one, n, out, pivots);
}

struct geom *gen_geometry(struct diag *d, const struct model *m)
{
    struct store *s = m->store;
    const size_t n = m->fields;
    struct geom *g = mem_take(d->mem, sizeof *g);
    *g = (struct geom){.model = m,
                       .n = n,
                       .rank = m->rank,
                       .rho = mem_take_array(d->mem, n * n, sizeof(ex)),
                       .inverse = mem_take_array(d->mem, n * n, sizeof(ex)),
                       .metric = mem_take_array(d->mem, n * n, sizeof(ex))};
    for (size_t A = 0; A < n; A++)
        for (size_t i = 0; i < n; i++)
            g->rho[i * n + A] = m->field[A].component[i];
    const bool inverted = gen_inverse(s, g->rho, n, g->inverse, &g->pivots);
    if (gen_poisoned(d, s, m->frame_at, "the frame cannot be inverted"))
        return NULL;
    if (!inverted) {
        gen_error(d, m->frame_at, "the fields of frame and complement are linearly dependent")
            ->help = "they must span all velocities; none may be a combination of the others";
        return NULL;
    }
    find_structure(g);
    find_metric(g);
    return gen_poisoned(d, s, m->frame_at, "the geometry cannot be computed") ? NULL : g;
}
