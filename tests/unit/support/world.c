/* tests/unit/support/world.c -- a model in numbers: symbols, fields, energies, brackets. */
#include "world.h"

#include <string.h>

enum { SYMBOLS = WORLD_SYMBOLS };

/* ---- symbols ---- */

size_t world_symbol_at(const struct world *w, ex e)
{
    for (size_t i = 0; i < w->symbols; i++)
        if (w->symbol[i] == e)
            return i;
    return NOT_A_SYMBOL;
}

static void put(const struct world *w, real *x, ex symbol, real value)
{
    const size_t i = symbol == EX_POISON ? NOT_A_SYMBOL : world_symbol_at(w, symbol);
    if (i != NOT_A_SYMBOL)
        x[i] = value;
}

/* q, t and velocities of coordinates and sections. */
static void put_place(struct world *w, const struct place *at, real *x)
{
    const struct model *m = w->m;
    for (size_t i = 0; i < w->symbols; i++)
        x[i] = NULL;
    put(w, x, m->time, at->t);
    for (size_t i = 0; i < w->nq; i++)
        put(w, x, m->coord[i].q, at->q[i]);
}

static void put_velocities(struct world *w, const struct place *at, const struct fields *f, real *x)
{
    const struct model *m = w->m;
    for (size_t i = 0; i < w->nq; i++)
        put(w, x, m->coord[i].velocity, real_dot(&f->rho[i * w->n], 1, at->y, 1, w->n));
    for (size_t B = 0; B < w->n; B++)
        put(w, x, m->section[B].velocity, at->y[B]);
}

static bool solve_frame(const struct world *w, const struct fields *f, const real *v, real *out)
{
    return real_solve(f->F, v, w->n, out);
}

static void put_quasi(struct world *w, const struct fields *f, const real *y, real *x)
{
    real z[MOST];
    const bool solved = solve_frame(w, f, y, z);
    for (size_t A = 0; A < w->n && solved; A++)
        put(w, x, w->m->field[A].z, z[A]);
}

static void put_momenta(const struct world *w, const real *p, const struct fields *f, real *x)
{
    const struct model *m = w->m;
    for (size_t B = 0; B < w->n; B++)
        put(w, x, m->section[B].momentum, p[B]);
    for (size_t A = 0; A < w->n; A++)
        put(w, x, m->field[A].eta, real_dot(&f->F[A], w->n, p, 1, w->n));
}

void world_symbols(struct world *w, const struct place *at, real *x)
{
    struct fields f;
    struct forms g = {.mu = {NULL}};
    real rest[MOST], p[MOST] = {NULL};
    world_fields(w, at, &f);
    world_forms(w, at, &g);
    put_place(w, at, x);
    struct place moving = *at;
    world_velocities(w, at, moving.y);
    put_velocities(w, &moving, &f, x);
    for (size_t B = 0; B < w->n; B++)
        rest[B] = real_sub(moving.y[B], g.drift[B]);
    put_quasi(w, &f, rest, x);
    world_momenta(w, at, p);
    put_momenta(w, p, &f, x);
    for (size_t i = 0; i < w->c && w->law == MOVES_VAKONOMIC; i++) {
        char name[32];
        snprintf(name, sizeof name, "lambda%zu", i + 1);
        put(w, x, ex_sym(w->s, name, 0), at->lambda[i]);
    }
    put(w, x, w->m->energy, world_energy(w, at));
}

real world_value(struct world *w, ex e, const struct place *at)
{
    const size_t mark = real_mark();
    real x[SYMBOLS], out = NULL;
    struct tape t = tape_new(w, &e, 1);
    world_symbols(w, at, x);
    tape_eval(&t, x, &out);
    tape_free(&t);
    real_keep(mark, &out, 1);
    return out;
}

real world_rate(struct world *w, ex e, const struct place *at, const struct place *rate)
{
    real x[SYMBOLS], out[2];
    struct tape t = tape_new(w, &e, 1);
    for (int k = 0; k < 2; k++) {
        struct place there;
        world_shift(w, at, rate, k == 1, &there);
        world_symbols(w, &there, x);
        tape_eval(&t, x, &out[k]);
    }
    tape_free(&t);
    return real_shift(real_sub(out[0], out[1]), REAL_STEP - 1);
}

ex world_read(struct world *w, const char *text, size_t len)
{
    struct ex_mistake why = {0};
    const ex e = ex_read(w->s, text, len, NULL, &why);
    if (e == EX_POISON)
        ex_clear(w->s);
    return e;
}

/* ---- fields and forms ---- */

void world_fields(struct world *w, const struct place *at, struct fields *out)
{
    const size_t n = w->n, nq = w->nq;
    real x[SYMBOLS], v[MOST * MOST * (MOST + 3)];
    put_place(w, at, x);
    tape_eval(&w->fields, x, v);
    memcpy(out->F, v, n * n * sizeof(*v));
    memcpy(out->rho, v + n * n, nq * n * sizeof(*v));
    memcpy(out->right, v + n * n + nq * n, nq * n * sizeof(*v));
    if (w->has_bracket)
        memcpy(out->bracket, v + n * n + 2 * nq * n, n * n * n * sizeof(*v));
}

