/* gen/report/report.h -- HTML report about a model: one page that needs nothing but a browser.
 *
 * The page says what the system is, shows its equations and what is true of them, and computes the
 * motion itself, by the same code that `emit` writes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_REPORT_REPORT_H
#define GEN_REPORT_REPORT_H

#include "gen/job/job.h"

/* The system of the job as a page at `path`; "-": standard output. */
enum base_exit report_write(struct job *job, const struct options *o, const char *path);

#endif
