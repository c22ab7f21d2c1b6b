/* expr/exact/ball.c -- ball arithmetic in doubles, and the decisions by balls and ranges.
 *
 * Radii are computed in doubles too: each formula is right up to a few roundings, which `around`
 * covers, like the errors of underflow. Overflow means unknown.
 */
#include "ball.h"

#include <math.h>

static const struct ball unknown = {0, INFINITY}, outside = {NAN, 0};

#define ROUNDING 0x1p-52 /* of + - * / sqrt, relative; twice the real bound */
#define LIBRARY 0x1p-50  /* of other functions of libm: 4 units in the last place */
#define SLACK 0x1p-40    /* for the roundings of a radius */

static struct ball around(double mid, double rad)
{
    rad = rad * (1 + SLACK) + 0x1p-1000;
    return isfinite(mid) && isfinite(rad) ? (struct ball){mid, rad} : unknown;
}

/* A bound of |x| in the ball. */
static double least(double a, double r)
{
    return fmax((fabs(a) - r) * (1 - SLACK), 0);
}

static struct ball rough_sum(enum ex_op op, struct ball a, struct ball b)
{
    (void)op;
    double mid = a.mid + b.mid;
    return around(mid, a.rad + b.rad + fabs(mid) * ROUNDING);
}

static struct ball rough_product(enum ex_op op, struct ball a, struct ball b)
{
    (void)op;
    double mid = a.mid * b.mid;
    return around(mid, fabs(a.mid) * b.rad + a.rad * (fabs(b.mid) + b.rad) + fabs(mid) * ROUNDING);
}

/* |1/x - 1/a| = |x - a| / (|x| |a|) */
static struct ball rough_inverse(struct ball a)
{
    double mid = 1 / a.mid;
    return around(mid, a.rad / least(a.mid, a.rad) / fabs(a.mid) + fabs(mid) * ROUNDING);
}

/* |sqrt(x) - sqrt(a)| = |x - a| / (sqrt(x) + sqrt(a)) */
static struct ball rough_root(struct ball a)
{
    if (a.mid < a.rad || a.mid == 0)
        return a.mid < -a.rad ? outside : unknown;
    double mid = sqrt(a.mid);
    return around(mid, a.rad / mid + mid * ROUNDING);
}

static struct ball rough_whole_power(struct ball a, double k)
{
    if (k <= 0 && fabs(a.mid) <= a.rad)
        return unknown;
    struct ball r = {1, 0};
    for (uint64_t left = (uint64_t)fabs(k); left; left >>= 1) {
        if (left & 1)
            r = rough_product(EX_mul, r, a);
        if (left > 1)
            a = rough_product(EX_mul, a, a);
    }
    return k < 0 ? rough_inverse(r) : r;
}

/* ---- functions, from the values of their rows ---- */

/* f at both ends and in the middle. */
struct three {
    double lo, mid, hi;
};

static struct three three_of(enum ex_op op, struct ball a)
{
    const double out = a.rad * (1 + SLACK) + fabs(a.mid) * ROUNDING;
    return (struct three){ex_row_value(op, a.mid - out, 0), ex_row_value(op, a.mid, 0),
                          ex_row_value(op, a.mid + out, 0)};
}

static bool has_zero(struct ball a)
{
    return fabs(a.mid) <= a.rad * (1 + SLACK);
}

/* Around `mid`, of all that is between the numbers. */
static struct ball between(double lo, double mid, double hi)
{
    const double far = fmax(fabs(hi - mid), fabs(mid - lo));
    return around(mid, far + (fabs(lo) + fabs(mid) + fabs(hi)) * LIBRARY);
}

static struct ball rough_rises(enum ex_op op, struct ball a, struct ball b)
{
    (void)b;
    if (isinf(a.rad)) /* the argument may have no value, then atan of it has none */
        return unknown;
    if (a.rad == 0) { /* infinite at an end of its domain: a pole, as log(0) */
        const double mid = ex_row_value(op, a.mid, 0);
        const bool pole = isinf(mid) && (a.mid == ex_row[op].lo || a.mid == ex_row[op].hi);
        return isnan(mid) || pole ? outside : around(mid, fabs(mid) * LIBRARY);
    }
    const struct three f = three_of(op, a);
    if (isnan(f.lo) && isnan(f.mid) && isnan(f.hi) && !has_zero(a))
        return outside;
    return isnan(f.lo) || isnan(f.hi) ? unknown : between(f.lo, f.mid, f.hi);
}

static struct ball rough_bowl(enum ex_op op, struct ball a, struct ball b)
{
    (void)b;
    const struct three f = three_of(op, a);
    const double low = has_zero(a) ? ex_row_value(op, 0, 0) : fmin(f.lo, f.hi);
    return between(low, f.mid, fmax(f.lo, f.hi));
}

