/* expr/exact/residue_point.c -- values of kernels at a point of a finite field.
 *
 * Kernels get values that satisfy their relations: an angle by t = tan of its half, a rational
 * multiple of pi by a root of unity, roots by the root that counts as positive, see modular.h.
 */
#include "residue_point.h"

#include "../random.h"
#include "modular.h"

static uint64_t add(const struct field *f, uint64_t a, uint64_t b)
{
    return modular_add(f->p, a, b);
}

static uint64_t sub(const struct field *f, uint64_t a, uint64_t b)
{
    return modular_sub(f->p, a, b);
}

static uint64_t mul(const struct field *f, uint64_t a, uint64_t b)
{
    return modular_mul(f->p, a, b);
}

static uint64_t draw(struct field *f)
{
    return ex_random(++f->drawn) % (f->p - 2) + 2;
}

/* ---- values of kernels ---- */

/* Random values of cos and sin, or cosh and sinh, of a basis. */
static bool draw_basis(struct field *f, const struct lattice *l, bool circle, uint64_t *basis)
{
    for (size_t j = 0; j < l->rank; j++) {
        const uint64_t t = draw(f), square = mul(f, t, t);
        const uint64_t plus = add(f, 1, square), minus = sub(f, 1, square);
        const uint64_t below = circle ? plus : mul(f, 2, t);
        basis[2 * j] = modular_div(f->p, circle ? minus : plus, below);
        basis[2 * j + 1] = modular_div(f->p, circle ? mul(f, 2, t) : sub(f, 0, minus), below);
        if (basis[2 * j] == EX_NO_RESIDUE || basis[2 * j + 1] == EX_NO_RESIDUE)
            return false;
    }
    return true;
}

/* Values of all arguments, from those of the basis. */
static bool draw_pairs(struct field *f, const struct lattice *l, bool circle, uint64_t *out)
{
    uint64_t *basis = mem_take_array(f->s->mem, 2 * l->rank + 1, sizeof *basis);
    if (!draw_basis(f, l, circle, basis))
        return false;
    for (size_t i = 0; i < l->args; i++) {
        uint64_t c = 1, s = 0;
        for (size_t j = 0; j < l->rank; j++) {
            const int64_t times = l->via[i * l->rank + j];
            const uint64_t bc = basis[2 * j];
            const uint64_t bs = times < 0 ? sub(f, 0, basis[2 * j + 1]) : basis[2 * j + 1];
            for (int64_t k = 0; k < (times < 0 ? -times : times); k++) {
                const uint64_t ss = mul(f, s, bs), cc = mul(f, c, bc);
                s = add(f, mul(f, s, bc), mul(f, c, bs));
                c = circle ? sub(f, cc, ss) : add(f, cc, ss);
            }
        }
        out[2 * i] = c;
        out[2 * i + 1] = s;
    }
    return true;
}

/* Values of all arguments of sines, with their multiples of pi. */
static bool draw_turns(struct field *f)
{
    struct modular_turn unit = {1, 0};
    uint64_t *pair = mem_take_array(f->s->mem, 2 * f->circle.args + 1, sizeof *pair);
    if (!draw_pairs(f, &f->circle, true, pair) ||
        (f->order > 1 && !modular_unit_turn(f->p, f->order, &unit)))
        return false;
    for (size_t i = 0; i < f->k.circle.args; i++) {
        const struct angle *a = &f->angle[i];
        struct modular_turn t = {1, 0};
        if (a->row != NO_ROW)
            t = (struct modular_turn){pair[2 * a->row], pair[2 * a->row + 1]};
        if (a->times)
            t = modular_turn_by(f->p, t, modular_turn_times(f->p, unit, a->times));
        f->turn[2 * i] = t.c;
        f->turn[2 * i + 1] = t.s;
    }
    return true;
}

/* Root number i of a base with the value a, the same at every occurrence. */
static uint64_t value_of_root(struct field *f, size_t i, uint64_t a)
{
    if (!f->root_known[i]) {
        const struct root *root = &f->k.root[i];
        f->root_known[i] = true;
        if (root->size)
            f->root[i] = modular_size(f->p, a);
        else if (!modular_root(f->p, a, root->q, &f->root[i]))
            f->root[i] = EX_NO_RESIDUE;
    }
    return f->root[i];
}

static uint64_t power_of_root(struct field *f, size_t i, uint64_t a, int64_t num, int64_t den)
{
    if (f->k.root[i].inverse != NO_ROOT) {
        i = f->k.root[i].inverse;
        a = modular_div(f->p, 1, a);
        num = -num;
    }
    if (a == EX_NO_RESIDUE)
        return a;
    const uint64_t root = value_of_root(f, i, a);
    return root == EX_NO_RESIDUE ? root
                                 : modular_whole_power(f->p, root, num * (f->k.root[i].q / den));
}

