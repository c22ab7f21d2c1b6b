/* runtime/rk.c -- explicit Runge-Kutta steps from the rows of methods.h. */
#include "rt.h"

#include <math.h>

#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
/* One row becomes its three arrays, */
#define METHOD(name, about, order, stages, a, b, c)                                                \
    static const double name##_a[] = a;                                                            \
    static const double name##_b[stages] = b;                                                      \
    static const double name##_c[stages] = c;
#include "methods.h"
#undef METHOD

/* and one element. */
const struct rt_method rt_methods[] = {
#define METHOD(name_, about_, order_, stages_, a_, b_, c_)                                         \
    {.name = #name_,                                                                               \
     .about = about_,                                                                              \
     .order = order_,                                                                              \
     .stages = stages_,                                                                            \
     .a = name_##_a,                                                                               \
     .b = name_##_b,                                                                               \
     .c = name_##_c},
#include "methods.h"
#undef METHOD
};
const size_t rt_method_count = sizeof rt_methods / sizeof *rt_methods;

/* strcmp is not there on a bare machine. */
static int same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

const struct rt_method *rt_method_find(const char *name)
{
    for (size_t i = 0; i < rt_method_count; i++)
        if (same(rt_methods[i].name, name))
            return &rt_methods[i];
    return NULL;
}

/* One slope for each stage, and the point at which the next is taken. */
size_t rt_work(const struct rt_method *method, size_t states)
{
    return ((size_t)method->stages + 1) * states;
}

/* y = x + h sum_j weight[j] k[j]; zero weights cost nothing. */
static void combine(size_t n, const double *x, double h, const double *weight, int stages,
                    const double *k, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 0;
    for (int j = 0; j < stages; j++) {
        const double w = weight[j];
        if (w == 0)
            continue;
        for (size_t i = 0; i < n; i++)
            y[i] += w * k[(size_t)j * n + i];
    }
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] + h * y[i];
}

static int finite_all(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 0;
    return 1;
}

enum rt_status rt_step(const struct rt_method *method, const struct rt_model *model, double t,
                       double h, const double *u, double *x, const double *p, double *work)
{
    const size_t n = model->states;
    double *k = work, *y = work + (size_t)method->stages * n;
    const double *a = method->a;
    rt_call(model, RT_rhs, t, u, x, p, k);
    for (int i = 1; i < method->stages; i++) {
        combine(n, x, h, a, i, k, y);
        rt_call(model, RT_rhs, t + method->c[i] * h, u, y, p, k + (size_t)i * n);
        a += i;
    }
    combine(n, x, h, method->b, method->stages, k, y);
    if (!finite_all(y, n))
        return RT_NAN;
    for (size_t i = 0; i < n; i++)
        x[i] = y[i];
    return RT_OK;
}

/* How many steps lead to the end. A remainder that is only rounding does not get its own step. */
static double steps_to_end(const struct rt_span *span)
{
    const double exact = (span->end - span->start) / span->step;
    const double below = floor(exact);
    return exact - below > 1e-9 * (1 + below) ? below + 1 : below;
}

static enum rt_status check(const struct rt_span *span)
{
    const double length = span->end - span->start;
    if (!(span->step > 0 && length >= 0 && isfinite(span->start) && isfinite(span->end)))
        return RT_STEP;
    return length / span->step < 9007199254740992.0 ? RT_OK : RT_MANY; /* 2^53 */
}

enum rt_status rt_run(const struct rt_method *method, const struct rt_model *model,
                      const struct rt_span *span, const double *u, double *x, const double *p,
                      double *work, const struct rt_sink *sink, struct rt_count *count)
{
    enum rt_status status = check(span);
    if (status != RT_OK)
        return status;
    uint64_t steps = (uint64_t)steps_to_end(span), i = 0;
    if (steps == 0 && span->end > span->start)
        steps = 1;
    uint64_t tried = 0;
    double t = span->start;
    if (!finite_all(x, model->states))
        status = RT_NAN;
    else if (sink && sink->row(sink->context, t, x))
        status = RT_STOPPED;
    while (status == RT_OK && i < steps) {
        /* Times are multiples, not sums: rounding does not pile up. */
        const double next = i + 1 == steps ? span->end : span->start + (double)(i + 1) * span->step;
        tried++;
        status = rt_step(method, model, t, next - t, u, x, p, work);
        if (status != RT_OK)
            break;
        t = next;
        i++;
        if (sink && sink->row(sink->context, t, x))
            status = RT_STOPPED;
    }
    if (count)
        *count = (struct rt_count){.steps = i, .calls = tried * (uint64_t)method->stages, .t = t};
    return status;
}

const char *rt_message(enum rt_status status)
{
    switch (status) {
#define X(name, message)                                                                           \
    case RT_##name:                                                                                \
        return message;
        RT_STATUS(X)
#undef X
    }
    return "";
}
