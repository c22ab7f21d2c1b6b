/* tests/unit/printing_and_reading.c -- printing, parsing, and error messages of expressions. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- printing ---- */

/* Expressions and their expected texts. */
static const struct {
    const char *input, *text, *latex, *sympy;
} rows[] = {
    {"0", "0", "0", "0"},
    {"-1/2", "-1/2", "-\\frac{1}{2}", "-Rational(1, 2)"},
    {"0.1 x", "1/10 x", "\\frac{1}{10} x", "Rational(1, 10)*x"},
    {"1 x", "x", "x", "x"},
    {"-1 x", "-x", "-x", "-x"},
    {"x + -1 y", "x - y", "x - y", "x - y"},
    {"-x + 1", "1 - x", "1 - x", "1 - x"},
    {"-x - y", "-x - y", "-x - y", "-x - y"},
    {"1 + x + x^2", "x^2 + x + 1", "x^{2} + x + 1", "x**2 + x + 1"},
    {"y x 3", "3 x y", "3 x y", "3*x*y"},
    {"x3 x10 x2", "x2 x3 x10", "x_{2} x_{3} x_{10}", "x2*x3*x10"},
    {"a/b", "a / b", "\\frac{a}{b}", "a/b"},
    {"a/(b c)", "a / (b c)", "\\frac{a}{b c}", "a/(b*c)"},
    {"x/(y/z)", "x z / y", "\\frac{x z}{y}", "x*z/y"},
    {"x^-2", "1 / x^2", "\\frac{1}{x^{2}}", "1/x**2"},
    {"1/sqrt(x)", "1 / sqrt(x)", "\\frac{1}{\\sqrt{x}}", "1/sqrt(x)"},
    {"-(x + y)/(2 z)", "-(x + y) / (2 z)", "-\\frac{x + y}{2 z}", "-(x + y)/(2*z)"},
    {"(a - b)/(c - d)", "(a - b) / (c - d)", "\\frac{a - b}{c - d}", "(a - b)/(c - d)"},
    {"a (b + c) d", "a d (b + c)", "a d \\left(b + c\\right)", "a*d*(b + c)"},
    {"2 (x + y)", "2 (x + y)", "2 \\left(x + y\\right)", "2*(x + y)"},
    {"-(x + y)", "-(x + y)", "-\\left(x + y\\right)", "-(x + y)"},
    {"(x + y)^2", "(x + y)^2", "\\left(x + y\\right)^{2}", "(x + y)**2"},
    {"-x^2", "-x^2", "-x^{2}", "-x**2"},
    {"(-2)^x", "(-2)^x", "\\left(-2\\right)^{x}", "(-2)**x"},
    {"x^y^z", "x^(y^z)", "x^{y^{z}}", "x**(y**z)"},
    {"(x^y)^z", "(x^y)^z", "\\left(x^{y}\\right)^{z}", "(x**y)**z"},
    {"x^(-y)", "x^(-y)", "x^{-y}", "x**(-y)"},
    {"sin(x)^2 + cos(x)^2", "cos(x)^2 + sin(x)^2", "\\cos^{2}(x) + \\sin^{2}(x)",
     "cos(x)**2 + sin(x)**2"},
    {"sin(2 x)", "sin(2 x)", "\\sin\\left(2 x\\right)", "sin(2*x)"},
    {"exp(-x^2/2)", "exp(-1/2 x^2)", "\\mathrm{e}^{-\\frac{1}{2} x^{2}}",
     "exp(-Rational(1, 2)*x**2)"},
    {"abs(x)", "abs(x)", "\\left|x\\right|", "Abs(x)"},
    {"atan2(y, x)", "atan2(y, x)", "\\operatorname{atan2}\\left(y, x\\right)", "atan2(y, x)"},
    {"asin(x)", "asin(x)", "\\arcsin(x)", "asin(x)"},
    {"pi r^2", "pi r^2", "\\pi r^{2}", "pi*r**2"},
    {"sqrt(2)/2", "1/2 sqrt(2)", "\\frac{1}{2} \\sqrt{2}", "Rational(1, 2)*sqrt(2)"},
    {"m/2 (x'^2 + y'^2)", "1/2 m (x'^2 + y'^2)",
     "\\frac{1}{2} m \\left(\\dot{x}^{2} + \\dot{y}^{2}\\right)",
     "Rational(1, 2)*m*(x_dot**2 + y_dot**2)"},
    {"theta1''", "theta1''", "\\ddot{\\theta}_{1}", "theta1_dot_dot"},
    {"eta_v omega", "eta_v omega", "\\eta_{v} \\omega", "eta_v*omega"},
    {"p_theta Lambda", "Lambda p_theta", "\\Lambda p_{\\theta}", "Lambda*p_theta"},
    {"-3/4 m g l cos(theta)", "-3/4 g l m cos(theta)", "-\\frac{3}{4} g l m \\cos(\\theta)",
     "-Rational(3, 4)*g*l*m*cos(theta)"},
    {"a_1_2 lambda", "a_1_2 lambda", "a_{1, 2} \\lambda", "a_1_2*lambda_"},
    {"hold(x + y) z", "z hold(x + y)", "z \\left(x + y\\right)", "z*(x + y)"},
    {"12345678901234567890 x", "12345678901234567890 x", "12345678901234567890 x",
     "12345678901234567890*x"},
};