static uint64_t value_of_number_root(struct field *f, ex x)
{
    struct store *s = f->s;
    int64_t a = 0, b = 1, num = 0, den = 1;
    uint64_t r = 1;
    ex_is_rat(s, words_at(s, x)[1], &num, &den);
    if (!ex_is_rat(s, first_arg(s, x), &a, &b) || a <= 0)
        return EX_NO_RESIDUE;
    for (int below = 0; below < 2; below++)
        for (uint64_t rest = (uint64_t)(below ? b : a), p; rest > 1; rest /= p) {
            p = kernels_prime(rest);
            const uint64_t factor =
                power_of_root(f, kernels_root(&f->k, ex_int(s, (int64_t)p), false), p % f->p,
                              below ? -num : num, den);
            if (factor == EX_NO_RESIDUE)
                return factor;
            r = mul(f, r, factor);
        }
    return r;
}

/* ---- nodes ---- */

static uint64_t value_of_number(const struct field *f, struct rat c)
{
    const int64_t p = (int64_t)f->p;
    if (c.d == 1 && c.n > -p && c.n < p)
        return c.n < 0 ? (uint64_t)(c.n + p) : (uint64_t)c.n;
    return modular_div(f->p, rat_mod(f->s, c, false, f->p), rat_mod(f->s, c, true, f->p));
}

static uint64_t value_of_fold(struct field *f, ex x, bool product)
{
    struct store *s = f->s;
    uint64_t r = product;
    for (size_t i = 0; i < node_at(s, x)->n; i++) {
        const uint64_t a = f->at[place_of(&f->k.w, words_at(s, x)[i])];
        if (a == EX_NO_RESIDUE)
            return a;
        r = product ? mul(f, r, a) : add(f, r, a);
    }
    return r;
}

static uint64_t value_of_growth(struct field *f, size_t i)
{
    const uint64_t *pair = &f->hyper[2 * (size_t)f->k.index[i]];
    switch (op_of(f->s, f->k.w.at[i])) {
    case EX_exp:
        return add(f, pair[0], pair[1]);
    case EX_pow: {
        const uint64_t base = f->at[place_of(&f->k.w, first_arg(f->s, f->k.w.at[i]))];
        const uint64_t whole =
            base == EX_NO_RESIDUE
                ? base
                : modular_whole_power(f->p, base, kernels_whole(f->s, f->k.w.at[i]));
        return whole == EX_NO_RESIDUE ? whole : mul(f, whole, add(f, pair[0], pair[1]));
    }
    case EX_sinh:
        return pair[1];
    default:
        return pair[0];
    }
}

static uint64_t value_at(struct field *f, size_t i)
{
    struct store *s = f->s;
    const ex x = f->k.w.at[i];
    const uint64_t inner =
        is_leaf(op_of(s, x)) || !node_at(s, x)->n ? 0 : f->at[place_of(&f->k.w, first_arg(s, x))];
    int64_t num = 0, den = 1;
    switch (f->k.role[i]) {
    case NUMBER:
        return value_of_number(f, rat_of(s, x));
    case SUM:
        return value_of_fold(f, x, false);
    case PRODUCT:
        return value_of_fold(f, x, true);
    case POWER:
        ex_is_int(s, words_at(s, x)[1], &num);
        return inner == EX_NO_RESIDUE ? inner : modular_whole_power(f->p, inner, num);
    case ROOT:
        ex_is_rat(s, words_at(s, x)[1], &num, &den);
        return inner == EX_NO_RESIDUE ? inner : power_of_root(f, f->k.index[i], inner, num, den);
    case SIZE:
        return inner == EX_NO_RESIDUE ? inner : value_of_root(f, f->k.index[i], inner);
    case NUMBER_ROOT:
        return value_of_number_root(f, x);
    case TURN:
        return f->turn[2 * (size_t)f->k.index[i] + (op_of(s, x) == EX_sin)];
    case GROWTH:
        return value_of_growth(f, i);
    case FREE:
        return f->free[f->k.index[i]];
    case SKIP:
    default:
        return 0;
    }
}

/* A symbol under a root gets its value from a random value of the root, so that the root exists. */
static void draw_roots(struct field *f)
{
    for (size_t i = 0; i < f->k.roots; i++) {
        const struct root *root = &f->k.root[i];
        if (root->size || root->inverse != NO_ROOT || op_of(f->s, root->base) != EX_sym)
            continue;
        f->root[i] = draw(f);
        if (root->q % 2 == 0)
            f->root[i] = modular_size(f->p, f->root[i]);
        f->root_known[i] = true;
        f->free[f->k.index[place_of(&f->k.w, root->base)]] =
            modular_power(f->p, f->root[i], (uint64_t)root->q);
    }
}

