/* gen/language/frame_point.c -- points for the choice of a frame: initial and pseudorandom ones.
 *
 * The initial point has the values of the model and of the command line.
 */
#include "gen/language/frame_choice.h"
#include "gen/language/statements.h"

#include <math.h>
#include <string.h>

static void set_params(struct check *c, struct point *p)
{
    const struct model *m = c->model;
    ex *symbol = mem_take_array(c->diag->mem, m->params + 1, sizeof *symbol);
    ex *value = mem_take_array(c->diag->mem, m->params + 1, sizeof *value);
    for (size_t i = 0; i < m->params; i++) {
        symbol[i] = m->param[i].symbol;
        value[i] = m->param[i].value;
    }
    lang_unwind(c->store, symbol, value, m->params);
    ex_eval(c->store, value, m->params, &p->x[p->n - 1], &p->v[p->n - 1], 1, &p->v[m->coords]);
    ex_subst(c->store, value, m->params, &p->x[p->n - 1], &p->value[p->n - 1], 1, value);
    memcpy(&p->value[m->coords], value, m->params * sizeof *value);
}

/* A value inside the range of a coordinate, from u between 0.2 and 1.4. */
static double within(const struct point *p, struct check *c, size_t i, double u)
{
    const struct coord *q = &c->model->coord[i];
    double end[2] = {NAN, NAN};
    if (q->low != EX_POISON && q->high != EX_POISON) {
        const ex ends[2] = {q->low, q->high};
        ex_eval(c->store, ends, 2, p->x, p->v, p->n, end);
    }
    return isfinite(end[0]) && isfinite(end[1]) ? end[0] + (end[1] - end[0]) * u / 1.6 : u;
}

static bool is_named(const struct assignment *a, const char *name)
{
    return strcmp(a->name, name) == 0;
}

static void put_value(struct check *c, struct point *p, size_t at, ex exact)
{
    p->value[at] = exact;
    ex_eval(c->store, &exact, 1, NULL, NULL, 0, &p->v[at]);
}

/* Sets the value that the command line gives to a name; false: none. */
static bool put_hint(struct check *c, struct point *p, size_t at, const char *name, bool *kept)
{
    bool known = false;
    for (size_t k = 0; k < c->hints->n; k++)
        if (is_named(&c->hints->at[k], name)) {
            put_value(c, p, at, c->hints->at[k].exact);
            known = true;
            *kept = !c->hints->at[k].guess;
        }
    return known;
}

/* Sets the value that the chosen sets give to a parameter or coordinate; false: none. */
static bool put_set(struct check *c, struct point *p, bool param, size_t index)
{
    const struct model *m = c->model;
    struct word_walk w = {0, 0};
    const char *word = NULL;
    size_t len = 0;
    bool known = false;
    while (lang_next_word(c->hints->sets, &w, &word, &len))
        for (size_t i = 0; i < m->presets; i++) {
            const struct preset *set = &m->preset[i];
            const bool chosen = base_is_word(word, len, set->name);
            for (size_t k = 0; chosen && k < set->n; k++) {
                const struct setting *one = &set->at[k];
                if (one->param != param || one->index != index ||
                    (!param && one->ival.of != IVAL_COORD))
                    continue;
                ex exact = one->value;
                ex_subst(c->store, &exact, 1, &p->x[m->coords], &p->value[m->coords], m->params,
                         &exact);
                put_value(c, p, param ? m->coords + index : index, exact);
                known = true;
            }
        }
    return known;
}

/* The initial point: values of init, then of the command line; other coordinates are 0, as in a
 * run. True: all coordinates are given. kept[i]: given with =, so that no search may move it. */
