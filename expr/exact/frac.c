/* expr/exact/frac.c -- fractions: a polynomial over powers of the divisors of its ring.
 *
 * The denominator of a sum has the highest power of every divisor; in a reciprocal the numerator
 * becomes a new divisor. Square roots are moved out of new divisors:
 * 1 / (a + b r) = (a - b r) / (a^2 - b^2 r^2).
 */
#include "ring.h"

#include <string.h>

static void frac_new(struct ring *r, struct frac *f)
{
    *f = (struct frac){.n = 0};
    poly_new(r, &f->num);
    fmpz_init_set_ui(&f->den, 1);
}

static void frac_drop(struct ring *r, struct frac *f)
{
    poly_drop(r, &f->num);
    fmpz_clear(&f->den);
}

void frac_int(struct ring *r, struct frac *f, slong i)
{
    frac_new(r, f);
    fmpz_mpoly_set_si(&f->num, i, r->ctx);
}

void frac_number(struct ring *r, struct frac *f, struct rat a)
{
    fmpz num;
    fmpz_init(&num);
    frac_new(r, f);
    fmpz_of(r->s, a, &num, &f->den);
    fmpz_mpoly_set_fmpz(&f->num, &num, r->ctx);
    fmpz_clear(&num);
}

void frac_gen(struct ring *r, struct frac *f, slong gen)
{
    frac_new(r, f);
    fmpz_mpoly_gen(&f->num, gen, r->ctx);
}

void frac_copy(struct ring *r, struct frac *to, const struct frac *from)
{
    *to = *from;
    poly_copy(r, &to->num, &from->num);
    fmpz_init_set(&to->den, &from->den);
}

static void spoil(struct frac *f)
{
    f->bad = true;
}

/* ---- denominators ---- */

/* Both lists joined; the power of a divisor in both is their sum, or the greater. */
static void join(struct ring *r, struct frac *out, const struct power *a, uint32_t na,
                 const struct power *b, uint32_t nb, bool sum)
{
    struct power *p = mem_take_array(r->s->mem, (size_t)na + nb + 1, sizeof *p);
    uint32_t i = 0, j = 0, n = 0;
    while (i < na || j < nb) {
        if (j == nb || (i < na && a[i].id < b[j].id)) {
            p[n++] = a[i++];
        } else if (i == na || b[j].id < a[i].id) {
            p[n++] = b[j++];
        } else {
            const uint32_t k = sum ? a[i].k + b[j].k : a[i].k > b[j].k ? a[i].k : b[j].k;
            p[n++] = (struct power){a[i].id, k};
            i++;
            j++;
        }
    }
    out->below = p;
    out->n = n;
}

bool frac_same_below(const struct frac *a, const struct frac *b)
{
    return a->n == b->n && (a->n == 0 || !memcmp(a->below, b->below, a->n * sizeof *a->below));
}

/* p *= the factor that brings f to the denominator of `to`. */
static void bring(struct ring *r, poly *p, const struct frac *f, const struct frac *to)
{
    uint32_t j = 0;
    for (uint32_t i = 0; i < to->n; i++) {
        uint32_t have = 0;
        if (j < f->n && f->below[j].id == to->below[i].id)
            have = f->below[j++].k;
        if (to->below[i].k == have)
            continue;
        poly power;
        poly_new(r, &power);
        poly_pow(r, &power, &r->divisor[to->below[i].id], to->below[i].k - have);
        poly_reduce(r, &power);
        poly_times(r, p, &power);
        poly_drop(r, &power);
    }
}

static void add_divisor(struct ring *r, struct frac *f, uint32_t id, uint32_t k)
{
    const struct power p = {id, k};
    join(r, f, f->below, f->n, &p, 1, true);
}

static uint32_t divisor_id(struct ring *r, const poly *p)
{
    enum { MOST = 4096 };
    for (uint32_t i = 0; i < r->divisors; i++)
        if (fmpz_mpoly_equal(&r->divisor[i], p, r->ctx))
            return i;
    if (r->divisors == MOST)
        deep_give_up();
    if (r->divisors == r->divisor_cap) {
        poly *more = mem_take_array(r->s->mem, r->divisor_cap * 2 + 8, sizeof *more);
        if (r->divisors)
            memcpy(more, r->divisor, r->divisors * sizeof *more);
        r->divisor = more;
        r->divisor_cap = r->divisor_cap * 2 + 8;
    }
    poly_copy(r, &r->divisor[r->divisors], p);
    return r->divisors++;
}

