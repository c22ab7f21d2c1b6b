/* gen/forms/vakonomic_inquiry.h -- conditions on multipliers along nonholonomic motions.
 *
 * Private to forms/. vakonomic_relation.c collects them and answers; vakonomic_where.c finds the
 * set of states where they have a solution.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_VAKONOMIC_INQUIRY_H
#define GEN_FORMS_VAKONOMIC_INQUIRY_H

#include "gen/forms/vakonomic.h"

struct inquiry {
    struct diag *diag;
    struct proofs *proofs;
    struct vakonomic v;
    struct system *nh; /* the nonholonomic motion, in (q, z) */
    ex *y;             /* n: natural velocities from q, z */
    ex *B0, *B1;       /* m, m x m, from q, z */
    ex *row;           /* independent ones: m coefficients of lambda, and the rest */
    size_t rows;
    ex zero, put; /* in this case the state `zero` is `put`; EX_POISON: none */
};

/* ---- vakonomic_relation.c ---- */

/* The conditions along X_a, r rows of m + 1, and the rate of one of them along the motion. */
ex *form_vakonomic_rows(const struct inquiry *q);
void form_vakonomic_rate(const struct inquiry *q, const ex *row, ex *out);

/* ---- vakonomic_where.c ---- */

enum { WHERE_CONDITIONS = 16, WHERE_PIECES = 8 };
/* A set of states: all of `at` vanish. */
struct where_set {
    ex at[WHERE_CONDITIONS];
    size_t n;
};
/* A union of sets, outside of which no nonholonomic motion is vakonomic. */
struct where {
    struct where_set piece[WHERE_PIECES];
    size_t pieces;
    bool rank; /* also where the conditions lose rank, which is not written out */
    enum alg_standing standing;
};
/* False: not found. */
bool form_vakonomic_where(const struct inquiry *q, struct where *out);
/* f = 0 solved for a state in which f is linear; false: there is none. */
bool form_vakonomic_solved(const struct inquiry *q, ex f, ex *state, ex *value);

#endif
