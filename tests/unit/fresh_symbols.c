/* tests/unit/fresh_symbols.c -- fresh symbols: never equal, never captured, and the same results
 * however many were made before. */
#include "expr/exact/ball.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of a model that look like a fresh symbol, in text or in another language. */
static const char *const nasty[] = {"b",      "b1",       "b_1",       "b1'''",      "b_1'''",
                                    "b'''",   "b0x231",   "b_0x23_1",  "b_0_x23_1",  "any",
                                    "any1",   "any_",     "any1'''",   "any_0x23_2", "fresh1",
                                    "b_23_1", "b__1",     "b_hash_1",  "f0",         "f1'''",
                                    "b11",    "b_0x23_1", "b_0x23_11", "b_0x23_",    "b__0x23_1"};

START_TEST(no_two_are_equal)
{
    enum { MANY = 2000 };
    struct lab l = lab_open();
    static const char *const hint[] = {"b", "any", "a", "b1", "x_0x23_"};
    ex *e = mem_take_array(l.m, MANY, sizeof *e);
    for (size_t i = 0; i < MANY; i++) {
        e[i] = ex_fresh(l.s, hint[i % COUNT(hint)]);
        ck_assert(ex_op(l.s, e[i]) == EX_sym && ex_is_fresh(l.s, e[i]) && !ex_assumed(l.s, e[i]));
    }
    const ex sum = ex_add(l.s, e, MANY);
    ck_assert_uint_eq(ex_count_args(l.s, sum), MANY);
    ck_assert_uint_eq(ex_symbols(l.s, &sum, 1).n, MANY);
    for (size_t i = 0; i + 1 < MANY; i++) {
        const ex a = ex_arg(l.s, sum, i), b = ex_arg(l.s, sum, i + 1);
        ck_assert(a != b && ex_cmp(l.s, a, b) < 0 && ex_cmp(l.s, b, a) > 0);
    }
    ck_assert(ex_diff(l.s, sum, e[7]) == ex_int(l.s, 1));
    lab_close(&l);
}
END_TEST

static void not_readable(struct store *s, const char *text)
{
    struct ex_mistake why;
    ex_clear(s);
    ck_assert_msg(ex_read(s, text, strlen(text), NULL, &why) == EX_POISON, "'%s' is read", text);
    ex_clear(s);
    ck_assert_msg(ex_sym(s, text, 0) == EX_POISON, "'%s' is a name", text);
    ex_clear(s);
}

START_TEST(no_text_is_read_as_one)
{
    struct lab l = lab_open();
    for (int i = 0; i < 20; i++) {
        const ex e = ex_fresh(l.s, i % 2 ? "b" : "any");
        const char *text = ex_show(l.s, e, EX_TEXT);
        ck_assert_str_eq(text, ex_name(l.s, e));
        ck_assert_ptr_nonnull(strchr(text, '#'));
        not_readable(l.s, text);
    }
    lab_close(&l);
}
END_TEST

/* Neither as a handle nor in any style, whichever came first. */
START_TEST(no_name_is_taken_for_one)
{
    struct lab l = lab_open();
    ex name[COUNT(nasty)], e[40];
    for (size_t i = 0; i < COUNT(e); i++) {
        e[i] = ex_fresh(l.s, i % 3 ? "b" : "any");
        for (size_t k = 0; k < COUNT(nasty) && i == COUNT(e) / 2; k++)
            name[k] = ex_sym(l.s, nasty[k], 0);
    }
    ck_assert_ptr_null(ex_error(l.s));
    for (size_t i = 0; i < COUNT(e); i++)
        for (size_t k = 0; k < COUNT(nasty); k++) {
            ck_assert(e[i] != name[k] && !ex_is_fresh(l.s, name[k]));
            ck_assert(ex_sub(l.s, e[i], name[k]) != ex_int(l.s, 0));
            for (enum ex_style style = 0; style < EX_STYLES; style++)
                ck_assert_str_ne(ex_show(l.s, e[i], style), ex_show(l.s, name[k], style));
        }
    for (size_t i = 0; i < COUNT(e); i++)
        for (size_t k = 0; k < i; k++)
            for (enum ex_style style = 0; style < EX_STYLES; style++)
                ck_assert_str_ne(ex_show(l.s, e[i], style), ex_show(l.s, e[k], style));
    ck_assert_str_eq(ex_show(l.s, e[1], EX_C), "b_0x23_2");
    lab_close(&l);
}
END_TEST

/* The text with the numbers of fresh symbols counted from the first one. */
static const char *relative(struct mem *m, const char *text, unsigned long first)
{
    struct mem_text out = mem_text(m);
    while (*text) {
        mem_put_char(&out, *text);
        if (*text++ == '#') {
            char *end = NULL;
            mem_put_f(&out, "%lu", strtoul(text, &end, 10) - first);
            text = end;
        }
    }
    return out.text;
}

