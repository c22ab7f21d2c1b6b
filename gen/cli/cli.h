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
bool cli_help_form(FILE *out, const char *word); /* a form or a method; false: unknown word */
bool cli_help_statement(FILE *out, const char *word, bool more); /* more: after other help */

#endif
