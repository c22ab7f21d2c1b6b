/* gen/start/initial_velocities.c -- quasi-velocities from given velocities and momenta.
 *
 * They may be given as x', as velocities of an algebra or of sections, as quasi-velocities or as
 * momenta, in any mixture. Each is a function of the state, hence one equation for the
 * quasi-velocities of C: those of the command line have priority, then those of the model, and
 * velocities that remain free are 0. The equations are solved by Newton's method, in one step if
 * all are linear.
 */
#include "gen/base/linear.h"
#include "gen/start/initial_state.h"

#include <math.h>
#include <string.h>

/* row . dz = value, for the quasi-velocities of C */
struct equation {
    ex quantity;
    double *row, value;
    double target, size; /* the row was divided by `size` */
    size_t natural;      /* it is the velocity along this section; n: another quantity */
    struct span where;
    bool momentum;
    int rank;   /* 0: of the command line, 1: of the model, 2: default 0, 3: a momentum of C, not
                 an equation, only for the scale of momenta */
    bool given; /* in the model or on the command line */
    bool used;
    bool open; /* those of the command line alone do not determine it */
};
struct equations {
    struct equation *at;
    size_t n, unknowns, options;
    size_t first; /* the first state that is unknown */
    bool states;  /* the unknowns are states, not quasi-velocities */
    double scale;
};

/* The quantity that is 0 by default: the velocity along C if the state determines it, else the
 * state variable. */
static ex free_quantity(const struct system *sys, size_t i)
{
    if (form_starts_everywhere(sys))
        return sys->state[i];
    return i < sys->geom->rank && !form_rests_in_states(sys) ? sys->block[RT_vel].at[i]
                                                             : sys->state[sys->model->coords + i];
}

/* The value that is given for the quantity of e. */
static void take_given(const struct place *at, const struct ival *v, struct equation *e)
{
    const struct model *m = at->sys->model;
    e->given = true;
    e->where = v->where;
    e->target = lang_value(m, v->value, at->p);
    e->momentum = v->of == IVAL_MOMENTUM || v->of == IVAL_NATURAL;
    if (v->of == IVAL_SECTION || (v->of == IVAL_VELOCITY && !lang_has_own_sections(m)))
        e->natural = v->index;
    e->rank = v->where.src == m->src && !v->chosen;
}

static struct equations find_equations(struct diag *d, const struct place *at,
                                       const struct given *given)
{
    const struct system *sys = at->sys;
    const struct model *m = sys->model;
    const bool everywhere = form_starts_everywhere(sys);
    const size_t first = everywhere ? 0 : m->coords;
    const size_t r = sys->states - first, rank = sys->geom->rank;
    const struct stated *bound = NULL;
    const size_t bounds = form_bounds(sys, &bound);
    struct equations all = {
        .at = mem_take_array(d->mem, bounds + given->n + 2 * r + 1, sizeof *all.at),
        .unknowns = r,
        .first = first,
        .states = everywhere || (!sys->mech->has_lagrangian && !form_is_redundant(sys))};
    for (size_t i = 0; i < bounds; i++) /* constraints have priority over given values */
        all.at[all.n++] = (struct equation){.quantity = bound[i].value,
                                            .row = mem_take_array(d->mem, r + 1, sizeof(double)),
                                            .natural = sys->geom->n,
                                            .where = bound[i].where,
                                            .momentum = true};
    for (size_t i = 0; i < given->n + 2 * r; i++) {
        struct equation *e = &all.at[all.n];
        const struct ival *v = i < given->n ? &given->at[i] : NULL;
        *e = (struct equation){.row = mem_take_array(d->mem, r + 1, sizeof *e->row),
                               .natural = sys->geom->n,
                               .momentum = i < given->n + r,
                               .rank = i < given->n + r ? 3 : 2};
        if (v && v->guess) /* see start_choose_branch */
            continue;
        if (!v && e->rank == 3)
            e->quantity = sys->eta[i - given->n < rank ? i - given->n : 0];
        else if (!v)
            e->quantity = free_quantity(sys, i - given->n - r);
        else if (v->of == IVAL_COORD && everywhere)
            e->quantity = m->coord[v->index].q;
        else if (!form_quantity(d, sys, v, &e->quantity))
            continue;
        if (v) {
            take_given(at, v, e);
            all.options += e->rank == 0;
        }
        all.n++;
    }
    return all;
}

