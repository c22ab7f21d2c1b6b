/* gen/forms/block_reset.c -- block `reset`: the state after an event.
 *
 * A reset names coordinates, velocities of any sort or momenta. Coordinates that it does not name
 * stay; so do quasi-velocities of the frame. Velocities in other terms, and momenta, are equations
 *
 *   M(q) z + c(q) = value
 *
 * at the new coordinates, for those quasi-velocities that occur in them and are not named. Each
 * further equation is a condition: a reset that does not satisfy it violates a constraint. States
 * that are momenta follow by eta = dL/dz at the new point; natural ones by the chart of the system,
 * whose multipliers, where they are unknowns too, are treated like velocities.
 */
#include "gen/forms/form.h"

#include <string.h>

/* The state after a reset, and equations for its velocities. */
struct asked {
    struct diag *diag;
    struct system *sys;
    size_t event;
    ex *q;           /* nq: coordinates afterwards */
    const ex *known; /* r: symbols of the unknowns: z^a, and multipliers that are unknowns */
    ex *z;           /* r: their values afterwards */
    size_t r;
    bool *free; /* r: not named; it keeps its value unless an equation determines it */
    /* equations M z + c = value; n of them */
    ex *M, *c, *value;
    struct span *where;
    size_t n;
};

/* Does the reset name a coordinate or an unknown, rather than a function of these? */
static bool is_named(const struct asked *k, const struct ival *v)
{
    const bool unknown = v->of == IVAL_QUASI && v->index < k->sys->geom->rank;
    return v->of == IVAL_COORD || v->of == IVAL_MULTIPLIER ||
           (unknown && !form_rests_in_states(k->sys));
}

static bool refuse(struct asked *k, struct span where, const char *message, const char *help)
{
    base_error(k->diag, where, "%s", message)->help = help;
    return false;
}

/* The quantity as a function of q, z^a and t. */
static bool find_quantity(struct asked *k, const struct ival *v, ex *out)
{
    struct system *sys = k->sys;
    struct geom *g = sys->geom;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = g->n;
    ex *zeta = sym_row(k->diag->mem, n), *z = sym_row(k->diag->mem, n), *eta = NULL;
    for (size_t A = 0; A < n; A++) {
        z[A] = m->field[A].z;
        zeta[A] = A < g->rank ? ex_add2(s, z[A], g->drift[A]) : g->drift[A];
    }
    if (form_rests_in_states(sys)) /* the unknowns are states */
        return form_quantity(k->diag, sys, v, out);
    if (v->of == IVAL_VELOCITY)
        *out = sym_dot(s, &g->rho[v->index * n], 1, zeta, n);
    else if (v->of == IVAL_SECTION)
        *out = sym_dot(s, &g->frame[v->index * n], 1, zeta, n);
    else if (v->of == IVAL_QUASI) /* along the complement: is_named is true of the others */
        *out = zeta[v->index];
    else if (v->of == IVAL_NATURAL && form_chart(sys) && sys->kind == STATES_p)
        *out = form_chart(sys)[g->nq + v->index];
    else if (!sys->mech->has_lagrangian)
        return refuse(
            k, v->where, "this momentum cannot be reset alone",
            "velocities do not follow from a Hamiltonian here: reset eta_NAME of the frame");
    else {
        eta = sym_row(k->diag->mem, n);
        ex_gradient(s, sys->mech->L, z, n, eta);
        ex_subst(s, eta, n, z, zeta, n, eta);
        const ex *coframe = v->of == IVAL_NATURAL ? geom_coframe(k->diag, g) : NULL;
        if (v->of == IVAL_NATURAL && !coframe)
            return false;
        *out = coframe ? sym_dot(s, &coframe[v->index], n, eta, n) : eta[v->index];
    }
    return true;
}

