/* gen/tables/block_sets.h -- blocks that a command needs.
 *
 * One row becomes BLOCKS_x, as bits of blocks (runtime/blocks.h). A run also has those of its
 * method, and those that run_blocks adds. Blocks of analyses and of targets of `emit` are columns
 * of gen/tables/analyses.h and gen/tables/targets.h.
 *
 *   name       blocks
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_BLOCK_SETS_H
#define GEN_TABLES_BLOCK_SETS_H

/* clang-format off */
#define BLOCK_SETS(SET) \
    SET(session,  B(rhs) | B(energy) | B(vel) | B(liouville) | B(event) | B(reset) | B(column) | B(pole)) \
    SET(run,      BLOCKS_session | B(output)) \
    SET(eval,     B(rhs) | B(energy) | B(vel) | B(accel) | B(veldot) | B(power) | B(moving) | B(constraint) | \
                  B(multiplier) | B(structure) | B(bivector)) \
    SET(compare,  B(rhs) | B(energy) | B(output) | B(pole)) \
    SET(connect,  B(rhs) | B(jac) | B(energy) | B(output) | B(column) | B(pole)) \
    SET(page,     B(rhs) | B(energy) | B(vel) | B(output) | B(column) | B(event) | B(reset) | B(constraint) | \
                  B(given) | B(usual) | B(scene) | B(pole)) \
    SET(page_of_two, BLOCKS_page | B(lift) | B(drop)) /* a report with two laws that start from the same state */
/* clang-format on */

#endif
