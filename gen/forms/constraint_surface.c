/* gen/forms/constraint_surface.c -- functions restricted to chi = 0 on phase space. */
#include "gen/forms/projector.h"

/* Solves chi = 0 for the symbol v if chi, or chi v, is linear in it; else poison. */
static ex solve_for(struct store *s, ex chi, ex v)
{
    const ex zero = ex_int(s, 0);
    for (int power = 0; power < 2; power++) {
        const ex e = power ? ex_expand_short(s, ex_mul2(s, chi, v)) : chi;
        ex rest = EX_POISON;
        if (!ex_has(s, e, v) || ex_degree(s, e, &v, 1) != 1)
            continue;
        const ex slope = ex_diff(s, e, v);
        ex_subst(s, &e, 1, &v, &zero, 1, &rest);
        if (!sym_is_null(s, slope) && !sym_is_null(s, rest))
            return ex_neg(s, ex_div(s, rest, slope));
    }
    return EX_POISON;
}

void form_on_surface(const struct system *sys, ex *e)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = sys->states + m->params, c = sys->block[RT_constraint].rows;
    ex *symbol = sym_row(mem, n), *chi = sym_row(mem, c);
    for (size_t i = 0; i < n; i++) /* momenta, coordinates, parameters */
        symbol[i] =
            i < sys->states ? sys->state[sys->states - 1 - i] : m->param[i - sys->states].symbol;
    for (size_t a = 0; a < c; a++)
        chi[a] = sys->block[RT_constraint].at[a];
    for (size_t a = c; a-- > 0;) {
        ex value = EX_POISON;
        size_t k = 0;
        while (k < n && (value = solve_for(s, chi[a], symbol[k])) == EX_POISON)
            k++;
        if (k == n)
            continue;
        ex_subst(s, chi, c, &symbol[k], &value, 1, chi);
        ex_subst(s, e, 1, &symbol[k], &value, 1, e);
    }
}
