/* gen/print/doc_script.c -- documents as input for SymPy, Maxima, Mathematica or a C compiler.
 *
 * For SymPy it is a program that runs; for Maxima and Mathematica a file to load; for C, lines to
 * put into a function that has the symbols as its variables. Every line becomes a name and its
 * value. Names of subexpressions remain symbols, because substituted expressions could exceed
 * memory; their values are in a list, each in terms of those before it.
 */
#include "gen/print/notation.h"

#include <string.h>

/* Syntax of a language around the expressions. */
struct tongue {
    const char *comment[2];
    const char *head;       /* first lines of the file */
    const char *symbols[3]; /* before all declarations, between two, after all */
    const char *symbol[3];  /* declaration of %1: real, nonzero, positive; NULL: none */
    const char *define;     /* %1: the name, %2: the value */
    const char *tabulate;   /* define for a matrix of %3 rows and %4 columns */
    const char *parts;      /* %1: empty list of named subexpressions; NULL: there is no list */
    const char *part;       /* appends the name %1 with the value %2 to the list %3 */
    const char *integer;    /* the integer %1 as a value */
    const char *matrix[2], *row[2];
    const char *sign[SIGN_COUNT]; /* %1, %2: the sides */
};

/* clang-format off */
#define SIGN(name, text, latex, mathml, sympy, maxima, mathematica, c) sympy,
static const struct tongue tongue_sympy = {
    .comment = {"# ", ""},
    .head = "from sympy import *\n",
    .symbols = {"", "\n", "\n"},
    .symbol = {"%1 = Symbol('%1', real=True)",
               "%1 = Symbol('%1', real=True, nonzero=True)",
               "%1 = Symbol('%1', positive=True)"},
    .parts = "%1 = []", .part = "%1 = Symbol('%1', real=True)\n%3.append((%1, %2))",
    .define = "%1 = %2", .tabulate = "%1 = %2", .integer = "Integer(%1)",
    .matrix = {"Matrix([", "])"}, .row = {"[", "]"}, .sign = {SIGNS(SIGN)},
};
#undef SIGN
#define SIGN(name, text, latex, mathml, sympy, maxima, mathematica, c) maxima,
static const struct tongue tongue_maxima = {
    .comment = {"/* ", " */"},
    .head = "",
    .symbols = {"", "\n", "\n"},
    .symbol = {NULL, "assume(notequal(%1, 0))$", "assume(%1 > 0)$"},
    .parts = "%1 : []$", .part = "%3 : endcons(%1 = %2, %3)$",
    .define = "%1 : %2$", .tabulate = "%1 : %2$", .integer = "%1",
    .matrix = {"matrix(", ")"}, .row = {"[", "]"}, .sign = {SIGNS(SIGN)},
};
#undef SIGN
#define SIGN(name, text, latex, mathml, sympy, maxima, mathematica, c) mathematica,
static const struct tongue tongue_mathematica = {
    .comment = {"(* ", " *)"},
    .head = "",
    .symbols = {"$Assumptions = ", " && ", ";\n"},
    .symbol = {"Element[%1, Reals]", "Element[%1, Reals] && %1 != 0", "%1 > 0"},
    .parts = "%1 = {};", .part = "AppendTo[%3, %1 -> %2];",
    .define = "%1 = %2;", .tabulate = "%1 = %2;", .integer = "%1",
    .matrix = {"{", "}"}, .row = {"{", "}"}, .sign = {SIGNS(SIGN)},
};
#undef SIGN
#define SIGN(name, text, latex, mathml, sympy, maxima, mathematica, c) c,
static const struct tongue tongue_c = {
    .comment = {"/* ", " */"},
    .head = "",
    .define = "const double %1 = %2;", .tabulate = "const double %1[%3][%4] = %2;",
    .integer = "%1",
    .matrix = {"{", "}"}, .row = {"{", "}"}, .sign = {SIGNS(SIGN)},
};
#undef SIGN
/* clang-format on */

struct script {
    struct page *p;
    const struct tongue *tongue;
    const char *parts; /* name of the list of subexpressions */
};

/* Blanks split comment delimiters inside the text. */
static void put_comment(const struct script *t, const char *text)
{
    const char *const *around = t->tongue->comment;
    fputs(around[0], t->p->out);
    for (const char *c = print_escaped(t->p, text, EX_PLAIN); *c; c++) {
        fputc(*c, t->p->out);
        if (c[1] && ((*c == '*' && strchr("/)", c[1])) || (c[1] == '*' && strchr("/(", *c))))
            fputc(' ', t->p->out);
    }
    fprintf(t->p->out, "%s\n", around[1]);
}

static const char *show(const struct script *t, ex e)
{
    return print_show(t->p, e, t->p->style);
}

static const char *name_of(const struct script *t, ex symbol)
{
    return print_show_name(t->p, symbol, t->p->style);
}

/* ---- values; NULL: too long ---- */

