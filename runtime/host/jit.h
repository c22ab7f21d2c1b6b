/* runtime/host/jit.h -- C text to functions in this process, through libtcc.
 *
 * The text sees no header, no library, no macro and no symbol but those on the list it is given.
 * Its code is in separate pages that are first writable and then executable, never both; variables
 * of the text are therefore constants. jit_open returns also after any error in the text and when
 * memory runs out: see cell.h, also for the plain build, which promises less. Literals do not
 * depend on the locale.
 *
 * Ownership: the caller owns struct jit; its pages live until jit_close. Some hundred kilobytes of
 *            scratch memory are kept for the next compile.
 * Errors:    false, with the kind in `fault` and the first error message in `why`.
 * Needs:     libtcc. x86-64 or a plain build, elsewhere JIT_REFUSED. Any thread may call; compiles
 *            take turns.
 *
 *   struct jit j;
 *   struct jit_symbol f = {.name = "f"};
 *   if (jit_open(&j, "double f(double x) { return x + x; }", NULL, 0, &f, 1))
 *       jit_close(&j);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef JIT_JIT_H
#define JIT_JIT_H

#include <stdbool.h>
#include <stddef.h>

typedef void jit_function(void); /* cast to its real type before the call */

struct jit_symbol {
    const char *name;
    jit_function *at;
};

enum jit_fault {
    JIT_NONE,
    JIT_TEXT,    /* an error in the text */
    JIT_MEMORY,  /* out of memory, or the text is nested too deeply */
    JIT_REFUSED, /* this system forbids code that is made at run time */
};

struct jit {
    void *pages;
    size_t bytes;
    enum jit_fault fault;
    char why[256]; /* the first error message; empty: none */
};

/* Compiles `text`, which may call `allowed`, and fills in `wanted[].at`. */
bool jit_open(struct jit *j, const char *text, const struct jit_symbol *allowed, size_t n_allowed,
              struct jit_symbol *wanted, size_t n_wanted);
void jit_close(struct jit *j);

#endif
