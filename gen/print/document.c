/* gen/print/document.c -- documents: parts, lines, labels of left sides. */
#include "gen/print/notation.h"

#include <stdarg.h>
#include <string.h>

/* ---- symbols in use ---- */

static size_t slot_of(const struct doc *doc, ex symbol)
{
    size_t at = (size_t)symbol * 0x9E3779B1U & (doc->taken_cap - 1);
    while (doc->taken[at] && doc->taken[at] != symbol)
        at = (at + 1) & (doc->taken_cap - 1);
    return at;
}

bool print_doc_free(const struct doc *doc, ex symbol)
{
    return doc->taken[slot_of(doc, symbol)] == EX_POISON;
}

static void make_room(struct doc *doc, size_t cap)
{
    const ex *old = doc->taken;
    const size_t old_cap = doc->taken_cap;
    doc->taken = mem_take_array(ex_mem(doc->store), cap, sizeof *doc->taken);
    memset(doc->taken, 0, cap * sizeof *doc->taken);
    doc->taken_cap = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i])
            doc->taken[slot_of(doc, old[i])] = old[i];
}

void print_doc_mark(struct doc *doc, ex symbol)
{
    if (!symbol || !print_doc_free(doc, symbol))
        return;
    if (2 * ++doc->taken_n > doc->taken_cap)
        make_room(doc, 2 * doc->taken_cap);
    doc->taken[slot_of(doc, symbol)] = symbol;
}

/* The symbol of a name; poison if the name is too long for one. */
static ex symbol_of(struct store *s, const char *name)
{
    const ex e = ex_sym(s, name, 0);
    if (!e)
        ex_forgive(s, true);
    return e;
}

void print_doc_take(struct doc *doc, const char *name)
{
    print_doc_mark(doc, symbol_of(doc->store, name));
}

/* ---- construction ---- */

struct doc *print_doc(struct store *s, const char *model, const char *form)
{
    enum { FIRST = 64 };
    struct doc *doc = mem_take(ex_mem(s), sizeof *doc);
    *doc = (struct doc){.store = s, .model = model, .form = form};
    make_room(doc, FIRST);
    return doc;
}

/* The capacity is the power of two above n: an array grows when n is a power of two. */
void *print_one_more(struct mem *m, void *array, size_t n, size_t size)
{
    if (n & (n - 1))
        return array;
    void *more = mem_take_array(m, n ? 2 * n : 1, size);
    if (n)
        memcpy(more, array, n * size);
    return more;
}

struct doc_part *print_doc_part(struct doc *doc, const char *name, const char *title)
{
    struct mem *m = ex_mem(doc->store);
    struct doc_part *s = mem_take(m, sizeof *s);
    *s = (struct doc_part){.doc = doc, .name = name, .title = title};
    doc->part = print_one_more(m, doc->part, doc->parts, sizeof *doc->part);
    doc->part[doc->parts++] = s;
    return s;
}

void print_doc_formula(struct doc_part *to, const char *text, const char *latex, const char *mathml)
{
    to->formula[0] = text;
    to->formula[1] = latex;
    to->formula[2] = mathml;
}

struct label print_label(enum print_label of, const char *a, const char *b, const char *c)
{
    return (struct label){.of = of, .name = {a, b, c}};
}

/* Copies the expressions: print_share changes them later. */
static void add_line(struct doc_part *to, struct doc_line line, const ex *at)
{
    struct mem *m = ex_mem(to->doc->store);
    const size_t n = line.rows * line.cols;
    line.at = mem_take_array(m, n + 1, sizeof *line.at);
    if (n)
        memcpy(line.at, at, n * sizeof *at);
    to->line = print_one_more(m, to->line, to->lines, sizeof *to->line);
    to->line[to->lines++] = line;
}

void print_doc_value(struct doc_part *to, struct label left, ex right)
{
    add_line(to, (struct doc_line){.kind = DOC_VALUE, .left = left, .rows = 1, .cols = 1}, &right);
}

void print_doc_matrix(struct doc_part *to, struct label left, const ex *entry, size_t rows,
                      size_t cols)
{
    add_line(to, (struct doc_line){.kind = DOC_MATRIX, .left = left, .rows = rows, .cols = cols},
             entry);
}

void print_doc_relation(struct doc_part *to, ex left, enum print_sign sign, ex right)
{
    const ex both[2] = {left, right};
    add_line(to, (struct doc_line){.kind = DOC_RELATION, .sign = sign, .rows = 1, .cols = 2}, both);
}

