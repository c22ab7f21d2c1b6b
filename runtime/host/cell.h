/* runtime/host/cell.h -- sandbox of libtcc.
 *
 * libtcc is linked as one object in which every undefined name, except functions that only compute,
 * has the prefix cell_ (see tests/build.mk). So libtcc calls functions of cell.c or does not link,
 * and calls from other objects stay as they are. In the sandbox libtcc
 *
 *   - takes memory from an arena with a limit, which ends the run instead of returning NULL;
 *   - has its own stack, whose depth is checked at every token;
 *   - has its variables set to zero before every run, as in a new process;
 *   - cannot end the process, open a file, look up a symbol or change a page.
 *
 * The stack and the first megabytes of the arena stay mapped for the next run; further memory of a
 * long text is unmapped when its run ends.
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
 * Ownership: memory that is allocated in a run is freed at its end.
 * Errors:    enum cell_end.
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
    CELL_STOPPED, /* libtcc called exit, or a function that is refused */
};

enum {
    CELL_STACK = 1 << 20, /* bytes */
    CELL_LIMIT = 1 << 30, /* of the arena */
};

#ifdef NOSLIP_PLAIN
enum { CELL_FORGETS = 0 };
#else
enum { CELL_FORGETS = 1 }; /* memory that a run did not free is freed */
#endif

enum cell_end cell_run(void (*body)(void *context), void *context);

/* Inside a run: pages that outlive it, readable and writable; NULL only in a plain build. */
void *cell_pages(size_t bytes);

/* For tests: the nth allocation from now on ends its run; 0: none does. Not in a plain build. */
void cell_fail_at(uint64_t nth);
uint64_t cell_count(void); /* allocations since the process began */

#endif
