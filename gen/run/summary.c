/* gen/run/summary.c -- summary of a run, as text or as one JSON object. */
#include "gen/run/trace.h"

#include <math.h>

static double relative_drift(const struct trace *k)
{
    return k->size > 0 ? k->drift / k->size : 0;
}

static const double *velocities(const struct trace *k, double t)
{
    const struct run *r = k->run;
    double *u = mem_take_array(r->job->mem, 2 * r->machine->inputs + 1, sizeof *u);
    for (size_t i = 0; i < r->machine->inputs; i++)
        u[i] = r->start->u[i];
    if (r->task.input)
        r->task.input->at(r->task.input->context, t, t, u);
    rt_call(r->machine, RT_vel, t, u, r->start->x, r->start->p, k->output);
    return k->output;
}

/* ---- for people ---- */

void run_put_title(FILE *out, const struct run *r)
{
    const struct rt_method *method = r->task.method;
    fprintf(out, "%s   %s form, %s,", r->sys->model->title, r->sys->form->name, method->name);
    if (method->adaptive)
        base_put_number(out, " tolerance ", r->task.rel, 6);
    else
        base_put_number(out, " dt ", r->task.span.step, 6);
    fprintf(out, ", %s\n", r->engine);
}

/* states x, y, x', y': the reason why they are these */
static void put_states(FILE *out, const struct system *sys)
{
    const char *why = form_why_states(sys);
    if (!why)
        return;
    for (size_t i = 0; i < sys->states; i++)
        fprintf(out, "%s%s", i ? ", " : "  states ", sys->state_name[i]);
    fprintf(out, ": %s\n", why);
}

static void put_final(FILE *out, const struct trace *k, double t)
{
    const struct system *sys = k->run->sys;
    const struct model *m = sys->model;
    const bool frameless = form_why_states(sys);
    const double *x = k->run->start->x, *velocity = velocities(k, t);
    base_put_number(out, "  t = ", t, 6);
    for (size_t i = 0; i < m->coords; i++) {
        fprintf(out, "  %s = ", m->coord[i].name);
        base_put_number(out, "", x[i], 6);
    }
    for (size_t a = 0; a < m->rank && !frameless; a++) {
        fprintf(out, "  %s = ", m->field[a].name);
        base_put_number(out, "", velocity[a], 6);
    }
    for (size_t i = m->coords; i < sys->states && frameless; i++) {
        fprintf(out, "  %s = ", sys->state_name[i]);
        base_put_number(out, "", x[i], 6);
    }
    fputc('\n', out);
}

/* hit at 1.2, 3.4, ... (17 events) */
static void put_events(FILE *out, const struct trace *k, uint64_t all)
{
    const struct model *m = k->run->sys->model;
    for (size_t i = 0; i < k->kept; i++) {
        fprintf(out, "%s%s", i ? ", " : "  ", m->event[k->happened[i].event].name);
        base_put_number(out, " at t = ", k->happened[i].t, 6);
    }
    if (all > k->kept)
        fprintf(out, ", ... (%llu events)", (unsigned long long)all);
    if (k->kept)
        fputc('\n', out);
}

static void put_counts(FILE *out, const struct outcome *o)
{
    const struct trace *k = o->trace;
    const struct run *r = k->run;
    const struct rt_count *c = &o->count;
    fprintf(out, "  %llu step%s", (unsigned long long)c->steps, c->steps == 1 ? "" : "s");
    if (c->rejected)
        fprintf(out, " (%llu rejected)", (unsigned long long)c->rejected);
    if (c->jets)
        fprintf(out, ", %llu series", (unsigned long long)c->jets);
    fprintf(out, ", %llu rhs, energy %s", (unsigned long long)c->calls,
            r->conserved ? "drift" : "change");
    base_put_number(out, " ", relative_drift(k), 3);
    if (r->sys->geom->n > r->sys->geom->rank || r->measures)
        base_put_number(out, ", constraint ", k->constraint, 3);
    if (o->ms >= 0) {
        base_put_time(out, ", ", o->ms);
        base_put_time(out, " (", r->ready);
        fputs(" to the first step)", out);
    }
    fputc('\n', out);
}

