/* tests/unit/json_writer.c -- output of the JSON writer, byte by byte. */
#include "gen/base/base.h"
#include "support/support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sheet {
    char *text;
    size_t len;
    struct json j;
};

static void begin(struct sheet *t, unsigned lines)
{
    FILE *f = open_memstream(&t->text, &t->len);
    ck_assert_ptr_nonnull(f);
    t->j = base_json(f, lines);
}

static void expect(struct sheet *t, const char *want)
{
    fclose(t->j.out);
    ck_assert_str_eq(t->text, want);
    free(t->text);
}

START_TEST(strings_are_escaped_and_utf8_is_kept)
{
    static const char *const rows[][2] = {
        {"", "\"\""},
        {"a \"b\" \\c/", "\"a \\\"b\\\" \\\\c/\""},
        {"\b\f\n\r\t\x01\x1f\x7f", "\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\""},
        {"\xce\xb8' \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xce\xb8' \xe2\x82\xac \xf0\x9f\x98\x80\""},
        {"a\xff"
         "b\xe2\x82",
         "\"a\xef\xbf\xbd"
         "b\xef\xbf\xbd\xef\xbf\xbd\""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct sheet t;
        begin(&t, 0);
        base_json_string(&t.j, NULL, rows[i][0]);
        expect(&t, rows[i][1]);
    }
}
END_TEST

START_TEST(numbers_say_exactly_what_they_are)
{
    const double at[] = {0, -0.0, 0.1, 1.0 / 3, 1e300, 5e-324, NAN, INFINITY, -INFINITY};
    struct sheet t;
    begin(&t, 9);
    base_json_numbers(&t.j, NULL, at, COUNT(at));
    fclose(t.j.out);
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C")); /* for strtod */
    const char *p = t.text + 1;
    for (size_t i = 0; i < COUNT(at); i++) {
        char *end = NULL;
        if (isfinite(at[i])) {
            ck_assert_double_eq(strtod(p, &end), at[i]);
            ck_assert_msg(strspn(p, "0123456789-+.e") == (size_t)(end - p), "%s", t.text);
        } else {
            ck_assert_msg(strncmp(p, "null", 4) == 0, "%s", t.text);
        }
        p = strchr(p, ' ') ? strchr(p, ' ') + 1 : p;
    }
    ck_assert_str_eq(t.text + t.len - 7, " null]\n");
    free(t.text);
}
END_TEST

START_TEST(outer_levels_have_lines)
{
    const double row[] = {1, 2};
    struct sheet t;
    begin(&t, 2);
    base_json_object(&t.j, NULL);
    base_json_string(&t.j, "a", NULL);
    base_json_array(&t.j, "b");
    base_json_object(&t.j, NULL);
    base_json_count(&t.j, "n", 7);
    base_json_bool(&t.j, "is \"it\"", true);
    base_json_array(&t.j, "none");
    base_json_end(&t.j);
    base_json_end(&t.j);
    base_json_numbers(&t.j, NULL, row, 2);
    base_json_numbers(&t.j, NULL, row, 0);
    base_json_end(&t.j);
    base_json_object(&t.j, "empty");
    base_json_end(&t.j);
    base_json_end(&t.j);
    expect(&t, "{\n"
               "  \"a\": null,\n"
               "  \"b\": [\n"
               "    {\"n\": 7, \"is \\\"it\\\"\": true, \"none\": []},\n"
               "    [1, 2],\n"
               "    []\n"
               "  ],\n"
               "  \"empty\": {}\n"
               "}\n");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {strings_are_escaped_and_utf8_is_kept,
                                  numbers_say_exactly_what_they_are, outer_levels_have_lines};
    return test_run("json", tests, COUNT(tests));
}
