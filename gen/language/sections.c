/* gen/language/sections.c -- questions about the bundle E of a model, and about its phase space. */
#include "gen/language/model.h"

bool lang_has_own_sections(const struct model *m)
{
    return m->general;
}

bool lang_has_energy(const struct model *m)
{
    return m->metric != EX_POISON || m->lagrangian != EX_POISON || m->hamiltonian != EX_POISON;
}

bool lang_is_tangent(const struct model *m)
{
    return !m->general && m->sections == m->coords;
}

size_t lang_first_section(const struct model *m)
{
    return m->general ? 0 : m->coords;
}

bool lang_is_along_coordinate(const struct model *m, size_t B)
{
    return B < lang_first_section(m);
}

size_t lang_phase_constraints(const struct model *m, const struct stated **out)
{
    *out = m->second;
    return m->seconds;
}