void print_doc_text(struct doc_part *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0)
        return;
    char *text = mem_take(ex_mem(to->doc->store), (size_t)len + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    add_line(to, (struct doc_line){.kind = DOC_TEXT, .text = text}, NULL);
}

bool print_doc_defines(const struct doc *doc, ex name)
{
    for (size_t i = 0; i < doc->shared_n; i++)
        if (doc->shared_name[i] == name)
            return true;
    return false;
}

void print_doc_where(struct doc_part *to, ex name, ex value, ex part)
{
    struct doc *doc = to->doc;
    struct mem *m = ex_mem(doc->store);
    struct doc_line line = {.kind = DOC_VALUE,
                            .left = {.of = LABEL_symbol},
                            .at = mem_take(m, sizeof *line.at),
                            .rows = 1,
                            .cols = 1,
                            .id = name};
    if (print_doc_defines(doc, name))
        return;
    line.left.name[0] = base_text(m, "%s", ex_name(doc->store, name));
    line.at[0] = value;
    to->where = print_one_more(m, to->where, to->wheres, sizeof *to->where);
    to->where[to->wheres++] = line;
    print_doc_mark(doc, name);
    doc->shared = print_one_more(m, doc->shared, doc->shared_n, sizeof *doc->shared);
    doc->shared_name = print_one_more(m, doc->shared_name, doc->shared_n, sizeof *doc->shared_name);
    doc->shared[doc->shared_n] = part;
    doc->shared_name[doc->shared_n++] = name;
}

/* Length as text, where a minus sign counts twice; SIZE_MAX: too long to read. */
static size_t length_of(struct store *s, ex e)
{
    enum { LONGEST = 2000 };
    const struct mem_mark mark = mem_mark(ex_mem(s));
    const char *text = ex_show_within(s, e, EX_PLAIN, LONGEST);
    size_t n = SIZE_MAX;
    if (text)
        for (n = 0; *text; text++)
            n += *text == '-' ? 2 : 1;
    else
        ex_forgive(s, true);
    mem_release(ex_mem(s), mark);
    return n;
}

size_t print_length(struct store *s, const ex *e, size_t n)
{
    size_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t one = length_of(s, e[i]);
        sum = one < SIZE_MAX - sum ? sum + one : SIZE_MAX;
    }
    return sum;
}

/* -a (b + c) and a (-b - c), or -a/(a + b) and b/(a + b) - 1, cost the same: the shorter wins. */
static ex with_better_sign(struct store *s, ex e)
{
    if (ex_cost(s, &e, 1).adds == 0 || ex_operations(s, &e, 1) > SYM_SIGN)
        return e;
    ex other = ex_neg(s, e);
    ex_simplify(s, &other, 1, &other);
    other = ex_neg(s, other);
    return length_of(s, other) < length_of(s, e) ? other : e;
}

/* Long expressions are not changed: simplification would be slow, and the result still long. */
void print_simplify(struct store *s, const ex *e, size_t n, ex *out)
{
    ex *part = sym_row(ex_mem(s), n);
    size_t *at = mem_take_array(ex_mem(s), n + 1, sizeof *at), parts = 0, effort = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = e[i];
        const size_t cost = ex_operations(s, &e[i], 1);
        if (cost > SYM_SIMPLIFY || effort + cost > SYM_PART)
            continue;
        effort += cost;
        at[parts] = i;
        part[parts++] = e[i];
    }
    ex_release(s, part, parts, part);
    ex_simplify(s, part, parts, part);
    for (size_t k = 0; k < parts; k++)
        out[at[k]] = with_better_sign(s, part[k]);
}

void print_doc_simplify(struct doc_part *of)
{
    struct store *s = of->doc->store;
    size_t n = 0;
    for (size_t i = 0; i < of->lines; i++)
        n += of->line[i].rows * of->line[i].cols;
    ex *all = mem_take_array(ex_mem(s), n + 1, sizeof *all), *next = all;
    for (size_t i = 0; i < of->lines; i++)
        for (size_t k = 0; k < of->line[i].rows * of->line[i].cols; k++)
            *next++ = of->line[i].at[k];
    print_simplify(s, all, n, all);
    next = all;
    for (size_t i = 0; i < of->lines; i++)
        for (size_t k = 0; k < of->line[i].rows * of->line[i].cols; k++)
            of->line[i].at[k] = *next++;
}

