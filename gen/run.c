/* gen/run.c -- a trajectory, as rows and as what people look at.
 *
 * All memory is taken before the first step, so that nothing is lost half-way: when the run is
 * interrupted, or the state stops being a number, the rows so far are kept.
 */
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "gen/gen.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double gen_clock(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- interruption ---- */

static volatile sig_atomic_t interrupted;

static void interrupt(int sig)
{
    (void)sig;
    interrupted = 1;
}

enum { SIGNALS = 3 };
static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

static void listen(struct sigaction old[SIGNALS])
{
    struct sigaction now = {.sa_handler = interrupt};
    interrupted = 0;
    sigemptyset(&now.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &now, &old[i]);
}

static void ignore(const struct sigaction old[SIGNALS])
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &old[i], NULL);
}

/* ---- rows ---- */

struct rows {
    const struct run *run;
    struct csv *csv;       /* or NULL */
    struct points *points; /* or NULL */
    double *output, *column;
    bool begun, lost;            /* lost: the energy is not finite any more */
    double energy0, drift, size; /* at the start, largest change, largest or kinetic */
};

static void write_row(const struct rows *r, double t, const double *x, double energy)
{
    const size_t n = r->run->sys->states;
    gen_csv_number(r->csv, t, true);
    for (size_t i = 0; i < n; i++)
        gen_csv_number(r->csv, x[i], false);
    if (r->run->sys->model->outputs)
        rt_call(r->run->machine, RT_column, t, r->run->start->u, x, r->run->start->p, r->column);
    for (size_t i = 0; i < r->run->sys->model->outputs; i++)
        gen_csv_number(r->csv, r->column[i], false);
    gen_csv_number(r->csv, energy, false);
    gen_csv_row(r->csv);
}

/* What a drift is compared with where the energy itself is 0. */
static double kinetic(const struct rows *r, double t, const double *x)
{
    double twice = 0;
    rt_call(r->run->machine, RT_liouville, t, r->run->start->u, x, r->run->start->p, &twice);
    return fabs(twice) / 2;
}

static int row(void *context, double t, const double *u, const double *x)
{
    struct rows *r = context;
    const struct rt_model *m = r->run->machine;
    const double *p = r->run->start->p;
    double energy = 0;
    rt_call(m, RT_energy, t, u, x, p, &energy);
    if (!r->begun)
        r->energy0 = energy;
    r->begun = true;
    r->lost = !isfinite(energy);
    if (r->lost)
        return 1;
    r->drift = fmax(r->drift, fabs(energy - r->energy0));
    r->size = fmax(r->size, fmax(fabs(energy), kinetic(r, t, x)));
    if (r->points) {
        rt_call(m, RT_output, t, u, x, p, r->output);
        gen_points_add(r->points, r->output[0], r->output[1]);
    }
    if (r->csv)
        write_row(r, t, x, energy);
    return interrupted || (r->csv && r->csv->error);
}

static void write_header(const struct rows *r)
{
    const struct system *sys = r->run->sys;
    gen_csv_word(r->csv, "t", true);
    for (size_t i = 0; i < sys->states; i++)
        gen_csv_word(r->csv, sys->state_name[i], false);
    for (size_t i = 0; i < sys->model->outputs; i++)
        gen_csv_word(r->csv, sys->model->output[i].name, false);
    gen_csv_word(r->csv, "energy", false);
    gen_csv_row(r->csv);
}

/* ---- what people look at ---- */

static void put_number(FILE *out, const char *before, double value, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value, digits, text);
    fprintf(out, "%s%s", before, text);
}

void gen_put_time(FILE *out, const char *before, double ms)
{
    put_number(out, before, ms < 1000 ? ms : ms / 1000, 3);
    fputs(ms < 1000 ? " ms" : " s", out);
}

static size_t screen_columns(void)
{
    struct winsize w;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0)
        return w.ws_col;
    return 80;
}

static void put_title(FILE *out, const struct run *r)
{
    fprintf(out, "%s   %s form, %s,", r->sys->model->title, r->sys->form->name, r->method->name);
    put_number(out, " dt ", r->span.step, 6);
    fprintf(out, ", %s\n", r->engine);
}

static void put_final(FILE *out, const struct rows *r, double t)
{
    const struct run *run = r->run;
    const struct model *m = run->sys->model;
    const double *x = run->start->x;
    put_number(out, "  t = ", t, 6);
    for (size_t i = 0; i < m->coords; i++) {
        fprintf(out, "  %s = ", m->coord[i].name);
        put_number(out, "", x[i], 6);
    }
    rt_call(run->machine, RT_vel, t, run->start->u, x, run->start->p, r->output);
    for (size_t a = 0; a < m->rank; a++) {
        fprintf(out, "  %s = ", m->field[a].name);
        put_number(out, "", r->output[a], 6);
    }
    fputc('\n', out);
}