/* Sums over symbols and fresh ones, nested more deeply than the order looks. */
static const char *work(struct store *s, uint64_t seed)
{
    enum { FRESH = 6, TERMS = 5, LEVELS = 30 };
    struct rng r = rng_new(seed);
    ex e[FRESH + 2] = {ex_sym(s, "x", 0), ex_sym(s, "b7", 0)}, now[TERMS + FRESH];
    for (size_t i = 0; i < FRESH; i++)
        e[2 + i] = ex_fresh(s, i % 2 ? "b" : "any");
    const unsigned long first = strtoul(strchr(ex_name(s, e[2]), '#') + 1, NULL, 10);
    for (size_t i = 0; i < TERMS; i++)
        now[i] = e[rng_below(&r, COUNT(e))];
    for (int level = 0; level < LEVELS; level++)
        for (size_t i = 0; i < TERMS; i++) {
            const ex a = now[rng_below(&r, TERMS)], b = e[rng_below(&r, COUNT(e))];
            now[i] = level % 3 == 0   ? ex_sin(s, ex_add2(s, now[i], b))
                     : level % 3 == 1 ? ex_add(s, (ex[]){now[i], ex_powi(s, b, 2), b}, 3)
                                      : ex_mul3(s, ex_cos(s, now[i]), b, level < 9 ? a : b);
        }
    for (size_t i = 0; i < FRESH; i++) { /* that differ at the bottom only */
        ex chain = e[2 + i];
        for (int level = 0; level < LEVELS; level++)
            chain = ex_sin(s, ex_add2(s, chain, e[0]));
        now[TERMS + i] = chain;
    }
    return relative(ex_mem(s), ex_show(s, ex_add(s, now, TERMS + FRESH), EX_TEXT), first);
}

START_TEST(the_same_work_gives_the_same_bytes)
{
    struct lab l = lab_open(), other = lab_open();
    for (int i = 0; i < 1234; i++)
        ex_fresh(other.s, "any");
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const char *first = work(l.s, seed);
        REQUIRE(strcmp(first, work(l.s, seed)) == 0, "seed %d, done again", (int)seed);
        REQUIRE(strcmp(first, work(other.s, seed)) == 0, "seed %d, another store", (int)seed);
    }
    lab_close(&l);
    lab_close(&other);
}
END_TEST

START_TEST(they_are_symbols_in_proofs)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    for (int again = 0; again < 3; again++) {
        const ex a = ex_fresh(s, "b"), b = ex_fresh(s, "b"), x = ex_sym(s, "b1", 0);
        const ex sum = ex_add(s, (ex[]){a, b, x}, 3), square = ex_powi(s, sum, 2);
        const struct ex_verdict same = ex_zero(s, ex_sub(s, square, ex_expand(s, square)), true);
        ck_assert(same.answer == EX_ZERO && same.proved);
        for (int k = 0; k < 2; k++) {
            const struct ex_verdict no = ex_zero(s, ex_sub(s, a, k ? b : x), true);
            ck_assert(no.answer == EX_NOT_ZERO && no.proved);
            ck_assert(no.at.n == 2 && no.value[0] != no.value[1]);
        }
        ex put = EX_POISON;
        ex_subst(s, &sum, 1, (ex[]){a, b}, (ex[]){ex_neg(s, x), ex_int(s, 3)}, 2, &put);
        ck_assert(put == ex_int(s, 3));
    }
    lab_close(&l);
}
END_TEST

/* Their numbers are not in it: the same proof, made again, looks at the same points. */
START_TEST(they_have_the_same_values_again)
{
    struct lab l = lab_open();
    const ex a = ex_fresh(l.s, "b"), b = ex_fresh(l.s, "b"), c = ex_fresh(l.s, "c");
    for (unsigned k = 0; k < 12; k++) {
        ck_assert(ball_sample(l.s, a, 0, k) == ball_sample(l.s, b, 0, k));
        ck_assert(ball_sample(l.s, a, 0, k) != ball_sample(l.s, b, 1, k));
        ck_assert(ball_sample(l.s, a, 0, k) != ball_sample(l.s, c, 0, k));
        ck_assert(ball_sample(l.s, a, 0, k) != ball_sample(l.s, ex_sym(l.s, "b", 0), 0, k));
    }
    lab_close(&l);
}
END_TEST

/* ---- names that are shown ---- */

/* Parameters that are called like the symbols which the program shows beside them. */
static const char model_with[] = "coords x, y, phi\n"
                                 "param %s = 2, %s = 3, %s = 5\n"
                                 "metric dx^2 + dy^2 + %s dphi^2\n"
                                 "potential %s x + %s y\n"
                                 "frame v = %s cos(phi) d_x + sin(phi) d_y\n"
                                 "      w = d_phi\n"
                                 "complement s = -sin(phi) d_x + %s cos(phi) d_y\n";

static const struct jnode *relation_of(struct mem *m, const char *a, const char *b, const char *c,
                                       const char *slope)
{
    char text[1000], at[200];
    snprintf(text, sizeof text, model_with, a, b, c, b, c, a, a, a);
    snprintf(at, sizeof at, "x=0.1,y=0.2,phi=0.3,eta_v=0.4,eta_w=0.5,eta_s=0.6,v=0.7,w=0.8,%s=0.9",
             slope);
    return tool_eval(m, &(struct question){.model = text, .relation = "D_C", .at = at});
}

START_TEST(names_that_are_shown_are_free)
{
    struct lab l = lab_open();
    const struct jnode *plain = relation_of(l.m, "A", "B", "C", "a_x");
    const struct jnode *same = relation_of(l.m, "a_x", "b_v", "lambda1", "a_x_");
    static const char *const key[][2] = {{"qdot", "x"}, {"qdot", "y"}, {"etadot", "eta_v"}};
    for (size_t i = 0; i < COUNT(key); i++) {
        const struct jnode *p = json_need(json_need(plain, key[i][0]), key[i][1]);
        const struct jnode *q = json_need(json_need(same, key[i][0]), key[i][1]);
        ck_assert(json_number(p, key[i][1]) == json_number(q, key[i][1]));
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {no_two_are_equal,
                                  no_text_is_read_as_one,
                                  no_name_is_taken_for_one,
                                  the_same_work_gives_the_same_bytes,
                                  they_are_symbols_in_proofs,
                                  they_have_the_same_values_again,
                                  names_that_are_shown_are_free};
    return test_run("fresh symbols", tests, COUNT(tests));
}
