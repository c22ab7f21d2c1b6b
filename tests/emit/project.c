/* tests/emit/project.c -- test of projection: a state that violates its constraints.
 *
 * For a form of models/snakeboard.nh whose states may violate constraints. A state that satisfies
 * them must not change.
 */
#include "snakeboard.h"

#include <math.h>

int main(void)
{
    snakeboard_real p[snakeboard_PARAMETERS], x[snakeboard_STATES], was[snakeboard_STATES];
    snakeboard_real work[snakeboard_WORK], c[snakeboard_LENGTH_constraint];
    const double small = sizeof *x == 4 ? 1e-5 : 1e-13;
    double before = 0, after = 0, moved = 0;
    snakeboard_par par;
    snakeboard_default_parameters(p);
    if (snakeboard_prepare(p, &par) != snakeboard_OK)
        return 1;
    for (int i = 0; i < snakeboard_STATES; i++)
        x[i] = (snakeboard_real)(0.3 + 0.05 * i * i);
    if (snakeboard_constraint(&par, 0, 0, x, c) != snakeboard_OK)
        return 2;
    for (int i = 0; i < snakeboard_LENGTH_constraint; i++)
        before = fmax(before, fabs((double)c[i]));
    if (snakeboard_project(&par, 0, 0, x, work) != snakeboard_OK ||
        snakeboard_constraint(&par, 0, 0, x, c) != snakeboard_OK)
        return 3;
    for (int i = 0; i < snakeboard_LENGTH_constraint; i++)
        after = fmax(after, fabs((double)c[i]));
    if (before < 0.01 || after > small)
        return 4;
    for (int i = 0; i < snakeboard_STATES; i++)
        was[i] = x[i];
    if (snakeboard_project(&par, 0, 0, x, work) != snakeboard_OK)
        return 5;
    for (int i = 0; i < snakeboard_STATES; i++)
        moved = fmax(moved, fabs((double)(x[i] - was[i])));
    return moved > 10 * small ? 6 : 0;
}
