/* gen/tables/projections.h -- targets of `run --project`.
 *
 * One row becomes ONTO_x and a word for --project.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_PROJECTIONS_H
#define GEN_TABLES_PROJECTIONS_H

/* clang-format off */
#define PROJECTIONS(ONTO) \
    ONTO(start,       "initial positions and velocities onto the constraints") \
    ONTO(constraints, "after every step, onto the constraints") \
    ONTO(energy,      "after every step, onto the initial energy") \
    ONTO(none,        "never, also where holonomic or second-class constraints are kept by default")
/* clang-format on */

#endif
