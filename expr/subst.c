/* expr/subst.c -- substitution, expansion, and the operation count. */
#include "store.h"

#include <string.h>

/* ---- rebuilding ---- */

/* The node e with each operand replaced by its image. */
static ex rebuilt(struct store *s, const struct walk *w, ex e, const ex *image)
{
    enum ex_op op = op_of(s, e);
    size_t n = is_leaf(op) ? 0 : node_at(s, e)->n;
    bool same = true;
    struct mem_mark mark = mem_mark(s->mem);
    ex *args = mem_take_array(s->mem, n, sizeof *args);
    for (size_t i = 0; i < n; i++) {
        ex old = words_at(s, e)[i];
        args[i] = image[place_of(w, old)];
        same &= args[i] == old;
    }
    ex r = same ? e : ex_make(s, op, args, n);
    mem_release(s->mem, mark);
    return r;
}

void ex_subst(struct store *s, const ex *e, size_t m, const ex *from, const ex *to, size_t n,
              ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    ex *image = mem_take_array(s->mem, w.n, sizeof *image);
    memset(image, 0, w.n * sizeof *image);
    for (size_t i = 0; i < n; i++)
        if (layer_has(w.place, from[i]))
            image[place_of(&w, from[i])] = to[i] ? to[i] : UINT32_MAX;
    for (size_t i = 0; i < w.n; i++) {
        if (image[i] == UINT32_MAX)
            image[i] = EX_POISON;
        else if (!image[i])
            image[i] = rebuilt(s, &w, w.at[i], image);
    }
    for (size_t j = 0; j < m; j++)
        out[j] = image[place_of(&w, e[j])];
    walk_end(s);
    mem_release(s->mem, mark);
}

/* ---- expansion ---- */

static size_t terms_of(const struct store *s, ex e)
{
    return op_of(s, e) == EX_add ? node_at(s, e)->n : 1;
}

static ex term_at(const struct store *s, ex e, size_t i)
{
    return op_of(s, e) == EX_add ? words_at(s, e)[i] : e;
}

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

/* Factors that are no sums are multiplied once, not sum by sum. */
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

static ex expand_once(struct store *s, ex e)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, &e, 1);
    ex *image = mem_take_array(s->mem, w.n, sizeof *image);
    for (size_t i = 0; i < w.n; i++)
        image[i] =
            is_leaf(op_of(s, w.at[i])) ? w.at[i] : expand_node(s, rebuilt(s, &w, w.at[i], image));
    ex r = image[place_of(&w, e)];
    walk_end(s);
    mem_release(s->mem, mark);
    return r;
}

/* Multiplying out can join roots into new sums, which the next round multiplies out. */
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

ex ex_circle(struct store *s, ex e)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex plain = ex_expand(s, e);
    struct ex_list all = ex_reach(s, &plain, 1);
    ex *from = mem_take_array(s->mem, all.n, sizeof *from);
    ex *to = mem_take_array(s->mem, all.n, sizeof *to), r = plain;
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++) {
        ex exponent, base = ex_split_power(s, all.at[i], &exponent);
        int64_t k;
        if (op_of(s, base) != EX_sin || !ex_is_int(s, exponent, &k) || k < 2)
            continue;
        ex cosine = ex_cos(s, words_at(s, base)[0]);
        ex square = ex_sub(s, s->one, ex_powi(s, cosine, 2));
        from[n] = all.at[i];
        to[n++] = ex_mul2(s, ex_powi(s, square, k / 2), k % 2 ? base : s->one);
    }
    if (n) {
        ex_subst(s, &plain, 1, from, to, n, &r);
        r = ex_expand(s, r);
    }
    struct ex_cost before = ex_cost(s, &e, 1), after = ex_cost(s, &r, 1);
    mem_release(s->mem, mark);
    size_t old = before.adds + before.muls + before.divs + before.calls;
    return !r || after.adds + after.muls + after.divs + after.calls <= old ? r : e;
}

/* ---- cost ---- */

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
    /* Reciprocals that stand only inside products are paid for there. */
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
