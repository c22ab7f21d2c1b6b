/* runtime/step.h -- protocol between the driver and a method, for runtime/ only.
 *
 * The driver holds where it is (t, x) and asks for y at t + h; it decides whether that is good
 * enough. A method may be asked again from the same point with another h: events are found so.
 *
 *   begin                    at a point that no step has led to
 *   propose                  which step it would like (methods that know without trying)
 *   step, step, ...          the last one is kept
 *   finish                   y is final: slopes there, for dense and for the next step
 *   dense, dense, ...        inside of the step
 *   move                     y is now x
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
    double *own;     /* what rt_ops.work wanted */
    double error;    /* of the step, 1 where it is just good enough; 0: not known */
    int moved;       /* y is not what `step` gave: it was brought back to a level */
    int dense_ready; /* for the method: what dense needs is there; 0 after each step */
    int flip;        /* for the method: which of two places holds what */
    struct rt_count count;
};

/* What may be NULL says so; begin, step and finish then do nothing, dense is a cubic between the
 * ends. */
struct rt_ops {
    size_t (*work)(const struct rt_task *task);                 /* doubles */
    enum rt_status (*begin)(struct rt_stepper *s);              /* or NULL */
    enum rt_status (*propose)(struct rt_stepper *s, double *h); /* or NULL */
    enum rt_status (*step)(struct rt_stepper *s);               /* s->h to s->y, s->error */
    enum rt_status (*finish)(struct rt_stepper *s);             /* or NULL */
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

/* newton.c. Zeros of an equation: z is where they are looked for, and then where they are. */
struct rt_equation {
    size_t n;
    /* minus the value at z, and its derivative there or nearby, by rows */
    void (*value)(struct rt_stepper *s, const struct rt_equation *q, double *out);
    void (*slope)(struct rt_stepper *s, const struct rt_equation *q, double *out);
    double *z, *change, *first, *matrix, *pivot; /* n, n, n, n * n, n numbers */
    double h;                                    /* whatever value and slope want to know */
};
enum rt_status rt_newton(struct rt_stepper *s, const struct rt_equation *q);

/* Of the two sizes; fmax would be a call. */
static inline double rt_larger(double a, double b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return a > b ? a : b;
}

int rt_finite(const double *x, size_t n);
int rt_has(const struct rt_model *m, enum rt_block_name b);

#endif
