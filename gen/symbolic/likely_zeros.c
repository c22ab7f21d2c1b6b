/* gen/symbolic/likely_zeros.c -- expressions that vanish at random points, noted for a later proof.
 */
#include "gen/symbolic/symbolic.h"

#include <string.h>

void sym_note_claim(struct store *s, ex e, struct claims *c)
{
    if (c->n == c->cap) {
        ex *more = mem_take_array(ex_mem(s), c->cap * 2 + 8, sizeof *more);
        if (c->n)
            memcpy(more, c->at, c->n * sizeof *more);
        c->at = more;
        c->cap = c->cap * 2 + 8;
    }
    c->at[c->n++] = e;
}

bool sym_vanishes(struct store *s, ex e, struct claims *claims)
{
    if (sym_is_null(s, e))
        return true;
    const struct mem_mark mark = mem_mark(ex_mem(s));
    const enum ex_answer answer = ex_zero(s, e, false).answer;
    mem_release(ex_mem(s), mark);
    if (answer == EX_ZERO)
        sym_note_claim(s, e, claims);
    return answer == EX_ZERO;
}
