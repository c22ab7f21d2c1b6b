/* tests/unit/doubles_as_text.c -- doubles as text: exact, and the same in every locale. */
#include "support/support.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double random_double(struct rng *r)
{
    uint64_t bits = rng_next(r);
    double d;
    switch (rng_below(r, 8)) {
    case 0: /* few digits */
        return (double)rng_below(r, 100000) / 1000;
    case 1: /* subnormal */
        bits &= UINT64_C(0x800fffffffffffff);
        break;
    case 2: /* a power of two, where the spacing changes */
        bits &= UINT64_C(0xfff0000000000000);
        break;
    case 3:
        return rng_double(r, -1000, 1000);
    }
    memcpy(&d, &bits, sizeof d);
    return d;
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Significant digits of "-1.250e+07" without zeros at the end, and the exponent. */
static void digits_of(const char *text, char *out, int *exponent)
{
    size_t n = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9')
            out[n++] = *text;
    while (n > 1 && out[n - 1] == '0')
        n--;
    out[n] = 0;
    *exponent = *text ? (int)strtol(text + 1, NULL, 10) : 0;
}

/* Needs the C locale, for strtod and snprintf. */
START_TEST(doubles_make_the_round_trip)
{
    struct rng r = rng_new(4);
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C"));
    size_t cases = test_cases();
    struct lab l = lab_open();
    for (size_t i = 0; i < cases; i++) {
        double d = random_double(&r);
        char show[EX_DOUBLE_ROOM], hex[EX_DOUBLE_ROOM], brief[EX_DOUBLE_ROOM], c[64];
        size_t len = ex_double_show(d, show), hex_len = ex_double_hex(d, hex), used;
        REQUIRE(len == strlen(show) && len < EX_DOUBLE_ROOM && hex_len == strlen(hex) &&
                    hex_len < EX_DOUBLE_ROOM,
                "length of %a", d);
        REQUIRE(same_bits(strtod(show, NULL), d), "%a is shown as %s", d, show);
        REQUIRE(same_bits(strtod(hex, NULL), d), "%a is shown in hex as %s", d, hex);
        if (!isfinite(d) || d == 0 || fabs(d) > 1e308) /* rounded to few digits it may overflow */
            continue;
        const char *digits = show + (show[0] == '-');
        ex e = ex_number_read(l.s, digits, strlen(digits), &used);
        REQUIRE(used == strlen(digits) && ex_number(l.s, e) == fabs(d), "%s is not read back",
                show);
        int k = 1 + (int)rng_below(&r, 17), want_exp, got_exp;
        char want[64], got[64];
        snprintf(c, sizeof c, "%.*e", k - 1, d);
        digits_of(c, want, &want_exp);
        ex_double_brief(d, k, brief);
        snprintf(c, sizeof c, "%.*e", k - 1, strtod(brief, NULL));
        digits_of(c, got, &got_exp);
        REQUIRE(strcmp(want, got) == 0 && want_exp == got_exp, "%a in %d digits is %s", d, k,
                brief);
        if (i % 500 == 499) {
            lab_close(&l);
            l = lab_open();
        }
    }
    lab_close(&l);
}
END_TEST

START_TEST(doubles_read_as_people_write_them)
{
    static const struct {
        double d;
        const char *show, *hex;
    } rows[] = {{0, "0", "0x0p0"},
                {-0.0, "-0", "-0x0p0"},
                {1, "1", "0x1p0"},
                {-1.5, "-1.5", "-0x1.8p0"},
                {0.1, "0.10000000000000001", "0x1.999999999999ap-4"},
                {100000, "100000", "0x1.86ap16"},
                {0.001, "0.001", NULL},
                {1e22, "1e22", NULL},
                {5e-324, "4.9406564584124654e-324", "0x1p-1074"},
                {DBL_MAX, "1.7976931348623157e308", "0x1.fffffffffffffp1023"},
                {NAN, "nan", "NAN"},
                {INFINITY, "inf", "INFINITY"},
                {-INFINITY, "-inf", "-INFINITY"}};
    char out[EX_DOUBLE_ROOM];
    for (size_t i = 0; i < COUNT(rows); i++) {
        ex_double_show(rows[i].d, out);
        ck_assert_str_eq(out, rows[i].show);
        ex_double_hex(rows[i].d, out);
        if (rows[i].hex)
            ck_assert_str_eq(out, rows[i].hex);
    }
    ex_double_brief(2.0 / 3, 4, out);
    ck_assert_str_eq(out, "0.6667");
    ex_double_brief(0.99999, 3, out);
    ck_assert_str_eq(out, "1");
    ex_double_brief(1234567, 3, out);
    ck_assert_str_eq(out, "1.23e6");
    ex_double_brief(2.5, 1, out); /* half to even, on the exact value */
    ck_assert_str_eq(out, "2");
}
END_TEST

/* One text of many numbers, shown and read. */
static char *in_this_locale(void)
{
    struct rng r = rng_new(5);
    struct lab l = lab_open();
    struct mem_text t = mem_text(l.m);
    for (int i = 0; i < 2000; i++) {
        double d = random_double(&r);
        char out[EX_DOUBLE_ROOM];
        size_t used;
        ex_double_show(d, out);
        mem_put(&t, out);
        ex e = ex_number_read(l.s, out, strlen(out), &used);
        ex_double_hex(e ? ex_number(l.s, e) : 0, out);
        mem_put_f(&t, " %s %zu;", out, used);
        mem_put_int(&t, (int64_t)rng_next(&r));
    }
    char *copy = strdup(t.text);
    lab_close(&l);
    return copy;
}

START_TEST(numbers_are_the_same_in_every_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "tr_TR.UTF-8"};
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C"));
    char *want = in_this_locale();
    for (size_t i = 0; i < COUNT(names); i++) {
        if (!test_locale(names[i]))
            continue;
        ck_assert_str_eq(localeconv()->decimal_point, ",");
        char *got = in_this_locale();
        ck_assert_msg(strcmp(want, got) == 0, "numbers look different in %s", names[i]);
        free(got);
    }
    free(want);
    setlocale(LC_ALL, "");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {doubles_make_the_round_trip, doubles_read_as_people_write_them,
                                  numbers_are_the_same_in_every_locale};
    return test_run("double", tests, COUNT(tests));
}
