/* tests/unit/limits_and_poison.c -- limits: clear errors, and propagation of the poison handle. */
#include "support/support.h"

#include <math.h>
#include <string.h>

static void reached(struct store *s, ex e, const char *word)
{
    ck_assert_msg(e == EX_POISON, "the limit of %s was passed", word);
    ck_assert_msg(ex_error(s) && strstr(ex_error(s), word), "limit of %s: the error is '%s'", word,
                  ex_error(s) ? ex_error(s) : "none");
}

static void works_again(struct store *s, ex known)
{
    ex_clear(s);
    ck_assert_ptr_null(ex_error(s));
    ck_assert(ex_mul2(s, ex_int(s, 1), known) == known);
    ck_assert_ptr_nonnull(ex_show(s, known, EX_TEXT));
    ck_assert_ptr_null(ex_error(s));
}

START_TEST(limit_of_nodes)
{
    struct ex_limits limits = ex_limits();
    limits.nodes = 1000;
    struct lab l = lab_open_with(limits);
    ex x = ex_sym(l.s, "x", 0), e = x, last = x;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2000 && e; i++) {
            last = e;
            e = ex_sin(l.s, ex_add2(l.s, e, x));
        }
        reached(l.s, e, "limit of 1000 nodes");
        ck_assert(ex_sin(l.s, ex_int(l.s, 12345)) == EX_POISON);
        ck_assert_uint_le(ex_size(l.s).nodes, 1000);
        works_again(l.s, last);
        double v = 0.5, out;
        ex_eval(l.s, &last, 1, &x, &v, 1, &out);
        ck_assert(isfinite(out));
        e = last;
    }
    lab_close(&l);
}
END_TEST

/* Independent of the load of the machine: without the limit the store would become full. */
START_TEST(limit_of_processor_time)
{
    struct ex_limits limits = ex_limits();
    limits.cpu = 0.05;
    struct lab l = lab_open_with(limits);
    ex x = ex_sym(l.s, "x", 0), known = ex_add2(l.s, x, ex_int(l.s, 1));
    for (int round = 0; round < 2; round++) {
        ex e = x;
        for (int i = round * 100000000; e; i++)
            e = ex_add2(l.s, x, ex_int(l.s, i + 1));
        reached(l.s, e, "last guard");
        works_again(l.s, known);
    }
    lab_close(&l);
}
END_TEST

/* Ends at the same node in every store, before the next command counts again. */
START_TEST(limit_of_work)
{
    size_t nodes[2];
    for (int round = 0; round < 2; round++) {
        struct ex_limits limits = ex_limits();
        limits.work = 100000;
        struct lab l = lab_open_with(limits);
        ex x = ex_sym(l.s, "x", 0), known = ex_add2(l.s, x, ex_int(l.s, 1)), e = x;
        for (int i = 0; e; i++)
            e = ex_add2(l.s, x, ex_int(l.s, i + 1));
        ck_assert(ex_stopped(l.s) && strstr(ex_stopped(l.s), "100000 units of work"));
        ck_assert_uint_ge(ex_work_done(l.s), limits.work);
        ck_assert_uint_lt(ex_work_done(l.s), limits.work + 100);
        nodes[round] = ex_size(l.s).nodes;
        ex_forgive(l.s, true); /* no attempt is forgiven after it */
        ck_assert(ex_stopped(l.s) && ex_int(l.s, 1) == EX_POISON);
        reached(l.s, e, "work");
        works_again(l.s, known);
        ck_assert_uint_lt(ex_work_done(l.s), 100);
        lab_close(&l);
    }
    ck_assert_uint_eq(nodes[0], nodes[1]);
}
END_TEST

/* The message of a limit replaces that of an expression that could not be built. */
START_TEST(a_limit_is_told_first)
{
    struct ex_limits limits = ex_limits();
    limits.work = 100000;
    struct lab l = lab_open_with(limits);
    ex x = ex_sym(l.s, "x", 0), e = ex_div(l.s, x, ex_int(l.s, 0));
    ck_assert(e == EX_POISON && !ex_stopped(l.s));
    for (e = x; e;)
        e = ex_add2(l.s, ex_mul2(l.s, x, e), x);
    reached(l.s, e, "work");
    lab_close(&l);
}
END_TEST

static int asked;

static bool stop_at_the_third(void)
{
    return ++asked >= 3;
}

/* The clock and the request to stop are checked after a fixed amount of work. */
START_TEST(a_limit_does_not_come_late)
{
    enum { OFTEN = 1 << 17 };
    struct ex_limits limits = ex_limits();
    limits.stops = stop_at_the_third;
    struct lab l = lab_open_with(limits);
    ex x = ex_sym(l.s, "x", 0), e = x;
    asked = 0;
    const uint64_t before = l.s->work;
    for (int i = 0; e; i++)
        e = ex_add2(l.s, x, ex_int(l.s, i % 1000 + 1)); /* few of them are new */
    reached(l.s, e, "request");
    ck_assert_int_eq(asked, 3);
    ck_assert_uint_lt(l.s->work - before, 3 * OFTEN);
    lab_close(&l);
}
END_TEST

