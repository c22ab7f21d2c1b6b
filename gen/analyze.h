/* gen/analyze.h -- what can be asked of a motion: equilibria, eigenvalues, sections, exponents, how
 * well it is kept, and whether it leads back.
 *
 * An `analysis` is a system, a point, and a run that may start there. Each row of ANALYSES in
 * tables.h is one question, and one function over it; the command `analyze` and the session fill it
 * in and call that. Answers are text for people, or one JSON object.
 *
 * Ownership: everything is taken from the scratch of the diag; the machine is opened and closed by
 *            gen_analyze, the program of a job stays as it is.
 * Errors:    notes in the diag. That there is nothing to find is an answer, and no error.
 *
 *   struct analysis a = {.diag = d, .job = *s, .sys = s->system, .p = p, .u = u, .x = x,
 *                        .task = {.method = m, .span = {0, 10, 0.01}, .rel = 1e-9}, .out = stdout};
 *   enum gen_exit e = gen_analyze(&a, ANALYSIS_linearize);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_ANALYZE_H
#define GEN_ANALYZE_H

#include "gen/run.h"

/* One row becomes one constant. */
enum gen_analysis {
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
    bool chosen;         /* somebody chose the method: no other is tried */
    ex section;          /* what vanishes on a section, in any velocities and momenta; EX_POISON */
    enum event_way way;  /* in which it is passed */
    const char *section_name; /* as it was written */
    const char *rows;         /* a file for rows, "-", or NULL */
    FILE *out;
    bool json;
    /* filled in by gen_analyze */
    const struct rt_model *model;
    double *prepared; /* p, with constants behind it */
    unsigned has;     /* blocks that were made, as bits */
};

struct analysis_row {
    const char *word, *brief; /* brief: as it is called in a session */
    const char *takes, *about, *example;
    unsigned blocks; /* that it calls */
    bool runs;       /* it integrates by the method of the task */
    enum gen_exit (*answer)(struct analysis *a);
};
extern const struct analysis_row gen_analyses[ANALYSIS_COUNT];
/* By either name; ANALYSIS_COUNT: there is none. */
enum gen_analysis gen_analysis_find(const char *word);
/* The answer: a machine is opened for it. */
enum gen_exit gen_analyze(struct analysis *a, enum gen_analysis which);
/* What the words of the command line ask for; an EXPR among them is read with
 * the model. False after a mistake. */
bool gen_analysis_asked(struct job *s, const struct options *o, enum gen_analysis *which);
/* The command, when the system is there. */
enum gen_exit gen_analyze_command(struct job *s, const struct options *o);

/* One row becomes one prototype: its file holds the rest. */
#define ANALYSIS(word, ...) enum gen_exit gen_find_##word(struct analysis *a);
ANALYSES(ANALYSIS)
#undef ANALYSIS

/* ---- what they share ---- */

double *gen_doubles(struct analysis *a, size_t n); /* zeros, in scratch */
/* A number between -1 and 1 that looks random, the same one in every run. */
double gen_arbitrary(uint64_t seed, uint64_t index);
/* The block at a state and time of the analysis. */
void gen_analysis_call(const struct analysis *a, enum rt_block_name b, const double *x,
                       double *out);
/* The constraints say something about states of this form: the motion stays where they are 0. */
bool gen_analysis_is_bound(const struct analysis *a);
/* A run with the sink of the task; x moves. */
enum rt_status gen_analysis_run(struct analysis *a, const struct rt_task *task, double *x,
                                struct rt_count *count);
/* How a run ended, as the exit code; what went wrong is told. */
enum gen_exit gen_analysis_end(struct analysis *a, enum rt_status status,
                               const struct rt_count *count);
/* "name = value, ..." with 6 digits, of the states for which `show` is true (NULL: of all). */
void gen_put_states(struct analysis *a, const double *x, const bool *show);
void gen_json_states(struct json *j, const char *key, const struct analysis *a, const double *x);
void gen_put_brief(FILE *out, double value, int wide, int digits);

/* ---- dense.c: matrices of numbers, by rows ---- */