static bool add_equation(struct asked *k, const struct ival *v)
{
    const struct geom *g = k->sys->geom;
    const struct model *m = k->sys->model;
    struct store *s = m->store;
    const size_t r = k->r;
    ex quantity = EX_POISON, *none = sym_row(k->diag->mem, r);
    ex *row = &k->M[k->n * r], *q = sym_row(k->diag->mem, g->nq);
    if (!find_quantity(k, v, &quantity))
        return false;
    for (size_t a = 0; a < r; a++)
        none[a] = ex_int(s, 0);
    ex_gradient(s, quantity, k->known, r, row);
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            if (ex_has(s, row[a], k->known[b]))
                return refuse(k, v->where, "this momentum is no linear function of velocities",
                              "reset velocities instead, or all momenta of the frame");
    ex_subst(s, &quantity, 1, k->known, none, r, &k->c[k->n]);
    for (size_t i = 0; i < g->nq; i++)
        q[i] = m->coord[i].q;
    ex_subst(s, row, r, q, k->q, g->nq, row);
    ex_subst(s, &k->c[k->n], 1, q, k->q, g->nq, &k->c[k->n]);
    form_at_state_all(k->sys, &v->value, 1, &k->value[k->n]);
    k->where[k->n++] = v->where;
    return true;
}

/* value - c - M z, where the sum is over the z that are not open. */
static ex right_side(const struct asked *k, size_t i, const bool *open)
{
    struct store *s = k->sys->model->store;
    const size_t r = k->r;
    ex e = ex_sub(s, k->value[i], k->c[i]);
    for (size_t a = 0; a < r; a++)
        if (!open[a])
            e = ex_sub(s, e, ex_mul2(s, k->M[i * r + a], k->z[a]));
    return e;
}

/* Solves some n of the equations for the open quasi-velocities; returns which, or NULL: no solvable
 * choice was found. */
static const size_t *solve_open(struct asked *k, const bool *open, size_t n)
{
    enum { TRIES = 64 };
    struct store *s = k->sys->model->store;
    struct mem *mem = k->diag->mem;
    const size_t r = k->r;
    size_t *at = mem_take_array(mem, n + 1, sizeof *at), tries = 0;
    ex *a = sym_row(mem, n * n), *b = sym_row(mem, n), *x = sym_row(mem, n);
    for (size_t i = 0; i < n; i++)
        at[i] = i;
    do {
        for (size_t i = 0; i < n; i++) {
            b[i] = right_side(k, at[i], open);
            for (size_t c = 0, j = 0; c < r; c++)
                if (open[c])
                    a[i * n + j++] = k->M[at[i] * r + c];
        }
        if (sym_solve(s, a, n, b, 1, x)) {
            for (size_t c = 0, j = 0; c < r; c++)
                if (open[c])
                    k->z[c] = x[j++];
            return at;
        }
    } while (sym_next_choice(at, n, k->n) && ++tries < TRIES);
    return NULL;
}

/* A condition that is an identity is dropped, one that cannot hold is an error, and another is kept
 * for the run to check. */
static bool keep_condition(struct asked *k, size_t i, const bool *none)
{
    struct system *sys = k->sys;
    struct store *s = sys->model->store;
    ex off = right_side(k, i, none);
    if (sym_is_null(s, off) || ex_zero(s, off, false).answer == EX_ZERO)
        return true;
    ex_simplify(s, &off, 1, &off);
    if (ex_symbols(s, &off, 1).n == 0) {
        const char *size = ex_show(s, off, EX_PLAIN);
        return refuse(k, k->where[i], "this violates a constraint",
                      base_text(k->diag->mem, "it is off by %s from what the velocities can be",
                                size ? size : "something"));
    }
    sys->residue[sys->residues++] = (struct residue){k->event, off, k->where[i]};
    return true;
}

