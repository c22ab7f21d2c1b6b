/* runtime/host/cell.c -- sandbox of libtcc: its memory, stack and permitted functions. */
#define _GNU_SOURCE /* mremap */
#include "runtime/host/cell.h"

#if defined NOSLIP_PLAIN

#include <sys/mman.h>

enum cell_end cell_run(void (*body)(void *context), void *context)
{
    body(context);
    return CELL_DONE;
}

void *cell_pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void cell_fail_at(uint64_t nth)
{
    (void)nth;
}

uint64_t cell_count(void)
{
    return 0;
}

#elif defined __x86_64__

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* ---- entry and exit ---- */

/* Sanitizers do not know the other stack, so none of their code may run between a jump and its
 * target: they would take the distance for the size of a frame. So the jumps are not those of libc,
 * and functions that jump are BARE. Sanitizers would know the stack of a thread, but to start and
 * join one takes 12 us on an idle machine and 40 on a busy one, and a compile only 75. */
#define BARE __attribute__((no_sanitize("address")))

struct way { /* registers that a call preserves; smaller than libc's jmp_buf, which libtcc passes */
    uint64_t rbx, rbp, r12, r13, r14, r15, rsp, rip;
};
int cell__setjmp(struct way *back) __attribute__((returns_twice));
void cell___longjmp_chk(struct way *back, int value) __attribute__((noreturn));
void cell_call(void (*body)(void *context), void *context, char *stack_top);

/* clang-format off */
__asm__(
    ".pushsection .text\n"
    ".globl cell__setjmp, cell___longjmp_chk, cell_call\n"
    ".hidden cell__setjmp, cell___longjmp_chk, cell_call\n"
    ".type cell__setjmp, @function\n"
    "cell__setjmp:\n"
    "  movq %rbx, (%rdi)\n   movq %rbp, 8(%rdi)\n  movq %r12, 16(%rdi)\n"
    "  movq %r13, 24(%rdi)\n movq %r14, 32(%rdi)\n movq %r15, 40(%rdi)\n"
    "  leaq 8(%rsp), %rax\n  movq %rax, 48(%rdi)\n" /* rsp after the return */
    "  movq (%rsp), %rax\n   movq %rax, 56(%rdi)\n"
    "  xorl %eax, %eax\n     ret\n"
    ".size cell__setjmp, . - cell__setjmp\n"
    ".type cell___longjmp_chk, @function\n"
    "cell___longjmp_chk:\n"
    "  movl %esi, %eax\n"
    "  movq (%rdi), %rbx\n   movq 8(%rdi), %rbp\n  movq 16(%rdi), %r12\n"
    "  movq 24(%rdi), %r13\n movq 32(%rdi), %r14\n movq 40(%rdi), %r15\n"
    "  movq 48(%rdi), %rsp\n jmp *56(%rdi)\n"
    ".size cell___longjmp_chk, . - cell___longjmp_chk\n"
    ".type cell_call, @function\n"
    "cell_call:\n"
    "  pushq %rbp\n          movq %rsp, %rbp\n"
    "  movq %rdx, %rsp\n     movq %rdi, %rax\n     movq %rsi, %rdi\n"
    "  call *%rax\n"
    "  movq %rbp, %rsp\n     popq %rbp\n           ret\n"
    ".size cell_call, . - cell_call\n"
    ".popsection\n");
/* clang-format on */

static struct way out;

BARE __attribute__((noreturn)) static void leave(enum cell_end end)
{
    cell___longjmp_chk(&out, (int)end);
}

/* ---- the room ---- */

/* A guard gap, the stack, which grows down towards the gap, and the first piece of the arena. The
 * gap catches overflows beyond the margin; it is wider than the largest move that valgrind accepts
 * within one stack. */
enum {
    GAP = 4 << 20,
    STACK_MARGIN = 1 << 16, /* for calls of libtcc between two tokens */
    PIECE = 4 << 20,
    LARGE = 1 << 20, /* blocks of this size or more have their own mappings, and move by mremap */
    ALIGN = 16,
};

struct piece { /* at the head of a mapping */
    struct piece *before, *after;
    size_t bytes, used; /* including this header */
};
struct block { /* before the memory that libtcc gets */
    size_t bytes;
    size_t unused;
};
_Static_assert(sizeof(struct block) == ALIGN && sizeof(struct piece) % ALIGN == 0,
               "all is aligned");

static char *room;
static struct piece *home, *newest; /* for small blocks, one piece after the other */
static struct piece *large;
static size_t mapped; /* in all pieces */
static uint64_t counted, fails_at;

static char *stack_bottom(void)
{
    return room + GAP;
}
static char *stack_top(void)
{
    return stack_bottom() + CELL_STACK;
}

