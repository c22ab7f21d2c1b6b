/* gen/state.c -- the state that follows from the values given.
 *
 * Velocities may be given as x', as velocities of an algebra or of sections, as quasi-velocities or
 * as momenta, in any mixture. Each is a function of the state, hence one equation for the
 * quasi-velocities of C: those of the command line go first, then those of the model, and what is
 * left free is 0. The equations are solved by Newton's method; where all are linear that is one
 * step. States that may violate the constraints are found by way of their chart, whose unknowns are
 * the quasi-velocities, and perhaps more.
 */
#include "gen/gen.h"

#include <math.h>
#include <string.h>

/* row . dz = value, for the quasi-velocities of C */
struct equation {
    ex quantity;
    double *row, value;
    double target, size; /* the row was divided by `size` */
    size_t natural;      /* the velocity along this section; n: something else */
    struct span where;
    bool momentum;
    int rank; /* 0: of the command line, 1: of the model, 2: zero unless something else is said,
                 3: a momentum of C, only looked at for what it weighs */
    bool used;
};
struct equations {
    struct equation *at;
    size_t n, unknowns, options;
    double scale;
};

/* Numbers at a state. */
struct point {
    const struct system *sys;
    const double *p;
    double t;
    double *x;
};

void gen_eval_at(const struct system *sys, double t, const double *x, const double *p, const ex *e,
                 size_t m, double *out)
{
    const struct model *model = sys->model;
    struct mem *mem = ex_mem(model->store);
    const struct mem_mark mark = mem_mark(mem);
    const size_t n = sys->states + model->params + 1;
    ex *symbol = gen_row(mem, n);
    double *value = mem_take_array(mem, n, sizeof *value);
    for (size_t i = 0; i < sys->states; i++) {
        symbol[i] = sys->state[i];
        value[i] = x[i];
    }
    for (size_t i = 0; i < model->params; i++) {
        symbol[sys->states + i] = model->param[i].symbol;
        value[sys->states + i] = p[i];
    }
    symbol[n - 1] = model->time;
    value[n - 1] = t;
    ex_eval(model->store, e, m, symbol, value, n, out);
    mem_release(mem, mark);
}

static void eval(const struct point *at, const ex *e, size_t m, double *out)
{
    gen_eval_at(at->sys, at->t, at->x, at->p, e, m, out);
}

/* ---- geometry at the point ---- */

static void swap_rows(double *a, size_t cols, size_t i, size_t k)
{
    for (size_t j = 0; j < cols; j++) {
        const double swap = a[k * cols + j];
        a[k * cols + j] = a[i * cols + j];
        a[i * cols + j] = swap;
    }
}

/* Gauss elimination with the largest pivot of all; how many do not vanish. */
static size_t rank_of(struct mem *m, const double *a, size_t n)
{
    const double tiny = 1e-12;
    double *l = mem_take_array(m, n * n + 1, sizeof *l), size = 0;
    memcpy(l, a, n * n * sizeof *l);
    for (size_t i = 0; i < n * n; i++)
        size = fmax(size, fabs(l[i]));
    for (size_t k = 0; k < n; k++) {
        size_t best = k * n + k;
        for (size_t i = k * n; i < n * n; i++)
            if (i % n >= k && fabs(l[i]) > fabs(l[best]))
                best = i;
        if (!(fabs(l[best]) > tiny * size))
            return k;
        const size_t row = best / n, col = best % n;
        swap_rows(l, n, row, k);
        for (size_t i = 0; i < n; i++) {
            const double swap = l[i * n + k];
            l[i * n + k] = l[i * n + col];
            l[i * n + col] = swap;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                l[i * n + j] -= l[i * n + k] / l[k * n + k] * l[k * n + j];
    }
    return n;
}

/* By Cholesky's decomposition, which exists only then: the first row where it fails, or n. */
static size_t not_positive(struct mem *m, const double *a, size_t n)
{
    double *l = mem_take_array(m, n * n + 1, sizeof *l);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > 0))
                return i;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    return n;
}

static void put_number(struct mem_text *out, double value)
{
    char number[EX_DOUBLE_ROOM];
    ex_double_brief(value, 6, number);
    mem_put(out, number);
}

/* Velocities for which the metric is not positive: 1 along e_bad, and what makes it smallest before
 * that. */
