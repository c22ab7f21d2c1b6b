/* expr/exact/shape.c -- alternative shapes of a fraction, and the choice of the cheapest.
 *
 * A polynomial is offered as a sum of terms, with sin^2 and cos^2 where either saves terms, with
 * common factors of terms taken out, and with products of sines and cosines written as those of
 * sums of angles; as a product of its factors, each in its best shape; a fraction over a single
 * term also term by term.
 */
#include "shape.h"

#include <string.h>

enum {
    LONG = 3000,    /* terms: longer polynomials are only written out */
    FACTORED = 600, /* terms: longer ones are not factored */
    FOLDED = 300,   /* terms: longer ones are not folded */
    SHORT = 24,     /* terms: these are collected by every generator in turn */
    WAVES = 24,     /* sums of angles that a contracted polynomial may have */
    NESTED = 40,    /* depth of common factors */
};

size_t shape_cost(struct store *s, ex e)
{
    return e ? ex_operations(s, &e, 1) : SIZE_MAX;
}

struct choice {
    struct store *s;
    ex best;
    size_t cost;
};

static struct choice no_choice(struct ring *r)
{
    return (struct choice){r->s, EX_POISON, SIZE_MAX};
}

static void offer(struct choice *c, ex e)
{
    const size_t cost = shape_cost(c->s, e);
    if (cost < c->cost) {
        c->best = e;
        c->cost = cost;
    }
}

/* ---- sin^2 and cos^2 ---- */

/* a M - a M cos^2 = a M sin^2, and a M cosh^2 - a M = a M sinh^2: one term for two. */
static bool fold_once(struct ring *r, poly *p, slong odd, ulong *power, fmpz *a, fmpz *b)
{
    const slong even = r->gen[odd].partner;
    for (slong i = 0; i < p->length; i++) {
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        fmpz_mpoly_get_term_coeff_fmpz(a, p, i, r->ctx);
        power[even] += 2;
        fmpz_mpoly_get_coeff_fmpz_ui(b, p, power, r->ctx);
        fmpz_neg(b, b);
        if (!fmpz_equal(a, b))
            continue;
        fmpz_zero(b);
        fmpz_mpoly_set_coeff_fmpz_ui(p, b, power, r->ctx);
        power[even] -= 2;
        fmpz_mpoly_set_coeff_fmpz_ui(p, b, power, r->ctx);
        power[odd] += 2;
        fmpz_mpoly_get_coeff_fmpz_ui(b, p, power, r->ctx);
        if (r->gen[odd].kind == GEN_SINH)
            fmpz_neg(a, a);
        fmpz_add(a, a, b);
        fmpz_mpoly_set_coeff_fmpz_ui(p, a, power, r->ctx);
        return true;
    }
    return false;
}

/* False: nothing to fold; out is initialised in any case. */
static bool folded(struct ring *r, poly *out, const poly *p)
{
    bool any = false;
    poly_copy(r, out, p);
    if (p->length > FOLDED)
        return false;
    struct mem_mark mark = mem_mark(r->s->mem);
    ulong *power = mem_take_array(r->s->mem, (size_t)r->n, sizeof *power);
    fmpz a, b;
    fmpz_init(&a);
    fmpz_init(&b);
    for (slong g = 0; g < r->n; g++)
        if ((r->gen[g].kind == GEN_SIN || r->gen[g].kind == GEN_SINH) &&
            poly_degree(r, out, r->gen[g].partner) > 1)
            while (fold_once(r, out, g, power, &a, &b)) {
                any = true;
                deep_work((uint64_t)out->length);
            }
    fmpz_clear(&a);
    fmpz_clear(&b);
    mem_release(r->s->mem, mark);
    return any;
}

/* ---- common factors of terms ---- */

/* The generator that occurs in the most terms, if in two or more, and its least power there. */
static slong most_common(struct ring *r, const poly *p, ulong *least)
{
    slong best = -1;
    size_t most = 1;
    for (slong g = 0; g < r->n; g++) {
        size_t count = 0;
        ulong low = 0;
        for (slong i = 0; i < p->length; i++) {
            const ulong k = fmpz_mpoly_get_term_var_exp_ui(p, i, g, r->ctx);
            count += k > 0;
            low = k > 0 && (low == 0 || k < low) ? k : low;
        }
        if (count > most) {
            most = count;
            best = g;
            *least = low;
        }
    }
    deep_work((uint64_t)p->length * (uint64_t)r->n / 8 + 1);
    return best;
}

