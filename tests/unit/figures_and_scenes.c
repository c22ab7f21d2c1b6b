/* tests/unit/figures_and_scenes.c -- figures: projected shapes, axes, curves, and completeness.
 *
 * Projected shapes are compared with projected points of the shapes in space.
 */
#include "gen/figure/svg.h"
#include "gen/job/job.h"
#include "gen/start/start.h"
#include "support/support.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- shapes ---- */

struct trial {
    struct lab lab;
    struct job job;
    struct start *start;
};

static struct trial compile(const char *text)
{
    static const struct option_text nothing = {NULL, 0};
    enum { BLOCKS = 1U << RT_rhs | 1U << RT_energy | 1U << RT_output | 1U << RT_scene };
    struct trial t = {.lab = lab_open()};
    struct job *job = &t.job;
    *job = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    job->engine = ENGINE_interp;
    job->source = base_source_text(t.lab.m, "m.nh", text, strlen(text), EXIT_MODEL);
    const bool good = job_model(job, NULL) && job_system(job, &form_rows[0]) &&
                      form_more_blocks(job->diag, job->system, BLOCKS) &&
                      job_program(job, BLOCKS) && job_machine(job);
    ck_assert_msg(good, "%s\n%s", text, job->diag->first ? job->diag->first->message : "?");
    t.start =
        start_find(job->diag, job->system, job->program->prepared,
                   &(struct point_texts){.params = &nothing, .inits = &nothing}, MISSING_IS_ZERO);
    ck_assert_ptr_nonnull(t.start);
    rt_prepare_model(&job->machine.model, t.start->p);
    return t;
}

static void end_trial(struct trial *t)
{
    code_machine_close(&t->job.machine);
    lab_close(&t->lab);
}

#define BODY                                                                                       \
    "coords x, y, z, phi\nparam R = 2, a = 3, b = 0.5\nmetric dx^2 + dy^2 + dz^2 + dphi^2\n"       \
    "init x = 1, y = -2, z = 0.75, phi = 0.5, x' = 1\nplot (x, y)\n"

static const double *scene_at(struct trial *t, double time)
{
    double *out = mem_take_array(t->lab.m, t->job.model->scene + 1, sizeof *out);
    rt_call(&t->job.machine.model, RT_scene, time, t->start->u, t->start->x, t->start->p, out);
    return out;
}

START_TEST(the_example_of_every_shape_is_drawn)
{
    for (int i = 0; i < SHAPE_COUNT; i++) {
        struct lab l = lab_open();
        struct trial t = compile(base_text(l.m, BODY "draw %s\n", lang_shapes[i].like));
        const struct model *m = t.job.model;
        ck_assert_uint_eq(m->drawings, 1);
        ck_assert_int_eq(m->drawing[0].shape, i);
        ck_assert_uint_eq(m->drawing[0].numbers, lang_shapes[i].numbers);
        ck_assert_uint_eq(m->scene, m->drawing[0].n);
        struct body b;
        ck_assert(figure_view_body(t.lab.m, m, 0, scene_at(&t, 0), &b) == (i != SHAPE_trail));
        if (i != SHAPE_trail) {
            struct mem_text out = mem_text(t.lab.m);
            const struct paper p = {.w = 10, .h = 10, .across = {-9, 9}, .up = {-9, 9}};
            figure_svg_body(&out, &p, &b);
            ck_assert_msg(out.len > 20 && out.text[0] == '<', "%s", out.text);
        }
        end_trial(&t);
        lab_close(&l);
    }
}
END_TEST

START_TEST(a_scene_has_the_numbers_of_its_expressions)
{
    struct trial t = compile(BODY "let h = x cos(phi)\n"
                                  "draw wheel (x + t, y) phi + x', b\n"
                                  "  path (h, energy) (0, R), (z, -y)\n  circle (1, a) R\n");
    const struct model *m = t.job.model;
    const double *v = scene_at(&t, 0.25);
    const double want[] = {1.25, -2, 1.5, 0.5, cos(0.5), 0.5, 0, 2, 0.75, 2, 1, 3, 2};
    ck_assert_uint_eq(m->scene, COUNT(want));
    for (size_t i = 0; i < COUNT(want); i++)
        tool_near("scene", "number", v[i], want[i], 1e-15);
    ck_assert(!m->drawing[0].fixed && !m->drawing[1].fixed && m->drawing[2].fixed);
    end_trial(&t);
}
END_TEST

