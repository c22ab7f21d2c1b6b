/* expr/exact/modular.c -- roots and rational angles modulo a prime.
 *
 * The primes p are 3 modulo 4, so that -1 is no square and the numbers c + i s with c^2 + s^2 = 1
 * form a cyclic group of p + 1 elements, which is the circle: the angle 2 pi / n is an element of
 * order n. Its conjugates are elements of order n, too; the choice must agree with the square roots
 * of primes l, which are Gauss sums,
 *
 *   sqrt(l) = sum_k (k / l) cos(2 pi k / l) for l = 1 modulo 4, the same with sin for l = 3,
 *
 * and sqrt(2) = 2 cos(2 pi / 8).
 */
#include "modular.h"

/* p = k L - 1 is prime. */
static const uint64_t L = UINT64_C(10685862914126400);
static const uint16_t factor[MODULAR_PRIMES] = {
    431, 421, 412, 410, 408, 404, 400, 387, 386, 383, 380, 379, 376, 372, 367, 361,
    352, 345, 336, 328, 326, 318, 316, 315, 314, 291, 282, 271, 267, 265, 261, 257,
};

uint64_t modular_prime(unsigned i)
{
    return factor[i % MODULAR_PRIMES] * L - 1;
}

uint64_t modular_power(uint64_t p, uint64_t a, uint64_t k)
{
    uint64_t r = 1;
    for (; k; k >>= 1, a = modular_mul(p, a, a))
        if (k & 1)
            r = modular_mul(p, r, a);
    return r;
}

uint64_t modular_div(uint64_t p, uint64_t a, uint64_t b)
{
    return b ? modular_mul(p, a, modular_power(p, b, p - 2)) : EX_NO_RESIDUE;
}

uint64_t modular_whole_power(uint64_t p, uint64_t a, int64_t k)
{
    const uint64_t r = modular_power(p, a, k < 0 ? 0 - (uint64_t)k : (uint64_t)k);
    return k < 0 ? modular_div(p, 1, r) : r;
}

bool modular_is_square(uint64_t p, uint64_t a)
{
    return a == 0 || modular_power(p, a, (p - 1) / 2) == 1;
}

uint64_t modular_size(uint64_t p, uint64_t a)
{
    return modular_is_square(p, a) ? a : p - a;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* 1/k modulo n, for coprime k and n. */
static uint64_t inverse(uint64_t k, uint64_t n)
{
    int64_t a = (int64_t)(k % n), b = (int64_t)n, x = 1, y = 0;
    while (b) {
        const int64_t q = a / b, r = a % b, z = x - q * y;
        a = b;
        b = r;
        x = y;
        y = z;
    }
    return (uint64_t)(x < 0 ? x + (int64_t)n : x);
}

/* The squares are a group of the odd order (p - 1) / 2; in it, a q-th root with q coprime to this
 * order is a power. */
bool modular_root(uint64_t p, uint64_t a, int64_t q, uint64_t *root)
{
    const uint64_t order = (p - 1) / 2;
    if (q <= 0 || common_divisor((uint64_t)q, order) != 1)
        return false;
    const bool square = modular_is_square(p, a);
    if (!square && q % 2 == 0)
        return false;
    *root = modular_power(p, square ? a : p - a, inverse((uint64_t)q, order));
    if (!square)
        *root = p - *root;
    return true;
}

/* ---- angles ---- */

struct modular_turn modular_turn_by(uint64_t p, struct modular_turn a, struct modular_turn b)
{
    return (struct modular_turn){
        modular_sub(p, modular_mul(p, a.c, b.c), modular_mul(p, a.s, b.s)),
        modular_add(p, modular_mul(p, a.s, b.c), modular_mul(p, a.c, b.s)),
    };
}

struct modular_turn modular_turn_times(uint64_t p, struct modular_turn a, int64_t k)
{
    struct modular_turn r = {1, 0};
    if (k < 0)
        a.s = modular_sub(p, 0, a.s);
    for (uint64_t left = k < 0 ? 0 - (uint64_t)k : (uint64_t)k; left; left >>= 1) {
        if (left & 1)
            r = modular_turn_by(p, r, a);
        a = modular_turn_by(p, a, a);
    }
    return r;
}

static uint64_t smallest_divisor(uint64_t n)
{
    for (uint64_t l = 2; l * l <= n; l++)
        if (n % l == 0)
            return l;
    return n;
}

static bool has_order(uint64_t p, struct modular_turn t, uint64_t n)
{
    for (uint64_t rest = n; rest > 1;) {
        const uint64_t l = smallest_divisor(rest);
        const struct modular_turn part = modular_turn_times(p, t, (int64_t)(n / l));
        if (part.c == 1 && part.s == 0)
            return false;
        while (rest % l == 0)
            rest /= l;
    }
    return true;
}

/* sqrt(l) from the angle t = 2 pi / l, or 2 pi / 8 for l = 2. */
static uint64_t root_by_angle(uint64_t p, struct modular_turn t, uint64_t l)
{
    if (l == 2)
        return modular_add(p, t.c, t.c);
    struct modular_turn at = {1, 0};
    uint64_t sum = 0;
    for (uint64_t k = 1; k < l; k++) {
        at = modular_turn_by(p, at, t);
        const uint64_t term = l % 4 == 1 ? at.c : at.s;
        uint64_t symbol = 1; /* k^((l - 1) / 2) modulo l */
        for (uint64_t i = 0; i < (l - 1) / 2; i++)
            symbol = symbol * k % l;
        sum = symbol == 1 ? modular_add(p, sum, term) : modular_sub(p, sum, term);
    }
    return sum;
}

/* Does the angle agree with the square roots of the primes in n? */
static bool agrees(uint64_t p, struct modular_turn t, uint64_t n)
{
    for (uint64_t rest = n; rest > 1;) {
        const uint64_t l = smallest_divisor(rest), order = l == 2 ? 8 : l;
        uint64_t root;
        while (rest % l == 0)
            rest /= l;
        if (n % order == 0 &&
            (!modular_root(p, l, 2, &root) ||
             root_by_angle(p, modular_turn_times(p, t, (int64_t)(n / order)), l) != root))
            return false;
    }
    return true;
}

bool modular_unit_turn(uint64_t p, uint64_t n, struct modular_turn *out)
{
    enum { TRIES = 1000, LARGEST = 1 << 20 };
    if (n == 0 || n > LARGEST || (p + 1) % n != 0)
        return false;
    for (uint64_t t = 2, found = 0; t < TRIES && !found; t++) {
        const uint64_t square = modular_mul(p, t, t), below = modular_add(p, 1, square);
        const struct modular_turn any = {
            modular_div(p, modular_sub(p, 1, square), below),
            modular_div(p, modular_add(p, t, t), below),
        };
        *out = modular_turn_times(p, any, (int64_t)((p + 1) / n));
        found = has_order(p, *out, n);
    }
    const struct modular_turn first = *out;
    for (uint64_t k = 1; k <= n; k++) {
        *out = modular_turn_times(p, first, (int64_t)k);
        if (common_divisor(k, n) == 1 && agrees(p, *out, n))
            return true;
    }
    return false;
}
