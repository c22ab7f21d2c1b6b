/* gen/cli/cli.h -- commands about the program itself: help, completion, syntax, new, examples,
 * doctor.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CLI_CLI_H
#define GEN_CLI_CLI_H

#include "gen/job/job.h"

/* ---- help.c ---- */

void cli_help_command(FILE *out, enum base_command command);
bool cli_help(FILE *out, const char *word);      /* NULL: an overview; false: unknown word */
bool cli_help_form(FILE *out, const char *word); /* a form or a method; false: unknown word */
bool cli_help_statement(FILE *out, const char *word, bool more); /* more: after other help */

/* ---- doctor.c ---- */

enum base_exit cli_doctor(struct job *job, FILE *out);

/* ---- examples.c ---- */

enum base_exit cli_examples(struct job *job, FILE *out, const char *word);

/* ---- new_model.c ---- */

enum base_exit cli_new(struct job *job, const char *name, const char *kind);

/* ---- completion.c ---- */

enum base_exit cli_completion(struct job *job, FILE *out, const char *shell);

/* ---- editor_syntax.c ---- */

enum base_exit cli_syntax(struct job *job, FILE *out, const char *editor);

#endif
