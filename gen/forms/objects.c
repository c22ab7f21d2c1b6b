/* gen/forms/objects.c -- objects of a formulation: projectors, two-forms, constraint matrices.
 *
 * `derive` prints an object by its name and `eval` gives its numbers; objects are computed on
 * demand.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

#include <string.h>

struct object *form_object(struct system *sys, const char *name, const char *title, const ex *at,
                           size_t rows, size_t cols)
{
    struct mem *m = ex_mem(sys->model->store);
    struct object *o = mem_take(m, sizeof *o);
    *o = (struct object){.name = name, .title = title, .rows = rows, .cols = cols};
    o->at = sym_row(m, rows * cols);
    if (rows * cols > 0) /* an object may have only a note */
        memcpy(o->at, at, rows * cols * sizeof *at);
    struct object **end = &sys->object;
    while (*end)
        end = &(*end)->next;
    return *end = o;
}

bool form_objects(struct diag *d, struct system *sys)
{
    if (sys->object || !sys->ops->objects)
        return true;
    return sys->ops->objects(d, sys) &&
           !(sys->object && base_poisoned(d, sys->model->store, (struct span){.src = NULL},
                                          "the objects of this form cannot be computed"));
}
