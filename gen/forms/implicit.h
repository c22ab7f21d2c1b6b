/* gen/forms/implicit.h -- struct implicit: equations E x' = F that do not determine all rates.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_IMPLICIT_H
#define GEN_FORMS_IMPLICIT_H

#include "gen/forms/system.h"

/* The set where constraints on states vanish. */
struct surface {
    const struct system *sys; /* its model: parameters, values of init */
    const ex *x;              /* n states */
    size_t n;
    struct claims *claims; /* functions that vanish on the set at random points */
    ex *phi;               /* constraints */
    size_t *step, count;   /* the step that found each; 0: it was given */
    struct known_values {  /* symbols, and their values by the constraints */
        ex *from, *to;
        size_t n;
    } any, neat;   /* neat: values have no poles and no roots */
    bool sampled;  /* an answer is from points of the set, because there are roots, or */
    size_t open;   /* constraints that are not solved */
    double *point; /* such points, and the number of constraints they satisfy */
    size_t points, on_all;
    const char *branch; /* one of several factors of a constraint is followed; or NULL */
    ex never;           /* a constraint that has no zeros, or EX_POISON */
};

/* E x' = F for states x, E and F functions of x and t. */
struct implicit {
    size_t n, rows;
    const ex *x;
    ex *E, *F;           /* rows x n, rows */
    struct surface on;   /* given constraints, then all */
    size_t steps;        /* that found constraints */
    ex *rate;            /* n: x' on the final set */
    size_t *free, frees; /* states whose rates nothing determines */
    ex *freedom;         /* symbols of these rates */
    struct stack pivot;  /* pivots that may vanish; then: */
    ex *gram;            /* S^T S of all rows S, grams x grams; it is singular where ranks drop */
    size_t grams;
};

/* ---- implicit_surface.c ---- */

struct surface form_surface(struct diag *d, struct system *sys, const ex *x, size_t n);
/* Adds e = 0, found by a step, unless it follows from the others; false: it does. */
bool form_surface_add(struct surface *on, ex e, size_t step);
/* e with the values that the constraints give; with `neat` only those without poles. */
ex form_surface_value(const struct surface *on, ex e, bool neat);
/* Does e vanish on the set? */
bool form_surface_vanishes(struct surface *on, ex e);

/* ---- implicit_points.c ---- */

/* Values of init, else 0, of the states; of the parameters; of t. */
struct ex_list form_surface_start(const struct surface *on, double *value);
/* Does e vanish at points of the set, which are found by Newton's method? */
bool form_surface_sampled(struct surface *on, ex e);
/* Has S, rows x n, this rank at a point of the set where `zero` vanishes, too? */
bool form_surface_has_rank(const struct surface *on, ex zero, const ex *S, size_t rows,
                           size_t rank);

/* ---- implicit_system.c ---- */

/* Finds all constraints, and the rates on the set where they hold, unless on.never is set; false
 * after a limit. */
bool form_implicit_solve(struct diag *d, struct implicit *p);
/* Matrices that must be regular for this result; returns their number, 0 or 1. */
size_t form_implicit_regular(struct diag *d, const struct implicit *p, struct regular *out);

#endif
