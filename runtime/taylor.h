/* runtime/taylor.h -- order of the Taylor method.
 *
 * It must be known before the block jet of a model is made.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_TAYLOR_H
#define RT_TAYLOR_H

/* The usual order is only what the table of methods says: a step has that of the block jet. */
enum { RT_TAYLOR_LEAST = 4, RT_TAYLOR_ORDER = 8, RT_TAYLOR_MOST = 32 };
#define RT_TAYLOR_USUAL 1e-9 /* tolerance */

/* That fits a relative tolerance; 0: the usual one. */
int rt_taylor_order(double rel);

#endif
