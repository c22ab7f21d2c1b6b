/* gen/geometry/growth_vector.c -- growth vector of C: ranks of its iterated brackets.
 *
 * C_1 = C, C_(k+1) = C_k + [C, C_k]; the ranks are the growth vector. A rank is found at a random
 * point, where it can only be too small: so all of E, once reached, is proved, and what stays the
 * same is to be proved. Only brackets that raised the rank are bracketed again.
 */
#include "gen/geometry/geometry.h"

enum { NODES = 60000 }; /* that may be spent; brackets of brackets grow fast */

struct fields {
    ex *at; /* one row after the other */
    size_t n, wide;
};

static size_t rank_with(struct store *s, const struct fields *f, size_t more)
{
    return ex_rank_below(s, f->at, f->n + more, f->wide);
}

/* Brackets of C with the fields first..last that raise the rank are kept. */
static void grow(const struct geom *g, struct fields *f, size_t first, size_t last, size_t budget,
                 bool *cut)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    for (size_t i = first; i < last; i++)
        for (size_t a = 0; a < g->rank && f->n < n; a++) {
            if (i < g->rank && i <= a)
                continue;
            if (ex_size(s).nodes > budget) {
                *cut = true;
                return;
            }
            ex *field = &f->at[f->n * n];
            geom_lie(m, &f->at[a * n], &f->at[i * n], field);
            bool commute = true;
            for (size_t B = 0; B < n; B++) {
                field[B] = ex_hold(s, ex_circle(s, field[B]));
                commute &= sym_is_null(s, field[B]);
            }
            if (!commute && rank_with(s, f, 1) > f->n)
                f->n++;
        }
}

/* That no bracket leaves C: what the geometry took for zero is. */
static enum alg_standing standing_of(struct diag *d, struct proofs *p, struct geom *g,
                                     const struct growth *v)
{
    if (v->steps > 1 || g->rank == g->n)
        return v->rank[v->steps - 1] == g->n ? STANDS_PROVED : STANDS_LIKELY;
    if (!geom_structure(d, g))
        return STANDS_OPEN;
    return alg_prove_claims(p, "brackets of the frame", &g->claims);
}

struct growth geom_growth_vector(struct diag *d, struct proofs *p, struct geom *g)
{
    struct store *s = g->model->store;
    const size_t n = g->n, budget = ex_size(s).nodes + NODES;
    struct fields f = {sym_row(d->mem, (n + 1) * n), g->rank, n};
    struct growth v = {.rank = {g->rank}, .steps = 1, .whole = true};
    bool cut = false;
    for (size_t A = 0; A < g->rank; A++)
        for (size_t B = 0; B < n; B++)
            f.at[A * n + B] = g->frame[B * n + A];
    for (size_t first = 0; f.n < n && v.steps < GROWTH_STEPS;) {
        const size_t last = f.n;
        grow(g, &f, first, last, budget, &cut);
        if (f.n == last)
            break;
        v.rank[v.steps++] = f.n;
        first = last;
    }
    v.whole = !cut;
    v.standing = cut ? STANDS_PROVED : standing_of(d, p, g, &v);
    return v;
}
