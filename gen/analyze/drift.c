/* gen/analyze/drift.c -- analysis `drift`: drift of energy and constraints, method by method.
 *
 * Where a moving energy is conserved, it replaces the energy. Constraints are included where they
 * restrict the states.
 *
 * Reports the largest change along the rows, its trend by least squares, and whether both can be
 * explained by rounding errors. */
#include "gen/analyze/linear.h"
#include "gen/forms/properties.h"
#include "gen/run/run.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct watch {
    const struct analysis *a;
    enum rt_block_name kept; /* the invariant; RT_BLOCKS: none */
    bool bound;
    double *room;
    size_t n;
    double first, most, size; /* of the invariant: at the start, largest change, size of terms */
    double constraint;
    double t, e, tt, te, start; /* sums for the trend, with t and e from the start */
};

static int observe(void *context, double t, const double *u, const double *x)
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
    return isnan(e) || run_interrupted();
}

static double trend(const struct watch *w)
{
    const double n = (double)w->n, under = n * w->tt - w->t * w->t;
    return under > 0 ? (n * w->te - w->t * w->e) / under : 0;
}

/* Expected drift by rounding alone: a random walk of as many steps. */
static double rounding(const struct watch *w, const struct rt_count *c)
{
    return 4 * DBL_EPSILON * w->size * sqrt((double)c->steps + 16);
}

/* ---- rows of the answer ---- */

struct row {
    const struct rt_method *method;
    const char *refused; /* reason why the method does not apply, or NULL */
    enum rt_status status;
    struct rt_count count;
    struct watch watch;
};

static void measure(struct analysis *a, struct row *r, const struct watch *how)
{
    struct rt_task task = a->task;
    double *x = analyze_doubles(a, a->sys->states);
    memcpy(x, a->x, a->sys->states * sizeof *x);
    r->watch = *how;
    task.method = r->method;
    task.event = NULL; /* resets need not keep the invariant */
    task.sink = (struct rt_sink){.row = observe, .context = &r->watch};
    r->status = analyze_run(a, &task, x, &r->count);
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
        analyze_put_brief(a->out, r->watch.most, WIDE, 3);
        analyze_put_brief(a->out, trend(&r->watch), WIDE, 3);
    }
    if (r->watch.bound)
        analyze_put_brief(a->out, r->watch.constraint, WIDE, 3);
    const bool floor =
        r->watch.kept != RT_BLOCKS && r->watch.most <= rounding(&r->watch, &r->count);
    fprintf(a->out, "%s%s%s\n", floor ? "   rounding" : "", r->status == RT_OK ? "" : "   ",
            r->status == RT_OK ? "" : rt_message(r->status));
}

static void put_text(struct analysis *a, const struct row *row, size_t n, const struct watch *how)
{
    char text[EX_DOUBLE_ROOM];
    fprintf(a->out, "%s   %s form, over time ", a->sys->model->title, a->sys->form->name);
    analyze_put_brief(a->out, a->task.span.end - a->task.span.start, 0, 6);
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
    struct json j = base_json(a->out, 2);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", a->sys->model->title);
    base_json_string(&j, "form", a->sys->form->name);
    base_json_string(&j, "kept", how->kept == RT_BLOCKS ? NULL : form_block_name(how->kept));
    base_json_array(&j, "methods");
    for (size_t i = 0; i < n; i++) {
        const struct row *r = &row[i];
        base_json_object(&j, NULL);
        base_json_string(&j, "method", r->method->name);
        base_json_string(&j, "refused", r->refused);
        base_json_string(&j, "status", r->refused ? NULL : rt_message(r->status));
        base_json_count(&j, "steps", (size_t)r->count.steps);
        base_json_count(&j, "rhs", (size_t)r->count.calls);
        base_json_number(&j, "drift", how->kept == RT_BLOCKS || r->refused ? NAN : r->watch.most);
        base_json_number(&j, "trend",
                         how->kept == RT_BLOCKS || r->refused ? NAN : trend(&r->watch));
        base_json_number(&j, "constraint", how->bound ? r->watch.constraint : NAN);
        base_json_number(&j, "rounding", rounding(&r->watch, &r->count));
        base_json_end(&j);
    }
    base_json_end(&j);
    base_json_end(&j);
}

static enum rt_block_name what_is_kept(const struct analysis *a)
{
    if (form_keeps_energy(a->sys))
        return RT_energy;
    return a->model->length[RT_moving] ? RT_moving : RT_BLOCKS;
}

enum base_exit analyze_drift(struct analysis *a)
{
    struct row *row = mem_take_array(a->diag->mem, rt_method_count, sizeof *row);
    const struct watch how = {.a = a,
                              .kept = what_is_kept(a),
                              .bound = analyze_is_bound(a),
                              .room = analyze_doubles(a, a->model->length[RT_constraint])};
    size_t n = 0;
    enum base_exit result = EXIT_DONE;
    for (size_t i = 0; i < rt_method_count && !run_interrupted(); i++) {
        if (a->chosen && &rt_methods[i] != a->task.method)
            continue;
        struct diag aside = base_aside(a->diag);
        struct row *r = &row[n++];
        *r = (struct row){.method = &rt_methods[i],
                          .refused = code_refuse_method(&aside, a->sys, &rt_methods[i])};
        if (!r->refused && (rt_methods[i].needs & ~a->has))
            r->refused = "its Taylor series is too long";
        if (!r->refused)
            measure(a, r, &how);
        if (a->chosen)
            result = analyze_end(a, r->status, &r->count);
    }
    if (a->json)
        put_json(a, row, n, &how);
    else
        put_text(a, row, n, &how);
    return result;
}
