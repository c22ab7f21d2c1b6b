/* gen/base/json.c -- JSON writer.
 *
 * The output depends only on the values: no locale, keys in the order of the calls. Bytes that are
 * not UTF-8, as in a file name, become U+FFFD. The owner of the file checks ferror at the end.
 */
#include "gen/base/base.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct json base_json(FILE *out, unsigned lines)
{
    return (struct json){.out = out, .lines = lines};
}

static void put_escaped(FILE *out, unsigned char c)
{
    static const char named[] = "\b\f\n\r\t\"\\", letter[] = "bfnrt\"\\";
    const char *at = strchr(named, c);
    if (at)
        fprintf(out, "\\%c", letter[at - named]);
    else
        fprintf(out, "\\u%04x", c);
}

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t left = strlen(text), n; left; text += n, left -= n) {
        n = base_utf8(text, left);
        const unsigned char c = (unsigned char)*text;
        if (n == 0)
            fputs("\xEF\xBF\xBD", out);
        else if (c < 0x20 || c == '"' || c == '\\')
            put_escaped(out, c);
        else
            fwrite(text, 1, n, out);
        n = n ? n : 1;
    }
    fputc('"', out);
}

static void new_line(struct json *j)
{
    fprintf(j->out, "\n%*s", (int)(2 * j->depth), "");
}

/* Comma, line break and key before a value. */
static void begin(struct json *j, const char *key)
{
    if (j->depth) {
        bool *any = &j->any[j->depth - 1];
        assert((key != NULL) == (j->close[j->depth - 1] == '}'));
        if (*any)
            fputc(',', j->out);
        if (j->depth <= j->lines)
            new_line(j);
        else if (*any)
            fputc(' ', j->out);
        *any = true;
    }
    if (key) {
        put_string(j->out, key);
        fputs(": ", j->out);
    }
}

static void open_with(struct json *j, const char *key, const char *brackets)
{
    begin(j, key);
    assert(j->depth < JSON_DEPTH);
    fputc(brackets[0], j->out);
    j->any[j->depth] = false;
    j->close[j->depth++] = brackets[1];
}

void base_json_object(struct json *j, const char *key)
{
    open_with(j, key, "{}");
}

void base_json_array(struct json *j, const char *key)
{
    open_with(j, key, "[]");
}

void base_json_end(struct json *j)
{
    assert(j->depth > 0);
    j->depth--;
    if (j->any[j->depth] && j->depth < j->lines)
        new_line(j);
    fputc(j->close[j->depth], j->out);
    if (j->depth == 0)
        fputc('\n', j->out);
}

void base_json_string(struct json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        put_string(j->out, text);
    else
        fputs("null", j->out);
}

void base_json_number(struct json *j, const char *key, double value)
{
    char text[EX_DOUBLE_ROOM];
    begin(j, key);
    ex_double_show(value, text);
    fputs(isfinite(value) ? text : "null", j->out);
}

void base_json_count(struct json *j, const char *key, size_t value)
{
    begin(j, key);
    fprintf(j->out, "%zu", value);
}

void base_json_bool(struct json *j, const char *key, bool value)
{
    begin(j, key);
    fputs(value ? "true" : "false", j->out);
}

void base_json_numbers(struct json *j, const char *key, const double *at, size_t n)
{
    const unsigned lines = j->lines;
    base_json_array(j, key);
    j->lines = 0;
    for (size_t i = 0; i < n; i++)
        base_json_number(j, NULL, at[i]);
    base_json_end(j);
    j->lines = lines;
}
