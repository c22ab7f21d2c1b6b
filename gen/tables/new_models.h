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
    KIND(blade,   "a body that slides along its heading only, by a frame") \
    KIND(wheel,   "a disk that rolls, by constraints on velocities") \
    KIND(linkage, "a pendulum of two bars, by constraints on positions") \
    KIND(ball,    "a ball that rolls, with velocities in a Lie algebra") \
    KIND(law,     "one constraint and two laws: nonholonomic and vakonomic") \
    KIND(control, "a cart with a pole, an input and a Lagrangian")
/* clang-format on */

#endif
