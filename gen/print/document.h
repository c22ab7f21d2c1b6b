/* gen/print/document.h -- results as a document: built once, written in any notation.
 *
 * A document has parts, and a part has lines. A line is a value with a label, a matrix, a relation
 * between two expressions, or a sentence. Code that builds a document is independent of its
 * notation:
 *
 *   struct doc *doc = print_doc(store, "Skater on a slope", "skew");
 *   struct doc_part *s = print_doc_part(doc, "energy", "energy");
 *   print_doc_value(s, print_label(LABEL_symbol, "H", NULL, NULL), energy);
 *   print_doc_write(stdout, doc, PAGE_latex);
 *
 * A new notation is a row of NOTATIONS, a new kind of left side a row of LABELS. Subexpressions of
 * a large part get the names s1, s2, ... when it is written. No notation shows ex_hold.
 *
 * Ownership: everything lives in scratch memory of the store. Strings are not copied.
 * Errors:    expressions that are too long are left out, and print_doc_write returns false.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_PRINT_DOCUMENT_H
#define GEN_PRINT_DOCUMENT_H

#include "gen/forms/system.h"
#include "gen/tables/derive_parts.h"
#include "gen/tables/labels.h"
#include "gen/tables/notations.h"
#include "gen/tables/signs.h"

struct doc;

/* Notations. */
enum print_page {
#define PAGE(word, ...) PAGE_##word,
    NOTATIONS(PAGE)
#undef PAGE
        PAGE_COUNT
};
enum print_label {
#define LABEL(name, ...) LABEL_##name,
    LABELS(LABEL)
#undef LABEL
        LABEL_COUNT
};
enum print_sign {
#define SIGN(name, ...) SIGN_##name,
    SIGNS(SIGN)
#undef SIGN
        SIGN_COUNT
};
struct label { /* c^s_vw has the names s, v, w */
    enum print_label of;
    const char *name[3]; /* NULL after the last */
};
enum doc_kind { DOC_VALUE, DOC_MATRIX, DOC_RELATION, DOC_TEXT };
struct doc_line {
    enum doc_kind kind;
    struct label left;    /* of a value, of a matrix */
    ex *at;               /* the value; the entries; both sides of a relation */
    size_t rows, cols;    /* of `at`: 1 x 1, any, 1 x 2; of a sentence 0 x 0 */
    enum print_sign sign; /* of a relation */
    const char *text;     /* a sentence */
    ex id;                /* a symbol for the line, unique in the document, or poison */
};
struct doc_part {
    struct doc *doc;
    const char *name, *title;
    const char *formula[3];        /* beside the title, as text, in LaTeX, in MathML; NULL: none */
    struct doc_line *line, *where; /* where: named subexpressions, in terms of those before */
    size_t lines, wheres;
    bool flowing; /* short lines may be side by side */
};
struct doc {
    struct store *store;
    const char *model, *form;
    struct doc_part **part;
    size_t parts;
    ex *taken; /* a hash table of symbols in use */
    size_t taken_n, taken_cap;
    struct ex_list symbols;   /* symbols of all lines, without names of subexpressions */
    ex *shared, *shared_name; /* subexpressions that got a name, and the names */
    size_t shared_n, next_name;
    ex list;     /* a symbol for the list of named subexpressions */
    char prefix; /* of the names; 0: not chosen yet */
};

/* ---- document.c ---- */

struct choice print_page_choice(size_t i);
struct doc *print_doc(struct store *s, const char *model, const char *form);
struct doc_part *print_doc_part(struct doc *doc, const char *name, const char *title);
struct label print_label(enum print_label of, const char *a, const char *b, const char *c);
void print_doc_value(struct doc_part *to, struct label left, ex right);
void print_doc_relation(struct doc_part *to, ex left, enum print_sign sign, ex right);
void print_doc_text(struct doc_part *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void print_doc_simplify(struct doc_part *of); /* all lines so far */
/* The cheapest form of each; of forms of equal cost the one with fewer minus signs. */
void print_simplify(struct store *s, const ex *e, size_t n, ex *out);
size_t print_length(struct store *s, const ex *e, size_t n); /* approximate length as text */
/* Call it once for a document: it names subexpressions. False: an expression is too long. */
bool print_doc_write(FILE *out, struct doc *doc, enum print_page page);
/* As a fragment of an HTML page, with headings one level down. Very long results are replaced by a
 * line with the command that prints them. */
bool print_doc_write_fragment(FILE *out, struct doc *doc);

/* ---- derive.c ---- */

enum print_part {
#define PART(name, ...) PART_##name,
    DERIVE_PARTS(PART)
#undef PART
        PART_COUNT
};
struct choice print_part_choice(size_t i);
/* The sum of component * d_coordinate; that of a field of the frame. */
ex print_vector(const struct model *m, const ex *component);
ex print_field(const struct model *m, size_t A);
/* False, with an error: an expression is missing, and the document must not be written. */
bool print_whole(struct diag *d, const struct doc *doc);
/* False, with an error: an expression is missing, or too long to print. */
bool print_derive(FILE *out, struct diag *d, struct system *sys, unsigned parts,
                  enum print_page page);
unsigned print_default_parts(void);                                                  /* bits */
const char *print_structure_text(const struct geom *g, const struct structure *c);   /* c^s_vw */
struct doc *print_derive_doc(struct diag *diag, struct system *sys, unsigned parts); /* bits */

#endif
