/* gen/figure/braille.c -- figures for terminals in braille, with 2 x 4 dots per character. */
#include "gen/figure/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct canvas {
    size_t columns, rows; /* characters */
    unsigned char *dots;
    struct axis x, y;
    unsigned every, seen; /* one dot in `every` is drawn */
    long at_x, at_y;      /* the last dot, drawn or not */
};

static void dot(struct canvas *c, long x, long y)
{
    static const unsigned char bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    const bool again = x == c->at_x && y == c->at_y;
    c->at_x = x;
    c->at_y = y;
    if (again || c->seen++ % c->every != 0)
        return;
    if (x < 0 || y < 0 || x >= 2 * (long)c->columns || y >= 4 * (long)c->rows)
        return;
    c->dots[(size_t)(y / 4) * c->columns + (size_t)(x / 2)] |= bit[y % 4][x % 2];
}

static void begin(struct canvas *c, unsigned every)
{
    c->every = every;
    c->seen = 0;
    c->at_x = c->at_y = -1;
}

/* The index of a value among n dots, -1: outside. */
static long place(struct axis a, double v, size_t n)
{
    const double u = (v - a.low) / (a.high - a.low) * (double)(n - 1);
    return u > -1 && u < (double)n ? lround(u) : -1;
}

static long place_y(const struct canvas *c, double v)
{
    return 4 * (long)c->rows - 1 - place(c->y, v, 4 * c->rows);
}

static void line(struct canvas *c, long x0, long y0, long x1, long y1)
{
    const long dx = labs(x1 - x0), dy = labs(y1 - y0), steps = dx > dy ? dx : dy;
    for (long i = 0; i <= steps; i++) {
        const double u = steps ? (double)i / (double)steps : 0;
        dot(c, x0 + lround(u * (double)(x1 - x0)), y0 + lround(u * (double)(y1 - y0)));
    }
}

static void draw_curve(struct canvas *c, const struct panel *p, const struct curve *curve)
{
    long x0 = -1, y0 = -1;
    for (size_t i = 0; i < curve->n; i++) {
        const double v = figure_y(p, curve->y[i]);
        const long x = place(c->x, curve->x[i], 2 * c->columns), y = place_y(c, v);
        const bool good = isfinite(v) && isfinite(curve->x[i]) && x >= 0;
        const bool alone = x0 < 0 || curve->stroke == STROKE_DOTS;
        if (good)
            line(c, alone ? x : x0, alone ? y : y0, x, y);
        x0 = good ? x : -1;
        y0 = y;
    }
}

static void draw_line(struct canvas *c, const double *x, const double *y, size_t n, bool closed)
{
    for (size_t i = closed ? 0 : 1; i < n; i++) {
        const size_t k = i ? i - 1 : n - 1;
        if (isfinite(x[i]) && isfinite(y[i]) && isfinite(x[k]) && isfinite(y[k]))
            line(c, place(c->x, x[k], 2 * c->columns), place_y(c, y[k]),
                 place(c->x, x[i], 2 * c->columns), place_y(c, y[i]));
    }
}

static void draw_body(struct canvas *c, const struct body *b)
{
    enum { SIDES = 48 };
    double x[SIDES], y[SIDES];
    if (b->kind != BODY_ROUND) {
        draw_line(c, b->x, b->y, b->n, b->kind == BODY_AREA || b->kind == BODY_SOLID);
        if (b->kind == BODY_SPOT)
            dot(c, place(c->x, b->x[0], 2 * c->columns), place_y(c, b->y[0]));
        return;
    }
    for (size_t i = 0; i < SIDES; i++) {
        const double w = 2 * 3.14159265358979323846 * (double)i / SIDES;
        const double u = b->major * cos(w), v = b->minor * sin(w);
        x[i] = b->x[0] + u * cos(b->turn) - v * sin(b->turn);
        y[i] = b->y[0] + u * sin(b->turn) + v * cos(b->turn);
    }
    draw_line(c, x, y, SIDES, true);
}

/* Gives both axes the same scale, so that circles look round; unless strict, only if that wastes
 * little space. */
static void same_scale(struct canvas *c, bool strict)
{
    const double dots_x = 2 * (double)c->columns, dots_y = 4 * (double)c->rows;
    const double sx = (c->x.high - c->x.low) / dots_x, sy = (c->y.high - c->y.low) / dots_y;
    if (!strict && (sx > 4 * sy || sy > 4 * sx))
        return;
    struct axis *a = sx > sy ? &c->y : &c->x;
    const double middle = a->low / 2 + a->high / 2;
    const double half = (sx > sy ? sx * dots_y : sy * dots_x) / 2;
    *a = (struct axis){middle - half, middle + half};
}

