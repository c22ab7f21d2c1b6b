/* runtime/host/jit.h -- C text to functions in this process, through libtcc.
 *
 * The text sees no header, no library and no symbol but those on the list it is given. Its code
 * lies in pages of its own that are first written and then executable, never both.
 *
 * Ownership: the caller owns struct jit; its pages live until jit_close.
 * Errors:    false, with the compiler's words in `why`.
 * Needs:     libtcc. x86-64.
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

typedef void jit_function(void); /* cast to what it is before the call */

struct jit_symbol {
    const char *name;
    jit_function *at;
};

struct jit {
    void *pages;
    size_t bytes;
    char why[256]; /* the first complaint; empty when all is well */
};

/* Compiles `text`, which may call `allowed`, and fills in `wanted[].at`. */
bool jit_open(struct jit *j, const char *text, const struct jit_symbol *allowed, size_t n_allowed,
              struct jit_symbol *wanted, size_t n_wanted);
void jit_close(struct jit *j);

#endif
