/* tests/unit/random_expressions.c -- random expressions in any number, each with a conclusive
 * comparison.
 *
 * A case counts only when it was compared: where an expression is not defined, or its values are
 * too large, another one is drawn, and the run prints how many were drawn.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CASES_A_STORE = 300 };

struct run {
    struct lab lab;
    struct rng rng;
    struct gen gen;
    struct mem_mark mark;
    double v[GEN_SYMBOLS];
    size_t done, wanted, drawn, poison, wild, constant;
};

static struct run run_begin(uint64_t seed)
{
    struct run r = {.lab = lab_open(), .rng = rng_new(seed), .wanted = test_cases()};
    r.mark = mem_mark(r.lab.m);
    return r;
}

/* Empty scratch memory, a new point, and every few hundred cases a new store. */
static void run_draw(struct run *r)
{
    mem_release(r->lab.m, r->mark);
    if (r->drawn++ % CASES_A_STORE == 0) {
        lab_close(&r->lab);
        r->lab = lab_open();
        r->mark = mem_mark(r->lab.m);
    }
    r->gen = gen_new(r->lab.s, &r->rng); /* the store is new: so are its symbols */
    gen_point(&r->gen, r->v);
}

/* The next expression that has an operator. */
static ex run_next(struct run *r)
{
    for (;;) {
        run_draw(r);
        ex e = gen_any(&r->gen, 3 + (int)rng_below(&r->rng, 8));
        ex_clear(r->lab.s);
        if (!e)
            r->poison++;
        else if (ex_symbols(r->lab.s, &e, 1).n == 0)
            r->constant++;
        else
            return e;
    }
}

static void run_end(struct run *r, const char *what)
{
    printf("%s: %zu compared; of %zu drawn %zu had no value, %zu were wild, %zu without a symbol\n",
           what, r->done, r->drawn, r->poison, r->wild, r->constant);
    lab_close(&r->lab);
}

/* ---- structure and text ---- */

static void rebuild(struct store *s, ex e)
{
    struct ex_list all = ex_reach(s, &e, 1);
    for (size_t i = 0; i < all.n; i++) {
        ex n = all.at[i], args[64];
        size_t count = ex_count_args(s, n);
        if (count == 0 || count > COUNT(args))
            continue;
        memcpy(args, ex_args(s, n), count * sizeof *args);
        REQUIRE(ex_make(s, ex_op(s, n), args, count) == n, "made again, this is another: %s",
                ex_show(s, n, EX_TEXT));
    }
    ex same;
    ex_subst(s, &e, 1, NULL, NULL, 0, &same);
    REQUIRE(same == e, "substituting nothing changed %s", ex_show(s, e, EX_TEXT));
}

START_TEST(rebuilt_and_read_back)
{
    struct run r = run_begin(1);
    for (; r.done < r.wanted; r.done++) {
        ex e = run_next(&r);
        struct store *s = r.lab.s;
        rebuild(s, e);
        const char *text = ex_show(s, e, EX_TEXT);
        struct ex_mistake why = {0};
        ex back = ex_read(s, text, strlen(text), NULL, &why);
        REQUIRE(back == e, "'%s' is read as '%s'", text,
                back ? ex_show(s, back, EX_TEXT) : why.message);
        if (r.done % 8)
            continue;
        for (enum ex_style style = 0; style < EX_STYLES; style++) {
            const char *other = ex_show(s, e, style);
            REQUIRE(other && !test_unbalanced(other, style), "not balanced: %s", other);
        }
    }
    run_end(&r, "rebuilt and read back");
}
END_TEST

/* ---- meaning ---- */

/* In whatever form a constructor returns its result, the value is that of the operator on the
 * values of its arguments, where that is defined. */