static void put_row(struct mem_text *out, const struct canvas *c, size_t row)
{
    size_t end = c->columns;
    while (end && !c->dots[row * c->columns + end - 1])
        end--;
    for (size_t i = 0; i < end; i++) {
        const unsigned char d = c->dots[row * c->columns + i];
        const char utf8[] = {'\xE2', (char)(0xA0 | d >> 6), (char)(0x80 | (d & 63)), 0};
        mem_put(out, d ? utf8 : " ");
    }
    mem_put_char(out, '\n');
}

static void put_right(struct mem_text *out, const char *text, size_t columns)
{
    for (size_t n = base_columns(text, strlen(text)); n < columns; n++)
        mem_put_char(out, ' ');
    mem_put(out, text);
}

static void label_of(const struct panel *p, double v, char out[EX_DOUBLE_ROOM])
{
    enum { DIGITS = 4 };
    if (p->decades) /* v is an integer */
        snprintf(out, EX_DOUBLE_ROOM, "1e%d", (int)v);
    else
        ex_double_brief(v, DIGITS, out);
}

static void put_frame(struct mem_text *out, const struct canvas *c, const struct panel *p)
{
    enum { LABEL = 10, DIGITS = 4 };
    char low[EX_DOUBLE_ROOM], high[EX_DOUBLE_ROOM];
    label_of(p, c->y.low, low);
    label_of(p, c->y.high, high);
    const double floor = log10(FIGURE_FLOOR);
    const bool marks = p->decades && c->y.low < floor && c->y.high > floor;
    const size_t floor_row = marks ? (size_t)place_y(c, floor) / 4 : c->rows;
    put_right(out, p->y_label, LABEL);
    mem_put_char(out, '\n');
    for (size_t r = 0; r < c->rows; r++) {
        const bool last = r + 1 == c->rows;
        put_right(out, r == 0 ? high : r == floor_row ? "rounding" : last ? low : "", LABEL);
        mem_put(out, r == 0 || last || r == floor_row ? " ┤" : " │");
        put_row(out, c, r);
    }
    put_right(out, "", LABEL);
    mem_put(out, " └");
    for (size_t i = 0; i < c->columns; i++)
        mem_put(out, "─");
    ex_double_brief(c->x.low, DIGITS, low);
    ex_double_brief(c->x.high, DIGITS, high);
    mem_put_char(out, '\n');
    put_right(out, "", LABEL + 2);
    mem_put(out, low);
    const size_t used = strlen(low);
    put_right(out, high, c->columns > used ? c->columns - used : 0);
    mem_put_f(out, " %s\n", p->x_label);
}

/* "v drawn out, w dotted" */
static void put_legend(struct mem_text *out, const struct panel *p)
{
    static const char *const words[] = {"drawn out", "dotted", "dotted wider"};
    size_t n = 0;
    for (size_t i = 0; i < p->curves; i++)
        if (p->curve[i].label) {
            const struct curve *c = &p->curve[i];
            mem_put_f(out, "%s%s %s", n++ ? ", " : "  ", c->label,
                      c->stroke == STROKE_DOTS ? "as points" : words[i < 2 ? i : 2]);
        }
    for (size_t i = 0; i < p->marks; i++)
        if (p->mark[i].label)
            mem_put_f(out, "%s%s", n++ ? ", " : "  ", p->mark[i].label);
    mem_put(out, n ? "\n" : "");
}

static void put_panel(struct mem_text *out, const struct panel *p, size_t columns)
{
    enum { MARGIN = 24, LEAST = 20, MOST = 72, DOTTED = 3, MARKED = 2 };
    struct canvas c = {.rows = 16};
    c.columns = columns < MARGIN + LEAST ? LEAST : columns - MARGIN;
    if (c.columns > MOST)
        c.columns = MOST;
    c.dots = mem_take(out->mem, c.columns * c.rows);
    memset(c.dots, 0, c.columns * c.rows);
    c.x = figure_axis_x(p);
    c.y = figure_axis_y(p);
    if (p->equal)
        same_scale(&c, p->strict);
    for (size_t i = 0; i < p->marks; i++) {
        begin(&c, MARKED);
        const long x = place(c.x, p->mark[i].x, 2 * c.columns);
        line(&c, x, 0, x, 4 * (long)c.rows - 1);
    }
    for (size_t i = 0; i < p->curves; i++) {
        const bool dots = p->curve[i].stroke == STROKE_DOTS;
        begin(&c, i && !dots ? DOTTED * (unsigned)i : 1);
        draw_curve(&c, p, &p->curve[i]);
    }
    for (size_t i = 0; i < p->bodies; i++) {
        begin(&c, 1);
        draw_body(&c, &p->body[i]);
    }
    put_frame(out, &c, p);
    put_legend(out, p);
}

bool figure_as_txt(struct diag *d, struct mem_text *out, const struct figure *f, size_t columns)
{
    (void)d;
    if (f->title)
        mem_put_f(out, "%s\n", f->title);
    for (size_t i = 0; i < f->panels; i++)
        put_panel(out, &f->panel[i], columns ? columns : 80);
    return true;
}