static void printed(struct store *s, const char *input, enum ex_style style, const char *want)
{
    const char *got = ex_show(s, test_read(s, input), style);
    ck_assert_msg(got && strcmp(got, want) == 0, "%s in style %s:\n  %s\ninstead of\n  %s", input,
                  ex_style_name(style), got, want);
}

START_TEST(printed_as_a_mathematician_writes)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        printed(l.s, rows[i].input, EX_TEXT, rows[i].text);
        printed(l.s, rows[i].input, EX_LATEX, rows[i].latex);
        printed(l.s, rows[i].input, EX_SYMPY, rows[i].sympy);
        ck_assert_msg(test_read(l.s, rows[i].input) == test_read(l.s, rows[i].text),
                      "%s is not read back", rows[i].text);
    }
    lab_close(&l);
}
END_TEST

START_TEST(printed_for_c_and_the_browser)
{
    struct lab l = lab_open();
    printed(l.s, "x/3 - 2 y^2", EX_C, "0x1.5555555555555p-2 * x - 0x1p1 * pow(y, 0x1p1)");
    printed(l.s, "-x'/(2 y)", EX_C, "-0x1p-1 * x_dot / y");
    printed(l.s, "sqrt(x) + abs(y)", EX_C, "sqrt(x) + fabs(y)");
    printed(l.s, "hold(x + y) pi", EX_C, "0x1.921fb54442d18p1 * (x + y)");
    printed(
        l.s, "x - 1/2", EX_MATHML,
        "<mi>x</mi><mo>&#x2212;</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>");
    printed(l.s, "2 sin(theta_1)", EX_MATHML,
            "<mn>2</mn><mo>&#x2062;</mo><mspace width=\"0.17em\"/><mi>sin</mi><mo>&#x2061;</mo>"
            "<mrow><mo>(</mo><msub><mi>\xce\xb8</mi><mrow><mn>1</mn></mrow></msub><mo>)</mo>"
            "</mrow>");
    printed(l.s, "abs(x)", EX_MATHML,
            "<mrow><mo form=\"prefix\">|</mo><mi>x</mi><mo form=\"postfix\">|</mo></mrow>");
    printed(l.s, "x'^2", EX_MATHML,
            "<msup><mrow><mover><mi>x</mi><mo>&#x2D9;</mo></mover></mrow><mrow><mn>2</mn></mrow>"
            "</msup>");
    printed(l.s, "(x + y)/z", EX_MATHML,
            "<mfrac><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow><mrow><mi>z</mi></mrow></mfrac>");
    lab_close(&l);
}
END_TEST

