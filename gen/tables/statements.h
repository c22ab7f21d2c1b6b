/* gen/tables/statements.h -- statements of the model language.
 *
 * One row becomes STATEMENT_x, the way its text is split into items (enum lang_takes), and its two
 * passes: lang_declare_x declares its names, lang_check_x reads its expressions.
 *
 *   keyword     items      how often  declare    check        syntax, help,
 *               a small model with it, which help shows and a test derives
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_STATEMENTS_H
#define GEN_TABLES_STATEMENTS_H

#include "gen/tables/laws.h"

/* clang-format off */
#define POINT_MODEL "coords x, y\nmetric dx^2 + dy^2\n"
#define BLADE_MODEL "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\n"
#define STATEMENTS(STATEMENT) \
    STATEMENT(model,       STRING,    ONCE, nothing,     model,       "STRING", "title of the model", \
              "model \"A point in the plane\"\n" POINT_MODEL) \
    STATEMENT(coords,      COORDS,    ONCE, coords,      coords,      "name [in lo .. hi] [[unit]] [STRING], ...", "coordinates, with ranges, units and descriptions", \
              "coords r in 0.1 .. 5 [m] \"distance\", phi\n" "metric dr^2 + r^2 dphi^2\ninit r = 1\n") \
    STATEMENT(param,       DEFS,      MANY, params,      params,      "name = expr [in lo .. hi] [> 0 | != 0] [[unit]] [STRING], ...", "parameters with default values", \
              "param m = 2 [kg] \"mass\", k = 3 in 0 .. 9, w = sqrt(k/m) > 0\n" "coords x\nmetric m dx^2\npotential 1/2 m w^2 x^2\n") \
    STATEMENT(input,       DEFS,      MANY, inputs,      params,      "name = expr [in lo .. hi] [> 0 | != 0] [[unit]] [STRING], ...", "inputs, which may change during a run", \
              "input F = 0 \"push\"\n" POINT_MODEL "force x = F\n") \
    STATEMENT(let,         ASSIGN,    MANY, lets,        nothing,     "name = expr", "abbreviation of an expression", \
              "let r2 = x^2 + y^2\n" POINT_MODEL "potential 1/2 r2 + r2^2\n") \
    STATEMENT(algebra,     ALGEBRA,   ONCE, algebra,     nothing,     "NAME [body|space] : name, ...", "Lie algebra of the velocities, with names of its basis", \
              "algebra so(3): w1, w2, w3\n" "metric 2 w1^2 + 3 w2^2 + 4 w3^2\ninit w1 = 0.1, w2 = 1\n") \
    STATEMENT(sections,    NAMES,     ONCE, sections,    nothing,     "name, ...", "basis sections of a general bundle", \
              "coords x, y\nsections a, b\n" "anchor a -> d_x\n       b -> x d_y\nbracket [a, b] = b/x\nhamiltonian 1/2 (p_a^2 + p_b^2)\ninit x = 1\n") \
    STATEMENT(bracket,     BRACKETS,  MANY, nothing,     bracket,     "[a, b] = SECTION, one per line", "bracket of two basis sections", \
              "bracket [a, b] = b/x\n" "coords x, y\nsections a, b\nanchor a -> d_x\n       b -> x d_y\nhamiltonian 1/2 (p_a^2 + p_b^2)\ninit x = 1\n") \
    STATEMENT(anchor,      ANCHORS,   MANY, nothing,     anchor,      "a -> FIELD [| FIELD], one per line", "anchor of a basis section; with two anchors, left | right", \
              "anchor a -> d_x\n       b -> x d_y\n" "coords x, y\nsections a, b\nbracket [a, b] = b/x\nhamiltonian 1/2 (p_a^2 + p_b^2)\ninit x = 1\n") \
    STATEMENT(metric,      EXPR,      ONCE, nothing,     metric,      "QUADRATIC FORM", "metric ds^2, twice the kinetic energy", \
              "coords x, y, phi\nparam m = 2, J = 0.5\n" "metric m (dx^2 + dy^2) + J dphi^2\n") \
    STATEMENT(potential,   EXPR,      ONCE, nothing,     potential,   "FUNCTION", "potential energy", \
              POINT_MODEL "param g = 9.81\npotential g y + 1/2 x^2\n") \
    STATEMENT(magnetic,    EXPR,      ONCE, nothing,     magnetic,    "1-FORM | 2-FORM", "magnetic vector potential (1-form) or magnetic field (2-form)", \
              POINT_MODEL "param B = 2\nmagnetic B dx /\\ dy\n") \
    STATEMENT(lagrangian,  EXPR,      ONCE, nothing,     lagrangian,  "EXPR", "Lagrangian", \
              "coords x\n" "lagrangian 1/2 x'^2 - 1/4 x^4\n") \
    STATEMENT(hamiltonian, EXPR,      ONCE, nothing,     hamiltonian, "EXPR", "Hamiltonian", \
              "coords x\n" "hamiltonian 1/2 p_x^2 + 1/4 x^4\n") \
    STATEMENT(dissipation, EXPR,      ONCE, nothing,     dissipation, "QUADRATIC FORM", "Rayleigh dissipation function", \
              POINT_MODEL "param c = 0.1\ndissipation 1/2 c (dx^2 + dy^2)\n") \
    STATEMENT(force,       FORCES,    ONCE, nothing,     force,       "1-FORM | name = EXPR, ...", "force, as a 1-form or by components", \
              POINT_MODEL "force x = -x'^3, y = cos(t)\n") \
    STATEMENT(constraint,  EQUATIONS, MANY, constraints, constraints, "1-FORM [= 1-FORM], one per line", "constraint on velocities", \
              BLADE_MODEL "constraint sin(phi) dx - cos(phi) dy = 0\n") \
    STATEMENT(holonomic,   EQUATIONS, MANY, constraints, holonomic,   "FUNCTION [= FUNCTION], one per line", "constraint on positions", \
              POINT_MODEL "holonomic x^2 + y^2 = 4\ninit x = 2, y ~ 0\n") \
    STATEMENT(virtual,     EQUATIONS, MANY, nothing,     virtual,     "1-FORM | FIELD, one per line", "virtual displacements, where they differ from the allowed velocities", \
              "coords x, y\nmetric dx^2 + dy^2\nconstraint dx + dy\n" "virtual dx - 2 dy\n") \
    STATEMENT(frame,       FIELDS,    MANY, fields,      fields,      "name = FIELD, one per line", "fields that span the allowed velocities, named by their quasi-velocities", \
              BLADE_MODEL "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n") \
    STATEMENT(drift,       EXPR,      ONCE, nothing,     drift,       "FIELD", "drift field of affine constraints", \
              BLADE_MODEL "param c = 0.3\nframe v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n" "drift c d_x\n") \
    STATEMENT(complement,  FIELDS,    MANY, fields,      fields,      "name = FIELD, one per line", "fields that complete the frame to a basis", \
              BLADE_MODEL "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n" "complement s = -sin(phi) d_x + cos(phi) d_y\n") \
    STATEMENT(field,       EXPR,      ONCE, nothing,     field,       "FIELD", "vector field of a gradient extension", \
              "dynamics gradient\n" POINT_MODEL "field y d_x - x d_y\ninit x = 1\n") \
    STATEMENT(second,      EXPRS,     ONCE, nothing,     second,      "FUNCTION, ...", "second-class constraints on phase space", \
              POINT_MODEL "second 1/2 (x^2 + y^2 - 1), x p_x + y p_y\ninit x = 1, y = 0\n") \
    STATEMENT(basis,       BASIS,     MANY, nothing,     basis,       "name : 1-FORM, ...", "another basis of the same constraints", \
              "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\n" "basis other : 2 dz - 2 y dx\n") \
    STATEMENT(dynamics,    WORD,      ONCE, nothing,     dynamics,    LAW_WORDS, "law of motion", \
              "dynamics vakonomic\n" "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\ninit x' = 1, lambda1 = 0.5\n") \
    STATEMENT(init,        IVALS,     MANY, nothing,     init,        "name = expr, coordinate ~ expr, ...", "initial values of coordinates, velocities x', quasi-velocities, momenta eta_NAME; with ~, a first guess of a position that holonomic constraints determine, or of a momentum of the complement that a Hamiltonian determines", \
              BLADE_MODEL "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n" "init x = 0, phi = pi/4, v = 1, w = 0.5\n") \
    STATEMENT(run,         ASSIGN,    ONCE, nothing,     run,         "t = expr, dt = expr, tol = expr, method = NAME, form = NAME", "length, time step, tolerance, method and formulation of a run", \
              POINT_MODEL "run t = 20, dt = 0.1, tol = 1e-12, method = dop853\n") \
    STATEMENT(plot,        PLOTS,     MANY, nothing,     plot,        "(expr, expr), ... | expr : expr, ...; ...", "panels of curves; energy is the energy of the system, and y may be drift (relative drift of the energy) or constraint (largest constraint residual)", \
              POINT_MODEL "plot (x, y); t : energy\n") \
    STATEMENT(draw,        DRAWING,   MANY, nothing,     draw,        "shape (x, y) (x, y) number, ..., one per line", "shapes of bodies, drawn along a path and in animations", \
              POINT_MODEL "draw segment (0, 0) (x, y)\n     circle (x, y) 0.1\n") \
    STATEMENT(output,      ASSIGN,    MANY, outputs,     outputs,     "name = expr, ...", "further columns of the rows", \
              POINT_MODEL "output r = sqrt(x^2 + y^2), speed = sqrt(x'^2 + y'^2)\ninit x = 1\n") \
    STATEMENT(event,       EVENT,     MANY, nothing,     event,       "name : EXPR [= EXPR] [rising | falling] [record | stop | reset name = EXPR, ...]", "when an expression crosses 0, or two become equal: record it, stop, or reset the state", \
              POINT_MODEL "param e = 0.8\npotential y\ninit y = 1\nevent floor : y = 0 falling reset y' = -e y'\n") \
    STATEMENT(check,       CLAIMS,    MANY, nothing,     check,       "conserved EXPR | EXPR == EXPR | EXPR drift < NUM, one per line", "claim to verify", \
              POINT_MODEL "potential 1/2 (x^2 + y^2)\ncheck conserved x y' - y x'\n") \
    STATEMENT(set,         SET,       MANY, nothing,     set,         "name : name = expr, ...", "named set of values of parameters and initial values", \
              POINT_MODEL "param k = 1\npotential 1/2 k x^2\nset stiff : k = 100, x = 0.1\n") \
    STATEMENT(compare,     WORD,      ONCE, nothing,     compare,     "law", "second law of motion, for the command compare", \
              "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\ninit x' = 1\n" "compare vakonomic\n")
/* clang-format on */

#endif
