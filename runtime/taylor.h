/* runtime/taylor.h -- order of the Taylor method.
 *
 * It must be known before the block jet of a model is made.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_TAYLOR_H
#define RT_TAYLOR_H

/* RT_TAYLOR_ORDER is only shown in the table of methods: steps have the order of the block jet. */
enum { RT_TAYLOR_LEAST = 4, RT_TAYLOR_ORDER = 8, RT_TAYLOR_MOST = 32 };
#define RT_TAYLOR_USUAL 1e-9 /* default tolerance */

/* Order for a relative tolerance; 0: the default one. */
int rt_taylor_order(double rel);

#endif
