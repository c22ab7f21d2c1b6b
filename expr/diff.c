/* expr/diff.c -- derivatives: one forward sweep for a direction, one reverse sweep for a gradient.
 *
 * The order of accumulation determines the number of operations of the result. Both sweeps visit
 * each node once; both keep the tangent or adjoint of a held node held, so that the partial sums of
 * a chain stay partial sums in its derivative.
 */
#include "store.h"

#include <string.h>

/* The macros of ops.h for derivatives. */
#define ZERO s->zero
#define ONE s->one
#define HALF s->half
#define NEG(x) ex_neg(s, x)
#define ADD(x, y) ex_add2(s, x, y)
#define SUB(x, y) ex_sub(s, x, y)
#define MUL(x, y) ex_mul2(s, x, y)
#define DIV(x, y) ex_div(s, x, y)
#define POW(x, y) ex_pow(s, x, y)
#define SQ(x) ex_powi(s, x, 2)
#define CALL1(op, x) ex_make(s, op, (ex[]){x}, 1)
#define SQRT(x) ex_sqrt(s, x)
#define SIN(x) CALL1(EX_sin, x)
#define COS(x) CALL1(EX_cos, x)
#define SINH(x) CALL1(EX_sinh, x)
#define COSH(x) CALL1(EX_cosh, x)
#define LOG(x) CALL1(EX_log, x)

/* One row becomes two functions: its derivatives by its first and second argument. */
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, ...)           \
    static ex da_##name(struct store *s, ex e, ex a, ex b)                                         \
    {                                                                                              \
        return ((void)s, (void)a, (void)b, (void)e, da);                                           \
    }                                                                                              \
    static ex db_##name(struct store *s, ex e, ex a, ex b)                                         \
    {                                                                                              \
        return ((void)s, (void)a, (void)b, (void)e, db);                                           \
    }
#include "ops.h"
#undef OP

typedef ex partial(struct store *s, ex e, ex a, ex b);
static partial *const partials[EX_OPS][2] = {
#define OP(name, ...) [EX_##name] = {da_##name, db_##name},
#include "ops.h"
#undef OP
};

ex ex_row_partial(struct store *s, enum ex_op op, size_t i, ex e, ex a, ex b)
{
    return partials[op][i](s, e, a, b);
}

/* ---- partial derivatives ---- */

/* d node / d args[i], for a product or any row with derivatives in the table. */
static ex partial_of(struct store *s, ex e, size_t i)
{
    const ex *args = words_at(s, e);
    size_t n = node_at(s, e)->n;
    if (op_of(s, e) != EX_mul)
        return partials[op_of(s, e)][i](s, e, args[0], n > 1 ? args[1] : EX_POISON);
    if (n == 2)
        return args[1 - i];
    struct mem_mark mark = mem_mark(s->mem);
    ex *others = mem_take_array(s->mem, n, sizeof *others);
    memcpy(others, args, i * sizeof *others);
    memcpy(others + i, args + i + 1, (n - i - 1) * sizeof *others);
    ex p = ex_mul(s, others, n - 1);
    mem_release(s->mem, mark);
    return p;
}

/* The partials of a long product share their parts: a binary tree over the factors holds the
 * product below each node and, going down again, the product of all other factors. Without sharing
 * there would be n products of n - 1 factors. */
static const ex *partials_of_long_product(struct store *s, ex e)
{
    size_t n = node_at(s, e)->n;
    ex *below = mem_take_array(s->mem, 2 * n, sizeof *below);
    ex *beside = mem_take_array(s->mem, 2 * n, sizeof *beside);
    memcpy(below + n, words_at(s, e), n * sizeof *below);
    for (size_t i = n - 1; i > 0; i--)
        below[i] = ex_hold(s, ex_mul2(s, below[2 * i], below[2 * i + 1]));
    beside[1] = s->one;
    for (size_t i = 1; i < n; i++) {
        beside[2 * i] = ex_hold(s, ex_mul2(s, beside[i], below[2 * i + 1]));
        beside[2 * i + 1] = ex_hold(s, ex_mul2(s, beside[i], below[2 * i]));
    }
    return beside + n;
}

static bool is_long_product(const struct store *s, ex e)
{
    enum { LONG = 64 };
    return op_of(s, e) == EX_mul && node_at(s, e)->n > LONG;
}

