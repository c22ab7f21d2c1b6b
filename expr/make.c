/* expr/make.c -- canonical sums and products, and cached properties of new nodes.
 *
 * Light simplification only, which costs no more than building the node. Products of sums are never
 * expanded, and identities between different kernels are not used.
 */
#include "store.h"

static const struct rat ONE = {1, 1};

/* ---- taking apart ---- */

ex ex_split(const struct store *s, ex e, struct rat *c)
{
    enum ex_op op = op_of(s, e);
    *c = ONE;
    if (op == EX_num) {
        *c = rat_of(s, e);
        return s->one;
    }
    if (op == EX_mul && op_of(s, words_at(s, e)[0]) == EX_num) {
        *c = rat_of(s, words_at(s, e)[0]);
        return words_at(s, e)[1];
    }
    return e;
}

ex ex_split_power(const struct store *s, ex e, ex *exponent)
{
    if (op_of(s, e) != EX_pow) {
        *exponent = s->one;
        return e;
    }
    *exponent = words_at(s, e)[1];
    return words_at(s, e)[0];
}

/* ---- properties of a new node ---- */

enum { SIGN_FLAGS = F_POSITIVE | F_NONZERO | F_NONNEGATIVE };

static unsigned facts_of_power(const struct store *s, ex base, ex exponent)
{
    unsigned b = node_at(s, base)->flags & SIGN_FLAGS;
    if (b & F_POSITIVE)
        return SIGN_FLAGS;
    if (op_of(s, exponent) != EX_num)
        return 0;
    struct rat k = rat_of(s, exponent);
    if (!rat_is_int(s, k) || (k.d == 1 && k.n % 2 == 0)) /* a root or an even power */
        b |= F_NONNEGATIVE;
    return (b & F_NONZERO) && (b & F_NONNEGATIVE) ? b | F_POSITIVE : b;
}

static unsigned facts(const struct store *s, enum ex_op op, const ex *args, size_t n)
{
    unsigned all = SIGN_FLAGS, any = 0;
    for (size_t i = 0; i < n; i++) {
        all &= node_at(s, args[i])->flags;
        any |= node_at(s, args[i])->flags;
    }
    switch (op) {
    case EX_add: /* terms that are not negative, one of them positive */
        if (!(all & F_NONNEGATIVE))
            return 0;
        return any & F_POSITIVE ? SIGN_FLAGS : F_NONNEGATIVE;
    case EX_mul:
    case EX_hold:
        return all;
    case EX_pow:
        return facts_of_power(s, args[0], args[1]);
    case EX_exp:
    case EX_cosh:
        return SIGN_FLAGS;
    case EX_abs:
        return all & F_NONZERO ? SIGN_FLAGS : F_NONNEGATIVE;
    default:
        return 0;
    }
}

ex ex_node(struct store *s, enum ex_op op, const ex *args, size_t n)
{
    return ex_intern(s, op, args, n, facts(s, op, args, n));
}

/* ---- sums ---- */

ex ex_scale(struct store *s, struct rat c, ex rest)
{
    struct rat inner;
    if (rest == EX_POISON)
        return EX_POISON;
    rest = ex_split(s, rest, &inner);
    if (!rat_is(inner, 1))
        c = rat_mul(s, c, inner);
    if (rat_is(c, 1))
        return rest;
    if (rat_is(c, 0))
        return s->zero;
    ex pair[2] = {rat_ex(s, c), rest};
    if (pair[0] == EX_POISON || rest == s->one)
        return pair[0];
    return ex_node(s, EX_mul, pair, 2);
}

struct sum {
    struct term *t;
    size_t n;
};

/* c * e as terms; a sum is split into its terms, also with a factor. */
static void add_term(struct store *s, struct sum *sum, ex e)
{
    struct rat c, inner;
    ex rest = ex_split(s, e, &c);
    if (op_of(s, rest) != EX_add) {
        sum->t[sum->n++] = (struct term){.key = rest, .c = c};
        return;
    }
    size_t n = node_at(s, rest)->n;
    for (size_t i = 0; i < n; i++) {
        ex key = ex_split(s, words_at(s, rest)[i], &inner);
        sum->t[sum->n++] =
            (struct term){.key = key, .c = rat_is(c, 1) ? inner : rat_mul(s, c, inner)};
    }
}

