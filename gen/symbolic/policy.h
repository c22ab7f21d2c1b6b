/* gen/symbolic/policy.h -- thresholds: sizes above which expressions are treated differently.
 *
 * Part of symbolic.h. Each row is a threshold: its name, its value, the unit, and the reason for
 * it. Operations are those of ex_operations. Thresholds decide how a result is written and whether
 * a method is tried, never whether a statement is true.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_SYMBOLIC_POLICY_H
#define GEN_SYMBOLIC_POLICY_H

/* clang-format off */
#define SYM_POLICY(ROW)                                                                            \
    /*  name           value unit         reason */                                                \
    ROW(SMALL_RANK,        6, dimensions, "up to this rank of E expressions are kept short on the way, metrics are inverted and determinants written out") \
    ROW(SMALL_SQUARE,     12, rows,       "the determinant of the chosen rows of a frame is still fast") \
    ROW(SMALL_MINOR,       4, rows,       "a minor of more rows is too long to be read") \
    ROW(OWN_SYMBOL,        8, operations, "an entry this short is its own symbol in a linear system") \
    ROW(SHORTEN_FROM,     20, operations, "shorter ones gain nothing by other orders of factors") \
    ROW(TIDY,             30, operations, "cos^2 + sin^2 = 1 is looked for at once where it costs next to nothing") \
    ROW(SIGN,             40, operations, "the opposite sign is tried, which simplifies once more") \
    ROW(SWEEP,            40, operations, "below, the sum over all momenta is written as it is") \
    ROW(POLE_FACTOR,      40, operations, "a denominator of the rates is simplified before a run: more takes longer than the run") \
    ROW(CANCEL,           60, operations, "common factors of a field are sought; for more, lowest terms take too long") \
    ROW(NAMED_CORE,       60, operations, "a longer matrix is solved over names of its entries") \
    ROW(RELEASED,         60, operations, "a block is also lowered without names of intermediates") \
    ROW(NEVER_ZERO,      120, operations, "a pivot of a frame is rewritten by cos^2 + sin^2 = 1 to prove that it never vanishes") \
    ROW(CHECK_FIELD,      60, operations, "a field in a line of a check is simplified") \
    ROW(SHOWN_ENTRY,      90, operations, "an entry of an object is simplified when it is made, longer ones when they are printed") \
    ROW(BY_METRIC,       100, operations, "structure functions this long are shorter by the metric") \
    ROW(CHECK_LINE,      200, operations, "a line of a check is simplified") \
    ROW(THROUGH,         200, operations, "a block is also lowered with momenta in place of velocities") \
    ROW(DETERMINANT,     200, operations, "a determinant is simplified, and its zeros are searched") \
    ROW(SIMPLIFY,        250, operations, "what is printed is simplified; no simple form is found for more") \
    ROW(BY_MULTIPLIERS,  300, operations, "longer motions with multipliers are compared before they are solved for") \
    ROW(MINOR,           400, operations, "the minor that must vanish is written out") \
    ROW(OBJECT,          600, operations, "an object is simplified for a reader") \
    ROW(BY_PROJECTOR,    600, operations, "the same for motions by a projector, which share more") \
    ROW(SHORTEN,         600, operations, "other orders of factors are tried; multiplied out, more takes too long") \
    ROW(CHECK_LINES,     800, operations, "all lines of a check together are simplified") \
    ROW(PART,           1500, operations, "all lines of a part of a document together are simplified") \
    ROW(AT_STATE,       2000, operations, "more is not proved, and not shortened, in terms of the state") \
    ROW(SECOND_PROOF,   2500, operations, "proved after one proof was in vain: others of its size are not tried") \
    ROW(MOVING,         3000, operations, "the rate of a candidate for a moving energy") \
    ROW(VERSIONS,       3000, operations, "a block is lowered in more than one version, and the best is kept") \
    ROW(PROOF,          7000, operations, "a normal form of more does not fit into the budget") \
    ROW(VAKONOMIC_ROWS, 8000, operations, "rows of conditions on the multipliers are differentiated further") \
    ROW(COMPILED_EVAL, 20000, operations, "longer systems are evaluated by compiled code") \
    ROW(TERMS,           120, terms,      "a longer polynomial remains one factor: products of such take too long") \
    ROW(PRODUCT_TERMS,   480, terms,      "a product of polynomials this long is worth multiplying out: much of it cancels") \
    ROW(LINE_WITH_NAMES, 150, nodes,      "a longer line of a document is printed over named intermediates") \
    ROW(PART_WITH_NAMES, 4000, nodes,     "the same for all lines of a part together") \
    ROW(NAME_ONCE,       100, nodes,      "a subexpression of a document gets a name although it occurs once") \
    ROW(NAME_HELD,        12, nodes,      "a held subexpression gets a name, in documents and certificates") \
    ROW(NAME_TWICE,        8, nodes,      "a subexpression of a document gets a name if it occurs twice") \
    ROW(STEP_ONCE,        40, nodes,      "a step of a certificate: SymPy is fast with short ones") \
    ROW(STEP_TWICE,        5, nodes,      "the same for a subexpression that occurs twice") \
    ROW(CLAIM,          1200, bytes,      "a shorter claim of a certificate is printed in full") \
    ROW(POLE,             80, bytes,      "a longer function is left out where a run ends at its zero")
/* clang-format on */

enum sym_policy {
#define ROW(name, value, unit, reason) SYM_##name = (value),
    SYM_POLICY(ROW)
#undef ROW
};

#endif
