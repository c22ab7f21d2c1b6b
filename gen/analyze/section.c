/* gen/analyze/section.c -- analysis `section`: Poincare section of a run and its return map.
 *
 * The crossings are events of the run, located with the accuracy of its method.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 20, LISTED = 12, PERIODS = 64 };

struct passages {
    const struct analysis *a;
    size_t event, n, cap, lost; /* lost: crossings beyond the limit */
    double *row;                /* t, then the states */
    struct mem *mem;
};

static int pass(void *context, size_t index, double t, const double *u, const double *x)
{
    struct passages *k = context;
    const size_t wide = 1 + k->a->sys->states;
    (void)u;
    if (index != k->event)
        return 0;
    if (k->n == MOST) {
        k->lost++;
        return 0;
    }
    if (k->n == k->cap) {
        const size_t cap = k->cap ? 2 * k->cap : 256;
        double *more = mem_take_array(k->mem, cap * wide, sizeof *more);
        if (k->n)
            memcpy(more, k->row, k->n * wide * sizeof *more);
        k->row = more;
        k->cap = cap;
    }
    double *row = &k->row[k->n++ * wide];
    row[0] = t;
    memcpy(row + 1, x, k->a->sys->states * sizeof *x);
    return 0;
}

static int stop(void *context, double t)
{
    (void)context, (void)t;
    return run_interrupted();
}

/* ---- return map ---- */

/* Distance of two crossings, without free coordinates. */
static double apart(const struct passages *k, const bool *free, size_t i, size_t j)
{
    const size_t n = k->a->sys->states;
    double far = 0, size = 0;
    for (size_t l = 0; l < n; l++) {
        const double x = k->row[i * (n + 1) + 1 + l], y = k->row[j * (n + 1) + 1 + l];
        if (free[l])
            continue;
        far = fmax(far, fabs(x - y));
        size = fmax(size, fmax(fabs(x), fabs(y)));
    }
    return size > 0 ? far / size : 0;
}

/* Period of the last crossings; 0: none. */
static size_t find_period(const struct passages *k, const bool *free)
{
    const double near = 1e-6;
    for (size_t m = 1; m <= PERIODS && 2 * m < k->n; m++)
        if (apart(k, free, k->n - 1, k->n - 1 - m) <= near &&
            apart(k, free, k->n - 1 - m, k->n - 1 - 2 * m) <= near)
            return m;
    return 0;
}

struct times {
    double least, most, mean;
};

static struct times return_times(const struct passages *k)
{
    const size_t wide = 1 + k->a->sys->states;
    struct times t = {INFINITY, 0, NAN};
    for (size_t i = 1; i < k->n; i++) {
        const double d = k->row[i * wide] - k->row[(i - 1) * wide];
        t.least = fmin(t.least, d);
        t.most = fmax(t.most, d);
    }
    if (k->n > 1)
        t.mean = (k->row[(k->n - 1) * wide] - k->row[0]) / (double)(k->n - 1);
    return t;
}

/* ---- the answer ---- */

/* Does a state differ between crossings? */
static bool varies(const struct passages *k, size_t state)
{
    const size_t wide = k->a->sys->states + 1;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < k->n; i++) {
        low = fmin(low, k->row[i * wide + 1 + state]);
        high = fmax(high, k->row[i * wide + 1 + state]);
    }
    return high - low > 1e-9 * fmax(fabs(low), fabs(high)) + 1e-12;
}

/* Two states that vary, preferably not free ones; with a coordinate, its own momentum. */
static bool choose_axes(const struct passages *k, const bool *free, size_t axis[2])
{
    const size_t n = k->a->sys->states, nq = k->a->sys->model->coords;
    size_t found = 0;
    for (int also_free = 0; also_free < 2; also_free++)
        for (size_t j = 0; j < n && found < 2; j++)
            if (free[j] == also_free && varies(k, j))
                axis[found++] = j;
    if (found == 2 && axis[0] < nq && nq + axis[0] < n && varies(k, nq + axis[0]))
        axis[1] = nq + axis[0];
    return found == 2;
}

static void put_picture(struct analysis *a, const struct passages *k, const bool *free)
{
    const size_t wide = 1 + a->sys->states;
    size_t axis[2];
    if (!isatty(fileno(a->out)) || k->n < 3 || !choose_axes(k, free, axis))
        return;
    struct points p = figure_points(a->diag->mem, 1 << 14);
    for (size_t i = 0; i < k->n; i++) { /* NaN between points: dots without lines */
        figure_points_add(&p, k->row[i * wide + 1 + axis[0]], k->row[i * wide + 1 + axis[1]]);
        figure_points_add(&p, k->row[i * wide + 1 + axis[0]], NAN);
    }
    figure_plot(a->out, a->diag->mem, &p, a->sys->state_name[axis[0]], a->sys->state_name[axis[1]],
                80);
}

