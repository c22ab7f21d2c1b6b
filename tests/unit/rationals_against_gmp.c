/* tests/unit/rationals_against_gmp.c -- exact rationals against GMP, and their nearest doubles
 * against MPFR. */
#include "support/support.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers ---- */

static ex read_digits(struct store *s, const mpz_t z)
{
    char *text = mpz_get_str(NULL, 10, z);
    const char *digits = text + (text[0] == '-');
    size_t used, len = strlen(digits);
    ex e = ex_number_read(s, digits, len, &used);
    REQUIRE(used == len, "of %s only %zu bytes were read", digits, used);
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    e = text[0] == '-' ? ex_neg(s, e) : e;
    release(text, strlen(text) + 1);
    return e;
}

static ex of_mpq(struct store *s, const mpq_t q)
{
    return ex_div(s, read_digits(s, mpq_numref(q)), read_digits(s, mpq_denref(q)));
}

static void same_value(struct store *s, ex got, const mpq_t want, const char *what)
{
    mpq_t q;
    mpq_init(q);
    REQUIRE(got != EX_POISON, "%s gave poison: %s", what, ex_error(s));
    mp_number_q(s, got, q);
    char numbers[400];
    gmp_snprintf(numbers, sizeof numbers, "%Qd instead of %Qd", q, want);
    REQUIRE(mpq_equal(q, want), "%s has a wrong value: %s", what, numbers);
    REQUIRE(got == of_mpq(s, want), "%s: equal values, different handles", what);
    mpq_clear(q);
}

static void four_rules(struct store *s, const mpq_t a, const mpq_t b)
{
    ex x = of_mpq(s, a), y = of_mpq(s, b);
    mpq_t r;
    mpq_init(r);
    same_value(s, x, a, "reading");
    mpq_add(r, a, b);
    same_value(s, ex_add2(s, x, y), r, "a + b");
    same_value(s, ex_add2(s, y, x), r, "b + a");
    mpq_sub(r, a, b);
    same_value(s, ex_sub(s, x, y), r, "a - b");
    mpq_mul(r, a, b);
    same_value(s, ex_mul2(s, x, y), r, "a * b");
    same_value(s, ex_mul(s, (ex[]){y, x, ex_int(s, 1)}, 3), r, "b * a * 1");
    if (mpq_sgn(b)) {
        mpq_div(r, a, b);
        same_value(s, ex_div(s, x, y), r, "a / b");
        REQUIRE(ex_sub(s, ex_add2(s, x, y), y) == x, "a + b - b is not a");
        REQUIRE(ex_mul2(s, ex_div(s, x, y), y) == x, "a / b * b is not a");
    }
    mpq_neg(r, a);
    same_value(s, ex_neg(s, x), r, "-a");
    int sign = mpq_cmp(a, b);
    REQUIRE(((sign > 0) - (sign < 0)) == ex_cmp(s, x, y), "a and b are ordered wrongly");
    mpq_clear(r);
}

/* ---- values ---- */

START_TEST(rationals_are_those_of_gmp)
{
    static const unsigned sizes[] = {1, 5, 31, 33, 54, 63, 65, 130, 400, 1200};
    struct rng r = rng_new(1);
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    size_t cases = test_scaled(20000);
    for (size_t i = 0; i < cases;) {
        struct lab l = lab_open();
        for (int k = 0; k < 100; k++, i++) {
            rng_mpq(&r, sizes[rng_below(&r, COUNT(sizes))], a);
            rng_mpq(&r, sizes[rng_below(&r, COUNT(sizes))], b);
            four_rules(l.s, a, b);
        }
        lab_close(&l);
    }
    mpq_clears(a, b, NULL);
}
END_TEST

static const int64_t edges[] = {0,
                                1,
                                2,
                                3,
                                INT32_MAX,
                                INT64_C(1) << 31,
                                UINT32_MAX,
                                INT64_C(1) << 32,
                                3037000499,
                                3037000500,
                                (INT64_C(1) << 53) - 1,
                                INT64_C(1) << 53,
                                (INT64_C(1) << 53) + 1,
                                (INT64_C(1) << 62) - 1,
                                INT64_C(1) << 62,
                                (INT64_C(1) << 62) + 1,
                                INT64_MAX - 1,
                                INT64_MAX};