/* ---- left sides ---- */

static const struct {
    const char *kind, *text, *latex, *identifier, *mathml;
} labels[LABEL_COUNT] = {
#define LABEL(name, text, latex, identifier, mathml)                                               \
    [LABEL_##name] = {#name, text, latex, identifier, mathml},
    LABELS(LABEL)
#undef LABEL
};

const char *print_label_kind(enum print_label of)
{
    return labels[of].kind;
}

size_t print_label_names(const struct label *left)
{
    size_t n = 0;
    while (n < 3 && left->name[n])
        n++;
    return n;
}

static bool is_letter(const char *name)
{
    return name && base_columns(name, strlen(name)) == 1;
}

static const char *name_in(struct page *p, const char *name, enum ex_style style)
{
    const ex e = symbol_of(p->s, name);
    return e ? print_show_name(p, e, style) : print_escaped(p, name, style);
}

static void put_part(struct page *p, const struct label *left, char what, enum ex_style style,
                     struct mem_text *out)
{
    const size_t i = (size_t)(what - '1');
    if (what == 'w')
        mem_put(out, print_escaped(p, left->name[0], style));
    else if (what == ',')
        mem_put(out, is_letter(left->name[1]) && is_letter(left->name[2]) ? "" : ",");
    else if (i < 3 && left->name[i])
        mem_put(out, name_in(p, left->name[i], style));
}

const char *print_left(struct page *p, const struct doc_line *line, enum ex_style style)
{
    const struct label *left = &line->left;
    if (left->of == LABEL_symbol && line->id) /* the name may be in use in the model */
        return print_show_name(p, line->id, style);
    if (left->of == LABEL_rate) /* a dot or a prime, also where the identifier has none */
        return print_show_name(p, ex_sym(p->s, base_text(p->mem, "%s'", left->name[0]), 0), style);
    const char *c = style == EX_LATEX    ? labels[left->of].latex
                    : style == EX_MATHML ? labels[left->of].mathml
                                         : labels[left->of].text;
    struct mem_text t = mem_text(p->mem);
    for (; *c; c++) {
        if (*c == '%')
            put_part(p, left, *++c, style, &t);
        else
            mem_put_char(&t, *c);
    }
    return t.text;
}

const char *print_filled(struct mem *m, const char *pattern, const char *const *text, size_t n)
{
    struct mem_text t = mem_text(m);
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            mem_put_char(&t, *pattern);
            continue;
        }
        const size_t i = (size_t)(*++pattern - '1');
        mem_put(&t, i < n && text[i] ? text[i] : "");
    }
    return t.text;
}

/* A symbol may have primes only at its end: others become _dot. */
static struct mem_text without_primes(struct mem *m, const char *text, size_t *primes)
{
    struct mem_text t = mem_text(m);
    size_t len = strlen(text);
    for (*primes = 0; len && text[len - 1] == '\''; ++*primes)
        len--;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\'')
            mem_put(&t, "_dot");
        else
            mem_put_char(&t, text[i]);
    }
    return t;
}

/* A symbol for the left side that is unique in the document, or poison. */
static ex identify(struct doc *doc, const char *wanted)
{
    size_t primes = 0;
    struct mem_text t = without_primes(ex_mem(doc->store), wanted, &primes);
    if (t.len == 0)
        return EX_POISON;
    for (;; mem_put_char(&t, '_')) {
        struct mem_text name = mem_text(t.mem);
        mem_put(&name, t.text);
        for (size_t i = 0; i < primes; i++)
            mem_put_char(&name, '\'');
        const ex e = symbol_of(doc->store, name.text);
        if (!e || print_doc_free(doc, e)) {
            print_doc_mark(doc, e);
            return e;
        }
    }
}

static void identify_lines(struct doc *doc)
{
    struct mem *m = ex_mem(doc->store);
    unsigned long relations = 0;
    for (size_t i = 0; i < doc->parts; i++)
        for (size_t k = 0; k < doc->part[i]->lines; k++) {
            struct doc_line *line = &doc->part[i]->line[k];
            const char *const *name = line->left.name;
            if (line->kind == DOC_RELATION)
                line->id = identify(doc, base_text(m, "eq%lu", ++relations));
            else if (line->kind != DOC_TEXT)
                line->id =
                    identify(doc, print_filled(m, labels[line->left.of].identifier, name, 3));
        }
}

