/* gen/analyze/exact_state.c -- proof that a state found numerically is an exact equilibrium.
 *
 * Components of the state that are simple numbers are substituted into the rates: fractions, roots
 * of fractions, zeros of a quadratic polynomial, and multiples of pi where they are angles; all
 * others and free coordinates stay symbols. If all rates that should vanish are then identically 0,
 * the state is an equilibrium for all values of these symbols: first with parameters as symbols,
 * then with their values, the decimal numbers that were given.
 *
 * A rate that is a constant other than 0 proves that there is no equilibrium; rates that are affine
 * functions vanish on a plane, of which one point is enough.
 */
#include "gen/analyze/linear.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 60, COEFFICIENT = 24 }; /* largest denominator; coefficients of quadratics */
static const double TINY = 1e-11;

/* x as a fraction, or poison. */
static ex as_fraction(struct store *s, double x)
{
    for (int q = 1; q <= LARGEST && fabs(x) < 1e6; q++)
        if (fabs(x * q - round(x * q)) <= TINY * (1 + fabs(x)))
            return ex_rat(s, (int64_t)round(x * q), q);
    return EX_POISON;
}

/* x as a root of a fraction, or poison. */
static ex as_root(struct store *s, double x)
{
    for (int k = 2; k <= 4; k++) {
        const ex square = as_fraction(s, pow(fabs(x), k));
        if (square != EX_POISON) {
            const ex root = ex_pow(s, square, ex_rat(s, 1, k));
            return x < 0 ? ex_neg(s, root) : root;
        }
    }
    return EX_POISON;
}

/* x as a zero of a x^2 + b x + c with small integers, or poison. */
static ex as_quadratic(struct store *s, double x)
{
    for (int a = 1; a <= COEFFICIENT; a++)
        for (int b = -COEFFICIENT; b <= COEFFICIENT; b++) {
            const double c = -round((a * x + b) * x);
            if (fabs((a * x + b) * x + c) > TINY * (1 + x * x) || fabs(c) > 1e6)
                continue;
            const double square = (double)b * b - 4 * a * c;
            const ex root = ex_sqrt(s, ex_int(s, (int64_t)square));
            const ex sum = 2 * a * x + b < 0 ? ex_neg(s, root) : root;
            return ex_div(s, ex_sub(s, sum, ex_int(s, b)), ex_int(s, 2 * (int64_t)a));
        }
    return EX_POISON;
}

/* e, or poison where its value is not x. */
static ex if_equal(struct store *s, ex e, double x)
{
    double value = NAN;
    if (e != EX_POISON)
        ex_eval(s, &e, 1, NULL, NULL, 0, &value);
    return fabs(value - x) <= TINY * (1 + fabs(x)) ? e : EX_POISON;
}

static ex as_number(struct store *s, double x, bool angle)
{
    ex out = as_fraction(s, x);
    if (out == EX_POISON && angle) {
        const ex part = as_fraction(s, x / acos(-1));
        out = part == EX_POISON ? part : ex_mul2(s, part, ex_pi(s));
    }
    if (out == EX_POISON)
        out = if_equal(s, as_root(s, x), x);
    return out == EX_POISON ? if_equal(s, as_quadratic(s, x), x) : out;
}

/* Symbols and what is put for them. */
struct values {
    ex *from, *to;
    size_t n;
    bool *stays;
};

/* The shortest decimal number that is read as x: the one that was given. */
static ex as_given(struct store *s, double x)
{
    enum { DIGITS = 17 };
    char text[EX_DOUBLE_ROOM];
    for (int digits = 1; digits <= DIGITS && isfinite(x); digits++) {
        size_t used = 0;
        const size_t len = ex_double_brief(fabs(x), digits, text);
        const ex number = ex_number_read(s, text, len, &used);
        if (used == len && number != EX_POISON && ex_number(s, number) == fabs(x))
            return x < 0 ? ex_neg(s, number) : number;
    }
    return EX_POISON;
}