/* Changes no faster than its argument. */
static struct ball rough_wave(enum ex_op op, struct ball a, struct ball b)
{
    (void)b;
    const double mid = ex_row_value(op, a.mid, 0);
    return around(mid, a.rad + fabs(mid) * LIBRARY);
}

static struct ball rough_tangent(enum ex_op op, struct ball a, struct ball b)
{
    (void)b;
    const double c = fabs(cos(a.mid)) - a.rad - 2 * LIBRARY, mid = ex_row_value(op, a.mid, 0);
    return c > 0 ? around(mid, a.rad / (c * c) + fabs(mid) * LIBRARY) : unknown;
}

static bool is_whole(double d)
{
    return d == rint(d) && fabs(d) <= 0x1p53;
}

static struct ball rough_power(enum ex_op op, struct ball a, struct ball b)
{
    (void)op;
    if (b.rad == 0 && is_whole(b.mid))
        return rough_whole_power(a, b.mid);
    if (b.rad == 0 && is_whole(2 * b.mid)) {
        struct ball root = rough_root(a);
        return isnan(root.mid) ? outside : rough_whole_power(root, 2 * b.mid);
    }
    if (a.mid <= a.rad) { /* negative numbers have integer powers only */
        bool broken = fabs(b.mid - rint(b.mid)) > b.rad;
        return broken && a.mid < -a.rad ? outside : unknown;
    }
    const struct ball product = rough_product(EX_mul, b, rough_rises(EX_log, a, a));
    return rough_rises(EX_exp, product, product);
}

/* The gradient has the size 1 / (distance from the origin), away from the cut at b <= 0. */
static struct ball rough_angle(enum ex_op op, struct ball a, struct ball b)
{
    if (fabs(a.mid) <= a.rad && b.mid <= b.rad)
        return unknown;
    double mid = ex_row_value(op, a.mid, b.mid);
    double distance = fmax(least(a.mid, a.rad), least(b.mid, b.rad));
    return around(mid, (a.rad + b.rad) / distance + fabs(mid) * LIBRARY);
}

static struct ball rough_same(enum ex_op op, struct ball a, struct ball b)
{
    (void)op, (void)b;
    return a;
}

static struct ball rough_circle(enum ex_op op, struct ball a, struct ball b)
{
    (void)a, (void)b;
    double mid = ex_row_value(op, 0, 0);
    return around(mid, mid * ROUNDING);
}

static struct ball rough_none(enum ex_op op, struct ball a, struct ball b)
{
    (void)op, (void)a, (void)b;
    return unknown;
}

typedef struct ball rule(enum ex_op op, struct ball a, struct ball b);
static rule *const rules[EX_OPS] = {
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, range, \
           ...)                                                                                    \
    [EX_##name] = rough_##range,
#include "../ops.h"
#undef OP
};

static struct ball rough_apply(enum ex_op op, struct ball a, struct ball b)
{
    if (isnan(a.mid) || isnan(b.mid))
        return outside;
    return rules[op](op, a, b);
}

static struct ball rough_number(struct store *s, ex e)
{
    const int64_t widest = INT64_C(1) << 53;
    struct rat r = rat_of(s, e);
    double mid = rat_double(s, r);
    if (r.d > 0 && (r.d & (r.d - 1)) == 0 && r.n <= widest && r.n >= -widest)
        return (struct ball){mid, 0};
    return around(mid, fabs(mid) * ROUNDING);
}

static struct ball rough_node(struct store *s, const struct walk *w, ex e, const struct ball *at)
{
    enum ex_op op = op_of(s, e);
    if (op == EX_num)
        return rough_number(s, e);
    const ex *args = words_at(s, e);
    size_t n = node_at(s, e)->n;
    struct ball r = n ? at[place_of(w, args[0])] : unknown;
    if (n < 2)
        return rough_apply(op, r, r);
    for (size_t i = 1; i < n; i++)
        r = rough_apply(op, r, at[place_of(w, args[i])]);
    return r;
}

static void sweep(struct store *s, const struct walk *w, const ex *x, const struct ball *v,
                  size_t n, struct ball *at)
{
    for (size_t i = 0; i < w->n; i++)
        at[i] = outside;
    for (size_t i = 0; i < n; i++)
        if (layer_has(w->place, x[i]) && !isnan(v[i].mid))
            at[place_of(w, x[i])] =
                v[i].rad == 0 && isfinite(v[i].mid) ? v[i] : around(v[i].mid, v[i].rad);
    for (size_t i = 0; i < w->n; i++)
        if (op_of(s, w->at[i]) != EX_sym && op_of(s, w->at[i]) != EX_none)
            at[i] = rough_node(s, w, w->at[i], at);
}

void ball_eval(struct store *s, struct ex_list nodes, const ex *x, const struct ball *v, size_t n,
               struct ball *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, nodes.at, nodes.n); /* the same list again, with places */
    sweep(s, &w, x, v, n, out);
    walk_end(s);
    mem_release(s->mem, mark);
}

