/* gen/tables/commands.h -- commands of the program.
 *
 * One row becomes command_x of main.c and its help; a test runs the example.
 *
 *   name    takes     help, example
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_COMMANDS_H
#define GEN_TABLES_COMMANDS_H

/* clang-format off */
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
/* clang-format on */

#endif
