/* gen/print/derive_objects.c -- part `objects` of `derive`: the objects of a form. */
#include "gen/print/notation.h"

#include <string.h>

/* P_x,y if rows and columns have names, else P_1,2. */
static const char *index_name(struct mem *m, const char *const *name, size_t i)
{
    return name ? name[i] : base_text(m, "%zu", i + 1);
}

static void put_entries(struct doc_part *to, const struct object *o)
{
    struct mem *m = ex_mem(to->doc->store);
    const ex *value = o->shown ? o->shown : o->at;
    size_t shown = 0;
    for (size_t i = 0; i < o->rows * o->cols; i++) {
        const char *row = index_name(m, o->row, i / o->cols);
        const char *col = index_name(m, o->col, i % o->cols);
        if ((o->rows * o->cols > 1 && sym_is_null(to->doc->store, value[i])) ||
            (o->skew && i % o->cols <= i / o->cols))
            continue;
        shown++;
        print_doc_value(to,
                        o->rows * o->cols == 1 ? print_label(LABEL_symbol, o->name, NULL, NULL)
                        : o->cols == 1         ? print_label(LABEL_part, o->name, row, NULL)
                                               : print_label(LABEL_entry, o->name, row, col),
                        value[i]);
    }
    if (!shown)
        print_doc_text(to, "none but 0");
}

/* Each line of the note is a line of the document. */
static void put_note(struct doc_part *to, const char *line)
{
    while (line) {
        const size_t len = strcspn(line, "\n");
        print_doc_text(to, "%.*s", (int)len, line);
        line = line[len] ? line + len + 1 : NULL;
    }
}

/* Too long to be simplified for reading. */
static bool is_long(struct store *s, const struct object *o)
{
    const ex *value = o->shown ? o->shown : o->at;
    size_t all = 0;
    for (size_t i = 0; i < o->rows * o->cols; i++)
        all += ex_operations(s, &value[i], 1);
    return all > SYM_OBJECT;
}

void print_derive_objects(const struct derivation *d)
{
    if (!form_objects(d->diag, d->sys))
        return;
    for (const struct object *o = d->sys->object; o; o = o->next) {
        struct doc_part *s = print_doc_part(d->doc, o->name, o->title);
        put_note(s, o->verdict ? o->verdict(d->diag, d->sys) : o->note);
        if (o->rows)
            put_entries(s, o);
        if (!is_long(d->doc->store, o))
            print_doc_simplify(s);
    }
}
