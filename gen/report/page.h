/* gen/report/page.h -- parts of the page of a report.
 *
 * Private to report/.
 *
 * The page says what the system is, shows its equations and what is true of them, and computes the
 * motion itself, by the same code that `emit` writes. Its parts are made as texts and put together
 * at the end; what never changes is in style.css and player.js.
 *
 * Whatever a model says gets into the page through report_html (as text), base_put_string (as a
 * string of JavaScript) or a writer of documents. Beside that, the page allows no script and no
 * style but its own, by their hashes, and nothing from outside.
 *
 * Ownership: everything lives in scratch.
 * Errors:    notes in the diag of the job; nothing is written then.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_REPORT_PAGE_H
#define GEN_REPORT_PAGE_H

#include "gen/job/job.h"

struct report {
    struct job *job; /* with its system */
    const struct options *options;
    struct mem_text page; /* what is in its body */
    const char *style;    /* of a picture in it, or NULL */
    struct job *other;    /* of the law that the model wants to be compared with, or NULL */
    enum lang_law law;    /* of `other` */
};

/* ---- report.c ---- */

void report_html(struct mem_text *out, const char *text); /* in which nothing means anything */

/* ---- report_system.c ---- */

void report_put_system(struct report *r);
void report_put_equations(struct report *r);
void report_put_verdicts(struct report *r);

/* ---- report_script.c ---- */

enum { REPORT_SCRIPTS = 3 };
struct scripts {
    const char *at[REPORT_SCRIPTS]; /* modules, to be run in this order */
    size_t n;
};
/* False after an error. */
bool report_scripts(struct report *r, struct scripts *out);

#endif
