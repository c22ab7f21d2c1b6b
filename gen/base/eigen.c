/* gen/base/eigen.c -- eigenvalues and singular values of small dense matrices.
 *
 * Eigenvalues: the matrix is balanced by powers of two, reduced to Hessenberg form by reflections,
 * and brought to triangular form, with blocks of two for complex pairs, by Francis' implicit double
 * shifts (Golub and Van Loan, Matrix Computations, chapter 7). Singular values: pairs of columns
 * are rotated until all are orthogonal (one-sided Jacobi method of Hestenes), which computes small
 * ones accurately.
 */
#include "gen/base/linear.h"

#include <float.h>
#include <math.h>

/* ---- reflections ---- */

/* Householder vector: v becomes the normal of the reflection y - v (v . y) that maps it to the
 * first axis, scaled such that |v|^2 = 2; false: v is 0. */
static bool householder(double *v, size_t n)
{
    double size = 0;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs(v[i]));
    if (size == 0)
        return false;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        v[i] /= size;
        sum += v[i] * v[i];
    }
    const double norm = sqrt(sum);
    v[0] += copysign(norm, v[0]);
    const double factor = 1 / sqrt(norm * fabs(v[0]));
    for (size_t i = 0; i < n; i++)
        v[i] *= factor;
    return true;
}

/* Reflects rows row..row+m in columns from..to; reflect_columns does the same with columns. */
static void reflect_rows(double *a, size_t n, const double *v, size_t m, size_t row, size_t from,
                         size_t to)
{
    for (size_t j = from; j < to; j++) {
        double sum = 0;
        for (size_t i = 0; i < m; i++)
            sum += v[i] * a[(row + i) * n + j];
        for (size_t i = 0; i < m; i++)
            a[(row + i) * n + j] -= sum * v[i];
    }
}

static void reflect_columns(double *a, size_t n, const double *v, size_t m, size_t col, size_t from,
                            size_t to)
{
    for (size_t i = from; i < to; i++) {
        double sum = 0;
        for (size_t j = 0; j < m; j++)
            sum += v[j] * a[i * n + col + j];
        for (size_t j = 0; j < m; j++)
            a[i * n + col + j] -= sum * v[j];
    }
}

/* ---- balancing, Hessenberg form ---- */

/* Scales rows and columns to about the same size: a similar matrix with better conditioned
 * eigenvalues. */
static void balance(double *a, size_t n)
{
    enum { ROUNDS = 20 };
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (size_t i = 0; i < n; i++) {
            double row = 0, col = 0;
            for (size_t j = 0; j < n; j++)
                if (j != i) {
                    row += fabs(a[i * n + j]);
                    col += fabs(a[j * n + i]);
                }
            if (row == 0 || col == 0)
                continue;
            const int power = (ilogb(row) - ilogb(col)) / 2;
            if (power == 0)
                continue;
            changed = true;
            for (size_t j = 0; j < n; j++) {
                a[i * n + j] = ldexp(a[i * n + j], -power);
                a[j * n + i] = ldexp(a[j * n + i], power);
            }
        }
    }
}

/* To Hessenberg form, column by column; v is a scratch buffer of n numbers. */
static void reduce(double *a, size_t n, double *v)
{
    for (size_t k = 0; k + 2 < n; k++) {
        const size_t m = n - k - 1;
        for (size_t i = 0; i < m; i++)
            v[i] = a[(k + 1 + i) * n + k];
        if (!householder(v, m))
            continue;
        reflect_rows(a, n, v, m, k + 1, k, n);
        reflect_columns(a, n, v, m, k + 1, 0, n);
        for (size_t i = 1; i < m; i++)
            a[(k + 1 + i) * n + k] = 0;
    }
}

/* ---- QR iteration ---- */

/* One implicit double-shift step on rows lo..hi, both included, hi > lo + 1; the shifts are given
 * by their sum and product. */
