/* gen/run/npy.c -- NPY writer: rows as a structured NumPy array, one float64 field a column.
 *
 * numpy.load(f)["x"] is a column. The format is that of numpy.lib.format: a magic string, a
 * version, the length of a header, the header, which is a dictionary in Python, and the numbers,
 * all little endian. The number of rows is known only at the end: the header has space for any.
 */
#include "gen/run/trace.h"

#include <string.h>

enum {
    MAGIC = 8,              /* bytes of magic string and version */
    ALIGN = 64,             /* numbers start at a multiple of it, in bytes */
    DIGITS = 20,            /* of the largest number of rows */
    SHORT_LENGTH = 1 << 16, /* from here on version 2.0, whose length has four bytes */
};

/* The code point at the start of a UTF-8 sequence of n bytes. */
static unsigned code_point(const unsigned char *at, size_t n)
{
    static const unsigned char first[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    unsigned code = at[0] & first[n];
    for (size_t i = 1; i < n; i++)
        code = code << 6 | (at[i] & 0x3FU);
    return code;
}

/* A name as a string of Python, in ASCII. */
static void put_name(struct mem_text *out, const char *name)
{
    mem_put(out, "'");
    for (size_t left = strlen(name), n; left; name += n, left -= n) {
        n = base_utf8(name, left);
        const unsigned code = n ? code_point((const unsigned char *)name, n) : 0xFFFD;
        n = n ? n : 1;
        if (code == '\'' || code == '\\')
            mem_put_f(out, "\\%c", (int)code);
        else if (code >= 0x20 && code < 0x7F)
            mem_put_f(out, "%c", (int)code);
        else
            mem_put_f(out, "\\U%08x", code);
    }
    mem_put(out, "'");
}

static void put_little(struct mem_text *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const char byte = (char)(value >> 8 * i & 0xFF);
        mem_put_n(out, &byte, 1);
    }
}

static struct mem_text dictionary(const struct sheet *s)
{
    struct mem_text out = mem_text(s->out.mem);
    mem_put(&out, "{'descr': [");
    for (size_t i = 0; i < s->columns; i++) {
        mem_put(&out, i ? ", (" : "(");
        put_name(&out, s->name[i]);
        mem_put(&out, ", '<f8')");
    }
    mem_put(&out, "], 'fortran_order': False, 'shape': (");
    return out;
}

/* The end of the dictionary, padded with blanks. */
static void put_rows(struct sheet *s)
{
    char text[DIGITS + sizeof ",), }"];
    const int n = snprintf(text, sizeof text, "%llu,), }", (unsigned long long)s->rows);
    base_outfile_put(&s->out, text, (size_t)n);
}

/* Its length does not depend on the number of rows. */
static void put_header(struct sheet *s)
{
    const struct mem_text dict = dictionary(s);
    struct mem_text out = mem_text(s->out.mem);
    const size_t text = dict.len + DIGITS + sizeof ",), }";
    const bool is_short = (MAGIC + 2 + text + ALIGN - 1) / ALIGN * ALIGN < SHORT_LENGTH;
    const size_t length = is_short ? 2 : 4;
    const size_t all = (MAGIC + length + text + ALIGN - 1) / ALIGN * ALIGN;
    mem_put_n(&out, is_short ? "\x93NUMPY\x01\x00" : "\x93NUMPY\x02\x00", MAGIC);
    put_little(&out, all - MAGIC - length, length);
    mem_put_n(&out, dict.text, dict.len);
    s->mark = (long)out.len;
    mem_put(&out, "0,), }");
    while (out.len + 1 < all)
        mem_put(&out, " ");
    mem_put(&out, "\n");
    base_outfile_put(&s->out, out.text, out.len);
}

static void put_row(struct sheet *s, const char *label, const double *value)
{
    (void)label;
    for (size_t i = 0; i < s->columns; i++) {
        char bytes[8];
        uint64_t bits = 0;
        memcpy(&bits, &value[i], sizeof bits);
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (char)(bits >> 8 * k & 0xFF);
        base_outfile_put(&s->out, bytes, sizeof bytes);
    }
}

static void put_count(struct sheet *s)
{
    base_outfile_seek(&s->out, s->mark);
    put_rows(s);
}

const struct sheet_format run_sheet_npy = {.word = "npy",
                                           .about = "an array of NumPy, with named fields",
                                           .rewinds = true,
                                           .begin = put_header,
                                           .row = put_row,
                                           .end = put_count};
