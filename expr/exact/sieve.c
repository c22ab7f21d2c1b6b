/* expr/exact/sieve.c -- coprimality sieve modulo a prime. */
#include "sieve.h"

#include "../random.h"

#include <string.h>

const int *sieve_part(const struct pair *p, enum part part)
{
    static const int circle[3][3] = {{0, 2, 0}, {1, 0, -1}, {1, 0, 1}};
    static const int hyper[3][3] = {{-1, 0, 1}, {1, 0, 1}, {0, 2, 0}};
    return p->circle ? circle[part] : hyper[part];
}

static uint64_t mod_mul(uint64_t a, uint64_t b)
{
    return ex_row_mod(EX_mul, a, b);
}

static uint64_t random_value(slong gen)
{
    return ex_random((uint64_t)gen + 1) % (EX_PRIME - 2) + 2;
}

/* cos and sin of an angle, or cosh and sinh, by t = tan of its half or E. */
static void set_pair(struct point *p, const struct pair *pair)
{
    const uint64_t t = random_value(pair->odd), square = mod_mul(t, t), twice = mod_mul(2, t);
    const uint64_t plus = ex_row_mod(EX_add, 1, square), minus = ex_row_mod(EX_sub, 1, square);
    const uint64_t unit = pair->circle ? plus : twice;
    const uint64_t odd = pair->circle ? twice : ex_row_mod(EX_sub, 0, minus);
    p->at[pair->odd] = ex_row_mod(EX_div, odd, unit);
    p->at[pair->even] = ex_row_mod(EX_div, pair->circle ? minus : plus, unit);
}

struct point sieve_point(struct ring *r)
{
    const size_t n = (size_t)r->n;
    struct point p = {mem_take_array(r->s->mem, n, sizeof *p.at),
                      mem_take_array(r->s->mem, n, sizeof *p.over)};
    for (size_t g = 0; g < n; g++)
        p.at[g] = random_value((slong)g);
    for (slong g = 0; g < r->n; g++)
        if (r->gen[g].kind == GEN_SIN || r->gen[g].kind == GEN_SINH)
            set_pair(&p, &(struct pair){g, r->gen[g].partner, r->gen[g].kind == GEN_SIN});
    for (size_t g = 0; g < n; g++)
        p.over[g] = ex_row_mod(EX_div, 1, p.at[g]);
    return p;
}

struct image sieve_image(struct ring *r, const poly *p, const struct point *at)
{
    struct mem *m = r->s->mem;
    const size_t n = (size_t)r->n, length = (size_t)p->length;
    struct image im = {.length = p->length,
                       .value = mem_take_array(m, length + 1, sizeof *im.value),
                       .power = mem_take_array(m, length * n + 1, sizeof *im.power),
                       .degree = mem_take_array(m, n + 1, sizeof *im.degree)};
    uint64_t **table = mem_take_array(m, n, sizeof *table);
    fmpz_mpoly_degrees_si(im.degree, p, r->ctx);
    for (size_t g = 0; g < n; g++) {
        const size_t d = (size_t)im.degree[g];
        table[g] = mem_take_array(m, d + 1, sizeof *table[g]);
        table[g][0] = 1;
        for (size_t k = 1; k <= d; k++)
            table[g][k] = mod_mul(table[g][k - 1], at->at[g]);
    }
    for (size_t i = 0; i < length; i++) {
        ulong *power = &im.power[i * n];
        fmpz_mpoly_get_term_exp_ui(power, p, (slong)i, r->ctx);
        im.value[i] = fmpz_fdiv_ui(p->coeffs + i, EX_PRIME);
        for (size_t g = 0; g < n; g++)
            if (power[g])
                im.value[i] = mod_mul(im.value[i], table[g][power[g]]);
    }
    deep_work(length * n / 16 + 1);
    return im;
}

/* The image as a polynomial in v / (value of v), which has the same common factors. */
static void in_one_variable(struct ring *r, const struct image *im, slong v, nmod_poly_t out)
{
    const size_t n = (size_t)r->n, d = (size_t)im->degree[v];
    uint64_t *c = mem_take_array(r->s->mem, d + 1, sizeof *c);
    memset(c, 0, (d + 1) * sizeof *c);
    for (slong i = 0; i < im->length; i++) {
        uint64_t *at = &c[im->power[(size_t)i * n + (size_t)v]];
        *at = ex_row_mod(EX_add, *at, im->value[i]);
    }
    for (size_t k = d + 1; k-- > 0;)
        nmod_poly_set_coeff_ui(out, (slong)k, c[k]);
}

