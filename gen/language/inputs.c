/* gen/language/inputs.c -- substitution of inputs that are expressions of time.
 *
 * An input whose value depends on t is substituted before anything is derived: rates of frames, of
 * affine constraints and of the Lagrangian then have all their terms, for every method. Where
 * equations are printed or emitted it keeps its name, unless its rate is in them.
 */
#include "gen/language/statement_basis.h"
#include "gen/language/statement_input.h"
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

bool lang_next_word(const struct option_text *texts, struct word_walk *w, const char **word,
                    size_t *len)
{
    while (texts && w->text < texts->n) {
        const char *text = texts->at[w->text];
        if (w->at <= strlen(text)) {
            *word = text + w->at;
            *len = strcspn(*word, ",");
            w->at += *len + 1;
            return true;
        }
        *w = (struct word_walk){w->text + 1, 0};
    }
    return false;
}

bool lang_is_set(const struct model *m, const struct hints *h, size_t param)
{
    struct word_walk w = {0, 0};
    const char *word = NULL;
    size_t len = 0;
    for (size_t i = 0; i < h->n; i++)
        if (strcmp(h->at[i].name, m->param[param].name) == 0)
            return true;
    while (lang_next_word(h->sets, &w, &word, &len))
        for (size_t i = 0; i < m->presets; i++) {
            const struct preset *set = &m->preset[i];
            if (!base_is_word(word, len, set->name))
                continue;
            for (size_t k = 0; k < set->n; k++)
                if (set->at[k].param && set->at[k].index == param)
                    return true;
        }
    return false;
}

/* ---- expressions of t ---- */

struct drive {
    struct store *store;
    ex *symbol, *value;
    size_t n;
};

static void put_in(const struct drive *d, ex *e, size_t n)
{
    for (size_t i = 0; e && i < n; i++)
        if (e[i] != EX_POISON)
            ex_subst(d->store, &e[i], 1, d->symbol, d->value, d->n, &e[i]);
}

/* Derivatives by momenta come first, also by those that inputs give. */
static void put_into_hamiltonian(const struct drive *d, struct model *m)
{
    struct drive others = {d->store, sym_row(ex_mem(d->store), d->n),
                           sym_row(ex_mem(d->store), d->n), 0};
    for (size_t i = 0; i < d->n; i++) {
        bool momentum = false;
        for (size_t A = 0; A < m->fields; A++)
            momentum |= m->field[A].eta == d->symbol[i];
        others.symbol[others.n] = d->symbol[i];
        others.value[others.n] = d->value[i];
        others.n += !momentum;
    }
    put_in(&others, &m->hamiltonian, 1);
}

static void put_into_geometry(const struct drive *d, struct model *m)
{
    const size_t n = m->sections;
    for (size_t A = 0; A < m->fields; A++)
        put_in(d, m->field[A].component, n);
    for (size_t i = 0; i < m->constraints; i++) {
        put_in(d, m->constraint[i].form, n);
        put_in(d, &m->constraint[i].speed, 1);
        put_in(d, &m->constraint[i].position, 1);
        if (m->constraint[i].position != EX_POISON) /* the rate has the rate of the input */
            m->constraint[i].speed =
                ex_neg(d->store, ex_diff(d->store, m->constraint[i].position, m->time));
    }
    for (size_t B = 0; B < n; B++) {
        put_in(d, m->section[B].anchor, m->coords);
        put_in(d, m->section[B].right, m->coords);
    }
    put_in(d, m->bracket, n * n * n);
    struct other_basis *basis = NULL;
    const size_t bases = lang_bases(m, &basis);
    for (size_t i = 0; i < bases; i++)
        put_in(d, basis[i].form, basis[i].n * n);
    struct velocity_input *given = NULL;
    const size_t velocities = lang_velocity_inputs(m, &given);
    for (size_t i = 0; i < velocities; i++)
        put_in(d, &given[i].velocity.value, 1);
    ex *const whole[] = {&m->metric,   &m->potential,   &m->magnetic, &m->lagrangian, &m->drift,
                         &m->two_form, &m->dissipation, &m->force,    &m->gradient};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        put_in(d, whole[i], 1);
    put_into_hamiltonian(d, m);
}

