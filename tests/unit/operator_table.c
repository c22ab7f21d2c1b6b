/* tests/unit/operator_table.c -- every row of the operator table, against MPFR, GMP and itself.
 *
 * The tests loop over the table: a new row is tested without further work, and a wrong entry in any
 * column fails here. A column is never compared with itself: derivatives are compared with
 * differences, values and symmetries with MPFR's function of the same name.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 400, STEP = -120, AGREE = 200 };

static size_t count_of(enum ex_op op)
{
    return ex_row[op].kind == FOLD ? 2 : ex_row[op].args;
}

static bool is_operator(enum ex_op op)
{
    return ex_row[op].kind != LEAF;
}

static const char *name_of(enum ex_op op)
{
    static const char *const names[] = {
#define OP(name, ...) [EX_##name] = #name,
#include "expr/ops.h"
#undef OP
    };
    return names[op];
}

/* Operator and point, in MPFR: out = op(v[0] + by[0], v[1] + by[1]). */
static void apply_at(enum ex_op op, const double *v, const double *by, mpfr_ptr out)
{
    mpfr_t a[2];
    for (int i = 0; i < 2; i++) {
        mpfr_init2(a[i], BITS);
        mpfr_set_d(a[i], by[i], MPFR_RNDN);
        mpfr_add_d(a[i], a[i], v[i], MPFR_RNDN);
    }
    mpfr_srcptr args[2] = {a[0], a[1]};
    mp_apply(op, out, args, count_of(op), MPFR_RNDN);
    mpfr_clears(a[0], a[1], NULL);
}

/* The sample point of the row first, then random ones in its domain. */
static void point_of(struct rng *r, enum ex_op op, int i, double v[2])
{
    const struct ex_row *row = &ex_row[op];
    memcpy(v, row->point, sizeof row->point);
    if (i == 0)
        return;
    double lo = isfinite(row->lo) ? row->lo : -3, hi = isfinite(row->hi) ? row->hi : 3;
    v[0] = rng_double(r, lo + 0.03125, hi - 0.03125);
    v[1] = rng_double(r, 0.125, 3);
    v[1] = rng_below(r, 2) ? v[1] : -v[1];
}

/* ---- derivatives and values ---- */

static void check_derivative(struct store *s, enum ex_op op, size_t by, const double *v)
{
    ex x[2] = {ex_sym(s, "a", 0), ex_sym(s, "b", 0)};
    ex d = ex_diff(s, ex_make(s, op, x, count_of(op)), by == 0 ? x[0] : x[1]);
    struct mp p;
    mp_open(&p, BITS, MPFR_RNDN);
    mp_eval(&p, s, ex_reach(s, &d, 1), x, v, 2, 0, NULL);
    double step[2] = {0}, back[2] = {0};
    step[by] = ldexp(1, STEP);
    back[by] = -step[by];
    mpfr_t up, down;
    mpfr_inits2(BITS, up, down, NULL);
    apply_at(op, v, step, up);
    apply_at(op, v, back, down);
    mpfr_sub(up, up, down, MPFR_RNDN);
    mpfr_mul_2si(up, up, -STEP - 1, MPFR_RNDN);
    REQUIRE(mp_near(up, mp_of(&p, d), AGREE),
            "derivative %zu of %s at (%g, %g): %g, but by differences %g", by, name_of(op), v[0],
            v[1], mpfr_get_d(mp_of(&p, d), MPFR_RNDN), mpfr_get_d(up, MPFR_RNDN));
    mpfr_clears(up, down, NULL);
    mp_close(&p);
}

START_TEST(derivatives_match_differences)
{
    struct lab l = lab_open();
    struct rng r = rng_new(1);
    for (enum ex_op op = 0; op < EX_OPS; op++)
        for (int i = 0; is_operator(op) && i < 40; i++) {
            double v[2];
            point_of(&r, op, i, v);
            for (size_t by = 0; by < count_of(op); by++)
                check_derivative(l.s, op, by, v);
        }
    ck_assert_ptr_null(ex_error(l.s));
    lab_close(&l);
}
END_TEST

