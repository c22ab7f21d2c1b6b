/* gen/tables/events.h -- directions and actions of events.
 *
 * One row becomes WAY_x or ACT_x and its word in `event`; the first row is the default.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_EVENTS_H
#define GEN_TABLES_EVENTS_H

/* clang-format off */
#define EVENT_WAYS(WAY) \
    WAY(any) \
    WAY(rising) \
    WAY(falling)
#define EVENT_ACTS(ACT) \
    ACT(record) \
    ACT(stop) \
    ACT(reset)
/* clang-format on */

#endif