static void *map(size_t bytes) /* or NULL */
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static bool furnish(void)
{
    const size_t bytes = (size_t)GAP + CELL_STACK + PIECE;
    void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return false;
    if (mprotect((char *)p + GAP, bytes - GAP, PROT_READ | PROT_WRITE) != 0) {
        munmap(p, bytes);
        return false;
    }
    room = p;
    home = (struct piece *)(void *)stack_top();
    *home = (struct piece){.bytes = PIECE, .used = sizeof *home};
    newest = home;
    mapped = PIECE;
    return true;
}

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* A new head of the list, or NULL. */
static struct piece *add_piece(struct piece *list, size_t bytes)
{
    struct piece *p = bytes <= CELL_LIMIT - mapped ? map(bytes) : NULL;
    if (!p)
        return NULL;
    *p = (struct piece){.before = list, .bytes = bytes, .used = sizeof *p};
    if (list)
        list->after = p;
    mapped += bytes;
    return p;
}

static void drop_large(struct piece *p)
{
    if (p->before)
        p->before->after = p->after;
    *(p->after ? &p->after->before : &large) = p->before;
    mapped -= p->bytes;
    munmap(p, p->bytes);
}

static void empty_arena(void)
{
    while (large)
        drop_large(large);
    while (newest != home) {
        struct piece *p = newest;
        newest = p->before;
        mapped -= p->bytes;
        munmap(p, p->bytes);
    }
    home->used = sizeof *home;
}

/* ---- its variables: all that libtcc has, see tests/build.mk ---- */

extern char statics[] __asm__("__start_cell_statics"); /* names that the linker makes */
extern char statics_end[] __asm__("__stop_cell_statics");

/* Clears the variables of libtcc after a run, also an aborted one. Before the first they are 0. */
static void forget(void)
{
    static bool used;
    if (used)
        memset(statics, 0, (size_t)(statics_end - statics));
    used = true;
}

enum cell_end cell_run(void (*body)(void *context), void *context)
{
    if (!room && (++counted == fails_at || !furnish()))
        return CELL_MEMORY;
    forget();
    const enum cell_end end = (enum cell_end)cell__setjmp(&out);
    if (end == CELL_DONE)
        cell_call(body, context, stack_top());
    empty_arena();
    return end;
}

void cell_fail_at(uint64_t nth)
{
    fails_at = nth ? counted + nth : 0;
}

uint64_t cell_count(void)
{
    return counted;
}

/* ---- functions of the sandbox: libtcc's malloc is cell_malloc, and so on ---- */

void *cell_malloc(size_t bytes);
void *cell_calloc(size_t n, size_t bytes);
void *cell_realloc(void *old, size_t bytes);
void cell_free(void *old);

/* Called wherever libtcc calls the sandbox: there is no other place to check the recursion. */
BARE static void check_depth(void)
{
    if ((char *)__builtin_frame_address(0) < stack_bottom() + STACK_MARGIN)
        leave(CELL_DEPTH);
}

BARE static void *take(size_t bytes)
{
    check_depth();
    if (++counted == fails_at || bytes > CELL_LIMIT)
        leave(CELL_MEMORY);
    const size_t rounded = aligned(bytes), need = sizeof(struct block) + rounded;
    const bool is_large = rounded >= LARGE;
    struct piece *p = is_large ? NULL : newest;
    if (!p || need > p->bytes - p->used) {
        p = add_piece(is_large ? large : newest, is_large ? sizeof *p + need : PIECE);
        if (!p)
            leave(CELL_MEMORY);
        *(is_large ? &large : &newest) = p;
    }
    struct block *b = (struct block *)(void *)((char *)p + p->used);
    p->used += need;
    b->bytes = rounded;
    return b + 1;
}

BARE void *cell_pages(size_t bytes)
{
    void *p = ++counted == fails_at ? NULL : map(bytes);
    if (!p)
        leave(CELL_MEMORY);
    return p;
}

static bool is_last(const struct block *b)
{
    return (const char *)(b + 1) + b->bytes == (const char *)newest + newest->used;
}

void *cell_malloc(size_t bytes)
{
    return take(bytes);
}

BARE void *cell_calloc(size_t n, size_t bytes)
{
    if (bytes && n > CELL_LIMIT / bytes)
        leave(CELL_MEMORY);
    return memset(take(n * bytes), 0, n * bytes);
}

static struct piece *piece_of_large(struct block *b)
{
    return (struct piece *)(void *)b - 1;
}

/* Of the small blocks only the last one is used again: most are freed with the run anyway. */
void cell_free(void *old)
{
    if (!old)
        return;
    struct block *b = (struct block *)old - 1;
    if (b->bytes >= LARGE)
        drop_large(piece_of_large(b));
    else if (is_last(b))
        newest->used -= sizeof *b + b->bytes;
}

