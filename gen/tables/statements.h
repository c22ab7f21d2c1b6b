/* gen/tables/statements.h -- statements of the model language.
 *
 * One row becomes STATEMENT_x, the way its text is split into items (enum lang_takes), and its two
 * passes: lang_declare_x makes its names known, lang_check_x reads its expressions.
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
    STATEMENT(model,       STRING,    ONCE, nothing,     model,       "STRING", "the title", \
              "model \"A point in the plane\"\n" POINT_MODEL) \
    STATEMENT(coords,      COORDS,    ONCE, coords,      coords,      "name [in lo .. hi] [[unit]] [STRING], ...", "the coordinates", \
              "coords r in 0.1 .. 5 [m] \"distance\", phi\n" "metric dr^2 + r^2 dphi^2\ninit r = 1\n") \
    STATEMENT(param,       DEFS,      MANY, params,      params,      "name = expr [in lo .. hi] [> 0 | != 0] [[unit]] [STRING], ...", "parameters with default values", \
              "param m = 2 [kg] \"mass\", k = 3 in 0 .. 9, w = sqrt(k/m) > 0\n" "coords x\nmetric m dx^2\npotential 1/2 m w^2 x^2\n") \
    STATEMENT(input,       DEFS,      MANY, inputs,      params,      "name = expr [in lo .. hi] [> 0 | != 0] [[unit]] [STRING], ...", "controls that may change during a run", \
              "input F = 0 \"push\"\n" POINT_MODEL "force x = F\n") \
    STATEMENT(let,         ASSIGN,    MANY, lets,        nothing,     "name = expr", "an abbreviation", \
              "let r2 = x^2 + y^2\n" POINT_MODEL "potential 1/2 r2 + r2^2\n") \
    STATEMENT(algebra,     ALGEBRA,   ONCE, algebra,     nothing,     "NAME [body|space] : name, ...", "a Lie algebra and its basis", \
              "algebra so(3): w1, w2, w3\n" "metric 2 w1^2 + 3 w2^2 + 4 w3^2\ninit w1 = 0.1, w2 = 1\n") \
    STATEMENT(sections,    NAMES,     ONCE, sections,    nothing,     "name, ...", "basis of a general bundle", \
              "coords x, y\nsections a, b\n" "anchor a -> d_x\n       b -> x d_y\nbracket [a, b] = b/x\nhamiltonian 1/2 (p_a^2 + p_b^2)\ninit x = 1\n") \
    STATEMENT(bracket,     BRACKETS,  MANY, nothing,     bracket,     "[a, b] = SECTION, one a line", "bracket of two sections", \
              "bracket [a, b] = b/x\n" "coords x, y\nsections a, b\nanchor a -> d_x\n       b -> x d_y\nhamiltonian 1/2 (p_a^2 + p_b^2)\ninit x = 1\n") \
    STATEMENT(anchor,      ANCHORS,   MANY, nothing,     anchor,      "a -> FIELD [| FIELD], one a line", "the anchor of a section", \
              "anchor a -> d_x\n       b -> x d_y\n" "coords x, y\nsections a, b\nbracket [a, b] = b/x\nhamiltonian 1/2 (p_a^2 + p_b^2)\ninit x = 1\n") \
    STATEMENT(metric,      EXPR,      ONCE, nothing,     metric,      "QUADRATIC FORM", "ds^2, twice the kinetic energy", \
              "coords x, y, phi\nparam m = 2, J = 0.5\n" "metric m (dx^2 + dy^2) + J dphi^2\n") \
    STATEMENT(potential,   EXPR,      ONCE, nothing,     potential,   "FUNCTION", "the potential energy", \
              POINT_MODEL "param g = 9.81\npotential g y + 1/2 x^2\n") \
    STATEMENT(magnetic,    EXPR,      ONCE, nothing,     magnetic,    "1-FORM | 2-FORM", "a vector potential or a magnetic field", \
              POINT_MODEL "param B = 2\nmagnetic B dx /\\ dy\n") \
    STATEMENT(lagrangian,  EXPR,      ONCE, nothing,     lagrangian,  "EXPR", "the Lagrangian", \
              "coords x\n" "lagrangian 1/2 x'^2 - 1/4 x^4\n") \
    STATEMENT(hamiltonian, EXPR,      ONCE, nothing,     hamiltonian, "EXPR", "the Hamiltonian", \
              "coords x\n" "hamiltonian 1/2 p_x^2 + 1/4 x^4\n") \
    STATEMENT(dissipation, EXPR,      ONCE, nothing,     dissipation, "QUADRATIC FORM", "the Rayleigh function", \
              POINT_MODEL "param c = 0.1\ndissipation 1/2 c (dx^2 + dy^2)\n") \
    STATEMENT(force,       FORCES,    ONCE, nothing,     force,       "1-FORM | name = EXPR, ...", "a force", \
              POINT_MODEL "force x = -x'^3, y = cos(t)\n") \
    STATEMENT(constraint,  EQUATIONS, MANY, constraints, constraints, "1-FORM [= 1-FORM], one a line", "a constraint on velocities", \
              BLADE_MODEL "constraint sin(phi) dx - cos(phi) dy = 0\n") \
    STATEMENT(holonomic,   EQUATIONS, MANY, constraints, holonomic,   "FUNCTION [= FUNCTION], one a line", "a constraint on positions", \
              POINT_MODEL "holonomic x^2 + y^2 = 4\ninit x = 2, y ~ 0\n") \
    STATEMENT(virtual,     EQUATIONS, MANY, nothing,     virtual,     "1-FORM | FIELD, one a line", "virtual displacements, where they differ", \
              "coords x, y\nmetric dx^2 + dy^2\nconstraint dx + dy\n" "virtual dx - 2 dy\n") \
    STATEMENT(frame,       FIELDS,    MANY, fields,      fields,      "name = FIELD, one a line", "fields that span the allowed velocities, named by their quasi-velocities", \
              BLADE_MODEL "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n") \
    STATEMENT(drift,       EXPR,      ONCE, nothing,     drift,       "FIELD", "the drift of an affine constraint", \
              BLADE_MODEL "param c = 0.3\nframe v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n" "drift c d_x\n") \
    STATEMENT(complement,  FIELDS,    MANY, fields,      fields,      "name = FIELD, one a line", "the rest of the frame", \
              BLADE_MODEL "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n" "complement s = -sin(phi) d_x + cos(phi) d_y\n") \
    STATEMENT(field,       EXPR,      ONCE, nothing,     field,       "FIELD", "the field of a gradient extension", \
              "dynamics gradient\n" POINT_MODEL "field y d_x - x d_y\ninit x = 1\n") \
    STATEMENT(second,      EXPRS,     ONCE, nothing,     second,      "FUNCTION, ...", "second-class constraints on phase space", \
              POINT_MODEL "second 1/2 (x^2 + y^2 - 1), x p_x + y p_y\ninit x = 1, y = 0\n") \
    STATEMENT(basis,       BASIS,     MANY, nothing,     basis,       "name : 1-FORM, ...", "another basis of the same constraints", \
              "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\n" "basis other : 2 dz - 2 y dx\n") \
    STATEMENT(dynamics,    WORD,      ONCE, nothing,     dynamics,    LAW_WORDS, "the law", \
              "dynamics vakonomic\n" "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\ninit x' = 1, lambda1 = 0.5\n") \
    STATEMENT(init,        IVALS,     MANY, nothing,     init,        "name = expr, coordinate ~ expr, ...", "where a run starts: coordinates, velocities x', quasi-velocities, momenta eta_NAME; ~ starts a search among positions that holonomic constraints allow", \
              BLADE_MODEL "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n" "init x = 0, phi = pi/4, v = 1, w = 0.5\n") \
    STATEMENT(run,         ASSIGN,    ONCE, nothing,     run,         "t = expr, dt = expr, tol = expr, method = NAME", "how long a run is, and in which steps", \
              POINT_MODEL "run t = 20, dt = 0.1, tol = 1e-12, method = dop853\n") \
    STATEMENT(plot,        PLOTS,     MANY, nothing,     plot,        "(expr, expr), ... | expr : expr, ...; ...", "what to show: panels of curves. energy may stand for a number; drift and constraint for a curve of how these drift", \
              POINT_MODEL "plot (x, y); t : energy\n") \
    STATEMENT(draw,        DRAWING,   MANY, nothing,     draw,        "shape (x, y) (x, y) number, ..., one a line", "a body that is shown where it is: along a path, and moving", \
              POINT_MODEL "draw segment (0, 0) (x, y)\n     circle (x, y) 0.1\n") \
    STATEMENT(output,      ASSIGN,    MANY, outputs,     outputs,     "name = expr, ...", "a further column", \
              POINT_MODEL "output r = sqrt(x^2 + y^2), speed = sqrt(x'^2 + y'^2)\ninit x = 1\n") \
    STATEMENT(event,       EVENT,     MANY, nothing,     event,       "name : EXPR [= EXPR] [rising | falling] [record | stop | reset name = EXPR, ...]", "where something passes 0, or two things become equal: told, the end of the run, or other values from there on", \
              POINT_MODEL "param e = 0.8\npotential y\ninit y = 1\nevent floor : y = 0 falling reset y' = -e y'\n") \
    STATEMENT(check,       CLAIMS,    MANY, nothing,     check,       "conserved EXPR | EXPR == EXPR | EXPR drift < NUM, one a line", "a claim to verify", \
              POINT_MODEL "potential 1/2 (x^2 + y^2)\ncheck conserved x y' - y x'\n") \
    STATEMENT(set,         SET,       MANY, nothing,     set,         "name : name = expr, ...", "a named set of values", \
              POINT_MODEL "param k = 1\npotential 1/2 k x^2\nset stiff : k = 100, x = 0.1\n") \
    STATEMENT(compare,     WORD,      ONCE, nothing,     compare,     "law", "another law to compare with", \
              "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\ninit x' = 1\n" "compare vakonomic\n")
/* clang-format on */

#endif
