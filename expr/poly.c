/* expr/poly.c -- an expression as a polynomial in chosen symbols: collect, coefficient, degree.
 *
 * Each node that depends on the symbols becomes a sorted list of (exponents, coefficient); every
 * other node is a coefficient. Operands come before their users, so that one pass over the nodes is
 * enough.
 */
#include "store.h"

#include <string.h>

struct poly {
    uint32_t *exponent; /* n per term, term after term */
    ex *coefficient;
    size_t terms;
    bool bad; /* not a polynomial */
};

struct polys {
    struct store *s;
    struct walk w;
    size_t n; /* symbols */
    struct poly *at;
};

static int cmp_exponents(const uint32_t *a, const uint32_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] > b[i] ? -1 : 1; /* higher first */
    return 0;
}

static struct poly room(struct polys *p, size_t terms)
{
    struct poly r = {.exponent = mem_take_array(p->s->mem, terms * p->n + 1, sizeof(uint32_t)),
                     .coefficient = mem_take_array(p->s->mem, terms + 1, sizeof(ex))};
    return r;
}

static struct poly constant(struct polys *p, ex e)
{
    struct poly r = room(p, 1);
    memset(r.exponent, 0, p->n * sizeof *r.exponent);
    r.coefficient[0] = e;
    r.terms = e != p->s->zero;
    return r;
}

static struct poly not_polynomial(void)
{
    return (struct poly){.bad = true};
}

/* Sorts and joins equal monomials. Bottom-up merge of indices: the terms stay where they are. */
static struct poly normal(struct polys *p, struct poly r)
{
    size_t n = r.terms;
    uint32_t *from = mem_take_array(p->s->mem, n + 1, sizeof *from);
    uint32_t *to = mem_take_array(p->s->mem, n + 1, sizeof *to);
    for (size_t i = 0; i < n; i++)
        from[i] = (uint32_t)i;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t i = 0; i < n; i += 2 * width) {
            size_t a = i, b = i + width < n ? i + width : n, end_a = b;
            size_t end_b = i + 2 * width < n ? i + 2 * width : n;
            for (size_t k = i; k < end_b; k++) {
                bool left = a < end_a &&
                            (b >= end_b || cmp_exponents(r.exponent + from[a] * p->n,
                                                         r.exponent + from[b] * p->n, p->n) <= 0);
                to[k] = left ? from[a++] : from[b++];
            }
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    struct poly out = room(p, n);
    ex *like = mem_take_array(p->s->mem, n + 1, sizeof *like);
    for (size_t i = 0; i < n;) {
        const uint32_t *exponent = r.exponent + from[i] * p->n;
        size_t k = 0;
        for (; i < n && !cmp_exponents(exponent, r.exponent + from[i] * p->n, p->n); i++)
            like[k++] = r.coefficient[from[i]];
        ex c = ex_add(p->s, like, k);
        if (c == p->s->zero)
            continue;
        memcpy(out.exponent + out.terms * p->n, exponent, p->n * sizeof *exponent);
        out.coefficient[out.terms++] = c;
    }
    return out;
}

static struct poly plus(struct polys *p, const ex *args, size_t n)
{
    size_t terms = 0;
    for (size_t i = 0; i < n; i++)
        terms += p->at[place_of(&p->w, args[i])].terms;
    struct poly r = room(p, terms);
    for (size_t i = 0; i < n; i++) {
        const struct poly *q = &p->at[place_of(&p->w, args[i])];
        memcpy(r.exponent + r.terms * p->n, q->exponent, q->terms * p->n * sizeof *r.exponent);
        memcpy(r.coefficient + r.terms, q->coefficient, q->terms * sizeof *r.coefficient);
        r.terms += q->terms;
    }
    return normal(p, r);
}

static bool lift_exponent(struct polys *p, uint32_t *exponent, uint32_t by)
{
    if (*exponent > INT32_MAX - by) {
        ex_fail(p->s, "the degree is too high");
        return false;
    }
    *exponent += by;
    return true;
}

