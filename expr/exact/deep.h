/* expr/exact/deep.h -- sandbox for calls into FLINT, for expr/exact only.
 *
 * FLINT and its GMP are loaded when they are first needed, for a fast start of programs that do not
 * need them; flint.c lists the functions that are used. A call runs on a new thread with a stack of
 * 1 MiB: data of the libraries per thread (caches, pools) end with it. All their memory, and that
 * of our own GMP and MPFR during the call, comes from an arena that is freed as a whole at the end
 * of the call, also after a failure: their numbers cannot leave a call, and those of the caller
 * must not change in it; results are expressions, or in scratch memory.
 *
 * Work is counted, in a measure that is the same on every machine, and a call that exceeds its
 * budget is ended. Only allocations of FLINT are visible: callers that multiply long polynomials
 * first charge the product of their lengths.
 *
 * The calling thread waits; nothing runs at the same time. Inside the call the store may be used as
 * always: out of memory ends the call and then jumps to the caller's recovery point. A call that
 * does not end with DEEP_DONE leaves nothing in scratch memory.
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
    DEEP_BUDGET, /* more work than allowed; ex_stopped if it was the limit of the command */
    DEEP_FAILED, /* the library aborted, or is missing */
};
/* Calls f(context). `budget` counts allocations of the libraries, one for each and one for every
 * 64 bytes, and the counts of deep_work. */
enum deep_end deep_run(struct store *s, void (*f)(void *context), void *context, uint64_t budget);
/* The same; true: the call completed. Unfinished operations of the call in the store are reset, and
 * errors about expressions that only the call has tried to build are cleared. */
bool deep_attempt(struct store *s, void (*f)(void *context), void *context, uint64_t budget);
enum { DEEP_SECOND = 20 * 1000 * 1000 }; /* work for about a second */
/* Inside a call: charges work, about one for each term that is made; may not return. */
void deep_work(uint64_t amount);
/* Inside a call: ends it with DEEP_FAILED. */
void deep_give_up(void) __attribute__((noreturn)); /* not _Noreturn: FLINT needs it in the type */

/* Memory functions for FLINT. */
struct deep_memory {
    void *(*take)(size_t size);
    void *(*take_zeroed)(size_t count, size_t size);
    void *(*move)(void *p, size_t size);
    void (*give)(void *p);
};
extern const struct deep_memory deep_memory;

/* ---- flint.c ---- */
bool flint_load(void); /* false: it is missing */

#endif