void run_put_summary(FILE *out, const struct outcome *o)
{
    put_states(out, o->trace->run->sys);
    put_final(out, o->trace, o->count.t);
    put_events(out, o->trace, o->count.events);
    put_counts(out, o);
}

/* ---- for programs ---- */

static void put_state(struct json *j, const char *key, const struct system *sys, const double *x)
{
    base_json_object(j, key);
    for (size_t i = 0; i < sys->states; i++)
        base_json_number(j, sys->state_name[i], x[i]);
    base_json_end(j);
}

static void put_energy(struct json *j, const struct trace *k)
{
    base_json_object(j, "energy");
    base_json_number(j, "start", k->first);
    base_json_number(j, "end", k->last);
    base_json_number(j, "drift", relative_drift(k));
    base_json_bool(j, "conserved", k->run->conserved);
    base_json_end(j);
}

static void put_happened(struct json *j, const struct trace *k)
{
    const struct system *sys = k->run->sys;
    base_json_array(j, "events");
    for (size_t i = 0; i < k->kept; i++) {
        const struct happened *h = &k->happened[i];
        base_json_object(j, NULL);
        base_json_string(j, "name", sys->model->event[h->event].name);
        base_json_number(j, "t", h->t);
        put_state(j, "state", sys, h->x);
        base_json_end(j);
    }
    base_json_end(j);
}

static void put_files(struct json *j, const struct run *r)
{
    base_json_array(j, "files");
    for (size_t i = 0; i < r->outs; i++)
        base_json_string(j, NULL, r->out[i]);
    if (r->events)
        base_json_string(j, NULL, r->events);
    base_json_end(j);
}

static void put_numbers(struct json *j, const struct outcome *o)
{
    const struct rt_count *c = &o->count;
    const struct {
        const char *key;
        uint64_t value;
    } counts[] = {{"steps", c->steps},     {"rejected", c->rejected}, {"rhs", c->calls},
                  {"jac", c->jacs},        {"jet", c->jets},          {"newton", c->newton},
                  {"rows", o->trace->rows}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        base_json_count(j, counts[i].key, (size_t)counts[i].value);
}

void run_put_json(FILE *out, const struct outcome *o)
{
    const struct trace *k = o->trace;
    const struct run *r = k->run;
    const struct system *sys = r->sys;
    const bool adaptive = r->task.method->adaptive;
    const double *velocity = velocities(k, o->count.t);
    struct json j = base_json(out, 1);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", sys->model->title);
    base_json_string(&j, "form", sys->form->name);
    base_json_string(&j, "method", r->task.method->name);
    base_json_string(&j, "engine", code_engines[r->job->machine.engine].word);
    base_json_string(&j, "status", o->status);
    base_json_string(&j, "message", o->message);
    base_json_number(&j, "t", o->count.t);
    base_json_number(&j, "end", r->task.span.end);
    base_json_number(&j, "dt", r->task.span.step);
    base_json_number(&j, "tolerance", adaptive ? r->task.rel : NAN);
    put_numbers(&j, o);
    put_energy(&j, k);
    base_json_number(&j, "constraint",
                     sys->geom->n > sys->geom->rank || r->measures ? k->constraint : NAN);
    put_state(&j, "state", sys, r->start->x);
    base_json_object(&j, "vel");
    for (size_t i = 0; i < form_velocity_count(sys); i++)
        base_json_number(&j, form_velocity_name(sys, i), velocity[i]);
    base_json_end(&j);
    base_json_count(&j, "event_count", (size_t)o->count.events);
    put_happened(&j, k);
    put_files(&j, r);
    base_json_number(&j, "ms", o->ms);
    base_json_number(&j, "ready_ms", r->ready);
    base_json_end(&j);
}
