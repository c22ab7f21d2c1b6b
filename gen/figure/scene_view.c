/* gen/figure/scene_view.c -- projection of `draw` shapes onto the page, from the plane or from
 * space.
 *
 * The projection from space is orthographic: a circle becomes an ellipse whose major semi-axis is
 * the radius.
 */
#include "gen/figure/svg.h"

#include <math.h>
#include <string.h>

enum { SNAPSHOTS = 7, MOVES = 1, RESTS = 5 }; /* MOVES, RESTS: colours */

/* ---- from space to the page ---- */

struct spot {
    double x, y;
};
/* Direction of view: azimuth and elevation in rad. scene.js has the same. */
static const double aside = 0.52359877559829887, above = 0.44879895051282759;

static struct spot seen_from_aside(const double *p)
{
    return (struct spot){
        p[0] * cos(aside) + p[1] * sin(aside),
        p[2] * cos(above) + (p[1] * cos(aside) - p[0] * sin(aside)) * sin(above),
    };
}

/* Component of a vector along the direction of view. */
static double towards(const double *n)
{
    return n[0] * sin(aside) * cos(above) - n[1] * cos(aside) * cos(above) + n[2] * sin(above);
}

static struct spot on_paper(const struct model *m, const double *p, size_t dims)
{
    const double space[] = {p[0], p[1], dims == 3 ? p[2] : 0};
    return m->in_space ? seen_from_aside(space) : (struct spot){p[0], p[1]};
}

/* ---- shapes ---- */

/* Takes memory for n points: all x, then all y. */
static double *take_points(struct mem *m, struct body *out, size_t n)
{
    double *x = mem_take_array(m, 2 * n, sizeof *x);
    out->x = x;
    out->y = x + n;
    out->n = n;
    return x;
}

static void as_points(struct mem *m, const struct model *model, const struct drawing *d,
                      const double *at, struct body *out)
{
    double *x = take_points(m, out, d->points), *y = x + d->points;
    for (size_t i = 0; i < d->points; i++) {
        const struct spot p = on_paper(model, at + i * d->dims, d->dims);
        x[i] = p.x;
        y[i] = p.y;
    }
}

