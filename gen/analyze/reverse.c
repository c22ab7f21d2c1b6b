/* gen/analyze/reverse.c -- analysis `reverse`: a run forward and back in time, and reversibility.
 *
 * The motion is integrated to the end and back in time, and should return to its initial state. The
 * distance shows the error of the method, amplified by the motion. Whether the law is reversible,
 * by reversal of time and of all velocities, is another question, with an exact answer. Let R take
 * a state x at t to the state with the same coordinates and opposite velocities at -t. A motion
 * x(t) becomes R(t, x(t)) at -t, which is a motion if
 *     f(-t, R) + dR/dx f(t, x) + dR/dt = 0,
 * and R satisfies the constraints at -t. Frames that move, a drift, and one-forms in L make R other
 * than a change of signs. Where velocities do not determine the state, R reverses momenta, those of
 * velocities and multipliers without the part dL/dv at v = 0.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

/* ---- is the law reversible? ---- */

struct law {
    bool decided, reversible;
    bool timed;         /* it depends on t */
    const char *what;   /* the quantities that R reverses */
    const char *broken; /* a state whose rate violates reversibility; NULL: a constraint */
};
struct reversal {
    ex *state;           /* R, for each state */
    ex *velocity;        /* natural velocities at the state; NULL: R reverses momenta */
    size_t velocities;   /* their number */
    const ex *from, *to; /* symbols and their values at R: states, then t */
};

/* out = e at R, at -t. */
static void turn_round(struct analysis *a, const struct reversal *r, const ex *e, size_t n, ex *out)
{
    ex_subst(a->sys->model->store, e, n, r->from, r->to, a->sys->states + 1, out);
}

/* R = drop at -t of the negative velocities that lift gives at t. */
static void reverse_velocities(struct analysis *a, struct reversal *r)
{
    const struct system *sys = a->sys;
    const struct model *m = sys->model;
    const size_t nq = m->coords, n = sys->block[RT_lift].rows - nq;
    ex *from = sym_row(a->diag->mem, n + 1), *to = sym_row(a->diag->mem, n + 1);
    r->velocity = &sys->block[RT_lift].at[nq];
    r->velocities = n;
    for (size_t B = 0; B < n; B++) {
        from[B] = m->section[B].velocity;
        to[B] = ex_neg(m->store, r->velocity[B]);
    }
    from[n] = m->time;
    to[n] = ex_neg(m->store, m->time);
    ex_subst(m->store, sys->block[RT_drop].at, sys->states, from, to, n + 1, r->state);
}

/* R = A - (p - A), with A = dL/dv at v = 0, at the respective time. */
static void reverse_momenta(struct analysis *a, struct reversal *r)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const size_t nq = sys->model->coords, n = sys->states - nq;
    const bool shifted = sys->kind == STATES_p && sys->mech->has_lagrangian &&
                         form_natural_lagrangian(a->diag, sys->mech) != EX_POISON;
    ex *A = sym_row(a->diag->mem, n), *later = sym_row(a->diag->mem, n);
    ex *zero = sym_row(a->diag->mem, n);
    for (size_t B = 0; B < n; B++)
        A[B] = zero[B] = ex_int(s, 0);
    if (shifted)
        form_momenta_of(sys->mech, zero, A);
    const ex reversed = ex_neg(s, sys->model->time);
    ex_subst(s, A, n, &sys->model->time, &reversed, 1, later);
    memcpy(r->state, sys->state, nq * sizeof *r->state);
    for (size_t B = 0; B < n; B++)
        r->state[nq + B] = ex_sub(s, ex_add2(s, A[B], later[B]), sys->state[nq + B]);
}

static struct reversal reversal(struct analysis *a)
{
    const struct system *sys = a->sys;
    const size_t states = sys->states;
    ex *from = sym_row(a->diag->mem, states + 1), *to = sym_row(a->diag->mem, states + 1);
    struct reversal r = {.state = sym_row(a->diag->mem, states), .from = from, .to = to};
    if (form_more_blocks(a->diag, a->sys, 1U << RT_lift | 1U << RT_drop) && sys->block[RT_drop].at)
        reverse_velocities(a, &r);
    else
        reverse_momenta(a, &r);
    for (size_t i = 0; i < states; i++) {
        from[i] = sys->state[i];
        to[i] = r.state[i];
    }
    from[states] = sys->model->time;
    to[states] = ex_neg(sys->model->store, sys->model->time);
    return r;
}

