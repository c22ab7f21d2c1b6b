/* gen/base/diag.c -- diagnostics: errors and remarks, collected by the stages, printed once. */
#include "gen/base/base.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 200,   /* errors that are stored */
    SHOWN = 20,   /* notes that are printed */
    WINDOW = 160, /* columns of a source line that are printed */
    TAB = 8,
};

/* ---- collecting ---- */

struct diag *base_diag(struct mem *m)
{
    struct diag *d = mem_take(m, sizeof *d);
    *d = (struct diag){.mem = m};
    return d;
}

struct diag base_aside(struct diag *d)
{
    return (struct diag){.mem = d->mem, .outer = d};
}

static const char *format_text(struct mem *m, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t size = n < 0 ? 1 : (size_t)n + 1;
    char *text = mem_take(m, size);
    text[0] = 0;
    vsnprintf(text, size, format, arguments);
    return text;
}

const char *base_text(struct mem *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(m, format, arguments);
    va_end(arguments);
    return text;
}

/* Appends a note. Beyond KEPT errors the note is `spare`, which is not printed. */
static struct note *append(struct diag *d, struct note note)
{
    note.next = NULL;
    if (!note.remark && ++d->errors > KEPT) {
        d->spare = note;
        return &d->spare;
    }
    struct note *n = mem_take(d->mem, sizeof *n);
    *n = note;
    if (d->last)
        d->last->next = n;
    else
        d->first = n;
    d->last = n;
    return n;
}

static struct note *add(struct diag *d, struct note note, const char *format, va_list arguments)
{
    if (note.remark || d->errors < KEPT)
        note.message = format_text(d->mem, format, arguments);
    return append(d, note);
}

static struct note *find_bug(const struct diag *d, const char *message)
{
    for (struct note *n = d->first; n; n = n->next)
        if (n->fault == EXIT_BUG && strcmp(n->message, message) == 0)
            return n;
    return NULL;
}

void base_tell_again(struct diag *d, const struct note *first)
{
    for (const struct note *n = first; n; n = n->next)
        if (n->fault != EXIT_BUG || !find_bug(d, n->message))
            append(d, *n);
}

struct note *base_error(struct diag *d, struct span where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const enum base_exit fault = where.src ? where.src->fault : EXIT_MODEL;
    struct note *n = add(d, (struct note){.where = where, .fault = fault}, format, arguments);
    va_end(arguments);
    return n;
}

struct note *base_fail(struct diag *d, enum base_exit fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct note *n = add(d, (struct note){.fault = fault}, format, arguments);
    va_end(arguments);
    return n;
}

struct note *base_remark(struct diag *d, struct span where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct note *n = add(d, (struct note){.where = where, .remark = true}, format, arguments);
    va_end(arguments);
    return n;
}

void base_keep_only(struct diag *d, const char *reason)
{
    struct note *n = d->first;
    bool told = false;
    *d = (struct diag){.mem = d->mem, .outer = d->outer};
    for (; n; n = n->next) {
        const bool tells = !n->remark && strstr(n->message, reason);
        if (n->fault == EXIT_BUG || (tells && !told))
            append(d, *n);
        told |= tells;
    }
}

/* ---- mistakes of noslip ---- */

struct note *base_bug(struct diag *d, const char *stage, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *what = format_text(d->mem, format, arguments);
    va_end(arguments);
    struct note note = {.message =
                            base_text(d->mem, NOSLIP_BUG ", found after %s: %s", stage, what),
                        .help = NOSLIP_BUG_HELP,
                        .fault = EXIT_BUG};
    struct note *own = find_bug(d, note.message);
    if (!own)
        own = append(d, note);
    for (struct diag *o = d->outer; o; o = o->outer)
        if (!find_bug(o, note.message))
            append(o, note);
    return own;
}

bool base_canonical(struct diag *d, struct store *s, const char *stage)
{
    const char *why = ex_check(s);
    if (why)
        base_bug(d, stage, "%s", why);
    return !why;
}

bool base_poisoned(struct diag *d, struct store *s, struct span where, const char *doing)
{
    const char *why = ex_error(s);
    if (!why)
        return false;
    base_error(d, where, "%s: %s", doing, why)->help = ex_stopped(s) ? BASE_LIMIT_HELP : NULL;
    return true;
}

enum base_exit base_diag_exit(const struct diag *d)
{
    enum base_exit first = EXIT_DONE;
    for (const struct note *n = d->first; n; n = n->next)
        if (n->fault == EXIT_BUG || (!n->remark && first == EXIT_DONE))
            first = n->fault;
    return first;
}

/* ---- printing ---- */

struct place {
    const char *line; /* the source line that holds the start */
    size_t len, number;
    size_t column; /* in characters, as editors count */
};

static struct place locate(struct span where)
{
    const char *text = where.src->text;
    struct place p = {.line = text, .number = 1, .column = 1};
    for (size_t i = 0; i < where.at; i++)
        if (text[i] == '\n') {
            p.number++;
            p.line = text + i + 1;
        }
    p.len = strcspn(p.line, "\n");
    if (p.len && p.line[p.len - 1] == '\r')
        p.len--;
    for (const char *c = p.line; c < text + where.at; c++)
        if (((unsigned char)*c & 0xC0) != 0x80)
            p.column++;
    return p;
}

/* Writes a character at column `at` of a line, or only measures it if `out` is NULL. A tab becomes
 * blanks; a control character or an invalid byte becomes a question mark. Returns its width. */