static size_t args_of(const struct store *s, ex e)
{
    return is_leaf(op_of(s, e)) ? 0 : node_at(s, e)->n;
}

/* Chain rule: outer * inner. In a long chain the product would gain a factor at each level and be
 * copied each time; a long product is held, so that the size stays linear. */
static ex chained(struct store *s, ex outer, ex inner)
{
    enum { LONG = 16 };
    struct rat c;
    ex rest = inner ? ex_split(s, inner, &c) : EX_POISON;
    if (rest && op_of(s, rest) == EX_mul && node_at(s, rest)->n > LONG)
        inner = ex_hold(s, inner);
    return ex_mul2(s, outer, inner);
}

/* ---- forward ---- */

static ex tangent(struct store *s, const struct walk *w, ex e, const ex *t)
{
    size_t n = args_of(s, e), terms = 0;
    enum ex_op op = op_of(s, e);
    struct mem_mark mark = mem_mark(s->mem);
    ex *sum = mem_take_array(s->mem, n + 1, sizeof *sum);
    const ex *shared = NULL;
    for (size_t i = 0; i < n; i++) {
        ex dt = t[place_of(w, words_at(s, e)[i])];
        if (dt == s->zero)
            continue;
        if (!shared && is_long_product(s, e))
            shared = partials_of_long_product(s, e);
        sum[terms++] = op == EX_add ? dt : chained(s, shared ? shared[i] : partial_of(s, e, i), dt);
    }
    ex d = terms ? ex_add(s, sum, terms) : s->zero;
    mem_release(s->mem, mark);
    return op == EX_hold ? ex_hold(s, d) : d;
}

void ex_directional(struct store *s, const ex *e, size_t m, const ex *x, const ex *dx, size_t n,
                    ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    ex *t = mem_take_array(s->mem, w.n, sizeof *t);
    bool *given = mem_take_array(s->mem, w.n, sizeof *given); /* a variable, not always a symbol */
    for (size_t i = 0; i < w.n; i++) {
        t[i] = s->zero;
        given[i] = false;
    }
    for (size_t i = 0; i < n; i++)
        if (layer_has(w.place, x[i])) {
            uint32_t at = place_of(&w, x[i]);
            t[at] = ex_add2(s, t[at], dx[i]);
            given[at] = true;
        }
    for (size_t i = 0; i < w.n; i++)
        if (!given[i] && !is_leaf(op_of(s, w.at[i])))
            t[i] = tangent(s, &w, w.at[i], t);
    for (size_t j = 0; j < m; j++)
        out[j] = e[j] == EX_POISON ? EX_POISON : t[place_of(&w, e[j])];
    walk_end(s);
    mem_release(s->mem, mark);
}

ex ex_diff(struct store *s, ex e, ex x)
{
    ex d;
    ex_directional(s, &e, 1, &x, &s->one, 1, &d);
    return d;
}

/* ---- reverse ---- */

/* Contributions of the parents of a node to its adjoint, in a list until the node is visited. */
struct share {
    ex value;
    uint32_t next; /* 0: none; else index + 1 */
};

struct reverse {
    struct walk w;
    bool *active;    /* depends on one of the variables */
    bool *given;     /* is a variable, not always a symbol: the sweep stops there */
    uint32_t *head;  /* newest share of each node, index + 1 */
    uint32_t *count; /* of shares */
    struct share *share;
    size_t shares;
};

static void give_share(struct reverse *r, ex to, ex value)
{
    uint32_t at = place_of(&r->w, to);
    r->share[r->shares] = (struct share){value, r->head[at]};
    r->head[at] = (uint32_t)++r->shares;
    r->count[at]++;
}

static ex adjoint(struct store *s, const struct reverse *r, uint32_t at)
{
    if (r->count[at] == 0)
        return s->zero;
    struct mem_mark mark = mem_mark(s->mem);
    ex *sum = mem_take_array(s->mem, r->count[at], sizeof *sum);
    size_t n = 0;
    for (uint32_t i = r->head[at]; i; i = r->share[i - 1].next)
        sum[n++] = r->share[i - 1].value;
    ex a = ex_add(s, sum, n);
    mem_release(s->mem, mark);
    return a;
}

