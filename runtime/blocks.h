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
BLOCK(drift,    "what stands beside: x' = B grad + drift, where it is not 0")
BLOCK(vel,      "velocities along the frame, then along sections that are no coordinates'")
BLOCK(veldot,   "their rates")
BLOCK(accel,    "second derivatives of the coordinates")
BLOCK(liouville, "momenta times velocities: twice the kinetic energy where that is quadratic")
BLOCK(power,    "the rate of the energy")
BLOCK(moving,   "a moving energy, where there is one")
BLOCK(constraint, "what the constraints say must be 0")
BLOCK(jacc,     "derivatives of these by the states, by rows")
BLOCK(multiplier, "of the reactions")
BLOCK(structure, "structure functions that are not 0")
BLOCK(jac,      "derivatives of the rates by the states, by rows")
BLOCK(jacp,     "derivatives of the rates by the parameters, by rows")
BLOCK(jacu,     "derivatives of the rates by the inputs, by rows")
BLOCK(lift,     "from states to coordinates, then velocities of coordinates and sections")
BLOCK(drop,     "from these, which it reads instead of states, back to states")
BLOCK(output,   "what the model wants drawn")
BLOCK(column,   "further columns that the model wants")
BLOCK(scene,    "points and numbers of what the model draws")
BLOCK(event,    "one number for each event, which happens where it passes 0")
BLOCK(reset,    "the states after each event, by rows")
BLOCK(given,    "what the model gives at the start, as it is at a state; then as it is given")
BLOCK(usual,    "values of parameters that nobody gives, which may depend on others")
BLOCK(jet,      "Taylor coefficients of states, order by order; u has rates behind the inputs")
/* clang-format on */
