/* tests/unit/emitted_text_pieces.c -- pieces of emitted code: names, comments, literals,
 * statements; and functions in models of it. */
#include "gen/code/spelling.h"
#include "support/support.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(names_become_identifiers)
{
    static const struct {
        const char *name, *id;
    } rows[] = {
        {"x", "x"},         {"eta_v", "eta_v"}, {"x'", "x_dot"},         {"\xce\xb8", "theta"},
        {"__a__b_", "a_b"}, {"3d", "n3d"},      {"a-b c", "a_b_c"},      {"_", "n"},
        {"int", "int"},     {"", "n"},          {"\xc3\xa9", "n_u00E9"}, {"a\xc3\xa9", "a_u00E9"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_str_eq(base_identifier(l.m, rows[i].name), rows[i].id);
    lab_close(&l);
}
END_TEST

START_TEST(identifiers_differ)
{
    static const char *const names[] = {"theta", "\xce\xb8", "theta_2", "x_", "_x", "x", "x_2"};
    struct lab l = lab_open();
    const char **id = base_identifiers(l.m, names, COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++)
        for (size_t k = 0; k < i; k++)
            ck_assert_str_ne(id[i], id[k]);
    ck_assert_str_eq(id[0], "theta");
    lab_close(&l);
}
END_TEST

START_TEST(packages_are_named_after_files)
{
    static const struct {
        const char *path, *name;
    } rows[] = {
        {"-", "model"},           {"models/sleigh.nh", "sleigh"},
        {"/a.b/c.d.nh", "c_d"},   {"math.nh", "math_model"},
        {"class", "class_model"}, {"../3 d.nh", "n3_d"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_str_eq(base_package_name(l.m, rows[i].path), rows[i].name);
    lab_close(&l);
}
END_TEST

START_TEST(comments_cannot_be_left)
{
    struct lab l = lab_open();
    static const char *const texts[] = {"*/",  "a **/ b", "/*/",          "?\?/",      "?\?\?/",
                                        "x\\", "x\\\ny",  "\xe2\x98\x83", "*\xce\xb8/"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *safe = base_harmless(l.m, texts[i]);
        ck_assert_msg(!strstr(safe, "*/") && !strstr(safe, "/*") && !strstr(safe, "?\?"), "%s",
                      safe);
        ck_assert_msg(!strstr(safe, "\\\n") && safe[strlen(safe) - 1] != '\\', "%s", safe);
        for (const char *c = safe; *c; c++)
            ck_assert((unsigned char)*c < 0x80);
        struct mem_text out = mem_text(l.m);
        base_put_comment(&out, l.m, " * ", texts[i]);
        ck_assert_ptr_null(strstr(out.text, "*/"));
    }
    lab_close(&l);
}
END_TEST

/* Enough digits to read back, and never an integer literal. */
START_TEST(literals_come_back)
{
    test_locale("C"); /* as compilers read them */
    struct lab l = lab_open();
    struct rng rng = rng_new(11);
    for (size_t i = 0; i < test_scaled(20000); i++) {
        const uint64_t bits = rng_next(&rng);
        double d = 0;
        memcpy(&d, &bits, sizeof d);
        if (i < 2000)
            d = (double)(int64_t)(i - 1000);
        const struct mem_mark mark = mem_mark(l.m);
        if (isfinite(d)) {
            struct mem_text out = mem_text(l.m);
            code_put_double(&out, d);
            REQUIRE(strtod(out.text, NULL) == d && strpbrk(out.text, ".e"), "%s", out.text);
        }
        if (fabs(d) < 3e38) {
            struct mem_text out = mem_text(l.m);
            char *end = NULL;
            code_put_float(&out, d);
            REQUIRE(strtof(out.text, &end) == (float)d && strcmp(end, "f") == 0, "%s", out.text);
        }
        mem_release(l.m, mark);
    }
    lab_close(&l);
}
END_TEST

static size_t count(const char *text, const char *what)
{
    size_t n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

/* Plain text has one operation in each statement, nested text has fewer statements. */
START_TEST(styles_differ_in_statements)
{
    struct lab l = lab_open();
    struct routine r;
    code_routine_make(l.m, &r, "f", 1);
    uint32_t sum = code_instr(l.m, &r, (struct instr){.code = CODE_state, .a = 0});
    const size_t operations = 9;
    for (uint32_t i = 1; i <= operations; i++) {
        const uint32_t x = code_instr(l.m, &r, (struct instr){.code = CODE_state, .a = i});
        sum = code_instr(l.m, &r, (struct instr){.code = CODE_sub, .a = sum, .b = x});
    }
    r.result[0] = sum;
    r.ready[0] = r.n;
    struct spelling s = {.local = "const double ", .number = code_put_double};
    struct mem_text nested = mem_text(l.m), plain = mem_text(l.m);
    code_put_body(l.m, &nested, &r, &s, "out", 0);
    s.plain = true;
    code_put_body(l.m, &plain, &r, &s, "out", 0);
    ck_assert_uint_eq(count(nested.text, ";"), 1);
    ck_assert_uint_eq(count(plain.text, ";"), operations + 1);
    ck_assert_uint_eq(count(plain.text, " - "), operations);
    ck_assert_uint_eq(count(nested.text, " - "), operations);
    lab_close(&l);
}
END_TEST

/* ---- models of emitted code ---- */

static bool calls(const char *text, const char *function)
{
    const size_t n = strlen(function);
    for (const char *at = text; (at = strstr(at, function)); at++)
        if (at[n] == '(' && (at == text || !isalnum((unsigned char)at[-1])))
            return true;
    return false;
}

static void require_call(const char *path, const char *function)
{
    static char text[1 << 14];
    FILE *f = fopen(path, "r");
    REQUIRE(f, "cannot read %s", path);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    REQUIRE(calls(text, function),
            "%s is to call every function, and does not call %s: add a term with it", path,
            function);
}

START_TEST(emitted_models_call_every_function)
{
    static const bool smooth[] = {
#define SMOOTH true
#define KINKED false
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, ...)   \
    [EX_##name] = series,
#include "expr/ops.h"
#undef OP
#undef SMOOTH
#undef KINKED
    };
    for (enum ex_op op = 0; op < EX_OPS; op++) {
        if (ex_row[op].kind != CALL || op == EX_hold)
            continue;
        require_call("tests/emit/math.nh", ex_row[op].text);
        if (smooth[op])
            require_call("tests/emit/series.nh", ex_row[op].text);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        names_become_identifiers,          identifiers_differ, packages_are_named_after_files,
        comments_cannot_be_left,           literals_come_back, styles_differ_in_statements,
        emitted_models_call_every_function};
    return test_run("emit", tests, COUNT(tests));
}
