/* gen/run/run.h -- runs: options, rows, outcome, summary.
 *
 * Ownership: all memory is scratch memory, taken before the first step, so that a run does not fail
 *            half-way.
 * Errors:    errors of the user are notes in the `diag`; a file that cannot be written has the
 *            reason.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_RUN_RUN_H
#define GEN_RUN_RUN_H

#include "gen/figure/figure.h"
#include "gen/job/job.h"
#include "gen/start/start.h"

struct happened;
struct screen;
struct sheet_format;

struct sheet {
    const struct sheet_format *format;
    struct outfile out;
    const char *label; /* title of a first column of words, or NULL */
    const char *const *name;
    size_t columns;
    uint64_t rows;
    long mark; /* position in the file that the format writes again */
};
/* Values of inputs at increasing times, interpolated linearly. */
struct table {
    const struct source *src;
    struct span *name; /* of the columns beside t */
    size_t *input;     /* their indices among the inputs; see run_tables_fit */
    size_t columns, n;
    double *t, *value; /* n, n x columns */
};
struct tables {
    struct table *at;
    size_t n, inputs;
    const double *u; /* values of the other inputs */
};
struct run {
    struct job *job;
    const struct system *sys;
    const struct rt_model *machine;
    const char *engine; /* its name in the title */
    struct start *start;
    struct rt_task task; /* without its sink */
    const char **out;    /* files for rows, or "-"; none: standard output if it is no terminal */
    size_t outs;
    const char *events; /* file for events, or NULL */
    struct tables tables;
    bool json, quiet;
    bool conserved; /* the energy is a constant of the motion */
    bool measures;  /* the constraint vanishes only along the motion, not identically */
    double ready;   /* milliseconds until the first step */
    double begun;   /* clock at the beginning of the command */
};
struct trace {
    const struct run *run;
    struct sheet *sheet; /* for rows */
    size_t sheets;
    struct sheet events;
    bool lists;                  /* events are written to a sheet */
    struct outfile **file;       /* room for those of all sheets */
    struct recording *recording; /* or NULL: nothing is drawn */
    struct progress progress;
    double *row, *output, *scratch;
    struct happened *happened; /* the first of them */
    size_t kept, room;
    uint64_t rows;
    bool begun, lost;               /* lost: the energy is no longer finite */
    double first, last;             /* energies */
    double level, drift, size;      /* energy: expected, largest change, scale */
    double constraint;              /* largest violation */
    const struct residue *violated; /* by a reset, or NULL */
    double violation;
};
struct outcome {
    const struct trace *trace;
    struct rt_count count;
    const char *status;  /* one word */
    const char *message; /* or NULL */
    double ms;           /* negative: not shown */
};

/* ---- run_command.c ---- */

/* From the command line to a run, with its machine; false after an error. */
bool run_reach(struct job *job, const struct options *o, struct run *run);

/* ---- row_file.c ---- */

/* `name` has `columns` names and is not copied; label NULL: no column of words. */
bool run_sheet_open(struct mem *m, struct sheet *s, const char *path, const char *label,
                    const char *const *name, size_t columns);
/* Writes the header; called when the first row is certain. */
void run_sheet_begin(struct sheet *s);
void run_sheet_row(struct sheet *s, const char *label, const double *value);
/* Writes everything to the disk; base_outfile_keep then renames the file. */
bool run_sheet_finish(struct sheet *s);

/* ---- input_tables.c ---- */

/* Reads the files of --input, and puts their names into the hints; false after an error. */
bool run_tables_read(struct diag *d, const struct option_text *texts, struct tables *out,
                     struct hints *hints);

/* ---- options.c ---- */

struct choice run_onto_choice(size_t i);
/* Options and model to a run, with an open machine; false after an error. */
bool run_options(struct job *job, const struct options *o, struct run *out);
/* Shared by `run` and `check`. */
bool run_choose_method(struct job *job, const struct options *o, const struct rt_method **method);
bool run_choose_span(struct job *job, const struct options *o, const double *p,
                     struct rt_span *span);
bool run_choose_tolerance(struct job *job, const struct options *o, const struct rt_method *method,
                          const double *p, double *out);
/* Of a method of Taylor series; nothing for others. */
bool run_choose_order(struct job *s, const struct options *o, const struct rt_method *method,
                      size_t *order);
/* Adds blocks of the method, and of constraints that must be measured. */
bool run_blocks(struct job *s, const struct rt_method *method, unsigned *blocks, bool *measures);

/* ---- step_limit.c ---- */

/* The largest number of steps of the task, whose method and span are known. */
bool run_choose_most(struct job *job, const struct options *o, struct rt_task *task);

/* ---- backward.c ---- */

/* Model with reversed time: at time s its rates are minus those of `of` at time `from` - s. It must
 * keep its address. */
struct backward {
    const struct rt_model *of;
    double from;
    struct rt_interpreter interpreter;
    struct rt_model model;
};
void run_backward(struct backward *b, const struct rt_model *of, double from);
/* Can the method integrate such a model? */
bool run_can_go_back(const struct rt_model *m, const struct rt_method *method);

/* ---- compare_laws.c ---- */

/* The job has its model. */
enum base_exit run_compare(struct job *job, const struct options *o);

/* ---- drift_claims.c ---- */

/* The program for `check`, its method (NULL: no claim needs a run), its initial state; notes about
 * the initial state go to `aside`. False after an error. */
bool run_check_program(struct job *job, const struct options *o, struct diag *aside,
                       const struct rt_method **method, struct start **start);
/* Verdicts on the claims about drift along the run of the model; undecided where the run fails. */
struct verdict run_check_drifts(const struct job *proved, const struct options *o,
                                const struct rt_method *method, struct start *start,
                                struct screen *screen);

/* ---- trajectory.c ---- */

/* Has an interrupt been requested? */
bool run_interrupted(void);
enum base_exit run_trajectory(struct diag *d, struct run *r);
bool run_is_file(struct diag *d, const char *path, const struct source *src); /* reports an error */
/* Handlers of Ctrl-C and other signals that only set run_interrupted; and the former ones again. */
unsigned run_hear(void);
void run_hear_no_more(unsigned before);
bool run_ended(void); /* by a signal that must end the whole command */
/* rt_run, which Ctrl-C and other signals stop; see run_interrupted. */
enum rt_status run_task(const struct rt_task *task, double *x, double *work,
                        struct rt_count *count);
/* Sets status and message of the outcome, and reports errors. */
enum base_exit run_judge(struct diag *d, struct outcome *o, enum rt_status status);
void run_warn_of_drift(struct diag *d, const struct trace *k);

/* ---- trace.c ---- */

/* Takes all memory, opens files; false when a file cannot be written, which is reported. */
bool run_trace_open(struct diag *d, const struct run *r, bool draws, bool prints,
                    struct trace *out);
struct rt_sink run_trace_sink(struct trace *t);

/* ---- summary.c ---- */

void run_put_summary(FILE *out, const struct outcome *o);

#endif
