/* gen/analyze/steady_states.c -- search for equilibria and steady motions.
 *
 * A state is an equilibrium when its rates vanish, a motion is steady when only free coordinates
 * change (see analyze_free_coordinates). Both are solutions of F = 0, where F has the rates and,
 * where constraints restrict the states, the constraints. In nonholonomic mechanics solutions come
 * in families, so that F has fewer independent rows than there are unknowns: steps are the shortest
 * solutions of the linear equation, with Levenberg-Marquardt damping, by singular values. The
 * search starts at the current state and at many points around it, the same ones in every run.
 *
 * Where solutions are multiple, as for the potential x^4, steps in doubles end far from them, where
 * F is below its rounding errors, and F may be small without a solution. Therefore the last steps
 * are made with many digits, see ex_root; these decide. families.c makes families of solutions.
 */
#include "gen/analyze/search.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

enum { STARTS = 96, ITERATIONS = 120 };

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

bool analyze_slopes(struct search *s, const double *x, const bool *fixed)
{
    derive(s, x);
    for (size_t i = 0; i < s->rows * s->n; i++) {
        if (fixed && fixed[i % s->n])
            s->u[i] = 0;
        if (!isfinite(s->u[i]))
            return false;
    }
    base_singular_values(s->u, s->rows, s->n, s->s, s->v);
    return true;
}

/* Computes the damped step into s->step. */
static void find_step(struct search *s, double damping)
{
    memset(s->step, 0, s->n * sizeof *s->step);
    for (size_t k = 0; k < s->n && s->s[k] > ANALYZE_RANK * s->s[0]; k++) {
        double g = 0;
        for (size_t i = 0; i < s->rows; i++)
            g += s->u[i * s->n + k] * s->f[i];
        const double along = -g / (s->s[k] * s->s[k] + damping);
        for (size_t i = 0; i < s->n; i++)
            s->step[i] += along * s->v[i * s->n + k];
    }
}

double analyze_length(const double *x, size_t n)
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
    if (!analyze_slopes(s, x, NULL))
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

/* Moves x to where F is least; false: F is not finite, or x diverges. s->f is F at x. */
static bool descend(struct search *s, double *x)
{
    const double far = 1e4 * (1 + analyze_length(x, s->n));
    double left = evaluate(s, x);
    for (int i = 0; i < ITERATIONS && left > 0 && isfinite(left); i++)
        if (!improve(s, x, &left))
            break;
    return isfinite(left) && analyze_length(x, s->n) < far;
}

bool analyze_solve(struct search *s, double *x)
{
    return descend(s, x) && is_small(s, x);
}

/* ---- many digits ---- */

enum ex_root analyze_confirm(struct search *s, double *x, double far, const double *along)
{
    struct mem *m = s->a->diag->mem;
    const struct mem_mark mark = mem_mark(m);
    double *v = analyze_doubles(s->a, s->n), *known = analyze_doubles(s->a, s->exact.known);
    double *across = analyze_doubles(s->a, s->n);
    size_t n = 0, k = 0;
    if (s->exact.m == 0)
        return EX_ROOT_UNKNOWN;
    memcpy(known, s->exact.value, s->exact.known * sizeof *known);
    for (size_t i = 0; i < s->n; i++)
        if (s->free[i]) {
            known[k++] = x[i]; /* these are the first */
        } else {
            across[n] = along ? along[i] : 0;
            v[n++] = x[i];
        }
    struct ex_zeros_near near = s->exact;
    near.far = far;
    near.value = known;
    near.along = along ? across : NULL;
    const enum ex_root answer = ex_root(s->a->sys->model->store, &near, v);
    n = 0;
    for (size_t i = 0; i < s->n && answer == EX_ROOT_FOUND; i++)
        if (!s->free[i])
            x[i] = v[n++];
    mem_release(m, mark);
    return answer;
}

enum ex_root analyze_solve_sure(struct search *s, double *x)
{
    const double far = 0.3;
    if (!descend(s, x))
        return EX_ROOT_NONE;
    const bool small = is_small(s, x);
    const enum ex_root sure = analyze_confirm(s, x, far * (1 + analyze_length(x, s->n)), NULL);
    return sure == EX_ROOT_UNKNOWN && !small ? EX_ROOT_NONE : sure;
}

/* F and its derivatives as expressions; none where they are not those of the motion. Symbols with
 * values are the free coordinates, then parameters, inputs and t. */
