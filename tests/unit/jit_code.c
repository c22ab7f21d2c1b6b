/* tests/unit/jit_code.c -- compiled code: reachable symbols, memory pages, calls. */
#include "runtime/host/jit.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double of_one(double);

static double twice(double x)
{
    return 2 * x;
}

static const struct jit_symbol allowed[] = {{"twice", (jit_function *)twice}};

static bool open_text(struct jit *j, const char *text, struct jit_symbol *f)
{
    *f = (struct jit_symbol){.name = "f"};
    return jit_open(j, text, allowed, COUNT(allowed), f, 1);
}

START_TEST(code_runs)
{
    struct jit j;
    struct jit_symbol f;
    ck_assert_msg(
        open_text(&j, "double twice(double); double f(double x) { return twice(x) + 0x1p-1; }", &f),
        "%s", j.why);
    ck_assert(((of_one *)f.at)(20.75) == 42);
    jit_close(&j);
    jit_close(&j); /* twice is harmless */
    ck_assert_ptr_null(j.pages);
}
END_TEST

START_TEST(mistakes_are_told)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"double f(double x) { return y; }", "'y' undeclared"},
        {"double f(double x) { return x +; }", "expected"},
        {"double sin(double); double f(double x) { return sin(x); }", "undefined symbol 'sin'"},
        {"int system(const char *); double f(double x) { return system(\"true\"); }", "'system'"},
        {"#include <math.h>\ndouble f(double x) { return x; }", "math.h"},
        {"#include \"/etc/hostname\"\ndouble f(double x) { return x; }", "not found"},
        {"#pragma comment(lib, \"m\")\ndouble f(double x) { return x; }", "not found"},
        {"double f(double x) { return __x86_64__; }", "undeclared"}, /* no predefined macros */
        {"double f(double x) { asm(\"syscall\"); return x; }", "gives up"},
        {"asm(\".incbin \\\"/etc/hostname\\\"\"); double f(double x) { return x; }", "gives up"},
        {"#pragma comment(option, \"-g\")\ndouble f(double x) { return x; }", "gives up"},
        {"double f(double x) { a: b: goto c; { __label__ d; d: ", "expected"},
        {"double f(double x) { goto a; }", "'a' used but not defined"},
        {"#define M(a) (a\n#if 1\ndouble f(double x) { switch (1) { case 1: M(", NULL},
        {"double g(double x) { return x; }", "not in the text"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct jit j;
        struct jit_symbol f;
        ck_assert_msg(!open_text(&j, rows[i].text, &f), "%s", rows[i].text);
        ck_assert(!f.at);
        ck_assert_ptr_null(j.pages);
        ck_assert(j.why[0]);
        ck_assert_int_eq(j.fault, JIT_TEXT);
        if (rows[i].why)
            ck_assert_msg(strstr(j.why, rows[i].why) != NULL, "%s: %s", rows[i].text, j.why);
        /* The next compile succeeds. */
        ck_assert_msg(open_text(&j, "double f(double x) { goto a; a: return x; b: c: d:; }", &f),
                      "after %s: %s", rows[i].text, j.why);
        ck_assert(j.fault == JIT_NONE && !j.why[0]);
        ck_assert(((of_one *)f.at)(0.75) == 0.75);
        jit_close(&j);
    }
}
END_TEST

/* ---- memory ---- */

struct maps {
    size_t lines, both;
    char rights[8]; /* of the mapping that holds `at` */
};

static struct maps read_maps(const void *at)
{
    struct maps m = {.lines = 0};
    char line[512];
    FILE *f = fopen("/proc/self/maps", "r");
    ck_assert_ptr_nonnull(f);
    while (fgets(line, sizeof line, f)) {
        char *rest = NULL, rights[5] = ""; /* from-to rights ... */
        const unsigned long from = strtoul(line, &rest, 16), to = strtoul(rest + 1, &rest, 16);
        memcpy(rights, rest + 1, 4);
        m.lines++;
        m.both += strchr(rights, 'w') && strchr(rights, 'x');
        if ((unsigned long)at >= from && (unsigned long)at < to)
            memcpy(m.rights, rights, sizeof rights);
    }
    fclose(f);
    return m;
}

START_TEST(pages_are_never_writable_and_executable)
{
    struct jit j;
    struct jit_symbol f;
    const size_t before = read_maps(NULL).both; /* valgrind has some */
    ck_assert(open_text(&j, "double f(double x) { return x; }", &f));
    const struct maps m = read_maps(j.pages);
    ck_assert_str_eq(m.rights, "r-xp");
    ck_assert_uint_eq(m.both, before);
    jit_close(&j);
}
END_TEST

START_TEST(pages_are_given_back)
{
    struct jit j;
    struct jit_symbol f;
    size_t before = 0;
    for (int i = 0; i < 300; i++) {
        if (i == 100)
            before = read_maps(NULL).lines;
        ck_assert(open_text(&j, "double f(double x) { return x; }", &f));
        jit_close(&j);
        ck_assert(!open_text(&j, "double f(double x) { return ; }}", &f));
    }
    ck_assert_uint_le(read_maps(NULL).lines, before + 4);
}
END_TEST

START_TEST(the_locale_does_not_matter)
{
    struct jit j;
    struct jit_symbol f;
    const bool there = test_locale("de_DE.UTF-8");
    ck_assert(
        open_text(&j, "double f(double x) { return x * 0x1.8p+1 + 1.75 + 1.5f + 2.5L; }", &f));
    ck_assert(((of_one *)f.at)(3) == 14.75);
    jit_close(&j);
    ck_assert(!there || strtod("1,75", NULL) == 1.75); /* as it was */
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {code_runs, mistakes_are_told,
                                  pages_are_never_writable_and_executable, pages_are_given_back,
                                  the_locale_does_not_matter};
    return test_run("jit", tests, COUNT(tests));
}
