/* gen/figure/svg_body.c -- bodies as SVG elements. */
#include "gen/figure/svg.h"

#include <math.h>

static void put_points(struct mem_text *out, const struct paper *b, const struct body *body)
{
    mem_put(out, " points=\"");
    for (size_t i = 0; i < body->n; i++) {
        mem_put(out, i ? " " : "");
        figure_svg_number(out, figure_paper_x(b, body->x[i]));
        mem_put_char(out, ',');
        figure_svg_number(out, figure_paper_y(b, body->y[i]));
    }
    mem_put_char(out, '"');
}

static void put_attribute(struct mem_text *out, const char *name, double v)
{
    mem_put_f(out, " %s=\"", name);
    figure_svg_number(out, v);
    mem_put_char(out, '"');
}

static void put_round(struct mem_text *out, const struct paper *b, const struct body *body)
{
    const double scale = b->w / (b->across.high - b->across.low);
    const double x = figure_paper_x(b, body->x[0]), y = figure_paper_y(b, body->y[0]);
    if (body->major == body->minor) {
        put_attribute(out, "cx", x);
        put_attribute(out, "cy", y);
        put_attribute(out, "r", scale * body->major);
        return;
    }
    put_attribute(out, "rx", scale * body->major);
    put_attribute(out, "ry", scale * body->minor);
    mem_put(out, " transform=\"translate(");
    figure_svg_number(out, x);
    mem_put_char(out, ' ');
    figure_svg_number(out, y);
    mem_put(out, ") rotate(");
    figure_svg_number(out, -body->turn * 180 / 3.14159265358979323846);
    mem_put(out, ")\"");
}

static bool is_finite(const struct body *body)
{
    bool good = body->n > 0 && isfinite(body->major) && isfinite(body->minor) &&
                isfinite(body->turn) && body->major >= 0 && body->minor >= 0;
    for (size_t i = 0; i < body->n; i++)
        good &= isfinite(body->x[i]) && isfinite(body->y[i]);
    return good;
}

void figure_svg_body(struct mem_text *out, const struct paper *b, const struct body *body)
{
    static const struct {
        const char *tag, *class;
    } rows[] = {
        [BODY_LINE] = {"polyline", "l"}, [BODY_AREA] = {"polygon", "a"},
        [BODY_SOLID] = {"polygon", "w"}, [BODY_ROUND] = {"ellipse", "l"},
        [BODY_SPOT] = {"circle", "s"},
    };
    enum { SPOT = 4 };
    const bool circle = body->kind == BODY_ROUND && body->major == body->minor;
    if (!is_finite(body))
        return;
    mem_put_f(out, "<%s class=\"%s k%d\"", circle ? "circle" : rows[body->kind].tag,
              body->filled ? "a" : rows[body->kind].class, (int)(body->colour % SVG_COLOURS));
    if (body->fade > 0) {
        const int percent = (int)lround(100 * (1 - (body->fade < 0.9 ? body->fade : 0.9)));
        mem_put_f(out, " opacity=\".%02d\"", percent < 100 ? percent : 99);
    }
    if (body->kind == BODY_ROUND) {
        put_round(out, b, body);
    } else if (body->kind == BODY_SPOT) {
        put_attribute(out, "cx", figure_paper_x(b, body->x[0]));
        put_attribute(out, "cy", figure_paper_y(b, body->y[0]));
        put_attribute(out, "r", SPOT);
    } else {
        put_points(out, b, body);
    }
    mem_put(out, "/>\n");
}
