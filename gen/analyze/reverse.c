/* gen/analyze/reverse.c -- analysis `reverse`: a run forward and back in time, and reversibility.
 *
 * The motion is integrated to the end and back in time, and should return to its initial state. The
 * distance shows the error of the method, amplified by the motion. Whether the law is reversible,
 * by reversal of time and of all velocities, is another question, with an exact answer: with
 * R (q, v) = (q, -v), is f(-t, R x) = -R f(t, x), and does R x satisfy the constraints at -t where
 * x does at t? Where states have momenta, R reverses momenta, which is different with a magnetic
 * field.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

/* ---- is the law reversible? ---- */

struct law {
    bool decided, reversible;
    bool timed;         /* it depends on t */
    const char *broken; /* a rate that violates reversibility, if one does; NULL: a constraint */
};

/* out = e at -t, with all velocities or momenta reversed. */
static void turn_round(struct analysis *a, const ex *e, size_t n, ex *out)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const size_t states = sys->states, nq = sys->model->coords;
    ex *from = sym_row(a->diag->mem, states + 1), *to = sym_row(a->diag->mem, states + 1);
    for (size_t i = 0; i < states; i++) {
        from[i] = sys->state[i];
        to[i] = i < nq ? sys->state[i] : ex_neg(s, sys->state[i]);
    }
    from[states] = sys->model->time;
    to[states] = ex_neg(s, sys->model->time);
    ex_subst(s, e, n, from, to, states + 1, out);
}

/* Takes the law for reversible only if e is 0; false: it is not. */
static bool must_vanish(struct analysis *a, struct law *law, ex e, const char *broken)
{
    const enum ex_answer answer = ex_zero(a->sys->model->store, e, false).answer;
    law->decided &= answer != EX_UNDECIDED;
    if (answer != EX_NOT_ZERO)
        return true;
    *law = (struct law){.decided = true, .broken = broken, .timed = law->timed};
    return false;
}

static bool has_time(const struct system *sys, enum rt_block_name block)
{
    const struct block *b = &sys->block[block];
    for (size_t i = 0; i < b->rows * b->cols && b->at; i++)
        if (ex_has(sys->model->store, b->at[i], sys->model->time))
            return true;
    return false;
}

static struct law look_at_law(struct analysis *a)
{
    const struct system *sys = a->sys;
    const struct block *rhs = &sys->block[RT_rhs], *held = &sys->block[RT_constraint];
    struct store *s = sys->model->store;
    const size_t n = sys->states, nq = sys->model->coords;
    struct law law = {.decided = true, .reversible = true};
    if (!form_more_blocks(a->diag, a->sys, 1U << RT_constraint))
        law.decided = false;
    const size_t residuals = held->at ? held->rows : 0;
    ex *e = sym_row(a->diag->mem, n), *residual = sym_row(a->diag->mem, residuals);
    law.timed = has_time(sys, RT_rhs) || has_time(sys, RT_constraint);
    turn_round(a, rhs->at, n, e);
    for (size_t i = 0; i < n; i++)
        e[i] = i < nq ? ex_add2(s, e[i], rhs->at[i]) : ex_sub(s, e[i], rhs->at[i]);
    form_on_chart(sys, e, n, e); /* on states that satisfy the constraints */
    turn_round(a, held->at, residuals, residual);
    for (size_t i = 0; i < residuals; i++) /* those of positions are not in the chart */
        if (ex_zero(s, ex_sub(s, residual[i], held->at[i]), false).answer == EX_ZERO ||
            ex_zero(s, ex_add2(s, residual[i], held->at[i]), false).answer == EX_ZERO)
            residual[i] = ex_int(s, 0);
    form_on_chart(sys, residual, residuals, residual);
    for (size_t i = 0; i < n; i++)
        if (!must_vanish(a, &law, e[i], sys->state_name[i]))
            return law;
    for (size_t i = 0; i < residuals; i++)
        if (!must_vanish(a, &law, residual[i], NULL))
            return law;
    law.reversible = law.decided;
    return law;
}

static const char *law_text(struct analysis *a, const struct law *l)
{
    const size_t nq = a->sys->model->coords, n = a->sys->states;
    const bool momenta = n > nq && (a->sys->kind == STATES_eta || a->sys->kind == STATES_p);
    const char *what =
        base_text(a->diag->mem, "with %sall %s turned round", l->timed ? "t -> -t and " : "",
                  momenta ? "momenta" : "velocities");
    if (!l->decided)
        return "whether the law is reversible: undecided";
    if (l->reversible)
        return base_text(a->diag->mem, "%s the same law holds: it is reversible", what);
    if (!l->broken)
        return base_text(a->diag->mem, "%s other constraints hold: the law is not reversible",
                         what);
    return base_text(a->diag->mem, "%s another law holds: %s' does not fit", what, l->broken);
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
    return j.law.decided ? EXIT_DONE : EXIT_NO;
}
