/* gen/session/words.h -- state of a session, and the functions behind its words.
 *
 * Private to session/.
 *
 * What the user can change, and take back, are facts: the text of the model, and values beside it.
 * From the text comes a generation: memory of its own with model, system, program and machine in
 * it. Another text, form or input makes another generation, and the old one goes when the new one
 * is there; parameters, initial values and what is said about runs only change what is put into
 * the machine.
 *
 * Ownership: facts, the run and frozen curves are grown blocks of `mem`, whose scratch lasts for
 *            one command; a generation has its own memory. Memory that runs out costs the command,
 *            and the generation is made again.
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
    SESSION_UNDO = 100,        /* changes that can be taken back */
    SESSION_HISTORY = 10000,   /* commands that are kept */
    SESSION_NUMBERS = 1 << 24, /* of a run: rows are thinned out beyond that */
    SESSION_FROZEN = 16,       /* runs whose curves are kept */
    SESSION_SLOTS = 3,
};
enum fact_of {
    FACT_PARAM,  /* name = value */
    FACT_INIT,   /* the same at the start */
    FACT_STATE,  /* all of the state at the start, instead of what the model says */
    FACT_INPUT,  /* an input as an expression of t */
    FACT_SET,    /* a named set of values */
    FACT_UNTIL,  /* where a run stops: an event by name, or an equation */
    FACT_SETTING /* t, dt, tol, method, form, start, event */
};
struct fact {
    enum fact_of of;
    bool guess; /* ~ */
    char *name, *value;
};
struct facts {
    char *text; /* of the model; NULL: there is none */
    char *path; /* of its file, or NULL */
    bool edited;
    struct fact *at;
    size_t n;
};
struct generation {
    struct mem *mem; /* NULL: the slot is free */
    struct job job;
    bool whole, retired;
    bool has_program;
    unsigned blocks; /* of the program */
    size_t order;
    bool measures, conserved;
    ex last; /* the last result, or poison */
    struct facts made_of;
};
struct orbit { /* of the last run */
    double *t, *x, *p, *u;
    size_t states, params, inputs;
    size_t n, cap;
    size_t every, seen; /* one row in `every` is kept */
    bool there, backwards;
    double start[2]; /* times of its first and of its last row */
    double *end;     /* the state at the last */
};
struct frozen { /* a curve of an earlier run */
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
    bool drafts;     /* a model is being typed: statements may come in any order */
    bool mutes;      /* a model that is not whole is no mistake now; */
    const char *why; /* what is missing, in scratch */
    struct facts now;
    struct facts *before; /* for undo, the oldest first */
    size_t undos;
    struct generation slot[SESSION_SLOTS];
    struct generation *gen; /* or NULL */
    size_t room;            /* bytes that one may take; 0: all there are */
    struct orbit orbit;
    struct frozen *frozen;
    size_t frozens, freezes;
    char *view;      /* default plot; NULL: as in the model */
    char *last;      /* the last result as text, or NULL */
    unsigned parts;  /* or what `derive` showed last */
    bool retried;    /* ... which is one that is done again */
    char *next;      /* a command to be done before another line is read */
    char *pending;   /* the last statement that was typed: an indented line goes on with it */
    bool takes_back; /* ... which takes it back first */
    char **said;     /* the history */
    size_t saids, said_cap;
    char **written; /* paths of files written by this session */
    size_t writtens;
    bool times; /* the next command is measured */
    double stage[STAGES], stage_from;
    double shown[STAGES], total; /* of the command before */
    long long stamp[2];          /* of the file of the model: when it was changed, and its size */
    bool told_of_file;
};
/* One row becomes one prototype. */
#define SAY(word, ...) bool session_##word(struct session *r, struct span rest);
SESSION_WORDS(SAY)
#undef SAY

/* ---- undo.c ---- */

char *session_keep(struct session *r, const char *text, size_t len); /* a lasting copy */
void session_forget(struct session *r, char *text);
struct facts session_facts_copy(struct session *r, const struct facts *f);
void session_facts_free(struct session *r, struct facts *f);
void session_facts_set(struct session *r, struct facts *f, enum fact_of of, const char *name,
                       const char *value, bool guess);
