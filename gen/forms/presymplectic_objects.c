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

/* ---- phase space ---- */

static const char *generation(struct diag *d, size_t step)
{
    static const char *const word[] = {"primary", "secondary", "tertiary", "quaternary"};
    return step < sizeof word / sizeof *word ? word[step]
                                             : base_text(d->mem, "generation%zu", step + 1);
}

static const char *classes(struct diag *d, const struct bergmann *b)
{
    const size_t c = b->all.on.count;
    return base_text(d->mem, "rank %zu%s: %zu of the constraints are of second class, %zu of first",
                     b->second, b->sure ? "" : " (very likely)", b->second, c - b->second);
}

/* Combinations of the constraints whose brackets with all of them vanish. */
static void show_first_class(struct diag *d, struct system *sys, const struct bergmann *b)
{
    struct store *s = sys->model->store;
    const size_t c = b->all.on.count, k = c - b->second;
    ex *e = sym_row(d->mem, k);
    for (size_t i = 0; i < k; i++)
        e[i] = sym_dot(s, &b->first[i * c], 1, b->all.on.phi, c);
    ex_simplify(s, e, k, e);
    if (k)
        form_object(sys, "first_class", "first-class constraints", e, k, 1);
}

static void show_multipliers(struct diag *d, struct system *sys, const struct bergmann *b)
{
    struct store *s = sys->model->store;
    const struct implicit *p = &b->all;
    const size_t N = p->n - b->primary;
    ex *v = sym_row(d->mem, b->primary), *name = sym_row(d->mem, p->frees);
    struct mem_text note = mem_text(d->mem);
    mem_put(&note, "u' = B (grad H_c + v^mu grad primary_mu)");
    for (size_t i = 0; i < p->frees; i++) {
        name[i] = p->x[p->free[i]];
        mem_put_f(&note, "%s%s", i ? ", " : "; arbitrary functions of time: ", ex_name(s, name[i]));
    }
    for (size_t k = 0; k < b->primary; k++) {
        v[k] = p->rate[N + k];
        ex_subst(s, &v[k], 1, p->freedom, name, p->frees, &v[k]);
    }
    form_object(sys, "v", "multipliers of the primary constraints", v, b->primary, 1)->note =
        note.text;
}

static void show_phase_space(struct diag *d, struct system *sys)
{
    struct bergmann *b = form_presymplectic(sys)->phase;
    form_bergmann(d, sys, b);
    if (b->why) {
        form_object(sys, "phase_space", "phase space", NULL, 0, 0)->note =
            base_text(d->mem, "not shown: %s", b->why);
        return;
    }
    const struct surface *on = &b->all.on;
    form_object(sys, "H_c", "canonical Hamiltonian", &b->H, 1, 1);
    for (size_t step = 0; step <= b->all.steps; step++) {
        ex *phi = sym_row(d->mem, on->count);
        size_t n = 0;
        for (size_t i = 0; i < on->count; i++)
            if (on->step[i] == step)
                phi[n++] = on->phi[i];
        if (n)
            form_object(sys, generation(d, step),
                        base_text(d->mem, "%s constraints on phase space", generation(d, step)),
                        phi, n, 1);
    }
    if (on->never != EX_POISON)
        return;
    const size_t c = on->count;
    form_object(sys, "brackets", "brackets of the constraints, in this order", b->matrix, c, c)
        ->note = classes(d, b);
    show_first_class(d, sys, b);
    show_multipliers(d, sys, b);
}

bool form_presymplectic_objects(struct diag *d, struct system *sys)
{
    for (size_t step = 0; step <= form_presymplectic(sys)->all.steps; step++)
        show_step(d, sys, step);
    form_object(sys, "final", "final manifold", NULL, 0, 0)->note = summary(d, sys);
    show_phase_space(d, sys);
    return true;
}
