/* expr/canon.c -- the canonical form of every row of ops.h, and the constructor for all of them. */
#include "store.h"

static const struct rat ONE = {1, 1};

/* ---- functions of the column `canon` ---- */

static bool canon_sub(struct store *s, ex a, ex b, ex *out)
{
    *out = ex_sub(s, a, b);
    return true;
}

static bool canon_div(struct store *s, ex a, ex b, ex *out)
{
    *out = ex_div(s, a, b);
    return true;
}

static bool canon_neg(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    *out = ex_neg(s, a);
    return true;
}

static bool canon_sqrt(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    *out = ex_sqrt(s, a);
    return true;
}

/* a = rest + k pi/2 with an integer k; rest is in [0, pi/2) when it is a multiple of pi itself.
 * False: k is 0. */
static bool quarter_turns(struct store *s, ex a, ex *rest, int *k)
{
    struct rat c, two = {2, 1};
    size_t n = op_of(s, a) == EX_add ? node_at(s, a)->n : 0;
    ex turn = EX_POISON;
    if (ex_split(s, a, &c) == s->pi)
        turn = a;
    for (size_t i = 0; i < n && !turn; i++)
        if (ex_split(s, words_at(s, a)[i], &c) == s->pi)
            turn = words_at(s, a)[i];
    if (!turn)
        return false;
    c = rat_mul(s, c, two);
    if (c.d == 0 || (turn != a && c.d != 1))
        return false;
    int64_t whole = c.n / c.d - (c.n % c.d < 0);
    *k = (int)(((whole % 4) + 4) % 4);
    *rest = ex_sub(s, a, ex_scale(s, rat_make(s, whole, 2), s->pi));
    return whole != 0;
}

/* sin(r pi) for r = 0, 1/6, 1/4, 1/3. */
static ex known_sine(struct store *s, ex a)
{
    struct rat c;
    if (ex_split(s, a, &c) != s->pi || c.n != 1)
        return EX_POISON;
    switch (c.d) {
    case 6:
        return s->half;
    case 4:
        return ex_mul2(s, s->half, ex_sqrt(s, ex_int(s, 2)));
    case 3:
        return ex_mul2(s, s->half, ex_sqrt(s, ex_int(s, 3)));
    default:
        return EX_POISON;
    }
}

static ex half_pi(struct store *s)
{
    return ex_mul2(s, s->half, s->pi);
}

/* sin(a) as sin(rest + k pi/2), cos(a) as sin(a + pi/2). */
static bool turned(struct store *s, ex a, int extra, ex *out)
{
    int k = 0;
    ex rest = a;
    bool found = quarter_turns(s, a, &rest, &k);
    struct rat c;
    ex value = EX_POISON;
    k = (k + extra) % 4;
    if (ex_split(s, rest, &c) == s->pi)
        value = known_sine(s, k % 2 ? ex_sub(s, half_pi(s), rest) : rest);
    if (value == EX_POISON && !found)
        return false;
    if (value == EX_POISON)
        value = k % 2 ? ex_cos(s, rest) : ex_sin(s, rest);
    *out = k >= 2 ? ex_neg(s, value) : value;
    return true;
}

static bool canon_sin(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    return turned(s, a, 0, out);
}

static bool canon_cos(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    return turned(s, a, 1, out);
}

static bool canon_tan(struct store *s, ex a, ex b, ex *out)
{
    ex sine, cosine, rest;
    int k;
    struct rat c;
    (void)b;
    if (ex_split(s, a, &c) == s->pi && c.d && 12 % c.d == 0 && c.d != 12) { /* all are known */
        sine = ex_sin(s, a);
        cosine = ex_cos(s, a);
        *out = cosine == s->zero ? ex_fail(s, "tan has no value there") : ex_div(s, sine, cosine);
        return true;
    }
    if (!quarter_turns(s, a, &rest, &k) || k % 2)
        return false;
    *out = ex_make(s, EX_tan, &rest, 1);
    return true;
}

static bool not_real(struct store *s, const char *name, ex *out)
{
    *out = ex_fail(s, "%s of this number is not real", name);
    return true;
}

static bool canon_asin(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    struct rat c = ONE;
    if (op_of(s, a) != EX_num)
        return false;
    c = rat_of(s, a);
    if (rat_cmp(s, c, ONE) > 0)
        return not_real(s, "asin", out);
    if (rat_is(c, 1))
        *out = half_pi(s);
    else if (a == s->half)
        *out = ex_mul2(s, ex_rat(s, 1, 6), s->pi);
    else
        return false;
    return true;
}

static bool canon_acos(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    if (op_of(s, a) != EX_num)
        return false;
    struct rat c = rat_of(s, a);
    if (rat_cmp(s, c, ONE) > 0 || rat_cmp(s, c, (struct rat){-1, 1}) < 0)
        return not_real(s, "acos", out);
    if (rat_is(c, 1))
        *out = s->zero;
    else if (rat_is(c, 0))
        *out = half_pi(s);
    else if (rat_is(c, -1))
        *out = s->pi;
    else
        return false;
    return true;
}

