/* gen/run/input_tables.c -- inputs along a run from tables of numbers.
 *
 * Values between the times of a table are interpolated linearly: steps end at these times, and the
 * equations must not need the rate of such an input.
 */
#include "gen/run/trace.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cells {
    struct diag *diag;
    const struct source *src;
    size_t at, end; /* rest of the line */
};

static struct span trimmed(const struct source *src, size_t from, size_t to)
{
    while (from < to && strchr(" \t\r", src->text[from]))
        from++;
    while (to > from && strchr(" \t\r", src->text[to - 1]))
        to--;
    return (struct span){src, from, to - from};
}

/* Spreadsheets may put "..." around a cell. */
static struct span unquoted(struct span cell)
{
    const char *text = cell.src->text + cell.at;
    const bool quoted = cell.len >= 2 && text[0] == '"' && text[cell.len - 1] == '"';
    return quoted ? trimmed(cell.src, cell.at + 1, cell.at + cell.len - 1) : cell;
}

static struct span next_cell(struct cells *c)
{
    size_t to = c->at;
    while (to < c->end && c->src->text[to] != ',')
        to++;
    const struct span cell = trimmed(c->src, c->at, to);
    c->at = to + 1;
    return unquoted(cell);
}

static size_t line_end(const struct source *src, size_t at)
{
    while (at < src->len && src->text[at] != '\n')
        at++;
    return at;
}

static size_t count_cells(const struct source *src, size_t from, size_t to)
{
    size_t n = 1;
    for (size_t i = from; i < to; i++)
        n += src->text[i] == ',';
    return n;
}

/* Digits, signs, a point and an exponent only: no hex, no inf; independent of the locale. */
static bool read_cell(struct diag *d, struct span cell, double *out)
{
    enum { ROOM = 64 };
    char text[ROOM], *end = NULL;
    const bool plain = cell.len > 0 && cell.len < ROOM &&
                       strspn(cell.src->text + cell.at, "0123456789+-.eE") >= cell.len;
    if (plain) {
        memcpy(text, cell.src->text + cell.at, cell.len);
        text[cell.len] = 0;
        *out = strtod(text, &end);
        if (!*end && isfinite(*out))
            return true;
    }
    base_error(d, cell, cell.len ? "this is not a finite number" : "a number is missing here");
    return false;
}

/* Reads the names, one of which is t; returns its column, or the number of columns after an error.
 */
static size_t read_header(struct cells *c, struct table *out, struct span *name)
{
    size_t time = out->columns;
    for (size_t i = 0; i < out->columns; i++) {
        name[i] = next_cell(c);
        if (base_span_is(name[i], "t"))
            time = i;
        for (size_t k = 0; k < i; k++)
            if (base_is_same(name[k], name[i])) {
                base_error(c->diag, name[i], "a second column of this name");
                return out->columns;
            }
    }
    if (time == out->columns)
        base_error(c->diag, (struct span){c->src, 0, line_end(c->src, 0)},
                   "there is no column t in this line")
            ->help = "the first line has the names: t, then inputs of the model";
    return time;
}

static bool read_line(struct cells *c, size_t columns, size_t time, struct table *out)
{
    const struct span line = trimmed(c->src, c->at, c->end);
    const size_t n = out->n, cells = count_cells(c->src, c->at, c->end);
    if (cells != columns) {
        base_error(c->diag, line, "%zu numbers for %zu columns", cells, columns);
        return false;
    }
    for (size_t i = 0, k = 0; i < columns; i++) {
        const struct span cell = next_cell(c);
        double *to = i == time ? &out->t[n] : &out->value[n * (columns - 1) + k++];
        if (!read_cell(c->diag, cell, to))
            return false;
        if (i == time && n > 0 && !(out->t[n] > out->t[n - 1])) {
            base_error(c->diag, cell, "times must increase from line to line");
            return false;
        }
    }
    out->n++;
    return true;
}

static bool read_table(struct diag *d, const char *path, struct table *out)
{
    struct source *src = base_source_data(d, path);
    if (!src)
        return false;
    size_t lines = 1;
    for (size_t i = 0; i < src->len; i++)
        lines += src->text[i] == '\n';
    const size_t mark = strncmp(src->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* of byte order */
    struct cells c = {d, src, mark, line_end(src, 0)};
    const size_t columns = count_cells(src, mark, c.end);
    struct span *name = mem_take_array(d->mem, columns, sizeof *name);
    *out = (struct table){.src = src, .columns = columns};
    const size_t time = read_header(&c, out, name);
    if (time == columns)
        return false;
    out->t = mem_take_array(d->mem, lines, sizeof *out->t);
    out->value = mem_take_array(d->mem, lines * columns, sizeof *out->value);
    out->input = mem_take_array(d->mem, columns, sizeof *out->input);
    for (size_t at = c.end + 1; at < src->len; at = c.end + 1) {
        c = (struct cells){d, src, at, line_end(src, at)};
        if (trimmed(src, at, c.end).len && !read_line(&c, columns, time, out))
            return false;
    }
    out->columns--;
    memmove(&name[time], &name[time + 1], (columns - 1 - time) * sizeof *name);
    out->name = name;
    if (out->n < 2)
        base_error(d, (struct span){.src = src}, "a table needs two lines of numbers or more");
    else if (out->columns == 0)
        base_error(d, (struct span){.src = src}, "there is no column beside t");
    return out->n >= 2 && out->columns > 0;
}

bool run_tables_read(struct diag *d, const struct option_text *texts, struct tables *out,
                     struct hints *hints)
{
    size_t columns = 0;
    *out = (struct tables){.at = mem_take_array(d->mem, texts->n + 1, sizeof *out->at)};
    for (size_t i = 0; i < texts->n; i++) {
        if (strchr(texts->at[i], '='))
            continue;
        if (!read_table(d, texts->at[i], &out->at[out->n]))
            return false;
        columns += out->at[out->n++].columns;
    }
    struct span *name = mem_take_array(d->mem, columns + 1, sizeof *name);
    for (size_t i = 0; i < out->n; i++)
        for (size_t k = 0; k < out->at[i].columns; k++)
            name[hints->tables++] = out->at[i].name[k];
    hints->table = name;
    return true;
}

/* ---- do they fit the model? ---- */

/* A parameter whose default depends on a symbol, or NULL. */
static const char *dependent_parameter(const struct model *m, ex symbol)
{
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].symbol != symbol && ex_has(m->store, m->param[i].value, symbol))
            return m->param[i].name;
    return NULL;
}

