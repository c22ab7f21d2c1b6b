/* tests/unit/jit_isolation.c -- confinement of libtcc, and refusals by the system.
 *
 * Memory runs out at every allocation of a compile; texts are nested very deeply; threads compile
 * at the same time; the system refuses some kinds of pages. jit_open must return, and the next
 * compile must succeed.
 */
#define _GNU_SOURCE /* syscall numbers, prctl */
#include "runtime/host/cell.h"
#include "runtime/host/jit.h"
#include "support/support.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef double of_one(double);

/* valgrind has its own memory in the process, and needs rights that are forbidden below. */
static bool under_valgrind(void)
{
    const char *preload = getenv("LD_PRELOAD");
    return preload && strstr(preload, "vgpreload");
}

static const char rich[] = /* uses everything that allocates */
    "#define SQUARE(a) ((a) * (a))\n"
    "struct s { double a, b; int n; };\n"
    "double twice(double);\n"
    "static double half(const struct s *s) { return s->a * 0x1p-1 + s->b * .5; }\n"
    "double f(double x) {\n"
    "  static const double table[] = {1, 2.5, 3}; const char *text = \"text\" \"more\";\n"
    "  struct s s; int i = 0; s.a = x; s.b = table[1]; s.n = text[0];\n"
    "again: if (i++ < 3) goto again;\n"
    "  switch (i) { case 4: s.a = SQUARE(s.a); break; case 5: goto out; default: s.b = 0; }\n"
    "  for (i = 0; i < 4; i++) { s.b += i ? twice(i) : -table[2]; if (s.n == 7) continue; }\n"
    "out: return half(&s);\n"
    "}\n";
static const double rich_of_3 = 10.25; /* (3^2 + 2.5 + 12 - 3) / 2 */

static double twice(double x)
{
    return 2 * x;
}

static bool open_text(struct jit *j, const char *text, struct jit_symbol *f)
{
    static const struct jit_symbol allowed[] = {{"twice", (jit_function *)twice}};
    *f = (struct jit_symbol){.name = "f"};
    return jit_open(j, text, allowed, COUNT(allowed), f, 1);
}

/* NULL, or the reason of a failure. Runs in threads, too, where assertions are not allowed. */
static const char *compile_rich(void)
{
    struct jit j;
    struct jit_symbol f;
    if (!open_text(&j, rich, &f))
        return "the rich text does not compile";
    const double value = ((of_one *)f.at)(3);
    jit_close(&j);
    return value == rich_of_3 ? NULL : "another value";
}

static void require_rich(const char *after)
{
    const char *why = compile_rich();
    REQUIRE(!why, "after %s: %s", after, why);
}

/* ---- memory ---- */

static size_t fail_everywhere(const char *text, enum jit_fault in_the_end)
{
    for (size_t nth = 1;; nth++) {
        struct jit j;
        struct jit_symbol f;
        cell_fail_at(nth);
        const bool done = open_text(&j, text, &f);
        cell_fail_at(0);
        REQUIRE(done == (j.fault == JIT_NONE) && done == !j.why[0] && done == (f.at != NULL) &&
                    done == (j.pages != NULL),
                "with allocation %zu failing: fault %d, %s", nth, j.fault, j.why);
        jit_close(&j);
        if (j.fault != JIT_MEMORY) {
            ck_assert_int_eq(j.fault, in_the_end);
            return nth - 1;
        }
        require_rich("memory ran out");
    }
}

START_TEST(every_allocation_fails_once)
{
    size_t failed = fail_everywhere(rich, JIT_NONE);
    ck_assert_uint_gt(failed, 50);
    const uint64_t before = cell_count();
    require_rich("all");
    ck_assert_uint_le(cell_count() - before, failed); /* every allocation has failed once */
    printf("%zu failures in a good text", failed);
    failed = fail_everywhere("double f(double x) { a: b: goto c; { __label__ d; d: ", JIT_TEXT);
    ck_assert_uint_gt(failed, 50);
    printf(", %zu in a bad one\n", failed);
}
END_TEST

START_TEST(the_arena_has_a_limit)
{
    struct jit j;
    struct jit_symbol f;
    ck_assert(!open_text(&j, "int a[1 << 28] = {[1 << 27] = 1}; int f(void) { return 1; }", &f));
    ck_assert_int_eq(j.fault, JIT_MEMORY);
    ck_assert(j.why[0]);
    require_rich("too large an array");
}
END_TEST

struct pages {
    size_t all, resident;
};

static struct pages count_pages(void)
{
    char text[128] = "", *rest = NULL;
    FILE *f = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, f));
    fclose(f);
    struct pages p = {.all = strtoul(text, &rest, 10)};
    p.resident = strtoul(rest, NULL, 10);
    return p;
}

static const char *long_text(struct mem *m, size_t n)
{
    struct mem_text t = mem_text(m);
    mem_put(&t, "double f(double x) {");
    for (size_t i = 0; i < n; i++)
        mem_put_f(&t, "{ double y%zu = x * 0x1p-1; x = x - y%zu + 0x1p-1; }\n", i, i);
    mem_put(&t, "return x; }");
    return t.text;
}

