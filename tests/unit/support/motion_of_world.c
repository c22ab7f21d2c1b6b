/* tests/unit/support/motion_of_world.c -- points and motions of a model in numbers. */
#include "world.h"

#include <string.h>

/* ---- forces ---- */

static real dissipation(struct world *w, const struct place *at)
{
    return world_at_velocities(w, &w->rayleigh, at);
}

static real one_form(struct world *w, const struct place *at)
{
    return world_at_velocities(w, &w->force, at);
}

static void along_velocity(const struct world *w, size_t B, struct place *out)
{
    world_still(w, out);
    out->y[B] = real_of(1);
}

/* Forces of the statement `force x = ...`, along velocities of sections or of the frame. */
static void add_loads(struct world *w, const struct place *at, real *Q)
{
    const size_t n = w->n;
    const struct model *m = w->m;
    real value[4 * MOST], one[MOST], row[MOST] = {NULL}, across[MOST * MOST];
    struct fields f;
    REQUIRE(m->loads <= COUNT(value), "too many forces");
    if (m->loads == 0)
        return;
    world_fields(w, at, &f);
    real_transpose(f.F, n, n, across);
    world_tape(w, &w->loads, at, value);
    for (size_t k = 0; k < m->loads; k++) {
        for (size_t A = 0; A < n; A++)
            one[A] = row[A] = real_of(A == m->load[k].index);
        if (m->load[k].frame && !real_solve(across, one, n, row))
            continue;
        for (size_t B = 0; B < n; B++)
            Q[B] = real_plus(Q[B], value[k], row[B]);
    }
}

static void add_two_form(struct world *w, const struct place *at, real *Q)
{
    const size_t n = w->n;
    for (size_t B = 0; B < n; B++) {
        struct place first = *at;
        for (size_t C = 0; C < n; C++) {
            first.y[C] = real_of(C == B);
            first.p[C] = at->y[C]; /* of the second argument, see world_at_velocities */
        }
        Q[B] = real_add(Q[B], world_at_velocities(w, &w->two, &first));
    }
}

void world_forces(struct world *w, const struct place *at, real *Q)
{
    struct place here = *at, along;
    world_velocities(w, at, here.y);
    for (size_t B = 0; B < w->n; B++) {
        Q[B] = real_of(0);
        along_velocity(w, B, &along);
        if (w->rayleigh.steps)
            Q[B] = real_sub(Q[B], world_slope(w, dissipation, &here, &along));
        if (w->force.steps)
            Q[B] = real_add(Q[B], world_slope(w, one_form, &here, &along));
    }
    if (w->two.steps)
        add_two_form(w, &here, Q);
    add_loads(w, &here, Q);
}

/* ---- constraints ---- */

/* mu(y) - b of the constraint with index `w->probe`. */
static real residual(struct world *w, const struct place *at)
{
    struct forms g;
    real y[MOST];
    world_forms(w, at, &g);
    world_velocities(w, at, y);
    return real_sub(real_dot(&g.mu[w->probe * w->n], 1, y, 1, w->n), g.b[w->probe]);
}

/* L + lambda (mu(y) - b) */
static real extended(struct world *w, const struct place *at)
{
    real out = world_lagrangian(w, at);
    struct forms g;
    if (w->law != MOVES_VAKONOMIC)
        return out;
    world_forms(w, at, &g);
    for (size_t i = 0; i < w->c; i++) {
        const real phi = real_sub(real_dot(&g.mu[i * w->n], 1, at->y, 1, w->n), g.b[i]);
        out = real_plus(out, at->lambda[i], phi);
    }
    return out;
}

/* Forms that vanish on the fields in the rows of V: those of a basis that has these fields. */
static bool annihilators(struct world *w, const struct place *at, const real *V, real *nu)
{
    const size_t n = w->n, r = w->r;
    struct fields f;
    real a[MOST * MOST], one[MOST];
    world_fields(w, at, &f);
    real_transpose(f.F, n, n, a);
    memcpy(a, V, r * n * sizeof *a);
    for (size_t k = 0; k < w->c; k++) {
        for (size_t A = 0; A < n; A++)
            one[A] = real_of(A == r + k);
        if (!real_solve(a, one, n, &nu[k * n]))
            return false;
    }
    return true;
}