static const char *witness(struct diag *d, const struct model *m, const double *a, size_t bad,
                           bool natural)
{
    const size_t n = m->sections;
    double *above = mem_take_array(d->mem, bad * bad + 1, sizeof *above);
    double *v = mem_take_array(d->mem, bad + 1, sizeof *v), value = a[bad * n + bad];
    for (size_t i = 0; i < bad; i++) {
        v[i] = -a[i * n + bad];
        for (size_t j = 0; j < bad; j++)
            above[i * bad + j] = a[i * n + j];
    }
    gen_solve_numbers(above, bad, v, 1);
    for (size_t i = 0; i < bad; i++)
        value += v[i] * a[i * n + bad];
    v[bad] = 1;
    struct mem_text out = mem_text(d->mem);
    mem_put(&out, "it must be positive for every velocity, and is ");
    put_number(&out, value);
    for (size_t i = 0, k = 0; i <= bad; i++) {
        if (v[i] == 0)
            continue;
        mem_put(&out, k++ ? ", " : " for ");
        mem_put(&out, natural ? m->section[i].name : m->field[i].name);
        mem_put(&out, natural && !m->general && i < m->coords ? "' = " : " = ");
        put_number(&out, v[i]);
    }
    return out.text;
}

static bool all_finite(const double *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(a[i]))
            return false;
    return true;
}

/* The frame spans, the metric is positive. */
static bool check_point(struct diag *d, const struct point *at)
{
    const struct geom *g = at->sys->geom;
    const struct mech *k = at->sys->mech;
    const struct model *m = g->model;
    const size_t n = g->n;
    double *a = mem_take_array(d->mem, n * n + 1, sizeof *a);
    eval(at, g->frame, n * n, a);
    const bool finite = all_finite(a, n * n);
    if (!finite || rank_of(d->mem, a, n) < n) {
        gen_error(d, m->frame_at, "frame and complement %s at the initial point",
                  finite ? "are linearly dependent" : "are not finite");
        return false;
    }
    if (!k->quadratic || m->metric == EX_POISON)
        return true;
    eval(at, k->g0 ? k->g0 : k->g, n * n, a);
    const size_t bad = not_positive(d->mem, a, n);
    if (!all_finite(a, n * n)) {
        gen_error(d, m->source_at, "the metric is not finite at the initial point");
        return false;
    }
    if (bad < n) {
        gen_error(d, m->source_at, "the metric is not positive at the initial point")->help =
            witness(d, m, a, bad, k->g0 != NULL);
        return false;
    }
    return true;
}

/* Reactions are determined there. */
static void check_compatible(struct diag *d, const struct point *at)
{
    const struct servo *v = at->sys->servo;
    if (!v || !v->tilted)
        return;
    double *M = mem_take_array(d->mem, v->rows * v->rows + 1, sizeof *M);
    eval(at, v->M, v->rows * v->rows, M);
    if (all_finite(M, v->rows * v->rows) && rank_of(d->mem, M, v->rows) == v->rows)
        return;
    gen_error(d, at->sys->model->virtual[0].where,
              "virtual displacements do not go with the allowed velocities at the initial point")
        ->help = "no reaction that vanishes on them can keep the constraints there: what is "
                 "orthogonal to them and the allowed velocities do not span all velocities";
}

/* ---- equations ---- */

static bool may_be_vakonomic(const struct model *m)
{
    return m->law == LAW_vakonomic || m->comparing ||
           (m->has_compare && m->compare == LAW_vakonomic);
}

static bool find_quantity(struct diag *d, const struct system *sys, const struct ival *v, ex *out)
{
    const struct model *m = sys->model;
    const size_t n = sys->geom->n;
    ex *natural = gen_row(d->mem, n);
    switch (v->of) {
    case IVAL_VELOCITY:
        *out = sys->block[RT_rhs].at[v->index];
        return true;
    case IVAL_QUASI:
        *out = sys->block[RT_vel].at[v->index];
        return true;
    case IVAL_MOMENTUM:
        *out = sys->eta[v->index];
        return true;
    case IVAL_SECTION:
        gen_natural_velocities(sys, natural);
        break;
    case IVAL_NATURAL:
        if (!gen_natural_momenta(d, sys, natural))
            return false;
        break;
    case IVAL_MULTIPLIER:
        *out = !sys->lambda             ? EX_POISON
               : v->where.src == m->src ? gen_given_multiplier(m, sys->lambda, v->index)
                                        : sys->lambda[v->index];
        if (!sys->lambda && !(v->where.src == m->src && may_be_vakonomic(m)) && !m->comparing)
            gen_error(d, v->where, "multipliers start somewhere in the vakonomic form only")->help =
                "elsewhere they follow from the motion; write 'dynamics vakonomic' or --form "
                "vakonomic";
        return sys->lambda != NULL;
    case IVAL_COORD:
        return false;
    }
    *out = natural[v->index];
    return true;
}

