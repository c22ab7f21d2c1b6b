/* gen/uses.c -- looking ahead for lower.c: what is fixed, what is used how often. */
#include "gen/lower.h"

#include <string.h>

static size_t slot_of(const struct memo *m, ex e)
{
    size_t k = (uint32_t)(e * 0x9E3779B1U) >> 7 & (m->slots - 1);
    while (m->slot[k].key && m->slot[k].key != e)
        k = (k + 1) & (m->slots - 1);
    return k;
}

uint32_t gen_look(const struct memo *m, ex e)
{
    return m->slots ? m->slot[slot_of(m, e)].value : 0;
}

void gen_note(struct memo *m, ex e, uint32_t value)
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

void gen_push(struct stack *st, ex e)
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

/* ---- what is fixed, what is used how often ---- */

void gen_push_args(const struct lowering *lo, struct stack *st, const struct memo *done, ex e)
{
    for (size_t i = ex_count_args(lo->s, e); i-- > 0;)
        if (!gen_look(done, ex_arg(lo->s, e, i)))
            gen_push(st, ex_arg(lo->s, e, i));
}

bool gen_is_fixed(struct lowering *lo, ex root)
{
    struct stack st = {.mem = lo->mem};
    if (!gen_look(&lo->fixed, root))
        gen_push(&st, root);
    while (st.n) {
        const ex e = st.at[st.n - 1];
        const size_t before = st.n, args = ex_count_args(lo->s, e);
        if (!gen_look(&lo->fixed, e))
            gen_push_args(lo, &st, &lo->fixed, e);
        if (st.n > before)
            continue;
        st.n--;
        bool fixed = ex_op(lo->s, e) != EX_sym || gen_look(&lo->symbol, e) == 1 + CODE_param;
        for (size_t i = 0; i < args; i++)
            fixed &= gen_look(&lo->fixed, ex_arg(lo->s, e, i)) == 1;
        gen_note(&lo->fixed, e, fixed ? 1 : 2);
    }
    return gen_look(&lo->fixed, root) == 1;
}

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
