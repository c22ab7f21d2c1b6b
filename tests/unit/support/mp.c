/* tests/unit/support/mp.c -- values of expressions by MPFR, from the operator table. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows that have another name in MPFR. */
static int mpfr_hold(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t round)
{
    return mpfr_set(out, a, round);
}

static int mpfr_pi(mpfr_ptr out, mpfr_rnd_t round)
{
    return mpfr_const_pi(out, round);
}

/* One row becomes one function: the kind gives the number of operands of MPFR's function. */
#define MP_LEAF(name, count) mpfr_set_nan(out)
#define MP_CONST(name, count) mpfr_##name(out, round)
#define MP_FOLD(name, count)                                                                       \
    mpfr_set(out, args[0], round);                                                                 \
    for (size_t i = 1; i < n; i++)                                                                 \
    mpfr_##name(out, out, args[i], round)
#define MP_PAIR(name, count) MP_TAKES_##count(name)
#define MP_SUGAR(name, count) MP_TAKES_##count(name)
#define MP_CALL(name, count) MP_TAKES_##count(name)
#define MP_TAKES_1(name) mpfr_##name(out, args[0], round)
#define MP_TAKES_2(name) mpfr_##name(out, args[0], args[1], round)
#define OP(name, text, kind, count, ...)                                                           \
    static void apply_##name(mpfr_ptr out, const mpfr_srcptr *args, size_t n, mpfr_rnd_t round)    \
    {                                                                                              \
        (void)args, (void)n, (void)round;                                                          \
        MP_##kind(name, count);                                                                    \
    }
#include "expr/ops.h"
#undef OP

typedef void apply(mpfr_ptr out, const mpfr_srcptr *args, size_t n, mpfr_rnd_t round);
static apply *const applies[EX_OPS] = {
#define OP(name, ...) [EX_##name] = apply_##name,
#include "expr/ops.h"
#undef OP
};

void mp_apply(enum ex_op op, mpfr_ptr out, const mpfr_srcptr *args, size_t n, mpfr_rnd_t round)
{
    applies[op](out, args, n, round);
}

/* ---- numbers ---- */

/* By its decimal digits, independently of its representation in memory. */
void mp_number_q(struct store *s, ex number, mpq_t out)
{
    struct mem_mark mark = mem_mark(ex_mem(s));
    struct mem_text text = mem_text(ex_mem(s));
    struct rat r = rat_of(s, number);
    mem_put(&text, rat_sign(s, r) < 0 ? "-" : "");
    rat_put(s, r, false, &text);
    mem_put_char(&text, '/');
    rat_put(s, r, true, &text);
    REQUIRE(mpq_set_str(out, text.text, 10) == 0, "a number is printed as '%s'", text.text);
    mem_release(ex_mem(s), mark);
}

void mp_number(struct store *s, ex number, mpfr_ptr out, mpfr_rnd_t round)
{
    int64_t num, den;
    mpq_t q;
    mpq_init(q);
    if (ex_is_rat(s, number, &num, &den)) {
        mpz_set_si(mpq_numref(q), num);
        mpz_set_si(mpq_denref(q), den);
    } else {
        mp_number_q(s, number, q);
    }
    mpfr_set_q(out, q, round);
    mpq_clear(q);
}

/* ---- all nodes ---- */

void mp_open(struct mp *p, mpfr_prec_t bits, mpfr_rnd_t round)
{
    *p = (struct mp){.bits = bits, .round = round};
}

void mp_close(struct mp *p)
{
    for (size_t i = 0; i < p->cap; i++)
        mpfr_clear(p->at[i]);
    free(p->at);
    free(p->place);
}

static void *resize(void *p, size_t count, size_t size)
{
    void *q = realloc(p, count * size);
    if (!q)
        abort();
    return q;
}

static void make_room(struct mp *p, struct ex_list nodes)
{
    if (nodes.n > p->cap) {
        p->at = resize(p->at, nodes.n * 2, sizeof *p->at);
        for (size_t i = p->cap; i < nodes.n * 2; i++)
            mpfr_init2(p->at[i], p->bits);
        p->cap = nodes.n * 2;
    }
    size_t top = 0;
    for (size_t i = 0; i < nodes.n; i++)
        top = nodes.at[i] > top ? nodes.at[i] : top;
    if (top >= p->place_cap) {
        p->place_cap = (top + 1) * 2;
        p->place = resize(p->place, p->place_cap, sizeof *p->place);
    }
    for (size_t i = 0; i < nodes.n; i++)
        p->place[nodes.at[i]] = (uint32_t)i;
}

mpfr_srcptr mp_of(const struct mp *p, ex e)
{
    return p->at[p->place[e]];
}

static void apply_node(struct mp *p, struct store *s, ex e, mpfr_ptr out)
{
    enum { FEW = 8 };
    mpfr_srcptr few[FEW] = {0};
    size_t n = ex_count_args(s, e);
    mpfr_srcptr *args = n <= FEW ? few : resize(NULL, n, sizeof(*args));
    for (size_t i = 0; i < n; i++)
        args[i] = mp_of(p, ex_arg(s, e, i));
    mp_apply(ex_op(s, e), out, args, n, p->round);
    if (args != few)
        free(args);
}

