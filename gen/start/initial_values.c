/* gen/start/initial_values.c -- initial values, from the model and the command line.
 *
 * Values of the command line replace those of the model here; initial_state.c computes the state
 * from them.
 */
#include "gen/start/initial_state.h"

#include <math.h>
#include <string.h>

/* ---- given values ---- */

struct ivals {
    struct diag *diag;
    const struct model *m;
    struct ival *at;
    size_t n;
};

struct states {
    struct ivals all;
    double *t;
};

static void drop(struct ivals *all, enum ival_of of, size_t index)
{
    for (size_t i = all->n; i-- > 0;)
        if (all->at[i].of == of && all->at[i].index == index)
            all->at[i] = all->at[--all->n];
}

/* Replaces an earlier value of the quantity. A value of a quasi-velocity replaces that of its
 * momentum in the model, and the other way round; two of the command line must fit each other. */
static void replace(struct ivals *all, struct ival v)
{
    const enum ival_of other = v.of == IVAL_QUASI ? IVAL_MOMENTUM : IVAL_QUASI;
    drop(all, v.of, v.index);
    for (size_t i = all->n; i-- > 0 && (v.of == IVAL_QUASI || v.of == IVAL_MOMENTUM);)
        if (all->at[i].of == other && all->at[i].index == v.index &&
            all->at[i].where.src == all->m->src)
            all->at[i] = all->at[--all->n];
    all->at[all->n++] = v;
}

/* A value of -i replaces that of the model. */
static void take_ival(void *context, const struct item *it, ex value)
{
    struct ivals *all = context;
    struct ival v = {.value = value, .guess = it->guess, .where = it->name};
    if (lang_ival_find(all->diag, all->m, it->name, "start somewhere", &v) &&
        lang_may_guess(all->diag, all->m, &v, all->m->holonomics > 0))
        replace(all, v);
}

static void take_setting(void *context, const struct setting *one)
{
    struct ival v = one->ival;
    v.chosen = true;
    if (!one->param)
        replace(context, v);
}

/* If --state has velocities, all velocities of the model are ignored. */
static void take_state(void *context, const struct item *it, ex value)
{
    struct states *st = context;
    const struct span name = it->name;
    struct ival v = {.value = value, .guess = it->guess, .where = name};
    if (base_span_is(name, "t")) {
        ex_eval(st->all.m->store, &value, 1, NULL, NULL, 0, st->t);
        return;
    }
    if (!lang_ival_find(st->all.diag, st->all.m, name, "start somewhere", &v) ||
        !lang_may_guess(st->all.diag, st->all.m, &v, st->all.m->holonomics > 0))
        return;
    for (size_t i = st->all.n; i-- > 0 && v.of != IVAL_COORD;)
        if (st->all.at[i].of != IVAL_COORD && st->all.at[i].where.src == st->all.m->src)
            st->all.at[i] = st->all.at[--st->all.n];
    for (size_t i = 0; i < st->all.n; i++)
        if (st->all.at[i].of == v.of && st->all.at[i].index == v.index &&
            st->all.at[i].where.src != st->all.m->src) {
            base_error(st->all.diag, name, "this has a value already");
            return;
        }
    drop(&st->all, v.of, v.index);
    st->all.at[st->all.n++] = v;
}

static struct given find_ivals(struct diag *d, const struct model *m,
                               const struct point_texts *texts, double *t)
{
    size_t room = m->ivals + 1;
    for (size_t k = 0; k < texts->inits->n; k++)
        room += strlen(texts->inits->at[k]);
    for (size_t k = 0; texts->states && k < texts->states->n; k++)
        room += strlen(texts->states->at[k]);
    for (size_t i = 0; i < m->presets; i++)
        room += m->preset[i].n;
    struct states st = {{d, m, mem_take_array(d->mem, room, sizeof(struct ival)), m->ivals}, t};
    memcpy(st.all.at, m->ival, m->ivals * sizeof *m->ival);
    struct diag unused = {.mem = d->mem}; /* lang_find_params_at reports unknown sets */
    lang_each_setting(&unused, m, texts->sets, &st.all, take_setting);
    lang_each_assignment(d, m->store, "-i", texts->inits, &st.all, take_ival);
    if (texts->states)
        lang_each_assignment(d, m->store, "--state", texts->states, &st, take_state);
    return (struct given){st.all.at, st.all.n};
}

/* ---- the initial state ---- */

struct start *start_find(struct diag *d, const struct system *sys, size_t prepared,
                         const struct point_texts *texts, enum start_missing missing_is)
{
    const struct model *m = sys->model;
    const size_t before = d->errors;
    struct start *st = mem_take(d->mem, sizeof *st);
    st->p = mem_take_array(d->mem, m->params + prepared + 1, sizeof *st->p);
    st->u = mem_take_array(d->mem, m->params + 1, sizeof *st->u);
    st->x = mem_take_array(d->mem, sys->states + 1, sizeof *st->x);
    st->t = 0;
    memset(st->x, 0, (sys->states + 1) * sizeof *st->x);
    const struct given given = find_ivals(d, m, texts, &st->t);
    lang_find_params_at(d, m, texts, st->t, st->p);
    lang_find_inputs(m, st->p, st->u);
    if (d->errors == before)
        start_state(d, sys, &given, st, missing_is, texts->projects);
    for (size_t i = 0; i < sys->states && d->errors == before; i++)
        if (!isfinite(st->x[i]))
            base_error(d, (struct span){.src = m->src},
                       "the initial value of '%s' is not a finite number", sys->state_name[i]);
    return d->errors == before ? st : NULL;
}
