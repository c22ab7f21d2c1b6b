/* gen/code/spelling.h -- instructions as text, in the spelling of a target.
 *
 * Instructions, their order and their arithmetic are the same in every language.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CODE_SPELLING_H
#define GEN_CODE_SPELLING_H

#include "gen/code/program.h"

struct spelling {
    const char *local; /* before the name of a local that is set once */
    const char *pair;  /* a sine and a cosine: of %1, with the names %s and %c */
    void (*number)(struct mem_text *out, double number);
    const char *function[EX_OPS]; /* NULL: as in the operator table */
    bool plain;                   /* one statement for each operation, without nesting */
    bool full;                    /* parentheses around every nested operation */
};
/* Statements that leave the results in to[first], to[first + 1], ... */
void code_put_body(struct mem *m, struct mem_text *out, const struct routine *r,
                   const struct spelling *spelling, const char *to, size_t first);
bool code_reads(const struct routine *r, enum code code);
const char *code_c_function(enum ex_op op);
int code_operands(enum code code);
enum ex_op code_called(const struct instr *in); /* operator called; EX_none: none, or a pair */
struct calls {
    bool of[EX_OPS], pair;
};
struct calls code_calls(const struct program *p);
/* Literals: decimal digits that read back as the same number. */
void code_put_double(struct mem_text *out, double number);
void code_put_float(struct mem_text *out, double number); /* with its f */

#endif
