/* gen/forms/constraint_algorithm.c -- one step of the constraint algorithm of Gotay and Nester.
 *
 * Given a closed form omega and a function E, i_X omega = dE has solutions where dE vanishes on the
 * kernel of omega; X is tangent to that part P_2 where dE vanishes on TP_2^perp, the vectors Y with
 * omega(Y, Z) = 0 for all Z in TP_2; and so on until there are no new constraints. Z is in TP_2
 * where the differentials of the constraints vanish, so that Y is in TP_2^perp when i_Y omega is a
 * combination of them: Y and the coefficients are a null space. It is computed at generic points,
 * where it is shorter, and is valid on the constraints unless the null space is larger there.
 *
 * Gotay, Nester, Hinds 1978; Martinez, Cortes, de Leon, sections IV and V.
 */
#include "gen/forms/vakonomic.h"

#include <string.h>

bool form_gotay_step(struct diag *d, struct store *s, const struct presymplectic *p,
                     const struct ex_list *from, const ex *to, struct gotay *step)
{
    const size_t N = p->size, cols = N + step->found;
    ex *a = sym_row(d->mem, N * cols), *slope = sym_row(d->mem, N);
    ex *found = sym_row(d->mem, cols * cols), *there = sym_row(d->mem, N * cols);
    for (size_t j = 0; j < N; j++)
        for (size_t i = 0; i < cols; i++)
            a[j * cols + i] = i < N ? p->form[i * N + j] : ex_neg(s, step->d[(i - N) * N + j]);
    memcpy(slope, p->slope, N * sizeof *slope);
    ex_subst(s, a, N * cols, from->at, to, from->n, there);
    step->kernel = ex_null_space_by(s, EX_QUICK, a, N, cols, found, NULL);
    const struct ex_ranks rank = ex_ranks(s, there, N, cols);
    if (rank.least != rank.most || cols - rank.least != step->kernel) /* larger on them */
        step->kernel = ex_null_space_by(s, EX_QUICK, there, N, cols, found, NULL);
    ex_subst(s, found, step->kernel * cols, from->at, to, from->n, found);
    ex_subst(s, slope, N, from->at, to, from->n, slope);
    step->perp = sym_row(d->mem, step->kernel * N);
    step->value = sym_row(d->mem, step->kernel);
    for (size_t k = 0; k < step->kernel; k++) {
        memcpy(&step->perp[k * N], &found[k * cols], N * sizeof *found);
        step->value[k] = sym_dot(s, slope, 1, &found[k * cols], N);
    }
    return !ex_error(s);
}

size_t form_gotay_fresh(struct store *s, ex *value, size_t n, struct claims *claims)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (!sym_vanishes(s, value[i], claims))
            value[k++] = value[i];
    return k;
}
