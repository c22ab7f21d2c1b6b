/* expr/exact/ring.h -- polynomials and fractions over kernels, for expr/exact only.
 *
 * A ring has one generator for each kernel; kernels come in pairs (sin and cos of one angle, with
 * sin^2 = 1 - cos^2, sinh and cosh likewise), as roots (r^q = radicand) or free. A fraction is a
 * polynomial over a product of powers of known divisors: there is one list of divisors for all
 * fractions of a ring, so that sums find their common denominator without a gcd. Numerators are
 * kept reduced by the relations; nothing is cancelled before the end (see cancel.c).
 *
 * All data live inside a deep call (deep.h): polynomials are cleared where there may be many, and
 * otherwise freed with the arena.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_RING_H
#define EX_RING_H

#include "deep.h"

typedef fmpz_mpoly_struct poly;

enum gen_kind { GEN_FREE, GEN_SIN, GEN_COS, GEN_SINH, GEN_COSH, GEN_ROOT };

struct power { /* of a divisor of the ring's list */
    uint32_t id, k;
};
struct frac {
    poly num;
    fmpz den; /* > 0 */
    struct power *below;
    uint32_t n;
    bool bad; /* has no value: a denominator vanishes */
};

struct gen {
    enum gen_kind kind;
    ex e;          /* its expression */
    ex exponent;   /* of an exponential; or poison */
    ex angle;      /* of sin, cos, sinh, cosh: e need not be a call, sin(asin(x)) is x */
    slong partner; /* of a pair */
    ulong q;       /* of a root */
    struct frac radicand;
    bool known; /* the radicand is set */
};

struct ring {
    struct store *s;
    fmpz_mpoly_ctx_t ctx;
    struct gen *gen;
    slong n;
    bool keep_roots; /* in denominators: rationalising may create new zeros there */
    poly *divisor;
    uint32_t divisors, divisor_cap;
};

/* ---- ring.c: polynomials ---- */
void poly_new(struct ring *r, poly *p);
void poly_drop(struct ring *r, poly *p);
void poly_copy(struct ring *r, poly *to, const poly *from);
void poly_gen(struct ring *r, poly *out, slong gen);
void poly_mul(struct ring *r, poly *out, const poly *a, const poly *b); /* out must not be a or b */
void poly_pow(struct ring *r, poly *out, const poly *a, ulong k);       /* free, not reduced */
void poly_reduce(struct ring *r, poly *p);                              /* pairs, not roots */
void poly_times(struct ring *r, poly *p, const poly *by);               /* p *= by, reduced */
void poly_times_int(struct ring *r, poly *p, const fmpz *by);
slong poly_degree(struct ring *r, const poly *p, slong gen);
bool poly_is_one(struct ring *r, const poly *p);
/* The part of p with gen^k, without that power. */
void poly_coefficient(struct ring *r, poly *out, const poly *p, slong gen, ulong k);
/* Takes the integer content with the sign of the first term out of p: p becomes primitive. */
void poly_content(struct ring *r, poly *p, fmpz *content);
ex poly_ex(struct ring *r, const poly *p); /* as a sum of terms */
ex gen_power(struct ring *r, slong gen, ulong k);
ex exponential(struct store *s, ex exponent); /* exp of it; x^n where that is exp(n log(x)) */
ex fmpz_ex(struct store *s, const fmpz *z);
void fmpz_of(struct store *s, struct rat a, fmpz *num, fmpz *den);

/* ---- frac.c: fractions ---- */
void frac_int(struct ring *r, struct frac *f, slong i);
void frac_number(struct ring *r, struct frac *f, struct rat a);
void frac_gen(struct ring *r, struct frac *f, slong gen);
void frac_copy(struct ring *r, struct frac *to, const struct frac *from);
void frac_mul(struct ring *r, struct frac *out, const struct frac *a, const struct frac *b);
void frac_sum(struct ring *r, struct frac *out, const struct frac *const *f, size_t n);
void frac_power(struct ring *r, struct frac *out, const struct frac *a, int64_t k);
void frac_reduce(struct ring *r, struct frac *f);
bool frac_same_below(const struct frac *a, const struct frac *b);
/* 1 over the common denominator of all; and the numerator of a over that denominator. */
void frac_common(struct ring *r, struct frac *out, const struct frac *const *f, size_t n);
void frac_bring(struct ring *r, struct frac *out, const struct frac *a, const struct frac *to);

/* ---- translate.c: a ring for expressions, and the expressions in it ---- */
/* The ring of settled expressions (settle.h), with one fraction for each of e[0..m). */
struct ring *ring_for(struct store *s, const ex *e, size_t m, bool keep_roots, struct frac *out);
bool ring_has_roots(const struct ring *r);

/* ---- cancel.c ---- */
/* f = num / den with both expanded and without a common factor, den with a positive first term.
 * tan(x/2) is (1 - cos(x)) / sin(x), which has no value at x = 0, and sin(x) / (1 + cos(x)), which
 * has none at pi: `unique` makes both the second; else one stays as it is. */
struct quotient {
    poly num, den;
};
void cancel(struct ring *r, const struct frac *f, bool unique, struct quotient *out);

#endif
