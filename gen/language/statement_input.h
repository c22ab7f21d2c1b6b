/* gen/language/statement_input.h -- results of the statement `input`, besides parameters.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_STATEMENT_INPUT_H
#define GEN_LANGUAGE_STATEMENT_INPUT_H

#include "gen/language/model.h"

/* A velocity that is a given function of t and parameters. */
struct velocity_input {
    struct ival velocity; /* of a coordinate, section or field, and its value */
};
size_t lang_velocity_inputs(const struct model *m, struct velocity_input **out); /* how many */

#endif
