/* gen/tables/session_words.h -- words of the interactive session.
 *
 * One row becomes session_x, its help and its completion; a test runs the example. An argument in
 * brackets is optional.
 *
 *   word       group    takes            help, example
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_SESSION_WORDS_H
#define GEN_TABLES_SESSION_WORDS_H

/* clang-format off */
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
/* clang-format on */

#endif
