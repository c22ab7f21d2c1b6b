/* gen/print/doc_text.c -- documents as aligned plain text. */
#include "gen/print/notation.h"

#include <string.h>

static const char *const signs[SIGN_COUNT] = {
#define SIGN(name, text, ...) [SIGN_##name] = text,
    SIGNS(SIGN)
#undef SIGN
};

static const char *show(struct page *p, ex e)
{
    const char *text = print_show(p, e, EX_PLAIN);
    return text ? text : "...";
}

static size_t columns(const char *text)
{
    return base_columns(text, strlen(text));
}

static const char *left_of(struct page *p, const struct doc_line *line)
{
    if (line->kind == DOC_RELATION)
        return show(p, line->at[0]);
    return print_left(p, line, EX_PLAIN);
}

/* Several short values on one line. */
static void put_flowing(struct page *p, const struct doc_line *line, size_t n)
{
    enum { GAP = 6, WIDTH = 80 };
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const char *left = left_of(p, &line[i]), *right = show(p, line[i].at[0]);
        const size_t w = columns(left) + 3 + columns(right);
        const bool same = at && at + GAP + w <= WIDTH;
        if (at && !same)
            fputc('\n', p->out);
        fprintf(p->out, "%*s%s = %s", same ? GAP : 2, "", left, right);
        at = same ? at + GAP + w : 2 + w;
    }
    fputc('\n', p->out);
}

/* Columns are as wide as their widest entry; `indent` is the column of the bracket. */
static void put_matrix(struct page *p, const struct doc_line *line, size_t indent)
{
    const size_t rows = line->rows, cols = line->cols;
    const char **text = mem_take_array(p->mem, rows * cols + 1, sizeof *text);
    size_t *wide = mem_take_array(p->mem, cols + 1, sizeof *wide);
    for (size_t k = 0; k < cols; k++) {
        wide[k] = 0;
        for (size_t i = 0; i < rows; i++) {
            text[i * cols + k] = show(p, line->at[i * cols + k]);
            const size_t w = columns(text[i * cols + k]);
            wide[k] = w > wide[k] ? w : wide[k];
        }
    }
    for (size_t i = 0; i < rows; i++) {
        fprintf(p->out, "%*s[", i ? (int)indent : 0, "");
        for (size_t k = 0; k < cols; k++) {
            fputs(k ? "  " : " ", p->out);
            base_put_padded(p->out, text[i * cols + k], wide[k]);
        }
        fputs(" ]\n", p->out);
    }
    if (rows == 0)
        fputs("[]\n", p->out);
}

static void put_line(struct page *p, const struct doc_line *line, size_t wide)
{
    fputs("  ", p->out);
    if (line->kind == DOC_TEXT) {
        fprintf(p->out, "%s\n", line->text);
        return;
    }
    base_put_padded(p->out, left_of(p, line), wide);
    fprintf(p->out, " %s ", line->kind == DOC_RELATION ? signs[line->sign] : "=");
    if (line->kind == DOC_MATRIX)
        put_matrix(p, line, 2 + wide + 3);
    else
        fprintf(p->out, "%s\n", show(p, line->at[line->cols - 1]));
}

static void put_lines(struct page *p, const struct doc_line *line, size_t n)
{
    enum { WIDEST = 40 }; /* longer left sides are not aligned */
    size_t wide = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t w = line[i].kind == DOC_TEXT ? 0 : columns(left_of(p, &line[i]));
        wide = w > wide && w <= WIDEST ? w : wide;
    }
    for (size_t i = 0; i < n; i++)
        put_line(p, &line[i], wide);
}

static bool all_values(const struct doc_part *s)
{
    for (size_t i = 0; i < s->lines; i++)
        if (s->line[i].kind != DOC_VALUE)
            return false;
    return s->lines > 0;
}

static void put_part(struct page *p, const struct doc_part *s)
{
    fputs(s->title, p->out);
    if (s->formula[0])
        fprintf(p->out, "  %s", s->formula[0]);
    fputc('\n', p->out);
    if (s->flowing && all_values(s))
        put_flowing(p, s->line, s->lines);
    else
        put_lines(p, s->line, s->lines);
    if (s->wheres)
        fputs("where\n", p->out);
    put_lines(p, s->where, s->wheres);
}

void print_write_text(struct page *p)
{
    for (size_t i = 0; i < p->doc->parts; i++)
        put_part(p, p->doc->part[i]);
}
