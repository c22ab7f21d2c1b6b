/* gen/print/doc_typeset.c -- documents as LaTeX and MathML.
 *
 * LaTeX output is a small article that needs amsmath only. MathML output is an HTML page of
 * well-formed XML; or a fragment of a report, which must load fast, so that its length is limited.
 * The markup of each is in a table here; the sequence of parts and lines is the same for all.
 */
#include "gen/print/notation.h"

#include <string.h>

/* Markup; of a pair the second closes. */
struct press {
    const char *begin, *end; /* %1: title, %2: the form */
    const char *heading[2], *formula[2], *prose[2];
    const char *lines[2], *line[2], *between; /* between two lines */
    const char *equals[2];                    /* around the sign */
    const char *matrix[2], *row[2], *between_rows, *entry[2], *between_entries;
    const char *more; /* line break in a long sum; NULL: none is needed */
    const char *where, *missing;
    const char *cut; /* note after a part that was cut; %1: its name; NULL: none is cut */
};
enum {
    FRAGMENT_ENTRY = 12000,  /* limits of a fragment: bytes of an expression, */
    FRAGMENT_PART = 60000,   /* of a part, */
    FRAGMENT_WHOLE = 450000, /* of the whole */
};

static const struct press latex = {
    .begin = "\\documentclass{article}\n"
             "\\usepackage{amsmath}\n"
             "\\allowdisplaybreaks\n"
             "\\title{%1}\n"
             "\\author{}\n"
             "\\date{}\n"
             "\\begin{document}\n"
             "\\maketitle\n"
             "\\noindent Equations in the %2 form.\n",
    .end = "\\end{document}\n",
    .heading = {"\\section*{", "}\n"},
    .formula = {"\\noindent $", "$\n"},
    .prose = {"\\noindent ", "\n\n"},
    .lines = {"\\begin{align*}\n", "\n\\end{align*}\n"},
    .line = {"  ", ""},
    .between = " \\\\\n",
    .equals = {" &", " "},
    .matrix = {"\\begin{bmatrix}\n", "\n  \\end{bmatrix}"},
    .row = {"    ", ""},
    .between_rows = " \\\\\n",
    .entry = {"", ""},
    .between_entries = " & ",
    .more = " \\\\\n  &\\quad ",
    .where = "\\noindent where\n",
    .missing = "\\cdots",
};

#define MATH "<math xmlns=\"http://www.w3.org/1998/Math/MathML\""
static const struct press mathml = {
    .begin = "<!DOCTYPE html>\n"
             "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
             "<head>\n"
             "<meta charset=\"utf-8\"/>\n"
             "<title>%1</title>\n"
             "<style>\n"
             "body { max-width: 60em; margin: 2em auto; padding: 0 1em; font-family: serif }\n"
             ".lines { overflow-x: auto }\n"
             ".lines > math > mtable > mtr > mtd { text-align: left; padding: 0.4em 0.2em }\n"
             ".lines > math > mtable > mtr > mtd:first-child { text-align: right }\n"
             "</style>\n"
             "</head>\n"
             "<body>\n"
             "<h1>%1</h1>\n"
             "<p>Equations in the %2 form.</p>\n",
    .end = "</body>\n</html>\n",
    .heading = {"<h2>", "</h2>\n"},
    .formula = {"<p>" MATH ">", "</math></p>\n"},
    .prose = {"<p>", "</p>\n"},
    .lines = {"<div class=\"lines\">" MATH " display=\"block\"><mtable displaystyle=\"true\">\n",
              "\n</mtable></math></div>\n"},
    .line = {"<mtr><mtd>", "</mtd></mtr>"},
    .between = "\n",
    .equals = {"</mtd><mtd><mo>", "</mo></mtd><mtd>"},
    .matrix = {"<mrow><mo>[</mo><mtable>\n", "\n</mtable><mo>]</mo></mrow>"},
    .row = {"<mtr>", "</mtr>"},
    .between_rows = "\n",
    .entry = {"<mtd>", "</mtd>"},
    .between_entries = "",
    .where = "<p>where</p>\n",
    .missing = "<mo>&#x22EF;</mo>",
};

