/* tests/unit/flint_calls.c -- calls into FLINT: results, limits, and failures. */
#include "support/support.h"

#include "expr/exact/deep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { VARIABLES = 3 };
static const char *variable[VARIABLES] = {"x", "y", "z"};
#define NO_BUDGET UINT64_MAX

/* Arguments of a call; its result is a text in scratch memory. */
struct task {
    struct store *s;
    const char *a, *b, *answer;
};

static void answer_text(struct task *t, const char *text)
{
    struct mem_text out = mem_text(ex_mem(t->s));
    mem_put(&out, text);
    t->answer = out.text;
}

/* ---- answers ---- */

struct ring {
    fmpz_mpoly_ctx_t in;
    fmpz_mpoly_t a, b, c;
};

/* Nothing is cleared at the end of a call: the arena is freed as a whole. */
static void ring_open(struct ring *r, const struct task *t)
{
    fmpz_mpoly_ctx_init(r->in, VARIABLES, ORD_LEX);
    fmpz_mpoly_init(r->a, r->in);
    fmpz_mpoly_init(r->b, r->in);
    fmpz_mpoly_init(r->c, r->in);
    if (fmpz_mpoly_set_str_pretty(r->a, t->a, variable, r->in) != 0 ||
        fmpz_mpoly_set_str_pretty(r->b, t->b, variable, r->in) != 0)
        deep_give_up();
}

static void ring_answer(const struct ring *r, struct task *t)
{
    answer_text(t, fmpz_mpoly_get_str_pretty(r->c, variable, r->in));
}

static void product(void *context)
{
    struct ring r;
    ring_open(&r, context);
    fmpz_mpoly_mul(r.c, r.a, r.b, r.in);
    ring_answer(&r, context);
}

static void divisor(void *context)
{
    struct ring r;
    ring_open(&r, context);
    if (!fmpz_mpoly_gcd(r.c, r.a, r.b, r.in))
        deep_give_up();
    ring_answer(&r, context);
}

static void quotient(void *context)
{
    struct ring r;
    ring_open(&r, context);
    if (!fmpz_mpoly_divides(r.c, r.a, r.b, r.in))
        deep_give_up();
    ring_answer(&r, context);
}

static void resultant(void *context)
{
    struct ring r;
    ring_open(&r, context);
    if (!fmpz_mpoly_resultant(r.c, r.a, r.b, 0, r.in))
        deep_give_up();
    ring_answer(&r, context);
}

/* The product of the squarefree factors, without the constant. */
static void radical(void *context)
{
    struct ring r;
    fmpz_mpoly_factor_t f;
    ring_open(&r, context);
    fmpz_mpoly_factor_init(f, r.in);
    if (!fmpz_mpoly_factor(f, r.a, r.in))
        deep_give_up();
    fmpz_mpoly_one(r.c, r.in);
    for (slong i = 0; i < f->num; i++)
        fmpz_mpoly_mul(r.c, r.c, f->poly + i, r.in);
    ring_answer(&r, context);
}

/* Integers: tables of primes, and big integers that FLINT's inline functions change. */
static void numbers(void *context)
{
    struct task *t = context;
    fmpz_t n, m;
    n_factor_t f;
    fmpz_init(n);
    if (fmpz_set_str(n, t->a, 10) != 0 || !fmpz_is_prime(n))
        deep_give_up();
    fmpz_init_set(m, n);
    for (int i = 0; i < 100; i++) {
        fmpz_pow_ui(m, n, (ulong)i);
        fmpz_set_ui(m, UWORD_MAX);
        fmpz_set_uiui(m, 1, 2);
    }
    n_factor_init(&f);
    n_factor(&f, 18446744073709551557u - 1, 1);
    fmpz_mul_ui(m, m, n_nextprime(1000000, 1));
    fmpz_mul_ui(m, m, f.p[f.num - 1]);
    fmpz_mul(m, m, n);
    answer_text(t, fmpz_get_str(NULL, 10, m));
}