void mp_eval(struct mp *p, struct store *s, struct ex_list nodes, const ex *x, const double *v,
             size_t n, size_t moved, mpfr_srcptr by)
{
    make_room(p, nodes);
    p->nodes = nodes;
    p->n = nodes.n;
    for (size_t k = 0; k < nodes.n; k++) {
        ex e = nodes.at[k];
        if (ex_is_number(s, e)) {
            mp_number(s, e, p->at[k], p->round);
        } else if (ex_op(s, e) == EX_sym) {
            size_t i = 0;
            while (i < n && x[i] != e)
                i++;
            mpfr_set_d(p->at[k], i < n ? v[i] : NAN, p->round);
            if (by && i < n && i == moved)
                mpfr_add(p->at[k], p->at[k], by, p->round);
        } else {
            apply_node(p, s, e, p->at[k]);
        }
    }
}

/* ---- comparing ---- */

enum { TINY = -20, HUGE_BITS = 30 };

static bool beyond(mpfr_srcptr a, long exponent)
{
    return !mpfr_zero_p(a) && mpfr_get_exp(a) > exponent;
}

/* Away from the ends of the domain in the table? */
static bool smooth_at(const struct mp *p, const struct store *s, ex e)
{
    enum ex_op op = ex_op(s, e);
    const struct ex_row *row = &ex_row[op];
    if (row->kind == FOLD || ex_count_args(s, e) == 0)
        return true;
    mpfr_srcptr a = mp_of(p, ex_arg(s, e, 0));
    int64_t k;
    if ((op == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k)) || row->parity == EVEN)
        return !isfinite(row->lo) || beyond(a, TINY);
    if (row->kind == CALL && row->args == 2 && !beyond(a, TINY)) { /* the cut of atan2 */
        mpfr_srcptr b = mp_of(p, ex_arg(s, e, 1));
        return mpfr_sgn(b) > 0 && beyond(b, TINY);
    }
    return (!isfinite(row->lo) || mpfr_cmp_d(a, row->lo + 0x1p-20) > 0) &&
           (!isfinite(row->hi) || mpfr_cmp_d(a, row->hi - 0x1p-20) < 0);
}

bool mp_moderate(const struct mp *p, const struct store *s)
{
    for (size_t i = 0; i < p->n; i++) {
        ex e = p->nodes.at[i];
        if (!mpfr_number_p(p->at[i]) || !smooth_at(p, s, e))
            return false;
        if (beyond(p->at[i], ex_is_number(s, e) ? 2 * HUGE_BITS + 4 : HUGE_BITS))
            return false;
    }
    return true;
}

bool mp_near(mpfr_srcptr a, mpfr_srcptr b, long bits)
{
    if (!mpfr_number_p(a) || !mpfr_number_p(b))
        return false;
    mpfr_t d;
    mpfr_init2(d, 64);
    mpfr_sub(d, a, b, MPFR_RNDN);
    long size = 1;
    if (beyond(a, size))
        size = mpfr_get_exp(a);
    if (beyond(b, size))
        size = mpfr_get_exp(b);
    bool near = mpfr_zero_p(d) || mpfr_get_exp(d) <= size - bits;
    mpfr_clear(d);
    return near;
}

double mp_ulps(double d, mpfr_srcptr value)
{
    double nearest = mpfr_get_d(value, MPFR_RNDN);
    if (isnan(d) || isnan(nearest))
        return isnan(d) && isnan(nearest) ? 0 : INFINITY;
    if (isinf(d) || isinf(nearest))
        return d == nearest ? 0 : INFINITY;
    int e = 0;
    frexp(nearest, &e);
    e = e < -1021 ? -1021 : e;
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(value) + 64);
    mpfr_sub_d(t, value, d, MPFR_RNDN);
    mpfr_mul_2si(t, t, 53 - e, MPFR_RNDN);
    double ulps = fabs(mpfr_get_d(t, MPFR_RNDN));
    mpfr_clear(t);
    return ulps;
}

/* ---- comparing two expressions ---- */

enum { WILD_BITS = 150 }; /* exponent of intermediates, which may cost as many bits of the result */

static bool tame(const struct mp *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (mpfr_inf_p(p->at[i]) || (mpfr_number_p(p->at[i]) && beyond(p->at[i], WILD_BITS)))
            return false;
    return true;
}

enum mp_answer mp_compare(struct mp *p, struct store *s, struct rng *rng, ex a, ex b, int points)
{
    enum mp_answer answer = MP_NO_POINT;
    struct mem_mark mark = mem_mark(ex_mem(s));
    struct ex_list symbols = ex_symbols(s, (ex[]){a, b}, 2), of_a = ex_reach(s, &a, 1);
    struct ex_list of_b = ex_reach(s, &b, 1);
    double *v = mem_take_array(ex_mem(s), symbols.n, sizeof *v);
    mpfr_t value;
    mpfr_init2(value, p->bits);
    for (int i = 0; i < points && answer != MP_DIFFER; i++) {
        for (size_t k = 0; k < symbols.n; k++)
            v[k] = rng_double(rng, ex_assumed(s, symbols.at[k]) & EX_POSITIVE ? 0.125 : -2, 2);
        mp_eval(p, s, of_a, symbols.at, v, symbols.n, 0, NULL);
        if (!mp_moderate(p, s))
            continue;
        mpfr_set(value, mp_of(p, a), MPFR_RNDN);
        mp_eval(p, s, of_b, symbols.at, v, symbols.n, 0, NULL);
        if (tame(p))
            answer = mp_near(value, mp_of(p, b), (long)p->bits / 2) ? MP_SAME : MP_DIFFER;
    }
    mpfr_clear(value);
    mem_release(ex_mem(s), mark);
    return answer;
}