/* A thin rectangle along the heading. */
static void as_wheel(struct mem *m, const struct model *model, const double *at, struct body *out)
{
    static const double corner[][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    const double thin = 0.22, half = at[3] / 2, c = cos(at[2]), s = sin(at[2]);
    double *x = take_points(m, out, 4), *y = x + 4;
    for (size_t i = 0; i < 4; i++) {
        const double u = corner[i][0] * half, v = corner[i][1] * half * thin;
        const double p[] = {at[0] + u * c - v * s, at[1] + u * s + v * c};
        const struct spot on = on_paper(model, p, 2);
        x[i] = on.x;
        y[i] = on.y;
    }
}

/* A circle in space, or on the ground. */
static void as_ring(const struct model *model, const struct drawing *d, const double *at,
                    struct body *out)
{
    static const double up[] = {0, 0, 1};
    const double *n = d->shape == SHAPE_ring ? at + 3 : up;
    const double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    out->major = out->minor = fabs(at[d->n - 1]);
    if (d->shape == SHAPE_ball || !model->in_space || !(size > 0))
        return;
    const struct spot along = seen_from_aside(n);
    out->minor *= fmin(1, fabs(towards(n)) / size);
    out->turn = hypot(along.x, along.y) > 1e-9 * size ? atan2(along.x, -along.y) : 0;
}

/* Principal axes of the ellipse u cos(s) + v sin(s). */
static void as_ellipse(const struct model *model, const struct drawing *d, const double *at,
                       struct body *out)
{
    const struct spot u = on_paper(model, at + d->dims, d->dims);
    const struct spot v = on_paper(model, at + 2 * d->dims, d->dims);
    const double w =
        atan2(2 * (u.x * v.x + u.y * v.y), u.x * u.x + u.y * u.y - v.x * v.x - v.y * v.y) / 2;
    const struct spot a = {u.x * cos(w) + v.x * sin(w), u.y * cos(w) + v.y * sin(w)};
    out->major = hypot(a.x, a.y);
    out->minor = hypot(v.x * cos(w) - u.x * sin(w), v.y * cos(w) - u.y * sin(w));
    out->turn = atan2(a.y, a.x);
}

static void as_round(struct mem *m, const struct model *model, const struct drawing *d,
                     const double *at, struct body *out)
{
    double *x = take_points(m, out, 1);
    const struct spot center = on_paper(model, at, d->dims);
    x[0] = center.x;
    x[1] = center.y;
    if (d->shape == SHAPE_ellipse)
        as_ellipse(model, d, at, out);
    else
        as_ring(model, d, at, out);
}

bool figure_view_body(struct mem *m, const struct model *model, size_t i, const double *scene,
                      struct body *out)
{
    static const enum body_kind kind[SHAPE_COUNT] = {
        [SHAPE_segment] = BODY_LINE,  [SHAPE_path] = BODY_LINE,  [SHAPE_polygon] = BODY_AREA,
        [SHAPE_circle] = BODY_ROUND,  [SHAPE_disk] = BODY_ROUND, [SHAPE_wheel] = BODY_SOLID,
        [SHAPE_spot] = BODY_SPOT,     [SHAPE_trail] = BODY_SPOT, [SHAPE_ring] = BODY_ROUND,
        [SHAPE_ellipse] = BODY_ROUND, [SHAPE_ball] = BODY_ROUND,
    };
    const struct drawing *d = &model->drawing[i];
    const double *at = scene + d->at;
    *out = (struct body){.kind = kind[d->shape],
                         .filled = d->shape == SHAPE_disk || d->shape == SHAPE_ball,
                         .colour = d->fixed ? RESTS : MOVES};
    if (d->shape == SHAPE_trail)
        return false;
    for (size_t k = 0; k < d->n; k++)
        if (!isfinite(at[k]))
            return false;
    if (out->kind == BODY_ROUND)
        as_round(m, model, d, at, out);
    else if (d->shape == SHAPE_wheel)
        as_wheel(m, model, at, out);
    else
        as_points(m, model, d, at, out);
    return true;
}

/* ---- rows ---- */

static const double *scene_of(const struct recording *k, size_t i)
{
    return figure_recording_at(k, i) + 1 + 2 * k->sys->model->plots + 2;
}

void figure_view_at(const struct recording *k, double t, double *out)
{
    const size_t n = figure_recording_rows(k), numbers = k->sys->model->scene;
    size_t i = 0, high = n - 1; /* the last row that is not after t */
    while (i < high) {
        const size_t middle = i + (high - i + 1) / 2;
        if (figure_recording_at(k, middle)[0] <= t)
            i = middle;
        else
            high = middle - 1;
    }
    const size_t next = i + 1 < n ? i + 1 : i;
    const double a = figure_recording_at(k, i)[0], b = figure_recording_at(k, next)[0];
    const double u = b > a ? (t - a) / (b - a) : 0;
    for (size_t j = 0; j < numbers; j++)
        out[j] = scene_of(k, i)[j] + u * (scene_of(k, next)[j] - scene_of(k, i)[j]);
}

static struct curve trail(struct mem *m, const struct recording *k, const struct drawing *d)
{
    const size_t n = figure_recording_rows(k);
    double *x = mem_take_array(m, n + 1, sizeof *x), *y = mem_take_array(m, n + 1, sizeof *y);
    for (size_t i = 0; i < n; i++) {
        const struct spot p = on_paper(k->sys->model, scene_of(k, i) + d->at, d->dims);
        x[i] = p.x;
        y[i] = p.y;
    }
    return (struct curve){.x = x, .y = y, .n = n};
}

/* Curves of trails; without trails, the first plot if it is a path. `out` has room for all
 * drawings. */
static size_t find_trails(struct mem *m, const struct recording *k, struct curve *out)
{
    const struct model *model = k->sys->model;
    size_t n = 0;
    for (size_t i = 0; i < model->drawings; i++)
        if (model->drawing[i].shape == SHAPE_trail) {
            out[n] = trail(m, k, &model->drawing[i]);
            out[n].colour = n * 2; /* not the colour of bodies */
            n++;
        }
    if (n || model->in_space || !model->plots || !model->plot[0].path)
        return n;
    const struct figure *f = figure_of_recordings(m, NULL, &k, NULL, 1, 0);
    out[0] = f->panel[0].curve[0];
    return 1;
}

/* ---- the figure ---- */

static void put_bodies(struct mem *m, const struct recording *k, struct panel *out)
{
    const struct model *model = k->sys->model;
    const double start = figure_recording_at(k, 0)[0];
    const double end = figure_recording_at(k, figure_recording_rows(k) - 1)[0];
    double *scene = mem_take_array(m, model->scene + 1, sizeof *scene);
    out->body = mem_take_array(m, SNAPSHOTS * model->drawings + 1, sizeof *out->body);
    for (size_t s = 0; s < SNAPSHOTS; s++) {
        const double u = (double)s / (SNAPSHOTS - 1);
        figure_view_at(k, start + u * (end - start), scene);
        for (size_t i = 0; i < model->drawings; i++) {
            struct body *b = &out->body[out->bodies];
            if ((model->drawing[i].fixed && s) || !figure_view_body(m, model, i, scene, b))
                continue;
            b->fade = model->drawing[i].fixed ? 0 : 0.75 * (1 - u);
            out->bodies++;
        }
    }
}

struct figure *figure_view_figure(struct mem *m, const char *title, const struct recording *k)
{
    const struct model *model = k->sys->model;
    const bool space = model->in_space;
    const bool path = !space && model->plots && model->plot[0].path;
    struct figure *f = mem_take(m, sizeof *f);
    struct panel *p = mem_take(m, sizeof *p);
    *f = (struct figure){.title = title, .panel = p, .panels = 1};
    *p = (struct panel){
        .x_label = path ? figure_axis_label(m, model->plot[0].x_name, model->plot[0].x_unit) : "",
        .y_label = path ? figure_axis_label(m, model->plot[0].y_name, model->plot[0].y_unit) : "",
        .equal = true,
        .strict = true,
        .bare = space,
        .curve = mem_take_array(m, model->drawings + 1, sizeof *p->curve)};
    p->curves = find_trails(m, k, p->curve);
    put_bodies(m, k, p);
    return f;
}
