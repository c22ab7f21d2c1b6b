/* gen/find_drift.c -- how well methods keep what the motion keeps: the energy, or a moving energy
 * where that is what is conserved, and the constraints where they restrict the states.
 *
 * The largest change along the rows, its trend by least squares, and whether both are what rounding
 * makes of an exact motion. */
#include "gen/analyze.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct watch {
    const struct analysis *a;
    enum rt_block_name kept; /* RT_BLOCKS: nothing */
    bool bound;
    double *room;
    size_t n;
    double first, most, size; /* of what is kept: at the start, largest change, size of its terms */
    double constraint;
    double t, e, tt, te, start; /* sums for the trend, with t and e from the start */
};

static int look(void *context, double t, const double *u, const double *x)
{
    struct watch *w = context;
    const struct analysis *a = w->a;
    double value = 0, twice = 0;
    if (w->kept != RT_BLOCKS) {
        rt_call(a->model, w->kept, t, u, x, a->prepared, &value);
        if (a->model->length[RT_liouville])
            rt_call(a->model, RT_liouville, t, u, x, a->prepared, &twice);
    }
    if (w->n++ == 0) {
        w->first = value;
        w->start = t;
    }
    const double e = value - w->first, s = t - w->start;
    w->most = isnan(e) ? INFINITY : fmax(w->most, fabs(e));
    w->size = fmax(w->size, fmax(fabs(value), fabs(twice)));
    w->t += s;
    w->e += e;
    w->tt += s * s;
    w->te += s * e;
    if (w->bound) {
        rt_call(a->model, RT_constraint, t, u, x, a->prepared, w->room);
        for (size_t i = 0; i < a->model->length[RT_constraint]; i++)
            w->constraint = isnan(w->room[i]) ? INFINITY : fmax(w->constraint, fabs(w->room[i]));
    }
    return isnan(e) || gen_interrupted();
}

static double trend(const struct watch *w)
{
    const double n = (double)w->n, under = n * w->tt - w->t * w->t;
    return under > 0 ? (n * w->te - w->t * w->e) / under : 0;
}

/* What rounding alone would do: a random walk of as many steps. */
static double rounding(const struct watch *w, const struct rt_count *c)
{
    return 4 * DBL_EPSILON * w->size * sqrt((double)c->steps + 16);
}

/* ---- rows of the answer ---- */

struct row {
    const struct rt_method *method;
    const char *refused; /* why, or NULL */
    enum rt_status status;
    struct rt_count count;
    struct watch watch;
};

static void measure(struct analysis *a, struct row *r, const struct watch *how)
{
    struct rt_task task = a->task;
    double *x = gen_doubles(a, a->sys->states);
    memcpy(x, a->x, a->sys->states * sizeof *x);
    r->watch = *how;
    task.method = r->method;
    task.event = NULL; /* what happens on the way need not keep anything */
    task.sink = (struct rt_sink){.row = look, .context = &r->watch};
    r->status = gen_analysis_run(a, &task, x, &r->count);
}

static void put_row(struct analysis *a, const struct row *r)
{
    enum { NAME = 12, WIDE = 11 };
    fprintf(a->out, "  %-*s", NAME, r->method->name);
    if (r->refused) {
        fprintf(a->out, "%s\n", r->refused);
        return;
    }
    fprintf(a->out, "%*llu%*llu", WIDE, (unsigned long long)r->count.steps, WIDE,
            (unsigned long long)r->count.calls);
    if (r->watch.kept == RT_BLOCKS) {
        fprintf(a->out, "%*s%*s", WIDE, "-", WIDE, "-");
    } else {
        gen_put_brief(a->out, r->watch.most, WIDE, 3);
        gen_put_brief(a->out, trend(&r->watch), WIDE, 3);
    }
    if (r->watch.bound)
        gen_put_brief(a->out, r->watch.constraint, WIDE, 3);
    const bool floor =
        r->watch.kept != RT_BLOCKS && r->watch.most <= rounding(&r->watch, &r->count);
    fprintf(a->out, "%s%s%s\n", floor ? "   rounding" : "", r->status == RT_OK ? "" : "   ",
            r->status == RT_OK ? "" : rt_message(r->status));
}