/* ---- reading ---- */

START_TEST(read_in_several_spellings)
{
    static const char *const same[][2] = {{"2x", "2 * x"},
                                          {"x y", "x*y"},
                                          {"(x)(y)", "x y"},
                                          {"2(x + y)", "2 * (x + y)"},
                                          {"x 2", "2 x"},
                                          {"x^(1/3) 2^y", "2^y x^(1/3)"},
                                          {"a/2 c", "a c / 2"},
                                          {"a/b*c", "a c / b"},
                                          {"a/b/c", "a / (b c)"},
                                          {"--x", "x"},
                                          {"+x", "x"},
                                          {"x--y", "x + y"},
                                          {"-2^2", "-4"},
                                          {"2^-3", "1/8"},
                                          {"2^3^2", "512"},
                                          {"2^-x^2", "2^(-(x^2))"},
                                          {"-x^2", "-(x^2)"},
                                          {" \t\r\n x\n", "x"},
                                          {"g (x)", "g x"},
                                          {"1e3", "1000"},
                                          {"1e5x", "100000 x"},
                                          {"\xcf\x80", "pi"},
                                          {"0.5", ".5"},
                                          {"((((x))))", "x"},
                                          {"sqrt(9)", "3"},
                                          {"x' y''", "y''*x'"},
                                          {"1/2 x/3 y", "x y / 6"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(same); i++)
        ck_assert_msg(test_read(l.s, same[i][0]) == test_read(l.s, same[i][1]), "%s is not %s",
                      same[i][0], same[i][1]);
    lab_close(&l);
}
END_TEST

/* Only names of two letters; "aa" means 7. */
static ex two_letters(void *context, struct store *s, const char *name, size_t len)
{
    *(int *)context += 1;
    if (len == 2 && memcmp(name, "aa", 2) == 0)
        return ex_int(s, 7);
    return len == 2 ? ex_sym_n(s, name, len, 0) : EX_POISON;
}

START_TEST(names_mean_what_the_caller_says)
{
    struct lab l = lab_open();
    int asked = 0;
    struct ex_reader reader = {.name = two_letters, .context = &asked};
    struct ex_mistake why = {0};
    ck_assert(ex_read(l.s, "aa + sin(aa) bb", 15, &reader, &why) ==
              test_read(l.s, "7 + sin(7) bb"));
    ck_assert_int_eq(asked, 3);
    ck_assert(ex_read(l.s, "aa + ccc", 8, &reader, &why) == EX_POISON);
    ck_assert_uint_eq(why.at, 5);
    ck_assert_uint_eq(why.len, 3);
    ck_assert_ptr_nonnull(strstr(why.message, "'ccc'"));
    ck_assert_ptr_null(ex_error(l.s));
    lab_close(&l);
}
END_TEST

/* For tests a /\ b is 10 a + 3 b, an error for 0; d(a) is 100 a, an error for 1. */
static ex some_wedge(void *context, struct store *s, ex a, ex b)
{
    (void)context;
    if (b == ex_int(s, 0))
        return EX_POISON;
    if (b == ex_int(s, 1))
        return ex_fail(s, "no wedge with one");
    return ex_add2(s, ex_mul2(s, ex_int(s, 10), a), ex_mul2(s, ex_int(s, 3), b));
}

static ex some_differential(void *context, struct store *s, ex a)
{
    (void)context;
    return a == ex_int(s, 1) ? EX_POISON : ex_mul2(s, ex_int(s, 100), a);
}

static ex any_name(void *context, struct store *s, const char *name, size_t len)
{
    (void)context;
    return ex_sym_n(s, name, len, 0);
}

START_TEST(wedge_and_differential_are_the_callers)
{
    static const char *const same[][2] = {{"x /\\ y", "10 x + 3 y"},
                                          {"f x /\\ g y", "(10 f x + 3 g) y"},
                                          {"f/g /\\ y", "10 f/g + 3 y"},
                                          {"x /\\ y/2", "(10 x + 3 y)/2"},
                                          {"z - x /\\ -y^2 + z", "2 z - 10 x + 3 y^2"},
                                          {"(x + y)/\\z/\\u", "100 (x + y) + 30 z + 3 u"},
                                          {"d(x)", "100 x"},
                                          {"2 d(x + d(y))^2", "20000 (x + 100 y)^2"},
                                          {"d (x) + d", "d x + d"},
                                          {"x /\\ d(y)", "10 x + 300 y"}};
    static const struct {
        const char *text;
        size_t at, len;
        const char *word;
    } bad[] = {{"x + y /\\ 0", 6, 2, "no wedge product"},
               {"x /\\ 1", 5, 1, "no wedge with one"},
               {"x /\\", 4, 0, "too early"},
               {"/\\ x", 0, 1, "'/'"},
               {"x + d(1)", 4, 1, "'d' is not a function"},
               {"d(x, y)", 0, 7, "takes 1 argument, not 2"},
               {"d()", 2, 1, "')'"},
               {"d(x", 0, 1, "not closed"},
               {"x /\\ y z / u v", 13, 1, "two ways"}};
    const struct ex_reader reader = {
        .name = any_name, .wedge = some_wedge, .differential = some_differential};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(same); i++) {
        struct ex_mistake why = {0};
        const ex e = ex_read(l.s, same[i][0], strlen(same[i][0]), &reader, &why);
        ck_assert_msg(e != EX_POISON, "%s: %s", same[i][0], why.message);
        ck_assert_msg(ex_expand(l.s, e) == ex_expand(l.s, test_read(l.s, same[i][1])), "%s is %s",
                      same[i][0], ex_show(l.s, e, EX_TEXT));
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct ex_mistake why = {0};
        ck_assert(ex_read(l.s, bad[i].text, strlen(bad[i].text), &reader, &why) == EX_POISON);
        ck_assert_msg(why.at == bad[i].at && why.len == bad[i].len &&
                          strstr(why.message, bad[i].word),
                      "%s: at %zu+%zu %s", bad[i].text, why.at, why.len, why.message);
        ck_assert_ptr_null(ex_error(l.s));
    }
    lab_close(&l);
}
END_TEST