#define BIG "123456789012345678901234567890123456789"
static const struct row {
    void (*f)(void *context);
    const char *a, *b, *answer;
} rows[] = {
    {product, "x + y - 3", "x - y", "x^2-3*x-y^2+3*y"},
    {product, BIG "*x + 1", BIG "*x - 1",
     "15241578753238836750495351562566681945005334557625361987875019051998750190521*x^2-1"},
    {divisor, "(x^2 - y^2)*(z + 1)^3", "(x - y)^2*(z + 1)", "x*z+x-y*z-y"},
    {divisor, "(x + y + z)^9*(x - 7)*" BIG, "(x + y*z)^9*(x - 7)*" BIG,
     BIG "*x-864197523086419752308641975230864197523"},
    {quotient, "x^4 - y^4", "x - y", "x^3+x^2*y+x*y^2+y^3"},
    {resultant, "x^2 - y", "x - z", "-y+z^2"},
    {radical, "4*(x^2 - y^2)^3*(x + y*z + 1)^2", "0", "x^3+x^2*y*z+x^2-x*y^2-y^3*z-y^2"},
    {numbers, "170141183460469231731687303715884105727", "0",
     "17558589563994458979376599460517810893852799852135719641275992932151334403978"},
};

static enum deep_end run_row(struct store *s, size_t i, uint64_t budget, const char **answer)
{
    struct task t = {.s = s, .a = rows[i].a, .b = rows[i].b};
    enum deep_end end = deep_run(s, rows[i].f, &t, budget);
    *answer = t.answer;
    return end;
}

/* The same calls again must give the same results and use no more memory. */
static void check_answers(struct store *s)
{
    struct mem_mark mark = mem_mark(ex_mem(s));
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *answer = NULL;
        ck_assert_int_eq(run_row(s, i, NO_BUDGET, &answer), DEEP_DONE);
        ck_assert_str_eq(answer, rows[i].answer);
    }
    mem_release(ex_mem(s), mark);
}

START_TEST(answers)
{
    struct lab l = lab_open();
    check_answers(l.s);
    size_t used = mem_used(l.m), calls = test_scaled(1000);
    for (size_t i = 0; i < calls; i++)
        check_answers(l.s);
    ck_assert_uint_eq(mem_used(l.m), used);
    ck_assert_uint_eq(mem_recoveries(l.m), 0);
    lab_close(&l);
}
END_TEST

/* ---- memory that runs out ---- */

/* Constructors with big numbers; MPFR, whose caches live longer than a call; scratch memory. */
static void engine(void *context)
{
    struct task *t = context;
    mpfr_t pi;
    mpfr_init2(pi, 1000);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_exp(pi, pi, MPFR_RNDN);
    ex e = ex_expand(t->s, test_read(t->s, "(12345678901234567890 x + 1/7 + y)^3"));
    for (int i = 0; i < 20; i++)
        e = ex_sin(t->s, ex_add2(t->s, e, ex_int(t->s, i)));
    answer_text(t, ex_show(t->s, e, EX_TEXT));
}

/* A call from within a call. */
static void nested(void *context)
{
    struct task *t = context;
    struct task inner = {.s = t->s, .a = "x^2 - 1", .b = "x^3 - 1"};
    fmpz_t n;
    fmpz_init(n);
    fmpz_set_ui(n, 3);
    fmpz_pow_ui(n, n, 1000);
    if (deep_run(t->s, divisor, &inner, NO_BUDGET) != DEEP_DONE)
        deep_give_up();
    fmpz_mul(n, n, n);
    if (fmpz_bits(n) != 3170)
        deep_give_up();
    t->answer = inner.answer;
}

