/* expr/exact/kernels.h -- kernels of expressions seen as rational functions, for expr/ only.
 *
 * Expressions are settled (settle.h). A kernel is a generator of the ring (ring.h), or a value that
 * is drawn at random (residue.c): free symbols and calls, angles and exponents by the lattice of
 * their arguments, roots with their radicands.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_KERNELS_H
#define EX_KERNELS_H

#include "lattice.h"

/* Role of a node in a rational function; SKIP: it is only part of a kernel. */
enum role { SKIP, NUMBER, SUM, PRODUCT, POWER, ROOT, NUMBER_ROOT, SIZE, TURN, GROWTH, FREE };

struct root { /* of a base, for all its fractional powers together; or its absolute value */
    ex base;
    bool size;
    size_t inverse; /* index of the root whose reciprocal this is, or NO_ROOT */
    int64_t q;
    uint32_t depth; /* nesting of roots */
};

enum { ROOTS = 64, HIGHEST = 1000 }; /* most roots, and their highest order */
#define NO_ROOT SIZE_MAX

struct kernels {
    struct store *s;
    struct walk w;
    enum role *role;
    uint32_t *index; /* of a node: index of its root, free kernel, or row of a lattice */
    ex *argument;    /* of a node: argument of the exponential, sine, ... */
    ex *free;        /* in structural order */
    size_t frees;
    struct lattice circle, hyper; /* of the arguments of sin and cos; of exp, sinh and cosh */
    bool *is_exp;                 /* of a basis element of hyper: exp itself is there */
    struct root *root;            /* inner ones first, then in structural order */
    size_t roots;
    bool too_many;
};
/* Begins a walk, which the caller ends. */
/* A power x^(n + k), k an integer, is x^k times the exponential of n log(x), which is only a name:
 * x may be negative. Returns k. */
int64_t kernels_whole(const struct store *s, ex power);
struct kernels kernels_of(struct store *s, const ex *e, size_t m);
size_t kernels_root(const struct kernels *k, ex base, bool size); /* its index */
/* A prime divisor of n > 1, by trial division; a number with only large ones counts as prime. */
uint64_t kernels_prime(uint64_t n);

#endif