static void put_counts(FILE *out, const struct rows *r, const struct rt_count *count)
{
    const struct run *run = r->run;
    const bool conserved = gen_keeps_energy(run->sys);
    fprintf(out, "  %llu step%s, %llu rhs, energy %s", (unsigned long long)count->steps,
            count->steps == 1 ? "" : "s", (unsigned long long)count->calls,
            conserved ? "drift" : "change");
    put_number(out, " ", r->size > 0 ? r->drift / r->size : 0, 3);
    gen_put_time(out, ", ", gen_clock() - run->begun);
    gen_put_time(out, " (", run->ready);
    fputs(" to the first step)\n", out);
}

/* ---- the run ---- */

static bool is_model(const struct run *r)
{
    struct stat out, model;
    return r->out && stat(r->out, &out) == 0 && stat(r->sys->model->src->name, &model) == 0 &&
           out.st_dev == model.st_dev && out.st_ino == model.st_ino;
}

/* An energy that should be constant and is not tells of a step too large, or of a point where the
 * metric or the frame degenerates. */
static void warn_of_drift(struct diag *d, const struct rows *r)
{
    const double much = 1e-3;
    if (r->drift <= much * r->size || !gen_keeps_energy(r->run->sys))
        return;
    gen_remark(d, (struct span){.src = NULL}, "the energy should be constant and is not")->help =
        "take a smaller step; or the run meets a point where metric or frame degenerate";
}

static enum gen_exit verdict(struct diag *d, const struct rows *rows, enum rt_status status,
                             const struct rt_count *count)
{
    const struct csv *csv = rows->csv;
    char at[EX_DOUBLE_ROOM];
    ex_double_brief(count->t, 6, at);
    if (csv && csv->error == EPIPE)
        return EXIT_SYSTEM; /* the reader has gone: nothing to tell it */
    if (csv && csv->error) {
        gen_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", csv->path ? csv->path : "-",
                 strerror(csv->error));
        return EXIT_SYSTEM;
    }
    if (rows->lost) {
        gen_fail(d, EXIT_NO, "the energy is not a finite number: the run ends at t = %s", at);
        return EXIT_NO;
    }
    if (interrupted) {
        gen_remark(d, (struct span){.src = NULL}, "interrupted at t = %s; the rows so far are kept",
                   at);
        return EXIT_INTERRUPTED;
    }
    if (status == RT_OK)
        return EXIT_DONE;
    if (status == RT_NAN)
        gen_fail(d, EXIT_NO, "%s: the run ends at t = %s", rt_message(status), at)->help =
            "a smaller step may help, or the model has a singularity there";
    else
        gen_fail(d, EXIT_NO, "%s", rt_message(status));
    return EXIT_NO;
}

enum gen_exit gen_run(struct diag *d, struct run *r)
{
    const struct model *m = r->sys->model;
    if (is_model(r)) {
        gen_fail(d, EXIT_USAGE, "'%s' is the model itself", r->out);
        return EXIT_USAGE;
    }
    const bool screen = isatty(STDOUT_FILENO) && !(r->out && strcmp(r->out, "-") == 0);
    FILE *out = screen ? stdout : stderr;
    struct csv csv = {.error = 0};
    struct points points = gen_points(d->mem, 1 << 15);
    const size_t plots = m->plots ? 2 * m->plots : 0;
    struct rows rows = {.run = r};
    rows.output =
        mem_take_array(d->mem, plots + gen_velocity_count(r->sys) + 1, sizeof *rows.output);
    rows.column = mem_take_array(d->mem, m->outputs + 1, sizeof *rows.column);
    rows.points = screen && m->plots ? &points : NULL;
    const struct rt_task task = {.method = r->method,
                                 .model = r->machine,
                                 .p = r->start->p,
                                 .u = r->start->u,
                                 .span = r->span,
                                 .rel = r->tol,
                                 .sink = {.row = row, .context = &rows}};
    double *work = mem_take_array(d->mem, rt_work(&task) + 1, sizeof *work);
    if (r->out || !screen) {
        rows.csv = &csv;
        if (!gen_csv_open(d->mem, &csv, r->out ? r->out : "-")) {
            gen_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", r->out, strerror(csv.error));
            return EXIT_SYSTEM;
        }
        write_header(&rows);
    }
    r->ready = gen_clock() - r->begun;
    struct sigaction old[SIGNALS];
    listen(old);
    struct rt_count count = {0};
    const enum rt_status status = rt_run(&task, r->start->x, work, &count);
    ignore(old);
    if (rows.csv)
        gen_csv_close(&csv);
    const enum gen_exit result = verdict(d, &rows, status, &count);
    if (result == EXIT_SYSTEM || status == RT_STEP || status == RT_MANY)
        return result;
    put_title(out, r);
    if (rows.points)
        gen_plot(out, d->mem, &points, m->plot[0].x_name, m->plot[0].y_name, screen_columns());
    put_final(out, &rows, count.t);
    put_counts(out, &rows, &count);
    warn_of_drift(d, &rows);
    return result;
}
