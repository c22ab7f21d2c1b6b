/* gen/tables.h -- the lists of this room, each in one place.
 *
 * Everything that has to know all statements, formulations, commands or options expands one of
 * these: the parser, the checker, the help, the suggestions, and the tests.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_H
#define GEN_TABLES_H

/* clang-format off */

/* Statements of the model language. One row becomes how the statement is split into items, and
 * its two passes in check.c: `declare_x` makes the names known, `check_x` reads expressions.
 *
 *   keyword     items      how often  declare    check        what it takes, what it says */
#define STATEMENTS(STATEMENT) \
    STATEMENT(model,       STRING,    ONCE, nothing,   model,      "STRING", "the title") \
    STATEMENT(coords,      NAMES,     ONCE, coords,    coords,     "name [in lo .. hi], ...", "the coordinates") \
    STATEMENT(param,       DEFS,      MANY, params,    params,     "name = expr [in lo .. hi] [> 0 | != 0] [[unit]] [STRING], ...", "parameters with default values") \
    STATEMENT(input,       REST,      MANY, nothing,   later,      "name = expr, ...", "controls that may change during a run") \
    STATEMENT(let,         ASSIGN,    MANY, lets,      nothing,    "name = expr", "an abbreviation") \
    STATEMENT(algebra,     REST,      ONCE, nothing,   later,      "NAME [body|space] : name, ...", "a Lie algebra and its basis") \
    STATEMENT(sections,    REST,      ONCE, nothing,   later,      "name, ...", "basis of a general bundle") \
    STATEMENT(bracket,     REST,      MANY, nothing,   later,      "[a, b] = SECTION", "bracket of two sections") \
    STATEMENT(anchor,      REST,      MANY, nothing,   later,      "a -> FIELD [| FIELD]", "the anchor of a section") \
    STATEMENT(metric,      EXPR,      ONCE, nothing,   metric,     "QUADRATIC FORM", "ds^2, twice the kinetic energy") \
    STATEMENT(potential,   EXPR,      ONCE, nothing,   potential,  "FUNCTION", "the potential energy") \
    STATEMENT(magnetic,    REST,      ONCE, nothing,   later,      "1-FORM | 2-FORM", "a vector potential or a magnetic field") \
    STATEMENT(lagrangian,  REST,      ONCE, nothing,   later,      "EXPR", "the Lagrangian") \
    STATEMENT(hamiltonian, REST,      ONCE, nothing,   later,      "EXPR", "the Hamiltonian") \
    STATEMENT(dissipation, REST,      ONCE, nothing,   later,      "QUADRATIC FORM", "the Rayleigh function") \
    STATEMENT(force,       REST,      ONCE, nothing,   later,      "1-FORM | name = EXPR, ...", "a force") \
    STATEMENT(constraint,  EQUATIONS, MANY, constraints, constraints, "1-FORM [= 1-FORM], one a line", "a constraint on velocities") \
    STATEMENT(holonomic,   REST,      MANY, nothing,   later,      "FUNCTION [= FUNCTION]", "a constraint on positions") \
    STATEMENT(virtual,     REST,      MANY, nothing,   later,      "1-FORM | FIELD", "virtual displacements, where they differ") \
    STATEMENT(frame,       FIELDS,    MANY, fields,    fields,     "name = FIELD, one a line", "fields that span the allowed velocities, named by their quasi-velocities") \
    STATEMENT(drift,       REST,      ONCE, nothing,   later,      "FIELD", "the drift of an affine constraint") \
    STATEMENT(complement,  FIELDS,    MANY, fields,    fields,     "name = FIELD, one a line", "the rest of the frame") \
    STATEMENT(field,       REST,      ONCE, nothing,   later,      "FIELD", "the field of a gradient extension") \
    STATEMENT(second,      REST,      ONCE, nothing,   later,      "FUNCTION, ...", "second-class constraints on phase space") \
    STATEMENT(basis,       REST,      ONCE, nothing,   later,      "name : 1-FORM, ...", "another basis of the same constraints") \
    STATEMENT(dynamics,    REST,      ONCE, nothing,   later,      "nonholonomic | vakonomic | gradient | unconstrained", "the law") \
    STATEMENT(init,        IVALS,     MANY, nothing,   init,       "name = expr, ...", "where a run starts: coordinates, velocities x', quasi-velocities, momenta eta_NAME") \
    STATEMENT(run,         ASSIGN,    ONCE, nothing,   run,        "t = expr, dt = expr, method = NAME", "how long a run is, and in which steps") \
    STATEMENT(plot,        PLOTS,     MANY, nothing,   plot,       "(expr, expr) | expr : expr; ...", "what to draw") \
    STATEMENT(draw,        REST,      MANY, nothing,   later,      "shape points", "a shape in an animation") \
    STATEMENT(output,      REST,      MANY, nothing,   later,      "name = expr", "a further column") \
    STATEMENT(check,       REST,      MANY, nothing,   later,      "conserved EXPR | EXPR == EXPR | EXPR drift < NUM", "a claim to verify") \
    STATEMENT(set,         REST,      MANY, nothing,   later,      "name : def, ...", "a named set of values") \
    STATEMENT(compare,     REST,      ONCE, nothing,   later,      "law", "another law to compare with")

