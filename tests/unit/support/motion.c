/* tests/unit/support/motion.c -- small models in C that the tests of integrators run. */
#include "motion.h"

#include "runtime/fn.h"
#include "runtime/taylor.h"

#include <math.h>

#define BLOCK_OF(name)                                                                             \
    static void name(double t, const double *u, const double *x, const double *p, double *out)
#define UNUSED                                                                                     \
    (void)t;                                                                                       \
    (void)u;                                                                                       \
    (void)x;                                                                                       \
    (void)p

/* ---- series: the right-hand sides once more, as tapes ---- */

enum { ORDER = RT_TAYLOR_ORDER };
#define JET(name, low_, high_, a_, b_)                                                             \
    {                                                                                              \
        .code = RT_JET_##name, .low = (low_), .high = (high_), .a = (a_), .b = (b_)                \
    }
#define VALUE(name, a_)                                                                            \
    {                                                                                              \
        .code = RT_JET_value1, .function = RT_FN_##name, .a = (a_)                                 \
    }
#define SERIES(name, a, b) JET(name, 0, RT_JET_ALL, a, b)
#define STATE(i) SERIES(state, i, 0)
#define NUMBER(i) JET(number, 0, 0, i, 0)
#define TAPE(name, states_)                                                                        \
    static const struct rt_tape name##_tape = {.states = (states_),                                \
                                               .order = ORDER,                                     \
                                               .n = sizeof name##_jets / sizeof *name##_jets,      \
                                               .at = name##_jets,                                  \
                                               .number = name##_numbers,                           \
                                               .rate = name##_rates}

/* ---- driven ---- */

BLOCK_OF(driven_rhs)
{
    UNUSED;
    out[0] = x[1];
    out[1] = -x[0] + cos(2 * t) / 2;
    out[2] = x[2] * x[0];
}

BLOCK_OF(driven_jac)
{
    UNUSED;
    const double rows[9] = {0, 1, 0, -1, 0, 0, x[2], 0, x[0]};
    for (int i = 0; i < 9; i++)
        out[i] = rows[i];
}

static const struct rt_jet driven_jets[] = {
    STATE(0),
    STATE(1),
    STATE(2),
    JET(time, 0, 1, 0, 0),
    NUMBER(0),
    JET(mul, 0, 1, 4, 3),           /* 2t */
    JET(raise, 1, 1, 5, 0),         /* D 2t */
    VALUE(sin, 5),                  /* 7, */
    VALUE(cos, 5),                  /* 8: at the point */
    JET(mul, 1, RT_JET_ALL, 6, 13), /* D sin = cos D 2t */
    SERIES(sink, 7, 9),             /* 10: sin */
    JET(mul, 1, RT_JET_ALL, 6, 10),
    JET(neg, 1, RT_JET_ALL, 11, 0), /* D cos = -sin D 2t */
    SERIES(sink, 8, 12),            /* 13: cos */
    NUMBER(1),
    SERIES(mul, 14, 13),
    SERIES(sub, 15, 0), /* cos(2t)/2 - y1 */
    SERIES(mul, 2, 0),
};
static const double driven_numbers[] = {2, 0.5};
static const uint32_t driven_rates[] = {1, 16, 17};
TAPE(driven, 3);

const struct rt_model motion_driven = {.states = 3,
                                       .block = {[RT_rhs] = driven_rhs, [RT_jac] = driven_jac},
                                       .length = {[RT_rhs] = 3, [RT_jac] = 9, [RT_jet] = ORDER * 3},
                                       .tape = &driven_tape};

/* y1 = sin t + (cos t - cos 2t)/6, and y3 = exp(integral of y1) */
void motion_driven_at(double t, double *x)
{
    x[0] = sin(t) + (cos(t) - cos(2 * t)) / 6;
    x[1] = cos(t) + (2 * sin(2 * t) - sin(t)) / 6;
    x[2] = exp(1 - cos(t) + (sin(t) - sin(2 * t) / 2) / 6);
}

/* ---- predator and prey ---- */

BLOCK_OF(hunt_rhs)
{
    UNUSED;
    out[0] = x[0] * (x[1] - 1);
    out[1] = x[1] * (1 - x[0]);
}

