/* tests/unit/support/world_open.c -- a model in numbers, from its text. */
#include "world.h"

#include <string.h>

enum { LARGE = 12 }; /* sections; larger models are not drawn */

static void add_symbol(struct world *w, ex e)
{
    if (e != EX_POISON && world_symbol_at(w, e) == NOT_A_SYMBOL)
        w->symbol[w->symbols++] = e;
}

static void list_symbols(struct world *w)
{
    const struct model *m = w->m;
    w->symbol = mem_take_array(ex_mem(w->s), 5 * m->coords + 4 * m->sections + 4 * m->fields + 40,
                               sizeof *w->symbol);
    add_symbol(w, m->time);
    add_symbol(w, m->energy);
    for (size_t i = 0; i < m->coords; i++) {
        add_symbol(w, m->coord[i].q);
        add_symbol(w, m->coord[i].velocity);
        add_symbol(w, m->coord[i].section);
        add_symbol(w, m->coord[i].momentum);
        add_symbol(w, m->coord[i].second);
    }
    for (size_t B = 0; B < m->sections; B++) {
        add_symbol(w, m->section[B].velocity);
        add_symbol(w, m->section[B].section);
        add_symbol(w, m->section[B].momentum);
        add_symbol(w, m->section[B].second);
    }
    for (size_t A = 0; A < m->fields; A++) {
        add_symbol(w, m->field[A].z);
        add_symbol(w, m->field[A].eta);
        add_symbol(w, m->field[A].section);
    }
    for (size_t i = 0; i < w->c; i++) {
        char name[32];
        snprintf(name, sizeof name, "lambda%zu", i + 1);
        add_symbol(w, ex_sym(w->s, name, 0));
    }
}

/* ---- opening ---- */

static void choose_params(struct world *w)
{
    const struct model *m = w->m;
    struct diag aside = base_aside(w->job.diag);
    w->p = mem_take_array(ex_mem(w->s), m->params + 1, sizeof *w->p);
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, w->p);
    for (size_t k = 0; k < m->params; k++) {
        const double v = w->p[k];
        w->p[k] = v == v && v != 0 ? v * rng_double(w->rng, 0.875, 1.125)
                                   : rng_double(w->rng, 0.25, 1.25);
    }
}

static struct tape of_one(struct world *w, ex e)
{
    return e == EX_POISON ? (struct tape){.steps = 0} : tape_new(w, &e, 1);
}

static void make_fields(struct world *w)
{
    const struct model *m = w->m;
    const size_t n = w->n, nq = w->nq;
    ex *e = mem_take_array(ex_mem(w->s), n * n + 2 * nq * n + n * n * n + 1, sizeof *e);
    w->has_bracket = m->bracket != NULL;
    for (size_t i = 0; i < n * n; i++)
        e[i] = m->field[i % n].component[i / n];
    for (size_t i = 0; i < nq * n; i++) {
        const struct section *B = &m->section[i % n];
        e[n * n + i] = B->anchor[i / n];
        e[n * n + nq * n + i] = m->two_anchors && B->right ? B->right[i / n] : B->anchor[i / n];
    }
    for (size_t i = 0; i < n * n * n && m->bracket; i++)
        e[n * n + 2 * nq * n + i] = m->bracket[i];
    w->fields = tape_new(w, e, n * n + 2 * nq * n + (m->bracket ? n * n * n : 0));
}

