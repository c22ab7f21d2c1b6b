/* runtime/host/cell.h -- sandbox of libtcc.
 *
 * libtcc is linked as one object in which every name it would look up outside, but for functions
 * that only compute, has been given the prefix cell_ (see tests/build.mk). So it calls what is
 * defined in cell.c or it does not link, and nobody else's calls are touched. In here it
 *
 *   - takes memory from an arena with a limit, which never says no: it ends the run instead;
 *   - has a stack of its own, whose depth is looked at with every token;
 *   - finds its variables zero, as in a new process, whatever the last run left behind;
 *   - cannot end the process, open a file, look up a symbol or change a page.
 *
 * The stack and the first megabytes of the arena stay mapped for the next run; what a long text
 * needs beyond them goes back when its run ends.
 *
 * A plain build (NOSLIP_PLAIN: asked for in the environment, and the default on machines other than
 * x86-64 and arm64) links libtcc as it is and has none of this. It computes the same, but a text
 * that libtcc cannot handle ends the process: libtcc calls exit when memory runs out, and its
 * recursion uses the caller's stack. The text may call any function of the process and include any
 * file. Pages are writable and executable for a moment, so systems that forbid this refuse to
 * compile. Memory that libtcc does not free stays allocated. A compile reads libtcc's predefined
 * macros first, which makes a short one several times slower. Generated texts are short and flat;
 * the differences matter for texts from elsewhere.
 *
 * Ownership: what is allocated in a run is gone after it.
 * Errors:    how a run ended.
 * Needs:     x86-64, or a plain build. One run at a time: callers hold a lock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CELL_CELL_H
#define CELL_CELL_H

#include <stddef.h>
#include <stdint.h>

enum cell_end {
    CELL_DONE,    /* body returned */
    CELL_MEMORY,  /* the arena, or the memory of the system, is exhausted */
    CELL_DEPTH,   /* the stack is */
    CELL_STOPPED, /* libtcc asked for exit, or for something it may not have */
};

enum {
    CELL_STACK = 1 << 20, /* bytes */
    CELL_LIMIT = 1 << 30, /* of the arena */
};

#ifdef NOSLIP_PLAIN
enum { CELL_FORGETS = 0 };
#else
enum { CELL_FORGETS = 1 }; /* what was not freed in a run */
#endif

enum cell_end cell_run(void (*body)(void *context), void *context);

/* Inside a run: pages that outlive it, readable and writable; NULL only in a plain build. */
void *cell_pages(size_t bytes);

/* For tests: the nth allocation from now on ends its run; 0: none does. Not in a plain build. */
void cell_fail_at(uint64_t nth);
uint64_t cell_count(void); /* allocations since the process began */

#endif
