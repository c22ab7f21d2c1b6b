/* gen/emit/emit.h -- programs as source text: interface shared by the emitters.
 *
 * A program is printed in the spelling of a target: the same instructions, in the same order, with
 * the same arithmetic. The emitter adds types, names, tests and the method. It sees the model as a
 * package: a program with names, units, comments, ranges and initial values.
 *
 *   static const struct spelling js = {.local = "const ", .pair = "...", .number = put_decimal};
 *   code_put_body(mem, &out, &program->block[RT_rhs], &js, "out", 0);
 *
 * Ownership: everything is in scratch memory.
 * Errors:    notes in the diag of the package, before any output.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_EMIT_EMIT_H
#define GEN_EMIT_EMIT_H

#include "gen/job/job.h"
#include "gen/tables/emit_choices.h"
#include "gen/tables/targets.h"

struct range {
    double low, high; /* or infinite */
    bool positive, nonzero;
};

enum emit_target {
#define EMITTER(word, ...) TARGET_##word,
    TARGETS(EMITTER)
#undef EMITTER
        TARGET_COUNT
};
enum emit_style {
#define STYLE(word, ...) STYLE_##word,
    EMIT_STYLES(STYLE)
#undef STYLE
        STYLE_COUNT
};
enum emit_real {
#define REAL(word, ...) REAL_##word,
    EMIT_REALS(REAL)
#undef REAL
        REAL_COUNT
};
enum emit_math {
#define MATH(word, ...) MATH_##word,
    EMIT_MATHS(MATH)
#undef MATH
        MATH_COUNT
};
struct emit_options {
    enum emit_target target;
    enum emit_style style;
    enum emit_real real;
    const struct rt_method *method;
    unsigned blocks; /* bits; 0: the default; EMIT_ALL: all blocks of the system */
    enum emit_math math;
    bool fast;           /* compilers may reorder and contract arithmetic */
    bool stats;          /* print operation counts instead */
    const char *folder;  /* or NULL, "-": standard output */
    const char *package; /* path of the model */
    size_t order;        /* of the block jet */
};
struct emitted {
    struct {
        const char *name, *text;
    } file[2];
    size_t n;
};
enum base_exit emit_package(struct job *job,
                            const struct emit_options *o); /* the job has its system */
/* The files as texts; false after an error. */
bool emit_text(struct job *job, const struct emit_options *o, struct emitted *out);
const char *emit_head_of(struct mem *m, const struct source *src); /* its first comments */
bool emit_may_replace(struct diag *d, const char *path);
/* Words of options. */
struct choice emit_target_choice(size_t i);
struct choice emit_style_choice(size_t i);
struct choice emit_real_choice(size_t i);
struct choice emit_math_choice(size_t i);
struct choice emit_block_choice(size_t i);

#endif
