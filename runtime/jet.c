/* runtime/jet.c -- coefficients of power series, order by order along a tape; see jet.h.
 *
 * Sums are taken from the left, beginning with their first term: gen/code/series_unroll.c does the
 * same.
 */
#include "jet.h"

#include "fn.h"

#include <math.h>

/* State of an expansion: all coefficients computed so far. */
struct expansion {
    const struct rt_tape *tape;
    double *row; /* `order` coefficients of each series */
    double t;
    const double *u, *x, *p;
    const double *found; /* coefficients of the states, from order 1 */
    size_t k;
};

static const double *row_of(const struct expansion *r, uint32_t i)
{
    return r->row + (size_t)i * r->tape->order;
}

static int reaches(const struct rt_jet *a, size_t k)
{
    return k >= a->low && k <= a->high;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- functions at the point ---- */

typedef double function1(double);
typedef double function2(double, double);

/* One row of fn.h becomes one element of the table of its kind. */
#define NONE(name)
#define SOME(name) [RT_FN_##name] = rt_##name,
static function1 *const functions1[RT_FN_COUNT] = {
#define ONE(name) SOME(name)
#define TWO(name) NONE(name)
#define BOTH(name) NONE(name)
#define X(name, kind, ...) kind(name)
    RT_FNS(X)
#undef ONE
#undef TWO
};
static function2 *const functions2[RT_FN_COUNT] = {
#define ONE(name) NONE(name)
#define TWO(name) SOME(name)
    RT_FNS(X)
#undef X
#undef ONE
#undef TWO
#undef BOTH
};

/* ---- sums ---- */

/* Sum of a_j b_(k-j) for j = first .. last, at least one. */
static double convolve(const double *a, const double *b, size_t k, size_t first, size_t last)
{
    double sum = a[first] * b[k - first];
    for (size_t j = first + 1; j <= last; j++)
        sum += a[j] * b[k - j];
    return sum;
}

/* Sum of a_j a_(k-j) for j = first .. k - first, each pair computed once; 0: no terms. */
static double convolve_self(const double *a, size_t k, size_t first)
{
    const size_t pairs = (k + 1) / 2; /* j < pairs: k - j > j */
    const double *middle = k % 2 == 0 && k / 2 >= first ? a + k / 2 : NULL;
    if (first >= pairs)
        return middle ? *middle * *middle : 0;
    double sum = convolve(a, a, k, first, pairs - 1);
    sum += sum;
    return middle ? sum + *middle * *middle : sum;
}

/* ---- one coefficient ---- */

static double leaf(const struct expansion *r, const struct rt_jet *in)
{
    const size_t k = r->k, i = in->a;
    switch (in->code) {
    case RT_JET_number:
        return r->tape->number[i];
    case RT_JET_param:
        return r->p[i];
    case RT_JET_time:
        return k ? 1 : r->t;
    case RT_JET_input:
        return r->u[k ? r->tape->inputs + i : i];
    default:
        return k ? r->found[(k - 1) * r->tape->states + i] : r->x[i];
    }
}

static double sum(const struct expansion *r, const struct rt_jet *in, double sign)
{
    const size_t k = r->k;
    const struct rt_jet *a = &r->tape->at[in->a], *b = &r->tape->at[in->b];
    if (!reaches(b, k))
        return row_of(r, in->a)[k];
    const double right = sign * row_of(r, in->b)[k];
    return reaches(a, k) ? row_of(r, in->a)[k] + right : right;
}

static double product(const struct expansion *r, const struct rt_jet *in)
{
    const size_t k = r->k;
    const struct rt_jet *a = &r->tape->at[in->a], *b = &r->tape->at[in->b];
    const size_t first = larger(a->low, k > b->high ? k - b->high : 0);
    return convolve(row_of(r, in->a), row_of(r, in->b), k, first, smaller(a->high, k - b->low));
}

static double square(const struct expansion *r, const struct rt_jet *in)
{
    const struct rt_jet *a = &r->tape->at[in->a];
    const size_t first = larger(a->low, r->k > a->high ? r->k - a->high : 0);
    return convolve_self(row_of(r, in->a), r->k, first);
}

/* a_k - sum, where a_k may be known to be 0 */
static double less(const struct expansion *r, uint32_t a, double sum)
{
    return reaches(&r->tape->at[a], r->k) ? row_of(r, a)[r->k] - sum : -sum;
}

static double quotient(const struct expansion *r, const struct rt_jet *in, const double *own)
{
    const size_t k = r->k;
    const double *b = row_of(r, in->b);
    const size_t last = smaller(r->tape->at[in->b].high, k - in->low);
    if (last == 0)
        return row_of(r, in->a)[k] / b[0];
    return less(r, in->a, convolve(b, own, k, 1, last)) / b[0];
}

static double root(const struct expansion *r, const struct rt_jet *in, const double *own)
{
    const size_t k = r->k;
    if (k == 0)
        return sqrt(row_of(r, in->a)[0]);
    const double twice = own[0] + own[0];
    return (k == 1 ? row_of(r, in->a)[1] : less(r, in->a, convolve_self(own, k, 1))) / twice;
}

static double sunk(const struct expansion *r, const struct rt_jet *in)
{
    const size_t k = r->k;
    if (k == 0)
        return row_of(r, in->a)[0];
    return reaches(&r->tape->at[in->b], k) ? row_of(r, in->b)[k] / (double)k : 0;
}

static double coefficient(const struct expansion *r, const struct rt_jet *in, const double *own)
{
    switch (in->code) {
    case RT_JET_add:
        return sum(r, in, 1);
    case RT_JET_sub:
        return sum(r, in, -1);
    case RT_JET_neg:
        return -row_of(r, in->a)[r->k];
    case RT_JET_mul:
        return product(r, in);
    case RT_JET_square:
        return square(r, in);
    case RT_JET_div:
        return quotient(r, in, own);
    case RT_JET_sqrt:
        return root(r, in, own);
    case RT_JET_raise:
        return (double)r->k * row_of(r, in->a)[r->k];
    case RT_JET_value1:
        return functions1[in->function](row_of(r, in->a)[0]);
    case RT_JET_value2:
        return functions2[in->function](row_of(r, in->a)[0], row_of(r, in->b)[0]);
    case RT_JET_sink:
        return sunk(r, in);
    default:
        return leaf(r, in);
    }
}

size_t rt_tape_work(const struct rt_tape *tape)
{
    return tape->n * tape->order;
}

void rt_tape_run(const struct rt_tape *tape, double t, const double *u, const double *x,
                 const double *p, double *work, double *out)
{
    struct expansion r = {.tape = tape, .row = work, .t = t, .u = u, .x = x, .p = p, .found = out};
    const size_t n = tape->states;
    for (; r.k < tape->order; r.k++) {
        for (size_t i = 0; i < tape->n; i++) {
            double *own = work + i * tape->order;
            if (reaches(&tape->at[i], r.k))
                own[r.k] = coefficient(&r, &tape->at[i], own);
        }
        for (size_t i = 0; i < n; i++) {
            const uint32_t rate = tape->rate[i];
            const int known = reaches(&tape->at[rate], r.k);
            out[r.k * n + i] = known ? row_of(&r, rate)[r.k] / (double)(r.k + 1) : 0;
        }
    }
}
