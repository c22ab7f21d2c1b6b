/* gen/forms/block_given.c -- blocks `given`, `usual`, `input`: initial conditions, default values.
 *
 * Each value of `init` is an equation for the state: a function of the state equals a number. Code
 * that has both sides of these equations, and the constraints, can start a run with other values.
 * The default of a parameter may be an expression in other parameters.
 */
#include "gen/forms/form.h"
#include "gen/language/scope.h"
#include "gen/language/values.h"

#include <string.h>

static bool may_be_vakonomic(const struct model *m)
{
    return m->law == LAW_vakonomic || m->comparing ||
           (m->has_compare && m->compare == LAW_vakonomic);
}

bool form_quantity(struct diag *d, const struct system *sys, const struct ival *v, ex *out)
{
    const struct model *m = sys->model;
    const size_t n = sys->geom->n;
    const ex *lambda = form_state_multipliers(sys);
    ex *natural = sym_row(d->mem, n);
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
        form_natural_velocities(sys, natural);
        break;
    case IVAL_NATURAL:
        if (!form_natural_momenta(d, sys, natural))
            return false;
        break;
    case IVAL_MULTIPLIER:
        *out = !lambda                  ? EX_POISON
               : v->where.src == m->src ? lang_given_multiplier(m, lambda, v->index)
                                        : lambda[v->index];
        if (!lambda && !(v->where.src == m->src && may_be_vakonomic(m)) && !m->comparing)
            base_error(d, v->where, "multipliers start somewhere in the vakonomic form only")
                ->help = "elsewhere they follow from the motion: leave them out";
        return lambda != NULL;
    case IVAL_COORD:
        return false;
    }
    *out = natural[v->index];
    return true;
}

static const char *ival_name(struct mem *mem, const struct model *m, const struct ival *v)
{
    switch (v->of) {
    case IVAL_COORD:
        return m->coord[v->index].name;
    case IVAL_VELOCITY:
        return base_text(mem, "%s'", m->coord[v->index].name);
    case IVAL_SECTION:
        return m->section[v->index].name;
    case IVAL_QUASI:
        return m->field[v->index].name;
    case IVAL_MOMENTUM:
        return base_text(mem, "eta_%s", m->field[v->index].name);
    case IVAL_NATURAL:
        return base_text(mem, "p_%s", m->section[v->index].name);
    case IVAL_MULTIPLIER:
        return base_text(mem, "lambda%zu", v->index + 1);
    }
    return "";
}

/* Values of `init`. Those of multipliers are skipped where the law has no multipliers. */
static size_t put_init(struct diag *d, const struct system *sys, struct given_row *out)
{
    const struct model *m = sys->model;
    struct diag aside = base_aside(d);
    size_t n = 0;
    for (size_t i = 0; i < m->ivals; i++) {
        const struct ival *v = &m->ival[i];
        struct given_row row = {.name = ival_name(d->mem, m, v),
                                .value = v->value,
                                .coord = v->of == IVAL_COORD ? &m->coord[v->index] : NULL,
                                .guess = v->guess};
        if (row.coord)
            row.is = row.coord->q;
        else if (!form_quantity(&aside, sys, v, &row.is))
            continue;
        out[n++] = row;
    }
    return n;
}

/* Coordinates without a value in `init` start at 0, unless constraints on positions may determine
 * them. */
static size_t put_coordinates(const struct model *m, struct given_row *out)
{
    size_t n = 0;
    for (size_t i = 0; i < m->coords && !m->holonomics; i++) {
        bool said = false;
        for (size_t k = 0; k < m->ivals; k++)
            said |= m->ival[k].of == IVAL_COORD && m->ival[k].index == i;
        if (!said)
            out[n++] = (struct given_row){.name = m->coord[i].name,
                                          .is = m->coord[i].q,
                                          .value = ex_int(m->store, 0),
                                          .coord = &m->coord[i],
                                          .rest = true};
    }
    return n;
}

/* Unknowns of the start, which are 0 unless the rows above determine them. */
static size_t put_rest(struct mem *mem, const struct system *sys, struct given_row *out)
{
    const struct model *m = sys->model;
    const size_t n = form_unknowns(sys), rank = sys->geom->rank;
    for (size_t i = 0; i < n; i++)
        out[i] = (struct given_row){.name = i < rank || !form_state_multipliers(sys)
                                                ? form_unknown_name(sys, i)
                                                : base_text(mem, "lambda%zu", i - rank + 1),
                                    .is = form_unknown_value(sys, i),
                                    .value = ex_int(m->store, 0),
                                    .rest = true};
    return n;
}

size_t form_given_rows(struct diag *d, const struct system *sys, struct given_row **out)
{
    const struct model *m = sys->model;
    const size_t room = m->ivals + m->coords + sys->states + form_unknowns(sys) + 1;
    *out = mem_take_array(d->mem, room, sizeof **out);
    size_t n = put_init(d, sys, *out);
    n += put_coordinates(m, *out + n);
    return n + put_rest(d->mem, sys, *out + n);
}

/* Functions of the state in the first half, their values in the second. */
bool form_derive_given(struct diag *d, struct system *sys)
{
    struct given_row *row = NULL;
    const size_t n = form_given_rows(d, sys, &row);
    if (!n)
        return true;
    ex *out = form_block_make(sys, RT_given, 2 * n, 1);
    for (size_t i = 0; i < n; i++) {
        out[i] = row[i].is;
        out[n + i] = row[i].value;
    }
    return true;
}

/* Defaults of the parameters that are not inputs, in the order of the model. */
bool form_derive_usual(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    size_t n = 0;
    (void)d;
    for (size_t i = 0; i < m->params; i++)
        n += !m->param[i].input;
    if (!n)
        return true;
    ex *out = form_block_make(sys, RT_usual, n, 1);
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input)
            *out++ = m->param[i].value;
    return true;
}

/* Inputs as functions of t and parameters; absent where none depends on t. */
bool form_derive_input(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    ex *symbol = sym_row(d->mem, m->params), *value = sym_row(d->mem, m->params);
    bool moves = false;
    size_t n = 0;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].input) {
            symbol[n] = m->param[i].symbol;
            value[n++] = m->param[i].value;
        }
    lang_unwind(m->store, symbol, value, n);
    for (size_t i = 0; i < n; i++)
        moves |= ex_has(m->store, value[i], m->time);
    if (moves)
        memcpy(form_block_make(sys, RT_input, n, 1), value, n * sizeof *value);
    return true;
}
