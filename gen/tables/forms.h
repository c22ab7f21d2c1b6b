/* gen/tables/forms.h -- formulations.
 *
 * One row becomes a word for --form and the declaration of form_ops_x of gen/forms/x.c. Rows of the
 * same law (gen/tables/laws.h; servo: with separate virtual displacements) must agree on the
 * motion: tests and `check` compare them.
 *
 *   name   word   law             phase space   needs, model of the example in help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_FORMS_H
#define GEN_TABLES_FORMS_H

/* clang-format off */
#define FORMS(FORM) \
    FORM(dirac,      "dirac",      nonholonomic, "C*", "any Hamiltonian, or any Lagrangian that is regular on C", "skater_slope") \
    FORM(gyro,       "gyro",       nonholonomic, "C*", "a metric; potential and magnetic one-form are optional", "skater_slope") \
    FORM(skew,       "skew",       nonholonomic, "C*", "a metric; a potential is optional, a one-form is not possible", "skater_slope") \
    FORM(lagrangian, "lagrangian", nonholonomic, "C",  "any Lagrangian that is regular on C", "skater_slope") \
    FORM(lagrange_dirac, "lagrange-dirac", nonholonomic, "TQ", "any regular Lagrangian; gives the multipliers too", "skater_slope") \
    FORM(presymplectic, "presymplectic", nonholonomic, "C", "any Lagrangian; by the constraint algorithm where it is singular on C", "lc_circuit") \
    FORM(projector,  "projector",  nonholonomic, "E*", "a regular metric, or second-class constraints", "skater_slope") \
    FORM(vakonomic,  "vakonomic",  vakonomic,    "T*Q", "a metric; potential, one-form and affine constraints are optional", "vakonomic_particle") \
    FORM(generalised, "generalised", servo,      "C*", "a metric and separate virtual displacements, or two anchors", "disk_control") \
    FORM(gradient,   "gradient",   gradient,     "T*M", "a metric and a field, with 'dynamics gradient'", "gradient_sphere")
/* clang-format on */

#endif