/* Formulations. One row becomes the prototype of gen_form_x, which is all of form_x.c, and the
 * word for --form. Rows of the same law must agree on the motion.
 *
 *   name   law          phase space   needs */
#define FORMS(FORM) \
    FORM(skew, dalembert, "C*", "a metric; the complement orthogonal to the frame")

/* Subcommands. One row becomes command_x of main.c and its lines of help.
 *
 *   name    takes     what it does, and an example */
#define COMMANDS(COMMAND) \
    COMMAND(run,    "MODEL", "integrate: picture and summary on a terminal, CSV on a pipe", \
            "noslip run models/skater_slope.nh -p lambda=2 -i w=3 -t 10") \
    COMMAND(derive, "MODEL", "print the exact equations", \
            "noslip derive models/skater_slope.nh --only structure,motion") \
    COMMAND(check,  "MODEL", "read, derive, say what is true of it", \
            "noslip check models/skater_slope.nh") \
    COMMAND(emit,   "MODEL", "print the C code", \
            "noslip emit models/skater_slope.nh > skater.c") \
    COMMAND(help,   "[WORD]", "explain a command, statement, form or method", \
            "noslip help frame")

/* Options. One row becomes OPT_id, its parsing and its line of help. The commands it belongs to
 * are words in `of`.
 *
 *   id      long        short  argument         of                      help */
#define OPTIONS(OPTION) \
    OPTION(form,    "--form",   0,   "FORM",          "run derive check emit", "which formulation") \
    OPTION(only,    "--only",   0,   "SECTION,...",   "derive",                "which parts to print") \
    OPTION(as,      "--as",     0,   "STYLE",         "derive",                "how to print them") \
    OPTION(param,   "--param",  'p', "NAME=VALUE,..", "run check",             "other values of parameters") \
    OPTION(init,    "--init",   'i', "NAME=VALUE,..", "run check",             "other initial values") \
    OPTION(end,     "--time",   't', "TIME",          "run",                   "when to stop") \
    OPTION(step,    "--dt",     0,   "STEP",          "run",                   "the step") \
    OPTION(method,  "--method", 0,   "METHOD",        "run",                   "which integrator") \
    OPTION(out,     "--output", 'o', "FILE",          "run",                   "write CSV to a file, or - for standard output") \
    OPTION(help,    "--help",   'h', NULL,            "run derive check emit help", "this text") \
    OPTION(version, "--version",0,   NULL,            "help",                  "the version")

/* Parts of what `derive` prints. One row becomes show_x of derive.c and a word for --only. */
#define SECTIONS(SECTION) \
    SECTION(frame,     "the fields of the frame that were chosen") \
    SECTION(structure, "structure functions") \
    SECTION(bivector,  "the matrix B of u' = B grad H") \
    SECTION(energy,    "the energy H") \
    SECTION(motion,    "equations of motion")

/* Instructions of a program. One row becomes CODE_x and its spelling in C: %1 and %2 are operands,
 * %i the index, %n the number, %f the function. `bind` is the strength of the whole, `left` and
 * `right` what an operand must have not to be put in parentheses; `ops` tells operands.
 *
 *   name    ops  C            bind left right */
#define CODES(CODE) \
    CODE(number, 0, "%n",          9, 0, 0) \
    CODE(time,   0, "t",           9, 0, 0) \
    CODE(state,  0, "x[%i]",       9, 0, 0) \
    CODE(param,  0, "p[%i]",       9, 0, 0) \
    CODE(add,    2, "%1 + %2",     1, 1, 2) \
    CODE(sub,    2, "%1 - %2",     1, 1, 2) \
    CODE(mul,    2, "%1 * %2",     2, 2, 3) \
    CODE(div,    2, "%1 / %2",     2, 2, 3) \
    CODE(neg,    1, "-%1",         3, 4, 0) \
    CODE(sqrt,   1, "sqrt(%1)",    9, 0, 0) \
    CODE(pow,    2, "pow(%1, %2)", 9, 0, 0) \
    CODE(call1,  1, "%f(%1)",      9, 0, 0) \
    CODE(call2,  2, "%f(%1, %2)",  9, 0, 0)

/* clang-format on */

#endif
