/* gen/algebra/shorten.c -- rewriting of expressions so that they take fewer operations.
 *
 * A node that is a polynomial in others (atoms: states, functions, quotients, held nodes) is
 * expanded, so that terms cancel; terms that differ only in parameters are combined, with a
 * coefficient that is computed once; sin^2 + cos^2 is 1 where both have the same coefficient. Then
 * common factors are factored out, the most frequent first, which is Horner's rule for many
 * variables. Sums that are equal up to sign or a common coefficient become one node.
 *
 * Expansion may cost more than it saves: the caller compares.
 */
#include "gen/algebra/polynomial.h"

#include <string.h>

static struct polynomial *poly_at(struct shortening *h, ex e)
{
    const uint32_t known = sym_memo_get(&h->place, e);
    if (known)
        return &h->poly[known - 1];
    if (!h->poly || h->polys == h->poly_cap) {
        const size_t cap = 2 * h->poly_cap + 64;
        struct polynomial *more = mem_take_array(h->mem, cap, sizeof *more);
        if (h->poly)
            memcpy(more, h->poly, h->polys * sizeof *more);
        h->poly = more;
        h->poly_cap = cap;
    }
    h->poly[h->polys] = (struct polynomial){.n = 0};
    sym_memo_set(&h->place, e, (uint32_t)++h->polys);
    return &h->poly[h->polys - 1];
}

/* ---- nodes ---- */

static bool is_whole_power(struct store *s, ex e, int64_t *k)
{
    return ex_op(s, e) == EX_pow && ex_is_int(s, ex_arg(s, e, 1), k) && *k > 0 && *k <= 16;
}

/* A held node that is only a parameter times an atom. */
static bool is_trivial(struct shortening *h, ex e)
{
    if (ex_op(h->s, e) != EX_hold)
        return false;
    if (h->how == SHORTEN_RELEASED)
        return true;
    if (h->how == SHORTEN_THROUGH)
        return false;
    const struct polynomial *p = poly_at(h, ex_arg(h->s, e, 0));
    return p->n == 1 && p->at[0].n == 1 && (p->at[0].literal[0] & FACTORS) == 1;
}

static bool is_coordinate(const struct model *m, ex e)
{
    for (size_t i = 0; i < m->coords; i++)
        if (m->coord[i].q == e)
            return true;
    return false;
}

/* A sum of coordinates and parameters, such as x1 - x2: its expanded square x1^2 - 2 x1 x2 + x2^2
 * would lose digits by cancellation. */
static bool is_affine(struct shortening *h, ex e)
{
    struct store *s = h->s;
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        ex coefficient;
        const ex term = ex_arg(s, e, i);
        if (!alg_is_fixed(h->fixed, term) &&
            !is_coordinate(h->fixed->model, alg_split_fixed(h, term, &coefficient)))
            return false;
    }
    return true;
}

/* Whether a node is expanded; else it is an atom. */
static bool is_open(struct shortening *h, ex e)
{
    int64_t k;
    const enum ex_op op = ex_op(h->s, e);
    if (op == EX_add && h->how == SHORTEN_BETWEEN && sym_memo_get(&h->shared, e) > 1)
        return false;
    if (op == EX_add && is_affine(h, e))
        return false;
    return op == EX_add || op == EX_mul || is_whole_power(h->s, e, &k) || is_trivial(h, e);
}

static struct polynomial as_atom(struct shortening *h, ex image)
{
    const uint32_t literal = alg_atom(h, image) << 8 | 1;
    return alg_one_term(h, ex_int(h->s, 1), &literal, 1);
}

/* The polynomial of an operand of e, with a held velocity in place of its momentum. */
static struct polynomial operand(struct shortening *h, ex e, ex arg)
{
    const ex held = sym_memo_get(&h->velocity, arg);
    if (!held || ex_arg(h->s, held, 0) == e)
        return *poly_at(h, arg);
    struct polynomial p = as_atom(h, held);
    p.at[0].coefficient = sym_memo_get(&h->inverse, arg);
    return p;
}

/* Finds hold(c x) with a fixed c that has an inverse: x is 1/c times the held node. */
static void find_velocities(struct shortening *h, struct ex_list node)
{
    struct store *s = h->s;
    for (size_t i = 0; i < node.n && h->how == SHORTEN_THROUGH; i++) {
        if (ex_op(s, node.at[i]) != EX_hold)
            continue;
        ex coefficient, inverse;
        const ex x = alg_split_fixed(h, ex_arg(s, node.at[i], 0), &coefficient);
        if (ex_op(s, x) == EX_sym && alg_ratio(s, ex_int(s, 1), coefficient, &inverse)) {
            sym_memo_set(&h->velocity, x, node.at[i]);
            sym_memo_set(&h->inverse, x, inverse);
        }
    }
}

