/* gen/analyze/analyze.h -- analyses of a motion: interface and values shared by all of them.
 *
 * Questions are equilibria, linearization, Poincare sections, Lyapunov exponents, drift of
 * invariants and time reversal.
 *
 * An `analysis` is a system, a point, and a run that may start there. Each row of
 * gen/tables/analyses.h is one question, and one function over it; the command `analyze` and the
 * session fill it in and call that. Answers are text for people, or one JSON object.
 *
 * Ownership: everything is taken from the scratch of the diag; the machine is opened and closed by
 *            analyze_answer, the program of a job stays as it is.
 * Errors:    notes in the diag. That there is nothing to find is an answer, and no error.
 *
 *   struct analysis a = {.diag = d, .job = *s, .sys = s->system, .p = p, .u = u, .x = x,
 *                        .task = {.method = m, .span = {0, 10, 0.01}, .rel = 1e-9}, .out = stdout};
 *   enum base_exit e = analyze_answer(&a, ANALYSIS_linearize);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_ANALYZE_ANALYZE_H
#define GEN_ANALYZE_ANALYZE_H

#include "gen/job/job.h"
#include "gen/tables/analyses.h"

/* One row becomes one constant. */
enum analyze_analysis {
#define ANALYSIS(word, ...) ANALYSIS_##word,
    ANALYSES(ANALYSIS)
#undef ANALYSIS
        ANALYSIS_COUNT
};
struct analysis {
    struct diag *diag;
    struct job job;     /* a copy: program and machine are those of the analysis */
    struct system *sys; /* blocks that it lacks are made */
    const double *p;    /* parameters */
    const double *u;    /* inputs */
    const double *x;    /* the state in force: of the command line, else where a run starts */
    double t;
    struct rt_task task; /* a run: method, span, tolerances; the rest is filled in */
    bool chosen;         /* the user chose the method: no other is tried */
    ex section;          /* vanishes on the section, in any velocities and momenta; EX_POISON */
    enum event_way way;  /* in which it is passed */
    const char *section_name; /* as it was written */
    const char *rows;         /* a file for rows, "-", or NULL */
    FILE *out;
    bool json;
    /* filled in by analyze_answer */
    const struct rt_model *model;
    double *prepared; /* p, with constants behind it */
    unsigned has;     /* blocks that were made, as bits */
};
struct analysis_row {
    const char *word, *brief; /* brief: as it is called in a session */
    const char *takes, *about, *example;
    unsigned blocks; /* that it calls */
    bool runs;       /* it integrates by the method of the task */
    enum base_exit (*answer)(struct analysis *a);
};
extern const struct analysis_row analyze_rows[ANALYSIS_COUNT];
/* By either name; ANALYSIS_COUNT: there is none. */
enum analyze_analysis analyze_find(const char *word);
/* The answer: a machine is opened for it. */
enum base_exit analyze_answer(struct analysis *a, enum analyze_analysis which);
/* What the words of the command line ask for; an EXPR among them is read with
 * the model. False after a mistake. */
bool analyze_asked(struct job *job, const struct options *o, enum analyze_analysis *which);
/* The command, when the system is there. */
enum base_exit analyze_command(struct job *job, const struct options *o);

#endif
