/* tests/unit/support/world.h -- a model as functions of numbers, without its symbolic derivation.
 *
 * Only the text of the model is taken from the program: fields, forms, brackets and energies as
 * they were read, and the fields that it chose. Everything else is found from their values at
 * points, with numbers of 512 bits: inverse frames and ranks by elimination and rotations,
 * derivatives by central differences over 2^-64, motions from Lagrange's or Hamilton's equations
 * with multipliers in the natural basis e_B,
 *
 *   q' = rho_B y^B,   p_C' = rho_C(L) + C^D_BC y^B p_D + Q_C + lambda_i nu^i_C,   mu^i(y) = b^i,
 *
 * where nu = mu except for servo constraints, and rates of any function from its values at two
 * points along the motion. No symbolic derivative, normal form or zero test has a part in it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WORLD_H
#define WORLD_H

#include "gen/job/job.h"
#include "gen/prove/prove.h"
#include "real.h"

enum { MOST = 16, WORLD_SYMBOLS = 320 };
#define NOT_A_SYMBOL ((size_t)-1)

/* Expressions as a list of operations. Parameters have one value each, so that what depends on
 * them only is computed once. */
struct tape {
    struct step {
        enum ex_op op;
        size_t first, args; /* in `arg` */
        bool fixed;
        size_t symbol; /* of the world, or (size_t)-1 */
    } * step;
    size_t *arg, steps, *out, outs;
    mpfr_t *value;
    mpfr_srcptr *taken; /* arguments of one step */
};

/* A point: positions, velocities and momenta along the natural basis, multipliers, time. In a world
 * with a Lagrangian p follows from the rest, with a Hamiltonian y does. */
struct place {
    real q[MOST], y[MOST], p[MOST], lambda[MOST], t;
};
struct fields {                                /* at a point */
    real F[MOST * MOST];                       /* F[B n + A] of f_A along e_B */
    real rho[MOST * MOST], right[MOST * MOST]; /* [i n + B] */
    real bracket[MOST * MOST * MOST];          /* [(B n + C) n + D] */
};
struct forms {
    real mu[MOST * MOST], b[MOST], drift[MOST]; /* drift along e_B */
};

enum world_law {
    MOVES_FREELY,
    MOVES_NONHOLONOMIC,
    MOVES_SERVO,
    MOVES_VAKONOMIC,
    MOVES_GRADIENT,
    MOVES_SECOND,
    MOVES_UNKNOWN
};

struct world {
    struct lab lab;
    struct job job;
    struct store *s;
    const struct model *m;
    struct rng *rng;
    const char *text;
    size_t nq, n, r, c; /* coordinates, rank of E, of C; n - r */
    enum world_law law;
    bool hamilton, skew, has_quasi, draws;
    ex *symbol;
    size_t symbols, probe; /* probe: the constraint whose residual is asked for */
    double *p;             /* values of the parameters */
    bool has_bracket;
    /* Tapes; those of what the model does not have are empty. */
    struct tape fields, forms, energy, rayleigh, loads, force, two, nu, position, gradient, second;
};

/* Reads the model of a text and derives its default system, like `check`. False, with the reason
 * in the diag of the job: the model is refused. */
bool world_open(struct world *w, const char *name, const char *text, struct rng *rng);
void world_close(struct world *w);

size_t world_symbol_at(const struct world *w, ex e); /* or NOT_A_SYMBOL */
struct tape tape_new(struct world *w, const ex *e, size_t n);
void tape_free(struct tape *t);
/* x[i] is the value of symbol i of the world, NULL: it has none. */
void tape_eval(struct tape *t, const real *x, real *out);

/* Values of all symbols at a point, for results: quasi-velocities there are those without the
 * drift. */
void world_symbols(struct world *w, const struct place *at, real *x);
/* Value of an expression in any symbols of the results at a point. */
real world_value(struct world *w, ex e, const struct place *at);
/* A printed expression; EX_POISON: it cannot be read. */
ex world_read(struct world *w, const char *text, size_t len);

void world_fields(struct world *w, const struct place *at, struct fields *out);
void world_forms(struct world *w, const struct place *at, struct forms *out);
/* Virtual displacements as forms that annihilate them, c x n. */
bool world_virtual(struct world *w, const struct place *at, real *nu);
/* A random point that obeys the constraints; false: none was found. */
bool world_draw(struct world *w, struct place *out);

/* a + step * by, for a step of 2^-64 or its negative. */
void world_shift(const struct world *w, const struct place *a, const struct place *by, bool back,
                 struct place *out);
void world_still(const struct world *w, struct place *out); /* all 0 */
typedef real world_function(struct world *w, const struct place *at);
real world_slope(struct world *w, world_function *f, const struct place *at,
                 const struct place *along);

/* A section as a frame field, or as the bracket of two sections. */
struct word {
    const struct word *left, *right; /* or NULL: */
    size_t field;
};
/* Its components along e_B. */
void world_word(struct world *w, const struct word *word, const struct place *at, real *out);
/* Components of a vector along the frame. */
bool world_in_frame(struct world *w, const struct place *at, const real *v, real *out);
real world_lagrangian(struct world *w, const struct place *at); /* or the Hamiltonian */
real world_energy(struct world *w, const struct place *at);
void world_momenta(struct world *w, const struct place *at, real *p);
void world_velocities(struct world *w, const struct place *at, real *y);
/* Forces along e_B. */
void world_forces(struct world *w, const struct place *at, real *Q);
/* The one-forms, quadratic or two-forms of a tape at given velocities. */
real world_at_velocities(struct world *w, struct tape *t, const struct place *at);
void world_tape(struct world *w, struct tape *t, const struct place *at, real *out);
/* dq, dy, dp, dlambda, dt of the motion by a law; and the multipliers. False: singular. */
bool world_motion(struct world *w, enum world_law law, const struct place *at, struct place *rate,
                  real *lambda);
/* Rate of a function along a rate. */
real world_rate(struct world *w, ex e, const struct place *at, const struct place *rate);
/* Hessian of L in y, or of H in p: n x n. */
void world_hessian(struct world *w, const struct place *at, real *out);

#endif
