/* expr/exact/deep.c -- sandbox for calls into FLINT: its thread, arena and work budget. */
#include "deep.h"
#include "../reserve.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

enum {
    STACK = 1 << 20,
    SMALLEST = 16,
    CLASSES = 10, /* of sizes, each twice the one before */
    FIRST_CHUNK = 16 * 1024,
    LAST_CHUNK = 1024 * 1024,
    BYTES_PER_WORK = 64,
    WORK_PER_CHARGE = 4096,
    LARGEST = SMALLEST << (CLASSES - 1),
#if defined EX_HOSTILE || defined __SANITIZE_ADDRESS__
    SHARING = 0 /* every piece is a separate block: each one can fail, and is checked */
#else
    SHARING = LARGEST
#endif
};

/* Header of every piece of memory. */
struct piece {
    _Alignas(max_align_t) size_t size; /* of what follows */
    struct piece *next;                /* of those of the same size that wait to be used again */
};

/* Taken from mem: a chunk that is cut into pieces, or one piece that is too large for that. */
struct block {
    _Alignas(max_align_t) struct block *prev;
    struct block *next;
};

static const enum deep_end RAN_OUT = DEEP_FAILED + 1; /* of memory; internal */

struct call {
    struct mem_call mem;
    struct store *s;
    void (*f)(void *context);
    void *context;
    enum deep_end end;
    uint64_t work, budget, charged; /* charged: of `work`, to the store */
    struct block *blocks;           /* all */
    struct piece *unused[CLASSES];  /* pieces that were given back */
    char *rest;                     /* of the newest chunk */
    size_t rest_size, next_chunk;
};

static _Thread_local struct call *current; /* the call of this thread */

/* ---- the end ---- */

_Noreturn static void finish(struct call *c, enum deep_end end)
{
    c->end = end;
    longjmp(c->mem.point, 1);
}

void deep_give_up(void)
{
    assert(current);
    finish(current, DEEP_FAILED);
}

/* The work of all calls is work of the command. */
static void charge(struct call *c)
{
    ex_charge(c->s, c->work - c->charged);
    c->charged = c->work;
}

void deep_work(uint64_t amount)
{
    struct call *c = current;
    assert(c && "FLINT is used outside of deep_run");
    if (amount > c->budget - c->work)
        finish(c, DEEP_BUDGET);
    c->work += amount;
    if (c->work - c->charged < WORK_PER_CHARGE)
        return;
    charge(c);
    if (c->s->stopped)
        finish(c, DEEP_BUDGET);
}

/* ---- the arena ---- */

static void *new_block(struct call *c, size_t size)
{
    if (size > SIZE_MAX / 2)
        mem_run_out(c->s->mem);
    struct block *b = mem_grow(c->s->mem, NULL, sizeof *b + size);
    *b = (struct block){.next = c->blocks};
    if (b->next)
        b->next->prev = b;
    c->blocks = b;
    return b + 1;
}

static void free_block(struct call *c, struct block *b)
{
    *(b->prev ? &b->prev->next : &c->blocks) = b->next;
    if (b->next)
        b->next->prev = b->prev;
    mem_grow(c->s->mem, b, 0);
}

static struct piece *cut(struct call *c, size_t bytes)
{
    if (c->rest_size < bytes) {
        c->rest = new_block(c, c->next_chunk);
        c->rest_size = c->next_chunk;
        if (c->next_chunk < LAST_CHUNK)
            c->next_chunk *= 2;
    }
    struct piece *p = (struct piece *)(void *)c->rest;
    c->rest += bytes;
    c->rest_size -= bytes;
    return p;
}

static int class_of(size_t size)
{
    return size <= SMALLEST ? 0 : __builtin_clzll(SMALLEST - 1) - __builtin_clzll(size - 1);
}

static void *take(size_t size)
{
    deep_work(1 + size / BYTES_PER_WORK);
    struct call *c = current;
    int class = class_of(size);
    if (size <= LARGEST)
        size = (size_t)SMALLEST << class;
    struct piece *p = size <= SHARING ? c->unused[class] : NULL;
    if (p) {
        c->unused[class] = p->next;
        return p + 1;
    }
    p = size <= SHARING ? cut(c, sizeof *p + size) : new_block(c, sizeof *p + size);
    p->size = size;
    return p + 1;
}

static void *take_zeroed(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size)
        mem_run_out(current->s->mem);
    return memset(take(count * size), 0, count * size);
}

static void give(void *at)
{
    if (!at)
        return;
    struct piece *p = (struct piece *)at - 1;
#ifdef EX_HOSTILE
    memset(at, 0xA5, p->size);
#endif
    if (p->size > SHARING) {
        free_block(current, (struct block *)(void *)p - 1);
        return;
    }
    int class = class_of(p->size);
    p->next = current->unused[class];
    current->unused[class] = p;
}

static void *move(void *at, size_t size)
{
    if (!at)
        return take(size);
    size_t old = ((struct piece *)at - 1)->size;
    if (size <= old)
        return at;
    void *to = take(size);
    memcpy(to, at, old);
    give(at);
    return to;
}

const struct deep_memory deep_memory = {take, take_zeroed, move, give};

/* ---- the call ---- */

static void *run(void *at)
{
    struct call *c = at;
    current = c;
    reserve_open();
    mem_enter(c->s->mem, &c->mem);
    if (setjmp(c->mem.point) == 0) {
        c->f(c->context);
        c->end = DEEP_DONE;
    }
    return NULL;
}

/* False: the system cannot create a thread. */
static bool run_on_thread(struct call *c)
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK);
    bool started = pthread_create(&thread, &attributes, run, c) == 0;
    pthread_attr_destroy(&attributes);
    if (started)
        pthread_join(thread, NULL);
    reserve_close();
    return started;
}

/* Work that was allowed and not used is available to the next call. */
static void spend(struct store *s, uint64_t work)
{
    if (s->deep_left)
        s->deep_left = work + 1 < s->deep_left ? s->deep_left - work : 1;
}

enum deep_end deep_run(struct store *s, void (*f)(void *context), void *context, uint64_t budget)
{
    if (s->stopped)
        return DEEP_BUDGET;
    if (!flint_load())
        return DEEP_FAILED;
    ex_settle(s);
    int layers_used = s->layers_used, nesting = s->nesting;
    struct mem_mark mark = mem_mark(s->mem);
    struct call c = {.mem = {.take = take, .move = move, .give = give},
                     .s = s,
                     .f = f,
                     .context = context,
                     .end = RAN_OUT,
                     .budget = budget,
                     .next_chunk = FIRST_CHUNK};
    if (!run_on_thread(&c))
        mem_run_out(s->mem);
    mem_leave(s->mem);
    while (c.blocks)
        free_block(&c, c.blocks);
    if (c.end == RAN_OUT)
        mem_run_out(s->mem);
    charge(&c);
    spend(s, c.work);
    if (c.end != DEEP_DONE) { /* resets unfinished operations */
        mem_release(s->mem, mark);
        s->layers_used = layers_used;
        s->nesting = nesting;
    }
    return c.end;
}

bool deep_attempt(struct store *s, void (*f)(void *context), void *context, uint64_t budget)
{
    if (s->deep_left && s->deep_left < budget)
        budget = s->deep_left;
    const bool calm = s->error[0] == 0;
    const bool done = deep_run(s, f, context, budget) == DEEP_DONE;
    ex_forgive(s, calm);
    return done;
}
