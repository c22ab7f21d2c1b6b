/* gen/prove/agreement.c -- agreement of the formulations of one law.
 *
 * Rates of the coordinates and of the momenta of C, and the energy, are compared, all as functions
 * of coordinates and velocities: momenta are replaced by what they are in velocities, eta = dL/dz.
 * Momenta of C are the same functions in every formulation, whatever the complement. Where there is
 * no Lagrangian all have momenta as states, and these are compared as they are. States that may
 * violate the constraints are looked at where they do not, and must stay there.
 */
#include "gen/prove/prove.h"

#include <string.h>

/* Rates of q, then of eta_b, then the energy, by the state; by q and z where there is a chart. */
static void rates_of(const struct system *sys, ex *out)
{
    const size_t nq = sys->geom->nq, r = sys->geom->rank;
    if (sys->chart) {
        if (!sys->pull)
            form_rates(sys, sys->eta, r, &out[nq]);
        for (size_t b = 0; b < r && sys->pull; b++)
            out[nq + b] = sys->pull[b];
        for (size_t i = 0; i < nq; i++)
            out[i] = sys->block[RT_rhs].at[i];
        out[nq + r] = sys->block[RT_energy].at[0];
        form_on_chart(sys, out, nq + r + 1, out);
        return;
    }
    for (size_t i = 0; i < nq + r; i++)
        out[i] = i >= nq && sys->pull ? sys->pull[i - nq] : sys->block[RT_rhs].at[i];
    out[nq + r] = sys->block[RT_energy].at[0];
}

/* eta_b = dL/dz^b at the velocities drift + z^a f_a. Momenta that stand for velocities are those
 * first: what they were solved from is `v->eta` again, which is proved apart. */
static enum alg_standing in_velocities(struct proofs *p, const struct system *sys,
                                       const struct system *v, ex *e, size_t n)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    ex *eta = sym_row(ex_mem(s), m->rank), *back = sym_row(ex_mem(s), m->rank);
    ex *velocity = sym_row(ex_mem(s), m->rank);
    enum alg_standing all = STANDS_PROVED;
    if (sys->pull || sys->chart)
        return all;
    for (size_t b = 0; b < m->rank; b++)
        eta[b] = m->field[b].eta;
    if (sys->solved) {
        for (size_t a = 0; a < m->rank; a++)
            velocity[a] = ex_div(s, v->zeta[a], sys->factor[a]);
        ex_subst(s, e, n, sys->solved, velocity, m->rank, e);
        ex_subst(s, sys->weighed, m->rank, sys->solved, velocity, m->rank, back);
        for (size_t a = 0; a < m->rank; a++) {
            const ex of_momenta = ex_sub(s, sys->weighed[a], eta[a]);
            const ex of_velocities = ex_sub(s, back[a], v->eta[a]);
            all = alg_worse(all, alg_prove(p, "velocities solve for momenta", of_momenta));
            all = alg_worse(all, alg_prove(p, "momenta of velocities", of_velocities));
        }
    }
    ex_subst(s, e, n, eta, v->eta, m->rank, e);
    return all;
}

/* mu(y) = b at all times, if it is so at one. Where rhs is long that is proved from how it was
 * found, together with all that it is to solve. */
static enum alg_standing stays_on_chart(struct diag *d, struct proofs *p, struct system *sys)
{
    enum alg_standing all = STANDS_PROVED;
    if (sys->prove_workings)
        return sys->prove_workings(d, p, sys);
    if (!sys->chart || !form_more_blocks(d, sys, 1U << RT_constraint) ||
        !sys->block[RT_constraint].at)
        return all;
    const size_t n = sys->block[RT_constraint].rows;
    ex *rate = sym_row(d->mem, n);
    form_rates(sys, sys->block[RT_constraint].at, n, rate);
    form_on_chart(sys, rate, n, rate);
    for (size_t i = 0; i < n; i++)
        all = alg_worse(all, alg_prove(p, "constraints are kept", rate[i]));
    return all;
}

/* Names of solutions are what they are said to be on the chart: both solve the same, which for long
 * ones is among their workings. */
static enum alg_standing names_are_right(struct diag *d, struct proofs *p, const struct system *sys)
{
    enum alg_standing all = STANDS_PROVED;
    ex *there = sym_row(d->mem, sys->helds);
    if (sys->helds == 0)
        return all;
    form_on_chart(sys, sys->solves, sys->helds, there);
    for (size_t i = 0; i < sys->helds; i++)
        all = alg_worse(all, alg_prove(p, "what is solved, where constraints hold", there[i]));
    for (size_t i = 0; i < sys->helds && !sys->prove_workings; i++)
        all = alg_worse(all, alg_prove(p, "what is solved", sys->solves[i]));
    return all;
}

static const char *first_reason(const struct diag *d)
{
    return d->first ? d->first->message : "it cannot be computed";
}

/* Virtual displacements that are stated and are the allowed velocities: the law of d'Alembert. */
static bool is_same_law(struct mech *k, const struct form_row *form)
{
    struct diag aside = {.mem = ex_mem(k->geom->model->store)};
    const struct system *sys =
        form->law == LAW_servo && k->geom->model->virtuals ? form_system(&aside, k, form) : NULL;
    return sys && sys->servo && !sys->servo->tilted;
}

/* Systems of the law, NULL where a form does not apply, and why it does not. */
static struct agreement build(struct diag *d, struct mech *k, enum lang_law law,
                              struct system **built)
{
    struct agreement out = {.n = 0};
    for (size_t f = 0; f < form_row_count && out.n < 16; f++) {
        struct diag aside = {.mem = d->mem};
        const size_t i = out.n;
        if (form_rows[f].law != law && !is_same_law(k, &form_rows[f]))
            continue;
        built[i] = form_system(&aside, k, &form_rows[f]);
        out.name[i] = form_rows[f].name;
        out.reason[i] = built[i] ? NULL : first_reason(&aside);
        out.n++;
    }
    return out;
}

/* That of d'Alembert where virtual displacements are the allowed velocities. */
static enum lang_law law_of(const struct system *sys)
{
    return sys->servo && !sys->servo->tilted && !sys->lopsided ? LAW_nonholonomic : sys->form->law;
}

struct agreement prove_agreement(struct diag *d, struct proofs *p, const struct system *sys)
{
    struct mech *k = sys->mech;
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->nq + g->rank + 1;
    struct system *built[16] = {NULL}, *velocity = NULL, *first = NULL;
    struct agreement out = build(d, k, law_of(sys), built);
    for (size_t i = 0; i < out.n; i++)
        velocity = built[i] && built[i]->pull && !built[i]->chart ? built[i] : velocity;
    ex *want = sym_row(d->mem, n), *have = sym_row(d->mem, n);
    out.standing = alg_prove_claims(p, "the Lagrangian on C", &k->claims);
    for (size_t i = 0; i < out.n; i++) {
        if (!built[i])
            continue;
        const struct claims own = {.at = built[i]->claims.at, .n = built[i]->form_claims};
        out.standing = alg_worse(out.standing, alg_prove_claims(p, "orthogonality", &own));
        out.standing = alg_worse(out.standing, stays_on_chart(d, p, built[i]));
        out.standing = alg_worse(out.standing, names_are_right(d, p, built[i]));
        rates_of(built[i], have);
        if (velocity)
            out.standing = alg_worse(out.standing, in_velocities(p, built[i], velocity, have, n));
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