/* Long enough for several pieces, and for blocks with their own mappings. All are freed, also when
 * a compile is aborted. */
START_TEST(a_long_text)
{
    const size_t n = 40000;
    struct mem *m = mem_new(0);
    const char *text = long_text(m, n);
    require_rich("nothing");
    const uint64_t counted = cell_count();
    uint64_t allocations = 0;
    size_t before = 0;
    const uint64_t last = under_valgrind() ? 1 : 11;
    for (uint64_t i = 0; i <= last; i++) {
        struct jit j;
        struct jit_symbol f;
        cell_fail_at((allocations + 1) * i / last); /* the first and the last compile pass */
        const bool done = open_text(&j, text, &f);
        cell_fail_at(0);
        ck_assert_msg(done == (i == 0 || i == last), "compile %d: %s", (int)i, j.why);
        ck_assert_int_eq(j.fault, done ? JIT_NONE : JIT_MEMORY);
        if (done) {
            ck_assert(((of_one *)f.at)(1) == 1);
            ck_assert_uint_gt(j.bytes, 20 * n);
            jit_close(&j);
        }
        if (i == 0) { /* the first call makes the stack grow */
            allocations = cell_count() - counted;
            before = count_pages().all;
        }
        if (!under_valgrind())
            ck_assert_uint_eq(count_pages().all, before);
    }
    require_rich("a long text");
    mem_free(m);
}
END_TEST

START_TEST(nothing_is_left_behind)
{
    const size_t n = test_scaled(10000);
    struct jit j;
    struct jit_symbol f;
    size_t before = 0;
    for (size_t i = 0; i < 100 + n; i++) {
        if (i == 100)
            before = count_pages().resident;
        const char *why = compile_rich();
        REQUIRE(!why, "compile %zu: %s", i, why);
        REQUIRE(!open_text(&j, "double f(double x) { a: goto b; }", &f), "a bad text compiles");
    }
    const size_t after = count_pages().resident;
    printf("%zu compiles: %zu pages, then %zu\n", 2 * n, before, after);
    if (!under_valgrind())
        ck_assert_uint_le(after, before + 128); /* the kernel counts that roughly */
}
END_TEST

/* ---- depth ---- */

static char *nested(struct mem *m, const char *const part[5], size_t n)
{
    struct mem_text t = mem_text(m);
    mem_put(&t, part[0]);
    for (size_t i = 0; i < n; i++)
        mem_put(&t, part[1]);
    mem_put(&t, part[2]);
    for (size_t i = 0; i < n; i++)
        mem_put(&t, part[3]);
    mem_put(&t, part[4]);
    return t.text;
}

static const char *moderate_depth(void *context)
{
    static struct jit j;
    struct jit_symbol f;
    return open_text(&j, context, &f) ? jit_close(&j), NULL : j.why;
}

START_TEST(depth_has_a_limit)
{
    static const char *const rows[][5] = {
        {"double f(double x) { return ", "(", "x", ")", "; }"},
        {"double f(double x) { return ", "(x+", "x", ")", "; }"},
        {"double f(double x) { return ", "f(", "x", ")", "; }"},
        {"double f(double x) { return ", "- ", "x", "", "; }"},
        {"double f(double x) { return ", "(double)", "x", "", "; }"},
        {"double f(double x) { return ", "x ? 1 : ", "x", "", "; }"},
        {"double f(double x) { return ", "sizeof ", "x", "", "; }"},
        {"double f(double x) { ", "x = ", "x", "", "; return x; }"},
        {"double f(double x) { ", "{", "x = 1;", "}", "; return x; }"},
        {"double f(double x) { ", "if (x) ", "x = 1;", "", "; return x; }"},
        {"double f(double x) { ", "if (x) x = 1; else ", "x = 2;", "", "; return x; }"},
        {"double f(double x) { ", "for (;;) ", "x = 1;", "", "; return x; }"},
        {"double f(double x) { double ", "(", "y", ")", "; return x; }"},
        {"double f(double x) { double ", "*", "y", "", "; return x; }"},
        {"double f(double x) { double y", "[1]", "", "", "; return x; }"},
        {"", "struct {", "int x;", "};", "double f(double x) { return x; }"},
        {"int a", "[1]", "= ", "{", "1"},
        {"", "#if 1\n", "", "#endif\n", "double f(double x) { return x; }"},
        {"\n#if ", "(", "1", ")", "\n#endif\ndouble f(double x) { return x; }"},
        /* Here each level takes memory in proportion to the levels inside it. */
        {"\n#define M(a) a\ndouble f(double x) { return ", "M(", "x", ")", "; }"},
    };
    struct mem *m = mem_new(0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct jit j;
        struct jit_symbol f;
        const size_t deep = i + 1 < COUNT(rows) ? 100000 : 2000;
        if (open_text(&j, nested(m, rows[i], deep), &f))
            jit_close(&j);
        else
            REQUIRE(j.why[0] && j.fault != JIT_REFUSED, "row %zu says nothing", i);
        REQUIRE(i > 2 || j.fault == JIT_MEMORY, "row %zu: %s", i, j.why);
        REQUIRE(i > 0 || strstr(j.why, "nested"), "row %zu: %s", i, j.why);
        require_rich(rows[i][1]);
    }
    /* A text of moderate depth compiles, even where the caller has little stack. */
    const char *why = test_small_stack(moderate_depth, nested(m, rows[0], 500));
    REQUIRE(!why, "500 parentheses on a small stack: %s", why);
    mem_free(m);
}
END_TEST

