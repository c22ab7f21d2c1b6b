/* runtime/rt.h -- interface of generated code, and of the integrators that run it.
 *
 * A model is a handful of functions over arrays of doubles: the inputs u, which may change at any
 * time, the state x, and the parameters p, followed in the same array by constants that depend on
 * parameters only. `prepare` computes those; call it once for each set of parameters. The other
 * functions read t, u, x and p and write `out`, which must not overlap any of them.
 *
 * Ownership: the caller owns all memory; rt_work says how much a task needs.
 * Errors:    a status; nothing prints, allocates or aborts, and x stays at the last good step.
 * Needs:     libm, C99.
 *
 *   struct rt_task task = {.method = rt_method_find("dop853"), .model = &model, .p = p,
 *                          .span = {.start = 0, .end = 10, .step = 0.01}, .rel = 1e-9};
 *   double *work = ...; rt_work(&task) doubles
 *   enum rt_status s = rt_run(&task, x, work, NULL);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_RT_H
#define RT_RT_H

#include "jet.h"

#include <stddef.h>
#include <stdint.h>

/* One row becomes one constant: RT_rhs, ... */
enum rt_block_name {
#define BLOCK(name, ...) RT_##name,
#include "blocks.h"
#undef BLOCK
    RT_BLOCKS /* number of blocks */
};

/* One row becomes the constant RT_name, and its message. */
#define RT_STATUS(X)                                                                               \
    X(OK, "done")                                                                                  \
    X(STOPPED, "stopped on request")                                                               \
    X(NAN, "the state is no longer a finite number")                                               \
    X(STEP, "the step must be a positive number, and the end not before the start")                \
    X(MANY, "more steps than allowed")                                                             \
    X(UNDERFLOW, "the step that the tolerance wants is too small for the time to change")          \
    X(SINGULAR, "the matrix of Newton's method is singular")                                       \
    X(DIVERGED, "Newton's method does not converge")                                               \
    X(POLE, "the equations of motion have a pole")                                                 \
    X(CRAWL, "the steps become shorter and shorter, and would not reach the end")                  \
    X(ZENO, "events follow each other without end")                                                \
    X(NEEDS, "the model lacks a block that this needs")

enum rt_status {
#define X(name, message) RT_##name,
    RT_STATUS(X)
#undef X
};
const char *rt_message(enum rt_status status);

typedef void rt_prepare(double *p);
typedef void rt_block(double t, const double *u, const double *x, const double *p, double *out);

/* Stands for the functions of a model that is interpreted, not compiled. */
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
    size_t length[RT_BLOCKS]; /* numbers that the block writes; 0: the model has no such block */
    const struct rt_interpreter *interpreter; /* NULL: the model has compiled functions */
    const struct rt_tape *tape;               /* instead of the block jet, see jet.h; or NULL */
};

/* Calls of an interpreted or a compiled model. The branch is always the same and costs little. */
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

/* ---- methods; one row of methods.h becomes one element ---- */

struct rt_ops; /* the functions of a method: step.h */

struct rt_method {
    const char *name, *about;
    int order, stages; /* stages 0: the order is that of the block jet of the model */
    int adaptive;      /* steps follow from tolerances; else they are those of the span */
    unsigned needs;    /* blocks beside rhs, as bits */
    const double *a;   /* Butcher table, or NULL; explicit: below the diagonal only */
    const double *b, *c;
    const struct rt_ops *ops;
};
extern const struct rt_method rt_methods[];
extern const size_t rt_method_count;
const struct rt_method *rt_method_find(const char *name); /* NULL: there is no such method */
/* An explicit Runge-Kutta method with fixed steps, given by a, b and c alone. */
int rt_is_explicit(const struct rt_method *method);

/* ---- a run ---- */

struct rt_span {
    double start, end;
    double step; /* of a method with fixed steps; else the interval of rows. The last one is
                  * shortened to end exactly at `end`. */
};

/* Inputs that change with time, smooth between breaks. Steps end at breaks; in a step that begins
 * at `from`, values at t are those of the smooth piece that contains [from, t]. */
struct rt_input {
    /* writes u, then its rates: 2 * inputs numbers */
    void (*at)(void *context, double from, double t, double *u);
    double (*next)(void *context, double t); /* the first break after t, or infinity; may be NULL */
    void *context;
};

/* One for each number of the block `event`. */
enum rt_direction { RT_ANY, RT_RISING, RT_FALLING };
enum rt_action {
    RT_RECORD, /* report to the sink and continue */
    RT_HALT,   /* report to the sink, write a last row, and end */
    RT_RESET,  /* report to the sink, and continue from the state of the block `reset` */
};
struct rt_event {
    enum rt_direction direction;
    enum rt_action action;
};

/* Callbacks. `row`: at the start, at the times of rows, at the end; `event`: at an event, before
 * its reset; `step`: before every step. u are the inputs there. A nonzero result stops the run. All
 * functions may be NULL. */
struct rt_sink {
    int (*row)(void *context, double t, const double *u, const double *x);
    int (*event)(void *context, size_t index, double t, const double *u, const double *x);
    int (*step)(void *context, double t);
    void *context;
};

/* Projection of the state after every step, with the smallest change, */
enum rt_onto {
    RT_ONTO_CONSTRAINT = 1, /* onto the zeros of the block `constraint`; needs `jacc` */
    RT_ONTO_ENERGY = 2,     /* onto the level of `energy` at the start or reset; needs `grad` */
};

struct rt_task { /* 0 or NULL is the default where a comment says so */
    const struct rt_method *method;
    const struct rt_model *model;
    const double *p;
    const double *u;              /* inputs that are constant; NULL: 0 */
    const struct rt_input *input; /* inputs that change; NULL: they are constant */
    struct rt_span span;
    const double *at; /* times of rows, increasing, from start to end; NULL: start, every step */
    size_t ats;
    double rel, abs;       /* tolerances of adaptive methods; 0: rel 1e-9, abs = rel */
    double first, largest; /* steps of adaptive methods; 0: automatic, unbounded */
    uint64_t most; /* steps tried, also those rejected or made to locate an event; 0: 2^53 */
    const struct rt_event *event; /* NULL: events of the model are ignored */
    unsigned onto;                /* bits of enum rt_onto */
    struct rt_sink sink;
};

struct rt_count {
    uint64_t steps;    /* accepted */
    uint64_t rejected; /* by the tolerances */
    uint64_t calls;    /* of rhs */
    uint64_t jacs;     /* calls of jac */
    uint64_t jets;     /* calls of jet */
    uint64_t newton;   /* iterations */
    uint64_t events;
    size_t halted;  /* the event that ended the run, counted from 1; 0: none */
    size_t pole;    /* the number of the block `pole` that ended the run, counted from 1; 0: none */
    double pole_at; /* about where it vanishes */
    int pole_near;  /* fixed steps are too long to tell whether it vanishes or nearly does */
    double t;       /* time of x */
};

size_t rt_work(const struct rt_task *task); /* size of `work` below, in doubles */
/* Blocks that a task needs beside rhs, as bits. */
unsigned rt_needs(const struct rt_task *task);

/* Integrates x over the span. `work` need not be initialised, `count` may be NULL. */
enum rt_status rt_run(const struct rt_task *task, double *x, double *work, struct rt_count *count);

/* One step from t to t + h with the method, inputs and projections of the task. Unless RT_OK, x is
 * unchanged. */
enum rt_status rt_step(const struct rt_task *task, double t, double h, double *x, double *work);

#endif
