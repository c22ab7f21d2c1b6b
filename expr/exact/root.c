/* expr/exact/root.c -- zeros of functions near a point, to many digits, of any multiplicity.
 *
 * Steps d of Levenberg and Marquardt solve (J^T J + mu) d = -J^T F, where mu / |J|^2 is the square
 * of |F| / (|J| (1 + |x|)). Near a zero of order k, J^T J is of order 2 k - 2 in the distance and
 * mu of order 2 k, so that steps become those of Newton, and where zeros are not isolated the
 * shortest of these. Newton's method converges linearly to a multiple zero; multiples of a step
 * are tried, of which the one by the order of the zero is the best (Schroeder 1870). J is kept
 * where the method converges well.
 *
 * With doubles F is below its rounding errors long before x is near a multiple zero, and a function
 * that is small without a zero looks the same. Here F must fall by 30 digits more, while steps
 * become short.
 */
#include "ball.h"
#include "deep.h"

#include <math.h>

enum { FEW = 192, MANY = 512, STEPS = 120, TRIES = 12 }; /* bits; most steps */
static const double SHORT = 0x1p-56, NEAR = 0x1p-36;     /* errors: the goal, and what is enough */
static const mpfr_exp_t SMALL = -100;                    /* power of two, of F */

struct hunt {
    struct store *s;
    const struct ex_zeros_near *of;
    struct ball_sheet *sheet;
    size_t m;                              /* rows of F */
    size_t values, all;                    /* nodes of F; nodes of F and J */
    mpfr_t *x, *trial, *f, *J, *A, *d, *r; /* point; point tried; F; J; J^T J; step; J^T F */
    mpfr_t left, next, least, size, mu, t; /* |F|; at the trial; of all trials; |J|; damping */
    double largest;                        /* |J| at the first point, or later */
    double *v;
    mpfr_prec_t bits;
    bool fast; /* Newton's method converges well, or there was nothing to do */
    enum ex_root end;
};

static mpfr_t *numbers(struct hunt *h, size_t n)
{
    mpfr_t *out = mem_take_array(h->s->mem, n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++)
        ball_make_number(h->s->mem, out[i], MPFR_ZERO_KIND, h->bits);
    return out;
}

/* False: e has no value. */
static bool value_of(struct hunt *h, ex e, mpfr_t out)
{
    mpfr_srcptr at = ball_point_on_sheet(h->sheet, e);
    mpfr_set(out, at, MPFR_RNDN);
    return mpfr_number_p(at);
}

static void norm_of(struct hunt *h, mpfr_t *at, size_t n, mpfr_t out)
{
    mpfr_set_zero(out, 1);
    for (size_t i = 0; i < n; i++) {
        mpfr_sqr(h->t, at[i], MPFR_RNDN);
        mpfr_add(out, out, h->t, MPFR_RNDN);
    }
    mpfr_sqrt(out, out, MPFR_RNDN);
}

/* The last row: along . (x - v). */
static void look_along(struct hunt *h, mpfr_t *x)
{
    const size_t m = h->of->m, n = h->of->n;
    mpfr_set_zero(h->f[m], 1);
    for (size_t i = 0; i < n; i++) {
        mpfr_sub_d(h->t, x[i], h->v[i], MPFR_RNDN);
        mpfr_mul_d(h->t, h->t, h->of->along[i], MPFR_RNDN);
        mpfr_add(h->f[m], h->f[m], h->t, MPFR_RNDN);
        mpfr_set_d(h->J[m * n + i], h->of->along[i], MPFR_RNDN);
    }
}