START_TEST(values_match_mpfr)
{
    struct lab l = lab_open();
    struct rng r = rng_new(2);
    mpfr_t want;
    mpfr_init2(want, BITS);
    ex x[2] = {ex_sym(l.s, "a", 0), ex_sym(l.s, "b", 0)};
    for (enum ex_op op = 0; op < EX_OPS; op++)
        for (int i = 0; is_operator(op) && i < 400; i++) {
            double v[2], got, none[2] = {0};
            point_of(&r, op, i, v);
            if (i % 4 == 3) /* outside of the domain, too */
                v[0] = rng_double(&r, -4, 4);
            ex e = ex_make(l.s, op, x, count_of(op));
            ex_eval(l.s, &e, 1, x, v, 2, &got);
            apply_at(op, v, none, want);
            REQUIRE(mp_ulps(got, want) <= 4, "%s(%a, %a) = %a, which is %g ulp off", name_of(op),
                    v[0], v[1], got, mp_ulps(got, want));
        }
    mpfr_clear(want);
    lab_close(&l);
}
END_TEST

/* Rows that exist only in texts (a - b, sqrt) become others, so that their formulas are called
 * directly; `at` is the node itself, which a formula of a derivative may use. */
START_TEST(formulas_of_every_row)
{
    struct lab l = lab_open();
    mpfr_t want, up, down;
    mpfr_inits2(BITS, want, up, down, NULL);
    ex x[2] = {ex_sym(l.s, "a", 0), ex_sym(l.s, "b", 0)};
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        const double *v = ex_row[op].point, none[2] = {0}, h = ldexp(1, -20);
        ex at = is_operator(op) ? ex_make(l.s, op, x, count_of(op)) : EX_POISON;
        for (size_t i = 0; is_operator(op) && i < count_of(op); i++) {
            double step[2] = {0}, back[2] = {0}, got;
            step[i] = h;
            back[i] = -h;
            apply_at(op, v, step, up);
            apply_at(op, v, back, down);
            mpfr_sub(up, up, down, MPFR_RNDN);
            double slope = mpfr_get_d(up, MPFR_RNDN) / (2 * h);
            ex d = ex_row_partial(l.s, op, i, at, x[0], x[1]);
            ex_eval(l.s, &d, 1, x, v, 2, &got);
            ck_assert_msg(fabs(got - slope) < 1e-9, "column d%c of %s", "ab"[i], name_of(op));
        }
        if (count_of(op)) {
            apply_at(op, v, none, want);
            ck_assert_msg(mp_ulps(ex_row_value(op, v[0], v[1]), want) <= 4, "column value of %s",
                          name_of(op));
        }
    }
    mpfr_clears(want, up, down, NULL);
    lab_close(&l);
}
END_TEST

/* With small integers, where residues are the integers themselves. */
START_TEST(residues_of_every_row)
{
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        uint64_t got = ex_row_mod(op, 12, 4);
        double want = count_of(op) ? ex_row_value(op, 12, 4) : 0;
        if (got == EX_NO_RESIDUE)
            continue;
        uint64_t expected = want < 0 ? EX_PRIME - (uint64_t)-want : (uint64_t)want;
        ck_assert_msg(got == expected, "column mod of %s", name_of(op));
        ck_assert_uint_eq(ex_row_mod(EX_sub, 4, 12), EX_PRIME - 8);
    }
    ck_assert_uint_eq(ex_row_mod(EX_div, 1, 0), EX_NO_RESIDUE);
}
END_TEST

START_TEST(a_symbol_without_a_value_is_nan)
{
    struct lab l = lab_open();
    ex x[2] = {ex_sym(l.s, "a", 0), ex_sym(l.s, "b", 0)};
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        if (!is_operator(op) || count_of(op) == 0)
            continue;
        double v[2] = {0.25, 0.5}, got = 0;
        ex e = ex_make(l.s, op, x, count_of(op));
        ex_eval(l.s, &e, 1, x + 1, v + 1, 1, &got);
        ck_assert_msg(isnan(got), "%s of nothing is %g", name_of(op), got);
    }
    lab_close(&l);
}
END_TEST

/* ---- claims of the row ---- */

