/* tests/unit/allocation_failures.c -- memory exhaustion at every single allocation.
 *
 * A sequence of calls that uses all of expr/ is run with the first allocation failing, then the
 * second, and so on until none fails. After each failure the same sequence on the same memory and
 * store must succeed, and give the same bytes.
 */
#include "support/support.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 1 << 16 };

struct attempt {
    struct mem *m;
    struct store *s;
    size_t len;
    char out[ROOM];
};

static void say(struct mem_text *t, struct store *s, ex e)
{
    for (enum ex_style style = 0; style < EX_STYLES; style++)
        ex_put(s, e, style, t);
    mem_put_char(t, '\n');
}

static ex get(struct store *s, const char *text)
{
    return ex_read(s, text, strlen(text), NULL, NULL);
}

static void calculus(struct store *s, struct mem_text *t)
{
    ex x[3] = {ex_sym(s, "x", 0), ex_sym(s, "y", 0), ex_sym(s, "m", EX_POSITIVE)}, g[3], h[9];
    ex e = get(s, "m/2 (x^2 + sin(x y)^2) + exp(-x) hold(x + y)^3 + atan2(y, x)");
    say(t, s, e);
    say(t, s, ex_diff(s, e, x[0]));
    ex_gradient(s, e, x, 3, g);
    ex_jacobian(s, g, 3, x, 3, h);
    for (int i = 0; i < 9; i++)
        say(t, s, h[i]);
    ex_hessian(s, e, x, 3, h);
    say(t, s, h[1]);
    ex_subst(s, g, 3, x, (ex[]){x[1], x[0], g[0]}, 3, h);
    say(t, s, h[2]);
    double v[3] = {0.5, -1.25, 2}, value[3];
    ex_eval(s, g, 3, x, v, 3, value);
    for (int i = 0; i < 3; i++) {
        char text[EX_DOUBLE_ROOM];
        ex_double_show(value[i], text);
        mem_put(t, text);
    }
}

static void algebra(struct store *s, struct mem_text *t)
{
    ex ab[2] = {ex_sym(s, "a", 0), ex_sym(s, "b", 0)};
    ex e = ex_expand(s, get(s, "(a + b + 1)^4 (a - b c)^2"));
    say(t, s, e);
    say(t, s, ex_collect(s, e, ab, 2));
    say(t, s, ex_coefficient(s, e, ab, (uint32_t[]){3, 2}, 2));
    say(t, s, ex_circle(s, get(s, "(sin(a) + cos(a))^4")));
    mem_put_int(t, ex_degree(s, e, ab, 2));
    mem_put_int(t, (int64_t)ex_symbols(s, &e, 1).n);
    struct ex_cost c = ex_cost(s, &e, 1);
    mem_put_int(t, (int64_t)(c.adds + c.muls));
}

static void big_numbers(struct store *s, struct mem_text *t)
{
    ex e = get(s, "(12345678901234567890.5 x + 98765432109876543210/7)^3");
    say(t, s, ex_expand(s, e));
    say(t, s, ex_powi(s, ex_rat(s, INT64_MAX, 3), 11));
    say(t, s, get(s, "sqrt(123456789012345678901234567890000000000000000)"));
    ex x = ex_sym(s, "x", 0);
    uint64_t v = 12345, out = 0;
    mem_put_int(t, ex_eval_mod(s, &e, 1, &x, &v, 1, &out));
    mem_put_f(t, " %llu", (unsigned long long)out);
    char text[EX_DOUBLE_ROOM];
    ex_double_hex(ex_number(s, get(s, "10^300 / 7^300")), text);
    mem_put(t, text);
    struct ex_mistake why = {0};
    ex_read(s, "1 + (x", 6, NULL, &why);
    mem_put(t, why.message);
    for (int i = 0; i < 60; i++) /* enough to make every array grow */
        e = ex_sin(s, ex_add2(s, e, ex_int(s, i)));
    say(t, s, ex_diff(s, ex_arg(s, e, 0), x) ? e : EX_POISON);
}

/* False: memory ran out. */
static bool session(struct attempt *a)
{
    if (MEM_TRY(a->m)) {
        if (!a->s)
            a->s = ex_store_new(a->m, ex_limits());
        ex_clear(a->s);
        struct mem_text t = mem_text(a->m);
        calculus(a->s, &t);
        algebra(a->s, &t);
        big_numbers(a->s, &t);
        a->len = t.len < ROOM ? t.len : ROOM;
        memcpy(a->out, t.text, a->len);
        REQUIRE(!ex_error(a->s), "the session fails: %s", ex_error(a->s));
        mem_calm(a->m);
        return true;
    }
    mem_calm(a->m);
    return false;
}

/* After a failure GMP must no longer allocate from the memory of the attempt. */
static void check_gmp_is_free(const struct attempt *a)
{
    size_t used = mem_used(a->m);
    mpz_t z;
    mpz_init(z);
    mpz_ui_pow_ui(z, 3, 10000);
    REQUIRE(mem_used(a->m) == used, "GMP's memory still comes from where it ran out");
    mpz_clear(z);
}

static void finish(struct attempt *a)
{
    ex_store_free(a->s);
    mem_free(a->m);
}

