/* expr/mem.c -- allocation, the recovery point, scratch, and GMP's memory. */
#include "mem.h"
#include "reserve.h"

#include <assert.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 16 * 1024, ALIGN = 16 };

struct chunk {
    struct chunk *older;
    size_t size; /* of what follows the header */
    max_align_t start[];
};

/* Grown blocks and temporaries of GMP are chained: the first so that mem_free finds them all, the
 * others so that those alive when memory ran out can be dropped. */
struct block {
    struct block *prev, *next;
    struct mem *owner; /* NULL: allocated by GMP while no mem was set */
    struct block **list;
    size_t size;
    max_align_t start[];
};

struct mem {
    jmp_buf point;
    bool armed; /* the recovery point is set */
    size_t limit, used, most;
    bool limited; /* memory ran out by the limit */
    uint64_t count, fail_at, recoveries;
    struct chunk *top;   /* newest chunk of scratch, the one in use */
    struct chunk *spare; /* released, kept for reuse */
    size_t top_used;
    struct block *grown, *gmp; /* newest first */
    struct mem_call *call;     /* the innermost */
};

static _Thread_local struct mem *gmp_owner;
static _Thread_local struct mem_call *gmp_call; /* the call of this thread */

/* ---- the one door to the system ---- */

static bool may_take(struct mem *m, size_t bytes)
{
    m->count++;
    if (m->fail_at && m->count >= m->fail_at)
        return false;
    if (!m->limit || (bytes <= m->limit && m->used <= m->limit - bytes))
        return true;
    m->limited = true;
    return false;
}

static void give(struct mem *m, void *p, size_t bytes)
{
    m->used -= bytes;
    free(p);
}

static void drop_chunks(struct mem *m, struct chunk **list)
{
    while (*list) {
        struct chunk *c = *list;
        *list = c->older;
        give(m, c, sizeof *c + c->size);
    }
}

static void drop_blocks(struct mem *m, struct block **list)
{
    while (*list) {
        struct block *b = *list;
        *list = b->next;
        give(m, b, sizeof *b + b->size);
    }
}

/* Scratch and GMP's temporaries belong to the command that just ended or failed. */
static void empty(struct mem *m)
{
    gmp_owner = NULL;
    drop_blocks(m, &m->gmp);
    drop_chunks(m, &m->top);
    m->top_used = 0;
}

_Noreturn static void out_of_memory(struct mem *m)
{
    if (m && m->call)
        longjmp(m->call->point, 1);
    if (!m || !m->armed) {
        fputs("noslip: out of memory, no recovery point is set\n", stderr);
        abort();
    }
    m->recoveries++;
    empty(m);
    longjmp(m->point, 1);
}

static void *take(struct mem *m, size_t bytes)
{
    void *p = may_take(m, bytes) ? reserve_none(bytes) : NULL;
    if (!p)
        out_of_memory(m);
    m->used += bytes;
    if (m->used > m->most)
        m->most = m->used;
    return p;
}

/* ---- blocks ---- */

static struct block *block_of(void *p)
{
    return (struct block *)((char *)p - offsetof(struct block, start));
}

static void *new_block(struct mem *m, struct block **list, size_t size)
{
    if (size > SIZE_MAX / 2)
        out_of_memory(m);
    struct block *b = m ? take(m, sizeof *b + size) : reserve_none(sizeof *b + size);
    if (!b)
        out_of_memory(NULL);
    *b = (struct block){.owner = m, .list = list, .size = size};
    if (list) {
        b->next = *list;
        if (b->next)
            b->next->prev = b;
        *list = b;
    }
    return b->start;
}

static void free_block(void *p)
{
    struct block *b = block_of(p);
    if (!b->owner) {
        free(b);
        return;
    }
    if (b->prev)
        b->prev->next = b->next;
    else
        *b->list = b->next;
    if (b->next)
        b->next->prev = b->prev;
    give(b->owner, b, sizeof *b + b->size);
}

static void *move_block(struct mem *m, struct block **list, void *p, size_t size)
{
    void *q = new_block(m, list, size);
    size_t old = block_of(p)->size;
    memcpy(q, p, old < size ? old : size);
#ifdef EX_HOSTILE
    memset(p, 0xA5, old); /* makes the use of a stale pointer visible */
#endif
    free_block(p);
    return q;
}

/* Always a new block: realloc would sometimes save a copy, but hide stale pointers. */
void *mem_grow(struct mem *m, void *block, size_t bytes)
{
    if (bytes == 0) {
        if (block)
            free_block(block);
        return NULL;
    }
    return block ? move_block(m, &m->grown, block, bytes) : new_block(m, &m->grown, bytes);
}

/* ---- life ---- */

struct mem *mem_new(size_t limit)
{
    struct mem *m = calloc(1, sizeof *m);
    if (m)
        m->limit = limit;
    return m;
}

void mem_free(struct mem *m)
{
    if (!m)
        return;
    if (gmp_owner == m)
        gmp_owner = NULL;
    drop_blocks(m, &m->gmp);
    drop_blocks(m, &m->grown);
    drop_chunks(m, &m->top);
    drop_chunks(m, &m->spare);
    free(m);
}

jmp_buf *mem_point(struct mem *m)
{
    m->armed = true;
    return &m->point;
}

