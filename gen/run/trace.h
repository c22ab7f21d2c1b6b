/* gen/run/trace.h -- rows, events and outcome of a run in progress.
 *
 * Private to run/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_RUN_TRACE_H
#define GEN_RUN_TRACE_H

#include "gen/prove/prove.h"
#include "gen/run/run.h"
#include "gen/tables/row_files.h"

/* Format of a file: csv.c, npy.c. One row of ROW_FILES becomes run_sheet_x. */
struct sheet_format {
    const char *word, *about;
    bool rewinds; /* it seeks in the file, which must be a regular one */
    bool labels;  /* rows may begin with a word */
    void (*begin)(struct sheet *s);
    void (*row)(struct sheet *s, const char *label, const double *value);
    void (*end)(struct sheet *s);
};
#define SHEET(word) extern const struct sheet_format run_sheet_##word;
ROW_FILES(SHEET)
#undef SHEET
struct happened { /* an event */
    size_t event;
    double t;
    double *x;
};

/* ---- row_file.c ---- */

enum run_sheet {
#define SHEET(word) SHEET_##word,
    ROW_FILES(SHEET)
#undef SHEET
        SHEET_COUNT
};
/* Format by the extension of the path; SHEET_csv where it is unknown. */
enum run_sheet run_sheet_of(const char *path);

/* ---- input_tables.c ---- */

/* Are the columns inputs of the model, do they cover the run, and may they change with time? */
bool run_tables_fit(struct diag *d, const struct model *m, const struct hints *hints,
                    struct tables *all, const struct rt_span *span);
struct rt_input run_tables_input(struct tables *all);

/* ---- trace.c ---- */

/* Renames the files to their names: all of them, or none. */
bool run_trace_keep(struct trace *t);
void run_trace_drop(struct trace *t);
/* The file that could not be written, or NULL. */
const struct outfile *run_trace_fault(const struct trace *t);

/* ---- step_limit.c ---- */

/* Why a run ended at its largest number of steps, and what helps. */
bool run_held_up(const struct outcome *o); /* by events: most of the steps end at one */
const char *run_step_limit_message(struct mem *m, const struct outcome *o);
const char *run_step_limit_help(struct mem *m, const struct outcome *o);

/* ---- summary.c ---- */

void run_put_title(FILE *out, const struct run *r);
void run_put_json(FILE *out, const struct outcome *o);

/* ---- trajectory.c ---- */

/* Reports an error when the path is the model or an input. */
bool run_may_write(struct diag *d, const struct run *r, const char *path);
/* Runs silently: only errors are reported; the result is the recording. */
enum base_exit run_recording(struct diag *d, struct run *r, struct recording *recording);

#endif