/* Independent projection, by a matrix product. */
static void look(const double p[3], double *x, double *y)
{
    const double w = pi / 6, h = pi / 7;
    const double turned[] = {cos(w) * p[0] + sin(w) * p[1], cos(w) * p[1] - sin(w) * p[0], p[2]};
    *x = turned[0];
    *y = cos(h) * turned[2] + sin(h) * turned[1];
}

/* Is a projected point on the ellipse? */
static double on_ellipse(const struct body *b, double x, double y)
{
    const double dx = x - b->x[0], dy = y - b->y[0];
    const double u = (dx * cos(b->turn) + dy * sin(b->turn)) / b->major;
    const double v = (dy * cos(b->turn) - dx * sin(b->turn)) / b->minor;
    return u * u + v * v - 1;
}

/* Rings and ellipses in space, by their points. */
START_TEST(circles_in_space_are_ellipses_on_paper)
{
    struct rng r = {41};
    struct trial t = compile(BODY "draw ring (x, y, z) (1, 2, 3) R\n"
                                  "  ellipse (x, y, z) (1, 0, 0) (0, 1, 1)\n");
    for (int k = 0; k < 200; k++) {
        double s[16];
        for (size_t i = 0; i < 16; i++)
            s[i] = rng_double(&r, -2, 2);
        s[6] = fabs(s[6]) + 0.1;
        struct body ring, oblong;
        ck_assert(figure_view_body(t.lab.m, t.job.model, 0, s, &ring));
        ck_assert(figure_view_body(t.lab.m, t.job.model, 1, s, &oblong));
        const double n = sqrt(s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
        const double e[] = {s[3] / n, s[4] / n, s[5] / n};
        const double a[] = {e[1] * 1 - e[2] * 0.5, e[2] * 0.25 - e[0] * 1,
                            e[0] * 0.5 - e[1] * 0.25}; /* across (0.25, 0.5, 1) */
        const double size = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        for (int j = 0; j < 12 && size > 0.1 && ring.minor > 0.05 && oblong.minor > 0.05; j++) {
            const double c = cos(j), d = sin(j);
            double p[3], q[3], x = 0, y = 0;
            for (int i = 0; i < 3; i++) {
                const double f = a[i] / size; /* and e x f is the third direction */
                const double g =
                    (e[(i + 1) % 3] * a[(i + 2) % 3] - e[(i + 2) % 3] * a[(i + 1) % 3]) / size;
                p[i] = s[i] + s[6] * (c * f + d * g);
                q[i] = s[7 + i] + c * s[10 + i] + d * s[13 + i];
            }
            look(p, &x, &y);
            tool_near("ring", "point", on_ellipse(&ring, x, y), 0, 1e-9);
            look(q, &x, &y);
            tool_near("ellipse", "point", on_ellipse(&oblong, x, y), 0, 1e-9);
        }
    }
    end_trial(&t);
}
END_TEST

START_TEST(a_wheel_is_as_long_as_it_is_told)
{
    struct trial t = compile(BODY "draw wheel (x, y) phi, R\n");
    struct body b;
    ck_assert(figure_view_body(t.lab.m, t.job.model, 0, scene_at(&t, 0), &b));
    ck_assert_uint_eq(b.n, 4);
    tool_near("wheel", "length", hypot(b.x[0] - b.x[3], b.y[0] - b.y[3]), 2, 1e-12);
    tool_near("wheel", "heading", atan2(b.y[0] - b.y[3], b.x[0] - b.x[3]), 0.5, 1e-12);
    tool_near("wheel", "middle", (b.x[0] + b.x[2]) / 2, 1, 1e-12);
    tool_near("wheel", "middle", (b.y[0] + b.y[2]) / 2, -2, 1e-12);
    end_trial(&t);
}
END_TEST

/* ---- axes ---- */

START_TEST(ticks_are_round_inside_and_told_apart)
{
    struct rng r = {7};
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C")); /* for strtod */
    for (int k = 0; k < 20000; k++) {
        const double size = pow(10, rng_double(&r, -290, 290)), middle = rng_double(&r, -3, 3);
        const double half = pow(10, rng_double(&r, -5, 2));
        const struct axis a = {(middle - half) * size, (middle + half) * size};
        const size_t most = 2 + rng_below(&r, 12);
        const struct ticks t = figure_ticks(a, most);
        ck_assert(t.n <= most);
        ck_assert_msg(t.n >= 1 || most < 4, "%d", k);
        for (size_t i = 0; i < t.n; i++) {
            char text[EX_DOUBLE_ROOM], before[EX_DOUBLE_ROOM];
            const double slack = 1e-8 * (a.high - a.low);
            ck_assert(t.at[i] >= a.low - slack && t.at[i] <= a.high + slack);
            ex_double_brief(t.at[i], t.digits, text);
            if (i)
                ck_assert_str_ne(text, before);
            memcpy(before, text, sizeof text);
            tool_near("tick", text, strtod(text, NULL) / size, t.at[i] / size, 1e-12 * (3 + half));
        }
        if (t.n > 2)
            tool_near("ticks", "step", (t.at[2] - t.at[1]) / (t.at[1] - t.at[0]), 1, 1e-6);
    }
}
END_TEST

START_TEST(few_digits_tell_ticks)
{
    static const struct {
        struct axis a;
        const char *text;
    } rows[] = {
        {{0, 1}, "0 0.2 0.4 0.6 0.8 1"},
        {{-0.3, 0.3}, "-0.2 0 0.2"},
        {{0, 20}, "0 5 10 15 20"},
        {{0, 450}, "0 100 200 300 400"},
        {{0, 2.5e7}, "0 5e6 1e7 1.5e7 2e7 2.5e7"},
        {{1000.1, 1000.3}, "1000.1 1000.15 1000.2 1000.25 1000.3"},
        {{0, 3e-7}, "0 1e-7 2e-7 3e-7"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct mem_text got = mem_text(l.m);
        const struct ticks t = figure_ticks(rows[i].a, 6);
        for (size_t k = 0; k < t.n; k++) {
            char text[EX_DOUBLE_ROOM];
            ex_double_brief(t.at[k], t.digits, text);
            mem_put_f(&got, "%s%s", k ? " " : "", text);
        }
        ck_assert_str_eq(got.text, rows[i].text);
    }
    lab_close(&l);
}
END_TEST

/* ---- curves ---- */

static const char *drawn(struct mem *m, const struct panel *p, enum figure_format format)
{
    struct diag d = {.mem = m};
    struct mem_text out = mem_text(m);
    struct panel copy = *p;
    const struct figure f = {.title = "<A & \"B\">", .panel = &copy, .panels = 1};
    if (format == FIGURE_svg)
        figure_as_svg(&d, &out, &f, 0);
    else
        figure_as_txt(&d, &out, &f, 60);
    return out.text;
}

/* Tags are closed, numbers are finite and inside the picture. */
static void sound(const char *svg)
{
    int depth = 0;
    for (const char *at = svg; (at = strchr(at, '<')); at++) {
        const char *end = strchr(at, '>');
        ck_assert_ptr_nonnull(end);
        depth += at[1] == '/' ? -1 : end[-1] == '/' ? 0 : 1;
        ck_assert(depth >= 0);
    }
    ck_assert_int_eq(depth, 0);
    ck_assert_msg(!strstr(svg, "nan") && !strstr(svg, "inf") && !strstr(svg, "NaN"), "%s", svg);
    ck_assert_ptr_nonnull(strstr(svg, "&lt;A &amp; &quot;B&quot;&gt;"));
}

START_TEST(curves_of_all_sorts_are_drawn)
{
    static const double none[1] = {0}, flat[] = {2, 2, 2}, rise[] = {0, 1, 2};
    static const double gaps[] = {1, NAN, 3, INFINITY, -INFINITY}, five[] = {0, 1, 2, 3, 4};
    static const double wide[] = {-1.7e308, 0, 1.7e308}, tiny[] = {5e-324, 1e-323, 2e-323};
    static const double near[] = {1, 1 + 1e-15, 1 - 1e-15}, lost[] = {NAN, NAN, INFINITY};
    static const struct {
        const double *x, *y;
        size_t n;
    } rows[] = {{none, none, 0}, {none, none, 1}, {rise, flat, 3}, {flat, rise, 3}, {flat, flat, 3},
                {five, gaps, 5}, {gaps, five, 5}, {rise, wide, 3}, {wide, rise, 3}, {rise, tiny, 3},
                {tiny, tiny, 3}, {rise, near, 3}, {rise, lost, 3}, {lost, lost, 3}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int k = 0; k < 12; k++) {
            struct curve c = {.x = rows[i].x,
                              .y = rows[i].y,
                              .n = rows[i].n,
                              .label = k & 1 ? "a<b" : NULL,
                              .stroke = (enum stroke)(k % 3)};
            struct mark mark = {.x = 1, .label = "hit & run"};
            const struct panel p = {.x_label = "x",
                                    .y_label = "y",
                                    .curve = &c,
                                    .curves = 1,
                                    .mark = &mark,
                                    .marks = 1,
                                    .equal = (k & 2) != 0,
                                    .strict = (k & 4) != 0,
                                    .decades = k > 8};
            sound(drawn(l.m, &p, FIGURE_svg));
            const char *txt = drawn(l.m, &p, FIGURE_txt);
            ck_assert_ptr_nonnull(strstr(txt, "└"));
            ck_assert_msg(!strstr(txt, "nan") && !strstr(txt, "inf"), "%s", txt);
        }
    lab_close(&l);
}
END_TEST

/* The path of an SVG as points, from its commands M and l. */
static size_t read_path(const char *svg, double *x, double *y, size_t room)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C")); /* for strtod */
    const char *at = strstr(svg, "<path class=\"l ");
    ck_assert_ptr_nonnull(at);
    at = strstr(at, " d=\"M") + 5;
    double px = 0, py = 0;
    size_t n = 0;
    while (*at != '"' && n < room) {
        char *end = NULL;
        at += *at == 'l';
        const double dx = strtod(at, &end), dy = strtod(end, &end);
        ck_assert(end > at);
        px += dx;
        py += dy;
        x[n] = px;
        y[n++] = py;
        at = end;
    }
    return n;
}

static double distance(double x, double y, const double *a, const double *b, size_t n)
{
    double least = INFINITY;
    for (size_t i = 1; i < n; i++) {
        const double dx = a[i] - a[i - 1], dy = b[i] - b[i - 1], len = dx * dx + dy * dy;
        double u = len > 0 ? ((x - a[i - 1]) * dx + (y - b[i - 1]) * dy) / len : 0;
        u = fmin(1, fmax(0, u));
        least = fmin(least, hypot(x - a[i - 1] - u * dx, y - b[i - 1] - u * dy));
    }
    return least;
}

START_TEST(no_point_is_far_from_what_is_drawn)
{
    enum { N = 20000 };
    struct lab l = lab_open();
    double *x = mem_take_array(l.m, N, sizeof *x), *y = mem_take_array(l.m, N, sizeof *y);
    double *a = mem_take_array(l.m, N, sizeof *a), *b = mem_take_array(l.m, N, sizeof *b);
    for (size_t i = 0; i < N; i++) {
        const double t = 20.0 * (double)i / N;
        x[i] = cos(t) * (1 + 0.3 * cos(3.3 * t));
        y[i] = sin(t) * (1 + 0.3 * cos(3.3 * t));
    }
    struct curve c = {.x = x, .y = y, .n = N};
    const struct panel p = {
        .x_label = "x", .y_label = "y", .curve = &c, .curves = 1, .equal = true};
    struct paper on;
    ck_assert(figure_paper(&p, &on));
    on.y = 34 + figure_panel_top(&p, &on);
    tool_near("scale", "x and y", on.w / (on.across.high - on.across.low),
              on.h / (on.up.high - on.up.low), 1e-9);
    const size_t n = read_path(drawn(l.m, &p, FIGURE_svg), a, b, N);
    ck_assert_msg(n > 50 && n < 1500, "%lu points", (unsigned long)n);
    for (size_t i = 0; i < N; i += 7) {
        const double off = distance(figure_paper_x(&on, x[i]), figure_paper_y(&on, y[i]), a, b, n);
        ck_assert_msg(off < 0.3, "%lu", (unsigned long)i);
    }
    tool_near("path", "end", a[n - 1], figure_paper_x(&on, x[N - 1]), 0.06);
    tool_near("path", "end", b[n - 1], figure_paper_y(&on, y[N - 1]), 0.06);
    lab_close(&l);
}
END_TEST

START_TEST(locales_change_nothing)
{
    static const double x[] = {0, 0.5, 1.25}, y[] = {1e-3, -0.25, 1e-12};
    struct lab l = lab_open();
    struct curve c = {.x = x, .y = y, .n = 3};
    const struct panel p = {.x_label = "x", .y_label = "y", .curve = &c, .curves = 1};
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C"));
    const char *svg = drawn(l.m, &p, FIGURE_svg), *txt = drawn(l.m, &p, FIGURE_txt);
    if (test_locale("de_DE.UTF-8")) {
        ck_assert_str_eq(drawn(l.m, &p, FIGURE_svg), svg);
        ck_assert_str_eq(drawn(l.m, &p, FIGURE_txt), txt);
    }
    lab_close(&l);
}
END_TEST

START_TEST(braille_shows_a_roof_and_a_level)
{
    static const double x[] = {0, 1, 2}, y[] = {0, 2, 0}, low[] = {1, 1, 1};
    struct lab l = lab_open();
    struct curve c[] = {{.x = x, .y = y, .n = 3, .label = "up"},
                        {.x = x, .y = low, .n = 3, .label = "level"}};
    const struct panel p = {.x_label = "t [s]", .y_label = "h [m]", .curve = c, .curves = 2};
    struct diag d = {.mem = l.m};
    struct mem_text out = mem_text(l.m);
    struct panel copy = p;
    const struct figure f = {.panel = &copy, .panels = 1};
    figure_as_txt(&d, &out, &f, 40);
    ck_assert_str_eq(out.text, "     h [m]\n"
                               "         2 ┤         ⢠⢣\n"
                               "           │         ⡎⠈⡆\n"
                               "           │        ⢸  ⢱\n"
                               "           │       ⢀⠇   ⢇\n"
                               "           │       ⡜    ⠸⡀\n"
                               "           │      ⢰⠁     ⢣\n"
                               "           │     ⢀⠇      ⠈⡆\n"
                               "           │⡀⢀ ⡀⢀⡜⡀⢀ ⡀⢀ ⡀⢀⢱⡀⢀ ⡀⢀\n"
                               "           │    ⢠⠃         ⢇\n"
                               "           │    ⡎          ⠸⡀\n"
                               "           │   ⡸            ⢣\n"
                               "           │  ⢠⠃            ⠈⡆\n"
                               "           │  ⡎              ⢱\n"
                               "           │ ⢸                ⢇\n"
                               "           │⢀⠇                ⠸⡀\n"
                               "         0 ┤⡜                  ⢣\n"
                               "           └────────────────────\n"
                               "            0                  2 t [s]\n"
                               "  up drawn out, level dotted\n");
    lab_close(&l);
}
END_TEST

/* The failure of any allocation is reported, and nothing else happens. */
START_TEST(memory_may_run_out)
{
    static const double x[] = {0, 0.5, 1.25}, y[] = {1e-3, -0.25, 1e-12};
    struct mem *m = mem_new(0);
    struct curve c[] = {{.x = x, .y = y, .n = 3, .label = "a"},
                        {.x = y, .y = x, .n = 3, .label = "b"}};
    const struct panel p = {.x_label = "x", .y_label = "y", .curve = c, .curves = 2};
    volatile uint64_t nth = 0;
    volatile bool whole = false;
    while (!whole) {
        const struct mem_mark mark = mem_mark(m);
        nth++;
        if (MEM_TRY(m)) {
            mem_fail_at(m, nth);
            sound(drawn(m, &p, FIGURE_svg));
            drawn(m, &p, FIGURE_txt);
            whole = true;
        }
        mem_fail_at(m, 0);
        mem_calm(m);
        mem_release(m, mark);
    }
    ck_assert(nth > 1);
    mem_free(m);
}
END_TEST

/* ---- recordings ---- */

START_TEST(a_long_run_keeps_its_ends)
{
    static const size_t lengths[] = {1, 2, 16384, 16385, 40000, 100003};
    for (size_t k = 0; k < COUNT(lengths); k++) {
        struct trial t = compile(BODY "draw spot (x + t, y)\n");
        struct recording *r =
            figure_recording(t.lab.m, t.job.system, &t.job.machine.model, t.start->p, true);
        for (size_t i = 0; i < lengths[k]; i++)
            figure_recording_row(r, (double)i, t.start->u, t.start->x, 0, 0);
        const size_t n = figure_recording_rows(r);
        ck_assert(n >= 1 && n <= 16385 && (lengths[k] < 16384 ? n == lengths[k] : n > 8000));
        double at[2], last = (double)(lengths[k] - 1);
        ck_assert(figure_recording_at(r, 0)[0] == 0 && figure_recording_at(r, n - 1)[0] == last);
        for (size_t i = 1; i < n; i++)
            ck_assert(figure_recording_at(r, i)[0] > figure_recording_at(r, i - 1)[0]);
        figure_view_at(r, last / 3, at);
        tool_near("scene", "between rows", at[0], 1 + last / 3, 1e-9);
        end_trial(&t);
    }
}
END_TEST

/* ---- the program ---- */

/* All lists of an animation have the same number of values. */
static void check_film(const char *svg)
{
    size_t values = 0, lists = 0;
    for (const char *at = svg; (at = strstr(at, " values=\"")); lists++) {
        size_t n = 1;
        for (at += strlen(" values=\""); *at != '"'; at++)
            n += *at == ';';
        ck_assert(values == 0 || values == n);
        values = n;
    }
    ck_assert(lists > 0 && values >= 24);
    ck_assert_msg(strlen(svg) < 42000, "%lu bytes", (unsigned long)strlen(svg));
    ck_assert(!strstr(svg, "nan") && !strstr(svg, "inf"));
}

static void see_model(const char *path)
{
    struct lab l = lab_open();
    const bool draws = strstr(tool_file(l.m, path), "\ndraw ") != NULL;
    const char *film[] = {"plot", path, "--animate", NULL}, *still[] = {"plot", path, NULL};
    if (draws) {
        const struct told t = tool_run(l.m, NULL, film);
        ck_assert_msg(t.code == 0, "%s: %s", path, t.err);
        check_film(t.out);
    }
    if (strstr(tool_file(l.m, path), "\nplot ")) {
        const struct told t = tool_run(l.m, NULL, still);
        ck_assert_msg(t.code == 0 && strstr(t.out, "</svg>\n"), "%s: %s", path, t.err);
    }
    lab_close(&l);
}

START_TEST(every_model_makes_pictures)
{
    ck_assert(each_model(see_model, test_whole() ? 1 : 9) > 30);
}
END_TEST

#define SKATER "models/skater_slope.nh"

START_TEST(mistakes_on_the_command_line_are_told)
{
    static const struct {
        const char *arguments[6];
        int code;
        const char *err;
    } rows[] = {
        {{"plot", SKATER, "(x, q)"}, 2, "(x, q)\n   |     ^"},
        {{"plot", SKATER, "x y"}, 2, "expects a pair"},
        {{"plot", SKATER, "t :"}, 2, "an expression is missing"},
        {{"plot", SKATER, "-o", "x.pdf"}, 2, "pictures end in .txt, .svg, .png"},
        {{"plot", SKATER, "-o", "/nowhere/x.svg"}, 4, "cannot write"},
        {{"plot", SKATER, "--animate", "-o", "x.png"}, 2, "written as SVG"},
        {{"plot", "models/g4.nh", "--scene"}, 2, "draws nothing"},
        {{"plot", "tests/models/suslov.nh"}, 2, "does not say what to plot"},
        {{"plot", SKATER, "t : drfit"}, 2, "unknown name"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct told t = tool_run(l.m, NULL, rows[i].arguments);
        ck_assert_msg(t.code == rows[i].code && strstr(t.err, rows[i].err), "%lu: %d\n%s",
                      (unsigned long)i, t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

START_TEST(without_a_converter_the_package_is_named)
{
    struct lab l = lab_open();
    const char *path = getenv("PATH"), *before = base_text(l.m, "%s", path ? path : "");
    const char *arguments[] = {"plot", SKATER, "-o", "/nowhere/x.png", NULL};
    ck_assert_int_eq(setenv("PATH", "/nowhere", 1), 0);
    const struct told t = tool_run(l.m, NULL, arguments);
    ck_assert_int_eq(setenv("PATH", before, 1), 0);
    ck_assert_msg(t.code == 4 && strstr(t.err, "librsvg2-bin"), "%d: %s", t.code, t.err);
    lab_close(&l);
}
END_TEST

START_TEST(what_is_asked_for_is_plotted)
{
    static const struct {
        const char *arguments[6];
        const char *has[3], *hasnt;
    } rows[] = {
        {{"plot", SKATER, "--animate", "-t", "0"}, {" values="}, "nan"},
        {{"plot", SKATER, "--scene", "-t", "0"}, {"<polygon"}, "nan"},
        {{"plot", SKATER}, {">energy</text>", ">y</text>"}, "rounding"},
        {{"plot", SKATER, "t : v, w"}, {">v, w</text>", ">w</text>"}, "energy"},
        {{"plot", SKATER, "(x, y), (y, x)"}, {">(y, x)</text>"}, "energy"},
        {{"plot", SKATER, "t : drift", "--drift"}, {"rounding", "by its size"}, ">y<"},
        {{"plot", SKATER, "t : constraint"}, {"violation"}, ">y<"},
        {{"plot", SKATER, "-t", "3"}, {">3</text>"}, ">20<"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct told t = tool_run(l.m, NULL, rows[i].arguments);
        ck_assert_msg(t.code == 0, "%lu: %s", (unsigned long)i, t.err);
        for (size_t k = 0; k < 3 && rows[i].has[k]; k++)
            ck_assert_msg(strstr(t.out, rows[i].has[k]), "%lu: %s", (unsigned long)i, t.out);
        ck_assert_msg(!strstr(t.out, rows[i].hasnt), "%lu: %s", (unsigned long)i, rows[i].hasnt);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_example_of_every_shape_is_drawn,
        a_scene_has_the_numbers_of_its_expressions,
        circles_in_space_are_ellipses_on_paper,
        a_wheel_is_as_long_as_it_is_told,
        ticks_are_round_inside_and_told_apart,
        few_digits_tell_ticks,
        curves_of_all_sorts_are_drawn,
        no_point_is_far_from_what_is_drawn,
        locales_change_nothing,
        braille_shows_a_roof_and_a_level,
        memory_may_run_out,
        a_long_run_keeps_its_ends,
        every_model_makes_pictures,
        mistakes_on_the_command_line_are_told,
        without_a_converter_the_package_is_named,
        what_is_asked_for_is_plotted,
    };
    return test_run("figure", tests, COUNT(tests));
}