static void put_text(struct analysis *a, const struct row *row, size_t n, const struct watch *how)
{
    char text[EX_DOUBLE_ROOM];
    fprintf(a->out, "%s   %s form, over time ", a->sys->model->title, a->sys->form->name);
    gen_put_brief(a->out, a->task.span.end - a->task.span.start, 0, 6);
    ex_double_brief(a->task.span.step, 6, text);
    fprintf(a->out, ", steps of %s", text);
    ex_double_brief(a->task.rel > 0 ? a->task.rel : 1e-9, 3, text);
    fprintf(a->out, ", tolerance %s\n  %-12s%11s%11s%11s%11s%s\n", text, "method", "steps", "rhs",
            how->kept == RT_moving ? "moving e." : "energy", "a time",
            how->bound ? " constraint" : "");
    for (size_t i = 0; i < n; i++)
        put_row(a, &row[i]);
    if (how->kept == RT_BLOCKS)
        fputs("  the energy is not conserved by this motion, and nothing else is known to be\n",
              a->out);
}

static void put_json(struct analysis *a, const struct row *row, size_t n, const struct watch *how)
{
    struct json j = gen_json(a->out, 2);
    gen_json_object(&j, NULL);
    gen_json_string(&j, "model", a->sys->model->title);
    gen_json_string(&j, "form", a->sys->form->name);
    gen_json_string(&j, "kept", how->kept == RT_BLOCKS ? NULL : gen_block_name(how->kept));
    gen_json_array(&j, "methods");
    for (size_t i = 0; i < n; i++) {
        const struct row *r = &row[i];
        gen_json_object(&j, NULL);
        gen_json_string(&j, "method", r->method->name);
        gen_json_string(&j, "refused", r->refused);
        gen_json_string(&j, "status", r->refused ? NULL : rt_message(r->status));
        gen_json_count(&j, "steps", (size_t)r->count.steps);
        gen_json_count(&j, "rhs", (size_t)r->count.calls);
        gen_json_number(&j, "drift", how->kept == RT_BLOCKS || r->refused ? NAN : r->watch.most);
        gen_json_number(&j, "trend", how->kept == RT_BLOCKS || r->refused ? NAN : trend(&r->watch));
        gen_json_number(&j, "constraint", how->bound ? r->watch.constraint : NAN);
        gen_json_number(&j, "rounding", rounding(&r->watch, &r->count));
        gen_json_end(&j);
    }
    gen_json_end(&j);
    gen_json_end(&j);
}

static enum rt_block_name what_is_kept(const struct analysis *a)
{
    if (gen_keeps_energy(a->sys))
        return RT_energy;
    return a->model->length[RT_moving] ? RT_moving : RT_BLOCKS;
}

enum gen_exit gen_find_drift(struct analysis *a)
{
    struct row *row = mem_take_array(a->diag->mem, rt_method_count, sizeof *row);
    const struct watch how = {.a = a,
                              .kept = what_is_kept(a),
                              .bound = gen_analysis_is_bound(a),
                              .room = gen_doubles(a, a->model->length[RT_constraint])};
    size_t n = 0;
    enum gen_exit result = EXIT_DONE;
    for (size_t i = 0; i < rt_method_count && !gen_interrupted(); i++) {
        if (a->chosen && &rt_methods[i] != a->task.method)
            continue;
        struct diag aside = {.mem = a->diag->mem};
        struct row *r = &row[n++];
        *r = (struct row){.method = &rt_methods[i],
                          .refused = gen_refuse_method(&aside, a->sys, &rt_methods[i])};
        if (!r->refused && (rt_methods[i].needs & ~a->has))
            r->refused = "its Taylor series is too long";
        if (!r->refused)
            measure(a, r, &how);
        if (a->chosen)
            result = gen_analysis_end(a, r->status, &r->count);
    }
    if (a->json)
        put_json(a, row, n, &how);
    else
        put_text(a, row, n, &how);
    return result;
}
