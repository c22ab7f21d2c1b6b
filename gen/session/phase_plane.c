/* gen/session/phase_plane.c -- phase portraits, direction fields and animations in a session. */
#define _DEFAULT_SOURCE
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* ---- two names ---- */

struct plane {
    struct span at[2];
    const char *name[2];
    double low[2], high[2];
};

static bool read_plane(struct session *r, struct span rest, const char *word, struct plane *out)
{
    const char *text = rest.src->clean + rest.at;
    size_t comma = 0;
    while (comma < rest.len && text[comma] != ',')
        comma++;
    *out = (struct plane){.low = {0, 0}};
    if (rest.len == 0 || comma == rest.len) {
        base_fail(&r->diag, EXIT_USAGE, "%s takes two names", word)->help =
            base_text(r->mem, "for example: %s %s, %s", word, r->gen->job.system->state_name[0],
                      r->gen->job.system->states > 1 ? r->gen->job.system->state_name[1] : "y");
        return false;
    }
    out->at[0] = session_trim((struct span){rest.src, rest.at, comma});
    out->at[1] = session_trim((struct span){rest.src, rest.at + comma + 1, rest.len - comma - 1});
    for (size_t k = 0; k < 2; k++)
        out->name[k] = session_copy(r, out->at[k]);
    return true;
}

/* The range of the run and 10 % more; 1 to both sides where it is constant. */
static bool find_range(struct session *r, struct plane *p)
{
    ex e[2];
    for (size_t k = 0; k < 2; k++)
        if ((e[k] = session_read(r, p->at[k])) == EX_POISON)
            return false;
    const double *value = session_along(r, e, 2);
    for (size_t k = 0; k < 2 && value; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < r->orbit.n; i++) {
            low = fmin(low, value[k * r->orbit.n + i]);
            high = fmax(high, value[k * r->orbit.n + i]);
        }
        const double wide = high - low, least = 1e-3 * (1 + fabs(high) + fabs(low));
        p->low[k] = low - (wide > least ? 0.1 * wide : 1);
        p->high[k] = high + (wide > least ? 0.1 * wide : 1);
    }
    return value != NULL;
}

static bool put(struct session *r, struct plane *p, struct curve *curve, size_t n)
{
    struct panel panel = {
        .x_label = p->name[0], .y_label = p->name[1], .curve = curve, .curves = n};
    const struct figure f = {.panel = &panel, .panels = 1};
    return session_put_figure(r, &f);
}

/* ---- phase portrait: runs from many initial states ---- */

static double *copy_of(struct session *r, const double *from, size_t n)
{
    double *out = mem_take_array(r->mem, n + 1, sizeof *out);
    memcpy(out, from, n * sizeof *out);
    return out;
}

/* One run; false: it cannot start there. */
static bool run_from(struct session *r, struct plane *p, const double at[2], struct curve *out)
{
    struct job *job = &r->gen->job;
    const struct diag before = *job->diag;
    char text[EX_DOUBLE_ROOM];
    ex e[2];
    struct facts now = session_facts_copy(r, &r->now);
    for (size_t k = 0; k < 2; k++) {
        ex_double_show(at[k], text);
        session_start_at(r, p->at[k], text);
        e[k] = session_read(r, p->at[k]);
    }
    session_drop_orbit(r);
    const bool good = session_run_now(r, true);
    const double *value = good ? session_along(r, e, 2) : NULL;
    if (value)
        *out = (struct curve){.x = copy_of(r, value, r->orbit.n),
                              .y = copy_of(r, value + r->orbit.n, r->orbit.n),
                              .n = r->orbit.n,
                              .stroke = STROKE_SOLID};
    session_facts_free(r, &r->now);
    r->now = now;
    *job->diag = before;
    return value != NULL;
}

/* All curves as one with gaps: braille draws only the first curve of a panel as a solid line. */
static void join(struct session *r, struct curve *all, const struct curve *more)
{
    const size_t n = all->n + more->n + 1;
    double *x = mem_take_array(r->mem, n, sizeof *x), *y = mem_take_array(r->mem, n, sizeof *y);
    if (all->n) {
        memcpy(x, all->x, all->n * sizeof *x);
        memcpy(y, all->y, all->n * sizeof *y);
    }
    memcpy(x + all->n, more->x, more->n * sizeof *x);
    memcpy(y + all->n, more->y, more->n * sizeof *y);
    x[n - 1] = y[n - 1] = NAN;
    *all = (struct curve){.x = x, .y = y, .n = n};
}

