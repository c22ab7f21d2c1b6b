/* gen/tables/options.h -- options of the commands.
 *
 * One row becomes OPTION_id, its parsing and its help. `words`: the function that lists what its
 * argument may be, or NULL; help and completion call it. `of` lists the commands that take
 * it, or is "*": all; gen/tables/commands.h says how a new command can have it.
 *
 *   id      long        short  argument         words     of                      help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_OPTIONS_H
#define GEN_TABLES_OPTIONS_H

/* clang-format off */
#define OPTIONS(OPTION) \
    OPTION(form,    "--form",   0,   "FORM",          form_choice,        "run derive eval check emit connect analyze plot report sweep", "formulation; noslip help FORM says what it needs") \
    OPTION(basis,   "--basis",  0,   "NAME",          NULL,               "run derive eval check compare analyze plot sweep", "'basis' of the model for constraints and multipliers") \
    OPTION(only,    "--only",   0,   "PART,...",   print_part_choice,  "derive",                "parts to print") \
    OPTION(as,      "--as",     0,   "NOTATION",      print_page_choice,  "derive",                "notation of the output") \
    OPTION(param,   "--param",  'p', "NAME=VALUE,..", NULL,               "run eval check compare connect analyze plot sweep", "parameter values") \
    OPTION(init,    "--init",   'i', "NAME=VALUE,..", NULL,               "run eval check compare analyze plot sweep", "initial values") \
    OPTION(state,   "--state",  0,   "NAME=VALUE,..", NULL,               "eval analyze",                  "state to evaluate at: coordinates, velocities or momenta, and t") \
    OPTION(set,     "--set",    0,   "NAME,...",      NULL,               "run eval check compare analyze plot sweep", "values of a 'set' of the model; later sets override earlier ones, -p and -i override all") \
    OPTION(project, "--project",0,   NULL,            NULL,               "eval analyze",                  "project positions and velocities onto the constraints") \
    OPTION(onto,    "--project",0,   "ONTO,...",      run_onto_choice,    "run plot sweep",                   "project the initial state, or every step, onto constraints or energy") \
    OPTION(input,   "--input",  0,   "NAME=EXPR",     NULL,               "run eval check analyze plot sweep",        "input as an expression of t, or a CSV file with columns t, NAME, ...") \
    OPTION(relation,"--relation",0,  "D_M|D_C",       NULL,               "eval",                  "print an element of the Dirac relation instead, from q, eta, a_q and z in --state") \
    OPTION(objects, "--objects", 0,  NULL,            NULL,               "eval",                  "print the objects of the form too, such as projectors and two-forms") \
    OPTION(engine,  "--engine", 0,   "ENGINE",        code_engine_choice, "run eval compare connect analyze plot sweep", "engine that evaluates the equations") \
    OPTION(fast,    "--fast",   0,   NULL,            NULL,               "run eval analyze plot emit",         "let the compiler contract and reorder, use functions of math.h: last bits differ") \
    OPTION(from,    "--from",   0,   "NAME=VALUE,..", NULL,               "connect",               "initial positions; default: those of the model") \
    OPTION(to,      "--to",     0,   "NAME=VALUE,..", NULL,               "connect",               "final positions") \
    OPTION(apart,   "--apart",  0,   "DISTANCE",      NULL,               "compare",               "distance at which the motions count as separated; default: 0.001") \
    OPTION(certificate, "--certificate", 0, "FILE",   NULL,               "check",                 "write the proofs as a script for python3 with SymPy") \
    OPTION(end,     "--time",   't', "TIME",          NULL,               "run compare connect analyze plot sweep",   "end time") \
    OPTION(until,   "--until",  0,   "EXPR=EXPR",     NULL,               "run plot sweep",                   "stop when this equation becomes true, like an event of the model") \
    OPTION(step,    "--dt",     0,   "STEP",          NULL,               "run compare analyze plot sweep",           "time step; with adaptive methods, time between rows") \
    OPTION(at,      "--at",     0,   "TIME,...",      NULL,               "run plot",                   "times of the rows") \
    OPTION(tol,     "--tol",    0,   "TOLERANCE",     NULL,               "run compare analyze plot sweep",           "error tolerance of each step, for adaptive methods") \
    OPTION(steps,   "--steps",  0,   "NUMBER",        NULL,               "run compare analyze plot sweep",           "steps after which a run is given up; default: 10000000, and with fixed steps those of --dt too") \
    OPTION(method,  "--method", 0,   "METHOD",        code_method_choice, "run emit compare analyze plot sweep",      "integrator") \
    OPTION(drift,   "--drift",  0,   NULL,            NULL,               "plot",                  "plot the drift of energy and constraints too") \
    OPTION(scene,   "--scene",  0,   NULL,            NULL,               "plot",                  "draw the shapes of the model at several times") \
    OPTION(animate, "--animate",0,   NULL,            NULL,               "plot",                  "animate the shapes of the model") \
    OPTION(target,  "--target", 0,   "TARGET",        emit_target_choice, "emit",                  "target language") \
    OPTION(style,   "--style",  0,   "STYLE",         emit_style_choice,  "emit",                  "style of expressions") \
    OPTION(real,    "--real",   0,   "TYPE",          emit_real_choice,   "emit",                  "number type") \
    OPTION(blocks,  "--blocks", 0,   "BLOCK,...",     emit_block_choice,  "emit",                  "blocks to write, one function each") \
    OPTION(order,   "--order",  0,   "NUMBER",        NULL,               "emit",                  "Taylor order of the block jet") \
    OPTION(math,    "--math",   0,   "LIBRARY",       emit_math_choice,   "emit",                  "library of sin, exp and other functions") \
    OPTION(stats,   "--stats",  0,   NULL,            NULL,               "emit",                  "print the cost of the code instead of writing it") \
    OPTION(out,     "--output", 'o', "PATH",          NULL,               "run emit analyze plot compare report sweep",              "output: rows to .csv or .npy, a figure to .svg, .png or .txt, code to a folder, a page to .html; - is standard output") \
    OPTION(events,  "--events", 0,   "FILE.csv",      NULL,               "run",                   "write the events to a file") \
    OPTION(json,    "--json",   0,   NULL,            NULL,               "run check analyze",             "print the result as one JSON object") \
    OPTION(quiet,   "--quiet",  'q', NULL,            NULL,               "run",                   "print no summary") \
    OPTION(help,    "--help",   'h', NULL,            NULL,               "*",                     "print this help") \
    OPTION(version, "--version",0,   NULL,            NULL,               "help",                  "print the version")
/* clang-format on */

#endif
