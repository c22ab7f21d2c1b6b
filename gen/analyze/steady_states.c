/* gen/analyze/steady_states.c -- search for equilibria and steady motions.
 *
 * A state is an equilibrium when its rates vanish, a motion is steady when only free coordinates
 * change (see analyze_free_coordinates). Both are solutions of F = 0, where F has the rates and,
 * where constraints restrict the states, the constraints. In nonholonomic mechanics solutions come
 * in families, so that F has fewer independent rows than there are unknowns: steps are the shortest
 * solutions of the linear equation, with Levenberg-Marquardt damping, by singular values. The
 * search starts at the current state and at many points around it, the same ones in every run.
 *
 * Two solutions are of one family when a walk leads from one to the other: towards it along the
 * kernel, then back to F = 0. Of a family one member is shown for each kind of stability.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

enum { STARTS = 96, ITERATIONS = 120, WALKS = 60 };

struct search {
    struct analysis *a;
    const bool *free;  /* free coordinates */
    const bool *loose; /* free coordinates whose rates need not vanish: all, or none */
    bool moves;        /* all: steady motions are searched */
    bool *turns;       /* angles, modulo 2 pi */
    double *low, *high;
    size_t n, frees, rows, bound; /* states; free ones; rows of F; constraints among these */
    double *f, *was, *J, *u, *s, *v, *step, *next, *all;
};

/* ---- F ---- */

/* Computes F into s->f; returns its norm, or infinity. */
static double evaluate(struct search *s, const double *x)
{
    double sum = 0;
    size_t at = 0;
    analyze_call(s->a, RT_rhs, x, s->all);
    for (size_t i = 0; i < s->n; i++)
        if (!s->loose[i])
            s->f[at++] = s->all[i];
    if (s->bound)
        analyze_call(s->a, RT_constraint, x, s->f + at);
    for (size_t i = 0; i < s->rows; i++)
        sum = isfinite(s->f[i]) ? hypot(sum, s->f[i]) : INFINITY;
    return sum;
}

/* Computes the derivatives of F into s->u. */
static void derive(struct search *s, const double *x)
{
    size_t at = 0;
    analyze_call(s->a, RT_jac, x, s->J);
    for (size_t i = 0; i < s->n; i++)
        if (!s->loose[i])
            memcpy(&s->u[at++ * s->n], &s->J[i * s->n], s->n * sizeof *s->u);
    if (s->bound)
        analyze_call(s->a, RT_jacc, x, s->u + at * s->n);
}

/* Singular value decomposition of the derivatives: u = U s, v. */
static bool slopes(struct search *s, const double *x)
{
    derive(s, x);
    for (size_t i = 0; i < s->rows * s->n; i++)
        if (!isfinite(s->u[i]))
            return false;
    base_singular_values(s->u, s->rows, s->n, s->s, s->v);
    return true;
}

static const double RANK = 1e-9; /* smaller singular values, relative to the largest, count as 0 */

/* Computes the damped step into s->step. */
static void find_step(struct search *s, double damping)
{
    memset(s->step, 0, s->n * sizeof *s->step);
    for (size_t k = 0; k < s->n && s->s[k] > RANK * s->s[0]; k++) {
        double g = 0;
        for (size_t i = 0; i < s->rows; i++)
            g += s->u[i * s->n + k] * s->f[i];
        const double along = -g / (s->s[k] * s->s[k] + damping);
        for (size_t i = 0; i < s->n; i++)
            s->step[i] += along * s->v[i * s->n + k];
    }
}

static double length_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = hypot(sum, x[i]);
    return sum;
}

/* One step that decreases F; false: none does. Takes the shortest step that decreases F well: long
 * ones lead to points where families meet, which are bad examples. s->f is F at x. */
static bool improve(struct search *s, double *x, double *left)
{
    enum { LEVELS = 15 };
    const double enough = 0.3 * *left;
    double best = *left, least = -1;
    if (!slopes(s, x))
        return false;
    memcpy(s->was, s->f, s->rows * sizeof *s->f);
    for (int k = 0; k < LEVELS && best > enough; k++) {
        const double damping = k == LEVELS - 1 ? 0 : pow(0.1, k + 1) * s->s[0] * s->s[0];
        memcpy(s->f, s->was, s->rows * sizeof *s->f);
        find_step(s, damping);
        for (size_t i = 0; i < s->n; i++)
            s->next[i] = x[i] + s->step[i];
        const double now = evaluate(s, s->next);
        if (now < best) {
            best = now;
            least = damping;
        }
    }
    memcpy(s->f, s->was, s->rows * sizeof *s->f);
    if (least < 0)
        return false;
    find_step(s, least);
    for (size_t i = 0; i < s->n; i++)
        x[i] += s->step[i];
    *left = evaluate(s, x);
    return true;
}

