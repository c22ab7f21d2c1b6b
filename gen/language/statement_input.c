/* gen/language/statement_input.c -- inputs that give velocities, and names of --input.
 *
 * An input with the name of a velocity, `input y' = sin(t)`, is a condition on the motion and no
 * parameter. It is for velocities that a singular Lagrangian does not determine.
 */
#include "gen/language/statement_input.h"
#include "gen/language/statements.h"
#include "gen/language/values.h"

#include <string.h>

size_t lang_velocity_inputs(const struct model *m, struct velocity_input **out)
{
    *out = m->kept[STATEMENT_input].at;
    return m->kept[STATEMENT_input].n;
}

bool lang_is_velocity(const struct check *c, struct span name)
{
    const char *text = name.src->text + name.at;
    const struct name *n = lang_find_name(&c->scope, text, name.len);
    const struct name *q =
        text[name.len - 1] == '\'' ? lang_find_name(&c->scope, text, name.len - 1) : NULL;
    return (n && (n->of == NAME_SECTION || n->of == NAME_FIELD)) || (q && q->of == NAME_COORD);
}

void lang_keep_velocity(struct check *c, struct span name, ex value)
{
    struct ival v = {.value = value, .where = name};
    const struct velocity_input *before = c->model->kept[STATEMENT_input].at;
    if (!lang_ival_find(c->diag, c->model, name, "be an input", &v))
        return;
    for (size_t i = 0; i < c->model->kept[STATEMENT_input].n; i++)
        if (before[i].velocity.of == v.of && before[i].velocity.index == v.index)
            base_error(c->diag, name, "this is an input already");
    struct velocity_input *one = lang_keep(c, sizeof *one);
    one->velocity = v;
}

static bool gives_velocity(const struct model *m, struct span name)
{
    struct velocity_input *all = NULL;
    const size_t n = lang_velocity_inputs(m, &all);
    for (size_t i = 0; i < n; i++)
        if (base_is_same(all[i].velocity.where, name))
            return true;
    return false;
}

/* Reports names of --input that are not inputs of the model. */
void lang_check_input_names(struct check *c)
{
    const struct model *m = c->model;
    for (size_t k = 0; k < c->hints->inputs; k++) {
        const struct span name = c->hints->input[k].name;
        const char *text = base_span_copy(c->diag->mem, name);
        struct nearest near = base_nearest(text, name.len);
        const struct param *found = NULL;
        for (size_t i = 0; i < m->params; i++) {
            if (strcmp(m->param[i].name, text) == 0)
                found = &m->param[i];
            if (m->param[i].input)
                base_offer(&near, m->param[i].name);
        }
        if (gives_velocity(m, name))
            continue;
        if (found && !found->input)
            base_error(c->diag, name, "'%s' is a parameter, not an input", text)->help =
                base_text(c->diag->mem, "write -p %s=..., or declare it by 'input'", text);
        else if (!found)
            base_error(c->diag, name, "the model has no input '%s'", text)->help =
                base_did_you_mean(c->diag->mem, &near);
    }
}
