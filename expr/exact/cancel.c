/* expr/exact/cancel.c -- fractions in lowest terms.
 *
 * Polynomials in sin and cos do not factor uniquely, sin^2 = (1 - cos) (1 + cos); in t = tan of
 * half the angle they do. So where an angle occurs in a denominator, numerator and denominator are
 * rewritten in t, divided by their common factor, and mapped back:
 *
 *   t^(2i) / (1 + t^2)^k     = (1 - cos)^i (1 + cos)^(k - i) / 2^k
 *   t^(2i + 1) / (1 + t^2)^k = sin (1 - cos)^i (1 + cos)^(k - i - 1) / 2^k
 *
 * with the least k that fits both: so the result does not depend on the original form (see
 * put_back_odd for odd powers). For sinh and cosh, E = exp replaces t. A common factor is searched
 * only where the images of both modulo a prime, in one variable at random values of the others,
 * have one: that is much cheaper, and nearly always there is none.
 */
#include "sieve.h"

/* num / product of divisor^k, times unit^extra for each pair: unit is 1 + t^2, or E. */
struct half {
    struct ring *r;
    struct pair *pair;
    size_t pairs;
    slong *extra, twos; /* and times 2^twos */
    unsigned *holes;    /* by pair: at which of HOLES the denominator vanished already */
    poly *divisor;
    uint32_t *k;
    size_t divisors;
};

/* ---- into half form ---- */

/* c[0] + c[1] x + c[2] x^2 */
static void quadratic(struct ring *r, poly *out, slong x, const int c[3])
{
    poly t;
    poly_new(r, out);
    for (ulong i = 0; i < 3; i++) {
        poly_gen(r, &t, x);
        fmpz_mpoly_pow_ui(&t, &t, i, r->ctx);
        fmpz_mpoly_scalar_mul_si(&t, &t, c[i], r->ctx);
        fmpz_mpoly_add(out, out, &t, r->ctx);
        poly_drop(r, &t);
    }
}

static void part_power(struct ring *r, poly *out, const struct pair *p, enum part part, ulong k)
{
    poly base;
    quadratic(r, &base, p->even, sieve_part(p, part));
    poly_new(r, out);
    poly_pow(r, out, &base, k);
    poly_drop(r, &base);
}

/* Degree in sin and cos together. */
static ulong degree_in(struct ring *r, const poly *p, const struct pair *pair)
{
    ulong most = 0;
    for (slong i = 0; i < p->length; i++) {
        const ulong d = fmpz_mpoly_get_term_var_exp_ui(p, i, pair->odd, r->ctx) +
                        fmpz_mpoly_get_term_var_exp_ui(p, i, pair->even, r->ctx);
        most = d > most ? d : most;
    }
    return most;
}

/* p times the k-th power of 1 + t^2 or 2E, k the degree, which is returned. */
static ulong to_half(struct ring *r, poly *p, const struct pair *pair)
{
    const ulong k = degree_in(r, p, pair);
    slong vars[2] = {pair->odd, pair->even};
    poly sum, c, t, u;
    if (k == 0)
        return 0;
    poly_new(r, &sum);
    poly_new(r, &c);
    poly_new(r, &t);
    for (ulong a = 0; a <= 1; a++)
        for (ulong b = 0; a + b <= k; b++) {
            ulong power[2] = {a, b};
            fmpz_mpoly_get_coeff_vars_ui(&c, p, vars, power, 2, r->ctx);
            if (fmpz_mpoly_is_zero(&c, r->ctx))
                continue;
            const ulong exponent[3] = {a, b, k - a - b};
            for (int i = 0; i < 3; i++) {
                part_power(r, &u, pair, (enum part)i, exponent[i]);
                poly_mul(r, &t, &c, &u);
                fmpz_mpoly_swap(&c, &t, r->ctx);
                poly_drop(r, &u);
            }
            fmpz_mpoly_add(&sum, &sum, &c, r->ctx);
        }
    fmpz_mpoly_swap(p, &sum, r->ctx);
    poly_drop(r, &sum);
    poly_drop(r, &c);
    poly_drop(r, &t);
    return k;
}

