/* gen/figure/animation.c -- animation of moving bodies as SVG without scripts.
 *
 * A page can show it as an image. Every attribute that changes has a list of values, one for each
 * key frame; the viewer interpolates linearly. There are as many key frames as are needed for the
 * error to be invisible.
 */
#include "gen/figure/svg.h"

#include <math.h>
#include <string.h>

enum { FEWEST = 24, MOST = 192, HEAVY = 30000 }; /* key frames; bytes */

struct animation {
    struct mem *mem;
    const struct recording *recording;
    const struct model *model;
    struct paper paper;
    double start, end;
    size_t moments;      /* key frames; the last one is at the end */
    struct body **shot;  /* the current drawing at each moment */
    const char *seconds; /* duration */
};

/* ---- moments ---- */

static double time_of(const struct animation *f, double i)
{
    return f->start + (f->end - f->start) * i / (double)(f->moments - 1);
}

/* Largest error of linear interpolation half-way between moments, in pixels. */
static double miss(const struct animation *f)
{
    const size_t n = f->model->scene;
    double *a = mem_take_array(f->mem, 4 * n + 1, sizeof *a), most = 0;
    const double scale = f->paper.w / (f->paper.across.high - f->paper.across.low);
    for (size_t i = 0; i + 1 < f->moments; i++) {
        figure_view_at(f->recording, time_of(f, (double)i), a);
        figure_view_at(f->recording, time_of(f, (double)i + 1), a + n);
        figure_view_at(f->recording, time_of(f, (double)i + 0.5), a + 2 * n);
        for (size_t k = 0; k < f->model->drawings; k++) {
            const struct drawing *d = &f->model->drawing[k];
            for (size_t j = d->at; j < d->at + d->points * d->dims; j++)
                most = fmax(most, scale * fabs(a[2 * n + j] - (a[j] + a[n + j]) / 2));
        }
    }
    return most;
}

/* Approximate number of bytes of a moment. */
static size_t weight(const struct model *m)
{
    enum { NUMBER = 6 };
    size_t numbers = 0;
    for (size_t i = 0; i < m->drawings; i++) {
        const struct drawing *d = &m->drawing[i];
        numbers += d->fixed                  ? 0
                   : d->shape == SHAPE_wheel ? 8 /* its corners */
                                             : 2 * d->points;
    }
    return NUMBER * numbers;
}

static void choose_moments(struct animation *f)
{
    const double seen = 0.7;
    const size_t room = weight(f->model);
    f->moments = FEWEST;
    while (f->moments * 3 / 2 <= MOST && f->moments * 3 / 2 * room < HEAVY && miss(f) > seen)
        f->moments = f->moments * 3 / 2;
}

/* Duration: that of the run, but at least 4 s and at most 20 s. */
static const char *seconds(struct mem *m, double span)
{
    const double least = 4, most = 20;
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(span < least ? least : span > most ? most : span, 3, text);
    return base_text(m, "%s", text);
}

/* ---- values ---- */

typedef double number_of(const struct animation *f, const struct body *b);

static double center_x(const struct animation *f, const struct body *b)
{
    return figure_paper_x(&f->paper, b->x[0]);
}

static double center_y(const struct animation *f, const struct body *b)
{
    return figure_paper_y(&f->paper, b->y[0]);
}

static double to_pixels(const struct animation *f, double v)
{
    return v * f->paper.w / (f->paper.across.high - f->paper.across.low);
}

static double major(const struct animation *f, const struct body *b)
{
    return to_pixels(f, b->major);
}

static double minor(const struct animation *f, const struct body *b)
{
    return to_pixels(f, b->minor);
}

static void open_animation(struct mem_text *out, const struct animation *f, const char *tag,
                           const char *name)
{
    mem_put_f(out, "<%s attributeName=\"%s\" dur=\"%ss\" repeatCount=\"indefinite\" values=\"", tag,
              name, f->seconds);
}

