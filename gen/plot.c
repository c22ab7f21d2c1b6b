/* gen/plot.c -- curves in the terminal, drawn with braille dots, two by four in a character. */
#include "gen/gen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct points gen_points(struct mem *m, size_t cap)
{
    return (struct points){.x = mem_take_array(m, cap, sizeof(double)),
                           .y = mem_take_array(m, cap, sizeof(double)),
                           .cap = cap,
                           .every = 1};
}

/* When full, every second point goes, and from then on every second one comes. */
void gen_points_add(struct points *p, double x, double y)
{
    if (p->seen++ % p->every != 0)
        return;
    if (p->n == p->cap) {
        for (size_t i = 0; i < p->cap / 2; i++) {
            p->x[i] = p->x[2 * i];
            p->y[i] = p->y[2 * i];
        }
        p->n = p->cap / 2;
        p->every *= 2;
        if ((p->seen - 1) % p->every != 0)
            return;
    }
    p->x[p->n] = x;
    p->y[p->n] = y;
    p->n++;
}

struct axis {
    double low, high;
};

static struct axis range_of(const double *v, size_t n)
{
    struct axis a = {INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++)
        if (isfinite(v[i])) {
            a.low = fmin(a.low, v[i]);
            a.high = fmax(a.high, v[i]);
        }
    if (!(a.low <= a.high))
        a = (struct axis){0, 0};
    /* What is constant but for rounding is drawn as a line in the middle. */
    const double size = fmax(fabs(a.low), fabs(a.high));
    if (a.high - a.low <= 1e-6 * size || size == 0) {
        const double middle = (a.low + a.high) / 2, half = size > 0 ? size / 2 : 1;
        a = (struct axis){middle - half, middle + half};
    }
    return a;
}

struct canvas {
    size_t columns, rows; /* characters */
    unsigned char *dots;
    struct axis x, y;
    unsigned every, seen; /* one dot in `every` is drawn */
    long at_x, at_y;      /* the last one that was looked at */
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

/* Where a value falls among n dots. */
static long place(struct axis a, double v, size_t n)
{
    const double u = (v - a.low) / (a.high - a.low) * (double)(n - 1);
    return u > -1 && u < (double)n ? lround(u) : -1;
}

static void line(struct canvas *c, long x0, long y0, long x1, long y1)
{
    const long dx = labs(x1 - x0), dy = labs(y1 - y0), steps = dx > dy ? dx : dy;
    for (long i = 0; i <= steps; i++) {
        const double u = steps ? (double)i / (double)steps : 0;
        dot(c, x0 + lround(u * (double)(x1 - x0)), y0 + lround(u * (double)(y1 - y0)));
    }
}

static void draw(struct canvas *c, const struct points *p)
{
    long x0 = -1, y0 = -1;
    for (size_t i = 0; i < p->n; i++) {
        const long x = place(c->x, p->x[i], 2 * c->columns);
        const long y = 4 * (long)c->rows - 1 - place(c->y, p->y[i], 4 * c->rows);
        if (x >= 0 && isfinite(p->y[i]))
            line(c, x0 < 0 ? x : x0, x0 < 0 ? y : y0, x, y);
        x0 = isfinite(p->y[i]) ? x : -1;
        y0 = y;
    }
}

/* Circles look round when both axes have one scale; that is chosen when it wastes little. */
static void same_scale(struct canvas *c)
{
    const double dots_x = 2 * (double)c->columns, dots_y = 4 * (double)c->rows;
    const double sx = (c->x.high - c->x.low) / dots_x, sy = (c->y.high - c->y.low) / dots_y;
    if (sx > 4 * sy || sy > 4 * sx)
        return;
    struct axis *a = sx > sy ? &c->y : &c->x;
    const double middle = (a->low + a->high) / 2;
    const double half = (sx > sy ? sx * dots_y : sy * dots_x) / 2;
    *a = (struct axis){middle - half, middle + half};
}

static void put_row(FILE *out, const struct canvas *c, size_t row)
{
    size_t end = c->columns;
    while (end && !c->dots[row * c->columns + end - 1])
        end--;
    for (size_t i = 0; i < end; i++) {
        const unsigned char d = c->dots[row * c->columns + i];
        const char utf8[] = {'\xE2', (char)(0xA0 | d >> 6), (char)(0x80 | (d & 63)), 0};
        fputs(d ? utf8 : " ", out);
    }
    fputc('\n', out);
}

static void put_right(FILE *out, const char *text, size_t columns)
{
    for (size_t n = gen_columns(text, strlen(text)); n < columns; n++)
        fputc(' ', out);
    fputs(text, out);
}

static void put_frame(FILE *out, const struct canvas *c, const char *x_name, const char *y_name)
{
    enum { LABEL = 10, DIGITS = 4 };
    char low[EX_DOUBLE_ROOM], high[EX_DOUBLE_ROOM];
    ex_double_brief(c->y.low, DIGITS, low);
    ex_double_brief(c->y.high, DIGITS, high);
    put_right(out, y_name, LABEL);
    fputc('\n', out);
    for (size_t r = 0; r < c->rows; r++) {
        put_right(out, r == 0 ? high : r + 1 == c->rows ? low : "", LABEL);
        fputs(r == 0 || r + 1 == c->rows ? " ┤" : " │", out);
        put_row(out, c, r);
    }
    put_right(out, "", LABEL);
    fputs(" └", out);
    for (size_t i = 0; i < c->columns; i++)
        fputs("─", out);
    ex_double_brief(c->x.low, DIGITS, low);
    ex_double_brief(c->x.high, DIGITS, high);
    fputc('\n', out);
    put_right(out, "", LABEL + 2);
    const size_t used = gen_put_padded(out, low, 0);
    put_right(out, high, c->columns > used ? c->columns - used : 0);
    fprintf(out, " %s\n", x_name);
}

static struct axis both(struct axis a, struct axis b)
{
    return (struct axis){fmin(a.low, b.low), fmax(a.high, b.high)};
}

void gen_plot_all(FILE *out, struct mem *m, const struct points *p, size_t n, const char *x_name,
                  const char *y_name, size_t columns)
{
    enum { MARGIN = 24, LEAST = 20, MOST = 72, DOTTED = 3 };
    struct canvas c = {.rows = 16};
    c.columns = columns < MARGIN + LEAST ? LEAST : columns - MARGIN;
    if (c.columns > MOST)
        c.columns = MOST;
    c.dots = mem_take(m, c.columns * c.rows);
    memset(c.dots, 0, c.columns * c.rows);
    for (size_t i = 0; i < n; i++) {
        const struct axis x = range_of(p[i].x, p[i].n), y = range_of(p[i].y, p[i].n);
        c.x = i ? both(c.x, x) : x;
        c.y = i ? both(c.y, y) : y;
    }
    same_scale(&c);
    for (size_t i = 0; i < n; i++) {
        c.every = i ? DOTTED * (unsigned)i : 1;
        c.seen = 0;
        c.at_x = c.at_y = -1;
        draw(&c, &p[i]);
    }
    put_frame(out, &c, x_name, y_name);
}

void gen_plot(FILE *out, struct mem *m, const struct points *p, const char *x_name,
              const char *y_name, size_t columns)
{
    gen_plot_all(out, m, p, 1, x_name, y_name, columns);
}
