/* expr/exact/zero.c -- is an expression zero?
 *
 * Three roads, the cheapest first. A value in interval arithmetic that excludes zero proves that it
 * is not. Random points of a finite field tell what is probable. The normal form proves that it
 * is. Where they leave it open, for example with functions of which only values are known, the
 * answer is that.
 */
#include "ball.h"
#include "residue.h"
#include "settle.h"

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

/* Its numerator is 0; or kernels that are spelled in two ways turn out to be one when it is written
 * out. */
static bool is_zero_by_form(struct store *s, ex settled)
{
    ex form = EX_POISON;
    forms_of(s, &settled, 1, FORM_ZERO, &form);
    if (form == s->one)
        ex_normal(s, &settled, 1, &form);
    return form == s->zero;
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
    if (settled && prove && is_zero_by_form(s, settled)) {
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