/* p = g^k with + without */
static void part(struct ring *r, const poly *p, slong g, ulong k, poly *with, poly *without)
{
    ulong *power = mem_take_array(r->s->mem, (size_t)r->n, sizeof *power);
    poly_new(r, with);
    poly_new(r, without);
    for (slong i = 0; i < p->length; i++) {
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        const bool has = power[g] > 0;
        power[g] -= has ? k : 0;
        fmpz_mpoly_push_term_fmpz_ui(has ? with : without, p->coeffs + i, power, r->ctx);
    }
    fmpz_mpoly_sort_terms(with, r->ctx);
    fmpz_mpoly_sort_terms(without, r->ctx);
}

/* Factors out the most common generator (at first `by`, if it is a generator), repeatedly.
 * Cofactors are collected in the same way, no deeper than NESTED.
 * NOLINTNEXTLINE(misc-no-recursion) */
static ex collected(struct ring *r, const poly *p, slong by, int depth)
{
    struct store *s = r->s;
    ex sum = s->zero;
    poly rest;
    poly_copy(r, &rest, p);
    for (;;) {
        poly with, without;
        ulong k = 0;
        slong g = depth < NESTED ? most_common(r, &rest, &k) : -1;
        if (g < 0)
            break;
        if (by >= 0) {
            g = by;
            k = 1;
            by = -1;
        }
        part(r, &rest, g, k, &with, &without);
        sum = ex_add2(s, sum, ex_mul2(s, gen_power(r, g, k), collected(r, &with, -1, depth + 1)));
        poly_drop(r, &rest);
        poly_drop(r, &with);
        rest = without;
    }
    sum = ex_add2(s, sum, poly_ex(r, &rest));
    poly_drop(r, &rest);
    return sum;
}

/* ---- products of sines and cosines as sums of angles ---- */

/* With z = exp(i angle) and the power `shift` of 2z multiplied in, cos becomes z^2 + 1 and sin
 * -i (z^2 - 1); z replaces cos. */
struct wave_form {
    poly re, im;
    ulong *shift; /* by generator: of cos */
    ulong twos;
};

static void add_times(struct ring *r, poly *sum, const poly *a, const poly *b, bool minus)
{
    poly t;
    poly_new(r, &t);
    poly_mul(r, &t, a, b);
    if (minus)
        fmpz_mpoly_sub(sum, sum, &t, r->ctx);
    else
        fmpz_mpoly_add(sum, sum, &t, r->ctx);
    poly_drop(r, &t);
}

static void z_form(struct ring *r, poly *out, slong z, ulong a, ulong b, ulong c)
{
    poly square, t;
    poly_gen(r, &square, z);
    fmpz_mpoly_pow_ui(&square, &square, 2, r->ctx);
    poly_new(r, out);
    fmpz_mpoly_one(out, r->ctx);
    poly_new(r, &t);
    for (ulong i = 0; i < a + b; i++) {
        if (i < a)
            fmpz_mpoly_sub_ui(&t, &square, 1, r->ctx);
        else
            fmpz_mpoly_add_ui(&t, &square, 1, r->ctx);
        fmpz_mpoly_mul(out, out, &t, r->ctx);
    }
    poly_gen(r, &t, z);
    fmpz_mpoly_pow_ui(&t, &t, c, r->ctx);
    fmpz_mpoly_mul(out, out, &t, r->ctx);
    fmpz_mpoly_scalar_mul_ui(out, out, (ulong)1 << c, r->ctx);
    poly_drop(r, &square);
}

/* Degree of every term in sin and cos of a pair, at most. */
static ulong pair_degree(struct ring *r, const poly *p, slong odd)
{
    ulong most = 0;
    for (slong i = 0; i < p->length; i++) {
        const ulong k = fmpz_mpoly_get_term_var_exp_ui(p, i, odd, r->ctx) +
                        fmpz_mpoly_get_term_var_exp_ui(p, i, r->gen[odd].partner, r->ctx);
        most = k > most ? k : most;
    }
    return most;
}