static size_t count_terms(const struct store *s, ex e)
{
    struct rat c;
    ex rest = ex_split(s, e, &c);
    return op_of(s, rest) == EX_add ? node_at(s, rest)->n : 1;
}

static void collect_like_terms(struct store *s, struct sum *sum)
{
    size_t n = 0;
    for (size_t i = 0; i < sum->n;) {
        struct term t = sum->t[i];
        for (i++; i < sum->n && sum->t[i].key == t.key; i++)
            t.c = rat_add(s, t.c, sum->t[i].c);
        if (!rat_is(t.c, 0))
            sum->t[n++] = t;
    }
    sum->n = n;
}

static ex finish_sum(struct store *s, const struct sum *sum)
{
    if (sum->n == 0)
        return s->zero;
    ex *args = mem_take_array(s->mem, sum->n, sizeof *args);
    for (size_t i = 0; i < sum->n; i++) {
        args[i] = ex_scale(s, sum->t[i].c, sum->t[i].key);
        if (args[i] == EX_POISON)
            return EX_POISON;
    }
    return sum->n == 1 ? args[0] : ex_node(s, EX_add, args, sum->n);
}

bool any_poison(const ex *e, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (e[i] == EX_POISON)
            return true;
    return false;
}

/* The sum of the terms, with all sums among them flattened. */
static ex flat_sum(struct store *s, const ex *terms, size_t n)
{
    struct mem_mark mark = mem_mark(s->mem);
    size_t room = 0;
    for (size_t i = 0; i < n; i++)
        room += count_terms(s, terms[i]);
    struct sum sum = {.t = mem_take_array(s->mem, room, sizeof *sum.t)};
    for (size_t i = 0; i < n; i++)
        if (terms[i] != s->zero)
            add_term(s, &sum, terms[i]);
    sort_terms(s, sum.t, sum.n);
    collect_like_terms(s, &sum);
    ex e = finish_sum(s, &sum);
    mem_release(s->mem, mark);
    return e;
}

/* One term among zeros is itself, also when it is a factor times a sum. */
ex ex_add(struct store *s, const ex *terms, size_t n)
{
    size_t others = 0;
    ex last = s->zero;
    if (s->stopped || any_poison(terms, n))
        return EX_POISON;
    for (size_t i = 0; i < n; i++)
        if (terms[i] != s->zero) {
            others++;
            last = terms[i];
        }
    return others <= 1 ? last : flat_sum(s, terms, n);
}

ex ex_add2(struct store *s, ex a, ex b)
{
    return ex_add(s, (ex[]){a, b}, 2);
}

ex ex_neg(struct store *s, ex a)
{
    return ex_scale(s, (struct rat){-1, 1}, a);
}

ex ex_sub(struct store *s, ex a, ex b)
{
    return a && a == b ? s->zero : ex_add2(s, a, ex_neg(s, b));
}

ex ex_upright(struct store *s, ex e, bool *turned_over)
{
    struct rat c, lead = ONE;
    ex rest = ex_split(s, e, &c);
    if (op_of(s, rest) == EX_add)
        ex_split(s, first_arg(s, rest), &lead);
    bool minus = rat_sign(s, c) < 0, minus_lead = rat_sign(s, lead) < 0;
    *turned_over = minus != minus_lead;
    if (minus_lead) {
        rest = ex_neg(s, rest);
        rest = rest ? flat_sum(s, &rest, 1) : EX_POISON;
    }
    return ex_scale(s, minus ? rat_neg(s, c) : c, rest);
}

/* ---- products ---- */

struct product {
    struct rat c;
    struct term *t;
    size_t n;
};

/* exp(a) counts as the power exp(1)^a, so that exponentials multiply by adding. */
static ex exp_base(struct store *s)
{
    return ex_node(s, EX_exp, &s->one, 1);
}

static void add_factor(struct store *s, struct product *p, ex e)
{
    struct term t = {.key = e};
    if (op_of(s, e) == EX_exp) {
        t.exponent = first_arg(s, e);
        t.base = exp_base(s);
    } else {
        t.base = ex_split_power(s, e, &t.exponent);
    }
    p->t[p->n++] = t;
}

