/* expr/exact/residue.c -- expressions at random points of the field with EX_PRIME elements.
 *
 * A rational function of degree d that is not zero vanishes at a random point with a chance of at
 * most d / p. Kernels get values that obey their relations: an angle by t = tan of its half, roots
 * by a root of either sign. Points at which a denominator vanishes, or a radicand has no root, are
 * drawn again.
 */
#include "residue.h"

#include "../random.h"
#include "kernels.h"

#include <math.h>

enum {
    POINTS = 3,       /* at least */
    WITH_ROOTS = 100, /* with roots: a root may be a square in disguise, then signs decide */
    DRAWS = 4000,
    ENOUGH = 100, /* 2^-100 is small enough for everybody */
};

struct field {
    struct store *s;
    struct kernels k;
    uint64_t drawn;                         /* so many random numbers */
    uint64_t *free, *root, *circle, *hyper; /* values; pairs for arguments: cos and sin */
    bool *root_known;
    uint64_t *at;
};

static uint64_t mod_mul(uint64_t a, uint64_t b)
{
    return ex_row_mod(EX_mul, a, b);
}

static uint64_t draw(struct field *f)
{
    return ex_random(++f->drawn) % (EX_PRIME - 2) + 2;
}

/* A value of a^k; NO_RESIDUE for 0 to a negative power. */
static uint64_t mod_whole_power(uint64_t a, int64_t k)
{
    const uint64_t r = ex_mod_power(a, k < 0 ? 0 - (uint64_t)k : (uint64_t)k);
    return k < 0 ? ex_row_mod(EX_div, 1, r) : r;
}

/* The prime is 3 modulo 4: a^((p+1)/4) is a root of a where there is one. */
static bool mod_sqrt(uint64_t a, uint64_t *root)
{
    *root = ex_mod_power(a, (EX_PRIME + 1) / 4);
    return mod_mul(*root, *root) == a;
}

/* q = 2^j: of two roots only one has a root itself, which is the one to go on with. */
static bool mod_root(struct field *f, uint64_t a, int64_t q, uint64_t *root)
{
    for (; q > 1; q /= 2) {
        uint64_t next;
        if (q % 2 || !mod_sqrt(a, root))
            return false;
        if (q > 2 && !mod_sqrt(*root, &next))
            *root = ex_row_mod(EX_sub, 0, *root);
        a = *root;
    }
    if (draw(f) & 1)
        *root = ex_row_mod(EX_sub, 0, *root);
    return true;
}

/* ---- values of kernels ---- */

/* cos and sin, or cosh and sinh, of a basis at random. */
static bool draw_basis(struct field *f, const struct lattice *l, bool circle, uint64_t *basis)
{
    for (size_t j = 0; j < l->rank; j++) {
        const uint64_t t = draw(f), square = mod_mul(t, t);
        const uint64_t plus = ex_row_mod(EX_add, 1, square), minus = ex_row_mod(EX_sub, 1, square);
        const uint64_t below = circle ? plus : mod_mul(2, t);
        basis[2 * j] = ex_row_mod(EX_div, circle ? minus : plus, below);
        basis[2 * j + 1] =
            ex_row_mod(EX_div, circle ? mod_mul(2, t) : ex_row_mod(EX_sub, 0, minus), below);
        if (basis[2 * j] == EX_NO_RESIDUE || basis[2 * j + 1] == EX_NO_RESIDUE)
            return false;
    }
    return true;
}

/* The same for all arguments. */
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
            const uint64_t bs =
                times < 0 ? ex_row_mod(EX_sub, 0, basis[2 * j + 1]) : basis[2 * j + 1];
            for (int64_t k = 0; k < (times < 0 ? -times : times); k++) {
                const uint64_t ss = mod_mul(s, bs), cc = mod_mul(c, bc);
                s = ex_row_mod(EX_add, mod_mul(s, bc), mod_mul(c, bs));
                c = ex_row_mod(circle ? EX_sub : EX_add, cc, ss);
            }
        }
        out[2 * i] = c;
        out[2 * i + 1] = s;
    }
    return true;
}

/* Root number i of what has the value a, the same wherever it stands. */
static uint64_t value_of_root(struct field *f, size_t i, uint64_t a)
{
    if (!f->root_known[i]) {
        const struct root *root = &f->k.root[i];
        f->root_known[i] = true;
        if (root->size)
            f->root[i] = draw(f) & 1 ? a : ex_row_mod(EX_sub, 0, a);
        else if (!mod_root(f, a, root->q, &f->root[i]))
            f->root[i] = EX_NO_RESIDUE;
    }
    return f->root[i];
}