static void sweep(double *a, size_t n, size_t lo, size_t hi, double trace, double det)
{
#define AT(i, j) a[(i)*n + (j)]
    double v[3] = {AT(lo, lo) * (AT(lo, lo) - trace) + AT(lo, lo + 1) * AT(lo + 1, lo) + det,
                   AT(lo + 1, lo) * (AT(lo, lo) + AT(lo + 1, lo + 1) - trace),
                   AT(lo + 1, lo) * AT(lo + 2, lo + 1)};
    for (size_t k = lo; k < hi; k++) {
        const size_t m = hi - k >= 2 ? 3 : 2, left = k > lo ? k - 1 : lo;
        const size_t below = k + 4 < hi + 1 ? k + 4 : hi + 1;
        if (householder(v, m)) {
            reflect_rows(a, n, v, m, k, left, hi + 1);
            reflect_columns(a, n, v, m, k, lo, below);
        }
        for (size_t i = 1; k > lo && i < m; i++)
            AT(k + i, k - 1) = 0;
        for (size_t i = 0; i < 3; i++)
            v[i] = k + 1 + i <= hi ? AT(k + 1 + i, k) : 0;
    }
}

/* Eigenvalues of the 2 x 2 block of rows lo and lo + 1. */
static void take_pair(const double *a, size_t n, size_t lo, struct eigenvalue *out)
{
    const double half = (AT(lo, lo) - AT(lo + 1, lo + 1)) / 2;
    const double product = AT(lo, lo + 1) * AT(lo + 1, lo);
    const double under = half * half + product;
    const double middle = AT(lo + 1, lo + 1) + half;
    if (under < 0) {
        out[0] = (struct eigenvalue){middle, sqrt(-under)};
        out[1] = (struct eigenvalue){middle, -sqrt(-under)};
        return;
    }
    /* first the root of larger size, the other by their product: no cancellation */
    const double far = half + copysign(sqrt(under), half);
    out[0] = (struct eigenvalue){AT(lo + 1, lo + 1) + far, 0};
    out[1] = (struct eigenvalue){far == 0 ? middle : AT(lo + 1, lo + 1) - product / far, 0};
}

/* The first row of the unreduced block that ends with row hi; a negligible subdiagonal entry left
 * of it is set to 0. */
static size_t block_start(double *a, size_t n, size_t hi, double size)
{
    size_t lo = hi;
    for (; lo > 0; lo--) {
        const double near = fabs(AT(lo - 1, lo - 1)) + fabs(AT(lo, lo));
        if (fabs(AT(lo, lo - 1)) <= DBL_EPSILON * (near > 0 ? near : size)) {
            AT(lo, lo - 1) = 0;
            break;
        }
    }
    return lo;
}

static bool iterate(double *a, size_t n, double size, struct eigenvalue *out)
{
    enum { MOST = 300, ODD = 10 };
    size_t left = n;
    for (int tries = 0; left > 0; tries++) {
        const size_t hi = left - 1, lo = block_start(a, n, hi, size);
        if (lo == hi) {
            out[hi] = (struct eigenvalue){AT(hi, hi), 0};
            left -= 1;
            tries = -1;
        } else if (lo + 1 == hi) {
            take_pair(a, n, lo, &out[lo]);
            left -= 2;
            tries = -1;
        } else if (tries >= MOST) {
            return false;
        } else {
            double trace = AT(hi - 1, hi - 1) + AT(hi, hi);
            double det = AT(hi - 1, hi - 1) * AT(hi, hi) - AT(hi - 1, hi) * AT(hi, hi - 1);
            if (tries % ODD == ODD - 1) { /* no convergence: exceptional shifts */
                const double s = fabs(AT(hi, hi - 1)) + fabs(AT(hi - 1, hi - 2));
                trace = 1.5 * s;
                det = s * s;
            }
            sweep(a, n, lo, hi, trace, det);
        }
    }
    return true;
}
#undef AT

/* By decreasing real part, then by increasing |imaginary part|, + before -. */
static bool comes_first(struct eigenvalue a, struct eigenvalue b)
{
    if (a.re != b.re)
        return a.re > b.re;
    if (fabs(a.im) != fabs(b.im))
        return fabs(a.im) < fabs(b.im);
    return a.im > b.im;
}

void base_sort_eigenvalues(struct eigenvalue *at, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && comes_first(at[k], at[k - 1]); k--) {
            const struct eigenvalue swap = at[k];
            at[k] = at[k - 1];
            at[k - 1] = swap;
        }
}