/* Rows of the inverse of the frame that belong to the complement. */
static void coframe(const struct world *w, const struct fields *f, real *mu)
{
    const size_t n = w->n;
    real across[MOST * MOST], one[MOST];
    real_transpose(f->F, n, n, across);
    for (size_t k = 0; k < w->c; k++) {
        for (size_t A = 0; A < n; A++)
            one[A] = real_of(A == w->r + k);
        if (!real_solve(across, one, n, &mu[k * n]))
            for (size_t B = 0; B < n; B++)
                mu[k * n + B] = real_div(real_of(0), real_of(0));
    }
}

/* The drift of affine constraints: the combination of the complement that has the speeds b. */
static void find_drift(const struct world *w, const struct fields *f, struct forms *g)
{
    const size_t n = w->n, c = w->c;
    real on[MOST * MOST], z[MOST];
    for (size_t i = 0; i < c * c; i++)
        on[i] = real_dot(&g->mu[i / c * n], 1, &f->F[w->r + i % c], n, n);
    const bool solved = real_solve(on, g->b, c, z);
    for (size_t B = 0; B < n; B++)
        g->drift[B] =
            solved ? real_dot(&f->F[B * n + w->r], 1, z, 1, c) : real_div(real_of(0), real_of(0));
}

void world_forms(struct world *w, const struct place *at, struct forms *out)
{
    const struct model *m = w->m;
    const size_t n = w->n, c = w->c;
    struct fields f;
    real x[SYMBOLS], v[MOST * MOST + MOST];
    bool affine = false;
    put_place(w, at, x);
    for (size_t B = 0; B < n; B++)
        out->drift[B] = real_of(0);
    for (size_t i = 0; i < c; i++)
        out->b[i] = real_of(0);
    if (m->constraints) {
        tape_eval(&w->forms, x, v);
        for (size_t i = 0; i < c; i++) {
            memcpy(&out->mu[i * n], &v[i * (n + 1)], n * sizeof *v);
            out->b[i] = v[i * (n + 1) + n];
            affine |= !real_is_small(out->b[i]);
        }
    } else {
        world_fields(w, at, &f);
        coframe(w, &f, out->mu);
        for (size_t B = 0; B < n && m->drift != EX_POISON; B++) {
            for (size_t C = 0; C < n; C++)
                put(w, x, m->section[C].section, real_of(C == B));
            tape_eval(&w->forms, x, &out->drift[B]);
        }
        for (size_t i = 0; i < c && m->drift != EX_POISON; i++)
            out->b[i] = real_dot(&out->mu[i * n], 1, out->drift, 1, n);
    }
    if (affine && m->constraints) {
        world_fields(w, at, &f);
        find_drift(w, &f, out);
    }
}

/* ---- energies ---- */

real world_lagrangian(struct world *w, const struct place *at)
{
    const size_t mark = real_mark();
    real x[SYMBOLS], out = NULL;
    struct fields f;
    world_fields(w, at, &f);
    put_place(w, at, x);
    if (w->hamilton)
        put_momenta(w, at->p, &f, x);
    else
        put_velocities(w, at, &f, x);
    if (w->has_quasi && !w->hamilton)
        put_quasi(w, &f, at->y, x);
    tape_eval(&w->energy, x, &out);
    real_keep(mark, &out, 1);
    return out;
}

/* Velocities, sections and second velocities (from at->p) as arguments of a tape. */
void world_tape(struct world *w, struct tape *t, const struct place *at, real *out)
{
    const struct model *m = w->m;
    struct fields f;
    real x[SYMBOLS];
    world_fields(w, at, &f);
    put_place(w, at, x);
    put_velocities(w, at, &f, x);
    put_quasi(w, &f, at->y, x);
    for (size_t B = 0; B < w->n; B++) {
        put(w, x, m->section[B].section, at->y[B]);
        put(w, x, m->section[B].second, at->p[B]);
    }
    tape_eval(t, x, out);
}

real world_at_velocities(struct world *w, struct tape *t, const struct place *at)
{
    real out = NULL;
    world_tape(w, t, at, &out);
    return out;
}

void world_still(const struct world *w, struct place *out)
{
    (void)w;
    out->t = real_of(0);
    for (size_t i = 0; i < MOST; i++)
        out->q[i] = out->y[i] = out->p[i] = out->lambda[i] = out->t;
}

void world_shift(const struct world *w, const struct place *a, const struct place *by, bool back,
                 struct place *out)
{
    const real h = real_shift(real_of(back ? -1 : 1), -REAL_STEP);
    (void)w;
    out->t = real_plus(a->t, h, by->t);
    for (size_t i = 0; i < MOST; i++) {
        out->q[i] = mpfr_zero_p(by->q[i]) ? a->q[i] : real_plus(a->q[i], h, by->q[i]);
        out->y[i] = mpfr_zero_p(by->y[i]) ? a->y[i] : real_plus(a->y[i], h, by->y[i]);
        out->p[i] = mpfr_zero_p(by->p[i]) ? a->p[i] : real_plus(a->p[i], h, by->p[i]);
        out->lambda[i] =
            mpfr_zero_p(by->lambda[i]) ? a->lambda[i] : real_plus(a->lambda[i], h, by->lambda[i]);
    }
}

