/* gen/prove/screen.h -- the lines of `check` as they are made. Private to prove/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_PROVE_SCREEN_H
#define GEN_PROVE_SCREEN_H

#include "gen/forms/properties.h"
#include "gen/print/document.h"
#include "gen/prove/prove.h"

struct screen {
    FILE *out;
    struct json json;
    bool as_json;
    const struct listener *listener; /* or NULL: it is written */
    struct diag *diag;
    struct proofs *proofs;
    struct system *sys;
    const struct program *program;
    struct verdict verdict;
    size_t effort; /* operations of the expressions simplified so far */
};

/* A line, and how sure it is at its right end. */
void prove_put(struct screen *sc, const char *name, const char *text, enum alg_standing standing);
/* A sentence that holds if it is proved; else it begins with how sure it is. */
void prove_say(struct screen *sc, const char *name, const char *text, enum alg_standing standing);
/* A line that is no claim. */
void prove_tell(struct screen *sc, const char *name, const char *text);
/* Simplified as far as the effort allows, which is counted, not timed; dots for what is long. */
const char *prove_show_as(struct screen *sc, ex *e, size_t most);
const char *prove_show(struct screen *sc, ex e);

/* ---- growth_lines.c ---- */

void prove_put_growth(struct screen *sc);
void prove_put_leaving(struct screen *sc);

#endif
