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
    const char *name; /* of the part at hand */
};
/* One row becomes the prototype of what builds it. */
#define PART(name, ...) void print_derive_##name(const struct derivation *d);
DERIVE_PARTS(PART)
#undef PART
struct page {
    FILE *out;
    const struct doc *doc;
    struct store *s;
    struct mem *mem;
    enum ex_style style;
    bool good; /* nothing was too long to print */
};
/* One row becomes the prototype of what writes it. */
#define PAGE(word, ...) void print_write_##word(struct page *p);
NOTATIONS(PAGE)
#undef PAGE

/* ---- document.c ---- */

void print_doc_take(struct doc *doc, const char *name); /* no line gets it as its symbol */
void print_doc_formula(struct doc_part *to, const char *text, const char *latex,
                       const char *mathml);
void print_doc_matrix(struct doc_part *to, struct label left, const ex *entry, size_t rows,
                      size_t cols);
/* A name for a part: where `part` is meant there may be `name`, which has the value. A name that is
 * defined in an earlier part stays as it is. */
void print_doc_where(struct doc_part *to, ex name, ex value, ex part);
bool print_doc_defines(const struct doc *doc, ex name);                      /* so far */
const char *print_show(struct page *p, ex e, enum ex_style style);           /* NULL: too long */
const char *print_show_name(struct page *p, ex symbol, enum ex_style style); /* never NULL */
const char *print_left(struct page *p, const struct doc_line *line, enum ex_style style);
const char *print_label_kind(enum print_label of);
size_t print_label_names(const struct label *left);
/* %1 and so on in the pattern replaced by the texts, of which there are n. */
const char *print_filled(struct mem *m, const char *pattern, const char *const *text, size_t n);
/* Text in which nothing has a meaning of its own. */
const char *print_escaped(struct page *p, const char *text, enum ex_style style);
bool print_doc_free(const struct doc *doc, ex symbol);                   /* has no meaning yet */
void print_doc_mark(struct doc *doc, ex symbol);                         /* now it has */
void *print_one_more(struct mem *m, void *array, size_t n, size_t size); /* room for element n */

/* ---- doc_typeset.c ---- */

void print_write_part(struct page *p);

/* ---- doc_intermediates.c ---- */

void print_share(struct doc_part *of);

#endif
