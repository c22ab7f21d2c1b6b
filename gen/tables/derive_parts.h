/* gen/tables/derive_parts.h -- parts of the output of `derive`.
 *
 * One row becomes PART_x, a word for --only, and print_derive_x; an ASKED part is printed only if
 * --only names it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_DERIVE_PARTS_H
#define GEN_TABLES_DERIVE_PARTS_H

/* clang-format off */
#define DERIVE_PARTS(PART) \
    PART(names,     ALWAYS, "units and descriptions of names, where the model has them") \
    PART(frame,     ALWAYS, "fields of the frame") \
    PART(structure, ALWAYS, "structure functions") \
    PART(bivector,  ALWAYS, "matrix B of u' = B grad H") \
    PART(drift,     ALWAYS, "terms of u' beside B grad H: affine constraints and forces") \
    PART(energy,    ALWAYS, "energy H") \
    PART(motion,    ALWAYS, "equations of motion") \
    PART(reactions, ALWAYS, "multipliers of the constraints, or reactions along the complement") \
    PART(objects,   ALWAYS, "further objects of the form: projectors, two-forms, matrices") \
    PART(dirac,     ASKED,  "Dirac relations D_M and D_C, effective phase space") \
    PART(triple,    ASKED,  "maps of the Tulczyjew triple, Legendre transformations, implicit dynamics")
/* clang-format on */

#endif
