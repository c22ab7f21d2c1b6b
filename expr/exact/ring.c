/* expr/exact/ring.c -- polynomials over kernels, reduced by sin^2 + cos^2 = 1 and similar
 * relations. */
#include "ring.h"

/* Most terms of a polynomial; of a product before like terms are added. */
static const slong LARGEST = 200000, PRODUCTS = 4000000;

/* ---- the library in our words ---- */

void poly_new(struct ring *r, poly *p)
{
    fmpz_mpoly_init(p, r->ctx);
}

void poly_drop(struct ring *r, poly *p)
{
    fmpz_mpoly_clear(p, r->ctx);
}

void poly_copy(struct ring *r, poly *to, const poly *from)
{
    poly_new(r, to);
    fmpz_mpoly_set(to, from, r->ctx);
}

void poly_gen(struct ring *r, poly *out, slong gen)
{
    poly_new(r, out);
    fmpz_mpoly_gen(out, gen, r->ctx);
}

slong poly_degree(struct ring *r, const poly *p, slong gen)
{
    return fmpz_mpoly_is_zero(p, r->ctx) ? 0 : fmpz_mpoly_degree_si(p, gen, r->ctx);
}

bool poly_is_one(struct ring *r, const poly *p)
{
    return fmpz_mpoly_is_one(p, r->ctx);
}

/* Charges the work of a product before it is computed. */
static void pay(slong a, slong b)
{
    if (a > 0 && b > PRODUCTS / a)
        deep_give_up();
    deep_work((uint64_t)a * (uint64_t)b / 4 + 1);
}

void poly_mul(struct ring *r, poly *out, const poly *a, const poly *b)
{
    pay(a->length, b->length);
    fmpz_mpoly_mul(out, a, b, r->ctx);
    if (out->length > LARGEST)
        deep_give_up();
}

void poly_times_int(struct ring *r, poly *p, const fmpz *by)
{
    if (!fmpz_is_one(by))
        fmpz_mpoly_scalar_mul_fmpz(p, p, by, r->ctx);
}

void poly_pow(struct ring *r, poly *out, const poly *a, ulong k)
{
    poly base, t;
    poly_copy(r, &base, a);
    poly_new(r, &t);
    fmpz_mpoly_one(out, r->ctx);
    for (; k; k >>= 1) {
        if (k & 1) {
            poly_mul(r, &t, out, &base);
            fmpz_mpoly_swap(out, &t, r->ctx);
        }
        if (k > 1) {
            poly_mul(r, &t, &base, &base);
            fmpz_mpoly_swap(&base, &t, r->ctx);
        }
    }
    poly_drop(r, &base);
    poly_drop(r, &t);
}

void poly_coefficient(struct ring *r, poly *out, const poly *p, slong gen, ulong k)
{
    fmpz_mpoly_get_coeff_vars_ui(out, p, &gen, &k, 1, r->ctx);
}

void poly_content(struct ring *r, poly *p, fmpz *content)
{
    fmpz_zero(content);
    for (slong i = 0; i < p->length; i++)
        fmpz_gcd(content, content, p->coeffs + i);
    if (p->length && fmpz_sgn(p->coeffs) < 0)
        fmpz_neg(content, content);
    if (p->length && !fmpz_is_one(content))
        fmpz_mpoly_scalar_divexact_fmpz(p, p, content, r->ctx);
}

/* ---- relations ---- */

/* Replaces sin^2 by 1 - cos^2, or sinh^2 by cosh^2 - 1, term by term. */
static void reduce_pair(struct ring *r, poly *p, slong odd)
{
    const slong even = r->gen[odd].partner;
    const bool circle = r->gen[odd].kind == GEN_SIN;
    ulong *power = mem_take_array(r->s->mem, (size_t)r->n, sizeof *power);
    poly out;
    fmpz c, t;
    fmpz_init(&c);
    fmpz_init(&t);
    poly_new(r, &out);
    for (slong i = 0; i < p->length; i++) {
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        fmpz_mpoly_get_term_coeff_fmpz(&c, p, i, r->ctx);
        const ulong half = power[odd] / 2, base = power[even];
        power[odd] %= 2;
        for (ulong j = 0; j <= half; j++) { /* (1 - c^2)^half or (c^2 - 1)^half */
            fmpz_bin_uiui(&t, half, j);
            fmpz_mul(&t, &t, &c);
            if (circle ? j % 2 : (half - j) % 2)
                fmpz_neg(&t, &t);
            power[even] = base + 2 * j;
            fmpz_mpoly_push_term_fmpz_ui(&out, &t, power, r->ctx);
        }
        pay(1, (slong)half + 1);
    }
    fmpz_mpoly_sort_terms(&out, r->ctx);
    fmpz_mpoly_combine_like_terms(&out, r->ctx);
    fmpz_mpoly_swap(p, &out, r->ctx);
    poly_drop(r, &out);
    fmpz_clear(&c);
    fmpz_clear(&t);
}