START_TEST(parity_holds_and_is_used)
{
    static const char *const arguments[] = {"a",     "2 a b", "a - b", "b^2 - 3 a + 1",
                                            "a / b", "-4/3"};
    struct lab l = lab_open();
    mpfr_t plus, minus;
    mpfr_inits2(BITS, plus, minus, NULL);
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        const struct ex_row *row = &ex_row[op];
        double v[2] = {row->point[0], row->point[1]}, none[2] = {0};
        if (row->parity == AS_IS)
            continue;
        ck_assert_msg(row->args == 1, "%s: parity is that of the only argument", name_of(op));
        apply_at(op, v, none, plus);
        v[0] = -v[0];
        apply_at(op, v, none, minus);
        if (row->parity == ODD)
            mpfr_neg(minus, minus, MPFR_RNDN);
        ck_assert_msg(mp_near(plus, minus, AGREE), "the parity of %s is not that", name_of(op));
        for (size_t i = 0; i < COUNT(arguments); i++) {
            ex a = test_read(l.s, arguments[i]), b = ex_neg(l.s, a);
            ex f = ex_make(l.s, op, &a, 1), g = ex_make(l.s, op, &b, 1);
            if (!f && !g) { /* asin(4/3) */
                ex_clear(l.s);
                continue;
            }
            ck_assert_msg(g == (row->parity == ODD ? ex_neg(l.s, f) : f), "%s of -(%s)",
                          name_of(op), arguments[i]);
        }
    }
    mpfr_clears(plus, minus, NULL);
    lab_close(&l);
}
END_TEST

START_TEST(values_at_zero)
{
    struct lab l = lab_open();
    mpfr_t f;
    mpfr_init2(f, BITS);
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        double none[2] = {0};
        ex zero = ex_int(l.s, 0);
        if (ex_row[op].at0 == NOT)
            continue;
        apply_at(op, none, none, f);
        ck_assert_msg(mpfr_cmp_si(f, ex_row[op].at0) == 0, "%s(0) is not that", name_of(op));
        ck_assert_msg(ex_make(l.s, op, &zero, 1) == ex_int(l.s, ex_row[op].at0), "%s(0)",
                      name_of(op));
    }
    mpfr_clear(f);
    lab_close(&l);
}
END_TEST

START_TEST(what_undoes_what)
{
    struct lab l = lab_open();
    struct rng r = rng_new(3);
    mpfr_t inner, outer;
    mpfr_inits2(BITS, inner, outer, NULL);
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        enum ex_op undo = ex_row[op].undo;
        if (undo == EX_none)
            continue;
        ex a = ex_sym(l.s, "a", 0), g = ex_make(l.s, undo, &a, 1);
        ck_assert_msg(ex_make(l.s, op, &g, 1) == a, "%s of %s", name_of(op), name_of(undo));
        for (int i = 0; i < 40; i++) {
            double v[2], none[2] = {0};
            point_of(&r, undo, i, v);
            apply_at(undo, v, none, inner);
            mpfr_srcptr args[1] = {inner};
            mp_apply(op, outer, args, 1, MPFR_RNDN);
            mpfr_sub_d(outer, outer, v[0], MPFR_RNDN);
            REQUIRE(mpfr_zero_p(outer) || mpfr_get_exp(outer) < -AGREE, "%s does not undo %s",
                    name_of(undo), name_of(op));
        }
    }
    mpfr_clears(inner, outer, NULL);
    lab_close(&l);
}
END_TEST

START_TEST(sample_points_are_inside)
{
    for (enum ex_op op = 0; op < EX_OPS; op++)
        if (count_of(op))
            ck_assert_msg(ex_row[op].point[0] > ex_row[op].lo &&
                              ex_row[op].point[0] < ex_row[op].hi,
                          "the sample point of %s", name_of(op));
}
END_TEST

/* ---- text ---- */

static void spell(enum ex_op op, const char *const *args, char *out, size_t size)
{
    const struct ex_row *row = &ex_row[op];
    size_t n = count_of(op);
    if (n == 0)
        snprintf(out, size, "%s", row->text);
    else if (row->bind)
        snprintf(out, size, "(%s) %s (%s)", args[0], row->text, args[1]);
    else if (n == 2)
        snprintf(out, size, "%s(%s, %s)", row->text, args[0], args[1]);
    else
        snprintf(out, size, "%s(%s)", row->text, args[0]);
}

