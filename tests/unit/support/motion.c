/* tests/unit/support/motion.c -- small models in C that the tests of integrators run. */
#include "motion.h"

#include <math.h>

#define BLOCK_OF(name)                                                                             \
    static void name(double t, const double *u, const double *x, const double *p, double *out)
#define UNUSED                                                                                     \
    (void)t;                                                                                       \
    (void)u;                                                                                       \
    (void)x;                                                                                       \
    (void)p

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

const struct rt_model motion_driven = {.states = 3,
                                       .block = {[RT_rhs] = driven_rhs, [RT_jac] = driven_jac},
                                       .length = {[RT_rhs] = 3, [RT_jac] = 9}};

/* y1 = sin t + (cos t - cos 2t)/6, and y3 = exp(integral of y1) */
void motion_driven_at(double t, double *x)
{
    x[0] = sin(t) + (cos(t) - cos(2 * t)) / 6;
    x[1] = cos(t) + (2 * sin(2 * t) - sin(t)) / 6;
    x[2] = exp(1 - cos(t) + (sin(t) - sin(2 * t) / 2) / 6);
}

/* ---- hunter and prey ---- */

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

const struct rt_model motion_hunt = {
    .states = 2,
    .block = {[RT_rhs] = hunt_rhs,
              [RT_jac] = hunt_jac,
              [RT_energy] = hunt_energy,
              [RT_grad] = hunt_grad,
              [RT_bivector] = hunt_bivector},
    .length = {[RT_rhs] = 2, [RT_jac] = 4, [RT_energy] = 1, [RT_grad] = 2, [RT_bivector] = 4}};

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

const struct rt_model motion_body = {
    .states = 3,
    .block = {[RT_rhs] = body_rhs,
              [RT_jac] = body_jac,
              [RT_energy] = body_energy,
              [RT_grad] = body_grad,
              [RT_bivector] = body_bivector},
    .length = {[RT_rhs] = 3, [RT_jac] = 9, [RT_energy] = 1, [RT_grad] = 3, [RT_bivector] = 9}};

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
                                                [RT_reset] = 4}};

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

/* The second one says the same again: a row that depends on another. */
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
                                                  [RT_jacc] = 4}};
