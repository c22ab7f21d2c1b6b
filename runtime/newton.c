/* runtime/newton.c -- simplified Newton's method, iterated down to rounding errors.
 *
 * The matrix is kept as long as changes shrink quickly, and computed again where they do not. When
 * that fails, a second attempt from the same point computes a new matrix in every iteration.
 */
#include "step.h"

#include <float.h>
#include <math.h>

enum { MOST = 60 };

/* ---- linear equations ---- */

static size_t find_pivot(size_t n, const double *a, size_t k)
{
    size_t best = k;
    for (size_t i = k + 1; i < n; i++)
        if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
            best = i;
    return best;
}

/* a = L U with row exchanges; 0: a is singular. */
static int factor(size_t n, double *a, double *pivot)
{
    for (size_t k = 0; k < n; k++) {
        const size_t best = find_pivot(n, a, k);
        pivot[k] = (double)best;
        for (size_t j = 0; j < n && best != k; j++) {
            const double v = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = v;
        }
        const double d = a[k * n + k];
        if (!(fabs(d) > DBL_MIN && fabs(d) <= DBL_MAX))
            return 0;
        for (size_t i = k + 1; i < n; i++) {
            const double f = a[i * n + k] / d;
            a[i * n + k] = f;
            if (f == 0)
                continue;
            for (size_t j = k + 1; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
        }
    }
    return 1;
}

/* Replaces b by a^-1 b, with a as `factor` left it. */
static void solve(size_t n, const double *a, const double *pivot, double *b)
{
    for (size_t k = 0; k < n; k++) {
        const size_t from = (size_t)pivot[k];
        const double v = b[from];
        b[from] = b[k];
        b[k] = v;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            b[i] -= a[i * n + j] * b[j];
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

/* ---- Newton ---- */

/* Parts of the scratch buffer: unknowns, their last change, their first guess, row exchanges; then
 * the matrix. */
enum part { UNKNOWNS, CHANGE, GUESS, PIVOT, MATRIX };

size_t rt_newton_room(size_t n)
{
    return (MATRIX + n) * n;
}

static double *room(const struct rt_equation *q, enum part part)
{
    return q->z + (size_t)part * q->n;
}

/* Size of a change: of each component relative to the state, and relative to the largest component.
 * The first decides about convergence, the second whether the rest can be rounding. */
struct size {
    double fine, coarse;
};

static struct size measure(const struct rt_stepper *s, const struct rt_equation *q)
{
    const double *change = room(q, CHANGE);
    double most = 0, largest = 0;
    struct size out = {0, 0};
    for (size_t i = 0; i < q->n; i++)
        most = fmax(most, fabs(s->x[i % s->n]) + fabs(q->z[i]));
    for (size_t i = 0; i < q->n; i++) {
        const double unit = fabs(s->x[i % s->n]) + fabs(q->z[i]) + 1e-8 * most;
        out.fine = fmax(out.fine, unit > 0 ? fabs(change[i]) / unit : 0);
        largest = fmax(largest, fabs(change[i]));
    }
    out.coarse = most > 0 ? largest / most : 0;
    return out;
}

static int renew(struct rt_stepper *s, const struct rt_equation *q)
{
    q->slope(s, q, room(q, MATRIX));
    s->count.jacs++;
    return factor(q->n, room(q, MATRIX), room(q, PIVOT));
}

static enum rt_status iterate(struct rt_stepper *s, const struct rt_equation *q, int always)
{
    double before = INFINITY, *change = room(q, CHANGE);
    if (!renew(s, q))
        return RT_SINGULAR;
    for (int k = 0; k < MOST; k++) {
        s->count.newton++;
        q->value(s, q, change);
        solve(q->n, room(q, MATRIX), room(q, PIVOT), change);
        if (!rt_finite(change, q->n))
            return RT_NAN;
        for (size_t i = 0; i < q->n; i++)
            q->z[i] += change[i];
        const struct size now = measure(s, q);
        if (now.fine <= 2 * DBL_EPSILON || (!(now.fine <= before / 2) && now.coarse <= 1e-12))
            return RT_OK;
        if ((always || !(now.fine <= before / 4)) && k > 0 && !renew(s, q))
            return RT_SINGULAR;
        before = now.fine;
    }
    return RT_DIVERGED;
}

enum rt_status rt_newton(struct rt_stepper *s, const struct rt_equation *q)
{
    double *guess = room(q, GUESS);
    for (size_t i = 0; i < q->n; i++)
        guess[i] = q->z[i];
    const enum rt_status status = iterate(s, q, 0);
    if (status == RT_OK)
        return status;
    for (size_t i = 0; i < q->n; i++)
        q->z[i] = guess[i];
    return iterate(s, q, 1);
}