bool session_phase(struct session *r, struct span rest)
{
    enum { GRID = 4 };
    struct plane p;
    struct curve all = {.n = 0}, one = {.n = 0};
    if (!session_run_now(r, true) || !read_plane(r, rest, "phase", &p))
        return false;
    for (size_t k = 0; k < 2; k++) {
        struct ival v = {.of = IVAL_COORD};
        if (!lang_ival_find(r->gen->job.diag, r->gen->job.model, p.at[k], "start somewhere", &v))
            return false;
    }
    if (!find_range(r, &p))
        return false;
    for (size_t i = 0; i < (size_t)GRID * GRID && !run_interrupted(); i++) {
        const size_t cell[2] = {i % GRID, i / GRID};
        double at[2];
        for (size_t k = 0; k < 2; k++)
            at[k] = p.low[k] + ((double)cell[k] + 0.5) / GRID * (p.high[k] - p.low[k]);
        if (run_from(r, &p, at, &one))
            join(r, &all, &one);
    }
    session_drop_orbit(r);
    if (all.n)
        return put(r, &p, &all, 1);
    base_fail(&r->diag, EXIT_NO, "no run can start in this plane");
    return false;
}

/* ---- direction field ---- */

static bool state_of(struct session *r, struct span name, size_t *out)
{
    const struct system *sys = r->gen->job.system;
    const char *text = session_copy(r, name);
    struct nearest near = base_nearest(text, strlen(text));
    for (*out = 0; *out < sys->states; ++*out) {
        base_offer(&near, sys->state_name[*out]);
        if (strcmp(sys->state_name[*out], text) == 0)
            return true;
    }
    struct mem_text all = mem_text(r->mem);
    for (size_t i = 0; i < sys->states; i++)
        mem_put_f(&all, "%s%s", i ? ", " : "the state has ", sys->state_name[i]);
    const char *mean = base_did_you_mean(r->mem, &near);
    base_error(&r->diag, name, "'%s' is no state of the %s form", text, sys->form->name)->help =
        mean ? mean : all.text;
    return false;
}

struct strokes {
    double *x, *y;
    size_t n;
};

/* A stroke from the state along its rate, 0.7 cells long; then a gap. */
static void add_stroke(struct strokes *out, const double at[2], const double rate[2],
                       const double cell[2])
{
    const double a = rate[0] / cell[0], b = rate[1] / cell[1], size = hypot(a, b);
    const double u = size > 0 ? 0.7 / size : 0;
    const double x[3] = {at[0], at[0] + u * rate[0], NAN}, y[3] = {at[1], at[1] + u * rate[1], NAN};
    memcpy(out->x + out->n, x, sizeof x);
    memcpy(out->y + out->n, y, sizeof y);
    out->n += 3;
}

/* The other states have their initial values. */
bool session_field(struct session *r, struct span rest)
{
    enum { WIDE = 14, HIGH = 8, ROOM = 3 * WIDE * HIGH };
    struct plane p;
    struct strokes all = {mem_take_array(r->mem, ROOM, sizeof(double)),
                          mem_take_array(r->mem, ROOM, sizeof(double)), 0};
    size_t state[2];
    if (!session_run_now(r, true) || !read_plane(r, rest, "field", &p) ||
        !state_of(r, p.at[0], &state[0]) || !state_of(r, p.at[1], &state[1]) || !find_range(r, &p))
        return false;
    const struct orbit *o = &r->orbit;
    const struct rt_model *m = &r->gen->job.machine.model;
    double *x = copy_of(r, o->x, o->states), *rate = copy_of(r, o->x, o->states);
    double *param = mem_take_array(r->mem, o->params + m->prepared + 1, sizeof *param);
    memcpy(param, o->p, o->params * sizeof *param);
    rt_prepare_model(m, param);
    const double cell[2] = {(p.high[0] - p.low[0]) / WIDE, (p.high[1] - p.low[1]) / HIGH};
    for (int j = 0; j < HIGH; j++)
        for (int i = 0; i < WIDE; i++) {
            x[state[0]] = p.low[0] + (i + 0.5) * cell[0];
            x[state[1]] = p.low[1] + (j + 0.5) * cell[1];
            rt_call(m, RT_rhs, o->t[0], o->u, x, param, rate);
            const double at[2] = {x[state[0]], x[state[1]]};
            const double to[2] = {rate[state[0]], rate[state[1]]};
            add_stroke(&all, at, to, cell);
        }
    struct curve curve = {.x = all.x, .y = all.y, .n = all.n};
    return put(r, &p, &curve, 1);
}

/* ---- animation ---- */

struct animation {
    struct session *r;
    const double *scene; /* numbers of drawings, each along the run; NULL: none */
    const double *x, *y; /* a path, or NULL */
    const char *x_name, *y_name;
    double size[2]; /* of a dot */
    struct axis axis[2];
    bool whole; /* the axes contain all frames */
};

static double range_of(const double *v, size_t n)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, v[i]);
        high = fmax(high, v[i]);
    }
    return high > low ? high - low : 0;
}