/* Writes a number as an attribute, and if it changes its animation. */
static void put_number(struct mem_text *attributes, struct mem_text *inside,
                       const struct animation *f, const char *name, number_of *of)
{
    bool moves = false;
    mem_put_f(attributes, " %s=\"", name);
    figure_svg_number(attributes, of(f, f->shot[0]));
    mem_put_char(attributes, '"');
    for (size_t i = 1; i < f->moments; i++)
        moves |= figure_tenths(of(f, f->shot[i])) != figure_tenths(of(f, f->shot[0]));
    if (!moves)
        return;
    open_animation(inside, f, "animate", name);
    for (size_t i = 0; i < f->moments; i++) {
        mem_put(inside, i ? ";" : "");
        figure_svg_number(inside, of(f, f->shot[i]));
    }
    mem_put(inside, "\"/>");
}

static void put_points(struct mem_text *out, const struct animation *f, const struct body *b)
{
    for (size_t i = 0; i < b->n; i++) {
        mem_put(out, i ? " " : "");
        figure_svg_number(out, figure_paper_x(&f->paper, b->x[i]));
        mem_put_char(out, ',');
        figure_svg_number(out, figure_paper_y(&f->paper, b->y[i]));
    }
}

static void put_polygon(struct mem_text *out, const struct animation *f, const char *tag,
                        const char *class)
{
    mem_put_f(out, "<%s class=\"%s k%d\" points=\"", tag, class,
              (int)(f->shot[0]->colour % SVG_COLOURS));
    put_points(out, f, f->shot[0]);
    mem_put(out, "\">");
    open_animation(out, f, "animate", "points");
    for (size_t i = 0; i < f->moments; i++) {
        mem_put(out, i ? ";" : "");
        put_points(out, f, f->shot[i]);
    }
    mem_put_f(out, "\"/></%s>\n", tag);
}

static void put_circle(struct mem_text *out, const struct animation *f, bool spot)
{
    struct mem_text attributes = mem_text(f->mem), inside = mem_text(f->mem);
    const struct body *b = f->shot[0];
    put_number(&attributes, &inside, f, "cx", center_x);
    put_number(&attributes, &inside, f, "cy", center_y);
    if (spot)
        mem_put(&attributes, " r=\"4\"");
    else
        put_number(&attributes, &inside, f, "r", major);
    mem_put_f(out, "<circle class=\"%s k%d\"%s>%s</circle>\n",
              spot        ? "s"
              : b->filled ? "a"
                          : "l",
              (int)(b->colour % SVG_COLOURS), attributes.text, inside.text);
}

/* Angles of an ellipse are defined up to half a turn; each is chosen nearest to the last. */
static void put_turns(struct mem_text *out, const struct animation *f)
{
    const double half = 3.14159265358979323846;
    double before = f->shot[0]->turn;
    open_animation(out, f, "animateTransform", "transform");
    out->len -= strlen("values=\"");
    mem_put(out, "type=\"rotate\" values=\"");
    for (size_t i = 0; i < f->moments; i++) {
        const double turn = f->shot[i]->turn;
        before = turn + half * round((before - turn) / half);
        mem_put(out, i ? ";" : "");
        figure_svg_number(out, -before * 180 / half);
    }
    mem_put(out, "\"/>");
}

static void put_ellipse(struct mem_text *out, const struct animation *f)
{
    struct mem_text attributes = mem_text(f->mem), inside = mem_text(f->mem);
    const struct body *b = f->shot[0];
    put_number(&attributes, &inside, f, "rx", major);
    put_number(&attributes, &inside, f, "ry", minor);
    put_turns(&inside, f);
    mem_put(out, "<g>");
    open_animation(out, f, "animateTransform", "transform");
    out->len -= strlen("values=\"");
    mem_put(out, "type=\"translate\" values=\"");
    for (size_t i = 0; i < f->moments; i++) {
        mem_put(out, i ? ";" : "");
        figure_svg_number(out, center_x(f, f->shot[i]));
        mem_put_char(out, ' ');
        figure_svg_number(out, center_y(f, f->shot[i]));
    }
    mem_put_f(out, "\"/><ellipse class=\"%s k%d\"%s>%s</ellipse></g>\n", b->filled ? "a" : "l",
              (int)(b->colour % SVG_COLOURS), attributes.text, inside.text);
}

/* ---- bodies ---- */

