/* gen/language/scope.h -- names of a model, and the reader of expressions in them.
 *
 * A `check` is the state of the passes that make a model from statements; a session keeps it to
 * read more expressions in the same names.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_SCOPE_H
#define GEN_LANGUAGE_SCOPE_H

#include "gen/language/values.h"

struct sort_key;

/* NAME_SECTION: of the statements algebra or sections, not the d_x. NAME_LOST: declared in text
 * that could not be read. */
enum name_of { NAME_COORD, NAME_SECTION, NAME_FIELD, NAME_PARAM, NAME_LET, NAME_LOST };
struct name {
    const char *text;
    size_t len;
    enum name_of of;
    size_t index;
    struct span where;
};
struct let {
    const char *name;
    ex symbol, value;
    ex raw;      /* the value in symbols of other lets */
    bool broken; /* an error in it is reported: no errors about its uses */
    bool output; /* of the statement output: known only where `energy` is */
    bool formed; /* has a wedge or d(...), which need the values of other lets */
    bool ready;
    struct span where;
};
struct scope {
    struct name *name;
    size_t names;
    uint32_t *slot; /* hash table of 1 + index into `name` */
    size_t slots;
    struct let *let;
    size_t lets;
};
struct check {
    struct diag *diag;
    struct store *store;
    struct model *model;
    struct scope scope;
    bool lets_known;         /* the name of a let means its value; before, its symbol */
    bool forms_known;        /* a wedge or d(...) can be evaluated: lets in it have values */
    bool energy_known;       /* `energy` has a meaning here */
    bool dt_known;           /* `dt` has a meaning here */
    bool bare;               /* the bare name of a section means the section, not its velocity */
    bool *listed;            /* n x n: brackets that the model gives */
    bool *anchored;          /* n: sections whose anchor the model gives */
    bool formed;             /* the expression just read has a wedge or d(...) */
    enum lang_statement now; /* the statement that is being read */
    struct reading {         /* an expression without errors, for the check of units */
        ex value;
        struct span where;
        enum lang_statement what;
    } * reading;
    size_t readings;
    struct sort_key *sort; /* see lang_sorts */
    size_t sorts, sorted_fields;
    bool tainted;              /* the expression just read used a broken let or a lost name */
    const struct hints *hints; /* values from the command line */
    const char *unknown;       /* the last name without a meaning, in scratch memory */
    const char *hint;          /* why it has none, or NULL */
    /* Syntax that a session adds to the language, and its context; else NULL. */
    const struct ex_reader *also;
    void *also_for;
};
/* Sorts of symbols, as bits; coordinates, parameters and t have none. */
enum lang_sort {
    SORT_VELOCITY = 1, /* x', w */
    SORT_QUASI = 2,    /* v of the frame */
    SORT_SECOND = 4,   /* of the second argument of a two-form */
    SORT_SECTION = 8,  /* of E: d_x, d_w, d_v */
    SORT_BASE = 16,    /* d_x where E has declared sections */
    SORT_MOMENTUM = 32,
    SORT_DT = 64,
    SORT_ENERGY = 128,
};

/* ---- scope.c ---- */

void lang_scope_make(struct check *c, size_t names);
/* Enters a name that is known to be free. */
void lang_enter_name(struct scope *sc, const char *text, struct span where, enum name_of of,
                     size_t index);
/* False, with an error, when the name is taken or reserved. */
bool lang_declare_name(struct check *c, struct span where, enum name_of of, size_t index);
/* Enters a name of text that could not be read: expressions with it are tainted. */
void lang_lose_name(struct scope *sc, struct mem *m, struct span where);
/* Reports names that equal a word made from another name, like dx beside a coordinate x. */
void lang_refuse_ambiguous(struct check *c);
/* Whether a word, or the name that it is made from, was lost. */
bool lang_is_lost(const struct scope *sc, struct span word);
const struct name *lang_find_name(const struct scope *sc, const char *text, size_t len);
/* Reads an expression; EX_POISON after an error, which is reported. */
ex lang_read_expr(struct check *c, struct span where);
bool lang_has_meaning(struct check *c, const char *text, size_t len); /* as an operand */
/* Substitutes values into each other until none contains a symbol of the list. Returns the index of
 * one that is defined through itself, or n. */
size_t lang_unwind(struct store *s, const ex *symbol, ex *value, size_t n);

/* ---- declare.c ---- */

/* The text, or that with _ behind it, which is no name of the model: for symbols that are shown. */
const char *lang_unused_name(const struct model *m, const char *text);

/* ---- kinds.c ---- */

void lang_sort_symbols(struct check *c);    /* call it before lang_sorts, after new names */
unsigned lang_sorts(struct check *c, ex e); /* sorts of all symbols of e */
/* By degree in velocities, second velocities and sections. */
enum lang_kind {
    KIND_FUNCTION,
    KIND_FORM,
    KIND_QUADRATIC,
    KIND_TWO_FORM,
    KIND_FIELD, /* a section of E */
    KIND_BASE,  /* a field on the base, where E has declared sections */
    KIND_OTHER
};
enum lang_kind lang_kind_of(struct check *c, ex e, const char **words); /* words: "a one-form" */
/* Whether e is of the kind; if not, an error about the statement. */
bool lang_expect_kind(struct check *c, ex e, enum lang_kind kind, struct span where,
                      const char *statement, const char *help);
/* Whether e has symbols of these sorts only; if not, an error that names the others. */
bool lang_expect_sorts(struct check *c, ex e, unsigned sorts, struct span where,
                       const char *statement, const char *help);

#endif
