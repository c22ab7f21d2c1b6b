/* gen/tidy.c -- simplifying what is small enough, and leaving the rest as it is.
 *
 * Simplifying multiplies out, and the size of that has no bound in the size of the expression. So
 * the number of terms is estimated first, by one sweep over the nodes; above a budget nothing is
 * done, for no later stage depends on it.
 */
#include "gen/gen.h"

#include <string.h>

enum { BUDGET = 2000 }; /* terms */

/* Places of handles in a list: a hash table with open addressing. */
struct places {
    uint32_t *slot; /* 1 + place */
    const ex *at;
    size_t mask;
};

static size_t slot_of(const struct places *p, ex e)
{
    size_t k = (size_t)(e * 0x9E3779B97F4A7C15U >> 20) & p->mask;
    while (p->slot[k] && p->at[p->slot[k] - 1] != e)
        k = (k + 1) & p->mask;
    return k;
}

static struct places make_places(struct mem *m, struct ex_list list)
{
    size_t slots = 16;
    while (slots < 2 * list.n)
        slots *= 2;
    struct places p = {mem_take_array(m, slots, sizeof *p.slot), list.at, slots - 1};
    memset(p.slot, 0, slots * sizeof *p.slot);
    for (size_t i = 0; i < list.n; i++)
        p.slot[slot_of(&p, list.at[i])] = (uint32_t)i + 1;
    return p;
}

/* More than the budget is all the same. */
static uint32_t capped(uint64_t n)
{
    return n > BUDGET ? BUDGET + 1 : (uint32_t)n;
}

/* A sum of n terms to the k-th power has (n + k - 1 over k) terms. */
static uint32_t terms_of_power(uint32_t n, int64_t k)
{
    uint64_t terms = 1;
    for (int64_t i = 1; i <= k && terms <= BUDGET && n > 1; i++)
        terms = terms * (n + (uint64_t)i - 1) / (uint64_t)i;
    return capped(terms);
}

static uint32_t terms_of_node(struct store *s, const struct places *p, const uint32_t *terms, ex e)
{
    const enum ex_op op = ex_op(s, e);
    const size_t n = ex_count_args(s, e);
    uint64_t total = op == EX_add ? 0 : 1;
    int64_t k = 0;
    if (op == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k) && k > 0)
        return terms_of_power(terms[p->slot[slot_of(p, ex_arg(s, e, 0))] - 1], k);
    if (op != EX_add && op != EX_mul)
        return 1; /* what stands inside a function is not multiplied out with the rest */
    for (size_t i = 0; i < n; i++) {
        const uint32_t t = terms[p->slot[slot_of(p, ex_arg(s, e, i))] - 1];
        total = capped(op == EX_add ? total + t : total * t);
    }
    return capped(total);
}

static uint32_t expanded_terms(struct store *s, ex e)
{
    struct mem *m = ex_mem(s);
    const struct mem_mark mark = mem_mark(m);
    const struct ex_list list = ex_reach(s, &e, 1);
    const struct places p = make_places(m, list);
    uint32_t *terms = mem_take_array(m, list.n + 1, sizeof *terms);
    for (size_t i = 0; i < list.n; i++)
        terms[i] = terms_of_node(s, &p, terms, list.at[i]);
    const uint32_t total = terms[p.slot[slot_of(&p, e)] - 1];
    mem_release(m, mark);
    return total;
}

ex gen_tidy(struct store *s, ex e)
{
    if (e == EX_POISON || ex_count_args(s, e) == 0 || expanded_terms(s, e) > BUDGET)
        return e;
    return ex_circle(s, e);
}
