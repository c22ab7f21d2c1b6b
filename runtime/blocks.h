/* runtime/blocks.h -- the table of blocks. No include guard: it is included with BLOCK defined.
 *
 * A block is one piece of a system that can be derived, printed, compiled and called on its own.
 * One row becomes its constant RT_name, its place in struct system and in struct rt_model, and
 * the name of its function in generated code.
 *
 *   name      meaning
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
BLOCK(rhs,      "x' = f(t, x, p), one for each state")
BLOCK(energy,   "one number, conserved or with a known balance")
BLOCK(grad,     "the gradient of the energy, one for each state")
BLOCK(bivector, "the matrix B of x' = B grad, by rows")
BLOCK(drift,    "the drift of x' = B grad + drift, where it is not 0")
BLOCK(vel,      "velocities along the frame, then along sections other than those of coordinates")
BLOCK(veldot,   "the rates of vel")
BLOCK(accel,    "second derivatives of the coordinates")
BLOCK(liouville, "momenta times velocities: twice the kinetic energy where that is quadratic")
BLOCK(power,    "the rate of the energy")
BLOCK(moving,   "a moving energy, where there is one")
BLOCK(constraint, "residuals of the constraints")
BLOCK(jacc,     "derivatives of the residuals of the constraints by the states, by rows")
BLOCK(multiplier, "multipliers of the reactions")
BLOCK(structure, "structure functions that are not 0")
BLOCK(jac,      "derivatives of the rates by the states, by rows")
BLOCK(jacp,     "derivatives of the rates by the parameters, by rows")
BLOCK(jacu,     "derivatives of the rates by the inputs, by rows")
BLOCK(lift,     "from states to coordinates, then velocities of coordinates and sections")
BLOCK(drop,     "from the results of lift, read in place of states, back to states")
BLOCK(output,   "values of the plots of the model")
BLOCK(column,   "values of the additional columns of the model")
BLOCK(scene,    "points and numbers of the drawings of the model")
BLOCK(event,    "one number for each event, which happens where it crosses 0")
BLOCK(reset,    "the states after each event, by rows")
BLOCK(given,    "initial conditions: quantities at a state, then their given values (residual: the difference)")
BLOCK(usual,    "default parameter values, which may depend on other parameters")
BLOCK(jet,      "Taylor coefficients of the states, order by order; u has inputs, then their rates")
/* clang-format on */
