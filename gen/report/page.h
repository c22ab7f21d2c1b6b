/* gen/report/page.h -- parts of the page of a report.
 *
 * Private to report/.
 *
 * The page describes the system, shows its equations and verified properties, and computes the
 * motion by the same code that `emit` writes. Its parts are texts that are joined at the end; fixed
 * text is in style.css and the .js files.
 *
 * Text of a model enters the page only through report_html (as text), base_put_string (as a string
 * of JavaScript) or a writer of documents. In addition, the content security policy of the page
 * allows its own scripts and styles only, by their hashes, and no network requests.
 *
 * Ownership: everything lives in scratch memory.
 * Errors:    notes in the diag of the job; then no file is written.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_REPORT_PAGE_H
#define GEN_REPORT_PAGE_H

#include "gen/job/job.h"

struct report {
    struct job *job; /* with its system */
    const struct options *options;
    struct mem_text page; /* the body */
    const char *style;    /* of a figure in it, or NULL */
    struct job *other;    /* of the law that the model wants to be compared with, or NULL */
    enum lang_law law;    /* of `other` */
};

/* ---- report.c ---- */

void report_html(struct mem_text *out, const char *text); /* escaped */

/* ---- report_system.c ---- */

void report_put_system(struct report *r);
void report_put_equations(struct report *r);
void report_put_verdicts(struct report *r);

/* ---- report_script.c ---- */

enum { REPORT_SCRIPTS = 3 };
struct scripts {
    const char *at[REPORT_SCRIPTS]; /* modules, in the order of execution */
    size_t n;
};
/* False after an error. */
bool report_scripts(struct report *r, struct scripts *out);

#endif
