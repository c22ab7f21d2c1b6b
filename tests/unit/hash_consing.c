/* tests/unit/hash_consing.c -- hash-consing: one node for each structure, independent of order and
 * history. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the same expression, built differently ---- */

/* Rebuilds expressions of one store in another, with operands shuffled and grouped at random. */
struct mover {
    struct store *from, *to;
    struct rng rng;
    ex *image; /* by handle */
};

static ex move_leaf(struct mover *v, ex e)
{
    struct store *s = v->from;
    if (ex_op(s, e) == EX_sym)
        return ex_sym(v->to, ex_name(s, e), ex_assumed(s, e));
    if (!ex_is_number(s, e))
        return ex_pi(v->to);
    struct mem_text t = mem_text(ex_mem(s));
    size_t used;
    rat_put(s, rat_of(s, e), false, &t);
    ex num = ex_number_read(v->to, t.text, t.len, &used);
    t = mem_text(ex_mem(s));
    rat_put(s, rat_of(s, e), true, &t);
    ex q = ex_div(v->to, num, ex_number_read(v->to, t.text, t.len, &used));
    return rat_sign(s, rat_of(s, e)) < 0 ? ex_neg(v->to, q) : q;
}

static ex move_fold(struct mover *v, enum ex_op op, ex *args, size_t n)
{
    rng_shuffle(&v->rng, args, n);
    size_t cut = 1 + rng_below(&v->rng, n - 1);
    switch (rng_below(&v->rng, 3)) {
    case 0: { /* in two groups */
        ex two[2] = {ex_make(v->to, op, args, cut), ex_make(v->to, op, args + cut, n - cut)};
        return ex_make(v->to, op, two, 2);
    }
    case 1: { /* one after the other */
        ex e = args[0];
        for (size_t i = 1; i < n; i++)
            e = op == EX_add ? ex_add2(v->to, e, args[i]) : ex_mul2(v->to, args[i], e);
        return e;
    }
    }
    return ex_make(v->to, op, args, n);
}

static ex move_one(struct mover *v, ex e)
{
    enum ex_op op = ex_op(v->from, e);
    size_t n = ex_count_args(v->from, e);
    if (n == 0)
        return move_leaf(v, e);
    ex *args = mem_take_array(ex_mem(v->from), n, sizeof *args);
    for (size_t i = 0; i < n; i++)
        args[i] = v->image[ex_arg(v->from, e, i)];
    return ex_row[op].kind == FOLD ? move_fold(v, op, args, n) : ex_make(v->to, op, args, n);
}

static ex move(struct store *from, struct store *to, uint64_t seed, ex e)
{
    struct mem_mark mark = mem_mark(ex_mem(from));
    struct mover v = {.from = from, .to = to, .rng = {seed}};
    struct ex_list all = ex_reach(from, &e, 1);
    v.image = calloc(ex_size(from).nodes, sizeof *v.image);
    REQUIRE(v.image, "no memory");
    for (size_t i = 0; i < all.n; i++)
        v.image[all.at[i]] = move_one(&v, all.at[i]);
    ex r = v.image[e];
    free(v.image);
    if (from != to)
        mem_release(ex_mem(from), mark);
    return r;
}

static void same_text(struct store *s, ex e, struct store *t, ex f)
{
    for (enum ex_style style = 0; style < EX_STYLES; style++) {
        const char *a = ex_show(s, e, style), *b = ex_show(t, f, style);
        REQUIRE(a && b && strcmp(a, b) == 0, "in one store\n%s\nin another\n%s", a, b);
    }
}

static void fill_with_junk(struct store *s, uint64_t seed)
{
    struct rng r = {seed};
    struct gen g = gen_new(s, &r);
    for (int i = 0; i < 50; i++)
        gen_any(&g, 8);
    ex_clear(s);
}

