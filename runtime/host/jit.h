/* runtime/host/jit.h -- C text to functions in this process, through libtcc.
 *
 * The text sees no header, no library, no macro and no symbol but those on the list it is given.
 * Its code lies in pages of its own that are first written and then executable, never both;
 * variables of the text are therefore constants. Whatever is wrong with the text, and wherever
 * memory runs out, jit_open returns: see cell.h, also for the plain build, which promises less.
 * Literals mean the same in every locale.
 *
 * Ownership: the caller owns struct jit; its pages live until jit_close. Some hundred kilobytes of
 *            working memory are kept for the next compile.
 * Errors:    false, with the kind in `fault` and the first complaint in `why`.
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

typedef void jit_function(void); /* cast to what it is before the call */

struct jit_symbol {
    const char *name;
    jit_function *at;
};

enum jit_fault {
    JIT_NONE,
    JIT_TEXT,    /* libtcc does not compile it: an error of who wrote it */
    JIT_MEMORY,  /* there is not enough, or the text is nested too deeply */
    JIT_REFUSED, /* this system runs no code that is made at run time; no text will do better */
};

struct jit {
    void *pages;
    size_t bytes;
    enum jit_fault fault;
    char why[256]; /* the first complaint; empty when all is well */
};

/* Compiles `text`, which may call `allowed`, and fills in `wanted[].at`. */
bool jit_open(struct jit *j, const char *text, const struct jit_symbol *allowed, size_t n_allowed,
              struct jit_symbol *wanted, size_t n_wanted);
void jit_close(struct jit *j);

#endif
