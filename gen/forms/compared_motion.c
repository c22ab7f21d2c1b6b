/* gen/forms/compared_motion.c -- motion in the terms in which formulations are compared.
 *
 * Rates of the coordinates and of the momenta of C, and the energy, as functions of coordinates and
 * velocities: momenta are replaced by eta = dL/dz.
 */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/workings.h"

struct workings *form_workings(struct system *sys)
{
    if (!sys->workings) {
        sys->workings = mem_take(ex_mem(sys->model->store), sizeof *sys->workings);
        *sys->workings = (struct workings){.pull = NULL};
    }
    return sys->workings;
}

void form_compared(const struct system *sys, ex *out)
{
    const size_t nq = sys->geom->nq, r = sys->geom->rank;
    const ex *pull = sys->workings ? sys->workings->pull : NULL;
    for (size_t i = 0; i < nq; i++)
        out[i] = sys->block[RT_rhs].at[i];
    if (!pull && form_is_redundant(sys))
        form_rates(sys, sys->eta, r, &out[nq]);
    for (size_t b = 0; b < r && (pull || !form_is_redundant(sys)); b++)
        out[nq + b] = pull ? pull[b] : sys->block[RT_rhs].at[nq + b];
    out[nq + r] = sys->block[RT_energy].at[0];
    form_on_chart(sys, out, nq + r + 1, out);
}

enum alg_standing form_compared_in_velocities(struct proofs *p, const struct system *sys,
                                              const struct system *v, ex *e, size_t n)
{
    const struct model *m = sys->model;
    const struct workings *w = sys->workings;
    struct store *s = m->store;
    ex *eta = sym_row(ex_mem(s), m->rank), *back = sym_row(ex_mem(s), m->rank);
    ex *velocity = sym_row(ex_mem(s), m->rank);
    enum alg_standing all = STANDS_PROVED;
    if (sys->kind != STATES_eta)
        return all;
    for (size_t b = 0; b < m->rank; b++)
        eta[b] = m->field[b].eta;
    if (w && w->solved) {
        for (size_t a = 0; a < m->rank; a++)
            velocity[a] = ex_div(s, v->zeta[a], w->factor[a]);
        ex_subst(s, e, n, w->solved, velocity, m->rank, e);
        ex_subst(s, w->weighed, m->rank, w->solved, velocity, m->rank, back);
        for (size_t a = 0; a < m->rank; a++) {
            const ex of_momenta = ex_sub(s, w->weighed[a], eta[a]);
            const ex of_velocities = ex_sub(s, back[a], v->eta[a]);
            all = alg_worse(all, alg_prove(p, "velocities solve for momenta", of_momenta));
            all = alg_worse(all, alg_prove(p, "momenta of velocities", of_velocities));
        }
    }
    ex_subst(s, e, n, eta, v->eta, m->rank, e);
    return all;
}

/* mu(y) = b is invariant. Where rhs is long this is proved from the steps of its derivation,
 * together with the equations that it solves. */
static enum alg_standing stays_on_chart(struct diag *d, struct proofs *p, struct system *sys)
{
    enum alg_standing all = STANDS_PROVED;
    if (sys->workings && sys->workings->prove)
        return sys->workings->prove(d, p, sys);
    if (!form_is_redundant(sys) || !form_more_blocks(d, sys, 1U << RT_constraint) ||
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

/* The recorded value on the chart of a held solution is right: value and solution solve the same
 * regular equation. For long solutions, the second half is part of workings->prove. */
static enum alg_standing names_are_right(struct diag *d, struct proofs *p, const struct system *sys)
{
    const struct natural *e = sys->natural;
    const bool proved = sys->workings && sys->workings->prove;
    enum alg_standing all = STANDS_PROVED;
    if (!e || e->helds == 0)
        return all;
    ex *there = sym_row(d->mem, e->helds);
    form_on_chart(sys, e->solves, e->helds, there);
    for (size_t i = 0; i < e->helds; i++)
        all = alg_worse(all, alg_prove(p, "what is solved, where constraints hold", there[i]));
    for (size_t i = 0; i < e->helds && !proved; i++)
        all = alg_worse(all, alg_prove(p, "what is solved", e->solves[i]));
    return all;
}

enum alg_standing form_prove_workings(struct diag *d, struct proofs *p, struct system *sys)
{
    const enum alg_standing stays = stays_on_chart(d, p, sys);
    return alg_worse(stays, names_are_right(d, p, sys));
}
