/* expr/rat.c -- exact rationals: 64-bit words while they fit, GMP beyond.
 *
 * A value that fits into two words is always stored in them, so that equal numbers have equal
 * nodes. GMP allocates from the store's mem; its temporaries never outlive a function here.
 */
#include "store.h"

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

static const struct rat POISON = {0, 0};

static bool poisoned(struct rat a)
{
    return a.d == 0 && a.n == 0;
}

static bool small(struct rat a)
{
    return a.d > 0;
}

static uint64_t magnitude(int64_t i)
{
    return i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* ---- in and out of GMP ---- */

struct big {
    struct mem *before; /* the mem of GMP before */
    mpq_t q[3];         /* operands and result */
};

static void put_word(mpz_t z, int64_t i)
{
    uint64_t m = magnitude(i);
    mpz_import(z, 1, -1, sizeof m, 0, 0, &m);
    if (i < 0)
        mpz_neg(z, z);
}

static void load(const struct store *s, struct rat a, mpq_t q)
{
    if (small(a)) {
        put_word(mpq_numref(q), a.n);
        put_word(mpq_denref(q), a.d);
        return;
    }
    const uint32_t *w = words_at(s, (ex)a.n);
    size_t all = node_at(s, (ex)a.n)->n - 1, num = w[0] & 0x7fffffffu;
    mpz_import(mpq_numref(q), num, -1, sizeof *w, 0, 0, w + 1);
    mpz_import(mpq_denref(q), all - num, -1, sizeof *w, 0, 0, w + 1 + num);
    if (w[0] >> 31)
        mpz_neg(mpq_numref(q), mpq_numref(q));
}

static struct big big_begin(const struct store *s, struct rat a, struct rat b)
{
    struct big g = {.before = mem_for_gmp(s->mem)};
    for (int i = 0; i < 3; i++)
        mpq_init(g.q[i]);
    load(s, a, g.q[0]);
    load(s, b, g.q[1]);
    return g;
}

static void big_end(struct big *g)
{
    for (int i = 0; i < 3; i++)
        mpq_clear(g->q[i]);
    mem_for_gmp(g->before);
}

static bool get_word(const mpz_t z, int64_t *out)
{
    if (mpz_sizeinbase(z, 2) > 63)
        return false;
    uint64_t m = 0;
    size_t count = 0;
    mpz_export(&m, &count, -1, sizeof m, 0, 0, z);
    *out = mpz_sgn(z) < 0 ? -(int64_t)m : (int64_t)m;
    return true;
}

static bool too_long(struct store *s, size_t bits)
{
    if ((double)bits <= (double)s->limits.digits * 3.3219280948873626)
        return false;
    ex_fail(s, "a number is longer than the limit of %lu digits", (unsigned long)s->limits.digits);
    return true;
}

/* The value of q, which is in lowest terms: in words if it fits, else as a node. */
static struct rat store_big(struct store *s, const mpq_t q)
{
    struct rat r;
    if (get_word(mpq_numref(q), &r.n) && get_word(mpq_denref(q), &r.d))
        return r;
    size_t num_bits = mpz_sizeinbase(mpq_numref(q), 2), den_bits = mpz_sizeinbase(mpq_denref(q), 2);
    if (too_long(s, num_bits > den_bits ? num_bits : den_bits))
        return POISON;
    struct mem_mark mark = mem_mark(s->mem);
    size_t num = (num_bits + 31) / 32, den = (den_bits + 31) / 32;
    uint32_t *w = mem_take_array(s->mem, 1 + num + den, sizeof *w);
    int sign = mpz_sgn(mpq_numref(q));
    w[0] = (uint32_t)num | (sign < 0 ? 0x80000000u : 0);
    mpz_export(w + 1, NULL, -1, sizeof *w, 0, 0, mpq_numref(q));
    mpz_export(w + 1 + num, NULL, -1, sizeof *w, 0, 0, mpq_denref(q));
    unsigned flags = F_BIG | F_NONZERO | (sign > 0 ? F_POSITIVE | F_NONNEGATIVE : 0);
    r = (struct rat){(int64_t)ex_intern(s, EX_num, w, 1 + num + den, flags), 0};
    mem_release(s->mem, mark);
    return r;
}

/* ---- nodes ---- */

ex rat_ex(struct store *s, struct rat r)
{
    if (!small(r))
        return (ex)r.n;
    uint64_t n = (uint64_t)r.n, d = (uint64_t)r.d;
    uint32_t words[4] = {(uint32_t)n, (uint32_t)(n >> 32), (uint32_t)d, (uint32_t)(d >> 32)};
    unsigned flags = (r.n ? F_NONZERO : 0) | (r.n > 0 ? F_POSITIVE : 0);
    flags |= r.n >= 0 ? F_NONNEGATIVE : 0;
    return ex_intern(s, EX_num, words, 4, flags);
}

struct rat rat_of(const struct store *s, ex number)
{
    if (node_at(s, number)->flags & F_BIG)
        return (struct rat){(int64_t)number, 0};
    const uint32_t *w = words_at(s, number);
    return (struct rat){(int64_t)((uint64_t)w[1] << 32 | w[0]),
                        (int64_t)((uint64_t)w[3] << 32 | w[2])};
}

ex ex_int(struct store *s, int64_t i)
{
    return rat_ex(s, rat_make(s, i, 1));
}

ex ex_rat(struct store *s, int64_t num, int64_t den)
{
    return rat_ex(s, rat_make(s, num, den));
}

bool ex_is_rat(const struct store *s, ex e, int64_t *num, int64_t *den)
{
    if (op_of(s, e) != EX_num || !small(rat_of(s, e)))
        return false;
    struct rat r = rat_of(s, e);
    *num = r.n;
    *den = r.d;
    return true;
}

bool ex_is_int(const struct store *s, ex e, int64_t *value)
{
    int64_t den;
    return ex_is_rat(s, e, value, &den) && den == 1;
}

/* ---- arithmetic ---- */

enum rat_task { TASK_ADD, TASK_MUL, TASK_DIV, TASK_NEG, TASK_INV };

static struct rat slowly(struct store *s, enum rat_task task, struct rat a, struct rat b)
{
    if (poisoned(a) || poisoned(b))
        return POISON;
    struct big g = big_begin(s, a, b);
    switch (task) {
    case TASK_ADD:
        mpq_add(g.q[2], g.q[0], g.q[1]);
        break;
    case TASK_MUL:
        mpq_mul(g.q[2], g.q[0], g.q[1]);
        break;
    case TASK_DIV:
        mpq_div(g.q[2], g.q[0], g.q[1]);
        break;
    case TASK_NEG:
        mpq_neg(g.q[2], g.q[0]);
        break;
    case TASK_INV:
        mpq_inv(g.q[2], g.q[0]);
        break;
    }
    struct rat r = store_big(s, g.q[2]);
    big_end(&g);
    return r;
}

struct rat rat_make(struct store *s, int64_t num, int64_t den)
{
    if (den == 0) {
        ex_fail(s, "division by zero");
        return POISON;
    }
    if (num == INT64_MIN || den == INT64_MIN) /* not used in small rationals */
        return slowly(s, TASK_DIV, (struct rat){num, 1}, (struct rat){den, 1});
    int64_t g = (int64_t)gcd(magnitude(num), magnitude(den));
    g = den < 0 ? -g : g;
    return (struct rat){num / g, den / g};
}

/* In words, unless an intermediate overflows. INT64_MIN never occurs in a small rational, so that
 * negation and magnitudes are safe. */
static bool add_words(struct rat a, struct rat b, struct rat *r)
{
    if (a.d == 1 && b.d == 1) {
        r->d = 1;
        return !__builtin_add_overflow(a.n, b.n, &r->n) && r->n != INT64_MIN;
    }
    int64_t g = (int64_t)gcd((uint64_t)a.d, (uint64_t)b.d), x, y, n, d;
    if (__builtin_mul_overflow(a.n, b.d / g, &x) || __builtin_mul_overflow(b.n, a.d / g, &y) ||
        __builtin_add_overflow(x, y, &n) || __builtin_mul_overflow(a.d, b.d / g, &d) ||
        n == INT64_MIN)
        return false;
    int64_t h = (int64_t)gcd(magnitude(n), (uint64_t)d);
    *r = (struct rat){n / h, d / h};
    return true;
}

static bool mul_words(struct rat a, struct rat b, struct rat *r)
{
    int64_t g = (int64_t)gcd(magnitude(a.n), (uint64_t)b.d);
    int64_t h = (int64_t)gcd(magnitude(b.n), (uint64_t)a.d);
    return !__builtin_mul_overflow(a.n / g, b.n / h, &r->n) &&
           !__builtin_mul_overflow(a.d / h, b.d / g, &r->d) && r->n != INT64_MIN;
}

struct rat rat_add(struct store *s, struct rat a, struct rat b)
{
    struct rat r;
    return small(a) && small(b) && add_words(a, b, &r) ? r : slowly(s, TASK_ADD, a, b);
}

struct rat rat_mul(struct store *s, struct rat a, struct rat b)
{
    struct rat r;
    return small(a) && small(b) && mul_words(a, b, &r) ? r : slowly(s, TASK_MUL, a, b);
}

struct rat rat_neg(struct store *s, struct rat a)
{
    return small(a) ? (struct rat){-a.n, a.d} : slowly(s, TASK_NEG, a, a);
}

struct rat rat_inv(struct store *s, struct rat a)
{
    if (small(a) && a.n == 0) {
        ex_fail(s, "division by zero");
        return POISON;
    }
    return small(a) ? (struct rat){a.n < 0 ? -a.d : a.d, a.n < 0 ? -a.n : a.n}
                    : slowly(s, TASK_INV, a, a);
}

static size_t bits_of(const struct store *s, struct rat a)
{
    if (!small(a))
        return (size_t)node_at(s, (ex)a.n)->n * 32;
    uint64_t m = magnitude(a.n) > (uint64_t)a.d ? magnitude(a.n) : (uint64_t)a.d;
    size_t bits = 0;
    while (m > 1) {
        m >>= 1;
        bits++;
    }
    return bits; /* rounded down, 0 for -1, 0, 1 */
}

struct rat rat_pow(struct store *s, struct rat a, int64_t k)
{
    if (poisoned(a))
        return POISON;
    if (k < 0)
        a = rat_inv(s, a);
    uint64_t e = magnitude(k);
    size_t bits = bits_of(s, a);
    if (bits && (double)bits * (double)e > 8.0 * s->limits.digits + 64) {
        ex_fail(s, "a number is longer than the limit of %lu digits",
                (unsigned long)s->limits.digits);
        return POISON;
    }
    if (!bits && !poisoned(a)) /* -1, 0 or 1, also when e is huge */
        return e == 0 ? (struct rat){1, 1} : (struct rat){e % 2 ? a.n : a.n * a.n, 1};
    struct rat r = {1, 1};
    for (; e; e >>= 1) {
        if (e & 1)
            r = rat_mul(s, r, a);
        if (e > 1)
            a = rat_mul(s, a, a);
    }
    return r;
}

/* ---- questions ---- */

int rat_sign(const struct store *s, struct rat a)
{
    if (!small(a))
        return words_at(s, (ex)a.n)[0] >> 31 ? -1 : 1;
    return (a.n > 0) - (a.n < 0);
}

int rat_cmp(const struct store *s, struct rat a, struct rat b)
{
    int64_t x, y;
    if (small(a) && small(b) && !__builtin_mul_overflow(a.n, b.d, &x) &&
        !__builtin_mul_overflow(b.n, a.d, &y))
        return (x > y) - (x < y);
    struct big g = big_begin(s, a, b);
    int c = mpq_cmp(g.q[0], g.q[1]);
    big_end(&g);
    return (c > 0) - (c < 0);
}

bool rat_is_int(const struct store *s, struct rat a)
{
    if (small(a))
        return a.d == 1;
    const uint32_t *w = words_at(s, (ex)a.n);
    size_t all = node_at(s, (ex)a.n)->n, num = w[0] & 0x7fffffffu;
    return all == num + 2 && w[num + 1] == 1;
}

/* Nearest double, ties to even. A quotient of 64 bits or more with a sticky last bit rounds once;
 * the exponent decides how many of them a subnormal keeps. */
static double nearest(const mpq_t q)
{
    mpz_t n, r;
    mpz_init(n);
    mpz_init(r);
    mpz_abs(n, mpq_numref(q));
    long num_bits = (long)mpz_sizeinbase(n, 2), den_bits = (long)mpz_sizeinbase(mpq_denref(q), 2);
    long keep = 54; /* one more than a double has: the quotient has 54 or 55 bits */
    long shift = keep - (num_bits - den_bits);
    if (shift > 1074 + 1) /* the last bit of a subnormal is 2^-1074, one more for rounding */
        shift = 1074 + 1;
    mpz_t d;
    mpz_init_set(d, mpq_denref(q));
    if (shift > 0)
        mpz_mul_2exp(n, n, (mp_bitcnt_t)shift);
    else
        mpz_mul_2exp(d, d, (mp_bitcnt_t)-shift);
    mpz_tdiv_qr(n, r, n, d);
    uint64_t m = 0;
    mpz_export(&m, NULL, -1, sizeof m, 0, 0, n);
    /* m * 2^-shift, m under 2^55: round m to 53 bits by hand, keeping at least down to 2^-1074. */
    int drop = 0;
    while (m >> drop >= UINT64_C(1) << 53 || (drop < 1 && shift == 1074 + 1))
        drop++;
    uint64_t rest = m & ((UINT64_C(1) << drop) - 1), tie = drop ? UINT64_C(1) << (drop - 1) : 0;
    bool sticky = mpz_sgn(r) != 0;
    m >>= drop;
    if (drop && (rest > tie || (rest == tie && (sticky || (m & 1)))))
        m++;
    double value = ldexp((double)m, (int)(drop - shift));
    bool negative = mpz_sgn(mpq_numref(q)) < 0;
    mpz_clear(n);
    mpz_clear(r);
    mpz_clear(d);
    return negative ? -value : value;
}

double rat_double(struct store *s, struct rat a)
{
    const int64_t exact = INT64_C(1) << 53;
    if (small(a) && a.n <= exact && a.n >= -exact && a.d <= exact)
        return (double)a.n / (double)a.d; /* both exact, so one rounding */
    if (poisoned(a))
        return NAN;
    struct big g = big_begin(s, a, (struct rat){0, 1});
    double value = nearest(g.q[0]);
    big_end(&g);
    return value;
}

double ex_number(struct store *s, ex number)
{
    return rat_double(s, rat_of(s, number));
}

uint64_t rat_mod(struct store *s, struct rat a, bool denominator, uint64_t prime)
{
    struct big g = big_begin(s, a, (struct rat){0, 1});
    mpz_t p, r;
    uint64_t m = 0;
    mpz_init(p);
    mpz_init(r);
    mpz_import(p, 1, -1, sizeof prime, 0, 0, &prime);
    mpz_mod(r, denominator ? mpq_denref(g.q[0]) : mpq_numref(g.q[0]), p);
    mpz_export(&m, NULL, -1, sizeof m, 0, 0, r);
    mpz_clear(p);
    mpz_clear(r);
    big_end(&g);
    return m;
}

/* ---- roots ---- */

enum { MAX_ROOT = 64, MAX_ROOT_BITS = 8192 };

/* Takes q-th powers of small primes out of |z|; the rest is tried as a whole. */
static void take_roots(mpz_t z, mpz_t out, unsigned long q)
{
    enum { LAST_PRIME = 1000 };
    mpz_t whole;
    mpz_init(whole);
    mpz_set_ui(out, 1);
    for (unsigned long p = 2; p < LAST_PRIME && mpz_cmp_ui(z, 1) > 0; p += p == 2 ? 1 : 2) {
        unsigned long k = 0;
        while (mpz_divisible_ui_p(z, p)) {
            mpz_divexact_ui(z, z, p);
            k++;
        }
        mpz_ui_pow_ui(whole, p, k % q);
        mpz_mul(z, z, whole); /* the remaining power goes back: later primes are larger */
        mpz_ui_pow_ui(whole, p, k / q);
        mpz_mul(out, out, whole);
    }
    if (mpz_root(whole, z, q)) {
        mpz_mul(out, out, whole);
        mpz_set_ui(z, 1);
    }
    mpz_clear(whole);
}

/* z = root^k with k as large as it gets, for z > 1. */
static unsigned long perfect_power(mpz_t z)
{
    unsigned long k = 1;
    mpz_t root;
    mpz_init(root);
    for (unsigned long j = 2; j <= MAX_ROOT && mpz_perfect_power_p(z);) {
        if (mpz_root(root, z, j)) {
            mpz_set(z, root);
            k *= j;
        } else {
            j++;
        }
    }
    mpz_clear(root);
    return k;
}

/* (n/d)^(p/q) = (n^p d^(q-p))^(1/q) / d: from here on the root of one integer. */
/* Roots of 2, 3, 5, 6, ..., the most frequent ones, cannot be simplified. */
static bool is_small_and_squarefree(struct rat a)
{
    enum { SMALL = 10000 };
    if (a.d != 1 || a.n < 2 || a.n > SMALL)
        return false;
    for (int64_t p = 2; p * p <= a.n; p++)
        if (a.n % (p * p) == 0)
            return false;
    return true;
}

void rat_root(struct store *s, struct rat base, struct rat power, struct rat *out, struct rat *rest,
              struct rat *left)
{
    *out = (struct rat){1, 1};
    *rest = base;
    *left = power;
    if (poisoned(base) || power.d > MAX_ROOT || is_small_and_squarefree(base))
        return;
    unsigned long p = (unsigned long)power.n, q = (unsigned long)power.d;
    if (bits_of(s, base) * q > MAX_ROOT_BITS) /* the power would have too many digits */
        return;
    struct big g = big_begin(s, base, (struct rat){1, 1});
    mpz_ptr z = mpq_numref(g.q[2]), root = mpq_numref(g.q[1]);
    mpz_pow_ui(z, mpq_numref(g.q[0]), p);
    mpz_pow_ui(root, mpq_denref(g.q[0]), q - p);
    mpz_mul(z, z, root);
    mpz_set(mpq_denref(g.q[1]), mpq_denref(g.q[0]));
    take_roots(z, root, q);
    mpq_canonicalize(g.q[1]);
    unsigned long k = mpz_cmp_ui(z, 1) > 0 ? perfect_power(z) : 0;
    mpz_pow_ui(mpq_numref(g.q[0]), z, k / q); /* integer powers of primes that were not tried */
    mpz_set_ui(mpq_denref(g.q[0]), 1);
    mpq_mul(g.q[1], g.q[1], g.q[0]);
    k %= q;
    if (k == 0) {
        mpz_set_ui(z, 1);
        k = 1;
    }
    /* 12^(61/63) is shorter than the root of a number with 47 digits. */
    if (mpz_sizeinbase(z, 2) <= 63 || !small(base)) {
        *rest = store_big(s, g.q[2]);
        *out = store_big(s, g.q[1]);
        *left = rat_make(s, (int64_t)k, power.d);
    }
    big_end(&g);
}

/* ---- text ---- */

struct rat rat_read(struct store *s, const char *digits, size_t n, int64_t exponent10)
{
    int64_t word = 0;
    for (size_t i = 0; i < n && n <= 18; i++)
        word = word * 10 + (digits[i] - '0');
    if (n <= 18 && exponent10 == 0)
        return (struct rat){word, 1};
    if (n > s->limits.digits || exponent10 > (int64_t)s->limits.digits ||
        exponent10 < -(int64_t)s->limits.digits) {
        ex_fail(s, "a number is longer than the limit of %lu digits",
                (unsigned long)s->limits.digits);
        return POISON;
    }
    struct rat r, ten = {10, 1};
    char *text = mem_take(s->mem, n + 1);
    memcpy(text, digits, n);
    text[n] = 0;
    struct big g = big_begin(s, ten, ten);
    mpz_set_str(mpq_numref(g.q[2]), text, 10);
    r = store_big(s, g.q[2]);
    big_end(&g);
    return exponent10 ? rat_mul(s, r, rat_pow(s, ten, exponent10)) : r;
}

void rat_put(struct store *s, struct rat a, bool denominator, struct mem_text *out)
{
    if (small(a)) {
        mem_put_int(out, denominator ? a.d : a.n < 0 ? -a.n : a.n);
        return;
    }
    struct big g = big_begin(s, a, (struct rat){0, 1});
    mpz_srcptr z = denominator ? mpq_denref(g.q[0]) : mpq_numref(g.q[0]);
    char *text = mem_take(s->mem, mpz_sizeinbase(z, 10) + 2);
    mpz_get_str(text, 10, z);
    mem_put(out, text + (text[0] == '-'));
    big_end(&g);
}
