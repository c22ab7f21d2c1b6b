/* gen/run/parameter_sweep.c -- the command `sweep`: a run for each point of a grid, one row each.
 *
 * A value of -p or -i may be a range, first:last:step. Each range is one dimension of the grid; the
 * last one varies fastest. The system is derived and compiled once, with the first values.
 */
#include "gen/run/trace.h"

#include <math.h>
#include <string.h>

enum { MOST = 100000, RANGES = 8 };

/* NAME=FIRST:LAST:STEP among the texts of an option. */
struct range {
    enum base_option option;
    const char *name;
    double first, step;
    size_t n, at; /* number of values, index of the current one */
};
struct grid {
    struct job *job;
    const struct options *asked;
    struct range range[RANGES];
    size_t ranges, points;
    struct options now; /* with the values of the current point */
};

/* ---- reading ---- */

/* Length of a text up to `end` outside of brackets. */
static size_t part_of(const char *text, char end)
{
    int depth = 0;
    size_t n = 0;
    for (; text[n] && (depth > 0 || text[n] != end); n++)
        depth += (text[n] == '(') - (text[n] == ')');
    return n;
}

static bool read_bound(struct grid *g, const char *text, size_t n, double *out)
{
    struct job *job = g->job;
    return lang_number(job->diag, job->store, "a range", base_text(job->mem, "%.*s", (int)n, text),
                       out);
}

/* The name before `=`, without blanks. */
static const char *name_of(struct mem *m, const char *text)
{
    text += strspn(text, " \t");
    return base_text(m, "%.*s", (int)strcspn(text, " \t="), text);
}

/* Whether another range is of this name; then an error, for one of the two values would be
 * lost. */
static bool is_given(struct grid *g, const char *name, enum base_option option)
{
    bool found = false;
    for (size_t i = 0; i < g->ranges; i++)
        found |= g->range[i].option == option && strcmp(g->range[i].name, name) == 0;
    if (found)
        base_fail(g->job->diag, EXIT_USAGE, "'%s' has a range and another value", name);
    return found;
}

/* Reads a range; false after an error. `text` is NAME=A:B:C. */
static bool read_range(struct grid *g, enum base_option option, const char *text, size_t name)
{
    struct diag *d = g->job->diag;
    const char *a = text + name + 1, *b = a + part_of(a, ':') + 1, *c = b + part_of(b, ':');
    double last = 0;
    if (*c != ':') {
        base_fail(d, EXIT_USAGE, "a range is FIRST:LAST:STEP, and '%s' has no step", text);
        return false;
    }
    if (g->ranges == RANGES) {
        base_fail(d, EXIT_USAGE, "more than %d ranges", RANGES);
        return false;
    }
    const char *of = name_of(d->mem, text);
    if (is_given(g, of, option))
        return false;
    struct range *r = &g->range[g->ranges++];
    *r = (struct range){.option = option, .name = of};
    if (!read_bound(g, a, (size_t)(b - a) - 1, &r->first) ||
        !read_bound(g, b, (size_t)(c - b), &last) || !read_bound(g, c + 1, strlen(c + 1), &r->step))
        return false;
    const double steps = (last - r->first) / r->step;
    if (!(steps >= 0) || !isfinite(steps)) {
        base_fail(d, EXIT_USAGE,
                  "steps of this size never lead from the first value to the last: %s", text);
        return false;
    }
    r->n = steps < MOST ? (size_t)(steps + 1e-9) + 1 : MOST + 1;
    g->points = g->points * r->n > MOST ? MOST + 1 : g->points * r->n;
    return true;
}

/* Whether a name has a range and a value. */
static bool has_both(struct grid *g, enum base_option option)
{
    const struct option_text *texts = &g->now.value[option];
    for (size_t k = 0; k < texts->n; k++)
        for (const char *at = texts->at[k]; *at;) {
            const size_t n = part_of(at, ',');
            if (is_given(g, name_of(g->job->mem, at), option))
                return true;
            at += n + (at[n] == ',');
        }
    return false;
}