/* out = f(-t, R) + dR/dx f + dR/dt, on states that satisfy the constraints. */
static void rate_defects(struct analysis *a, const struct reversal *r, ex *out)
{
    const struct system *sys = a->sys;
    const ex *f = sys->block[RT_rhs].at;
    struct store *s = sys->model->store;
    const size_t n = sys->states;
    ex *along = sym_row(a->diag->mem, n + 1), *by = sym_row(a->diag->mem, n + 1);
    ex *rate = sym_row(a->diag->mem, n);
    memcpy(by, sys->state, n * sizeof *by);
    memcpy(along, f, n * sizeof *along);
    by[n] = sys->model->time;
    along[n] = ex_int(s, 1);
    ex_directional(s, r->state, n, by, along, n + 1, rate);
    turn_round(a, r, f, n, out);
    for (size_t i = 0; i < n; i++)
        out[i] = ex_add2(s, out[i], rate[i]);
    form_on_chart(sys, out, n, out);
}

/* out = residuals of the constraints at R, where they do not follow from those at the state. */
static void residuals_at_reversal(struct analysis *a, const struct reversal *r, ex *out)
{
    const struct system *sys = a->sys;
    const struct block *held = &sys->block[RT_constraint];
    struct store *s = sys->model->store;
    turn_round(a, r, held->at, held->rows, out);
    for (size_t i = 0; i < held->rows; i++) /* those of positions are not in the chart */
        if (ex_zero(s, ex_sub(s, out[i], held->at[i]), false).answer == EX_ZERO ||
            ex_zero(s, ex_add2(s, out[i], held->at[i]), false).answer == EX_ZERO)
            out[i] = ex_int(s, 0);
    form_on_chart(sys, out, held->rows, out);
}

/* out = velocities at R plus those at the state: 0 where constraints allow the reversed ones. */
static void velocity_defects(struct analysis *a, const struct reversal *r, ex *out)
{
    turn_round(a, r, r->velocity, r->velocities, out);
    for (size_t B = 0; B < r->velocities; B++)
        out[B] = ex_add2(a->sys->model->store, out[B], r->velocity[B]);
    form_on_chart(a->sys, out, r->velocities, out);
}

/* Takes the law for reversible only if all of e are 0; false: one is not, that of name[i]. */
static bool must_vanish(struct analysis *a, struct law *law, const ex *e, size_t n,
                        const char *const *name)
{
    for (size_t i = 0; i < n; i++) {
        const enum ex_answer answer = ex_zero(a->sys->model->store, e[i], false).answer;
        law->decided &= answer != EX_UNDECIDED;
        if (answer != EX_NOT_ZERO)
            continue;
        law->decided = true;
        law->broken = name ? name[i] : NULL;
        return false;
    }
    return true;
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
    struct law law = {.decided = form_more_blocks(a->diag, a->sys, 1U << RT_constraint)};
    const struct reversal r = reversal(a);
    const size_t residuals = sys->block[RT_constraint].at ? sys->block[RT_constraint].rows : 0;
    ex *e = sym_row(a->diag->mem, sys->states), *v = sym_row(a->diag->mem, r.velocities);
    ex *residual = sym_row(a->diag->mem, residuals);
    law.timed = has_time(sys, RT_rhs) || has_time(sys, RT_constraint) || has_time(sys, RT_lift);
    law.what = r.velocity                    ? "velocities"
               : form_state_multipliers(sys) ? "velocities and multipliers"
                                             : "momenta";
    if (r.velocity)
        velocity_defects(a, &r, v);
    if (residuals)
        residuals_at_reversal(a, &r, residual);
    rate_defects(a, &r, e);
    law.reversible = must_vanish(a, &law, v, r.velocities, NULL) &&
                     must_vanish(a, &law, residual, residuals, NULL) &&
                     must_vanish(a, &law, e, sys->states, sys->state_name) && law.decided;
    return law;
}

static const char *law_text(struct analysis *a, const struct law *l)
{
    struct mem *m = a->diag->mem;
    const char *where = l->timed ? " about t = 0" : "";
    const char *what =
        base_text(m, "with %sall %s reversed", l->timed ? "t -> -t and " : "", l->what);
    if (!l->decided)
        return "whether the law is reversible: undecided";
    if (l->reversible)
        return base_text(m, "the law is reversible%s: it is the same %s", where, what);
    if (!l->broken)
        return base_text(m, "the law is not reversible%s: the constraints are others %s", where,
                         what);
    return base_text(m, "the law is not reversible%s: the equation for %s' is another one %s",
                     where, l->broken, what);
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
    base_json_string(&j, "reverses", w->law.what);
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
