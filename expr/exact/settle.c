/* expr/exact/settle.c -- preparation of expressions for a ring: kernels in one spelling.
 *
 * Kernels may occur in arguments of kernels. Nodes have a level: the number of nested arguments
 * that need the normal form. One round for each level brings the arguments of that level to their
 * form, all at once, and then builds their users.
 */
#include "settle.h"

#include <string.h>

enum { LEVELS = 6 }; /* deeper arguments stay as they are: equal ones are still one node */

struct settling {
    struct store *s;
    struct ex_rewriting r;
    uint8_t *level; /* round in which the node is built */
    ex *argument;   /* its image in the form that the kernel above wants, by place */
};

/* ---- forms of the arguments of operators ---- */

enum want { PARTS, ARGUMENT, FACTORS };

static enum want want_of(const struct store *s, ex e)
{
    int64_t k;
    const enum ex_op op = op_of(s, e);
    if (op == EX_log || op == EX_abs)
        return FACTORS;
    if (op == EX_pow)
        return ex_is_int(s, words_at(s, e)[1], &k) ? PARTS : FACTORS;
    return ex_row[op].kind == CALL && op != EX_hold ? ARGUMENT : PARTS;
}

/* A polynomial in symbols: its expansion is its normal form. */
static bool is_plain(const struct store *s, ex e, const uint8_t *plain, const struct walk *w)
{
    const enum ex_op op = op_of(s, e);
    int64_t k;
    if (op == EX_num || op == EX_sym || op == EX_pi)
        return true;
    if (op == EX_pow && !(ex_is_int(s, words_at(s, e)[1], &k) && k > 0 && k < 8))
        return false;
    if (op != EX_add && op != EX_mul && op != EX_hold && op != EX_pow)
        return false;
    for (size_t i = 0; i < node_at(s, e)->n; i++)
        if (!plain[place_of(w, words_at(s, e)[i])])
            return false;
    return true;
}

static bool is_simple_factor(const struct store *s, ex e)
{
    const enum ex_op op = op_of(s, e);
    return op == EX_num || op == EX_sym || op == EX_pi;
}

/* Is argument i of e in its form as soon as it is expanded? */
static bool is_settled(const struct store *s, ex e, size_t i, const uint8_t *plain,
                       const struct walk *w)
{
    const ex arg = words_at(s, e)[i];
    return want_of(s, e) == FACTORS && i == 0 ? is_simple_factor(s, arg) : plain[place_of(w, arg)];
}

static void find_levels(struct settling *t)
{
    struct store *s = t->s;
    uint8_t *plain = mem_take_array(s->mem, t->r.w.n + 1, sizeof *plain);
    t->level = mem_take_array(s->mem, t->r.w.n + 1, sizeof *t->level);
    for (size_t k = 0; k < t->r.w.n; k++) {
        const ex x = t->r.w.at[k];
        const size_t n = is_leaf(op_of(s, x)) ? 0 : node_at(s, x)->n;
        const bool parts = want_of(s, x) == PARTS;
        unsigned level = 0;
        plain[k] = is_plain(s, x, plain, &t->r.w);
        for (size_t i = 0; i < n; i++) {
            const unsigned below = t->level[place_of(&t->r.w, words_at(s, x)[i])];
            const unsigned here = below + (!parts && !is_settled(s, x, i, plain, &t->r.w));
            level = here > level ? here : level;
        }
        t->level[k] = (uint8_t)(level > LEVELS + 1 ? LEVELS + 1 : level);
    }
}

/* ---- kernels in one spelling ---- */

/* Numerator and denominators of a product: factor i is base^exponent; a number comes first. */
struct factors {
    struct rat c;
    ex rest;
    size_t n;
};
static struct factors factors_of(const struct store *s, ex e)
{
    struct factors f;
    f.rest = ex_split(s, e, &f.c);
    f.n = op_of(s, f.rest) == EX_mul ? node_at(s, f.rest)->n : f.rest != s->one;
    return f;
}

static ex factor_at(const struct store *s, const struct factors *f, size_t i)
{
    return op_of(s, f->rest) == EX_mul ? words_at(s, f->rest)[i] : f->rest;
}