static bool solve_velocities(struct asked *k)
{
    struct store *s = k->sys->model->store;
    const size_t r = k->r;
    bool *open = mem_take_array(k->diag->mem, r + 1, sizeof *open);
    bool *none = mem_take_array(k->diag->mem, r + 1, sizeof *none);
    size_t n = 0;
    struct mem_text names = mem_text(k->diag->mem);
    for (size_t a = 0; a < r; a++) {
        open[a] = none[a] = false;
        for (size_t i = 0; i < k->n && k->free[a]; i++)
            open[a] |= !sym_is_null(s, k->M[i * r + a]);
        if (open[a])
            mem_put_f(&names, "%s%s", n ? ", " : "", form_unknown_name(k->sys, a));
        n += open[a];
    }
    if (n > k->n)
        return refuse(
            k, k->where[0], "this does not say what all velocities are afterwards",
            base_text(k->diag->mem, "it depends on %s: give as many values, or these", names.text));
    const size_t *used = n ? solve_open(k, open, n) : NULL;
    if (n && !used)
        return refuse(k, k->where[0], "the velocities afterwards do not follow from these", NULL);
    for (size_t i = 0, j = 0; i < k->n; i++) {
        if (j < n && used[j] == i)
            j++;
        else if (!keep_condition(k, i, none))
            return false;
    }
    return true;
}

/* eta_a = dL/dz^a at the new point; the state symbol where it does not change. */
static void put_momenta(struct asked *k, ex *out)
{
    const struct geom *g = k->sys->geom;
    const struct model *m = k->sys->model;
    struct store *s = m->store;
    struct mem *mem = k->diag->mem;
    const size_t n = g->n, nq = g->nq, r = g->rank;
    ex *from = sym_row(mem, n + nq), *to = sym_row(mem, n + nq), *drift = sym_row(mem, n);
    for (size_t i = 0; i < nq; i++) {
        from[n + i] = m->coord[i].q;
        to[n + i] = k->q[i];
    }
    ex_subst(s, g->drift, n, from + n, to + n, nq, drift);
    for (size_t A = 0; A < n; A++) {
        from[A] = m->field[A].z;
        to[A] = A < r ? ex_add2(s, k->z[A], drift[A]) : drift[A];
    }
    ex_gradient(s, k->sys->mech->L, from, r, out);
    ex_subst(s, out, r, from, to, n + nq, out);
    for (size_t a = 0; a < r; a++)
        if (ex_zero(s, ex_sub(s, out[a], k->sys->state[nq + a]), false).answer == EX_ZERO)
            out[a] = k->sys->state[nq + a];
}

/* States eta_a from their given values. True: these are final, because the reset names all of them,
 * or only them where velocities cannot be reset. */
static bool put_states(struct asked *k, const struct event *ev, ex *out)
{
    const struct system *sys = k->sys;
    const size_t nq = sys->geom->nq, r = sys->geom->rank;
    size_t given = 0, others = 0;
    for (size_t a = 0; a < r; a++)
        out[a] = sys->state[nq + a];
    for (size_t i = 0; i < ev->resets; i++) {
        const struct ival *v = &ev->reset[i];
        const bool own = v->of == IVAL_MOMENTUM && v->index < r;
        if (own)
            form_at_state_all(sys, &v->value, 1, &out[v->index]);
        given += own;
        others += !own && v->of != IVAL_COORD;
    }
    return (given == r || !form_resets_velocities(sys)) && others == 0;
}

/* Natural states from the chart, so that the constraints hold. */
static void put_chart(const struct asked *k, ex *out)
{
    const struct system *sys = k->sys;
    const size_t nq = sys->geom->nq;
    ex *from = sym_row(k->diag->mem, nq + k->r), *to = sym_row(k->diag->mem, nq + k->r);
    for (size_t i = 0; i < nq; i++) {
        from[i] = sys->model->coord[i].q;
        to[i] = k->q[i];
    }
    memcpy(from + nq, k->known, k->r * sizeof *from);
    memcpy(to + nq, k->z, k->r * sizeof *to);
    ex_subst(sys->model->store, form_chart(sys), sys->states, from, to, nq + k->r, out);
}

/* Momenta that do not follow from velocities: only the named states change. */
static bool put_free_momenta(struct asked *k, const struct event *ev, ex *out)
{
    const struct system *sys = k->sys;
    for (size_t i = 0; i < ev->resets; i++) {
        const struct ival *v = &ev->reset[i];
        if (v->of != IVAL_COORD && v->of != IVAL_NATURAL)
            return refuse(k, v->where, "this cannot be reset in the present form",
                          "velocities follow from coordinates here; p_NAME are free");
        form_at_state_all(sys, &v->value, 1,
                          &out[v->of == IVAL_COORD ? v->index : k->sys->geom->nq + v->index]);
    }
    return true;
}

