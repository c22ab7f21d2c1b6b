/* runtime/blocks.h -- the table of blocks. No include guard: it is included with BLOCK defined.
 *
 * A block is one piece of a system that can be derived, printed, compiled and called on its own.
 * One row becomes its constant RT_name, its place in struct system and in struct rt_model, and
 * the name of its function in generated code.
 *
 *   name      what it holds
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
BLOCK(rhs,      "x' = f(t, x, p), one for each state")
BLOCK(energy,   "one number, conserved or with a known balance")
BLOCK(grad,     "the gradient of the energy, one for each state")
BLOCK(bivector, "the matrix B of x' = B grad, by rows")
BLOCK(vel,      "the quasi-velocities of the frame")
BLOCK(output,   "what the model wants drawn")
/* clang-format on */
