/* gen/tables/targets.h -- targets of `emit`.
 *
 * One row becomes TARGET_x, a word for --target, and the prototype of emit_target_x, which is
 * gen/emit/target_x.c. tests/unit/every_target.c writes every target
 * with every choice of options.
 *
 *   word      language: C, which honours --real, --math and --fast, or OTHER, which does not
 *             float: BITS where tests of floats are to the bit, else NEAR
 *             blocks that are always there, and those that come unless --blocks names others
 *             help
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_TARGETS_H
#define GEN_TABLES_TARGETS_H

/* clang-format off */
#define TARGETS(EMITTER) \
    EMITTER(c,        C,     NEAR, B(rhs), B(energy) | B(vel) | B(column), \
            "C99: a header and a source, with a stepper and a self-test") \
    EMITTER(js,       OTHER, NEAR, B(rhs), B(energy) | B(vel) | B(column), \
            "JavaScript module") \
    EMITTER(embedded, C,     BITS, B(rhs) | B(energy) | B(constraint) | B(jacc), 0, \
            "C99 for microcontrollers: stdint.h only, status bits, a bit-exact test")
/* clang-format on */

#endif
