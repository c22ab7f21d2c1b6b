/* tests/unit/support/quad.c -- motions with constraints, by multipliers, in 113 bits. */
#include "quad.h"

#include <math.h>
#include <string.h>

enum { SIDE = 2 * QUAD_MOST, VARIABLES = QUAD_MOST + 1, COLUMNS = 10 };

static quad size_of(quad x)
{
    return x < 0 ? -x : x;
}

static quad larger(quad a, quad b)
{
    return a > b ? a : b;
}

/* ---- functions ---- */

/* By series at a part of x, then by doubling; 1 - cos keeps its bits. */
static void circle(quad x, quad *sine, quad *cosine)
{
    enum { DOUBLINGS = 5, TERMS = 26 };
    /* 2 pi is the sum of three doubles */
    static const double turn[] = {6.283185307179586, 2.4492935982947064e-16,
                                  -5.989539619436679e-33};
    const double turns = rint((double)x / turn[0]);
    for (size_t i = 0; i < sizeof turn / sizeof *turn; i++)
        x -= (quad)turns * (quad)turn[i];
    const quad h = x / (1 << DOUBLINGS);
    quad term = h, s = 0, versine = 0;
    for (int k = 1; k < TERMS; k += 2) {
        s += term;
        term *= h / (k + 1);
        versine += term;
        term *= -h / (k + 2);
    }
    for (int k = 0; k < DOUBLINGS; k++) {
        const quad twice = 2 * s * (1 - versine);
        versine = 2 * s * s;
        s = twice;
    }
    *sine = s;
    *cosine = 1 - versine;
}

/* Values of all kinds of factors of one variable, and their derivatives. */
struct factors {
    quad value[KINDS], slope[KINDS];
};

static struct factors factors_of(quad x)
{
    quad s = 0, c = 0;
    circle(x, &s, &c);
    const quad s2 = 2 * s * c, c2 = 1 - 2 * s * s;
    return (struct factors){{1, s, c, s2, c2, x, x * x}, {0, c, -s, 2 * c2, -2 * s2, 1, 2 * x}};
}

/* The value, and derivatives by the variables. */
struct jet {
    quad value, by[VARIABLES];
};

static struct jet jet_of(const struct quad_function *f, const struct factors *at)
{
    struct jet out = {0, {0}};
    for (size_t i = 0; i < f->terms; i++) {
        const struct quad_term *t = &f->term[i];
        const struct quad_factor a = t->factor[0], b = t->factor[1];
        const quad left = at[a.variable].value[a.kind], right = at[b.variable].value[b.kind];
        out.value += (quad)t->c * left * right;
        out.by[a.variable] += (quad)t->c * at[a.variable].slope[a.kind] * right;
        out.by[b.variable] += (quad)t->c * left * at[b.variable].slope[b.kind];
    }
    return out;
}

static void fill_factors(const struct quad_system *s, quad t, const quad *y, struct factors *at)
{
    for (size_t i = 0; i < s->n; i++)
        at[i] = factors_of(y[i]);
    at[s->n] = factors_of(t);
}

/* ---- linear equations ---- */