static bool keeps_the_value(struct run *r, struct mp *p, enum ex_op op, const ex *args, size_t n)
{
    enum { AGREE = 100 };
    struct store *s = r->lab.s;
    mp_eval(p, s, ex_reach(s, args, n), r->gen.sym, r->v, GEN_SYMBOLS, 0, NULL);
    mpfr_srcptr values[2] = {mp_of(p, args[0]), mp_of(p, args[n - 1])};
    mpfr_t raw;
    mpfr_init2(raw, p->bits);
    mp_apply(op, raw, values, n, MPFR_RNDN);
    bool clear = mp_moderate(p, s) && mpfr_number_p(raw) && mpfr_cmpabs_ui(raw, 1 << 30) < 0;
    if (op == EX_atan2 && mpfr_zero_p(values[0]) && mpfr_zero_p(values[1]))
        clear = false; /* C defines a value here, mathematics does not */
    ex_clear(s);
    ex made = clear ? ex_make(s, op, args, n) : EX_POISON;
    if (clear && !made && strstr(ex_error(s), "limit")) { /* (3/4 x)^1000000.5 */
        ex_clear(s);
        clear = false;
    }
    if (clear) {
        REQUIRE(made, "%s(%s, %s): %s", ex_row[op].text, ex_show(s, args[0], EX_TEXT),
                ex_show(s, args[n - 1], EX_TEXT), ex_error(s));
        mpfr_clear_flags();
        mp_eval(p, s, ex_reach(s, &made, 1), r->gen.sym, r->v, GEN_SYMBOLS, 0, NULL);
        clear = !mpfr_overflow_p() && !mpfr_underflow_p(); /* intermediate huge powers */
        REQUIRE(!clear || mp_near(raw, mp_of(p, made), AGREE), "%s(%s, %s) became %s",
                ex_row[op].text, ex_show(s, args[0], EX_TEXT), ex_show(s, args[n - 1], EX_TEXT),
                ex_show(s, made, EX_TEXT));
    }
    mpfr_clear(raw);
    return clear;
}

START_TEST(constructors_keep_the_value)
{
    struct run r = run_begin(4);
    struct mp p;
    mp_open(&p, 256, MPFR_RNDN);
    while (r.done < r.wanted) {
        ex args[2];
        run_draw(&r);
        for (int k = 0; k < 2; k++) {
            do
                args[k] = gen_any(&r.gen, (int)rng_below(&r.rng, 4));
            while (!args[k]);
        }
        if (rng_below(&r.rng, 3) == 0)
            args[1] = ex_rat(r.lab.s, (int64_t)rng_below(&r.rng, 9) - 4, 2);
        for (int k = 0; k < 4; k++) {
            enum ex_op op = k ? EX_add + (enum ex_op)rng_below(&r.rng, EX_OPS - EX_add) : EX_pow;
            size_t n = ex_row[op].kind == FOLD ? 2 : ex_row[op].args;
            if (n == 0)
                continue;
            bool said = keeps_the_value(&r, &p, op, args, n);
            r.done += said;
            r.wild += !said;
        }
    }
    mp_close(&p);
    run_end(&r, "values of what was made");
}
END_TEST

/* Claims of being positive or nonzero hold at points where many symbols are zero. */
START_TEST(claims_of_sign_hold)
{
    struct run r = run_begin(5);
    struct mp p;
    size_t claims = 0;
    mp_open(&p, 128, MPFR_RNDN);
    for (; r.done < r.wanted; r.done++) {
        ex e = run_next(&r);
        struct store *s = r.lab.s;
        for (int i = 0; i < GEN_SYMBOLS; i++)
            if (!ex_is_positive(s, r.gen.sym[i]) && rng_below(&r.rng, 2))
                r.v[i] = 0;
        mpfr_clear_underflow();
        mp_eval(&p, s, ex_reach(s, &e, 1), r.gen.sym, r.v, GEN_SYMBOLS, 0, NULL);
        for (size_t i = 0; i < p.n && !mpfr_underflow_p() && mpfr_number_p(p.at[i]); i++) {
            ex n = p.nodes.at[i];
            bool nonzero = ex_is_nonzero(s, n) || ex_is_positive(s, n);
            claims += nonzero;
            REQUIRE(!nonzero || !mpfr_zero_p(p.at[i]), "%s can be zero", ex_show(s, n, EX_TEXT));
            REQUIRE(!ex_is_positive(s, n) || mpfr_sgn(p.at[i]) > 0, "%s can be negative",
                    ex_show(s, n, EX_TEXT));
        }
    }
    mp_close(&p);
    printf("%zu claims\n", claims);
    run_end(&r, "claims of sign");
}
END_TEST

