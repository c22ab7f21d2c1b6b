/* gen/tables/session_words.h -- words of the interactive session.
 *
 * One row becomes session_x, its help and its completion; a test runs the example. An argument in
 * brackets is optional. Words of the group `analysis` are made from gen/tables/analyses.h.
 *
 *   word       group    takes            help, example
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_SESSION_WORDS_H
#define GEN_TABLES_SESSION_WORDS_H

#include "gen/tables/analyses.h"

/* A row of ANALYSES as one of this table, for a user who calls the macro SAY. */
#define SESSION_ANALYSIS(word, brief, blocks, runs, takes, help, example, in_session)              \
    SAY(brief, analysis, takes, help, in_session)

/* clang-format off */
#define SESSION_WORDS(SAY) \
    SAY(load,       model,   "FILE",           "read a model; changed values are discarded", "load models/skater_slope.nh") \
    SAY(reload,     model,   "",               "read the file of the model again; changed values are kept", "reload") \
    SAY(show,       model,   "[NAME]",         "print the model with the changed values, or explain a name", "show") \
    SAY(edit,       model,   "",               "edit the model in the editor that EDITOR names", "edit") \
    SAY(drop,       model,   "NAME",           "remove a name, or all statements of a keyword, from the model", "drop plot") \
    SAY(undo,       model,   "",               "undo the last change", "undo") \
    SAY(save,       model,   "FILE",           "write the model with the current values to a file", "save saved.nh") \
    SAY(use,        values,  "SET",            "use the values of a 'set' of the model", "use steep") \
    SAY(default,    values,  "[NAME]",         "restore the values of the model, all or one", "default") \
    SAY(go,         run,     "",               "run from the initial state", "go") \
    SAY(last,       run,     "",               "continue the run from its end, for the same time", "last") \
    SAY(back,       run,     "",               "run backward in time from the initial state", "back") \
    SAY(shift,      run,     "",               "make the final state of the run the initial state", "shift") \
    SAY(range,      run,     "[START] END",    "start and end time of a run", "range 0 5") \
    SAY(t,          run,     "END",            "length of a run", "t 10") \
    SAY(dt,         run,     "STEP",           "time step; with adaptive methods, time between rows", "dt 0.02") \
    SAY(method,     run,     "METHOD",         "integrator", "method rk4") \
    SAY(tol,        run,     "TOLERANCE",      "error tolerance of each step, for adaptive methods", "tol 1e-10") \
    SAY(until,      run,     "[EVENT|EXPR = EXPR]", "stop runs at an event or when an equation becomes true; without an argument, run to the end", "until phi = 2 pi") \
    SAY(plot,       look,    "[PAIRS]",        "plot the run, (x, y) for a path, t : energy over time", "plot (x, y); t : v") \
    SAY(freeze,     look,    "[NAME]",         "keep the curves of this run in later figures", "freeze before") \
    SAY(thaw,       look,    "",               "remove the kept curves", "thaw") \
    SAY(svg,        look,    "FILE",           "write the figure to a file, .svg, .png or .txt", "svg saved.svg") \
    SAY(phase,      look,    "NAME, NAME",     "phase portrait, by runs from many initial states in a plane", "phase phi, eta_v") \
    SAY(field,      look,    "STATE, STATE",   "direction field in the plane of two states", "field phi, eta_v") \
    SAY(animate,    look,    "",               "animate the shapes of 'draw', or a point on the path", "animate") \
    SAY(report,     look,    "FILE",           "write an HTML page with equations, verified properties and motion with sliders", "report saved.html") \
    SAY(structure,  algebra, "",               "structure functions of the frame", "structure") \
    SAY(bivector,   algebra, "",               "matrix B of u' = B grad H", "bivector") \
    SAY(dirac,      algebra, "",               "Dirac relations", "dirac") \
    SAY(jacobiator, algebra, "",               "jacobiators {f, {g, h}} + cyc of the states that are not 0", "jacobiator") \
    SAY(motion,     algebra, "",               "equations of motion", "motion") \
    SAY(multipliers,algebra, "",               "multipliers of the constraint reactions", "multipliers") \
    SAY(tex,        algebra, "",               "last result in LaTeX", "tex") \
    SAY(mathml,     algebra, "",               "last result in MathML", "mathml") \
    SAY(c,          algebra, "",               "last result in C; if there is none, the code of the run", "c") \
    SAY(is,         algebra, "EXPR == EXPR",   "decide whether two expressions are equal, by a proof or a point where they differ", "is {x, eta_v} == cos(phi)") \
    SAY(law,        laws,    "LAW",            "change the law of motion", "law nonholonomic") \
    SAY(form,       laws,    "[FORM]",         "change the formulation; without an argument, to the default one", "form gyro") \
    SAY(compare,    laws,    "[LAW LAW]",      "run two laws of motion from the same initial state", "compare nonholonomic vakonomic") \
    SAY(check,      laws,    "",               "verify the model and its claims", "check") \
    ANALYSES(SESSION_ANALYSIS) \
    SAY(time,       session, "[COMMAND]",      "time of the last command, or of this one, by stages", "time go") \
    SAY(history,    session, "[FILE]",         "print or save the commands of the session, as a script", "history") \
    SAY(help,       session, "[WORD]",         "list the words, or explain a word or a name; also ?WORD", "help go") \
    SAY(quit,       session, "",               "end the session", "quit")
/* clang-format on */

#endif
