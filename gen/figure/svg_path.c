/* gen/figure/svg_path.c -- curves as SVG paths.
 *
 * Coordinates are whole tenths of a pixel. Points that make no visible difference are left out, so
 * that a long run makes a short file.
 */
#include "gen/figure/svg.h"

#include <math.h>

struct points_on_paper {
    long *x, *y;
    bool *kept;
    size_t n;
};

/* Squared distance of the point i from the segment between two others, in tenths. */
static double off_line(const struct points_on_paper *p, size_t a, size_t b, size_t i)
{
    const double dx = (double)(p->x[b] - p->x[a]), dy = (double)(p->y[b] - p->y[a]);
    const double px = (double)(p->x[i] - p->x[a]), py = (double)(p->y[i] - p->y[a]);
    const double len = dx * dx + dy * dy, along = len > 0 ? (px * dx + py * dy) / len : 0;
    const double u = along < 0 ? 0 : along > 1 ? 1 : along;
    const double ox = px - u * dx, oy = py - u * dy;
    return ox * ox + oy * oy;
}

/* Ramer-Douglas-Peucker: keeps the points between two kept ones that are too far from the line
 * between them. Stretches are short, so that the work is bounded. */
static void thin(struct points_on_paper *p, size_t from, size_t to)
{
    enum { DEPTH = 512 };
    const double near = 2.5; /* tenths, squared */
    struct {
        size_t a, b;
    } stack[DEPTH];
    size_t n = 0;
    stack[n].a = from;
    stack[n++].b = to;
    while (n) {
        const size_t a = stack[--n].a, b = stack[n].b;
        size_t worst = a;
        double most = near;
        for (size_t i = a + 1; i < b; i++) {
            const double off = off_line(p, a, b, i);
            if (off > most) {
                most = off;
                worst = i;
            }
        }
        if (worst == a)
            continue;
        p->kept[worst] = true;
        if (n + 2 <= DEPTH) {
            stack[n].a = a;
            stack[n++].b = worst;
            stack[n].a = worst;
            stack[n++].b = b;
        }
    }
}

static void put_piece(struct mem_text *out, struct points_on_paper *p)
{
    enum { STRETCH = 256 };
    long x = 0, y = 0;
    for (size_t i = 0; i < p->n; i++)
        p->kept[i] = i % STRETCH == 0 || i + 1 == p->n;
    for (size_t i = 0; i + 1 < p->n; i += STRETCH)
        thin(p, i, i + STRETCH < p->n ? i + STRETCH : p->n - 1);
    for (size_t i = 0, n = 0; i < p->n; i++) {
        if (!p->kept[i])
            continue;
        mem_put(out, n == 0 ? "M" : n == 1 ? "l" : p->x[i] < x ? "" : " ");
        figure_svg_tenths(out, p->x[i] - x);
        mem_put(out, p->y[i] < y ? "" : " ");
        figure_svg_tenths(out, p->y[i] - y);
        x = p->x[i];
        y = p->y[i];
        n++;
    }
    if (p->n == 1)
        mem_put(out, "h0"); /* a dot */
    p->n = 0;
}

void figure_svg_path(struct mem_text *out, const struct panel *p, const struct paper *b,
                     const struct curve *c)
{
    struct mem *m = out->mem;
    struct points_on_paper on = {.x = mem_take_array(m, c->n + 1, sizeof *on.x),
                                 .y = mem_take_array(m, c->n + 1, sizeof *on.y),
                                 .kept = mem_take_array(m, c->n + 1, sizeof *on.kept)};
    for (size_t i = 0; i < c->n; i++) {
        const double v = figure_y(p, c->y[i]);
        const bool good = isfinite(c->x[i]) && isfinite(v);
        const long x = good ? figure_tenths(figure_paper_x(b, c->x[i])) : 0;
        const long y = good ? figure_tenths(figure_paper_y(b, v)) : 0;
        if ((!good || c->stroke == STROKE_DOTS) && on.n)
            put_piece(out, &on);
        if (!good || (on.n && on.x[on.n - 1] == x && on.y[on.n - 1] == y))
            continue;
        on.x[on.n] = x;
        on.y[on.n++] = y;
    }
    if (on.n)
        put_piece(out, &on);
}