/* ---- derivatives ---- */

START_TEST(derivative_against_differences)
{
    enum { BITS = 500, STEP = -150, AGREE = 100 };
    struct run r = run_begin(2);
    struct mp p;
    mpfr_t h, up;
    mp_open(&p, BITS, MPFR_RNDN);
    mpfr_inits2(BITS, h, up, NULL);
    while (r.done < r.wanted) {
        ex e = run_next(&r), *x = r.gen.sym;
        struct store *s = r.lab.s;
        struct ex_list nodes = ex_reach(s, &e, 1);
        size_t which = rng_below(&r.rng, GEN_SYMBOLS);
        while (!ex_has(s, e, x[which]))
            which = (which + 1) % GEN_SYMBOLS;
        mpfr_set_ui_2exp(h, 1, STEP, MPFR_RNDN);
        mp_eval(&p, s, nodes, x, r.v, GEN_SYMBOLS, which, h);
        if (!mp_moderate(&p, s)) {
            r.wild++;
            continue;
        }
        mpfr_set(up, mp_of(&p, e), MPFR_RNDN);
        mpfr_neg(h, h, MPFR_RNDN);
        mp_eval(&p, s, nodes, x, r.v, GEN_SYMBOLS, which, h);
        mpfr_sub(up, up, mp_of(&p, e), MPFR_RNDN);
        mpfr_mul_2si(up, up, -STEP - 1, MPFR_RNDN);
        ex d = ex_diff(s, e, x[which]);
        REQUIRE(d, "no derivative of %s: %s", ex_show(s, e, EX_TEXT), ex_error(s));
        mp_eval(&p, s, ex_reach(s, &d, 1), x, r.v, GEN_SYMBOLS, 0, NULL);
        REQUIRE(mp_near(up, mp_of(&p, d), AGREE),
                "the derivative of %s by %s is given as %s: %a instead of %a",
                ex_show(s, e, EX_TEXT), ex_name(s, x[which]), ex_show(s, d, EX_TEXT),
                mpfr_get_d(mp_of(&p, d), MPFR_RNDN), mpfr_get_d(up, MPFR_RNDN));
        r.done++;
    }
    mpfr_clears(h, up, NULL);
    mp_close(&p);
    run_end(&r, "derivatives");
}
END_TEST

/* ---- values ---- */

/* Allowed error of one node, in ulp: an integer power is computed by multiplication. */
static double allowed(const struct store *s, ex n)
{
    int64_t k;
    if (ex_row[ex_op(s, n)].kind == FOLD)
        return (double)ex_count_args(s, n);
    if (ex_op(s, n) == EX_pow && ex_is_int(s, ex_arg(s, n, 1), &k))
        return 2 + fabs((double)k);
    return 4;
}

struct bench {
    mpfr_t exact, size, arg[64];
    mpfr_srcptr args[64];
};

/* The exact value of the operator on its double arguments, against its double result. */
static void check_node(struct bench *b, struct store *s, const struct mp *places, ex n,
                       const double *value)
{
    size_t count = ex_count_args(s, n);
    double got = value[places->place[n]], sum = 0;
    if (ex_is_number(s, n)) {
        mp_number(s, n, b->exact, MPFR_RNDN);
        REQUIRE(mp_ulps(got, b->exact) <= 0.5, "%s is not the nearest double",
                ex_show(s, n, EX_TEXT));
        return;
    }
    if (ex_op(s, n) == EX_sym || count > COUNT(b->arg))
        return;
    for (size_t i = 0; i < count; i++) {
        double d = value[places->place[ex_arg(s, n, i)]];
        mpfr_set_d(b->arg[i], d, MPFR_RNDN);
        sum += fabs(d);
    }
    mp_apply(ex_op(s, n), b->exact, b->args, count, MPFR_RNDN);
    if (!mpfr_zero_p(b->exact) && mpfr_get_exp(b->exact) < -900)
        return; /* an intermediate factor may have been subnormal */
    double off = mp_ulps(got, b->exact);
    if (ex_op(s, n) == EX_add) { /* relative to the terms, not to the sum */
        int e;
        frexp(sum, &e);
        mpfr_sub_d(b->size, b->exact, got, MPFR_RNDN);
        off = ldexp(fabs(mpfr_get_d(b->size, MPFR_RNDN)), 53 - e);
    }
    REQUIRE(off <= allowed(s, n), "%g ulp off, %a instead of %a: %s", off, got,
            mpfr_get_d(b->exact, MPFR_RNDN), ex_show(s, n, EX_TEXT));
}