bool world_virtual(struct world *w, const struct place *at, real *nu)
{
    const size_t n = w->n, k = w->m->virtuals;
    real value[MOST], V[MOST * MOST];
    for (size_t B = 0; B < n; B++) {
        struct place one = *at;
        for (size_t C = 0; C < n; C++)
            one.y[C] = real_of(C == B);
        world_tape(w, &w->nu, &one, value); /* velocities and sections have the same values */
        for (size_t i = 0; i < k; i++)
            V[i * n + B] = value[i];
    }
    if (w->m->virtual_fields)
        return k == w->r && annihilators(w, at, V, nu);
    memcpy(nu, V, k * n * sizeof *nu);
    return k == w->c;
}

/* ---- points ---- */

/* Newton's method for positions with holonomic constraints, whose differentials are mu. */
static bool onto_positions(struct world *w, struct place *at)
{
    enum { STEPS = 40 };
    const size_t k = w->position.outs, n = w->n;
    real value[MOST], gram[MOST * MOST], step[MOST];
    size_t index[MOST] = {0}, held = 0;
    for (size_t i = 0; i < w->m->constraints; i++)
        if (w->m->constraint[i].position != EX_POISON)
            index[held++] = i;
    for (size_t times = 0; times < STEPS && k; times++) {
        struct forms g;
        bool done = true;
        world_tape(w, &w->position, at, value);
        world_forms(w, at, &g);
        for (size_t i = 0; i < k; i++)
            done &= mpfr_zero_p(value[i]) || mpfr_get_exp(value[i]) < -400;
        if (done)
            return true;
        for (size_t i = 0; i < k * k; i++)
            gram[i] = real_dot(&g.mu[index[i / k] * n], 1, &g.mu[index[i % k] * n], 1, n);
        if (!real_solve(gram, value, k, step))
            return false;
        for (size_t B = 0; B < n && B < w->nq; B++)
            for (size_t i = 0; i < k; i++)
                at->q[B] = real_sub(at->q[B], real_mul(step[i], g.mu[index[i] * n + B]));
    }
    return k == 0;
}

/* Newton's method for momenta whose velocities obey the constraints, along the forms mu. */
static bool onto_momenta(struct world *w, struct place *at)
{
    enum { STEPS = 60 };
    const size_t n = w->n, c = w->c;
    real a[MOST * MOST], b[MOST], step[MOST];
    for (size_t times = 0; times < STEPS && c; times++) {
        struct forms g;
        bool done = true;
        world_forms(w, at, &g);
        for (w->probe = 0; w->probe < c; w->probe++) {
            struct place along;
            b[w->probe] = residual(w, at);
            done &= mpfr_zero_p(b[w->probe]) || mpfr_get_exp(b[w->probe]) < -120;
            for (size_t k = 0; k < c; k++) {
                world_still(w, &along);
                memcpy(along.p, &g.mu[k * n], n * sizeof *along.p);
                a[w->probe * c + k] = world_slope(w, residual, at, &along);
            }
        }
        if (done)
            return true;
        if (!real_solve(a, b, c, step))
            return false;
        for (size_t B = 0; B < n; B++)
            at->p[B] = real_sub(at->p[B], real_dot(step, 1, &g.mu[B], n, c));
    }
    return c == 0;
}

static real random_real(struct world *w, double lo, double hi)
{
    return real_of(rng_double(w->rng, lo, hi));
}

static void draw_positions(struct world *w, struct place *out)
{
    double low = 0, high = 0;
    world_still(w, out);
    for (size_t i = 0; i < w->nq; i++) {
        const struct coord *q = &w->m->coord[i];
        const bool from = q->low != EX_POISON, to = q->high != EX_POISON;
        low = from && ex_is_number(w->s, q->low) ? ex_number(w->s, q->low) : 0.25;
        high = to && ex_is_number(w->s, q->high) ? ex_number(w->s, q->high) : low + 1;
        high = high > low + 1 ? low + 1 : high;
        out->q[i] = random_real(w, low + (high - low) / 8, high - (high - low) / 8);
    }
    out->t = random_real(w, 0.25, 1);
}

bool world_draw(struct world *w, struct place *out)
{
    enum { TRIES = 8 };
    const size_t n = w->n;
    for (size_t k = 0; k < TRIES && w->draws && w->law != MOVES_UNKNOWN; k++) {
        struct fields f;
        struct forms g;
        draw_positions(w, out);
        if (!onto_positions(w, out))
            continue;
        world_fields(w, out, &f);
        world_forms(w, out, &g);
        for (size_t B = 0; B < n; B++) {
            out->y[B] = g.drift[B];
            out->p[B] = random_real(w, -1, 1);
            out->lambda[B] = random_real(w, -1, 1);
        }
        for (size_t a = 0; a < w->r; a++) {
            const real z = random_real(w, -1, 1);
            for (size_t B = 0; B < n; B++)
                out->y[B] = real_plus(out->y[B], z, f.F[B * n + a]);
        }
        if (w->hamilton && !onto_momenta(w, out))
            continue;
        if (w->energy.steps == 0 || real_has_value(world_energy(w, out)))
            return true;
    }
    return false;
}