static uint64_t power_of_root(struct field *f, size_t i, uint64_t a, int64_t num, int64_t den)
{
    if (f->k.root[i].inverse != NO_ROOT) {
        i = f->k.root[i].inverse;
        a = ex_row_mod(EX_div, 1, a);
        num = -num;
    }
    if (a == EX_NO_RESIDUE)
        return a;
    const uint64_t root = value_of_root(f, i, a);
    return root == EX_NO_RESIDUE ? root : mod_whole_power(root, num * (f->k.root[i].q / den));
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
            const uint64_t factor = power_of_root(
                f, kernels_root(&f->k, ex_int(s, (int64_t)p), false), p, below ? -num : num, den);
            if (factor == EX_NO_RESIDUE)
                return factor;
            r = mod_mul(r, factor);
        }
    return r;
}

/* ---- nodes ---- */

static uint64_t value_of_fold(struct field *f, ex x, enum ex_op op)
{
    struct store *s = f->s;
    uint64_t r = op == EX_mul;
    for (size_t i = 0; i < node_at(s, x)->n; i++) {
        const uint64_t a = f->at[place_of(&f->k.w, words_at(s, x)[i])];
        if (a == EX_NO_RESIDUE)
            return a;
        r = ex_row_mod(op, r, a);
    }
    return r;
}

