/* expr/expand.c -- expansion of products, and simplification by sin^2 + cos^2 = 1. */
#include "store.h"

/* a * b with both sums multiplied out; a product of terms that makes a sum again, such as
 * sqrt(x + 1)^2, is expanded by the caller's next round. */
static ex distribute(struct store *s, ex a, ex b)
{
    if (!a || !b)
        return EX_POISON;
    size_t na = terms_of(s, a), nb = terms_of(s, b), n = 0;
    if (na > s->limits.terms / nb)
        return ex_fail(s, "an expanded sum has more than %lu terms",
                       (unsigned long)s->limits.terms);
    struct mem_mark mark = mem_mark(s->mem);
    ex *sum = mem_take_array(s->mem, na * nb, sizeof *sum);
    for (size_t i = 0; i < na; i++)
        for (size_t j = 0; j < nb; j++)
            sum[n++] = ex_mul2(s, term_at(s, a, i), term_at(s, b, j));
    ex e = ex_add(s, sum, n);
    mem_release(s->mem, mark);
    return e;
}

/* The first factor of a product that is a sum. */
static ex sum_in(const struct store *s, ex e)
{
    struct rat c;
    const ex rest = ex_split(s, e, &c);
    const size_t n = op_of(s, rest) == EX_mul ? node_at(s, rest)->n : 1;
    for (size_t i = 0; i < n; i++) {
        const ex f = op_of(s, rest) == EX_mul ? words_at(s, rest)[i] : rest;
        if (op_of(s, f) == EX_add && f != e)
            return f;
    }
    return EX_POISON;
}

/* c (a + b) d = c a d + c b d: a and b themselves are not expanded. One sum after the other. */
ex ex_spread(struct store *s, ex e)
{
    enum { SUMS = 8 };
    for (int round = 0; round < SUMS && e; round++) {
        struct mem_mark mark = mem_mark(s->mem);
        const size_t n = terms_of(s, e);
        ex *whole = mem_take_array(s->mem, n, sizeof *whole);
        bool any = false;
        for (size_t i = 0; i < n; i++) {
            const ex term = term_at(s, e, i), sum = sum_in(s, term);
            whole[i] = sum ? distribute(s, ex_div(s, term, sum), sum) : term;
            any |= sum != EX_POISON;
        }
        e = any ? ex_add(s, whole, n) : e;
        mem_release(s->mem, mark);
        if (!any)
            break;
    }
    return e;
}

static ex expanded_power(struct store *s, ex base, int64_t k)
{
    ex r = s->one;
    for (int64_t left = k; left && r; left >>= 1) { /* binary: (a+b)^8 in three squarings */
        if (left & 1)
            r = distribute(s, r, base);
        if (left > 1)
            base = distribute(s, base, base);
    }
    return r;
}

/* Factors other than sums are multiplied once, not for every term. */
static ex expanded_product(struct store *s, ex e)
{
    size_t n = node_at(s, e)->n, plain = 0;
    struct mem_mark mark = mem_mark(s->mem);
    ex *others = mem_take_array(s->mem, n, sizeof *others), r = s->one;
    for (size_t i = 0; i < n; i++) {
        int64_t k;
        ex f = words_at(s, e)[i], exponent, base = ex_split_power(s, f, &exponent);
        if (op_of(s, base) == EX_add && ex_is_int(s, exponent, &k) && k > 0)
            r = distribute(s, r, expanded_power(s, base, k));
        else
            others[plain++] = f;
    }
    r = distribute(s, r, ex_mul(s, others, plain));
    mem_release(s->mem, mark);
    return r;
}

/* The node e, whose operands are expanded already. */
static ex expand_node(struct store *s, ex e)
{
    if (!e)
        return EX_POISON;
    enum ex_op op = op_of(s, e);
    int64_t k;
    if (op == EX_hold)
        return words_at(s, e)[0];
    if (op == EX_pow && op_of(s, words_at(s, e)[0]) == EX_add &&
        ex_is_int(s, words_at(s, e)[1], &k) && k > 1)
        return expanded_power(s, words_at(s, e)[0], k);
    if (op != EX_mul)
        return e;
    return expanded_product(s, e);
}

