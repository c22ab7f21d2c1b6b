/* gen/tables/new_models.h -- templates of the command `new`.
 *
 * One row becomes KIND_x and a word for `new`; its text is in gen/cli/new_model.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_NEW_MODELS_H
#define GEN_TABLES_NEW_MODELS_H

/* clang-format off */
#define NEW_MODELS(KIND) \
    KIND(blade,   "a body that slides along its heading only; given by a frame") \
    KIND(wheel,   "a rolling disk; given by constraints on velocities") \
    KIND(linkage, "a pendulum of two bars; given by constraints on positions") \
    KIND(ball,    "a rolling ball; with velocities in a Lie algebra") \
    KIND(law,     "one constraint and two laws of motion, nonholonomic and vakonomic") \
    KIND(control, "a cart with a pole; given by a Lagrangian and an input")
/* clang-format on */

#endif
