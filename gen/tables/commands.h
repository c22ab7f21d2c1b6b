/* gen/tables/commands.h -- commands of the program.
 *
 * One row becomes its help and the prototype of ROOM_command_x, where ROOM is the prefix of the
 * room that has the function; gen/main.c calls it, and a test runs the example. Rows of
 * gen/tables/options.h name the commands that have an option; a new command can name theirs (their
 * ids, with blanks between) in its own row instead. `words`: the function that lists what an
 * argument may be, and how help calls that argument; or NULL.
 *
 *   name  room  takes  help, example, options, words, their name
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_COMMANDS_H
#define GEN_TABLES_COMMANDS_H

/* clang-format off */
#define COMMANDS(COMMAND) \
    COMMAND(run, run, "MODEL", "integrate; print a figure and a summary on a terminal, CSV on a pipe", \
            "noslip run models/skater_slope.nh -p lambda=2 -i w=3 -t 10", "", NULL, "") \
    COMMAND(plot, run, "MODEL [PLOT ...]", "draw figures, in braille on a terminal, as SVG on a pipe or in a file", \
            "noslip plot models/skater_slope.nh \"(x, y)\" \"t : v, w\" --drift -o skater.svg", "", NULL, "") \
    COMMAND(derive, print, "MODEL", "derive and print the exact equations", \
            "noslip derive models/skater_slope.nh --only structure,motion", "", NULL, "") \
    COMMAND(eval, run, "MODEL", "print values at one state, as JSON", \
            "noslip eval models/skater_slope.nh --form gyro --state x=1,y=0,phi=0.3,v=1,w=2", "", NULL, "") \
    COMMAND(check, run, "MODEL", "verify agreement of formulations, conserved quantities and claims", \
            "noslip check models/skater_slope.nh", "", NULL, "") \
    COMMAND(compare, run, "MODEL [LAW LAW]", "run two laws of motion from the same initial state, and find where they separate", \
            "noslip compare models/vakonomic_particle.nh nonholonomic vakonomic -t 5", "", NULL, "") \
    COMMAND(connect, run, "MODEL", "find motions between two positions in a given time, and their action", \
            "noslip connect models/vakonomic_particle.nh --from x=0,y=0,z=0 --to x=1,y=0.5,z=0.6 -t 1", "", NULL, "") \
    COMMAND(emit, emit, "MODEL", "write source code in C, C for microcontrollers or JavaScript", \
            "noslip emit models/skater_slope.nh --target c --real float -o src", "", NULL, "") \
    COMMAND(analyze, analyze, "MODEL ANALYSIS [EXPR]", "find equilibria, linearization, return maps, Lyapunov exponents, drift, time reversal", \
            "noslip analyze models/sleigh.nh equilibria", "", analyze_choice, "ANALYSIS") \
    COMMAND(sweep, run, "MODEL", "run for ranges of values, and print one row with the final state of each run", \
            "noslip sweep models/skater_slope.nh -p lambda=0:3:0.5 -i w=1:2:1 -t 5", "", NULL, "") \
    COMMAND(report, report, "MODEL", "write an HTML page with equations, verified properties and animated motion", \
            "noslip report models/skater_slope.nh -o skater.html", "", NULL, "") \
    COMMAND(repl, session, "[MODEL]", "start an interactive session to change values, run, plot and compute brackets", \
            "noslip repl models/skater_slope.nh", "", NULL, "") \
    COMMAND(new, cli, "NAME [KIND]", "create a model from a template", \
            "noslip new skater blade", "", cli_kind_word, "KIND") \
    COMMAND(examples, cli, "[WORD]", "list the models that come with noslip, or those that mention a word; print one by its name", \
            "noslip examples sleigh", "", NULL, "") \
    COMMAND(doctor, cli, "", "test compilers, libraries and terminal, and say how to install missing ones", \
            "noslip doctor", "", NULL, "") \
    COMMAND(completion, cli, "SHELL", "print a completion script for bash, zsh or fish", \
            "noslip completion bash", "", cli_shell_word, "SHELL") \
    COMMAND(syntax, cli, "EDITOR", "print syntax highlighting for vim or VS Code", \
            "noslip syntax vim", "", cli_editor_word, "EDITOR") \
    COMMAND(help, cli, "[WORD]", "explain a command, option, statement, form, method, law or analysis", \
            "noslip help frame", "", NULL, "")
/* clang-format on */

#endif
