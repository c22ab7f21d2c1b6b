/* tests/bench/hand/small/by_hand.h -- hand-written Chaplygin sleigh in float.
 *
 * The classical Runge-Kutta method, its own sine and cosine, no status, no self-test, and only
 * angles of moderate size: code as an expert would write it for one firmware. Macros map its names
 * to those that the driver of tests/embedded uses.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BY_HAND_H
#define BY_HAND_H

#include <stdint.h>

typedef float by_hand_real;
enum { by_hand_PARAMETERS = 3, by_hand_INPUTS = 0, by_hand_STATES = 5, by_hand_WORK = 1 };

typedef struct {
    float per_mass, per_inertia, mass_arm;
} by_hand_par;

void by_hand_initial_state(float *x);
void sleigh_prepare(float mass, float inertia, float arm, by_hand_par *par);
void sleigh_advance(const by_hand_par *par, float h, float *x);

#define by_hand_default_parameters(p) ((p)[0] = 1.0f, (p)[1] = 0.5f, (p)[2] = 0.3f)
#define by_hand_prepare(p, par) (sleigh_prepare((p)[0], (p)[1], (p)[2], par), 0U)
#define by_hand_step(par, t, h, u, x, work)                                                        \
    (sleigh_advance(par, h, x), (void)(t), (void)(u), (void)(work), 0U)

#endif
