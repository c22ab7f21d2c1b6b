/* tests/unit/deep_and_wide_expressions.c -- deep and wide expressions: no recursion, a million
 * terms in one node.
 *
 * Everything runs in a thread with 128 KiB of stack, where the smallest recursion over a chain of
 * 100,000 ends the program.
 */
#include "support/support.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition, reason)                                                                   \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return reason;                                                                         \
    } while (0)

/* ---- chains ---- */

static ex by_sin(struct store *s, ex e, ex x, ex y)
{
    (void)x, (void)y;
    return ex_sin(s, e);
}

static ex by_sqrt(struct store *s, ex e, ex x, ex y)
{
    (void)x, (void)y;
    return ex_sqrt(s, ex_add2(s, ex_mul2(s, ex_int(s, 2), e), ex_int(s, 1)));
}

static ex by_horner(struct store *s, ex e, ex x, ex y)
{
    return ex_add2(s, ex_mul2(s, e, y), x);
}

static ex by_power(struct store *s, ex e, ex x, ex y)
{
    (void)x;
    return ex_pow(s, e, y);
}

static ex by_hold(struct store *s, ex e, ex x, ex y)
{
    (void)x;
    return ex_hold(s, ex_add2(s, e, y));
}

static ex by_quotient(struct store *s, ex e, ex x, ex y)
{
    (void)x;
    return ex_div(s, y, ex_add2(s, ex_int(s, 1), e));
}

static const struct kind {
    const char *name;
    ex (*step)(struct store *s, ex e, ex x, ex y);
    bool expand; /* its expansion has moderate size */
} kinds[] = {{"sin(e)", by_sin, true},       {"sqrt(2 e + 1)", by_sqrt, true},
             {"e y + x", by_horner, false},  {"e^y", by_power, true},
             {"hold(e + y)", by_hold, true}, {"y/(1 + e)", by_quotient, true}};

struct chain {
    const struct kind *kind;
    size_t length;
    char reason[200];
};

static ex build(struct store *s, const struct chain *c, ex bottom, ex x, ex y)
{
    ex e = bottom;
    for (size_t i = 0; i < c->length && e; i++)
        e = c->kind->step(s, e, x, y);
    return e;
}

static struct ex_limits wide_limits(void)
{
    struct ex_limits l = ex_limits();
    l.depth = 10 * 1000 * 1000;
    l.terms = 10 * 1000 * 1000;
    l.text = (size_t)1 << 30;
    return l;
}

static const char *text_of_chain(struct store *s, ex e)
{
    for (enum ex_style style = 0; style < EX_STYLES; style++) {
        struct mem_mark mark = mem_mark(ex_mem(s));
        CHECK(ex_show(s, e, style), "it is not printed");
        mem_release(ex_mem(s), mark);
    }
    const char *text = ex_show(s, e, EX_TEXT);
    struct ex_mistake why = {0};
    ex back = ex_read(s, text, strlen(text), NULL, &why);
    CHECK(back, why.message ? why.message : "it is not read");
    CHECK(back == e, "it is read as something else");
    return NULL;
}

static const char *calculus_of_chain(struct store *s, const struct chain *c, ex e, ex x, ex y)
{
    ex d = ex_diff(s, e, x), g[2], swapped;
    CHECK(d, "no derivative");
    ex_gradient(s, e, (ex[]){x, y}, 2, g);
    CHECK(g[0] && g[1], "no gradient");
    double v[2] = {0.3, 0.9}, value[3];
    ex_eval(s, (ex[]){e, d, g[0]}, 3, (ex[]){x, y}, v, 2, value);
    CHECK(isfinite(value[0]), "no value");
    CHECK(isfinite(value[1]) && fabs(value[1] - value[2]) <= 1e-9 * (1 + fabs(value[1])),
          "derivative and gradient differ");
    ex_subst(s, &e, 1, (ex[]){x, y}, (ex[]){y, x}, 2, &swapped);
    CHECK(swapped && swapped != e, "no substitution");
    ex_subst(s, &swapped, 1, (ex[]){y, x}, (ex[]){x, y}, 2, &swapped);
    CHECK(swapped == e, "swapped twice is not the same");
    CHECK(!c->kind->expand || ex_expand(s, e), "not expanded");
    CHECK(ex_symbols(s, &e, 1).n >= 1 && ex_has(s, e, x), "symbols");
    struct ex_cost cost = ex_cost(s, &e, 1);
    CHECK(cost.adds + cost.muls + cost.divs + cost.calls >= c->length / 2, "the cost");
    ex k = ex_collect(s, e, &x, 1);
    CHECK(k || ex_error(s), "collect is silent");
    ex_clear(s);
    return NULL;
}

