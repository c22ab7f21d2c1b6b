/* runtime/blocks.h -- the table of blocks. No include guard: it is included with BLOCK defined.
 *
 * A block is one piece of a system that can be derived, printed, compiled and called on its own.
 * One row becomes its constant RT_name, its place in struct system and in struct rt_model, and
 * the name of its function in generated code.
 *
 * `by` says where it is made: `form`, in formulations; `derived`, from other blocks when it is
 * first wanted and the formulation has none of its own, by form_derive_name in gen/forms; `code`,
 * from the program. form_block_shape knows the words of rows and columns; `open` is any number.
 *
 *         name       by       rows               columns meaning
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
BLOCK(rhs,       form,    states,            1,      "x' = f(t, x, p), one for each state")
BLOCK(energy,    form,    1,                 1,      "one number, conserved or with a known balance")
BLOCK(grad,      derived, states,            1,      "the gradient of the energy, one for each state")
BLOCK(bivector,  derived, states,            states, "the matrix B of x' = B grad, by rows")
BLOCK(drift,     form,    states,            1,      "the drift of x' = B grad + drift, where it is not 0")
BLOCK(vel,       form,    velocities,        1,      "velocities along the frame, then along sections other than those of coordinates")
BLOCK(veldot,    derived, velocities,        1,      "the rates of vel")
BLOCK(accel,     derived, coords,            1,      "second derivatives of the coordinates")
BLOCK(liouville, form,    1,                 1,      "momenta times velocities: twice the kinetic energy where that is quadratic")
BLOCK(power,     derived, 1,                 1,      "the rate of the energy")
BLOCK(moving,    derived, 1,                 1,      "a moving energy, where there is one")
BLOCK(constraint,derived, open,              1,      "residuals of the constraints")
BLOCK(jacc,      derived, constraints,       states, "derivatives of the residuals of the constraints by the states, by rows")
BLOCK(multiplier,derived, open,              1,      "multipliers of the reactions")
BLOCK(structure, derived, open,              1,      "structure functions that are not 0")
BLOCK(jac,       derived, states,            states, "derivatives of the rates by the states, by rows")
BLOCK(jacp,      derived, states,            params, "derivatives of the rates by the parameters, by rows")
BLOCK(jacu,      derived, states,            inputs, "derivatives of the rates by the inputs, by rows")
BLOCK(lift,      derived, coords + sections, 1,      "from states to coordinates, then velocities of coordinates and sections")
BLOCK(drop,      derived, states,            1,      "from the results of lift, read in place of states, back to states")
BLOCK(output,    form,    plots,             2,      "values of the plots of the model")
BLOCK(column,    form,    open,              1,      "values of the additional columns of the model")
BLOCK(scene,     derived, scene,             1,      "points and numbers of the drawings of the model")
BLOCK(event,     derived, events,            1,      "one number for each event, which happens where it crosses 0")
BLOCK(reset,     derived, events,            states, "the states after each event, by rows")
BLOCK(pole,      derived, open,              1,      "functions whose zeros are poles of the rates; a run stops there")
BLOCK(given,     derived, open,              1,      "initial conditions: quantities at a state, then their given values (residual: the difference)")
BLOCK(usual,     derived, params,            1,      "default parameter values, which may depend on other parameters")
BLOCK(input,     derived, inputs,            1,      "values of the inputs at t, where an expression of t gives one of them")
BLOCK(jet,       code,    open,              1,      "Taylor coefficients of the states, order by order; u has inputs, then their rates")
/* clang-format on */
