/* gen/code/engine.h -- programs as functions that the integrators call.
 *
 * Whatever the engine, the results are the same to the bit.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CODE_ENGINE_H
#define GEN_CODE_ENGINE_H

#include "gen/code/program.h"
#include "gen/tables/engines.h"
#include "runtime/fn.h"
#include "runtime/host/cc.h"

/* ---- jit_text.c ---- */

const char *code_jit_text(const struct program *p);

/* ---- fn_text.c ---- */

/* Appends the source of the functions of runtime/fn.h that are wanted, by enum rt_fn, and of what
 * they need, each once: static functions named as there, of floats when `single`. */
void code_fn_text(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single);
/* The same without headers and without rt_bits and rt_from_bits, which need one. */
void code_fn_text_bare(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single);

/* ---- function_table.c ---- */

/* What generated code calls, by operator, beside rt_sincos: all engines share it. NULL: nothing. */
extern jit_function *const code_functions[EX_OPS];
extern const int
    code_own_functions[EX_OPS]; /* 1 + the row of fn.h that an operator is; 0: it is none */
extern const struct jit_symbol code_allowed[]; /* the same by name in C */
extern const size_t code_allowed_count;

/* ---- engine.c ---- */

/* One row becomes one constant and one opener. */
enum code_engine {
#define ENGINE(word, ...) ENGINE_##word,
    ENGINES(ENGINE)
#undef ENGINE
        ENGINE_COUNT
};
struct machine {
    struct rt_model model;
    enum code_engine engine; /* that computes: not always the one that was asked for */
    struct jit jit;
    struct cc cc;
};
struct engine_row {
    const char *word, *title, *about;
    bool (*open)(struct diag *d, const struct program *p, const char *text, bool fast,
                 struct machine *out);
};
extern const struct engine_row code_engines[ENGINE_COUNT];
/* Flags of the system's C compiler; ended by NULL. */
const char *const *code_cc_flags(bool fast);
/* Puts functions of the runtime, under the names that programs call them by. */
void code_put_functions(struct mem_text *out, const bool wanted[RT_FN_COUNT]);
/* `text` is the program in C; fast: not the same to the last bit. */
bool code_machine_open(struct diag *d, const struct program *p, const char *text,
                       enum code_engine engine, bool fast, struct machine *out);
void code_machine_close(struct machine *m);

/* ---- method_choice.c ---- */

/* Why a method cannot integrate a system, or NULL; blocks that it needs are made. */
const char *code_refuse_method(struct diag *d, struct system *sys, const struct rt_method *m);
const char *code_emitted_methods(struct mem *m); /* a help line: those that `emit` can write */

#endif
