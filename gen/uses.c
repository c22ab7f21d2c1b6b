/* gen/uses.c -- looking ahead for lower.c: which nodes are used how often, and divided by. */
#include "gen/lower.h"

bool gen_is_divisor(const struct lowering *lo, ex e, ex *base, int64_t *num, int64_t *den)
{
    if (ex_op(lo->s, e) != EX_pow || !ex_is_rat(lo->s, ex_arg(lo->s, e, 1), num, den))
        return false;
    *base = ex_arg(lo->s, e, 0);
    return *num < 0 && *den <= 2 && *num >= -LARGEST_POWER;
}

void gen_count_uses(struct lowering *lo, struct stage *g, const ex *root, size_t n)
{
    struct memo seen = {.mem = lo->mem};
    struct stack st = {.mem = lo->mem};
    for (size_t i = n; i-- > 0;)
        gen_push(&st, root[i]);
    while (st.n) {
        const ex e = st.at[--st.n];
        if (gen_look(&seen, e))
            continue;
        gen_note(&seen, e, 1);
        for (size_t i = ex_count_args(lo->s, e); i-- > 0;) {
            const ex arg = ex_arg(lo->s, e, i);
            ex base = EX_POISON;
            int64_t num = 0, den = 1;
            gen_note(&g->parents, arg, gen_look(&g->parents, arg) + 1);
            if (gen_is_divisor(lo, arg, &base, &num, &den))
                gen_note(&g->divided, base, gen_look(&g->divided, base) + 1);
            gen_push(&st, arg);
        }
    }
    for (size_t i = 0; i < n; i++)
        gen_note(&g->parents, root[i], gen_look(&g->parents, root[i]) + 1);
}