/* ---- threads ---- */

enum { THREADS = 4 };

struct share {
    size_t number;
    const char *why; /* reason of a failure, or NULL */
};

static const char *compile_one(size_t number, bool good)
{
    struct jit j;
    struct jit_symbol f;
    char text[128];
    snprintf(text, sizeof text, "double f(double x) { %s goto l%zu; l%zu: return x + %zu; }",
             good ? "" : "oops", number, number, number);
    if (open_text(&j, text, &f) != good)
        return "a compile went another way";
    const double value = good ? ((of_one *)f.at)(0.5) : 0;
    jit_close(&j);
    if (good && value != (double)number + 0.5)
        return "one thread got the code of another";
    return compile_rich();
}

static void *compile_many(void *context)
{
    struct share *s = context;
    const size_t n = test_whole() ? 2000 : 100;
    for (size_t i = 0; i < n && !s->why; i++)
        s->why = compile_one(s->number * n + i, i % 5 != 0);
    return NULL;
}

START_TEST(threads_take_turns)
{
    pthread_t thread[THREADS];
    struct share share[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        share[i] = (struct share){.number = i};
        ck_assert_int_eq(pthread_create(&thread[i], NULL, compile_many, &share[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
    for (size_t i = 0; i < THREADS; i++)
        ck_assert_msg(!share[i].why, "thread %zu: %s", i, share[i].why);
}
END_TEST

/* ---- systems that forbid ---- */

enum { SKIPPED = 77 };

/* Makes mprotect, and with `mmap_too` mmap, fail for pages with all of `rights`. */
static bool forbid(bool mmap_too, unsigned rights)
{
    const unsigned mmap_call = mmap_too ? SYS_mmap : SYS_mprotect;
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, mmap_call, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, rights),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rights, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {.len = COUNT(code), .filter = code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

static bool forbid_both(void)
{
    return forbid(true, PROT_WRITE | PROT_EXEC);
}
static bool forbid_change(void)
{
    return forbid(false, PROT_EXEC);
}
static bool forbid_all(void)
{
    return forbid(true, PROT_EXEC);
}
static bool forbid_gain(void) /* PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN; since Linux 6.3 */
{
    return prctl(65, 1, 0, 0, 0) == 0;
}

static int under(bool (*forbid_it)(void), enum jit_fault want)
{
    struct jit j;
    struct jit_symbol f;
    if (!forbid_it())
        return SKIPPED;
    for (int i = 0; i < 3; i++) {
        const bool done = open_text(&j, rich, &f);
        if (j.fault != want || done != (want == JIT_NONE) || done != !j.why[0])
            return 1;
        if (done && ((of_one *)f.at)(3) != rich_of_3)
            return 2;
        if (!done && (f.at || j.pages))
            return 3;
        jit_close(&j);
        if (open_text(&j, "double f(double x) { return y; }", &f) || j.fault != JIT_TEXT)
            return 4; /* an error in the text is a different fault */
    }
    return 0;
}

START_TEST(systems_that_forbid)
{
    static const struct {
        const char *what;
        bool (*forbid_it)(void);
        enum jit_fault want;
    } rows[] = {
        {"pages that are writable and executable", forbid_both, JIT_NONE},
        {"pages that become executable", forbid_change, JIT_NONE},
        {"the same, by the kernel's own rule", forbid_gain, JIT_NONE},
        {"executable pages", forbid_all, JIT_REFUSED},
    };
    if (under_valgrind())
        return;
    for (size_t i = 0; i < COUNT(rows); i++) {
        int status = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0)
            _exit(under(rows[i].forbid_it, rows[i].want));
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFEXITED(status), "%s: killed by %d", rows[i].what, WTERMSIG(status));
        if (WEXITSTATUS(status) == SKIPPED)
            printf("this system cannot forbid %s\n", rows[i].what);
        else
            ck_assert_msg(WEXITSTATUS(status) == 0, "%s: %d", rows[i].what, WEXITSTATUS(status));
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        every_allocation_fails_once, the_arena_has_a_limit, a_long_text,
        nothing_is_left_behind,      depth_has_a_limit,     threads_take_turns,
        systems_that_forbid};
    return test_run("jit_cell", tests, COUNT(tests));
}
