/* gen/base/source.c -- input text: files, standard input, options. */
#include "gen/base/base.h"

#include <errno.h>
#include <string.h>

size_t base_utf8(const char *text, size_t room)
{
    const unsigned char *p = (const unsigned char *)text;
    static const unsigned char low[] = {0, 0, 0x80, 0x80, 0x80};
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (n == 0 || n > room || p[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (p[i] < low[n] || p[i] > 0xBF)
            return 0;
    /* overlong forms, surrogates, and codes beyond Unicode */
    const bool bad = n > 2 && ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
                               (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F));
    return bad ? 0 : n;
}

static bool is_control(unsigned char c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

static bool is_blank(const struct source *src)
{
    return strspn(src->text, " \t\r\n") == src->len;
}

/* Whether the file is UTF-8 text; reports why not. */
static bool is_text(struct diag *d, const struct source *src)
{
    const unsigned char *p = (const unsigned char *)src->text;
    if (src->len > 1 && (p[0] == 0xFF || p[0] == 0xFE) && p[0] + p[1] == 0xFF + 0xFE) {
        base_error(d, (struct span){.src = src}, "not UTF-8: this is UTF-16")->help =
            "save the file as UTF-8";
        return false;
    }
    for (size_t i = 0; i < src->len;) {
        if (p[i] == '\r' && p[i + 1] != '\n') {
            base_error(d, (struct span){.src = src, .at = i},
                       "a line ends in a carriage return alone")
                ->help = "save the file with the line ends of Unix or Windows";
            return false;
        }
        if (is_control(p[i])) {
            base_error(d, (struct span){.src = src, .at = i},
                       "not a text file: it contains the byte 0x%02x", p[i])
                ->help = "plain text in UTF-8 is read";
            return false;
        }
        size_t n = base_utf8(src->text + i, src->len - i);
        if (n == 0) {
            base_error(d, (struct span){.src = src, .at = i, .len = 1},
                       "not UTF-8: the byte 0x%02x cannot stand here", p[i])
                ->help = "save the file as UTF-8";
            return false;
        }
        i += n;
    }
    return true;
}

struct source *base_source_text(struct mem *m, const char *name, const char *text, size_t len,
                                enum base_exit fault)
{
    struct source *src = mem_take(m, sizeof *src);
    char *copy = mem_take(m, len + 1), *clean = mem_take(m, len + 1);
    memcpy(copy, text, len);
    copy[len] = 0;
    memcpy(clean, copy, len + 1);
    *src = (struct source){.name = name, .text = copy, .clean = clean, .len = len, .fault = fault};
    return src;
}

/* Reads to the end or just beyond `limit`, so that the caller sees that the file is larger. */
static bool read_all(FILE *f, size_t limit, struct mem_text *out)
{
    char buffer[4096];
    while (out->len <= limit) {
        size_t n = fread(buffer, 1, sizeof buffer, f);
        if (n == 0)
            break;
        mem_put_n(out, buffer, n);
    }
    return !ferror(f);
}

static struct source *read_file(struct diag *d, const char *path, size_t limit, const char *start)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (!f) {
        base_fail(d, EXIT_SYSTEM, "cannot open '%s': %s", path, strerror(errno));
        return NULL;
    }
    struct mem_text text = mem_text(d->mem);
    const bool read = read_all(f, limit, &text);
    const int why = errno;
    if (!standard)
        fclose(f);
    if (!read) {
        base_fail(d, EXIT_SYSTEM, "cannot read '%s': %s", path, strerror(why));
        return NULL;
    }
    struct source *src = base_source_text(d->mem, standard ? "standard input" : path, text.text,
                                          text.len, EXIT_MODEL);
    const struct span file = {.src = src};
    if (src->len > limit) {
        base_error(d, file, "the file is larger than %zu bytes", limit);
        return NULL;
    }
    if (!is_text(d, src))
        return NULL;
    if (is_blank(src)) {
        base_error(d, file, "the file is empty")->help = start;
        return NULL;
    }
    return src;
}

struct source *base_source_read(struct diag *d, const char *path)
{
    return read_file(d, path, BASE_FILE_LIMIT, "a model starts like this: coords x, y, phi");
}

struct source *base_source_data(struct diag *d, const char *path)
{
    return read_file(d, path, BASE_DATA_LIMIT, "a table starts with names: t, F");
}

const char *base_span_copy(struct mem *m, struct span s)
{
    char *copy = mem_take(m, s.len + 1);
    memcpy(copy, s.src->text + s.at, s.len);
    copy[s.len] = 0;
    return copy;
}

bool base_span_is(struct span s, const char *text)
{
    return base_is_word(s.src->text + s.at, s.len, text);
}

bool base_is_same(struct span a, struct span b)
{
    return a.src && b.src && a.len == b.len &&
           memcmp(a.src->text + a.at, b.src->text + b.at, a.len) == 0;
}

bool base_is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(text, word, len) == 0;
}