static void draw_free(struct field *f)
{
    for (size_t i = 0; i < f->k.frees; i++) {
        f->free[i] = draw(f);
        if (f->special && op_of(f->s, f->k.free[i]) == EX_sym &&
            ex_assumed(f->s, f->k.free[i]) & EX_POSITIVE)
            f->free[i] = modular_size(f->p, f->free[i]);
    }
}

bool residue_point(struct field *f)
{
    struct mem_mark mark = mem_mark(f->s->mem);
    f->p = f->special ? modular_prime(f->draws++) : EX_PRIME;
    draw_free(f);
    for (size_t i = 0; i < f->k.roots; i++)
        f->root_known[i] = false;
    draw_roots(f);
    const bool drawn = draw_turns(f) && draw_pairs(f, &f->k.hyper, false, f->hyper);
    bool good = drawn;
    for (size_t i = 0; i < f->k.w.n && good; i++) {
        f->at[i] = value_at(f, i);
        good = f->at[i] != EX_NO_RESIDUE;
    }
    mem_release(f->s->mem, mark);
    return good;
}

/* ---- angles ---- */

/* a = rest + num pi / den; false: num or den is out of range. */
static bool split_pi(struct store *s, ex a, ex *rest, int64_t *num, int64_t *den)
{
    *rest = a;
    *num = 0;
    *den = 1;
    for (size_t i = 0; i < terms_of(s, a); i++) {
        struct rat c;
        const ex term = term_at(s, a, i);
        if (ex_split(s, term, &c) != s->pi)
            continue;
        *rest = ex_sub(s, a, term);
        *num = c.n;
        *den = c.d;
        return c.d > 0;
    }
    return true;
}

/* Separates multiples of pi from the arguments of sines. False: an angle has no value. */
static bool find_angles(struct field *f)
{
    enum { LARGEST = 1000 };
    struct store *s = f->s;
    const size_t n = f->k.circle.args;
    ex *rest = mem_take_array(s->mem, n + 1, sizeof *rest);
    ex *some = mem_take_array(s->mem, n + 1, sizeof *some);
    int64_t *num = mem_take_array(s->mem, n + 1, sizeof *num);
    int64_t *den = mem_take_array(s->mem, n + 1, sizeof *den);
    size_t count = 0;
    f->order = 1;
    for (size_t i = 0; i < n; i++) {
        if (!split_pi(s, f->k.circle.arg[i], &rest[i], &num[i], &den[i]) || den[i] > LARGEST)
            return false;
        for (uint64_t order = f->order; num[i] && f->order % (2 * (uint64_t)den[i]);)
            f->order += order; /* the least common multiple */
        if (f->order > (uint64_t)LARGEST * LARGEST)
            return false;
        if (rest[i] != s->zero)
            some[count++] = rest[i];
    }
    f->circle = f->order > 1 ? lattice_of(s, some, count) : f->k.circle;
    for (size_t i = 0; i < n; i++) {
        const int64_t order = (int64_t)f->order, step = order / (2 * den[i]);
        f->angle[i].row = rest[i] == s->zero ? NO_ROW
                          : f->order > 1     ? lattice_find(s, &f->circle, rest[i])
                                             : i;
        f->angle[i].times = num[i] ? num[i] % (2 * den[i]) * step : 0;
    }
    return !f->circle.too_many;
}

struct field residue_field_of(struct store *s, const ex *e, size_t m)
{
    struct field f = {.s = s, .k = kernels_of(s, e, m), .p = EX_PRIME, .order = 1};
    f.free = mem_take_array(s->mem, f.k.frees + 1, sizeof *f.free);
    f.root = mem_take_array(s->mem, f.k.roots + 1, sizeof *f.root);
    f.root_known = mem_take_array(s->mem, f.k.roots + 1, sizeof *f.root_known);
    f.angle = mem_take_array(s->mem, f.k.circle.args + 1, sizeof *f.angle);
    f.turn = mem_take_array(s->mem, 2 * f.k.circle.args + 1, sizeof *f.turn);
    f.hyper = mem_take_array(s->mem, 2 * f.k.hyper.args + 1, sizeof *f.hyper);
    f.at = mem_take_array(s->mem, f.k.w.n + 1, sizeof *f.at);
    f.k.too_many = f.k.too_many || !find_angles(&f);
    f.special = f.k.roots > 0 || f.order > 1;
    return f;
}
