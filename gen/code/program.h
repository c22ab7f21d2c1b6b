/* gen/code/program.h -- struct program: straight-line code.
 *
 * Operands precede their users; equal instructions are one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_CODE_PROGRAM_H
#define GEN_CODE_PROGRAM_H

#include "gen/forms/system.h"
#include "gen/tables/instructions.h"

enum code {
#define CODE(name, ...) CODE_##name,
    INSTRUCTIONS(CODE)
#undef CODE
};
struct instr {
    enum code code;
    enum ex_op function; /* of a call */
    uint32_t a, b;       /* operands, or the index */
    double number;
};
/* One function: instructions in the order of execution, operands before their users. The result of
 * `sincos` is the sine of its operand; the `cosine` directly after it is the cosine. */
struct routine {
    const char *name;
    struct instr *instr;
    size_t n, cap;
    uint32_t *slot; /* hash table of 1 + index: equal instructions are one */
    size_t slots;
    uint32_t *result; /* instruction of each output */
    size_t *ready;    /* number of instructions until this output and those before it are known */
    size_t results;
};
struct program {
    struct mem *mem;
    size_t states, inputs, params, prepared;
    struct routine prepare;
    struct routine block[RT_BLOCKS]; /* results 0: absent */
    const struct rt_tape *tape;      /* instead of the block jet, where that is long; or NULL */
};
enum {
    CODE_JET_UNROLLED = 6000, /* most instructions of the block jet; longer ones run from a tape */
    CODE_JET_PRINTED = 10000, /* the same for emitted code, which has no tape */
    CODE_JET_ORDER = 8,       /* default */
    CODE_JET_MOST = 64,       /* highest order */
};

/* ---- lower.c ---- */

struct program *code_lower(struct diag *d, const struct system *sys, unsigned blocks); /* bits */

/* ---- program_invariants.c ---- */

/* Checks that operands precede their users, indices are in range, results are those of the blocks,
 * and `prepare` depends on parameters only; else reports a bug. */
bool code_program_sound(struct diag *d, const struct program *p, const struct system *sys,
                        unsigned blocks); /* bits */
bool code_jet_sound(struct diag *d, const struct program *p, size_t order);

/* ---- routine.c ---- */

void code_routine_make(struct mem *m, struct routine *r, const char *name, size_t results);
uint32_t code_instr(struct mem *m, struct routine *r,
                    struct instr in);                     /* folds constants, finds equal ones */
void code_routine_tidy(struct mem *m, struct routine *r); /* removes dead code */
struct tally {
    size_t adds, muls, divs, pairs, calls; /* pairs: of sine and cosine */
};
struct tally code_tally(const struct routine *r);

/* ---- series_tape.c ---- */

/* The block jet of a program that has a right-hand side: its coefficients up to `order`, as a
 * routine or as a tape; straight: only as a routine. False with an error. */
bool code_add_jet(struct diag *d, struct program *p, size_t order, bool straight);

/* ---- interp.c ---- */

/* Computes out[0..results); `value` has room for r->n numbers. `prepare` is called with its results
 * behind the parameters: out = p + params. */
void code_interp(const struct routine *r, double t, const double *u, const double *x,
                 const double *p, double *value, double *out);

#endif
