/* gen/emit/target.h -- parts shared by the targets.
 *
 * Private to emit/. The targets in C print the same statements in the same order.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_EMIT_TARGET_H
#define GEN_EMIT_TARGET_H

#include "gen/code/spelling.h"
#include "gen/emit/emit.h"

struct vectors;

enum { EMIT_ALL = RT_BLOCKS };          /* the word for all blocks, behind those of the blocks */
struct quantity {                       /* a state, parameter or input */
    const char *id, *name, *unit, *doc; /* unit, doc: or NULL */
    double value;                       /* at first */
};
struct package {
    struct diag *diag;
    struct mem *mem;
    struct system *sys;
    const struct program *program; /* inputs are no parameters there */
    const struct emit_options *options;
    const char *name;      /* an identifier */
    const double *model_p; /* values of the parameters of the model, inputs among them */
    struct quantity *state, *param, *input;
    size_t states, params, inputs;
    size_t given;     /* numbers in u: inputs, and behind them their rates where jet reads them */
    size_t places;    /* states, or velocities that `drop` reads instead of them */
    bool starts;      /* values of states are those at the start */
    const char *head; /* comments at the top of the model */
    const char *equations;
    uint64_t hash; /* of the text of the model */
    const struct source *source;
    const struct vectors *test;
};
/* One row becomes the prototype of its writer. */
#define EMITTER(word, ...) void emit_target_##word(const struct package *k, struct emitted *out);
TARGETS(EMITTER)
#undef EMITTER
/* Wide steps, of length 1, 2, ..., follow where every digit of weights has to count. */
enum { TEST_POINTS = 8, TEST_STEPS = 3, TEST_WIDE = 3 };
struct vectors {
    size_t points; /* may be fewer, even none */
    double t[TEST_POINTS], *u[TEST_POINTS], *x[TEST_POINTS];
    double *value[RT_BLOCKS][TEST_POINTS], *within[RT_BLOCKS][TEST_POINTS];
    double h; /* of the steps, which lead from each point to */
    double *end[TEST_POINTS], *end_within[TEST_POINTS];
    bool exact; /* to the bit: within is 0 */
};

/* ---- package.c ---- */

/* Head of every file, as a block comment: title, generator, equations. */
void emit_put_banner(struct mem_text *out, const struct package *k, const char *file);
size_t emit_most_results(const struct program *p);
size_t emit_step_work(const struct package *k); /* numbers that a step needs to work */

/* ---- test_vectors.c ---- */

const struct vectors *emit_test_vectors(const struct package *k);

/* ---- op_counts.c ---- */

void emit_put_stats(FILE *out, const struct package *k);

/* ---- target_c.c ---- */

struct writer {
    const struct package *k;
    struct mem_text *out;
    const char *m; /* the prefix of all names */
    struct spelling spelling;
};
void emit_c_put(struct writer *w, const char *text);
void emit_c_count(struct writer *w, const char *before, size_t n, const char *after);
void emit_c_number(struct writer *w, double number);
void emit_c_row(struct writer *w, const double *value, size_t n, const char *indent);
void emit_c_note(struct writer *w, const struct quantity *q); /* a comment, where there is one */
void emit_c_signature(struct writer *w, const char *name);
extern const char emit_c_step_signature[];
extern const char *const emit_c_block_says[RT_BLOCKS];
void emit_c_body(struct writer *w, const struct routine *r);
void emit_c_rates(struct writer *w);
/* All of a step but its end: y is where it leads. */
void emit_c_stages(struct writer *w);
/* Which functions of our own the program calls; whether there are any. */
bool emit_c_wanted(const struct package *k, bool wanted[RT_FN_COUNT]);
void emit_c_name_functions(struct writer *w);
void emit_c_pair(struct writer *w); /* sine and cosine by math.h */

/* ---- bit_exact.c ---- */

enum { BITS_AT = 24 }; /* arguments at which functions are tested */
struct bits {
    double at[BITS_AT];                       /* in the type of the code, as everything here */
    double function[RT_FN_COUNT][BITS_AT][2]; /* of (at[i], at[23 - i]), a number or a pair */
    double *value[RT_BLOCKS][TEST_POINTS];
    double *end[TEST_POINTS], *near[TEST_POINTS]; /* after steps, and projected */
};
const struct bits *emit_bits(const struct package *k);
size_t emit_bits_results(enum rt_fn f); /* numbers that a function gives */
bool emit_bits_two(enum rt_fn f);       /* it has two arguments */

#endif