/* The page of the report has the styles. */
static const struct press fragment = {
    .begin = "",
    .end = "",
    .heading = {"<h3>", "</h3>\n"},
    .formula = {"<p class=\"rule\"><math>", "</math></p>\n"},
    .prose = {"<p>", "</p>\n"},
    .lines = {"<div class=\"lines\"><math display=\"block\"><mtable displaystyle=\"true\">\n",
              "\n</mtable></math></div>\n"},
    .line = {"<mtr><mtd>", "</mtd></mtr>"},
    .between = "\n",
    .equals = {"</mtd><mtd><mo>", "</mo></mtd><mtd>"},
    .matrix = {"<mrow><mo>[</mo><mtable>\n", "\n</mtable><mo>]</mo></mrow>"},
    .row = {"<mtr>", "</mtr>"},
    .between_rows = "\n",
    .entry = {"<mtd>", "</mtd>"},
    .between_entries = "",
    .where = "<p>where</p>\n",
    .missing = "<mo>&#x22EF;</mo>",
    .cut = "<p class=\"cut\">Not all of this is shown here, for it is long: "
           "<code>noslip derive MODEL --only %1</code> prints it.</p>\n",
};

static const char *const signs[SIGN_COUNT][2] = {
#define SIGN(name, text, latex_, mathml_, ...) [SIGN_##name] = {latex_, mathml_},
    SIGNS(SIGN)
#undef SIGN
};

/* ---- text and expressions ---- */

struct typeset {
    struct page *p;
    const struct press *press;
    size_t *left; /* bytes that the expressions of this part may still use; NULL: no limit */
    bool *cut;    /* an expression was left out */
};

static void put(const struct typeset *t, const char *text)
{
    fputs(text, t->p->out);
}

static void put_around(const struct typeset *t, const char *const around[2], const char *text)
{
    put(t, around[0]);
    put(t, text);
    put(t, around[1]);
}

static const char *escaped(const struct typeset *t, const char *text)
{
    return print_escaped(t->p, text, t->p->style);
}

static const char *capital(const struct typeset *t, const char *text)
{
    char *copy = mem_take(t->p->mem, strlen(text) + 1);
    memcpy(copy, text, strlen(text) + 1);
    if (copy[0] >= 'a' && copy[0] <= 'z')
        copy[0] = (char)(copy[0] - 'a' + 'A');
    return copy;
}

/* With a limit: an expression that is too long is left out, and when the limit is reached the rest
 * of the part is. */
static const char *show_short(const struct typeset *t, ex e)
{
    const char *text = ex_show_within(t->p->s, e, t->p->style, FRAGMENT_ENTRY);
    const size_t n = text ? strlen(text) : 0;
    if (text && n <= *t->left) {
        *t->left -= n;
        return text;
    }
    *t->left = text ? 0 : *t->left;
    *t->cut = true;
    return t->press->missing;
}

static const char *show(const struct typeset *t, ex e)
{
    if (t->left)
        return show_short(t, e);
    const char *text = print_show(t->p, e, t->p->style);
    return text ? text : t->press->missing;
}

/* ---- long sums ---- */