static bool put_initial(struct check *c, struct point *p, bool *kept)
{
    const struct model *m = c->model;
    const size_t n = m->coords;
    size_t given = 0;
    bool unused = false;
    for (size_t i = 0; i < m->params; i++) {
        put_set(c, p, true, i);
        put_hint(c, p, n + i, m->param[i].name, &unused);
    }
    for (size_t i = 0; i < n; i++) {
        bool known = kept[i] = false;
        if (m->coord[i].low == EX_POISON && m->coord[i].high == EX_POISON)
            p->v[i] = 0;
        for (size_t k = 0; k < m->ivals; k++) {
            const struct ival *v = &m->ival[k];
            if (v->of != IVAL_COORD || v->index != i || v->value == EX_POISON)
                continue;
            ex exact = v->value;
            ex_subst(c->store, &exact, 1, &p->x[n], &p->value[n], m->params, &exact);
            put_value(c, p, i, exact);
            known = true;
            kept[i] = !v->guess;
        }
        const bool set = put_set(c, p, false, i);
        kept[i] |= set;
        const bool hint = put_hint(c, p, i, m->coord[i].name, &kept[i]);
        given += known || set || hint;
    }
    return given == n;
}

/* Moves the coordinates that are not given with = to a solution of the holonomic constraints. */
static void settle(struct check *c, struct point *p, const bool *kept)
{
    const struct model *m = c->model;
    bool *moves = mem_take_array(c->diag->mem, m->coords + 1, sizeof *moves);
    double *q = mem_take_array(c->diag->mem, m->coords + 1, sizeof *q);
    for (size_t k = 0; k < m->constraints; k++)
        if (!m->constraint[k].form)
            return; /* had an error */
    for (size_t i = 0; i < m->coords; i++) {
        moves[i] = !kept[i];
        q[i] = p->v[i];
    }
    p->given = lang_settle_position(m, &p->v[m->coords], p->v[p->n - 1], moves, q) < 1e-9;
    for (size_t i = 0; i < m->coords && p->given; i++) {
        if (moves[i])
            p->value[i] = m->coord[i].q;
        p->v[i] = q[i];
    }
}

struct point lang_point_of(struct check *c, uint64_t seed)
{
    const struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    const size_t n = m->coords + m->params + 1;
    ex *x = mem_take_array(mem, n, sizeof *x);
    struct point p = {x, mem_take_array(mem, n, sizeof *p.value),
                      mem_take_array(mem, n, sizeof *p.v), n, false};
    for (size_t i = 0; i < m->coords; i++) {
        x[i] = p.value[i] = m->coord[i].q;
        p.v[i] = NAN;
    }
    for (size_t i = 0; i < m->params; i++)
        x[m->coords + i] = m->param[i].symbol;
    x[n - 1] = p.value[n - 1] = m->time;
    p.v[n - 1] = seed ? base_sample(seed, n) : 0;
    if (seed == 0)
        p.value[n - 1] = ex_int(c->store, 0);
    set_params(c, &p);
    for (size_t i = 0; i < m->coords; i++)
        p.v[i] = within(&p, c, i, base_sample(seed, i));
    if (seed == 0) {
        bool *kept = mem_take_array(mem, m->coords + 1, sizeof *kept);
        p.given = put_initial(c, &p, kept);
        if (m->holonomics)
            settle(c, &p, kept);
    }
    return p;
}

bool lang_numbers_at(struct check *c, const struct point *p, const ex *a, size_t count, double *out)
{
    ex_eval(c->store, a, count, p->x, p->v, p->n, out);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(out[i]))
            return false;
    return true;
}

const char *lang_point_text(struct check *c, const struct point *p, const ex *e, size_t count)
{
    struct mem_text out = mem_text(c->diag->mem);
    for (size_t i = 0; i < c->model->coords; i++) {
        bool used = false;
        for (size_t k = 0; k < count && !used; k++)
            used = ex_has(c->store, e[k], p->x[i]);
        if (!used)
            continue;
        char number[EX_DOUBLE_ROOM];
        ex_double_brief(p->v[i], 6, number);
        mem_put_f(&out, "%s%s = %s", out.len ? ", " : "", c->model->coord[i].name, number);
    }
    return out.text;
}
