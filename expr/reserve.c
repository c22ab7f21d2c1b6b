/* expr/reserve.c -- malloc for the process, with a reserve for the dynamic linker. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "reserve.h"

#include <stdlib.h>

#if defined __SANITIZE_ADDRESS__ || defined NOSLIP_PLAIN
#define NO_RESERVE
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define NO_RESERVE
#endif
#endif

#ifdef NO_RESERVE

void reserve_open(void) {}

void reserve_close(void) {}

void *reserve_none(size_t bytes)
{
    return malloc(bytes);
}

#else

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { RESERVE = 256 * 1024 };

/* A stack of pieces; those below the top that were given back wait until the ones above are. */
struct piece {
    _Alignas(max_align_t) struct piece *below;
    size_t size; /* of what follows */
    bool used;
};
static _Alignas(max_align_t) char reserve[RESERVE];
static struct piece *top;
static bool is_open;

static struct {
    void *(*malloc)(size_t bytes);
    void *(*calloc)(size_t count, size_t bytes);
    void *(*realloc)(void *p, size_t bytes);
    void (*free)(void *p);
} next; /* the functions of the system, or of a library that is preloaded */

static void find(void)
{
    if (next.malloc)
        return;
    *(void **)&next.free = dlsym(RTLD_NEXT, "free");
    *(void **)&next.calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&next.realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&next.malloc = dlsym(RTLD_NEXT, "malloc");
}

/* ---- the reserve ---- */

static bool is_reserved(const void *p)
{
    return (uintptr_t)p - (uintptr_t)reserve < RESERVE;
}

static void *take(size_t bytes)
{
    char *at = top ? (char *)(top + 1) + top->size : reserve;
    const size_t left = (size_t)(reserve + RESERVE - at);
    if (!is_open || bytes > RESERVE / 2 || bytes + 2 * sizeof *top > left)
        return NULL;
    struct piece *p = (struct piece *)(void *)at;
    *p = (struct piece){.below = top, .used = true};
    p->size = (bytes + sizeof(max_align_t)) / sizeof(max_align_t) * sizeof(max_align_t);
    top = p;
    return memset(p + 1, 0, p->size);
}

static void give(void *at)
{
    ((struct piece *)at - 1)->used = false;
    while (top && !top->used)
        top = top->below;
}

static void *move(void *from, size_t bytes)
{
    const size_t old = ((struct piece *)from - 1)->size;
    void *to = malloc(bytes);
    if (!to)
        return NULL;
    memcpy(to, from, old < bytes ? old : bytes);
    give(from);
    return to;
}

/* ---- the functions of the process ---- */

void *malloc(size_t bytes)
{
    void *p = reserve_none(bytes);
    return p || !is_open ? p : take(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    find();
    void *p = next.calloc(count, bytes);
    return p || !is_open || (bytes && count > RESERVE / bytes) ? p : take(count * bytes);
}

void *realloc(void *old, size_t bytes)
{
    find();
    if (is_reserved(old))
        return move(old, bytes);
    void *p = next.realloc(old, bytes);
    if (p || !is_open || !(p = take(bytes)) || !old)
        return p;
    const size_t had = malloc_usable_size(old);
    memcpy(p, old, had < bytes ? had : bytes);
    next.free(old);
    return p;
}

void free(void *p)
{
    find();
    if (is_reserved(p))
        give(p);
    else
        next.free(p);
}

/* ---- the interface ---- */

void reserve_open(void)
{
    is_open = true;
}

void reserve_close(void)
{
    is_open = false;
}

void *reserve_none(size_t bytes)
{
    find();
    return next.malloc(bytes);
}

#endif
