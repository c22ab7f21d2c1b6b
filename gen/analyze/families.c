/* gen/analyze/families.c -- families of equilibria and steady motions: dimension, members.
 *
 * The solutions of F = 0 near one of them are a set whose dimension is at most that of the kernel
 * of the derivatives of F, and less where a solution is multiple: x^3 = 0 has a kernel and no
 * family. Steps along the kernel count only where they lead to other solutions, found to many
 * digits. Where two families cross, steps lead into more directions than a family has; there the
 * dimension is that at the neighbours.
 *
 * Two solutions are of one family when a walk leads from one to the other: towards it along the
 * kernel, then back to F = 0. Of a family one member is shown for each kind of stability.
 */
#include "gen/analyze/search.h"
#include "gen/start/start.h"

#include <math.h>
#include <string.h>

enum { WALKS = 60 };

/* ---- dimension ---- */

/* Kernel of the derivatives, free coordinates left out, as rows of `way`; its dimension. */
static size_t kernel_at(struct search *s, const double *x, double *way)
{
    const double rank = 1e-7; /* too many directions do no harm: steps decide */
    const size_t n = s->n;
    size_t ways = 0;
    if (!analyze_slopes(s, x, s->free))
        return 0;
    for (size_t k = 0; k < n; k++) {
        double size = 0;
        for (size_t i = 0; i < n; i++)
            size = hypot(size, s->free[i] ? 0 : s->v[i * n + k]);
        if (s->s[k] > rank * s->s[0] || size < 0.5)
            continue;
        for (size_t i = 0; i < n; i++)
            way[ways * n + i] = s->free[i] ? 0 : s->v[i * n + k];
        ways++;
    }
    return ways;
}

/* A direction in the kernel: each second one is opposite to the one before. */
static void direction(const struct search *s, const double *way, size_t ways, size_t k, double *out)
{
    double size = 0;
    memset(out, 0, s->n * sizeof *out);
    for (size_t j = 0; j < ways; j++)
        for (size_t i = 0; i < s->n; i++)
            out[i] += (ways == 1 ? 1 : base_arbitrary(k / 2 + 11, j)) * way[j * s->n + i];
    size = analyze_length(out, s->n) * (k % 2 ? -1 : 1);
    for (size_t i = 0; i < s->n; i++)
        out[i] = size != 0 ? out[i] / size : 0;
}

/* Moves y = x + far * along to a solution, across this direction; false: there is none. */
static bool is_led(struct search *s, const double *x, const double *along, double far, double *y)
{
    const double much = 0.1, most = 20;
    for (size_t i = 0; i < s->n; i++)
        y[i] = x[i] + far * along[i];
    const enum ex_root answer = analyze_confirm(s, y, most * far, along);
    if (answer == EX_ROOT_UNKNOWN && analyze_solve(s, y))
        return analyze_distance(s, x, y) >= much * far;
    return answer == EX_ROOT_FOUND;
}

struct neighbours {
    double *at;     /* the points, by rows */
    size_t n, rank; /* independent directions in which they are */
};

/* Solutions at a distance of about `far`. Another solution that happens to be there is not of a
 * family: a step that is much shorter must lead to one, too. */
static struct neighbours look_around(struct search *s, const double *x, double far)
{
    const double much = 0.02;
    double *way = analyze_doubles(s->a, s->n * s->n), *along = analyze_doubles(s->a, s->n);
    const size_t ways = kernel_at(s, x, way), tries = 2 * ways;
    struct neighbours out = {.at = analyze_doubles(s->a, tries * s->n)};
    double *y = analyze_doubles(s->a, s->n), *size = analyze_doubles(s->a, tries);
    for (size_t k = 0; k < tries && out.rank < ways; k++) {
        direction(s, way, ways, k, along);
        if (!is_led(s, x, along, far / 37, y) || !is_led(s, x, along, far, y))
            continue;
        memcpy(out.at + out.n * s->n, y, s->n * sizeof *y);
        out.n++;
        double *led = analyze_doubles(s->a, out.n * s->n);
        for (size_t j = 0; j < out.n; j++)
            for (size_t i = 0; i < s->n; i++)
                led[i * out.n + j] = (out.at[j * s->n + i] - x[i]) / far;
        base_singular_values(led, s->n, out.n, size, analyze_doubles(s->a, out.n * out.n));
        for (out.rank = 0; out.rank < out.n && size[out.rank] > much;)
            out.rank++;
    }
    return out;
}

size_t analyze_family_at(struct search *s, const double *x)
{
    const double far = 1e-3 * (1 + analyze_length(x, s->n));
    struct mem *m = s->a->diag->mem;
    const struct mem_mark mark = mem_mark(m);
    const struct neighbours near = look_around(s, x, far);
    size_t most = near.rank < 2 ? near.rank : 0;
    for (size_t k = 0; k < near.n && most < near.rank; k++) {
        const size_t there = look_around(s, near.at + k * s->n, far / 100).rank;
        most = there > most ? there : most;
    }
    mem_release(m, mark);
    return most < near.rank ? most : near.rank;
}