/* cos and sin of a sum. */
struct turn {
    ex c, s;
};
static struct turn turn_by(struct store *s, struct turn a, struct turn b)
{
    return (struct turn){ex_sub(s, ex_mul2(s, a.c, b.c), ex_mul2(s, a.s, b.s)),
                         ex_add2(s, ex_mul2(s, a.s, b.c), ex_mul2(s, a.c, b.s))};
}

/* Of a pi / d, which the constructors know for d = 3 and 4. */
static struct turn plain_turn(struct store *s, int64_t a, int64_t d)
{
    const ex angle = ex_mul2(s, ex_rat(s, a, d), s->pi);
    return (struct turn){ex_cos(s, angle), ex_sin(s, angle)};
}

/* Of a pi / 24 = 3a pi/8 - a pi/3. An eighth is a root of roots, the same one for sin and cos:
 * cos(pi/8) = sqrt(2 + sqrt(2)) / 2, sin(pi/8) = sin(pi/4) / (2 cos(pi/8)). */
static struct turn known_turn(struct store *s, int64_t a)
{
    struct turn third = plain_turn(s, -a, 3), rest = plain_turn(s, 3 * a / 2, 4);
    if (a % 2) {
        const ex two = ex_int(s, 2), root = ex_sqrt(s, two);
        const ex c = ex_mul2(s, s->half, ex_sqrt(s, ex_add2(s, two, root)));
        const ex sine = ex_div(s, root, ex_mul2(s, ex_int(s, 4), c));
        rest = turn_by(s, rest, (struct turn){c, a > 0 ? sine : ex_neg(s, sine)});
    }
    return turn_by(s, third, rest);
}

/* cos(asin(u)) and similar expressions are roots. */
static ex turn_of_inverse(struct store *s, enum ex_op op, ex arg)
{
    struct rat c;
    const ex key = ex_split(s, arg, &c);
    const enum ex_op inverse = op_of(s, key);
    const bool arc = inverse == EX_asin || inverse == EX_acos;
    if ((!arc && inverse != EX_atan) || (!rat_is(c, 1) && !rat_is(c, -1)))
        return EX_POISON;
    const ex u = first_arg(s, key), square = ex_powi(s, u, 2);
    const bool same = arc && (inverse == EX_asin) == (op == EX_sin);
    const ex under = arc ? ex_sub(s, s->one, square) : ex_add2(s, s->one, square);
    ex value = same ? u : ex_sqrt(s, ex_expand(s, under));
    if (!arc)
        value = ex_div(s, op == EX_sin ? u : s->one, value);
    return op == EX_sin && rat_is(c, -1) ? ex_neg(s, value) : value;
}

static ex settled_turn(struct store *s, enum ex_op op, ex arg)
{
    const ex root = turn_of_inverse(s, op, arg);
    if (root)
        return root;
    for (size_t i = 0; i < terms_of(s, arg); i++) {
        struct rat c;
        const ex term = term_at(s, arg, i);
        if (ex_split(s, term, &c) != s->pi || c.d == 0 || 24 % c.d != 0 || c.n > 1000000 ||
            c.n < -1000000)
            continue;
        const ex rest = ex_sub(s, arg, term);
        const struct turn turn = turn_by(s, (struct turn){ex_cos(s, rest), ex_sin(s, rest)},
                                         known_turn(s, (c.n * (24 / c.d)) % 48));
        return op == EX_sin ? turn.s : turn.c;
    }
    return ex_make(s, op, &arg, 1);
}

/* exp(a + r log(u)) = u^r exp(a) */
static ex settled_exp(struct store *s, ex arg)
{
    const size_t n = terms_of(s, arg);
    struct mem_mark mark = mem_mark(s->mem);
    ex *rest = mem_take_array(s->mem, n + 1, sizeof *rest);
    ex *out = mem_take_array(s->mem, n + 2, sizeof *out);
    size_t left = 0, taken = 0;
    for (size_t i = 0; i < n; i++) {
        struct rat c;
        const ex term = term_at(s, arg, i), key = ex_split(s, term, &c);
        if (op_of(s, key) == EX_log)
            out[taken++] = ex_pow(s, first_arg(s, key), rat_ex(s, c));
        else
            rest[left++] = term;
    }
    const ex sum = ex_add(s, rest, left);
    out[taken++] = ex_make(s, EX_exp, &sum, 1);
    const ex e = ex_mul(s, out, taken);
    mem_release(s->mem, mark);
    return e;
}

