/* gen/forms/formulations.c -- table of formulations; choice of a formulation, and its system. */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"
#include "gen/language/statement_input.h"

#include <string.h>

/* One row becomes one element. */
const struct form_row form_rows[] = {
#define FORM(name_, word_, law_, phase_, needs_, model_)                                           \
    {.name = word_,                                                                                \
     .law = LAW_##law_,                                                                            \
     .phase = phase_,                                                                              \
     .needs = needs_,                                                                              \
     .model = model_,                                                                              \
     .ops = &form_ops_##name_},
    FORMS(FORM)
#undef FORM
};
const size_t form_row_count = sizeof form_rows / sizeof *form_rows;

struct choice form_choice(size_t i)
{
    return i < form_row_count ? (struct choice){form_rows[i].name, form_rows[i].needs}
                              : (struct choice){NULL, NULL};
}

const struct form_row *form_named(const char *name)
{
    for (size_t i = 0; i < form_row_count; i++)
        if (strcmp(form_rows[i].name, name) == 0)
            return &form_rows[i];
    return NULL;
}

const struct form_row *form_row_of(const struct form_ops *ops)
{
    for (size_t i = 0; i < form_row_count; i++)
        if (form_rows[i].ops == ops)
            return &form_rows[i];
    return NULL;
}

/* ---- choice ---- */

enum form_fit form_fit(const struct form_row *form, const struct model *m)
{
    return form->ops->fit ? form->ops->fit(m) : FIT_plain;
}

static const struct form_row *default_of_law(const struct model *m)
{
    return form_named(lang_laws[m->law].form);
}

const struct form_row *form_default(const struct model *m)
{
    const struct form_row *best = default_of_law(m);
    enum form_fit most = FIT_plain;
    for (size_t i = 0; i < form_row_count; i++)
        if (form_fit(&form_rows[i], m) > most) {
            best = &form_rows[i];
            most = form_fit(best, m);
        }
    return best;
}

/* A form for singular Lagrangians, where the form cannot be built; else the form. */
static const struct form_row *or_singular(struct diag *d, struct mech *k,
                                          const struct form_row *form)
{
    struct diag aside = base_aside(d);
    if (!k->has_lagrangian || form_system(&aside, k, form))
        return form;
    for (size_t i = 0; i < form_row_count; i++)
        if (form_rows[i].law == form->law && form_rows[i].ops->singular &&
            form_system(&aside, k, &form_rows[i]))
            return &form_rows[i];
    return form;
}

const struct form_row *form_default_built(struct diag *d, struct mech *k)
{
    const struct model *m = k->geom->model;
    const struct form_row *form = form_default(m);
    struct diag aside = base_aside(d);
    if (form_fit(form, m) == FIT_better && !form_system(&aside, k, form))
        form = default_of_law(m);
    return form_fit(form, m) == FIT_only ? form : or_singular(d, k, form);
}

static const struct form_row *default_of(const struct model *m, enum lang_law law)
{
    struct model other = *m;
    other.law = law;
    return form_default(&other);
}

const struct form_row *form_to_run(struct diag *d, struct mech *k, enum lang_law law)
{
    const struct model *m = k->geom->model;
    const struct form_row *usual =
        law == m->law ? form_default_built(d, k) : or_singular(d, k, default_of(m, law));
    struct diag aside = base_aside(d);
    if (!m->has_poles || form_fit(usual, m) != FIT_plain)
        return usual;
    for (size_t i = 0; i < form_row_count; i++)
        if (form_rows[i].law == usual->law && form_rows[i].ops->frameless &&
            form_system(&aside, k, &form_rows[i]))
            return &form_rows[i];
    return usual;
}

static bool applies_plain(struct diag *d, const struct model *m, const struct form_row *form)
{
    return form_no_second_class(d, m, form) && form_one_anchor(d, m, form);
}

bool form_has_no_velocity_inputs(struct diag *d, const struct model *m)
{
    struct velocity_input *given = NULL;
    if (lang_velocity_inputs(m, &given) == 0)
        return true;
    base_error(d, given->velocity.where, "the motion determines this velocity")->help =
        "only velocities that a singular Lagrangian leaves arbitrary can be inputs";
    return false;
}

/* ---- systems ---- */

/* A system that was built, or the errors of the attempt. */
struct kept {
    const struct form_row *form;
    struct system *sys; /* or NULL */
    const struct note *why;
    struct kept *next;
};

static struct system *build(struct diag *d, struct mech *k, const struct form_row *form)
{
    const struct model *m = k->geom->model;
    const struct form_ops *ops = form->ops;
    struct system *sys = mem_take(d->mem, sizeof *sys);
    *sys = (struct system){.model = m, .geom = k->geom, .mech = k, .form = form, .ops = ops};
    if (!(ops->applies ? ops->applies : applies_plain)(d, m, form) ||
        !(ops->singular || form_has_no_velocity_inputs(d, m)) || !ops->build(d, k, sys))
        return NULL;
    form_put_always(sys);
    sys->form_claims = sys->claims.n;
    return sys;
}

struct system *form_system(struct diag *d, struct mech *k, const struct form_row *form)
{
    struct store *s = k->geom->model->store;
    const struct span whole = {.src = k->geom->model->src};
    const char *doing = base_text(d->mem, "the %s form cannot be computed", form->name);
    struct kept *kept = k->kept;
    while (kept && kept->form != form)
        kept = kept->next;
    if (!kept) {
        struct diag aside = {.mem = ex_mem(s), .outer = d};
        struct system *sys = build(&aside, k, form);
        kept = mem_take(ex_mem(s), sizeof *kept);
        *kept = (struct kept){form, sys, aside.first, k->kept};
        if (!ex_error(s)) /* after a limit of the store a later attempt may succeed */
            k->kept = kept;
    }
    base_tell_again(d, kept->why);
    if (base_poisoned(d, s, whole, doing) || !kept->sys)
        return NULL;
    return form_system_sound(d, kept->sys, "form_system") ? kept->sys : NULL;
}

/* ---- laws ---- */

static const char *law_word(enum lang_law law)
{
    return law < LAW_COUNT ? lang_laws[law].word : "servo";
}

bool form_keeps_law(struct diag *d, const struct system *sys)
{
    struct diag aside = base_aside(d);
    const struct form_row *usual = form_default(sys->model);
    const enum lang_law law = form_law(sys);
    if (sys->form == usual || (law == usual->law && !usual->ops->law))
        return true;
    const struct system *own = usual->ops->law ? form_system(&aside, sys->mech, usual) : NULL;
    const enum lang_law wanted = own ? form_law(own) : usual->law;
    if (law == wanted)
        return true;
    struct mem_text others = mem_text(d->mem);
    for (size_t i = 0; i < form_row_count; i++)
        if (form_rows[i].law == wanted)
            mem_put_f(&others, "%s%s", others.len ? ", " : "", form_rows[i].name);
    base_fail(d, EXIT_MODEL, "the %s form has the %s law of motion, this model the %s one",
              sys->form->name, law_word(law), law_word(wanted))
        ->help = base_text(d->mem, "forms with the law of the model: %s", others.text);
    return false;
}