/* Divides p by the unit as often as possible; returns how often. */
static slong take_unit(struct ring *r, poly *p, const struct pair *pair)
{
    slong k = 0;
    poly unit, q;
    if (pair->circle) {
        part_power(r, &unit, pair, PART_UNIT, 1);
    } else {
        poly_gen(r, &unit, pair->even);
    }
    poly_new(r, &q);
    while (poly_degree(r, p, pair->even) > 0 && fmpz_mpoly_divides(&q, p, &unit, r->ctx)) {
        fmpz_mpoly_swap(p, &q, r->ctx);
        k++;
    }
    poly_drop(r, &unit);
    poly_drop(r, &q);
    return k;
}

/* ---- common factors ---- */

static bool are_coprime(struct ring *r, const struct image *num, const struct image *den)
{
    bool coprime = true;
    for (slong v = 0; v < r->n && coprime; v++)
        coprime = sieve_one(r, num, den, v);
    return coprime;
}

/* num and den lose their common factor; false when there is none. */
static bool divide_out(struct ring *r, poly *num, poly *den)
{
    poly g, a, b;
    struct mem_mark mark = mem_mark(r->s->mem);
    const struct point at = sieve_point(r);
    const struct image in = sieve_image(r, num, &at), id = sieve_image(r, den, &at);
    const bool coprime = are_coprime(r, &in, &id);
    mem_release(r->s->mem, mark);
    if (coprime)
        return false;
    poly_new(r, &g);
    poly_new(r, &a);
    poly_new(r, &b);
    deep_work((uint64_t)num->length + (uint64_t)den->length);
    if (!fmpz_mpoly_gcd_cofactors(&g, &a, &b, num, den, r->ctx))
        deep_give_up();
    const bool common = !fmpz_mpoly_is_fmpz(&g, r->ctx);
    if (common) {
        fmpz_mpoly_swap(num, &a, r->ctx);
        fmpz_mpoly_swap(den, &b, r->ctx);
    }
    poly_drop(r, &g);
    poly_drop(r, &a);
    poly_drop(r, &b);
    return common;
}

/* ---- back ---- */

/* Coefficients of p in the pair's variable, each times the image of its power. */
static void put_back(struct ring *r, poly *p, const struct pair *pair, slong k)
{
    poly sum, c, low, high, t;
    const slong degree = poly_degree(r, p, pair->even);
    poly_new(r, &sum);
    poly_new(r, &c);
    poly_new(r, &t);
    for (slong i = 0; i <= degree; i++) {
        poly_coefficient(r, &c, p, pair->even, (ulong)i);
        if (fmpz_mpoly_is_zero(&c, r->ctx))
            continue;
        if (i % 2) {
            poly_gen(r, &t, pair->odd);
            poly_times(r, &c, &t);
        }
        poly_gen(r, &low, pair->even);
        poly_gen(r, &high, pair->even);
        fmpz_mpoly_neg(&low, &low, r->ctx);
        fmpz_mpoly_add_ui(&low, &low, 1, r->ctx);
        fmpz_mpoly_add_ui(&high, &high, 1, r->ctx);
        poly_pow(r, &t, &low, (ulong)(i / 2));
        poly_times(r, &c, &t);
        poly_pow(r, &t, &high, (ulong)(k - i / 2 - i % 2));
        poly_times(r, &c, &t);
        fmpz_mpoly_add(&sum, &sum, &c, r->ctx);
        poly_drop(r, &low);
        poly_drop(r, &high);
    }
    fmpz_mpoly_swap(p, &sum, r->ctx);
    poly_drop(r, &sum);
    poly_drop(r, &c);
    poly_drop(r, &t);
}

/* A fraction of odd degree comes back only with another factor above and below, which makes a hole:
 * at the angle pi (t is infinite there), 0, pi/2 or -pi/2. */
enum { HOLES = 4 };
static const struct hole {
    int factor[3]; /* in t */
    int sine, cosine;
} hole[HOLES] = {{{1, 0, 0}, 0, -1}, {{0, 1, 0}, 0, 1}, {{-1, 1, 0}, 1, 0}, {{1, 1, 0}, -1, 0}};