/* Splits known divisors off a new one, while that is cheap. */
static void split_by_known(struct ring *r, struct frac *f, poly *p)
{
    enum { CHEAP = 64 };
    poly q;
    poly_new(r, &q);
    for (uint32_t i = 0; i < r->divisors && p->length <= CHEAP; i++)
        while (r->divisor[i].length > 1 && r->divisor[i].length <= p->length &&
               fmpz_mpoly_divides(&q, p, &r->divisor[i], r->ctx)) {
            fmpz_mpoly_swap(p, &q, r->ctx);
            add_divisor(r, f, i, 1);
        }
    poly_drop(r, &q);
}

/* f /= p; p is consumed. */
static void divide_by(struct ring *r, struct frac *f, poly *p)
{
    fmpz content;
    fmpz_init(&content);
    poly_content(r, p, &content);
    if (fmpz_sgn(&content) < 0) {
        fmpz_neg(&content, &content);
        fmpz_mpoly_neg(&f->num, &f->num, r->ctx);
    }
    fmpz_mul(&f->den, &f->den, &content);
    fmpz_clear(&content);
    ulong *least = mem_take_array(r->s->mem, (size_t)r->n, sizeof *least);
    poly monomial, q;
    poly_new(r, &monomial);
    fmpz_mpoly_term_content(&monomial, p, r->ctx);
    fmpz_mpoly_get_term_exp_ui(least, &monomial, 0, r->ctx);
    for (slong g = 0; g < r->n; g++)
        if (least[g]) {
            poly_gen(r, &q, g);
            add_divisor(r, f, divisor_id(r, &q), (uint32_t)least[g]);
            poly_drop(r, &q);
        }
    poly_new(r, &q);
    fmpz_mpoly_divides(&q, p, &monomial, r->ctx);
    split_by_known(r, f, &q);
    if (!poly_is_one(r, &q))
        add_divisor(r, f, divisor_id(r, &q), 1);
    poly_drop(r, &q);
    poly_drop(r, &monomial);
}

/* ---- roots ---- */

/* Replaces r^q by the radicand wherever the root `gen` has that power or a higher one. The
 * products and sums in it are reduced too, by roots below this one: as deep as roots are nested.
 * NOLINTNEXTLINE(misc-no-recursion) */
static bool reduce_root(struct ring *r, struct frac *f, slong gen)
{
    const struct gen *g = &r->gen[gen];
    const ulong degree = (ulong)poly_degree(r, &f->num, gen), most = degree / g->q;
    if (most == 0)
        return false;
    struct frac *part = mem_take_array(r->s->mem, degree + 1, sizeof *part);
    const struct frac **at = mem_take_array(r->s->mem, degree + 1, sizeof *at);
    struct frac power, next;
    size_t n = 0;
    frac_int(r, &power, 1);
    for (ulong k = 0; k <= degree; k++) {
        if (k && k % g->q == 0) {
            frac_mul(r, &next, &power, &g->radicand);
            power = next;
        }
        poly root, c;
        poly_new(r, &c);
        poly_coefficient(r, &c, &f->num, gen, k);
        if (fmpz_mpoly_is_zero(&c, r->ctx)) {
            poly_drop(r, &c);
            continue;
        }
        poly_gen(r, &root, gen);
        fmpz_mpoly_pow_ui(&root, &root, k % g->q, r->ctx);
        frac_copy(r, &part[n], &power);
        poly_times(r, &part[n].num, &c);
        poly_times(r, &part[n].num, &root);
        at[n] = &part[n];
        n++;
        poly_drop(r, &c);
        poly_drop(r, &root);
    }
    struct frac sum;
    frac_sum(r, &sum, at, n);
    fmpz_mul(&sum.den, &sum.den, &f->den);
    join(r, &sum, sum.below, sum.n, f->below, f->n, true);
    sum.bad |= f->bad;
    frac_drop(r, f);
    *f = sum;
    return true;
}

