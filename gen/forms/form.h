/* gen/forms/form.h -- functions shared by the formulations.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_FORM_H
#define GEN_FORMS_FORM_H

#include "gen/forms/system.h"

/* ---- constraint_bases.c ---- */

void form_put_bases(struct system *sys); /* appends them to its objects */

/* ---- lagrangian.c ---- */

/* d/dt of the momenta of C by Lagrange and d'Alembert, for states (q, z). */
bool form_lagrangian_pull(struct diag *d, struct mech *k, struct system *out, ex *G);
/* The motion in (q, z), for proofs. */
struct system *form_velocity_system(struct diag *d, struct mech *k);

/* ---- system.c ---- */

void form_put_always(struct system *sys); /* blocks that every system has */
/* States q, then eta_a or z^a. */
void form_states(struct diag *d, struct system *out, bool momenta);
/* Expressions in q, z, t as functions of the state: z^A becomes zeta^A. */
void form_at_state(const struct system *sys, const ex *e, size_t m, ex *out);
/* <p, [zeta, f_A]>, and <p, [d/dt, f_A]>, for natural momenta p. */
ex form_on_brackets(struct diag *d, const struct system *sys, const ex *p, size_t A);
ex form_on_motion_of_frame(struct diag *d, const struct system *sys, const ex *p, size_t A);
/* Force along f_A at the state: loads and the magnetic two-form. */
ex form_force(const struct mech *k, const struct system *sys, size_t A);
/* Systems in (q, eta) of a quadratic Lagrangian: zeta, eta, energy. */
bool form_momentum_states(struct diag *d, struct mech *k, struct system *out);
/* rho_A(L) at fixed velocities, for the fields A from `first` on, at the state. */
void form_along_frame(struct diag *d, struct mech *k, const struct system *out, size_t first,
                      size_t count, ex *slope);
bool form_prefers_frame(const struct mech *k); /* L is shorter in it than in natural velocities */
/* Converts velocities and momenta of a system from the frame of `o` to the frame of k. */
void form_in_given_frame(const struct mech *k, const struct mech *o, struct system *out);
/* Names of the velocities in which the metric or Lagrangian is at most linear; NULL: none, or it is
 * not in natural velocities d_x. */
const char *form_without_inertia(struct diag *d, const struct model *m);
/* Reports that the metric or Lagrangian is degenerate on C. */
void form_not_regular(struct diag *d, const struct model *m);
void form_quadratic_energy(struct mech *k, struct system *out); /* 1/2 (eta_A - A_A) z^A + V */

/* ---- open_momenta.c ---- */

/* Momenta of the complement by (27), and velocities: eta and zeta, with states (q, eta_a) and those
 * eta_alpha that have no closed form. Rates of these, after those of the others. */
bool form_effective_momenta(struct diag *d, struct mech *k, struct system *out);
bool form_open_motion(struct diag *d, struct mech *k, struct system *out);

/* ---- velocity_states.c ---- */

/* Systems in (q, z): zeta and eta; then W z' + .. = G gives rhs, and energy follows. */
void form_velocity_states(struct diag *d, struct mech *k, struct system *out);
bool form_by_velocities(struct diag *d, struct mech *k, struct system *out, const ex *G);
/* q' in `rate`, and W z' = right, with right_a = G_a - d/dt eta_a at fixed z. */
void form_velocity_equations(struct mech *k, const struct system *out, const ex *G, ex *rate, ex *W,
                             ex *right);
void form_velocity_energy(struct mech *k, struct system *out);

/* ---- bracket_blocks.c ---- */

/* B = [[0, rho_a], [-rho_a^T, M_ab + F(f_a, f_b)]], rows of M `wide` apart. */
void form_put_bivector(const struct mech *k, struct system *out, const ex *M, size_t wide);
/* Block drift: rhs - B grad E. */
void form_find_drift_block(struct system *out);
/* rho_a in the first rows, minus the anchors in `right`, rows `wide` apart, in the others. */
void form_put_tensor(const struct mech *k, struct system *out, const ex *right, size_t wide,
                     const ex *M);

/* ---- derived_blocks.c, block_*.c ---- */

/* One row that is `derived` becomes one prototype: form_derive_jac, ... The function puts its block
 * into the system, unless the system has no such block; false after an error. */
#define FORM_IF_form(name)
#define FORM_IF_code(name)
#define FORM_IF_derived(name) bool form_derive_##name(struct diag *d, struct system *sys);
#define BLOCK(name, by, ...) FORM_IF_##by(name)
#include "runtime/blocks.h"
#undef BLOCK
#undef FORM_IF_derived
#undef FORM_IF_code
#undef FORM_IF_form

/* ---- derived_blocks.c ---- */

/* E - along, with along = <p, Y>, if that is conserved; else poison. */
ex form_try_moving(struct system *sys, ex along);

/* ---- moving_energy.c ---- */

/* E - <p, Y> for a drift Y that is a symmetry, with coefficients affine in q; or poison. */
ex form_symmetric_moving_energy(struct diag *d, struct system *sys, const ex *p, ex *Y);

/* ---- gyro.c ---- */

/* Gradient of the energy by q, eta, where the complement is orthogonal to C. */
void form_energy_gradient(struct diag *d, const struct mech *k, const struct system *out, ex *grad);

/* ---- objects.c ---- */

/* Appends an object to those of the system; the caller may then set note and names of indices. */
struct object *form_object(struct system *sys, const char *name, const char *title, const ex *at,
                           size_t rows, size_t cols);

/* ---- lagrange_dirac_objects.c ---- */

/* Omega_L, E_L, X_L, D_L of a system in natural velocities. */
bool form_lagrangian_dirac(struct diag *d, struct system *sys);

/* ---- natural_basis.c ---- */

/* Natural momenta, n, from the state. */
bool form_natural_momenta(struct diag *d, const struct system *sys, ex *out);
/* d^2 L/dy dy, n x n, for states that contain all y. */
void form_natural_hessian(const struct mech *k, const struct system *sys, ex *W);
/* mu(y) = b: the forms of the user, or the coframe of the complement. */
bool form_constraint_forms(struct diag *d, struct geom *g, ex *mu, ex *b);
/* Forces along the natural basis, n, in natural velocities: loads and the magnetic two-form. */
bool form_natural_forces(struct diag *d, struct mech *k, ex *out);

/* ---- chart.c ---- */

/* States q, then all natural momenta p_B or velocities y^B: zeta and eta from y and p, which are
 * functions of the state; the chart is that of the states that satisfy the constraints. */
bool form_natural_states(struct diag *d, struct mech *k, struct system *out, bool momenta,
                         const ex *y, const ex *p);

#endif
