/* gen/base/visible.c -- text on a screen: its width, and hidden characters as escapes.
 *
 * A model may contain any character of Unicode in its title and in descriptions. Some of them are
 * commands to a terminal or change the order of the letters around them, so that a screen or a page
 * shows a text that is not there. They are shown by their codes: <U+202E>.
 */
#include "gen/base/base.h"

#include <string.h>

/* One character of UTF-8. A byte that does not begin a sequence is decoded as itself. */
uint32_t base_decode(const char *text, size_t len, size_t *used)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t n = p[0] < 0xC0 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (n > len)
        n = 1;
    *used = n;
    uint32_t c = n == 1 ? p[0] : p[0] & (0x7FU >> n);
    for (size_t i = 1; i < n; i++)
        c = c << 6 | (p[i] & 0x3FU);
    return c;
}

struct range {
    uint32_t from, to;
};
/* clang-format off */
static const struct range none_wide[] = {{0x300, 0x36F}, {0x483, 0x489}, {0x591, 0x5BD},
    {0x610, 0x61A}, {0x64B, 0x65F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
static const struct range two_wide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF},
    {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
/* Control characters of terminals, changes of direction, line separators, and tags. */
static const struct range hidden[] = {{0x00, 0x08}, {0x0B, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C},
    {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
    {0xE0000, 0xE007F}};
/* clang-format on */

static bool among(const struct range *r, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= r[i].from && c <= r[i].to)
            return true;
    return false;
}

static size_t columns_of(uint32_t c)
{
    if (among(none_wide, sizeof none_wide / sizeof *none_wide, c))
        return 0;
    return among(two_wide, sizeof two_wide / sizeof *two_wide, c) ? 2 : 1;
}

size_t base_columns(const char *text, size_t len)
{
    size_t columns = 0;
    for (size_t i = 0, used; i < len; i += used)
        columns += columns_of(base_decode(text + i, len - i, &used));
    return columns;
}

size_t base_put_padded(FILE *out, const char *text, size_t columns)
{
    size_t wide = base_columns(text, strlen(text));
    fputs(text, out);
    for (; wide < columns; wide++)
        fputc(' ', out);
    return wide;
}

bool base_is_hidden(uint32_t c)
{
    return among(hidden, sizeof hidden / sizeof *hidden, c);
}

const char *base_visible(struct mem *m, const char *text)
{
    struct mem_text out = mem_text(m);
    const size_t len = strlen(text);
    mem_put(&out, "");
    for (size_t i = 0, used; i < len; i += used) {
        const uint32_t c = base_decode(text + i, len - i, &used);
        if (base_is_hidden(c) && !(c == '\r' && text[i + 1] == '\n'))
            mem_put_f(&out, "<U+%04lX>", (unsigned long)c);
        else
            mem_put_n(&out, text + i, used);
    }
    return out.text;
}

const char *base_span_shown(struct mem *m, struct span s)
{
    return base_visible(m, base_span_copy(m, s));
}
