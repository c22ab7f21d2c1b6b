/* tests/unit/support/motion.h -- small models in C that the tests of integrators run.
 *
 * Written by hand, with all blocks that a method may need, and known in closed form where possible.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MOTION_H
#define MOTION_H

#include "runtime/rt.h"

/* y1' = y2, y2' = -y1 + cos(2t)/2, y3' = y3 y1: oscillation, time and a product. */
extern const struct rt_model motion_driven;
void motion_driven_at(double t, double *x);

/* Predator and prey, x' = B grad H with H = x1 - log x1 + x2 - log x2 and B12 = x1 x2. */
extern const struct rt_model motion_hunt;
double motion_hunt_energy(const double *x);

/* A rigid body, M' = M x J^-1 M with 1/J = (1, 1/2, 1/3): |M|^2 and the energy are quadratic. */
extern const struct rt_model motion_body;
double motion_body_energy(const double *x);

/* A ball that falls from rest at height 1 with g = 2, and two events: height 0, velocity -1. The
 * first reverses its velocity, times p[0]. */
extern const struct rt_model motion_ball;

/* A point on the unit circle with velocity 1; the constraint occurs twice. */
extern const struct rt_model motion_circle;

#endif