static int64_t edge(size_t i)
{
    if (i == 0)
        return INT64_MIN;
    return i <= COUNT(edges) ? edges[i - 1] : -edges[i - 1 - COUNT(edges)];
}
enum { EDGES = 1 + 2 * COUNT(edges) };

static void put_fraction(mpq_t q, int64_t num, int64_t den)
{
    mpz_set_si(mpq_numref(q), num);
    mpz_set_si(mpq_denref(q), den);
    mpq_canonicalize(q);
}

START_TEST(edges_of_machine_words)
{
    struct lab l = lab_open();
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    for (size_t i = 0; i < EDGES; i++)
        for (size_t k = 0; k < EDGES; k++) {
            put_fraction(a, edge(i), 1);
            put_fraction(b, edge(k), 1);
            same_value(l.s, ex_int(l.s, edge(i)), a, "ex_int");
            four_rules(l.s, a, b);
            if (!edge(k))
                continue;
            put_fraction(a, edge(i), edge(k));
            same_value(l.s, ex_rat(l.s, edge(i), edge(k)), a, "ex_rat");
            four_rules(l.s, a, b);
            put_fraction(b, edge(k), edge(i) ? edge(i) : 7);
            four_rules(l.s, a, b);
        }
    ck_assert(ex_rat(l.s, INT64_MIN, INT64_MIN) == ex_int(l.s, 1));
    ck_assert(ex_rat(l.s, -6, -4) == ex_rat(l.s, 3, 2));
    mpq_clears(a, b, NULL);
    lab_close(&l);
}
END_TEST

START_TEST(words_that_fit_come_back)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < EDGES; i++) {
        int64_t v = 99, n = 99, d = 99;
        bool is = ex_is_int(l.s, ex_int(l.s, edge(i)), &v);
        ck_assert(is || edge(i) == INT64_MIN);
        ck_assert(!is || v == edge(i));
        ck_assert(ex_is_number(l.s, ex_int(l.s, edge(i))));
        if (edge(i) % 7 == 0 || edge(i) == INT64_MIN)
            continue;
        ck_assert(ex_is_rat(l.s, ex_rat(l.s, edge(i), 7), &n, &d));
        ck_assert(n == edge(i) && d == 7);
        ck_assert(!ex_is_int(l.s, ex_rat(l.s, edge(i), 7), &v));
    }
    ex big = ex_mul2(l.s, ex_int(l.s, INT64_MAX), ex_int(l.s, 2));
    int64_t n, d;
    ck_assert(!ex_is_rat(l.s, big, &n, &d));
    ck_assert(ex_is_positive(l.s, big) && ex_is_nonzero(l.s, big));
    ck_assert(!ex_is_positive(l.s, ex_neg(l.s, big)) && ex_is_nonzero(l.s, ex_neg(l.s, big)));
    ck_assert(!ex_is_positive(l.s, ex_int(l.s, 0)) && !ex_is_nonzero(l.s, ex_int(l.s, 0)));
    lab_close(&l);
}
END_TEST

START_TEST(powers_of_numbers)
{
    struct lab l = lab_open();
    struct rng r = rng_new(2);
    mpq_t a, p;
    mpq_inits(a, p, NULL);
    for (int i = 0; i < 2000; i++) {
        rng_mpq(&r, 70, a);
        int64_t k = (int64_t)rng_below(&r, 40) - 20;
        if (!mpq_sgn(a) && k < 0)
            continue;
        unsigned long size = (unsigned long)(k < 0 ? -k : k);
        mpz_pow_ui(mpq_numref(p), mpq_numref(a), size);
        mpz_pow_ui(mpq_denref(p), mpq_denref(a), size);
        if (k < 0)
            mpq_inv(p, p);
        same_value(l.s, ex_powi(l.s, of_mpq(l.s, a), k), p, "a^k");
    }
    ck_assert(ex_powi(l.s, ex_int(l.s, -1), INT64_MIN) == ex_int(l.s, 1));
    ck_assert(ex_powi(l.s, ex_int(l.s, -1), INT64_MAX) == ex_int(l.s, -1));
    ck_assert(ex_powi(l.s, ex_int(l.s, 1), INT64_MIN) == ex_int(l.s, 1));
    ck_assert(ex_powi(l.s, ex_int(l.s, 0), INT64_MAX) == ex_int(l.s, 0));
    ck_assert_ptr_null(ex_error(l.s));
    ck_assert(ex_powi(l.s, ex_int(l.s, 0), -1) == EX_POISON);
    ck_assert_ptr_nonnull(ex_error(l.s));
    mpq_clears(a, p, NULL);
    lab_close(&l);
}
END_TEST

