/* gen/start.c -- the numbers at which a run starts.
 *
 * Parameters may be given through each other, so their values are unwound before they are
 * evaluated. Initial velocities may be given as x', as quasi-velocities or as momenta, in any
 * mixture: each is one linear equation for the quasi-velocities of C, and what is left free is 0.
 */
#include "gen/gen.h"

#include <math.h>
#include <string.h>

/* ---- numbers that are written on the command line ---- */

static ex only_constants(void *context, struct store *s, const char *name, size_t len)
{
    (void)context;
    return len == 2 && memcmp(name, "pi", 2) == 0 ? ex_pi(s) : EX_POISON;
}

static ex read_constant(struct diag *d, struct store *s, struct span where)
{
    const struct ex_reader reader = {.name = only_constants};
    struct ex_mistake why = {.message = NULL};
    const ex e = ex_read(s, where.src->clean + where.at, where.len, &reader, &why);
    if (e == EX_POISON) {
        const struct span at = {where.src, where.at + (why.at < where.len ? why.at : 0),
                                why.len ? why.len : 1};
        gen_error(d, at, "%s", why.message ? why.message : "this is not a number")->help =
            "a number or an expression of numbers stands here";
        ex_clear(s);
    }
    return e;
}

static struct source *option_source(struct diag *d, const char *option, const char *text)
{
    return gen_source_text(d->mem, option, text, strlen(text), EXIT_USAGE);
}

bool gen_number(struct diag *d, struct store *s, const char *option, const char *text, double *out)
{
    const struct source *src = option_source(d, option, text);
    const ex e = read_constant(d, s, (struct span){src, 0, src->len});
    *out = NAN;
    if (e == EX_POISON)
        return false;
    ex_eval(s, &e, 1, NULL, NULL, 0, out);
    if (isfinite(*out))
        return true;
    gen_error(d, (struct span){src, 0, src->len}, "this is not a finite number");
    return false;
}

/* Calls `take` for each `name = value` of a repeated option. */
static void each_assignment(struct diag *d, struct store *s, const char *option,
                            const struct option_text *texts, void *context,
                            void (*take)(void *context, struct span name, ex value))
{
    for (size_t k = 0; k < texts->n; k++) {
        struct source *src = option_source(d, option, texts->at[k]);
        struct item *item = NULL;
        size_t n = 0;
        gen_parse_assignments(d, src, &item, &n);
        for (size_t i = 0; i < n; i++) {
            const ex value = read_constant(d, s, item[i].expr);
            if (value != EX_POISON)
                take(context, item[i].name, value);
        }
    }
}

/* ---- parameters ---- */

struct params {
    struct diag *diag;
    const struct model *m;
    ex *value;
    struct span *where; /* who gave it: the model, or an option */
};

static bool same(struct span s, const char *text)
{
    return strlen(text) == s.len && memcmp(s.src->text + s.at, text, s.len) == 0;
}

static void take_param(void *context, struct span name, ex value)
{
    struct params *p = context;
    struct nearest near = gen_nearest(name.src->text + name.at, name.len);
    for (size_t i = 0; i < p->m->params; i++) {
        if (same(name, p->m->param[i].name)) {
            p->value[i] = value;
            p->where[i] = name;
            return;
        }
        gen_offer(&near, p->m->param[i].name);
    }
    gen_error(p->diag, name, "the model has no parameter '%s'", gen_copy(p->diag->mem, name))
        ->help = gen_did_you_mean(p->diag->mem, &near);
}

double gen_value(const struct model *m, ex e, const double *p)
{
    struct store *s = m->store;
    const struct mem_mark mark = mem_mark(ex_mem(s));
    ex *symbol = mem_take_array(ex_mem(s), m->params + 1, sizeof *symbol);
    double value = NAN;
    for (size_t i = 0; i < m->params; i++)
        symbol[i] = m->param[i].symbol;
    ex_eval(s, &e, 1, symbol, p, m->params, &value);
    mem_release(ex_mem(s), mark);
    return value;
}

static void check_param(const struct params *all, size_t i, const double *p)
{
    struct diag *d = all->diag;
    const struct model *m = all->m;
    const struct param *q = &m->param[i];
    const struct span where = all->where[i];
    if (!isfinite(p[i]))
        gen_error(d, where, "the value of '%s' is not a finite number", q->name);
    else if ((q->assume & EX_POSITIVE) && !(p[i] > 0))
        gen_error(d, where, "'%s' is declared '> 0' but its value is not", q->name);
    else if ((q->assume & EX_NONZERO) && p[i] == 0)
        gen_error(d, where, "'%s' is declared '!= 0' but its value is 0", q->name);
    else if ((q->low != EX_POISON && p[i] < gen_value(m, q->low, p)) ||
             (q->high != EX_POISON && p[i] > gen_value(m, q->high, p)))
        gen_error(d, where, "the value of '%s' lies outside its range", q->name);
}

