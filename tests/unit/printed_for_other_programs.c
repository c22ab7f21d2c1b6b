/* tests/unit/printed_for_other_programs.c -- expressions printed for other programs, read back by
 * them.
 *
 * SymPy reads text printed for it, for Maxima and for Mathematica, and computes the values; text
 * printed for C is evaluated by Python's arithmetic.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* ---- values ---- */

static const enum ex_style read_elsewhere[] = {EX_C, EX_SYMPY, EX_MAXIMA, EX_MATHEMATICA};

struct reader {
    struct store *s;
    FILE *pipe;
    size_t asked;
};

static void put_double(FILE *out, double d)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_show(d, text);
    fputs(text, out);
}

/* One line for each style: its word, the value, the symbols with theirs, the text. */
static void ask(struct reader *r, ex e, const ex *x, const double *v, size_t n)
{
    struct mem_mark mark = mem_mark(ex_mem(r->s));
    double value = NAN;
    ex_eval(r->s, &e, 1, x, v, n, &value);
    for (size_t k = 0; isfinite(value) && fabs(value) < 1e100 && k < COUNT(read_elsewhere); k++) {
        const enum ex_style style = read_elsewhere[k];
        fprintf(r->pipe, "%s\t", ex_style_name(style));
        put_double(r->pipe, value);
        fputc('\t', r->pipe);
        for (size_t i = 0; i < n; i++) {
            fprintf(r->pipe, "%s%s=", i ? " " : "", ex_show(r->s, x[i], style));
            put_double(r->pipe, v[i]);
        }
        fprintf(r->pipe, "\t%s\n", ex_show(r->s, e, style));
        r->asked++;
    }
    mem_release(ex_mem(r->s), mark);
}

static void begin(struct reader *r, struct store *s)
{
    fflush(stdout);
    const char *command =
        test_once() ? "/usr/bin/python3 tests/unit/support/values.py" : "cat >/dev/null";
    *r = (struct reader){.s = s};
    r->pipe = popen(command, "w"); /* NOLINT(cert-env33-c): the independent check is a program */
    ck_assert_ptr_nonnull(r->pipe);
}

static void end(struct reader *r)
{
    const int status = pclose(r->pipe);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "SymPy disagrees, see above");
    ck_assert_uint_gt(r->asked, 0);
    printf("%zu texts have the value they must have\n", r->asked);
}

/* Every operator in every place of every other one, with a sign and without. */
static void ask_pairs(struct reader *r, const ex *x, const double *v)
{
    struct store *s = r->s;
    for (enum ex_op outer = EX_add; outer < EX_OPS; outer++)
        for (enum ex_op inner = EX_add; inner < EX_OPS; inner++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const size_t m = ex_row[outer].args ? ex_row[outer].args : 2;
                const size_t n = ex_row[inner].args ? ex_row[inner].args : 2;
                if (ex_row[outer].kind == CONST || ex_row[inner].kind == CONST)
                    continue;
                const ex in = ex_mul2(s, ex_int(s, sign), ex_make(s, inner, x, n));
                const ex first[2] = {in, x[1]}, second[2] = {x[1], in};
                ask(r, ex_make(s, outer, first, m), x, v, 2);
                if (m == 2)
                    ask(r, ex_make(s, outer, second, m), x, v, 2);
                ex_clear(s);
            }
}

START_TEST(other_programs_compute_the_same_values)
{
    /* clang-format off */
    static const char *const further[] = {
        "pi x y / 3", "atan2(x, y) - atan2(y, 2 x)", "exp(-x^2/2)", "1/sqrt(x) + x^(-1/3)",
        "-(x + y)/(2 x)", "(-2)^3 x^y^x", "(x^y)^x", "abs(x - y)^3", "x^(2/3) y^(-5/2)",
        "12345678901234567890 x / 98765432109876543211", "hold(x + y) hold(x - y) - hold(x y)",
        "x - (hold(x + y) - 1/7)", "exp(1) + x",
    };
    /* clang-format on */
    struct lab l = lab_open();
    struct reader r;
    begin(&r, l.s);
    const ex x[2] = {ex_sym(l.s, "x", 0), ex_sym(l.s, "y", 0)};
    const double v[2] = {0.375, 0.625};
    ask_pairs(&r, x, v);
    for (size_t i = 0; i < COUNT(further); i++)
        ask(&r, test_read(l.s, further[i]), x, v, 2);
    end(&r);
    lab_close(&l);
}
END_TEST

