/* gen/tables/forms.h -- formulations.
 *
 * One row becomes a word for --form and the prototype of form_build_x, which is gen/forms/x.c. Rows
 * of the same law (gen/tables/laws.h; servo: virtual displacements of their own) must agree on the
 * motion: tests and `check` compare them.
 *
 *   name   word   law             phase space   needs, a model of models/ that it is shown with
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_FORMS_H
#define GEN_TABLES_FORMS_H

/* clang-format off */
#define FORMS(FORM) \
    FORM(dirac,      "dirac",      nonholonomic, "C*", "any Hamiltonian, or any Lagrangian that is regular on C", "skater_slope") \
    FORM(gyro,       "gyro",       nonholonomic, "C*", "a metric; a potential and a magnetic one-form may be added", "skater_slope") \
    FORM(skew,       "skew",       nonholonomic, "C*", "a metric; a potential may be added, no one-form", "skater_slope") \
    FORM(lagrangian, "lagrangian", nonholonomic, "C",  "any Lagrangian that is regular on C", "skater_slope") \
    FORM(lagrange_dirac, "lagrange-dirac", nonholonomic, "TQ", "any Lagrangian that is regular; multipliers come with it", "skater_slope") \
    FORM(projector,  "projector",  nonholonomic, "E*", "a metric that is regular; or second-class constraints", "skater_slope") \
    FORM(vakonomic,  "vakonomic",  vakonomic,    "T*Q", "a metric; potential, one-form, affine constraints may be added", "vakonomic_particle") \
    FORM(generalised, "generalised", servo,      "C*", "a metric, and virtual displacements of their own; or two anchors", "disk_control") \
    FORM(gradient,   "gradient",   gradient,     "T*M", "a metric and a field, with 'dynamics gradient'", "gradient_sphere")
/* clang-format on */

#endif
