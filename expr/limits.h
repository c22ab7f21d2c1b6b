/* expr/limits.h -- limits of a command, one row each: type, name, default, and what is counted.
 *
 * All but the last are the same on every machine and at any load. Work is counted from ex_store_new
 * or ex_clear: words of nodes that are built or found again, nodes that a pass visits, products
 * modulo a prime, allocations of FLINT; a unit takes between 10 and 100 ns. Memory is that of
 * mem.h, FLINT included. For work and processor time 0 is no limit.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_LIMITS_H
#define EX_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define EX_LIMITS(ROW)                                                                             \
    ROW(uint32_t, nodes,  20000000,             "nodes in the store")                              \
    ROW(uint32_t, depth,  1000,                 "nesting of text that is read")                    \
    ROW(uint32_t, digits, 10000,                "decimal digits of a number")                      \
    ROW(uint32_t, terms,  1000000,              "terms of an expanded sum")                        \
    ROW(size_t,   text,   (size_t)64 << 20,     "bytes of one printed expression")                 \
    ROW(size_t,   memory, (size_t)2048 << 20,   "bytes, for mem_new")                              \
    ROW(uint64_t, work,   UINT64_C(5000000000), "units of work")                                   \
    ROW(double,   cpu,    3600,                 "seconds of processor time: the last guard")
/* clang-format on */
struct ex_limits {
#define ROW(type, name, value, what) type name;
    EX_LIMITS(ROW)
#undef ROW
    bool jumps; /* at a limit of the command: to the recovery point, as if memory had run out */
    bool (*stops)(void); /* called now and then: has the user interrupted? or NULL */
};
struct ex_limits ex_limits(void); /* the defaults */

#endif
