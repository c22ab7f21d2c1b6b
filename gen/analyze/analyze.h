/* gen/analyze/analyze.h -- analyses of a motion: interface and values shared by all of them.
 *
 * Questions are equilibria, linearization, Poincare sections, Lyapunov exponents, drift of
 * invariants and time reversal.
 *
 * An `analysis` is a system, a point, and a run from this point. Each row of gen/tables/analyses.h
 * is one question and one function, which takes an `analysis`; the command `analyze` and the
 * session fill it in and call the function. Answers are text, or one JSON object.
 *
 * Ownership: everything is taken from the scratch of the diag; the machine is opened and closed by
 *            analyze_answer, the program of a job stays as it is.
 * Errors:    notes in the diag. An empty result is an answer, not an error.
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
    struct system *sys; /* missing blocks are derived */
    const double *p;    /* parameters */
    const double *u;    /* inputs */
    const double *x;    /* the current state: of the command line, else the initial state */
    double t;
    struct rt_task task; /* a run: method, span, tolerances; the rest is filled in */
    bool chosen;         /* the user chose the method: no other is tried */
    ex section;          /* Poincare section: this is 0, in any velocities and momenta; EX_POISON */
    enum event_way way;  /* direction of crossings */
    const char *section_name; /* its source text */
    const char *rows;         /* a file for rows, "-", or NULL */
    FILE *out;
    bool json;
    /* filled in by analyze_answer */
    const struct rt_model *model;
    double *prepared; /* p, then the prepared constants */
    unsigned has;     /* blocks of the machine, as bits */
};
struct analysis_row {
    const char *word, *brief;                         /* brief: its name in a session */
    const char *takes, *about, *example, *in_session; /* in_session: the example there */
    unsigned blocks;                                  /* that it calls */
    bool runs;                                        /* it integrates by the method of the task */
    enum base_exit (*answer)(struct analysis *a);
};
extern const struct analysis_row analyze_rows[ANALYSIS_COUNT];
struct choice analyze_choice(size_t i);
/* An analysis by either name; ANALYSIS_COUNT: none. */
enum analyze_analysis analyze_find(const char *word);
/* Computes and prints the answer; opens and closes a machine. */
enum base_exit analyze_answer(struct analysis *a, enum analyze_analysis which);

#endif