/* A quantity without a value at the current state, such as a velocity p / |p| at p = 0, is not yet
 * an equation: others may move the state away from there. */
static void skip_infinite(const struct equations *all, double *f, double *J)
{
    const size_t r = all->unknowns;
    for (size_t i = 0; i < all->n && all->states; i++) {
        if (isfinite(f[i]) && base_all_finite(&J[i * r], r))
            continue;
        f[i] = all->at[i].target;
        memset(&J[i * r], 0, r * sizeof *J);
    }
}

/* Rows at the current state: d quantity/ds, or d quantity/dz = d quantity/ds (dz/ds)^-1. */
static bool linearise(struct diag *d, const struct place *at, struct equations *all,
                      const ex *slope)
{
    const size_t r = all->unknowns, n = all->n;
    double *f = mem_take_array(d->mem, n + 1, sizeof *f);
    double *J = mem_take_array(d->mem, n * r + 1, sizeof *J);
    ex *q = sym_row(d->mem, n);
    for (size_t i = 0; i < n; i++)
        q[i] = all->at[i].quantity;
    start_eval_place(at, q, n, f);
    start_eval_place(at, slope, n * r, J);
    skip_infinite(all, f, J);
    const double *Z = &J[(n - r) * r]; /* the last equations are z^a = 0 */
    double *ZT = mem_take_array(d->mem, r * (r + n) + 1, sizeof *ZT), *X = &ZT[r * r];
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            ZT[a * r + b] = Z[b * r + a];
    for (size_t a = 0; a < r; a++)
        for (size_t i = 0; i < n; i++)
            X[a * n + i] = J[i * r + a];
    if (!base_all_finite(f, n) || (!all->states && !base_solve(ZT, r, X, n)))
        return false;
    double mass = 0; /* momenta are divided by it, to have the scale of velocities */
    for (size_t i = 0; i < n * r; i++)
        if (all->at[i % n].rank == 3 && !all->states)
            mass = fmax(mass, fabs(X[i]));
    all->scale = 0;
    for (size_t i = 0; i < n; i++) {
        struct equation *e = &all->at[i];
        e->size = e->momentum && mass > 0 ? mass : 1;
        for (size_t a = 0; a < r; a++)
            e->row[a] = X[a * n + i] / e->size;
        e->value = (e->target - f[i]) / e->size;
        e->used = false;
        if (e->rank < 2)
            all->scale = fmax(all->scale, fabs(e->target) / e->size);
    }
    return true;
}

/* The unused equation of this rank with the largest coefficient, or NULL. */
static struct equation *find_pivot(struct equations *all, const bool *solved, int rank, size_t *col)
{
    const double tiny = 1e-12;
    struct equation *best = NULL;
    double size = tiny;
    for (size_t i = 0; i < all->n; i++)
        for (size_t a = 0; a < all->unknowns && !all->at[i].used && all->at[i].rank == rank; a++)
            if (!solved[a] && fabs(all->at[i].row[a]) > size) {
                size = fabs(all->at[i].row[a]);
                best = &all->at[i];
                *col = a;
            }
    return best;
}

static void eliminate(struct equations *all, struct equation *pivot, size_t col)
{
    for (size_t i = 0; i < all->n; i++) {
        struct equation *e = &all->at[i];
        if (e == pivot || e->row[col] == 0)
            continue;
        const double factor = e->row[col] / pivot->row[col];
        for (size_t a = 0; a < all->unknowns; a++)
            e->row[a] -= factor * pivot->row[a];
        e->row[col] = 0;
        e->value -= factor * pivot->value;
    }
    pivot->used = true;
}