static void unwind(struct ring *r, struct wave_form *w, slong odd, ulong degree)
{
    const slong even = r->gen[odd].partner;
    slong vars[2] = {odd, even};
    poly re, im, c, z;
    poly_new(r, &re);
    poly_new(r, &im);
    poly_new(r, &c);
    for (ulong a = 0; a <= 1; a++)
        for (ulong b = 0; a + b <= degree; b++) {
            ulong power[2] = {a, b};
            z_form(r, &z, even, a, b, degree - a - b);
            fmpz_mpoly_get_coeff_vars_ui(&c, &w->re, vars, power, 2, r->ctx);
            add_times(r, a ? &im : &re, &c, &z, a); /* -i re */
            fmpz_mpoly_get_coeff_vars_ui(&c, &w->im, vars, power, 2, r->ctx);
            add_times(r, a ? &re : &im, &c, &z, false); /* -i i im = im */
            poly_drop(r, &z);
        }
    fmpz_mpoly_swap(&w->re, &re, r->ctx);
    fmpz_mpoly_swap(&w->im, &im, r->ctx);
    poly_drop(r, &re);
    poly_drop(r, &im);
    poly_drop(r, &c);
    w->shift[even] = degree;
    w->twos += degree;
}

/* Sign of the first multiple that is not 0: z^k and z^-k make one wave. */
static int direction(struct ring *r, const struct wave_form *w, const ulong *power)
{
    for (slong g = 0; g < r->n; g++)
        if (r->gen[g].kind == GEN_COS && power[g] != w->shift[g])
            return power[g] > w->shift[g] ? 1 : -1;
    return 0;
}

/* The wave of a term: its angle, and the term without it. */
static ex angle_of(struct ring *r, const struct wave_form *w, ulong *power)
{
    struct store *s = r->s;
    ex sum = s->zero;
    for (slong g = 0; g < r->n; g++) {
        if (r->gen[g].kind != GEN_COS)
            continue;
        const int64_t k = (int64_t)power[g] - (int64_t)w->shift[g];
        power[g] = 0;
        if (k)
            sum = ex_add2(s, sum, ex_mul2(s, ex_int(s, k), r->gen[g].angle));
    }
    return ex_spread(s, sum);
}

struct waves {
    ex angle[WAVES];
    poly part[WAVES][2]; /* with cos, with sin */
    size_t n;
};

static bool gather(struct ring *r, const struct wave_form *w, bool imaginary, struct waves *out)
{
    const poly *p = imaginary ? &w->im : &w->re;
    ulong *power = mem_take_array(r->s->mem, (size_t)r->n, sizeof *power);
    fmpz c;
    fmpz_init(&c);
    for (slong i = 0; i < p->length; i++) {
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        const int way = direction(r, w, power);
        if (way < 0)
            continue;
        fmpz_mul_si(&c, p->coeffs + i, way == 0 ? 1 : imaginary ? -2 : 2);
        const ex angle = angle_of(r, w, power);
        size_t k = 0;
        while (k < out->n && out->angle[k] != angle)
            k++;
        if (k == WAVES)
            return false;
        if (k == out->n) {
            out->angle[out->n++] = angle;
            poly_new(r, &out->part[k][0]);
            poly_new(r, &out->part[k][1]);
        }
        fmpz_mpoly_push_term_fmpz_ui(&out->part[k][imaginary], &c, power, r->ctx);
    }
    fmpz_clear(&c);
    return true;
}

static ex written(struct ring *r, const poly *p);

