/* expr/cost.c -- number of operations of an expression. */
#include "store.h"

#include <string.h>

static size_t multiplications(uint64_t k) /* for a k-th power by squaring */
{
    size_t n = 0;
    for (; k > 1; k >>= 1)
        n += 1 + (k & 1);
    return n;
}

static bool is_reciprocal(const struct store *s, ex e)
{
    ex exponent;
    ex_split_power(s, e, &exponent);
    return exponent != s->one && op_of(s, exponent) == EX_num &&
           rat_sign(s, rat_of(s, exponent)) < 0;
}

static void cost_of_power(const struct store *s, ex exponent, struct ex_cost *c)
{
    int64_t num, den;
    if (!ex_is_rat(s, exponent, &num, &den) || den > 2) {
        c->calls++;
        return;
    }
    c->calls += den == 2;
    c->muls += multiplications((uint64_t)(num < 0 ? -num : num));
}

static void cost_of_product(const struct store *s, ex e, struct ex_cost *c)
{
    size_t n = node_at(s, e)->n, below = 0, signs = 0;
    for (size_t i = 0; i < n; i++) {
        below += is_reciprocal(s, words_at(s, e)[i]);
        signs += words_at(s, e)[i] == s->minus_one;
    }
    size_t above = n - below - signs;
    c->muls += (above ? above - 1 : 0) + (below ? below - 1 : 0);
    c->divs += below > 0;
}

/* A minus is free inside a sum (it subtracts), and counts as an addition elsewhere. */
struct ex_cost ex_cost(struct store *s, const ex *e, size_t m)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    struct ex_cost c = {0};
    /* Reciprocals that occur only inside products are counted there. */
    bool *alone = mem_take_array(s->mem, w.n, sizeof *alone);
    memset(alone, 0, w.n * sizeof *alone);
    for (size_t j = 0; j < m; j++)
        alone[place_of(&w, e[j])] = true;
    for (size_t i = 0; i < w.n; i++) {
        enum ex_op op = op_of(s, w.at[i]);
        size_t n = is_leaf(op) ? 0 : node_at(s, w.at[i])->n;
        for (size_t k = 0; k < n; k++) {
            ex arg = words_at(s, w.at[i])[k];
            bool minus = op_of(s, arg) == EX_mul && words_at(s, arg)[0] == s->minus_one;
            if (!(op == EX_mul && is_reciprocal(s, arg)) && !(op == EX_add && minus))
                alone[place_of(&w, arg)] = true;
        }
    }
    for (size_t i = 0; i < w.n; i++) {
        ex x = w.at[i];
        switch (op_of(s, x)) {
        case EX_none:
        case EX_num:
        case EX_sym:
        case EX_pi:
        case EX_hold:
            break;
        case EX_add:
            c.adds += node_at(s, x)->n - 1;
            break;
        case EX_mul:
            cost_of_product(s, x, &c);
            c.adds += alone[i] && words_at(s, x)[0] == s->minus_one;
            break;
        case EX_pow:
            cost_of_power(s, words_at(s, x)[1], &c);
            c.divs += alone[i] && is_reciprocal(s, x);
            break;
        default:
            c.calls++;
        }
    }
    walk_end(s);
    mem_release(s->mem, mark);
    return c;
}

size_t ex_operations(struct store *s, const ex *e, size_t m)
{
    const struct ex_cost c = ex_cost(s, e, m);
    return c.adds + c.muls + c.divs + c.calls;
}