static bool fits(struct diag *d, const struct model *m, struct span name, const struct param *p)
{
    const char *where = lang_where_rate_matters(m, p->symbol),
               *who = dependent_parameter(m, p->symbol);
    if (where)
        base_error(d, name, "'%s' stands in %s, where its rate matters too", p->name, where)->help =
            base_text(d->mem, "give it as an expression of t: --input '%s=sin(t)'", p->name);
    else if (who)
        base_error(d, name, "'%s' depends on '%s' and would have to change with it", who, p->name);
    return !where && !who;
}

static bool find_column(struct diag *d, const struct model *m, const struct hints *hints,
                        struct table *t, size_t column)
{
    const struct span name = t->name[column];
    struct nearest near = base_nearest(name.src->text + name.at, name.len);
    size_t input = 0;
    for (size_t i = 0; i < m->params; i++) {
        const struct param *p = &m->param[i];
        if (base_span_is(name, p->name) && p->input) {
            t->input[column] = input;
            if (lang_is_set(m, hints, i))
                base_error(d, name, "'%s' has a value from the command line, too", p->name);
            else
                return fits(d, m, name, p);
            return false;
        }
        if (base_span_is(name, p->name)) {
            base_error(d, name, "'%s' is a parameter, not an input: it cannot change", p->name);
            return false;
        }
        if (p->input)
            base_offer(&near, p->name);
        input += p->input;
    }
    base_error(d, name, "the model has no input '%s'", base_span_copy(d->mem, name))->help =
        base_did_you_mean(d->mem, &near);
    return false;
}

bool run_tables_fit(struct diag *d, const struct model *m, const struct hints *hints,
                    struct tables *all, const struct rt_span *span)
{
    for (size_t i = 0; i < all->n; i++) {
        struct table *t = &all->at[i];
        for (size_t k = 0; k < t->columns; k++)
            if (!find_column(d, m, hints, t, k))
                return false;
        if (t->t[0] > span->start || t->t[t->n - 1] < span->end) {
            char from[EX_DOUBLE_ROOM], to[EX_DOUBLE_ROOM];
            ex_double_brief(t->t[0], 6, from);
            ex_double_brief(t->t[t->n - 1], 6, to);
            base_error(d, (struct span){.src = t->src}, "the table does not last for the whole run")
                ->help = base_text(d->mem, "it goes from t = %s to %s", from, to);
            return false;
        }
    }
    return true;
}

/* ---- along a run ---- */

/* Index of the interval of a table that contains a time. */
static size_t piece_at(const struct table *t, double time)
{
    size_t low = 0, high = t->n - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (t->t[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void inputs_at(void *context, double from, double t, double *u)
{
    const struct tables *all = context;
    for (size_t i = 0; i < all->inputs; i++) {
        u[i] = all->u[i];
        u[all->inputs + i] = 0;
    }
    for (size_t k = 0; k < all->n; k++) {
        const struct table *tb = &all->at[k];
        const size_t i = piece_at(tb, from);
        const double wide = tb->t[i + 1] - tb->t[i], w = (t - tb->t[i]) / wide;
        for (size_t c = 0; c < tb->columns; c++) {
            const double a = tb->value[i * tb->columns + c];
            const double b = tb->value[(i + 1) * tb->columns + c];
            u[tb->input[c]] = (1 - w) * a + w * b; /* exact at both ends */
            u[all->inputs + tb->input[c]] = (b - a) / wide;
        }
    }
}

static double next_time(void *context, double t)
{
    const struct tables *all = context;
    double next = INFINITY;
    for (size_t k = 0; k < all->n; k++) {
        const struct table *tb = &all->at[k];
        const size_t i = piece_at(tb, t);
        for (size_t j = i; j < i + 2; j++)
            if (tb->t[j] > t)
                next = fmin(next, tb->t[j]);
    }
    return next;
}

struct rt_input run_tables_input(struct tables *all)
{
    return (struct rt_input){.at = inputs_at, .next = next_time, .context = all};
}
