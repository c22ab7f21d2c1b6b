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

enum { EMIT_ALL = RT_BLOCKS };          /* index of the word `all`, after the names of the blocks */
struct quantity {                       /* a state, parameter or input */
    const char *id, *name, *unit, *doc; /* unit, doc: or NULL */
    double value;                       /* default, or initial value */
};
struct package {
    struct diag *diag;
    struct mem *mem;
    struct system *sys;
    const struct program *program; /* its parameters are without the inputs */
    const struct emit_options *options;
    const char *name;      /* an identifier */
    const double *model_p; /* values of the parameters of the model, including inputs */
    struct quantity *state, *param, *input;
    size_t states, params, inputs;
    size_t given;     /* numbers in u: inputs, then their rates where jet reads them */
    size_t places;    /* states, or velocities that `drop` reads in place of them */
    bool starts;      /* values of states are a consistent initial state */
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
struct emit_row {
    void (*emit)(const struct package *k, struct emitted *out);
    bool is_c;              /* it honours --real, --math and --fast */
    bool float_bits;        /* its tests of floats are to the bit */
    unsigned always, usual; /* blocks: these, and these unless others are asked for */
};
extern const struct emit_row emit_rows[TARGET_COUNT];
/* Wide steps, of length 1, 2, ..., follow, to test every digit of the weights. */
enum { TEST_POINTS = 8, TEST_STEPS = 3, TEST_WIDE = 3 };
struct vectors {
    size_t points; /* at most TEST_POINTS, possibly 0 */
    double t[TEST_POINTS], *u[TEST_POINTS], *x[TEST_POINTS];
    double *value[RT_BLOCKS][TEST_POINTS], *within[RT_BLOCKS][TEST_POINTS];
    double h; /* of the steps, which lead from each point to */
    double *end[TEST_POINTS], *end_within[TEST_POINTS];
    bool exact; /* bits must agree: within is 0 */
};

/* ---- package.c ---- */

/* Head of every file, as a block comment: title, generator, equations. */
void emit_put_banner(struct mem_text *out, const struct package *k, const char *file);
uint64_t emit_hash(const char *text, size_t n);
size_t emit_most_results(const struct program *p);
size_t emit_step_work(const struct package *k); /* size of the scratch buffer of a step */

/* ---- test_vectors.c ---- */

const struct vectors *emit_test_vectors(const struct package *k);

/* ---- op_counts.c ---- */

void emit_put_stats(FILE *out, const struct package *k);

/* ---- c_pieces.c ---- */

struct writer {
    const struct package *k;
    struct mem_text *out;
    const char *m; /* the prefix of all names */
    struct spelling spelling;
    uint32_t pair; /* number of the source, which its header has, too */
};
void emit_c_put(struct writer *w, const char *text); /* % is the prefix */
void emit_c_count(struct writer *w, const char *before, size_t n, const char *after);
void emit_c_number(struct writer *w, double number);
void emit_c_row(struct writer *w, const double *value, size_t n, const char *indent);
void emit_c_table(struct writer *w, const char *name, double *const *row, size_t rows, size_t n);
void emit_c_note(struct writer *w, const struct quantity *q); /* unit and doc as a comment */
void emit_c_signature(struct writer *w, const char *name);
extern const char emit_c_step_signature[];
struct defaults { /* a function that sets default values */
    const char *name, *to, *kind;
    const struct quantity *at;
    size_t n;
};
/* Prints each of these functions by `put`. */
void emit_c_defaults(struct writer *w, void (*put)(struct writer *w, const struct defaults *d));
void emit_c_default_prototype(struct writer *w, const struct defaults *d);
void emit_c_body(struct writer *w, const struct routine *r);
void emit_c_rates(struct writer *w);
void emit_c_inputs_prototype(struct writer *w); /* of a function that follows the time */
void emit_c_inputs(struct writer *w, const char *prefix);
/* Before a call with u: the status instead, where inputs are needed and u is null. */
const char *emit_c_unless_null(const struct package *k);
/* A step without its end: its result is in y. */
void emit_c_stages(struct writer *w);
/* Marks the functions of the runtime that the program calls; false: none. */
bool emit_c_wanted(const struct package *k, bool wanted[RT_FN_COUNT]);
void emit_c_name_functions(struct writer *w);
void emit_c_pair(struct writer *w); /* sine and cosine by math.h */
void emit_c_pair_number(struct writer *w);
/* The header and the source of a package. */
void emit_c_files(struct writer *w, void (*put_header)(struct writer *w),
                  void (*put_source)(struct writer *w), struct emitted *out);

/* ---- pole_step.c: steps of systems whose rates have poles ---- */

size_t emit_pole_work(const struct package *k); /* scratch space; 0: there are no poles */
void emit_pole_check(struct writer *w);
/* Body of a step: that of the method, unless it meets a pole. `used` is the scratch space of the
 * method; bits: a status has bits. */
void emit_pole_body(struct writer *w, size_t used, bool bits);
void emit_pole_note(struct writer *w); /* lines of a comment: what happens at the poles */
void emit_pole_js(struct mem_text *out, const struct package *k);

/* ---- bit_exact.c ---- */

enum { BITS_AT = 24 }; /* arguments at which functions are tested */
struct bits {
    double at[BITS_AT];                       /* numbers of the type of the code, like all here */
    double function[RT_FN_COUNT][BITS_AT][2]; /* values at (at[i], at[23 - i]) */
    double *value[RT_BLOCKS][TEST_POINTS];
    double *end[TEST_POINTS], *near[TEST_POINTS]; /* after steps, and projected */
};
const struct bits *emit_bits(const struct package *k);
enum bits_kind { BITS_ONE, BITS_TWO, BITS_BOTH }; /* kinds of fn.h */
enum bits_kind emit_bits_kind(enum rt_fn f);

#endif
