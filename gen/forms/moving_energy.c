/* gen/forms/moving_energy.c -- moving energies E - <p, Y> for rotating constraints.
 *
 * Fields Y with mu(Y) = b that rotate two coordinates about each other and may shift a third one,
 * such as an angle:
 *
 *   Y = s (q^i d_j - q^j d_i + e d_k),   e = -1, 0 or 1,   s constant.
 *
 * These are the motions of a turntable, seen by a body on it.
 */
#include "gen/forms/form.h"

/* s with s mu(Y) = b everywhere and at all times, or poison. */
static ex find_speed(const struct system *sys, const ex *Y)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t c = m->constraints, n = sys->geom->n, tests = c + m->coords + 1;
    ex *test = sym_row(mem, tests), speed = EX_POISON;
    bool *zero = mem_take_array(mem, tests + 1, sizeof *zero);
    for (size_t i = 0; i < c && speed == EX_POISON; i++) {
        const ex of = sym_dot(s, m->constraint[i].form, 1, Y, n);
        if (sym_is_null(s, of) || sym_is_null(s, m->constraint[i].speed))
            continue;
        speed = ex_div(s, m->constraint[i].speed, of);
    }
    if (speed == EX_POISON)
        return EX_POISON;
    for (size_t i = 0; i < c; i++)
        test[i] = ex_sub(s, ex_mul2(s, speed, sym_dot(s, m->constraint[i].form, 1, Y, n)),
                         m->constraint[i].speed);
    for (size_t i = 0; i < m->coords; i++)
        test[c + i] = ex_diff(s, speed, m->coord[i].q);
    test[tests - 1] = ex_diff(s, speed, m->time);
    ex_zeros(s, test, tests, zero);
    for (size_t i = 0; i < tests; i++)
        if (!zero[i])
            return EX_POISON;
    ex_simplify(s, &speed, 1, &speed);
    return speed;
}

/* The field that rotates coordinates i and j; k = 0: without shift; else it shifts the coordinate
 * (k - 1) / 2, forward or backward. False: there is no such field. */
static bool find_field(const struct model *m, size_t i, size_t j, size_t k, ex *Y)
{
    struct store *s = m->store;
    for (size_t B = 0; B < m->coords; B++)
        Y[B] = ex_int(s, 0);
    Y[i] = ex_neg(s, m->coord[j].q);
    Y[j] = m->coord[i].q;
    if (k == 0)
        return true;
    const size_t shifted = (k - 1) / 2;
    if (shifted == i || shifted == j)
        return false;
    Y[shifted] = ex_int(s, k % 2 ? 1 : -1);
    return true;
}

ex form_turning_energy(struct diag *d, struct system *sys, const ex *p)
{
    enum { TRIES = 400 };
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = m->coords, shifts = 2 * n + 1, all = n * n * shifts;
    ex *Y = sym_row(d->mem, n), found = EX_POISON;
    if (n == 0 || !lang_is_tangent(m) || m->constraints == 0)
        return EX_POISON;
    for (size_t at = 0, tries = 0; at < all && tries < TRIES && found == EX_POISON; at++) {
        const size_t i = at / shifts / n, j = at / shifts % n;
        if (i >= j || !find_field(m, i, j, at % shifts, Y))
            continue;
        tries++;
        const ex speed = find_speed(sys, Y);
        if (speed != EX_POISON)
            found = form_try_moving(sys, ex_mul2(s, speed, sym_dot(s, p, 1, Y, n)));
    }
    return found;
}
