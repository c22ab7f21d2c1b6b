/* gen/language/declare.c -- first pass over the statements: declaration of all names. */
#include "gen/language/statements.h"

#include <string.h>

void lang_declare_nothing(struct check *c, const struct statement *st)
{
    (void)c;
    (void)st;
}

static const char *copy_of(struct check *c, struct span s)
{
    return s.src ? base_span_shown(c->diag->mem, s) : NULL;
}

static ex symbol(struct check *c, const char *before, const char *name, const char *after)
{
    return ex_sym(c->store, base_text(c->diag->mem, "%s%s%s", before, name, after), 0);
}

const char *lang_unused_name(const struct model *m, const char *text)
{
    while (lang_find_name(&m->names->scope, text, strlen(text)))
        text = base_text(ex_mem(m->store), "%s_", text);
    return text;
}

void lang_declare_coords(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (c->model->coords == BASE_COORDS) {
            base_error(c->diag, it->name, "more than %d coordinates", BASE_COORDS);
            return;
        }
        if (!lang_declare_name(c, it->name, NAME_COORD, c->model->coords))
            continue;
        const char *name = base_span_copy(c->diag->mem, it->name);
        c->model->coord[c->model->coords++] = (struct coord){.name = name,
                                                             .q = symbol(c, "", name, ""),
                                                             .velocity = symbol(c, "", name, "'"),
                                                             .second = symbol(c, "", name, "''"),
                                                             .section = symbol(c, "d_", name, ""),
                                                             .unit = copy_of(c, it->unit),
                                                             .doc = copy_of(c, it->doc),
                                                             .where = it->name};
    }
}

static void declare_params(struct check *c, const struct statement *st, bool input)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const size_t index = c->model->params;
        if (input && lang_is_velocity(c, it->name))
            continue;
        if (!lang_declare_name(c, it->name, NAME_PARAM, index))
            continue;
        const unsigned assume = !it->assumed.src ? 0 : it->positive ? EX_POSITIVE : EX_NONZERO;
        const char *name = base_span_copy(c->diag->mem, it->name);
        c->model->param[c->model->params++] =
            (struct param){.name = name,
                           .symbol = ex_sym(c->store, name, assume),
                           .assume = assume,
                           .input = input,
                           .unit = copy_of(c, it->unit),
                           .doc = copy_of(c, it->doc),
                           .where = it->name};
    }
}

void lang_declare_params(struct check *c, const struct statement *st)
{
    declare_params(c, st, false);
}

void lang_declare_inputs(struct check *c, const struct statement *st)
{
    declare_params(c, st, true);
}

static void declare_lets(struct check *c, const struct statement *st, bool output)
{
    struct scope *sc = &c->scope;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (!lang_declare_name(c, it->name, NAME_LET, sc->lets))
            continue;
        const char *name = base_span_copy(c->diag->mem, it->name);
        sc->let[sc->lets++] = (struct let){
            .name = name, .symbol = ex_sym(c->store, name, 0), .output = output, .where = it->expr};
    }
}

void lang_declare_lets(struct check *c, const struct statement *st)
{
    declare_lets(c, st, false);
}

/* An output is a let that may mention the energy, and a column of the rows. */
void lang_declare_outputs(struct check *c, const struct statement *st)
{
    declare_lets(c, st, true);
}

/* ---- the natural basis ---- */

static struct section *add_section(struct check *c, const char *name, struct span where)
{
    struct model *m = c->model;
    struct section *e = &m->section[m->sections++];
    *e = (struct section){.name = name,
                          .section = symbol(c, "d_", name, ""),
                          .momentum = symbol(c, "p_", name, ""),
                          .second = symbol(c, "", name, "''"),
                          .anchor = mem_take_array(c->diag->mem, m->coords + 1, sizeof(ex)),
                          .where = where};
    for (size_t i = 0; i < m->coords; i++)
        e->anchor[i] = ex_int(c->store, 0);
    return e;
}

void lang_declare_basis(struct check *c)
{
    struct model *m = c->model;
    for (size_t i = 0; i < m->coords; i++) {
        struct coord *q = &m->coord[i];
        struct section *e = add_section(c, q->name, q->where);
        e->velocity = q->velocity;
        e->anchor[i] = ex_int(c->store, 1);
        e->unit = q->unit;
        e->doc = q->doc;
        q->momentum = e->momentum;
    }
}

/* Called after the coordinates are declared. */
void lang_declare_sections(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (m->sections == BASE_COORDS) {
            base_error(c->diag, it->name, "more than %d sections", BASE_COORDS);
            return;
        }
        if (!lang_declare_name(c, it->name, NAME_SECTION, m->sections))
            continue;
        const char *name = base_span_copy(c->diag->mem, it->name);
        struct section *e = add_section(c, name, it->name);
        e->velocity = symbol(c, "", name, "");
        e->unit = copy_of(c, it->unit);
        e->doc = copy_of(c, it->doc);
    }
}

/* The span from the first name to the last. */
static struct span names_of(const struct statement *st)
{
    const struct span a = st->item[0].name, b = st->item[st->n - 1].name;
    return (struct span){a.src, a.at, b.at + b.len - a.at};
}

void lang_declare_algebra(struct check *c, const struct statement *st)
{
    const struct algebra_row *row = lang_algebra(c->diag, st->head);
    if (row && st->n != row->n)
        base_error(c->diag, names_of(st), "%zu name%s for the %zu elements of %s", st->n,
                   st->n == 1 ? "" : "s", row->n, row->name)
            ->help = base_text(c->diag->mem, "name all of them, in this order: %s", row->order);
    lang_declare_sections(c, st);
}

/* ---- fields ---- */

static void add_field(struct check *c, const char *name, struct span where)
{
    c->model->field[c->model->fields++] = (struct field){.name = name,
                                                         .z = symbol(c, "", name, ""),
                                                         .eta = symbol(c, "eta_", name, ""),
                                                         .section = symbol(c, "d_", name, ""),
                                                         .where = where};
}

/* Called for all `frame` statements before any `complement`. */
void lang_declare_fields(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].name;
        if (lang_declare_name(c, where, NAME_FIELD, c->model->fields))
            add_field(c, base_span_copy(c->diag->mem, where), where);
    }
}

/* Whether a name and the words made from it, which are symbols too, are free. */
static bool is_free(const struct check *c, const char *name)
{
    static const char *const before[] = {"", "eta_", "d_"};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        const char *word = base_text(c->diag->mem, "%s%s", before[k], name);
        if (lang_find_name(&c->scope, word, strlen(word)))
            return false;
    }
    return true;
}

void lang_declare_chosen(struct check *c, const char *prefix, size_t n)
{
    struct model *m = c->model;
    if (n == 0)
        return;
    const struct span where = m->frame_at.src ? m->frame_at : m->section[0].where;
    for (size_t i = 0, number = 1; i < n; i++) {
        const char *name = NULL;
        do
            name = base_text(c->diag->mem, "%s%zu", prefix, number++);
        while (!is_free(c, name));
        lang_enter_name(&c->scope, name, where, NAME_FIELD, m->fields);
        add_field(c, name, where);
        m->field[m->fields - 1].chosen = true;
    }
}

void lang_declare_constraints(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++)
        m->constraint[m->constraints++] = (struct constraint){.where = st->item[i].all};
}
