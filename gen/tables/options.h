/* gen/tables/options.h -- options of the commands.
 *
 * One row becomes OPTION_id, its parsing and its help. `of` lists the commands that take it.
 *
 *   id      long        short  argument         of                      help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_OPTIONS_H
#define GEN_TABLES_OPTIONS_H

/* clang-format off */
#define OPTIONS(OPTION) \
    OPTION(form,    "--form",   0,   "FORM",          "run derive eval check emit connect analyze plot report sweep", "formulation; noslip help FORM says what it needs") \
    OPTION(basis,   "--basis",  0,   "NAME",          "run derive eval check compare analyze plot sweep", "'basis' of the model for constraints and multipliers") \
    OPTION(only,    "--only",   0,   "PART,...",   "derive",                "parts to print") \
    OPTION(as,      "--as",     0,   "NOTATION",      "derive",                "notation of the output") \
    OPTION(param,   "--param",  'p', "NAME=VALUE,..", "run eval check compare connect analyze plot sweep", "parameter values") \
    OPTION(init,    "--init",   'i', "NAME=VALUE,..", "run eval check compare analyze plot sweep", "initial values") \
    OPTION(state,   "--state",  0,   "NAME=VALUE,..", "eval analyze",                  "state to evaluate at: coordinates, velocities or momenta, and t") \
    OPTION(set,     "--set",    0,   "NAME,...",      "run eval check compare analyze plot sweep", "values of a 'set' of the model; later sets override earlier ones, -p and -i override all") \
    OPTION(project, "--project",0,   NULL,            "eval analyze",                  "project positions and velocities onto the constraints") \
    OPTION(onto,    "--project",0,   "ONTO,...",      "run plot sweep",                   "project the initial state, or every step, onto constraints or energy") \
    OPTION(input,   "--input",  0,   "NAME=EXPR",     "run eval check analyze plot sweep",        "input as an expression of t, or a CSV file with columns t, NAME, ...") \
    OPTION(relation,"--relation",0,  "D_M|D_C",       "eval",                  "print an element of the Dirac relation instead, from q, eta, a_q and z in --state") \
    OPTION(objects, "--objects", 0,  NULL,            "eval",                  "print the objects of the form too, such as projectors and two-forms") \
    OPTION(engine,  "--engine", 0,   "ENGINE",        "run eval compare connect analyze plot sweep", "engine that evaluates the equations") \
    OPTION(fast,    "--fast",   0,   NULL,            "run eval analyze plot emit",         "let the compiler contract and reorder, use functions of math.h: last bits differ") \
    OPTION(from,    "--from",   0,   "NAME=VALUE,..", "connect",               "initial positions; default: those of the model") \
    OPTION(to,      "--to",     0,   "NAME=VALUE,..", "connect",               "final positions") \
    OPTION(apart,   "--apart",  0,   "DISTANCE",      "compare",               "distance at which the motions count as separated; default: 0.001") \
    OPTION(certificate, "--certificate", 0, "FILE",   "check",                 "write the proofs as a script for python3 with SymPy") \
    OPTION(end,     "--time",   't', "TIME",          "run compare connect analyze plot sweep",   "end time") \
    OPTION(until,   "--until",  0,   "EXPR=EXPR",     "run plot sweep",                   "stop when this equation becomes true, like an event of the model") \
    OPTION(step,    "--dt",     0,   "STEP",          "run compare analyze plot sweep",           "time step; with adaptive methods, time between rows") \
    OPTION(at,      "--at",     0,   "TIME,...",      "run plot",                   "times of the rows") \
    OPTION(tol,     "--tol",    0,   "TOLERANCE",     "run compare analyze plot sweep",           "error tolerance of each step, for adaptive methods") \
    OPTION(method,  "--method", 0,   "METHOD",        "run emit compare analyze plot sweep",      "integrator") \
    OPTION(drift,   "--drift",  0,   NULL,            "plot",                  "plot the drift of energy and constraints too") \
    OPTION(scene,   "--scene",  0,   NULL,            "plot",                  "draw the shapes of the model at several times") \
    OPTION(animate, "--animate",0,   NULL,            "plot",                  "animate the shapes of the model") \
    OPTION(target,  "--target", 0,   "TARGET",        "emit",                  "target language") \
    OPTION(style,   "--style",  0,   "STYLE",         "emit",                  "style of expressions") \
    OPTION(real,    "--real",   0,   "TYPE",          "emit",                  "number type") \
    OPTION(blocks,  "--blocks", 0,   "BLOCK,...",     "emit",                  "blocks to write, one function each") \
    OPTION(order,   "--order",  0,   "NUMBER",        "emit",                  "Taylor order of the block jet") \
    OPTION(math,    "--math",   0,   "LIBRARY",       "emit",                  "library of sin, exp and other functions") \
    OPTION(stats,   "--stats",  0,   NULL,            "emit",                  "print the cost of the code instead of writing it") \
    OPTION(out,     "--output", 'o', "PATH",          "run emit analyze plot compare report sweep",              "output: rows to .csv or .npy, a figure to .svg, .png or .txt, code to a folder, a page to .html; - is standard output") \
    OPTION(events,  "--events", 0,   "FILE.csv",      "run",                   "write the events to a file") \
    OPTION(json,    "--json",   0,   NULL,            "run check analyze",             "print the result as one JSON object") \
    OPTION(quiet,   "--quiet",  'q', NULL,            "run",                   "print no summary") \
    OPTION(help,    "--help",   'h', NULL,            "run derive eval check emit help compare connect analyze new examples doctor completion syntax plot report repl sweep", "print this help") \
    OPTION(version, "--version",0,   NULL,            "help",                  "print the version")
/* clang-format on */

#endif
