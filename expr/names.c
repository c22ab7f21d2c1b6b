/* expr/names.c -- how the name of a symbol is written in each style.
 *
 * A name is a letter or word, digits or an underscored tail as its index, and primes for its time
 * derivatives: theta1'' is theta with index 1 and two dots.
 */
#include "print.h"

#include <stdio.h>
#include <string.h>

struct greek {
    const char *name, *letter;
};

static const struct greek GREEK[] = {
    {"alpha", "\xce\xb1"},   {"beta", "\xce\xb2"},  {"gamma", "\xce\xb3"},   {"delta", "\xce\xb4"},
    {"epsilon", "\xce\xb5"}, {"zeta", "\xce\xb6"},  {"eta", "\xce\xb7"},     {"theta", "\xce\xb8"},
    {"iota", "\xce\xb9"},    {"kappa", "\xce\xba"}, {"lambda", "\xce\xbb"},  {"mu", "\xce\xbc"},
    {"nu", "\xce\xbd"},      {"xi", "\xce\xbe"},    {"pi", "\xcf\x80"},      {"rho", "\xcf\x81"},
    {"sigma", "\xcf\x83"},   {"tau", "\xcf\x84"},   {"upsilon", "\xcf\x85"}, {"phi", "\xcf\x86"},
    {"chi", "\xcf\x87"},     {"psi", "\xcf\x88"},   {"omega", "\xcf\x89"},   {"Gamma", "\xce\x93"},
    {"Delta", "\xce\x94"},   {"Theta", "\xce\x98"}, {"Lambda", "\xce\x9b"},  {"Xi", "\xce\x9e"},
    {"Pi", "\xce\xa0"},      {"Sigma", "\xce\xa3"}, {"Upsilon", "\xce\xa5"}, {"Phi", "\xce\xa6"},
    {"Psi", "\xce\xa8"},     {"Omega", "\xce\xa9"},
};

static const struct greek *find_greek(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof GREEK / sizeof *GREEK; i++) {
        const struct greek *g = &GREEK[i];
        if ((strlen(g->name) == len && !memcmp(g->name, word, len)) ||
            (strlen(g->letter) == len && !memcmp(g->letter, word, len)))
            return g;
    }
    return NULL;
}

/* ---- the parts of a name ---- */

struct parts {
    const char *base, *index;
    size_t base_len, index_len, dots;
};

static struct parts parts_of(const char *name)
{
    struct parts p = {.base = name};
    size_t len = strlen(name);
    while (len > 1 && name[len - 1] == '\'') {
        len--;
        p.dots++;
    }
    const char *bar = memchr(name, '_', len);
    size_t cut = bar && bar > name && bar + 1 < name + len ? (size_t)(bar - name) : len;
    p.index = name + (cut < len ? cut + 1 : len);
    if (cut == len) {
        while (cut > 1 && name[cut - 1] >= '0' && name[cut - 1] <= '9')
            cut--;
        p.index = name + cut;
    }
    p.base_len = cut;
    p.index_len = (size_t)(name + len - p.index);
    return p;
}

/* ---- plain styles ---- */

void name_as_is(const char *name, struct mem_text *out)
{
    mem_put(out, name);
}

/* Letters beyond ASCII and primes become words that C and Python take in a name. */
static void identifier(const char *name, struct mem_text *out)
{
    for (const char *c = name; *c; c++) {
        if (*c == '\'')
            mem_put(out, "_dot");
        else if ((unsigned char)*c >= 0x80)
            mem_put_f(out, "_%02x", (unsigned)(unsigned char)*c);
        else
            mem_put_char(out, *c);
    }
}

void name_c(const char *name, struct mem_text *out)
{
    identifier(name, out);
}

void name_sympy(const char *name, struct mem_text *out)
{
    static const char *const TAKEN[] = {"lambda", "as",  "in",  "is",  "if",  "or",
                                        "and",    "not", "def", "del", "for", "try"};
    identifier(name, out);
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++)
        if (!strcmp(TAKEN[i], name))
            mem_put_char(out, '_');
}

