/* gen/figure/recording.c -- recording of a run: thinned rows of plotted values, and their figure.
 *
 * It keeps at most as many rows as a figure can show.
 */
#include "gen/figure/svg.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 1 << 20, ROWS = 1 << 14, LEAST = 64, MARKS = 100 };

struct recording *figure_recording(struct mem *m, const struct system *sys,
                                   const struct rt_model *machine, const double *p, bool scene)
{
    struct recording *k = mem_take(m, sizeof *k);
    *k = (struct recording){.sys = sys, .machine = machine, .p = p, .every = 1};
    k->scene = scene && machine->length[RT_scene] > 0;
    k->wide = 1 + 2 * sys->model->plots + 2 + (k->scene ? sys->model->scene : 0);
    k->cap = NUMBERS / k->wide;
    k->cap = k->cap > ROWS ? ROWS : k->cap < LEAST ? LEAST : k->cap;
    k->row = mem_take_array(m, (k->cap + 1) * k->wide, sizeof *k->row);
    k->mark = mem_take_array(m, MARKS, sizeof *k->mark);
    return k;
}

static size_t change_at(const struct recording *k)
{
    return 1 + 2 * k->sys->model->plots;
}

/* Drops every second row; from now on only every second one is stored. */
static void make_room(struct recording *k)
{
    for (size_t i = 0; 2 * i < k->n; i++)
        memmove(k->row + i * k->wide, k->row + 2 * i * k->wide, k->wide * sizeof *k->row);
    k->n = (k->n + 1) / 2;
    k->every *= 2;
}

void figure_recording_row(struct recording *k, double t, const double *u, const double *x,
                          double change, double violation)
{
    if (k->n == k->cap)
        make_room(k);
    double *row = k->row + k->n * k->wide, *rest = row + change_at(k);
    row[0] = t;
    if (k->sys->model->plots)
        rt_call(k->machine, RT_output, t, u, x, k->p, row + 1);
    rest[0] = change;
    rest[1] = violation;
    if (k->scene)
        rt_call(k->machine, RT_scene, t, u, x, k->p, rest + 2);
    k->tail = k->seen++ % k->every != 0;
    k->n += !k->tail;
}

void figure_recording_event(struct recording *k, double t, size_t event)
{
    if (k->marks < MARKS)
        k->mark[k->marks++] = (struct mark){.x = t, .label = k->sys->model->event[event].name};
}

size_t figure_recording_rows(const struct recording *k)
{
    return k->n + k->tail;
}

const double *figure_recording_at(const struct recording *k, size_t i)
{
    return k->row + i * k->wide;
}

/* ---- the figure ---- */

/* One column of all rows, times a factor. */
static double *column(struct mem *m, const struct recording *k, size_t at, double factor)
{
    const size_t n = figure_recording_rows(k);
    double *out = mem_take_array(m, n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i] = k->row[i * k->wide + at] * factor;
    return out;
}

static double *measured(struct mem *m, const struct recording *k, enum plot_of of)
{
    const bool drift = of == PLOT_DRIFT;
    const double factor = drift && k->size > 0 ? 1 / k->size : 1;
    return column(m, k, change_at(k) + !drift, factor);
}

static struct curve curve_of(struct mem *m, const struct recording *k, size_t plot)
{
    const struct plot *p = &k->sys->model->plot[plot];
    return (struct curve){.x = column(m, k, 1 + 2 * plot, 1),
                          .y = p->of == PLOT_NUMBER ? column(m, k, 2 + 2 * plot, 1)
                                                    : measured(m, k, p->of),
                          .n = figure_recording_rows(k)};
}

static const char *words_of(enum plot_of of)
{
    return of == PLOT_DRIFT ? "change of the energy, by its size" : "violation of constraints";
}

static const char *name_of(const struct plot *p)
{
    return p->of == PLOT_NUMBER ? p->y_name : words_of(p->of);
}

static const char *curve_label(struct mem *m, const struct plot *p, const char *run, bool several)
{
    if (!several)
        return run;
    const char *name = p->over_time || p->of != PLOT_NUMBER
                           ? p->y_name
                           : base_text(m, "(%s, %s)", p->x_name, p->y_name);
    return run ? base_text(m, "%s, %s", name, run) : name;
}