/* False: memory ran out. */
static bool session(struct mem *m, struct store *volatile *s)
{
    if (MEM_TRY(m)) {
        if (!*s)
            *s = ex_store_new(m, ex_limits());
        struct task t = {.s = *s};
        check_answers(*s);
        ck_assert_int_eq(deep_run(*s, engine, &t, NO_BUDGET), DEEP_DONE);
        ck_assert_uint_gt(strlen(t.answer), 100);
        ck_assert_int_eq(deep_run(*s, nested, &t, NO_BUDGET), DEEP_DONE);
        ck_assert_str_eq(t.answer, "x-1");
        mem_calm(m);
        return true;
    }
    mem_calm(m);
    return false;
}

START_TEST(every_allocation_fails_once)
{
    struct mem *m = mem_new(0);
    struct store *volatile s = NULL;
    ck_assert(session(m, &s));
    ex_store_free(s);
    size_t left = mem_used(m); /* scratch memory keeps one chunk */
    uint64_t total = mem_count(m), tried = 0, stride = 1 + total / 200;
    for (uint64_t nth = 1; nth <= total; nth += stride, tried++) {
        struct mem *n = mem_new(0);
        s = NULL;
        mem_fail_at(n, nth);
        REQUIRE(!session(n, &s), "allocation %lu did not fail", (unsigned long)nth);
        mem_fail_at(n, 0);
        bool unborn = !s; /* mem_free then frees the incomplete store */
        REQUIRE(session(n, &s), "after failure %lu nothing works", (unsigned long)nth);
        REQUIRE(mem_recoveries(n) == 1, "recoveries are miscounted");
        ex_store_free(s);
        REQUIRE(mem_used(n) == left || unborn, "after failure %lu %zu bytes are left, not %zu",
                (unsigned long)nth, mem_used(n), left);
        mem_free(n);
    }
    printf("%lu failures among %lu allocations\n", (unsigned long)tried, (unsigned long)total);
    mem_free(m);
}
END_TEST

/* Two threads are needed, more than are kept for reuse, and there is no memory for another. */
static bool no_thread_left(struct mem *m, struct store *s)
{
    struct rlimit before, none = {.rlim_cur = 1};
    getrlimit(RLIMIT_AS, &before);
    none.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_AS, &none);
    struct task t = {.s = s};
    bool passed = false;
    if (MEM_TRY(m)) {
        deep_run(s, nested, &t, NO_BUDGET);
        passed = true;
    }
    setrlimit(RLIMIT_AS, &before);
    return !passed;
}

START_TEST(no_thread)
{
    const char *own = getenv("CK_FORK");
    if (own && strcmp(own, "no") == 0)
        return; /* under a tool that needs memory itself */
    struct lab l = lab_open();
    check_answers(l.s);
    ck_assert(no_thread_left(l.m, l.s));
    mem_calm(l.m);
    ck_assert_uint_eq(mem_recoveries(l.m), 1);
    check_answers(l.s);
    lab_close(&l);
}
END_TEST

/* ---- budgets ---- */

/* The smallest sufficient budget does not depend on earlier calls. */
static uint64_t least_budget(struct store *s, size_t row)
{
    uint64_t low = 0, high = 1 << 20;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        const char *answer = NULL;
        enum deep_end end = run_row(s, row, middle, &answer);
        REQUIRE(end == DEEP_DONE || end == DEEP_BUDGET, "it ended with %d", (int)end);
        REQUIRE((end == DEEP_DONE) == (answer != NULL), "an answer without an end");
        *(end == DEEP_DONE ? &high : &low) = middle;
    }
    ck_assert(!ex_error(s));
    return high;
}

