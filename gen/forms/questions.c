/* gen/forms/questions.c -- questions about a system that its formulation answers.
 *
 * Other rooms use these functions instead of a test for a certain formulation.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

const char *form_not_skew(const struct system *sys)
{
    return sys->ops->not_skew ? sys->ops->not_skew(sys) : NULL;
}

bool form_is_singular(const struct system *sys)
{
    return sys->ops->singular;
}

bool form_starts_everywhere(const struct system *sys)
{
    return sys->ops->starts_everywhere;
}

bool form_has_free_momenta(const struct system *sys)
{
    return sys->ops->free_momenta;
}

bool form_rests_in_states(const struct system *sys)
{
    return sys->ops->rests_in_states;
}

const char *form_no_motion(const struct system *sys)
{
    return sys->ops->no_motion ? sys->ops->no_motion(sys) : NULL;
}

size_t form_arbitrary(const struct system *sys, const ex **out)
{
    return sys->ops->arbitrary ? sys->ops->arbitrary(sys, out) : 0;
}

const char *form_missing_inputs(const struct system *sys)
{
    const struct model *m = sys->model;
    struct mem_text names = mem_text(ex_mem(m->store));
    const ex *free = NULL;
    const size_t n = form_arbitrary(sys, &free);
    if (sys->ops->asks_for)
        return sys->ops->asks_for(sys);
    for (size_t k = 0; k < n; k++) {
        bool given = false;
        for (size_t i = 0; i < m->params; i++)
            given |= m->param[i].symbol == free[k];
        if (!given)
            mem_put_f(&names, "%s%s", names.len ? ", " : "", ex_name(m->store, free[k]));
    }
    return names.len ? names.text : NULL;
}

bool form_resets_velocities(const struct system *sys)
{
    const bool known = sys->kind != STATES_eta || sys->mech->has_lagrangian;
    return known && (!sys->ops->resets_velocities || sys->ops->resets_velocities(sys));
}

const char *form_why_states(const struct system *sys)
{
    return sys->ops->frameless && sys->model->has_poles
               ? "no frame was found that is regular everywhere"
               : NULL;
}

bool form_is_alone(const struct system *sys)
{
    return sys->ops->alone;
}

const char *form_uncovered(const struct system *sys)
{
    return sys->ops->uncovered;
}

enum lang_law form_law(const struct system *sys)
{
    return sys->ops->law ? sys->ops->law(sys) : sys->form->law;
}

bool form_follows(struct diag *d, struct mech *k, const struct form_row *form, enum lang_law law)
{
    struct diag aside = base_aside(d);
    if (form->law == law)
        return !form->ops->singular;
    if (!form->ops->law || form_fit(form, k->geom->model) == FIT_plain)
        return false;
    const struct system *sys = form_system(&aside, k, form);
    return sys && form_law(sys) == law;
}

bool form_is_nonholonomic(const struct system *sys)
{
    const struct stated *bounds = NULL;
    return form_law(sys) == LAW_nonholonomic && !lang_phase_constraints(sys->model, &bounds);
}

/* ---- multipliers ---- */

static const char *own_title(const struct system *sys)
{
    return sys->ops->multiplier_title ? sys->ops->multiplier_title(sys) : NULL;
}

const char *form_multiplier_title(const struct system *sys)
{
    const char *title = own_title(sys);
    return title                     ? title
           : sys->model->constraints ? "multipliers of the constraints, in the order of the model"
                                     : "reactions along the complement";
}

const char *form_multiplier_name(const struct system *sys, size_t i)
{
    const struct model *m = sys->model;
    struct mem *mem = ex_mem(m->store);
    return own_title(sys) || m->constraints ? base_text(mem, "lambda%zu", i + 1)
                                            : base_text(mem, "N_%s", m->field[m->rank + i].name);
}

/* ---- constraints ---- */

size_t form_bounds(const struct system *sys, const struct stated **out)
{
    return sys->ops->bounds ? sys->ops->bounds(sys, out) : 0;
}

size_t form_conditions(const struct system *sys, const struct stated **out)
{
    return sys->ops->conditions ? sys->ops->conditions(sys, out) : 0;
}

void form_where_constraints_hold(const struct system *sys, ex *e)
{
    form_on_chart(sys, e, 1, e);
    if (sys->ops->on_surface)
        sys->ops->on_surface(sys, e);
}

/* ---- statements ---- */

size_t form_geometry(struct diag *d, struct proofs *p, struct system *sys, struct finding *out)
{
    return sys->ops->geometry ? sys->ops->geometry(d, p, sys, out) : 0;
}

size_t form_dynamics(struct diag *d, struct proofs *p, struct system *sys, struct finding *out)
{
    return sys->ops->dynamics ? sys->ops->dynamics(d, p, sys, out) : 0;
}

size_t form_regular(struct diag *d, const struct system *sys, struct regular *out)
{
    return sys->ops->regular ? sys->ops->regular(d, sys, out) : 0;
}
