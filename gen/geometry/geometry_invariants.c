/* gen/geometry/geometry_invariants.c -- consistency check of the geometry between stages. */
#include "gen/geometry/geometry.h"
#include "gen/language/values.h"

static bool sizes_hold(struct diag *d, const struct geom *g)
{
    const struct model *m = g->model;
    if (g->nq == m->coords && g->n == m->sections && g->rank == m->rank && g->rank <= g->n)
        return true;
    base_bug(d, "geom_make",
             "the geometry has %zu coordinates, %zu sections and rank %zu, the model %zu, %zu and "
             "%zu",
             g->nq, g->n, g->rank, m->coords, m->sections, m->rank);
    return false;
}

bool geom_sound(struct diag *d, const struct geom *g)
{
    const struct model *m = g->model;
    const size_t n = g->n, nq = g->nq;
    const struct mem_mark mark = mem_mark(ex_mem(m->store));
    if (!base_canonical(d, m->store, "geom_make") || !sizes_hold(d, g))
        return false;
    struct allowed a = lang_allow_places(d, m, "geom_make");
    const bool good = sym_mentions_only(&a, "the frame", g->frame, n * n) &&
                      sym_mentions_only(&a, "the anchor", g->rho, nq * n) &&
                      sym_mentions_only(&a, "the second anchor", g->right, nq * n) &&
                      sym_mentions_only(&a, "the drift", g->drift, n) &&
                      (!g->coframe || sym_mentions_only(&a, "the coframe", g->coframe, n * n));
    if (good)
        mem_release(ex_mem(m->store), mark);
    return good;
}
