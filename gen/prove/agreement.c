/* gen/prove/agreement.c -- agreement of the formulations of one law.
 *
 * Rates of the coordinates and of the momenta of C, and the energy, are compared as functions of
 * coordinates and velocities: momenta are replaced by eta = dL/dz. Momenta of C are the same
 * functions in every formulation, for every complement. Without a Lagrangian all formulations have
 * momenta as states, and these are compared directly. Formulations whose states may violate the
 * constraints are compared where the constraints hold, and must preserve them.
 */
#include "gen/prove/prove.h"

static const char *first_reason(const struct diag *d)
{
    return d->first ? d->first->message : "it cannot be computed";
}

/* Builds the systems of all forms of the law; NULL with a reason: the form does not apply. */
static struct agreement build(struct diag *d, struct mech *k, enum lang_law law,
                              struct system **built)
{
    struct agreement out = {.n = 0};
    for (size_t f = 0; f < form_row_count && out.n < 16; f++) {
        struct diag aside = base_aside(d);
        const size_t i = out.n;
        if (!form_follows(d, k, &form_rows[f], law))
            continue;
        built[i] = form_system(&aside, k, &form_rows[f]);
        out.name[i] = form_rows[f].name;
        out.reason[i] = built[i] ? NULL : first_reason(&aside);
        out.n++;
    }
    return out;
}

struct agreement prove_agreement(struct diag *d, struct proofs *p, const struct system *sys)
{
    struct mech *k = sys->mech;
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->nq + g->rank + 1;
    struct system *built[16] = {NULL}, *velocity = NULL, *first = NULL;
    struct agreement out = build(d, k, form_law(sys), built);
    for (size_t i = 0; i < out.n; i++)
        velocity = built[i] && built[i]->kind == STATES_z ? built[i] : velocity;
    ex *want = sym_row(d->mem, n), *have = sym_row(d->mem, n);
    out.standing = alg_prove_claims(p, "the Lagrangian on C", &k->claims);
    for (size_t i = 0; i < out.n; i++) {
        if (!built[i])
            continue;
        const struct claims own = {.at = built[i]->claims.at, .n = built[i]->form_claims};
        out.standing = alg_worse(out.standing, alg_prove_claims(p, "orthogonality", &own));
        out.standing = alg_worse(out.standing, form_prove_workings(d, p, built[i]));
        form_compared(built[i], have);
        if (velocity)
            out.standing = alg_worse(out.standing,
                                     form_compared_in_velocities(p, built[i], velocity, have, n));
        for (size_t j = 0; j < n; j++) {
            if (!first) {
                want[j] = have[j];
                continue;
            }
            const char *what =
                base_text(d->mem, "%s = %s", first->form->name, built[i]->form->name);
            const enum alg_standing is = alg_prove(p, what, ex_sub(s, have[j], want[j]));
            if (is == STANDS_NOT && !out.differs)
                out.differs = what;
            out.standing = alg_worse(out.standing, is);
        }
        first = first ? first : built[i];
    }
    return out;
}
