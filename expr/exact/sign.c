/* expr/exact/sign.c -- proof that a function has no zeros in a box: its sign, by intervals.
 *
 * Every node gets an interval with all its values in the box, rounded outward. A box where that of
 * the function contains 0 is halved; boxes may be unbounded. A polynomial a x^2 + b x + c with
 * 4 a c > b^2 for all values of the other symbols has no zeros either.
 *
 * Functions of the C library are assumed to be accurate to 4 units in the last place.
 */
#include "../store.h"
#include "../zeros.h"

#include <math.h>
#include <string.h>

enum {
    BOXES = 3000, /* most of one function */
    DEPTH = 400,  /* most boxes that wait */
    FAR = 20,     /* an unbounded interval is split up to 4^FAR */
    NESTED = 3    /* of discriminants */
};
static const double CIRCLE = 6.283185307179587;

struct interval {
    double lo, hi;
    bool lost; /* there may be no value */
};
struct signs {
    struct store *s;
    struct walk w;
    struct interval *at; /* of the nodes */
    const ex *x;
    size_t n;
};

static double down(double x)
{
    return nextafter(x, -INFINITY);
}

static double up(double x)
{
    return nextafter(x, INFINITY);
}

static struct interval whole(bool lost)
{
    return (struct interval){-INFINITY, INFINITY, lost};
}

/* Rounding errors of a function of the C library. */
static struct interval widened(double lo, double hi, bool lost)
{
    for (int i = 0; i < 4; i++) {
        lo = down(lo);
        hi = up(hi);
    }
    return isnan(lo) || isnan(hi) ? whole(true) : (struct interval){lo, hi, lost};
}

static struct interval sum(struct interval a, struct interval b)
{
    const double lo = a.lo + b.lo, hi = a.hi + b.hi;
    const bool lost = a.lost || b.lost;
    if (isnan(lo) || isnan(hi))
        return whole(lost);
    return (struct interval){a.lo == 0 || b.lo == 0 ? lo : down(lo),
                             a.hi == 0 || b.hi == 0 ? hi : up(hi), lost};
}

static struct interval product(struct interval a, struct interval b)
{
    const double x[] = {a.lo, a.hi}, y[] = {b.lo, b.hi};
    struct interval out = {INFINITY, -INFINITY, a.lost || b.lost};
    for (size_t i = 0; i < 4; i++) {
        const double p = x[i / 2], q = y[i % 2];
        const bool null = p == 0 || q == 0; /* exactly, also beside an infinite end */
        out.lo = fmin(out.lo, null ? 0 : down(p * q));
        out.hi = fmax(out.hi, null ? 0 : up(p * q));
    }
    return out;
}

/* a^k for k > 0 */
static struct interval whole_power(struct interval a, int64_t k)
{
    const double lo = pow(a.lo, (double)k), hi = pow(a.hi, (double)k);
    if (k % 2)
        return widened(lo, hi, a.lost);
    struct interval out = widened(fmin(lo, hi), fmax(lo, hi), a.lost);
    out.lo = a.lo <= 0 && a.hi >= 0 ? 0 : fmax(out.lo, 0);
    return out;
}

static struct interval reciprocal(struct interval a)
{
    if (a.lo <= 0 && a.hi >= 0)
        return whole(true);
    return (struct interval){isinf(a.hi) ? 0 : down(1 / a.hi), isinf(a.lo) ? 0 : up(1 / a.lo),
                             a.lost};
}

/* a^(num/den), which needs a >= 0 */
static struct interval root_power(struct interval a, int64_t num, int64_t den)
{
    const double e = (double)num / (double)den;
    const double x[] = {fmax(a.lo, 0), a.hi}, y[] = {down(e), up(e)};
    double lo = INFINITY, hi = 0;
    if (a.hi < 0 || (num < 0 && a.lo <= 0))
        return whole(true);
    for (size_t i = 0; i < 4; i++) {
        lo = fmin(lo, pow(x[i / 2], y[i % 2]));
        hi = fmax(hi, pow(x[i / 2], y[i % 2]));
    }
    struct interval out = widened(lo, hi, a.lost || a.lo < 0);
    out.lo = fmax(out.lo, 0);
    return out;
}

static struct interval power(const struct signs *c, ex e, struct interval a)
{
    const ex exponent = words_at(c->s, e)[1];
    int64_t num = 0, den = 1;
    if (!ex_is_rat(c->s, exponent, &num, &den) || num == 0)
        return whole(true);
    if (den != 1)
        return root_power(a, num, den);
    return num > 0 ? whole_power(a, num) : reciprocal(whole_power(a, -num));
}

/* Of sin: whether an interval contains (or nearly) top + 2 pi k. */
static bool contains(struct interval a, double top)
{
    const double near = 1e-9;
    const double first = top + CIRCLE * ceil((a.lo - top) / CIRCLE - near);
    return first <= a.hi + near;
}

