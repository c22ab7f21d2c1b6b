/* gen/forms/presymplectic_objects.c -- steps of the constraint algorithm, as objects. */
#include "gen/forms/form.h"
#include "gen/forms/presymplectic.h"

/* The constraints that a step adds. */
static void show_step(struct diag *d, struct system *sys, size_t step)
{
    const struct surface *on = &form_presymplectic(sys)->all.on;
    ex *phi = sym_row(d->mem, on->count);
    size_t n = 0;
    for (size_t i = 0; i < on->count; i++)
        if (on->step[i] == step)
            phi[n++] = on->phi[i];
    if (n == 0)
        return;
    form_object(
        sys, base_text(d->mem, "phi%zu", step),
        step ? base_text(d->mem, "constraint algorithm, step %zu: functions that vanish", step)
             : "given constraints on the states",
        phi, n, 1);
}

static const char *summary(struct diag *d, const struct system *sys)
{
    const struct presymplectic_motion *o = form_presymplectic(sys);
    struct mem_text text = mem_text(d->mem);
    if (o->none) {
        mem_put_f(&text, "empty: %s", o->none);
        return text.text;
    }
    mem_put_f(&text, "dimension %zu of %zu; gauge functions: %zu", o->dimension, sys->states,
              o->all.frees);
    for (size_t i = 0; i < o->all.frees; i++)
        mem_put_f(&text, "%s%s", i ? ", " : ", the rate of ", sys->state_name[o->all.free[i]]);
    if (o->all.on.branch)
        mem_put_f(&text, "\n%s", o->all.on.branch);
    return text.text;
}

bool form_presymplectic_objects(struct diag *d, struct system *sys)
{
    for (size_t step = 0; step <= form_presymplectic(sys)->all.steps; step++)
        show_step(d, sys, step);
    form_object(sys, "final", "final manifold", NULL, 0, 0)->note = summary(d, sys);
    return true;
}
