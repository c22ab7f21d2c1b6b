/* gen/forms/sign_range.c -- proof by interval arithmetic that a function never vanishes. */
#include "gen/forms/poles.h"

#include <math.h>

struct interval {
    double lo, hi;
};

static const struct interval anything = {-INFINITY, INFINITY};

static struct interval wider(struct interval a)
{
    const double part = 1e-12;
    return (struct interval){a.lo - part * fabs(a.lo), a.hi + part * fabs(a.hi)};
}

static double times(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static struct interval product(struct interval a, struct interval b)
{
    const double c[] = {times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)};
    return (struct interval){fmin(fmin(c[0], c[1]), fmin(c[2], c[3])),
                             fmax(fmax(c[0], c[1]), fmax(c[2], c[3]))};
}

static struct interval whole_power(struct interval a, int64_t k)
{
    const double lo = pow(a.lo, (double)k), hi = pow(a.hi, (double)k);
    if (k < 0 && a.lo <= 0 && a.hi >= 0)
        return k % 2 ? anything : (struct interval){pow(fmax(-a.lo, a.hi), (double)k), INFINITY};
    if (k % 2 == 0 && a.lo <= 0 && a.hi >= 0)
        return (struct interval){0, fmax(lo, hi)};
    return (struct interval){fmin(lo, hi), fmax(lo, hi)};
}

static struct interval power(struct store *s, ex e, struct interval base)
{
    int64_t k = 0, den = 1;
    if (!ex_is_rat(s, ex_arg(s, e, 1), &k, &den))
        return anything;
    if (den == 1)
        return whole_power(base, k);
    const double by = (double)k / (double)den, lo = pow(fmax(base.lo, 0), by);
    const double hi = pow(fmax(base.hi, 0), by);
    return (struct interval){fmin(lo, hi), fmax(lo, hi)};
}

static struct interval of_node(struct store *s, ex e, const struct interval *arg)
{
    const size_t n = ex_count_args(s, e);
    struct interval out = {0, 0};
    switch (ex_op(s, e)) {
    case EX_add:
        for (size_t i = 0; i < n; i++)
            out = (struct interval){out.lo + arg[i].lo, out.hi + arg[i].hi};
        return out;
    case EX_mul:
        out = (struct interval){1, 1};
        for (size_t i = 0; i < n; i++)
            out = product(out, arg[i]);
        return out;
    case EX_pow:
        return power(s, e, arg[0]);
    case EX_hold:
        return arg[0];
    case EX_sin:
    case EX_cos:
    case EX_tanh:
        return (struct interval){-1, 1};
    case EX_exp:
        return (struct interval){exp(arg[0].lo), exp(arg[0].hi)};
    case EX_abs:
        return whole_power(arg[0], 2).lo > 0
                   ? (struct interval){fmin(fabs(arg[0].lo), fabs(arg[0].hi)), INFINITY}
                   : (struct interval){0, INFINITY};
    case EX_cosh:
        return (struct interval){1, INFINITY};
    default:
        return anything;
    }
}

static struct interval of_parameter(const struct model *m, ex symbol, const double *p)
{
    const double factor = 1000;
    for (size_t i = 0; i < m->params; i++) {
        if (m->param[i].symbol != symbol || m->param[i].input)
            continue;
        const double a = p[i] / factor, b = p[i] * factor;
        return p[i] != 0 && isfinite(p[i]) ? (struct interval){fmin(a, b), fmax(a, b)} : anything;
    }
    return anything;
}

bool form_keeps_sign(const struct system *sys, const double *p, ex e)
{
    const struct model *m = sys->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const struct mem_mark mark = mem_mark(mem);
    const struct ex_list all = ex_reach(s, &e, 1);
    struct memo place = {.mem = mem};
    struct interval *value = mem_take_array(mem, all.n + 1, sizeof *value);
    struct interval *arg = mem_take_array(mem, all.n + 1, sizeof *arg);
    for (size_t i = 0; i < all.n; i++) {
        const ex node = all.at[i];
        for (size_t k = 0; k < ex_count_args(s, node); k++)
            arg[k] = value[sym_memo_get(&place, ex_arg(s, node, k)) - 1];
        if (ex_is_number(s, node))
            value[i] = (struct interval){ex_number(s, node), ex_number(s, node)};
        else if (ex_op(s, node) == EX_sym)
            value[i] = of_parameter(m, node, p);
        else
            value[i] = of_node(s, node, arg);
        value[i] = wider(value[i]);
        if (isnan(value[i].lo) || isnan(value[i].hi))
            value[i] = anything;
        sym_memo_set(&place, node, (uint32_t)i + 1);
    }
    const struct interval last = value[all.n - 1];
    mem_release(mem, mark);
    return last.lo > 0 || last.hi < 0;
}
