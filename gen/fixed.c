/* gen/fixed.c -- parts of expressions that depend on parameters only. */
#include "gen/fixed.h"

struct fixed gen_fixed_of(const struct model *m, struct mem *mem)
{
    struct fixed f = {.s = m->store, .mem = mem, .model = m};
    f.parameter = f.known = (struct memo){.mem = mem};
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input)
            gen_note(&f.parameter, m->param[i].symbol, 1);
    return f;
}

bool gen_is_fixed(struct fixed *f, ex root)
{
    struct stack st = {.mem = f->mem};
    if (!gen_look(&f->known, root))
        gen_push(&st, root);
    while (st.n) {
        const ex e = st.at[st.n - 1];
        const size_t before = st.n, args = ex_count_args(f->s, e);
        if (!gen_look(&f->known, e))
            gen_push_args(f->s, &st, &f->known, e);
        if (st.n > before)
            continue;
        st.n--;
        bool fixed = ex_op(f->s, e) != EX_sym || gen_look(&f->parameter, e);
        for (size_t i = 0; i < args; i++)
            fixed &= gen_look(&f->known, ex_arg(f->s, e, i)) == 1;
        gen_note(&f->known, e, fixed ? 1 : 2);
    }
    return gen_look(&f->known, root) == 1;
}
