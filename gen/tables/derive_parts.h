/* gen/tables/derive_parts.h -- parts of the output of `derive`.
 *
 * One row becomes SECTION_x, a word for --only, and print_derive_x; an ASKED one is not shown
 * without it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_DERIVE_PARTS_H
#define GEN_TABLES_DERIVE_PARTS_H

/* clang-format off */
#define DERIVE_PARTS(SECTION) \
    SECTION(names,     ALWAYS, "units and what names stand for, where the model says it") \
    SECTION(frame,     ALWAYS, "the fields of the frame that were chosen") \
    SECTION(structure, ALWAYS, "structure functions") \
    SECTION(bivector,  ALWAYS, "the matrix B of u' = B grad H") \
    SECTION(drift,     ALWAYS, "what stands beside it for affine constraints and forces") \
    SECTION(energy,    ALWAYS, "the energy H") \
    SECTION(motion,    ALWAYS, "equations of motion") \
    SECTION(reactions, ALWAYS, "multipliers of the constraints, or reactions along the complement") \
    SECTION(objects,   ALWAYS, "what else the form has to show: projectors, two-forms, matrices") \
    SECTION(dirac,     ASKED,  "the Dirac relations D_M and D_C, effective phase space") \
    SECTION(triple,    ASKED,  "the maps of the Tulczyjew triple, Legendre transformations")
/* clang-format on */

#endif
