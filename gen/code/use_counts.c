/* gen/code/use_counts.c -- lowering pass: use counts of nodes, and of divisions by them. */
#include "gen/code/lowering.h"

bool code_is_divisor(const struct lowering *lo, ex e, ex *base, int64_t *num, int64_t *den)
{
    if (ex_op(lo->s, e) != EX_pow || !ex_is_rat(lo->s, ex_arg(lo->s, e, 1), num, den))
        return false;
    *base = ex_arg(lo->s, e, 0);
    return *num < 0 && *den <= 2 && *num >= -LARGEST_POWER;
}

void code_count_uses(struct lowering *lo, struct stage *g, const ex *root, size_t n)
{
    struct memo seen = {.mem = lo->mem};
    struct stack st = {.mem = lo->mem};
    for (size_t i = n; i-- > 0;)
        sym_stack_push(&st, root[i]);
    while (st.n) {
        const ex e = st.at[--st.n];
        if (sym_memo_get(&seen, e))
            continue;
        sym_memo_set(&seen, e, 1);
        for (size_t i = ex_count_args(lo->s, e); i-- > 0;) {
            const ex arg = ex_arg(lo->s, e, i);
            ex base = EX_POISON;
            int64_t num = 0, den = 1;
            sym_memo_set(&g->parents, arg, sym_memo_get(&g->parents, arg) + 1);
            if (code_is_divisor(lo, arg, &base, &num, &den))
                sym_memo_set(&g->divided, base, sym_memo_get(&g->divided, base) + 1);
            sym_stack_push(&st, arg);
        }
    }
    for (size_t i = 0; i < n; i++)
        sym_memo_set(&g->parents, root[i], sym_memo_get(&g->parents, root[i]) + 1);
}
