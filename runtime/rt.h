/* runtime/rt.h -- what generated code looks like, and the integrators that run it.
 *
 * A model is a handful of functions over arrays of doubles: the inputs u, which may change at any
 * time, the state x, and the parameters p, followed in the same array by constants that depend on
 * parameters only. `prepare` computes those; call it once for each set of parameters. The other
 * functions read t, u, x and p and write `out`, which must not overlap what they read.
 *
 * Ownership: the caller owns all memory; rt_work says how much a method needs.
 * Errors:    a status; nothing prints, allocates or aborts, and x stays at the last good step.
 * Needs:     libm only, and C99.
 *
 *   const struct rt_method *m = rt_method_find("rk4");
 *   struct rt_span span = {.start = 0, .end = 10, .step = 0.01};
 *   enum rt_status s = rt_run(m, &model, &span, u, x, p, work, NULL, NULL);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_RT_H
#define RT_RT_H

#include <stddef.h>
#include <stdint.h>

/* One row becomes one constant: RT_rhs, ... */
enum rt_block_name {
#define BLOCK(name, what) RT_##name,
#include "blocks.h"
#undef BLOCK
    RT_BLOCKS /* how many there are */
};

/* code and message in one row */
#define RT_STATUS(X)                                                                               \
    X(OK, "done")                                                                                  \
    X(STOPPED, "stopped on request")                                                               \
    X(NAN, "the state is no longer a finite number")                                               \
    X(STEP, "the step must be a positive number, and the end not before the start")                \
    X(MANY, "more than 2^53 steps")

enum rt_status {
#define X(name, message) RT_##name,
    RT_STATUS(X)
#undef X
};
const char *rt_message(enum rt_status status);

typedef void rt_prepare(double *p);
typedef void rt_block(double t, const double *u, const double *x, const double *p, double *out);

/* Where no function was compiled: something that computes the same in its own way. */
struct rt_interpreter {
    void (*prepare)(void *self, double *p);
    void (*block)(void *self, enum rt_block_name b, double t, const double *u, const double *x,
                  const double *p, double *out);
    void *self;
};

struct rt_model {
    size_t states, inputs; /* lengths of x and u */
    size_t params;         /* length of p without the prepared constants */
    size_t prepared;       /* constants that `prepare` puts behind the parameters */
    rt_prepare *prepare;
    rt_block *block[RT_BLOCKS];
    size_t length[RT_BLOCKS]; /* of what the block writes; 0: the model has no such block */
    const struct rt_interpreter *interpreter; /* NULL: the functions are there */
};

/* Calls of a model whatever is behind it. Compiled functions need no context and pay for none: the
 * test is the same every time. */
static inline void rt_prepare_model(const struct rt_model *m, double *p)
{
    if (m->interpreter)
        m->interpreter->prepare(m->interpreter->self, p);
    else
        m->prepare(p);
}

static inline void rt_call(const struct rt_model *m, enum rt_block_name b, double t,
                           const double *u, const double *x, const double *p, double *out)
{
    if (m->interpreter)
        m->interpreter->block(m->interpreter->self, b, t, u, x, p, out);
    else
        m->block[b](t, u, x, p, out);
}

/* ---- explicit Runge-Kutta methods; one row of methods.h becomes one element ---- */

struct rt_method {
    const char *name, *about;
    int order, stages;
    const double *a; /* below the diagonal, row by row */
    const double *b, *c;
};
extern const struct rt_method rt_methods[];
extern const size_t rt_method_count;
const struct rt_method *rt_method_find(const char *name); /* NULL when there is none */

size_t rt_work(const struct rt_method *method, size_t states); /* doubles */

/* One step from t to t + h. On RT_NAN x is as it was. */
enum rt_status rt_step(const struct rt_method *method, const struct rt_model *model, double t,
                       double h, const double *u, double *x, const double *p, double *work);

struct rt_span {
    double start, end, step; /* the last step is shortened to end exactly at `end` */
};
/* Sees the start and the state after every step; anything but 0 stops the run. */
struct rt_sink {
    int (*row)(void *context, double t, const double *x);
    void *context;
};
struct rt_count {
    uint64_t steps; /* good ones */
    uint64_t calls; /* of rhs */
    double t;       /* where x is */
};
/* `sink` and `count` may be NULL. */
enum rt_status rt_run(const struct rt_method *method, const struct rt_model *model,
                      const struct rt_span *span, const double *u, double *x, const double *p,
                      double *work, const struct rt_sink *sink, struct rt_count *count);

#endif
