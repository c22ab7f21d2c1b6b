/* gen/symbolic/foreign_symbols.c -- check between stages: only allowed symbols in expressions. */
#include "gen/symbolic/symbolic.h"

void sym_allow(struct allowed *a, ex symbol)
{
    if (symbol != EX_POISON)
        sym_memo_set(&a->symbol, symbol, 1);
}

/* A symbol in e[0..n) that is not allowed, or EX_POISON. */
static ex foreign_in(const struct allowed *a, const ex *e, size_t n)
{
    const struct ex_list nodes = ex_reach(a->store, e, n);
    for (size_t i = 0; i < nodes.n; i++)
        if (ex_op(a->store, nodes.at[i]) == EX_sym && !sym_memo_get(&a->symbol, nodes.at[i]))
            return nodes.at[i];
    return EX_POISON;
}

static bool tell(const struct allowed *a, const char *name, const ex *e, size_t n)
{
    size_t i = 0;
    ex symbol = EX_POISON;
    while (i < n && e[i] != EX_POISON && (symbol = foreign_in(a, &e[i], 1)) == EX_POISON)
        i++;
    const char *which = n > 1 ? base_text(a->diag->mem, "element %zu of %s", i + 1, name) : name;
    if (symbol == EX_POISON)
        base_bug(a->diag, a->stage, "%s has no value", which);
    else
        base_bug(a->diag, a->stage, "%s mentions '%s', which is no %s", which,
                 ex_name(a->store, symbol), a->kinds);
    return false;
}

bool sym_mentions_only(const struct allowed *a, const char *name, const ex *e, size_t n)
{
    struct mem *mem = ex_mem(a->store);
    const struct mem_mark mark = mem_mark(mem);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good &= e[i] != EX_POISON;
    good = good && foreign_in(a, e, n) == EX_POISON;
    mem_release(mem, mark);
    return good || tell(a, name, e, n);
}
