/* gen/run/trace.c -- trace of a run: rows, events, drift of energy and constraints.
 *
 * All memory is taken before the first step, so that a run does not fail half-way. Rows go to all
 * files at once; the files are renamed together at the end, or none of them is.
 */
#include "gen/run/trace.h"

#include <math.h>
#include <string.h>

/* Scale of a drift where the energy itself is 0. */
static double kinetic(const struct run *r, double t, const double *u, const double *x)
{
    double twice = 0;
    rt_call(r->machine, RT_liouville, t, u, x, r->start->p, &twice);
    return fabs(twice) / 2;
}

/* ---- rows ---- */

/* t, states, outputs, energy */
static size_t columns_of(const struct system *sys)
{
    return sys->states + sys->model->outputs + 2;
}

static const char **names_of(struct mem *m, const struct system *sys)
{
    const char **name = mem_take_array(m, columns_of(sys), sizeof *name);
    size_t n = 0;
    name[n++] = "t";
    for (size_t i = 0; i < sys->states; i++)
        name[n++] = sys->state_name[i];
    for (size_t i = 0; i < sys->model->outputs; i++)
        name[n++] = sys->model->output[i].name;
    name[n] = "energy";
    return name;
}

/* A check between stages: does the machine give what the columns are called? */
static bool columns_hold(struct diag *d, const struct run *r, const char *const *name)
{
    const size_t columns = columns_of(r->sys), outputs = r->sys->model->outputs;
    const struct rt_model *m = r->machine;
    size_t named = 0;
    while (named < columns && name[named])
        named++;
    if (named < columns)
        base_bug(d, "run_options", "column %zu of %zu has no name", named + 1, columns);
    else if (m->states != r->sys->states || m->length[RT_energy] != 1 ||
             (outputs && m->length[RT_column] != outputs))
        base_bug(d, "run_options",
                 "rows have columns for %zu states, %zu outputs and 1 energy, the machine computes "
                 "%zu, %zu and %zu",
                 r->sys->states, outputs, m->states, m->length[RT_column], m->length[RT_energy]);
    else
        return true;
    return false;
}

static void fill_row(const struct trace *k, double t, const double *u, const double *x,
                     double energy)
{
    const struct system *sys = k->run->sys;
    double *at = k->row;
    *at++ = t;
    memcpy(at, x, sys->states * sizeof *at);
    at += sys->states;
    if (sys->model->outputs)
        rt_call(k->run->machine, RT_column, t, u, x, k->run->start->p, at);
    at[sys->model->outputs] = energy;
}

static double energy_at(const struct trace *k, double t, const double *u, const double *x)
{
    double energy = NAN;
    rt_call(k->run->machine, RT_energy, t, u, x, k->run->start->p, &energy);
    return energy;
}

/* The violation of the constraints, where it is measured. */
static double measure(struct trace *k, double t, const double *u, const double *x, double energy)
{
    double violation = 0;
    const struct run *r = k->run;
    if (!k->begun)
        k->first = k->level = energy;
    k->begun = true;
    k->last = energy;
    k->drift = fmax(k->drift, fabs(energy - k->level));
    k->size = fmax(k->size, fmax(fabs(energy), kinetic(r, t, u, x)));
    if (!r->measures)
        return 0;
    rt_call(r->machine, RT_constraint, t, u, x, r->start->p, k->scratch);
    for (size_t i = 0; i < r->machine->length[RT_constraint]; i++)
        violation = fmax(violation, fabs(k->scratch[i]));
    k->constraint = fmax(k->constraint, violation);
    return violation;
}

static int see_row(void *context, double t, const double *u, const double *x)
{
    struct trace *k = context;
    const double energy = energy_at(k, t, u, x);
    k->lost = !isfinite(energy);
    if (k->lost)
        return 1;
    const double violation = measure(k, t, u, x, energy);
    if (k->recording)
        figure_recording_row(k->recording, t, u, x, fabs(energy - k->level), violation);
    if (k->sheets)
        fill_row(k, t, u, x, energy);
    for (size_t i = 0; i < k->sheets; i++)
        run_sheet_row(&k->sheet[i], NULL, k->row);
    k->rows++;
    return run_interrupted() || run_trace_fault(k);
}

/* ---- events ---- */

/* Does the state after a reset satisfy the constraints? */
static bool is_allowed(struct trace *k, size_t event, double t, const double *x)
{
    const double bar = 1e-9;
    const struct system *sys = k->run->sys;
    double size = 0;
    for (size_t i = 0; i < sys->states; i++)
        size = fmax(size, fabs(x[i]));
    for (size_t i = 0; i < sys->residues; i++) {
        double off = NAN;
        if (sys->residue[i].event != event)
            continue;
        start_eval_at(sys, t, x, k->run->start->p, &sys->residue[i].value, 1, &off);
        if (fabs(off) <= bar * (1 + size))
            continue;
        k->violated = &sys->residue[i];
        k->violation = off;
        return false;
    }
    return true;
}

/* A reset may change the energy: drift is measured from the new value on. */
static void follow_reset(struct trace *k, size_t event, double t, const double *u, const double *x)
{
    const size_t n = k->run->sys->states;
    rt_call(k->run->machine, RT_reset, t, u, x, k->run->start->p, k->scratch);
    k->level = energy_at(k, t, u, k->scratch + event * n);
}

