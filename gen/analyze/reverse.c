/* gen/analyze/reverse.c -- analysis `reverse`: a run forward and back in time, and reversibility.
 *
 * The motion is integrated to the end and back in time, and should return to its initial state. The
 * distance shows the error of the method, amplified by the motion. Whether the law is reversible,
 * by reversal of all velocities, is another question, with an exact answer: with
 * R (q, v) = (q, -v), is f(R x) = -R f(x)? Where states have momenta, R reverses momenta, which is
 * different with a magnetic field.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

/* ---- is the law reversible? ---- */

struct law {
    bool decided, reversible;
    size_t broken; /* a rate that violates reversibility, if one does */
};

static struct law look_at_law(struct analysis *a)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const size_t n = sys->states, nq = sys->model->coords;
    ex *to = sym_row(a->diag->mem, n), *e = sym_row(a->diag->mem, n);
    struct law law = {.decided = true, .reversible = true, .broken = n};
    for (size_t i = 0; i < n; i++)
        to[i] = i < nq ? sys->state[i] : ex_neg(s, sys->state[i]);
    ex_subst(s, sys->block[RT_rhs].at, n, sys->state, to, n, e);
    for (size_t i = 0; i < n; i++)
        e[i] = i < nq ? ex_add2(s, e[i], sys->block[RT_rhs].at[i])
                      : ex_sub(s, e[i], sys->block[RT_rhs].at[i]);
    form_on_chart(sys, e, n, e); /* on states that satisfy the constraints */
    for (size_t i = 0; i < n && law.reversible; i++) {
        const enum ex_answer answer = ex_zero(s, e[i], false).answer;
        law.decided &= answer != EX_UNDECIDED;
        law.reversible = answer == EX_ZERO;
        law.broken = law.reversible ? n : i;
    }
    return law;
}

static const char *law_text(struct analysis *a, const struct law *l)
{
    const size_t nq = a->sys->model->coords, n = a->sys->states;
    const bool momenta = n > nq && (a->sys->kind == STATES_eta || a->sys->kind == STATES_p);
    const char *what = momenta ? "momenta" : "velocities";
    if (l->reversible)
        return base_text(a->diag->mem,
                         "with all %s turned round the same law holds: it is reversible", what);
    if (!l->decided)
        return "whether the law is reversible stays open";
    return base_text(a->diag->mem, "with all %s turned round another law holds: %s' does not fit",
                     what, a->sys->state_name[l->broken]);
}

/* ---- the answer ---- */

struct journey {
    const struct rt_method *method;
    double *far, *home; /* states at the end, and after the return */
    double time, largest, size;
    size_t worst;
    struct law law;
};

static void put_text(struct analysis *a, const struct journey *j)
{
    enum { WIDE = 14 };
    fprintf(a->out, "%s   %s form, %s, to t = ", a->sys->model->title, a->sys->form->name,
            j->method->name);
    analyze_put_brief(a->out, a->task.span.start + j->time, 0, 6);
    fprintf(a->out, " and back\n  %-12s%*s%*s%*s\n", "", WIDE, "start", WIDE, "there", WIDE,
            "back, off by");
    for (size_t i = 0; i < a->sys->states; i++) {
        fprintf(a->out, "  %-12s", a->sys->state_name[i]);
        analyze_put_brief(a->out, a->x[i], WIDE, 6);
        analyze_put_brief(a->out, j->far[i], WIDE, 6);
        analyze_put_brief(a->out, j->home[i] - a->x[i], WIDE, 3);
        fputc('\n', a->out);
    }
    fputs("  largest error ", a->out);
    analyze_put_brief(a->out, j->largest, 0, 3);
    fprintf(a->out, " in %s\n  %s\n", a->sys->state_name[j->worst], law_text(a, &j->law));
}

static void put_json(struct analysis *a, const struct journey *w)
{
    struct json j = base_json(a->out, 1);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", a->sys->model->title);
    base_json_string(&j, "form", a->sys->form->name);
    base_json_string(&j, "method", w->method->name);
    base_json_number(&j, "time", w->time);
    analyze_json_states(&j, "start", a, a->x);
    analyze_json_states(&j, "there", a, w->far);
    analyze_json_states(&j, "back", a, w->home);
    base_json_number(&j, "error", w->largest);
    if (w->law.decided)
        base_json_bool(&j, "reversible", w->law.reversible);
    else
        base_json_string(&j, "reversible", NULL);
    base_json_end(&j);
}

static int stop(void *context, double t)
{
    (void)context, (void)t;
    return run_interrupted();
}

enum base_exit analyze_reverse(struct analysis *a)
{
    const size_t n = a->sys->states;
    struct rt_task task = a->task;
    struct rt_count count = {0};
    struct journey j = {.far = analyze_doubles(a, n), .home = analyze_doubles(a, n)};
    struct backward reversed;
    if (!run_can_go_back(a->model, task.method)) {
        task.method = rt_method_find("dop853");
        base_remark(a->diag, (struct span){.src = NULL}, "%s goes forward only: this is %s",
                    a->task.method->name, task.method->name);
    }
    j.method = task.method;
    task.event = NULL;
    task.sink.step = stop;
    for (size_t i = 0; i < a->sys->model->events; i++)
        if (a->sys->model->event[i].act != ACT_record) {
            base_remark(a->diag, (struct span){.src = NULL},
                        "events that stop or change the run are left out on this journey");
            break;
        }
    memcpy(j.far, a->x, n * sizeof *j.far);
    enum rt_status status = analyze_run(a, &task, j.far, &count);
    if (status != RT_OK)
        return analyze_end(a, status, &count);
    j.time = task.span.end - task.span.start;
    run_backward(&reversed, a->model, task.span.end);
    task.model = &reversed.model;
    task.span = (struct rt_span){0, j.time, task.span.step};
    memcpy(j.home, j.far, n * sizeof *j.home);
    status = analyze_run(a, &task, j.home, &count);
    if (status != RT_OK)
        return analyze_end(a, status, &count);
    for (size_t i = 0; i < n; i++)
        if (!(fabs(j.home[i] - a->x[i]) <= j.largest)) {
            j.largest = fabs(j.home[i] - a->x[i]);
            j.worst = i;
        }
    j.law = look_at_law(a);
    if (a->json)
        put_json(a, &j);
    else
        put_text(a, &j);
    return EXIT_DONE;
}