/* ---- motions ---- */

void world_hessian(struct world *w, const struct place *at, real *out)
{
    const size_t n = w->n, mark = real_mark();
    struct place along;
    real row[2][MOST];
    for (size_t C = 0; C < n; C++) {
        world_still(w, &along);
        (w->hamilton ? along.p : along.y)[C] = real_of(1);
        for (int k = 0; k < 2; k++) {
            struct place there;
            world_shift(w, at, &along, k == 1, &there);
            if (w->hamilton)
                world_velocities(w, &there, row[k]);
            else
                world_momenta(w, &there, row[k]);
        }
        for (size_t B = 0; B < n; B++)
            out[B * n + C] = real_shift(real_sub(row[0][B], row[1][B]), REAL_STEP - 1);
    }
    real_keep(mark, out, n * n);
}

/* p' without reactions: rho_C(L) + C^D_BC y^B p_D + Q_C; with a Hamiltonian -rho_C(H) + ... */
static void push(struct world *w, const struct place *at, const struct fields *f, const real *y,
                 real *out)
{
    const size_t n = w->n;
    real p[MOST];
    struct place along;
    world_momenta(w, at, p);
    world_forces(w, at, out);
    for (size_t C = 0; C < n; C++) {
        world_still(w, &along);
        for (size_t i = 0; i < w->nq; i++)
            along.q[i] = f->right[i * n + C];
        const real slope = world_slope(w, extended, at, &along);
        out[C] = w->hamilton ? real_sub(out[C], slope) : real_add(out[C], slope);
        for (size_t B = 0; B < n && w->has_bracket; B++)
            out[C] = real_plus(out[C], y[B], real_dot(&f->bracket[(B * n + C) * n], 1, p, 1, n));
    }
}

/* The rate of a vector of functions along q', t'. */
static void along_positions(struct world *w, const struct place *at, const struct place *rate,
                            real *momenta, real *residuals)
{
    struct place by, there[2];
    real p[2][MOST];
    world_still(w, &by);
    memcpy(by.q, rate->q, sizeof by.q);
    by.t = rate->t;
    for (int k = 0; k < 2; k++) {
        world_shift(w, at, &by, k == 1, &there[k]);
        world_momenta(w, &there[k], p[k]);
    }
    for (size_t B = 0; B < w->n; B++)
        momenta[B] = real_shift(real_sub(p[0][B], p[1][B]), REAL_STEP - 1);
    for (w->probe = 0; w->probe < w->c; w->probe++)
        residuals[w->probe] =
            real_shift(real_sub(residual(w, &there[0]), residual(w, &there[1])), REAL_STEP - 1);
}

static bool reactions(struct world *w, enum world_law law, const struct place *at,
                      const struct forms *g, real *nu)
{
    memcpy(nu, g->mu, w->c * w->n * sizeof *nu);
    return law != MOVES_SERVO || world_virtual(w, at, nu);
}

/* L_yy y' - nu^T lambda = p' - ..., mu y' = ...; for the vakonomic law mu^T lambda' on the left. */
static bool from_lagrangian(struct world *w, enum world_law law, const struct place *at,
                            const struct forms *g, const real *pushed, struct place *rate,
                            real *lambda)
{
    const size_t n = w->n, c = w->c, all = n + c;
    const bool vakonomic = law == MOVES_VAKONOMIC;
    real W[MOST * MOST], nu[MOST * MOST], moved[MOST] = {NULL}, residuals[MOST] = {NULL};
    real a[4 * MOST * MOST], b[2 * MOST], x[2 * MOST];
    world_hessian(w, at, W);
    along_positions(w, at, rate, moved, residuals);
    if (!reactions(w, law, at, g, nu))
        return false;
    for (size_t i = 0; i < all * all; i++) {
        const size_t row = i / all, col = i % all;
        if (row < n)
            a[i] = col < n     ? W[row * n + col]
                   : vakonomic ? g->mu[(col - n) * n + row]
                               : real_neg(nu[(col - n) * n + row]);
        else
            a[i] = col < n ? g->mu[(row - n) * n + col] : real_of(0);
    }
    for (size_t i = 0; i < all; i++)
        b[i] = i < n ? real_sub(pushed[i], moved[i]) : real_neg(residuals[i - n]);
    if (!real_solve(a, b, all, x))
        return false;
    memcpy(rate->y, x, n * sizeof *x);
    memcpy(vakonomic ? rate->lambda : lambda, x + n, c * sizeof *x);
    return true;
}

