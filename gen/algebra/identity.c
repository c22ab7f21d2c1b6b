/* gen/algebra/identity.c -- proofs of claimed identities, and their standing.
 *
 * The standing is proved, very likely, undecided or false.
 */
#include "gen/algebra/polynomial.h"

#include <string.h>

const char *alg_standing_text(enum alg_standing standing)
{
    static const char *const text[] = {[STANDS_PROVED] = "proved",
                                       [STANDS_LIKELY] = "error < 2^-100",
                                       [STANDS_OPEN] = "undecided",
                                       [STANDS_NOT] = "false"};
    return text[standing];
}

enum alg_standing alg_worse(enum alg_standing a, enum alg_standing b)
{
    return a > b ? a : b;
}

static void keep(struct proofs *p, struct proof proof)
{
    if (p->n == p->cap) {
        struct proof *more = mem_take_array(ex_mem(p->store), 2 * p->cap + 16, sizeof *more);
        if (p->n)
            memcpy(more, p->at, p->n * sizeof *more);
        p->at = more;
        p->cap = 2 * p->cap + 16;
    }
    p->at[p->n++] = proof;
}

/* An earlier proof: two formulations may need the same identity. */
static const struct proof *find(const struct proofs *p, ex e)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].zero == e)
            return &p->at[i];
    return NULL;
}

enum alg_standing alg_prove(struct proofs *p, const char *what, ex e)
{
    const double sure = -100;
    const struct proof *known = find(p, e);
    if (sym_is_null(p->store, e) || known)
        return known ? known->standing : STANDS_PROVED;
    const struct mem_mark mark = mem_mark(ex_mem(p->store));
    const bool hope = ex_operations(p->store, &e, 1) <= (p->tired ? SYM_SECOND_PROOF : SYM_PROOF);
    const struct ex_verdict v = ex_zero(p->store, e, hope);
    const enum alg_standing standing = v.answer == EX_NOT_ZERO ? STANDS_NOT
                                       : v.answer != EX_ZERO   ? STANDS_OPEN
                                       : v.proved              ? STANDS_PROVED
                                       : v.doubt <= sure       ? STANDS_LIKELY
                                                               : STANDS_OPEN;
    p->tired |= standing == STANDS_LIKELY || standing == STANDS_OPEN;
    mem_release(ex_mem(p->store), mark);
    keep(p, (struct proof){what, e, standing, {NULL, 0}});
    return standing;
}

/* Whether e is zero for arbitrary values of the subexpressions `any`: with a symbol for each. */
static bool is_zero_whatever(struct store *s, ex e, struct ex_list any)
{
    struct mem *mem = ex_mem(s);
    const struct mem_mark mark = mem_mark(mem);
    ex *symbol = sym_row(mem, any.n);
    for (size_t i = 0; i < any.n; i++)
        symbol[i] = ex_fresh(s, "any");
    ex_subst(s, &e, 1, any.at, symbol, any.n, &e);
    const struct ex_verdict v = ex_zero(s, e, true);
    mem_release(mem, mark);
    return v.answer == EX_ZERO && v.proved;
}

enum alg_standing alg_proved_over_names(struct proofs *p, const char *what, ex e, const ex *open,
                                        size_t n)
{
    if (!find(p, e))
        keep(p, (struct proof){what, e, STANDS_PROVED, ex_held(p->store, e, open, n)});
    return STANDS_PROVED;
}

enum alg_standing alg_prove_over_names(struct proofs *p, const char *what, ex e, const ex *open,
                                       size_t n)
{
    const struct proof *known = find(p, e);
    if (sym_is_null(p->store, e) || known)
        return known ? known->standing : STANDS_PROVED;
    const struct ex_list any = ex_held(p->store, e, open, n);
    if (any.n == 0 || !is_zero_whatever(p->store, e, any))
        return STANDS_OPEN;
    keep(p, (struct proof){what, e, STANDS_PROVED, any});
    return STANDS_PROVED;
}

enum alg_standing alg_prove_claims(struct proofs *p, const char *what, const struct claims *c)
{
    enum alg_standing all = STANDS_PROVED;
    for (size_t i = 0; i < c->n; i++)
        all = alg_worse(all, alg_prove(p, what, c->at[i]));
    return all;
}