/* ---- reading ---- */

START_TEST(a_decimal_is_what_it_spells)
{
    static const struct {
        const char *text, *num, *den;
        size_t used;
    } rows[] = {
        {"0.1", "1", "10", 3},
        {"1e-3", "1", "1000", 4},
        {".5", "1", "2", 2},
        {"12345678901234567890.5", "24691357802469135781", "2", 22},
        {"0", "0", "1", 1},
        {"000.000", "0", "1", 7},
        {"007", "7", "1", 3},
        {"1.", "1", "1", 2},
        {"1.e2", "100", "1", 4},
        {"2.50E+1", "25", "1", 7},
        {"1e", "1", "1", 1},
        {"1e+", "1", "1", 1},
        {"3ex", "3", "1", 1},
        {"1..2", "1", "1", 1},
        {"1.5.2", "3", "2", 3},
        {"1,5", "1", "1", 1},
        {"9223372036854775807", "9223372036854775807", "1", 19},
        {"9223372036854775808", "9223372036854775808", "1", 19},
        {"0.333333333333333333333333", "333333333333333333333333", "1000000000000000000000000", 26},
        {"1e22", "10000000000000000000000", "1", 4},
        {"123456789012345678901234567890e-30", "12345678901234567890123456789",
         "100000000000000000000000000000", 34}};
    struct lab l = lab_open();
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t used = 99;
        ex e = ex_number_read(l.s, rows[i].text, strlen(rows[i].text), &used);
        mpz_set_str(mpq_numref(q), rows[i].num, 10);
        mpz_set_str(mpq_denref(q), rows[i].den, 10);
        mpq_canonicalize(q);
        same_value(l.s, e, q, rows[i].text);
        ck_assert_msg(used == rows[i].used, "of '%s' %zu bytes were read", rows[i].text, used);
    }
    static const char *const none[] = {"", ".", "e5", "-1", "+1", ".e1", "x", "inf", "nan"};
    for (size_t i = 0; i < COUNT(none); i++) {
        size_t used = 99;
        ck_assert(ex_number_read(l.s, none[i], strlen(none[i]), &used) == EX_POISON);
        ck_assert_msg(used == 0, "'%s' is not a number", none[i]);
    }
    size_t used;
    ck_assert(ex_number_read(l.s, "123", 2, &used) == ex_int(l.s, 12)); /* the length counts */
    ck_assert_ptr_null(ex_error(l.s));
    mpq_clear(q);
    lab_close(&l);
}
END_TEST

static void refused(struct store *s, ex e, const char *what)
{
    REQUIRE(e == EX_POISON, "%s passed the limit of digits", what);
    REQUIRE(ex_error(s) && strstr(ex_error(s), "digits"), "%s: the error says '%s'", what,
            ex_error(s) ? ex_error(s) : "nothing");
    ex_clear(s);
    REQUIRE(ex_add2(s, ex_int(s, 2), ex_int(s, 2)) == ex_int(s, 4), "2 + 2 after %s", what);
}

START_TEST(too_many_digits_are_an_error)
{
    enum { LONG = 20000 };
    static const uint32_t limits[] = {30, 1000, 10000};
    char *digits = malloc(LONG);
    ck_assert_ptr_nonnull(digits);
    memset(digits, '7', LONG);
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct ex_limits limit = ex_limits();
        limit.digits = limits[i];
        struct lab l = lab_open_with(limit);
        struct store *s = l.s;
        size_t used;
        ck_assert(ex_number_read(s, digits, limits[i] - 1, &used) != EX_POISON);
        ck_assert_ptr_null(ex_error(s));
        refused(s, ex_number_read(s, digits, LONG, &used), "a long number");
        ck_assert_uint_eq(used, LONG);
        refused(s, ex_number_read(s, "1e20000", 7, &used), "1e20000");
        refused(s, ex_number_read(s, "1e-20000", 8, &used), "1e-20000");
        refused(s, ex_number_read(s, "1e99999999999999999999", 22, &used), "1e(10^20)");
        refused(s, ex_powi(s, ex_int(s, 2), 1000000000), "2^(10^9)");
        refused(s, ex_powi(s, ex_int(s, 3), INT64_MAX), "3^(2^63 - 1)");
        refused(s, ex_powi(s, ex_rat(s, 2, 3), INT64_MIN), "(2/3)^(-2^63)");
        ex x = ex_number_read(s, digits, limits[i] - 1, &used);
        refused(s, ex_mul2(s, x, x), "a long product");
        refused(s, ex_div(s, ex_div(s, ex_int(s, 1), x), x), "a long denominator");
        lab_close(&l);
    }
    free(digits);
}
END_TEST