/* ---- members ---- */

/* The part of y - x along the kernel at x, at most `most` long; returns its length. */
static double towards(struct search *s, const double *x, const double *y, double *out)
{
    double sum = 0;
    memset(out, 0, s->n * sizeof *out);
    if (!analyze_slopes(s, x, NULL))
        return 0;
    for (size_t k = 0; k < s->n; k++) {
        double along = 0;
        if (s->s[k] > ANALYZE_RANK * s->s[0])
            continue;
        for (size_t i = 0; i < s->n; i++)
            along += (s->turns[i] ? remainder(y[i] - x[i], 2 * acos(-1)) : y[i] - x[i]) *
                     s->v[i * s->n + k];
        for (size_t i = 0; i < s->n; i++)
            out[i] += along * s->v[i * s->n + k];
        sum = hypot(sum, along);
    }
    return sum;
}

static bool is_connected(struct search *s, const double *from, const double *to)
{
    const double near = 1e-6, stride = 0.5;
    struct mem *m = s->a->diag->mem;
    const struct mem_mark mark = mem_mark(m);
    double *x = analyze_doubles(s->a, s->n), *way = analyze_doubles(s->a, s->n);
    const double size = 1 + analyze_length(to, s->n);
    bool arrived = false;
    memcpy(x, from, s->n * sizeof *x);
    for (int k = 0; k < WALKS; k++) {
        const double left = analyze_distance(s, x, to), far = towards(s, x, to, way);
        arrived = left <= near * size;
        if (arrived || far <= 1e-3 * left)
            break;
        const double most = stride * size;
        for (size_t i = 0; i < s->n; i++)
            x[i] += way[i] * (far > most ? most / far : 1);
        if (analyze_solve_sure(s, x) == EX_ROOT_NONE || !(analyze_distance(s, x, to) < left))
            break;
    }
    mem_release(m, mark);
    return arrived;
}

static bool is_alike(const struct linear *a, const struct linear *b)
{
    return a->stability == b->stability && a->growing == b->growing;
}

/* Distance from a motion of speed 1, on a logarithmic scale: such motions are the best examples. */
static double oddity(const struct search *s, const struct linear *l)
{
    double fast = 0;
    for (size_t i = 0; i < s->n; i++)
        fast = fmax(fast, s->free[i] ? fabs(l->rate[i]) : 0);
    return fabs(log(fast));
}

static bool is_same(const struct search *s, const double *x, const double *y)
{
    return analyze_distance(s, x, y) <= 1e-6 * (1 + analyze_length(x, s->n));
}

/* Rates may have a limit at a pole from one side, and no value there. */
static bool is_pole(struct search *s, const double *x)
{
    const struct block *pole = &s->a->sys->block[RT_pole];
    const double tiny = 1e-9;
    double *value = analyze_doubles(s->a, pole->rows);
    if (pole->at)
        start_eval_at(s->a->sys, s->a->t, x, s->a->p, pole->at, pole->rows, value);
    for (size_t i = 0; i < pole->rows && pole->at; i++)
        if (!(fabs(value[i]) > tiny))
            return true;
    return false;
}

size_t analyze_keep(struct search *s, struct family *all, size_t n, double *x, bool sure)
{
    struct family one = {.x = x, .group = n, .sure = sure};
    for (size_t i = 0; i < n; i++)
        if (is_same(s, x, all[i].x))
            return n;
    if (is_pole(s, x))
        return n;
    analyze_linear_at(s->a, x, s->free, &one.linear);
    if ((one.linear.at_rest && s->moves) || !one.linear.steady)
        return n;
    one.odd = oddity(s, &one.linear);
    for (size_t i = 0; i < n; i++) {
        if (all[i].wide == 0 || !is_alike(&all[i].linear, &one.linear) ||
            !is_connected(s, x, all[i].x))
            continue;
        const bool better =
            s->moves ? one.odd < all[i].odd : one.linear.zeros < all[i].linear.zeros;
        if (better) { /* a point where families meet is a bad example of both */
            memcpy(all[i].x, x, s->n * sizeof *x);
            all[i].odd = one.odd;
            all[i].sure = sure;
            all[i].linear = one.linear;
        }
        return n;
    }
    one.wide = analyze_family_at(s, x);
    for (size_t i = 0; i < n && one.wide; i++)
        if (all[i].group == i && is_connected(s, x, all[i].x)) {
            one.group = i;
            break;
        }
    all[n] = one;
    return n + 1;
}