static struct poly times(struct polys *p, struct poly a, struct poly b)
{
    if (b.terms && a.terms > p->s->limits.terms / b.terms) {
        ex_fail(p->s, "an expanded sum has more than %lu terms", (unsigned long)p->s->limits.terms);
        return not_polynomial();
    }
    struct poly r = room(p, a.terms * b.terms);
    for (size_t i = 0; i < a.terms; i++)
        for (size_t j = 0; j < b.terms; j++) {
            uint32_t *sum = r.exponent + r.terms * p->n;
            memcpy(sum, a.exponent + i * p->n, p->n * sizeof *sum);
            for (size_t k = 0; k < p->n; k++)
                if (!lift_exponent(p, &sum[k], b.exponent[j * p->n + k]))
                    return not_polynomial();
            r.coefficient[r.terms++] = ex_mul2(p->s, a.coefficient[i], b.coefficient[j]);
        }
    return normal(p, r);
}

static struct poly to_power(struct polys *p, struct poly base, int64_t k)
{
    struct poly r = constant(p, p->s->one);
    for (; k > 0 && !base.bad && !r.bad; k >>= 1) {
        if (k & 1)
            r = times(p, r, base);
        if (k > 1)
            base = times(p, base, base);
    }
    return base.bad ? base : r;
}

/* Factors of one term, such as those free of the symbols, are multiplied once. */
static struct poly product(struct polys *p, const ex *args, size_t n)
{
    struct poly single = constant(p, p->s->one), r;
    ex *c = mem_take_array(p->s->mem, n, sizeof *c);
    size_t singles = 0;
    for (size_t i = 0; i < n; i++) {
        const struct poly *f = &p->at[place_of(&p->w, args[i])];
        for (size_t k = 0; f->terms == 1 && k < p->n; k++)
            if (!lift_exponent(p, &single.exponent[k], f->exponent[k]))
                return not_polynomial();
        if (f->terms == 1)
            c[singles++] = f->coefficient[0];
    }
    single.coefficient[0] = ex_mul(p->s, c, singles);
    r = single;
    for (size_t i = 0; i < n && !r.bad; i++)
        if (p->at[place_of(&p->w, args[i])].terms != 1)
            r = times(p, r, p->at[place_of(&p->w, args[i])]);
    return r;
}

/* An operator node that depends on the symbols. */
static struct poly of_node(struct polys *p, ex e)
{
    struct store *s = p->s;
    size_t n = node_at(s, e)->n;
    ex *args = mem_take_array(s->mem, n, sizeof *args);
    memcpy(args, words_at(s, e), n * sizeof *args);
    for (size_t i = 0; i < n; i++)
        if (p->at[place_of(&p->w, args[i])].bad)
            return not_polynomial();
    int64_t k;
    switch (op_of(s, e)) {
    case EX_add:
        return plus(p, args, n);
    case EX_mul:
        return product(p, args, n);
    case EX_pow:
        if (ex_is_int(s, args[1], &k) && k > 0)
            return to_power(p, p->at[place_of(&p->w, args[0])], k);
        return not_polynomial();
    case EX_hold:
        return p->at[place_of(&p->w, args[0])];
    default:
        return not_polynomial();
    }
}

/* In scratch; the caller marks and releases. */
static struct poly make_poly(struct store *s, ex e, const ex *x, size_t n)
{
    struct polys p = {.s = s, .w = walk_begin(s, &e, 1), .n = n};
    p.at = mem_take_array(s->mem, p.w.n, sizeof *p.at);
    bool *depends = mem_take_array(s->mem, p.w.n, sizeof *depends);
    for (size_t i = 0; i < p.w.n; i++) {
        ex node = p.w.at[i];
        size_t args = is_leaf(op_of(s, node)) ? 0 : node_at(s, node)->n, which = n;
        depends[i] = false;
        for (size_t k = 0; k < n; k++)
            which = x[k] == node ? k : which;
        for (size_t k = 0; k < args && !depends[i]; k++)
            depends[i] = depends[place_of(&p.w, words_at(s, node)[k])];
        if (which < n) {
            depends[i] = true;
            p.at[i] = constant(&p, s->one);
            p.at[i].exponent[which] = 1;
        } else {
            p.at[i] = depends[i] ? of_node(&p, node) : constant(&p, node);
        }
    }
    struct poly r = p.at[p.w.n - 1];
    walk_end(s);
    return r;
}

