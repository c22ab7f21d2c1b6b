/* gen/session/words.h -- state of a session, and the functions of its words.
 *
 * Private to session/.
 *
 * The user changes facts, and can undo the changes: the text of the model, and values in addition
 * to it. A generation is made from the text: model, system, program and machine, in separate
 * memory. A new text, form or input makes a new generation, which replaces the old one when it is
 * complete; parameters, initial values and settings of runs only change the arguments of the
 * machine.
 *
 * Ownership: facts, the run and frozen curves are mem_grow blocks of `mem`, whose scratch memory
 *            lasts for one command; a generation has its own memory. When memory runs out, the
 *            command fails and the generation is made again.
 * Errors:    notes in the diag of the session, or of the generation; the loop prints them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_SESSION_WORDS_H
#define GEN_SESSION_WORDS_H

#include "gen/figure/figure.h"
#include "gen/job/job.h"
#include "gen/session/session.h"
#include "gen/tables/session_words.h"

struct line;

enum {
    SESSION_LINE = 1 << 16,    /* bytes of a line */
    SESSION_UNDO = 100,        /* changes that can be undone */
    SESSION_HISTORY = 10000,   /* commands in the history */
    SESSION_NUMBERS = 1 << 24, /* numbers of a run; above that, rows are thinned */
    SESSION_FROZEN = 16,       /* runs with frozen curves */
    SESSION_SLOTS = 3,         /* generations at the same time */
};
enum fact_of {
    FACT_PARAM, /* value of a parameter */
    FACT_INIT,  /* initial value, in addition to those of the model */
    FACT_STATE, /* one of the whole initial state, which replaces the initial values of the model */
    FACT_INPUT, /* an input as an expression of t */
    FACT_SET,   /* a named set of values that is in use */
    FACT_UNTIL, /* equation at which a run stops */
    FACT_SETTING /* t, dt, tol, method, form, start, event */
};
struct fact {
    enum fact_of of;
    bool guess; /* `name ~ value`: a first guess */
    char *name, *value;
};
struct facts {
    char *text;  /* of the model; NULL: no model */
    char *path;  /* of its file, or NULL */
    bool edited; /* the text differs from the file */
    struct fact *at;
    size_t n;
};
struct generation {
    struct mem *mem; /* NULL: the slot is free */
    struct job job;
    bool whole, retired;
    bool has_program;
    unsigned blocks;          /* of the program */
    size_t order;             /* of its block jet */
    bool measures, conserved; /* constraints are monitored; the energy is conserved */
    ex last;                  /* the last result, or poison */
    struct facts made_of;
};
struct orbit { /* rows of the last run */
    double *t, *x, *p, *u;
    size_t states, params, inputs;
    size_t n, cap;
    size_t every, seen; /* one row in `every` is stored */
    bool there, backwards;
    double start[2]; /* times of the first and of the last row */
    double *end;     /* the final state */
};
struct frozen { /* a curve of an earlier run that later figures show */
    char *x_name, *y_name, *name;
    double *x, *y;
    size_t n;
};
struct session {
    struct mem *mem;
    struct diag diag;
    FILE *out;
    struct line *line;
    bool interactive, colours, quits, failed;
    bool drafts;     /* a model is being typed: it may be incomplete */
    bool mutes;      /* an incomplete model is not reported as an error; */
    const char *why; /* its first error, in scratch memory */
    struct facts now;
    struct facts *before; /* for undo, the oldest first */
    size_t undos;
    struct generation slot[SESSION_SLOTS];
    struct generation *gen;  /* the current one, or NULL */
    struct ex_limits limits; /* of a generation; work: of a line */
    struct orbit orbit;
    struct frozen *frozen;
    size_t frozens, freezes;
    char *view;      /* default plot; NULL: that of the model */
    char *last;      /* the last result as text, or NULL */
    unsigned parts;  /* parts of `derive`, if these were printed after the last result */
    bool lost;       /* memory ran out: the generation must be made again */
    bool retried;    /* `next` repeats a command with new equations */
    char *next;      /* command to perform before another line is read */
    char *pending;   /* the last statement typed: an indented line continues it */
    bool takes_back; /* the pending statement was accepted: undo it before it is continued */
    char **said;     /* the history */
    size_t saids, said_cap;
    char **written; /* paths of files written by this session */
    size_t writtens;
    bool times; /* print the times of the next command */
    double stage[STAGES], stage_from;
    double shown[STAGES], total; /* times of the last command, in ms */
    long long stamp[2];          /* modification time and size of the file of the model */
    bool told_of_file;           /* a change of the file was reported */
};
#define SAY(word, ...) bool session_##word(struct session *r, struct span rest);
SESSION_WORDS(SAY)
#undef SAY

/* ---- undo.c ---- */

