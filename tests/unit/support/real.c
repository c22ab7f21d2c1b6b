/* tests/unit/support/real.c -- numbers of 512 bits and their linear algebra. */
#include "real.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 4096, CHUNKS = 4096, SAME = 80, RANK = 60, SIDE = 40, SWEEPS = 60, KEPT = 1024 };

static mpfr_t *chunk[CHUNKS];
static mpfr_t keeping[KEPT];
static size_t chunks, used, kept;

static mpfr_ptr fresh(void)
{
    const size_t k = used / CHUNK;
    REQUIRE(k < CHUNKS, "too many numbers");
    if (k == chunks) {
        chunk[k] = malloc(CHUNK * sizeof **chunk);
        REQUIRE(chunk[k], "no memory");
        for (size_t i = 0; i < CHUNK; i++)
            mpfr_init2(chunk[k][i], REAL_BITS);
        chunks++;
    }
    return chunk[k][used++ % CHUNK];
}

size_t real_mark(void)
{
    return used;
}

void real_keep(size_t mark, real *a, size_t n)
{
    for (size_t i = 0; i < n; i++) { /* a number may be in the place of another */
        if (i == kept) {
            REQUIRE(kept < COUNT(keeping), "too many numbers");
            mpfr_init2(keeping[kept++], REAL_BITS);
        }
        mpfr_set(keeping[i], a[i], MPFR_RNDN);
    }
    used = mark;
    for (size_t i = 0; i < n; i++)
        a[i] = real_copy(keeping[i]);
}

void real_close(void)
{
    for (size_t k = 0; k < chunks; k++) {
        for (size_t i = 0; i < CHUNK; i++)
            mpfr_clear(chunk[k][i]);
        free(chunk[k]);
    }
    while (kept)
        mpfr_clear(keeping[--kept]);
    chunks = used = 0;
}

/* ---- arithmetic ---- */

real real_of(double v)
{
    mpfr_ptr out = fresh();
    mpfr_set_d(out, v, MPFR_RNDN);
    return out;
}

real real_copy(real a)
{
    mpfr_ptr out = fresh();
    mpfr_set(out, a, MPFR_RNDN);
    return out;
}

real real_add(real a, real b)
{
    mpfr_ptr out = fresh();
    mpfr_add(out, a, b, MPFR_RNDN);
    return out;
}

real real_sub(real a, real b)
{
    mpfr_ptr out = fresh();
    mpfr_sub(out, a, b, MPFR_RNDN);
    return out;
}

real real_mul(real a, real b)
{
    mpfr_ptr out = fresh();
    mpfr_mul(out, a, b, MPFR_RNDN);
    return out;
}

real real_div(real a, real b)
{
    mpfr_ptr out = fresh();
    if (mpfr_zero_p(b))
        mpfr_set_nan(out);
    else
        mpfr_div(out, a, b, MPFR_RNDN);
    return out;
}

real real_neg(real a)
{
    mpfr_ptr out = fresh();
    mpfr_neg(out, a, MPFR_RNDN);
    return out;
}

real real_shift(real a, long bits)
{
    mpfr_ptr out = fresh();
    mpfr_mul_2si(out, a, bits, MPFR_RNDN);
    return out;
}

real real_plus(real a, real b, real c)
{
    mpfr_ptr out = fresh();
    mpfr_fma(out, b, c, a, MPFR_RNDN);
    return out;
}

bool real_has_value(real a)
{
    return mpfr_number_p(a) != 0;
}

static long exponent(real a)
{
    return mpfr_zero_p(a) ? -REAL_BITS : mpfr_get_exp(a);
}

bool real_is_small(real a)
{
    return real_has_value(a) && exponent(a) < -SAME;
}

bool real_same(real a, real b, real size)
{
    const real d = real_sub(a, b);
    long most = exponent(size) > 0 ? exponent(size) : 0;
    if (!real_has_value(d))
        return false;
    most = exponent(a) > most ? exponent(a) : most;
    most = exponent(b) > most ? exponent(b) : most;
    return exponent(d) < most - SAME;
}

double real_show(real a)
{
    return mpfr_get_d(a, MPFR_RNDN);
}

/* ---- linear algebra ---- */

real real_dot(const real *a, size_t da, const real *b, size_t db, size_t n)
{
    mpfr_ptr out = fresh();
    mpfr_set_zero(out, 1);
    for (size_t i = 0; i < n; i++)
        mpfr_fma(out, a[i * da], b[i * db], out, MPFR_RNDN);
    return out;
}

void real_transpose(const real *a, size_t rows, size_t cols, real *out)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out[j * rows + i] = a[i * cols + j];
}