START_TEST(the_road_does_not_matter)
{
    size_t cases = test_scaled(5000);
    struct rng r = rng_new(1);
    for (size_t i = 0; i < cases;) {
        struct lab a = lab_open(), b = lab_open();
        fill_with_junk(b.s, i); /* other handles, other symbols first */
        struct gen g = gen_new(a.s, &r);
        for (int k = 0; k < 100; k++, i++) {
            struct mem_mark mark = mem_mark(a.m), mark_b = mem_mark(b.m);
            ex e = gen_any(&g, 3 + (int)rng_below(&r, 12));
            ex_clear(a.s);
            if (!e)
                continue;
            ex f = move(a.s, b.s, rng_next(&r), e);
            same_text(a.s, e, b.s, f);
            REQUIRE(move(b.s, a.s, rng_next(&r), f) == e, "there and back is another handle: %s",
                    ex_show(a.s, e, EX_TEXT));
            REQUIRE(move(a.s, a.s, rng_next(&r), e) == e, "rebuilt, it is another handle: %s",
                    ex_show(a.s, e, EX_TEXT));
            mem_release(a.m, mark);
            mem_release(b.m, mark_b);
        }
        lab_close(&a);
        lab_close(&b);
    }
}
END_TEST

START_TEST(equal_things_are_one)
{
    static const char *const same[][2] = {{"x sqrt(59) sqrt(59)", "59 x"},
                                          {"sqrt(7) y x sqrt(7)", "7 x y"},
                                          {"sqrt(2) x sqrt(2) sqrt(2)", "2 sqrt(2) x"},
                                          {"sqrt(8)", "2 sqrt(2)"},
                                          {"2^(1/2) * 2^(1/3)", "2^(5/6)"},
                                          {"(4/9)^(-1/2)", "3/2"},
                                          {"(-1)^(10^30)", "1"},
                                          {"x^2 x^-2", "1"},
                                          {"x^y x^z", "x^(y + z)"},
                                          {"x^y z x^(-y)", "z"},
                                          {"sqrt(x y) z sqrt(x y)", "x y z"},
                                          {"sqrt(x)^2", "x"},
                                          {"(x^2)^3", "x^6"},
                                          {"(2 x y)^3", "8 x^3 y^3"},
                                          {"exp(x) exp(y)", "exp(x + y)"},
                                          {"exp(x) y exp(-x)", "y"},
                                          {"exp(x)^2", "exp(2 x)"},
                                          {"x - x", "0"},
                                          {"(x + y) - (y + x)", "0"},
                                          {"x + 2 (x + y)", "3 x + 2 y"},
                                          {"(x + y) (y + x)", "(x + y)^2"},
                                          {"(x + y)/(y + x)", "1"},
                                          {"sin(pi/6) + cos(pi/3)", "1"},
                                          {"sin(x + pi)", "-sin(x)"},
                                          {"cos(x + pi/2)", "-sin(x)"},
                                          {"sin(x - 7 pi/2)", "cos(x)"},
                                          {"tan(pi/4)", "1"},
                                          {"acos(-1) + 4 atan(1) + 6 asin(1/2)", "3 pi"},
                                          {"abs(x)^2", "x^2"},
                                          {"abs(-3 x)", "3 abs(x)"},
                                          {"abs(abs(x))", "abs(x)"},
                                          {"hold(hold(x + y))", "hold(x + y)"},
                                          {"hold(3 (x + y))", "3 hold(x + y)"},
                                          {"sin(-(b^2 - 3 a + 1))", "-sin(b^2 - 3 a + 1)"}};
    static const char *const differ[][2] = {{"sqrt(x^2)", "x"},
                                            {"asin(sin(x))", "x"},
                                            {"hold(x + y)", "x + y"},
                                            {"(x^y)^z", "x^(y z)"},
                                            {"sqrt(x) sqrt(y)", "sqrt(x y)"},
                                            {"log(x y)", "log(x) + log(y)"},
                                            {"abs(x)^3", "x^3"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(same); i++)
        ck_assert_msg(test_read(l.s, same[i][0]) == test_read(l.s, same[i][1]), "%s is %s, not %s",
                      same[i][0], ex_show(l.s, test_read(l.s, same[i][0]), EX_TEXT), same[i][1]);
    for (size_t i = 0; i < COUNT(differ); i++)
        ck_assert_msg(test_read(l.s, differ[i][0]) != test_read(l.s, differ[i][1]),
                      "%s is not everywhere %s", differ[i][0], differ[i][1]);
    lab_close(&l);
}
END_TEST

/* ---- the order ---- */

enum { POOL = 400 };

static size_t make_pool(struct store *s, uint64_t seed, ex *pool)
{
    struct rng r = {seed};
    struct gen g = gen_new(s, &r);
    size_t n = 0;
    ex deep[2] = {g.sym[0], g.sym[1]}; /* two chains that differ at the bottom only */
    for (int i = 0; i < 100; i++)
        for (int k = 0; k < 2; k++) {
            deep[k] = i % 3 ? ex_sin(s, deep[k]) : ex_add2(s, deep[k], g.sym[2]);
            if (i % 7 == 0)
                pool[n++] = deep[k];
        }
    while (n < POOL) {
        ex e = gen_any(&g, 1 + (int)rng_below(&r, 8));
        struct ex_list all = ex_reach(s, &e, 1);
        for (size_t i = 0; e && i < all.n && n < POOL; i++) {
            bool there = false;
            for (size_t k = 0; k < n; k++)
                there |= pool[k] == all.at[i];
            if (!there)
                pool[n++] = all.at[i];
        }
        ex_clear(s);
    }
    return n;
}

static int sign(int i)
{
    return (i > 0) - (i < 0);
}

START_TEST(the_order_is_total)
{
    struct lab l = lab_open();
    ex pool[POOL];
    size_t n = make_pool(l.s, 2, pool);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            int c = sign(ex_cmp(l.s, pool[i], pool[k]));
            REQUIRE(c == -sign(ex_cmp(l.s, pool[k], pool[i])), "the order is not antisymmetric");
            REQUIRE((c == 0) == (i == k), "only equal ones compare equal");
        }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            for (size_t c = 0; c < n && ex_cmp(l.s, pool[a], pool[b]) < 0; c += 7)
                REQUIRE(ex_cmp(l.s, pool[b], pool[c]) >= 0 || ex_cmp(l.s, pool[a], pool[c]) < 0,
                        "not transitive: %s, %s, %s", ex_show(l.s, pool[a], EX_TEXT),
                        ex_show(l.s, pool[b], EX_TEXT), ex_show(l.s, pool[c], EX_TEXT));
    lab_close(&l);
}
END_TEST

