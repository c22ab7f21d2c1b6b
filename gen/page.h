/* gen/page.h -- results as a document: built once, written in any notation.
 *
 * A document is sections of lines. A line is a value with a label, a matrix, a relation between two
 * expressions, or a sentence. Who builds it has no thought of how it will look:
 *
 *   struct doc *doc = gen_doc(store, "Skater on a slope", "skew");
 *   struct doc_section *s = gen_doc_section(doc, "energy", "energy");
 *   gen_doc_value(s, gen_label(LABEL_symbol, "H", NULL, NULL), energy);
 *   gen_doc_write(stdout, doc, PAGE_latex);
 *
 * One more notation is a row of PAGES, one more kind of left side a row of LABELS. Where a section
 * is large, parts of it get the names s1, s2, ... when it is written; what is held (ex_hold) shows
 * nowhere.
 *
 * Ownership: everything lives in scratch of the store. Strings are not copied.
 * Errors:    what is too long to print is left out, and gen_doc_write returns false.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_PAGE_H
#define GEN_PAGE_H

#include "gen/gen.h"

/* ---- page.c: building ---- */

enum gen_label {
#define LABEL(name, ...) LABEL_##name,
    LABELS(LABEL)
#undef LABEL
        LABEL_COUNT
};
enum gen_sign {
#define SIGN(name, ...) SIGN_##name,
    SIGNS(SIGN)
#undef SIGN
        SIGN_COUNT
};
struct label { /* c^s_vw has the names s, v, w */
    enum gen_label of;
    const char *name[3]; /* NULL: there are no more */
};
enum doc_kind { DOC_VALUE, DOC_MATRIX, DOC_RELATION, DOC_TEXT };
struct doc_line {
    enum doc_kind kind;
    struct label left;  /* of a value, of a matrix */
    ex *at;             /* the value; the entries; both sides of a relation */
    size_t rows, cols;  /* of `at`: 1 x 1, any, 1 x 2; of a sentence 0 x 0 */
    enum gen_sign sign; /* of a relation */
    const char *text;   /* a sentence */
    ex id;              /* a symbol for the line that means nothing else, or poison */
};
struct doc_section {
    struct doc *doc;
    const char *name, *title;
    const char *formula[3];        /* beside the title, as text, in LaTeX, in MathML; NULL: none */
    struct doc_line *line, *where; /* where: names for parts, each over those before it */
    size_t lines, wheres;
    bool flowing; /* short lines may stand side by side */
};
struct doc {
    struct store *store;
    const char *model, *form;
    struct doc_section **section;
    size_t sections;
    ex *taken; /* a hash table of symbols that have a meaning */
    size_t taken_n, taken_cap;
    struct ex_list symbols; /* of what is written, but for names of parts */
    ex *part, *part_name;   /* what has a name, and the name */
    size_t parts, next_name;
    ex list;     /* a symbol for all of them together */
    char prefix; /* of the names; 0: not chosen yet */
};
struct doc *gen_doc(struct store *s, const char *model, const char *form);
void gen_doc_take(struct doc *doc, const char *name); /* no line gets it as its symbol */
struct doc_section *gen_doc_section(struct doc *doc, const char *name, const char *title);
void gen_doc_formula(struct doc_section *to, const char *text, const char *latex,
                     const char *mathml);
struct label gen_label(enum gen_label of, const char *a, const char *b, const char *c);
void gen_doc_value(struct doc_section *to, struct label left, ex right);
void gen_doc_matrix(struct doc_section *to, struct label left, const ex *entry, size_t rows,
                    size_t cols);
void gen_doc_relation(struct doc_section *to, ex left, enum gen_sign sign, ex right);
void gen_doc_text(struct doc_section *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A name for a part: where `part` is meant there may be `name`, which has the value. A name that is
 * defined in an earlier section stays as it is. */
void gen_doc_where(struct doc_section *to, ex name, ex value, ex part);
bool gen_doc_defines(const struct doc *doc, ex name); /* so far */
void gen_doc_simplify(struct doc_section *of);        /* what it has so far */
/* Cheapest forms, and of those that cost the same the one with fewer signs. */
void gen_simplify(struct store *s, const ex *e, size_t n, ex *out);
size_t gen_length(struct store *s, const ex *e, size_t n); /* of all as text, about */
/* Once for a document, for it gives names. False when something was too long to print. */
bool gen_doc_write(FILE *out, struct doc *doc, enum gen_page page);
/* As a part of a larger page in HTML, its sections one level down. What is longer than people read
 * is left out with a line that says how to get it. */
bool gen_doc_write_part(FILE *out, struct doc *doc);

/* ---- derive.c, derive_dirac.c: sections ---- */

struct derivation {
    struct diag *diag;
    struct doc *doc;
    struct system *sys;
    const char *name; /* of the section at hand */
};
/* One row becomes the prototype of what builds it. */
#define SECTION(name, ...) void gen_derive_##name(const struct derivation *d);
SECTIONS(SECTION)
#undef SECTION
struct doc *gen_derive_doc(struct diag *diag, struct system *sys, unsigned sections); /* bits */

/* ---- what its writers share ---- */

struct page {
    FILE *out;
    const struct doc *doc;
    struct store *s;
    struct mem *mem;
    enum ex_style style;
    bool good; /* nothing was too long to print */
};
/* One row becomes the prototype of what writes it. */
#define PAGE(word, ...) void gen_write_##word(struct page *p);
PAGES(PAGE)
#undef PAGE
void gen_write_part(struct page *p);

const char *gen_show(struct page *p, ex e, enum ex_style style);           /* NULL: too long */
const char *gen_show_name(struct page *p, ex symbol, enum ex_style style); /* never NULL */
const char *gen_left(struct page *p, const struct doc_line *line, enum ex_style style);
const char *gen_label_kind(enum gen_label of);
size_t gen_label_names(const struct label *left);
/* %1 and so on in the pattern replaced by the texts, of which there are n. */
const char *gen_filled(struct mem *m, const char *pattern, const char *const *text, size_t n);
/* Text in which nothing has a meaning of its own. */
const char *gen_escaped(struct page *p, const char *text, enum ex_style style);
bool gen_doc_free(const struct doc *doc, ex symbol);                   /* has no meaning yet */
void gen_doc_mark(struct doc *doc, ex symbol);                         /* now it has */
void *gen_one_more(struct mem *m, void *array, size_t n, size_t size); /* room for element n */

/* ---- page_share.c: names for parts ---- */

void gen_share(struct doc_section *of);

#endif