/* The unknowns are states, and no function of them: what is not given is 0. */
static bool starts_in_states(const struct system *sys)
{
    if (!sys->chart)
        return false;
    for (size_t i = 0; i < sys->unknowns; i++)
        if (sys->chart[sys->model->coords + i] != sys->unknown[i])
            return false;
    return true;
}

/* What is 0 unless something else is said: velocities along C where they follow from the state,
 * else the state itself. */
static ex free_quantity(const struct system *sys, size_t i)
{
    const bool direct = starts_in_states(sys) && sys->model->seconds;
    return i < sys->geom->rank && !sys->loose && !direct ? sys->block[RT_vel].at[i]
                                                         : sys->state[sys->model->coords + i];
}

static struct equations find_equations(struct diag *d, const struct point *at,
                                       const struct given *given)
{
    const struct system *sys = at->sys;
    const struct model *m = sys->model;
    const size_t r = sys->states - m->coords, rank = sys->geom->rank;
    struct equations all = {
        .at = mem_take_array(d->mem, m->seconds + given->n + 2 * r + 1, sizeof *all.at),
        .unknowns = r};
    for (size_t i = 0; i < m->seconds; i++) /* they go before all that is given */
        all.at[all.n++] = (struct equation){.quantity = sys->block[RT_constraint].at[i],
                                            .row = mem_take_array(d->mem, r + 1, sizeof(double)),
                                            .natural = sys->geom->n,
                                            .where = m->second[i].where,
                                            .momentum = true};
    for (size_t i = 0; i < given->n + 2 * r; i++) {
        struct equation *e = &all.at[all.n];
        const struct ival *v = i < given->n ? &given->at[i] : NULL;
        *e = (struct equation){.row = mem_take_array(d->mem, r + 1, sizeof *e->row),
                               .natural = sys->geom->n,
                               .momentum = i < given->n + r,
                               .rank = i < given->n + r ? 3 : 2};
        if (!v && e->rank == 3)
            e->quantity = sys->eta[i - given->n < rank ? i - given->n : 0];
        else if (!v)
            e->quantity = free_quantity(sys, i - given->n - r);
        else if (!find_quantity(d, sys, v, &e->quantity))
            continue;
        if (v) {
            e->where = v->where;
            e->target = gen_value(m, v->value, at->p);
            e->momentum = v->of == IVAL_MOMENTUM || v->of == IVAL_NATURAL;
            if (v->of == IVAL_SECTION || (v->of == IVAL_VELOCITY && !m->general))
                e->natural = v->index;
            e->rank = v->where.src == m->src && !v->chosen;
            all.options += e->rank == 0;
        }
        all.n++;
    }
    return all;
}

