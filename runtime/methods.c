/* runtime/methods.c -- the table of methods, made from the rows of methods.h. */
#include "step.h"
#include "taylor.h"

#include <math.h>

#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define ROOT_3 1.7320508075688772935
#define ROOT_15 3.8729833462074168852
#define RT_DISCRETE_NEEDS (1U << RT_energy | 1U << RT_grad | 1U << RT_bivector | 1U << RT_jac)

/* A Runge-Kutta row becomes its three arrays, */
#define EXPLICIT(name, about, order, stages, a, b, c)                                              \
    static const double name##_a[] = a;                                                            \
    static const double name##_b[stages] = b;                                                      \
    static const double name##_c[stages] = c;
#define GAUSS EXPLICIT
#define METHOD(...)
#include "methods.h"
#undef EXPLICIT
#undef METHOD

/* and every row one element. */
const struct rt_method rt_methods[] = {
#define RUNGE_KUTTA(name_, about_, order_, stages_, needs_, ops_)                                  \
    {.name = #name_,                                                                               \
     .about = about_,                                                                              \
     .order = order_,                                                                              \
     .stages = stages_,                                                                            \
     .needs = needs_,                                                                              \
     .a = name_##_a,                                                                               \
     .b = name_##_b,                                                                               \
     .c = name_##_c,                                                                               \
     .ops = &(ops_)},
#define EXPLICIT(name, about, order, stages, a, b, c)                                              \
    RUNGE_KUTTA(name, about, order, stages, 0, rt_explicit_ops)
#undef GAUSS
#define GAUSS(name, about, order, stages, a, b, c)                                                 \
    RUNGE_KUTTA(name, about, order, stages, 1U << RT_jac, rt_gauss_ops)
#define METHOD(name_, about_, order_, stages_, adaptive_, needs_, ops_)                            \
    {.name = #name_,                                                                               \
     .about = about_,                                                                              \
     .order = order_,                                                                              \
     .stages = stages_,                                                                            \
     .adaptive = adaptive_,                                                                        \
     .needs = needs_,                                                                              \
     .ops = &(ops_)},
#include "methods.h"
#undef EXPLICIT
#undef METHOD
};
const size_t rt_method_count = sizeof rt_methods / sizeof *rt_methods;

/* A freestanding implementation has no strcmp. */
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

int rt_is_explicit(const struct rt_method *method)
{
    return method->ops == &rt_explicit_ops;
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

int rt_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 0;
    return 1;
}

int rt_has(const struct rt_model *m, enum rt_block_name b)
{
    const int there = m->interpreter || m->block[b] || (b == RT_jet && m->tape);
    return there && (b == RT_rhs || m->length[b]);
}

enum rt_status rt_begin_slope(struct rt_stepper *s)
{
    rt_rates(s, s->t, s->x, rt_first_slope(s));
    return rt_finite(rt_first_slope(s), s->n) ? RT_OK : RT_NAN;
}

void rt_flip(struct rt_stepper *s)
{
    s->flip = !s->flip;
}