/* ---- errors ---- */

static const struct {
    const char *text;
    size_t at, len;
    const char *word; /* in the message */
} wrong[] = {{"", 0, 0, "missing"},
             {"1+", 2, 0, "ends too early"},
             {"x^", 2, 0, "ends too early"},
             {"x -", 3, 0, "ends too early"},
             {"(x", 0, 1, "not closed"},
             {"x)", 1, 1, "without '('"},
             {"sin(x))", 6, 1, "without '('"},
             {"sin", 0, 3, "'sin'"},
             {"x + sin x", 4, 3, "'sin'"},
             {"a/b c", 4, 1, "two ways"},
             {"a/b^2 c", 6, 1, "two ways"},
             {"a/2/b c", 6, 1, "two ways"},
             {"1 + g(x)", 4, 1, "'g' is not a function"},
             {"d(x)", 0, 1, "'d' is not a function"},
             {"x /\\ y", 2, 2, "no wedge product here"},
             {"x \\ y", 2, 1, "'\\'"},
             {"x\xc2\xb2 + 1", 1, 2, "not an operator"},  /* superscript 2 */
             {"x\xe2\x88\x92y", 1, 3, "not an operator"}, /* minus */
             {"1..2", 0, 2, "not a number"},
             {"1.5.2", 0, 4, "not a number"},
             {"**", 0, 1, "'*'"},
             {"x**2", 1, 2, "'**'"},
             {"x*/y", 2, 1, "'/'"},
             {"x^^y", 2, 1, "'^'"},
             {"sin()", 4, 1, "')'"},
             {"()", 1, 1, "')'"},
             {"sin(x, y)", 0, 9, "takes 1 argument, not 2"},
             {"atan2(x)", 0, 8, "takes 2 arguments, not 1"},
             {"(x, y)", 0, 6, "comma"},
             {"x, y", 0, 4, "comma"},
             {"2 3", 2, 1, "two numbers"},
             {"x = y", 2, 1, "'='"},
             {"x $ y", 2, 1, "'$'"},
             {"'", 0, 1, "'''"},
             {"1/0", 2, 1, "division by zero"},
             {"log(0)", 0, 6, "log"},
             {"sqrt(-1)", 0, 8, "not real"},
             {"1e99999", 0, 7, "digits"},
             {"x + \xff", 4, 1, "UTF-8"},
             {"\xc3(", 0, 1, "UTF-8"},
             {"a\xed\xa0\x80", 1, 1, "UTF-8"}, /* half of a surrogate pair */
             {"\xc0\xaf", 0, 1, "UTF-8"},      /* overlong encoding */
             {"\xf4\x90\x80\x80", 0, 1, "UTF-8"}};