/* Approximate width in letters: a command counts 1, grouping characters 0. */
static size_t width(const char *latex_text)
{
    size_t n = 0;
    for (const char *c = latex_text; *c; c++) {
        if (*c == '\\')
            c += strspn(c + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        n += strchr("{}^_ ", *c) == NULL;
        if (!*c)
            break;
    }
    return n;
}

/* Terms in the order of the printer: one without a minus sign comes first. */
static const char **terms_of(const struct typeset *t, ex e, size_t *n)
{
    *n = ex_count_args(t->p->s, e);
    const char **term = mem_take_array(t->p->mem, *n + 1, sizeof *term);
    size_t lead = 0;
    for (size_t i = 0; i < *n; i++)
        term[i] = show(t, ex_arg(t->p->s, e, i));
    while (lead < *n && term[lead][0] == '-')
        lead++;
    if (lead == *n)
        return term;
    const char *first = term[lead];
    memmove(term + 1, term, lead * sizeof *term);
    term[0] = first;
    return term;
}

static void put_sum(const struct typeset *t, ex e)
{
    enum { WIDEST = 60 };
    size_t n = 0, at = 0;
    const char **term = terms_of(t, e, &n);
    for (size_t i = 0; i < n; i++) {
        const bool minus = term[i][0] == '-';
        const size_t w = width(term[i]);
        if (i && at + w > WIDEST) {
            put(t, t->press->more);
            at = 0;
            fprintf(t->p->out, "%s", minus ? "- " : "+ ");
        } else if (i || minus) {
            put(t, i == 0 ? "-" : minus ? " - " : " + ");
        }
        put(t, term[i] + minus);
        at += w + 2;
    }
}

/* ---- lines ---- */

static void put_value(const struct typeset *t, ex e)
{
    if (t->press->more && ex_op(t->p->s, e) == EX_add)
        put_sum(t, e);
    else
        put(t, show(t, e));
}

static void put_matrix(const struct typeset *t, const struct doc_line *line)
{
    const struct press *b = t->press;
    put(t, b->matrix[0]);
    for (size_t i = 0; i < line->rows; i++) {
        put(t, i ? b->between_rows : "");
        put(t, b->row[0]);
        for (size_t k = 0; k < line->cols; k++) {
            put(t, k ? b->between_entries : "");
            put_around(t, b->entry, show(t, line->at[i * line->cols + k]));
        }
        put(t, b->row[1]);
    }
    put(t, b->matrix[1]);
}

static void put_line(const struct typeset *t, const struct doc_line *line)
{
    const bool relation = line->kind == DOC_RELATION;
    const enum print_sign sign = relation ? line->sign : SIGN_equal;
    put(t, t->press->line[0]);
    put(t, relation ? show(t, line->at[0]) : print_left(t->p, line, t->p->style));
    put_around(t, t->press->equals, signs[sign][t->press != &latex]);
    if (line->kind == DOC_MATRIX)
        put_matrix(t, line);
    else
        put_value(t, line->at[line->cols - 1]);
    put(t, t->press->line[1]);
}

/* Lines up to the next sentence form one displayed formula. */
static void put_lines(const struct typeset *t, const struct doc_line *line, size_t n)
{
    bool open = false;
    for (size_t i = 0; i < n && (!t->left || *t->left > 0); i++) {
        const bool text = line[i].kind == DOC_TEXT;
        if (open)
            put(t, text ? t->press->lines[1] : t->press->between);
        else if (!text)
            put(t, t->press->lines[0]);
        open = !text;
        if (text)
            put_around(t, t->press->prose, escaped(t, capital(t, line[i].text)));
        else
            put_line(t, &line[i]);
    }
    if (open)
        put(t, t->press->lines[1]);
}

/* ---- the document ---- */

static void put_part(const struct typeset *t, const struct doc_part *s)
{
    const char *formula = s->formula[t->press != &latex ? 2 : 1];
    put_around(t, t->press->heading, escaped(t, capital(t, s->title)));
    if (formula)
        put_around(t, t->press->formula, formula);
    put_lines(t, s->line, s->lines);
    if (s->wheres)
        put(t, t->press->where);
    put_lines(t, s->where, s->wheres);
    if (t->cut && *t->cut)
        put(t, print_filled(t->p->mem, t->press->cut, &s->name, 1));
}

static void put_document(const struct typeset *t)
{
    const struct doc *doc = t->p->doc;
    const char *const words[] = {escaped(t, doc->model), escaped(t, doc->form)};
    put(t, print_filled(t->p->mem, t->press->begin, words, 2));
    for (size_t i = 0; i < doc->parts; i++)
        put_part(t, doc->part[i]);
    put(t, t->press->end);
}

/* amsmath allows ten columns unless MaxMatrixCols is larger. */
static void put_columns(const struct page *p)
{
    size_t most = 0;
    for (size_t i = 0; i < p->doc->parts; i++)
        for (size_t k = 0; k < p->doc->part[i]->lines; k++) {
            const struct doc_line *line = &p->doc->part[i]->line[k];
            if (line->kind == DOC_MATRIX && line->cols > most)
                most = line->cols;
        }
    if (most > 10)
        fprintf(p->out, "\\AtBeginDocument{\\setcounter{MaxMatrixCols}{%zu}}\n", most);
}

void print_write_latex(struct page *p)
{
    put_columns(p);
    put_document(&(struct typeset){.p = p, .press = &latex});
}

void print_write_mathml(struct page *p)
{
    put_document(&(struct typeset){.p = p, .press = &mathml});
}

void print_write_part(struct page *p)
{
    size_t whole = FRAGMENT_WHOLE;
    for (size_t i = 0; i < p->doc->parts; i++) {
        const size_t room = whole < FRAGMENT_PART ? whole : FRAGMENT_PART;
        size_t left = room;
        bool cut = false;
        const struct typeset t = {.p = p, .press = &fragment, .left = &left, .cut = &cut};
        put_part(&t, p->doc->part[i]);
        p->good &= !cut;
        whole -= room - left;
    }
}