static void find_params(struct diag *d, const struct model *m, const struct option_text *texts,
                        double *p)
{
    struct params all = {d, m, mem_take_array(d->mem, m->params + 1, sizeof(ex)),
                         mem_take_array(d->mem, m->params + 1, sizeof(struct span))};
    ex *symbol = mem_take_array(d->mem, m->params + 1, sizeof *symbol);
    for (size_t i = 0; i < m->params; i++) {
        symbol[i] = m->param[i].symbol;
        all.value[i] = m->param[i].value;
        all.where[i] = m->param[i].where;
    }
    each_assignment(d, m->store, "-p", texts, &all, take_param);
    gen_unwind(m->store, symbol, all.value, m->params);
    ex_eval(m->store, all.value, m->params, NULL, NULL, 0, p);
    for (size_t i = 0; i < m->params; i++)
        check_param(&all, i, p);
}

/* ---- what is given ---- */

bool gen_ival_find(struct diag *d, const struct model *m, struct span name, struct ival *v)
{
    const struct span word = name, stem = {name.src, name.at, name.len - 1};
    const bool primed = name.src->text[name.at + name.len - 1] == '\'';
    const bool momentum = name.len > 4 && memcmp(name.src->text + name.at, "eta_", 4) == 0;
    const struct span after = {name.src, name.at + 4, momentum ? name.len - 4 : 0};
    struct nearest near = gen_nearest(name.src->text + name.at, name.len);
    for (size_t i = 0; i < m->coords; i++) {
        v->index = i;
        v->of = primed ? IVAL_VELOCITY : IVAL_COORD;
        if (same(primed ? stem : word, m->coord[i].name))
            return true;
        gen_offer(&near, m->coord[i].name);
    }
    for (size_t A = 0; A < m->fields; A++) {
        v->index = A;
        v->of = IVAL_QUASI;
        if (same(word, m->field[A].name))
            return true;
        v->of = IVAL_MOMENTUM;
        if (momentum && same(after, m->field[A].name))
            return true;
        gen_offer(&near, m->field[A].name);
    }
    struct note *n =
        gen_error(d, name, "there is no '%s' that could start somewhere", gen_copy(d->mem, name));
    n->help = gen_did_you_mean(d->mem, &near);
    if (!n->help)
        n->help = "coordinates x, velocities x', quasi-velocities v and momenta eta_v can be given";
    return false;
}

struct ivals {
    struct diag *diag;
    const struct model *m;
    struct ival *at;
    size_t n;
};

static void drop(struct ivals *all, enum ival_of of, size_t index)
{
    for (size_t i = all->n; i-- > 0;)
        if (all->at[i].of == of && all->at[i].index == index)
            all->at[i] = all->at[--all->n];
}

/* A value from the command line replaces the model's, also when it is given as the momentum of
 * the same field. */
static void take_ival(void *context, struct span name, ex value)
{
    struct ivals *all = context;
    struct ival v = {.value = value, .where = name};
    if (!gen_ival_find(all->diag, all->m, name, &v))
        return;
    drop(all, v.of, v.index);
    if (v.of == IVAL_QUASI || v.of == IVAL_MOMENTUM)
        drop(all, v.of == IVAL_QUASI ? IVAL_MOMENTUM : IVAL_QUASI, v.index);
    all->at[all->n++] = v;
}

static struct ivals find_ivals(struct diag *d, const struct model *m,
                               const struct option_text *texts)
{
    size_t room = m->ivals + 1;
    for (size_t k = 0; k < texts->n; k++)
        room += strlen(texts->at[k]);
    struct ivals all = {d, m, mem_take_array(d->mem, room, sizeof(struct ival)), m->ivals};
    memcpy(all.at, m->ival, m->ivals * sizeof *m->ival);
    each_assignment(d, m->store, "-i", texts, &all, take_ival);
    return all;
}

/* ---- velocities ---- */

/* row . z = value, for the k quasi-velocities of C */
struct equation {
    double *row, value;
    struct span where;
    bool option; /* from the command line: goes before what the model says */
    bool used;
};
struct equations {
    struct equation *at;
    size_t n, unknowns, options;
    double scale;
};

