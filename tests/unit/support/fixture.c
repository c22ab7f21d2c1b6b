/* tests/unit/support/fixture.c -- fixtures of the unit tests. */
#include "support.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int test_run(const char *name, const TTest *const *tests, size_t n)
{
    mem_for_gmp(NULL);    /* GMP's memory functions must be ours before anything uses GMP */
    mpfr_set_emin(-8192); /* far beyond doubles, but small enough for fast sines */
    mpfr_set_emax(8192);
    setlocale(LC_ALL, "");
    Suite *suite = suite_create(name);
    for (size_t i = 0; i < n; i++) {
        TCase *tc = tcase_create(tests[i]->name);
        tcase_set_timeout(tc, 0);
        tcase_add_test(tc, tests[i]);
        suite_add_tcase(suite, tc);
    }
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    mpfr_free_cache();
    return failed ? 1 : 0;
}

struct lab lab_open_with(struct ex_limits limits)
{
    struct lab l = {.m = mem_new(0)};
    l.s = ex_store_new(l.m, limits);
    return l;
}

struct lab lab_open(void)
{
    return lab_open_with(ex_limits());
}

void lab_close(struct lab *l)
{
    ex_store_free(l->s);
    mem_free(l->m);
}

size_t test_cases(void)
{
    const char *wanted = getenv("NOSLIP_RANDOM");
    return wanted ? (size_t)strtoul(wanted, NULL, 10) : 3000;
}

bool test_whole(void)
{
    const char *wanted = getenv("NOSLIP_WHOLE");
    return wanted && *wanted;
}

bool test_once(void)
{
    const char *wanted = getenv("NOSLIP_ONCE");
    return !wanted || strcmp(wanted, "no") != 0;
}

size_t test_scaled(size_t full)
{
    size_t cases = test_cases() < 100000 ? test_cases() : 100000;
#ifdef EX_HOSTILE
    cases = cases < 1000 ? cases : 1000; /* every insertion copies the store */
#endif
    size_t scaled = full / 1000 * cases / 100, least = full < 500 ? full : 500;
    return scaled > least ? scaled : least;
}

bool test_turn(size_t i)
{
    const char *turn = getenv("NOSLIP_TURN");
    return !turn || !*turn || i % 3 == strtoul(turn, NULL, 10) % 3;
}

double test_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double test_cpu(int pid)
{
    char path[32];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    /* NOLINTNEXTLINE(cert-err34-c): the kernel writes it */
    if (f && fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                    &system) != 2)
        user = system = 0;
    if (f)
        fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

ex test_read(struct store *s, const char *text)
{
    struct ex_mistake why = {0};
    ex e = ex_read(s, text, strlen(text), NULL, &why);
    ck_assert_msg(e != EX_POISON, "'%s' was not read: %s at %zu", text,
                  why.message   ? why.message
                  : ex_error(s) ? ex_error(s)
                                : "?",
                  why.at);
    return e;
}

bool test_locale(const char *name)
{
    if (setlocale(LC_ALL, name))
        return true;
    ck_assert_msg(!getenv("LOCPATH"), "LOCPATH is set, but there is no locale %s", name);
    printf("no locale %s here: not tested in it\n", name);
    return false;
}

/* ---- a small stack ---- */

struct errand {
    const char *(*body)(void *context);
    void *context;
    const char *answer;
};

static void *run_errand(void *p)
{
    struct errand *e = p;
    e->answer = e->body(e->context);
    return NULL;
}

const char *test_small_stack(const char *(*body)(void *context), void *context)
{
    struct errand e = {.body = body, .context = context};
    pthread_attr_t attr;
    pthread_t thread;
    ck_assert_int_eq(pthread_attr_init(&attr), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&attr, (size_t)128 * 1024), 0);
    ck_assert_int_eq(pthread_create(&thread, &attr, run_errand, &e), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attr);
    return e.answer;
}

/* ---- balance ---- */

enum { DEEPEST = 4096, LONGEST_TAG = 32 };

struct nest {
    char open[DEEPEST][LONGEST_TAG];
    int depth;
};

static bool push(struct nest *n, const char *what, size_t len)
{
    if (n->depth == DEEPEST || len >= LONGEST_TAG)
        return false;
    memcpy(n->open[n->depth], what, len);
    n->open[n->depth++][len] = 0;
    return true;
}

static bool pop(struct nest *n, const char *what, size_t len)
{
    if (n->depth == 0)
        return false;
    const char *top = n->open[--n->depth];
    return strlen(top) == len && memcmp(top, what, len) == 0;
}

/* Length of the opening or closing token at `c`; 0: it is neither; -1: it closes a token that is
 * not open. */
static int step_tag(struct nest *n, const char *c)
{
    const char *end = strchr(c, '>');
    if (*c != '<' || !end)
        return *c == '<' ? -1 : 0;
    bool closes = c[1] == '/';
    const char *name = c + 1 + closes;
    size_t len = strcspn(name, " >");
    bool good = end[-1] == '/' || (closes ? pop(n, name, len) : push(n, name, len));
    return good ? (int)(end - c + 1) : -1;
}

static int step_bracket(struct nest *n, const char *c)
{
    static const char opens[] = "({[", closes[] = ")}]";
    const char *open = strchr(opens, *c), *close = strchr(closes, *c);
    if (open)
        return push(n, c, 1) ? 1 : -1;
    if (close)
        return pop(n, opens + (close - closes), 1) ? 1 : -1;
    return 0;
}

static int step(struct nest *n, const char *c, enum ex_style style)
{
    if (style == EX_MATHML)
        return step_tag(n, c);
    if (style == EX_LATEX && strncmp(c, "\\left", 5) == 0)
        return push(n, "left", 4) ? 6 : -1;
    if (style == EX_LATEX && strncmp(c, "\\right", 6) == 0)
        return pop(n, "left", 4) ? 7 : -1;
    return step_bracket(n, c);
}

const char *test_unbalanced(const char *text, enum ex_style style)
{
    struct nest *n = malloc(sizeof *n);
    REQUIRE(n, "no memory");
    n->depth = 0;
    const char *c = text;
    int len = 0;
    while (*c && (len = step(n, c, style)) >= 0)
        c += len ? len : 1;
    bool ok = len >= 0 && n->depth == 0;
    free(n);
    return ok ? NULL : *c ? c : "the end";
}
