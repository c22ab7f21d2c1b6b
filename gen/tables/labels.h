/* gen/tables/labels.h -- left sides of lines in a document.
 *
 * One row becomes LABEL_x and its spellings: %1, %2, %3 are its names in the notation, %w is the
 * first name as text, and %, a comma unless the last two names are single letters. Notations that
 * are programs (SymPy, C, ...) use the last column as an identifier; where it is empty, the line
 * is a comment.
 *
 *   name       text             LaTeX                      identifier
 *              MathML
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_LABELS_H
#define GEN_TABLES_LABELS_H

/* clang-format off */
#define LABELS(LABEL) \
    LABEL(symbol,    "%1",           "%1",                       "%1", \
          "%1") \
    LABEL(known,     "%1",           "%1",                       "%1", \
          "%1") \
    LABEL(zero,      "0",            "0",                        "zero_%1", \
          "<mn>0</mn>") \
    LABEL(rate,      "%1'",          "%1'",                      "%1'", \
          "<mrow>%1<mo>&#x2032;</mo></mrow>") \
    LABEL(field,     "%1",           "%1",                       "field_%1", \
          "%1") \
    LABEL(structure, "c^%1_%2%,%3",  "c^{%1}_{%2 %3}",           "c_%1_%2_%3", \
          "<msubsup><mi>c</mi><mrow>%2%3</mrow><mrow>%1</mrow></msubsup>") \
    LABEL(pair,      "{%1, %2}",     "\\{%1, %2\\}",             "B_%1_%2", \
          "<mrow><mo>{</mo>%1<mo>,</mo>%2<mo>}</mo></mrow>") \
    LABEL(bracket,   "[%1, %2]",     "{[}%1, %2{]}",             "bracket_%1_%2", \
          "<mrow><mo>[</mo>%1<mo>,</mo>%2<mo>]</mo></mrow>") \
    LABEL(entry,     "%1_%2%,%3",    "{%1}_{%2 %3}",             "%1_%2_%3", \
          "<msub><mrow>%1</mrow><mrow>%2%3</mrow></msub>") \
    LABEL(part,      "%1_%2",        "{%1}_{%2}",                "%1_%2", \
          "<msub><mrow>%1</mrow><mrow>%2</mrow></msub>") \
    LABEL(courant,   "T(%1, %2, %3)", "T(%1, %2, %3)",           "T_%1_%2_%3", \
          "<mrow><mi>T</mi><mo>(</mo>%1<mo>,</mo>%2<mo>,</mo>%3<mo>)</mo></mrow>") \
    LABEL(jacobi,    "J(%1, %2, %3)", "J(%1, %2, %3)",           "J_%1_%2_%3", \
          "<mrow><mi>J</mi><mo>(</mo>%1<mo>,</mo>%2<mo>,</mo>%3<mo>)</mo></mrow>") \
    LABEL(words,     "%w",           "\\text{%w}",               "", \
          "<mtext>%w</mtext>")
/* clang-format on */

#endif