static void mark_open(struct equations *all)
{
    const double tiny = 1e-12;
    for (size_t i = 0; i < all->n; i++) {
        all->at[i].open = false;
        for (size_t a = 0; a < all->unknowns; a++)
            all->at[i].open |= fabs(all->at[i].row[a]) > tiny;
    }
}

/* Solves for dz; `of[a]` is the equation that determines z^a. Values of unused equations are their
 * residuals. */
static void solve(struct equations *all, double *dz, struct equation **of, bool *solved)
{
    size_t col = 0;
    for (size_t a = 0; a < all->unknowns; a++)
        solved[a] = false;
    for (int rank = 0; rank < 3; rank++) {
        for (struct equation *pivot; (pivot = find_pivot(all, solved, rank, &col));) {
            eliminate(all, pivot, col);
            solved[col] = true;
            of[col] = pivot;
        }
        if (rank == 0)
            mark_open(all);
    }
    for (size_t a = 0; a < all->unknowns; a++)
        dz[a] = solved[a] ? of[a]->value / of[a]->row[a] : 0;
}

/* x' = .., wx = ..: the velocities at the state, for help. */
static const char *velocities_text(struct diag *d, const struct place *at)
{
    const struct model *m = at->sys->model;
    const size_t first = lang_first_section(m), n = m->coords + m->sections - first;
    struct mem_text text = mem_text(d->mem);
    ex *e = sym_row(d->mem, m->coords + m->sections), *y = sym_row(d->mem, m->sections);
    double *v = mem_take_array(d->mem, n + 1, sizeof *v);
    form_natural_velocities(at->sys, y);
    for (size_t i = 0; i < n; i++)
        e[i] = i < m->coords ? at->sys->block[RT_rhs].at[i] : y[first + i - m->coords];
    start_eval_place(at, e, n, v);
    for (size_t i = 0; i < n; i++) {
        char number[EX_DOUBLE_ROOM];
        ex_double_brief(v[i], 6, number);
        mem_put_f(&text, "%s%s%s = %s", i ? ", " : "",
                  i < m->coords ? m->coord[i].name : m->section[first + i - m->coords].name,
                  i < m->coords ? "'" : "", number);
    }
    return text.text;
}

/* Names of the values of a rank: p_x, p_y. */
static const char *names_text(struct diag *d, const struct equations *all, int rank, bool all_open)
{
    struct mem_text text = mem_text(d->mem);
    for (size_t i = 0; i < all->n; i++) {
        const struct equation *e = &all->at[i];
        if (e->rank == rank && e->given && (e->open || !all_open))
            start_list_missing(&text, base_span_copy(d->mem, e->where));
    }
    return text.text ? text.text : "";
}

/* A value of the model that contradicts those of the command line. Where these determine the
 * quantity, it is theirs; else one of several of the model would have to change, and which one is
 * not ours to choose. */
static void report_given_way(struct diag *d, const struct equations *all, const struct equation *e)
{
    if (!e->open) {
        base_remark(d, e->where, "this initial value gives way to those of the command line");
        return;
    }
    base_error(d, e->where, "not all initial values of the model can hold beside %s",
               names_text(d, all, 0, false))
        ->help = base_text(d->mem, "say on the command line which of these hold, too: %s",
                           names_text(d, all, 1, true));
}

/* p_x = .., v = ..: the given quantities at the state, for help. */
static const char *given_text(struct diag *d, const struct place *at, const struct equations *all)
{
    struct mem_text text = mem_text(d->mem);
    for (size_t i = 0; i < all->n; i++) {
        char number[EX_DOUBLE_ROOM];
        double value = 0;
        if (!all->at[i].given)
            continue;
        start_eval_place(at, &all->at[i].quantity, 1, &value);
        ex_double_brief(value, 6, number);
        mem_put_f(&text, "%s%s = %s", text.len ? ", " : "",
                  base_span_copy(d->mem, all->at[i].where), number);
    }
    return text.text;
}