static size_t put_char(FILE *out, const char *text, size_t len, size_t at, size_t *used)
{
    const uint32_t c = base_decode(text, len, used);
    if (c == '\t') {
        const size_t wide = TAB - at % TAB;
        if (out)
            fprintf(out, "%*s", (int)wide, "");
        return wide;
    }
    if (c < 0x20 || c == 0x7F || (*used == 1 && c >= 0x80)) {
        if (out)
            fputc('?', out);
        return 1;
    }
    if (base_is_hidden(c)) {
        char code[16];
        const int wide = snprintf(code, sizeof code, "<U+%04lX>", (unsigned long)c);
        if (out)
            fputs(code, out);
        return (size_t)wide;
    }
    if (out)
        fwrite(text, 1, *used, out);
    return base_columns(text, *used);
}

struct caret {
    size_t from, to; /* columns of the marked text */
    size_t skip;     /* columns omitted at the start of a long line */
};

static struct caret measure(const struct place *p, struct span where)
{
    const size_t start = (size_t)(where.src->text + where.at - p->line);
    struct caret c = {.from = 0};
    size_t column = 0, used;
    for (size_t i = 0; i < p->len && i < start + where.len; i += used) {
        if (i <= start)
            c.from = column;
        column += put_char(NULL, p->line + i, p->len - i, column, &used);
    }
    if (start >= p->len)
        c.from = column;
    c.to = column > c.from ? column : c.from + 1;
    if (c.to > WINDOW)
        c.skip = c.from > WINDOW / 2 ? c.from - WINDOW / 2 : 0;
    if (c.to > c.skip + WINDOW)
        c.to = c.skip + WINDOW;
    return c;
}

static void put_line(FILE *out, const struct place *p, size_t skip)
{
    size_t column = 0, used;
    for (size_t i = 0; i < p->len; i += used) {
        const bool seen = column >= skip && column < skip + WINDOW;
        column += put_char(seen ? out : NULL, p->line + i, p->len - i, column, &used);
    }
    fputc('\n', out);
}

struct colours {
    const char *error, *remark, *frame, *bold, *off;
};

static void put_excerpt(FILE *out, const struct note *n, const char *name, const struct colours *k)
{
    const struct place p = locate(n->where);
    const int digits = snprintf(NULL, 0, "%zu", p.number);
    if (n->where.len == 0) {
        fprintf(out, "  %s-->%s %s:%zu\n", k->frame, k->off, name, p.number);
        return;
    }
    const struct caret c = measure(&p, n->where);
    fprintf(out, "%*s%s-->%s %s:%zu:%zu\n", digits + 1, "", k->frame, k->off, name, p.number,
            p.column);
    fprintf(out, "%*s%s|%s\n", digits + 2, "", k->frame, k->off);
    fprintf(out, " %s%zu |%s ", k->frame, p.number, k->off);
    put_line(out, &p, c.skip);
    fprintf(out, "%*s%s|%s %*s%s", digits + 2, "", k->frame, k->off, (int)(c.from - c.skip), "",
            k->error);
    for (size_t i = c.from; i < c.to; i++)
        fputc('^', out);
    fprintf(out, "%s%s%s\n", n->label ? " " : "", n->label ? n->label : "", k->off);
}

static void put_note(struct mem *m, FILE *out, const struct note *n, const struct colours *k)
{
    fprintf(out, "%s%s:%s %s%s%s\n", n->remark ? k->remark : k->error,
            n->remark ? "remark" : "error", k->off, k->bold, base_visible(m, n->message), k->off);
    int indent = 2;
    if (n->where.src) {
        put_excerpt(out, n, base_visible(m, n->where.src->name), k);
        if (n->where.len)
            indent = 2 + snprintf(NULL, 0, "%zu", locate(n->where).number);
    }
    if (n->help)
        fprintf(out, "%*s%s=%s help: %s\n", indent, "", k->frame, k->off, base_visible(m, n->help));
}

/* A note to sort: first those without a position, then by position in the text; equal ones keep
 * their order. */
struct entry {
    const struct note *note;
    size_t order, line;
};

static int by_place(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    const struct span p = x->note->where, q = y->note->where;
    if (!p.src != !q.src)
        return p.src ? 1 : -1;
    if (p.src == q.src && p.at != q.at)
        return p.at < q.at ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Only the first error of a source line is printed: later ones mostly follow from it. A span
 * without a length concerns the whole text and hides nothing. */
static bool follows(const struct entry *before, const struct entry *e)
{
    return before && e->note->where.src && before->note->where.src == e->note->where.src &&
           before->line == e->line && before->note->where.len && !before->note->remark;
}

void base_diag_print(struct diag *d, FILE *out, bool colour)
{
    const struct colours none = {"", "", "", "", ""};
    const struct colours some = {"\033[1;31m", "\033[1;33m", "\033[34m", "\033[1m", "\033[0m"};
    const struct mem_mark mark = mem_mark(d->mem);
    size_t count = 0, shown = 0, last = 0;
    for (const struct note *n = d->first; n; n = n->next)
        count++;
    struct entry *e = mem_take_array(d->mem, count, sizeof *e);
    size_t i = 0;
    for (const struct note *n = d->first; n; n = n->next, i++)
        e[i] = (struct entry){n, i, n->where.src ? locate(n->where).number : 0};
    qsort(e, count, sizeof *e, by_place);
    for (i = 0; i < count; i++) {
        if (shown && follows(&e[last], &e[i]))
            continue;
        if (shown == SHOWN)
            break;
        put_note(d->mem, out, e[i].note, colour ? &some : &none);
        last = i;
        shown++;
    }
    if (i < count || d->errors > KEPT)
        fprintf(out, "... and more; %zu errors in all\n", d->errors);
    mem_release(d->mem, mark);
}