BLOCK_OF(hunt_jac)
{
    UNUSED;
    out[0] = x[1] - 1;
    out[1] = x[0];
    out[2] = -x[1];
    out[3] = 1 - x[0];
}

double motion_hunt_energy(const double *x)
{
    return x[0] - log(x[0]) + x[1] - log(x[1]);
}

BLOCK_OF(hunt_energy)
{
    UNUSED;
    *out = motion_hunt_energy(x);
}

BLOCK_OF(hunt_grad)
{
    UNUSED;
    out[0] = 1 - 1 / x[0];
    out[1] = 1 - 1 / x[1];
}

BLOCK_OF(hunt_bivector)
{
    UNUSED;
    out[0] = 0;
    out[1] = x[0] * x[1];
    out[2] = -x[0] * x[1];
    out[3] = 0;
}

static const struct rt_jet hunt_jets[] = {STATE(0),          STATE(1),          NUMBER(0),
                                          SERIES(sub, 1, 2), SERIES(mul, 0, 3), SERIES(sub, 2, 0),
                                          SERIES(mul, 1, 5)};
static const double hunt_numbers[] = {1};
static const uint32_t hunt_rates[] = {4, 6};
TAPE(hunt, 2);

const struct rt_model motion_hunt = {.states = 2,
                                     .block = {[RT_rhs] = hunt_rhs,
                                               [RT_jac] = hunt_jac,
                                               [RT_energy] = hunt_energy,
                                               [RT_grad] = hunt_grad,
                                               [RT_bivector] = hunt_bivector},
                                     .length = {[RT_rhs] = 2,
                                                [RT_jac] = 4,
                                                [RT_energy] = 1,
                                                [RT_grad] = 2,
                                                [RT_bivector] = 4,
                                                [RT_jet] = ORDER * 2},
                                     .tape = &hunt_tape};

/* ---- a rigid body ---- */

static const double inverse[3] = {1, 1.0 / 2, 1.0 / 3};

BLOCK_OF(body_rhs)
{
    UNUSED;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = x[j] * x[k] * (inverse[k] - inverse[j]);
    }
}

BLOCK_OF(body_jac)
{
    UNUSED;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double c = inverse[k] - inverse[j];
        out[3 * i + i] = 0;
        out[3 * i + j] = c * x[k];
        out[3 * i + k] = c * x[j];
    }
}

double motion_body_energy(const double *x)
{
    return (x[0] * x[0] * inverse[0] + x[1] * x[1] * inverse[1] + x[2] * x[2] * inverse[2]) / 2;
}

BLOCK_OF(body_energy)
{
    UNUSED;
    *out = motion_body_energy(x);
}

BLOCK_OF(body_grad)
{
    UNUSED;
    for (int i = 0; i < 3; i++)
        out[i] = x[i] * inverse[i];
}

BLOCK_OF(body_bivector)
{
    UNUSED;
    const double rows[9] = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0};
    for (int i = 0; i < 9; i++)
        out[i] = rows[i];
}

static const struct rt_jet body_jets[] = {STATE(0),          STATE(1),          STATE(2),
                                          NUMBER(0),         NUMBER(1),         NUMBER(2),
                                          SERIES(mul, 1, 2), SERIES(mul, 2, 0), SERIES(mul, 0, 1),
                                          SERIES(mul, 6, 3), SERIES(mul, 7, 4), SERIES(mul, 8, 5)};
static const double body_numbers[] = {1.0 / 3 - 1.0 / 2, 1 - 1.0 / 3, 1.0 / 2 - 1};
static const uint32_t body_rates[] = {9, 10, 11};
TAPE(body, 3);

const struct rt_model motion_body = {.states = 3,
                                     .block = {[RT_rhs] = body_rhs,
                                               [RT_jac] = body_jac,
                                               [RT_energy] = body_energy,
                                               [RT_grad] = body_grad,
                                               [RT_bivector] = body_bivector},
                                     .length = {[RT_rhs] = 3,
                                                [RT_jac] = 9,
                                                [RT_energy] = 1,
                                                [RT_grad] = 3,
                                                [RT_bivector] = 9,
                                                [RT_jet] = ORDER * 3},
                                     .tape = &body_tape};

/* ---- a ball that falls ---- */

static const double gravity = 2;

