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
 * its two passes: `declare_x` makes the names known, `check_x` reads expressions.
 *
 *   keyword     items      how often  declare    check        what it takes, what it says,
 *               a small model with it, which help shows and a test derives */
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
    STATEMENT(dynamics,    WORD,      ONCE, nothing,     dynamics,    "nonholonomic | vakonomic | gradient | unconstrained", "the law", \
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

/* Shapes that `draw` knows. One row becomes SHAPE_x and its word. A shape has so many points, of two
 * or three numbers each, then so many plain numbers.
 *
 *   word     points     in        numbers  like this, what it is */
#define SHAPES(SHAPE) \
    SHAPE(segment, 2, 2,    ANY,   0, "segment (0, 0) (x, y)", "a bar between two points") \
    SHAPE(path,    2, MANY, ANY,   0, "path (0, 0) (x, y) (1, 1)", "a line through points") \
    SHAPE(polygon, 3, MANY, ANY,   0, "polygon (0, 0) (x, y) (1, 1)", "a body with straight sides") \
    SHAPE(circle,  1, 1,    PLANE, 1, "circle (x, y) R", "a circle about a point, by its radius") \
    SHAPE(disk,    1, 1,    PLANE, 1, "disk (x, y) R", "the same, filled") \
    SHAPE(wheel,   1, 1,    PLANE, 2, "wheel (x, y) phi, 0.3", "a wheel or blade seen from above: where, which way, how long") \
    SHAPE(spot,    1, 1,    ANY,   0, "spot (x, y)", "a point, whatever the scale") \
    SHAPE(trail,   1, 1,    ANY,   0, "trail (x, y)", "the path of a point") \
    SHAPE(ring,    2, 2,    SPACE, 1, "ring (x, y, z) (0, 0, 1) R", "a circle in space: its centre, its normal, its radius") \
    SHAPE(ellipse, 3, 3,    ANY,   0, "ellipse (0, 0) (a, 0) (0, b)", "its centre, and two directions u, v: centre + u cos + v sin") \
    SHAPE(ball,    1, 1,    ANY,   1, "ball (x, y, z) R", "a sphere: a circle from wherever it is seen")

/* Which way the two sides of an event must pass each other, and what happens then. One row becomes
 * WAY_x or ACT_x, and its word in `event`; without a word it is the first. */
#define EVENT_WAYS(WAY) \
    WAY(any) \
    WAY(rising) \
    WAY(falling)
#define EVENT_ACTS(ACT) \
    ACT(record) \
    ACT(stop) \
    ACT(reset)

/* Laws of motion. One row becomes LAW_x and a word for `dynamics` and `compare`. Usual: the
 * form that is taken unless another is asked for.
 *
 *   name           usual */
#define LAWS(LAW) \
    LAW(nonholonomic,  "dirac") \
    LAW(vakonomic,     "vakonomic") \
    LAW(gradient,      "gradient") \
    LAW(unconstrained, "dirac")

/* Formulations. One row becomes the prototype of gen_form_x, which is all of form_x.c, and the
 * word for --form. Rows of the same law must agree on the motion.
 *
 *   name   word   law          phase space   needs, a model of models/ that it is shown with */
#define FORMS(FORM) \
    FORM(dirac,      "dirac",      dalembert, "C*", "any Hamiltonian, or any Lagrangian that is regular on C", "skater_slope") \
    FORM(gyro,       "gyro",       dalembert, "C*", "a metric; a potential and a magnetic one-form may be added", "skater_slope") \
    FORM(skew,       "skew",       dalembert, "C*", "a metric; a potential may be added, no one-form", "skater_slope") \
    FORM(lagrangian, "lagrangian", dalembert, "C",  "any Lagrangian that is regular on C", "skater_slope") \
    FORM(lagrange_dirac, "lagrange-dirac", dalembert, "TQ", "any Lagrangian that is regular; multipliers come with it", "skater_slope") \
    FORM(projector,  "projector",  dalembert, "E*", "a metric that is regular; or second-class constraints", "skater_slope") \
    FORM(vakonomic,  "vakonomic",  vakonomic, "T*Q", "a metric; potential, one-form, affine constraints may be added", "vakonomic_particle") \
    FORM(generalised, "generalised", servo, "C*", "a metric, and virtual displacements of their own; or two anchors", "disk_control") \
    FORM(gradient,   "gradient",   gradient,  "T*M", "a metric and a field, with 'dynamics gradient'", "gradient_sphere")

/* Subcommands. One row becomes command_x of main.c and its lines of help.
 *
 *   name    takes     what it does, and an example */
#define COMMANDS(COMMAND) \
    COMMAND(run,    "MODEL", "integrate: picture and summary on a terminal, CSV on a pipe", \
            "noslip run models/skater_slope.nh -p lambda=2 -i w=3 -t 10") \
    COMMAND(plot,   "MODEL [PLOT ...]", "a picture: braille on a terminal, SVG on a pipe or in a file", \
            "noslip plot models/skater_slope.nh \"(x, y)\" \"t : v, w\" --drift -o skater.svg") \
    COMMAND(derive, "MODEL", "print the exact equations", \
            "noslip derive models/skater_slope.nh --only structure,motion") \
    COMMAND(eval,   "MODEL", "numbers at a point, as JSON", \
            "noslip eval models/skater_slope.nh --form gyro --state x=1,y=0,phi=0.3,v=1,w=2") \
    COMMAND(check,  "MODEL", "read, derive, say what is true of it", \
            "noslip check models/skater_slope.nh") \
    COMMAND(compare, "MODEL [LAW LAW]", "two laws from the same start, and where they part", \
            "noslip compare models/vakonomic_particle.nh nonholonomic vakonomic -t 5") \
    COMMAND(connect, "MODEL", "motions from one place to another in a given time, and their action", \
            "noslip connect models/vakonomic_particle.nh --from x=0,y=0,z=0 --to x=1,y=0.5,z=0.6 -t 1") \
    COMMAND(emit,   "MODEL", "write code: C, JavaScript", \
            "noslip emit models/skater_slope.nh --target c --real float -o src") \
    COMMAND(analyze, "MODEL WHAT [EXPR]", "equilibria, eigenvalues, sections, exponents, drift, the way back", \
            "noslip analyze models/sleigh.nh equilibria") \
    COMMAND(sweep,  "MODEL", "where runs end for a range of values, as rows", \
            "noslip sweep models/skater_slope.nh -p lambda=0:3:0.5 -i w=1:2:1 -t 5") \
    COMMAND(report, "MODEL", "a page with equations, verdicts and the moving system, for a browser", \
            "noslip report models/skater_slope.nh -o skater.html") \
    COMMAND(repl,   "[MODEL]", "a session: change a number and see the new path, ask for a bracket and read it", \
            "noslip repl models/skater_slope.nh") \
    COMMAND(new,    "NAME [KIND]", "write a model to start from", \
            "noslip new skater blade") \
    COMMAND(examples, "[WORD]", "models that came with the program; with a name, the text of one", \
            "noslip examples sleigh") \
    COMMAND(doctor, "", "what works on this machine, and how to get the rest", \
            "noslip doctor") \
    COMMAND(completion, "SHELL", "a script that lets bash, zsh or fish complete commands", \
            "noslip completion bash") \
    COMMAND(syntax, "EDITOR", "colours of the language for vim and VS Code", \
            "noslip syntax vim") \
    COMMAND(help,   "[WORD]", "explain a command, statement, form, method or option", \
            "noslip help frame")

/* Words of a session. One row becomes repl_x, its lines of help, its completion, and a test that runs
 * the example. Whatever stands in brackets in `takes` may be left out.
 *
 *   word       group    takes            what it does, and an example */
#define SESSION_WORDS(SAY) \
    SAY(load,       model,   "FILE",           "read a model; values that were given go", "load models/skater_slope.nh") \
    SAY(reload,     model,   "",               "read its file again; values stay", "reload") \
    SAY(show,       model,   "[NAME]",         "the model as it is now, and values that differ; or what a name is", "show") \
    SAY(edit,       model,   "",               "change it in the editor that EDITOR names", "edit") \
    SAY(drop,       model,   "NAME",           "take a name, or all statements of a keyword, out of the model", "drop plot") \
    SAY(undo,       model,   "",               "as it was before the last change", "undo") \
    SAY(save,       model,   "FILE",           "write a model that is and starts like this one", "save saved.nh") \
    SAY(use,        values,  "SET",            "values of a 'set' of the model", "use steep") \
    SAY(default,    values,  "[NAME]",         "the values of the model again: all, or one", "default") \
    SAY(go,         run,     "",               "integrate from the start", "go") \
    SAY(last,       run,     "",               "go on from the end, as long again", "last") \
    SAY(back,       run,     "",               "from the start towards the past", "back") \
    SAY(shift,      run,     "",               "the end of the run becomes the start", "shift") \
    SAY(range,      run,     "[START] END",    "when the run starts and ends", "range 0 5") \
    SAY(t,          run,     "END",            "how long a run is", "t 10") \
    SAY(dt,         run,     "STEP",           "time between rows, or the step", "dt 0.02") \
    SAY(method,     run,     "METHOD",         "which integrator", "method rk4") \
    SAY(tol,        run,     "TOLERANCE",      "how far off a step of an adaptive method may be", "tol 1e-10") \
    SAY(until,      run,     "[EVENT|EXPR = EXPR]", "stop there; without a word, no more", "until phi = 2 pi") \
    SAY(plot,       look,    "[PAIRS]",        "draw the run: (x, y) for a path, t : energy over time", "plot (x, y); t : v") \
    SAY(freeze,     look,    "[NAME]",         "keep the curves of this run in pictures that follow", "freeze before") \
    SAY(thaw,       look,    "",               "without them again", "thaw") \
    SAY(svg,        look,    "FILE",           "the picture as a file, .svg, .png or .txt", "svg saved.svg") \
    SAY(phase,      look,    "NAME, NAME",     "runs from many starts in a plane", "phase phi, eta_v") \
    SAY(field,      look,    "STATE, STATE",   "where the motion goes in a plane of two states", "field phi, eta_v") \
    SAY(animate,    look,    "",               "the run, moving: what 'draw' says, or a point on its path", "animate") \
    SAY(report,     look,    "FILE",           "a page for a browser: equations, verdicts, motion with sliders", "report saved.html") \
    SAY(structure,  algebra, "",               "structure functions of the frame", "structure") \
    SAY(bivector,   algebra, "",               "the matrix B of u' = B grad H", "bivector") \
    SAY(dirac,      algebra, "",               "the Dirac relations", "dirac") \
    SAY(jacobiator, algebra, "",               "{f, {g, h}} + cyc of the state, where it is not 0", "jacobiator") \
    SAY(motion,     algebra, "",               "equations of motion", "motion") \
    SAY(multipliers,algebra, "",               "reactions of the constraints", "multipliers") \
    SAY(tex,        algebra, "",               "the last result in LaTeX", "tex") \
    SAY(mathml,     algebra, "",               "the last result in MathML", "mathml") \
    SAY(c,          algebra, "",               "the last result in C; without one, the code that runs", "c") \
    SAY(is,         algebra, "EXPR == EXPR",   "are they equal? proved, or a point where they are not", "is {x, eta_v} == cos(phi)") \
    SAY(law,        laws,    "LAW",            "move by another law", "law nonholonomic") \
    SAY(form,       laws,    "[FORM]",         "another formulation of the same motion", "form gyro") \
    SAY(compare,    laws,    "[LAW LAW]",      "two laws from the same start", "compare nonholonomic vakonomic") \
    SAY(check,      laws,    "",               "what is true of the model", "check") \
    SAY(eq,         analysis,"",               "where it rests, steady motions, and whether they are stable", "eq") \
    SAY(lin,        analysis,"",               "matrices and eigenvalues at the start", "lin") \
    SAY(section,    analysis,"EXPR [= EXPR] [rising|falling]", "where a run passes a surface", "section sin(phi) rising") \
    SAY(lyap,       analysis,"",               "Lyapunov's exponents along a run", "lyap") \
    SAY(drift,      analysis,"",               "how well methods keep the energy and the constraints", "drift") \
    SAY(reverse,    analysis,"",               "there and back again: how far from the start it ends", "reverse") \
    SAY(time,       session, "[COMMAND]",      "how long the last command took, or this one, stage by stage", "time go") \
    SAY(history,    session, "[FILE]",         "what was typed, as a script that does it again", "history") \
    SAY(help,       session, "[WORD]",         "this list, or what a word or name means; also ?WORD", "help go") \
    SAY(quit,       session, "",               "the end", "quit")

/* Options. One row becomes OPT_id, its parsing and its line of help. The commands it belongs to
 * are words in `of`.
 *
 *   id      long        short  argument         of                      help */
#define OPTIONS(OPTION) \
    OPTION(form,    "--form",   0,   "FORM",          "run derive eval check emit connect analyze plot report sweep", "which formulation") \
    OPTION(basis,   "--basis",  0,   "NAME",          "run derive eval check compare analyze plot sweep", "which basis of the constraints multipliers belong to") \
    OPTION(only,    "--only",   0,   "SECTION,...",   "derive",                "which parts to print") \
    OPTION(as,      "--as",     0,   "STYLE",         "derive",                "how to print them") \
    OPTION(param,   "--param",  'p', "NAME=VALUE,..", "run eval check compare connect analyze plot sweep", "other values of parameters") \
    OPTION(init,    "--init",   'i', "NAME=VALUE,..", "run eval check compare analyze plot sweep", "other initial values") \
    OPTION(state,   "--state",  0,   "NAME=VALUE,..", "eval analyze",                  "where: coordinates, velocities or momenta, and t") \
    OPTION(set,     "--set",    0,   "NAME,...",      "run eval check compare analyze plot sweep", "values of a 'set' in the model; later ones win, -p and -i over all") \
    OPTION(project, "--project",0,   NULL,            "eval analyze",                  "bring positions and velocities that violate a constraint to it") \
    OPTION(onto,    "--project",0,   "WHAT,...",      "run plot sweep",                   "bring back: the start to the constraints, or every step to them or to the energy") \
    OPTION(input,   "--input",  0,   "NAME=EXPR",     "run eval check analyze plot sweep",        "an input as an expression of t; or a CSV file with columns t, NAME, ...") \
    OPTION(relation,"--relation",0,  "D_M|D_C",       "eval",                  "an element of the Dirac relation, from q, eta, a_q and z in --state") \
    OPTION(objects, "--objects", 0,  NULL,            "eval",                  "what else the form has to show, like projectors and two-forms") \
    OPTION(engine,  "--engine", 0,   "ENGINE",        "run eval compare connect analyze plot sweep", "what computes") \
    OPTION(fast,    "--fast",   0,   NULL,            "run eval analyze plot emit",         "the compiler may contract and reorder, functions are those of math.h: last bits differ") \
    OPTION(from,    "--from",   0,   "NAME=VALUE,..", "connect",               "positions at the start, where they are not those of the model") \
    OPTION(to,      "--to",     0,   "NAME=VALUE,..", "connect",               "positions at the end") \
    OPTION(apart,   "--apart",  0,   "DISTANCE",      "compare",               "how far from each other they have parted; 0.001") \
    OPTION(certificate, "--certificate", 0, "FILE",   "check",                 "write what is proved as a script for python3 with sympy") \
    OPTION(end,     "--time",   't', "TIME",          "run compare connect analyze plot sweep",   "when to stop") \
    OPTION(until,   "--until",  0,   "EXPR=EXPR",     "run plot sweep",                   "stop where this becomes true, like an event of the model") \
    OPTION(step,    "--dt",     0,   "STEP",          "run compare analyze plot sweep",           "the step, of adaptive methods the time between rows") \
    OPTION(at,      "--at",     0,   "TIME,...",      "run plot",                   "times of the rows") \
    OPTION(tol,     "--tol",    0,   "TOLERANCE",     "run compare analyze plot sweep",           "how far off a step of an adaptive method may be") \
    OPTION(method,  "--method", 0,   "METHOD",        "run emit compare analyze plot sweep",      "which integrator") \
    OPTION(drift,   "--drift",  0,   NULL,            "plot",                  "how energy and constraints drift, too") \
    OPTION(scene,   "--scene",  0,   NULL,            "plot",                  "what the model draws, at several times") \
    OPTION(animate, "--animate",0,   NULL,            "plot",                  "the same, moving") \
    OPTION(target,  "--target", 0,   "TARGET",        "emit",                  "which language") \
    OPTION(style,   "--style",  0,   "STYLE",         "emit",                  "how expressions look") \
    OPTION(real,    "--real",   0,   "TYPE",          "emit",                  "which numbers") \
    OPTION(blocks,  "--blocks", 0,   "BLOCK,...",     "emit",                  "which functions") \
    OPTION(order,   "--order",  0,   "NUMBER",        "emit",                  "of the block jet") \
    OPTION(math,    "--math",   0,   "WHOSE",         "emit",                  "where sines and other functions come from") \
    OPTION(stats,   "--stats",  0,   NULL,            "emit",                  "print what it costs instead") \
    OPTION(out,     "--output", 'o', "PATH",          "run emit analyze plot compare report sweep",              "files for rows, .csv or .npy; a picture, .svg, .png or .txt; a folder for code; the page; or - for standard output") \
    OPTION(events,  "--events", 0,   "FILE.csv",      "run",                   "a file for events") \
    OPTION(json,    "--json",   0,   NULL,            "run check analyze",             "the result as one JSON object on standard output") \
    OPTION(quiet,   "--quiet",  'q', NULL,            "run",                   "no summary") \
    OPTION(help,    "--help",   'h', NULL,            "run derive eval check emit help compare connect analyze new examples doctor completion syntax plot report repl sweep", "this text") \
    OPTION(version, "--version",0,   NULL,            "help",                  "the version")

/* What `analyze` and the session can be asked of a motion. One row becomes ANALYSIS_x, its words,
 * gen_find_x, which is all of one file, and its line of help; its test runs the example. `runs`: it
 * integrates, by the method of the command line.
 *
 *   word       brief   blocks it calls                                runs   takes   what it says
 *                                                                            example */
#define ANALYSES(ANALYSIS) \
    ANALYSIS(equilibria, "eq",      B(jac) | B(energy) | B(constraint) | B(jacc), false, "", \
             "where nothing moves, steady motions, and whether they are stable", \
             "noslip analyze models/sleigh.nh equilibria") \
    ANALYSIS(linearize,  "lin",     B(jac) | B(energy) | B(jacu) | B(constraint) | B(jacc), false, "", \
             "the matrices A and B at a point, eigenvalues, what they say about stability", \
             "noslip analyze models/sleigh.nh linearize --state x=0,y=0,theta=0,v=1,w=0") \
    ANALYSIS(section,    "section", B(jac) | B(constraint), true, "EXPR [= EXPR] [rising | falling]", \
             "where a run passes a surface, and the map from one passage to the next", \
             "noslip analyze models/skater_slope.nh section \"sin(phi)\" -t 40") \
    ANALYSIS(lyapunov,   "lyap",    B(jac), true, "", \
             "Lyapunov's exponents along a run, how well they are known, and their sum", \
             "noslip analyze models/sleigh.nh lyapunov -t 100") \
    ANALYSIS(drift,      "drift",   B(energy) | B(liouville) | B(moving) | B(constraint) | B(jacc), true, "", \
             "how well methods keep the energy and the constraints", \
             "noslip analyze models/sleigh.nh drift -t 10") \
    ANALYSIS(reverse,    "reverse", 0, true, "", \
             "there and back again: how far from the start it ends, and whether the law is reversible", \
             "noslip analyze models/sleigh.nh reverse -t 10")

/* Models to start from. One row becomes KIND_x and a word for `new`; its text is in new.c. */
#define KINDS(KIND) \
    KIND(blade,   "a body that slides along its heading only, by a frame") \
    KIND(wheel,   "a disk that rolls, by constraints on velocities") \
    KIND(linkage, "a pendulum of two bars, by constraints on positions") \
    KIND(ball,    "a ball that rolls, with velocities in a Lie algebra") \
    KIND(law,     "one constraint and two laws: nonholonomic and vakonomic") \
    KIND(control, "a cart with a pole, an input and a Lagrangian")

/* Shells that commands can be completed in, and editors that the language can be coloured in. One
 * row becomes its word, and gen_put_x of completion.c or syntax.c. */
#define SHELLS(SHELL) \
    SHELL(bash, "noslip completion bash >~/.local/share/bash-completion/completions/noslip") \
    SHELL(zsh,  "noslip completion zsh >_noslip, in a folder of $fpath") \
    SHELL(fish, "noslip completion fish >~/.config/fish/completions/noslip.fish")
#define EDITORS(EDITOR) \
    EDITOR(vim,        "vim",            "noslip syntax vim >~/.vim/syntax/noslip.vim") \
    EDITOR(vim_detect, "vim-detect",     "noslip syntax vim-detect >~/.vim/ftdetect/noslip.vim") \
    EDITOR(vscode,     "vscode",         "the grammar of an extension: noslip.tmLanguage.json") \
    EDITOR(vscode_package, "vscode-package", "package.json beside it")

/* Ways to write rows of numbers. One row becomes SHEET_x, gen_sheet_x, which is all of x.c, and the end
 * of a path that chooses it. */
#define SHEETS(SHEET) \
    SHEET(csv) \
    SHEET(npy)

/* Ways to write a picture. One row becomes FIGURE_x, gen_figure_x, which is all of figure_x.c, and
 * the end of a path that chooses it. */
#define FIGURES(FIGURE) \
    FIGURE(txt, "braille, for a terminal") \
    FIGURE(svg, "for pages, light and dark") \
    FIGURE(png, "by a converter that is installed: rsvg-convert, inkscape, magick or chromium")

/* What --project of `run` takes. One row becomes ONTO_x and its word. */
#define ONTOS(ONTO) \
    ONTO(start,       "initial positions and velocities to the constraints") \
    ONTO(constraints, "after every step, to the constraints") \
    ONTO(energy,      "after every step, to the energy of the start")

/* What computes. One row becomes ENGINE_x, the word for --engine, its help and its title, and
 * open_x of engine.c. All give the same bits.
 *
 *   word     title          what it is */
#define ENGINES(ENGINE) \
    ENGINE(tcc,    "libtcc",      "compiles in memory, in a fraction of a millisecond") \
    ENGINE(interp, "interpreter", "no compiler: starts at once, runs slowly") \
    ENGINE(cc,     "cc",          "the C compiler of the system, or the one that CC names: for long runs")

/* Parts of what `derive` prints. One row becomes gen_derive_x and a word for --only; those that are
 * only ASKED for do not show without it. */
#define SECTIONS(SECTION) \
    SECTION(names,     ALWAYS, "units and what names stand for, where the model says it") \
    SECTION(frame,     ALWAYS, "the fields of the frame that were chosen") \
    SECTION(structure, ALWAYS, "structure functions") \
    SECTION(bivector,  ALWAYS, "the matrix B of u' = B grad H") \
    SECTION(drift,     ALWAYS, "what stands beside it for affine constraints and forces") \
    SECTION(energy,    ALWAYS, "the energy H") \
    SECTION(motion,    ALWAYS, "equations of motion") \
    SECTION(reactions, ALWAYS, "multipliers of the constraints, or reactions along the complement") \
    SECTION(objects,   ALWAYS, "what else the form has to show: projectors, two-forms, matrices") \
    SECTION(dirac,     ASKED,  "the Dirac relations D_M and D_C, effective phase space") \
    SECTION(triple,    ASKED,  "the maps of the Tulczyjew triple, Legendre transformations")

/* Ways to write a document. One row becomes PAGE_x, the word for --as, and the prototype of
 * gen_write_x, which is in page_text.c, page_typeset.c, page_json.c or page_script.c.
 *
 *   word         expressions */
#define PAGES(PAGE) \
    PAGE(text,        PLAIN) \
    PAGE(latex,       LATEX) \
    PAGE(mathml,      MATHML) \
    PAGE(json,        PLAIN) \
    PAGE(sympy,       SYMPY) \
    PAGE(maxima,      MAXIMA) \
    PAGE(mathematica, MATHEMATICA) \
    PAGE(c,           C)

/* What `emit` writes. One row becomes TARGET_x, the word for --target, and the prototype of
 * gen_emit_x, which is in emit_x.c. */
#define EMITTERS(EMITTER) \
    EMITTER(c,  "a header and a source in C99, with a stepper and a test of themselves") \
    EMITTER(js, "a module in JavaScript") \
    EMITTER(embedded, "C99 for microcontrollers: stdint.h only, status bits, a test to the bit")

/* How expressions look in what it writes, and of which numbers it is. */
#define EMIT_STYLES(STYLE) \
    STYLE(nested, "what is used once stands where it is used") \
    STYLE(plain,  "one statement an operation")
#define EMIT_REALS(REAL) \
    REAL(double, "double") \
    REAL(float,  "float, with functions and literals of that type")
#define EMIT_MATHS(MATH) \
    MATH(bundled, "they are brought along: the same bits on every machine") \
    MATH(libm,    "those of math.h")

/* What may stand to the left of a line of a document. One row becomes LABEL_x and its spellings: %1,
 * %2, %3 are its names in the notation at hand, %w is the first as words, and %, a comma unless the
 * last two are single letters. Programs make an identifier of the last column; where it is empty the
 * line is a comment there.
 *
 *   name       text             LaTeX                      identifier
 *              MathML */
#define LABELS(LABEL) \
    LABEL(symbol,    "%1",           "%1",                       "%1", \
          "%1") \
    LABEL(known,     "%1",           "%1",                       "%1", \
          "%1") \
    LABEL(rate,      "%1'",          "%1'",                      "%1'", \
          "<mrow>%1<mo>&#x2032;</mo></mrow>") \
    LABEL(field,     "%1",           "%1",                       "field_%1", \
          "%1") \
    LABEL(structure, "c^%1_%2%,%3",  "c^{%1}_{%2 %3}",           "c_%1_%2_%3", \
          "<msubsup><mi>c</mi><mrow>%2%3</mrow><mrow>%1</mrow></msubsup>") \
    LABEL(pair,      "{%1, %2}",     "\\{%1, %2\\}",             "B_%1_%2", \
          "<mrow><mo>{</mo>%1<mo>,</mo>%2<mo>}</mo></mrow>") \
    LABEL(bracket,   "[%1, %2]",     "{[}%1, %2{]}",             "bracket_%1_%2", \
          "<mrow><mo>[</mo>%1<mo>,</mo>%2<mo>]</mo></mrow>") \
    LABEL(entry,     "%1_%2%,%3",    "{%1}_{%2 %3}",             "%1_%2_%3", \
          "<msub><mrow>%1</mrow><mrow>%2%3</mrow></msub>") \
    LABEL(part,      "%1_%2",        "{%1}_{%2}",                "%1_%2", \
          "<msub><mrow>%1</mrow><mrow>%2</mrow></msub>") \
    LABEL(courant,   "T(%1, %2, %3)", "T(%1, %2, %3)",           "T_%1_%2_%3", \
          "<mrow><mi>T</mi><mo>(</mo>%1<mo>,</mo>%2<mo>,</mo>%3<mo>)</mo></mrow>") \
    LABEL(jacobi,    "J(%1, %2, %3)", "J(%1, %2, %3)",           "J_%1_%2_%3", \
          "<mrow><mi>J</mi><mo>(</mo>%1<mo>,</mo>%2<mo>,</mo>%3<mo>)</mo></mrow>") \
    LABEL(words,     "%w",           "\\text{%w}",               "", \
          "<mtext>%w</mtext>")

/* What may stand between two sides of a relation. One row becomes SIGN_x and its spellings; %1 and
 * %2 are the sides in a program.
 *
 *   name      text    LaTeX    MathML      SymPy                          Maxima     Mathematica  C */
#define SIGNS(SIGN) \
    SIGN(equal,   "=",  "=",     "=",        "Eq(%1, %2, evaluate=False)", "%1 = %2", "%1 == %2",  "(%1) - (%2)") \
    SIGN(unequal, "!=", "\\neq", "&#x2260;", "Ne(%1, %2, evaluate=False)", "%1 # %2", "%1 != %2",  "%1 != %2") \
    SIGN(less,    "<",  "<",     "&lt;",     "Lt(%1, %2, evaluate=False)", "%1 < %2", "%1 < %2",   "%1 < %2") \
    SIGN(more,    ">",  ">",     "&gt;",     "Gt(%1, %2, evaluate=False)", "%1 > %2", "%1 > %2",   "%1 > %2")

/* Instructions of a program. One row becomes CODE_x and its spelling: %1 and %2 are operands,
 * %i the index, %n the number, %f the function. `bind` is the strength of the whole, `left` and
 * `right` what an operand must have not to be put in parentheses; `ops` tells operands. Those from
 * sqrt on are calls; a sincos and its cosine are one statement.
 *
 *   name    ops  C            bind left right */
#define CODES(CODE) \
    CODE(number, 0, "%n",          9, 0, 0) \
    CODE(time,   0, "t",           9, 0, 0) \
    CODE(input,  0, "u[%i]",       9, 0, 0) \
    CODE(state,  0, "x[%i]",       9, 0, 0) \
    CODE(param,  0, "p[%i]",       9, 0, 0) \
    CODE(add,    2, "%1 + %2",     1, 1, 2) \
    CODE(sub,    2, "%1 - %2",     1, 1, 2) \
    CODE(mul,    2, "%1 * %2",     2, 2, 3) \
    CODE(div,    2, "%1 / %2",     2, 2, 3) \
    CODE(neg,    1, "-%1",         3, 4, 0) \
    CODE(cosine, 1, "",            9, 0, 0) \
    CODE(sqrt,   1, "%f(%1)",      9, 0, 0) \
    CODE(sincos, 1, "",            9, 0, 0) \
    CODE(pow,    2, "%f(%1, %2)",  9, 0, 0) \
    CODE(call1,  1, "%f(%1)",      9, 0, 0) \
    CODE(call2,  2, "%f(%1, %2)",  9, 0, 0)

/* clang-format on */

#endif