/* Moves ranges from the texts of an option to the grid; other assignments stay. */
static bool take_ranges(struct grid *g, enum base_option option)
{
    struct mem *m = g->job->mem;
    const struct option_text *texts = &g->asked->value[option];
    struct option_text *left = &g->now.value[option];
    *left = (struct option_text){mem_take_array(m, texts->n + RANGES + 1, sizeof(char *)), 0};
    for (size_t k = 0; k < texts->n; k++) {
        struct mem_text rest = mem_text(m);
        for (const char *at = texts->at[k]; *at;) {
            const size_t n = part_of(at, ',');
            const char *one = base_text(m, "%.*s", (int)n, at);
            const size_t name = strcspn(one, "=");
            if (one[name] && one[name + 1 + part_of(one + name + 1, ':')] == ':') {
                if (!read_range(g, option, one, name))
                    return false;
            } else {
                mem_put_f(&rest, "%s%s", rest.len ? "," : "", one);
            }
            at += n + (at[n] == ',');
        }
        if (rest.len)
            left->at[left->n++] = rest.text;
    }
    return !has_both(g, option);
}

static double value_of(const struct range *r)
{
    return r->first + (double)r->at * r->step;
}

/* Appends the values of the point to the assignments. */
static void put_values(struct grid *g, size_t params, size_t inits)
{
    char value[EX_DOUBLE_ROOM];
    g->now.value[OPTION_param].n = params;
    g->now.value[OPTION_init].n = inits;
    for (size_t i = 0; i < g->ranges; i++) {
        struct option_text *t = &g->now.value[g->range[i].option];
        ex_double_show(value_of(&g->range[i]), value);
        t->at[t->n++] = base_text(g->job->mem, "%s=%s", g->range[i].name, value);
    }
}

/* The next point; false after the last. */
static bool next_point(struct grid *g)
{
    for (size_t i = g->ranges; i-- > 0; g->range[i].at = 0)
        if (++g->range[i].at < g->range[i].n)
            return true;
    return false;
}

/* ---- runs ---- */

static int stop(void *context, double t)
{
    (void)context, (void)t;
    return run_interrupted();
}

/* One run; false when it did not reach its end. row: t, states, outputs, energy. */
static bool run_once(struct grid *g, const struct run *r, double *work, double *row)
{
    struct diag aside = base_aside(g->job->diag);
    const struct system *sys = r->sys;
    const struct point_texts texts = base_option_points(&g->now);
    const size_t n = sys->states, outputs = sys->model->outputs;
    struct rt_task task = r->task;
    struct rt_count count = {0};
    for (size_t i = 0; i < n + outputs + 2; i++)
        row[i] = NAN;
    const struct start *at =
        start_find(&aside, sys, g->job->program->prepared, &texts, MISSING_IS_ZERO);
    if (!at)
        return false;
    rt_prepare_model(r->machine, at->p);
    task.p = at->p;
    task.u = at->u;
    task.sink = (struct rt_sink){.step = stop};
    memcpy(row + 1, at->x, n * sizeof *row);
    const enum rt_status status = rt_run(&task, row + 1, work, &count);
    row[0] = count.t;
    if (outputs)
        rt_call(r->machine, RT_column, count.t, at->u, row + 1, at->p, row + 1 + n);
    rt_call(r->machine, RT_energy, count.t, at->u, row + 1, at->p, row + 1 + n + outputs);
    return status == RT_OK || count.halted;
}

/* A name that other programs can read and that no other column has: x' = 0:1:1 is x_dot; x is x_0
 * beside the coordinate at the end. */
static const char *column_name(struct mem *m, const char *given, const char *const *taken, size_t n)
{
    struct mem_text name = mem_text(m);
    for (const char *c = given; *c; c++)
        mem_put_n(&name, *c == '\'' ? "_dot" : c, *c == '\'' ? strlen("_dot") : 1);
    for (size_t i = 0; i < n; i++)
        if (strcmp(name.text, taken[i]) == 0) {
            mem_put(&name, "_0");
            i = (size_t)-1; /* from the first again */
        }
    return name.text;
}

