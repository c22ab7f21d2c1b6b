/* gen/symbolic/memo.c -- memos and stacks for passes over a DAG of expressions. */
#include "gen/symbolic/symbolic.h"

#include <string.h>

static size_t slot_of(const struct memo *m, ex e)
{
    size_t k = (uint32_t)(e * 0x9E3779B1U) >> 7 & (m->slots - 1);
    while (m->slot[k].key && m->slot[k].key != e)
        k = (k + 1) & (m->slots - 1);
    return k;
}

uint32_t sym_memo_get(const struct memo *m, ex e)
{
    return m->slots ? m->slot[slot_of(m, e)].value : 0;
}

void sym_memo_set(struct memo *m, ex e, uint32_t value)
{
    if (2 * m->n >= m->slots) {
        const struct memo old = *m;
        m->slots = old.slots ? 2 * old.slots : 64;
        m->slot = mem_take_array(m->mem, m->slots, sizeof *m->slot);
        memset(m->slot, 0, m->slots * sizeof *m->slot);
        for (size_t k = 0; k < old.slots; k++)
            if (old.slot[k].key)
                m->slot[slot_of(m, old.slot[k].key)] = old.slot[k];
    }
    const size_t k = slot_of(m, e);
    m->n += m->slot[k].key == EX_POISON;
    m->slot[k].key = e;
    m->slot[k].value = value;
}

void sym_stack_push(struct stack *st, ex e)
{
    if (st->n == st->cap) {
        const size_t cap = st->cap ? 2 * st->cap : 64;
        ex *at = mem_take_array(st->mem, cap, sizeof *at);
        if (st->n)
            memcpy(at, st->at, st->n * sizeof *at);
        st->at = at;
        st->cap = cap;
    }
    st->at[st->n++] = e;
}

void sym_stack_push_args(struct store *s, struct stack *st, const struct memo *done, ex e)
{
    for (size_t i = ex_count_args(s, e); i-- > 0;)
        if (!sym_memo_get(done, ex_arg(s, e, i)))
            sym_stack_push(st, ex_arg(s, e, i));
}