/* Values of the named quantities; the present values of all others. */
static bool take_named(struct asked *k, const struct event *ev)
{
    const struct system *sys = k->sys;
    const size_t nq = sys->geom->nq, rank = sys->geom->rank;
    k->n = 0;
    for (size_t i = 0; i < nq; i++)
        k->q[i] = sys->model->coord[i].q;
    for (size_t a = 0; a < k->r; a++) {
        k->z[a] = form_unknown_value(sys, a);
        k->free[a] = true;
    }
    for (size_t i = 0; i < ev->resets; i++) {
        const struct ival *v = &ev->reset[i];
        size_t a = v->index;
        if (v->of == IVAL_COORD)
            form_at_state_all(sys, &v->value, 1, &k->q[v->index]);
        if (v->of == IVAL_MULTIPLIER)
            a += rank;
        else if (v->of == IVAL_COORD || !is_named(k, v))
            continue;
        if (a >= k->r)
            return refuse(k, v->where, "multipliers follow from the state in this form",
                          "reset coordinates, velocities or momenta");
        form_at_state_all(sys, &v->value, 1, &k->z[a]);
        k->free[a] = false;
    }
    return true;
}

/* The state after one event. */
static bool put_reset(struct asked *k, const struct event *ev, ex *out)
{
    struct system *sys = k->sys;
    const size_t nq = sys->geom->nq;
    const bool momenta = sys->kind == STATES_eta;
    memcpy(out, sys->state, sys->states * sizeof *out);
    if (form_has_free_momenta(sys))
        return put_free_momenta(k, ev, out);
    if (!take_named(k, ev))
        return false;
    memcpy(out, k->q, nq * sizeof *out);
    if (momenta && put_states(k, ev, out + nq))
        return true;
    for (size_t i = 0; i < ev->resets; i++) {
        const struct ival *v = &ev->reset[i];
        if (momenta && v->of != IVAL_COORD && !form_resets_velocities(sys))
            return refuse(k, v->where, "velocities cannot be reset where only momenta are known",
                          "reset momenta eta_NAME of the frame instead");
        if (!is_named(k, v) && !add_equation(k, v))
            return false;
    }
    if (k->n && !solve_velocities(k))
        return false;
    if (form_is_redundant(sys))
        put_chart(k, out);
    else if (momenta)
        put_momenta(k, out + nq);
    else
        memcpy(out + nq, k->z, k->r * sizeof *out);
    return true;
}

bool form_derive_reset(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    const size_t n = sys->states;
    const size_t r = form_unknowns(sys);
    size_t most = 0, all = 0;
    for (size_t i = 0; i < m->events; i++) {
        most = m->event[i].resets > most ? m->event[i].resets : most;
        all += m->event[i].resets;
    }
    if (all == 0)
        return true;
    ex *known = sym_row(d->mem, r);
    for (size_t a = 0; a < r; a++)
        known[a] = form_unknown(sys, a);
    struct asked k = {.diag = d,
                      .sys = sys,
                      .q = sym_row(d->mem, m->coords),
                      .known = known,
                      .z = sym_row(d->mem, r),
                      .r = r,
                      .free = mem_take_array(d->mem, r + 1, sizeof *k.free),
                      .M = sym_row(d->mem, most * r),
                      .c = sym_row(d->mem, most),
                      .value = sym_row(d->mem, most),
                      .where = mem_take_array(d->mem, most + 1, sizeof *k.where)};
    const size_t before = d->errors;
    sys->residue = mem_take_array(d->mem, all, sizeof *sys->residue);
    sys->residues = 0;
    ex *out = form_block_make(sys, RT_reset, m->events, n);
    for (k.event = 0; k.event < m->events; k.event++)
        if (m->event[k.event].act == ACT_reset)
            put_reset(&k, &m->event[k.event], &out[k.event * n]);
        else
            memcpy(&out[k.event * n], sys->state, n * sizeof *out);
    return d->errors == before;
}
