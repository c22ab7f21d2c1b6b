/* expr/symbols.c -- symbols: by name, and fresh ones, which have no name that can be written.
 *
 * The number of a fresh symbol distinguishes it from others but is no part of the structure:
 * neither the hash, which orders deeply nested nodes (order.c), nor the sample points (exact/)
 * depend on it. So two fresh symbols are ordered by the time of their creation, and a store that
 * has made some before gives the same results as a new one.
 */
#include "store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

ex ex_sym(struct store *s, const char *name, unsigned assume)
{
    return ex_sym_n(s, name, strlen(name), assume);
}

/* The name is packed into words and null-terminated, so that it can be read in place. */
ex ex_sym_n(struct store *s, const char *name, size_t len, unsigned assume)
{
    enum { LONGEST = 255 };
    if (len == 0 || len > LONGEST)
        return ex_fail(s, "a name must have 1 to %d bytes", LONGEST);
    if (!ex_is_name(name, len))
        return ex_fail(s, "'%.*s' is not a name", (int)len, name);
    if (assume & EX_POSITIVE)
        assume |= F_NONZERO | F_NONNEGATIVE;
    uint32_t words[LONGEST / 4 + 1] = {0};
    memcpy(words, name, len);
    ex e = ex_intern(s, EX_sym, words, len / 4 + 1, assume);
    if (e && assume && node_at(s, e)->flags != assume)
        return ex_fail(s, "the symbol '%.*s' exists with other assumptions", (int)len, name);
    return e;
}

/* ex_sym accepts no name with a #, so the symbols differ. */
ex ex_fresh(struct store *s, const char *hint)
{
    enum { LONGEST = 32 };
    char name[LONGEST + 24];
    uint32_t words[sizeof name / 4] = {0};
    assert(strlen(hint) <= LONGEST && ex_is_name(hint, strlen(hint)));
    const int len = snprintf(name, sizeof name, "%s#%lu", hint, ++s->fresh);
    memcpy(words, name, (size_t)len);
    return ex_intern(s, EX_sym, words, (size_t)len / 4 + 1, F_FRESH);
}

bool ex_is_fresh(const struct store *s, ex e)
{
    return op_of(s, e) == EX_sym && node_at(s, e)->flags & F_FRESH;
}

const char *ex_name(const struct store *s, ex symbol)
{
    assert(op_of(s, symbol) == EX_sym);
    return (const char *)words_at(s, symbol);
}

unsigned ex_assumed(const struct store *s, ex symbol)
{
    return node_at(s, symbol)->flags & (F_POSITIVE | F_NONZERO | F_ANGLE);
}

struct ex_list ex_symbols(struct store *s, const ex *e, size_t m)
{
    struct ex_list all = ex_reach(s, e, m);
    ex *found = mem_take_array(s->mem, all.n, sizeof *found);
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++)
        if (op_of(s, all.at[i]) == EX_sym)
            found[n++] = all.at[i];
    ex_sort(s, found, n);
    return (struct ex_list){found, n};
}