BLOCK_OF(ball_rhs)
{
    UNUSED;
    out[0] = x[1];
    out[1] = -gravity;
}

BLOCK_OF(ball_jac)
{
    UNUSED;
    out[0] = out[2] = out[3] = 0;
    out[1] = 1;
}

BLOCK_OF(ball_energy)
{
    UNUSED;
    *out = x[1] * x[1] / 2 + gravity * x[0];
}

BLOCK_OF(ball_grad)
{
    UNUSED;
    out[0] = gravity;
    out[1] = x[1];
}

BLOCK_OF(ball_bivector)
{
    UNUSED;
    out[0] = out[3] = 0;
    out[1] = 1;
    out[2] = -1;
}

BLOCK_OF(ball_event)
{
    UNUSED;
    out[0] = x[0];
    out[1] = x[1] + 1;
}

BLOCK_OF(ball_reset)
{
    UNUSED;
    out[0] = out[2] = x[0];
    out[1] = -p[0] * x[1];
    out[3] = x[1];
}

static const struct rt_jet ball_jets[] = {JET(state, 0, 1, 1, 0), NUMBER(0)};
static const double ball_numbers[] = {-2};
static const uint32_t ball_rates[] = {0, 1};
TAPE(ball, 2);

const struct rt_model motion_ball = {.states = 2,
                                     .params = 1,
                                     .block = {[RT_rhs] = ball_rhs,
                                               [RT_jac] = ball_jac,
                                               [RT_energy] = ball_energy,
                                               [RT_grad] = ball_grad,
                                               [RT_bivector] = ball_bivector,
                                               [RT_event] = ball_event,
                                               [RT_reset] = ball_reset},
                                     .length = {[RT_rhs] = 2,
                                                [RT_jac] = 4,
                                                [RT_energy] = 1,
                                                [RT_grad] = 2,
                                                [RT_bivector] = 4,
                                                [RT_event] = 2,
                                                [RT_reset] = 4,
                                                [RT_jet] = ORDER * 2},
                                     .tape = &ball_tape};

/* ---- a circle ---- */

BLOCK_OF(circle_rhs)
{
    UNUSED;
    out[0] = -x[1];
    out[1] = x[0];
}

BLOCK_OF(circle_jac)
{
    UNUSED;
    out[0] = out[3] = 0;
    out[1] = -1;
    out[2] = 1;
}

BLOCK_OF(circle_energy)
{
    UNUSED;
    *out = (x[0] * x[0] + x[1] * x[1]) / 2;
}

BLOCK_OF(circle_grad)
{
    UNUSED;
    out[0] = x[0];
    out[1] = x[1];
}

BLOCK_OF(circle_bivector)
{
    UNUSED;
    out[0] = out[3] = 0;
    out[1] = -1;
    out[2] = 1;
}

/* The second one repeats the first: dependent rows. */
BLOCK_OF(circle_constraint)
{
    UNUSED;
    out[0] = x[0] * x[0] + x[1] * x[1] - 1;
    out[1] = 2 * out[0];
}

BLOCK_OF(circle_jacc)
{
    UNUSED;
    out[0] = 2 * x[0];
    out[1] = 2 * x[1];
    out[2] = 4 * x[0];
    out[3] = 4 * x[1];
}

static const struct rt_jet circle_jets[] = {STATE(0), STATE(1), SERIES(neg, 1, 0)};
static const double circle_numbers[] = {0};
static const uint32_t circle_rates[] = {2, 0};
TAPE(circle, 2);

const struct rt_model motion_circle = {.states = 2,
                                       .block = {[RT_rhs] = circle_rhs,
                                                 [RT_jac] = circle_jac,
                                                 [RT_energy] = circle_energy,
                                                 [RT_grad] = circle_grad,
                                                 [RT_bivector] = circle_bivector,
                                                 [RT_constraint] = circle_constraint,
                                                 [RT_jacc] = circle_jacc},
                                       .length = {[RT_rhs] = 2,
                                                  [RT_jac] = 4,
                                                  [RT_energy] = 1,
                                                  [RT_grad] = 2,
                                                  [RT_bivector] = 4,
                                                  [RT_constraint] = 2,
                                                  [RT_jacc] = 4,
                                                  [RT_jet] = ORDER * 2},
                                       .tape = &circle_tape};