/* The frame at the initial point, in numbers. */
struct point {
    size_t n, rank;
    double *rho, *metric;
};

static struct point find_point(struct diag *d, const struct geom *g, const double *q,
                               const double *p)
{
    const struct model *m = g->model;
    const size_t n = g->n, x = m->coords + m->params + 1;
    struct point at = {n, g->rank, mem_take_array(d->mem, n * n, sizeof(double)),
                       mem_take_array(d->mem, n * n, sizeof(double))};
    ex *symbol = mem_take_array(d->mem, x, sizeof *symbol);
    double *value = mem_take_array(d->mem, x, sizeof *value);
    for (size_t i = 0; i < m->coords; i++) {
        symbol[i] = m->coord[i].q;
        value[i] = q[i];
    }
    for (size_t i = 0; i < m->params; i++) {
        symbol[m->coords + i] = m->param[i].symbol;
        value[m->coords + i] = p[i];
    }
    symbol[x - 1] = m->time;
    value[x - 1] = 0;
    ex_eval(m->store, g->rho, n * n, symbol, value, x, at.rho);
    ex_eval(m->store, g->metric, n * n, symbol, value, x, at.metric);
    return at;
}

static bool is_finite_at(const struct point *at)
{
    for (size_t i = 0; i < at->n * at->n; i++)
        if (!isfinite(at->rho[i]) || !isfinite(at->metric[i]))
            return false;
    return true;
}

/* Gauss elimination with the largest pivot; one that has vanished tells. */
static bool frame_spans(struct mem *m, const struct point *at)
{
    const double tiny = 1e-12;
    const size_t n = at->n;
    double *l = mem_take_array(m, n * n, sizeof *l), size = 0;
    memcpy(l, at->rho, n * n * sizeof *l);
    for (size_t i = 0; i < n * n; i++)
        size = fmax(size, fabs(l[i]));
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(l[i * n + k]) > fabs(l[best * n + k]))
                best = i;
        if (!(fabs(l[best * n + k]) > tiny * size))
            return false;
        for (size_t j = 0; j < n; j++) {
            const double swap = l[k * n + j];
            l[k * n + j] = l[best * n + j];
            l[best * n + j] = swap;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                l[i * n + j] -= l[i * n + k] / l[k * n + k] * l[k * n + j];
    }
    return true;
}