/* Computes F at a point, with J too where `all`; false: there is no value. */
static bool look(struct hunt *h, mpfr_t *x, bool all)
{
    const struct ex_zeros_near *k = h->of;
    for (size_t i = 0; i < k->n; i++) {
        mpfr_ptr at = ball_point_on_sheet(h->sheet, k->x[i]);
        if (at)
            mpfr_set(at, x[i], MPFR_RNDN);
    }
    ball_fill_points(h->sheet, all ? h->all : h->values);
    bool fine = true;
    for (size_t i = 0; i < k->m; i++)
        fine &= value_of(h, k->e[i], h->f[i]);
    for (size_t i = 0; i < k->m * k->n && all; i++)
        fine &= value_of(h, k->slope[i], h->J[i]);
    if (k->along)
        look_along(h, x);
    norm_of(h, h->f, h->m, h->next);
    if (all)
        norm_of(h, h->J, h->m * k->n, h->size);
    return fine;
}

/* J^T F and the lower triangle of J^T J. */
static void square(struct hunt *h)
{
    const size_t m = h->m, n = h->of->n;
    deep_work((uint64_t)(n * n * m));
    for (size_t i = 0; i < n; i++) {
        mpfr_set_zero(h->r[i], 1);
        for (size_t k = 0; k < m; k++) {
            mpfr_mul(h->t, h->J[k * n + i], h->f[k], MPFR_RNDN);
            mpfr_add(h->r[i], h->r[i], h->t, MPFR_RNDN);
        }
        for (size_t j = 0; j <= i; j++) {
            mpfr_set_zero(h->A[i * n + j], 1);
            for (size_t k = 0; k < m; k++) {
                mpfr_mul(h->t, h->J[k * n + i], h->J[k * n + j], MPFR_RNDN);
                mpfr_add(h->A[i * n + j], h->A[i * n + j], h->t, MPFR_RNDN);
            }
        }
    }
}

/* Cholesky's factor of J^T J + mu in the upper triangle, transposed, and its diagonal in d. */
static bool factor(struct hunt *h)
{
    const size_t n = h->of->n;
    mpfr_t *A = h->A;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            mpfr_t *out = i == j ? &h->d[j] : &A[j * n + i];
            mpfr_set(*out, A[i * n + j], MPFR_RNDN);
            if (i == j)
                mpfr_add(*out, *out, h->mu, MPFR_RNDN);
            for (size_t k = 0; k < j; k++) {
                mpfr_mul(h->t, A[k * n + i], A[k * n + j], MPFR_RNDN);
                mpfr_sub(*out, *out, h->t, MPFR_RNDN);
            }
            if (i == j && mpfr_sgn(*out) <= 0)
                return false;
            if (i == j)
                mpfr_sqrt(*out, *out, MPFR_RNDN);
            else
                mpfr_div(*out, *out, h->d[j], MPFR_RNDN);
        }
    return true;
}

/* The step into h->d; false: rounding errors are too large. */
static bool find_step(struct hunt *h)
{
    const size_t n = h->of->n;
    mpfr_t *A = h->A, *z = h->trial; /* the trial point is not in use yet */
    if (!factor(h))
        return false;
    for (size_t i = 0; i < n; i++) {
        mpfr_neg(z[i], h->r[i], MPFR_RNDN);
        for (size_t k = 0; k < i; k++) {
            mpfr_mul(h->t, A[k * n + i], z[k], MPFR_RNDN);
            mpfr_sub(z[i], z[i], h->t, MPFR_RNDN);
        }
        mpfr_div(z[i], z[i], h->d[i], MPFR_RNDN);
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) {
            mpfr_mul(h->t, A[i * n + k], z[k], MPFR_RNDN);
            mpfr_sub(z[i], z[i], h->t, MPFR_RNDN);
        }
        mpfr_div(z[i], z[i], h->d[i], MPFR_RNDN);
    }
    for (size_t i = 0; i < n; i++)
        mpfr_set(h->d[i], z[i], MPFR_RNDN);
    return true;
}

