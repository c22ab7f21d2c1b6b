/* gen/repl.h -- a session: what it knows, and what its words do.
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
#ifndef GEN_REPL_H
#define GEN_REPL_H

#include "gen/figure.h"

enum {
    REPL_LINE = 1 << 16,    /* bytes of a line */
    REPL_UNDO = 100,        /* changes that can be taken back */
    REPL_HISTORY = 10000,   /* commands that are kept */
    REPL_NUMBERS = 1 << 24, /* of a run: rows are thinned out beyond that */
    REPL_FROZEN = 16,       /* runs whose curves are kept */
    REPL_SLOTS = 3,
};

/* ---- repl_facts.c: what can be changed, and taken back ---- */

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
struct repl;
char *repl_keep(struct repl *r, const char *text, size_t len); /* a lasting copy */
void repl_forget(struct repl *r, char *text);
struct facts repl_facts_copy(struct repl *r, const struct facts *f);
void repl_facts_free(struct repl *r, struct facts *f);
void repl_facts_set(struct repl *r, struct facts *f, enum fact_of of, const char *name,
                    const char *value, bool guess);
/* name NULL: all of the sort. How many went. */
size_t repl_facts_drop(struct repl *r, struct facts *f, enum fact_of of, const char *name);
const char *repl_fact(const struct facts *f, enum fact_of of, const char *name); /* or NULL */
/* As options of a command would be. */
struct options repl_options(struct repl *r, struct mem *m, const struct facts *f);

/* ---- the session ---- */

enum stage { STAGE_READ, STAGE_DERIVE, STAGE_LOWER, STAGE_COMPILE, STAGE_RUN, STAGE_SHOW, STAGES };
struct generation {
    struct mem *mem; /* NULL: the slot is free */
    struct job s;
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
struct line;
struct repl {
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
    struct generation slot[REPL_SLOTS];
    struct generation *gen; /* or NULL */
    size_t room;            /* bytes that one may take; 0: all there are */
    struct orbit orbit;
    struct frozen *frozen;
    size_t frozens, freezes;
    char *view;        /* what is drawn unless said otherwise, or NULL: as the model says */
    char *last;        /* the last result as text, or NULL */
    unsigned sections; /* or what `derive` showed last */
    bool retried;      /* ... which is one that is done again */
    char *next;        /* a command to be done before another line is read */
    char *pending;     /* the last statement that was typed: an indented line goes on with it */
    bool takes_back;   /* ... which takes it back first */
    char **said;       /* the history */
    size_t saids, said_cap;
    char **written; /* paths of what this session wrote */
    size_t writtens;
    bool times; /* the next command is measured */
    double stage[STAGES], stage_from;
    double shown[STAGES], total; /* of the command before */
    long long stamp[2];          /* of the file of the model: when it was changed, and its size */
    bool told_of_file;
};

/* ---- repl.c: the loop ---- */

enum gen_exit gen_repl(const char *path);
bool repl_open(struct repl *r, FILE *out); /* false: there is no memory */
void repl_turn(struct repl *r);            /* one line: `next`, or what is typed */
void repl_close(struct repl *r);
struct word_row {
    const char *word, *group, *takes, *about, *example;
    bool (*perform)(struct repl *r, struct span rest);
};
enum session_word {
#define SAY(word, ...) SAY_##word,
    SESSION_WORDS(SAY)
#undef SAY
        SAY_COUNT
};
extern const struct word_row repl_words[SAY_COUNT];
/* One row becomes one prototype. */
#define SAY(word, ...) bool repl_##word(struct repl *r, struct span rest);
SESSION_WORDS(SAY)
#undef SAY
bool repl_perform(struct repl *r, const char *line); /* one command; false after a mistake */
void repl_stage(struct repl *r, enum stage stage);   /* ends here */
/* `work` under a recovery point; false, and *out of memory* is told, when that was needed. */
bool repl_guard(struct repl *r, struct mem *m, bool (*work)(struct repl *r, const void *how),
                const void *how, bool *done);
bool repl_empty(struct repl *r, struct span rest); /* else an error: nothing may stand there */
struct span repl_trim(struct span s);
const char *repl_copy(struct repl *r, struct span s); /* in scratch of the session */
struct source *repl_source(struct repl *r, const char *text, size_t len);
void repl_note_change(struct repl *r); /* before one: so that it can be taken back */

/* ---- repl_model.c: text, generations ---- */

bool repl_need(struct repl *r);                        /* a whole model, else an error */
bool repl_try(struct repl *r, struct facts *f);        /* makes it the present; false: it stays */
bool repl_make(struct repl *r, const struct facts *f); /* a generation; false after a mistake */
void repl_retire(struct repl *r, bool all);            /* frees what is not needed any more */
bool repl_statement(struct repl *r, struct span text);
/* Some work with the model as it would be saved, in memory of its own. */
bool repl_elsewhere(struct repl *r,
                    bool (*work)(struct job *s, const struct options *o, const char *path),
                    const struct options *o, const char *path);
void repl_check_file(struct repl *r); /* was it changed by somebody else? */
bool repl_read_file(struct repl *r, const char *path, bool keeps);

/* ---- repl_edit.c: statements into and out of the text of a model ---- */

/* The text with the statement in it, in place of what it replaces; NULL after a mistake. */
const char *repl_merged(struct repl *r, const char *text, struct span statement);
/* Without what defines the name, or all statements of a keyword; NULL with an error. */
const char *repl_without(struct repl *r, const char *text, struct span name);
/* With the values in force in it. */
const char *repl_settled(struct repl *r);

/* ---- repl_values.c ---- */

/* Is it `name = ..`, `name += ..`, `name(0) = ..`? */
bool repl_is_assignment(struct span line);
bool repl_assign(struct repl *r, struct span line);
/* A number made of numbers and parameters, exactly; poison with an error. */
ex repl_number(struct repl *r, struct span where);
/* A start value, known to be one, without a word. */
void repl_start_at(struct repl *r, struct span name, const char *value);
void repl_show_values(struct repl *r);
bool repl_explain_name(struct repl *r, const char *word); /* false: the model has none */

/* ---- repl_run.c ---- */

bool repl_run_now(struct repl *r, bool quiet); /* when there is none: from the start */
void repl_drop_orbit(struct repl *r);
struct options repl_run_options(struct repl *r); /* in scratch of the generation */
/* Values of e[0..m) along the run, m rows one after the other, in scratch of the session. */
double *repl_along(struct repl *r, const ex *e, size_t m);

/* ---- repl_look.c ---- */

bool repl_put_figure(struct repl *r, const struct figure *f); /* in the terminal */

/* ---- repl_algebra.c ---- */

bool repl_expression(struct repl *r, struct span line);
ex repl_read(struct repl *r, struct span where); /* in the names of the model and `_` */
extern const struct ex_reader repl_reader;

/* ---- line.c: lines, from a terminal or from a file ---- */

/* The nth word that begins so; NULL: there are no more. */
typedef const char *gen_complete(void *context, const char *begin, size_t nth);
struct line *gen_line_open(struct mem *m, gen_complete *words, void *context);
/* The next line without its end, which lasts until the next call; NULL: there are no more.
 * Indented lines belong to the one before where they can be seen coming. */
const char *gen_line(struct line *l, const char *prompt, bool *too_long);
bool gen_line_is_terminal(const struct line *l);
void gen_line_close(struct line *l);

#endif