static const char **names_of(struct grid *g, const struct system *sys, size_t *n)
{
    struct mem *m = g->job->mem;
    const size_t outputs = sys->model->outputs, columns = sys->states + outputs + 2;
    const char **name = mem_take_array(m, g->ranges + columns, sizeof *name);
    const char **of_run = name + g->ranges,
               **all = mem_take_array(m, g->ranges + columns, sizeof *all);
    of_run[0] = "t";
    for (size_t i = 0; i < sys->states; i++)
        of_run[1 + i] = sys->state_name[i];
    for (size_t i = 0; i < outputs; i++)
        of_run[1 + sys->states + i] = sys->model->output[i].name;
    of_run[columns - 1] = "energy";
    memcpy(all, of_run, columns * sizeof *all);
    for (size_t i = 0; i < g->ranges; i++)
        all[columns + i] = name[i] = column_name(m, g->range[i].name, all, columns + i);
    *n = g->ranges + columns;
    return name;
}

static enum base_exit run_all(struct grid *g, struct run *r, size_t params, size_t inits)
{
    struct mem *m = g->job->mem;
    struct diag *d = g->job->diag;
    size_t columns = 0, failed = 0, done = 0;
    const char **name = names_of(g, r->sys, &columns);
    const char *path = base_option_last(g->asked, OPTION_out);
    struct sheet sheet;
    r->task.event = form_events_of(m, r->sys->model);
    double *work = mem_take_array(m, rt_work(&r->task) + 1, sizeof *work);
    double *row = mem_take_array(m, columns + 1, sizeof *row);
    bool good = run_sheet_open(m, &sheet, path ? path : "-", NULL, name, columns);
    if (good)
        run_sheet_begin(&sheet);
    do {
        const struct mem_mark mark = mem_mark(m);
        put_values(g, params, inits);
        for (size_t i = 0; i < g->ranges; i++)
            row[i] = value_of(&g->range[i]);
        failed += !run_once(g, r, work, row + g->ranges);
        if (good)
            run_sheet_row(&sheet, NULL, row);
        done++;
        mem_release(m, mark);
    } while (good && !run_interrupted() && next_point(g));
    good = good && run_sheet_finish(&sheet) && base_outfile_keep(&sheet.out);
    if (!good) {
        base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", sheet.out.path,
                  base_outfile_fault(&sheet.out));
        base_outfile_drop(&sheet.out);
        return EXIT_SYSTEM;
    }
    if (failed)
        base_remark(
            d, (struct span){.src = NULL},
            "%zu of %zu runs did not get to their end; where one cannot start, there are no "
            "numbers",
            failed, done);
    return run_interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
}

/* One run for each point of a grid of ranges. */
static enum base_exit sweep(struct job *job, const struct options *o)
{
    struct grid *g = mem_take(job->mem, sizeof *g);
    struct diag *d = job->diag;
    struct run run = {.begun = base_clock()};
    *g = (struct grid){.job = job, .asked = o, .now = *o, .points = 1};
    if (!take_ranges(g, OPTION_param) || !take_ranges(g, OPTION_init))
        return base_diag_exit(d);
    if (g->ranges == 0)
        base_fail(d, EXIT_USAGE, "there is no range")->help = "-p NAME=FIRST:LAST:STEP";
    if (g->points > MOST)
        base_fail(d, EXIT_USAGE, "these are more than %d runs", MOST);
    if (d->errors)
        return EXIT_USAGE;
    const size_t params = g->now.value[OPTION_param].n, inits = g->now.value[OPTION_init].n;
    put_values(g, params, inits);
    struct options first = g->now;
    first.value[OPTION_out].n = 0;
    if (!job_derive(job, &first) || !run_options(job, &first, &run))
        return base_diag_exit(d);
    const char *path = base_option_last(o, OPTION_out);
    const bool lost = path && !run_may_write(d, &run, path);
    const enum base_exit result = lost ? EXIT_USAGE : run_all(g, &run, params, inits);
    code_machine_close(&job->machine);
    return result;
}

enum base_exit run_command_sweep(struct job *job, const struct options *o)
{
    if (job_has_tables(job, o))
        return EXIT_USAGE;
    job->until = &o->value[OPTION_until];
    return job_engine(job, o, ENGINE_tcc) ? sweep(job, o) : base_diag_exit(job->diag);
}
