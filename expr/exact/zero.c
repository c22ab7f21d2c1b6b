/* expr/exact/zero.c -- zero test.
 *
 * Three methods, the cheapest first. A value in interval arithmetic that excludes zero proves that
 * the expression is not zero. Random points of a finite field give a probable answer. The normal
 * form proves that it is zero. Where they do not decide, for example with opaque functions, the
 * answer is "undecided".
 */
#include "ball.h"
#include "residue.h"
#include "settle.h"
#include "sweep.h"

#include <math.h>

enum { POINTS = 12 };

static bool has_witness(struct store *s, ex e, unsigned tries, bool precise, struct ex_verdict *v)
{
    v->at = ex_symbols(s, &e, 1);
    double *point = mem_take_array(s->mem, v->at.n + 1, sizeof *point);
    if (!ball_witness(s, e, v->at.at, v->at.n, tries, precise, point))
        return false;
    v->answer = EX_NOT_ZERO;
    v->proved = true;
    v->value = point;
    return true;
}

/* Its numerator is 0; or equal kernels with two spellings become one when it is expanded. */
static bool is_zero_by_form(struct store *s, ex settled)
{
    ex form = EX_POISON;
    forms_of(s, &settled, 1, FORM_ZERO, &form);
    if (form == s->one)
        ex_normal(s, &settled, 1, &form);
    return form == s->zero;
}

double expanded_terms(struct store *s, ex e)
{
    const struct mem_mark mark = mem_mark(s->mem);
    const struct walk w = walk_begin(s, &e, 1);
    double *terms = mem_take_array(s->mem, w.n + 1, sizeof *terms), below = 1;
    for (size_t i = 0; i < w.n; i++) {
        const enum ex_op op = op_of(s, w.at[i]);
        const size_t n = is_leaf(op) ? 0 : node_at(s, w.at[i])->n;
        int64_t k = 1;
        terms[i] = op == EX_add ? 0 : 1;
        for (size_t j = 0; j < n && (op == EX_add || op == EX_mul || op == EX_hold); j++) {
            const double part = terms[place_of(&w, words_at(s, w.at[i])[j])];
            terms[i] = op == EX_add ? terms[i] + part : terms[i] * part;
        }
        if (op == EX_pow && ex_is_int(s, words_at(s, w.at[i])[1], &k)) {
            const double base = terms[place_of(&w, words_at(s, w.at[i])[0])];
            terms[i] = k > 0 ? pow(base, (double)k) : 1;
            below *= k > 0 ? 1 : base;
        }
    }
    const double all = terms[place_of(&w, e)] * below;
    walk_end(s);
    mem_release(s->mem, mark);
    return all;
}

/* Is the expression small enough for a normal form? */
static bool is_in_reach(struct store *s, ex e)
{
    enum { OPERATIONS = 700 };
    const double terms = 1e10; /* most of which cancel early */
    return ex_operations(s, &e, 1) <= OPERATIONS || expanded_terms(s, e) <= terms;
}

/* In steps, where the whole would be too long: see sweep.h. */
static bool is_zero_by_lemmas(struct store *s, ex e)
{
    struct ex_list lemma = {NULL, 0};
    ex rest = EX_POISON, settled = EX_POISON;
    if (!sweep(s, &e, 1, &rest, &lemma) || rest != s->zero)
        return false;
    for (size_t i = 0; i < lemma.n; i++) {
        if (lemma.at[i] == s->zero)
            continue;
        settle(s, &lemma.at[i], 1, false, &settled);
        if (!settled || !is_in_reach(s, settled) || !is_zero_by_form(s, settled))
            return false;
    }
    return true;
}

static bool is_proved(struct store *s, ex e, ex settled)
{
    return (is_in_reach(s, settled) && is_zero_by_form(s, settled)) || is_zero_by_lemmas(s, e);
}

static struct ex_verdict verdict(struct store *s, ex e, bool prove)
{
    struct ex_verdict v = {.answer = EX_UNDECIDED};
    if (!e)
        return v;
    if (e == s->zero || has_witness(s, e, POINTS, false, &v)) {
        v.answer = e == s->zero ? EX_ZERO : EX_NOT_ZERO;
        v.proved = true;
        return v;
    }
    ex settled = EX_POISON;
    settle(s, &e, 1, !prove, &settled);
    const enum residue residue = settled ? residue_of(s, settled, &v.doubt) : RESIDUE_NONE;
    if (residue == RESIDUE_NOT_ZERO && has_witness(s, e, POINTS, true, &v))
        return v;
    if (settled && prove && residue != RESIDUE_NOT_ZERO && is_proved(s, e, settled)) {
        v.answer = EX_ZERO;
        v.proved = true;
    } else if (residue == RESIDUE_ZERO) {
        v.answer = EX_ZERO;
    } else if (residue == RESIDUE_NONE) {
        has_witness(s, e, POINTS, true, &v);
    }
    return v;
}

struct ex_verdict ex_zero(struct store *s, ex e, bool prove)
{
    const bool calm = s->error[0] == 0;
    const struct ex_verdict v = verdict(s, e, prove);
    ex_forgive(s, calm);
    return v;
}

/* All at the same points, in one walk over shared nodes. */
void ex_zeros(struct store *s, const ex *e, size_t m, bool *zero)
{
    enum { DRAWN = 3 };
    const bool calm = s->error[0] == 0;
    const struct mem_mark mark = mem_mark(s->mem);
    ex *settled = mem_take_array(s->mem, m + 1, sizeof *settled);
    uint64_t *value = mem_take_array(s->mem, m + 1, sizeof *value);
    bool good = true;
    settle(s, e, m, true, settled);
    for (size_t j = 0; j < m; j++) {
        zero[j] = true;
        good &= settled[j] != EX_POISON;
    }
    for (uint64_t seed = 1; good && seed <= DRAWN; seed++) {
        good = residue_values(s, settled, m, seed, value, NULL);
        for (size_t j = 0; good && j < m; j++)
            zero[j] &= value[j] == 0;
    }
    for (size_t j = 0; j < m && !good; j++) /* one by one, with all methods */
        zero[j] = ex_zero(s, e[j], false).answer == EX_ZERO;
    ex_forgive(s, calm);
    mem_release(s->mem, mark);
}
