/* gen/given.c -- what a run starts from, as blocks.
 *
 * What `init` gives is a number for a function of the state: so many equations for it, beside those
 * of the constraints. Code that knows both sides can start a run with other values. Parameters may
 * be given through each other; what they are then follows from those that are not.
 */
#include "gen/gen.h"

/* What is 0 unless something else is said: velocities along C where they follow from the state, and
 * multipliers; else the state itself. */
static size_t put_rest(const struct system *sys, ex *out)
{
    const struct model *m = sys->model;
    const size_t n = sys->chart ? sys->unknowns : sys->states - m->coords;
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (sys->loose || m->seconds)
            out[k++] = sys->state[m->coords + i];
        else if (i < sys->geom->rank)
            out[k++] = sys->block[RT_vel].at[i];
        else if (sys->lambda)
            out[k++] = sys->lambda[i - sys->geom->rank];
    }
    return k;
}

/* Functions of the state in the first half, what they are to be in the second: as the model gives
 * them, then what is 0 unless they say otherwise. Without multipliers in the law there are none. */
bool gen_put_given(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    struct diag aside = {.mem = d->mem};
    const size_t room = m->ivals + sys->states + sys->unknowns;
    ex *is = gen_row(d->mem, room), *value = gen_row(d->mem, room);
    size_t n = 0;
    for (size_t i = 0; i < m->ivals; i++) {
        const struct ival *v = &m->ival[i];
        if (v->of == IVAL_COORD)
            is[n] = m->coord[v->index].q;
        else if (!gen_quantity(&aside, sys, v, &is[n]))
            continue;
        value[n++] = v->value;
    }
    for (size_t rest = put_rest(sys, is + n); rest > 0; rest--)
        value[n++] = ex_int(m->store, 0);
    if (!n)
        return true;
    ex *out = gen_block_make(sys, RT_given, 2 * n, 1);
    for (size_t i = 0; i < n; i++) {
        out[i] = is[i];
        out[n + i] = value[i];
    }
    return true;
}

/* Of those that are no inputs, in their order. */
bool gen_put_usual(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    size_t n = 0;
    (void)d;
    for (size_t i = 0; i < m->params; i++)
        n += !m->param[i].input;
    if (!n)
        return true;
    ex *out = gen_block_make(sys, RT_usual, n, 1);
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input)
            *out++ = m->param[i].value;
    return true;
}
