/* gen/forms/effective_space.h -- struct effective: the effective phase space of a Hamiltonian.
 *
 * Private to forms/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_FORMS_EFFECTIVE_SPACE_H
#define GEN_FORMS_EFFECTIVE_SPACE_H

#include "gen/forms/system.h"

/* Solution of n conditions on n momenta eta_alpha of the complement. */
struct effective {
    size_t n;
    ex *eta;             /* n: closed forms, and symbols of those that are open or free */
    bool *holds;         /* n: the condition is satisfied by the closed forms */
    size_t *open, opens; /* places of those that the conditions determine, not in closed form */
    ex *condition;       /* opens: what then must vanish */
    size_t *free, frees; /* places of those that no condition contains */
    ex never;            /* a condition that never holds, or EX_POISON */
    ex bound;            /* a condition between the other states, or EX_POISON */
};

/* ---- effective_space.c ---- */

/* condition[i](eta) = 0 for the symbols eta[i]. What is zero only at random points becomes a claim
 * of the system. */
struct effective form_effective_space(struct diag *d, struct system *out, const ex *condition,
                                      const ex *eta, size_t n);

/* ---- closed_roots.c ---- */

/* The only value of the symbol u for which e = 0, where it can be written down; u does not occur in
 * it. EX_POISON: there are several, or none was found; never: there is proved to be none. */
ex form_closed_root(struct diag *d, struct store *s, ex e, ex u, bool *never);
/* The numerator of e as one fraction, as a product where it is one. */
ex form_numerator(struct store *s, ex e);
/* e without factors that are proved not to vanish. */
ex form_essential(struct store *s, ex e);
/* An equation with the same solutions as a + b f(w) = 0, where only w contains u: w = f^-1(-a/b),
 * and so on; e itself where f has no inverse on all reals. */
ex form_peeled(struct store *s, ex e, ex u);

#endif