/* Solves a x = b by elimination with pivots; false: a is singular. *det is its determinant. */
static bool solve(quad a[SIDE][SIDE], quad *b, size_t n, quad *det)
{
    *det = 1;
    for (size_t i = 0; i < n; i++) {
        size_t p = i;
        for (size_t j = i + 1; j < n; j++)
            p = size_of(a[j][i]) > size_of(a[p][i]) ? j : p;
        for (size_t j = 0; j < n && p != i; j++) {
            const quad swap = a[i][j];
            a[i][j] = a[p][j];
            a[p][j] = swap;
        }
        const quad swap = b[i];
        b[i] = b[p];
        b[p] = swap;
        *det *= p == i ? a[i][i] : -a[i][i];
        if (!(size_of(a[i][i]) > 0))
            return false;
        for (size_t j = i + 1; j < n; j++) {
            const quad f = a[j][i] / a[i][i];
            for (size_t k = i; k < n && size_of(f) > 0; k++)
                a[j][k] -= f * a[i][k];
            b[j] -= f * b[i];
        }
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
    return true;
}

/* ---- accelerations ---- */

/* The row of an equation of motion: M, and the forces beside it. */
static void add_motion(const struct quad_system *s, const struct factors *at, const quad *v,
                       quad k[SIDE][SIDE], quad *right)
{
    const size_t n = s->n;
    const struct jet V = jet_of(&s->V, at);
    for (size_t i = 0; i < n; i++) {
        right[i] -= V.by[i];
        const struct jet a = jet_of(&s->a[i], at);
        for (size_t j = 0; j < n; j++) {
            const struct jet g = jet_of(&s->g[i][j], at);
            k[i][j] = g.value;
            right[i] -= a.by[j] * v[j];
            right[j] += a.by[j] * v[i];
            for (size_t l = 0; l < n; l++) {
                right[l] += g.by[l] * v[i] * v[j] / 2;
                right[i] -= g.by[l] * v[l] * v[j];
            }
        }
        right[i] -= a.by[n];
    }
}

static void add_constraints(const struct quad_system *s, const struct factors *at, const quad *v,
                            quad k[SIDE][SIDE], quad *right)
{
    const size_t n = s->n;
    for (size_t r = 0; r < s->m; r++) {
        const struct jet b = jet_of(&s->b[r], at);
        right[n + r] = b.by[n];
        for (size_t i = 0; i < n; i++) {
            const struct jet mu = jet_of(&s->mu[r][i], at);
            k[n + r][i] = k[i][n + r] = mu.value;
            right[n + r] += b.by[i] * v[i] - mu.by[n] * v[i];
            for (size_t j = 0; j < n; j++)
                right[n + r] -= mu.by[j] * v[j] * v[i];
        }
    }
}

bool quad_rates(const struct quad_system *s, quad t, const quad *y, quad *rate)
{
    struct factors at[VARIABLES];
    quad k[SIDE][SIDE] = {{0}}, right[SIDE] = {0}, det = 0;
    fill_factors(s, t, y, at);
    add_motion(s, at, y + s->n, k, right);
    add_constraints(s, at, y + s->n, k, right);
    if (!solve(k, right, s->n + s->m, &det))
        return false;
    for (size_t i = 0; i < s->n; i++) {
        rate[i] = y[s->n + i];
        rate[s->n + i] = right[i];
    }
    return true;
}

quad quad_independence(const struct quad_system *s, quad t, const quad *y)
{
    struct factors at[VARIABLES];
    quad mu[QUAD_MOST][QUAD_MOST] = {{0}}, gram[SIDE][SIDE] = {{0}}, none[SIDE] = {0}, det = 0;
    fill_factors(s, t, y, at);
    for (size_t r = 0; r < s->m; r++)
        for (size_t i = 0; i < s->n; i++)
            mu[r][i] = jet_of(&s->mu[r][i], at).value;
    for (size_t r = 0; r < s->m; r++)
        for (size_t q = 0; q < s->m; q++)
            for (size_t i = 0; i < s->n; i++)
                gram[r][q] += mu[r][i] * mu[q][i];
    return solve(gram, none, s->m, &det) ? size_of(det) : 0;
}

/* Elimination by the largest components; false: one of them is small. */
static bool find_free(const struct quad_system *s, const struct factors *at, bool *is_free)
{
    const double small = 0.1;
    quad row[QUAD_MOST][QUAD_MOST] = {{0}};
    memset(is_free, true, s->n * sizeof *is_free);
    for (size_t r = 0; r < s->m; r++)
        for (size_t i = 0; i < s->n; i++)
            row[r][i] = jet_of(&s->mu[r][i], at).value;
    for (size_t r = 0; r < s->m; r++) {
        size_t best = 0;
        for (size_t i = 0; i < s->n; i++)
            best = size_of(row[r][i]) > size_of(row[r][best]) ? i : best;
        if (!((double)size_of(row[r][best]) > small))
            return false;
        is_free[best] = false;
        for (size_t q = r + 1; q < s->m; q++) {
            const quad f = row[q][best] / row[r][best];
            for (size_t i = 0; i < s->n; i++)
                row[q][i] -= f * row[r][i];
        }
    }
    return true;
}

bool quad_complete(const struct quad_system *s, quad t, quad *y, bool *is_free)
{
    struct factors at[VARIABLES];
    quad a[SIDE][SIDE] = {{0}}, right[SIDE] = {0}, det = 0;
    fill_factors(s, t, y, at);
    if (!find_free(s, at, is_free))
        return false;
    for (size_t r = 0; r < s->m; r++) {
        size_t column = 0;
        right[r] = jet_of(&s->b[r], at).value;
        for (size_t i = 0; i < s->n; i++) {
            const quad mu = jet_of(&s->mu[r][i], at).value;
            if (is_free[i])
                right[r] -= mu * y[s->n + i];
            else
                a[r][column++] = mu;
        }
    }
    if (!solve(a, right, s->m, &det))
        return false;
    for (size_t i = 0, column = 0; i < s->n; i++)
        if (!is_free[i])
            y[s->n + i] = right[column++];
    return true;
}

/* ---- motions ---- */

/* The modified midpoint rule of `parts` steps over h. */
static bool midpoint(const struct quad_system *s, quad t, const quad *y, quad h, int parts,
                     quad *out)
{
    const size_t n = 2 * s->n;
    const quad step = h / parts;
    quad a[QUAD_STATE] = {0}, b[QUAD_STATE] = {0}, rate[QUAD_STATE] = {0};
    bool good = quad_rates(s, t, y, rate);
    for (size_t i = 0; i < n; i++) {
        a[i] = y[i];
        b[i] = y[i] + step * rate[i];
    }
    for (int k = 1; k <= parts && good; k++) {
        good = quad_rates(s, t + k * step, b, rate);
        for (size_t i = 0; i < n && k < parts; i++) {
            const quad next = a[i] + 2 * step * rate[i];
            a[i] = b[i];
            b[i] = next;
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] = (a[i] + b[i] + step * rate[i]) / 2;
    return good;
}

/* One step; returns its error, which is not a number where rates have none. */
static quad extrapolate(const struct quad_system *s, quad t, const quad *y, quad h, quad *out)
{
    quad table[COLUMNS][QUAD_STATE] = {{0}}, error = 0;
    for (int j = 0; j < COLUMNS; j++) {
        if (!midpoint(s, t, y, h, 2 * (j + 1), table[j]))
            return (quad)NAN;
        for (int l = j - 1; l >= 0; l--) {
            const quad ratio = (quad)(j + 1) / (l + 1);
            for (size_t i = 0; i < 2 * s->n; i++) {
                const quad change = (table[l + 1][i] - table[l][i]) / (ratio * ratio - 1);
                if (l == 0 && j == COLUMNS - 1)
                    error = larger(error, size_of(change) / (1 + size_of(y[i])));
                table[l][i] = table[l + 1][i] + change;
                if (!isfinite((double)table[l][i]))
                    return (quad)NAN;
            }
        }
    }
    memcpy(out, table[0], 2 * s->n * sizeof *out);
    return error;
}

bool quad_run(const struct quad_system *s, quad *t, quad to, quad *y, quad tol,
              struct quad_watch *watch)
{
    enum { TRIES = 2000 };
    const double shortest = 1e-7;
    size_t tries = 0;
    watch->when = INFINITY;
    quad h = (quad)0.05, next[QUAD_STATE] = {0};
    while (*t < to) {
        const bool last = *t + h >= to;
        const quad step = last ? to - *t : h, error = extrapolate(s, *t, y, step, next);
        if (!(error <= tol)) {
            h = step / 2;
            if ((double)h < shortest || ++tries > TRIES)
                return false;
            continue;
        }
        memcpy(y, next, 2 * s->n * sizeof *y);
        *t = last ? to : *t + step;
        if (!isfinite(watch->when) && (double)quad_independence(s, *t, y) < watch->small)
            watch->when = (double)*t;
        if (++tries > TRIES)
            return false;
        const double more = 0.8 * pow((double)(error / tol) + 1e-12, -1.0 / (2 * COLUMNS - 1));
        h = last ? h : step * (quad)fmin(more, 2);
    }
    return true;
}

bool quad_run_rk4(const struct quad_system *s, quad to, size_t steps, quad *y)
{
    static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    const size_t n = 2 * s->n;
    const quad h = to / steps;
    for (size_t k = 0; k < steps; k++) {
        quad sum[QUAD_STATE] = {0}, rate[QUAD_STATE] = {0}, at[QUAD_STATE] = {0};
        for (int stage = 0; stage < 4; stage++) {
            for (size_t i = 0; i < n; i++)
                at[i] = y[i] + h * (quad)node[stage] * rate[i];
            if (!quad_rates(s, h * (k + (quad)node[stage]), at, rate))
                return false;
            for (size_t i = 0; i < n; i++)
                sum[i] += (quad)weight[stage] * rate[i];
        }
        for (size_t i = 0; i < n; i++)
            y[i] += h * sum[i] / 6;
    }
    return true;
}
