/* expr/exact/simplify.c -- the cheapest form of an expression. */
#include "settle.h"
#include "shape.h"

#include <string.h>

static void keep_cheaper(struct store *s, ex *best, ex e)
{
    if (e && shape_cost(s, e) < shape_cost(s, *best))
        *best = e;
}

/* ---- spellings: exponentials or hyperbolic functions, half angles, angles term by term ---- */

enum spelling { AS_WRITTEN, BY_EXP, BY_SINH, BY_HALF, BY_TERMS, SPELLINGS };

static ex by_half(struct store *s, enum ex_op op, ex arg)
{
    const ex half = ex_spread(s, ex_mul2(s, s->half, arg)), two = ex_int(s, 2);
    if (op == EX_sin)
        return ex_mul3(s, two, ex_sin(s, half), ex_cos(s, half));
    return ex_sub(s, s->one, ex_mul2(s, two, ex_powi(s, ex_sin(s, half), 2)));
}

/* sin or cos of a sum of few, multiplied out. */
static ex by_terms(struct store *s, enum ex_op op, ex arg)
{
    enum { FEW = 3 };
    if (op_of(s, arg) != EX_add || node_at(s, arg)->n > FEW)
        return EX_POISON;
    ex c = s->one, sine = s->zero;
    for (size_t i = 0; i < node_at(s, arg)->n; i++) {
        const ex a = ex_cos(s, words_at(s, arg)[i]), b = ex_sin(s, words_at(s, arg)[i]);
        const ex next = ex_sub(s, ex_mul2(s, c, a), ex_mul2(s, sine, b));
        sine = ex_add2(s, ex_mul2(s, sine, a), ex_mul2(s, c, b));
        c = next;
    }
    return op == EX_sin ? sine : c;
}

static ex respelled(struct store *s, ex x, enum spelling spelling)
{
    const enum ex_op op = op_of(s, x);
    if (is_leaf(op) || node_at(s, x)->n != 1)
        return EX_POISON;
    if (op == EX_sin || op == EX_cos)
        return spelling == BY_HALF    ? by_half(s, op, first_arg(s, x))
               : spelling == BY_TERMS ? by_terms(s, op, first_arg(s, x))
                                      : EX_POISON;
    ex arg = first_arg(s, x), minus = ex_neg(s, arg);
    if (spelling == BY_SINH && op == EX_exp)
        return ex_add2(s, ex_make(s, EX_cosh, &arg, 1), ex_make(s, EX_sinh, &arg, 1));
    if (spelling != BY_EXP || (op != EX_sinh && op != EX_cosh))
        return EX_POISON;
    const ex up = ex_make(s, EX_exp, &arg, 1), down = ex_make(s, EX_exp, &minus, 1);
    return ex_mul2(s, s->half, op == EX_cosh ? ex_add2(s, up, down) : ex_sub(s, up, down));
}

struct respelling {
    enum spelling spelling;
    bool any;
};

static ex respell(void *context, const struct ex_rewriting *r, ex node)
{
    struct respelling *how = context;
    const ex e = respelled(r->s, node, how->spelling);
    how->any |= e != EX_POISON;
    return e ? e : ex_over_images(r, node);
}

/* e written with other functions; poison when it has none of them, or is too long. */
static ex spelled(struct store *s, ex e, enum spelling spelling)
{
    enum { LONG = 16 };
    struct respelling how = {spelling, false};
    if (spelling == AS_WRITTEN || !e)
        return e;
    if (spelling >= BY_HALF && shape_cost(s, e) > LONG)
        return EX_POISON;
    ex_rewrite(s, &e, 1, (struct ex_rule){respell, &how}, &e);
    return how.any ? e : EX_POISON;
}

/* ---- logarithms ---- */

/* c log(u) + c log(v) = c log(u v) where u and v are positive. */
static ex joined_logs(struct store *s, ex sum)
{
    const size_t n = node_at(s, sum)->n;
    ex *out = mem_take_array(s->mem, n + 1, sizeof *out);
    struct rat c, first = {0, 1};
    size_t kept = 0, joined = 0;
    ex inside = s->one;
    for (size_t i = 0; i < n; i++) {
        const ex term = words_at(s, sum)[i], key = ex_split(s, term, &c);
        const bool log = op_of(s, key) == EX_log && ex_is_positive(s, first_arg(s, key));
        const bool same =
            joined && (rat_cmp(s, c, first) == 0 || rat_cmp(s, rat_neg(s, c), first) == 0);
        if (!log || (joined && !same)) {
            out[kept++] = term;
            continue;
        }
        if (!joined++)
            first = c;
        const bool above = rat_cmp(s, c, first) == 0;
        inside = ex_mul2(s, inside, ex_powi(s, first_arg(s, key), above ? 1 : -1));
    }
    if (joined < 2)
        return sum;
    out[kept++] = ex_scale(s, first, ex_make(s, EX_log, &inside, 1));
    return ex_add(s, out, kept);
}