/* Sum of the logarithms of the primes in n; the part without small primes is not split. */
static ex log_of_whole(struct store *s, int64_t n)
{
    enum { TRIALS = 100000 };
    ex sum = s->zero;
    for (int64_t p = 2; n > 1; p++) {
        if (p > TRIALS || p * p > n)
            p = n;
        for (; n % p == 0; n /= p)
            sum = ex_add2(s, sum, ex_make(s, EX_log, (ex[]){ex_int(s, p)}, 1));
    }
    return sum;
}

/* log(a b^k) = log(a) + k log(b) for factors known to be positive. */
static ex settled_log(struct store *s, ex arg)
{
    struct factors f = factors_of(s, arg);
    struct mem_mark mark = mem_mark(s->mem);
    ex *out = mem_take_array(s->mem, f.n + 3, sizeof *out);
    ex *inside = mem_take_array(s->mem, f.n + 2, sizeof *inside);
    size_t taken = 0, kept = 0;
    for (size_t i = 0; i < f.n; i++) {
        const ex factor = factor_at(s, &f, i);
        ex exponent, base = ex_split_power(s, factor, &exponent);
        if (ex_is_positive(s, base))
            out[taken++] = ex_mul2(s, exponent, ex_make(s, EX_log, &base, 1));
        else
            inside[kept++] = factor;
    }
    const bool minus = rat_sign(s, f.c) < 0;
    const struct rat size = minus ? rat_neg(s, f.c) : f.c;
    if (size.d) {
        out[taken++] = log_of_whole(s, size.n);
        out[taken++] = ex_neg(s, log_of_whole(s, size.d));
        if (minus)
            inside[kept++] = s->minus_one;
    } else {
        inside[kept++] = rat_ex(s, f.c);
    }
    if (kept) {
        const ex rest = ex_mul(s, inside, kept);
        out[taken++] = ex_make(s, EX_log, &rest, 1);
    }
    const ex e = ex_add(s, out, taken);
    mem_release(s->mem, mark);
    return e;
}

/* |a b^k| = |a| |b|^k; a root is not negative. */
static ex settled_abs(struct store *s, ex arg)
{
    struct factors f = factors_of(s, arg);
    struct mem_mark mark = mem_mark(s->mem);
    ex *out = mem_take_array(s->mem, f.n + 1, sizeof *out);
    for (size_t i = 0; i < f.n; i++) {
        ex exponent, base = ex_split_power(s, factor_at(s, &f, i), &exponent);
        const bool root = ex_is_number(s, exponent) && !rat_is_int(s, rat_of(s, exponent));
        out[i] = root ? factor_at(s, &f, i) : ex_pow(s, ex_make(s, EX_abs, &base, 1), exponent);
    }
    out[f.n] = rat_ex(s, rat_sign(s, f.c) < 0 ? rat_neg(s, f.c) : f.c);
    const ex e = ex_mul(s, out, f.n + 1);
    mem_release(s->mem, mark);
    return e;
}

/* ---- roots ---- */

struct root_parts {
    struct store *s;
    ex power;
    ex *out, *inside; /* factors of the result; factors that stay under one root */
    size_t taken, kept;
};

/* b^k under the root, k an integer: the even part comes out as a power of the absolute value. */
static void part_of_root(struct root_parts *p, ex b, int64_t k)
{
    struct store *s = p->s;
    const int64_t rest = k % 2; /* 1, 0 or -1 */
    if (rest)
        p->inside[p->kept++] = ex_powi(s, b, rest);
    if (k != rest)
        p->out[p->taken++] =
            ex_pow(s, ex_make(s, EX_abs, &b, 1), ex_mul2(s, ex_int(s, k - rest), p->power));
}