/* The drawing at all moments; false: a number of it is not finite. */
static bool take_shots(struct animation *f, size_t drawing, double *scene)
{
    for (size_t i = 0; i < f->moments; i++) {
        figure_view_at(f->recording, time_of(f, (double)i), scene);
        if (!figure_view_body(f->mem, f->model, drawing, scene, f->shot[i]))
            return false;
    }
    return true;
}

static bool is_oblong(const struct animation *f)
{
    for (size_t i = 0; i < f->moments; i++)
        if (f->shot[i]->major != f->shot[i]->minor)
            return true;
    return false;
}

static void put_drawing(struct mem_text *out, struct animation *f, size_t i)
{
    if (f->model->drawing[i].fixed) {
        figure_svg_body(out, &f->paper, f->shot[0]);
        return;
    }
    switch (f->shot[0]->kind) {
    case BODY_LINE:
        put_polygon(out, f, "polyline", "l");
        break;
    case BODY_AREA:
        put_polygon(out, f, "polygon", "a");
        break;
    case BODY_SOLID:
        put_polygon(out, f, "polygon", "w");
        break;
    case BODY_SPOT:
        put_circle(out, f, true);
        break;
    case BODY_ROUND:
        if (is_oblong(f))
            put_ellipse(out, f);
        else
            put_circle(out, f, false);
        break;
    }
}

/* ---- paths ---- */

/* The whole path pale, and over it the part up to the current time. */
static void put_trail(struct mem_text *out, const struct animation *f, const struct panel *p,
                      const struct curve *c)
{
    double *along = mem_take_array(f->mem, c->n + 1, sizeof *along), sum = 0;
    const int colour = (int)(c->colour % SVG_COLOURS);
    for (size_t i = 0; i < c->n; i++) {
        if (i)
            sum += hypot(c->x[i] - c->x[i - 1], c->y[i] - c->y[i - 1]);
        along[i] = sum;
    }
    struct mem_text d = mem_text(f->mem);
    figure_svg_path(&d, p, &f->paper, c);
    mem_put_f(out, "<path class=\"l k%d\" opacity=\".25\" d=\"%s\"/>\n", colour, d.text);
    if (!(sum > 0) || !isfinite(sum))
        return;
    mem_put_f(out, "<path class=\"l k%d\" pathLength=\"1000\" stroke-dasharray=\"1000\" d=\"%s\">",
              colour, d.text);
    open_animation(out, f, "animate", "stroke-dashoffset");
    for (size_t i = 0, row = 0; i < f->moments; i++) {
        while (row + 1 < c->n && figure_recording_at(f->recording, row)[0] < time_of(f, (double)i))
            row++;
        mem_put(out, i ? ";" : "");
        figure_svg_number(out, 1000 * (1 - along[row] / sum));
    }
    mem_put(out, "\"/></path>\n");
}

void figure_view_animate(struct mem_text *out, const char *title, const struct recording *k)
{
    struct animation f = {.mem = out->mem, .recording = k, .model = k->sys->model};
    const struct figure *still = figure_view_figure(out->mem, title, k);
    const struct panel *p = still->panel;
    double *scene = mem_take_array(out->mem, f.model->scene + 1, sizeof *scene);
    const bool same = figure_paper(p, &f.paper);
    f.paper.y = (title ? 34 : 0) + figure_panel_top(p, &f.paper);
    f.start = figure_recording_at(k, 0)[0];
    f.end = figure_recording_at(k, figure_recording_rows(k) - 1)[0];
    f.seconds = seconds(out->mem, f.end - f.start);
    choose_moments(&f);
    f.shot = mem_take_array(out->mem, f.moments, sizeof(struct body *));
    for (size_t i = 0; i < f.moments; i++)
        f.shot[i] = mem_take(out->mem, sizeof **f.shot);
    figure_svg_begin(out, title, figure_svg_wide(title, f.paper.x + f.paper.w),
                     f.paper.y + f.paper.h + figure_panel_below(p));
    figure_svg_title(out, title);
    figure_svg_axes(out, p, &f.paper, same);
    for (size_t i = 0; i < p->curves; i++)
        put_trail(out, &f, p, &p->curve[i]);
    for (size_t i = 0; i < f.model->drawings; i++)
        if (take_shots(&f, i, scene))
            put_drawing(out, &f, i);
    mem_put(out, "</svg>\n");
}