bool real_solve(const real *a, const real *b, size_t n, real *x)
{
    real at[SIDE * (SIDE + 1)];
    const size_t wide = n + 1;
    REQUIRE(n <= SIDE, "too many unknowns");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < wide; j++)
            at[i * wide + j] = j < n ? a[i * n + j] : b[i];
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (mpfr_cmpabs(at[i * wide + k], at[best * wide + k]) > 0)
                best = i;
        if (!real_has_value(at[best * wide + k]) || real_is_small(at[best * wide + k]))
            return false;
        for (size_t j = 0; j < wide; j++) {
            const real t = at[k * wide + j];
            at[k * wide + j] = at[best * wide + j];
            at[best * wide + j] = t;
        }
        for (size_t i = 0; i < n; i++) {
            const real by = real_neg(real_div(at[i * wide + k], at[k * wide + k]));
            for (size_t j = k; j < wide && i != k; j++)
                at[i * wide + j] = real_plus(at[i * wide + j], by, at[k * wide + j]);
        }
    }
    for (size_t i = 0; i < n; i++)
        x[i] = real_div(at[i * wide + n], at[i * wide + i]);
    return true;
}

static real square_root(real a)
{
    mpfr_ptr out = fresh();
    mpfr_sqrt(out, a, MPFR_RNDN);
    return out;
}

/* Makes columns i and j orthogonal by a rotation; false: they were. */
static bool rotate(real *at, size_t rows, size_t cols, size_t i, size_t j)
{
    const real one = real_of(1), ii = real_dot(at + i, cols, at + i, cols, rows);
    const real jj = real_dot(at + j, cols, at + j, cols, rows);
    const real ij = real_dot(at + i, cols, at + j, cols, rows);
    if (mpfr_zero_p(ij) || 2 * exponent(ij) < exponent(ii) + exponent(jj) - 2 * (REAL_BITS - 16))
        return false;
    const real w = real_div(real_sub(jj, ii), real_shift(ij, 1));
    const real root = square_root(real_plus(one, w, w));
    const real t = real_div(one, mpfr_sgn(w) < 0 ? real_sub(w, root) : real_add(w, root));
    const real c = real_div(one, square_root(real_plus(one, t, t))), s = real_mul(c, t);
    for (size_t k = 0; k < rows; k++) {
        const real x = at[k * cols + i], y = at[k * cols + j];
        at[k * cols + i] = real_sub(real_mul(c, x), real_mul(s, y));
        at[k * cols + j] = real_plus(real_mul(s, x), c, y);
    }
    return true;
}

/* The squares of the singular values, by the one-sided method of Jacobi. */
static size_t squares(const real *a, size_t rows, size_t cols, real *out)
{
    real at[SIDE * SIDE];
    const size_t tall = rows < cols ? cols : rows, slim = rows < cols ? rows : cols;
    REQUIRE(tall <= SIDE, "too large a matrix");
    for (size_t i = 0; i < tall; i++)
        for (size_t j = 0; j < slim; j++)
            at[i * slim + j] = rows < cols ? a[j * cols + i] : a[i * cols + j];
    bool again = true;
    for (size_t k = 0; k < SWEEPS && again; k++) {
        again = false;
        for (size_t i = 0; i < slim; i++)
            for (size_t j = i + 1; j < slim; j++)
                again |= rotate(at, tall, slim, i, j);
    }
    for (size_t j = 0; j < slim; j++)
        out[j] = real_dot(at + j, slim, at + j, slim, tall);
    for (size_t i = 0; i < slim; i++)
        for (size_t j = i + 1; j < slim; j++)
            if (mpfr_cmp(out[i], out[j]) < 0) {
                const real t = out[i];
                out[i] = out[j];
                out[j] = t;
            }
    return slim;
}

size_t real_rank(const real *a, size_t rows, size_t cols)
{
    const size_t mark = real_mark();
    real value[SIDE];
    const size_t n = rows && cols ? squares(a, rows, cols, value) : 0;
    const long most = n && exponent(value[0]) > 0 ? exponent(value[0]) : 0;
    size_t rank = 0;
    while (rank < n && exponent(value[rank]) > most - 2 * RANK)
        rank++;
    real_keep(mark, NULL, 0);
    return rank;
}

real real_least(const real *a, size_t rows, size_t cols)
{
    real value[SIDE];
    const size_t n = squares(a, rows, cols, value);
    const real least = n ? square_root(value[n - 1]) : real_of(1);
    return n && exponent(value[0]) > 0 ? real_div(least, square_root(value[0])) : least;
}
