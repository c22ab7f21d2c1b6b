/* gen/language/model_invariants.c -- consistency check of the model between stages.
 *
 * Errors of the user have been reported before; an error found here is a bug of noslip: a wrong
 * count, a span outside its text, a `let` that was not substituted.
 */
#include "gen/language/statement_basis.h"
#include "gen/language/values.h"

static const char stage[] = "lang_resolve";

/* ---- counts and positions ---- */

static bool counts_hold(struct diag *d, const struct model *m)
{
    size_t scene = 0;
    for (size_t i = 0; i < m->drawings; i++)
        scene += m->drawing[i].n;
    const char *wrong =
        m->fields != m->sections         ? "frame and complement are no basis of the sections"
        : m->rank > m->fields            ? "the frame has more fields than there are"
        : m->holonomics > m->constraints ? "more constraints are holonomic than exist"
        : m->coords > BASE_COORDS        ? "there are more coordinates than allowed"
        : scene != m->scene              ? "the numbers of all drawings are not those of each"
                                         : NULL;
    if (wrong)
        base_bug(d, stage, "%s (%zu coordinates, %zu sections, %zu fields, rank %zu)", wrong,
                 m->coords, m->sections, m->fields, m->rank);
    return !wrong;
}

/* The number of quantities of the kind of an initial value. */
static size_t count_of(const struct model *m, enum ival_of of)
{
    switch (of) {
    case IVAL_COORD:
    case IVAL_VELOCITY:
        return m->coords;
    case IVAL_SECTION:
    case IVAL_NATURAL:
        return m->sections;
    case IVAL_QUASI:
    case IVAL_MOMENTUM:
        return m->fields;
    case IVAL_MULTIPLIER:
        return m->constraints > m->sections - m->rank ? m->constraints : m->sections - m->rank;
    }
    return 0;
}

static bool ivals_hold(struct diag *d, const struct model *m, const char *of, const struct ival *at,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (at[i].index >= count_of(m, at[i].of)) {
            base_bug(d, stage, "value %zu of %s is of number %zu, and there are %zu", i + 1, of,
                     at[i].index + 1, count_of(m, at[i].of));
            return false;
        }
    return true;
}

static bool is_inside(struct span s)
{
    return !s.src || (s.at <= s.src->len && s.len <= s.src->len - s.at);
}

static bool spans_hold(struct diag *d, const struct model *m)
{
    const char *wrong = NULL;
    const struct span single[] = {m->metric_at,   m->frame_at, m->source_at, m->anchors_at,
                                  m->magnetic_at, m->end_at,   m->step_at,   m->tolerance_at,
                                  m->method_at,   m->form_at};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        wrong = is_inside(single[i]) ? wrong : "a statement";
#define SPANS(list, count, word)                                                                   \
    for (size_t i = 0; i < m->count; i++)                                                          \
        wrong = is_inside(m->list[i].where) ? wrong : word;
    SPANS(coord, coords, "a coordinate")
    SPANS(param, params, "a parameter")
    SPANS(section, sections, "a section")
    SPANS(field, fields, "a field")
    SPANS(constraint, constraints, "a constraint")
    SPANS(load, loads, "a force")
    SPANS(ival, ivals, "an initial value")
    SPANS(claim, claims, "a claim")
    SPANS(output, outputs, "an output")
    SPANS(event, events, "an event")
    SPANS(preset, presets, "a set")
    SPANS(drawing, drawings, "a drawing")
#undef SPANS
    if (wrong)
        base_bug(d, stage, "the position of %s is outside of its text", wrong);
    return !wrong;
}

/* ---- symbols ---- */

static struct allowed allow_params(struct diag *d, const struct model *m, const char *after)
{
    struct allowed a = {.diag = d,
                        .store = m->store,
                        .stage = after,
                        .kinds = "parameter or input",
                        .symbol = {.mem = ex_mem(m->store)}};
    for (size_t i = 0; i < m->params; i++)
        sym_allow(&a, m->param[i].symbol);
    return a;
}

struct allowed lang_allow_places(struct diag *d, const struct model *m, const char *after)
{
    struct allowed a = allow_params(d, m, after);
    a.kinds = "coordinate, parameter, input or t";
    for (size_t i = 0; i < m->coords; i++)
        sym_allow(&a, m->coord[i].q);
    sym_allow(&a, m->time);
    return a;
}

/* All symbols that expressions of a model may contain. */
static struct allowed allow_all(struct diag *d, const struct model *m)
{
    struct allowed a = lang_allow_places(d, m, stage);
    a.kinds = "symbol of the model";
    for (size_t i = 0; i < m->coords; i++) {
        const struct coord *q = &m->coord[i];
        const ex all[] = {q->velocity, q->section, q->momentum, q->second};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            sym_allow(&a, all[k]);
    }
    for (size_t B = 0; B < m->sections; B++) {
        const struct section *e = &m->section[B];
        const ex all[] = {e->velocity, e->section, e->momentum, e->second};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            sym_allow(&a, all[k]);
    }
    for (size_t A = 0; A < m->fields; A++) {
        const struct field *f = &m->field[A];
        sym_allow(&a, f->z);
        sym_allow(&a, f->eta);
        sym_allow(&a, f->section);
    }
    sym_allow(&a, m->dt);
    sym_allow(&a, m->energy);
    return a;
}

/* EX_POISON: not given. */
static bool may_be_absent(const struct allowed *a, const char *name, ex e)
{
    return e == EX_POISON || sym_mentions_only(a, name, &e, 1);
}

