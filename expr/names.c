/* expr/names.c -- spelling of symbol names in each style.
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

const char *ex_greek(const char *letter, size_t len)
{
    const struct greek *g = (unsigned char)*letter >= 0x80 ? find_greek(letter, len) : NULL;
    return g ? g->name : NULL;
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

/* ---- identifiers ---- Two names never become one identifier, so that x' and x_dot can stand in
 * one model. A prime is _dot at the end. A letter beyond ASCII that the language does not take is
 * _0x3b8_, and the # of a fresh symbol _0x23_. A word that ends in _dot itself, or is reserved in
 * the language, gets one more _ at its end; so does a word that ends in _ and would be such a word
 * without it; and _0x in a name becomes _0_x, with one more _ where there are some already. A
 * language without _ has another sign for it. */

struct language {
    char bar; /* replaces _ */
    const char
        *greek[3];     /* before the name of a Greek letter, before that of a capital, after both */
    bool letters;      /* Greek letters are letters */
    const char *taken; /* reserved words, each between spaces */
    bool capitals;     /* longer words that begin with a capital or _ may be reserved, too */
};

static const struct language C_LANGUAGE = {
    .bar = '_',
    .taken = " auto break case char const continue default do double else enum extern float for "
             "goto if inline int long register restrict return short signed sizeof static struct "
             "switch typedef union unsigned void volatile while fabs pow ",
};
/* Keywords of Python, then names with a meaning for sympify. */
static const struct language SYMPY_LANGUAGE = {
    .bar = '_',
    .letters = true,
    .taken = " lambda as in is if or and not def del for try from else elif with pass class while "
             "break raise yield async await except False finally global import None nonlocal "
             "assert continue return True "
             "Abs Eq Gt Integer Lt Matrix Ne Rational Symbol symbols true false oo nan zoo E I N O "
             "Q S beta gamma zeta ",
};
static const struct language MAXIMA_LANGUAGE = {
    .bar = '_',
    .letters = true,
    .taken = " if then else elseif for from step next thru while unless do in and or not true "
             "false inf minf und ind infinity all done eval noun diff arrays context domain error "
             "expon features float functions gcd grind help labels numer off on prompt props rot "
             "rules simp sparse structures timer trace values verbose ",
};
static const struct language MATHEMATICA_LANGUAGE = {
    .bar = '$',
    .greek = {"\\[", "\\[Capital", "]"},
    .taken = " C D E I K N O ",
    .capitals = true,
};

/* Is the word, without _ at its end, one that needs another _? */
static bool is_taken(const struct language *l, const char *word, size_t len)
{
    while (len && word[len - 1] == '_')
        len--;
    if (l->capitals && len > 1 && ((word[0] >= 'A' && word[0] <= 'Z') || word[0] == '_'))
        return true;
    for (const char *t = strchr(l->taken, ' '); t[1]; t = strchr(t + 1, ' '))
        if (strncmp(t + 1, word, len) == 0 && t[1 + len] == ' ')
            return len > 0;
    return false;
}

static bool ends_in_dot(const char *word, size_t len)
{
    while (len && word[len - 1] == '_')
        len--;
    return len >= 4 && memcmp(word + len - 4, "_dot", 4) == 0;
}

static size_t letter_length(const char *c)
{
    size_t n = 1;
    while (((unsigned char)c[n] & 0xC0) == 0x80)
        n++;
    return n;
}

static void put_code(const char *c, size_t len, struct mem_text *out)
{
    unsigned long code = (unsigned char)c[0] & (0x7FU >> len);
    for (size_t i = 1; i < len; i++)
        code = code << 6 | ((unsigned char)c[i] & 0x3F);
    mem_put_f(out, "_0x%lx_", code);
}

static void put_letter(const struct language *l, const char *c, size_t len, struct mem_text *out)
{
    const struct greek *g = find_greek(c, len);
    if (!g || (!l->letters && !l->greek[0])) {
        put_code(c, len, out);
    } else if (l->letters) {
        mem_put_n(out, c, len);
    } else { /* special syntax: \[Theta] */
        mem_put(out, l->greek[g->name[0] <= 'Z']);
        mem_put_char(out, (char)(g->name[0] <= 'Z' ? g->name[0] : g->name[0] - 'a' + 'A'));
        mem_put(out, g->name + 1);
        mem_put(out, l->greek[2]);
    }
}

/* Does _0, then some _, then x stand here? */
static bool looks_like_code(const char *c, size_t len)
{
    if (len < 3 || c[0] != '_' || c[1] != '0')
        return false;
    size_t i = 2;
    while (i < len && c[i] == '_')
        i++;
    return i < len && c[i] == 'x';
}

static void put_stem(const struct language *l, const char *word, size_t len, struct mem_text *out)
{
    for (size_t i = 0; i < len;) {
        const size_t n = letter_length(word + i);
        if ((unsigned char)word[i] >= 0x80 || word[i] == '#')
            put_letter(l, word + i, n, out);
        else
            mem_put_char(out, word[i]);
        if (word[i] == '0' && i && looks_like_code(word + i - 1, len - i + 1))
            mem_put_char(out, '_');
        i += n;
    }
}

static void identifier(const struct language *l, const char *name, struct mem_text *out)
{
    size_t len = strlen(name), primes = 0;
    const size_t start = out->len;
    while (len && name[len - 1] == '\'') {
        len--;
        primes++;
    }
    put_stem(l, name, len, out);
    if (ends_in_dot(out->text + start, out->len - start) || (!primes && is_taken(l, name, len)))
        mem_put_char(out, '_');
    while (primes--)
        mem_put(out, "_dot");
    for (size_t i = start; i < out->len; i++)
        if (out->text[i] == '_')
            out->text[i] = l->bar;
}

void name_c(const char *name, struct mem_text *out)
{
    identifier(&C_LANGUAGE, name, out);
}

void name_sympy(const char *name, struct mem_text *out)
{
    identifier(&SYMPY_LANGUAGE, name, out);
}

void name_maxima(const char *name, struct mem_text *out)
{
    identifier(&MAXIMA_LANGUAGE, name, out);
}

void name_mathematica(const char *name, struct mem_text *out)
{
    identifier(&MATHEMATICA_LANGUAGE, name, out);
}

/* ---- LaTeX ---- */

static void latex_letters(const char *word, size_t len, struct mem_text *out)
{
    /* \mathit takes ASCII only; \text is amsmath's. */
    bool ascii = true;
    for (size_t i = 0; i < len; i++)
        ascii &= (unsigned char)word[i] < 0x80;
    mem_put(out, ascii ? "\\mathit{" : "\\text{\\itshape ");
    for (size_t i = 0; i < len; i++) {
        mem_put(out, word[i] == '_' || word[i] == '#' ? "\\" : "");
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

/* Length of a word without the digits at its end; its whole length when it is only digits. */
static size_t stem_of(const char *word, size_t len)
{
    size_t n = len;
    while (n > 0 && word[n - 1] >= '0' && word[n - 1] <= '9')
        n--;
    return n ? n : len;
}

/* In an index, u1 is u with an index. */
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
    if (p.dots > 2) /* in braces, since a power may follow */
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
