/* gen/geometry/two_form.c -- the magnetic two-form on the natural basis and on a frame.
 *
 * Momenta beside a two-form F are kinetic momenta: {eta_A, eta_B} = c^D_AB eta_D + F(f_A, f_B).
 */
#include "gen/geometry/geometry.h"

ex *geom_natural_two_form(const struct model *m)
{
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = m->sections;
    if (m->two_form == EX_POISON)
        return NULL;
    ex *first = sym_row(mem, n), *second = sym_row(mem, n), *row = sym_row(mem, n);
    ex *F = sym_row(mem, n * n);
    for (size_t B = 0; B < n; B++) {
        first[B] = m->section[B].velocity;
        second[B] = m->section[B].second;
    }
    ex_gradient(s, m->two_form, first, n, row);
    ex_jacobian(s, row, n, second, n, F);
    return F;
}

ex *geom_two_form(const struct geom *g)
{
    struct store *s = g->model->store;
    struct mem *mem = ex_mem(s);
    const size_t n = g->n;
    const ex *natural = geom_natural_two_form(g->model);
    if (!natural)
        return NULL;
    ex *half = sym_row(mem, n * n), *across = sym_row(mem, n * n), *F = sym_row(mem, n * n);
    sym_times(s, natural, g->frame, n, n, n, half);
    ex_matrix_transpose(g->frame, n, n, across);
    sym_times(s, across, half, n, n, n, F);
    return F;
}
