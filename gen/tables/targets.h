/* gen/tables/targets.h -- targets of `emit`.
 *
 * One row becomes TARGET_x, a word for --target, and the prototype of emit_target_x, which is
 * gen/emit/target_x.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_TARGETS_H
#define GEN_TABLES_TARGETS_H

/* clang-format off */
#define TARGETS(EMITTER) \
    EMITTER(c,  "C99: a header and a source, with a stepper and a self-test") \
    EMITTER(js, "JavaScript module") \
    EMITTER(embedded, "C99 for microcontrollers: stdint.h only, status bits, a bit-exact test")
/* clang-format on */

#endif