static void add_factors(struct store *s, struct product *p, ex e)
{
    struct rat c;
    ex rest = ex_split(s, e, &c);
    if (!rat_is(c, 1))
        p->c = rat_mul(s, p->c, c);
    if (rest == s->one)
        return;
    if (op_of(s, rest) != EX_mul) {
        add_factor(s, p, rest);
        return;
    }
    size_t n = node_at(s, rest)->n;
    for (size_t i = 0; i < n; i++)
        add_factor(s, p, words_at(s, rest)[i]);
}

static size_t count_factors(const struct store *s, ex e)
{
    struct rat c;
    ex rest = ex_split(s, e, &c);
    return op_of(s, rest) == EX_mul ? node_at(s, rest)->n : 1;
}

static ex join_powers(struct store *s, const struct term *t, size_t n)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex *exponents = mem_take_array(s->mem, n, sizeof *exponents);
    for (size_t i = 0; i < n; i++)
        exponents[i] = t[i].exponent;
    ex sum = ex_add(s, exponents, n);
    mem_release(s->mem, mark);
    return op_of(s, t->key) == EX_exp ? ex_make(s, EX_exp, &sum, 1) : ex_pow(s, t->base, sum);
}

/* Joins equal bases, which are neighbours in the order, into one power. True: a result is no longer
 * a power of its base and may join with other factors, so that the product needs another pass. */
static bool join_factors(struct store *s, struct product *p, ex *joined, size_t *n)
{
    bool again = false;
    *n = 0;
    for (size_t i = 0; i < p->n;) {
        size_t end = i + 1;
        while (end < p->n && p->t[end].base == p->t[i].base)
            end++;
        ex e = p->t[i].key, exponent;
        if (end > i + 1) {
            e = join_powers(s, p->t + i, end - i);
            enum ex_op op = op_of(s, e);
            again |= op == EX_num || op == EX_mul ||
                     (op != EX_exp && ex_split_power(s, e, &exponent) != p->t[i].base);
        }
        joined[(*n)++] = e;
        i = end;
    }
    return again;
}

static ex finish_product(struct store *s, const struct product *p, const ex *joined, size_t n)
{
    if (n == 0)
        return rat_ex(s, p->c);
    return ex_scale(s, p->c, n == 1 ? joined[0] : ex_node(s, EX_mul, joined, n));
}

ex ex_mul(struct store *s, const ex *factors, size_t n)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex e = EX_POISON;
    for (bool again = !s->stopped; again && !any_poison(factors, n);) {
        struct product p = {.c = ONE};
        size_t room = 0, joined_n;
        for (size_t i = 0; i < n; i++)
            room += count_factors(s, factors[i]);
        p.t = mem_take_array(s->mem, room, sizeof *p.t);
        ex *joined = mem_take_array(s->mem, room + 1, sizeof *joined);
        for (size_t i = 0; i < n; i++)
            add_factors(s, &p, factors[i]);
        if (rat_is(p.c, 0)) {
            e = s->zero;
            break;
        }
        sort_terms(s, p.t, p.n);
        again = join_factors(s, &p, joined, &joined_n);
        if (any_poison(joined, joined_n))
            break;
        if (again) {
            joined[joined_n++] = rat_ex(s, p.c);
            factors = joined;
            n = joined_n;
        } else {
            e = finish_product(s, &p, joined, joined_n);
        }
    }
    mem_release(s->mem, mark);
    return e;
}

ex ex_mul2(struct store *s, ex a, ex b)
{
    if (a && b) {
        if (op_of(s, a) == EX_num)
            return ex_scale(s, rat_of(s, a), b);
        if (op_of(s, b) == EX_num)
            return ex_scale(s, rat_of(s, b), a);
    }
    return ex_mul(s, (ex[]){a, b}, 2);
}

ex ex_mul3(struct store *s, ex a, ex b, ex c)
{
    return ex_mul(s, (ex[]){a, b, c}, 3);
}

ex ex_div(struct store *s, ex a, ex b)
{
    return ex_mul2(s, a, ex_powi(s, b, -1));
}