/* |F| behind `times` steps, in h->next; false: no value. */
static bool try_step(struct hunt *h, unsigned times)
{
    for (size_t i = 0; i < h->of->n; i++) {
        mpfr_mul_ui(h->trial[i], h->d[i], times, MPFR_RNDN);
        mpfr_add(h->trial[i], h->trial[i], h->x[i], MPFR_RNDN);
    }
    return look(h, h->trial, false);
}

static double length_of(struct hunt *h, mpfr_t *at)
{
    norm_of(h, at, h->of->n, h->next);
    return mpfr_get_d(h->next, MPFR_RNDN);
}

static void damp(struct hunt *h)
{
    const double x = length_of(h, h->x);
    mpfr_mul_d(h->t, h->size, 1 + x, MPFR_RNDN);
    mpfr_div(h->mu, h->left, h->t, MPFR_RNDN);
    if (mpfr_cmp_ui(h->mu, 1) > 0)
        mpfr_set_ui(h->mu, 1, MPFR_RNDN);
    mpfr_sqr(h->mu, h->mu, MPFR_RNDN);
    mpfr_set_ui_2exp(h->t, 1, -3 * h->bits / 4, MPFR_RNDN);
    if (mpfr_less_p(h->mu, h->t))
        mpfr_set(h->mu, h->t, MPFR_RNDN);
    mpfr_sqr(h->t, h->size, MPFR_RNDN);
    mpfr_mul(h->mu, h->mu, h->t, MPFR_RNDN);
}

/* The number of steps that makes |F| least, up to 16; 0: one does not decrease it. */
static unsigned count_steps(struct hunt *h)
{
    unsigned best = 0;
    mpfr_exp_t few = mpfr_get_exp(h->left) - 40;
    mpfr_set(h->least, h->left, MPFR_RNDN);
    for (unsigned times = 1; times <= 16; times++) {
        if (!try_step(h, times) || !mpfr_less_p(h->next, h->least))
            break;
        best = times;
        mpfr_set(h->least, h->next, MPFR_RNDN);
        h->fast = times == 1 && (mpfr_zero_p(h->next) || mpfr_get_exp(h->next) < few);
        if (h->fast)
            break;
    }
    return best;
}

/* One step; its length, or NAN: none decreases |F|. F, J and |F| are those of h->x. */
static double advance(struct hunt *h)
{
    square(h);
    for (int k = 0; k < TRIES; k++) {
        damp(h);
        mpfr_mul_2ui(h->mu, h->mu, 8 * (unsigned long)k, MPFR_RNDN);
        const unsigned times = find_step(h) ? count_steps(h) : 0;
        if (times == 0)
            continue;
        for (size_t i = 0; i < h->of->n; i++) {
            mpfr_mul_ui(h->d[i], h->d[i], times, MPFR_RNDN);
            mpfr_add(h->x[i], h->x[i], h->d[i], MPFR_RNDN);
        }
        return length_of(h, h->d);
    }
    return NAN;
}

static double moved(struct hunt *h)
{
    double sum = 0;
    for (size_t i = 0; i < h->of->n; i++) {
        mpfr_sub_d(h->t, h->x[i], h->v[i], MPFR_RNDN);
        sum = hypot(sum, mpfr_get_d(h->t, MPFR_RNDN));
    }
    return sum;
}

static bool is_small(struct hunt *h)
{
    mpfr_set_d(h->t, h->largest, MPFR_RNDN);
    mpfr_mul_2si(h->t, h->t, SMALL, MPFR_RNDN);
    return mpfr_lessequal_p(h->left, h->t);
}

/* The step has left an error that is smaller than its length by this factor: |F| is a power of the
 * distance, of 16 at most. */
static double fallen(struct hunt *h)
{
    const double most = 16;
    if (mpfr_zero_p(h->next))
        return 0;
    mpfr_div(h->t, h->next, h->left, MPFR_RNDN);
    mpfr_log2(h->t, h->t, MPFR_RNDN);
    return exp2(fmin(mpfr_get_d(h->t, MPFR_RNDN) / most, 0));
}