static void set_quadratic(nmod_poly_t p, const int c[3])
{
    for (slong i = 2; i >= 0; i--)
        nmod_poly_set_coeff_ui(p, i, c[i] < 0 ? EX_PRIME - (uint64_t)-c[i] : (uint64_t)c[i]);
}

/* The image as a polynomial in t or E, of twice the degree k in sin and cos. */
static void in_half_angle(struct ring *r, const struct image *im, const struct point *at,
                          const struct pair *pair, slong k, nmod_poly_t out)
{
    const size_t n = (size_t)r->n;
    uint64_t *c = mem_take_array(r->s->mem, 2 * (size_t)k + 2, sizeof *c);
    memset(c, 0, (2 * (size_t)k + 2) * sizeof *c);
    for (slong i = 0; i < im->length; i++) { /* the term without the pair */
        const ulong *power = &im->power[(size_t)i * n];
        uint64_t v = im->value[i], *to = &c[2 * power[pair->even] + power[pair->odd]];
        for (ulong j = 0; j < power[pair->odd]; j++)
            v = mod_mul(v, at->over[pair->odd]);
        for (ulong j = 0; j < power[pair->even]; j++)
            v = mod_mul(v, at->over[pair->even]);
        *to = ex_row_mod(EX_add, *to, v);
    }
    nmod_poly_t part[3], t;
    for (int i = 0; i < 3; i++) {
        nmod_poly_init(part[i], EX_PRIME);
        set_quadratic(part[i], sieve_part(pair, (enum part)i));
    }
    nmod_poly_init(t, EX_PRIME);
    nmod_poly_zero(out);
    for (slong b = 0; b <= k; b++)
        for (slong a = 0; a < 2 && a + b <= k; a++) {
            const slong exponent[3] = {a, b, k - a - b};
            nmod_poly_zero(t);
            nmod_poly_set_coeff_ui(t, 0, c[2 * b + a]);
            for (int i = 0; i < 3; i++)
                for (slong j = 0; j < exponent[i] && !nmod_poly_is_zero(t); j++)
                    nmod_poly_mul(t, t, part[i]);
            nmod_poly_add(out, out, t);
        }
    for (int i = 0; i < 3; i++)
        nmod_poly_clear(part[i]);
    nmod_poly_clear(t);
}

static bool is_coprime(const nmod_poly_t f, const nmod_poly_t g)
{
    nmod_poly_t t;
    nmod_poly_init(t, EX_PRIME);
    nmod_poly_gcd(t, f, g);
    const bool coprime = nmod_poly_degree(t) == 0;
    nmod_poly_clear(t);
    return coprime;
}

bool sieve_one(struct ring *r, const struct image *num, const struct image *den, slong v)
{
    nmod_poly_t f, g;
    if (num->degree[v] <= 0 || den->degree[v] <= 0)
        return true;
    nmod_poly_init(f, EX_PRIME);
    nmod_poly_init(g, EX_PRIME);
    in_one_variable(r, num, v, f);
    in_one_variable(r, den, v, g);
    /* where a degree drops the point is not usable */
    const bool coprime = nmod_poly_degree(f) == num->degree[v] &&
                         nmod_poly_degree(g) == den->degree[v] && is_coprime(f, g);
    nmod_poly_clear(f);
    nmod_poly_clear(g);
    return coprime;
}

bool sieve_pair(struct ring *r, const struct image *num, const struct image *den,
                const struct point *at, const struct pair *pair, slong n, slong d)
{
    nmod_poly_t f, g;
    if (d == 0)
        return true;
    nmod_poly_init(f, EX_PRIME);
    nmod_poly_init(g, EX_PRIME);
    in_half_angle(r, num, at, pair, n, f);
    in_half_angle(r, den, at, pair, d, g);
    bool coprime = !nmod_poly_is_zero(f) && !nmod_poly_is_zero(g) && is_coprime(f, g);
    if (pair->circle)
        coprime = coprime && (nmod_poly_degree(f) == 2 * n || nmod_poly_degree(g) == 2 * d);
    else
        coprime = coprime && nmod_poly_degree(g) == 2 * d && nmod_poly_get_coeff_ui(g, 0) != 0;
    nmod_poly_clear(f);
    nmod_poly_clear(g);
    return coprime;
}