/* ---- LaTeX ---- */

static void latex_letters(const char *word, size_t len, struct mem_text *out)
{
    mem_put(out, "\\mathit{");
    for (size_t i = 0; i < len; i++) {
        mem_put(out, word[i] == '_' ? "\\" : "");
        mem_put_char(out, word[i]);
    }
    mem_put_char(out, '}');
}

static void latex_word(const char *word, size_t len, struct mem_text *out)
{
    const struct greek *g = find_greek(word, len);
    bool digits = strspn(word, "0123456789") >= len;
    if (g)
        mem_put_f(out, "\\%s", g->name);
    else if ((len == 1 && *word != '_') || digits)
        mem_put_n(out, word, len);
    else
        latex_letters(word, len, out);
}

/* How many letters stand before the digits that end a word; all of it when it is only digits. */
static size_t stem_of(const char *word, size_t len)
{
    size_t n = len;
    while (n > 0 && word[n - 1] >= '0' && word[n - 1] <= '9')
        n--;
    return n ? n : len;
}

/* In an index, u1 is u with an index of its own. */
static void latex_index(const char *word, size_t len, struct mem_text *out)
{
    size_t stem = stem_of(word, len);
    latex_word(word, stem, out);
    if (stem < len)
        mem_put_f(out, "_{%.*s}", (int)(len - stem), word + stem);
}

/* The index of a_b_c is "b, c". */
static void each_word(const char *s, size_t len, const char *between, struct mem_text *out,
                      void (*word)(const char *, size_t, struct mem_text *))
{
    for (size_t i = 0; i < len;) {
        const char *bar = memchr(s + i, '_', len - i);
        size_t n = bar ? (size_t)(bar - s) - i : len - i;
        if (i)
            mem_put(out, between);
        if (n)
            word(s + i, n, out);
        i += n + 1;
    }
}

void name_latex(const char *name, struct mem_text *out)
{
    struct parts p = parts_of(name);
    mem_put(out, p.dots == 0 ? "" : p.dots == 1 ? "\\dot{" : p.dots == 2 ? "\\ddot{" : "{");
    latex_word(p.base, p.base_len, out);
    if (p.dots > 2) /* in braces of its own: a power may follow */
        mem_put_f(out, "^{(%lu)}", (unsigned long)p.dots);
    mem_put(out, p.dots ? "}" : "");
    if (p.index_len) {
        mem_put(out, "_{");
        each_word(p.index, p.index_len, ", ", out, latex_index);
        mem_put_char(out, '}');
    }
}

/* ---- MathML ---- */

static void mathml_word(const char *word, size_t len, struct mem_text *out)
{
    const struct greek *g = find_greek(word, len);
    bool digits = strspn(word, "0123456789") >= len;
    mem_put(out, digits ? "<mn>" : "<mi>");
    mem_put_n(out, g ? g->letter : word, g ? strlen(g->letter) : len);
    mem_put(out, digits ? "</mn>" : "</mi>");
}

static void mathml_index(const char *word, size_t len, struct mem_text *out)
{
    size_t stem = stem_of(word, len);
    mem_put(out, stem < len ? "<msub>" : "");
    mathml_word(word, stem, out);
    if (stem < len) {
        mathml_word(word + stem, len - stem, out);
        mem_put(out, "</msub>");
    }
}

void name_mathml(const char *name, struct mem_text *out)
{
    struct parts p = parts_of(name);
    if (p.index_len)
        mem_put(out, "<msub>");
    if (p.dots)
        mem_put(out, "<mover>");
    mathml_word(p.base, p.base_len, out);
    if (p.dots) {
        mem_put(out, "<mo>");
        for (size_t i = 0; i < p.dots; i++)
            mem_put(out, "&#x2D9;");
        mem_put(out, "</mo></mover>");
    }
    if (p.index_len) {
        mem_put(out, "<mrow>");
        each_word(p.index, p.index_len, "<mo>,</mo>", out, mathml_index);
        mem_put(out, "</mrow></msub>");
    }
}
