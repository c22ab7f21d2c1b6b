/* gen/print/doc_json.c -- documents as JSON.
 *
 * The format is version 1, the value of "noslip"; keys may be added, none will change:
 *
 *   {"noslip": 1, "model": title, "form": formulation,
 *    "symbols": [{"name": "m", "latex": "m", "sympy": "m", "positive": true}, ...],
 *    "sections": [{"name": "motion", "title": "motion on C*", "formula": text or null,
 *                  "where": [line, ...], "lines": [line, ...]}, ...]}
 *
 * A line has a "kind". A "value" has
 *
 *   "label": "structure", "names": ["s", "v", "w"], "left": "c^s_vw", "right": "1",
 *   "left_latex", "right_latex", "left_sympy", "right_sympy"
 *
 * and "left_sympy" is null if there is no identifier. A right side is null if it is too long to
 * print. The right sides of a "matrix" are rows, arrays of texts. A "relation" has both sides, and
 * a "sign" instead of a label. A "text" has a sentence as its "text". Lines of `where` define names
 * which the lines after them, of this part and of later ones, may use.
 */
#include "gen/print/notation.h"

#include <string.h>

static const struct {
    const char *after;
    enum ex_style style;
} notations[] = {{"", EX_PLAIN}, {"_latex", EX_LATEX}, {"_sympy", EX_SYMPY}};

static const char *const signs[SIGN_COUNT] = {
#define SIGN(name, text, ...) [SIGN_##name] = text,
    SIGNS(SIGN)
#undef SIGN
};

/* A line to write in one notation. */
struct side {
    struct page *p;
    struct json *j;
    const struct doc_line *line;
    const char *after;
    enum ex_style style;
};

static void put_left(const struct side *w)
{
    const struct doc_line *line = w->line;
    const char *key = base_text(w->p->mem, "left%s", w->after), *text = NULL;
    if (line->kind == DOC_RELATION)
        text = print_show(w->p, line->at[0], w->style);
    else if (w->style != EX_SYMPY)
        text = print_left(w->p, line, w->style);
    else if (line->id)
        text = print_show(w->p, line->id, w->style);
    base_json_string(w->j, key, text);
}

static void put_right(const struct side *w)
{
    const struct doc_line *line = w->line;
    const char *key = base_text(w->p->mem, "right%s", w->after);
    if (line->kind != DOC_MATRIX) {
        base_json_string(w->j, key, print_show(w->p, line->at[line->cols - 1], w->style));
        return;
    }
    base_json_array(w->j, key);
    for (size_t i = 0; i < line->rows; i++) {
        base_json_array(w->j, NULL);
        for (size_t k = 0; k < line->cols; k++)
            base_json_string(w->j, NULL, print_show(w->p, line->at[i * line->cols + k], w->style));
        base_json_end(w->j);
    }
    base_json_end(w->j);
}

static void put_label(struct json *j, const struct doc_line *line)
{
    if (line->kind == DOC_RELATION) {
        base_json_string(j, "sign", signs[line->sign]);
        return;
    }
    base_json_string(j, "label", print_label_kind(line->left.of));
    base_json_array(j, "names");
    for (size_t i = 0; i < print_label_names(&line->left); i++)
        base_json_string(j, NULL, line->left.name[i]);
    base_json_end(j);
}

static void put_line(struct page *p, struct json *j, const struct doc_line *line)
{
    static const char *const kinds[] = {[DOC_VALUE] = "value",
                                        [DOC_MATRIX] = "matrix",
                                        [DOC_RELATION] = "relation",
                                        [DOC_TEXT] = "text"};
    base_json_object(j, NULL);
    base_json_string(j, "kind", kinds[line->kind]);
    if (line->kind == DOC_TEXT)
        base_json_string(j, "text", line->text);
    else
        put_label(j, line);
    for (size_t i = 0; line->kind != DOC_TEXT && i < sizeof notations / sizeof *notations; i++) {
        const struct side w = {p, j, line, notations[i].after, notations[i].style};
        put_left(&w);
        put_right(&w);
    }
    base_json_end(j);
}

static void put_lines(struct page *p, struct json *j, const char *key, const struct doc_line *line,
                      size_t n)
{
    base_json_array(j, key);
    for (size_t i = 0; i < n; i++)
        put_line(p, j, &line[i]);
    base_json_end(j);
}

static void put_part(struct page *p, struct json *j, const struct doc_part *s)
{
    base_json_object(j, NULL);
    base_json_string(j, "name", s->name);
    base_json_string(j, "title", s->title);
    base_json_string(j, "formula", s->formula[0]);
    put_lines(p, j, "where", s->where, s->wheres);
    put_lines(p, j, "lines", s->line, s->lines);
    base_json_end(j);
}

/* One symbol per line. */
static void put_symbols(struct page *p, struct json *j)
{
    const unsigned lines = j->lines;
    j->lines = 2;
    base_json_array(j, "symbols");
    for (size_t i = 0; i < p->doc->symbols.n; i++) {
        const ex e = p->doc->symbols.at[i];
        base_json_object(j, NULL);
        base_json_string(j, "name", print_show(p, e, EX_PLAIN));
        base_json_string(j, "latex", print_show(p, e, EX_LATEX));
        base_json_string(j, "sympy", print_show(p, e, EX_SYMPY));
        base_json_bool(j, "positive", (ex_assumed(p->s, e) & EX_POSITIVE) != 0);
        base_json_end(j);
    }
    base_json_end(j);
    j->lines = lines;
}

void print_write_json(struct page *p)
{
    enum { LINES = 4, VERSION = 1 };
    struct json j = base_json(p->out, LINES);
    base_json_object(&j, NULL);
    base_json_count(&j, "noslip", VERSION);
    base_json_string(&j, "model", p->doc->model);
    base_json_string(&j, "form", p->doc->form);
    put_symbols(p, &j);
    base_json_array(&j, "sections");
    for (size_t i = 0; i < p->doc->parts; i++)
        put_part(p, &j, p->doc->part[i]);
    base_json_end(&j);
    base_json_end(&j);
}
