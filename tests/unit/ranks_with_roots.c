/* tests/unit/ranks_with_roots.c -- bounds of ranks, growth of fields, finite fields.
 *
 * A product of an n x r and an r x m matrix has rank r at most, and r at almost all points if its
 * factors are random. Bounds may be far apart, but never on the wrong side. GMP says which numbers
 * are prime.
 */
#include "expr/exact/modular.h"
#include "support/support.h"

START_TEST(primes)
{
    mpz_t p;
    mpz_init(p);
    for (unsigned i = 0; i < MODULAR_PRIMES; i++) {
        const uint64_t n = modular_prime(i);
        mpz_import(p, 1, -1, sizeof n, 0, 0, &n);
        ck_assert_int_gt(mpz_probab_prime_p(p, 40), 0);
        ck_assert_uint_lt(n, UINT64_C(1) << 62);
        for (unsigned j = 0; j < i; j++)
            ck_assert_uint_ne(n, modular_prime(j));
    }
    mpz_clear(p);
}
END_TEST

/* Every prime number below 40 has a square root; every number has one odd root, which keeps
 * products. */
START_TEST(roots)
{
    static const uint64_t small[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    struct rng r = rng_new(1);
    for (unsigned i = 0; i < MODULAR_PRIMES; i++) {
        const uint64_t p = modular_prime(i);
        uint64_t root, a, b, ab;
        for (size_t k = 0; k < COUNT(small); k++) {
            ck_assert(modular_root(p, small[k], 2, &root));
            ck_assert_uint_eq(modular_mul(p, root, root), small[k]);
            ck_assert(modular_is_square(p, root));
        }
        for (int64_t q = 2; q <= 40; q++) {
            uint64_t x = rng_next(&r) % p, y = rng_next(&r) % p;
            if (q % 2 == 0) {
                x = modular_size(p, x);
                y = modular_size(p, y);
            }
            ck_assert(modular_root(p, x, q, &a) && modular_root(p, y, q, &b));
            ck_assert(modular_root(p, modular_mul(p, x, y), q, &ab));
            ck_assert_uint_eq(modular_power(p, a, (uint64_t)q), x);
            ck_assert_uint_eq(modular_mul(p, a, b), ab);
            ck_assert(q % 2 || !modular_root(p, p - x, q, &root));
        }
    }
}
END_TEST

/* 2 cos(pi/5) = (1 + sqrt(5))/2, 2 cos(pi/4) = sqrt(2), 2 sin(pi/3) = sqrt(3), and n times the
 * angle is a whole turn. */
START_TEST(angles)
{
    for (unsigned i = 0; i < MODULAR_PRIMES; i++) {
        const uint64_t p = modular_prime(i);
        struct modular_turn t;
        uint64_t root;
        for (uint64_t n = 1; n <= 80; n++) {
            if (!modular_unit_turn(p, n, &t)) {
                ck_assert_uint_gt(n, 40);
                continue;
            }
            const struct modular_turn whole = modular_turn_times(p, t, (int64_t)n);
            ck_assert_uint_eq(whole.c, 1);
            ck_assert_uint_eq(whole.s, 0);
        }
        ck_assert(modular_unit_turn(p, 10, &t) && modular_root(p, 5, 2, &root));
        ck_assert_uint_eq(modular_mul(p, 4, t.c), modular_add(p, 1, root));
        ck_assert(modular_unit_turn(p, 8, &t) && modular_root(p, 2, 2, &root));
        ck_assert_uint_eq(modular_mul(p, 2, t.c), root);
        ck_assert(modular_unit_turn(p, 6, &t) && modular_root(p, 3, 2, &root));
        ck_assert_uint_eq(modular_mul(p, 2, t.s), root);
    }
}
END_TEST

/* ---- ranks ---- */

static struct ex_ranks ranks_of(struct store *s, const char *const *text, size_t rows, size_t cols)
{
    ex a[64];
    for (size_t i = 0; i < rows * cols; i++)
        a[i] = test_read(s, text[i]);
    return ex_ranks(s, a, rows, cols);
}

/* 2 x 2 matrices of rank 1 and 2. */
START_TEST(known_ranks)
{
    static const struct {
        const char *at[4];
        size_t rank;
    } row[] = {
        {{"sqrt(3)", "1", "3", "sqrt(3)"}, 1},
        {{"sqrt(3)", "1", "3", "-sqrt(3)"}, 2},
        {{"2^(1/3)", "1", "2", "2^(2/3)"}, 1},
        {{"2^(1/3)", "1", "2", "2^(1/3)"}, 2},
        {{"cos(pi/5)", "1", "1 + sqrt(5)", "4"}, 1},
        {{"cos(pi/5)", "1", "1 - sqrt(5)", "4"}, 2},
        {{"cos(pi/7) cos(2 pi/7)", "1", "-1", "8 cos(3 pi/7) * 0 - 1/cos(3 pi/7)"}, 2},
        {{"sin(x + pi/5)", "1", "sin(x) cos(pi/5) + cos(x) sin(pi/5)", "1"}, 1},
        {{"sqrt(x^2 + y^2)", "1", "sqrt((x + y)^2 - 2 x y)", "1"}, 1},
        {{"sqrt(x^2 + y^2)", "1", "sqrt((x + y)^2 - x y)", "1"}, 2},
        {{"sqrt(4 x^2 + 4)", "2", "sqrt(1 + x^2)", "1"}, 1},
        {{"sqrt(x^2)", "x", "x", "sqrt(x^2)"}, 1},
        {{"sqrt(41)", "1", "41", "sqrt(41)"}, 1},
        {{"sqrt(1009) + sqrt(1013)", "1", "-4", "sqrt(1009) - sqrt(1013)"}, 1},
        {{"log(2)", "log(3)", "log(4)", "log(9)"}, 1},
        {{"x", "1", "x^2", "x"}, 1},
        {{"exp(x)", "1", "exp(2 x)", "exp(x)"}, 1},
        {{"0", "0", "0", "0"}, 0},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(row); i++) {
        const struct ex_ranks r = ranks_of(l.s, row[i].at, 2, 2);
        REQUIRE(r.least <= row[i].rank && row[i].rank <= r.most,
                "row %zu: rank %zu not in %zu..%zu", i, row[i].rank, r.least, r.most);
        REQUIRE(r.least == r.most, "row %zu: %zu..%zu", i, r.least, r.most);
    }
    lab_close(&l);
}
END_TEST

/* Nothing is known: the rank is anything. */
START_TEST(unknown_ranks)
{
    struct lab l = lab_open();
    const ex one = ex_int(l.s, 1);
    const ex a[4] = {EX_POISON, one, one, one};
    const struct ex_ranks r = ex_ranks(l.s, a, 2, 2);
    ck_assert_uint_eq(r.least, 0);
    ck_assert_uint_eq(r.most, 2);
    lab_close(&l);
}
END_TEST

START_TEST(random_products)
{
    static const char *const kernel[] = {
        "x",       "y",        "1/2",       "sqrt(3)",         "sqrt(x^2 + 1)",     "sin(x)",
        "cos(x)",  "2^(1/3)",  "cos(pi/5)", "sqrt(y^2 + p)",   "sqrt(p)",           "sin(pi/7)",
        "exp(y)",  "sqrt(7)",  "p",         "(1 + p)^(1/5)",   "sin(y + pi/10)",    "-2",
        "sqrt(6)", "cos(2 x)", "x y",       "sqrt(x^2 + y^2)", "sqrt(2 + sqrt(2))", "y - x",
    };
    enum { SIDE = 5 };
    struct rng r = rng_new(7);
    const size_t cases = test_scaled(6000);
    size_t sharp = 0;
    for (size_t k = 0; k < cases; k++) {
        struct lab l = lab_open();
        ex_sym(l.s, "p", EX_POSITIVE);
        const size_t rows = 1 + rng_below(&r, SIDE), cols = 1 + rng_below(&r, SIDE);
        const size_t full = rows < cols ? rows : cols, rank = 1 + rng_below(&r, full);
        ex left[SIDE * SIDE], right[SIDE * SIDE], a[SIDE * SIDE];
        for (size_t i = 0; i < SIDE * SIDE; i++) {
            left[i] = test_read(l.s, kernel[rng_below(&r, COUNT(kernel))]);
            right[i] = test_read(l.s, kernel[rng_below(&r, COUNT(kernel))]);
            left[i] = ex_mul2(l.s, left[i], ex_int(l.s, 1 + (int64_t)rng_below(&r, 100)));
        }
        ex_matrix_mul(l.s, left, right, rows, rank, cols, a);
        for (size_t i = 0; i < rows * cols; i++)
            if (rng_below(&r, 2))
                a[i] = ex_expand(l.s, a[i]);
        const struct ex_ranks bounds = ex_ranks(l.s, a, rows, cols);
        REQUIRE(bounds.least <= rank, "case %zu: rank %zu, at least %zu", k, rank, bounds.least);
        REQUIRE(bounds.least <= bounds.most, "case %zu: %zu..%zu", k, bounds.least, bounds.most);
        sharp += bounds.least == bounds.most;
        lab_close(&l);
    }
    REQUIRE(sharp >= cases * 9 / 10, "%zu of %zu bounds are equal", sharp, cases);
}
END_TEST

/* ---- growth of fields ---- */

/* Fields as rows of components in x1, x2, ...; the growth vector by brackets is known. */
START_TEST(growth_by_curves)
{
    static const struct {
        size_t n, r;
        const char *field[20];
        size_t steps, rank[6];
    } row[] = {
        {3, 2, {"1", "0", "x2", "0", "1", "0"}, 2, {2, 3}},
        {3, 2, {"1", "0", "x2^2", "0", "1", "0"}, 2, {2, 3}}, /* Martinet, off x2 = 0 */
        {3, 2, {"1", "0", "x1", "0", "1", "x2"}, 1, {2}},
        {3, 2, {"cos(x3)", "sin(x3)", "0", "0", "0", "1"}, 2, {2, 3}},
        {4, 2, {"1", "0", "x2", "x2^2", "0", "1", "0", "0"}, 3, {2, 3, 4}},
        {5, 2, {"1", "0", "x2", "x3", "x2^2", "0", "1", "0", "0", "0"}, 3, {2, 3, 5}},
        {5, 2, {"1", "x3", "x4", "x5", "0", "0", "0", "0", "0", "1"}, 4, {2, 3, 4, 5}},
        {4, 2, {"1", "0", "sqrt(3) x2", "0", "0", "1", "0", "0"}, 2, {2, 3}},
        {3, 2, {"1", "0", "sqrt(x1^2 + x2^2 + 1)", "0", "1", "0"}, 2, {2, 3}},
        {3, 2, {"1", "0", "exp(x1) cos(pi/5)", "0", "1", "0"}, 1, {2}},
    };
    static const char *const name[] = {"x1", "x2", "x3", "x4", "x5"};
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab l = lab_open();
        ex field[20], q[5];
        size_t rank[32];
        bool proved;
        for (size_t k = 0; k < row[i].n; k++)
            q[k] = ex_sym(l.s, name[k], 0);
        for (size_t k = 0; k < row[i].r * row[i].n; k++)
            field[k] = test_read(l.s, row[i].field[k]);
        const size_t steps =
            ex_bracket_ranks(l.s, field, row[i].r, q, row[i].n, COUNT(rank), rank, &proved);
        REQUIRE(steps == row[i].steps, "row %zu: %zu steps", i, steps);
        for (size_t k = 0; k < steps; k++)
            REQUIRE(rank[k] == row[i].rank[k], "row %zu: rank %zu at step %zu", i, rank[k], k);
        lab_close(&l);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        primes, roots, angles, known_ranks, unknown_ranks, random_products, growth_by_curves,
    };
    return test_run("ranks_with_roots", tests, COUNT(tests));
}
