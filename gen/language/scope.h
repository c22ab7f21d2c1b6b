/* gen/language/scope.h -- names of a model and the expressions read with them.
 *
 * A `check` is the state of the passes that make a model of statements; a session keeps it to read
 * more expressions in the same names.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_SCOPE_H
#define GEN_LANGUAGE_SCOPE_H

#include "gen/language/values.h"

struct sort_key;

/* NAME_SECTION: of an algebra or of sections, not the d_x. */
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
    ex raw;      /* in other lets */
    bool broken; /* had a mistake of its own: say no more about it */
    bool output; /* has a meaning where `energy` has one */
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
    bool lets_known;         /* a name of a let means its value, not yet itself */
    bool forms_known;        /* so do those that a wedge or d(...) needs */
    bool energy_known;       /* `energy` has a meaning here */
    bool dt_known;           /* `dt` has one */
    bool bare;               /* the bare name of a section means the section, not its velocity */
    bool *listed;            /* n x n: brackets that the user gave */
    bool *anchored;          /* n: so of anchors */
    bool formed;             /* the expression just read has a wedge or d(...) */
    enum lang_statement now; /* what is being read */
    struct reading {         /* an expression without mistakes */
        ex value;
        struct span where;
        enum lang_statement what;
    } * reading;
    size_t readings;
    struct sort_key *sort; /* see lang_sorts */
    size_t sorts, sorted_fields;
    bool tainted;              /* the expression just read used something broken */
    const struct hints *hints; /* values from the command line */
    const char *unknown;       /* the last name that had no meaning, in scratch */
    const char *hint;          /* why, or NULL */
    /* Of a session, else NULL: what it knows beside the language, with itself as context. */
    const struct ex_reader *also;
    void *also_for; /* whom it asks */
};
/* What the symbols of a model stand for, as bits; none for coordinates, parameters and t. */
enum lang_sort {
    SORT_VELOCITY = 1, /* x', w */
    SORT_QUASI = 2,    /* v of the frame */
    SORT_SECOND = 4,   /* of the second argument of a two-form */
    SORT_SECTION = 8,  /* of E: d_x, d_w, d_v */
    SORT_BASE = 16,    /* d_x where E has other sections */
    SORT_MOMENTUM = 32,
    SORT_DT = 64,
    SORT_ENERGY = 128,
};

/* ---- scope.c ---- */

void lang_scope_make(struct check *c, size_t names);
/* A name that is known to be free. */
void lang_enter_name(struct scope *sc, const char *text, struct span where, enum name_of of,
                     size_t index);
/* False, with an error, when the name is taken or reserved. */
bool lang_declare_name(struct check *c, struct span where, enum name_of of, size_t index);
/* A name of what could not be read: expressions with it are tainted. */
void lang_lose_name(struct scope *sc, struct mem *m, struct span where);
/* Names that read as a word made from another are errors, like dx beside a coordinate x. */
void lang_refuse_ambiguous(struct check *c);
bool lang_is_lost(const struct scope *sc, struct span word); /* it, or the name it is made from */
const struct name *lang_find_name(const struct scope *sc, const char *text, size_t len);
/* Reads an expression; EX_POISON after a mistake, which is then reported. */
ex lang_read_expr(struct check *c, struct span where);
bool lang_has_meaning(struct check *c, const char *text, size_t len); /* could it be an operand? */
/* Values that may mention each other's symbols are replaced until they no longer do. Returns the
 * index of one that takes part in a circle, or n. */
size_t lang_unwind(struct store *s, const ex *symbol, ex *value, size_t n);

/* ---- declare.c ---- */

/* The text, or that with _ behind it, which is no name of the model: for symbols that are shown. */
const char *lang_unused_name(const struct model *m, const char *text);

/* ---- kinds.c ---- */

void lang_sort_symbols(struct check *c);    /* once, before they are asked for */
unsigned lang_sorts(struct check *c, ex e); /* of all its symbols */
/* By degree in velocities, second velocities and sections. */
enum lang_kind {
    KIND_FUNCTION,
    KIND_FORM,
    KIND_QUADRATIC,
    KIND_TWO_FORM,
    KIND_FIELD, /* a section of E */
    KIND_BASE,  /* a field on the base, where E has sections of its own */
    KIND_OTHER
};
enum lang_kind lang_kind_of(struct check *c, ex e, const char **words); /* words: "a one-form" */
/* True when e is of the kind; otherwise an error about the statement. */
bool lang_expect_kind(struct check *c, ex e, enum lang_kind kind, struct span where,
                      const char *statement, const char *help);
/* True when e has symbols of these sorts only; otherwise an error that says what is too much. */
bool lang_expect_sorts(struct check *c, ex e, unsigned sorts, struct span where,
                       const char *statement, const char *help);

#endif
