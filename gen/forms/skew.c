/* gen/forms/skew.c -- form `skew`: motion on C* from a linear bivector and the energy.
 *
 * On u = (q, eta_a), the coordinates and the momenta of the fields that span C,
 *
 *   u' = B grad H,   B = [  0         rho_a        ]   H = 1/2 g^ab eta_a eta_b + V
 *                        [ -rho_a^T   c^d_ab eta_d ]
 *
 * with indices a, b, d over C only: the gyro form where there is no one-form. The bracket needs a
 * complement that is orthogonal to C, for then eta_alpha = 0 on the constraint.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Example 2.2.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    if (!k->magnetic && !k->two)
        return form_ops_gyro.build(d, k, out);
    base_error(d, k->geom->model->source_at, "the skew form has no place for a magnetic %s",
               k->magnetic ? "one-form" : "two-form")
        ->help = "its bracket is linear in the momenta; the gyro form has an affine one";
    return false;
}

const struct form_ops form_ops_skew = {
    .build = build,
    .objects = form_friction_objects,
    .dynamics = form_friction,
};
