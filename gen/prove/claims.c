/* gen/prove/claims.c -- claims `conserved` and `==` of a model, proved or refuted. */
#include "gen/prove/prove.h"

static const char *shown(struct store *s, ex e)
{
    ex_simplify(s, &e, 1, &e);
    const char *text = ex_show_within(s, e, EX_PLAIN, 200);
    return text ? text : "...";
}

struct assertion prove_claim(struct diag *d, struct proofs *p, const struct system *sys,
                             const struct claim_item *claim)
{
    struct store *s = sys->model->store;
    const char *said = base_span_shown(d->mem, claim->where);
    ex e = ex_sub(s, claim->a, claim->b), rate = EX_POISON;
    form_at_state_all(sys, &e, 1, &e);
    if (claim->claim == CLAIM_CONSERVED) {
        form_rates(sys, &e, 1, &rate);
        e = rate;
    }
    form_where_constraints_hold(sys, &e);
    struct assertion out = {.standing = alg_prove(p, "what the model claims", e)};
    out.holds = out.standing != STANDS_NOT;
    out.text = out.holds
                   ? said
                   : base_text(d->mem, "%s: no, %s = %s", said,
                               claim->claim == CLAIM_CONSERVED ? "its rate" : "the difference",
                               shown(s, e));
    return out;
}