/* The label of the y axis for n curves; if there are many, only the legend names them. */
static const char *y_label(struct mem *m, const struct plot *p, size_t n)
{
    enum { FEW = 3 };
    struct mem_text out = mem_text(m);
    bool one_unit = true;
    if (!p->over_time)
        return figure_axis_label(m, name_of(p), p->y_unit);
    for (size_t i = 0; i < n; i++) {
        one_unit &= p[i].y_unit && p->y_unit && strcmp(p[i].y_unit, p->y_unit) == 0;
        if (n <= FEW)
            mem_put_f(&out, "%s%s", i ? ", " : "", n > 1 ? p[i].y_name : name_of(&p[i]));
    }
    return figure_axis_label(m, out.text, one_unit ? p->y_unit : NULL);
}

static struct panel panel_of(struct mem *m, const struct recording *const *recording,
                             const char *const *label, size_t n, size_t from, size_t to)
{
    const struct plot *p = &recording[0]->sys->model->plot[from];
    struct panel out = {.x_label = figure_axis_label(m, p->x_name, p->x_unit),
                        .y_label = y_label(m, p, to - from),
                        .curve = mem_take_array(m, n * (to - from), sizeof *out.curve),
                        .equal = true};
    for (size_t i = from; i < to; i++) {
        out.equal &= recording[0]->sys->model->plot[i].path;
        out.decades |= recording[0]->sys->model->plot[i].of != PLOT_NUMBER;
        for (size_t k = 0; k < n; k++) {
            struct curve c = curve_of(m, recording[k], i);
            c.label = curve_label(m, &recording[0]->sys->model->plot[i], n > 1 ? label[k] : NULL,
                                  to - from > 1);
            c.colour = to - from > 1 ? i - from : k;
            c.stroke = k ? STROKE_DASHED : STROKE_SOLID;
            out.curve[out.curves++] = c;
        }
    }
    if (p->over_time && n == 1) {
        out.mark = recording[0]->mark;
        out.marks = recording[0]->marks;
    }
    return out;
}

/* Drift of energy and constraints, in addition to the plots of the model. */
static struct panel drift_panel(struct mem *m, const struct recording *const *recording,
                                const char *const *label, size_t n)
{
    static const enum plot_of of[] = {PLOT_DRIFT, PLOT_CONSTRAINT};
    struct panel out = {.x_label = "t",
                        .y_label = words_of(PLOT_DRIFT),
                        .curve = mem_take_array(m, 2 * n, sizeof *out.curve),
                        .decades = true};
    const bool constrained = recording[0]->machine->length[RT_constraint] > 0;
    for (size_t i = 0; i < 1 + (size_t)constrained; i++)
        for (size_t k = 0; k < n; k++) {
            const char *name = constrained ? (i ? "constraints" : "energy") : NULL;
            out.curve[out.curves++] =
                (struct curve){.x = column(m, recording[k], 0, 1),
                               .y = measured(m, recording[k], of[i]),
                               .n = figure_recording_rows(recording[k]),
                               .label = n == 1 ? name
                                        : name ? base_text(m, "%s, %s", name, label[k])
                                               : label[k],
                               .colour = constrained ? i : k,
                               .stroke = k ? STROKE_DASHED : STROKE_SOLID};
        }
    if (constrained)
        out.y_label = "drift";
    return out;
}

struct figure *figure_of_recordings(struct mem *m, const char *title,
                                    const struct recording *const *recording,
                                    const char *const *label, size_t n, unsigned what)
{
    const struct model *model = recording[0]->sys->model;
    struct figure *f = mem_take(m, sizeof *f);
    *f = (struct figure){.title = title};
    f->panel = mem_take_array(m, model->plots + 2, sizeof *f->panel);
    for (size_t from = 0, to; from < model->plots; from = to) {
        for (to = from; to < model->plots && model->plot[to].panel == model->plot[from].panel;)
            to++;
        f->panel[f->panels++] = panel_of(m, recording, label, n, from, to);
    }
    if (what & RECORDING_DRIFT)
        f->panel[f->panels++] = drift_panel(m, recording, label, n);
    return f;
}
