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

/* What depends on parameters of a model only. */
struct fixed {
    struct store *s;
    struct mem *mem;
    const struct model *model;
    struct memo parameter; /* 1: a symbol is one, and no input */
    struct memo known;     /* of nodes, 1: fixed, 2: not */
};
/* How well an identity is known; see identity.c. */
enum alg_standing { STANDS_PROVED, STANDS_LIKELY, STANDS_OPEN, STANDS_NOT };
struct proof {
    const char *what;
    ex zero;
    enum alg_standing standing;
    struct ex_list any; /* named intermediates: it is zero whatever these are */
};
struct proofs {
    struct store *store;
    struct proof *at;
    size_t n, cap;
    bool tired; /* something long could not be proved */
};

/* ---- fixed_parts.c ---- */

struct fixed alg_fixed_parts(const struct model *m, struct mem *mem);
bool alg_is_fixed(struct fixed *f, ex root);

/* ---- shorten.c ---- */

/* Ways to write expressions, from near to what they are to far. BETWEEN leaves sums that
 * are used more than once as they are. THROUGH does not, and writes a momentum as mass times what
 * is held as its velocity. RELEASED does not even leave what is held. */
enum alg_shorten { SHORTEN_NOT, SHORTEN_BETWEEN, SHORTEN_THROUGH, SHORTEN_RELEASED, SHORTEN_WAYS };
void alg_shorten(struct fixed *f, enum alg_shorten how, const ex *e, size_t n, ex *out);
/* e, written with as few operations as is easily found. */
ex alg_shortened(const struct model *m, ex e);

/* ---- ldl.c ---- */

/* a x = b for a symmetric a that is positive where it matters: no pivot vanishes there. False when
 * it is singular everywhere. How it was done is in *trail, unless that is NULL. */
bool alg_solve_positive(const struct model *m, const ex *a, size_t n, const ex *b, size_t cols,
                        ex *out, struct ex_trail *trail);
/* So it is at some points, with the parameters that the model has: a function of coordinates. */
bool alg_looks_positive(const struct model *m, const ex *a, size_t n);

/* ---- identity.c ---- */

/* e = 0? Kept in the list, unless it is the number 0. */
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
/* a x = b, and the solver that was used; x may have been named since. */
struct solution {
    const ex *a, *b, *x;
    size_t n, cols;
    enum solved way;
};
enum alg_standing alg_prove_solved(struct proofs *p, const struct model *m, const char *what,
                                   const struct solution *q);

#endif
