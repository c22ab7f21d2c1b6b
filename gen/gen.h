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
#include "runtime/host/jit.h"
#include "runtime/rt.h"

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
    GEN_COORDS = 256,         /* coordinates of a model */
    GEN_SECONDS = 60,         /* that deriving may take */
    GEN_NAMES = 10000,        /* names of all sorts */
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
struct source *gen_source_text(struct mem *m, const char *name, const char *text, size_t len,
                               enum gen_exit fault);
const char *gen_copy(struct mem *m, struct span s); /* its text as a string */

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

/* The note, so that label and help can be set; its text is formatted, never with %g. */
struct note *gen_error(struct diag *d, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct note *gen_fail(struct diag *d, enum gen_exit fault, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* an error that is nowhere in a text */
struct note *gen_remark(struct diag *d, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *gen_text(struct mem *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
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

enum gen_takes {
    TAKES_STRING,
    TAKES_NAMES,
    TAKES_DEFS,
    TAKES_ASSIGN,
    TAKES_FIELDS,
    TAKES_IVALS,
    TAKES_EXPR,
    TAKES_PLOTS,
    TAKES_EQUATIONS,
    TAKES_REST /* is not looked at */
};

struct ast;
struct check;
struct statement;
struct statement_row {
    const char *keyword;
    enum gen_takes takes;
    bool many; /* may occur more than once */
    const char *syntax, *says;
};
/* One row becomes STATEMENT_x. */
enum gen_statement {
#define STATEMENT(keyword, ...) STATEMENT_##keyword,
    STATEMENTS(STATEMENT)
#undef STATEMENT
        STATEMENT_COUNT
};
extern const struct statement_row gen_statements[STATEMENT_COUNT];

struct item {
    struct span all, name;
    struct span expr, second;       /* the second: y of a plot, right side of an equation */
    struct span low, high;          /* of a range */
    struct span unit, doc, assumed; /* `> 0` or `!= 0` */
    bool guess;                     /* `~` instead of `=` */
    bool positive;                  /* `assumed` is `> 0` */
};
struct statement {
    enum gen_statement what;
    struct span keyword;
    struct item *item;
    size_t n;
};
struct ast {
    const struct source *src;
    struct statement *at;
    size_t n;
};
struct ast *gen_parse(struct diag *d, struct source *src);
/* `name = value, ...` as on the command line; false after a mistake. */
bool gen_parse_assignments(struct diag *d, struct source *src, struct item **items, size_t *n);

/* ---- model: what the user said ---- */

struct coord {
    const char *name;
    ex q, velocity, section; /* x, x', d_x */
    ex low, high;            /* or EX_POISON */
    struct span where;
};
struct param {
    const char *name;
    ex symbol, value, low, high;
    unsigned assume;
    const char *unit, *doc; /* or NULL */
    struct span where;
};
struct field {
    const char *name;
    ex z, eta, section; /* quasi-velocity v, momentum eta_v, the field itself d_v */
    ex *component;      /* along the coordinates */
    struct span where;
    bool chosen; /* not by the user */
};
struct constraint {
    ex *form; /* components of the one-form, by coordinate; NULL after a mistake */
    struct span where;
};
enum ival_of { IVAL_COORD, IVAL_VELOCITY, IVAL_QUASI, IVAL_MOMENTUM };
struct ival {
    enum ival_of of;
    size_t index; /* of the coordinate or field */
    ex value;
    struct span where;
};
struct plot {
    ex x, y;
    const char *x_name, *y_name;
};
struct model {
    struct store *store;
    const struct source *src;
    const char *title;
    struct coord *coord;
    struct param *param;
    struct field *field; /* first those of the frame, then those of the complement */
    struct constraint *constraint;
    struct ival *ival;
    struct plot *plot;
    size_t coords, params, fields, rank, constraints, ivals, plots; /* rank: of C */
    ex time, energy;                                                /* symbols */
    ex *metric; /* of twice T, in the velocities followed by the quasi-velocities */
    ex potential;
    struct span metric_at, frame_at;
    ex end, step; /* or EX_POISON */
    const char *method;
    struct span end_at, step_at, method_at;
};

/* ---- scope.c: what names mean ---- */

enum name_of { NAME_COORD, NAME_PARAM, NAME_LET, NAME_FIELD };
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
    bool broken; /* had a mistake of its own: say no more about it */
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
    bool lets_known;     /* a name of a let means its value, not yet itself */
    bool energy_known;   /* `energy` has a meaning here */
    bool tainted;        /* the expression just read used something broken */
    const char *unknown; /* the last name that had no meaning, in scratch */
    const char *hint;    /* why, or NULL */
};
void gen_scope_make(struct check *c, size_t names);
/* A name that is known to be free. */
void gen_enter(struct scope *sc, const char *text, struct span where, enum name_of of,
               size_t index);
/* False, with an error, when the name is taken or reserved. */
bool gen_declare(struct check *c, struct span where, enum name_of of, size_t index);
const struct name *gen_find(const struct scope *sc, const char *text, size_t len);
/* Reads an expression; EX_POISON after a mistake, which is then reported. */
ex gen_expr(struct check *c, struct span where);
/* Values that may mention each other's symbols are replaced until they no longer do. Returns the
 * index of one that takes part in a circle, or n. */
size_t gen_unwind(struct store *s, const ex *symbol, ex *value, size_t n);

/* ---- kind.c: what an expression is ---- */

/* 'function', 'form', 'quadratic', 'field' by degree in velocities and sections. */
enum gen_kind { KIND_FUNCTION, KIND_FORM, KIND_QUADRATIC, KIND_FIELD, KIND_OTHER };
enum gen_kind gen_kind(struct check *c, ex e, const char **words); /* words: "a one-form" */
/* True when e is of the kind; otherwise an error about the statement. */
bool gen_expect(struct check *c, ex e, enum gen_kind kind, struct span where, const char *statement,
                const char *help);

/* ---- declare.c, check.c: ast -> model ---- */

/* One row becomes the prototypes of its two passes. */
#define STATEMENT(keyword, takes, many, first, second, ...)                                        \
    void gen_declare_##first(struct check *c, const struct statement *st);                         \
    void gen_check_##second(struct check *c, const struct statement *st);
STATEMENTS(STATEMENT)
#undef STATEMENT
/* Names PREFIX1, PREFIX2, ... as far as free, for fields that are chosen. */
void gen_declare_chosen(struct check *c, const char *prefix, size_t n);
void gen_refuse_ambiguous(struct check *c);
struct model *gen_check(struct diag *d, struct store *s, const struct ast *ast);

/* ---- choose.c: fields that the user left open ---- */

/* Fills in the components of chosen fields, and holds those of the user against the constraints. */
void gen_choose_fields(struct check *c);

/* What was taken for zero because it is at random points, to be proved by who wants to be sure. */
struct claims {
    ex *at;
    size_t n, cap;
};
/* Zero, as far as random points tell? Then it is kept in the claims. */
bool gen_vanishes(struct store *s, ex e, struct claims *claims);

static inline bool gen_is_null(const struct store *s, ex e) /* the number 0 */
{
    int64_t i = 1;
    return ex_is_int(s, e, &i) && i == 0;
}

/* ---- geom.c: model -> geometry ---- */

struct structure {
    size_t i, j, k; /* [f_k, f_j] = c^i_jk f_i, j < k */
    ex value;
};
struct geom {
    const struct model *model;
    size_t n, rank;      /* of the frame, of C */
    ex *rho, *inverse;   /* n x n: rho[i n + A] is the component of f_A along q^i */
    ex *metric;          /* n x n in the frame */
    struct structure *c; /* nonzero ones, ordered by j, k, i */
    size_t structures;
    struct ex_pivots pivots; /* of the inverse: where one vanishes the frame is none */
    struct claims claims;
};
/* False when a is singular. */
bool gen_inverse(struct store *s, const ex *a, size_t n, ex *out, struct ex_pivots *pivots);
struct geom *gen_geometry(struct diag *d, const struct model *m);

/* ---- system.c and form_*.c: geometry -> system ---- */

struct block {
    ex *at; /* NULL: absent */
    size_t rows, cols;
};
struct form_row;
struct system {
    const struct model *model;
    const struct geom *geom;
    const struct form_row *form;
    ex *state;
    const char **state_name;
    size_t states;
    struct block block[RT_BLOCKS];
    struct claims claims; /* of the formulation, besides those of the geometry */
};
struct form_row {
    const char *name, *law, *phase, *needs;
    bool (*build)(struct diag *d, const struct geom *g, struct system *out);
};
extern const struct form_row gen_forms[];
extern const size_t gen_form_count;
/* One row becomes one prototype. */
#define FORM(name, ...)                                                                            \
    bool gen_form_##name(struct diag *d, const struct geom *g, struct system *out);
FORMS(FORM)
#undef FORM
struct system *gen_system(struct diag *d, const struct geom *g, const struct form_row *form);
const char *gen_block_name(enum rt_block_name b);
ex *gen_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols);

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
/* One function: instructions in the order they are computed, operands before their users. */
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
    size_t states, params, prepared;
    struct routine prepare;
    struct routine block[RT_BLOCKS]; /* results 0: absent */
};
struct program *gen_lower(struct diag *d, const struct system *sys, unsigned blocks); /* bits */
void gen_routine_make(struct mem *m, struct routine *r, const char *name, size_t results);
uint32_t gen_instr(struct mem *m, struct routine *r, struct instr in); /* folds, finds again */
void gen_routine_tidy(struct mem *m, struct routine *r); /* drops what no result needs */
struct tally {
    size_t adds, muls, divs, calls;
};
struct tally gen_tally(const struct routine *r);

/* ---- emit_c.c: program -> C ---- */

const char *gen_emit_c(const struct program *p);

/* ---- machine.c: C -> functions ---- */

struct machine {
    struct rt_model model;
    struct jit jit;
};
bool gen_machine_open(struct diag *d, const struct program *p, const char *text,
                      struct machine *out);
void gen_machine_close(struct machine *m);

/* ---- start.c: numbers at which a run starts ---- */

struct option_text {
    const char **at; /* arguments of a repeated option */
    size_t n;
};
struct start {
    double *p; /* parameters, with room for `prepared` more */
    double *x; /* states */
};
/* Coordinates that are not given are 0 if `zeros`; else nothing is checked at the point. */
struct given { /* initial values, each at most once */
    const struct ival *at;
    size_t n;
};
/* state.c: x from coordinates and velocities in any form; `zeros`: what is missing is 0. */
void gen_state(struct diag *d, const struct system *sys, const struct given *given, const double *p,
               bool zeros, double *x);
struct start *gen_start(struct diag *d, const struct system *sys, size_t prepared,
                        const struct option_text *params, const struct option_text *inits,
                        bool zeros);
bool gen_number(struct diag *d, struct store *s, const char *option, const char *text, double *out);
/* What an initial value is about: fills in v->of and v->index. */
bool gen_ival_find(struct diag *d, const struct model *m, struct span name, struct ival *v);
double gen_value(const struct model *m, ex e, const double *p); /* e depends on parameters only */

/* ---- run.c, csv.c, plot.c: trajectories ---- */

struct run {
    const struct system *sys;
    const struct rt_model *machine;
    const struct rt_method *method;
    struct start *start;
    struct rt_span span;
    const char *out; /* file for CSV, "-", or NULL: as standard output is */
    double ready;    /* milliseconds until the first step can be made */
    double begun;    /* clock at the beginning of the command */
};
enum gen_exit gen_run(struct diag *d, struct run *r);
double gen_clock(void); /* milliseconds */
void gen_put_time(FILE *out, const char *before, double ms);

struct csv {
    FILE *file;
    const char *path; /* NULL: standard output */
    char *temporary;  /* renamed to `path` at the end */
    int error;        /* errno of what went wrong, 0: nothing */
};
bool gen_csv_open(struct mem *m, struct csv *c, const char *path);
void gen_csv_word(struct csv *c, const char *word, bool first);
void gen_csv_number(struct csv *c, double value, bool first);
void gen_csv_row(struct csv *c);
bool gen_csv_close(struct csv *c);

struct points {
    double *x, *y;
    size_t n, cap;
    size_t every, seen; /* one point in `every` is kept */
};
struct points gen_points(struct mem *m, size_t cap);
void gen_points_add(struct points *p, double x, double y);
void gen_plot(FILE *out, struct mem *m, const struct points *p, const char *x_name,
              const char *y_name, size_t columns);

/* ---- derive.c, verdict.c: what people read ---- */

enum gen_section {
#define SECTION(name, ...) SECTION_##name,
    SECTIONS(SECTION)
#undef SECTION
        SECTION_COUNT
};
const char *gen_section_name(enum gen_section section);
ex gen_field(const struct model *m, size_t A); /* as the sum of component * d_coordinate */
bool gen_derive(FILE *out, const struct system *sys, unsigned sections, enum ex_style style);
const char *gen_structure_text(const struct geom *g, const struct structure *c); /* c^s_vw */
/* False when a claim stays undecided. */
bool gen_verdict(FILE *out, const struct system *sys, const struct program *p);

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
    struct option_text value[OPTION_COUNT]; /* n: how often it was given */
};
bool gen_options(struct diag *d, int argc, char **argv, struct options *out);
const char *gen_last(const struct options *o, enum gen_option option); /* or NULL */
bool gen_words(struct diag *d, const char *option, const char *text,
               const char *(*word)(size_t index), size_t words, unsigned *out);
void gen_help_command(FILE *out, enum gen_command command);
bool gen_help(FILE *out, const char *word); /* NULL: everything; false: no such word */

/* ---- pipeline.c: one call an arrow ---- */

struct session {
    struct mem *mem;
    struct store *store;
    struct diag diag;
    struct source *source;
    struct ast *ast;
    struct model *model;
    struct geom *geom;
    struct system *system;
    struct program *program;
    const char *text; /* C */
    struct machine machine;
};
bool gen_session_model(struct session *s, const char *path); /* path NULL: source is set */
bool gen_session_system(struct session *s, const struct form_row *form);
bool gen_session_program(struct session *s, unsigned blocks);
bool gen_session_machine(struct session *s);

#endif
