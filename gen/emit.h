/* gen/emit.h -- programs as text: what the emitters share.
 *
 * A program is printed in the spelling of a target: the same instructions, in the same order, by
 * the same arithmetic. What surrounds them (types, names, tests, the method) is the emitter's. It
 * sees the model as a package: a program with everything that is said about it.
 *
 *   static const struct spelling js = {.local = "const ", .pair = "...", .number = put_decimal};
 *   gen_put_body(mem, &out, &program->block[RT_rhs], &js, "out", 0);
 *
 * Ownership: everything lives in scratch.
 * Errors:    notes in the diag of the package, before anything is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "gen/gen.h"

/* ---- print_program.c: instructions ---- */

struct spelling {
    const char *local; /* before the name of a local that is set once */
    const char *pair;  /* a sine and a cosine: of %1, with the names %s and %c */
    void (*number)(struct mem_text *out, double number);
    const char *function[EX_OPS]; /* NULL: as in the operator table */
    bool plain;                   /* one statement an operation, nothing is nested */
    bool full;                    /* parentheses around every operation in another one */
};
/* Statements that leave the results in to[first], to[first + 1], ... */
void gen_put_body(struct mem *m, struct mem_text *out, const struct routine *r,
                  const struct spelling *spelling, const char *to, size_t first);
bool gen_reads(const struct routine *r, enum code code);
const char *gen_c_function(enum ex_op op);
int gen_operands(enum code code);
enum ex_op gen_called(const struct instr *in); /* what it calls; EX_none: nothing, or a pair */
struct calls {
    bool of[EX_OPS], pair;
};
struct calls gen_calls(const struct program *p);
/* Literals: decimal digits that come back as the same number. */
void gen_put_double(struct mem_text *out, double number);
void gen_put_float(struct mem_text *out, double number); /* with its f */

/* ---- emit_names.c: identifiers and comments ---- */

/* Letters, digits and single _, the same for the same name; never empty, never a digit in front. */
const char *gen_identifier(struct mem *m, const char *name);
/* The same for each of a list, all different. */
const char **gen_identifiers(struct mem *m, const char *const *name, size_t n);
/* For all files and names of a package, from the path of the model. */
const char *gen_package_name(struct mem *m, const char *path);
/* ASCII without anything that ends a comment or means something in one. */
const char *gen_harmless(struct mem *m, const char *text);
/* Lines of text, each behind `before`, long ones broken. */
void gen_put_comment(struct mem_text *out, struct mem *m, const char *before, const char *text);
void gen_put_string(struct mem_text *out, const char *text); /* as JavaScript */

/* ---- emit.c: packages ---- */

enum gen_target {
#define EMITTER(word, ...) TARGET_##word,
    EMITTERS(EMITTER)
#undef EMITTER
        TARGET_COUNT
};
enum gen_style {
#define STYLE(word, ...) STYLE_##word,
    EMIT_STYLES(STYLE)
#undef STYLE
        STYLE_COUNT
};
enum gen_real {
#define REAL(word, ...) REAL_##word,
    EMIT_REALS(REAL)
#undef REAL
        REAL_COUNT
};
enum gen_math {
#define MATH(word, ...) MATH_##word,
    EMIT_MATHS(MATH)
#undef MATH
        MATH_COUNT
};
enum { EMIT_ALL = RT_BLOCKS }; /* the word for all blocks, behind those of the blocks */

struct emit_options {
    enum gen_target target;
    enum gen_style style;
    enum gen_real real;
    const struct rt_method *method;
    unsigned blocks; /* bits; 0: the usual ones; EMIT_ALL: all that there are */
    enum gen_math math;
    bool fast;           /* compilers may do as they like */
    bool stats;          /* what it costs, instead */
    const char *folder;  /* or NULL, "-": standard output */
    const char *package; /* path of the model */
    size_t order;        /* of the block jet */
};

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
struct emitted {
    struct {
        const char *name, *text;
    } file[2];
    size_t n;
};
enum gen_exit gen_emit(struct job *s, const struct emit_options *o); /* s has its system */
/* The same files as texts; false after an error. */
bool gen_emit_text(struct job *s, const struct emit_options *o, struct emitted *out);
const char *gen_head_of(struct mem *m, const struct source *src); /* its first comments */
/* Files that were not made here are left alone: false with an error. */
#define GEN_MARK "Made by noslip"
bool gen_may_replace(struct diag *d, const char *path);
/* Words of options. */
const char *gen_target_word(size_t i);
const char *gen_style_word(size_t i);
const char *gen_real_word(size_t i);
const char *gen_math_word(size_t i);
const char *gen_emit_block_word(size_t i);
/* One row becomes the prototype of its writer. */
#define EMITTER(word, ...) void gen_emit_##word(const struct package *k, struct emitted *out);
EMITTERS(EMITTER)
#undef EMITTER
/* What every file begins with: the title, who made it, equations; in a block comment. */
void gen_put_banner(struct mem_text *out, const struct package *k, const char *file);
size_t gen_most_results(const struct program *p);
size_t gen_step_work(const struct package *k); /* numbers that a step needs to work */

/* ---- emit_test.c: what the code must compute ---- */

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
const struct vectors *gen_test_vectors(const struct package *k);

/* ---- stats.c: what it costs ---- */

void gen_put_stats(FILE *out, const struct package *k);

#endif
