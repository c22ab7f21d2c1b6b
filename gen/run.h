/* gen/run.h -- trajectories: what goes in, what comes out, and what people see of it.
 *
 * Ownership: all memory is taken from scratch before the first step, so that nothing is lost
 * half-way.
 * Errors:    what the user can mend is a note in the `diag`; a file that cannot be written knows
 *            why.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_RUN_H
#define GEN_RUN_H

#include "gen/gen.h"

/* ---- sheet.c: one table of numbers to one file ---- */

struct sheet;
/* How it is written: csv.c, npy.c. One row of SHEETS becomes gen_sheet_x. */
struct sheet_format {
    const char *word, *about;
    bool rewinds; /* it goes back in the file: that must be a regular one */
    bool labels;  /* rows may begin with a word */
    void (*begin)(struct sheet *s);
    void (*row)(struct sheet *s, const char *label, const double *value);
    void (*end)(struct sheet *s);
};
enum gen_sheet {
#define SHEET(word) SHEET_##word,
    SHEETS(SHEET)
#undef SHEET
        SHEET_COUNT
};
#define SHEET(word) extern const struct sheet_format gen_sheet_##word;
SHEETS(SHEET)
#undef SHEET

struct sheet {
    const struct sheet_format *format;
    struct outfile out;
    const char *label; /* name of the words that rows begin with, or NULL */
    const char *const *name;
    size_t columns;
    uint64_t rows;
    long mark; /* a place that the format goes back to */
};
/* By the end of the path: SHEET_csv where it is no other. */
enum gen_sheet gen_sheet_of(const char *path);
/* `name` has `columns` names and stays; label NULL: rows do not begin with a word. */
bool gen_sheet_open(struct mem *m, struct sheet *s, const char *path, const char *label,
                    const char *const *name, size_t columns);
/* When it is sure that there will be rows. */
void gen_sheet_begin(struct sheet *s);
void gen_sheet_row(struct sheet *s, const char *label, const double *value);
/* All of it is on the disk, but not yet under its name: that is for gen_outfile_keep. */
bool gen_sheet_finish(struct sheet *s);

/* ---- inputs.c: what changes with time ---- */

/* Values of inputs at increasing times, with straight lines between them. */
struct table {
    const struct source *src;
    struct span *name; /* of the columns beside t */
    size_t *input;     /* which of the inputs they are; see gen_tables_fit */
    size_t columns, n;
    double *t, *value; /* n, n x columns */
};
struct tables {
    struct table *at;
    size_t n, inputs;
    const double *u; /* inputs that are in no table */
};
/* Those of --input that are files; false after a mistake. The hints know their names then. */
bool gen_tables_read(struct diag *d, const struct option_text *texts, struct tables *out,
                     struct hints *hints);
/* Are the columns inputs of the model, do they last, and may they change as they do? */
bool gen_tables_fit(struct diag *d, const struct model *m, const struct hints *hints,
                    struct tables *all, const struct rt_span *span);
struct rt_input gen_tables_input(struct tables *all);

/* ---- progress.c: for those who wait ---- */

struct progress {
    bool shown;         /* is there anybody to see it? */
    bool drawn;         /* there is something to erase */
    double begun, next; /* milliseconds of gen_clock */
    double start, end;  /* of the run */
    unsigned steps;
};
struct progress gen_progress(const struct rt_span *span);
void gen_progress_at(struct progress *p, double t);
void gen_progress_end(struct progress *p);

/* ---- order.c: what is asked for ---- */