/* Roots made later may have earlier ones in their radicand, never the other way round.
 * NOLINTNEXTLINE(misc-no-recursion) */
void frac_reduce(struct ring *r, struct frac *f)
{
    poly_reduce(r, &f->num);
    for (slong g = r->n; g-- > 0;)
        if (r->gen[g].kind == GEN_ROOT && r->gen[g].known && !f->bad)
            reduce_root(r, f, g);
}

/* A root in p that can be moved out by one step: the power of two by which its exponents all go. */
static slong root_in(struct ring *r, const poly *p, ulong *step)
{
    for (slong g = r->n; g-- > 0;) {
        const slong degree = r->gen[g].kind == GEN_ROOT ? poly_degree(r, p, g) : 0;
        if (degree == 0)
            continue;
        ulong all = 0;
        for (slong i = 0; i < p->length; i++)
            all |= fmpz_mpoly_get_term_var_exp_ui(p, i, g, r->ctx);
        *step = all & (0 - all); /* not 0, since the degree is not */
        if ((r->gen[g].q & (2 * *step - 1)) == 0)
            return g;
    }
    return -1;
}

/* p with the sign of the odd multiples of `step` in the exponent of `gen` changed. */
static void conjugate(struct ring *r, struct frac *out, const poly *p, slong gen, ulong step)
{
    frac_new(r, out);
    poly_drop(r, &out->num);
    poly_copy(r, &out->num, p);
    for (slong i = 0; i < p->length; i++)
        if (fmpz_mpoly_get_term_var_exp_ui(p, i, gen, r->ctx) / step % 2)
            fmpz_neg(out->num.coeffs + i, out->num.coeffs + i);
}

/* 1 / r^k = r^(q m - k) / radicand^m: f loses the powers of roots that all its terms have.
 * NOLINTNEXTLINE(misc-no-recursion): as deep as roots are nested */
