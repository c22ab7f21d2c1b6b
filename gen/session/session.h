/* gen/session/session.h -- the interactive session: the command `repl`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_SESSION_SESSION_H
#define GEN_SESSION_SESSION_H

#include "gen/base/base.h"

enum stage { STAGE_READ, STAGE_DERIVE, STAGE_LOWER, STAGE_COMPILE, STAGE_RUN, STAGE_SHOW, STAGES };

enum base_exit session_run(const char *path); /* path of a model, or NULL */

#endif