START_TEST(limits_of_terms_text_and_depth)
{
    struct ex_limits limits = ex_limits();
    limits.terms = 100;
    limits.text = 1000;
    limits.depth = 50;
    struct lab l = lab_open_with(limits);
    struct store *s = l.s;
    ex small = test_read(s, "(a + b + c + d)^3"), big = test_read(s, "(a + b + c + d)^20");
    reached(s, ex_expand(s, big), "100 terms");
    works_again(s, small);
    ck_assert(ex_expand(s, small) != EX_POISON);
    ex abc[3] = {test_read(s, "a"), test_read(s, "b"), test_read(s, "c")};
    reached(s, ex_collect(s, big, abc, 3), "100 terms");
    works_again(s, small);
    ex terms[300];
    for (int i = 0; i < 300; i++)
        terms[i] = ex_powi(s, abc[0], i + 1);
    ex sum = ex_add(s, terms, 300);
    for (enum ex_style style = 0; style < EX_STYLES; style++) {
        ck_assert_ptr_null(ex_show(s, sum, style));
        reached(s, EX_POISON, "1000 bytes");
        works_again(s, small);
    }
    char text[60];
    memset(text, '(', sizeof text);
    struct ex_mistake why = {0};
    ck_assert(ex_read(s, text, sizeof text, NULL, &why) == EX_POISON);
    ck_assert_ptr_nonnull(strstr(why.message, "50"));
    ck_assert(why.at >= 48 && why.at <= 52);
    works_again(s, small);
    lab_close(&l);
}
END_TEST

/* ---- poison ---- */

START_TEST(poison_flows)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    ex x = ex_sym(s, "x", 0), bad = ex_div(s, x, ex_int(s, 0)), out[2], none = EX_POISON;
    reached(s, bad, "division by zero");
    for (enum ex_op op = EX_add; op < EX_OPS; op++) {
        size_t n = ex_row[op].kind == FOLD ? 3 : ex_row[op].args;
        for (size_t i = 0; i < n; i++) {
            ex args[3] = {x, x, x};
            args[i] = bad;
            ck_assert_msg(ex_make(s, op, args, n) == EX_POISON, "poison in %s", ex_row[op].text);
        }
    }
    ck_assert(!ex_add2(s, bad, x) && !ex_sub(s, bad, bad) && !ex_neg(s, bad) && !ex_sqrt(s, bad));
    ck_assert(!ex_mul2(s, ex_int(s, 0), bad) && !ex_mul3(s, x, bad, x) && !ex_div(s, bad, x));
    ck_assert(!ex_div(s, x, bad) && !ex_pow(s, x, bad) && !ex_powi(s, bad, 0) && !ex_hold(s, bad));
    ck_assert(!ex_diff(s, bad, x) && !ex_expand(s, bad) && !ex_collect(s, bad, &x, 1));
    ck_assert(!ex_circle(s, bad) && ex_degree(s, bad, &x, 1) == -1);
    ex_gradient(s, bad, (ex[]){x, x}, 2, out);
    ck_assert(!out[0] && !out[1]);
    ex_hessian(s, bad, &x, 1, out);
    ck_assert(!out[0]);
    ex_jacobian(s, (ex[]){bad, x}, 2, &x, 1, out);
    ck_assert(!out[0] && out[1] == ex_int(s, 1));
    ex_subst(s, &x, 1, &x, &bad, 1, out);
    ck_assert(!out[0]);
    ex_subst(s, (ex[]){bad, x}, 2, &x, &x, 1, out);
    ck_assert(!out[0] && out[1] == x);
    uint32_t k = 0;
    ck_assert(!ex_coefficient(s, bad, &x, &k, 1));
    double v = 1, d = 0;
    ex_eval(s, &bad, 1, &x, &v, 1, &d);
    ck_assert(isnan(d));
    uint64_t u = 1, w;
    ck_assert(!ex_eval_mod(s, &bad, 1, &x, &u, 1, &w));
    ck_assert(!ex_has(s, bad, x));
    for (enum ex_style style = 0; style < EX_STYLES; style++)
        ex_show(s, none, style);
    ck_assert_str_eq(ex_error(s), "division by zero"); /* the first reason stays */
    ex_clear(s);
    ck_assert(ex_add2(s, x, x) == ex_mul2(s, ex_int(s, 2), x));
    ck_assert_ptr_null(ex_error(s));
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        limit_of_nodes,        limit_of_processor_time,    limit_of_work,
        a_limit_is_told_first, a_limit_does_not_come_late, limits_of_terms_text_and_depth,
        poison_flows};
    return test_run("limit", tests, COUNT(tests));
}
