/* gen/fixed.h -- expressions written with fewer operations, and their parts that depend on
 * parameters only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FIXED_H
#define GEN_FIXED_H

#include "gen/gen.h"
#include "gen/memo.h"

/* ---- fixed.c ---- */

/* What depends on parameters of a model only. */
struct fixed {
    struct store *s;
    struct mem *mem;
    const struct model *model;
    struct memo parameter; /* 1: a symbol is one, and no input */
    struct memo known;     /* of nodes, 1: fixed, 2: not */
};
struct fixed gen_fixed_of(const struct model *m, struct mem *mem);
bool gen_is_fixed(struct fixed *f, ex root);

/* ---- shorten.c ---- */

/* Ways to write expressions, from near to what they are to far. BETWEEN leaves sums that
 * are used more than once as they are. THROUGH does not, and writes a momentum as mass times what
 * is held as its velocity. RELEASED does not even leave what is held. */
enum gen_shorten { SHORTEN_NOT, SHORTEN_BETWEEN, SHORTEN_THROUGH, SHORTEN_RELEASED, SHORTEN_WAYS };
void gen_shorten(struct fixed *f, enum gen_shorten how, const ex *e, size_t n, ex *out);

#endif
