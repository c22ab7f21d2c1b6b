/* runtime/host/jit.c -- libtcc held on a short leash. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, syscall */
#include "runtime/host/jit.h"

#include <libtcc.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* tcc_relocate asks for pages that are writable and executable at once. libtcc is linked from an
 * archive, so inside this program it finds this mprotect, which grants everything but that; the
 * pages stay writable until `seal` makes them executable instead. Hidden: shared libraries do not
 * see it. */
int mprotect(void *address, size_t bytes, int protection) __attribute__((visibility("hidden")));
int mprotect(void *address, size_t bytes, int protection)
{
    if ((protection & PROT_WRITE) && (protection & PROT_EXEC))
        return 0;
    return (int)syscall(SYS_mprotect, address, bytes, protection);
}

/* Only the first complaint is to the point, the others follow from it. */
static void complain(void *context, const char *message)
{
    struct jit *j = context;
    if (!j->why[0])
        snprintf(j->why, sizeof j->why, "%s", message);
}

static bool fail(struct jit *j, const char *message)
{
    complain(j, message);
    return false;
}

/* ISO C has no cast between functions and objects; libtcc wants one. */
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

static bool compile(struct jit *j, TCCState *s, const char *text, const struct jit_symbol *allowed,
                    size_t n)
{
    tcc_set_error_func(s, j, complain);
    tcc_set_options(s, "-nostdlib -nostdinc"); /* before the output type, or libc is reachable */
    if (tcc_set_output_type(s, TCC_OUTPUT_MEMORY) < 0)
        return fail(j, "libtcc cannot compile to memory");
    if (tcc_compile_string(s, text) < 0)
        return fail(j, "libtcc does not accept the text");
    for (size_t i = 0; i < n; i++)
        if (allowed[i].name[0] && tcc_add_symbol(s, allowed[i].name, as_object(allowed[i].at)) < 0)
            return fail(j, "libtcc does not accept a symbol");
    return true;
}

static bool place(struct jit *j, TCCState *s)
{
    const int bytes = tcc_relocate(s, NULL);
    if (bytes < 0)
        return fail(j, "libtcc cannot link the text");
    j->bytes = bytes > 0 ? (size_t)bytes : 1;
    void *p = mmap(NULL, j->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return fail(j, "no memory for the compiled code");
    j->pages = p;
    if (tcc_relocate(s, p) < 0)
        return fail(j, "libtcc cannot place the code");
    return true;
}

static bool seal(struct jit *j)
{
    if (mprotect(j->pages, j->bytes, PROT_READ | PROT_EXEC) != 0)
        return fail(j, "this system does not let compiled code run");
    return true;
}

static bool find(struct jit *j, TCCState *s, struct jit_symbol *wanted, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        wanted[i].at = as_function(tcc_get_symbol(s, wanted[i].name));
        if (!wanted[i].at)
            return fail(j, "a wanted function is not in the text");
    }
    return true;
}

bool jit_open(struct jit *j, const char *text, const struct jit_symbol *allowed, size_t n_allowed,
              struct jit_symbol *wanted, size_t n_wanted)
{
    *j = (struct jit){.pages = NULL};
    TCCState *s = tcc_new();
    if (!s)
        return fail(j, "libtcc does not start");
    bool done = compile(j, s, text, allowed, n_allowed) && place(j, s) &&
                find(j, s, wanted, n_wanted) && seal(j);
    tcc_delete(s);
    if (!done) {
        for (size_t i = 0; i < n_wanted; i++)
            wanted[i].at = NULL;
        jit_close(j);
    }
    return done;
}

void jit_close(struct jit *j)
{
    if (j->pages)
        munmap(j->pages, j->bytes);
    j->pages = NULL;
    j->bytes = 0;
}