real world_slope(struct world *w, world_function *f, const struct place *at,
                 const struct place *along)
{
    const size_t mark = real_mark();
    struct place there, back;
    world_shift(w, at, along, false, &there);
    world_shift(w, at, along, true, &back);
    real out = real_shift(real_sub(f(w, &there), f(w, &back)), REAL_STEP - 1);
    real_keep(mark, &out, 1);
    return out;
}

void world_momenta(struct world *w, const struct place *at, real *p)
{
    struct place along;
    struct forms g;
    if (w->hamilton || w->law == MOVES_GRADIENT) {
        memcpy(p, at->p, w->n * sizeof *p);
        return;
    }
    if (w->law == MOVES_VAKONOMIC)
        world_forms(w, at, &g);
    world_still(w, &along);
    for (size_t B = 0; B < w->n; B++) {
        const real nothing = along.y[B];
        along.y[B] = real_of(1);
        p[B] = world_slope(w, world_lagrangian, at, &along);
        along.y[B] = nothing;
        if (w->law == MOVES_VAKONOMIC)
            p[B] = real_add(p[B], real_dot(at->lambda, 1, &g.mu[B], w->n, w->c));
    }
}

void world_velocities(struct world *w, const struct place *at, real *y)
{
    struct place along;
    real x[SYMBOLS];
    memcpy(y, at->y, w->n * sizeof *y);
    for (size_t B = 0; B < w->n && w->law == MOVES_GRADIENT; B++) {
        put_place(w, at, x);
        for (size_t C = 0; C < w->n; C++)
            put(w, x, w->m->section[C].section, real_of(C == B));
        tape_eval(&w->gradient, x, &y[B]);
    }
    world_still(w, &along);
    for (size_t B = 0; B < w->n && w->hamilton; B++) {
        const real nothing = along.p[B];
        along.p[B] = real_of(1);
        y[B] = world_slope(w, world_lagrangian, at, &along);
        along.p[B] = nothing;
    }
}

real world_energy(struct world *w, const struct place *at)
{
    struct place along;
    if (w->hamilton)
        return world_lagrangian(w, at);
    if (w->law == MOVES_GRADIENT) {
        world_velocities(w, at, along.y);
        return real_dot(at->p, 1, along.y, 1, w->n);
    }
    world_still(w, &along); /* y dL/dy - L is the slope along y */
    memcpy(along.y, at->y, sizeof along.y);
    return real_sub(world_slope(w, world_lagrangian, at, &along), world_lagrangian(w, at));
}

/* ---- brackets ---- */

/* Components of a section, shifted along a vector of the base.
 * NOLINTNEXTLINE(misc-no-recursion): as deep as the word */
static void shifted(struct world *w, const struct word *word, const struct place *at,
                    const real *along, real *slope)
{
    struct place by, there;
    real value[2][MOST];
    world_still(w, &by);
    memcpy(by.q, along, w->nq * sizeof *along);
    for (int k = 0; k < 2; k++) {
        world_shift(w, at, &by, k == 1, &there);
        world_word(w, word, &there, value[k]);
    }
    for (size_t D = 0; D < w->n; D++)
        slope[D] = real_shift(real_sub(value[0][D], value[1][D]), REAL_STEP - 1);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the word */
void world_word(struct world *w, const struct word *word, const struct place *at, real *out)
{
    const size_t n = w->n, nq = w->nq, mark = real_mark();
    struct fields f;
    real X[MOST] = {NULL}, Y[MOST] = {NULL}, along[2][MOST], slope[2][MOST] = {{NULL}};
    world_fields(w, at, &f);
    if (!word->left) {
        for (size_t B = 0; B < n; B++)
            out[B] = f.F[B * n + word->field];
        return;
    }
    world_word(w, word->left, at, X);
    world_word(w, word->right, at, Y);
    for (size_t i = 0; i < nq; i++) {
        along[0][i] = real_dot(&f.rho[i * n], 1, X, 1, n);
        along[1][i] = real_dot(&f.right[i * n], 1, Y, 1, n);
    }
    shifted(w, word->right, at, along[0], slope[0]);
    shifted(w, word->left, at, along[1], slope[1]);
    for (size_t D = 0; D < n; D++)
        out[D] = real_sub(slope[0][D], slope[1][D]);
    for (size_t B = 0; B < n && w->has_bracket; B++)
        for (size_t C = 0; C < n; C++) {
            const real both = real_mul(X[B], Y[C]);
            for (size_t D = 0; D < n; D++)
                out[D] = real_plus(out[D], both, f.bracket[(B * n + C) * n + D]);
        }
    real_keep(mark, out, n);
}

bool world_in_frame(struct world *w, const struct place *at, const real *v, real *out)
{
    struct fields f;
    world_fields(w, at, &f);
    return solve_frame(w, &f, v, out);
}
