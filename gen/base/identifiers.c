/* gen/base/identifiers.c -- user text as identifiers, comments and strings of other languages.
 *
 * Names of models and coordinates are arbitrary UTF-8. An identifier consists of letters, digits
 * and single _ (C++ reserves two in a row). Emitted code puts a prefix before every identifier, so
 * that none is a keyword or a name of a library. Names that map to the same identifier get a
 * number.
 */
#include "gen/base/base.h"

#include <string.h>

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static unsigned long code_of(const char *c, size_t len)
{
    unsigned long code = (unsigned char)c[0] & (len > 1 ? 0x7FU >> len : 0x7FU);
    for (size_t i = 1; i < len; i++)
        code = code << 6 | ((unsigned char)c[i] & 0x3F);
    return code;
}

static size_t letter(const char *at)
{
    const size_t n = base_utf8(at, strlen(at));
    return n ? n : 1;
}

/* At most one _ in a row, none at the beginning. */
static void put_bar(struct mem_text *out)
{
    if (out->len && out->text[out->len - 1] != '_')
        mem_put_char(out, '_');
}

const char *base_identifier(struct mem *m, const char *name)
{
    struct mem_text out = mem_text(m);
    for (size_t n; *name; name += n) {
        n = letter(name);
        const char *greek = ex_greek(name, n);
        if (greek)
            mem_put(&out, greek);
        else if (*name == '\'')
            mem_put(&out, "_dot");
        else if (*name == '_' || (n == 1 && !is_word(*name)))
            put_bar(&out);
        else if (n == 1)
            mem_put_char(&out, *name);
        else
            mem_put_f(&out, "_u%04lX", code_of(name, n));
    }
    while (out.len && out.text[out.len - 1] == '_')
        out.text[--out.len] = 0;
    if (!out.len || (out.text[0] >= '0' && out.text[0] <= '9') || out.text[0] == '_')
        return base_text(m, "n%s", out.len ? out.text : "");
    return out.text;
}

static bool among(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

const char **base_identifiers(struct mem *m, const char *const *name, size_t n)
{
    const char **out = mem_take_array(m, n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i] = base_identifier(m, name[i]);
    for (size_t i = 0; i < n; i++) {
        const char *plain = out[i];
        for (unsigned k = 2; among(out[i], out, i); k++)
            out[i] = base_text(m, "%s_%u", plain, k);
    }
    return out;
}

/* A package of this name would have a header that hides one of the system. */
static bool is_header(const char *name)
{
    static const char *const headers[] = {
        "assert", "complex", "ctype",  "errno",  "fenv",   "float",  "inttypes", "iso646", "limits",
        "locale", "math",    "setjmp", "signal", "stdarg", "stdint", "stdbool",  "stddef", "stdio",
        "stdlib", "string",  "tgmath", "time",   "wchar",  "wctype", "stdalign", "unistd", "types"};
    return among(name, headers, sizeof headers / sizeof *headers);
}

/* Keywords of C, C++ or JavaScript. */
static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "auto",   "break",    "case",   "char",  "class",    "const",    "default",  "delete",
        "do",     "double",   "else",   "enum",  "extern",   "float",    "for",      "friend",
        "goto",   "if",       "inline", "int",   "long",     "new",      "operator", "private",
        "public", "register", "return", "short", "signed",   "sizeof",   "static",   "struct",
        "switch", "template", "this",   "throw", "typedef",  "typename", "union",    "unsigned",
        "using",  "virtual",  "void",   "while", "volatile", "restrict", "namespace"};
    return among(name, words, sizeof words / sizeof *words);
}

const char *base_package_name(struct mem *m, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    const size_t n = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    const char *name = base_text(m, "%.*s", (int)n, base);
    if (strcmp(path, "-") == 0)
        return "model";
    name = base_identifier(m, name);
    return is_header(name) || is_keyword(name) ? base_text(m, "%s_model", name) : name;
}

/* ---- comments and strings ---- */

const char *base_harmless(struct mem *m, const char *text)
{
    struct mem_text out = mem_text(m);
    char last = 0;
    for (size_t n; *text; text += n) {
        n = letter(text);
        const char *greek = ex_greek(text, n);
        char put = *text;
        if (n > 1 || (unsigned char)put >= 0x80) {
            if (greek)
                mem_put(&out, greek);
            else
                mem_put_f(&out, "<U+%04lX>", code_of(text, n));
            last = 0;
            continue;
        }
        if (put == '\t' || put == '\r')
            put = ' ';
        /* a blank splits comment delimiters and trigraphs; a dot after \ keeps lines separate */
        if ((last == '*' && put == '/') || (last == '/' && put == '*') ||
            (last == '?' && put == '?'))
            mem_put_char(&out, ' ');
        mem_put_char(&out, put);
        if (put == '\\' &&
            (!text[1] || text[1] == '\n' || text[1] == '\r' || text[1] == ' ' || text[1] == '\t'))
            mem_put_char(&out, '.');
        last = put;
    }
    mem_put(&out, "");
    return out.text ? out.text : "";
}

/* Writes one line, wrapped at spaces; continuation lines are indented further. */
static void put_line(struct mem_text *out, const char *before, const char *line, size_t len)
{
    enum { WIDE = 96, FURTHER = 4 };
    const size_t indent = strspn(line, " ");
    size_t room = WIDE;
    mem_put(out, before);
    while (len > room) {
        size_t cut = room;
        while (cut > indent && line[cut] != ' ')
            cut--;
        if (cut <= indent)
            cut = room;
        mem_put_n(out, line, cut);
        mem_put_f(out, "\n%s%*s", before, (int)(indent < WIDE / 2 ? indent : 0) + FURTHER, "");
        line += cut;
        len -= cut;
        for (; len && *line == ' '; len--)
            line++;
        room = WIDE - FURTHER - (indent < WIDE / 2 ? indent : 0);
    }
    mem_put_n(out, line, len);
    while (out->len && out->text[out->len - 1] == ' ')
        out->text[--out->len] = 0;
    mem_put_char(out, '\n');
}

void base_put_comment(struct mem_text *out, struct mem *m, const char *before, const char *text)
{
    const char *line = base_harmless(m, text);
    for (size_t n; *line; line += n + (line[n] == '\n')) {
        n = strcspn(line, "\n");
        put_line(out, before, line, n);
    }
}

void base_put_string(struct mem_text *out, const char *text)
{
    mem_put_char(out, '"');
    for (size_t n; *text; text += n) {
        n = letter(text);
        const unsigned long code = code_of(text, n);
        if (code > 0xFFFF)
            mem_put_f(out, "\\u{%lx}", code);
        else if (code < 0x20 || code >= 0x7F || strchr("\"\\<", *text))
            mem_put_f(out, "\\u%04lx", code);
        else
            mem_put_char(out, *text);
    }
    mem_put_char(out, '"');
}