static void put_table(struct analysis *a, const struct passages *k)
{
    enum { WIDE = 13, COLUMNS = 9 };
    const size_t n = a->sys->states, shown = n < COLUMNS ? n : COLUMNS;
    fprintf(a->out, "%*s", WIDE, "t");
    for (size_t j = 0; j < shown; j++)
        fprintf(a->out, "%*s", WIDE, a->sys->state_name[j]);
    fputs(shown < n ? "  ...\n" : "\n", a->out);
    for (size_t i = 0; i < k->n && i < LISTED; i++) {
        for (size_t j = 0; j <= shown; j++)
            analyze_put_brief(a->out, k->row[i * (n + 1) + j], WIDE, 6);
        fputc('\n', a->out);
    }
    if (k->n > LISTED)
        fprintf(a->out, "%*s and %zu more: -o rows.csv has all\n", WIDE, "...", k->n - LISTED);
}

static void put_text(struct analysis *a, const struct passages *k, const bool *free)
{
    const struct times t = return_times(k);
    const size_t period = find_period(k, free);
    fprintf(a->out, "%s   %s form, %s, section %s\n", a->sys->model->title, a->sys->form->name,
            a->task.method->name, a->section_name);
    put_picture(a, k, free);
    if (k->n)
        put_table(a, k);
    fprintf(a->out, "  %zu passage%s", k->n + k->lost, k->n == 1 ? "" : "s");
    if (k->n > 1) {
        fputs(", returns after ", a->out);
        analyze_put_brief(a->out, t.mean, 0, 9);
        fputs(" on average, ", a->out);
        analyze_put_brief(a->out, t.least, 0, 6);
        fputs(" at least, ", a->out);
        analyze_put_brief(a->out, t.most, 0, 6);
        fputs(" at most", a->out);
    }
    fputc('\n', a->out);
    if (period)
        fprintf(a->out, "  the last ones repeat after %zu passage%s, to 1e-6\n", period,
                period == 1 ? "" : "s");
}

static void put_json(struct analysis *a, const struct passages *k, const bool *free)
{
    const struct times t = return_times(k);
    const size_t wide = 1 + a->sys->states;
    struct json j = base_json(a->out, 2);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", a->sys->model->title);
    base_json_string(&j, "form", a->sys->form->name);
    base_json_string(&j, "method", a->task.method->name);
    base_json_string(&j, "section", a->section_name);
    base_json_count(&j, "passages", k->n + k->lost);
    base_json_number(&j, "return_time", t.mean);
    base_json_count(&j, "period", find_period(k, free));
    base_json_array(&j, "columns");
    base_json_string(&j, NULL, "t");
    for (size_t i = 0; i < a->sys->states; i++)
        base_json_string(&j, NULL, a->sys->state_name[i]);
    base_json_end(&j);
    base_json_array(&j, "rows");
    for (size_t i = 0; i < k->n && i < 10000; i++)
        base_json_numbers(&j, NULL, &k->row[i * wide], wide);
    base_json_end(&j);
    base_json_end(&j);
}

static bool write_rows(struct analysis *a, const struct passages *k)
{
    const size_t n = a->sys->states;
    struct sheet sheet;
    const char **name = mem_take_array(a->diag->mem, n + 1, sizeof *name);
    name[0] = "t";
    memcpy(name + 1, a->sys->state_name, n * sizeof *name);
    bool good = run_sheet_open(a->diag->mem, &sheet, a->rows, NULL, name, n + 1);
    if (good) {
        run_sheet_begin(&sheet);
        for (size_t i = 0; i < k->n; i++)
            run_sheet_row(&sheet, NULL, &k->row[i * (n + 1)]);
        good = run_sheet_finish(&sheet) && base_outfile_keep(&sheet.out);
    }
    if (!good) {
        base_fail(a->diag, EXIT_SYSTEM, "cannot write '%s': %s", a->rows,
                  base_outfile_fault(&sheet.out));
        base_outfile_drop(&sheet.out);
    }
    return good;
}

enum base_exit analyze_section(struct analysis *a)
{
    const size_t n = a->sys->states;
    bool *free = mem_take_array(a->diag->mem, n + 1, sizeof *free);
    struct passages k = {.a = a, .event = a->sys->model->events - 1, .mem = a->diag->mem};
    struct rt_task task = a->task;
    double *x = analyze_doubles(a, n);
    struct rt_count count = {0};
    memcpy(x, a->x, n * sizeof *x);
    analyze_free_coordinates(a, free);
    task.sink = (struct rt_sink){.event = pass, .step = stop, .context = &k};
    const enum rt_status status = analyze_run(a, &task, x, &count);
    if (a->rows && !write_rows(a, &k))
        return EXIT_SYSTEM;
    if (a->json)
        put_json(a, &k, free);
    else if (!a->rows || strcmp(a->rows, "-") != 0)
        put_text(a, &k, free);
    return analyze_end(a, status, &count);
}
