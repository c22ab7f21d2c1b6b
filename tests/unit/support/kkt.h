/* tests/unit/support/kkt.h -- Lagrange's equations with multipliers, in numbers.
 *
 * An independent method for accelerations: metric, one-forms and potential in doubles, their
 * derivatives by dual numbers, and one linear system for accelerations and multipliers,
 *
 *     g a - mu^T lambda = forces,     mu a = (b - mu v)' without a.
 *
 * Reactions of servo constraints are nu^T lambda instead, for forms nu that vanish on virtual
 * displacements.
 *
 * It uses no frames, brackets or momenta, and no code of the program.
 *
 * Errors: as in support.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KKT_H
#define KKT_H

#include "support.h"

#include <math.h>

enum { MOST = 13, TIME = MOST, DIRECTIONS = MOST + 1, SEEN = 3 };

/* ---- numbers with their derivatives by coordinates and time ---- */

struct dual {
    double v, d[DIRECTIONS];
};

static inline struct dual con(double v)
{
    return (struct dual){.v = v};
}

static inline struct dual var(double v, size_t direction)
{
    struct dual out = con(v);
    out.d[direction] = 1;
    return out;
}

/* The chain rule: v has the derivatives da and db by a and b. */
static inline struct dual chain(double v, struct dual a, double da, struct dual b, double db)
{
    struct dual out = con(v);
    for (size_t i = 0; i < DIRECTIONS; i++)
        out.d[i] = da * a.d[i] + db * b.d[i];
    return out;
}

static inline struct dual add(struct dual a, struct dual b)
{
    return chain(a.v + b.v, a, 1, b, 1);
}

static inline struct dual sub(struct dual a, struct dual b)
{
    return chain(a.v - b.v, a, 1, b, -1);
}

static inline struct dual mul(struct dual a, struct dual b)
{
    return chain(a.v * b.v, a, b.v, b, a.v);
}

static inline struct dual over(struct dual a, struct dual b)
{
    return chain(a.v / b.v, a, 1 / b.v, b, -a.v / (b.v * b.v));
}

static inline struct dual times(double c, struct dual a)
{
    return chain(c * a.v, a, c, a, 0);
}

static inline struct dual sine(struct dual a)
{
    return chain(sin(a.v), a, cos(a.v), a, 0);
}

static inline struct dual cosine(struct dual a)
{
    return chain(cos(a.v), a, -sin(a.v), a, 0);
}

static inline struct dual root(struct dual a)
{
    const double r = sqrt(a.v);
    return chain(r, a, 0.5 / r, a, 0);
}

/* ---- a system at a point ---- */

struct form {
    struct dual c[MOST]; /* components along the coordinates */
};

struct mechanics {
    size_t n, constraints;
    struct form g[MOST]; /* rows of the metric */
    struct form magnetic, mu[MOST], rub[MOST];
    struct form nu[MOST]; /* for servo constraints: reactions are nu^T lambda */
    bool servo;
    struct dual potential, b[MOST]; /* mu(v) = b */
    size_t rubs;                    /* R is half the sum of the squares of rub(v) */
    /* Values that the program gets in place of coordinates and their velocities, if any. */
    struct dual place[SEEN];
    struct form quasi[SEEN];
};

static inline struct form form_add(struct form a, struct form b)
{
    for (size_t i = 0; i < MOST; i++)
        a.c[i] = add(a.c[i], b.c[i]);
    return a;
}

static inline struct form form_times(struct dual c, struct form a)
{
    for (size_t i = 0; i < MOST; i++)
        a.c[i] = mul(c, a.c[i]);
    return a;
}

/* a + c b */
static inline struct form form_plus(struct form a, struct dual c, struct form b)
{
    return form_add(a, form_times(c, b));
}

static inline struct form along(size_t i) /* dq^i */
{
    struct form out = {0};
    out.c[i] = con(1);
    return out;
}

/* Adds the symmetric part of weight * a b to the metric. */
void kkt_add_product(struct mechanics *m, double weight, struct form a, struct form b);
void kkt_add_square(struct mechanics *m, double weight, struct form a);
void kkt_add_constraint(struct mechanics *m, struct form mu, struct dual b);
void kkt_add_friction(struct mechanics *m, double c, struct form a); /* 1/2 c a(v)^2 */

/* ---- the motion ---- */

struct motion {
    double q[MOST], v[MOST], a[MOST], lambda[MOST], energy, energy_rate;
};
/* Coordinates where Euler angles and wheels are regular, and any velocities. */
void kkt_draw(struct rng *r, size_t n, struct motion *out);
/* Projects velocities onto the constraints, in the Euclidean metric of the coordinates. */
void kkt_obey(const struct mechanics *m, double *v);
void kkt_accelerate(const struct mechanics *m, struct motion *out);
/* Accelerations of the vakonomic law for given multipliers, and the rates of these. */
void kkt_vakonomic(const struct mechanics *m, const double *lambda, struct motion *out);

/* ---- against the program ---- */

/* Statements of a model: metric and one-forms, metric and frame, or a Lagrangian. */
struct way {
    const char *name, *without[2];
    bool forms, metric; /* are there one-forms, a metric? */
};
enum { BY_FORMS, BY_FRAME, BY_LAGRANGIAN, WAYS };
extern const struct way kkt_ways[WAYS];

/* Lists of names end in NULL. */
struct trial {
    struct mem *m;
    const char *name, *text, *params, *at; /* of model and point */
    const char *const *coord, *const *seen, *const *quasi;
    bool charged;
    struct mechanics mechanics;
    struct motion motion;
};
/* Coordinates and velocities as an argument of --state. */
const char *kkt_state(const struct trial *t, double time);
/* Compares with every formulation that applies. */
void kkt_compare(const struct trial *t, const struct way *w);

#endif
