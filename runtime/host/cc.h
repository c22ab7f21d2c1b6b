/* runtime/host/cc.h -- C text to functions in this process, through the C compiler of the system.
 *
 * Slow to start, but gives the fastest code. All files of the compiler are in a new folder that
 * only this user can open; cc_open removes it before it returns, also after an error. Functions
 * that the text calls and does not define are those of this process.
 *
 * Ownership: the caller owns struct cc; its library stays until cc_close.
 * Errors:    false, with a fault and the reason in `why`.
 * Needs:     POSIX and dlopen. No other thread may wait for children meanwhile.
 *
 *   struct cc c;
 *   struct jit_symbol f = {.name = "f"};
 *   const char *flags[] = {"-O2", NULL};
 *   if (cc_open(&c, "cc", flags, "double f(double x) { return x + x; }", &f, 1))
 *       cc_close(&c);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CC_CC_H
#define CC_CC_H

#include "runtime/host/jit.h"

enum { CC_SECONDS = 60 }; /* time limit of a compilation */

enum cc_fault {
    CC_FINE,
    CC_ABSENT,      /* there is no such compiler */
    CC_SYSTEM,      /* no folder, no process, no permission to load, time limit */
    CC_REJECTED,    /* the compiler reports an error in the text */
    CC_INTERRUPTED, /* by the user */
};

struct cc {
    void *library;
    enum cc_fault fault;
    char why[512]; /* the first error message; empty: none */
};

/* `compiler` is a name on the path or a path, `flags` ends in NULL; fills in `wanted[].at`. */
bool cc_open(struct cc *c, const char *compiler, const char *const *flags, const char *text,
             struct jit_symbol *wanted, size_t n_wanted);
void cc_close(struct cc *c);

#endif
