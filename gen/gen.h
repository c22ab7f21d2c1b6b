/* gen/gen.h -- from the text of a model to equations, to programs, to C: what the files of this
 * room share.
 *
 * Three values carry the weight. A `model` is what the user said, names resolved and kinds
 * checked. A `system` is symbols and named blocks of expressions, whatever formulation they come
 * from. A `program` is straight-line code. pipeline.c goes from one to the next.
 *
 * Ownership: everything lives in the scratch of one command; nothing here is freed alone.
 * Errors:    a mistake of the user is a note in a `diag`; a stage goes on and collects more, and
 *            returns NULL at its end if there were any. Only main.c prints notes and exits.
 * Needs:     expr/ and runtime/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_GEN_H
#define GEN_GEN_H

#include "expr/ex.h"
#include "gen/tables.h"
#include "runtime/fn.h"
#include "runtime/host/cc.h"
#include "runtime/host/jit.h"
#include "runtime/rt.h"
#include "runtime/taylor.h"

#include <stdbool.h>
#include <stdio.h>

#define GEN_VERSION "0.1.0"

enum gen_exit {
    EXIT_DONE = 0,
    EXIT_NO = 1,     /* the answer is no */
    EXIT_USAGE = 2,  /* wrong command line */
    EXIT_MODEL = 3,  /* wrong model */
    EXIT_SYSTEM = 4, /* cannot read, write or find something */
    EXIT_BUG = 70,
    EXIT_INTERRUPTED = 130,
};

enum {
    GEN_FILE_LIMIT = 1 << 20, /* bytes of a model */
    GEN_DATA_LIMIT = 1 << 26, /* bytes of a table */
    GEN_COORDS = 256,         /* coordinates of a model */
    GEN_SECONDS = 60,         /* that deriving may take */
    GEN_NAMES = 10000,        /* names of all sorts */
    GEN_SMALL = 6,            /* rank of E up to which expressions are kept short on the way */
};

/* ---- source.c: text that can be pointed into ---- */

struct source {
    const char *name; /* of the file, or of the option it comes from */
    const char *text; /* as given, ended by a zero byte */
    char *clean;      /* the same length, comments and line breaks blank: for ex_read */
    size_t len;
    enum gen_exit fault; /* exit code of mistakes in it */
};
struct span {
    const struct source *src; /* NULL: nowhere */
    size_t at, len;           /* bytes */
};

struct diag;
struct source *gen_source_read(struct diag *d, const char *path); /* "-": standard input */
struct source *gen_source_data(struct diag *d, const char *path); /* a table of numbers */
struct source *gen_source_text(struct mem *m, const char *name, const char *text, size_t len,
                               enum gen_exit fault);
const char *gen_copy(struct mem *m, struct span s); /* its text as a string */
bool gen_span_is(struct span s, const char *text);  /* is it this text? */
/* Length of the UTF-8 sequence at the start, at most `room` long; 0 when it is none. */
size_t gen_utf8(const char *text, size_t room);

struct assignment { /* on the command line */
    const char *name;
    bool guess; /* `~` */
    ex exact;
    double value;
    struct span where;
};

/* ---- diag.c: notes to the user ---- */

struct note {
    struct span where;
    const char *message;
    const char *label; /* beside the caret, or NULL */
    const char *help;  /* or NULL */
    bool remark;       /* does not stop anything */
    enum gen_exit fault;
    struct note *next;
};
struct diag {
    struct mem *mem;
    struct note *first, *last;
    size_t errors;
    struct note spare; /* what a full list hands out */
};

