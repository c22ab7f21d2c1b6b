/* gen/code/method_choice.c -- methods that apply to a system, and methods of emitted code. */
#include "gen/code/engine.h"
#include "gen/forms/properties.h"

/* Discrete gradients need u' = B(u) grad H; systems of another form have another energy balance. */
static const char *refuse_gradient(const struct system *sys)
{
    if (sys->geom->affine)
        return "its constraints are affine, and the energy is not conserved";
    if (sys->mech->load)
        return "there are forces or dissipation, and the energy is not conserved";
    if (form_not_skew(sys))
        return "its bracket is not skew, and the energy is not conserved";
    if (!form_keeps_energy(sys))
        return "it depends on the time, and the energy is not conserved";
    if (!sys->block[RT_bivector].at || !sys->block[RT_grad].at)
        return "in this form the motion has no bivector B with u' = B grad H";
    if (sys->block[RT_drift].at)
        return "beside B grad H there is a drift";
    return NULL;
}

const char *code_refuse_method(struct diag *d, struct system *sys, const struct rt_method *m)
{
    if (!form_more_blocks(d, sys, m->needs))
        return NULL; /* the error is reported already */
    const char *why = m->needs >> RT_bivector & 1 ? refuse_gradient(sys) : NULL;
    if (why)
        return why;
    for (unsigned b = 0; b < RT_BLOCKS; b++)
        if (b != RT_jet && m->needs >> b & 1 && !sys->block[b].at) /* jet is made from a program */
            return base_text(d->mem, "in the %s form this model has no %s", sys->form->name,
                             form_block_name((enum rt_block_name)b));
    return NULL;
}

const char *code_emitted_methods(struct mem *m)
{
    struct mem_text out = mem_text(m);
    mem_put(&out, "these can be emitted:");
    for (size_t i = 0; i < rt_method_count; i++)
        if (rt_is_explicit(&rt_methods[i]))
            mem_put_f(&out, " %s", rt_methods[i].name);
    return out.text;
}

struct choice code_method_choice(size_t i)
{
    return (struct choice){i < rt_method_count ? rt_methods[i].name : NULL, NULL};
}