static void find_expressions(struct search *s)
{
    struct analysis *a = s->a;
    const struct system *sys = a->sys;
    const struct model *m = sys->model;
    struct mem *mem = a->diag->mem;
    const size_t n = s->n, rows = s->rows;
    ex *e = sym_row(mem, rows), *slope = sym_row(mem, rows * n), *x = sym_row(mem, n);
    ex *y = sym_row(mem, n + m->params + 1);
    double *value = analyze_doubles(a, n + m->params + 1);
    size_t row = 0, unknowns = 0, known = 0, put = 0, input = 0;
    for (size_t i = 0; i < n; i++)
        if (s->free[i])
            y[known++] = sys->state[i];
        else
            x[unknowns++] = sys->state[i];
    for (size_t i = 0; i < m->params; i++) {
        y[known] = m->param[i].symbol;
        value[known++] = m->param[i].input ? a->u[input++] : a->p[i];
    }
    y[known] = m->time;
    value[known++] = a->t;
    for (size_t i = 0; i < n + s->bound; i++) {
        if (i < n && s->loose[i])
            continue;
        e[row++] = i < n ? sys->block[RT_rhs].at[i] : sys->block[RT_constraint].at[i - n];
        for (size_t j = 0; j < n; j++)
            if (!s->free[j])
                slope[put++] = i < n ? sys->block[RT_jac].at[i * n + j]
                                     : sys->block[RT_jacc].at[(i - n) * n + j];
    }
    s->exact = (struct ex_zeros_near){.e = e,
                                      .slope = slope,
                                      .x = x,
                                      .y = y,
                                      .value = value,
                                      .m = rows,
                                      .n = unknowns,
                                      .known = known};
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
    const double round = s->exact.m ? 1e-12 : 1e-6;
    analyze_slopes(s, x, NULL);
    const double bar = fmax(evaluate(s, x), 1e-13 * s->s[0] * (1 + analyze_length(x, s->n)));
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

double analyze_distance(const struct search *s, const double *x, const double *y)
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

/* ---- initial guesses ---- */

enum { SPREADS = 5 };

static double spread_of(size_t k)
{
    return ldexp(1, (int)(k % SPREADS) - 2);
}

/* Guess k: within the ranges of the model; else any angle, or a distance like the size of `home`.
 */
static void begin(const struct search *s, const double *home, size_t k, double *x)
{
    const double spread = spread_of(k), turn = acos(-1);
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
    for (size_t i = 0; i < s.n; i++)
        s.rows += !loose[i];
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
    find_expressions(&s);
    return s;
}

void analyze_region(struct analysis *a, const bool *free, struct region *out)
{
    const struct search s = open_search(a, free, false);
    for (size_t i = 0; i < s.n; i++) {
        const double wide = spread_of(SPREADS - 1) * fmax(1, fabs(a->x[i])), turn = acos(-1);
        const bool bound = isfinite(s.low[i]) && isfinite(s.high[i]);
        out[i] = bound        ? (struct region){s.low[i], s.high[i], false}
                 : s.turns[i] ? (struct region){-turn, turn, true}
                              : (struct region){a->x[i] - wide, a->x[i] + wide, false};
    }
}

bool analyze_settle_near(struct analysis *a, const bool *free, double *x)
{
    const double near = 1e-4;
    struct search s = open_search(a, free, true);
    double *y = analyze_doubles(a, s.n);
    memcpy(y, x, s.n * sizeof *y);
    if (analyze_solve_sure(&s, y) == EX_ROOT_NONE ||
        analyze_distance(&s, x, y) > near * (1 + analyze_length(x, s.n)))
        return false;
    memcpy(x, y, s.n * sizeof *x);
    return true;
}

size_t analyze_count_family(struct analysis *a, const double *x, const bool *free)
{
    struct search s = open_search(a, free, true);
    return analyze_family_at(&s, x);
}

bool analyze_is_solution(struct analysis *a, const double *x, const bool *free, bool moves)
{
    const double near = 1e-8;
    struct search s = open_search(a, free, moves);
    const double size = 1 + analyze_length(x, s.n);
    double *y = analyze_doubles(a, s.n);
    memcpy(y, x, s.n * sizeof *y);
    const enum ex_root answer = analyze_confirm(&s, y, near * size, NULL);
    return answer == EX_ROOT_UNKNOWN || answer == EX_ROOT_FOUND;
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
        const enum ex_root answer = analyze_solve_sure(s, x);
        if (answer != EX_ROOT_NONE) {
            tidy(s, s->a->x, x);
            if (is_inside(s, x))
                now = analyze_keep(s, out, n, x, answer == EX_ROOT_FOUND);
        }
        if (now == n)
            mem_release(m, mark);
        n = now;
    }
    for (size_t i = 0; i < n; i++) { /* memory of linear parts may be released: again */
        analyze_linear_at(s->a, out[i].x, s->free, &out[i].linear);
        out[i].exact = analyze_exactly(s->a, out[i].x, s->free, s->loose, s->turns);
    }
    return n;
}

size_t analyze_steady(struct analysis *a, const bool *free, bool moves, size_t starts,
                      struct family *out)
{
    struct search s = open_search(a, free, moves);
    return find_all(&s, out, starts);
}