static bool open_animation(struct session *r, struct animation *out)
{
    struct job *job = &r->gen->job;
    const struct model *m = job->model;
    const size_t n = r->orbit.n;
    const bool path = m->plots && m->plot[0].path && !m->in_space;
    const bool plane = !path && m->coords > 1;
    const double *value = NULL;
    *out = (struct animation){.r = r, .x_name = "", .y_name = ""};
    if (m->drawings && form_more_blocks(job->diag, job->system, 1U << RT_scene))
        out->scene = session_along(r, job->system->block[RT_scene].at, m->scene);
    if (out->scene && !path)
        return true;
    const ex two[2] = {path    ? m->plot[0].x
                       : plane ? m->coord[0].q
                               : m->time,
                       path    ? m->plot[0].y
                       : plane ? m->coord[1].q
                               : job->system->state[0]};
    out->x_name = path ? m->plot[0].x_name : plane ? m->coord[0].name : "t";
    out->y_name = path ? m->plot[0].y_name : plane ? m->coord[1].name : job->system->state_name[0];
    value = session_along(r, two, 2);
    out->x = value;
    out->y = value ? value + n : NULL;
    for (size_t k = 0; k < 2 && value; k++)
        out->size[k] = range_of(value + k * n, n) / (k ? 30 : 60);
    return value != NULL;
}

static size_t row_of(const struct animation *k, size_t frame, size_t frames)
{
    return (k->r->orbit.n - 1) * frame / (frames - 1);
}

/* The panel of the animation at a row of the run. */
static struct panel panel_at(const struct animation *k, size_t row)
{
    struct mem *mem = k->r->mem;
    const struct model *m = k->r->gen->job.model;
    double *numbers = mem_take_array(mem, m->scene + 1, sizeof *numbers);
    struct curve *path = mem_take(mem, sizeof *path);
    struct panel p = {.x_label = k->x_name,
                      .y_label = k->y_name,
                      .least = k->whole ? k->axis : NULL,
                      .equal = k->scene != NULL,
                      .strict = k->scene != NULL,
                      .curve = path,
                      .curves = k->x != NULL,
                      .body = mem_take_array(mem, m->drawings + 1, sizeof *p.body)};
    *path = (struct curve){.x = k->x, .y = k->y, .n = k->r->orbit.n};
    for (size_t i = 0; k->scene && i < m->scene; i++)
        numbers[i] = k->scene[i * k->r->orbit.n + row];
    for (size_t i = 0; k->scene && i < m->drawings; i++)
        p.bodies += figure_view_body(mem, m, i, numbers, &p.body[p.bodies]);
    if (!k->scene)
        p.body[p.bodies++] = (struct body){.kind = BODY_ROUND,
                                           .x = &k->x[row],
                                           .y = &k->y[row],
                                           .n = 1,
                                           .major = k->size[0],
                                           .minor = k->size[1]};
    return p;
}

/* Finds axes that contain all frames: they are fixed during the animation. */
static void hold_axes(struct animation *k, size_t frames)
{
    for (size_t i = 0; i < frames; i++) {
        const struct mem_mark mark = mem_mark(k->r->mem);
        const struct panel p = panel_at(k, row_of(k, i, frames));
        const struct axis now[2] = {figure_axis_x(&p), figure_axis_y(&p)};
        for (size_t c = 0; c < 2; c++)
            k->axis[c] = i == 0 ? now[c]
                                : (struct axis){fmin(k->axis[c].low, now[c].low),
                                                fmax(k->axis[c].high, now[c].high)};
        mem_release(k->r->mem, mark);
    }
    k->whole = true;
}

/* Prints a frame; returns its number of lines, 0: an error. */
static size_t put_frame(const struct animation *k, size_t row)
{
    struct session *r = k->r;
    struct panel panel = panel_at(k, row);
    const struct figure f = {.panel = &panel, .panels = 1};
    struct mem_text text = mem_text(r->mem);
    size_t lines = 1;
    if (!figure_as_txt(&r->diag, &text, &f, r->interactive ? figure_screen_columns() : 80))
        return 0;
    for (size_t i = 0; i < text.len; i++)
        lines += text.text[i] == '\n';
    fputs(text.text, r->out);
    base_put_number(r->out, "  t = ", r->orbit.t[row], 4);
    fputs("\n", r->out);
    return lines;
}

/* On a terminal each frame overwrites the last one; elsewhere only a few are printed. */
bool session_animate(struct session *r, struct span rest)
{
    enum { FRAMES = 60, FEW = 3, PAUSE = 50 }; /* PAUSE in milliseconds */
    struct animation a;
    size_t lines = 0;
    if (!session_empty(r, rest) || !session_run_now(r, true) || !open_animation(r, &a))
        return false;
    const size_t frames = r->interactive ? FRAMES : FEW;
    const struct timespec pause = {.tv_nsec = PAUSE * 1000000L};
    hold_axes(&a, frames);
    for (size_t i = 0; i < frames && !run_interrupted(); i++) {
        const struct mem_mark mark = mem_mark(r->mem);
        if (lines && r->interactive)
            fprintf(r->out, "\033[%zuA\033[J", lines);
        lines = put_frame(&a, row_of(&a, i, frames));
        fflush(r->out);
        if (!lines)
            break;
        mem_release(r->mem, mark);
        if (r->interactive)
            nanosleep(&pause, NULL);
    }
    if (run_interrupted())
        fputc('\n', r->out);
    return lines > 0;
}