/* Rows at the present state: d quantity/dz = d quantity/ds (dz/ds)^-1. */
static bool linearise(struct diag *d, const struct point *at, struct equations *all,
                      const ex *slope)
{
    const size_t r = all->unknowns, n = all->n;
    double *f = mem_take_array(d->mem, n + 1, sizeof *f);
    double *J = mem_take_array(d->mem, n * r + 1, sizeof *J);
    ex *q = gen_row(d->mem, n);
    for (size_t i = 0; i < n; i++)
        q[i] = all->at[i].quantity;
    eval(at, q, n, f);
    eval(at, slope, n * r, J);
    const double *Z = &J[(n - r) * r]; /* the last equations are z^a = 0 */
    double *ZT = mem_take_array(d->mem, r * (r + n) + 1, sizeof *ZT), *X = &ZT[r * r];
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            ZT[a * r + b] = Z[b * r + a];
    for (size_t a = 0; a < r; a++)
        for (size_t i = 0; i < n; i++)
            X[a * n + i] = J[i * r + a];
    if (!all_finite(f, n) || !gen_solve_numbers(ZT, r, X, n))
        return false;
    double mass = 0; /* momenta are divided by it: all are compared as velocities */
    for (size_t i = 0; i < n * r; i++)
        if (all->at[i % n].rank == 3)
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

/* row i -= factor * row k */
static void subtract_row(double *a, size_t cols, size_t i, size_t k, double factor)
{
    for (size_t j = 0; j < cols; j++)
        a[i * cols + j] -= factor * a[k * cols + j];
}

bool gen_solve_numbers(double *a, size_t n, double *b, size_t cols)
{
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        if (!(fabs(a[best * n + k]) > 0))
            return false;
        swap_rows(a, n, best, k);
        swap_rows(b, cols, best, k);
        for (size_t i = 0; i < n; i++) {
            const double factor = i == k ? 0 : a[i * n + k] / a[k * n + k];
            subtract_row(a, n, i, k, factor);
            subtract_row(b, cols, i, k, factor);
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < cols; j++)
            b[i * cols + j] /= a[i * n + i];
    return true;
}

/* The largest coefficient that is left among equations of that rank, or NULL. */
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

/* dz; `of[a]` is the equation that decides z^a. Values of equations not used are what is off. */
static void solve(struct equations *all, double *dz, struct equation **of, bool *solved)
{
    size_t col = 0;
    for (size_t a = 0; a < all->unknowns; a++)
        solved[a] = false;
    for (int rank = 0; rank < 3; rank++)
        for (struct equation *pivot; (pivot = find_pivot(all, solved, rank, &col));) {
            eliminate(all, pivot, col);
            solved[col] = true;
            of[col] = pivot;
        }
    for (size_t a = 0; a < all->unknowns; a++)
        dz[a] = solved[a] ? of[a]->value / of[a]->row[a] : 0;
}

/* x' = .., wx = ..: the velocities at the state, for help. */
static const char *velocities_text(struct diag *d, const struct point *at)
{
    const struct model *m = at->sys->model;
    const size_t first = m->general ? 0 : m->coords, n = m->coords + m->sections - first;
    struct mem_text text = mem_text(d->mem);
    ex *e = gen_row(d->mem, m->coords + m->sections), *y = gen_row(d->mem, m->sections);
    double *v = mem_take_array(d->mem, n + 1, sizeof *v);
    gen_natural_velocities(at->sys, y);
    for (size_t i = 0; i < n; i++)
        e[i] = i < m->coords ? at->sys->block[RT_rhs].at[i] : y[first + i - m->coords];
    eval(at, e, n, v);
    for (size_t i = 0; i < n; i++) {
        char number[EX_DOUBLE_ROOM];
        ex_double_brief(v[i], 6, number);
        mem_put_f(&text, "%s%s%s = %s", i ? ", " : "",
                  i < m->coords ? m->coord[i].name : m->section[first + i - m->coords].name,
                  i < m->coords ? "'" : "", number);
    }
    return text.text;
}

/* What does not fit the others: told once, with its size, and with what would fit. */
static void report(struct diag *d, const struct point *at, const struct equations *all)
{
    const double bar = 1e-9;
    for (size_t i = 0; i < all->n; i++) {
        const struct equation *e = &all->at[i];
        if (e->used || e->rank >= 2 || fabs(e->value) <= bar * (1 + all->scale))
            continue;
        if (e->rank == 1 && all->options) {
            gen_remark(d, e->where, "this initial value gives way to those of the command line");
            continue;
        }
        char off[EX_DOUBLE_ROOM];
        ex_double_brief(fabs(e->value) * e->size, 3, off); /* in its own unit */
        gen_error(d, e->where, "this value does not fit the others or the constraints")->help =
            gen_text(d->mem, "it is off by %s; what fits: %s", off, velocities_text(d, at));
    }
}

/* ---- projection ---- */

/* Least squares over what is given instead of one value after the other. Velocities in all natural
 * directions are measured by the metric: that is what an impulse of the constraint does. */
static bool project(struct diag *d, const struct point *at, const struct equations *all, double *dz)
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
        eval(at, sys->mech->g0, n * n, weight);
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
    const double free = 1e-14; /* what nothing says anything about stays */
    double size = 0;
    for (size_t a = 0; a < r; a++)
        size = fmax(size, normal[a * r + a]);
    for (size_t a = 0; a < r; a++)
        normal[a * r + a] += free * (size > 0 ? size : 1);
    return gen_solve_numbers(normal, r, dz, 1);
}

