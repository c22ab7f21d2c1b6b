/* gen/prove/growth_lines.c -- lines of `check` about the brackets of C: growth vector, integrals.
 */
#include "gen/prove/screen.h"

/* Functions that are constant along all curves in C; the brackets of C leave `wanted`. */
static void put_integrals(struct screen *sc, size_t wanted)
{
    struct geom *g = sc->sys->geom;
    struct integrals found;
    if (wanted == 0 || !lang_is_tangent(g->model) || g->affine || g->moving)
        return;
    geom_integrals(sc->diag, sc->proofs, g, wanted, &found);
    for (size_t i = found.given; i < found.n; i++)
        prove_say(sc, "integral",
                  base_text(sc->diag->mem, "constant along all curves in C: %s",
                            prove_show(sc, found.at[i])),
                  STANDS_PROVED);
    if (found.n < wanted)
        prove_tell(sc, "integral",
                   base_text(sc->diag->mem,
                             "%zu of %zu functions that are constant along curves in C "
                             "were found; the search is not exhaustive",
                             found.n, wanted));
}

/* Lines for a growth vector that is not known to its end. */
static void put_partly(struct screen *sc, const char *which, const struct growth *v)
{
    if (v->least > sc->sys->geom->rank)
        prove_say(sc, "growth",
                  base_text(sc->diag->mem,
                            "%snot integrable: brackets reach at least %zu directions", which,
                            v->least),
                  STANDS_PROVED);
    else
        prove_put(
            sc, "growth",
            base_text(sc->diag->mem, "whether %sintegrable: undecided", *which ? which : "C is "),
            STANDS_OPEN);
}

static void put_ranks(struct mem_text *out, const size_t *rank, size_t n)
{
    mem_put(out, "growth vector (");
    for (size_t i = 0; i < n; i++)
        mem_put_f(out, "%s%zu", i ? ", " : "", rank[i]);
}

/* Where the growth vector is not the generic one. */
static void put_drops(struct screen *sc, const struct growth_drops *drops)
{
    for (size_t k = 0; k < drops->n && drops->known; k++) {
        const struct growth_drop *at = &drops->at[k];
        struct mem_text text = mem_text(sc->diag->mem);
        if (at->steps > 0) {
            put_ranks(&text, at->rank, at->steps);
            mem_put(&text, ") where ");
        } else {
            mem_put(&text, at->sure ? "the growth vector drops where "
                                    : "the growth vector can only drop where ");
        }
        for (size_t i = 0; i < at->n; i++)
            mem_put_f(&text, "%s%s = 0", i ? " and " : "", prove_show(sc, at->zero[i]));
        mem_put(&text, at->starts ? ", as at the initial state" : "");
        prove_say(sc, "growth drop", text.text, STANDS_PROVED);
    }
    if (!drops->known)
        prove_tell(sc, "growth drop", "where the growth vector drops was not determined");
}

void prove_put_growth(struct screen *sc)
{
    struct geom *g = sc->sys->geom;
    const struct stated *bound = NULL;
    struct mem_text text = mem_text(sc->diag->mem);
    if (g->rank == g->n) {
        if (form_bounds(sc->sys, &bound) == 0)
            prove_tell(sc, "growth", "no constraints");
        return;
    }
    const struct growth v = geom_growth_vector(sc->diag, sc->proofs, g);
    put_ranks(&text, v.rank, v.steps);
    const char *which = g->affine ? "C without the drift is " : g->moving ? "C at each t is " : "";
    if (!v.whole) {
        mem_put(&text, ", ...): the rest is undecided");
        prove_put(sc, "growth", text.text, STANDS_OPEN);
        put_partly(sc, which, &v);
        return;
    }
    const struct growth_drops drops = geom_growth_drops(sc->diag, g, &v);
    mem_put_f(&text, ")%s: %s%s", drops.known && drops.n == 0 ? "" : " generically", which,
              v.least > g->rank ? "not integrable" : "integrable");
    prove_say(sc, "growth", text.text, v.standing);
    put_drops(sc, &drops);
    put_integrals(sc, g->n - v.rank[v.steps - 1]);
}

/* Brackets of fields of C that have a part along the complement: [f_k, f_j] = c^i_jk f_i. Skew ones
 * are named in the order of their indices. */
void prove_put_leaving(struct screen *sc)
{
    enum { SHOWN = 12 };
    struct geom *g = sc->sys->geom;
    const struct field *f = g->model->field;
    size_t leave = 0;
    if (!geom_structure(sc->diag, g))
        return;
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        if (c->i < g->rank || c->j >= g->rank || c->k >= g->rank)
            continue;
        const bool both = !geom_has_one_anchor(g);
        ex value = c->value;
        const char *shown = prove_show_as(sc, &value, SYM_CHECK_LINE);
        const enum ex_answer zero = ex_zero(g->model->store, value, false).answer;
        if (zero == EX_ZERO || leave++ >= SHOWN) /* it may be zero in disguise */
            continue;
        const char *text =
            base_text(sc->diag->mem, "[%s, %s] %s C:  %s = %s", f[both ? c->k : c->j].name,
                      f[both ? c->j : c->k].name, zero == EX_NOT_ZERO ? "leaves" : "may leave",
                      print_structure_text(g, c), shown);
        if (zero == EX_NOT_ZERO)
            prove_tell(sc, "leaves", text);
        else
            prove_put(sc, "leaves", text, STANDS_OPEN);
    }
    if (leave > SHOWN)
        prove_tell(sc, "leaves", base_text(sc->diag->mem, "and %zu more", leave - SHOWN));
}
