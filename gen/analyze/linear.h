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

/* One row becomes one prototype. */
#define ANALYSIS(word, ...) enum base_exit analyze_##word(struct analysis *a);
ANALYSES(ANALYSIS)
#undef ANALYSIS
enum analyze_stability {
    STABILITY_NONE,     /* the state is not steady */
    STABILITY_UNSTABLE, /* an eigenvalue has a positive real part */
    STABILITY_STABLE, /* all have negative ones, except one zero for each dimension of the family */
    STABILITY_OPEN,   /* the linear part does not decide */
};
struct linear {
    const bool *free;         /* free coordinates, which are left out */
    double *rate;             /* of all states */
    double *A;                /* states x states */
    double *B;                /* states x inputs; NULL: no inputs */
    double speed;             /* the largest rate of states that are not free */
    bool steady;              /* speed is 0: only free coordinates change */
    bool at_rest;             /* free coordinates do not change either */
    struct eigenvalue *value; /* of the reduced matrix, along the constraints */
    size_t values;
    bool found;                      /* all eigenvalues were found */
    size_t family;                   /* dimension of its family of steady motions */
    size_t zeros, growing, critical; /* numbers of eigenvalues; zeros are critical, too */
    bool least;                      /* stable by a minimum of the energy */
    enum analyze_stability stability;
};
enum { ANALYZE_FAMILIES = 256 };

/* ---- analyze.c ---- */

double *analyze_doubles(struct analysis *a, size_t n); /* zeros, in scratch memory */
/* A block at a state, at the time of the analysis. */
void analyze_call(const struct analysis *a, enum rt_block_name b, const double *x, double *out);
/* Do the constraints restrict the states of this form? */
bool analyze_is_bound(const struct analysis *a);
/* A run of the task with its sink; x becomes the last state. */
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

/* Free coordinates: only their own rates and those of other free coordinates depend on them. One
 * flag for each state; returns their number. */
size_t analyze_free_coordinates(struct analysis *a, bool *free);
void analyze_linear_at(struct analysis *a, const double *x, const bool *free, struct linear *out);
const char *analyze_stability_text(struct analysis *a, const struct linear *l); /* a sentence */
void analyze_put_eigenvalues(FILE *out, const struct linear *l);                /* in one line */
void analyze_json_eigenvalues(struct json *j, const struct linear *l);

/* ---- energy_minimum.c ---- */

/* Is the energy conserved, with a strict minimum at the equilibrium? */
bool analyze_is_energy_least(struct analysis *a, const double *x, const bool *free);

/* ---- steady_states.c ---- */

struct exactness {
    bool proved;      /* for the values of the parameters, inputs and t */
    const char *over; /* names of the states for all values of which, and of all parameters, the
                         state is an equilibrium; may be empty; NULL: not known */
    size_t states;    /* their number */
};
struct family { /* a member of a family of equilibria or steady motions */
    double *x;
    struct linear linear;
    size_t group; /* index of the first of the family */
    size_t wide;  /* dimension of the family, free coordinates not counted */
    double odd;   /* large where it moves too fast or too slowly to be a good example */
    bool sure;    /* found to many digits, not by doubles only */
    struct exactness exact;
};
size_t analyze_count_starts(size_t states); /* guesses of a search: fewer for large systems */
/* Where the guesses of state i are, apart from the first, which is the current state. */
struct region {
    double low, high;
    bool angle; /* all of it: a period */
};
void analyze_region(struct analysis *a, const bool *free, struct region *out);
/* Finds equilibria, or steady motions that are not equilibria; returns their number. `out` has
 * ANALYZE_FAMILIES elements. */
size_t analyze_steady(struct analysis *a, const bool *free, bool moves, size_t starts,
                      struct family *out);
/* Dimension of the family of a steady motion, without free coordinates. */
size_t analyze_count_family(struct analysis *a, const double *x, const bool *free);
/* Is x a solution, to many digits? True where this is not known. */
bool analyze_is_solution(struct analysis *a, const double *x, const bool *free, bool moves);
/* Moves x to the steady motion near it; false: there is none. */
bool analyze_settle_near(struct analysis *a, const bool *free, double *x);

/* ---- exact_state.c ---- */

/* Knowledge of all states where the rates which are not loose vanish. */
enum analyze_complete {
    COMPLETE_UNKNOWN,
    COMPLETE_NONE,   /* there are none: a rate never vanishes */
    COMPLETE_AFFINE, /* they are a plane, or none: the rates are affine functions */
};
enum analyze_complete analyze_is_complete(struct analysis *a, const bool *loose);
/* A proof that the rates which are not loose vanish at the exact state near x. */
struct exactness analyze_exactly(struct analysis *a, const double *x, const bool *free,
                                 const bool *loose, const bool *angle);

#endif
