/* gen/language/lex.c -- lexer: model text to tokens.
 *
 * Tokens are used to find statements and items. Expressions inside them are read from src->clean by
 * ex_read, which has its own lexer; so an unknown character is a token here, not an error.
 */
#include "gen/language/ast.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Invisible characters beyond ASCII: blanks, which are read as blanks, and others, which are errors
 * because names that look the same would differ. */
struct unseen {
    uint32_t first, last;
    bool blank;
};

static uint32_t code_point(const char *p, size_t len)
{
    uint32_t code = len == 2   ? (unsigned char)*p & 0x1FU
                    : len == 3 ? (unsigned char)*p & 0x0FU
                               : (unsigned char)*p & 0x07U;
    for (size_t i = 1; i < len; i++)
        code = code << 6 | ((unsigned char)p[i] & 0x3FU);
    return code;
}

static const struct unseen *unseen_at(const char *p, size_t *len, uint32_t *code)
{
    static const struct unseen all[] = {
        {0x0080, 0x009F, false},   {0x061C, 0x061C, false}, {0xFFF9, 0xFFFB, false},
        {0xE0000, 0xE007F, false}, {0x00A0, 0x00A0, true},  {0x00AD, 0x00AD, false},
        {0x1680, 0x1680, true},    {0x2000, 0x200A, true},  {0x200B, 0x200F, false},
        {0x2028, 0x202E, false},   {0x202F, 0x202F, true},  {0x205F, 0x205F, true},
        {0x2060, 0x206F, false},   {0x3000, 0x3000, true},  {0xFE00, 0xFE0F, false},
        {0xFEFF, 0xFEFF, false},
    };
    if ((unsigned char)*p < 0x80 || (*len = base_utf8(p, strnlen(p, 4))) < 2)
        return NULL;
    *code = code_point(p, *len);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (*code >= all[i].first && *code <= all[i].last)
            return &all[i];
    return NULL;
}

static bool is_letter(const char *p)
{
    size_t len = 0;
    uint32_t code = 0;
    if ((unsigned char)*p >= 0x80)
        return !unseen_at(p, &len, &code);
    return (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
}

static size_t digits(const char *p)
{
    size_t n = 0;
    while (is_digit(p[n]))
        n++;
    return n;
}

/* 1, 1.5, .5, 2e-3; the dots of 0..1 belong to the range. */
static size_t number(const char *p)
{
    size_t n = digits(p);
    if (p[n] == '.' && p[n + 1] != '.')
        n += 1 + digits(p + n + 1);
    if (p[n] == 'e' || p[n] == 'E') {
        size_t sign = p[n + 1] == '+' || p[n + 1] == '-';
        size_t exponent = digits(p + n + 1 + sign);
        if (exponent)
            n += 1 + sign + exponent;
    }
    return n;
}

static size_t name(const char *p)
{
    size_t n = 0;
    while (is_letter(p + n) || is_digit(p[n]))
        n++;
    return n + strspn(p + n, "'");
}

static size_t sign(const char *p)
{
    static const char *const two[] = {"..", "!=", "==", "->", "/\\"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strncmp(p, two[i], 2) == 0)
            return 2;
    return 1;
}

static size_t string(struct diag *d, struct source *src, size_t at)
{
    const size_t n = 1 + strcspn(src->text + at + 1, "\"\n");
    if (src->text[at + n] == '"')
        return n + 1;
    base_error(d, (struct span){src, at, 1}, "a string must end on its own line")->help =
        "put a \" at its end";
    return n;
}

static struct token token_at(struct diag *d, struct source *src, size_t at)
{
    const char *p = src->text + at;
    if (*p == '"')
        return (struct token){.kind = T_STRING, .at = at, .len = string(d, src, at)};
    if (is_digit(*p) || (*p == '.' && is_digit(p[1])))
        return (struct token){.kind = T_NUMBER, .at = at, .len = number(p)};
    if (is_letter(p))
        return (struct token){.kind = T_NAME, .at = at, .len = name(p)};
    return (struct token){.kind = T_SIGN, .at = at, .len = sign(p)};
}

/* Skips an invisible character; returns its length, 0: there is none. */
static size_t skip_unseen(struct diag *d, struct source *src, size_t at)
{
    size_t len = 0;
    uint32_t code = 0;
    const struct unseen *u = unseen_at(src->text + at, &len, &code);
    if (!u)
        return 0;
    if (!u->blank)
        base_error(d, (struct span){src, at, len}, "an invisible character, U+%04lX",
                   (unsigned long)code)
            ->help = "delete it";
    memset(src->clean + at, ' ', len);
    return len;
}

/* Skips blanks and comments from `at` on; they become blanks in src->clean. */
static size_t skip(struct diag *d, struct source *src, size_t at, bool *broke)
{
    for (;;) {
        const char c = src->text[at];
        const size_t unseen = skip_unseen(d, src, at);
        if (c == '#') {
            const size_t n = strcspn(src->text + at, "\n");
            memset(src->clean + at, ' ', n);
            at += n;
        } else if (unseen) {
            at += unseen;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            *broke |= c == '\n';
            src->clean[at++] = ' ';
        } else {
            return at;
        }
    }
}

struct token *lang_lex(struct diag *d, struct source *src, size_t *n)
{
    struct token *tokens = mem_take_array(d->mem, src->len + 1, sizeof *tokens);
    size_t count = 0, at = 0;
    if (strncmp(src->text, "\xEF\xBB\xBF", 3) == 0) { /* byte order mark */
        memset(src->clean, ' ', 3);
        at = 3;
    }
    const size_t start = at;
    bool broke = true;
    while ((at = skip(d, src, at, &broke)) < src->len) {
        struct token t = token_at(d, src, at);
        t.first = broke;
        t.margin = broke && (at == start || src->text[at - 1] == '\n');
        tokens[count++] = t;
        at += t.len;
        broke = false;
    }
    tokens[count] = (struct token){.kind = T_END, .first = true, .margin = true, .at = src->len};
    *n = count;
    return tokens;
}
