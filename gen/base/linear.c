/* gen/base/linear.c -- rank, factorisation and solution of small dense linear systems. */
#include "gen/base/linear.h"

#include <math.h>
#include <string.h>

bool base_all_finite(const double *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(a[i]))
            return false;
    return true;
}

static void swap_rows(double *a, size_t cols, size_t i, size_t k)
{
    for (size_t j = 0; j < cols; j++) {
        const double swap = a[k * cols + j];
        a[k * cols + j] = a[i * cols + j];
        a[i * cols + j] = swap;
    }
}

/* Gaussian elimination with complete pivoting: the number of pivots that do not vanish. */
size_t base_rank(struct mem *m, const double *a, size_t n)
{
    const double tiny = 1e-12;
    double *l = mem_take_array(m, n * n + 1, sizeof *l), size = 0;
    memcpy(l, a, n * n * sizeof *l);
    for (size_t i = 0; i < n * n; i++)
        size = fmax(size, fabs(l[i]));
    for (size_t k = 0; k < n; k++) {
        size_t best = k * n + k;
        for (size_t i = k * n; i < n * n; i++)
            if (i % n >= k && fabs(l[i]) > fabs(l[best]))
                best = i;
        if (!(fabs(l[best]) > tiny * size))
            return k;
        const size_t row = best / n, col = best % n;
        swap_rows(l, n, row, k);
        for (size_t i = 0; i < n; i++) {
            const double swap = l[i * n + k];
            l[i * n + k] = l[i * n + col];
            l[i * n + col] = swap;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                l[i * n + j] -= l[i * n + k] / l[k * n + k] * l[k * n + j];
    }
    return n;
}

/* row i -= factor * row k */
static void subtract_row(double *a, size_t cols, size_t i, size_t k, double factor)
{
    for (size_t j = 0; j < cols; j++)
        a[i * cols + j] -= factor * a[k * cols + j];
}

bool base_solve(double *a, size_t n, double *b, size_t cols)
{
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        if (!(fabs(a[best * n + k]) > 0))
            return false;
        swap_rows(a, n, best, k);
        swap_rows(b, cols, best, k);
        for (size_t i = 0; i < n; i++) {
            const double factor = i == k ? 0 : a[i * n + k] / a[k * n + k];
            subtract_row(a, n, i, k, factor);
            subtract_row(b, cols, i, k, factor);
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < cols; j++)
            b[i * cols + j] /= a[i * n + i];
    return true;
}

size_t base_cholesky(double *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            for (size_t k = 0; k < j; k++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            if (i == j && !(a[i * n + i] > 0))
                return i;
            a[i * n + j] = i == j ? sqrt(a[i * n + i]) : a[i * n + j] / a[j * n + j];
        }
    return n;
}