struct run {
    struct job *job;
    const struct system *sys;
    const struct rt_model *machine;
    const char *engine; /* as it is called in the title */
    struct start *start;
    struct rt_task task; /* but for its sink */
    const char **out;    /* files for rows, or "-"; none: as standard output is */
    size_t outs;
    const char *events; /* file for events, or NULL */
    struct tables tables;
    bool json, quiet;
    bool conserved; /* the energy should be */
    bool measures;  /* the constraint is not 0 because of what it is, but only along the motion */
    double ready;   /* milliseconds until the first step can be made */
    double begun;   /* clock at the beginning of the command */
};
/* From options and model to all of it, with a machine that is open; false after a mistake. */
bool gen_order(struct job *s, const struct options *o, struct run *out);
/* sweep.c: one run for each value of ranges. */
enum gen_exit gen_sweep(struct job *s, const struct options *o);
/* compare.c: two laws, one picture; the model is read. */
enum gen_exit gen_compare(struct job *s, const struct options *o);
/* connect.c: from one place to another; the system is there. */
enum gen_exit gen_connect(struct job *s, const struct options *o);
/* What `run` and `check` have in common. */
bool gen_choose_method(struct job *s, const struct options *o, const struct rt_method **method);
bool gen_choose_span(struct job *s, const struct options *o, const double *p, struct rt_span *span);
bool gen_choose_tolerance(struct job *s, const struct options *o, const struct rt_method *method,
                          const double *p, double *out);

struct reel; /* figure.h */

/* claims.c: the program that `check` looks at, its method (NULL: no claim needs a run), its start;
 * notes about the start go to `aside`. False after an error. */
bool gen_check_program(struct job *s, const struct options *o, struct diag *aside,
                       const struct rt_method **method, struct start **start);
/* Claims about drift, along the run that the model asks for, said on the screen; false when one
 * does not hold. */
bool gen_check_drifts(struct job *s, const struct options *o, const struct rt_method *method,
                      struct start *start, struct screen *screen);

/* ---- trace.c: what is seen of a run while it goes ---- */

struct happened { /* an event */
    size_t event;
    double t;
    double *x;
};
/* Has somebody asked it to stop? */
bool gen_interrupted(void);

struct trace {
    const struct run *run;
    struct sheet *sheet; /* for rows */
    size_t sheets;
    struct sheet events;
    bool lists;        /* there is a sheet for events */
    struct reel *reel; /* or NULL: nothing is drawn */
    struct progress progress;
    double *row, *output, *scratch;
    struct happened *happened; /* the first of them */
    size_t kept, room;
    uint64_t rows;
    bool begun, lost;               /* lost: the energy is not finite any more */
    double first, last;             /* energies */
    double level, drift, size;      /* what it should be, largest change, largest or kinetic */
    double constraint;              /* largest violation */
    const struct residue *violated; /* by a reset, or NULL */
    double violation;
};
/* Takes all memory; false when a file cannot be written, which is then told. */
bool gen_trace_open(struct diag *d, const struct run *r, bool draws, bool prints,
                    struct trace *out);
struct rt_sink gen_trace_sink(struct trace *t);
/* Brings the rows to where they belong: all files, or none. */
bool gen_trace_keep(struct trace *t);
void gen_trace_drop(struct trace *t);
/* The file that could not be written, or NULL. */
const struct outfile *gen_trace_fault(const struct trace *t);

/* ---- summary.c: what people and programs are told of it ---- */

struct outcome {
    const struct trace *trace;
    struct rt_count count;
    const char *status;  /* one word */
    const char *message; /* or NULL */
    double ms;           /* negative: not told */
};
void gen_put_title(FILE *out, const struct run *r);
void gen_put_summary(FILE *out, const struct outcome *o);
void gen_put_json(FILE *out, const struct outcome *o);

/* ---- run.c ---- */

enum gen_exit gen_run(struct diag *d, struct run *r);
bool gen_is_file(struct diag *d, const char *path, const struct source *src); /* told */
/* Is the path neither the model nor read as input? Else that is told. */
bool gen_may_write(struct diag *d, const struct run *r, const char *path);
/* The same without a word or a file, but for what went wrong: all that is left is the reel. */
enum gen_exit gen_run_reel(struct diag *d, struct run *r, struct reel *reel);
/* From here on Ctrl-C and its like only make gen_interrupted true; and as it was before. */
unsigned gen_hear(void);
void gen_hear_no_more(unsigned before);
bool gen_ended(void); /* by a signal that wants all of it to end */
/* rt_run, which Ctrl-C and its like stop; see gen_interrupted. */
enum rt_status gen_run_task(const struct rt_task *task, double *x, double *work,
                            struct rt_count *count);
/* How it went: status and message, with notes where something is wrong. */
enum gen_exit gen_judge(struct diag *d, struct outcome *o, enum rt_status status);
void gen_warn_of_drift(struct diag *d, const struct trace *k);

#endif