static bool values_hold(struct diag *d, const struct model *m)
{
    struct allowed fixed = allow_params(d, m, stage);
    bool good = may_be_absent(&fixed, "the end of the run", m->end) &&
                may_be_absent(&fixed, "the step", m->step) &&
                may_be_absent(&fixed, "the tolerance", m->tolerance);
    for (size_t i = 0; i < m->coords && good; i++)
        good = may_be_absent(&fixed, "the range of a coordinate", m->coord[i].low) &&
               may_be_absent(&fixed, "the range of a coordinate", m->coord[i].high);
    sym_allow(&fixed, m->time);
    fixed.kinds = "parameter, input or t";
    for (size_t i = 0; i < m->params && good; i++)
        good = sym_mentions_only(&fixed, "the value of a parameter", &m->param[i].value, 1) &&
               may_be_absent(&fixed, "the range of a parameter", m->param[i].low) &&
               may_be_absent(&fixed, "the range of a parameter", m->param[i].high);
    return good;
}

static bool geometry_holds(struct diag *d, const struct model *m)
{
    const struct allowed a = lang_allow_places(d, m, stage);
    const size_t n = m->sections;
    bool good = !m->bracket || sym_mentions_only(&a, "the brackets", m->bracket, n * n * n);
    for (size_t B = 0; B < n && good; B++)
        good = sym_mentions_only(&a, "an anchor", m->section[B].anchor, m->coords) &&
               (!m->section[B].right ||
                sym_mentions_only(&a, "a right anchor", m->section[B].right, m->coords));
    for (size_t A = 0; A < m->fields && good; A++)
        good = sym_mentions_only(&a, base_text(d->mem, "the field %s", m->field[A].name),
                                 m->field[A].component, n);
    for (size_t i = 0; i < m->constraints && good; i++)
        good = sym_mentions_only(&a, "a constraint", m->constraint[i].form, n) &&
               sym_mentions_only(&a, "the speed of a constraint", &m->constraint[i].speed, 1) &&
               may_be_absent(&a, "a holonomic constraint", m->constraint[i].position);
    struct other_basis *basis = NULL;
    const size_t bases = lang_bases(m, &basis);
    for (size_t i = 0; i < bases && good; i++)
        good = sym_mentions_only(&a, "a basis", basis[i].form, basis[i].n * n);
    return good;
}

static bool mechanics_hold(const struct allowed *a, const struct model *m)
{
    const struct {
        const char *name;
        ex value;
    } rows[] = {
        {"the metric", m->metric},
        {"the potential", m->potential},
        {"the magnetic form", m->magnetic},
        {"the Lagrangian", m->lagrangian},
        {"the Hamiltonian", m->hamiltonian},
        {"the dissipation", m->dissipation},
        {"the force", m->force},
        {"the magnetic two-form", m->two_form},
        {"the drift", m->drift},
        {"the gradient", m->gradient},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && good; i++)
        good = may_be_absent(a, rows[i].name, rows[i].value);
    for (size_t i = 0; i < m->loads && good; i++)
        good = sym_mentions_only(a, "a force", &m->load[i].value, 1);
    for (size_t i = 0; i < m->virtuals && good; i++)
        good = sym_mentions_only(a, "a virtual displacement", &m->virtual[i].value, 1);
    for (size_t i = 0; i < m->seconds && good; i++)
        good = sym_mentions_only(a, "a second-class constraint", &m->second[i].value, 1);
    return good;
}

static bool wishes_hold(const struct allowed *a, const struct model *m)
{
    bool good = ivals_hold(a->diag, m, "init", m->ival, m->ivals);
    for (size_t i = 0; i < m->ivals && good; i++)
        good = sym_mentions_only(a, "an initial value", &m->ival[i].value, 1);
    for (size_t i = 0; i < m->plots && good; i++)
        good = sym_mentions_only(a, "a plot", &m->plot[i].x, 1) &&
               sym_mentions_only(a, "a plot", &m->plot[i].y, 1);
    for (size_t i = 0; i < m->claims && good; i++)
        good = may_be_absent(a, "a claim", m->claim[i].a) &&
               may_be_absent(a, "a claim", m->claim[i].b);
    for (size_t i = 0; i < m->outputs && good; i++)
        good = sym_mentions_only(a, "an output", &m->output[i].value, 1);
    for (size_t i = 0; i < m->events && good; i++) {
        const struct event *e = &m->event[i];
        good = sym_mentions_only(a, "an event", &e->value, 1) &&
               ivals_hold(a->diag, m, "a reset", e->reset, e->resets);
        for (size_t k = 0; k < e->resets && good; k++)
            good = sym_mentions_only(a, "a reset", &e->reset[k].value, 1);
    }
    for (size_t i = 0; i < m->drawings && good; i++)
        good = sym_mentions_only(a, "a drawing", m->drawing[i].value, m->drawing[i].n);
    return good;
}

bool lang_model_sound(struct diag *d, const struct model *m)
{
    const struct mem_mark mark = mem_mark(ex_mem(m->store));
    if (!base_canonical(d, m->store, stage) || !counts_hold(d, m) || !spans_hold(d, m))
        return false;
    const struct allowed all = allow_all(d, m);
    const bool good = values_hold(d, m) && geometry_holds(d, m) && mechanics_hold(&all, m) &&
                      wishes_hold(&all, m);
    if (good)
        mem_release(ex_mem(m->store), mark);
    return good;
}