static struct interval wave(struct interval a, bool cosine)
{
    const double far = 1e5, quarter = CIRCLE / 4, small = 1e-15;
    struct interval out = {-1, 1, a.lost};
    if (!(a.hi - a.lo < CIRCLE) || fabs(a.lo) > far || fabs(a.hi) > far)
        return out;
    const double p = cosine ? cos(a.lo) : sin(a.lo), q = cosine ? cos(a.hi) : sin(a.hi);
    if (!contains(a, cosine ? 0 : quarter))
        out.hi = fmin(1, fmax(p, q) + small);
    if (!contains(a, cosine ? 2 * quarter : -quarter))
        out.lo = fmax(-1, fmin(p, q) - small);
    return out;
}

static struct interval of_number(struct store *s, ex e)
{
    const int64_t exact = INT64_C(1) << 52;
    const double x = ex_number(s, e);
    int64_t i = 0;
    if (ex_is_int(s, e, &i) && -exact < i && i < exact)
        return (struct interval){x, x, false};
    return (struct interval){down(x), up(x), false};
}

static struct interval of_function(enum ex_op op, struct interval a)
{
    switch (op) {
    case EX_hold:
        return a;
    case EX_sin:
    case EX_cos:
        return wave(a, op == EX_cos);
    case EX_exp: {
        struct interval out = widened(exp(a.lo), exp(a.hi), a.lost);
        out.lo = fmax(out.lo, 0);
        return out;
    }
    case EX_log:
        return a.lo > 0 ? widened(log(a.lo), log(a.hi), a.lost) : whole(true);
    case EX_abs:
        return (struct interval){a.lo > 0   ? a.lo
                                 : a.hi < 0 ? -a.hi
                                            : 0,
                                 fmax(fabs(a.lo), fabs(a.hi)), a.lost};
    case EX_cosh:
        return (struct interval){1, INFINITY, a.lost};
    case EX_sinh:
    case EX_tanh:
    case EX_atan:
    case EX_asinh:
        return whole(a.lost);
    default:
        return whole(true);
    }
}

static struct interval of_node(const struct signs *c, ex e)
{
    const enum ex_op op = op_of(c->s, e);
    const ex *arg = words_at(c->s, e);
    if (op == EX_num)
        return of_number(c->s, e);
    if (op == EX_pi)
        return widened(CIRCLE / 2, CIRCLE / 2, false);
    struct interval out = c->at[place_of(&c->w, arg[0])];
    if (op == EX_pow)
        return power(c, e, out);
    if (op != EX_add && op != EX_mul)
        return of_function(op, out);
    for (size_t i = 1; i < node_at(c->s, e)->n; i++) {
        const struct interval next = c->at[place_of(&c->w, arg[i])];
        out = op == EX_add ? sum(out, next) : product(out, next);
    }
    return out;
}

/* The interval of the last node in a box. */
static struct interval in_box(const struct signs *c, ex e, const struct ex_span *box)
{
    for (size_t i = 0; i < c->n; i++)
        c->at[place_of(&c->w, c->x[i])] = (struct interval){box[i].low, box[i].high, false};
    for (size_t i = 0; i < c->w.n; i++)
        if (op_of(c->s, c->w.at[i]) != EX_sym)
            c->at[i] = of_node(c, c->w.at[i]);
    return c->at[place_of(&c->w, e)];
}

/* ---- boxes ---- */

/* How wide an interval is; 0: it is not split any more. */
static double width(struct ex_span v)
{
    const double least = 0x1p-12, far = ldexp(1, 2 * FAR);
    if (isinf(v.low) || isinf(v.high))
        return v.low > far || v.high < -far ? 0 : INFINITY;
    const double wide = (v.high - v.low) / (1 + fmin(fabs(v.low), fabs(v.high)));
    return wide > least ? wide : 0;
}

static double middle(struct ex_span v)
{
    if (isinf(v.low) && isinf(v.high))
        return 0;
    if (isinf(v.high))
        return v.low < 0 ? 0 : v.low < 1 ? 1 : 4 * v.low;
    if (isinf(v.low))
        return v.high > 0 ? 0 : v.high > -1 ? -1 : 4 * v.high;
    return v.low + (v.high - v.low) / 2;
}

/* The widest side; n: the box is too small. */
static size_t widest(const struct ex_span *box, size_t n)
{
    size_t at = n;
    for (size_t i = 0; i < n; i++)
        if (width(box[i]) > (at == n ? 0 : width(box[at])))
            at = i;
    return at;
}

static int sign_in_boxes(const struct signs *c, ex e, const struct ex_span *first)
{
    const size_t n = c->n;
    struct ex_span *box = mem_take_array(c->s->mem, (DEPTH + 2) * n + 1, sizeof *box);
    int sign = 0;
    size_t waiting = 1;
    memcpy(box, first, n * sizeof *box);
    for (size_t tried = 0; waiting > 0; tried++) {
        struct ex_span *now = &box[(waiting - 1) * n];
        ex_charge(c->s, c->w.n);
        const struct interval v = in_box(c, e, now);
        const int here = v.lost ? 0 : (v.lo > 0) - (v.hi < 0);
        if (here != 0 && here == -sign)
            return 0;
        if (here != 0) {
            sign = here;
            waiting--;
            continue;
        }
        const size_t side = widest(now, n);
        if (side == n || tried == BOXES || waiting == DEPTH || ex_stopped(c->s))
            return 0;
        memcpy(now + n, now, n * sizeof *now);
        now[side].high = now[n + side].low = middle(now[side]);
        waiting++;
    }
    return sign;
}