static void put_into_rest(const struct drive *d, struct model *m)
{
    for (size_t i = 0; i < m->loads; i++)
        put_in(d, &m->load[i].value, 1);
    for (size_t i = 0; i < m->plots; i++) {
        put_in(d, &m->plot[i].x, 1);
        put_in(d, &m->plot[i].y, 1);
    }
    for (size_t i = 0; i < m->outputs; i++)
        put_in(d, &m->output[i].value, 1);
    for (size_t i = 0; i < m->drawings; i++)
        put_in(d, m->drawing[i].value, m->drawing[i].n);
    for (size_t i = 0; i < m->claims; i++) {
        put_in(d, &m->claim[i].a, 1);
        put_in(d, &m->claim[i].b, 1);
    }
    for (size_t i = 0; i < m->events; i++) {
        put_in(d, &m->event[i].value, 1);
        for (size_t k = 0; k < m->event[i].resets; k++)
            put_in(d, &m->event[i].reset[k].value, 1);
    }
    struct stated *const lists[] = {m->virtual, m->second};
    const size_t lengths[] = {m->virtuals, m->seconds};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lengths[k]; i++)
            put_in(d, &lists[k][i].value, 1);
}

static bool has_any(struct store *s, const ex *e, size_t n, ex symbol)
{
    for (size_t i = 0; e && i < n; i++)
        if (e[i] != EX_POISON && ex_has(s, e[i], symbol))
            return true;
    return false;
}

const char *lang_where_rate_matters(const struct model *m, ex symbol)
{
    struct store *s = m->store;
    for (size_t i = 0; i < m->constraints; i++)
        if (has_any(s, m->constraint[i].form, m->sections, symbol) ||
            has_any(s, &m->constraint[i].speed, 1, symbol))
            return "a constraint";
    for (size_t A = 0; A < m->fields; A++)
        if (has_any(s, m->field[A].component, m->sections, symbol))
            return "the frame";
    for (size_t B = 0; B < m->sections; B++)
        if (has_any(s, m->section[B].anchor, m->coords, symbol))
            return "an anchor";
    struct velocity_input *given = NULL;
    const size_t velocities = lang_velocity_inputs(m, &given);
    for (size_t i = 0; i < velocities; i++)
        if (has_any(s, &given[i].velocity.value, 1, symbol))
            return "a velocity that is an input";
    const struct {
        ex e;
        const char *what;
    } whole[] = {{m->metric, "the metric"},
                 {m->lagrangian, "the Lagrangian"},
                 {m->magnetic, "the magnetic one-form"},
                 {m->drift, "the drift"}};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (has_any(s, &whole[i].e, 1, symbol))
            return whole[i].what;
    return NULL;
}

static bool is_in_table(const struct hints *h, const char *name)
{
    for (size_t i = 0; i < h->tables; i++)
        if (base_span_is(h->table[i], name))
            return true;
    return false;
}

bool lang_is_momentum_input(const struct model *m, const struct name *n, const struct name *of)
{
    return n->of == NAME_PARAM && m->param[n->index].input && of->of == NAME_FIELD &&
           m->param[n->index].symbol == m->field[of->index].eta;
}

/* The rate of a momentum is in the reactions. */
static bool is_momentum(const struct model *m, ex symbol)
{
    for (size_t A = 0; A < m->fields; A++)
        if (m->field[A].eta == symbol)
            return true;
    return false;
}

ex lang_driven_value(const struct model *m, ex symbol)
{
    struct mem *mem = ex_mem(m->store);
    ex *name = sym_row(mem, m->params), *value = sym_row(mem, m->params);
    size_t n = 0;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].driven) {
            name[n] = m->param[i].symbol;
            value[n++] = m->param[i].value;
        }
    lang_unwind(m->store, name, value, n);
    for (size_t i = 0; i < n; i++)
        if (name[i] == symbol)
            return value[i];
    return symbol;
}

void lang_drive_inputs(struct check *c)
{
    struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    struct drive d = {c->store, sym_row(mem, m->params), sym_row(mem, m->params), 0};
    for (size_t i = 0; i < m->params; i++) {
        struct param *p = &m->param[i];
        if (!p->input || lang_is_set(m, c->hints, i) || is_in_table(c->hints, p->name) ||
            !(c->hints->drives || is_momentum(m, p->symbol) ||
              lang_where_rate_matters(m, p->symbol)))
            continue;
        d.symbol[d.n] = p->symbol;
        d.value[d.n++] = p->value;
    }
    lang_unwind(c->store, d.symbol, d.value, d.n);
    size_t kept = 0;
    for (size_t i = 0; i < d.n; i++)
        if (ex_has(c->store, d.value[i], m->time)) {
            d.symbol[kept] = d.symbol[i];
            d.value[kept++] = d.value[i];
        }
    d.n = kept;
    for (size_t i = 0; i < m->params; i++)
        for (size_t k = 0; k < d.n; k++)
            m->param[i].driven |= m->param[i].symbol == d.symbol[k];
    if (d.n == 0)
        return;
    put_into_geometry(&d, m);
    put_into_rest(&d, m);
}