/* Values that satisfy the constraints: in velocities, unless others were given. */
static const char *fitting_text(struct diag *d, const struct place *at, const struct equations *all)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].given && all->at[i].natural == at->sys->geom->n)
            return given_text(d, at, all);
    return velocities_text(d, at);
}

/* Reports constraints on the position, which no velocity satisfies; true if it is one. */
static bool report_position(struct diag *d, const struct system *sys, const struct equation *e,
                            const char *off)
{
    const struct model *m = sys->model;
    struct mem_text text = mem_text(d->mem);
    for (size_t i = m->coords; i < sys->states; i++)
        if (e->given || ex_has(m->store, e->quantity, sys->state[i]))
            return false;
    for (size_t i = 0; i < m->coords; i++)
        if (ex_has(m->store, e->quantity, m->coord[i].q))
            mem_put_f(&text, "%s%s", text.len ? ", " : "", m->coord[i].name);
    struct note *note = base_error(d, e->where, "the initial position violates this constraint");
    note->label = base_text(d->mem, "off by %s", off);
    note->help = base_text(d->mem, "no velocity or momentum satisfies it; change %s in init",
                           text.len ? text.text : "parameters");
    return true;
}

/* Reports given values that contradict others, with the residual and consistent values. */
static void report(struct diag *d, const struct place *at, const struct equations *all)
{
    const double bar = 1e-9;
    for (size_t i = 0; i < all->n; i++) {
        const struct equation *e = &all->at[i];
        if (e->used || e->rank >= 2 || fabs(e->value) <= bar * (1 + all->scale))
            continue;
        if (e->rank == 1 && all->options) {
            report_given_way(d, all, e);
            continue;
        }
        char off[EX_DOUBLE_ROOM];
        ex_double_brief(fabs(e->value) * e->size, 3, off); /* without the scaling of the row */
        if (!report_position(d, at->sys, e, off))
            base_error(d, e->where, "this value does not fit the others or the constraints")->help =
                base_text(d->mem, "it is off by %s; what fits: %s", off, fitting_text(d, at, all));
    }
}

/* ---- projection ---- */

/* Least squares over all given values, instead of priorities. If all natural velocities are given,
 * the norm is the metric: this is the effect of an impulse of the constraint. */
static bool project(struct diag *d, const struct place *at, const struct equations *all, double *dz)
{
    const struct system *sys = at->sys;
    const size_t r = all->unknowns, n = sys->geom->n;
    double *normal = mem_take_array(d->mem, r * r + 1, sizeof *normal);
    double *weight = mem_take_array(d->mem, n * n + 1, sizeof *weight);
    size_t given = 0, natural = 0;
    for (; given < all->n && all->at[given].rank < 2; given++)
        natural += all->at[given].natural < n;
    const bool metric = given == n && natural == n && sys->mech->quadratic && sys->mech->g0;
    if (metric)
        start_eval_place(at, sys->mech->g0, n * n, weight);
    memset(normal, 0, r * r * sizeof *normal);
    memset(dz, 0, r * sizeof *dz);
    for (size_t i = 0; i < given; i++)
        for (size_t j = 0; j < given; j++) {
            const struct equation *e = &all->at[i], *f = &all->at[j];
            const double w =
                metric ? weight[e->natural * n + f->natural] * e->size * f->size : (double)(i == j);
            for (size_t a = 0; a < r; a++) {
                dz[a] += e->row[a] * w * f->value;
                for (size_t b = 0; b < r; b++)
                    normal[a * r + b] += e->row[a] * w * f->row[b];
            }
        }
    const double free = 1e-14; /* regularisation: undetermined velocities do not change */
    double size = 0;
    for (size_t a = 0; a < r; a++)
        size = fmax(size, normal[a * r + a]);
    for (size_t a = 0; a < r; a++)
        normal[a * r + a] += free * (size > 0 ? size : 1);
    return base_solve(normal, r, dz, 1);
}

void start_list_missing(struct mem_text *missing, const char *name)
{
    enum { ROOM = 120 }; /* approximate number of columns */
    if (missing->len > ROOM) {
        if (missing->text[missing->len - 1] != '.')
            mem_put(missing, ", ...");
        return;
    }
    if (missing->len)
        mem_put(missing, ", ");
    mem_put(missing, name);
}

