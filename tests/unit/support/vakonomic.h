/* tests/unit/support/vakonomic.h -- vakonomic systems of data/vakonomic.json, and queries to them.
 *
 * Errors: as in support.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VAKONOMIC_H
#define VAKONOMIC_H

#include "support.h"

enum { MOST_COORDS = 4, WORD_ROOM = 32 };

struct vak_system {
    const char *name, *model;
    const char *coord[MOST_COORDS];
    size_t coords, constraints;
    bool free[MOST_COORDS]; /* given velocities; the others follow */
};
enum { DISK, PARTICLE, GENERIC, VAK_SYSTEMS };
extern const struct vak_system vak_systems[VAK_SYSTEMS];

struct oracle vak_open(void);

/* ---- comparing ---- */

double vak_largest(const struct jnode *v); /* largest size in a number, a list or a matrix */
/* The same shape, and equal within 1e-12 (1 + scale); a list of one may be a number. */
void vak_near(const char *where, const char *what, const struct jnode *got,
              const struct jnode *want, double scale);
void vak_near_field(const char *where, const char *what, const struct jnode *got,
                    const struct jnode *want);
/* Members `prefix`NAME of an object against a part of a list. */
void vak_near_names(const char *where, const struct jnode *got, const char *prefix,
                    const struct vak_system *k, const struct jnode *want, size_t skip);
double vak_number(const struct jnode *list, size_t i);

/* ---- asking ---- */

/* Coordinates, free velocities and multipliers; multipliers are divided by `by`. */
const char *vak_state(struct oracle *d, const struct vak_system *k, const struct jnode *state,
                      double by);
const char *vak_params(struct oracle *d, const struct vak_system *k, const struct jnode *values);
/* eval at a point of the data; basis NULL: that of the model. */
const struct jnode *vak_ask(struct oracle *d, const struct vak_system *k, const char *model,
                            const struct jnode *point, double by, const char *basis);

#endif