/* Takes the factor of the set that gives the fewest terms. */
static void put_back_odd(struct ring *r, struct quotient *q, const struct pair *pair, unsigned set)
{
    struct quotient best = {.num = q->num, .den = q->den};
    bool chosen = false;
    for (unsigned i = 0; i < HOLES; i++) {
        struct quotient t;
        poly by;
        if (!(set >> i & 1))
            continue;
        quadratic(r, &by, pair->even, hole[i].factor);
        poly_new(r, &t.num);
        poly_new(r, &t.den);
        poly_mul(r, &t.num, &q->num, &by);
        poly_mul(r, &t.den, &q->den, &by);
        poly_drop(r, &by);
        const slong n = poly_degree(r, &t.num, pair->even), d = poly_degree(r, &t.den, pair->even);
        put_back(r, &t.num, pair, ((n > d ? n : d) + 1) / 2);
        put_back(r, &t.den, pair, ((n > d ? n : d) + 1) / 2);
        if (!chosen || t.num.length + t.den.length < best.num.length + best.den.length)
            best = t;
        chosen = true;
    }
    *q = best;
}

/* E^i becomes (cosh + sinh)^(i - middle), the inverse of which is cosh - sinh. */
static void put_back_growth(struct ring *r, poly *p, const struct pair *pair, slong middle)
{
    poly sum, c, odd, sign[2];
    const slong degree = poly_degree(r, p, pair->even);
    poly_new(r, &sum);
    poly_new(r, &c);
    poly_gen(r, &odd, pair->odd);
    for (int i = 0; i < 2; i++)
        poly_gen(r, &sign[i], pair->even);
    fmpz_mpoly_add(&sign[0], &sign[0], &odd, r->ctx);
    fmpz_mpoly_sub(&sign[1], &sign[1], &odd, r->ctx);
    for (slong i = 0; i <= degree; i++) {
        poly_coefficient(r, &c, p, pair->even, (ulong)i);
        for (slong k = i < middle ? middle - i : i - middle; k > 0 && c.length; k--)
            poly_times(r, &c, &sign[i < middle]);
        fmpz_mpoly_add(&sum, &sum, &c, r->ctx);
    }
    fmpz_mpoly_swap(p, &sum, r->ctx);
    poly_drop(r, &sum);
    poly_drop(r, &c);
    poly_drop(r, &odd);
    for (int i = 0; i < 2; i++)
        poly_drop(r, &sign[i]);
}

/* num *= (1 + t^2)^extra, or den *= its inverse; powers of E are kept to the end. */
static void put_units(struct half *h, struct quotient *q)
{
    struct ring *r = h->r;
    for (size_t j = 0; j < h->pairs; j++) {
        const slong e = h->extra[j];
        poly u, t;
        if (e == 0 || !h->pair[j].circle)
            continue;
        part_power(r, &u, &h->pair[j], PART_UNIT, (ulong)(e < 0 ? -e : e));
        poly_new(r, &t);
        poly_mul(r, &t, e < 0 ? &q->den : &q->num, &u);
        fmpz_mpoly_swap(e < 0 ? &q->den : &q->num, &t, r->ctx);
        poly_drop(r, &t);
        poly_drop(r, &u);
    }
}

static void from_half(struct half *h, struct quotient *q)
{
    struct ring *r = h->r;
    put_units(h, q);
    fmpz two;
    fmpz_init(&two);
    fmpz_one_2exp(&two, (ulong)(h->twos < 0 ? -h->twos : h->twos));
    poly_times_int(r, h->twos < 0 ? &q->den : &q->num, &two);
    fmpz_clear(&two);
    for (size_t j = 0; j < h->pairs; j++) {
        const struct pair *p = &h->pair[j];
        const slong n = poly_degree(r, &q->num, p->even), d = poly_degree(r, &q->den, p->even);
        if (p->circle && (n > d ? n : d) % 2) {
            put_back_odd(r, q, p, h->holes[j]);
        } else if (p->circle) {
            const slong k = (n > d ? n : d) / 2;
            put_back(r, &q->num, p, k);
            put_back(r, &q->den, p, k);
        } else {
            put_back_growth(r, &q->num, p, d / 2 - h->extra[j]);
            put_back_growth(r, &q->den, p, d / 2);
        }
    }
}

/* ---- together ---- */