void mem_calm(struct mem *m)
{
    m->armed = false;
    empty(m);
}

void mem_rest(struct mem *m)
{
    m->armed = false;
    gmp_owner = NULL;
}

void mem_fail_at(struct mem *m, uint64_t nth)
{
    m->fail_at = nth ? m->count + nth : 0;
}

uint64_t mem_count(const struct mem *m)
{
    return m->count;
}

uint64_t mem_recoveries(const struct mem *m)
{
    return m->recoveries;
}

size_t mem_used(const struct mem *m)
{
    return m->used;
}

size_t mem_most(const struct mem *m)
{
    return m->most;
}

size_t mem_limit_reached(const struct mem *m)
{
    return m->limited ? m->limit : 0;
}

/* ---- scratch ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

static void new_chunk(struct mem *m, size_t bytes)
{
    size_t size = m->top ? m->top->size : FIRST_CHUNK / 2;
    size = size > SIZE_MAX / 4 ? size : size * 2;
    if (size < bytes)
        size = bytes;
    struct chunk *c = m->spare;
    if (c && c->size >= bytes) {
        m->spare = c->older;
    } else {
        c = take(m, sizeof *c + size);
        c->size = size;
    }
    c->older = m->top;
    m->top = c;
    m->top_used = 0;
}

void *mem_take(struct mem *m, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        out_of_memory(m);
    bytes = aligned(bytes ? bytes : 1);
    if (!m->top || m->top->size - m->top_used < bytes)
        new_chunk(m, bytes);
    char *p = (char *)m->top->start + m->top_used;
    m->top_used += bytes;
    return p;
}

void *mem_take_array(struct mem *m, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size)
        out_of_memory(m);
    return mem_take(m, count * size);
}

struct mem_mark mem_mark(const struct mem *m)
{
    return (struct mem_mark){m->top, m->top_used};
}

void mem_release(struct mem *m, struct mem_mark mark)
{
    while (m->top != mark.chunk) {
        struct chunk *c = m->top;
        assert(c && "released marks in the wrong order");
        m->top = c->older;
        /* One spare chunk, the largest: a loop across the end of a chunk then does not allocate. */
        if (m->spare && m->spare->size >= c->size) {
            give(m, c, sizeof *c + c->size);
        } else {
            drop_chunks(m, &m->spare);
            c->older = NULL;
            m->spare = c;
        }
    }
    m->top_used = mark.used;
}

/* ---- text ---- */

struct mem_text mem_text(struct mem *m)
{
    struct mem_text t = {.mem = m, .cap = 64};
    t.text = mem_take(m, t.cap);
    t.text[0] = 0;
    return t;
}

static void reserve(struct mem_text *t, size_t more)
{
    if (more < t->cap - t->len)
        return;
    if (more > SIZE_MAX / 4 || t->len > SIZE_MAX / 4)
        out_of_memory(t->mem);
    size_t cap = t->cap * 2 > t->len + more + 1 ? t->cap * 2 : t->len + more + 1;
    char *p = mem_take(t->mem, cap);
    memcpy(p, t->text, t->len + 1);
    t->text = p;
    t->cap = cap;
}

void mem_put_n(struct mem_text *t, const char *s, size_t n)
{
    reserve(t, n);
    memcpy(t->text + t->len, s, n);
    t->len += n;
    t->text[t->len] = 0;
}

void mem_put(struct mem_text *t, const char *s)
{
    mem_put_n(t, s, strlen(s));
}

void mem_put_char(struct mem_text *t, char c)
{
    mem_put_n(t, &c, 1);
}

void mem_put_int(struct mem_text *t, int64_t i)
{
    mem_put_f(t, "%lld", (long long)i);
}

void mem_put_f(struct mem_text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    assert(n >= 0);
    reserve(t, (size_t)n);
    va_start(ap, format);
    vsnprintf(t->text + t->len, (size_t)n + 1, format, ap);
    va_end(ap);
    t->len += (size_t)n;
}

/* ---- GMP ---- */

static void *gmp_take(size_t size)
{
    if (gmp_call)
        return gmp_call->take(size);
    return new_block(gmp_owner, gmp_owner ? &gmp_owner->gmp : NULL, size);
}

static void gmp_give(void *p, size_t size)
{
    (void)size;
    if (gmp_call)
        gmp_call->give(p);
    else
        free_block(p);
}

static void *gmp_move(void *p, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (gmp_call)
        return gmp_call->move(p, new_size);
    return move_block(gmp_owner, gmp_owner ? &gmp_owner->gmp : NULL, p, new_size);
}

struct mem *mem_for_gmp(struct mem *m)
{
    static _Thread_local bool ready; /* set once, for speed */
    if (!ready) {
        mp_set_memory_functions(gmp_take, gmp_move, gmp_give);
        ready = true;
    }
    struct mem *before = gmp_owner;
    gmp_owner = m;
    return before;
}

/* ---- calls ---- */

void mem_enter(struct mem *m, struct mem_call *call)
{
    call->outer = m->call;
    m->call = call;
    gmp_call = call; /* ends with the thread */
    mem_for_gmp(m);
}

void mem_leave(struct mem *m)
{
    m->call = m->call->outer;
}

void mem_run_out(struct mem *m)
{
    out_of_memory(m);
}
