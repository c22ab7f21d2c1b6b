/* tests/unit/support/json.c -- JSON reader for output of the program and test data. */
#include "support.h"

#include <string.h>

enum { DEEPEST = 32, LONGEST_NUMBER = 64 };

struct json_reader {
    struct mem *mem;
    const char *at;
    struct jnode *open[DEEPEST];       /* lists and objects that are not closed yet */
    const struct jnode **end[DEEPEST]; /* link of each to its next member */
    size_t depth;
    const char *key; /* of the next value, or NULL */
};

static void skip_space(struct json_reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static bool take(struct json_reader *r, char c)
{
    skip_space(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

/* Only escapes of one character, which is enough for names and titles. */
static const char *read_text(struct json_reader *r)
{
    static const char escapes[] = "\"\\/nt", plain[] = "\"\\/\n\t";
    if (!take(r, '"'))
        return NULL;
    struct mem_text t = mem_text(r->mem);
    for (; *r->at && *r->at != '"'; r->at++) {
        const char *escape = r->at[0] == '\\' && r->at[1] ? strchr(escapes, r->at[1]) : NULL;
        if (r->at[0] == '\\' && !escape)
            return NULL;
        mem_put_char(&t, escape ? plain[escape - escapes] : *r->at);
        r->at += escape != NULL;
    }
    return take(r, '"') ? t.text : NULL;
}

/* By MPFR, which reads a decimal point in every locale. */
bool json_double(const char *text, size_t len, double *out)
{
    char digits[LONGEST_NUMBER];
    char *end = NULL;
    mpfr_t value;
    if (len == 0 || len >= sizeof digits)
        return false;
    memcpy(digits, text, len);
    digits[len] = 0;
    mpfr_init2(value, 256);
    mpfr_strtofr(value, digits, &end, 10, MPFR_RNDN);
    *out = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    return *end == 0;
}

static bool read_number(struct json_reader *r, double *out)
{
    const size_t len = strspn(r->at, "+-0123456789.eE");
    const bool good = json_double(r->at, len, out);
    r->at += len;
    return good;
}

static bool read_word(struct json_reader *r, struct jnode *v)
{
    static const struct {
        const char *word;
        enum json_kind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t i = 0; i < COUNT(words); i++) {
        const size_t len = strlen(words[i].word);
        if (strncmp(r->at, words[i].word, len) != 0)
            continue;
        r->at += len;
        v->kind = words[i].kind;
        return true;
    }
    v->kind = JSON_NUMBER;
    return read_number(r, &v->number);
}

static bool open_value(struct json_reader *r, struct jnode *v)
{
    if (r->depth == DEEPEST)
        return false;
    r->at++;
    r->open[r->depth] = v;
    r->end[r->depth++] = &v->first;
    return true;
}

/* A value, or the start of one that has members. */
static struct jnode *read_value(struct json_reader *r)
{
    struct jnode *v = mem_take(r->mem, sizeof *v);
    *v = (struct jnode){.kind = JSON_NULL, .key = r->key};
    r->key = NULL;
    skip_space(r);
    bool good = false;
    if (*r->at == '{' || *r->at == '[') {
        v->kind = *r->at == '{' ? JSON_OBJECT : JSON_LIST;
        good = open_value(r, v);
    } else if (*r->at == '"') {
        v->kind = JSON_TEXT;
        v->text = read_text(r);
        good = v->text != NULL;
    } else {
        good = read_word(r, v);
    }
    return good ? v : NULL;
}

/* Closes lists and objects that end here; then, unless all are closed, a comma must follow. */
static bool close_values(struct json_reader *r)
{
    while (r->depth && take(r, r->open[r->depth - 1]->kind == JSON_OBJECT ? '}' : ']'))
        r->depth--;
    return r->depth == 0 || take(r, ',');
}

static bool read_key(struct json_reader *r)
{
    if (r->open[r->depth - 1]->kind != JSON_OBJECT)
        return true;
    r->key = read_text(r);
    return r->key && take(r, ':');
}

static bool read_member(struct json_reader *r)
{
    struct jnode *list = r->open[r->depth - 1];
    const struct jnode **end = r->end[r->depth - 1];
    const size_t level = r->depth;
    if (!read_key(r))
        return false;
    struct jnode *v = read_value(r);
    if (!v)
        return false;
    *end = v;
    r->end[level - 1] = &v->next;
    list->n++;
    const bool empty = v->kind >= JSON_LIST && take(r, v->kind == JSON_OBJECT ? '}' : ']');
    if (empty)
        r->depth--;
    return r->depth > level || close_values(r);
}

const struct jnode *json_read(struct mem *m, const char *text)
{
    struct json_reader r = {.mem = m, .at = text};
    struct jnode *top = read_value(&r);
    if (top && top->kind >= JSON_LIST && take(&r, top->kind == JSON_OBJECT ? '}' : ']'))
        r.depth = 0;
    while (top && r.depth)
        if (!read_member(&r))
            return NULL;
    skip_space(&r);
    return *r.at ? NULL : top;
}

const struct jnode *json_get(const struct jnode *object, const char *key)
{
    const struct jnode *v = object && object->kind == JSON_OBJECT ? object->first : NULL;
    while (v && strcmp(v->key, key) != 0)
        v = v->next;
    return v;
}

const struct jnode *json_at(const struct jnode *list, size_t i)
{
    const struct jnode *v = list && list->kind >= JSON_LIST ? list->first : NULL;
    while (v && i--)
        v = v->next;
    return v;
}

const struct jnode *json_need(const struct jnode *object, const char *key)
{
    const struct jnode *v = json_get(object, key);
    REQUIRE(v, "there is no \"%s\"", key);
    return v;
}

double json_number(const struct jnode *v, const char *what)
{
    REQUIRE(v && v->kind == JSON_NUMBER, "%s is not a number", what);
    return v->number;
}