static void pass_on(struct store *s, struct reverse *r, ex e, ex a)
{
    enum ex_op op = op_of(s, e);
    size_t n = args_of(s, e);
    if (op == EX_hold)
        a = ex_hold(s, a);
    struct mem_mark mark = mem_mark(s->mem);
    const ex *shared = is_long_product(s, e) ? partials_of_long_product(s, e) : NULL;
    for (size_t i = 0; i < n; i++) {
        ex arg = words_at(s, e)[i];
        if (r->active[place_of(&r->w, arg)])
            give_share(r, arg,
                       op == EX_add || op == EX_hold
                           ? a
                           : chained(s, shared ? shared[i] : partial_of(s, e, i), a));
    }
    mem_release(s->mem, mark);
}

static size_t mark_active(struct store *s, struct reverse *r, const ex *x, size_t n)
{
    size_t edges = 1;
    for (size_t i = 0; i < r->w.n; i++) {
        r->active[i] = r->given[i] = false;
        r->head[i] = r->count[i] = 0;
    }
    for (size_t i = 0; i < n; i++)
        if (layer_has(r->w.place, x[i]))
            r->active[place_of(&r->w, x[i])] = r->given[place_of(&r->w, x[i])] = true;
    for (size_t i = 0; i < r->w.n; i++) {
        size_t args = args_of(s, r->w.at[i]);
        edges += args;
        for (size_t k = 0; k < args && !r->active[i]; k++)
            r->active[i] = r->active[place_of(&r->w, words_at(s, r->w.at[i])[k])];
    }
    return edges;
}

void ex_gradient(struct store *s, ex e, const ex *x, size_t n, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct reverse r = {.w = walk_begin(s, &e, 1)};
    r.active = mem_take_array(s->mem, r.w.n, sizeof *r.active);
    r.given = mem_take_array(s->mem, r.w.n, sizeof *r.given);
    r.head = mem_take_array(s->mem, r.w.n, sizeof *r.head);
    r.count = mem_take_array(s->mem, r.w.n, sizeof *r.count);
    r.share = mem_take_array(s->mem, mark_active(s, &r, x, n), sizeof *r.share);
    give_share(&r, e, s->one);
    for (size_t i = r.w.n; i-- > 0;)
        if (r.active[i] && !r.given[i] && !is_leaf(op_of(s, r.w.at[i])))
            pass_on(s, &r, r.w.at[i], adjoint(s, &r, (uint32_t)i));
    for (size_t i = 0; i < n; i++) {
        bool there = layer_has(r.w.place, x[i]);
        out[i] = there ? adjoint(s, &r, place_of(&r.w, x[i])) : s->zero;
        if (e == EX_POISON)
            out[i] = EX_POISON;
    }
    walk_end(s);
    mem_release(s->mem, mark);
}

/* ---- matrices ---- */

static ex *zeros(struct store *s, size_t n)
{
    ex *z = mem_take_array(s->mem, n, sizeof *z);
    for (size_t i = 0; i < n; i++)
        z[i] = s->zero;
    return z;
}

void ex_jacobian(struct store *s, const ex *e, size_t m, const ex *x, size_t n, ex *out)
{
    if (m <= n) {
        for (size_t j = 0; j < m; j++)
            ex_gradient(s, e[j], x, n, out + j * n);
        return;
    }
    struct mem_mark mark = mem_mark(s->mem);
    ex *column = mem_take_array(s->mem, m, sizeof *column), *unit = zeros(s, n);
    for (size_t i = 0; i < n; i++) {
        unit[i] = s->one; /* one of x may be a part of another */
        ex_directional(s, e, m, x, unit, n, column);
        unit[i] = s->zero;
        for (size_t j = 0; j < m; j++)
            out[j * n + i] = column[j];
    }
    mem_release(s->mem, mark);
}

/* Forward over reverse; the second derivative is symmetric, so half of it is computed. */
void ex_hessian(struct store *s, ex e, const ex *x, size_t n, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex *g = mem_take_array(s->mem, n, sizeof *g), *column = mem_take_array(s->mem, n, sizeof *g);
    ex *unit = zeros(s, n);
    ex_gradient(s, e, x, n, g);
    for (size_t i = 0; i < n; i++) {
        unit[i] = s->one;
        ex_directional(s, g + i, n - i, x, unit, n, column);
        unit[i] = s->zero;
        for (size_t j = i; j < n; j++)
            out[i * n + j] = out[j * n + i] = column[j - i];
    }
    mem_release(s->mem, mark);
}