void poly_reduce(struct ring *r, poly *p)
{
    if (fmpz_mpoly_is_zero(p, r->ctx))
        return;
    struct mem_mark mark = mem_mark(r->s->mem);
    slong *degree = mem_take_array(r->s->mem, (size_t)r->n, sizeof *degree);
    fmpz_mpoly_degrees_si(degree, p, r->ctx);
    for (slong i = 0; i < r->n; i++)
        if ((r->gen[i].kind == GEN_SIN || r->gen[i].kind == GEN_SINH) && degree[i] > 1)
            reduce_pair(r, p, i);
    mem_release(r->s->mem, mark);
}

void poly_times(struct ring *r, poly *p, const poly *by)
{
    poly t;
    poly_new(r, &t);
    poly_mul(r, &t, p, by);
    poly_reduce(r, &t);
    fmpz_mpoly_swap(p, &t, r->ctx);
    poly_drop(r, &t);
}

/* ---- to expressions and back ---- */

ex fmpz_ex(struct store *s, const fmpz *z)
{
    if (fmpz_fits_si(z))
        return ex_int(s, fmpz_get_si(z));
    struct mem_mark mark = mem_mark(s->mem);
    const size_t room = fmpz_sizeinbase(z, 10) + 2;
    char *digits = fmpz_get_str(mem_take(s->mem, room), 10, z);
    const bool minus = digits[0] == '-';
    size_t n = 0;
    while (digits[minus + n])
        n++;
    struct rat a = rat_read(s, digits + minus, n, 0);
    mem_release(s->mem, mark);
    return rat_ex(s, minus ? rat_neg(s, a) : a);
}

void fmpz_of(struct store *s, struct rat a, fmpz *num, fmpz *den)
{
    if (a.d) {
        fmpz_set_si(num, a.n);
        fmpz_set_si(den, a.d);
        return;
    }
    struct mem_mark mark = mem_mark(s->mem);
    for (int below = 0; below < 2; below++) {
        struct mem_text t = mem_text(s->mem);
        rat_put(s, a, below, &t);
        fmpz_set_str(below ? den : num, t.text, 10);
    }
    if (rat_sign(s, a) < 0)
        fmpz_neg(num, num);
    mem_release(s->mem, mark);
}

/* Terms of the exponent with a logarithm become powers. */
ex exponential(struct store *s, ex exponent)
{
    exponent = ex_spread(s, exponent);
    const size_t n = exponent ? terms_of(s, exponent) : 0;
    ex product = s->one, rest = s->zero;
    for (size_t i = 0; i < n; i++) {
        const ex term = term_at(s, exponent, i);
        struct rat c;
        const ex key = ex_split(s, term, &c);
        const size_t factors = op_of(s, key) == EX_mul ? node_at(s, key)->n : 0;
        ex log = EX_POISON;
        for (size_t k = 0; k < factors && !log; k++)
            if (op_of(s, words_at(s, key)[k]) == EX_log)
                log = words_at(s, key)[k];
        if (log)
            product = ex_mul2(s, product, ex_pow(s, first_arg(s, log), ex_div(s, term, log)));
        else
            rest = ex_add2(s, rest, term);
    }
    return ex_mul2(s, product, ex_make(s, EX_exp, &rest, 1));
}

ex gen_power(struct ring *r, slong gen, ulong k)
{
    struct store *s = r->s;
    const struct gen *g = &r->gen[gen];
    if (g->kind == GEN_ROOT && op_of(s, g->e) == EX_pow)
        return ex_pow(s, first_arg(s, g->e),
                      ex_mul2(s, words_at(s, g->e)[1], ex_int(s, (int64_t)k)));
    if (g->exponent)
        return exponential(s, ex_mul2(s, ex_int(s, (int64_t)k), g->exponent));
    return ex_powi(s, g->e, (int64_t)k);
}

ex poly_ex(struct ring *r, const poly *p)
{
    struct store *s = r->s;
    struct mem_mark mark = mem_mark(s->mem);
    ex *term = mem_take_array(s->mem, (size_t)p->length + 1, sizeof *term);
    ex *factor = mem_take_array(s->mem, (size_t)r->n + 1, sizeof *factor);
    ulong *power = mem_take_array(s->mem, (size_t)r->n, sizeof *power);
    fmpz c;
    fmpz_init(&c);
    deep_work((uint64_t)p->length * 64);
    for (slong i = 0; i < p->length; i++) {
        size_t n = 0;
        fmpz_mpoly_get_term_coeff_fmpz(&c, p, i, r->ctx);
        fmpz_mpoly_get_term_exp_ui(power, p, i, r->ctx);
        factor[n++] = fmpz_ex(s, &c);
        for (slong g = 0; g < r->n; g++)
            if (power[g])
                factor[n++] = gen_power(r, g, power[g]);
        term[i] = ex_mul(s, factor, n);
    }
    fmpz_clear(&c);
    ex e = ex_add(s, term, (size_t)p->length);
    mem_release(s->mem, mark);
    return e;
}
