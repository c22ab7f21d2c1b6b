/* gen/turning.c -- moving energies of constraints that turn: E - <p, Y> for fields Y with mu(Y) = b
 * that turn two coordinates about each other and, perhaps, shift a third, like an angle:
 *
 *   Y = s (q^i d_j - q^j d_i + e d_k),   e = -1, 0 or 1,   s constant.
 *
 * These are the motions of a turntable, seen by a body on it.
 */
#include "gen/gen.h"

/* s with s mu(Y) = b everywhere and at all times, or poison. */
static ex find_speed(const struct system *sys, const ex *Y)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t c = m->constraints, n = sys->geom->n, tests = c + m->coords + 1;
    ex *test = gen_row(mem, tests), speed = EX_POISON;
    bool *zero = mem_take_array(mem, tests + 1, sizeof *zero);
    for (size_t i = 0; i < c && speed == EX_POISON; i++) {
        const ex of = gen_dot(s, m->constraint[i].form, 1, Y, n);
        if (gen_is_null(s, of) || gen_is_null(s, m->constraint[i].speed))
            continue;
        speed = ex_div(s, m->constraint[i].speed, of);
    }
    if (speed == EX_POISON)
        return EX_POISON;
    for (size_t i = 0; i < c; i++)
        test[i] = ex_sub(s, ex_mul2(s, speed, gen_dot(s, m->constraint[i].form, 1, Y, n)),
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

ex gen_turning_energy(struct diag *d, struct system *sys, const ex *p)
{
    enum { TRIES = 400 };
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = m->coords;
    ex *Y = gen_row(d->mem, n), found = EX_POISON;
    size_t tries = 0;
    if (m->general || m->sections != n || m->constraints == 0)
        return EX_POISON;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            for (size_t k = 0; k < 2 * n + 1 && tries < TRIES; k++) {
                if (k > 0 && ((k - 1) / 2 == i || (k - 1) / 2 == j))
                    continue;
                for (size_t B = 0; B < n; B++)
                    Y[B] = ex_int(s, k > 0 && B == (k - 1) / 2 ? (k % 2 ? 1 : -1) : 0);
                Y[i] = ex_neg(s, m->coord[j].q);
                Y[j] = m->coord[i].q;
                tries++;
                const ex speed = find_speed(sys, Y);
                if (speed != EX_POISON)
                    found = gen_try_moving(sys, ex_mul2(s, speed, gen_dot(s, p, 1, Y, n)));
                if (found != EX_POISON)
                    return found;
            }
    return EX_POISON;
}