START_TEST(the_order_is_the_same_in_every_store)
{
    struct lab a = lab_open(), b = lab_open();
    ex pool[POOL], moved[POOL];
    struct rng r = rng_new(3);
    fill_with_junk(b.s, 77);
    size_t n = make_pool(a.s, 4, pool);
    rng_shuffle(&r, pool, n); /* another order in the other store */
    for (size_t i = 0; i < n; i++)
        moved[i] = move(a.s, b.s, rng_next(&r), pool[i]);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            REQUIRE(sign(ex_cmp(a.s, pool[i], pool[k])) == sign(ex_cmp(b.s, moved[i], moved[k])),
                    "two stores order differently: %s, %s", ex_show(a.s, pool[i], EX_TEXT),
                    ex_show(a.s, pool[k], EX_TEXT));
    ex sum = ex_add(a.s, pool, n), moved_sum;
    rng_shuffle(&r, moved, n);
    moved_sum = ex_add(b.s, moved, n);
    same_text(a.s, sum, b.s, moved_sum);
    lab_close(&a);
    lab_close(&b);
}
END_TEST

START_TEST(symbols_come_in_order)
{
    struct lab l = lab_open();
    static const char *const names[] = {"a", "B", "b", "th1", "th2", "th10", "x", "x'", "x_1"};
    ex e[COUNT(names)];
    for (size_t i = COUNT(names); i-- > 0;)
        e[i] = ex_sym(l.s, names[i], 0);
    ex product = ex_mul(l.s, e, COUNT(e));
    struct ex_list found = ex_symbols(l.s, &product, 1);
    ck_assert_uint_eq(found.n, COUNT(names));
    for (size_t i = 0; i < found.n; i++)
        ck_assert_str_eq(ex_name(l.s, found.at[i]), names[i]);
    ck_assert(ex_has(l.s, product, e[3]) && !ex_has(l.s, e[0], e[3]));
    lab_close(&l);
}
END_TEST

