/* gen/prove/sampled_zeros.c -- zeros of functions of the state, sought in doubles.
 *
 * From sample points, x -> x - e grad e / |grad e|^2 leads to simple zeros fast, and halves the
 * distance from double ones. A limit counts as a zero where the steps have become short, or where e
 * is exactly 0 and not by rounding: nearby, then, its terms do not cancel.
 */
#include "gen/prove/sampled_zeros.h"

#include "gen/start/start.h"

#include <math.h>
#include <string.h>

enum { POINTS = 400, STARTS = 48, ITERATIONS = 80, HALVINGS = 30, AROUND = 8 };

bool prove_moves(const struct system *sys, ex e)
{
    for (size_t i = 0; i < sys->states; i++)
        if (ex_has(sys->model->store, e, sys->state[i]))
            return true;
    return ex_has(sys->model->store, e, sys->model->time);
}

/* Sample point k, near and far; the last one of its numbers is the time. */
static void draw(const struct system *sys, unsigned k, double *x)
{
    const double wide = 3.3;
    for (size_t i = 0; i < sys->states; i++)
        x[i] = wide * pow(10, (int)(k % 4) - 1) * base_arbitrary(k, i);
    x[sys->states] = 5 + 5 * base_arbitrary(k, sys->states);
}

static void values_at(const struct sampled *f, const double *x, const ex *e, size_t n, double *out)
{
    start_eval_at(f->sys, x[f->sys->states], x, f->p, e, n, out);
}

static size_t terms_of_sum(const struct sampled *f, ex e, ex **term)
{
    struct store *s = f->sys->model->store;
    const size_t n = ex_op(s, e) == EX_add ? ex_count_args(s, e) : 1;
    *term = sym_row(f->diag->mem, n);
    for (size_t i = 0; i < n; i++)
        (*term)[i] = n > 1 ? ex_arg(s, e, i) : e;
    return n;
}

bool prove_stays_away(const struct sampled *f, ex e)
{
    const double cancels = 1e-3, small = 1e-2;
    ex *term;
    const size_t n = terms_of_sum(f, e, &term);
    double *x = mem_take_array(f->diag->mem, f->sys->states + 1, sizeof *x);
    double *value = mem_take_array(f->diag->mem, n + 1, sizeof *value);
    bool above = true, below = true, fixed = false;
    double near = INFINITY, far = 0, least = 1;
    for (size_t i = 0; i < n; i++)
        fixed |= !prove_moves(f->sys, term[i]);
    for (unsigned k = 1; k <= POINTS && (above || below); k++) {
        double sum = 0, size = 0;
        draw(f->sys, k, x);
        values_at(f, x, term, n, value);
        for (size_t i = 0; i < n; i++) {
            sum += value[i];
            size += fabs(value[i]);
        }
        if (!isfinite(sum))
            continue;
        above &= sum > 0;
        below &= sum < 0;
        least = fmin(least, fabs(sum) / size);
        near = fmin(near, fabs(sum));
        far = fmax(far, fabs(sum));
    }
    return (above || below) && least > cancels && (fixed || near > small * far);
}

/* ---- zeros ---- */

struct descent {
    const struct sampled *f;
    const ex *e; /* the function, its derivatives by the states and the time, then its terms */
    size_t n;    /* states and the time */
    size_t terms;
    double *x, *there, *value;
};

/* Of e and its derivatives at `at`; the value of e. */
static double look_at(const struct descent *d, const double *at)
{
    values_at(d->f, at, d->e, 1 + d->n, d->value);
    return d->value[0];
}

static double length_of(const double *a, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* Near x, have all functions values, and e one that is not due to rounding? */
static bool is_real(const struct descent *d)
{
    const double apart = 1e-4, rounding = 1e-12;
    const struct sampled *f = d->f;
    double *real = mem_take_array(f->diag->mem, f->reals + 1, sizeof *real);
    for (unsigned k = 1; k <= AROUND; k++) {
        double sum = 0, size = 0;
        bool good = true;
        for (size_t i = 0; i < d->n; i++)
            d->there[i] = d->x[i] + apart * base_arbitrary(900 + k, i);
        values_at(f, d->there, f->real, f->reals, real);
        for (size_t i = 0; i < f->reals; i++)
            good &= !isnan(real[i]);
        values_at(f, d->there, &d->e[1 + d->n], d->terms, d->value);
        for (size_t i = 0; i < d->terms; i++) {
            sum += d->value[i];
            size += fabs(d->value[i]);
        }
        if (good && fabs(sum) > rounding * size)
            return true;
    }
    return false;
}

/* One step from x; false: e does not become smaller. */
static bool step(const struct descent *d, double *moved)
{
    const double now = fabs(look_at(d, d->x)), slope = length_of(&d->value[1], d->n);
    double by = 1;
    if (!isfinite(now) || !isfinite(slope) || slope == 0)
        return false;
    const double shift = d->value[0] / slope / slope, most = 1 + length_of(d->x, d->n);
    by = now / slope > most ? most * slope / now : 1;
    double *slopes = mem_take_array(d->f->diag->mem, d->n + 1, sizeof *slopes);
    memcpy(slopes, &d->value[1], d->n * sizeof *slopes);
    for (int k = 0; k < HALVINGS; k++) {
        for (size_t i = 0; i < d->n; i++)
            d->there[i] = d->x[i] - by * shift * slopes[i];
        if (fabs(look_at(d, d->there)) < now) {
            memcpy(d->x, d->there, d->n * sizeof *d->x);
            *moved = by * now / slope / most;
            return true;
        }
        by /= 2;
    }
    return false;
}

/* From sample point k to a zero. */
static bool descend(const struct descent *d, unsigned k)
{
    const double tiny = 1e-9, brief = 1e-6;
    draw(d->f->sys, k, d->x);
    const double first = fabs(look_at(d, d->x));
    double moved = 1;
    for (int i = 0; i < ITERATIONS; i++) {
        const struct mem_mark mark = mem_mark(d->f->diag->mem);
        const bool on = step(d, &moved);
        mem_release(d->f->diag->mem, mark);
        if (!on)
            break;
    }
    const double last = fabs(look_at(d, d->x));
    return (last == 0 || (moved < brief && last <= tiny * fmin(first, 1))) && is_real(d);
}

bool prove_vanishes(const struct sampled *f, ex e)
{
    struct store *s = f->sys->model->store;
    const struct mem_mark mark = mem_mark(f->diag->mem);
    ex *term;
    const size_t n = f->sys->states + 1, terms = terms_of_sum(f, e, &term);
    ex *all = sym_row(f->diag->mem, 1 + n + terms), *by = sym_row(f->diag->mem, n);
    memcpy(by, f->sys->state, f->sys->states * sizeof *by);
    by[n - 1] = f->sys->model->time;
    all[0] = e;
    ex_gradient(s, e, by, n, &all[1]);
    memcpy(&all[1 + n], term, terms * sizeof *all);
    const struct descent d = {
        .f = f,
        .e = all,
        .n = n,
        .terms = terms,
        .x = mem_take_array(f->diag->mem, n, sizeof *d.x),
        .there = mem_take_array(f->diag->mem, n, sizeof *d.there),
        .value = mem_take_array(f->diag->mem, 1 + n + terms, sizeof *d.value),
    };
    bool found = false;
    for (unsigned k = 1; k <= STARTS && !found; k++)
        found = descend(&d, k);
    mem_release(f->diag->mem, mark);
    return found;
}