static bool from_hamiltonian(struct world *w, enum world_law law, const struct place *at,
                             const struct forms *g, const real *pushed, struct place *rate,
                             real *lambda)
{
    const size_t n = w->n, c = w->c;
    real W[MOST * MOST], nu[MOST * MOST], muW[MOST * MOST], a[MOST * MOST], b[MOST];
    real moved[MOST] = {NULL}, residuals[MOST] = {NULL};
    world_hessian(w, at, W);
    along_positions(w, at, rate, moved, residuals);
    if (!reactions(w, law, at, g, nu))
        return false;
    for (size_t i = 0; i < c * n; i++)
        muW[i] = real_dot(&g->mu[i / n * n], 1, &W[i % n], n, n);
    for (size_t i = 0; i < c * c; i++)
        a[i] = real_dot(&muW[i / c * n], 1, &nu[i % c * n], 1, n);
    for (size_t i = 0; i < c; i++)
        b[i] = real_neg(real_add(residuals[i], real_dot(&muW[i * n], 1, pushed, 1, n)));
    if (!real_solve(a, b, c, lambda))
        return false;
    for (size_t B = 0; B < n; B++)
        rate->p[B] = real_add(pushed[B], real_dot(lambda, 1, &nu[B], n, c));
    return true;
}

/* p_b' = p_a d_b X^a + pi^d (d_b g_dc X^c + X(g_db) - d_d g_bc X^c), pi = g^-1 p, on TQ. */
static bool gradient_motion(struct world *w, const struct place *at, struct place *rate)
{
    const size_t n = w->n;
    real g[MOST * MOST], dX[MOST][MOST], dg[MOST][MOST * MOST], X[MOST], pi[MOST];
    struct place by, there;
    if (w->nq != n || w->has_bracket)
        return false;
    world_velocities(w, at, X);
    w->law = MOVES_NONHOLONOMIC; /* momenta are those of L here */
    world_hessian(w, at, g);
    for (size_t i = 0; i < n; i++) {
        real v[2][MOST], h[2][MOST * MOST];
        world_still(w, &by);
        by.q[i] = real_of(1);
        for (int k = 0; k < 2; k++) {
            world_shift(w, at, &by, k == 1, &there);
            world_hessian(w, &there, h[k]);
            w->law = MOVES_GRADIENT;
            world_velocities(w, &there, v[k]);
            w->law = MOVES_NONHOLONOMIC;
        }
        for (size_t B = 0; B < n; B++)
            dX[i][B] = real_shift(real_sub(v[0][B], v[1][B]), REAL_STEP - 1);
        for (size_t B = 0; B < n * n; B++)
            dg[i][B] = real_shift(real_sub(h[0][B], h[1][B]), REAL_STEP - 1);
    }
    w->law = MOVES_GRADIENT;
    if (!real_solve(g, at->p, n, pi))
        return false;
    for (size_t b = 0; b < n; b++) {
        rate->p[b] = real_dot(at->p, 1, dX[b], 1, n);
        for (size_t d = 0; d < n; d++)
            for (size_t c = 0; c < n; c++) {
                const real both = real_mul(pi[d], X[c]);
                const real sum =
                    real_sub(real_add(dg[b][d * n + c], dg[c][d * n + b]), dg[d][b * n + c]);
                rate->p[b] = real_plus(rate->p[b], both, sum);
            }
    }
    return true;
}

bool world_motion(struct world *w, enum world_law law, const struct place *at, struct place *rate,
                  real *lambda)
{
    const size_t n = w->n;
    const enum world_law own = w->law;
    struct fields f;
    struct forms g;
    real y[MOST], pushed[MOST] = {NULL};
    bool good = false;
    w->law = law;
    world_fields(w, at, &f);
    world_forms(w, at, &g);
    world_velocities(w, at, y);
    world_still(w, rate);
    rate->t = real_of(1);
    for (size_t i = 0; i < w->nq; i++)
        rate->q[i] = real_dot(&f.rho[i * n], 1, y, 1, n);
    if (law == MOVES_GRADIENT) {
        good = gradient_motion(w, at, rate);
    } else if (w->energy.steps && law != MOVES_SECOND && law != MOVES_UNKNOWN) {
        push(w, at, &f, y, pushed);
        good = (w->hamilton ? from_hamiltonian : from_lagrangian)(w, law, at, &g, pushed, rate,
                                                                  lambda);
    }
    w->law = own;
    return good;
}