START_TEST(assumptions_stay)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    ex m = ex_sym(s, "m", EX_POSITIVE), x = ex_sym(s, "x", 0);
    ck_assert(ex_sym(s, "m", 0) == m && ex_sym(s, "m", EX_POSITIVE) == m);
    ck_assert(ex_sym_n(s, "mass", 1, 0) == m);
    ck_assert(ex_is_positive(s, m) && ex_is_nonzero(s, m) && !ex_is_positive(s, x));
    ck_assert(ex_sqrt(s, ex_powi(s, m, 2)) == m && ex_sqrt(s, ex_powi(s, x, 2)) != x);
    ck_assert_ptr_null(ex_error(s));
    ck_assert(ex_sym(s, "x", EX_POSITIVE) == EX_POISON);
    ck_assert_ptr_nonnull(strstr(ex_error(s), "'x'"));
    ex_clear(s);
    char name[300];
    memset(name, 'n', sizeof name);
    ck_assert(ex_sym_n(s, name, sizeof name, 0) == EX_POISON);
    ex_clear(s);
    ck_assert(ex_sym(s, "", 0) == EX_POISON && ex_sym_n(s, "a\0b", 3, 0) == EX_POISON);
    ex_clear(s);
    ex longest = ex_sym_n(s, name, 255, 0);
    ck_assert(longest && strlen(ex_name(s, longest)) == 255);
    lab_close(&l);
}
END_TEST

/* ---- memory ---- */

START_TEST(a_node_costs_at_most_64_bytes)
{
    enum { ENOUGH = 200 }; /* below, the first allocation dominates */
    struct lab l = lab_open();
    struct rng r = rng_new(5);
    struct gen g = gen_new(l.s, &r);
    size_t cases = test_scaled(20000);
    double worst = 0;
    for (size_t i = 0; i < cases; i++) {
        struct mem_mark mark = mem_mark(l.m);
        ex e = gen_any(&g, 4 + (int)rng_below(&r, 6));
        if (e)
            ex_diff(l.s, e, g.sym[rng_below(&r, GEN_SYMBOLS)]);
        ex_clear(l.s);
        struct ex_size size = ex_size(l.s);
        double bytes = (double)size.bytes / (double)size.nodes;
        if (size.nodes >= ENOUGH && bytes > worst)
            worst = bytes;
        REQUIRE(size.nodes < ENOUGH || bytes <= 64, "%.1f bytes a node at %zu nodes", bytes,
                size.nodes);
        mem_release(l.m, mark);
    }
    printf("at most %.1f bytes a node, %zu nodes in the end\n", worst, ex_size(l.s).nodes);
    lab_close(&l);
}
END_TEST

START_TEST(everything_is_given_back)
{
    struct mem *m = mem_new(0);
    size_t before = mem_used(m);
    for (int i = 0; i < 20; i++) {
        struct store *s = ex_store_new(m, ex_limits());
        fill_with_junk(s, (uint64_t)i);
        ex_store_free(s);
        mem_calm(m);
    }
    size_t spare = mem_used(m); /* scratch memory may keep one chunk */
    ck_assert_msg(spare - before <= (size_t)1 << 20, "%zu bytes are kept", spare - before);
    mem_free(m);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_road_does_not_matter,
                                  equal_things_are_one,
                                  the_order_is_total,
                                  the_order_is_the_same_in_every_store,
                                  symbols_come_in_order,
                                  assumptions_stay,
                                  a_node_costs_at_most_64_bytes,
                                  everything_is_given_back};
    return test_run("store", tests, COUNT(tests));
}