/* Symbols whose names have a meaning in another language, or are not valid there. */
START_TEST(names_stay_names)
{
    static const char *const names[] = {
        "lambda",    "E",     "I",      "N",        "S",     "Q",      "beta",     "gamma",
        "x'",        "x_dot", "x_dot_", "C",        "D",     "O",      "K",        "double",
        "if",        "in",    "Abs",    "Rational", "y1",    "eta_v'", "\xce\xb8", "theta",
        "_u",        "Sin",   "int",    "Gamma",    "Power", "_",      "a_0x3b8_", "\xce\xb8'",
        "a\xc3\xa9", "inf",   "true",   "None"};
    struct lab l = lab_open();
    struct reader r;
    ex x[COUNT(names)], e = ex_int(l.s, 1);
    double v[COUNT(names)];
    begin(&r, l.s);
    for (size_t i = 0; i < COUNT(names); i++) {
        x[i] = ex_sym(l.s, names[i], 0);
        v[i] = 0.5 + 0.125 * (double)i;
        e = ex_add2(l.s, ex_mul2(l.s, ex_rat(l.s, 1, (int64_t)i + 2), x[i]), ex_sin(l.s, e));
    }
    ask(&r, e, x, v, COUNT(names));
    end(&r);
    lab_close(&l);
}
END_TEST

/* ---- names ---- */

static const char *const pieces[] = {"x",  "_",  "_",   "dot",    "_dot",     "0",
                                     "x3", "b8", "_0x", "if",     "\xce\xb8", "\xc3\xa9",
                                     "E",  "in", "'",   "lambda", "int"};

static const char *random_name(struct lab *l, struct rng *rng)
{
    struct mem_text t = mem_text(l->m);
    const size_t n = 1 + rng_below(rng, 5);
    for (size_t i = 0; i < n; i++)
        mem_put(&t, pieces[rng_below(rng, COUNT(pieces))]);
    return t.text;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const char *const *)a)[0], ((const char *const *)b)[0]);
}

START_TEST(two_names_are_never_one)
{
    enum { MANY = 20000 };
    struct lab l = lab_open();
    struct rng rng = rng_new(17);
    for (size_t k = 0; k < COUNT(read_elsewhere); k++) {
        const char *(*row)[2] = mem_take_array(l.m, MANY, sizeof *row);
        size_t n = 0;
        while (n < MANY) {
            const char *name = random_name(&l, &rng);
            if (!ex_is_name(name, strlen(name)))
                continue;
            row[n][0] = ex_show(l.s, ex_sym(l.s, name, 0), read_elsewhere[k]);
            row[n++][1] = name;
        }
        qsort(row, MANY, sizeof *row, by_text);
        for (size_t i = 1; i < MANY; i++)
            REQUIRE(strcmp(row[i][0], row[i - 1][0]) != 0 || strcmp(row[i][1], row[i - 1][1]) == 0,
                    "%s and %s are both %s in style %s", row[i][1], row[i - 1][1], row[i][0],
                    ex_style_name(read_elsewhere[k]));
    }
    lab_close(&l);
}
END_TEST

/* ---- spelling ---- */

START_TEST(written_as_in_the_manuals)
{
    static const struct {
        const char *input, *maxima, *mathematica, *plain;
    } rows[] = {
        {"sin(2 x)/3", "1/3*sin(2*x)", "1/3*Sin[2*x]", "1/3 sin(2 x)"},
        {"-1/2 x^2", "-1/2*x^2", "-1/2*x^2", "-1/2 x^2"},
        {"sqrt(x + 1)", "sqrt(x + 1)", "Sqrt[x + 1]", "sqrt(x + 1)"},
        {"atan2(y, x)", "atan2(y, x)", "ArcTan[x, y]", "atan2(y, x)"},
        {"pi exp(x)", "%pi*exp(x)", "Pi*Exp[x]", "pi exp(x)"},
        {"abs(x)", "abs(x)", "Abs[x]", "abs(x)"},
        {"x'^2 + x_dot", "x_dot^2 + x_dot_", "x$dot^2 + x$dot$", "x'^2 + x_dot"},
        {"E J1 I", "E*I*J1", "E$*I$*J1$", "E I J1"},
        {"\xce\xb8 eta_v", "eta_v*\xce\xb8", "eta$v*\\[Theta]", "eta_v \xce\xb8"},
        {"\xce\xa9 \xc3\xa9", "_0xe9_*\xce\xa9", "$0xe9$*\\[CapitalOmega]", "\xc3\xa9 \xce\xa9"},
        {"z hold(x + y) + 1", "z*(x + y) + 1", "z*(x + y) + 1", "z (x + y) + 1"},
        {"x^(-1/3)", "1/x^(1/3)", "1/x^(1/3)", "1 / x^(1/3)"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const ex e = test_read(l.s, rows[i].input);
        ck_assert_str_eq(ex_show(l.s, e, EX_MAXIMA), rows[i].maxima);
        ck_assert_str_eq(ex_show(l.s, e, EX_MATHEMATICA), rows[i].mathematica);
        ck_assert_str_eq(ex_show(l.s, e, EX_PLAIN), rows[i].plain);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {other_programs_compute_the_same_values, names_stay_names,
                                  two_names_are_never_one, written_as_in_the_manuals};
    return test_run("styles", tests, COUNT(tests));
}