static void move_powers(struct ring *r, struct frac *f, struct frac *above)
{
    for (slong g = r->n; g-- > 0;) {
        const ulong q = r->gen[g].q;
        ulong least = r->gen[g].kind == GEN_ROOT && r->gen[g].known ? UWORD_MAX : 0;
        for (slong i = 0; i < f->num.length && least; i++) {
            const ulong k = fmpz_mpoly_get_term_var_exp_ui(&f->num, i, g, r->ctx);
            least = k < least ? k : least;
        }
        if (least == 0)
            continue;
        const ulong m = (least + q - 1) / q;
        struct frac root, power, over, t;
        poly divisor, rest;
        poly_gen(r, &divisor, g);
        fmpz_mpoly_pow_ui(&divisor, &divisor, least, r->ctx);
        poly_new(r, &rest);
        fmpz_mpoly_divides(&rest, &f->num, &divisor, r->ctx);
        fmpz_mpoly_swap(&f->num, &rest, r->ctx);
        frac_gen(r, &root, g);
        frac_power(r, &power, &root, (int64_t)(q * m - least));
        frac_power(r, &over, &r->gen[g].radicand, -(int64_t)m);
        frac_mul(r, &t, above, &power);
        frac_mul(r, above, &t, &over);
        poly_drop(r, &divisor);
        poly_drop(r, &rest);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): see move_powers */
static void reciprocal(struct ring *r, struct frac *out, const struct frac *a)
{
    enum { STEPS = 12 };
    struct frac f, above, other, t;
    ulong step = 0;
    slong gen;
    frac_copy(r, &f, a);
    frac_int(r, &above, 1);
    for (int i = 0; !r->keep_roots && (gen = root_in(r, &f.num, &step)) >= 0; i++) {
        if (i == STEPS)
            deep_give_up();
        conjugate(r, &other, &f.num, gen, step);
        frac_mul(r, &t, &f, &other);
        f = t;
        frac_mul(r, &t, &above, &other);
        above = t;
    }
    if (f.bad || fmpz_mpoly_is_zero(&f.num, r->ctx)) {
        frac_int(r, out, 0);
        spoil(out);
        return;
    }
    if (!r->keep_roots)
        move_powers(r, &f, &above);
    *out = above;
    struct frac over = {.n = 0};
    bring(r, &out->num, &over, &f);
    poly_times_int(r, &out->num, &f.den);
    divide_by(r, out, &f.num);
    frac_reduce(r, out);
}

/* ---- arithmetic ---- */

/* NOLINTNEXTLINE(misc-no-recursion): see reduce_root */
void frac_mul(struct ring *r, struct frac *out, const struct frac *a, const struct frac *b)
{
    frac_new(r, out);
    out->bad = a->bad || b->bad;
    if (out->bad || fmpz_mpoly_is_zero(&a->num, r->ctx) || fmpz_mpoly_is_zero(&b->num, r->ctx))
        return;
    poly_mul(r, &out->num, &a->num, &b->num);
    fmpz_mul(&out->den, &a->den, &b->den);
    join(r, out, a->below, a->n, b->below, b->n, true);
    frac_reduce(r, out);
}

/* Adds terms over the same denominator before they are brought to the common one.
 * NOLINTNEXTLINE(misc-no-recursion): see reduce_root */
void frac_sum(struct ring *r, struct frac *out, const struct frac *const *f, size_t n)
{
    bool *done = mem_take_array(r->s->mem, n + 1, sizeof *done);
    fmpz k;
    poly part, t;
    fmpz_init(&k);
    frac_new(r, out);
    for (size_t i = 0; i < n; i++) {
        out->bad |= f[i]->bad;
        done[i] = f[i]->bad || fmpz_mpoly_is_zero(&f[i]->num, r->ctx);
        if (done[i])
            continue;
        fmpz_lcm(&out->den, &out->den, &f[i]->den);
        if (!frac_same_below(out, f[i]))
            join(r, out, out->below, out->n, f[i]->below, f[i]->n, false);
    }
    poly_new(r, &t);
    for (size_t i = 0; i < n; i++) {
        if (done[i])
            continue;
        poly_new(r, &part);
        for (size_t j = i; j < n; j++) {
            if (done[j] || !frac_same_below(f[i], f[j]))
                continue;
            done[j] = true;
            fmpz_divexact(&k, &out->den, &f[j]->den);
            fmpz_mpoly_scalar_mul_fmpz(&t, &f[j]->num, &k, r->ctx);
            fmpz_mpoly_add(&part, &part, &t, r->ctx);
            deep_work((uint64_t)part.length / 4 + 1);
        }
        bring(r, &part, f[i], out);
        fmpz_mpoly_add(&out->num, &out->num, &part, r->ctx);
        poly_drop(r, &part);
    }
    poly_drop(r, &t);
    fmpz_clear(&k);
    frac_reduce(r, out);
    if (fmpz_mpoly_is_zero(&out->num, r->ctx)) {
        out->n = 0;
        fmpz_one(&out->den);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): see move_powers */
void frac_power(struct ring *r, struct frac *out, const struct frac *a, int64_t k)
{
    enum { HIGHEST = 1000 };
    struct frac base, t;
    if (k > HIGHEST || k < -HIGHEST)
        deep_give_up();
    if (k < 0) {
        reciprocal(r, &base, a);
        k = -k;
    } else {
        frac_copy(r, &base, a);
    }
    frac_int(r, out, 1);
    for (; k; k >>= 1) {
        if (k & 1) {
            frac_mul(r, &t, out, &base);
            frac_drop(r, out);
            *out = t;
        }
        if (k > 1) {
            frac_mul(r, &t, &base, &base);
            frac_drop(r, &base);
            base = t;
        }
    }
}

void frac_common(struct ring *r, struct frac *out, const struct frac *const *f, size_t n)
{
    frac_int(r, out, 1);
    for (size_t i = 0; i < n; i++) {
        fmpz_lcm(&out->den, &out->den, &f[i]->den);
        join(r, out, out->below, out->n, f[i]->below, f[i]->n, false);
    }
}

void frac_bring(struct ring *r, struct frac *out, const struct frac *a, const struct frac *to)
{
    fmpz k;
    fmpz_init(&k);
    frac_copy(r, out, a);
    fmpz_divexact(&k, &to->den, &a->den);
    poly_times_int(r, &out->num, &k);
    bring(r, &out->num, a, to);
    fmpz_clear(&k);
}
