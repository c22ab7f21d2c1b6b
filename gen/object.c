/* gen/object.c -- what a formulation has to show besides blocks: projectors, two-forms, matrices of
 * constraints. Each has a name by which `derive` prints it and `eval` gives its numbers; they are
 * found when somebody asks. */
#include "gen/gen.h"

#include <string.h>

struct object *gen_object(struct system *sys, const char *name, const char *title, const ex *at,
                          size_t rows, size_t cols)
{
    struct mem *m = ex_mem(sys->model->store);
    struct object *o = mem_take(m, sizeof *o);
    *o = (struct object){.name = name, .title = title, .rows = rows, .cols = cols};
    o->at = gen_row(m, rows * cols);
    if (rows * cols > 0) /* a note alone may come without */
        memcpy(o->at, at, rows * cols * sizeof *at);
    struct object **end = &sys->object;
    while (*end)
        end = &(*end)->next;
    return *end = o;
}

bool gen_objects(struct diag *d, struct system *sys)
{
    if (sys->object || !sys->objects)
        return true;
    return sys->objects(d, sys) && !gen_poisoned(d, sys->model->store, (struct span){.src = NULL},
                                                 "the objects of this form cannot be computed");
}
