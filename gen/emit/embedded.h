/* gen/emit/embedded.h -- parts of the target `embedded`.
 *
 * Private to emit/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_EMIT_EMBEDDED_H
#define GEN_EMIT_EMBEDDED_H

#include "gen/emit/emit.h"

struct package;
struct writer;

/* ---- embedded_check.c ---- */

struct range emit_embedded_range(const struct package *k, const char *of,
                                 size_t i); /* of x, p or u */
bool emit_embedded_any_range(const struct package *k, const char *of);
void emit_embedded_checks(struct writer *w);

/* ---- target_embedded.c ---- */

extern const char emit_embedded_project_signature[];

/* ---- embedded_step.c ---- */

bool emit_embedded_projects(const struct package *k); /* states may violate constraints */
size_t emit_embedded_work(const struct package *k);   /* size of the scratch buffer, in numbers */
struct tally emit_embedded_step_tally(const struct package *k);
size_t emit_embedded_table(const struct package *k); /* bytes */
void emit_embedded_model(struct writer *w);

/* ---- embedded_math.c ---- */

bool emit_embedded_single(const struct package *k);
/* Appends text; @r is float or double and so on, by the table in the file, % is the prefix. */
void emit_embedded_put(struct writer *w, const char *text);
void emit_embedded_functions(struct writer *w);
void emit_embedded_names(struct writer *w); /* names of operators of math.h */

/* ---- embedded_test.c ---- */

void emit_embedded_test(struct writer *w);

#endif
