/* gen/geometry/growth_vector.c -- growth vector of C: ranks of its iterated brackets.
 *
 * C_1 = C, C_(k+1) = C_k + [C, C_k]; the ranks at almost all points are the growth vector. A
 * bracket that raises the rank is kept, and bracketed again. A bracket that does not is a
 * combination of those kept: random points make this likely, and a proof solves for the
 * coefficients and reduces the difference to zero. Where a rank cannot be bounded, the growth
 * vector stops and the rest is unknown.
 *
 * A bracket that is not skew is computed in both orders. Iterated brackets grow fast: where they
 * are too long, the ranks come from Taylor series along curves (ex_bracket_ranks).
 */
#include "gen/geometry/geometry.h"

#include <string.h>

enum {
    NODES = 60000, /* budget of new nodes; iterated brackets grow fast */
    PROVABLE = 400 /* most operations of a combination that is solved for and proved */
};

struct fields {
    struct diag *diag;
    struct proofs *proofs;
    const struct geom *geom;
    ex *at; /* by rows, with space for one row more than the rank of E */
    size_t n, wide;
    size_t budget; /* nodes */
    bool cut;      /* the budget was exceeded */
    bool unknown;  /* a rank could not be bounded */
    enum alg_standing standing;
};

/* Components in which the kept fields have full rank; false: not found. */
static bool find_components(const struct fields *f, size_t *component)
{
    struct store *s = f->geom->model->store;
    ex *a = sym_row(f->diag->mem, f->n * f->n);
    size_t found = 0;
    for (size_t B = 0; B < f->wide && found < f->n; B++) {
        component[found] = B;
        for (size_t i = 0; i < f->n; i++)
            for (size_t k = 0; k <= found; k++)
                a[i * (found + 1) + k] = f->at[i * f->wide + component[k]];
        found += ex_ranks(s, a, f->n, found + 1).least == found + 1;
    }
    return found == f->n;
}

/* Is the row after the last kept field a combination of the kept fields? */
static enum alg_standing prove_combination(const struct fields *f)
{
    struct store *s = f->geom->model->store;
    const size_t n = f->n, wide = f->wide;
    const ex *field = &f->at[n * wide];
    size_t *component = mem_take_array(f->diag->mem, n + 1, sizeof *component);
    ex *a = sym_row(f->diag->mem, n * n), *c = sym_row(f->diag->mem, n);
    enum alg_standing all = STANDS_PROVED;
    if (ex_cost(s, f->at, (n + 1) * wide).muls > PROVABLE || !find_components(f, component))
        return STANDS_LIKELY;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++)
            a[k * n + i] = f->at[i * wide + component[k]];
        c[k] = field[component[k]];
    }
    if (!sym_solve(s, a, n, c, 1, c))
        return STANDS_LIKELY;
    for (size_t B = 0; B < wide && all == STANDS_PROVED; B++)
        all = alg_worse(all, alg_prove(f->proofs, "brackets of the frame",
                                       ex_sub(s, field[B], sym_dot(s, &f->at[B], wide, c, n))));
    return all == STANDS_PROVED ? all : STANDS_LIKELY;
}

/* A bracket that was not seen to raise the rank; open: it may raise it all the same. */
static void see_combination(struct fields *f, bool open)
{
    const enum alg_standing standing = prove_combination(f);
    f->unknown = open && standing != STANDS_PROVED;
    f->standing = alg_worse(f->standing, standing);
}

/* [X, Y] is kept if it raises the rank. */
static void try_bracket(struct fields *f, size_t x, size_t y)
{
    struct store *s = f->geom->model->store;
    ex *field = &f->at[f->n * f->wide];
    bool commute = true;
    if (f->n == f->wide || f->cut || f->unknown)
        return;
    if (ex_size(s).nodes > f->budget) {
        f->cut = true;
        return;
    }
    geom_lie(f->geom->model, &f->at[x * f->wide], &f->at[y * f->wide], field);
    for (size_t B = 0; B < f->wide; B++) {
        field[B] = ex_hold(s, ex_circle(s, field[B]));
        commute &= sym_is_null(s, field[B]);
    }
    if (commute)
        return;
    const struct ex_ranks rank = ex_ranks(s, f->at, f->n + 1, f->wide);
    if (rank.least > f->n)
        f->n++;
    else
        see_combination(f, rank.most > f->n);
}

/* The bracket of field a of C with field i, in both orders where they may differ. */
static void try_pair(struct fields *f, size_t a, size_t i)
{
    const bool both = f->geom->model->two_anchors;    /* the bracket may not be skew */
    if (i < f->geom->rank && (both ? i < a : i <= a)) /* tried already, or 0 */
        return;
    try_bracket(f, a, i);
    if (both && i != a)
        try_bracket(f, i, a);
}

/* Brackets of C with the fields first..last. */
static void grow(struct fields *f, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        for (size_t a = 0; a < f->geom->rank; a++)
            try_pair(f, a, i);
}

/* The growth vector from Taylor series along curves in C, where brackets are too long. */
static void follow_curves(struct diag *d, const struct geom *g, const ex *field, struct growth *v)
{
    const struct model *m = g->model;
    ex *q = sym_row(d->mem, g->n);
    struct growth found = {.whole = true, .standing = STANDS_LIKELY};
    bool proved = false; /* from below */
    for (size_t i = 0; i < g->n; i++)
        q[i] = m->coord[i].q;
    found.steps =
        ex_bracket_ranks(m->store, field, g->rank, q, g->n, GROWTH_STEPS, found.rank, &proved);
    if (found.steps == 0)
        return;
    found.least = found.rank[found.steps - 1];
    if (found.least >= v->least && (proved || v->least > g->rank))
        *v = found;
}

struct growth geom_growth_vector(struct diag *d, struct proofs *p, struct geom *g)
{
    struct store *s = g->model->store;
    const size_t n = g->n;
    struct fields f = {
        .diag = d,
        .proofs = p,
        .geom = g,
        .at = sym_row(d->mem, (n + 1) * n),
        .n = g->rank,
        .wide = n,
        .budget = ex_size(s).nodes + NODES,
        .standing = STANDS_PROVED,
    };
    struct growth v = {.rank = {g->rank}, .steps = 1};
    for (size_t A = 0; A < g->rank; A++)
        for (size_t B = 0; B < n; B++)
            f.at[A * n + B] = g->frame[B * n + A];
    for (size_t first = 0; f.n < n && v.steps < GROWTH_STEPS && !f.cut && !f.unknown;) {
        const size_t last = f.n;
        grow(&f, first, last);
        if (f.n == last || ((f.cut || f.unknown) && f.n < n))
            break;
        v.rank[v.steps++] = f.n;
        first = last;
    }
    v.least = f.n;
    v.whole = f.n == n || (!f.cut && !f.unknown && v.steps < GROWTH_STEPS);
    v.standing = v.whole ? f.standing : STANDS_OPEN;
    if (!v.whole && lang_is_tangent(g->model))
        follow_curves(d, g, f.at, &v);
    return v;
}
