/* expr/exact/deep.h -- sandbox for calls into FLINT, for expr/exact only.
 *
 * FLINT and the GMP below it are loaded when they are first needed, so that a program that does
 * not need them starts at once; flint.c has the list of what is used. A call runs on a thread of
 * its own with a stack of 1 MiB: whatever the libraries keep per thread (caches, pools) goes with
 * it. All their memory, and that of our own GMP and MPFR during the call, comes from an arena that
 * is dropped whole when the call ends, however it ends: their numbers cannot leave a call, and
 * those of the caller must not change in it; results leave as expressions or in scratch.
 *
 * Work is counted, in a measure that is the same on every machine, and a call that passes its
 * budget is ended. FLINT tells of its allocations only: who makes it multiply long polynomials
 * charges the product of their lengths first.
 *
 * Only the calling thread waits; nothing runs at the same time. Inside the call the store may be
 * used as always: out of memory ends the call and then goes on to the caller's recovery point. A
 * call that does not end with DEEP_DONE leaves nothing behind in scratch.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_DEEP_H
#define EX_DEEP_H

#include "../store.h"

#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

enum deep_end {
    DEEP_DONE,
    DEEP_BUDGET, /* more work or time than allowed; the store knows when it was time */
    DEEP_FAILED, /* the library gave up, or is not there */
};
/* Calls f(context). `budget` counts allocations of the libraries, one for each and one for every
 * 64 bytes, and what deep_work adds. */
enum deep_end deep_run(struct store *s, void (*f)(void *context), void *context, uint64_t budget);
/* The same; true when it came to its end. Whatever the call had begun in the store is ended, and a
 * complaint about an expression that only the call has tried to build is taken back. */
bool deep_attempt(struct store *s, void (*f)(void *context), void *context, uint64_t budget);
enum { DEEP_SECOND = 20 * 1000 * 1000 }; /* work for about a second */
/* Inside a call: charges work, about one for each term that is made; may not return. */
void deep_work(uint64_t amount);
/* Inside a call: ends it with DEEP_FAILED. */
void deep_give_up(void) __attribute__((noreturn)); /* not _Noreturn: FLINT wants it in the type */

/* How FLINT gets memory. */
struct deep_memory {
    void *(*take)(size_t size);
    void *(*take_zeroed)(size_t count, size_t size);
    void *(*move)(void *p, size_t size);
    void (*give)(void *p);
};
extern const struct deep_memory deep_memory;

/* ---- flint.c ---- */
bool flint_load(void); /* false when it is not there */

#endif