/* ---- output ---- */

static const struct {
    const char *word;
    enum ex_style style;
    void (*write)(struct page *p);
} pages[PAGE_COUNT] = {
#define PAGE(word_, style_) [PAGE_##word_] = {#word_, EX_##style_, print_write_##word_},
    NOTATIONS(PAGE)
#undef PAGE
};

struct choice print_page_choice(size_t i)
{
    return (struct choice){i < PAGE_COUNT ? pages[i].word : NULL, NULL};
}

const char *print_show(struct page *p, ex e, enum ex_style style)
{
    const char *text = ex_show(p->s, e, style);
    if (!text) {
        p->good = false;
        ex_forgive(p->s, true);
    }
    return text;
}

const char *print_show_name(struct page *p, ex symbol, enum ex_style style)
{
    const char *text = print_show(p, symbol, style);
    return text ? text : base_text(p->mem, "%s", ex_name(p->s, symbol));
}

static void collect(struct mem *m, const struct doc_line *line, size_t lines, ex **all, size_t *n)
{
    for (size_t i = 0; i < lines; i++)
        for (size_t j = 0; j < line[i].rows * line[i].cols; j++) {
            *all = print_one_more(m, *all, *n, sizeof **all);
            (*all)[(*n)++] = line[i].at[j];
        }
}

/* Symbols that the document uses but does not define. */
static struct ex_list symbols_of(const struct doc *doc)
{
    struct mem *m = ex_mem(doc->store);
    ex *all = NULL;
    size_t n = 0;
    for (size_t i = 0; i < doc->parts; i++) {
        collect(m, doc->part[i]->line, doc->part[i]->lines, &all, &n);
        collect(m, doc->part[i]->where, doc->part[i]->wheres, &all, &n);
    }
    const struct ex_list used = ex_symbols(doc->store, all, n);
    ex *free_ones = mem_take_array(m, used.n + 1, sizeof *free_ones);
    size_t count = 0;
    for (size_t i = 0; i < used.n; i++)
        if (!print_doc_defines(doc, used.at[i]))
            free_ones[count++] = used.at[i];
    return (struct ex_list){free_ones, count};
}

static bool write_as(FILE *out, struct doc *doc, enum ex_style style, void (*write)(struct page *p))
{
    struct page p = {
        .out = out, .doc = doc, .s = doc->store, .mem = ex_mem(doc->store), .style = style};
    doc->symbols = symbols_of(doc);
    for (size_t i = 0; i < doc->symbols.n; i++)
        print_doc_mark(doc, doc->symbols.at[i]);
    identify_lines(doc);
    doc->list = identify(doc, "parts");
    for (size_t i = 0; i < doc->parts; i++)
        print_share(doc->part[i]);
    p.good = !ex_stopped(doc->store); /* else expressions are missing */
    if (p.good)
        write(&p);
    return p.good;
}

bool print_doc_write(FILE *out, struct doc *doc, enum print_page page)
{
    return write_as(out, doc, pages[page].style, pages[page].write);
}

bool print_doc_write_fragment(FILE *out, struct doc *doc)
{
    return write_as(out, doc, EX_MATHML, print_write_part);
}

/* ---- escaping ---- */

struct escape {
    char c;
    const char *as;
};
static const struct escape latex_escapes[] = {
    {'\\', "\\textbackslash{}"},
    {'^', "\\textasciicircum{}"},
    {'~', "\\textasciitilde{}"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'|', "\\textbar{}"},
    {'"', "''"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'_', "\\_"},
    {'%', "\\%"},
    {'$', "\\$"},
    {'&', "\\&"},
    {'#', "\\#"},
    {0, NULL},
};
static const struct escape mathml_escapes[] = {
    {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {0, NULL},
};

const char *print_escaped(struct page *p, const char *text, enum ex_style style)
{
    static const struct escape none[] = {{0, NULL}};
    const struct escape *escapes = style == EX_LATEX    ? latex_escapes
                                   : style == EX_MATHML ? mathml_escapes
                                                        : none;
    struct mem_text t = mem_text(p->mem);
    for (; *text; text++) {
        const struct escape *e = escapes;
        while (e->c && e->c != *text)
            e++;
        if (e->c)
            mem_put(&t, e->as);
        else
            mem_put_char(&t, (unsigned char)*text < 0x20 || *text == 0x7F ? ' ' : *text);
    }
    return t.text;
}