/* Pairs that occur in a divisor of f: the others may stay as they are. */
static void find_pairs(struct half *h, const struct frac *f)
{
    struct ring *r = h->r;
    h->pair = mem_take_array(r->s->mem, (size_t)r->n + 1, sizeof *h->pair);
    h->extra = mem_take_array(r->s->mem, (size_t)r->n + 1, sizeof *h->extra);
    h->holes = mem_take_array(r->s->mem, (size_t)r->n + 1, sizeof *h->holes);
    for (slong g = 0; g < r->n; g++) {
        const enum gen_kind kind = r->gen[g].kind;
        if (kind != GEN_SIN && kind != GEN_SINH)
            continue;
        const struct pair p = {g, r->gen[g].partner, kind == GEN_SIN};
        bool there = false;
        for (uint32_t i = 0; i < f->n; i++)
            there |= degree_in(r, &r->divisor[f->below[i].id], &p) > 0;
        if (!there)
            continue;
        h->extra[h->pairs] = 0;
        h->holes[h->pairs] = (1U << HOLES) - 1;
        h->pair[h->pairs++] = p;
    }
}

/* Rewrites p in half-angle form; counts the new units, `times` times. */
static void enter(struct half *h, poly *p, slong times)
{
    for (size_t j = 0; j < h->pairs; j++) {
        const slong k = (slong)to_half(h->r, p, &h->pair[j]);
        h->extra[j] += times * (take_unit(h->r, p, &h->pair[j]) - k);
        if (!h->pair[j].circle)
            h->twos -= times * k;
    }
}

/* Cancels every divisor with num, as often as it occurs. */
static void cancel_divisors(struct half *h, poly *num)
{
    struct ring *r = h->r;
    for (size_t i = 0; i < h->divisors; i++) {
        poly whole;
        while (h->k[i] > 0) {
            poly_copy(r, &whole, &h->divisor[i]);
            if (!divide_out(r, num, &whole)) {
                poly_drop(r, &whole);
                break;
            }
            h->k[i]--; /* the rest of it becomes a separate divisor */
            h->divisor[h->divisors] = whole;
            h->k[h->divisors++] = 1;
            if (h->divisors > 1000)
                deep_give_up();
        }
    }
}

/* Cancels the common numeric factor, and normalises the sign of the denominator. */
static void settle_numbers(struct ring *r, struct quotient *q, const fmpz *den)
{
    fmpz a, b, g;
    fmpz_init(&a);
    fmpz_init(&b);
    fmpz_init(&g);
    poly_content(r, &q->num, &a);
    poly_content(r, &q->den, &b);
    fmpz_mul(&b, &b, den);
    fmpz_gcd(&g, &a, &b);
    if (fmpz_sgn(&b) < 0)
        fmpz_neg(&g, &g);
    if (!fmpz_is_zero(&g)) {
        fmpz_divexact(&a, &a, &g);
        fmpz_divexact(&b, &b, &g);
    }
    poly_times_int(r, &q->num, &a);
    poly_times_int(r, &q->den, &b);
    fmpz_clear(&a);
    fmpz_clear(&b);
    fmpz_clear(&g);
}

/* Is f in lowest terms? Only images are checked, so that a negative answer may be wrong. */
static bool is_lowest(struct half *h, const struct frac *f)
{
    struct ring *r = h->r;
    struct mem_mark mark = mem_mark(r->s->mem);
    const struct point at = sieve_point(r);
    const struct image num = sieve_image(r, &f->num, &at);
    bool lowest = true;
    for (uint32_t i = 0; i < f->n && lowest; i++) {
        const poly *d = &r->divisor[f->below[i].id];
        const struct image den = sieve_image(r, d, &at);
        for (slong v = 0; v < r->n && lowest; v++)
            if (r->gen[v].kind == GEN_FREE || r->gen[v].kind == GEN_ROOT)
                lowest = sieve_one(r, &num, &den, v);
        for (size_t j = 0; j < h->pairs && lowest; j++)
            lowest = sieve_pair(r, &num, &den, &at, &h->pair[j],
                                (slong)degree_in(r, &f->num, &h->pair[j]),
                                (slong)degree_in(r, d, &h->pair[j]));
    }
    mem_release(r->s->mem, mark);
    return lowest;
}