static const char *run_chain(void *context)
{
    struct chain *c = context;
    struct lab l = lab_open_with(wide_limits());
    ex x = ex_sym(l.s, "x", 0), y = ex_sym(l.s, "y", 0), z = ex_sym(l.s, "z", 0);
    ex e = build(l.s, c, x, x, y), f = build(l.s, c, z, x, y);
    const char *reason = e && f && e != f ? NULL : "not built";
    if (!reason && build(l.s, c, x, x, y) != e)
        reason = "built again it is another";
    if (!reason && ex_cmp(l.s, e, f) != -ex_cmp(l.s, f, e))
        reason = "two that differ at the bottom are not ordered";
    ex both = ex_add2(l.s, e, f);
    if (!reason && (!both || both != ex_add2(l.s, f, e)))
        reason = "two that differ at the bottom have two sums";
    if (!reason)
        reason = text_of_chain(l.s, e);
    if (!reason)
        reason = calculus_of_chain(l.s, c, e, x, y);
    if (reason) /* it may be memory of the lab */
        snprintf(c->reason, sizeof c->reason, "%s", reason);
    lab_close(&l);
    return reason ? c->reason : NULL;
}

START_TEST(chains_of_a_hundred_thousand)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct chain c = {.kind = &kinds[i], .length = test_scaled(100000)};
        double start = test_clock();
        const char *reason = test_small_stack(run_chain, &c);
        printf("%zu times %s: %.2f s\n", c.length, c.kind->name, test_clock() - start);
        ck_assert_msg(!reason, "%s, %zu deep: %s", c.kind->name, c.length, reason);
    }
}
END_TEST

/* ---- sums and products ---- */

struct row {
    size_t n;
    bool product;
    const char *(*body)(struct store *s, const struct row *row);
};

static const char *run_row(void *context)
{
    const struct row *row = context;
    struct lab l = lab_open_with(wide_limits());
    const char *reason = row->body(l.s, row);
    lab_close(&l);
    return reason;
}

static const char *long_row(struct store *s, const struct row *row)
{
    ex *x = mem_take_array(ex_mem(s), row->n, sizeof *x);
    ex *term = mem_take_array(ex_mem(s), row->n, sizeof *term);
    double *v = mem_take_array(ex_mem(s), row->n, sizeof *v), value[2], want = row->product;
    for (size_t i = 0; i < row->n; i++) {
        char name[32];
        snprintf(name, sizeof name, "x%zu", i * 7919 % row->n); /* in no order */
        x[i] = ex_sym(s, name, 0);
        term[i] = row->product ? x[i] : ex_mul2(s, ex_int(s, (int64_t)(i % 3) - 1), x[i]);
        v[i] = row->product ? 1 + (double)(i % 2) * 0x1p-20 : 0.25 * (double)(i % 5);
        if (row->product)
            want *= v[i];
        else
            want += ((double)(i % 3) - 1) * v[i];
    }
    ex e = row->product ? ex_mul(s, term, row->n) : ex_add(s, term, row->n);
    CHECK(e, "not built");
    CHECK(ex_count_args(s, e) == (row->product ? row->n : row->n - (row->n + 1) / 3),
          "not one node of all");
    const char *text = ex_show(s, e, EX_TEXT);
    CHECK(text, "not printed");
    CHECK(ex_read(s, text, strlen(text), NULL, NULL) == e, "not read back");
    for (enum ex_style style = 0; style < EX_STYLES; style++)
        CHECK(ex_show(s, e, style), "not printed in every style");
    ex d = ex_diff(s, e, x[2]), g;
    ex_gradient(s, e, x + 2, 1, &g);
    CHECK(d && d == g, "not differentiated");
    ex_eval(s, (ex[]){e, d}, 2, x, v, row->n, value);
    CHECK(fabs(value[0] - want) <= 1e-9 * fabs(want), "a wrong value");
    double slope = row->product ? want / v[2] : 1;
    CHECK(fabs(value[1] - slope) <= 1e-9 * fabs(slope), "a wrong derivative");
    ex swapped;
    ex_subst(s, &e, 1, x, x + 1, 1, &swapped);
    CHECK(swapped && swapped != e, "not substituted");
    CHECK(ex_expand(s, e) == e, "not expanded");
    CHECK(ex_degree(s, e, x, 3) == (row->product ? 3 : 1), "a wrong degree");
    return NULL;
}