/* ---- answers ---- */

/* One expression, evaluated at several points. */
struct question {
    struct store *s;
    struct walk w; /* e is its last node */
    const ex *x;
    struct ball *v;
    size_t n;
    struct ball *at;
};

static struct question ask(struct store *s, ex e, const ex *x, size_t n)
{
    struct question q = {.s = s, .w = walk_begin(s, &e, 1), .x = x, .n = n};
    q.v = mem_take_array(s->mem, n, sizeof *q.v);
    q.at = mem_take_array(s->mem, q.w.n, sizeof *q.at);
    return q;
}

static enum ball_answer answer_roughly(struct question *q)
{
    sweep(q->s, &q->w, q->x, q->v, q->n, q->at);
    struct ball e = q->at[q->w.n - 1];
    if (isnan(e.mid))
        return BALL_OUTSIDE;
    return fabs(e.mid) > e.rad ? BALL_NOT_ZERO : BALL_UNSURE;
}

static enum ball_answer answer_precisely(struct question *q, mpfr_prec_t bits)
{
    struct mem_mark mark = mem_mark(q->s->mem);
    struct ex_list nodes = {q->w.at, q->w.n};
    const struct ball_range *at = ball_eval_precise(q->s, nodes, q->x, q->v, q->n, bits);
    enum ball_answer answer = BALL_UNSURE;
    if (at && mpfr_nan_p(at[nodes.n - 1].lo))
        answer = BALL_OUTSIDE;
    else if (at && (mpfr_sgn(at[nodes.n - 1].lo) > 0 || mpfr_sgn(at[nodes.n - 1].hi) < 0))
        answer = BALL_NOT_ZERO;
    mem_release(q->s->mem, mark);
    return answer;
}

static const mpfr_prec_t steps[] = {128, 512, 2048};
enum { STEPS = sizeof steps / sizeof steps[0] };

enum ball_answer ball_nonzero(struct store *s, ex e, const ex *x, const double *v, size_t n)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct question q = ask(s, e, x, n);
    for (size_t i = 0; i < n; i++)
        q.v[i] = (struct ball){v[i], 0};
    enum ball_answer answer = answer_roughly(&q);
    for (int i = 0; i < STEPS && answer == BALL_UNSURE; i++)
        answer = answer_precisely(&q, steps[i]);
    walk_end(s);
    mem_release(s->mem, mark);
    return answer;
}

static uint64_t stirred(uint64_t h, uint64_t more)
{
    h = (h ^ more) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 31;
}

double ball_sample(const struct store *s, ex symbol, size_t fresh, unsigned k)
{
    enum { FAR = 8 }; /* later points are close to the origin: some domains are small */
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) * (k + UINT64_C(1));
    for (const char *c = ex_name(s, symbol); *c && *c != '#'; c++)
        h = stirred(h, (unsigned char)*c);
    if (ex_is_fresh(s, symbol))
        h = stirred(stirred(h, '#'), fresh);
    h *= UINT64_C(0x94d049bb133111eb);
    double size = (double)(209716 + (h >> 42)) * 0x1p-20; /* 0.2, and 22 bits below 4 */
    if (k >= FAR)
        size *= 0x1p-8;
    bool positive =
        k % 4 == 3 || ex_assumed(s, symbol) & EX_POSITIVE; /* for roots and logarithms */
    bool negative = h >> 41 & 1 && !positive;
    return negative ? -size : size;
}

static void go_to_sample(struct question *q, unsigned k)
{
    size_t fresh = 0;
    for (size_t i = 0; i < q->n; i++) {
        q->v[i] = (struct ball){ball_sample(q->s, q->x[i], fresh, k), 0};
        fresh += ex_is_fresh(q->s, q->x[i]);
    }
}

bool ball_witness(struct store *s, ex e, const ex *x, size_t n, unsigned tries, bool precise,
                  double *point)
{
    enum { FEW = 3 };
    unsigned open[FEW], few = 0; /* points where more digits may decide */
    struct mem_mark mark = mem_mark(s->mem);
    struct question q = ask(s, e, x, n);
    enum ball_answer answer = BALL_UNSURE;
    for (unsigned k = 0; k < tries && answer != BALL_NOT_ZERO; k++) {
        go_to_sample(&q, k);
        answer = answer_roughly(&q);
        if (answer == BALL_UNSURE && few < FEW)
            open[few++] = k;
    }
    for (unsigned i = 0; precise && i < STEPS * few && answer != BALL_NOT_ZERO; i++) {
        go_to_sample(&q, open[i % few]);
        answer = answer_precisely(&q, steps[i / few]);
    }
    for (size_t i = 0; i < n && answer == BALL_NOT_ZERO; i++)
        point[i] = q.v[i].mid;
    walk_end(s);
    mem_release(s->mem, mark);
    return answer == BALL_NOT_ZERO;
}
