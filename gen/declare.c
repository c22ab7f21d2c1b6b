/* gen/declare.c -- first pass over the statements: all names become known. */
#include "gen/gen.h"

#include <string.h>

void gen_declare_nothing(struct check *c, const struct statement *st)
{
    (void)c;
    (void)st;
}

static const char *copy_of(struct check *c, struct span s)
{
    return s.src ? gen_copy(c->diag->mem, s) : NULL;
}

static ex symbol(struct check *c, const char *before, const char *name, const char *after)
{
    return ex_sym(c->store, gen_text(c->diag->mem, "%s%s%s", before, name, after), 0);
}

void gen_declare_coords(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (c->model->coords == GEN_COORDS) {
            gen_error(c->diag, it->name, "more than %d coordinates", GEN_COORDS);
            return;
        }
        if (!gen_declare(c, it->name, NAME_COORD, c->model->coords))
            continue;
        const char *name = gen_copy(c->diag->mem, it->name);
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
        if (!gen_declare(c, it->name, NAME_PARAM, index))
            continue;
        const unsigned assume = !it->assumed.src ? 0 : it->positive ? EX_POSITIVE : EX_NONZERO;
        const char *name = gen_copy(c->diag->mem, it->name);
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

void gen_declare_params(struct check *c, const struct statement *st)
{
    declare_params(c, st, false);
}

void gen_declare_inputs(struct check *c, const struct statement *st)
{
    declare_params(c, st, true);
}

static void declare_lets(struct check *c, const struct statement *st, bool output)
{
    struct scope *sc = &c->scope;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (!gen_declare(c, it->name, NAME_LET, sc->lets))
            continue;
        const char *name = gen_copy(c->diag->mem, it->name);
        sc->let[sc->lets++] = (struct let){
            .name = name, .symbol = ex_sym(c->store, name, 0), .output = output, .where = it->expr};
    }
}

void gen_declare_lets(struct check *c, const struct statement *st)
{
    declare_lets(c, st, false);
}

/* An output is a let that may mention the energy, and is a column besides. */
void gen_declare_outputs(struct check *c, const struct statement *st)
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

void gen_declare_basis(struct check *c)
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

/* Called when the coordinates are known. */
void gen_declare_sections(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (m->sections == GEN_COORDS) {
            gen_error(c->diag, it->name, "more than %d sections", GEN_COORDS);
            return;
        }
        if (!gen_declare(c, it->name, NAME_SECTION, m->sections))
            continue;
        const char *name = gen_copy(c->diag->mem, it->name);
        struct section *e = add_section(c, name, it->name);
        e->velocity = symbol(c, "", name, "");
        e->unit = copy_of(c, it->unit);
        e->doc = copy_of(c, it->doc);
    }
}

/* From the first to the last. */
static struct span names_of(const struct statement *st)
{
    const struct span a = st->item[0].name, b = st->item[st->n - 1].name;
    return (struct span){a.src, a.at, b.at + b.len - a.at};
}

void gen_declare_algebra(struct check *c, const struct statement *st)
{
    const struct algebra_row *row = gen_algebra(c->diag, st->head);
    if (row && st->n != row->n)
        gen_error(c->diag, names_of(st), "%zu name%s for the %zu elements of %s", st->n,
                  st->n == 1 ? "" : "s", row->n, row->name)
            ->help = gen_text(c->diag->mem, "name all of them, in this order: %s", row->order);
    gen_declare_sections(c, st);
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
void gen_declare_fields(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].name;
        if (gen_declare(c, where, NAME_FIELD, c->model->fields))
            add_field(c, gen_copy(c->diag->mem, where), where);
    }
}

/* Free are a name and the words made from it: they are symbols too. */
static bool is_free(const struct check *c, const char *name)
{
    static const char *const before[] = {"", "eta_", "d_"};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        const char *word = gen_text(c->diag->mem, "%s%s", before[k], name);
        if (gen_find(&c->scope, word, strlen(word)))
            return false;
    }
    return true;
}

void gen_declare_chosen(struct check *c, const char *prefix, size_t n)
{
    struct model *m = c->model;
    if (n == 0)
        return;
    const struct span where = m->frame_at.src ? m->frame_at : m->section[0].where;
    for (size_t i = 0, number = 1; i < n; i++) {
        const char *name = NULL;
        do
            name = gen_text(c->diag->mem, "%s%zu", prefix, number++);
        while (!is_free(c, name));
        gen_enter(&c->scope, name, where, NAME_FIELD, m->fields);
        add_field(c, name, where);
        m->field[m->fields - 1].chosen = true;
    }
}

void gen_declare_constraints(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++)
        m->constraint[m->constraints++] = (struct constraint){.where = st->item[i].all};
}