BARE static void *grow_large(struct block *b, size_t bytes)
{
    struct piece *p = piece_of_large(b);
    const size_t more = aligned(bytes) - b->bytes, had = p->bytes;
    if (++counted == fails_at || more > CELL_LIMIT - mapped)
        leave(CELL_MEMORY);
    p = mremap(p, had, had + more, MREMAP_MAYMOVE);
    if (p == MAP_FAILED)
        leave(CELL_MEMORY);
    p->bytes += more;
    mapped += more;
    if (p->before)
        p->before->after = p;
    *(p->after ? &p->after->before : &large) = p;
    b = (struct block *)(p + 1);
    b->bytes += more;
    return b + 1;
}

/* The last small block grows in place: it is freed, and a larger one allocated at the same place.
 */
void *cell_realloc(void *old, size_t bytes)
{
    if (!old)
        return take(bytes);
    struct block *b = (struct block *)old - 1;
    const size_t had = b->bytes;
    if (bytes <= had)
        return old;
    if (had >= LARGE)
        return grow_large(b, bytes);
    cell_free(old);
    void *p = take(bytes);
    return p == old ? p : memcpy(p, old, had);
}

/* Two calls inside libtcc that tests/build.mk redirects. By the first the parser reads a token. */
void tcc_next(void);
void cell_next(void);
void cell_next(void)
{
    check_depth();
    tcc_next();
}

/* By the second a compile begins, with the text of some hundred predefined macros and functions as
 * the file to be read first. Generated text uses none of them, and reading them takes four times as
 * long as reading twenty statements: the file is skipped. */
extern struct {
    const char *at, *end; /* its first members */
} * tcc_file;
void tcc_preprocess_start(void *state, int assembler);
void cell_preprocess_start(void *state, int assembler);
void cell_preprocess_start(void *state, int assembler)
{
    tcc_preprocess_start(state, assembler);
    tcc_file->at = tcc_file->end;
}

/* Functions that libtcc may call but that do nothing. Pages become executable in jit.c. */
int cell_mprotect(void *at, size_t bytes, int protection);
int cell_open(const char *path, int flags, ...);
char *cell_getenv(const char *name);
void *cell_dlsym(void *library, const char *name);
int cell_sem_init(void *sem, int shared, unsigned value);
int cell_sem_wait(void *sem);
int cell_sem_post(void *sem);
time_t cell_time(time_t *t);
struct tm *cell_localtime(const time_t *t);

int cell_mprotect(void *at, size_t bytes, int protection)
{
    (void)at, (void)bytes, (void)protection;
    return 0;
}
int cell_open(const char *path, int flags, ...)
{
    (void)path, (void)flags;
    return -1;
}
char *cell_getenv(const char *name)
{
    (void)name;
    return NULL;
}
void *cell_dlsym(void *library, const char *name)
{
    (void)library, (void)name;
    return NULL;
}
int cell_sem_init(void *sem, int shared, unsigned value)
{
    (void)sem, (void)shared, (void)value;
    return 0;
}
int cell_sem_wait(void *sem)
{
    (void)sem;
    return 0;
}
int cell_sem_post(void *sem)
{
    (void)sem;
    return 0;
}
time_t cell_time(time_t *t)
{
    (void)t;
    return 0;
}
struct tm *cell_localtime(const time_t *t)
{
    static struct tm epoch = {.tm_mday = 1, .tm_year = 70};
    (void)t;
    return &epoch;
}

/* Functions that libtcc may not call: files, output, signals, shared libraries; its assembler, by
 * which a text could do anything; options that a text sets by #pragma. */
BARE __attribute__((noreturn)) static void refuse(void)
{
    leave(CELL_STOPPED);
}
#define REFUSE(name) void cell_##name(void) __attribute__((alias("refuse"), noreturn));
REFUSE(exit)
REFUSE(__assert_fail)
REFUSE(read)
REFUSE(close)
REFUSE(lseek)
REFUSE(unlink)
REFUSE(getcwd)
REFUSE(fdopen)
REFUSE(fclose)
REFUSE(fflush)
REFUSE(fwrite)
REFUSE(fputc)
REFUSE(fputs)
REFUSE(puts)
REFUSE(putchar)
REFUSE(__printf_chk)
REFUSE(__fprintf_chk)
REFUSE(__vfprintf_chk)
REFUSE(sigaction)
REFUSE(sigemptyset)
REFUSE(dlopen)
REFUSE(dlclose)
REFUSE(asm_instr)
REFUSE(asm_global_instr)
REFUSE(asm_parse_regvar)
REFUSE(tcc_assemble)
REFUSE(set_options)

/* Arguments of refused functions. */
extern void *const cell_stdout, *const cell_stderr, *const cell_environ;
void *const cell_stdout = NULL, *const cell_stderr = NULL, *const cell_environ = NULL;

#endif
