/* gen/code/engine.h -- programs as functions that the integrators call.
 *
 * All engines give the same bits.
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

/* Appends the source of the functions of runtime/fn.h that are wanted, by enum rt_fn, and of their
 * helpers, each once: static functions named as there, of floats when `single`. */
void code_fn_text(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single);
/* Like code_fn_text, but without headers, and without rt_bits and rt_from_bits, which need one. */
void code_fn_text_bare(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single);

/* ---- function_table.c ---- */

/* Functions that generated code calls beside rt_sincos, by operator, in all engines; or NULL. */
extern jit_function *const code_functions[EX_OPS];
extern const char *const code_function_names[RT_FN_COUNT];
extern const int code_own_functions[EX_OPS];   /* 1 + row of fn.h of an operator; 0: it has none */
extern const struct jit_symbol code_allowed[]; /* functions that a text may call, by name */
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
    enum code_engine engine; /* in use: not always the requested one */
    struct jit jit;
    struct cc cc;
};
struct engine_row {
    const char *word, *title, *about;
    bool (*open)(struct diag *d, const struct program *p, const char *text, bool fast,
                 struct machine *out);
};
extern const struct engine_row code_engines[ENGINE_COUNT];
struct choice code_engine_choice(size_t i);
struct choice code_method_choice(size_t i);
/* Flags for the system's C compiler; the last one is NULL. */
const char *const *code_cc_flags(bool fast);
/* Appends functions of the runtime, with the names by which programs call them. */
void code_put_functions(struct mem_text *out, const bool wanted[RT_FN_COUNT]);
/* `text` is the program in C; fast: last bits may differ. */
bool code_machine_open(struct diag *d, const struct program *p, const char *text,
                       enum code_engine engine, bool fast, struct machine *out);
void code_machine_close(struct machine *m);

/* ---- program_invariants.c ---- */

/* Every block of the program has its function, and the sizes agree; else a bug. */
bool code_machine_sound(struct diag *d, const struct program *p, const struct machine *m);

/* ---- method_choice.c ---- */

/* The reason why a method cannot integrate a system, or NULL; derives the blocks that it needs. */
const char *code_refuse_method(struct diag *d, struct system *sys, const struct rt_method *m);
const char *code_emitted_methods(struct mem *m); /* help line with the methods of `emit` */

#endif
