/* tests/unit/support/verdicts_laws.c -- lines of `check` that only some laws have, in numbers. */
#include "verdicts.h"

#include <string.h>

enum { DEEPEST = 3, ZEROS = 4 };

/* ---- vakonomic and nonholonomic motions ---- */

/* Multipliers for which the two motions are one: rows of c + 1 numbers, the last one is the right
 * side. At level 0 the accelerations are equal; at each further level the rows of the one before
 * stay satisfied, with lambda' = B0 + B1 lambda. */
struct inquiry {
    struct place here, nonholonomic;
    real D[MOST * (MOST + 1)], B0[MOST], B1[MOST * MOST];
};

static bool inquire(struct world *w, const struct place *at, struct inquiry *q)
{
    const size_t n = w->n, c = w->c, wide = c + 1;
    struct place rate;
    real lambda[MOST];
    q->here = *at;
    for (size_t i = 0; i < c; i++)
        q->here.lambda[i] = real_of(0);
    if (!world_motion(w, MOVES_NONHOLONOMIC, &q->here, &q->nonholonomic, lambda) ||
        !world_motion(w, MOVES_VAKONOMIC, &q->here, &rate, lambda))
        return false;
    memcpy(q->B0, rate.lambda, sizeof q->B0);
    for (size_t B = 0; B < n; B++)
        q->D[B * wide + c] = real_sub(q->nonholonomic.y[B], rate.y[B]);
    for (size_t i = 0; i < c; i++) {
        struct place one = q->here;
        one.lambda[i] = real_of(1);
        if (!world_motion(w, MOVES_VAKONOMIC, &one, &rate, lambda))
            return false;
        for (size_t B = 0; B < n; B++)
            q->D[B * wide + i] =
                real_add(real_sub(rate.y[B], q->nonholonomic.y[B]), q->D[B * wide + c]);
        for (size_t k = 0; k < c; k++)
            q->B1[k * c + i] = real_sub(rate.lambda[k], q->B0[k]);
    }
    return true;
}

/* n rows. NOLINTNEXTLINE(misc-no-recursion): as deep as the level */
static bool find_level(struct world *w, const struct place *at, size_t level, real *out)
{
    const size_t n = w->n, c = w->c, wide = c + 1;
    struct inquiry q;
    real row[3][MOST * (MOST + 1)];
    if (!inquire(w, at, &q))
        return false;
    if (level == 0) {
        memcpy(out, q.D, n * wide * sizeof *out);
        return true;
    }
    for (int k = 0; k < 3; k++) {
        struct place there = q.here;
        if (k)
            world_shift(w, &q.here, &q.nonholonomic, k == 2, &there);
        if (!find_level(w, &there, level - 1, row[k]))
            return false;
    }
    for (size_t i = 0; i < n * wide; i++) {
        const real *mine = &row[0][i / wide * wide];
        const size_t col = i % wide;
        const real moved = real_shift(real_sub(row[1][i], row[2][i]), REAL_STEP - 1);
        out[i] = col < c ? real_add(moved, real_dot(mine, 1, &q.B1[col], c, c))
                         : real_sub(moved, real_dot(mine, 1, q.B0, 1, c));
    }
    return true;
}

enum meeting { CANNOT_TELL, NONE_MEETS, MAY_MEET };

/* Is there a lambda at the point, as far as the rows of all levels tell? */
static enum meeting meets(struct world *w, const struct place *at)
{
    const size_t n = w->n, wide = w->c + 1, levels = w->c < DEEPEST ? w->c + 1 : DEEPEST;
    real all[2 * MOST * (MOST + 1)], only[2 * MOST * MOST];
    size_t rows = 0;
    for (size_t level = 0; level < levels && (level + 1) * n <= 40; level++) {
        REQUIRE((level + 1) * n * wide <= COUNT(all), "too many rows");
        if (!find_level(w, at, level, &all[level * n * wide]))
            return CANNOT_TELL;
        rows = (level + 1) * n;
        for (size_t i = 0; i < rows * w->c; i++)
            only[i] = all[i / w->c * wide + i % w->c];
        if (real_rank(all, rows, wide) > real_rank(only, rows, w->c))
            return NONE_MEETS;
    }
    return MAY_MEET;
}

