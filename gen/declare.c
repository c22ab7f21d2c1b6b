/* gen/declare.c -- first pass over the statements: all names become known. */
#include "gen/gen.h"

#include <string.h>

void gen_declare_nothing(struct check *c, const struct statement *st)
{
    (void)c;
    (void)st;
}

void gen_declare_coords(struct check *c, const struct statement *st)
{
    struct mem *m = c->diag->mem;
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].name;
        if (c->model->coords == GEN_COORDS) {
            gen_error(c->diag, where, "more than %d coordinates", GEN_COORDS);
            return;
        }
        if (!gen_declare(c, where, NAME_COORD, c->model->coords))
            continue;
        const char *name = gen_copy(m, where);
        c->model->coord[c->model->coords++] =
            (struct coord){.name = name,
                           .q = ex_sym(c->store, name, 0),
                           .velocity = ex_sym(c->store, gen_text(m, "%s'", name), 0),
                           .section = ex_sym(c->store, gen_text(m, "d_%s", name), 0),
                           .where = where};
    }
}

void gen_declare_params(struct check *c, const struct statement *st)
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
                           .unit = it->unit.src ? gen_copy(c->diag->mem, it->unit) : NULL,
                           .doc = it->doc.src ? gen_copy(c->diag->mem, it->doc) : NULL,
                           .where = it->name};
    }
}

void gen_declare_lets(struct check *c, const struct statement *st)
{
    struct scope *sc = &c->scope;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (!gen_declare(c, it->name, NAME_LET, sc->lets))
            continue;
        const char *name = gen_copy(c->diag->mem, it->name);
        sc->let[sc->lets++] =
            (struct let){.name = name, .symbol = ex_sym(c->store, name, 0), .where = it->expr};
    }
}

static void add_field(struct check *c, const char *name, struct span where)
{
    struct mem *m = c->diag->mem;
    c->model->field[c->model->fields++] =
        (struct field){.name = name,
                       .z = ex_sym(c->store, name, 0),
                       .eta = ex_sym(c->store, gen_text(m, "eta_%s", name), 0),
                       .section = ex_sym(c->store, gen_text(m, "d_%s", name), 0),
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
    const struct span where = m->frame_at.src ? m->frame_at : m->coord[0].where;
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

/* A name that reads as a word made from another, like dx beside a coordinate x. */
void gen_refuse_ambiguous(struct check *c)
{
    static const char *const before[] = {"d_", "eta_", "p_", "d"};
    for (size_t i = 0; i < c->scope.names; i++) {
        const struct name *n = &c->scope.name[i];
        for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
            const size_t len = strlen(before[k]);
            if (n->len <= len || memcmp(n->text, before[k], len) != 0)
                continue;
            const struct name *other = gen_find(&c->scope, n->text + len, n->len - len);
            if (other && (other->of == NAME_COORD || other->of == NAME_FIELD)) {
                gen_error(c->diag, n->where, "'%s' has a meaning already, from the name '%s'",
                          n->text, other->text);
                break;
            }
        }
    }
}