START_TEST(text_is_read_as_the_row_says)
{
    static const char *const arguments[][2] = {{"a", "b"}, {"a + b", "2 c"}, {"a b", "c - 1"}};
    struct lab l = lab_open();
    for (enum ex_op op = 0; op < EX_OPS; op++)
        for (size_t i = 0; is_operator(op) && i < COUNT(arguments); i++) {
            char text[100];
            ex args[2];
            for (size_t k = 0; k < 2; k++)
                args[k] = test_read(l.s, arguments[i][k]);
            spell(op, arguments[i], text, sizeof text);
            ck_assert_msg(test_read(l.s, text) == ex_make(l.s, op, args, count_of(op)),
                          "'%s' is not %s", text, name_of(op));
        }
    lab_close(&l);
}
END_TEST

static void check_printing(struct store *s, ex e, const char *what)
{
    struct mem_mark mark = mem_mark(ex_mem(s));
    for (enum ex_style style = 0; style < EX_STYLES; style++) {
        const char *text = ex_show(s, e, style);
        REQUIRE(text && *text, "%s is not printed in style %s", what, ex_style_name(style));
        const char *where = test_unbalanced(text, style);
        REQUIRE(!where, "%s is not balanced at '%s': %s", what, where, text);
    }
    const char *text = ex_show(s, e, EX_TEXT);
    struct ex_mistake why = {0};
    ex back = ex_read(s, text, strlen(text), NULL, &why);
    REQUIRE(back == e, "%s is printed as '%s' and read as '%s'", what, text,
            back ? ex_show(s, back, EX_TEXT) : why.message);
    mem_release(ex_mem(s), mark);
}

/* Every operator in every place of every other one, with a sign and without. */
START_TEST(every_pair_is_printed_and_read_back)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    ex leaf[3] = {ex_sym(s, "x", 0), ex_sym(s, "y_1", 0), ex_rat(s, -2, 3)};
    for (enum ex_op outer = 0; outer < EX_OPS; outer++)
        for (enum ex_op inner = 0; inner < EX_OPS; inner++)
            for (int variant = 0; variant < 12; variant++) {
                if (!is_operator(outer) || !is_operator(inner))
                    continue;
                ex in[2] = {leaf[variant % 2], leaf[variant % 3]}, args[2];
                args[0] = args[1] = leaf[(variant + 1) % 3];
                size_t place = (size_t)variant / 6 % 2;
                args[place] = ex_make(s, inner, in, count_of(inner));
                if (variant % 2)
                    args[place] = ex_neg(s, args[place]);
                ex e = ex_make(s, outer, args, count_of(outer));
                char what[64];
                snprintf(what, sizeof what, "%s(%s), variant %d", name_of(outer), name_of(inner),
                         variant);
                if (e)
                    check_printing(s, e, what);
                ex_clear(s);
            }
    lab_close(&l);
}
END_TEST

/* ---- residues ---- */

/* The value of one operator modulo EX_PRIME by GMP; false: it has none. */
static bool residue(enum ex_op op, const mpz_t a, const mpz_t b, const mpz_t prime, mpz_t out)
{
    switch ((int)op) {
    case EX_add:
        mpz_add(out, a, b);
        break;
    case EX_sub:
        mpz_sub(out, a, b);
        break;
    case EX_mul:
        mpz_mul(out, a, b);
        break;
    case EX_neg:
        mpz_neg(out, a);
        break;
    case EX_hold:
        mpz_set(out, a);
        break;
    case EX_div:
        if (!mpz_invert(out, b, prime))
            return false;
        mpz_mul(out, out, a);
        break;
    default:
        return false;
    }
    mpz_mod(out, out, prime);
    return true;
}

static uint64_t random_residue(struct rng *r)
{
    static const uint64_t edge[] = {0, 1, 2, EX_PRIME - 1, EX_PRIME - 2, EX_PRIME / 2};
    return rng_below(r, 3) ? rng_next(r) % EX_PRIME : edge[rng_below(r, COUNT(edge))];
}

