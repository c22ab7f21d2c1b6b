/* expr/check.c -- check that new nodes are canonical.
 *
 * Constructors make only canonical nodes; this check finds a bug in a constructor, or in a pass
 * that builds nodes itself, before a result depends on it. Each node is checked once, when it is
 * new.
 */
#include "store.h"

#include <string.h>

/* Terms are c * key, in the order of the keys, which differ. */
static const char *fault_of_sum(const struct store *s, const ex *arg, size_t n)
{
    ex before = EX_POISON;
    for (size_t i = 0; i < n; i++) {
        struct rat c;
        const ex key = ex_split(s, arg[i], &c);
        if (op_of(s, key) == EX_add)
            return "a sum stands in a sum";
        if (rat_is(c, 0))
            return "a term of a sum is 0";
        if (key == before)
            return "like terms of a sum are not collected";
        if (before && ex_cmp(s, before, key) > 0)
            return "the terms of a sum are not in order";
        before = key;
    }
    return NULL;
}

/* A number times one other operand, or factors without a number. */
static const char *fault_of_product(const struct store *s, const ex *arg, size_t n)
{
    ex before = EX_POISON;
    if (op_of(s, arg[0]) == EX_num) {
        struct rat c, inner;
        ex_split(s, arg[0], &c);
        if (n != 2)
            return "a product has a number and more than one other factor";
        ex_split(s, arg[1], &inner);
        return !rat_is(inner, 1) || arg[1] == s->one ? "two numbers of a product are not multiplied"
               : rat_is(c, 0) || rat_is(c, 1)        ? "a factor of a product is 0 or 1"
                                                     : NULL;
    }
    for (size_t i = 0; i < n; i++) {
        ex exponent;
        const enum ex_op op = op_of(s, arg[i]);
        if (op == EX_num)
            return "the number of a product is not its first factor";
        if (op == EX_mul)
            return "a product stands in a product";
        const ex base = ex_split_power(s, arg[i], &exponent);
        if (base == before || (op == EX_exp && before && op_of(s, before) == EX_exp))
            return "powers of one base are not joined in a product";
        if (before && ex_cmp(s, arg[i - 1], arg[i]) > 0)
            return "the factors of a product are not in order";
        before = base;
    }
    return NULL;
}

static const char *fault_of_power(const struct store *s, ex base, ex exponent)
{
    const enum ex_op op = op_of(s, base);
    const bool number = op_of(s, exponent) == EX_num;
    const bool whole = number && rat_is_int(s, rat_of(s, exponent));
    if (exponent == s->zero || exponent == s->one || base == s->one)
        return "a power is trivial";
    if (op == EX_exp || (op == EX_pow && whole))
        return "a power of a power is not joined";
    if (op == EX_num && whole)
        return "a power of a number is not computed";
    return op == EX_mul && whole ? "a power of a product is not taken apart" : NULL;
}

/* Does e have a leading minus that even and odd functions move out of their argument? */
static bool is_turned_over(const struct store *s, ex e)
{
    struct rat c, lead = {1, 1};
    const ex rest = ex_split(s, e, &c);
    if (op_of(s, rest) == EX_add)
        ex_split(s, first_arg(s, rest), &lead);
    return rat_sign(s, c) < 0 || rat_sign(s, lead) < 0;
}

static const char *fault_of_call(const struct store *s, const struct ex_row *row, ex a)
{
    if (a == s->zero && row->at0 != NOT)
        return "a function at 0 has a value that is not put in";
    if (row->undo != EX_none && op_of(s, a) == row->undo)
        return "a function of its inverse is not cancelled";
    if (row->parity != AS_IS && is_turned_over(s, a))
        return "an even or odd function keeps a minus in its argument";
    return NULL;
}

static const char *fault_of_leaf(const struct store *s, ex e)
{
    const struct node *x = node_at(s, e);
    if (x->op == EX_sym)
        return x->n && memchr(words_at(s, e), 0, x->n * sizeof(uint32_t)) ? NULL
                                                                          : "a name has no end";
    if (x->op == EX_num && !(x->flags & F_BIG)) {
        const struct rat r = rat_of(s, e);
        uint64_t a = r.n < 0 ? 0 - (uint64_t)r.n : (uint64_t)r.n, b = (uint64_t)r.d;
        if (r.d <= 0)
            return "a number has no positive denominator";
        while (b) {
            const uint64_t left = a % b;
            a = b;
            b = left;
        }
        return a == 1 ? NULL : "a fraction is not in lowest terms";
    }
    return NULL;
}

/* An operand must have a smaller handle than its node; else there may be a cycle, and the node
 * cannot be printed. */
static const char *fault_of_node(const struct store *s, ex e, bool *printable)
{
    const struct node *x = node_at(s, e);
    *printable = false;
    if (x->op >= EX_OPS || x->op == EX_none)
        return "it has no operator";
    const struct ex_row *row = &ex_row[x->op];
    const ex *arg = words_at(s, e);
    if (row->kind == LEAF)
        return fault_of_leaf(s, e);
    if (row->kind == SUGAR)
        return "its operator is only for reading";
    if (row->kind == FOLD ? x->n < 2 : x->n != row->args)
        return "it has the wrong number of operands";
    for (size_t i = 0; i < x->n; i++)
        if (arg[i] >= e || arg[i] == EX_POISON)
            return "an operand does not come before it";
    *printable = true;
    switch (row->kind) {
    case FOLD:
        return x->op == EX_add ? fault_of_sum(s, arg, x->n) : fault_of_product(s, arg, x->n);
    case PAIR:
        return fault_of_power(s, arg[0], arg[1]);
    case CALL:
        return fault_of_call(s, row, arg[0]);
    default:
        return NULL;
    }
}

const char *ex_check(struct store *s)
{
    enum { LONGEST = 200 }; /* bytes of the node's text in a message */
    for (ex e = s->checked ? (ex)s->checked : EX_POISON + 1; e < s->nodes; e++) {
        bool printable;
        const char *fault = fault_of_node(s, e, &printable);
        if (!fault)
            continue;
        const char *text = printable ? ex_show_within(s, e, EX_PLAIN, LONGEST) : NULL;
        struct mem_text out = mem_text(s->mem);
        mem_put_f(&out, "node %lu of the store is not canonical: %s%s%s", (unsigned long)e, fault,
                  text ? ": " : "", text ? text : "");
        return out.text;
    }
    s->checked = s->nodes;
    return NULL;
}