/* By Cholesky's decomposition, which exists only then. */
static bool is_positive(struct mem *m, const struct point *at)
{
    const size_t n = at->n;
    double *l = mem_take_array(m, n * n, sizeof *l);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = at->metric[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    return true;
}

static void add_equation(struct mem *m, struct equations *all, const struct point *at,
                         const struct ival *v, double value, bool option)
{
    struct equation *e = &all->at[all->n++];
    *e = (struct equation){
        .row = mem_take_array(m, at->rank + 1, sizeof *e->row), .value = value, .where = v->where};
    e->option = option;
    all->options += option;
    for (size_t a = 0; a < at->rank; a++)
        e->row[a] = v->of == IVAL_QUASI      ? v->index == a
                    : v->of == IVAL_VELOCITY ? at->rho[v->index * at->n + a]
                                             : at->metric[v->index * at->n + a];
    double size = 0; /* a momentum is divided by its mass: all are compared as velocities */
    for (size_t a = 0; a < at->rank; a++)
        size = fmax(size, fabs(e->row[a]));
    for (size_t a = 0; a < at->rank && size > 0; a++)
        e->row[a] /= size;
    e->value /= size > 0 ? size : 1;
    all->scale = fmax(all->scale, fabs(e->value));
}

/* The largest coefficient that is left, among options or in the model, or NULL. */
static struct equation *find_pivot(struct equations *all, const bool *solved, bool option,
                                   size_t *col)
{
    const double tiny = 1e-12;
    struct equation *best = NULL;
    double size = tiny;
    for (size_t i = 0; i < all->n; i++)
        for (size_t a = 0; a < all->unknowns && !all->at[i].used && all->at[i].option == option;
             a++)
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

/* Solves for z; what no equation reaches stays 0 and is not `solved`. */
static void solve(struct diag *d, struct equations *all, double *z, bool *solved)
{
    size_t col = 0, found = 0;
    struct equation *pivot = NULL;
    struct equation **row_of = mem_take_array(d->mem, all->unknowns + 1, sizeof *row_of);
    for (size_t a = 0; a < all->unknowns; a++) {
        z[a] = 0;
        solved[a] = false;
    }
    while ((pivot = find_pivot(all, solved, true, &col)) ||
           (pivot = find_pivot(all, solved, false, &col))) {
        eliminate(all, pivot, col);
        solved[col] = true;
        row_of[col] = pivot;
        found++;
    }
    for (size_t a = 0; a < all->unknowns && found; a++)
        if (solved[a])
            z[a] = row_of[a]->value / row_of[a]->row[a];
    for (size_t i = 0; i < all->n; i++) {
        const struct equation *e = &all->at[i];
        if (e->used || fabs(e->value) <= 1e-9 * (1 + all->scale))
            continue;
        if (!e->option && all->options) {
            gen_remark(d, e->where, "this initial value gives way to those of -i");
            continue;
        }
        char off[EX_DOUBLE_ROOM];
        ex_double_brief(fabs(e->value), 3, off);
        gen_error(d, e->where, "this initial value does not fit the others or the constraints")
            ->help = gen_text(d->mem, "it is off by %s", off);
    }
}

/* ---- all together ---- */

static void list(struct mem_text *missing, const char *name)
{
    if (missing->len)
        mem_put(missing, ", ");
    mem_put(missing, name);
}

/* Coordinates that are given; the names of the others. */
static const char *find_coords(struct diag *d, const struct model *m, const struct ivals *given,
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
        if (!known[i])
            list(&missing, m->coord[i].name);
    return missing.text;
}

static void find_state(struct diag *d, const struct system *sys, const struct ivals *given,
                       const double *p, bool zeros, double *x)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    const size_t n = g->n, k = g->rank;
    double *q = mem_take_array(d->mem, n, sizeof *q), *z = mem_take_array(d->mem, k + 1, sizeof *z);
    bool *solved = mem_take_array(d->mem, k + 1, sizeof *solved);
    struct equations all = {.at = mem_take_array(d->mem, given->n + 1, sizeof *all.at),
                            .unknowns = k};
    struct mem_text missing = mem_text(d->mem);
    mem_put(&missing, find_coords(d, m, given, p, q));
    if (missing.len && !zeros) {
        gen_remark(d, (struct span){.src = NULL},
                   "nothing is checked at a point: init does not give %s", missing.text);
        return;
    }
    const struct point at = find_point(d, g, q, p);
    if (!is_finite_at(&at))
        gen_error(d, m->metric_at, "metric or frame are not finite at the initial point");
    else if (!frame_spans(d->mem, &at))
        gen_error(d, m->frame_at,
                  "frame and complement are linearly dependent at the initial point");
    else if (!is_positive(d->mem, &at))
        gen_error(d, m->metric_at, "the metric is not positive at the initial point")->help =
            "the kinetic energy must be positive for every velocity";
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].of != IVAL_COORD)
            add_equation(d->mem, &all, &at, &given->at[i], gen_value(m, given->at[i].value, p),
                         given->at[i].where.src != m->src);
    solve(d, &all, z, solved);
    for (size_t a = 0; a < k; a++)
        if (!solved[a])
            list(&missing, m->field[a].name);
    if (missing.len)
        gen_remark(d, (struct span){.src = NULL}, "initial values not given are 0: %s",
                   missing.text);
    for (size_t i = 0; i < n; i++)
        x[i] = q[i];
    for (size_t a = 0; a < k; a++) {
        x[n + a] = 0;
        for (size_t b = 0; b < k; b++)
            x[n + a] += at.metric[a * n + b] * z[b];
    }
}

struct start *gen_start(struct diag *d, const struct system *sys, size_t prepared,
                        const struct option_text *params, const struct option_text *inits,
                        bool zeros)
{
    const struct model *m = sys->model;
    const size_t before = d->errors;
    struct start *st = mem_take(d->mem, sizeof *st);
    st->p = mem_take_array(d->mem, m->params + prepared + 1, sizeof *st->p);
    st->x = mem_take_array(d->mem, sys->states + 1, sizeof *st->x);
    memset(st->x, 0, (sys->states + 1) * sizeof *st->x);
    find_params(d, m, params, st->p);
    const struct ivals given = find_ivals(d, m, inits);
    if (d->errors == before)
        find_state(d, sys, &given, st->p, zeros, st->x);
    for (size_t i = 0; i < sys->states && d->errors == before; i++)
        if (!isfinite(st->x[i]))
            gen_error(d, (struct span){.src = m->src},
                      "the initial value of '%s' is not a finite number", sys->state_name[i]);
    return d->errors == before ? st : NULL;
}
