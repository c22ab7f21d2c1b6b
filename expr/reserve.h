/* expr/reserve.h -- memory that is kept back for the dynamic linker.
 *
 * The dynamic linker ends the process with exit code 127 when it cannot allocate the variables that
 * a library has per thread, at their first use in a thread, or some tables of dlopen. So malloc and
 * its relatives are defined here for the whole process. They are those of the system, except that
 * between reserve_open and reserve_close requests that it refuses are met from the reserve.
 *
 * The one between them is the only thread that runs, and memory for anything else is taken by
 * reserve_none. Sanitizers have their own malloc, and a plain build loads no library: there is no
 * reserve in these.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_RESERVE_H
#define EX_RESERVE_H

#include <stddef.h>

void reserve_open(void);
void reserve_close(void);
void *reserve_none(size_t bytes); /* malloc that leaves the reserve alone; freed by free */

#endif