static ex expanded(void *context, const struct ex_rewriting *r, ex node)
{
    (void)context;
    return is_leaf(op_of(r->s, node)) ? node : expand_node(r->s, ex_over_images(r, node));
}

static ex expand_once(struct store *s, ex e)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex_rewrite(s, &e, 1, (struct ex_rule){expanded, NULL}, &e);
    mem_release(s->mem, mark);
    return e;
}

/* Expansion can join roots into new sums, which the next round expands. */
ex ex_expand(struct store *s, ex e)
{
    enum { ROUNDS = 16 };
    for (int i = 0; i < ROUNDS && e; i++) {
        ex next = expand_once(s, e);
        if (next == e)
            break;
        e = next;
    }
    return e;
}

/* ---- sin^2 + cos^2 ---- */

enum { BUDGET = 2000 }; /* most terms of an expansion for simplification */

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

/* Estimated number of terms of the expanded node. */
static uint32_t terms_of_node(const struct store *s, const struct walk *w, ex e,
                              const uint32_t *terms)
{
    enum ex_op op = op_of(s, e);
    int64_t k;
    if (is_leaf(op))
        return 1;
    const ex *args = words_at(s, e);
    if (op == EX_hold)
        return terms[place_of(w, args[0])];
    if (op == EX_pow && ex_is_int(s, args[1], &k) && k > 0)
        return terms_of_power(terms[place_of(w, args[0])], k);
    uint64_t total = op != EX_add;
    for (size_t i = 0; i < node_at(s, e)->n && (op == EX_add || op == EX_mul); i++) {
        uint32_t t = terms[place_of(w, args[i])];
        total = capped(op == EX_add ? total + t : total * t);
    }
    return capped(total);
}

static bool within_budget(struct store *s, ex e)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, &e, 1);
    uint32_t *terms = mem_take_array(s->mem, w.n, sizeof *terms);
    bool within = true;
    for (size_t i = 0; i < w.n; i++) {
        terms[i] = terms_of_node(s, &w, w.at[i], terms);
        within &= terms[i] <= BUDGET;
    }
    walk_end(s);
    mem_release(s->mem, mark);
    return within;
}

ex ex_expand_short(struct store *s, ex e)
{
    return e && within_budget(s, e) ? ex_expand(s, e) : e;
}

/* sin(a)^k -> (1 - cos(a)^2)^(k/2) sin(a)^(k mod 2), where a stays as it is. */
static ex without_squared_sine(void *context, const struct ex_rewriting *r, ex node)
{
    struct store *s = r->s;
    ex exponent, base = ex_split_power(s, node, &exponent);
    int64_t k;
    (void)context;
    if (op_of(s, base) != EX_sin || !ex_is_int(s, exponent, &k) || k < 2)
        return ex_over_images(r, node);
    ex cosine = ex_cos(s, first_arg(s, base));
    ex square = ex_sub(s, s->one, ex_powi(s, cosine, 2));
    return ex_mul2(s, ex_powi(s, square, k / 2), k % 2 ? base : s->one);
}

ex ex_circle(struct store *s, ex e)
{
    if (!e || !within_budget(s, e))
        return e;
    struct mem_mark mark = mem_mark(s->mem);
    ex r = ex_expand(s, e);
    ex_rewrite(s, &r, 1, (struct ex_rule){without_squared_sine, NULL}, &r);
    if (r && within_budget(s, r))
        r = ex_expand(s, r);
    /* More terms: a sin^2 + b cos^2 = a + b cos^2 - a cos^2 may lose digits. */
    const bool simpler = r && ex_operations(s, &r, 1) <= ex_operations(s, &e, 1) &&
                         ex_cost(s, &r, 1).adds <= ex_cost(s, &e, 1).adds;
    mem_release(s->mem, mark);
    return simpler || !r ? r : e;
}
