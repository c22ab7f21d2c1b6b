/* gen/language/frame_denominators.c -- removal of denominators from vector fields.
 *
 * A field and its product with a function span the same line, so (-tan(phi), 1) may become
 * (-sin(phi), cos(phi)), which has no singularity.
 */
#include "gen/language/frame_choice.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

struct divisors {
    ex base[16];
    int64_t k[16];
    size_t n;
};

static void note_divisor(struct store *s, struct divisors *d, ex factor)
{
    int64_t k = 0;
    if (ex_op(s, factor) != EX_pow || !ex_is_int(s, ex_arg(s, factor, 1), &k) || k >= 0)
        return;
    const ex base = ex_arg(s, factor, 0);
    size_t i = 0;
    while (i < d->n && d->base[i] != base)
        i++;
    if (i == sizeof d->base / sizeof *d->base)
        return;
    if (i == d->n) {
        d->base[d->n] = base;
        d->k[d->n++] = 0;
    }
    d->k[i] = -k > d->k[i] ? -k : d->k[i];
}

/* Collects the divisors of a product; after a leading number, the factors are a nested product. */
static void note_divisors(struct store *s, struct divisors *d, ex e)
{
    if (ex_op(s, e) != EX_mul) {
        note_divisor(s, d, e);
        return;
    }
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        const ex f = ex_arg(s, e, i);
        note_divisor(s, d, f);
        for (size_t j = 0; ex_op(s, f) == EX_mul && j < ex_count_args(s, f); j++)
            note_divisor(s, d, ex_arg(s, f, j));
    }
}

void lang_clear_denominators(struct store *s, ex *v, size_t n)
{
    struct divisors d = {.n = 0};
    ex *clear = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++) {
        clear[i] = v[i];
        note_divisors(s, &d, v[i]);
    }
    for (size_t k = 0; k < d.n; k++)
        for (size_t i = 0; i < n; i++)
            clear[i] = sym_tidy(s, ex_mul2(s, clear[i], ex_powi(s, d.base[k], d.k[k])));
    if (sym_is_shorter(s, clear, v, n)) /* else the denominators did not cancel */
        memcpy(v, clear, n * sizeof *v);
}

/* The denominator of a fraction. */
static ex denominator(struct store *s, ex e)
{
    struct divisors d = {.n = 0};
    ex out = ex_int(s, 1);
    note_divisors(s, &d, e);
    for (size_t i = 0; i < d.n; i++)
        out = ex_mul2(s, out, ex_powi(s, d.base[i], d.k[i]));
    return out;
}

/* The least common multiple of the denominators, from fractions in lowest terms; false: too large.
 */
static bool common_denominator(struct store *s, const ex *q, size_t n, ex *out)
{
    *out = ex_int(s, 1);
    for (size_t i = 0; i < n; i++) {
        ex rest = ex_div(s, *out, denominator(s, q[i]));
        if (!ex_normal(s, &rest, 1, &rest))
            return false;
        *out = ex_mul2(s, *out, denominator(s, rest));
    }
    return true;
}

/* With absolute values or roots the reduction to lowest terms is slow. */
static bool has_roots(struct store *s, const ex *v, size_t n)
{
    const struct ex_list node = ex_reach(s, v, n);
    for (size_t i = 0; i < node.n; i++) {
        int64_t k = 0;
        const enum ex_op op = ex_op(s, node.at[i]);
        if (op == EX_abs || (op == EX_pow && !ex_is_int(s, ex_arg(s, node.at[i], 1), &k)))
            return true;
    }
    return false;
}

/* A common factor would make the field vanish where its direction is well defined. The quotients by
 * one component in lowest terms, times their common denominator, have none. */
void lang_cancel_factors(struct store *s, ex *v, size_t n)
{
    size_t by = 0;
    while (by < n && sym_is_null(s, v[by]))
        by++;
    if (by == n || ex_operations(s, v, n) > SYM_CANCEL || has_roots(s, v, n))
        return;
    ex *q = sym_row(ex_mem(s), n), common = EX_POISON;
    for (size_t i = 0; i < n; i++)
        q[i] = ex_div(s, v[i], v[by]);
    if (!ex_normal(s, q, n, q) || !common_denominator(s, q, n, &common))
        return;
    for (size_t i = 0; i < n; i++)
        q[i] = ex_mul2(s, q[i], common);
    if (ex_normal(s, q, n, q))
        memcpy(v, q, n * sizeof *v);
}