/* The polynomial of an open node, from those of its operands, which are known. */
static bool expand(struct shortening *h, ex e, struct polynomial *out)
{
    struct store *s = h->s;
    const enum ex_op op = ex_op(s, e);
    const size_t n = ex_count_args(s, e);
    int64_t k = 0;
    if (is_whole_power(s, e, &k)) {
        struct polynomial base = operand(h, e, ex_arg(s, e, 0)), p = base;
        for (int64_t i = 1; i < k; i++)
            if (!alg_multiply(h, &p, &base, &p))
                return false;
        *out = p;
        return true;
    }
    if (op == EX_hold) {
        *out = *poly_at(h, ex_arg(s, e, 0));
        return true;
    }
    if (op == EX_add) {
        struct polynomial p = {NULL, 0, true, false};
        for (size_t i = 0; i < n; i++)
            p.n += operand(h, e, ex_arg(s, e, i)).n;
        if (p.n > SYM_PRODUCT_TERMS)
            return false;
        p.at = mem_take_array(h->mem, p.n + 1, sizeof *p.at);
        p.n = 0;
        for (size_t i = 0; i < n; i++) {
            const struct polynomial a = operand(h, e, ex_arg(s, e, i));
            memcpy(p.at + p.n, a.at, a.n * sizeof *a.at);
            p.n += a.n;
        }
        alg_collect_terms(h, &p);
        *out = p;
        return p.n <= SYM_TERMS;
    }
    struct polynomial p = alg_one_term(h, ex_int(s, 1), NULL, 0);
    for (size_t i = 0; i < n; i++) {
        const struct polynomial factor = operand(h, e, ex_arg(s, e, i));
        if (!alg_multiply(h, &p, &factor, &p))
            return false;
    }
    *out = p;
    return true;
}

static ex rebuilt(struct shortening *h, ex e)
{
    struct store *s = h->s;
    const size_t n = ex_count_args(s, e);
    ex *args = mem_take_array(h->mem, n + 1, sizeof *args);
    for (size_t i = 0; i < n; i++)
        args[i] = sym_memo_get(&h->image, ex_arg(s, e, i));
    return n ? ex_make(s, ex_op(s, e), args, n) : e;
}

/* The rewritten form of a visited node. */
static ex find_image(struct shortening *h, ex e)
{
    ex image = sym_memo_get(&h->image, e);
    if (image)
        return image;
    struct polynomial p = *poly_at(h, e);
    alg_reduce_circles(h, &p);
    image = alg_horner(h, &p);
    sym_memo_set(&h->image, e, image);
    return image;
}

/* Called for operands before their users. */
static void visit(struct shortening *h, ex e)
{
    struct polynomial p = {.n = 0};
    if (alg_is_fixed(h->fixed, e)) {
        p = alg_one_term(h, e, NULL, 0);
        sym_memo_set(&h->image, e, e);
    } else if (is_open(h, e) && expand(h, e, &p)) {
        p.known = true;
    } else {
        for (size_t i = 0; i < ex_count_args(h->s, e); i++)
            find_image(h, ex_arg(h->s, e, i));
        bool sum = ex_op(h->s, e) == EX_add && h->how == SHORTEN_BETWEEN && !is_affine(h, e);
        if (sum && expand(h, e, &p)) { /* a shared sum is shortened separately */
            *poly_at(h, e) = p;
            const ex image = find_image(h, e);
            p = as_atom(h, image);
        } else {
            const ex image = rebuilt(h, e);
            sym_memo_set(&h->image, e, image);
            p = as_atom(h, image);
        }
        p.atom = true;
    }
    p.known = true;
    *poly_at(h, e) = p;
}

void alg_shorten(struct fixed *f, enum alg_shorten how, const ex *e, size_t n, ex *out)
{
    struct shortening h = {.fixed = f, .s = f->s, .mem = f->mem, .how = how};
    h.place = h.image = h.number = h.shared = h.velocity = h.inverse = (struct memo){.mem = f->mem};
    const struct ex_list node = ex_reach(f->s, e, n);
    for (size_t i = 0; i < node.n; i++)
        for (size_t k = 0; k < ex_count_args(f->s, node.at[i]); k++) {
            const ex arg = ex_arg(f->s, node.at[i], k);
            sym_memo_set(&h.shared, arg, sym_memo_get(&h.shared, arg) + 1);
        }
    find_velocities(&h, node);
    for (size_t i = 0; i < node.n; i++)
        visit(&h, node.at[i]);
    for (size_t j = 0; j < n; j++)
        out[j] = find_image(&h, e[j]);
}

ex alg_shortened(const struct model *m, ex e)
{
    struct fixed fixed = alg_fixed_parts(m, ex_mem(m->store));
    const size_t cost = ex_operations(m->store, &e, 1);
    ex best = e;
    const bool wanted = cost >= SYM_SHORTEN_FROM && cost <= SYM_SHORTEN;
    for (int how = SHORTEN_BETWEEN; how <= SHORTEN_THROUGH && wanted; how++) {
        ex now = EX_POISON;
        alg_shorten(&fixed, (enum alg_shorten)how, &e, 1, &now);
        if (sym_is_shorter(m->store, &now, &best, 1))
            best = now;
    }
    return best;
}