static void check_mistake(struct store *s, const char *text, size_t len, const char *shown,
                          struct ex_mistake *why)
{
    *why = (struct ex_mistake){.at = 999, .len = 999};
    ex e = ex_read(s, text, len, NULL, why);
    REQUIRE(e == EX_POISON, "'%s' was read", shown);
    REQUIRE(why->message && why->message[0], "'%s': no message", shown);
    REQUIRE(why->at <= len && why->len <= len - why->at, "'%s': the place is %zu+%zu", shown,
            why->at, why->len);
    REQUIRE(!ex_error(s), "'%s': the store is left with '%s'", shown, ex_error(s));
}

START_TEST(mistakes_have_a_place_and_a_message)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct ex_mistake why;
        check_mistake(l.s, wrong[i].text, strlen(wrong[i].text), wrong[i].text, &why);
        ck_assert_msg(why.at == wrong[i].at && why.len == wrong[i].len &&
                          strstr(why.message, wrong[i].word),
                      "'%s': at %zu+%zu '%s'", wrong[i].text, why.at, why.len, why.message);
        test_read(l.s, "x + 1"); /* the next text is read without an error */
    }
    lab_close(&l);
}
END_TEST

START_TEST(strange_bytes_and_depths)
{
    struct lab l = lab_open();
    struct ex_mistake why;
    check_mistake(l.s, "x\0y", 3, "a zero byte", &why);
    ck_assert_uint_eq(why.at, 1);
    check_mistake(l.s, "\0", 1, "a zero byte alone", &why);
    check_mistake(l.s, "x + \001", 5, "a control byte", &why);
    ck_assert_uint_eq(why.at, 4);
    enum { MANY = 1000000 };
    static const char *const repeated[] = {"(", "-", "sin(", "x^", "2(", "x/(", "((x)+"};
    char *text = malloc((size_t)MANY * 6);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < COUNT(repeated); i++) {
        size_t n = strlen(repeated[i]);
        for (size_t k = 0; k < MANY; k++)
            memcpy(text + k * n, repeated[i], n);
        check_mistake(l.s, text, MANY * n, repeated[i], &why);
        ck_assert_msg(strstr(why.message, "1000"), "a million '%s': %s", repeated[i], why.message);
        mem_calm(l.m);
    }
    memset(text, 'x', MANY); /* one long name */
    check_mistake(l.s, text, MANY, "a name of a million letters", &why);
    memset(text, '7', MANY);
    check_mistake(l.s, text, MANY, "a number of a million digits", &why);
    free(text);
    lab_close(&l);
}
END_TEST

/* ---- arbitrary input ---- */