static ex contracted(struct ring *r, const poly *p)
{
    struct store *s = r->s;
    struct wave_form w = {.shift = mem_take_array(s->mem, (size_t)r->n, sizeof *w.shift)};
    struct waves *waves = mem_take(s->mem, sizeof *waves);
    ulong total = 0;
    waves->n = 0;
    memset(w.shift, 0, (size_t)r->n * sizeof *w.shift);
    poly_copy(r, &w.re, p);
    poly_new(r, &w.im);
    for (slong g = 0; g < r->n; g++) {
        const ulong degree = r->gen[g].kind == GEN_SIN ? pair_degree(r, p, g) : 0;
        total += degree;
        if (total > 12 || p->length > 64)
            return EX_POISON;
        if (degree)
            unwind(r, &w, g, degree);
    }
    if (total < 2 || !gather(r, &w, false, waves) || !gather(r, &w, true, waves))
        return EX_POISON;
    ex sum = s->zero;
    for (size_t k = 0; k < waves->n; k++)
        for (int sine = 0; sine < 2; sine++) {
            poly *part = &waves->part[k][sine];
            fmpz_mpoly_sort_terms(part, r->ctx);
            fmpz_mpoly_combine_like_terms(part, r->ctx);
            const ex wave = sine ? ex_sin(s, waves->angle[k]) : ex_cos(s, waves->angle[k]);
            sum = ex_add2(s, sum, ex_mul2(s, written(r, part), wave));
        }
    return ex_mul2(s, sum, ex_pow(s, ex_int(s, 2), ex_int(s, -(int64_t)w.twos)));
}

/* ---- polynomials ---- */

/* As a sum, or with common factors of its terms factored out. */
static ex written(struct ring *r, const poly *p)
{
    struct choice c = no_choice(r);
    offer(&c, poly_ex(r, p));
    if (p->length > 1 && p->length <= LONG)
        offer(&c, collected(r, p, -1, 0));
    for (slong g = 0; g < r->n && p->length > 2 && p->length <= SHORT; g++)
        if (poly_degree(r, p, g) > 0)
            offer(&c, collected(r, p, g, 0));
    return c.best;
}

static ex as_sum(struct ring *r, const poly *p)
{
    struct choice c = no_choice(r);
    struct mem_mark mark = mem_mark(r->s->mem);
    poly f;
    offer(&c, written(r, p));
    if (folded(r, &f, p))
        offer(&c, written(r, &f));
    poly_drop(r, &f);
    const ex sum_of_angles = contracted(r, p); /* no gain if it saves one operation only */
    if (sum_of_angles && shape_cost(r->s, sum_of_angles) + 1 < c.cost)
        offer(&c, sum_of_angles);
    mem_release(r->s->mem, mark);
    return c.best;
}

static ex as_product(struct ring *r, const poly *p, ex (*inner)(struct ring *r, const poly *p))
{
    struct store *s = r->s;
    fmpz_mpoly_factor_t f;
    if (p->length > FACTORED)
        return inner(r, p);
    fmpz_mpoly_factor_init(f, r->ctx);
    deep_work((uint64_t)p->length * 16);
    if (!fmpz_mpoly_factor(f, p, r->ctx))
        return inner(r, p);
    fmpz_mpoly_factor_sort(f, r->ctx);
    ex e = fmpz_ex(s, f->constant);
    for (slong i = 0; i < f->num; i++)
        e = ex_mul2(s, e, ex_powi(s, inner(r, f->poly + i), fmpz_get_si(f->exp + i)));
    fmpz_mpoly_factor_clear(f, r->ctx);
    return e;
}

enum { SHAPES = 3 };
static void shapes_of(struct ring *r, const poly *p, ex out[SHAPES])
{
    poly f;
    out[0] = as_sum(r, p);
    out[1] = p->length > 1 ? as_product(r, p, as_sum) : EX_POISON;
    out[2] = folded(r, &f, p) ? as_product(r, &f, written) : EX_POISON;
    poly_drop(r, &f);
}

/* ---- fractions ---- */

static ex term_by_term(struct ring *r, const struct quotient *q)
{
    struct store *s = r->s;
    const ex over = ex_powi(s, poly_ex(r, &q->den), -1);
    ex sum = s->zero;
    for (slong i = 0; i < q->num.length; i++) {
        poly t;
        poly_new(r, &t);
        fmpz_mpoly_get_term(&t, &q->num, i, r->ctx);
        sum = ex_add2(s, sum, ex_mul2(s, poly_ex(r, &t), over));
        poly_drop(r, &t);
    }
    return sum;
}

/* ---- exponentials as units ----
 * exp(x) never vanishes, so a fraction may be multiplied above and below by any exponential. The
 * one is chosen that makes the lowest exponent of the denominator 0, in an order that does not
 * depend on the basis of the exponents. */

