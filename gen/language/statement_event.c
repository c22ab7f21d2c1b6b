/* gen/language/statement_event.c -- statement `event`: an expression that crosses zero, and its
 * action.
 */
#include "gen/language/statements.h"

#include <string.h>

/* One row becomes one element. */
const char *const lang_event_ways[WAY_COUNT] = {
#define WAY(word) [WAY_##word] = #word,
    EVENT_WAYS(WAY)
#undef WAY
};
const char *const lang_event_acts[ACT_COUNT] = {
#define ACT(word) [ACT_##word] = #word,
    EVENT_ACTS(ACT)
#undef ACT
};

/* The symbol of the quantity that is reset. */
static ex target_symbol(const struct model *m, const struct ival *v)
{
    switch (v->of) {
    case IVAL_COORD:
        return m->coord[v->index].q;
    case IVAL_VELOCITY:
        return m->coord[v->index].velocity;
    case IVAL_SECTION:
        return m->section[v->index].velocity;
    case IVAL_QUASI:
        return m->field[v->index].z;
    case IVAL_MOMENTUM:
        return m->field[v->index].eta;
    case IVAL_NATURAL:
        return m->section[v->index].momentum;
    case IVAL_MULTIPLIER:
        break;
    }
    return EX_POISON;
}

/* An earlier reset of the same quantity, or NULL. */
static const struct ival *taken_by(const struct event *ev, const struct ival *v)
{
    for (size_t i = 0; i < ev->resets; i++) {
        const struct ival *w = &ev->reset[i];
        const bool pair = (v->of == IVAL_QUASI && w->of == IVAL_MOMENTUM) ||
                          (v->of == IVAL_MOMENTUM && w->of == IVAL_QUASI);
        if ((w->of == v->of || pair) && w->index == v->index)
            return w;
    }
    return NULL;
}

static void read_resets(struct check *c, const struct item *it, struct event *ev)
{
    const struct model *m = c->model;
    ev->reset = mem_take_array(c->diag->mem, it->parts + 1, sizeof *ev->reset);
    for (size_t i = 0; i < it->parts; i++) {
        const struct item *part = &it->part[i];
        struct ival v = {.where = part->name};
        const struct ival *other = NULL;
        if (lang_is_lost(&c->scope, part->name) ||
            !lang_ival_find(c->diag, m, part->name, "be reset", &v))
            continue;
        v.value = lang_number_along(c, part->expr, "reset");
        v.where = part->all;
        if ((other = taken_by(ev, &v)))
            base_error(c->diag, part->name, "this is reset already")->help =
                other->of != v.of ? "a quasi-velocity and its momentum are one" : NULL;
        else if (v.value != EX_POISON) {
            if (v.of != IVAL_MULTIPLIER)
                lang_note_reading(c, ex_sub(c->store, target_symbol(m, &v), v.value), part->all);
            ev->reset[ev->resets++] = v;
        }
    }
}

/* Whether e can change during a run. */
static bool changes(const struct check *c, ex e)
{
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n; i++) {
        size_t k = 0;
        while (k < c->model->params &&
               (c->model->param[k].symbol != used.at[i] || c->model->param[k].input))
            k++;
        if (k == c->model->params)
            return true;
    }
    return false;
}

void lang_check_event(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const struct item *it = &st->item[0];
    struct event ev = {.name = base_span_copy(c->diag->mem, st->head),
                       .way = it->way,
                       .act = it->act,
                       .where = st->head};
    const struct span last = it->second.src ? it->second : it->expr;
    const struct span whole = {last.src, it->expr.at, last.at + last.len - it->expr.at};
    const bool ours = st->head.src == m->src; /* else it comes from an option, and has its name */
    if (!ours)
        ev.name = st->head.src->name;
    for (size_t i = 0; ours && i < m->events; i++)
        if (strcmp(m->event[i].name, ev.name) == 0)
            base_error(c->diag, st->head, "there is an event '%s' already", ev.name);
    const ex a = lang_number_along(c, it->expr, "event");
    const ex b = it->second.src ? lang_number_along(c, it->second, "event") : ex_int(c->store, 0);
    read_resets(c, it, &ev);
    if (a == EX_POISON || b == EX_POISON)
        return;
    ev.value = ex_sub(c->store, a, b);
    lang_note_reading(c, ev.value, whole);
    if (!changes(c, ev.value))
        base_error(c->diag, whole, "this never changes, so nothing can happen there")->help =
            "an event depends on coordinates, velocities, momenta, inputs, energy or t";
    m->event[m->events++] = ev;
}