static void make_forms(struct world *w)
{
    const struct model *m = w->m;
    const size_t n = w->n;
    ex *e = mem_take_array(ex_mem(w->s), m->constraints * (n + 1) + m->virtuals + m->seconds + 1,
                           sizeof *e);
    for (size_t i = 0; i < m->constraints * (n + 1); i++)
        e[i] = i % (n + 1) < n ? m->constraint[i / (n + 1)].form[i % (n + 1)]
                               : m->constraint[i / (n + 1)].speed;
    w->forms = m->constraints ? tape_new(w, e, m->constraints * (n + 1)) : of_one(w, m->drift);
    size_t held = 0;
    for (size_t i = 0; i < m->constraints; i++)
        if (m->constraint[i].position != EX_POISON)
            e[held++] = m->constraint[i].position;
    w->position = tape_new(w, e, held);
    for (size_t i = 0; i < m->virtuals; i++)
        e[i] = m->virtual[i].value;
    w->nu = tape_new(w, e, m->virtuals);
    for (size_t i = 0; i < m->seconds; i++)
        e[i] = m->second[i].value;
    w->second = tape_new(w, e, m->seconds);
}

static void make_energies(struct world *w)
{
    const struct model *m = w->m;
    struct store *s = w->s;
    ex L = m->hamiltonian != EX_POISON ? m->hamiltonian : m->lagrangian;
    w->hamilton = m->hamiltonian != EX_POISON;
    if (m->metric != EX_POISON) {
        L = ex_div(s, m->metric, ex_int(s, 2));
        if (m->potential != EX_POISON)
            L = ex_sub(s, L, m->potential);
        if (m->magnetic != EX_POISON)
            L = ex_add2(s, L, m->magnetic);
    }
    for (size_t A = 0; A < m->fields && L != EX_POISON; A++)
        w->has_quasi |= ex_has(s, L, m->field[A].z);
    w->energy = of_one(w, L);
    w->rayleigh = of_one(w, m->dissipation);
    w->force = of_one(w, m->force);
    w->two = of_one(w, m->two_form);
    w->gradient = of_one(w, m->gradient);
    ex *load = mem_take_array(ex_mem(s), m->loads + 1, sizeof *load);
    for (size_t i = 0; i < m->loads; i++)
        load[i] = m->load[i].value;
    w->loads = tape_new(w, load, m->loads);
}

static enum world_law law_of(const struct world *w)
{
    const struct model *m = w->m;
    if (m->law == LAW_vakonomic)
        return MOVES_VAKONOMIC;
    if (m->law == LAW_gradient)
        return MOVES_GRADIENT;
    if (m->seconds)
        return MOVES_SECOND;
    return m->virtuals                  ? MOVES_SERVO
           : m->law == LAW_nonholonomic ? MOVES_NONHOLONOMIC
                                        : MOVES_UNKNOWN;
}

bool world_open(struct world *w, const char *name, const char *text, struct rng *rng)
{
    *w = (struct world){.lab = lab_open(), .rng = rng, .text = text};
    struct mem *mem = w->lab.m;
    w->s = w->lab.s;
    w->job = (struct job){.mem = mem, .store = w->s, .diag = base_diag(mem)};
    w->job.hints.drives = true;
    w->job.source = base_source_text(mem, name, text, strlen(text), EXIT_MODEL);
    if (!job_model(&w->job, NULL) || !job_default_system(&w->job) ||
        !job_program(&w->job, BLOCKS_run))
        return false;
    const struct model *m = w->m = w->job.model;
    w->nq = m->coords;
    w->n = m->sections;
    w->r = m->rank;
    w->c = w->n - w->r;
    w->skew = !m->two_anchors;
    w->law = law_of(w);
    if (w->nq > MOST || w->n > LARGE || (m->constraints && m->constraints != w->c))
        return true; /* too large: it is not drawn */
    choose_params(w);
    list_symbols(w);
    make_fields(w);
    make_forms(w);
    make_energies(w);
    w->draws = true;
    return true;
}

void world_close(struct world *w)
{
    struct tape *const all[] = {&w->fields,   &w->forms,    &w->energy, &w->rayleigh,
                                &w->loads,    &w->force,    &w->two,    &w->nu,
                                &w->position, &w->gradient, &w->second};
    for (size_t i = 0; i < COUNT(all); i++)
        tape_free(all[i]);
    real_keep(0, NULL, 0);
    lab_close(&w->lab);
}
