/* gen/report/report.h -- HTML report about a model: one file without external resources.
 *
 * The page describes the system, shows its equations and verified properties, and computes the
 * motion by the same code that `emit` writes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_REPORT_REPORT_H
#define GEN_REPORT_REPORT_H

#include "gen/job/job.h"

/* Writes the page of the system of the job to `path`; "-": standard output. */
enum base_exit report_write(struct job *job, const struct options *o, const char *path);

#endif