START_TEST(residues_match_gmp)
{
    struct lab l = lab_open();
    struct rng r = rng_new(4);
    mpz_t a, b, want, prime;
    mpz_inits(a, b, want, prime, NULL);
    mpz_set_ui(prime, EX_PRIME);
    ex x[2] = {ex_sym(l.s, "a", 0), ex_sym(l.s, "b", 0)};
    for (enum ex_op op = 0; op < EX_OPS; op++)
        for (int i = 0; is_operator(op) && i < 2000; i++) {
            uint64_t v[2] = {random_residue(&r), random_residue(&r)}, got = 0;
            mpz_set_ui(a, v[0]);
            mpz_set_ui(b, v[1]);
            ex e = ex_make(l.s, op, x, count_of(op));
            bool have = ex_eval_mod(l.s, &e, 1, x, v, 2, &got);
            REQUIRE(have == residue(op, a, b, prime, want), "%s of %lu and %lu modulo the prime",
                    name_of(op), (unsigned long)v[0], (unsigned long)v[1]);
            REQUIRE(!have || mpz_cmp_ui(want, got) == 0, "%s of %lu and %lu is %lu", name_of(op),
                    (unsigned long)v[0], (unsigned long)v[1], (unsigned long)got);
        }
    mpz_clears(a, b, want, prime, NULL);
    lab_close(&l);
}
END_TEST

static ex read_integer(struct store *s, const mpz_t z)
{
    char text[200];
    size_t used;
    ck_assert_int_lt(gmp_snprintf(text, sizeof text, "%Zd", z), (int)sizeof text);
    return ex_number_read(s, text, strlen(text), &used);
}

START_TEST(residues_of_powers_and_fractions)
{
    struct lab l = lab_open();
    struct rng r = rng_new(5);
    mpz_t a, k, want, prime;
    mpq_t q;
    mpq_init(q);
    mpz_inits(a, k, want, prime, NULL);
    mpz_set_ui(prime, EX_PRIME);
    ex x = ex_sym(l.s, "a", 0);
    for (int i = 0; i < 5000; i++) {
        uint64_t v = random_residue(&r), got = 0;
        size_t drop = rng_below(&r, 63);
        int64_t exponent = (int64_t)(rng_next(&r) >> drop) - 3;
        exponent = rng_below(&r, 2) ? exponent : -exponent;
        if (exponent == INT64_MIN)
            continue;
        ex e = ex_powi(l.s, x, exponent);
        mpz_set_ui(a, v);
        mpz_set_si(k, exponent);
        bool have = ex_eval_mod(l.s, &e, 1, &x, &v, 1, &got);
        REQUIRE(have == (v != 0 || exponent >= 0), "0^%ld modulo the prime", (long)exponent);
        if (have) {
            mpz_powm(want, a, k, prime);
            REQUIRE(mpz_cmp_ui(want, got) == 0, "%lu^%ld", (unsigned long)v, (long)exponent);
        }
        rng_mpq(&r, 200, q);
        ex num = ex_div(l.s, x, read_integer(l.s, mpq_denref(q)));
        have = ex_eval_mod(l.s, &num, 1, &x, &v, 1, &got);
        bool can = mpz_invert(want, mpq_denref(q), prime) != 0;
        REQUIRE(have == can, "a denominator that vanishes modulo the prime");
        mpz_mul_ui(want, want, v);
        mpz_mod(want, want, prime);
        REQUIRE(!have || mpz_cmp_ui(want, got) == 0, "a fraction modulo the prime");
    }
    uint64_t none;
    ck_assert(!ex_eval_mod(l.s, &x, 1, &x, NULL, 0, &none)); /* a symbol without a value */
    mpz_clears(a, k, want, prime, NULL);
    mpq_clear(q);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {derivatives_match_differences,
                                  values_match_mpfr,
                                  formulas_of_every_row,
                                  residues_of_every_row,
                                  a_symbol_without_a_value_is_nan,
                                  parity_holds_and_is_used,
                                  values_at_zero,
                                  what_undoes_what,
                                  sample_points_are_inside,
                                  text_is_read_as_the_row_says,
                                  every_pair_is_printed_and_read_back,
                                  residues_match_gmp,
                                  residues_of_powers_and_fractions};
    return test_run("ops", tests, COUNT(tests));
}
