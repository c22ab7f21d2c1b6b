/* expr/exact/residue.c -- expressions at random points of a finite field: are they zero?
 *
 * A rational function of degree d that is not zero vanishes at a random point with a probability of
 * at most d / p. Points at which a denominator vanishes, or a radicand has no root, are drawn
 * again.
 */
#include "residue.h"

#include "residue_point.h"

#include <math.h>

enum {
    POINTS = 3,       /* least number of points */
    WITH_ROOTS = 100, /* with roots: the sign matters where a radicand is a square in disguise */
    DRAWS = 4000,
    ENOUGH = 100, /* bits: an error probability of 2^-100 is accepted */
};

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
        if (f->angle[f->k.index[i]].row != NO_ROW)
            a.above = a.below = turns_in(&f->circle, f->angle[f->k.index[i]].row);
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

/* log2 of the probability that a nonzero e vanishes at one point. With roots, the degree is that of
 * the norm. */
static double chance(struct field *f, ex e)
{
    struct degree *d = mem_take_array(f->s->mem, f->k.w.n + 1, sizeof *d);
    for (size_t i = 0; i < f->k.w.n; i++)
        d[i] = degree_at(f, i, d);
    const struct degree a = d[place_of(&f->k.w, e)];
    return log2(a.above + a.below + 1) + (double)f->k.roots - 61;
}

/* ---- decision ---- */

static enum residue test(struct field *f, ex e, double *doubt)
{
    const double one = chance(f, e);
    if (!(one < -8))
        return RESIDUE_NONE;
    const double points = f->special ? WITH_ROOTS : fmax(POINTS, ceil(ENOUGH / -one));
    double seen = 0;
    for (int i = 0; i < DRAWS && seen < points; i++) {
        const uint64_t value = residue_point(f) ? f->at[place_of(&f->k.w, e)] : EX_NO_RESIDUE;
        if (i > 400 && (double)f->k.w.n * i > 4e6)
            break; /* the work limit was reached */
        if (value == EX_NO_RESIDUE)
            continue;
        if (value)
            return RESIDUE_NOT_ZERO;
        seen++;
    }
    *doubt = f->special ? -seen : seen * one;
    return *doubt <= -ENOUGH ? RESIDUE_ZERO : RESIDUE_NONE;
}

enum residue residue_of(struct store *s, ex e, double *doubt)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct field f = residue_field_of(s, &e, 1);
    const enum residue answer = f.k.too_many ? RESIDUE_NONE : test(&f, e, doubt);
    walk_end(s);
    mem_release(s->mem, mark);
    return answer;
}

/* Is each term of the argument a product of whole powers of symbols, up to a constant factor? */
static bool is_plain(const struct store *s, ex argument)
{
    for (size_t i = 0; i < terms_of(s, argument); i++) {
        struct rat c;
        const ex term = ex_split(s, term_at(s, argument, i), &c);
        const bool product = op_of(s, term) == EX_mul;
        size_t symbols = 0;
        for (size_t j = 0; j < (product ? node_at(s, term)->n : 1); j++) {
            const ex factor = product ? words_at(s, term)[j] : term;
            int64_t k = 0;
            if (op_of(s, factor) == EX_pi)
                continue;
            if (op_of(s, factor) != EX_sym &&
                (op_of(s, factor) != EX_pow || op_of(s, first_arg(s, factor)) != EX_sym ||
                 !ex_is_int(s, words_at(s, factor)[1], &k)))
                return false;
            symbols++;
        }
        if (symbols == 0)
            return false;
    }
    return true;
}

static bool all_plain(const struct store *s, const struct lattice *l)
{
    for (size_t i = 0; i < l->rank; i++)
        if (!is_plain(s, l->basis[i]))
            return false;
    return true;
}

/* Are the kernels independent except for the relations that the values satisfy? Then a nonzero
 * value proves that the expression is not zero. Roots may have other signs; logarithms and inverse
 * functions may be related; the independence of exp(1) and pi is not known. Exponentials of
 * rational functions that are independent over the integers, up to constants, are algebraically
 * independent (Ax 1971); of other arguments, as atan(x) or (x^2 - 1)/(x - 1), the lattice does not
 * know what depends on what. */
static bool is_faithful(const struct field *f)
{
    for (size_t i = 0; i < f->k.frees; i++)
        if (op_of(f->s, f->k.free[i]) != EX_sym && op_of(f->s, f->k.free[i]) != EX_pi)
            return false;
    return !f->special && all_plain(f->s, &f->circle) && all_plain(f->s, &f->k.hyper);
}

bool residue_values(struct store *s, const ex *e, size_t m, uint64_t seed, uint64_t *out,
                    struct residue_field *field)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct field f = residue_field_of(s, e, m);
    bool all = false;
    const bool may = field || !f.special;
    f.drawn = seed << 32;
    f.draws = (unsigned)(seed * 7);
    for (int i = 0; i < DRAWS && !all && !f.k.too_many && may; i++) {
        all = residue_point(&f);
        for (size_t j = 0; j < m && all; j++) {
            out[j] = f.at[place_of(&f.k.w, e[j])];
            all = out[j] != EX_NO_RESIDUE;
        }
    }
    if (field)
        *field = (struct residue_field){f.p, f.special, all && is_faithful(&f)};
    walk_end(s);
    mem_release(s->mem, mark);
    return all;
}
