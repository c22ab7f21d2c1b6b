/* runtime/step.h -- protocol between the driver and a method, for runtime/ only.
 *
 * The driver has the current point (t, x) and asks for y at t + h; it accepts or rejects the step.
 * A method may be called again from the same point with another h, to locate events for example.
 *
 *   begin                    at a point that no step has led to
 *   propose                  a step size (methods that know it before a step)
 *   step, step, ...          the last one is kept
 *   finish                   y is final: slopes there, for dense and for the next step
 *   dense, dense, ...        inside of the step
 *   move                     y becomes x
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_STEP_H
#define RT_STEP_H

#include "rt.h"

struct rt_stepper {
    const struct rt_task *task;
    const struct rt_method *method;
    const struct rt_model *model;
    size_t n;
    double rel, abs; /* tolerances */
    double t, h;     /* the step goes from t to t + h */
    double *x, *y;   /* at its ends */
    double *u;       /* inputs and their rates, as last asked for */
    double *own;     /* scratch buffer of the method, rt_ops.work doubles */
    double error;    /* of the step, 1 is the largest accepted; 0: not known */
    int moved;       /* y was changed by a projection after `step` */
    int dense_ready; /* for the method: dense output is prepared; 0 after each step */
    int flip;        /* for the method: which of two buffers is the current one */
    struct rt_count count;
};

/* Where begin, propose, finish or move is NULL nothing is done; where dense is NULL it is a cubic
 * Hermite interpolation. */
struct rt_ops {
    size_t (*work)(const struct rt_task *task);                 /* doubles */
    enum rt_status (*begin)(struct rt_stepper *s);              /* or NULL */
    enum rt_status (*propose)(struct rt_stepper *s, double *h); /* or NULL */
    enum rt_status (*step)(struct rt_stepper *s);   /* reads s->h, writes s->y, s->error */
    enum rt_status (*finish)(struct rt_stepper *s); /* or NULL */
    enum rt_status (*dense)(struct rt_stepper *s, double tau,
                            double *out); /* or NULL; at t + tau */
    void (*move)(struct rt_stepper *s);   /* or NULL; x and y are exchanged by the driver */
};

extern const struct rt_ops rt_explicit_ops;
extern const struct rt_ops rt_gauss_ops;
extern const struct rt_ops rt_discrete_ops;
extern const struct rt_ops rt_dopri5_ops;
extern const struct rt_ops rt_dop853_ops;
extern const struct rt_ops rt_taylor_ops;

static inline const double *rt_inputs(struct rt_stepper *s, double t)
{
    const struct rt_input *in = s->task->input;
    if (in)
        in->at(in->context, s->t, t, s->u);
    return s->u;
}

static inline void rt_eval(struct rt_stepper *s, enum rt_block_name b, double t, const double *x,
                           double *out)
{
    rt_call(s->model, b, t, rt_inputs(s, t), x, s->task->p, out);
}

static inline void rt_rates(struct rt_stepper *s, double t, const double *x, double *out)
{
    s->count.calls++;
    rt_eval(s, RT_rhs, t, x, out);
}

/* For methods whose slope at y is the first slope of the next step: both are at the beginning of
 * the scratch buffer, and are exchanged with every step. `begin` and `move` of such methods. */
static inline double *rt_first_slope(const struct rt_stepper *s)
{
    return s->own + (s->flip ? s->n : 0);
}

static inline double *rt_last_slope(const struct rt_stepper *s)
{
    return s->own + (s->flip ? 0 : s->n);
}

enum rt_status rt_begin_slope(struct rt_stepper *s);
void rt_flip(struct rt_stepper *s);

/* newton.c. A zero of an equation: z is the initial guess, then the solution. It is the beginning
 * of a scratch buffer of rt_newton_room numbers. */
struct rt_equation {
    size_t n;
    /* minus the value at z; the derivative at z or nearby, by rows */
    void (*value)(struct rt_stepper *s, const struct rt_equation *q, double *out);
    void (*slope)(struct rt_stepper *s, const struct rt_equation *q, double *out);
    double *z;
    double h; /* step size, for value and slope */
};
size_t rt_newton_room(size_t n);
enum rt_status rt_newton(struct rt_stepper *s, const struct rt_equation *q);

/* max(|a|, |b|); fmax would be a function call. */
static inline double rt_larger(double a, double b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return a > b ? a : b;
}

int rt_finite(const double *x, size_t n);
int rt_has(const struct rt_model *m, enum rt_block_name b);

#endif
