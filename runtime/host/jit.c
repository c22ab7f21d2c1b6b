/* runtime/host/jit.c -- in-process compilation by libtcc, confined to the sandbox of cell.h. */
#define _GNU_SOURCE /* memfd_create */
#include "runtime/host/jit.h"

#include <stdio.h>
#include <sys/mman.h>

/* Only the first message is kept, the others follow from it. */
static bool fail(struct jit *j, enum jit_fault fault, const char *message)
{
    if (j->fault == JIT_NONE) {
        j->fault = fault;
        snprintf(j->why, sizeof j->why, "%s", message);
    }
    return false;
}

#if defined __x86_64__ || defined NOSLIP_PLAIN

#include "runtime/host/cell.h"

#include <libtcc.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* libtcc says "memory full" when one of its tables is too small. */
static void complain(void *context, const char *message)
{
    fail(context, strstr(message, "memory full") ? JIT_MEMORY : JIT_TEXT, message);
}

/* ISO C has no cast between functions and objects; the interface of libtcc needs one. */
static const void *as_object(jit_function *f)
{
    const void *p;
    memcpy(&p, &f, sizeof p);
    return p;
}

static jit_function *as_function(const void *p)
{
    jit_function *f;
    memcpy(&f, &p, sizeof f);
    return f;
}

/* ---- in the sandbox ---- */

struct task {
    struct jit *j;
    const char *text;
    const struct jit_symbol *allowed;
    size_t n_allowed;
    struct jit_symbol *wanted;
    size_t n_wanted;
    bool done;
};

static bool compile(const struct task *t, TCCState *s)
{
    tcc_set_error_func(s, t->j, complain);
    tcc_set_options(s, "-nostdlib -nostdinc -w"); /* before the output type, or libc is reachable */
    if (tcc_set_output_type(s, TCC_OUTPUT_MEMORY) < 0)
        return fail(t->j, JIT_TEXT, "libtcc cannot compile to memory");
    if (tcc_compile_string(s, t->text) < 0)
        return fail(t->j, JIT_TEXT, "libtcc does not accept the text");
    for (size_t i = 0; i < t->n_allowed; i++)
        if (t->allowed[i].name[0] &&
            tcc_add_symbol(s, t->allowed[i].name, as_object(t->allowed[i].at)) < 0)
            return fail(t->j, JIT_TEXT, "libtcc does not accept a symbol");
    return true;
}

static bool place(struct jit *j, TCCState *s)
{
    const int bytes = tcc_relocate(s, NULL);
    if (bytes < 0)
        return fail(j, JIT_TEXT, "libtcc cannot link the text");
    j->bytes = bytes > 0 ? (size_t)bytes : 1;
    j->pages = cell_pages(j->bytes);
    if (!j->pages)
        return fail(j, JIT_MEMORY, "no memory is left for the code");
    if (tcc_relocate(s, j->pages) < 0)
        return fail(j, JIT_TEXT, "libtcc cannot place the code");
    return true;
}

static bool find(const struct task *t, TCCState *s)
{
    for (size_t i = 0; i < t->n_wanted; i++) {
        t->wanted[i].at = as_function(tcc_get_symbol(s, t->wanted[i].name));
        if (!t->wanted[i].at)
            return fail(t->j, JIT_TEXT, "a wanted function is not in the text");
    }
    return true;
}

static void work(void *context)
{
    struct task *t = context;
    TCCState *s = tcc_new();
    t->done = s && compile(t, s) && place(t->j, s) && find(t, s);
    if (s && !CELL_FORGETS)
        tcc_delete(s);
}

/* ---- outside ---- */

/* One compile at a time, in the C locale: libtcc reads literals with strtod. */
static enum cell_end enter(struct task *t)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static locale_t plain; /* the C locale, in glibc a static object */
    pthread_mutex_lock(&lock);
    if (!plain)
        plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const locale_t before = uselocale(plain);
    const enum cell_end end = cell_run(work, t);
    uselocale(before);
    pthread_mutex_unlock(&lock);
    return end;
}

static bool contained(struct task *t)
{
    static const struct {
        enum jit_fault fault;
        const char *why;
    } ends[] = {
        [CELL_DONE] = {JIT_TEXT, "libtcc does not start"},
        [CELL_MEMORY] = {JIT_MEMORY, "no memory is left for libtcc"},
        [CELL_DEPTH] = {JIT_MEMORY, "the text is nested too deeply for libtcc"},
        [CELL_STOPPED] = {JIT_TEXT, "libtcc gives up on the text"},
    };
    const enum cell_end end = enter(t);
    if (end == CELL_DONE && t->done)
        return true;
    return fail(t->j, ends[end].fault, ends[end].why);
}

/* Maps the same bytes at the same address from a file in memory: a system that forbids writable
 * pages to become executable may still allow this. */
static bool replace(const struct jit *j)
{
    const int file = memfd_create("jit", MFD_CLOEXEC);
    if (file < 0)
        return false;
    const bool done = write(file, j->pages, j->bytes) == (ssize_t)j->bytes &&
                      mmap(j->pages, j->bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file,
                           0) == j->pages;
    close(file);
    return done;
}

static bool seal(struct jit *j)
{
    if (mprotect(j->pages, j->bytes, PROT_READ | PROT_EXEC) == 0 || replace(j))
        return true;
    return fail(j, JIT_REFUSED, "this system does not let compiled code run");
}

bool jit_open(struct jit *j, const char *text, const struct jit_symbol *allowed, size_t n_allowed,
              struct jit_symbol *wanted, size_t n_wanted)
{
    struct task t = {.j = j,
                     .text = text,
                     .allowed = allowed,
                     .n_allowed = n_allowed,
                     .wanted = wanted,
                     .n_wanted = n_wanted};
    *j = (struct jit){.pages = NULL};
    if (contained(&t) && seal(j))
        return true;
    for (size_t i = 0; i < n_wanted; i++)
        wanted[i].at = NULL;
    jit_close(j);
    return false;
}

#else

bool jit_open(struct jit *j, const char *text, const struct jit_symbol *allowed, size_t n_allowed,
              struct jit_symbol *wanted, size_t n_wanted)
{
    (void)text, (void)allowed, (void)n_allowed;
    *j = (struct jit){.pages = NULL};
    for (size_t i = 0; i < n_wanted; i++)
        wanted[i].at = NULL;
    return fail(j, JIT_REFUSED, "there is no libtcc for this machine");
}

#endif

void jit_close(struct jit *j)
{
    if (j->pages)
        munmap(j->pages, j->bytes);
    j->pages = NULL;
    j->bytes = 0;
}