/* False: a value is infinite or NaN. */
static bool add_parameters(struct analysis *a, struct values *v)
{
    const struct model *m = a->sys->model;
    size_t input = 0;
    for (size_t i = 0; i < m->params; i++) {
        v->from[v->n] = m->param[i].symbol;
        v->to[v->n] = as_given(m->store, m->param[i].input ? a->u[input++] : a->p[i]);
        if (v->to[v->n++] == EX_POISON)
            return false;
    }
    v->from[v->n] = m->time;
    v->to[v->n] = as_given(m->store, a->t);
    return v->to[v->n++] != EX_POISON;
}

static bool all_vanish(struct analysis *a, const struct values *v, const bool *loose)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const bool broken = ex_error(s) != NULL;
    ex *e = sym_row(a->diag->mem, sys->states);
    ex_subst(s, sys->block[RT_rhs].at, sys->states, v->from, v->to, v->n, e);
    if (!broken && ex_error(s)) { /* rates have no value there */
        ex_clear(s);
        return false;
    }
    for (size_t i = 0; i < sys->states; i++) {
        if (loose[i])
            continue;
        if (e[i] == EX_POISON)
            return false;
        const struct ex_verdict zero = ex_zero(s, e[i], true);
        if (zero.answer != EX_ZERO || !zero.proved)
            return false;
    }
    return true;
}

/* Names of the states that stay symbols, without free ones: "eta_v, eta_w". */
static void name_states(struct analysis *a, const struct values *v, const bool *free,
                        struct exactness *out)
{
    struct mem_text text = mem_text(a->diag->mem);
    mem_put(&text, "");
    for (size_t i = 0; i < a->sys->states; i++)
        if (v->stays[i] && !free[i]) {
            mem_put_f(&text, "%s%s", out->states ? ", " : "", a->sys->state_name[i]);
            out->states++;
        }
    out->over = text.text;
}

/* ---- completeness ---- */

static bool has_state(const struct system *sys, ex e)
{
    for (size_t i = 0; i < sys->states; i++)
        if (ex_has(sys->model->store, e, sys->state[i]))
            return true;
    return false;
}

enum analyze_complete analyze_is_complete(struct analysis *a, const bool *loose)
{
    const struct system *sys = a->sys;
    const size_t n = sys->states, most = sys->model->params + 1;
    struct values v = {.from = sym_row(a->diag->mem, most), .to = sym_row(a->diag->mem, most)};
    bool affine = !analyze_is_bound(a);
    if (!affine || !add_parameters(a, &v))
        return COMPLETE_UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        ex e = sys->block[RT_rhs].at[i];
        if (loose[i])
            continue;
        for (size_t j = 0; j < n; j++)
            affine &= !has_state(sys, sys->block[RT_jac].at[i * n + j]);
        if (ex_is_nonzero(sys->model->store, e))
            return COMPLETE_NONE;
        ex_subst(sys->model->store, &e, 1, v.from, v.to, v.n, &e);
        if (e == EX_POISON || has_state(sys, e))
            continue;
        const struct ex_verdict zero = ex_zero(sys->model->store, e, true);
        if (zero.answer == EX_NOT_ZERO && zero.proved)
            return COMPLETE_NONE;
    }
    return affine ? COMPLETE_AFFINE : COMPLETE_UNKNOWN;
}

/* ---- exact states ---- */

struct exactness analyze_exactly(struct analysis *a, const double *x, const bool *free,
                                 const bool *loose, const bool *angle)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const size_t n = sys->states, most = n + sys->model->params + 1;
    struct values v = {.from = sym_row(a->diag->mem, most),
                       .to = sym_row(a->diag->mem, most),
                       .stays = mem_take_array(a->diag->mem, n + 1, sizeof *v.stays)};
    struct exactness out = {.proved = false};
    if (analyze_is_bound(a))
        return out;
    for (size_t i = 0; i < n; i++) {
        const ex number = free[i] ? EX_POISON : as_number(s, x[i], angle[i]);
        v.stays[i] = number == EX_POISON;
        if (v.stays[i])
            continue;
        v.from[v.n] = sys->state[i];
        v.to[v.n++] = number;
    }
    out.proved = all_vanish(a, &v, loose);
    if (out.proved)
        name_states(a, &v, free, &out);
    else
        out.proved = add_parameters(a, &v) && all_vanish(a, &v, loose);
    return out;
}