/* May it be negative? x^n may, for an x of unknown sign. */
static bool is_odd_part(const struct store *s, ex factor, ex *base, ex *exponent)
{
    int64_t k;
    *base = ex_split_power(s, factor, exponent);
    if (ex_is_positive(s, *base))
        return false;
    return !ex_is_number(s, *exponent) || (ex_is_int(s, *exponent, &k) && k % 2 != 0);
}

/* The factors that stay under the root, with numerator and denominator expanded. */
static void put_inside(struct root_parts *p, bool minus)
{
    struct store *s = p->s;
    ex above = minus ? s->minus_one : s->one, below = s->one;
    if (p->kept == 0 && !minus)
        return;
    for (size_t i = 0; i < p->kept; i++) {
        ex exponent, base = ex_split_power(s, p->inside[i], &exponent);
        if (exponent == s->minus_one)
            below = ex_mul2(s, below, base);
        else
            above = ex_mul2(s, above, p->inside[i]);
    }
    p->out[p->taken++] = ex_pow(s, ex_div(s, ex_expand(s, above), ex_expand(s, below)), p->power);
}

/* Even powers come out of a root as powers of the absolute value; a single odd one is not negative
 * where the root exists. Other odd ones stay together. */
static ex settled_root(struct store *s, ex base, ex power)
{
    struct factors f = factors_of(s, base);
    struct mem_mark mark = mem_mark(s->mem);
    struct root_parts p = {.s = s,
                           .power = power,
                           .out = mem_take_array(s->mem, f.n + 3, sizeof *p.out),
                           .inside = mem_take_array(s->mem, f.n + 2, sizeof *p.inside)};
    const bool minus = rat_sign(s, f.c) < 0;
    size_t odd = 0;
    ex b, exponent;
    for (size_t i = 0; i < f.n; i++)
        odd += is_odd_part(s, factor_at(s, &f, i), &b, &exponent);
    for (size_t i = 0; i < f.n; i++) {
        const ex factor = factor_at(s, &f, i);
        const bool alone = is_odd_part(s, factor, &b, &exponent) && odd == 1 && !minus;
        int64_t k = 0;
        if (alone && ex_is_number(s, exponent))
            p.out[p.taken++] = ex_pow(s, b, ex_mul2(s, exponent, power));
        else if (ex_is_positive(s, b) || (ex_is_number(s, exponent) && !ex_is_int(s, exponent, &k)))
            p.out[p.taken++] = ex_pow(s, factor, power);
        else if (!ex_is_number(s, exponent))
            p.inside[p.kept++] = factor;
        else
            part_of_root(&p, b, k);
    }
    p.out[p.taken++] = ex_pow(s, rat_ex(s, minus ? rat_neg(s, f.c) : f.c), power);
    put_inside(&p, minus);
    const ex e = ex_mul(s, p.out, p.taken);
    mem_release(s->mem, mark);
    return e;
}

/* base^exponent as exp(exponent log(base)); a base of unknown sign may be negative where the
 * exponent is an integer, and stays. */
static ex settled_power(struct store *s, ex base, ex exponent)
{
    if (ex_is_number(s, exponent))
        return settled_root(s, base, exponent);
    if (!ex_is_positive(s, base))
        return ex_pow(s, base, exponent);
    return settled_exp(s, ex_spread(s, ex_mul2(s, exponent, settled_log(s, base))));
}

/* sinh and cosh of a sum with a logarithm in it are powers; else they stay. */
static ex settled_growth(struct store *s, enum ex_op op, ex arg)
{
    bool has_log = false;
    for (size_t i = 0; i < terms_of(s, arg); i++) {
        struct rat c;
        has_log |= op_of(s, ex_split(s, term_at(s, arg, i), &c)) == EX_log;
    }
    if (!has_log)
        return ex_make(s, op, &arg, 1);
    const ex up = settled_exp(s, arg), down = settled_exp(s, ex_spread(s, ex_neg(s, arg)));
    return ex_mul2(s, s->half, op == EX_cosh ? ex_add2(s, up, down) : ex_sub(s, up, down));
}