/* ---- spans ---- */

bool ex_has_period(struct store *s, ex e, ex x)
{
    const struct ex_list nodes = ex_reach(s, &e, 1);
    ex *from = mem_take_array(s->mem, nodes.n + 1, sizeof *from);
    ex *to = mem_take_array(s->mem, nodes.n + 1, sizeof *to), rest = e;
    size_t n = 0;
    for (size_t i = 0; i < nodes.n; i++) {
        const enum ex_op op = op_of(s, nodes.at[i]);
        int64_t k = 0;
        if ((op != EX_sin && op != EX_cos) || !ex_has(s, nodes.at[i], x))
            continue;
        if (!ex_is_int(s, ex_diff(s, first_arg(s, nodes.at[i]), x), &k))
            return false;
        from[n] = nodes.at[i];
        to[n++] = s->zero;
    }
    ex_subst(s, &e, 1, from, to, n, &rest);
    return rest != EX_POISON && !ex_has(s, rest, x);
}

static struct ex_span span_of(struct store *s, ex e, ex symbol, const ex *x,
                              const struct ex_span *span, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] == symbol)
            return span[i];
    if (ex_has_period(s, e, symbol))
        return (struct ex_span){-CIRCLE / 2 - 1e-9, CIRCLE / 2 + 1e-9};
    return (struct ex_span){ex_assumed(s, symbol) & EX_POSITIVE ? 0 : -INFINITY, INFINITY};
}

static int sign_by_boxes(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n)
{
    const struct ex_list own = ex_symbols(s, &e, 1);
    struct ex_span *box = mem_take_array(s->mem, own.n + 1, sizeof *box);
    for (size_t i = 0; i < own.n; i++)
        box[i] = span_of(s, e, own.at[i], x, span, n);
    struct signs c = {.s = s, .x = own.at, .n = own.n, .w = walk_begin(s, &e, 1)};
    c.at = mem_take_array(s->mem, c.w.n + 1, sizeof *c.at);
    const int sign = sign_in_boxes(&c, e, box);
    walk_end(s);
    return sign;
}

/* ---- discriminants ---- */

/* Every part of e has a value everywhere. */
static bool has_values(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n)
{
    const struct ex_list nodes = ex_reach(s, &e, 1);
    for (size_t i = 0; i < nodes.n; i++) {
        const enum ex_op op = op_of(s, nodes.at[i]);
        int64_t k = 0;
        if (op == EX_add || op == EX_mul || is_leaf(op) || op == EX_pi || op == EX_sin ||
            op == EX_cos || op == EX_exp || op == EX_hold)
            continue;
        if (op == EX_pow && ex_is_int(s, words_at(s, nodes.at[i])[1], &k) && k > 0)
            continue;
        if (op != EX_pow || sign_by_boxes(s, first_arg(s, nodes.at[i]), x, span, n) != 1)
            return false;
    }
    return true;
}

/* The discriminant 4 a c - b^2 of e in an unbounded symbol, and a; EX_POISON: there is none. */
static ex discriminant(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n,
                       ex *leading)
{
    const struct ex_list own = ex_symbols(s, &e, 1);
    for (size_t i = 0; i < own.n; i++) {
        const ex v = own.at[i];
        const struct ex_span range = span_of(s, e, v, x, span, n);
        if (!isinf(range.low) || !isinf(range.high) || ex_degree(s, e, &v, 1) != 2)
            continue;
        ex k[3];
        for (uint32_t j = 0; j < 3; j++)
            k[j] = ex_coefficient(s, e, &v, &j, 1);
        *leading = k[2];
        return ex_circle(s, ex_sub(s, ex_mul3(s, ex_int(s, 4), k[0], k[2]), ex_powi(s, k[1], 2)));
    }
    return EX_POISON;
}

/* Where e is a x^2 + b x + c and its discriminant positive, the sign is that of a. */
static int sign_of(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n)
{
    ex leading[NESTED];
    size_t nested = 0;
    int sign = sign_by_boxes(s, e, x, span, n);
    while (sign == 0 && nested < NESTED && has_values(s, e, x, span, n)) {
        e = discriminant(s, e, x, span, n, &leading[nested]);
        if (e == EX_POISON)
            return 0;
        nested++;
        sign = sign_by_boxes(s, e, x, span, n);
    }
    while (nested-- > 0 && sign == 1)
        sign = sign_by_boxes(s, leading[nested], x, span, n);
    return nested == SIZE_MAX ? sign : 0;
}

int ex_sign_on(struct store *s, ex e, const ex *x, const struct ex_span *span, size_t n)
{
    const bool calm = s->error[0] == 0;
    const struct mem_mark mark = mem_mark(s->mem);
    const int sign = e == EX_POISON ? 0 : sign_of(s, e, x, span, n);
    ex_forgive(s, calm);
    mem_release(s->mem, mark);
    return sign;
}
