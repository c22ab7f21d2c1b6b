/* gen/claims.c -- claims of a model, `conserved` and `==`, proved or refuted. */
#include "gen/gen.h"

static const char *shown(struct store *s, ex e)
{
    ex_simplify(s, &e, 1, &e);
    const char *text = ex_show_within(s, e, EX_PLAIN, 200);
    return text ? text : "...";
}

struct assertion gen_claim(struct diag *d, struct proofs *p, const struct system *sys,
                           const struct claim_item *claim)
{
    struct store *s = sys->model->store;
    const char *said = gen_copy(d->mem, claim->where);
    ex e = ex_sub(s, claim->a, claim->b), rate = EX_POISON;
    gen_seen(sys, &e, 1, &e);
    if (claim->claim == CLAIM_CONSERVED) {
        gen_rates(sys, &e, 1, &rate);
        e = rate;
    }
    if (sys->chart) /* where the constraints hold */
        gen_on_chart(sys, &e, 1, &e);
    if (sys->model->seconds)
        gen_on_surface(sys, &e);
    struct assertion out = {.standing = gen_prove(p, "what the model claims", e)};
    out.holds = out.standing != STANDS_NOT;
    out.text = out.holds ? said
                         : gen_text(d->mem, "%s: no, %s = %s", said,
                                    claim->claim == CLAIM_CONSERVED ? "its rate" : "the difference",
                                    shown(s, e));
    return out;
}