static void hunt(void *context)
{
    struct hunt *h = context;
    double error = INFINITY, size = 1;
    for (size_t i = 0; i < h->of->n; i++) {
        mpfr_set_d(h->x[i], h->v[i], MPFR_RNDN);
        size = hypot(size, h->v[i]);
    }
    for (int k = 0; k < STEPS; k++) {
        if (!look(h, h->x, k == 0 || !h->fast) || moved(h) > h->of->far)
            return;
        error *= k > 0 ? fallen(h) : 1;
        mpfr_set(h->left, h->next, MPFR_RNDN);
        h->largest = fmax(h->largest, mpfr_get_d(h->size, MPFR_RNDN));
        if (mpfr_zero_p(h->left) || (error <= SHORT * size && is_small(h))) {
            h->end = EX_ROOT_FOUND;
            break;
        }
        const double step = advance(h);
        if (isnan(step))
            break;
        error = step;
    }
    if (error <= NEAR * size && is_small(h))
        h->end = EX_ROOT_FOUND;
}

static void set_values(struct hunt *h)
{
    for (size_t i = 0; i < h->of->known; i++) {
        struct ball_range *at = ball_on_sheet(h->sheet, h->of->y[i]);
        if (at) {
            mpfr_set_d(at->lo, h->of->value[i], MPFR_RNDN);
            mpfr_set_d(at->hi, h->of->value[i], MPFR_RNDN);
        }
    }
}

/* By numbers of so many bits; with few of them, no multiple zeros are found. */
static enum ex_root root_by(struct store *s, const struct ex_zeros_near *of, double *v,
                            mpfr_prec_t bits)
{
    const struct mem_mark mark = mem_mark(s->mem);
    const size_t m = of->m, n = of->n;
    ex *roots = mem_take_array(s->mem, m * n + m + 1, sizeof *roots);
    for (size_t i = 0; i < m * n + m; i++)
        roots[i] = i < m ? of->e[i] : of->slope[i - m];
    struct hunt h = {.s = s,
                     .of = of,
                     .v = v,
                     .bits = bits,
                     .fast = true,
                     .end = EX_ROOT_NONE,
                     .m = m + (of->along != NULL)};
    const struct ex_list nodes = ex_reach(s, roots, m * n + m);
    h.values = ex_reach(s, roots, m).n;
    h.all = nodes.n;
    h.x = numbers(&h, n);
    h.trial = numbers(&h, n);
    h.d = numbers(&h, n);
    h.r = numbers(&h, n);
    h.f = numbers(&h, h.m);
    h.J = numbers(&h, h.m * n);
    h.A = numbers(&h, n * n);
    mpfr_ptr single[] = {h.left, h.next, h.least, h.size, h.mu, h.t};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        ball_make_number(s->mem, single[i], MPFR_ZERO_KIND, bits);
    h.sheet = ball_open_points(s, nodes, of->x, n, bits);
    enum deep_end end = DEEP_BUDGET;
    if (h.sheet) {
        set_values(&h);
        end = deep_run(s, hunt, &h, (uint64_t)5 * DEEP_SECOND);
        ball_close_sheet(h.sheet);
    }
    if (bits != MANY && !h.fast)
        h.end = EX_ROOT_NONE;
    for (size_t i = 0; i < n && end == DEEP_DONE && h.end == EX_ROOT_FOUND; i++)
        v[i] = mpfr_get_d(h.x[i], MPFR_RNDN);
    mem_release(s->mem, mark);
    return end == DEEP_DONE ? h.end : EX_ROOT_UNKNOWN;
}

enum ex_root ex_root(struct store *s, const struct ex_zeros_near *of, double *v)
{
    const enum ex_root answer = root_by(s, of, v, FEW); /* enough where zeros are simple */
    return answer == EX_ROOT_NONE ? root_by(s, of, v, MANY) : answer;
}