/* ---- the state ---- */

static void list(struct mem_text *missing, const char *name)
{
    enum { ROOM = 120 }; /* columns, about */
    if (missing->len > ROOM) {
        if (missing->text[missing->len - 1] != '.')
            mem_put(missing, ", ...");
        return;
    }
    if (missing->len)
        mem_put(missing, ", ");
    mem_put(missing, name);
}

/* Does a holonomic constraint say something about it? */
static bool is_bound(const struct model *m, size_t i)
{
    for (size_t k = 0; k < m->constraints; k++)
        if (m->constraint[k].position != EX_POISON &&
            ex_has(m->store, m->constraint[k].position, m->coord[i].q))
            return true;
    return false;
}

/* Coordinates that are given; the names of the others, but for those that will be found. */
static const char *find_coords(struct diag *d, const struct model *m, const struct given *given,
                               const double *p, double *q)
{
    bool *known = mem_take_array(d->mem, m->coords + 1, sizeof *known);
    struct mem_text missing = mem_text(d->mem);
    for (size_t i = 0; i < m->coords; i++) {
        q[i] = 0;
        known[i] = false;
    }
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].of == IVAL_COORD) {
            const struct coord *c = &m->coord[given->at[i].index];
            const double value = gen_value(m, given->at[i].value, p);
            q[given->at[i].index] = value;
            known[given->at[i].index] = true;
            if ((c->low != EX_POISON && value < gen_value(m, c->low, p)) ||
                (c->high != EX_POISON && value > gen_value(m, c->high, p)))
                gen_error(d, given->at[i].where, "'%s' starts outside its range", c->name);
        }
    for (size_t i = 0; i < m->coords; i++)
        if (!known[i] && !is_bound(m, i))
            list(&missing, m->coord[i].name);
    return missing.text;
}

/* A value that is a state itself is taken as it is, not as what solving makes of it. */
static void take_exactly(const struct equations *all, const struct point *at)
{
    const struct system *sys = at->sys;
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = sys->model->coords; k < sys->states && all->at[i].used; k++)
            if (all->at[i].quantity == sys->state[k])
                at->x[k] = all->at[i].target;
}

/* ds for dz: (dz/ds) ds = dz. A step that leaves where the quantities q have values is halved. */
static bool step_state(struct diag *d, const struct point *at, const ex *slope, size_t r,
                       double *dz, const ex *q, size_t n)
{
    enum { HALVES = 40 };
    double *Z = mem_take_array(d->mem, r * r + 1, sizeof *Z);
    double *f = mem_take_array(d->mem, n + 1, sizeof *f);
    double *x = &at->x[at->sys->model->coords];
    eval(at, slope, r * r, Z);
    if (!gen_solve_numbers(Z, r, dz, 1))
        return false;
    for (size_t a = 0; a < r; a++)
        x[a] += dz[a];
    for (int half = 0; half < HALVES; half++) {
        eval(at, q, n, f);
        if (all_finite(f, n))
            return true;
        for (size_t a = 0; a < r; a++) {
            dz[a] /= 2;
            x[a] -= dz[a];
        }
    }
    return false;
}

