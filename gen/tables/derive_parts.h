/* gen/tables/derive_parts.h -- parts of the output of `derive`.
 *
 * One row becomes PART_x, a word for --only, and print_derive_x; an ASKED one is not shown
 * without it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_DERIVE_PARTS_H
#define GEN_TABLES_DERIVE_PARTS_H

/* clang-format off */
#define DERIVE_PARTS(PART) \
    PART(names,     ALWAYS, "units and what names stand for, where the model says it") \
    PART(frame,     ALWAYS, "the fields of the frame that were chosen") \
    PART(structure, ALWAYS, "structure functions") \
    PART(bivector,  ALWAYS, "the matrix B of u' = B grad H") \
    PART(drift,     ALWAYS, "what stands beside it for affine constraints and forces") \
    PART(energy,    ALWAYS, "the energy H") \
    PART(motion,    ALWAYS, "equations of motion") \
    PART(reactions, ALWAYS, "multipliers of the constraints, or reactions along the complement") \
    PART(objects,   ALWAYS, "what else the form has to show: projectors, two-forms, matrices") \
    PART(dirac,     ASKED,  "the Dirac relations D_M and D_C, effective phase space") \
    PART(triple,    ASKED,  "the maps of the Tulczyjew triple, Legendre transformations")
/* clang-format on */

#endif