/* name NULL: all of the sort. How many went. */
size_t session_facts_drop(struct session *r, struct facts *f, enum fact_of of, const char *name);
const char *session_fact(const struct facts *f, enum fact_of of, const char *name); /* or NULL */
/* As options of a command would be. */
struct options session_options(struct session *r, struct mem *m, const struct facts *f);

/* ---- session.c ---- */

bool session_open(struct session *r, FILE *out); /* false: there is no memory */
void session_turn(struct session *r);            /* one line: `next`, or what is typed */
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
void session_stage(struct session *r, enum stage stage); /* ends here */
/* `work` under a recovery point; false, and *out of memory* is told, when that was needed. */
bool session_guard(struct session *r, struct mem *m,
                   bool (*work)(struct session *r, const void *how), const void *how, bool *done);
bool session_empty(struct session *r,
                   struct span rest); /* else an error: nothing may stand there */
struct span session_trim(struct span s);
const char *session_copy(struct session *r, struct span s); /* in scratch of the session */
struct source *session_source(struct session *r, const char *text, size_t len);

/* ---- session_model.c ---- */

void session_note_change(struct session *r);          /* before one: so that it can be taken back */
bool session_need(struct session *r);                 /* a whole model, else an error */
bool session_try(struct session *r, struct facts *f); /* makes it the present; false: it stays */
bool session_make(struct session *r,
                  const struct facts *f);         /* a generation; false after a mistake */
void session_retire(struct session *r, bool all); /* frees unused generations */
bool session_statement(struct session *r, struct span text);
/* Some work with the model as it would be saved, in memory of its own. */
bool session_elsewhere(struct session *r,
                       bool (*work)(struct job *job, const struct options *o, const char *path),
                       const struct options *o, const char *path);
void session_check_file(struct session *r); /* has the file changed on disk? */

/* ---- edit_model.c ---- */

/* The text with the statement in it, in place of what it replaces; NULL after a mistake. */
const char *session_merged(struct session *r, const char *text, struct span statement);
/* Without what defines the name, or all statements of a keyword; NULL with an error. */
const char *session_without(struct session *r, const char *text, struct span name);
/* With the values in force in it. */
const char *session_settled(struct session *r);

/* ---- values.c ---- */

/* Is it `name = ..`, `name += ..`, `name(0) = ..`? */
bool session_is_assignment(struct span line);
bool session_assign(struct session *r, struct span line);
/* A start value, known to be one, without a word. */
void session_start_at(struct session *r, struct span name, const char *value);
void session_show_values(struct session *r);

/* ---- explain.c ---- */

/* ---- runs.c ---- */

bool session_run_now(struct session *r, bool quiet); /* when there is none: from the start */
void session_drop_orbit(struct session *r);
struct options session_run_options(struct session *r); /* in scratch of the generation */
/* Values of e[0..m) along the run, m rows one after the other, in scratch of the session. */
double *session_along(struct session *r, const ex *e, size_t m);

/* ---- run_plots.c ---- */

bool session_put_figure(struct session *r, const struct figure *f); /* in the terminal */

/* ---- expressions.c ---- */

bool session_expression(struct session *r, struct span line);
ex session_read(struct session *r, struct span where); /* in the names of the model and `_` */
extern const struct ex_reader session_reader;

/* ---- line_editor.c ---- */

/* The nth word that begins so; NULL: there are no more. */
typedef const char *session_complete(void *context, const char *begin, size_t nth);
struct line *session_line_open(struct mem *m, session_complete *words, void *context);
/* The next line without its end, which lasts until the next call; NULL: there are no more.
 * Indented lines belong to the one before where they can be seen coming. */
const char *session_line(struct line *l, const char *prompt, bool *too_long);
bool session_line_is_terminal(const struct line *l);
void session_line_close(struct line *l);

#endif
