/* gen/prove/prove.h -- verdicts: agreement of formulations, singular sets, claims, certificates.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_PROVE_PROVE_H
#define GEN_PROVE_PROVE_H

#include "gen/code/program.h"

struct screen;

/* ---- certificate.c ---- */

bool prove_certificate(struct diag *d, const struct proofs *p, const char *title, const char *path);

/* ---- singular_set.c ---- */

enum { SINGULAR_MOST = 16 };
struct singular {
    ex factor[SINGULAR_MOST];        /* the system is singular where it vanishes, */
    const char *what[SINGULAR_MOST]; /* in this way */
    bool seen[SINGULAR_MOST];        /* a point was found where it vanishes, or it is constant */
    size_t n;
    bool partly;  /* a matrix was too long to be examined */
    bool sampled; /* a factor was left out without a proof that it never vanishes */
};
struct singular prove_singular_set(struct diag *d, const struct system *sys);

/* ---- agreement.c ---- */

struct agreement {
    const char *name[16];   /* of all formulations of the law */
    const char *reason[16]; /* NULL: it applies; else why it does not */
    size_t n;
    enum alg_standing standing;
    const char *differs; /* two that do not agree, or NULL */
};
/* Compares all formulations of the law of a system. */
struct agreement prove_agreement(struct diag *d, struct proofs *p, const struct system *sys);

/* ---- claims.c ---- */

struct assertion {
    const char *text; /* the claim; if it is false, with the difference */
    bool holds;
    enum alg_standing standing;
};
/* Decides a claim `conserved` or `==`. */
struct assertion prove_claim(struct diag *d, struct proofs *p, const struct system *sys,
                             const struct claim_item *claim);

/* ---- verdict.c ---- */

struct verdict {
    bool decided; /* no statement is undecided */
    bool good;    /* formulations agree, and the claims of the model hold */
};
/* Prints all lines except those that need a run: prove_screen_say adds these, prove_screen_end
 * ends the screen. */
struct screen *prove_verdict(FILE *out, bool as_json, struct diag *d, struct proofs *p,
                             struct system *sys, const struct program *program);
/* Sends the lines to a function instead; name and standing as in prove_screen_say. */
struct listener {
    void (*say)(void *context, const char *name, const char *text, const char *standing);
    void *context;
};
struct screen *prove_verdict_to(const struct listener *listener, struct diag *d, struct proofs *p,
                                struct system *sys, const struct program *program);
/* Adds a line; standing NULL: the line is information, not a claim. */
void prove_screen_say(struct screen *sc, const char *name, const char *text, const char *standing);
struct verdict prove_screen_end(struct screen *sc, struct verdict measured); /* and of a run */

#endif