struct diag *gen_diag(struct mem *m); /* an empty one */
/* The note, so that label and help can be set; its text is formatted, never with %g. */
struct note *gen_error(struct diag *d, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct note *gen_fail(struct diag *d, enum gen_exit fault, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* an error that is nowhere in a text */
struct note *gen_remark(struct diag *d, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *gen_text(struct mem *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_tell_again(struct diag *d, const struct note *first); /* it, and those that follow */
/* True when the store is poisoned; then that is an error at `where`. */
bool gen_poisoned(struct diag *d, struct store *s, struct span where, const char *doing);
void gen_diag_print(struct diag *d, FILE *out, bool colour); /* in file order */
enum gen_exit gen_diag_exit(const struct diag *d);
size_t gen_columns(const char *text, size_t len); /* columns that UTF-8 takes on a screen */
size_t gen_put_padded(FILE *out, const char *text, size_t columns);

/* ---- suggest.c: near misses ---- */

struct nearest {
    const char *word; /* what was written */
    size_t len;
    const char *best; /* NULL: nothing is near */
    size_t distance;
};
struct nearest gen_nearest(const char *word, size_t len);
void gen_offer(struct nearest *n, const char *candidate);
const char *gen_did_you_mean(struct mem *m, const struct nearest *n); /* or NULL */

/* ---- lex.c: tokens ---- */

enum token_kind { T_END, T_NAME, T_NUMBER, T_STRING, T_SIGN };
struct token {
    enum token_kind kind;
    bool first;  /* on its line */
    bool margin; /* in column 1 */
    size_t at, len;
};
/* Ended by T_END. Fills in src->clean. */
struct token *gen_lex(struct diag *d, struct source *src, size_t *n);

/* ---- parse.c: statements and their items ---- */

/* What a statement is made of: which fields of its items are filled in. What is optional, and not
 * given, has a span of nowhere (src NULL). */
enum gen_takes {
    TAKES_STRING,    /* doc */
    TAKES_COORDS,    /* name [in low .. high] [[unit]] [doc], ... */
    TAKES_NAMES,     /* name [[unit]] [doc], ... */
    TAKES_ALGEBRA,   /* head [body | space] : name [[unit]] [doc], ... */
    TAKES_DEFS,      /* name = expr [in low .. high] [assumed] [[unit]] [doc], ... */
    TAKES_SET,       /* head : as TAKES_DEFS */
    TAKES_ASSIGN,    /* name = expr, ... */
    TAKES_FIELDS,    /* name = expr, one a line */
    TAKES_IVALS,     /* name = expr or name ~ expr, ... */
    TAKES_EXPR,      /* expr */
    TAKES_EXPRS,     /* expr, ... */
    TAKES_BASIS,     /* head : expr, ... */
    TAKES_PLOTS,     /* (expr, second), part, ... or expr : second, part.second, ...; ... */
    TAKES_EQUATIONS, /* expr [= second], one a line */
    TAKES_BRACKETS,  /* [name, partner] = expr, one a line */
    TAKES_ANCHORS,   /* name -> expr [| second], one a line */
    TAKES_FORCES,    /* expr or name = expr, ... */
    TAKES_WORD,      /* name */
    TAKES_DRAWING,   /* name part ..., one a line: points, whose parts are exprs, and exprs */
    TAKES_CLAIMS,    /* conserved expr or expr == second or expr drift < second, one a line */
    TAKES_EVENT      /* head : expr [= second] [way] [act [part.name = part.expr, ...]] */
};

struct ast;
struct check;
struct statement;
struct statement_row {
    const char *keyword;
    enum gen_takes takes;
    bool many; /* may occur more than once */
    const char *syntax, *says;
    const char *example; /* a model with it */
};
/* One row becomes STATEMENT_x. */
enum gen_statement {
#define STATEMENT(keyword, ...) STATEMENT_##keyword,
    STATEMENTS(STATEMENT)
#undef STATEMENT
        STATEMENT_COUNT
};
extern const struct statement_row gen_statements[STATEMENT_COUNT];

enum claim { CLAIM_CONSERVED, CLAIM_EQUAL, CLAIM_DRIFT };
enum event_way {
#define WAY(word) WAY_##word,
    EVENT_WAYS(WAY)
#undef WAY
        WAY_COUNT
};
enum event_act {
#define ACT(word) ACT_##word,
    EVENT_ACTS(ACT)
#undef ACT
        ACT_COUNT
};
struct item {
    struct span all, name;
    struct span partner;            /* the second name in a bracket */
    struct span expr, second;       /* the second: y of a plot, right side, right anchor, bound */
    struct span low, high;          /* of a range */
    struct span unit, doc, assumed; /* `> 0` or `!= 0` */
    bool guess;                     /* `~` instead of `=` */
    bool positive;                  /* `assumed` is `> 0` */
    enum claim claim;
    enum event_way way;
    enum event_act act;
    struct item *part; /* of a reset: name = expr; of a drawing, and of a point in it: expr;
                        * of a plot: expr and second of further curves */
    size_t parts;
};
/* Has items, all of them whole. */
struct statement {
    enum gen_statement what;
    struct span keyword; /* as written, perhaps misspelled */
    struct span head;    /* before the colon: so(3), or a name */
    bool space;          /* of an algebra: the convention of space, not of the body */
    struct item *item;
    size_t n;
};
/* What could be read. Mistakes in it are told already; whoever goes on says nothing that follows
 * from them: not that a name in `lost` (or a word made from it) is unknown, not that a `broken`
 * statement is missing or has too few items, and with `unknown` not that any statement is. */
struct ast {
    const struct source *src;
    struct statement *at;
    size_t n;
    struct span *lost; /* names that were declared, perhaps, in what could not be read */
    size_t losts;
    bool broken[STATEMENT_COUNT]; /* something of such a statement is left out */
    bool unknown;                 /* something is left out, and it is not known what it was */
};
struct ast *gen_parse(struct diag *d, struct source *src); /* never NULL */
/* Adds what stands behind `plot` from the command line; false after a mistake. */
bool gen_parse_plots(struct diag *d, struct source *src, struct ast *ast);
/* Adds `event : EXPR = EXPR ... stop` from the command line; false after a mistake. */
bool gen_parse_until(struct diag *d, struct source *src, struct ast *ast);
/* `name = value, ...` as on the command line, with `~` where guesses may be; false after a
 * mistake. */
bool gen_parse_assignments(struct diag *d, struct source *src, bool guesses, struct item **items,
                           size_t *n);

/* ---- model: what the user said ---- */

struct coord {
    const char *name;
    ex q, velocity, section, momentum; /* x, x', d_x, p_x */
    ex second;                         /* x'', velocity of the second argument of a two-form */
    ex low, high;                      /* or EX_POISON */
    const char *unit, *doc;            /* or NULL */
    struct span where;
};
struct param {
    const char *name;
    ex symbol, value, low, high;
    unsigned assume;
    bool input;             /* may change during a run */
    bool driven;            /* its value depends on t and stands in its place */
    const char *unit, *doc; /* or NULL */
    struct span where;
};
/* One of the natural basis e_B of the bundle E: the d_x, then the elements of an algebra; or
 * sections of the user instead of the d_x. */
struct section {
    const char *name;
    ex velocity, section, momentum; /* x', d_x, p_x, or w, d_w, p_w */
    ex second;                      /* velocity of the second argument of a two-form */
    ex *anchor;                     /* along the coordinates */
    ex *right;                      /* of two anchors the second, or NULL */
    const char *unit, *doc;         /* or NULL */
    struct span where;
};
struct field {
    const char *name;
    ex z, eta, section; /* quasi-velocity v, momentum eta_v, the field itself d_v */
    ex *component;      /* along the sections */
    struct span where;
    bool chosen; /* not by the user */
};
struct constraint {
    ex *form;    /* components of the one-form, by section; NULL after a mistake */
    ex speed;    /* the one-form has this value: 0, but where the constraint is affine */
    ex position; /* of a holonomic constraint what vanishes, else EX_POISON */
    struct span where;
};
/* A force along one natural or frame velocity. */
struct load {
    bool frame;
    size_t index;
    ex value; /* in q, velocities, t */
    struct span where;
};
enum ival_of {
    IVAL_COORD,     /* x */
    IVAL_VELOCITY,  /* x' */
    IVAL_SECTION,   /* w of an algebra or of sections */
    IVAL_QUASI,     /* v of the frame */
    IVAL_MOMENTUM,  /* eta_v */
    IVAL_NATURAL,   /* p_x */
    IVAL_MULTIPLIER /* lambda1 */
};
struct ival {
    enum ival_of of;
    size_t index; /* of the coordinate, section, field or constraint */
    ex value;
    bool guess;  /* `~`: where a search starts */
    bool chosen; /* by --set: goes before `init` */
    struct span where;
};
enum plot_of {
    PLOT_NUMBER,
    PLOT_DRIFT,      /* y is how far the energy is from what it should be, by its size */
    PLOT_CONSTRAINT, /* y is the largest violation of a constraint */
};
struct plot { /* a curve */
    ex x, y;
    enum plot_of of;
    const char *x_name, *y_name;
    const char *x_unit, *y_unit; /* or NULL: not known, or a plain number */
    size_t panel;                /* with others */
    bool over_time;              /* x is t */
    bool path;                   /* x and y are of one sort, so that one scale fits them */
};
/* A function, form or field of a list that is kept as it is. */
struct stated {
    ex value;
    struct span where;
};
struct claim_item { /* to be verified */
    enum claim claim;
    ex a, b; /* b: the other side, or the bound of a drift */
    struct span where;
};
struct output { /* a further column */
    const char *name;
    ex value;
    struct span where;
};
struct event { /* where `value` passes 0 */
    const char *name;
    ex value;
    enum event_way way;
    enum event_act act;
    struct ival *reset; /* what has which value afterwards, in terms of what was before */
    size_t resets;
    struct span where;
};
struct setting { /* of a parameter, or an initial value */
    bool param;
    size_t index; /* of the parameter */
    struct ival ival;
    ex value;
};
struct preset { /* a named set of values */
    const char *name;
    struct setting *at;
    size_t n;
    struct span where;
};
/* One row becomes SHAPE_x. */
enum gen_shape {
#define SHAPE(word, ...) SHAPE_##word,
    SHAPES(SHAPE)
#undef SHAPE
        SHAPE_COUNT
};
/* What is drawn of a state. Its numbers stand in the block `scene` from `at` on: points by points,
 * then the plain ones. */
struct drawing {
    enum gen_shape shape;
    size_t points, dims, numbers; /* dims: 2, or 3 */
    size_t at, n;                 /* n = points dims + numbers */
    bool fixed;                   /* it never moves */
    ex *value;
    struct span where;
};
struct other_basis { /* other one-forms of the same constraints */
    const char *name;
    ex *form; /* n x sections */
    size_t n;
    ex *change; /* n x n: the forms are so many times the constraints */
    struct span where;
};
struct shape_row {
    const char *word, *like, *says;
    size_t least, most, numbers; /* points, and what stands behind them */
    bool plane, space;           /* may points have two numbers, three? */
};
extern const struct shape_row gen_shapes[SHAPE_COUNT];
enum gen_law {
#define LAW(name, ...) LAW_##name,
    LAWS(LAW)
#undef LAW
        LAW_COUNT
};
struct model {
    struct store *store;
    const struct source *src;
    const char *title;
    struct coord *coord;
    struct param *param;
    struct section *section;
    struct field *field; /* first those of the frame, then those of the complement */
    struct constraint *constraint;
    struct load *load;
    struct ival *ival;
    struct plot *plot;
    struct claim_item *claim;
    struct output *output;
    struct event *event;
    struct preset *preset;
    struct drawing *drawing; /* see scene.c */
    struct other_basis *basis;
    bool comparing; /* with another law, from the same start: not all of `init` is about both */
    const struct other_basis *in_basis; /* whose forms the constraints are now, or NULL */
    struct stated *virtual, *second;
    size_t claims, outputs, events, presets, drawings, bases, virtuals, seconds;
    size_t holonomics; /* of the constraints */
    size_t scene;      /* numbers of all drawings */
    bool in_space;     /* something is drawn in space: all is seen from above and aside */
    size_t coords, params, sections, fields, constraints, loads, ivals, plots;
    size_t rank;  /* of C */
    ex *bracket;  /* [e_B, e_C] = bracket[(B n + C) n + D] e_D, or NULL: all 0 */
    bool general; /* E has sections of the user instead of the d_x */
    bool two_anchors;
    bool virtual_fields; /* they span the virtual displacements; else forms that vanish there */
    ex time, dt, energy; /* symbols */
    /* As written: in velocities of all sorts; EX_POISON: not given. */
    ex metric, potential, magnetic, lagrangian, hamiltonian, dissipation, force;
    ex two_form; /* magnetic, in velocities and second velocities */
    ex drift;    /* a field, along the natural basis */
    ex gradient; /* the field of a gradient extension, along the natural basis */
    enum gen_law law;
    bool has_compare; /* there is another law to compare with */
    enum gen_law compare;
    struct span metric_at, frame_at, source_at; /* source: of what the motion comes from */
    struct span anchors_at;                     /* the first right anchor */
    ex end, step, tolerance;                    /* or EX_POISON */
    const char *method;
    struct span end_at, step_at, tolerance_at, method_at;
    struct check *names; /* what names mean, for expressions that are read later */
};

/* ---- scope.c: what names mean ---- */

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
struct sort_key;
struct check {
    struct diag *diag;
    struct store *store;
    struct model *model;
    struct scope scope;
    bool lets_known;        /* a name of a let means its value, not yet itself */
    bool forms_known;       /* so do those that a wedge or d(...) needs */
    bool energy_known;      /* `energy` has a meaning here */
    bool dt_known;          /* `dt` has one */
    bool bare;              /* the bare name of a section means the section, not its velocity */
    bool *listed;           /* n x n: brackets that the user gave */
    bool *anchored;         /* n: so of anchors */
    bool formed;            /* the expression just read has a wedge or d(...) */
    enum gen_statement now; /* what is being read */
    struct reading {        /* an expression without mistakes */
        ex value;
        struct span where;
        enum gen_statement what;
    } * reading;
    size_t readings;
    struct sort_key *sort; /* see gen_sorts */
    size_t sorts, sorted_fields;
    bool tainted;              /* the expression just read used something broken */
    const struct hints *hints; /* values from the command line */
    const char *unknown;       /* the last name that had no meaning, in scratch */
    const char *hint;          /* why, or NULL */
    /* Of a session, else NULL: what it knows beside the language, with itself as context. */
    const struct ex_reader *also;
    void *also_for; /* whom it asks */
};
void gen_scope_make(struct check *c, size_t names);
/* A name that is known to be free. */
void gen_enter(struct scope *sc, const char *text, struct span where, enum name_of of,
               size_t index);
/* False, with an error, when the name is taken or reserved. */
bool gen_declare(struct check *c, struct span where, enum name_of of, size_t index);
/* A name of what could not be read: expressions with it are tainted. */
void gen_lose(struct scope *sc, struct mem *m, struct span where);
/* Names that read as a word made from another are errors, like dx beside a coordinate x. */
void gen_refuse_ambiguous(struct check *c);
bool gen_is_lost(const struct scope *sc, struct span word); /* it, or the name it is made from */
const struct name *gen_find(const struct scope *sc, const char *text, size_t len);
/* Reads an expression; EX_POISON after a mistake, which is then reported. */
ex gen_expr(struct check *c, struct span where);
bool gen_has_meaning(struct check *c, const char *text, size_t len); /* could it be an operand? */
/* Values that may mention each other's symbols are replaced until they no longer do. Returns the
 * index of one that takes part in a circle, or n. */
size_t gen_unwind(struct store *s, const ex *symbol, ex *value, size_t n);

/* ---- hint.c: what was probably meant ---- */

/* By a word that has no meaning, when names like `near` are about. */
const char *gen_hint_name(struct check *c, const char *word, size_t len,
                          const struct nearest *near);
/* By a call of what is no function; NULL: a product. */
const char *gen_hint_call(struct check *c, const char *name, size_t len);

/* ---- kind.c: what an expression is ---- */

/* What the symbols of a model stand for, as bits; none for coordinates, parameters and t. */
enum gen_sort {
    SORT_VELOCITY = 1, /* x', w */
    SORT_QUASI = 2,    /* v of the frame */
    SORT_SECOND = 4,   /* of the second argument of a two-form */
    SORT_SECTION = 8,  /* of E: d_x, d_w, d_v */
    SORT_BASE = 16,    /* d_x where E has other sections */
    SORT_MOMENTUM = 32,
    SORT_DT = 64,
    SORT_ENERGY = 128,
};
void gen_sort_symbols(struct check *c);    /* once, before they are asked for */
unsigned gen_sorts(struct check *c, ex e); /* of all its symbols */

/* By degree in velocities, second velocities and sections. */
enum gen_kind {
    KIND_FUNCTION,
    KIND_FORM,
    KIND_QUADRATIC,
    KIND_TWO_FORM,
    KIND_FIELD, /* a section of E */
    KIND_BASE,  /* a field on the base, where E has sections of its own */
    KIND_OTHER
};
enum gen_kind gen_kind(struct check *c, ex e, const char **words); /* words: "a one-form" */
/* True when e is of the kind; otherwise an error about the statement. */
bool gen_expect(struct check *c, ex e, enum gen_kind kind, struct span where, const char *statement,
                const char *help);
/* True when e has symbols of these sorts only; otherwise an error that says what is too much. */
bool gen_expect_sorts(struct check *c, ex e, unsigned sorts, struct span where,
                      const char *statement, const char *help);

/* ---- algebra.c: Lie algebras by name ---- */

struct algebra_row {
    const char *name;
    size_t n;          /* elements */
    const char *order; /* in which their names stand */
    struct algebra_entry {
        unsigned char a, b, c;
        signed char factor; /* [a, b] = factor c, a < b, from 0; all factors 0: the end */
    } entry[12];
};
/* NULL with an error when there is none of the name. */
const struct algebra_row *gen_algebra(struct diag *d, struct span name);

/* ---- declare.c, check.c, bundle.c, physics.c, asks.c: ast -> model ---- */

/* One row becomes the prototypes of its two passes. */
#define STATEMENT(keyword, takes, many, first, second, ...)                                        \
    void gen_declare_##first(struct check *c, const struct statement *st);                         \
    void gen_check_##second(struct check *c, const struct statement *st);
STATEMENTS(STATEMENT)
#undef STATEMENT
/* Names PREFIX1, PREFIX2, ... as far as free, for fields that are chosen. */
void gen_declare_chosen(struct check *c, const char *prefix, size_t n);
/* The natural basis of TM, when the coordinates are known. */
void gen_declare_basis(struct check *c);
/* Brackets of an algebra, when all sections are known; room for those of the user. */
void gen_make_brackets(struct check *c, const struct ast *ast);
/* When all are read: those that follow from others. */
void gen_finish_brackets(struct check *c);
/* Velocities of coordinates become those of sections, where E has sections of its own. */
ex gen_anchored(const struct model *m, ex e);
/* An expression without mistakes, or EX_POISON. */
ex gen_sound(struct check *c, struct span where);
/* Its units will be checked; gen_sound does that for what it reads. */
void gen_note_reading(struct check *c, ex e, struct span where);
/* The same, when it depends on parameters only; else an error. */
ex gen_fixed(struct check *c, struct span where);
/* False, with an error, when there is nothing that could move: nothing else has a meaning then. */
bool gen_check_bundle(struct check *c, const struct ast *ast);
/* What goes together, and what is missing. */
void gen_check_together(struct check *c, const struct ast *ast);
/* Values from the command line: they decide where it is safe to divide. */
struct hints {
    const struct assignment *at;
    size_t n;
    const struct item *input; /* name = expr of --input */
    size_t inputs;
    const struct span *table; /* names of columns of tables */
    size_t tables;
    const struct option_text *sets; /* names of `set` statements, or NULL */
    bool drives;                    /* all inputs that depend on t are put in */
};
/* Is a parameter given by one of them, as a number? */
bool gen_is_set(const struct model *m, const struct hints *h, size_t param);
/* inputs.c: expressions of t take the place of inputs. */
void gen_drive_inputs(struct check *c);
/* Where the rate of an input is a part of the equations, or could be; NULL: nowhere. */
const char *gen_where_rate_matters(const struct model *m, ex symbol);
/* Splits `a,b` of a repeated option; false: there are no more. Starts with at = {0}. */
struct word_walk {
    size_t text, at;
};
bool gen_next_word(const struct option_text *texts, struct word_walk *w, const char **word,
                   size_t *len);
struct model *gen_check(struct diag *d, struct store *s, const struct ast *ast,
                        const struct hints *hints);

/* ---- basis.c: other one-forms of the same constraints ---- */

void gen_check_bases(struct check *c); /* when all fields are known */
/* The forms of a basis of the model for those of its constraints. */
bool gen_use_basis(struct diag *d, struct model *m, const char *name);
/* The multiplier of the i-th constraint as the model has it, from those of the basis in use. */
ex gen_given_multiplier(const struct model *m, const ex *lambda, size_t i);
struct system;
void gen_put_bases(struct system *sys); /* among its objects */

/* ---- plots.c: what is shown of a run ---- */

/* Which of them are paths, when all statements are read. */
void gen_finish_plots(struct check *c);

/* ---- units.c ---- */

/* Where units are given: do they fit? */
void gen_check_units(struct check *c);

/* ---- choose.c: fields that the user left open ---- */

/* Fills in the components of chosen fields, and holds those of the user against the constraints. */
void gen_choose_fields(struct check *c);

/* What was taken for zero because it is at random points, to be proved by who wants to be sure. */
struct claims {
    ex *at;
    size_t n, cap;
};
void gen_note_claim(struct store *s, ex e, struct claims *claims);
/* Zero, as far as random points tell? Then it is kept in the claims. */
bool gen_vanishes(struct store *s, ex e, struct claims *claims);

static inline bool gen_is_null(const struct store *s, ex e) /* the number 0 */
{
    int64_t i = 1;
    return ex_is_int(s, e, &i) && i == 0;
}

/* ---- geom.c: model -> geometry ---- */

struct structure {
    size_t i, j, k; /* [f_k, f_j] = c^i_jk f_i, j < k unless there are two anchors */
    ex value;
};
struct geom {
    const struct model *model;
    size_t nq, n, rank; /* of coordinates, of E, of C */
    ex *frame;          /* n x n: frame[B n + A] is the component of f_A along e_B */
    ex *rho;            /* nq x n: rho[i n + A] is the component of the anchored f_A along q^i */
    ex *right;          /* the same for the second of two anchors; rho itself where there is one */
    ex *drift;          /* along f_A: velocities are drift + z^a f_a */
    bool affine;        /* the drift is not 0 */
    bool moving;        /* the frame depends on t */
    ex *coframe;        /* see gen_coframe */
    struct ex_pivots pivots;
    struct structure *c; /* see gen_structure */
    size_t structures;
    bool structure_known;
    ex **bracket;            /* see gen_bracket; NULL: not known yet */
    unsigned char *rigid[2]; /* do fields depend on coordinates, on t? */
    struct claims claims;
};
struct geom *gen_geometry(struct diag *d, const struct model *m);
/* Inverse of the frame, n x n, when first wanted; NULL with an error when there is none. */
const ex *gen_coframe(struct diag *d, struct geom *g);
/* Nonzero structure functions, ordered by j, k, i, when first wanted; with two anchors for all
 * j, k. */
bool gen_structure(struct diag *d, struct geom *g);
/* [f_k, f_j] along the natural basis; k = n: [d/dt, f_j]. */
void gen_bracket(struct geom *g, size_t j, size_t k, ex *out);
/* [X, Y] of any two sections, along the natural basis. */
void gen_lie(const struct model *m, const ex *X, const ex *Y, ex *out);
/* c^i_jk for one pair, i over all n. */
bool gen_structure_of(struct diag *d, struct geom *g, size_t j, size_t k, ex *out);
/* Velocities of all sorts written in those of the frame, or in natural ones. */
void gen_in_frame(const struct geom *g, const ex *e, size_t m, ex *out);
bool gen_in_natural(struct diag *d, struct geom *g, const ex *e, size_t m, ex *out);
bool gen_uses_frame(const struct model *m, ex e); /* mentions quasi-velocities */
ex *gen_row(struct mem *m, size_t n);             /* n handles, in scratch */
/* a b, without any simplification: what people see is simplified when it is shown */
void gen_times(struct store *s, const ex *a, const ex *b, size_t rows, size_t inner, size_t cols,
               ex *out);
ex gen_tidy(struct store *s, ex e); /* cos^2 + sin^2 = 1 and the like, where e is short */
ex gen_dot(struct store *s, const ex *a, size_t stride, const ex *b, size_t n);
/* Of two ways to write the same, the first takes fewer operations. */
bool gen_is_shorter(struct store *s, const ex *a, const ex *b, size_t n);
/* a x = b by the way that never takes long. */
bool gen_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out);
/* The same for one column that is long: it is put in when all is solved. */
bool gen_solve_long(struct store *s, const ex *a, size_t n, const ex *b, ex *out);
/* The same for a long matrix, which is regular at a random point: what its pivots are is not looked
 * at, so it should be one of which those on the diagonal do not vanish. */
bool gen_solve_named(struct store *s, const ex *a, size_t n, const ex *b, ex *out);
/* Symbols in a and b, for all of b, and for all that is not short of a or for nothing of it; and
 * the names that they stand for. */
struct stands {
    ex *a, *b, *symbol, *name;
    size_t n;
};
struct stands gen_stands(struct store *s, const ex *a, size_t n, const ex *b, size_t cols,
                         bool all);

/* ---- positive.c ---- */

/* a x = b for a symmetric a that is positive where it matters: no pivot vanishes there. False when
 * it is singular everywhere. How it was done is in *trail, unless that is NULL. */
bool gen_solve_positive(const struct model *m, const ex *a, size_t n, const ex *b, size_t cols,
                        ex *out, struct ex_trail *trail);
/* So it is at some points, with the parameters that the model has: a function of coordinates. */
bool gen_looks_positive(const struct model *m, const ex *a, size_t n);

/* ---- mech.c: what moves it ---- */

/* In the frame, with z^A for all n velocities and eta_A for all n momenta. */
struct mech {
    struct geom *geom;
    bool has_lagrangian, has_hamiltonian;
    bool quadratic;       /* L = 1/2 g_AB z^A z^B + A_A z^A - V */
    bool magnetic;        /* A is not 0 */
    ex *g, *A, V;         /* n x n, n */
    ex *g0, *A0;          /* the same in the natural basis, NULL: written in quasi-velocities */
    ex L;                 /* in q, z, t */
    ex K;                 /* L on C: in q, z^a, t, and those z^alpha that the drift has */
    ex L0;                /* in q, natural velocities, t; EX_POISON: see gen_natural_lagrangian */
    ex H;                 /* in q, eta, t, as given */
    ex *load;             /* n: forces along f_A, in q, z, t; NULL: none */
    ex *pushed;           /* the same without those of the Rayleigh function */
    ex rayleigh;          /* in q, z, t; EX_POISON: none */
    ex *two;              /* n x n: the magnetic field on f_A, f_B; NULL: none */
    struct claims claims; /* K is L on C */
    ex *to_given;         /* n x n: f_A = (given f_B) P^B_A; NULL: this is the given frame */
    struct kept *kept;    /* its systems, one a form; see gen_system */
};
struct mech *gen_mechanics(struct diag *d, struct geom *g);
ex gen_natural_lagrangian(struct diag *d, struct mech *k); /* in q, natural velocities, t */
/* The same motion in a frame whose complement is orthogonal to C; k itself when it is so. */
struct mech *gen_orthogonal(struct diag *d, struct mech *k, struct claims *claims);

/* ---- system.c and form_*.c: geometry -> system ---- */

struct block {
    ex *at; /* NULL: absent */
    size_t rows, cols;
};
/* How well an identity is known; see proof.c. */
enum gen_standing { STANDS_PROVED, STANDS_LIKELY, STANDS_OPEN, STANDS_NOT };
struct proofs;
struct system;
/* Something that a formulation has to show. */
struct object {
    const char *name;  /* P, Q, Omega_L: letters, digits, _ */
    const char *title; /* as a heading */
    const char *note;  /* a sentence a line, or NULL */
    /* Instead, what has to be proved first, when somebody reads it; or NULL. */
    const char *(*verdict)(struct diag *d, struct system *sys);
    ex *at;            /* by rows, functions of the state; 0 rows: only the note */
    ex *shown;         /* the same as people write it, in other symbols; NULL: as it is */
    bool skew;         /* of a matrix what stands above the diagonal tells all */
    size_t rows, cols; /* cols 1: a list */
    const char *const *row, *const *col; /* names of their indices, or NULL: 1, 2, ... */
    struct object *next;
};
/* Virtual displacements that are not the allowed velocities: they are spanned by f_c + T^alpha_c
 * f_alpha, in a frame whose complement is orthogonal to C. */
struct servo {
    struct mech *mech; /* in that frame */
    ex *T;             /* (n - rank) x rank */
    bool tilted;       /* T is not 0 */
    ex *form, *field;  /* as given, by rows along that frame: forms on f_A, or fields; NULL */
    ex *reaction;      /* n: along that frame, by the state */
    ex *M;             /* rows x rows: compatible where its determinant is not 0 */
    size_t rows;
};
struct form_row;
struct system {
    const struct model *model;
    struct geom *geom; /* in the frame of the user */
    struct mech *mech;
    const struct form_row *form;
    ex *state;
    const char **state_name;
    size_t states;
    /* n each: velocities and momenta along the frame, from the state */
    ex *zeta, *eta;
    /* Of states in natural velocities or momenta, else NULL: natural velocities and momenta from
     * the state; and the state where the constraints hold, as a function of q and the unknowns,
     * which are the z^a of C and perhaps more. */
    ex *natural, *momentum, *chart, *unknown;
    const char **unknown_name;
    size_t unknowns;
    /* Names (ex_hold) of what was solved for, what they are on the chart, and what vanishes because
     * they solve it: as they are, and as they are on the chart. */
    ex *held, *meant, *solves;
    size_t helds;
    ex *lambda; /* multipliers that are functions of the state, or NULL */
    ex *pull;   /* of velocity states: rates of the momenta of C; NULL: they follow from rhs */
    /* Where the motion is compared by `pull`, or by what follows from how it was found: that rhs is
     * a solution, and keeps the constraints; or NULL. */
    enum gen_standing (*prove_workings)(struct diag *d, struct proofs *p, struct system *sys);
    const void *workings;
    /* Of momentum states, or NULL: velocities along C are a number times a handle that stands for
     * them in all that follows; and momenta as g_ab times these velocities. */
    ex *factor, *solved, *weighed;
    struct block block[RT_BLOCKS];
    /* Makes block bivector, where that is left until somebody asks; or NULL. */
    bool (*bivector)(struct diag *d, struct system *sys);
    struct object *object;                               /* see gen_objects */
    bool (*objects)(struct diag *d, struct system *sys); /* finds them, or NULL: there are none */
    struct claims claims; /* of the formulation, besides those of the geometry, */
    size_t form_claims;   /* which are so many; those behind them are of blocks made later */
    /* What must be 0 for a reset to keep to the constraints, where that is not plain. */
    struct residue {
        size_t event;
        ex value;
        struct span where;
    } * residue;
    size_t residues;
    struct servo *servo; /* or NULL */
    bool lopsided;       /* B is not skew */
    bool loose;          /* momenta do not follow from velocities, which a field gives */
    bool orthogonalised; /* it needed another complement than the given one */
    bool by_newton;      /* momenta are found by steps: nothing about them is an identity */
};
struct form_row {
    const char *name, *law, *phase, *needs;
    const char *model; /* of models/, that it is shown with */
    bool (*build)(struct diag *d, struct mech *k, struct system *out);
};
extern const struct form_row gen_forms[];
extern const size_t gen_form_count;
/* One row becomes one prototype. */
#define FORM(name, ...) bool gen_form_##name(struct diag *d, struct mech *k, struct system *out);
FORMS(FORM)
#undef FORM
const struct form_row *gen_form_named(const char *name); /* NULL: there is none */
/* Built on the first request and kept: later requests for the form return the same system, with the
 * blocks that it has by then. NULL with errors when the form does not apply. These are kept, too,
 * unless a limit of the store caused them. */
struct system *gen_system(struct diag *d, struct mech *k, const struct form_row *form);
const char *gen_block_name(enum rt_block_name b);
ex *gen_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols);
/* States q, then eta_a or z^a. */
void gen_states(struct diag *d, struct system *out, bool momenta);
const struct form_row *gen_usual_form(const struct model *m);
const struct form_row *gen_form_of_law(const struct model *m, enum gen_law law);
/* Along the flow: rates of e[0..m), which are functions of the state. */
void gen_rates(const struct system *sys, const ex *e, size_t m, ex *out);
/* z^A of expressions in q, z, t become the system's. */
void gen_at_state(const struct system *sys, const ex *e, size_t m, ex *out);
/* events.c, reset.c: their blocks, and what the driver is told; NULL: there are none. */
const struct rt_event *gen_events_of(struct mem *mem, const struct model *m);
bool gen_put_event(struct diag *d, struct system *sys);
bool gen_put_reset(struct diag *d, struct system *sys);
bool gen_put_scene(struct diag *d, struct system *sys); /* scene.c */
/* given.c: what a run starts from. A function of the state, and what it is to be: as the model
 * says, then what is 0 unless that decides it (rest). */
struct given_row {
    const char *name;
    ex is, value;
    const struct coord *coord; /* that it is, or NULL */
    bool guess, rest;
};
size_t gen_given_rows(struct diag *d, const struct system *sys, struct given_row **out);
bool gen_put_given(struct diag *d, struct system *sys);
bool gen_put_usual(struct diag *d, struct system *sys);
/* blocks.c: those that follow from rhs, zeta and eta; `wanted` are bits. */
bool gen_more_blocks(struct diag *d, struct system *sys, unsigned wanted);
/* E - <p, Y> for <p, Y>, when that is conserved, else poison; turning.c: for a Y that turns. */
ex gen_try_moving(struct system *sys, ex along);
ex gen_turning_energy(struct diag *d, struct system *sys, const ex *p);
/* Block vel: along the frame, then along sections that are no d_x. */
size_t gen_velocity_count(const struct system *sys);
const char *gen_velocity_name(const struct system *sys, size_t i);
/* Velocities of all sorts, momenta and energy become functions of the state. */
void gen_seen(const struct system *sys, const ex *e, size_t m, ex *out);
/* <p, [zeta, f_A]>, and <p, [d/dt, f_A]>, for natural momenta p. */
ex gen_on_brackets(struct diag *d, const struct system *sys, const ex *p, size_t A);
ex gen_on_motion_of_frame(struct diag *d, const struct system *sys, const ex *p, size_t A);
/* Forces along f_A at the state: loads and the magnetic two-form. */
ex gen_force(const struct mech *k, const struct system *sys, size_t A);
/* Systems in (q, z): zeta and eta; then W z' + .. = G gives rhs, and energy follows. */
void gen_velocity_states(struct diag *d, struct mech *k, struct system *out);
bool gen_by_velocities(struct diag *d, struct mech *k, struct system *out, const ex *G);
void gen_velocity_energy(struct mech *k, struct system *out);
/* Systems in (q, eta) of a quadratic Lagrangian: zeta, eta, energy. */
bool gen_momentum_states(struct diag *d, struct mech *k, struct system *out);
/* rho_A(L) at fixed velocities, for the fields A from `first` on, at the state. */
void gen_along_frame(struct diag *d, struct mech *k, const struct system *out, size_t first,
                     size_t count, ex *slope);
bool gen_prefers_frame(const struct mech *k); /* L is shorter there than in natural velocities */
/* B = [[0, rho_a], [-rho_a^T, M_ab + F(f_a, f_b)]], rows of M `wide` apart. */
void gen_put_bivector(const struct mech *k, struct system *out, const ex *M, size_t wide);
/* Of the energy by q, eta, where the complement is orthogonal to C. */
void gen_energy_gradient(struct diag *d, const struct mech *k, const struct system *out, ex *grad);
/* rhs - B grad E where something stands beside B. */
void gen_find_drift_block(struct system *out);

/* Velocities and momenta of a system that was found in the frame of `o`, in the frame of k. */
void gen_in_given_frame(const struct mech *k, const struct mech *o, struct system *out);
/* rho_a in the first rows, minus the anchors in `right`, which is nq x rank, in the others. */
void gen_put_tensor(const struct mech *k, struct system *out, const ex *right, const ex *M);

/* ---- servo.c: virtual displacements of their own ---- */

/* T, from what the user says of virtual displacements; NULL with an error. */
struct servo *gen_servo(struct diag *d, struct mech *k, struct mech *o, struct claims *claims);
void gen_reaction(const struct system *sys, ex *out); /* n, along the frame of the user */
bool gen_servo_objects(struct diag *d, struct system *sys);
/* Multipliers of virtual forms, into their block; nothing where there are fields. */
bool gen_servo_multipliers(struct diag *d, struct system *sys);

/* ---- affgebroid.c: friction as a bracket ---- */

bool gen_friction_objects(struct diag *d, struct system *sys);
/* What is true of it, proved; or why there is none; NULL: nothing to say. */
const char *gen_friction(struct diag *d, struct proofs *p, const struct system *sys,
                         enum gen_standing *standing);

/* ---- form_gradient.c: what is true of a gradient extension ---- */

struct invariance {
    size_t at; /* component of a one-form that does not stay on the graph; n: all do */
    ex value;  /* by how much it leaves */
    enum gen_standing standing;
};
ex gen_gradient_power(struct diag *d, const struct system *sys); /* 2 <p, nabla_X X>, or poison */
/* Is the graph p = G X invariant? */
bool gen_gradient_graph(struct diag *d, struct proofs *p, const struct system *sys,
                        struct invariance *out);

/* ---- object.c: what else a formulation has to show ---- */

/* Appended to those of the system; rows, columns and note may be named then. */
struct object *gen_object(struct system *sys, const char *name, const char *title, const ex *at,
                          size_t rows, size_t cols);
bool gen_objects(struct diag *d, struct system *sys); /* when first wanted */

/* lagrangian_dirac.c: Omega_L, E_L, X_L, D_L of a system in natural velocities. */
bool gen_lagrangian_dirac(struct diag *d, struct system *sys);

/* ---- second.c: constraints on phase space ---- */

/* {chi_a, chi_b} as functions of the state of the projector form; NULL: they cannot be found. */
const ex *gen_second_matrix(struct diag *d, const struct system *sys);
/* e where they are 0, as far as that is easily said. */
void gen_on_surface(const struct system *sys, ex *e);

/* ---- natural.c: velocities and momenta along the natural basis ---- */

void gen_natural_velocities(const struct system *sys, ex *out); /* n, from the state */
/* Natural momenta, n, from the state. */
bool gen_natural_momenta(struct diag *d, const struct system *sys, ex *out);
/* dL/dy at the natural velocities y: g y + A where that is shorter than what L is made of. */
void gen_momenta_of(struct mech *k, const ex *y, ex *out);
/* d^2 L/dy dy, n x n, at a state that has all y in it. */
void gen_natural_hessian(const struct mech *k, const struct system *sys, ex *W);
/* mu(y) = b: the forms of the user, or the coframe of the complement. */
bool gen_constraint_forms(struct diag *d, struct geom *g, ex *mu, ex *b);
/* Forces along the natural basis, n, in natural velocities: loads and the magnetic two-form. */
bool gen_natural_forces(struct diag *d, struct mech *k, ex *out);
/* States q, then all natural momenta p_B or velocities y^B: zeta and eta follow from y and p, which
 * are functions of them; the chart is that of all who obey the constraints. */
bool gen_natural_states(struct diag *d, struct mech *k, struct system *out, bool momenta,
                        const ex *y, const ex *p);
/* One unknown more in the chart; its symbol. */
ex gen_add_unknown(struct system *out, const char *name);
/* Notes what a name is on the chart, and what it solves. */
void gen_note_held(struct system *out, ex name, ex meant, ex solves);
/* Functions of the state where the constraints hold, as functions of q and the unknowns. */
void gen_on_chart(const struct system *sys, const ex *e, size_t m, ex *out);

/* ---- shorten.c: fewer operations ---- */

/* e, written with as few operations as is easily found. */
ex gen_shortened(const struct model *m, ex e);

/* ---- lower.c, program.c: system -> program ---- */

enum code {
#define CODE(name, ...) CODE_##name,
    CODES(CODE)
#undef CODE
};
struct instr {
    enum code code;
    enum ex_op function; /* of a call */
    uint32_t a, b;       /* operands, or the index */
    double number;
};
/* One function: instructions in the order they are computed, operands before their users. A
 * `sincos` stands for the sine of its operand; the `cosine` right behind it, for the cosine. */
struct routine {
    const char *name;
    struct instr *instr;
    size_t n, cap;
    uint32_t *slot; /* hash table of 1 + index: equal instructions are one */
    size_t slots;
    uint32_t *result; /* instruction of each output */
    size_t *ready;    /* how many instructions are needed for it and those before it */
    size_t results;
};
struct program {
    struct mem *mem;
    size_t states, inputs, params, prepared;
    struct routine prepare;
    struct routine block[RT_BLOCKS]; /* results 0: absent */
    const struct rt_tape *tape;      /* instead of the block jet, where that is long; or NULL */
};
struct program *gen_lower(struct diag *d, const struct system *sys, unsigned blocks); /* bits */
void gen_routine_make(struct mem *m, struct routine *r, const char *name, size_t results);
uint32_t gen_instr(struct mem *m, struct routine *r, struct instr in); /* folds, finds again */
void gen_routine_tidy(struct mem *m, struct routine *r); /* drops what no result needs */
struct tally {
    size_t adds, muls, divs, pairs, calls; /* pairs: of sine and cosine */
};
struct tally gen_tally(const struct routine *r);

/* ---- jet.c, unroll.c: Taylor series of motions ---- */

enum {
    GEN_JET_UNROLLED = 6000, /* instructions; what is longer is run from a tape */
    GEN_JET_PRINTED = 10000, /* the same where it must be straight-line code */
    GEN_JET_ORDER = 8,       /* unless another is asked for */
    GEN_JET_MOST = 64,       /* orders */
};
/* The block jet of a program that has a right-hand side: its coefficients up to `order`, as a
 * routine or as a tape; straight: only as a routine. False with an error. */
bool gen_add_jet(struct diag *d, struct program *p, size_t order, bool straight);

/* ---- emit_jit.c: program -> C for the compiler in this process; emit.h: -> packages ---- */

const char *gen_jit_text(const struct program *p);

/* ---- fn_text.c: functions that generated code brings along ---- */

/* Appends the source of the functions of runtime/fn.h that are wanted, by enum rt_fn, and of what
 * they need, each once: static functions named as there, of floats when `single`. */
void gen_fn_text(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single);
/* The same without headers and without rt_bits and rt_from_bits, which need one. */
void gen_fn_text_bare(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single);

/* ---- machine.c: what programs call ---- */

/* What generated code calls, by operator, beside rt_sincos: all engines share it. NULL: nothing. */
extern jit_function *const gen_functions[EX_OPS];
extern const int gen_own[EX_OPS]; /* 1 + the row of fn.h that an operator is; 0: it is none */
extern const struct jit_symbol gen_allowed[]; /* the same by name in C */
extern const size_t gen_allowed_count;

/* ---- engine.c: programs -> functions ---- */

/* One row becomes one constant and one opener. */
enum gen_engine {
#define ENGINE(word, ...) ENGINE_##word,
    ENGINES(ENGINE)
#undef ENGINE
        ENGINE_COUNT
};
struct machine {
    struct rt_model model;
    enum gen_engine engine; /* that computes: not always the one that was asked for */
    struct jit jit;
    struct cc cc;
};
struct engine_row {
    const char *word, *title, *about;
    bool (*open)(struct diag *d, const struct program *p, const char *text, bool fast,
                 struct machine *out);
};
extern const struct engine_row gen_engines[ENGINE_COUNT];
/* What the compiler of the system is told; ended by NULL. */
const char *const *gen_cc_flags(bool fast);
/* Puts functions of the runtime, under the names that programs call them by. */
void gen_put_functions(struct mem_text *out, const bool wanted[RT_FN_COUNT]);
/* `text` is the program in C; fast: not the same to the last bit. */
bool gen_machine_open(struct diag *d, const struct program *p, const char *text,
                      enum gen_engine engine, bool fast, struct machine *out);
void gen_machine_close(struct machine *m);

/* ---- interp.c: programs without a compiler ---- */

/* Computes out[0..results); `value` has room for r->n numbers. `prepare` is called with its results
 * behind the parameters: out = p + params. */
void gen_interp(const struct routine *r, double t, const double *u, const double *x,
                const double *p, double *value, double *out);

/* ---- start.c: numbers at which a run starts ---- */

struct option_text {
    const char **at; /* arguments of a repeated option */
    size_t n;
};
struct start {
    double *p; /* parameters, with room for `prepared` more */
    double *u; /* inputs, which have their first values among the parameters */
    double *x; /* states */
    double t;
};
struct given { /* initial values, each at most once */
    const struct ival *at;
    size_t n;
};
enum gen_missing {
    MISSING_SKIPS, /* without all coordinates nothing is said about the point */
    MISSING_IS_ZERO
};
/* state.c: x from coordinates and velocities in any form; `projects`: what does not fit is brought
 * to the constraints. */
void gen_state(struct diag *d, const struct system *sys, const struct given *given,
               struct start *st, enum gen_missing missing_is, bool projects);
/* velocities.c: what a value of `init` is about, as a function of the state; false, with an error,
 * when there is no such thing. Not of coordinates. */
bool gen_quantity(struct diag *d, const struct system *sys, const struct ival *v, ex *out);
/* place.c */
void gen_eval_at(const struct system *sys, double t, const double *x, const double *p, const ex *e,
                 size_t m, double *out);
/* numbers.c: a x = b, in place: b becomes x, a is used up; false when a is singular */
bool gen_solve_numbers(double *a, size_t n, double *b, size_t cols);

/* A value with ~ is a coordinate's, and there are constraints that decide; else an error. */
bool gen_may_guess(struct diag *d, const struct ival *v, bool holonomic);
/* position.c: which constraints are holonomic, and what vanishes; how many. */
size_t gen_find_holonomic(const struct model *m, ex *phi, size_t *index);
/* Moves those of q[0..coords) that may until all phi vanish; how far they are from it then. */
double gen_settle(const struct model *m, const double *p, double t, const bool *moves, double *q);
/* q starts at what is given and 0, and becomes a position; else there is an error. */
bool gen_find_position(struct diag *d, const struct model *m, const struct given *given,
                       const double *p, double t, bool projects, double *q);

struct point_texts { /* options that say where */
    const struct option_text *params, *inits, *states;
    bool projects;
    const struct option_text *sets; /* or NULL */
};
struct start *gen_start(struct diag *d, const struct system *sys, size_t prepared,
                        const struct point_texts *texts, enum gen_missing missing_is);
/* Parameters alone; and `name = value, ...` of a repeated option as numbers. */
void gen_find_params(struct diag *d, const struct model *m, const struct option_text *texts,
                     double *p);
/* The same at a time, with named sets. */
void gen_find_params_at(struct diag *d, const struct model *m, const struct point_texts *texts,
                        double t, double *p);
/* The set of a name; NULL with an error when there is none. */
const struct preset *gen_find_set(struct diag *d, const struct model *m, struct span name);
/* Those of the parameters that are inputs, into u unless it is NULL; how many. */
size_t gen_find_inputs(const struct model *m, const double *p, double *u);
/* Calls `take` for each `name = value` of a repeated option. */
void gen_each_assignment(struct diag *d, struct store *s, const char *option,
                         const struct option_text *texts, void *context,
                         void (*take)(void *context, const struct item *it, ex value));
/* Calls `take` for each value of each set that is chosen. */
void gen_each_setting(struct diag *d, const struct model *m, const struct option_text *texts,
                      void *context, void (*take)(void *context, const struct setting *one));
bool gen_assignments(struct diag *d, struct store *s, const char *option,
                     const struct option_text *texts, struct assignment **out, size_t *n);
bool gen_number(struct diag *d, struct store *s, const char *option, const char *text, double *out);
/* asks.c. What an initial value is about: fills in v->of and v->index. `could`: what it could do,
 * if there were one. */
bool gen_ival_find(struct diag *d, const struct model *m, struct span name, const char *could,
                   struct ival *v);
/* A number along a run: anything but fields and forms of two arguments; EX_POISON after a
 * mistake. */
ex gen_number_along(struct check *c, struct span where, const char *statement);
double gen_value(const struct model *m, ex e, const double *p); /* e depends on parameters only */

/* ---- methods.c: which methods can be used ---- */

/* Why a method cannot integrate a system, or NULL; blocks that it needs are made. */
const char *gen_refuse_method(struct diag *d, struct system *sys, const struct rt_method *m);
const char *gen_emitted_methods(struct mem *m); /* a help line: those that `emit` can write */

/* ---- run.h: trajectories; plot.c: pictures of them ---- */

double gen_clock(void);      /* milliseconds */
bool gen_has_terminal(void); /* for messages, and it understands more than text */
void gen_put_number(FILE *out, const char *before, double value, int digits);
void gen_put_time(FILE *out, const char *before, double ms);

/* ---- outfile.c: files that appear whole or not at all ---- */

struct outfile {
    struct mem *mem;
    FILE *file;
    const char *path;  /* as the user calls it; "-": standard output */
    const char *place; /* where it is: links are followed */
    char *temporary;   /* renamed to `place` at the end; NULL: it is written directly */
    bool rewinds;      /* its writer goes back in it: it must be a regular file */
    int error;         /* errno of what went wrong, 0: nothing */
    const char *why;   /* what went wrong where errno does not tell, or NULL */
};
bool gen_outfile_open(struct mem *m, struct outfile *f, const char *path, bool rewinds);
void gen_outfile_put(struct outfile *f, const char *bytes, size_t n);
void gen_outfile_text(struct outfile *f, const char *text);
void gen_outfile_seek(struct outfile *f, long at);
/* All of it is on the disk, but not yet under its name. */
bool gen_outfile_finish(struct outfile *f);
/* Then it is. Until here what was there before is untouched. */
bool gen_outfile_keep(struct outfile *f);
void gen_outfile_drop(struct outfile *f);
bool gen_outfile_refuse(struct outfile *f, int error, const char *why); /* false */
const char *gen_outfile_fault(const struct outfile *f);                 /* in words */

struct points {
    double *x, *y;
    size_t n, cap;
    size_t every, seen; /* one point in `every` is kept */
};
struct points gen_points(struct mem *m, size_t cap);
void gen_points_add(struct points *p, double x, double y);
void gen_plot(FILE *out, struct mem *m, const struct points *p, const char *x_name,
              const char *y_name, size_t columns);
/* Several curves: all but the first dotted. */
void gen_plot_all(FILE *out, struct mem *m, const struct points *p, size_t n, const char *x_name,
                  const char *y_name, size_t columns);

/* ---- json.c: one JSON text, piece by piece ----
 * What is opened last is ended first. Inside an object every piece has its key, elsewhere NULL. */

enum { JSON_DEPTH = 32 };
struct json {
    FILE *out;
    unsigned depth, lines;
    char close[JSON_DEPTH]; /* of what is open */
    bool any[JSON_DEPTH];   /* is there something in it already? */
};
/* What is opened at the outer `lines` levels has a line for each of its pieces. */
struct json gen_json(FILE *out, unsigned lines);
void gen_json_object(struct json *j, const char *key);
void gen_json_array(struct json *j, const char *key);
void gen_json_end(struct json *j); /* of the object or array; after the outermost the line ends */
void gen_json_string(struct json *j, const char *key, const char *text); /* NULL: null */
void gen_json_number(struct json *j, const char *key, double value);     /* not finite: null */
void gen_json_count(struct json *j, const char *key, size_t value);
void gen_json_bool(struct json *j, const char *key, bool value);
void gen_json_numbers(struct json *j, const char *key, const double *at, size_t n); /* one line */

/* ---- eval.c: numbers at a point ---- */

#define GEN_EVAL_BLOCKS                                                                            \
    (1U << RT_rhs | 1U << RT_energy | 1U << RT_vel | 1U << RT_accel | 1U << RT_veldot |            \
     1U << RT_power | 1U << RT_moving | 1U << RT_constraint | 1U << RT_multiplier |                \
     1U << RT_structure | 1U << RT_bivector)
/* Making a program of it takes longer than looking at its expressions once. */
bool gen_eval_is_long(const struct system *sys);
void gen_eval(FILE *out, struct diag *d, const struct system *sys, const struct start *at,
              const struct machine *machine); /* NULL: by the expressions themselves */

/* ---- derive.c, verdict.c: what people read; page.h: the document they read it in ---- */

/* One row becomes one notation. */
enum gen_page {
#define PAGE(word, ...) PAGE_##word,
    PAGES(PAGE)
#undef PAGE
        PAGE_COUNT
};
const char *gen_page_word(enum gen_page page);
enum gen_section {
#define SECTION(name, ...) SECTION_##name,
    SECTIONS(SECTION)
#undef SECTION
        SECTION_COUNT
};
const char *gen_section_name(enum gen_section section);
ex gen_field(const struct model *m, size_t A); /* as the sum of component * d_coordinate */
/* False when something was too long to print. */
bool gen_derive(FILE *out, struct diag *d, struct system *sys, unsigned sections,
                enum gen_page page);
unsigned gen_usual_sections(void); /* bits: those shown unless others are asked for */
const char *gen_structure_text(const struct geom *g, const struct structure *c); /* c^s_vw */

/* ---- relation.c: Dirac structures as objects ---- */

struct relation {
    const char *name; /* D_M or D_C */
    struct geom *geom;
    ex *q_rate, *eta_rate; /* of q and eta, from q, eta, a, z; EX_POISON: free */
    size_t tied;           /* so many eta' are not free, and so many z are */
};
struct courant {
    size_t k, l, m; /* slots: the a_i, the z that are free, the eta' that are free */
    ex value;
};
bool gen_relation(struct diag *d, struct geom *g, bool constrained, struct relation *out);
ex gen_slope_symbol(const struct model *m, size_t i); /* a_x */
ex gen_relation_pairing(const struct relation *r);    /* 0 when it is isotropic */
size_t gen_courant(struct diag *d, const struct relation *r, struct courant **out); /* not 0 */
const char *gen_slot_name(const struct relation *r, size_t k);
bool gen_relation_eval(FILE *out, struct diag *d, const struct relation *r, const double *p,
                       const struct assignment *given, size_t n);

/* ---- proof.c: identities, and how well they are known ---- */

struct proof {
    const char *what;
    ex zero;
    enum gen_standing standing;
    struct ex_list any; /* named intermediates: it is zero whatever these are */
};
struct proofs {
    struct store *store;
    struct proof *at;
    size_t n, cap;
    bool tired; /* something long could not be proved */
};
/* e = 0? Kept in the list, unless it is the number 0. */
enum gen_standing gen_prove(struct proofs *p, const char *what, ex e);
/* The same for what may be long, but is zero already whatever stands in its names (ex_hold), those
 * that are open excepted; where it is not, it is looked at as it is. */
enum gen_standing gen_prove_over_names(struct proofs *p, const char *what, ex e, const ex *open,
                                       size_t n);
/* That is so, as the caller has seen. */
enum gen_standing gen_proved_over_names(struct proofs *p, const char *what, ex e, const ex *open,
                                        size_t n);
enum gen_standing gen_prove_claims(struct proofs *p, const char *what, const struct claims *c);
enum gen_standing gen_worse(enum gen_standing a, enum gen_standing b);
const char *gen_standing_text(enum gen_standing standing); /* "proved" */

/* ---- solved.c: that what was solved for solves ---- */

enum solved { SOLVED, SOLVED_LONG, SOLVED_NAMED, SOLVED_POSITIVE }; /* by gen_solve, _long, ... */
/* a x = b, and by what it was solved; x may have got names since. */
struct solution {
    const ex *a, *b, *x;
    size_t n, cols;
    enum solved way;
};
enum gen_standing gen_prove_solved(struct proofs *p, const struct model *m, const char *what,
                                   const struct solution *q);

/* ---- certificate.c: a script that python3 with sympy runs to verify all that was proved ---- */

bool gen_certificate(struct diag *d, const struct proofs *p, const char *title, const char *path);

/* ---- growth.c, jacobi.c, balance.c, agree.c, singular.c: one question each ---- */

enum { GROWTH_STEPS = 32 };
struct growth {
    size_t rank[GROWTH_STEPS], steps; /* of C, of C + [C, C], ... */
    bool whole;                       /* nothing is left open: the last one stays or is all of E */
    enum gen_standing standing;
};
struct growth gen_growth(struct diag *d, struct proofs *p, struct geom *g);
struct jacobi {
    bool holds;
    size_t i, j, k; /* a triple of states that fails */
    ex value;       /* {i, {j, k}} + {j, {k, i}} + {k, {i, j}} */
    enum gen_standing standing;
};
struct jacobi gen_jacobi(struct proofs *p, const struct system *sys);
struct jacobiators { /* of the bracket B of a system */
    const struct system *sys;
    const ex *B;
    ex *slope; /* d_l B_ij at (i n + j) n + l */
    size_t n;
};
struct jacobiators gen_jacobiators(const struct system *sys);
ex gen_jacobiator(const struct jacobiators *t, size_t i, size_t j, size_t k);
/* Of the bracket and anchors of E itself: NULL, or what fails. */
const char *gen_jacobi_of_bundle(struct proofs *p, const struct model *m,
                                 enum gen_standing *standing);
enum { POWERS = 5 };
struct balance {
    bool conserved;
    ex rate;   /* of the energy, as a function of the state of `sys` */
    ex moving; /* a moving energy, or EX_POISON */
    struct power {
        const char *name; /* "-2R" */
        ex value;
    } power[POWERS]; /* whose sum it is; none: not told apart */
    size_t powers;
    enum gen_standing standing;
};
bool gen_keeps_energy(const struct system *sys); /* no force, no drift, no t in what moves it */
/* Of the bracket of E with two anchors, read from B: NULL, or what fails. */
const char *gen_leibniz(struct proofs *p, const struct system *sys, enum gen_standing *standing);
struct balance gen_balance(struct diag *d, struct proofs *p, struct system *sys);
enum { SINGULAR_MOST = 16 };
struct singular {
    ex factor[SINGULAR_MOST]; /* where it vanishes, */
    const char *what[SINGULAR_MOST];
    size_t n;
    bool partly;  /* something was too long to be looked at */
    bool sampled; /* something did not vanish at many points, which proves nothing */
};
struct singular gen_singular(struct diag *d, const struct system *sys);
struct agreement {
    const char *name[16];   /* of formulations that exist */
    const char *reason[16]; /* NULL: it applies; else why it does not */
    size_t n;
    enum gen_standing standing;
    const char *differs; /* two that do not agree, or NULL */
};
/* Formulations of the same law. */
struct agreement gen_agree(struct diag *d, struct proofs *p, struct mech *k, const char *law);

/* ---- vakonomic_verdict.c: vakonomic and nonholonomic motions ---- */

struct finding {
    const char *text;
    bool plain; /* nothing can be said about how sure it is */
    enum gen_standing standing;
};
enum { FINDINGS = 3 };
/* Whether the field on S is that of the system, unless there is none; accelerations at lambda = 0;
 * and whether nonholonomic motions are vakonomic; how many. */
size_t gen_vakonomic_findings(struct diag *d, struct proofs *p, struct mech *k,
                              const struct system *sys, struct finding out[FINDINGS]);

/* ---- claims.c: what the model itself claims ---- */

struct assertion {
    const char *text; /* what was claimed, and what was found */
    bool holds;
    enum gen_standing standing;
};
/* `conserved` and `==`, exactly. */
struct assertion gen_claim(struct diag *d, struct proofs *p, const struct system *sys,
                           const struct claim_item *claim);
/* `drift <`, along the run that the model asks for. */
struct assertion gen_claim_drift(struct diag *d, const struct system *sys,
                                 const struct claim_item *claim, const struct rt_task *asked,
                                 const double *start);

/* ---- verdict.c: the screen of `check` ---- */

struct verdict {
    bool decided; /* no claim stays undecided */
    bool good;    /* formulations agree, and what the model claims holds */
};
struct screen;
/* All lines but those that only a run can tell; these are said afterwards, then it is ended. */
struct screen *gen_verdict(FILE *out, bool as_json, struct diag *d, struct proofs *p,
                           struct system *sys, const struct program *program);
/* The same lines to whom it may concern; name and standing as in gen_screen_say. */
struct listener {
    void (*say)(void *context, const char *name, const char *text, const char *standing);
    void *context;
};
struct screen *gen_verdict_to(const struct listener *listener, struct diag *d, struct proofs *p,
                              struct system *sys, const struct program *program);
/* One more; standing NULL: it is no claim. */
void gen_screen_say(struct screen *sc, const char *name, const char *text, const char *standing);
struct verdict gen_screen_end(struct screen *sc, bool measured); /* and these hold, or not */

struct job;

/* ---- options.c: the command line ---- */

/* One row becomes one constant. */
enum gen_command {
#define COMMAND(name, ...) COMMAND_##name,
    COMMANDS(COMMAND)
#undef COMMAND
        COMMAND_COUNT
};
enum gen_option {
#define OPTION(id, ...) OPTION_##id,
    OPTIONS(OPTION)
#undef OPTION
        OPTION_COUNT
};
struct options {
    enum gen_command command;
    const char *argument;                   /* the model, or the word to explain; NULL: none */
    const char **word;                      /* what stands behind it */
    size_t more;                            /* how many these are */
    struct option_text value[OPTION_COUNT]; /* n: how often it was given */
};
bool gen_options(struct diag *d, int argc, char **argv, struct options *out);
const char *gen_last(const struct options *o, enum gen_option option); /* or NULL */
struct point_texts gen_where(const struct options *o);
/* The index of the one word that an option gives; without it `out` stays. */
bool gen_choose(struct diag *d, const struct options *o, enum gen_option option, const char *name,
                const char *(*word)(size_t), size_t words, size_t *out);
bool gen_words(struct diag *d, const char *option, const char *text,
               const char *(*word)(size_t index), size_t words, unsigned *out);
struct command_row {
    const char *name, *takes, *about, *example;
};
extern const struct command_row gen_commands[COMMAND_COUNT];
struct option_row {
    const char *name;
    char letter;
    const char *takes; /* NULL: no argument */
    const char *of, *about;
};
extern const struct option_row gen_option_rows[OPTION_COUNT];
bool gen_is_option_of(enum gen_option option, enum gen_command command);

/* ---- help.c: what the tables say ---- */

void gen_help_command(FILE *out, enum gen_command command);
bool gen_help(FILE *out, const char *word);      /* NULL: everything; false: no such word */
bool gen_help_form(FILE *out, const char *word); /* a form or a method */
bool gen_help_statement(FILE *out, const char *word, bool more); /* more: something stands before */
/* Words that an option takes, and what they mean where that is not plain. */
struct choice {
    const char *word, *says;
};
struct choice gen_choice(enum gen_option option, size_t i); /* word NULL: there are no more */
struct choice gen_argument_word(enum gen_command command, size_t i); /* of `analyze`, `new`, ... */

/* ---- doctor.c, examples.c, new.c, completion.c, syntax.c: small commands ---- */

enum gen_exit gen_doctor(struct job *s, FILE *out);
enum gen_exit gen_examples(struct job *s, FILE *out, const char *word);
enum gen_exit gen_new_model(struct job *s, const char *name, const char *kind);
enum gen_exit gen_completion(struct job *s, FILE *out, const char *shell);
enum gen_exit gen_syntax(struct job *s, FILE *out, const char *editor);
struct choice gen_kind_word(size_t i); /* what `new` can write */
struct choice gen_shell_word(size_t i);
struct choice gen_editor_word(size_t i);
/* The folder of the models that came with the program, or NULL. */
const char *gen_models_folder(struct mem *m);

/* ---- pipeline.c: one call an arrow; job.c: from a command line ---- */

struct job { /* the state of one command */
    struct mem *mem;
    struct store *store;
    struct diag *diag;
    struct source *source;
    struct hints hints;
    const struct option_text *until, *input; /* of the command line, or NULL */
    const char *watch; /* EXPR of a section: read as one more event of the model; or NULL */
    const struct option_text *plots; /* the same: instead of those of the model */
    bool shows;                      /* what the model draws is wanted, too */
    struct ast *ast;
    struct model *model;
    struct geom *geom;
    struct mech *mech;
    struct system *system;
    struct program *program;
    struct jet_options {
        size_t order;  /* 0: GEN_JET_ORDER */
        bool straight; /* as straight-line code only */
        bool optional; /* without it where it is too long */
    } jet;             /* the block */
    const char *text;  /* C */
    enum gen_engine engine;
    bool fast;
    struct machine machine;
};
bool gen_job_model(struct job *j, const char *path); /* path NULL: source is set */
bool gen_job_geometry(struct job *j);
bool gen_job_mechanics(struct job *j);
bool gen_job_system(struct job *j, const struct form_row *form);
bool gen_job_program(struct job *j, unsigned blocks); /* bits; blocks that are missing are made */
bool gen_job_text(struct job *j);
bool gen_job_machine(struct job *j); /* gen_machine_close when it is done */

bool gen_job_usual(struct job *j); /* the system in the default form */
/* A job with another system of the same mechanics, which reports to the same diag. */
bool gen_job_beside(const struct job *j, const struct form_row *form, struct job *out);
bool gen_job_jet(struct job *j); /* the block jet of its program */

/* Values of -p, -i and --state, for gen_job_model. Mistakes in them are told later. */
void gen_job_hints(struct job *j, const struct point_texts *texts);
bool gen_job_inputs(struct job *j);    /* those of --input, for gen_check */
bool gen_job_additions(struct job *j); /* --until, a section and plots, to the ast */
bool gen_job_read(struct job *j, const struct options *o);   /* text to model */
bool gen_job_derive(struct job *j, const struct options *o); /* text to system */
/* Model to system; `name` is that of the option in messages. */
bool gen_job_form(struct job *j, const struct options *o, const char *name);
bool gen_job_engine(struct job *j, const struct options *o, enum gen_engine usual);

#endif
