/* expr/mem.h -- memory: the only module that allocates.
 *
 * Three lifetimes: blocks that grow in place and belong to a longer-lived object (mem_grow: the
 * arrays of a store), scratch memory of one command (mem_take, mark and release), and memory of the
 * caller, which is not managed here. When memory runs out no function returns NULL: control goes
 * back to the recovery point of the command, scratch is emptied, and the objects that own grown
 * blocks are as they were before the call that failed.
 *
 * Ownership: mem_free releases everything; owners may give grown blocks back earlier.
 * Errors:    out of memory jumps to the recovery point; without one the process aborts.
 * Needs:     libc and GMP, whose temporaries are taken from here too.
 *
 *   struct mem *m = mem_new(0);
 *   if (m && MEM_TRY(m)) { char *p = mem_take(m, 100); p[0] = 0; } else { puts("out of memory"); }
 *   mem_free(m);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_MEM_H
#define EX_MEM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct mem;

struct mem *mem_new(size_t limit); /* limit in bytes, 0: none; NULL when there is no memory */
void mem_free(struct mem *m);

/* True when the point is set; false when control came back because memory ran out. Locals that
 * change between the two must be volatile. The function that sets the point must call mem_calm
 * before it returns. */
#define MEM_TRY(m) (setjmp(*mem_point(m)) == 0)
jmp_buf *mem_point(struct mem *m);
void mem_calm(struct mem *m);
/* Like mem_calm, but scratch memory stays, for objects that live longer than the function. */
void mem_rest(struct mem *m);

/* The `nth` allocation from now fails, and every later one too; 0 switches it off. */
void mem_fail_at(struct mem *m, uint64_t nth);
uint64_t mem_count(const struct mem *m);       /* allocations made so far */
size_t mem_used(const struct mem *m);          /* bytes held now */
size_t mem_most(const struct mem *m);          /* bytes held at most so far */
size_t mem_limit_reached(const struct mem *m); /* 0, or the limit, if it was too low */
uint64_t mem_recoveries(const struct mem *m);  /* number of times that memory ran out */

/* Grown blocks, not zeroed: NULL makes a new one, contents are kept, 0 bytes frees it. */
void *mem_grow(struct mem *m, void *block, size_t bytes);

/* Scratch: aligned for any type, not zeroed. */
struct mem_mark {
    void *chunk;
    size_t used;
};
void *mem_take(struct mem *m, size_t bytes);
void *mem_take_array(struct mem *m, size_t count, size_t size);
struct mem_mark mem_mark(const struct mem *m);
void mem_release(struct mem *m, struct mem_mark mark);

/* A growing piece of text or array in scratch. It moves as it grows; `text` is always ended by a
 * zero byte that `len` does not count. */
struct mem_text {
    struct mem *mem;
    char *text;
    size_t len, cap;
};
struct mem_text mem_text(struct mem *m);
void mem_put(struct mem_text *t, const char *s);
void mem_put_n(struct mem_text *t, const char *s, size_t n);
void mem_put_char(struct mem_text *t, char c);
void mem_put_int(struct mem_text *t, int64_t i);
void mem_put_f(struct mem_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* never for floating point: locale */

/* Makes GMP take its memory from `m` in this thread until called again (NULL: plain malloc). */
struct mem *mem_for_gmp(struct mem *m);

/* A call on another thread, while the caller waits for it; see deep.h. During the call, running out
 * of memory jumps to its recovery point, on its own stack; GMP in its thread takes memory by its
 * functions. */
struct mem_call {
    jmp_buf point;
    void *(*take)(size_t size);
    void *(*move)(void *p, size_t size);
    void (*give)(void *p);
    struct mem_call *outer;
};
void mem_enter(struct mem *m, struct mem_call *call); /* on the thread of the call */
void mem_leave(struct mem *m);                        /* on the one that waited */
_Noreturn void mem_run_out(struct mem *m);            /* as if an allocation had failed */

#endif
