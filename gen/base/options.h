/* gen/base/options.h -- the command line as a value.
 *
 * The commands and options are listed in gen/tables. The room that reads an option knows its
 * meaning.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_BASE_OPTIONS_H
#define GEN_BASE_OPTIONS_H

#include "gen/base/base.h"
#include "gen/tables/commands.h"
#include "gen/tables/options.h"

struct assignment { /* NAME=VALUE of the command line */
    const char *name;
    bool guess; /* NAME~VALUE: a first guess of a search */
    ex exact;
    double value;
    struct span where;
};

struct option_text {
    const char **at; /* arguments of a repeated option */
    size_t n;
};
struct point_texts { /* options that give parameters and a state */
    const struct option_text *params, *inits, *states;
    bool projects;
    const struct option_text *sets; /* or NULL */
};
enum base_command {
#define COMMAND(name, ...) COMMAND_##name,
    COMMANDS(COMMAND)
#undef COMMAND
        COMMAND_COUNT
};
enum base_option {
#define OPTION(id, ...) OPTION_##id,
    OPTIONS(OPTION)
#undef OPTION
        OPTION_COUNT
};
struct options {
    enum base_command command;
    const char *argument;                   /* the model, or the word to explain; NULL: none */
    const char **word;                      /* further arguments */
    size_t more;                            /* their number */
    struct option_text value[OPTION_COUNT]; /* n: number of times it was given */
};
bool base_options_read(struct diag *d, int argc, char **argv, struct options *out);
const char *base_option_last(const struct options *o, enum base_option option); /* or NULL */
struct point_texts base_option_points(const struct options *o);
/* The index of the one word that an option gives; `out` is unchanged if it is not given. */
bool base_option_choose(struct diag *d, const struct options *o, enum base_option option,
                        const char *name, struct choice (*word)(size_t), size_t *out);
/* A list of words, separated by commas, as bits of their indices. */
bool base_option_words(struct diag *d, const char *option, const char *text,
                       struct choice (*word)(size_t), unsigned *out);
struct command_row {
    const char *name, *takes, *about, *example;
    const char *options; /* ids of options, beside those that name the command themselves */
};
extern const struct command_row base_commands[COMMAND_COUNT];
struct option_row {
    const char *id, *name;
    char letter;
    const char *takes; /* NULL: no argument */
    const char *of, *about;
};
extern const struct option_row base_option_rows[OPTION_COUNT];
bool base_is_option_of(enum base_option option, enum base_command command);

#endif
