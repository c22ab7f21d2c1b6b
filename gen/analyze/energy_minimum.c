/* gen/analyze/energy_minimum.c -- stability of an equilibrium by a minimum of the energy.
 *
 * A strict minimum of a conserved energy makes an equilibrium stable (Lagrange, Dirichlet). The
 * linear part of a conservative motion cannot show this: its eigenvalues lie on the imaginary axis.
 * Free coordinates must not occur in the energy. In nonholonomic mechanics reactions can hold a
 * body where the energy has no minimum, so that a negative answer means nothing.
 */
#include "gen/analyze/linear.h"
#include "gen/forms/properties.h"
#include "gen/start/start.h"

#include <math.h>

static bool is_positive(struct analysis *a, double *h, size_t n)
{
    const double tiny = 1e-9;
    struct eigenvalue *e = mem_take_array(a->diag->mem, n + 1, sizeof *e);
    if (!base_eigenvalues(h, n, e) || n == 0)
        return false;
    return e[n - 1].re > tiny * e[0].re;
}

bool analyze_is_energy_least(struct analysis *a, const double *x, const bool *free)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const ex energy = sys->block[RT_energy].at ? sys->block[RT_energy].at[0] : EX_POISON;
    const size_t states = sys->states;
    ex *kept = sym_row(a->diag->mem, states), *e = NULL;
    size_t n = 0;
    if (energy == EX_POISON || !form_keeps_energy(sys) || analyze_is_bound(a))
        return false;
    for (size_t i = 0; i < states; i++) {
        if (free[i] && ex_has(s, energy, sys->state[i]))
            return false;
        if (!free[i])
            kept[n++] = sys->state[i];
    }
    e = sym_row(a->diag->mem, n * n + n);
    double *value = analyze_doubles(a, n * n + n), size = 0;
    ex_gradient(s, energy, kept, n, e);
    ex_hessian(s, energy, kept, n, e + n);
    start_eval_at(sys, a->t, x, a->p, e, n * n + n, value);
    for (size_t i = 0; i < n * n; i++)
        size = isfinite(value[n + i]) ? fmax(size, fabs(value[n + i])) : INFINITY;
    for (size_t i = 0; i < n; i++)
        if (!(fabs(value[i]) <= 1e-8 * size))
            return false;
    return is_positive(a, value + n, n);
}