/* A budget can end a constructor, too: the store is unchanged, and the next one works. */
START_TEST(budgets_of_constructors)
{
    struct lab l = lab_open();
    struct task t = {.s = l.s};
    enum deep_end end = DEEP_BUDGET;
    size_t ended = 0;
    for (uint64_t budget = 0; end != DEEP_DONE; budget++, ended++) {
        REQUIRE(end == DEEP_BUDGET && !t.answer, "it ended with %d", (int)end);
        end = deep_run(l.s, engine, &t, budget);
    }
    ck_assert_uint_gt(ended, 100);
    const char *answer = t.answer;
    struct lab other = lab_open();
    t.s = other.s;
    ck_assert_int_eq(deep_run(other.s, engine, &t, NO_BUDGET), DEEP_DONE);
    ck_assert_str_eq(answer, t.answer);
    lab_close(&other);
    lab_close(&l);
}
END_TEST

START_TEST(budgets)
{
    struct lab l = lab_open(), other = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t least = least_budget(l.s, i);
        printf("row %zu: %lu\n", i, (unsigned long)least);
        ck_assert_uint_gt(least, 10);
        ck_assert_uint_eq(least, least_budget(other.s, i));
        ck_assert_uint_eq(least, least_budget(l.s, i));
    }
    check_answers(l.s);
    lab_close(&other);
    lab_close(&l);
}
END_TEST

/* Ends during a walk, which holds a memo of the store. */
static void endless(void *context)
{
    struct task *t = context;
    ex x = ex_sym(t->s, "x", 0);
    for (int i = 0; i < 5; i++)
        walk_begin(t->s, &x, 1);
    for (;;)
        deep_work(1);
}

START_TEST(endings_leave_nothing_behind)
{
    struct lab l = lab_open();
    struct task t = {.s = l.s};
    check_answers(l.s);
    struct mem_mark mark = mem_mark(l.m);
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(deep_run(l.s, endless, &t, 1000), DEEP_BUDGET);
        struct mem_mark after = mem_mark(l.m);
        ck_assert(mark.chunk == after.chunk && mark.used == after.used);
        ck_assert_int_eq(l.s->layers_used, 0);
    }
    ck_assert(!ex_error(l.s));
    check_answers(l.s);
    lab_close(&l);
}
END_TEST

START_TEST(work_of_a_call_is_work_of_the_command)
{
    struct ex_limits limits = ex_limits();
    limits.work = 1000000;
    struct lab l = lab_open_with(limits);
    struct task t = {.s = l.s};
    ck_assert_int_eq(deep_run(l.s, endless, &t, NO_BUDGET), DEEP_BUDGET);
    ck_assert(ex_stopped(l.s) && ex_work_done(l.s) < limits.work + 10000);
    ck_assert_int_eq(deep_run(l.s, endless, &t, NO_BUDGET), DEEP_BUDGET); /* at once */
    ex_clear(l.s);
    check_answers(l.s);
    lab_close(&l);
}
END_TEST

/* ---- failures ---- */

static void gives_up(void *context)
{
    (void)context;
    deep_give_up();
}

static void divides_by_zero(void *context)
{
    fmpz_t n, zero;
    (void)context;
    fmpz_init(zero);
    fmpz_init(n);
    fmpz_set_ui(n, 10);
    fmpz_pow_ui(n, n, 100);
    fmpz_divexact(n, n, zero);
}

static void divides_by_zero_polynomial(void *context)
{
    quotient(&(struct task){.s = context, .a = "x", .b = "0"});
}

static void inverts_zero_divisor(void *context)
{
    (void)context;
    n_invmod(4, 6);
}

static void overflows_exponent(void *context)
{
    struct ring r;
    ulong exponents[VARIABLES];
    ring_open(&r, &(struct task){.s = context, .a = "x^123456789012345678901234567890", .b = "0"});
    fmpz_mpoly_get_term_exp_ui(exponents, r.a, 0, r.in);
}

static void wants_too_much(void *context)
{
    (void)context;
    flint_calloc(SIZE_MAX / 2, 3);
}

