/* gen/system.c -- formulations as a table, and what all systems have in common. */
#include "gen/gen.h"

/* One row becomes one element. */
const struct form_row gen_forms[] = {
#define FORM(name_, law_, phase_, needs_)                                                          \
    {.name = #name_, .law = #law_, .phase = phase_, .needs = needs_, .build = gen_form_##name_},
    FORMS(FORM)
#undef FORM
};
const size_t gen_form_count = sizeof gen_forms / sizeof *gen_forms;

const char *gen_block_name(enum rt_block_name b)
{
    static const char *const name[] = {
#define BLOCK(name_, what) [RT_##name_] = #name_,
#include "runtime/blocks.h"
#undef BLOCK
    };
    return name[b];
}

ex *gen_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols)
{
    struct mem *m = ex_mem(sys->model->store);
    sys->block[b] = (struct block){mem_take_array(m, rows * cols + 1, sizeof(ex)), rows, cols};
    return sys->block[b].at;
}

/* What is drawn, in terms of the state: velocities, quasi-velocities and energy are replaced. */
static void make_output(struct system *sys)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = m->coords + m->fields + 1;
    ex *from = mem_take_array(ex_mem(s), n, sizeof *from);
    ex *to = mem_take_array(ex_mem(s), n, sizeof *to);
    size_t k = 0;
    for (size_t i = 0; i < m->coords; i++, k++) {
        from[k] = m->coord[i].velocity;
        to[k] = sys->block[RT_rhs].at[i];
    }
    for (size_t A = 0; A < m->fields; A++, k++) {
        from[k] = m->field[A].z;
        to[k] = A < m->rank ? sys->block[RT_vel].at[A] : ex_int(s, 0);
    }
    from[k] = m->energy;
    to[k] = sys->block[RT_energy].at[0];
    ex *out = gen_block_make(sys, RT_output, m->plots, 2);
    for (size_t i = 0; i < m->plots; i++) {
        out[2 * i] = m->plot[i].x;
        out[2 * i + 1] = m->plot[i].y;
    }
    ex_subst(s, out, 2 * m->plots, from, to, n, out);
}

struct system *gen_system(struct diag *d, const struct geom *g, const struct form_row *form)
{
    const struct model *m = g->model;
    struct system *sys = mem_take(d->mem, sizeof *sys);
    *sys = (struct system){.model = m, .geom = g, .form = form};
    const bool built = form->build(d, g, sys);
    if (built && m->plots)
        make_output(sys);
    const char *doing = gen_text(d->mem, "the %s form cannot be computed", form->name);
    if (gen_poisoned(d, m->store, (struct span){.src = m->src}, doing) || !built)
        return NULL;
    return sys;
}
