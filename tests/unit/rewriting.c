/* tests/unit/rewriting.c -- ex_rewrite: each node once, operands first, without recursion. */
#include "support/support.h"

#include <string.h>

struct seen {
    struct store *s;
    ex *at;
    size_t n;
    ex from, to; /* one node that becomes another; EX_POISON: none */
};

/* Notes the node, and sees that its operands have been here. */
static ex note(void *context, const struct ex_rewriting *r, ex node)
{
    struct seen *seen = context;
    for (size_t i = 0; i < ex_count_args(seen->s, node); i++)
        REQUIRE(ex_image(r, ex_arg(seen->s, node, i)) || ex_error(seen->s), /* 1/0, for example */
                "an operand comes after its node");
    REQUIRE(!ex_image(r, node), "a node is rewritten twice");
    seen->at[seen->n++] = node;
    return seen->from && node == seen->from ? seen->to : ex_over_images(r, node);
}

static struct ex_rule noting(struct lab *l, struct seen *seen)
{
    *seen =
        (struct seen){.s = l->s, .at = mem_take_array(l->m, ex_size(l->s).nodes + 1, sizeof(ex))};
    return (struct ex_rule){note, seen};
}

START_TEST(a_rule_that_changes_nothing_changes_nothing)
{
    struct lab l = lab_open();
    struct rng r = rng_new(61);
    struct gen g = gen_new(l.s, &r);
    for (size_t i = 0; i < test_cases() / 10; i++) {
        const struct mem_mark mark = mem_mark(l.m);
        ex e[3], out[3];
        struct seen seen;
        for (size_t k = 0; k < COUNT(e); k++)
            e[k] = gen_any(&g, 12);
        ex_clear(l.s);
        const struct ex_rule rule = noting(&l, &seen);
        const struct ex_list all = ex_reach(l.s, e, COUNT(e));
        if (!any_poison(e, COUNT(e))) {
            ex_rewrite(l.s, e, COUNT(e), rule, out);
            ck_assert(memcmp(e, out, sizeof e) == 0);
            ck_assert_uint_eq(seen.n, all.n);
            ck_assert(memcmp(seen.at, all.at, all.n * sizeof *all.at) == 0);
        }
        mem_release(l.m, mark);
    }
    lab_close(&l);
}
END_TEST

/* One node for another by a rule, by ex_subst, and by building it so. */
START_TEST(a_rule_for_one_symbol_is_a_substitution)
{
    struct lab l = lab_open();
    struct rng r = rng_new(62);
    struct gen g = gen_new(l.s, &r);
    size_t compared = 0;
    for (size_t i = 0; i < test_cases() / 10; i++) {
        const struct mem_mark mark = mem_mark(l.m);
        struct seen seen;
        const ex e = gen_any(&g, 12), by = gen_any(&g, 3);
        ex one = EX_POISON, two = EX_POISON;
        ex_clear(l.s);
        struct ex_rule rule = noting(&l, &seen);
        seen.from = g.sym[0];
        seen.to = by;
        if (e && by) {
            ex_rewrite(l.s, &e, 1, rule, &one);
            ex_clear(l.s);
            ex_subst(l.s, &e, 1, &g.sym[0], &by, 1, &two);
            ck_assert_uint_eq(one, two);
            compared += one && one != e;
        }
        ex_clear(l.s);
        mem_release(l.m, mark);
    }
    ck_assert_uint_gt(compared, test_cases() / 40);
    lab_close(&l);
}
END_TEST

/* 2^200 paths lead down, and 3 nodes a level. */
START_TEST(shared_nodes_are_rewritten_once)
{
    struct lab l = lab_open();
    struct seen seen;
    ex e = ex_sym(l.s, "x", 0), out = EX_POISON, want = ex_sym(l.s, "y", 0);
    const ex x = e, y = want;
    for (int i = 0; i < 200; i++) {
        e = ex_add2(l.s, ex_sin(l.s, e), ex_cos(l.s, e));
        want = ex_add2(l.s, ex_sin(l.s, want), ex_cos(l.s, want));
    }
    const struct ex_rule rule = noting(&l, &seen);
    seen.from = x;
    seen.to = y;
    ex_rewrite(l.s, &e, 1, rule, &out);
    ck_assert_uint_eq(out, want);
    ck_assert_uint_eq(seen.n, 601);
    lab_close(&l);
}
END_TEST

static const char *rewrite_deep(void *context)
{
    struct lab *l = context;
    struct seen seen;
    ex e = ex_sym(l->s, "x", 0), out = EX_POISON;
    for (int i = 0; i < 100000; i++)
        e = ex_sin(l->s, ex_hold(l->s, ex_add2(l->s, e, ex_int(l->s, 1))));
    const struct ex_rule rule = noting(l, &seen);
    ex_rewrite(l->s, &e, 1, rule, &out);
    if (out != e || seen.n != ex_reach(l->s, &e, 1).n)
        return "a deep chain is not the same";
    ex_release(l->s, &e, 1, &out);
    return ex_reach(l->s, &out, 1).n == seen.n - 100000 ? NULL : "names are left";
}

START_TEST(depth_takes_no_stack)
{
    struct lab l = lab_open();
    const char *wrong = test_small_stack(rewrite_deep, &l);
    ck_assert_msg(!wrong, "%s", wrong);
    lab_close(&l);
}
END_TEST

START_TEST(poison_stays_where_it_is)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    const ex x = ex_sym(s, "x", 0), y = ex_sym(s, "y", 0), none = EX_POISON;
    const ex e[3] = {ex_sin(s, x), ex_cos(s, y), ex_mul2(s, x, y)};
    ex out[3];
    ex_subst(s, e, 3, (ex[]){x, y}, (ex[]){none, ex_int(s, 0)}, 2, out);
    ck_assert(!out[0] && out[1] == ex_int(s, 1) && !out[2]);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_rule_that_changes_nothing_changes_nothing, a_rule_for_one_symbol_is_a_substitution,
        shared_nodes_are_rewritten_once, depth_takes_no_stack, poison_stays_where_it_is};
    return test_run("rewriting", tests, COUNT(tests));
}
