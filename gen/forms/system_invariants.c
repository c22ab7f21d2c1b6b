/* gen/forms/system_invariants.c -- consistency checks of mechanics and systems between stages. */
#include "gen/forms/natural.h"
#include "gen/language/values.h"

/* ---- mechanics ---- */

static bool one_holds(const struct allowed *a, const char *name, ex e)
{
    return e == EX_POISON || sym_mentions_only(a, name, &e, 1);
}

static bool list_holds(const struct allowed *a, const char *name, const ex *e, size_t n)
{
    return !e || sym_mentions_only(a, name, e, n);
}

bool form_mechanics_sound(struct diag *d, const struct mech *k)
{
    static const char stage[] = "form_mechanics";
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    const size_t n = g->n;
    const struct mem_mark mark = mem_mark(ex_mem(m->store));
    if (!base_canonical(d, m->store, stage))
        return false;
    struct allowed a = lang_allow_places(d, m, stage);
    bool good =
        list_holds(&a, "the metric", k->g, n * n) && list_holds(&a, "the magnetic form", k->A, n) &&
        list_holds(&a, "the natural metric", k->g0, n * n) &&
        list_holds(&a, "the natural magnetic form", k->A0, n) &&
        list_holds(&a, "the magnetic field", k->two, n * n) && one_holds(&a, "the potential", k->V);
    struct allowed z = lang_allow_places(d, m, stage), y = lang_allow_places(d, m, stage);
    for (size_t A = 0; A < n; A++) {
        sym_allow(&a, m->field[A].eta);
        sym_allow(&z, m->field[A].z);
        sym_allow(&y, m->section[A].velocity);
    }
    a.kinds = "coordinate, momentum of the frame, parameter, input or t";
    z.kinds = "coordinate, velocity along the frame, parameter, input or t";
    y.kinds = "coordinate, natural velocity, parameter, input or t";
    good = good && one_holds(&a, "the Hamiltonian", k->H) &&
           one_holds(&z, "the Lagrangian", k->L) && one_holds(&z, "the Lagrangian on C", k->K) &&
           one_holds(&y, "the natural Lagrangian", k->L0) &&
           list_holds(&z, "the force", k->load, n) &&
           one_holds(&z, "the Rayleigh function", k->rayleigh);
    if (good)
        mem_release(ex_mem(m->store), mark);
    return good;
}

/* ---- systems ---- */

static bool shape_holds(struct diag *d, const struct system *sys, enum rt_block_name b,
                        const char *stage)
{
    const struct block *have = &sys->block[b];
    size_t rows = 0, cols = 0;
    form_block_shape(sys, b, &rows, &cols);
    if (have->rows != rows && rows != FORM_OPEN)
        base_bug(d, stage, "block %s of the %s form has %zu rows, and %zu are declared",
                 form_block_name(b), sys->form->name, have->rows, rows);
    else if (have->cols != cols && cols != FORM_OPEN)
        base_bug(d, stage, "block %s of the %s form has %zu columns, and %zu are declared",
                 form_block_name(b), sys->form->name, have->cols, cols);
    else
        return true;
    return false;
}

/* Blocks with expressions of the user, which may contain momenta that the form does not have: code
 * generation reports that. */
static bool is_of_user(enum rt_block_name b)
{
    return b == RT_output || b == RT_column || b == RT_scene || b == RT_event || b == RT_reset;
}

static struct allowed allow_states(struct diag *d, const struct system *sys, const char *stage)
{
    struct allowed a = lang_allow_places(d, sys->model, stage);
    const ex *arbitrary = NULL;
    const size_t n = form_arbitrary(sys, &arbitrary);
    a.kinds = "state, parameter, input or t";
    for (size_t i = 0; i < n; i++)
        sym_allow(&a, arbitrary[i]);
    for (size_t i = 0; i < sys->states; i++)
        sym_allow(&a, sys->state[i]);
    return a;
}

static bool symbols_hold(const struct allowed *states, const struct system *sys,
                         enum rt_block_name b)
{
    const struct model *m = sys->model;
    struct allowed more, *a = NULL;
    if (b == RT_drop || is_of_user(b)) {
        more = allow_states(states->diag, sys, states->stage);
        for (size_t B = 0; B < m->sections; B++)
            sym_allow(&more, b == RT_drop ? m->section[B].velocity : m->section[B].momentum);
        a = &more;
    }
    return sym_mentions_only(
        a ? a : states,
        base_text(ex_mem(m->store), "block %s of the %s form", form_block_name(b), sys->form->name),
        sys->block[b].at, sys->block[b].rows * sys->block[b].cols);
}

static bool states_hold(const struct allowed *a, const struct system *sys)
{
    const size_t n = sys->geom->n;
    for (size_t i = 0; i < sys->states; i++)
        if (ex_op(sys->model->store, sys->state[i]) != EX_sym || !sys->state_name[i]) {
            base_bug(a->diag, a->stage, "state %zu of the %s form has no symbol or no name", i + 1,
                     sys->form->name);
            return false;
        }
    return list_holds(a, "zeta", sys->zeta, n) && list_holds(a, "eta", sys->eta, n) &&
           (!sys->natural || (list_holds(a, "the natural velocities", sys->natural->velocity, n) &&
                              list_holds(a, "the natural momenta", sys->natural->momentum, n)));
}

static bool has_motion(struct diag *d, const struct system *sys, const char *stage)
{
    const enum rt_block_name must[] = {RT_rhs, RT_energy, RT_vel};
    for (size_t i = 0; i < sizeof must / sizeof *must; i++)
        if (!sys->block[must[i]].at) {
            base_bug(d, stage, "the %s form has no block %s", sys->form->name,
                     form_block_name(must[i]));
            return false;
        }
    return true;
}

bool form_system_sound(struct diag *d, struct system *sys, const char *stage)
{
    struct mem *mem = ex_mem(sys->model->store);
    const struct mem_mark mark = mem_mark(mem);
    if (!base_canonical(d, sys->model->store, stage))
        return false;
    const struct allowed a = allow_states(d, sys, stage);
    bool good = sys->checked || (has_motion(d, sys, stage) && states_hold(&a, sys));
    for (int b = 0; b < RT_BLOCKS && good; b++)
        if (sys->block[b].at && !(sys->checked >> b & 1)) {
            good = shape_holds(d, sys, (enum rt_block_name)b, stage) &&
                   symbols_hold(&a, sys, (enum rt_block_name)b);
            sys->checked |= good ? 1U << b : 0;
        }
    if (good)
        mem_release(mem, mark);
    return good;
}