/* ---- doubles ---- */

/* q rounded once, as a double would be: MPFR with the exponents of a double. */
static double nearest_by_mpfr(const mpq_t q)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_t x;
    mpfr_init2(x, 53);
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    int inexact = mpfr_set_q(x, q, MPFR_RNDN);
    mpfr_subnormalize(x, inexact, MPFR_RNDN);
    double d = mpfr_get_d(x, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clear(x);
    return d;
}

static void check_nearest(struct store *s, const mpq_t q)
{
    double got = ex_number(s, of_mpq(s, q)), want = nearest_by_mpfr(q);
    REQUIRE(memcmp(&got, &want, sizeof got) == 0 || (got == 0 && want == 0),
            "nearest double: %a instead of %a", got, want);
}

START_TEST(nearest_double_is_nearest)
{
    struct rng r = rng_new(3);
    mpq_t q, tiny;
    mpq_inits(q, tiny, NULL);
    size_t cases = test_scaled(20000);
    for (size_t i = 0; i < cases;) {
        struct lab l = lab_open();
        for (int k = 0; k < 100; k++, i++) {
            rng_mpq(&r, 1 + (unsigned)rng_below(&r, 200), q);
            if (rng_below(&r, 2)) { /* a tie or next to one, at any exponent */
                mpz_set_ui(mpq_denref(q), 1);
                size_t drop = rng_below(&r, 60);
                mpz_set_ui(mpq_numref(q), rng_next(&r) >> drop | 1);
                long shift = (long)rng_below(&r, 2200) - 1140;
                if (shift < 0)
                    mpq_div_2exp(q, q, (mp_bitcnt_t)-shift);
                else
                    mpq_mul_2exp(q, q, (mp_bitcnt_t)shift);
                mpz_set_ui(mpq_numref(tiny), rng_below(&r, 3));
                mpz_ui_pow_ui(mpq_denref(tiny), 10, 340 + rng_below(&r, 60));
                mpz_sub_ui(mpq_numref(tiny), mpq_numref(tiny), 1);
                mpq_canonicalize(tiny);
                mpq_add(q, q, tiny);
            }
            check_nearest(l.s, q);
        }
        lab_close(&l);
    }
    mpq_clears(q, tiny, NULL);
}
END_TEST

START_TEST(ends_of_the_range_of_doubles)
{
    struct lab l = lab_open();
    static const struct {
        int64_t m;
        int64_t e;
        double value;
    } rows[] = {{1, -1074, 0x1p-1074},
                {1, -1075, 0}, /* a tie, to even */
                {3, -1076, 0x1p-1074},
                {3, -1075, 0x1p-1073},
                {5, -1075, 0x1p-1073},
                {1, -1076, 0},
                {(INT64_C(1) << 53) - 1, -1075, 0x1p-1022},
                {(INT64_C(1) << 53) - 1, 971, DBL_MAX},
                {(INT64_C(1) << 54) - 1, 970, INFINITY}, /* a tie, to even */
                {(INT64_C(1) << 55) - 3, 969, DBL_MAX},
                {1, 1024, INFINITY},
                {1, 5000, INFINITY},
                {1, -5000, 0}};
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            ex e = ex_mul2(l.s, ex_int(l.s, sign * rows[i].m),
                           ex_powi(l.s, ex_int(l.s, 2), rows[i].e));
            ck_assert_msg(ex_number(l.s, e) == sign * rows[i].value, "%" PRId64 " 2^%" PRId64,
                          rows[i].m, rows[i].e);
        }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {rationals_are_those_of_gmp,  edges_of_machine_words,
                                  words_that_fit_come_back,    powers_of_numbers,
                                  a_decimal_is_what_it_spells, too_many_digits_are_an_error,
                                  nearest_double_is_nearest,   ends_of_the_range_of_doubles};
    return test_run("number", tests, COUNT(tests));
}