/* The exponent of a term: the sum of those of its exponentials. The powers are set to 0. */
static ex exponent_of(struct ring *r, ulong *power)
{
    struct store *s = r->s;
    ex sum = s->zero;
    for (slong g = 0; g < r->n; g++)
        if (power[g] && r->gen[g].exponent) {
            sum = ex_add2(s, sum, ex_mul2(s, ex_int(s, (int64_t)power[g]), r->gen[g].exponent));
            power[g] = 0;
        }
    return ex_spread(s, sum);
}

static bool is_lower(struct store *s, ex a, ex b)
{
    struct rat c;
    const ex difference = ex_spread(s, ex_sub(s, a, b));
    ex_split(s, op_of(s, difference) == EX_add ? first_arg(s, difference) : difference, &c);
    return rat_sign(s, c) < 0;
}

static bool has_exponentials(struct ring *r)
{
    for (slong g = 0; g < r->n; g++)
        if (r->gen[g].exponent)
            return true;
    return false;
}

static ex lowest_exponent(struct ring *r, const poly *p)
{
    struct mem_mark mark = mem_mark(r->s->mem);
    ulong *power = mem_take_array(r->s->mem, (size_t)r->n, sizeof *power);
    ex lowest = EX_POISON;
    for (slong i = 0; i < p->length; i++) {
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        const ex e = exponent_of(r, power);
        if (!lowest || is_lower(r->s, e, lowest))
            lowest = e;
    }
    mem_release(r->s->mem, mark);
    return lowest;
}

/* p exp(-by) as a sum of terms */
static ex shifted(struct ring *r, const poly *p, ex by)
{
    struct store *s = r->s;
    struct mem_mark mark = mem_mark(s->mem);
    ulong *power = mem_take_array(s->mem, (size_t)r->n, sizeof *power);
    ex *term = mem_take_array(s->mem, (size_t)p->length + 1, sizeof *term);
    for (slong i = 0; i < p->length; i++) {
        poly t;
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        const ex exponent = ex_sub(s, exponent_of(r, power), by);
        poly_new(r, &t);
        fmpz_mpoly_push_term_fmpz_ui(&t, p->coeffs + i, power, r->ctx);
        term[i] = ex_mul2(s, poly_ex(r, &t), exponential(s, exponent));
        poly_drop(r, &t);
    }
    const ex e = ex_add(s, term, (size_t)p->length);
    mem_release(s->mem, mark);
    return e;
}

/* The sign is that which gives the denominator a positive first term, as it is printed. */
ex shape_expanded(struct ring *r, const struct quotient *q)
{
    struct store *s = r->s;
    const bool grows = has_exponentials(r);
    const ex by = grows ? lowest_exponent(r, &q->den) : s->zero;
    ex below = grows ? shifted(r, &q->den, by) : poly_ex(r, &q->den), above;
    bool minus = false;
    below = below ? ex_upright(s, below, &minus) : below;
    poly num;
    poly_copy(r, &num, &q->num);
    if (minus)
        fmpz_mpoly_neg(&num, &num, r->ctx);
    above = grows ? shifted(r, &num, by) : poly_ex(r, &num);
    poly_drop(r, &num);
    return ex_div(s, above, below);
}

/* With sin^2 for 1 - cos^2, which would be two factors. */
static ex folded_product(struct ring *r, const poly *p)
{
    poly f;
    folded(r, &f, p);
    const ex e = as_product(r, &f, poly_ex);
    poly_drop(r, &f);
    return e;
}

ex shape_factors(struct ring *r, const struct quotient *q)
{
    return ex_div(r->s, folded_product(r, &q->num), folded_product(r, &q->den));
}

static void offer_fraction(struct choice *c, struct ring *r, const struct quotient *q)
{
    ex above[SHAPES], below[SHAPES];
    shapes_of(r, &q->num, above);
    shapes_of(r, &q->den, below);
    for (int i = 0; i < SHAPES; i++)
        for (int j = 0; j < SHAPES; j++)
            if (above[i] && below[j])
                offer(c, ex_div(c->s, above[i], below[j]));
    if (q->den.length == 1 && q->num.length > 1 && q->num.length <= FOLDED)
        offer(c, term_by_term(r, q));
}