enum { GEN_EIGEN_MOST = 1024 }; /* rows and columns */
struct eigenvalue {
    double re, im;
};
/* Of a, n x n, which is used up, by falling real part, pairs together; false: some were not found.
 */
bool gen_eigenvalues(double *a, size_t n, struct eigenvalue *out);
void gen_sort_eigenvalues(struct eigenvalue *at, size_t n); /* in this order */
/* a = U s V^T for rows x cols: a becomes U s, column by column, v is V, cols x cols; s falls. */
void gen_singular_values(double *a, size_t rows, size_t cols, double *s, double *v);

/* ---- find_linearize.c: near a point ---- */

/* Coordinates that nothing depends on, found one after the other: what depends on none but itself
 * and those found before. One flag a state; how many. */
size_t gen_free_coordinates(struct analysis *a, bool *free);
enum gen_stability {
    STABILITY_NONE,     /* something moves that is no free coordinate */
    STABILITY_UNSTABLE, /* an eigenvalue has a positive real part */
    STABILITY_STABLE, /* all have negative ones, but for a zero for each dimension of the family */
    STABILITY_OPEN,   /* the linear part does not decide */
};
struct linear {
    const bool *free;         /* coordinates that are left out */
    double *rate;             /* of all states */
    double *A;                /* states x states */
    double *B;                /* states x inputs; NULL: there are none */
    double speed;             /* the largest rate of what is left */
    bool steady;              /* and that is nothing: only free coordinates change */
    bool at_rest;             /* not even these */
    struct eigenvalue *value; /* of what is left, along the constraints */
    size_t values;
    bool found;                      /* all of them */
    size_t family;                   /* dimension of the family of steady motions it is one of */
    size_t zeros, growing, critical; /* zeros are critical, too */
    bool least;                      /* the energy is: that is why it is stable */
    enum gen_stability stability;
};
/* minimum.c: is it conserved, and least at a rest? */
bool gen_is_energy_least(struct analysis *a, const double *x, const bool *free);
void gen_linear_at(struct analysis *a, const double *x, const bool *free, struct linear *out);
const char *gen_stability_word(enum gen_stability s);
const char *gen_stability_text(struct analysis *a, const struct linear *l); /* a sentence */
void gen_put_eigenvalues(FILE *out, const struct linear *l);                /* in one line */
void gen_json_eigenvalues(struct json *j, const struct linear *l);

/* ---- steady.c: what rests, and steady motions ---- */

enum { GEN_FAMILIES = 256 };
struct family { /* a member of one */
    double *x;
    struct linear linear;
    size_t group;        /* index of the first of the family */
    size_t wide;         /* dimension of the family, free coordinates not counted */
    double odd;          /* large where it moves too fast or too slowly to be shown */
    const char *exactly; /* see gen_exactly */
};
size_t gen_count_starts(size_t states); /* of a search: fewer where it takes longer */
/* Rests, or steady motions that are no rest; how many. `out` has room for GEN_FAMILIES. */
size_t gen_find_steady(struct analysis *a, const bool *free, bool moves, size_t starts,
                       struct family *out);
/* Dimension of steady motions near one; free coordinates do not count. */
size_t gen_count_family(struct analysis *a, const double *x, const bool *free);
/* exactly.c: rates that are not loose vanish for all values of parameters and of the states that
 * are named here, which may be none; NULL: that is not known. */
const char *gen_exactly(struct analysis *a, const double *x, const bool *free, const bool *loose,
                        const bool *angle);
/* x, which is nearly one, becomes one; false: it is not near to any. */
bool gen_settle_near(struct analysis *a, const bool *free, double *x);

/* ---- find_reverse.c: the same motion, back ---- */

/* A model that runs against time: at s it does what `of` does at `from` - s. Stays where it is. */
struct backward {
    const struct rt_model *of;
    double from;
    const double *p;
    struct rt_interpreter interpreter;
    struct rt_model model;
};
void gen_backward(struct backward *b, const struct rt_model *of, const double *p, double from);
bool gen_can_go_back(const struct rt_method *m); /* with such a model */

#endif