START_TEST(a_million_terms)
{
    for (int product = 0; product < 2; product++) {
        struct row row = {.n = test_scaled(1000000), .product = product, .body = long_row};
        double start = test_clock();
        const char *reason = test_small_stack(run_row, &row);
        printf("%zu %s: %.2f s\n", row.n, product ? "factors" : "terms", test_clock() - start);
        ck_assert_msg(!reason, "%zu %s: %s", row.n, product ? "factors" : "terms", reason);
    }
}
END_TEST

/* A sum in which all terms cancel, and one in which all terms are alike. */
static const char *like_terms(struct store *s, const struct row *row)
{
    ex x = ex_sym(s, "x", 0), y = ex_sym(s, "y", 0);
    ex *term = mem_take_array(ex_mem(s), 2 * row->n, sizeof *term);
    for (size_t i = 0; i < row->n; i++) {
        term[2 * i] = ex_mul2(s, ex_int(s, (int64_t)i), x);
        term[2 * i + 1] = ex_mul2(s, ex_int(s, -(int64_t)i), x);
    }
    CHECK(ex_add(s, term, 2 * row->n) == ex_int(s, 0), "it does not cancel");
    for (size_t i = 0; i < 2 * row->n; i++)
        term[i] = i % 2 ? x : y;
    CHECK(ex_mul(s, term, 2 * row->n) ==
              ex_mul2(s, ex_powi(s, x, (int64_t)row->n), ex_powi(s, y, (int64_t)row->n)),
          "equal factors are not one power");
    return NULL;
}

START_TEST(a_million_like_terms)
{
    struct row row = {.n = test_scaled(500000), .body = like_terms};
    const char *reason = test_small_stack(run_row, &row);
    ck_assert_msg(!reason, "%s", reason);
}
END_TEST

static int patience; /* number of calls before the request to stop */

static bool lost_patience(void)
{
    return patience-- <= 0;
}

/* The expansion of a Horner form of 100,000 levels has 5 10^9 terms: a request stops it soon. */
static const char *endless(void *context)
{
    enum { OFTEN = 1 << 17 };
    struct ex_limits limits = wide_limits();
    (void)context;
    limits.stops = lost_patience;
    patience = INT_MAX;
    struct chain c = {.kind = &kinds[2], .length = 100000};
    struct lab l = lab_open_with(limits);
    ex x = ex_sym(l.s, "x", 0), y = ex_sym(l.s, "y", 0), e = build(l.s, &c, x, x, y);
    ex_clear(l.s);
    patience = 100;
    const uint64_t before = l.s->work;
    ex expanded = e ? ex_expand(l.s, e) : EX_POISON;
    const bool told = ex_error(l.s) != NULL, late = l.s->work - before > 200 * (uint64_t)OFTEN;
    ex_clear(l.s);
    patience = INT_MAX;
    bool works = ex_expand(l.s, ex_mul2(l.s, x, ex_add2(l.s, x, y))) != EX_POISON;
    lab_close(&l);
    CHECK(!expanded && told, "no limit stopped it");
    CHECK(!late, "it came late");
    CHECK(works, "afterwards nothing works");
    return NULL;
}

START_TEST(a_request_stops_expansion)
{
#ifndef EX_HOSTILE
    const char *reason = test_small_stack(endless, NULL);
    ck_assert_msg(!reason, "%s", reason);
#else
    (void)endless;
#endif
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {chains_of_a_hundred_thousand, a_million_terms,
                                  a_million_like_terms, a_request_stops_expansion};
    return test_run("deep", tests, COUNT(tests));
}
