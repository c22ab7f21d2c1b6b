/* expr/ex.h -- exact expressions: numbers, operators, calculus, reading, printing.
 *
 * An expression is a handle: a small integer into a store. Equal structure is one node, so
 * equality is ==. Sums and products are n-ary, flattened and sorted by structure, like terms are
 * collected, numbers are exact rationals of any size. Every pass is a loop over the nodes that an
 * expression reaches, children first; none recurses, so depth costs memory and no stack.
 *
 * Ownership: nodes live as long as the store. Texts that are returned live in scratch of the
 *            store's mem. Pointers into the store (ex_args, ex_name) die at the next constructor.
 * Errors:    an expression that cannot be built (1/0, a limit) is the poison handle EX_POISON;
 *            constructors given poison return poison; the first reason stays in the store until
 *            ex_clear.
 * Needs:     mem.h, GMP, MPFR; FLINT, loaded for proofs and normal forms. Independent of mechanics.
 *
 *   struct store *s = ex_store_new(m, ex_limits());
 *   ex x = ex_sym(s, "x", 0), e = ex_diff(s, ex_sin(s, ex_powi(s, x, 2)), x);
 *   puts(ex_show(s, e, EX_TEXT));
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_EX_H
#define EX_EX_H

#include "limits.h"
#include "mem.h"
#include <stdbool.h>

typedef uint32_t ex; /* handle of an expression; the one typedef */
#define EX_POISON ((ex)0)

/* One row of ops.h becomes one constant: EX_sin, ... */
enum ex_op {
#define OP(name, ...) EX_##name,
#include "ops.h"
#undef OP
    EX_OPS /* number of operators */
};

/* Assumptions about symbols. Positive implies nonzero. */
enum { EX_POSITIVE = 1, EX_NONZERO = 2, EX_ANGLE = 4 };

/* ---- store ---- */

struct store;
struct store *ex_store_new(struct mem *m, struct ex_limits limits);
void ex_store_free(struct store *s);
struct mem *ex_mem(const struct store *s);

const char *ex_error(const struct store *s); /* NULL: no error */
/* NULL, or which limit of the whole command was reached (nodes, work, time, the user): nothing more
 * is built then, and results are missing. */
const char *ex_stopped(const struct store *s);
void ex_clear(struct store *s); /* for a new command: clears the error, counts work from 0 */
/* Ends an attempt: errors since `calm` was noted (no error yet) are cleared, except those of
 * ex_stopped. */