ex ex_collect(struct store *s, ex e, const ex *x, size_t n)
{
    if (!e)
        return EX_POISON;
    struct mem_mark mark = mem_mark(s->mem);
    struct poly r = make_poly(s, e, x, n);
    ex *sum = mem_take_array(s->mem, r.terms + 1, sizeof *sum);
    ex *factor = mem_take_array(s->mem, n + 1, sizeof *factor);
    for (size_t i = 0; i < r.terms; i++) {
        for (size_t k = 0; k < n; k++)
            factor[k] = ex_powi(s, x[k], r.exponent[i * n + k]);
        factor[n] = r.coefficient[i];
        sum[i] = ex_mul(s, factor, n + 1);
    }
    ex c = r.bad ? ex_fail(s, "this is not a polynomial in the given symbols")
                 : ex_add(s, sum, r.terms);
    mem_release(s->mem, mark);
    return c;
}

ex ex_coefficient(struct store *s, ex e, const ex *x, const uint32_t *k, size_t n)
{
    if (!e)
        return EX_POISON;
    struct mem_mark mark = mem_mark(s->mem);
    struct poly r = make_poly(s, e, x, n);
    ex c = r.bad ? ex_fail(s, "this is not a polynomial in the given symbols") : s->zero;
    for (size_t i = 0; i < r.terms; i++)
        if (!cmp_exponents(k, r.exponent + i * n, n))
            c = r.coefficient[i];
    mem_release(s->mem, mark);
    return c;
}

static int64_t exact_degree(struct store *s, ex e, const ex *x, size_t n)
{
    struct poly r = make_poly(s, e, x, n);
    int64_t degree = r.bad ? -1 : 0;
    for (size_t i = 0; i < r.terms; i++) {
        int64_t sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += r.exponent[i * n + k];
        degree = sum > degree ? sum : degree;
    }
    return degree;
}

/* Degree of a node from the degrees of its operands, if nothing cancels. */
static int64_t bound_of_node(const struct store *s, const struct walk *w, ex e,
                             const int64_t *degree)
{
    enum ex_op op = op_of(s, e);
    const ex *args = words_at(s, e);
    int64_t bound = 0, k;
    bool free = true;
    size_t count = is_leaf(op) ? 0 : node_at(s, e)->n;
    for (size_t i = 0; i < count; i++) {
        int64_t d = degree[place_of(w, args[i])];
        free &= d == 0;
        if (d < 0 || d > INT64_MAX / 4)
            return -1;
        bound = op == EX_mul ? bound + d : d > bound ? d : bound;
    }
    if (free || op == EX_add || op == EX_mul || op == EX_hold)
        return free ? 0 : bound;
    bool power = op == EX_pow && ex_is_int(s, args[1], &k) && k > 0 && k < INT32_MAX;
    return power && bound < INT32_MAX ? bound * k : -1;
}

static int64_t degree_bound(struct store *s, ex e, const ex *x, size_t n)
{
    struct walk w = walk_begin(s, &e, 1);
    int64_t *degree = mem_take_array(s->mem, w.n, sizeof *degree);
    for (size_t i = 0; i < w.n; i++) {
        degree[i] = bound_of_node(s, &w, w.at[i], degree);
        for (size_t k = 0; k < n; k++)
            degree[i] = w.at[i] == x[k] ? 1 : degree[i];
    }
    int64_t bound = degree[w.n - 1];
    walk_end(s);
    return bound;
}

int64_t ex_degree(struct store *s, ex e, const ex *x, size_t n)
{
    enum { TERMS = 20000 }; /* a query must not take long */
    if (!e)
        return -1;
    struct mem_mark mark = mem_mark(s->mem);
    char *error = mem_take(s->mem, sizeof s->error);
    bool stopped = s->stopped;
    uint32_t terms = s->limits.terms;
    memcpy(error, s->error, sizeof s->error);
    s->error[0] = 0;
    s->limits.terms = terms < TERMS ? terms : TERMS;
    int64_t degree = exact_degree(s, e, x, n);
    if (degree < 0 && s->error[0]) /* too large to be multiplied out */
        degree = degree_bound(s, e, x, n);
    s->limits.terms = terms;
    memcpy(s->error, error, sizeof s->error); /* a query sets no error */
    s->stopped = stopped;
    mem_release(s->mem, mark);
    return degree;
}