static ex settled_call(struct store *s, enum ex_op op, const ex *a, size_t n)
{
    switch (op) {
    case EX_hold:
        return a[0];
    case EX_sin:
    case EX_cos:
        return settled_turn(s, op, a[0]);
    case EX_tan:
        return ex_div(s, settled_turn(s, EX_sin, a[0]), settled_turn(s, EX_cos, a[0]));
    case EX_sinh:
    case EX_cosh:
        return settled_growth(s, op, a[0]);
    case EX_tanh:
        return ex_div(s, settled_growth(s, EX_sinh, a[0]), settled_growth(s, EX_cosh, a[0]));
    case EX_exp:
        return settled_exp(s, a[0]);
    case EX_log:
        return settled_log(s, a[0]);
    case EX_abs:
        return settled_abs(s, a[0]);
    case EX_pow:
        return settled_power(s, a[0], a[1]);
    default:
        return ex_make(s, op, a, n);
    }
}

/* ---- rounds ---- */

static ex build(struct settling *t, size_t k)
{
    struct store *s = t->s;
    const ex x = t->r.w.at[k];
    const enum ex_op op = op_of(s, x);
    if (is_leaf(op))
        return x;
    if (want_of(s, x) == PARTS && op != EX_hold)
        return ex_over_images(&t->r, x);
    const size_t n = node_at(s, x)->n;
    ex arg[2] = {EX_POISON, EX_POISON};
    for (size_t i = 0; i < n && i < 2; i++) {
        const uint32_t place = place_of(&t->r.w, words_at(s, x)[i]);
        const bool factors = want_of(s, x) == FACTORS && i == 0;
        arg[i] = op == EX_hold ? EX_POISON : t->argument[2 * place + factors];
        if (!arg[i])
            arg[i] = factors || op == EX_hold ? t->r.image[place] : ex_expand(s, t->r.image[place]);
    }
    if (n > 2 || any_poison(arg, n))
        return EX_POISON;
    return settled_call(s, op, arg, n);
}

/* Brings the arguments of kernels of this level to their forms: [0] expanded, [1] in factors. */
static void form_arguments(struct settling *t, unsigned level, bool factors)
{
    struct store *s = t->s;
    ex *from = mem_take_array(s->mem, t->r.w.n + 1, sizeof *from);
    ex *to = mem_take_array(s->mem, t->r.w.n + 1, sizeof *to);
    uint32_t *where = mem_take_array(s->mem, t->r.w.n + 1, sizeof *where);
    size_t n = 0;
    for (size_t k = 0; k < t->r.w.n; k++) {
        const ex x = t->r.w.at[k];
        if (t->level[k] != level || is_leaf(op_of(s, x)) || want_of(s, x) == PARTS)
            continue;
        for (size_t i = 0; i < node_at(s, x)->n; i++) {
            const uint32_t place = place_of(&t->r.w, words_at(s, x)[i]);
            ex *slot = &t->argument[2 * place + factors];
            if (*slot || factors != (want_of(s, x) == FACTORS && i == 0))
                continue;
            *slot = t->r.image[place]; /* also marks it as asked for */
            from[n] = t->r.image[place];
            where[n++] = 2 * place + factors;
        }
    }
    if (n == 0)
        return;
    forms_of(s, from, n, factors ? FORM_FACTORS : FORM_ARGUMENT, to);
    for (size_t j = 0; j < n; j++)
        if (to[j])
            t->argument[where[j]] = factors ? to[j] : ex_spread(s, to[j]);
}

void settle(struct store *s, const ex *e, size_t m, bool quick, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct settling t = {.s = s, .r = rewrite_begin(s, e, m)};
    find_levels(&t);
    t.argument = mem_take_array(s->mem, 2 * t.r.w.n + 1, sizeof *t.argument);
    memset(t.argument, 0, 2 * t.r.w.n * sizeof *t.argument);
    unsigned top = 0;
    for (size_t k = 0; k < t.r.w.n; k++)
        top = t.level[k] > top ? t.level[k] : top;
    for (unsigned level = 0; level <= top; level++) {
        if (level && level <= LEVELS && !quick) {
            form_arguments(&t, level, false);
            form_arguments(&t, level, true);
        }
        for (size_t k = 0; k < t.r.w.n; k++)
            if (t.level[k] == level)
                t.r.image[k] = build(&t, k);
    }
    rewrite_end(&t.r, e, m, out);
    mem_release(s->mem, mark);
}