/* Rounding all operations up, or all down, changes a well conditioned value only a little. */
static bool well_conditioned(struct mp rough[2], struct store *s, struct ex_list nodes,
                             const struct run *r, ex e, mpfr_srcptr exact)
{
    for (int k = 0; k < 2; k++) {
        mp_eval(&rough[k], s, nodes, r->gen.sym, r->v, GEN_SYMBOLS, 0, NULL);
        double d = mpfr_get_d(mp_of(&rough[k], e), MPFR_RNDN);
        if (!(mp_ulps(d, exact) < 100))
            return false;
    }
    return true;
}

START_TEST(doubles_against_many_bits)
{
    struct run r = run_begin(3);
    struct mp p, rough[2];
    struct bench b;
    size_t whole = 0;
    mp_open(&p, 160, MPFR_RNDN);
    mp_open(&rough[0], 53, MPFR_RNDU);
    mp_open(&rough[1], 53, MPFR_RNDD);
    mpfr_inits2(160, b.exact, b.size, NULL);
    for (size_t i = 0; i < COUNT(b.arg); i++) {
        mpfr_init2(b.arg[i], 53);
        b.args[i] = b.arg[i];
    }
    while (r.done < r.wanted) {
        ex e = run_next(&r);
        struct store *s = r.lab.s;
        struct ex_list nodes = ex_reach(s, &e, 1);
        mp_eval(&p, s, nodes, r.gen.sym, r.v, GEN_SYMBOLS, 0, NULL);
        if (!mp_moderate(&p, s)) {
            r.wild++;
            continue;
        }
        double *value = mem_take_array(r.lab.m, nodes.n, sizeof *value), alone;
        ex_eval_all(s, nodes, r.gen.sym, r.v, GEN_SYMBOLS, value);
        for (size_t i = 0; i < nodes.n; i++)
            check_node(&b, s, &p, nodes.at[i], value);
        ex_eval(s, &e, 1, r.gen.sym, r.v, GEN_SYMBOLS, &alone);
        REQUIRE(memcmp(&alone, &value[nodes.n - 1], sizeof alone) == 0,
                "alone and among all nodes the value differs: %s", ex_show(s, e, EX_TEXT));
        if (well_conditioned(rough, s, nodes, &r, e, mp_of(&p, e))) {
            REQUIRE(mp_ulps(alone, mp_of(&p, e)) < 10000, "%a instead of %a: %s", alone,
                    mpfr_get_d(mp_of(&p, e), MPFR_RNDN), ex_show(s, e, EX_TEXT));
            whole++;
        }
        r.done++;
    }
    for (size_t i = 0; i < COUNT(b.arg); i++)
        mpfr_clear(b.arg[i]);
    mpfr_clears(b.exact, b.size, NULL);
    mp_close(&p);
    mp_close(&rough[0]);
    mp_close(&rough[1]);
    printf("%zu values as a whole too\n", whole);
    ck_assert_uint_ge(whole, r.wanted / 2);
    run_end(&r, "values");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {rebuilt_and_read_back, constructors_keep_the_value,
                                  claims_of_sign_hold, derivative_against_differences,
                                  doubles_against_many_bits};
    return test_run("random", tests, COUNT(tests));
}
