/* gen/algebra/algebra.h -- shorter expressions, positive systems, proved identities.
 *
 * Unlike symbolic/, these know the symbols and assumptions of a model.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_ALGEBRA_ALGEBRA_H
#define GEN_ALGEBRA_ALGEBRA_H

#include "gen/language/model.h"
#include "gen/symbolic/symbolic.h"

/* Finds subexpressions that depend on parameters of a model only. */
struct fixed {
    struct store *s;
    struct mem *mem;
    const struct model *model;
    struct memo parameter; /* by symbol, 1: a parameter and not an input */
    struct memo known;     /* by node, 1: fixed, 2: not */
};
/* Certainty of an identity; see identity.c. */
enum alg_standing { STANDS_PROVED, STANDS_LIKELY, STANDS_OPEN, STANDS_NOT };
struct proof {
    const char *what;
    ex zero;
    enum alg_standing standing;
    struct ex_list any; /* named intermediates: it is zero for arbitrary values of these */
};
struct proofs {
    struct store *store;
    struct proof *at;
    size_t n, cap;
    bool tired; /* a long proof failed: no more long ones are tried */
};

/* ---- fixed_parts.c ---- */

struct fixed alg_fixed_parts(const struct model *m, struct mem *mem);
bool alg_is_fixed(struct fixed *f, ex root);

/* ---- shorten.c ---- */

/* Ways to rewrite expressions, by increasing change. BETWEEN keeps sums that are used more than
 * once. THROUGH does not, and replaces a momentum by mass times the held velocity. RELEASED also
 * removes holds. */
enum alg_shorten { SHORTEN_NOT, SHORTEN_BETWEEN, SHORTEN_THROUGH, SHORTEN_RELEASED, SHORTEN_WAYS };
void alg_shorten(struct fixed *f, enum alg_shorten how, const ex *e, size_t n, ex *out);
/* e with fewer operations, if that is found fast. */
ex alg_shortened(const struct model *m, ex e);

/* ---- ldl.c ---- */

/* Solves a x = b for a symmetric a, which must be positive at the states of interest: no pivot
 * vanishes there. False: a is singular everywhere. *trail records the steps, unless it is NULL. */
bool alg_solve_positive(const struct model *m, const ex *a, size_t n, const ex *b, size_t cols,
                        ex *out, struct ex_trail *trail);
/* The same with names (ex_hold) for the unknowns, which are written in each other. */
bool alg_solve_in_names(const struct model *m, const ex *a, size_t n, const ex *b, ex *out);
/* Whether a, a function of coordinates, is positive at some points, with the parameters of the
 * model. */
bool alg_looks_positive(const struct model *m, const ex *a, size_t n);

/* ---- identity.c ---- */

/* Decides whether e = 0, and adds the result to the list, unless e is the number 0. */
enum alg_standing alg_prove(struct proofs *p, const char *what, ex e);
/* The same for an expression that may be long: first with arbitrary values for its names
 * (ex_hold), except those in `open`; if that fails, in full. */
enum alg_standing alg_prove_over_names(struct proofs *p, const char *what, ex e, const ex *open,
                                       size_t n);
enum alg_standing alg_prove_claims(struct proofs *p, const char *what, const struct claims *c);
enum alg_standing alg_worse(enum alg_standing a, enum alg_standing b);
const char *alg_standing_text(enum alg_standing standing); /* "proved" */

/* ---- solve_proof.c ---- */

enum solved { SOLVED, SOLVED_LONG, SOLVED_NAMED, SOLVED_POSITIVE }; /* by sym_solve, _long, ... */
/* A solution of a x = b, and its solver; x may have got names (ex_hold) since. */
struct solution {
    const ex *a, *b, *x;
    size_t n, cols;
    enum solved way;
};
enum alg_standing alg_prove_solved(struct proofs *p, const struct model *m, const char *what,
                                   const struct solution *q);

#endif
