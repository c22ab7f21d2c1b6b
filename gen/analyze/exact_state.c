/* gen/analyze/exact_state.c -- proof that a state found numerically is an exact equilibrium.
 *
 * Components of the state that are simple fractions, or simple multiples of pi where they are
 * angles, are substituted into the rates; all others, free coordinates and parameters stay symbols.
 * If all rates that should vanish are then identically 0, the state is an equilibrium for all
 * values of these symbols.
 */
#include "gen/analyze/linear.h"

#include <math.h>

enum { LARGEST = 60 }; /* largest denominator of a simple fraction */

/* x as a fraction, or poison. */
static ex as_fraction(struct store *s, double x)
{
    const double tiny = 1e-9;
    for (int q = 1; q <= LARGEST && fabs(x) < 1e6; q++)
        if (fabs(x * q - round(x * q)) <= tiny * (1 + fabs(x)))
            return ex_rat(s, (int64_t)round(x * q), q);
    return EX_POISON;
}

static ex as_number(struct store *s, double x, bool angle)
{
    const ex plain = as_fraction(s, x);
    if (plain != EX_POISON || !angle)
        return plain;
    const ex part = as_fraction(s, x / acos(-1));
    return part == EX_POISON ? part : ex_mul2(s, part, ex_pi(s));
}

/* Names of the states that stay symbols, without free ones: "eta_v, eta_w". */
static const char *names_left(struct analysis *a, const bool *stays, const bool *free)
{
    struct mem_text out = mem_text(a->diag->mem);
    mem_put(&out, "");
    for (size_t i = 0; i < a->sys->states; i++)
        if (stays[i] && !free[i])
            mem_put_f(&out, "%s%s", out.len ? ", " : "", a->sys->state_name[i]);
    return out.text;
}

const char *analyze_exactly(struct analysis *a, const double *x, const bool *free,
                            const bool *loose, const bool *angle)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const size_t n = sys->states;
    ex *from = sym_row(a->diag->mem, n), *to = sym_row(a->diag->mem, n);
    ex *e = sym_row(a->diag->mem, n);
    bool *stays = mem_take_array(a->diag->mem, n + 1, sizeof *stays);
    size_t put = 0;
    if (analyze_is_bound(a) || form_iterated(sys))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const ex number = free[i] ? EX_POISON : as_number(s, x[i], angle[i]);
        stays[i] = number == EX_POISON;
        if (stays[i])
            continue;
        from[put] = sys->state[i];
        to[put++] = number;
    }
    ex_subst(s, sys->block[RT_rhs].at, n, from, to, put, e);
    for (size_t i = 0; i < n; i++)
        if (!loose[i] && ex_zero(s, e[i], false).answer != EX_ZERO)
            return NULL;
    return names_left(a, stays, free);
}
