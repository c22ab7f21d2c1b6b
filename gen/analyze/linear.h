/* gen/analyze/linear.h -- linear parts, steady motions, and helpers of the analyses.
 *
 * Private to analyze/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_ANALYZE_LINEAR_H
#define GEN_ANALYZE_LINEAR_H

#include "gen/analyze/analyze.h"
#include "gen/base/linear.h"

/* One row becomes one prototype: its file holds the rest. */
#define ANALYSIS(word, ...) enum base_exit analyze_##word(struct analysis *a);
ANALYSES(ANALYSIS)
#undef ANALYSIS
enum analyze_stability {
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
    double speed;             /* the largest rate of the other states */
    bool steady;              /* and that is nothing: only free coordinates change */
    bool at_rest;             /* not even these */
    struct eigenvalue *value; /* of the reduced matrix, along the constraints */
    size_t values;
    bool found;                      /* all of them */
    size_t family;                   /* dimension of the family of steady motions it is one of */
    size_t zeros, growing, critical; /* zeros are critical, too */
    bool least;                      /* the energy is: that is why it is stable */
    enum analyze_stability stability;
};
enum { ANALYZE_FAMILIES = 256 };

/* ---- analyze.c ---- */

double *analyze_doubles(struct analysis *a, size_t n); /* zeros, in scratch */
/* The block at a state and time of the analysis. */
void analyze_call(const struct analysis *a, enum rt_block_name b, const double *x, double *out);
/* The constraints say something about states of this form: the motion stays where they are 0. */
bool analyze_is_bound(const struct analysis *a);
/* A run with the sink of the task; x moves. */
enum rt_status analyze_run(struct analysis *a, const struct rt_task *task, double *x,
                           struct rt_count *count);
/* Exit code for the end of a run; failures are reported. */
enum base_exit analyze_end(struct analysis *a, enum rt_status status, const struct rt_count *count);
/* "name = value, ..." with 6 digits, of the states for which `show` is true (NULL: of all). */
void analyze_put_states(struct analysis *a, const double *x, const bool *show);
void analyze_json_states(struct json *j, const char *key, const struct analysis *a,
                         const double *x);
void analyze_put_brief(FILE *out, double value, int wide, int digits);

/* ---- linearize.c ---- */

/* Free coordinates, found one after the other: nothing depends on them but themselves and those
 * found before. One flag a state; returns their number. */
size_t analyze_free_coordinates(struct analysis *a, bool *free);
void analyze_linear_at(struct analysis *a, const double *x, const bool *free, struct linear *out);
const char *analyze_stability_text(struct analysis *a, const struct linear *l); /* a sentence */
void analyze_put_eigenvalues(FILE *out, const struct linear *l);                /* in one line */
void analyze_json_eigenvalues(struct json *j, const struct linear *l);

/* ---- energy_minimum.c ---- */

/* Is it conserved, and least at a rest? */
bool analyze_is_energy_least(struct analysis *a, const double *x, const bool *free);

/* ---- steady_states.c ---- */

struct family { /* a member of one */
    double *x;
    struct linear linear;
    size_t group;        /* index of the first of the family */
    size_t wide;         /* dimension of the family, free coordinates not counted */
    double odd;          /* large where it moves too fast or too slowly to be shown */
    const char *exactly; /* see analyze_exactly */
};
size_t analyze_count_starts(size_t states); /* of a search: fewer where it takes longer */
/* Rests, or steady motions that are no rest; how many. `out` has room for ANALYZE_FAMILIES. */
size_t analyze_steady(struct analysis *a, const bool *free, bool moves, size_t starts,
                      struct family *out);
/* Dimension of steady motions near one; free coordinates do not count. */
size_t analyze_count_family(struct analysis *a, const double *x, const bool *free);
/* x, which is nearly one, becomes one; false: it is not near to any. */
bool analyze_settle_near(struct analysis *a, const bool *free, double *x);

/* ---- exact_state.c ---- */

/* Rates that are not loose vanish for all values of parameters and of the states that
 * are named here, which may be none; NULL: that is not known. */
const char *analyze_exactly(struct analysis *a, const double *x, const bool *free,
                            const bool *loose, const bool *angle);

/* ---- reverse.c ---- */

/* Model with reversed time: at s it has the rates of `of` at `from` - s, negated. Must not move
 * in memory. */
struct backward {
    const struct rt_model *of;
    double from;
    const double *p;
    struct rt_interpreter interpreter;
    struct rt_model model;
};
void analyze_backward(struct backward *b, const struct rt_model *of, const double *p, double from);
bool analyze_can_go_back(const struct rt_method *m); /* with such a model */

#endif
