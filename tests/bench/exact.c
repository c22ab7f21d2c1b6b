/* tests/bench/exact.c -- time to bring structure functions to lowest terms.
 *
 * The columns of a frame rho(q) are vector fields X_j. Their brackets
 *
 *   [X_j, X_k]^a = X_j^b d_b X_k^a - X_k^b d_b X_j^a = rho^a_i c^i_jk
 *
 * are solved for all c^i_jk with j < k: the inverse of rho, and 50 fractions in lowest terms for
 * five coordinates. The result is checked by that equation at a point. The first call, which loads
 * FLINT, is timed separately.
 */
#include "expr/ex.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { N = 5, RUNS = 9, FUNCTIONS = N * N * (N - 1) / 2 };

/* clang-format off */
static const char *const coordinates[N] = {"x", "y", "u", "v", "w"};
static const struct frame {
    const char *name;
    const char *rho[N * N];
} frames[] = {
    {"ball on a plate", /* Euler angles u, v, w */
     {"1", "0", "0", "R", "0",
      "0", "1", "-R", "0", "0",
      "0", "0", "sin(w)/sin(v)", "cos(w)/sin(v)", "0",
      "0", "0", "cos(w)", "-sin(w)", "0",
      "0", "0", "-sin(w)*cos(v)/sin(v)", "-cos(w)*cos(v)/sin(v)", "1"}},
    {"snakeboard",
     {"-l*(cos(v)*sin(w)*cos(u) + sin(v)*cos(w)*cos(u))/2", "0", "0", "-sin(u)", "0",
      "-l*(cos(v)*sin(w)*sin(u) + sin(v)*cos(w)*sin(u))/2", "0", "0", "cos(u)", "0",
      "sin(v - w)", "0", "0", "0", "1",
      "0", "1", "0", "0", "0",
      "0", "0", "1", "0", "0"}},
    {"dense",
     {"cos(v)", "x*sin(w)", "sin(v)", "sin(u)", "x",
      "cos(v)*cos(w)", "cos(w)", "sin(w)", "sin(v)", "cos(v)",
      "x*sin(w)", "2", "y", "sin(u)*cos(v)", "sin(u)*cos(v)",
      "sin(v)", "x", "cos(v)", "cos(u)", "sin(u)",
      "sin(u)", "x*sin(w)", "2", "x", "cos(u)"}},
};
/* clang-format on */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ex expression(struct store *s, const char *text)
{
    struct ex_mistake why;
    return ex_read(s, text, strlen(text), NULL, &why);
}

struct result {
    ex q[N], rho[N * N], bracket[N * N * N], c[N * N * N];
    size_t terms; /* of the determinant */
};

/* bracket[(j * N + k) * N + a] for j < k */
static void brackets(struct store *s, struct result *r)
{
    ex column[N], jacobian[N][N * N], term[2 * N];
    for (size_t j = 0; j < N; j++) {
        for (size_t a = 0; a < N; a++)
            column[a] = r->rho[a * N + j];
        ex_jacobian(s, column, N, r->q, N, jacobian[j]);
    }
    for (size_t j = 0; j < N; j++)
        for (size_t k = j + 1; k < N; k++)
            for (size_t a = 0; a < N; a++) {
                for (size_t b = 0; b < N; b++) {
                    term[b] = ex_mul2(s, r->rho[b * N + j], jacobian[k][a * N + b]);
                    term[N + b] = ex_neg(s, ex_mul2(s, r->rho[b * N + k], jacobian[j][a * N + b]));
                }
                r->bracket[(j * N + k) * N + a] = ex_add(s, term, 2 * N);
            }
}

static bool structure(struct store *s, struct result *r)
{
    ex inverse[N * N], raw[FUNCTIONS], term[N];
    struct ex_pivots pivots;
    size_t n = 0;
    if (!ex_inverse(s, r->rho, N, inverse, &pivots))
        return false;
    brackets(s, r);
    for (size_t j = 0; j < N; j++)
        for (size_t k = j + 1; k < N; k++)
            for (size_t i = 0; i < N; i++) {
                for (size_t a = 0; a < N; a++)
                    term[a] = ex_mul2(s, inverse[i * N + a], r->bracket[(j * N + k) * N + a]);
                raw[n++] = ex_add(s, term, N);
            }
    return ex_normal(s, raw, FUNCTIONS, r->c);
}

/* Largest |rho c - bracket| at a point. */
static double error_of(struct store *s, const struct result *r)
{
    const ex *at[] = {r->rho, r->c, r->bracket};
    const size_t count[] = {N * N, FUNCTIONS, N * N * N};
    const double v[N + 2] = {0.3, -0.7, 0.4, 1.1, -0.6, 0.25, 1.5};
    double value[3][N * N * N], worst = 0;
    ex x[N + 2];
    memcpy(x, r->q, sizeof r->q);
    x[N] = ex_sym(s, "R", 0);
    x[N + 1] = ex_sym(s, "l", 0);
    for (int i = 0; i < 3; i++)
        ex_eval(s, at[i], count[i], x, v, N + 2, value[i]);
    for (size_t j = 0, n = 0; j < N; j++)
        for (size_t k = j + 1; k < N; k++, n += N)
            for (size_t a = 0; a < N; a++) {
                double sum = -value[2][(j * N + k) * N + a];
                for (size_t i = 0; i < N; i++)
                    sum += value[0][a * N + i] * value[1][n + i];
                worst = fabs(sum) > worst || isnan(sum) ? fabs(sum) : worst;
            }
    return worst;
}

/* Seconds for one frame in its own store; negative: no result. */
static double run(size_t f, struct result *r, double *error)
{
    struct mem *m = mem_new(0);
    double time = -1;
    if (m && MEM_TRY(m)) {
        struct store *s = ex_store_new(m, ex_limits());
        for (size_t i = 0; i < N; i++)
            r->q[i] = ex_sym(s, coordinates[i], 0);
        for (size_t i = 0; i < N * N; i++)
            r->rho[i] = expression(s, frames[f].rho[i]);
        memset(r->bracket, 0, sizeof r->bracket);
        for (size_t i = 0; i < N * N * N; i++)
            r->bracket[i] = ex_int(s, 0);
        const double start = seconds();
        const bool good = structure(s, r);
        time = good ? seconds() - start : -1;
        *error = good ? error_of(s, r) : NAN;
        const ex det = ex_det(s, r->rho, N);
        r->terms = ex_op(s, det) == EX_add ? ex_count_args(s, det) : 1;
    }
    mem_free(m);
    return time;
}

int main(void)
{
    static struct result r;
    double error = 0, first = run(0, &r, &error);
    bool good = true;
    printf("structure functions in lowest terms, %d coordinates, %d functions; "
           "first call with loading %.1f ms\n",
           N, FUNCTIONS, 1e3 * first);
    for (size_t f = 0; f < sizeof frames / sizeof *frames; f++) {
        double best = INFINITY;
        for (int i = 0; i < RUNS; i++) {
            const double t = run(f, &r, &error);
            best = t >= 0 && t < best ? t : best;
        }
        const bool right = error < 1e-9;
        good &= right && best < INFINITY;
        printf("  %-16s %8.2f ms, determinant of %zu terms%s\n", frames[f].name, 1e3 * best,
               r.terms, right ? "" : ", WRONG");
    }
    return good ? 0 : 1;
}