/* A copy outside of scratch memory. */
char *session_keep(struct session *r, const char *text, size_t len);
void session_forget(struct session *r, char *text);
struct facts session_facts_copy(struct session *r, const struct facts *f);
void session_facts_free(struct session *r, struct facts *f);
void session_facts_set(struct session *r, struct facts *f, enum fact_of of, const char *name,
                       const char *value, bool guess);
/* Removes the fact of this name (NULL: all of the kind); returns their number. */
size_t session_facts_drop(struct session *r, struct facts *f, enum fact_of of, const char *name);
const char *session_fact(const struct facts *f, enum fact_of of, const char *name); /* or NULL */
/* The facts as options of a command. */
struct options session_options(struct session *r, struct mem *m, const struct facts *f);

/* ---- complete.c ---- */

/* The nth word, name or path that begins with `begin`, or NULL; the context is the session. */
const char *session_completion(void *context, const char *begin, size_t nth);

/* ---- session.c ---- */

bool session_open(struct session *r, FILE *out); /* false: out of memory */
void session_turn(struct session *r);            /* one line: `next`, or one from the input */
void session_close(struct session *r);
struct word_row {
    const char *word, *group, *takes, *about, *example;
    bool (*perform)(struct session *r, struct span rest);
};
enum session_word {
#define SAY(word, ...) SAY_##word,
    SESSION_WORDS(SAY)
#undef SAY
        SAY_COUNT
};
extern const struct word_row session_words[SAY_COUNT];
void session_stage(struct session *r, enum stage stage); /* adds the time since the last call */
/* Calls `work` with a recovery point for `m`; false with an error: out of memory. */
bool session_guard(struct session *r, struct mem *m,
                   bool (*work)(struct session *r, const void *how), const void *how, bool *done);
/* Whether a word has no argument; else an error. */
bool session_empty(struct session *r, struct span rest);
struct span session_trim(struct span s);
const char *session_copy(struct session *r, struct span s); /* in scratch memory of the session */
struct source *session_source(struct session *r, const char *text, size_t len);

/* ---- session_model.c ---- */

void session_note_change(struct session *r); /* call it before a change, for undo */
void session_title(struct session *r);       /* a line with the model and its form */
bool session_need(struct session *r);        /* whether there is a complete model, else an error */
/* Makes a generation of `f`, and `f` the current facts; false: the current ones are unchanged. */
bool session_try(struct session *r, struct facts *f);
bool session_make(struct session *r, const struct facts *f); /* a generation; false: an error */
void session_retire(struct session *r, bool all);            /* frees unused generations */
bool session_statement(struct session *r, struct span text);
/* Calls `work` with a generation in which inputs that depend on t are inputs, not substituted. */
bool session_with_inputs(struct session *r, bool (*work)(struct session *r, const void *how),
                         const void *how);
/* Calls `work` with the model as it would be saved, in separate memory. */
bool session_elsewhere(struct session *r,
                       bool (*work)(struct job *job, const struct options *o, const char *path),
                       const struct options *o, const char *path);
void session_check_file(struct session *r); /* reads the file of the model again if it changed */

/* ---- edit_model.c ---- */

/* The text with the statement inserted, or in place of the one that it replaces; NULL: an error. */
const char *session_merged(struct session *r, const char *text, struct span statement);
/* The text without the definition of a name, or without all statements of a keyword; NULL: an
 * error. */
const char *session_without(struct session *r, const char *text, struct span name);
/* The text of the model with the current values. */
const char *session_settled(struct session *r);

/* ---- values.c ---- */

/* Whether the line is `name = ..`, `name += ..` or `name(0) = ..`. */
bool session_is_assignment(struct span line);
bool session_assign(struct session *r, struct span line);
/* Sets an initial value silently; the name must be one of an initial value. */
void session_start_at(struct session *r, struct span name, const char *value);
void session_show_values(struct session *r);

/* ---- runs.c ---- */

bool session_run_now(struct session *r, bool quiet); /* makes a run if there is none */
void session_drop_orbit(struct session *r);
struct options session_run_options(struct session *r); /* in memory of the generation */
/* Values of e[0..m) along the run, m rows one after the other, in scratch memory of the session. */
double *session_along(struct session *r, const ex *e, size_t m);

/* ---- run_plots.c ---- */

bool session_put_figure(struct session *r, const struct figure *f); /* as braille */

/* ---- expressions.c ---- */

bool session_expression(struct session *r, struct span line);
ex session_read(struct session *r, struct span where); /* names of the model, and `_` */
extern const struct ex_reader session_reader;

/* ---- line_editor.c ---- */

/* The nth word that begins with `begin`; NULL: there are no more. */
typedef const char *session_complete(void *context, const char *begin, size_t nth);
struct line *session_line_open(struct mem *m, session_complete *words, void *context);
/* The next line without its line end, valid until the next call; NULL: end of input. From a file or
 * pipe, indented lines after a statement belong to it. */
const char *session_line(struct line *l, const char *prompt, bool *too_long);
bool session_line_is_terminal(const struct line *l);
void session_line_close(struct line *l);

#endif