/* "all nonholonomic motions are vakonomic: lambda1 = ..., lambda2 = ..." */
static enum verdict_seen all_meet(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const size_t n = w->n, c = w->c, wide = c + 1;
    ex e[MOST];
    for (size_t i = 0; i < c; i++) {
        const char *at = strstr(line->text, base_text(w->lab.m, "lambda%zu = ", i + 1));
        const char *next = at ? strstr(at, base_text(w->lab.m, ", lambda%zu = ", i + 2)) : NULL;
        at = at ? strstr(at, " = ") + 3 : NULL;
        e[i] = at ? verdict_expression(t, at, next ? (size_t)(next - at) : strlen(at)) : EX_POISON;
        if (e[i] == EX_POISON)
            return VERDICT_UNSEEN;
    }
    for (size_t k = 0; k < t->points; k++) {
        struct inquiry q;
        real lambda[MOST];
        if (!inquire(w, &t->at[k], &q))
            return VERDICT_UNSEEN;
        for (size_t i = 0; i < c; i++)
            lambda[i] = world_value(w, e[i], &q.here);
        for (size_t B = 0; B < n; B++)
            verdict_compare(t, line, "the accelerations", real_dot(&q.D[B * wide], 1, lambda, 1, c),
                            q.D[B * wide + c], real_of(1));
        for (size_t i = 0; i < c; i++)
            verdict_compare(t, line, base_text(w->lab.m, "lambda%zu'", i + 1),
                            real_add(q.B0[i], real_dot(&q.B1[i * c], 1, lambda, 1, c)),
                            world_rate(w, e[i], &q.here, &q.nonholonomic), real_of(1));
    }
    return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* At a point of the set: motions stay in it, and there is a lambda. */
static bool stays_where(struct trial *t, const struct line *line, ex e, struct place *zero)
{
    struct world *w = &t->w;
    struct place rate;
    real lambda[MOST];
    if (!world_motion(w, MOVES_NONHOLONOMIC, zero, &rate, lambda))
        return false;
    for (size_t i = 0; i < w->c; i++)
        zero->lambda[i] = rate.lambda[i] = real_of(0);
    const real slope = world_rate(w, e, zero, &rate);
    if (real_has_value(slope) && !mpfr_zero_p(slope) && mpfr_get_exp(slope) > -50)
        verdict_wrong(t, line, "motions leave the set");
    if (meets(w, zero) == NONE_MEETS)
        verdict_wrong(t, line, "they are not at a point of the set");
    return true;
}

/* At random points there is no lambda; where a function vanishes that stays 0, there is one. */
static enum verdict_seen few_meet(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const bool enough = strstr(line->text, ", and there they are") != NULL;
    const ex e = enough ? verdict_part(t, line, "only where ", " = 0, and there") : EX_POISON;
    struct place zero;
    bool seen = false;
    for (size_t k = 0; k < t->points; k++) {
        const enum meeting is = meets(w, &t->at[k]);
        seen |= is == NONE_MEETS;
        if (is == MAY_MEET && w->c < DEEPEST)
            verdict_wrong(t, line, "they may be at a random point");
    }
    for (size_t k = 0; k < ZEROS && e != EX_POISON && verdict_zero(t, e, &zero); k++)
        seen |= stays_where(t, line, e, &zero);
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

static enum verdict_seen equal_at_zero(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    for (size_t k = 0; k < t->points; k++) {
        struct inquiry q;
        if (!inquire(w, &t->at[k], &q))
            return VERDICT_UNSEEN;
        for (size_t B = 0; B < w->n; B++)
            verdict_compare(t, line, "the accelerations", q.D[B * (w->c + 1) + w->c], real_of(0),
                            real_of(1));
    }
    return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
}

enum verdict_seen verdict_relation(struct trial *t, const struct line *line)
{
    if (line->standing && strcmp(line->standing, "undecided") == 0)
        return VERDICT_UNSEEN;
    if (strncmp(line->text, "the field on S", 14) == 0)
        return verdict_same_motion(t, line, t->w.job.system);
    if (strncmp(line->text, "where lambda = 0", 16) == 0)
        return equal_at_zero(t, line);
    if (strncmp(line->text, "all nonholonomic", 16) == 0)
        return all_meet(t, line);
    return few_meet(t, line);
}

/* ---- gradient extensions ---- */

/* G X at a point with a metric */
static bool lowered(struct world *w, const struct place *at, real *p)
{
    real W[MOST * MOST], X[MOST];
    world_velocities(w, at, X);
    w->law = MOVES_NONHOLONOMIC; /* the metric is the Hessian of L in velocities */
    world_hessian(w, at, W);
    w->law = MOVES_GRADIENT;
    for (size_t B = 0; B < w->n; B++)
        p[B] = real_dot(&W[B * w->n], 1, X, 1, w->n);
    return true;
}

/* (G X)' - p' where p = G X, along the motion */
static bool find_leaving(struct world *w, const struct place *at, real *out)
{
    struct place on = *at, rate, there;
    real p[2][MOST] = {{NULL}}, lambda[MOST];
    lowered(w, &on, on.p);
    if (!world_motion(w, MOVES_GRADIENT, &on, &rate, lambda))
        return false;
    for (int k = 0; k < 2; k++) {
        world_shift(w, &on, &rate, k == 1, &there);
        lowered(w, &there, p[k]);
    }
    for (size_t B = 0; B < w->n; B++)
        out[B] = real_sub(real_shift(real_sub(p[0][B], p[1][B]), REAL_STEP - 1), rate.p[B]);
    return true;
}

enum verdict_seen verdict_graph(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const ex e = verdict_part(t, line, "it leaves by ", " along p_");
    const bool invariant = !strstr(line->text, "not invariant");
    const char *along = strstr(line->text, " along p_");
    bool seen = false, leaves = false;
    for (size_t k = 0; k < t->points; k++) {
        real out[MOST] = {NULL};
        if (!find_leaving(w, &t->at[k], out))
            continue;
        seen = true;
        for (size_t B = 0; B < w->n; B++) {
            leaves |= !real_is_small(out[B]);
            if (e != EX_POISON && strcmp(along + 9, w->m->section[B].name) == 0)
                verdict_compare(t, line, "the rate", world_value(w, e, &t->at[k]), out[B],
                                real_of(1));
        }
    }
    if (seen && leaves == invariant)
        verdict_wrong(t, line, invariant ? "it is left" : "it is not left");
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* ---- second-class constraints ---- */

static real determinant4(const real *a, size_t n)
{
    real out = real_of(0);
    if (n == 2)
        return real_sub(real_mul(a[0], a[3]), real_mul(a[1], a[2]));
    REQUIRE(n == 4, "%zu second-class constraints", n);
    for (size_t k = 0; k < 6; k++) { /* by products of minors of two rows */
        static const size_t pair[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                          {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
        const size_t *c = pair[k];
        const real up = real_sub(real_mul(a[c[0]], a[4 + c[1]]), real_mul(a[c[1]], a[4 + c[0]]));
        const real down =
            real_sub(real_mul(a[8 + c[2]], a[12 + c[3]]), real_mul(a[8 + c[3]], a[12 + c[2]]));
        const real both = real_mul(up, down);
        out = k == 1 || k == 4 ? real_sub(out, both) : real_add(out, both);
    }
    return out;
}

/* Symbols of coordinates and momenta at any point of T*Q; NULL: another symbol. */
static void symbols_on_phase_space(const struct world *w, const struct place *at, real *x)
{
    for (size_t j = 0; j < w->symbols; j++) {
        x[j] = NULL;
        for (size_t B = 0; B < w->n; B++)
            if (w->symbol[j] == w->m->coord[B].q)
                x[j] = at->q[B];
            else if (w->symbol[j] == w->m->section[B].momentum)
                x[j] = at->p[B];
    }
}

/* Slopes of the second-class constraints chi_a by coordinates and by momenta, at [a n + B]. */
struct slopes_of_chi {
    real q[MOST * MOST], p[MOST * MOST];
};

/* The slopes of all chi_a along one coordinate or momentum; slope[a n] is that of chi_a. */
static void slope_along(struct world *w, const struct place *at, const struct place *along,
                        real *slope)
{
    real x[WORLD_SYMBOLS], value[2][MOST] = {{NULL}};
    struct place there;
    for (int k = 0; k < 2; k++) {
        world_shift(w, at, along, k == 1, &there);
        symbols_on_phase_space(w, &there, x);
        tape_eval(&w->second, x, value[k]);
    }
    for (size_t a = 0; a < w->m->seconds; a++)
        slope[a * w->n] = real_shift(real_sub(value[0][a], value[1][a]), REAL_STEP - 1);
}

static void find_slopes_of_chi(struct world *w, const struct place *at, struct slopes_of_chi *out)
{
    struct place along;
    for (size_t B = 0; B < w->n; B++) {
        world_still(w, &along);
        along.q[B] = real_of(1);
        slope_along(w, at, &along, &out->q[B]);
        world_still(w, &along);
        along.p[B] = real_of(1);
        slope_along(w, at, &along, &out->p[B]);
    }
}

/* det {chi_a, chi_b} by canonical brackets */
static real canonical_determinant(const struct world *w, const struct slopes_of_chi *d)
{
    const size_t c = w->m->seconds, n = w->n;
    real matrix[16];
    for (size_t a = 0; a < c; a++)
        for (size_t b = 0; b < c; b++)
            matrix[a * c + b] = real_sub(real_dot(&d->q[a * n], 1, &d->p[b * n], 1, n),
                                         real_dot(&d->p[a * n], 1, &d->q[b * n], 1, n));
    return determinant4(matrix, c);
}

/* B d(chi_a) = 0 */
static void look_at_kernel(struct trial *t, const struct line *line, const real *B,
                           const struct slopes_of_chi *d)
{
    const size_t n = t->w.n, all = 2 * n;
    for (size_t a = 0; a < t->w.m->seconds; a++)
        for (size_t i = 0; i < all; i++)
            verdict_compare(t, line, "B d(chi)",
                            real_add(real_dot(&B[i * all], 1, &d->q[a * n], 1, n),
                                     real_dot(&B[i * all + n], 1, &d->p[a * n], 1, n)),
                            real_of(0), real_of(1));
}

static void draw_phase(struct world *w, struct place *out)
{
    world_still(w, out);
    for (size_t i = 0; i < w->n; i++) {
        out->q[i] = real_of(rng_double(w->rng, 0.25, 1.25));
        out->p[i] = real_of(rng_double(w->rng, -1, 1));
    }
}

/* The determinant, if the line has it; else the bivector of the system. */
enum verdict_seen verdict_second(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const struct system *sys = w->job.system;
    const size_t c = w->m->seconds, all = 2 * w->n;
    const ex e = verdict_part(t, line, "det {chi_a, chi_b} = ", NULL);
    if (w->nq != w->n || w->has_bracket || sys->states != all || (c != 2 && c != 4))
        return VERDICT_UNSEEN;
    struct tape B = tape_new(w, sys->block[RT_bivector].at, all * all);
    struct tape det = tape_new(w, &e, 1);
    for (size_t k = 0; k < VERDICT_POINTS; k++) {
        real x[WORLD_SYMBOLS], value = NULL;
        real *bivector = mem_take_array(w->lab.m, all * all, sizeof(*bivector));
        struct slopes_of_chi slopes;
        struct place at;
        draw_phase(w, &at);
        find_slopes_of_chi(w, &at, &slopes);
        symbols_on_phase_space(w, &at, x);
        tape_eval(&det, x, &value);
        tape_eval(&B, x, bivector);
        if (e == EX_POISON)
            look_at_kernel(t, line, bivector, &slopes);
        else
            verdict_compare(t, line, "the determinant", value, canonical_determinant(w, &slopes),
                            real_of(1));
    }
    tape_free(&B);
    tape_free(&det);
    return VERDICT_HELD;
}