static int see_event(void *context, size_t event, double t, const double *u, const double *x)
{
    struct trace *k = context;
    const struct model *m = k->run->sys->model;
    const size_t n = k->run->sys->states;
    if (k->kept < k->room) {
        struct happened *h = &k->happened[k->kept++];
        h->event = event;
        h->t = t;
        memcpy(h->x, x, n * sizeof *x);
    }
    if (k->recording) {
        figure_recording_row(k->recording, t, u, x, fabs(energy_at(k, t, u, x) - k->level), 0);
        figure_recording_event(k->recording, t, event);
    }
    if (k->lists) {
        fill_row(k, t, u, x, energy_at(k, t, u, x));
        run_sheet_row(&k->events, m->event[event].name, k->row);
    }
    if (m->event[event].act == ACT_reset) {
        if (!is_allowed(k, event, t, x))
            return 1;
        follow_reset(k, event, t, u, x);
    }
    return run_interrupted() || run_trace_fault(k);
}

static int see_step(void *context, double t)
{
    base_progress_at(&((struct trace *)context)->progress, t);
    return run_interrupted();
}

struct rt_sink run_trace_sink(struct trace *t)
{
    return (struct rt_sink){.row = see_row, .event = see_event, .step = see_step, .context = t};
}

/* ---- beginning and end ---- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void take_memory(struct mem *m, struct trace *k)
{
    enum { SHOWN = 4, MOST = 10000, NUMBERS = 1 << 20 };
    const struct run *r = k->run;
    const size_t n = r->sys->states, *length = r->machine->length;
    const size_t fit = NUMBERS / (n + 1);
    const size_t output = larger(length[RT_output], length[RT_vel]);
    k->row = mem_take_array(m, columns_of(r->sys), sizeof *k->row);
    k->output = mem_take_array(m, output + 1, sizeof *k->output);
    k->scratch =
        mem_take_array(m, larger(length[RT_reset], length[RT_constraint]) + 1, sizeof *k->scratch);
    if (!r->sys->model->events)
        return;
    k->room = !r->json ? SHOWN : fit < MOST ? fit : MOST;
    k->happened = mem_take_array(m, k->room, sizeof *k->happened);
    double *x = mem_take_array(m, k->room * n + 1, sizeof *x);
    for (size_t i = 0; i < k->room; i++)
        k->happened[i].x = x + i * n;
}

static bool cannot_write(struct diag *d, const struct outfile *f)
{
    base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", f->path, base_outfile_fault(f));
    return false;
}

bool run_trace_open(struct diag *d, const struct run *r, bool draws, bool prints, struct trace *out)
{
    static const char *const standard[] = {"-"};
    const char *const *path = r->outs ? (const char *const *)r->out : standard;
    const size_t n = r->outs ? r->outs : prints;
    const char **name = names_of(d->mem, r->sys);
    *out = (struct trace){.run = r,
                          .sheet = mem_take_array(d->mem, n + 1, sizeof *out->sheet),
                          .file = mem_take_array(d->mem, n + 1, sizeof *out->file)};
    if (!columns_hold(d, r, name))
        return false;
    take_memory(d->mem, out);
    if (draws)
        out->recording = figure_recording(d->mem, r->sys, r->machine, r->start->p, false);
    for (size_t i = 0; i < n; i++) {
        out->sheets++;
        if (!run_sheet_open(d->mem, &out->sheet[i], path[i], NULL, name, columns_of(r->sys)))
            return cannot_write(d, &out->sheet[i].out);
    }
    const char *event = "event";
    for (size_t i = 0; i < r->sys->model->outputs; i++)
        if (strcmp(r->sys->model->output[i].name, event) == 0)
            event = "event_name";
    out->lists = r->events != NULL;
    if (out->lists &&
        !run_sheet_open(d->mem, &out->events, r->events, event, name, columns_of(r->sys)))
        return cannot_write(d, &out->events.out);
    for (size_t i = 0; i < n; i++)
        run_sheet_begin(&out->sheet[i]);
    if (out->lists)
        run_sheet_begin(&out->events);
    out->progress = base_progress(&r->task.span);
    return true;
}

const struct outfile *run_trace_fault(const struct trace *t)
{
    for (size_t i = 0; i < t->sheets; i++)
        if (t->sheet[i].out.error)
            return &t->sheet[i].out;
    return t->lists && t->events.out.error ? &t->events.out : NULL;
}

bool run_trace_keep(struct trace *t)
{
    for (size_t i = 0; i < t->sheets; i++)
        run_sheet_finish(&t->sheet[i]);
    if (t->lists)
        run_sheet_finish(&t->events);
    if (run_trace_fault(t)) {
        run_trace_drop(t);
        return false;
    }
    for (size_t i = 0; i < t->sheets; i++)
        t->file[i] = &t->sheet[i].out;
    t->file[t->sheets] = &t->events.out;
    return base_outfile_keep_all(t->file, t->sheets + t->lists);
}

void run_trace_drop(struct trace *t)
{
    for (size_t i = 0; i < t->sheets; i++)
        base_outfile_drop(&t->sheet[i].out);
    if (t->lists)
        base_outfile_drop(&t->events.out);
}