static void find_velocities(struct diag *d, const struct point *at, struct equations *all,
                            bool projects, struct mem_text *missing)
{
    enum { STEPS = 50 };
    const struct system *sys = at->sys;
    const size_t r = all->unknowns;
    ex *q = gen_row(d->mem, all->n), *slope = gen_row(d->mem, all->n * r);
    double *dz = mem_take_array(d->mem, r + 1, sizeof *dz), change = 0;
    struct equation **of = mem_take_array(d->mem, r + 1, sizeof *of);
    bool *solved = mem_take_array(d->mem, r + 1, sizeof *solved);
    for (size_t i = 0; i < all->n; i++)
        q[i] = all->at[i].quantity;
    ex_jacobian(sys->model->store, q, all->n, &sys->state[sys->model->coords], r, slope);
    for (int step = 0; step < STEPS; step++) {
        if (!linearise(d, at, all, slope)) {
            gen_error(d, sys->model->source_at, "velocities do not follow from momenta there")
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
        if (!step_state(d, at, &slope[(all->n - r) * r], r, dz, q, all->n) || change < 1e-14)
            break;
    }
    if (projects)
        return;
    if (change > 1e-9)
        gen_error(d, all->at[0].where, "no velocities were found that have these values")->help =
            "Newton's method does not arrive; perhaps there are none";
    report(d, at, all);
    take_exactly(all, at);
    for (size_t a = 0; a < r; a++)
        if (!solved[a] || of[a]->rank == 2)
            list(missing, sys->unknown_name ? sys->unknown_name[a]
                          : sys->loose      ? sys->state_name[sys->model->coords + a]
                                            : sys->model->field[a].name);
}

/* Do the steps of Newton's method that the motion takes end where they should? */
static void check_steps(struct diag *d, const struct point *at)
{
    const double bar = 1e-9;
    const struct system *sys = at->sys;
    const struct geom *g = sys->geom;
    const size_t n = g->n;
    double *z = mem_take_array(d->mem, 2 * n + 1, sizeof *z), size = 0;
    eval(at, sys->zeta, n, z);
    eval(at, g->drift, n, z + n);
    for (size_t A = 0; A < n; A++)
        size = fmax(size, fabs(z[A]));
    for (size_t alpha = g->rank; alpha < n && sys->by_newton; alpha++)
        if (!(fabs(z[alpha] - z[n + alpha]) <= bar * (1 + size))) {
            gen_error(d, sys->model->source_at,
                      "the momenta of the complement are not found at this point")
                ->help = "Newton's method for dH/deta = 0 starts from 0 and does not arrive; "
                         "shift the momenta so that 0 is nearer to them";
            return;
        }
}

/* Without a point, at least one where the metric is positive must be found. */
static void look_for_positive(struct diag *d, const struct system *sys, const struct start *st)
{
    enum { TRIES = 6 };
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    const size_t n = sys->geom->n;
    double *a = mem_take_array(d->mem, n * n + 1, sizeof *a);
    double *x = mem_take_array(d->mem, sys->states + 1, sizeof *x);
    const struct point at = {sys, st->p, 0, x};
    size_t bad = n;
    if (!k->quadratic || m->metric == EX_POISON)
        return;
    for (unsigned try = 0; try < TRIES; try++) {
        for (size_t i = 0; i < sys->states; i++) /* somewhere: the same in every run */
            x[i] = 0.2 + 1.2 * fmod(0.618 * (double)(i + 1) * (double)(try + 1), 1);
        eval(&at, k->g0 ? k->g0 : k->g, n * n, a);
        if (!all_finite(a, n * n) || (bad = not_positive(d->mem, a, n)) == n)
            return;
    }
    gen_error(d, m->source_at, "the metric is not positive wherever it was tried")->help =
        witness(d, m, a, bad, k->g0 != NULL);
}

/* The same system with the chart's unknowns for states, as far as is needed here. */
static struct system *through_chart(struct diag *d, const struct system *sys)
{
    const struct model *m = sys->model;
    const size_t n = sys->geom->n, nq = m->coords;
    struct system *out = mem_take(d->mem, sizeof *out);
    *out = *sys;
    out->states = nq + sys->unknowns;
    out->state = gen_row(d->mem, out->states);
    for (size_t i = 0; i < out->states; i++)
        out->state[i] = i < nq ? m->coord[i].q : sys->unknown[i - nq];
    ex **const lists[] = {&out->zeta, &out->eta, &out->natural, &out->momentum, &out->lambda};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const ex *from = *lists[k];
        if (from)
            gen_on_chart(sys, from, lists[k] == &out->lambda ? n - m->rank : n,
                         *lists[k] = gen_row(d->mem, n));
    }
    static const enum rt_block_name blocks[] = {RT_rhs, RT_vel}; /* others are read as they are */
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        const struct block *from = &sys->block[blocks[k]];
        gen_on_chart(sys, from->at, from->rows,
                     gen_block_make(out, blocks[k], from->rows, from->cols));
    }
    return out;
}

