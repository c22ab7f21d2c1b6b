/* gen/emit_c.h -- what the targets in C share: the same statements, in the same order.
 *
 * Texts have the prefix of all names for every %.
 *
 * Ownership: everything lives in the scratch of the package.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_EMIT_C_H
#define GEN_EMIT_C_H

#include "gen/emit.h"

struct writer {
    const struct package *k;
    struct mem_text *out;
    const char *m; /* the prefix of all names */
    struct spelling spelling;
};

void gen_c_put(struct writer *w, const char *text);
void gen_c_count(struct writer *w, const char *before, size_t n, const char *after);
void gen_c_number(struct writer *w, double number);
void gen_c_row(struct writer *w, const double *value, size_t n, const char *indent);
void gen_c_note(struct writer *w, const struct quantity *q); /* a comment, where there is one */
/* enum { M_STATE_x, ..., M_STATES }; */
void gen_c_enum(struct writer *w, const char *what, const char *kind, const struct quantity *q,
                size_t n);
void gen_c_lengths(struct writer *w);
void gen_c_signature(struct writer *w, const char *name);
extern const char gen_c_step_signature[];
extern const char *const gen_c_block_says[RT_BLOCKS];
void gen_c_values(struct writer *w, const char *name, const char *to, const struct quantity *q,
                  size_t n);
void gen_c_body(struct writer *w, const struct routine *r);
void gen_c_rates(struct writer *w);
/* All of a step but its end: y is where it leads. */
void gen_c_stages(struct writer *w);
/* Which functions of our own the program calls; whether there are any. */
bool gen_c_wanted(const struct package *k, bool wanted[RT_FN_COUNT]);
void gen_c_name_functions(struct writer *w);
void gen_c_pair(struct writer *w); /* sine and cosine by math.h */

/* ---- emit_bits.c: what the code computes, to the bit ---- */

enum { BITS_AT = 24 }; /* arguments at which functions are tested */
struct bits {
    double at[BITS_AT];                       /* in the type of the code, as everything here */
    double function[RT_FN_COUNT][BITS_AT][2]; /* of (at[i], at[23 - i]), a number or a pair */
    double *value[RT_BLOCKS][TEST_POINTS];
    double *end[TEST_POINTS], *near[TEST_POINTS]; /* after steps, and projected */
};
const struct bits *gen_bits(const struct package *k);
size_t gen_bits_results(enum rt_fn f); /* numbers that a function gives */
bool gen_bits_two(enum rt_fn f);       /* it has two arguments */

/* ---- small_*.c: for microcontrollers ---- */

struct range {
    double low, high; /* or infinite */
    bool positive, nonzero;
};
struct range gen_small_range(const struct package *k, const char *of, size_t i); /* of x, p or u */
bool gen_small_any_range(const struct package *k, const char *of);
void gen_small_checks(struct writer *w);
bool gen_small_projects(const struct package *k); /* states may violate constraints */
size_t gen_small_work(const struct package *k);   /* numbers that functions need to work */
struct tally gen_small_step_tally(const struct package *k);
size_t gen_small_table(const struct package *k); /* bytes */
void gen_small_model(struct writer *w);

bool gen_small_single(const struct package *k);
/* Text with @r for float or double and so on, as the table there says, and % for the prefix. */
void gen_small_put(struct writer *w, const char *text);
void gen_small_functions(struct writer *w);
void gen_small_names(struct writer *w); /* of operators that math.h has */
void gen_small_test(struct writer *w);

/* ---- sha256.c ---- */

void gen_sha256(const char *text, size_t n, char out[65]);

#endif
