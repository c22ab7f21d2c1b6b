/* gen/cli/words.h -- words that options and arguments take.
 *
 * Private to cli/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CLI_WORDS_H
#define GEN_CLI_WORDS_H

#include "gen/base/options.h"

/* ---- help.c ---- */

/* Prints the commands that take an option, each with a blank before it. */
void cli_put_commands(FILE *out, enum base_option option);
/* The ith word; its `word` is NULL at the end of the list. */
struct choice cli_choice(enum base_option option, size_t i);
struct choice cli_argument_word(enum base_command command, size_t i); /* of `analyze`, `new`, ... */

/* ---- new_model.c ---- */

struct choice cli_kind_word(size_t i); /* templates of `new` */

/* ---- completion.c ---- */

struct choice cli_shell_word(size_t i);

/* ---- editor_syntax.c ---- */

struct choice cli_editor_word(size_t i);

/* ---- examples.c ---- */

/* The folder of the models that come with the program, or NULL. */
const char *cli_models_folder(struct mem *m);

#endif