static void find_state(struct diag *d, const struct system *sys, const struct given *given,
                       struct start *st, enum gen_missing missing_is, bool projects)
{
    const struct model *m = sys->model;
    const struct point at = {sys, st->p, st->t, st->x};
    const size_t before = d->errors;
    struct mem_text missing = mem_text(d->mem);
    mem_put(&missing, find_coords(d, m, given, st->p, st->x));
    if (missing.len && missing_is == MISSING_SKIPS) {
        gen_remark(d, (struct span){.src = NULL},
                   "nothing is checked at a point: init does not give %s", missing.text);
        look_for_positive(d, sys, st);
        return;
    }
    if (d->errors > before ||
        (m->holonomics && !gen_find_position(d, m, given, st->p, st->t, projects, st->x)) ||
        !check_point(d, &at))
        return;
    struct equations all = find_equations(d, &at, given);
    find_velocities(d, &at, &all, projects, &missing);
    check_steps(d, &at);
    if (d->errors == before)
        check_compatible(d, &at);
    if (missing.len && d->errors == before)
        gen_remark(d, (struct span){.src = NULL}, "initial values not given are 0: %s",
                   missing.text);
}

/* To the nearest point where chi = 0, about: steps along the gradients of chi. */
static void project_second(struct diag *d, const struct system *sys, const struct point *at)
{
    enum { STEPS = 50 };
    const size_t n = sys->states, c = sys->model->seconds;
    const ex *chi = sys->block[RT_constraint].at;
    ex *slope = gen_row(d->mem, c * n);
    double *J = mem_take_array(d->mem, c * n + 1, sizeof *J), change = INFINITY;
    double *gram = mem_take_array(d->mem, c * c + 1, sizeof *gram);
    double *x = mem_take_array(d->mem, c + 1, sizeof *x);
    ex_jacobian(sys->model->store, chi, c, sys->state, n, slope);
    for (int step = 0; step < STEPS && c && change > 1e-14; step++) {
        eval(at, slope, c * n, J);
        eval(at, chi, c, x);
        for (size_t i = 0; i < c * c; i++) {
            gram[i] = 0;
            for (size_t k = 0; k < n; k++)
                gram[i] += J[i / c * n + k] * J[i % c * n + k];
        }
        if (!all_finite(gram, c * c) || !gen_solve_numbers(gram, c, x, 1))
            break;
        change = 0;
        for (size_t i = 0; i < c * n; i++) {
            at->x[i % n] -= J[i] * x[i / n];
            change = fmax(change, fabs(J[i] * x[i / n]) / (1 + fabs(at->x[i % n])));
        }
    }
    if (c && !(change <= 1e-9))
        gen_error(d, sys->model->second[0].where, "no point was found where these are 0")->help =
            "Newton's method does not arrive; start nearer";
}

/* Where the matrix of brackets is singular, nothing keeps the constraints. */
static void check_second(struct diag *d, const struct system *sys, const struct point *at)
{
    const struct model *m = sys->model;
    const size_t c = m->seconds;
    double *a = mem_take_array(d->mem, c * c + 1, sizeof *a);
    const ex *matrix = c ? gen_second_matrix(d, sys) : NULL;
    if (!matrix)
        return;
    eval(at, matrix, c * c, a);
    if (!all_finite(a, c * c) || rank_of(d->mem, a, c) < c)
        gen_error(d, m->second[0].where,
                  "these constraints are not of second class where the run starts")
            ->help = "the matrix {chi_a, chi_b} is singular there; start at another point";
}

void gen_state(struct diag *d, const struct system *sys, const struct given *given,
               struct start *st, enum gen_missing missing_is, bool projects)
{
    if (!sys->chart) {
        find_state(d, sys, given, st, missing_is, projects);
        return;
    }
    const struct system *chart = through_chart(d, sys);
    const size_t before = d->errors;
    size_t coords = 0;
    struct start at = *st;
    at.x = mem_take_array(d->mem, chart->states + 1, sizeof *at.x);
    for (size_t i = 0; i < chart->states; i++)
        at.x[i] = 0;
    find_state(d, chart, given, &at, missing_is, projects);
    gen_eval_at(chart, st->t, at.x, st->p, sys->chart, sys->states, st->x);
    const struct point here = {sys, st->p, st->t, st->x};
    if (projects)
        project_second(d, sys, &here);
    for (size_t i = 0; i < given->n; i++)
        coords += given->at[i].of == IVAL_COORD;
    if (d->errors == before && (coords == sys->model->coords || missing_is == MISSING_IS_ZERO))
        check_second(d, sys, &here);
}
