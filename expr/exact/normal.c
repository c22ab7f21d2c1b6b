/* expr/exact/normal.c -- the normal form, and the forms of arguments of kernels. */
#include "settle.h"
#include "shape.h"

#include <string.h>

/* ---- inside the deep call ---- */

struct job {
    struct store *s;
    const ex *e;
    size_t m;
    enum form form;
    ex *out;
};

static ex cheapest(struct ring *r, const struct frac *f)
{
    struct quotient q;
    cancel(r, f, false, &q);
    return shape_cheapest(r, &q);
}

/* The sum over one denominator, or over several: terms with the same one are added. */
static ex cheapest_sum(struct ring *r, const struct frac *const *term, size_t n)
{
    struct store *s = r->s;
    struct frac whole;
    frac_sum(r, &whole, term, n);
    if (whole.bad)
        return EX_POISON;
    const ex one = cheapest(r, &whole);
    const struct frac **like = mem_take_array(s->mem, n, sizeof *like);
    bool *done = mem_take_array(s->mem, n, sizeof *done);
    memset(done, 0, n * sizeof *done);
    ex many = s->zero;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        struct frac part;
        for (size_t j = i; j < n; j++)
            if (!done[j] && frac_same_below(term[i], term[j])) {
                done[j] = true;
                like[k++] = term[j];
            }
        if (k == n)
            return one;
        if (k == 0)
            continue;
        frac_sum(r, &part, like, k);
        many = ex_add2(s, many, cheapest(r, &part));
    }
    return shape_cost(s, many) < shape_cost(s, one) ? many : one;
}

/* One ring for all terms, which stay separate; with and without roots in denominators. */
static ex work_cheapest(struct store *s, ex e)
{
    const size_t n = terms_of(s, e);
    ex *term = mem_take_array(s->mem, n, sizeof *term), best = EX_POISON;
    struct frac *f = mem_take_array(s->mem, n, sizeof *f);
    const struct frac **at = mem_take_array(s->mem, n, sizeof *at);
    for (size_t t = 0; t < n; t++) {
        term[t] = term_at(s, e, t);
        at[t] = &f[t];
    }
    for (int keep = 0; keep < 2; keep++) {
        struct ring *r = ring_for(s, term, n, keep, f);
        const ex form = cheapest_sum(r, at, n);
        if (shape_cost(s, form) < shape_cost(s, best))
            best = form;
        if (!ring_has_roots(r))
            break;
    }
    return best;
}

/* exp(-(x + y)) = exp(-x - y): exponents are expanded. */
static ex with_plain_exponent(void *context, const struct ex_rewriting *r, ex node)
{
    struct store *s = r->s;
    const enum ex_op op = op_of(s, node);
    (void)context;
    if (op != EX_exp && op != EX_pow)
        return ex_over_images(r, node);
    const ex last = words_at(s, node)[node_at(s, node)->n - 1], spread = ex_spread(s, last);
    if (spread == last)
        return ex_over_images(r, node);
    return op == EX_exp ? ex_make(s, EX_exp, &spread, 1) : ex_pow(s, first_arg(s, node), spread);
}

static ex with_plain_exponents(struct store *s, ex e)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex_rewrite(s, &e, 1, (struct ex_rule){with_plain_exponent, NULL}, &e);
    mem_release(s->mem, mark);
    return e;
}

static ex formed(struct ring *r, const struct frac *f, enum form form)
{
    struct quotient q;
    if (f->bad)
        return EX_POISON;
    if (form == FORM_ZERO)
        return ex_int(r->s, !fmpz_mpoly_is_zero(&f->num, r->ctx));
    cancel(r, f, form != FORM_LOWEST, &q);
    return with_plain_exponents(r->s, form == FORM_FACTORS ? shape_factors(r, &q)
                                                           : shape_expanded(r, &q));
}

static void work(void *context)
{
    struct job *j = context;
    if (j->form == FORM_CHEAPEST) {
        j->out[0] = work_cheapest(j->s, j->e[0]);
        return;
    }
    struct frac *f = mem_take_array(j->s->mem, j->m, sizeof *f);
    struct ring *r = ring_for(j->s, j->e, j->m, j->form == FORM_LOWEST, f);
    for (size_t i = 0; i < j->m; i++)
        j->out[i] = formed(r, &f[i], j->form);
}

/* ---- outside ---- */

/* Budgets of the forms, in work. */
static const uint64_t patience[] = {[FORM_FRACTION] = 1, [FORM_ARGUMENT] = 10, [FORM_LOWEST] = 1,
                                    [FORM_FACTORS] = 10, [FORM_ZERO] = 1,      [FORM_CHEAPEST] = 4};

static void some_forms(struct store *s, const ex *e, size_t m, enum form form, ex *out)
{
    struct job j = {s, e, m, form, out};
    const uint64_t budget = DEEP_SECOND / patience[form];
    memset(out, 0, m * sizeof *out);
    if (s->stopped || any_poison(e, m) || deep_attempt(s, work, &j, budget))
        return;
    memset(out, 0, m * sizeof *out);
    for (size_t i = 0; i < m && m > 1 && !s->stopped; i++) {
        struct job one = {s, &e[i], 1, form, &out[i]};
        if (!deep_attempt(s, work, &one, budget / m))
            out[i] = EX_POISON;
    }
}

/* All at once, since they share kernels and denominators, and since equal ones then have equal
 * forms; one by one when that is too much. The cheapest form of one must not depend on others, so
 * that it is always found one by one. */
void forms_of(struct store *s, const ex *e, size_t m, enum form form, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    size_t *place = mem_take_array(s->mem, m + 1, sizeof *place), n = 0;
    ex *some = mem_take_array(s->mem, m + 1, sizeof *some);
    ex *forms = mem_take_array(s->mem, m + 1, sizeof *forms);
    memset(out, 0, m * sizeof *out);
    for (size_t j = 0; j < m; j++)
        if (e[j]) {
            place[n] = j;
            some[n++] = e[j];
        }
    const size_t step = form == FORM_CHEAPEST ? 1 : n;
    for (size_t j = 0; j < n; j += step)
        some_forms(s, some + j, step, form, forms + j);
    for (size_t j = 0; j < n; j++)
        out[place[j]] = forms[j];
    mem_release(s->mem, mark);
}

bool ex_normal(struct store *s, const ex *e, size_t m, ex *out)
{
    const bool calm = s->error[0] == 0;
    struct mem_mark mark = mem_mark(s->mem);
    ex *settled = mem_take_array(s->mem, m + 1, sizeof *settled);
    ex *form = mem_take_array(s->mem, m + 1, sizeof *form);
    bool all = true;
    settle(s, e, m, false, settled);
    forms_of(s, settled, m, FORM_FRACTION, form);
    for (size_t j = 0; j < m; j++) {
        all &= form[j] != EX_POISON;
        out[j] = form[j] ? form[j] : e[j];
    }
    mem_release(s->mem, mark);
    ex_forgive(s, calm);
    return all;
}