bool base_eigenvalues(double *a, size_t n, struct eigenvalue *out)
{
    double size = 0, v[BASE_EIGEN_MOST];
    for (size_t i = 0; i < n; i++)
        out[i] = (struct eigenvalue){NAN, NAN};
    for (size_t i = 0; i < n * n; i++)
        size = isfinite(a[i]) ? fmax(size, fabs(a[i])) : INFINITY;
    if (!isfinite(size) || n > BASE_EIGEN_MOST)
        return false;
    const int power = size > 0 ? ilogb(size) : 0; /* scaled to size 1: no product overflows */
    for (size_t i = 0; i < n * n; i++)
        a[i] = ldexp(a[i], -power);
    balance(a, n);
    reduce(a, n, v);
    double norm = 0;
    for (size_t i = 0; i < n * n; i++)
        norm = hypot(norm, a[i]);
    const bool found = iterate(a, n, norm, out);
    /* real parts below rounding are set to 0: their signs would decide the order */
    const double rounding = 4 * (double)n * DBL_EPSILON * norm;
    for (size_t i = 0; i < n; i++) {
        out[i].re = ldexp(fabs(out[i].re) <= rounding ? 0 : out[i].re, power);
        out[i].im = ldexp(out[i].im, power);
    }
    base_sort_eigenvalues(out, n);
    return found;
}

/* ---- singular values ---- */

/* Rotates columns i and k of a and v by the angle that makes those of a orthogonal; false: they
 * are already. */
static bool rotate(double *a, size_t rows, size_t cols, double *v, size_t i, size_t k)
{
    double ii = 0, kk = 0, ik = 0;
    for (size_t r = 0; r < rows; r++) {
        ii += a[r * cols + i] * a[r * cols + i];
        kk += a[r * cols + k] * a[r * cols + k];
        ik += a[r * cols + i] * a[r * cols + k];
    }
    if (fabs(ik) <= DBL_EPSILON * sqrt(ii) * sqrt(kk) || ik == 0)
        return false;
    const double zeta = (kk - ii) / (2 * ik);
    const double tangent = copysign(1, zeta) / (fabs(zeta) + hypot(1, zeta));
    const double c = 1 / hypot(1, tangent), s = c * tangent;
    for (size_t r = 0; r < rows; r++) {
        const double x = a[r * cols + i], y = a[r * cols + k];
        a[r * cols + i] = c * x - s * y;
        a[r * cols + k] = s * x + c * y;
    }
    for (size_t r = 0; r < cols; r++) {
        const double x = v[r * cols + i], y = v[r * cols + k];
        v[r * cols + i] = c * x - s * y;
        v[r * cols + k] = s * x + c * y;
    }
    return true;
}

static void swap_columns(double *a, size_t rows, size_t cols, size_t i, size_t k)
{
    for (size_t r = 0; r < rows; r++) {
        const double x = a[r * cols + i];
        a[r * cols + i] = a[r * cols + k];
        a[r * cols + k] = x;
    }
}

void base_singular_values(double *a, size_t rows, size_t cols, double *s, double *v)
{
    enum { SWEEPS = 60 };
    bool turned = true;
    for (size_t i = 0; i < cols * cols; i++)
        v[i] = i % (cols + 1) == 0;
    for (int round = 0; round < SWEEPS && turned; round++) {
        turned = false;
        for (size_t i = 0; i + 1 < cols; i++)
            for (size_t k = i + 1; k < cols; k++)
                turned |= rotate(a, rows, cols, v, i, k);
    }
    for (size_t i = 0; i < cols; i++) {
        s[i] = 0;
        for (size_t r = 0; r < rows; r++)
            s[i] = hypot(s[i], a[r * cols + i]);
    }
    for (size_t i = 0; i + 1 < cols; i++) {
        size_t best = i;
        for (size_t k = i + 1; k < cols; k++)
            best = s[k] > s[best] ? k : best;
        if (best == i)
            continue;
        const double x = s[i];
        s[i] = s[best];
        s[best] = x;
        swap_columns(a, rows, cols, i, best);
        swap_columns(v, cols, cols, i, best);
    }
}
