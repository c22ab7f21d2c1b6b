/* gen/algebra/polynomial.h -- polynomials in atoms, the state of shortening.
 *
 * Private to algebra/: shorten.c processes nodes, polynomial.c expands, horner.c factors out common
 * atoms.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_ALGEBRA_POLYNOMIAL_H
#define GEN_ALGEBRA_POLYNOMIAL_H

#include "gen/algebra/algebra.h"

enum { FACTORS = 255 }; /* largest power of an atom */
/* coefficient * product of atom^power, atoms in ascending order */
struct monomial {
    ex coefficient;    /* fixed */
    uint32_t *literal; /* atom << 8 | power */
    size_t n;
};
struct polynomial {
    struct monomial *at;
    size_t n;
    bool known, atom; /* atom: it is one atom */
};
struct shortening {
    struct fixed *fixed;
    struct store *s;
    struct mem *mem;
    enum alg_shorten how;
    struct memo place; /* 1 + index into poly, by node */
    struct polynomial *poly;
    size_t polys, poly_cap;
    struct memo image;  /* the rewritten node */
    struct memo number; /* 1 + number of an atom, by its image */
    ex *atom;           /* images */
    size_t atoms, atom_cap;
    struct memo velocity; /* of a symbol x: hold(c x) with a parameter c, */
    struct memo inverse;  /* and 1/c */
    struct memo shared;   /* number of uses of a node */
};

/* ---- identity.c ---- */

/* Adds a proof of alg_prove_over_names that the caller has done. */
enum alg_standing alg_proved_over_names(struct proofs *p, const char *what, ex e, const ex *open,
                                        size_t n);

/* ---- polynomial.c ---- */

uint32_t alg_atom(struct shortening *h, ex image);
struct polynomial alg_one_term(struct shortening *h, ex coefficient, const uint32_t *literal,
                               size_t n);
/* Collects like terms, and drops terms that cancel. */
void alg_collect_terms(struct shortening *h, struct polynomial *p);
/* False: too long. */
bool alg_multiply(struct shortening *h, const struct polynomial *a, const struct polynomial *b,
                  struct polynomial *out);
/* Applies sin^2 + cos^2 = 1 where that removes terms. */
void alg_reduce_circles(struct shortening *h, struct polynomial *p);

/* ---- horner.c ---- */

ex alg_horner(struct shortening *h, const struct polynomial *p);
/* Splits e into a fixed coefficient and the rest, which is returned. */
ex alg_split_fixed(struct shortening *h, ex e, ex *coefficient);
/* a / b; false: the quotient has a denominator, which may be 0 for some parameters. */
bool alg_ratio(struct store *s, ex a, ex b, ex *out);

#endif