START_TEST(every_allocation_fails_once)
{
    static struct attempt clean, a;
    clean.m = mem_new(0);
    ck_assert(session(&clean));
    uint64_t total = mem_count(clean.m);
    size_t size = mem_used(clean.m);
    ex_store_free(clean.s);
    size_t left = mem_used(clean.m); /* scratch memory keeps one chunk */
    ck_assert_uint_gt(clean.len, 1000);
    uint64_t stride = 1, tried = 0;
#ifdef EX_HOSTILE
    stride = 1 + total / 500; /* every insertion allocates in this build: a sample is enough */
#endif
    for (uint64_t nth = 1;; nth += stride, tried++) {
        if (nth <= total && !test_turn(tried))
            continue;
        a = (struct attempt){.m = mem_new(0)};
        mem_fail_at(a.m, nth);
        bool passed = session(&a);
        REQUIRE(passed == (nth > total), "with allocation %lu of %lu failing", (unsigned long)nth,
                (unsigned long)total);
        mem_fail_at(a.m, 0);
        bool unborn = !a.s; /* mem_free then frees the incomplete store */
        if (passed) {
            finish(&a);
            break;
        }
        check_gmp_is_free(&a);
        REQUIRE(session(&a), "after failure %lu the session fails again", (unsigned long)nth);
        REQUIRE(a.len == clean.len && memcmp(a.out, clean.out, a.len) == 0,
                "after failure %lu the output is another", (unsigned long)nth);
        REQUIRE(mem_recoveries(a.m) == 1, "recoveries are miscounted");
        REQUIRE(mem_used(a.m) <= size + size / 2, "after failure %lu %zu bytes are held, not %zu",
                (unsigned long)nth, mem_used(a.m), size);
        ex_store_free(a.s);
        REQUIRE(mem_used(a.m) == left || unborn, "after failure %lu %zu bytes are left, not %zu",
                (unsigned long)nth, mem_used(a.m), left);
        mem_free(a.m);
    }
    printf("%lu failures among %lu allocations\n", (unsigned long)tried, (unsigned long)total);
    mem_free(clean.m);
}
END_TEST

/* One store through all the failures. */
START_TEST(the_same_store_survives_all)
{
    static struct attempt clean, a;
    clean = (struct attempt){.m = mem_new(0)};
    ck_assert(session(&clean));
    a = (struct attempt){.m = mem_new(0)};
    size_t failures = 0;
    for (uint64_t nth = 1;; nth += 1 + nth / 20) {
        mem_fail_at(a.m, nth);
        if (session(&a))
            break;
        failures++;
    }
    mem_fail_at(a.m, 0);
    ck_assert(session(&a));
    ck_assert_uint_eq(a.len, clean.len);
    ck_assert(memcmp(a.out, clean.out, a.len) == 0);
    ck_assert_uint_gt(failures, 10);
    ck_assert_uint_eq(mem_recoveries(a.m), failures);
    size_t used = mem_used(a.m);
    ck_assert(session(&a) && session(&a));
    ck_assert_uint_eq(mem_used(a.m), used); /* a repeated sequence uses no more memory */
    finish(&a);
    finish(&clean);
}
END_TEST

START_TEST(a_limit_in_bytes)
{
    static struct attempt a;
    size_t passed = 0, failed = 0;
    for (size_t limit = 1000; limit < (size_t)1 << 26; limit = limit * 5 / 4) {
        a = (struct attempt){.m = mem_new(limit)};
        bool good = session(&a);
        REQUIRE(mem_used(a.m) <= limit, "more than the limit of %zu bytes is held", limit);
        REQUIRE(good || !passed, "less memory was enough before");
        passed += good;
        failed += !good;
        finish(&a);
    }
    ck_assert_uint_gt(passed, 2);
    ck_assert_uint_gt(failed, 5);
}
END_TEST

START_TEST(scratch_is_marked_and_released)
{
    struct mem *m = mem_new(0);
    struct rng r = {1};
    char *block[100];
    struct mem_mark mark[100] = {{0}};
    size_t size[100];
    for (int round = 0; round < 200; round++) {
        int n = 1 + (int)rng_below(&r, 100);
        for (int i = 0; i < n; i++) {
            mark[i] = mem_mark(m);
            size[i] = rng_below(&r, 3) ? rng_below(&r, 100) : rng_below(&r, 40000);
            block[i] = mem_take(m, size[i]);
            REQUIRE((uintptr_t)block[i] % 16 == 0, "scratch is not aligned");
            memset(block[i], i, size[i]);
        }
        for (int i = 0; i < n; i++)
            for (size_t k = 0; k < size[i]; k++)
                REQUIRE(block[i][k] == (char)i, "two pieces of scratch overlap");
        mem_release(m, mark[rng_below(&r, (size_t)n)]);
        mem_release(m, mark[0]);
    }
    size_t used = mem_used(m);
    for (int i = 0; i < 1000; i++) { /* beyond the end of a chunk and back: no new chunk */
        struct mem_mark here = mem_mark(m);
        mem_take(m, 30000);
        mem_release(m, here);
    }
    ck_assert_uint_le(mem_used(m), used + 65536);
    mem_free(m);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_allocation_fails_once, the_same_store_survives_all,
                                  a_limit_in_bytes, scratch_is_marked_and_released};
    return test_run("fault", tests, COUNT(tests));
}
