/* gen/report.h -- one page of HTML about a model, which needs nothing but a browser.
 *
 * The page says what the system is, shows its equations and what is true of them, and computes the
 * motion itself, by the same code that `emit` writes. Its parts are made as texts and put together
 * at the end; what never changes is in report.css and report.js.
 *
 * Whatever a model says gets into the page through gen_html (as text), gen_put_string (as a string
 * of JavaScript) or a writer of documents. Beside that, the page allows no script and no style but
 * its own, by their hashes, and nothing from outside.
 *
 * Ownership: everything lives in scratch.
 * Errors:    notes in the diag of the job; nothing is written then.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_REPORT_H
#define GEN_REPORT_H

#include "gen/figure.h"

struct report {
    struct job *s; /* with its system */
    const struct options *options;
    struct mem_text page; /* what is in its body */
    const char *style;    /* of a picture in it, or NULL */
    struct job *other;    /* of the law that the model wants to be compared with, or NULL */
    enum gen_law law;     /* of `other` */
};

/* ---- report.c ---- */

/* The system of the job as a page at `path`; "-": standard output. */
enum gen_exit gen_report(struct job *s, const struct options *o, const char *path);
void gen_html(struct mem_text *out, const char *text); /* in which nothing means anything */

/* ---- report_system.c: what the system is, its equations, what is true of it ---- */

void gen_report_system(struct report *r);
void gen_report_equations(struct report *r);
void gen_report_verdicts(struct report *r);

/* ---- report_script.c: what moves ---- */

enum { REPORT_SCRIPTS = 3 };
struct scripts {
    const char *at[REPORT_SCRIPTS]; /* modules, to be run in this order */
    size_t n;
};
/* False after an error. */
bool gen_report_scripts(struct report *r, struct scripts *out);

#endif