void ex_forgive(struct store *s, bool calm);
uint64_t ex_work_done(const struct store *s); /* since ex_store_new or ex_clear */
ex ex_fail(struct store *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct ex_size {
    size_t nodes, operands, bytes; /* bytes of nodes, operands and hash table together */
};
struct ex_size ex_size(const struct store *s);
const char *ex_check(struct store *s); /* NULL, or how a new node is not canonical; in scratch */

/* ---- building ---- */

ex ex_int(struct store *s, int64_t i);
ex ex_rat(struct store *s, int64_t num, int64_t den);
ex ex_pi(struct store *s);
/* Same name, same symbol: letters (also beyond ASCII), digits, _, and primes at the end. Asking
 * again with other assumptions is an error, with 0 it is not. */
ex ex_sym(struct store *s, const char *name, unsigned assume);
ex ex_sym_n(struct store *s, const char *name, size_t len, unsigned assume);
/* A symbol that is no other: another one at every call, and no name or text is read as one. Shown
 * as the hint, a # and a number (b#7). Among themselves those of one hint are ordered as they were
 * made, and nothing else depends on the numbers: the same work done again in one store gives the
 * same bytes. */
ex ex_fresh(struct store *s, const char *hint);
bool ex_is_fresh(const struct store *s, ex e);

ex ex_add(struct store *s, const ex *terms, size_t n);
ex ex_mul(struct store *s, const ex *factors, size_t n);
ex ex_add2(struct store *s, ex a, ex b);
ex ex_sub(struct store *s, ex a, ex b);
ex ex_mul2(struct store *s, ex a, ex b);
ex ex_mul3(struct store *s, ex a, ex b, ex c);
ex ex_div(struct store *s, ex a, ex b);
ex ex_neg(struct store *s, ex a);
ex ex_pow(struct store *s, ex base, ex exponent);
ex ex_powi(struct store *s, ex base, int64_t exponent);
ex ex_sqrt(struct store *s, ex a);
ex ex_sin(struct store *s, ex a);
ex ex_cos(struct store *s, ex a);
/* A named intermediate: equal to `a` in value, but not flattened into the sums and products around
 * it. Keeps a chain of partial sums linear in size where flattening would make it quadratic. */
ex ex_hold(struct store *s, ex a);
/* out[j] = e[j] without named intermediates. */
void ex_release(struct store *s, const ex *e, size_t m, ex *out);
/* Any row of the table by its arguments. */
ex ex_make(struct store *s, enum ex_op op, const ex *args, size_t n);

/* ---- looking ---- */

enum ex_op ex_op(const struct store *s, ex e);
size_t ex_count_args(const struct store *s, ex e); /* 0 for numbers and symbols */
ex ex_arg(const struct store *s, ex e, size_t i);
const ex *ex_args(const struct store *s, ex e);
bool ex_is_number(const struct store *s, ex e);
bool ex_is_int(const struct store *s, ex e, int64_t *value);             /* that fits */
bool ex_is_rat(const struct store *s, ex e, int64_t *num, int64_t *den); /* that fits */
bool ex_is_positive(const struct store *s, ex e);                        /* known so */
bool ex_is_nonzero(const struct store *s, ex e);                         /* known so */
const char *ex_name(const struct store *s, ex symbol);
unsigned ex_assumed(const struct store *s, ex symbol);
double ex_number(struct store *s, ex number); /* nearest double */
/* Order by structure: the same in every store and for every compiler, independent of history. */
int ex_cmp(const struct store *s, ex a, ex b);

/* All nodes that e[0..m) reach, children before parents, in scratch. */
struct ex_list {
    const ex *at;
    size_t n;
};
struct ex_list ex_reach(struct store *s, const ex *e, size_t m);
/* The symbols among them, in structural order. */
struct ex_list ex_symbols(struct store *s, const ex *e, size_t m);
/* Names (ex_hold) in e that are in no other one but those that are open; in scratch. */
struct ex_list ex_held(struct store *s, ex e, const ex *open, size_t n);
bool ex_has(struct store *s, ex e, ex symbol);

/* Operations for the computation of all of e[0..m), every node once. */
struct ex_cost {
    size_t adds, muls, divs, calls;
};
struct ex_cost ex_cost(struct store *s, const ex *e, size_t m);
size_t ex_operations(struct store *s, const ex *e, size_t m); /* all kinds together */

/* ---- calculus ---- */

ex ex_diff(struct store *s, ex e, ex x);
/* out[i] = d e / d x[i], one reverse sweep for all. */
void ex_gradient(struct store *s, ex e, const ex *x, size_t n, ex *out);
/* out[j] = sum_i d e[j] / d x[i] dx[i], one forward sweep for all. */
void ex_directional(struct store *s, const ex *e, size_t m, const ex *x, const ex *dx, size_t n,
                    ex *out);
/* out[j * n + i] = d e[j] / d x[i] */
void ex_jacobian(struct store *s, const ex *e, size_t m, const ex *x, size_t n, ex *out);
/* out[j * n + i] = d^2 e / d x[j] d x[i] */
void ex_hessian(struct store *s, ex e, const ex *x, size_t n, ex *out);
/* Replaces from[i] by to[i] everywhere at once; from[i] may be any subexpression. */
void ex_subst(struct store *s, const ex *e, size_t m, const ex *from, const ex *to, size_t n,
              ex *out);
/* out[j] = image of e[j] when the rule maps each node that e[0..m) reach, operands first. The rule
 * may ask for the image of an earlier node (EX_POISON: not an earlier node), and for the node over
 * the images of its operands. The pass keeps scratch until the caller releases it, so that a rule
 * may keep some, too. */
struct ex_rewriting;
struct ex_rule {
    ex (*image)(void *context, const struct ex_rewriting *r, ex node);
    void *context;
};
void ex_rewrite(struct store *s, const ex *e, size_t m, struct ex_rule rule, ex *out);
ex ex_image(const struct ex_rewriting *r, ex node);
ex ex_over_images(const struct ex_rewriting *r, ex node);
ex ex_expand(struct store *s, ex e);
ex ex_expand_short(struct store *s, ex e); /* e itself where that would have over 2000 terms */
/* e as a polynomial in x[0..n): sum of coefficient * monomial. Poison when it is not one. */
ex ex_collect(struct store *s, ex e, const ex *x, size_t n);
/* Coefficient of x[0]^k[0] ... x[n-1]^k[n-1]; 0 when absent, poison when not a polynomial. */
ex ex_coefficient(struct store *s, ex e, const ex *x, const uint32_t *k, size_t n);
/* Total degree in x[0..n), 0 for zero, -1 when e is not a polynomial in them. Where e is too large
 * to be multiplied out it is a bound from above, as if nothing cancelled. Never an error. */
int64_t ex_degree(struct store *s, ex e, const ex *x, size_t n);
/* Expands, removes sin(a)^2 in favour of cos(a)^2, and keeps the cheaper of the two, if that has no
 * more terms; e itself where multiplying out would make it large. */
ex ex_circle(struct store *s, ex e);

/* ---- exactness ----
 * Rational functions over kernels: symbols, sin and cos of sums of angles, exp, log, roots; tan and
 * the hyperbolic functions through their definitions. Other functions are opaque kernels. The work
 * is bounded: expressions that are too large stay as they are. */

/* out[j] = e[j] as one fraction of expanded polynomials in lowest terms. All are written in one set
 * of kernels, so that equal ones in one call come out as one handle, however they are written.
 * False when any was left as it is: too large, or a denominator that vanishes. */
bool ex_normal(struct store *s, const ex *e, size_t m, ex *out);
/* out[j] = the cheapest of several forms of e[j] by the count of operations, never a dearer one;
 * simplifying it again changes nothing. */
void ex_simplify(struct store *s, const ex *e, size_t m, ex *out);

enum ex_answer { EX_UNDECIDED, EX_ZERO, EX_NOT_ZERO };
struct ex_verdict {
    enum ex_answer answer;
    bool proved;  /* by the normal form; by interval arithmetic at the witness */
    double doubt; /* of an answer that is not proved: it is wrong with a chance below 2^doubt */
    struct ex_list at;   /* the symbols of e, and a point where it is not zero; in scratch */
    const double *value; /* only when the answer is EX_NOT_ZERO */
};
/* Can FLINT be used? Without it there are no normal forms, and few proofs. */
bool ex_has_flint(void);
/* Is e zero wherever it has a value? Without `prove` random points decide. */
struct ex_verdict ex_zero(struct store *s, ex e, bool prove);
/* Which of e[0..m) are zero, by random points: cheap where they share many nodes. */
void ex_zeros(struct store *s, const ex *e, size_t m, bool *zero);

/* out[j] = e[j] with nodes of the same value, or of opposite values, merged into the cheapest of
 * them; as reliable and as cheap as ex_zeros. e itself where there are roots, or too many nodes. */
void ex_sweep(struct store *s, const ex *e, size_t m, ex *out);

/* The equalities that ex_sweep finds, not applied: all nodes that e[0..m) reach, operands first,
 * and the number or node that each seems to be equal to. Callers must prove them. */
struct ex_step {
    ex node;
    ex same;    /* a number, or a node of an earlier step; EX_POISON: no equality */
    bool minus; /* the node is the opposite of `same` */
    /* Nodes of earlier steps: the equality holds for all values of these. */
    struct ex_list any;
};
struct ex_steps {
    const struct ex_step *at;
    size_t n;
};
struct ex_steps ex_steps(struct store *s, const ex *e, size_t m); /* in scratch */

/* ---- values ---- */

/* out[j] = e[j] at x[i] = v[i]; NaN where a symbol has no value or outside the domain. */
void ex_eval(struct store *s, const ex *e, size_t m, const ex *x, const double *v, size_t n,
             double *out);
/* Like ex_eval, with one value for every node of ex_reach(e). */
void ex_eval_all(struct store *s, struct ex_list nodes, const ex *x, const double *v, size_t n,
                 double *out);
#define EX_PRIME ((UINT64_C(1) << 61) - 1)
/* Like ex_eval, in the field of EX_PRIME elements; false when an operator is not defined there or a
 * denominator vanishes. */
bool ex_eval_mod(struct store *s, const ex *e, size_t m, const ex *x, const uint64_t *v, size_t n,
                 uint64_t *out);

/* The rest of the interface. */
#include "matrices.h"
#include "text.h"
#include "zeros.h"

#endif