static uint64_t value_of_growth(struct field *f, size_t i)
{
    const uint64_t *pair = &f->hyper[2 * (size_t)f->k.index[i]];
    switch (op_of(f->s, f->k.w.at[i])) {
    case EX_exp:
        return ex_row_mod(EX_add, pair[0], pair[1]);
    case EX_pow: {
        const uint64_t base = f->at[place_of(&f->k.w, first_arg(f->s, f->k.w.at[i]))];
        const uint64_t whole =
            base == EX_NO_RESIDUE ? base : mod_whole_power(base, kernels_whole(f->s, f->k.w.at[i]));
        return whole == EX_NO_RESIDUE ? whole
                                      : mod_mul(whole, ex_row_mod(EX_add, pair[0], pair[1]));
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
    case NUMBER: {
        const struct rat c = rat_of(s, x);
        return ex_row_mod(EX_div, rat_mod(s, c, false), rat_mod(s, c, true));
    }
    case SUM:
        return value_of_fold(f, x, EX_add);
    case PRODUCT:
        return value_of_fold(f, x, EX_mul);
    case POWER:
        ex_is_int(s, words_at(s, x)[1], &num);
        return inner == EX_NO_RESIDUE ? inner : mod_whole_power(inner, num);
    case ROOT:
        ex_is_rat(s, words_at(s, x)[1], &num, &den);
        return inner == EX_NO_RESIDUE ? inner : power_of_root(f, f->k.index[i], inner, num, den);
    case SIZE:
        return inner == EX_NO_RESIDUE ? inner : value_of_root(f, f->k.index[i], inner);
    case NUMBER_ROOT:
        return value_of_number_root(f, x);
    case TURN:
        return f->circle[2 * (size_t)f->k.index[i] + (op_of(s, x) == EX_sin)];
    case GROWTH:
        return value_of_growth(f, i);
    case FREE:
        return f->free[f->k.index[i]];
    case SKIP:
    default:
        return 0;
    }
}

/* A symbol under a root gets its value from that of the root: so there is one. */
static void draw_roots(struct field *f)
{
    for (size_t i = 0; i < f->k.roots; i++) {
        const struct root *root = &f->k.root[i];
        if (root->size || root->inverse != NO_ROOT || op_of(f->s, root->base) != EX_sym)
            continue;
        f->root[i] = draw(f);
        f->root_known[i] = true;
        f->free[f->k.index[place_of(&f->k.w, root->base)]] =
            ex_mod_power(f->root[i], (uint64_t)root->q);
    }
}

static bool draw_point(struct field *f)
{
    struct mem_mark mark = mem_mark(f->s->mem);
    for (size_t i = 0; i < f->k.frees; i++)
        f->free[i] = draw(f);
    for (size_t i = 0; i < f->k.roots; i++)
        f->root_known[i] = false;
    draw_roots(f);
    const bool drawn =
        draw_pairs(f, &f->k.circle, true, f->circle) && draw_pairs(f, &f->k.hyper, false, f->hyper);
    bool good = drawn;
    for (size_t i = 0; i < f->k.w.n && good; i++) {
        f->at[i] = value_at(f, i);
        good = f->at[i] != EX_NO_RESIDUE;
    }
    mem_release(f->s->mem, mark);
    return good;
}

/* ---- degree ---- */

struct degree { /* of numerator and denominator, at most */
    double above, below;
};

static double turns_in(const struct lattice *l, size_t row)
{
    double sum = 0;
    for (size_t j = 0; j < l->rank; j++)
        sum += 2 * fabs((double)l->via[row * l->rank + j]);
    return sum;
}

static struct degree degree_of_sum(struct field *f, ex x, const struct degree *d)
{
    struct store *s = f->s;
    struct degree r = {0, 0};
    double excess = 0;
    for (size_t i = 0; i < node_at(s, x)->n; i++) {
        const struct degree a = d[place_of(&f->k.w, words_at(s, x)[i])];
        r.below += a.below;
        excess = a.above - a.below > excess ? a.above - a.below : excess;
    }
    r.above = r.below + excess;
    return r;
}

static struct degree degree_of_product(struct field *f, ex x, const struct degree *d)
{
    struct degree r = {0, 0};
    for (size_t i = 0; i < node_at(f->s, x)->n; i++) {
        const struct degree a = d[place_of(&f->k.w, words_at(f->s, x)[i])];
        r.above += a.above;
        r.below += a.below;
    }
    return r;
}

static struct degree degree_at(struct field *f, size_t i, const struct degree *d)
{
    struct store *s = f->s;
    const ex x = f->k.w.at[i];
    struct degree a = {0, 0};
    int64_t k = 0;
    switch (f->k.role[i]) {
    case SUM:
        return degree_of_sum(f, x, d);
    case PRODUCT:
        return degree_of_product(f, x, d);
    case POWER:
        ex_is_int(s, words_at(s, x)[1], &k);
        a = d[place_of(&f->k.w, first_arg(s, x))];
        return k < 0 ? (struct degree){-(double)k * a.below, -(double)k * a.above}
                     : (struct degree){(double)k * a.above, (double)k * a.below};
    case ROOT:
    case SIZE:
        a = d[place_of(&f->k.w, first_arg(s, x))];
        a.above = a.below = 8 * (a.above + a.below + 1);
        return a;
    case TURN:
        a.above = a.below = turns_in(&f->k.circle, f->k.index[i]);
        return a;
    case GROWTH:
        a.above = a.below = turns_in(&f->k.hyper, f->k.index[i]);
        if (op_of(s, x) == EX_pow) { /* x^(n + k) */
            const struct degree b = d[place_of(&f->k.w, first_arg(s, x))];
            const double more = fabs((double)kernels_whole(s, x)) * (b.above + b.below);
            a.above += more;
            a.below += more;
        }
        return a;
    default:
        return (struct degree){1, 0};
    }
}

/* log2 of the chance that a nonzero e vanishes at one point. Roots: their norm counts. */
static double chance(struct field *f, ex e)
{
    struct degree *d = mem_take_array(f->s->mem, f->k.w.n + 1, sizeof *d);
    for (size_t i = 0; i < f->k.w.n; i++)
        d[i] = degree_at(f, i, d);
    const struct degree a = d[place_of(&f->k.w, e)];
    return log2(a.above + a.below + 1) + (double)f->k.roots - 61;
}

/* ---- together ---- */

static enum residue test(struct field *f, ex e, double *doubt)
{
    const double one = chance(f, e);
    if (!(one < -8))
        return RESIDUE_NONE;
    const double points = f->k.roots ? WITH_ROOTS : fmax(POINTS, ceil(ENOUGH / -one));
    double seen = 0;
    for (int i = 0; i < DRAWS && seen < points; i++) {
        const uint64_t value = draw_point(f) ? f->at[place_of(&f->k.w, e)] : EX_NO_RESIDUE;
        if (i > 400 && (double)f->k.w.n * i > 4e6)
            break; /* it takes too long */
        if (value == EX_NO_RESIDUE)
            continue;
        if (value)
            return RESIDUE_NOT_ZERO;
        seen++;
    }
    *doubt = f->k.roots ? -seen : seen * one;
    return *doubt <= -ENOUGH ? RESIDUE_ZERO : RESIDUE_NONE;
}

static struct field field_of(struct store *s, const ex *e, size_t m)
{
    struct field f = {.s = s, .k = kernels_of(s, e, m)};
    f.free = mem_take_array(s->mem, f.k.frees + 1, sizeof *f.free);
    f.root = mem_take_array(s->mem, f.k.roots + 1, sizeof *f.root);
    f.root_known = mem_take_array(s->mem, f.k.roots + 1, sizeof *f.root_known);
    f.circle = mem_take_array(s->mem, 2 * f.k.circle.args + 1, sizeof *f.circle);
    f.hyper = mem_take_array(s->mem, 2 * f.k.hyper.args + 1, sizeof *f.hyper);
    f.at = mem_take_array(s->mem, f.k.w.n + 1, sizeof *f.at);
    return f;
}

enum residue residue_of(struct store *s, ex e, double *doubt)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct field f = field_of(s, &e, 1);
    const enum residue answer = f.k.too_many ? RESIDUE_NONE : test(&f, e, doubt);
    walk_end(s);
    mem_release(s->mem, mark);
    return answer;
}

bool residue_values(struct store *s, const ex *e, size_t m, uint64_t seed, uint64_t *out,
                    bool *roots)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct field f = field_of(s, e, m);
    bool all = false;
    const bool may = roots || !f.k.roots;
    if (roots)
        *roots = f.k.roots > 0;
    f.drawn = seed << 32;
    for (int i = 0; i < DRAWS && !all && !f.k.too_many && may; i++) {
        all = draw_point(&f);
        for (size_t j = 0; j < m && all; j++) {
            out[j] = f.at[place_of(&f.k.w, e[j])];
            all = out[j] != EX_NO_RESIDUE;
        }
    }
    walk_end(s);
    mem_release(s->mem, mark);
    return all;
}