START_TEST(giving_up)
{
    void (*const calls[])(void *) = {gives_up, divides_by_zero, divides_by_zero_polynomial,
                                     inverts_zero_divisor, overflows_exponent};
    struct lab l = lab_open();
    FILE *said = tmpfile();
    ck_assert(said);
    fflush(stdout);
    int out = dup(STDOUT_FILENO);
    dup2(fileno(said), STDOUT_FILENO);
    enum deep_end end[COUNT(calls)];
    for (size_t i = 0; i < COUNT(calls); i++)
        end[i] = deep_run(l.s, calls[i], l.s, NO_BUDGET);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    for (size_t i = 0; i < COUNT(calls); i++)
        REQUIRE(end[i] == DEEP_FAILED, "call %zu ended with %d", i, (int)end[i]);
    ck_assert_int_eq(fseek(said, 0, SEEK_END), 0);
    ck_assert_int_eq(ftell(said), 0); /* FLINT must not print */
    fclose(said);
    ck_assert(!ex_error(l.s));
    check_answers(l.s);
    lab_close(&l);
}
END_TEST

START_TEST(too_much_is_out_of_memory)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    volatile bool returned = false;
    if (MEM_TRY(l.m)) {
        deep_run(s, wants_too_much, NULL, NO_BUDGET);
        returned = true;
    }
    mem_calm(l.m);
    ck_assert(!returned);
    ck_assert_uint_eq(mem_recoveries(l.m), 1);
    check_answers(l.s);
    lab_close(&l);
}
END_TEST

/* ---- the thread ---- */

static void fills_stack(void *context)
{
    enum { MOST = 900 * 1024 };
    volatile char room[MOST];
    (void)context;
    for (size_t i = 0; i < MOST; i += 1024)
        room[i] = (char)i;
    if (room[MOST / 2] != (char)(MOST / 2 / 1024 * 1024))
        deep_give_up();
}

/* GMP uses the stack for temporary numbers. */
static void big_numbers(void *context)
{
    fmpz_t a, b, g;
    (void)context;
    fmpz_init_set_ui(a, 3);
    fmpz_init_set_ui(b, 7);
    fmpz_init(g);
    fmpz_pow_ui(a, a, 1000000);
    fmpz_pow_ui(b, b, 300000);
    fmpz_mul(g, a, b);
    fmpz_sqrt(g, g);
    fmpz_mul(g, g, b);
    fmpz_mul(a, a, b);
    fmpz_gcd(g, g, a);
    if (strlen(fmpz_get_str(NULL, 10, a)) != 730651 || !fmpz_divisible(g, b))
        deep_give_up();
}

static const char *stack_body(void *context)
{
    return deep_run(context, fills_stack, NULL, NO_BUDGET) == DEEP_DONE &&
                   deep_run(context, big_numbers, NULL, NO_BUDGET) == DEEP_DONE
               ? NULL
               : "it failed";
}

START_TEST(the_stack_is_deep)
{
    struct lab l = lab_open();
    const char *reason = test_small_stack(stack_body, l.s);
    ck_assert_msg(!reason, "%s", reason);
    lab_close(&l);
}
END_TEST

static void nothing(void *context)
{
    (void)context;
}

START_TEST(the_cost_of_a_call)
{
    struct lab l = lab_open();
    double start = test_clock();
    deep_run(l.s, nothing, NULL, NO_BUDGET);
    double first = test_clock() - start;
    size_t calls = 1 + test_scaled(10000);
    start = test_clock();
    for (size_t i = 0; i < calls; i++)
        deep_run(l.s, nothing, NULL, NO_BUDGET);
    printf("first call %.1f ms, others %.1f us\n", 1e3 * first,
           1e6 * (test_clock() - start) / (double)calls);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {answers,
                                  every_allocation_fails_once,
                                  no_thread,
                                  budgets,
                                  budgets_of_constructors,
                                  endings_leave_nothing_behind,
                                  work_of_a_call_is_work_of_the_command,
                                  giving_up,
                                  too_much_is_out_of_memory,
                                  the_stack_is_deep,
                                  the_cost_of_a_call};
    return test_run("deep_call", tests, COUNT(tests));
}