/* Any bytes: an expression that reads back, or an error with a position inside the text. */
static void check_any(struct store *s, const char *text, size_t len)
{
    struct mem_mark mark = mem_mark(ex_mem(s));
    struct ex_mistake why = {.at = 999999};
    ex e = ex_read(s, text, len, NULL, &why);
    if (!e) {
        REQUIRE(why.message && why.at <= len && why.len <= len - why.at, "place %zu+%zu in '%.*s'",
                why.at, why.len, (int)len, text);
        REQUIRE(!ex_error(s), "the store is left with '%s'", ex_error(s));
    } else {
        const char *shown = ex_show(s, e, EX_TEXT);
        REQUIRE(shown, "'%.*s' is not printed", (int)len, text);
        REQUIRE(ex_read(s, shown, strlen(shown), NULL, &why) == e, "'%.*s' is printed as '%s'",
                (int)len, text, shown);
    }
    mem_release(ex_mem(s), mark);
}

START_TEST(random_bytes_do_no_harm)
{
    static const char *const pieces[] = {
        "x",        "y1",   "'",  "1",    "23", ".5",  "e3",   "(",     ")",      "+",
        "-",        "*",    "/",  "^",    ",",  " ",   "sin(", "sqrt(", "atan2(", "hold(",
        "\xce\xb1", "\xff", "pi", "exp(", "0",  "1/2", "log(", "\n"};
    struct rng r = rng_new(1);
    size_t cases = test_cases(), read = 0;
    struct lab l = lab_open();
    for (size_t i = 0; i < cases; i++) {
        char text[200];
        size_t len = 0, n = 1 + rng_below(&r, 24);
        for (size_t k = 0; k < n; k++) {
            for (const char *p = pieces[rng_below(&r, COUNT(pieces))]; *p; p++)
                text[len++] = *p;
            if (rng_below(&r, 40) == 0)
                text[len++] = (char)rng_next(&r);
        }
        struct ex_mistake why;
        read += ex_read(l.s, text, len, NULL, &why) != EX_POISON;
        check_any(l.s, text, len);
        if (i % 300 == 299) {
            lab_close(&l);
            l = lab_open();
        }
    }
    printf("%zu of %zu heaps of pieces mean something\n", read, cases);
    lab_close(&l);
}
END_TEST

START_TEST(broken_text_does_no_harm)
{
    struct rng r = rng_new(2);
    size_t cases = test_cases();
    for (size_t i = 0; i < cases;) {
        struct lab l = lab_open();
        struct gen g = gen_new(l.s, &r);
        for (int k = 0; k < 300; k++, i++) {
            struct mem_mark mark = mem_mark(l.m);
            ex e = gen_any(&g, 6);
            ex_clear(l.s);
            const char *shown = e ? ex_show(l.s, e, EX_TEXT) : "x";
            char text[1000];
            size_t len = 0;
            for (; shown[len] && len < sizeof text; len++)
                text[len] = shown[len];
            for (size_t n = rng_below(&r, 3) + 1; n && len; n--) {
                size_t at = rng_below(&r, len);
                if (rng_below(&r, 2)) {
                    text[at] = "()+-*/^, x1.'e\xff"[rng_below(&r, 15)];
                } else {
                    memmove(text + at, text + at + 1, len - at - 1);
                    len--;
                }
            }
            check_any(l.s, text, len);
            mem_release(l.m, mark);
        }
        lab_close(&l);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {printed_as_a_mathematician_writes,
                                  printed_for_c_and_the_browser,
                                  read_in_several_spellings,
                                  names_mean_what_the_caller_says,
                                  wedge_and_differential_are_the_callers,
                                  mistakes_have_a_place_and_a_message,
                                  strange_bytes_and_depths,
                                  random_bytes_do_no_harm,
                                  broken_text_does_no_harm};
    return test_run("text", tests, COUNT(tests));
}