static const char *matrix_of(const struct script *t, const struct doc_line *line)
{
    struct mem_text out = mem_text(t->p->mem);
    mem_put(&out, t->tongue->matrix[0]);
    for (size_t i = 0; i < line->rows; i++) {
        mem_put(&out, i ? ", " : "");
        mem_put(&out, t->tongue->row[0]);
        for (size_t k = 0; k < line->cols; k++) {
            const char *entry = show(t, line->at[i * line->cols + k]);
            if (!entry)
                return NULL;
            mem_put(&out, k ? ", " : "");
            mem_put(&out, entry);
        }
        mem_put(&out, t->tongue->row[1]);
    }
    mem_put(&out, t->tongue->matrix[1]);
    return out.text;
}

static const char *relation_of(const struct script *t, const struct doc_line *line)
{
    const char *const side[] = {show(t, line->at[0]), show(t, line->at[1])};
    if (!side[0] || !side[1])
        return NULL;
    return print_filled(t->p->mem, t->tongue->sign[line->sign], side, 2);
}

static const char *value_of(const struct script *t, const struct doc_line *line)
{
    if (line->kind == DOC_RELATION)
        return relation_of(t, line);
    if (line->kind == DOC_MATRIX)
        return matrix_of(t, line);
    const char *const text[] = {show(t, line->at[0])};
    int64_t i = 0;
    return ex_is_int(t->p->s, line->at[0], &i)
               ? print_filled(t->p->mem, t->tongue->integer, text, 1)
               : text[0];
}

/* ---- lines ---- */

static void put_line(const struct script *t, const struct doc_line *line)
{
    struct mem *m = t->p->mem;
    if (line->kind == DOC_TEXT) {
        put_comment(t, line->text);
        return;
    }
    const char *name = line->id ? name_of(t, line->id) : NULL;
    const char *value = value_of(t, line);
    if (!name || !value) {
        const char *left = name ? name : print_left(t->p, line, EX_PLAIN);
        put_comment(t, base_text(m, "%s = %s", left, value ? value : "..."));
        return;
    }
    const char *const parts[] = {name, value, base_text(m, "%zu", line->rows),
                                 base_text(m, "%zu", line->cols)};
    const bool matrix = line->kind == DOC_MATRIX;
    const char *pattern = matrix ? t->tongue->tabulate : t->tongue->define;
    fprintf(t->p->out, "%s\n", print_filled(m, pattern, parts, 4));
}

static void put_shared(const struct script *t, const struct doc_line *line)
{
    const char *const parts[] = {name_of(t, line->id), show(t, line->at[0]), t->parts};
    if (!t->tongue->part || !parts[1])
        put_line(t, line);
    else
        fprintf(t->p->out, "%s\n", print_filled(t->p->mem, t->tongue->part, parts, 3));
}

static void put_part(const struct script *t, const struct doc_part *s)
{
    fputc('\n', t->p->out);
    put_comment(t,
                s->formula[0] ? base_text(t->p->mem, "%s  %s", s->title, s->formula[0]) : s->title);
    for (size_t i = 0; i < s->wheres; i++)
        put_shared(t, &s->where[i]);
    for (size_t i = 0; i < s->lines; i++)
        put_line(t, &s->line[i]);
}

/* ---- symbols ---- */

static const char *said_of(const struct script *t, ex symbol)
{
    const unsigned assumed = ex_assumed(t->p->s, symbol);
    const int row = assumed & EX_POSITIVE ? 2 : assumed & EX_NONZERO ? 1 : 0;
    const char *pattern = t->tongue->symbol[row];
    const char *const name[] = {name_of(t, symbol)};
    return pattern ? print_filled(t->p->mem, pattern, name, 1) : NULL;
}

static void put_symbols(const struct script *t)
{
    const struct ex_list all = t->p->doc->symbols;
    struct mem_text names = mem_text(t->p->mem), said = mem_text(t->p->mem);
    for (size_t i = 0; i < all.n; i++) {
        const char *text = said_of(t, all.at[i]);
        mem_put_f(&names, "%s%s", i ? ", " : "symbols: ", name_of(t, all.at[i]));
        if (text)
            mem_put_f(&said, "%s%s", t->tongue->symbols[said.len != 0], text);
    }
    put_comment(t, names.len ? names.text : "no symbols");
    if (said.len)
        fprintf(t->p->out, "%s%s", said.text, t->tongue->symbols[2]);
}

static void write_script(struct page *p, const struct tongue *tongue)
{
    const struct script t = {p, tongue, print_show_name(p, p->doc->list, p->style)};
    put_comment(&t, base_text(p->mem, "%s, %s form", p->doc->model, p->doc->form));
    fputs(tongue->head, p->out);
    put_symbols(&t);
    if (p->doc->shared_n && tongue->parts)
        fprintf(p->out, "%s\n", print_filled(p->mem, tongue->parts, &t.parts, 1));
    for (size_t i = 0; i < p->doc->parts; i++)
        put_part(&t, p->doc->part[i]);
}

void print_write_sympy(struct page *p)
{
    write_script(p, &tongue_sympy);
}

void print_write_maxima(struct page *p)
{
    write_script(p, &tongue_maxima);
}

void print_write_mathematica(struct page *p)
{
    write_script(p, &tongue_mathematica);
}

void print_write_c(struct page *p)
{
    write_script(p, &tongue_c);
}
