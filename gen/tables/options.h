/* gen/tables/options.h -- options of the commands.
 *
 * One row becomes OPTION_id, its parsing and its help. `of` has the commands it belongs to.
 *
 *   id      long        short  argument         of                      help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_OPTIONS_H
#define GEN_TABLES_OPTIONS_H

/* clang-format off */
#define OPTIONS(OPTION) \
    OPTION(form,    "--form",   0,   "FORM",          "run derive eval check emit connect analyze plot report sweep", "which formulation") \
    OPTION(basis,   "--basis",  0,   "NAME",          "run derive eval check compare analyze plot sweep", "which basis of the constraints multipliers belong to") \
    OPTION(only,    "--only",   0,   "PART,...",   "derive",                "which parts to print") \
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
/* clang-format on */

#endif