static ex with_joined_logs(void *context, const struct ex_rewriting *r, ex node)
{
    (void)context;
    const ex e = op_of(r->s, node) == EX_add ? joined_logs(r->s, node) : node;
    return e != node ? e : ex_over_images(r, node);
}

/* ---- rounds ---- */

/* Replaces e[j] by its cheapest form, if that is cheaper; true: any was. left[j]: too large. */
static bool improve(struct store *s, ex *e, size_t m, bool *left)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex *settled = mem_take_array(s->mem, m + 1, sizeof *settled);
    ex *variant = mem_take_array(s->mem, m + 1, sizeof *variant);
    ex *form = mem_take_array(s->mem, m + 1, sizeof *form);
    bool any = false;
    settle(s, e, m, false, settled);
    for (enum spelling k = AS_WRITTEN; k < SPELLINGS; k++) {
        for (size_t j = 0; j < m; j++)
            variant[j] = spelled(s, settled[j], k);
        forms_of(s, variant, m, FORM_CHEAPEST, form);
        for (size_t j = 0; j < m; j++) {
            const ex before = e[j];
            if (k == AS_WRITTEN)
                left[j] = form[j] == EX_POISON;
            keep_cheaper(s, &e[j], form[j]);
            if (form[j]) {
                ex_rewrite(s, &form[j], 1, (struct ex_rule){with_joined_logs, NULL}, &form[j]);
                keep_cheaper(s, &e[j], form[j]);
            }
            any |= e[j] != before;
        }
    }
    mem_release(s->mem, mark);
    return any;
}

/* Operands that are simplified separately: arguments of calls, bases and exponents, sums in
 * products, and all operands of an expression that is too large as a whole. */
static size_t inner_parts(struct store *s, ex e, bool all_of_it, struct ex_list all, ex *part)
{
    enum { MOST = 200 };
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++) {
        const ex x = all.at[i];
        const enum ex_op op = op_of(s, x);
        if (is_leaf(op) || (op == EX_add && !all_of_it))
            continue;
        for (size_t a = 0; a < node_at(s, x)->n && n < MOST; a++) {
            const ex arg = words_at(s, x)[a];
            bool known = is_leaf(op_of(s, arg)) || arg == e ||
                         (op == EX_mul && op_of(s, arg) != EX_add && !all_of_it);
            for (size_t k = 0; k < n && !known; k++)
                known = part[k] == arg;
            if (!known)
                part[n++] = arg;
        }
    }
    return n;
}

static bool improve_inside(struct store *s, ex *e, bool all_of_it)
{
    struct mem_mark mark = mem_mark(s->mem);
    const struct ex_list all = ex_reach(s, e, 1);
    ex *from = mem_take_array(s->mem, all.n + 1, sizeof *from);
    ex *to = mem_take_array(s->mem, all.n + 1, sizeof *to);
    bool *left = mem_take_array(s->mem, all.n + 1, sizeof *left);
    const ex before = *e;
    const size_t n = inner_parts(s, *e, all_of_it, all, from);
    memcpy(to, from, n * sizeof *to);
    if (n && improve(s, to, n, left)) {
        ex whole;
        size_t changed = 0; /* unchanged nodes may have changed operands */
        for (size_t i = 0; i < n; i++)
            if (to[i] != from[i]) {
                from[changed] = from[i];
                to[changed++] = to[i];
            }
        ex_subst(s, e, 1, from, to, changed, &whole);
        keep_cheaper(s, e, whole);
    }
    mem_release(s->mem, mark);
    return *e != before;
}

/* Each expression separately, so that results do not depend on others; until no form is cheaper, so
 * that simplifying the result changes nothing. */
void ex_simplify(struct store *s, const ex *e, size_t m, ex *out)
{
    enum { ROUNDS = 16 };
    const bool calm = s->error[0] == 0;
    for (size_t j = 0; j < m; j++) {
        bool left = false, better = true;
        out[j] = e[j];
        s->deep_left = DEEP_SECOND;
        for (int i = 0; i < ROUNDS && better && out[j] && !s->stopped; i++) {
            better = improve(s, &out[j], 1, &left);
            better |= improve_inside(s, &out[j], left);
        }
    }
    s->deep_left = 0;
    ex_forgive(s, calm);
}
