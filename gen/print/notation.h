/* gen/print/notation.h -- writers of documents, one for each notation.
 *
 * Private to print/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_PRINT_NOTATION_H
#define GEN_PRINT_NOTATION_H

#include "gen/print/document.h"

struct derivation {
    struct diag *diag;
    struct doc *doc;
    struct system *sys;
    const char *name; /* of the current part */
    bool
        free_velocities; /* parts with velocities of the frame as coordinates are in the document */
};
/* Builders of the parts of `derive`. */
#define PART(name, ...) void print_derive_##name(const struct derivation *d);
DERIVE_PARTS(PART)
#undef PART
struct page { /* state of a writer */
    FILE *out;
    const struct doc *doc;
    struct store *s;
    struct mem *mem;
    enum ex_style style;
    bool good; /* no expression was too long to print */
};
/* Writers of the notations. */
#define PAGE(word, ...) void print_write_##word(struct page *p);
NOTATIONS(PAGE)
#undef PAGE

/* ---- document.c ---- */

void print_doc_take(struct doc *doc, const char *name); /* no line gets it as its symbol */
void print_doc_formula(struct doc_part *to, const char *text, const char *latex,
                       const char *mathml);
void print_doc_matrix(struct doc_part *to, struct label left, const ex *entry, size_t rows,
                      size_t cols);
/* Defines a name with a value for the subexpression `part`, which the lines may use. A name that is
 * defined in an earlier part of the document is not defined again. */
void print_doc_where(struct doc_part *to, ex name, ex value, ex part);
bool print_doc_defines(const struct doc *doc, ex name);                      /* in a `where` */
const char *print_show(struct page *p, ex e, enum ex_style style);           /* NULL: too long */
const char *print_show_name(struct page *p, ex symbol, enum ex_style style); /* never NULL */
const char *print_left(struct page *p, const struct doc_line *line, enum ex_style style);
const char *print_label_kind(enum print_label of);
size_t print_label_names(const struct label *left);
/* The pattern with %1, %2, ... replaced by the n texts. */
const char *print_filled(struct mem *m, const char *pattern, const char *const *text, size_t n);
/* The text with the special characters of the style escaped. */
const char *print_escaped(struct page *p, const char *text, enum ex_style style);
bool print_doc_free(const struct doc *doc, ex symbol);                   /* is not in use */
void print_doc_mark(struct doc *doc, ex symbol);                         /* is in use from now on */
void *print_one_more(struct mem *m, void *array, size_t n, size_t size); /* room for element n */

/* ---- derive.c ---- */

/* 0 = .. for conditions that determine the last states. */
void print_conditions(struct doc_part *to, const struct system *sys);

/* ---- doc_typeset.c ---- */

void print_write_part(struct page *p);

/* ---- doc_intermediates.c ---- */

void print_share(struct doc_part *of); /* names the subexpressions of a large part */

#endif