static bool canon_atan(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    if (a != s->one)
        return false;
    *out = ex_mul2(s, ex_rat(s, 1, 4), s->pi);
    return true;
}

static bool canon_atan2(struct store *s, ex a, ex b, ex *out)
{
    if (a == s->zero && b == s->zero)
        *out = ex_fail(s, "atan2(0, 0) has no value");
    else if (a == s->zero && ex_is_positive(s, b))
        *out = s->zero;
    else
        return false;
    return true;
}

static bool canon_acosh(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    if (op_of(s, a) == EX_num && rat_cmp(s, rat_of(s, a), ONE) < 0)
        return not_real(s, "acosh", out);
    *out = s->zero;
    return a == s->one;
}

/* Its argument has no minus sign, by the parity of the row. */
static bool canon_atanh(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    return op_of(s, a) == EX_num && rat_cmp(s, rat_of(s, a), ONE) >= 0 && not_real(s, "atanh", out);
}

static bool canon_log(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    if (op_of(s, a) == EX_num && rat_sign(s, rat_of(s, a)) <= 0)
        return not_real(s, "log", out);
    *out = s->zero;
    return a == s->one;
}

/* Its argument has no minus sign, by the parity of the row. */
static bool canon_abs(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    struct rat c;
    if (node_at(s, a)->flags & F_NONNEGATIVE) {
        *out = a;
        return true;
    }
    ex rest = ex_split(s, a, &c);
    if (!rat_is(c, 1)) {
        ex inner = ex_make(s, EX_abs, &rest, 1);
        *out = ex_scale(s, rat_sign(s, c) < 0 ? rat_neg(s, c) : c, inner);
        return true;
    }
    if (op_of(s, a) != EX_mul)
        return false;
    struct mem_mark mark = mem_mark(s->mem);
    size_t n = node_at(s, a)->n, taken = 0, kept = 0;
    ex *out_of = mem_take_array(s->mem, n + 1, sizeof *out_of);
    ex *keep = mem_take_array(s->mem, n, sizeof *keep);
    for (size_t i = 0; i < n; i++) {
        ex f = words_at(s, a)[i];
        if (node_at(s, f)->flags & F_NONNEGATIVE)
            out_of[taken++] = f;
        else
            keep[kept++] = f;
    }
    if (taken) {
        ex inner = ex_mul(s, keep, kept);
        out_of[taken] = ex_make(s, EX_abs, &inner, 1);
        *out = ex_mul(s, out_of, taken + 1);
    }
    mem_release(s->mem, mark);
    return taken > 0;
}

/* Only sums and products can be flattened into their users. */
static bool canon_hold(struct store *s, ex a, ex b, ex *out)
{
    (void)b;
    struct rat c;
    ex rest = ex_split(s, a, &c);
    enum ex_op op = op_of(s, rest);
    if (op != EX_add && op != EX_mul)
        *out = a;
    else if (!rat_is(c, 1))
        *out = ex_scale(s, c, ex_hold(s, rest));
    else
        return false;
    return true;
}

typedef bool canonical(struct store *s, ex a, ex b, ex *out);
#define plain NULL
/* One row becomes the pointer to its function, or NULL. */
static canonical *const canon[EX_OPS] = {
#define OP(name, text, kind, args, bind, sym, at0, undo, canon_, ...) [EX_##name] = canon_,
#include "ops.h"
#undef OP
};

/* Calls itself once at most: an upright argument needs no turning.
 * NOLINTNEXTLINE(misc-no-recursion) */
ex ex_make(struct store *s, enum ex_op op, const ex *args, size_t n)
{
    const struct ex_row *row = &ex_row[op];
    if (op == EX_add)
        return ex_add(s, args, n);
    if (op == EX_mul)
        return ex_mul(s, args, n);
    if (op == EX_pi)
        return s->pi;
    if (is_leaf(op) || n != row->args || any_poison(args, n))
        return EX_POISON;
    ex a = args[0], b = n > 1 ? args[1] : EX_POISON, e;
    if (row->kind == CALL) {
        if (a == s->zero && row->at0 != NOT)
            return ex_int(s, row->at0);
        if (row->undo != EX_none && op_of(s, a) == row->undo)
            return first_arg(s, a);
        bool minus = false;
        ex up = row->parity != AS_IS ? ex_upright(s, a, &minus) : a;
        if (up != a) {
            e = ex_make(s, op, &up, 1);
            return minus && row->parity == ODD ? ex_neg(s, e) : e;
        }
    }
    if (canon[op] && canon[op](s, a, b, &e))
        return e;
    ex own[2] = {a, b};
    return ex_node(s, op, own, n);
}

ex ex_sin(struct store *s, ex a)
{
    return ex_make(s, EX_sin, &a, 1);
}

ex ex_cos(struct store *s, ex a)
{
    return ex_make(s, EX_cos, &a, 1);
}

ex ex_hold(struct store *s, ex a)
{
    return ex_make(s, EX_hold, &a, 1);
}

ex ex_pi(struct store *s)
{
    return s->pi;
}