/* Size of the change of a row of F for a change of x as large as x. */
static double row_size(const struct search *s, const double *x, size_t row)
{
    double size = 0;
    for (size_t j = 0; j < s->n; j++)
        size += fabs(s->u[row * s->n + j]) * (1 + fabs(x[j]));
    return size;
}

/* Is F as small as the effect of the last digits of x? A constant row must vanish up to rounding; a
 * row that tends to 0 at infinity never passes. */
static bool is_small(struct search *s, const double *x)
{
    const double tiny = 1e-8, rounding = 1e-14;
    double most = 0;
    derive(s, x);
    for (size_t i = 0; i < s->rows; i++)
        most = fmax(most, row_size(s, x, i));
    for (size_t i = 0; i < s->rows; i++)
        if (!(fabs(s->f[i]) <= tiny * row_size(s, x, i) + rounding * most))
            return false;
    return true;
}

/* Moves x to a solution; false: no convergence, or divergence to infinity. s->f is F at x. */
static bool solve(struct search *s, double *x)
{
    const double far = 1e4 * (1 + length_of(x, s->n));
    double left = evaluate(s, x);
    for (int i = 0; i < ITERATIONS && left > 0 && isfinite(left); i++)
        if (!improve(s, x, &left))
            break;
    return isfinite(left) && length_of(x, s->n) < far && is_small(s, x);
}

/* ---- normalised solutions ---- */

static bool is_solution(struct search *s, const double *x, double bar)
{
    return evaluate(s, x) <= bar;
}

/* An angle in (-pi, pi]. */
static double unwound(double angle)
{
    const double turn = 2 * acos(-1), slack = 1e-6;
    const double out = remainder(angle, turn);
    return out < slack - turn / 2 ? out + turn : out;
}

/* Normalises values that are arbitrary: free coordinates as in `home`, rounding errors to 0. */
static void tidy(struct search *s, const double *home, double *x)
{
    const double round = 1e-6;
    slopes(s, x);
    const double bar = fmax(evaluate(s, x), 1e-13 * s->s[0] * (1 + length_of(x, s->n)));
    for (size_t i = 0; i < s->n; i++) {
        const double was = x[i];
        if (s->free[i])
            x[i] = home[i];
        else if (fabs(x[i]) < round)
            x[i] = 0;
        if (!is_solution(s, x, bar))
            x[i] = was;
    }
    for (size_t i = 0; i < s->n; i++)
        x[i] = s->turns[i] ? unwound(x[i]) : x[i];
}

static bool is_inside(const struct search *s, const double *x)
{
    const double slack = 1e-9;
    for (size_t i = 0; i < s->n; i++)
        if (x[i] < s->low[i] - slack || x[i] > s->high[i] + slack)
            return false;
    return true;
}

static double distance(const struct search *s, const double *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++) {
        double d = x[i] - y[i];
        if (s->turns[i])
            d = remainder(d, 2 * acos(-1));
        sum = hypot(sum, d);
    }
    return sum;
}

/* ---- families ---- */