static void multiply_out(struct half *h, poly *den)
{
    struct ring *r = h->r;
    for (size_t i = 0; i < h->divisors; i++)
        for (uint32_t k = 0; k < h->k[i]; k++) {
            poly t;
            poly_new(r, &t);
            poly_mul(r, &t, den, &h->divisor[i]);
            fmpz_mpoly_swap(den, &t, r->ctx);
            poly_drop(r, &t);
        }
}

/* Is p zero at this angle, for all values of other kernels? */
static bool vanishes_at(struct ring *r, const poly *p, const struct pair *pair,
                        const struct hole *at)
{
    poly a, b;
    fmpz v;
    fmpz_init_set_si(&v, at->sine);
    poly_new(r, &a);
    poly_new(r, &b);
    bool good = fmpz_mpoly_evaluate_one_fmpz(&a, p, pair->odd, &v, r->ctx);
    fmpz_set_si(&v, at->cosine);
    good = good && fmpz_mpoly_evaluate_one_fmpz(&b, &a, pair->even, &v, r->ctx);
    const bool zero = good && fmpz_mpoly_is_zero(&b, r->ctx);
    poly_drop(r, &a);
    poly_drop(r, &b);
    fmpz_clear(&v);
    return zero;
}

/* Finds the holes where the denominator of f vanishes already. */
static void find_holes(struct half *h, const struct frac *f)
{
    for (size_t j = 0; j < h->pairs; j++) {
        h->holes[j] = 0;
        for (unsigned i = 0; i < HOLES && h->pair[j].circle; i++)
            for (uint32_t k = 0; k < f->n; k++)
                if (vanishes_at(h->r, &h->r->divisor[f->below[k].id], &h->pair[j], &hole[i]))
                    h->holes[j] |= 1U << i;
    }
}

/* Is the degree odd, without a factor for it? */
static bool makes_new_hole(struct half *h, const struct quotient *q)
{
    for (size_t j = 0; j < h->pairs; j++) {
        const slong even = h->pair[j].even, e = h->extra[j];
        const slong n = poly_degree(h->r, &q->num, even) + (e > 0 ? 2 * e : 0);
        const slong d = poly_degree(h->r, &q->den, even) - (e < 0 ? 2 * e : 0);
        if (h->pair[j].circle && (n > d ? n : d) % 2 && !h->holes[j])
            return true;
    }
    return false;
}

static void set_divisors(struct half *h, const struct frac *f)
{
    struct ring *r = h->r;
    h->divisors = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        h->k[h->divisors] = f->below[i].k;
        poly_copy(r, &h->divisor[h->divisors++], &r->divisor[f->below[i].id]);
    }
}

/* The fraction as it is, over the product of its divisors. */
static void leave(struct half *h, const struct frac *f, struct quotient *out)
{
    set_divisors(h, f);
    fmpz_mpoly_set(&out->num, &f->num, h->r->ctx);
    fmpz_mpoly_one(&out->den, h->r->ctx);
    multiply_out(h, &out->den);
    poly_reduce(h->r, &out->den);
}

void cancel(struct ring *r, const struct frac *f, bool unique, struct quotient *out)
{
    struct mem_mark mark = mem_mark(r->s->mem);
    struct half h = {.r = r};
    poly_copy(r, &out->num, &f->num);
    poly_new(r, &out->den);
    fmpz_mpoly_one(&out->den, r->ctx);
    if (fmpz_mpoly_is_zero(&f->num, r->ctx))
        return;
    find_pairs(&h, f);
    h.divisor = mem_take_array(r->s->mem, f->n + 1024, sizeof *h.divisor);
    h.k = mem_take_array(r->s->mem, f->n + 1024, sizeof *h.k);
    set_divisors(&h, f);
    if (is_lowest(&h, f)) {
        leave(&h, f, out);
    } else {
        if (!unique)
            find_holes(&h, f);
        enter(&h, &out->num, 1);
        for (size_t i = 0; i < h.divisors; i++)
            enter(&h, &h.divisor[i], -(slong)h.k[i]);
        cancel_divisors(&h, &out->num);
        multiply_out(&h, &out->den);
        if (makes_new_hole(&h, out))
            leave(&h, f, out);
        else
            from_half(&h, out);
    }
    settle_numbers(r, out, &f->den);
    mem_release(r->s->mem, mark);
}
