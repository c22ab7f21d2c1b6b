/* gen/algebra/fixed_parts.c -- parts of expressions that depend on parameters only. */
#include "gen/algebra/algebra.h"

struct fixed alg_fixed_parts(const struct model *m, struct mem *mem)
{
    struct fixed f = {.s = m->store, .mem = mem, .model = m};
    f.parameter = f.known = (struct memo){.mem = mem};
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input)
            sym_memo_set(&f.parameter, m->param[i].symbol, 1);
    return f;
}

bool alg_is_fixed(struct fixed *f, ex root)
{
    struct stack st = {.mem = f->mem};
    if (!sym_memo_get(&f->known, root))
        sym_stack_push(&st, root);
    while (st.n) {
        const ex e = st.at[st.n - 1];
        const size_t before = st.n, args = ex_count_args(f->s, e);
        if (!sym_memo_get(&f->known, e))
            sym_stack_push_args(f->s, &st, &f->known, e);
        if (st.n > before)
            continue;
        st.n--;
        bool fixed = ex_op(f->s, e) != EX_sym || sym_memo_get(&f->parameter, e);
        for (size_t i = 0; i < args; i++)
            fixed &= sym_memo_get(&f->known, ex_arg(f->s, e, i)) == 1;
        sym_memo_set(&f->known, e, fixed ? 1 : 2);
    }
    return sym_memo_get(&f->known, root) == 1;
}
