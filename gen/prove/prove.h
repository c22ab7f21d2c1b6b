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
    ex factor[SINGULAR_MOST]; /* where it vanishes, */
    const char *what[SINGULAR_MOST];
    size_t n;
    bool partly;  /* something was too long to be looked at */
    bool sampled; /* something did not vanish at many points, which proves nothing */
};
struct singular prove_singular_set(struct diag *d, const struct system *sys);

/* ---- agreement.c ---- */

struct agreement {
    const char *name[16];   /* of formulations that exist */
    const char *reason[16]; /* NULL: it applies; else why it does not */
    size_t n;
    enum alg_standing standing;
    const char *differs; /* two that do not agree, or NULL */
};
/* Of the formulations of the law of a system. */
struct agreement prove_agreement(struct diag *d, struct proofs *p, const struct system *sys);

/* ---- claims.c ---- */

struct assertion {
    const char *text; /* the claim, and the finding */
    bool holds;
    enum alg_standing standing;
};
/* `conserved` and `==`, exactly. */
struct assertion prove_claim(struct diag *d, struct proofs *p, const struct system *sys,
                             const struct claim_item *claim);

/* ---- verdict.c ---- */

struct verdict {
    bool decided; /* no claim stays undecided */
    bool good;    /* formulations agree, and what the model claims holds */
};
/* All lines but those that only a run can tell; these are said afterwards, then it is ended. */
struct screen *prove_verdict(FILE *out, bool as_json, struct diag *d, struct proofs *p,
                             struct system *sys, const struct program *program);
/* The same lines to whom it may concern; name and standing as in prove_screen_say. */
struct listener {
    void (*say)(void *context, const char *name, const char *text, const char *standing);
    void *context;
};
struct screen *prove_verdict_to(const struct listener *listener, struct diag *d, struct proofs *p,
                                struct system *sys, const struct program *program);
/* One more; standing NULL: it is no claim. */
void prove_screen_say(struct screen *sc, const char *name, const char *text, const char *standing);
struct verdict prove_screen_end(struct screen *sc, bool measured); /* and these hold, or not */

#endif