/* ---- tangents ---- */

/* p with s^2 + c^2 (or c^2 - s^2) multiplied into terms of a lower degree until all have the same,
 * and then c set to 1. False when the degrees differ by odd numbers. */
static bool in_tangent(struct ring *r, poly *p, slong odd, ulong degree)
{
    const slong even = r->gen[odd].partner;
    const bool circle = r->gen[odd].kind == GEN_SIN;
    ulong *power = mem_take_array(r->s->mem, (size_t)r->n, sizeof *power);
    poly out;
    fmpz c;
    fmpz_init(&c);
    poly_new(r, &out);
    for (slong i = 0; i < p->length; i++) {
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        const ulong missing = degree - power[odd] - power[even], base = power[odd];
        if (missing % 2)
            return false;
        power[even] = 0;
        for (ulong j = 0; j <= missing / 2; j++) {
            fmpz_bin_uiui(&c, missing / 2, j);
            fmpz_mul(&c, &c, p->coeffs + i);
            if (!circle && j % 2)
                fmpz_neg(&c, &c);
            power[odd] = base + 2 * j;
            fmpz_mpoly_push_term_fmpz_ui(&out, &c, power, r->ctx);
        }
    }
    fmpz_mpoly_sort_terms(&out, r->ctx);
    fmpz_mpoly_combine_like_terms(&out, r->ctx);
    fmpz_mpoly_swap(p, &out, r->ctx);
    poly_drop(r, &out);
    fmpz_clear(&c);
    return true;
}

/* Does cos divide p? Then tan adds no new pole. */
static bool has_cosine(struct ring *r, const poly *p, slong odd)
{
    poly c, q;
    poly_gen(r, &c, r->gen[odd].partner);
    poly_new(r, &q);
    const bool found = fmpz_mpoly_divides(&q, p, &c, r->ctx);
    poly_drop(r, &c);
    poly_drop(r, &q);
    return found;
}

/* Writes q in tan (tanh) of one angle, if possible; the generator of sin then represents it. */
static bool tangent(struct ring *r, struct quotient *q, slong odd)
{
    const ulong n = pair_degree(r, &q->num, odd), d = pair_degree(r, &q->den, odd);
    const ulong most = n > d ? n : d;
    poly g, a, b;
    if (r->gen[odd].kind == GEN_SIN && !has_cosine(r, &q->den, odd))
        return false;
    if (most == 0 || most > 40 || !in_tangent(r, &q->num, odd, most) ||
        !in_tangent(r, &q->den, odd, most))
        return false;
    poly_new(r, &g);
    poly_new(r, &a);
    poly_new(r, &b);
    if (!fmpz_mpoly_gcd_cofactors(&g, &a, &b, &q->num, &q->den, r->ctx))
        return false;
    fmpz_mpoly_swap(&q->num, &a, r->ctx);
    fmpz_mpoly_swap(&q->den, &b, r->ctx);
    return true;
}

static void offer_tangents(struct choice *c, struct ring *r, const struct quotient *q)
{
    for (slong g = 0; g < r->n; g++) {
        struct gen *gen = &r->gen[g];
        const struct gen before = *gen;
        struct quotient t;
        if (gen->kind != GEN_SIN && gen->kind != GEN_SINH)
            continue;
        poly_copy(r, &t.num, &q->num);
        poly_copy(r, &t.den, &q->den);
        if (tangent(r, &t, g)) {
            const ex angle = gen->angle;
            gen->e = ex_make(r->s, gen->kind == GEN_SIN ? EX_tan : EX_tanh, &angle, 1);
            gen->kind = GEN_FREE;
            offer_fraction(c, r, &t);
            *gen = before;
        }
        poly_drop(r, &t.num);
        poly_drop(r, &t.den);
    }
}

ex shape_cheapest(struct ring *r, const struct quotient *q)
{
    struct choice c = no_choice(r);
    offer_fraction(&c, r, q);
    if (q->num.length + q->den.length <= SHORT)
        offer_tangents(&c, r, q);
    return c.best;
}