/* A given value of a state variable is used exactly, without the rounding of the solution. */
static void take_exactly(const struct equations *all, const struct place *at)
{
    const struct system *sys = at->sys;
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = all->first; k < sys->states && all->at[i].used; k++)
            if (all->at[i].quantity == sys->state[k])
                at->x[k] = all->at[i].target;
}

/* The step ds of (dz/ds) ds = dz. It is halved while the quantities q are not finite at its end. */
static bool step_state(struct diag *d, const struct place *at, const struct equations *all,
                       const ex *slope, double *dz, const ex *q)
{
    enum { HALVES = 40 };
    const size_t r = all->unknowns, n = all->n;
    double *Z = mem_take_array(d->mem, r * r + 1, sizeof *Z);
    double *f = mem_take_array(d->mem, n + 1, sizeof *f);
    double *x = &at->x[all->first];
    start_eval_place(at, &slope[(n - r) * r], r * r, Z);
    if (!all->states && !base_solve(Z, r, dz, 1))
        return false;
    for (size_t a = 0; a < r; a++)
        x[a] += dz[a];
    for (int half = 0; half < HALVES; half++) {
        start_eval_place(at, q, n, f);
        if (base_all_finite(f, n))
            return true;
        for (size_t a = 0; a < r; a++) {
            dz[a] /= 2;
            x[a] -= dz[a];
        }
    }
    return false;
}

static bool has_values(struct diag *d, const struct place *at, const ex *q, size_t n)
{
    double *f = mem_take_array(d->mem, n + 1, sizeof *f);
    start_eval_place(at, q, n, f);
    return base_all_finite(f, n);
}

void start_find_velocities(struct diag *d, const struct place *at, const struct given *given,
                           bool projects, struct mem_text *missing)
{
    enum { STEPS = 50 };
    const struct system *sys = at->sys;
    struct equations equations = find_equations(d, at, given), *const all = &equations;
    const size_t r = all->unknowns;
    ex *q = sym_row(d->mem, all->n), *slope = sym_row(d->mem, all->n * r);
    double *dz = mem_take_array(d->mem, r + 1, sizeof *dz), change = 0;
    struct equation **of = mem_take_array(d->mem, r + 1, sizeof *of);
    bool *solved = mem_take_array(d->mem, r + 1, sizeof *solved);
    for (size_t i = 0; i < all->n; i++)
        q[i] = all->at[i].quantity;
    ex_jacobian(sys->model->store, q, all->n, &sys->state[all->first], r, slope);
    for (int step = 0; step < STEPS; step++) {
        if (!linearise(d, at, all, slope)) {
            base_error(d, sys->model->source_at, "velocities do not follow from momenta there")
                ->help =
                "the mass matrix on C is singular at the point, or the search left where it "
                "has a value";
            return;
        }
        if (!projects)
            solve(all, dz, of, solved);
        else if (!project(d, at, all, dz))
            return;
        change = 0;
        for (size_t a = 0; a < r; a++)
            change = fmax(change, fabs(dz[a]) / (1 + all->scale));
        if (!step_state(d, at, all, slope, dz, q) || change < 1e-14)
            break;
    }
    if (projects)
        return;
    if (all->states && !has_values(d, at, q, all->n)) {
        base_error(d, sys->model->source_at, "the velocities have no value there")->help =
            base_text(d->mem, "with %s", given_text(d, at, all));
        return;
    }
    if (change > 1e-9)
        base_error(d, all->at[0].where, "no velocities were found that have these values")->help =
            "Newton's method does not arrive; perhaps there are none";
    report(d, at, all);
    take_exactly(all, at);
    for (size_t a = 0; a < r; a++)
        if (!solved[a] || of[a]->rank == 2)
            start_list_missing(missing,
                               all->first ? form_unknown_name(sys, a) : sys->state_name[a]);
}
