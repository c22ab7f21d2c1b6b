/* tests/unit/elementary_functions.c -- accuracy and bit-identity of the elementary functions of the
 * runtime. */
#include "gen/code/engine.h"
#include "runtime/fn.h"
#include "support/fn_sum.h"
#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One row becomes its functions here, in MPFR and in the C library; sincos has none: its two
 * results are tested by the rows of sin and cos. */
struct function {
    const char *name;
    double ulps[2]; /* of doubles, of floats */
    double (*one)(double), (*c_one)(double);
    float (*one_f)(float), (*c_one_f)(float);
    double (*two)(double, double), (*c_two)(double, double);
    float (*two_f)(float, float), (*c_two_f)(float, float);
    int (*mp_one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    int (*mp_two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
};
#define BOTH(fn)
#define ONE(fn)                                                                                    \
    .one = rt_##fn, .one_f = rt_##fn##f, .c_one = (fn), .c_one_f = (fn##f), .mp_one = mpfr_##fn
#define TWO(fn)                                                                                    \
    .two = rt_##fn, .two_f = rt_##fn##f, .c_two = (fn), .c_two_f = (fn##f), .mp_two = mpfr_##fn
static const struct function functions[] = {
#define X(name_, kind, ulps_, ulps_f) {.name = #name_, .ulps = {ulps_, ulps_f}, kind(name_)},
    RT_FNS(X)
#undef X
};

static bool has_no_test(const struct function *f)
{
    return !f->one && !f->two;
}

/* For doubles and floats: every float is a double. */
static double apply(const struct function *f, bool single, double x, double y)
{
    if (f->one)
        return single ? (double)f->one_f((float)x) : f->one(x);
    return single ? (double)f->two_f((float)x, (float)y) : f->two(x, y);
}

static double apply_c(const struct function *f, bool single, double x, double y)
{
    if (f->one)
        return single ? (double)f->c_one_f((float)x) : f->c_one(x);
    return single ? (double)f->c_two_f((float)x, (float)y) : f->c_two(x, y);
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* ---- accuracy ---- */

enum { BITS = 128 };

struct bench {
    struct rng rng;
    mpfr_t x, y, value, error;
};

static struct bench bench_open(uint64_t seed)
{
    struct bench b = {.rng = rng_new(seed)};
    mpfr_inits2(BITS, b.x, b.y, b.value, b.error, (mpfr_ptr)0);
    return b;
}

static void bench_close(struct bench *b)
{
    mpfr_clears(b->x, b->y, b->value, b->error, (mpfr_ptr)0);
}

static double unit(struct rng *r) /* from -1 to 1 */
{
    return (double)(int64_t)rng_next(r) * 0x1p-63;
}

/* Arguments in interesting regions, and anywhere. */
static double draw(struct rng *r, bool single)
{
    const uint64_t bits = rng_next(r);
    const uint32_t half = (uint32_t)bits;
    const double sizes[] = {1, 5, 50, single ? 105 : 750, 1e5};
    double d;
    float f;
    switch (rng_below(r, 8)) {
    case 0:
        memcpy(&d, &bits, sizeof d);
        memcpy(&f, &half, sizeof f);
        return single ? (double)f : d;
    case 1: /* small */
        d = ldexp(unit(r), -(int)rng_below(r, 60));
        break;
    case 2: /* near a multiple of pi/2 */
        d = 1.5707963267948966 * (double)((int)rng_below(r, 200000) - 100000);
        break;
    case 3: /* near 1 and -1 */
        d = (bits & 1 ? 1 : -1) + ldexp(unit(r), -(int)rng_below(r, 50));
        break;
    default:
        d = unit(r) * sizes[rng_below(r, COUNT(sizes))];
    }
    return single ? (double)(float)d : d;
}

/* An exponent for which x^y is finite; now and then any. */
static double draw_exponent(struct rng *r, bool single, double x)
{
    double y = unit(r) * (single ? 104 : 746) / log(fabs(x));
    if (rng_below(r, 4) == 0 || !isfinite(y))
        y = draw(r, single);
    else if (rng_below(r, 4) == 0)
        y = nearbyint(y);
    return single ? (double)(float)y : y;
}

/* Distance of `got` from b->value, in units of the last place that the value has in the format. */
static double distance(struct bench *b, double got, bool single)
{
    const double nearest =
        single ? (double)mpfr_get_flt(b->value, MPFR_RNDN) : mpfr_get_d(b->value, MPFR_RNDN);
    if (!isfinite(nearest) || !isfinite(got))
        return same_bits(nearest, got) ? 0 : INFINITY;
    const int digits = single ? FLT_MANT_DIG : DBL_MANT_DIG;
    const int lowest = single ? FLT_MIN_EXP : DBL_MIN_EXP;
    int exponent = lowest;
    if (nearest != 0)
        frexp(nearest, &exponent);
    mpfr_sub_d(b->error, b->value, got, MPFR_RNDN);
    mpfr_mul_2si(b->error, b->error, digits - (exponent < lowest ? lowest : exponent), MPFR_RNDN);
    return fabs(mpfr_get_d(b->error, MPFR_RNDN));
}

/* A float angle that is too large for full accuracy. */
static bool of_long_angle(const struct function *f, bool single, double x)
{
    return single && fabs(x) >= RT_LONG_ANGLE &&
           (f->one == rt_sin || f->one == rt_cos || f->one == rt_tan);
}

static double of_neighbour(struct bench *b, const struct function *f, double x, double away)
{
    mpfr_set_d(b->y, x, MPFR_RNDN);
    mpfr_add_d(b->y, b->y, away, MPFR_RNDN);
    f->mp_one(b->y, b->y, MPFR_RNDN);
    mpfr_sub(b->y, b->y, b->value, MPFR_RNDN);
    return fabs(mpfr_get_d(b->y, MPFR_RNDN));
}

/* Error in units of the last place; 0 where NaN is expected and given. */
static double measure_long_angle(struct bench *b, const struct function *f, double x, double got)
{
    if (isnan(got) || fabs(x) >= RT_FAR_ANGLE + 2)
        return isnan(got) && fabs(x) >= RT_FAR_ANGLE ? 0 : INFINITY;
    const double around =
        fmax(of_neighbour(b, f, x, ldexp(x, -46)), of_neighbour(b, f, x, -ldexp(x, -46)));
    int exponent;
    frexp(got, &exponent);
    return fmax(0, distance(b, got, true) - ldexp(around, FLT_MANT_DIG - exponent));
}

static double measure(struct bench *b, const struct function *f, bool single)
{
    const double x = draw(&b->rng, single);
    const bool power = f->two == rt_pow;
    const double y = power ? draw_exponent(&b->rng, single, x) : draw(&b->rng, single);
    mpfr_set_d(b->x, x, MPFR_RNDN);
    mpfr_set_d(b->y, y, MPFR_RNDN);
    if (f->one)
        f->mp_one(b->value, b->x, MPFR_RNDN);
    else
        f->mp_two(b->value, b->x, b->y, MPFR_RNDN);
    const double got = apply(f, single, x, y);
    const double off =
        of_long_angle(f, single, x) ? measure_long_angle(b, f, x, got) : distance(b, got, single);
    REQUIRE(off <= f->ulps[single], "%s%s(%a, %a) is off by %g", f->name, single ? "f" : "", x, y,
            off);
    return off;
}

START_TEST(results_are_close)
{
    struct bench b = bench_open(1);
    const size_t cases = test_cases();
    for (size_t i = 0; i < COUNT(functions); i++) {
        double worst[2] = {0, 0};
        if (has_no_test(&functions[i]))
            continue;
        for (size_t k = 0; k < 2 * cases; k++)
            worst[k % 2] = fmax(worst[k % 2], measure(&b, &functions[i], k % 2));
        printf("%-6s off by %.3f, float %.3f ulps\n", functions[i].name, worst[0], worst[1]);
    }
    bench_close(&b);
}
END_TEST

/* ---- special arguments, against the C library ---- */

static void compare_special(const struct function *f, bool single, double x, double y)
{
    const double got = apply(f, single, x, y);
    const double want = of_long_angle(f, single, x) ? NAN : apply_c(f, single, x, y);
    const bool special = isnan(want) || isinf(want) || want == 0;
    const bool good = special
                          ? same_bits(got, want)
                          : fabs(got - want) <= (single ? FLT_EPSILON : DBL_EPSILON) * fabs(want);
    REQUIRE(good || (fabs(want) < (single ? FLT_MIN : DBL_MIN) &&
                     fabs(got - want) <= (single ? 0x1p-149 : 0x1p-1074)),
            "%s%s(%a, %a) is %a, not %a", f->name, single ? "f" : "", x, y, got, want);
}

START_TEST(special_values_are_those_of_c)
{
    static const double values[] = {
        0,           0.5,      1,        1.5,        2,
        3,           10,       0x1p-149, FLT_MIN,    FLT_MAX,
        0x1p-1074,   DBL_MIN,  DBL_MAX,  INFINITY,   0x1.fffffep-1,
        0x1p24,      0x1.8p24, 0x1p53,   0x1p53 + 1, 0x1.fffffffffffffp-1,
        0x1.00001p0, 709.9,    -745.2,   88.8,       103.98,
        1e17,        NAN};
    const size_t n = 2 * COUNT(values);
    for (size_t i = 0; i < COUNT(functions) * n * n; i++) {
        const struct function *f = &functions[i / n / n];
        const size_t a = i / n % n, b = i % n;
        const double x = a % 2 ? -values[a / 2] : values[a / 2];
        const double y = b % 2 ? -values[b / 2] : values[b / 2];
        if (has_no_test(f) || (f->one && b))
            continue;
        compare_special(f, false, x, y);
        compare_special(f, true, (double)(float)x, (double)(float)y);
    }
}
END_TEST

START_TEST(pairs_have_equal_bits)
{
    struct rng r = rng_new(2);
    for (size_t i = 0; i < test_cases(); i++) {
        const double x = draw(&r, false);
        const float f = (float)draw(&r, true);
        double s, c;
        float sf, cf;
        if (fabsf(f) >= RT_FAR_ANGLE && fabsf(f) < RT_FAR_ANGLE + 2)
            continue;
        rt_sincos(x, &s, &c);
        rt_sincosf(f, &sf, &cf);
        REQUIRE(same_bits(s, rt_sin(x)) && same_bits(c, rt_cos(x)), "sine and cosine of %a", x);
        REQUIRE(same_bits((double)sf, (double)rt_sinf(f)) &&
                    same_bits((double)cf, (double)rt_cosf(f)),
                "sine and cosine of the float %a", (double)f);
    }
}
END_TEST

/* By the column sym of the table of operators. */
static void compare_signs(const struct function *f, bool odd, bool single, double x)
{
    const double value = apply(f, single, x, 0), other = apply(f, single, -x, 0);
    REQUIRE(same_bits(other, odd ? -value : value), "%s%s of %a and %a: %a and %a", f->name,
            single ? "f" : "", x, -x, value, other);
}

START_TEST(odd_and_even_functions_have_equal_bits)
{
    struct rng r = rng_new(5);
    size_t found = 0;
    for (enum ex_op op = 0; op < EX_OPS; op++)
        for (size_t i = 0; i < COUNT(functions); i++) {
            const struct function *f = &functions[i];
            if (!f->one || ex_row[op].parity == AS_IS || strcmp(f->name, ex_row[op].text) != 0)
                continue;
            found++;
            for (size_t k = 0; k < 2 * test_cases(); k++)
                compare_signs(f, ex_row[op].parity == ODD, k % 2, draw(&r, k % 2));
        }
    ck_assert_uint_ge(found, 8);
}
END_TEST

/* ---- the same bits from every compiler ---- */

static void put_table(struct mem_text *t)
{
    mem_put(t, "#define RT_FNS(X)");
#define X(name, kind, ...) mem_put(t, " X(" #name ", " #kind ", 0, 0)");
    RT_FNS(X)
#undef X
    mem_put(t, "\n");
}

#define WARNINGS                                                                                   \
    "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Werror"

/* Every build of this program compares itself with the same programs. */
START_TEST(text_gives_the_same_bits)
{
    static const char *const rows[][5] = {
        {"gcc", "-std=c99", "-O0", "c", NULL},
        {"gcc", "-std=c99", "-O2", "c", NULL},
        {"gcc", "-std=c99", "-O3", "c", "-march=native"},
        {"clang", "-std=c99", "-O2", "c", "-march=native"},
        {"clang", "-std=c++17", "-O1", "c++", NULL},
    };
    struct mem *m = mem_new(0);
    struct mem_text t = mem_text(m);
    bool all[RT_FN_COUNT];
    for (size_t i = 0; i < RT_FN_COUNT; i++)
        all[i] = true;
    code_fn_text(&t, all, false);
    code_fn_text(&t, all, true);
    put_table(&t);
    mem_put(&t, "#include \"tests/unit/support/fn_sum.h\"\n"
                "int main(void) { return fn_sum() != SUM; }\n");
    char path[] = "/tmp/noslip-fn-XXXXXX", sum[64];
    const int file = mkstemp(path);
    REQUIRE(file >= 0, "no temporary file");
    close(file);
    snprintf(sum, sizeof sum, "-DSUM=0x%llxU", (unsigned long long)fn_sum());
    for (size_t i = 0; i < (test_whole() ? COUNT(rows) : 1); i++) {
        const char *const compile[] = {
            rows[i][1], rows[i][2], "-I.", "-ffp-contract=off", WARNINGS, sum, "-o", path, "-x",
            rows[i][3], "-",        "-lm", rows[i][4],          NULL};
        struct told told = tool_call(m, rows[i][0], t.text, compile);
        if (told.code == 0)
            told = tool_call(m, path, NULL, (const char *const[]){NULL});
        REQUIRE(told.code == 0, "%s %s: exit code %d\n%s", rows[i][0], rows[i][2], told.code,
                told.err);
    }
    remove(path);
    mem_free(m);
}
END_TEST

/* A single use of the function: unused functions in the text would cause a warning. */
static const char *text_of_one(struct mem *m, size_t i, bool single)
{
    struct mem_text t = mem_text(m);
    const char *type = single ? "float" : "double";
    bool wanted[RT_FN_COUNT] = {false};
    wanted[i] = true;
    code_fn_text(&t, wanted, single);
    mem_put_f(&t, "int main(void) { %s a = 0, b = 1; ", type);
    if (has_no_test(&functions[i]))
        mem_put_f(&t, "rt_%s%s(a, &a, &b); ", functions[i].name, single ? "f" : "");
    else
        mem_put_f(&t, "a = rt_%s%s(a%s); ", functions[i].name, single ? "f" : "",
                  functions[i].two ? ", b" : "");
    mem_put(&t, "return a > b; }\n");
    return t.text;
}

START_TEST(text_of_each_is_complete_and_no_more)
{
    static const char *const rows[][3] = {
        {"gcc", "-std=c99", "c"}, {"clang", "-std=c99", "c"}, {"clang", "-std=c++17", "c++"}};
    struct mem *m = mem_new(0);
    for (size_t i = 0; i < RT_FN_COUNT * 2 * COUNT(rows) && test_whole(); i++) {
        const size_t fn = i / COUNT(rows) / 2;
        const bool single = i / COUNT(rows) % 2;
        const char *const *row = rows[i % COUNT(rows)];
        const char *const compile[] = {row[1], "-fsyntax-only", WARNINGS, "-x", row[2], "-", NULL};
        const struct told told = tool_call(m, row[0], text_of_one(m, fn, single), compile);
        REQUIRE(told.code == 0, "%s %s: %s", row[0], functions[fn].name, told.err);
    }
    mem_free(m);
}
END_TEST

/* ---- the table of operators and this one ---- */

static bool is_known(const char *name)
{
    static const char *const exact[] = {"", "sqrt", "fabs"};
    for (size_t i = 0; i < COUNT(functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < COUNT(exact); i++)
        if (strcmp(exact[i], name) == 0)
            return true;
    return false;
}

START_TEST(every_operator_has_its_function)
{
    static const char *const called[] = {
#define LEAF(c) ""
#define FOLD(c) ""
#define PAIR(c) c
#define SUGAR(c) ""
#define CONST(c) ""
#define CALL(c) c
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, range, \
           c, ...)                                                                                 \
    kind(c),
#include "expr/ops.h"
#undef OP
    };
    for (size_t i = 0; i < COUNT(called); i++)
        ck_assert_msg(is_known(called[i]), "runtime/fn.h has no %s", called[i]);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {results_are_close,
                                  special_values_are_those_of_c,
                                  pairs_have_equal_bits,
                                  odd_and_even_functions_have_equal_bits,
                                  text_gives_the_same_bits,
                                  text_of_each_is_complete_and_no_more,
                                  every_operator_has_its_function};
    return test_run("fn", tests, COUNT(tests));
}