/* The part of y - x along the kernel at x, at most `most` long; returns its length. */
static double towards(struct search *s, const double *x, const double *y, double *out)
{
    double sum = 0;
    memset(out, 0, s->n * sizeof *out);
    if (!slopes(s, x))
        return 0;
    for (size_t k = 0; k < s->n; k++) {
        double along = 0;
        if (s->s[k] > RANK * s->s[0])
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
    const double size = 1 + length_of(to, s->n);
    bool arrived = false;
    memcpy(x, from, s->n * sizeof *x);
    for (int k = 0; k < WALKS; k++) {
        const double left = distance(s, x, to), far = towards(s, x, to, way);
        arrived = left <= near * size;
        if (arrived || far <= 1e-3 * left)
            break;
        const double most = stride * size;
        for (size_t i = 0; i < s->n; i++)
            x[i] += way[i] * (far > most ? most / far : 1);
        if (!solve(s, x) || !(distance(s, x, to) < left))
            break;
    }
    mem_release(m, mark);
    return arrived;
}

/* Directions of the kernel need not be tangent to the family: counts independent directions in
 * which steps lead to other solutions. */
static size_t count_ways(struct search *s, const double *x)
{
    const double far = 1e-3 * (1 + length_of(x, s->n)), much = 0.1;
    double *way = analyze_doubles(s->a, s->n * s->n), *y = analyze_doubles(s->a, s->n);
    double *led = analyze_doubles(s->a, s->n * s->n), *size = analyze_doubles(s->a, s->n);
    size_t ways = 0, n = 0;
    if (!slopes(s, x))
        return 0;
    for (size_t k = 0; k < s->n; k++)
        if (s->s[k] <= RANK * s->s[0]) {
            for (size_t i = 0; i < s->n; i++)
                way[ways * s->n + i] = s->v[i * s->n + k];
            ways++;
        }
    for (size_t k = 0; k < ways; k++) {
        for (size_t i = 0; i < s->n; i++)
            y[i] = x[i] + far * way[k * s->n + i];
        const bool there = solve(s, y);
        for (size_t i = 0; i < s->n; i++)
            led[i * ways + k] = there ? (y[i] - x[i]) / far : 0;
    }
    base_singular_values(led, s->n, ways, size, analyze_doubles(s->a, ways * ways));
    while (n < ways && size[n] > much)
        n++;
    return n;
}

/* Dimension of the family, without free coordinates. */
static size_t count_family(struct search *s, const double *x)
{
    const size_t ways = count_ways(s, x);
    return ways > s->frees ? ways - s->frees : 0;
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

/* Adds a solution to the list, unless it is equivalent to one of them. */
static size_t keep(struct search *s, struct family *all, size_t n, double *x)
{
    struct family one = {.x = x, .group = n};
    analyze_linear_at(s->a, x, s->free, &one.linear);
    if (one.linear.at_rest && s->moves)
        return n;
    one.wide = count_family(s, x);
    one.odd = oddity(s, &one.linear);
    for (size_t i = 0; i < n; i++) {
        const bool same = distance(s, all[i].x, x) <= 1e-6 * (1 + length_of(x, s->n));
        const bool alike = one.wide && is_alike(&all[i].linear, &one.linear);
        if (!same && !(alike && is_connected(s, x, all[i].x)))
            continue;
        if (s->moves && one.odd < all[i].odd) {
            memcpy(all[i].x, x, s->n * sizeof *x);
            all[i].odd = one.odd;
        }
        return n;
    }
    for (size_t i = 0; i < n && one.wide; i++)
        if (all[i].group == i && is_connected(s, x, all[i].x)) {
            one.group = i;
            break;
        }
    all[n] = one;
    return n + 1;
}

/* ---- initial guesses ---- */

/* Guess k: within the ranges of the model; else any angle, or a distance like the size of `home`.
 */
static void begin(const struct search *s, const double *home, size_t k, double *x)
{
    const double spread = ldexp(1, (int)(k % 5) - 2), turn = acos(-1);
    for (size_t i = 0; i < s->n; i++) {
        const double z = base_arbitrary(k, i);
        x[i] = home[i];
        if (k == 0 || s->free[i])
            continue;
        if (isfinite(s->low[i]) && isfinite(s->high[i]))
            x[i] = s->low[i] + (s->high[i] - s->low[i]) * (z + 1) / 2;
        else if (s->turns[i])
            x[i] = turn * z;
        else if (k == 1 && i >= s->a->sys->model->coords)
            x[i] = 0;
        else
            x[i] += z * spread * fmax(1, fabs(home[i]));
    }
}

static void find_ranges(struct search *s)
{
    const struct model *m = s->a->sys->model;
    for (size_t i = 0; i < s->n; i++) {
        s->low[i] = -INFINITY;
        s->high[i] = INFINITY;
        if (i >= m->coords)
            continue;
        if (m->coord[i].low != EX_POISON)
            s->low[i] = lang_value(m, m->coord[i].low, s->a->p);
        if (m->coord[i].high != EX_POISON)
            s->high[i] = lang_value(m, m->coord[i].high, s->a->p);
    }
}

/* Coordinates that occur only in sines and cosines: F has period 2 pi in them. */
static void find_angles(struct search *s, const double *home)
{
    enum { POINTS = 3 };
    const double tiny = 1e-9;
    double *x = analyze_doubles(s->a, s->n), *was = analyze_doubles(s->a, s->rows);
    for (size_t i = 0; i < s->n; i++) {
        bool same = i < s->a->sys->model->coords && !s->free[i];
        same &= !isfinite(s->low[i]) && !isfinite(s->high[i]);
        for (size_t k = 0; k < POINTS && same; k++) {
            for (size_t j = 0; j < s->n; j++)
                x[j] = home[j] + base_arbitrary(k + 7, j);
            const double size = evaluate(s, x);
            memcpy(was, s->f, s->rows * sizeof *was);
            x[i] += 2 * acos(-1);
            same = isfinite(evaluate(s, x)) && isfinite(size);
            for (size_t j = 0; j < s->rows; j++)
                same &= fabs(s->f[j] - was[j]) <= tiny * (1 + size);
        }
        s->turns[i] = same;
    }
}

/* ---- all of them ---- */

static struct search open_search(struct analysis *a, const bool *free, bool moves)
{
    bool *none = mem_take_array(a->diag->mem, a->sys->states + 1, sizeof *none);
    memset(none, 0, a->sys->states * sizeof *none);
    struct search s = {
        .a = a, .free = free, .loose = moves ? free : none, .moves = moves, .n = a->sys->states};
    const bool *loose = s.loose;
    s.bound = analyze_is_bound(a) ? a->sys->block[RT_constraint].rows : 0;
    s.rows = s.bound;
    for (size_t i = 0; i < s.n; i++) {
        s.frees += free[i];
        s.rows += !loose[i];
    }
    s.f = analyze_doubles(a, s.rows);
    s.was = analyze_doubles(a, s.rows);
    s.J = analyze_doubles(a, s.n * s.n);
    s.u = analyze_doubles(a, s.rows * s.n);
    s.s = analyze_doubles(a, s.n);
    s.v = analyze_doubles(a, s.n * s.n);
    s.step = analyze_doubles(a, s.n);
    s.next = analyze_doubles(a, s.n);
    s.all = analyze_doubles(a, s.n);
    s.low = analyze_doubles(a, s.n);
    s.high = analyze_doubles(a, s.n);
    s.turns = mem_take_array(a->diag->mem, s.n + 1, sizeof *s.turns);
    memset(s.turns, 0, s.n * sizeof *s.turns);
    find_ranges(&s);
    find_angles(&s, a->x);
    return s;
}

bool analyze_settle_near(struct analysis *a, const bool *free, double *x)
{
    const double near = 1e-4;
    struct search s = open_search(a, free, true);
    double *y = analyze_doubles(a, s.n);
    memcpy(y, x, s.n * sizeof *y);
    if (!solve(&s, y) || distance(&s, x, y) > near * (1 + length_of(x, s.n)))
        return false;
    memcpy(x, y, s.n * sizeof *x);
    return true;
}

size_t analyze_count_family(struct analysis *a, const double *x, const bool *free)
{
    struct search s = open_search(a, free, true);
    return count_family(&s, x);
}

/* Large systems get fewer guesses: a step costs the cube of their size. */
size_t analyze_count_starts(size_t n)
{
    const double most = 4e6;
    const double can = most / ((double)n * (double)n * (double)n + 1);
    return can >= STARTS ? STARTS : can < 8 ? 8 : (size_t)can;
}

static size_t find_all(struct search *s, struct family *out, size_t starts)
{
    struct mem *m = s->a->diag->mem;
    size_t n = 0;
    for (size_t k = 0; k < starts && n < ANALYZE_FAMILIES && !run_interrupted(); k++) {
        const struct mem_mark mark = mem_mark(m);
        double *x = analyze_doubles(s->a, s->n);
        begin(s, s->a->x, k, x);
        size_t now = n;
        if (solve(s, x)) {
            tidy(s, s->a->x, x);
            if (is_inside(s, x))
                now = keep(s, out, n, x);
        }
        if (now == n)
            mem_release(m, mark);
        n = now;
    }
    for (size_t i = 0; i < n; i++) { /* memory of linear parts may be released: again */
        analyze_linear_at(s->a, out[i].x, s->free, &out[i].linear);
        out[i].exactly = analyze_exactly(s->a, out[i].x, s->free, s->loose, s->turns);
    }
    return n;
}

size_t analyze_steady(struct analysis *a, const bool *free, bool moves, size_t starts,
                      struct family *out)
{
    struct search s = open_search(a, free, moves);
    return find_all(&s, out, starts);
}
