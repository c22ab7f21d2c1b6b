/* tests/memory/fail.c -- allocations that fail: one of them, or one of every so many.
 *
 * Preloaded. FAIL_AT is the number of the first call of malloc, calloc, realloc or mmap that fails,
 * 0: none; FAIL_EVERY the number of calls from one that fails to the next, 0: no other one fails.
 * At the end the number of calls is written to the file that FAIL_COUNT names.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_ulong calls;
static unsigned long first, every;
static bool counts;
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

static unsigned long number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

static void find(void)
{
    *(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
    *(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&real_mmap = dlsym(RTLD_NEXT, "mmap");
}

__attribute__((constructor)) static void begin(void)
{
    find();
    first = number("FAIL_AT");
    every = number("FAIL_EVERY");
    counts = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    char text[32];
    counts = false;
    const int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)calls);
    const int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    if (file >= 0 && write(file, text, (size_t)length) != length)
        _exit(99);
}

static bool fails(void)
{
    if (!real_mmap)
        find();
    if (!counts)
        return false;
    const unsigned long n = ++calls;
    const bool now = first && n >= first && (n == first || (every && (n - first) % every == 0));
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size)
{
    return fails() ? NULL : real_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : real_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : real_realloc(old, size);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t from)
{
    return fails() ? MAP_FAILED : real_mmap(at, size, protection, flags, file, from);
}
